/* Lines, cut at every place of the bytes. */
#include "tests/support/lob_test.h"

#include "base/lines.h"
#include "tests/unit/base/sweep.h"

static char said[512];

static bool keep(void *arg, lob_str line) {
    (void)arg;
    strcat(said, "<");
    strncat(said, line.data, line.size);
    strcat(said, ">");
    return strncmp(line.data, "stop", 4) != 0;
}

static void every_split_gives_the_same_lines(void **state) {
    static const char text[] = "a\nb\r\n\r\n\nc\rd\r\r\n\n\ne";
    (void)state;
    for (size_t i = 0; i < sizeof text; i++) {
        for (size_t k = i; k < sizeof text; k++) {
            lob_text_lines lines;
            lob_lines_open(&lines, 8);
            said[0] = '\0';
            assert_true(lob_lines_feed(&lines, (lob_str){text, i}, keep, NULL));
            assert_true(lob_lines_feed(&lines, (lob_str){text + i, k - i}, keep, NULL));
            assert_true(lob_lines_feed(
                &lines, (lob_str){text + k, sizeof text - 1 - (k < sizeof text - 1 ? k : sizeof text - 1)}, keep,
                NULL));
            assert_string_equal(said, "<a><b><><><c><d><><><>");
            assert_true(lob_lines_end(&lines, keep, NULL));
            assert_string_equal(said, "<a><b><><><c><d><><><><e>");
            assert_true(lob_lines_end(&lines, keep, NULL));
            lob_lines_close(&lines);
        }
    }
}

static void a_line_has_a_limit(void **state) {
    lob_text_lines lines;
    (void)state;
    said[0] = '\0';
    lob_lines_open(&lines, 8);
    assert_true(lob_lines_feed(&lines, LOB_STR("12345678\n1234"), keep, NULL));
    assert_true(lob_lines_feed(&lines, LOB_STR("5678"), keep, NULL));
    assert_false(lob_lines_feed(&lines, LOB_STR("9"), keep, NULL));
    assert_int_equal(lines.line.failed, LOB_BUF_TOO_LARGE);
    assert_string_equal(said, "<12345678>");
    lob_lines_close(&lines);
}

static void who_is_told_may_stop(void **state) {
    lob_text_lines lines;
    (void)state;
    said[0] = '\0';
    lob_lines_open(&lines, 0);
    assert_false(lob_lines_feed(&lines, LOB_STR("go\nstop\nmore\n"), keep, NULL));
    assert_string_equal(said, "<go><stop>");
    lob_lines_close(&lines);
}

static bool attempt(void *arg) {
    lob_text_lines lines;
    (void)arg;
    said[0] = '\0';
    lob_lines_open(&lines, 0);
    bool fine = lob_lines_feed(&lines, LOB_STR("one\ntwo\n"), keep, NULL);
    lob_lines_close(&lines);
    return fine;
}

static void without_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(attempt, NULL), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_split_gives_the_same_lines),
        cmocka_unit_test(a_line_has_a_limit),
        cmocka_unit_test(who_is_told_may_stop),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
