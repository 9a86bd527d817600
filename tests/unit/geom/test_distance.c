/* Distances against brute force in fractions (tests/oracle/distance_cases.py), near the origin and at the ends of the
 * coordinate range; circles and combs, which have formulas; ties, limits, faults. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "geom/distance.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"

enum { CASE_POINTS = 16 };

typedef struct case_trace {
    uint32_t count;
    bool is_closed, has_area;
    lob_point64 points[CASE_POINTS];
} case_trace;

static const struct {
    case_trace a, b;
    uint64_t num, den;
    lob_relation relation;
    double at_a[2], at_b[2];
} cases[] = {
#include "distance_cases.inc"
};

static lob_ctx ctx;
static lob_arena *arena;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

static lob_trace scaled(const case_trace *from, int64_t by, int64_t dx, int64_t dy, lob_point64 *points) {
    for (uint32_t i = 0; i < from->count; i++) {
        points[i] = (lob_point64){from->points[i].x * by + dx, from->points[i].y * by + dy};
    }
    return (lob_trace){points, from->count, from->is_closed, from->has_area};
}

/* d2 == num / den * by^2 */
static bool is_d2(const lob_ratio *d2, uint64_t num, uint64_t den, int64_t by) {
    lob_wide left = lob_wide_mul(d2->num, den);
    lob_wide right = lob_wide_mul(lob_wide_mul(lob_wide_from((lob_u128)by * (lob_u128)by), num), d2->den);
    return lob_wide_compare(&left, &right) == 0;
}

static double spot_x(const lob_spot *s) {
    return (double)s->at.x + s->fx;
}

static double spot_y(const lob_spot *s) {
    return (double)s->at.y + s->fy;
}

static bool is_spot(const lob_spot *s, const double at[2], int64_t by, int64_t dx, int64_t dy) {
    double x = at[0] * (double)by + (double)dx, y = at[1] * (double)by + (double)dy;
    double near = 1e-9 + 4e-16 * (fabs(x) + fabs(y) + (double)by * 100);
    return fabs(spot_x(s) - x) <= near && fabs(spot_y(s) - y) <= near;
}

static void check_cases(int64_t by, int64_t dx, int64_t dy) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        lob_point64 p[CASE_POINTS], q[CASE_POINTS];
        lob_trace a = scaled(&cases[i].a, by, dx, dy, p), b = scaled(&cases[i].b, by, dx, dy, q);
        lob_distance d;
        assert_int_equal(lob_distance_find(&ctx, &a, &b, 0, &d), LOB_OK);
        if (!is_d2(&d.d2, cases[i].num, cases[i].den, by) || d.relation != cases[i].relation) {
            fail_msg("case %zu: distance or relation %d", i, d.relation);
        }
        if (!is_spot(&d.spots[0], cases[i].at_a, by, dx, dy) || !is_spot(&d.spots[1], cases[i].at_b, by, dx, dy)) {
            fail_msg("case %zu: points %g %g, %g %g", i, spot_x(&d.spots[0]), spot_y(&d.spots[0]), spot_x(&d.spots[1]),
                     spot_y(&d.spots[1]));
        }
        /* the other way round: the same distance, the relation mirrored */
        lob_relation mirrored = d.relation == LOB_RELATION_A_IN_B   ? LOB_RELATION_B_IN_A
                                : d.relation == LOB_RELATION_B_IN_A ? LOB_RELATION_A_IN_B
                                                                    : d.relation;
        assert_int_equal(lob_distance_find(&ctx, &b, &a, 0, &d), LOB_OK);
        assert_true(is_d2(&d.d2, cases[i].num, cases[i].den, by));
        assert_int_equal(d.relation, mirrored);
        lob_arena_reset(arena);
    }
}

static void test_brute_force(void **state) {
    (void)state;
    check_cases(1, 0, 0);
}

static void test_far_out(void **state) {
    (void)state;
    const int64_t far = INT64_C(1) << 52;
    check_cases(1, far, -far);
    check_cases((INT64_C(1) << 46) - 1, 0, 0); /* figures as wide as the range allows */
    check_cases(INT64_C(1) << 44, INT64_C(1) << 51, -(INT64_C(1) << 51));
}

static lob_trace *regular(uint32_t count, double radius, double x, double phase) {
    lob_trace *t = LOB_NEW(arena, lob_trace);
    lob_point64 *points = LOB_NEW_ARRAY(arena, lob_point64, count);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 2 * 3.14159265358979323846 * (i + phase) / count;
        points[i] = (lob_point64){llround(x + radius * cos(angle)), llround(radius * sin(angle))};
    }
    *t = (lob_trace){points, count, true, true};
    return t;
}

static double root_of(const lob_distance *d) {
    int64_t rounded;
    bool is_whole;
    return lob_ratio_root(&d->d2, &rounded, &is_whole);
}

/* Two circles of 10,000 points: distance of centres less radii. Vertices on the grid: at most half a diagonal each; the
 * chords lie 5e-8 of the radius inside. */
static void test_circles(void **state) {
    (void)state;
    stride_skip(); /* twenty thousand edges, one like the other */
    lob_trace *a = regular(10000, 1e6, 0, 0), *b = regular(10000, 5e5, 1.6e6, 0.3);
    lob_distance d;
    assert_int_equal(lob_distance_find(&ctx, a, b, 2000000, &d), LOB_OK); /* 100,000,000 pairs: it must not see them */
    assert_close(root_of(&d), 1e5, 1.6);
    assert_close(spot_x(&d.spots[0]), 1e6, 2);
    assert_lt(fabs(spot_y(&d.spots[0])), 2000);
    /* one in the other, then in its hole */
    lob_trace *inner = regular(5000, 4e5, 0, 0);
    assert_int_equal(lob_distance_find(&ctx, a, inner, 2000000, &d), LOB_OK);
    assert_int_equal(d.relation, LOB_RELATION_B_IN_A);
    assert_eq(root_of(&d), 0);
    a->has_area = false;
    assert_int_equal(lob_distance_find(&ctx, a, inner, 4000000, &d), LOB_OK);
    assert_int_equal(d.relation, LOB_RELATION_APART);
    assert_close(root_of(&d), 6e5, 1.6);
}

/* Fingers that interlock with a gap of 7 everywhere: every pair of neighbours is a tie. */
static void test_combs(void **state) {
    (void)state;
    enum { FINGERS = 2000 };
    lob_point64 *p = LOB_NEW_ARRAY(arena, lob_point64, 4 * FINGERS),
                *q = LOB_NEW_ARRAY(arena, lob_point64, 4 * FINGERS);
    for (int64_t i = 0; i < FINGERS; i++) {
        int64_t x = 34 * i; /* finger 10 wide, gap 7, finger 10, gap 7; the first from below, the other from above */
        lob_point64 up[4] = {{x, 0}, {x, 1000}, {x + 10, 1000}, {x + 10, 0}};
        lob_point64 down[4] = {{x + 17, 1100}, {x + 17, 50}, {x + 27, 50}, {x + 27, 1100}};
        for (int k = 0; k < 4; k++) {
            p[4 * i + k] = up[k];
            q[4 * i + k] = down[k];
        }
    }
    lob_trace a = {p, 4 * FINGERS, false, false}, b = {q, 4 * FINGERS, false, false};
    lob_distance d;
    assert_int_equal(lob_distance_find(&ctx, &a, &b, 1000000, &d), LOB_OK);
    assert_eq(root_of(&d), 7);
    /* the lowest of all ties: where the first finger from above begins, at y 50; x 10 is left of all others */
    assert_eq(spot_x(&d.spots[0]), 10);
    assert_eq(spot_y(&d.spots[0]), 50);
    assert_eq(spot_x(&d.spots[1]), 17);
    assert_eq(spot_y(&d.spots[1]), 50);
}

static void reverse(lob_point64 *points, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        lob_point64 p = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = p;
    }
}

/* Teeth that point at each other over a gap of 7, from the left and from the right: the leftmost pair is the answer,
 * though the search meets the rightmost first in one order or the other. */
static void test_teeth(void **state) {
    (void)state;
    enum { TEETH = 100 };
    lob_point64 p[2 * TEETH], q[2 * TEETH];
    for (int64_t i = 0; i < TEETH; i++) {
        p[2 * i] = (lob_point64){40 * i, 0};
        p[2 * i + 1] = (lob_point64){40 * i + 20, -30};
        q[2 * i] = (lob_point64){40 * i, 7};
        q[2 * i + 1] = (lob_point64){40 * i + 20, 37};
    }
    for (int order = 0; order < 8; order++) {
        if (order & 1) {
            reverse(p, 2 * TEETH);
        }
        if (order & 2) {
            reverse(q, 2 * TEETH);
        }
        lob_trace a = {.points = p, .count = 2 * TEETH}, b = {.points = q, .count = 2 * TEETH};
        bool swaps = order & 4;
        lob_distance d;
        assert_int_equal(lob_distance_find(&ctx, swaps ? &b : &a, swaps ? &a : &b, 0, &d), LOB_OK);
        assert_eq(root_of(&d), 7);
        assert_eq(spot_x(&d.spots[0]), 0);
        assert_eq(spot_y(&d.spots[swaps ? 1 : 0]), 0);
        assert_eq(spot_x(&d.spots[1]), 0);
        assert_eq(spot_y(&d.spots[swaps ? 0 : 1]), 7);
    }
}

/* A point in the middle of 12 tips, all 25 away: the lowest is the answer, wherever the star begins. */
static void test_star(void **state) {
    (void)state;
    static const lob_point64 tips[12] = {{25, 0},  {20, 15},   {15, 20},   {0, 25},  {-15, 20}, {-20, 15},
                                         {-25, 0}, {-20, -15}, {-15, -20}, {0, -25}, {15, -20}, {20, -15}};
    for (int from = 0; from < 24; from++) {
        lob_point64 star[24], middle = {0, 0};
        for (int i = 0; i < 12; i++) {
            lob_point64 tip = tips[(from + i) % 12], next = tips[(from + i + 1) % 12];
            star[2 * i] = tip;
            star[2 * i + 1] = (lob_point64){100 * (tip.x + next.x), 100 * (tip.y + next.y)};
        }
        if (from >= 12) {
            reverse(star, 24);
        }
        lob_trace a = {.points = &middle, .count = 1}, b = {star, 24, true, false};
        lob_distance d;
        assert_int_equal(lob_distance_find(&ctx, &a, &b, 0, &d), LOB_OK);
        assert_eq(root_of(&d), 25);
        assert_eq(d.spots[1].at.x, 0);
        assert_eq(d.spots[1].at.y, -25);
    }
}

/* Squares that differ by 1 in 2^100, which no double tells apart. */
static void test_almost_ties(void **state) {
    (void)state;
    const int64_t far = INT64_C(1) << 50;
    lob_point64 origin = {0, 0};
    lob_trace a = {.points = &origin, .count = 1};
    const int64_t heights[][2] = {{1, -2}, {2, -1}, {-1, 3}, {3, -2}};
    for (size_t i = 0; i < 4; i++) {
        int64_t y = heights[i][0], z = heights[i][1], least = llabs(y) < llabs(z) ? y : z;
        lob_point64 points[] = {{far, y}, {2 * far, 0}, {far, z}};
        lob_trace b = {.points = points, .count = 3};
        lob_distance d;
        assert_int_equal(lob_distance_find(&ctx, &a, &b, 0, &d), LOB_OK);
        assert_eq(d.d2.den, 1);
        lob_wide expected = lob_wide_from(((lob_u128)1 << 100) + (lob_u128)(least * least));
        assert_int_equal(lob_wide_compare(&d.d2.num, &expected), 0);
        assert_eq(d.spots[1].at.y, least);
    }
}

static void test_roots(void **state) {
    (void)state;
    const struct {
        lob_u128 num, den;
        int64_t rounded;
        bool is_whole;
    } roots[] = {
        {0, 1, 0, true},
        {0, 7, 0, true},
        {1, 4, 1, false}, /* a half goes up */
        {1, 5, 0, false},
        {9, 4, 2, false},
        {2, 1, 1, false},
        {3, 1, 2, false},
        {50, 2, 5, true},
        {(lob_u128)1 << 108, 1, INT64_C(1) << 54, true},
        {((lob_u128)1 << 108) - 1, 1, INT64_C(1) << 54, false},
        /* (2^50 + 1/2)^2 = 2^100 + 2^50 + 1/4: just below, at, above */
        {((lob_u128)1 << 102) + ((lob_u128)1 << 52), 4, INT64_C(1) << 50, false},
        {((lob_u128)1 << 102) + ((lob_u128)1 << 52) + 1, 4, (INT64_C(1) << 50) + 1, false},
        {((lob_u128)1 << 102) + ((lob_u128)1 << 52) + 2, 4, (INT64_C(1) << 50) + 1, false},
    };
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        lob_case("roots[%zu]", i);
        lob_ratio d2 = {lob_wide_from(roots[i].num), roots[i].den};
        int64_t rounded;
        bool is_whole;
        double root = lob_ratio_root(&d2, &rounded, &is_whole);
        double expected = sqrt((double)roots[i].num / (double)roots[i].den);
        assert_le(fabs(root - expected), 1e-15 * expected);
        if (rounded != roots[i].rounded || is_whole != roots[i].is_whole) {
            fail_msg("root %zu: %lld %d", i, (long long)rounded, is_whole);
        }
    }
}

static void test_limits(void **state) {
    (void)state;
    lob_point64 in = {LOB_COORD_MAX, -LOB_COORD_MAX},
                out[] = {
                    {LOB_COORD_MAX + 1, 0}, {-LOB_COORD_MAX - 1, 0}, {0, LOB_COORD_MAX + 1}, {0, -LOB_COORD_MAX - 1}};
    lob_point64 other = {-LOB_COORD_MAX, LOB_COORD_MAX};
    lob_trace a = {.points = &in, .count = 1}, b = {.points = &other, .count = 1};
    lob_distance d;
    assert_int_equal(lob_distance_find(&ctx, &a, &b, 0, &d), LOB_OK);
    /* 2 (2 (2^53 - 1))^2 */
    lob_wide expected = lob_wide_mul(lob_wide_from((lob_u128)8 * (lob_u128)LOB_COORD_MAX), (lob_u128)LOB_COORD_MAX);
    assert_int_equal(lob_wide_compare(&d.d2.num, &expected), 0);
    for (int i = 0; i < 4; i++) {
        b.points = &out[i];
        assert_int_equal(lob_distance_find(&ctx, &a, &b, 0, &d), LOB_E_QUERY_TOO_LARGE);
        assert_ne(ctx.error.hint[0], '\0');
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_distance_find(&ctx, &b, &a, 0, &d), LOB_E_QUERY_TOO_LARGE);
        lob_error_clear(&ctx.error);
    }
}

static void test_work_and_cancel(void **state) {
    (void)state;
    lob_trace *a = regular(1000, 1e6, 0, 0), *b = regular(1000, 5e5, 1.6e6, 0.3);
    lob_distance d;
    assert_int_equal(lob_distance_find(&ctx, a, b, 50, &d), LOB_E_QUERY_TOO_LARGE);
    assert_ne(ctx.error.hint[0], '\0');
    lob_error_clear(&ctx.error);
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    assert_int_equal(lob_distance_find(&ctx, a, b, 0, &d), LOB_E_CANCELLED);
}

static void test_no_points(void **state) {
    (void)state;
    const lob_point64 p = {0, 0};
    lob_trace none = {&p, 0, true, true}, one = {&p, 1, false, false};
    lob_distance d;
    assert_int_equal(lob_distance_find(&ctx, &none, &one, 0, &d), LOB_E_INTERNAL_ERROR);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_distance_find(&ctx, &one, &none, 0, &d), LOB_E_INTERNAL_ERROR);
}

static bool find_once(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    static lob_point64 p[6000], q[3];
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_trace a = {p, 6000, true, true}, b = {q, 3, true, true};
    lob_distance d;
    lob_status status = lob_distance_find(&c, &a, &b, 0, &d);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(find_once, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_brute_force, setup, teardown),
        cmocka_unit_test_setup_teardown(test_far_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_circles, setup, teardown),
        cmocka_unit_test_setup_teardown(test_combs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_teeth, setup, teardown),
        cmocka_unit_test_setup_teardown(test_star, setup, teardown),
        cmocka_unit_test_setup_teardown(test_almost_ties, setup, teardown),
        cmocka_unit_test_setup_teardown(test_roots, setup, teardown),
        cmocka_unit_test_setup_teardown(test_limits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_work_and_cancel, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_points, setup, teardown),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
