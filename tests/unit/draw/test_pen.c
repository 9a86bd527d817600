/* Lines of a width against their areas by formula (width times length, mitres, flat corners), dashes counted and
 * measured, lines thinned against brute force, and lines that run far outside. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "draw/pen.h"
#include "tests/support/stride.h"

enum { SIDE = 64 };

static lob_arena *arena;
static lob_ctx ctx;
static lob_raster *raster;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return lob_raster_new(&ctx, SIDE, SIDE, &raster) == LOB_OK ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    lob_raster_release(raster);
    lob_arena_drop(arena);
    return 0;
}

static double value(uint32_t x, uint32_t y) {
    return lob_cover_area(lob_raster_row(raster, y)[x]);
}

/* The covered area of columns [from, to). */
static double area_between(uint32_t from, uint32_t to) {
    double area = 0;
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = from; x < to; x++) {
            area += value(x, y);
        }
    }
    return area;
}

static double draw(const lob_pen *pen, const lob_pixel *points, uint32_t count) {
    uint32_t columns[2] = {0, SIDE};
    uint32_t rows[2] = {0, SIDE};
    lob_raster_clear(raster);
    assert_int_equal(lob_pen_draw(raster, pen, points, count, columns, rows), LOB_OK);
    while (lob_raster_second(raster, columns, rows)) {
        assert_int_equal(lob_pen_draw(raster, pen, points, count, columns, rows), LOB_OK);
        assert_int_equal(lob_raster_end(raster), LOB_OK);
    }
    return area_between(0, SIDE);
}

static void is_near(double got, double want) {
    if (!(fabs(got - want) < 2e-3)) {
        print_message("%.6f instead of %.6f\n", got, want);
    }
    assert_close(got, want, 2e-3);
}

static void test_straight(void **state) {
    (void)state;
    const double widths[] = {0.5, 1, 2.25, 7};
    for (int i = 0; i < 4; i++) {
        const lob_pen pen = {.width = widths[i]};
        is_near(draw(&pen, (const lob_pixel[]){{10.3, 20.6}, {50.1, 41.2}}, 2), widths[i] * hypot(39.8, 20.6));
        is_near(draw(&pen, (const lob_pixel[]){{10.3, 20.6}, {10.3, 41.2}}, 2), widths[i] * 20.6);
        is_near(draw(&pen, (const lob_pixel[]){{50.5, 20.25}, {10.25, 20.25}}, 2), widths[i] * 40.25);
    }
    const lob_pen pen = {.width = 2};
    draw(&pen, (const lob_pixel[]){{10, 20.5}, {30, 20.5}}, 2); /* ends are cut square */
    is_near(value(9, 20), 0);
    is_near(value(10, 20), 1);
    is_near(value(10, 19), 0.5);
    is_near(value(29, 21), 0.5);
    is_near(value(30, 20), 0);
    is_near(draw(&pen, (const lob_pixel[]){{10, 20}}, 1), 0);
    is_near(draw(&pen, (const lob_pixel[]){{10, 20}, {10, 20}}, 2), 0);
    is_near(draw(&pen, NULL, 0), 0);
}

/* Of two lines of length 20 that turn by `turn`. Overlap inside: a kite of h * h * tan(turn / 2); outside the same kite
 * when mitred, h * h * sin(turn) / 2 when cut flat. */
static void corner(double turn_deg, bool is_mitred) {
    const double h = 1.5;
    const lob_pen pen = {.width = 2 * h};
    double turn = turn_deg * M_PI / 180;
    for (int way = -1; way <= 1; way += 2) {
        for (int start = 0; start < 8; start++) {
            double a = start * 0.8;
            lob_pixel p[3] = {{32 - 20 * cos(a), 32 - 20 * sin(a)},
                              {32, 32},
                              {32 + 20 * cos(a + way * turn), 32 + 20 * sin(a + way * turn)}};
            double kite = h * h * tan(turn / 2);
            double outside = is_mitred ? kite : h * h * sin(turn) / 2;
            is_near(draw(&pen, p, 3), 2 * 20 * 2 * h - kite + outside);
        }
    }
}

/* A mitre is 1 / cos(turn / 2) widths long: 4 at 151.04 degrees. */
static void test_corners(void **state) {
    (void)state;
    corner(10, true);
    corner(90, true);
    corner(135, true);
    corner(150.9, true);
    corner(151.2, false);
    corner(165, false);
    const lob_pen pen = {.width = 3}; /* straight back: nothing sticks out */
    is_near(draw(&pen, (const lob_pixel[]){{10, 20}, {30, 20}, {15, 20}}, 3), 60);
}

static void test_closed(void **state) {
    (void)state;
    const lob_pen closed = {.width = 2, .is_closed = true};
    const lob_pen open = {.width = 2};
    const lob_pixel box[4] = {{10.25, 12.5}, {40, 12.5}, {40, 30}, {10.25, 30}};
    is_near(draw(&closed, box, 4), 31.75 * 19.5 - 27.75 * 15.5);
    is_near(value(9, 11), 0.75 * 0.5); /* the corner is there */
    is_near(draw(&open, box, 4), 2 * (29.75 * 2 + 17.5));
    const lob_pixel triangle[3] = {{10, 50}, {50, 50}, {30, 15.35898384862245}}; /* equilateral, side 40 */
    double inradius = 40 / (2 * sqrt(3));
    double sides = 3 * sqrt(3); /* area over the square of the inradius */
    is_near(draw(&closed, triangle, 3), sides * (pow(inradius + 1, 2) - pow(inradius - 1, 2)));
    is_near(draw(&closed, (const lob_pixel[]){{10, 20}, {30, 20}}, 2), 40);
}

static void test_dashes(void **state) {
    (void)state;
    const lob_pen pen = {.width = 2, .dash_on = 4, .gap = 3};
    is_near(draw(&pen, (const lob_pixel[]){{5, 20}, {45, 20}}, 2), 2 * (5 * 4 + 4)); /* 40 = 5 * 7 + 5 */
    for (uint32_t x = 5; x < 45; x++) {
        is_near(value(x, 20), (x - 5) % 7 < 4);
    }
    /* 29 long, the corner at 9 is within the second dash: mitred. Dashes: 0-4, 7-11, 14-18, 21-25, 28-29 */
    is_near(draw(&pen, (const lob_pixel[]){{5, 20}, {14, 20}, {14, 40}}, 3), 2 * (4 + 4 + 4 + 4 + 1));
    is_near(value(14, 19), 1);
    is_near(value(14, 21), 1);
    is_near(value(14, 22), 0);
    is_near(value(14, 25), 1);
    /* The corner at 13 is in a gap, at 14 begins a dash: no corner. */
    draw(&pen, (const lob_pixel[]){{5, 20}, {18, 20}, {18, 40}}, 3);
    is_near(value(18, 19), 0);
    is_near(value(18, 21), 1);
    /* Closed: 40 around, dashes begin anew nowhere. */
    const lob_pen closed = {.width = 1, .dash_on = 3, .gap = 2, .is_closed = true};
    is_near(draw(&closed, (const lob_pixel[]){{10, 10}, {20, 10}, {20, 20}, {10, 20}}, 4), 8 * 3 - 0.0);
}

/* Dashes follow the line through what lies outside: the picture of a part is a part of the picture. */
static void test_dashes_outside(void **state) {
    (void)state;
    const lob_pen pen = {.width = 2, .dash_on = 4, .gap = 3};
    draw(&pen, (const lob_pixel[]){{-700000 + 5, 20}, {45, 20}}, 2);
    for (uint32_t x = 0; x < 45; x++) {
        is_near(value(x, 20), (x + 700000 - 5) % 7 < 4);
    }
    draw(&pen, (const lob_pixel[]){{5, -1000}, {5, 20}, {1000, 20}}, 3);
    for (uint32_t x = 7; x < SIDE; x++) {
        is_near(value(x, 20), (x - 5 + 1020) % 7 < 4);
    }
}

static void test_outside(void **state) {
    (void)state;
    const lob_pen pen = {.width = 4};
    const double far[] = {1e3, 1e6, 1e9, LOB_PIXEL_FAR};
    for (int i = 0; i < 4; i++) {
        double f = far[i];
        double error = f * 1e-15 * SIDE * 4;
        assert_close(draw(&pen, (const lob_pixel[]){{-f, 32}, {f, 32}}, 2), 4 * SIDE, 1e-3);
        assert_close(draw(&pen, (const lob_pixel[]){{32, f}, {32, -f}}, 2), 4 * SIDE, 1e-3);
        /* along the diagonal: a strip of 4 less the corners it leaves */
        assert_close(draw(&pen, (const lob_pixel[]){{-f, -f}, {f, f}}, 2), (4 * SIDE * sqrt(2) - 8), 1e-2 + error);
        is_near(draw(&pen, (const lob_pixel[]){{-f, -50}, {f, -50}}, 2), 0);
        is_near(draw(&pen, (const lob_pixel[]){{-f, 50}, {-50, 50}, {-50, -f}}, 3), 0);
    }
    /* Its corner is outside, its mitre inside. */
    double turn = 150 * M_PI / 180;
    const lob_pixel p[3] = {{200, 32}, {66, 32}, {66 - 134 * cos(turn), 32 + 134 * sin(turn)}};
    assert_gt(draw(&pen, p, 3), 1);
    lob_pixel moved[3];
    for (int i = 0; i < 3; i++) {
        moved[i] = (lob_pixel){p[i].x - 20, p[i].y};
    }
    double outside = area_between(0, SIDE);
    draw(&pen, moved, 3);
    is_near(area_between(0, SIDE - 20), outside);
}

/* Thin, thousands of points: one line, not many. */
static void test_circle(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    lob_pixel *p = malloc(COUNT * sizeof *p);
    for (int i = 0; i < COUNT; i++) {
        double a = 2 * M_PI * i / COUNT;
        p[i] = (lob_pixel){32 + 20 * cos(a), 32 + 20 * sin(a)};
    }
    const lob_pen pen = {.width = 2, .is_closed = true};
    double whole = 2 * M_PI * 20 * 2;
    assert_close(draw(&pen, p, COUNT), whole, 0.01);
    uint32_t count = lob_pen_thin(p, COUNT, true, 1 / 64.0, p);
    assert_in_range(count, 20, 100);
    assert_close(draw(&pen, p, count), whole, whole / 64 / 20 + 0.01);
    free(p);
}

/* ---- by brute force ---- */

static double noise(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 40) / (1 << 24) - 0.5;
}

/* A point is on the line when it is beside an edge, or in the mitre of a corner: between the corner, both edges' ends
 * on the outside, and the place where the borders there meet. */
static bool is_left(lob_pixel a, lob_pixel b, lob_pixel p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0;
}

static bool is_in_corner(lob_pixel p, lob_pixel a, lob_pixel b, lob_pixel c, double half) {
    if (fabs(p.x - b.x) > 4 * half || fabs(p.y - b.y) > 4 * half) {
        return false;
    }
    double l1 = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    double l2 = sqrt((c.x - b.x) * (c.x - b.x) + (c.y - b.y) * (c.y - b.y));
    lob_pixel u = {(b.x - a.x) / l1, (b.y - a.y) / l1};
    lob_pixel v = {(c.x - b.x) / l2, (c.y - b.y) / l2};
    double side = u.x * v.y - u.y * v.x > 0 ? 1 : -1; /* outside: against the turn */
    lob_pixel e1 = {b.x + side * u.y * half, b.y - side * u.x * half};
    lob_pixel e2 = {b.x + side * v.y * half, b.y - side * v.x * half};
    double room = 1 + u.x * v.x + u.y * v.y;
    lob_pixel tip = {b.x + (e1.x + e2.x - 2 * b.x) / room, b.y + (e1.y + e2.y - 2 * b.y) / room};
    lob_pixel ring[4] = {b, e1, sqrt(2 / room) <= 4 ? tip : (lob_pixel){(e1.x + e2.x) / 2, (e1.y + e2.y) / 2}, e2};
    int left = 0;
    for (int i = 0; i < 4; i++) {
        left += is_left(ring[i], ring[(i + 1) % 4], p);
    }
    return left == 4 || left == 0;
}

static bool is_on(lob_pixel q, const lob_pixel *p, int count, bool is_closed, double half) {
    for (int i = 0; i + !is_closed < count; i++) {
        lob_pixel a = p[i];
        lob_pixel b = p[(i + 1) % count];
        double l = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        double t = ((q.x - a.x) * (b.x - a.x) + (q.y - a.y) * (b.y - a.y)) / l;
        double w = ((q.x - a.x) * (b.y - a.y) - (q.y - a.y) * (b.x - a.x)) / l;
        if (t >= 0 && t <= l && fabs(w) <= half) {
            return true;
        }
        if ((is_closed || i + 2 < count) && is_in_corner(q, a, b, p[(i + 2) % count], half)) {
            return true;
        }
    }
    return false;
}

/* Smooth and rough lines and small spirals, with edges shorter and longer than the line is wide, all in a few pixels.
 */
static void test_brute_force(void **state) {
    (void)state;
    enum { COUNT = 16, PARTS = 8, WINDOW = 22 };
    uint64_t seed = 3;
    int rounds = getenv("LOB_TEST_QUICK") ? 6 : 30;
    const int apart = (int)stride_pick(1, 5); /* pixels looked at: the oracle is what is long */
    for (int round = 0; round < rounds; round++) {
        lob_pixel p[COUNT];
        lob_pixel at = {round % 3 == 2 ? 9 : 12, 10};
        double heading = noise(&seed) * 6;
        double bend = round % 3 == 0 ? 0.8 : round % 3 == 1 ? 5 : 0.1;
        for (int i = 0; i < COUNT; i++) {
            double step = round % 3 == 2 ? 1.3 : 0.2 + 4 * (noise(&seed) + 0.5) * (noise(&seed) + 0.5);
            p[i] = at;
            heading += noise(&seed) * bend + (round % 3 == 2 ? 0.7 : 0);
            at = (lob_pixel){at.x + step * cos(heading) + (round % 3 == 2 ? 0.13 : 0), at.y + step * sin(heading)};
        }
        const lob_pen pen = {.width = 2.6, .is_closed = round % 2 == 0};
        draw(&pen, p, COUNT);
        for (int i = 0; i < WINDOW * WINDOW; i += apart) {
            int inside = 0;
            for (int k = 0; k < PARTS * PARTS; k++) {
                const lob_pixel q = {i % WINDOW + (k % PARTS + 0.5) / PARTS,
                                     (double)(i / WINDOW) + ((double)(k / PARTS) + 0.5) / PARTS};
                inside += is_on(q, p, COUNT, pen.is_closed, 1.3);
            }
            double got = value((uint32_t)(i % WINDOW), (uint32_t)(i / WINDOW));
            assert_close(got, inside / (double)(PARTS * PARTS), 0.14);
        }
    }
}

/* ---- thinning ---- */

static double away(lob_pixel p, lob_pixel a, lob_pixel b) {
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double length2 = dx * dx + dy * dy;
    double t = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

static double away_of(lob_pixel p, const lob_pixel *line, uint32_t count, bool is_closed) {
    double least = hypot(p.x - line[0].x, p.y - line[0].y);
    for (uint32_t i = 0; i + !is_closed < count; i++) {
        least = fmin(least, away(p, line[i], line[(i + 1) % count]));
    }
    return least;
}

/* Each line lies within the tolerance of the other, by brute force; kept points are some of the given, in order. */
static void check_thin(const lob_pixel *p, uint32_t count, bool is_closed, double tolerance) {
    lob_pixel out[512];
    uint32_t n = lob_pen_thin(p, count, is_closed, tolerance, out);
    assert_in_range(n, 2, count);
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        while (at < count && (p[at].x != out[i].x || p[at].y != out[i].y)) {
            at++;
        }
        assert_lt(at, count);
        if (i != 0 && out[i].x == out[i - 1].x) {
            assert_ne(out[i].y, out[i - 1].y);
        }
    }
    assert_eq(out[0].x, p[0].x);
    assert_eq(out[0].y, p[0].y);
    if (!is_closed) {
        assert_eq(out[n - 1].x, p[count - 1].x);
        assert_eq(out[n - 1].y, p[count - 1].y);
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_le(away_of(p[i], out, n, is_closed), tolerance * 1.0001);
    }
    for (uint32_t i = 0; i + !is_closed < n; i++) {
        for (int k = 0; k <= 20; k++) {
            lob_pixel b = out[(i + 1) % n];
            lob_pixel q = {out[i].x + (b.x - out[i].x) * k / 20, out[i].y + (b.y - out[i].y) * k / 20};
            assert_le(away_of(q, p, count, is_closed), tolerance * 1.5);
        }
    }
}

static void test_thin(void **state) {
    (void)state;
    uint64_t seed = 7;
    int rounds = stride_is_on() ? 6 : getenv("LOB_TEST_QUICK") ? 30 : 300;
    for (int round = 0; round < rounds; round++) {
        lob_pixel p[128];
        double step = round % 3 == 0 ? 0.03 : round % 3 == 1 ? 0.2 : 1;
        lob_pixel at = {0, 0};
        double heading = 0;
        for (int i = 0; i < 128; i++) {
            p[i] = at;
            heading += noise(&seed) * (round % 5 == 0 ? 6 : 0.4);
            at = (lob_pixel){at.x + step * cos(heading), at.y + step * sin(heading)};
        }
        check_thin(p, 128, round % 2, 0.05);
    }
}

static void test_thin_ends(void **state) {
    (void)state;
    lob_pixel out[8];
    /* A needle turns back: both corners of its tip stay, so that its outline keeps its ends. */
    const lob_pixel needle[4] = {{0, 0}, {50, 0}, {50, 0.01}, {0, 0.01}};
    assert_int_equal(lob_pen_thin(needle, 4, true, 1 / 64.0, out), 4);
    const lob_pen pen = {.width = 2, .is_closed = true};
    for (int i = 0; i < 4; i++) {
        out[i].x += 5;
        out[i].y += 20;
    }
    is_near(draw(&pen, out, 4), 52 * 2.01);
    /* Within the tolerance of a point: its box. */
    const lob_pixel speck[5] = {{3, 3}, {3.01, 3}, {3.01, 3.005}, {3, 3.005}, {3, 3}};
    assert_int_equal(lob_pen_thin(speck, 5, true, 1 / 64.0, out), 4);
    is_near(draw(&pen, out, 4), 2.01 * 2.005);
    const lob_pixel one[3] = {{3, 3}, {3, 3}, {3, 3}};
    assert_int_equal(lob_pen_thin(one, 3, true, 1 / 64.0, out), 0);
    assert_in_range(lob_pen_thin(one, 3, false, 1 / 64.0, out), 0, 1);
    assert_int_equal(lob_pen_thin(one, 1, false, 1 / 64.0, out), 0);
    assert_int_equal(lob_pen_thin(one, 0, true, 1 / 64.0, out), 0);
    /* There and back, on one line. */
    const lob_pixel back[5] = {{0, 0}, {4, 0}, {9, 0}, {6, 0}, {5, 0}};
    assert_int_equal(lob_pen_thin(back, 5, false, 1 / 64.0, out), 3);
    assert_eq(out[1].x, 9);
    assert_eq(out[2].x, 5);
    const lob_pixel more[4] = {{0, 0}, {9, 0}, {2, 0}, {20, 0}}; /* as long as it was */
    assert_int_equal(lob_pen_thin(more, 4, false, 1 / 64.0, out), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight),  cmocka_unit_test(test_corners),        cmocka_unit_test(test_closed),
        cmocka_unit_test(test_dashes),    cmocka_unit_test(test_dashes_outside), cmocka_unit_test(test_outside),
        cmocka_unit_test(test_circle),    cmocka_unit_test(test_brute_force),    cmocka_unit_test(test_thin),
        cmocka_unit_test(test_thin_ends),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
