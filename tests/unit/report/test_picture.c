/* Pictures of a report and of its markers alone, without the page around them: at the ends of the range, of nothing, of
 * more than is drawn, and where memory ends. */
#include "tests/support/lob_test.h"

#include "tests/unit/tool/tool_support.h"

#include "report/markers_draw.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"
#include "tool/registry.h"

typedef struct easel {
    bench t;
    lob_arena *arena;
    lob_ctx ctx;
    lob_call call;
    lob_report_ask ask;
    lob_report_told told;
    lob_buf out;
    lob_reporter r;
} easel;

static void easel_open(easel *e, const char *path, const char *top) {
    e->arena = lob_arena_new(0);
    lob_ctx_init(&e->ctx, e->arena);
    e->call = (lob_call){.ctx = &e->ctx, .sessions = e->t.sessions};
    e->ask = (lob_report_ask){.open = {.path = lob_str_from(path), .top_cell = lob_str_from(top)}};
    e->told = (lob_report_told){0};
    lob_buf_init(&e->out, 0);
    e->r = (lob_reporter){.call = &e->call, .ask = &e->ask, .told = &e->told, .out = &e->out};
    assert_int_equal(lob_tool_open_layout(&e->call, &e->ask.open, &e->r.opened), LOB_OK);
    e->r.layout = e->call.session->layout;
    e->r.dbu = lob_layout_dbu(e->r.layout);
}

static void easel_close(easel *e) {
    lob_call_end(&e->call);
    lob_buf_release(&e->out);
    lob_arena_drop(e->arena);
    bench_close(&e->t);
}

static void easel_with_chip(easel *e) {
    bench_open(&e->t);
    easel_open(e, chip_file(&e->t), "TOP");
}

static lob_report_view small_view(const easel *e) {
    return (lob_report_view){
        .cell = e->call.session->top, .layer = LOB_NONE, .box = {-100, -100, 1500, 2500}, .width = 31, .height = 17};
}

/* ---- where a picture ends ---- */

static void assert_fit(const lob_reporter *r, lob_box64 box, lob_box64 expected) {
    const lob_box64 fit = lob_report_fit(r, box);
    assert_memory_equal(&fit, &expected, sizeof fit);
}

static void test_fit(void **state) {
    const int64_t edge = LOB_COORD_MAX;
    const lob_reporter r = {.dbu = 0.001}, coarse = {.dbu = 4};
    (void)state;
    assert_fit(&r, (lob_box64){0, 0, 40000, 1000}, (lob_box64){-2000, -500, 42000, 1500});
    assert_fit(&r, LOB_BOX64_EMPTY, (lob_box64){-1000, -1000, 1000, 1000});
    assert_fit(&coarse, (lob_box64){5, 5, 5, 5}, (lob_box64){4, 4, 6, 6});
    assert_fit(&r, (lob_box64){-edge, -edge, edge, edge}, (lob_box64){-edge, -edge, edge, edge});
}

/* ---- what the bytes hold ---- */

static unsigned sextet(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(digits, c);
    assert_true(c);
    assert_true(at);
    return (unsigned)(at - digits);
}

/* Width and height of the PNG behind `from` (its header is 16 bytes in), and how many bytes all of it has. */
static size_t png_of(const char *from, unsigned side[2]) {
    const char *text = strstr(from, "base64,");
    uint8_t head[24];
    assert_non_null(text);
    text += strlen("base64,");
    for (size_t i = 0; i < sizeof head / 3; i++) {
        const unsigned bits = sextet(text[4 * i]) << 18 | sextet(text[4 * i + 1]) << 12 | sextet(text[4 * i + 2]) << 6 |
                              sextet(text[4 * i + 3]);
        head[3 * i] = (uint8_t)(bits >> 16);
        head[3 * i + 1] = (uint8_t)(bits >> 8);
        head[3 * i + 2] = (uint8_t)bits;
    }
    for (size_t i = 0; i < 2; i++) {
        const uint8_t *at = head + 16 + 4 * i;
        side[i] = (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
    }
    return strcspn(text, "\"") / 4 * 3;
}

static void test_odd_sides(void **state) {
    static const unsigned sides[][2] = {{1, 1}, {31, 17}, {1, 64}, {333, 2}};
    easel e;
    (void)state;
    easel_with_chip(&e);
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        lob_case("%u, %u", sides[i][0], sides[i][1]);
        unsigned side[2];
        lob_report_view view = small_view(&e);
        view.width = sides[i][0];
        view.height = sides[i][1];
        lob_buf_clear(&e.out);
        assert_int_equal(lob_report_draw(&e.r, &view, LOB_STR("a<b"), NULL), LOB_OK);
        png_of(e.out.data, side);
        assert_memory_equal(side, sides[i], sizeof side);
        assert_non_null(strstr(e.out.data, "alt=\"a&lt;b\""));
        assert_int_equal(e.told.picture_count, i + 1);
    }
    easel_close(&e);
}

/* Boxes like rain in many colours do not pack: the picture is halved, its place in the page is not. */
static void test_halved(void **state) {
    enum { BOXES = 60000, SIDE = 1101, LAYERS = 24 };
    easel e;
    lob_buf b;
    uint32_t seed = 1;
    (void)state;
    stride_skip(); /* a million pixels; render_view's pictures are halved under valgrind as well */
    bench_open(&e.t);
    gds_begin(&b);
    gds_cell(&b, "RAIN");
    for (int i = 0; i < BOXES; i++) {
        int32_t at[4];
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525 + 1013904223;
            at[k] = (int32_t)((seed >> 8) % (k < 2 ? SIDE * 10 : 60));
        }
        gds_box(&b, i % LAYERS, 0, at[0], at[1], at[0] + at[2] + 10, at[1] + at[3] + 10);
    }
    gds_cell_end(&b);
    gds_end(&b);
    easel_open(&e, bench_file(&e.t, "rain.gds", &b), NULL);
    const lob_report_view view = {.cell = e.call.session->top,
                                  .layer = LOB_NONE,
                                  .box = {0, 0, SIDE * 10, SIDE * 10},
                                  .width = SIDE,
                                  .height = SIDE};
    unsigned side[2];
    assert_int_equal(lob_report_draw(&e.r, &view, LOB_STR("rain"), NULL), LOB_OK);
    assert_le(png_of(e.out.data, side), 1200000);
    assert_int_equal(side[0], (SIDE + 1) / 2);
    assert_int_equal(side[1], (SIDE + 1) / 2);
    assert_non_null(strstr(e.out.data, "<img width=\"1101\" height=\"1101\""));
    easel_close(&e);
}

/* A layer of texts alone has nothing to draw, and a cell without anything no layers. */
static void test_nothing_to_draw(void **state) {
    easel e;
    lob_buf b;
    uint32_t color = 0x123456;
    (void)state;
    bench_open(&e.t);
    gds_begin(&b);
    gds_cell(&b, "NONE");
    gds_cell_end(&b);
    gds_end(&b);
    easel_open(&e, bench_file(&e.t, "none.gds", &b), NULL);
    lob_report_view view = small_view(&e);
    assert_int_equal(lob_report_draw(&e.r, &view, LOB_STR("none"), &color), LOB_OK);
    assert_int_equal(color, 0x123456);
    easel_close(&e);
    easel_with_chip(&e);
    view = small_view(&e);
    view.layer = 1;
    assert_int_equal(lob_report_draw(&e.r, &view, LOB_STR("texts"), &color), LOB_OK);
    assert_int_equal(color, 0x123456);
    view.layer = 0;
    assert_int_equal(lob_report_draw(&e.r, &view, LOB_STR("boxes"), &color), LOB_OK);
    assert_int_not_equal(color, 0x123456);
    easel_close(&e);
}

static void test_cancelled(void **state) {
    easel e;
    lob_cancel cancel;
    (void)state;
    easel_with_chip(&e);
    const lob_report_view view = small_view(&e);
    atomic_init(&cancel.requested, true);
    e.ctx.cancel = &cancel;
    assert_int_equal(lob_report_draw(&e.r, &view, LOB_STR("no"), NULL), LOB_E_CANCELLED);
    assert_int_equal(e.ctx.error.code, LOB_E_CANCELLED);
    easel_close(&e);
}

/* ---- markers ---- */

typedef struct cluster {
    easel *e;
    lob_markers markers;
    const uint32_t *mine;
    uint32_t count;
} cluster;

static lob_status draw_cluster(const cluster *c) {
    lob_ctx_init(&c->e->ctx, c->e->arena);
    lob_buf_release(&c->e->out);
    lob_buf_init(&c->e->out, 0);
    return lob_report_draw_cluster(&c->e->r, &c->markers, c->mine, c->count);
}

static void assert_counts(const cluster *c, unsigned drawn, unsigned all) {
    char words[160];
    int size =
        snprintf(words, sizeof words, "<b><data value=\"%u\">%u</data> marker%s", drawn, drawn, drawn == 1 ? "" : "s");
    if (drawn < all) {
        size += snprintf(words + size, sizeof words - (size_t)size, ", the first of <data value=\"%u\">%u</data> that",
                         all, all);
    } else {
        size += snprintf(words + size, sizeof words - (size_t)size, "</b> in ");
    }
    assert_lt((size_t)size, sizeof words);
    assert_non_null(strstr(c->e->out.data, words));
}

static void assert_place(const cluster *c, const char *place) {
    const char *at = strstr(c->e->out.data, "</b> in ");
    assert_non_null(at);
    assert_memory_equal(at + strlen("</b> in "), place, strlen(place));
}

static lob_marker marker_of(const lob_rdb_value *values, uint32_t count) {
    return (lob_marker){.values = values, .value_count = count, .box = lob_marker_box(values, count, 0.001)};
}

enum { LINE = 70, RINGS = 300 };
static const lob_rdb_path thin;

/* Values of every kind, lines longer than a block of memory, polygons of more rings than are drawn, boxes empty. */
static void test_kinds_of_values(void **state) {
    static lob_um_point line[LINE], ring[3 * RINGS];
    static uint32_t contours[RINGS];
    static const lob_um_point far[] = {{-1e300, -1e300}, {1e300, 1e300}};
    easel e;
    (void)state;
    for (uint32_t i = 0; i < LINE; i++) {
        line[i] = (lob_um_point){0.01 * i, i % 2};
    }
    for (uint32_t i = 0; i < 3 * RINGS; i++) {
        ring[i] = (lob_um_point){i / 3 + (i % 3 == 1), i % 3 == 2};
        contours[i / 3] = 3 * (i / 3 + 1);
    }
    const lob_rdb_value values[] = {{.kind = LOB_RDB_PATH, .point_count = LINE, .points = line, .path = &thin},
                                    {.kind = LOB_RDB_PATH, .point_count = 1, .points = line, .path = &thin},
                                    {.kind = LOB_RDB_EDGE, .point_count = 2, .points = far},
                                    {.kind = LOB_RDB_EDGE_PAIR, .point_count = 4, .points = line},
                                    {.kind = LOB_RDB_EDGE_PAIR, .point_count = 0},
                                    {.kind = LOB_RDB_BOX, .point_count = 2, .points = line},
                                    {.kind = LOB_RDB_BOX, .point_count = 0},
                                    {.kind = LOB_RDB_POLYGON},
                                    {.kind = LOB_RDB_FLOAT, .number = 1},
                                    {.kind = LOB_RDB_POLYGON,
                                     .point_count = 3 * RINGS,
                                     .points = ring,
                                     .contour_count = RINGS,
                                     .contours = contours},
                                    {.kind = LOB_RDB_BOX, .point_count = 2, .points = line}};
    enum { COUNT = sizeof values / sizeof values[0] };
    const uint32_t mine[COUNT] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    lob_marker items[COUNT];
    easel_with_chip(&e);
    for (uint32_t i = 0; i < COUNT; i++) {
        items[i] = marker_of(&values[i], 1);
        items[i].box = (lob_box64){0, 0, 4000, 1000};
    }
    cluster c = {&e, {.items = items, .count = COUNT, .dbu = 0.001}, mine, 9};
    assert_int_equal(draw_cluster(&c), LOB_OK);
    assert_counts(&c, 9, 9);
    c.count = COUNT; /* the polygon takes all rings that are left: the last marker is not drawn */
    assert_int_equal(draw_cluster(&c), LOB_OK);
    assert_counts(&c, 10, 11);
    items[0] = marker_of(&values[9], 2); /* of one marker, two values */
    c.count = 1;
    assert_int_equal(draw_cluster(&c), LOB_OK);
    assert_counts(&c, 1, 1);
    assert_place(&c, "0, 0 to 300, 1<");
    easel_close(&e);
}

/* Points alone: no more than are drawn, and a cluster at the end of the range. */
static void test_points(void **state) {
    enum { COUNT = 257 };
    static lob_marker items[COUNT];
    static uint32_t mine[COUNT];
    easel e;
    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        items[i].box = (lob_box64){10 * i, 5, 10 * i, 5};
        mine[i] = i;
    }
    easel_with_chip(&e);
    cluster c = {&e, {.items = items, .count = COUNT, .dbu = 0.001}, mine, COUNT};
    assert_int_equal(draw_cluster(&c), LOB_OK);
    assert_counts(&c, 256, 257);
    items[0].box = (lob_box64){0, 7, 0, 9}; /* a line upright without a value */
    items[1].box = (lob_box64){-LOB_COORD_MAX, -LOB_COORD_MAX, LOB_COORD_MAX, LOB_COORD_MAX};
    c.count = 1;
    assert_int_equal(draw_cluster(&c), LOB_OK);
    assert_counts(&c, 1, 1);
    assert_place(&c, "0, 0.007 to 0, 0.009<");
    c.mine = mine + 1;
    assert_int_equal(draw_cluster(&c), LOB_OK);
    assert_counts(&c, 1, 1);
    assert_place(&c, "-9007199254740.99, -9007199254740.99 to 9007199254740.99, 9007199254740.99<");
    easel_close(&e);
}

/* The page of one marker, the caller's to release: the same picture has the same bytes. */
static lob_buf shown(easel *e, const lob_rdb_value *value, lob_box64 box) {
    static const uint32_t mine[] = {0};
    const lob_marker item = {.values = value, .value_count = value ? 1 : 0, .box = box};
    const cluster c = {e, {.items = &item, .count = 1, .dbu = 0.001}, mine, 1};
    assert_int_equal(draw_cluster(&c), LOB_OK);
    const lob_buf page = e->out;
    lob_buf_init(&e->out, 0);
    return page;
}

static bool same(lob_buf a, lob_buf b) {
    const bool is_same = a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
    lob_buf_release(&a);
    lob_buf_release(&b);
    return is_same;
}

/* A line beyond the range is drawn as far as the range goes; upright and level lines are lines, a point is a dot. */
static void test_lines_or_dots(void **state) {
    static const lob_um_point to_end[] = {{0, 0}, {9007199254740.99, 0.5}}, beyond[] = {{0, 0}, {1e300, 0.5}};
    static const lob_um_point from_end[] = {{-9007199254740.99, 0.5}, {0, 0}}, before[] = {{-1e300, 0.5}, {0, 0}};
    static const lob_um_point upright[] = {{0, 0}, {0, 1}}, level[] = {{0, 0}, {1, 0}};
    static const lob_box64 box = {0, 0, 1000, 1000}, high = {0, 0, 0, 1000}, wide = {0, 0, 1000, 0}, dot = {0, 0, 0, 0};
    const lob_um_point *const lines[] = {to_end, beyond, from_end, before, upright, level};
    lob_rdb_value v[6];
    easel e;
    (void)state;
    for (int i = 0; i < 6; i++) {
        v[i] = (lob_rdb_value){.kind = LOB_RDB_EDGE, .point_count = 2, .points = lines[i]};
    }
    easel_with_chip(&e);
    assert_true(same(shown(&e, &v[0], box), shown(&e, &v[1], box)));
    assert_true(same(shown(&e, &v[2], box), shown(&e, &v[3], box)));
    assert_false(same(shown(&e, &v[0], box), shown(&e, &v[2], box)));
    assert_false(same(shown(&e, &v[4], high), shown(&e, NULL, high)));
    assert_false(same(shown(&e, &v[5], wide), shown(&e, NULL, wide)));
    assert_true(same(shown(&e, &v[4], dot), shown(&e, NULL, dot)));
    easel_close(&e);
}

/* ---- where memory ends ---- */

typedef struct painting {
    easel *e;
    lob_report_view view;
} painting;

static bool attempt_draw(void *arg) {
    painting *p = arg;
    lob_ctx_init(&p->e->ctx, p->e->arena);
    lob_buf_init(&p->e->out, 0);
    const lob_status status = lob_report_draw(&p->e->r, &p->view, LOB_STR("small"), NULL);
    const bool is_whole = !p->e->out.failed;
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    assert_int_equal(p->e->ctx.error.code, status);
    lob_buf_release(&p->e->out);
    return status == LOB_OK && is_whole;
}

static bool attempt_cluster(void *arg) {
    cluster *c = arg;
    lob_ctx_init(&c->e->ctx, c->e->arena);
    lob_buf_init(&c->e->out, 0);
    const lob_status status = lob_report_draw_cluster(&c->e->r, &c->markers, c->mine, c->count);
    const bool is_whole = !c->e->out.failed;
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_buf_release(&c->e->out);
    return status == LOB_OK && is_whole;
}

/* So many annotations, so many layers that their lists are blocks of their own. */
static void test_memory_of_pictures(void **state) {
    enum { LAYERS = 300, ANNOTATIONS = 12 };
    static const lob_vec2 spot = {10, 10};
    lob_annotation list[ANNOTATIONS];
    easel e;
    lob_buf b;
    (void)state;
    for (int i = 0; i < ANNOTATIONS; i++) {
        list[i] = (lob_annotation){.kind = LOB_ANNOTATION_POINT, .points = &spot, .point_count = 1};
    }
    bench_open(&e.t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < LAYERS; i++) {
        gds_box(&b, i, 0, 0, 0, 1000, 1000);
    }
    gds_cell_end(&b);
    gds_end(&b);
    easel_open(&e, bench_file(&e.t, "layers.gds", &b), NULL);
    painting p = {&e, small_view(&e)};
    p.view.annotations = list;
    p.view.annotation_count = ANNOTATIONS;
    lob_buf_release(&e.out);
    assert_true(attempt_draw(&p)); /* the session makes its cover once */
    assert_gt(sweep_allocations_sparing(attempt_draw, &p, true), 10);
    easel_close(&e);
}

static void test_memory_of_markers(void **state) {
    static lob_um_point line[LINE], corners[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    static uint32_t contour = LINE;
    static const uint32_t mine[] = {0};
    easel e;
    (void)state;
    for (uint32_t i = 0; i < LINE; i++) {
        line[i] = (lob_um_point){0.01 * i, 0.02 * (i % 2)};
    }
    const lob_rdb_value values[] = {
        {.kind = LOB_RDB_PATH, .point_count = LINE, .points = line, .path = &thin},
        {.kind = LOB_RDB_POLYGON, .point_count = LINE, .points = line, .contour_count = 1, .contours = &contour},
        {.kind = LOB_RDB_EDGE_PAIR, .point_count = 4, .points = corners}};
    easel_with_chip(&e);
    const lob_marker item = marker_of(values, 3);
    cluster c = {&e, {.items = &item, .count = 1, .dbu = 0.001}, mine, 1};
    assert_int_equal(draw_cluster(&c), LOB_OK);
    lob_buf_release(&e.out);
    assert_gt(sweep_allocations_sparing(attempt_cluster, &c, true), 50);
    easel_close(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fit),
                                       cmocka_unit_test(test_odd_sides),
                                       cmocka_unit_test(test_halved),
                                       cmocka_unit_test(test_nothing_to_draw),
                                       cmocka_unit_test(test_cancelled),
                                       cmocka_unit_test(test_kinds_of_values),
                                       cmocka_unit_test(test_points),
                                       cmocka_unit_test(test_lines_or_dots),
                                       cmocka_unit_test(test_memory_of_pictures),
                                       cmocka_unit_test(test_memory_of_markers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
