/* Cuts through a hierarchy: boxes on a grid of unit cells asked one by one, formulas for slanted lines and arrays, and
 * the bounds. */
#include <math.h>
#include <time.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/limits.h"
#include "db/builder.h"
#include "query/cut.h"
#include "query/impl.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { SIDE = 60, BOXES = 25, LAYERS = 2 };

typedef struct rig {
    lob_builder *builder;
    const lob_sink *s;
} rig;

static rig rig_begin(const char *cell) {
    rig r = {.builder = lob_builder_new(&ctx, NULL)};
    r.s = lob_builder_sink(r.builder);
    assert_int_equal(r.s->begin_layout(r.s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(r.s->begin_cell(r.s->self, lob_str_from(cell)), LOB_OK);
    return r;
}

static void rig_box(rig *r, uint32_t layer, lob_box box) {
    assert_int_equal(r->s->box(r->s->self, &(lob_element){.layer = layer}, box), LOB_OK);
}

static void rig_place(rig *r, const char *child, int32_t x, int32_t y, double angle_deg) {
    const lob_instance_event inst = {.cell = lob_str_from(child), .at = {x, y}, .mag = 1, .angle_deg = angle_deg};
    assert_int_equal(r->s->instance(r->s->self, &(lob_element){.layer = 0}, &inst), LOB_OK);
}

static void rig_next(rig *r, const char *cell) {
    assert_int_equal(r->s->end_cell(r->s->self), LOB_OK);
    assert_int_equal(r->s->begin_cell(r->s->self, lob_str_from(cell)), LOB_OK);
}

static lob_layout *rig_end(rig *r) {
    lob_layout *layout;
    assert_int_equal(r->s->end_cell(r->s->self), LOB_OK);
    assert_int_equal(r->s->end_layout(r->s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(r->builder, &layout), LOB_OK);
    lob_builder_drop(r->builder);
    return layout;
}

static lob_cut_question question_of(const lob_layout *layout, lob_line64 line) {
    return (lob_cut_question){.layout = layout, .cell = lob_layout_find_cell(layout, LOB_STR("TOP")), .line = line};
}

static lob_cut cut(const lob_layout *layout, lob_line64 line) {
    const lob_cut_question q = question_of(layout, line);
    lob_cut found;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_OK);
    return found;
}

/* ---- brute force ---- */

static bool covered[LAYERS][SIDE][SIDE];

static bool is_inside(int layer, int x, int y) {
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE && covered[layer][x][y];
}

static lob_layout *draw_boxes(unsigned seed) {
    srand(seed);
    memset(covered, 0, sizeof covered);
    rig r = rig_begin("TOP");
    for (int i = 0; i < BOXES; i++) {
        const uint32_t layer = (uint32_t)rand() % LAYERS;
        const int x = rand() % (SIDE - 12), y = rand() % (SIDE - 12), w = 1 + rand() % 12, h = 1 + rand() % 12;
        for (int cx = x; cx < x + w; cx++) {
            for (int cy = y; cy < y + h; cy++) {
                covered[layer][cx][cy] = true;
            }
        }
        rig_box(&r, layer, (lob_box){x, y, x + w, y + h});
    }
    return rig_end(&r);
}

static const lob_cut_run *run_over(const lob_cut *found, int layer, double from, double to) {
    for (uint32_t i = 0; i < found->layer_count; i++) {
        for (uint32_t k = 0; k < found->layers[i].count; k++) {
            const lob_cut_run *run = &found->layers[i].runs[k];
            if ((int)found->layers[i].layer == layer && run->begin <= from && run->end >= to) {
                return run;
            }
        }
    }
    return NULL;
}

/* Upright and level lines, on the grid: a step of one unit has the cells on its two sides. */
static void test_boxes(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < stride_pick(300, 12); seed++) {
        lob_case("%u", seed);
        lob_layout *layout = draw_boxes(seed);
        const int at = rand() % SIDE;
        const bool is_level = seed % 2;
        const lob_line64 line =
            is_level ? (lob_line64){{-5, at}, {SIDE + 5, at}} : (lob_line64){{at, SIDE + 5}, {at, -5}};
        const lob_cut found = cut(layout, line);
        for (int layer = 0; layer < LAYERS; layer++) {
            for (int k = 0; k < SIDE + 10; k++) {
                const int along = is_level ? k - 5 : SIDE + 4 - k;
                const bool one = is_level ? is_inside(layer, along, at) : is_inside(layer, at, along);
                const bool other = is_level ? is_inside(layer, along, at - 1) : is_inside(layer, at - 1, along);
                const lob_cut_run *run = run_over(&found, layer, k, k + 1);
                assert_int_equal(run != NULL, one || other);
                if (run && one != other) {
                    assert_true(run->is_edge);
                }
            }
        }
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* The same, cut in parts: a hundred times the boxes, and one more line of them that is the answer. */
static void test_parts(void **state) {
    (void)state;
    const int count = (int)stride_pick(120, 24);
    rig r = rig_begin("TOP");
    for (int x = 0; x < count; x++) {
        for (int y = 0; y < count; y++) {
            rig_box(&r, 0, (lob_box){100 * x, 100 * y, 100 * x + 50, 100 * y + 50});
        }
    }
    lob_layout *layout = rig_end(&r);
    const lob_cut found = cut(layout, (lob_line64){{0, 0}, {100 * count, 100 * count}});
    assert_int_equal(found.layer_count, 1);
    assert_int_equal(found.layers[0].count, count);
    for (int i = 0; i < count; i++) {
        assert_close(found.layers[0].runs[i].begin, 100 * i * sqrt(2), 1e-9 * (i + 1));
        assert_close(found.layers[0].runs[i].end, (100 * i + 50) * sqrt(2), 1e-9 * (i + 1));
        assert_false(found.layers[0].runs[i].is_edge);
    }
    /* A slope of 1 to 2 meets every square twice as long. */
    const lob_cut steep = cut(layout, (lob_line64){{0, 0}, {50 * count, 100 * count}});
    assert_eq(steep.layers[0].runs[0].begin, 0);
    assert_close(steep.layers[0].runs[0].end, 25 * sqrt(5), 1e-9);
    /* Backwards it is the same from the other end. */
    const lob_cut back = cut(layout, (lob_line64){{100 * count, 100 * count}, {0, 0}});
    assert_int_equal(back.layers[0].count, count);
    assert_close(back.layers[0].runs[count - 1].end, back.length, 1e-9);
    assert_close(back.layers[0].material, found.layers[0].material, 1e-6);
    lob_layout_drop(layout);
}

/* Parts of a window may hold as many figures as the hierarchy is deep, for each is looked for from the top. */
static void test_parts_of_deep_cells(void **state) {
    (void)state;
    static const char *const names[] = {"TOP", "a", "b", "c"};
    rig r = rig_begin(names[0]);
    for (int i = 1; i < 4; i++) {
        rig_place(&r, names[i], 1, 0, 0);
        rig_next(&r, names[i]);
    }
    rig_box(&r, 0, (lob_box){0, 0, 10, 10});
    lob_layout *layout = rig_end(&r);
    const lob_query query = {.layout = layout, .cell = lob_layout_find_cell(layout, LOB_STR("TOP"))};
    assert_int_equal(lob_query_part_shapes(&query, 100), 100);
    assert_int_equal(lob_query_part_shapes(&query, 3), 3);
    assert_int_equal(lob_query_part_shapes(&query, 2), 3);
    lob_layout_drop(layout);
}

/* ---- meanings ---- */

/* Squares that touch on the line are one run; those that touch it with a corner are none. */
static void test_touching(void **state) {
    (void)state;
    rig r = rig_begin("TOP");
    rig_box(&r, 0, (lob_box){0, 0, 10, 10});
    rig_box(&r, 0, (lob_box){10, 10, 20, 20}); /* a corner shared, on the diagonal */
    rig_box(&r, 0, (lob_box){30, 20, 40, 30}); /* a corner on the diagonal, none of it */
    rig_box(&r, 0, (lob_box){10, -30, 20, 0}); /* below, to the edge of the first but for the corner */
    lob_layout *layout = rig_end(&r);
    lob_cut found = cut(layout, (lob_line64){{-10, -10}, {50, 50}});
    assert_int_equal(found.layers[0].count, 1);
    assert_close(found.layers[0].runs[0].begin, 10 * sqrt(2), 1e-9);
    assert_close(found.layers[0].runs[0].end, 30 * sqrt(2), 1e-9);
    /* Along y = 0 the one has its lower edge, the other its upper: each stretch has one side. */
    found = cut(layout, (lob_line64){{-10, 0}, {50, 0}});
    assert_int_equal(found.layers[0].count, 1);
    assert_eq(found.layers[0].runs[0].begin, 10);
    assert_eq(found.layers[0].runs[0].end, 30);
    assert_true(found.layers[0].runs[0].is_edge);
    lob_layout_drop(layout);
}

/* Two boxes that abut along the line have material on both sides. */
static void test_abutting(void **state) {
    (void)state;
    rig r = rig_begin("TOP");
    rig_box(&r, 0, (lob_box){0, 0, 10, 10});
    rig_box(&r, 0, (lob_box){0, -10, 10, 0});
    rig_box(&r, 0, (lob_box){12, -10, 20, 0});
    lob_layout *layout = rig_end(&r);
    const lob_cut found = cut(layout, (lob_line64){{0, 0}, {20, 0}});
    assert_int_equal(found.layers[0].count, 2);
    assert_false(found.layers[0].runs[0].is_edge);
    assert_true(found.layers[0].runs[1].is_edge);
    assert_false(found.layers[0].runs[0].is_cut_at_start); /* it ends there by itself */
    assert_false(found.layers[0].runs[1].is_cut_at_end);
    lob_layout_drop(layout);
}

static void test_cut_off(void **state) {
    (void)state;
    rig r = rig_begin("TOP");
    rig_box(&r, 0, (lob_box){-10, 0, 0, 10}); /* ends where the line starts ... */
    rig_box(&r, 0, (lob_box){0, 0, 4, 10});   /* ... and goes on there */
    rig_box(&r, 0, (lob_box){15, 0, 40, 10});
    rig_box(&r, 1, (lob_box){-5, 0, 50, 10});
    lob_layout *layout = rig_end(&r);
    const lob_cut found = cut(layout, (lob_line64){{0, 5}, {20, 5}});
    assert_int_equal(found.layer_count, 2);
    assert_int_equal(found.run_count, 3);
    assert_true(found.layers[0].runs[0].is_cut_at_start);
    assert_false(found.layers[0].runs[0].is_cut_at_end);
    assert_true(found.layers[0].runs[1].is_cut_at_end);
    assert_eq(found.layers[0].runs[1].end, 20);
    assert_eq(found.layers[0].material, 9);
    assert_true(found.layers[1].runs[0].is_cut_at_start);
    assert_true(found.layers[1].runs[0].is_cut_at_end);
    lob_layout_drop(layout);
}

/* A cell turned by 30 degrees: the vertices are rounded, then cut. */
static lob_layout *draw_placed(void) {
    rig r = rig_begin("LEAF");
    rig_box(&r, 0, (lob_box){0, -1000, 10000, 1000});
    rig_next(&r, "TOP");
    rig_place(&r, "LEAF", 0, 0, 30);
    rig_place(&r, "LEAF", 20000, 0, 90);
    rig_box(&r, 1, (lob_box){0, 0, 100, 100});
    return rig_end(&r);
}

static void test_placed(void **state) {
    (void)state;
    lob_layout *layout = draw_placed();
    const lob_line64 line = {{0, 4000}, {30000, 4000}};
    const lob_cut found = cut(layout, line);
    assert_int_equal(found.layer_count, 1);
    assert_int_equal(found.layers[0].count, 2);
    assert_close(found.layers[0].runs[0].end - found.layers[0].runs[0].begin, 2000 / sin(M_PI / 6), 4);
    assert_eq(found.layers[0].runs[1].begin, 19000);
    assert_eq(found.layers[0].runs[1].end, 21000);
    const lob_cut_question q = question_of(layout, line);
    lob_object objects[2];
    unsigned count;
    assert_int_equal(lob_query_cut_evidence(&ctx, &q, 0, &found.layers[0].runs[1], objects, &count), LOB_OK);
    assert_int_equal(count, 1);
    assert_int_equal(objects[0].stored.depth, 1);
    assert_int_equal(objects[0].stored.path[0].inst, 1);
    assert_int_equal(objects[0].stored.kind, LOB_KIND_BOX);
    assert_int_equal(lob_query_cut_evidence(&ctx, &q, 0, &found.layers[0].runs[0], objects, &count), LOB_OK);
    assert_int_equal(count, 1);
    assert_int_equal(objects[0].stored.path[0].inst, 0);
    lob_layout_drop(layout);
}

/* Two shapes make a run; one that the line cuts off shows where it ends alone. */
static void test_evidence(void **state) {
    (void)state;
    rig r = rig_begin("TOP");
    rig_box(&r, 0, (lob_box){10, 0, 30, 10});
    rig_box(&r, 0, (lob_box){20, 0, 50, 10});
    lob_layout *layout = rig_end(&r);
    const lob_line64 line = {{0, 5}, {60, 5}}, cut_line = {{25, 5}, {40, 5}};
    lob_object objects[2];
    unsigned count;
    lob_cut found = cut(layout, line);
    lob_cut_question q = question_of(layout, line);
    assert_int_equal(lob_query_cut_evidence(&ctx, &q, 0, &found.layers[0].runs[0], objects, &count), LOB_OK);
    assert_int_equal(count, 2);
    assert_int_equal(objects[0].stored.index, 0);
    assert_int_equal(objects[1].stored.index, 1);
    found = cut(layout, cut_line);
    q = question_of(layout, cut_line);
    assert_int_equal(lob_query_cut_evidence(&ctx, &q, 0, &found.layers[0].runs[0], objects, &count), LOB_OK);
    assert_int_equal(count, 0);
    lob_layout_drop(layout);
}

/* ---- bounds ---- */

static void test_bounds(void **state) {
    (void)state;
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = LOB_LIMIT_CUT_RUNS + 1, .nb = 1, .a = {10, 0}, .b = {0, 1}};
    rig r = rig_begin("TOP");
    assert_int_equal(r.s->box(r.s->self, &(lob_element){.layer = 0, .rep = &many}, (lob_box){0, 0, 5, 5}), LOB_OK);
    rig_box(&r, 1, (lob_box){0, 0, 5, 5});
    lob_layout *layout = rig_end(&r);
    const lob_layer_index second = 1;
    lob_cut_question q = question_of(layout, (lob_line64){{0, 2}, {10 * LOB_LIMIT_CUT_RUNS + 20, 2}});
    lob_cut found;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(ctx.error.hint, "Ask for a shorter line or for fewer layers.");
    lob_error_clear(&ctx.error);
    q.work_max = 100;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(ctx.error.hint, "Ask for a shorter line or for fewer layers.");
    lob_error_clear(&ctx.error);
    q.layers = &second;
    q.layer_count = 1;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.run_count, 1);
    q.work_max = 0;
    q.layers = NULL;
    q.line.to.x = 10 * LOB_LIMIT_CUT_RUNS - 15;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.run_count, LOB_LIMIT_CUT_RUNS);
    lob_cut_period p;
    assert_true(lob_query_cut_period(&found.layers[0], &p));
    assert_eq(p.pitch, 10);
    lob_layout_drop(layout);
}

static lob_layout *swept;

static bool attempt(void *arg) {
    (void)arg;
    lob_ctx own;
    lob_arena *inner = lob_arena_new(0);
    if (!inner) {
        return false;
    }
    lob_ctx_init(&own, inner);
    const lob_cut_question q = question_of(swept, (lob_line64){{0, 4000}, {30000, 4000}});
    lob_object objects[2];
    unsigned count;
    lob_cut found;
    const bool fine = lob_query_cut(&own, &q, &found) == LOB_OK &&
                      lob_query_cut_evidence(&own, &q, 0, &found.layers[0].runs[0], objects, &count) == LOB_OK;
    lob_arena_drop(inner);
    return fine;
}

/* Boxes that lie over each other are not parted by halving: they are met once. */
static void test_stacked(void **state) {
    (void)state;
    rig r = rig_begin("TOP");
    for (int32_t i = 0; i < 300; i++) {
        rig_box(&r, 1, (lob_box){-i, -i, 100000, 100000});
    }
    lob_layout *layout = rig_end(&r);
    lob_cut_question q = question_of(layout, (lob_line64){{-1000, -1000}, {200000, 200000}});
    lob_cut found;
    q.work_max = 20000;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_OK);
    assert_eq(found.run_count, 1);
    lob_layout_drop(layout);
}

/* A line across 10^18 boxes: no part of it has few. It is refused before any is met. */
static void test_refused_soon(void **state) {
    (void)state;
    const lob_rep rows = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {65534, 0}, .b = {0, 65534}};
    const lob_rep ones = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {2, 0}, .b = {0, 2}};
    rig r = rig_begin("ROW");
    assert_int_equal(r.s->box(r.s->self, &(lob_element){.layer = 1, .rep = &ones}, (lob_box){0, 0, 1, 1}), LOB_OK);
    rig_next(&r, "TOP");
    const lob_instance_event inst = {.cell = LOB_STR("ROW"), .mag = 1};
    assert_int_equal(r.s->instance(r.s->self, &(lob_element){.rep = &rows}, &inst), LOB_OK);
    lob_layout *layout = rig_end(&r);
    const lob_cut_question q = question_of(layout, (lob_line64){{0, 0}, {2147352578, 2147352578}});
    lob_cut found;
    const clock_t before = clock();
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_E_QUERY_TOO_LARGE);
    assert_lt((double)(clock() - before) / CLOCKS_PER_SEC, stride_pick(1, 30)); /* sanitizers; valgrind */
    lob_error_clear(&ctx.error);
    lob_layout_drop(layout);
}

static void count_call(void *arg, double done, double total, const char *message) {
    (void)done;
    (void)total;
    (void)message;
    ++*(unsigned *)arg;
}

/* What the parts of a line meet is added up first: too much is told before a part is cut. */
static void test_told_beforehand(void **state) {
    (void)state;
    unsigned calls = 0;
    rig r = rig_begin("TOP");
    for (int32_t i = 0; i < 3000; i++) {
        rig_box(&r, 1, (lob_box){100 * i, 100 * i, 100 * i + 50, 100 * i + 50});
    }
    lob_layout *layout = rig_end(&r);
    lob_cut_question q = question_of(layout, (lob_line64){{0, 0}, {300000, 300000}});
    lob_cut found;
    ctx.progress = count_call;
    ctx.progress_arg = &calls;
    q.work_max = 2000;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_E_QUERY_TOO_LARGE);
    assert_int_equal(calls, 0);
    lob_error_clear(&ctx.error);
    q.work_max = 0;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_OK);
    assert_eq(found.run_count, 3000);
    assert_gt(calls, 0);
    ctx.progress = NULL;
    lob_layout_drop(layout);
}

/* Cells below each other are gone down once, not once for each part of the line. */
static void test_chain(void **state) {
    (void)state;
    enum { CELLS = 4000 };
    char below[16];
    rig r = rig_begin("TOP");
    for (int i = 0; i < CELLS; i++) {
        snprintf(below, sizeof below, "C%d", i);
        rig_box(&r, 1, (lob_box){0, 0, 500, 500});
        rig_place(&r, below, 700, 0, 0);
        rig_next(&r, below);
    }
    rig_box(&r, 1, (lob_box){0, 0, 500, 500});
    lob_layout *layout = rig_end(&r);
    lob_cut_question q = question_of(layout, (lob_line64){{0, 0}, {700 * CELLS + 500, 500}});
    lob_cut found;
    q.work_max = 5 * CELLS;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_OK);
    assert_eq(found.run_count, CELLS + 1);
    lob_layout_drop(layout);
}

static void test_memory(void **state) {
    (void)state;
    swept = draw_placed();
    cut(swept, (lob_line64){{0, 4000}, {30000, 4000}}); /* the trees stay */
    sweep_allocations(attempt, NULL);
    lob_layout_drop(swept);
}

static void test_cancelled(void **state) {
    (void)state;
    lob_layout *layout = draw_placed();
    lob_cancel token = {true};
    const lob_cut_question q = question_of(layout, (lob_line64){{0, 0}, {30000, 30000}});
    lob_cut found;
    ctx.cancel = &token;
    assert_int_equal(lob_query_cut(&ctx, &q, &found), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_boxes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_parts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_parts_of_deep_cells, setup, teardown),
        cmocka_unit_test_setup_teardown(test_touching, setup, teardown),
        cmocka_unit_test_setup_teardown(test_abutting, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_off, setup, teardown),
        cmocka_unit_test_setup_teardown(test_placed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_evidence, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bounds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stacked, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused_soon, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told_beforehand, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chain, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cancelled, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
