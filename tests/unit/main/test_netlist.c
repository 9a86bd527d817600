/* The netlist command, as a whole command line. What is read is tested by tests/unit/design/test_spice.c.
 * A program of its own: its tools stand in for the generated ones. */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "tests/unit/main/cli_rig.h"

static char folder[64], in[96], out[96];

static int setup(void **state) {
    (void)state;
    strcpy(folder, "/tmp/lob_test_netlist_XXXXXX");
    if (!mkdtemp(folder)) {
        return 1;
    }
    snprintf(in, sizeof in, "%s/ota.sp", folder);
    snprintf(out, sizeof out, "%s/out.json", folder);
    FILE *file = fopen(in, "w");
    assert_non_null(file);
    assert_ge(fputs("* t\n.subckt ota a b\nM1 a b vs vs hot w=1 l=2\nX1 a b dio\nQ1 a b c q\n.ends\n", file), 0);
    assert_eq(fclose(file), 0);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unlink(in);
    unlink(out);
    return rmdir(folder);
}

#define JSON                                                                                                           \
    "{\"schema_version\":\"1.1.0\",\"cells\":[{\"name\":\"ota\",\"devices\":[{\"id\":\"M1\",\"type\":\"pmos\","        \
    "\"model\":\"hot\",\"w\":0.000001,\"l\":0.000002,\"terminals\":{\"d\":\"a\",\"g\":\"b\",\"s\":\"vs\",\"b\":"       \
    "\"vs\"}}],\"subcells\":[],\"nets\":[\"a\",\"b\",\"vs\"],\"net_types\":{\"b\":\"ground\",\"vs\":\"power\"}}],"     \
    "\"top\":\"ota\"}\n"
#define WORDS "--pmos", "HOT", "--skip=dio", "--scale", "1u", "--power", "vs", "--ground", "b", "--top", "ota"

static void test_output(void **state) {
    (void)state;
    char expected[700], text[2000] = "";
    rig r = RUN("", "netlist", in, WORDS);
    assert_int_equal(r.code, 0);
    assert_string_equal(r.out, JSON);
    assert_non_null(strstr(r.err, "netlist: Lines that are not devices of the format were omitted: Q, dio. (2)\n"));
    rig_release(&r);
    r = RUN("", "netlist", in, "-o", out, WORDS);
    snprintf(expected, sizeof expected,
             "{\"input\":\"%s\",\"output\":\"%s\",\"top\":\"ota\",\"cells\":1,\"devices\":1,\"nets\":3,\"not_"
             "converted\":[{\"what\":\"Q\",\"count\":1,\"file\":\"ota.sp\",\"line\":5},{\"what\":\"dio\",\"count\":1,"
             "\"file\":\"ota.sp\",\"line\":4}],\"warnings\":[{\"kind\":\"not_converted\",\"message\":\"Lines "
             "that are not devices of the format were omitted: Q, dio.\",\"count\":2}]}\n",
             in, out);
    assert_int_equal(r.code, 0);
    assert_string_equal(r.out, expected);
    rig_release(&r);
    FILE *file = fopen(out, "r");
    assert_non_null(file);
    assert_gt(fread(text, 1, sizeof text - 1, file), 100);
    fclose(file);
    assert_string_equal(text, JSON);
    r = RUN("", "netlist", "-o", "-", in, WORDS, "--resistor", "x", "--capacitor", "y", "--nmos", "z");
    assert_string_equal(r.out, JSON);
    rig_release(&r);
}

static void test_errors(void **state) {
    (void)state;
    unlink(out);
    rig r = RUN("", "netlist", in, "-o", out, "--json");
    assert_eq(r.code, 1);
    assert_non_null(strstr(r.out, "ota.sp, line 4: The subcircuit is not defined: dio"));
    assert_non_null(strstr(r.out, "\"line\":4"));
    assert_int_equal(access(out, F_OK), -1); /* nothing was written */
    rig_release(&r);
    r = RUN("", "netlist", in, "-o", in, "--json", WORDS);
    assert_eq(r.code, 1);
    assert_non_null(strstr(r.out, "same_file"));
    rig_release(&r);
    r = RUN("", "netlist", "/none/ota.sp", "--json");
    assert_eq(r.code, 1);
    assert_non_null(strstr(r.out, "Netlist file not found: /none/ota.sp"));
    rig_release(&r);
    r = RUN("", "netlist", in, "--root", "/usr", "--json");
    assert_eq(r.code, 1);
    assert_non_null(strstr(r.out, "outside_roots"));
    rig_release(&r);
    const char *const wrong[][6] = {
        {"netlist", NULL},
        {"netlist", in, "--scale", "fast", NULL},
        {"netlist", in, "--scale=-1u", NULL},
        {"netlist", in, out, NULL},
        {"netlist", in, "--root", "/none/such/root", NULL},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        lob_case("%zu", i);
        r = rig_run("", wrong[i]);
        assert_int_equal(r.code, 2);
        assert_ne(r.err[0], '\0');
        assert_eq(r.out[0], '\0');
        rig_release(&r);
    }
}

static bool run_once(void *arg) {
    (void)arg;
    rig r = RUN("", "netlist", in, "-o", out, WORDS);
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
