/* density_map against areas worked out by hand. The field: a box 0,0 to 40,20 um on 1/0 twice, one of 20,10 to 60,30 um
 * on 2/0, and in cell TOP alone a text at 100,50 um, so that TOP's box is 0,0 to 100,50 um. */
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
    gds_box(&b, 1, 0, 0, 0, 40000, 20000);
    gds_box(&b, 1, 0, 0, 0, 40000, 20000);
    gds_sref(&b, "LEAF", false, false, 20000, 10000);
    gds_element_end(&b);
    gds_text(&b, 3, 100000, 50000, "END", 3);
    gds_cell_end(&b);
    gds_cell(&b, "LEAF");
    gds_box(&b, 2, 0, 0, 0, 40000, 20000);
    gds_cell_end(&b);
    gds_cell(&b, "EMPTY");
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

#define ONE                 "\"layers\":[{\"layer\":1,\"datatype\":0}]"
#define BOTH                "\"layers\":[{\"layer\":2,\"datatype\":0},{\"layer\":1,\"datatype\":0},{\"layer\":1,\"datatype\":0}]"
#define MAP(expected, rest) run(&t, expected, "density_map", "{\"session_id\":\"%s\"," rest "}", field)

static void assert_row(const cJSON *json, int row, int count, const double *densities) {
    const cJSON *line = cJSON_GetArrayItem(at(json, "densities"), row);
    assert_int_equal(cJSON_GetArraySize(line), count);
    for (int i = 0; i < count; i++) {
        assert_lt(fabs(cJSON_GetArrayItem(line, i)->valuedouble - densities[i]), 1e-12);
    }
}

static void test_tiles(void **state) {
    (void)state;
    cJSON *json = MAP(LOB_OK, ONE ",\"tile_um\":{\"x\":20,\"y\":25}");
    assert_eq(number_at(json, "columns"), 5);
    assert_eq(number_at(json, "rows"), 2);
    assert_row(json, 0, 5, (const double[]){0.8, 0.8, 0, 0, 0});
    assert_row(json, 1, 5, (const double[]){0, 0, 0, 0, 0});
    assert_eq(number_at(json, "area_um2"), 800);
    assert_eq(number_at(json, "density"), 0.16);
    assert_close(number_at(json, "mean"), 0.16, 1e-9);
    assert_eq(number_at(json, "min/density"), 0);
    assert_eq(number_at(json, "min/column"), 2);
    assert_eq(number_at(json, "min/row"), 0);
    assert_eq(number_at(json, "max/density"), 0.8);
    assert_eq(number_at(json, "max/column"), 0);
    assert_eq(number_at(json, "max/box_um/right"), 20);
    assert_eq(number_at(json, "max/box_dbu/top"), 25000);
    assert_eq(number_at(json, "histogram/0"), 8);
    assert_eq(number_at(json, "histogram/8"), 2);
    assert_int_equal(count_at(json, "histogram"), 10);
    assert_string_equal(text_at(json, "mode"), "merged");
    assert_null(find(json, "notes"));
    assert_null(find(json, "area_error_um2"));
    cJSON_Delete(json);
}

/* 800 + 800 - 20 x 10 shared = 1400. */
static void test_union(void **state) {
    (void)state;
    cJSON *json = MAP(LOB_OK, BOTH ",\"tiles\":{\"nx\":5,\"ny\":5}");
    assert_int_equal(count_at(json, "layers"), 2);
    assert_eq(number_at(json, "layers/0/layer"), 1);
    assert_eq(number_at(json, "layers/1/layer"), 2);
    assert_eq(number_at(json, "area_um2"), 1400);
    assert_row(json, 0, 5, (const double[]){1, 1, 0, 0, 0});
    assert_row(json, 1, 5, (const double[]){1, 1, 1, 0, 0});
    assert_row(json, 2, 5, (const double[]){0, 1, 1, 0, 0});
    assert_row(json, 3, 5, (const double[]){0, 0, 0, 0, 0});
    assert_eq(number_at(json, "histogram/9"), 7);
    assert_eq(number_at(json, "histogram/0"), 18);
    cJSON_Delete(json);
}

static void test_default_and_box(void **state) {
    (void)state;
    cJSON *json = MAP(LOB_OK, ONE);
    assert_eq(number_at(json, "columns"), 10);
    assert_eq(number_at(json, "rows"), 10);
    assert_eq(number_at(json, "tile_um/x"), 10);
    assert_eq(number_at(json, "tile_um/y"), 5);
    assert_eq(number_at(json, "box_um/right"), 100);
    assert_eq(number_at(json, "box_dbu/top"), 50000);
    cJSON_Delete(json);
    json = MAP(LOB_OK, "\"layers\":[{\"layer\":2,\"datatype\":0}],\"cell\":\"LEAF\",\"tiles\":{\"nx\":1,\"ny\":1}");
    assert_string_equal(text_at(json, "cell"), "LEAF");
    assert_eq(number_at(json, "density"), 1);
    assert_eq(number_at(json, "area_um2"), 800);
    cJSON_Delete(json);
    json = MAP(LOB_OK,
               ONE ",\"box\":{\"left\":30.0004,\"bottom\":0,\"right\":50,\"top\":20},\"tiles\":{\"nx\":2,\"ny\":1}");
    assert_row(json, 0, 2, (const double[]){1, 0});
    assert_true(has_note(json, "nearest database unit"));
    cJSON_Delete(json);
    json =
        MAP(LOB_OK, ONE ",\"box\":{\"left\":500,\"bottom\":0,\"right\":600,\"top\":20},\"tiles\":{\"nx\":2,\"ny\":1}");
    assert_row(json, 0, 2, (const double[]){0, 0});
    assert_true(has_note(json, "outside"));
    cJSON_Delete(json);
    json = MAP(LOB_OK, ONE ",\"box\":{\"left\":50,\"bottom\":0,\"right\":60,\"top\":5},\"tiles\":{\"nx\":2,\"ny\":1}");
    assert_true(has_note(json, "The box has nothing on these layers"));
    cJSON_Delete(json);
}

/* Tiles of 40 every 20 over 0..100: 0-40, 20-60, 40-80, 60-100. */
static void test_steps(void **state) {
    (void)state;
    cJSON *json = MAP(LOB_OK, ONE ",\"tile_um\":{\"x\":40,\"y\":40},\"step_um\":{\"x\":20,\"y\":20}");
    assert_eq(number_at(json, "columns"), 4);
    assert_eq(number_at(json, "rows"), 2);
    assert_row(json, 0, 4, (const double[]){0.5, 0.25, 0, 0});
    assert_row(json, 1, 4, (const double[]){0, 0, 0, 0}); /* from 20 to 50, cut */
    assert_eq(number_at(json, "step_um/x"), 20);
    assert_eq(number_at(json, "tile_um/x"), 40);
    assert_true(has_note(json, "cut at the box"));
    cJSON_Delete(json);
    json = MAP(LOB_OK, ONE ",\"tile_um\":{\"x\":40,\"y\":40},\"step_um\":{\"x\":20,\"y\":20},\"border\":\"shift\"");
    assert_row(json, 1, 4, (const double[]){0.25, 0.125, 0, 0}); /* from 10 to 50 */
    assert_string_equal(text_at(json, "border"), "shift");
    assert_null(find(json, "notes"));
    cJSON_Delete(json);
    json = MAP(LOB_OK, ONE ",\"tile_um\":{\"x\":1e300,\"y\":1e300}");
    assert_eq(number_at(json, "columns"), 1);
    assert_eq(number_at(json, "rows"), 1);
    assert_eq(number_at(json, "tile_um/x"), 100);
    cJSON_Delete(json);
}

static void test_bad(void **state) {
    (void)state;
    static const char *const targets[] = {
        ONE ",\"tile_um\":{\"x\":0,\"y\":10}",
        ONE ",\"tile_um\":{\"x\":-5,\"y\":10}",
        ONE ",\"tile_um\":{\"x\":5}",
        ONE ",\"tile_um\":{\"x\":1e-300,\"y\":10}",
        ONE ",\"tile_um\":{\"x\":10,\"y\":0.0004}",
        ONE ",\"tile_um\":{\"x\":10,\"y\":10},\"step_um\":{\"x\":0.0001,\"y\":10}",
        ONE ",\"tile_um\":{\"x\":10,\"y\":10},\"step_um\":{\"x\":10,\"y\":11}",
        ONE ",\"step_um\":{\"x\":10,\"y\":10}",
        ONE ",\"tile_um\":{\"x\":10,\"y\":10},\"tiles\":{\"nx\":1,\"ny\":1}",
        ONE ",\"tiles\":{\"nx\":0,\"ny\":1}",
        ONE ",\"tiles\":{\"nx\":1,\"ny\":1.5}",
        ONE ",\"tiles\":{\"nx\":9,\"ny\":1},\"box\":{\"left\":0,\"bottom\":0,\"right\":0.005,\"top\":1}",
        ONE ",\"border\":\"wrap\"",
        ONE ",\"cell\":\"NONE\"",
        "\"layers\":[]",
        "\"tiles\":{\"nx\":1,\"ny\":1}",
    };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        lob_case("%zu: %s", i, targets[i]);
        cJSON *json = run(&t, LOB_E_INVALID_TARGET, "density_map", "{\"session_id\":\"%s\",%s}", field, targets[i]);
        assert_gt(strlen(text_at(json, "details/hint")), 10);
        cJSON_Delete(json);
    }
    cJSON *json = MAP(LOB_E_INVALID_LAYER, "\"layers\":[{\"layer\":2,\"datatype\":9}]");
    assert_string_equal(text_at(json, "details/candidates/0"), "2/0");
    cJSON_Delete(json);
    cJSON_Delete(MAP(LOB_E_INVALID_BOX, ONE ",\"box\":{\"left\":1,\"bottom\":0,\"right\":1,\"top\":1}"));
    cJSON_Delete(MAP(LOB_E_INVALID_BOX, ONE ",\"box\":{\"left\":0,\"bottom\":0,\"right\":1e30,\"top\":1}"));
    cJSON_Delete(MAP(LOB_E_INVALID_BOX, ONE ",\"box\":{\"left\":0,\"bottom\":0,\"right\":1e-5,\"top\":1}"));
    cJSON_Delete(MAP(LOB_E_INVALID_BOX, ONE ",\"box\":{\"left\":0,\"bottom\":0,\"right\":1}"));
    cJSON_Delete(MAP(LOB_E_INVALID_BOX, ONE ",\"cell\":\"EMPTY\""));
}

/* The tile that the hint names must do: it is asked for. */
static void test_too_many(void **state) {
    (void)state;
    double x = 0, y = 0;
    cJSON *json = MAP(LOB_E_QUERY_TOO_LARGE, ONE ",\"tile_um\":{\"x\":0.05,\"y\":0.2}");
    const char *hint = text_at(json, "details/hint");
    assert_non_null(strstr(hint, "tiles of "));
    assert_int_equal(sscanf(strstr(hint, "tiles of "), "tiles of %lf by %lf um", &x, &y), 2);
    assert_gt(x, 0.05);
    assert_lt(x, 1);
    assert_gt(y, 0.2);
    assert_lt(y, 4);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "density_map", "{\"session_id\":\"%s\"," ONE ",\"tile_um\":{\"x\":%.9g,\"y\":%.9g}}", field,
               x, y);
    assert_gt(number_at(json, "columns") * number_at(json, "rows"), 8000);
    assert_eq(number_at(json, "area_um2"), 800);
    cJSON_Delete(json);
    json = MAP(LOB_E_QUERY_TOO_LARGE, ONE ",\"tile_um\":{\"x\":10,\"y\":10},\"step_um\":{\"x\":0.1,\"y\":0.1}");
    assert_int_equal(sscanf(strstr(text_at(json, "details/hint"), "steps of "), "steps of %lf by %lf um", &x, &y), 2);
    assert_gt(x, 0.1);
    assert_gt(y, 0.1);
    cJSON_Delete(json);
    cJSON_Delete(MAP(LOB_E_QUERY_TOO_LARGE, ONE ",\"tiles\":{\"nx\":101,\"ny\":100}"));
    cJSON_Delete(MAP(LOB_E_QUERY_TOO_LARGE, ONE ",\"tiles\":{\"nx\":10001,\"ny\":1}"));
}

static void test_memory(void **state) {
    (void)state;
    char arguments[256];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"," BOTH "}", field);
    assert_gt(sweep_tool(&t, "density_map", arguments), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles),  cmocka_unit_test(test_union), cmocka_unit_test(test_default_and_box),
        cmocka_unit_test(test_steps),  cmocka_unit_test(test_bad),   cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
