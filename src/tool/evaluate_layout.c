/* evaluate_layout: a cell measured and held against objectives.
 *
 * Each metric comes from an engine of its own: the area from the cell's box, utilization from query/density, DRC errors
 * from rules, matching from the places of the netlist's devices (tool/design_places). Invariant: a metric that is not
 * known stays unknown; nothing stands in for it.
 */
#include "tool/evaluate_layout.h"

#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "design/score.h"
#include "query/density.h"
#include "tool/design_files.h"
#include "tool/registry.h"

static lob_status take_question(lob_layout_evaluation *e) {
    LOB_TRY(lob_call_session(e->call, e->request->session_id));
    e->layout = e->call->session->layout;
    e->dbu = lob_layout_dbu(e->layout);
    return lob_call_cell(e->call, e->request->cell, &e->cell);
}

/* Before anything is measured: a fault of a file is told at once. */
static lob_status read_files(lob_layout_evaluation *e) {
    const lob_evaluate_layout_request *q = e->request;
    lob_ctx *ctx = e->call->ctx;
    lob_str text;
    if (q->netlist_path.data) {
        lob_design_notes notes;
        LOB_TRY(lob_call_netlist_file(e->call, "netlist_path", q->netlist_path, &text, &notes));
        LOB_TRY(lob_design_blame(ctx, "netlist_path", lob_netlist_read_text(ctx, text, true, &e->netlist)));
        LOB_TRY(lob_design_notes_join(ctx, &notes, &e->warnings));
        LOB_TRY(lob_design_notes_join(ctx, &e->netlist.notes, &e->warnings));
    }
    if (q->drc_rules_path.data) {
        LOB_TRY(lob_call_design_file(e->call, LOB_DESIGN_DRC_RULES, "drc_rules_path", q->drc_rules_path, &text));
        LOB_TRY(lob_design_blame(ctx, "drc_rules_path", lob_drc_rules_read_text(ctx, text, &e->rules)));
        LOB_TRY(lob_design_notes_join(ctx, &e->rules.notes, &e->warnings));
    }
    if (q->objectives_path.data) {
        LOB_TRY(lob_call_design_file(e->call, LOB_DESIGN_OBJECTIVES, "objectives_path", q->objectives_path, &text));
        LOB_TRY(lob_design_blame(ctx, "objectives_path", lob_objectives_read_text(ctx, text, &e->objectives)));
        LOB_TRY(lob_design_notes_join(ctx, &e->objectives.notes, &e->warnings));
    }
    return LOB_OK;
}

/* ---- area ---- */

static lob_status measure_area(lob_layout_evaluation *e) {
    const lob_box64 box = lob_layout_cell(e->layout, e->cell)->box;
    lob_layout_metrics *m = &e->metrics;
    if (lob_box64_is_empty(box)) {
        return lob_note(e->call->ctx, &e->notes, "The cell has no extent, so it has no area.");
    }
    const double width = (double)(box.right - box.left), height = (double)(box.top - box.bottom);
    m->has_total_area = true;
    m->total_area = lob_num_round_um(width * e->dbu * (height * e->dbu)); /* as it is told, and held against limits */
    if (width == 0 || height == 0) {
        return lob_note(e->call->ctx, &e->notes, "The cell's box has no area, so there is no utilization.");
    }
    const lob_query query = {.layout = e->layout, .cell = e->cell, .window = box};
    const lob_windows x = {.from = box.left, .to = box.right, .count = 1};
    const lob_windows y = {.from = box.bottom, .to = box.top, .count = 1};
    lob_density density;
    LOB_TRY(lob_query_density(e->call->ctx, &query, &x, &y, &density));
    e->covered = density.total * e->dbu * e->dbu;
    m->has_utilization = true;
    m->utilization = fmin(density.total / (width * height), 1);
    return LOB_OK;
}

/* ---- the answer ---- */

static lob_status show_head(lob_layout_evaluation *e) {
    lob_evaluate_layout_response *a = e->response;
    const lob_cell *cell = lob_layout_cell(e->layout, e->cell);
    lob_shown name;
    LOB_TRY(lob_name_show(e->call->ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    a->session_id = e->request->session_id;
    a->dbu = e->dbu;
    a->cell = name.text;
    a->raw_hex = name.raw_hex;
    a->has_bbox_empty = a->bbox_empty = lob_box_show(cell->box, e->dbu, &a->bbox_um, &a->bbox_dbu);
    a->covered_area_um2 = e->covered;
    return LOB_OK;
}

static lob_status show_unknown(lob_layout_evaluation *e) {
    const lob_layout_metrics *m = &e->metrics;
    const struct {
        const char *name;
        bool is_known;
    } all[] = {{"drc_error_count", m->has_drc_error_count}, {"total_area", m->has_total_area},
               {"matching_score", m->has_matching_score},   {"utilization", m->has_utilization},
               {"performance", m->has_performance},         {"cost", m->has_cost}};
    enum { COUNT = sizeof all / sizeof all[0] };
    lob_evaluate_layout_response *a = e->response;
    a->not_evaluated.items = LOB_NEW_ARRAY(e->call->ctx->arena, lob_str, COUNT);
    if (!a->not_evaluated.items) {
        return lob_fail_memory(e->call->ctx);
    }
    for (size_t i = 0; i < COUNT; i++) {
        if (!all[i].is_known) {
            a->not_evaluated.items[a->not_evaluated.count++] = lob_str_from(all[i].name);
        }
    }
    return LOB_OK;
}

static lob_status show_report(lob_layout_evaluation *e) {
    lob_evaluate_layout_response *a = e->response;
    lob_evaluation_report report;
    LOB_TRY(lob_design_score(e->call->ctx, &e->objectives.objectives, &e->metrics, e->response->matching, &report));
    a->metrics = report.metrics;
    a->qualitative_feedback = report.qualitative_feedback;
    a->has_score = report.has_score;
    a->score = report.score;
    a->passed = report.passed;
    a->suggestions.items = report.suggestions.items;
    a->suggestions.count = report.suggestions.count;
    a->objectives.items = report.objectives.items;
    a->objectives.count = report.objectives.count;
    a->constraints.items = report.constraints.items;
    a->constraints.count = report.constraints.count;
    a->has_warnings = e->warnings.count > 0;
    a->warnings.items = e->warnings.items;
    a->warnings.count = e->warnings.count;
    return lob_notes_show(e->call->ctx, &e->notes, &a->notes.items, &a->notes.count, &a->has_notes);
}

static void take_given(lob_layout_evaluation *e) {
    const lob_evaluate_layout_request_metrics *given = e->request->metrics;
    if (given) {
        e->metrics.has_performance = given->has_performance;
        e->metrics.performance = given->performance;
        e->metrics.has_cost = given->has_cost;
        e->metrics.cost = given->cost;
    }
}

lob_status lob_tool_evaluate_layout(lob_call *call, const lob_evaluate_layout_request *request,
                                    lob_evaluate_layout_response *response) {
    lob_layout_evaluation *e = LOB_NEW(call->ctx->arena, lob_layout_evaluation);
    if (!e) {
        return lob_fail_memory(call->ctx);
    }
    e->call = call;
    e->request = request;
    e->response = response;
    LOB_TRY(take_question(e));
    LOB_TRY(read_files(e));
    take_given(e);
    LOB_TRY(measure_area(e));
    if (request->drc_rules_path.data) {
        LOB_TRY(lob_layout_evaluate_drc(e));
    }
    if (request->netlist_path.data) {
        LOB_TRY(lob_layout_evaluate_matching(e));
    }
    LOB_TRY(show_head(e));
    LOB_TRY(show_unknown(e));
    return show_report(e);
}
