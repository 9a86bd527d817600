/* Layers of the layout as values: every figure of the cell and what is below it, flat, as KLayout's regions hold them.
 */
#include "base/sort.h"
#include "db/figure.h"
#include "script/ops.h"

enum { FIGURES_MAX = 20000000 };

static int by_layer(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_layer_index x = *(const lob_layer_index *)a, y = *(const lob_layer_index *)b;
    return (x > y) - (x < y);
}

static lob_status gather(lob_ctx *ctx, const lob_layout *layout, lob_walk *walk, lob_ctx *own, lob_polygon_list *list) {
    const lob_hit *hit;
    uint64_t count = 0;
    for (;;) {
        lob_figure figure;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        if (++count > FIGURES_MAX) {
            return lob_script_refuse(ctx, "a layer of more than 20 million figures");
        }
        lob_arena_reset(own->arena);
        LOB_TRY(lob_ctx_join(
            ctx, own,
            lob_figure_make(own, layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure)));
        lob_point64 *ring = lob_arena_alloc(own->arena, (figure.ring_count + 1) * sizeof *ring);
        if (!ring) {
            return lob_fail_memory(ctx);
        }
        for (uint32_t i = 0; i < figure.ring_count; i++) {
            ring[i] = figure.ring[i];
        }
        const uint32_t left = lob_ring_compress(ring, figure.ring_count);
        LOB_TRY(left ? lob_polygon_list_add(ctx, list, ring, left, false) : LOB_OK);
    }
}

lob_status lob_op_input(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_layer_index *layers,
                        uint32_t layer_count, lob_box64 window, lob_value *result) {
    lob_layer_index *sorted = lob_arena_alloc(ctx->arena, (layer_count + 1) * sizeof *sorted);
    lob_polygon_list list = {0};
    uint32_t count = 0;
    lob_walk *walk;
    lob_ctx own;
    if (!sorted) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < layer_count; i++) {
        if (layers[i] != LOB_NONE) {
            sorted[count++] = layers[i];
        }
    }
    if (count == 0) {
        const lob_polygons none = {0};
        return lob_value_put_merged(ctx, result, &none);
    }
    LOB_TRY(lob_sort(ctx, sorted, count, sizeof *sorted, by_layer, NULL));
    const lob_walk_options options = {.window = window,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = sorted,
                                      .layer_count = count,
                                      .depth_max = UINT32_MAX,
                                      .work_max = UINT64_MAX,
                                      .skips_paths = true};
    LOB_TRY(lob_walk_open(ctx, layout, cell, &options, &walk));
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    lob_status status = gather(ctx, layout, walk, &own, &list);
    lob_ctx_drop(&own);
    const lob_polygons all = lob_polygon_list_view(&list);
    return status == LOB_OK ? lob_value_put_raw(ctx, result, &all) : status;
}
