/* New masks obey the deck that they were optimized for, by the same evaluation that judges any mask, and the file that
 * is written says the same as the report.
 */
#include "tests/support/lob_test.h"

#include "optimize_support.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "io/read.h"
#include "tests/support/stride.h"

static lob_mask read_layer(const char *path, uint32_t layer, uint32_t datatype) {
    lob_read_result read = {0};
    const lob_read_options options = {.inflated_max = 1 << 24, .layout_size_max = 1 << 24};
    lob_mask mask = {.unit_nm = 0};
    const int fd = open(path, O_RDONLY);
    assert_ge(fd, 0);
    assert_int_equal(lob_read_layout(&ctx, fd, &options, &read), LOB_OK);
    for (uint32_t i = 0; i < lob_layout_layer_count(read.layout); i++) {
        const lob_layer *l = lob_layout_layer(read.layout, i);
        if (l->layer == layer && l->datatype == datatype) {
            assert_int_equal(lob_mask_of_layout(&ctx, read.layout, 0, i, NULL, &mask), LOB_OK);
        }
    }
    lob_layout_drop(read.layout);
    assert_gt(mask.unit_nm * 1000, 0);
    return mask;
}

/* What is in the file, evaluated in the window that the report names, is what the report says: every number of it. */
static void check_file_again(const lob_optimize_setup *setup, const lob_optimize_result *result,
                             const lob_mask *target) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/lob_optimize_again_%ld.gds", (long)getpid());
    const lob_optimize_file file = {
        .path = lob_str_from(path), .cell = LOB_STR("MASK"), .layer = 7, .target = target, .target_layer = 8};
    assert_int_equal(lob_optimize_write(&ctx, &result->mask, &file), LOB_OK);
    lob_litho_input input = {.mask = read_layer(path, 7, 0), .target = read_layer(path, 8, 0), .has_window = true};
    unlink(path);
    const int64_t finer = llround(result->was.unit_nm / input.mask.unit_nm);
    const lob_box64 w = result->window;
    input.window = (lob_box64){w.left * finer, w.bottom * finer, w.right * finer, w.top * finer};
    lob_litho_result again;
    assert_int_equal(lob_litho_evaluate(&ctx, &setup->evaluation, &input, &again), LOB_OK);
    assert_memory_equal(&again.metrics, &result->after.metrics, sizeof again.metrics);
    assert_eq(again.violations_total, result->after.violations_total);
    for (uint32_t i = 0; i < again.violations.count; i++) {
        assert_string_equal(again.violations.items[i].id, result->after.violations.items[i].id);
    }
    lob_litho_result_drop(&again);
}

static void check_rules_met(bool manhattan, lob_ilt_model model) {
    lob_optimize_setup setup = optimize_usual(LOB_CHECK_DRC | LOB_CHECK_MRC | LOB_CHECK_EPE | LOB_CHECK_SHOTS);
    setup.evaluation.deck.radius_nm = 24;
    setup.evaluation.keeps_gauges = true; /* as a picture wants: nothing is printed while the mask is settled */
    setup.manhattan = manhattan;
    setup.model = model;
    const lob_box64 boxes[] = {{160, 200, 320, 640}, {400, 200, 640, 360}, {400, 440, 640, 640}};
    const lob_mask mask = mask_of(boxes, 3, 1);
    const lob_litho_input input = {.mask = mask, .target = mask};
    lob_optimize_result result;
    assert_int_equal(lob_optimize_run(&ctx, &setup, &input, &result), LOB_OK);
    const lob_litho_metrics *after = &result.after.metrics;
    print_message("l2 %ld, band %ld, before %ld %ld\n", (long)after->l2_pixels, (long)after->band_pixels,
                  (long)result.before.metrics.l2_pixels, (long)result.before.metrics.band_pixels);
    assert_eq(after->drc_count + after->mrc_count, 0);
    assert_lt(after->l2_pixels + after->band_pixels,
              result.before.metrics.l2_pixels + result.before.metrics.band_pixels);
    /* Contours that turn need a finer grid than the target has. */
    assert_eq(llround(result.mask.unit_nm * 1000), manhattan ? 1000 : 100);
    check_file_again(&setup, &result, &mask);
    lob_optimize_result_drop(&result);
}

static void new_masks_obey_their_deck(void **state) {
    (void)state;
    stride_skip();
    check_rules_met(true, LOB_ILT_PIXEL);
    check_rules_met(false, LOB_ILT_PIXEL);
    check_rules_met(false, LOB_ILT_LEVEL_SET);
}

/* A square of side a and corners of radius r: a^2 - (4 - pi) r^2; a hole of the same kind; a dot that cannot be round
 * is gone. */
static void pixels_become_round_contours(void **state) {
    (void)state;
    const lob_frame frame = {-40, 20, 400, 300, 1};
    const lob_round_rule rule = {.radius_nm = 25, .least_nm = 60, .unit_nm = .1};
    const double pi = 3.14159265358979, lost = (4 - pi) * 25 * 25;
    lob_bits bits;
    lob_plane scratch;
    lob_mask mask;
    lob_litho_spot *spots;
    uint32_t count;
    uint64_t total;
    assert_int_equal(lob_bits_new(&ctx, frame, &bits), LOB_OK);
    assert_int_equal(lob_plane_new(&ctx, frame, &scratch), LOB_OK);
    for (uint32_t y = 50; y < 250; y++) {
        for (uint32_t x = 40; x < 280; x++) {
            if (x < 110 || x >= 210 || y < 110 || y >= 190) { /* a hole of 100 x 80 */
                lob_bits_set(&bits, x, y);
            }
        }
    }
    for (uint32_t y = 100; y < 120; y++) {
        for (uint32_t x = 340; x < 360; x++) {
            lob_bits_set(&bits, x, y);
        }
    }
    assert_int_equal(lob_optimize_round(&ctx, &rule, &bits, &scratch, &mask), LOB_OK);
    assert_int_equal(mask.polygons.contour_count, 2);
    const double expected = 240 * 200 - lost - (100 * 80 - lost), area = area_of(&mask);
    print_message("area %.1f of %.1f\n", area, expected);
    assert_lt(fabs(area - expected), 60);
    assert_int_equal(lob_mrc_curvature(&ctx, &mask, 21, 100, &spots, &count, &total), LOB_OK);
    assert_eq(total, 0);
    assert_int_equal(lob_mrc_curvature(&ctx, &mask, 40, 100, &spots, &count, &total), LOB_OK);
    assert_gt(total, 0);
    /* Straight sides stay where they were. */
    assert_eq(mask.box.left, 0);
    assert_eq(mask.box.right, 2400);
    assert_eq(mask.box.bottom, 700);
    assert_eq(mask.box.top, 2700);
    lob_bits_drop(&bits);
    lob_plane_drop(&scratch);
}

/* (4 - pi) 20^2 = 343.4: what rounding takes off. */
static void areas_leave_room_for_corners(void **state) {
    (void)state;
    lob_optimize_setup setup = optimize_usual(LOB_CHECK_MRC);
    const lob_optimizing o = {.setup = &setup};
    setup.evaluation.deck.area_nm2 = 1600;
    setup.evaluation.deck.radius_nm = 20;
    setup.manhattan = false;
    assert_true(lob_optimize_is_round(&o));
    assert_lt(fabs(lob_optimize_area(&o) - 1943.36), .01);
    setup.manhattan = true;
    assert_false(lob_optimize_is_round(&o));
    assert_eq(lob_optimize_area(&o), 1600);
    setup.manhattan = false;
    setup.evaluation.deck.radius_nm = 0;
    assert_eq(lob_optimize_area(&o), 1600);
    setup.evaluation.deck.radius_nm = 20;
    setup.evaluation.deck.area_nm2 = 0;
    assert_eq(lob_optimize_area(&o), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(new_masks_obey_their_deck, setup, teardown),
        cmocka_unit_test_setup_teardown(pixels_become_round_contours, setup, teardown),
        cmocka_unit_test_setup_teardown(areas_leave_room_for_corners, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
