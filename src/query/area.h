/* Areas: of one figure, and of all figures of a layer in a window, merged. dbu and dbu2. */
#ifndef LOB_QUERY_AREA_H
#define LOB_QUERY_AREA_H

#include "db/figure.h"
#include "query/query.h"

typedef struct lob_extent {
    double area;      /* parts that overlap themselves count once */
    double perimeter; /* of what is merged so */
} lob_extent;

/* Exact while the figure crosses itself on the grid alone; else crossings are rounded to 1/1024 of a unit where the
 * coordinates leave room for that. A text has neither. Memory: ctx->arena. QUERY_TOO_LARGE: coordinates beyond
 * LOB_REGION_COORD_MAX. */
lob_status lob_figure_extent(lob_ctx *ctx, const lob_figure *figure, lob_extent *extent);

/* What a layer is after merging, cut at the window. Parts that share only a corner are pieces of their own. */
typedef struct lob_pieces {
    bool is_known; /* else there was too much to merge in one go */
    uint64_t count;
    double perimeter; /* holes and the cuts at the window included */
    lob_box64 box;    /* empty when nothing is left */
    double largest;   /* area of the largest piece; of equal ones the lowest, then the leftmost */
    lob_box64 largest_box;
} lob_pieces;

/* areas: by layer of the layout, 0 where the query finds nothing; overlaps count once, what lies outside the window not
 * at all. `counts` as lob_query_count() left them. Crossings with each other and with the window's border are rounded
 * to 1/1024 of a unit where the layer's coordinates leave room for that. `pieces` (NULL: areas alone): by layer, known
 * up to LOB_LIMIT_PIECES_SHAPES figures of LOB_LIMIT_PIECES_POINTS vertices on it. QUERY_TOO_LARGE above
 * LOB_LIMIT_STATISTICS_SHAPES or when the counts are no more than a lower bound. */
lob_status lob_query_areas(lob_ctx *ctx, const lob_query *query, const lob_query_counts *counts, double *areas,
                           lob_pieces *pieces);
/* The same refusal before anything is counted, where it can be known with little work. */
lob_status lob_query_areas_foresee(lob_ctx *ctx, const lob_query *query);

#endif
