/* Groups of boxes against a closure over all pairs. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "query/groups.h"
#include "tests/support/arena_rig.h"

enum { COUNT_MAX = 60 };

static bool meet(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

/* Lowers each group to the lowest of what it meets until nothing changes. */
static void close_over(const lob_box64 *boxes, uint32_t count, uint32_t *group) {
    for (uint32_t i = 0; i < count; i++) {
        group[i] = i;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < count; k++) {
                if (meet(boxes[i], boxes[k]) && group[k] < group[i]) {
                    group[i] = group[k];
                    changes = true;
                }
            }
        }
    }
}

static void test_random(void **state) {
    (void)state;
    srand(5);
    for (int round = 0; round < 2000; round++) {
        lob_box64 boxes[COUNT_MAX];
        uint32_t group[COUNT_MAX], expected[COUNT_MAX];
        const uint32_t count = (uint32_t)(rand() % (COUNT_MAX + 1));
        const int field = 10 + rand() % 200, size = 1 + rand() % 20;
        for (uint32_t i = 0; i < count; i++) {
            const int64_t x = rand() % field - field / 2, y = rand() % field - field / 2;
            boxes[i] = (lob_box64){x, y, x + rand() % size, y + rand() % size};
        }
        assert_int_equal(lob_box_groups(&ctx, boxes, count, group), LOB_OK);
        close_over(boxes, count, expected);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(group[i], expected[i]);
        }
        lob_arena_reset(arena);
    }
}

/* Columns side by side, all open at once: too many pairs to look at, so all are one. */
static void test_crowd(void **state) {
    (void)state;
    enum { CROWD = 5000 };
    lob_box64 *boxes = LOB_NEW_ARRAY(arena, lob_box64, CROWD);
    uint32_t *group = LOB_NEW_ARRAY(arena, uint32_t, CROWD);
    assert_true(boxes);
    assert_true(group);
    for (int64_t i = 0; i < CROWD; i++) {
        boxes[i] = (lob_box64){2 * i, 0, 2 * i + 1, 10};
    }
    assert_int_equal(lob_box_groups(&ctx, boxes, 1000, group), LOB_OK);
    assert_int_equal(group[999], 999);
    assert_int_equal(lob_box_groups(&ctx, boxes, CROWD, group), LOB_OK);
    for (uint32_t i = 0; i < CROWD; i++) {
        assert_int_equal(group[i], 0);
    }
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    assert_int_equal(lob_box_groups(&ctx, boxes, CROWD, group), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    lob_arena_reset(arena);
}

static bool run(void *arg) {
    (void)arg;
    const lob_box64 box = {0, 0, 1, 1};
    uint32_t group;
    lob_ctx own;
    lob_ctx_init(&own, lob_arena_new(0));
    bool fine = own.arena && lob_box_groups(&own, &box, 1, &group) == LOB_OK && group == 0;
    lob_arena_drop(own.arena);
    return fine;
}

static void test_allocations(void **state) {
    (void)state;
    assert_gt(sweep_allocations(run, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_crowd),
                                       cmocka_unit_test(test_allocations)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
