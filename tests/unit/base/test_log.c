/* The log: level, escaping, one line of at most 1 KiB. And the clock.
 * A program of its own: it looks at the level that a process begins with, which others change. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"

static char output[8192];

/* What a call of lob_log() puts on stderr. */
static const char *logged(lob_log_level level, const char *text) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    int saved = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    lob_log(level, "%s", text);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(ends[1]);
    ssize_t size = read(ends[0], output, sizeof output - 1);
    close(ends[0]);
    output[size > 0 ? size : 0] = '\0';
    return output;
}

static void test_levels(void **state) {
    (void)state;
    assert_string_equal(logged(LOB_LOG_ERROR, "bad"), "layout-observer: error: bad\n");
    assert_string_equal(logged(LOB_LOG_WARNING, "odd"), "layout-observer: warning: odd\n");
    assert_string_equal(logged(LOB_LOG_INFO, "quiet"), "");
    lob_log_set_level(LOB_LOG_DEBUG);
    assert_string_equal(logged(LOB_LOG_DEBUG, "loud"), "layout-observer: debug: loud\n");
    lob_log_set_level(LOB_LOG_WARNING);
}

static void test_lines_are_plain_and_short(void **state) {
    (void)state;
    assert_string_equal(logged(LOB_LOG_ERROR, "a\nb\x1b[2J\xe2\x80\xa8"),
                        "layout-observer: error: a\\x0ab\\x1b[2J\\xe2\\x80\\xa8\n");
    static char text[4000];
    for (int fill = 0; fill < 2; fill++) {
        memset(text, fill ? '\n' : 'x', sizeof text - 1);
        const char *line = logged(LOB_LOG_ERROR, text);
        assert_in_range(strlen(line), 1020, 1024);
        assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
    }
}

static void test_clock(void **state) {
    (void)state;
    int64_t before_ms = lob_clock_ms(), before_ns = lob_clock_ns();
    assert_ge(lob_clock_ns(), before_ns);
    lob_clock_shift_ms(5000);
    assert_in_range(lob_clock_ms() - before_ms, 5000, 6000);
    lob_clock_shift_ms(-5000);
    assert_in_range(lob_clock_ms() - before_ms, 0, 1000);
    char text[24];
    struct tm parts = {0};
    lob_clock_utc(text);
    assert_non_null(strptime(text, "%Y-%m-%dT%H:%M:%SZ", &parts));
    assert_in_range(llabs((long long)(timegm(&parts) - time(NULL))), 0, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels), cmocka_unit_test(test_lines_are_plain_and_short),
                                       cmocka_unit_test(test_clock)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
