/* Objectives turned into one score, constraints into a verdict, and both into words. What is not known is said to be so
 * and never stands as 0 or 1. */
#include "design/score.h"

#include "base/buf.h"
#include "base/num.h"

enum { DEVICES_SHOWN = 6 };

typedef struct scoring {
    lob_ctx *ctx;
    const lob_design_objectives *objectives;
    const lob_layout_metrics *metrics;
    const lob_matching_result *matching; /* NULL: there is none */
    lob_evaluation_report *report;
    lob_buf text;
} scoring;

/* ---- values ---- */

/* The metric of an objective; false: not known. */
static bool metric_of(const lob_layout_metrics *metrics, lob_objective_name name, double *metric) {
    switch (name) {
    case LOB_OBJECTIVE_NAME_AREA_MIN:
        *metric = metrics->total_area;
        return metrics->has_total_area;
    case LOB_OBJECTIVE_NAME_MATCHING_MAX:
        *metric = metrics->matching_score;
        return metrics->has_matching_score;
    case LOB_OBJECTIVE_NAME_PERFORMANCE_MAX:
        *metric = metrics->performance;
        return metrics->has_performance;
    default:
        *metric = metrics->cost;
        return metrics->has_cost;
    }
}

static bool is_minimised(lob_objective_name name) {
    return name == LOB_OBJECTIVE_NAME_AREA_MIN || name == LOB_OBJECTIVE_NAME_COST_MIN;
}

static const char *const metric_words[LOB_OBJECTIVE_NAME_COUNT] = {
    [LOB_OBJECTIVE_NAME_AREA_MIN] = "the area",
    [LOB_OBJECTIVE_NAME_MATCHING_MAX] = "the matching score",
    [LOB_OBJECTIVE_NAME_PERFORMANCE_MAX] = "the performance",
    [LOB_OBJECTIVE_NAME_COST_MIN] = "the cost"};
static const char *const metric_units[LOB_OBJECTIVE_NAME_COUNT] = {[LOB_OBJECTIVE_NAME_AREA_MIN] = " um2",
                                                                   [LOB_OBJECTIVE_NAME_MATCHING_MAX] = "",
                                                                   [LOB_OBJECTIVE_NAME_PERFORMANCE_MAX] = "",
                                                                   [LOB_OBJECTIVE_NAME_COST_MIN] = ""};

static void score_objective(const lob_layout_metrics *metrics, const lob_objective *objective,
                            lob_objective_score *out) {
    double metric;
    *out = (lob_objective_score){.name = objective->name,
                                 .weight = objective->weight,
                                 .has_target = objective->has_target,
                                 .target = objective->target};
    out->has_value = metric_of(metrics, objective->name, &metric);
    out->not_evaluated = !out->has_value;
    if (!out->has_value) {
        return;
    }
    const bool is_least = is_minimised(objective->name);
    out->value = is_least ? 1 / (1 + metric) : metric;
    out->has_meets_target = objective->has_target;
    out->meets_target = objective->has_target && (is_least ? metric <= objective->target : metric >= objective->target);
}

static void add_constraint(scoring *s, lob_constraint_result_name name, double limit, bool is_known, double value) {
    const bool is_area = name == LOB_CONSTRAINT_RESULT_NAME_MAX_AREA;
    s->report->constraints.items[s->report->constraints.count++] =
        (lob_constraint_result){.name = name,
                                .limit = limit,
                                .has_value = is_known,
                                .value = value,
                                .holds = is_known && (is_area ? value <= limit : value >= limit)};
}

static void check_constraints(scoring *s) {
    const lob_design_constraints *constraints = s->objectives->constraints;
    if (constraints && constraints->has_max_area) {
        add_constraint(s, LOB_CONSTRAINT_RESULT_NAME_MAX_AREA, constraints->max_area, s->metrics->has_total_area,
                       s->metrics->total_area);
    }
    if (constraints && constraints->has_min_matching_score) {
        add_constraint(s, LOB_CONSTRAINT_RESULT_NAME_MIN_MATCHING_SCORE, constraints->min_matching_score,
                       s->metrics->has_matching_score, s->metrics->matching_score);
    }
}

static void judge(scoring *s) {
    lob_evaluation_report *report = s->report;
    double sum = 0, weight_sum = 0;
    for (size_t i = 0; i < s->objectives->objectives.count; i++) {
        lob_objective_score *one = &report->objectives.items[i];
        score_objective(s->metrics, &s->objectives->objectives.items[i], one);
        if (one->has_value) {
            sum += one->weight * one->value;
            weight_sum += one->weight;
        }
    }
    report->objectives.count = s->objectives->objectives.count;
    report->has_score = weight_sum > 0;
    report->score = report->has_score ? sum / weight_sum : 0;
    report->score = report->score > 1 ? 1 : report->score; /* rounding */
    check_constraints(s);
    report->passed = s->metrics->has_drc_error_count && s->metrics->drc_error_count == 0;
    for (size_t i = 0; i < report->constraints.count; i++) {
        report->passed = report->passed && report->constraints.items[i].holds;
    }
}

/* ---- words ---- */

static void add(scoring *s, const char *text) {
    lob_buf_add_text(&s->text, text);
}

static void add_number(scoring *s, double value) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_num_print(text, lob_num_round_um(value));
    add(s, text);
}

/* What was said since the last call, as a text of the arena. */
static lob_status take_text(scoring *s, lob_str *out) {
    const char *copy = s->text.failed ? NULL : lob_arena_strdup(s->ctx->arena, s->text.data, s->text.size);
    if (!copy) {
        return lob_fail_memory(s->ctx);
    }
    *out = (lob_str){copy, s->text.size};
    lob_buf_clear(&s->text);
    return LOB_OK;
}

static lob_status end_suggestion(scoring *s) {
    return take_text(s, &s->report->suggestions.items[s->report->suggestions.count++]);
}

static lob_status suggest_drc(scoring *s) {
    if (!s->metrics->has_drc_error_count) {
        add(s, "Check every design rule: without that the layout cannot pass.");
        return end_suggestion(s);
    }
    if (s->metrics->drc_error_count > 0) {
        add(s, "Fix the ");
        add_number(s, (double)s->metrics->drc_error_count);
        add(s, s->metrics->drc_error_count == 1 ? " DRC error." : " DRC errors.");
        return end_suggestion(s);
    }
    return LOB_OK;
}

/* The group with the least score; NULL when none has one. */
static const lob_matching_group *worst_group(const lob_matching_result *matching) {
    const lob_matching_group *worst = NULL;
    for (size_t i = 0; matching && i < matching->groups.count; i++) {
        const lob_matching_group *one = &matching->groups.items[i];
        worst = one->has_score && (!worst || one->score < worst->score) ? one : worst;
    }
    return worst;
}

static void add_devices(scoring *s, const lob_matching_group *group) {
    for (size_t i = 0; i < group->devices.count && i < DEVICES_SHOWN; i++) {
        const lob_str id = group->devices.items[i];
        add(s, i == 0 ? " " : ", ");
        lob_buf_add(&s->text, id.data, id.size);
    }
    if (group->devices.count > DEVICES_SHOWN) {
        add(s, " and ");
        add_number(s, (double)(group->devices.count - DEVICES_SHOWN));
        add(s, " more");
    }
}

/* " Draw A, B, C as large as the circuit says: their size is 0.125." of the lowest factor of the worst group. */
static void advise_matching(scoring *s) {
    const lob_matching_group *group = worst_group(s->matching);
    if (!group || group->score >= 1) {
        return;
    }
    const bool is_size = group->size <= group->orientation && group->size <= group->symmetry;
    const bool is_orientation = !is_size && group->orientation <= group->symmetry;
    add(s, is_size ? " Draw" : is_orientation ? " Turn" : " Place");
    add_devices(s, group);
    add(s, is_size          ? " as large as the circuit says: their size is "
           : is_orientation ? " alike: their orientation is "
                            : " on a common centroid or axis: their symmetry is ");
    add_number(s, is_size ? group->size : is_orientation ? group->orientation : group->symmetry);
    add(s, ", where 1 is best.");
}

static lob_status suggest_constraint(scoring *s, const lob_constraint_result *one) {
    const bool is_area = one->name == LOB_CONSTRAINT_RESULT_NAME_MAX_AREA;
    if (one->holds) {
        return LOB_OK;
    }
    if (!one->has_value) {
        add(s, is_area ? "Measure the area, which max_area limits."
                       : "Give matched devices and their placements: min_matching_score needs a matching score.");
        return end_suggestion(s);
    }
    add(s, is_area ? "Make the layout smaller: its area of " : "Raise the matching score: ");
    add_number(s, one->value);
    add(s, is_area ? " um2 is above max_area, " : " is below min_matching_score, ");
    add_number(s, one->limit);
    add(s, is_area ? " um2." : ".");
    if (!is_area) {
        advise_matching(s);
    }
    return end_suggestion(s);
}

static lob_status suggest_objective(scoring *s, const lob_objective_score *one) {
    double metric;
    if (one->not_evaluated) {
        add(s, lob_objective_name_names[one->name]);
        add(s, " was not evaluated: ");
        add(s, metric_words[one->name]);
        add(s, " is not known.");
        return end_suggestion(s);
    }
    if (!one->has_meets_target || one->meets_target) {
        return LOB_OK;
    }
    metric_of(s->metrics, one->name, &metric);
    add(s, is_minimised(one->name) ? "Lower " : "Raise ");
    add(s, metric_words[one->name]);
    add(s, " from ");
    add_number(s, metric);
    add(s, " to its target of ");
    add_number(s, one->target);
    add(s, metric_units[one->name]);
    add(s, ".");
    if (one->name == LOB_OBJECTIVE_NAME_MATCHING_MAX) {
        advise_matching(s);
    }
    return end_suggestion(s);
}

static lob_status suggest(scoring *s) {
    LOB_TRY(suggest_drc(s));
    for (size_t i = 0; i < s->report->constraints.count; i++) {
        LOB_TRY(suggest_constraint(s, &s->report->constraints.items[i]));
    }
    for (size_t i = 0; i < s->report->objectives.count; i++) {
        LOB_TRY(suggest_objective(s, &s->report->objectives.items[i]));
    }
    return LOB_OK;
}

static void tell_verdict(scoring *s) {
    size_t failing = 0, unknown = 0;
    for (size_t i = 0; i < s->report->constraints.count; i++) {
        const lob_constraint_result *one = &s->report->constraints.items[i];
        failing += one->has_value && !one->holds;
        unknown += !one->has_value;
    }
    add(s, s->report->passed ? "Passed: no DRC error" : "Not passed: ");
    if (s->report->passed) {
        add(s, s->report->constraints.count > 0 ? ", and every constraint is met." : "; there are no constraints.");
        return;
    }
    if (!s->metrics->has_drc_error_count) {
        add(s, "the DRC errors are not known");
    } else {
        add_number(s, (double)s->metrics->drc_error_count);
        add(s, s->metrics->drc_error_count == 1 ? " DRC error" : " DRC errors");
    }
    if (failing > 0) {
        add(s, ", ");
        add_number(s, (double)failing);
        add(s, failing == 1 ? " constraint does not hold" : " constraints do not hold");
    }
    if (unknown > 0) {
        add(s, ", ");
        add_number(s, (double)unknown);
        add(s, unknown == 1 ? " constraint could not be checked" : " constraints could not be checked");
    }
    add(s, ".");
}

static lob_status tell(scoring *s) {
    size_t evaluated = 0;
    for (size_t i = 0; i < s->report->objectives.count; i++) {
        evaluated += s->report->objectives.items[i].has_value;
    }
    tell_verdict(s);
    if (s->report->has_score) {
        add(s, " Score ");
        add_number(s, s->report->score);
        add(s, " from ");
        add_number(s, (double)evaluated);
        add(s, " of ");
        add_number(s, (double)s->report->objectives.count);
        add(s, s->report->objectives.count == 1 ? " objective." : " objectives.");
    } else {
        add(s, " No score: no objective with a weight could be evaluated.");
    }
    return take_text(s, &s->report->qualitative_feedback);
}

lob_status lob_design_score(lob_ctx *ctx, const lob_design_objectives *objectives, const lob_layout_metrics *metrics,
                            const lob_matching_result *matching, lob_evaluation_report *report) {
    scoring s = {.ctx = ctx, .objectives = objectives, .metrics = metrics, .matching = matching, .report = report};
    const size_t count = objectives->objectives.count;
    *report = (lob_evaluation_report){.metrics = *metrics};
    report->objectives.items = LOB_NEW_ARRAY(ctx->arena, lob_objective_score, count);
    report->constraints.items = LOB_NEW_ARRAY(ctx->arena, lob_constraint_result, 2);
    report->suggestions.items = LOB_NEW_ARRAY(ctx->arena, lob_str, count + 3);
    if (!report->objectives.items || !report->constraints.items || !report->suggestions.items) {
        return lob_fail_memory(ctx);
    }
    judge(&s);
    lob_buf_init(&s.text, 0);
    lob_status status = suggest(&s);
    status = status == LOB_OK ? tell(&s) : status;
    lob_buf_release(&s.text);
    return status;
}
