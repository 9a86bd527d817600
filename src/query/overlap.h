/* Whether a figure truly overlaps a box: exact, by integers alone.
 *
 * A point is inside a figure when the windings of its ring there do not add up to zero, as in KLayout and in
 * geom/region.h. Coordinates within +-LOB_COORD_MAX.
 */
#ifndef LOB_QUERY_OVERLAP_H
#define LOB_QUERY_OVERLAP_H

#include "base/ctx.h"
#include "geom/point.h"

/* The ring (not closed, any order of points) and the box share area. Memory: ctx->arena, of the size of the edges that
 * run through the box. */
lob_status lob_ring_overlaps(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, lob_box64 box, bool *overlaps);

/* An edge of the ring, or a point of it, lies in the closed box. */
bool lob_ring_touches(const lob_point64 *ring, uint32_t count, lob_box64 box);

#endif
