/* Cursors: what goes in comes out, for the same question only. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "tool/cursor.h"

static lob_arena *arena;
static lob_ctx ctx;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

static void assert_refused(lob_str text, lob_str binding) {
    lob_cursor cursor;
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_cursor_parse(&ctx, text, binding, &cursor), LOB_E_INVALID_TARGET);
    assert_string_equal(ctx.error.details[0].key, "argument");
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("cursor")));
    assert_ne(ctx.error.hint[0], '\0');
}

static void test_round_trip(void **state) {
    (void)state;
    for (unsigned count = 0; count <= LOB_CURSOR_WORD_COUNT_MAX; count++) {
        lob_cursor in = {.count = count}, out;
        for (unsigned i = 0; i < count; i++) {
            in.words[i] = 0x9e3779b9u * (i + 1);
        }
        lob_str text;
        assert_int_equal(lob_cursor_print(&ctx, &in, LOB_STR("q"), &text), LOB_OK);
        assert_int_equal(text.size, 4 + 8 * count + 16);
        assert_int_equal(strspn(text.data + 4, "0123456789abcdef"), text.size - 4);
        assert_int_equal(lob_cursor_parse(&ctx, text, LOB_STR("q"), &out), LOB_OK);
        assert_int_equal(out.count, count);
        assert_memory_equal(out.words, in.words, count * sizeof in.words[0]);
    }
}

static void test_position(void **state) {
    (void)state;
    const uint64_t positions[] = {1, 200, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        lob_case("%llu", (unsigned long long)positions[i]);
        lob_str text;
        uint64_t back;
        assert_int_equal(lob_cursor_print_position(&ctx, positions[i], LOB_STR("q"), &text), LOB_OK);
        assert_int_equal(lob_cursor_parse_position(&ctx, text, LOB_STR("q"), &back), LOB_OK);
        assert_eq(back, positions[i]);
    }
    uint64_t none = 5;
    assert_int_equal(lob_cursor_parse_position(&ctx, (lob_str){NULL, 0}, LOB_STR("q"), &none), LOB_OK);
    assert_eq(none, 0);
    lob_cursor three = {.count = 3};
    lob_str text;
    assert_int_equal(lob_cursor_print(&ctx, &three, LOB_STR("q"), &text), LOB_OK);
    assert_int_equal(lob_cursor_parse_position(&ctx, text, LOB_STR("q"), &none), LOB_E_INVALID_TARGET);
}

/* Every single changed, lost or added character, and any other binding, is found out. */
static void test_refused(void **state) {
    (void)state;
    lob_cursor cursor = {.count = 0};
    lob_cursor_add_u64(&cursor, 1234567);
    lob_str text;
    assert_int_equal(lob_cursor_print(&ctx, &cursor, LOB_STR("list_cells ses_1"), &text), LOB_OK);
    assert_refused(text, LOB_STR("list_cells ses_2"));
    assert_refused(text, LOB_STR(""));
    char changed[64];
    for (size_t i = 0; i < text.size; i++) {
        memcpy(changed, text.data, text.size);
        changed[i] = changed[i] == '0' ? '1' : '0';
        assert_refused((lob_str){changed, text.size}, LOB_STR("list_cells ses_1"));
        changed[i] = 'X';
        assert_refused((lob_str){changed, text.size}, LOB_STR("list_cells ses_1"));
        assert_refused((lob_str){text.data, i}, LOB_STR("list_cells ses_1"));
    }
    memcpy(changed, text.data, text.size);
    memcpy(changed + text.size, "00000000", 8);
    assert_refused((lob_str){changed, text.size + 8}, LOB_STR("list_cells ses_1"));
    assert_refused((lob_str){changed, text.size + 1}, LOB_STR("list_cells ses_1"));
    char large[4 + 8 * (LOB_CURSOR_WORD_COUNT_MAX + 1) + 16];
    memset(large, '0', sizeof large);
    memcpy(large, "cur_", 4);
    assert_refused((lob_str){large, sizeof large}, LOB_STR("q"));
}

static void test_no_memory(void **state) {
    (void)state;
    lob_arena *small = lob_arena_new(16);
    lob_ctx_init(&ctx, small);
    lob_cursor cursor = {.count = LOB_CURSOR_WORD_COUNT_MAX};
    lob_str text;
    assert_int_equal(lob_cursor_print(&ctx, &cursor, LOB_STR("q"), &text), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_arena_drop(small);
    lob_ctx_init(&ctx, arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_position),
                                       cmocka_unit_test(test_refused), cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
