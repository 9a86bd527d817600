/* Sets of pixels against pixels looked at one by one. */
#include "tests/support/lob_test.h"

#include "scenes.h"

static void test_sizes(void **state) {
    (void)state;
    for (uint32_t w = 0; w < 140; w += w < 3 || (w > 61 && w < 67) ? 1 : 9) {
        for (uint32_t h = 0; h < 3; h++) {
            lob_plane plane;
            const lob_frame frame = {-5, 7, w, h, 2};
            assert_int_equal(lob_plane_new(&ctx, frame, &plane), LOB_OK);
            assert_int_equal((uintptr_t)plane.values % 64, 0);
            for (uint32_t i = 0; i < w * h; i++) {
                assert_eq(plane.values[i], 0);
                plane.values[i] = 1; /* all of it is ours: ASan looks */
            }
            assert_eq(lob_frame_x_nm(&plane.frame, 0.5), -9);
            assert_eq(lob_frame_y_nm(&plane.frame, 1), 16);
            lob_plane_drop(&plane);
            assert_null(plane.values);
            lob_plane_drop(&plane);
            lob_bits bits = new_bits(frame);
            assert_int_equal(bits.stride, (w + 63) / 64);
            assert_int_equal(lob_bits_count(&bits), 0);
            lob_bits_drop(&bits);
            assert_null(bits.words);
            lob_bits_drop(&bits);
        }
    }
}

/* 2^63 pixels and more are no size to ask for. */
static void test_too_large(void **state) {
    (void)state;
    lob_plane plane;
    lob_bits bits;
    const lob_frame frame = {0, 0, UINT32_MAX, UINT32_MAX, 1};
    assert_int_equal(lob_plane_new(&ctx, frame, &plane), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_null(plane.values);
    lob_plane_drop(&plane);
    assert_int_equal(lob_bits_new(&ctx, frame, &bits), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_bits_drop(&bits);
    lob_error_clear(&ctx.error);
}

static void test_from_plane(void **state) {
    (void)state;
    srand(1);
    for (unsigned n = 0; n < (quick_is_on() ? 60 : 300); n++) {
        lob_plane plane;
        const lob_frame frame = random_frame(140);
        assert_int_equal(lob_plane_new(&ctx, frame, &plane), LOB_OK);
        uint64_t count = 0;
        for (uint32_t i = 0; i < frame.width * frame.height; i++) {
            plane.values[i] = (float)random_below(9) / 8;
            count += plane.values[i] >= 0.5F;
        }
        plane.values[0] = NAN; /* is at no threshold */
        lob_bits bits = new_bits(frame);
        memset(bits.words, 0xff, (size_t)bits.stride * frame.height * sizeof *bits.words);
        lob_bits_from_plane(&plane, 0.5F, &bits);
        for (uint32_t i = 1; i < frame.width * frame.height; i++) {
            assert_int_equal(lob_bits_at(&bits, i % frame.width, i / frame.width), plane.values[i] >= 0.5F);
        }
        assert_false(lob_bits_at(&bits, 0, 0));
        check_tail(&bits);
        plane.values[0] = 0.5F;
        lob_bits_from_plane(&plane, 0.5F, &bits);
        assert_true(lob_bits_at(&bits, 0, 0));
        assert_ge(lob_bits_count(&bits), count);
        assert_le(lob_bits_count(&bits), count + 1);
        lob_bits_drop(&bits);
        lob_plane_drop(&plane);
    }
}

static void test_counts(void **state) {
    (void)state;
    srand(2);
    for (unsigned n = 0; n < (quick_is_on() ? 40 : 100); n++) {
        const lob_frame frame = random_frame(140);
        lob_bits a = new_bits(frame), b = new_bits(frame);
        random_scene(&a, n);
        random_scene(&b, n / 4);
        uint64_t in_a = 0, in_one = 0;
        for (uint32_t i = 0; i < frame.width * frame.height; i++) {
            bool ia = at(&a, i % frame.width, i / frame.width), ib = at(&b, i % frame.width, i / frame.width);
            in_a += ia;
            in_one += ia != ib;
        }
        assert_int_equal(lob_bits_count(&a), in_a);
        assert_int_equal(lob_bits_differ(&a, &b), in_one);
        assert_int_equal(lob_bits_differ(&a, &a), 0);
        lob_bits_drop(&a);
        lob_bits_drop(&b);
    }
}

static void test_copy(void **state) {
    (void)state;
    srand(3);
    for (unsigned n = 0; n < (quick_is_on() ? stride_pick(500, 300) : 2000); n++) {
        const lob_frame from_frame = random_frame(200), to_frame = random_frame(200);
        lob_bits from = new_bits(from_frame), to = new_bits(to_frame), old = new_bits(to_frame);
        random_scene(&from, 0);
        random_scene(&to, 0);
        memcpy(old.words, to.words, (size_t)to.stride * to_frame.height * sizeof *to.words);
        uint32_t left = random_below(210), bottom = random_below(210), width = random_below(210);
        uint32_t height = random_below(210), column = random_below(210), row = random_below(210);
        lob_bits_copy(&from, left, bottom, width, height, &to, column, row);
        for (uint32_t j = 0; j < to_frame.height; j++) {
            for (uint32_t i = 0; i < to_frame.width; i++) {
                uint32_t x = i - column + left, y = j - row + bottom;
                bool is_copied = i >= column && i - column < width && j >= row && j - row < height &&
                                 x < from_frame.width && y < from_frame.height;
                assert_int_equal(lob_bits_at(&to, i, j), is_copied ? at(&from, x, y) : at(&old, i, j));
            }
        }
        check_tail(&to);
        lob_bits_drop(&from);
        lob_bits_drop(&to);
        lob_bits_drop(&old);
    }
}

static bool make_both(void *arg) {
    lob_plane plane;
    lob_bits bits;
    (void)arg;
    const lob_frame frame = {0, 0, 70, 3, 1};
    lob_error_clear(&ctx.error);
    bool fine = lob_plane_new(&ctx, frame, &plane) == LOB_OK;
    fine = lob_bits_new(&ctx, frame, &bits) == LOB_OK && fine;
    lob_plane_drop(&plane);
    lob_bits_drop(&bits);
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    assert_int_equal(sweep_allocations(make_both, NULL), 2);
    lob_error_clear(&ctx.error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),  cmocka_unit_test(test_too_large), cmocka_unit_test(test_from_plane),
        cmocka_unit_test(test_counts), cmocka_unit_test(test_copy),      cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
