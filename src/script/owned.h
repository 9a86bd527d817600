/* Checks seen from one polygon each: which pairs begin on it, and what filters leave of them.
 *
 * A pair of two polygons is seen twice, by each with its own edge first; a pair within one polygon once. That is how
 * KLayout works out a check, and what its filters by opposite edges and by sides of rectangles ask for.
 */
#ifndef LOB_SCRIPT_OWNED_H
#define LOB_SCRIPT_OWNED_H

#include "script/ops.h"

typedef struct lob_owned_pair {
    uint32_t polygon; /* of a's whole polygons, from 0 */
    bool is_within;   /* both edges are of that polygon */
    lob_edge_pair pair;
} lob_owned_pair;

typedef struct lob_owned_pairs { /* sorted by polygon */
    lob_owned_pair *items;
    uint32_t count;
    bool is_symmetric; /* each pair still has two edges without order */
} lob_owned_pairs;

/* The check with its filters, or the edges that pass it, as pairs of an edge and itself turned. In ctx->arena. */
lob_status lob_owned_check(lob_ctx *ctx, lob_value *a, lob_value *b, const lob_pairs_ask *ask, lob_owned_pairs *found);

/* ---- passed.c ---- */
/* What the pairs of one polygon, and the lines that join their ends, leave of its edges. `near` holds pairs that
 * another edge shields as well; such lines shield, too. */
lob_status lob_passed_edges(lob_ctx *ctx, const lob_polygons *p, lob_polygon_at at, const lob_pairs_ask *ask,
                            lob_owned_pairs kept, lob_owned_pairs near, lob_edge64 **edges, uint32_t *count);
/* Parts of one edge together, or the edge less these: parts may lie off it by less than a unit. */
lob_status lob_edge_divide(lob_ctx *ctx, lob_edge64 e, const lob_edge64 *parts, uint32_t count, bool takes_rest,
                           lob_edge64 **edges, uint32_t *edge_count);

#endif
