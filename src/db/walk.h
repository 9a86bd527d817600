/* The walk: what of a cell's hierarchy meets a window, without expanding anything that lies outside.
 *
 * Idea: an explicit stack of (cell, transformation, window in that cell's own coordinates). On each level a packed
 * R-tree a (cell, layer) gives the shapes and one a cell the instances; lattices are intersected by arithmetic, so an
 * array of 10^9 members costs what its members in the window cost. The trees are made at the first walk that needs them
 * and stay with the layout; any number of walks may run at once.
 *
 * Coordinates: the walked cell's, in dbu. A hit is one member: a repetition gives a hit for each member that meets the
 * window. The box of a hit is that of the figure as drawn (corner points transformed, then rounded, as KLayout does); a
 * text's box is its point. A path with round ends that is not turned has KLayout's box for it, which can be larger than
 * its outline. docs/mechanisms/queries.md has the whole.
 */
#ifndef LOB_DB_WALK_H
#define LOB_DB_WALK_H

#include "db/layout.h"

typedef struct lob_step { /* one level down: which instance of the cell, which member of its repetition (j * na + i) */
    uint32_t inst;
    uint64_t member;
} lob_step;

typedef enum {
    LOB_MEET_TOUCH,  /* closed boxes meet */
    LOB_MEET_OVERLAP /* more than a border is shared; a box without area (text, line): it touches the closed window. A
                      * window without area is overlapped by what it lies strictly inside of */
} lob_meet;

enum { LOB_WALK_SHAPES = 7, LOB_WALK_TEXTS = 8, LOB_WALK_INSTS = 16 }; /* 1 << lob_kind, and instances */

typedef struct lob_walk_options {
    lob_box64 window; /* LOB_WALK_EVERYTHING: no window */
    lob_meet meet;
    unsigned what;                 /* sum of 1 << lob_kind and LOB_WALK_INSTS */
    const lob_layer_index *layers; /* sorted; NULL: all. Instances are not filtered by layer */
    uint32_t layer_count;
    uint32_t depth_max;   /* levels below the walked cell; UINT32_MAX: all */
    uint64_t work_max;    /* objects and members looked at; above: QUERY_TOO_LARGE; 0: LOB_LIMIT_QUERY_WORK */
    uint64_t lattice_max; /* steps through arrays while counting, then it ends at once; 0: usual */
    /* When set: hits whose box begins right of *left_max need not come. May be lowered between two hits, so that who
     * keeps only the first by left edge lets the walk skip the rest. */
    const int64_t *left_max;
    /* No hit has a path: path NULL, depth 0. A walk of one layer then jumps over cells that only pass it on. */
    bool skips_paths;
    bool skips_copies; /* of the same thing stored twice in one place one may be left out: for who merges */
} lob_walk_options;

#define LOB_WALK_EVERYTHING ((lob_box64){-LOB_COORD_MAX, -LOB_COORD_MAX, LOB_COORD_MAX, LOB_COORD_MAX})

/* All shapes of the layers that touch the window, at every level. */
static inline lob_walk_options lob_walk_shapes(lob_box64 window, const lob_layer_index *layers, uint32_t layer_count) {
    return (lob_walk_options){.window = window,
                              .meet = LOB_MEET_TOUCH,
                              .what = LOB_WALK_SHAPES,
                              .layers = layers,
                              .layer_count = layer_count,
                              .depth_max = UINT32_MAX};
}

typedef struct lob_hit {
    lob_cell_index leaf;      /* the cell that stores it */
    const lob_shapes *shapes; /* of a shape or text; NULL: an instance */
    lob_kind kind;            /* LOB_KIND_COUNT: an instance */
    uint32_t index;           /* in shapes by kind, or of the instance in its cell */
    uint64_t member;          /* of a shape's own repetition. Instance: the first member that meets the window */
    uint64_t member_count;    /* instances: members that meet the window; shapes: 1 */
    lob_box64 box;            /* shape: of this member; instance: of all members (an empty child: of its origin) */
    const lob_trans *trans;   /* leaf's coordinates to the walked cell's, without the member's displacement */
    const lob_step *path;     /* depth steps from the walked cell to the leaf; valid until the next hit */
    uint32_t depth;
} lob_hit;

typedef struct lob_walk lob_walk;

/* In ctx->arena; the layout must outlive it. Order of hits: deterministic, by depth-first walk; not sorted.
 * An instance comes once for each place of its parent. Ghost and empty cells are placed as their origin's point. Polls,
 * so a loop over small walks can be cancelled: LOB_E_CANCELLED. */
lob_status lob_walk_open(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_walk_options *options,
                         lob_walk **walk);
/* *hit = NULL at the end. QUERY_TOO_LARGE, LOB_E_CANCELLED. */
lob_status lob_walk_next(lob_walk *walk, const lob_hit **hit);
uint64_t lob_walk_work(const lob_walk *walk); /* done so far */

/* How many hits a walk would give, by layer: cells that lie wholly inside the window are counted from their sums and
 * never entered, nor are members of arrays that do. counts: array of lob_layout_layer_count(), of which the callee
 * zeroes those of options->layers (NULL: all). Saturating. Ends soon with QUERY_TOO_LARGE when arrays would take more
 * work than is allowed; counts then are lower bounds. */
typedef struct lob_walk_count {
    uint64_t shapes; /* without texts */
    uint64_t texts;
} lob_walk_count;
lob_status lob_walk_counts(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_walk_options *options,
                           lob_walk_count *counts, uint64_t *inst_count);

/* Transformation of a path of steps: the leaf's coordinates to the cell's at its top. *leaf may be NULL. INVALID_TARGET
 * when a step leads nowhere. */
lob_status lob_path_trans(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_step *path,
                          uint32_t depth, lob_trans *trans, lob_cell_index *leaf);

#endif
