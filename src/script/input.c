/* Layers of the layout as values: every figure of the cell and what is below it, flat, as KLayout's regions hold them.
 */
#include <string.h>

#include "base/num.h"
#include "base/sort.h"
#include "db/figure.h"
#include "script/ops.h"

enum { FIGURES_MAX = 8000000 }; /* more do not fit into a request's memory */

static int by_layer(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_layer_index x = *(const lob_layer_index *)a, y = *(const lob_layer_index *)b;
    return (x > y) - (x < y);
}

/* ---- cells that count ---- */

enum { STATE_AS_ABOVE, STATE_ON, STATE_OFF };

typedef struct gathering {
    lob_ctx *ctx, *own; /* own: of one figure */
    const lob_input_ask *ask;
    uint8_t *states; /* by cell; NULL: all count */
    lob_polygon_list list;
} gathering;

/* One line of a selection: "-" alone is the cell that is read, "-*" and "+*" forget what was before. */
static lob_status select_cells(gathering *g, lob_str line) {
    const lob_layout *layout = g->ask->layout;
    const bool has_sign = line.size > 0 && (line.data[0] == '-' || line.data[0] == '+');
    const uint8_t state = has_sign && line.data[0] == '-' ? STATE_OFF : STATE_ON;
    const lob_str pattern = {line.data + has_sign, line.size - has_sign};
    if (state == STATE_OFF && pattern.size == 0) {
        g->states[g->ask->cell] = STATE_OFF;
        return LOB_OK;
    }
    if (lob_script_pattern_has_more(pattern)) {
        return lob_script_refuse(g->ctx, "a selection of cells by a pattern with more than * and ?");
    }
    for (lob_cell_index i = 0; i < lob_layout_cell_count(layout); i++) {
        if (lob_script_pattern_fits(pattern, lob_layout_cell(layout, i)->name)) {
            g->states[i] = state;
        }
    }
    return LOB_OK;
}

static lob_status read_selection(gathering *g) {
    lob_str rest = g->ask->selection;
    if (rest.size == 0) {
        return LOB_OK;
    }
    g->states = LOB_NEW_ARRAY(g->ctx->arena, uint8_t, lob_layout_cell_count(g->ask->layout));
    if (!g->states) {
        return lob_fail_memory(g->ctx);
    }
    while (rest.size > 0) {
        const char *end = memchr(rest.data, '\n', rest.size);
        const size_t size = end ? (size_t)(end - rest.data) : rest.size;
        LOB_TRY(select_cells(g, (lob_str){rest.data, size}));
        rest = end ? (lob_str){end + 1, rest.size - size - 1} : (lob_str){rest.data + size, 0};
    }
    return LOB_OK;
}

/* By the last cell on the way to the figure that a selection names. */
static bool counts(const gathering *g, const lob_hit *hit) {
    lob_cell_index cell = g->ask->cell;
    if (!g->states) {
        return true;
    }
    bool is_on = g->states[cell] != STATE_OFF;
    for (uint32_t i = 0; i < hit->depth; i++) {
        cell = lob_layout_cell(g->ask->layout, cell)->insts[hit->path[i].inst].child;
        is_on = g->states[cell] == STATE_AS_ABOVE ? is_on : g->states[cell] == STATE_ON;
    }
    return is_on;
}

/* ---- figures ---- */

static lob_status add_figure(gathering *g, const lob_hit *hit) {
    lob_figure figure;
    lob_arena_reset(g->own->arena);
    LOB_TRY(lob_ctx_join(
        g->ctx, g->own,
        lob_figure_make(g->own, g->ask->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure)));
    lob_point64 *ring = lob_arena_alloc(g->own->arena, (figure.ring_count + 1) * sizeof *ring);
    if (!ring) {
        return lob_fail_memory(g->ctx);
    }
    for (uint32_t i = 0; i < figure.ring_count; i++) {
        ring[i] = figure.ring[i];
    }
    const uint32_t left = lob_ring_compress(ring, figure.ring_count);
    return left ? lob_polygon_list_add(g->ctx, &g->list, ring, left, false) : LOB_OK;
}

static lob_status refuse_many(lob_ctx *ctx) {
    return lob_script_refuse(ctx, "layers of more than 8 million figures in one input");
}

/* Before the first is read; what a selection leaves out is only known afterwards. */
static lob_status refuse_too_many(gathering *g, const lob_walk_options *options) {
    const uint32_t layers = lob_layout_layer_count(g->ask->layout);
    lob_walk_count *counts = LOB_NEW_ARRAY(g->ctx->arena, lob_walk_count, (size_t)layers + 1);
    lob_walk_options usual = *options;
    uint64_t places, all = 0;
    if (!counts) {
        return lob_fail_memory(g->ctx);
    }
    usual.work_max = 0;
    lob_status status = lob_walk_counts(g->ctx, g->ask->layout, g->ask->cell, &usual, counts, &places);
    if (status == LOB_E_QUERY_TOO_LARGE) { /* the counts are lower bounds */
        lob_error_clear(&g->ctx->error);
        status = LOB_OK;
    }
    LOB_TRY(status);
    for (uint32_t i = 0; i < options->layer_count; i++) {
        all = lob_u64_add_sat(all, counts[options->layers[i]].shapes);
    }
    return all > FIGURES_MAX ? refuse_many(g->ctx) : LOB_OK;
}

static lob_status gather(gathering *g, lob_walk *walk) {
    const lob_hit *hit;
    uint64_t count = 0;
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        if (++count > FIGURES_MAX) {
            return refuse_many(g->ctx);
        }
        if (counts(g, hit)) {
            LOB_TRY(add_figure(g, hit));
        }
    }
}

static lob_status sort_layers(lob_ctx *ctx, const lob_input_ask *ask, lob_layer_index **sorted, uint32_t *count) {
    *sorted = lob_arena_alloc(ctx->arena, ((size_t)ask->layer_count + 1) * sizeof **sorted);
    *count = 0;
    if (!*sorted) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < ask->layer_count; i++) {
        if (ask->layers[i] != LOB_NONE) {
            (*sorted)[(*count)++] = ask->layers[i];
        }
    }
    return lob_sort(ctx, *sorted, *count, sizeof **sorted, by_layer, NULL);
}

lob_status lob_op_input(lob_ctx *ctx, const lob_input_ask *ask, lob_value *result) {
    gathering g = {.ctx = ctx, .ask = ask};
    lob_layer_index *sorted;
    uint32_t count;
    lob_walk *walk;
    lob_ctx own;
    LOB_TRY(read_selection(&g));
    LOB_TRY(sort_layers(ctx, ask, &sorted, &count));
    if (count == 0) {
        const lob_polygons none = {0};
        return lob_value_put_merged(ctx, result, &none);
    }
    const lob_walk_options options = {.window = ask->window,
                                      .meet = ask->meet,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = sorted,
                                      .layer_count = count,
                                      .depth_max = UINT32_MAX,
                                      .work_max = UINT64_MAX,
                                      .skips_paths = !g.states};
    LOB_TRY(g.states ? LOB_OK : refuse_too_many(&g, &options));
    LOB_TRY(lob_walk_open(ctx, ask->layout, ask->cell, &options, &walk));
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    g.own = &own;
    lob_status status = gather(&g, walk);
    lob_ctx_drop(&own);
    const lob_polygons all = lob_polygon_list_view(&g.list);
    return status == LOB_OK ? lob_value_put_raw(ctx, result, &all) : status;
}
