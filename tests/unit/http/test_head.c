/* Rules of headers against tables of the protocol's own examples (2026-07-28, basic/transports/streamable-http). */
#include "tests/support/lob_test.h"

#include "http/head.h"
#include "json/reader.h"

static unsigned judge_post(const char *type, const char *accept, const char *length) {
    const lob_head head = {.content_type = lob_head_value(type),
                           .accept = lob_head_value(accept),
                           .content_length = lob_head_value(length)};
    const lob_refusal refusal = lob_head_judge_post(&head);
    assert_eq(refusal.status == 0, refusal.message == NULL);
    return refusal.status;
}

#define JSON_TYPE "application/json"
#define BOTH      "application/json, text/event-stream"

static void types_and_sizes(void **state) {
    static const struct {
        const char *type, *accept, *length;
        unsigned status;
    } cases[] = {
        {JSON_TYPE, BOTH, NULL, 0},
        {"Application/JSON; charset=utf-8", "text/event-stream;q=0.5 ,application/json;q=1", "0", 0},
        {JSON_TYPE, "*/*", "16777216", 0},
        {JSON_TYPE, "application/*, text/*", "1", 0},
        {JSON_TYPE, "TEXT/Event-Stream,,\tapplication/JSON", NULL, 0},
        {NULL, BOTH, NULL, 415},
        {"text/plain", BOTH, NULL, 415},
        {"application/jsonp", BOTH, NULL, 415},
        {JSON_TYPE, NULL, NULL, 406},
        {JSON_TYPE, "", NULL, 406},
        {JSON_TYPE, JSON_TYPE, NULL, 406},
        {JSON_TYPE, "text/event-stream", NULL, 406},
        {JSON_TYPE, "application/json, text/event-stream;q=0", NULL, 406},
        {JSON_TYPE, "application/json;q=0.0, text/event-stream", NULL, 406},
        {JSON_TYPE, "application/json2, text/event-stream", NULL, 406},
        {JSON_TYPE, BOTH, "16777217", 413},
        {JSON_TYPE, BOTH, "99999999999999999999", 413},
        {JSON_TYPE, BOTH, "-1", 413},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].type);
        assert_int_equal(judge_post(cases[i].type, cases[i].accept, cases[i].length), cases[i].status);
    }
}

#define META(version) "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" version "}"
#define CALL(params)  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" params "}}"
#define READ(params)  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{" params "}}"
#define LIST(params)  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" params "}}"
#define NEW           META("\"2026-07-28\"")

/* 0: the headers repeat the message; 1: they do not; -1: it is of a revision with sessions. */
static int judge_message(const lob_head *head, const char *text) {
    lob_rpc_message message;
    int judged = -1;
    lob_rpc_read(lob_str_from(text), &message);
    if (lob_head_is_stateless(head, &message)) {
        const lob_refusal refusal = lob_head_judge_stateless(head, &message);
        judged = refusal.status != 0;
        assert_int_equal(refusal.status, judged ? 400 : 0);
        assert_int_equal(refusal.code, judged ? -32020 : 0);
    }
    lob_rpc_drop(&message);
    return judged;
}

static void headers_repeat_the_message(void **state) {
    static const struct {
        const char *protocol, *method, *name, *message;
        int judged;
    } cases[] = {
        {"2026-07-28", "tools/list", NULL, LIST(NEW), 0},
        {"2026-07-28", "tools/list", "left alone", LIST(NEW), 0},
        {"2026-07-28 ", "\ttools/call", " get_weather\t", CALL(NEW ",\"name\":\"get_weather\""), 0},
        {"2026-07-28", "tools/call", "get weather", CALL(NEW ",\"name\":\"get_weather\""), 1},
        {"2026-07-28", "tools/call", "get_weather", CALL(NEW ",\"name\":\"get_weather\""), 0},
        {"2026-07-28", "resources/read", "file:///projects/myapp/config.json",
         READ(NEW ",\"uri\":\"file:///projects/myapp/config.json\""), 0},
        /* The table of value encoding. */
        {"2026-07-28", "tools/call", "=?base64?SGVsbG8sIOS4lueVjA==?=", CALL(NEW ",\"name\":\"Hello, 世界\""), 0},
        {"2026-07-28", "tools/call", "=?base64?IHBhZGRlZCA=?=", CALL(NEW ",\"name\":\" padded \""), 0},
        {"2026-07-28", "tools/call", "=?base64?bGluZTEKbGluZTI=?=", CALL(NEW ",\"name\":\"line1\\nline2\""), 0},
        {"2026-07-28", "tools/call",
         "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", CALL(NEW ",\"name\":\"=?base64?literal?=\""), 0},
        {"2026-07-28", "tools/call",
         "=?base64?"
         "?=",
         CALL(NEW ",\"name\":\"\""), 0},
        {"2026-07-28", "tools/call", "", CALL(NEW ",\"name\":\"\""), 0},
        {"2026-07-28", "tools/call", "=?base64?Zm9v?=", CALL(NEW ",\"name\":\"foo\""), 0}, /* needlessly, but so */
        {"2026-07-28", "tools/call", "=?base64?literal?=", CALL(NEW ",\"name\":\"=?base64?literal?=\""), 1},
        {"2026-07-28", "tools/call", "=?base64?Zm9w?=", CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", "tools/call", "=?base64?Zm9v", CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", "tools/call", "=?base64?Zm9vYmFy?=", CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", "tools/call", "=?BASE64?Zm9v?=", CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", "tools/call", "=?base64?Zm9vYg?=", CALL(NEW ",\"name\":\"foob\""), 1}, /* no padding */
        {"2026-07-28", "tools/call", "Foo", CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", "tools/call", NULL, CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", "Tools/Call", "foo", CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", NULL, "foo", CALL(NEW ",\"name\":\"foo\""), 1},
        {"2026-07-28", "tools/list", "foo", CALL(NEW ",\"name\":\"foo\""), 1},
        {NULL, "tools/list", NULL, LIST(NEW), 1},
        {"2025-11-25", "tools/list", NULL, LIST(NEW), 1},
        {"2026-07-28", "tools/list", NULL, LIST(META("\"2025-11-25\"")), 1},
        /* What the core has a word on: the same revision that nobody knows, none in the body, no name. */
        {"2099-01-01", NULL, NULL, LIST(META("\"2099-01-01\"")), 0},
        {"2026-07-28", NULL, NULL, LIST(""), 0},
        {"2026-07-28", NULL, NULL, LIST(META("7")), 0},
        {"2026-07-28", "tools/call", NULL, CALL(NEW), 0},
        {"2026-07-28", NULL, NULL, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}", 0},
        {"2026-07-28", NULL, NULL, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", 0},
        /* Of the others. */
        {NULL, NULL, NULL, LIST(""), -1},
        {"2025-11-25", NULL, NULL, LIST(""), -1},
        {NULL, NULL, NULL, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", -1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].protocol);
        const lob_head head = {.protocol = lob_head_value(cases[i].protocol),
                               .method = lob_head_value(cases[i].method),
                               .name = lob_head_value(cases[i].name)};
        if (judge_message(&head, cases[i].message) != cases[i].judged) {
            fail_msg("case %zu: %s", i, cases[i].message);
        }
    }
}

static void revisions_with_sessions(void **state) {
    static const char *const fine[] = {NULL, "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
    static const char *const wrong[] = {"", "2026-07-28", "2025-11-2", "1.0", "2099-01-01"};
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(lob_head_judge_session(&(lob_head){.protocol = lob_head_value(fine[i])}).status, 0);
        assert_int_equal(lob_head_judge_session(&(lob_head){.protocol = lob_head_value(wrong[i])}).status, 400);
    }
}

#define ERROR(id, code) "{\"jsonrpc\":\"2.0\"," id "\"error\":{\"code\":" code ",\"message\":\"x\"}}"

static void statuses(void **state) {
    static char large[70000];
    static const struct {
        const char *answer;
        unsigned with_session, without;
    } cases[] = {
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"error\":{\"code\":-32601}}}", 200, 200},
        {ERROR("\"id\":1,", "-32601"), 200, 404},
        {ERROR("\"id\":1,", "-32602"), 200, 400},
        {ERROR("\"id\":1,", "-32021"), 200, 400},
        {ERROR("\"id\":1,", "-32022"), 200, 400},
        {ERROR("\"id\":1,", "-32603"), 200, 200},
        {ERROR("", "-32700"), 400, 400},
        {ERROR("", "-32600"), 400, 400},
        {ERROR("", "-32603"), 500, 500},
        {"[" ERROR("\"id\":1,", "-32601") "]", 200, 200},
        {"", 200, 200},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].answer);
        assert_int_equal(lob_head_status(lob_str_from(cases[i].answer), false), cases[i].with_session);
        assert_int_equal(lob_head_status(lob_str_from(cases[i].answer), true), cases[i].without);
    }
    memset(large, ' ', sizeof large - 1);
    memcpy(large, "{\"error\":{\"code\":-32601}}", 25);
    assert_int_equal(lob_head_status(lob_str_from(large), true), 200);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_and_sizes),
        cmocka_unit_test(headers_repeat_the_message),
        cmocka_unit_test(revisions_with_sessions),
        cmocka_unit_test(statuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
