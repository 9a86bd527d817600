/* The process window of lines and spaces: sizes against the pixels that an evaluation prints at that dose and focus,
 * doses against the sizes there, rectangles by brute force, a threshold found again; the report, the table, the
 * picture.
 */
#include <math.h>

#include "tests/support/lob_test.h"

#include "litho/process_window.h"
#include "scenes.h"
#include "tests/support/stride.h"

enum { PITCH = 160, LINES = 5 };

static lob_litho_input lines(void) {
    lob_region *region;
    lob_litho_input input = {.mask = {.unit_nm = 1, .box = {0, 0, (LINES * 2 - 1) * PITCH / 2, 1000}}};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    for (int i = 0; i < LINES; i++) {
        const lob_box64 line = {i * PITCH, 0, i * PITCH + PITCH / 2, 1000};
        assert_int_equal(lob_region_add_box(&ctx, region, 0, line), LOB_OK);
    }
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &input.mask.polygons), LOB_OK);
    input.target = input.mask;
    return input;
}

static lob_litho_setup optics(void) {
    lob_litho_setup setup;
    lob_litho_setup_usual(&setup);
    setup.pixel_nm = 8;
    setup.tile_side = 256;
    setup.halo = 32;
    setup.optics.count = 4;
    setup.optics.sigma_outer = 0.25;
    setup.threshold = 0.3;
    setup.team = (lob_team){.thread_count = 1, .grain = 1};
    assert_int_equal(lob_litho_deck_usual(&ctx, NULL, &setup.deck), LOB_OK);
    return setup;
}

static lob_window_ask ask_of(const char *csv) {
    lob_window_ask ask = {.focuses_nm = {-40, -20, 0, 20, 40},
                          .doses = {0.8, 0.9, 1, 1.1, 1.3},
                          .focus_count = 5,
                          .dose_count = 5,
                          .tolerance = 0.1,
                          .edge_within_nm = 15};
    assert_int_equal(lob_cd_gauges_read(&ctx, lob_str_from(csv), &ask.gauges), LOB_OK);
    return ask;
}

static const char gauges[] = "name,x_um,y_um,angle_deg,target_nm,kind\n"
                             "line,0.36,0.5,0,80,\n"
                             "space,0.44,0.5,180,80,\n"
                             "\"end\",0.36,1.0,90,,edge\n";

static lob_process_window find(const lob_litho_setup *setup, const lob_litho_input *input, lob_window_ask *ask) {
    lob_process_window window;
    const lob_status status = lob_process_window_find(&ctx, setup, input, ask, &window);
    if (status != LOB_OK) {
        print_error("%s\n", ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    return window;
}

static double size_at(const lob_window_ask *ask, const lob_process_window *w, uint32_t k, uint32_t focus,
                      uint32_t dose) {
    return w->sizes[((size_t)k * ask->focus_count + focus) * ask->dose_count + dose];
}

/* Pixels of a row around a place that print like it. */
static double printed_around(const lob_litho_result *result, double x_nm, double y_nm) {
    const lob_frame *f = &result->nominal.frame;
    const uint32_t row = (uint32_t)(floor(y_nm / f->pixel_nm) - (double)f->row);
    const uint32_t middle = (uint32_t)(floor(x_nm / f->pixel_nm) - (double)f->column);
    const bool is = lob_bits_at(&result->nominal, middle, row);
    uint32_t left = middle, right = middle;
    while (left > 0 && lob_bits_at(&result->nominal, left - 1, row) == is) {
        left--;
    }
    while (right + 1 < f->width && lob_bits_at(&result->nominal, right + 1, row) == is) {
        right++;
    }
    return (right + 1 - left) * f->pixel_nm;
}

static void sizes_are_what_prints(void **state) {
    (void)state;
    const lob_litho_input input = lines();
    for (int on_mask = 0; on_mask < 2; on_mask++) {
        lob_litho_setup setup = optics();
        setup.dose_meaning = on_mask ? LOB_DOSE_MASK : LOB_DOSE_AERIAL;
        lob_window_ask ask = ask_of(gauges);
        const lob_process_window window = find(&setup, &input, &ask);
        assert_int_equal(window.nominal, 2);
        assert_int_equal(ask.gauges.items[0].kind, LOB_CD_LINE);
        assert_int_equal(ask.gauges.items[1].kind, LOB_CD_SPACE);
        for (uint32_t i = 0; i < ask.focus_count; i++) {
            for (uint32_t d = 0; d < ask.dose_count; d++) {
                lob_litho_setup one = setup;
                lob_litho_result result;
                one.nominal = (lob_corner){ask.doses[d], ask.focuses_nm[i]};
                one.corner_count = 0;
                one.checks = 0;
                assert_int_equal(lob_litho_evaluate(&ctx, &one, &input, &result), LOB_OK);
                assert_close(size_at(&ask, &window, 0, i, d), printed_around(&result, 360, 500), 16);
                assert_close(size_at(&ask, &window, 1, i, d), printed_around(&result, 440, 500), 16);
                lob_litho_result_drop(&result);
            }
            assert_eq(size_at(&ask, &window, 0, i, 1), size_at(&ask, &window, 0, 4 - i, 1)); /* either side of focus */
        }
    }
}

/* At its ends a dose prints the size that is just allowed; rectangles by trying all of them. */
static void windows_are_the_largest(void **state) {
    (void)state;
    const lob_litho_input input = lines();
    const lob_litho_setup setup = optics();
    lob_window_ask ask = ask_of(gauges);
    lob_process_window window = find(&setup, &input, &ask);
    const lob_dose_range line = window.ranges[2];
    ask.doses[0] = line.low;
    ask.doses[1] = line.high;
    ask.dose_count = 2;
    window = find(&setup, &input, &ask);
    assert_close(size_at(&ask, &window, 0, 2, 0), 72, 1e-3);
    assert_close(size_at(&ask, &window, 0, 2, 1), 88, 1e-3);
    double most = 0;
    for (uint32_t i = 0; i < 5; i++) {
        for (uint32_t k = i + 1; k < 5; k++) {
            double low = 0, high = 10;
            for (uint32_t g = 0; g < 3; g++) {
                for (uint32_t f = i; f <= k; f++) {
                    low = fmax(low, window.ranges[g * 5 + f].low);
                    high = fmin(high, window.ranges[g * 5 + f].high);
                }
            }
            const double latitude = low <= high ? 200 * (high - low) / (high + low) : 0;
            most = fmax(most, latitude * (ask.focuses_nm[k] - ask.focuses_nm[i]));
            assert_ge(lob_exposure_latitude(window.curve[k - i - 1].doses), latitude - 1e-9);
        }
    }
    assert_gt(most, 0);
    assert_close(lob_exposure_latitude(window.best.doses) *
                     (ask.focuses_nm[window.best.last] - ask.focuses_nm[window.best.first]),
                 most, 1e-6);
}

/* What was measured at another threshold leads back to it. */
static void finds_the_threshold(void **state) {
    (void)state;
    const lob_litho_input input = lines();
    lob_litho_setup setup = optics();
    lob_window_ask ask = ask_of(gauges);
    setup.threshold = 0.36;
    const lob_process_window other = find(&setup, &input, &ask);
    char csv[512];
    snprintf(csv, sizeof csv,
             "x_um,y_um,angle_deg,target_nm,kind,measured_nm\n0.36,0.5,0,80,,%.6f\n0.44,0.5,0,80,,%.6f\n"
             "0.36,1,90,,edge,%.6f\n0.36,0.5,0,80,,5000\n0.44,0.5,0,80,,\n",
             other.found[0].nominal_nm, other.found[1].nominal_nm, other.found[2].nominal_nm);
    setup.threshold = 0.3;
    ask = ask_of(csv);
    const lob_process_window window = find(&setup, &input, &ask);
    assert_int_equal(window.calibration.count, 3);
    assert_int_equal(window.calibration.left_out, 1);
    assert_close(window.calibration.threshold, 0.36, 1e-4);
    assert_close(window.calibration.dose, 0.3 / 0.36, 1e-3);
    assert_lt(window.calibration.after_nm, 0.05);
    assert_gt(window.calibration.before_nm, 1);
    assert_close(window.found[0].threshold, 0.36, 1e-4);
    assert_true(isnan(window.found[3].threshold));
    assert_true(isnan(window.found[4].threshold));
    lob_buf json;
    lob_buf_init(&json, 0);
    lob_process_window_json(&setup, &ask, &window, false, &json);
    assert_non_null(strstr(json.data, "\"calibration\":{\"gauges\":3,\"left_out\":1,\"threshold\":0.36"));
    assert_non_null(strstr(json.data, "\"largest_error_at\":\"line "));
    assert_non_null(strstr(json.data, "\"measured_nm\":5000,\"threshold\":null"));
    lob_buf_release(&json);
}

/* Where nothing prints no size is told, and no threshold from what no threshold gives. */
static void tells_no_size_that_is_none(void **state) {
    (void)state;
    const lob_litho_input input = lines();
    const lob_litho_setup setup = optics();
    lob_window_ask ask = ask_of("name,x_um,y_um,target_nm,measured_nm\ndark,0.36,0.5,80,9000\n");
    ask.doses[0] = 0.1;
    ask.dose_count = ask.focus_count = 1;
    const lob_process_window window = find(&setup, &input, &ask);
    lob_buf csv, json;
    lob_buf_init(&csv, 0);
    lob_buf_init(&json, 0);
    lob_process_window_csv(&ask, &window, &csv);
    assert_string_equal(csv.data, "gauge,kind,focus_nm,dose,size_nm\ndark,line,-40,0.1,\n");
    lob_process_window_json(&setup, &ask, &window, false, &json);
    assert_non_null(strstr(json.data, "\"calibration\":{\"gauges\":0,\"left_out\":1,\"threshold\":null,\"dose\":null,"
                                      "\"rms_before_nm\":null,\"rms_after_nm\":null}"));
    lob_buf_release(&csv);
    lob_buf_release(&json);
}

static void reports_and_draws(void **state) {
    (void)state;
    const lob_litho_input input = lines();
    const lob_litho_setup setup = optics();
    lob_window_ask ask = ask_of(gauges);
    const lob_process_window window = find(&setup, &input, &ask);
    lob_buf json, csv, svg;
    lob_litho_laid laid;
    lob_picture picture;
    lob_buf_init(&json, 0);
    lob_buf_init(&csv, 0);
    lob_buf_init(&svg, 0);
    lob_process_window_json(&setup, &ask, &window, false, &json);
    assert_non_null(strstr(json.data, "\"gauge_count\":3"));
    assert_non_null(strstr(json.data, "\"name\":\"\\\"end\\\"\",\"kind\":\"edge\""));
    assert_null(strstr(json.data, "calibration"));
    assert_int_equal(json.data[json.size - 1], '\n');
    lob_process_window_csv(&ask, &window, &csv);
    char first[128];
    snprintf(first, sizeof first, "gauge,kind,focus_nm,dose,size_nm\nline,line,-40,0.8,%.2f",
             size_at(&ask, &window, 0, 0, 0));
    assert_int_equal(strncmp(csv.data, first, strlen(first) - 1), 0);
    assert_non_null(strstr(csv.data, "\n\"\"\"end\"\"\",edge,40,1.3,"));
    assert_int_equal(lob_process_window_lay(&ctx, &ask, &window, &laid), LOB_OK);
    assert_int_equal(lob_litho_laid_draw(&ctx, &laid, &picture), LOB_OK);
    assert_int_equal(picture.width, 1200);
    lob_picture_release(&picture);
    assert_int_equal(lob_litho_laid_svg(&ctx, &laid, &svg), LOB_OK);
    assert_non_null(strstr(svg.data, "aria-label=\"space\""));
    ask.focus_count = 1;
    assert_int_equal(lob_process_window_lay(&ctx, &ask, &window, &laid), LOB_E_INVALID_TARGET);
    lob_buf_release(&json);
    lob_buf_release(&csv);
    lob_buf_release(&svg);
}

/* Where no dose serves all: nothing is called a window. */
static void says_that_there_is_none(void **state) {
    (void)state;
    const lob_litho_input input = lines();
    const lob_litho_setup setup = optics();
    lob_window_ask ask = ask_of("x_um,y_um,target_nm\n0.36,0.5,60\n0.52,0.5,110\n");
    const lob_process_window window = find(&setup, &input, &ask);
    assert_int_equal(window.best.first, 1);
    assert_int_equal(window.best.last, 0);
    for (uint32_t i = 0; i < ask.focus_count; i++) {
        assert_gt(window.common[i].low, window.common[i].high);
    }
    lob_litho_laid laid;
    lob_buf json;
    lob_buf_init(&json, 0);
    lob_process_window_json(&setup, &ask, &window, false, &json);
    assert_non_null(strstr(json.data, "\"largest_window\":null"));
    assert_int_equal(lob_process_window_lay(&ctx, &ask, &window, &laid), LOB_OK);
    lob_buf_release(&json);
}

static void refuses(void **state) {
    (void)state;
    const lob_litho_input input = lines();
    lob_litho_setup setup = optics();
    lob_process_window window;
    lob_window_ask ask = ask_of("x_um,y_um,target_nm\n0.36,0.5,80\n50,0.5,80\n");
    assert_int_equal(lob_process_window_find(&ctx, &setup, &input, &ask, &window), LOB_E_INVALID_TARGET);
    ask = ask_of(gauges);
    setup.kernels_dir_fd = 0;
    assert_int_equal(lob_process_window_find(&ctx, &setup, &input, &ask, &window), LOB_E_INVALID_TARGET);
    setup.kernels_dir_fd = -1;
    lob_error_clear(&ctx.error);
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    assert_int_equal(lob_process_window_find(&ctx, &setup, &input, &ask, &window), LOB_E_CANCELLED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(sizes_are_what_prints),
        TEST(windows_are_the_largest),
        TEST(finds_the_threshold),
        TEST(tells_no_size_that_is_none),
        TEST(reports_and_draws),
        TEST(says_that_there_is_none),
        TEST(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
