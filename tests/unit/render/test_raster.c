/* The rasteriser against areas by formula and against the region engine's exact areas, pixel by pixel: figures alone,
 * overlapping, meeting themselves, far outside, thin, with holes. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "geom/region.h"
#include "render/raster.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { SIDE = 12, UNIT = 1000 }; /* pixels a side, grid units a pixel */

/* ---- rings in grid units; y downwards as in the plane ---- */

typedef struct rings {
    lob_point64 points[32][64];
    uint32_t counts[32];
    uint32_t count;
    uint8_t known[32];
} rings;

static lob_status draw(lob_raster *r, rings *all) {
    bool is_first = true;
    uint32_t columns[2];
    uint32_t rows[2];
    do {
        for (uint32_t i = 0; i < all->count; i++) {
            lob_pixel p[64];
            for (uint32_t k = 0; k < all->counts[i]; k++) {
                p[k] = (lob_pixel){(double)all->points[i][k].x / UNIT, (double)all->points[i][k].y / UNIT};
            }
            LOB_TRY(lob_raster_ring(r, p, all->counts[i], &all->known[i]));
        }
        if (!is_first) {
            LOB_TRY(lob_raster_end(r));
        }
        is_first = false;
    } while (lob_raster_second(r, columns, rows));
    return LOB_OK;
}

static double region_area(const rings *all, uint32_t x, uint32_t y, double *error) {
    lob_region *region;
    lob_region_measures m;
    const int64_t scale = 64;
    assert_int_equal(lob_region_new(&ctx, scale, &region), LOB_OK);
    for (uint32_t i = 0; i < all->count; i++) {
        assert_int_equal(lob_region_add(&ctx, region, 0, all->points[i], all->counts[i]), LOB_OK);
    }
    lob_box64 pixel = {(int64_t)x * UNIT, (int64_t)y * UNIT, (int64_t)(x + 1) * UNIT, (int64_t)(y + 1) * UNIT};
    assert_int_equal(lob_region_add_box(&ctx, region, 1, pixel), LOB_OK);
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_AND, &m), LOB_OK);
    *error = m.area_error / UNIT / UNIT;
    return m.area / UNIT / UNIT;
}

static void check(rings *all) {
    lob_raster *r;
    memset(all->known, 0, sizeof all->known);
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    assert_int_equal(draw(r, all), LOB_OK);
    for (uint32_t y = 0; y < SIDE; y++) {
        uint32_t first;
        uint32_t end;
        lob_raster_extent(r, y, &first, &end);
        for (uint32_t x = y % stride_pick(1, 3); x < SIDE; x += stride_pick(1, 3)) {
            double error;
            double theirs = region_area(all, x, y, &error);
            double ours = lob_cover_area(lob_raster_row(r, y)[x]);
            if (fabs(ours - theirs) > error + 1.0 / 131068 + 1e-9) {
                fail_msg("pixel %u %u: %.9f, region %.9f +- %.9f", x, y, ours, theirs, error);
            }
            if (theirs > error) {
                assert_ge(x, first);
                assert_lt(x, end);
            }
        }
    }
    lob_raster_release(r);
    lob_arena_reset(arena);
}

static int64_t pick(int64_t least, int64_t most) {
    return least + rand() % (most - least + 1);
}

static void test_random_polygons(void **state) {
    (void)state;
    srand(7);
    int rounds = getenv("LOB_TEST_QUICK") ? 4 : 60;
    static rings all;
    for (int n = 0; n < rounds; n++) {
        all.count = (uint32_t)pick(1, 6);
        for (uint32_t i = 0; i < all.count; i++) {
            all.counts[i] = (uint32_t)pick(3, 9);
            int64_t reach = n % 3 == 0 ? 300 : n % 3 == 1 ? 4000 : 20000; /* within a pixel; some; across the edges */
            int64_t x = pick(0, SIDE * UNIT);
            int64_t y = pick(0, SIDE * UNIT);
            for (uint32_t k = 0; k < all.counts[i]; k++) {
                all.points[i][k] = (lob_point64){x + pick(-reach, reach), y + pick(-reach, reach)};
            }
        }
        check(&all);
    }
}

static void ring_of(rings *all, const int64_t *xy, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        all->points[all->count][k] = (lob_point64){xy[2 * k], xy[2 * k + 1]};
    }
    all->counts[all->count++] = count;
}

#define RING(all, ...)                                                                                                 \
    do {                                                                                                               \
        const int64_t xy_[] = {__VA_ARGS__};                                                                           \
        ring_of(all, xy_, sizeof xy_ / sizeof *xy_ / 2);                                                               \
    } while (0)

static void test_self_meeting(void **state) {
    (void)state;
    static rings all;
    all.count = 0; /* a bow tie, whose halves wind against each other */
    RING(&all, 1200, 1100, 7300, 5900, 7300, 1100, 1200, 5900);
    check(&all);
    all.count = 0; /* level bow tie within one row */
    RING(&all, 1200, 1100, 9300, 1900, 9300, 1100, 1200, 1900);
    check(&all);
    all.count = 0; /* wound twice */
    RING(&all, 1500, 1500, 6500, 1500, 6500, 6500, 1500, 6500, 1500, 1500, 6500, 1500, 6500, 6500, 1500, 6500);
    check(&all);
    all.count = 0; /* a hole over a cut line, run backwards: open */
    RING(&all, 1500, 1500, 8500, 1500, 8500, 8500, 1500, 8500, 1500, 4300, 4300, 4300, 4300, 6700, 6700, 6700, 6700,
         4300, 1500, 4300);
    check(&all);
    all.count = 0; /* a spike, and a doubled point */
    RING(&all, 1500, 1500, 8500, 1500, 11000, 1500, 8500, 1500, 8500, 1500, 8500, 5300, 1500, 5300);
    check(&all);
    all.count = 0; /* a figure and the same backwards: rings never cancel */
    RING(&all, 1500, 1500, 8500, 1700, 8300, 5300);
    RING(&all, 8300, 5300, 8500, 1700, 1500, 1500);
    check(&all);
}

static void test_neighbours(void **state) {
    (void)state;
    static rings all;
    all.count = 0; /* four boxes that share edges and a corner in the middle of a pixel: whole */
    RING(&all, 1300, 1300, 5500, 1300, 5500, 5500, 1300, 5500);
    RING(&all, 5500, 1300, 9700, 1300, 9700, 5500, 5500, 5500);
    RING(&all, 1300, 5500, 5500, 5500, 5500, 9700, 1300, 9700);
    RING(&all, 5500, 5500, 9700, 5500, 9700, 9700, 5500, 9700);
    check(&all);
    all.count = 0; /* stacked thin lines and one across */
    for (int64_t i = 0; i < 20; i++) {
        RING(&all, 500, 2000 + 100 * i, 11000, 2000 + 100 * i, 11000, 2040 + 100 * i, 500, 2040 + 100 * i);
    }
    RING(&all, 3000, 0, 3007, 0, 3007, 12000, 3000, 12000);
    check(&all);
    all.count = 0; /* far outside, around all, and beside */
    RING(&all, -4000000, -3000000, 4000000, -3000000, 4000000, 4500, -4000000, 4500);
    RING(&all, 13000, 2000, 15000, 2000, 15000, 9000);
    RING(&all, -5000, 5000, -1000, 5000, -1000, 9000);
    RING(&all, -5000, 6100, 16000, 6300, 16000, 9000, -5000, 9100);
    check(&all);
}

/* A half plane: the share of a pixel below a line is an integral of the line clamped to it. */
static void test_half_plane(void **state) {
    (void)state;
    lob_raster *r;
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    const double slope = 0.37;
    const double at = 2.2; /* y = at + slope x */
    lob_pixel p[4] = {{-20, at - 20 * slope}, {40, at + 40 * slope}, {40, 100}, {-20, 100}};
    assert_int_equal(lob_raster_ring(r, p, 4, NULL), LOB_OK);
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            double sum = 0;
            const int steps = (int)stride_pick(20000, 2000);
            for (int i = 0; i < steps; i++) {
                double line = at + slope * (x + (i + 0.5) / steps) - y;
                sum += 1 - fmin(1, fmax(0, line));
            }
            assert_close(lob_cover_area(lob_raster_row(r, y)[x]), sum / steps, 1.0 / 131068 + 1e-6);
        }
    }
    lob_raster_release(r);
}

static double total(const lob_raster *r, uint32_t width, uint32_t height) {
    double sum = 0;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            sum += lob_cover_area(lob_raster_row(r, y)[x]);
        }
    }
    return sum;
}

/* Whole figures: polygons of n sides inscribed in a circle have the area n / 2 r^2 sin(2 pi / n). */
static void test_circles(void **state) {
    (void)state;
    lob_raster *r;
    assert_int_equal(lob_raster_new(&ctx, 200, 200, &r), LOB_OK);
    const double radii[] = {0.02, 0.3, 2.4, 31.7, 90.3};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        lob_case("radii[%zu]", i);
        enum { N = 240 };
        static lob_pixel p[N];
        for (int k = 0; k < N; k++) {
            double a = 2 * M_PI * k / N;
            p[k] = (lob_pixel){100.123 + radii[i] * cos(a), 99.71 + radii[i] * sin(a)};
        }
        lob_raster_clear(r);
        assert_int_equal(lob_raster_ring(r, p, N, NULL), LOB_OK);
        double area = N / 2.0 * radii[i] * radii[i] * sin(2 * M_PI / N);
        /* Roundings of values: of the pixels on the border, each at most half a step. */
        assert_close(total(r, 200, 200), area, (8 * radii[i] + 4) / 131068);
        uint32_t columns[2];
        uint32_t rows[2];
        assert_false(lob_raster_second(r, columns, rows));
        assert_int_equal(lob_raster_marked(r), 0); /* convex: nothing is doubtful */
    }
    lob_raster_release(r);
}

/* A box and the ring of its corners are the same picture. */
static void test_boxes(void **state) {
    (void)state;
    lob_raster *a;
    lob_raster *b;
    assert_int_equal(lob_raster_new(&ctx, 40, 30, &a), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, 40, 30, &b), LOB_OK);
    srand(3);
    for (int i = 0; i < 300; i += (int)stride_pick(1, 5)) {
        double left = (double)pick(-400, 4400) / 100;
        double top = (double)pick(-400, 3400) / 100;
        double right = left + (double)pick(0, i % 2 ? 90 : 3000) / 100;
        double bottom = top + (double)pick(0, i % 3 ? 90 : 3000) / 100;
        lob_raster_clear(a);
        lob_raster_clear(b);
        lob_pixel p[4] = {{left, top}, {left, bottom}, {right, bottom}, {right, top}};
        assert_int_equal(lob_raster_box(a, left, top, right, bottom), LOB_OK);
        assert_int_equal(lob_raster_ring(b, p, 4, NULL), LOB_OK);
        double area = fmax(0, fmin(right, 40) - fmax(left, 0)) * fmax(0, fmin(bottom, 30) - fmax(top, 0));
        assert_close(total(a, 40, 30), area, 140.0 / 131068);
        for (uint32_t y = 0; y < 30; y++) {
            for (uint32_t x = 0; x < 40; x++) {
                int apart = lob_raster_row(a, y)[x] - lob_raster_row(b, y)[x];
                assert_ge(apart, -1);
                assert_le(apart, 1);
            }
        }
    }
    lob_raster_release(a);
    lob_raster_release(b);
}

/* Many figures in the marked pixels of many bands: overlapping random boxes against unit cells counted. */
static void test_bands(void **state) {
    (void)state;
    enum { WIDE = 600, FINE = 4, BOXES = 60000 };
    static uint8_t cells[WIDE * FINE][WIDE * FINE];
    static int boxes[BOXES][4];
    lob_raster *r;
    memset(cells, 0, sizeof cells);
    srand(11);
    for (int i = 0; i < BOXES; i++) {
        int *b = boxes[i];
        b[0] = (int)pick(0, WIDE * FINE - 40);
        b[1] = (int)pick(0, WIDE * FINE - 40);
        b[2] = b[0] + (int)pick(1, 13);
        b[3] = b[1] + (int)pick(1, 13);
        for (int y = b[1]; y < b[3]; y++) {
            memset(&cells[y][b[0]], 1, (size_t)(b[2] - b[0]));
        }
    }
    assert_int_equal(lob_raster_new(&ctx, WIDE, WIDE, &r), LOB_OK);
    uint32_t columns[2] = {0, 0};
    uint32_t rows[2] = {0, 0};
    unsigned bands = 0;
    do {
        for (int i = 0; i < BOXES; i++) {
            const int *b = boxes[i];
            assert_int_equal(
                lob_raster_box(r, (double)b[0] / FINE, (double)b[1] / FINE, (double)b[2] / FINE, (double)b[3] / FINE),
                LOB_OK);
        }
        assert_int_equal(lob_raster_end(r), LOB_OK);
        bands++;
    } while (lob_raster_second(r, columns, rows));
    assert_gt(bands, 2); /* the first pass and two bands */
    for (int y = 0; y < WIDE; y++) {
        for (int x = 0; x < WIDE; x++) {
            int sum = 0;
            for (int k = 0; k < FINE * FINE; k++) {
                sum += cells[y * FINE + k / FINE][x * FINE + k % FINE];
            }
            double ours = lob_cover_area(lob_raster_row(r, (uint32_t)y)[x]);
            assert_le(fabs(ours - sum / (double)(FINE * FINE)), 1.0 / 131068 + 1e-9);
        }
    }
    lob_raster_release(r);
}

/* A ring that meets itself so often that what ended left of a pixel is kept as a step function (raster_marked.c), and
 * each pixel is cut into parts (slab.c): pixels of each row against the region engine. */
static void test_winding_about(void **state) {
    (void)state;
    enum { COUNT = 1500 };
    static lob_point64 ring[COUNT];
    static lob_pixel pixels[COUNT];
    lob_point64 at = {SIDE * UNIT / 2, SIDE * UNIT / 2};
    lob_raster *r;
    uint32_t columns[2], rows[2];
    uint8_t known = LOB_RING_UNKNOWN;
    srand(21);
    for (uint32_t i = 0; i < COUNT; i++) {
        at.x += pick(-400, 400);
        at.y += pick(-400, 400);
        at.x = at.x < 0 ? 0 : at.x > SIDE * UNIT ? SIDE * UNIT : at.x;
        at.y = at.y < 0 ? 0 : at.y > SIDE * UNIT ? SIDE * UNIT : at.y;
        ring[i] = at;
        pixels[i] = (lob_pixel){(double)at.x / UNIT, (double)at.y / UNIT};
    }
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    assert_int_equal(lob_raster_ring(r, pixels, COUNT, &known), LOB_OK);
    while (lob_raster_second(r, columns, rows)) {
        assert_int_equal(lob_raster_ring(r, pixels, COUNT, &known), LOB_OK);
        assert_int_equal(lob_raster_end(r), LOB_OK);
    }
    assert_gt(lob_raster_marked(r), SIDE);
    for (uint32_t y = 0; y < SIDE; y += stride_pick(1, 4)) {
        for (uint32_t x = y % 2; x < SIDE; x += stride_pick(2, 8)) {
            lob_region *region;
            lob_region_measures m;
            const lob_box64 pixel = {x * UNIT, y * UNIT, (x + 1) * UNIT, (y + 1) * UNIT};
            assert_int_equal(lob_region_new(&ctx, 64, &region), LOB_OK);
            assert_int_equal(lob_region_add(&ctx, region, 0, ring, COUNT), LOB_OK);
            assert_int_equal(lob_region_add_box(&ctx, region, 1, pixel), LOB_OK);
            assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_AND, &m), LOB_OK);
            const double ours = lob_cover_area(lob_raster_row(r, y)[x]);
            assert_le(fabs(ours - m.area / UNIT / UNIT), 1.0 / 131068 + 1e-9 + m.area_error / UNIT / UNIT);
        }
    }
    lob_raster_release(r);
}

/* What is far smaller than a pixel is seen, alone and with others; what has no area is not. */
static void test_specks(void **state) {
    (void)state;
    const double e = 1e-9;
    const lob_pixel corner[] = {{3.25, 3.5}, {3.25 + e, 3.5}, {3.25, 3.5 + e}};
    const lob_pixel flat[] = {{5.5, 5.5}, {5.5 + e, 5.5}, {5.5 + e / 2, 5.5}};
    lob_raster *r;
    uint32_t columns[2], rows[2];
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    bool is_again = false;
    do {
        assert_int_equal(lob_raster_box(r, 1.5, 1.5, 1.5 + e, 1.5 + e), LOB_OK);
        assert_int_equal(lob_raster_ring(r, corner, 3, NULL), LOB_OK);
        assert_int_equal(lob_raster_ring(r, flat, 3, NULL), LOB_OK);
        for (int i = 0; i < 3; i++) { /* several in one pixel: the second pass */
            assert_int_equal(lob_raster_box(r, 7.25 + i * 2e-9, 7.5, 7.25 + i * 2e-9 + e, 7.5 + e), LOB_OK);
        }
        if (is_again) {
            assert_int_equal(lob_raster_end(r), LOB_OK);
        }
        is_again = true;
    } while (lob_raster_second(r, columns, rows));
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            const bool is_met = x == y && (x == 1 || x == 3 || x == 7);
            assert_int_equal(lob_raster_row(r, y)[x], is_met ? 1 : 0);
        }
    }
    lob_raster_release(r);
}

static void test_simple(void **state) {
    (void)state;
    const lob_pixel tie[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    const lob_pixel ell[] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
    const lob_pixel cut[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 4}, {3, 4}, {3, 6}, {6, 6}, {6, 4}, {0, 4}};
    bool is_simple = true;
    assert_int_equal(lob_raster_is_simple(&ctx, tie, 4, &is_simple), LOB_OK);
    assert_false(is_simple);
    assert_false(lob_raster_is_convex(ell, 6));
    assert_int_equal(lob_raster_is_simple(&ctx, ell, 6, &is_simple), LOB_OK);
    assert_true(is_simple);
    assert_int_equal(lob_raster_is_simple(&ctx, cut, 10, &is_simple), LOB_OK);
    assert_true(is_simple);
    lob_pixel star[5]; /* turns one way only, twice around */
    for (int i = 0; i < 5; i++) {
        star[i] = (lob_pixel){cos(i * 4 * M_PI / 5), sin(i * 4 * M_PI / 5)};
    }
    assert_false(lob_raster_is_convex(star, 5));
    assert_int_equal(lob_raster_is_simple(&ctx, star, 5, &is_simple), LOB_OK);
    assert_false(is_simple);
}

static bool run_sweep(void *arg) {
    rings *all = arg;
    lob_arena *own = lob_arena_new(0);
    lob_raster *r = NULL;
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    memset(all->known, 0, sizeof all->known);
    bool fine = lob_raster_new(&c, SIDE, SIDE, &r) == LOB_OK && draw(r, all) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_raster_release(r);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    static rings all;
    all.count = 0;
    RING(&all, 1200, 1100, 7300, 5900, 7300, 1100, 1200, 5900);
    RING(&all, 1500, 1500, 8500, 1700, 8300, 5300);
    assert_gt(sweep_allocations(run_sweep, &all), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_polygons), cmocka_unit_test(test_self_meeting),  cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_half_plane),      cmocka_unit_test(test_circles),       cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_bands),           cmocka_unit_test(test_winding_about), cmocka_unit_test(test_simple),
        cmocka_unit_test(test_specks),          cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
