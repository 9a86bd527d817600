/* What the files of an evaluation share. Not for others. */
#ifndef LOB_LITHO_EVALUATE_IMPL_H
#define LOB_LITHO_EVALUATE_IMPL_H

#include "litho/evaluate.h"
#include "litho/imager.h"

/* The lenses of an evaluation: an imager for each focus that occurs, none twice. */
typedef struct lob_lenses {
    lob_imager *items[LOB_CORNERS_MAX + 1];
    double defocus_nm[LOB_CORNERS_MAX + 1];
    uint32_t count;
    uint32_t of_corner[LOB_CORNERS_MAX + 1]; /* 0: nominal; 1 + i: corners[i] */
} lob_lenses;

lob_status lob_lenses_make(lob_ctx *ctx, const lob_litho_setup *setup, lob_lenses *lenses);
void lob_lenses_drop(lob_lenses *lenses);
static inline lob_corner lob_corner_at(const lob_litho_setup *setup, uint32_t index) {
    return index == 0 ? setup->nominal : setup->corners[index - 1];
}

/* Prints all tiles: fills nominal, outer, inner (of the canvas, empty before) and, where it has values, aerial. */
lob_status lob_evaluate_tiles(lob_ctx *ctx, const lob_litho_setup *setup, const lob_mask *mask,
                              const lob_lenses *lenses, lob_litho_result *result);

/* An evaluation with lenses that are there already. */
typedef lob_status lob_evaluate_part(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                                     const lob_lenses *lenses, lob_litho_result *result);
/* The canvas in windows, each by `part`: fills metrics, totals and is_degraded of a result that has its tiling and what
 * was asked. */
lob_status lob_evaluate_windows(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                                const lob_lenses *lenses, lob_evaluate_part *part, lob_litho_result *result);

/* Checks and records: metrics of rules, gauges, violations (not yet brought together). */
lob_status lob_evaluate_checks(lob_ctx *ctx, const lob_litho_setup *setup, const lob_litho_input *input,
                               lob_litho_result *result);

/* ---- evaluate_facing.c: widths and spaces of curved contours ---- */

typedef struct lob_edge_way { /* of an edge */
    double x, y;
    bool is_smooth; /* the contour goes on within 30 degrees at both ends */
    bool is_curved; /* of a contour that is not all along the axes */
} lob_edge_way;

/* By the numbers that edges have in lob_pair_owners; in ctx->arena. */
lob_status lob_edge_ways_of(lob_ctx *ctx, const lob_polygons *polygons, lob_edge_way **ways);
bool lob_contour_is_manhattan(const lob_polygons *polygons, const lob_contour *contour);
/* Whether the distance of the two is a width or a space. */
bool lob_edges_face(lob_edge_way a, lob_edge_way b);

#endif
