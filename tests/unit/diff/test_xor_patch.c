/* Patches of many windows, and many patches, against what is known by counting. */
#include <time.h>

#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "diff/xor.h"
#include "tests/support/stride.h"

/* A box over an array of smaller ones, so that the difference is one polygon with a hole for each, in many windows.
 * What each side has of it is known by counting; four times the holes take about four times as long, not sixteen times.
 */
static double seconds_of_holes(lob_ctx *ctx, int32_t side) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = (uint32_t)side, .nb = (uint32_t)side, .a = {2, 0}, .b = {0, 2}};
    lob_layout *a[2];
    lob_xor result;
    for (int k = 0; k < 2; k++) {
        rig r = rig_begin(ctx);
        rig_cell(&r, "TOP");
        rig_box(&r, 1, &rep, (lob_box){1, 1, 2, 2});
        if (k == 1) {
            rig_box(&r, 1, NULL, (lob_box){0, 0, 2 * side + 1, 2 * side + 1});
        }
        rig_end_cell(&r);
        a[k] = rig_end(&r);
    }
    const lob_diff_layer layer = {1, 0};
    lob_xor_question q = {.layouts = {a[0], a[1]}, .layers = &layer, .layer_count = 1, .item_max = 50};
    assert_true(lob_diff_grid_make(0.001, 0.001, &q.grid));
    q.figures_max = 400;
    const clock_t before = clock();
    assert_int_equal(lob_xor_make(ctx, &q, NULL, NULL, &result), LOB_OK);
    const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    assert_int_equal(result.count, 1);
    assert_eq(result.layers[0].area[0], 0);
    assert_eq(result.layers[0].area[1], (2.0 * side + 1) * (2.0 * side + 1) - (double)side * side);
    lob_layout_drop(a[0]);
    lob_layout_drop(a[1]);
    return seconds;
}

static void test_holes(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    const int32_t side = getenv("LOB_TEST_QUICK") ? 30 : 100;
    const double seconds = seconds_of_holes(&ctx, side);
    const double more = seconds_of_holes(&ctx, 2 * side);
    assert_lt(more, 8 * seconds + 0.05);
    lob_arena_drop(arena);
}

enum { CHAIN = 6000 };

static lob_layout *make_chain(lob_ctx *ctx, int32_t width) {
    rig r = rig_begin(ctx);
    char name[16] = "TOP";
    for (int i = 0; i < CHAIN; i++) {
        rig_cell(&r, name);
        rig_box(&r, 1, NULL, (lob_box){0, 0, width, 10});
        snprintf(name, sizeof name, "C%d", i);
        if (i + 1 < CHAIN) {
            rig_inst(&r, name, NULL, 30, 0, false, 0, 1);
        }
        rig_end_cell(&r);
    }
    return rig_end(&r);
}

/* Cells below each other that all differ: not each of them is looked for from the top. */
static void test_chain(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_layout *const a = make_chain(&ctx, 10), *const b = make_chain(&ctx, 12);
    const lob_diff_layer layer = {1, 0};
    lob_xor_question q = {.layouts = {a, b}, .layers = &layer, .layer_count = 1, .item_max = 50};
    lob_xor result;
    q.cells[0] = lob_layout_find_cell(a, LOB_STR("TOP"));
    q.cells[1] = lob_layout_find_cell(b, LOB_STR("TOP"));
    assert_true(lob_diff_grid_make(0.001, 0.001, &q.grid));
    const clock_t before = clock();
    assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
    assert_lt((double)(clock() - before) / CLOCKS_PER_SEC, stride_pick(2, 30)); /* 0.1 s; 15 s one by one */
    assert_int_equal(result.count, CHAIN);
    assert_eq(result.layers[0].area[0], 0);
    assert_eq(result.layers[0].area[1], 20 * CHAIN);
    lob_layout_drop(a);
    lob_layout_drop(b);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_holes), cmocka_unit_test(test_chain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
