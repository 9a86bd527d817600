/* describe_region against a layout whose content is known: 20 cells D00 .. D19, each a box on layer 1/0 that is wider
 * from one to the next, placed once in a row (D03 in an array of 2 x 3); 30 labels that are there once, one 40 times,
 * one large; boxes that overlap on 5/0; and the budget against the bytes of the answer. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool_sweep.h"

enum { DEVICES = 20, LABELS = 30, REPEATED = 40 };

static const char *chip;

static void add_large_text(lob_buf *b) {
    const int32_t xy[2] = {7000, 9000};
    gds_record(b, 0x0c, 0, NULL, 0);
    gds_int16(b, 0x0d, 3);
    gds_int16(b, 0x16, 0);
    gds_bits(b, 0x1a, 0);
    gds_record(b, 0x1b, 5, "\x41\x20\0\0\0\0\0\0", 8); /* magnification 2 */
    gds_int32s(b, 0x10, 2, xy);
    gds_string(b, 0x19, "WAFER", 5);
    gds_element_end(b);
}

static void add_top(lob_buf *b) {
    char name[16];
    gds_cell(b, "TOP");
    for (int i = 0; i < DEVICES; i++) {
        snprintf(name, sizeof name, "D%02d", i);
        if (i == 3) {
            gds_aref(b, name, 2, 3, 10000 * i, 0, 2000, 2000);
        } else {
            gds_sref(b, name, false, false, 10000 * i, 0);
        }
        gds_element_end(b);
    }
    for (int i = 0; i < LABELS; i++) {
        snprintf(name, sizeof name, "label_%02d", i);
        gds_text(b, 2, 1000 * i, 8000, name, strlen(name));
    }
    for (int i = REPEATED - 1; i >= 0; i--) {
        gds_text(b, 2, 1000 * i, 8500, "all", 3);
    }
    add_large_text(b);
    gds_box(b, 5, 0, 0, -3000, 4000, -1000);
    gds_box(b, 5, 0, 3000, -3000, 6000, 0); /* 1 x 2 um of it lie in the other */
    gds_cell_end(b);
}

static int setup(void **state) {
    (void)state;
    lob_buf b;
    char name[16];
    bench_open(&t);
    gds_begin(&b);
    add_top(&b);
    for (int i = 0; i < DEVICES; i++) {
        snprintf(name, sizeof name, "D%02d", i);
        gds_cell(&b, name);
        gds_box(&b, 1, 0, 0, 0, 1000 + 100 * i, 1000);
        gds_cell_end(&b);
    }
    gds_end(&b);
    chip = open_session(&t, bench_file(&t, "many.gds", &b), "TOP");
    return 0;
}

#define ALL                      "\"box\":{\"left\":-10,\"bottom\":-10,\"right\":300,\"top\":50}"
#define DESCRIBE(expected, rest) run(&t, expected, "describe_region", "{\"session_id\":\"%s\"," rest "}", chip)

/* Devices before guides, the larger first; D03's place is its first member. */
static void assert_components_in_order(const cJSON *json) {
    const cJSON *item;
    bool was_guide = false;
    double last = 1e9;
    assert_eq(count_at(json, "components"), DEVICES);
    cJSON_ArrayForEach(item, at(json, "components")) {
        const bool is_guide = find(item, "is_guide") != NULL;
        const double width = number_at(item, "bbox_um/right") - number_at(item, "bbox_um/left");
        const int index = atoi(text_at(item, "cell") + 1);
        assert_close(width, (1 + 0.1 * index), 1e-9);
        assert_eq(number_at(item, "count"), index == 3 ? 6 : 1);
        assert_ge(is_guide, was_guide);
        if (is_guide == was_guide) {
            assert_lt(width, last);
        }
        was_guide = is_guide;
        last = width;
    }
}

static void test_lists(void **state) {
    (void)state;
    cJSON *json = DESCRIBE(LOB_OK, ALL ",\"budget_tokens\":4000");
    assert_eq(number_at(json, "summary/shape_count"), DEVICES + 5 + 2);
    assert_eq(number_at(json, "summary/text_count"), LABELS + REPEATED + 1);
    assert_eq(number_at(json, "summary/instance_count"), DEVICES);
    assert_eq(number_at(json, "summary/layer_count"), 4);
    /* Direct instances by what they cover: the array is 6 x 1.3 um2, the others at most 2.9. */
    assert_string_equal(text_at(json, "instances/0/cell"), "D03");
    assert_eq(number_at(json, "instances/0/instance_count"), 1);
    assert_eq(number_at(json, "instances/0/member_count"), 6);
    assert_string_equal(text_at(json, "instances/1/cell"), "D19");
    assert_eq(number_at(json, "instances/1/bbox_um/left"), 190);
    assert_string_equal(text_at(json, "instances/2/cell"), "D18");
    /* Labels: the large one, those that are there once, then the repeated one. */
    assert_string_equal(text_at(json, "labels/0/text"), "WAFER");
    assert_string_equal(text_at(json, "labels/1/text"), "label_00");
    assert_string_equal(text_at(json, "labels/2/text"), "label_01");
    assert_eq(number_at(json, "labels/0/count"), 1);
    assert_eq(number_at(json, "labels/0/at_um/x"), 7);
    /* Layers: 1/0 sum of 1 + i/10 for i = 0..19, and five times 1.3 more; 5/0: 4 x 2 + 3 x 3 - 1 x 2. */
    assert_eq(number_at(json, "layers/0/layer/layer"), 1);
    assert_close(number_at(json, "layers/0/area_um2"), (20 + 19 + 5 * 1.3), 1e-9);
    assert_eq(number_at(json, "layers/0/shape_count"), 25);
    assert_eq(number_at(json, "layers/0/least_box_side_um"), 1);
    assert_eq(number_at(json, "layers/1/layer/layer"), 5);
    assert_eq(number_at(json, "layers/1/area_um2"), 15);
    assert_close(number_at(json, "layers/1/density"), 15.0 / (310 * 60), 1e-6);
    assert_eq(number_at(json, "layers/1/least_box_side_um"), 2);
    assert_eq(number_at(json, "layers/2/layer/layer"), 2);
    assert_eq(number_at(json, "layers/2/text_count"), 70);
    assert_null(find(json, "layers/2/least_box_side_um"));
    assert_null(find(json, "nearest"));
    /* Without a convention the direct instances stand for components, and are called a guess. */
    assert_eq(number_at(json, "summary/component_count"), DEVICES + 5);
    assert_string_equal(text_at(json, "components/0/source"), "instance");
    assert_lt(number_at(json, "components/0/confidence"), 1);
    assert_components_in_order(json);
    cJSON_Delete(json);
}

static int dropped(const cJSON *json, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "truncation/%s_dropped", name);
    return (int)number_at(json, path);
}

/* Whatever the budget: the answer is as large as it says, not larger than was asked for, and nothing is lost count of.
 */
static void test_budget(void **state) {
    (void)state;
    int shown_before = 0;
    static const char *const names[5] = {"components", "layers", "instances", "labels", "guides"};
    static const int whole[4] = {DEVICES, 4, DEVICES, LABELS + 2};
    for (int budget = 300; budget <= 4000; budget += 185) {
        char arguments[256];
        lob_buf out;
        lob_json_fault fault;
        snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"," ALL ",\"budget_tokens\":%d}", chip, budget);
        assert_int_equal(run_raw(&t, "describe_region", arguments, &out), LOB_OK);
        cJSON *json = lob_json_parse((lob_str){out.data, out.size}, &fault);
        const double used = number_at(json, "truncation/used_tokens");
        assert_le(out.size, 4 * (size_t)budget);
        assert_le(fabs(used - ceil((double)out.size / 4)), 1); /* its own digits may be one less */
        int shown = 0;
        for (int i = 0; i < 4; i++) {
            assert_int_equal(count_at(json, names[i]) + dropped(json, names[i]), whole[i]);
            shown += count_at(json, names[i]);
        }
        assert_ge(shown, shown_before);
        shown_before = shown;
        lob_buf_release(&out);
        cJSON_Delete(json);
    }
    assert_gt(shown_before, 40);
}

static void test_small_budget_keeps_first(void **state) {
    (void)state;
    cJSON *json = DESCRIBE(LOB_OK, ALL);
    assert_eq(number_at(json, "truncation/budget_tokens"), 1000);
    assert_gt(number_at(json, "truncation/labels_dropped"), 0);
    assert_string_equal(text_at(json, "labels/0/text"), "WAFER");
    assert_string_equal(text_at(json, "instances/0/cell"), "D03");
    assert_eq(number_at(json, "layers/0/layer/layer"), 1);
    cJSON_Delete(json);
}

static void test_empty(void **state) {
    (void)state;
    cJSON *json = DESCRIBE(LOB_OK, "\"box\":{\"left\":-60,\"bottom\":20,\"right\":-50,\"top\":30}");
    assert_eq(count_at(json, "components"), 0);
    assert_eq(count_at(json, "layers"), 0);
    assert_eq(count_at(json, "labels"), 0);
    /* label_00 at 0, 8 and others at 0, 8.5: those are nearer to the corner -50, 20. */
    assert_string_equal(text_at(json, "nearest/kind"), "text");
    assert_eq(number_at(json, "nearest/dx_um"), 50);
    assert_eq(number_at(json, "nearest/dy_um"), -11.5);
    assert_string_equal(text_at(json, "nearest/direction"), "lower_right");
    assert_int_equal(count_at(json, "notes"), 1);
    cJSON_Delete(json);
    json = DESCRIBE(LOB_OK, "\"box\":{\"left\":1,\"bottom\":-0.9,\"right\":2,\"top\":-0.5}");
    assert_string_equal(text_at(json, "nearest/direction"), "down");
    assert_eq(number_at(json, "nearest/dx_um"), 0);
    assert_eq(number_at(json, "nearest/dy_um"), -0.1);
    cJSON_Delete(json);
    json = DESCRIBE(LOB_OK, "\"box\":{\"left\":0,\"bottom\":-1,\"right\":0.5,\"top\":0}");
    assert_string_equal(text_at(json, "nearest/direction"), "touching");
    cJSON_Delete(json);
    json = DESCRIBE(LOB_OK, "\"cell\":\"D00\",\"box\":{\"left\":-5,\"bottom\":0.2,\"right\":-4,\"top\":0.3}");
    assert_string_equal(text_at(json, "nearest/direction"), "right");
    assert_string_equal(text_at(json, "nearest/kind"), "shape");
    cJSON_Delete(json);
}

static void test_bad(void **state) {
    (void)state;
    cJSON_Delete(DESCRIBE(LOB_E_INVALID_TARGET, ALL ",\"budget_tokens\":299"));
    cJSON_Delete(DESCRIBE(LOB_E_QUERY_TOO_LARGE, ALL ",\"budget_tokens\":4001"));
    cJSON_Delete(DESCRIBE(LOB_E_INVALID_BOX, "\"box\":{\"left\":1,\"bottom\":0,\"right\":0,\"top\":1}"));
    cJSON_Delete(DESCRIBE(LOB_E_INVALID_BOX, "\"box\":{\"left\":0,\"bottom\":0,\"right\":1e-9,\"top\":1}"));
    cJSON *json = DESCRIBE(LOB_E_INVALID_TARGET, ALL ",\"cell\":\"TOQ\"");
    assert_string_equal(text_at(json, "details/candidates/0"), "TOP");
    cJSON_Delete(json);
}

/* Without a box the cell's own, which has everything; a cell that holds nothing has none. */
static void test_whole_cell(void **state) {
    (void)state;
    cJSON *json = DESCRIBE(LOB_OK, "\"budget_tokens\":1000");
    assert_eq(number_at(json, "summary/shape_count"), DEVICES + 5 + 2);
    assert_eq(number_at(json, "summary/text_count"), LABELS + REPEATED + 1);
    assert_eq(number_at(json, "box_um/bottom"), -3);
    cJSON_Delete(json);
    json = DESCRIBE(LOB_OK, "\"cell\":\"D19\"");
    assert_eq(number_at(json, "box_um/right"), 2.9);
    assert_eq(number_at(json, "summary/shape_count"), 1);
    cJSON_Delete(json);
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "NONE");
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "none.gds", &b), "NONE");
    json = run(&t, LOB_E_INVALID_BOX, "describe_region", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "details/reason"), "no_area");
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[256];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"," ALL ",\"budget_tokens\":300}", chip);
    assert_gt(sweep_tool(&t, "describe_region", arguments), 3);
}

/* SiEPIC's way of marking: a device layer, pins as paths; a guide drawn as a path and one as a box. */
static void test_ports(void **state) {
    (void)state;
    char here[1024];
    assert_non_null(getcwd(here, sizeof here));
    cJSON *opened = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s/fixtures/pins_siepic.gds\"}", here);
    char id[32];
    snprintf(id, sizeof id, "%s", text_at(opened, "session_id"));
    cJSON *json = run(&t, LOB_OK, "describe_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":-1,\"bottom\":-5,\"right\":48,\"top\":5},"
                      "\"budget_tokens\":4000}",
                      id);
    bool has_wide = false;
    const cJSON *component;
    cJSON_ArrayForEach(component, at(json, "components")) {
        if (strcmp(text_at(component, "cell"), "wide") == 0) {
            has_wide = true;
            assert_true(true_at(component, "is_guide"));
            assert_eq(number_at(component, "confidence"), 1);
            assert_string_equal(text_at(component, "source"), "device:DevRec");
            assert_int_equal(count_at(component, "ports"), 2);
            assert_string_equal(text_at(component, "ports/0/name"), "opt1");
            assert_eq(number_at(component, "ports/0/at_um/x"), 40);
            assert_eq(number_at(component, "ports/0/at_um/y"), 0);
            assert_eq(number_at(component, "ports/0/width_um"), 0.6);
            assert_string_equal(text_at(component, "ports/1/source"), "marker");
        }
    }
    assert_true(has_wide);
    assert_ge(count_at(json, "guides"), 2);
    assert_eq(number_at(json, "guides/0/width_um"), 0.5);
    assert_eq(number_at(json, "guides/1/width_um"), 0.6);
    cJSON_Delete(json);
    cJSON_Delete(opened);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists), cmocka_unit_test(test_budget), cmocka_unit_test(test_small_budget_keeps_first),
        cmocka_unit_test(test_empty), cmocka_unit_test(test_bad),    cmocka_unit_test(test_whole_cell),
        cmocka_unit_test(test_ports), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
