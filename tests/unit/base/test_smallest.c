/* The k smallest against a full sort of the same items. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/smallest.h"

typedef struct item {
    int32_t key, tag;
} item;

static int compare(const void *arg, const void *a, const void *b) {
    (void)arg;
    const item *x = a, *y = b;
    int order = lob_order(x->key, y->key);
    return order ? order : lob_order(x->tag, y->tag);
}

static int compare_plain(const void *a, const void *b) {
    return compare(NULL, a, b);
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void test_against_sort(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (size_t count = 0; count < 200; count += 7) {
        for (size_t capacity = 0; capacity < 40; capacity += 3) {
            lob_arena *arena = lob_arena_new(0);
            lob_ctx ctx;
            lob_ctx_init(&ctx, arena);
            item all[200];
            lob_smallest s;
            assert_int_equal(lob_smallest_init(&ctx, &s, sizeof(item), capacity, compare, NULL), LOB_OK);
            for (size_t i = 0; i < count; i++) {
                all[i] = (item){(int32_t)(next_random(&seed) % 50) - 25, (int32_t)i};
                lob_smallest_offer(&s, &all[i]);
            }
            lob_smallest_sort(&s);
            qsort(all, count, sizeof all[0], compare_plain);
            assert_int_equal(s.count, count < capacity ? count : capacity);
            for (size_t i = 0; i < s.count; i++) {
                assert_memory_equal(lob_smallest_at(&s, i), &all[i], sizeof(item));
            }
            lob_arena_drop(arena);
        }
    }
}

static void test_no_memory(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_smallest s;
    lob_alloc_fail_at(1, 1);
    lob_status status = lob_smallest_init(&ctx, &s, 1 << 20, 64, compare, NULL);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_sort), cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
