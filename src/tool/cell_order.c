/* See cell_order.h. */
#include "tool/cell_order.h"

#include "base/sort.h"
#include "tool/filter.h"

enum { POLL_EVERY = 4096 };

typedef struct sized { /* products of two lengths of up to 2^54 each */
    unsigned __int128 size;
    uint32_t rank; /* by name */
    lob_cell_index cell;
} sized;

static int larger_first(const void *a, const void *b, void *arg) {
    const sized *x = a, *y = b;
    (void)arg;
    return x->size != y->size ? (x->size < y->size ? 1 : -1) : x->rank < y->rank ? -1 : x->rank > y->rank;
}

lob_box64 lob_cell_order_box(const lob_cell_order *order, const lob_cell *cell) {
    const lob_layer_box *on_layer = order->layer == LOB_NONE ? NULL : lob_cell_layer_box(cell, order->layer);
    return on_layer ? on_layer->box : cell->box;
}

static unsigned __int128 size_by(lob_cells_by by, lob_box64 box) {
    if (lob_box64_is_empty(box)) {
        return 0;
    }
    const uint64_t width = (uint64_t)(box.right - box.left), height = (uint64_t)(box.top - box.bottom);
    return by == LOB_CELLS_BY_WIDTH    ? width
           : by == LOB_CELLS_BY_HEIGHT ? height
           : by == LOB_CELLS_BY_AREA   ? (unsigned __int128)width * height
                                       : 0;
}

static lob_status sort_cells(lob_ctx *ctx, const lob_layout *layout, lob_cells_by by, lob_cell_order *order) {
    const uint32_t count = lob_layout_cell_count(layout);
    sized *items = LOB_NEW_ARRAY(ctx->arena, sized, count);
    lob_cell_index *cells = LOB_NEW_ARRAY(ctx->arena, lob_cell_index, count);
    if (!items || !cells) {
        return lob_fail_memory(ctx);
    }
    order->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_cell_index index = lob_layout_cells_by_name(layout)[i];
        const lob_cell *cell = lob_layout_cell(layout, index);
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        if (order->layer == LOB_NONE || lob_cell_layer_box(cell, order->layer)) {
            items[order->count++] =
                (sized){.size = size_by(by, lob_cell_order_box(order, cell)), .rank = i, .cell = index};
        }
    }
    LOB_TRY(lob_sort(ctx, items, order->count, sizeof *items, larger_first, NULL));
    for (uint32_t i = 0; i < order->count; i++) {
        cells[i] = items[i].cell;
    }
    order->cells = cells;
    return LOB_OK;
}

lob_status lob_cell_order_make(lob_ctx *ctx, const lob_layout *layout, lob_cells_by by, const lob_layer_filter *layer,
                               lob_cell_order *order) {
    *order = (lob_cell_order){
        .cells = lob_layout_cells_by_name(layout), .count = lob_layout_cell_count(layout), .layer = LOB_NONE};
    if (layer) {
        const lob_layer_index *layers;
        uint32_t layer_count;
        LOB_TRY(lob_filter_layers(ctx, layout, layer, 1, &layers, &layer_count));
        order->layer = layers[0];
    }
    return by == LOB_CELLS_BY_NAME && !layer ? LOB_OK : sort_cells(ctx, layout, by, order);
}
