/* What is reported of text that is passed by: each row is a text, the places of its braces that were given up, and the
 * reports. Streams of models are in test_reply_streams.c; here is what they do not reach. */
#include "tests/support/lob_test.h"

#include "proxy/miss.h"

static char told[4096];

static void tell(void *arg, const lob_llm_miss *miss) {
    (void)arg;
    snprintf(told + strlen(told), sizeof told - strlen(told), "%.*s%s;%zu;%s\n", (int)miss->seen.size, miss->seen.data,
             miss->is_cut ? "..." : "", miss->at, miss->what);
}

/* All its braces are broken ones. */
static void pass(lob_llm_misses *m, const char *text) {
    for (size_t at = 0; text[at] != '\0';) {
        size_t size = 1 + strcspn(text + at + 1, "{");
        if (text[at] == '{') {
            lob_llm_misses_break(m, "w", 2);
        }
        lob_llm_misses_pass(m, (lob_str){text + at, size});
        at += size;
    }
}

static void what_is_meant(void **state) {
    static const struct {
        const char *text, *told;
    } rows[] = {
        {"{'x': 'klayout'}", "{'x': 'klayout'};2;w\n"},
        {"{x=klayout}", "{x=klayout};2;w\n"},
        {"{x => \"KLAYOUT\"} after", "{x => \"KLAYOUT\"};2;w\n"},
        {"{klayout}", ""},
        {"{x(\"klayout\")}", ""},
        {"{x: kklayout}", ""},
        {"{x: klayou, klayout}", ""},
        {"{x: klayouklayout}", ""},
        {"x: klayout {}", ""},
        {"{} x: klayout", ""},
        {"{'x': 'klayout'", "{'x': 'klayout';2;w\n"},
        {"{ {x: klayout} }", "{x: klayout};2;w\n"},
        {"{ {y: 1}, x: klayout }", "{ {y: 1}, x: klayout };2;w\n"},
        {"{tool: x}", "{tool: x};2;w\n"},
        {"{ 'TOOL' : x}", "{ 'TOOL' : x};2;w\n"},
        {"{tool x}", "{tool x};2;w\n"},
        {"{tool", ""},
        {"{tool}", ""},
        {"{tool }", ""},
        {"{tools: x}", ""},
        {"{tool_name: x}", ""},
        {"{to ol: x}", ""},
        {"{a tool: x}", ""},
        {"{toot: x}", ""},
        {"{x:\n\t'klayout'\x7f}", "{x:  'klayout' };2;w\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%zu: %s", i, rows[i].text);
        lob_llm_misses m;
        told[0] = '\0';
        lob_llm_misses_open(&m, tell, NULL);
        pass(&m, rows[i].text);
        lob_llm_misses_end(&m);
        assert_string_equal(told, rows[i].told);
        assert_int_equal(m.count, 0);
        assert_int_equal(m.passed, strlen(rows[i].text));
    }
}

/* Whole characters are shown. */
static void the_cut(void **state) {
    (void)state;
    for (int shift = 0; shift < 4; shift++) {
        lob_case("%d", shift);
        char text[256], expected[256] = "";
        lob_llm_misses m;
        size_t size = (size_t)sprintf(text, "{x:klayout%.*s", shift, "aaa");
        while (size < 200) {
            size += (size_t)sprintf(text + size, "%s", "\xe8\x8a\xaf");
        }
        told[0] = '\0';
        lob_llm_misses_open(&m, tell, NULL);
        pass(&m, text);
        lob_llm_misses_end(&m);
        size_t shown = 10 + (size_t)shift + (110 - (size_t)shift) / 3 * 3;
        shown -= (shown == 120) ? 3 : 0; /* that the last one is whole is not known */
        snprintf(expected, sizeof expected, "%.*s...;2;w\n", (int)shown, text);
        assert_string_equal(told, expected);
    }
}

/* Of more braces than are kept the outermost is let go, and reported when it was meant. */
static void many_open_braces(void **state) {
    lob_llm_misses m;
    (void)state;
    told[0] = '\0';
    lob_llm_misses_open(&m, tell, NULL);
    pass(&m, "{x:klayout {2 {3 {4 {5 {6 {7 {8 ");
    assert_string_equal(told, "");
    pass(&m, "{9 ");
    assert_string_equal(told, "{x:klayout {2 {3 {4 {5 {6 {7 {8 ;2;w\n");
    told[0] = '\0';
    pass(&m, "x:klayout}}}}}}}}}}}} x:klayout");
    lob_llm_misses_end(&m);
    assert_string_equal(told, "{9 x:klayout};2;w\n");
}

/* A whole object keeps its place whatever braces its texts hold; what is in a reported one is not reported again. */
static void whole_objects(void **state) {
    lob_llm_misses m;
    (void)state;
    told[0] = '\0';
    lob_llm_misses_open(&m, tell, NULL);
    pass(&m, "{");
    lob_llm_misses_object(&m, LOB_STR("{\"a\":\"}}\"}"), NULL);
    lob_llm_misses_pass(&m, LOB_STR("{\"a\":\"}}\"}"));
    pass(&m, ",x:klayout}");
    assert_string_equal(told, "{{\"a\":\"}}\"},x:klayout};2;w\n");
    told[0] = '\0';
    lob_llm_misses_object(&m, LOB_STR("{\"a\":\"{x:klayout\"}"), "whole");
    lob_llm_misses_pass(&m, LOB_STR("{\"a\":\""));
    pass(&m, "{x:klayout\"}");
    assert_string_equal(told, "{\"a\":\"{x:klayout\"};0;whole\n");
    told[0] = '\0';
    m.is_sought = true;
    pass(&m, "{1}");
    lob_llm_misses_break(&m, "w", 2);
    lob_llm_misses_pass(&m, LOB_STR("{2"));
    lob_llm_misses_skip(&m, 100);
    pass(&m, "3}");
    lob_llm_misses_end(&m);
    assert_string_equal(told, "{1};2;w\n{23};2;w\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_meant),
        cmocka_unit_test(the_cut),
        cmocka_unit_test(many_open_braces),
        cmocka_unit_test(whole_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
