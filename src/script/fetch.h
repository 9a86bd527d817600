/* Single shapes of values, for decks that look at each. */
#ifndef LOB_SCRIPT_FETCH_H
#define LOB_SCRIPT_FETCH_H

#include "script/ops.h"
#include "script/talk.h"

enum { LOB_FETCH_POINTS = 50000 }; /* in one reply */

/* Shapes from the place on, as many as one reply has room for; none at the end. Polygons: how many contours, and of
 * each how many points, then these. Edges: 4 numbers. Pairs: 8. */
lob_status lob_op_fetch(lob_ctx *ctx, lob_value *value, bool is_raw, uint64_t from, lob_buf *out);
/* The shapes at these places, which rise. */
lob_status lob_op_pick(lob_ctx *ctx, lob_value *value, bool is_raw, const uint64_t *places, uint32_t count,
                       lob_value *result);

#endif
