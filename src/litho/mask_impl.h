/* What the files of masks share. Not for others. */
#ifndef LOB_LITHO_MASK_IMPL_H
#define LOB_LITHO_MASK_IMPL_H

#include "litho/mask.h"

/* A mask of merged polygons that are in ctx->arena. */
void lob_mask_keep(lob_mask *mask, const lob_polygons *polygons, double unit_nm);
/* Its polygons as operand 0 or 1 of a region. */
lob_status lob_mask_add_to(lob_ctx *ctx, lob_region *region, int operand, const lob_mask *mask);

/* ---- mask_trace.c: outlines of a set of pixels on the lattice of their middles ---- */

typedef enum { LOB_TRACE_EAST, LOB_TRACE_NORTH, LOB_TRACE_WEST, LOB_TRACE_SOUTH } lob_pixel_trace_turn;

/* An outline steps from cell to cell, inside on its left; a cell has pixels (column, row) and the three right of and
 * above it as corners, and may begin at -1. Its step in a direction crosses the line between two pixels, one inside. */
typedef struct lob_pixel_trace_step {
    int32_t column, row; /* of the cell that is left */
    lob_pixel_trace_turn turn;
} lob_pixel_trace_step;

typedef struct lob_pixel_trace_ring {
    uint32_t first, count; /* of steps; the last is followed by the first */
    uint32_t parent;       /* the ring right around it, UINT32_MAX: none */
    uint32_t depth;        /* rings around it: even for hulls, odd for holes */
} lob_pixel_trace_ring;

typedef struct lob_pixel_trace {
    lob_pixel_trace_step *steps;
    lob_pixel_trace_ring *rings;
    uint32_t step_count, step_capacity, ring_count, ring_capacity;
} lob_pixel_trace;

/* Whether the two inside pixels of a cell whose corners lie crosswise belong together. NULL: never. */
typedef bool lob_trace_joins(const void *arg, int32_t column, int32_t row);

/* Rings in order of their first westernmost crossing, from below; drop it also after a failure.
 * TOOL_LIMIT_EXCEEDED (memory, also beyond 2^31 steps), LOB_E_CANCELLED. */
lob_status lob_trace_of(lob_ctx *ctx, const lob_bits *bits, lob_trace_joins *joins, const void *arg,
                        lob_pixel_trace *trace);
void lob_trace_drop(lob_pixel_trace *trace);

#endif
