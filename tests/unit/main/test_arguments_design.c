/* The verbs of design data as whole command lines, with the real tools; values by hand, as in
 * tests/unit/tool/test_evaluate_layout.c. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"

static int setup(void **state) {
    (void)state;
    return folder_make("design") ? 0 : 1;
}

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? folder : NULL;
}

static rig run_words(const char *const *words, bool has_no_tools) {
    return rig_run_line(&(rig_line){.environment = environment, .has_no_tools = has_no_tools}, words);
}

#define RUN(...) run_words((const char *const[]){__VA_ARGS__, NULL}, false)

static void test_files(void **state) {
    (void)state;
    rig r = RUN("parse-netlist", "fixtures/design/ota.netlist.json", "--no-identify-modules");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\"module_count\":0"));
    assert_non_null(strstr(r.out, "\"device_count\":5"));
    rig_release(&r);
    r = RUN("parse-drc-rules", "fixtures/design/ota.drc_rules.json", "--language", "zh", "--pretty");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "工艺: demo180"));
    assert_non_null(strstr(r.out, "\n  \"rules\": ["));
    rig_release(&r);
    r = RUN("parse-objectives", "fixtures/design/ota.objectives.json", "--language=zh");
    assert_non_null(strstr(r.out, "设计目标:"));
    rig_release(&r);
}

static void test_evaluate(void **state) {
    (void)state;
    rig r = RUN("evaluate-layout", "fixtures/design_pair.gds", "--cell", "ota_mended", "--netlist-path",
                "fixtures/design/ota.netlist.json", "--drc-rules-path", "fixtures/design/ota.drc_rules.json",
                "--objectives-path", "fixtures/design/ota.objectives.json", "--metrics", "{\"performance\":0.8}");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\"passed\":true"));
    assert_non_null(strstr(r.out, "\"score\":0.6927203065"));
    rig_release(&r);
    r = RUN("evaluate-layout", "fixtures/design_pair.gds", "--netlist-path", "none.json", "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "\"message\":\"Netlist file not found: /"));
    rig_release(&r);
    r = RUN("evaluate-layout", "fixtures/none.gds", "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "FILE_NOT_FOUND"));
    rig_release(&r);
}

static void test_bad(void **state) {
    (void)state;
    rig r = RUN("parse-netlist", "none.json", "--json");
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(r.out, "Netlist file not found: /"));
    rig_release(&r);
    static const char *const lines[][4] = {{"parse-netlist"},
                                           {"parse-netlist", "--language", "zh"},
                                           {"parse-drc-rules", ""},
                                           {"parse-objectives", "a.json", "b.json"},
                                           {"parse-objectives", "a.json", "--colour"},
                                           {"evaluate-layout"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        lob_case("%zu: %s", i, lines[i][0]);
        r = run_words(lines[i], false);
        assert_int_equal(r.code, 2);
        assert_eq(r.out_size, 0);
        assert_gt(strlen(r.err), 20);
        rig_release(&r);
    }
    static const char *const alone[] = {"parse-netlist", "a.json", NULL};
    r = run_words(alone, true); /* a product without the tool */
    assert_int_equal(r.code, 2);
    rig_release(&r);
}

static void test_help(void **state) {
    (void)state;
    static const char *const verbs[] = {"parse-netlist", "parse-drc-rules", "parse-objectives", "evaluate-layout"};
    for (int i = 0; i < 4; i++) {
        rig r = RUN(verbs[i], i % 2 ? "--help" : "-h");
        assert_int_equal(r.code, 0);
        assert_non_null(strstr(r.out, "--path"));
        rig_release(&r);
    }
    rig r = RUN("parse-netlist", "a.json", "--help");
    assert_int_equal(r.code, 0);
    rig_release(&r);
    r = RUN("parse-netlst", "a.json");
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "did you mean"));
    rig_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_evaluate),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_help),
    };
    return cmocka_run_group_tests(tests, setup, folder_remove);
}
