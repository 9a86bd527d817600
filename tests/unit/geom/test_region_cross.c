/* Crossings against plain fractions where 128 bits hold them, and against known points far out. */
#include "tests/support/lob_test.h"

#include "region_help.h"

static __int128 floor_div(__int128 n, __int128 d) {
    __int128 q = n / d;
    return q - (n % d != 0 && (n < 0) != (d < 0));
}

static void test_fractions(void **state) {
    (void)state;
    uint32_t seed = 9;
    for (int turn = 0; turn < 20000; turn++) {
        int64_t reach = turn % 2 ? 9 : INT64_C(1) << 36;
        lob_point64 p[4];
        for (int i = 0; i < 4; i++) {
            p[i].x = random_in(&seed, -reach, reach);
            p[i].y = random_in(&seed, -reach, reach);
        }
        lob_segment a = {p[0], p[1], {0, 0}}, b = {p[2], p[3], {0, 0}};
        bool left_a = lob_side_of(p[0], p[1], p[2]) > 0, right_a = lob_side_of(p[0], p[1], p[3]) > 0;
        bool left_b = lob_side_of(p[2], p[3], p[0]) > 0, right_b = lob_side_of(p[2], p[3], p[1]) > 0;
        if (left_a == right_a || left_b == right_b) {
            continue;
        }
        lob_point64 u = lob_point_minus(p[1], p[0]), v = lob_point_minus(p[3], p[2]);
        __int128 den = lob_cross(u, v), n = lob_cross(lob_point_minus(p[2], p[0]), v);
        if (den == 0) {
            continue;
        }
        __int128 x = u.x * n, y = u.y * n;
        lob_crossing c = lob_segment_crossing(&a, &b);
        assert_eq(c.floor.x - p[0].x, floor_div(x, den));
        assert_eq(c.floor.y - p[0].y, floor_div(y, den));
        assert_eq(c.near.x - p[0].x, -floor_div(den - 2 * x, 2 * den));
        assert_eq(c.near.y - p[0].y, -floor_div(den - 2 * y, 2 * den));
        assert_eq(c.is_corner, (2 * x - den) % (2 * den) == 0 && (2 * y - den) % (2 * den) == 0);
        assert_eq(c.x_on_grid, x % den == 0);
        assert_eq(c.y_on_grid, y % den == 0);
    }
}

static void test_far(void **state) {
    (void)state;
    uint32_t seed = 4;
    for (int turn = 0; turn < 2000; turn++) {
        const int64_t far = INT64_C(1) << 45;
        lob_point64 p = {random_in(&seed, -far, far), random_in(&seed, -far, far)}, u, v;
        u.x = random_in(&seed, -far, far);
        u.y = random_in(&seed, 1, far);
        v.x = random_in(&seed, -far, far);
        v.y = random_in(&seed, 1, far);
        lob_segment a = {{p.x - u.x, p.y - u.y}, {p.x + u.x, p.y + u.y}, {0, 0}};
        lob_segment b = {{p.x - v.x, p.y - v.y}, {p.x + v.x, p.y + v.y}, {0, 0}};
        lob_crossing c = lob_segment_crossing(&a, &b);
        assert_true(lob_point_equal(c.floor, p));
        assert_true(lob_point_equal(c.near, p));
        assert_true(c.x_on_grid);
        assert_true(c.y_on_grid);
        b.from.x--; /* the crossing moves to the left by less than one, or by half exactly */
        b.to.x--;
        __int128 below = lob_side_of(b.from, b.to, a.from), above = lob_side_of(b.from, b.to, a.to);
        __int128 left = lob_side_of(a.from, a.to, b.from), right = lob_side_of(a.from, a.to, b.to);
        if ((below > 0) == (above > 0) || (left > 0) == (right > 0)) {
            continue; /* next to parallel: they cross no more */
        }
        c = lob_segment_crossing(&a, &b);
        assert_ge(c.near.y, p.y - far);
        assert_le(c.near.x - c.floor.x, 1);
        assert_ge(c.near.x, c.floor.x);
    }
    lob_segment upright = {{5, -9}, {5, 9}, {0, 0}}, flat = {{-9, 2}, {9, 2}, {0, 0}};
    assert_true(lob_point_equal(lob_segment_crossing(&upright, &flat).near, (lob_point64){5, 2}));
    assert_true(lob_point_equal(lob_segment_crossing(&flat, &upright).near, (lob_point64){5, 2}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fractions),
        cmocka_unit_test(test_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
