/* Sorting against comparing neighbours, at every span of coordinates; joining against adding up by pairs. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "region_help.h"

static void test_order(void **state) {
    (void)state;
    uint32_t seed = 8;
    for (int turn = 0; turn < 60; turn++) {
        lob_ctx ctx;
        lob_points64 list = {0};
        uint32_t *order, count = turn % 2 ? 20 : 900;
        int64_t reach_x = (int64_t)1 << (turn * 7 % 47), reach_y = (int64_t)1 << (turn * 11 % 47);
        begin(&ctx);
        for (uint32_t i = 0; i < count; i++) {
            lob_point64 p = {random_in(&seed, -reach_x, reach_x), random_in(&seed, -reach_y, reach_y)};
            assert_int_equal(lob_points64_add(&ctx, &list, p), LOB_OK);
        }
        assert_int_equal(lob_point_order(&ctx, list.items, sizeof *list.items, count, &order), LOB_OK);
        for (uint32_t i = 1; i < count; i++) {
            int compared = lob_point_compare(list.items[order[i - 1]], list.items[order[i]]);
            if (compared >= 0) { /* stable, none twice */
                assert_eq(compared, 0);
                assert_lt(order[i - 1], order[i]);
            }
        }
        lob_free(order);
        lob_points64_drop(&list);
        end(&ctx);
    }
}

static void test_join(void **state) {
    (void)state;
    uint32_t seed = 6;
    enum { SIDE = 3, PLACES = SIDE * SIDE };
    for (int turn = 0; turn < 50; turn++) {
        lob_ctx ctx;
        lob_segments list = {0};
        int32_t sums[PLACES][PLACES] = {0};
        unsigned wanted = 0;
        begin(&ctx);
        for (int i = 0; i < turn * 4; i++) {
            uint32_t a = next_random(&seed) % PLACES, b = next_random(&seed) % PLACES;
            int32_t d = next_random(&seed) % 2 ? 1 : -1;
            assert_int_equal(lob_segments_add(&ctx, &list, (lob_point64){a % SIDE, a / SIDE},
                                              (lob_point64){b % SIDE, b / SIDE}, d, 0),
                             LOB_OK);
            *(a < b ? &sums[a][b] : &sums[b][a]) += a < b ? d : -d;
        }
        assert_int_equal(lob_segments_join(&ctx, &list), LOB_OK);
        for (int a = 0; a < PLACES; a++) {
            for (int b = a + 1; b < PLACES; b++) {
                wanted += sums[a][b] != 0;
            }
        }
        assert_int_equal(list.count, wanted);
        for (uint32_t i = 0; i < list.count; i++) {
            const lob_segment *s = &list.items[i];
            assert_int_equal(s->d[0], sums[s->from.y * SIDE + s->from.x][s->to.y * SIDE + s->to.x]);
        }
        lob_segments_drop(&list);
        end(&ctx);
    }
}

static void test_too_many(void **state) {
    (void)state;
    lob_ctx ctx;
    begin(&ctx);
    lob_segments list = {.count = 1 << 25, .capacity = 1 << 25}; /* full; never touched */
    assert_int_equal(lob_segments_add(&ctx, &list, (lob_point64){0, 0}, (lob_point64){1, 1}, 1, 0),
                     LOB_E_QUERY_TOO_LARGE);
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("edges")));
    assert_ne(ctx.error.hint[0], 0);
    end(&ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
