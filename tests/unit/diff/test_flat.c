/* Cells struck out of both sides where hierarchies differ: what only passes a layer on is jumped over. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "diff/xor.h"

/* The ways to a leaf, by cells that add a layer of their own and pass layer 1 on. */
static const struct {
    int32_t x, y;
    int code;
} wraps[4] = {{5, 0, 1}, {-40, 300, 6}, {1000, 20, 3}, {-700, 90, 4}};

static void place_coded(rig *r, const char *cell, const lob_rep *rep, int way) {
    rig_inst(r, cell, rep, wraps[way].x, wraps[way].y, wraps[way].code & 4, 90 * (wraps[way].code & 3), 1);
}

static const lob_point arms[6] = {{0, 0}, {70, 0}, {70, 10}, {20, 10}, {20, 40}, {0, 40}};
static const lob_rep twice = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {3000, 5}};

static lob_layout *make_wrapped(lob_ctx *ctx) {
    rig r = rig_begin(ctx);
    rig_cell(&r, "LEAF");
    rig_polygon(&r, 1, NULL, arms, 6);
    rig_end_cell(&r);
    rig_cell(&r, "INNER");
    place_coded(&r, "LEAF", NULL, 0);
    rig_box(&r, 2, NULL, (lob_box){0, 0, 1, 1});
    rig_end_cell(&r);
    rig_cell(&r, "OUTER");
    place_coded(&r, "INNER", NULL, 1);
    rig_box(&r, 3, NULL, (lob_box){0, 0, 1, 1});
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    place_coded(&r, "OUTER", NULL, 2);
    place_coded(&r, "OUTER", &twice, 3);
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
    rig_end_cell(&r);
    return rig_end(&r);
}

/* The same as polygons of one cell; that of the second member further to the right. */
static lob_layout *make_unwrapped(lob_ctx *ctx, int32_t further) {
    rig r = rig_begin(ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
    for (int k = 0; k < 3; k++) {
        const int ways[3] = {k == 0 ? 2 : 3, 1, 0};
        lob_trans t = lob_trans_make(false, 0, 1, k == 2 ? twice.a.x + further : 0, k == 2 ? twice.a.y : 0);
        for (int i = 0; i < 3; i++) {
            const int code = wraps[ways[i]].code;
            const lob_trans in = lob_trans_make(code & 4, 90 * (code & 3), 1, wraps[ways[i]].x, wraps[ways[i]].y);
            t = lob_trans_compose(&t, &in);
        }
        lob_point ring[6];
        for (int i = 0; i < 6; i++) {
            const lob_point64 at = lob_trans_point(&t, (lob_point64){arms[i].x, arms[i].y});
            ring[i] = (lob_point){(int32_t)at.x, (int32_t)at.y};
        }
        rig_polygon(&r, 1, NULL, ring, 6);
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

static void test_cells_that_pass_a_layer_on(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    const lob_box64 window = {-100000, -100000, 100000, 100000};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    for (int i = 0; i < 8; i++) {
        const int32_t further = i & 1 ? 200 : 0;
        lob_layout *const a = make_wrapped(&ctx), *const b = i & 2 ? make_unwrapped(&ctx, further) : make_wrapped(&ctx);
        static const lob_diff_layer layer = {1, 0};
        lob_xor_question q = {.layouts = {a, b}, .layers = &layer, .layer_count = 1};
        lob_xor result;
        q.cells[0] = lob_layout_find_cell(a, LOB_STR("TOP"));
        q.cells[1] = lob_layout_find_cell(b, LOB_STR("TOP"));
        assert_true(lob_diff_grid_make(0.001, 0.001, &q.grid));
        q.window = i & 4 ? &window : NULL;
        const bool is_equal = further == 0 || !(i & 2);
        assert_int_equal(lob_xor_make(&ctx, &q, NULL, NULL, &result), LOB_OK);
        assert_int_equal(result.count, is_equal ? 0 : 2);
        assert_eq(result.layers[0].area[0], is_equal ? 0 : 70 * 10 + 20 * 30);
        assert_eq(result.layers[0].area[1], result.layers[0].area[0]);
        lob_layout_drop(a);
        lob_layout_drop(b);
    }
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_that_pass_a_layer_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
