/* Places of a cell that stand in rows and columns, as answers show them: an array drawn as single placements, or one
 * that is an array. */
#ifndef LOB_TOOL_REGULAR_H
#define LOB_TOOL_REGULAR_H

#include "gen/types.h"
#include "query/find.h"

enum { LOB_REGULAR_SETS_MAX = 4, LOB_IRREGULAR_SHOWN = 20 };

typedef struct lob_regular {
    lob_regular_set *sets; /* request arena; of places turned alike; largest first within those */
    size_t set_count;
    lob_point_um *others; /* the first origins on none of them */
    size_t other_count, others_shown;
} lob_regular;

/* At most LOB_RANKS_POINT_COUNT_MAX spots. LOB_E_CANCELLED, memory. */
lob_status lob_regular_show(lob_ctx *ctx, const lob_cell_spot *spots, size_t count, double dbu, lob_regular *regular);

#endif
