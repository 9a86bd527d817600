/* Progress on err: lines where they are asked for, a bar on a terminal that is a real one (a pseudo-terminal). */
#include <fcntl.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli/bar.h"

static char *said;
static size_t said_size;
static lob_cli cli;
static lob_bar bar;

static int set_up(void **state) {
    (void)state;
    said = NULL;
    cli = (lob_cli){.product = {.name = "layout-observer"}, .err = open_memstream(&said, &said_size)};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    fclose(cli.err);
    free(said);
    return 0;
}

static const char *what_was_said(void) {
    fflush(cli.err);
    return said;
}

static void test_lines(void **state) {
    (void)state;
    lob_bar_begin(&bar, &cli, LOB_SWITCH_UNSET, false);
    bar.started_ms -= 5000;
    lob_bar_tell(&bar, 1, 2, "Reading"); /* not asked for, and no terminal */
    assert_string_equal(what_was_said(), "");
    lob_bar_begin(&bar, &cli, LOB_SWITCH_ON, false);
    lob_bar_tell(&bar, 1, 2, "Reading");
    lob_bar_tell(&bar, 5, 2, "Reading"); /* never above the whole */
    lob_bar_tell(&bar, 0.37, 1, "Reading");
    lob_bar_tell(&bar, 5, 0, "Drawing");
    static const char expected[] = "Reading: 1 of 2, 50 %\nReading: 5 of 2, 100 %\nReading: 37 %\nDrawing\n";
    assert_string_equal(what_was_said(), expected);
    lob_bar_clear(&bar); /* lines stay */
    assert_string_equal(what_was_said(), expected);
}

static void test_json(void **state) {
    (void)state;
    lob_bar_begin(&bar, &cli, LOB_SWITCH_UNSET, true);
    lob_bar_tell(&bar, 1, 2, "Reading");
    assert_string_equal(what_was_said(), "");
    lob_bar_begin(&bar, &cli, LOB_SWITCH_ON, true);
    lob_bar_tell(&bar, 1, 2, "Reading");
    lob_bar_tell_json(&bar, "file", "a");
    assert_string_equal(what_was_said(), "{\"done\":1,\"total\":2,\"message\":\"Reading\"}\n{\"file\":\"a\"}\n");
}

static size_t shown(int terminal, char *text, size_t size) {
    ssize_t got = read(terminal, text, size - 1);
    text[got > 0 ? got : 0] = '\0';
    return strlen(text);
}

/* One line, which changes, from when the work takes a second, and goes before anything else is said. */
static void test_terminal(void **state) {
    (void)state;
    char text[500], expected[100];
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
        print_message("SKIPPED: no pseudo-terminal here\n");
        skip();
    }
    FILE *screen = fopen(ptsname(terminal), "w");
    assert_non_null(screen);
    lob_cli with = cli;
    with.err = screen;
    lob_bar_begin(&bar, &with, LOB_SWITCH_UNSET, false);
    lob_bar_tell(&bar, 1, 4, "Reading"); /* too soon */
    assert_int_equal(shown(terminal, text, sizeof text), 0);
    bar.started_ms -= 2000;
    lob_bar_tell(&bar, 1, 4, "Reading");
    snprintf(expected, sizeof expected, "\r[#######%23s]  25 %%  %-31s", "", "Reading");
    shown(terminal, text, sizeof text);
    assert_string_equal(text, expected);
    lob_bar_clear(&bar);
    snprintf(expected, sizeof expected, "\r%72s\r", "");
    shown(terminal, text, sizeof text);
    assert_string_equal(text, expected);
    lob_bar_clear(&bar);
    assert_int_equal(shown(terminal, text, sizeof text), 0);
    lob_bar_begin(&bar, &with, LOB_SWITCH_OFF, false); /* --no-progress */
    bar.started_ms -= 2000;
    lob_bar_tell(&bar, 1, 4, "Reading");
    assert_int_equal(shown(terminal, text, sizeof text), 0);
    lob_bar_begin(&bar, &with, LOB_SWITCH_ON, false); /* --progress: at once */
    lob_bar_tell(&bar, 1, 4, "Reading");
    assert_gt(shown(terminal, text, sizeof text), 0);
    fclose(screen);
    close(terminal);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_terminal, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
