/* Which pixels a segment is led through, against clipping it by fractions; and that snapped segments are clean. */
#include "tests/support/lob_test.h"

#include "region_help.h"

typedef struct bound { /* of t, num / den with den > 0 */
    int64_t num, den;
    bool is_open;
} bound;

static int compare_bounds(bound a, bound b) {
    __int128 left = (__int128)a.num * b.den, right = (__int128)b.num * a.den;
    return left < right ? -1 : left > right;
}

/* Narrows [low, high] to where 2 * c - 1 < 2 * (f + d * t) < 2 * c + 1, with its end above if that is not open; false:
 * nowhere. */
static bool clip(int64_t f, int64_t d, int64_t c, bool is_open, bound *low, bound *high) {
    int64_t first = 2 * (c - f) - 1, last = 2 * (c - f) + 1;
    if (d == 0) {
        return first < 0 && 0 < last;
    }
    bound enter = d > 0 ? (bound){first, 2 * d, true} : (bound){-last, -2 * d, is_open};
    bound leave = d > 0 ? (bound){last, 2 * d, is_open} : (bound){-first, -2 * d, true};
    int order = compare_bounds(enter, *low);
    if (order > 0 || (order == 0 && enter.is_open)) {
        *low = enter;
    }
    order = compare_bounds(leave, *high);
    if (order < 0 || (order == 0 && leave.is_open)) {
        *high = leave;
    }
    return true;
}

static bool meets(const lob_segment *s, lob_point64 p, bool is_open) {
    bound low = {0, 1, false}, high = {1, 1, false};
    if (!clip(s->from.x, s->to.x - s->from.x, p.x, is_open, &low, &high) ||
        !clip(s->from.y, s->to.y - s->from.y, p.y, is_open, &low, &high)) {
        return false;
    }
    int order = compare_bounds(low, high);
    return order < 0 || (order == 0 && !low.is_open && !high.is_open);
}

static lob_point64 random_point(uint32_t *seed, int64_t reach) {
    lob_point64 p;
    p.x = random_in(seed, -reach, reach);
    p.y = random_in(seed, -reach, reach);
    return p;
}

static bool is_vertex(const lob_segments *list, lob_point64 p) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (lob_point_equal(list->items[i].from, p) || lob_point_equal(list->items[i].to, p)) {
            return true;
        }
    }
    return false;
}

static bool has(const lob_points64 *list, lob_point64 p) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (lob_point_equal(list->items[i], p)) {
            return true;
        }
    }
    return false;
}

static void test_pixels(void **state) {
    (void)state;
    uint32_t seed = 3;
    for (int turn = 0; turn < 1500; turn++) {
        lob_ctx ctx;
        lob_segments list = {0};
        lob_points64 hot = {0}, corners = {0};
        double moved = 0;
        begin(&ctx);
        int64_t reach = turn % 3 ? 6 : 12;
        assert_int_equal(lob_segments_add(&ctx, &list, random_point(&seed, reach), random_point(&seed, reach), 1, 0),
                         0);
        for (int i = 0; i < 60; i++) {
            assert_int_equal(lob_points64_add(&ctx, &hot, random_point(&seed, reach)), LOB_OK);
            if (i % 2) { /* as if something crossed in the corner of this one */
                assert_int_equal(lob_points64_add(&ctx, &corners, hot.items[i]), LOB_OK);
            }
        }
        if (list.count) {
            lob_segment whole = list.items[0];
            bool is_exact = turn % 5 == 0;
            assert_int_equal(lob_segments_snap(&ctx, &list, &hot, &corners, is_exact, &moved), LOB_OK);
            for (uint32_t i = 0; i < hot.count; i++) {
                lob_point64 p = hot.items[i];
                bool wanted =
                    is_exact ? help_inside(&whole, p) || lob_point_equal(p, whole.from) || lob_point_equal(p, whole.to)
                             : meets(&whole, p, !has(&corners, p));
                assert_int_equal(is_vertex(&list, p), wanted);
            }
            assert_clean(list.items, list.count);
            if (is_exact) {
                assert_eq(moved, 0);
            }
        }
        lob_segments_drop(&list);
        lob_points64_drop(&hot);
        lob_points64_drop(&corners);
        end(&ctx);
    }
}

/* A triangle's worth: the way from (0, 0) to (10, 1) over (5, 1) encloses 2.5 with the straight line. */
static void test_moved(void **state) {
    (void)state;
    lob_ctx ctx;
    lob_segments list = {0};
    lob_points64 hot = {0}, corners = {0};
    double moved = 0;
    begin(&ctx);
    assert_int_equal(lob_segments_add(&ctx, &list, (lob_point64){0, 0}, (lob_point64){10, 1}, 1, 0), LOB_OK);
    assert_int_equal(lob_points64_add(&ctx, &hot, (lob_point64){5, 1}), LOB_OK);
    assert_int_equal(lob_segments_snap(&ctx, &list, &hot, &corners, false, &moved), LOB_OK);
    assert_int_equal(list.count, 2);
    assert_gt(moved, 2.499999);
    assert_lt(moved, 2.500001);
    lob_segments_drop(&list);
    lob_points64_drop(&hot);
    end(&ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pixels),
        cmocka_unit_test(test_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
