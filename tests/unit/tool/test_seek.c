/* Ids that another session gave out: looked for in the layout where the store says so, and unknown else. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

static const char *chip;

/* Two stores on one folder: the first prints ids, the second is that of the next command. */
static void begin_anew(bool seeks_ids) {
    lob_sessions_close(t.sessions);
    t.config.seeks_ids = seeks_ids;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_sessions_open(&ctx, &t.config, &t.sessions), LOB_OK);
    lob_arena_drop(arena);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    chip = chip_file(&t);
    return 0;
}

#define EVERYTHING "\"box\":{\"left\":-9,\"bottom\":-9,\"right\":9,\"top\":9},\"hierarchy_mode\":\"recursive\""

/* Every shape, text and instance of the cell, each as a subject of a picture. */
static void check_cell(const char *cell) {
    const char *lists[3] = {"shapes", "texts", "instances"};
    begin_anew(false);
    cJSON *seen = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"cell\":\"%s\",\"include_instances\":true," EVERYTHING "}",
                      open_session(&t, chip, "TOP"), cell);
    int found = 0;
    for (int k = 0; k < 3; k++) {
        const cJSON *item;
        cJSON_ArrayForEach(item, at(seen, lists[k])) {
            begin_anew(true);
            cJSON *picture =
                run(&t, LOB_OK, "render_view",
                    "{\"session_id\":\"%s\",\"around\":\"%s\",\"image_size\":{\"width\":64,\"height\":64}}",
                    open_session(&t, chip, "TOP"), text_at(item, "id"));
            cJSON_Delete(picture);
            found++;
        }
    }
    assert_gt(found, 7);
    cJSON_Delete(seen);
}

static void test_all_kinds(void **state) {
    (void)state;
    check_cell("TOP");
    check_cell("MID"); /* not the cell that the next command looks into first */
}

static void test_measured(void **state) {
    (void)state;
    begin_anew(false);
    cJSON *seen = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"hierarchy_mode\":\"top\","
                      "\"box\":{\"left\":-9,\"bottom\":-9,\"right\":9,\"top\":9}}",
                      open_session(&t, chip, "TOP"));
    for (int seeks = 0; seeks < 2; seeks++) {
        begin_anew(seeks);
        cJSON *json = run(&t, seeks ? LOB_OK : LOB_E_INVALID_TARGET, "measure_geometry",
                          "{\"session_id\":\"%s\",\"mode\":\"path_width\",\"target_ids\":[\"%s\"]}",
                          open_session(&t, chip, "TOP"), text_at(seen, "shapes/0/id"));
        if (seeks) {
            assert_eq(number_at(json, "value_um"), 0.004);
        } else {
            assert_string_equal(text_at(json, "details/reason"), "unknown");
        }
        cJSON_Delete(json);
    }
    cJSON_Delete(seen);
}

static const char *guide_file(void) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, "GUIDE", false, false, 5000, 0);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "GUIDE");
    gds_box(&b, 1, 0, 0, -250, 10000, 250);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, "guide.gds", &b);
}

static void test_ports(void **state) {
    (void)state;
    const char *guide = guide_file();
    const char *const cells[] = {"TOP", "GUIDE"};
    for (int k = 0; k < 2; k++) {
        begin_anew(false);
        cJSON *ports = run(&t, LOB_OK, "list_ports", "{\"session_id\":\"%s\",\"cell\":\"%s\"}",
                           open_session(&t, guide, "TOP"), cells[k]);
        assert_int_equal(count_at(ports, "ports"), 2);
        begin_anew(true);
        cJSON *gap = run(&t, LOB_OK, "measure_geometry",
                         "{\"session_id\":\"%s\",\"mode\":\"port_spacing\",\"target_ids\":[\"%s\",\"%s\"]}",
                         open_session(&t, guide, "TOP"), text_at(ports, "ports/0/id"), text_at(ports, "ports/1/id"));
        assert_eq(number_at(gap, "value_um"), 10);
        cJSON_Delete(gap);
        cJSON_Delete(ports);
    }
}

/* An id of this file that no object has, one of another file, and no id at all. */
static void test_nowhere(void **state) {
    (void)state;
    begin_anew(true);
    cJSON *seen =
        run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," EVERYTHING "}", open_session(&t, chip, "TOP"));
    const char *id = text_at(seen, "shapes/0/id");
    char ids[3][32];
    snprintf(ids[0], sizeof ids[0], "%.7s0000000000000", id);
    snprintf(ids[1], sizeof ids[1], "prt_%.3s0000000000000", id + 4);
    snprintf(ids[2], sizeof ids[2], "shp_%c%s", id[4] == '0' ? '1' : '0', id + 5);
    const char *const reasons[3] = {"unknown", "unknown", "other_layout"};
    for (int k = 0; k < 3; k++) {
        cJSON *json = run(&t, LOB_E_INVALID_TARGET, "measure_geometry",
                          "{\"session_id\":\"%s\",\"mode\":\"path_width\",\"target_ids\":[\"%s\"]}",
                          open_session(&t, chip, "TOP"), ids[k]);
        lob_case("%s", ids[k]);
        assert_string_equal(text_at(json, "details/reason"), reasons[k]);
        cJSON_Delete(json);
    }
    cJSON_Delete(seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_measured, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ports, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nowhere, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
