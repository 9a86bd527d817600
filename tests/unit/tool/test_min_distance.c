/* min_distance against distances worked out by hand. The field, in um: on 1/0 boxes 0,0 to 10,0.3 (width 0.3) and 0,0.5
 * to 10,1 (0.2 above it) and one of 20,0 to 21,1; on 2/0 one of 20.3,0.25 to 20.7,0.6 (0.25 inside it, 0.3 at its
 * sides) and one of 13,0 to 14,1 (3 from the first); LEAF holds 0.1 x 0.1 on 3/0 and lies at 100,100 and 100.35,100. */
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
    gds_box(&b, 1, 0, 20000, 0, 21000, 1000);
    gds_box(&b, 2, 0, 20300, 250, 20700, 600);
    gds_box(&b, 2, 0, 13000, 0, 14000, 1000);
    gds_box(&b, 4, 0, 5000, 100, 5200, 900);
    gds_sref(&b, "LEAF", false, false, 100000, 100000);
    gds_element_end(&b);
    gds_sref(&b, "LEAF", false, false, 100350, 100000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

#define LEAST(expected, rest) run(&t, expected, "min_distance", "{\"session_id\":\"%s\"," rest "}", field)
#define ONE                   "\"layer\":{\"layer\":1,\"datatype\":0}"
#define TWO                   "\"layer2\":{\"layer\":2,\"datatype\":0}"

/* A polygon that crosses itself, on two layers: rules/test_least.c. A reach between two database units hides nothing.
 */
static void test_hidden_from_afar(void **state) {
    static const int32_t xy[] = {4179,  5619, -2173, 6702,  -4329, 9398, -2974, 17166, 5922, 18120, 1591,
                                 19274, 5271, 18503, -1254, 18462, 9018, 12949, 7814,  8317, 4179,  5619};
    lob_buf b;
    (void)state;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_polygon(&b, 1, sizeof xy / sizeof *xy / 2, xy);
    gds_polygon(&b, 2, sizeof xy / sizeof *xy / 2, xy);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "hidden.gds", &b), "TOP");
    cJSON *json = run(&t, LOB_OK, "min_distance",
                      "{\"session_id\":\"%s\",\"kind\":\"separation\"," ONE "," TWO ",\"within_um\":10}", session);
    assert_eq(number_at(json, "value_um"), 0);
    assert_lt(number_at(json, "searched_um"), 10);
    assert_true(has_note(json, "edges in between hide some"));
    cJSON_Delete(json);
    json = LEAST(LOB_OK, ONE ",\"within_um\":0.2504");
    assert_int_equal(count_at(json, "places"), 1);
    assert_false(has_note(json, "hide some"));
    cJSON_Delete(json);
}

static void test_one_layer(void **state) {
    (void)state;
    cJSON *json = LEAST(LOB_OK, ONE ",\"count\":2");
    assert_eq(number_at(json, "value_um"), 0.2);
    assert_eq(number_at(json, "value_dbu"), 200);
    assert_string_equal(text_at(json, "kind"), "space");
    assert_int_equal(count_at(json, "places"), 1); /* the next is 10 um away, which is not nearer than 10 */
    assert_eq(number_at(json, "searched_um"), 10);
    assert_eq(number_at(json, "places/0/distance_um"), 0.2);
    assert_int_equal(count_at(json, "places/0/ids"), 2);
    assert_null(find(json, "places/0/leaf_cells"));
    cJSON *gap = run(&t, LOB_OK, "measure_geometry",
                     "{\"session_id\":\"%s\",\"mode\":\"edge_gap\",\"target_ids\":[\"%s\",\"%s\"]}", field,
                     text_at(json, "places/0/ids/0"), text_at(json, "places/0/ids/1"));
    assert_eq(number_at(gap, "value_um"), 0.2);
    cJSON_Delete(gap);
    cJSON_Delete(json);
    json = LEAST(LOB_OK, ONE ",\"kind\":\"width\",\"count\":1");
    assert_eq(number_at(json, "value_um"), 0.3);
    assert_int_equal(count_at(json, "places/0/ids"), 1);
    cJSON_Delete(json);
    json = LEAST(
        LOB_OK,
        "\"layer\":{\"layer\":3,\"datatype\":0},\"box\":{\"left\":99.0004,\"bottom\":99,\"right\":101,\"top\":101}");
    assert_eq(number_at(json, "value_um"), 0.25);
    assert_string_equal(text_at(json, "places/0/leaf_cells/1"), "LEAF");
    assert_eq(number_at(json, "box_um/left"), 99);
    assert_true(has_note(json, "nearest database unit"));
    cJSON_Delete(json);
}

static void test_two_layers(void **state) {
    (void)state;
    cJSON *json = LEAST(LOB_OK, ONE "," TWO ",\"kind\":\"separation\"");
    assert_eq(number_at(json, "value_um"), 3);
    assert_eq(number_at(json, "overlap_count"), 1);
    assert_true(has_note(json, "overlap"));
    cJSON_Delete(json);
    json = LEAST(LOB_OK, "\"layer\":{\"layer\":2,\"datatype\":0},\"layer2\":{\"layer\":1,\"datatype\":0},\"kind\":"
                         "\"enclosure\",\"count\":2");
    assert_eq(number_at(json, "value_um"), 0.25);
    assert_eq(number_at(json, "outside_count"), 1);
    assert_true(has_note(json, "not completely inside"));
    cJSON_Delete(json);
}

static void test_none(void **state) {
    (void)state;
    cJSON *json = LEAST(LOB_OK, ONE ",\"within_um\":0.2");
    assert_true(cJSON_IsFalse(find(json, "is_found")));
    assert_null(find(json, "value_um"));
    assert_eq(number_at(json, "searched_um"), 0.2);
    assert_true(has_note(json, "None within 0.2 um"));
    cJSON_Delete(json);
}

static void test_ids(void **state) {
    (void)state;
    cJSON *all = run(&t, LOB_OK, "query_region",
                     "{\"session_id\":\"%s\",\"box\":{\"left\":-1,\"bottom\":-1,\"right\":30,\"top\":2},"
                     "\"layers\":[{\"layer\":1,\"datatype\":0},{\"layer\":2,\"datatype\":0}]}",
                     field);
    const char *low = text_at(all, "shapes/0/id"), *high = text_at(all, "shapes/1/id"),
               *right = text_at(all, "shapes/2/id");
    const char *pad = text_at(all, "shapes/3/id");
    cJSON *json =
        run(&t, LOB_OK, "min_distance", "{\"session_id\":\"%s\",\"kind\":\"ids\",\"ids\":[\"%s\",\"%s\",\"%s\"]}",
            field, low, high, right);
    assert_eq(number_at(json, "value_um"), 0.2);
    assert_int_equal(count_at(json, "places"), 3);
    assert_eq(number_at(json, "places/1/distance_um"), 10);
    assert_string_equal(text_at(json, "places/0/ids/0"), low);
    assert_null(find(json, "searched_um"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "min_distance",
               "{\"session_id\":\"%s\",\"kind\":\"ids\",\"ids\":[\"%s\"],\"ids2\":[\"%s\",\"%s\"],\"count\":1}", field,
               pad, low, right);
    assert_eq(number_at(json, "value_um"), 3);
    assert_string_equal(text_at(json, "places/0/ids/1"), low);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "min_distance", "{\"session_id\":\"%s\",\"kind\":\"ids\",\"ids\":[\"%s\"]}", field, low);
    assert_true(has_note(json, "needs two shapes"));
    cJSON_Delete(json);
    cJSON_Delete(all);
}

static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *argument;
    } cases[] = {
        {"\"kind\":\"space\"", "layer"},
        {ONE ",\"kind\":\"separation\"", "layer2"},
        {ONE "," TWO ",\"kind\":\"width\"", "layer2"},
        {ONE ",\"ids\":[\"shp_0\"]", "ids"},
        {ONE ",\"ids2\":[\"shp_0\"]", "ids2"},
        {"\"kind\":\"ids\"", "ids"},
        {"\"kind\":\"ids\",\"ids\":[\"shp_0\"]," TWO, "layer"},
        {"\"kind\":\"ids\",\"ids\":[\"shp_0\"],\"cell\":\"TOP\"", "cell"},
        {"\"kind\":\"ids\",\"ids\":[\"shp_0\"],\"box\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1}", "box"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].arguments);
        cJSON *json =
            run(&t, LOB_E_INVALID_TARGET, "min_distance", "{\"session_id\":\"%s\",%s}", field, cases[i].arguments);
        assert_string_equal(text_at(json, "details/argument"), cases[i].argument);
        cJSON_Delete(json);
    }
    cJSON_Delete(LEAST(LOB_E_INVALID_LAYER, "\"layer\":{\"layer\":77,\"datatype\":0}"));
    cJSON_Delete(LEAST(LOB_E_INVALID_TARGET, "\"kind\":\"ids\",\"ids\":[\"shp_0123456789abcdef\"]"));
}

/* Two guides that bend away from each other: at each end of the gap six pairs of edges meet in the same two points. */
static void test_place_once(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int up = -1; up <= 1; up += 2) {
        const int32_t ring[14] = {-500,     150 * up, 0,        100 * up, 1000,     100 * up, 1500,
                                  150 * up, 1500,     600 * up, -500,     600 * up, -500,     150 * up};
        gds_record(&b, 0x08, 0, NULL, 0);
        gds_int16(&b, 0x0d, 1);
        gds_int16(&b, 0x0e, 0);
        gds_int32s(&b, 0x10, 14, ring);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "apart.gds", &b), "TOP");
    cJSON *json = run(&t, LOB_OK, "min_distance", "{\"session_id\":\"%s\"," ONE ",\"count\":5}", id);
    const int count = count_at(json, "places");
    assert_ge(count, 2);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            char a[48], c[48], d[48], e[48];
            lob_case("%d and %d", i, k);
            snprintf(a, sizeof a, "places/%d/from_um/x", i);
            snprintf(c, sizeof c, "places/%d/from_um/x", k);
            snprintf(d, sizeof d, "places/%d/to_um/x", i);
            snprintf(e, sizeof e, "places/%d/to_um/x", k);
            assert_false(number_at(json, a) == number_at(json, c) && number_at(json, d) == number_at(json, e));
        }
    }
    assert_eq(number_at(json, "places/0/distance_um"), 0.2);
    assert_eq(number_at(json, "places/1/distance_um"), 0.2);
    assert_eq(number_at(json, "places/0/from_um/x") + number_at(json, "places/1/from_um/x"), 1);
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\"," ONE "," TWO ",\"kind\":\"separation\",\"count\":1,"
             "\"box\":{\"left\":9,\"bottom\":-1,\"right\":15,\"top\":2}}",
             field);
    sweep_tool(&t, "min_distance", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hidden_from_afar, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_layer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_two_layers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_none, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ids, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_place_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
