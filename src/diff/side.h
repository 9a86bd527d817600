/* One side of a comparison: the figures of a layer of a cell, each as a weight (sum.h) and a ring on the common grid.
 *
 * A figure is told by what it covers: a ring with its collinear and doubled points left out, counter-clockwise, from
 * its lowest point on, relative to the lower left corner of its box. So a rectangle is the same whether it is stored as
 * a box, a polygon or a path, in a cell or flat. Rings are made once for each stored outline and turn.
 *
 * Invariant: two figures of equal weight cover the same points, but for a chance of 2^-122 (sum.h).
 */
#ifndef LOB_DIFF_SIDE_H
#define LOB_DIFF_SIDE_H

#include "base/map.h"
#include "db/figure.h"
#include "diff/sum.h"

typedef struct lob_diff_form {
    lob_weight weight;
    const lob_point64 *ring; /* common grid, relative to the lower left corner */
    uint32_t count;
    bool is_box;
    lob_point64 size;   /* common grid */
    lob_point64 corner; /* from the place of the stored figure to the lower left corner; units of the layout */
} lob_diff_form;

/* The instances of a cell whose children have the layer, by a list where one is kept, else by looking at all. */
typedef struct lob_layer_inst {
    lob_layer_index layer;
    uint32_t inst;
} lob_layer_inst;

typedef struct lob_side {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_cell_index top;
    lob_layer_index layer; /* LOB_NONE: the layout has none like it */
    int64_t scale;         /* units of the common grid to a unit of the layout */
    lob_diff_table *table;
    lob_diff_form *forms; /* heap */
    uint32_t form_count, form_capacity;
    lob_id_map outlines; /* polygons: outline and code */
    lob_name_map others; /* paths and points; keys in `arena` */
    lob_id_map reps;     /* repetition and code to `sums` */
    lob_weight *sums;    /* heap; of repetitions */
    uint32_t sum_count, sum_capacity;
    /* What of the layout has which layer, so that a layer costs what is on it (lob_side_list): cells by layer, children
     * first, those of layer i at cells[cell_first[i]], without those that only pass it on; instances of cells that have
     * many, by layer, those of cell i at insts[inst_first[i]]. Heap. */
    uint32_t *cell_first, *cells;
    uint32_t *inst_first; /* NULL: no lists */
    lob_layer_inst *insts;
    bool has_odd;       /* something is placed off the axes */
    lob_arena *arena;   /* rings and keys */
    lob_arena *scratch; /* of the figure at work */
    bool is_started;
} lob_side;

typedef struct lob_diff_figure {
    lob_weight weight;
    lob_box64 box; /* common grid */
    uint32_t form; /* LOB_NONE: the box itself */
} lob_diff_figure;

/* Zeroed sides may be released. Memory on the heap until then. */
lob_status lob_side_start(lob_ctx *ctx, lob_side *side, const lob_layout *layout, lob_cell_index top,
                          const lob_diff_key *key, int64_t scale);
void lob_side_release(lob_side *side);
/* Notes which cells and instances have which layer: for lob_side_cells(), lob_side_next_inst() and has_odd. */
lob_status lob_side_list(lob_side *side);

/* One member of a stored figure. */
typedef struct lob_member {
    const lob_shapes *shapes;
    lob_kind kind; /* not a text */
    uint32_t index;
    uint64_t member;
    lob_point64 by; /* its displacement */
} lob_member;

/* QUERY_TOO_LARGE: beyond the range of coordinates. */
lob_status lob_side_figure(lob_side *side, const lob_member *member, const lob_trans *trans, lob_diff_figure *figure);
/* Whether it is all of its box. */
bool lob_side_is_box(const lob_side *side, const lob_diff_figure *figure);
/* Its points on the common grid, in ctx->arena. */
lob_status lob_side_ring(lob_ctx *ctx, const lob_side *side, const lob_diff_figure *figure, const lob_point64 **ring,
                         uint32_t *count);

/* The repetition of a figure; NULL: once. */
const lob_rep *lob_shape_rep(const lob_layout *layout, const lob_shapes *shapes, lob_kind kind, uint32_t index);
/* The shapes of a cell on the layer of the side; NULL: none. */
const lob_shapes *lob_side_shapes(const lob_side *side, const lob_cell *cell);
/* The sum over a repetition (lob_diff_of_rep); worked out once. LOB_NONE: one. */
lob_status lob_side_rep(lob_side *side, uint32_t rep, uint8_t code, lob_weight *sum);
/* What lies on the layer beneath a cell; NULL: nothing. */
const lob_layer_box *lob_side_cell_sum(const lob_side *side, lob_cell_index cell);
/* Box of the layer beneath a cell, empty when there is nothing; units of the layout. */
lob_box64 lob_side_cell_box(const lob_side *side, lob_cell_index cell);

/* The cell itself, or the one below that has all of the layer; `trans` goes along. Where something lies off the axes,
 * always the cell itself: what is turned is told by its sum as it stands. */
static inline lob_cell_index lob_side_jump(const lob_side *side, lob_cell_index cell, lob_trans *trans) {
    return side->has_odd ? cell : lob_layout_jump(side->layout, cell, side->layer, trans);
}

/* Cells that have the layer of the side, children first; of those that lob_side_jump() passes by, none. */
static inline const uint32_t *lob_side_cells(const lob_side *side, uint32_t *count) {
    *count = side->layer == LOB_NONE ? 0 : side->cell_first[side->layer + 1] - side->cell_first[side->layer];
    return side->layer == LOB_NONE ? NULL : side->cells + side->cell_first[side->layer];
}

/* The first instance of the cell at or after `*at` whose child has the layer; false: there is none. `*at` begins at 0
 * and goes on by one each time. */
bool lob_side_next_inst(const lob_side *side, lob_cell_index cell, uint32_t *at, uint32_t *inst);

#endif
