/* What tests of evaluations share: masks of boxes, defects laid by hand, setups of one tile. */
#ifndef TESTS_UNIT_LITHO_EVALUATE_SUPPORT_H
#define TESTS_UNIT_LITHO_EVALUATE_SUPPORT_H

#include "litho/evaluate.h"
#include "scenes.h"

static inline lob_mask boxes(const lob_box64 *items, size_t count) {
    lob_region *region;
    lob_mask mask = {.unit_nm = 1, .box = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN}};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(lob_region_add_box(&ctx, region, 0, items[i]), LOB_OK);
        mask.box.left = items[i].left < mask.box.left ? items[i].left : mask.box.left;
        mask.box.bottom = items[i].bottom < mask.box.bottom ? items[i].bottom : mask.box.bottom;
        mask.box.right = items[i].right > mask.box.right ? items[i].right : mask.box.right;
        mask.box.top = items[i].top > mask.box.top ? items[i].top : mask.box.top;
    }
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &mask.polygons), LOB_OK);
    return mask;
}

/* A bar of 30, two blocks 24 apart, a speck of 8 x 8, and a block that is fine. Bars cross the borders of small tiles.
 */
static const lob_box64 defects[] = {
    {100, 100, 1500, 130}, {100, 300, 400, 400}, {424, 300, 700, 400}, {900, 700, 908, 708}, {1000, 300, 1500, 800}};

static inline lob_litho_input input_of(const lob_box64 *items, size_t count) {
    lob_litho_input input = {.mask = boxes(items, count)};
    input.target = input.mask;
    return input;
}

static inline lob_litho_setup small_setup(uint32_t side, double pixel_nm, uint32_t halo) {
    lob_litho_setup setup;
    lob_litho_setup_usual(&setup);
    setup.tile_side = side;
    setup.pixel_nm = pixel_nm;
    setup.halo = halo;
    setup.optics.count = stride_pick(6, 2);
    take_small_source(&setup.optics);
    setup.team = (lob_team){.thread_count = 1, .grain = 1};
    assert_int_equal(lob_litho_deck_usual(&ctx, NULL, &setup.deck), LOB_OK);
    return setup;
}

/* All of `defects` in one tile; under valgrind of pixels twice as large, where no number of them is expected. */
static inline lob_litho_setup one_tile(void) {
    return stride_is_on() ? small_setup(256, 8, 16) : small_setup(512, 4, 32);
}

static inline lob_litho_result evaluate(const lob_litho_setup *setup, const lob_litho_input *input) {
    lob_litho_result result;
    lob_status status = lob_litho_evaluate(&ctx, setup, input, &result);
    if (status != LOB_OK) {
        fprintf(stderr, "%s\n", ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    return result;
}

#endif
