/* Filters, shapes and edges of a few polygons whose measures are worked out by hand. */
#include "tests/support/lob_test.h"

#include "script/ops.h"
#include "script/report.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *a; /* a square of 10, a box of 30 * 10, a triangle 3-4-5 times ten, a frame of 40 with a hole of 20 */
} rig;

static rig begin(void) {
    static const lob_point64 rings[] = {{0, 0},    {10, 0},   {10, 10},  {0, 10},   {100, 0},  {130, 0},  {130, 10},
                                        {100, 10}, {200, 0},  {240, 0},  {200, 30}, {300, 0},  {340, 0},  {340, 10},
                                        {300, 10}, {300, 10}, {310, 10}, {310, 30}, {300, 30}, {330, 10}, {340, 10},
                                        {340, 30}, {330, 30}, {300, 30}, {340, 30}, {340, 40}, {300, 40}};
    static const uint32_t counts[] = {4, 4, 3, 4, 4, 4, 4};
    rig r = {.arena = lob_arena_new(0)};
    lob_polygon_list list = {0};
    lob_ctx_init(&r.ctx, r.arena);
    for (uint32_t i = 0, at = 0; i < 7; at += counts[i], i++) {
        assert_int_equal(lob_polygon_list_add(&r.ctx, &list, rings + at, counts[i], false), LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &r.a), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.a, &all), LOB_OK);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->a);
    lob_arena_drop(r->arena);
}

static lob_value *fresh(rig *r, lob_value_kind kind) {
    lob_value *value;
    assert_int_equal(lob_value_new(&r->ctx, kind, &value), LOB_OK);
    return value;
}

static uint64_t count_of(rig *r, lob_value *value) {
    lob_value_sums sums;
    assert_int_equal(lob_op_sums(&r->ctx, value, &sums), LOB_OK);
    return sums.count;
}

static void test_polygons(void **unused) {
    (void)unused;
    static const struct {
        lob_filter filter;
        uint64_t count;
    } cases[] = {
        {{.kind = LOB_FILTER_AREA, .is_one = true, .low = 100}, 1},
        {{.kind = LOB_FILTER_AREA, .has_low = true, .low = 100, .has_high = true, .high = 600}, 2},
        {{.kind = LOB_FILTER_AREA, .has_low = true, .low = 1200}, 1},
        {{.kind = LOB_FILTER_PERIMETER, .is_one = true, .low = 120}, 1},
        {{.kind = LOB_FILTER_PERIMETER, .is_one = true, .low = 240}, 1}, /* 160 outside, 80 inside */
        {{.kind = LOB_FILTER_BBOX_MIN, .is_one = true, .low = 10}, 2},
        {{.kind = LOB_FILTER_BBOX_MAX, .is_one = true, .low = 30}, 1},
        {{.kind = LOB_FILTER_BBOX_WIDTH, .has_high = true, .high = 40}, 2},
        {{.kind = LOB_FILTER_BBOX_HEIGHT, .is_one = true, .low = 30}, 1},
        {{.kind = LOB_FILTER_HOLES, .has_low = true, .low = 1}, 1},
        {{.kind = LOB_FILTER_RECTANGLES}, 2},
        {{.kind = LOB_FILTER_SQUARES}, 1},
        {{.kind = LOB_FILTER_RECTILINEAR}, 3},
    };
    rig r = begin();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int inverse = 0; inverse < 2; inverse++) {
            lob_filter filter = cases[i].filter;
            lob_value *result = fresh(&r, LOB_VALUE_REGION);
            lob_case("case %zu, inverse %d", i, inverse);
            filter.is_inverse = inverse;
            assert_int_equal(lob_op_filter(&r.ctx, r.a, &filter, result), LOB_OK);
            assert_eq(count_of(&r, result), inverse ? 4 - cases[i].count : cases[i].count);
            lob_value_drop(result);
        }
    }
    const lob_filter of_edges = {.kind = LOB_FILTER_LENGTH};
    lob_value *result = fresh(&r, LOB_VALUE_REGION);
    assert_int_equal(lob_op_filter(&r.ctx, r.a, &of_edges, result), LOB_E_DRC_RUN_FAILED);
    lob_value_drop(result);
    end(&r);
}

static void test_edges(void **unused) {
    (void)unused;
    static const struct {
        lob_filter filter;
        uint64_t count;
    } cases[] = {
        {{.kind = LOB_FILTER_LENGTH, .is_one = true, .low = 50}, 1},
        {{.kind = LOB_FILTER_LENGTH, .has_low = true, .low = 10, .has_high = true, .high = 30}, 4 + 2 + 4},
        {{.kind = LOB_FILTER_ANGLE, .is_one = true, .low = 0}, 2 + 2 + 1 + 4},
        {{.kind = LOB_FILTER_ANGLE, .is_one = true, .low = 90}, 2 + 2 + 1 + 4},
        {{.kind = LOB_FILTER_ANGLE, .has_low = true, .low = -40, .has_high = true, .high = -30}, 1},
    };
    rig r = begin();
    lob_value *edges = fresh(&r, LOB_VALUE_EDGES);
    assert_int_equal(lob_op_edges(&r.ctx, r.a, LOB_EDGES_ALL, edges), LOB_OK);
    assert_eq(edges->count, 4 + 4 + 3 + 8);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_value *result = fresh(&r, LOB_VALUE_EDGES);
        lob_case("case %zu", i);
        assert_int_equal(lob_op_filter(&r.ctx, edges, &cases[i].filter, result), LOB_OK);
        assert_eq(result->count, cases[i].count);
        lob_value_drop(result);
    }
    const lob_filter of_polygons = {.kind = LOB_FILTER_AREA};
    lob_value *result = fresh(&r, LOB_VALUE_EDGES);
    assert_int_equal(lob_op_filter(&r.ctx, edges, &of_polygons, result), LOB_E_DRC_RUN_FAILED);
    lob_value_drop(result);
    lob_value_drop(edges);
    end(&r);
}

/* Parts of one line become one edge, also when they overlap; points go; what only comes near stays apart. */
static void test_merged_edges(void **unused) {
    (void)unused;
    static const lob_edge64 given[] = {{{0, 0}, {10, 0}},  {{10, 0}, {20, 0}},  {{15, 0}, {30, 0}},
                                       {{40, 0}, {50, 0}}, {{0, 0}, {6, 9}},    {{4, 6}, {8, 12}},
                                       {{0, 1}, {10, 1}},  {{70, 50}, {70, 0}}, {{70, 20}, {70, 10}}};
    static const lob_edge64 against[] = {{{0, 0}, {10, 0}}, {{20, 0}, {10, 0}}, {{8, 0}, {4, 0}}};
    rig r = begin();
    lob_value *edges = fresh(&r, LOB_VALUE_EDGES);
    lob_edge64 *merged;
    uint32_t count;
    assert_int_equal(lob_value_put_edges(&r.ctx, edges, given, sizeof given / sizeof given[0]), LOB_OK);
    assert_int_equal(lob_edges_merged(&r.ctx, edges, &merged, &count), LOB_OK);
    assert_eq(count, 5);
    double length = 0;
    for (uint32_t i = 0; i < count; i++) {
        length += (double)(llabs(merged[i].to.x - merged[i].from.x) + llabs(merged[i].to.y - merged[i].from.y));
    }
    assert_float_equal(length, 30 + 10 + (8 + 12) + 10 + 50, 0);
    /* Those that meet head on stay apart; where as many run either way nothing is left. */
    assert_int_equal(lob_value_put_edges(&r.ctx, edges, against, 3), LOB_OK);
    assert_int_equal(lob_edges_merged(&r.ctx, edges, &merged, &count), LOB_OK);
    assert_eq(count, 3);
    assert_eq(merged[0].to.x, 4);
    assert_eq(merged[1].from.x, 8);
    assert_eq(merged[2].from.x, 20);
    lob_value_drop(edges);
    end(&r);
}

static void test_shapes(void **unused) {
    (void)unused;
    rig r = begin();
    lob_value *boxes = fresh(&r, LOB_VALUE_REGION), *holes = fresh(&r, LOB_VALUE_REGION);
    lob_value *hulls = fresh(&r, LOB_VALUE_REGION), *grid = fresh(&r, LOB_VALUE_PAIRS);
    lob_value_sums sums;
    assert_int_equal(lob_op_shape(&r.ctx, r.a, LOB_SHAPE_EXTENTS, 1, 2, boxes), LOB_OK);
    assert_int_equal(lob_op_sums(&r.ctx, boxes, &sums), LOB_OK);
    assert_float_equal(sums.area2 / 2, 12 * 14 + 32 * 14 + 42 * 34 + 42 * 44, 0);
    assert_eq(sums.box.left, -1);
    assert_int_equal(lob_op_shape(&r.ctx, r.a, LOB_SHAPE_HOLES, 0, 0, holes), LOB_OK);
    assert_int_equal(lob_op_sums(&r.ctx, holes, &sums), LOB_OK);
    assert_float_equal(sums.area2 / 2, 400, 0);
    assert_int_equal(lob_op_shape(&r.ctx, r.a, LOB_SHAPE_HULLS, 0, 0, hulls), LOB_OK);
    assert_int_equal(lob_op_sums(&r.ctx, hulls, &sums), LOB_OK);
    assert_float_equal(sums.area2 / 2, 100 + 300 + 600 + 1600, 0);
    assert_int_equal(lob_op_ongrid(&r.ctx, r.a, 20, 0, grid), LOB_OK); /* x that 20 does not divide */
    assert_eq(grid->count, 2 + 2 + 0 + 4);
    lob_value_drop(boxes);
    lob_value_drop(holes);
    lob_value_drop(hulls);
    lob_value_drop(grid);
    end(&r);
}

/* What lies on each other counts once, and each edge in whole units: 20, and 1 for a diagonal of 1.41. */
static void test_length(void **unused) {
    (void)unused;
    static const lob_edge64 items[] = {{{0, 0}, {10, 0}}, {{5, 0}, {20, 0}}, {{50, 50}, {51, 51}}};
    rig r = begin();
    lob_value *edges = fresh(&r, LOB_VALUE_EDGES);
    lob_value_sums sums;
    assert_int_equal(lob_value_put_edges(&r.ctx, edges, items, 3), LOB_OK);
    assert_int_equal(lob_op_sums(&r.ctx, edges, &sums), LOB_OK);
    assert_eq(sums.count, 3);
    assert_float_equal(sums.length, 21, 0);
    assert_eq(sums.box.right, 51);
    lob_value_drop(edges);
    end(&r);
}

/* Two edges 10 apart over 30 span 300; made longer and wider by 1 at each side 32 * 12. */
static void test_pairs(void **unused) {
    (void)unused;
    static const lob_edge_pair pair = {{{0, 0}, {0, 30}}, {{10, 30}, {10, 0}}};
    static const lob_edge_pair away = {{{0, 30}, {0, 0}}, {{10, 0}, {10, 30}}};
    static const lob_edge_pair dot = {{{5, 7}, {5, 7}}, {{5, 7}, {5, 7}}};
    static const lob_edge_pair point = {{{0, 0}, {0, 0}}, {{10, 0}, {10, 0}}};
    rig r = begin();
    for (int i = 0; i < 2; i++) {
        lob_value *pairs = fresh(&r, LOB_VALUE_PAIRS), *plain = fresh(&r, LOB_VALUE_REGION);
        lob_value *wide = fresh(&r, LOB_VALUE_REGION), *first = fresh(&r, LOB_VALUE_EDGES);
        lob_value_sums sums;
        lob_case("pair %d", i);
        assert_int_equal(lob_value_put_pairs(&r.ctx, pairs, i ? &away : &pair, 1), LOB_OK);
        assert_int_equal(lob_op_polygons(&r.ctx, pairs, 0, plain), LOB_OK);
        assert_int_equal(lob_op_sums(&r.ctx, plain, &sums), LOB_OK);
        assert_float_equal(sums.area2 / 2, 300, 0);
        assert_int_equal(lob_op_polygons(&r.ctx, pairs, 1, wide), LOB_OK);
        assert_int_equal(lob_op_sums(&r.ctx, wide, &sums), LOB_OK);
        assert_float_equal(sums.area2 / 2, 32 * 12, 0);
        assert_int_equal(lob_op_edges(&r.ctx, pairs, LOB_EDGES_FIRST, first), LOB_OK);
        assert_eq(first->count, 1);
        assert_eq(first->edges[0].from.x, 0);
        pairs->is_symmetric = pairs->lacks_order = true;
        assert_int_equal(lob_op_edges(&r.ctx, pairs, LOB_EDGES_SECOND, first), LOB_E_DRC_RUN_FAILED);
        lob_error_clear(&r.ctx.error);
        assert_int_equal(lob_value_put_pairs(&r.ctx, pairs, &point, 1), LOB_OK);
        assert_int_equal(lob_op_polygons(&r.ctx, pairs, 1, wide), LOB_OK); /* two points: the line between them */
        assert_int_equal(lob_op_sums(&r.ctx, wide, &sums), LOB_OK);
        assert_float_equal(sums.area2 / 2, 10 * 2, 0);
        assert_int_equal(lob_value_put_pairs(&r.ctx, pairs, &dot, 1), LOB_OK);
        assert_int_equal(lob_op_polygons(&r.ctx, pairs, 3, wide), LOB_OK); /* one point: a box */
        assert_int_equal(lob_op_sums(&r.ctx, wide, &sums), LOB_OK);
        assert_float_equal(sums.area2 / 2, 6 * 6, 0);
        assert_int_equal(lob_op_polygons(&r.ctx, pairs, 0, wide), LOB_OK);
        assert_eq(count_of(&r, wide), 0);
        lob_value_drop(pairs);
        lob_value_drop(plain);
        lob_value_drop(wide);
        lob_value_drop(first);
    }
    end(&r);
}

/* Categories in the order they came, the second output of one name in the first's; hulls clockwise from the lowest
 * point, holes the other way round. */
static void test_report(void **unused) {
    (void)unused;
    rig r = begin();
    lob_script_report report;
    lob_value *edges = fresh(&r, LOB_VALUE_EDGES), *merged = fresh(&r, LOB_VALUE_REGION);
    lob_rdb rdb;
    assert_int_equal(
        lob_script_report_begin(&r.ctx, &report, r.arena, 0.001, lob_str_from("title"), lob_str_from("TOP")), LOB_OK);
    assert_int_equal(lob_op_edges(&r.ctx, r.a, LOB_EDGES_ALL, edges), LOB_OK);
    assert_int_equal(lob_op_merged(&r.ctx, r.a, merged), LOB_OK);
    assert_int_equal(lob_script_report_add(&r.ctx, &report, merged, lob_str_from("a"), lob_str_from("about")), LOB_OK);
    assert_int_equal(lob_script_report_add(&r.ctx, &report, edges, lob_str_from("b"), lob_str_from("")), LOB_OK);
    assert_int_equal(lob_script_report_add(&r.ctx, &report, r.a, lob_str_from("a"), lob_str_from("")), LOB_OK);
    assert_int_equal(lob_script_report_end(&r.ctx, &report, &rdb), LOB_OK);
    assert_eq(rdb.category_count, 2);
    assert_eq(rdb.categories[0].item_count, 4 + 7);
    assert_eq(rdb.categories[1].item_count, 19);
    assert_eq(rdb.item_count, 4 + 19 + 7);
    const lob_rdb_value *frame = rdb.items[3].values;
    assert_eq(frame->contour_count, 2);
    assert_float_equal(frame->points[0].x, 0.3, 0);
    assert_float_equal(frame->points[1].y, 0.04, 0); /* up first: clockwise */
    assert_float_equal(frame->points[5].x, 0.33, 0); /* the hole: right first */
    lob_value_drop(edges);
    lob_value_drop(merged);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_polygons),     cmocka_unit_test(test_edges),
                                       cmocka_unit_test(test_merged_edges), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_length),       cmocka_unit_test(test_pairs),
                                       cmocka_unit_test(test_report)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
