/* The union of a few figures within one pixel, exactly. */
#ifndef LOB_RENDER_SLAB_H
#define LOB_RENDER_SLAB_H

#include "base/ctx.h"
#include "base/limits.h"

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
    lob_piece *pieces;
    struct lob_slab_part *parts;
    uint32_t *lasts;
    uint32_t level_capacity, active_capacity, winding_capacity, piece_capacity, part_capacity, last_capacity;
    uint64_t work; /* steps since it was zeroed */
    uint64_t stop; /* 0: LOB_SLAB_WORK_MAX holds; else beyond: QUERY_TOO_LARGE with no word in ctx, for who goes on */
} lob_slabs;

#define LOB_SLAB_MANY UINT32_MAX
/* Steps of one layer of a picture, a few seconds; beyond: QUERY_TOO_LARGE. */
#define LOB_SLAB_WORK_MAX LOB_LIMIT_QUERY_WORK

/* The area in which some ring winds. Pieces may be reordered. O(n^2) for n pieces, unless very many cross in nearly
 * one point: then O(n^3), bounded by the work. Polls. */
lob_status lob_slab_area(lob_ctx *ctx, lob_slabs *slabs, lob_piece *pieces, uint32_t count, uint32_t ring_count,
                         double *area);
/* The same area as pieces of one ring that winds 0 or 1 times, at most `most` of them in `out`; more, or more crossings
 * than are worth finding: *out_count is LOB_SLAB_MANY. */
lob_status lob_slab_union(lob_ctx *ctx, lob_slabs *slabs, lob_piece *pieces, uint32_t count, uint32_t ring_count,
                          lob_piece *out, uint32_t most, uint32_t *out_count);
/* Pieces on one vertical line as what their windings add up to, ring by ring and upwards; how many that are, at most
 * twice as many: there must be room. */
uint32_t lob_slab_steps(lob_piece *pieces, uint32_t count);
void lob_slabs_release(lob_slabs *slabs);

#endif
