/* Calls in the envelope, against servers that are a few lines of shell: what they say is fixed here. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/errors.h"
#include "client/tool_call.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"
#include "json/reader.h"

typedef struct fixture {
    lob_arena *arena;
    lob_ctx ctx;
    lob_mcp_client client;
    lob_tool_call_result result;
} fixture;

static bool open_server(fixture *f, const char *script) {
    f->arena = lob_arena_new(0);
    if (f->arena == NULL) {
        return false;
    }
    lob_ctx_init(&f->ctx, f->arena);
    char shell[] = "sh", option[] = "-c", text[4096];
    snprintf(text, sizeof text, "%s", script);
    char *argv[] = {shell, option, text, NULL};
    lob_mcp_client_options options = {.argv = argv, .timeout_ms = 5000, .stderr_path = "/dev/null"};
    return lob_mcp_client_open(&f->ctx, &options, &f->client) == LOB_OK;
}

static void start(fixture *f, const char *script) {
    assert_true(open_server(f, script));
}

static void stop(fixture *f) {
    lob_mcp_client_close(&f->client);
    lob_arena_drop(f->arena);
    assert_int_equal(lob_alloc_live(), 0);
}

static lob_tool_call_request request_of(const char *name, const char *trace_id, int64_t timeout_ms) {
    static lob_str names[] = {{"a", 1}, {"b\"", 2}}, items[] = {{"1e-7", 4}, {"[true]", 6}};
    return (lob_tool_call_request){.name = lob_str_from(name),
                                   .input = {names, items, 2},
                                   .trace_id = lob_str_from(trace_id),
                                   .timeout_ms = timeout_ms};
}

static void call(fixture *f, const char *name, const char *trace_id, int64_t timeout_ms) {
    lob_tool_call_request request = request_of(name, trace_id, timeout_ms);
    assert_int_equal(lob_tool_call(&f->ctx, &f->client, &request, &f->result), LOB_OK);
    assert_int_equal(f->ctx.error.code, LOB_OK);
    assert_int_equal(f->result.ok, f->result.error == NULL);
    if (!f->result.ok) {
        assert_null(f->result.data.data);
    }
    assert_ge(f->result.duration_ms, 0);
}

static void assert_text(lob_str got, const char *expected) {
    if (expected == NULL) {
        assert_null(got.data);
        return;
    }
    char text[1024];
    snprintf(text, sizeof text, "%.*s", (int)got.size, got.data != NULL ? got.data : "");
    assert_string_equal(text, expected);
}

static void assert_failed(const fixture *f, lob_tool_error_code code, const char *message, const char *details) {
    assert_non_null(f->result.error);
    assert_int_equal(f->result.error->code, code);
    assert_text(f->result.error->message, message);
    assert_text(f->result.error->details, details);
}

/* The seed's to_mcp_message(): the trace id is the id, the input the arguments, as they came. */
static void sends_what_the_seed_says(void **state) {
    (void)state;
    fixture f;
    start(&f, "read -r a; printf '{\"id\":\"trace_abc123\",\"result\":{\"structuredContent\":%s}}\\n' \"$a\"");
    call(&f, "layout.create", "trace_abc123", 30000);
    assert_text(f.result.data, "{\"jsonrpc\":\"2.0\",\"id\":\"trace_abc123\",\"method\":\"tools/call\",\"params\":{"
                               "\"name\":\"layout.create\",\"arguments\":{\"a\":1e-7,\"b\\\"\":[true]}}}");
    stop(&f);
}

static const struct {
    const char *reply; /* "result":... or "error":... */
    const char *data;  /* NULL: it fails */
    lob_tool_error_code code;
    const char *message, *details;
} replies[] = {
    {"\"result\":{\"structuredContent\":{\"x\":1.50}}", "{\"x\":1.50}", 0, NULL, NULL},
    {"\"result\":{\"structuredContent\":{\"result\":{\"x\":1}}}", "{\"x\":1}", 0, NULL, NULL},
    {"\"result\":{\"structuredContent\":{\"result\":{\"x\":1},\"y\":2}}", "{\"result\":{\"x\":1},\"y\":2}", 0, NULL,
     NULL},
    {"\"result\":{\"content\":[{\"type\":\"text\",\"text\":\" {\\\"x\\\": 1}\"}]}", "{\"x\": 1}", 0, NULL, NULL},
    {"\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}",
     "{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}", 0, NULL, NULL},
    {"\"result\":{}", "{}", 0, NULL, NULL},
    /* envelopes of the server's own */
    {"\"result\":{\"structuredContent\":{\"ok\":true,\"error\":null,\"data\":{\"cell\":\"c\"}}}", "{\"cell\":\"c\"}", 0,
     NULL, NULL},
    {"\"result\":{\"structuredContent\":{\"ok\":false,\"error\":{\"code\":\"INVALID_PARAM\",\"message\":\"m\","
     "\"details\":{\"device_a_type\":\"nmos\"}},\"data\":null}}",
     NULL, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "m", "{\"device_a_type\":\"nmos\"}"},
    {"\"result\":{\"structuredContent\":{\"ok\":false,\"error\":{\"code\":\"DEVICE_NOT_FOUND\",\"message\":\"m\","
     "\"details\":{\"id\":7}}}}",
     NULL, LOB_TOOL_ERROR_CODE_NOT_FOUND, "m", "{\"skill_code\":\"DEVICE_NOT_FOUND\",\"id\":7}"},
    {"\"result\":{\"structuredContent\":{\"ok\":false,\"error\":{\"code\":\"ODD\",\"message\":\"m\"}}}", NULL,
     LOB_TOOL_ERROR_CODE_INTERNAL_ERROR, "m", "{\"skill_code\":\"ODD\"}"},
    {"\"result\":{\"structuredContent\":{\"ok\":false,\"error\":{\"code\":\"DRC_VIOLATION\",\"message\":\"m\","
     "\"details\":{}}}}",
     NULL, LOB_TOOL_ERROR_CODE_DRC_VIOLATION, "m", "{}"},
    {"\"result\":{\"structuredContent\":{\"ok\":false,\"error\":null}}", NULL, LOB_TOOL_ERROR_CODE_INTERNAL_ERROR,
     "The tool failed and did not say why", NULL},
    /* ErrorObjects of the contract, with isError and without */
    {"\"result\":{\"isError\":true,\"structuredContent\":{\"code\":\"SESSION_NOT_FOUND\",\"message\":\"gone\","
     "\"details\":{\"hint\":\"h\"}}}",
     NULL, LOB_TOOL_ERROR_CODE_NOT_FOUND, "gone", "{\"contract_code\":\"SESSION_NOT_FOUND\",\"hint\":\"h\"}"},
    {"\"result\":{\"structuredContent\":{\"code\":\"DRC_RUN_FAILED\",\"message\":\"m\",\"details\":{\"reason\":"
     "\"timeout\"}}}",
     NULL, LOB_TOOL_ERROR_CODE_TIMEOUT, "m", "{\"contract_code\":\"DRC_RUN_FAILED\",\"reason\":\"timeout\"}"},
    {"\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"{\\\"code\\\":\\\"NEW_CODE\\\","
     "\\\"message\\\":\\\"m\\\"}\"}]}",
     NULL, LOB_TOOL_ERROR_CODE_INTERNAL_ERROR, "m", "{\"contract_code\":\"NEW_CODE\"}"},
    /* prose */
    {"\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"boom\"}]}", NULL,
     LOB_TOOL_ERROR_CODE_INTERNAL_ERROR, "The tool failed without an error code; details.result is what it said",
     "{\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"boom\"}]}}"},
    {"\"result\":[1]", NULL, LOB_TOOL_ERROR_CODE_INTERNAL_ERROR,
     "The tool failed without an error code; details.result is what it said", "{\"result\":[1]}"},
    /* errors of JSON-RPC */
    {"\"error\":{\"code\":-32602,\"message\":\"Unknown tool\",\"data\":{\"name\":\"x\"}}", NULL,
     LOB_TOOL_ERROR_CODE_INVALID_PARAM, "Unknown tool",
     "{\"rpc_error\":{\"code\":-32602,\"message\":\"Unknown tool\",\"data\":{\"name\":\"x\"}}}"},
    {"\"error\":{\"code\":\"odd\"}", NULL, LOB_TOOL_ERROR_CODE_INTERNAL_ERROR,
     "The server refused the request and did not say why", "{\"rpc_error\":{\"code\":\"odd\"}}"},
    {"\"error\":7", NULL, LOB_TOOL_ERROR_CODE_INTERNAL_ERROR, "The server refused the request and did not say why",
     "{\"rpc_error\":7}"},
};

static void write_script(char *out, size_t size, const char *reply) {
    snprintf(out, size, "read -r a; cat <<'EOF'\n{\"jsonrpc\":\"2.0\",\"id\":\"t\",%s}\nEOF\ncat >/dev/null", reply);
}

static void every_answer_has_its_envelope(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof replies / sizeof replies[0]; i++) {
        lob_case("%zu: %s", i, replies[i].reply);
        char script[1024];
        fixture f;
        write_script(script, sizeof script, replies[i].reply);
        start(&f, script);
        call(&f, "x", "t", 5000);
        assert_int_equal(f.result.ok, replies[i].data != NULL);
        assert_text(f.result.data, replies[i].data);
        if (replies[i].data == NULL) {
            assert_failed(&f, replies[i].code, replies[i].message, replies[i].details);
        }
        stop(&f);
    }
}

/* Who can mend it decides; a code that the contract gets one day must be put here. */
static void every_code_of_the_contract_is_mapped(void **state) {
    (void)state;
    static const lob_tool_error_code wanted[] = {
        [LOB_E_FILE_NOT_FOUND] = LOB_TOOL_ERROR_CODE_NOT_FOUND,
        [LOB_E_UNSUPPORTED_FORMAT] = LOB_TOOL_ERROR_CODE_INVALID_PARAM,
        [LOB_E_TOP_CELL_NOT_FOUND] = LOB_TOOL_ERROR_CODE_NOT_FOUND,
        [LOB_E_SESSION_NOT_FOUND] = LOB_TOOL_ERROR_CODE_NOT_FOUND,
        [LOB_E_SESSION_EXPIRED] = LOB_TOOL_ERROR_CODE_NOT_FOUND,
        [LOB_E_INVALID_BOX] = LOB_TOOL_ERROR_CODE_INVALID_PARAM,
        [LOB_E_INVALID_LAYER] = LOB_TOOL_ERROR_CODE_INVALID_PARAM,
        [LOB_E_INVALID_TARGET] = LOB_TOOL_ERROR_CODE_INVALID_PARAM,
        [LOB_E_QUERY_TOO_LARGE] = LOB_TOOL_ERROR_CODE_INVALID_PARAM,
        [LOB_E_TOOL_LIMIT_EXCEEDED] = LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE,
        [LOB_E_RENDER_FAILED] = LOB_TOOL_ERROR_CODE_INTERNAL_ERROR,
        [LOB_E_DRC_RUN_FAILED] = LOB_TOOL_ERROR_CODE_INTERNAL_ERROR,
        [LOB_E_INTERNAL_ERROR] = LOB_TOOL_ERROR_CODE_INTERNAL_ERROR,
        [LOB_E_CACHE_EVICTED] = LOB_TOOL_ERROR_CODE_NOT_FOUND,
        [LOB_E_LAYOUT_NOT_PINNED] = LOB_TOOL_ERROR_CODE_NOT_FOUND,
        [LOB_E_REPORT_LEVEL_UNSUPPORTED] = LOB_TOOL_ERROR_CODE_INVALID_PARAM,
    };
    assert_int_equal(sizeof wanted / sizeof wanted[0], LOB_E_CANCELLED); /* which never leaves the server */
    for (lob_status code = LOB_OK + 1; code < LOB_E_CANCELLED; code++) {
        assert_int_equal(lob_tool_error_of_contract(lob_str_from(lob_status_name(code)), LOB_STR("")), wanted[code]);
    }
    static const struct {
        const char *reason;
        lob_tool_error_code code;
    } runs[] = {
        {"exit_code", LOB_TOOL_ERROR_CODE_INVALID_PARAM},       {"timeout", LOB_TOOL_ERROR_CODE_TIMEOUT},
        {"not_found", LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE}, {"no_sandbox", LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE},
        {"memory", LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE},    {"crash", LOB_TOOL_ERROR_CODE_INTERNAL_ERROR}};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        lob_case("%zu: %s", i, runs[i].reason);
        assert_int_equal(lob_tool_error_of_contract(LOB_STR("DRC_RUN_FAILED"), lob_str_from(runs[i].reason)),
                         runs[i].code);
    }
}

static void codes_have_their_names(void **state) {
    (void)state;
    static const char *const names[] = {"INVALID_PARAM", "NOT_FOUND",           "CONFLICT",      "DRC_VIOLATION",
                                        "TIMEOUT",       "SERVICE_UNAVAILABLE", "INTERNAL_ERROR"};
    for (int i = 0; i < LOB_TOOL_ERROR_CODE_COUNT; i++) {
        lob_tool_error_code code;
        assert_true(lob_tool_error_of_skill(lob_str_from(names[i]), &code));
        assert_int_equal(code, i);
        assert_string_equal(lob_tool_error_code_names[i], names[i]);
    }
    assert_int_equal(lob_tool_error_of_rpc(-32601), LOB_TOOL_ERROR_CODE_NOT_FOUND);
    assert_int_equal(lob_tool_error_of_rpc(-32002), LOB_TOOL_ERROR_CODE_NOT_FOUND);
    assert_int_equal(lob_tool_error_of_rpc(-32001), LOB_TOOL_ERROR_CODE_TIMEOUT);
    assert_int_equal(lob_tool_error_of_rpc(-32603), LOB_TOOL_ERROR_CODE_INTERNAL_ERROR);
}

/* The first call is never answered in time; the server hears that nobody waits, its late answer harms nobody, and an id
 * may be used again once it was answered. */
static void time_that_is_over_costs_one_call(void **state) {
    (void)state;
    fixture f;
    start(&f, "read -r a; read -r cancelled; echo '{\"id\":\"\\u0074\",\"result\":{\"late\":1}}'; read -r b; "
              "printf '{\"id\":\"u\",\"result\":{\"structuredContent\":%s}}\\n' \"$cancelled\"; read -r c; "
              "echo '{\"id\":\"t\",\"result\":{\"again\":1}}'; cat >/dev/null");
    call(&f, "x", "t", 150);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_TIMEOUT, "The tool did not answer in time and was stopped",
                  "{\"timeout_ms\":150}");
    assert_ge(f.result.duration_ms, 150);
    assert_lt(f.result.duration_ms, 5000);
    call(&f, "x", "t", 5000); /* still under way, as far as we know */
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM,
                  "trace_id is that of a call under way; every call needs one of its own", NULL);
    call(&f, "x", "u", 5000);
    assert_text(f.result.data,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"t\","
                "\"reason\":\"timeout_ms is over\"}}");
    call(&f, "x", "t", 5000);
    assert_text(f.result.data, "{\"again\":1}");
    stop(&f);
}

static void what_is_no_call_is_not_sent(void **state) {
    (void)state;
    char long_id[300];
    memset(long_id, 'a', sizeof long_id - 1);
    long_id[sizeof long_id - 1] = '\0';
    fixture f;
    start(&f, "cat >/dev/null");
    call(&f, "", "t", 1000);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "name must name a tool", NULL);
    call(&f, "x", "", 1000);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "trace_id must have 1 to 256 bytes, none of them NUL", NULL);
    call(&f, "x", long_id, 1000);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "trace_id must have 1 to 256 bytes, none of them NUL", NULL);
    call(&f, "x", "t", 0);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "timeout_ms must lie between 1 and 2147483647", NULL);
    call(&f, "x", "t", INT64_C(1) << 31);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "timeout_ms must lie between 1 and 2147483647", NULL);
    lob_tool_call_request request = request_of("x", "t", 1000);
    request.name = (lob_str){"x\0y", 3};
    assert_int_equal(lob_tool_call(&f.ctx, &f.client, &request, &f.result), LOB_OK);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "name must name a tool", NULL);
    request = request_of("x", "t", 1000);
    request.trace_id = (lob_str){"t\0", 2};
    assert_int_equal(lob_tool_call(&f.ctx, &f.client, &request, &f.result), LOB_OK);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_INVALID_PARAM, "trace_id must have 1 to 256 bytes, none of them NUL", NULL);
    stop(&f);
}

static void a_server_that_is_gone_is_unavailable(void **state) {
    (void)state;
    fixture f;
    start(&f, "read -r a; exit 3");
    call(&f, "x", "t", 5000);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE,
                  "The server ended with exit status 3 before it answered tools/call", "{\"reason\":\"closed\"}");
    call(&f, "x", "u", 5000);
    assert_int_equal(f.result.error->code, LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE);
    lob_mcp_client_close(&f.client);
    call(&f, "x", "v", 5000);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE, "The server is not running", "{\"reason\":\"closed\"}");
    lob_arena_drop(f.arena);
    assert_int_equal(lob_alloc_live(), 0);

    start(&f, "read -r a; echo nonsense; cat >/dev/null");
    call(&f, "x", "t", 5000);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE,
                  "The server wrote to standard output something that is not JSON: \"nonsense\"",
                  "{\"reason\":\"malformed\"}");
    stop(&f);
    /* Numbers are ours; an id of digits is still a string. */
    start(&f, "read -r a; echo '{\"id\":1,\"result\":{}}'; cat >/dev/null");
    call(&f, "x", "1", 5000);
    assert_int_equal(f.result.error->code, LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE);
    stop(&f);
}

static void errors_of_ours_take_the_same_way(void **state) {
    (void)state;
    fixture f = {.arena = lob_arena_new(0)};
    lob_ctx_init(&f.ctx, f.arena);
    lob_fail(&f.ctx, LOB_E_SESSION_EXPIRED, "Gone");
    lob_hint(&f.ctx, "Again");
    assert_int_equal(lob_tool_call_fail(&f.ctx, &f.ctx.error, &f.result), LOB_OK);
    assert_failed(&f, LOB_TOOL_ERROR_CODE_NOT_FOUND, "Gone",
                  "{\"contract_code\":\"SESSION_EXPIRED\",\"hint\":\"Again\"}");
    lob_arena_drop(f.arena);
}

static bool call_once(void *arg) {
    fixture f;
    lob_tool_call_request request = request_of("x", "t", 5000);
    bool fine = open_server(&f, arg) && lob_tool_call(&f.ctx, &f.client, &request, &f.result) == LOB_OK;
    if (f.arena != NULL) {
        lob_mcp_client_close(&f.client);
    }
    lob_arena_drop(f.arena);
    return fine;
}

/* The allocations of the call alone, the server once started, and each alone. */
static void sweep_call(const char *script) {
    bool met = true;
    for (unsigned nth = 1; met; nth = sweep_next(nth, false)) {
        fixture f;
        start(&f, script);
        lob_tool_call_request request = request_of("x", "t", 5000);
        lob_alloc_fail_at(nth, false);
        const bool fine = lob_tool_call(&f.ctx, &f.client, &request, &f.result) == LOB_OK;
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        assert_ne(fine, met);
        stop(&f);
    }
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    static const size_t some[] = {1, 3, 8, 12, 15, 17};
    const bool is_quick = getenv("LOB_TEST_QUICK") && !getenv("LOB_COVERAGE");
    for (size_t i = 0; i < (is_quick ? 2 : sizeof some / sizeof some[0]); i++) {
        lob_case("some[%zu]", i);
        char script[1024];
        write_script(script, sizeof script, replies[some[i]].reply);
        if (stride_is_on() && i > 0) { /* each attempt starts a shell, and starting it was swept */
            sweep_call(script);
        } else {
            assert_gt(sweep_allocations(call_once, script), 5);
        }
    }
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sends_what_the_seed_says),
        cmocka_unit_test(every_answer_has_its_envelope),
        cmocka_unit_test(every_code_of_the_contract_is_mapped),
        cmocka_unit_test(codes_have_their_names),
        cmocka_unit_test(time_that_is_over_costs_one_call),
        cmocka_unit_test(what_is_no_call_is_not_sent),
        cmocka_unit_test(a_server_that_is_gone_is_unavailable),
        cmocka_unit_test(errors_of_ours_take_the_same_way),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
