/* What branches, steps or bulges is no guide; what only looks like it is one. Figures by hand, turned and mirrored. */
#include "tests/support/lob_test.h"

#include "geom/guide.h"
#include "guide_shapes.h"

static shape s;

#define FIGURE(...)                                                                                                    \
    (const lob_point64[]){__VA_ARGS__}, (uint32_t)(sizeof((const lob_point64[]){__VA_ARGS__}) / sizeof(lob_point64))

static lob_guide guide_of(const lob_point64 *ring, uint32_t count, bool expected) {
    static const double angles[] = {0, M_PI / 2, M_PI, 0.3, 2.2};
    lob_guide last = {.count = 0};
    for (int k = 0; k < 10; k++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        lob_point64 *turned = LOB_NEW_ARRAY(arena, lob_point64, count);
        double c = cos(angles[k % 5]), d = sin(angles[k % 5]), side = k < 5 ? 1 : -1;
        for (uint32_t i = 0; i < count; i++) {
            double x = (double)ring[i].x, y = side * (double)ring[i].y;
            turned[i] = (lob_point64){llround(c * x - d * y), llround(d * x + c * y)};
        }
        bool found = false;
        const lob_point64 *rings[1] = {turned};
        assert_int_equal(lob_guide_from_rings(&ctx, rings, &count, 1, &found, &last), LOB_OK);
        if (found != expected) {
            fail_msg("way %d: %s, refusal %d", k, found ? "a guide" : "no guide", (int)last.refusal);
        }
        lob_arena_drop(arena);
    }
    return last;
}

static void assert_refused(const lob_point64 *ring, uint32_t count, lob_guide_refusal why, unsigned arm_count) {
    lob_guide g = guide_of(ring, count, false);
    assert_int_equal(g.refusal, why);
    assert_int_equal(g.arm_count, arm_count);
}

static void test_branches(void **state) {
    (void)state;
    /* a crossing: its arms are alike, so both sides are */
    assert_refused(FIGURE({-5000, -250}, {-250, -250}, {-250, -5000}, {250, -5000}, {250, -250}, {5000, -250},
                          {5000, 250}, {250, 250}, {250, 5000}, {-250, 5000}, {-250, 250}, {-5000, 250}),
                   LOB_REFUSED_BRANCH, 4);
    /* the same with arms that widen towards the middle */
    assert_refused(FIGURE({-5000, -250}, {-1500, -900}, {-900, -1500}, {-250, -5000}, {250, -5000}, {900, -1500},
                          {1500, -900}, {5000, -250}, {5000, 250}, {1500, 900}, {900, 1500}, {250, 5000}, {-250, 5000},
                          {-900, 1500}, {-1500, 900}, {-5000, 250}),
                   LOB_REFUSED_BRANCH, 4);
    /* a splitter, a T, a comb */
    assert_refused(FIGURE({0, -250}, {4000, -250}, {9000, -3000}, {12000, -3000}, {12000, -2500}, {9000, -2500},
                          {5000, 0}, {9000, 2500}, {12000, 2500}, {12000, 3000}, {9000, 3000}, {4000, 250}, {0, 250}),
                   LOB_REFUSED_BRANCH, 3);
    assert_refused(
        FIGURE({0, 0}, {10000, 0}, {10000, 500}, {5250, 500}, {5250, 5000}, {4750, 5000}, {4750, 500}, {0, 500}),
        LOB_REFUSED_BRANCH, 3);
    assert_refused(FIGURE({0, 0}, {10000, 0}, {10000, 400}, {9000, 400}, {9000, 2000}, {8600, 2000}, {8600, 400},
                          {6000, 400}, {6000, 2000}, {5600, 2000}, {5600, 400}, {3000, 400}, {3000, 2000}, {2600, 2000},
                          {2600, 400}, {0, 400}),
                   LOB_REFUSED_BRANCH, 5);
}

static void test_bodies(void **state) {
    (void)state;
    /* a multimode body between two guides: a step as the sides have it, and too much area for the line */
    lob_guide g = guide_of(FIGURE({0, -250}, {5000, -250}, {5000, -1500}, {25000, -1500}, {25000, -250}, {30000, -250},
                                  {30000, 250}, {25000, 250}, {25000, 1500}, {5000, 1500}, {5000, 250}, {0, 250}),
                           false);
    if (g.refusal != LOB_REFUSED_AREA) {
        assert_eq(g.refusal, LOB_REFUSED_BODY);
    }
    /* a body that bulges between its ends */
    assert_refused(FIGURE({0, -400}, {3000, -500}, {5000, -1700}, {8000, -1650}, {11000, -1400}, {11000, 1400},
                          {8000, 1650}, {5000, 1700}, {3000, 500}, {0, 400}),
                   LOB_REFUSED_BODY, 2);
    /* short arms that are no ends of their own stand off a bar on both sides: the area tells */
    g = guide_of(FIGURE({0, 0}, {1000, 0}, {1000, -300}, {2500, -300}, {2500, 0}, {10000, 0}, {10000, 400}, {2500, 400},
                        {2500, 700}, {1000, 700}, {1000, 400}, {0, 400}),
                 false);
    if (g.refusal != LOB_REFUSED_AREA) {
        assert_eq(g.refusal, LOB_REFUSED_BODY);
    }
}

/* A guide that stubs stand off, shorter than they are wide or as long: on both sides, on one, short and long, wherever
 * along it. Read as guides these were 5 um long where they are 5.25, or 50.24 um. */
static void test_stubs(void **state) {
    (void)state;
    static const int64_t lengths[] = {5000, 20000, 1000000}, places[] = {20, 30, 42, 50, 61, 75};
    static const int64_t stubs[][3] = {{1000, 1000, 1000}, {1000, 500, 500}, {500, 500, 500}, {450, 400, 400},
                                       {1000, 1000, 0},    {500, 500, 0},    {300, 400, 0}};
    for (size_t i = 0; i < 3 * 6 * 7; i++) {
        const int64_t *stub = stubs[i % 7], length = lengths[i / 42], from = length * places[i / 7 % 6] / 100,
                      to = from + stub[0];
        lob_case("%ld long, stub at %ld, %ld x %ld", (long)length, (long)from, (long)stub[0], (long)stub[1]);
        lob_guide g =
            guide_of(FIGURE({0, 0}, {from, 0}, {from, -stub[2]}, {to, -stub[2]}, {to, 0}, {length, 0}, {length, 1000},
                            {to, 1000}, {to, 1000 + stub[1]}, {from, 1000 + stub[1]}, {from, 1000}, {0, 1000}),
                     false);
        assert_ne(g.refusal, LOB_REFUSED_NOT);
    }
}

/* What is near its own side and is a guide: a low step, a jog as short as it is wide, two legs that all but touch. */
static void test_no_stubs(void **state) {
    (void)state;
    guide_of(
        FIGURE({0, 0}, {9000, 0}, {9000, 1000}, {20000, 1000}, {20000, 2000}, {8000, 2000}, {8000, 1000}, {0, 1000}),
        true);
    guide_of(FIGURE({0, 0}, {20000, 0}, {20000, 2100}, {0, 2100}, {0, 1100}, {19000, 1100}, {19000, 1000}, {0, 1000}),
             true);
}

/* An abrupt step of the width has no middle: 500 wide, then `wide`, on one side, on both, and back again. A step of
 * 3 units is the grid's. */
static void test_width_steps(void **state) {
    (void)state;
    const int64_t widths[] = {503, 540, 560, 640, 700, 800, 900, 1100};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        const int64_t wide = widths[i], half = wide / 2;
        const bool is_guide = wide == 503;
        lob_case("width 500 to %d", (int)wide);
        guide_of(FIGURE({0, -250}, {10000, -250}, {10000, wide - 250}, {5000, wide - 250}, {5000, 250}, {0, 250}),
                 is_guide);
        guide_of(FIGURE({0, -250}, {5000, -250}, {5000, -half}, {10000, -half}, {10000, half}, {5000, half},
                        {5000, 250}, {0, 250}),
                 is_guide);
        guide_of(FIGURE({0, -250}, {4000, -250}, {4000, -half}, {6000, -half}, {6000, -250}, {10000, -250},
                        {10000, 250}, {6000, 250}, {6000, half}, {4000, half}, {4000, 250}, {0, 250}),
                 is_guide);
    }
    assert_refused(FIGURE({0, 0}, {9000, 0}, {9000, -200}, {20000, -200}, {20000, 1000}, {0, 1000}), LOB_REFUSED_BODY,
                   2);
}

static void test_guides(void **state) {
    (void)state;
    /* a steep taper, a taper with a straight end, a wide part between tapers */
    guide_of(FIGURE({0, -250}, {4000, -1500}, {4000, 1500}, {0, 250}), true);
    guide_of(FIGURE({0, -250}, {100000, -1000}, {110000, -1000}, {110000, 1000}, {100000, 1000}, {0, 250}), true);
    guide_of(FIGURE({0, -250}, {9000, -250}, {19000, -1000}, {50000, -1000}, {60000, -250}, {70000, -250}, {70000, 250},
                    {60000, 250}, {50000, 1000}, {19000, 1000}, {9000, 250}, {0, 250}),
             true);
    /* a frame with a gap: each of its outer sides looks like an end from its corners */
    guide_of(FIGURE({4500, 10000}, {0, 10000}, {0, 0}, {10000, 0}, {10000, 10000}, {5500, 10000}, {5500, 9500},
                    {9500, 9500}, {9500, 500}, {500, 500}, {500, 9500}, {4500, 9500}),
             true);
    /* a bend of 180 degrees, and one as tight as it may be */
    shape_start(&s, 500);
    shape_line(&s, 4000);
    shape_arc(&s, 5000, M_PI, 1);
    shape_line(&s, 4000);
    shape_arc(&s, 300, -M_PI / 2, 1);
    shape_line(&s, 2000);
    shape_ring(&s, 0, 0, 0, 0, 1);
    guide_of(s.ring, s.ring_count, true);
}

/* Half of the length is narrower than the median; one point more or less at a taper's end changes nothing. */
static void test_median(void **state) {
    (void)state;
    lob_guide g =
        guide_of(FIGURE({0, -250}, {100000, -1000}, {110000, -1000}, {110000, 1000}, {100000, 1000}, {0, 250}), true);
    assert_le(fabs(g.width_median - 1325), g.width_error);
    assert_lt(g.width_error, 2.9);
    /* tapers from 500 to `wide` and straight ends of random lengths: by formula */
    for (int i = 0; i < 40; i++) {
        int64_t length = 20000 + 1700 * i, rest = 500 * i, wide = 250 + 25 * i;
        double half = (double)(length + rest) / 2;
        double right =
            half >= (double)length ? 2.0 * (double)wide : 500 + (2.0 * (double)wide - 500) * half / (double)length;
        g = guide_of(FIGURE({0, -250}, {length, -wide}, {length + rest + 1, -wide}, {length + rest + 1, wide},
                            {length, wide}, {0, 250}),
                     true);
        if (fabs(g.width_median - right) > g.width_error || g.width_error > 4) {
            fail_msg("%d: median %.3f within %.3f, by formula %.3f", i, g.width_median, g.width_error, right);
        }
    }
}

/* Facets, however coarse: the width is that of the figure as drawn, which its area over its length says as well. */
static void test_coarse(void **state) {
    (void)state;
    for (int facets = 5; facets < 40; facets++) {
        shape_start(&s, 500);
        shape_arc(&s, 3000, M_PI, 3250 * (1 - cos(M_PI / facets / 2)));
        shape_ring(&s, 0, 0, 0, 0, 1);
        lob_guide g = guide_of(s.ring, s.ring_count, true);
        double drawn = 500 * cos(M_PI / (2 * ceil(M_PI / (2 * acos(cos(M_PI / facets / 2))))));
        if (fabs(g.width_median - drawn) > g.width_error || g.width_error > 20) {
            fail_msg("%d facets: %.3f within %.3f, drawn %.3f", facets, g.width_median, g.width_error, drawn);
        }
    }
}

/* Vertices about as near each other as the grid is coarse: steps of the grid lengthen the line and look like corners.
 */
static void test_grid(void **state) {
    (void)state;
    for (int k = 0; k < (int)stride_pick(12, 2); k++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        shape_start(&s, 880);
        shape_arc(&s, 1900, 1.2, 0.001 * (k + 1));
        shape_line(&s, 2500);
        shape_arc(&s, 2800, -M_PI / 2, 0.002);
        shape_ring(&s, 0.31 * k, k % 2 == 1, 0, 0, 5);
        lob_guide g;
        bool found = false;
        const lob_point64 *rings[1] = {s.ring};
        assert_int_equal(lob_guide_from_rings(&ctx, rings, &s.ring_count, 1, &found, &g), LOB_OK);
        if (!found || fabs(g.width_median - 880) > g.width_error || g.width_max > 895 || g.width_min < 865 ||
            fmax(g.width_max - 880, 880 - g.width_min) > g.extreme_error) {
            fail_msg("way %d: refusal %d, width %.2f .. %.2f .. %.2f within %.2f", k, (int)g.refusal, g.width_min,
                     g.width_median, g.width_max, g.width_error);
        }
        lob_arena_drop(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_branches), cmocka_unit_test(test_bodies),      cmocka_unit_test(test_stubs),
        cmocka_unit_test(test_no_stubs), cmocka_unit_test(test_width_steps), cmocka_unit_test(test_guides),
        cmocka_unit_test(test_median),   cmocka_unit_test(test_coarse),      cmocka_unit_test(test_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
