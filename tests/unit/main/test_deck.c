/* The deck command, as a whole command line. What the script says is tested by tests/unit/rules/test_deck.c and, in
 * KLayout, by tests/oracle/rules.py.
 * A program of its own: its tools stand in for the generated ones. */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "tests/unit/main/cli_rig.h"

static char folder[64], deck[96], exact[96], out[96];

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_ge(fputs(text, file), 0);
    assert_eq(fclose(file), 0);
}

static int setup(void **state) {
    (void)state;
    strcpy(folder, "/tmp/lob_test_deck_XXXXXX");
    if (!mkdtemp(folder)) {
        return 1;
    }
    snprintf(deck, sizeof deck, "%s/rules.json", folder);
    snprintf(exact, sizeof exact, "%s/exact.json", folder);
    snprintf(out, sizeof out, "%s/out.drc", folder);
    put(deck, "{\"tech\":\"T\",\"layers\":{\"M\":7},\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"M\","
              "\"min\":4e-7}]}");
    put(exact, "[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":1,\"exact\":true}]");
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unlink(deck);
    unlink(exact);
    unlink(out);
    return rmdir(folder);
}

static void test_output(void **state) {
    (void)state;
    char expected[400], script[2000] = "";
    rig r = RUN("", "deck", deck);
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "n0 = input(7, 0).merged\nn0.width(0.4, euclidian).output('W')\n"));
    assert_string_equal(r.err, "");
    snprintf(script, sizeof script, "%s", r.out);
    rig_release(&r);
    r = RUN("", "deck", deck, "-o", out);
    snprintf(expected, sizeof expected, "{\"input\":\"%s\",\"output\":\"%s\",\"rules\":1,\"left_out\":[]}\n", deck,
             out);
    assert_int_equal(r.code, 0);
    assert_string_equal(r.out, expected);
    rig_release(&r);
    char text[2000] = "";
    FILE *file = fopen(out, "r");
    assert_non_null(file);
    assert_gt(fread(text, 1, sizeof text - 1, file), 100);
    fclose(file);
    assert_string_equal(text, script);
    r = RUN("", "deck", "-o", "-", deck);
    assert_string_equal(r.out, script);
    rig_release(&r);
    r = RUN("", "deck", "--help");
    assert_eq(r.code, 0);
    assert_true(strstr(r.out, "RULES.json"));
    rig_release(&r);
}

static void test_errors(void **state) {
    (void)state;
    unlink(out);
    rig r = RUN("", "deck", exact, "-o", out, "--json");
    assert_eq(r.code, 0); /* what can be said is written, what cannot is named */
    assert_true(strstr(r.out, "\"rules\":0,\"left_out\":[{\"rule\":"));
    assert_true(strstr(r.out, "\"reason\":\"exact\""));
    assert_true(strstr(r.err, "is left out, KLayout rounds distances of slanted edges to the grid: Leave out exact"));
    assert_int_equal(access(out, F_OK), 0);
    rig_release(&r);
    r = RUN("", "deck", deck, "-o", deck, "--json");
    assert_eq(r.code, 1);
    assert_true(strstr(r.out, "same_file"));
    rig_release(&r);
    r = RUN("", "deck", "/none/rules.json", "--json");
    assert_eq(r.code, 1);
    assert_true(strstr(r.out, "FILE_NOT_FOUND"));
    rig_release(&r);
    r = RUN("", "deck", deck, "-o", "/none/folder/out.drc");
    assert_int_equal(r.code, 1);
    rig_release(&r);
    r = RUN("", "deck", deck, "--root", "/usr", "--json");
    assert_eq(r.code, 1);
    assert_true(strstr(r.out, "outside_roots"));
    rig_release(&r);
    const char *const wrong[][5] = {
        {"deck", NULL},
        {"deck", "", NULL},
        {"deck", deck, "-o", NULL},
        {"deck", deck, exact, NULL},
        {"deck", deck, "-x", NULL},
        {"deck", deck, "-o", "", NULL},
        {"deck", deck, "--root", "/none/such/root", NULL},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lob_case("%zu: %s", i, wrong[i][0]);
        r = rig_run("", wrong[i]);
        assert_int_equal(r.code, 2);
        assert_ne(r.err[0], '\0');
        assert_eq(r.out[0], '\0');
        rig_release(&r);
    }
}

static bool run_once(void *arg) {
    (void)arg;
    rig r = RUN("", "deck", deck, "-o", out);
    bool fine = r.code == 0;
    rig_release(&r);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    assert_gt(sweep_allocations(run_once, NULL), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_output),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
