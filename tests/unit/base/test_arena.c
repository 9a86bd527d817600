/* Arenas: alignment, no overlap, the limit, reset, running out of memory. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include "base/arena.h"
#include "base/limits.h"

static void test_memory_is_aligned_and_separate(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    enum { COUNT = 2000 };
    static unsigned char *blocks[COUNT];
    static size_t sizes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        sizes[i] = (size_t)(i * 37 % 701) + (i % 97 == 0 ? 100000 : 0);
        blocks[i] = lob_arena_alloc(arena, sizes[i]);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        memset(blocks[i], i & 255, sizes[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(blocks[i][k], i & 255);
        }
    }
    lob_arena_drop(arena);
    lob_arena_drop(NULL);
}

static void test_limit_counts_all_that_is_held(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(20000);
    size_t got = 0;
    while (lob_arena_alloc(arena, 100)) {
        got += 100;
        assert_le(lob_arena_size(arena), 20000);
    }
    assert_ge(got, 8000); /* a hostile build pays for a header each */
    assert_null(lob_arena_alloc(arena, 20000));
    assert_null(lob_arena_alloc(arena, SIZE_MAX));
    assert_null(lob_arena_zalloc(arena, SIZE_MAX / 2, 3));
    assert_null(lob_arena_strdup(arena, "", SIZE_MAX));
    lob_arena_drop(arena);
}

static void test_reset_keeps_one_block(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 10000; i++) {
            assert_non_null(lob_arena_alloc(arena, 1000));
        }
        assert_non_null(lob_arena_alloc(arena, 50000000));
        assert_ge(lob_arena_size(arena), 60000000);
        lob_arena_reset(arena);
        assert_le(lob_arena_size(arena), (1u << 20) + 4096);
    }
    lob_arena_drop(arena);
    arena = lob_arena_new(0);
    lob_arena_reset(arena); /* nothing yet */
    lob_arena_drop(arena);
}

static void test_zeroed_and_copied(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    memset(lob_arena_alloc(arena, 3000), 0xff, 3000);
    lob_arena_reset(arena);
    const unsigned char *zeroed = lob_arena_zalloc(arena, 30, 100);
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(zeroed[i], 0);
    }
    assert_memory_equal(lob_arena_strdup(arena, "a\0b", 3), "a\0b", 4);
    assert_string_equal(lob_arena_strdup(arena, NULL, 0), "");
    int *numbers = LOB_NEW_ARRAY(arena, int, 7);
    assert_int_equal(numbers[6], 0);
    assert_ptr_not_equal(lob_arena_alloc(arena, 0), NULL);
    lob_arena_drop(arena);
}

static bool use_arena(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    bool fine = arena && lob_arena_alloc(arena, 100) && lob_arena_alloc(arena, 100000) &&
                lob_arena_zalloc(arena, 9, 900) && lob_arena_strdup(arena, "x", 1);
    lob_arena_drop(arena);
    return fine;
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(use_arena, NULL), 3);
}

/* The arena of a request refuses in the name of its limit, one of another size in nobody's. */
static void test_bound_of_a_request(void **state) {
    (void)state;
    const char *name;
    int64_t limit;
    lob_account_enter(lob_account_enter(NULL)); /* forgets what was refused before */
    lob_arena *other = lob_arena_new(1 << 20), *arena = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    assert_null(lob_arena_alloc(other, 2 << 20));
    assert_false(lob_account_refusal(&name, &limit));
    assert_null(lob_arena_alloc(arena, (size_t)LOB_LIMIT_REQUEST_MEMORY_SIZE + 1));
    assert_true(lob_account_refusal(&name, &limit));
    assert_string_equal(name, "request_memory_size");
    assert_int_equal(limit, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    lob_arena_drop(other);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory_is_aligned_and_separate),
                                       cmocka_unit_test(test_limit_counts_all_that_is_held),
                                       cmocka_unit_test(test_reset_keeps_one_block),
                                       cmocka_unit_test(test_zeroed_and_copied),
                                       cmocka_unit_test(test_out_of_memory),
                                       cmocka_unit_test(test_bound_of_a_request)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
