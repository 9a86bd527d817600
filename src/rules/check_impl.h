/* What the files of a check share. Not for others.
 *
 * Edges are taken in runs: pieces of one contour, short enough that the box of a run holds little beside its edges. The
 * R-tree holds runs, so that there are few searches, and a run knows in which directions its edges go: two runs of
 * which no edge can face an edge of the other, as along the flat side of a bend, are passed by without a look at the
 * edges.
 */
#ifndef LOB_RULES_CHECK_IMPL_H
#define LOB_RULES_CHECK_IMPL_H

#include "geom/rtree.h"
#include "rules/check.h"

enum { CHECK_RUN_MAX = 8 };

typedef struct check_edge {
    lob_edge64 e;
    lob_box box;    /* cut to 32 bits */
    uint8_t octant; /* of its direction: 0 is [0, 45) degrees */
} check_edge;

typedef struct check_run_of_edges {
    uint32_t first, count;
    uint32_t polygon; /* counted over both layers */
    lob_box box;
    bool is_b;
    uint8_t octants; /* a bit for each that an edge goes in */
} check_run_of_edges;

typedef struct check_edges {
    check_edge *items; /* contour by contour, of a before those of b, each with the inside on its right */
    check_run_of_edges *runs;
    uint32_t count, run_count;
    lob_rtree tree; /* a place in it is the number of a run */
    void *block;
} check_edges;

/* Also after a failure: lob_check_edges_release(). */
lob_status lob_check_edges_take(lob_ctx *ctx, const lob_check *check, lob_check_polygons polygons, check_edges *edges);
void lob_check_edges_release(check_edges *edges);

/* Octants that an edge of this one may face: beyond 90 degrees, or with `turns` below. Directions of octants i and
 * i + d are between 45 (d - 1) and 45 (d + 1) degrees apart, ends excluded. */
static inline uint8_t check_faced(uint8_t octant, bool turns) {
    const unsigned ahead = turns ? 0xc7u : 0x7cu; /* of octant 0: up to two away, or two and more */
    return (uint8_t)(ahead << octant | ahead >> (8 - octant));
}

#endif
