/* Shots: small masks counted by hand, parts by flood fill, partitions by what they must cover. */
#include "tests/support/lob_test.h"

#include "scenes.h"

#include "litho/metrics.h"

static uint64_t vsb(const lob_bits *mask) {
    lob_status status;
    uint64_t count = lob_shots_vsb(&ctx, mask, &status);
    assert_int_equal(status, LOB_OK);
    return count;
}

static uint64_t rectangles(const lob_bits *mask, uint32_t side) {
    uint64_t count;
    assert_int_equal(lob_shots_rectangles(&ctx, mask, side, &count), LOB_OK);
    return count;
}

static void test_by_hand(void **state) {
    (void)state;
    lob_bits m = new_bits((lob_frame){-3, 5, 130, 40, 2});
    assert_int_equal(vsb(&m), 0);
    assert_eq(lob_shots_mbmw(&m), 0);
    assert_int_equal(rectangles(&m, 512), 0);
    set_box(&m, 2, 2, 12, 6);
    assert_int_equal(vsb(&m), 1);
    assert_eq(lob_shots_mbmw(&m), 40 * 0.4 * 0.4);
    assert_int_equal(rectangles(&m, 512), 1);
    set_box(&m, 2, 6, 5, 10); /* an L: one concave corner */
    assert_int_equal(vsb(&m), 2);
    assert_int_equal(rectangles(&m, 512), 2);
    set_box(&m, 20, 2, 30, 4); /* a cross over the end of a word: four */
    set_box(&m, 60, 12, 70, 14);
    set_box(&m, 63, 8, 66, 18);
    assert_int_equal(vsb(&m), 2 + 1 + 3);
    assert_int_equal(rectangles(&m, 512), 2 + 1 + 3);
    set_box(&m, 100, 20, 110, 21); /* two that touch in a corner: parts of their own, no corner of three */
    set_box(&m, 110, 21, 120, 22);
    assert_int_equal(vsb(&m), 2 + 1 + 3 + 2);
    lob_bits_drop(&m);
    m = new_bits((lob_frame){0, 0, 30, 30, 1}); /* a frame: four corners of its hole */
    set_box(&m, 5, 5, 25, 10);
    set_box(&m, 5, 20, 25, 25);
    set_box(&m, 5, 10, 10, 20);
    set_box(&m, 20, 10, 25, 20);
    assert_int_equal(vsb(&m), 3);
    assert_int_equal(rectangles(&m, 512), 4);
    lob_bits_drop(&m);
    /* 100 pixels of 1 um: one part of 10^8 nm2, 3.81 fields of 26,214,400. */
    m = new_bits((lob_frame){0, 0, 20, 20, 1000});
    set_box(&m, 0, 0, 10, 10);
    assert_int_equal(vsb(&m), 1 + (4 - 1));
    lob_bits_drop(&m);
}

/* ---- by other means ---- */

static uint64_t flood(bool *left, int64_t w, int64_t h, int64_t x, int64_t y, int32_t *part, int32_t number) {
    if (x < 0 || y < 0 || x >= w || y >= h || !left[y * w + x]) {
        return 0;
    }
    left[y * w + x] = false;
    part[y * w + x] = number;
    return 1 + flood(left, w, h, x + 1, y, part, number) + flood(left, w, h, x - 1, y, part, number) +
           flood(left, w, h, x, y + 1, part, number) + flood(left, w, h, x, y - 1, part, number);
}

static void test_vsb_by_flood(void **state) {
    (void)state;
    srand(21);
    for (unsigned n = 0; n < 300; n++) {
        lob_bits m = new_bits(random_frame(n % 3 ? 12 : 70));
        random_scene(&m, n);
        int64_t w = m.frame.width, h = m.frame.height;
        bool *left = calloc((size_t)(w * h), 1);
        int32_t *part = calloc((size_t)(w * h), sizeof *part), count = 0;
        uint64_t *corners = calloc((size_t)(w * h) + 1, sizeof *corners), expected = 0;
        for (int64_t i = 0; i < w * h; i++) {
            left[i] = at(&m, i % w, i / w);
        }
        for (int64_t i = 0; i < w * h; i++) {
            count += flood(left, w, h, i % w, i / w, part, count + 1) > 0;
        }
        for (int64_t y = 0; y + 1 < h; y++) {
            for (int64_t x = 0; x + 1 < w; x++) {
                int32_t p[4] = {part[y * w + x], part[y * w + x + 1], part[(y + 1) * w + x], part[(y + 1) * w + x + 1]};
                if ((p[0] > 0) + (p[1] > 0) + (p[2] > 0) + (p[3] > 0) == 3) {
                    corners[p[0] ? p[0] : p[1]]++;
                }
            }
        }
        for (int32_t i = 1; i <= count; i++) {
            expected += corners[i] ? (corners[i] + 1) / 2 + 1 : 1;
        }
        assert_int_equal(vsb(&m), expected);
        free(left);
        free(part);
        free(corners);
        lob_bits_drop(&m);
    }
}

/* Pixels looked at one by one: the first that is left is the corner of the next rectangle. */
static uint64_t take_slowly(const lob_bits *m, uint32_t block) {
    uint32_t w = (m->frame.width + block - 1) / block, h = (m->frame.height + block - 1) / block;
    bool *left = calloc((size_t)w * h, 1);
    uint64_t count = 0;
    for (uint32_t i = 0; i < w * h; i++) {
        uint32_t in = 0, all = 0;
        for (uint32_t k = 0; k < block * block; k++) {
            uint32_t x = i % w * block + k % block, y = i / w * block + k / block;
            all += x < m->frame.width && y < m->frame.height;
            in += at(m, x, y);
        }
        left[i] = 2 * in >= all;
    }
    for (uint32_t i = 0; i < w * h; i++) {
        if (!left[i]) {
            continue;
        }
        uint32_t x = i % w, y = i / w, right = x, top = y;
        while (right < w && left[y * w + right]) {
            right++;
        }
        for (bool is_whole = true; is_whole && top < h;) {
            for (uint32_t k = x; k < right; k++) {
                is_whole = is_whole && left[top * w + k];
            }
            /* As wide as the run: a row whose run goes on is still taken only between the sides. */
            top += is_whole;
        }
        for (uint32_t k = y; k < top; k++) {
            memset(left + (size_t)k * w + x, 0, right - x);
        }
        count++;
    }
    free(left);
    return count;
}

static void test_rectangles(void **state) {
    (void)state;
    srand(22);
    for (unsigned n = 0; n < 400; n++) {
        lob_bits m = new_bits(random_frame(n % 3 ? 20 : 130));
        random_scene(&m, n);
        uint32_t most = m.frame.width > m.frame.height ? m.frame.width : m.frame.height;
        uint32_t side = 1 + random_below(most + 3), block = most > side ? (most + side - 1) / side : 1;
        assert_int_equal(rectangles(&m, side), take_slowly(&m, block));
        lob_bits_drop(&m);
    }
}

static bool count_all(void *arg) {
    lob_bits m;
    lob_status status;
    uint64_t count;
    lob_error_clear(&ctx.error);
    if (lob_bits_new(&ctx, (lob_frame){0, 0, 700, 30, 1}, &m) != LOB_OK) {
        return false;
    }
    set_box(&m, 5, 5, 60, 20);
    set_box(&m, 90, 6, 120, 19);
    ctx.cancel = arg;
    lob_shots_vsb(&ctx, &m, &status);
    bool fine = status == LOB_OK && lob_shots_rectangles(&ctx, &m, 100, &count) == LOB_OK;
    if (arg) {
        assert_int_equal(status, LOB_E_CANCELLED);
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_shots_rectangles(&ctx, &m, 100, &count), LOB_E_CANCELLED);
    }
    ctx.cancel = NULL;
    lob_bits_drop(&m);
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    lob_cancel cancel = {true};
    assert_false(count_all(&cancel));
    assert_ge(sweep_allocations(count_all, NULL), 6);
    lob_error_clear(&ctx.error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_vsb_by_flood),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
