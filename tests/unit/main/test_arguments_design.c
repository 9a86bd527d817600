/* The verbs of design data as whole command lines, with the real tools; values by hand, as in
 * tests/unit/tool/test_evaluate_layout.c. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "main/commands.h"
#include "tool/registry.h"

static char folder[64];

static int setup(void **state) {
    (void)state;
    strcpy(folder, "/tmp/lob_test_design_XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? folder : NULL;
}

typedef struct said {
    char *out, *err;
    size_t out_size, err_size;
    int code;
} said;

static said run_words(const char *const *words, size_t tool_count) {
    static lob_cancel cancel;
    said r = {0};
    char *argv[16] = {(char[]){"layout-observer"}};
    int argc = 1;
    for (; words[argc - 1]; argc++) {
        argv[argc] = strdup(words[argc - 1]);
    }
    FILE *in = fopen("/dev/null", "r");
    lob_cli cli = {
        .product = {"layout-observer", "Layout Observer", "0.1.0", NULL, lob_tools, tool_count, LOB_TOOLSET_FULL, {0}},
        .in = in,
        .out = open_memstream(&r.out, &r.out_size),
        .err = open_memstream(&r.err, &r.err_size),
        .in_fd = -1,
        .out_fd = -1,
        .stop_fd = -1,
        .cancel = &cancel,
        .getenv_fn = environment};
    r.code = lob_cli_run(&cli, argc, argv);
    fclose(cli.in);
    fclose(cli.out);
    fclose(cli.err);
    for (int i = 1; i < argc; i++) {
        assert_string_equal(argv[i], words[i - 1]); /* what was handed in is as it was */
        free(argv[i]);
    }
    return r;
}

#define RUN(...) run_words((const char *const[]){__VA_ARGS__, NULL}, lob_tool_count)

static void drop(said *r) {
    free(r->out);
    free(r->err);
}

static void test_files(void **state) {
    (void)state;
    said r = RUN("parse-netlist", "fixtures/design/ota.netlist.json", "--no-identify-modules");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\"module_count\":0"));
    assert_non_null(strstr(r.out, "\"device_count\":5"));
    drop(&r);
    r = RUN("parse-drc-rules", "fixtures/design/ota.drc_rules.json", "--language", "zh", "--pretty");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "工艺: demo180"));
    assert_non_null(strstr(r.out, "\n  \"rules\": ["));
    drop(&r);
    r = RUN("parse-objectives", "fixtures/design/ota.objectives.json", "--language=zh");
    assert_non_null(strstr(r.out, "设计目标:"));
    drop(&r);
}

static void test_evaluate(void **state) {
    (void)state;
    said r = RUN("evaluate-layout", "fixtures/design_pair.gds", "--cell", "ota_mended", "--netlist-path",
                 "fixtures/design/ota.netlist.json", "--drc-rules-path", "fixtures/design/ota.drc_rules.json",
                 "--objectives-path", "fixtures/design/ota.objectives.json", "--metrics", "{\"performance\":0.8}");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\"passed\":true"));
    assert_non_null(strstr(r.out, "\"score\":0.6927203065"));
    drop(&r);
    r = RUN("evaluate-layout", "fixtures/design_pair.gds", "--netlist-path", "none.json", "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "\"message\":\"Netlist file not found: /"));
    drop(&r);
    r = RUN("evaluate-layout", "fixtures/none.gds", "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "FILE_NOT_FOUND"));
    drop(&r);
}

static void test_bad(void **state) {
    (void)state;
    said r = RUN("parse-netlist", "none.json", "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "Netlist file not found: /"));
    drop(&r);
    static const char *const lines[][4] = {{"parse-netlist"},
                                           {"parse-netlist", "--language", "zh"},
                                           {"parse-drc-rules", ""},
                                           {"parse-objectives", "a.json", "b.json"},
                                           {"parse-objectives", "a.json", "--colour"},
                                           {"evaluate-layout"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        lob_case("%zu", i);
        r = run_words(lines[i], lob_tool_count);
        assert_int_equal(r.code, 2);
        assert_eq(r.out_size, 0);
        assert_gt(strlen(r.err), 20);
        drop(&r);
    }
    static const char *const alone[] = {"parse-netlist", "a.json", NULL};
    r = run_words(alone, 0); /* a product without the tool */
    assert_int_equal(r.code, 2);
    drop(&r);
}

static void test_help(void **state) {
    (void)state;
    static const char *const verbs[] = {"parse-netlist", "parse-drc-rules", "parse-objectives", "evaluate-layout"};
    for (int i = 0; i < 4; i++) {
        said r = RUN(verbs[i], i % 2 ? "--help" : "-h");
        assert_int_equal(r.code, 0);
        assert_non_null(strstr(r.out, "--path"));
        drop(&r);
    }
    said r = RUN("parse-netlist", "a.json", "--help");
    assert_int_equal(r.code, 0);
    drop(&r);
    r = RUN("parse-netlst", "a.json");
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "did you mean"));
    drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_evaluate),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_help),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
