/* What the files of a check share. Not for others.
 *
 * Edges are taken in runs: pieces of one contour, short enough that the box of a run holds little beside its edges. The
 * R-tree holds runs, so that there are few searches, and a run knows in which directions its edges go: two runs of
 * which no edge can face an edge of the other, as along the flat side of a bend, are passed by without a look at the
 * edges.
 */
#ifndef LOB_RULES_CHECK_IMPL_H
#define LOB_RULES_CHECK_IMPL_H

#include <stdatomic.h>

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

/* What lies low .. high along a direction, right .. left across it. */
typedef struct check_slab {
    double x, y, low, high, right, left;
} check_slab;

typedef struct check_edges {
    check_edge *items; /* contour by contour, of a before those of b, each with the inside on its right */
    check_run_of_edges *runs;
    uint32_t count, run_count;
    lob_rtree tree; /* a place in it is the number of a run */
    void *block;
    _Atomic(check_slab *) slabs; /* of the nodes of the tree; NULL: not needed so far */
} check_edges;

/* Also after a failure: lob_check_edges_release(). */
lob_status lob_check_edges_take(lob_ctx *ctx, const lob_check *check, lob_check_polygons polygons, check_edges *edges);
void lob_check_edges_release(check_edges *edges);

/* ---- check_slabs.c ---- */
check_slab check_slab_of(lob_edge64 e, double more); /* with all that lies within `more` of it */
check_slab check_slab_of_run(const check_edges *edges, const check_run_of_edges *run, double more);
/* Makes those of the nodes, once, whatever thread asks first; they belong to the edges. */
lob_status check_slabs_take(lob_ctx *ctx, check_edges *edges, const check_slab **slabs);

typedef struct check_seek { /* for runs whose boxes touch a window; with slabs, whose slabs meet one as well */
    const check_edges *edges;
    const check_slab *slabs; /* NULL: boxes decide alone */
    check_slab slab;
    lob_rtree_query query;
    lob_rtree_cursor cursor;
    uint64_t work; /* boxes looked at */
} check_seek;
void check_seek_begin(check_seek *seek, const check_edges *edges, lob_box window);
/* False at the end; *run may be LOB_RTREE_PAUSE, so that the caller can look up. */
bool check_seek_next(check_seek *seek, uint32_t *run);

/* Octants that an edge of this one may face: beyond 90 degrees, or with `turns` below; with a limit of the angle beyond
 * 90 degrees all. Directions of octants i and i + d are between 45 (d - 1) and 45 (d + 1) degrees apart, ends
 * excluded. */
static inline uint8_t check_faced(const lob_check_rule *rule, uint8_t octant, bool turns) {
    const unsigned ahead = rule->ignore_angle > 90 ? 0xffu
                           : turns                 ? 0xc7u /* of octant 0: up to two away */
                                                   : 0x7cu;                /* two and more */
    return (uint8_t)(ahead << octant | ahead >> (8 - octant));
}

#endif
