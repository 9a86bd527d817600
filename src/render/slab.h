/* The union of a few figures within one pixel, exactly. */
#ifndef LOB_RENDER_SLAB_H
#define LOB_RENDER_SLAB_H

#include "base/ctx.h"

/* A directed edge piece in [0, 1]^2, y0 < y1; its ring's winding right of it is `weight` more than left of it. What
 * lies left of the pixel stands at x = 0. Rings are numbered 0 .. ring_count - 1. */
typedef struct lob_piece {
    double x0, y0, x1, y1;
    int32_t weight;
    uint32_t ring;
} lob_piece;

typedef struct lob_slabs { /* scratch, grown as needed; zeroed at first */
    double *levels;
    struct lob_slab_edge *active;
    int32_t *windings;
    uint32_t level_capacity, active_capacity, winding_capacity;
} lob_slabs;

/* The area in which some ring winds. Pieces may be reordered. O(k n) for n pieces and k levels between which no two
 * cross. */
lob_status lob_slab_area(lob_ctx *ctx, lob_slabs *slabs, lob_piece *pieces, uint32_t count, uint32_t ring_count,
                         double *area);
void lob_slabs_release(lob_slabs *slabs);

#endif
