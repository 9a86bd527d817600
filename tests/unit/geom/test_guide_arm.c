/* The arm of a crossing at a place: a ring from an end to where the arms meet, in every direction. */
#include "tests/support/lob_test.h"

#include "geom/guide.h"
#include "guide_shapes.h"
#include "tests/unit/base/sweep.h"

typedef struct taken {
    bool found, is_guide;
    lob_guide guide;
} taken;

static const lob_point64 crossing[] = {{-5000, -250}, {-250, -250}, {-250, -5000}, {250, -5000},
                                       {250, -250},   {5000, -250}, {5000, 250},   {250, 250},
                                       {250, 5000},   {-250, 5000}, {-250, 250},   {-5000, 250}};

static taken take(const lob_point64 *ring, uint32_t count, double x, double y, double angle) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    taken t = {.found = false};
    lob_point64 turned[64];
    const lob_point64 *arm = NULL;
    uint32_t arm_count = 0;
    lob_ctx_init(&ctx, arena);
    double c = cos(angle), s = sin(angle);
    for (uint32_t i = 0; i < count; i++) {
        turned[i] = (lob_point64){llround(c * (double)ring[i].x - s * (double)ring[i].y),
                                  llround(s * (double)ring[i].x + c * (double)ring[i].y)};
    }
    lob_vec2 at = {c * x - s * y, s * x + c * y};
    assert_int_equal(lob_guide_arm(&ctx, turned, count, at, &t.found, &arm, &arm_count), LOB_OK);
    if (t.found) {
        assert_int_equal(lob_guide_from_rings(&ctx, &arm, &arm_count, 1, &t.is_guide, &t.guide), LOB_OK);
    }
    lob_arena_drop(arena); /* the numbers alone are looked at */
    return t;
}

static void test_arms(void **state) {
    (void)state;
    static const double places[][2] = {{-4000, 0}, {-4990, 200}, {-2000, -240}, {4000, 100}, {0, 4900}, {30, -3000}};
    static const double angles[] = {0, M_PI / 2, 0.3, -2.2};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
            taken t = take(crossing, 12, places[i][0], places[i][1], angles[k]);
            if (!t.found || !t.is_guide || fabs(t.guide.width_median - 500) > t.guide.width_error ||
                t.guide.chord_length < 4600 || t.guide.chord_length > 4760) {
                fail_msg("place %zu, angle %zu: %d %d, %.3f wide, %.3f long", i, k, t.found, t.is_guide,
                         t.guide.width_median, t.guide.chord_length);
            }
        }
    }
}

static void test_none(void **state) {
    (void)state;
    assert_false(take(crossing, 12, 1000, 1000, 0).found); /* outside */
    assert_false(take(crossing, 12, 0, 0, 0).found);       /* where they meet */
    assert_false(take(crossing, 12, 9000, 0, 0).found);
    /* with a hole, and nothing at all */
    static const lob_point64 frame[] = {{0, 0},     {0, 1000},  {1000, 1000}, {1000, 0},  {0, 0},
                                        {100, 100}, {900, 100}, {900, 900},   {100, 900}, {100, 100}};
    assert_false(take(frame, 10, 50, 500, 0).found);
    static const lob_point64 flat[] = {{0, 0}, {1000, 0}, {500, 0}};
    assert_false(take(flat, 3, 500, 0, 0).found);
}

/* A T whose bar goes on: the stem is one arm, the bar is two. An arm that widens ends where it does so too fast. */
static void test_others(void **state) {
    (void)state;
    static const lob_point64 tee[] = {{0, 0},       {10000, 0},   {10000, 500}, {5250, 500},
                                      {5250, 5000}, {4750, 5000}, {4750, 500},  {0, 500}};
    taken t = take(tee, 8, 5000, 4000, 0);
    assert_true(t.is_guide);
    assert_gt(t.guide.chord_length, 4400);
    assert_lt(t.guide.chord_length, 4510);
    t = take(tee, 8, 1000, 250, 0);
    assert_true(t.is_guide);
    assert_gt(t.guide.chord_length, 4600);
    assert_lt(t.guide.chord_length, 4760);
    static const lob_point64 star[] = {{0, -250},      {4000, -250},  {6000, -5000}, {12000, -5000},
                                       {12000, -4000}, {9000, -4000}, {9000, 4000},  {12000, 4000},
                                       {12000, 5000},  {6000, 5000},  {4000, 250},   {0, 250}};
    t = take(star, 12, 1000, 0, 0);
    assert_true(t.is_guide);
    assert_close(t.guide.width_median, 500, 1.5);
    assert_gt(t.guide.chord_length, 3800);
    assert_lt(t.guide.chord_length, 4100);
}

static bool once(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    bool found;
    const lob_point64 *arm;
    uint32_t count;
    lob_status status = lob_guide_arm(&ctx, crossing, 12, (lob_vec2){-4000, 0}, &found, &arm, &count);
    if (status == LOB_OK) {
        assert_true(found);
    } else {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    assert_gt(sweep_allocations(once, NULL), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_arms), cmocka_unit_test(test_none),
                                       cmocka_unit_test(test_others), cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
