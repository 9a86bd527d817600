/* Jumps of walks without paths: the same hits as with paths, in the same order, from random hierarchies in which cells
 * pass layers on; and through a long chain in a few steps. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "db/walk.h"

enum { CELLS = 9, LAYERS = 4, HITS_MAX = 20000 };

static lob_ctx ctx;
static uint64_t seed;

static int32_t below(int32_t n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int32_t)((seed >> 33) % (uint32_t)n);
}

static const char *name_of(int i) {
    static char names[2][16];
    char *name = names[i % 2];
    snprintf(name, sizeof names[0], "C%d", i);
    return name;
}

/* Each cell has few figures and few children of those before it, some of them repeated, turned or magnified. */
static lob_layout *scene(uint64_t number) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 2, .a = {300, 0}, .b = {40, 500}};
    seed = number;
    rig r = rig_begin(&ctx);
    for (int i = 0; i < CELLS; i++) {
        rig_cell(&r, name_of(i));
        for (int k = i == 0 ? 3 : below(3) / 2 * 2; k > 0; k--) {
            const int32_t x = below(200), y = below(200);
            rig_box(&r, 1 + (uint32_t)below(LAYERS), below(6) ? NULL : &rep,
                    (lob_box){x, y, x + 10 + below(50), y + 20});
        }
        for (int k = i == 0 ? 0 : 1 + below(4) / 3; k > 0; k--) {
            const int32_t child = below(3) ? i - 1 : below(i);
            rig_inst(&r, name_of(child), below(6) ? NULL : &rep, below(900) - 400, below(900) - 400, below(2),
                     below(8) ? 90 * below(4) : 33.5, below(10) ? 1 : 1.5);
        }
        rig_end_cell(&r);
    }
    return rig_end(&r);
}

static uint32_t hits_of(const lob_layout *layout, const lob_walk_options *options, lob_hit *hits, lob_trans *trans) {
    lob_walk *walk;
    const lob_hit *hit;
    uint32_t count = 0;
    const lob_cell_index top = lob_layout_find_cell(layout, LOB_STR("C8"));
    assert_int_equal(lob_walk_open(&ctx, layout, top, options, &walk), LOB_OK);
    for (assert_int_equal(lob_walk_next(walk, &hit), LOB_OK); hit;
         assert_int_equal(lob_walk_next(walk, &hit), LOB_OK)) {
        assert_lt(count, HITS_MAX);
        hits[count] = *hit;
        trans[count++] = *hit->trans;
    }
    return count;
}

static void test_same_hits(void **state) {
    (void)state;
    static lob_hit a[HITS_MAX], b[HITS_MAX];
    static lob_trans ta[HITS_MAX], tb[HITS_MAX];
    const int scenes = getenv("LOB_TEST_QUICK") ? 40 : 400;
    uint64_t met = 0, jumped = 0;
    for (int i = 0; i < scenes; i++) {
        lob_layout *layout = scene((uint64_t)i + 1);
        const lob_cell *top = lob_layout_cell(layout, lob_layout_find_cell(layout, LOB_STR("C8")));
        const uint32_t layers = top->shape_count_expanded < HITS_MAX ? lob_layout_layer_count(layout) : 0;
        for (lob_layer_index layer = 0; layer < layers; layer++) {
            lob_walk_options options = {.window = {-300, -500, 400 + 10 * i, 350},
                                        .what = LOB_WALK_SHAPES,
                                        .layers = &layer,
                                        .layer_count = 1,
                                        .depth_max = UINT32_MAX};
            options.window = i % 3 ? options.window : LOB_WALK_EVERYTHING;
            const uint32_t count = hits_of(layout, &options, a, ta);
            options.skips_paths = true;
            assert_eq(hits_of(layout, &options, b, tb), count);
            for (uint32_t k = 0; k < count; k++) {
                lob_case("scene %d, layer %u, hit %u", i, layer, k);
                assert_eq(a[k].leaf, b[k].leaf);
                assert_eq(a[k].kind, b[k].kind);
                assert_eq(a[k].index, b[k].index);
                assert_eq(a[k].member, b[k].member);
                assert_memory_equal(&a[k].box, &b[k].box, sizeof a[k].box);
                assert_eq(ta[k].x, tb[k].x);
                assert_eq(ta[k].y, tb[k].y);
                assert_eq(ta[k].code, tb[k].code);
                assert_null(b[k].path);
                assert_eq(b[k].depth, 0);
                jumped += a[k].depth > 1;
            }
            lob_walk_count counts[LAYERS + 1];
            uint64_t insts;
            assert_int_equal(
                lob_walk_counts(&ctx, layout, lob_layout_find_cell(layout, LOB_STR("C8")), &options, counts, &insts),
                LOB_OK);
            assert_eq(counts[layer].shapes, count);
            met += count;
        }
        lob_layout_drop(layout);
        lob_arena_reset(ctx.arena);
    }
    assert_gt(met, (uint64_t)scenes);
    assert_gt(jumped, (uint64_t)scenes);
}

/* What anchors say against what the sums say: the box of the layer in the anchor's cell, moved to the cell. */
static void test_anchors(void **state) {
    (void)state;
    unsigned anchored = 0;
    for (int i = 0; i < 60; i++) {
        lob_layout *layout = scene((uint64_t)i + 1);
        for (lob_cell_index c = 0; c < lob_layout_cell_count(layout); c++) {
            const lob_cell *cell = lob_layout_cell(layout, c);
            lob_box64 figures = LOB_BOX64_EMPTY;
            for (uint32_t k = 0; k < cell->layer_box_count; k++) {
                const lob_layer_box *sum = &cell->layer_boxes[k];
                const lob_anchor anchor = cell->anchors ? cell->anchors[k] : (lob_anchor){.cell = c};
                const lob_trans t =
                    lob_trans_make(anchor.code & 4, 90.0 * (anchor.code & 3), 1, anchor.at.x, anchor.at.y);
                const lob_layer_box *there = lob_cell_layer_box(lob_layout_cell(layout, anchor.cell), sum->layer);
                assert_non_null(there);
                const lob_box64 box = lob_trans_box(&t, there->box);
                assert_memory_equal(&box, &sum->box, sizeof box);
                assert_eq(there->shape_count, sum->shape_count);
                figures = lob_box64_join(figures, sum->box);
                anchored += anchor.cell != c;
            }
            assert_memory_equal(&figures, &cell->box_figures, sizeof figures);
        }
        lob_layout_drop(layout);
    }
    assert_gt(anchored, 60);
}

/* A chain of cells, each with a layer of its own: the last one is met after few steps. A layer that any cell has twice
 * is not passed on. */
static void test_chain(void **state) {
    (void)state;
    enum { LENGTH = 300 };
    rig r = rig_begin(&ctx);
    for (int i = 0; i < LENGTH; i++) {
        rig_cell(&r, name_of(i));
        rig_box(&r, 1 + (uint32_t)i, NULL, (lob_box){0, 0, 10, 10});
        if (i > 0) {
            rig_inst(&r, name_of(i - 1), NULL, 7, 3, false, 0, 1);
        }
        rig_end_cell(&r);
    }
    rig_cell(&r, "C1000");
    rig_inst(&r, name_of(LENGTH - 1), NULL, 0, 0, false, 0, 1);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    const lob_cell_index top = lob_layout_find_cell(layout, LOB_STR("C1000"));
    for (uint32_t i = 0; i < LENGTH; i++) {
        const lob_layer_index layer = lob_layout_find_layer(layout, 1 + i, 0);
        const lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                          .what = LOB_WALK_SHAPES,
                                          .layers = &layer,
                                          .layer_count = 1,
                                          .depth_max = UINT32_MAX,
                                          .skips_paths = true};
        lob_walk *walk;
        const lob_hit *hit;
        assert_int_equal(lob_walk_open(&ctx, layout, top, &options, &walk), LOB_OK);
        assert_int_equal(lob_walk_next(walk, &hit), LOB_OK);
        assert_non_null(hit);
        assert_eq(hit->box.left, 7 * (LENGTH - 1 - (int)i));
        assert_eq(hit->box.bottom, 3 * (LENGTH - 1 - (int)i));
        assert_int_equal(lob_walk_next(walk, &hit), LOB_OK);
        assert_null(hit);
        assert_lt(lob_walk_work(walk), 10);
    }
    lob_layout_drop(layout);
}

static int setup(void **state) {
    (void)state;
    lob_ctx_init(&ctx, lob_arena_new(0));
    return ctx.arena ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(ctx.arena);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_hits), cmocka_unit_test(test_anchors),
                                       cmocka_unit_test(test_chain)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
