/* Rings cut to a window against windings counted by brute force; numbers against printf; path data read back. */
#include "tests/support/lob_test.h"

#include "svg_rig.h"

#include "draw/svg_impl.h"
#include "tests/support/arena_rig.h"

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        double value;
        unsigned decimals;
        const char *text;
    } cases[] = {{0, 3, "0"},
                 {-0.0, 3, "0"},
                 {1, 3, "1"},
                 {-1, 0, "-1"},
                 {0.5, 3, ".5"},
                 {-0.25, 3, "-.25"},
                 {10.0004, 3, "10"},
                 {-0.0004, 3, "0"},
                 {0.0005, 3, ".001"},
                 {12.3456, 3, "12.346"},
                 {100, 9, "100"},
                 {1e30, 3, "1000000000"},
                 {-1e30, 0, "-1000000000"},
                 {0.006835938, 9, ".006835938"},
                 {NAN, 3, "0"},
                 {2.5, 0, "3"}};
    lob_buf buf;
    lob_buf_init(&buf, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        lob_buf_clear(&buf);
        lob_svg_number(&buf, cases[i].value, cases[i].decimals);
        assert_string_equal(buf.data, cases[i].text);
    }
    uint32_t seed = 7;
    for (int i = 0; i < 2000; i++) {
        int64_t value = (int64_t)svg_random(&seed) - (1 << 27);
        value /= 1 << svg_random(&seed) % 20;
        lob_buf_clear(&buf);
        lob_svg_milli(&buf, value);
        const char *at = buf.data;
        char want[64];
        char have[64];
        snprintf(want, sizeof want, "%.3f", (double)value / 1000);
        snprintf(have, sizeof have, "%.3f", svg_read_number(&at, 3));
        assert_string_equal(have, value == 0 ? "0.000" : want);
        assert_int_equal(*at, 0);
    }
    lob_buf_release(&buf);
}

static void test_colors(void **state) {
    (void)state;
    lob_buf buf;
    lob_buf_init(&buf, 0);
    lob_svg_color(&buf, "fill", 0x01ab9f);
    lob_svg_alpha(&buf, "opacity", 102);
    lob_svg_attribute(&buf, "x", -1.5);
    assert_string_equal(buf.data, " fill=\"#01ab9f\" opacity=\".4\" x=\"-1.5\"");
    lob_buf_clear(&buf);
    lob_svg_id(&buf, LOB_STR("WG core/1-0.a_b \xff\xc3\xa4<>0123456789012345678901234567890123456789"));
    assert_string_equal(buf.data, "WG_core_1-0.a_b_012345678901234567890123");
    lob_buf_release(&buf);
}

/* A window of 10 x 6 pixels; rings of all kinds around it. No random point lies on an edge: its coordinates are odd
 * multiples of 1/2048, those of the rings of 1/8. */
static void test_windings(void **state) {
    (void)state;
    const lob_svg_window window = {-1, -2, 9, 4};
    lob_svg_ring ring = {0};
    uint32_t seed = 1;
    unsigned inside = 0;
    for (int n = 0; n < 3000; n++) {
        lob_pixel points[12];
        uint32_t count = 3 + svg_random(&seed) % 10;
        for (uint32_t i = 0; i < count; i++) {
            points[i].x = (int)(svg_random(&seed) % 240) / 8.0 - 10;
            points[i].y = (int)(svg_random(&seed) % 240) / 8.0 - 15;
            if (i > 0 && svg_random(&seed) % 3 == 0) { /* upright and level edges, some along the window's */
                points[i].x = svg_random(&seed) % 4 ? points[i - 1].x : window.left;
            }
        }
        assert_int_equal(lob_svg_ring_make(&ctx, points, count, &window, 0, &ring), LOB_OK);
        lob_pixel cut[64];
        assert_le(ring.count, 64);
        for (uint32_t i = 0; i < ring.count; i++) {
            cut[i] = (lob_pixel){(double)ring.points[i].x / 1000, (double)ring.points[i].y / 1000};
            assert_ge(cut[i].x, window.left);
            assert_le(cut[i].x, window.right);
            assert_ge(cut[i].y, window.top);
            assert_le(cut[i].y, window.bottom);
        }
        for (int k = 0; k < 10; k++) {
            lob_pixel at = {svg_random(&seed) % 10240 / 1024.0 - 1 + 1 / 2048.0,
                            svg_random(&seed) % 6144 / 1024.0 - 2 + 1 / 2048.0};
            bool is_near = false; /* rounding of cuts moves edges by a thousandth and a half */
            for (uint32_t i = 0; i < count; i++) {
                lob_pixel a = points[i];
                lob_pixel b = points[i + 1 < count ? i + 1 : 0];
                double length = hypot(b.x - a.x, b.y - a.y);
                double off = fabs((b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x));
                is_near = is_near || off < 0.002 * length;
            }
            int want = ring_winding(points, count, at);
            inside += want != 0;
            if (!is_near && ring_winding(cut, ring.count, at) != want) {
                fail_msg("ring %d: winds %d, not %d", n, ring_winding(cut, ring.count, at), want);
            }
        }
    }
    assert_gt(inside, 3000);
    lob_svg_ring_release(&ring);
}

static void ring_is(const lob_svg_ring *ring, const char *want, bool is_reversed) {
    lob_buf buf;
    lob_buf_init(&buf, 0);
    lob_svg_ring_write(&buf, ring->points, ring->count, is_reversed);
    assert_string_equal(buf.data ? buf.data : "", want);
    lob_buf_release(&buf);
}

static void test_tidy(void **state) {
    (void)state;
    const lob_svg_window window = {-100, -100, 100, 100};
    lob_svg_ring ring = {0};
    /* Doubled points, points on straight lines, also where the ring closes, and differences below a thousandth. */
    const lob_pixel box[] = {{5, 0}, {5, 0}, {7.5, 0}, {10, 0}, {10, 4}, {10.0002, 4}, {0, 4}, {0, 4}, {0, 0}, {2, 0}};
    assert_int_equal(lob_svg_ring_make(&ctx, box, 10, &window, 0, &ring), LOB_OK);
    ring_is(&ring, "M10 0V4H0V0z", false);
    ring_is(&ring, "M0 0V4H10V0z", true);
    assert_eq(ring.area, 40);
    assert_eq(ring.length, 28);
    const lob_pixel corner[] = {{0, 0}, {4, 0}, {3.25, -1.5}, {-2, -3}};
    assert_int_equal(lob_svg_ring_make(&ctx, corner, 4, &window, 0, &ring), LOB_OK);
    ring_is(&ring, "M0 0H4L3.25-1.5-2-3z", false);
    /* A line there and back stays a line, a ring without extent a point that can be stroked. */
    const lob_pixel line[] = {{1, 1}, {3, 2}, {1, 1}};
    assert_int_equal(lob_svg_ring_make(&ctx, line, 3, &window, 0, &ring), LOB_OK);
    ring_is(&ring, "M1 1 3 2", false);
    const lob_pixel dot[] = {{1, 1}, {1.0001, 1}, {1, 1.0001}};
    assert_int_equal(lob_svg_ring_make(&ctx, dot, 3, &window, 0, &ring), LOB_OK);
    ring_is(&ring, "M1 1h.001", false);
    const lob_pixel outside[] = {{101, 0}, {200, 0}, {150, 50}};
    assert_int_equal(lob_svg_ring_make(&ctx, outside, 3, &window, 0, &ring), LOB_OK);
    ring_is(&ring, "", false);
    lob_svg_ring_release(&ring);
}

/* A comb of 100,000 teeth of which three reach into the window: what lies outside costs no points. */
static void test_far_points(void **state) {
    (void)state;
    enum { TEETH = 100000 };
    const lob_svg_window window = {0, 0, 10, 10};
    lob_pixel *points = malloc((4 * TEETH + 2) * sizeof *points);
    lob_svg_ring ring = {0};
    uint32_t n = 0;
    assert_non_null(points);
    for (int i = 0; i < TEETH; i++) {
        double x = i * 4 - 200000.0, low = i % 2 ? -3 : 5;
        points[n++] = (lob_pixel){x, -100};
        points[n++] = (lob_pixel){x, low};
        points[n++] = (lob_pixel){x + 2, low};
        points[n++] = (lob_pixel){x + 2, -100};
    }
    points[n++] = (lob_pixel){200000, -1e9};
    points[n++] = (lob_pixel){-200000, -1e9};
    assert_int_equal(lob_svg_ring_make(&ctx, points, n, &window, 0, &ring), LOB_OK);
    assert_ge(ring.count, 8);
    assert_le(ring.count, 16);
    assert_close(fabs(ring.area), 20, 1e-6); /* teeth at x = 0 and 8, 2 x 5 */
    free(points);
    lob_svg_ring_release(&ring);
}

/* A circle of 10,000 points of radius 50: far fewer do, none further off than the tolerance. */
static void test_tolerance(void **state) {
    (void)state;
    enum { COUNT = 10000 };
    const lob_svg_window window = {-100, -100, 100, 100};
    static lob_pixel points[COUNT];
    lob_svg_ring ring = {0};
    for (int i = 0; i < COUNT; i++) {
        points[i] = (lob_pixel){50 * cos(2 * M_PI * i / COUNT), 50 * sin(2 * M_PI * i / COUNT)};
    }
    assert_int_equal(lob_svg_ring_make(&ctx, points, COUNT, &window, 0.005, &ring), LOB_OK);
    /* Chords of sagitta s span 2 acos(1 - s / r); the cone may use the tolerance on one side alone. */
    double fewest = M_PI / acos(1 - 2 * 0.005 / 50);
    assert_ge(ring.count, fewest - 1);
    assert_lt(ring.count, 4 * fewest);
    for (uint32_t i = 0; i < ring.count; i++) {
        lob_point64 a = ring.points[i];
        lob_point64 b = ring.points[i + 1 < ring.count ? i + 1 : 0];
        double middle = hypot((double)(a.x + b.x) / 2000, (double)(a.y + b.y) / 2000);
        assert_close(hypot((double)a.x, (double)a.y) / 1000, 50, 0.0062);
        assert_gt(middle, 50 - 0.0122);
    }
    lob_svg_ring_release(&ring);
}

static bool run_sweep(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_svg_ring ring = {0};
    lob_pixel points[20];
    for (int i = 0; i < 20; i++) {
        points[i] = (lob_pixel){50 * cos(i / 20.0 * 2 * M_PI), 50 * sin(i / 20.0 * 2 * M_PI)};
    }
    const lob_svg_window window = {-10, -20, 30, 40};
    bool fine = lob_svg_ring_make(&c, points, 20, &window, 0.005, &ring) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_svg_ring_release(&ring);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    assert_ge(sweep_allocations(run_sweep, NULL), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_colors),
        cmocka_unit_test_setup_teardown(test_windings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tidy, setup, teardown),
        cmocka_unit_test_setup_teardown(test_far_points, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tolerance, setup, teardown),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
