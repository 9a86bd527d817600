/* find_coincident on a file drawn here: TOP has PAIR at 10,0 and an array of it that begins there, twice the same box
 * and the same text; PAIR has a box and, as a polygon from another corner, the same again. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *id, *chip;

static const char *twins_file(const bench *b) {
    static const int32_t around[10] = {10, 20, 0, 20, 0, 0, 10, 0, 10, 20};
    lob_buf out;
    gds_begin(&out);
    gds_cell(&out, "PAIR");
    gds_box(&out, 1, 0, 0, 0, 10, 20);
    gds_record(&out, 0x08, 0, NULL, 0);
    gds_int16(&out, 0x0d, 1);
    gds_int16(&out, 0x0e, 0);
    gds_int32s(&out, 0x10, 10, around);
    gds_element_end(&out);
    gds_cell_end(&out);
    gds_cell(&out, "TOP");
    gds_sref(&out, "PAIR", false, false, 10, 0);
    gds_element_end(&out);
    gds_aref(&out, "PAIR", 3, 2, 10, 0, 50, 60);
    gds_element_end(&out);
    gds_sref(&out, "PAIR", true, false, 10, 0); /* mirrored: another thing */
    gds_element_end(&out);
    gds_box(&out, 2, 0, 5, 5, 8, 9);
    gds_box(&out, 2, 0, 5, 5, 8, 9);
    gds_box(&out, 3, 0, 5, 5, 8, 9); /* another layer */
    gds_text(&out, 2, 1, 2, "t", 1);
    gds_text(&out, 2, 1, 2, "t", 1);
    gds_text(&out, 2, 1, 2, "u", 1);
    gds_cell_end(&out);
    gds_end(&out);
    return bench_file(b, "twins.gds", &out);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    id = open_session(&t, twins_file(&t), "TOP");
    chip = open_session(&t, chip_file(&t), "TOP");
    return 0;
}

#define ASK(expected, of, rest, ...)                                                                                   \
    run(&t, expected, "find_coincident", "{\"session_id\":\"%s\"" rest "}", of, ##__VA_ARGS__)

static void test_sets(void **state) {
    (void)state;
    cJSON *json = ASK(LOB_OK, id, "");
    assert_eq(number_at(json, "summary/instance_sets"), 1);
    assert_eq(number_at(json, "summary/shape_sets"), 2);
    assert_eq(number_at(json, "summary/text_sets"), 1);
    assert_int_equal(count_at(json, "sets"), 4);
    assert_string_equal(text_at(json, "sets/0/cell"), "PAIR");
    assert_string_equal(text_at(json, "sets/0/kind"), "box");
    assert_eq(number_at(json, "sets/0/place_count"), 8);
    assert_eq(number_at(json, "sets/0/count"), 2);
    assert_string_equal(text_at(json, "sets/1/kind"), "instance");
    assert_string_equal(text_at(json, "sets/1/child_cell"), "PAIR");
    assert_close(number_at(json, "sets/1/position_um/x"), 0.01, 1e-9);
    assert_eq(number_at(json, "sets/1/place_count"), 1);
    assert_int_equal(count_at(json, "sets/1/ids"), 2);
    assert_eq(number_at(json, "sets/2/layer/layer"), 2);
    assert_close(number_at(json, "sets/2/position_um/y"), 0.005, 1e-9);
    assert_string_equal(text_at(json, "sets/3/text"), "t");
    assert_null(find(json, "notes"));
    cJSON_Delete(json);
}

static void test_narrower(void **state) {
    (void)state;
    char cursor[256];
    cJSON *json = ASK(LOB_OK, id, ",\"kind\":\"instances\"");
    assert_int_equal(count_at(json, "sets"), 1);
    cJSON_Delete(json);
    json = ASK(LOB_OK, id, ",\"kind\":\"shapes\",\"layers\":[{\"layer\":2,\"datatype\":0}]");
    assert_eq(number_at(json, "summary/shape_sets"), 1);
    cJSON_Delete(json);
    json = ASK(LOB_OK, id, ",\"below\":\"PAIR\"");
    assert_int_equal(count_at(json, "sets"), 1);
    assert_eq(number_at(json, "sets/0/place_count"), 1);
    cJSON_Delete(json);
    json = ASK(LOB_OK, id, ",\"limit\":3");
    assert_eq(number_at(json, "truncation/sets_dropped"), 1);
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    json = ASK(LOB_OK, id, ",\"limit\":3,\"cursor\":\"%s\"", cursor);
    assert_int_equal(count_at(json, "sets"), 1);
    assert_string_equal(text_at(json, "sets/0/kind"), "text");
    cJSON_Delete(json);
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, id, ",\"kind\":\"shapes\",\"cursor\":\"%s\"", cursor));
}

/* Two sets do not fit; the pages together are the four. */
static void test_chars(void **state) {
    (void)state;
    char cursor[256] = "";
    int sets = 0, pages = 0;
    do {
        cJSON *json = cursor[0] ? ASK(LOB_OK, id, ",\"max_chars\":1700,\"cursor\":\"%s\"", cursor)
                                : ASK(LOB_OK, id, ",\"max_chars\":1700");
        assert_eq(number_at(json, "truncation/sets_dropped"), 4 - sets - count_at(json, "sets"));
        sets += count_at(json, "sets");
        snprintf(cursor, sizeof cursor, "%s", find(json, "next_cursor") ? text_at(json, "next_cursor") : "");
        cJSON_Delete(json);
        pages++;
    } while (cursor[0]);
    assert_int_equal(sets, 4);
    assert_gt(pages, 1);
}

static void test_nothing_and_bad(void **state) {
    (void)state;
    char arguments[160];
    cJSON *json = ASK(LOB_OK, chip, "");
    assert_int_equal(count_at(json, "sets"), 0);
    assert_non_null(strstr(text_at(json, "notes/0"), "No cell draws anything twice"));
    cJSON_Delete(json);
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, id, ",\"below\":\"NO\""));
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, id, ",\"kind\":\"boxes\""));
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, id, ",\"cursor\":\"cur_0\""));
    cJSON_Delete(ASK(LOB_E_INVALID_LAYER, id, ",\"layers\":[{\"layer\":9,\"datatype\":0}]"));
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"}", id);
    assert_gt(sweep_tool(&t, "find_coincident", arguments), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets), cmocka_unit_test(test_narrower),
                                       cmocka_unit_test(test_chars), cmocka_unit_test(test_nothing_and_bad)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
