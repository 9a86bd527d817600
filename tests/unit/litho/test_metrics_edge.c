/* Edge to edge errors and band widths: against all pairs of pixels, and against values worked out by hand. */
#include "tests/support/lob_test.h"

#include "scenes.h"

#include "litho/metrics.h"
#include "tests/support/stride.h"

/* ---- edge errors ---- */

static bool is_edge(const lob_bits *b, int64_t x, int64_t y) {
    static const int weights[3] = {1, 2, 1};
    double gx = 0, gy = 0;
    if (x < 1 || y < 1 || x + 1 >= b->frame.width || y + 1 >= b->frame.height) {
        return false;
    }
    for (int k = -1; k <= 1; k++) {
        gx += weights[k + 1] * (at(b, x + 1, y + k) - at(b, x - 1, y + k));
        gy += weights[k + 1] * (at(b, x + k, y + 1) - at(b, x + k, y - 1));
    }
    return sqrt(gx * gx + gy * gy) > 0.5;
}

typedef struct listing {
    double *items;
    uint64_t count;
} listing;

/* Distances from the edges of a to those of b, by trying all. */
static bool list_pairs(const lob_bits *a, const lob_bits *b, listing *list) {
    bool has_any = false;
    for (int64_t y = 0; y < a->frame.height; y++) {
        for (int64_t x = 0; x < a->frame.width; x++) {
            double least = INFINITY;
            for (int64_t v = 0; is_edge(a, x, y) && v < b->frame.height; v++) {
                for (int64_t u = 0; u < b->frame.width; u++) {
                    double d = hypot((double)(u - x), (double)(v - y));
                    if (d < least && is_edge(b, u, v)) {
                        least = d;
                    }
                }
            }
            if (is_edge(a, x, y)) {
                list->items[list->count++] = least;
                has_any = true;
            }
        }
    }
    return has_any;
}

static void check_edges(const lob_bits *a, const lob_bits *b) {
    const double pixel = a->frame.pixel_nm;
    listing list = {calloc(2 * (size_t)a->frame.width * a->frame.height + 1, sizeof(double)), 0};
    bool in_a = list_pairs(a, b, &list), in_b = list_pairs(b, a, &list);
    lob_edge_error e;
    assert_int_equal(lob_edge_error_within(&ctx, a, b, NULL, &e), LOB_OK);
    assert_int_equal(e.count, list.count);
    assert_int_equal(e.is_valid, in_a == in_b);
    if (!in_a && !in_b) {
        assert_eq(e.mean_nm, 0);
        assert_eq(e.max_nm, 0);
        assert_eq(e.std_nm, 0);
    } else if (in_a != in_b) {
        assert_true(isinf(e.mean_nm));
        assert_true(isinf(e.max_nm));
        assert_true(isnan(e.std_nm));
    } else {
        double sum = 0, most = 0, off = 0;
        for (uint64_t i = 0; i < list.count; i++) {
            sum += list.items[i];
            most = fmax(most, list.items[i]);
        }
        for (uint64_t i = 0; i < list.count; i++) {
            off += pow(list.items[i] - sum / (double)list.count, 2);
        }
        assert_close(e.mean_nm, sum / (double)list.count * pixel, 1e-9);
        assert_close(e.max_nm, most * pixel, 1e-9);
        assert_close(e.std_nm, sqrt(off / (double)(list.count - 1)) * pixel, 1e-9);
    }
    free(list.items);
}

static void test_edges_by_pairs(void **state) {
    (void)state;
    srand(11);
    for (unsigned n = 0; n < 160; n += stride_pick(1, 5)) {
        lob_frame frame = random_frame(n % 8 ? 14 : 66);
        frame.pixel_nm = n % 2 ? 0.5 : 4;
        lob_bits a = new_bits(frame), b = new_bits(frame);
        random_scene(&a, n % 8 ? n : 3);
        if (n % 5) {
            random_scene(&b, n % 8 ? n / 4 : 1);
        }
        check_edges(&a, &b);
        lob_bits_drop(&a);
        lob_bits_drop(&b);
    }
}

/* Squares of 10 and 16 pixels of 2 nm, one in the middle of the other; the numbers are from a script over all pairs,
 * with the mean and the standard deviation of Python's statistics. */
static void test_edges_by_hand(void **state) {
    (void)state;
    lob_bits a = new_bits((lob_frame){-20, 9, 40, 37, 2}), b = new_bits(a.frame);
    lob_edge_error e;
    set_box(&a, 10, 10, 20, 20);
    assert_int_equal(lob_edge_error_within(&ctx, &a, &a, NULL, &e), LOB_OK);
    assert_eq(e.mean_nm, 0);
    assert_eq(e.max_nm, 0);
    assert_eq(e.std_nm, 0);
    assert_true(e.is_valid);
    assert_eq(e.count, 2 * (12 * 12 - 8 * 8));
    /* Moved by one pixel along a diagonal everything is at most that off. */
    set_box(&b, 11, 11, 21, 21);
    assert_int_equal(lob_edge_error_within(&ctx, &a, &b, NULL, &e), LOB_OK);
    assert_eq(e.max_nm, 2 * sqrt(2));
    /* 5 pixels to the right: the right borders are 5 apart, pixel by pixel. */
    lob_bits c = new_bits(a.frame);
    set_box(&c, 10, 10, 25, 20);
    assert_int_equal(lob_edge_error_within(&ctx, &a, &c, NULL, &e), LOB_OK);
    assert_eq(e.max_nm, 2 * 5);
    lob_bits d = new_bits(a.frame);
    set_box(&d, 7, 7, 23, 23);
    assert_int_equal(lob_edge_error_within(&ctx, &a, &d, NULL, &e), LOB_OK);
    assert_int_equal(e.count, 208);
    assert_close(e.mean_nm / 2, 2.5784396468871114, 1e-12);
    assert_close(e.max_nm / 2, 4.242640687119285, 1e-12);
    assert_close(e.std_nm / 2, 0.5779481838726009, 1e-12);
    lob_bits_drop(&a);
    lob_bits_drop(&b);
    lob_bits_drop(&c);
    lob_bits_drop(&d);
}

/* ---- bands ---- */

static void test_band_by_pairs(void **state) {
    (void)state;
    srand(12);
    for (unsigned n = 0; n < 300; n += stride_pick(1, 7)) {
        lob_frame frame = random_frame(n % 6 ? 13 : 66);
        frame.pixel_nm = 0.25;
        lob_bits outer = new_bits(frame), inner = new_bits(frame);
        random_scene(&outer, n);
        random_scene(&inner, n / 4);
        if (n % 9 == 0) {
            set_box(&outer, 0, 0, frame.width, frame.height);
            memset(inner.words, 0, (size_t)inner.stride * frame.height * sizeof *inner.words);
        }
        uint64_t pixels = 0;
        double sum = 0, most = 0;
        for (int64_t y = 0; y < frame.height; y++) {
            for (int64_t x = 0; x < frame.width; x++) {
                if (!at(&outer, x, y) || at(&inner, x, y)) {
                    continue;
                }
                double least = INFINITY;
                for (int64_t v = 0; v < frame.height; v++) {
                    for (int64_t u = 0; u < frame.width; u++) {
                        if (!at(&outer, u, v) || at(&inner, u, v)) {
                            least = fmin(least, fmax(fabs((double)(u - x)), fabs((double)(v - y))));
                        }
                    }
                }
                if (isinf(least)) {
                    least = 1 + fmin(fmin((double)x, (double)(frame.width - 1 - x)),
                                     fmin((double)y, (double)(frame.height - 1 - y)));
                }
                pixels++;
                sum += least;
                most = fmax(most, least);
            }
        }
        lob_band band;
        assert_int_equal(lob_band_of(&ctx, &outer, &inner, &band), LOB_OK);
        assert_int_equal(band.pixels, pixels);
        assert_close(band.mean_nm, (pixels ? 2 * sum / (double)pixels * 0.25 : 0), 1e-12);
        assert_eq(band.max_nm, 2 * most * 0.25);
        lob_bits_drop(&outer);
        lob_bits_drop(&inner);
    }
}

/* A stripe of 4 pixels of 3 nm: depths 1, 2, 2, 1. */
static void test_band_by_hand(void **state) {
    (void)state;
    lob_bits outer = new_bits((lob_frame){0, 0, 100, 20, 3}), inner = new_bits(outer.frame);
    set_box(&outer, 0, 4, 100, 12);
    set_box(&inner, 0, 8, 100, 12);
    lob_band band;
    assert_int_equal(lob_band_of(&ctx, &outer, &inner, &band), LOB_OK);
    assert_eq(band.pixels, 400);
    assert_eq(band.mean_nm, 9);
    assert_eq(band.max_nm, 12);
    assert_int_equal(lob_band_of(&ctx, &inner, &outer, &band), LOB_OK);
    assert_eq(band.pixels, 0);
    assert_eq(band.mean_nm, 0);
    assert_eq(band.max_nm, 0);
    lob_bits_drop(&outer);
    lob_bits_drop(&inner);
}

/* ---- cancelling, memory ---- */

static bool measure_both(void *arg) {
    lob_bits a = {0}, b = {0};
    lob_edge_error e;
    lob_band band;
    lob_error_clear(&ctx.error);
    bool fine = lob_bits_new(&ctx, (lob_frame){0, 0, 70, 30, 1}, &a) == LOB_OK &&
                lob_bits_new(&ctx, (lob_frame){0, 0, 70, 30, 1}, &b) == LOB_OK;
    if (fine) {
        set_box(&a, 5, 5, 60, 20);
        set_box(&b, 7, 6, 62, 19);
        ctx.cancel = arg;
        lob_status edges = lob_edge_error_within(&ctx, &a, &b, NULL, &e);
        fine = edges == LOB_OK && lob_band_of(&ctx, &a, &b, &band) == LOB_OK;
        if (arg) {
            assert_int_equal(edges, LOB_E_CANCELLED);
            lob_error_clear(&ctx.error);
            assert_int_equal(lob_band_of(&ctx, &a, &b, &band), LOB_E_CANCELLED);
        }
        ctx.cancel = NULL;
    }
    lob_bits_drop(&a);
    lob_bits_drop(&b);
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    lob_cancel cancel = {true};
    assert_false(measure_both(&cancel));
    assert_ge(sweep_allocations(measure_both, NULL), 12);
    lob_error_clear(&ctx.error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges_by_pairs), cmocka_unit_test(test_edges_by_hand),
        cmocka_unit_test(test_band_by_pairs),  cmocka_unit_test(test_band_by_hand),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
