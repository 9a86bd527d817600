/* Halos against distances to the line, computed anew at 16 x 16 places of each pixel. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "draw/font.h"
#include "draw/halo.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { WIDTH = 40, HEIGHT = 24, PARTS = 16 };

static double away2(double x, double y, lob_pixel a, lob_pixel b) {
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double length2 = dx * dx + dy * dy;
    double t = length2 > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / length2 : 0;
    t = fmin(fmax(t, 0), 1);
    return (x - a.x - t * dx) * (x - a.x - t * dx) + (y - a.y - t * dy) * (y - a.y - t * dy);
}

static bool is_within(const lob_paths *lines, double x, double y, double distance) {
    if (distance < 0) {
        return false;
    }
    for (uint32_t i = 0; i < lines->run_count; i++) {
        const lob_pixel *p = lines->points + lines->runs[i].first;
        for (uint32_t k = 0; k < lines->runs[i].count; k++) {
            if (away2(x, y, p[k], p[(k + 1) % lines->runs[i].count]) <= distance * distance) {
                return true;
            }
        }
    }
    return false;
}

static double truth(const lob_paths *lines, uint32_t x, uint32_t y, double distance) {
    int inside = 0;
    if (is_within(lines, x + 0.5, y + 0.5, distance - 0.75) || !is_within(lines, x + 0.5, y + 0.5, distance + 0.75)) {
        return is_within(lines, x + 0.5, y + 0.5, distance);
    }
    for (int i = 0; i < PARTS * PARTS; i++) {
        inside += is_within(lines, x + (i % PARTS + 0.5) / PARTS, y + ((double)(i / PARTS) + 0.5) / PARTS, distance);
    }
    return inside / (double)(PARTS * PARTS);
}

typedef struct errors {
    double worst, sum;
    uint32_t rim; /* pixels covered in part */
} errors;

static errors compare(const lob_paths *lines, double distance) {
    lob_raster *r;
    errors e = {0};
    assert_int_equal(lob_raster_new(&ctx, WIDTH, HEIGHT, &r), LOB_OK);
    assert_int_equal(lob_halo_draw(&ctx, r, WIDTH, HEIGHT, lines, distance), LOB_OK);
    for (uint32_t y = 0; y < HEIGHT; y += stride_pick(1, 8)) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            double want = truth(lines, x, y, distance);
            double error = fabs(lob_cover_area(lob_raster_row(r, y)[x]) - want);
            e.worst = fmax(e.worst, error);
            e.sum += error;
            e.rim += want > 0 && want < 1;
        }
    }
    lob_raster_release(r);
    return e;
}

static lob_paths line_of(const lob_pixel *points, uint32_t count) {
    lob_paths p = {0};
    assert_int_equal(lob_paths_begin(&ctx, &p, count, 0), LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        lob_paths_put(&p, points[i]);
    }
    return p;
}

/* Straight rims are exact; what is left is the places of the truth, and around ends the corner taken as straight. */
static void test_straight(void **state) {
    (void)state;
    for (int i = 0; i < 12; i += (int)stride_pick(1, 3)) {
        double a = i * 0.3;
        lob_paths p = line_of(
            (const lob_pixel[]){{20 + 300 * cos(a), 12 + 300 * sin(a)}, {20 - 300 * cos(a), 12 - 300 * sin(a)}}, 2);
        errors e = compare(&p, 2.3);
        assert_lt(e.worst, 0.02);
        lob_paths_release(&p);
    }
    lob_paths dot = line_of((const lob_pixel[]){{20.3, 12.1}}, 1);
    assert_lt(compare(&dot, 5).worst, 0.03);
    assert_lt(compare(&dot, 1.5).worst, 0.08);
    lob_paths_release(&dot);
}

static lob_status take(void *who, const lob_pixel *points, uint32_t count, uint32_t glyph) {
    lob_paths *p = who;
    (void)glyph;
    LOB_TRY(lob_paths_begin(&ctx, p, count, 0));
    for (uint32_t i = 0; i < count; i++) {
        lob_paths_put(p, points[i]);
    }
    return LOB_OK;
}

static lob_paths word(const char *text, double size) {
    lob_paths p = {0};
    assert_int_equal(lob_text_rings(&ctx, lob_str_from(text), (lob_pixel){2.2, 17.4}, size, take, &p), LOB_OK);
    return p;
}

static void test_words(void **state) {
    (void)state;
    const char *words[] = {"Ring&8", "5.25\xc2\xb5m", "WG@3"};
    const double halos[] = {0.75, 1.5, 3};
    bool is_quick = getenv("LOB_TEST_QUICK") != NULL;
    for (int i = 0; i < (is_quick ? 1 : 3); i++) {
        for (uint32_t k = 0; k < 3; k += stride_pick(1, 3)) {
            lob_paths p = word(words[i], 12);
            errors e = compare(&p, halos[k]);
            assert_lt(e.worst, 0.3);
            assert_lt(e.sum, 0.03 * e.rim);
            lob_paths_release(&p);
        }
    }
}

/* What the raster holds stays where it is more. */
static void test_added(void **state) {
    (void)state;
    lob_raster *r;
    lob_paths dot = line_of((const lob_pixel[]){{20, 12}}, 1);
    assert_int_equal(lob_raster_new(&ctx, WIDTH, HEIGHT, &r), LOB_OK);
    assert_int_equal(lob_raster_box(r, 30, 11, 33.5, 13), LOB_OK);
    assert_int_equal(lob_halo_draw(&ctx, r, WIDTH, HEIGHT, &dot, 2), LOB_OK);
    assert_int_equal(lob_raster_row(r, 11)[30], LOB_COVER_FULL);
    assert_close(lob_cover_area(lob_raster_row(r, 12)[33]), 0.5, 1e-4);
    assert_int_equal(lob_raster_row(r, 11)[20], LOB_COVER_FULL);
    assert_int_equal(lob_raster_row(r, 11)[24], 0);
    lob_raster_release(r);
    lob_paths_release(&dot);
}

/* More rows than a band holds: the same as in parts. */
static void test_bands(void **state) {
    (void)state;
    enum { LONG = 700 };
    lob_raster *r;
    lob_paths p = {0};
    assert_int_equal(lob_text_rings(&ctx, LOB_STR("8"), (lob_pixel){90, 650}, 800, take, &p), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, LONG, LONG, &r), LOB_OK);
    assert_int_equal(lob_halo_draw(&ctx, r, LONG, LONG, &p, 2), LOB_OK);
    double area = 0;
    double length = 0;
    for (uint32_t i = 0; i < p.run_count; i++) {
        for (uint32_t k = 0; k < p.runs[i].count; k++) {
            lob_pixel a = p.points[p.runs[i].first + k];
            lob_pixel b = p.points[p.runs[i].first + (k + 1) % p.runs[i].count];
            length += hypot(b.x - a.x, b.y - a.y);
        }
    }
    for (uint32_t i = 0; i < LONG * LONG; i++) {
        area += lob_cover_area(lob_raster_row(r, i / LONG)[i % LONG]);
    }
    /* A closed line's band of 2 on both sides: 4 times its length, for a smooth one. */
    assert_close(area, 4 * length, 0.002 * area);
    lob_raster_release(r);
    lob_paths_release(&p);
}

static bool run_sweep(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_raster *r;
    lob_paths p = {0};
    bool fine = lob_raster_new(&c, WIDTH, HEIGHT, &r) == LOB_OK && lob_paths_begin(&c, &p, 1, 0) == LOB_OK;
    if (fine) {
        lob_paths_put(&p, (lob_pixel){3, 3});
        fine = lob_halo_draw(&c, r, WIDTH, HEIGHT, &p, 2) == LOB_OK;
    }
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_raster_release(r);
    lob_paths_release(&p);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    assert_ge(sweep_allocations(run_sweep, NULL), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight), cmocka_unit_test(test_words),   cmocka_unit_test(test_added),
        cmocka_unit_test(test_bands),    cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
