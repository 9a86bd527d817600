/* describe_cell: transforms and boxes by hand, pages against the whole, hostile labels, budgets. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

#include "tests/support/stride.h"
#include "tool/cursor.h"
#include "tool_sweep.h"

static void assert_transform(const cJSON *instance, double x, double y, double rotation, bool mirror) {
    assert_eq(number_at(instance, "transform/x_dbu"), x);
    assert_eq(number_at(instance, "transform/y_dbu"), y);
    assert_close(number_at(instance, "transform/x_um"), x * 0.001, 5e-10);
    assert_close(number_at(instance, "transform/y_um"), y * 0.001, 5e-10);
    assert_eq(number_at(instance, "transform/rotation"), rotation);
    assert_int_equal(true_at(instance, "transform/mirror"), mirror);
    assert_eq(number_at(instance, "transform/magnification"), 1);
}

/* As KLayout has it for an AREF: a is the step from row to row, here along y, and b from column to column. */
static void assert_array(const cJSON *instance, bool is_array, double na, double nb, double ay, double bx) {
    assert_int_equal(true_at(instance, "array/is_array"), is_array);
    assert_eq(number_at(instance, "array/na"), na);
    assert_eq(number_at(instance, "array/nb"), nb);
    assert_eq(number_at(instance, "array/a_dbu/x"), 0);
    assert_eq(number_at(instance, "array/a_dbu/y"), ay);
    assert_eq(number_at(instance, "array/b_dbu/x"), bx);
    assert_eq(number_at(instance, "array/b_dbu/y"), 0);
    assert_close(number_at(instance, "array/a_um/y"), ay * 0.001, 5e-10);
    assert_close(number_at(instance, "array/b_um/x"), bx * 0.001, 5e-10);
}

static void test_top(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "cell"), "TOP");
    assert_box(json, 0, -2, 1110, 2000);
    assert_eq(number_at(json, "depth_used"), 1);
    assert_eq(number_at(json, "summary/instance_count"), 1);
    assert_eq(number_at(json, "summary/shape_count"), 1);
    assert_eq(number_at(json, "summary/label_count"), 0);
    assert_eq(number_at(json, "summary/expanded_instance_count"), 8);
    assert_eq(number_at(json, "summary/expanded_shape_count"), 15);
    assert_int_equal(count_at(json, "instances"), 1);
    const cJSON *mid = at(json, "instances/0");
    assert_string_equal(text_at(mid, "name"), "MID:0");
    assert_string_equal(text_at(mid, "child_cell"), "MID");
    assert_null(find(mid, "instance_path"));
    assert_transform(mid, 1000, 2000, 0, true);
    assert_array(mid, false, 1, 1, 0, 0);
    assert_box(mid, 1000, 1920, 1110, 2000);
    assert_eq(number_at(mid, "properties/0/attribute"), 7);
    assert_string_equal(text_at(mid, "properties/0/values/0"), "value");
    assert_int_equal(count_at(json, "shape_counts_by_layer"), 2);
    assert_eq(number_at(json, "shape_counts_by_layer/0/layer"), 1);
    assert_eq(number_at(json, "shape_counts_by_layer/0/shape_count"), 1);
    assert_eq(number_at(json, "shape_counts_by_layer/0/expanded_shape_count"), 8);
    assert_eq(number_at(json, "shape_counts_by_layer/1/shape_count"), 0);
    assert_eq(number_at(json, "shape_counts_by_layer/1/text_count"), 0);
    assert_eq(number_at(json, "shape_counts_by_layer/1/expanded_shape_count"), 7);
    assert_int_equal(count_at(json, "labels"), 0);
    assert_int_equal(count_at(json, "properties"), 0);
    assert_eq(number_at(json, "truncation/instances_dropped"), 0);
    assert_eq(number_at(json, "truncation/labels_dropped"), 0);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
}

static void test_depth(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"TOP\",\"depth\":2}", id);
    assert_eq(number_at(json, "depth_used"), 2);
    assert_int_equal(count_at(json, "instances"), 3);
    const cJSON *array = at(json, "instances/0"), *turned = at(json, "instances/1"), *mid = at(json, "instances/2");
    assert_string_equal(text_at(array, "name"), "LEAF:1");
    assert_string_equal(text_at(turned, "name"), "LEAF:0");
    assert_string_equal(text_at(mid, "name"), "MID:0");
    assert_int_equal(count_at(array, "instance_path"), 2);
    assert_string_equal(text_at(array, "instance_path/0"), "TOP");
    assert_string_equal(text_at(array, "instance_path/1"), "MID");
    assert_int_equal(count_at(mid, "instance_path"), 1);
    assert_box(array, 1000, 1920, 1110, 2000);
    assert_box(turned, 1080, 1990, 1100, 2000);
    assert_transform(array, 1000, 2000, 0, true);
    assert_transform(turned, 1100, 2000, 270, true);
    assert_array(array, true, 2, 3, -60, 50);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"depth\":0}", id);
    assert_int_equal(count_at(json, "instances"), 0);
    assert_eq(number_at(json, "depth_used"), 0);
    assert_eq(number_at(json, "truncation/instances_dropped"), 0);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"depth\":16}", id);
    assert_int_equal(count_at(json, "instances"), 3);
    cJSON_Delete(json);
}

static void test_labels(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"LEAF\"}", id);
    assert_int_equal(count_at(json, "labels"), 1);
    assert_string_equal(text_at(json, "labels/0/text"), "A");
    assert_memory_equal(text_at(json, "labels/0/id"), "txt_", 4);
    assert_int_equal(strlen(text_at(json, "labels/0/id")), 20);
    assert_eq(number_at(json, "labels/0/layer/layer"), 2);
    assert_eq(number_at(json, "labels/0/position_dbu/x"), 5);
    assert_eq(number_at(json, "labels/0/position_um/y"), 0.005);
    assert_null(find(json, "labels/0/count"));
    assert_null(find(json, "labels/0/bytes_cut"));
    cJSON_Delete(json);
}

static void test_empty_cell(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), NULL);
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "cell"), "OTHER");
    assert_true(true_at(json, "bbox_empty"));
    assert_box(json, 0, 0, 0, 0);
    assert_int_equal(count_at(json, "shape_counts_by_layer"), 0);
    cJSON_Delete(json);
}

static void test_errors(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"LEAFS\"}", id);
    assert_string_equal(text_at(json, "details/candidates/0"), "LEAF");
    assert_string_equal(text_at(json, "details/cell"), "LEAFS");
    assert_string_equal(text_at(json, "details/argument"), "cell");
    assert_null(strstr(text_at(json, "message"), "LEAFS"));
    assert_null(strstr(text_at(json, "details/hint"), "LEAFS"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_QUERY_TOO_LARGE, "describe_cell", "{\"session_id\":\"%s\",\"depth\":17}", id));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "describe_cell", "{\"session_id\":\"%s\",\"depth\":-1}", id));
    cJSON_Delete(run(&t, LOB_E_QUERY_TOO_LARGE, "describe_cell", "{\"session_id\":\"%s\",\"max_labels\":10001}", id));
    cJSON_Delete(
        run(&t, LOB_E_QUERY_TOO_LARGE, "describe_cell", "{\"session_id\":\"%s\",\"max_instances\":10001}", id));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "describe_cell", "{\"session_id\":\"%s\",\"depth\":1.5}", id));
}

/* ---- pages ---- */

typedef struct placed {
    char cell[4];
    int32_t x, y;
    int index;
} placed;

static int compare_placed(const void *a, const void *b) {
    const placed *p = a, *q = b;
    int order = strcmp(p->cell, q->cell);
    order = order ? order : (p->x > q->x) - (p->x < q->x);
    order = order ? order : (p->y > q->y) - (p->y < q->y);
    return order ? order : p->index - q->index;
}

typedef struct written {
    int layer;
    char text[4];
    int32_t x, y;
    int index;
} written;

static int compare_written(const void *a, const void *b) {
    const written *p = a, *q = b;
    int order = p->layer - q->layer;
    order = order ? order : strcmp(p->text, q->text);
    order = order ? order : (p->x > q->x) - (p->x < q->x);
    order = order ? order : (p->y > q->y) - (p->y < q->y);
    return order ? order : p->index - q->index;
}

enum { INSTS = 211, LABELS = 157 };
static placed insts[INSTS];
static written labels[LABELS];

/* Few cells, places and texts, so that ties are common. */
static const char *crowd_file(void) {
    uint32_t seed = 99;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < INSTS; i++) {
        seed = seed * 1664525u + 1013904223u;
        insts[i] = (placed){
            {(char)('A' + (seed >> 20) % 3), '\0'}, (int32_t)(seed >> 10) % 5 - 2, (int32_t)(seed >> 15) % 4, i};
        gds_sref(&b, insts[i].cell, false, false, insts[i].x, insts[i].y);
        gds_element_end(&b);
    }
    for (int i = 0; i < LABELS; i++) {
        seed = seed * 1664525u + 1013904223u;
        labels[i] = (written){(int)(seed >> 18) % 2,
                              {(char)('p' + (seed >> 20) % 3), '\0'},
                              (int32_t)(seed >> 10) % 5 - 2,
                              (int32_t)(seed >> 15) % 4,
                              i};
        gds_text(&b, labels[i].layer, labels[i].x, labels[i].y, labels[i].text, 1);
    }
    gds_cell_end(&b);
    for (int i = 0; i < 3; i++) {
        char name[2] = {(char)('A' + i), '\0'};
        gds_cell(&b, name);
        gds_box(&b, 5, 0, 0, 0, 7, 7);
        gds_cell_end(&b);
    }
    gds_end(&b);
    qsort(insts, INSTS, sizeof insts[0], compare_placed);
    qsort(labels, LABELS, sizeof labels[0], compare_written);
    return bench_file(&t, "crowd.gds", &b);
}

static void assert_page(const cJSON *json, int *inst, int *label) {
    const cJSON *item;
    cJSON_ArrayForEach(item, at(json, "instances")) {
        char name[16];
        const placed *p = &insts[(*inst)++];
        snprintf(name, sizeof name, "%s:%d", p->cell, p->index);
        assert_string_equal(text_at(item, "name"), name);
        assert_box(item, p->x, p->y, p->x + 7, p->y + 7);
    }
    cJSON_ArrayForEach(item, at(json, "labels")) {
        const written *w = &labels[(*label)++];
        assert_eq(number_at(item, "layer/layer"), w->layer);
        assert_string_equal(text_at(item, "text"), w->text);
        assert_eq(number_at(item, "position_dbu/x"), w->x);
        assert_eq(number_at(item, "position_dbu/y"), w->y);
    }
    assert_eq(number_at(json, "summary/instance_count"), INSTS);
    assert_eq(number_at(json, "summary/label_count"), LABELS);
    assert_eq(number_at(json, "truncation/instances_dropped"), INSTS - *inst);
    assert_eq(number_at(json, "truncation/labels_dropped"), LABELS - *label);
}

static void assert_pages(const char *id, int max_instances, int max_labels) {
    char cursor[256] = "";
    int inst = 0, label = 0;
    do {
        cJSON *json =
            cursor[0]
                ? run(&t, LOB_OK, "describe_cell",
                      "{\"session_id\":\"%s\",\"max_instances\":%d,\"max_labels\":%d,\"cursor\":\"%s\"}", id,
                      max_instances, max_labels, cursor)
                : run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"max_instances\":%d,\"max_labels\":%d}", id,
                      max_instances, max_labels);
        assert_page(json, &inst, &label);
        const cJSON *next = find(json, "next_cursor");
        assert_int_equal(next != NULL, inst < INSTS || label < LABELS);
        snprintf(cursor, sizeof cursor, "%s", next ? next->valuestring : "");
        cJSON_Delete(json);
    } while (cursor[0]);
    assert_int_equal(inst, INSTS);
    assert_int_equal(label, LABELS);
}

static void test_pages(void **state) {
    (void)state;
    const char *id = open_session(&t, crowd_file(), "TOP");
    assert_pages(id, 10000, 10000);
    if (!stride_is_on()) { /* some four hundred answers more */
        assert_pages(id, INSTS, 1);
        assert_pages(id, 1, LABELS);
    }
    assert_pages(id, 7, 50);
    assert_pages(id, 100, 3);
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(count_at(json, "instances"), 100);
    assert_int_equal(count_at(json, "labels"), 64);
    cJSON_Delete(json);
}

/* Ids of labels differ, and are the same whatever the page. */
static void test_label_ids(void **state) {
    (void)state;
    const char *id = open_session(&t, crowd_file(), "TOP");
    cJSON *all = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"max_labels\":1000}", id);
    cJSON *first = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"max_labels\":3,\"depth\":3}", id);
    for (int i = 0; i < LABELS; i++) {
        char path[32], other[32];
        snprintf(path, sizeof path, "labels/%d/id", i);
        if (i < 3) {
            assert_string_equal(text_at(all, path), text_at(first, path));
        }
        for (int j = 0; j < i; j++) {
            snprintf(other, sizeof other, "labels/%d/id", j);
            assert_string_not_equal(text_at(all, path), text_at(all, other));
        }
    }
    cJSON_Delete(all);
    cJSON_Delete(first);
}

static void assert_bad_cursor(const char *id, const char *more, const char *cursor) {
    cJSON *json =
        run(&t, LOB_E_INVALID_TARGET, "describe_cell", "{\"session_id\":\"%s\"%s,\"cursor\":\"%s\"}", id, more, cursor);
    assert_string_equal(text_at(json, "details/argument"), "cursor");
    cJSON_Delete(json);
}

/* A cursor with the right sum but a state that no page ends with. TOP is cell `cell` of the layout. */
static void assert_bad_state(const char *id, lob_ctx *ctx, const uint32_t *words, unsigned count) {
    lob_cursor cursor = {.count = count};
    memcpy(cursor.words, words, count * sizeof words[0]);
    for (unsigned cell = 0; cell < 4; cell++) {
        char binding[128];
        lob_str text;
        snprintf(binding, sizeof binding, "describe_cell %s %u 1", id, cell);
        assert_int_equal(lob_cursor_print(ctx, &cursor, lob_str_from(binding), &text), LOB_OK);
        assert_bad_cursor(id, "", text.data);
    }
}

static void test_cursor_errors(void **state) {
    (void)state;
    const char *id = open_session(&t, crowd_file(), "TOP");
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"max_instances\":3}", id);
    char cursor[256];
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    assert_bad_cursor(id, ",\"cell\":\"A\"", cursor);
    assert_bad_cursor(id, ",\"depth\":2", cursor);
    assert_bad_cursor(id, "", "cur_");
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const uint32_t states[][10] = {
        {0, 5, 1, INSTS, 0, 0, 0},        /* no such instance */
        {0, 5, 2, 0, 0, 0, 0, 0},         /* deeper than asked */
        {0, 5, 0, 0, 0, 0},               /* no step */
        {0, 5, 17, 0, 0, 0},              /* more steps than words */
        {0, 0, 0, 0, 5, 3, 2, 0, 0},      /* no such layer of texts */
        {0, 0, 0, 0, 5, 3, 0, LABELS, 0}, /* no such text */
        {0, 0, 0, 0, 5, 3, 0, 0, 1},      /* no such member */
        {0, 0, 0, 0, 5, 2, 0, 0},         /* not the place of a text */
        {1, 5, 1, 0, 0, 0, 0},            /* more given than there are */
        {0, 0, 0, 1, 5, 3, 0, 0, 0},      /* likewise of labels */
        {0, 0, 0, 0, 0, 0, 1},            /* something behind */
    };
    const unsigned counts[] = {7, 8, 6, 6, 9, 9, 9, 8, 7, 9, 7};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        lob_case("%u", counts[i]);
        assert_bad_state(id, &ctx, states[i], counts[i]);
    }
    const uint32_t short_state[] = {0, 0, 0, 0};
    assert_bad_state(id, &ctx, short_state, 2);
    assert_bad_state(id, &ctx, short_state, 4);
    lob_arena_drop(arena);
}

/* ---- hostile input ---- */

static void test_hostile_labels(void **state) {
    (void)state;
    static const char *const texts[] = {"\x1b[2J\x1b]0;pwned\x07",
                                        "\xe2\x80\xae"
                                        "evil\xe2\x81\xa6",
                                        "\xff\xfe"
                                        "A\xc0\xaf",
                                        "\"},{\"x\":\"",
                                        "\\u0000\\",
                                        "</script><!--",
                                        "\xe2\x80\xa8\xe2\x80\xa9\x7f\xc2\x85",
                                        "\xf3\xa0\x81\x81"
                                        "tag",
                                        "\xed\xa0\x80",
                                        "line\nbreak\r\t"};
    enum { COUNT = sizeof texts / sizeof texts[0] };
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    for (int i = 0; i < COUNT; i++) {
        gds_text(&b, i, 0, 0, texts[i], strlen(texts[i]));
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "hostile.gds", &b), NULL);
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id); /* run() checks every raw byte */
    assert_int_equal(count_at(json, "labels"), COUNT);
    for (int i = 0; i < COUNT; i++) {
        char path[40];
        snprintf(path, sizeof path, "labels/%d/text", i);
        bool is_utf8 = lob_utf8_valid(lob_str_from(texts[i]));
        if (is_utf8) {
            assert_string_equal(text_at(json, path), texts[i]);
        }
        snprintf(path, sizeof path, "labels/%d/raw_hex", i);
        assert_int_equal(find(json, path) != NULL, !is_utf8);
    }
    assert_string_equal(text_at(json, "labels/2/raw_hex"), "fffe41c0af");
    assert_string_equal(text_at(json, "labels/2/text"), "\xef\xbf\xbd\xef\xbf\xbd"
                                                        "A\xef\xbf\xbd\xef\xbf\xbd");
    assert_string_equal(text_at(json, "labels/8/raw_hex"), "eda080");
    cJSON_Delete(json);
}

/* A NUL inside a label leaves as an escape; the tree of cJSON would end there, so the raw text is looked at. */
static void test_nul_label(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    gds_text(&b, 1, 0, 0, "a\0b", 3);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "nul.gds", &b), NULL);
    char arguments[64];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"}", id);
    lob_buf out;
    assert_int_equal(run_raw(&t, "describe_cell", arguments, &out), LOB_OK);
    assert_safe((lob_str){out.data, out.size});
    lob_json_fault fault;
    assert_true(lob_json_check((lob_str){out.data, out.size}, true, &fault));
    assert_non_null(strstr(out.data, "\"text\":\"a\\u0000b\""));
    lob_buf_release(&out);
}

/* Labels are cut at 256 bytes, never inside a character, and what is lost is counted. */
static void test_long_labels(void **state) {
    (void)state;
    char text[600];
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    memset(text, 'x', sizeof text);
    gds_text(&b, 1, 0, 0, text, 256);
    gds_text(&b, 2, 0, 0, text, 257);
    memcpy(text + 255, "\xe2\x82\xac", 3); /* the euro sign across the cut */
    gds_text(&b, 3, 0, 0, text, 600);
    memset(text, 0xbf, sizeof text); /* continuation bytes alone */
    gds_text(&b, 4, 0, 0, text, 300);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "long.gds", &b), NULL);
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(strlen(text_at(json, "labels/0/text")), 256);
    assert_null(find(json, "labels/0/bytes_cut"));
    assert_int_equal(strlen(text_at(json, "labels/1/text")), 256);
    assert_eq(number_at(json, "labels/1/bytes_cut"), 1);
    assert_int_equal(strlen(text_at(json, "labels/2/text")), 255);
    assert_eq(number_at(json, "labels/2/bytes_cut"), 345);
    assert_null(find(json, "labels/2/raw_hex"));
    assert_eq(number_at(json, "labels/3/bytes_cut"), 44);
    assert_int_equal(strlen(text_at(json, "labels/3/raw_hex")), 512);
    assert_eq(number_at(json, "truncation/label_bytes_dropped"), 1 + 345 + 44);
    cJSON_Delete(json);
}

/* Properties: many of them, long and hostile ones. */
static void test_properties(void **state) {
    (void)state;
    char text[300];
    memset(text, 'p', sizeof text);
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    gds_sref(&b, "B", false, false, 0, 0);
    gds_property(&b, 1, "\xff\x1b", 2);
    gds_property(&b, 2, text, 300);
    for (int i = 3; i <= 40; i++) {
        gds_property(&b, i, "v", 1);
    }
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "B");
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "props.gds", &b), NULL);
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    const cJSON *inst = at(json, "instances/0");
    assert_true(true_at(inst, "bbox_empty"));
    assert_int_equal(count_at(inst, "properties"), 32);
    assert_eq(number_at(inst, "properties_dropped"), 8);
    assert_eq(number_at(inst, "properties/0/attribute"), 1);
    assert_string_equal(text_at(inst, "properties/0/raw_hex"), "ff1b");
    assert_string_equal(text_at(inst, "properties/0/values/0"), "\xef\xbf\xbd\x1b");
    assert_int_equal(strlen(text_at(inst, "properties/1/values/0")), 256);
    assert_eq(number_at(inst, "properties/1/bytes_cut"), 44);
    cJSON_Delete(json);
}

/* Ten instances a cell on eight levels are 10^8 paths: refused, and quickly; one level less deep is fine. */
static void test_budget(void **state) {
    (void)state;
    lob_buf b;
    char name[8], child[8];
    gds_begin(&b);
    for (int level = 0; level < 8; level++) {
        snprintf(name, sizeof name, "L%d", level);
        snprintf(child, sizeof child, "L%d", level + 1);
        gds_cell(&b, name);
        for (int i = 0; i < 10; i++) {
            gds_sref(&b, child, false, false, i, level);
            gds_element_end(&b);
        }
        gds_cell_end(&b);
    }
    gds_cell(&b, "L8");
    gds_box(&b, 1, 0, 0, 0, 1, 1);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "deep.gds", &b), NULL);
    if (!stride_is_on()) { /* up to the limit there are millions of steps, one like the other */
        cJSON *refusal = run(&t, LOB_E_QUERY_TOO_LARGE, "describe_cell", "{\"session_id\":\"%s\",\"depth\":8}", id);
        assert_string_equal(text_at(refusal, "details/limit_name"), "describe_work");
        cJSON_Delete(refusal);
    }
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"depth\":4,\"max_instances\":3}", id);
    assert_eq(number_at(json, "summary/instance_count"), 11110);
    assert_eq(number_at(json, "truncation/instances_dropped"), 11107);
    assert_string_equal(text_at(json, "instances/0/child_cell"), "L1");
    cJSON_Delete(json);
}

static void test_ghost(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    gds_sref(&b, "GONE", false, true, 10, 20);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "ghost.gds", &b), NULL);
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_true(true_at(json, "instances/0/is_ghost"));
    assert_true(true_at(json, "instances/0/bbox_empty"));
    assert_transform(at(json, "instances/0"), 10, 20, 90, false);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"GONE\"}", id);
    assert_true(true_at(json, "is_ghost"));
    cJSON_Delete(json);
}

/* 6000 instances and 5000 labels asked for at once: a message takes a part of each, the pages make up the whole. */
static void test_pages_by_weight(void **state) {
    (void)state;
    const int all_instances = (int)stride_pick(6000, 2000), all_texts = (int)stride_pick(5000, 1500);
    const int width = (int)stride_pick(5, 200); /* the fewer, the heavier */
    lob_buf b;
    char text[256], leaf[256] = "LEAF", cursor[256] = "";
    if (stride_is_on()) {
        memset(leaf, 'L', sizeof leaf - 1);
    }
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < all_instances; i++) {
        gds_sref(&b, leaf, false, false, i, 0);
        gds_element_end(&b);
    }
    for (int i = 0; i < all_texts; i++) {
        snprintf(text, sizeof text, "L%0*d", width, i);
        gds_text(&b, 1, i, 0, text, strlen(text));
    }
    gds_cell_end(&b);
    gds_cell(&b, leaf);
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "heavy.gds", &b), NULL);
    int instances = 0, texts = 0, pages = 0;
    do {
        cJSON *json = run(&t, LOB_OK, "describe_cell",
                          "{\"session_id\":\"%s\",\"max_instances\":10000,\"max_labels\":10000%s%s%s}", id,
                          cursor[0] ? ",\"cursor\":\"" : "", cursor, cursor[0] ? "\"" : "");
        const cJSON *item;
        cJSON_ArrayForEach(item, at(json, "labels")) {
            snprintf(text, sizeof text, "L%0*d", width, texts++);
            assert_string_equal(text_at(item, "text"), text);
        }
        instances += count_at(json, "instances");
        assert_eq(number_at(json, "truncation/instances_dropped"), all_instances - instances);
        assert_eq(number_at(json, "truncation/labels_dropped"), all_texts - texts);
        const cJSON *next = find(json, "next_cursor");
        snprintf(cursor, sizeof cursor, "%s", next ? next->valuestring : "");
        cJSON_Delete(json);
        pages++;
    } while (cursor[0]);
    assert_int_equal(instances, all_instances);
    assert_int_equal(texts, all_texts);
    assert_gt(pages, 1);
}

/* Turned by 30 degrees, four in a row, but the last one is mirrored: three make the set. */
static void test_turned_alike(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "PAD");
    gds_box(&b, 1, 0, 0, 0, 100, 100);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < 4; i++) {
        const int32_t at[2] = {1000 * i, 0};
        gds_record(&b, 0x0a, 0, NULL, 0);
        gds_string(&b, 0x12, "PAD", 3);
        gds_bits(&b, 0x1a, i == 3 ? 0x8000 : 0);
        gds_record(&b, 0x1c, 5, "\x42\x1e\0\0\0\0\0\0", 8); /* 30 */
        gds_int32s(&b, 0x10, 2, at);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "turned.gds", &b), "TOP");
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_eq(number_at(json, "regular_sets/0/sets/0/place_count"), 3);
    assert_eq(number_at(json, "regular_sets/0/sets/0/rotation"), 30);
    assert_eq(number_at(json, "regular_sets/0/irregular_count"), 1);
    assert_close(number_at(json, "regular_sets/0/irregular_um/0/x"), 3, 1e-9);
    cJSON_Delete(json);
}

/* TOP: PAD as 4 columns by 3 rows, 1 x 2 um apart, of twelve placements but for one hole, and two elsewhere, the first
 * of which is turned and lies to the right; ROW as two arrays of three that go on from each other; ONCE as one array;
 * ODD at three places; TRIO and DEEP, which holds a PAD and so comes behind it in the layout, at three in a column. */
static const char *regular_file(const bench *b) {
    static const char *const names[] = {"PAD", "ROW", "ONCE", "ODD", "TRIO"};
    lob_buf out;
    gds_begin(&out);
    for (int i = 0; i < 5; i++) {
        gds_cell(&out, names[i]);
        gds_box(&out, 1, 0, 0, 0, 100, 100);
        gds_cell_end(&out);
    }
    gds_cell(&out, "DEEP");
    gds_sref(&out, "PAD", false, false, 0, 0);
    gds_element_end(&out);
    gds_cell_end(&out);
    gds_cell(&out, "TOP");
    for (int i = 0; i < 12; i++) {
        if (i != 6) {
            gds_sref(&out, "PAD", false, false, 1000 * (i % 4), 2000 * (i / 4));
            gds_element_end(&out);
        }
    }
    gds_sref(&out, "PAD", false, true, 1000, 0);
    gds_element_end(&out);
    gds_sref(&out, "PAD", false, false, 777, 9999);
    gds_element_end(&out);
    for (int i = 0; i < 2; i++) {
        gds_aref(&out, "ROW", 3, 1, 1500 * i, 50000, 500, 500);
        gds_element_end(&out);
    }
    gds_aref(&out, "ONCE", 5, 5, 0, 90000, 500, 500);
    gds_element_end(&out);
    for (int i = 0; i < 3; i++) {
        gds_sref(&out, "TRIO", false, false, 0, 60000 + 700 * i);
        gds_element_end(&out);
        gds_sref(&out, "DEEP", false, false, 40000, 700 * i);
        gds_element_end(&out);
        gds_sref(&out, "ODD", false, false, 100 * i * i, 70000 + 31 * i);
        gds_element_end(&out);
    }
    gds_cell_end(&out);
    gds_end(&out);
    return bench_file(b, "regular.gds", &out);
}

static void test_regular(void **state) {
    (void)state;
    const char *id = open_session(&t, regular_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(count_at(json, "regular_sets"), 5);
    assert_eq(number_at(json, "regular_sets/4/sets/0/rows"), 3);
    const cJSON *pad = at(json, "regular_sets/2"), *row = at(json, "regular_sets/3");
    assert_string_equal(text_at(json, "regular_sets/0/child_cell"), "DEEP");
    assert_string_equal(text_at(json, "regular_sets/1/child_cell"), "ONCE");
    assert_string_equal(text_at(pad, "child_cell"), "PAD");
    assert_eq(number_at(pad, "place_count"), 13);
    assert_int_equal(count_at(pad, "sets"), 1);
    assert_eq(number_at(pad, "sets/0/columns"), 4);
    assert_eq(number_at(pad, "sets/0/rows"), 3);
    assert_close(number_at(pad, "sets/0/column_pitch_um/x"), 1, 1e-9);
    assert_close(number_at(pad, "sets/0/row_pitch_um/y"), 2, 1e-9);
    assert_eq(number_at(pad, "sets/0/hole_count"), 1);
    assert_eq(number_at(pad, "irregular_count"), 2);
    assert_close(number_at(pad, "irregular_um/0/x"), 0.777, 1e-9);
    assert_close(number_at(pad, "irregular_um/0/y"), 9.999, 1e-9);
    assert_close(number_at(pad, "irregular_um/1/x"), 1, 1e-9);
    assert_string_equal(text_at(row, "child_cell"), "ROW");
    assert_eq(number_at(row, "place_count"), 6);
    assert_eq(number_at(row, "sets/0/columns"), 6);
    assert_close(number_at(row, "sets/0/column_pitch_um/x"), 0.5, 1e-9);
    assert_eq(number_at(row, "irregular_count"), 0);
    assert_null(find(row, "irregular_um"));
    cJSON_Delete(json);
    /* Neither without instances nor on a later page. */
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"depth\":0}", id);
    assert_null(find(json, "regular_sets"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"max_instances\":2}", id);
    assert_non_null(find(json, "regular_sets"));
    cJSON *next = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"max_instances\":2,\"cursor\":\"%s\"}", id,
                      text_at(json, "next_cursor"));
    assert_null(find(next, "regular_sets"));
    cJSON_Delete(next);
    cJSON_Delete(json);
    /* No room: left out rather than instances. */
    json = run(&t, LOB_OK, "describe_cell", "{\"session_id\":\"%s\",\"max_chars\":1900}", id);
    assert_null(find(json, "regular_sets"));
    assert_gt(count_at(json, "instances"), 0);
    cJSON_Delete(json);
    char arguments[64];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"}", id);
    sweep_tool(&t, "describe_cell", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_top, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_depth, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_labels, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_empty_cell, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_pages_by_weight, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_label_ids, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_cursor_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_hostile_labels, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_nul_label, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_long_labels, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_properties, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_budget, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_ghost, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_regular, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_turned_alike, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
