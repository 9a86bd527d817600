/* Regions: sets of polygons, merged and combined.
 *
 * Method: snap rounding. All crossings of edges are found, rounded to the grid, and every edge is led through the
 * rounded points whose unit square it meets (Hobby 1999; Guibas and Marimont 1998), so that afterwards edges meet in
 * vertices alone. One sweep then counts windings left and right of each edge. No floating point decides anything:
 * predicates are exact in 128 bits, so coordinates must stay within +-LOB_REGION_COORD_MAX.
 *
 * Inputs whose edges cross only on the grid (all Manhattan layouts) are combined exactly. Else each crossing moves by
 * at most half a unit in x and y; who needs areas closer than that scales up before (lob_region_scale).
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

/* A point is inside an operand when the sum of windings of its rings there is not zero. Rings of one operand add up:
 * every ring is turned to positive area first, so that overlapping figures never cancel (as KLayout's merge). */

/* Polygons of a result: hulls counter-clockwise, each followed by its holes, clockwise; no collinear or doubled points;
 * hulls touch themselves or others in points at most. Sorted by the lowest-leftmost point; deterministic whatever the
 * order of the input. */
typedef struct lob_contour {
    uint32_t first, count; /* of points */
    bool is_hole;          /* of the last hull before it */
} lob_contour;

typedef struct lob_polygons {
    const lob_point64 *points;
    const lob_contour *contours;
    uint32_t point_count, contour_count;
} lob_polygons;

/* scale: 1..1024; every coordinate is multiplied by it inside, results come back in scaled units. */
lob_status lob_region_new(lob_ctx *ctx, int64_t scale, lob_region **region);
/* operand 0 (a) or 1 (b). Rings of fewer than 3 points or no area add nothing. QUERY_TOO_LARGE beyond the range. */
lob_status lob_region_add(lob_ctx *ctx, lob_region *region, int operand, const lob_point64 *ring, uint32_t count);
lob_status lob_region_add_box(lob_ctx *ctx, lob_region *region, int operand, lob_box64 box);

lob_status lob_region_polygons(lob_ctx *ctx, const lob_region *region, lob_region_op op, lob_polygons *polygons);

typedef struct lob_region_measures {
    double area;                /* of the scaled-back result, dbu2; exact while below 2^53 and on the grid */
    __int128 area2;             /* twice the area in scaled units, exact for the snapped result */
    double perimeter;           /* dbu */
    uint64_t crossings_rounded; /* crossings that did not lie on the (scaled) grid */
    lob_box64 box;              /* scaled units; empty when the result is */
} lob_region_measures;
lob_status lob_region_measure(lob_ctx *ctx, const lob_region *region, lob_region_op op, lob_region_measures *measures);

/* Edges of the result, inside on the left, sorted: what checks of width and space run on. */
typedef struct lob_edge64 {
    lob_point64 from, to;
} lob_edge64;
lob_status lob_region_edges(lob_ctx *ctx, const lob_region *region, lob_region_op op, const lob_edge64 **edges,
                            uint32_t *count);

/* Merged polygons as one ring each, holes joined by cut lines: what formats without holes can store. */
lob_status lob_polygons_cut(lob_ctx *ctx, const lob_polygons *polygons, lob_polygons *rings);

#endif
