/* Inverse lithography: its gradient against finite differences, distances against formulas, masks that print better
 * than what they began with, and what must hold of every run: same bits at any team, no step back, pixels that are not
 * free, mask rules, cancelling. */
#include "tests/support/lob_test.h"

#include "close_sweep.h"
#include "scenes.h"

#include <pthread.h>
#include <time.h>

#include "litho/ilt_impl.h"
#include "litho/metrics_impl.h"
#include "tests/support/stride.h"

#define PIXEL_NM   8.0
#define SIDE_USUAL (quick_is_on() ? 80U : 128U) /* the least field that the optics take, and then some */

typedef struct rig {
    lob_imager *focus, *defocus;
    lob_ilt_corner corners[3];
    lob_ilt_setup setup;
    lob_plane target;
} rig;

static lob_imager *lens(uint32_t side, double pixel_nm, double defocus_nm) {
    lob_optics optics = {.wavelength_nm = 193,
                         .na = 1.35,
                         .source = LOB_SOURCE_CIRCULAR,
                         .sigma_outer = .7,
                         .defocus_nm = defocus_nm,
                         .count = 6};
    lob_kernels kernels;
    lob_imager *imager;
    if (stride_is_on()) { /* nobody asks there how much better a mask prints */
        take_small_source(&optics);
    }
    assert_int_equal(lob_kernels_compute(&ctx, &optics, side * pixel_nm, &kernels), LOB_OK);
    assert_int_equal(lob_imager_new(&ctx, side, pixel_nm, &kernels, &imager), LOB_OK);
    return imager;
}

static void paint(lob_plane *plane, uint32_t left, uint32_t bottom, uint32_t right, uint32_t top) {
    for (uint32_t y = bottom; y < top; y++) {
        for (uint32_t x = left; x < right; x++) {
            plane->values[(size_t)y * plane->frame.width + x] = 1;
        }
    }
}

/* Four hundred and eighty nanometres of a square in the middle, and a bar beside it. */
static rig rig_new(uint32_t side, double pixel_nm, lob_ilt_model model) {
    rig r = {.focus = lens(side, pixel_nm, 0), .defocus = lens(side, pixel_nm, 40)};
    r.corners[0] = (lob_ilt_corner){r.focus, 1, 1};
    r.corners[1] = (lob_ilt_corner){r.focus, 1.03, 1};
    r.corners[2] = (lob_ilt_corner){r.defocus, .97, 1};
    lob_ilt_setup_usual(&r.setup, model);
    r.setup.corner_count = 3;
    r.setup.outer = 1;
    r.setup.inner = 2;
    r.setup.iterations = 100;
    r.setup.iterations_min = 100;
    r.setup.team.thread_count = 1;
    assert_int_equal(lob_plane_new(&ctx, (lob_frame){0, 0, side, side, pixel_nm}, &r.target), LOB_OK);
    const uint32_t unit = (uint32_t)(40 / pixel_nm), middle = side / 2;
    paint(&r.target, middle - 6 * unit, middle - 6 * unit, middle + 6 * unit, middle + 6 * unit);
    return r;
}

static void rig_drop(rig *r) {
    lob_imager_drop(r->focus);
    lob_imager_drop(r->defocus);
    lob_plane_drop(&r->target);
}

static lob_status run(rig *r, const lob_plane *start, lob_ilt_result *result) {
    r->setup.corners = r->corners;
    const lob_plane *from = start ? start : &r->target;
    return lob_ilt_descend(&ctx, &r->setup, &r->target, (lob_ilt_begin){from, from}, result);
}

static double worth(const lob_ilt_result *result) {
    return result->best.l2_pixels + result->best.band_pixels;
}

/* Of the target itself as a mask. */
static lob_ilt_step first_of(rig *r) {
    lob_ilt_result result;
    const uint32_t iterations = r->setup.iterations;
    r->setup.iterations = 0;
    assert_int_equal(run(r, NULL, &result), LOB_OK);
    r->setup.iterations = iterations;
    const lob_ilt_step step = result.best;
    lob_ilt_result_drop(&result);
    return step;
}

static bool has_reason(const char *reason) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx.error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

/* ---- the gradient ---- */

static float *values_new(size_t count) {
    float *values = lob_fft_alloc(count * sizeof *values);
    assert_non_null(values);
    memset(values, 0, count * sizeof *values);
    return values;
}

static void by_hand(rig *r, lob_ilt_descent *d) {
    *d = (lob_ilt_descent){.setup = &r->setup,
                           .target = &r->target,
                           .count = (size_t)r->target.frame.width * r->target.frame.height,
                           .focus_count = 2,
                           .focus_of = {0, 0, 1}};
    r->setup.corners = r->corners;
    for (int i = 0; i < 2; i++) {
        lob_ilt_focus *f = &d->focuses[i];
        f->imager = i ? r->defocus : r->focus;
        assert_int_equal(lob_imager_work_new(&ctx, f->imager, &f->work), LOB_OK);
        f->intensity = values_new(d->count);
        f->by_intensity = values_new(d->count);
        f->by_mask = values_new(d->count);
    }
    d->mask = values_new(d->count);
    d->prints = values_new((size_t)4 * r->target.frame.width);
}

static void drop_by_hand(lob_ilt_descent *d) {
    for (int i = 0; i < 2; i++) {
        lob_imager_work_drop(d->focuses[i].work);
        lob_fft_free(d->focuses[i].intensity);
        lob_fft_free(d->focuses[i].by_intensity);
        lob_fft_free(d->focuses[i].by_mask);
    }
    lob_fft_free(d->mask);
    lob_fft_free(d->prints);
}

static double loss_at(lob_ilt_descent *d, float *scratch) {
    double loss;
    assert_int_equal(lob_ilt_image(&ctx, d, d->mask), LOB_OK);
    assert_int_equal(lob_ilt_slopes(&ctx, d, &loss), LOB_OK);
    return loss + lob_ilt_smooth(d, scratch);
}

/* Along a few directions, each a smooth bump somewhere. */
static void check_gradient(double band_weight, double smooth_weight, double share) {
    rig r = rig_new(64, 16, LOB_ILT_PIXEL);
    lob_ilt_descent d;
    r.setup.band_weight = band_weight;
    r.setup.smooth_weight = smooth_weight;
    for (int i = 0; i < 3; i++) {
        r.corners[i].weight = share * (1 + i);
    }
    by_hand(&r, &d);
    float *base = values_new(d.count), *way = values_new(d.count), *scratch = values_new(d.count);
    for (size_t i = 0; i < d.count; i++) {
        base[i] = .15f + .7f * r.target.values[i];
    }
    for (int turn = 0; turn < 4; turn += (int)stride_pick(1, 4)) {
        const double x0 = 20 + 8 * turn, y0 = 30 - 3 * turn, h = .002;
        memcpy(d.mask, base, d.count * sizeof(float));
        loss_at(&d, scratch);
        assert_int_equal(lob_ilt_back(&ctx, &d), LOB_OK);
        lob_ilt_smooth(&d, d.focuses[0].by_mask);
        double expected = 0, losses[2];
        for (size_t i = 0; i < d.count; i++) {
            const double x = (double)(i % 64) - x0, y = (double)(i / 64) - y0;
            way[i] = (float)exp(-(x * x + y * y) / 18);
            expected += (double)way[i] * (double)d.focuses[0].by_mask[i];
        }
        for (int side = 0; side < 2; side++) {
            for (size_t i = 0; i < d.count; i++) {
                d.mask[i] = base[i] + (float)(side ? h : -h) * way[i];
            }
            losses[side] = loss_at(&d, scratch);
        }
        const double found = (losses[1] - losses[0]) / (2 * h);
        assert_gt(fabs(found), 1e-3);
        assert_le(fabs(found - expected), .01 * fabs(expected) + 1e-3);
    }
    lob_fft_free(base);
    lob_fft_free(way);
    lob_fft_free(scratch);
    drop_by_hand(&d);
    rig_drop(&r);
}

static void gradient_is_that_of_the_loss(void **state) {
    (void)state;
    check_gradient(0, 0, 1);
    if (!stride_is_on()) { /* each by itself */
        check_gradient(2, 0, 1e-6);
        check_gradient(0, .5, 1e-6);
    }
    check_gradient(.7, .1, .5);
}

static void sigmoid_is_that_of_the_library(void **state) {
    (void)state;
    for (double x = -25; x <= 25; x += .37) {
        const double expected = 1 / (1 + exp(-x));
        assert_le(fabs((double)lob_sigmoid((float)x) - expected), 4e-6 * expected);
    }
    assert_eq(lob_sigmoid(0), .5f);
}

/* ---- distances ---- */

static void distances_of_a_disc_and_a_slope(void **state) {
    (void)state;
    enum { SIDE = 64 };
    static float values[SIDE * SIDE], scratch[SIDE * SIDE];
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i < SIDE * SIDE; i++) {
            const double x = i % SIDE - 31.3, y = i / SIDE - 30.8;
            const double d = kind ? .6 * x - .8 * y : 20 - sqrt(x * x + y * y);
            values[i] = (float)(d * (1 + .5 * fabs(d))); /* another scale further off, the same zero line */
        }
        assert_int_equal(lob_ilt_redistance(&ctx, SIDE, SIDE, values, scratch), LOB_OK);
        for (int i = 0; i < SIDE * SIDE; i++) {
            const double x = i % SIDE - 31.3, y = i / SIDE - 30.8;
            const double d = kind ? .6 * x - .8 * y : 20 - sqrt(x * x + y * y);
            const bool is_inner = i % SIDE > 8 && i % SIDE < 55 && i / SIDE > 8 && i / SIDE < 55;
            if ((values[i] >= 0) != (d >= 0)) {
                assert_lt(fabs(d), 1e-6);
            }
            if (is_inner && !(fabs(d) > 6)) {
                assert_lt(fabs((double)values[i] - d), .35);
            }
            assert_le(fabsf(values[i]), LOB_ILT_FAR);
        }
    }
}

/* ---- runs ---- */

static uint32_t parts_of(const lob_bits *bits) {
    lob_parts parts;
    assert_int_equal(lob_parts_of(&ctx, bits, &parts), LOB_OK);
    const uint32_t count = parts.part_count;
    lob_parts_drop(&parts);
    return count;
}

static void square_prints_better(void **state) {
    (void)state;
    stride_skip();
    for (int model = LOB_ILT_PIXEL; model <= LOB_ILT_LEVEL_SET; model++) {
        rig r = rig_new(SIDE_USUAL, PIXEL_NM, (lob_ilt_model)model);
        const lob_ilt_step before = first_of(&r);
        lob_ilt_result result;
        assert_gt(before.l2_pixels, 20); /* its corners are round */
        assert_int_equal(run(&r, NULL, &result), LOB_OK);
        assert_lt(result.best.l2_pixels, .6 * before.l2_pixels);
        assert_lt(worth(&result), .8 * (before.l2_pixels + before.band_pixels));
        assert_gt(result.best.iteration, 0);
        assert_le(result.best.iteration, 100);
        assert_lt(result.steps[result.step_count - 1].loss, .7 * result.steps[0].loss);
        if (model != LOB_ILT_PIXEL) {
            assert_eq(parts_of(&result.mask), 1);
        }
        lob_ilt_result_drop(&result);
        rig_drop(&r);
    }
}

/* Where the contour of a level set is not, nothing comes: of two bars two parts are left, however long it runs, and the
 * pixel model gives them company. */
static void level_set_makes_no_parts(void **state) {
    (void)state;
    stride_skip();
    uint32_t parts[2];
    for (int model = LOB_ILT_PIXEL; model <= LOB_ILT_LEVEL_SET; model++) {
        rig r = rig_new(128, PIXEL_NM, (lob_ilt_model)model);
        memset(r.target.values, 0, (size_t)128 * 128 * sizeof(float));
        paint(&r.target, 40, 30, 49, 98);
        paint(&r.target, 75, 30, 84, 98);
        lob_ilt_result result;
        r.setup.iterations = 60;
        assert_int_equal(run(&r, NULL, &result), LOB_OK);
        parts[model] = parts_of(&result.mask);
        lob_ilt_result_drop(&result);
        rig_drop(&r);
    }
    assert_gt(parts[LOB_ILT_PIXEL], 2);
    assert_int_equal(parts[LOB_ILT_LEVEL_SET], 2);
}

static void same_bits_at_any_team(void **state) {
    (void)state;
    for (int model = LOB_ILT_PIXEL; model <= LOB_ILT_LEVEL_SET; model++) {
        rig r = rig_new(SIDE_USUAL, PIXEL_NM, (lob_ilt_model)model);
        lob_ilt_result one, two;
        r.setup.iterations = stride_pick(8, 2);
        assert_int_equal(run(&r, NULL, &one), LOB_OK);
        r.setup.team.thread_count = 2;
        assert_int_equal(run(&r, NULL, &two), LOB_OK);
        assert_memory_equal(one.smooth.values, two.smooth.values, (size_t)SIDE_USUAL * SIDE_USUAL * sizeof(float));
        assert_int_equal(lob_bits_differ(&one.mask, &two.mask), 0);
        assert_eq(one.steps[r.setup.iterations - 1].loss, two.steps[r.setup.iterations - 1].loss);
        lob_ilt_result_drop(&one);
        lob_ilt_result_drop(&two);
        rig_drop(&r);
    }
}

/* Steps as wide as the mask itself lead nowhere; what was good at the start is what comes back. */
static void warm_start_is_never_left_for_worse(void **state) {
    (void)state;
    const lob_ilt_level levels[] = {{2, 3, 0}, {1, 2, 0}};
    rig r = rig_new(SIDE_USUAL, PIXEL_NM, LOB_ILT_PIXEL);
    lob_ilt_result good, again;
    r.setup.iterations = stride_pick(100, 3);
    assert_int_equal(run(&r, NULL, &good), LOB_OK);
    r.setup.iterations = stride_pick(6, 2);
    r.setup.rate = 8;
    assert_int_equal(run(&r, &good.smooth, &again), LOB_OK);
    assert_le(worth(&again), worth(&good));
    lob_ilt_result_drop(&again);
    assert_int_equal(lob_ilt_run_levels(&ctx, &r.setup, levels, 2, &r.target, &good.smooth, &again), LOB_OK);
    assert_le(worth(&again), worth(&good));
    lob_ilt_result_drop(&again);
    r.setup.model = LOB_ILT_LEVEL_SET;
    assert_int_equal(run(&r, &good.smooth, &again), LOB_OK);
    assert_le(worth(&again), worth(&good));
    lob_ilt_result_drop(&again);
    lob_ilt_result_drop(&good);
    rig_drop(&r);
}

static void coarse_levels_lead_there(void **state) {
    (void)state;
    const uint32_t iterations = stride_pick(90, 2);
    const uint32_t side = quick_is_on() ? 160 : 256;
    for (int model = LOB_ILT_PIXEL; model <= LOB_ILT_LEVEL_SET; model++) {
        rig r = rig_new(side, 4, (lob_ilt_model)model);
        const lob_ilt_step before = first_of(&r);
        lob_ilt_level levels[LOB_ILT_LEVELS_MAX];
        lob_ilt_result result;
        r.setup.corners = r.corners;
        assert_int_equal(lob_ilt_levels_usual(r.focus, 4, iterations, levels), 2);
        assert_int_equal(levels[0].factor, 2);
        assert_int_equal(levels[0].iterations, iterations);
        levels[1].iterations = 0; /* judged alone: the coarse pixels have done it */
        assert_int_equal(lob_ilt_run_levels(&ctx, &r.setup, levels, 2, &r.target, NULL, &result), LOB_OK);
        assert_int_equal(result.mask.frame.width, side);
        if (!stride_is_on()) {
            assert_lt(worth(&result), .8 * (before.l2_pixels + before.band_pixels));
        }
        lob_ilt_result_drop(&result);
        rig_drop(&r);
    }
}

static void what_is_not_free_stays(void **state) {
    (void)state;
    const lob_ilt_level levels[] = {{2, stride_pick(80, 2), 0}, {1, stride_pick(20, 2), 0}};
    const uint32_t side = SIDE_USUAL, from = side == 128 ? 75 : 51, width = side == 128 ? 40 : 29;
    for (int model = LOB_ILT_PIXEL; model <= LOB_ILT_LEVEL_SET; model++) {
        rig r = rig_new(side, PIXEL_NM, (lob_ilt_model)model);
        const lob_ilt_step before = first_of(&r);
        lob_bits may;
        assert_int_equal(lob_bits_new(&ctx, r.target.frame, &may), LOB_OK);
        for (uint32_t i = 0; i < width * width; i++) {
            lob_bits_set(&may, from + i % width, from + i / width);
        }
        lob_ilt_result result;
        r.setup.free = &may;
        r.setup.corners = r.corners;
        r.setup.mrc_width_nm = r.setup.mrc_spacing_nm = model == LOB_ILT_LEVEL_SET ? 40 : 0;
        assert_int_equal(lob_ilt_run_levels(&ctx, &r.setup, levels, 2, &r.target, NULL, &result), LOB_OK);
        for (uint32_t i = 0; i < side * side; i++) {
            if (!lob_bits_at(&may, i % side, i / side)) {
                assert_eq(lob_bits_at(&result.mask, i % side, i / side), r.target.values[i] > .5f);
            }
        }
        if (!stride_is_on()) {
            assert_lt(worth(&result), before.l2_pixels + before.band_pixels);
        }
        lob_ilt_result_drop(&result);
        lob_bits_drop(&may);
        rig_drop(&r);
    }
}

/* ---- mask rules ---- */

static void assert_clean(const lob_bits *mask, double width, double spacing) {
    lob_bits narrow, tight;
    bool is_clean;
    assert_int_equal(lob_bits_new(&ctx, mask->frame, &narrow), LOB_OK);
    assert_int_equal(lob_bits_new(&ctx, mask->frame, &tight), LOB_OK);
    assert_int_equal(lob_mrc_open_whole(&ctx, mask, width, spacing, true, &narrow, &tight, &is_clean), LOB_OK);
    assert_true(is_clean);
    lob_bits_drop(&narrow);
    lob_bits_drop(&tight);
}

static void tidied_masks_break_no_rule(void **state) {
    (void)state;
    srand(5);
    for (unsigned i = 0; i < stride_pick(200, 60); i++) {
        lob_bits mask;
        const double width = random_below(9), spacing = random_below(9);
        assert_int_equal(lob_bits_new(&ctx, random_frame(150), &mask), LOB_OK);
        random_scene(&mask, i);
        assert_int_equal(lob_ilt_tidy(&ctx, width, spacing, &mask), LOB_OK);
        assert_clean(&mask, width, spacing);
        lob_bits_drop(&mask);
    }
}

/* A bar as wide as the limit and one below it, two bars too near: what is right stays as it is. */
static void tidying_leaves_what_is_right(void **state) {
    (void)state;
    lob_bits mask, kept;
    const lob_frame frame = {0, 0, 100, 100, 1};
    assert_int_equal(lob_bits_new(&ctx, frame, &mask), LOB_OK);
    assert_int_equal(lob_bits_new(&ctx, frame, &kept), LOB_OK);
    for (uint32_t y = 20; y < 80; y++) {
        for (uint32_t x = 10; x < 17; x++) {
            lob_bits_set(&mask, x, y);
            lob_bits_set(&kept, x, y);
        }
        for (uint32_t x = 60; x < 64; x++) {
            lob_bits_set(&mask, x, y);
        }
    }
    assert_int_equal(lob_ilt_tidy(&ctx, 7, 7, &mask), LOB_OK);
    assert_int_equal(lob_bits_differ(&mask, &kept), 0);
    lob_bits_drop(&mask);
    lob_bits_drop(&kept);
}

static void masks_obey_rules_when_asked(void **state) {
    (void)state;
    rig r = rig_new(SIDE_USUAL, PIXEL_NM, LOB_ILT_LEVEL_SET);
    const lob_ilt_step before = first_of(&r);
    lob_ilt_result result;
    r.setup.iterations = stride_pick(100, 2);
    r.setup.mrc_width_nm = r.setup.mrc_spacing_nm = 56;
    assert_int_equal(run(&r, NULL, &result), LOB_OK);
    assert_clean(&result.mask, 56, 56);
    if (!stride_is_on()) {
        assert_lt(worth(&result), before.l2_pixels + before.band_pixels);
    }
    lob_ilt_result_drop(&result);
    rig_drop(&r);
}

/* A level set moves as its contour is: without one, nothing comes. */
static void of_nothing_comes_nothing(void **state) {
    (void)state;
    rig r = rig_new(SIDE_USUAL, PIXEL_NM, LOB_ILT_LEVEL_SET);
    lob_ilt_result result;
    memset(r.target.values, 0, (size_t)SIDE_USUAL * SIDE_USUAL * sizeof(float));
    r.setup.iterations = 2;
    assert_int_equal(run(&r, NULL, &result), LOB_OK);
    assert_int_equal(lob_bits_count(&result.mask), 0);
    lob_ilt_result_drop(&result);
    rig_drop(&r);
}

/* ---- errors ---- */

static void refuse(rig *r, const char *reason) {
    lob_ilt_result result;
    assert_int_equal(run(r, NULL, &result), LOB_E_INVALID_TARGET);
    assert_true(has_reason(reason));
    lob_error_clear(&ctx.error);
}

static void refuse_levels(rig *r, const lob_ilt_level *levels, uint32_t count) {
    lob_ilt_result result;
    assert_int_equal(lob_ilt_run_levels(&ctx, &r->setup, levels, count, &r->target, NULL, &result),
                     LOB_E_INVALID_TARGET);
    assert_true(has_reason("levels"));
    lob_error_clear(&ctx.error);
}

static void setups_that_make_no_sense(void **state) {
    (void)state;
    rig r = rig_new(128, PIXEL_NM, LOB_ILT_PIXEL);
    const lob_ilt_setup good = r.setup;
    r.setup.corner_count = 0;
    refuse(&r, "corners");
    r.setup.corner_count = LOB_CORNERS_MAX + 1;
    refuse(&r, "corners");
    r.setup = good;
    r.setup.outer = 3;
    refuse(&r, "corners");
    r.setup = good;
    r.setup.inner = 3;
    refuse(&r, "corners");
    r.setup = good;
    r.setup.rate = NAN;
    refuse(&r, "rule");
    r.setup = good;
    r.setup.judge_every = 0;
    refuse(&r, "rule");
    r.setup = good;
    r.setup.mask_steepness = 0;
    refuse(&r, "rule");
    r.setup = good;
    r.target.frame.width = r.target.frame.height = 120;
    refuse(&r, "tile_side");
    r.target.frame.width = r.target.frame.height = 128;
    r.setup.corners = r.corners;
    refuse_levels(&r, (lob_ilt_level[]){{1, 1, 0}}, 0);
    refuse_levels(&r, (lob_ilt_level[]){{2, 1, 0}}, 1);
    refuse_levels(&r, (lob_ilt_level[]){{0, 1, 0}, {1, 1, 0}}, 2);
    refuse_levels(&r, (lob_ilt_level[]){{3, 1, 0}, {1, 1, 0}}, 2);
    refuse_levels(&r, (lob_ilt_level[]){{4, 1, 0}, {1, 1, 0}}, 2); /* 32 pixels for 12 frequencies */
    rig_drop(&r);
}

typedef struct stopper {
    lob_cancel *cancel;
    clockid_t clock;
    double at;
} stopper;

static double clock_seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *stop_soon(void *arg) {
    stopper *s = arg;
    const double start = clock_seconds(s->clock);
    while (clock_seconds(s->clock) < start + .05) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    s->at = clock_seconds(s->clock);
    atomic_store(&s->cancel->requested, true);
    return NULL;
}

/* In time of the thread that works, so that other programs on this machine do not matter. */
static void cancelled_within_a_tenth_of_a_second(void **state) {
    (void)state;
    stride_skip();
    for (int model = LOB_ILT_PIXEL; model <= LOB_ILT_LEVEL_SET; model++) {
        rig r = rig_new(512, 2, (lob_ilt_model)model);
        lob_cancel cancel = {false};
        stopper s = {.cancel = &cancel};
        lob_ilt_result result;
        pthread_t thread;
        r.setup.iterations = 100000;
        r.setup.iterations_min = 100000;
        ctx.cancel = &cancel;
        pthread_getcpuclockid(pthread_self(), &s.clock);
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, &s), 0);
        assert_int_equal(run(&r, NULL, &result), LOB_E_CANCELLED);
        const double end = clock_seconds(s.clock);
        pthread_join(thread, NULL);
        if (end - s.at >= .1) {
            assert_true(getenv("LOB_TEST_QUICK"));
        }
        ctx.cancel = NULL;
        lob_error_clear(&ctx.error);
        rig_drop(&r);
    }
}

static bool attempt(void *arg) {
    rig *r = arg;
    const lob_ilt_level levels[] = {{2, 1, 0}, {1, 1, 0}};
    lob_ilt_result result;
    lob_bits may;
    lob_arena *const outer = ctx.arena;
    ctx.arena = lob_arena_new(0);
    bool is_fine = ctx.arena && lob_bits_new(&ctx, r->target.frame, &may) == LOB_OK;
    if (is_fine) {
        memset(may.words, 255, (size_t)may.stride * may.frame.height * sizeof(uint64_t));
        r->setup.free = &may;
        is_fine = lob_ilt_run_levels(&ctx, &r->setup, levels, 2, &r->target, NULL, &result) == LOB_OK;
        if (is_fine) {
            lob_ilt_result_drop(&result);
        }
        lob_bits_drop(&may);
    }
    if (!is_fine && ctx.arena) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_error_clear(&ctx.error);
    lob_arena_drop(ctx.arena);
    ctx.arena = outer;
    return is_fine;
}

static void out_of_memory(void **state) {
    (void)state;
    rig r = rig_new(SIDE_USUAL, PIXEL_NM, LOB_ILT_LEVEL_SET);
    r.setup.corners = r.corners;
    r.setup.mrc_width_nm = 40;
    assert_gt(sweep_allocations(attempt, &r), 20);
    if (stride_is_on()) {
        sweep_allocations_by("8", attempt, &r, false); /* meets what the other passes by */
    }
    rig_drop(&r);
}

/* Parts of 15 and 16 pixels of 4 nm, one of 16 that hangs together by a corner alone, and one at the border. */
static void small_parts_go(void **state) {
    (void)state;
    lob_bits mask = new_bits((lob_frame){0, 0, 100, 60, 4});
    set_box(&mask, 10, 10, 13, 15);
    set_box(&mask, 70, 10, 74, 14);
    set_box(&mask, 30, 30, 32, 34);
    set_box(&mask, 32, 34, 36, 36);
    set_box(&mask, 98, 50, 100, 52);
    set_box(&mask, 50, 0, 52, 1);
    assert_int_equal(lob_ilt_tidy_areas(&ctx, 0, &mask), LOB_OK);
    assert_int_equal(lob_bits_count(&mask), 15 + 16 + 16 + 4 + 2);
    assert_int_equal(lob_ilt_tidy_areas(&ctx, 256, &mask), LOB_OK);
    assert_int_equal(lob_bits_count(&mask), 16 + 4 + 2);
    assert_true(at(&mask, 70, 10));
    assert_true(at(&mask, 73, 13));
    assert_true(at(&mask, 99, 51));
    assert_true(at(&mask, 51, 0));
    lob_bits_drop(&mask);
}

static bool attempt_areas(void *arg) {
    const bool is_fine = lob_ilt_tidy_areas(&ctx, 256, arg) == LOB_OK;
    if (!is_fine) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_error_clear(&ctx.error);
    return is_fine;
}

static void out_of_memory_for_areas(void **state) {
    (void)state;
    lob_bits mask = new_bits((lob_frame){0, 0, 100, 60, 4});
    set_box(&mask, 10, 10, 13, 15);
    sweep_allocations(attempt_areas, &mask);
    lob_bits_drop(&mask);
}

/* Free pixels under mask rules: of what the rules cost at least half comes back, against a mask that was made without
 * them and tidied at the end. */
static void rules_cost_little(void **state) {
    (void)state;
    volume_skip();
    const lob_ilt_level levels[] = {{4, 150, 0}, {1, 2, .2}};
    rig r = rig_new(512, 2, LOB_ILT_PIXEL);
    lob_ilt_result freely, tidied, ruled;
    memset(r.target.values, 0, (size_t)512 * 512 * sizeof(float));
    paint(&r.target, 160, 160, 200, 330);
    paint(&r.target, 260, 160, 300, 200);
    paint(&r.target, 260, 270, 296, 306);
    r.setup.corners = r.corners;
    assert_int_equal(lob_ilt_run_levels(&ctx, &r.setup, levels, 2, &r.target, NULL, &freely), LOB_OK);

    lob_plane start; /* judged alone, tidied */
    assert_int_equal(lob_plane_new(&ctx, r.target.frame, &start), LOB_OK);
    for (size_t i = 0; i < (size_t)512 * 512; i++) {
        start.values[i] = lob_bits_at(&freely.mask, (uint32_t)(i % 512), (uint32_t)(i / 512)) ? 1 : 0;
    }
    r.setup.mrc_width_nm = r.setup.mrc_spacing_nm = 38;
    r.setup.mrc_area_nm2 = 1600;
    r.setup.iterations = 0;
    assert_int_equal(run(&r, &start, &tidied), LOB_OK);
    assert_int_equal(lob_ilt_run_levels(&ctx, &r.setup, levels, 2, &r.target, NULL, &ruled), LOB_OK);
    print_message("freely %.0f, tidied %.0f, ruled %.0f\n", worth(&freely), worth(&tidied), worth(&ruled));
    assert_gt(worth(&tidied), worth(&freely));
    assert_le(worth(&ruled) - worth(&freely), .5 * (worth(&tidied) - worth(&freely)));

    lob_litho_spot *spots;
    uint32_t spot_count;
    uint64_t small;
    assert_clean(&ruled.mask, 38, 38);
    assert_int_equal(lob_mrc_areas(&ctx, &ruled.mask, 1600, 100, &spots, &spot_count, &small), LOB_OK);
    for (uint32_t i = 0; i < spot_count; i++) { /* but at the border */
        assert_true(spots[i].left == 0 || spots[i].bottom == 0 || spots[i].right == 512 || spots[i].top == 512);
    }
    lob_ilt_result_drop(&freely);
    lob_ilt_result_drop(&tidied);
    lob_ilt_result_drop(&ruled);
    lob_plane_drop(&start);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(gradient_is_that_of_the_loss, setup, teardown),
        cmocka_unit_test_setup_teardown(sigmoid_is_that_of_the_library, setup, teardown),
        cmocka_unit_test_setup_teardown(distances_of_a_disc_and_a_slope, setup, teardown),
        cmocka_unit_test_setup_teardown(square_prints_better, setup, teardown),
        cmocka_unit_test_setup_teardown(level_set_makes_no_parts, setup, teardown),
        cmocka_unit_test_setup_teardown(same_bits_at_any_team, setup, teardown),
        cmocka_unit_test_setup_teardown(warm_start_is_never_left_for_worse, setup, teardown),
        cmocka_unit_test_setup_teardown(coarse_levels_lead_there, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_free_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(tidied_masks_break_no_rule, setup, teardown),
        cmocka_unit_test_setup_teardown(tidying_leaves_what_is_right, setup, teardown),
        cmocka_unit_test_setup_teardown(masks_obey_rules_when_asked, setup, teardown),
        cmocka_unit_test_setup_teardown(of_nothing_comes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(setups_that_make_no_sense, setup, teardown),
        cmocka_unit_test_setup_teardown(cancelled_within_a_tenth_of_a_second, setup, teardown),
        cmocka_unit_test_setup_teardown(out_of_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(small_parts_go, setup, teardown),
        cmocka_unit_test_setup_teardown(out_of_memory_for_areas, setup, teardown),
        cmocka_unit_test_setup_teardown(rules_cost_little, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
