/* Figures that branch, measured at a place; the words of each refusal; warnings of measured values. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "figures.h"
#include "measure/arm.h"
#include "measure/measure.h"
#include "measure/waveguide.h"

static lob_figure *crossing(void) {
    return POLYGON({-5000, -250}, {-250, -250}, {-250, -5000}, {250, -5000}, {250, -250}, {5000, -250}, {5000, 250},
                   {250, 250}, {250, 5000}, {-250, 5000}, {-250, 250}, {-5000, 250});
}

static void assert_reason(const char *reason) {
    assert_ne(ctx.error.hint[0], '\0');
    assert_gt(ctx.error.detail_count, 0);
    assert_string_equal(ctx.error.details[0].key, "reason");
    assert_true(lob_str_equal(ctx.error.details[0].text, lob_str_from(reason)));
    lob_error_clear(&ctx.error);
}

static void test_refused(void **state) {
    (void)state;
    lob_measure m;
    lob_waveguide w;
    static const lob_measure_mode modes[] = {LOB_MEASURE_PATH_WIDTH, LOB_MEASURE_SEGMENT_LENGTH,
                                             LOB_MEASURE_BEND_RADIUS};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_measure_figures(&ctx, modes[i], crossing(), NULL, &m), LOB_E_INVALID_TARGET);
        assert_reason("branches");
    }
    assert_int_equal(lob_waveguide_analyze(&ctx, crossing(), true, &w), LOB_E_INVALID_TARGET);
    assert_int_equal(ctx.error.details[1].integer, 4);
    assert_reason("branches");
    lob_figure *mmi = POLYGON({0, -250}, {5000, -250}, {5000, -1500}, {25000, -1500}, {25000, -250}, {30000, -250},
                              {30000, 250}, {25000, 250}, {25000, 1500}, {5000, 1500}, {5000, 250}, {0, 250});
    assert_int_equal(lob_waveguide_analyze(&ctx, mmi, true, &w), LOB_E_INVALID_TARGET);
    assert_reason("body");
    lob_figure *bulge = POLYGON({0, -400}, {3000, -500}, {5000, -1700}, {8000, -1650}, {11000, -1400}, {11000, 1400},
                                {8000, 1650}, {5000, 1700}, {3000, 500}, {0, 400});
    assert_int_equal(lob_waveguide_analyze(&ctx, bulge, true, &w), LOB_E_INVALID_TARGET);
    assert_reason("body");
}

static void test_at(void **state) {
    (void)state;
    lob_figure arm;
    lob_measure m;
    assert_int_equal(lob_figure_arm(&ctx, crossing(), (lob_vec2){-4000, 10}, &arm), LOB_OK);
    assert_int_equal(arm.box.right, 5000); /* that of the figure */
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_PATH_WIDTH, &arm, NULL, &m), LOB_OK);
    assert_int_equal(m.rounded, 500);
    /* a figure that is a guide is taken whole */
    lob_figure *bar = box_of(0, 0, 1000, 100), *path = path_of((lob_point[]){{0, 0}, {50, 0}}, 2, 10, 0, 0);
    assert_int_equal(lob_figure_arm(&ctx, bar, (lob_vec2){500, 900}, &arm), LOB_OK);
    assert_ptr_equal(arm.ring, bar->ring);
    assert_int_equal(lob_figure_arm(&ctx, path, (lob_vec2){500, 900}, &arm), LOB_OK);
    assert_ptr_equal(arm.ring, path->ring);
    assert_int_equal(lob_figure_arm(&ctx, text_at(1, 1), (lob_vec2){1, 1}, &arm), LOB_OK);
    static const lob_vec2 nowhere[] = {{0, 0}, {4000, 4000}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lob_figure_arm(&ctx, crossing(), nowhere[i], &arm), LOB_E_INVALID_TARGET);
        assert_reason("at");
    }
    assert_int_equal(lob_figure_arm(&ctx, box_of(0, 0, 0, 0), nowhere[0], &arm), LOB_E_INVALID_TARGET);
    assert_reason("at");
}

static void test_warnings(void **state) {
    (void)state;
    lob_measure m;
    lob_figure *taper = POLYGON({0, -250}, {100000, -1000}, {110000, -1000}, {110000, 1000}, {100000, 1000}, {0, 250});
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_PATH_WIDTH, taper, NULL, &m), LOB_OK);
    assert_int_equal(m.rounded, 1325);
    assert_int_equal(m.warnings, LOB_GUIDE_WIDTH_VARIES);
    assert_true(m.has_span);
    assert_close(m.least, 500, 1e-6);
    assert_close(m.greatest, 2000, 1e-6);
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_SEGMENT_LENGTH, taper, NULL, &m), LOB_OK);
    assert_int_equal(m.warnings, LOB_GUIDE_WIDTH_VARIES);
    lob_figure *back = path_of((lob_point[]){{0, 0}, {500, 0}, {100, 0}}, 3, 0, 0, 0);
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_PATH_WIDTH, back, NULL, &m), LOB_OK);
    assert_int_equal(m.warnings, LOB_GUIDE_ZERO_WIDTH | LOB_GUIDE_TURNS_BACK);
    lob_figure *point = path_of((lob_point[]){{5, 5}, {5, 5}}, 2, 20, 0, 0);
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_PATH_WIDTH, point, NULL, &m), LOB_OK);
    assert_int_equal(m.warnings, LOB_GUIDE_ONE_POINT);
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_PATH_WIDTH, box_of(0, 0, 10, 100), NULL, &m), LOB_OK);
    assert_int_equal(m.warnings, 0);
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_EDGE_GAP, taper, box_of(0, 9000, 9, 9009), &m), LOB_OK);
    assert_int_equal(m.warnings, 0);
    /* placed on a coarser grid: the bound grows with it */
    taper->grid = 4;
    assert_int_equal(lob_measure_figures(&ctx, LOB_MEASURE_PATH_WIDTH, taper, NULL, &m), LOB_OK);
    assert_gt(m.uncertainty, 4 * 1.414);
    assert_lt(m.uncertainty, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_refused, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_at, figures_open, figures_close),
        cmocka_unit_test_setup_teardown(test_warnings, figures_open, figures_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
