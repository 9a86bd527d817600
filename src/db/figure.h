/* Figures: one stored shape as drawn in the coordinates of a cell, exact and on the database grid.
 *
 * The outline is made in the leaf cell, then each vertex is transformed and rounded by itself, as KLayout does; so what
 * is measured is what a mask writer gets. A path keeps its centre line beside.
 */
#ifndef LOB_DB_FIGURE_H
#define LOB_DB_FIGURE_H

#include "db/walk.h"

typedef struct lob_figure {
    lob_kind kind;
    lob_box64 box;
    const lob_point64 *ring; /* outline, not closed; >= 3 points, or 1 for a text; orientation and order as stored; a
                                polygon with holes is one ring with cut lines */
    uint32_t ring_count;
    /* Paths alone: the stored centre line, transformed. */
    const lob_point64 *line;
    uint32_t line_count;
    double width; /* times the magnification; whole unless that is not 1 */
    double begin_ext, end_ext;
    bool round_ends;
    bool is_exact; /* the transformation was orthogonal: nothing was rounded on the way */
    double grid;   /* what rounding in the leaf, and again where it is placed, amounts to, as one grid; 1 when exact */
} lob_figure;

/* Memory: ctx->arena. Coordinates beyond +-LOB_COORD_MAX: QUERY_TOO_LARGE. */
lob_status lob_figure_make(lob_ctx *ctx, const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                           uint32_t index, uint64_t member, const lob_trans *trans, lob_figure *figure);

#endif
