/* Regions: sets of polygons, merged and combined.
 *
 * Method: snap rounding. All crossings of edges are found, rounded to the grid, and every edge is led through the
 * rounded points whose unit square it meets (Hobby 1999; Guibas and Marimont 1998), so that afterwards edges meet in
 * vertices alone. One sweep then counts windings left and right of each edge. No floating point decides anything:
 * predicates are exact in 128 bits, so coordinates must stay within +-LOB_REGION_COORD_MAX (after scaling).
 *
 * Inputs whose edges cross only on the grid (all Manhattan layouts) are combined exactly, and no edge moves. Else each
 * edge moves by at most half a unit in x and in y, and area_error bounds what that does to areas; who needs them closer
 * scales up (lob_region_new). See docs/mechanisms/regions.md.
 */
#ifndef LOB_GEOM_REGION_H
#define LOB_GEOM_REGION_H

#include "base/ctx.h"
#include "geom/point.h"

#define LOB_REGION_COORD_MAX (INT64_C(1) << 46)

typedef struct lob_region lob_region; /* in ctx->arena: edges of the operands, not yet combined */

typedef enum {
    LOB_REGION_OR,  /* inside a or b */
    LOB_REGION_AND, /* inside both */
    LOB_REGION_NOT, /* inside a, not b */
    LOB_REGION_XOR  /* inside exactly one */
} lob_region_op;

/* A point is inside an operand when some ring of it winds around the point, in either direction and how often it may
 * (as in KLayout's merge: both halves of a bow tie count, a ring wound twice is whole, a cut line or a spike is
 * nothing, and rings never cancel each other). A ring's direction means nothing. */

/* Polygons of a result: hulls counter-clockwise, each followed by its holes, clockwise; no collinear or doubled points.
 * Every contour begins with its lowest point (of those the leftmost); hulls and the holes of a hull are sorted by it.
 * Parts that share only a point are parts of their own; holes that share a point are one contour, and so are a hull and
 * a hole. Deterministic whatever the order of the input. */
typedef struct lob_contour {
    uint32_t first, count; /* of points */
    bool is_hole;          /* of the last hull before it */
} lob_contour;

typedef struct lob_polygons {
    const lob_point64 *points;
    const lob_contour *contours;
    uint32_t point_count, contour_count;
} lob_polygons;

/* scale: 1..1024; every coordinate is multiplied by it inside, results come back in scaled units. The region lives in
 * ctx->arena; what an operation needs besides is from the heap and given back. */
lob_status lob_region_new(lob_ctx *ctx, int64_t scale, lob_region **region);
/* More crossings of edges than this end an operation with QUERY_TOO_LARGE, reason "crossings". */
enum { LOB_REGION_CROSSINGS_MAX = 1 << 22 };
void lob_region_limit(lob_region *region, uint64_t crossings_max); /* >= 1 */

/* operand 0 (a) or 1 (b). Rings of fewer than 3 points add nothing. QUERY_TOO_LARGE beyond the range. */
lob_status lob_region_add(lob_ctx *ctx, lob_region *region, int operand, const lob_point64 *ring, uint32_t count);
/* Instead of the ring: where it winds around a point twice or more, or against the sense in which it runs (by the sign
 * of its area). Nothing for a ring that does neither. */
lob_status lob_region_add_odd(lob_ctx *ctx, lob_region *region, int operand, const lob_point64 *ring, uint32_t count);
lob_status lob_region_add_box(lob_ctx *ctx, lob_region *region, int operand, lob_box64 box);

/* Whether a ring winds around each point once or not at all, in one direction, so that the area on the left of its
 * edges (on the right, when it runs clockwise) is what merging would leave. Cut lines are allowed; a ring that crosses
 * itself, or touches itself off its vertices, is not plain. */
lob_status lob_ring_is_plain(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, bool *is_plain);

/* Operations. The first one after an addition cuts all edges, O((n + k) log n) for n edges and k crossings and pieces;
 * the others read the result. */
lob_status lob_region_polygons(lob_ctx *ctx, lob_region *region, lob_region_op op, lob_polygons *polygons);

typedef struct lob_region_measures {
    double area;                /* of the scaled-back result, dbu2; exact while below 2^53 and on the grid */
    double area_error;          /* dbu2: the true area is within this of `area`; 0 when no crossing was rounded */
    __int128 area2;             /* twice the area in scaled units, exact for the snapped result */
    double perimeter;           /* dbu */
    uint64_t crossings_rounded; /* crossings that did not lie on the (scaled) grid */
    lob_box64 box;              /* scaled units; empty when the result is */
} lob_region_measures;
lob_status lob_region_measure(lob_ctx *ctx, lob_region *region, lob_region_op op, lob_region_measures *measures);

/* Edges of the result, inside on the left, straight ones in one piece, sorted by where they begin (y, x): what checks
 * of width and space run on. */
typedef struct lob_edge64 {
    lob_point64 from, to;
} lob_edge64;
lob_status lob_region_edges(lob_ctx *ctx, lob_region *region, lob_region_op op, const lob_edge64 **edges,
                            uint32_t *count);

/* Polygons of lob_region_polygons() as one ring each, holes joined by cut lines between vertices: what formats without
 * holes can store. No point is added that was not a vertex or a touching point, so nothing is rounded. */
lob_status lob_polygons_cut(lob_ctx *ctx, const lob_polygons *polygons, lob_polygons *rings);

#endif
