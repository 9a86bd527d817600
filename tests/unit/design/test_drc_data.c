/* Design rules as data: the seed's errors in their order, and what is kept. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/drc_data.h"
#include "gen/write.h"

#define RULES(layers, rules) "{\"tech\": \"t\", \"layers\": {" layers "}, \"rules\": [" rules "]}"
#define RULE(id, type, more) "{\"id\": \"" id "\", \"type\": \"" type "\", \"layer\": " more "}"

static void refused(const char *text, const char *message, const char *reason) {
    bench b;
    lob_parsed_drc_rules rules;
    begin(&b);
    lob_drc_rules_read_text(&b.ctx, lob_str_from(text), &rules);
    assert_error(&b.ctx.error, LOB_E_INVALID_TARGET, message, "DRCParseError", reason);
    end(&b);
}

static void each_error_of_the_seed(void **state) {
    (void)state;
    refused("{", "Invalid JSON: object is not closed (line 1, column 2)", "json");
    refused("{\"schema_version\": \"9.0.0\", \"rules\": [{\"type\": \"x\"}]}", "Unsupported schema version: 9.0.0",
            "version");
    refused("{\"rules\": [{\"type\": \"antenna\"}]}", "Unknown rule type: antenna", "rule_type");
    refused("{\"layers\": {}, \"rules\": []}", "Schema validation failed: $.tech - expected string, got nothing",
            "schema");
    refused(RULES("\"M1\": 1.5", ""), "Schema validation failed: $.layers.M1 - expected integer, got number 1.5",
            "schema");
    refused(RULES("\"M1\": -1", ""), "Schema validation failed: $.layers.M1 - expected at least 0, got number -1",
            "schema");
    refused(RULES("\"M1\": 4294967296", ""),
            "Schema validation failed: $.layers.M1 - expected at most 4294967295, got number 4294967296", "schema");
    refused(RULES("\"M1\": \"68/20\"", ""),
            "Schema validation failed: $.layers.M1 - expected integer, got string \"68/20\"", "schema");
    refused(RULES("", RULE("", "width", "\"M1\"")),
            "Schema validation failed: $.rules[0].id - expected at least 1 byte, got 0 bytes", "schema");
    refused(RULES("\"M1\": 1", RULE("A", "width", "\"M1\"") ", " RULE("A", "width", "\"M9\"")),
            "Schema validation failed: $.rules[1].id - expected an id that no other rule has, got one twice", "schema");
    refused(RULES("\"M1\": 1", RULE("A", "width", "\"M9\", \"layer2\": \"M8\"")), "Unknown layer in rule A: M9",
            "layer");
    refused(RULES("\"M1\": 1", RULE("A", "spacing", "\"M1\", \"layer2\": \"M8\"") ", " RULE("B", "width", "\"M9\"")),
            "Unknown layer2 in rule A: M8", "layer2");
}

static void each_bad_fixture(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"bad_rule_type.json", "Unknown rule type: antenna"},
                                           {"bad_rule_layer.json", "Unknown layer in rule A: M9"},
                                           {"bad_rule_layer2.json", "Unknown layer2 in rule A: M9"}};
    for (size_t i = 0; i < 3; i++) {
        bench b;
        begin(&b);
        refused(fixture(&b, LOB_DESIGN_DRC_RULES, cases[i][0]).data, cases[i][1],
                i == 0   ? "rule_type"
                : i == 1 ? "layer"
                         : "layer2");
        end(&b);
    }
}

static void rules_are_kept_as_they_are(void **state) {
    (void)state;
    bench b;
    lob_parsed_drc_rules rules;
    lob_buf out;
    lob_jsonw w;
    begin(&b);
    assert_int_equal(
        lob_drc_rules_read_text(
            &b.ctx,
            LOB_STR("{\"schema_version\": \"1.2.0\", \"tech\": \"t\", \"layers\": {\"M1\": 5, \"V\": 2}, "
                    "\"rules\": [" RULE("A", "width", "\"M1\", \"layer2\": \"\", \"min\": 2.3e-7") ", " RULE(
                        "B", "density",
                        "\"V\", \"min\": 3, \"max\": 1, \"description\": \"d\"") ", " RULE("C", "overlap",
                                                                                           "\"V\", \"layer2\": "
                                                                                           "\"M1\"") "]}"),
            &rules),
        LOB_OK);
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    lob_drc_rule_set_write(&w, &rules.rules);
    assert_string_equal(
        out.data,
        "{\"tech\":\"t\",\"layers\":{\"M1\":5,\"V\":2},\"rules\":[{\"id\":\"A\",\"type\":\"width\",\"layer\":\"M1\","
        "\"layer2\":\"\",\"min_value\":2.3e-7,\"max_value\":null,\"description\":null},{\"id\":\"B\",\"type\":"
        "\"density\",\"layer\":\"V\",\"layer2\":null,\"min_value\":3,\"max_value\":1,\"description\":\"d\"},{\"id\":"
        "\"C\",\"type\":\"overlap\",\"layer\":\"V\",\"layer2\":\"M1\",\"min_value\":null,\"max_value\":null,"
        "\"description\":null}],\"schema_version\":\"1.2.0\"}");
    lob_buf_release(&out);
    assert_int_equal(rules.notes.count, 3);
    assert_text(rules.notes.items[0].kind, "newer_version");
    assert_text(rules.notes.items[1].kind, "bounds_crossed");
    assert_text(rules.notes.items[2].kind, "no_bound");
    assert_false(rules.is_migrated);
    end(&b);
}

#define NEWER(layers) "{\"schema_version\": \"1.1.0\", \"tech\": \"t\", \"layers\": {" layers "}, \"rules\": []}"

static void layers_with_datatypes(void **state) {
    (void)state;
    bench b;
    lob_parsed_drc_rules rules;
    begin(&b);
    static const char text[] = NEWER("\"a\": 5, \"b\": \"68/20\", \"c\": {\"layer\": 68, \"datatype\": 44}, "
                                     "\"d\": {\"layer\": 7}, \"e\": \"4294967295/4294967295\", \"f\": \"5/0\"");
    static const char *const printed[] = {"5", "68/20", "68/44", "7/0", "4294967295/4294967295", "5/0"};
    static const int64_t numbers[] = {5, 68, 68, 7, 4294967295, 5}, datatypes[] = {20, 44, 4294967295};
    assert_int_equal(lob_drc_rules_read_text(&b.ctx, LOB_STR(text), &rules), LOB_OK);
    assert_int_equal(rules.rules.layers.count, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(rules.rules.layers.items[i], numbers[i]);
        assert_text(rules.printed_layers[i], printed[i]);
    }
    assert_int_equal(rules.rules.datatypes.count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(rules.rules.datatypes.items[i], datatypes[i]);
    }
    assert_text(rules.rules.datatypes.names[2], "e");
    assert_int_equal(rules.notes.count, 1);
    assert_text(rules.notes.items[0].kind, "layer_named_twice");
    assert_text(rules.notes.items[0].message, "Two names mean one layer: a and f.");
    end(&b);
    static const char *const odd[] = {
        NEWER("\"a\": 1, \"b\": \"68\""),           NEWER("\"a\": 1, \"b\": \"68/\""),
        NEWER("\"a\": 1, \"b\": \"68/20/1\""),      NEWER("\"a\": 1, \"b\": \"-1/0\""),
        NEWER("\"a\": 1, \"b\": \"4294967296/0\""), NEWER("\"a\": 1, \"b\": true"),
        NEWER("\"a\": 1, \"b\": [68, 20]"),         NEWER("\"a\": 1, \"b\": {\"datatype\": 20}"),
        NEWER("\"a\": 1, \"b\": {\"layer\": 1.5}"), NEWER("\"a\": 1, \"b\": {\"layer\": 1, \"datatype\": -1}")};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        lob_case("%s", odd[i]);
        refused(odd[i],
                "Schema validation failed: $.layers[1] - expected a layer number, \"68/20\" or {\"layer\": 68, "
                "\"datatype\": 20}, got something else",
                "schema");
    }
}

/* What a file calls datatypes itself means nothing. */
static void datatypes_are_the_readers_own(void **state) {
    (void)state;
    static const char *const versions[] = {"1.0.0", "1.1.0"};
    for (int i = 0; i < 2; i++) {
        bench b;
        lob_parsed_drc_rules rules;
        char text[256];
        begin(&b);
        const int size = snprintf(text, sizeof text,
                                  "{\"schema_version\": \"%s\", \"tech\": \"t\", \"layers\": {\"a\": 1}, "
                                  "\"datatypes\": {\"a\": 3}, \"rules\": []}",
                                  versions[i]);
        assert_int_equal(lob_drc_rules_read_text(&b.ctx, (lob_str){text, (size_t)size}, &rules), LOB_OK);
        assert_false(rules.rules.has_datatypes);
        end(&b);
    }
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    lob_parsed_drc_rules rules;
    return lob_drc_rules_read_text(ctx, *(const lob_str *)arg, &rules);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    bench b;
    begin(&b);
    const lob_str text = fixture(&b, LOB_DESIGN_DRC_RULES, "rules.json");
    sweep_work(work, &text, 30);
    end(&b);
    const lob_str newer =
        LOB_STR("{\"schema_version\": \"1.2.0\", \"tech\": \"t\", \"layers\": {\"V\": 2}, \"rules\": [" RULE(
            "B", "density", "\"V\", \"min\": 3, \"max\": 1") "]}");
    sweep_work(work, &newer, 10);
    const lob_str named = LOB_STR(NEWER("\"a\": \"68/20\", \"b\": {\"layer\": 68, \"datatype\": 20}"));
    sweep_work(work, &named, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error_of_the_seed),        cmocka_unit_test(each_bad_fixture),
        cmocka_unit_test(rules_are_kept_as_they_are),    cmocka_unit_test(layers_with_datatypes),
        cmocka_unit_test(datatypes_are_the_readers_own), cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
