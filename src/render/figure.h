/* Stored figures as rings of pixels: outline in the leaf, transformed and rounded to the database grid as
 * lob_figure_make() does, then placed on the grid of the picture. Memory is used again from figure to figure. */
#ifndef LOB_RENDER_FIGURE_H
#define LOB_RENDER_FIGURE_H

#include "db/walk.h"
#include "render/grid.h"

enum { LOB_LINE_SLOTS = 16 };

typedef struct lob_line_slot { /* a path outline made before */
    lob_point64 *points;
    uint32_t count, capacity, outline;
    int32_t width, begin_ext, end_ext;
    bool round_ends, is_made;
} lob_line_slot;

typedef struct lob_ring { /* zeroed at first; heap, released by lob_ring_release() */
    lob_pixel *points;
    uint32_t count, capacity;
    lob_line_slot lines[LOB_LINE_SLOTS]; /* by outline, for copies of paths */
} lob_ring;

/* Figure `index` of a kind other than text, displaced by `at` in the leaf's coordinates. */
lob_status lob_ring_make(lob_ctx *ctx, const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                         uint32_t index, lob_point64 at, const lob_trans *trans, const lob_grid *grid, lob_ring *ring);
void lob_ring_release(lob_ring *ring);

#endif
