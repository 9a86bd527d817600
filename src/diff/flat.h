/* Which figures of a layer only one of two cells has, whatever their hierarchies.
 *
 * First by cells: each cell has a sum (sum.h) for each way it is turned, so what is placed alike and holds the same is
 * struck out without being opened, arrays and what is flattened included. What is left is opened level by level, the
 * highest first; then its figures go by twice (tally.h). The cost is that of the sums, once a stored figure, and of
 * what differs.
 *
 * Of figures that cover the same points one is struck out against one. What is left bounds the difference of the two
 * merged layers: a xor b lies within it.
 */
#ifndef LOB_DIFF_FLAT_H
#define LOB_DIFF_FLAT_H

#include "diff/side.h"

enum { LOB_FLAT_COUNT_MAX = 12 * 1000 * 1000 };

typedef struct lob_flat { /* boxes of the figures, in no order; common grid; heap */
    lob_box64 *boxes[2];
    size_t count[2];
} lob_flat;

typedef struct cell_sums cell_sums; /* of the cells of a side; heap, kept from layer to layer */

/* sums: NULL at first, freed by the caller in the end. window: only figures whose boxes touch it (common grid); NULL:
 * all. QUERY_TOO_LARGE (differences; or diff_figures, before they are looked at), TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED;
 * nothing is kept then. */
lob_status lob_flat_differences(lob_ctx *ctx, lob_side *const sides[2], cell_sums *sums[2], const lob_box64 *window,
                                lob_flat *found);
void lob_flat_release(lob_flat *found);

#endif
