/* The public face, used as a program uses it: through <lob/lob.h> alone. Numbers are those that fixtures/coupler.recipe
 * and fixtures/rules.recipe were drawn with; allocations fail one by one. */
#include <pthread.h>
#include <unistd.h>

#include <lob/lob.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "json/reader.h"

#define COUPLER "fixtures/coupler.gds"
#define DECK    "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"S1\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.25}]}"

static lob_desk *desk;
static lob_doc *doc;

static int setup(void **state) {
    (void)state;
    lob_json_init();
    desk = lob_desk_new();
    return desk && lob_doc_open(desk, COUPLER, &doc) == 0 ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    lob_doc_close(doc);
    lob_desk_drop(desk);
    lob_doc_close(NULL);
    lob_desk_drop(NULL);
    return 0;
}

static void assert_fault(const char *code) {
    assert_string_equal(lob_desk_code(desk), code);
    assert_ne(lob_desk_message(desk)[0], '\0');
    assert_ne(lob_desk_hint(desk)[0], '\0');
}

static lob_doc_view view_of(const lob_doc_box *box, const uint32_t *layers, uint32_t count) {
    return (lob_doc_view){lob_doc_top_at(doc, 0), box, layers, count};
}

/* ---- what it says ---- */

static void a_doc_describes_itself(void **state) {
    (void)state;
    lob_doc_info info;
    lob_doc_layer layer;
    lob_doc_cell cell;
    lob_doc_warning warning;
    lob_doc_describe(doc, &info);
    assert_int_equal(lob_api_version(), LOB_API);
    assert_string_equal(info.format, "gds");
    assert_false(info.is_gzip);
    assert_eq(info.dbu_um, 0.001);
    assert_int_equal(strlen(info.sha256), 64);
    assert_gt(info.file_size, 0);
    assert_int_equal(info.layer_count, 3);
    assert_int_equal(lob_doc_layer_at(doc, 0, &layer), 0);
    assert_int_equal(layer.layer, 1);
    assert_int_equal(layer.datatype, 0);
    assert_non_null(layer.name);
    assert_int_equal(lob_doc_layer_at(doc, info.layer_count, &layer), -1);
    assert_int_equal(lob_doc_find_layer(doc, 1, 0), 0);
    assert_int_equal(lob_doc_find_layer(doc, 99, 0), LOB_DOC_NONE);
    const uint32_t top = lob_doc_top_at(doc, 0);
    assert_int_equal(lob_doc_top_at(doc, info.top_count), LOB_DOC_NONE);
    assert_int_equal(lob_doc_cell_at(doc, top, &cell), 0);
    assert_int_equal(lob_doc_cell_at(doc, info.cell_count, &cell), -1);
    assert_string_equal(cell.name, "coupler");
    assert_true(cell.is_top);
    assert_false(cell.is_ghost);
    assert_true(cell.has_box);
    assert_le(cell.box.left, 0);
    assert_ge(cell.box.right, 44000);
    assert_int_equal(lob_doc_find_cell(doc, "coupler", 7), top);
    assert_int_equal(lob_doc_find_cell(doc, "couple", 6), LOB_DOC_NONE);
    assert_int_equal(lob_doc_warning_at(doc, info.warning_count, &warning), -1);
}

static void a_doc_tells_warnings_and_cells_without_a_box(void **state) {
    (void)state;
    lob_doc *other;
    lob_doc_info info;
    lob_doc_warning warning;
    lob_doc_cell cell = {0};
    assert_int_equal(lob_doc_open(desk, "fixtures/bad/odd_gds_missing_cell.gds", &other), 0);
    lob_doc_describe(other, &info);
    assert_gt(info.warning_count, 0);
    assert_int_equal(lob_doc_warning_at(other, 0, &warning), 0);
    assert_true(warning.kind[0]);
    assert_true(warning.text[0]);
    assert_gt(warning.count, 0);
    bool ghost = false;
    for (uint32_t i = 0; i < info.cell_count; i++) {
        assert_int_equal(lob_doc_cell_at(other, i, &cell), 0);
        ghost = ghost || (cell.is_ghost && !cell.has_box);
    }
    assert_true(ghost);
    lob_doc_close(other);
}

/* ---- what lies in a box ---- */

static void shapes_come_with_their_outlines(void **state) {
    (void)state;
    const uint32_t silicon[] = {0, 0};
    const lob_doc_view view = view_of(NULL, silicon, 2);
    const lob_doc_shape *shapes;
    size_t count;
    int more;
    lob_doc_gap gap;
    double area;
    assert_int_equal(lob_doc_find_shapes(desk, doc, &view, 2, &shapes, &count, &more), 0);
    assert_int_equal(count, 2);
    assert_int_equal(more, 0);
    assert_string_equal(shapes[0].kind, "polygon");
    assert_int_equal(shapes[0].layer, 0);
    assert_gt(shapes[0].ring_count, 4);
    assert_int_equal(lob_doc_measure_gap(desk, &shapes[0], &shapes[1], &gap), 0);
    assert_eq(gap.distance, 200);
    assert_true(gap.is_whole);
    assert_true(!gap.is_touching);
    assert_eq(gap.from_y, -100);
    assert_eq(gap.to_y, 100);
    assert_eq(gap.from_x, gap.to_x);
    assert_int_equal(lob_doc_measure_area(desk, &shapes[0], &area), 0);
    assert_int_equal(lob_doc_measure_gap(desk, &shapes[0], &shapes[0], &gap), 0);
    assert_eq(gap.distance, 0);
    assert_true(gap.is_touching);

    double areas[3];
    assert_int_equal(lob_doc_measure_layers(desk, doc, &view, areas), 0);
    double second;
    assert_int_equal(lob_doc_measure_area(desk, &shapes[1], &second), 0);
    assert_eq(areas[0], area + second);
    assert_eq(areas[1], 0);
    assert_eq(areas[2], 0);
}

static void a_page_says_that_there_is_more(void **state) {
    (void)state;
    const lob_doc_view view = view_of(NULL, NULL, 0);
    const lob_doc_shape *shapes;
    size_t count;
    int more;
    assert_int_equal(lob_doc_find_shapes(desk, doc, &view, 1, &shapes, &count, &more), 0);
    assert_int_equal(count, 1);
    assert_int_equal(more, 1);
    const lob_doc_box nowhere = {1000000, 1000000, 1000001, 1000001};
    const lob_doc_view empty = view_of(&nowhere, NULL, 0);
    assert_int_equal(lob_doc_find_shapes(desk, doc, &empty, 1, &shapes, &count, &more), 0);
    assert_int_equal(count, 0);
    assert_int_equal(more, 0);
}

static void texts_come_with_their_places(void **state) {
    (void)state;
    lob_doc *other;
    const lob_doc_text *texts;
    size_t count;
    int more;
    assert_int_equal(lob_doc_open(desk, "fixtures/texts.gds", &other), 0);
    const lob_doc_view view = {.cell = lob_doc_top_at(other, 0)};
    assert_int_equal(lob_doc_find_texts(desk, other, &view, 1000, &texts, &count, &more), 0);
    assert_gt(count, 1);
    assert_int_equal(more, 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(texts[i].text[texts[i].text_size], '\0');
    }
    assert_int_equal(lob_doc_find_texts(desk, other, &view, 1, &texts, &count, &more), 0);
    assert_int_equal(more, 1);
    lob_doc_close(other);
}

/* A window cuts areas: a box inside one waveguide is covered whole. */
static void areas_are_of_the_box(void **state) {
    (void)state;
    const lob_doc_box box = {16000, 150, 17000, 350};
    const lob_doc_view view = view_of(&box, NULL, 0);
    double areas[3];
    assert_int_equal(lob_doc_measure_layers(desk, doc, &view, areas), 0);
    assert_eq(areas[0], 1000.0 * 200);
}

/* ---- pictures and files ---- */

static void a_picture_is_a_png_of_its_size(void **state) {
    (void)state;
    static const unsigned char head[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const lob_doc_view view = view_of(NULL, (const uint32_t[]){0}, 1);
    const void *png[3];
    size_t size[3];
    for (int ground = LOB_DOC_LIGHT; ground <= LOB_DOC_MASK; ground++) {
        assert_int_equal(lob_doc_draw(desk, doc, &view, 300, 70, (lob_doc_ground)ground, &png[ground], &size[ground]),
                         0);
        const unsigned char *bytes = png[ground];
        assert_memory_equal(bytes, head, sizeof head);
        assert_int_equal(bytes[18] * 256 + bytes[19], 300);
        assert_int_equal(bytes[22] * 256 + bytes[23], 70);
        assert_int_equal(bytes[25], ground == LOB_DOC_MASK ? 0 : 2); /* grey, colours */
    }
    if (size[0] == size[1]) {
        assert_memory_not_equal(png[0], png[1], size[0]);
    }
    const void *again;
    size_t again_size;
    const lob_doc_view all = view_of(NULL, NULL, 0);
    assert_int_equal(lob_doc_draw(desk, doc, &all, 300, 70, LOB_DOC_LIGHT, &again, &again_size), 0);
    if (again_size == size[0]) {
        assert_memory_not_equal(again, png[0], again_size);
    }
}

/* A layer named twice is drawn once, and another layer is another picture. */
static void a_picture_shows_the_layers_asked_for(void **state) {
    (void)state;
    static const uint32_t lists[][2] = {{0, 0}, {0, 0}, {2, 0}};
    const void *png[3];
    size_t size[3];
    for (uint32_t i = 0; i < 3; i++) {
        const lob_doc_view view = view_of(NULL, lists[i], i == 1 ? 2 : 1);
        assert_int_equal(lob_doc_draw(desk, doc, &view, 100, 40, LOB_DOC_LIGHT, &png[i], &size[i]), 0);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(png[0], png[1], size[0]);
    if (size[0] == size[2]) {
        assert_memory_not_equal(png[0], png[2], size[0]);
    }
}

static void a_cell_without_area_is_drawn(void **state) {
    (void)state;
    lob_doc *other;
    const void *png;
    size_t size;
    double areas[64];
    assert_int_equal(lob_doc_open(desk, "fixtures/bad/odd_gds_missing_cell.gds", &other), 0);
    lob_doc_info info;
    lob_doc_describe(other, &info);
    for (uint32_t i = 0; i < info.cell_count; i++) {
        const lob_doc_view view = {.cell = i};
        assert_int_equal(lob_doc_draw(desk, other, &view, 8, 8, LOB_DOC_LIGHT, &png, &size), 0);
        assert_int_equal(lob_doc_measure_layers(desk, other, &view, areas), 0);
    }
    lob_doc_close(other);
}

static void make_path(char path[64], const char *name) {
    snprintf(path, 64, "/tmp/lob_api_%d_%s", (int)getpid(), name);
}

static void a_doc_survives_another_format(void **state) {
    (void)state;
    static const char *const names[] = {"a.oas", "a.gds", "a.oas.gz", "a.GDS.GZ", "a.bin"};
    char path[64];
    for (unsigned i = 0; i < 5; i++) {
        const lob_doc_warning *lost = NULL;
        size_t count = 9;
        lob_doc *other;
        lob_doc_info info;
        double before[3], after[3];
        const lob_doc_view view = view_of(NULL, NULL, 0);
        make_path(path, names[i]);
        assert_int_equal(lob_doc_write(desk, doc, path, i == 4 ? "oas" : NULL, i == 0 ? NULL : &lost, &count), 0);
        assert_eq(count, i == 0 ? 9 : 0);
        assert_int_equal(lob_doc_open(desk, path, &other), 0);
        unlink(path);
        lob_doc_describe(other, &info);
        assert_string_equal(info.format, i == 1 || i == 3 ? "gds" : "oas");
        assert_int_equal(info.is_gzip, i == 2 || i == 3);
        const lob_doc_view same = {.cell = lob_doc_top_at(other, 0)};
        assert_int_equal(lob_doc_measure_layers(desk, doc, &view, before), 0);
        assert_int_equal(lob_doc_measure_layers(desk, other, &same, after), 0);
        assert_memory_equal(before, after, sizeof before);
        lob_doc_close(other);
    }
}

static void writing_tells_what_was_lost(void **state) {
    (void)state;
    lob_doc *other;
    const lob_doc_warning *lost;
    size_t count;
    char path[64];
    make_path(path, "lost.gds");
    assert_int_equal(lob_doc_open(desk, "fixtures/oasis/layer_names.oas", &other), 0);
    assert_int_equal(lob_doc_write(desk, other, path, "gds", &lost, &count), 0);
    unlink(path);
    assert_gt(count, 0);
    assert_true(lost[0].kind[0]);
    assert_true(lost[0].text[0]);
    assert_gt(lost[0].count, 0);
    lob_doc_close(other);
}

static void bytes_are_saved(void **state) {
    (void)state;
    char path[64], back[8] = "";
    make_path(path, "bytes");
    assert_int_equal(lob_desk_save(desk, path, "abc", 3), 0);
    FILE *file = fopen(path, "rb");
    assert_int_equal(fread(back, 1, sizeof back, file), 3);
    fclose(file);
    unlink(path);
    assert_string_equal(back, "abc");
    assert_int_equal(lob_desk_save(desk, "/nowhere/at/all", "abc", 3), -1);
    assert_fault("FILE_NOT_FOUND");
}

/* ---- rules ---- */

static void rules_find_the_gap(void **state) {
    (void)state;
    const lob_doc_view view = view_of(NULL, NULL, 0);
    const lob_doc_finding *findings;
    size_t count;
    uint64_t total;
    assert_int_equal(lob_doc_run_rules(desk, doc, &view, DECK, strlen(DECK), &findings, &count, &total), 0);
    assert_gt(count, 0);
    assert_int_equal(total, count);
    double least = 1e9;
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(findings[i].rule, "S1");
        assert_string_equal(findings[i].severity, "error");
        assert_string_equal(findings[i].kind, "edge_pair");
        assert_int_equal(findings[i].point_count, 4);
        least = findings[i].value < least ? findings[i].value : least;
    }
    assert_eq(least, 200);
    const lob_doc_box far = {-900000, -900000, -800000, -800000};
    const lob_doc_view nothing = view_of(&far, NULL, 0);
    assert_int_equal(lob_doc_run_rules(desk, doc, &nothing, DECK, strlen(DECK), &findings, &count, &total), 0);
    assert_int_equal(count, 0);
    assert_int_equal(total, 0);
}

/* ---- errors ---- */

static void faults_are_told(void **state) {
    (void)state;
    lob_doc *other = NULL;
    lob_desk_detail detail;
    bool has_text = false, has_number = false;
    assert_int_equal(lob_doc_open(desk, "/nowhere/at/all.gds", &other), -1);
    assert_fault("FILE_NOT_FOUND");
    assert_int_equal(lob_doc_open(desk, "", &other), -1);
    assert_fault("FILE_NOT_FOUND");
    assert_int_equal(lob_doc_open(desk, "fixtures/bad/gds_cut_in_element.gds", &other), -1);
    assert_fault("UNSUPPORTED_FORMAT");
    for (unsigned i = 0; lob_desk_detail_at(desk, i, &detail) == 0; i++) {
        has_text = has_text || (detail.text && strcmp(detail.key, "reason") == 0 && detail.text_size > 0);
        has_number = has_number || (!detail.text && strcmp(detail.key, "offset") == 0 && detail.number > 0);
    }
    assert_true(has_text);
    assert_true(has_number);
    assert_null(other);
    assert_int_equal(lob_doc_write(desk, doc, "/tmp/x.txt", NULL, NULL, NULL), -1);
    assert_fault("INVALID_TARGET");
    assert_int_equal(lob_doc_write(desk, doc, "/tmp/x.gds", "cif", NULL, NULL), -1);
    assert_fault("INVALID_TARGET");
    lob_desk_clear(desk);
    assert_string_equal(lob_desk_code(desk), "OK");
    assert_string_equal(lob_desk_hint(desk), "");
}

static void odd_views_are_refused(void **state) {
    (void)state;
    static const lob_doc_box odd[] = {{0, 0, 0, 5},
                                      {0, 5, 5, 5},
                                      {-(INT64_C(1) << 53), 0, 1, 1},
                                      {0, -(INT64_C(1) << 53), 1, 1},
                                      {0, 0, INT64_C(1) << 53, 1},
                                      {0, 0, 1, INT64_C(1) << 53}};
    const lob_doc_shape *shapes;
    const void *png;
    size_t count;
    uint64_t total;
    int more;
    double areas[3];
    const lob_doc_finding *findings;
    const lob_doc_text *texts;
    for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        lob_case("odd[%u]", i);
        const lob_doc_view view = view_of(&odd[i], NULL, 0);
        assert_int_equal(lob_doc_find_shapes(desk, doc, &view, 1, &shapes, &count, &more), -1);
        assert_fault("INVALID_BOX");
    }
    const uint32_t unknown = 3;
    const lob_doc_view layers = view_of(NULL, &unknown, 1);
    assert_int_equal(lob_doc_measure_layers(desk, doc, &layers, areas), -1);
    assert_fault("INVALID_LAYER");
    const lob_doc_view cell = {.cell = 1000};
    assert_int_equal(lob_doc_draw(desk, doc, &cell, 8, 8, LOB_DOC_DARK, &png, &count), -1);
    assert_fault("INVALID_TARGET");
    assert_int_equal(lob_doc_run_rules(desk, doc, &cell, DECK, strlen(DECK), &findings, &count, &total), -1);
    assert_int_equal(lob_doc_find_texts(desk, doc, &cell, 1, &texts, &count, &more), -1);
    const lob_doc_view all = view_of(NULL, NULL, 0);
    static const uint32_t sides[][2] = {{0, 1}, {1, 0}, {16385, 1}, {1, 16385}, {16384, 16384}};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(lob_doc_draw(desk, doc, &all, sides[i][0], sides[i][1], LOB_DOC_DARK, &png, &count), -1);
        assert_fault("QUERY_TOO_LARGE");
    }
    assert_int_equal(lob_doc_run_rules(desk, doc, &all, "{", 1, &findings, &count, &total), -1);
    assert_fault("INVALID_TARGET");
    const char *tiny =
        "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"S\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":1e-9}]}";
    assert_int_equal(lob_doc_run_rules(desk, doc, &all, tiny, strlen(tiny), &findings, &count, &total), -1);
    assert_fault("INVALID_TARGET");
}

static void coordinates_beyond_the_exact_are_refused(void **state) {
    (void)state;
    const int64_t far = INT64_C(1) << 60;
    const lob_doc_point ring[] = {{0, 0}, {far, 0}, {far, far}};
    const lob_doc_shape shape = {0, "polygon", {0, 0, far, far}, ring, 3};
    lob_doc_gap gap;
    double area = 7;
    assert_int_equal(lob_doc_measure_area(desk, &shape, &area), -1);
    assert_fault("QUERY_TOO_LARGE");
    assert_eq(area, 7);
    assert_int_equal(lob_doc_measure_gap(desk, &shape, &shape, &gap), -1);
    assert_fault("QUERY_TOO_LARGE");
}

static void a_cancelled_desk_stops_until_cleared(void **state) {
    (void)state;
    lob_doc *other;
    lob_desk_cancel(desk);
    assert_int_equal(lob_doc_open(desk, "fixtures/reticle.gds", &other), -1);
    assert_string_equal(lob_desk_code(desk), "CANCELLED");
    lob_desk_clear(desk);
    assert_int_equal(lob_doc_open(desk, "fixtures/reticle.gds", &other), 0);
    lob_doc_close(other);
}

/* ---- threads: one doc, a desk each ---- */

static void *measure_there(void *arg) {
    double *areas = arg;
    lob_desk *own = lob_desk_new();
    const lob_doc_view view = view_of(NULL, NULL, 0);
    for (int i = 0; i < 20; i++) {
        areas[3] += lob_doc_measure_layers(own, doc, &view, areas);
        lob_desk_clear(own);
    }
    lob_desk_drop(own);
    return NULL;
}

static void threads_share_a_doc(void **state) {
    (void)state;
    pthread_t threads[4];
    double areas[4][4] = {{0}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, measure_there, areas[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_memory_equal(areas[i], areas[0], sizeof areas[0]);
        assert_eq(areas[i][3], 0);
        assert_gt(areas[i][0], 0);
    }
}

/* ---- allocations that fail ---- */

static bool opens(void *arg) {
    (void)arg;
    lob_desk *own = lob_desk_new();
    lob_doc *fresh = NULL;
    bool fine = own && lob_doc_open(own, COUPLER, &fresh) == 0;
    lob_doc_close(fresh);
    lob_desk_drop(own);
    return fine;
}

typedef bool asking(lob_desk *own, const lob_doc_view *view);

static bool asks_shapes(lob_desk *own, const lob_doc_view *view) {
    const lob_doc_shape *shapes;
    const lob_doc_text *texts;
    size_t count;
    int more;
    lob_doc_gap gap;
    double area;
    return lob_doc_find_shapes(own, doc, view, 2, &shapes, &count, &more) == 0 &&
           lob_doc_measure_gap(own, &shapes[0], &shapes[1], &gap) == 0 &&
           lob_doc_measure_area(own, &shapes[0], &area) == 0 &&
           lob_doc_find_texts(own, doc, view, 2, &texts, &count, &more) == 0;
}

static bool asks_areas(lob_desk *own, const lob_doc_view *view) {
    double areas[3];
    return lob_doc_measure_layers(own, doc, view, areas) == 0;
}

static bool asks_picture(lob_desk *own, const lob_doc_view *view) {
    const void *png;
    size_t size;
    return lob_doc_draw(own, doc, view, 40, 40, LOB_DOC_LIGHT, &png, &size) == 0;
}

static bool asks_rules(lob_desk *own, const lob_doc_view *view) {
    const lob_doc_finding *findings;
    size_t count;
    uint64_t total;
    return lob_doc_run_rules(own, doc, view, DECK, strlen(DECK), &findings, &count, &total) == 0;
}

static bool asks_file(lob_desk *own, const lob_doc_view *view) {
    (void)view;
    char path[64];
    make_path(path, "sweep.oas");
    bool fine = lob_doc_write(own, doc, path, NULL, NULL, NULL) == 0 && lob_desk_save(own, path, "x", 1) == 0;
    unlink(path);
    return fine;
}

static bool asks(void *arg) {
    asking *ask = *(asking **)arg;
    const uint32_t layers[] = {1, 0};
    const lob_doc_view view = view_of(NULL, layers, 2);
    lob_desk *own = lob_desk_new();
    bool fine = own && ask(own, &view);
    if (own && !fine) {
        assert_string_equal(lob_desk_code(own), "TOOL_LIMIT_EXCEEDED");
    }
    lob_desk_drop(own);
    return fine;
}

static void allocations_fail_cleanly(void **state) {
    (void)state;
    asking *const all[] = {asks_shapes, asks_areas, asks_picture, asks_rules, asks_file};
    assert_gt(sweep_allocations_sparing(opens, NULL, true), 4);
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        lob_case("all[%u]", i);
        asking *ask = all[i];
        asks(&ask); /* the trees of the layout are made once and kept */
        assert_gt(sweep_allocations_sparing(asks, &ask, true), 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_doc_describes_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(a_doc_tells_warnings_and_cells_without_a_box, setup, teardown),
        cmocka_unit_test_setup_teardown(shapes_come_with_their_outlines, setup, teardown),
        cmocka_unit_test_setup_teardown(a_page_says_that_there_is_more, setup, teardown),
        cmocka_unit_test_setup_teardown(texts_come_with_their_places, setup, teardown),
        cmocka_unit_test_setup_teardown(areas_are_of_the_box, setup, teardown),
        cmocka_unit_test_setup_teardown(a_picture_is_a_png_of_its_size, setup, teardown),
        cmocka_unit_test_setup_teardown(a_picture_shows_the_layers_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(a_cell_without_area_is_drawn, setup, teardown),
        cmocka_unit_test_setup_teardown(a_doc_survives_another_format, setup, teardown),
        cmocka_unit_test_setup_teardown(writing_tells_what_was_lost, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_are_saved, setup, teardown),
        cmocka_unit_test_setup_teardown(rules_find_the_gap, setup, teardown),
        cmocka_unit_test_setup_teardown(faults_are_told, setup, teardown),
        cmocka_unit_test_setup_teardown(odd_views_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(coordinates_beyond_the_exact_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_cancelled_desk_stops_until_cleared, setup, teardown),
        cmocka_unit_test_setup_teardown(threads_share_a_doc, setup, teardown),
        cmocka_unit_test_setup_teardown(allocations_fail_cleanly, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
