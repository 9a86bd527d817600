/* Any JSON as the arguments of every registered tool, and as a response of each. */
#include "fuzz.h"

#include "tool/registry.h"
#include "json/reader.h"

static void call_tool(lob_arena *arena, const lob_tool *tool, const cJSON *arguments, lob_buf *answer) {
    lob_ctx ctx;
    lob_arena_reset(arena);
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = fuzz_sessions()};
    lob_buf_clear(answer);
    lob_status status = lob_tool_run(&call, tool, arguments, answer);
    lob_call_end(&call);
    fuzz_check_answer(&ctx, tool, status, (lob_str){answer->data, answer->size});
    lob_error_clear(&ctx.error);
    status = lob_tool_check_response(&ctx, tool, arguments);
    FUZZ_REQUIRE(status == ctx.error.code);
    FUZZ_REQUIRE(status == LOB_OK || ctx.error.issue_count > 0 || status == LOB_E_TOOL_LIMIT_EXCEEDED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_json_fault fault;
    lob_json_init();
    (void)fuzz_sessions();
    char *text = fuzz_text(data, size);
    cJSON *arguments = lob_json_parse((lob_str){text, size}, &fault);
    if (arguments) {
        lob_arena *arena = lob_arena_new(0);
        lob_buf answer;
        lob_buf_init(&answer, 0);
        for (size_t i = 0; i < lob_tool_count; i++) {
            call_tool(arena, &lob_tools[i], arguments, &answer);
        }
        lob_buf_release(&answer);
        lob_arena_drop(arena);
    }
    cJSON_Delete(arguments);
    free(text);
    return 0;
}
