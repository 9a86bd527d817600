/* sort_by and layer of list_cells and find_cells, on cells whose boxes are drawn here. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static const char *id;

/* WIDE 30 x 2 on 1/0; TALL 3 x 40 on 2/0 and 1 x 1 on 1/0; FAT 10 x 10 on 1/0; NONE empty; TOP has FAT twice, so 110 x
 * 10, and a point of TALL's. */
static const char *sizes_file(const bench *b) {
    lob_buf out;
    gds_begin(&out);
    gds_cell(&out, "WIDE");
    gds_box(&out, 1, 0, 0, 0, 30, 2);
    gds_cell_end(&out);
    gds_cell(&out, "TALL");
    gds_box(&out, 2, 0, 0, 0, 3, 40);
    gds_box(&out, 1, 0, 0, 0, 1, 1);
    gds_cell_end(&out);
    gds_cell(&out, "FAT");
    gds_box(&out, 1, 0, 0, 0, 10, 10);
    gds_cell_end(&out);
    gds_cell(&out, "NONE");
    gds_cell_end(&out);
    gds_cell(&out, "TOP");
    gds_sref(&out, "FAT", false, false, 0, 0);
    gds_element_end(&out);
    gds_sref(&out, "FAT", false, false, 100, 0);
    gds_element_end(&out);
    gds_cell_end(&out);
    gds_end(&out);
    return bench_file(b, "sizes.gds", &out);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    id = open_session(&t, sizes_file(&t), "TOP");
    return 0;
}

static void assert_order(const char *tool, const char *rest, const char *names) {
    char got[64] = "";
    cJSON *json = run(&t, LOB_OK, tool, "{\"session_id\":\"%s\"%s}", id, rest);
    for (int i = 0; i < count_at(json, "cells"); i++) {
        const size_t size = strlen(got);
        snprintf(got + size, sizeof got - size, "%s%s", i ? " " : "",
                 text_at(cJSON_GetArrayItem(at(json, "cells"), i), "name"));
    }
    lob_case("%s %s", tool, rest);
    assert_string_equal(got, names);
    cJSON_Delete(json);
}

#define LAYER(n) ",\"layer\":{\"layer\":" #n ",\"datatype\":0}"
#define BY(word) ",\"sort_by\":\"" word "\""

static void test_order(void **state) {
    (void)state;
    static const struct {
        const char *rest, *names;
    } cases[] = {
        {"", "FAT NONE TALL TOP WIDE"},
        {BY("name"), "FAT NONE TALL TOP WIDE"},
        {BY("width"), "TOP WIDE FAT TALL NONE"},
        {BY("height"), "TALL FAT TOP WIDE NONE"},
        {BY("area"), "TOP TALL FAT WIDE NONE"},
        {LAYER(1), "FAT TALL TOP WIDE"},
        {LAYER(2), "TALL"},
        {LAYER(1) BY("area"), "TOP FAT WIDE TALL"},
        {LAYER(1) BY("height"), "FAT TOP WIDE TALL"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        char rest[128];
        snprintf(rest, sizeof rest, ",\"pattern\":\"*\",\"all\":true%s", cases[i].rest);
        assert_order("list_cells", cases[i].rest, cases[i].names);
        assert_order("find_cells", rest, cases[i].names);
    }
}

static void test_box_of_layer(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\"" LAYER(1) BY("height") "}", id);
    assert_eq(number_at(json, "cell_count"), 4);
    assert_close(number_at(json, "cells/3/layer_bbox_um/top"), 0.001, 1e-9);
    assert_close(number_at(json, "cells/3/bbox_um/top"), 0.04, 1e-9);
    assert_close(number_at(json, "cells/1/layer_bbox_um/right"), 0.11, 1e-9);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "find_cells", "{\"session_id\":\"%s\",\"name\":\"TOP\"" LAYER(1) "}", id);
    assert_close(number_at(json, "cells/0/layer_bbox_um/right"), 0.11, 1e-9);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\"" BY("area") "}", id);
    assert_null(find(json, "cells/0/layer_bbox_um"));
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    char cursor[256], rest[400];
    cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"limit\":2" BY("area") "}", id);
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    snprintf(rest, sizeof rest, ",\"limit\":2" BY("area") ",\"cursor\":\"%s\"", cursor);
    assert_order("list_cells", rest, "FAT WIDE");
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "list_cells", "{\"session_id\":\"%s\",\"limit\":2,\"cursor\":\"%s\"}",
                     id, cursor));
    json = run(&t, LOB_OK, "find_cells",
               "{\"session_id\":\"%s\",\"pattern\":\"*\",\"all\":true,\"limit\":2" BY("width") "}", id);
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "find_cells",
                     "{\"session_id\":\"%s\",\"pattern\":\"*\",\"all\":true,\"limit\":2,\"cursor\":\"%s\"}", id,
                     cursor));
}

static void test_bad(void **state) {
    (void)state;
    char arguments[160];
    cJSON_Delete(run(&t, LOB_E_INVALID_LAYER, "list_cells", "{\"session_id\":\"%s\"" LAYER(9) "}", id));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "list_cells", "{\"session_id\":\"%s\"" BY("depth") "}", id));
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"" LAYER(1) BY("area") "}", id);
    assert_gt(sweep_tool(&t, "list_cells", arguments), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order), cmocka_unit_test(test_box_of_layer),
                                       cmocka_unit_test(test_pages), cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
