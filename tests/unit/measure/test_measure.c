/* Every mode on figures whose measures are plain by hand or by formula; what is refused; figures that need care. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "figures.h"
#include "measure/measure.h"
#include "tests/unit/base/sweep.h"

static const double pi = 3.14159265358979323846;

static lob_measure measured(lob_measure_mode mode, const lob_figure *a, const lob_figure *b) {
    lob_measure m;
    lob_status status = lob_measure_figures(&ctx, mode, a, b, &m);
    if (status != LOB_OK) {
        fail_msg("mode %d: %s", mode, ctx.error.message);
    }
    return m;
}

static void assert_value(const lob_measure *m, double value, int64_t rounded, bool is_whole) {
    if (fabs(m->value - value) > 1e-12 * fabs(value) || m->rounded != rounded || m->is_whole != is_whole) {
        fail_msg("%.17g rounded %lld whole %d, expected %.17g", m->value, (long long)m->rounded, m->is_whole, value);
    }
}

static void assert_points(const lob_measure *m, double x0, double y0, double x1, double y1) {
    assert_int_equal(m->point_count, 2);
    const double expected[4] = {x0, y0, x1, y1};
    const double found[4] = {m->points[0].x, m->points[0].y, m->points[1].x, m->points[1].y};
    for (int i = 0; i < 4; i++) {
        if (fabs(found[i] - expected[i]) > 1e-9 * (1 + fabs(expected[i]))) {
            fail_msg("coordinate %d is %.17g, expected %.17g", i, found[i], expected[i]);
        }
    }
}

static void assert_refused(lob_measure_mode mode, const lob_figure *a, const lob_figure *b, lob_status code,
                           const char *reason, unsigned at_fault) {
    lob_measure m;
    assert_int_equal(lob_measure_figures(&ctx, mode, a, b, &m), code);
    assert_int_equal(m.at_fault, at_fault);
    assert_ne(ctx.error.hint[0], '\0');
    bool found = false;
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        found = found || (strcmp(ctx.error.details[i].key, "reason") == 0 &&
                          lob_str_equal(ctx.error.details[i].text, lob_str_from(reason)));
    }
    if (!found) {
        fail_msg("mode %d: reason is not %s but: %s", mode, reason, ctx.error.message);
    }
    lob_error_clear(&ctx.error);
}

/* A frame of 10 around a hole, with the cut line of GDSII. */
static lob_figure *frame(void) {
    return POLYGON({0, 0}, {0, 100}, {100, 100}, {100, 0}, {0, 0}, {10, 10}, {90, 10}, {90, 90}, {10, 90}, {10, 10});
}

/* ---- gaps ---- */

static void test_gap(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_EDGE_GAP, box_of(0, 0, 10, 10), box_of(40, 50, 60, 60));
    assert_value(&m, 50, 50, true); /* corner to corner: 30, 40 */
    assert_points(&m, 10, 10, 40, 50);
    assert_true(m.has_overlap);
    assert_false(m.is_overlapping);
    assert_eq(m.uncertainty, 0);
    assert_string_equal(m.method, "exact_edge_distance");
    /* a corner over a slope of 45 degrees: 7 / sqrt 2 away from the point half way */
    m = measured(LOB_MEASURE_EDGE_GAP, POLYGON({0, 0}, {0, 100}, {100, 0}), box_of(60, 47, 90, 90));
    assert_value(&m, 7 / sqrt(2), 5, false);
    assert_points(&m, 56.5, 43.5, 60, 47);
    /* two paths 250 wide, 450 between the lines, one with a corner */
    m = measured(LOB_MEASURE_EDGE_GAP, PATH(250, {0, 0}, {1000, 0}), PATH(250, {0, 450}, {1000, 450}, {1000, 900}));
    assert_value(&m, 200, 200, true);
    assert_points(&m, 0, 125, 0, 325);
}

static void test_gap_zero(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_EDGE_GAP, box_of(0, 0, 10, 10), box_of(10, 5, 20, 20));
    assert_value(&m, 0, 0, true); /* touching */
    assert_true(m.is_overlapping);
    assert_points(&m, 10, 5, 10, 5);
    m = measured(LOB_MEASURE_EDGE_GAP, box_of(0, 0, 100, 100), box_of(40, 30, 60, 60));
    assert_value(&m, 0, 0, true); /* inside */
    assert_true(m.is_overlapping);
    assert_points(&m, 40, 30, 40, 30);
    m = measured(LOB_MEASURE_EDGE_GAP, box_of(0, 0, 10, 10), box_of(10, 10, 20, 20));
    assert_true(m.is_overlapping); /* a corner alone */
}

static void test_gap_in_hole(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_EDGE_GAP, frame(), box_of(40, 35, 60, 60));
    assert_value(&m, 25, 25, true); /* to the hole's bottom, not to the cut line */
    assert_true(!m.is_overlapping);
    assert_points(&m, 40, 10, 40, 35);
    m = measured(LOB_MEASURE_EDGE_GAP, box_of(4, 40, 6, 60), frame());
    assert_true(m.is_overlapping); /* in the metal */
    /* a bow tie is filled on both sides of its crossing */
    lob_figure *tie = POLYGON({0, 0}, {100, 100}, {100, 0}, {0, 100});
    assert_true(measured(LOB_MEASURE_EDGE_GAP, tie, box_of(5, 45, 10, 55)).is_overlapping);
    assert_true(measured(LOB_MEASURE_EDGE_GAP, tie, box_of(90, 45, 95, 55)).is_overlapping);
    m = measured(LOB_MEASURE_EDGE_GAP, tie, box_of(40, 80, 60, 90));
    assert_value(&m, 20 / sqrt(2), 14, false); /* between its wings: (60, 80) to the slope y = x */
    /* a ring wound twice is whole */
    lob_figure *twice = POLYGON({0, 0}, {0, 50}, {50, 50}, {50, 0}, {0, 0}, {0, 50}, {50, 50}, {50, 0});
    assert_true(measured(LOB_MEASURE_EDGE_GAP, twice, box_of(20, 20, 30, 30)).is_overlapping);
}

static void test_gap_spikes(void **state) {
    (void)state;
    lob_figure *far = box_of(200, 0, 210, 100);
    /* a spike to x 150, begun on a side, in a corner, at the first point, twice, and with a point on the way */
    lob_figure *spiked[] = {
        POLYGON({0, 0}, {100, 0}, {100, 50}, {150, 50}, {100, 50}, {100, 100}, {0, 100}),
        POLYGON({0, 0}, {100, 0}, {150, 0}, {100, 0}, {100, 100}, {0, 100}),
        POLYGON({150, 100}, {100, 100}, {0, 100}, {0, 0}, {100, 0}, {100, 100}),
        POLYGON({100, 100}, {0, 100}, {0, 0}, {100, 0}, {100, 100}, {150, 100}),
        POLYGON({0, 0}, {100, 0}, {100, 20}, {150, 20}, {120, 20}, {150, 20}, {100, 20}, {100, 100}, {0, 100}),
        POLYGON({0, 0}, {100, 0}, {100, 50}, {120, 50}, {150, 50}, {150, 80}, {150, 50}, {110, 50}, {100, 50},
                {100, 100}, {0, 100}),
    };
    for (size_t i = 0; i < sizeof spiked / sizeof *spiked; i++) {
        lob_case("spiked[%zu]", i);
        lob_measure m = measured(LOB_MEASURE_EDGE_GAP, spiked[i], far);
        assert_value(&m, 100, 100, true);
    }
    /* nothing but spikes: measured as the line it is */
    lob_measure m = measured(LOB_MEASURE_EDGE_GAP, POLYGON({0, 0}, {100, 0}, {50, 0}), far);
    assert_value(&m, 100, 100, true);
    m = measured(LOB_MEASURE_EDGE_GAP, box_of(0, 50, 100, 50), far);
    assert_value(&m, 100, 100, true);
    m = measured(LOB_MEASURE_EDGE_GAP, POLYGON({7, 7}, {7, 7}, {7, 7}), far);
    assert_value(&m, 193, 193, true);
}

static void test_gap_far_out(void **state) {
    (void)state;
    const int64_t edge = INT64_C(1) << 31;
    lob_measure m = measured(LOB_MEASURE_EDGE_GAP, box_of(-edge, -edge, 1 - edge, 1 - edge),
                             box_of(edge - 2, edge - 2, edge - 1, edge - 1));
    double side = 4294967293.0; /* 2^32 - 3 */
    assert_value(&m, side * sqrt(2), llround(side * sqrt(2)), false);
    m = measured(LOB_MEASURE_EDGE_GAP, box_of(-LOB_COORD_MAX, 0, 1 - LOB_COORD_MAX, 1), box_of(0, 0, 1, 1));
    assert_value(&m, (double)(LOB_COORD_MAX - 1), LOB_COORD_MAX - 1, true);
    assert_refused(LOB_MEASURE_EDGE_GAP, box_of(0, 0, LOB_COORD_MAX + 1, 1), box_of(0, 0, 1, 1), LOB_E_QUERY_TOO_LARGE,
                   "coordinate", 1);
}

/* ---- labels and ports ---- */

static void test_labels(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_LABEL_DISTANCE, text_at(-30, -40), box_of(0, 0, 10, 10));
    assert_value(&m, 50, 50, true);
    assert_points(&m, -30, -40, 0, 0);
    assert_true(m.has_offset);
    assert_eq(m.dx, 30);
    assert_eq(m.dy, 40);
    assert_close(m.angle_deg, 53.13010235415598, 1e-12);
    m = measured(LOB_MEASURE_LABEL_DISTANCE, box_of(0, 0, 10, 10), text_at(-30, -40));
    assert_points(&m, 0, 0, -30, -40);
    assert_close(m.angle_deg, 233.13010235415598, 1e-12);
    m = measured(LOB_MEASURE_LABEL_DISTANCE, text_at(5, 5), box_of(0, 0, 10, 10));
    assert_value(&m, 0, 0, true);
    assert_true(m.is_overlapping);
    m = measured(LOB_MEASURE_LABEL_DISTANCE, frame(), text_at(50, 30));
    assert_value(&m, 20, 20, true);
    assert_true(!m.is_overlapping);
    m = measured(LOB_MEASURE_PORT_SPACING, text_at(100, 100), text_at(100, -27));
    assert_value(&m, 127, 127, true);
    assert_true(m.has_offset);
    assert_eq(m.dx, 0);
    assert_eq(m.dy, -127);
    assert_eq(m.angle_deg, 270);
    assert_true(!m.has_overlap);
    m = measured(LOB_MEASURE_PORT_SPACING, text_at(1, 1), text_at(1, 1));
    assert_value(&m, 0, 0, true);
    assert_eq(m.angle_deg, 0);
    m = measured(LOB_MEASURE_PORT_SPACING, text_at(0, 0), text_at(1, 1));
    assert_value(&m, sqrt(2), 1, false);
}

/* ---- widths and lengths ---- */

static void test_widths(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_PATH_WIDTH, PATH(501, {0, 0}, {1000, 0}, {1000, 1000}), NULL);
    assert_value(&m, 501, 501, true);
    assert_points(&m, 500, -250.5, 500, 250.5);
    assert_string_equal(m.method, "stored_path_width");
    lob_figure *magnified = PATH(5, {0, 0}, {100, 0});
    magnified->width = 7.5;
    m = measured(LOB_MEASURE_PATH_WIDTH, magnified, NULL);
    assert_value(&m, 7.5, 8, false);
    m = measured(LOB_MEASURE_PATH_WIDTH, PATH(0, {0, 0}, {1000, 0}), NULL);
    assert_value(&m, 0, 0, true);
    m = measured(LOB_MEASURE_PATH_WIDTH, path_of(&(lob_point){5, 5}, 1, 20, 10, 10), NULL);
    assert_value(&m, 20, 20, true);
    assert_int_equal(m.point_count, 0);
    m = measured(LOB_MEASURE_PATH_WIDTH, box_of(0, 0, 30, 1000), NULL);
    assert_value(&m, 30, 30, true);
    assert_points(&m, 30, 500, 0, 500);
    assert_false(m.has_span);
    assert_string_equal(m.method, "rectangle_shorter_side");
    /* any points on the sides, against the clock as well */
    m = measured(LOB_MEASURE_PATH_WIDTH, POLYGON({500, 0}, {1000, 0}, {1000, 30}, {40, 30}, {0, 30}, {0, 0}), NULL);
    assert_value(&m, 30, 30, true);
    assert_string_equal(m.method, "rectangle_shorter_side");
    /* there and back along two sides encloses nothing; a notch is no rectangle either */
    assert_refused(LOB_MEASURE_PATH_WIDTH, POLYGON({0, 0}, {1000, 0}, {1000, 30}, {1000, 0}, {0, 0}, {0, 30}), NULL,
                   LOB_E_INVALID_TARGET, "no_guide", 0);
    /* a slanted guide: 3-4-5, so 100 across is (60, 80) */
    m = measured(LOB_MEASURE_PATH_WIDTH, POLYGON({0, 0}, {4000, 3000}, {3940, 3080}, {-60, 80}), NULL);
    assert_close(m.value, 100, 1e-6);
    assert_true(m.is_whole);
    assert_eq(m.rounded, 100);
    assert_string_equal(m.method, "medial_width_median");
    assert_true(m.has_span);
    assert_close(m.least, 100, 1e-6);
    assert_close(m.greatest, 100, 1e-6);
    assert_gt(m.uncertainty, 1.4);
    assert_lt(m.uncertainty, 1.5);
}

static void test_lengths(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_SEGMENT_LENGTH, PATH(10, {0, 0}, {30, 40}, {30, 140}), NULL);
    assert_value(&m, 150, 150, true);
    assert_points(&m, 0, 0, 30, 140);
    assert_eq(m.uncertainty, 0);
    m = measured(LOB_MEASURE_SEGMENT_LENGTH, PATH(10, {0, 0}, {100, 100}), NULL);
    assert_value(&m, 100 * sqrt(2), 141, false);
    m = measured(LOB_MEASURE_SEGMENT_LENGTH, PATH(10, {0, 0}, {10, 0}, {10, 0}, {4, 0}), NULL);
    assert_value(&m, 16, 16, true); /* there and back */
    m = measured(LOB_MEASURE_SEGMENT_LENGTH, PATH(20, {5, 5}, {5, 5}), NULL);
    assert_value(&m, 0, 0, true); /* no length, and said so */
    assert_int_equal(m.point_count, 0);
    const int32_t edge = INT32_MAX;
    m = measured(LOB_MEASURE_SEGMENT_LENGTH, PATH(2, {-edge, 0}, {edge, 0}, {edge, 1}, {-edge, 1}), NULL);
    assert_value(&m, 8589934589.0, INT64_C(8589934589), true);
    m = measured(LOB_MEASURE_SEGMENT_LENGTH, box_of(0, 0, 30, 1000), NULL);
    assert_value(&m, 1000, 1000, true);
    assert_points(&m, 15, 0, 15, 1000);
    m = measured(LOB_MEASURE_SEGMENT_LENGTH, POLYGON({0, 0}, {4000, 3000}, {3940, 3080}, {-60, 80}), NULL);
    assert_close(m.value, 5000, 1e-6);
    assert_gt(m.uncertainty, 0);
    assert_lt(m.uncertainty, 2);
}

/* Seen from far above: each segment is within the range, their sum is not within 64 bits. */
static void test_length_limit(void **state) {
    (void)state;
    static lob_point line[600];
    for (int i = 0; i < 600; i++) {
        line[i] = (lob_point){i % 2 ? 1000 : -1000, i};
    }
    lob_figure *f = path_of(line, 600, 2, 0, 0);
    lob_point64 *far = (lob_point64 *)(uintptr_t)f->line;
    for (int i = 0; i < 600; i++) {
        far[i] = (lob_point64){i % 2 ? LOB_COORD_MAX : -LOB_COORD_MAX, 0};
    }
    assert_refused(LOB_MEASURE_SEGMENT_LENGTH, f, NULL, LOB_E_QUERY_TOO_LARGE, "length", 0);
}

/* A quarter circle of 10 um, as a path of 100 points: length and radius are known. */
static const lob_figure *quarter(double radius, unsigned count) {
    lob_point *line = LOB_NEW_ARRAY(ctx.arena, lob_point, count);
    for (unsigned i = 0; i < count; i++) {
        double angle = pi / 2 * i / (count - 1);
        line[i] = (lob_point){(int32_t)lround(radius * sin(angle)), (int32_t)lround(radius * (1 - cos(angle)))};
    }
    return path_of(line, count, 500, 0, 0);
}

static void test_radii(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_BEND_RADIUS, quarter(10000, 100), NULL);
    assert_string_equal(m.method, "arc_fit");
    assert_close(m.value, 10000, 10); /* 0.1 % */
    assert_le(fabs(m.value - 10000), m.uncertainty);
    assert_lt(m.uncertainty, 100);
    assert_int_equal(m.point_count, 1);
    m = measured(LOB_MEASURE_BEND_RADIUS, PATH(100, {0, 0}, {5000, 0}, {5000, 3000}, {9000, 3000}), NULL);
    assert_value(&m, 1500, 1500, true);
    assert_string_equal(m.method, "half_shortest_segment");
    assert_lt(m.uncertainty, 0); /* no bound: an indication */
    assert_points(&m, 5000, 0, 5000, 3000);
    /* points on the way are no segments of their own */
    m = measured(LOB_MEASURE_BEND_RADIUS, PATH(100, {0, 0}, {10, 0}, {5000, 0}, {5000, 5000}), NULL);
    assert_value(&m, 2500, 2500, true);
    assert_refused(LOB_MEASURE_BEND_RADIUS, PATH(100, {0, 0}, {10, 0}, {20, 0}), NULL, LOB_E_INVALID_TARGET, "straight",
                   0);
    assert_refused(LOB_MEASURE_BEND_RADIUS, box_of(0, 0, 10, 20), NULL, LOB_E_INVALID_TARGET, "straight", 0);
    assert_refused(LOB_MEASURE_BEND_RADIUS, PATH(100, {7, 7}, {7, 7}), NULL, LOB_E_INVALID_TARGET, "straight", 0);
}

static void test_centre_lines(void **state) {
    (void)state;
    lob_measure m =
        measured(LOB_MEASURE_CENTERLINE_DISTANCE, PATH(250, {0, 0}, {1000, 0}), PATH(1, {0, 700}, {1000, 900}));
    assert_value(&m, 700, 700, true);
    assert_string_equal(m.method, "exact_centerline_distance");
    assert_eq(m.uncertainty, 0);
    assert_true(!m.has_overlap);
    /* 3 wide: the line lies on halves */
    m = measured(LOB_MEASURE_CENTERLINE_DISTANCE, box_of(0, 0, 1000, 3), box_of(0, 100, 1000, 200));
    assert_value(&m, 148.5, 149, false);
    assert_points(&m, 0, 1.5, 0, 150);
    m = measured(LOB_MEASURE_CENTERLINE_DISTANCE, PATH(10, {0, 0}, {100, 100}), PATH(10, {0, 100}, {100, 0}));
    assert_value(&m, 0, 0, true);
    assert_points(&m, 50, 50, 50, 50);
    /* a square has no line: centres of the boxes */
    m = measured(LOB_MEASURE_CENTERLINE_DISTANCE, box_of(0, 0, 11, 11), box_of(30, 40, 41, 51));
    assert_value(&m, 50, 50, true);
    assert_points(&m, 5.5, 5.5, 35.5, 45.5);
    assert_string_equal(m.method, "bbox_center_distance");
    m = measured(LOB_MEASURE_CENTERLINE_DISTANCE, PATH(4, {0, 0}, {100, 0}), POLYGON({50, 40}, {60, 40}, {55, 50}));
    assert_string_equal(m.method, "bbox_center_distance");
    assert_value(&m, hypot(5, 45), 45, false);
    /* medial: the slanted guide's line is 50 beside its lower edge; the path runs along that edge */
    m = measured(LOB_MEASURE_CENTERLINE_DISTANCE, POLYGON({0, 0}, {4000, 3000}, {3940, 3080}, {-60, 80}),
                 PATH(10, {400, 300}, {2000, 1500}));
    assert_string_equal(m.method, "medial_centerline_distance");
    assert_close(m.value, 50, 0.01);
    assert_gt(m.uncertainty, 0.7);
    assert_lt(m.uncertainty, 0.8);
    /* far out the grid of medial lines is coarser, and that is said */
    const int64_t far = INT64_C(1) << 41;
    m = measured(LOB_MEASURE_CENTERLINE_DISTANCE,
                 POLYGON({far, 0}, {far + 4000, 3000}, {far + 3940, 3080}, {far - 60, 80}),
                 box_of(far, -1000, far + 5000, -900));
    assert_gt(m.uncertainty, 1.4);
    assert_lt(m.uncertainty, 1.5);
    assert_close(m.value, 990, m.uncertainty); /* lower end (-30, 40) to y -950 */
}

/* ---- areas ---- */

static void test_overlap(void **state) {
    (void)state;
    lob_measure m = measured(LOB_MEASURE_OVERLAP, box_of(0, 0, 10, 10), box_of(6, 7, 20, 20));
    assert_value(&m, 12, 12, true);
    assert_true(m.has_overlap);
    assert_true(m.is_overlapping);
    assert_eq(m.uncertainty, 0);
    assert_string_equal(m.method, "exact_intersection_area");
    m = measured(LOB_MEASURE_OVERLAP, box_of(0, 0, 10, 10), box_of(10, 0, 20, 10));
    assert_value(&m, 0, 0, true); /* touching shares no area */
    assert_true(!m.is_overlapping);
    m = measured(LOB_MEASURE_OVERLAP, frame(), box_of(20, 20, 80, 80));
    assert_value(&m, 0, 0, true); /* in the hole */
    m = measured(LOB_MEASURE_OVERLAP, frame(), box_of(0, 0, 100, 100));
    assert_value(&m, 3600, 3600, true);
    m = measured(LOB_MEASURE_OVERLAP, POLYGON({0, 0}, {0, 5}, {5, 0}), box_of(0, 0, 5, 5));
    assert_value(&m, 12.5, 13, false);
    m = measured(LOB_MEASURE_OVERLAP, POLYGON({0, 0}, {100, 100}, {100, 0}, {0, 100}), box_of(0, 0, 100, 100));
    assert_value(&m, 5000, 5000, true); /* both wings of the bow tie */
    m = measured(LOB_MEASURE_OVERLAP, box_of(5, 0, 5, 100), box_of(0, 0, 100, 100));
    assert_value(&m, 0, 0, true); /* no area, no overlap */
    /* y < 2x/3 and y > x/3 and x < 100, and y < 1 + x/7: the corner lies on no grid. Left of x = 3 / (1/7 ...) by
     * hand: between x/3 and min(2x/3, 1 + x/7): they cross at 2x/3 = 1 + x/7, x = 21/11, and x/3 = 1 + x/7, x = 21/4.
     */
    m = measured(LOB_MEASURE_OVERLAP, POLYGON({0, 0}, {99, 66}, {99, 33}),
                 POLYGON({-7, 0}, {98, 15}, {98, -50}, {-7, -50}));
    double x1 = 21.0 / 11, x2 = 21.0 / 4, exact = x1 * x1 / 6 + (x2 - x1) * (x1 / 3) / 2;
    assert_gt(m.uncertainty, 0);
    assert_le(fabs(m.value - exact), m.uncertainty);
    assert_lt(m.uncertainty, 0.05);
    assert_string_equal(m.method, "intersection_area_on_fine_grid");
}

static void test_overlap_limits(void **state) {
    (void)state;
    const int64_t far = INT64_C(1) << 45;
    lob_measure m =
        measured(LOB_MEASURE_OVERLAP, box_of(far, far, far + 10, far + 10), box_of(far + 5, far, far + 20, far + 4));
    assert_value(&m, 20, 20, true);
    const int64_t edge = INT64_C(1) << 31;
    m = measured(LOB_MEASURE_OVERLAP, box_of(-edge, 0, edge - 1, 1000000), box_of(-edge, 0, edge - 1, 1000000));
    assert_value(&m, 4294967295e6, INT64_C(4294967295000000), true);
    assert_refused(LOB_MEASURE_OVERLAP, box_of(-edge, -edge, edge, edge), box_of(-edge, -edge, edge, edge),
                   LOB_E_QUERY_TOO_LARGE, "area", 1);
}

/* ---- refusals ---- */

static void test_kinds(void **state) {
    (void)state;
    lob_figure *box = box_of(0, 0, 10, 20), *text = text_at(0, 0);
    const lob_measure_mode pairs[] = {LOB_MEASURE_CENTERLINE_DISTANCE, LOB_MEASURE_EDGE_GAP, LOB_MEASURE_OVERLAP};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_measure_target_count(pairs[i]), 2);
        assert_refused(pairs[i], text, box, LOB_E_INVALID_TARGET, "kind", 0);
        assert_refused(pairs[i], box, text, LOB_E_INVALID_TARGET, "kind", 1);
    }
    const lob_measure_mode singles[] = {LOB_MEASURE_PATH_WIDTH, LOB_MEASURE_SEGMENT_LENGTH, LOB_MEASURE_BEND_RADIUS};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_measure_target_count(singles[i]), 1);
        assert_refused(singles[i], text, NULL, LOB_E_INVALID_TARGET, "kind", 0);
        assert_refused(singles[i], box_of(0, 0, 10, 10), NULL, LOB_E_INVALID_TARGET, "no_guide", 0);
        assert_refused(singles[i], POLYGON({0, 0}, {10, 0}, {5, 9}), NULL, LOB_E_INVALID_TARGET, "no_guide", 0);
        assert_refused(singles[i], box_of(0, 0, 10, 0), NULL, LOB_E_INVALID_TARGET, "no_area", 0);
        assert_refused(singles[i], box_of(5, 0, 5, 10), NULL, LOB_E_INVALID_TARGET, "no_area", 0);
    }
    assert_int_equal(lob_measure_target_count(LOB_MEASURE_LABEL_DISTANCE), 2);
    assert_int_equal(lob_measure_target_count(LOB_MEASURE_PORT_SPACING), 2);
    assert_refused(LOB_MEASURE_LABEL_DISTANCE, box, box, LOB_E_INVALID_TARGET, "kind", 1);
    assert_refused(LOB_MEASURE_LABEL_DISTANCE, text, text, LOB_E_INVALID_TARGET, "kind", 1);
    assert_refused(LOB_MEASURE_PORT_SPACING, box, text, LOB_E_INVALID_TARGET, "kind", 0);
    assert_refused(LOB_MEASURE_PORT_SPACING, text, box, LOB_E_INVALID_TARGET, "kind", 1);
}

static lob_measure_mode swept_mode;
static const lob_figure *swept[2];

static bool measure_once(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_measure m;
    lob_status status = lob_measure_figures(&c, swept_mode, swept[0], swept[1], &m);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_no_memory(void **state) {
    (void)state;
    const lob_figure *slanted = POLYGON({0, 0}, {4000, 3000}, {3940, 3080}, {-60, 80});
    const lob_figure *pairs[][2] = {{quarter(10000, 40), NULL},  {frame(), NULL},
                                    {box_of(0, 0, 5, 10), NULL}, {slanted, slanted},
                                    {frame(), quarter(90, 9)},   {box_of(0, 0, 5, 10), text_at(3, 3)}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        bool is_pair = pairs[i][1] != NULL, has_text = i == 5;
        swept[0] = pairs[i][0];
        swept[1] = pairs[i][1];
        for (swept_mode = 0; swept_mode < LOB_MEASURE_MODE_COUNT; swept_mode++) {
            bool wants_text = swept_mode == LOB_MEASURE_LABEL_DISTANCE || swept_mode == LOB_MEASURE_PORT_SPACING;
            bool fits = is_pair ? lob_measure_target_count(swept_mode) == 2 && wants_text == has_text &&
                                      swept_mode != LOB_MEASURE_PORT_SPACING
                                : lob_measure_target_count(swept_mode) == 1;
            if (fits && !(i == 2 && swept_mode == LOB_MEASURE_BEND_RADIUS)) {
                sweep_allocations(measure_once, NULL);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_gap, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_gap_zero, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_gap_in_hole, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_gap_spikes, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_gap_far_out, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_labels, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_widths, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_lengths, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_length_limit, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_radii, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_centre_lines, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_overlap, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_overlap_limits, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_kinds, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_no_memory, figures_open, figures_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
