/* The sweep against trying all pairs: whether segments are clean, and that every crossing is hot. */
#include "tests/support/lob_test.h"

#include "region_help.h"

static lob_segments random_segments(lob_ctx *ctx, uint32_t *seed, unsigned count, int64_t reach) {
    lob_segments list = {0};
    for (unsigned i = 0; i < count; i++) {
        lob_point64 a, b;
        a.x = random_in(seed, -reach, reach);
        a.y = random_in(seed, -reach, reach);
        b.x = next_random(seed) % 4 ? random_in(seed, -reach, reach) : a.x;
        b.y = next_random(seed) % 4 ? random_in(seed, -reach, reach) : a.y;
        assert_int_equal(lob_segments_add(ctx, &list, a, b, 1, (int32_t)i), LOB_OK);
    }
    return list;
}

static bool crosses(const lob_segment *a, const lob_segment *b) {
    return help_sign(lob_side_of(a->from, a->to, b->from)) * help_sign(lob_side_of(a->from, a->to, b->to)) < 0 &&
           help_sign(lob_side_of(b->from, b->to, a->from)) * help_sign(lob_side_of(b->from, b->to, a->to)) < 0;
}

static bool is_hot(const lob_sweep *sweep, const lob_segments *list, lob_point64 p) {
    for (uint32_t i = 0; i < sweep->hot.count; i++) {
        if (lob_point_equal(sweep->hot.items[i], p)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < list->count; i++) {
        if (lob_point_equal(list->items[i].from, p) || lob_point_equal(list->items[i].to, p)) {
            return true;
        }
    }
    return false;
}

static void test_all_pairs(void **state) {
    (void)state;
    uint32_t seed = 17;
    for (int turn = 0; turn < 1500; turn++) {
        static const int64_t reaches[] = {3, 6, 12, 100, 1 << 20, INT64_C(1) << 46};
        lob_ctx ctx;
        begin(&ctx);
        lob_segments list = random_segments(&ctx, &seed, 2 + next_random(&seed) % 24, reaches[turn % 6]);
        lob_sweep sweep;
        assert_int_equal(lob_sweep_run(&ctx, &list, 10000, false, &sweep), LOB_OK);
        bool is_clean = true;
        for (uint32_t i = 0; i < list.count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                const lob_segment *a = &list.items[i], *b = &list.items[k];
                is_clean = is_clean && !help_conflict(a, b);
                if (crosses(a, b) && !is_hot(&sweep, &list, lob_segment_crossing(a, b).near)) {
                    fail_msg("turn %d: segments %u and %u cross, and it was not seen", turn, k, i);
                }
            }
        }
        assert_int_equal(sweep.is_clean, is_clean);
        bool is_exact = sweep.off_grid == 0;
        double moved = 0;
        assert_int_equal(lob_segments_snap(&ctx, &list, &sweep.hot, &sweep.corners, is_exact, &moved), LOB_OK);
        lob_sweep_drop(&sweep);
        assert_int_equal(lob_sweep_run(&ctx, &list, 10000, false, &sweep), LOB_OK);
        assert_true(sweep.is_clean); /* once is enough */
        assert_clean(list.items, list.count);
        lob_sweep_drop(&sweep);
        lob_segments_drop(&list);
        end(&ctx);
    }
}

/* Many segments through one grid point cost no more crossings than segments. */
static void test_star(void **state) {
    (void)state;
    lob_ctx ctx;
    lob_segments list = {0};
    lob_sweep sweep;
    begin(&ctx);
    for (int64_t i = 1; i <= 1000; i++) {
        lob_point64 a = {-3 * i, -2000 + i}, b = {3 * i, 2000 - i};
        assert_int_equal(lob_segments_add(&ctx, &list, a, b, 1, 0), LOB_OK);
    }
    assert_int_equal(lob_sweep_run(&ctx, &list, 1000, false, &sweep), LOB_OK);
    assert_int_equal(sweep.crossings, 999);
    assert_int_equal(sweep.off_grid, 0);
    assert_false(sweep.is_clean);
    lob_sweep_drop(&sweep);
    lob_segments_drop(&list);
    end(&ctx);
}

/* Windings, left neighbours and helpers of a triangle in a square: what winds around their insides. */
static void test_windings(void **state) {
    (void)state;
    static const lob_point64 square[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}, triangle[] = {{3, 3}, {7, 4}, {4, 7}};
    lob_ctx ctx;
    lob_segments list = {0};
    lob_sweep sweep;
    begin(&ctx);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lob_segments_add(&ctx, &list, square[i], square[(i + 1) % 4], -1, 0), LOB_OK);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_segments_add(&ctx, &list, triangle[i], triangle[(i + 1) % 3], 0, -1), LOB_OK);
    }
    assert_int_equal(lob_sweep_run(&ctx, &list, 100, true, &sweep), LOB_OK);
    assert_true(sweep.is_clean);
    assert_false(sweep.has_knots);
    for (uint32_t i = 0; i < list.count; i++) {
        const lob_segment *s = &list.items[i];
        bool is_inner = s->d[1] != 0;
        assert_int_equal(sweep.w[i][0], is_inner || s->d[0] < 0);
        assert_int_equal(sweep.w[i][1], s->d[1] < 0);
        if (lob_point_equal(s->from, triangle[0]) && lob_point_equal(s->to, triangle[2])) {
            assert_int_equal(list.items[sweep.left[i]].to.x, 0);
            if (!lob_point_equal(sweep.helper[i], (lob_point64){10, 0})) {
                assert_true(lob_point_equal(sweep.helper[i], (lob_point64){0, 0}));
            }
        }
    }
    lob_sweep_drop(&sweep);
    lob_segments_drop(&list);
    end(&ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_star),
        cmocka_unit_test(test_windings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
