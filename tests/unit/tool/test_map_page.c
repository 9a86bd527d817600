/* Maps beside lists: what check_rules, check_connectivity and trace_waveguide draw. Where a thing is drawn follows from
 * its place by the map's scale: 820 pixels for the box and a sixteenth of its longer side around it. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "chart_support.h"

static const char *field;

/* A box 100 um wide holds the scale: 820 pixels are 112.5 um. At 20,20 a box of 0.1 um on 1/0; sixty more at the right;
 * on 5/0 a guide of 40 um. */
static int setup(void **state) {
    (void)state;
    lob_buf b;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 9, 0, 0, 0, 100000, 80000);
    gds_box(&b, 1, 0, 20000, 20000, 20100, 20100);
    gds_aref(&b, "DOT", 10, 6, 50000, 10000, 4000, 4000);
    gds_element_end(&b);
    gds_box(&b, 5, 0, 10000, 60000, 50000, 60500);
    gds_cell_end(&b);
    gds_cell(&b, "DOT");
    gds_box(&b, 2, 0, 0, 0, 100, 100);
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

/* The map is 820 x 671: 92.5 um high. */
static lob_pixel place(double x, double y) {
    const double scale = 820 / 112.5;
    return (lob_pixel){410 + (x - 50) * scale, 335.5 - (y - 40) * scale};
}

static unsigned reds_near(const drawn *d, lob_pixel at, unsigned reach) {
    unsigned count = 0;
    for (uint32_t y = (uint32_t)at.y - reach; y < (uint32_t)at.y + reach; y++) {
        for (uint32_t x = (uint32_t)at.x - reach; x < (uint32_t)at.x + reach; x++) {
            const uint32_t p = pixel_at(&d->s, x, y);
            count += (p >> 16 & 255) > 140 && (p >> 8 & 255) < 110 && (p & 255) < 110;
        }
    }
    return count;
}

#define RULES                                                                                                          \
    "\"inline_image\":true,\"rules\":[{\"id\":\"ONE\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.2},"           \
    "{\"id\":\"MANY\",\"type\":\"area\",\"layer\":\"2/0\",\"min_um2\":0.2,\"severity\":\"warning\"},"                  \
    "{\"id\":\"GRID\",\"type\":\"grid\",\"layer\":\"1/0\",\"grid_um\":0.03},"                                          \
    "{\"id\":\"FULL\",\"type\":\"density\",\"layer\":\"9/0\",\"max\":0.5,\"window_um\":100}]"

static void test_rules(void **state) {
    (void)state;
    drawn d = take_chart(&t, "check_rules", "{\"session_id\":\"%s\",\"limit\":2," RULES "}", field);
    assert_eq(d.s.width, 1200);
    assert_gt(reds_near(&d, place(20.05, 20.05), 12), 10);
    assert_int_equal(reds_near(&d, place(20, 70), 12), 0);
    assert_eq(d.s.height, 674 + 30 + 200 + 18); /* with a row of enlarged places */
    assert_gt(reds_near(&d, (lob_pixel){18 + 139, 674 + 30 + 100}, 60), 100);
    assert_true(shows(&d, "1"));
    assert_true(shows(&d, "ONE  0.1 \xc2\xb5m"));
    assert_true(shows(&d, "at (20.05, 20) \xc2\xb5m") || shows(&d, "at (20.05, 20.05) \xc2\xb5m") ||
                shows(&d, "at (20, 20.05) \xc2\xb5m"));
    assert_non_null(strstr(d.svg, "violations in TOP"));
    assert_true(shows(&d, "4 rules checked"));
    drawn_release(&d);
}

/* The forty of a page, as far as the list has room; the rest of the page and of all as dots. */
static void test_many(void **state) {
    (void)state;
    drawn d = take_chart(&t, "check_rules", "{\"session_id\":\"%s\",\"limit\":60," RULES "}", field);
    assert_non_null(strstr(d.svg, "without room here"));
    assert_non_null(strstr(d.svg, "MANY  0.01 \xc2\xb5m\xc2\xb2"));
    assert_non_null(strstr(d.svg, ", warning"));
    drawn_release(&d);
    d = take_chart(&t, "check_rules",
                   "{\"session_id\":\"%s\",\"summary\":true," RULES
                   ",\"box\":{\"left\":40,\"bottom\":0,\"right\":100,\"top\":40}}",
                   field);
    assert_non_null(strstr(d.svg, "violations in TOP"));
    drawn_release(&d);
    d = take_chart(&t, "check_rules", "{\"session_id\":\"%s\",\"inline_image\":true,\"rules\":[]}", field);
    assert_true(shows(&d, "0 violations in TOP"));
    drawn_release(&d);
}

/* All kinds of values. */
static void test_kinds(void **state) {
    (void)state;
    drawn d = take_chart(&t, "check_rules",
                         "{\"session_id\":\"%s\",\"inline_image\":true,\"rules\":[{\"id\":\"G\",\"type\":\"grid\","
                         "\"layer\":\"1/0\",\"grid_um\":0.03},{\"id\":\"D\",\"type\":\"density\",\"layer\":\"9/0\","
                         "\"max\":0.5,\"window_um\":100}]}",
                         field);
    assert_true(shows(&d, "G  "));
    assert_non_null(strstr(d.svg, "D  "));
    assert_non_null(strstr(d.svg, " %\""));
    drawn_release(&d);
}

static void test_route(void **state) {
    (void)state;
    drawn d = take_chart(&t, "trace_waveguide",
                         "{\"session_id\":\"%s\",\"inline_image\":true,\"from\":{\"x_um\":20,\"y_um\":60.25},"
                         "\"layers\":[{\"layer\":5,\"datatype\":0}]}",
                         field);
    assert_true(shows(&d, "Route in TOP"));
    assert_true(shows(&d, "40 \xc2\xb5m"));
    assert_true(shows(&d, "no bend with a radius"));
    assert_true(shows(&d, "A"));
    assert_true(shows(&d, "B"));
    assert_true(shows(&d, "0.5 to 0.5 \xc2\xb5m"));
    /* 45 um across 820 pixels, the guide in the middle of 420 rows. */
    const uint32_t on = pixel_at(&d.s, 410, 210);
    assert_gt(on >> 16 & 255, 150);
    assert_lt(on >> 8 & 255, 160);
    drawn_release(&d);
}

static void test_bend(void **state) {
    (void)state;
    char here[900], file[1200];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(file, sizeof file, "%s/fixtures/pins_gdsfactory.gds", here);
    const char *bend = open_session(&t, file, NULL);
    drawn d = take_chart(&t, "trace_waveguide",
                         "{\"session_id\":\"%s\",\"inline_image\":true,\"from\":{\"x_um\":5,\"y_um\":0}}", bend);
    assert_true(shows(&d, "R min 10 \xc2\xb5m")); /* by its recipe */
    assert_true(shows(&d, "(0, 0), open, port o1"));
    assert_true(shows(&d, "90\xc2\xb0 in all"));
    drawn_release(&d);
}

/* The planted faults of the recipe. */
static void test_connections(void **state) {
    (void)state;
    char here[900], file[1200];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(file, sizeof file, "%s/fixtures/connect_planted.gds", here);
    const char *planted = open_session(&t, file, NULL);
    drawn d = take_chart(&t, "check_connectivity",
                         "{\"session_id\":\"%s\",\"inline_image\":true,\"limit\":60,\"max_chars\":200000}", planted);
    assert_true(shows(&d, "Connections of connect_planted"));
    assert_true(shows(&d, "near miss  opt2 \xe2\x80\x93 opt1"));
    assert_true(shows(&d, "at (20, 50) \xc2\xb5m, 0.001 \xc2\xb5m apart"));
    assert_non_null(strstr(d.svg, "width differs by"));
    assert_non_null(strstr(d.svg, "\xc2\xb0 off"));
    assert_gt(d.s.height, 248 + 400); /* the first near misses are shown again, enlarged */
    const char *near = strstr(d.svg, "aria-label=\"near miss  opt2 \xe2\x80\x93 opt1\"");
    assert_non_null(near);
    assert_non_null(strstr(near + 1, "aria-label=\"near miss  opt2 \xe2\x80\x93 opt1\""));
    drawn_release(&d);
    d = take_chart(&t, "check_connectivity",
                   "{\"session_id\":\"%s\",\"inline_image\":true,\"kinds\":[\"device_overlap\",\"shape_overlap\"]}",
                   planted);
    assert_non_null(strstr(d.svg, " overlap  "));
    drawn_release(&d);
    d = take_chart(&t, "check_connectivity", "{\"session_id\":\"%s\",\"inline_image\":true}", field);
    assert_true(shows(&d, "Nothing was found.") || strstr(d.svg, "dangling") != NULL);
    drawn_release(&d);
}

static void test_memory_rules(void **state) {
    (void)state;
    char arguments[900];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"limit\":3," RULES "}", field);
    sweep_chart(&t, field, "check_rules", arguments);
}

static void test_memory_route(void **state) {
    (void)state;
    char arguments[900];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"inline_image\":true,\"from\":{\"x_um\":20,\"y_um\":60.25},"
             "\"layers\":[{\"layer\":5,\"datatype\":0}]}",
             field);
    sweep_chart(&t, field, "trace_waveguide", arguments);
}

static void test_memory_connections(void **state) {
    (void)state;
    char arguments[900];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"inline_image\":true}", field);
    sweep_chart(&t, field, "check_connectivity", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rules, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_route, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bend, setup, teardown),
        cmocka_unit_test_setup_teardown(test_connections, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory_rules, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory_route, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory_connections, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
