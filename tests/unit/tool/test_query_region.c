/* query_region against values worked out by hand. The chip: LEAF has a box 0,0,10,20 on 1/0 and a text A at 5,5 on 2/0.
 * MID has LEAF turned by 90 degrees at 100,0 and a 3 x 2 array of it, pitch 50 x 60. TOP has MID mirrored about x at
 * 1000,2000, with a property, and a path of width 4 from 0,0 to 100,0 on 1/0. */
#include <time.h>

#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tests/support/stride.h"
#include "tool_sweep.h"

#define ALL "\"box\":{\"left\":-1,\"bottom\":-1,\"right\":2,\"top\":3}"

static const char *chip;

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    chip = open_session(&t, chip_file(&t), "TOP");
    return 0;
}

static void assert_summary(const cJSON *json, int shapes, int instances, int texts) {
    assert_eq(number_at(json, "summary/shape_count"), shapes);
    assert_eq(number_at(json, "summary/instance_count"), instances);
    assert_eq(number_at(json, "summary/text_count"), texts);
    assert_null(find(json, "summary/lower_bound"));
}

/* The boxes of LEAF in TOP, in order; the fifth is the turned one. */
static const double leaves[7][4] = {{1000, 1920, 1010, 1940}, {1000, 1980, 1010, 2000}, {1050, 1920, 1060, 1940},
                                    {1050, 1980, 1060, 2000}, {1080, 1990, 1100, 2000}, {1100, 1920, 1110, 1940},
                                    {1100, 1980, 1110, 2000}};

static void test_recursive(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL "}", chip);
    assert_summary(json, 8, 3, 7);
    assert_string_equal(text_at(json, "cell"), "TOP");
    assert_string_equal(text_at(json, "hierarchy_mode"), "recursive");
    assert_string_equal(text_at(json, "match"), "bbox");
    assert_int_equal(count_at(json, "shapes"), 8);
    for (int i = 0; i < 7; i++) {
        const cJSON *shape = cJSON_GetArrayItem(at(json, "shapes"), i);
        assert_box(shape, leaves[i][0], leaves[i][1], leaves[i][2], leaves[i][3]);
        assert_string_equal(text_at(shape, "kind"), "box");
        assert_string_equal(text_at(shape, "cell"), "TOP");
        assert_string_equal(text_at(shape, "leaf_cell"), "LEAF");
        assert_int_equal(count_at(shape, "instance_path"), 3);
        assert_string_equal(text_at(shape, "instance_path/0"), "TOP");
        assert_string_equal(text_at(shape, "instance_path/1"), "MID");
        assert_string_equal(text_at(shape, "instance_path/2"), "LEAF");
        assert_int_equal(count_at(shape, "path_members"), 2);
        assert_eq(number_at(shape, "path_members/0/instance"), 0);
        assert_eq(number_at(shape, "path_members/1/instance"), i == 4 ? 0 : 1);
        assert_eq(number_at(shape, "layer/layer"), 1);
        assert_eq(number_at(shape, "layer/datatype"), 0);
        assert_eq(number_at(shape, "point_count"), 4);
        assert_null(find(shape, "path_width_um"));
        assert_null(find(shape, "points_dbu"));
        assert_null(find(shape, "area_um2"));
    }
    /* a steps from row to row: member 1 is the second row, 2 the second column */
    assert_eq(number_at(json, "shapes/0/path_members/1/member"), 1);
    assert_eq(number_at(json, "shapes/1/path_members/1/member"), 0);
    assert_eq(number_at(json, "shapes/2/path_members/1/member"), 3);
    const cJSON *path = at(json, "shapes/7");
    assert_box(path, 0, -2, 100, 2);
    assert_string_equal(text_at(path, "kind"), "path");
    assert_int_equal(count_at(path, "instance_path"), 1);
    assert_null(find(path, "path_members"));
    assert_eq(number_at(path, "point_count"), 2);
    assert_eq(number_at(path, "path_width_um"), 0.004);
    assert_eq(number_at(path, "path_width_dbu"), 4);
    assert_eq(number_at(path, "path_begin_ext_um"), 0);
    assert_false(true_at(path, "round_ends"));
    assert_eq(number_at(json, "truncation/shapes_dropped"), 0);
    assert_null(find(json, "next_cursor"));
    assert_null(find(json, "notes"));
    cJSON_Delete(json);
}

static void test_instances_and_texts(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL "}", chip);
    const cJSON *turned = at(json, "instances/0"), *array = at(json, "instances/0"), *mid = at(json, "instances/2");
    bool is_first = !true_at(turned, "array/is_array"); /* LEAF twice: by left edge the array comes first */
    assert_false(is_first);
    turned = at(json, "instances/1");
    assert_box(array, 1000, 1920, 1110, 2000);
    assert_string_equal(text_at(array, "name"), "LEAF:1");
    assert_string_equal(text_at(array, "child_cell"), "LEAF");
    assert_eq(number_at(array, "members_in_box"), 6);
    assert_eq(number_at(array, "array/na"), 2);
    assert_eq(number_at(array, "array/nb"), 3);
    assert_eq(number_at(array, "array/a_dbu/x"), 0);
    assert_eq(number_at(array, "array/a_dbu/y"), -60);
    assert_eq(number_at(array, "array/b_dbu/x"), 50);
    assert_eq(number_at(array, "array/b_dbu/y"), 0);
    assert_int_equal(count_at(array, "instance_path"), 2);
    assert_string_equal(text_at(array, "instance_path/1"), "MID");
    assert_eq(number_at(array, "path_members/0/instance"), 0);
    assert_box(turned, 1080, 1990, 1100, 2000);
    assert_eq(number_at(turned, "transform/x_dbu"), 1100);
    assert_eq(number_at(turned, "transform/y_dbu"), 2000);
    assert_eq(number_at(turned, "transform/rotation"), 270);
    assert_true(true_at(turned, "transform/mirror"));
    assert_box(mid, 1000, 1920, 1110, 2000);
    assert_string_equal(text_at(mid, "properties/0/values/0"), "value");
    assert_int_equal(count_at(mid, "instance_path"), 1);
    /* texts by x, then y; all are A on 2/0 */
    static const double at_x[7] = {1005, 1005, 1055, 1055, 1095, 1105, 1105};
    static const double at_y[7] = {1935, 1995, 1935, 1995, 1995, 1935, 1995};
    for (int i = 0; i < 7; i++) {
        const cJSON *text = cJSON_GetArrayItem(at(json, "texts"), i);
        assert_string_equal(text_at(text, "text"), "A");
        assert_eq(number_at(text, "position_dbu/x"), at_x[i]);
        assert_eq(number_at(text, "position_dbu/y"), at_y[i]);
        assert_eq(number_at(text, "layer/layer"), 2);
        assert_string_equal(text_at(text, "leaf_cell"), "LEAF");
    }
    cJSON_Delete(json);
}

static bool has_id(const cJSON *json, const char *list, const char *id) {
    const cJSON *item;
    cJSON_ArrayForEach(item, at(json, list)) {
        if (strcmp(text_at(item, "id"), id) == 0) {
            return true;
        }
    }
    return false;
}

static void test_modes(void **state) {
    (void)state;
    cJSON *deep = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL "}", chip);
    cJSON *top = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL ",\"hierarchy_mode\":\"top\"}", chip);
    cJSON *flat =
        run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL ",\"hierarchy_mode\":\"flattened\"}", chip);
    assert_summary(top, 1, 1, 0);
    assert_string_equal(text_at(top, "shapes/0/kind"), "path");
    assert_string_equal(text_at(top, "instances/0/child_cell"), "MID");
    assert_summary(flat, 8, 0, 7);
    const cJSON *shape;
    cJSON_ArrayForEach(shape, at(flat, "shapes")) { /* the same figures, the same ids, no paths */
        assert_true(has_id(deep, "shapes", text_at(shape, "id")));
        assert_int_equal(count_at(shape, "instance_path"), 1);
        assert_string_equal(text_at(shape, "instance_path/0"), "TOP");
        assert_null(find(shape, "path_members"));
    }
    assert_true(has_id(deep, "shapes", text_at(top, "shapes/0/id")));
    assert_true(has_id(deep, "instances", text_at(top, "instances/0/id")));
    cJSON_Delete(deep);
    cJSON_Delete(top);
    cJSON_Delete(flat);
}

/* More than a border for figures, a border for texts. */
static void test_borders(void **state) {
    (void)state;
    const struct {
        const char *box;
        int shapes, instances, texts, members;
    } cases[] = {
        {"{\"left\":0.9,\"bottom\":1.9,\"right\":1,\"top\":2.1}", 0, 0, 0, 0},
        {"{\"left\":0.9,\"bottom\":1.9,\"right\":1.001,\"top\":2.1}", 2, 2, 0, 2},
        {"{\"left\":0.9,\"bottom\":1.9,\"right\":1.005,\"top\":2.1}", 2, 2, 2, 2},
        {"{\"left\":1.005,\"bottom\":1.995,\"right\":1.006,\"top\":1.996}", 1, 2, 1, 1},
        {"{\"left\":1.02,\"bottom\":1.9,\"right\":1.04,\"top\":2.1}", 0, 1, 0, 0}, /* between the columns */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].box);
        cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\",\"box\":%s}", chip, cases[i].box);
        assert_summary(json, cases[i].shapes, cases[i].instances, cases[i].texts);
        if (cases[i].members) {
            assert_eq(number_at(json, "instances/0/members_in_box"), cases[i].members);
        }
        cJSON_Delete(json);
    }
}

static void test_details(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":0,\"bottom\":-0.001,\"right\":1.005,\"top\":2},"
                      "\"layers\":[{\"layer\":1,\"datatype\":0},{\"layer\":1,\"datatype\":0}],"
                      "\"include_points\":true,\"include_area\":true,\"include_statistics\":true}",
                      chip);
    assert_summary(json, 3, 2, 0);
    assert_eq(number_at(json, "shapes/0/area_um2"), 0.0002);
    assert_eq(number_at(json, "shapes/0/perimeter_um"), 0.06);
    assert_int_equal(count_at(json, "shapes/0/points_dbu"), 4);
    const cJSON *path = at(json, "shapes/2");
    assert_eq(number_at(path, "area_um2"), 0.0004);
    assert_eq(number_at(path, "perimeter_um"), 0.208);
    assert_int_equal(count_at(path, "points_dbu"), 2);
    assert_eq(number_at(path, "points_dbu/0/x"), 0);
    assert_eq(number_at(path, "points_dbu/1/x"), 100);
    /* in the box: two halves of 5 x 20 and 3 of the path's 4 in height */
    assert_int_equal(count_at(json, "statistics"), 1);
    assert_eq(number_at(json, "statistics/0/shape_count"), 3);
    assert_close(number_at(json, "statistics/0/area_um2"), 500e-6, 1e-12);
    assert_close(number_at(json, "statistics/0/density"), 500.0 / (1005.0 * 2001), 1e-12);
    assert_null(find(json, "truncation/points_dropped"));
    cJSON_Delete(json);
}

/* All pages together are the whole, in order, each once. */
static void check_pages(const char *extra, int shapes, int instances, int texts) {
    cJSON *whole = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL "%s}", chip, extra);
    static const char *const lists[3] = {"shapes", "instances", "texts"};
    const int limits[3] = {shapes, instances, texts};
    int given[3] = {0, 0, 0};
    char cursor[600] = "";
    for (int page = 0;; page++) {
        cJSON *json =
            run(&t, LOB_OK, "query_region",
                "{\"session_id\":\"%s\"," ALL "%s,\"max_shapes\":%d,\"max_instances\":%d,\"max_texts\":%d%s%s%s}", chip,
                extra, shapes, instances, texts, cursor[0] ? ",\"cursor\":\"" : "", cursor, cursor[0] ? "\"" : "");
        bool is_more = false;
        assert_true(cJSON_Compare(at(json, "summary"), at(whole, "summary"), true));
        for (int k = 0; k < 3; k++) {
            char dropped[64];
            int total = count_at(whole, lists[k]), here = count_at(json, lists[k]), left = total - given[k];
            assert_int_equal(here, left < limits[k] ? left : limits[k]);
            for (int i = 0; i < here; i++) {
                assert_true(cJSON_Compare(cJSON_GetArrayItem(at(json, lists[k]), i),
                                          cJSON_GetArrayItem(at(whole, lists[k]), given[k] + i), true));
            }
            given[k] += here;
            snprintf(dropped, sizeof dropped, "truncation/%s_dropped", lists[k]);
            assert_eq(number_at(json, dropped), total - given[k]);
            is_more = is_more || (given[k] < total && limits[k] > 0);
        }
        assert_int_equal(find(json, "next_cursor") != NULL, is_more);
        if (is_more) {
            snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
        }
        cJSON_Delete(json);
        if (!is_more) {
            break;
        }
        assert_lt(page, 20);
    }
    cJSON_Delete(whole);
}

static void test_pages(void **state) {
    (void)state;
    check_pages("", 1, 1, 1);
    check_pages("", 3, 2, 5);
    check_pages("", 8, 3, 7);
    check_pages("", 2, 0, 0);
    check_pages("", 0, 0, 0);
    check_pages(",\"hierarchy_mode\":\"flattened\"", 3, 1, 2);
    check_pages(",\"hierarchy_mode\":\"top\"", 1, 1, 1);
    check_pages(",\"match\":\"geometry\"", 3, 1, 4);
    check_pages(",\"include_area\":true,\"include_statistics\":true", 5, 1, 4);
}

/* The label that describe_cell shows is the text that query_region finds in that cell. */
static void test_same_label(void **state) {
    (void)state;
    cJSON *cell = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"LEAF\"}", chip);
    cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL ",\"cell\":\"LEAF\"}", chip);
    assert_string_equal(text_at(cell, "labels/0/id"), text_at(json, "texts/0/id"));
    cJSON_Delete(cell);
    cJSON_Delete(json);
}

/* What an answer named, the session knows. */
static void test_issued(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL "}", chip);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_session *session;
    lob_object object;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_session_find(&ctx, t.sessions, lob_str_from(chip), &session), LOB_OK);
    assert_int_equal(lob_ids_find(&ctx, session->ids, lob_str_from(text_at(json, "shapes/2/id")), &object), LOB_OK);
    assert_int_equal(object.type, LOB_ID_SHAPE);
    assert_int_equal(object.stored.depth, 2);
    assert_eq(object.stored.path[1].inst, 1);
    assert_eq(object.stored.path[1].member, 3);
    assert_string_equal(lob_layout_cell(session->layout, object.stored.leaf)->name.data, "LEAF");
    assert_int_equal(lob_ids_find(&ctx, session->ids, lob_str_from(text_at(json, "instances/2/id")), &object), LOB_OK);
    assert_int_equal(object.type, LOB_ID_INST);
    assert_int_equal(lob_ids_find(&ctx, session->ids, lob_str_from(text_at(json, "texts/6/id")), &object), LOB_OK);
    assert_int_equal(object.type, LOB_ID_TEXT);
    lob_session_drop(session);
    lob_arena_drop(arena);
    cJSON_Delete(json);
}

static void test_nothing(void **state) {
    (void)state;
    const struct {
        const char *box, *cell, *note;
    } cases[] = {
        {"{\"left\":0.2,\"bottom\":0.1,\"right\":0.3,\"top\":0.2}", "TOP",
         "The box contains nothing of the cell. The box of the nearest shape, on layer 1/0, is 0.1 um to the left of "
         "and "
         "0.098 um below it."},
        {"{\"left\":1.02,\"bottom\":1,\"right\":1.03,\"top\":1.1}", "TOP",
         "The box contains nothing of the cell. The box of the nearest shape, on layer 1/0, is 0.01 um to the left of "
         "and "
         "0.82 um above it."},
        {"{\"left\":0.01,\"bottom\":0,\"right\":0.02,\"top\":0.01}", "LEAF",
         "The box contains nothing of the cell, but figures touch its border from outside."},
        {"{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1}", "OTHER", "The box contains nothing of the cell."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].box);
        cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\",\"cell\":\"%s\",\"box\":%s}", chip,
                          cases[i].cell, cases[i].box);
        assert_summary(json, 0, 0, 0);
        assert_string_equal(text_at(json, "notes/0"), cases[i].note);
        cJSON_Delete(json);
    }
}

/* Sides go to the nearest unit, halves away from zero, and that is said. */
static void test_rounding(void **state) {
    (void)state;
    cJSON *json =
        run(&t, LOB_OK, "query_region",
            "{\"session_id\":\"%s\",\"box\":{\"left\":-0.0015,\"bottom\":-0.0014,\"right\":0.0015,\"top\":0.1}}", chip);
    assert_eq(number_at(json, "box_dbu/left"), -2);
    assert_eq(number_at(json, "box_dbu/bottom"), -1);
    assert_eq(number_at(json, "box_dbu/right"), 2);
    assert_eq(number_at(json, "box_um/right"), 0.002);
    assert_non_null(strstr(text_at(json, "notes/0"), "nearest database unit"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "query_region",
               "{\"session_id\":\"%s\",\"box\":{\"left\":-1.003,\"bottom\":-1.007,\"right\":0.3,\"top\":0.7}}", chip);
    assert_null(find(json, "notes")); /* 0.3 / 0.001 is no whole number to a double */
    cJSON_Delete(json);
}

static void refused(lob_status code, const char *reason, const char *arguments) {
    cJSON *json = run(&t, code, "query_region", "{\"session_id\":\"%s\",%s}", chip, arguments);
    assert_ne(text_at(json, "details/hint")[0], '\0');
    if (reason) {
        assert_string_equal(text_at(json, "details/reason"), reason);
    }
    cJSON_Delete(json);
}

static void test_refused(void **state) {
    (void)state;
    refused(LOB_E_INVALID_BOX, NULL, "\"cell\":\"TOP\"");
    refused(LOB_E_INVALID_BOX, NULL, "\"box\":{\"left\":0,\"bottom\":0,\"right\":1}");
    refused(LOB_E_INVALID_BOX, NULL, "\"box\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":\"1\"}");
    refused(LOB_E_INVALID_BOX, "no_area", "\"box\":{\"left\":0,\"bottom\":0,\"right\":0,\"top\":1}");
    refused(LOB_E_INVALID_BOX, "no_area", "\"box\":{\"left\":0,\"bottom\":2,\"right\":1,\"top\":1}");
    refused(LOB_E_INVALID_BOX, "below_dbu", "\"box\":{\"left\":0,\"bottom\":0,\"right\":0.0004,\"top\":1}");
    refused(LOB_E_INVALID_BOX, "below_dbu", "\"box\":{\"left\":0,\"bottom\":0.0016,\"right\":1,\"top\":0.0024}");
    refused(LOB_E_INVALID_BOX, "range", "\"box\":{\"left\":-1e14,\"bottom\":0,\"right\":1,\"top\":1}");
    refused(LOB_E_INVALID_BOX, "range", "\"box\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1e300}");
    refused(LOB_E_INVALID_LAYER, NULL, ALL ",\"layers\":[{\"layer\":1,\"datatype\":1}]");
    refused(LOB_E_INVALID_LAYER, NULL, ALL ",\"layers\":[{\"layer\":-1,\"datatype\":1}]");
    refused(LOB_E_INVALID_TARGET, NULL, ALL ",\"cell\":\"LEAFS\"");
    refused(LOB_E_INVALID_TARGET, NULL, ALL ",\"hierarchy_mode\":\"deep\"");
    refused(LOB_E_INVALID_TARGET, NULL, ALL ",\"match\":\"touching\"");
    refused(LOB_E_INVALID_TARGET, NULL, ALL ",\"depth\":1");
    refused(LOB_E_INVALID_TARGET, NULL, ALL ",\"max_shapes\":-1");
    refused(LOB_E_QUERY_TOO_LARGE, NULL, ALL ",\"max_shapes\":10001");
    refused(LOB_E_QUERY_TOO_LARGE, NULL, ALL ",\"max_instances\":10001");
    refused(LOB_E_QUERY_TOO_LARGE, NULL, ALL ",\"max_texts\":10001");
    refused(LOB_E_INVALID_TARGET, NULL, ALL ",\"cursor\":\"cur_00\"");
    cJSON *json = run(&t, LOB_E_INVALID_LAYER, "query_region",
                      "{\"session_id\":\"%s\"," ALL ",\"layers\":[{\"layer\":3,\"datatype\":0}]}", chip);
    assert_string_equal(text_at(json, "details/candidates/0"), "2/0");
    assert_string_equal(text_at(json, "details/candidates/1"), "1/0");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "query_region", "{\"session_id\":\"%s\"," ALL ",\"cell\":\"LEAFS\"}", chip);
    assert_string_equal(text_at(json, "details/candidates/0"), "LEAF");
    cJSON_Delete(json);
    json = run(&t, LOB_E_SESSION_NOT_FOUND, "query_region", "{\"session_id\":\"ses_000000000000\"," ALL "}");
    cJSON_Delete(json);
}

/* A cursor fits its own question alone. */
static void test_cursor_bound(void **state) {
    (void)state;
    static const char *const others[] = {",\"match\":\"geometry\"", ",\"hierarchy_mode\":\"flattened\"",
                                         ",\"cell\":\"MID\"", ",\"layers\":[{\"layer\":1,\"datatype\":0}]"};
    cJSON *first = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"," ALL ",\"max_shapes\":2}", chip);
    const char *cursor = text_at(first, "next_cursor");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        lob_case("others[%zu]", i);
        cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "query_region",
                         "{\"session_id\":\"%s\"," ALL ",\"max_shapes\":2,\"cursor\":\"%s\"%s}", chip, cursor,
                         others[i]));
    }
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "query_region",
                     "{\"session_id\":\"%s\",\"box\":{\"left\":-1,\"bottom\":-1,\"right\":2,\"top\":2.999},"
                     "\"max_shapes\":2,\"cursor\":\"%s\"}",
                     chip, cursor));
    cJSON_Delete(first);
}

/* Coordinates of a hierarchy go beyond 32 bits, in cursors as well. */
static void test_far(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "FAR");
    gds_sref(&b, "HALF", false, false, 2000000000, -2000000000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "HALF");
    for (int i = 0; i < 3; i++) {
        gds_box(&b, 1, 0, 2000000000 + i, -2000000000, 2000000010 + i, -1999999990);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "far.gds", &b), NULL);
    char cursor[600] = "";
    for (int i = 0; i < 3; i++) {
        cJSON *json = run(&t, LOB_OK, "query_region",
                          "{\"session_id\":\"%s\",\"max_shapes\":1,"
                          "\"box\":{\"left\":3999999,\"bottom\":-4000001,\"right\":4000001,\"top\":-3999999}%s%s%s}",
                          id, i ? ",\"cursor\":\"" : "", cursor, i ? "\"" : "");
        assert_summary(json, 3, 1, 0);
        assert_box(at(json, "shapes/0"), 4e9 + i, -4e9, 4e9 + 10 + i, -4e9 + 10);
        assert_int_equal(find(json, "next_cursor") != NULL, i < 2);
        snprintf(cursor, sizeof cursor, "%s", i < 2 ? text_at(json, "next_cursor") : "");
        cJSON_Delete(json);
    }
    cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id));
}

/* In the box are 5 million arrays and 5 * 10^15 shapes: the shapes are refused before the arrays are gone through. */
static void test_refused_soon(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_aref(&b, "ROW", 32767, 32767, 0, 0, 65534, 65534);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "ROW");
    gds_aref(&b, "ONE", 32767, 32767, 0, 0, 2, 2);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "ONE");
    gds_box(&b, 1, 0, 0, 0, 1, 1);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "nested.gds", &b), NULL);
    const clock_t before = clock();
    cJSON *json = run(&t, LOB_E_QUERY_TOO_LARGE, "query_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":600000,\"bottom\":600000,\"right\":750000,"
                      "\"top\":750000}}",
                      id);
    const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    assert_ne(text_at(json, "details/hint")[0], '\0');
    assert_lt(seconds, stride_pick(1, 30)); /* sanitizers; valgrind; the arrays take 1.5 s without either */
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id));
}

/* Points of the answer are bounded: 3 polygons of 8191 points, the third cut. */
static void test_many_points(void **state) {
    (void)state;
    enum { POINTS = 8000, SHAPES = 3 };
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "P");
    for (int k = 0; k < SHAPES; k++) {
        static uint8_t xy[8 * (POINTS + 1)];
        for (int i = 0; i <= POINTS; i++) { /* a comb without crossings */
            int n = i % POINTS;
            int32_t p[2] = {n < POINTS / 2 ? n : POINTS - n, n < POINTS / 2 ? 100 * k + n % 2 : 100 * k + 50 + n % 2};
            for (int c = 0; c < 2; c++) {
                for (int byte = 0; byte < 4; byte++) {
                    xy[8 * i + 4 * c + byte] = (uint8_t)((uint32_t)p[c] >> (24 - 8 * byte));
                }
            }
        }
        gds_record(&b, 0x08, 0, NULL, 0);
        gds_int16(&b, 0x0d, 1);
        gds_int16(&b, 0x0e, 0);
        gds_record(&b, 0x10, 3, xy, 32000);
        gds_record(&b, 0x10, 3, xy + 32000, sizeof xy - 32000);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "points.gds", &b), NULL);
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"include_points\":true,"
                      "\"box\":{\"left\":-1,\"bottom\":-1,\"right\":10,\"top\":10}}",
                      id);
    assert_int_equal(count_at(json, "shapes"), SHAPES);
    assert_int_equal(count_at(json, "shapes/0/points_dbu"), POINTS);
    assert_int_equal(count_at(json, "shapes/2/points_dbu"), LOB_LIMIT_POINTS_IN_ANSWER - 2 * POINTS);
    assert_eq(number_at(json, "shapes/2/points_dropped"), 3 * POINTS - LOB_LIMIT_POINTS_IN_ANSWER);
    assert_eq(number_at(json, "truncation/points_dropped"), 3 * POINTS - LOB_LIMIT_POINTS_IN_ANSWER);
    assert_null(find(json, "shapes/1/points_dropped"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id));
}

/* The heaviest page stays within a message, and paging through it misses nothing. */
static void test_heavy_page(void **state) {
    (void)state;
    const int count = (int)stride_pick(10000, 4600);
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "H");
    for (int i = 0; i < count; i++) {
        gds_path(&b, 1, 4, -1000000000 + i, -1000000000, -1999999999, -1999999999 + i);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "heavy.gds", &b), NULL);
    char cursor[600] = "";
    int given = 0, pages = 0;
    do {
        cJSON *json =
            run(&t, LOB_OK, "query_region",
                "{\"session_id\":\"%s\",\"max_shapes\":10000,\"include_area\":%s,"
                "\"box\":{\"left\":-2100000,\"bottom\":-2100000,\"right\":10,\"top\":10}%s%s%s}",
                id, pages ? "false" : "true", cursor[0] ? ",\"cursor\":\"" : "", cursor, cursor[0] ? "\"" : "");
        given += count_at(json, "shapes");
        assert_eq(number_at(json, "truncation/shapes_dropped"), count - given);
        if (given != count) {
            assert_gt(count_at(json, "shapes"), 4000);
        }
        snprintf(cursor, sizeof cursor, "%s", find(json, "next_cursor") ? text_at(json, "next_cursor") : "");
        cJSON_Delete(json);
        pages++;
    } while (cursor[0] && pages < 10);
    assert_int_equal(given, count);
    assert_gt(pages, 1);
    cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id));
}

/* One call whose nth allocation fails; whether the failure was met. */
static bool ask_failing(const char *arguments, uint64_t nth, int persistent) {
    lob_json_fault fault;
    cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_buf out;
    lob_ctx_init(&ctx, arena);
    lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_alloc_fail_at(nth, persistent);
    lob_status status = lob_tool_run(&call, lob_tool_find(LOB_STR("query_region"), LOB_TOOLSET_FULL), json, &out);
    bool met = lob_alloc_count() >= nth;
    lob_alloc_fail_at(0, 0);
    assert_int_equal(status, met ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
    if (met) {
        assert_true(says_memory(&ctx.error));
    }
    lob_buf_release(&out);
    lob_arena_drop(arena);
    cJSON_Delete(json);
    return met;
}

static void sweep(const char *arguments) {
    assert_false(ask_failing(arguments, 1000000, 0)); /* ids and trees are there from now on */
    for (int persistent = 0; persistent < 2; persistent++) {
        uint64_t live = lob_alloc_live();
        for (uint64_t nth = 1; ask_failing(arguments, nth, persistent);
             nth = persistent ? sweep_next((unsigned)nth, true) : nth + 1) {
            assert_int_equal(lob_alloc_live(), live);
        }
    }
}

static void test_no_memory(void **state) {
    (void)state;
    char arguments[512];
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\"," ALL ",\"max_shapes\":3,\"match\":\"geometry\",\"include_points\":true,"
             "\"include_area\":true,\"include_statistics\":true,\"layers\":[{\"layer\":1,\"datatype\":0}]}",
             chip);
    sweep(arguments);
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"box\":{\"left\":0.2,\"bottom\":0.1,\"right\":0.3,\"top\":0.2}}", chip);
    sweep(arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_recursive),   cmocka_unit_test(test_instances_and_texts),
                                       cmocka_unit_test(test_modes),       cmocka_unit_test(test_borders),
                                       cmocka_unit_test(test_details),     cmocka_unit_test(test_pages),
                                       cmocka_unit_test(test_same_label),  cmocka_unit_test(test_issued),
                                       cmocka_unit_test(test_nothing),     cmocka_unit_test(test_rounding),
                                       cmocka_unit_test(test_refused),     cmocka_unit_test(test_cursor_bound),
                                       cmocka_unit_test(test_far),         cmocka_unit_test(test_many_points),
                                       cmocka_unit_test(test_heavy_page),  cmocka_unit_test(test_no_memory),
                                       cmocka_unit_test(test_refused_soon)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
