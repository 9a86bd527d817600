/* cut_profile: a grating of 20 teeth of 0.24 um every 0.4 um on 1/0, in a cell placed once; a slab on 2/0 over all of
 * it; a text on 3/0. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *field;

static int setup(void **state) {
    (void)state;
    lob_buf b;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 2, 0, -5000, -2000, 15000, 4000);
    gds_sref(&b, "TEETH", false, false, 1000, 0);
    gds_element_end(&b);
    gds_text(&b, 3, 0, 0, "END", 3);
    gds_cell_end(&b);
    gds_cell(&b, "TEETH");
    for (int i = 0; i < 20; i++) {
        gds_box(&b, 1, 0, 400 * i, 0, 400 * i + 240, 2000);
    }
    gds_cell_end(&b);
    gds_cell(&b, "EMPTY");
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

#define CUT(expected, rest) run(&t, expected, "cut_profile", "{\"session_id\":\"%s\"," rest "}", field)
#define LEVEL               "\"from\":{\"x\":0,\"y\":1},\"to\":{\"x\":12,\"y\":1}"

static void test_level(void **state) {
    (void)state;
    cJSON *json = CUT(LOB_OK, LEVEL);
    assert_eq(number_at(json, "length_um"), 12);
    assert_eq(number_at(json, "interval_count"), 21);
    assert_int_equal(count_at(json, "layers"), 2);
    assert_eq(number_at(json, "layers/0/layer/layer"), 1);
    assert_eq(number_at(json, "layers/0/interval_count"), 20);
    assert_close(number_at(json, "layers/0/material_um"), 4.8, 1e-9);
    assert_eq(number_at(json, "layers/0/min_width_um"), 0.24);
    assert_eq(number_at(json, "layers/0/max_width_um"), 0.24);
    assert_eq(number_at(json, "layers/0/min_gap_um"), 0.16);
    assert_eq(number_at(json, "layers/0/max_gap_um"), 0.16);
    assert_eq(number_at(json, "layers/0/period/pitch_um"), 0.4);
    assert_eq(number_at(json, "layers/0/period/periods"), 20);
    assert_eq(number_at(json, "layers/0/period/intervals_per_period"), 1);
    assert_eq(number_at(json, "layers/0/period/start_um"), 1);
    assert_eq(number_at(json, "layers/0/period/end_um"), 8.84);
    assert_eq(number_at(json, "layers/0/period/deviation_um"), 0);
    assert_eq(number_at(json, "layers/0/intervals/1/start_um"), 1.4);
    assert_eq(number_at(json, "layers/0/intervals/1/end_um"), 1.64);
    assert_eq(number_at(json, "layers/0/intervals/1/width_um"), 0.24);
    assert_eq(number_at(json, "layers/0/intervals/1/gap_um"), 0.16);
    assert_null(find(json, "layers/0/intervals/19/gap_um"));
    assert_null(find(json, "layers/0/intervals/0/along_edge"));
    assert_string_equal(text_at(json, "layers/1/intervals/0/cut_by"), "both");
    assert_null(find(json, "layers/1/min_width_um"));
    assert_null(find(json, "layers/1/period"));
    assert_null(find(json, "next_cursor"));
    assert_null(find(json, "notes"));
    cJSON_Delete(json);
}

static void test_ends(void **state) {
    (void)state;
    cJSON *json = CUT(LOB_OK, "\"from\":{\"x\":1.1,\"y\":0},\"to\":{\"x\":1.5,\"y\":0}");
    assert_string_equal(text_at(json, "layers/0/intervals/0/cut_by"), "start");
    assert_string_equal(text_at(json, "layers/0/intervals/1/cut_by"), "end");
    assert_true(cJSON_IsTrue(find(json, "layers/0/intervals/0/along_edge")));
    assert_close(number_at(json, "layers/0/intervals/0/width_um"), 0.14, 1e-9);
    cJSON_Delete(json);
}

/* Slanted by 3, 4, 5: a tooth of 0.24 um is 0.4 um long along the line. */
static void test_slanted(void **state) {
    (void)state;
    cJSON *json = CUT(LOB_OK, "\"from\":{\"x\":1,\"y\":0.2},\"to\":{\"x\":2.2,\"y\":1.8},\"include_points\":true,"
                              "\"layers\":[{\"layer\":1,\"datatype\":0}]");
    assert_eq(number_at(json, "length_um"), 2);
    assert_eq(number_at(json, "layers/0/interval_count"), 3);
    assert_eq(number_at(json, "layers/0/intervals/0/width_um"), 0.4);
    assert_eq(number_at(json, "layers/0/intervals/1/start_um"), 0.666667);
    assert_eq(number_at(json, "layers/0/intervals/1/width_um"), 0.4);
    assert_eq(number_at(json, "layers/0/intervals/1/start_at_um/x"), 1.4);
    assert_eq(number_at(json, "layers/0/intervals/1/start_at_um/y"), 0.733333);
    assert_eq(number_at(json, "layers/0/intervals/1/end_at_um/x"), 1.64);
    cJSON_Delete(json);
}

static void test_ids(void **state) {
    (void)state;
    cJSON *json = CUT(LOB_OK, LEVEL ",\"include_ids\":true,\"limit\":3");
    assert_int_equal(count_at(json, "layers/0/intervals/0/ids"), 1);
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"mode\":\"edge_gap\",\"target_ids\":[\"%s\",\"%s\"]}", field,
             text_at(json, "layers/0/intervals/0/ids/0"), text_at(json, "layers/0/intervals/2/ids/0"));
    cJSON *gap = run(&t, LOB_OK, "measure_geometry", "%s", arguments);
    assert_eq(number_at(gap, "value_um"), 0.56);
    cJSON_Delete(gap);
    cJSON_Delete(json);
}

/* 30 layers on the line, each with three intervals; asked for are two more. Pages of few characters have every layer
 * once and every interval once; a page without room for all layers says how many come later. */
static void test_many_layers(void **state) {
    (void)state;
    lob_buf b;
    char cursor[96] = "", layers[2000] = "[";
    int counts[32] = {0}, pages = 0, left = 32;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < 30; i++) {
        for (int k = 0; k < 3; k++) {
            gds_box(&b, i, 0, 1000 * k, 0, 1000 * k + 400 + i, 100);
        }
    }
    gds_box(&b, 30, 0, 0, 5000, 10, 5010);
    gds_box(&b, 31, 0, 0, 5000, 10, 5010);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "many.gds", &b), "TOP");
    for (int i = 0; i < 32; i++) {
        const size_t used = strlen(layers);
        snprintf(layers + used, sizeof layers - used, "%s{\"layer\":%d,\"datatype\":0}", i ? "," : "", i);
    }
    do {
        cJSON *json = run(&t, LOB_OK, "cut_profile",
                          "{\"session_id\":\"%s\",\"from\":{\"x\":-1,\"y\":0.05},\"to\":{\"x\":9,\"y\":0.05},"
                          "\"layers\":%s],\"max_chars\":3000%s}",
                          id, layers, cursor);
        char *text = cJSON_PrintUnformatted(json);
        assert_le(strlen(text), 3000);
        cJSON_free(text);
        const cJSON *layer, *dropped = find(json, "truncation/layers_dropped"), *next = find(json, "next_cursor");
        assert_eq(number_at(json, "interval_count"), 90);
        const int still = dropped ? dropped->valueint : 0;
        assert_true(pages > 0 || still > 20);
        assert_true(still < left || still == 0);
        left = still;
        int last = -1;
        cJSON_ArrayForEach(layer, find(json, "layers")) {
            const int number = (int)number_at(layer, "layer/layer");
            assert_gt(number, last);
            last = number;
            counts[number] += 100 * (counts[number] == 0) + count_at(layer, "intervals");
            assert_eq(number_at(layer, "interval_count"), number < 30 ? 3 : 0);
        }
        snprintf(cursor, sizeof cursor, next ? ",\"cursor\":\"%s\"" : "%s", next ? next->valuestring : "");
        cJSON_Delete(json);
        assert_lt(++pages, 60);
    } while (cursor[0]);
    for (int i = 0; i < 32; i++) {
        lob_case("layer %d", i);
        assert_eq(counts[i], i < 30 ? 103 : 100);
    }
    /* Without intervals too, layers go on behind the cursor. */
    cJSON *json = run(&t, LOB_OK, "cut_profile",
                      "{\"session_id\":\"%s\",\"from\":{\"x\":-1,\"y\":0.05},\"to\":{\"x\":9,\"y\":0.05},\"limit\":0,"
                      "\"max_chars\":3000}",
                      id);
    assert_non_null(find(json, "next_cursor"));
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    char cursor[64] = "";
    int pages = 0, intervals = 0;
    do {
        char more[128] = "";
        if (pages > 0) {
            snprintf(more, sizeof more, ",\"cursor\":\"%s\"", cursor);
        }
        cJSON *json = run(&t, LOB_OK, "cut_profile", "{\"session_id\":\"%s\"," LEVEL ",\"limit\":8%s}", field, more);
        const cJSON *layer, *next = find(json, "next_cursor");
        assert_int_equal(count_at(json, "layers"), pages == 0 || pages == 2 ? 2 : 1);
        cJSON_ArrayForEach(layer, find(json, "layers")) {
            intervals += count_at(layer, "intervals");
        }
        assert_eq(number_at(json, "truncation/intervals_dropped"), 21 - intervals);
        snprintf(cursor, sizeof cursor, "%s", next ? next->valuestring : "");
        cJSON_Delete(json);
        pages++;
    } while (cursor[0]);
    assert_int_equal(pages, 3);
    assert_int_equal(intervals, 21);
    cJSON *json = CUT(LOB_OK, LEVEL ",\"limit\":0");
    assert_int_equal(count_at(json, "layers"), 2);
    assert_eq(number_at(json, "truncation/intervals_dropped"), 21);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
    /* A cursor of this question, but behind its end, and one of another. */
    json = CUT(LOB_OK, LEVEL ",\"limit\":20");
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "cut_profile",
                     "{\"session_id\":\"%s\",\"from\":{\"x\":0,\"y\":1},\"to\":{\"x\":11,\"y\":1},\"cursor\":\"%s\"}",
                     field, cursor));
}

static void test_nothing(void **state) {
    (void)state;
    cJSON *json = CUT(LOB_OK, "\"from\":{\"x\":50,\"y\":1},\"to\":{\"x\":60,\"y\":1}");
    assert_int_equal(count_at(json, "layers"), 0);
    assert_true(has_note(json, "x -5 to 15 um, y -2 to 4 um"));
    cJSON_Delete(json);
    json = CUT(LOB_OK, "\"from\":{\"x\":0,\"y\":3},\"to\":{\"x\":9,\"y\":3},\"layers\":[{\"layer\":1,\"datatype\":0},"
                       "{\"layer\":3,\"datatype\":0}]");
    assert_int_equal(count_at(json, "layers"), 2);
    assert_eq(number_at(json, "layers/1/interval_count"), 0);
    assert_true(has_note(json, "no material of these layers"));
    cJSON_Delete(json);
    json = CUT(LOB_OK, "\"from\":{\"x\":0,\"y\":3},\"to\":{\"x\":9,\"y\":3},\"cell\":\"EMPTY\"");
    assert_true(has_note(json, "empty"));
    cJSON_Delete(json);
    json = CUT(LOB_OK, "\"from\":{\"x\":0.0004,\"y\":3.5},\"to\":{\"x\":9,\"y\":3.5}");
    assert_true(has_note(json, "nearest database unit"));
    assert_eq(number_at(json, "from_um/x"), 0);
    cJSON_Delete(json);
}

static void test_refused(void **state) {
    (void)state;
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "cut_profile", "{\"session_id\":\"ses_000000000000\"," LEVEL "}"));
    cJSON *json = CUT(LOB_E_INVALID_TARGET, "\"from\":{\"x\":1,\"y\":1},\"to\":{\"x\":1,\"y\":1.0001}");
    assert_string_equal(text_at(json, "details/reason"), "no_length");
    cJSON_Delete(json);
    json = CUT(LOB_E_INVALID_TARGET, "\"from\":{\"x\":1,\"y\":1e300},\"to\":{\"x\":1,\"y\":1}");
    assert_string_equal(text_at(json, "details/argument"), "from");
    cJSON_Delete(json);
    json = CUT(LOB_E_INVALID_TARGET, "\"from\":{\"x\":1,\"y\":1},\"to\":{\"x\":-1e300,\"y\":1}");
    assert_string_equal(text_at(json, "details/argument"), "to");
    cJSON_Delete(json);
    cJSON_Delete(CUT(LOB_E_INVALID_LAYER, LEVEL ",\"layers\":[{\"layer\":9,\"datatype\":0}]"));
    cJSON_Delete(CUT(LOB_E_INVALID_TARGET, LEVEL ",\"cell\":\"NOPE\""));
    cJSON_Delete(CUT(LOB_E_INVALID_TARGET, "\"from\":{\"x\":1,\"y\":1}"));
}

static void test_memory(void **state) {
    (void)state;
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\"," LEVEL ",\"limit\":3,\"include_ids\":true,\"include_points\":true}", field);
    sweep_tool(&t, "cut_profile", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_level, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slanted, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ids, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_layers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
