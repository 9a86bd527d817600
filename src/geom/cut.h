/* Where a straight line runs through a filled outline: exact.
 *
 * A place on the line is a fraction of it, 0 at its start and 1 at its end, kept as a quotient of whole numbers and
 * compared as such. Each side of the line is looked at by itself, just beside it. So a vertex that the line touches
 * gives nothing, and a line that runs along an edge has the material of one side.
 */
#ifndef LOB_GEOM_CUT_H
#define LOB_GEOM_CUT_H

#include "base/ctx.h"
#include "geom/point.h"

typedef struct lob_fraction { /* not reduced; den > 0, both below 2^111 */
    __int128 num, den;
} lob_fraction;

int lob_fraction_compare(const lob_fraction *a, const lob_fraction *b); /* -1, 0, 1 */
double lob_fraction_value(const lob_fraction *f);
/* The fraction of a whole length, or of one that is not whole; off by a few units of the last place. */
double lob_fraction_of(const lob_fraction *f, double length);

typedef struct lob_line64 {
    lob_point64 from, to; /* not the same point; within +-LOB_COORD_MAX */
} lob_line64;

enum { LOB_CUT_LEFT = 1, LOB_CUT_RIGHT = 2 }; /* as seen along the line */

typedef struct lob_cut_span { /* of the endless line; from < to */
    lob_fraction from, to;
    unsigned sides; /* where the material is: sum of LOB_CUT_ */
} lob_cut_span;

/* Spans of the ring, inside where its winding number is not 0; of one side sorted and apart. When the line meets no
 * vertex both sides are the same and come as one. Memory: ctx->arena. */
lob_status lob_cut_ring(lob_ctx *ctx, const lob_line64 *line, const lob_point64 *ring, uint32_t count,
                        lob_cut_span **spans, uint32_t *span_count);

#endif
