/* Scores worked by hand from the formulas of the seed, and what is not known. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "bench.h"

#include "base/num.h"
#include "design/score.h"

static lob_objective all_four[] = {
    {.name = LOB_OBJECTIVE_NAME_AREA_MIN, .weight = 0.5, .has_target = true, .target = 4},
    {.name = LOB_OBJECTIVE_NAME_MATCHING_MAX, .weight = 0.25, .has_target = true, .target = 0.75},
    {.name = LOB_OBJECTIVE_NAME_PERFORMANCE_MAX, .weight = 1},
    {.name = LOB_OBJECTIVE_NAME_COST_MIN, .weight = 0.25},
};
static lob_design_constraints constraints = {.max_iterations = 5,
                                             .has_max_area = true,
                                             .max_area = 3,
                                             .has_min_matching_score = true,
                                             .min_matching_score = 0.8};

static lob_design_objectives objectives_of(size_t count, bool is_constrained) {
    lob_design_objectives objectives = {.constraints = is_constrained ? &constraints : NULL};
    objectives.objectives.items = all_four;
    objectives.objectives.count = count;
    return objectives;
}

static void all_metrics_known(void **state) {
    (void)state;
    bench b;
    lob_evaluation_report report;
    begin(&b);
    const lob_design_objectives objectives = objectives_of(4, true);
    lob_layout_metrics metrics = {true, 0, true, 3, true, 0.8, true, 0.4, true, 0.6, true, 9};
    assert_int_equal(lob_design_score(&b.ctx, &objectives, &metrics, NULL, &report), LOB_OK);
    /* (0.5 / 4 + 0.25 * 0.8 + 0.6 + 0.25 / 10) / 2 = 0.95 / 2 */
    assert_true(report.has_score);
    assert_close(report.score, 0.475, 1e-15);
    assert_eq(report.objectives.items[0].value, 0.25);
    assert_true(report.objectives.items[0].meets_target);
    assert_true(report.objectives.items[1].meets_target);
    assert_false(report.objectives.items[2].has_meets_target);
    assert_true(report.passed); /* bounds belong to what is allowed */
    assert_int_equal(report.suggestions.count, 0);
    assert_text(report.qualitative_feedback,
                "Passed: no DRC error, and every constraint is met. Score 0.475 from 4 of 4 objectives.");
    metrics.drc_error_count = 1;
    metrics.total_area = 4.5;
    metrics.matching_score = 0.7;
    assert_int_equal(lob_design_score(&b.ctx, &objectives, &metrics, NULL, &report), LOB_OK);
    assert_false(report.passed);
    assert_int_equal(report.suggestions.count, 5);
    assert_text(report.suggestions.items[0], "Fix the 1 DRC error.");
    assert_text(report.suggestions.items[1], "Make the layout smaller: its area of 4.5 um2 is above max_area, 3 um2.");
    assert_text(report.suggestions.items[2], "Raise the matching score: 0.7 is below min_matching_score, 0.8.");
    assert_text(report.suggestions.items[3], "Lower the area from 4.5 to its target of 4 um2.");
    assert_text(report.suggestions.items[4], "Raise the matching score from 0.7 to its target of 0.75.");
    assert_eq(strstr(report.qualitative_feedback.data, "Not passed: 1 DRC error, 2 constraints do not hold."),
              report.qualitative_feedback.data);
    end(&b);
}

/* What is not known has no part in the score: neither 0 nor 1. */
static void a_missing_metric(void **state) {
    (void)state;
    bench b;
    lob_evaluation_report report;
    begin(&b);
    const lob_design_objectives objectives = objectives_of(4, true);
    const lob_layout_metrics metrics = {.has_total_area = true, .total_area = 1, .has_drc_error_count = true};
    assert_int_equal(lob_design_score(&b.ctx, &objectives, &metrics, NULL, &report), LOB_OK);
    assert_eq(report.score, 0.5); /* that of the area alone */
    for (int i = 1; i < 4; i++) {
        assert_true(report.objectives.items[i].not_evaluated);
        assert_false(report.objectives.items[i].has_value);
    }
    assert_false(report.passed); /* min_matching_score is not known to hold */
    assert_true(report.constraints.items[0].holds);
    assert_false(report.constraints.items[1].holds);
    assert_false(report.constraints.items[1].has_value);
    assert_int_equal(report.suggestions.count, 4);
    assert_text(report.suggestions.items[1], "matching_max was not evaluated: the matching score is not known.");
    assert_text(report.suggestions.items[3], "cost_min was not evaluated: the cost is not known.");
    assert_text(report.qualitative_feedback, "Not passed: 0 DRC errors, 1 constraint could not be checked. Score 0.5 "
                                             "from 1 of 4 objectives.");
    end(&b);
}

static void nothing_known(void **state) {
    (void)state;
    bench b;
    lob_evaluation_report report;
    begin(&b);
    lob_design_objectives objectives = objectives_of(4, true);
    const lob_layout_metrics none = {0}, clean = {.has_drc_error_count = true};
    assert_int_equal(lob_design_score(&b.ctx, &objectives, &none, NULL, &report), LOB_OK);
    assert_false(report.has_score);
    assert_false(report.passed);
    assert_text(report.suggestions.items[0], "Check every design rule: without that the layout cannot pass.");
    assert_text(report.suggestions.items[1], "Measure the area, which max_area limits.");
    assert_text(report.qualitative_feedback,
                "Not passed: the DRC errors are not known, 2 constraints could not be checked. No score: no objective "
                "with a weight could be evaluated.");
    objectives = objectives_of(0, false); /* no objectives, no constraints: DRC alone decides */
    assert_int_equal(lob_design_score(&b.ctx, &objectives, &clean, NULL, &report), LOB_OK);
    assert_true(report.passed);
    assert_false(report.has_score);
    assert_text(report.qualitative_feedback, "Passed: no DRC error; there are no constraints. No score: no objective "
                                             "with a weight could be evaluated.");
    end(&b);
}

/* The lowest factor of the worst group, and its devices. */
static void matching_advice(void **state) {
    (void)state;
    static const struct {
        double size, orientation, symmetry;
        size_t count;
        const char *advice;
    } cases[] = {
        {0.125, 1, 1, 3, " Draw A, B, C as large as the circuit says: their size is 0.125, where 1 is best."},
        {1, 0.5, 0.75, 2, " Turn A, B alike: their orientation is 0.5, where 1 is best."},
        {0.9, 0.9, 0.25, 8,
         " Place A, B, C, D, E, F and 2 more on a common centroid or axis: their symmetry is 0.25, where 1 is best."},
        {1, 1, 1, 2, ""},
    };
    static lob_str ids[] = {{"A", 1}, {"B", 1}, {"C", 1}, {"D", 1}, {"E", 1}, {"F", 1}, {"G", 1}, {"H", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu", i);
        bench b;
        lob_evaluation_report report;
        begin(&b);
        lob_matching_group groups[2] = {{.has_score = true, .score = 1, .size = 1, .orientation = 1, .symmetry = 1},
                                        {.has_score = true,
                                         .score = cases[i].size * cases[i].orientation * cases[i].symmetry,
                                         .size = cases[i].size,
                                         .orientation = cases[i].orientation,
                                         .symmetry = cases[i].symmetry}};
        groups[1].devices.items = ids;
        groups[1].devices.count = cases[i].count;
        lob_matching_result matching = {.has_score = true, .score = groups[1].score};
        matching.groups.items = groups;
        matching.groups.count = 2;
        lob_objective one = {.name = LOB_OBJECTIVE_NAME_MATCHING_MAX, .weight = 1, .has_target = true, .target = 2};
        lob_design_objectives objectives = {.constraints = NULL};
        objectives.objectives.items = &one;
        objectives.objectives.count = 1;
        const lob_layout_metrics metrics = {
            .has_drc_error_count = true, .has_matching_score = true, .matching_score = matching.score};
        char expected[300], value[LOB_NUM_TEXT_SIZE];
        lob_num_print(value, lob_num_round_um(matching.score));
        snprintf(expected, sizeof expected, "Raise the matching score from %s to its target of 2.%s", value,
                 cases[i].advice);
        assert_int_equal(lob_design_score(&b.ctx, &objectives, &metrics, &matching, &report), LOB_OK);
        assert_text(report.suggestions.items[0], expected);
        end(&b);
    }
}

/* Weights of 0 alone give no score; a weight of 0 beside others counts for nothing. */
static void weights_of_zero(void **state) {
    (void)state;
    lob_objective two[] = {{.name = LOB_OBJECTIVE_NAME_AREA_MIN}, {.name = LOB_OBJECTIVE_NAME_MATCHING_MAX}};
    lob_design_objectives objectives = {.constraints = NULL};
    const lob_layout_metrics metrics = {
        .has_total_area = true, .total_area = 1, .has_matching_score = true, .matching_score = 0.125};
    bench b;
    lob_evaluation_report report;
    begin(&b);
    objectives.objectives.items = two;
    objectives.objectives.count = 2;
    assert_int_equal(lob_design_score(&b.ctx, &objectives, &metrics, NULL, &report), LOB_OK);
    assert_false(report.has_score);
    two[1].weight = 1e-300;
    assert_int_equal(lob_design_score(&b.ctx, &objectives, &metrics, NULL, &report), LOB_OK);
    assert_true(report.has_score);
    assert_eq(report.score, 0.125);
    end(&b);
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    lob_evaluation_report report;
    const lob_layout_metrics metrics = {.has_total_area = true, .total_area = 5};
    return lob_design_score(ctx, arg, &metrics, NULL, &report);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    const lob_design_objectives objectives = objectives_of(4, true);
    sweep_work(work, &objectives, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_metrics_known), cmocka_unit_test(a_missing_metric),
        cmocka_unit_test(nothing_known),     cmocka_unit_test(matching_advice),
        cmocka_unit_test(weights_of_zero),   cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
