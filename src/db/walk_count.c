/* Counting without hits: what lies wholly inside the window is taken from the sums of freezing, never entered. */
#include <string.h>

#include "base/num.h"
#include "db/walk_impl.h"

bool lob_walk_sums_hold(const lob_walk *w, const lob_cell *cell, uint64_t depth) {
    return depth + cell->height <= w->options.depth_max || w->options.depth_max == UINT32_MAX;
}

static bool is_wanted(const lob_walk *w, lob_layer_index layer) {
    uint32_t low = 0;
    uint32_t high = w->options.layer_count;
    if (!w->options.layers) {
        return true;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        *(w->options.layers[middle] < layer ? &low : &high) = w->options.layers[middle] < layer ? middle + 1 : middle;
    }
    return low < w->options.layer_count && w->options.layers[low] == layer;
}

static void add(uint64_t *to, uint64_t count, uint64_t times) {
    *to = lob_u64_add_sat(*to, lob_u64_mul_sat(count, times));
}

void lob_walk_add_sums(lob_walk *w, const lob_cell *cell, uint64_t times) {
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        const lob_layer_box *sum = &cell->layer_boxes[i];
        if (!is_wanted(w, sum->layer)) {
            continue;
        }
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            lob_walk_count *count = &w->counts[sum->layer];
            if (w->options.what >> kind & 1) {
                add(kind == LOB_KIND_TEXT ? &count->texts : &count->shapes, sum->kind_count[kind], times);
            }
        }
    }
    if (w->options.what & LOB_WALK_INSTS) {
        add(&w->inst_count, cell->inst_placed_count, times);
    }
}

lob_status lob_walk_counts(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_walk_options *options,
                           lob_walk_count *counts, uint64_t *inst_count) {
    lob_walk *w;
    memset(counts, 0, lob_layout_layer_count(layout) * sizeof *counts);
    *inst_count = 0;
    lob_walk_options own = *options;
    own.left_max = NULL;
    LOB_TRY(lob_walk_open(ctx, layout, cell, &own, &w));
    w->counts = counts;
    const lob_cell *root = lob_layout_cell(layout, cell);
    lob_box64 box = lob_walk_wanted_box(w, root);
    if (w->top && !lob_box64_is_empty(box) && lob_walk_sums_hold(w, root, 0) &&
        lob_box64_inside(lob_box64_widened(box, root->slack), w->options.window)) {
        lob_walk_add_sums(w, root, 1);
        w->top = NULL;
    }
    while (w->top) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_step(w, &hit));
    }
    *inst_count = w->inst_count;
    return LOB_OK;
}
