/* Openings of slanted polygons: what is left lies in what there was, and less is left the wider the tolerance; to
 * within what rounding vertices on the fine grid does. */
#include "tests/support/lob_test.h"

#include "diff/sliver.h"

enum { ROUNDS = 400, WIDTHS = 6 };

static uint64_t state = 24;

static int64_t below(int64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

/* A star of up to 12 points around the origin, so it never crosses itself. */
static uint32_t make_ring(lob_point64 *ring, int64_t size) {
    static const int64_t x[12] = {100, 87, 50, 0, -50, -87, -100, -87, -50, 0, 50, 87};
    const int64_t offset[2] = {below(20), below(20)};
    uint32_t count = 0;
    for (int i = 0; i < 12; i++) {
        if (below(3) > 0) {
            const int64_t r = size / 3 + below(size);
            ring[count++] = (lob_point64){x[i] * r / 100 + offset[0], x[(i + 9) % 12] * r / 100 + offset[1]};
        }
    }
    return count;
}

/* A ring, and the same with each point moved by up to `moved` units: their differences are slanted slivers. */
static void make_slivers(lob_ctx *ctx, int64_t size, int64_t moved, lob_polygons *slivers) {
    lob_point64 ring[12];
    lob_region *region;
    const uint32_t count = make_ring(ring, size);
    assert_int_equal(lob_region_new(ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(ctx, region, 0, ring, count), LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        ring[i].x += below(2 * moved + 1) - moved;
        ring[i].y += below(2 * moved + 1) - moved;
    }
    assert_int_equal(lob_region_add(ctx, region, 1, ring, count), LOB_OK);
    assert_int_equal(lob_region_polygons(ctx, region, LOB_REGION_XOR, slivers), LOB_OK);
}

static double area_of(lob_ctx *ctx, const lob_polygons *a, int64_t fine, const lob_polygons *without,
                      double *perimeter) {
    lob_region *region;
    lob_region_measures measures;
    assert_int_equal(lob_region_new(ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add_polygons(ctx, region, 0, a), LOB_OK);
    if (without) {
        assert_int_equal(lob_region_add_polygons(ctx, region, 1, without), LOB_OK);
    }
    assert_int_equal(lob_region_measure(ctx, region, LOB_REGION_NOT, &measures), LOB_OK);
    *perimeter = measures.perimeter / (double)fine;
    return measures.area / (double)(fine * fine);
}

static lob_polygons refined(lob_ctx *ctx, const lob_polygons *polygons, int64_t by) {
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, polygons->point_count + 1);
    assert_non_null(points);
    for (uint32_t i = 0; i < polygons->point_count; i++) {
        points[i] = (lob_point64){polygons->points[i].x * by, polygons->points[i].y * by};
    }
    return (lob_polygons){points, polygons->contours, polygons->point_count, polygons->contour_count};
}

static void check_slivers(lob_ctx *ctx, const lob_polygons *plain) {
    static const double widths[WIDTHS] = {0.25, 0.5, 1, 1.5, 3, 7};
    const lob_polygons large = refined(ctx, plain, LOB_FINE_MAX);
    double around, rest, area = area_of(ctx, plain, 1, NULL, &around);
    for (int i = 0; i < WIDTHS; i++) {
        lob_opened opened;
        assert_int_equal(lob_polygons_open(ctx, plain, widths[i], LOB_FINE_MAX, &opened), LOB_OK);
        const lob_polygons now =
            opened.fine == LOB_FINE_MAX ? opened.polygons : refined(ctx, &opened.polygons, LOB_FINE_MAX / opened.fine);
        const double left = area_of(ctx, &now, LOB_FINE_MAX, NULL, &rest);
        const double grown = area_of(ctx, &now, LOB_FINE_MAX, &large, &rest);
        assert_le(left, area + around / LOB_FINE_MAX / 4);
        assert_le(grown, around / LOB_FINE_MAX);
        if (rest != 0 && opened.fine != 1) {
            assert_gt(opened.area_error, 0);
        }
        area = left;
    }
}

static void test_slanted(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    for (int i = 0; i < ROUNDS; i++) {
        lob_polygons plain;
        make_slivers(&ctx, 20 + below(i % 2 ? 100 : 5000), 1 + below(12), &plain);
        check_slivers(&ctx, &plain);
        lob_arena_reset(arena);
    }
    lob_arena_drop(arena);
}

/* Opened by KLayout on finer and finer grids: towards 1496.5. On whole units it grew from 1820.5 to 2016. */
static void test_triangle(void **unused) {
    (void)unused;
    static const lob_point64 points[3] = {{4000, 0}, {3333, 777}, {3500, 577}};
    static const lob_contour contour = {0, 3, false};
    const lob_polygons triangle = {points, &contour, 3, 1};
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_opened opened;
    double perimeter;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_polygons_open(&ctx, &triangle, 1.5, LOB_FINE_MAX, &opened), LOB_OK);
    assert_int_equal(opened.fine, LOB_FINE_MAX);
    const double area = area_of(&ctx, &opened.polygons, opened.fine, NULL, &perimeter);
    assert_gt(area, 1496.3);
    assert_lt(area, 1496.7);
    assert_lt(opened.area_error, 10);
    assert_int_equal(lob_polygons_open(&ctx, &triangle, 0, LOB_FINE_MAX, &opened), LOB_OK);
    assert_ptr_equal(opened.polygons.points, points);
    assert_int_equal(lob_polygons_open(&ctx, &triangle, 5, LOB_FINE_MAX, &opened), LOB_OK);
    assert_int_equal(opened.polygons.contour_count, 0);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_slanted), cmocka_unit_test(test_triangle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
