/* find_rings: fixtures/ring.gds, whose rings are known by its recipe (radius 10 um twice, one of two halves; 8 um with
 * a disc of 5 um inside; a square frame; a bus 0.2 um below the first), and a racetrack by hand. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *rings;

static int setup(void **state) {
    (void)state;
    char here[400], path[512];
    bench_open(&t);
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/fixtures/ring.gds", here);
    rings = open_session(&t, path, NULL);
    return 0;
}

#define FIND(expected, rest) run(&t, expected, "find_rings", "{\"session_id\":\"%s\"" rest "}", rings)

static void about(const cJSON *json, const char *path, double expected, double error) {
    const double have = number_at(json, path);
    if (fabs(have - expected) > error) {
        print_message("%s: %.17g, not %.17g\n", path, have, expected);
    }
    assert_le(fabs(have - expected), error);
}

static void test_all(void **state) {
    (void)state;
    static const struct {
        const char *kind;
        double x, radius, width, length;
        int shapes;
    } expected[] = {{"circle", 0, 10, 0.5, 2 * M_PI * 10, 1},
                    {"circle", 30, 10, 0.5, 2 * M_PI * 10, 2},
                    {"other", 50, 0, 2, 32, 1},
                    {"circle", 70, 8, 1, 2 * M_PI * 8, 1}};
    cJSON *json = FIND(LOB_OK, ",\"max_gap_um\":3");
    assert_eq(number_at(json, "ring_count"), 4);
    assert_int_equal(count_at(json, "rings"), 4);
    assert_null(find(json, "notes"));
    for (int i = 0; i < 4; i++) {
        char path[16];
        snprintf(path, sizeof path, "rings/%d", i);
        const cJSON *ring = find(json, path);
        lob_case("ring %d", i);
        assert_string_equal(text_at(ring, "kind"), expected[i].kind);
        about(ring, "center_um/x", expected[i].x, 0.0005);
        about(ring, "center_um/y", 0, 0.0005);
        about(ring, "path_width_um", expected[i].width, number_at(ring, "path_width_uncertainty_um") + 0.0001);
        about(ring, "segment_length_um", expected[i].length, number_at(ring, "segment_length_uncertainty_um"));
        assert_eq(number_at(ring, "shape_count"), expected[i].shapes);
        assert_int_equal(count_at(ring, "shape_ids"), expected[i].shapes);
        assert_null(find(ring, "width_profile"));
        if (expected[i].radius > 0) {
            about(ring, "radius_um", expected[i].radius, number_at(ring, "radius_uncertainty_um"));
        } else {
            assert_null(find(ring, "radius_um"));
        }
    }
    cJSON_Delete(json);
}

/* Gaps are what measure_geometry says of the ids; those too far away are left out. */
static void test_gaps(void **state) {
    (void)state;
    cJSON *json = FIND(LOB_OK, ",\"max_gap_um\":3");
    assert_eq(number_at(json, "rings/0/neighbors/0/gap_um"), 0.2);
    assert_eq(number_at(json, "rings/0/neighbors/0/to_um/y"), -10.45);
    assert_eq(number_at(json, "rings/0/neighbor_count"), 1);
    about(json, "rings/3/neighbors/0/gap_um", 2.5, 0.003); /* facets */
    for (int i = 0; i < 4; i += 3) {
        char path[32], id[64];
        snprintf(path, sizeof path, "rings/%d/neighbors/0", i);
        const cJSON *gap = find(json, path);
        snprintf(path, sizeof path, "rings/%d/shape_ids/0", i);
        snprintf(id, sizeof id, "%s", text_at(json, path));
        cJSON *other = run(&t, LOB_OK, "measure_geometry",
                           "{\"session_id\":\"%s\",\"mode\":\"edge_gap\",\"target_ids\":[\"%s\",\"%s\"]}", rings, id,
                           text_at(gap, "id"));
        assert_eq(number_at(other, "value_um"), number_at(gap, "gap_um"));
        cJSON_Delete(other);
    }
    cJSON_Delete(json);
    json = FIND(LOB_OK, ",\"max_gap_um\":0.1999");
    assert_int_equal(count_at(json, "rings/0/neighbors"), 0);
    assert_eq(number_at(json, "rings/3/neighbor_count"), 0);
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    cJSON *json = FIND(LOB_OK, ",\"limit\":3");
    assert_int_equal(count_at(json, "rings"), 3);
    assert_eq(number_at(json, "truncation/rings_dropped"), 1);
    char cursor[128];
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "find_rings", "{\"session_id\":\"%s\",\"limit\":3,\"cursor\":\"%s\"}", rings, cursor);
    assert_int_equal(count_at(json, "rings"), 1);
    about(json, "rings/0/radius_um", 8, 0.001);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "find_rings",
                     "{\"session_id\":\"%s\",\"max_gap_um\":1,\"cursor\":\"%s\"}", rings, cursor));
    json = FIND(LOB_OK, ",\"limit\":0");
    assert_eq(number_at(json, "ring_count"), 4);
    assert_int_equal(count_at(json, "rings"), 0);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
}

/* Wholly inside the box alone; an empty answer says why it is empty. */
static void test_box(void **state) {
    (void)state;
    cJSON *json = FIND(LOB_OK, ",\"box\":{\"left\":19,\"bottom\":-11,\"right\":41.00004,\"top\":11}");
    assert_eq(number_at(json, "ring_count"), 1);
    about(json, "rings/0/center_um/x", 30, 0.0005);
    assert_non_null(strstr(text_at(json, "notes/0"), "nearest database unit"));
    cJSON_Delete(json);
    json = FIND(LOB_OK, ",\"box\":{\"left\":25,\"bottom\":-11,\"right\":41,\"top\":11}");
    assert_eq(number_at(json, "ring_count"), 0);
    assert_non_null(strstr(text_at(json, "notes/0"), "completely inside the box"));
    cJSON_Delete(json);
    cJSON_Delete(FIND(LOB_E_INVALID_LAYER, ",\"layers\":[{\"layer\":77,\"datatype\":0}]"));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, ",\"cell\":\"nowhere\""));
    cJSON_Delete(FIND(LOB_E_INVALID_BOX, ",\"box\":{\"left\":1,\"bottom\":0,\"right\":1,\"top\":0}"));
}

/* Half a ring about (x, 0), to the right (1) or left (-1). */
static void half(lob_buf *b, int layer, double x, double radius, double width, int side) {
    enum { FACETS = 60 };
    int32_t xy[4 * FACETS + 6];
    for (int i = 0; i <= FACETS; i++) {
        const double a = (-0.5 + (double)i / FACETS) * M_PI;
        const int32_t at = 4 * FACETS + 2 - 2 * i;
        xy[2 * i] = (int32_t)lround(x + side * (radius + width / 2) * cos(a));
        xy[2 * i + 1] = (int32_t)lround((radius + width / 2) * sin(a));
        xy[at] = (int32_t)lround(x + side * (radius - width / 2) * cos(a));
        xy[at + 1] = (int32_t)lround((radius - width / 2) * sin(a));
    }
    xy[4 * FACETS + 4] = xy[0];
    xy[4 * FACETS + 5] = xy[1];
    gds_polygon(b, layer, sizeof xy / sizeof *xy / 2, xy);
}

/* No convention knows layer 41: all layers are looked at. The cell below is placed twice; the other ring on 42 is twice
 * as wide at its lower straight, too little to be none. */
static const char *track_file(void) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, "TRACK", false, false, 0, 0);
    gds_element_end(&b);
    gds_sref(&b, "TRACK", false, true, 100000, 50000);
    gds_element_end(&b);
    gds_box(&b, 41, 0, 200000, 0, 201000, 500);
    gds_cell_end(&b);
    gds_cell(&b, "TRACK");
    half(&b, 41, 8000, 5000, 500, 1);
    half(&b, 41, -8000, 5000, 500, -1);
    gds_box(&b, 41, 0, -8000, 4750, 8000, 5250);
    gds_box(&b, 41, 0, -8000, -5250, 8000, -4750);
    half(&b, 42, 8000, 5000, 500, 1);
    half(&b, 42, -8000, 5000, 500, -1);
    gds_box(&b, 42, 0, -8000, 4750, 8000, 5250);
    gds_box(&b, 42, 0, -8000, -5250, 8000, -4740);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, "track.gds", &b);
}

static void test_racetrack(void **state) {
    (void)state;
    char session[64];
    snprintf(session, sizeof session, "%s", open_session(&t, track_file(), "TOP"));
    cJSON *json = run(&t, LOB_OK, "find_rings", "{\"session_id\":\"%s\"}", session);
    assert_eq(number_at(json, "ring_count"), 4);
    for (int i = 0; i < 4; i++) {
        char path[16];
        snprintf(path, sizeof path, "rings/%d", i);
        const cJSON *ring = find(json, path);
        lob_case("track %d", i);
        about(ring, "center_um/x", i < 2 ? 0 : 100, 0.01);
        about(ring, "center_um/y", i < 2 ? 0 : 50, 0.01);
        assert_eq(number_at(ring, "layer/layer"), i % 2 ? 42 : 41);
        assert_eq(number_at(ring, "shape_count"), 4);
        if (i % 2 == 0) {
            assert_string_equal(text_at(ring, "kind"), "racetrack");
            about(ring, "radius_um", 5, number_at(ring, "radius_uncertainty_um"));
            about(ring, "straights_um/0", 16, number_at(ring, "straights_uncertainty_um"));
            about(ring, "straights_um/1", 16, number_at(ring, "straights_uncertainty_um"));
            assert_int_equal(count_at(ring, "straights_um"), 2);
            about(ring, "segment_length_um", 32 + 10 * M_PI, number_at(ring, "segment_length_uncertainty_um"));
        } else {
            about(ring, "width_profile/max_um", 0.51, 0.002);
            about(ring, "width_profile/min_um", 0.5, 0.002);
        }
    }
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "find_rings",
               "{\"session_id\":\"%s\",\"layers\":[{\"layer\":41,\"datatype\":0}],"
               "\"cell\":\"TRACK\"}",
               session);
    assert_eq(number_at(json, "ring_count"), 1);
    assert_string_equal(text_at(json, "cell"), "TRACK");
    cJSON_Delete(json);
}

/* Of six pieces and six neighbours four are listed, the nearest; the others are counted. A cell without rings and a
 * session that is none. */
static void test_many(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    half(&b, 41, 8000, 5000, 500, 1);
    half(&b, 41, -8000, 5000, 500, -1);
    gds_box(&b, 41, 0, -8000, -5250, 8000, -4750);
    for (int32_t i = 0; i < 3; i++) {
        gds_box(&b, 41, 0, -8000 + 5000 * i, 4750, -2000 + 5000 * i, 5250);
    }
    for (int32_t i = 0; i < 6; i++) {
        gds_box(&b, 41, 0, -8000 + 2500 * i, 5350 + 50 * i, -6000 + 2500 * i, 7000);
    }
    gds_cell_end(&b);
    gds_cell(&b, "BOX");
    gds_box(&b, 41, 0, 0, 0, 1000, 500);
    gds_cell_end(&b);
    gds_end(&b);
    char session[64];
    snprintf(session, sizeof session, "%s", open_session(&t, bench_file(&t, "many.gds", &b), "TOP"));
    cJSON *json = run(&t, LOB_OK, "find_rings", "{\"session_id\":\"%s\"}", session);
    assert_eq(number_at(json, "ring_count"), 1);
    assert_eq(number_at(json, "rings/0/shape_count"), 6);
    assert_int_equal(count_at(json, "rings/0/shape_ids"), 4);
    assert_eq(number_at(json, "rings/0/neighbor_count"), 6);
    assert_int_equal(count_at(json, "rings/0/neighbors"), 4);
    assert_eq(number_at(json, "rings/0/neighbors/0/gap_um"), 0.1);
    assert_eq(number_at(json, "rings/0/neighbors/3/gap_um"), 0.25);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "find_rings",
               "{\"session_id\":\"%s\",\"cell\":\"BOX\",\"layers\":[{\"layer\":41,\"datatype\":0}]}", session);
    assert_eq(number_at(json, "ring_count"), 0);
    assert_null(strstr(text_at(json, "notes/0"), "conventions"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "find_rings", "{\"session_id\":\"ses_000000000000\"}"));
}

/* More vertices than are merged: what to narrow is said. */
static void test_too_many(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_aref(&b, "DOT", 1000, 600, 0, 0, 1000, 1000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "DOT");
    gds_box(&b, 1, 0, 0, 0, 500, 500);
    gds_cell_end(&b);
    gds_end(&b);
    char session[64];
    snprintf(session, sizeof session, "%s", open_session(&t, bench_file(&t, "dots.gds", &b), "TOP"));
    cJSON *json = run(&t, LOB_E_QUERY_TOO_LARGE, "find_rings", "{\"session_id\":\"%s\"}", session);
    assert_string_equal(text_at(json, "details/limit_name"), "rings_points");
    assert_non_null(strstr(text_at(json, "details/hint"), "smaller box"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "find_rings",
               "{\"session_id\":\"%s\",\"box\":{\"left\":0,\"bottom\":0,\"right\":50,\"top\":50}}", session);
    assert_eq(number_at(json, "ring_count"), 0);
    assert_non_null(strstr(text_at(json, "notes/0"), "name others in layers"));
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[96];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"max_gap_um\":3}", rings);
    assert_gt(sweep_tool(&t, "find_rings", arguments), 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all, setup, teardown),
        cmocka_unit_test_setup_teardown(test_gaps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_box, setup, teardown),
        cmocka_unit_test_setup_teardown(test_racetrack, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
