/* parse_objectives: the fixture's objectives, defaults, and what is no such file. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "design_support.h"

static void test_fixture(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "parse_objectives", "{\"path\":\"%s\",\"language\":\"zh\"}",
                      fixture("design/ota.objectives.json"));
    assert_int_equal(count_at(json, "design_objectives/objectives"), 3);
    assert_eq(number_at(json, "design_objectives/objectives/1/weight"), 1); /* the default */
    assert_eq(number_at(json, "design_objectives/objectives/1/target"), 0.9);
    assert_eq(number_at(json, "design_objectives/constraints/max_area"), 80);
    assert_eq(number_at(json, "design_objectives/constraints/max_iterations"), 5);
    assert_string_equal(text_at(json, "primary"), "matching_max");
    assert_string_equal(text_at(json, "summary"), "设计目标:\n  - area_min: 权重=0.5\n  - matching_max: 权重=1.0\n"
                                                  "  - performance_max: 权重=0.3\n约束条件:\n  - 最大迭代: 5\n"
                                                  "  - 最大面积: 80 um^2");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_objectives", "{\"path\":\"%s\"}", text_file(&t, "empty.json", "{\"objectives\":[]}"));
    assert_null(find(json, "primary"));
    assert_eq(number_at(json, "design_objectives/constraints/max_iterations"), 5);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_objectives", "{\"path\":\"%s\"}",
               text_file(&t, "newer.json", "{\"schema_version\":\"1.3.0\",\"objectives\":[{\"name\":\"cost_min\"}]}"));
    assert_string_equal(text_at(json, "primary"), "cost_min");
    assert_int_equal(count_at(json, "warnings"), 1);
    cJSON_Delete(json);
}

static void test_seed_errors(void **state) {
    (void)state;
    static const bad_file bad[] = {
        {"nonsense", "Invalid JSON: ...", "json"},
        {"{}", "Schema validation failed: ...", "schema"},
        {"{\"objectives\":[{\"name\":\"area_min\",\"weight\":1.5}]}", "Schema validation failed: ...", "schema"},
        {"{\"objectives\":[],\"constraints\":{\"max_iterations\":0}}", "Schema validation failed: ...", "schema"},
        {"{\"schema_version\":\"3.0.0\",\"objectives\":[]}", "Unsupported schema version: 3.0.0", "version"},
    };
    assert_bad_files(&t, "parse_objectives", bad, sizeof bad / sizeof bad[0]);
    const char *path = text_file(&t, "name.json", "{\"objectives\":[{\"name\":\"speed_max\"}]}");
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "parse_objectives", "{\"path\":\"%s\"}", path);
    assert_message(json, "Unknown objective: speed_max");
    cJSON_Delete(json);
    assert_bad_paths(&t, "parse_objectives", "Objectives");
    assert_walled("parse_objectives", "o.json");
}

static void test_memory(void **state) {
    (void)state;
    char arguments[4400];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"}", fixture("design/ota.objectives.json"));
    assert_gt(sweep_tool(&t, "parse_objectives", arguments), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixture),
        cmocka_unit_test(test_seed_errors),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup_bench, teardown);
}
