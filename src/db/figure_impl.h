/* Vertices of figures: for the files of src/db alone. */
#ifndef LOB_DB_FIGURE_IMPL_H
#define LOB_DB_FIGURE_IMPL_H

#include "db/figure.h"

/* Points that are used again and again; grown in ctx->arena. */
typedef struct lob_figure_room {
    lob_point64 *points;
    uint32_t capacity;
} lob_figure_room;

/* Vertices of the outline moved by `at` in the leaf's coordinates, transformed and rounded one by one. A text gives 1.
 */
lob_status lob_figure_vertices(lob_ctx *ctx, const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                               uint32_t index, lob_point64 at, const lob_trans *trans, lob_figure_room *room,
                               uint32_t *count);
lob_box64 lob_figure_box(const lob_point64 *points, uint32_t count);

#endif
