/* The nearest pairs of two sets of figures, exact, nearest first.
 *
 * Boxes say how near a pair can be at best; pairs are measured in that order, until no other can be as near as the last
 * one wanted.
 */
#ifndef LOB_MEASURE_SETS_H
#define LOB_MEASURE_SETS_H

#include "measure/measure.h"

typedef struct lob_set_pair {
    uint32_t a, b;   /* places in the sets */
    lob_measure gap; /* LOB_MEASURE_EDGE_GAP: 0 when they touch or overlap */
} lob_set_pair;

/* At most `wanted` pairs of one of each, by value, then by place in the sets. One set (b NULL): pairs within it.
 * *pairs: in ctx->arena. INVALID_TARGET as lob_measure_figures(). */
lob_status lob_measure_sets(lob_ctx *ctx, const lob_figure *a, uint32_t a_count, const lob_figure *b, uint32_t b_count,
                            uint32_t wanted, lob_set_pair **pairs, uint32_t *count);

#endif
