/* Parts of the region engine, private to src/geom/region*.c.
 *
 * A segment runs upwards: from < to by (y, x). `d` is what windings change by from its left side to its right side,
 * for operands a and b. Scratch memory is from the heap and released by the stage that took it; results are in
 * ctx->arena.
 */
#ifndef LOB_GEOM_REGION_PARTS_H
#define LOB_GEOM_REGION_PARTS_H

#include <stddef.h>

#include "geom/region.h"

#define LOB_SEGMENT_NONE UINT32_MAX

typedef struct lob_segment {
    lob_point64 from, to;
    int32_t d[2];
} lob_segment;

typedef struct lob_segments {
    lob_segment *items; /* heap */
    uint32_t count, capacity;
} lob_segments;

typedef struct lob_points64 {
    lob_point64 *items; /* heap */
    uint32_t count, capacity;
} lob_points64;

/* What the sweep found. The order of segments is that of their lower ends, left to right where they start together. */
typedef struct lob_sweep {
    bool is_clean;        /* segments meet in their ends alone: w and left are valid */
    bool has_knots;       /* clean, and more than two segments meet in some point */
    bool is_cut;          /* lob_sweep_try() only: ended early, so only `crossings` and `off_grid` say anything */
    lob_points64 hot;     /* crossings, rounded; unordered, may repeat */
    lob_points64 corners; /* those of them that are half a unit off in x and in y: in a corner of their pixels */
    uint64_t crossings;   /* a crossing of many segments in one grid point counts as one less than the segments */
    uint64_t off_grid;    /* crossings that were rounded; of all rounds together */
    int32_t (*w)[2];      /* windings left of each segment */
    uint32_t *left;       /* the segment left of its lower end when it started */
    lob_point64 *helper;  /* wanted only: last vertex seen in the face left of it when it started */
} lob_sweep;

static inline bool lob_point_equal(lob_point64 a, lob_point64 b) {
    return a.x == b.x && a.y == b.y;
}

/* Joins s[i] and what follows it and is equal, of a list sorted by its ends, and keeps the sum at s[*kept] unless it
 * has no effect. Returns what comes behind; kept <= i. */
static inline uint32_t lob_segment_join(lob_segment *s, uint32_t i, uint32_t stop, uint32_t *kept) {
    lob_segment joined = s[i++];
    for (; i < stop && lob_point_equal(s[i].from, joined.from) && lob_point_equal(s[i].to, joined.to); i++) {
        joined.d[0] += s[i].d[0];
        joined.d[1] += s[i].d[1];
    }
    if (joined.d[0] || joined.d[1]) {
        s[(*kept)++] = joined;
    }
    return i;
}

static inline lob_point64 lob_point_minus(lob_point64 a, lob_point64 b) {
    return (lob_point64){a.x - b.x, a.y - b.y};
}

static inline __int128 lob_cross(lob_point64 u, lob_point64 v) {
    return (__int128)u.x * v.y - (__int128)u.y * v.x;
}

static inline __int128 lob_dot(lob_point64 u, lob_point64 v) {
    return (__int128)u.x * v.x + (__int128)u.y * v.y;
}

/* Above zero: p lies left of the line a b. */
static inline __int128 lob_side_of(lob_point64 a, lob_point64 b, lob_point64 p) {
    return lob_cross(lob_point_minus(b, a), lob_point_minus(p, a));
}

/* ---- region_store.c ---- */
lob_status lob_segments_add(lob_ctx *ctx, lob_segments *list, lob_point64 from, lob_point64 to, int32_t da, int32_t db);
void lob_segments_drop(lob_segments *list);
lob_status lob_points64_add(lob_ctx *ctx, lob_points64 *list, lob_point64 point);
void lob_points64_drop(lob_points64 *list);

lob_status lob_region_fail_size(lob_ctx *ctx); /* QUERY_TOO_LARGE: too many edges or pieces of them */

/* Order by (y, x) of the points at `points + k * stride` bytes, as indices; stable. The caller frees *order. */
lob_status lob_point_order(lob_ctx *ctx, const void *points, size_t stride, uint32_t count, uint32_t **order);
lob_status lob_segments_sort(lob_ctx *ctx, lob_segments *list); /* by their lower ends; stable */
/* Sorted by both ends, equal ones joined, those without effect left out. */
lob_status lob_segments_join(lob_ctx *ctx, lob_segments *list);

/* ---- region_cross.c ---- */
typedef struct lob_crossing {
    lob_point64 floor; /* of both coordinates */
    lob_point64 near;  /* rounded, halves downwards, as KLayout does */
    bool x_on_grid, y_on_grid;
    bool is_corner; /* both coordinates are halves: the crossing is the upper right corner of the pixel of `near` */
} lob_crossing;
/* Where two segments that cross properly do. */
lob_crossing lob_segment_crossing(const lob_segment *a, const lob_segment *b);

/* ---- region_sweep.c ---- */
/* Sorts the segments, joins equal ones and drops those without effect; then sweeps. Stops with QUERY_TOO_LARGE after
 * crossings_max crossings; with crossings_max 0 at the first place that is not clean, without an error. On any outcome
 * lob_sweep_drop() releases the rest. */
lob_status lob_sweep_run(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_max, bool wants_helpers,
                         lob_sweep *sweep);
/* The same, but more than crossings_usual (>= 1) crossings are no failure: the sweep ends, and sweep->is_cut. */
lob_status lob_sweep_try(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_usual, lob_sweep *sweep);
void lob_sweep_drop(lob_sweep *sweep);

/* ---- region_piles.c ---- */
typedef struct lob_pile { /* of segments one after the other: a ring that does not meet itself, or such a border */
    uint32_t first, count;
    int operand;
    lob_box64 box; /* these two are found by lob_piles_merge() */
    uint64_t mix;
} lob_pile;
/* Leaves of the segments the border of what each operand's piles cover, snapped. Changes `piles`. QUERY_TOO_LARGE
 * beyond so many crossings in all. */
lob_status lob_piles_merge(lob_ctx *ctx, lob_segments *segments, lob_pile *piles, uint32_t count,
                           uint64_t crossings_max, uint64_t *off_grid, double *moved);

/* ---- region_hot.c ---- */
enum { LOB_HOT_LEVELS_MAX = 12 }; /* of a tree over all that 32 bits count */

/* Hot pixels, to be asked which of them a segment meets; zero: none. */
typedef struct lob_hot_pixels {
    lob_point64 *points; /* in Morton order */
    uint32_t count;
    lob_point64 origin;
    unsigned shift, cell_bits; /* of a Morton key: what its 16 bits of each axis leave out, and where its cells begin */
    uint32_t *keys;            /* of the points */
    uint32_t *cells;           /* the first point of each cell, and the count */
    lob_box64 *boxes;          /* of the tree over the points, level after level */
    struct {
        uint32_t first, count;
    } level[LOB_HOT_LEVELS_MAX];
    unsigned levels;
    lob_points64 corners; /* sorted, not owned: pixels to which their upper right corner belongs */
} lob_hot_pixels;

typedef struct lob_hot_line { /* an oblique segment as it is asked for */
    lob_point64 from, dir;
    lob_box64 box;
    __int128 reach; /* |dx| + |dy|: twice the greatest cross product within a pixel; 0 when exact */
    bool is_exact;
} lob_hot_line;

lob_hot_line lob_hot_line_of(const lob_segment *segment, bool is_exact);
/* On failure too lob_hot_pixels_drop() releases what there is. */
lob_status lob_hot_pixels_build(lob_ctx *ctx, const lob_points64 *points, lob_hot_pixels *pixels);
/* Adds those that the segment, whose ends are among the points, meets; exact: whose centres lie on it. In no order. */
lob_status lob_hot_pixels_on(lob_ctx *ctx, const lob_hot_pixels *pixels, const lob_hot_line *line, lob_points64 *hits);
void lob_hot_pixels_drop(lob_hot_pixels *pixels);

/* ---- region_snap.c ---- */
/* Leads every segment through the hot pixels it meets: ends and sweep->hot, of which some are sweep->corners (sorted
 * here). `is_exact`: all crossings lie on the grid, so only points on the segments count and nothing moves. *moved
 * grows by the area between old and new lines. */
lob_status lob_segments_snap(lob_ctx *ctx, lob_segments *segments, const lob_points64 *hot, lob_points64 *corners,
                             bool is_exact, double *moved);

/* ---- region_rings.c ---- */
typedef struct lob_ring_ref { /* a ring that may touch or cross itself, of the segments of the region */
    uint32_t first, count;
    int operand;
} lob_ring_ref;
/* Whether segments first.. are a ring that meets itself in common ends of neighbours alone. `scratch`: for its use. */
lob_status lob_ring_is_simple(lob_ctx *ctx, const lob_segment *ring, uint32_t count, lob_segments *scratch,
                              bool *simple);

/* ---- region.c ---- */
typedef struct lob_chunk {
    struct lob_chunk *next;
    uint32_t count, capacity;
    lob_segment items[];
} lob_chunk;

/* The plane cut up by all edges; what every operation is read from. In ctx->arena. */
typedef struct lob_arrangement {
    const lob_segment *segments;
    const int32_t (*w)[2];
    const uint32_t *left;
    uint32_t count;
    uint64_t off_grid;
    double moved; /* scaled units */
} lob_arrangement;

struct lob_region {
    int64_t scale;
    uint64_t crossings_max, crossings_usual; /* usual: up to which rings are not merged as piles; 0: by what they are */
    lob_chunk *first, *last;
    uint32_t count;
    lob_ring_ref *rings;
    uint32_t ring_count, ring_capacity;
    const lob_arrangement *arrangement; /* NULL until asked for, and after an addition */
};

/* Fills region->arrangement. */
lob_status lob_region_arrange(lob_ctx *ctx, lob_region *region);
/* Snaps and sweeps until the segments, swept once, are clean. */
lob_status lob_segments_clean(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_max, bool wants_helpers,
                              lob_sweep *sweep, double *moved);
/* Both. */
lob_status lob_segments_arrange(lob_ctx *ctx, lob_segments *segments, uint64_t crossings_max, bool wants_helpers,
                                lob_sweep *sweep, double *moved);

static inline bool lob_region_inside(lob_region_op op, int32_t a, int32_t b) {
    bool in_a = a != 0, in_b = b != 0;
    return op == LOB_REGION_OR    ? in_a || in_b
           : op == LOB_REGION_AND ? in_a && in_b
           : op == LOB_REGION_NOT ? in_a && !in_b
                                  : in_a != in_b;
}

/* Border of the result at a segment: 1 inside on the left only, -1 on the right only, 0 none. */
static inline int lob_region_border(lob_region_op op, const int32_t w[2], const int32_t d[2]) {
    bool left = lob_region_inside(op, w[0], w[1]), right = lob_region_inside(op, w[0] + d[0], w[1] + d[1]);
    return left == right ? 0 : left ? 1 : -1;
}

/* ---- region_link.c ---- */
/* next[i]: the edge that follows i around the inside, which is on the left; where several edges meet, the sharpest turn
 * to the left, so that a corner that two parts share parts them. The caller frees *next. */
lob_status lob_edges_link(lob_ctx *ctx, const lob_edge64 *edges, uint32_t count, uint32_t **next);

#endif
