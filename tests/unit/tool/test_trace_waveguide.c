/* trace_waveguide from the request to the answer: a route through cells by hand, its pages, every refusal. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

static const char *session;

/* On layer 1: a guide of 10 um, twice GUIDE behind it (width 0.5, then a taper to 1), a square at its end; it is
 * crossed at 3 um. On 2: a pad. On 3: two guides that begin at (100, 100). On 4: a
 * closed ring of sides of 10 um. */
static const char *route_file(void) {
    static const int32_t taper[10] = {0, -250, 10000, -500, 10000, 500, 0, 250, 0, -250};
    static const int32_t ring[22] = {300000, 0,    310000, 0,    310000, 10000, 300000, 10000, 300000, 500, 300500, 500,
                                     300500, 9500, 309500, 9500, 309500, 500,   300000, 500,   300000, 0};
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, -250, 10000, 250);
    gds_box(&b, 1, 0, 3000, -5000, 3400, 5000);
    gds_sref(&b, "GUIDE", false, false, 10000, 0);
    gds_element_end(&b);
    gds_sref(&b, "TAPER", false, false, 20000, 0);
    gds_element_end(&b);
    gds_box(&b, 1, 0, 30000, -4000, 38000, 4000);
    gds_box(&b, 2, 0, -20000, -20000, -10000, -10000);
    gds_box(&b, 3, 0, 100000, 99750, 110000, 100250);
    gds_box(&b, 3, 0, 100000, 99750, 120000, 100250);
    gds_polygon(&b, 4, 11, ring);
    gds_cell_end(&b);
    gds_cell(&b, "GUIDE");
    gds_box(&b, 1, 0, 0, -250, 10000, 250);
    gds_cell_end(&b);
    gds_cell(&b, "TAPER");
    gds_polygon(&b, 1, 5, taper);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, "route.gds", &b);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    session = open_session(&t, route_file(), NULL);
    return 0;
}

static cJSON *trace(lob_status expected, const char *from, const char *more) {
    return run(&t, expected, "trace_waveguide", "{\"session_id\":\"%s\",\"from\":{%s}%s}", session, from, more);
}

static void about(const cJSON *json, const char *path, double value) {
    assert_close(number_at(json, path), value, 1.1e-3);
}

static void test_route(void **state) {
    (void)state;
    cJSON *json = trace(LOB_OK, "\"x_um\":15,\"y_um\":0.1", "");
    assert_string_equal(text_at(json, "cell"), "TOP");
    assert_eq(number_at(json, "layer/layer"), 1);
    about(json, "length_um", 30);
    assert_true(cJSON_IsNull(at(json, "radius_min_um")));
    assert_null(find(json, "radius_min_at_um"));
    about(json, "width_min_um", 0.5);
    about(json, "width_max_um", 1);
    assert_eq(number_at(json, "segment_count"), 3);
    assert_eq(number_at(json, "event_count"), 2);
    assert_string_equal(text_at(json, "ends/0/reason"), "open");
    about(json, "ends/0/x_um", 0);
    about(json, "ends/0/angle_deg", 180);
    assert_null(find(json, "ends/0/shape"));
    assert_string_equal(text_at(json, "ends/1/reason"), "device");
    assert_string_equal(text_at(json, "ends/1/shape/cell"), "TOP");
    assert_eq(number_at(json, "ends/1/shape/layer/layer"), 1);
    assert_int_equal(count_at(json, "segments"), 3);
    assert_string_equal(text_at(json, "segments/0/kind"), "box");
    assert_int_equal(count_at(json, "segments/0/instance_path"), 1);
    assert_string_equal(text_at(json, "segments/1/leaf_cell"), "GUIDE");
    assert_string_equal(text_at(json, "segments/1/instance_path/1"), "GUIDE");
    assert_string_equal(text_at(json, "segments/2/kind"), "polygon");
    about(json, "segments/2/s_um", 20);
    about(json, "segments/2/width_um", 0.75);
    about(json, "segments/2/width_max_um", 1);
    assert_null(find(json, "segments/1/width_max_um"));
    assert_null(find(json, "segments/1/layer"));
    assert_string_equal(text_at(json, "events/0/kind"), "crossing");
    about(json, "events/0/s_um", 3.2);
    assert_eq(number_at(json, "events/0/segment"), 0);
    assert_string_equal(text_at(json, "events/1/kind"), "taper");
    about(json, "events/1/width_behind_um", 1);
    assert_null(find(json, "next_cursor"));
    assert_null(find(json, "notes"));
    /* The ids measure. */
    cJSON *measured = run(&t, LOB_OK, "measure_geometry",
                          "{\"session_id\":\"%s\",\"mode\":\"segment_length\",\"target_ids\":[\"%s\"]}", session,
                          text_at(json, "segments/1/id"));
    about(measured, "value_um", 10);
    cJSON_Delete(measured);
    measured = run(&t, LOB_OK, "measure_geometry",
                   "{\"session_id\":\"%s\",\"mode\":\"overlap\",\"target_ids\":[\"%s\",\"%s\"]}", session,
                   text_at(json, "segments/0/id"), text_at(json, "events/0/id"));
    about(measured, "value_um", 0.2); /* um2: 0.4 x 0.5 */
    cJSON_Delete(measured);
    cJSON_Delete(json);
}

static void test_one_way(void **state) {
    (void)state;
    cJSON *json =
        trace(LOB_OK, "\"x_um\":30,\"y_um\":0,\"angle_deg\":180", ",\"layers\":[{\"layer\":1,\"datatype\":0}]");
    assert_string_equal(text_at(json, "ends/0/reason"), "start");
    about(json, "length_um", 30);
    assert_string_equal(text_at(json, "segments/0/leaf_cell"), "TAPER");
    cJSON_Delete(json);
    json = trace(LOB_OK, "\"x_um\":4,\"y_um\":0", ",\"cell\":\"GUIDE\"");
    about(json, "length_um", 10);
    assert_int_equal(count_at(json, "segments/0/instance_path"), 1);
    cJSON_Delete(json);
}

/* One segment and one event a page; together they are the whole, once. */
static void test_pages(void **state) {
    (void)state;
    char more[700] = ",\"max_segments\":1";
    const char *const kinds[3] = {"crossing", "taper", NULL};
    for (int page = 0; page < 3; page++) {
        cJSON *json = trace(LOB_OK, "\"x_um\":15,\"y_um\":0.1", more);
        assert_int_equal(count_at(json, "segments"), 1);
        about(json, "segments/0/s_um", 10 * page);
        assert_int_equal(count_at(json, "events"), kinds[page] ? 1 : 0);
        assert_eq(number_at(json, "truncation/segments_dropped"), 2 - page);
        assert_eq(number_at(json, "segment_count"), 3);
        if (kinds[page]) {
            assert_string_equal(text_at(json, "events/0/kind"), kinds[page]);
            snprintf(more, sizeof more, ",\"max_segments\":1,\"cursor\":\"%s\"", text_at(json, "next_cursor"));
        } else {
            assert_null(find(json, "next_cursor"));
        }
        cJSON_Delete(json);
    }
    /* A cursor fits its own question alone. */
    cJSON_Delete(trace(LOB_E_INVALID_TARGET, "\"x_um\":16,\"y_um\":0.1", more));
    cJSON_Delete(trace(LOB_E_INVALID_TARGET, "\"x_um\":15,\"y_um\":0.1", ",\"cursor\":\"cur_nothing\""));
}

static void refused(const char *from, const char *more, const char *reason) {
    cJSON *json = trace(LOB_E_INVALID_TARGET, from, more);
    assert_string_equal(text_at(json, "details/reason"), reason);
    assert_gt(strlen(text_at(json, "details/hint")), 10);
    cJSON_Delete(json);
}

/* A ring has no ends: the error names the tool that describes it, with what that tool needs. */
static void test_ring(void **state) {
    (void)state;
    static const char *const from[] = {"\"x_um\":300.25,\"y_um\":5", "\"x_um\":300.25,\"y_um\":5,\"angle_deg\":90"};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        lob_case("%s", from[i]);
        cJSON *json = trace(LOB_E_INVALID_TARGET, from[i], "");
        assert_string_equal(text_at(json, "details/argument"), "from");
        assert_string_equal(text_at(json, "details/reason"), "closed");
        assert_non_null(strstr(text_at(json, "details/hint"), "analyze_waveguide"));
        cJSON *ring =
            run(&t, LOB_OK, "analyze_waveguide", "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true}",
                session, text_at(json, "details/target_id"));
        assert_eq(number_at(ring, "path_width_um"), 0.5);
        cJSON_Delete(ring);
        cJSON_Delete(json);
    }
}

/* Each of the three names the one that can do what it refuses. */
static void test_names(void **state) {
    (void)state;
    cJSON *json = trace(LOB_E_INVALID_TARGET, "\"x_um\":34,\"y_um\":1", "");
    assert_non_null(strstr(text_at(json, "details/hint"), "analyze_waveguide with at"));
    cJSON *other = run(&t, LOB_E_INVALID_TARGET, "analyze_waveguide", "{\"session_id\":\"%s\",\"target_id\":\"%s\"}",
                       session, text_at(json, "details/target_id"));
    assert_non_null(strstr(text_at(other, "details/hint"), "path_width"));
    cJSON_Delete(other);
    cJSON_Delete(json);
}

static void test_refused(void **state) {
    (void)state;
    cJSON *json = trace(LOB_E_INVALID_TARGET, "\"x_um\":15,\"y_um\":2", "");
    assert_string_equal(text_at(json, "details/reason"), "nothing");
    assert_string_equal(text_at(json, "details/offset_um"), "(0, -1.75)"); /* to the guide below */
    cJSON_Delete(json);
    json = trace(LOB_E_INVALID_TARGET, "\"x_um\":15,\"y_um\":-2", "");
    assert_string_equal(text_at(json, "details/offset_um"), "(0, 1.75)"); /* above */
    cJSON_Delete(json);
    json = trace(LOB_E_INVALID_TARGET, "\"x_um\":305,\"y_um\":5", ",\"layers\":[{\"layer\":4,\"datatype\":0}]");
    assert_non_null(strstr(text_at(json, "details/hint"), "cut_profile")); /* within the ring: (0, 0) leads nowhere */
    cJSON_Delete(json);
    json = trace(LOB_E_INVALID_TARGET, "\"x_um\":34,\"y_um\":1", "");
    assert_string_equal(text_at(json, "details/reason"), "no_guide");
    assert_memory_equal(text_at(json, "details/target_id"), "shp_", 4);
    cJSON_Delete(json);
    refused("\"x_um\":-15,\"y_um\":-15", "", "no_guide");
    refused("\"x_um\":0,\"y_um\":0,\"angle_deg\":180", "", "nothing");
    refused("\"x_um\":38,\"y_um\":0,\"angle_deg\":0", ",\"layers\":[{\"layer\":1,\"datatype\":0}]", "no_way");
    refused("\"x_um\":100,\"y_um\":100,\"angle_deg\":0", "", "branch");
    refused("\"x_um\":1e300,\"y_um\":0", "", "range");
    refused("\"x_um\":5,\"y_um\":0", ",\"tolerance_um\":1e9", "range");
    cJSON_Delete(trace(LOB_E_INVALID_LAYER, "\"x_um\":5,\"y_um\":0", ",\"layers\":[{\"layer\":9,\"datatype\":0}]"));
    json = trace(LOB_E_INVALID_TARGET, "\"x_um\":5,\"y_um\":0", ",\"cell\":\"GUIDES\"");
    assert_string_equal(text_at(json, "details/candidates/0"), "GUIDE");
    cJSON_Delete(json);
    cJSON_Delete(trace(LOB_E_QUERY_TOO_LARGE, "\"x_um\":5,\"y_um\":0", ",\"max_segments\":100000"));
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "trace_waveguide",
                     "{\"session_id\":\"ses_000000000000\",\"from\":{\"x_um\":0,\"y_um\":0}}"));
}

static void test_offset(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 10000, 500);
    gds_box(&b, 1, 0, 10000, 1, 20000, 501);
    gds_box(&b, 1, 0, 20020, 1, 30000, 501);
    gds_cell_end(&b);
    gds_end(&b);
    session = open_session(&t, bench_file(&t, "offset.gds", &b), NULL);
    cJSON *json = trace(LOB_OK, "\"x_um\":0,\"y_um\":0.25,\"angle_deg\":0", "");
    assert_string_equal(text_at(json, "events/0/kind"), "offset");
    about(json, "events/0/offset_um/y", 0.001);
    assert_string_equal(text_at(json, "ends/1/reason"), "offset");
    about(json, "ends/1/offset_um/x", 0.02);
    cJSON_Delete(json);
    json = trace(LOB_OK, "\"x_um\":0,\"y_um\":0.25,\"angle_deg\":0", ",\"tolerance_um\":0.05");
    assert_eq(number_at(json, "segment_count"), 3);
    cJSON_Delete(json);
}

/* gdsfactory's markers: a guide's own port leads into it, any other out of its component. */
static void test_ports(void **state) {
    (void)state;
    char path[512], here[400], from[64];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/fixtures/pins_gdsfactory.gds", here);
    session = open_session(&t, path, NULL);
    cJSON *ports = run(&t, LOB_OK, "list_ports", "{\"session_id\":\"%s\"}", session);
    const double turned = 10 + 5 * 3.14159265358979;
    const struct {
        double x, y;
        const char *name;
        double length;
    } cases[] = {{-20, 0, "o1", 10}, {0, 0, "o1", 20 + turned - 10}, {10, 0, "o2", turned}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        int found = -1;
        for (int k = 0; k < count_at(ports, "ports"); k++) {
            const cJSON *port = cJSON_GetArrayItem(at(ports, "ports"), k);
            bool is_it = number_at(port, "at_um/x") == cases[i].x && number_at(port, "at_um/y") == cases[i].y &&
                         strcmp(text_at(port, "name"), cases[i].name) == 0;
            found = is_it && found < 0 ? k : found;
        }
        assert_ge(found, 0);
        snprintf(from, sizeof from, "\"port\":\"%s\"", text_at(cJSON_GetArrayItem(at(ports, "ports"), found), "id"));
        cJSON *json = trace(LOB_OK, from, "");
        about(json, "length_um", cases[i].length);
        about(json, "ends/0/x_um", cases[i].x);
        if (cases[i].x > 0 || i == 1) {
            assert_string_equal(text_at(json, "ends/1/port/name"), "o2");
            assert_string_equal(text_at(json, "ends/1/port/cell"), "straight_L10");
        }
        cJSON_Delete(json);
    }
    refused(from, ",\"cell\":\"straight_L10\"", "mixed_cells");
    refused("\"port\":\"o1\"", "", "ambiguous");
    refused("\"port\":\"port:o9\"", "", "absent");
    refused("\"port\":\"o1\",\"x_um\":5", "", "incomplete");
    refused("\"y_um\":5", "", "incomplete");
    cJSON_Delete(trace(LOB_E_INVALID_TARGET, "\"port\":\"prt_0000000000000000\"", ""));
    cJSON_Delete(ports);
}

/* A SiEPIC pin: a path of two points on 1/10. */
static void pin(lob_buf *b, int32_t x0, int32_t x1, int32_t y) {
    const int32_t width = 500, xy[4] = {x0, y, x1, y};
    gds_record(b, 0x09, 0, NULL, 0);
    gds_int16(b, 0x0d, 1);
    gds_int16(b, 0x0e, 10);
    gds_int32s(b, 0x0f, 1, &width);
    gds_int32s(b, 0x10, 4, xy);
    gds_element_end(b);
}

/* SiEPIC's device: a guide of `length` with the pins opt1 and opt2. */
static void device(lob_buf *b, int32_t length) {
    gds_box(b, 1, 0, 0, -250, length, 250);
    gds_box(b, 68, 0, 0, -1000, length, 1000);
    gds_path(b, 69, 500, 100, 0, -100, 0);
    gds_path(b, 69, 500, length - 100, 0, length + 100, 0);
    gds_text(b, 69, 0, 0, "opt1", 4);
    gds_text(b, 69, length, 0, "opt2", 4);
}

/* A name that the cell and a device in it both have is the cell's; one that only devices have stays ambiguous. */
static void test_own_port(void **state) {
    (void)state;
    for (int owns = 0; owns < 2; owns++) {
        lob_buf b;
        gds_begin(&b);
        gds_cell(&b, "TOP");
        if (owns) {
            device(&b, 20000);
        }
        for (int i = 1; i < 3; i++) {
            gds_sref(&b, "DEVICE", false, false, 0, 50000 * i);
            gds_element_end(&b);
        }
        gds_cell_end(&b);
        gds_cell(&b, "DEVICE");
        device(&b, 10000);
        gds_cell_end(&b);
        gds_end(&b);
        session = open_session(&t, bench_file(&t, owns ? "own.gds" : "none.gds", &b), "TOP");
        if (!owns) {
            refused("\"port\":\"opt2\"", "", "ambiguous");
            continue;
        }
        cJSON *json = trace(LOB_OK, "\"port\":\"opt2\"", "");
        about(json, "length_um", 20);
        assert_string_equal(text_at(json, "ends/0/port/cell"), "TOP");
        cJSON_Delete(json);
    }
}

/* A grating coupler at (0, 0) with a guide of 10 um, one without pins at (0, 50), one of two pins at (0, 100); a
 * floorplan over all. */
static const char *fiber_file(void) {
    static const int32_t target[10] = {-24000, -4000, -16000, -4000, -16000, 4000, -24000, 4000, -24000, -4000};
    static const char *const names[3] = {"COUPLER", "BLIND", "DOUBLE"};
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < 3; i++) {
        gds_sref(&b, names[i], false, false, 0, 50000 * i);
        gds_element_end(&b);
    }
    gds_box(&b, 1, 0, 0, -250, 10000, 250);
    gds_box(&b, 99, 0, -100000, -100000, 200000, 200000);
    gds_cell_end(&b);
    for (int i = 0; i < 3; i++) {
        gds_cell(&b, names[i]);
        gds_box(&b, 68, 0, -30000, -10000, 0, 10000);
        gds_polygon(&b, 81, 5, target);
        if (i != 1) {
            pin(&b, -10, 10, 0);
        }
        if (i == 2) {
            pin(&b, -10, 10, 5000);
        }
        gds_cell_end(&b);
    }
    gds_end(&b);
    return bench_file(&t, "fiber.gds", &b);
}

/* From where a fiber couples in: through the component, never along the floorplan. */
static void test_fiber(void **state) {
    (void)state;
    session = open_session(&t, fiber_file(), NULL);
    cJSON *ports = run(&t, LOB_OK, "list_ports", "{\"session_id\":\"%s\",\"type\":\"fiber\"}", session);
    assert_int_equal(count_at(ports, "ports"), 3);
    for (int i = 0; i < 3; i++) {
        const cJSON *port = cJSON_GetArrayItem(at(ports, "ports"), i);
        char from[64];
        snprintf(from, sizeof from, "\"port\":\"%s\"", text_at(port, "id"));
        if (strcmp(text_at(port, "component"), "COUPLER") != 0) {
            refused(from, "", "fiber");
            continue;
        }
        cJSON *json = trace(LOB_OK, from, "");
        assert_eq(number_at(json, "layer/layer"), 1);
        about(json, "length_um", 10);
        about(json, "width_max_um", 0.5);
        assert_int_equal(count_at(json, "notes"), 1);
        cJSON_Delete(json);
    }
    cJSON_Delete(ports);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_route, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_way, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ring, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_offset, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ports, setup, teardown),
        cmocka_unit_test_setup_teardown(test_own_port, setup, teardown),
        cmocka_unit_test_setup_teardown(test_fiber, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
