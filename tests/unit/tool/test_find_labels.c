/* find_labels against values worked out by hand on the chip of tool_support.h: LEAF has the text "A" at 5,5 on 2/0; it
 * is turned by 90 degrees at 100,0 and in an array of 2 rows by 3 columns, pitch 50 x 60, in MID, which TOP has
 * mirrored at 1000,2000. OTHER is empty and a top of its own. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *chip, *texts;

/* TOP: "a" on 3/0 at 0,0 and "b" on 3/0 and 4/0; LONE, another top: "a" on 4/0, a text that is no UTF-8, and one that
 * is too long to show. */
static const char *texts_file(const bench *b) {
    char text[301];
    lob_buf out;
    memset(text, 'l', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    gds_begin(&out);
    gds_cell(&out, "TOP");
    gds_text(&out, 3, 0, 0, "a", 1);
    gds_text(&out, 4, 7, 8, "b", 1);
    gds_text(&out, 3, 1, 2, "b", 1);
    gds_cell_end(&out);
    gds_cell(&out, "LONE");
    gds_text(&out, 4, 9, 9, "a", 1);
    gds_text(&out, 4, 9, 9, "z\xff", 2);
    gds_text(&out, 4, 9, 9, text, 300);
    gds_cell_end(&out);
    gds_end(&out);
    return bench_file(b, "texts.gds", &out);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    chip = open_session(&t, chip_file(&t), "TOP");
    texts = open_session(&t, texts_file(&t), "TOP");
    return 0;
}

#define ASK(expected, id, rest, ...)                                                                                   \
    run(&t, expected, "find_labels", "{\"session_id\":\"%s\"" rest "}", id, ##__VA_ARGS__)

static const char *first_note(const cJSON *json) {
    return text_at(json, "notes/0");
}

static void test_places(void **state) {
    (void)state;
    static const double at_um[7][2] = {{1.095, 1.995}, {1.005, 1.995}, {1.005, 1.935}, {1.055, 1.995},
                                       {1.055, 1.935}, {1.105, 1.995}, {1.105, 1.935}};
    cJSON *json = ASK(LOB_OK, chip, "");
    assert_string_equal(text_at(json, "below"), "TOP");
    assert_eq(number_at(json, "match_count"), 7);
    assert_eq(number_at(json, "text_count"), 1);
    assert_eq(count_at(json, "labels"), 1);
    const cJSON *row = at(json, "labels/0");
    assert_string_equal(text_at(row, "text"), "A");
    assert_eq(number_at(row, "layer/layer"), 2);
    assert_eq(number_at(row, "count"), 7);
    assert_eq(count_at(row, "places"), 7);
    for (int i = 0; i < 7; i++) {
        const cJSON *place = cJSON_GetArrayItem(at(row, "places"), i);
        lob_case("place %d", i);
        assert_close(number_at(place, "position_um/x"), at_um[i][0], 1e-9);
        assert_close(number_at(place, "position_um/y"), at_um[i][1], 1e-9);
        assert_string_equal(text_at(place, "cell"), "LEAF");
        assert_int_equal(count_at(place, "instance_path"), 3);
        assert_string_equal(text_at(place, "instance_path/1"), "MID");
        assert_null(find(place, "top"));
    }
    assert_null(find(json, "notes"));
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
    /* One level down there is nothing between; the cell itself is no other. */
    json = ASK(LOB_OK, chip, ",\"below\":\"MID\"");
    assert_eq(number_at(json, "match_count"), 7);
    assert_null(find(json, "labels/0/places/0/instance_path"));
    cJSON_Delete(json);
    json = ASK(LOB_OK, chip, ",\"below\":\"LEAF\"");
    assert_eq(number_at(json, "match_count"), 1);
    assert_close(number_at(json, "labels/0/places/0/position_um/y"), 0.005, 1e-9);
    cJSON_Delete(json);
}

/* The ids are those of query_region, and measure_geometry takes them. */
static void test_ids(void **state) {
    (void)state;
    cJSON *json = ASK(LOB_OK, chip, ",\"limit\":3");
    cJSON *measured = run(&t, LOB_OK, "measure_geometry",
                          "{\"session_id\":\"%s\",\"mode\":\"port_spacing\",\"target_ids\":[\"%s\",\"%s\"]}", chip,
                          text_at(json, "labels/0/places/1/id"), text_at(json, "labels/0/places/2/id"));
    assert_close(number_at(measured, "value_um"), 0.06, 1e-9);
    cJSON_Delete(measured);
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    char cursor[256] = "", id[7][32];
    cJSON *json = ASK(LOB_OK, chip, "");
    for (int i = 0; i < 7; i++) {
        snprintf(id[i], sizeof id[i], "%s", text_at(cJSON_GetArrayItem(at(json, "labels/0/places"), i), "id"));
    }
    cJSON_Delete(json);
    for (int i = 0; i < 7; i += 3) {
        json = i == 0 ? ASK(LOB_OK, chip, ",\"limit\":3") : ASK(LOB_OK, chip, ",\"limit\":3,\"cursor\":\"%s\"", cursor);
        assert_eq(number_at(json, "match_count"), 7);
        assert_eq(number_at(json, "labels/0/count"), 7);
        assert_int_equal(count_at(json, "labels/0/places"), i < 6 ? 3 : 1);
        assert_eq(number_at(json, "truncation/places_dropped"), i < 6 ? 4 - i : 0);
        for (int k = 0; k < count_at(json, "labels/0/places"); k++) {
            assert_string_equal(text_at(cJSON_GetArrayItem(at(json, "labels/0/places"), k), "id"), id[i + k]);
        }
        if (i < 6) {
            snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
        }
        cJSON_Delete(json);
    }
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, chip, ",\"pattern\":\"A*\",\"cursor\":\"%s\"", cursor));
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, chip, ",\"include_places\":false,\"cursor\":\"%s\"", cursor));
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, chip, ",\"cursor\":\"cur_0\""));
}

static void test_rows(void **state) {
    (void)state;
    cJSON *json = ASK(LOB_OK, texts, ",\"include_places\":false,\"limit\":2");
    assert_eq(number_at(json, "match_count"), 3);
    assert_eq(number_at(json, "text_count"), 2);
    assert_int_equal(count_at(json, "labels"), 2);
    assert_string_equal(text_at(json, "labels/0/text"), "a");
    assert_string_equal(text_at(json, "labels/1/text"), "b");
    assert_eq(number_at(json, "labels/1/layer/layer"), 3);
    assert_eq(number_at(json, "truncation/rows_dropped"), 1);
    assert_null(find(json, "labels/0/places"));
    assert_non_null(strstr(first_note(json), "all finds them"));
    char cursor[256];
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    json = ASK(LOB_OK, texts, ",\"include_places\":false,\"limit\":2,\"cursor\":\"%s\"", cursor);
    assert_int_equal(count_at(json, "labels"), 1);
    assert_eq(number_at(json, "labels/0/layer/layer"), 4);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
}

static void test_all(void **state) {
    (void)state;
    cJSON *json = ASK(LOB_OK, texts, ",\"all\":true");
    assert_null(find(json, "below"));
    assert_eq(number_at(json, "match_count"), 6);
    assert_eq(number_at(json, "text_count"), 4);
    assert_string_equal(text_at(json, "labels/0/places/0/top"), "TOP");
    assert_string_equal(text_at(json, "labels/1/places/0/top"), "LONE");
    assert_eq(number_at(json, "labels/4/bytes_cut"), 300 - 256);
    assert_string_equal(text_at(json, "labels/5/raw_hex"), "7aff");
    cJSON_Delete(json);
}

static void test_filters(void **state) {
    (void)state;
    cJSON *json = ASK(LOB_OK, texts, ",\"layers\":[{\"layer\":4,\"datatype\":0}]");
    assert_eq(number_at(json, "match_count"), 1);
    assert_close(number_at(json, "labels/0/places/0/position_um/x"), 0.007, 1e-9);
    cJSON_Delete(json);
    json = ASK(LOB_OK, texts, ",\"pattern\":\"B\",\"ignore_case\":true");
    assert_eq(number_at(json, "match_count"), 2);
    cJSON_Delete(json);
    /* A border is inside. */
    json = ASK(LOB_OK, chip, ",\"box\":{\"left\":1.055,\"bottom\":1.935,\"right\":1.09,\"top\":1.995}");
    assert_eq(number_at(json, "match_count"), 2);
    assert_close(number_at(json, "labels/0/places/1/position_um/y"), 1.935, 1e-9);
    cJSON_Delete(json);
    json = ASK(LOB_OK, chip, ",\"box\":{\"left\":1.0555,\"bottom\":1.9351,\"right\":1.09,\"top\":1.995}");
    assert_non_null(strstr(text_at(json, "notes/1"), "nearest database unit"));
    cJSON_Delete(json);
}

static void test_nothing(void **state) {
    (void)state;
    static const struct {
        const char *rest, *words;
    } cases[] = {
        {",\"box\":{\"left\":5,\"bottom\":5,\"right\":6,\"top\":6}",
         "3 are outside, between (0, 0) and (0.007, 0.008) um"},
        {",\"pattern\":\"b\",\"layers\":[{\"layer\":5,\"datatype\":0}]", NULL},
        {",\"pattern\":\"A\"", "1 would with ignore_case"},
        {",\"pattern\":\"?b\"", "there are 3 other labels"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].rest);
        cJSON *json = ASK(cases[i].words ? LOB_OK : LOB_E_INVALID_LAYER, texts, "%s", cases[i].rest);
        if (cases[i].words) {
            assert_eq(number_at(json, "match_count"), 0);
            assert_int_equal(count_at(json, "labels"), 0);
            assert_non_null(strstr(first_note(json), cases[i].words));
        }
        cJSON_Delete(json);
    }
    cJSON *json = ASK(LOB_OK, chip, ",\"pattern\":\"A\",\"layers\":[{\"layer\":1,\"datatype\":0}]");
    assert_non_null(strstr(first_note(json), "7 on others do"));
    cJSON_Delete(json);
    json = ASK(LOB_OK, chip, ",\"below\":\"OTHER\",\"include_places\":false");
    assert_non_null(strstr(first_note(json), "no labels in or below"));
    assert_non_null(strstr(text_at(json, "notes/1"), "1 more labels match"));
    cJSON_Delete(json);
}

static void test_bad(void **state) {
    (void)state;
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, chip, ",\"pattern\":\"\""));
    cJSON_Delete(ASK(LOB_E_INVALID_TARGET, chip, ",\"below\":\"MID\",\"all\":true"));
    cJSON_Delete(
        ASK(LOB_E_INVALID_TARGET, chip, ",\"all\":true,\"box\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1}"));
    cJSON *json = ASK(LOB_E_INVALID_TARGET, chip, ",\"below\":\"MIT\"");
    assert_string_equal(text_at(json, "details/candidates/0"), "MID");
    cJSON_Delete(json);
    cJSON_Delete(ASK(LOB_E_INVALID_BOX, chip, ",\"box\":{\"left\":0,\"bottom\":0,\"right\":0,\"top\":1}"));
    cJSON_Delete(ASK(LOB_E_QUERY_TOO_LARGE, chip, ",\"limit\":1001"));
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "find_labels", "{\"session_id\":\"ses_0123456789ab\"}"));
}

static void test_memory(void **state) {
    (void)state;
    char arguments[200];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"limit\":3,\"box\":{\"left\":1.055,\"bottom\":1.935,\"right\":1.09,\"top\":2}}",
             chip);
    assert_gt(sweep_tool(&t, "find_labels", arguments), 3);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"all\":true,\"include_places\":false}", texts);
    assert_gt(sweep_tool(&t, "find_labels", arguments), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),  cmocka_unit_test(test_ids), cmocka_unit_test(test_pages),
        cmocka_unit_test(test_rows),    cmocka_unit_test(test_all), cmocka_unit_test(test_filters),
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_bad), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
