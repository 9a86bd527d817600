/* migrate: kinds told by their members, versions by the data model, documents that read as the file did. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "design_support.h"
#include "tool_sweep.h"

static const char netlist[] = "{\"schema_version\":\"1.0.0\",\"top\":\"t\",\"cells\":[{\"name\":\"t\",\"devices\":[],"
                              "\"nets\":[\"VDD\",\"out\"]}]}";
static const char rules[] = "{\"tech\":\"T\",\"layers\":{\"M\":1},\"rules\":[]}";
static const char objectives[] = "{\"schema_version\":\"1.0.0\",\"objectives\":[]}";

static void test_kinds(void **state) {
    (void)state;
    static const struct {
        const char *text, *kind, *to;
    } cases[] = {{netlist, "netlist", "1.1.0"}, {rules, "drc_rules", "1.1.0"}, {objectives, "objectives", "1.0.0"}};
    for (size_t i = 0; i < 3; i++) {
        lob_case("%s", cases[i].kind);
        const char *path = text_file(&t, "file.json", cases[i].text);
        cJSON *json = run(&t, LOB_OK, "migrate", "{\"path\":\"%s\"}", path);
        assert_string_equal(text_at(json, "kind"), cases[i].kind);
        assert_string_equal(text_at(json, "file_version"), "1.0.0");
        assert_string_equal(text_at(json, "to_version"), cases[i].to);
        assert_string_equal(text_at(json, "document/schema_version"), cases[i].to);
        assert_true(true_at(json, "compatible"));
        assert_false(true_at(json, "migration_needed"));
        cJSON_Delete(json);
        json = run(&t, LOB_OK, "migrate", "{\"path\":\"%s\",\"check_only\":true}", path);
        assert_null(find(json, "document"));
        cJSON_Delete(json);
    }
}

static void test_document(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "migrate", "{\"path\":\"%s\",\"to\":\"1.1.0\"}", text_file(&t, "n.json", netlist));
    assert_string_equal(text_at(json, "document/cells/0/net_types/VDD"), "power");
    assert_string_equal(text_at(json, "document/cells/0/net_types/out"), "signal");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "migrate", "{\"path\":\"%s\",\"to\":\"1.0.0\"}", text_file(&t, "n.json", netlist));
    assert_null(find(json, "document/cells/0/net_types"));
    cJSON_Delete(json);
}

static void test_versions(void **state) {
    (void)state;
    const char *other = text_file(&t, "o.json", "{\"schema_version\":\"2.0.0\",\"objectives\":[]}");
    cJSON *json = run(&t, LOB_OK, "migrate", "{\"path\":\"%s\"}", other);
    assert_false(true_at(json, "compatible"));
    assert_true(cJSON_IsNull(at(json, "to_version")));
    assert_null(find(json, "document"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "migrate", "{\"path\":\"%s\",\"to\":\"1.0.0\"}", other));
    const char *later = text_file(&t, "l.json", "{\"schema_version\":\"1.7.0\",\"objectives\":[]}");
    json = run(&t, LOB_OK, "migrate", "{\"path\":\"%s\"}", later);
    assert_true(true_at(json, "is_newer"));
    assert_true(true_at(json, "migration_needed"));
    cJSON_Delete(json);
    const char *back = text_file(&t, "b.json", "{\"schema_version\":\"1.1.0\",\"top\":\"t\",\"cells\":[]}");
    json = run(&t, LOB_E_INVALID_TARGET, "migrate", "{\"path\":\"%s\",\"to\":\"1.0.0\"}", back);
    assert_string_equal(text_at(json, "details/reason"), "version");
    assert_non_null(strstr(text_at(json, "details/hint"), "1.0.0, 1.1.0"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "migrate", "{\"path\":\"%s\",\"to\":\"1.0.9\"}", back));
}

static void test_faults(void **state) {
    (void)state;
    static const char *const texts[] = {"{}", "[]", "3", "{\"objectives\":[],\"rules\":[],\"layers\":{}}",
                                        "{\"cells\":[]}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        lob_case("%s", texts[i]);
        cJSON *json = run(&t, LOB_E_INVALID_TARGET, "migrate", "{\"path\":\"%s\"}", text_file(&t, "f.json", texts[i]));
        assert_string_equal(text_at(json, "details/reason"), "kind");
        cJSON_Delete(json);
    }
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "migrate", "{\"path\":\"%s\"}", text_file(&t, "j.json", "{"));
    assert_string_equal(text_at(json, "details/reason"), "json");
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_FILE_NOT_FOUND, "migrate", "{\"path\":\"/none/file.json\"}"));
}

static void test_memory(void **state) {
    (void)state;
    char arguments[400];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\",\"to\":\"1.1.0\"}", text_file(&t, "n.json", netlist));
    sweep_tool(&t, "migrate", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),  cmocka_unit_test(test_document), cmocka_unit_test(test_versions),
        cmocka_unit_test(test_faults), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup_bench, teardown);
}
