/* parse_drc_rules: the fixture's rules, what check_rules finds with them, and each line of the seed's errors (5.3.4).
 */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "design_support.h"

static void test_fixture(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "parse_drc_rules", "{\"path\":\"%s\",\"language\":\"zh\"}",
                      fixture("design/ota.drc_rules.json"));
    assert_string_equal(text_at(json, "rule_set/tech"), "demo180");
    assert_eq(number_at(json, "rule_set/layers/metal1"), 10);
    assert_int_equal(count_at(json, "rule_set/rules"), 8);
    assert_eq(number_at(json, "rule_set/rules/0/min_value"), 1.8e-7);
    assert_true(cJSON_IsNull(at(json, "rule_set/rules/0/max_value")));
    assert_string_equal(text_at(json, "rule_set/rules/0/description"), "Gates");
    assert_string_equal(
        text_at(json, "summary"),
        "工艺: demo180\n规则数: 8\n层定义:\n  - active: 1\n  - poly: 5\n  - contact: 6\n  - metal1: 10\n"
        "关键规则:\n  - PO.W.1: width, min=1.8e-07\n  - M1.W.1: width, min=2e-07\n"
        "  - M1.S.1: spacing, min=2.3e-07\n  - PO.S.2: spacing, min=1.1e-07\n"
        "  - CO.E.1: enclosure, min=1e-07");
    assert_int_equal(count_at(json, "rules"), 8);
    assert_int_equal(count_at(json, "not_checkable"), 0);
    assert_string_equal(text_at(json, "rules/3/type"), "separation");
    assert_string_equal(text_at(json, "rules/3/layer"), "5/0");
    assert_string_equal(text_at(json, "rules/3/layer2"), "6/0");
    assert_eq(number_at(json, "rules/3/min_um"), 0.11);
    assert_eq(number_at(json, "rules/7/max"), 0.8);
    cJSON_Delete(json);
}

/* What it gives is what check_rules takes, and both ways find the same: the one wire that is too narrow. */
static void test_rules_are_check_rules(void **state) {
    (void)state;
    const char *path = fixture("design/ota.drc_rules.json");
    cJSON *parsed = run(&t, LOB_OK, "parse_drc_rules", "{\"path\":\"%s\"}", path);
    char *rules = cJSON_PrintUnformatted(at(parsed, "rules"));
    const char *session = open_session(&t, fixture("design_pair.gds"), "ota");
    cJSON *by_rules = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"rules\":%s}", session, rules);
    cJSON *by_file = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\"}", session, path);
    assert_true(cJSON_Compare(at(by_rules, "violations"), at(by_file, "violations"), true));
    assert_true(cJSON_Compare(at(by_rules, "counts"), at(by_file, "counts"), true));
    assert_eq(number_at(by_rules, "violation_count"), 1);
    assert_eq(number_at(by_rules, "rule_count"), 8);
    assert_string_equal(text_at(by_rules, "violations/0/rule"), "M1.W.1");
    cJSON_free(rules);
    cJSON_Delete(parsed);
    cJSON_Delete(by_rules);
    cJSON_Delete(by_file);
}

#define RULES(rules) "{\"tech\":\"T\",\"layers\":{\"M\":1},\"rules\":[" rules "]}"

static void test_not_checkable(void **state) {
    (void)state;
    const char *path =
        text_file(&t, "part.json",
                  RULES("{\"id\":\"a\",\"type\":\"spacing\",\"layer\":\"M\",\"min\":1e-7,\"max\":1e-6},"
                        "{\"id\":\"b\",\"type\":\"enclosure\",\"layer\":\"M\",\"min\":1e-7},"
                        "{\"id\":\"c\",\"type\":\"spacing\",\"layer\":\"M\",\"layer2\":\"M\",\"min\":1e-7}"));
    cJSON *json = run(&t, LOB_OK, "parse_drc_rules", "{\"path\":\"%s\"}", path);
    assert_int_equal(count_at(json, "rules"), 2);
    assert_string_equal(text_at(json, "rules/1/type"), "space");
    assert_int_equal(count_at(json, "not_checkable"), 2);
    assert_string_equal(text_at(json, "not_checkable/0/part"), "max");
    assert_string_equal(text_at(json, "not_checkable/1/reason"), "no_layer2");
    cJSON_Delete(json);
}

static void test_layer(void **state) {
    (void)state;
    const char *path = text_file(
        &t, "layers.json",
        "{\"schema_version\":\"1.1.0\",\"tech\":\"T\",\"layers\":{\"A\":\"68/20\",\"B\":2,\"C\":3},\"rules\":["
        "{\"id\":\"a\",\"type\":\"width\",\"layer\":\"A\",\"min\":1e-7},"
        "{\"id\":\"b\",\"type\":\"width\",\"layer\":\"B\",\"min\":1e-7},"
        "{\"id\":\"c\",\"type\":\"overlap\",\"layer\":\"B\",\"layer2\":\"A\",\"min\":1e-7}]}");
    cJSON *json = run(&t, LOB_OK, "parse_drc_rules", "{\"path\":\"%s\",\"layer\":\"A\"}", path);
    assert_int_equal(count_at(json, "rules"), 2);
    assert_string_equal(text_at(json, "rules/0/layer"), "68/20");
    assert_string_equal(text_at(json, "rules/1/id"), "c");
    assert_int_equal(count_at(json, "rule_set/rules"), 2);
    assert_eq(number_at(json, "rule_set/datatypes/A"), 20);
    assert_non_null(strstr(text_at(json, "summary"), "A: 68/20"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "parse_drc_rules", "{\"path\":\"%s\",\"layer\":\"C\"}", path);
    assert_int_equal(count_at(json, "rules"), 0);
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "parse_drc_rules", "{\"path\":\"%s\",\"layer\":\"a\"}", path);
    assert_string_equal(text_at(json, "details/candidates/0"), "A");
    cJSON_Delete(json);
}

static void test_seed_errors(void **state) {
    (void)state;
    static const bad_file bad[] = {
        {"{\"tech\":", "Invalid JSON: ...", "json"},
        {"{\"layers\":{},\"rules\":[]}", "Schema validation failed: ...", "schema"},
        {RULES("{\"id\":\"a\",\"type\":\"width\"}"), "Schema validation failed: ...", "schema"},
        {"{\"tech\":\"T\",\"layers\":{\"M\":1.5},\"rules\":[]}", "Schema validation failed: ...", "schema"},
        {RULES("{\"id\":\"a\",\"type\":\"angle\",\"layer\":\"M\"}"), "Unknown rule type: angle", "rule_type"},
        {RULES("{\"id\":\"a\",\"type\":\"angle\"}"), "Unknown rule type: angle", "rule_type"}, /* before the schema */
        {RULES("{\"id\":\"R7\",\"type\":\"width\",\"layer\":\"N\"}"), "Unknown layer in rule R7: N", "layer"},
        {RULES("{\"id\":\"R8\",\"type\":\"spacing\",\"layer\":\"M\",\"layer2\":\"N2\"}"),
         "Unknown layer2 in rule R8: N2", "layer2"},
        {"{\"schema_version\":\"2.1.0\",\"tech\":\"T\",\"layers\":{},\"rules\":[]}",
         "Unsupported schema version: 2.1.0", "version"},
    };
    assert_bad_files(&t, "parse_drc_rules", bad, sizeof bad / sizeof bad[0]);
    assert_bad_paths(&t, "parse_drc_rules", "DRC rules");
    assert_walled("parse_drc_rules", "r.json");
}

enum { MANY = 150 };

/* Every page is short, and all pages together are the whole file; check_rules takes it whole. */
static void test_pages(void **state) {
    (void)state;
    char path[4096], cursor[64] = "", arguments[5000];
    int rules = 0, pages = 0;
    lob_buf text, out;
    lob_buf_init(&text, 0);
    lob_buf_add_text(&text, "{\"tech\":\"x\",\"layers\":{\"m1\":1},\"rules\":[");
    for (int i = 0; i < MANY; i++) {
        lob_buf_printf(&text, "%s{\"id\":\"M1.W.%d\",\"type\":\"width\",\"layer\":\"m1\",\"min\":1e-7}", i ? "," : "",
                       i);
    }
    lob_buf_add_text(&text, "]}");
    snprintf(path, sizeof path, "%s", bench_file(&t, "many.json", &text));
    do {
        snprintf(arguments, sizeof arguments, "{\"path\":\"%s\",\"max_chars\":8000%s%s%s}", path,
                 cursor[0] ? ",\"cursor\":\"" : "", cursor, cursor[0] ? "\"" : "");
        assert_int_equal(run_raw(&t, "parse_drc_rules", arguments, &out), LOB_OK);
        assert_le(out.size, 8000);
        lob_buf_release(&out);
        cJSON *json = run(&t, LOB_OK, "parse_drc_rules", "%s", arguments);
        assert_int_equal(count_at(json, "rules"), count_at(json, "rule_set/rules"));
        assert_eq(number_at(json, "truncation/rules_dropped") + count_at(json, "rules"), MANY);
        snprintf(arguments, sizeof arguments, "M1.W.%d", rules);
        assert_string_equal(text_at(json, "rules/0/id"), arguments);
        rules += count_at(json, "rules");
        snprintf(cursor, sizeof cursor, "%s", find(json, "next_cursor") ? text_at(json, "next_cursor") : "");
        pages++;
        cJSON_Delete(json);
    } while (cursor[0] && pages < 100);
    assert_eq(rules, MANY);
    assert_gt(pages, 3);
    cJSON *json = run(&t, LOB_OK, "parse_drc_rules", "{\"path\":\"%s\",\"max_chars\":1000000}", path);
    assert_eq(count_at(json, "rules"), MANY);
    assert_null(find(json, "truncation"));
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "parse_drc_rules", "{\"path\":\"%s\",\"cursor\":\"cur_0\"}", path);
    assert_string_equal(text_at(json, "details/argument"), "cursor");
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[4400];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"}", fixture("design/ota.drc_rules.json"));
    assert_gt(sweep_tool(&t, "parse_drc_rules", arguments), 3);
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\",\"max_chars\":1}", fixture("design/ota.drc_rules.json"));
    assert_gt(sweep_tool(&t, "parse_drc_rules", arguments), 3); /* a page of one rule */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixture),       cmocka_unit_test(test_rules_are_check_rules),
        cmocka_unit_test(test_not_checkable), cmocka_unit_test(test_layer),
        cmocka_unit_test(test_seed_errors),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_pages),
    };
    return cmocka_run_group_tests(tests, setup_bench, teardown);
}
