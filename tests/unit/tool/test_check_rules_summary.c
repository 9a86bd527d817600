/* check_rules in short, and one row a place. The field, in um on 1/0: 20 pairs of bars, each with a gap of 0.1 um but
 * the eighth (0.07) and the last (0.05), the first ten 3 um apart, the others 60 um to the right; pads on 2/0 with a
 * contact on 3/0 in each.
 */
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
    for (int i = 0; i < 20; i++) {
        const int x = 3000 * i + (i < 10 ? 0 : 60000), gap = i == 7 ? 70 : i == 19 ? 50 : 100;
        gds_box(&b, 1, 0, x, 0, x + 1000, 1000);
        gds_box(&b, 1, 0, x + 1000 + gap, 0, x + 2000 + gap, 1000);
        gds_box(&b, 2, 0, x, 10000, x + 1000, 11000);
        gds_box(&b, 3, 0, x + 50, 10050, x + 950, 10950);
    }
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

#define CHECK(expected, rest) run(&t, expected, "check_rules", "{\"session_id\":\"%s\"," rest "}", field)
#define SPACE                 "{\"id\":\"S\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.2}"
#define AREA                  "{\"id\":\"A\",\"type\":\"area\",\"layer\":\"3/0\",\"min_um2\":1}"
#define INSIDE                "{\"id\":\"E\",\"type\":\"enclosure\",\"layer\":\"3/0\",\"layer2\":\"2/0\",\"min_um\":0.1}"
#define TURNED                "{\"id\":\"E\",\"type\":\"enclosure\",\"layer\":\"2/0\",\"layer2\":\"3/0\",\"min_um\":0.1}"

static void test_order(void **state) {
    (void)state;
    cJSON *json = CHECK(LOB_OK, "\"rules\":[" AREA "," SPACE "],\"order\":\"distance\",\"limit\":3");
    assert_eq(number_at(json, "violation_count"), 40);
    assert_eq(number_at(json, "violations/0/distance_um"), 0.05);
    assert_eq(number_at(json, "violations/1/distance_um"), 0.07);
    assert_eq(number_at(json, "violations/2/distance_um"), 0.1);
    assert_eq(number_at(json, "violations/2/box_um/left"), 1); /* of equal ones the first by place */
    char cursor[80];
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "check_rules",
               "{\"session_id\":\"%s\",\"rules\":[" AREA "," SPACE
               "],\"order\":\"distance\",\"limit\":100,\"cursor\":\"%s\"}",
               field, cursor);
    assert_int_equal(count_at(json, "violations"), 37);
    assert_string_equal(text_at(json, "violations/36/rule"), "A");
    cJSON_Delete(json);
    /* The cursor is of that order. */
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "check_rules",
                     "{\"session_id\":\"%s\",\"rules\":[" AREA "," SPACE "],\"limit\":3,\"cursor\":\"%s\"}", field,
                     cursor));
}

static void test_summary(void **state) {
    (void)state;
    cJSON *json = CHECK(LOB_OK, "\"rules\":[" SPACE "," AREA "],\"summary\":true,\"cluster_um\":5");
    assert_int_equal(count_at(json, "violations"), 0);
    assert_null(find(json, "next_cursor"));
    assert_eq(number_at(json, "counts/0/count"), 20);
    assert_eq(number_at(json, "counts/0/least_um"), 0.05);
    assert_eq(number_at(json, "counts/0/greatest_um"), 0.1);
    assert_eq(number_at(json, "counts/0/least_box_um/left"), 118);
    assert_null(find(json, "counts/1/least_um"));
    assert_int_equal(count_at(json, "clusters"), 4);
    assert_eq(number_at(json, "clusters/0/count"), 10);
    assert_eq(number_at(json, "clusters/0/least_um"), 0.07);
    assert_eq(number_at(json, "clusters/0/box_um/left"), 1);
    assert_eq(number_at(json, "clusters/0/box_um/right"), 28.1);
    assert_eq(number_at(json, "clusters/1/least_um"), 0.05);
    assert_string_equal(text_at(json, "clusters/2/rule"), "A");
    assert_null(find(json, "clusters/2/least_um"));
    assert_eq(number_at(json, "truncation/clusters_dropped"), 0);
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[" SPACE "],\"summary\":true,\"limit\":5");
    assert_int_equal(count_at(json, "clusters"), 5); /* 1 um apart is not enough: 20 clusters */
    assert_eq(number_at(json, "truncation/clusters_dropped"), 15);
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[" SPACE "],\"summary\":true,\"cluster_um\":0");
    assert_eq(number_at(json, "truncation/clusters_dropped"), 0);
    cJSON_Delete(json);
}

/* In um on 1/0: a bar beside one with a stair (gaps of 0.1 and 0.08), a gap of 0.15 ten um above; a square of 4/0. */
static void test_places(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 1000, 1000);
    gds_box(&b, 1, 0, 1100, 0, 2100, 500);
    gds_box(&b, 1, 0, 1080, 500, 2100, 1000);
    gds_box(&b, 1, 0, 0, 10000, 1000, 11000);
    gds_box(&b, 1, 0, 1150, 10000, 2100, 11000);
    gds_box(&b, 3, 0, 0, 20000, 500, 20500);
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "stairs.gds", &b), "TOP");
    cJSON *each = CHECK(LOB_OK, "\"rules\":[" SPACE "],\"detail\":\"full\"");
    const double total = number_at(each, "violation_count");
    assert_ge((int)total, 3);
    assert_int_equal(count_at(each, "violations"), (int)total);
    assert_null(find(each, "violations/0/more_here"));
    assert_false(has_note(each, "one row"));
    cJSON_Delete(each);
    cJSON *json = CHECK(LOB_OK, "\"rules\":[" SPACE "," AREA "],\"limit\":1,\"detail\":\"lean\"");
    assert_eq(number_at(json, "violation_count"), total + 1);
    assert_int_equal(count_at(json, "violations"), 1);
    assert_eq(number_at(json, "violations/0/distance_um"), 0.08);
    assert_eq(number_at(json, "violations/0/more_here"), total - 2);
    assert_eq(number_at(json, "violations/0/place_um/bottom"), 0);
    assert_eq(number_at(json, "violations/0/place_um/top"), 1);
    assert_eq(number_at(json, "truncation/violations_dropped"), 2);
    assert_true(has_note(json, "one row"));
    char cursor[80];
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "check_rules",
               "{\"session_id\":\"%s\",\"rules\":[" SPACE "," AREA "],\"detail\":\"lean\",\"cursor\":\"%s\"}", field,
               cursor);
    assert_int_equal(count_at(json, "violations"), 2);
    assert_eq(number_at(json, "violations/0/distance_um"), 0.15);
    assert_null(find(json, "violations/0/more_here"));
    assert_string_equal(text_at(json, "violations/1/kind"), "polygon");
    assert_eq(number_at(json, "truncation/violations_dropped"), 0);
    assert_false(has_note(json, "one row"));
    cJSON_Delete(json);
    /* The cursor counts places, so it is none of the list of each. */
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "check_rules",
                     "{\"session_id\":\"%s\",\"rules\":[" SPACE "," AREA "],\"detail\":\"full\",\"cursor\":\"%s\"}",
                     field, cursor));
}

static void test_turned(void **state) {
    (void)state;
    cJSON *json = CHECK(LOB_OK, "\"rules\":[" SPACE "," TURNED "],\"limit\":0");
    assert_true(has_note(json, "rule 2 of those checked"));
    cJSON_Delete(json);
    json = CHECK(LOB_OK, "\"rules\":[" INSIDE "],\"limit\":0");
    assert_eq(number_at(json, "violation_count"), 80);
    assert_false(has_note(json, "turned"));
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[400];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"rules\":[" SPACE "," TURNED "],\"summary\":true,"
             "\"box\":{\"left\":0,\"bottom\":-1,\"right\":3,\"top\":20}}",
             field);
    sweep_tool(&t, "check_rules", arguments);
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"rules\":[" SPACE "],\"order\":\"distance\","
             "\"box\":{\"left\":0,\"bottom\":-1,\"right\":3,\"top\":2}}",
             field);
    sweep_tool(&t, "check_rules", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_summary, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_turned, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
