/* Cuts of rings against a brute force by whole numbers: every stretch between two crossings is asked at its middle, a
 * little to the left and a little to the right of the line, whether a winding number is not 0 there. */
#include <stdlib.h>

#include "tests/support/lob_test.h"

#include "geom/cut.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { SIDE = 12, CORNERS_MAX = 9 };

static lob_fraction fraction(int64_t num, int64_t den) {
    return (lob_fraction){num, den};
}

static void test_fractions(void **state) {
    (void)state;
    const __int128 wide = (__int128)1 << 100;
    const struct {
        lob_fraction a, b;
        int order;
    } cases[] = {
        {{1, 2}, {2, 4}, 0},           {{1, 3}, {1, 2}, -1},
        {{-1, 2}, {-1, 3}, -1},        {{-1, 3}, {1, 3}, -1},
        {{0, 7}, {0, 1}, 0},           {{wide, wide + 1}, {wide + 1, wide + 2}, -1}, /* equal as doubles */
        {{wide, 3}, {2 * wide, 6}, 0}, {{-wide, wide + 1}, {-wide - 1, wide + 2}, 1},
        {{-wide, 3}, {1, 3}, -1},      {{wide, 3}, {1, 3}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%zu: order %d", i, cases[i].order);
        assert_int_equal(lob_fraction_compare(&cases[i].a, &cases[i].b), cases[i].order);
        assert_int_equal(lob_fraction_compare(&cases[i].b, &cases[i].a), -cases[i].order);
    }
}

/* A place on the grid comes out whole, a third as near as a double is. */
static void test_places(void **state) {
    (void)state;
    const lob_fraction third = {1, 3}, half = {INT64_C(123456789012), INT64_C(246913578024)};
    const lob_fraction wide = {(__int128)1 << 90, (__int128)1 << 91};
    assert_eq(lob_fraction_of(&third, 30000000003.0), 10000000001.0);
    assert_eq(lob_fraction_of(&third, 10), 10.0 / 3);
    assert_eq(lob_fraction_of(&half, 2000001), 1000000.5);
    assert_eq(lob_fraction_of(&wide, 7), 3.5);
    assert_close(lob_fraction_of(&third, 1.5), 0.5, 1e-15);
    assert_eq(lob_fraction_value(&wide), 0.5);
}

/* Twice the winding number of the ring around p / unit, which lies on no edge. */
static int winding(const lob_point64 *ring, uint32_t count, __int128 x, __int128 y, __int128 unit) {
    int turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[(i + 1) % count];
        const bool was = a.y * unit > y, is = b.y * unit > y;
        if (was != is) {
            const __int128 side = (b.x - a.x) * (y - a.y * unit) - (b.y - a.y) * (x - a.x * unit);
            turns += is ? (side > 0) : -(side < 0);
        }
    }
    return turns;
}

/* Whether there is material beside the middle of two places of the line, on its left (+1) or right (-1). */
static bool is_beside(const lob_line64 *l, const lob_point64 *ring, uint32_t count, lob_fraction a, lob_fraction b,
                      int side) {
    const __int128 fine = 1000000000, den = 2 * a.den * b.den, num = a.num * b.den + b.num * a.den;
    const int64_t dx = l->to.x - l->from.x, dy = l->to.y - l->from.y;
    const __int128 x = (l->from.x * den + num * dx) * fine - side * dy * den;
    const __int128 y = (l->from.y * den + num * dy) * fine + side * dx * den;
    return winding(ring, count, x, y, den * fine) != 0;
}

static bool has(const lob_cut_span *spans, uint32_t count, unsigned side, lob_fraction a, lob_fraction b) {
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        found = found || ((spans[i].sides & side) != 0 && lob_fraction_compare(&spans[i].from, &a) <= 0 &&
                          lob_fraction_compare(&spans[i].to, &b) >= 0);
    }
    return found;
}

static int by_place(const void *a, const void *b) {
    return lob_fraction_compare(a, b);
}

/* Where edges cross the endless line or vertices lie on it. */
static uint32_t places_of(const lob_line64 *l, const lob_point64 *ring, uint32_t count, lob_fraction *places) {
    const int64_t dx = l->to.x - l->from.x, dy = l->to.y - l->from.y;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = ring[i], b = ring[(i + 1) % count];
        const int64_t across = dx * (b.y - a.y) - dy * (b.x - a.x);
        const int64_t sa = dx * (a.y - l->from.y) - dy * (a.x - l->from.x);
        if (across != 0 && (sa == 0 || (sa < 0) != (sa + across < 0) || sa + across == 0)) {
            const int64_t num = (a.x - l->from.x) * (b.y - a.y) - (a.y - l->from.y) * (b.x - a.x);
            places[found++] = across > 0 ? fraction(num, across) : fraction(-num, -across);
        }
    }
    qsort(places, found, sizeof *places, by_place);
    return found;
}

static void check_ring(const lob_line64 *l, const lob_point64 *ring, uint32_t count) {
    lob_fraction places[2 * CORNERS_MAX];
    lob_cut_span *spans;
    uint32_t span_count;
    assert_int_equal(lob_cut_ring(&ctx, l, ring, count, &spans, &span_count), LOB_OK);
    const uint32_t place_count = places_of(l, ring, count, places);
    for (uint32_t i = 0; i + 1 < place_count; i++) {
        if (lob_fraction_compare(&places[i], &places[i + 1]) < 0) {
            assert_int_equal(has(spans, span_count, LOB_CUT_LEFT, places[i], places[i + 1]),
                             is_beside(l, ring, count, places[i], places[i + 1], 1));
            assert_int_equal(has(spans, span_count, LOB_CUT_RIGHT, places[i], places[i + 1]),
                             is_beside(l, ring, count, places[i], places[i + 1], -1));
        }
    }
    for (uint32_t i = 0; i < span_count; i++) {
        assert_lt(lob_fraction_compare(&spans[i].from, &spans[i].to), 0);
        assert_gt(place_count, 0);
        assert_ge(lob_fraction_compare(&spans[i].from, &places[0]), 0);
    }
}

static void test_brute_force(void **state) {
    (void)state;
    srand(7);
    for (uint32_t i = 0; i < stride_pick(40000, 400); i++) {
        lob_case("random ring %u", i);
        lob_point64 ring[CORNERS_MAX];
        const uint32_t count = 3 + (uint32_t)rand() % (CORNERS_MAX - 2);
        for (uint32_t k = 0; k < count; k++) {
            ring[k] = (lob_point64){rand() % SIDE, rand() % SIDE};
        }
        lob_line64 l = {{rand() % SIDE, rand() % SIDE}, {rand() % SIDE, rand() % SIDE}};
        l.to.x += l.from.x == l.to.x && l.from.y == l.to.y;
        check_ring(&l, ring, count);
        lob_arena_reset(arena);
    }
}

/* A square from 10 to 20, by lines whose answers are plain. */
static void test_square(void **state) {
    (void)state;
    const lob_point64 square[] = {{10, 10}, {20, 10}, {20, 20}, {10, 20}};
    const struct {
        lob_line64 line;
        uint32_t count;
        lob_fraction from, to;
        unsigned sides;
    } cases[] = {
        {{{0, 15}, {30, 15}}, 1, {1, 3}, {2, 3}, LOB_CUT_LEFT | LOB_CUT_RIGHT},
        {{{30, 15}, {0, 15}}, 1, {1, 3}, {2, 3}, LOB_CUT_LEFT | LOB_CUT_RIGHT},
        {{{0, 10}, {30, 10}}, 1, {1, 3}, {2, 3}, LOB_CUT_LEFT},  /* along the lower edge */
        {{{0, 20}, {30, 20}}, 1, {1, 3}, {2, 3}, LOB_CUT_RIGHT}, /* along the upper one */
        {{{0, 20}, {20, 0}}, 0, {0, 1}, {0, 1}, 0},              /* through the lower left corner alone */
        {{{15, 15}, {16, 15}}, 1, {-5, 1}, {5, 1}, LOB_CUT_LEFT | LOB_CUT_RIGHT},
        {{{0, 9}, {30, 9}}, 0, {0, 1}, {0, 1}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%zu: count %u", i, cases[i].count);
        lob_cut_span *spans;
        uint32_t count;
        assert_int_equal(lob_cut_ring(&ctx, &cases[i].line, square, 4, &spans, &count), LOB_OK);
        assert_int_equal(count, cases[i].count);
        if (count == 1) {
            assert_int_equal(lob_fraction_compare(&spans[0].from, &cases[i].from), 0);
            assert_int_equal(lob_fraction_compare(&spans[0].to, &cases[i].to), 0);
            assert_int_equal(spans[0].sides, cases[i].sides);
        }
    }
    /* The diagonal meets two corners: each side has it by itself. */
    lob_cut_span *spans;
    uint32_t count;
    assert_int_equal(lob_cut_ring(&ctx, &(lob_line64){{0, 0}, {30, 30}}, square, 4, &spans, &count), LOB_OK);
    assert_int_equal(count, 2);
    assert_int_equal(spans[0].sides | spans[1].sides, LOB_CUT_LEFT | LOB_CUT_RIGHT);
    assert_int_equal(lob_cut_ring(&ctx, &(lob_line64){{0, 0}, {30, 30}}, square, 0, &spans, &count), LOB_OK);
    assert_int_equal(count, 0);
}

/* Corners at the border of the range: products of 2^109. */
static void test_far(void **state) {
    (void)state;
    const int64_t far = LOB_COORD_MAX;
    const lob_point64 square[] = {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
    lob_cut_span *spans;
    uint32_t count;
    assert_int_equal(lob_cut_ring(&ctx, &(lob_line64){{-far, 1}, {far, 0}}, square, 4, &spans, &count), LOB_OK);
    assert_int_equal(count, 1);
    assert_eq(lob_fraction_value(&spans[0].from), 0);
    assert_eq(lob_fraction_value(&spans[0].to), 1);
    assert_close(lob_fraction_of(&spans[0].to, (double)far * 2), (double)far * 2, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fractions, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_brute_force, setup, teardown),
        cmocka_unit_test_setup_teardown(test_square, setup, teardown),
        cmocka_unit_test_setup_teardown(test_far, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
