/* What tests of optimisation begin with: masks of boxes, and a setup of small tiles. */
#ifndef LOB_TEST_OPTIMIZE_SUPPORT_H
#define LOB_TEST_OPTIMIZE_SUPPORT_H

#include "mask_support.h"
#include "scenes.h"

#include "litho/optimize_impl.h"

enum { PIXEL = 8 };

static lob_mask mask_of(const lob_box64 *boxes, uint32_t count, double unit_nm) {
    lob_region *region;
    lob_mask mask = {.unit_nm = unit_nm};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    mask.box = boxes[0];
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(lob_region_add_box(&ctx, region, 0, boxes[i]), LOB_OK);
        mask.box.left = boxes[i].left < mask.box.left ? boxes[i].left : mask.box.left;
        mask.box.bottom = boxes[i].bottom < mask.box.bottom ? boxes[i].bottom : mask.box.bottom;
        mask.box.right = boxes[i].right > mask.box.right ? boxes[i].right : mask.box.right;
        mask.box.top = boxes[i].top > mask.box.top ? boxes[i].top : mask.box.top;
    }
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &mask.polygons), LOB_OK);
    return mask;
}

static lob_optimize_setup optimize_usual(unsigned checks) {
    lob_optimize_setup s = {.model = LOB_ILT_LEVEL_SET, .iterations = 20, .manhattan = true};
    lob_litho_setup_usual(&s.evaluation);
    lob_litho_setup *e = &s.evaluation;
    e->optics.count = 4;
    e->pixel_nm = PIXEL;
    e->tile_side = 128;
    e->corners[0] = (lob_corner){1.04, 0};
    e->corners[1] = (lob_corner){.96, 30};
    e->corner_count = 2;
    e->checks = checks;
    e->team.thread_count = 1;
    assert_int_equal(lob_litho_deck_usual(&ctx, NULL, &e->deck), LOB_OK);
    e->deck.width_nm = e->deck.spacing_nm = e->deck.notch_nm = 72;
    e->deck.area_nm2 = e->deck.drc_area_nm2 = 96 * 96;
    return s;
}

#endif
