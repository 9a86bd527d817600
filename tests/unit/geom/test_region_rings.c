/* Plain rings against windings counted at points of a fine grid off the vertices. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "geom/region.h"
#include "tests/support/arena_rig.h"

enum { COUNT_MAX = 64, FIELD = 8, FINE = 4 };

static bool plain(const lob_point64 *ring, uint32_t count) {
    bool is_plain;
    assert_int_equal(lob_ring_is_plain(&ctx, ring, count, &is_plain), LOB_OK);
    return is_plain;
}

static int winding(const lob_point64 *ring, uint32_t count, double x, double y) {
    int sum = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        const lob_point64 a = ring[k], b = ring[i];
        if (((double)a.y < y) != ((double)b.y < y)) {
            const double at = (double)a.x + (y - (double)a.y) * (double)(b.x - a.x) / (double)(b.y - a.y);
            sum += at > x ? (a.y < b.y ? 1 : -1) : 0;
        }
    }
    return sum;
}

static bool winds_once(const lob_point64 *ring, uint32_t count) {
    int low = 0, high = 0;
    for (int i = 0; i < FIELD * FINE; i++) {
        for (int k = 0; k < FIELD * FINE; k++) {
            int w = winding(ring, count, (i + 0.4142) / FINE, (k + 0.5772) / FINE);
            low = w < low ? w : low;
            high = w > high ? w : high;
        }
    }
    return high - low <= 1;
}

static void test_cases(void **state) {
    (void)state;
    const lob_point64 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}}, turned[] = {{0, 4}, {4, 4}, {4, 0}, {0, 0}};
    const lob_point64 bow_tie[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    const lob_point64 twice[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 4}, {0, 4}};
    const lob_point64 with_hole[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 2}, {2, 2},
                                     {2, 4}, {4, 4}, {4, 2}, {2, 2}, {0, 2}};
    const lob_point64 island[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 2}, {2, 2},
                                  {4, 2}, {4, 4}, {2, 4}, {2, 2}, {0, 2}}; /* the hole the other way: wound twice */
    const lob_point64 spike[] = {{0, 0}, {4, 0}, {7, 0}, {4, 0}, {4, 4}, {0, 4}};
    assert_true(plain(square, 4));
    assert_true(plain(turned, 4));
    assert_false(plain(bow_tie, 4));
    assert_false(plain(twice, 8));
    assert_true(plain(with_hole, 11));
    assert_false(plain(island, 11));
    assert_true(plain(spike, 6));
    assert_false(plain(square, 0));
    assert_false(plain(square, 1));
}

/* Never plain when some place is wound around twice or both ways; and often plain. */
static void test_random(void **state) {
    (void)state;
    unsigned count_plain = 0, count_other = 0;
    srand(11);
    for (int round = 0; round < 4000; round++) {
        lob_point64 ring[COUNT_MAX];
        uint32_t count = 3 + (uint32_t)rand() % (round % 2 ? 6 : COUNT_MAX - 3);
        const bool is_star = round % 3 == 0; /* around a middle: mostly plain */
        for (uint32_t i = 0; i < count; i++) {
            const double angle = 6.28318530717958 * i / count, r = 1 + rand() % 3;
            ring[i] = is_star ? (lob_point64){lround(4 + r * cos(angle)), lround(4 + r * sin(angle))}
                              : (lob_point64){rand() % FIELD, rand() % FIELD};
        }
        if (plain(ring, count)) {
            assert_true(winds_once(ring, count));
            count_plain++;
        } else {
            count_other++;
        }
    }
    assert_gt(count_plain, 100);
    assert_gt(count_other, 100);
}

/* ---- odd parts ---- */

enum { LARGE = 1000 };

/* Less than three units off an edge, where rounding may decide. */
static bool is_near_edge(const lob_point64 *ring, uint32_t count, double x, double y) {
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        const double dx = (double)(ring[i].x - ring[k].x), dy = (double)(ring[i].y - ring[k].y), l = hypot(dx, dy);
        if (l > 0 && fabs(dx * (y - (double)ring[k].y) - dy * (x - (double)ring[k].x)) / l < 3) {
            return true;
        }
    }
    return false;
}

static int covered(const lob_polygons *p, double x, double y) {
    int sum = 0;
    for (uint32_t c = 0; c < p->contour_count; c++) {
        sum += winding(p->points + p->contours[c].first, p->contours[c].count, x, y) != 0 ? 1 : 0;
        sum -= p->contours[c].is_hole && winding(p->points + p->contours[c].first, p->contours[c].count, x, y) != 0 ? 2
                                                                                                                    : 0;
    }
    return sum;
}

static double area_of(const lob_point64 *ring, uint32_t count) {
    double area = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        area += (double)ring[k].x * (double)ring[i].y - (double)ring[k].y * (double)ring[i].x;
    }
    return area;
}

/* Slanted rings: wound more than once, or against the sense of the area, at points of a grid; either operand. */
static void test_odd(void **state) {
    (void)state;
    unsigned odd = 0;
    srand(12);
    for (int round = 0; round < 300; round++) {
        lob_point64 ring[12];
        lob_polygons found;
        lob_region *region;
        const uint32_t count = 4 + (uint32_t)rand() % 8;
        for (uint32_t i = 0; i < count; i++) {
            ring[i] = (lob_point64){rand() % FIELD * LARGE, rand() % FIELD * LARGE};
        }
        const double area = area_of(ring, count);
        assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
        assert_int_equal(lob_region_add_odd(&ctx, region, round % 2, ring, count), LOB_OK);
        assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_XOR, &found), LOB_OK);
        for (int i = 0; i < FIELD * FIELD && area != 0; i++) {
            const double x = (i % FIELD + 0.4142) * LARGE, y = ((int)(i / FIELD) + 0.5772) * LARGE;
            const int w = winding(ring, count, x, y) * (area > 0 ? 1 : -1);
            if (!is_near_edge(ring, count, x, y)) {
                assert_int_equal(covered(&found, x, y), w < 0 || w > 1);
                odd += w < 0 || w > 1;
            }
        }
    }
    assert_gt(odd, 500);
}

static void test_odd_ends(void **state) {
    (void)state;
    static const lob_point64 twice[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {9, 0}, {9, 9}, {0, 9}};
    static const lob_point64 dot[] = {{5, 5}, {5, 5}, {5, 5}};
    const lob_point64 far[] = {{0, 0}, {LOB_REGION_COORD_MAX + 1, 0}, {9, 9}};
    const lob_point64 high[] = {{0, 0}, {9, 0}, {9, LOB_REGION_COORD_MAX + 1}};
    lob_point64 star[9];
    lob_region_measures measures;
    lob_region *region;
    assert_int_equal(lob_region_new(&ctx, 3, &region), LOB_OK);
    assert_int_equal(lob_region_add_odd(&ctx, region, 0, dot, 3), LOB_OK);
    assert_int_equal(lob_region_add_odd(&ctx, region, 0, twice, 8), LOB_OK);
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_OR, &measures), LOB_OK);
    assert_float_equal(measures.area, 81, 0);
    assert_int_equal(lob_region_add_odd(&ctx, region, 0, far, 3), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_region_add_odd(&ctx, region, 0, high, 3), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    for (uint32_t i = 0; i < 9; i++) { /* each edge crosses many others */
        const double angle = 6.28318530717958 * (4 * i % 9) / 9;
        star[i] = (lob_point64){lround(1000 * cos(angle)), lround(1000 * sin(angle))};
    }
    lob_region_limit(region, 1);
    assert_int_equal(lob_region_add_odd(&ctx, region, 0, star, 9), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
}

static bool run(void *arg) {
    (void)arg;
    lob_point64 ring[40];
    bool is_plain = false;
    lob_ctx own;
    lob_ctx_init(&own, NULL);
    for (uint32_t i = 0; i < 40; i++) { /* a comb: too long to be tried by pairs */
        ring[i] = i < 20 ? (lob_point64){i, i % 2} : (lob_point64){39 - i, 5 + i % 2};
    }
    return lob_ring_is_plain(&own, ring, 40, &is_plain) == LOB_OK && is_plain;
}

static void test_allocations(void **state) {
    (void)state;
    assert_gt(sweep_allocations(run, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_allocations), cmocka_unit_test(test_odd),
                                       cmocka_unit_test(test_odd_ends)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
