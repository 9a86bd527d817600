/* What the files of src/query share. Not for other folders. */
#ifndef LOB_QUERY_IMPL_H
#define LOB_QUERY_IMPL_H

#include "db/figure.h"
#include "query/query.h"

/* Walk options of a query: its window, depth and layers. */
lob_walk_options lob_query_options(const lob_query *query, unsigned what);

/* Empty when they do not meet. */
static inline lob_box64 lob_query_common(lob_box64 a, lob_box64 b) {
    return (lob_box64){a.left > b.left ? a.left : b.left, a.bottom > b.bottom ? a.bottom : b.bottom,
                       a.right < b.right ? a.right : b.right, a.top < b.top ? a.top : b.top};
}

/* How many figures a part of the window may hold that is merged as one: `usual`, and as many as the hierarchy has
 * levels, since each part is looked for from the top. */
static inline uint64_t lob_query_part_shapes(const lob_query *query, uint64_t usual) {
    const uint64_t levels = lob_layout_cell(query->layout, query->cell)->height, most = UINT64_C(1) << 18;
    return levels <= usual ? usual : levels < most ? levels : most;
}

/* Shapes that surely are in the window: of a few all, of arrays those that lie inside, after little work. */
lob_status lob_query_at_least(lob_ctx *ctx, const lob_query *query, uint64_t *count);
/* The same for instances, whatever the layers. */
lob_status lob_query_insts_at_least(lob_ctx *ctx, const lob_query *query, uint64_t *count);

/* Decides by_geometry for one hit after another; figures are made in memory of its own. */
typedef struct lob_judge {
    lob_ctx *ctx;
    lob_ctx own; /* its arena is emptied after each figure */
} lob_judge;
lob_status lob_judge_open(lob_ctx *ctx, lob_judge *judge);
void lob_judge_close(lob_judge *judge);
/* Whether a hit counts: all do unless the query goes by geometry. */
lob_status lob_judge_hit(lob_judge *judge, const lob_query *query, const lob_hit *hit, bool *counts);

#endif
