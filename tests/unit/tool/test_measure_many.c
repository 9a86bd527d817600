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
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
