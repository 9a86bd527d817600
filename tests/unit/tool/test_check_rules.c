/* check_rules against distances, areas and densities worked out by hand. The field, in um on 1/0: boxes 0,0 to 10,0.3
 * (width 0.3) and 0,0.5 to 10,1 (0.2 above it); on 2/0 one of 20,0 to 21,1; LEAF holds one of 0.1 x 0.1 on 3/0 and lies
 * in an array of 10 x 10, 5 um apart, from 100,100 on. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *field;

static int setup(void **state) {
    (void)state;
    lob_buf b;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "LEAF");
    gds_box(&b, 3, 0, 0, 0, 100, 100);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 10000, 300);
    gds_box(&b, 1, 0, 0, 500, 10000, 1000);
    gds_box(&b, 2, 0, 20000, 0, 21000, 1000);
    gds_aref(&b, "LEAF", 10, 10, 100000, 100000, 5000, 5000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

#define CHECK(expected, rest) run(&t, expected, "check_rules", "{\"session_id\":\"%s\"," rest "}", field)
#define WIDTH                 "{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.31}"
#define SPACE                 "{\"id\":\"S\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.21,\"severity\":\"warning\"}"
#define DOTS                  "{\"id\":\"D\",\"type\":\"width\",\"layer\":\"3/0\",\"min_um\":0.2}"

static void test_pairs(void **state) {
    (void)state;
    cJSON *json = CHECK(LOB_OK, "\"rules\":[" WIDTH "," SPACE "]");
    assert_eq(number_at(json, "violation_count"), 2);
    assert_eq(number_at(json, "error_count"), 1);
    assert_int_equal(count_at(json, "counts"), 2);
    assert_string_equal(text_at(json, "counts/1/rule"), "S");
    assert_string_equal(text_at(json, "counts/1/severity"), "warning");
    assert_string_equal(text_at(json, "counts/0/type"), "width");
    assert_string_equal(text_at(json, "violations/0/kind"), "edge_pair");
    assert_eq(number_at(json, "violations/0/distance_um"), 0.3);
    assert_eq(number_at(json, "violations/1/distance_um"), 0.2);
    assert_int_equal(count_at(json, "violations/0/points_um"), 4);
    assert_eq(number_at(json, "violations/1/box_dbu/bottom"), 300);
    assert_eq(number_at(json, "violations/1/box_um/top"), 0.5);
    assert_null(find(json, "next_cursor"));
    assert_null(find(json, "notes"));
    assert_null(find(json, "box_um"));
    cJSON_Delete(json);
}

static void test_values(void **state) {
    (void)state;
    cJSON *json = CHECK(LOB_OK, "\"rules\":[{\"id\":\"A\",\"type\":\"area\",\"layer\":\"2/0\",\"max_um2\":0.5},"
                                "{\"id\":\"G\",\"type\":\"grid\",\"layer\":\"1/0\",\"grid_um\":0.4},"
                                "{\"id\":\"N\",\"type\":\"angle\",\"layer\":\"2/0\",\"step_deg\":180},"
                                "{\"id\":\"D\",\"type\":\"density\",\"layer\":\"2/0\",\"min\":0.5}],"
                                "\"box\":{\"left\":19,\"bottom\":0,\"right\":21,\"top\":2}");
    assert_int_equal(count_at(json, "violations"), 4); /* no vertex of 1/0 is there; two upright edges */
    assert_eq(number_at(json, "violations/0/area_um2"), 1);
    assert_eq(count_at(json, "violations/0/points_um"), 4);
    assert_eq(number_at(json, "violations/1/angle_deg"), 90);
    assert_eq(number_at(json, "violations/2/angle_deg"), 90);
    assert_string_equal(text_at(json, "violations/3/kind"), "box");
    assert_eq(number_at(json, "violations/3/density"), 0.25);
    assert_eq(number_at(json, "violations/3/box_um/left"), 19);
    assert_null(find(json, "violations/3/points_um"));
    assert_eq(number_at(json, "box_um/right"), 21);
    assert_eq(number_at(json, "box_dbu/top"), 2000);
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[{\"id\":\"G\",\"type\":\"grid\",\"layer\":\"1/0\",\"grid_um\":0.4}]");
    assert_eq(number_at(json, "violation_count"), 6); /* y 0.3, 0.5 and 1 */
    assert_string_equal(text_at(json, "violations/0/kind"), "point");
    cJSON_Delete(json);
}

static void test_box_and_cell(void **state) {
    (void)state;
    cJSON *json =
        CHECK(LOB_OK, "\"rules\":[" WIDTH "," SPACE "],\"box\":{\"left\":4,\"bottom\":0.4,\"right\":5,\"top\":0.45}");
    assert_eq(number_at(json, "violation_count"), 1); /* between the edges of the space */
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[" DOTS "],\"cell\":\"LEAF\"");
    assert_eq(number_at(json, "violation_count"), 2);
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[" DOTS "],\"box\":{\"left\":100,\"bottom\":100,\"right\":106,\"top\":101.00004}");
    assert_eq(number_at(json, "violation_count"), 4); /* two dots */
    assert_non_null(strstr(text_at(json, "notes/0"), "nearest database unit"));
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    char cursor[400] = "";
    double last = -1;
    int pages = 0, seen = 0;
    do {
        cJSON *json = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"limit\":60,\"rules\":[" DOTS "]%s}",
                          field, cursor);
        assert_eq(number_at(json, "violation_count"), 200);
        assert_eq(number_at(json, "counts/0/count"), 200);
        int count = count_at(json, "violations");
        assert_eq(number_at(json, "truncation/violations_dropped"), 200 - seen - count);
        for (int i = 0; i < count; i++) {
            char path[60];
            snprintf(path, sizeof path, "violations/%d/box_um/bottom", i);
            assert_ge(number_at(json, path), last);
            last = number_at(json, path);
        }
        seen += count;
        pages++;
        cursor[0] = '\0';
        if (find(json, "next_cursor")) {
            snprintf(cursor, sizeof cursor, ",\"cursor\":\"%s\"", text_at(json, "next_cursor"));
        }
        cJSON_Delete(json);
    } while (cursor[0]);
    assert_eq(pages, 4);
    assert_eq(seen, 200);
    cJSON *json = CHECK(LOB_OK, "\"limit\":0,\"rules\":[" DOTS "]");
    assert_eq(count_at(json, "violations"), 0);
    assert_true(!find(json, "next_cursor"));
    cJSON_Delete(json);
    /* A cursor fits its own question alone. */
    json = CHECK(LOB_OK, "\"limit\":1,\"rules\":[" DOTS "]");
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "check_rules",
                     "{\"session_id\":\"%s\",\"rules\":[" WIDTH "],\"cursor\":\"%s\"}", field, cursor));
}

static void test_default_size(void **state) {
    (void)state;
    lob_buf out;
    char arguments[400];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"rules\":[" DOTS "]}", field);
    assert_int_equal(run_raw(&t, "check_rules", arguments, &out), LOB_OK);
    assert_lt(out.size, 4000 * 3); /* below 4,000 tokens of three bytes */
    lob_buf_release(&out);
}

#define AROUND "{\"session_id\":\"%s\",\"around\":\"%s\",\"image_size\":{\"width\":80,\"height\":60}}"

/* An id of a row shows its place, whatever its kind, in the cell that was checked. */
static void test_shown(void **state) {
    (void)state;
    char pair[32], point[32];
    cJSON *json =
        CHECK(LOB_OK, "\"rules\":[" SPACE ",{\"id\":\"G\",\"type\":\"grid\",\"layer\":\"1/0\",\"grid_um\":0.4}]");
    snprintf(pair, sizeof pair, "%s", text_at(json, "violations/0/id"));
    snprintf(point, sizeof point, "%s", text_at(json, "violations/1/id"));
    assert_string_equal(text_at(json, "violations/1/kind"), "point");
    assert_string_not_equal(pair, point);
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[" SPACE "],\"detail\":\"full\"");
    assert_string_equal(text_at(json, "violations/0/id"), pair);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "render_view", AROUND, field, pair);
    assert_string_equal(text_at(json, "cell"), "TOP");
    assert_le(number_at(json, "box_um/left"), 0);
    assert_ge(number_at(json, "box_um/right"), 10);
    assert_le(number_at(json, "box_um/bottom"), 0.3);
    assert_ge(number_at(json, "box_um/top"), 0.5);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "render_view", AROUND, field, point);
    assert_gt(number_at(json, "box_um/right"), number_at(json, "box_um/left"));
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[" DOTS "],\"cell\":\"LEAF\"");
    snprintf(point, sizeof point, "%s", text_at(json, "violations/0/id"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "render_view", AROUND, field, point);
    assert_string_equal(text_at(json, "cell"), "LEAF");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "render_view", AROUND, field, "vio_0123456789abcdef");
    assert_string_equal(text_at(json, "details/reason"), "unknown");
    assert_string_equal(text_at(json, "details/target_id"), "vio_0123456789abcdef");
    assert_non_null(strstr(text_at(json, "details/hint"), "check_rules"));
    cJSON_Delete(json);
    json =
        run(&t, LOB_E_INVALID_TARGET, "analyze_waveguide", "{\"session_id\":\"%s\",\"target_id\":\"%s\"}", field, pair);
    assert_string_equal(text_at(json, "details/reason"), "other_kind");
    cJSON_Delete(json);
}

static void test_files(void **state) {
    (void)state;
    lob_buf b;
    lob_buf_init(&b, 0);
    lob_buf_add_text(
        &b, "{\"tech\":\"T\",\"layers\":{\"M\":1,\"Z\":77},\"rules\":[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"M\","
            "\"min\":3.1e-7},{\"id\":\"Z\",\"type\":\"spacing\",\"layer\":\"M\",\"layer2\":\"Z\",\"min\":1e-7}]}");
    const char *path = bench_file(&t, "drc_rules.json", &b);
    cJSON *json = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\"}", field, path);
    assert_eq(number_at(json, "violation_count"), 1);
    assert_eq(number_at(json, "rule_count"), 1);
    assert_string_equal(text_at(json, "deck"), "T");
    assert_int_equal(count_at(json, "not_checked"), 1);
    assert_string_equal(text_at(json, "not_checked/0/rule"), "Z");
    assert_string_equal(text_at(json, "not_checked/0/reason"), "layer_absent");
    assert_string_equal(text_at(json, "not_checked/0/layer"), "77/0");
    assert_int_equal(count_at(json, "not_checked/0/datatypes"), 0);
    assert_non_null(strstr(text_at(json, "notes/0"), "1 rules could not be checked"));
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"only\":[\"Z\"]}",
               field, path);
    assert_string_equal(text_at(json, "details/reason"), "layer_absent");
    assert_string_equal(text_at(json, "details/rule"), "Z");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "check_rules", "{\"session_id\":\"%s\",\"deck_path\":\"%s\",\"only\":[\"W\"]}", field, path);
    assert_eq(number_at(json, "violation_count"), 1);
    cJSON_Delete(json);
    json = CHECK(
        LOB_OK,
        "\"rules\":[{\"id\":\"a\",\"type\":\"width\",\"layer\":{\"or\":[\"90/0\",\"91/0\",\"92/0\",\"93/0\",\"94/0\"]},"
        "\"min_um\":1}]");
    assert_non_null(strstr(text_at(json, "notes/0"), "90/0, 91/0, 92/0, 93/0 and 1 more"));
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[]");
    assert_non_null(strstr(text_at(json, "notes/0"), "no rules"));
    cJSON_Delete(json);
}

static void test_bad(void **state) {
    (void)state;
    static const char *const targets[] = {
        "\"limit\":1",
        "\"rules\":[],\"deck_path\":\"/none.json\"",
        "\"rules\":7",
        "\"rules\":[{}]",
        "\"rules\":[" WIDTH "," WIDTH "]",
        "\"rules\":[" WIDTH "],\"only\":[\"X\"]",
        "\"rules\":[" WIDTH "],\"only\":[]",
        "\"rules\":[" WIDTH "],\"limit\":-1",
        "\"rules\":[" WIDTH "],\"cell\":\"NONE\"",
        "\"rules\":[" WIDTH "],\"cursor\":\"cur_12\"",
        "\"rules\":[" WIDTH "],\"layers\":[]",
    };
    cJSON_Delete(run(&t, LOB_E_QUERY_TOO_LARGE, "check_rules",
                     "{\"session_id\":\"%s\",\"rules\":[" WIDTH "],\"limit\":1001}", field));
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        lob_case("%zu: %s", i, targets[i]);
        cJSON *json = run(&t, LOB_E_INVALID_TARGET, "check_rules", "{\"session_id\":\"%s\",%s}", field, targets[i]);
        assert_gt(strlen(text_at(json, "details/hint")), 10);
        cJSON_Delete(json);
    }
    cJSON_Delete(
        CHECK(LOB_E_INVALID_BOX, "\"rules\":[" WIDTH "],\"box\":{\"left\":1,\"bottom\":0,\"right\":1,\"top\":1}"));
    cJSON *json = CHECK(LOB_E_FILE_NOT_FOUND, "\"deck_path\":\"/none/deck.json\"");
    assert_string_equal(text_at(json, "details/argument"), "deck_path");
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "check_rules", "{\"session_id\":\"ses_0123456789ab\",\"rules\":[]}"));
}

static void test_memory(void **state) {
    (void)state;
    char arguments[400];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"limit\":1,\"rules\":[" DOTS "],"
             "\"box\":{\"left\":100,\"bottom\":100,\"right\":106,\"top\":101}}",
             field);
    assert_gt(sweep_tool(&t, "check_rules", arguments), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs), cmocka_unit_test(test_values),       cmocka_unit_test(test_box_and_cell),
        cmocka_unit_test(test_pages), cmocka_unit_test(test_shown),        cmocka_unit_test(test_files),
        cmocka_unit_test(test_bad),   cmocka_unit_test(test_default_size), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
