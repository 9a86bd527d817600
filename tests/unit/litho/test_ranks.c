/* One process without mpirun is one rank that has all: what it gathers is its own. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "litho/ranks.h"

static void test_one_rank(void **state) {
    const lob_share_about about = {.command = "test"};
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_shares all;
    (void)state;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_ranks_begin(&ctx, NULL, NULL), LOB_OK);
    assert_int_equal(lob_ranks_set_shard(&ctx, NULL), LOB_OK);
    assert_null(lob_ranks_get_shard());
    assert_int_equal(lob_ranks_count(), 1);
    assert_int_equal(lob_ranks_own(), 0);
    assert_false(lob_ranks_are_several());
    assert_false(lob_ranks_are_launched());
    assert_true(lob_ranks_works());
    assert_true(lob_ranks_has_all());
    assert_int_equal(lob_ranks_gather(&ctx, &about, "abc", 3, &all), LOB_OK);
    assert_int_equal(all.count, 1);
    assert_int_equal(all.sizes[0], 3);
    assert_memory_equal(all.blocks[0], "abc", 3);
    lob_ranks_abort(2); /* there is nobody else to end */
    lob_ranks_end();
    lob_arena_drop(arena);
}

static void test_no_memory(void **state) {
    const lob_share_about about = {.command = "test"};
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_shares all;
    (void)state;
    lob_ctx_init(&ctx, arena);
    lob_alloc_fail_at(1, true);
    assert_int_equal(lob_ranks_gather(&ctx, &about, "abc", 3, &all), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_alloc_fail_at(0, false);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_rank), cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
