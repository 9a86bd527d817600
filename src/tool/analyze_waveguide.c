/* analyze_waveguide: one figure as a waveguide, in micrometres. Lines between bends are not listed. */
#include "measure/arm.h"
#include "measure/waveguide.h"

#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/guide_around.h"
#include "tool/guide_warnings.h"
#include "tool/registry.h"
#include "tool/target.h"

enum { BENDS_LISTED = 64 };

typedef lob_analyze_waveguide_response answer;
typedef lob_analyze_waveguide_response_bends_item answer_bend;
typedef lob_analyze_waveguide_response_width_profile answer_profile;

static double to_um(double value, double dbu) {
    return lob_num_round_um(value * dbu);
}

static lob_point_um point_um(lob_vec2 at, double dbu) {
    return (lob_point_um){.x = to_um(at.x, dbu), .y = to_um(at.y, dbu)};
}

static void show_bend(const lob_bend *b, double dbu, answer_bend *item) {
    static const lob_analyze_waveguide_response_bends_item_kind kinds[] = {
        [LOB_BEND_LINE] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_OTHER,
        [LOB_BEND_ARC] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_ARC,
        [LOB_BEND_EULER] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_EULER,
        [LOB_BEND_S] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_S_BEND,
        [LOB_BEND_CORNER] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_CORNER,
        [LOB_BEND_OTHER] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_OTHER};
    *item = (answer_bend){.kind = kinds[b->kind], .angle_deg = lob_num_round_um(b->angle_deg)};
    item->at_um = point_um(b->at, dbu);
    if (b->kind == LOB_BEND_CORNER) {
        return;
    }
    item->has_radius_um = item->has_radius_uncertainty_um = b->radius_min > 0;
    item->radius_um = to_um(b->radius_min, dbu);
    item->has_radius_at_least_um = b->radius_bound > 0;
    item->radius_at_least_um = to_um(b->radius_bound, dbu);
    item->radius_uncertainty_um = to_um(b->radius_error, dbu);
    item->has_length_um = item->has_residual_um = true;
    item->length_um = to_um(b->length, dbu);
    item->residual_um = to_um(b->residual, dbu);
}

static lob_status show_bends(lob_ctx *ctx, const lob_bends *bends, double dbu, answer *a) {
    a->bends.items = LOB_NEW_ARRAY(ctx->arena, answer_bend, BENDS_LISTED);
    a->truncation = LOB_NEW(ctx->arena, lob_analyze_waveguide_response_truncation);
    if (!a->bends.items || !a->truncation) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < bends->count; i++) {
        if (bends->items[i].kind == LOB_BEND_LINE) {
            continue;
        }
        if (a->bends.count < BENDS_LISTED) {
            show_bend(&bends->items[i], dbu, &a->bends.items[a->bends.count++]);
        } else {
            a->truncation->bends_dropped++;
        }
    }
    if (a->truncation->bends_dropped == 0) {
        a->truncation = NULL;
    }
    a->has_bends = a->has_sharp_corner_count = true;
    a->sharp_corner_count = bends->corner_count;
    return LOB_OK;
}

static lob_status show_profile(lob_ctx *ctx, const lob_waveguide *w, double dbu, answer *a) {
    answer_profile *p = LOB_NEW(ctx->arena, answer_profile);
    lob_point_um *places = LOB_NEW_ARRAY(ctx->arena, lob_point_um, 2);
    if (!p || !places) {
        return lob_fail_memory(ctx);
    }
    *p = (answer_profile){
        .min_um = to_um(w->width_min, dbu), .mean_um = to_um(w->width_mean, dbu), .max_um = to_um(w->width_max, dbu)};
    if (w->has_profile_places) {
        places[0] = point_um(w->centre.guide.width_min_at, dbu);
        places[1] = point_um(w->centre.guide.width_max_at, dbu);
        p->min_at_um = &places[0];
        p->max_at_um = &places[1];
        p->has_min_max_uncertainty_um = true;
        p->min_max_uncertainty_um = to_um(w->centre.guide.extreme_error, dbu);
    }
    a->width_profile = p;
    return LOB_OK;
}

static lob_status show_ends(lob_ctx *ctx, const lob_waveguide *w, double dbu, answer *a) {
    a->ends.items = LOB_NEW_ARRAY(ctx->arena, lob_analyze_waveguide_response_ends_item, 2);
    if (!a->ends.items) {
        return lob_fail_memory(ctx);
    }
    a->has_ends = true;
    a->ends.count = w->end_count;
    for (unsigned i = 0; i < w->end_count; i++) {
        const lob_guide_end *e = &w->ends[i];
        a->ends.items[i] = (lob_analyze_waveguide_response_ends_item){.x_um = to_um(e->at.x, dbu),
                                                                      .y_um = to_um(e->at.y, dbu),
                                                                      .angle_deg = lob_num_round_um(e->angle_deg),
                                                                      .width_um = to_um(e->width, dbu)};
    }
    return LOB_OK;
}

static void show_line(const lob_waveguide *w, double dbu, answer *a) {
    const lob_centre *c = &w->centre;
    a->path_width_um = to_um(w->width, dbu);
    a->has_path_width_dbu = true;
    a->has_path_width_uncertainty_um = w->width_error > 0;
    a->path_width_uncertainty_um = to_um(w->width_error, dbu);
    a->path_width_dbu = (int64_t)floor(w->width + 0.5);
    a->segment_length_um = to_um(w->length, dbu);
    a->has_length_um_exact = true;
    a->length_um_exact = w->length * dbu;
    a->has_segment_length_uncertainty_um = w->length_error > 0;
    a->segment_length_uncertainty_um = to_um(w->length_error, dbu);
    a->has_bend_radius_estimate_um =
        w->radius.source == LOB_RADIUS_ARC_FIT || w->radius.source == LOB_RADIUS_HALF_SHORTEST_SEGMENT;
    a->bend_radius_estimate_um = to_um(w->radius.value, dbu);
    a->has_bend_radius_uncertainty_um = w->radius.source == LOB_RADIUS_ARC_FIT;
    a->bend_radius_uncertainty_um = to_um(w->radius.error, dbu);
    a->has_bend_radius_at_least_um = w->radius.bound > 0;
    a->bend_radius_at_least_um = to_um(w->radius.bound, dbu);
    a->has_bend_radius_method = true;
    a->bend_radius_method =
        w->radius.source == LOB_RADIUS_ARC_FIT ? LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_ARC_FIT
        : w->radius.source == LOB_RADIUS_HALF_SHORTEST_SEGMENT
            ? LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_HALF_SHORTEST_SEGMENT
        : w->radius.source == LOB_RADIUS_UNDETERMINED ? LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_UNDETERMINED
                                                      : LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_NONE;
    a->orientation = c->is_horizontal ? LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_HORIZONTAL
                     : c->is_vertical ? LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_VERTICAL
                                      : LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_MIXED;
    a->is_axis_aligned = c->is_manhattan || c->source == LOB_CENTRE_POINT;
}

static lob_status show_place(lob_call *call, const lob_target *t, double dbu, answer *a) {
    static const lob_analyze_waveguide_response_kind kinds[] = {
        [LOB_KIND_BOX] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_BOX,
        [LOB_KIND_PATH] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_PATH,
        [LOB_KIND_POLYGON] = LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_POLYGON};
    const lob_box64 box = t->figure.box;
    lob_shown cell;
    LOB_TRY(lob_name_show(call->ctx, lob_layout_cell(call->session->layout, t->object.cell)->name,
                          LOB_LIMIT_NAME_TEXT_SIZE, &cell));
    a->cell = cell.text;
    a->kind = kinds[t->figure.kind];
    a->is_path = t->figure.kind == LOB_KIND_PATH;
    a->target_id = t->id;
    a->dbu = dbu;
    lob_box_show(box, dbu, &a->bbox_um, &a->bbox_dbu);
    a->center_um.x = to_um(((double)box.left + (double)box.right) / 2, dbu);
    a->center_um.y = to_um(((double)box.bottom + (double)box.top) / 2, dbu);
    return lob_layer_show(call, t->layer, &a->layer);
}

lob_status lob_tool_analyze_waveguide(lob_call *call, const lob_analyze_waveguide_request *request,
                                      lob_analyze_waveguide_response *response) {
    lob_ctx *ctx = call->ctx;
    LOB_TRY(lob_call_session(call, request->session_id));
    lob_target target;
    lob_waveguide w;
    LOB_TRY(lob_targets_find(call, &request->target_id, 1, &target));
    double dbu = lob_layout_dbu(call->session->layout);
    lob_status status = LOB_OK;
    if (request->at) {
        const lob_figure whole = target.figure;
        status =
            lob_figure_arm(ctx, &whole, (lob_vec2){request->at->x_um / dbu, request->at->y_um / dbu}, &target.figure);
    }
    status = status == LOB_OK ? lob_waveguide_analyze(ctx, &target.figure, request->allow_polygon, &w) : status;
    if (status == LOB_OK && !request->at) { /* whoever names a point has looked */
        lob_around around;
        status = lob_target_around(call, &target, &w.centre.guide, &around);
        status = status == LOB_OK ? lob_around_refuse(call, &around) : status;
    }
    if (status != LOB_OK) {
        lob_target_blame(ctx, &target);
        return status;
    }
    response->session_id = request->session_id;
    LOB_TRY(show_place(call, &target, dbu, response));
    show_line(&w, dbu, response);
    LOB_TRY(show_bends(ctx, &w.bends, dbu, response));
    LOB_TRY(show_profile(ctx, &w, dbu, response));
    LOB_TRY(show_ends(ctx, &w, dbu, response));
    return lob_guide_warnings_show(ctx, w.warnings, &response->analysis_warnings.items,
                                   &response->analysis_warnings.count);
}
