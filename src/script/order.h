/* Which edge of a pair of one polygon comes first in KLayout: the order in which its scanner meets them. */
#ifndef LOB_SCRIPT_ORDER_H
#define LOB_SCRIPT_ORDER_H

#include "script/ops.h"

/* Pairs of width and notch: turned so that the first edge is KLayout's. *is_known is false when its sorting of a
 * polygon's edges falls back on another method, which is not followed: then the pairs say nothing. */
lob_status lob_pairs_order(lob_ctx *ctx, const lob_polygons *whole, int64_t distance, const lob_pair_owners *owners,
                           lob_edge_pair *pairs, uint32_t count, bool *is_known);

#endif
