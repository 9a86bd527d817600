/* Bodies spliced: every other byte stays. */
#include "tests/support/lob_test.h"

#include "proxy/request.h"
#include "tests/unit/base/sweep.h"
#include "json/reader.h"

static void the_model_is_replaced(void **state) {
    static const struct {
        const char *body, *model, *expected;
    } cases[] = {
        {"{\"model\" : \"a\", \"seed\":12345678901234567890}", "q/\"3",
         "{\"model\" : \"q/\\\"3\", \"seed\":12345678901234567890}"},
        {" {\n\"messages\":[]} ", "m", " {\"model\":\"m\",\n\"messages\":[]} "},
        {"{}", "m", "{\"model\":\"m\"}"},
        {"{ }", "m", "{\"model\":\"m\" }"},
        {"{\"x\":{\"model\":1},\"model\":null}", "m", "{\"x\":{\"model\":1},\"model\":\"m\"}"},
        {"{\"model\":\"a\"}", NULL, "{\"model\":\"a\"}"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].body);
        lob_buf out;
        lob_buf_init(&out, 0);
        assert_true(lob_llm_request_write(lob_str_from(cases[i].body), cases[i].model, &out));
        assert_string_equal(out.data, cases[i].expected);
        lob_buf_release(&out);
    }
    lob_buf out;
    lob_buf_init(&out, 10);
    assert_false(lob_llm_request_write(LOB_STR("{\"a\":\"0123456789\"}"), NULL, &out));
    assert_int_equal(out.failed, LOB_BUF_TOO_LARGE);
    lob_buf_release(&out);
}

static bool keep(void *arg, const lob_llm_call *call, lob_str command) {
    (void)arg;
    (void)call;
    (void)command;
    return true;
}

/* A result of each kind; `call` -1: the text. */
static bool extend(const char *reply_json, const char *body, int call, lob_buf *out) {
    lob_llm_reply reply;
    lob_llm_result results[2];
    lob_llm_reply_open(&reply, true, keep, NULL, NULL);
    bool fine = lob_llm_reply_body(&reply, lob_str_from(reply_json));
    for (int i = 0; i < 2; i++) {
        results[i] = (lob_llm_result){.call = call >= 0 ? &reply.calls[call] : NULL};
        lob_buf_init(&results[i].text, 0);
        lob_buf_add_text(&results[i].text, i == 0 ? "{\"ok\": true}" : "second");
        fine = fine && results[i].text.failed == LOB_BUF_FINE;
    }
    fine = fine && lob_llm_request_extend(lob_str_from(body), &reply, results, 2, out);
    for (int i = 0; i < 2; i++) {
        lob_buf_release(&results[i].text);
    }
    lob_llm_reply_close(&reply);
    return fine;
}

#define CALLS                                                                                                          \
    "{\"choices\":[{\"message\":{\"content\":null,\"tool_calls\":["                                                    \
    "{\"id\":\"c1\",\"function\":{\"name\":\"klayout\",\"arguments\":\"{\\\"method\\\":\\\"ping\\\"}\"}},"             \
    "{\"id\":\"c2\",\"function\":{\"name\":\"klayout\",\"arguments\":\"{\"}}]}}]}"

static void results_go_behind_the_messages(void **state) {
    lob_buf out;
    (void)state;
    lob_buf_init(&out, 0);
    assert_true(extend("{\"choices\":[{\"message\":{\"content\":\"I \\\"ask\\\"\"}}]}",
                       "{\"messages\":[{\"a\":1}],\"n\":2}", -1, &out));
    assert_string_equal(
        out.data,
        "{\"messages\":[{\"a\":1},{\"role\":\"assistant\",\"content\":\"I \\\"ask\\\"\"},"
        "{\"role\":\"user\",\"content\":\"Result of the klayout command:\\n{\\\"ok\\\": true}\\nsecond\"}],\"n\":2}");
    lob_buf_clear(&out);
    assert_true(extend(CALLS, "{\"messages\":[ ]}", 0, &out));
    assert_string_equal(
        out.data, "{\"messages\":[ {\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
                  "{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"klayout\",\"arguments\":\"{"
                  "\\\"method\\\":\\\"ping\\\"}\"}},"
                  "{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"klayout\",\"arguments\":\"{\"}}]},"
                  "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"{\\\"ok\\\": true}\\nsecond\"},"
                  "{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"{\\\"ok\\\": false, \\\"error\\\": "
                  "\\\"No klayout command was found in this tool call\\\"}\"}]}");
    lob_json_fault fault;
    assert_true(lob_json_check((lob_str){out.data, out.size}, false, &fault));
    lob_buf_clear(&out);
    assert_false(extend(CALLS, "{\"messages\":{}}", 0, &out));
    assert_false(extend(CALLS, "{}", 0, &out));
    assert_int_equal(out.failed, LOB_BUF_FINE);
    lob_buf_release(&out);
}

static bool attempt(void *arg) {
    lob_buf out;
    (void)arg;
    lob_buf_init(&out, 0);
    bool fine = extend(CALLS, "{\"messages\":[]}", 1, &out);
    lob_buf_release(&out);
    return fine;
}

static void without_memory(void **state) {
    (void)state;
    assert_gt(sweep_allocations(attempt, NULL), 10);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_is_replaced),
        cmocka_unit_test(results_go_behind_the_messages),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
