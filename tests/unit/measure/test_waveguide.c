/* Figures as waveguides: stored paths by hand, drawn ones by formula; every warning; what is none. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "figures.h"
#include "measure/waveguide.h"
#include "tests/unit/base/sweep.h"

static const double pi = 3.14159265358979323846;

static lob_waveguide analyzed(const lob_figure *f) {
    lob_waveguide w;
    if (lob_waveguide_analyze(&ctx, f, true, &w) != LOB_OK) {
        fail_msg("%s", ctx.error.message);
    }
    return w;
}

static void assert_end(const lob_waveguide *w, int i, double x, double y, double angle, double width) {
    const lob_guide_end *e = &w->ends[i];
    if (fabs(e->at.x - x) > 1e-6 || fabs(e->at.y - y) > 1e-6 || fabs(e->angle_deg - angle) > 1e-6 ||
        fabs(e->width - width) > 1e-6) {
        fail_msg("end %d: %g %g, %g deg, width %g", i, e->at.x, e->at.y, e->angle_deg, e->width);
    }
}

static void test_straight(void **state) {
    (void)state;
    const lob_point line[] = {{0, 0}, {3000, 0}, {10000, 0}};
    lob_waveguide w = analyzed(path_of(line, 3, 500, 100, -200));
    assert_eq(w.width, 500);
    assert_eq(w.width_min, 500);
    assert_eq(w.width_max, 500);
    assert_eq(w.length, 10000);
    assert_eq(w.length_error, 0);
    assert_eq(w.warnings, 0);
    assert_int_equal(w.radius.source, LOB_RADIUS_NONE);
    assert_int_equal(w.bends.count, 0);
    assert_true(w.centre.is_straight);
    assert_true(w.centre.is_horizontal);
    assert_false(w.centre.is_vertical);
    assert_true(w.centre.is_manhattan);
    assert_int_equal(w.end_count, 2);
    assert_end(&w, 0, -100, 0, 180, 500); /* extensions included */
    assert_end(&w, 1, 9800, 0, 0, 500);
    const lob_point up[] = {{0, 0}, {0, 10}};
    w = analyzed(path_of(up, 2, 4, 0, 0));
    assert_true(w.centre.is_vertical);
    assert_false(w.centre.is_horizontal);
    assert_end(&w, 0, 0, 0, 270, 4);
    assert_end(&w, 1, 0, 10, 90, 4);
    const lob_point slope[] = {{0, 0}, {30, 40}, {60, 80}};
    w = analyzed(path_of(slope, 3, 4, 5, 5));
    assert_true(w.centre.is_straight);
    assert_true(!w.centre.is_manhattan);
    assert_eq(w.length, 100);
    assert_end(&w, 0, -3, -4, 233.13010235415598, 4);
    assert_end(&w, 1, 63, 84, 53.13010235415598, 4);
}

static void test_corners(void **state) {
    (void)state;
    lob_waveguide w = analyzed(PATH(500, {0, 0}, {5000, 0}, {5000, 3000}, {9000, 3000}));
    assert_eq(w.length, 12000);
    assert_eq(w.warnings, 0);
    assert_int_equal(w.radius.source, LOB_RADIUS_HALF_SHORTEST_SEGMENT);
    assert_eq(w.radius.value, 1500);
    assert_int_equal(w.bends.corner_count, 2);
    assert_true(w.centre.is_manhattan);
    assert_false(w.centre.is_horizontal);
    assert_false(w.centre.is_vertical);
    /* corners close together are no reason to warn */
    assert_int_equal(analyzed(PATH(500, {0, 0}, {5000, 0}, {5000, 100}, {9000, 100})).warnings, 0);
}

/* Half a circle between two straights. */
static const lob_figure *u_turn(double radius, int64_t width, unsigned count) {
    lob_point *line = LOB_NEW_ARRAY(ctx.arena, lob_point, count + 2);
    line[0] = (lob_point){-20000, 0};
    for (unsigned i = 0; i < count; i++) {
        double angle = pi * i / (count - 1);
        line[i + 1] = (lob_point){(int32_t)lround(radius * sin(angle)), (int32_t)lround(radius * (1 - cos(angle)))};
    }
    line[count + 1] = (lob_point){-20000, (int32_t)lround(2 * radius)};
    return path_of(line, count + 2, width, 0, 0);
}

static void test_arc(void **state) {
    (void)state;
    lob_waveguide w = analyzed(u_turn(10000, 500, 181));
    assert_int_equal(w.radius.source, LOB_RADIUS_ARC_FIT);
    assert_close(w.radius.value, 10000, 10);
    assert_le(fabs(w.radius.value - 10000), w.radius.error);
    /* the chords, as stored: 180 of 2 r sin(0.5 deg) */
    double chords = 40000 + 180 * 2 * 10000 * sin(pi / 360);
    assert_close(w.length, chords, 180 * 1.0);
    assert_eq(w.length_error, 0);
    assert_int_equal(w.warnings, 0);
    double turned = 0;
    for (uint32_t i = 0; i < w.bends.count; i++) {
        turned += w.bends.items[i].angle_deg;
    }
    assert_close(turned, 180, 0.5);
    assert_true(analyzed(u_turn(10000, 30000, 181)).warnings & LOB_GUIDE_TIGHT);
}

static void test_degenerate(void **state) {
    (void)state;
    lob_waveguide w = analyzed(path_of(&(lob_point){5, 5}, 1, 20, 10, 10));
    assert_int_equal(w.warnings, LOB_GUIDE_ONE_POINT);
    assert_eq(w.length, 0);
    assert_eq(w.width, 20);
    assert_eq(w.end_count, 0);
    w = analyzed(PATH(0, {5, 5}, {5, 5}));
    assert_int_equal(w.warnings, LOB_GUIDE_ONE_POINT | LOB_GUIDE_ZERO_WIDTH);
    assert_int_equal(analyzed(PATH(0, {0, 0}, {5, 0})).warnings, LOB_GUIDE_ZERO_WIDTH);
    assert_int_equal(analyzed(PATH(2, {0, 0}, {100, 0}, {40, 0})).warnings, LOB_GUIDE_TURNS_BACK);
}

static void test_crossing(void **state) {
    (void)state;
    assert_int_equal(analyzed(PATH(2, {0, 0}, {100, 0}, {100, 50}, {50, 50}, {50, -50})).warnings,
                     LOB_GUIDE_CROSSES_ITSELF);
    /* a corner on the line (from either end), and a piece along it */
    assert_int_equal(analyzed(PATH(2, {50, 0}, {50, 50}, {100, 50}, {100, 0}, {0, 0})).warnings,
                     LOB_GUIDE_CROSSES_ITSELF);
    assert_int_equal(analyzed(PATH(2, {0, 0}, {100, 0}, {100, 50}, {50, 50}, {50, 0})).warnings,
                     LOB_GUIDE_CROSSES_ITSELF);
    assert_int_equal(analyzed(PATH(2, {0, 0}, {100, 0}, {100, 50}, {-50, 50}, {-50, 0}, {30, 0})).warnings,
                     LOB_GUIDE_CROSSES_ITSELF);
    /* one unit beside it is not on it; a closed path meets itself on purpose */
    assert_int_equal(analyzed(PATH(2, {0, 0}, {100, 0}, {100, 50}, {50, 50}, {50, 1})).warnings, 0);
    assert_int_equal(analyzed(PATH(2, {0, 0}, {100, 0}, {100, 50}, {0, 50}, {0, 0})).warnings, 0);
    /* at the ends of 32 bits, where the crossing lies between two doubles of float size */
    const int32_t e = INT32_MAX;
    assert_int_equal(analyzed(PATH(2, {-e, -e}, {e, e}, {e, e - 3}, {-e, e - 2})).warnings & LOB_GUIDE_CROSSES_ITSELF,
                     LOB_GUIDE_CROSSES_ITSELF);
    assert_int_equal(
        analyzed(PATH(2, {-e, -e}, {e, e}, {e, e - 3}, {e - 2, e - 3})).warnings & LOB_GUIDE_CROSSES_ITSELF, 0);
}

/* A grid of lines 30000 long each way has more near pairs than are looked at, but none that meet before that. */
static void test_not_checked(void **state) {
    (void)state;
    enum { TURNS = 5000 };
    lob_point *line = LOB_NEW_ARRAY(ctx.arena, lob_point, 2 * TURNS);
    for (int i = 0; i < TURNS; i++) {
        int32_t x = i % 2 ? 100000 : 0;
        line[2 * i] = (lob_point){x, 10 * i};
        line[2 * i + 1] = (lob_point){100000 - x, 10 * i};
    }
    lob_figure *f = PATH(2, {0, 0}, {1, 0});
    lob_point64 *wide = LOB_NEW_ARRAY(ctx.arena, lob_point64, 2 * TURNS);
    for (int i = 0; i < 2 * TURNS; i++) {
        wide[i] = (lob_point64){line[i].x, line[i].y};
    }
    f->line = wide;
    f->line_count = 2 * TURNS;
    assert_int_equal(analyzed(f).warnings & (LOB_GUIDE_CROSSES_ITSELF | LOB_GUIDE_NOT_CHECKED), LOB_GUIDE_NOT_CHECKED);
}

static void test_polygons(void **state) {
    (void)state;
    lob_waveguide w = analyzed(box_of(0, 0, 10000, 501));
    assert_eq(w.width, 501);
    assert_eq(w.length, 10000);
    assert_eq(w.warnings, 0);
    assert_eq(w.length_error, 0);
    assert_end(&w, 0, 0, 250.5, 180, 501);
    assert_end(&w, 1, 10000, 250.5, 0, 501);
    assert_false(w.has_profile_places);
    /* a taper 500 to 3000 over 20 um: median and mean half way */
    w = analyzed(POLYGON({0, -250}, {0, 250}, {20000, 1500}, {20000, -1500}));
    assert_eq(w.width_min, 500);
    assert_eq(w.width_max, 3000);
    assert_close(w.width_mean, 1750, 1);
    assert_true(w.warnings & LOB_GUIDE_WIDTH_VARIES);
    assert_true(w.has_profile_places);
    assert_true(w.centre.is_straight);
    assert_true(w.centre.is_horizontal);
    /* what rounding of the corners does is no varying width: 2 from end to end, but 4 is */
    assert_int_equal(analyzed(POLYGON({0, 0}, {20000, 0}, {20000, 502}, {0, 500})).warnings, 0);
    assert_int_equal(analyzed(POLYGON({0, 0}, {20000, 0}, {20000, 504}, {0, 500})).warnings, LOB_GUIDE_WIDTH_VARIES);
    assert_le(fabs(w.length - 20000), w.length_error);
    assert_lt(w.length_error, 2);
    /* a square frame, 10 wide, hole behind a cut line: closed, without ends; the line is 4 * 90 long */
    w = analyzed(
        POLYGON({0, 0}, {0, 100}, {100, 100}, {100, 0}, {0, 0}, {10, 10}, {90, 10}, {90, 90}, {10, 90}, {10, 10}));
    assert_int_equal(w.end_count, 0);
    assert_close(w.width, 10, 1e-9);
    assert_le(fabs(w.length - 360), w.length_error);
    assert_lt(w.length_error, 4);
}

static void assert_refused(const lob_figure *f, bool allow, const char *reason) {
    lob_waveguide w;
    assert_int_equal(lob_waveguide_analyze(&ctx, f, allow, &w), LOB_E_INVALID_TARGET);
    assert_ne(ctx.error.hint[0], '\0');
    assert_string_equal(ctx.error.details[0].key, "reason");
    assert_true(lob_str_equal(ctx.error.details[0].text, lob_str_from(reason)));
    lob_error_clear(&ctx.error);
}

static void test_refused(void **state) {
    (void)state;
    assert_refused(box_of(0, 0, 10, 100), false, "kind");
    assert_refused(POLYGON({0, 0}, {4000, 3000}, {3940, 3080}, {-60, 80}), false, "kind");
    assert_refused(text_at(0, 0), false, "kind");
    assert_refused(text_at(0, 0), true, "kind");
    assert_refused(box_of(0, 0, 10, 10), true, "no_guide");
    assert_refused(POLYGON({0, 0}, {10, 0}, {5, 9}), true, "no_guide");
    assert_refused(box_of(0, 0, 10, 0), true, "no_guide");
    /* two holes are no ring */
    assert_refused(POLYGON({0, 0}, {0, 50}, {100, 50}, {100, 0}, {60, 0}, {60, 10}, {90, 10}, {90, 40}, {60, 40},
                           {60, 0}, {10, 0}, {10, 10}, {40, 10}, {40, 40}, {10, 40}, {10, 0}),
                   true, "no_guide");
}

static const lob_figure *swept;

static bool analyze_once(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_waveguide w;
    lob_status status = lob_waveguide_analyze(&c, swept, true, &w);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_no_memory(void **state) {
    (void)state;
    swept = u_turn(10000, 500, 2000);
    assert_gt(sweep_allocations(analyze_once, NULL), 2);
    swept = POLYGON({0, 0}, {0, 100}, {100, 100}, {100, 0}, {0, 0}, {10, 10}, {90, 10}, {90, 90}, {10, 90}, {10, 10});
    assert_gt(sweep_allocations(analyze_once, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_straight, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_corners, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_arc, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_degenerate, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_crossing, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_not_checked, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_polygons, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_refused, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_no_memory, figures_open, figures_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
