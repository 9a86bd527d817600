/* Names, boxes and ids as answers show them. */
#include "tests/support/lob_test.h"

#include "tool/common.h"

#include "tool_support.h"

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

/* Texts of characters of 1 to 4 bytes, cut at every size: the largest whole number of characters that fits. */
static void test_cut(void **state) {
    (void)state;
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    static const size_t ends[] = {0, 1, 3, 6, 10, 11};
    lob_str whole = {text, sizeof text - 1};
    for (size_t size_max = 0; size_max <= whole.size + 2; size_max++) {
        size_t expected = 0;
        for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
            expected = ends[i] <= size_max ? ends[i] : expected;
        }
        lob_shown shown;
        assert_int_equal(lob_name_show(&ctx, whole, size_max, &shown), LOB_OK);
        assert_int_equal(shown.text.size, expected);
        assert_int_equal(shown.cut, whole.size - expected);
        assert_null(shown.raw_hex.data);
    }
}

static void test_raw_hex(void **state) {
    (void)state;
    lob_shown shown;
    assert_int_equal(lob_name_show(&ctx, (lob_str){"\xff\0A", 3}, 100, &shown), LOB_OK);
    assert_true(lob_str_equal(shown.raw_hex, LOB_STR("ff0041")));
    assert_int_equal(lob_name_show(&ctx, (lob_str){"\x80\x80\x80\x80\x80\x80", 6}, 4, &shown), LOB_OK);
    assert_int_equal(shown.text.size, 4);
    assert_int_equal(shown.cut, 2);
    assert_true(lob_str_equal(shown.raw_hex, LOB_STR("80808080")));
    assert_int_equal(lob_name_show(&ctx, (lob_str){NULL, 0}, 4, &shown), LOB_OK);
    assert_non_null(shown.text.data);
    assert_int_equal(shown.text.size, 0);
    lob_arena *small = lob_arena_new(1);
    lob_ctx poor;
    lob_ctx_init(&poor, small);
    char many[1000];
    memset(many, 0xff, sizeof many);
    lob_status status = lob_name_show(&poor, (lob_str){many, sizeof many}, 1000, &shown);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_arena_drop(small);
}

static void test_box(void **state) {
    (void)state;
    lob_micron_box um;
    lob_dbu_box dbu;
    assert_false(lob_box_show((lob_box64){-1500, 0, 1, 2000000000000}, 0.001, &um, &dbu));
    assert_eq(um.left, -1.5);
    assert_eq(um.bottom, 0);
    assert_eq(um.right, 0.001);
    assert_eq(um.top, 2000000000);
    assert_eq(dbu.left, -1500);
    assert_eq(dbu.bottom, 0);
    assert_eq(dbu.right, 1);
    assert_eq(dbu.top, 2000000000000);
    assert_true(lob_box_show(LOB_BOX64_EMPTY, 0.001, &um, &dbu));
    assert_eq(um.left, 0);
    assert_eq(um.bottom, 0);
    assert_eq(um.right, 0);
    assert_eq(um.top, 0);
    assert_eq(dbu.left, 0);
    assert_eq(dbu.bottom, 0);
    assert_eq(dbu.right, 0);
    assert_eq(dbu.top, 0);
    /* 5 * 0.0000005 is half of the sixth decimal: away from zero */
    assert_false(lob_box_show((lob_box64){-5, -5, 5, 5}, 0.0000001, &um, &dbu));
    assert_eq(um.left, -0.000001);
    assert_eq(um.top, 0.000001);
    assert_false(lob_box_show((lob_box64){3, 3, 3, 3}, 0.001, &um, &dbu)); /* a point is not empty */
}

static void test_count(void **state) {
    (void)state;
    assert_eq(lob_count_show(0), 0);
    assert_eq(lob_count_show(UINT64_C(9007199254740991)), INT64_C(9007199254740991));
    assert_eq(lob_count_show(UINT64_C(9007199254740992)), INT64_C(9007199254740991));
    assert_eq(lob_count_show(UINT64_MAX), INT64_C(9007199254740991));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cut), cmocka_unit_test(test_raw_hex),
                                       cmocka_unit_test(test_box), cmocka_unit_test(test_count)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
