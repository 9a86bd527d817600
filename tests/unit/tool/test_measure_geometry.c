/* measure_geometry from the request to the answer, through a hierarchy: values by hand, frames, names, every refusal.
 */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

static const char *session;

/* BAR: a box 10 x 100 and a text in its corner. TOP: BAR at (0, 0), again turned a quarter at (300, 0), so that the box
 * lies at 200..300 x 0..10; a path 20 wide along y = 500; a lonely text; a triangle. OTHER: BAR alone. */
static const char *measure_file(void) {
    static const int32_t triangle[8] = {0, 1000, 300, 1000, 0, 1400, 0, 1000};
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "BAR");
    gds_box(&b, 1, 0, 0, 0, 10, 100);
    gds_text(&b, 2, 0, 0, "pin", 3);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, "BAR", false, false, 0, 0);
    gds_element_end(&b);
    gds_sref(&b, "BAR", false, true, 300, 0);
    gds_element_end(&b);
    gds_path(&b, 3, 20, 0, 500, 400, 500);
    gds_text(&b, 4, 10, 530, "lonely", 6);
    gds_record(&b, 0x08, 0, NULL, 0);
    gds_int16(&b, 0x0d, 5);
    gds_int16(&b, 0x0e, 0);
    gds_int32s(&b, 0x10, 8, triangle);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "OTHER");
    gds_sref(&b, "BAR", false, false, 50, 0);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, "measure.gds", &b);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    session = open_session(&t, measure_file(), "TOP");
    return 0;
}

/* The id of the first thing of `list` on a layer, seen from a cell; static, two at a time. */
static const char *id_of(const char *cell, const char *list, int layer, int index) {
    static char ids[2][32];
    static int turn;
    turn = !turn;
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"cell\":\"%s\",\"box\":{\"left\":-10,\"bottom\":-10,\"right\":10,"
                      "\"top\":10},\"layers\":[{\"layer\":%d,\"datatype\":0}]}",
                      session, cell, layer);
    char path[64];
    snprintf(path, sizeof path, "%s/%d/id", list, index);
    snprintf(ids[turn], sizeof ids[turn], "%s", text_at(json, path));
    cJSON_Delete(json);
    return ids[turn];
}

static cJSON *measure(lob_status expected, const char *mode, const char *a, const char *b) {
    return run(&t, expected, "measure_geometry",
               "{\"session_id\":\"%s\",\"mode\":\"%s\",\"target_ids\":[\"%s\"%s%s%s]}", session, mode, a,
               b ? ",\"" : "", b ? b : "", b ? "\"" : "");
}

static void assert_measured(const cJSON *json, double um, double dbu, const char *method) {
    if (fabs(number_at(json, "value_um") - um) > 1e-9 || number_at(json, "value_dbu") != dbu) {
        fail_msg("%g um, %g dbu", number_at(json, "value_um"), number_at(json, "value_dbu"));
    }
    assert_string_equal(text_at(json, "details/method"), method);
}

static void test_pair(void **state) {
    (void)state;
    cJSON *json = measure(LOB_OK, "edge_gap", id_of("TOP", "shapes", 1, 0), id_of("TOP", "shapes", 1, 1));
    assert_measured(json, 0.19, 190, "exact_edge_distance"); /* x 10 to 200 */
    assert_string_equal(text_at(json, "mode"), "edge_gap");
    assert_eq(number_at(json, "dbu"), 0.001);
    assert_int_equal(count_at(json, "target_ids"), 2);
    assert_eq(number_at(json, "details/points_um/0/x"), 0.01);
    assert_eq(number_at(json, "details/points_um/0/y"), 0);
    assert_eq(number_at(json, "details/points_um/1/x"), 0.2);
    assert_eq(number_at(json, "details/uncertainty_um"), 0);
    assert_true(cJSON_IsFalse(at(json, "details/overlapping")));
    assert_string_equal(text_at(json, "details/targets/0/kind"), "box");
    assert_string_equal(text_at(json, "details/targets/0/cell"), "TOP");
    assert_eq(number_at(json, "details/targets/1/layer/layer"), 1);
    assert_eq(number_at(json, "details/targets/1/bbox_um/left"), 0.2);
    assert_eq(number_at(json, "details/targets/1/bbox_um/top"), 0.01);
    assert_null(find(json, "value_dbu_exact"));
    assert_null(find(json, "details/min_um"));
    assert_null(find(json, "details/targets/0/text"));
    cJSON_Delete(json);
    json = measure(LOB_OK, "overlap", id_of("TOP", "shapes", 5, 0), id_of("TOP", "shapes", 5, 0));
    assert_measured(json, 0.06, 60000, "exact_intersection_area"); /* um2: half of 0.3 x 0.4 */
    assert_true(true_at(json, "details/overlapping"));
    cJSON_Delete(json);
    json = measure(LOB_OK, "centerline_distance", id_of("TOP", "shapes", 1, 0), id_of("TOP", "shapes", 3, 0));
    assert_measured(json, 0.4, 400, "exact_centerline_distance");
    cJSON_Delete(json);
    /* the slope of the triangle: through (300, 1000) and (0, 1400), 4x + 3y = 4200; the text at (10, 530) is below */
    json = measure(LOB_OK, "label_distance", "label:lonely", id_of("TOP", "shapes", 5, 0));
    assert_measured(json, 0.47, 470, "exact_point_to_edge_distance");
    assert_eq(number_at(json, "details/dy_um"), 0.47);
    assert_eq(number_at(json, "details/dx_um"), 0);
    assert_eq(number_at(json, "details/angle_deg"), 90);
    assert_string_equal(text_at(json, "details/targets/0/kind"), "text");
    assert_string_equal(text_at(json, "details/targets/0/text"), "lonely");
    assert_memory_equal(text_at(json, "details/targets/0/id"), "txt_", 4);
    assert_string_equal(text_at(json, "target_ids/0"), "label:lonely");
    cJSON_Delete(json);
}

static void test_single(void **state) {
    (void)state;
    cJSON *json = measure(LOB_OK, "path_width", id_of("TOP", "shapes", 3, 0), NULL);
    assert_measured(json, 0.02, 20, "stored_path_width");
    cJSON_Delete(json);
    json = measure(LOB_OK, "path_width", id_of("TOP", "shapes", 1, 0), NULL);
    assert_measured(json, 0.01, 10, "rectangle_shorter_side");
    assert_null(find(json, "details/min_um"));
    cJSON_Delete(json);
    json = measure(LOB_OK, "segment_length", id_of("TOP", "shapes", 3, 0), NULL);
    assert_measured(json, 0.4, 400, "stored_line_length");
    cJSON_Delete(json);
    json = measure(LOB_E_INVALID_TARGET, "bend_radius_estimate", id_of("TOP", "shapes", 3, 0), NULL);
    assert_string_equal(text_at(json, "details/reason"), "straight");
    assert_memory_equal(text_at(json, "details/target_id"), "shp_", 4);
    cJSON_Delete(json);
}

static void test_not_whole(void **state) {
    (void)state;
    cJSON *json = measure(LOB_OK, "port_spacing", "label:lonely", id_of("TOP", "texts", 2, 0));
    /* (10, 530) to a pin at (0, 0) or (300, 0) */
    double dx = number_at(json, "details/dx_um"), value = hypot(dx, 0.53);
    assert_among(dx, -0.01, 0.29);
    assert_close(number_at(json, "value_um"), value, 1e-6);
    assert_close(number_at(json, "value_dbu_exact"), value * 1000, 1e-9);
    assert_null(find(json, "details/overlapping"));
    cJSON_Delete(json);
}

static void test_counts(void **state) {
    (void)state;
    const char *single[] = {"path_width", "segment_length", "bend_radius_estimate"};
    const char *pair[] = {"centerline_distance", "edge_gap", "overlap", "label_distance", "port_spacing"};
    const char *id = id_of("TOP", "shapes", 3, 0);
    for (int i = 0; i < 3; i++) {
        cJSON *json = measure(LOB_E_INVALID_TARGET, single[i], id, id);
        assert_string_equal(text_at(json, "details/argument"), "target_ids");
        assert_eq(number_at(json, "details/required_count"), 1);
        cJSON_Delete(json);
    }
    for (int i = 0; i < 5; i++) {
        cJSON *json = measure(LOB_E_INVALID_TARGET, pair[i], id, NULL);
        assert_eq(number_at(json, "details/required_count"), 2);
        assert_non_null(strstr(text_at(json, "message"), "two"));
        cJSON_Delete(json);
    }
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "measure_geometry",
                     "{\"session_id\":\"%s\",\"mode\":\"edge_gap\",\"target_ids\":[]}", session));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "measure_geometry",
                     "{\"session_id\":\"%s\",\"mode\":\"guess\",\"target_ids\":[\"%s\"]}", session, id));
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "measure_geometry",
                     "{\"session_id\":\"ses_000000000000\",\"mode\":\"edge_gap\",\"target_ids\":[\"%s\",\"%s\"]}", id,
                     id));
}

static void assert_refused(const char *mode, const char *a, const char *b, const char *target, const char *reason) {
    cJSON *json = measure(LOB_E_INVALID_TARGET, mode, a, b);
    assert_string_equal(text_at(json, "details/target_id"), target);
    if (reason) {
        assert_string_equal(text_at(json, "details/reason"), reason);
    }
    assert_ne(text_at(json, "details/hint")[0], '\0');
    cJSON_Delete(json);
}

static void test_targets(void **state) {
    (void)state;
    const char *path = id_of("TOP", "shapes", 3, 0), *text = id_of("TOP", "texts", 4, 0);
    assert_refused("edge_gap", path, "shp_0123456789abcdef", "shp_0123456789abcdef", NULL);
    assert_refused("edge_gap", "nonsense", path, "nonsense", NULL);
    assert_refused("edge_gap", path, text, text, "kind");
    assert_refused("label_distance", path, path, path, "kind");
    assert_refused("label_distance", "label:none such", path, "label:none such", "absent");
    assert_refused("label_distance", "label:", path, "label:", "absent");
    assert_refused("port_spacing", "port:o1", text, "port:o1", "absent");
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":-10,\"bottom\":-10,\"right\":10,\"top\":10}}", session);
    char inst[32];
    snprintf(inst, sizeof inst, "%s", text_at(json, "instances/0/id"));
    cJSON_Delete(json);
    assert_refused("edge_gap", path, inst, inst, "instance");
}

/* Two instances bring the text twice; either id then works. */
static void test_ambiguous(void **state) {
    (void)state;
    const char *path = id_of("TOP", "shapes", 3, 0);
    cJSON *json = measure(LOB_E_INVALID_TARGET, "label_distance", "label:pin", path);
    assert_string_equal(text_at(json, "details/reason"), "ambiguous");
    assert_int_equal(count_at(json, "details/candidates"), 2);
    assert_eq(number_at(json, "details/count"), 2);
    assert_int_equal(count_at(json, "details/places_um"), 2);
    const bool in_order = number_at(json, "details/places_um/0/x") == 0;
    assert_eq(number_at(json, "details/places_um/0/x"), in_order ? 0 : 0.3);
    assert_eq(number_at(json, "details/places_um/1/x"), in_order ? 0.3 : 0);
    assert_eq(number_at(json, "details/places_um/0/y"), 0);
    assert_eq(number_at(json, "details/places_um/1/y"), 0);
    for (int i = 0; i < 2; i++) {
        char at_candidate[40];
        snprintf(at_candidate, sizeof at_candidate, "details/candidates/%d", i);
        cJSON *found = measure(LOB_OK, "label_distance", text_at(json, at_candidate), path);
        assert_measured(found, 0.49, 490, "exact_point_to_edge_distance");
        assert_eq(number_at(found, "details/points_um/0/x"), (i == 0) == in_order ? 0 : 0.3);
        cJSON_Delete(found);
    }
    cJSON_Delete(json);
}

static void test_frames(void **state) {
    (void)state;
    const char *in_top = id_of("TOP", "shapes", 1, 0), *in_other = id_of("OTHER", "shapes", 1, 0);
    cJSON *json = measure(LOB_E_INVALID_TARGET, "edge_gap", in_top, in_other);
    assert_string_equal(text_at(json, "details/reason"), "mixed_cells");
    assert_string_equal(text_at(json, "details/cell"), "OTHER");
    assert_string_equal(text_at(json, "details/other_cell"), "TOP");
    assert_non_null(strstr(text_at(json, "details/hint"), "query_region"));
    cJSON_Delete(json);
    /* a label is looked for where the other target is seen: there it is there once, at (50, 0) */
    json = measure(LOB_OK, "label_distance", in_other, "label:pin");
    assert_measured(json, 0, 0, "exact_point_to_edge_distance");
    assert_eq(number_at(json, "details/points_um/1/x"), 0.05);
    assert_string_equal(text_at(json, "details/targets/1/cell"), "OTHER");
    cJSON_Delete(json);
    /* ids are of their session */
    const char *first = session;
    char other[32];
    snprintf(other, sizeof other, "%s", in_top);
    session = open_session(&t, measure_file(), "TOP");
    assert_refused("path_width", other, NULL, other, NULL);
    session = first;
}

/* Each allocation of a call fails in turn: the error says so, nothing is lost, and afterwards the answer is the same.
 */
static void sweep_call(const char *name, const char *arguments) {
    bool met = true;
    for (uint64_t nth = 1; met; nth++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        lob_json_fault fault;
        cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
        lob_call call = {.ctx = &ctx, .sessions = t.sessions};
        lob_buf out;
        lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
        lob_alloc_fail_at(nth, 0);
        lob_status status = lob_tool_run(&call, lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL), json, &out);
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        if (status != LOB_OK) {
            assert_true(met);
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        assert_lt(nth, 5000);
        lob_buf_release(&out);
        lob_arena_drop(arena);
        cJSON_Delete(json);
    }
}

static void test_no_memory(void **state) {
    (void)state;
    char arguments[256];
    const char *path = id_of("TOP", "shapes", 3, 0);
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"mode\":\"label_distance\",\"target_ids\":[\"label:lonely\",\"%s\"]}", session,
             path);
    sweep_call("measure_geometry", arguments);
    cJSON *json = measure(LOB_OK, "label_distance", "label:lonely", path);
    assert_measured(json, 0.02, 20, "exact_point_to_edge_distance"); /* y 530 to 510 */
    cJSON_Delete(json);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"target_id\":\"%s\"}", session, path);
    sweep_call("analyze_waveguide", arguments);
}

#define AT "{\"session_id\":\"%s\",\"mode\":\"%s\",\"target_ids\":[\"%s\"%s%s%s],\"at\":{\"x_um\":0.1,\"y_um\":1.1}}"

/* A place goes with one target; a figure with a line of its own is measured whole. */
static void test_at(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":0,\"bottom\":0.4,\"right\":1,\"top\":2},\"layers\":["
                      "{\"layer\":3,\"datatype\":0},{\"layer\":5,\"datatype\":0}]}",
                      session);
    char path[32], triangle[32];
    snprintf(path, sizeof path, "%s", text_at(json, "shapes/0/id"));
    snprintf(triangle, sizeof triangle, "%s", text_at(json, "shapes/1/id"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "measure_geometry", AT, session, "path_width", path, "", "", "");
    assert_eq(number_at(json, "value_dbu"), 20);
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "measure_geometry", AT, session, "path_width", triangle, "", "", "");
    assert_string_equal(text_at(json, "details/reason"), "at");
    assert_string_equal(text_at(json, "details/target_id"), triangle);
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "measure_geometry", AT, session, "edge_gap", path, ",\"", triangle, "\"");
    assert_string_equal(text_at(json, "details/argument"), "at");
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_at, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pair, setup, teardown),
        cmocka_unit_test_setup_teardown(test_single, setup, teardown),
        cmocka_unit_test_setup_teardown(test_not_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(test_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_targets, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ambiguous, setup, teardown),
        cmocka_unit_test_setup_teardown(test_frames, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
