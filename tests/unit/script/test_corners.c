/* Shapes of single polygons against formulas: grown and shrunk with slanted edges, corners, parts of boxes, contours
 * with fewer and with round corners; and which polygons two layers have alike, by counting. */
#include "tests/support/lob_test.h"

#include <math.h>

#include "script/corners.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *given, *result;
} rig;

static lob_value *region_of(rig *r, const lob_point64 *ring, uint32_t count) {
    const lob_contour contour = {0, count, false};
    const lob_polygons p = {ring, &contour, count, count ? 1 : 0};
    lob_value *value;
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &value), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r->ctx, value, &p), LOB_OK);
    return value;
}

static rig begin(const lob_point64 *ring, uint32_t count, lob_value_kind kind) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    r.given = region_of(&r, ring, count);
    assert_int_equal(lob_value_new(&r.ctx, kind, &r.result), LOB_OK);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->given);
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

static double area(rig *r) {
    lob_value_sums sums;
    assert_int_equal(lob_op_sums(&r->ctx, r->result, &sums), LOB_OK);
    return sums.area2 / 2;
}

static void assert_near(double a, double b, double off) {
    assert_le(fabs(a - b), off);
}

/* ---- sized ---- */

/* A square on its corner, 1000 from the middle to each. By d outwards all edges move by d: 100 is 141.42 along the
 * axes, rounded to the grid as KLayout does (71 * 2). */
static void diamond(void **unused) {
    (void)unused;
    static const lob_point64 ring[4] = {{0, -1000}, {1000, 0}, {0, 1000}, {-1000, 0}};
    static const struct {
        int64_t by;
        int mode;
        double corner; /* the area that is cut off at each of the four corners */
    } cases[] = {{100, 2, 0}, {100, 4, 0}, {100, 0, 71 * 71}, {-100, 2, 0}, {-100, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig r = begin(ring, 4, LOB_VALUE_REGION);
        const double half = 1000 + (cases[i].by > 0 ? 142 : -142);
        lob_case("by %d, mode %d", (int)cases[i].by, cases[i].mode);
        assert_int_equal(lob_op_sized(&r.ctx, r.given, cases[i].by, cases[i].by, cases[i].mode, r.result), LOB_OK);
        assert_near(area(&r), 2 * half * half - 4 * cases[i].corner, 0);
        end(&r);
    }
}

/* A box grown by mode: the corners stay, or are cut at 45 degrees, or on both axes. */
static void box_by_mode(void **unused) {
    (void)unused;
    static const lob_point64 ring[4] = {{0, 0}, {1000, 0}, {1000, 500}, {0, 500}};
    static const struct {
        int64_t dx, dy;
        int mode;
        double area;
    } cases[] = {
        {100, 100, 2, 1200 * 700},
        {100, 100, 3, 1200 * 700},
        {100, 100, 0, 1200 * 700 - 4 * 100 * 100 / 2.0},
        {100, 100, 1, 1200 * 700 - 4 * 59 * 59 / 2.0}, /* 100 - 41 */
        {100, 50, 2, 1200 * 600},
        {100, 0, 2, 1200 * 500},
        {0, 100, 2, 1000 * 700},
        {-100, -100, 2, 800 * 300},
        {-100, -100, 0, 800 * 300},
        {-100, 0, 2, 800 * 500},
        {-250, -250, 2, 0},
        {0, 0, 2, 1000 * 500},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig r = begin(ring, 4, LOB_VALUE_REGION);
        lob_case("by %d and %d, mode %d", (int)cases[i].dx, (int)cases[i].dy, cases[i].mode);
        assert_int_equal(lob_op_sized(&r.ctx, r.given, cases[i].dx, cases[i].dy, cases[i].mode, r.result), LOB_OK);
        assert_near(area(&r), cases[i].area, 0);
        assert_int_equal(lob_op_sized(&r.ctx, r.given, 5, -5, 2, r.result), LOB_E_DRC_RUN_FAILED);
        end(&r);
    }
}

/* A polygon close to a circle of radius 10000: grown by 1000 it is close to one of 11000. */
static void circle(void **unused) {
    (void)unused;
    enum { POINTS = 60 };
    lob_point64 ring[POINTS];
    for (int i = 0; i < POINTS; i++) {
        const double angle = 6.283185307179586 * i / POINTS;
        ring[i] = (lob_point64){(int64_t)lround(10000 * cos(angle)), (int64_t)lround(10000 * sin(angle))};
    }
    for (int by = -3000; by <= 3000; by += 1000) {
        rig r = begin(ring, POINTS, LOB_VALUE_REGION);
        const double radius = 10000 * cos(3.141592653589793 / POINTS) + by; /* of the circle inside */
        const double wanted = POINTS * radius * radius * tan(3.141592653589793 / POINTS);
        lob_case("by %d", by);
        assert_int_equal(lob_op_sized(&r.ctx, r.given, by, by, 2, r.result), LOB_OK);
        assert_near(area(&r) / wanted, 1, 1e-4);
        end(&r);
    }
}

/* ---- corners and boxes ---- */

static const lob_point64 bend[6] = {{0, 0}, {300, 0}, {300, 100}, {100, 100}, {100, 400}, {0, 400}};

static void corners_by_turn(void **unused) {
    (void)unused;
    static const struct {
        lob_turns turns;
        uint32_t count;
    } cases[] = {
        {{-180, 180, false, false}, 6}, {{-90, -90, false, false}, 5}, {{90, 90, false, false}, 1},
        {{-90, 180, true, false}, 1},   {{0, 90, false, true}, 0},     {{-180, 0, false, false}, 5},
        {{-90, 0, false, false}, 5},    {{-90, 0, true, false}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig dots = begin(bend, 6, LOB_VALUE_EDGES), boxes = begin(bend, 6, LOB_VALUE_REGION);
        rig pairs = begin(bend, 6, LOB_VALUE_PAIRS);
        lob_case("from %f to %f", cases[i].turns.low, cases[i].turns.high);
        assert_int_equal(lob_op_corners(&dots.ctx, dots.given, LOB_CORNERS_DOTS, cases[i].turns, 1, dots.result),
                         LOB_OK);
        assert_int_equal(lob_op_corners(&boxes.ctx, boxes.given, LOB_CORNERS_BOXES, cases[i].turns, 3, boxes.result),
                         LOB_OK);
        assert_int_equal(lob_op_corners(&pairs.ctx, pairs.given, LOB_CORNERS_PAIRS, cases[i].turns, 1, pairs.result),
                         LOB_OK);
        assert_eq(dots.result->count, cases[i].count);
        assert_eq(pairs.result->count, cases[i].count);
        assert_near(area(&boxes), 36.0 * cases[i].count, 0);
        for (uint32_t k = 0; k < cases[i].count; k++) {
            assert_eq(pairs.result->pairs[k].first.to.x, pairs.result->pairs[k].second.from.x);
            assert_eq(dots.result->edges[k].from.x, dots.result->edges[k].to.x);
        }
        end(&dots);
        end(&boxes);
        end(&pairs);
    }
}

static void parts_of_boxes(void **unused) {
    (void)unused;
    const lob_box_part middle = {0.5, 0.5, 0.5, 0.5, 1, 1}, quarter = {0, 0, 0.5, 0.25, 0, 0},
                       flat = {0, 1, 1, 1, 0, 0};
    rig r = begin(bend, 6, LOB_VALUE_REGION), e = begin(bend, 6, LOB_VALUE_EDGES);
    assert_int_equal(lob_op_box_part(&r.ctx, r.given, &middle, r.result), LOB_OK);
    assert_near(area(&r), 4, 0);
    assert_int_equal(lob_op_box_part(&r.ctx, r.given, &quarter, r.result), LOB_OK);
    assert_near(area(&r), 150 * 100, 0);
    assert_int_equal(lob_op_box_part(&r.ctx, r.given, &flat, r.result), LOB_OK);
    assert_near(area(&r), 0, 0);
    assert_int_equal(lob_op_box_part(&e.ctx, e.given, &flat, e.result), LOB_OK);
    assert_eq(e.result->count, 1);
    assert_eq(e.result->edges[0].to.x, 300);
    assert_eq(e.result->edges[0].from.y, 400);
    end(&r);
    end(&e);
}

/* ---- smoothed and rounded ---- */

/* A stair of ten steps of 10: within 10 of it lies the straight line. */
static void stairs(void **unused) {
    (void)unused;
    lob_point64 ring[24];
    uint32_t n = 0;
    ring[n++] = (lob_point64){0, 0};
    ring[n++] = (lob_point64){100, 0};
    for (int i = 1; i < 10; i++) {
        ring[n++] = (lob_point64){110 - 10 * i, 10 * i};
        ring[n++] = (lob_point64){100 - 10 * i, 10 * i};
    }
    ring[n++] = (lob_point64){10, 100};
    ring[n++] = (lob_point64){0, 100};
    rig r = begin(ring, n, LOB_VALUE_REGION);
    assert_int_equal(lob_op_smoothed(&r.ctx, r.given, 0, false, r.result), LOB_OK);
    const uint32_t before = r.result->raw.point_count;
    assert_int_equal(lob_op_smoothed(&r.ctx, r.given, 10, false, r.result), LOB_OK);
    assert_lt(r.result->raw.point_count, before / 3);
    assert_near(area(&r), 5500, 1000);
    assert_int_equal(lob_op_smoothed(&r.ctx, r.given, 10, true, r.result), LOB_OK); /* all edges lie along the axes */
    assert_eq(r.result->raw.point_count, before);
    end(&r);
}

/* A square with corners of radius 200: less by (4 - pi) r2; the arcs are drawn outside, so a little more stays. */
static void round_square(void **unused) {
    (void)unused;
    static const lob_point64 ring[4] = {{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}};
    rig r = begin(ring, 4, LOB_VALUE_REGION);
    assert_int_equal(lob_op_rounded(&r.ctx, r.given, 100, 200, 256, r.result), LOB_OK);
    assert_near(area(&r), 1000000 - (4 - 3.14159265) * 40000, 200);
    assert_gt(r.result->raw.point_count, 100);
    assert_int_equal(lob_op_rounded(&r.ctx, r.given, 100, 800, 256, r.result), LOB_OK); /* what fits: a circle */
    assert_near(area(&r), 3.14159265 * 250000, 2000);
    assert_int_equal(lob_op_rounded(&r.ctx, r.given, 0, 0, 16, r.result), LOB_OK);
    assert_near(area(&r), 1000000, 0);
    assert_int_equal(lob_op_rounded(&r.ctx, r.given, 100, 200, 2, r.result), LOB_E_DRC_RUN_FAILED);
    end(&r);
}

/* An inner corner takes the inner radius: the bend gains there. */
static void round_bend(void **unused) {
    (void)unused;
    rig r = begin(bend, 6, LOB_VALUE_REGION);
    assert_int_equal(lob_op_rounded(&r.ctx, r.given, 50, 0, 128, r.result), LOB_OK);
    assert_near(area(&r), 60000 + (1 - 3.14159265 / 4) * 2500, 60);
    end(&r);
}

/* ---- alike ---- */

static void put_boxes(rig *r, uint32_t places, lob_value *value) {
    lob_polygon_list list = {0};
    for (int i = 0; i < 16; i++) {
        const int64_t x = 100 * i;
        const lob_point64 ring[4] = {{x, 0}, {x + 50, 0}, {x + 50, 50}, {x, 50}};
        const lob_point64 turned[4] = {ring[2], ring[1], ring[0], ring[3]};
        assert_int_equal(
            places >> i & 1 ? lob_polygon_list_add(&r->ctx, &list, i % 2 ? turned : ring, 4, false) : LOB_OK, LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_put_raw(&r->ctx, value, &all), LOB_OK);
}

static void alike(void **unused) {
    (void)unused;
    static const uint32_t sets[] = {0, 1, 0x00ff, 0x0ff0, 0xffff, 0xaaaa, 0x1234};
    enum { SETS = sizeof sets / sizeof sets[0] };
    for (int i = 0; i < SETS * SETS; i++) {
        const uint32_t x = sets[i % SETS], y = sets[i / SETS];
        rig r = begin(bend, 0, LOB_VALUE_REGION), e = begin(bend, 0, LOB_VALUE_EDGES);
        lob_value *other = region_of(&r, bend, 0), *mine = region_of(&e, bend, 0), *edges = region_of(&e, bend, 0);
        put_boxes(&r, x, r.given);
        put_boxes(&r, y, other);
        mine->kind = edges->kind = LOB_VALUE_EDGES;
        assert_int_equal(lob_op_edges(&r.ctx, r.given, LOB_EDGES_ALL, mine), LOB_OK);
        assert_int_equal(lob_op_edges(&r.ctx, other, LOB_EDGES_ALL, edges), LOB_OK);
        lob_case("%x in %x", x, y);
        for (int inverse = 0; inverse < 2; inverse++) {
            const uint32_t wanted = (uint32_t)__builtin_popcount(inverse ? x & ~y : x & y);
            assert_int_equal(lob_op_in(&r.ctx, r.given, other, inverse, r.result), LOB_OK);
            assert_eq(r.result->raw.contour_count, wanted);
            assert_int_equal(lob_op_in(&e.ctx, mine, edges, inverse, e.result), LOB_OK);
            assert_eq(e.result->count, 4 * wanted);
        }
        lob_value_drop(other);
        lob_value_drop(mine);
        lob_value_drop(edges);
        end(&r);
        end(&e);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diamond),         cmocka_unit_test(box_by_mode),    cmocka_unit_test(circle),
        cmocka_unit_test(corners_by_turn), cmocka_unit_test(parts_of_boxes), cmocka_unit_test(stairs),
        cmocka_unit_test(round_square),    cmocka_unit_test(round_bend),     cmocka_unit_test(alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
