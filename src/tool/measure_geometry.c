/* measure_geometry: targets become figures, an engine measures them, the answer is in micrometres. */
#include "measure/arm.h"
#include "measure/measure.h"

#include "base/limits.h"
#include "base/num.h"
#include "tool/guide_around.h"
#include "tool/guide_warnings.h"
#include "tool/registry.h"
#include "tool/target.h"

typedef lob_measure_geometry_response_details answer_details;
typedef lob_measure_geometry_response_details_targets_item answer_target;

/* The engine's modes stand in the order of the schema's. */
_Static_assert((int)LOB_MEASURE_PORT_SPACING == (int)LOB_MEASURE_GEOMETRY_REQUEST_MODE_PORT_SPACING &&
                   (int)LOB_MEASURE_OVERLAP == (int)LOB_MEASURE_GEOMETRY_REQUEST_MODE_OVERLAP &&
                   (int)LOB_MEASURE_BEND_RADIUS == (int)LOB_MEASURE_GEOMETRY_REQUEST_MODE_BEND_RADIUS_ESTIMATE,
               "modes");

static double to_um(double value, double dbu) {
    return lob_num_round_um(value * dbu);
}

static lob_point_um point_um(lob_vec2 at, double dbu) {
    return (lob_point_um){.x = to_um(at.x, dbu), .y = to_um(at.y, dbu)};
}

static lob_status check_count(lob_ctx *ctx, lob_measure_mode mode, size_t count) {
    unsigned needed = lob_measure_target_count(mode);
    if (count == needed) {
        return LOB_OK;
    }
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "The mode takes %s", needed == 1 ? "one target" : "two targets");
    lob_error_text(&ctx->error, "argument", LOB_STR("target_ids"));
    lob_error_integer(&ctx->error, "required_count", needed);
    lob_hint(ctx, "%s",
             needed == 1 ? "Give one id in target_ids; use one call for each figure, or measure_many."
                         : "Give two ids from query_region in target_ids, or label:TEXT for a text.");
    return status;
}

static lob_status show_targets(lob_call *call, const lob_target *targets, size_t count, answer_details *details) {
    static const lob_measure_geometry_response_details_targets_item_kind kinds[LOB_KIND_COUNT] = {
        [LOB_KIND_BOX] = LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_BOX,
        [LOB_KIND_PATH] = LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_PATH,
        [LOB_KIND_POLYGON] = LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_POLYGON,
        [LOB_KIND_TEXT] = LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_TEXT};
    lob_ctx *ctx = call->ctx;
    const lob_layout *layout = call->session->layout;
    answer_target *items = LOB_NEW_ARRAY(ctx->arena, answer_target, count);
    lob_layer_ref *layers = LOB_NEW_ARRAY(ctx->arena, lob_layer_ref, count);
    if (!items || !layers) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_target *t = &targets[i];
        lob_shown cell, text;
        lob_dbu_box exact;
        LOB_TRY(lob_name_show(ctx, lob_layout_cell(layout, t->object.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &cell));
        LOB_TRY(lob_name_show(ctx, t->text, LOB_LIMIT_LABEL_TEXT_SIZE, &text));
        items[i] = (answer_target){.id = t->id, .kind = kinds[t->figure.kind], .cell = cell.text};
        if (t->object.type == LOB_ID_PORT) {
            items[i].kind = LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_PORT;
        }
        if (t->layer) {
            LOB_TRY(lob_layer_show(call, t->layer, &layers[i]));
            items[i].layer = &layers[i];
        }
        if (t->figure.kind == LOB_KIND_TEXT) {
            items[i].text = text.text;
        }
        lob_box_show(t->figure.box, lob_layout_dbu(layout), &items[i].bbox_um, &exact);
    }
    details->targets.items = items;
    details->targets.count = count;
    return LOB_OK;
}

static lob_status show_details(lob_ctx *ctx, const lob_measure *m, double dbu, answer_details *details) {
    lob_point_um *points = LOB_NEW_ARRAY(ctx->arena, lob_point_um, 4);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (unsigned i = 0; i < m->point_count; i++) {
        points[i] = point_um(m->points[i], dbu);
    }
    details->method = lob_str_from(m->method);
    details->has_points_um = m->point_count > 0;
    details->points_um.items = points;
    details->points_um.count = m->point_count;
    details->has_uncertainty_um = m->uncertainty >= 0;
    details->has_overlapping = m->has_overlap;
    details->overlapping = m->is_overlapping;
    if (m->has_span) {
        details->has_min_um = details->has_max_um = true;
        details->min_um = to_um(m->least, dbu);
        details->max_um = to_um(m->greatest, dbu);
        details->has_min_max_uncertainty_um = true;
        details->min_max_uncertainty_um = to_um(m->span_uncertainty, dbu);
        points[2] = point_um(m->least_at, dbu);
        points[3] = point_um(m->greatest_at, dbu);
        details->min_at_um = &points[2];
        details->max_at_um = &points[3];
    }
    details->has_analysis_warnings = m->warnings != 0;
    LOB_TRY(lob_guide_warnings_show(ctx, m->warnings, &details->analysis_warnings.items,
                                    &details->analysis_warnings.count));
    details->has_dx_um = details->has_dy_um = details->has_angle_deg = m->has_offset;
    details->dx_um = to_um(m->dx, dbu);
    details->dy_um = to_um(m->dy, dbu);
    details->angle_deg = lob_num_round_um(m->angle_deg);
    return LOB_OK;
}

/* Only the arm at a place, where one was given. */
static lob_status take_arm(lob_ctx *ctx, const lob_measure_geometry_request *request, double dbu, lob_figure *figure) {
    const lob_figure whole = *figure;
    if (!request->at) {
        return LOB_OK;
    }
    if (request->target_ids.count > 1) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "at is only for modes with one target");
        lob_error_text(&ctx->error, "argument", LOB_STR("at"));
        lob_hint(ctx, "Leave at out; edge_gap and the others measure between whole figures.");
        return status;
    }
    return lob_figure_arm(ctx, &whole, (lob_vec2){request->at->x_um / dbu, request->at->y_um / dbu}, figure);
}

/* Modes that take the target for a guide say when it is none. */
static lob_status warn_of_around(lob_call *call, lob_measure_mode mode, const lob_target *target, lob_measure *m) {
    lob_around around;
    if (mode != LOB_MEASURE_PATH_WIDTH && mode != LOB_MEASURE_SEGMENT_LENGTH && mode != LOB_MEASURE_BEND_RADIUS) {
        return LOB_OK;
    }
    LOB_TRY(lob_target_around(call, target, NULL, &around));
    m->warnings |= lob_around_warning(&around);
    return LOB_OK;
}

lob_status lob_tool_measure_geometry(lob_call *call, const lob_measure_geometry_request *request,
                                     lob_measure_geometry_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_measure_mode mode = (lob_measure_mode)request->mode;
    size_t count = request->target_ids.count;
    LOB_TRY(lob_call_session(call, request->session_id));
    LOB_TRY(check_count(ctx, mode, count));
    lob_target targets[2];
    LOB_TRY(lob_targets_find(call, request->target_ids.items, count, targets));
    lob_measure m = {.at_fault = 0};
    double dbu = lob_layout_dbu(call->session->layout);
    lob_status status = take_arm(ctx, request, dbu, &targets[0].figure);
    status = status != LOB_OK
                 ? status
                 : lob_measure_figures(ctx, mode, &targets[0].figure, count > 1 ? &targets[1].figure : NULL, &m);
    if (status != LOB_OK) {
        if (status == LOB_E_INVALID_TARGET) {
            lob_target_blame(ctx, &targets[m.at_fault]);
        }
        return status;
    }
    if (!request->at) {
        LOB_TRY(warn_of_around(call, mode, &targets[0], &m));
    }
    for (size_t i = 0; i < count && m.uncertainty >= 0; i++) {
        m.uncertainty += targets[i].place_error;
        m.span_uncertainty += targets[i].place_error;
    }
    double unit = mode == LOB_MEASURE_OVERLAP ? dbu * dbu : dbu;
    response->session_id = request->session_id;
    response->dbu = dbu;
    response->mode = (lob_measure_geometry_response_mode)request->mode;
    response->target_ids.items = request->target_ids.items;
    response->target_ids.count = count;
    response->value_um = to_um(m.value, unit);
    response->value_dbu = m.rounded;
    response->has_value_dbu_exact = !m.is_whole;
    response->value_dbu_exact = m.value;
    response->details.uncertainty_um = to_um(m.uncertainty, unit);
    LOB_TRY(show_details(ctx, &m, dbu, &response->details));
    return show_targets(call, targets, count, &response->details);
}
