/* Distance of two traces (outlines, lines, points): exact.
 *
 * The squared distance is a quotient of whole numbers and is compared as such; doubles only say early what is plain.
 * Coordinates may go up to +-LOB_COORD_MAX. An outline with area is filled where its winding number is not zero, so a
 * hole that a cut line leads into is outside, and so is whatever lies in it.
 *
 * Cost: two trees of boxes over the edges, in their own order, searched nearest first; about n log n for outlines of
 * layouts, at most n * m.
 */
#ifndef LOB_GEOM_DISTANCE_H
#define LOB_GEOM_DISTANCE_H

#include "base/ctx.h"
#include "geom/point.h"
#include "geom/wide.h"

typedef struct lob_trace {
    const lob_point64 *points; /* one: a point; equal neighbours and points on a line are fine */
    uint32_t count;            /* > 0 */
    bool is_closed;            /* the last point is joined to the first */
    bool has_area;             /* a filled outline; closed whether said or not */
} lob_trace;

typedef struct lob_ratio { /* num / den, not reduced; num < 2^218, 0 < den < 2^110 */
    lob_wide num;
    lob_u128 den;
} lob_ratio;

/* The root of a squared distance, off by a few units of the last place; whole ones are exact. `rounded`: to the nearest
 * whole number, decided exactly (halves, which are never met by chance, upwards). */
double lob_ratio_root(const lob_ratio *d2, int64_t *rounded, bool *is_whole);

typedef enum {
    LOB_RELATION_APART,
    LOB_RELATION_MEET,   /* the borders share a point: they touch, or cross */
    LOB_RELATION_A_IN_B, /* wholly inside, no border shared */
    LOB_RELATION_B_IN_A
} lob_relation;

typedef struct lob_spot { /* floor and fraction of each coordinate: a nearest point need not lie on the grid */
    lob_point64 at;
    double fx, fy; /* [0, 1) */
} lob_spot;

typedef struct lob_distance {
    lob_ratio d2; /* 0 unless apart */
    lob_relation relation;
    /* Nearest points, on a and on b. Of several pairs that with the lowest y, then x, on a, then on b. When the borders
     * meet: their lowest common point. When one is inside: its lowest point, for both. */
    lob_spot spots[2];
} lob_distance;

/* `work_max` 0: LOB_LIMIT_QUERY_WORK. QUERY_TOO_LARGE beyond it or beyond the coordinate range; LOB_E_CANCELLED. */
lob_status lob_distance_find(lob_ctx *ctx, const lob_trace *a, const lob_trace *b, uint64_t work_max,
                             lob_distance *distance);

/* Winding number of the outline around a point; *on_border set when the point lies on it (then 0). */
int lob_trace_winding(const lob_trace *trace, lob_point64 p, bool *on_border);

#endif
