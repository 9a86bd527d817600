/* Layers transformed, against matrices; boxes of placed cells, against those of a layout made here; shapes that a deck
 * sends. */
#include "tests/support/lob_test.h"

#include <math.h>

#include "../render/rig.h"
#include "script/placed.h"

static uint64_t state = 9;

static int64_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % n);
}

typedef struct bench {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *a, *result;
} bench;

static bench begin(lob_value_kind kind) {
    bench r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    assert_int_equal(lob_value_new(&r.ctx, kind, &r.a), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, kind, &r.result), LOB_OK);
    return r;
}

static void end(bench *r) {
    lob_value_drop(r->a);
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

/* Half away from zero. */
static int64_t near(double v) {
    return (int64_t)(v < 0 ? -floor(0.5 - v) : floor(0.5 + v));
}

static void edges_and_pairs(void **unused) {
    (void)unused;
    for (int i = 0; i < 200; i++) {
        const lob_edge64 e = {{below(1000) - 500, below(1000) - 500}, {below(1000) - 500, below(1000) - 500}};
        const lob_edge_pair pair = {e, {{e.to.x + 7, e.to.y}, {e.from.x + 7, e.from.y}}};
        const double mag = i % 3 ? 1 : 0.25 * (double)(1 + below(16)), angle = (double)below(360) + 0.25;
        const bool is_mirrored = i % 2;
        const int64_t dx = below(100), dy = -below(100);
        const lob_trans t = lob_trans_make_placed(is_mirrored, angle, mag, dx, dy);
        const double c = mag * cos(angle * M_PI / 180), s = mag * sin(angle * M_PI / 180);
        const double x = (double)e.from.x, y = (double)(is_mirrored ? -e.from.y : e.from.y);
        const lob_point64 expected = {near(c * x - s * y + (double)dx), near(s * x + c * y + (double)dy)};
        bench r = begin(LOB_VALUE_EDGES);
        assert_int_equal(lob_value_put_edges(&r.ctx, r.a, &e, 1), LOB_OK);
        assert_int_equal(lob_op_transformed(&r.ctx, r.a, &t, r.result), LOB_OK);
        assert_eq(r.result->edges[0].from.x, expected.x);
        assert_eq(r.result->edges[0].from.y, expected.y);
        end(&r);
        r = begin(LOB_VALUE_PAIRS);
        r.a->is_symmetric = true;
        assert_int_equal(lob_value_put_pairs(&r.ctx, r.a, &pair, 1), LOB_OK);
        assert_int_equal(lob_op_transformed(&r.ctx, r.a, &t, r.result), LOB_OK);
        assert_true(r.result->is_symmetric);
        assert_eq(r.result->pairs[0].first.from.x, expected.x);
        assert_eq(r.result->pairs[0].first.from.y, expected.y);
        end(&r);
    }
}

/* What becomes too small for the grid is gone, and a hull takes its holes along. */
static void polygons(void **unused) {
    (void)unused;
    const lob_point64 points[] = {{0, 0},     {400, 0},   {400, 400}, {0, 400},  {100, 100}, {100, 200},
                                  {200, 200}, {200, 100}, {1000, 0},  {1004, 0}, {1004, 4},  {1000, 4}};
    const lob_contour contours[] = {{0, 4, false}, {4, 4, true}, {8, 4, false}};
    const lob_polygons all = {points, contours, 12, 3};
    const lob_trans small = lob_trans_make_placed(false, 0, 0.05, 0, 0);
    const lob_trans smaller = lob_trans_make_placed(false, 0, 0.001, 0, 0);
    const lob_trans turned = lob_trans_make_placed(true, 90, 1, 10, 20);
    bench r = begin(LOB_VALUE_REGION);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.a, &all), LOB_OK);
    assert_int_equal(lob_op_transformed(&r.ctx, r.a, &small, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 2);
    assert_true(r.result->raw.contours[1].is_hole);
    assert_eq(r.result->raw.points[2].x, 20);
    assert_int_equal(lob_op_transformed(&r.ctx, r.a, &smaller, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    assert_int_equal(lob_op_transformed(&r.ctx, r.a, &turned, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 3);
    for (uint32_t i = 0; i < r.result->raw.point_count; i++) {
        const lob_point64 p = r.result->raw.points[i];
        bool is_there = false; /* mirrored, then a quarter to the left: x and y change places */
        for (uint32_t k = 0; k < 12; k++) {
            is_there = is_there || (p.x == points[k].y + 10 && p.y == points[k].x + 20);
        }
        assert_true(is_there);
    }
    end(&r);
}

static lob_talk_arg whole(int64_t v) {
    return (lob_talk_arg){.type = 'i', .integer = v, .number = (double)v};
}

static void sent(void **unused) {
    (void)unused;
    static const int64_t shapes[] = {2, 4, 0, 0, 9,  0, 9,  9, 0,  9, 4, 3, 3, 3, 6, 6, 6,
                                     6, 3, 1, 3, 20, 0, 25, 0, 20, 5, 1, 2, 0, 0, 1, 1};
    enum { COUNT = sizeof shapes / sizeof shapes[0] };
    lob_talk_arg args[COUNT];
    for (int i = 0; i < COUNT; i++) {
        args[i] = whole(shapes[i]);
    }
    bench r = begin(LOB_VALUE_REGION);
    assert_int_equal(lob_op_put(&r.ctx, NULL, args, COUNT, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 3); /* a line is no polygon */
    assert_true(r.result->raw.contours[1].is_hole);
    assert_int_equal(lob_op_put(&r.ctx, NULL, args, COUNT - 1, r.result), LOB_E_DRC_RUN_FAILED);
    assert_int_equal(lob_op_put(&r.ctx, NULL, args, 9, r.result), LOB_E_DRC_RUN_FAILED);
    args[2] = whole(INT64_C(1) << 40);
    assert_int_equal(lob_op_put(&r.ctx, NULL, args, COUNT, r.result), LOB_E_DRC_RUN_FAILED);
    args[2].type = 'd';
    assert_int_equal(lob_op_put(&r.ctx, NULL, args, COUNT, r.result), LOB_E_DRC_RUN_FAILED);
    end(&r);
    r = begin(LOB_VALUE_PAIRS);
    assert_int_equal(lob_op_put(&r.ctx, NULL, args + 3, 16, r.result), LOB_OK);
    assert_int_equal(r.result->count, 2);
    assert_false(r.result->is_symmetric);
    r.a->is_symmetric = r.a->lacks_order = true;
    assert_int_equal(lob_op_put(&r.ctx, r.a, args + 3, 16, r.result), LOB_OK);
    assert_true(r.result->is_symmetric && r.result->lacks_order);
    assert_eq(r.result->pairs[1].second.to.y, shapes[3 + 15]);
    assert_int_equal(lob_op_put(&r.ctx, r.a, args + 3, 15, r.result), LOB_E_DRC_RUN_FAILED);
    end(&r);
}

/* A path along the axes is the box around its line. */
static void paths(void **unused) {
    (void)unused;
    const lob_talk_arg line[] = {whole(10), whole(20), whole(60), whole(20)};
    const int64_t sizes[3] = {8, 3, 5};
    bench r = begin(LOB_VALUE_REGION);
    assert_int_equal(lob_op_path(&r.ctx, sizes, line, 4, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 1);
    assert_int_equal(r.result->raw.point_count, 4);
    for (int i = 0; i < 4; i++) {
        const lob_point64 p = r.result->raw.points[i];
        assert_true((p.x == 7 || p.x == 65) && (p.y == 16 || p.y == 24));
    }
    assert_int_equal(lob_op_path(&r.ctx, sizes, line, 3, r.result), LOB_E_DRC_RUN_FAILED);
    assert_int_equal(lob_op_path(&r.ctx, sizes, line, 0, r.result), LOB_E_DRC_RUN_FAILED);
    end(&r);
}

/* A cell twice in an array and once beside it, and a cell around all that is placed turned. */
static void cells(void **unused) {
    (void)unused;
    static const struct {
        const char *pattern;
        uint32_t count;
        int64_t left, right;
    } cases[] = {{"C0", 14, 0, 1200}, {"C?", 14, 0, 1200}, {"MID", 2, 0, 1200},
                 {"TOP", 1, 0, 1200}, {"*", 17, 0, 1200},  {"NONE", 0, 1, -1}};
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {200, 0}, .b = {0, 200}};
    lob_arena *arena = lob_arena_new(64 << 20);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    rig made = rig_begin(&ctx);
    rig_cell(&made, "C0");
    rig_box(&made, 1, NULL, (lob_box){0, 0, 100, 60});
    rig_end_cell(&made);
    rig_cell(&made, "MID");
    rig_inst(&made, "C0", &rep, 0, 0, false, 0, 1);
    rig_inst(&made, "C0", NULL, 450, 0, false, 90, 1);
    rig_end_cell(&made);
    rig_cell(&made, "TOP");
    rig_inst(&made, "MID", NULL, 0, 0, false, 0, 1);
    rig_inst(&made, "MID", NULL, 700, 0, false, 0, 1);
    rig_end_cell(&made);
    lob_layout *layout = rig_end(&made);
    const lob_cell_index top = lob_layout_find_cell(layout, LOB_STR("TOP"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_value *found;
        lob_box64 box = LOB_BOX64_EMPTY;
        lob_case("%s", cases[i].pattern);
        assert_int_equal(lob_value_new(&ctx, LOB_VALUE_REGION, &found), LOB_OK);
        assert_int_equal(lob_op_cell_boxes(&ctx, layout, top, lob_str_from(cases[i].pattern), found), LOB_OK);
        assert_eq(found->raw.contour_count, cases[i].count);
        for (uint32_t k = 0; k < found->raw.point_count; k++) {
            box = lob_box64_add_point(box, found->raw.points[k].x, found->raw.points[k].y);
        }
        assert_eq(box.left, cases[i].left);
        assert_eq(box.right, cases[i].right);
        lob_value_drop(found);
    }
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_and_pairs), cmocka_unit_test(polygons), cmocka_unit_test(sent),
        cmocka_unit_test(paths),           cmocka_unit_test(cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
