/* Optimising from end to end: what is there is evaluated, changed, and evaluated again; only what the second evaluation
 * says counts.
 */
#include "litho/optimize_impl.h"

#include <math.h>

enum { AROUND_TRIES = 2 };

#define ROOM      1.5 /* around the figures, of wavelength / na */
#define ROOM_MOST 1e9

/* The violation's place on the canvas, by way of the input layout, which refuses what is not understood. */
static lob_status locate(lob_ctx *ctx, lob_optimizing *o) {
    lob_litho_violation v = *o->setup->violation;
    double x = v.x_nm, y = v.y_nm;
    LOB_TRY(lob_violation_to_native(ctx, &v, &x, &y));
    if (v.frame == LOB_FRAME_POST_TRANSFORM_CANVAS) {
        o->x_nm = v.x_nm;
        o->y_nm = v.y_nm;
        return LOB_OK;
    }
    v.frame = LOB_FRAME_POST_TRANSFORM_CANVAS;
    LOB_TRY(lob_violation_from_native(ctx, &v, &x, &y));
    o->x_nm = x;
    o->y_nm = y;
    return LOB_OK;
}

static lob_box64 scaled(lob_box64 box, int64_t by) {
    return (lob_box64){box.left * by, box.bottom * by, box.right * by, box.top * by};
}

static lob_box64 cover_both(lob_box64 a, lob_box64 b) {
    if (a.left > a.right) {
        return b;
    }
    if (b.left > b.right) {
        return a;
    }
    return (lob_box64){a.left < b.left ? a.left : b.left, a.bottom < b.bottom ? a.bottom : b.bottom,
                       a.right > b.right ? a.right : b.right, a.top > b.top ? a.top : b.top};
}

/* The new mask in the window of the old one, so that what is counted is comparable. */
static lob_status evaluate_again(lob_ctx *ctx, lob_optimizing *o, const lob_mask *mask) {
    const lob_litho_input *from = o->input;
    lob_litho_input input = *from;
    const lob_box64 box = o->result->window;
    input.mask = *mask;
    input.has_window = true;
    input.window = scaled(box, (int64_t)floor(from->mask.unit_nm / mask->unit_nm + .5));
    lob_litho_result_drop(&o->result->after);
    LOB_TRY(lob_litho_evaluate(ctx, &o->setup->evaluation, &input, &o->result->after));
    o->result->mask = *mask;
    return LOB_OK;
}

static double worth(const lob_litho_metrics *m) {
    return (double)m->l2_pixels + (double)m->band_pixels;
}

static lob_status run_whole(lob_ctx *ctx, lob_optimizing *o) {
    lob_mask mask;
    LOB_TRY(lob_optimize_canvas(ctx, o, &mask));
    LOB_TRY(evaluate_again(ctx, o, &mask));
    const bool is_worse = worth(&o->result->after.metrics) > worth(&o->result->before.metrics);
    return is_worse ? evaluate_again(ctx, o, &o->input->mask) : LOB_OK;
}

/* Further around when that was not enough. */
static lob_status run_aerial(lob_ctx *ctx, lob_optimizing *o) {
    const lob_optics *optics = &o->setup->evaluation.optics;
    double reach = o->setup->reach_nm > 0 ? o->setup->reach_nm : 2 * optics->wavelength_nm / optics->na;
    for (int i = 0; i < AROUND_TRIES && !o->result->is_resolved; i++) {
        lob_mask mask;
        LOB_TRY(lob_optimize_around(ctx, o, reach, &mask));
        LOB_TRY(evaluate_again(ctx, o, &mask));
        o->result->is_resolved = !lob_optimize_is_there(o, &o->result->after.violations);
        reach = o->setup->reach_nm > 0 ? reach : 2 * reach;
    }
    return LOB_OK;
}

static bool is_of_curve(const lob_litho_violation *v) {
    return lob_optimize_is_of_rule(v->rule_id, "R.MIN");
}

static lob_status run_rules(lob_ctx *ctx, lob_optimizing *o) {
    const bool is_curve = is_of_curve(o->setup->violation);
    lob_mask mask;
    bool is_found;
    LOB_TRY(is_curve ? lob_optimize_curve(ctx, o, &mask, &is_found) : lob_optimize_edges(ctx, o, &mask, &is_found));
    if (is_found) {
        LOB_TRY(evaluate_again(ctx, o, &mask));
        o->result->is_resolved = !lob_optimize_is_there(o, &o->result->after.violations);
    }
    return LOB_OK;
}

static lob_status run_repair(lob_ctx *ctx, lob_optimizing *o) {
    const lob_str rule = o->setup->violation->rule_id;
    LOB_TRY(locate(ctx, o));
    if (!lob_optimize_is_there(o, &o->result->before.violations)) {
        return lob_ilt_fail(ctx, "not_there", "The mask has no such violation at that position",
                            "Evaluate the mask with the same settings, and take the violation from that report.");
    }
    const bool is_aerial = lob_optimize_is_of_rule(rule, "EPE.") || lob_optimize_is_of_rule(rule, "PVB.");
    LOB_TRY(is_aerial ? run_aerial(ctx, o) : run_rules(ctx, o));
    return o->result->is_resolved ? LOB_OK : evaluate_again(ctx, o, &o->input->mask);
}

static lob_status run(lob_ctx *ctx, lob_optimizing *o) {
    lob_optimize_result *result = o->result;
    if (!(o->input->mask.unit_nm > 0)) {
        return lob_ilt_fail(ctx, "pixel_unit", "The mask has no unit", "Give unit_nm above 0.");
    }
    if (o->setup->evaluation.deck.is_dark) {
        return lob_ilt_fail(
            ctx, "polarity", "A mask of dark polarity is evaluated, not optimized",
            "Draw the background as figures (a box around the layout minus this layer), and send polarity clear.");
    }
    const lob_litho_violation *v = o->setup->violation;
    if ((!v || !is_of_curve(v)) &&
        o->setup->evaluation.pixel_nm > 0) { /* told before anything is evaluated; an arc needs no pixels */
        LOB_TRY(lob_optimize_check_unit(ctx, o->setup->evaluation.pixel_nm, o->input->mask.unit_nm));
    }
    LOB_TRY(lob_litho_evaluate(ctx, &o->setup->evaluation, o->input, &result->before));
    LOB_TRY(v ? run_repair(ctx, o) : run_whole(ctx, o));
    result->violations_new = lob_optimize_count_new(&result->before.violations, &result->after.violations);
    return LOB_OK;
}

/* What is judged, before and after. Assist features need room around the figures; a repair adds none. */
static void take_window(const lob_optimize_setup *setup, lob_litho_input *input, lob_optimize_result *result) {
    const lob_optics *optics = &setup->evaluation.optics;
    const double room = ROOM * optics->wavelength_nm / optics->na / input->mask.unit_nm;
    lob_box64 box = input->has_window ? input->window : cover_both(input->mask.box, input->target.box);
    if (!input->has_window && !setup->violation && box.left < box.right && room > 0 && room < ROOM_MOST) {
        const int64_t by = llround(room);
        box = (lob_box64){box.left - by, box.bottom - by, box.right + by, box.top + by};
        input->has_window = true;
        input->window = box;
    }
    result->window = box;
}

lob_status lob_optimize_run(lob_ctx *ctx, const lob_optimize_setup *setup, const lob_litho_input *input,
                            lob_optimize_result *result) {
    lob_litho_input own = *input;
    lob_optimize_setup own_setup = *setup;
    lob_optimizing o = {.setup = &own_setup, .input = &own, .result = result};
    *result = (lob_optimize_result){.was = input->mask, .mask = input->mask};
    take_window(setup, &own, result);
    own_setup.evaluation.tile_side = lob_litho_tile_side(&setup->evaluation, &own);
    own_setup.evaluation.tile_by_canvas = false;
    const lob_status status = run(ctx, &o);
    if (status != LOB_OK) {
        lob_optimize_result_drop(result);
    }
    return status;
}

void lob_optimize_result_drop(lob_optimize_result *result) {
    lob_litho_result_drop(&result->before);
    lob_litho_result_drop(&result->after);
}
