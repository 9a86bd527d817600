/* A response against its strict schema, for those that check servers: tests, fuzzers, snapshots. */
#include "tool/call.h"

lob_status lob_tool_check_response(lob_ctx *ctx, const lob_tool *tool, const cJSON *response) {
    void *parsed = lob_arena_zalloc(ctx->arena, 1, tool->response->size);
    return parsed ? lob_wire_parse(ctx, response, tool->response, "response", true, parsed) : lob_fail_memory(ctx);
}
