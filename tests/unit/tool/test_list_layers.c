/* list_layers: stored and expanded counts by hand; pages against the whole. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

#include "tool/cursor.h"

static void assert_layer(const cJSON *layer, double number, double stored, double texts, double expanded) {
    assert_eq(number_at(layer, "layer"), number);
    assert_eq(number_at(layer, "datatype"), 0);
    assert_eq(number_at(layer, "shape_count"), stored);
    assert_eq(number_at(layer, "text_count"), texts);
    assert_eq(number_at(layer, "expanded_shape_count"), expanded);
    assert_true(true_at(layer, "visible"));
    assert_null(find(layer, "name"));
    assert_null(find(layer, "name_source"));
}

static void test_counts(void **state) {
    (void)state;
    const char *path = chip_file(&t);
    const char *id = open_session(&t, path, "TOP");
    cJSON *json = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    assert_eq(number_at(json, "layer_count"), 2);
    assert_int_equal(count_at(json, "layers"), 2);
    assert_layer(at(json, "layers/0"), 1, 2, 0, 8);
    assert_layer(at(json, "layers/1"), 2, 1, 1, 7);
    assert_box(at(json, "layers/0"), 0, -2, 1110, 2000);
    assert_eq(number_at(json, "truncation/limit"), 256);
    assert_eq(number_at(json, "truncation/layers_dropped"), 0);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
    /* texts of LEAF at (5, 5): turned in MID (100 - 5, 5), in the array (5 .. 105, 5 .. 65); mirrored into TOP */
    json = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    assert_box(at(json, "layers/1"), 1005, 1935, 1105, 1995);
    cJSON_Delete(json);
    /* the other top reaches none of them */
    id = open_session(&t, path, "OTHER");
    json = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    assert_layer(at(json, "layers/0"), 1, 2, 0, 0);
    assert_box(at(json, "layers/0"), 0, 0, 0, 0);
    assert_true(true_at(json, "layers/0/bbox_empty"));
    cJSON_Delete(json);
}

/* 300 layers out of order; all pages make up the whole in order of layer and datatype. */
static const char *many_file(void) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    for (int i = 0; i < 300; i++) {
        int k = i * 77 % 300;
        gds_box(&b, k / 3, k % 3, 0, 0, 10 + k, 10);
    }
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, "many.gds", &b);
}

static void test_pages(void **state) {
    (void)state;
    const char *id = open_session(&t, many_file(), NULL);
    char cursor[128] = "";
    int given = 0;
    do {
        cJSON *json = cursor[0] ? run(&t, LOB_OK, "list_layers",
                                      "{\"session_id\":\"%s\",\"limit\":70,\"cursor\":\"%s\"}", id, cursor)
                                : run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\",\"limit\":70}", id);
        const cJSON *layer;
        cJSON_ArrayForEach(layer, at(json, "layers")) {
            assert_eq(number_at(layer, "layer"), given / 3);
            assert_eq(number_at(layer, "datatype"), given % 3);
            assert_box(layer, 0, 0, 10 + given, 10);
            given++;
        }
        assert_eq(number_at(json, "truncation/layers_dropped"), 300 - given);
        snprintf(cursor, sizeof cursor, "%s", given < 300 ? text_at(json, "next_cursor") : "");
        assert_int_equal(find(json, "next_cursor") != NULL, given < 300);
        cJSON_Delete(json);
    } while (cursor[0]);
    assert_int_equal(given, 300);
    cJSON *json = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(count_at(json, "layers"), 256);
    cJSON_Delete(json);
}

static void test_errors(void **state) {
    (void)state;
    const char *id = open_session(&t, many_file(), NULL);
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "list_layers", "{\"session_id\":\"nonsense\"}"));
    cJSON_Delete(run(&t, LOB_E_QUERY_TOO_LARGE, "list_layers", "{\"session_id\":\"%s\",\"limit\":10001}", id));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "list_layers", "{\"session_id\":\"%s\",\"limit\":0}", id));
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "list_layers", "{\"session_id\":\"%s\",\"cursor\":\"cur_1\"}", id);
    assert_string_equal(text_at(json, "details/argument"), "cursor");
    cJSON_Delete(json);
    /* a cursor of list_cells is none of list_layers */
    id = open_session(&t, chip_file(&t), NULL);
    json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"limit\":1}", id);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "list_layers", "{\"session_id\":\"%s\",\"cursor\":\"%s\"}", id,
                     text_at(json, "next_cursor")));
    cJSON_Delete(json);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    char binding[128];
    snprintf(binding, sizeof binding, "list_layers %s", id);
    lob_str text;
    assert_int_equal(lob_cursor_print_position(&ctx, 2, lob_str_from(binding), &text), LOB_OK);
    cJSON_Delete(
        run(&t, LOB_E_INVALID_TARGET, "list_layers", "{\"session_id\":\"%s\",\"cursor\":\"%s\"}", id, text.data));
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_counts, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_errors, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
