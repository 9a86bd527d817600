/* The layout's inside: for the files of src/db alone. */
#ifndef LOB_DB_LAYOUT_IMPL_H
#define LOB_DB_LAYOUT_IMPL_H

#include <stdatomic.h>

#include "base/alloc.h"
#include "db/column.h"
#include "db/layout.h"
#include "db/weight.h"

typedef struct lob_prop_set {
    uint32_t first, count;
} lob_prop_set;

/* What was worked out of a layer of a cell while it was read: of its first figures, all of them without repetition and
 * properties. */
typedef struct lob_share {
    uint32_t count[LOB_KIND_COUNT];
    lob_box64 box;
    lob_weight sum; /* of their weights, when the layout `is_weighed` */
} lob_share;

struct lob_layout {
    atomic_uint references;
    lob_arena *arena;
    lob_budget budget;
    const char *format;
    double dbu_um, user_unit;
    int version;
    lob_str library;
    lob_column layers;          /* lob_layer */
    lob_column cells;           /* lob_cell: defined ones in file order, then ghosts */
    lob_column outlines;        /* lob_outline */
    lob_column points;          /* lob_point */
    lob_column reps;            /* lob_rep */
    lob_column cplx;            /* lob_cplx */
    lob_column strings;         /* lob_str */
    lob_column sets;            /* lob_prop_set */
    lob_column props;           /* lob_prop */
    lob_column contexts;        /* lob_prop_set: of context_strings */
    lob_column context_strings; /* lob_str */
    lob_column warnings;        /* lob_warning */
    lob_column blocks;          /* void *: large columns of cells */
    lob_column shares;          /* lob_share: of layers with many figures */
    bool is_weighed;            /* the shares have sums */
    lob_cell_index *by_name, *bottom_up, *tops;
    uint32_t top_count;
    _Atomic(struct lob_index *) index; /* db/index.h: NULL until the first walk */
    lob_account trees;                 /* what the index holds, bounded like the layout itself */
    uint32_t own_props, own_context;
    void *image; /* db/image.h: the file that holds all columns and what they point to; NULL: they are the layout's */
    size_t image_size;
};

lob_layout *lob_layout_new(uint64_t size_max); /* empty, one reference; NULL: out of memory */

/* freeze.c: cells final and named; order.c: topological order, tops, names; foresee.c: refuses what would need too many
 * sums; summary.c: boxes and counts. */
lob_status lob_layout_order(lob_ctx *ctx, lob_layout *layout);
lob_status lob_layout_foresee(lob_ctx *ctx, lob_layout *layout);
lob_status lob_layout_summarize(lob_ctx *ctx, lob_layout *layout);

/* A path's box in two steps: of its figure with the first point at the displacement (0, 0), then where all members
 * stand. */
lob_box64 lob_path_box_at_origin(const lob_layout *layout, const lob_path *path);
lob_box64 lob_path_box_placed(const lob_layout *layout, const lob_path *path, lob_box64 at_origin);

#define LOB_AT(column, type, index) (&((type *)(column).data)[index])

/* NULL: none of it is known. */
static inline const lob_share *lob_layout_share(const lob_layout *layout, const lob_shapes *shapes) {
    return shapes->share == LOB_NONE ? NULL : LOB_AT(layout->shares, const lob_share, shapes->share);
}

#endif
