/* Evaluations above the canvas' limit, by windows: the numbers of one canvas, and of any number of shards. */
#include <math.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "evaluate_support.h"
#include "litho/ranks.h"

/* Windows of 80 pixels, none of whose borders crosses a figure: all that is counted is as in one canvas. */
static void windows_count_as_one_canvas(void **state) {
    (void)state;
    lob_litho_setup setup = one_tile();
    const int64_t side = (int64_t)(80 * setup.pixel_nm);
    const lob_box64 apart[] = {{40, 40, side - 40, 70},
                               {40, 110, 140, side - 40},
                               {164, 110, 264, side - 40},
                               {side + 40, side + 40, side + 48, side + 48}};
    const lob_litho_input input = input_of(apart, 4);
    lob_litho_result whole = evaluate(&setup, &input);
    setup.by_windows = true;
    setup.canvas_pixels_max = 1000;
    setup.window_side = 80;
    lob_litho_result parts = evaluate(&setup, &input);
    const lob_litho_metrics *a = &whole.metrics, *b = &parts.metrics;
    assert_true(parts.is_degraded);
    assert_null(parts.mask.words);
    assert_int_equal(parts.violations.count, 0);
    assert_gt(b->tile_count, 1);
    assert_int_equal(b->target_pixels, a->target_pixels);
    assert_int_equal(b->mrc.total_pixels, a->mrc.total_pixels);
    assert_int_equal(b->mrc.width_pixels, a->mrc.width_pixels);
    assert_int_equal(b->mrc.spacing_pixels, a->mrc.spacing_pixels);
    assert_int_equal(b->drc_count, a->drc_count);
    assert_int_equal(b->mrc_count, a->mrc_count);
    assert_int_equal(b->gauge_count, a->gauge_count);
    assert_int_equal(b->edges_mask.count, a->edges_mask.count);
    assert_eq(b->edges_mask.max_nm, 0);
    assert_int_equal(b->shots_vsb, a->shots_vsb);
    assert_gt(parts.violations_total, 0);
    assert_gt(parts.violations.group_count, 0);
    if (!stride_is_on()) { /* the print hangs on how tiles lie, a little */
        assert_le(fabs((double)b->printed_pixels - (double)a->printed_pixels), .1 * (double)a->printed_pixels + 50);
        assert_le(fabs((double)b->l2_pixels - (double)a->l2_pixels), .1 * (double)a->l2_pixels + 50);
    }
    lob_litho_result_drop(&whole);
    lob_litho_result_drop(&parts);
    setup.by_windows = false; /* a caller that needs the pixels gets an error */
    assert_int_equal(lob_litho_evaluate(&ctx, &setup, &input, &parts), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
}

static void remove_folder(const char *folder, unsigned parts) {
    char path[128];
    for (unsigned i = 1; i <= parts; i++) {
        snprintf(path, sizeof path, "%s/%u-of-%u.part", folder, i, parts);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* Two shards, each with its own windows, and whoever joins them: the same numbers as one process. */
static void windows_are_shared(void **state) {
    (void)state;
    enum { SHARDS = 2 };
    const lob_share_about about = {.command = "eval", .version = "1"};
    char folder[64];
    snprintf(folder, sizeof folder, "/tmp/lob_windows_%ld", (long)getpid());
    lob_ranks_shard shard = {.folder = folder, .count = SHARDS, .version = "1"};
    lob_litho_setup setup = one_tile();
    const lob_litho_input input = input_of(defects, 5);
    setup.by_windows = true;
    setup.canvas_pixels_max = 1000;
    setup.window_side = 80;
    lob_litho_result whole = evaluate(&setup, &input);
    setup.about = &about;
    lob_litho_result alone = evaluate(&setup, &input);
    for (; shard.own < SHARDS; shard.own++) {
        assert_int_equal(lob_ranks_set_shard(&ctx, &shard), LOB_OK);
        lob_litho_result part = evaluate(&setup, &input);
        assert_int_equal(part.metrics.target_pixels, 0); /* what it made is in the folder */
        lob_litho_result_drop(&part);
    }
    shard.joins = true;
    shard.own = 0;
    assert_int_equal(lob_ranks_set_shard(&ctx, &shard), LOB_OK);
    lob_litho_result joined = evaluate(&setup, &input);
    assert_gt(whole.metrics.tile_count, SHARDS);
    assert_memory_equal(&alone.metrics, &whole.metrics, sizeof whole.metrics);
    assert_memory_equal(&joined.metrics, &whole.metrics, sizeof whole.metrics);
    assert_int_equal(joined.violations_total, whole.violations_total);
    lob_litho_result_drop(&joined);
    assert_int_equal(lob_ranks_set_shard(&ctx, NULL), LOB_OK);
    lob_litho_result_drop(&alone);
    lob_litho_result_drop(&whole);
    remove_folder(folder, SHARDS);
}

/* A target of its own and a dark mask go through windows too. */
static void windows_take_ground_and_target(void **state) {
    (void)state;
    lob_litho_setup setup = one_tile();
    lob_litho_input input = input_of(defects, 5);
    input.target = boxes(defects + 1, 4);
    setup.checks = LOB_CHECK_DRC;
    setup.deck.is_dark = true;
    lob_litho_result whole = evaluate(&setup, &input);
    setup.by_windows = true;
    setup.canvas_pixels_max = 1000;
    setup.window_side = 200;
    lob_litho_result parts = evaluate(&setup, &input);
    assert_int_equal(parts.metrics.target_pixels, whole.metrics.target_pixels);
    lob_litho_result_drop(&whole);
    lob_litho_result_drop(&parts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(windows_count_as_one_canvas, setup, teardown),
        cmocka_unit_test_setup_teardown(windows_are_shared, setup, teardown),
        cmocka_unit_test_setup_teardown(windows_take_ground_and_target, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
