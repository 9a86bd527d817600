/* diff_layouts on two small files whose differences are known: b has one box moved by 0.01 um, a text renamed, an array
 * written as its members, a property changed, a cell of its own and a layer of its own. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static char path_a[512], path_b[512], path_half[512], path_empty[512];

/* A box of 1/0, two texts, an array of LEAF 3 by 1 with pitch 10 um. */
static const char *write_pair(const char *name, bool is_b) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, is_b ? 10 : 0, 0, is_b ? 1010 : 1000, 500);
    gds_box(&b, 2, 0, 0, 2000, 3000, 2500);
    gds_text(&b, 3, 0, 0, is_b ? "new" : "old", 3);
    if (is_b) {
        for (int i = 0; i < 3; i++) {
            gds_sref(&b, "LEAF", false, false, 10000 * i, 5000);
            gds_element_end(&b);
        }
    } else {
        gds_aref(&b, "LEAF", 3, 1, 0, 5000, 10000, 100);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    gds_cell(&b, "LEAF");
    gds_box(&b, 1, 0, 0, 0, 200, 200);
    gds_path(&b, 1, 40, 300, 0, 900, 0);
    gds_cell_end(&b);
    if (is_b) {
        gds_cell(&b, "MORE");
        gds_box(&b, 9, 1, 0, 0, 10, 10);
        gds_cell_end(&b);
    }
    gds_end(&b);
    return bench_file(&t, name, &b);
}

static int setup(void **state) {
    (void)state;
    lob_buf b;
    bench_open(&t);
    snprintf(path_a, sizeof path_a, "%s", write_pair("a.gds", false));
    snprintf(path_b, sizeof path_b, "%s", write_pair("b.gds", true));
    gds_begin(&b);
    gds_end(&b);
    snprintf(path_empty, sizeof path_empty, "%s", bench_file(&t, "empty.gds", &b));
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_cell_end(&b);
    gds_end(&b);
    snprintf(path_half, sizeof path_half, "%s", bench_file(&t, "hollow.gds", &b));
    return 0;
}

#define DIFF(expected, a, b, rest) run(&t, expected, "diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\"" rest "}", a, b)

static void assert_um(const cJSON *box, double left, double bottom, double right, double top) {
    assert_eq(number_at(box, "left"), left);
    assert_eq(number_at(box, "bottom"), bottom);
    assert_eq(number_at(box, "right"), right);
    assert_eq(number_at(box, "top"), top);
}

static const cJSON *difference(const cJSON *json, const char *in, const char *kind) {
    const cJSON *item;
    cJSON_ArrayForEach(item, at(json, "hierarchy/differences")) {
        if (strcmp(text_at(item, "in"), in) == 0 && strcmp(text_at(item, "kind"), kind) == 0) {
            return item;
        }
    }
    return NULL;
}

static void test_differences(void **state) {
    (void)state;
    cJSON *json = DIFF(LOB_OK, path_a, path_b, "");
    assert_false(true_at(json, "equal"));
    assert_int_equal(number_at(json, "hierarchy/cells_only_a"), 0);
    assert_int_equal(number_at(json, "hierarchy/cells_only_b"), 1);
    assert_int_equal(number_at(json, "hierarchy/cells_different"), 1);
    assert_int_equal(number_at(json, "hierarchy/cells_equal"), 1);
    assert_int_equal(number_at(json, "hierarchy/difference_count"), 4); /* the array equals its members */
    assert_int_equal(number_at(json, "hierarchy/cells/0/only_a/polygons"), 1);
    assert_int_equal(number_at(json, "hierarchy/cells/0/only_b/texts"), 1);
    assert_int_equal(number_at(json, "hierarchy/cells/0/only_b/instances"), 0);
    assert_string_equal(text_at(json, "hierarchy/cells/1/cell"), "MORE");
    assert_string_equal(text_at(json, "hierarchy/cells/1/in"), "b");
    assert_um(at(difference(json, "b", "polygon"), "box_um"), 0.01, 0, 1.01, 0.5);
    assert_string_equal(text_at(difference(json, "a", "text"), "of"), "old");
    assert_string_equal(text_at(difference(json, "b", "text"), "of"), "new");
    assert_int_equal(count_at(json, "layers_only_a"), 0);
    assert_int_equal(number_at(json, "layers_only_b/0/layer"), 9);
    /* Two slivers of 0.01 by 0.5 um. */
    assert_int_equal(count_at(json, "xor/layers"), 1);
    assert_int_equal(number_at(json, "xor/polygon_count"), 2);
    assert_eq(number_at(json, "xor/layers/0/area_a_um2"), 0.005);
    assert_eq(number_at(json, "xor/layers/0/area_b_um2"), 0.005);
    assert_um(at(json, "xor/layers/0/box_um"), 0, 0, 1.01, 0.5);
    assert_string_equal(text_at(json, "xor/polygons/0/in"), "a");
    assert_um(at(json, "xor/polygons/1/box_um"), 1, 0, 1.01, 0.5);
    cJSON_Delete(json);
}

static void test_modes(void **state) {
    (void)state;
    cJSON *json = DIFF(LOB_OK, path_a, path_b, ",\"mode\":\"xor\",\"tolerance_um\":0.01,\"cell_a\":\"TOP\"");
    assert_int_equal(number_at(json, "xor/polygon_count"), 2); /* as wide as the tolerance: stays */
    assert_null(find(json, "hierarchy"));
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_a, path_b, ",\"mode\":\"xor\",\"tolerance_um\":0.011,\"cell_a\":\"TOP\"");
    assert_true(true_at(json, "equal"));
    assert_null(find(json, "notes"));
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_a, path_b, ",\"mode\":\"xor\"");
    assert_non_null(find(json, "notes")); /* b has two tops */
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_a, path_b, ",\"layers\":[{\"layer\":2,\"datatype\":0}],\"mode\":\"xor\"");
    assert_true(true_at(json, "equal"));
    assert_eq(number_at(json, "xor/layers_compared"), 1);
    cJSON_Delete(json);
    json =
        DIFF(LOB_OK, path_a, path_b, ",\"mode\":\"xor\",\"box\":{\"left\":0.5,\"bottom\":0,\"right\":2,\"top\":0.2}");
    assert_int_equal(number_at(json, "xor/polygon_count"), 1);
    assert_um(at(json, "xor/polygons/0/box_um"), 1, 0, 1.01, 0.2);
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_a, path_b, ",\"mode\":\"hierarchy\",\"cell_a\":\"LEAF\"");
    assert_null(find(json, "xor"));
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_a, path_b, ",\"cell_a\":\"LEAF\",\"cell_b\":\"LEAF\",\"mode\":\"xor\"");
    assert_true(true_at(json, "equal"));
    cJSON_Delete(json);
}

static void test_same(void **state) {
    (void)state;
    char id[32];
    snprintf(id, sizeof id, "%s", open_session(&t, path_a, "TOP"));
    cJSON *json = DIFF(LOB_OK, id, id, "");
    assert_true(true_at(json, "equal"));
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_a, id, ",\"with_properties\":true");
    assert_true(true_at(json, "equal"));
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_b, path_b, "");
    assert_true(true_at(json, "equal"));
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_half, path_half, "");
    assert_true(true_at(json, "equal"));
    cJSON_Delete(json);
    json = DIFF(LOB_OK, path_half, path_a, "");
    assert_false(true_at(json, "equal"));
    /* 1 x 0.5, three boxes of 0.2 x 0.2 and three paths of 0.6 x 0.04 um */
    assert_close(number_at(json, "xor/layers/0/area_b_um2"), (0.5 + 0.12 + 0.072), 1e-9);
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    cJSON *first = DIFF(LOB_OK, path_a, path_b, ",\"limit\":1");
    assert_int_equal(count_at(first, "hierarchy/differences"), 1);
    assert_int_equal(number_at(first, "truncation/differences_dropped"), 3);
    assert_int_equal(number_at(first, "truncation/polygons_dropped"), 1);
    assert_int_equal(number_at(first, "truncation/cells_dropped"), 1);
    cJSON *second = run(&t, LOB_OK, "diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\",\"limit\":1,\"cursor\":\"%s\"}", path_a,
                        path_b, text_at(first, "next_cursor"));
    assert_um(at(second, "xor/polygons/0/box_um"), 1, 0, 1.01, 0.5);
    assert_string_equal(text_at(second, "hierarchy/cells/0/cell"), "MORE");
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "diff_layouts",
                     "{\"a\":\"%s\",\"b\":\"%s\",\"limit\":1,\"cursor\":\"%s\"}", path_a, path_a,
                     text_at(first, "next_cursor")));
    cJSON_Delete(first);
    cJSON_Delete(second);
}

/* Cells of these names, all tops, each with a box of its own on 1/0: by the name's first letter, from "A" on 1, 2, ...
 * um wide. */
static const char *write_tops(const char *name, const char *const *cells) {
    lob_buf b;
    gds_begin(&b);
    for (; *cells; cells++) {
        gds_cell(&b, *cells);
        gds_box(&b, 1, 0, 0, 0, 1000 * ((*cells)[0] - 'A' + 1), 1000);
        gds_cell_end(&b);
    }
    gds_end(&b);
    return bench_file(&t, name, &b);
}

static void expect_tops(const char *a, const char *b, const char *cell_a, const char *cell_b) {
    cJSON *json = DIFF(LOB_OK, a, b, "");
    assert_string_equal(text_at(json, "a/cell"), cell_a);
    assert_string_equal(text_at(json, "b/cell"), cell_b);
    cJSON_Delete(json);
}

/* Of several tops those of one name are compared, whichever file has more; the top of a session is not changed. */
static void test_tops(void **state) {
    (void)state;
    static const char *const one[] = {"CHIP", NULL}, *const two[] = {"ADDED", "CHIP", NULL};
    static const char *const others[] = {"BOTH", "DONE", NULL}, *const more[] = {"ADDED", "DONE", "EXTRA", NULL};
    char paths[4][300], id[32];
    snprintf(paths[0], sizeof paths[0], "%s", write_tops("one.gds", one));
    snprintf(paths[1], sizeof paths[1], "%s", write_tops("two.gds", two));
    snprintf(paths[2], sizeof paths[2], "%s", write_tops("others.gds", others));
    snprintf(paths[3], sizeof paths[3], "%s", write_tops("more.gds", more));
    expect_tops(paths[0], paths[1], "CHIP", "CHIP");
    expect_tops(paths[1], paths[0], "CHIP", "CHIP");
    expect_tops(paths[2], paths[3], "DONE", "DONE");
    expect_tops(paths[1], paths[2], "ADDED", "BOTH"); /* none in common: the first of each */
    snprintf(id, sizeof id, "%s", open_session(&t, paths[3], "DONE"));
    expect_tops(id, paths[2], "DONE", "DONE");
    expect_tops(paths[2], id, "DONE", "DONE");
    snprintf(id, sizeof id, "%s", open_session(&t, paths[3], "EXTRA"));
    expect_tops(id, paths[2], "EXTRA", "BOTH");
    expect_tops(paths[0], id, "CHIP", "EXTRA");
    cJSON *json = DIFF(LOB_OK, paths[0], paths[1], ",\"mode\":\"xor\"");
    assert_true(true_at(json, "equal"));
    assert_non_null(find(json, "notes"));
    cJSON_Delete(json);
}

static void test_picture(void **state) {
    (void)state;
    char id[32];
    snprintf(id, sizeof id, "%s", open_session(&t, path_a, "TOP"));
    cJSON *json = run(&t, LOB_OK, "diff_layouts", "{\"a\":\"%s\",\"b\":\"%s\",\"picture\":true,\"session_id\":\"%s\"}",
                      id, path_b, id);
    assert_int_equal(access(text_at(json, "image/path"), R_OK), 0);
    assert_int_equal(access(text_at(json, "sheet/path"), R_OK), 0);
    assert_int_equal(access(text_at(json, "sheet_svg/path"), R_OK), 0);
    assert_eq(t.image_count, 1); /* the sheet */
    cJSON_Delete(json);
    json = DIFF(LOB_E_INVALID_TARGET, id, path_b, ",\"picture\":true");
    assert_string_equal(text_at(json, "details/argument"), "session_id");
    cJSON_Delete(json);
}

static void test_bad(void **state) {
    (void)state;
    cJSON *json = DIFF(LOB_E_FILE_NOT_FOUND, path_a, "/nonexistent/x.gds", "");
    assert_string_equal(text_at(json, "details/argument"), "b");
    cJSON_Delete(json);
    json = DIFF(LOB_E_SESSION_NOT_FOUND, "ses_000000000000", path_a, "");
    assert_string_equal(text_at(json, "details/argument"), "a");
    cJSON_Delete(json);
    json = DIFF(LOB_E_INVALID_TARGET, path_a, path_b, ",\"cell_a\":\"MORE\"");
    assert_string_equal(text_at(json, "details/argument"), "cell_a");
    cJSON_Delete(json);
    cJSON_Delete(DIFF(LOB_E_TOP_CELL_NOT_FOUND, path_a, path_empty, ""));
    cJSON_Delete(DIFF(LOB_E_INVALID_LAYER, path_a, path_b, ",\"layers\":[{\"layer\":88,\"datatype\":0}]"));
    cJSON_Delete(DIFF(LOB_E_INVALID_BOX, path_a, path_b, ",\"box\":{\"left\":1,\"bottom\":0,\"right\":1,\"top\":1}"));
    cJSON_Delete(
        DIFF(LOB_E_INVALID_BOX, path_a, path_b, ",\"box\":{\"left\":1,\"bottom\":0,\"right\":1e12,\"top\":1}"));
    cJSON_Delete(DIFF(LOB_E_INVALID_TARGET, path_a, path_b, ",\"tolerance_um\":1e9"));
    cJSON_Delete(DIFF(LOB_E_INVALID_TARGET, path_a, path_b, ",\"tolerance_um\":-1"));
    cJSON_Delete(DIFF(LOB_E_FILE_NOT_FOUND, "relative.gds", path_b, ""));
}

static void test_memory(void **state) {
    (void)state;
    char arguments[1400], a[32], b[32];
    snprintf(a, sizeof a, "%s", open_session(&t, path_a, "TOP"));
    snprintf(b, sizeof b, "%s", open_session(&t, path_b, "TOP"));
    snprintf(arguments, sizeof arguments, "{\"a\":\"%s\",\"b\":\"%s\"}", a, b);
    cJSON_Delete(DIFF(LOB_OK, a, b, "")); /* trees are made once */
    assert_gt(sweep_tool(&t, "diff_layouts", arguments), 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_differences), cmocka_unit_test(test_modes),  cmocka_unit_test(test_same),
        cmocka_unit_test(test_pages),       cmocka_unit_test(test_tops),   cmocka_unit_test(test_picture),
        cmocka_unit_test(test_bad),         cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
