/* Merged polygons in KLayout's form against small cases worked out by hand, and against areas and counts of random
 * ones. */
#include "tests/support/lob_test.h"

#include "script/ops.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
} rig;

static rig begin(void) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    return r;
}

static void end(rig *r) {
    lob_arena_drop(r->arena);
}

static lob_value *region(rig *r, const lob_point64 *points, const uint32_t *counts, uint32_t rings) {
    lob_polygon_list list = {0};
    lob_value *value;
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &value), LOB_OK);
    for (uint32_t i = 0; i < rings; points += counts[i], i++) {
        assert_int_equal(lob_polygon_list_add(&r->ctx, &list, points, counts[i], false), LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_put_raw(&r->ctx, value, &all), LOB_OK);
    return value;
}

static uint32_t polygons_of(const lob_polygons *p) {
    lob_polygon_at at = {0};
    uint32_t count = 0;
    while (lob_polygon_next(p, &at)) {
        count++;
    }
    return count;
}

static const lob_polygons *whole(rig *r, lob_value *value) {
    const lob_polygons *p;
    assert_int_equal(lob_value_whole(&r->ctx, value, &p), LOB_OK);
    return p;
}

static const uint32_t fours[] = {4, 4, 4, 4};

/* KLayout: one polygon of eight corners. */
static void test_corner(void **unused) {
    (void)unused;
    rig r = begin();
    const lob_point64 boxes[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {10, 10}, {20, 10}, {20, 20}, {10, 20}};
    lob_value *v = region(&r, boxes, fours, 2);
    const lob_polygons *p = whole(&r, v);
    assert_eq(polygons_of(p), 1);
    assert_eq(p->contour_count, 1);
    assert_eq(p->point_count, 8);
    assert_eq(polygons_of(&v->parts), 2);
    lob_value_drop(v);
    end(&r);
}

/* A tip on the middle of an edge: the edge gets a corner there. */
static void test_tip(void **unused) {
    (void)unused;
    rig r = begin();
    const lob_point64 points[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}, {10, 10}, {20, 20}, {0, 20}};
    const uint32_t counts[] = {4, 3};
    lob_value *v = region(&r, points, counts, 2);
    const lob_polygons *p = whole(&r, v);
    assert_eq(polygons_of(p), 1);
    assert_eq(p->point_count, 8);
    lob_value_drop(v);
    end(&r);
}

/* Two boxes that touch in two corners around a gap would be one with a hole. */
static void test_ring_of_corners(void **unused) {
    (void)unused;
    rig r = begin();
    const lob_point64 boxes[] = {{0, 0},   {30, 0},  {30, 10}, {0, 10},  {0, 10},  {10, 10}, {10, 20}, {0, 20},
                                 {10, 20}, {20, 20}, {20, 30}, {10, 30}, {20, 10}, {30, 10}, {30, 20}, {20, 20}};
    lob_value *v = region(&r, boxes, fours, 4);
    const lob_polygons *p = whole(&r, v);
    assert_eq(polygons_of(p), 1);
    assert_eq(p->contour_count, 2);
    assert_true(p->contours[1].is_hole);
    assert_eq(p->contours[1].count, 4);
    lob_value_drop(v);
    end(&r);
}

/* A hole that touches its hull in a corner is a hole all the same. */
static void test_hole_at_corner(void **unused) {
    (void)unused;
    rig r = begin();
    const lob_point64 boxes[] = {{0, 0},  {40, 0},  {40, 10}, {0, 10}, {0, 10},  {10, 10}, {10, 20}, {0, 20},
                                 {0, 20}, {20, 20}, {20, 30}, {0, 30}, {20, 10}, {40, 10}, {40, 20}, {20, 20}};
    lob_value *v = region(&r, boxes, fours, 4);
    const lob_polygons *p = whole(&r, v);
    lob_value_sums sums;
    assert_eq(polygons_of(p), 1);
    assert_eq(p->contour_count, 2);
    assert_eq(p->contours[1].count, 4);
    assert_int_equal(lob_op_sums(&r.ctx, v, &sums), LOB_OK);
    assert_eq(sums.count, 4);
    assert_float_equal(sums.area2 / 2, 400 + 100 + 200 + 200, 0);
    lob_value_drop(v);
    end(&r);
}

static void test_compress(void **unused) {
    (void)unused;
    lob_point64 ring[] = {{0, 0}, {5, 0}, {10, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 5}};
    lob_point64 line[] = {{0, 0}, {5, 0}, {10, 0}};
    assert_eq(lob_ring_compress(ring, 7), 4);
    assert_eq(lob_ring_compress(line, 3), 0);
}

/* ---- as drawn ---- */

/* Two boxes on each other, one drawn clockwise: each stays one polygon, turned to the left; merged they are one. */
static void test_as_drawn(void **unused) {
    (void)unused;
    rig r = begin();
    const lob_point64 boxes[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {5, 5}, {5, 20}, {20, 20}, {20, 5}};
    lob_value *v = region(&r, boxes, fours, 2), *drawn, *merged;
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &drawn), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &merged), LOB_OK);
    assert_int_equal(lob_value_as_drawn(&r.ctx, v, drawn), LOB_OK);
    const lob_polygons *p = whole(&r, drawn);
    assert_eq(polygons_of(p), 2);
    assert_eq(polygons_of(&drawn->raw), 2);
    const lob_point64 turned[] = {{20, 5}, {20, 20}, {5, 20}, {5, 5}};
    assert_memory_equal(p->points, boxes, 4 * sizeof *boxes);
    assert_memory_equal(p->points + 4, turned, sizeof turned);
    assert_memory_equal(drawn->raw.points, boxes, sizeof boxes);
    assert_int_equal(lob_op_merged(&r.ctx, drawn, merged), LOB_OK);
    assert_eq(polygons_of(whole(&r, merged)), 1);
    lob_value_drop(v);
    lob_value_drop(drawn);
    lob_value_drop(merged);
    end(&r);
}

/* A hole keeps its sense: the other one than its hull's. */
static void test_drawn_hole(void **unused) {
    (void)unused;
    rig r = begin();
    static const lob_point64 points[] = {{0, 0}, {0, 30}, {30, 30}, {30, 0}, {10, 10}, {20, 10}, {20, 20}, {10, 20}};
    static const lob_contour contours[] = {{0, 4, false}, {4, 4, true}};
    const lob_polygons one = {points, contours, 8, 2};
    lob_value *v, *drawn, *none;
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &v), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &drawn), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &none), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r.ctx, v, &one), LOB_OK);
    assert_int_equal(lob_value_as_drawn(&r.ctx, v, drawn), LOB_OK);
    const lob_polygons *p = whole(&r, drawn);
    assert_eq(p->points[0].x, 30);
    assert_eq(p->points[0].y, 0);
    assert_eq(p->points[4].x, 10);
    assert_eq(p->points[4].y, 20);
    assert_int_equal(lob_value_as_drawn(&r.ctx, none, drawn), LOB_OK);
    assert_eq(whole(&r, drawn)->contour_count, 0);
    lob_value_drop(v);
    lob_value_drop(drawn);
    lob_value_drop(none);
    end(&r);
}

/* Edges on one line stay apart. */
static void test_drawn_edges(void **unused) {
    (void)unused;
    rig r = begin();
    static const lob_edge64 items[] = {{{0, 0}, {10, 0}}, {{5, 0}, {20, 0}}};
    lob_value *v, *drawn;
    lob_edge64 *edges;
    uint32_t count;
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &v), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &drawn), LOB_OK);
    assert_int_equal(lob_value_put_edges(&r.ctx, v, items, 2), LOB_OK);
    assert_int_equal(lob_edges_merged(&r.ctx, v, &edges, &count), LOB_OK);
    assert_eq(count, 1);
    assert_int_equal(lob_value_as_drawn(&r.ctx, v, drawn), LOB_OK);
    assert_int_equal(lob_edges_merged(&r.ctx, drawn, &edges, &count), LOB_OK);
    assert_eq(count, 2);
    lob_value_drop(v);
    lob_value_drop(drawn);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_drawn),
                                       cmocka_unit_test(test_drawn_hole),
                                       cmocka_unit_test(test_drawn_edges),
                                       cmocka_unit_test(test_corner),
                                       cmocka_unit_test(test_tip),
                                       cmocka_unit_test(test_ring_of_corners),
                                       cmocka_unit_test(test_hole_at_corner),
                                       cmocka_unit_test(test_compress)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
