/* What GDSII cannot hold: named properties of any kind, repetitions of anything, layer names; built through the sink.
 */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

#include "db/builder.h"

static char id[32];

static const lob_sink *sink;

#define FINE(call) assert_int_equal((call), LOB_OK)

static void add_property(void) {
    lob_prop_value values[40] = {{.kind = LOB_PROP_UINT, .u = UINT64_C(9007199254740993)},
                                 {.kind = LOB_PROP_INT, .i = -3},
                                 {.kind = LOB_PROP_REAL, .real = 0.25},
                                 {.kind = LOB_PROP_STRING, .string = LOB_STR("s\x01")},
                                 {.kind = LOB_PROP_STRING, .string = {"\xff\xfe", 2}},
                                 {.kind = LOB_PROP_STRING, .string = {"\xfe", 1}}};
    lob_prop prop = {.name = LOB_STR("NAME"), .values = values, .value_count = 6};
    FINE(sink->property(sink->self, &prop));
    for (int i = 0; i < 40; i++) {
        values[i] = (lob_prop_value){.kind = LOB_PROP_UINT, .u = (uint64_t)i};
    }
    prop = (lob_prop){.name = LOB_STR("MANY"), .values = values, .value_count = 40};
    FINE(sink->property(sink->self, &prop));
}

static void add_instances(void) {
    static const lob_point list[3] = {{0, 0}, {10, 0}, {5, 30}};
    const lob_rep irregular = {.kind = LOB_REP_LIST, .list = list, .list_count = 3};
    const lob_rep fraction = {.kind = LOB_REP_FRACTION, .na = 3, .nb = 1, .a = {100, 0}};
    lob_element element = {.rep = &irregular};
    lob_instance_event event = {.cell = LOB_STR("SUB"), .angle_deg = 90, .mag = 1, .at = {100, 0}};
    FINE(sink->instance(sink->self, &element, &event));
    element.rep = &fraction;
    event = (lob_instance_event){.cell = LOB_STR("SUB"), .mag = 1};
    FINE(sink->instance(sink->self, &element, &event));
    element.rep = NULL;
    event = (lob_instance_event){.cell = LOB_STR("SUB"), .mag = 2, .angle_deg = 45, .at = {1000, 1000}};
    FINE(sink->instance(sink->self, &element, &event));
}

static void add_cell(const char *name, size_t size) {
    FINE(sink->begin_cell(sink->self, (lob_str){name, size}));
    FINE(sink->end_cell(sink->self));
}

static void add_sub(void) {
    const lob_rep twice = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {20, 0}};
    lob_element element = {.layer = 1, .rep = &twice};
    FINE(sink->begin_cell(sink->self, LOB_STR("SUB")));
    FINE(sink->box(sink->self, &element, (lob_box){0, 0, 10, 20}));
    element.rep = NULL;
    FINE(sink->end_cell(sink->self));
}

/* 16 million texts and one. */
static void add_crowded(void) {
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = 4000, .nb = 4000, .a = {1, 0}, .b = {0, 1}};
    lob_element element = {.layer = 9, .rep = &many};
    lob_text_event text = {.string = LOB_STR("M"), .mag = 1};
    FINE(sink->begin_cell(sink->self, LOB_STR("CROWDED")));
    FINE(sink->text(sink->self, &element, &text));
    element.rep = NULL;
    text.at = (lob_point){-1, 0};
    FINE(sink->text(sink->self, &element, &text));
    FINE(sink->end_cell(sink->self));
}

static void add_top(void) {
    const lob_rep eight = {.kind = LOB_REP_LATTICE, .na = 4, .nb = 2, .a = {1, 0}, .b = {0, 1}};
    lob_element element = {.layer = 7, .rep = &eight};
    lob_text_event text = {.string = LOB_STR("T"), .mag = 1, .at = {3, 4}};
    const lob_point triangle[3] = {{0, 0}, {10, 0}, {0, 10}};
    lob_path_event path = {.points = triangle, .count = 2, .width = 2};
    FINE(sink->begin_cell(sink->self, LOB_STR("TOP")));
    add_property();
    add_instances();
    FINE(sink->text(sink->self, &element, &text));
    element.rep = NULL;
    FINE(sink->polygon(sink->self, &element, triangle, 3));
    FINE(sink->path(sink->self, &element, &path));
    FINE(sink->end_cell(sink->self));
}

static lob_layout *make_layout(lob_ctx *ctx) {
    lob_builder *builder = lob_builder_new(ctx, NULL);
    assert_non_null(builder);
    sink = lob_builder_sink(builder);
    lob_layout_event event = {.format = "oas", .dbu_um = 0.001, .version = 100};
    FINE(sink->begin_layout(sink->self, &event));
    FINE(sink->layer_name(sink->self, 1, 0, (lob_str){"\xc3", 1}));
    FINE(sink->layer_name(sink->self, 7, 0, LOB_STR("LBL")));
    add_top();
    add_sub();
    add_crowded();
    add_cell("\xfe", 1);
    add_cell("\xff", 1);
    FINE(sink->end_layout(sink->self));
    lob_layout *layout = NULL;
    FINE(lob_builder_freeze(builder, &layout));
    lob_builder_drop(builder);
    return layout;
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_layout *layout = make_layout(&ctx);
    lob_session_new what = {.layout = layout, .source_path = LOB_STR("/none.oas"), .format = "oas", .sha256 = ""};
    what.top = lob_layout_find_cell(layout, LOB_STR("TOP"));
    lob_session *session;
    assert_int_equal(lob_session_create(&ctx, t.sessions, &what, &session), LOB_OK);
    snprintf(id, sizeof id, "%s", session->id);
    lob_session_drop(session);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
    return 0;
}

static void test_properties(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(count_at(json, "properties"), 2);
    const cJSON *prop = at(json, "properties/0");
    assert_string_equal(text_at(prop, "name"), "NAME");
    assert_null(find(prop, "attribute"));
    assert_int_equal(count_at(prop, "values"), 6);
    assert_eq(number_at(prop, "values/0"), 9007199254740992.0); /* as a double, read back */
    assert_eq(number_at(prop, "values/1"), -3);
    assert_eq(number_at(prop, "values/2"), 0.25);
    assert_string_equal(text_at(prop, "values/3"), "s\x01");
    assert_string_equal(text_at(prop, "raw_hex"), "fffe"); /* of the first that is no UTF-8 */
    assert_int_equal(count_at(json, "properties/1/values"), 32);
    assert_eq(number_at(json, "properties/1/values_dropped"), 8);
    assert_eq(number_at(json, "properties/1/values/31"), 31);
    cJSON_Delete(json);
}

/* SUB is (0, 0) to (30, 20). Turned by 90: (-20, 0) to (0, 30). */
static void test_repetitions(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    const cJSON *fraction = at(json, "instances/0"), *irregular = at(json, "instances/1");
    assert_string_equal(text_at(fraction, "name"), "SUB:1");
    assert_eq(number_at(fraction, "array/na"), 3);
    assert_eq(number_at(fraction, "array/a_dbu/x"), 33);
    assert_eq(number_at(fraction, "array/a_um/x"), 0.033333);
    assert_null(find(fraction, "array/irregular_count"));
    assert_box(fraction, 0, 0, 97, 20); /* members at 0, 33, 67 */
    assert_string_equal(text_at(irregular, "name"), "SUB:0");
    assert_true(true_at(irregular, "array/is_array"));
    assert_eq(number_at(irregular, "array/irregular_count"), 3);
    assert_eq(number_at(irregular, "array/na"), 3);
    assert_eq(number_at(irregular, "array/nb"), 1);
    assert_eq(number_at(irregular, "array/a_dbu/x"), 0);
    assert_box(irregular, 80, 0, 110, 60);
    assert_eq(number_at(json, "instances/2/transform/rotation"), 45);
    assert_eq(number_at(json, "instances/2/transform/magnification"), 2);
    assert_int_equal(count_at(json, "labels"), 8); /* 4 x 2 members from (3, 4), by x, then y */
    for (int i = 0; i < 8; i++) {
        char path[40];
        snprintf(path, sizeof path, "labels/%d/position_dbu/x", i);
        assert_eq(number_at(json, path), 3 + i / 2);
        snprintf(path, sizeof path, "labels/%d/position_dbu/y", i);
        assert_eq(number_at(json, path), 4 + i % 2);
    }
    assert_null(find(json, "labels/0/count"));
    assert_eq(number_at(json, "summary/label_count"), 8);
    assert_eq(number_at(json, "summary/shape_count"), 10);
    assert_eq(number_at(json, "shape_counts_by_layer/1/shape_count"), 10);
    assert_eq(number_at(json, "shape_counts_by_layer/1/text_count"), 8);
    assert_eq(number_at(json, "shape_counts_by_layer/0/expanded_shape_count"), 14); /* 7 members of 2 boxes */
    cJSON_Delete(json);
}

static void test_crowded_labels(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"CROWDED\"}", id);
    assert_int_equal(count_at(json, "labels"), 2);
    assert_null(find(json, "labels/0/count"));
    assert_eq(number_at(json, "labels/0/position_dbu/x"), -1);
    assert_eq(number_at(json, "labels/1/count"), 16000000);
    assert_eq(number_at(json, "summary/label_count"), 2);
    assert_eq(number_at(json, "summary/shape_count"), 16000001);
    cJSON_Delete(json);
}

static void test_layer_names(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "layers/0/name"), "\xef\xbf\xbd");
    assert_string_equal(text_at(json, "layers/0/raw_hex"), "c3");
    assert_string_equal(text_at(json, "layers/1/name"), "LBL");
    assert_string_equal(text_at(json, "layers/1/name_source"), "oasis");
    assert_eq(number_at(json, "layers/0/shape_count"), 2);
    assert_eq(number_at(json, "layers/1/shape_count"), 10);
    assert_eq(number_at(json, "layers/1/text_count"), 8);
    cJSON_Delete(json);
}

/* Stored counts of cells and of layers agree. */
static void test_counts_agree(void **state) {
    (void)state;
    cJSON *cells = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\"}", id);
    cJSON *layers = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    double in_cells = 0, in_layers = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, at(cells, "cells")) {
        in_cells += number_at(item, "shape_count");
    }
    cJSON_ArrayForEach(item, at(layers, "layers")) {
        in_layers += number_at(item, "shape_count");
    }
    assert_eq(in_cells, 16000013);
    assert_eq(in_layers, 16000013);
    assert_eq(number_at(cells, "cells/2/child_instance_count"), 3); /* TOP: an array once */
    assert_eq(number_at(cells, "cells/2/expanded_instance_count"), 7);
    assert_eq(number_at(cells, "cells/2/children/0/count"), 7);
    cJSON_Delete(cells);
    cJSON_Delete(layers);
}

/* Both other cells are shown as U+FFFD: neither can be meant. */
static void test_ambiguous_name(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"\\ufffd\"}", id);
    assert_non_null(strstr(text_at(json, "message"), "Several"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"\\ufffdX\"}", id));
}

/* Each allocation fails in turn: said as such, nothing leaks. */
static void test_sweep(void **state) {
    (void)state;
    char arguments[64];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"depth\":2}", id);
    cJSON_Delete(run(&t, LOB_OK, "describe_cell", "%s", arguments)); /* what the session keeps is there from now on */
    for (uint64_t nth = 1;; nth++) {
        uint64_t live = lob_alloc_live();
        lob_alloc_fail_at(nth, 0);
        lob_buf out;
        lob_json_fault fault;
        cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        lob_call call = {.ctx = &ctx, .sessions = t.sessions};
        lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
        lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
        if (json && arena) {
            status = lob_tool_run(&call, lob_tool_find(LOB_STR("describe_cell"), LOB_TOOLSET_FULL), json, &out);
        }
        bool met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        lob_buf_release(&out);
        lob_arena_drop(arena);
        cJSON_Delete(json);
        assert_int_equal(lob_alloc_live(), live);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        if (!met) {
            assert_int_equal(status, LOB_OK);
            break;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_properties, setup, teardown),
        cmocka_unit_test_setup_teardown(test_repetitions, setup, teardown),
        cmocka_unit_test_setup_teardown(test_crowded_labels, setup, teardown),
        cmocka_unit_test_setup_teardown(test_layer_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_counts_agree, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ambiguous_name, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sweep, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
