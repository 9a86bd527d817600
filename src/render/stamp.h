/* Stamps: what copies of one outline share, so that a figure that comes again costs what it covers and not its points.
 *
 * A mould is made for each (outline, orientation) met: the figure's box and area about its own place. One that is used
 * often gets a stamp: its coverage on sixteenths of a texel, summed up from the corner, so that its share of a texel is
 * four look-ups. A figure is set down at the nearest sixteenth: its edges move by at most 1/32 of a texel, its area
 * stays.
 */
#ifndef LOB_RENDER_STAMP_H
#define LOB_RENDER_STAMP_H

#include "db/layout.h"
#include "render/figure.h"
#include "render/sums.h"

enum { LOB_STAMP_PARTS = 16, LOB_MOULD_BITS = 12, LOB_STAMP_SIZE_MAX = 16 * 1024 * 1024 };

typedef struct lob_mould {
    uint64_t key;    /* 0: free */
    lob_box64 box;   /* dbu, about the place of the figure, turned as it is drawn */
    double area;     /* dbu2; what its ring winds around, signed */
    uint32_t points; /* of its ring */
    uint64_t uses;
    /* The stamp, NULL before: (width + 1) * (height + 1) sums in units of 2^-24 texels; its corner in parts. */
    uint32_t *table;
    uint32_t width, height;
    int64_t x, y;
} lob_mould;

typedef struct lob_stamps { /* zeroed at first */
    lob_mould moulds[1 << LOB_MOULD_BITS];
    double sx, sy; /* the scale of the tables */
    uint64_t size; /* bytes of tables */
    lob_sums sums; /* scratch */
} lob_stamps;

void lob_stamps_release(lob_stamps *stamps);
/* The mould of a path or polygon under an orthogonal transformation. Valid until the next one is asked for. */
lob_status lob_stamp_mould(lob_ctx *ctx, lob_stamps *stamps, const lob_layout *layout, const lob_shapes *shapes,
                           lob_kind kind, uint32_t index, const lob_trans *trans, const lob_grid *grid, lob_ring *ring,
                           lob_mould **mould);
/* Whether the figure, its place at (x, y) of the grid, was added to `sums`: not before a stamp is worth its making. */
lob_status lob_stamp_add(lob_ctx *ctx, lob_stamps *stamps, lob_mould *mould, const lob_layout *layout,
                         const lob_shapes *shapes, lob_kind kind, uint32_t index, const lob_trans *trans,
                         const lob_grid *grid, lob_ring *ring, lob_pixel place, lob_sums *sums, bool *is_added);

#endif
