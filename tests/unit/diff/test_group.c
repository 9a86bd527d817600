/* Boxes joined where they touch, against joining pair after pair until nothing touches. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "diff/group.h"
#include "tests/unit/base/sweep_short.h"

enum { MANY = 20000 };

static size_t join_pairs(lob_box64 *boxes, size_t count, int64_t reach) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++) {
            const lob_box64 b = boxes[i], wide = {b.left - reach, b.bottom - reach, b.right + reach, b.top + reach};
            if (i != k && lob_box64_touch(wide, boxes[k])) {
                boxes[i] = lob_box64_join(boxes[i], boxes[k]);
                boxes[k] = boxes[--count];
                i = k = (size_t)-1;
                break;
            }
        }
    }
    qsort(boxes, count, sizeof *boxes, lob_box64_order);
    return count;
}

static void test_against_pairs(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    srand(1);
    for (int round = 0; round < 400; round++) {
        lob_box64 ours[300], theirs[300];
        size_t count = (size_t)(rand() % 300), joined = count;
        const int field = 20 + rand() % 3000, size = 1 + rand() % 60;
        for (size_t i = 0; i < count; i++) {
            const int64_t x = rand() % field, y = rand() % field;
            ours[i] = theirs[i] = (lob_box64){x, y, x + rand() % size, y + rand() % size};
        }
        assert_int_equal(lob_boxes_group(&ctx, ours, &joined, round % 3), LOB_OK);
        count = join_pairs(theirs, count, round % 3);
        assert_int_equal(joined, count);
        if (count != 0) {
            assert_memory_equal(ours, theirs, count * sizeof *ours);
        }
    }
    lob_arena_drop(arena);
}

/* What was quadratic: all in one place, and a stair of which each joining makes one more touch. */
static void test_piles_and_stairs(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_box64 *boxes = malloc(MANY * sizeof *boxes);
    size_t count = MANY;
    for (int64_t i = 0; i < MANY; i++) {
        boxes[i] = (lob_box64){0, 0, 1000 + i % 7, 1000};
    }
    assert_int_equal(lob_boxes_group(&ctx, boxes, &count, 1), LOB_OK);
    assert_int_equal(count, 1);
    assert_int_equal(boxes[0].right, 1006);
    count = MANY;
    lob_box64 all = {0, 0, 10, 10};
    for (int64_t i = 0; i < MANY; i++) { /* each touches only the box around all before it */
        boxes[i] = i == 0       ? all
                   : i % 2 == 0 ? (lob_box64){0, all.top + 1, 1, all.top + 9}
                                : (lob_box64){all.right + 1, all.top - 1, all.right + 9, all.top + 5};
        all = lob_box64_join(all, boxes[i]);
    }
    assert_int_equal(lob_boxes_group(&ctx, boxes, &count, 1), LOB_OK);
    assert_int_equal(count, 1);
    lob_cancel cancel = {true};
    ctx.cancel = &cancel;
    count = 2;
    boxes[1] = boxes[0];
    assert_int_equal(lob_boxes_group(&ctx, boxes, &count, 1), LOB_E_CANCELLED);
    free(boxes);
    lob_arena_drop(arena);
}

static bool group_some(void *arg) {
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_box64 boxes[20];
    size_t count = 20;
    (void)arg;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    for (int64_t i = 0; i < 20; i++) {
        boxes[i] = (lob_box64){10 * i, 0, 10 * i + 2, 2};
    }
    const lob_status status = lob_boxes_group(&ctx, boxes, &count, 1);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    assert_gt(sweep_allocations_short(group_some, NULL), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_pairs),
        cmocka_unit_test(test_piles_and_stairs),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
