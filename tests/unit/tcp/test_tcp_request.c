/* Requests and their answers, byte for byte; expected texts are what Python's json.dumps() writes of them. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"

#include "tcp/tcp_request.h"
#include "tool/registry.h"
#include "json/reader.h"

static lob_product product;

static int setup(void **state) {
    (void)state;
    lob_json_init();
    product = (lob_product){.name = "x", .tools = lob_tools, .tool_count = lob_tool_count};
    return 0;
}

static lob_tcp_request *read_line(const char *line) {
    lob_tcp_request *request = lob_tcp_request_new(&product, lob_str_from(line));
    assert_non_null(request);
    return request;
}

/* The answer of a request that is refused as it is read; else "". */
static const char *refusal(const char *line) {
    static char text[4096];
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_tcp_request *request = read_line(line);
    bool is_refused = request->action == LOB_TCP_ANSWERED;
    assert_int_equal(is_refused, request->failed);
    if (is_refused) {
        assert_true(lob_tcp_answer(request, &out));
    }
    snprintf(text, sizeof text, "%.*s", (int)out.size, out.data ? out.data : "");
    lob_buf_release(&out);
    lob_tcp_request_drop(request);
    return text;
}

static void faults_are_told_as_the_original_tells_them(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"not json", "{\"id\": null, \"ok\": false, \"error\": \"Invalid JSON\"}\n"},
        {"{\"id\":1", "{\"id\": null, \"ok\": false, \"error\": \"Invalid JSON\"}\n"},
        {"{\"id\":1,\"method\":\"\xff\"}", "{\"id\": null, \"ok\": false, \"error\": \"Invalid JSON\"}\n"},
        {"{\"id\":1,\"method\":\"nope\"}", "{\"id\": 1, \"ok\": false, \"error\": \"Unknown method: nope\"}\n"},
        {"{\"id\":1}", "{\"id\": 1, \"ok\": false, \"error\": \"Unknown method: None\"}\n"},
        {"{}", "{\"id\": null, \"ok\": false, \"error\": \"Unknown method: None\"}\n"},
        {"{\"method\":null}", "{\"id\": null, \"ok\": false, \"error\": \"Unknown method: None\"}\n"},
        {"{\"method\":true}", "{\"id\": null, \"ok\": false, \"error\": \"Unknown method: True\"}\n"},
        {"{\"method\":false}", "{\"id\": null, \"ok\": false, \"error\": \"Unknown method: False\"}\n"},
        {"{\"method\":5}", "{\"id\": null, \"ok\": false, \"error\": \"Unknown method: 5\"}\n"},
        {"{\"id\":\"\xc3\xbc\",\"method\":\"\xc3\xa9\\\"\"}",
         "{\"id\": \"\\u00fc\", \"ok\": false, \"error\": \"Unknown method: \\u00e9\\\"\"}\n"},
        {"{\"id\":[1,2.50],\"method\":\"\"}", "{\"id\": [1, 2.5], \"ok\": false, \"error\": \"Unknown method: \"}\n"},
        {"{\"id\":1,\"method\":\"mcp.nope\"}", "{\"id\": 1, \"ok\": false, \"error\": \"Unknown method: mcp.nope\"}\n"},
        {"{\"id\":1,\"method\":\"list_cells\"}",
         "{\"id\": 1, \"ok\": false, \"error\": \"Unknown method: list_cells\"}\n"},
        {"{\"id\":1,\"method\":\"load_gds\",\"params\":[1]}",
         "{\"id\": 1, \"ok\": false, \"error\": \"params must be an object\"}\n"},
        {"[1]", "{\"id\": null, \"ok\": false, \"error\": \"Invalid request: send one object a line\"}\n"},
        {"7", "{\"id\": null, \"ok\": false, \"error\": \"Invalid request: send one object a line\"}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        assert_string_equal(refusal(cases[i][0]), cases[i][1]);
    }
}

static void json_rpc_has_its_own_faults(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"nope\"}",
         "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32601,\"message\":\"Unknown method: nope\"}}\n"},
        {"{\"jsonrpc\":\"1.0\",\"id\":3,\"method\":\"ping\"}",
         "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":\"Invalid request: jsonrpc must be "
         "\\\"2.0\\\"\"}}\n"},
        {"{\"jsonrpc\":\"2.0\",\"id\":3}",
         "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":\"Invalid request: method must be a "
         "string\"}}\n"},
        {"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
         "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"Invalid request: id must be a "
         "string or an integer\"}}\n"},
        {"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"list_cells\",\"params\":[]}",
         "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":\"params must be an object\"}}\n"},
        {"[{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}]",
         "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"Invalid request: send one object a "
         "line\"}}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        assert_string_equal(refusal(cases[i][0]), cases[i][1]);
    }
}

static lob_tcp_action action_of(const char *line, const char *tool) {
    lob_tcp_request *request = read_line(line);
    lob_tcp_action action = request->action;
    assert_string_equal(request->tool ? request->tool->name : "", tool);
    lob_tcp_request_drop(request);
    return action;
}

static void the_dialect_decides_whose_method_it_is(void **state) {
    (void)state;
    assert_int_equal(action_of("{\"method\":\"open_layout\"}", ""), LOB_TCP_OPEN);
    assert_int_equal(action_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"open_layout\"}", "open_layout"),
                     LOB_TCP_TOOL);
    assert_int_equal(action_of("{\"method\":\"mcp.open_layout\"}", "open_layout"), LOB_TCP_TOOL);
    assert_int_equal(action_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"mcp.list_cells\"}", "list_cells"),
                     LOB_TCP_TOOL);
    assert_int_equal(action_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"get_cell_list\"}", ""), LOB_TCP_CELLS);
    assert_int_equal(action_of("{\"method\":\"ping\",\"params\":[1,2]}", ""), LOB_TCP_PING);
    assert_int_equal(action_of("{\"method\":\"select\",\"params\":0}", ""), LOB_TCP_SELECT);
    assert_int_equal(action_of("{\"method\":\"get_cell_list\",\"params\":\"\"}", ""), LOB_TCP_CELLS);
    assert_int_equal(action_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", ""), LOB_TCP_IGNORED);
    product.toolset = LOB_TOOLSET_CONTRACT;
    assert_int_equal(action_of("{\"method\":\"mcp.find_cells\"}", ""), LOB_TCP_ANSWERED);
    product.toolset = LOB_TOOLSET_FULL;
    assert_int_equal(action_of("{\"method\":\"mcp.find_cells\"}", "find_cells"), LOB_TCP_TOOL);
}

static void events_come_in_two_forms(void **state) {
    (void)state;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_tcp_event("1/0@0_0_1_0_1_1", false, &out);
    lob_tcp_event(NULL, false, &out);
    lob_tcp_event("1/0@0_0_1_0_1_1", true, &out);
    lob_tcp_event(NULL, true, &out);
    assert_string_equal(out.data,
                        "{\"event\": \"selection\", \"data\": \"1/0@0_0_1_0_1_1\"}\n"
                        "{\"event\": \"selection\", \"data\": null}\n"
                        "{\"jsonrpc\":\"2.0\",\"method\":\"selection\",\"params\":{\"data\":\"1/0@0_0_1_0_1_1\"}}\n"
                        "{\"jsonrpc\":\"2.0\",\"method\":\"selection\",\"params\":{\"data\":null}}\n");
    lob_buf_release(&out);
}

/* Reads and answers; false when memory was out on the way. */
static bool read_and_answer(void *line) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_tcp_request *request = lob_tcp_request_new(&product, lob_str_from(line));
    bool fine = request && strcmp(request->error.data, "Out of memory") != 0 && lob_tcp_answer(request, &out);
    lob_tcp_request_drop(request);
    lob_buf_release(&out);
    return fine;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    sweep_allocations(read_and_answer, "{\"id\":1,\"method\":\"nope\",\"params\":{\"a\":[1,\"b\"]}}");
    sweep_allocations(read_and_answer, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nope\"}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_told_as_the_original_tells_them),
        cmocka_unit_test(json_rpc_has_its_own_faults),
        cmocka_unit_test(the_dialect_decides_whose_method_it_is),
        cmocka_unit_test(events_come_in_two_forms),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
