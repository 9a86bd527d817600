/* Where the nearest shape or text is, for a question that found nothing. */
#ifndef LOB_QUERY_NEAREST_H
#define LOB_QUERY_NEAREST_H

#include "query/query.h"

typedef struct lob_nearest {
    bool is_found;
    bool is_text;
    lob_layer_index layer;
    int64_t dx, dy; /* from the window's border to the nearest point of its box: above zero right, up; dbu */
} lob_nearest;

/* A hint, so it has a small budget: nothing is found when that ends. By boxes; of equally near ones the first of the
 * walk. */
lob_status lob_query_nearest(lob_ctx *ctx, const lob_query *query, lob_nearest *nearest);

#endif
