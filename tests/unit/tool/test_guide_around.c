/* Figures that look like guides and are none, from the request to the answer: analyze_waveguide refuses them with the
 * reason, or takes one with `at`; measure_geometry warns; list_ports gives them no ports; trace_waveguide follows none
 * of the marks over a guide. Drawn by hand, pins as the SiEPIC PDK of 2016 draws them. */
#include "bench_rig.h"

static const char *session;

/* An H of strokes 200 wide and 1400 high. */
static void letter(lob_buf *b, int32_t x, int32_t y) {
    const int32_t xy[26] = {x,       y,        x + 200, y,        x + 200,  y + 600,  x + 800,  y + 600, x + 800,
                            y,       x + 1000, y,       x + 1000, y + 1400, x + 800,  y + 1400, x + 800, y + 800,
                            x + 200, y + 800,  x + 200, y + 1400, x,        y + 1400, x,        y};
    gds_polygon(b, 1, 13, xy);
}

/* At x = 0 um a guide on 1/0 with two pins, in the outline of its device and a floor plan; behind, 100 um apart each:
 * teeth, a pad of metal, the body of a splitter with its arms, a line of letters; at 500 um a floor plan alone; the
 * body of a 1x1 interferometer in two pieces, with its arms. */
static const char *figures_file(void) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 99, 0, -50000, -50000, 900000, 50000);
    gds_box(&b, 68, 0, -1000, -2000, 21000, 2000);
    gds_box(&b, 1, 0, 0, -250, 20000, 250);
    gds_path(&b, 69, 500, 100, 0, -100, 0);
    gds_path(&b, 69, 500, 19900, 0, 20100, 0);
    gds_text(&b, 69, 0, 0, "opt1", 4);
    gds_text(&b, 69, 20000, 0, "opt2", 4);
    for (int i = 0; i < 6; i++) {
        gds_box(&b, 1, 0, 100000 + i * 650, 0, 100300 + i * 650, 10000);
    }
    gds_box(&b, 12, 0, 200000, 0, 210000, 8000);
    gds_box(&b, 1, 0, 300000, -1250, 305500, 1250);
    gds_box(&b, 1, 0, 290000, -250, 300000, 250);
    gds_box(&b, 1, 0, 305500, 375, 320000, 875);
    gds_box(&b, 1, 0, 305500, -875, 320000, -375);
    letter(&b, 400000, 0);
    gds_box(&b, 1, 0, 401600, 0, 401800, 1400);
    letter(&b, 402400, 0);
    letter(&b, 404000, 0);
    gds_box(&b, 1, 0, 600000, -1500, 605000, 1500);
    gds_box(&b, 1, 0, 605000, -1500, 612000, 1500);
    gds_box(&b, 1, 0, 590000, -250, 600000, 250);
    gds_box(&b, 1, 0, 612000, -250, 630000, 250);
    gds_box(&b, 1, 0, 700000, 0, 720000, 250);
    gds_box(&b, 1, 0, 700000, -250, 720000, 0);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, "figures.gds", &b);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    session = open_session(&t, figures_file(), NULL);
    return 0;
}

/* The first figure of a layer in a box of a micrometre at (x, y). */
static void find_figure(int layer, double x, double y, char id[32]) {
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"layers\":[{\"layer\":%d,\"datatype\":0}],\"box\":{\"left\":%.17g,"
                      "\"bottom\":%.17g,\"right\":%.17g,\"top\":%.17g}}",
                      session, layer, x, y, x + 0.01, y + 0.01);
    snprintf(id, 32, "%s", text_at(json, "shapes/0/id"));
    cJSON_Delete(json);
}

static const struct {
    const char *reason, *warning;
    int layer;
    double x, y;
} figures[] = {{"marker", "no_guide_marker:", 68, 1, 1.5},    {"marker", "no_guide_marker:", 99, 500, 20},
               {"teeth", "no_guide_teeth:", 1, 101.4, 5},     {"pad", "no_guide_pad:", 12, 205, 4},
               {"branches", "no_guide_branches:", 1, 302, 0}, {"letter", "no_guide_letter:", 1, 401.7, 0.7},
               {"body", "no_guide_body:", 1, 602, 0},         {"part", "no_guide_part:", 1, 710, 0.1}};

static void test_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        lob_case("figures[%zu]", i);
        char id[32];
        find_figure(figures[i].layer, figures[i].x, figures[i].y, id);
        cJSON *json = run(&t, LOB_E_INVALID_TARGET, "analyze_waveguide",
                          "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true}", session, id);
        assert_string_equal(text_at(json, "details/reason"), figures[i].reason);
        assert_string_equal(text_at(json, "details/target_id"), id);
        assert_non_null(strstr(text_at(json, "details/hint"), "give at"));
        cJSON_Delete(json);
        /* whoever names a point in it has looked */
        json = run(&t, LOB_OK, "analyze_waveguide",
                   "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true,\"at\":{\"x_um\":%.17g,"
                   "\"y_um\":%.17g}}",
                   session, id, figures[i].x, figures[i].y);
        assert_gt(number_at(json, "path_width_um"), 0);
        cJSON_Delete(json);
    }
    char id[32];
    find_figure(1, 101.4, 5, id);
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "analyze_waveguide",
                      "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true}", session, id);
    assert_string_equal(text_at(json, "details/pitch_um"), "0.65");
    assert_ge(number_at(json, "details/count"), 4);
    cJSON_Delete(json);
}

static void test_guides(void **state) {
    (void)state;
    static const double places[][2] = {{10, 0}, {295, 0}, {310, 0.6}, {310, -0.6}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        lob_case("places[%zu]", i);
        char id[32];
        find_figure(1, places[i][0], places[i][1], id);
        cJSON *json = run(&t, LOB_OK, "analyze_waveguide",
                          "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true}", session, id);
        assert_eq(number_at(json, "path_width_um"), 0.5);
        assert_int_equal(count_at(json, "analysis_warnings"), 0);
        cJSON_Delete(json);
    }
}

/* The number stands, and what is wrong with it beside it; modes that take no guide, and `at`, do not warn. */
static void test_warned(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        lob_case("figures[%zu]", i);
        char id[32];
        find_figure(figures[i].layer, figures[i].x, figures[i].y, id);
        for (int mode = 0; mode < 2; mode++) {
            cJSON *json =
                run(&t, LOB_OK, "measure_geometry", "{\"session_id\":\"%s\",\"mode\":\"%s\",\"target_ids\":[\"%s\"]}",
                    session, mode ? "segment_length" : "path_width", id);
            assert_gt(number_at(json, "value_um"), 0);
            assert_int_equal(count_at(json, "details/analysis_warnings"), 1);
            assert_memory_equal(text_at(json, "details/analysis_warnings/0"), figures[i].warning,
                                strlen(figures[i].warning));
            cJSON_Delete(json);
        }
        cJSON *json = run(&t, LOB_OK, "measure_geometry",
                          "{\"session_id\":\"%s\",\"mode\":\"path_width\",\"target_ids\":[\"%s\"],\"at\":{\"x_um\":"
                          "%.17g,\"y_um\":%.17g}}",
                          session, id, figures[i].x, figures[i].y);
        assert_null(find(json, "details/analysis_warnings"));
        cJSON_Delete(json);
    }
}

/* ---- traces from a bare point ---- */

static void test_trace(void **state) {
    (void)state;
    static const char *const points[] = {"\"x_um\":10,\"y_um\":0", "\"x_um\":0,\"y_um\":0,\"angle_deg\":0"};
    for (int i = 0; i < 2; i++) {
        cJSON *json = run(&t, LOB_OK, "trace_waveguide", "{\"session_id\":\"%s\",\"from\":{%s}}", session, points[i]);
        assert_eq(number_at(json, "length_um"), 20);
        assert_eq(number_at(json, "width_max_um"), 0.5);
        assert_eq(number_at(json, "layer/layer"), 1);
        cJSON_Delete(json);
    }
    /* the metal of a pad is no mark, and no guide */
    cJSON *json =
        run(&t, LOB_OK, "trace_waveguide", "{\"session_id\":\"%s\",\"from\":{\"x_um\":205,\"y_um\":4}}", session);
    assert_eq(number_at(json, "layer/layer"), 12);
    cJSON_Delete(json);
    /* marks alone: said so, with the nearest guide */
    static const char *const alone[] = {"\"x_um\":20.5,\"y_um\":1", "\"x_um\":500,\"y_um\":20",
                                        "\"x_um\":500,\"y_um\":20,\"angle_deg\":0"};
    for (int i = 0; i < 3; i++) {
        json = run(&t, LOB_E_INVALID_TARGET, "trace_waveguide", "{\"session_id\":\"%s\",\"from\":{%s}}", session,
                   alone[i]);
        assert_string_equal(text_at(json, "details/reason"), "marker");
        assert_eq(number_at(json, "details/layer"), 1);
        cJSON_Delete(json);
    }
    json = run(&t, LOB_E_INVALID_TARGET, "trace_waveguide",
               "{\"session_id\":\"%s\",\"from\":{\"x_um\":-90,\"y_um\":0}}", session);
    assert_string_equal(text_at(json, "details/reason"), "nothing");
    cJSON_Delete(json);
}

/* Without conventions a plate is none the more a guide: what is as wide as that and hardly longer is not followed. */
static void test_plate(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 99, 0, 0, 0, 605000, 410000);
    gds_box(&b, 98, 0, 0, 500000, 605000, 520000);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "plate.gds", &b), NULL);
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "trace_waveguide",
                      "{\"session_id\":\"%s\",\"from\":{\"x_um\":300,\"y_um\":200}}", id);
    assert_string_equal(text_at(json, "details/reason"), "no_guide");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "trace_waveguide", "{\"session_id\":\"%s\",\"from\":{\"x_um\":300,\"y_um\":510}}", id);
    assert_eq(number_at(json, "length_um"), 605);
    cJSON_Delete(json);
}

/* ---- ports ---- */

/* A taper that ends in a grating of arcs: the taper's narrow end is the one port, and the answer says why. */
static void test_grating_ports(void **state) {
    (void)state;
    static const int32_t taper[10] = {0, -250, 15000, -5000, 15000, 5000, 0, 250, 0, -250};
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_polygon(&b, 1, 5, taper);
    for (int i = 0; i < 8; i++) {
        int32_t xy[2 * 23];
        for (int k = 0; k <= 10; k++) {
            double angle = (-18.5 + 3.7 * k) * (M_PI / 180), inner = 16500 + 630 * i, outer = inner + 320;
            xy[2 * k] = (int32_t)lround(outer * cos(angle));
            xy[2 * k + 1] = (int32_t)lround(outer * sin(angle));
            xy[2 * (21 - k)] = (int32_t)lround(inner * cos(angle));
            xy[2 * (21 - k) + 1] = (int32_t)lround(inner * sin(angle));
        }
        xy[44] = xy[0];
        xy[45] = xy[1];
        gds_polygon(&b, 1, 23, xy);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "grating.gds", &b), NULL);
    cJSON *json = run(&t, LOB_OK, "list_ports", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(count_at(json, "ports"), 1);
    assert_eq(number_at(json, "ports/0/at_um/x"), 0);
    assert_eq(number_at(json, "ports/0/at_um/y"), 0);
    assert_eq(number_at(json, "ports/0/width_um"), 0.5);
    assert_eq(count_at(json, "ports/0/evidence"), 1);
    cJSON_Delete(json);
    /* its arcs bend, and are no guides all the same */
    static const char *const modes[] = {"bend_radius_estimate", "path_width"};
    const char *const marked = session;
    char arc[32];
    session = id;
    find_figure(1, 17.29, 0, arc);
    for (int i = 0; i < 2; i++) {
        json = run(&t, LOB_OK, "measure_geometry", "{\"session_id\":\"%s\",\"mode\":\"%s\",\"target_ids\":[\"%s\"]}",
                   id, modes[i], arc);
        bool is_warned = false;
        for (int k = 0; k < count_at(json, "details/analysis_warnings"); k++) {
            const cJSON *word = cJSON_GetArrayItem(at(json, "details/analysis_warnings"), k);
            is_warned = is_warned || strncmp(word->valuestring, "no_guide_teeth:", 15) == 0;
        }
        assert_true(is_warned);
        assert_int_equal(find(json, "details/min_um") != NULL, i == 1);
        cJSON_Delete(json);
    }
    session = marked;
    /* marked ports need none */
    json = run(&t, LOB_OK, "list_ports", "{\"session_id\":\"%s\"}", session);
    assert_int_equal(count_at(json, "ports"), 2);
    assert_null(find(json, "ports/0/evidence"));
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_guides, setup, teardown),
        cmocka_unit_test_setup_teardown(test_warned, setup, teardown),
        cmocka_unit_test_setup_teardown(test_trace, setup, teardown),
        cmocka_unit_test_setup_teardown(test_plate, setup, teardown),
        cmocka_unit_test_setup_teardown(test_grating_ports, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
