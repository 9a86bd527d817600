/* An evaluation from end to end: the contest's identity masks against the numbers of an independent program, defects
 * laid by hand, and what must not matter: tiles, threads, the order of anything. */
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "close_sweep.h"
#include "evaluate_support.h"
#include "tests/support/stride.h"

static bool ends_with(lob_str text, const char *end) {
    const size_t size = strlen(end);
    return text.size >= size && memcmp(text.data + text.size - size, end, size) == 0;
}

static uint32_t count_rule(const lob_litho_result *result, const char *suffix, bool canonical_only) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < result->violations.count; i++) {
        const lob_litho_violation *v = &result->violations.items[i];
        count += ends_with(v->rule_id, suffix) && !(canonical_only && v->is_shadow);
    }
    return count;
}

static bool has_reason(const char *reason) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx.error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

/* ---- defects by hand ---- */

static void finds_what_was_laid(void **state) {
    (void)state;
    const lob_litho_setup setup = one_tile();
    const lob_litho_input input = input_of(defects, 5);
    lob_litho_result result = evaluate(&setup, &input);
    assert_int_equal(result.metrics.tile_count, 1);
    /* The usual deck: 40 / 40 / 100 nm2. Width: the bar, and the speck twice (across and upwards). */
    assert_int_equal(result.metrics.drc_count, 1 + 2 + 1 + 1);
    assert_int_equal(count_rule(&result, "mask.W.MIN", false), 3);
    assert_int_equal(count_rule(&result, "mask.S.MIN", false), 1);
    assert_int_equal(count_rule(&result, "mask.A.MIN", false), 1);
    for (uint32_t i = 0; i < result.violations.count; i++) {
        const lob_litho_violation *v = &result.violations.items[i];
        if (ends_with(v->rule_id, "mask.S.MIN")) {
            assert_eq(v->x_nm, 412);
            assert_eq(v->y_nm, 350);
            assert_eq(v->actual, 24);
            assert_eq(v->required, 40);
            assert_eq(v->box_nm[0], 400);
            assert_eq(v->box_nm[1], 300);
            assert_eq(v->box_nm[2], 424);
            assert_eq(v->box_nm[3], 400);
        }
        if (ends_with(v->rule_id, "mask.A.MIN")) {
            assert_eq(v->x_nm, 904);
            assert_eq(v->y_nm, 704);
            assert_eq(v->actual, 64);
            assert_string_equal(v->unit, "nm2");
        }
        /* Back to the tile and forth. */
        assert_eq(v->tile_x_nm + v->transforms[0].a, v->x_nm);
        assert_eq(v->tile_y_nm + v->transforms[0].b, v->y_nm);
    }
    assert_int_equal(result.metrics.tiles_drc_clean, 0);
    assert_int_equal(result.metrics.target_pixels, lob_bits_count(&result.mask));
    assert_int_equal(result.metrics.l2_pixels, lob_bits_differ(&result.nominal, &result.target));
    assert_eq(result.metrics.edges_mask.max_nm, 0);
    lob_litho_result_drop(&result);
}

/* What the outer print lacks, no other print has; what the inner has, all have. */
static void band_lies_around_the_print(void **state) {
    (void)state;
    const lob_litho_setup setup = one_tile();
    const lob_litho_input input = input_of(defects, 5);
    lob_litho_result result = evaluate(&setup, &input);
    for (uint32_t row = 0; row < result.nominal.frame.height; row++) {
        for (uint32_t column = 0; column < result.nominal.frame.width; column++) {
            const bool nominal = lob_bits_at(&result.nominal, column, row);
            if (nominal) {
                assert_true(lob_bits_at(&result.outer, column, row));
            }
            if (!nominal) {
                assert_false(lob_bits_at(&result.inner, column, row));
            }
            const float intensity = result.aerial.values[(size_t)row * result.aerial.frame.width + column];
            assert_eq(nominal, intensity >= (float)setup.threshold);
        }
    }
    assert_gt(result.metrics.band_pixels, 0);
    assert_gt(result.metrics.intensity_max, .5);
    assert_lt(result.metrics.intensity_max, 1.5);
    lob_litho_result_drop(&result);
}

/* ---- what must not matter ---- */

static bool is_of_mask(const lob_litho_violation *v) {
    return strstr(v->rule_id.data, "EPE") == NULL && strstr(v->rule_id.data, "PVB") == NULL;
}

/* Each defect is told by every tile whose core it touches, and its group does not hang on the tiles. */
static void tiles_change_records_not_groups(void **state) {
    (void)state;
    const lob_litho_input input = input_of(defects, 5);
    const lob_litho_setup whole = one_tile();
    lob_litho_result one = evaluate(&whole, &input);
    const uint32_t sides[] = {256, 192, 160};
    for (size_t s = 0; s < stride_pick(3, 1); s++) {
        const lob_litho_setup cut = stride_is_on() ? small_setup(128, 8, 16) : small_setup(sides[s], 4, sides[s] / 8);
        lob_litho_result many = evaluate(&cut, &input);
        assert_gt(many.metrics.tile_count, 1);
        uint32_t found = 0, mask_groups = 0;
        for (uint32_t i = 0; i < many.violations.count; i++) {
            const lob_litho_violation *v = &many.violations.items[i];
            if (!is_of_mask(v) || v->is_shadow) {
                continue;
            }
            mask_groups++;
            uint32_t touching = 0, records = 0;
            for (uint32_t t = 0; t < many.metrics.tile_count; t++) {
                const lob_frame core = lob_tiles_at(&many.tiling, t).core;
                touching +=
                    v->box_nm[0] <= lob_frame_x_nm(&core, core.width) && v->box_nm[2] >= lob_frame_x_nm(&core, 0) &&
                    v->box_nm[1] <= lob_frame_y_nm(&core, core.height) && v->box_nm[3] >= lob_frame_y_nm(&core, 0);
            }
            for (uint32_t j = 0; j < many.violations.count; j++) {
                const lob_litho_violation *w = &many.violations.items[j];
                records += w->group == v->group && memcmp(w->box_nm, v->box_nm, sizeof v->box_nm) == 0 &&
                           w->x_nm == v->x_nm && w->y_nm == v->y_nm;
            }
            uint32_t alike = 0; /* the speck is too narrow both ways: two defects at one place */
            for (uint32_t j = 0; j < one.violations.count; j++) {
                const lob_litho_violation *w = &one.violations.items[j];
                found += strcmp(w->id, v->id) == 0;
                alike += strcmp(w->group_id, v->group_id) == 0 && memcmp(w->box_nm, v->box_nm, sizeof v->box_nm) == 0;
            }
            assert_ge(touching, 1);
            assert_ge(alike, 1);
            assert_int_equal(records, touching * alike);
        }
        assert_int_equal(found, mask_groups);
        uint32_t groups_of_one = 0;
        for (uint32_t j = 0; j < one.violations.count; j++) {
            groups_of_one += is_of_mask(&one.violations.items[j]) && !one.violations.items[j].is_shadow;
        }
        assert_int_equal(mask_groups, groups_of_one);
        lob_litho_result_drop(&many);
    }
    lob_litho_result_drop(&one);
}

static void threads_change_nothing(void **state) {
    (void)state;
    const lob_litho_input input = input_of(defects, 5);
    lob_buf texts[3];
    for (uint32_t i = 0; i < 3; i++) {
        lob_litho_setup setup = stride_is_on() ? small_setup(96, 8, 12) : small_setup(192, 4, 24);
        setup.team.thread_count = i + 1;
        lob_litho_result result = evaluate(&setup, &input);
        lob_buf_init(&texts[i], 0);
        assert_int_equal(lob_litho_report_detailed(&ctx, &setup, &result, &texts[i]), LOB_OK);
        assert_int_equal(lob_litho_report_aggregate(&ctx, &setup, &result, &texts[i]), LOB_OK);
        lob_litho_result_drop(&result);
        assert_int_equal(texts[i].size, texts[0].size);
        assert_memory_equal(texts[i].data, texts[0].data, texts[0].size);
    }
    for (uint32_t i = 0; i < 3; i++) {
        lob_buf_release(&texts[i]);
    }
}

/* A tile's print is that of the whole where the halo is wide: away from the reach of what it cannot see. */
static void stitched_print_is_near_the_whole(void **state) {
    (void)state;
    stride_skip();
    const lob_litho_input input = input_of(defects, 5);
    const lob_litho_setup whole = one_tile(), cut = small_setup(384, 4, 120);
    lob_litho_result one = evaluate(&whole, &input), many = evaluate(&cut, &input);
    assert_gt(many.metrics.tile_count, 1);
    const size_t count = (size_t)one.aerial.frame.width * one.aerial.frame.height;
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        worst = fmax(worst, fabs((double)one.aerial.values[i] - (double)many.aerial.values[i]));
    }
    assert_lt(worst, .05);
    assert_lt(lob_bits_differ(&one.nominal, &many.nominal) * 100, lob_bits_count(&one.nominal));
    lob_litho_result_drop(&one);
    lob_litho_result_drop(&many);
}

/* ---- windows, limits, ends ---- */

static void a_window_shows_its_own(void **state) {
    (void)state;
    const lob_litho_setup setup = small_setup(256, 4, 32);
    lob_litho_input input = input_of(defects, 5);
    input.has_window = true;
    input.window = (lob_box64){380, 280, 700, 420};
    lob_litho_result result = evaluate(&setup, &input);
    assert_int_equal(result.tiling.canvas.width, 80 + 2 * 25);
    assert_int_equal(result.tiling.canvas.height, 35 + 2 * 25);
    assert_int_equal(result.tiling.canvas.column, 95 - 25);
    assert_int_equal(result.metrics.drc_count, 1); /* the gap alone */
    for (uint32_t i = 0; i < result.gauge_count; i++) {
        assert_ge(result.gauges[i].x_nm, 380);
        assert_le(result.gauges[i].x_nm, 700);
        assert_ge(result.gauges[i].y_nm, 280);
        assert_le(result.gauges[i].y_nm, 420);
    }
    lob_litho_result_drop(&result);
}

/* A block that a small window cuts is no speck. */
static void a_window_does_not_make_specks(void **state) {
    (void)state;
    const lob_litho_setup setup = small_setup(256, 4, 32);
    lob_litho_input input = input_of(&defects[4], 1);
    input.has_window = true;
    input.window = (lob_box64){980, 280, 1010, 310};
    lob_litho_setup strict = setup;
    strict.deck.area_nm2 = 200 * 200; /* the block has 500 x 500, its piece in the canvas 110 x 110 */
    lob_litho_result result = evaluate(&strict, &input);
    assert_int_equal(count_rule(&result, "MRC.A.MIN", false), 0);
    lob_litho_result_drop(&result);
    input.has_window = false;
    strict.deck.area_nm2 = 600 * 600;
    result = evaluate(&strict, &input);
    assert_int_equal(count_rule(&result, "MRC.A.MIN", false), 1);
    lob_litho_result_drop(&result);
}

/* A ring around a window has its box over it, and nothing in it; a bar beside it counts for nothing. */
static void around_a_window_is_not_in_it(void **state) {
    (void)state;
    static const lob_box64 ring[] = {
        {0, 0, 600, 20}, {0, 580, 600, 600}, {0, 0, 20, 600}, {580, 0, 600, 600}, {200, 200, 400, 400}};
    const lob_litho_setup setup = small_setup(512, 4, 32);
    lob_litho_input input = input_of(ring, 5);
    input.has_window = true;
    input.window = (lob_box64){100, 100, 500, 500};
    lob_litho_result result = evaluate(&setup, &input);
    assert_int_equal(result.metrics.mrc_count, 0);
    assert_int_equal(result.metrics.mrc.width_pixels + result.metrics.mrc.spacing_pixels, 0);
    assert_int_equal(result.metrics.mrc.total_pixels, 100 * 100);
    assert_int_equal(result.metrics.target_pixels, 50 * 50);
    /* Of the block alone: four sides, inside and outside of each, and the corners outside. */
    assert_int_equal(result.metrics.edges_mask.count, 2 * (4 * 49 + 4 * 51));
    assert_lt(result.metrics.edges_wafer.max_nm, 100);
    lob_litho_result_drop(&result);
    input.has_window = false;
    result = evaluate(&setup, &input);
    assert_int_equal(count_rule(&result, "MRC.W.MIN", true), 1);
    lob_litho_result_drop(&result);
}

static void checks_can_be_left_out(void **state) {
    (void)state;
    lob_litho_setup setup = one_tile();
    const lob_litho_input input = input_of(defects, 5);
    setup.checks = 0;
    lob_litho_result result = evaluate(&setup, &input);
    assert_int_equal(result.violations.count, 0);
    assert_int_equal(result.metrics.gauge_count, 0);
    lob_litho_result_drop(&result);
    setup.checks = LOB_CHECK_PVBAND;
    setup.band_max_nm = 1;
    result = evaluate(&setup, &input);
    assert_gt(count_rule(&result, "PVB.MAX", false), 0);
    assert_int_equal(count_rule(&result, "PVB.MAX", false), result.violations.count);
    lob_litho_result_drop(&result);
}

static void too_much_degrades(void **state) {
    (void)state;
    lob_litho_setup setup = one_tile();
    const lob_litho_input input = input_of(defects, 5);
    setup.canvas_area_max_nm2 = 1000;
    lob_litho_result result = evaluate(&setup, &input);
    assert_true(result.is_degraded);
    lob_litho_result_drop(&result);
    setup = one_tile();
    setup.violation_count_max = 2;
    result = evaluate(&setup, &input);
    assert_true(result.is_degraded);
    assert_eq(result.violations.count, 2);
    assert_gt(result.violations_total, 2);
    lob_litho_result_drop(&result);
}

static void refuses_what_makes_no_sense(void **state) {
    (void)state;
    lob_litho_setup setup = one_tile();
    lob_litho_input input = input_of(defects, 5);
    lob_litho_result result;
    input.mask.box = input.target.box = (lob_box64){1, 1, 0, 0};
    assert_int_equal(lob_litho_evaluate(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
    assert_true(has_reason("empty_canvas"));
    assert_true(ctx.error.hint[0]);
    /* A window beside the figures would be clean, and say nothing; what dark figures leave is there. */
    const lob_box64 bar = {0, 0, 100, 400};
    input = input_of(&bar, 1);
    input.has_window = true;
    input.window = (lob_box64){100, 0, 300, 400};
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_litho_evaluate(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
    assert_true(has_reason("empty_window"));
    lob_error_clear(&ctx.error);
    input.window.left = 99;
    result = evaluate(&setup, &input);
    lob_litho_result_drop(&result);
    input.has_window = true;
    input.window = (lob_box64){0, 0, INT64_C(1) << 40, INT64_C(1) << 40};
    assert_int_equal(lob_litho_evaluate(&ctx, &setup, &input, &result), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    input = input_of(defects, 5);
    setup.tile_side = 100;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
    lob_error_clear(&ctx.error);
    setup = small_setup(64, 1, 8); /* a field smaller than the optics can work with */
    assert_int_equal(lob_litho_evaluate(&ctx, &setup, &input, &result), LOB_E_INVALID_TARGET);
}

static lob_cancel cancel;

static void cancel_at_once(void *arg, double done, double total, const char *message) {
    (void)arg, (void)done, (void)total, (void)message;
    atomic_store(&cancel.requested, true);
}

static void ends_when_asked(void **state) {
    (void)state;
    const lob_litho_input input = input_of(defects, 5);
    const lob_litho_setup setup = small_setup(160, 4, 40);
    lob_litho_result result;
    const uint64_t live = lob_alloc_live();
    atomic_init(&cancel.requested, false);
    ctx.cancel = &cancel;
    ctx.progress = cancel_at_once;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup, &input, &result), LOB_E_CANCELLED);
    assert_int_equal(lob_alloc_live(), live);
}

static bool try_whole(void *arg) {
    const lob_litho_setup *setup = arg;
    lob_arena *mine = lob_arena_new(0);
    if (mine == NULL) {
        return false;
    }
    const lob_ctx kept = ctx;
    lob_ctx_init(&ctx, mine);
    lob_region *region;
    lob_litho_input input = {.mask = {.unit_nm = 1, .box = {0, 0, 500, 40}}};
    lob_litho_result result;
    bool fine = lob_region_new(&ctx, 1, &region) == LOB_OK &&
                lob_region_add_box(&ctx, region, 0, (lob_box64){0, 0, 500, 30}) == LOB_OK &&
                lob_region_polygons(&ctx, region, LOB_REGION_OR, &input.mask.polygons) == LOB_OK;
    input.target = input.mask;
    fine = fine && lob_litho_evaluate(&ctx, setup, &input, &result) == LOB_OK;
    if (fine) {
        lob_litho_result_drop(&result);
    }
    ctx = kept;
    lob_arena_drop(mine);
    return fine;
}

static void survives_without_memory(void **state) {
    (void)state;
    lob_litho_setup setup = small_setup(64, 10, 8);
    setup.optics.count = 2;
    setup.corner_count = 1;
    setup.band_max_nm = 1;
    sweep_allocations_sparing(try_whole, &setup, true);
    if (stride_is_on()) {
        sweep_allocations_by("15", try_whole, &setup, true); /* meets what the other passes by */
    }
}

/* ---- the contest's clips ---- */

static int open_folder(const char *name) {
    const char *set = getenv("LOB_ICCAD13_DIR");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", set ? set : "../shared/corpus/iccad13", name);
    return open(path, O_RDONLY | O_DIRECTORY);
}

static lob_litho_input read_clip(int number) {
    static char text[1 << 16];
    char name[32];
    lob_litho_input input = {.has_window = false};
    snprintf(name, sizeof name, "M1_test%d.glp", number);
    int dir = open_folder("benchmark/ICCAD2013"), fd = openat(dir, name, O_RDONLY);
    ssize_t size = read(fd, text, sizeof text);
    assert_gt(size, 0);
    close(fd);
    close(dir);
    assert_int_equal(lob_mask_of_glp(&ctx, (lob_str){text, (size_t)size}, &input.mask), LOB_OK);
    input.target = input.mask;
    return input;
}

static void near(double got, double expected) {
    if (fabs(got - expected) > fabs(expected) * .001 + .5) {
        fprintf(stderr, "%g is not %g\n", got, expected);
    }
    assert_le(fabs(got - expected), fabs(expected) * .001 + .5);
}

/* litho-notes: offset 24, half-open raster; float32 of another program, 0.1 % allowed. */
static void contest_identity_masks(void **state) {
    (void)state;
    stride_skip();
    static const struct {
        double area, printed, l2, band, most;
    } golden[10] = {{215344, 141995, 114711, 43707, .42725}, {169280, 56674, 123066, 33570, .38901},
                    {213504, 110617, 157565, 27937, .42100}, {82560, 0, 82560, 0, .20709},
                    {282044, 187269, 121191, 57135, .40613}, {286234, 239658, 110990, 47923, .58310},
                    {229149, 129825, 108076, 57871, .38719}, {128544, 82216, 55150, 18735, .44154},
                    {317581, 239514, 123353, 58882, .42285}, {102400, 67728, 40832, 14520, .41782}};
    const int focus = open_folder("kernel/M1OPC"), defocus = open_folder("kernel/M1OPC_def");
    if (focus < 0 || defocus < 0) {
        fprintf(stderr, "SKIPPED: the contest's clips are not there (LOB_ICCAD13_DIR)\n");
        skip();
    }
    for (int i = 0; i < (getenv("LOB_TEST_QUICK") ? 2 : 10); i++) {
        const lob_litho_input input = read_clip(i + 1);
        lob_litho_setup setup;
        lob_litho_setup_usual(&setup);
        setup.halo = 256; /* cores of 1536: a clip is one tile */
        setup.kernels_dir_fd = focus;
        setup.kernels_defocus_fd = defocus;
        setup.dose_meaning = LOB_DOSE_MASK;
        setup.corner_count = 2;
        setup.corners[0] = (lob_corner){1.02, 0};
        setup.corners[1] = (lob_corner){.98, 25};
        assert_int_equal(lob_litho_deck_usual(&ctx, NULL, &setup.deck), LOB_OK);
        lob_litho_result result = evaluate(&setup, &input);
        assert_int_equal(result.metrics.tile_count, 1);
        assert_eq((double)result.metrics.target_pixels, golden[i].area);
        near((double)result.metrics.printed_pixels, golden[i].printed);
        near((double)result.metrics.l2_pixels, golden[i].l2);
        near((double)result.metrics.band_pixels, golden[i].band);
        assert_close(result.metrics.intensity_max, golden[i].most, 5e-5);
        lob_litho_result_drop(&result);
    }
    close(focus);
    close(defocus);
}

/* ---- grids: of the layout, of pixels, of the canvas ---- */

static lob_mask triangle(int64_t left, int64_t bottom, int64_t width, double unit_nm) {
    const lob_point64 ring[] = {{left, bottom}, {left + width, bottom}, {left + width / 2, bottom + width}};
    lob_region *region;
    lob_mask mask = {.unit_nm = unit_nm, .box = {left, bottom, left + width, bottom + width}};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, ring, 3), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &mask.polygons), LOB_OK);
    return mask;
}

/* Corners of a triangle are sharper than any radius, whatever a unit is against a pixel. */
static void sharp_corners_are_told_where_they_are(void **state) {
    (void)state;
    const double units[] = {1, 4, 5};
    for (uint32_t i = 0; i < 3; i += stride_pick(1, 2)) {
        lob_litho_setup setup = one_tile();
        const int64_t at = (int64_t)(4000 / units[i]), width = (int64_t)(400 / units[i]);
        lob_litho_input input = {.mask = triangle(at, at, width, units[i])};
        input.target = input.mask;
        setup.checks = LOB_CHECK_MRC;
        lob_litho_result result = evaluate(&setup, &input);
        assert_int_equal(count_rule(&result, "MRC.R.MIN", false), 3);
        assert_int_equal(result.metrics.tiles_mrc_clean, 0);
        for (uint32_t k = 0; k < result.violations.count; k++) {
            const lob_litho_violation *v = &result.violations.items[k];
            if (ends_with(v->rule_id, "MRC.R.MIN")) {
                assert_le(v->box_nm[0], v->x_nm);
                assert_le(v->x_nm, v->box_nm[2]);
                assert_le(v->box_nm[1], v->y_nm);
                assert_le(v->y_nm, v->box_nm[3]);
            }
        }
        lob_litho_result_drop(&result);
    }
}

/* Corners of squares do not count, whatever else is on the mask. */
static void squares_have_no_curvature(void **state) {
    (void)state;
    const lob_point64 rings[2][4] = {{{0, 0}, {400, 0}, {200, 400}}, {{600, 0}, {800, 0}, {800, 200}, {600, 200}}};
    lob_litho_setup setup = one_tile();
    lob_litho_input input = {.mask = {.unit_nm = 1, .box = {0, 0, 800, 400}}};
    lob_region *region;
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, rings[0], 3), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, rings[1], 4), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &input.mask.polygons), LOB_OK);
    input.target = input.mask;
    setup.checks = LOB_CHECK_MRC;
    lob_litho_result result = evaluate(&setup, &input);
    assert_int_equal(count_rule(&result, "MRC.R.MIN", false), 3);
    for (uint32_t i = 0; i < result.violations.count; i++) {
        assert_le(result.violations.items[i].x_nm, 400);
    }
    lob_litho_result_drop(&result);
}

/* On a grid of 5 nm a line of 40 breaks a rule of 40.1 and of 42 as much as one of 43, and keeps one of 40. Across a
 * corner 5 units by 7 are 43.01 nm: two pairs of edges short of 43.1, though not of 43. */
static void limits_between_units_are_kept(void **state) {
    (void)state;
    const struct {
        double limit;
        uint32_t width, space;
    } rows[] = {{40, 0, 0}, {40.1, 2, 0}, {42, 2, 0}, {43, 2, 0}, {43.1, 2, 2}};
    const lob_box64 items[] = {{0, 0, 8, 80}, {13, 87, 21, 200}};
    for (uint32_t i = 0; i < 5; i += stride_pick(1, 4)) {
        lob_litho_setup setup = one_tile();
        lob_litho_input input = input_of(items, 2);
        input.mask.unit_nm = input.target.unit_nm = 5;
        setup.checks = LOB_CHECK_DRC;
        setup.deck.width_nm = setup.deck.spacing_nm = rows[i].limit;
        lob_litho_result result = evaluate(&setup, &input);
        assert_int_equal(count_rule(&result, "mask.W.MIN", false), rows[i].width);
        assert_int_equal(count_rule(&result, "mask.S.MIN", false), rows[i].space);
        lob_litho_result_drop(&result);
    }
}

static lob_litho_input input_of_ring(const lob_point64 *ring, uint32_t count) {
    lob_region *region;
    lob_mask mask = {.unit_nm = 1, .box = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN}};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, ring, count), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &mask.polygons), LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        mask.box.left = ring[i].x < mask.box.left ? ring[i].x : mask.box.left;
        mask.box.right = ring[i].x > mask.box.right ? ring[i].x : mask.box.right;
        mask.box.bottom = ring[i].y < mask.box.bottom ? ring[i].y : mask.box.bottom;
        mask.box.top = ring[i].y > mask.box.top ? ring[i].y : mask.box.top;
    }
    return (lob_litho_input){.mask = mask, .target = mask};
}

/* Design and mask rules agree on what is narrow. A bar with half circles at its ends is as wide as it is, wherever it
 * is measured; so is a bar that slants; and one of 39 pixels is too narrow for 40. */
static void widths_of_both_rules_agree(void **state) {
    (void)state;
    enum { STEPS = 12, AROUND = 2 * STEPS + 2 };
    const double pi = 3.14159265358979;
    lob_point64 capsule[AROUND], slanting[] = {{0, 0}, {300, 400}, {332, 376}, {32, -24}}; /* 40 wide */
    const lob_box64 straight = {0, 0, 400, 39};
    for (int i = 0; i <= STEPS; i++) {
        const double angle = pi * i / STEPS - pi / 2;
        capsule[i] = (lob_point64){400 + llround(40 * cos(angle)), llround(40 * sin(angle))};
        capsule[STEPS + 1 + i] = (lob_point64){-llround(40 * cos(angle)), -llround(40 * sin(angle))};
    }
    const struct {
        lob_litho_input input;
        double passes, fails;
    } rows[] = {{input_of_ring(capsule, AROUND), 73, 84},
                {input_of_ring(slanting, 4), 40, 42},
                {input_of(&straight, 1), 39, 40}};
    for (uint32_t i = 0; i < 3; i++) {
        for (int is_wide = 0; is_wide < 2; is_wide++) {
            lob_litho_setup setup = one_tile();
            setup.pixel_nm = 1;
            setup.tile_side = 1024;
            setup.checks = LOB_CHECK_DRC | LOB_CHECK_MRC;
            setup.deck.width_nm = is_wide ? rows[i].fails : rows[i].passes;
            setup.deck.spacing_nm = setup.deck.notch_nm = setup.deck.radius_nm = 0;
            setup.deck.area_nm2 = setup.deck.drc_area_nm2 = 0;
            lob_litho_result result = evaluate(&setup, &rows[i].input);
            const uint32_t design = count_rule(&result, "mask.W.MIN", false);
            const uint32_t mask = count_rule(&result, "MRC.W.MIN", true);
            print_message("row %u, %s: %u design, %u mask\n", i, is_wide ? "too wide a rule" : "the rule", design,
                          mask);
            assert_int_equal(design > 0, is_wide);
            assert_int_equal(mask > 0, is_wide);
            lob_litho_result_drop(&result);
        }
    }
}

/* Nothing stands beside a lone block, and a block that a window cuts is as wide as before. */
static void border_of_canvas_is_no_border_of_figures(void **state) {
    (void)state;
    static const lob_box64 block[] = {{0, 0, 1000, 1000}};
    for (int i = 0; i < 2; i++) {
        lob_litho_setup setup = one_tile();
        lob_litho_input input = input_of(block, 1);
        input.has_window = i == 1;
        input.window = (lob_box64){-500, 200, 40, 800};
        setup.checks = LOB_CHECK_MRC;
        setup.deck.width_nm = setup.deck.spacing_nm = 300;
        lob_litho_result result = evaluate(&setup, &input);
        assert_int_equal(result.violations_total, 0);
        if (i != 1) {
            assert_eq(result.metrics.mrc.spacing_pixels, 0);
        }
        lob_litho_result_drop(&result);
    }
}

/* What a box that reaches far beyond the canvas leaves of the figures, drawn as figures. */
static lob_mask drawn_ground(const lob_mask *mask) {
    lob_region *region;
    lob_mask ground = *mask;
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add_box(&ctx, region, 0, (lob_box64){-20000, -20000, 20000, 20000}), LOB_OK);
    for (uint32_t i = 0; i < mask->polygons.contour_count; i++) { /* without holes */
        const lob_contour *c = &mask->polygons.contours[i];
        assert_false(c->is_hole);
        assert_int_equal(lob_region_add(&ctx, region, 1, mask->polygons.points + c->first, c->count), LOB_OK);
    }
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_NOT, &ground.polygons), LOB_OK);
    return ground;
}

/* Of dark polarity is the same as its ground drawn and clear: every plane, metric and violation, in one tile and in
 * many. */
static void dark_is_the_ground_drawn(void **state) {
    (void)state;
    static const uint32_t sides[] = {512, 192};
    for (int s = 0; s < 2; s++) {
        const uint32_t by = stride_pick(1, 2);
        lob_litho_setup setup = small_setup(sides[s] / by, 4 * by, sides[s] / by / 8);
        lob_litho_input input = input_of(defects, 5), drawn;
        input.has_window = true;
        input.window = (lob_box64){0, 0, 1600, 900};
        drawn = input;
        drawn.mask = drawn.target = drawn_ground(&input.mask);
        lob_litho_result clear = evaluate(&setup, &drawn);
        setup.deck.is_dark = true;
        lob_litho_result dark = evaluate(&setup, &input);
        assert_memory_equal(&dark.metrics, &clear.metrics, sizeof clear.metrics);
        assert_int_equal(lob_bits_differ(&dark.nominal, &clear.nominal), 0);
        assert_int_equal(lob_bits_differ(&dark.outer, &clear.outer), 0);
        assert_int_equal(lob_bits_differ(&dark.mask, &clear.mask), 0);
        assert_int_equal(lob_bits_differ(&dark.target, &clear.target), 0);
        assert_int_equal(dark.violations.count, clear.violations.count);
        assert_gt(dark.violations.count, 0);
        for (uint32_t i = 0; i < dark.violations.count; i++) {
            const lob_litho_violation *a = &dark.violations.items[i], *b = &clear.violations.items[i];
            assert_eq(a->x_nm, b->x_nm);
            assert_eq(a->y_nm, b->y_nm);
            assert_true(lob_str_equal(a->rule_id, b->rule_id));
            assert_eq(a->actual, b->actual);
        }
        lob_litho_result_drop(&clear);
        lob_litho_result_drop(&dark);
    }
}

/* Without a window: rules change sides, pixels are the others, and the end of the ground is nobody's violation. */
static void dark_features_are_what_is_left(void **state) {
    (void)state;
    lob_litho_setup setup = one_tile();
    const lob_litho_input input = input_of(defects, 5);
    lob_litho_result clear = evaluate(&setup, &input);
    setup.deck.is_dark = true;
    lob_litho_result dark = evaluate(&setup, &input);
    const lob_frame canvas = clear.tiling.canvas;
    assert_int_equal(dark.metrics.target_pixels, (uint64_t)canvas.width * canvas.height - clear.metrics.target_pixels);
    /* 24 between two blocks is now a width. Figures are holes of one feature: the speck is a notch, two ways, of 8
     * where 30 is asked, the bar of 30 none, and neither has an area. */
    assert_int_equal(count_rule(&dark, "mask.W.MIN", false), 1);
    assert_int_equal(count_rule(&dark, "mask.S.MIN", false), 0);
    assert_int_equal(count_rule(&dark, "mask.A.MIN", false), 0);
    assert_int_equal(count_rule(&dark, "mask.N.MIN", false), 2);
    assert_int_equal(dark.metrics.drc_count, 3);
    assert_gt(clear.metrics.gauge_count, 0); /* of the same edges, and none where the ground ends */
    assert_int_equal(dark.metrics.gauge_count, clear.metrics.gauge_count);
    for (uint32_t i = 0; i < dark.violations.count; i++) {
        const lob_litho_violation *v = &dark.violations.items[i];
        assert_gt(v->x_nm, -400);
        assert_lt(v->x_nm, 2000);
        assert_gt(v->y_nm, -400);
        assert_lt(v->y_nm, 1300);
    }
    lob_litho_result_drop(&clear);
    lob_litho_result_drop(&dark);
}

/* A defect that reaches beyond the window is told at a place inside it, and still has its whole box. */
static void places_lie_in_the_window(void **state) {
    (void)state;
    lob_litho_setup setup = one_tile();
    lob_litho_input input = input_of(defects, 5);
    setup.checks = LOB_CHECK_DRC | LOB_CHECK_MRC;
    input.has_window = true;
    input.window = (lob_box64){1200, 60, 1460, 190}; /* the right end of the bar of 30 */
    lob_litho_result result = evaluate(&setup, &input);
    assert_int_equal(count_rule(&result, "mask.W.MIN", true), 1);
    assert_int_equal(count_rule(&result, "MRC.W.MIN", true), 1);
    for (uint32_t i = 0; i < result.violations.count; i++) {
        const lob_litho_violation *v = &result.violations.items[i];
        assert_ge(v->x_nm, 1200);
        assert_le(v->x_nm, 1460);
        assert_ge(v->y_nm, 60);
        assert_le(v->y_nm, 190);
        assert_lt(v->box_nm[0], 1200);
    }
    assert_int_equal(lob_violations_defects(&result.violations), 1);
    lob_litho_result_drop(&result);
}

/* The least tile that holds canvas and margin, of a field that the optics can do with; 143 nm are a wavelength / NA. */
static void tiles_fit_the_canvas(void **state) {
    (void)state;
    static const struct {
        double pixel_nm, side_nm;
        uint32_t halo, side;
    } cases[] = {
        {4, 500, UINT32_MAX, 512},                                /* 256 would be a field of 1024 nm */
        {8, 500, UINT32_MAX, 256},                                /* 2048 nm */
        {8, 1600, UINT32_MAX, 512},                               /* with the margins it is more than 256 */
        {8, 1600, 8, 256},                                        /* a halo that was asked for is taken */
        {8, 6000, UINT32_MAX, 1024}, {8, 9000, UINT32_MAX, 2048}, /* more than a tile anyhow */
        {1, 500, UINT32_MAX, 2048},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        lob_litho_setup setup = small_setup(2048, cases[i].pixel_nm, cases[i].halo);
        const lob_box64 box = {0, 0, (int64_t)cases[i].side_nm, 100};
        const lob_litho_input input = input_of(&box, 1);
        setup.tile_by_canvas = true;
        assert_int_equal(lob_litho_tile_side(&setup, &input), cases[i].side);
        setup.kernels_dir_fd = 0;
        assert_int_equal(lob_litho_tile_side(&setup, &input), 2048);
    }
    lob_litho_setup setup = small_setup(2048, 8, UINT32_MAX);
    setup.tile_by_canvas = true;
    const lob_litho_input input = input_of(defects, 5);
    lob_litho_result result = evaluate(&setup, &input);
    assert_int_equal(result.tiling.side, lob_litho_tile_side(&setup, &input));
    assert_int_equal(result.metrics.tile_count, 1);
    lob_litho_result_drop(&result);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(finds_what_was_laid),
        TEST(band_lies_around_the_print),
        TEST(tiles_change_records_not_groups),
        TEST(threads_change_nothing),
        TEST(stitched_print_is_near_the_whole),
        TEST(a_window_shows_its_own),
        TEST(a_window_does_not_make_specks),
        TEST(around_a_window_is_not_in_it),
        TEST(places_lie_in_the_window),
        TEST(checks_can_be_left_out),
        TEST(too_much_degrades),
        TEST(tiles_fit_the_canvas),
        TEST(refuses_what_makes_no_sense),
        TEST(ends_when_asked),
        TEST(survives_without_memory),
        TEST(sharp_corners_are_told_where_they_are),
        TEST(squares_have_no_curvature),
        TEST(limits_between_units_are_kept),
        TEST(widths_of_both_rules_agree),
        TEST(border_of_canvas_is_no_border_of_figures),
        TEST(dark_is_the_ground_drawn),
        TEST(dark_features_are_what_is_left),
        TEST(contest_identity_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
