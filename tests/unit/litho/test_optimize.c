/* Optimising on small canvases: each kind of violation is made, repaired and looked for again in the polygons of the
 * new mask; what cannot be repaired is said to be there still, with the mask as it was; whole canvases print better;
 * and files hold the mask to the last unit. */
#include "tests/support/lob_test.h"

#include "close_sweep.h"
#include "optimize_support.h"

#include <fcntl.h>
#include <unistd.h>

#include "gen/parse.h"
#include "gen/write.h"
#include "io/read.h"
#include "tests/support/stride.h"
#include "json/reader.h"
#include "json/writer.h"

static lob_optimize_setup usual(unsigned checks) {
    lob_optimize_setup s = optimize_usual(checks);
    lob_litho_setup *e = &s.evaluation;
    e->optics.count = stride_pick(4, 2);
    take_small_source(&e->optics);
    e->tile_side = stride_pick(128, 96);
    e->halo = stride_pick((uint32_t)e->halo, 16);
    return s;
}

/* Where it is asked how much better a mask prints: the source of the other forms in the short ones too. */
static void take_whole_source(lob_optimize_setup *setup) {
    lob_litho_setup whole;
    lob_litho_setup_usual(&whole);
    setup->evaluation.optics.sigma_outer = whole.optics.sigma_outer;
}

static lob_litho_input input_of(lob_mask mask, lob_mask target) {
    return (lob_litho_input){.mask = mask,
                             .target = target,
                             .has_window = true,
                             .window = stride_is_on() ? (lob_box64){120, 120, 680, 680} : (lob_box64){0, 0, 800, 800}};
}

/* The first canonical record whose rule ends so. */
static const lob_litho_violation *find(const lob_violations *all, const char *suffix) {
    const size_t size = strlen(suffix);
    for (uint32_t i = 0; i < all->count; i++) {
        const lob_str rule = all->items[i].rule_id;
        if (rule.size >= size && memcmp(rule.data + rule.size - size, suffix, size) == 0 && !all->items[i].is_shadow) {
            return &all->items[i];
        }
    }
    return NULL;
}

static bool has_reason(const char *reason) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx.error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

/* Makes the violation, has it repaired; the caller drops *result. */
static void repair(lob_optimize_setup *setup, const lob_litho_input *input, const char *rule,
                   lob_optimize_result *result) {
    lob_litho_result before;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup->evaluation, input, &before), LOB_OK);
    setup->violation = find(&before.violations, rule);
    assert_non_null(setup->violation);
    lob_litho_result_drop(&before);
    assert_int_equal(lob_optimize_run(&ctx, setup, input, result), LOB_OK);
}

/* Boxes that break one rule; after the repair the area tells how far edges went. */
static void check_edges(unsigned check, const char *rule, const lob_box64 *boxes, uint32_t count, double area_min,
                        double area_max) {
    lob_optimize_setup setup = usual(check);
    const lob_mask mask = mask_of(boxes, count, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_result result;
    repair(&setup, &input, rule, &result);
    assert_true(result.is_resolved);
    assert_null(find(&result.after.violations, rule));
    assert_int_equal(result.violations_new, 0);
    const double by = area_of(&result.mask) - area_of(&mask);
    assert_ge(by, area_min);
    assert_le(by, area_max);
    lob_optimize_result_drop(&result);
}

static void narrow_parts_are_widened_to_the_limit(void **state) {
    (void)state;
    const lob_box64 bar = {300, 200, 350, 600}; /* 50 of 72 */
    check_edges(LOB_CHECK_DRC, "W.MIN", &bar, 1, 22 * 400, 22 * 400);
    const lob_box64 pixels = {304, 200, 344, 600}; /* five pixels of nine, checked by nine */
    check_edges(LOB_CHECK_MRC, "MRC.W.MIN", &pixels, 1, 24 * 400, 33 * 400);
}

static void tight_gaps_are_opened_to_the_limit(void **state) {
    (void)state;
    stride_skip();
    const lob_box64 bars[] = {{100, 200, 300, 600}, {341, 200, 541, 600}}; /* 41 of 72 */
    check_edges(LOB_CHECK_DRC, "S.MIN", bars, 2, -31 * 400, -31 * 400);
    const lob_box64 pixels[] = {{104, 200, 304, 600}, {344, 200, 544, 600}};
    check_edges(LOB_CHECK_MRC, "MRC.S.MIN", pixels, 2, -33 * 400, -24 * 400);
    const lob_box64 notched[] = {{100, 200, 300, 600}, {340, 200, 540, 600}, {100, 100, 540, 200}};
    check_edges(LOB_CHECK_DRC, "N.MIN", notched, 3, -32 * 400, -32 * 400);
}

static void small_parts_are_grown_to_the_limit(void **state) {
    (void)state;
    stride_skip();
    const lob_box64 square = {400, 400, 480, 480}; /* 6400 of 9216 */
    check_edges(LOB_CHECK_DRC, "A.MIN", &square, 1, 9216 - 6400, 98 * 98 - 6400);
    /* Pixels whose middles are in it: eleven and a bit make twelve. */
    check_edges(LOB_CHECK_MRC, "MRC.A.MIN", &square, 1, 88 * 88 - 6400, 98 * 98 - 6400);
}

/* Nothing moves where moving is not enough, or nothing is known to move. */
static void check_unresolved(lob_optimize_setup *setup, const lob_litho_input *input, const char *rule) {
    lob_optimize_result result;
    repair(setup, input, rule, &result);
    assert_false(result.is_resolved);
    assert_non_null(find(&result.after.violations, rule));
    assert_true(same_mask(&result.mask, &input->mask));
    assert_int_equal(result.violations_new, 0);
    lob_optimize_result_drop(&result);
}

static void what_cannot_be_repaired_is_said_to_be_there(void **state) {
    (void)state;
    const lob_box64 bar = {300, 200, 350, 600};
    const lob_mask mask = mask_of(&bar, 1, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual(LOB_CHECK_DRC);
    setup.reach_nm = 8; /* 22 are missing */
    check_unresolved(&setup, &input, "W.MIN");

    lob_region *region; /* a triangle's tips are too sharp, and may not move as far as an arc begins */
    lob_mask sharp = {.unit_nm = 1, .box = {200, 200, 600, 600}};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    const lob_point64 tips[] = {{200, 200}, {600, 200}, {380, 600}};
    assert_int_equal(lob_region_add(&ctx, region, 0, tips, 3), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &sharp.polygons), LOB_OK);
    const lob_litho_input curved = input_of(sharp, sharp);
    setup = usual(LOB_CHECK_MRC);
    setup.evaluation.deck.radius_nm = 20;
    setup.reach_nm = 8;
    check_unresolved(&setup, &curved, "MRC.R.MIN");

    const lob_box64 dot = {400, 400, 424, 424}; /* far below what these optics resolve, within 1 nm */
    const lob_mask dots = mask_of(&dot, 1, 1);
    const lob_litho_input small = input_of(dots, dots);
    setup = usual(LOB_CHECK_EPE);
    setup.iterations = stride_pick(5, 2);
    setup.reach_nm = 24;
    setup.evaluation.gauges.tolerance_nm = 1;
    check_unresolved(&setup, &small, "EPE.MAX");
}

/* The end of a bar prints too short; the ILT of its surroundings brings it out, and touches nothing else. */
static void line_end_is_brought_out(void **state) {
    (void)state;
    const lob_box64 bar = {368, 160, 424, 640};
    const lob_mask mask = mask_of(&bar, 1, 1);
    const lob_litho_input input = input_of(mask, mask);
    for (int manhattan = 0; manhattan < 2; manhattan += (int)stride_pick(1, 2)) {
        lob_optimize_setup setup = usual(LOB_CHECK_EPE);
        lob_optimize_result result;
        setup.manhattan = manhattan;
        setup.evaluation.tile_side = 128; /* a halo that is whole: some steps are too long */
        setup.evaluation.halo = UINT32_MAX;
        setup.iterations = stride_pick(60, 12);
        setup.evaluation.gauges.tolerance_nm = 12;
        setup.reach_nm = 160;
        repair(&setup, &input, "EPE.MAX", &result);
        assert_true(result.is_resolved);
        assert_lt(result.after.metrics.gauge_violations, result.before.metrics.gauge_violations);
        assert_lt(result.loss_best, result.loss_first);
        assert_gt(result.iterations, 0);
        for (uint32_t i = 0; i < result.after.gauge_count; i++) {
            const lob_gauge *g = &result.after.gauges[i];
            const bool is_it = hypot(g->x_nm - setup.violation->x_nm, g->y_nm - setup.violation->y_nm) < 1;
            if (is_it) {
                assert_le(fabs(g->error_nm), 12);
            }
        }
        const lob_frame *frame = &result.before.mask.frame;
        assert_memory_equal(frame, &result.after.mask.frame, sizeof *frame);
        for (uint32_t y = 0; y < frame->height; y++) {
            for (uint32_t x = 0; x < frame->width; x++) {
                const double dx = lob_frame_x_nm(frame, x + .5) - setup.violation->x_nm;
                const double dy = lob_frame_y_nm(frame, y + .5) - setup.violation->y_nm;
                if (!(fabs(dx) < 170) || !(fabs(dy) < 170)) {
                    assert_eq(lob_bits_at(&result.before.mask, x, y), lob_bits_at(&result.after.mask, x, y));
                }
            }
        }
        lob_optimize_result_drop(&result);
    }
}

/* ---- where a violation lies ---- */

/* The end of a bar, 12 nm too short, on a canvas of several tiles; of no extent, so only its place says where it is. */
static lob_optimize_setup usual_end(void) {
    lob_optimize_setup setup = usual(LOB_CHECK_EPE);
    setup.manhattan = true;
    setup.iterations = 60;
    setup.reach_nm = 160;
    setup.evaluation.gauges.tolerance_nm = 12;
    setup.evaluation.tile_side = 96;
    setup.evaluation.halo = 24;
    return setup;
}

static void check_place(const lob_litho_input *input, const lob_optimize_setup *usual_setup,
                        const lob_litho_violation *v, const lob_mask *expected) {
    lob_optimize_setup setup = *usual_setup;
    lob_optimize_result result;
    setup.violation = v;
    assert_int_equal(lob_optimize_run(&ctx, &setup, input, &result), LOB_OK);
    assert_true(result.is_resolved);
    assert_true(same_mask(&result.mask, expected));
    lob_optimize_result_drop(&result);
}

static void place_is_found_from_every_frame(void **state) {
    (void)state;
    stride_skip();
    const lob_box64 bar = {368, 160, 424, 640};
    const lob_mask mask = mask_of(&bar, 1, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual_end();
    lob_litho_result before;
    lob_optimize_result result;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup.evaluation, &input, &before), LOB_OK);
    const lob_litho_violation *top = NULL; /* seen by the upper right tile */
    for (uint32_t i = 0; i < before.violations.count; i++) {
        const lob_litho_violation *v = &before.violations.items[i];
        top = v->y_nm > 600 && v->tile_column > 0 && v->tile_row > 0 ? v : top;
    }
    assert_non_null(top);
    assert_false(top->has_box);
    setup.violation = top;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
    assert_true(result.is_resolved);
    assert_false(same_mask(&result.mask, &mask));
    const lob_mask expected = result.mask;

    lob_litho_violation v = *top;
    v.frame = LOB_FRAME_TILE_LOCAL;
    v.x_nm = v.tile_x_nm;
    v.y_nm = v.tile_y_nm;
    assert_int_equal(v.transforms[v.transform_count - 1].op, LOB_OP_TILE_STITCH);
    assert_gt(fabs(top->x_nm - v.x_nm), 160);
    assert_gt(fabs(top->y_nm - v.y_nm), 160);
    check_place(&input, &setup, &v, &expected);

    v = *top; /* twice the size, a quarter turned, upside down, moved: undone by hand */
    const lob_litho_step chain[] = {
        {LOB_OP_SCALE, 2, 0}, {LOB_OP_ROTATE, 90, 0}, {LOB_OP_MIRROR_X, 0, 0}, {LOB_OP_TRANSLATE, 100, -50}};
    v.transforms[4] = v.transforms[0];
    memcpy(v.transforms, chain, sizeof chain);
    v.transform_count = 5;
    v.frame = LOB_FRAME_INPUT_LAYOUT_NATIVE;
    v.x_nm = -(top->y_nm + 50) / 2;
    v.y_nm = -(top->x_nm - 100) / 2;
    check_place(&input, &setup, &v, &expected);
    v.frame = LOB_FRAME_TILE_LOCAL; /* the chain does not matter to a place in the tile */
    v.x_nm = v.tile_x_nm;
    v.y_nm = v.tile_y_nm;
    check_place(&input, &setup, &v, &expected);
    v.frame = LOB_FRAME_POST_TRANSFORM_CANVAS;
    v.x_nm = top->x_nm;
    v.y_nm = top->y_nm;
    check_place(&input, &setup, &v, &expected);

    v.x_nm += 200; /* nothing is wrong there, so nothing can be resolved */
    setup.violation = &v;
    lob_optimize_result none;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &none), LOB_E_INVALID_TARGET);
    assert_true(has_reason("not_there"));
    lob_error_clear(&ctx.error);
    lob_optimize_result_drop(&result);
    lob_litho_result_drop(&before);
}

/* ---- the band at a check point ---- */

static lob_optimize_setup usual_band(void) {
    lob_optimize_setup setup = usual(LOB_CHECK_PVBAND);
    lob_litho_setup *e = &setup.evaluation;
    e->pixel_nm = 4;
    e->tile_side = 256;
    e->corners[0] = (lob_corner){1.15, 0};
    e->corners[1] = (lob_corner){.85, 60};
    setup.iterations = quick_is_on() ? 40 : 80;
    return setup;
}

/* From the inner print's border to the outer one's, along the normal: pixel by pixel, for edges along the axes. */
static double band_at(const lob_litho_result *result, double x, double y, int normal_x, int normal_y) {
    const lob_frame *frame = &result->outer.frame;
    uint32_t count = 0;
    for (int k = -12; k < 9; k++) { /* half the gap outwards; what lies between is of the outer print alone */
        const double at_x = x + (k + .5) * normal_x * frame->pixel_nm, at_y = y + (k + .5) * normal_y * frame->pixel_nm;
        const uint32_t column = (uint32_t)(floor(at_x / frame->pixel_nm) - (double)frame->column);
        const uint32_t row = (uint32_t)(floor(at_y / frame->pixel_nm) - (double)frame->row);
        count += lob_bits_at(&result->outer, column, row) && !lob_bits_at(&result->inner, column, row);
    }
    return count * frame->pixel_nm;
}

/* Repairs the band at one place and looks whether it is narrower there. */
static void check_band(const lob_box64 *boxes, uint32_t count, double band_max, double x, double y, int normal_x,
                       int normal_y) {
    const lob_mask mask = mask_of(boxes, count, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual_band();
    lob_litho_result before;
    lob_optimize_result result;
    take_whole_source(&setup);
    setup.evaluation.band_max_nm = band_max;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup.evaluation, &input, &before), LOB_OK);
    setup.violation = NULL;
    for (uint32_t i = 0; i < before.violations.count; i++) {
        const lob_litho_violation *v = &before.violations.items[i];
        assert_gt(v->actual, band_max);
        setup.violation = v->x_nm == x && v->y_nm == y ? v : setup.violation;
    }
    assert_non_null(setup.violation);
    assert_eq(setup.violation->actual, band_at(&before, x, y, normal_x, normal_y));
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
    assert_true(result.is_resolved);
    assert_le(band_at(&result.after, x, y, normal_x, normal_y), band_max);
    assert_false(same_mask(&result.mask, &mask));
    lob_optimize_result_drop(&result);
    lob_litho_result_drop(&before);
}

static void band_gets_narrower(void **state) {
    (void)state;
    stride_skip();
    const lob_box64 bar = {368, 160, 424, 640};
    check_band(&bar, 1, 18, 396, 640, 0, 1); /* its end */
    const lob_box64 bars[] = {{368, 80, 432, 360}, {368, 432, 432, 720}};
    check_band(bars, 2, 14, 400, 360, 0, 1); /* the gap between two */
}

/* Where next to nothing may move, the band stays, and so does the mask. */
static void band_that_stays_is_told(void **state) {
    (void)state;
    const lob_box64 bar = {368, 160, 424, 640};
    const lob_mask mask = mask_of(&bar, 1, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual_band();
    setup.evaluation.band_max_nm = 1;
    setup.iterations = stride_pick(3, 1);
    setup.reach_nm = 8;
    if (stride_is_on()) {
        setup.evaluation.pixel_nm = PIXEL;
        setup.evaluation.tile_side = 128;
    }
    check_unresolved(&setup, &input, "PVB.MAX");
}

static void told_something(void *arg, double done, double total, const char *message) {
    double *calls = arg;
    assert_ge(done, 0);
    assert_le(done, total);
    assert_true(message);
    *calls += 1;
}

static void told_each_time(void *arg, double done, double total, const char *message) {
    told_something(arg, done, total, message);
    ctx.progress_last_ms = 0;
}

static void whole_canvas_prints_better(void **state) {
    (void)state;
    stride_skip();
    const lob_box64 boxes[] = {
        {100, 100, 300, 700}, {450, 100, 650, 350}, {450, 500, 1200, 650}, {900, 100, 1100, 300}};
    const lob_mask mask = mask_of(boxes, 4, 1);
    lob_litho_input input = input_of(mask, mask);
    input.window = (lob_box64){0, 0, 1280, 800};
    double told = 0;
    for (int model = LOB_ILT_PIXEL; model <= LOB_ILT_LEVEL_SET; model++) {
        lob_optimize_setup setup = usual(model == LOB_ILT_LEVEL_SET ? LOB_CHECK_EPE | LOB_CHECK_MRC : LOB_CHECK_EPE);
        lob_optimize_result result;
        take_whole_source(&setup);
        setup.model = (lob_ilt_model)model;
        setup.evaluation.deck.width_nm = setup.evaluation.deck.spacing_nm = 24;
        setup.iterations = model == LOB_ILT_PIXEL ? 100 : quick_is_on() ? 20 : 40;
        setup.evaluation.optics.count = quick_is_on() ? 2 : 4;
        told = 0;
        ctx.progress = told_something;
        ctx.progress_arg = &told;
        assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
        ctx.progress = NULL;
        const lob_litho_metrics *a = &result.before.metrics, *b = &result.after.metrics;
        assert_gt(a->tile_count, 1);
        assert_gt(told, 0);
        assert_lt(b->l2_pixels + b->band_pixels, a->l2_pixels + a->band_pixels);
        assert_lt((double)b->l2_pixels, .8 * (double)a->l2_pixels);
        if (model != LOB_ILT_PIXEL) {
            assert_eq(b->mrc.width_pixels + b->mrc.spacing_pixels, 0);
        }
        assert_false(result.is_resolved);
        lob_optimize_result_drop(&result);
    }
}

/* Tiles that are apart from each other are optimised at once: the mask is the same, point for point. */
static void tiles_at_once_give_the_same(void **state) {
    (void)state;
    const uint32_t runs = stride_pick(3, 2);
    const lob_box64 boxes[] = {{100, 100, 300, 1500},
                               {450, 100, 650, 350},
                               {450, 500, 1900, 650},
                               {900, 900, 1100, 1900},
                               {1400, 900, 1900, 1100}};
    const lob_mask mask = mask_of(boxes, 5, 1);
    lob_litho_input input = input_of(mask, mask);
    input.window = (lob_box64){0, 0, 2000, 2000};
    lob_optimize_result results[3];
    for (uint32_t i = 0; i < runs; i++) {
        lob_optimize_setup setup = usual(LOB_CHECK_EPE | LOB_CHECK_MRC);
        take_whole_source(&setup);
        setup.model = LOB_ILT_PIXEL;
        setup.iterations = stride_pick(9, 1);
        setup.evaluation.optics.count = 2;
        setup.evaluation.team.thread_count = i + 1;
        double said = 0;
        ctx.progress = told_something;
        ctx.progress_arg = &said;
        setup.manhattan = i == 1; /* under rules free pixels are outlined by pixels anyway */
        setup.evaluation.deck.width_nm = setup.evaluation.deck.radius_nm = 0;
        assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &results[i]), LOB_OK);
        ctx.progress = NULL;
        assert_gt(said, 0);
        assert_ge(results[i].before.metrics.tile_count, 9);
        const lob_polygons *one = &results[0].mask.polygons, *this = &results[i].mask.polygons;
        assert_eq(results[i].iterations, results[0].iterations);
        assert_eq(results[i].loss_best, results[0].loss_best);
        assert_eq(this->point_count, one->point_count);
        assert_memory_equal(this->points, one->points, one->point_count * sizeof *one->points);
        assert_le(results[i].loss_best, results[i].loss_first);
    }
    for (uint32_t i = 0; i < runs; i++) {
        lob_optimize_result_drop(&results[i]);
    }
}

/* A bad step is not taken: a rate that tears the mask apart leaves it as it was. */
static void worse_is_not_taken(void **state) {
    (void)state;
    stride_skip();
    const lob_box64 box = {200, 200, 600, 600};
    const lob_mask mask = mask_of(&box, 1, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual(LOB_CHECK_EPE);
    lob_optimize_result result;
    setup.model = LOB_ILT_PIXEL;
    setup.iterations = 2;
    setup.rate = 50;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
    assert_le(result.after.metrics.l2_pixels + result.after.metrics.band_pixels,
              result.before.metrics.l2_pixels + result.before.metrics.band_pixels);
    lob_optimize_result_drop(&result);
}

static void what_is_refused(void **state) {
    (void)state;
    const lob_box64 bar = {300, 200, 350, 600};
    const lob_mask mask = mask_of(&bar, 1, 1);
    lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual(LOB_CHECK_DRC);
    lob_optimize_result result;
    repair(&setup, &input, "W.MIN", &result);
    lob_optimize_result_drop(&result);
    const lob_litho_violation *const found = setup.violation;
    lob_litho_violation v = *found;
    v.transforms[0].op = LOB_OP_UNKNOWN;
    setup.violation = &v;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
    assert_true(has_reason("unknown_transform"));
    lob_error_clear(&ctx.error);
    v = *found; /* the same place as its tile has it */
    v.frame = LOB_FRAME_TILE_LOCAL;
    v.x_nm = v.tile_x_nm;
    v.y_nm = v.tile_y_nm;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
    assert_true(result.is_resolved);
    lob_optimize_result_drop(&result);
    setup.violation = NULL;
    setup.evaluation.deck.is_dark = true;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
    assert_true(has_reason("polarity"));
    lob_error_clear(&ctx.error);
    setup.evaluation.deck.is_dark = false;
    setup.evaluation.pixel_nm = 7.3; /* of a unit of 1 nm */
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
    assert_true(has_reason("pixel_unit"));
    lob_error_clear(&ctx.error);
    input.mask.unit_nm = 0;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
    assert_true(has_reason("pixel_unit"));
    lob_error_clear(&ctx.error);
}

/* A unit of two pixels: what is made is in units of a pixel. */
static void coarse_units_are_refined(void **state) {
    (void)state;
    const lob_box64 box = {10, 10, 40, 40}; /* 16 nm a unit */
    const lob_mask mask = mask_of(&box, 1, 16);
    lob_litho_input input = input_of(mask, mask);
    input.window = (lob_box64){0, 0, 50, 50};
    lob_optimize_setup setup = usual(LOB_CHECK_EPE);
    lob_optimize_result result;
    setup.iterations = stride_pick(20, 2);
    double told = 0;
    if (stride_is_on()) { /* in place of whole_canvas_prints_better */
        ctx.progress = told_each_time;
        ctx.progress_arg = &told;
    }
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
    ctx.progress = NULL;
    if (told <= 0) {
        assert_false(stride_is_on());
    }
    assert_eq(result.mask.unit_nm, 8);
    assert_close(area_of(&result.mask) / area_of(&mask), 1, .2);
    assert_lt(result.after.metrics.l2_pixels, result.before.metrics.l2_pixels);
    lob_optimize_result_drop(&result);
}

/* ---- files ---- */

static lob_mask read_back(const char *path) {
    const lob_read_options options = {.inflated_max = 1 << 30, .layout_size_max = 1 << 30};
    lob_read_result read;
    lob_mask mask;
    const int fd = open(path, O_RDONLY);
    assert_ge(fd, 0);
    assert_int_equal(lob_read_layout(&ctx, fd, &options, &read), LOB_OK);
    assert_int_equal(lob_layout_layer(read.layout, 0)->layer, 17);
    assert_int_equal(lob_layout_layer(read.layout, 0)->datatype, 3);
    assert_int_equal(lob_mask_of_layout(&ctx, read.layout, 0, 0, NULL, &mask), LOB_OK);
    lob_layout_drop(read.layout);
    return mask;
}

static void files_hold_the_mask(void **state) {
    (void)state;
    const lob_box64 frame[] = {{-50, 0, 400, 20},
                               {-50, 380, 400, 400},
                               {-50, 0, -30, 400},
                               {380, 0, 400, 400},
                               {100, 100, 200, 300}}; /* a ring with an island */
    const lob_mask mask = mask_of(frame, 5, .5);
    char path[64];
    for (int is_oasis = 0; is_oasis < 2; is_oasis++) {
        snprintf(path, sizeof path, "/tmp/lob_optimize_%ld.%s", (long)getpid(), is_oasis ? "oas" : "gds");
        const lob_optimize_file file = {
            .path = lob_str_from(path), .cell = LOB_STR("MASK"), .layer = 17, .datatype = 3, .is_oasis = is_oasis};
        assert_int_equal(lob_optimize_write(&ctx, &mask, &file), LOB_OK);
        const lob_mask back = read_back(path);
        assert_true(same_mask(&mask, &back));
        unlink(path);
    }
    lob_optimize_file file = {.path = LOB_STR("/nowhere/at/all.gds"), .cell = LOB_STR("MASK"), .layer = 17};
    assert_int_not_equal(lob_optimize_write(&ctx, &mask, &file), LOB_OK);
    lob_error_clear(&ctx.error);
    const lob_box64 far = {INT64_C(3000000000), 0, INT64_C(3000000100), 100};
    const lob_mask beyond = mask_of(&far, 1, 1);
    file.path = lob_str_from(path);
    assert_int_equal(lob_optimize_write(&ctx, &beyond, &file), LOB_E_QUERY_TOO_LARGE);
    assert_ne(access(path, F_OK), 0);
    lob_error_clear(&ctx.error);
}

static void report_says_what_was_done(void **state) {
    (void)state;
    lob_litho_violation v = {.id = "vabc", .rule_id = LOB_STR("M1.W.MIN")};
    const lob_violations group = {.items = &v, .count = 1};
    lob_optimize_setup setup = {.evaluation.checks = LOB_CHECK_DRC, .violation = &v, .model = LOB_ILT_LEVEL_SET};
    lob_optimize_result result = {.is_resolved = true, .iterations = 7, .loss_first = 2.5, .loss_best = 1};
    result.before.metrics = (lob_litho_metrics){.l2_pixels = 5, .band_pixels = 6, .drc_count = 1};
    result.before.violations_total = 1;
    result.before.violations.group_count = 1;
    lob_buf out;
    lob_buf_init(&out, 0);
    assert_int_equal(
        lob_optimize_report(&ctx, &setup, &result, &group, &(lob_optimize_file){.path = LOB_STR("a.gds")}, &out),
        LOB_OK);
    static const char expected[] =
        "{\"schema_version\":\"1.0.0\",\"method\":\"level_set\",\"violation_id\":\"vabc\",\"rule_id\":\"M1.W.MIN\","
        "\"is_resolved\":true,\"resolved\":[\"vabc\"],\"violations_new\":0,\"new_violations\":[],"
        "\"moves_total\":0,\"moves\":[],\"iterations\":7,\"loss_first\":2.5,"
        "\"loss_best\":1,\"before\":{\"l2_error_pixels\":5,\"pvband_pixels\":6,\"drc_violations\":1,"
        "\"violations_total\":1,\"violation_groups_total\":1},\"after\":{\"l2_error_pixels\":0,\"pvband_pixels\":0,"
        "\"drc_violations\":0,\"violations_total\":0,\"violation_groups_total\":0},"
        "\"rules_met\":true,\"rules_failed\":[],\"file\":\"a.gds\"}\n";
    assert_int_equal(out.size, sizeof expected - 1);
    assert_memory_equal(out.data, expected, out.size);
    lob_buf_release(&out);
    result.is_resolved = false;
    setup.evaluation.checks = LOB_CHECK_EPE | LOB_CHECK_MRC | LOB_CHECK_SHOTS;
    lob_buf_init(&out, 0);
    assert_int_equal(lob_optimize_report(&ctx, &setup, &result, &group, NULL, &out), LOB_OK);
    lob_buf_add_byte(&out, 0);
    assert_non_null(strstr((const char *)out.data, "\"is_resolved\":false,\"resolved\":[],"));
    assert_non_null(strstr((const char *)out.data, "\"epe_gauge_violations\":0,\"mrc_violations\":0,\"shots_vsb\":0"));
    assert_null(strstr((const char *)out.data, "drc_violations"));
    assert_null(strstr((const char *)out.data, "\"file\""));
    lob_buf_release(&out);
    setup.violation = NULL;
    lob_buf_init(&out, 16);
    assert_int_equal(lob_optimize_report(&ctx, &setup, &result, NULL, NULL, &out), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_buf_release(&out);
    lob_error_clear(&ctx.error);
}

static void assert_says(const lob_optimize_setup *setup, const lob_optimize_result *result, const char *what) {
    lob_buf out;
    lob_buf_init(&out, 0);
    assert_int_equal(lob_optimize_report(&ctx, setup, result, NULL, NULL, &out), LOB_OK);
    lob_buf_add_byte(&out, 0);
    if (!strstr((const char *)out.data, what)) {
        print_message("%s\n", (const char *)out.data);
    }
    assert_non_null(strstr((const char *)out.data, what));
    lob_buf_release(&out);
}

/* A bar of 50 where 72 are required: 22 nm more of it, along its 400. */
static void report_says_what_moved(void **state) {
    (void)state;
    const lob_box64 bar = {300, 200, 350, 600};
    const lob_mask mask = mask_of(&bar, 1, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual(LOB_CHECK_DRC);
    lob_optimize_result result;
    repair(&setup, &input, "W.MIN", &result);
    assert_says(&setup, &result, "\"rules_met\":true,\"rules_failed\":[]");
    lob_optimize_move *moves;
    uint32_t count;
    assert_int_equal(lob_optimize_moves(&ctx, &result.was, &result.mask, &moves, &count), LOB_OK);
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_case("part %u of %u", i, count);
        assert_true(moves[i].is_added);
        assert_eq(moves[i].box_nm[1], 200);
        assert_eq(moves[i].box_nm[3], 600);
        assert_true(i == 0 || moves[i].area_nm2 <= moves[i - 1].area_nm2);
        area += moves[i].area_nm2;
    }
    assert_eq(area, 22 * 400);
    assert_says(&setup, &result, "\"moves\":[{\"what\":\"added\",");
    assert_says(&setup, &result, "nm along 400 nm, around (0.");
    /* the same backwards, from a finer grid: what was added is removed */
    lob_mask fine = mask;
    assert_int_equal(lob_optimize_refine(&ctx, 10, &fine), LOB_OK);
    assert_int_equal(lob_optimize_moves(&ctx, &result.mask, &fine, &moves, &count), LOB_OK);
    assert_gt(count, 0);
    assert_false(moves[0].is_added);
    lob_optimize_result_drop(&result);
}

/* What remains is named by rule, and what is new by place. */
static void report_says_what_remains(void **state) {
    (void)state;
    lob_litho_violation items[] = {
        {.id = "v1", .group_id = "a", .rule_id = LOB_STR("EPE.MAX"), .x_nm = 5},
        {.id = "v2", .group_id = "b", .rule_id = LOB_STR("W.MIN"), .x_nm = 500, .y_nm = 250},
        {.id = "v3", .group_id = "b", .rule_id = LOB_STR("W.MIN"), .is_shadow = true},
        {.id = "v4", .group_id = "c", .rule_id = LOB_STR("W.MIN")},
    };
    lob_optimize_setup setup = {.evaluation.checks = LOB_CHECK_DRC | LOB_CHECK_EPE};
    lob_optimize_result result = {.violations_new = 2};
    result.before.violations = (lob_violations){.items = items + 3, .count = 1};
    result.after.violations = (lob_violations){.items = items, .count = 4};
    assert_says(&setup, &result,
                "\"new_violations\":[{\"violation_id\":\"v1\",\"rule_id\":\"EPE.MAX\",\"location_nm\":[5,0],"
                "\"location_um\":[0.005,0],\"message\":\"print off the target, at (0.005, 0) um\"},"
                "{\"violation_id\":\"v2\",");
    assert_says(&setup, &result,
                "\"rules_met\":false,\"rules_failed\":[{\"rule_id\":\"W.MIN\",\"violations\":2,"
                "\"message\":\"line too narrow, at (0.5, 0.25) um\"}]");
    result.after.violations.count = 1;
    assert_says(&setup, &result, "\"rules_met\":true,\"rules_failed\":[]");
    setup.evaluation.checks = LOB_CHECK_EPE; /* no rule was checked: nothing is said of any */
    assert_says(&setup, &result, "\"violation_groups_total\":0}}");
}

static lob_status parse_report(const char *text, size_t size, lob_litho_optimize_report *report) {
    lob_json_fault fault;
    cJSON *json;
    memset(report, 0, sizeof *report); /* what is left out stays unset */
    lob_json_init();
    json = lob_json_parse((lob_str){text, size}, &fault);
    assert_non_null(json);
    const lob_status status = lob_litho_optimize_report_parse(&ctx, json, report);
    cJSON_Delete(json);
    return status;
}

/* What is written is all in spec/types/litho_optimize.json: read by that and written again it is the same bytes. */
static void check_schema(const lob_optimize_setup *setup, const lob_optimize_result *result,
                         const lob_violations *group, const lob_optimize_file *file) {
    lob_buf out, again;
    lob_jsonw w;
    lob_litho_optimize_report report;
    lob_buf_init(&out, 0);
    lob_buf_init(&again, 0);
    assert_int_equal(lob_optimize_report(&ctx, setup, result, group, file, &out), LOB_OK);
    assert_int_equal(parse_report((const char *)out.data, out.size - 1, &report), LOB_OK);
    lob_jsonw_init(&w, &again);
    lob_litho_optimize_report_write(&w, &report);
    assert_int_equal(again.size, out.size - 1);
    assert_memory_equal(again.data, out.data, again.size);
    lob_buf_release(&out);
    lob_buf_release(&again);
}

static void report_is_that_of_its_schema(void **state) {
    (void)state;
    const lob_box64 bar = {300, 200, 350, 600};
    const lob_mask mask = mask_of(&bar, 1, 1);
    const lob_litho_input input = input_of(mask, mask);
    lob_optimize_setup setup = usual(LOB_CHECK_DRC | LOB_CHECK_MRC | LOB_CHECK_EPE | LOB_CHECK_SHOTS);
    lob_optimize_result result;
    repair(&setup, &input, "W.MIN", &result);
    lob_litho_violation v = *setup.violation;
    const lob_violations group = {.items = &v, .count = 1};
    const lob_optimize_file file = {.path = LOB_STR("a.gds"), .layer = 3, .target = &mask, .target_datatype = 1};
    check_schema(&setup, &result, &group, &file);
    check_schema(&setup, &result, NULL, NULL);
    setup.violation = NULL;
    result.loss_first = 12.625;
    setup.evaluation.checks = 0;
    check_schema(&setup, &result, NULL, &file);
    lob_optimize_result_drop(&result);

    static const char whole[] =
        "{\"schema_version\":\"1.4.0\",\"method\":\"magic\",\"violations_new\":0,\"iterations\":7,\"loss_first\":2,"
        "\"loss_best\":1,\"before\":{\"l2_error_pixels\":5,\"pvband_pixels\":6,\"violations_total\":1,"
        "\"violation_groups_total\":1,\"brand_new\":[1]},\"after\":{\"l2_error_pixels\":0,\"pvband_pixels\":0,"
        "\"violations_total\":0,\"violation_groups_total\":0},\"brand_new\":{}}";
    lob_litho_optimize_report report;
    assert_int_equal(parse_report(whole, sizeof whole - 1, &report), LOB_OK); /* it may grow */
    static const char *const changed[][2] = {{"\"loss_best\":1,", ""},
                                             {"\"iterations\":7", "\"iterations\":-7"},
                                             {"\"method\":\"magic\"", "\"method\":1"},
                                             {"\"pvband_pixels\":6,", ""}};
    for (size_t i = 0; i < sizeof changed / sizeof changed[0]; i++) {
        lob_case("%s", changed[i][0]);
        char text[sizeof whole + 16];
        const char *at = strstr(whole, changed[i][0]);
        assert_non_null(at);
        const size_t before = (size_t)(at - whole);
        const int size =
            snprintf(text, sizeof text, "%.*s%s%s", (int)before, whole, changed[i][1], at + strlen(changed[i][0]));
        assert_int_not_equal(parse_report(text, (size_t)size, &report), LOB_OK);
        lob_error_clear(&ctx.error);
    }
}

/* ---- memory ---- */

typedef struct attempt_of {
    const lob_litho_input *input;
    lob_optimize_setup setup;
} attempt_of;

static bool attempt(void *arg) {
    const attempt_of *a = arg;
    lob_optimize_result result;
    lob_arena *const outer = ctx.arena;
    ctx.arena = lob_arena_new(0);
    const bool is_fine = ctx.arena && lob_optimize_run(&ctx, &a->setup, a->input, &result) == LOB_OK;
    if (is_fine) {
        lob_optimize_result_drop(&result);
    }
    if (!is_fine && ctx.arena) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_error_clear(&ctx.error);
    lob_arena_drop(ctx.arena);
    ctx.arena = outer;
    return is_fine;
}

static bool attempt_write(void *arg) {
    char path[64];
    lob_arena *const outer = ctx.arena;
    snprintf(path, sizeof path, "/tmp/lob_optimize_sweep_%ld.gds", (long)getpid());
    ctx.arena = lob_arena_new(0);
    const lob_optimize_file file = {.path = lob_str_from(path), .cell = LOB_STR("MASK"), .layer = 1};
    const bool is_fine = ctx.arena && lob_optimize_write(&ctx, arg, &file) == LOB_OK;
    assert_eq(is_fine, access(path, F_OK) == 0);
    unlink(path);
    lob_error_clear(&ctx.error);
    lob_arena_drop(ctx.arena);
    ctx.arena = outer;
    return is_fine;
}

static void out_of_memory_writing(void **state) {
    (void)state;
    const lob_box64 bar = {300, 200, 350, 280};
    lob_mask mask = mask_of(&bar, 1, 1);
    sweep_allocations_sparing(attempt_write, &mask, true);
}

static void out_of_memory(void **state) {
    (void)state;
    const lob_box64 bar = {300, 200, 350, 280};
    const lob_mask mask = mask_of(&bar, 1, 1);
    const lob_litho_input input = {.mask = mask, .target = mask};
    attempt_of a = {.input = &input, .setup = usual(LOB_CHECK_DRC)};
    lob_optimize_result result;
    a.setup.evaluation.corner_count = 0;
    a.setup.evaluation.optics.count = 1;
    a.setup.evaluation.tile_side = quick_is_on() ? 72 : 96;
    a.setup.evaluation.halo = quick_is_on() ? 16 : 24;
    a.setup.iterations = 1;
    sweep_allocations_by("9", attempt, &a, true);
    if (stride_is_on()) {
        sweep_allocations_by("11", attempt, &a, true); /* meets what the other passes by */
    }
    repair(&a.setup, &input, "W.MIN", &result);
    lob_optimize_result_drop(&result);
    sweep_allocations_sparing(attempt, &a, true);
    if (stride_is_on()) {
        sweep_allocations_by("6", attempt, &a, true);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(narrow_parts_are_widened_to_the_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(tight_gaps_are_opened_to_the_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(small_parts_are_grown_to_the_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_repaired_is_said_to_be_there, setup, teardown),
        cmocka_unit_test_setup_teardown(line_end_is_brought_out, setup, teardown),
        cmocka_unit_test_setup_teardown(place_is_found_from_every_frame, setup, teardown),
        cmocka_unit_test_setup_teardown(band_gets_narrower, setup, teardown),
        cmocka_unit_test_setup_teardown(band_that_stays_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(whole_canvas_prints_better, setup, teardown),
        cmocka_unit_test_setup_teardown(tiles_at_once_give_the_same, setup, teardown),
        cmocka_unit_test_setup_teardown(worse_is_not_taken, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(coarse_units_are_refined, setup, teardown),
        cmocka_unit_test_setup_teardown(files_hold_the_mask, setup, teardown),
        cmocka_unit_test_setup_teardown(report_says_what_was_done, setup, teardown),
        cmocka_unit_test_setup_teardown(report_says_what_moved, setup, teardown),
        cmocka_unit_test_setup_teardown(report_says_what_remains, setup, teardown),
        cmocka_unit_test_setup_teardown(report_is_that_of_its_schema, setup, teardown),
        cmocka_unit_test_setup_teardown(out_of_memory_writing, setup, teardown),
        cmocka_unit_test_setup_teardown(out_of_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
