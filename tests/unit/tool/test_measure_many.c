/* measure_many: the numbers of measure_geometry. The field, in um on 1/0: a bar 0,0 to 10,0.4, one of 0,0.6 to 10,1,
 * and a box 20,0 to 21,1 on 2/0; a text at 3,3. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *field;
static char low[32], high[32];

static int setup(void **state) {
    (void)state;
    lob_buf b;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 10000, 400);
    gds_box(&b, 1, 0, 0, 600, 10000, 1000);
    gds_box(&b, 2, 0, 20000, 0, 21000, 1000);
    gds_text(&b, 3, 3000, 3000, "END", 3);
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    cJSON *all = run(&t, LOB_OK, "query_region",
                     "{\"session_id\":\"%s\",\"box\":{\"left\":-1,\"bottom\":-1,\"right\":12,\"top\":2}}", field);
    snprintf(low, sizeof low, "%s", text_at(all, "shapes/0/id"));
    snprintf(high, sizeof high, "%s", text_at(all, "shapes/1/id"));
    cJSON_Delete(all);
    return 0;
}

static void test_two(void **state) {
    (void)state;
    cJSON *json =
        run(&t, LOB_OK, "measure_many", "{\"session_id\":\"%s\",\"target_ids\":[\"%s\",\"%s\"]}", field, low, high);
    assert_int_equal(count_at(json, "results"), 9);
    assert_string_equal(text_at(json, "results/0/mode"), "edge_gap");
    assert_eq(number_at(json, "results/0/value_um"), 0.2);
    assert_eq(number_at(json, "results/0/uncertainty_um"), 0);
    assert_true(cJSON_IsFalse(find(json, "results/0/overlapping")));
    assert_int_equal(count_at(json, "results/0/points_um"), 2);
    assert_string_equal(text_at(json, "results/1/mode"), "overlap");
    assert_eq(number_at(json, "results/1/value_um"), 0);
    assert_string_equal(text_at(json, "results/3/mode"), "path_width");
    assert_eq(number_at(json, "results/3/value_um"), 0.4);
    assert_int_equal(count_at(json, "results/3/target_ids"), 1);
    assert_string_equal(text_at(json, "results/6/target_ids/0"), high);
    int measured = 0;
    const cJSON *result;
    cJSON_ArrayForEach(result, find(json, "results")) {
        measured += find(result, "value_um") != NULL;
        assert_eq(find(result, "value_um") == NULL, find(result, "error") != NULL);
    }
    assert_eq(number_at(json, "measured_count"), measured);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "measure_many", "{\"session_id\":\"%s\",\"target_ids\":[\"%s\"]}", field, low);
    assert_int_equal(count_at(json, "results"), 3);
    cJSON_Delete(json);
}

/* One that cannot be made stops no other. */
static void test_list(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "measure_many",
                      "{\"session_id\":\"%s\",\"measurements\":[{\"mode\":\"edge_gap\",\"target_ids\":[\"%s\"]},"
                      "{\"mode\":\"path_width\",\"target_ids\":[\"shp_0123456789abcdef\"]},"
                      "{\"mode\":\"label_distance\",\"target_ids\":[\"label:END\",\"%s\"]},"
                      "{\"mode\":\"edge_gap\",\"target_ids\":[\"%s\",\"%s\"]}]}",
                      field, low, high, high, low);
    assert_eq(number_at(json, "measured_count"), 2);
    assert_string_equal(text_at(json, "results/0/error/message"), "target_ids: The mode takes two targets");
    assert_string_equal(text_at(json, "results/0/error/code"), "INVALID_TARGET");
    assert_ne(text_at(json, "results/0/error/hint")[0], '\0');
    assert_non_null(find(json, "results/1/error"));
    assert_null(find(json, "results/1/value_um"));
    assert_eq(number_at(json, "results/2/value_um"), 2);
    assert_eq(number_at(json, "results/2/dx_um"), 0);
    assert_eq(number_at(json, "results/2/dy_um"), -2);
    assert_eq(number_at(json, "results/3/value_um"), 0.2);
    cJSON_Delete(json);
}

/* What is left out is measured on a later page, and each is there once. */
static void test_pages(void **state) {
    (void)state;
    char list[4000] = "", cursor[96] = "";
    int results = 0, measured = 0, pages = 0;
    for (int i = 0; i < 20; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s{\"mode\":\"%s\",\"target_ids\":[\"%s\",\"%s\"]}", i ? "," : "",
                 i % 2 ? "overlap" : "edge_gap", low, i == 7 ? "label:NONE" : high);
    }
    do {
        cJSON *json = run(&t, LOB_OK, "measure_many",
                          "{\"session_id\":\"%s\",\"measurements\":[%s],\"max_chars\":2000%s}", field, list, cursor);
        char *text = cJSON_PrintUnformatted(json);
        assert_le(strlen(text), 2000);
        cJSON_free(text);
        const cJSON *result, *next = find(json, "next_cursor");
        cJSON_ArrayForEach(result, find(json, "results")) {
            assert_string_equal(text_at(result, "mode"), results % 2 ? "overlap" : "edge_gap");
            assert_eq(find(result, "error") != NULL, results == 7);
            results++;
        }
        measured += (int)number_at(json, "measured_count");
        assert_eq(number_at(json, "truncation/results_dropped"), 20 - results);
        snprintf(cursor, sizeof cursor, next ? ",\"cursor\":\"%s\"" : "%s", next ? next->valuestring : "");
        cJSON_Delete(json);
        pages++;
    } while (cursor[0]);
    assert_eq(results, 20);
    assert_eq(measured, 19);
    assert_gt(pages, 3);
    /* A cursor of other questions, by mode, by target, by place. */
    cJSON *json =
        run(&t, LOB_OK, "measure_many", "{\"session_id\":\"%s\",\"measurements\":[%s],\"max_chars\":1}", field, list);
    assert_int_equal(count_at(json, "results"), 1);
    snprintf(cursor, sizeof cursor, ",\"cursor\":\"%s\"", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "measure_many", "{\"session_id\":\"%s\",\"target_ids\":[\"%s\"]%s}",
                     field, low, cursor));
    json =
        run(&t, LOB_OK, "measure_many", "{\"session_id\":\"%s\",\"target_ids\":[\"%s\"],\"max_chars\":1}", field, low);
    snprintf(cursor, sizeof cursor, ",\"cursor\":\"%s\"", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "measure_many", "{\"session_id\":\"%s\",\"target_ids\":[\"%s\"]%s}",
                     field, high, cursor));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "measure_many",
                     "{\"session_id\":\"%s\",\"target_ids\":[\"%s\"],\"at\":{\"x_um\":1,\"y_um\":0.2}%s}", field, low,
                     cursor));
}

/* A cross of two guides, 0.4 and 0.6 um wide, has no line of its own; its arms have. As measure_geometry says. */
static void test_at(void **state) {
    (void)state;
    static const int32_t cross[26] = {-5000, -200, -300, -200, -300, -5000, 300,  -5000, 300, -200,  5000, -200,  5000,
                                      200,   300,  200,  300,  5000, -300,  5000, -300,  200, -5000, 200,  -5000, -200};
    lob_buf b;
    char id[32];
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_record(&b, 0x08, 0, NULL, 0);
    gds_int16(&b, 0x0d, 1);
    gds_int16(&b, 0x0e, 0);
    gds_int32s(&b, 0x10, 26, cross);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "cross.gds", &b), "TOP");
    cJSON *all = run(&t, LOB_OK, "query_region",
                     "{\"session_id\":\"%s\",\"box\":{\"left\":-1,\"bottom\":-1,\"right\":1,\"top\":1}}", session);
    snprintf(id, sizeof id, "%s", text_at(all, "shapes/0/id"));
    cJSON_Delete(all);
    cJSON *json = run(&t, LOB_OK, "measure_many",
                      "{\"session_id\":\"%s\",\"measurements\":[{\"mode\":\"path_width\",\"target_ids\":[\"%s\"]},"
                      "{\"mode\":\"path_width\",\"target_ids\":[\"%s\"],\"at\":{\"x_um\":4,\"y_um\":0}},"
                      "{\"mode\":\"path_width\",\"target_ids\":[\"%s\"],\"at\":{\"x_um\":0,\"y_um\":4}}]}",
                      session, id, id, id);
    assert_non_null(find(json, "results/0/error"));
    assert_close(number_at(json, "results/1/value_um"), 0.4, 1e-9);
    assert_close(number_at(json, "results/2/value_um"), 0.6, 1e-9);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "measure_many",
               "{\"session_id\":\"%s\",\"target_ids\":[\"%s\"],\"at\":{\"x_um\":0,\"y_um\":4}}", session, id);
    assert_close(number_at(json, "results/0/value_um"), 0.6, 1e-9);
    assert_eq(number_at(json, "results/1/value_um") > 4, 1);
    cJSON_Delete(json);
    json =
        run(&t, LOB_E_INVALID_TARGET, "measure_many",
            "{\"session_id\":\"%s\",\"target_ids\":[\"%s\",\"%s\"],\"at\":{\"x_um\":0,\"y_um\":4}}", session, id, id);
    assert_string_equal(text_at(json, "details/reason"), "two_targets");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "measure_many",
               "{\"session_id\":\"%s\",\"measurements\":[{\"mode\":\"path_width\",\"target_ids\":[\"%s\"]}],"
               "\"at\":{\"x_um\":0,\"y_um\":4}}",
               session, id);
    assert_string_equal(text_at(json, "details/reason"), "excluded");
    cJSON_Delete(json);
}

static void test_refused(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "measure_many", "{\"session_id\":\"%s\"}", field);
    assert_string_equal(text_at(json, "details/reason"), "neither");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "measure_many",
               "{\"session_id\":\"%s\",\"target_ids\":[\"%s\"],\"measurements\":[{\"mode\":\"path_width\",\"target_"
               "ids\":[\"%s\"]}]}",
               field, low, low);
    assert_string_equal(text_at(json, "details/reason"), "both");
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "measure_many",
                     "{\"session_id\":\"ses_000000000000\",\"target_ids\":[\"a\"]}"));
}

static void test_memory(void **state) {
    (void)state;
    char arguments[400];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"measurements\":[{\"mode\":\"edge_gap\",\"target_ids\":[\"%s\"]},"
             "{\"mode\":\"edge_gap\",\"target_ids\":[\"%s\",\"%s\"]}]}",
             field, low, high, low);
    sweep_tool(&t, "measure_many", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_two, setup, teardown),
        cmocka_unit_test_setup_teardown(test_list, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_at, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
