/* A pixel as 64 x 256 samples, for what is too much to be exact: a ring is added in the rows that it spans, and what
 * was added is forgotten.
 *
 * Samples of a row lie apart by 1/64 and each row is moved by another part of that, so an upright edge is told to
 * 1/16384 and a level one to 1/256. Bound: a boundary of length L (pixels) moves the area by at most L/128; what is
 * finer than the samples is told by chance, as 256 samples tell a share: within 1/16.
 */
#ifndef LOB_RENDER_GRAIN_H
#define LOB_RENDER_GRAIN_H

#include "render/slab.h"

enum { LOB_GRAIN_ROWS = 256 };

typedef struct lob_grain { /* zeroed at first */
    uint64_t rows[LOB_GRAIN_ROWS];
} lob_grain;

typedef struct lob_grain_scratch { /* zeroed at first; released by lob_grain_release() */
    struct lob_grain_cut *cuts;
    uint32_t *active;
    uint32_t cut_capacity, active_capacity;
} lob_grain_scratch;

/* Where the ring of these pieces winds. They are sorted. Polls. */
lob_status lob_grain_add(lob_ctx *ctx, lob_grain_scratch *scratch, lob_grain *grain, lob_piece *pieces, uint32_t count);
double lob_grain_area(const lob_grain *grain);
void lob_grain_release(lob_grain_scratch *scratch);

#endif
