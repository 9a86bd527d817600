/* find_cells against values worked out by hand on the chip of tool_support.h: LEAF (box 0,0,10,20 and a text) is turned
 * by 90 degrees at 100,0 and in an array of 2 rows by 3 columns, pitch 50 x 60, in MID, which TOP has mirrored at
 * 1000,2000. OTHER is empty and a top of its own. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *chip;

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    chip = open_session(&t, chip_file(&t), "TOP");
    return 0;
}

#define FIND(expected, rest, ...)                                                                                      \
    run(&t, expected, "find_cells", "{\"session_id\":\"%s\"," rest "}", chip, ##__VA_ARGS__)

static void test_name(void **state) {
    (void)state;
    cJSON *json = FIND(LOB_OK, "\"name\":\"LEAF\",\"max_places\":10");
    const cJSON *leaf = at(json, "cells/0");
    assert_string_equal(text_at(json, "below"), "TOP");
    assert_eq(number_at(json, "match_count"), 1);
    assert_eq(count_at(json, "cells"), 1);
    assert_string_equal(text_at(leaf, "name"), "LEAF");
    assert_false(true_at(leaf, "is_top"));
    assert_box(leaf, 0, 0, 10, 20);
    assert_eq(number_at(leaf, "shape_count"), 2);
    assert_eq(number_at(leaf, "text_count"), 1);
    assert_eq(number_at(leaf, "expanded_shape_count"), 2);
    assert_eq(number_at(leaf, "parent_count"), 1);
    assert_eq(number_at(leaf, "instance_count"), 2);
    assert_eq(number_at(leaf, "member_count"), 7);
    assert_eq(number_at(leaf, "place_count"), 7);
    assert_eq(count_at(leaf, "places"), 7);
    assert_eq(number_at(leaf, "places_dropped"), 0);
    static const double boxes[7][4] = {{1000, 1920, 1010, 1940}, {1000, 1980, 1010, 2000}, {1050, 1920, 1060, 1940},
                                       {1050, 1980, 1060, 2000}, {1080, 1990, 1100, 2000}, {1100, 1920, 1110, 1940},
                                       {1100, 1980, 1110, 2000}};
    static const int members[7] = {1, 0, 3, 2, 0, 5, 4}; /* rows first */
    for (int i = 0; i < 7; i++) {
        const cJSON *place = cJSON_GetArrayItem(at(leaf, "places"), i);
        assert_box(place, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3]);
        assert_int_equal(count_at(place, "instance_path"), 2);
        assert_string_equal(text_at(place, "instance_path/0"), "TOP");
        assert_string_equal(text_at(place, "instance_path/1"), "MID");
        assert_int_equal(count_at(place, "path_members"), 2);
        assert_eq(number_at(place, "path_members/1/instance"), i == 4 ? 0 : 1);
        assert_eq(number_at(place, "path_members/1/member"), members[i]);
    }
    /* Mirrored about x the quarter turn becomes three: as query_region has it. */
    assert_eq(number_at(leaf, "places/4/transform/x_dbu"), 1100);
    assert_eq(number_at(leaf, "places/4/transform/y_dbu"), 2000);
    assert_eq(number_at(leaf, "places/4/transform/rotation"), 270);
    assert_true(true_at(leaf, "places/4/transform/mirror"));
    assert_close(number_at(leaf, "places/0/transform/y_um"), 1.94, 1e-9);
    cJSON_Delete(json);
}

static void test_limits_of_places(void **state) {
    (void)state;
    cJSON *json = FIND(LOB_OK, "\"name\":\"LEAF\"");
    assert_eq(count_at(json, "cells/0/places"), 3);
    assert_eq(number_at(json, "cells/0/places_dropped"), 4);
    assert_box(at(json, "cells/0/places/2"), 1050, 1920, 1060, 1940);
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"name\":\"LEAF\",\"max_places\":0");
    assert_eq(count_at(json, "cells/0/places"), 0);
    assert_eq(number_at(json, "cells/0/places_dropped"), 7);
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"name\":\"LEAF\",\"include_places\":false");
    assert_null(find(json, "cells/0/places"));
    assert_eq(number_at(json, "cells/0/place_count"), 7);
    cJSON_Delete(json);
}

static void assert_names(const cJSON *json, int count, const char *const *names) {
    assert_int_equal(count_at(json, "cells"), count);
    for (int i = 0; i < count; i++) {
        assert_string_equal(text_at(cJSON_GetArrayItem(at(json, "cells"), i), "name"), names[i]);
    }
}

static void test_patterns(void **state) {
    (void)state;
    static const char *const all[4] = {"LEAF", "MID", "OTHER", "TOP"};
    static const char *const below[3] = {"LEAF", "MID", "TOP"};
    cJSON *json = FIND(LOB_OK, "\"pattern\":\"*\",\"all\":true");
    assert_names(json, 4, all);
    assert_null(find(json, "below"));
    assert_null(find(json, "notes"));
    assert_true(true_at(json, "cells/2/is_top"));
    assert_true(true_at(json, "cells/2/bbox_empty"));
    assert_eq(count_at(json, "cells/3/places"), 0);
    assert_eq(number_at(json, "cells/3/place_count"), 0);
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"pattern\":\"*\"");
    assert_names(json, 3, below);
    assert_int_equal(count_at(json, "notes"), 1); /* OTHER is elsewhere */
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"pattern\":\"?i?\",\"ignore_case\":true");
    assert_names(json, 1, &all[1]);
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"pattern\":\"LE*\",\"below\":\"MID\"");
    assert_names(json, 1, all);
    assert_string_equal(text_at(json, "below"), "MID");
    assert_int_equal(count_at(json, "cells/0/places/0/instance_path"), 1);
    assert_box(at(json, "cells/0/places/0"), 0, 0, 10, 20);
    cJSON_Delete(json);
}

static void test_nothing(void **state) {
    (void)state;
    cJSON *json = FIND(LOB_OK, "\"name\":\"LEEF\"");
    assert_eq(number_at(json, "match_count"), 0);
    assert_eq(count_at(json, "cells"), 0);
    assert_string_equal(text_at(json, "candidates/0"), "LEAF");
    assert_int_equal(count_at(json, "notes"), 1);
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"pattern\":\"*OTHR?\"");
    assert_string_equal(text_at(json, "candidates/0"), "OTHER");
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"pattern\":\"l?af\"");
    assert_eq(number_at(json, "match_count"), 0);
    assert_string_equal(text_at(json, "notes/0"), "No cell matches; 1 would with ignore_case.");
    assert_null(find(json, "candidates"));
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"pattern\":\"l?af\",\"ignore_case\":true");
    assert_eq(number_at(json, "match_count"), 1);
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"name\":\"a name that is like none at all\"");
    assert_null(find(json, "candidates"));
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"name\":\"OTHER\""); /* there, but not below TOP */
    assert_eq(number_at(json, "match_count"), 0);
    assert_null(find(json, "candidates"));
    assert_non_null(strstr(text_at(json, "notes/0"), "all finds them"));
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    static const char *const all[4] = {"LEAF", "MID", "OTHER", "TOP"};
    char cursor[256];
    cJSON *json = FIND(LOB_OK, "\"pattern\":\"*\",\"all\":true,\"limit\":3");
    assert_names(json, 3, all);
    assert_eq(number_at(json, "truncation/cells_dropped"), 1);
    assert_eq(number_at(json, "match_count"), 4);
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"pattern\":\"*\",\"all\":true,\"limit\":3,\"cursor\":\"%s\"", cursor);
    assert_names(json, 1, &all[3]);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"*E*\",\"all\":true,\"cursor\":\"%s\"", cursor));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"*\",\"cursor\":\"%s\"", cursor));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"*\",\"all\":true,\"cursor\":\"cur_0\""));
}

static void test_bad(void **state) {
    (void)state;
    char pattern[300];
    memset(pattern, '*', 257);
    pattern[257] = '\0';
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"limit\":1"));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"name\":\"A\",\"pattern\":\"A\""));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"\""));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"name\":\"\""));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"%s\"", pattern));
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"*\",\"below\":\"MID\",\"all\":true"));
    cJSON *json = FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"*\",\"below\":\"MIT\"");
    assert_string_equal(text_at(json, "details/candidates/0"), "MID");
    cJSON_Delete(json);
    cJSON_Delete(FIND(LOB_E_INVALID_TARGET, "\"pattern\":\"*\",\"limit\":0"));
    cJSON_Delete(FIND(LOB_E_QUERY_TOO_LARGE, "\"pattern\":\"*\",\"limit\":501"));
    cJSON_Delete(FIND(LOB_E_QUERY_TOO_LARGE, "\"pattern\":\"*\",\"max_places\":1001"));
    cJSON_Delete(
        run(&t, LOB_E_SESSION_NOT_FOUND, "find_cells", "{\"session_id\":\"ses_0123456789ab\",\"name\":\"A\"}"));
}

/* The array of LEAF, mirrored with MID, and the one that is turned: 3 columns, 2 rows, and one other place. */
static void test_sets(void **state) {
    (void)state;
    cJSON *json = FIND(LOB_OK, "\"name\":\"LEAF\"");
    const cJSON *cell = at(json, "cells/0");
    assert_int_equal(count_at(cell, "regular_sets"), 1);
    const cJSON *set = at(cell, "regular_sets/0");
    assert_close(number_at(set, "origin_um/x"), 1, 1e-9);
    assert_close(number_at(set, "origin_um/y"), 1.94, 1e-9);
    assert_eq(number_at(set, "columns"), 3);
    assert_eq(number_at(set, "rows"), 2);
    assert_close(number_at(set, "column_pitch_um/x"), 0.05, 1e-9);
    assert_eq(number_at(set, "column_pitch_um/y"), 0);
    assert_close(number_at(set, "row_pitch_um/y"), 0.06, 1e-9);
    assert_eq(number_at(set, "place_count"), 6);
    assert_eq(number_at(set, "hole_count"), 0);
    assert_true(true_at(set, "mirror"));
    assert_eq(number_at(cell, "irregular_count"), 1);
    assert_close(number_at(cell, "irregular_um/0/x"), 1.1, 1e-9);
    assert_close(number_at(cell, "irregular_um/0/y"), 2, 1e-9);
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"name\":\"LEAF\",\"include_places\":false");
    assert_null(find(json, "cells/0/regular_sets"));
    cJSON_Delete(json);
    json = FIND(LOB_OK, "\"name\":\"MID\""); /* one place is no set */
    assert_null(find(json, "cells/0/regular_sets"));
    cJSON_Delete(json);
}

/* Names that are no UTF-8 or speak to the reader come escaped, and are found as shown. */
static void test_odd_names(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, "A\xff", false, false, 5, 7);
    gds_element_end(&b);
    gds_sref(&b, "GONE", false, false, -3, 4);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell_bytes(&b, "A\xff", 2);
    gds_box(&b, 1, 0, 0, 0, 10, 20);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "odd.gds", &b), NULL);
    cJSON *json = run(&t, LOB_OK, "find_cells", "{\"session_id\":\"%s\",\"name\":\"A\xef\xbf\xbd\"}", id);
    assert_string_equal(text_at(json, "cells/0/raw_hex"), "41ff");
    assert_box(at(json, "cells/0/places/0"), 5, 7, 15, 27);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "find_cells", "{\"session_id\":\"%s\",\"pattern\":\"A?\"}", id);
    assert_eq(number_at(json, "match_count"), 1);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "find_cells", "{\"session_id\":\"%s\",\"pattern\":\"G*\"}", id);
    assert_true(true_at(json, "cells/0/is_ghost"));
    assert_true(true_at(json, "cells/0/bbox_empty"));
    assert_box(at(json, "cells/0/places/0"), -3, 4, -3, 4); /* its origin */
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[128];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"pattern\":\"*\",\"limit\":2}", chip);
    assert_gt(sweep_tool(&t, "find_cells", arguments), 3);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"name\":\"LEEF\"}", chip);
    assert_gt(sweep_tool(&t, "find_cells", arguments), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_name),     cmocka_unit_test(test_limits_of_places),
        cmocka_unit_test(test_patterns), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_pages),    cmocka_unit_test(test_bad),
        cmocka_unit_test(test_sets),     cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
