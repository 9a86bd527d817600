/* Events into commands: every split of the stream, every cut of a tool call's name and arguments, and random cuts of
 * the same words into events, held to what the words say as a whole. */
#include "tests/support/lob_test.h"

#include "base/lines.h"
#include "proxy/reply.h"
#include "tests/unit/base/sweep.h"
#include "json/reader.h"

static char told[4096];

static bool keep(void *arg, const lob_llm_call *call, lob_str command) {
    (void)arg;
    if (call != NULL) {
        snprintf(told + strlen(told), sizeof told - strlen(told), "%.*s: ", (int)call->id.size, call->id.data);
    }
    snprintf(told + strlen(told), sizeof told - strlen(told), "%.*s\n", (int)command.size, command.data);
    return true;
}

static char missed[4096];

static void near(void *arg, const char *said) {
    (void)arg;
    snprintf(missed + strlen(missed), sizeof missed - strlen(missed), "%s\n", said);
}

static bool on_line(void *arg, lob_str line) {
    return lob_llm_reply_line(arg, line);
}

static void run(const char *stream, size_t size, size_t cut, lob_llm_reply *reply) {
    lob_text_lines lines;
    told[0] = '\0';
    lob_llm_reply_open(reply, true, keep, near, NULL);
    lob_lines_open(&lines, LOB_LLM_SIZE_MAX);
    assert_true(lob_lines_feed(&lines, (lob_str){stream, cut}, on_line, reply));
    assert_true(lob_lines_feed(&lines, (lob_str){stream + cut, size - cut}, on_line, reply));
    assert_true(lob_lines_end(&lines, on_line, reply));
    lob_lines_close(&lines);
}

#define DELTA(inside) "data: {\"choices\":[{\"index\":0,\"delta\":{" inside "}}]}\n\n"

static const char mixed[] =
    "\xef\xbb\xbf: hello\n\nevent: message\nid: 7\nretry: 10\n" DELTA("\"role\":\"assistant\",\"content\":\"\"")
        DELTA("\"content\":\"Look: {\\\"tool\\\":\\\"klay\"")
            DELTA("\"content\":\"out\\\",\\\"method\\\":\\\"ping\\\"\"") DELTA("\"content\":null")
                DELTA("\"content\":\",\\\"params\\\":{\\\"s\\\":\\\"}\\u00e4\\\"}} "
                      "done\"") "data:{\"choices\":[{\"message\":{\"content\":\"{"
                                "\\\"tool\\\":\\\"klayout\\\",\\\"method\\\":\\\"b\\\"}"
                                "\"}}]}\r\n\r\n"
                                "{\"choices\":[{\"delta\":{\"content\":\"{\\\"tool\\\":"
                                "\\\"other\\\",\\\"method\\\":\\\"c\\\"}\"}}]}\r\r"
                                "data: {\"choices\":[]}\n\ndata: {\"usage\":{}}\n\n"
                                "data: "
                                "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"{"
                                "\\\"tool\\\":\\\"klayout\\\",\\\"method\\\":\\\"n\\\"}"
                                "\"}}]}\n\n"
                                "data: [DONE]\n\n";

static void a_stream_split_at_every_byte(void **state) {
    (void)state;
    for (size_t cut = 0; cut < sizeof mixed; cut++) {
        lob_llm_reply reply;
        run(mixed, sizeof mixed - 1, cut < sizeof mixed - 1 ? cut : sizeof mixed - 1, &reply);
        assert_string_equal(told, "{\"tool\":\"klayout\",\"method\":\"ping\",\"params\":{\"s\":\"}\xc3\xa4\"}}\n"
                                  "{\"tool\":\"klayout\",\"method\":\"b\"}\n");
        assert_true(reply.is_done);
        assert_int_equal(reply.malformed_count, 0);
        assert_false(reply.has_error);
        lob_llm_reply_close(&reply);
    }
}

static void add_escaped(char *out, const char *text, size_t size) {
    char *at = out + strlen(out);
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            *at++ = '\\';
        }
        *at++ = text[i];
    }
    *at = '\0';
}

/* The arguments in three pieces, at every two places; the name in two. */
static void a_tool_call_cut_everywhere(void **state) {
    static const char arguments[] = " {\"method\":\"m\",\"params\":{\"t\":\"\\\"}\"}}";
    static const char name[] = "klayout";
    const size_t size = sizeof arguments - 1;
    (void)state;
    for (size_t i = 0; i <= size; i++) {
        for (size_t k = i; k <= size; k++) {
            char line[1024];
            lob_llm_reply reply;
            size_t half = (i + k) % sizeof name;
            told[0] = '\0';
            lob_llm_reply_open(&reply, true, keep, near, NULL);
            snprintf(line, sizeof line,
                     "data: "
                     "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"%.*"
                     "s\"}}]}}]}",
                     (int)half, name);
            assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
            snprintf(
                line, sizeof line,
                "data: "
                "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"%s\",\"arguments\":\"",
                name + half);
            add_escaped(line, arguments, i);
            strcat(line, "\"}}]}}]}");
            assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
            strcpy(line, "data: "
                         "{\"choices\":[{\"delta\":{\"content\":null,\"tool_calls\":[{\"index\":0,\"id\":\"\","
                         "\"function\":{\"arguments\":\"");
            add_escaped(line, arguments + i, k - i);
            strcat(line, "\"}}]}}]}");
            assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
            strcpy(line, "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"arguments\":\"");
            add_escaped(line, arguments + k, size - k);
            strcat(line, "\"}}]}}]}");
            assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
            assert_string_equal(told, "c1: {\"method\":\"m\",\"params\":{\"t\":\"\\\"}\"}}\n");
            assert_int_equal(reply.call_count, 1);
            lob_llm_reply_close(&reply);
        }
    }
}

/* A call whose arguments say `tool` themselves: that counts, as when its name stood before them. */
static void which_calls_are_commands(void **state) {
    static const struct {
        const char *name, *arguments, *told;
    } cases[] = {
        {"klayout", "{\\\"method\\\":\\\"m\\\"}", "i: {\"method\":\"m\"}\n"},
        {"klayout", "{}", "i: {}\n"},
        {"klayout", "{\\\"tool\\\":\\\"klayout\\\"}", "i: {\"tool\":\"klayout\"}\n"},
        {"klayout", "{\\\"tool\\\":\\\"other\\\"}", ""},
        {"klayout", "{\\\"tool\\\":7}", ""},
        {"use", "{\\\"tool\\\":\\\"klayout\\\",\\\"method\\\":\\\"m\\\"}",
         "i: {\"tool\":\"klayout\",\"method\":\"m\"}\n"},
        {"get_cell_list", "{\\\"method\\\":\\\"m\\\"}", ""},
        {"klayout", "{method:m}", ""},
        {"klayout", "", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].name);
        char body[512];
        lob_llm_reply reply;
        told[0] = '\0';
        lob_llm_reply_open(&reply, true, keep, near, NULL);
        snprintf(body, sizeof body,
                 "{\"choices\":[{\"message\":{\"content\":\"t\",\"tool_calls\":[{\"id\":\"i\",\"type\":\"function\","
                 "\"function\":{\"name\":\"%s\",\"arguments\":\"%s\"}}]}}]}",
                 cases[i].name, cases[i].arguments);
        assert_true(lob_llm_reply_body(&reply, lob_str_from(body)));
        assert_string_equal(told, cases[i].told);
        assert_string_equal(reply.content.data, "t");
        lob_llm_reply_close(&reply);
    }
}

static void calls_side_by_side(void **state) {
    static const char stream[] = DELTA(
        "\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"klayout\",\"arguments\":\"{"
        "\\\"method\\\"\"}},"
        "{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"klayout\",\"arguments\":\"{\\\"method\\\":\"}}]")
        DELTA("\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"\\\"two\\\"}\"}}]")
            DELTA("\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"klayout\",\"arguments\":\":\\\"one\\\"}\"}}]")
                DELTA("\"tool_calls\":[{\"index\":0,\"id\":\"z\",\"function\":{\"name\":\"klayout\",\"arguments\":\"{"
                      "\\\"method\\\":\\\"three\\\"}\"}}]");
    lob_llm_reply reply;
    (void)state;
    run(stream, sizeof stream - 1, 0, &reply);
    assert_string_equal(told, "b: {\"method\":\"two\"}\na: {\"method\":\"one\"}\nz: {\"method\":\"three\"}\n");
    assert_int_equal(reply.call_count, 3);
    lob_llm_reply_close(&reply);
}

static void too_many_calls_are_counted(void **state) {
    lob_llm_reply reply;
    (void)state;
    told[0] = '\0';
    lob_llm_reply_open(&reply, true, keep, near, NULL);
    for (int i = 0; i < LOB_LLM_CALL_COUNT_MAX + 3; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":%d,\"function\":{\"name\":\"klayout\","
                 "\"arguments\":\"{}\"}}]}}]}",
                 i);
        assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
    }
    assert_int_equal(reply.call_count, LOB_LLM_CALL_COUNT_MAX);
    assert_int_equal(reply.call_count_refused, 3);
    lob_llm_reply_close(&reply);
}

/* Words cut into events at random, escaped as JSON; the commands are those of the words. */
static void random_cuts(void **state) {
    static const char words[] =
        "Sure. {\"tool\":\"klayout\",\"method\":\"a\",\"params\":{\"x\":[1,{\"y\":\"{\\\"\"}]}} and "
        "{\"tool\":\"klayout\"} {\"no\":{\"tool\":\"klayout\"}} {bad} {\"tool\":\"klayout\",\"n\":\"\\\\\"}";
    static const char expected[] =
        "{\"tool\":\"klayout\",\"method\":\"a\",\"params\":{\"x\":[1,{\"y\":\"{\\\"\"}]}}\n"
        "{\"tool\":\"klayout\"}\n{\"tool\":\"klayout\"}\n{\"tool\":\"klayout\",\"n\":\"\\\\\"}\n";
    (void)state;
    srand(7);
    for (int round = 0; round < 500; round++) {
        lob_llm_reply reply;
        told[0] = '\0';
        lob_llm_reply_open(&reply, true, keep, near, NULL);
        for (size_t at = 0; at < sizeof words - 1;) {
            char line[1024] = "data: {\"choices\":[{\"delta\":{\"content\":\"";
            size_t piece = 1 + (size_t)rand() % 20;
            piece = piece < sizeof words - 1 - at ? piece : sizeof words - 1 - at;
            add_escaped(line, words + at, piece);
            strcat(line, "\"}}]}");
            assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
            at += piece;
        }
        assert_string_equal(told, expected);
        assert_string_equal(reply.content.data, words);
        lob_llm_reply_close(&reply);
    }
}

static void what_is_malformed_is_counted(void **state) {
    static const char *const lines[] = {"data: {\"choices\":[{]}", "data: <html>", "hello", "data: [1]",
                                        "data: {\"a\":1,\"a\":2}"};
    lob_llm_reply reply;
    (void)state;
    lob_llm_reply_open(&reply, true, keep, near, NULL);
    for (unsigned i = 0; i < 5; i++) {
        assert_true(lob_llm_reply_line(&reply, lob_str_from(lines[i])));
        assert_int_equal(reply.malformed_count, i + 1);
    }
    assert_non_null(reply.fault);
    static const char *const harmless[] = {"data: {}",
                                           "data: {\"choices\":null}",
                                           "data: {\"choices\":[7]}",
                                           "data:",
                                           "",
                                           "data: {\"choices\":[{\"delta\":{\"tool_calls\":7}}]}",
                                           "data: {\"choices\":[{\"delta\":{\"tool_calls\":[7,{\"function\":3}]}}]}",
                                           "data: {\"error\":null}",
                                           "data: {\"choices\":[{\"delta\":{\"content\":[]}}]}"};
    for (unsigned i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        lob_case("%s", harmless[i]);
        assert_true(lob_llm_reply_line(&reply, lob_str_from(harmless[i])));
    }
    assert_int_equal(reply.malformed_count, 5);
    assert_false(reply.has_error);
    assert_true(lob_llm_reply_line(&reply, LOB_STR("data: {\"error\":{\"message\":\"no credit\"}}")));
    assert_string_equal(reply.error, "no credit");
    assert_true(lob_llm_reply_line(&reply, LOB_STR("data: {\"error\":\"another\"}")));
    assert_string_equal(reply.error, "no credit");
    lob_llm_reply_close(&reply);
    lob_llm_reply_open(&reply, true, keep, near, NULL);
    assert_true(lob_llm_reply_body(&reply, LOB_STR("{\"error\":{}}")));
    assert_string_equal(reply.error, "no details");
    lob_llm_reply_close(&reply);
}

static void a_reply_has_a_limit(void **state) {
    static char line[600000];
    lob_llm_reply reply;
    (void)state;
    lob_llm_reply_open(&reply, true, keep, near, NULL);
    int size = snprintf(line, sizeof line, "data: {\"choices\":[{\"delta\":{\"content\":\"");
    memset(line + size, 'x', sizeof line - 50 - (size_t)size);
    strcpy(line + sizeof line - 50, "\"}}]}");
    assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
    assert_false(lob_llm_reply_line(&reply, lob_str_from(line)));
    assert_int_equal(reply.content.failed, LOB_BUF_TOO_LARGE);
    lob_llm_reply_close(&reply);
    lob_llm_reply_open(&reply, false, keep, near, NULL);
    for (int i = 0; i < 5; i++) {
        assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
    }
    assert_int_equal(reply.content.size, 0);
    lob_llm_reply_close(&reply);
}

/* What is not finished is looked at when [DONE] comes, before it is handed on; calls as well as text. */
static void the_end_of_a_reply(void **state) {
    static const char *const lines[] = {
        "{\"choices\":[{\"delta\":{\"content\":\"{ \\\"a\\\": {\\\"tool\\\":\\\"klayout\\\"},\"}}]}",
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"i\",\"function\":{\"name\":\"f\",\"arguments\":"
        "\"{\\\"a\\\": {\\\"tool\\\":\\\"klayout\\\"},\"}}]}}]}"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        lob_case("%d", i);
        lob_llm_reply reply;
        told[0] = missed[0] = '\0';
        lob_llm_reply_open(&reply, false, keep, near, NULL);
        assert_true(lob_llm_reply_line(&reply, lob_str_from(lines[i])));
        assert_string_equal(told, "");
        assert_true(lob_llm_reply_line(&reply, LOB_STR("data: [DONE]")));
        assert_string_equal(told, i == 0 ? "{\"tool\":\"klayout\"}\n" : "i: {\"tool\":\"klayout\"}\n");
        assert_true(lob_llm_reply_end(&reply));
        assert_int_equal(strlen(told), i == 0 ? 19 : 22);
        assert_string_equal(missed, "");
        lob_llm_reply_close(&reply);
    }
}

/* The name of a function comes from the model: a near miss stays one line. */
static void near_misses_are_one_line(void **state) {
    static const char line[] = "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"a\\nb\\u00e4"
                               "0123456789012345678901234567890123456789\",\"arguments\":\"{\\n}\"}}]}}]}";
    lob_llm_reply reply;
    (void)state;
    missed[0] = '\0';
    lob_llm_reply_open(&reply, false, keep, near, NULL);
    assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
    assert_true(lob_llm_reply_end(&reply));
    lob_llm_reply_close(&reply);
    assert_string_equal(missed,
                        "a call of a b  01234567890123456789012345678901234: { } (it calls another function than "
                        "klayout); expected {\"tool\":\"klayout\",\"method\":M,\"params\":{...}}\n");
    lob_llm_reply_open(&reply, false, keep, NULL, NULL); /* nobody asks */
    assert_true(lob_llm_reply_line(&reply, lob_str_from(line)));
    assert_true(lob_llm_reply_end(&reply));
    lob_llm_reply_close(&reply);
}

static void other_forms_of_a_reply(void **state) {
    static const struct {
        const char *line, *told, *missed;
    } cases[] = {
        {"{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"tool\\\":\"},7,{\"type\":"
         "\"image\"},{\"text\":\"\\\"klayout\\\"}\"}]}}]}",
         "{\"tool\":\"klayout\"}\n", ""},
        {"{\"choices\":[{\"delta\":{\"content\":null},\"message\":{\"content\":\"{\\\"tool\\\":\\\"klayout\\\"}\"}}]}",
         "{\"tool\":\"klayout\"}\n", ""},
        {"{\"choices\":[{\"delta\":{\"function_call\":{\"name\":\"klayout\",\"arguments\":\"{}\"}}}]}", "",
         "function_call (it is not read, tool_calls are); expected "
         "{\"tool\":\"klayout\",\"method\":M,\"params\":{...}}\n"},
        {"{\"choices\":[{\"message\":{\"function_call\":{\"name\":\"\",\"arguments\":\"{}\"}}}]}", "", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu", i);
        lob_llm_reply reply;
        told[0] = missed[0] = '\0';
        lob_llm_reply_open(&reply, false, keep, near, NULL);
        assert_true(lob_llm_reply_line(&reply, lob_str_from(cases[i].line)));
        assert_true(lob_llm_reply_end(&reply));
        assert_string_equal(told, cases[i].told);
        assert_string_equal(missed, cases[i].missed);
        lob_llm_reply_close(&reply);
    }
}

static bool attempt(void *arg) {
    static const char call[] = DELTA("\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"klayout\","
                                     "\"arguments\":\"{\\\"method\\\":\\\"m\\\"}\"}}]");
    lob_llm_reply reply;
    (void)arg;
    told[0] = '\0';
    lob_llm_reply_open(&reply, true, keep, near, NULL);
    bool fine =
        lob_llm_reply_line(&reply, (lob_str){call, sizeof call - 3}) &&
        lob_llm_reply_body(
            &reply,
            LOB_STR("{\"choices\":[{\"message\":{\"content\":\"{\\\"tool\\\":\\\"klayout\\\"} {\\\"tool\\\"\"}}]}")) &&
        lob_llm_reply_end(&reply);
    lob_llm_reply_close(&reply);
    return fine;
}

static void without_memory(void **state) {
    (void)state;
    lob_json_init();
    assert_gt(sweep_allocations(attempt, NULL), 20);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_split_at_every_byte), cmocka_unit_test(a_tool_call_cut_everywhere),
        cmocka_unit_test(which_calls_are_commands),     cmocka_unit_test(calls_side_by_side),
        cmocka_unit_test(too_many_calls_are_counted),   cmocka_unit_test(random_cuts),
        cmocka_unit_test(what_is_malformed_is_counted), cmocka_unit_test(a_reply_has_a_limit),
        cmocka_unit_test(the_end_of_a_reply),           cmocka_unit_test(other_forms_of_a_reply),
        cmocka_unit_test(near_misses_are_one_line),     cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
