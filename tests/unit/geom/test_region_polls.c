/* A region that is cancelled at each of its polls in turn says so and keeps nothing.
 * A program of its own: it stands in for lob_poll(). */
#include "tests/support/lob_test.h"

#include "region_help.h"

#include "../base/poll_sweep.h"
#include "geom/region.h"

/* Two triangles that cross off the grid, and two boxes that meet in a corner, where four edges have to be told apart.
 */
static lob_status cut_all(lob_ctx *ctx, void *arg) {
    static const lob_point64 first[3] = {{0, 0}, {9, 4}, {1, 7}}, second[3] = {{10, 0}, {11, 8}, {0, 5}};
    lob_polygons *polygons = arg;
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_region_add(ctx, region, 0, first, 3));
    LOB_TRY(lob_region_add(ctx, region, 0, second, 3));
    LOB_TRY(lob_region_add_box(ctx, region, 0, (lob_box64){100, 0, 110, 10}));
    LOB_TRY(lob_region_add_box(ctx, region, 0, (lob_box64){110, 10, 120, 20}));
    return lob_region_polygons(ctx, region, LOB_REGION_OR, polygons);
}

static void test_cancel(void **state) {
    (void)state;
    lob_polygons polygons;
    assert_gt(sweep_polls(cut_all, &polygons), 8);
    lob_ctx ctx;
    begin(&ctx);
    assert_int_equal(cut_all(&ctx, &polygons), LOB_OK);
    /* Two convex figures that overlap are one polygon without a hole, boxes that share a corner alone are two. */
    assert_int_equal(polygons.contour_count, 3);
    for (uint32_t i = 0; i < polygons.contour_count; i++) {
        assert_false(polygons.contours[i].is_hole);
    }
    end(&ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cancel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
