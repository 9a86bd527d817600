/* One line of a client, through the classification and the real registry to the answer line, which must be strict JSON
 * without a raw character that could lead a terminal or a reader astray. (The id is the client's own, byte for byte.)
 */
#include "fuzz.h"

#include "mcp/lifecycle.h"
#include "mcp/tools.h"
#include "tool/registry.h"
#include "json/reader.h"

static const lob_product product = {.name = "fuzz", .title = "Fuzz", .version = "0", .toolset = LOB_TOOLSET_FULL};
static lob_revision agreed;
static lob_arena *arena;

static void call_tool(const lob_product *p, const lob_rpc_message *request, bool modern, lob_buf *out) {
    lob_ctx ctx;
    lob_buf json;
    lob_tools_call asked = lob_tools_read_call(p, request, out);
    if (!asked.tool) {
        return;
    }
    lob_buf_init(&json, LOB_LIMIT_RESULT_SIZE);
    lob_arena_reset(arena);
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = fuzz_sessions()};
    lob_status status = lob_tool_run(&call, asked.tool, asked.arguments, &json);
    lob_call_end(&call);
    lob_tools_result result = {.id = request->id,
                               .json = {json.data, json.size},
                               .is_error = status != LOB_OK,
                               .modern = modern,
                               .images = &call.images};
    fuzz_check_answer(&ctx, asked.tool, status, result.json);
    lob_tools_answer_call(p, &result, out);
    lob_buf_release(&json);
}

static void answer(const lob_product *p, const lob_rpc_message *request, lob_buf *out) {
    lob_route route = lob_lifecycle_route(request, agreed, true, out);
    if (route.method == LOB_METHOD_TOOLS_CALL) {
        call_tool(p, request, route.modern, out);
    } else if (route.method == LOB_METHOD_TOOLS_LIST) {
        lob_tools_answer_list(p, request, route.modern, LOB_STR("[]"), out);
    } else if (route.method == LOB_METHOD_PING) {
        lob_lifecycle_empty(request->id, out);
    } else if (route.method == LOB_METHOD_DISCOVER) {
        lob_lifecycle_discover(p, request->id, out);
    } else if (route.method == LOB_METHOD_INITIALIZE) {
        lob_lifecycle_initialize(p, request, &agreed, out);
    }
}

static void check_line(const lob_buf *out) {
    lob_str line = {out->data, out->size};
    FUZZ_REQUIRE(!out->failed && line.size > 1 && line.data[--line.size] == '\n');
    lob_str id = lob_json_raw_member(line, "id");
    for (size_t i = 0; id.data && i < id.size; i++) { /* any id of that length; a string, as numbers may be too large */
        bool is_end = id.size > 1 && (i == 0 || i + 1 == id.size);
        out->data[id.data - out->data + (ptrdiff_t)i] = is_end ? '"' : '1';
    }
    fuzz_check_printable(line);
}

static void handle(const lob_product *p, lob_str text, lob_buf *out) {
    lob_rpc_message message;
    lob_buf_clear(out);
    lob_rpc_read(text, &message);
    if (message.kind == LOB_RPC_REQUEST) {
        answer(p, &message, out);
    } else if (message.kind == LOB_RPC_FAULT) {
        lob_rpc_error(out, message.id, message.fault_code, message.fault, (lob_str){0});
    }
    if (message.kind == LOB_RPC_REQUEST || message.kind == LOB_RPC_FAULT) {
        check_line(out);
    }
    lob_rpc_drop(&message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_product full = product;
    lob_json_fault fault;
    lob_buf out;
    size_t at = 0;
    full.tools = lob_tools;
    full.tool_count = lob_tool_count;
    lob_json_init();
    (void)fuzz_sessions();
    arena = lob_arena_new(0);
    agreed = LOB_REVISION_2025_03_26;
    lob_buf_init(&out, LOB_MCP_LINE_SIZE_MAX);
    char *text = fuzz_text(data, size);
    lob_str line = {text, size}, element;
    if (!lob_rpc_is_batch(line)) {
        handle(&full, line, &out);
    } else if (lob_json_check(line, true, &fault)) {
        while (lob_rpc_batch_next(line, &at, &element)) {
            handle(&full, element, &out);
        }
    }
    free(text);
    lob_buf_release(&out);
    lob_arena_drop(arena);
    return 0;
}
