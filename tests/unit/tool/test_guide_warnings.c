/* Warnings about a guide as words, in the order of their bits. */
#include "tests/support/lob_test.h"

#include "tool/guide_warnings.h"

static void words_in_order(void **state) {
    (void)state;
    lob_ctx ctx;
    lob_str *items;
    size_t count;
    lob_ctx_init(&ctx, lob_arena_new(0));
    assert_int_equal(lob_guide_warnings_show(&ctx, 0, &items, &count), LOB_OK);
    assert_int_equal(count, 0);
    assert_int_equal(lob_guide_warnings_show(&ctx, 1U << 4 | 1U, &items, &count), LOB_OK);
    assert_int_equal(count, 2);
    assert_memory_equal(items[0].data, "zero_width:", 11);
    assert_memory_equal(items[1].data, "width_varies:", 13);
    lob_arena_drop(ctx.arena);
}

static void no_memory(void **state) {
    (void)state;
    lob_ctx ctx;
    lob_str *items;
    size_t count;
    lob_ctx_init(&ctx, lob_arena_new(1));
    assert_int_equal(lob_guide_warnings_show(&ctx, 1, &items, &count), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(count, 0);
    lob_arena_drop(ctx.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_in_order), cmocka_unit_test(no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
