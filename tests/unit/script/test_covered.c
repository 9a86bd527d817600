/* Where polygons lie on each other, snapping and inner angles: boxes on a grid against counting its squares. */
#include "tests/support/lob_test.h"

#include <string.h>

#include "script/corners.h"

enum { SIDE = 12, STEP = 10, BOXES = 16, ROUNDS = 120 };

static uint64_t state = 3;

static int below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *drawn, *result;
    int count[SIDE][SIDE];
} rig;

static void open_rig(rig *r) {
    lob_polygon_list list = {0};
    memset(r->count, 0, sizeof r->count);
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    for (int i = 0; i < BOXES; i++) {
        const int x = below(SIDE - 4), y = below(SIDE - 4), w = 1 + below(4), h = 1 + below(4);
        const lob_point64 ring[] = {{x * STEP, y * STEP},
                                    {(x + w) * STEP, y * STEP},
                                    {(x + w) * STEP, (y + h) * STEP},
                                    {x * STEP, (y + h) * STEP}};
        assert_int_equal(lob_polygon_list_add(&r->ctx, &list, ring, 4, false), LOB_OK);
        for (int k = 0; k < w * h; k++) {
            r->count[y + k / w][x + k % w]++;
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &r->drawn), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r->ctx, r->drawn, &all), LOB_OK);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &r->result), LOB_OK);
}

static void close_rig(rig *r) {
    lob_value_drop(r->drawn);
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

static bool is_inside(const lob_polygons *p, double x, double y) {
    bool is_in = false;
    for (uint32_t c = 0; c < p->contour_count; c++) {
        for (uint32_t i = 0; i < p->contours[c].count; i++) {
            const lob_point64 a = p->points[p->contours[c].first + i];
            const lob_point64 b = p->points[p->contours[c].first + (i + 1) % p->contours[c].count];
            is_in =
                ((double)a.y > y) != ((double)b.y > y) && (double)a.x > x ? !is_in : is_in; /* upright edges alone */
        }
    }
    return is_in;
}

static void test_least(void **unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        const int least = 1 + round % 4;
        rig r;
        lob_case("round %d", round);
        open_rig(&r);
        assert_int_equal(lob_op_merged_least(&r.ctx, r.drawn, least, r.result), LOB_OK);
        for (int i = 0; i < SIDE * SIDE; i++) {
            const double x = (i % SIDE + 0.5) * STEP, y = (i / SIDE + 0.5) * STEP;
            assert_int_equal(is_inside(&r.result->raw, x, y), r.count[i / SIDE][i % SIDE] >= least);
        }
        close_rig(&r);
    }
}

static void test_too_deep(void **unused) {
    (void)unused;
    rig r;
    open_rig(&r);
    assert_int_equal(lob_op_merged_least(&r.ctx, r.drawn, 64, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    assert_int_equal(lob_op_merged_least(&r.ctx, r.drawn, 65, r.result), LOB_E_DRC_RUN_FAILED);
    close_rig(&r);
}

static lob_value *one_polygon(rig *r, const lob_point64 *ring, uint32_t count) {
    const lob_contour contour = {0, count, false};
    const lob_polygons polygon = {ring, &contour, count, 1};
    lob_value *value;
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &value), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r->ctx, value, &polygon), LOB_OK);
    return value;
}

/* Halves go up; what is left without area is gone. */
static void test_snapped(void **unused) {
    (void)unused;
    const lob_point64 box[] = {{-15, -5}, {25, -5}, {25, 14}, {-15, 14}}, thin[] = {{0, 1}, {40, 1}, {40, 4}, {0, 4}};
    rig r;
    open_rig(&r);
    lob_value *value = one_polygon(&r, box, 4);
    assert_int_equal(lob_op_snapped(&r.ctx, value, 10, 10, r.result), LOB_OK);
    assert_int_equal(r.result->raw.point_count, 4);
    int64_t left = 99, bottom = 99, right = -99, top = -99;
    for (int i = 0; i < 4; i++) {
        const lob_point64 p = r.result->raw.points[i];
        left = p.x < left ? p.x : left;
        right = p.x > right ? p.x : right;
        bottom = p.y < bottom ? p.y : bottom;
        top = p.y > top ? p.y : top;
    }
    assert_eq(left, -10);
    assert_eq(right, 30);
    assert_eq(bottom, 0);
    assert_eq(top, 10);
    lob_value_drop(value);
    value = one_polygon(&r, thin, 4);
    assert_int_equal(lob_op_snapped(&r.ctx, value, 1, 10, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    lob_value_drop(value);
    close_rig(&r);
}

/* An L has five corners of 90 degrees and one of 270; an isosceles right triangle 90, 45 and 45. */
static void test_angles(void **unused) {
    (void)unused;
    const lob_point64 ell[] = {{0, 0}, {30, 0}, {30, 10}, {10, 10}, {10, 30}, {0, 30}},
                      half[] = {{0, 0}, {20, 0}, {0, 20}};
    const struct {
        double low, high;
        bool is_inverse;
        uint32_t of_ell, of_half;
    } cases[] = {{0, 90, false, 0, 2},  {90, 91, false, 5, 1}, {180, 360, false, 1, 0}, {0, 180, false, 5, 3},
                 {45, 90, false, 0, 2}, {0, 45, false, 0, 0},  {90, 91, true, 1, 2},    {270, 271, false, 1, 0}};
    rig r;
    open_rig(&r);
    lob_value *a = one_polygon(&r, ell, 6), *b = one_polygon(&r, half, 3), *pairs;
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_PAIRS, &pairs), LOB_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu", i);
        assert_int_equal(lob_op_inner_angles(&r.ctx, a, cases[i].low, cases[i].high, cases[i].is_inverse, pairs),
                         LOB_OK);
        assert_int_equal(pairs->count, cases[i].of_ell);
        assert_int_equal(lob_op_inner_angles(&r.ctx, b, cases[i].low, cases[i].high, cases[i].is_inverse, pairs),
                         LOB_OK);
        assert_int_equal(pairs->count, cases[i].of_half);
    }
    lob_value_drop(a);
    lob_value_drop(b);
    lob_value_drop(pairs);
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_least), cmocka_unit_test(test_too_deep),
                                       cmocka_unit_test(test_snapped), cmocka_unit_test(test_angles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
