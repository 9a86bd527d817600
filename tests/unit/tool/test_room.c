/* Room on a page, and what lean answers leave out. Pages of few characters are put together and compared with one page
 * that has all: each item once, in the same order. Lengths are counted from what was written. */
#include <limits.h>
#include <stdlib.h>

#include "bench_rig.h"
#include "tool/room.h"

static void test_weight(void **state) {
    (void)state;
    size_t left = 10;
    assert_true(lob_room_take(&left, 6, true));
    assert_false(lob_room_take(&left, 5, false));
    assert_eq(left, 0);
    assert_true(lob_room_take(&left, 5, true)); /* the first always fits */
}

static void test_unbounded(void **state) {
    (void)state;
    const lob_call call = {.chars_max = 0};
    const lob_list_layers_response response = {.dbu = 1};
    lob_room room = lob_room_open(&call, &lob_list_layers_response_table, &response);
    assert_true(lob_room_take_chars(&room, 100000, 10, false));
    assert_eq(room.chars, SIZE_MAX);
    lob_room other = lob_room_split(&room, 3, 4);
    assert_eq(other.chars, SIZE_MAX);
    assert_true(lob_room_fits(&room, "layers", &(lob_list_layers_response_layers_item){.layer = 1}, 10, false));
    lob_room_join(&room, &other);
    assert_eq(room.weight, LOB_LIMIT_PAGE_WEIGHT - 20);
}

static void test_bounded(void **state) {
    (void)state;
    const lob_call call = {.chars_max = 2000};
    const lob_list_layers_response response = {.dbu = 1};
    const lob_list_layers_response_layers_item item = {.layer = 1};
    lob_room room = lob_room_open(&call, &lob_list_layers_response_table, &response);
    assert_lt(room.chars, 1100);
    const size_t before = room.chars;
    assert_true(lob_room_fits(&room, "layers", &item, 10, false));
    const size_t one = before - room.chars;
    assert_gt(one, 100);
    const lob_room other = lob_room_split(&room, 1, 2);
    assert_le(room.chars, before / 2);
    lob_room_join(&room, &other);
    unsigned count = 1;
    while (lob_room_fits(&room, "layers", &item, 10, false)) {
        count++;
    }
    assert_eq(count, before / one);
    assert_true(lob_room_fits(&room, "layers", &item, 10, true));
    /* Nothing is left when the head alone is longer. */
    const lob_call small = {.chars_max = 100};
    assert_eq(lob_room_open(&small, &lob_list_layers_response_table, &response).chars, 0);
}

static void test_lists(void **state) {
    (void)state;
    assert_non_null(lob_wire_items(&lob_list_layers_response_table, "layers"));
    assert_non_null(lob_wire_items(&lob_diff_layouts_response_table, "xor.polygons"));
    assert_non_null(lob_wire_items(&lob_find_labels_response_table, "labels.places"));
    assert_null(lob_wire_items(&lob_describe_cell_response_table, "labels.text"));
    assert_null(lob_wire_items(&lob_find_labels_response_table, "labels.places.instance_path.x"));
    assert_null(lob_wire_items(&lob_list_layers_response_table, "layer"));
    assert_null(lob_wire_items(&lob_list_layers_response_table, "dbu"));
    assert_null(lob_wire_items(&lob_list_layers_response_table, "dbu.x"));
    /* An item larger than the measure has room for counts as what the caller says. */
    static char name[LOB_WIRE_SIZE_MAX + 1];
    memset(name, 'a', sizeof name);
    const lob_wire_field *as = lob_wire_items(&lob_list_layers_response_table, "layers");
    const lob_list_layers_response_layers_item item = {.name = {name, sizeof name}};
    assert_eq(lob_wire_size(as, &item, true, 77), 77);
}

/* ---- pages ---- */

static const char *open_fixture(const char *name) {
    char relative[256], path[PATH_MAX];
    snprintf(relative, sizeof relative, "fixtures/%s", name);
    assert_non_null(realpath(relative, path));
    return open_session(&t, path, NULL);
}

/* Adds the items of an answer's list to `all`. */
static void collect(cJSON *all, const cJSON *answer, const char *list) {
    const cJSON *item;
    cJSON_ArrayForEach(item, at(answer, list)) {
        cJSON_AddItemToArray(all, cJSON_Duplicate(item, true));
    }
}

static void assert_same_list(const cJSON *a, const cJSON *b) {
    char *x = cJSON_PrintUnformatted(a), *y = cJSON_PrintUnformatted(b);
    assert_string_equal(x, y);
    cJSON_free(x);
    cJSON_free(y);
}

/* `lists`: up to three names, behind them NULL. "detail" is for tools that have it. */
static unsigned assert_pages(const char *tool, const char *arguments, const char *const *lists) {
    const bool has_detail = strstr(lob_tool_find(lob_str_from(tool), LOB_TOOLSET_FULL)->input_schema, "\"detail\":");
    const char *lean = has_detail ? ",\"detail\":\"lean\"" : "";
    char cursor[1024] = "";
    unsigned pages = 0;
    cJSON *all[3] = {cJSON_CreateArray(), cJSON_CreateArray(), cJSON_CreateArray()};
    do {
        cJSON *page = run(&t, LOB_OK, tool, "{%s%s,\"max_chars\":2500%s}", arguments, lean, cursor);
        char *text = cJSON_PrintUnformatted(page);
        unsigned items = 0;
        for (int i = 0; lists[i]; i++) {
            items += (unsigned)count_at(page, lists[i]);
            collect(all[i], page, lists[i]);
        }
        if (strlen(text) > 2500) {
            assert_le(items, 3);
        }
        cJSON_free(text);
        const cJSON *next = find(page, "next_cursor");
        assert_lt(snprintf(cursor, sizeof cursor, ",\"cursor\":\"%s\"", next ? next->valuestring : ""),
                  (int)sizeof cursor);
        if (!next) {
            cursor[0] = '\0';
        }
        cJSON_Delete(page);
        assert_lt(++pages, 500);
    } while (cursor[0]);
    cJSON *whole = run(&t, LOB_OK, tool, "{%s%s,\"max_chars\":3500000}", arguments, lean);
    assert_null(find(whole, "next_cursor"));
    for (int i = 0; lists[i]; i++) {
        assert_same_list(all[i], at(whole, lists[i]));
    }
    for (int i = 0; i < 3; i++) {
        cJSON_Delete(all[i]);
    }
    cJSON_Delete(whole);
    return pages;
}

static void test_pages_are_the_whole(void **state) {
    (void)state;
    char id[64], text[512];
    snprintf(id, sizeof id, "\"session_id\":\"%s\"", open_fixture("orientations.gds"));
    assert_gt(assert_pages("list_cells", id, (const char *const[]){"cells", NULL}), 0);
    snprintf(text, sizeof text, "%s,\"pattern\":\"*\",\"max_places\":2,\"limit\":100", id);
    assert_gt(assert_pages("find_cells", text, (const char *const[]){"cells", NULL}), 1);
    snprintf(text, sizeof text, "%s,\"depth\":3", id);
    assert_gt(assert_pages("describe_cell", text, (const char *const[]){"instances", "labels", NULL}), 1);
    snprintf(text, sizeof text,
             "%s,\"box\":{\"left\":-300,\"bottom\":-300,\"right\":300,\"top\":300},\"include_points\":true", id);
    assert_gt(assert_pages("query_region", text, (const char *const[]){"shapes", "instances", "texts", NULL}), 1);
    snprintf(id, sizeof id, "\"session_id\":\"%s\"", open_fixture("texts.gds"));
    assert_gt(assert_pages("list_layers", id, (const char *const[]){"layers", NULL}), 0);
    snprintf(text, sizeof text, "%s,\"max_labels\":1000", id);
    assert_gt(assert_pages("describe_cell", text, (const char *const[]){"instances", "labels", NULL}), 0);
    snprintf(text, sizeof text, "%s,\"limit\":200,\"include_places\":false", id);
    assert_gt(assert_pages("find_labels", text, (const char *const[]){"labels", NULL}), 0);
    snprintf(id, sizeof id, "\"session_id\":\"%s\",\"limit\":100", open_fixture("pins_siepic.gds"));
    assert_gt(assert_pages("list_ports", id, (const char *const[]){"ports", NULL}), 0);
    snprintf(text, sizeof text, "%s,\"include_connected\":true", id);
    assert_gt(assert_pages("check_connectivity", text, (const char *const[]){"findings", NULL}), 0);
    snprintf(id, sizeof id, "\"session_id\":\"%s\",\"limit\":500", open_fixture("drc_known.gds"));
    snprintf(text, sizeof text,
             "%s,\"rules\":[{\"id\":\"s\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":3},"
             "{\"id\":\"w\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":3}]",
             id);
    assert_gt(assert_pages("check_rules", text, (const char *const[]){"violations", NULL}), 1);
}

/* The values of a member of all items of a list's list, one after the other: what pages of rows and places share. */
static void join_values(char *out, size_t size, const cJSON *answer, const char *list, const char *inner,
                        const char *member) {
    const cJSON *item, *part;
    cJSON_ArrayForEach(item, at(answer, list)) {
        cJSON_ArrayForEach(part, at(item, inner)) {
            char *text = cJSON_PrintUnformatted(find(part, member));
            const size_t used = strlen(out);
            assert_lt(snprintf(out + used, size - used, "%s ", text), (int)(size - used));
            cJSON_free(text);
        }
    }
}

/* Rows come again on each page that has places of theirs, and layers on each that has intervals: these are compared. */
static void test_nested_pages(void **state) {
    (void)state;
    static const struct {
        const char *fixture, *tool, *more, *list, *inner, *member;
        unsigned pages; /* more than */
    } cases[] = {
        {"photonic_crystal.gds", "cut_profile", "\"from\":{\"x\":-2,\"y\":0},\"to\":{\"x\":36,\"y\":0},\"limit\":500",
         "layers", "intervals", "start_um", 3},
        {"reticle.gds", "cut_profile", "\"from\":{\"x\":-1000,\"y\":10},\"to\":{\"x\":9000,\"y\":10},\"limit\":500",
         "layers", "intervals", "start_um", 0},
        {"pins_siepic.gds", "find_labels", "\"limit\":200", "labels", "places", "position_um", 1},
        {"texts.gds", "find_labels", "\"limit\":100", "labels", "places", "id", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static char all[100000], whole[100000];
        char cursor[128] = "";
        unsigned pages = 0;
        const char *id = open_fixture(cases[i].fixture);
        lob_case("%s %s", cases[i].fixture, cases[i].tool);
        all[0] = whole[0] = '\0';
        do {
            cJSON *page = run(&t, LOB_OK, cases[i].tool, "{\"session_id\":\"%s\",%s,\"max_chars\":2000%s}", id,
                              cases[i].more, cursor);
            char *text = cJSON_PrintUnformatted(page);
            assert_le(strlen(text), 2000);
            cJSON_free(text);
            join_values(all, sizeof all, page, cases[i].list, cases[i].inner, cases[i].member);
            const cJSON *next = find(page, "next_cursor");
            snprintf(cursor, sizeof cursor, next ? ",\"cursor\":\"%s\"" : "%s", next ? next->valuestring : "");
            cJSON_Delete(page);
            assert_lt(++pages, 100);
        } while (cursor[0]);
        assert_gt(pages, cases[i].pages);
        cJSON *one = run(&t, LOB_OK, cases[i].tool, "{\"session_id\":\"%s\",%s}", id, cases[i].more);
        join_values(whole, sizeof whole, one, cases[i].list, cases[i].inner, cases[i].member);
        assert_null(find(one, "next_cursor"));
        assert_string_equal(all, whole);
        cJSON_Delete(one);
    }
}

/* ---- lean answers ---- */

static void test_lean(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *lean = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"detail\":\"lean\",\"max_chars\":8000,"
                      "\"box\":{\"left\":-9,\"bottom\":-9,\"right\":9,\"top\":9}}",
                      id);
    assert_null(find(lean, "shapes/0/bbox_dbu"));
    assert_null(find(lean, "shapes/0/leaf_cell"));
    assert_null(find(lean, "shapes/0/path_members"));
    assert_string_equal(text_at(lean, "shapes/0/cell"), "TOP");
    assert_string_equal(text_at(lean, "shapes/0/instance_path/2"), "LEAF");
    const cJSON *item;
    cJSON_ArrayForEach(item, at(lean, "instances")) {
        assert_eq(find(item, "array/na") != NULL, true_at(item, "array/is_array"));
        assert_null(find(item, "array/a_dbu"));
        assert_null(find(item, "transform/x_dbu"));
    }
    assert_null(find(lean, "texts/0/cell"));
    cJSON_Delete(lean);
    cJSON *flat = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"detail\":\"lean\",\"hierarchy_mode\":\"flattened\","
                      "\"box\":{\"left\":-9,\"bottom\":-9,\"right\":9,\"top\":9}}",
                      id);
    assert_string_equal(text_at(flat, "shapes/0/leaf_cell"), "LEAF"); /* the path does not say it */
    assert_null(find(flat, "texts/0/instance_path"));
    cJSON_Delete(flat);
    cJSON *opened = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"detail\":\"lean\"}", chip_file(&t));
    assert_null(find(opened, "content_hash"));
    assert_null(find(opened, "source/size_bytes"));
    assert_non_null(find(opened, "bbox_dbu")); /* of the contract */
    assert_non_null(find(opened, "source/sha256"));
    cJSON_Delete(opened);
}

/* With layers, instances are counted alone; include_instances says otherwise, either way. */
static void test_instances(void **state) {
    (void)state;
    static const struct {
        const char *more;
        bool listed;
    } cases[] = {{"", true},
                 {",\"layers\":[{\"layer\":1,\"datatype\":0}]", false},
                 {",\"layers\":[{\"layer\":1,\"datatype\":0}],\"include_instances\":true", true},
                 {",\"include_instances\":false", false}};
    const char *id = open_session(&t, chip_file(&t), "TOP");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].more);
        cJSON *json = run(&t, LOB_OK, "query_region",
                          "{\"session_id\":\"%s\",\"box\":{\"left\":-9,\"bottom\":-9,\"right\":9,\"top\":9}%s}", id,
                          cases[i].more);
        const int count = (int)number_at(json, "summary/instance_count");
        assert_gt(count, 1);
        assert_eq(count_at(json, "instances"), cases[i].listed ? count : 0);
        assert_eq(number_at(json, "truncation/instances_dropped"), cases[i].listed ? 0 : count);
        assert_null(find(json, "next_cursor"));
        assert_eq(find(json, "notes") != NULL, i == 1);
        cJSON_Delete(json);
    }
}

/* TOP has no text; LEAF has one and is placed seven times. */
static void test_describe(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *top = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_eq(number_at(top, "summary/labels_below"), 7);
    cJSON_Delete(top);
    cJSON *leaf = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"LEAF\"}", id);
    assert_null(find(leaf, "summary/labels_below"));
    cJSON_Delete(leaf);
    id = open_fixture("pins_siepic.gds");
    cJSON *with = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"wg\"}", id);
    assert_gt(count_at(with, "ports"), 0);
    cJSON_Delete(with);
    cJSON *without =
        run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"wg\",\"include_ports\":false}", id);
    assert_null(find(without, "ports"));
    cJSON_Delete(without);
}

/* Layers that hold texts alone have statistics too. */
static void test_statistics(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":-9,\"bottom\":-9,\"right\":9,\"top\":9},"
                      "\"include_statistics\":true}",
                      id);
    assert_eq(count_at(json, "statistics"), 2);
    assert_eq(number_at(json, "statistics/1/layer/layer"), 2);
    assert_eq(number_at(json, "statistics/1/text_count"), 7);
    assert_eq(number_at(json, "statistics/1/area_um2"), 0);
    assert_eq(number_at(json, "statistics/1/piece_count"), 0);
    assert_null(find(json, "statistics/1/largest_piece"));
    assert_gt(number_at(json, "statistics/0/piece_count"), 0);
    assert_le(number_at(json, "statistics/0/largest_piece/area_um2"), number_at(json, "statistics/0/area_um2"));
    assert_non_null(find(json, "statistics/0/bbox_um"));
    cJSON_Delete(json);
    /* What there is no room for is counted. */
    json = run(&t, LOB_OK, "query_region",
               "{\"session_id\":\"%s\",\"box\":{\"left\":-9,\"bottom\":-9,\"right\":9,\"top\":9},"
               "\"include_statistics\":true,\"max_chars\":1500}",
               id);
    assert_eq(count_at(json, "statistics"), 1);
    assert_eq(number_at(json, "truncation/layers_dropped"), 1);
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weight),
        cmocka_unit_test(test_unbounded),
        cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_lists),
        cmocka_unit_test_setup_teardown(test_pages_are_the_whole, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_nested_pages, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_lean, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_instances, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_describe, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_statistics, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
