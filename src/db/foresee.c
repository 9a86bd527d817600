/* Freezing, before the third part: how many sums of layers the cells will hold together.
 *
 * A cell has a sum for each layer that lies anywhere below it, so a chain of n cells with a layer each needs n^2 / 2.
 * They are counted, without being made, and refused above LOB_LIMIT_LAYER_SUMS and some more for each thing of the
 * file. Only files with far more layers than things in a cell are counted at all: the others cannot reach the limit.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "db/layout_impl.h"

enum { SUMS_A_THING = 64, POLL_EVERY = 1024 };

typedef struct foresight {
    lob_ctx *ctx;
    lob_layout *layout;
    uint64_t sums_max;
    lob_column layers;             /* uint32_t: those of each cell, one cell behind the other */
    uint32_t *first, *count;       /* of a cell in `layers` */
    uint32_t *layer_of, *child_of; /* the cell that has the layer, the child already, and 1 */
} foresight;

static uint64_t things_of(const lob_layout *layout) {
    uint64_t things = layout->cells.count;
    for (uint32_t i = 0; i < layout->cells.count; i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        things += cell->inst_count;
        for (uint32_t k = 0; k < cell->shapes_count; k++) {
            for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
                things += cell->shapes[k].count[kind];
            }
        }
    }
    return things;
}

static lob_status refuse(const foresight *f) {
    lob_ctx *ctx = f->ctx;
    lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "Too many cells of the file contain too many layers.");
    lob_hint(ctx, "Open one block of the layout as a separate file, or flatten cells that contain little but other "
                  "cells: all cells together may have details.limit layers below them.");
    lob_error_text(&ctx->error, "reason", LOB_STR("layout_limit"));
    lob_error_text(&ctx->error, "limit_name", LOB_STR("layer_sums"));
    lob_error_integer(&ctx->error, "limit", (int64_t)f->sums_max);
    return LOB_E_TOOL_LIMIT_EXCEEDED;
}

static bool layer_add(foresight *f, uint32_t cell, uint32_t layer) {
    if (f->layer_of[layer] == cell + 1) {
        return true;
    }
    uint32_t *slot = lob_column_push(&f->layout->budget, &f->layers, sizeof *slot);
    if (slot) {
        *slot = layer;
        f->layer_of[layer] = cell + 1;
    }
    return slot != NULL;
}

static lob_status cell_add(foresight *f, uint32_t index) {
    const lob_cell *cell = lob_layout_cell(f->layout, index);
    bool is_stored = true;
    f->first[index] = f->layers.count;
    for (uint32_t i = 0; i < cell->shapes_count && is_stored; i++) {
        is_stored = layer_add(f, index, cell->shapes[i].layer);
    }
    for (uint32_t i = 0; i < cell->inst_count && is_stored; i++) {
        const uint32_t child = cell->insts[i].child;
        const bool is_new = f->child_of[child] != index + 1;
        f->child_of[child] = index + 1;
        for (uint32_t k = 0; is_new && k < f->count[child] && is_stored; k++) {
            is_stored = layer_add(f, index, *LOB_AT(f->layers, uint32_t, f->first[child] + k));
        }
    }
    f->count[index] = f->layers.count - f->first[index];
    return is_stored ? LOB_OK : lob_fail_memory(f->ctx);
}

static lob_status count_all(foresight *f) {
    for (uint32_t i = 0; i < f->layout->cells.count; i++) {
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(f->ctx) : LOB_OK);
        LOB_TRY(cell_add(f, f->layout->bottom_up[i]));
        LOB_TRY(f->layers.count <= f->sums_max ? LOB_OK : refuse(f));
    }
    return LOB_OK;
}

lob_status lob_layout_foresee(lob_ctx *ctx, lob_layout *layout) {
    const size_t layers = layout->layers.count, cells = layout->cells.count;
    const uint64_t most = (uint64_t)layers * cells;
    foresight f = {.ctx = ctx, .layout = layout, .sums_max = LOB_LIMIT_LAYER_SUMS};
    if (most <= f.sums_max) {
        return LOB_OK;
    }
    f.sums_max = lob_u64_add_sat(f.sums_max, lob_u64_mul_sat(SUMS_A_THING, things_of(layout)));
    if (most <= f.sums_max) {
        return LOB_OK;
    }
    uint32_t *table = lob_calloc(3 * cells + layers + 1, sizeof *table);
    f.first = table;
    f.count = table + cells;
    f.child_of = table + 2 * cells;
    f.layer_of = table + 3 * cells;
    lob_status status = table ? count_all(&f) : lob_fail_memory(ctx);
    lob_column_release(&layout->budget, &f.layers, sizeof(uint32_t));
    lob_free(table);
    return status;
}
