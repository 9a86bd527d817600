/* Lines of a width against areas by formula, and what pictures share: rasters of another size, runs of columns. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "render/raster.h"
#include "tests/support/arena_rig.h"

static double at(const lob_raster *r, uint32_t x, uint32_t y) {
    return lob_cover_area(lob_raster_row(r, y)[x]);
}

static double total(const lob_raster *r, uint32_t width, uint32_t height) {
    double sum = 0;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            sum += at(r, x, y);
        }
    }
    return sum;
}

static uint32_t gon(lob_pixel *p, uint32_t n, double x, double y, double radius) {
    for (uint32_t i = 0; i < n; i++) {
        p[i] = (lob_pixel){x + radius * cos(2 * M_PI * i / n), y + radius * sin(2 * M_PI * i / n)};
    }
    return n;
}

/* A mitred line around a regular polygon lies between two others; either direction, partly beside the plane. */
static void test_polygons(void **state) {
    (void)state;
    lob_raster *r;
    lob_pixel p[64];
    assert_int_equal(lob_raster_new(&ctx, 100, 100, &r), LOB_OK);
    for (uint32_t n = 3; n <= 48; n = n * 3 / 2) {
        for (int turn = 0; turn < 2; turn++) {
            const double width = 1.7;
            gon(p, n, 50, 50, 40);
            for (uint32_t i = 0; turn && i < n / 2; i++) {
                lob_pixel one = p[i];
                p[i] = p[n - 1 - i];
                p[n - 1 - i] = one;
            }
            double by = width / 2 / cos(M_PI / n);
            double whole = n / 2.0 * sin(2 * M_PI / n) * (pow(40 + by, 2) - pow(40 - by, 2));
            lob_raster_clear(r);
            assert_int_equal(lob_raster_line(r, p, n, width), LOB_OK);
            assert_close(total(r, 100, 100), whole, 1e-3 * whole);
            for (uint32_t i = 0; i < n; i++) {
                p[i].x -= 50; /* a mirror image lies beside the plane */
            }
            lob_raster_clear(r);
            assert_int_equal(lob_raster_line(r, p, n, width), LOB_OK);
            double half = total(r, 100, 100);
            if (n % 2) {
                assert_lt(half, whole);
            } else {
                assert_lt(fabs(half - whole / 2), 1e-3 * whole);
            }
            uint32_t columns[2];
            uint32_t rows[2];
            assert_false(lob_raster_second(r, columns, rows)); /* one pass is all */
        }
    }
    lob_raster_release(r);
}

/* Boxes: the rim by formula, at any place; and the same as of the four points. */
static void test_boxes(void **state) {
    (void)state;
    lob_raster *r;
    lob_raster *ring;
    srand(3);
    assert_int_equal(lob_raster_new(&ctx, 40, 30, &r), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, 40, 30, &ring), LOB_OK);
    for (int n = 0; n < 200; n++) {
        double left = rand() % 6000 / 100.0 - 10;
        double top = rand() % 5000 / 100.0 - 10;
        double right = left + rand() % 3000 / 100.0;
        double bottom = top + rand() % 3000 / 100.0;
        double half = (1 + rand() % 300) / 100.0;
        const lob_pixel p[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
        lob_raster_clear(r);
        lob_raster_clear(ring);
        assert_int_equal(lob_raster_line_box(r, left, top, right, bottom, 2 * half), LOB_OK);
        assert_int_equal(lob_raster_line(ring, p, 4, 2 * half), LOB_OK);
        bool is_plain = right - left > 2 * half && bottom - top > 2 * half;
        bool is_large = is_plain && right - left > 1 && bottom - top > 1; /* no point is passed by */
        for (uint32_t y = 0; y < 30; y++) {
            for (uint32_t x = 0; x < 40; x++) {
                double outer = fmax(0, fmin(x + 1, right + half) - fmax(x, left - half)) *
                               fmax(0, fmin(y + 1, bottom + half) - fmax(y, top - half));
                double inner = fmax(0, fmin(x + 1, right - half) - fmax(x, left + half)) *
                               fmax(0, fmin(y + 1, bottom - half) - fmax(y, top + half));
                assert_close(at(r, x, y), (outer - (is_plain ? inner : 0)), 1e-5);
                if (is_large) {
                    assert_lt(fabs(at(r, x, y) - at(ring, x, y)), 3e-5);
                }
            }
        }
    }
    lob_raster_release(r);
    lob_raster_release(ring);
}

/* Twice the same line is once; where two cross the larger share stays. A spike stays within two widths. */
static void test_several(void **state) {
    (void)state;
    lob_raster *r;
    lob_pixel p[32];
    assert_int_equal(lob_raster_new(&ctx, 60, 60, &r), LOB_OK);
    gon(p, 17, 30, 30, 20);
    assert_int_equal(lob_raster_line(r, p, 17, 1), LOB_OK);
    double once = total(r, 60, 60);
    assert_int_equal(lob_raster_line(r, p, 17, 1), LOB_OK);
    assert_eq(total(r, 60, 60), once);
    uint32_t columns[2];
    uint32_t rows[2];
    assert_false(lob_raster_second(r, columns, rows));
    lob_raster_clear(r);
    assert_int_equal(lob_raster_line_box(r, 10.3, 10, 50, 50, 1), LOB_OK);
    double before = at(r, 10, 30);
    assert_int_equal(lob_raster_line_box(r, 10.4, 20, 40, 40, 1), LOB_OK);
    assert_close(before, 0.8, 1e-4);
    assert_close(at(r, 10, 30), 0.9, 1e-4);
    lob_raster_clear(r);
    const lob_pixel spike[3] = {{10, 29.5}, {40, 30}, {10, 30.5}};
    assert_int_equal(lob_raster_line(r, spike, 3, 2), LOB_OK);
    uint32_t first;
    uint32_t end;
    lob_raster_extent(r, 30, &first, &end);
    assert_ge(end, 41);
    assert_le(end, 44);
    assert_le(first, 9);
    lob_raster_clear(r);
    const lob_pixel there_and_back[2] = {{10, 10.5}, {30, 10.5}};
    assert_int_equal(lob_raster_line(r, there_and_back, 2, 1), LOB_OK);
    assert_close(total(r, 60, 60), 20, 1e-3);
    assert_int_equal(lob_raster_line(r, there_and_back, 1, 1), LOB_OK);
    const lob_pixel near[3] = {{10, 10}, {10.2, 10}, {10, 10.3}};
    lob_raster_clear(r);
    assert_int_equal(lob_raster_line(r, near, 3, 1), LOB_OK);
    assert_eq(total(r, 60, 60), 0); /* all points but one are passed by */
    lob_raster_release(r);
}

/* A raster of another size draws as a new one does; runs hold all that was met, and clearing leaves nothing. */
static void test_reshape(void **state) {
    (void)state;
    lob_raster *again;
    const uint32_t sizes[][2] = {{300, 200}, {70, 90}, {1200, 3}, {64, 64}, {2, 700}, {5000, 4}, {300, 200}};
    assert_int_equal(lob_raster_new(&ctx, 10, 10, &again), LOB_OK);
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        lob_case("sizes[%u]", i);
        lob_raster *one;
        uint32_t width = sizes[i][0];
        uint32_t height = sizes[i][1];
        lob_pixel p[16];
        uint32_t columns[2];
        uint32_t rows[2];
        gon(p, 11, width * 0.4, height * 0.5, fmin(width, height) * 0.7);
        assert_int_equal(lob_raster_new(&ctx, width, height, &one), LOB_OK);
        assert_int_equal(lob_raster_reshape(&ctx, again, width, height), LOB_OK);
        for (int k = 0; k < 2; k++) {
            lob_raster *r = k ? again : one;
            bool is_first = true;
            do {
                assert_int_equal(lob_raster_ring(r, p, 11, NULL), LOB_OK);
                assert_int_equal(lob_raster_ring(r, p + 2, 7, NULL), LOB_OK);
                assert_int_equal(is_first ? LOB_OK : lob_raster_end(r), LOB_OK);
                is_first = false;
            } while (lob_raster_second(r, columns, rows));
        }
        for (uint32_t y = 0; y < height; y++) {
            uint32_t first;
            uint32_t end = 0;
            uint32_t from = 0;
            const uint16_t *row = lob_raster_row(again, y);
            assert_memory_equal(row, lob_raster_row(one, y), width * sizeof *row);
            while (lob_raster_run(again, y, &first, &end)) {
                assert_ge(first, from);
                assert_lt(first, end);
                assert_le(end, width);
                for (; from < first; from++) {
                    assert_int_equal(row[from], 0);
                }
                from = end;
            }
            for (; from < width; from++) {
                assert_int_equal(row[from], 0);
            }
        }
        assert_gt(total(again, width, height), 0);
        lob_raster_clear(again);
        assert_eq(total(again, width, height), 0);
        assert_int_equal(lob_raster_ring(again, p, 11, NULL), LOB_OK); /* left for the next size */
        lob_raster_release(one);
    }
    assert_ge(lob_raster_size(again), 300 * 200 * 2);
    lob_raster_release(again);
}

/* A frame whose ends overlap winds twice there; its inside and its sides need no second look. */
static void test_frame(void **state) {
    (void)state;
    lob_raster *r;
    uint32_t columns[2];
    uint32_t rows[2];
    uint8_t known = LOB_RING_UNKNOWN;
    /* A path of width 20 along (50, 50) .. (350, 350) and back, flush at both ends: the corner is wound around twice.
     */
    const lob_pixel p[10] = {{49.5, 39.5}, {360.5, 39.5}, {360.5, 360.5}, {39.5, 360.5}, {39.5, 49.5},
                             {60.5, 49.5}, {60.5, 339.5}, {339.5, 339.5}, {339.5, 60.5}, {49.5, 60.5}};
    assert_int_equal(lob_raster_new(&ctx, 400, 400, &r), LOB_OK);
    bool is_first = true;
    do {
        assert_int_equal(lob_raster_ring(r, p, 10, &known), LOB_OK);
        assert_int_equal(is_first ? LOB_OK : lob_raster_end(r), LOB_OK);
        is_first = false;
    } while (lob_raster_second(r, columns, rows));
    assert_int_equal(known, LOB_RING_COMPLEX);
    double corner = 10 * 10; /* nothing lies at the outer corner between the ends */
    assert_close(total(r, 400, 400), (321 * 321 - 279 * 279 - corner), 0.1);
    assert_close(at(r, 200, 39), 0.5, 1e-5);
    assert_eq(at(r, 200, 45), 1);
    assert_eq(at(r, 200, 200), 0);
    assert_eq(at(r, 55, 55), 1);
    assert_lt(lob_raster_marked(r), 8000);
    lob_raster_release(r);
}

static bool run_sweep(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    lob_raster *r = NULL;
    lob_pixel p[64];
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    gon(p, 60, 50, 50, 45);
    bool fine = lob_raster_new(&c, 20, 20, &r) == LOB_OK && lob_raster_reshape(&c, r, 100, 100) == LOB_OK &&
                lob_raster_line(r, p, 60, 2) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_raster_release(r);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    assert_gt(sweep_allocations(run_sweep, NULL), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polygons), cmocka_unit_test(test_boxes), cmocka_unit_test(test_several),
        cmocka_unit_test(test_reshape),  cmocka_unit_test(test_frame), cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
