/* Sorting against order, stability and what was there; a token that stops it. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "tests/support/stride.h"

typedef struct item {
    uint32_t key, place;
    char filler[5];
} item;

static int by_key(const void *a, const void *b, void *arg) {
    uint64_t *asked = arg;
    const item *x = a, *y = b;
    (*asked)++;
    return (x->key > y->key) - (x->key < y->key);
}

static item *make_items(uint32_t count, uint32_t keys) {
    item *items = lob_calloc(count + 1, sizeof *items);
    uint32_t seed = 7;
    for (uint32_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        items[i].key = (seed >> 8) % keys;
        items[i].place = i;
        items[i].filler[0] = (char)i;
    }
    return items;
}

static uint64_t sort_count(uint32_t count, uint32_t keys) {
    uint64_t asked = 0;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    item *items = make_items(count, keys);
    assert_int_equal(lob_sort(&ctx, items, count, sizeof *items, by_key, &asked), LOB_OK);
    uint64_t places = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i != 0 && items[i - 1].key >= items[i].key) {
            assert_eq(items[i - 1].key, items[i].key);
            assert_lt(items[i - 1].place, items[i].place);
        }
        assert_int_equal(items[i].filler[0], (char)items[i].place);
        places += items[i].place;
    }
    assert_int_equal(places, (uint64_t)count * (count ? count - 1 : 0) / 2);
    lob_free(items);
    lob_arena_drop(arena);
    return asked;
}

static void test_order(void **unused) {
    (void)unused;
    const uint32_t counts[] = {0, 1, 2, 3, 100, 2047, 2048, 2049, 4096, 5000, 10000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        lob_case("%u", counts[i]);
        sort_count(counts[i], 10);
        sort_count(counts[i], 1000000);
    }
}

static void test_work(void **unused) {
    (void)unused;
    const uint32_t n = stride_pick(20000, 5000);
    assert_lt(sort_count(4 * n, 1000000), 5 * sort_count(n, 1000000));
}

static void test_cancel_and_memory(void **unused) {
    (void)unused;
    uint64_t asked = 0;
    lob_cancel cancel = {true};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    item *items = make_items(5000, 100);
    lob_alloc_fail_at(1, 1);
    const lob_status status = lob_sort(&ctx, items, 5000, sizeof *items, by_key, &asked);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_error_clear(&ctx.error);
    ctx.cancel = &cancel;
    assert_int_equal(lob_sort(&ctx, items, 5000, sizeof *items, by_key, &asked), LOB_E_CANCELLED);
    lob_free(items);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_work),
        cmocka_unit_test(test_cancel_and_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
