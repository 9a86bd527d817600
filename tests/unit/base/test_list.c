/* Lists that grow keep what they hold, have the room they say, and are as before when memory is out. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/list.h"

typedef struct item {
    uint32_t value;
    uint8_t rest[9];
} item;

static void test_one_by_one(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    item *items = NULL;
    uint32_t count = 0, room = 0, moves = 0;
    for (; count < 5000; count++) {
        const uint32_t before = room;
        assert_int_equal(LOB_LIST_ROOM(&ctx, arena, items, count, room), LOB_OK);
        moves += room != before;
        assert_in_range(count, 0, room - 1);
        items[count] = (item){.value = 3 * count};
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(items[i].value, 3 * i);
    }
    assert_in_range(moves, 1, 10); /* 16, 32, ... 8192 */
    lob_arena_drop(arena);
}

/* Many at once: at least as many as asked for; none asked for: nothing happens. */
static void test_many(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    uint16_t *items = NULL;
    uint32_t room = 0;
    assert_int_equal(lob_list_room(&ctx, arena, &items, 0, 0, &room, sizeof *items), LOB_OK);
    assert_null(items);
    assert_int_equal(lob_list_room(&ctx, arena, &items, 0, 1000, &room, sizeof *items), LOB_OK);
    assert_int_equal(room, 1000);
    items[999] = 7;
    const uint16_t *before = items;
    assert_int_equal(lob_list_room(&ctx, arena, &items, 500, 500, &room, sizeof *items), LOB_OK);
    assert_ptr_equal(items, before);
    assert_int_equal(lob_list_room(&ctx, arena, &items, 1000, 3, &room, sizeof *items), LOB_OK);
    assert_int_equal(room, 2000);
    assert_int_equal(items[999], 7);
    lob_arena_drop(arena);
}

static void test_no_memory(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(1 << 16);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    uint64_t *items = NULL;
    uint32_t room = 0;
    assert_int_equal(lob_list_room(&ctx, arena, &items, 0, 100, &room, sizeof *items), LOB_OK);
    items[99] = 5;
    const uint64_t *before = items;
    const uint32_t too_many[] = {1 << 20, UINT32_MAX - 50}; /* beyond the arena, beyond 32 bits */
    for (size_t i = 0; i < sizeof too_many / sizeof too_many[0]; i++) {
        lob_case("%u", too_many[i]);
        assert_int_equal(lob_list_room(&ctx, arena, &items, 100, too_many[i], &room, sizeof *items),
                         LOB_E_TOOL_LIMIT_EXCEEDED);
        lob_error_clear(&ctx.error);
        assert_ptr_equal(items, before);
        assert_int_equal(room, 100);
        assert_int_equal(items[99], 5);
    }
    lob_arena_drop(arena);
}

static void test_heap(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    uint32_t *items = NULL, count = 0, room = 0;
    for (; count < 1000; count++) {
        assert_int_equal(lob_list_grow(&ctx, &items, count, &room, sizeof *items), LOB_OK);
        items[count] = ~count;
    }
    assert_int_equal(room, 1024);
    lob_alloc_fail_at(1, 1);
    assert_int_equal(lob_list_grow(&ctx, &items, room, &room, sizeof *items), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(room, 1024);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(items[i], ~i);
    }
    lob_free(items);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
