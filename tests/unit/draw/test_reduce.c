/* Halving a picture, by hand. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "draw/reduce.h"

static lob_ctx ctx;

static lob_picture grey(uint32_t width, uint32_t height, const uint8_t *values) {
    lob_picture p;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_picture_new(&ctx, width, height, LOB_PICTURE_DARK, &p), LOB_OK);
    for (uint32_t i = 0; i < width * height; i++) {
        memset(p.rgba + 4 * (size_t)i, values[i], 3);
    }
    return p;
}

static void assert_halved(uint32_t width, uint32_t height, const uint8_t *values, uint32_t half_width,
                          uint32_t half_height, const uint8_t *halves) {
    lob_picture p = grey(width, height, values), half;
    assert_int_equal(lob_picture_halve(&ctx, &p, &half), LOB_OK);
    assert_int_equal(half.width, half_width);
    assert_int_equal(half.height, half_height);
    for (uint32_t i = 0; i < half_width * half_height; i++) {
        const uint8_t wanted[4] = {halves[i], halves[i], halves[i], 255};
        assert_memory_equal(half.rgba + 4 * (size_t)i, wanted, 4);
    }
    lob_picture_release(&p);
    lob_picture_release(&half);
}

static void test_values(void **state) {
    (void)state;
    /* (10 + 20 + 30 + 41) / 4 = 25.25; (255 * 4) / 4; half up: (0 + 0 + 1 + 1) / 4 = 0.5 */
    assert_halved(2, 2, (const uint8_t[]){10, 20, 30, 41}, 1, 1, (const uint8_t[]){25});
    assert_halved(4, 2, (const uint8_t[]){255, 255, 0, 0, 255, 255, 1, 1}, 2, 1, (const uint8_t[]){255, 1});
    /* Odd sides: the last column stands for itself twice, so does the last row. */
    assert_halved(3, 3, (const uint8_t[]){0, 4, 100, 8, 12, 50, 20, 30, 200}, 2, 2, (const uint8_t[]){6, 75, 25, 200});
    assert_halved(1, 1, (const uint8_t[]){77}, 1, 1, (const uint8_t[]){77});
    assert_halved(1, 3, (const uint8_t[]){1, 3, 9}, 1, 2, (const uint8_t[]){2, 9});
}

static void test_channels(void **state) {
    (void)state;
    lob_picture p = grey(2, 1, (const uint8_t[]){0, 0}), half;
    memcpy(p.rgba, "\x64\x00\x0a\xff\xc8\xff\x14\xff", 8);
    assert_int_equal(lob_picture_halve(&ctx, &p, &half), LOB_OK);
    assert_memory_equal(half.rgba, "\x96\x80\x0f\xff", 4); /* 150, 127.5 up, 15 */
    lob_picture_release(&p);
    lob_picture_release(&half);
}

static void test_no_memory(void **state) {
    (void)state;
    lob_picture p = grey(2, 2, (const uint8_t[]){1, 2, 3, 4}), half;
    const uint64_t live = lob_alloc_live();
    lob_alloc_fail_at(1, 0);
    assert_int_equal(lob_picture_halve(&ctx, &p, &half), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(lob_alloc_live(), live);
    lob_picture_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_channels),
                                       cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
