/* Objectives: errors in their order, defaults of the seed. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/objectives.h"

static void refused(const char *text, const char *message, const char *reason) {
    bench b;
    lob_parsed_objectives parsed;
    begin(&b);
    lob_objectives_read_text(&b.ctx, lob_str_from(text), &parsed);
    assert_error(&b.ctx.error, LOB_E_INVALID_TARGET, message, "ObjectiveParseError", reason);
    end(&b);
}

static void errors(void **state) {
    (void)state;
    refused("{\"objectives\": [{\"name\": \"speed_max\", \"weight\": 7}]}", "Unknown objective: speed_max",
            "objective");
    refused("{\"schema_version\": \"2.0.0\", \"objectives\": [{\"name\": \"speed_max\"}]}",
            "Unsupported schema version: 2.0.0", "version");
    refused("{}", "Schema validation failed: $.objectives - expected array, got nothing", "schema");
    refused("{\"objectives\": [{\"weight\": 1}]}",
            "Schema validation failed: $.objectives[0].name - expected string, got nothing", "schema");
    refused("{\"objectives\": [{\"name\": \"area_min\", \"weight\": 1.0000001}]}",
            "Schema validation failed: $.objectives[0].weight - expected at most 1, got number 1.0000001", "schema");
    refused("{\"objectives\": [], \"constraints\": {\"max_iterations\": 0}}",
            "Schema validation failed: $.constraints.max_iterations - expected at least 1, got number 0", "schema");
    refused("{\"objectives\": [], \"constraints\": {\"min_matching_score\": -0.5}}",
            "Schema validation failed: $.constraints.min_matching_score - expected at least 0, got number -0.5",
            "schema");
    bench b;
    begin(&b);
    refused(fixture(&b, LOB_DESIGN_OBJECTIVES, "bad_objective.json").data, "Unknown objective: speed_max", "objective");
    refused(fixture(&b, LOB_DESIGN_OBJECTIVES, "bad_weight.json").data,
            "Schema validation failed: $.objectives[0].weight - expected at most 1, got number 1.5", "schema");
    end(&b);
}

static void defaults(void **state) {
    (void)state;
    bench b;
    lob_parsed_objectives parsed;
    begin(&b);
    assert_int_equal(
        lob_objectives_read_text(
            &b.ctx,
            LOB_STR("{\"objectives\": [{\"name\": \"cost_min\"}, {\"name\": \"area_min\", \"weight\": 1, "
                    "\"target\": -3}, {\"name\": \"cost_min\", \"weight\": 0.5}, {\"name\": \"cost_min\"}]}"),
            &parsed),
        LOB_OK);
    const lob_design_objectives *objectives = &parsed.objectives;
    assert_int_equal(objectives->objectives.count, 4);
    assert_eq(objectives->objectives.items[0].weight, 1);
    assert_true(!objectives->objectives.items[0].has_target);
    assert_true(objectives->objectives.items[1].has_target);
    assert_eq(objectives->objectives.items[1].target, -3);
    assert_int_equal(objectives->constraints->max_iterations, 5);
    assert_false(objectives->constraints->has_max_area);
    assert_false(objectives->constraints->has_min_matching_score);
    assert_text(parsed.printed_weights[0], "1.0");
    assert_text(parsed.printed_weights[1], "1");
    assert_text(parsed.printed_max_iterations, "5");
    assert_ptr_equal(lob_objectives_primary(objectives), &objectives->objectives.items[0]); /* first of equals */
    assert_int_equal(parsed.notes.count, 1);
    assert_text(parsed.notes.items[0].kind, "objective_twice");
    assert_int_equal(parsed.notes.items[0].count, 1); /* one objective, however often */
    assert_text(objectives->schema_version, "1.0.0");
    end(&b);
}

static void no_objectives(void **state) {
    (void)state;
    bench b;
    lob_parsed_objectives parsed;
    begin(&b);
    assert_int_equal(lob_objectives_read_text(&b.ctx, LOB_STR("{\"objectives\": [], \"constraints\": {}}"), &parsed),
                     LOB_OK);
    assert_null(lob_objectives_primary(&parsed.objectives));
    assert_text(parsed.notes.items[0].kind, "no_weight");
    assert_int_equal(parsed.objectives.constraints->max_iterations, 5);
    end(&b);
}

static void the_heaviest_is_primary(void **state) {
    (void)state;
    lob_objective items[] = {{.weight = 0.1}, {.weight = 0.7}, {.weight = 0.7}, {.weight = 0.2}};
    lob_design_objectives objectives = {.constraints = NULL};
    objectives.objectives.items = items;
    objectives.objectives.count = 4;
    assert_ptr_equal(lob_objectives_primary(&objectives), &items[1]);
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    lob_parsed_objectives parsed;
    return lob_objectives_read_text(ctx, *(const lob_str *)arg, &parsed);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    bench b;
    begin(&b);
    const lob_str text = fixture(&b, LOB_DESIGN_OBJECTIVES, "objectives.json");
    sweep_work(work, &text, 8);
    end(&b);
    const lob_str bare = LOB_STR("{\"objectives\": [{\"name\": \"cost_min\"}, {\"name\": \"cost_min\"}]}");
    sweep_work(work, &bare, 4);
    const lob_str weightless = LOB_STR("{\"objectives\": []}");
    sweep_work(work, &weightless, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors),
        cmocka_unit_test(defaults),
        cmocka_unit_test(no_objectives),
        cmocka_unit_test(the_heaviest_is_primary),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
