/* See border.h. */
#include "query/border.h"

#include <string.h>

#include "base/limits.h"
#include "query/overlap.h"

lob_status lob_hit_object(lob_ctx *ctx, lob_cell_index cell, const lob_hit *hit, lob_object *object) {
    lob_step *path = LOB_NEW_ARRAY(ctx->arena, lob_step, hit->depth + 1);
    if (!path) {
        return lob_fail_memory(ctx);
    }
    if (hit->depth > 0) {
        memcpy(path, hit->path, hit->depth * sizeof *path);
    }
    *object = (lob_object){.type = LOB_ID_SHAPE,
                           .cell = cell,
                           .stored = {.path = path,
                                      .depth = hit->depth,
                                      .leaf = hit->leaf,
                                      .layer = hit->shapes->layer,
                                      .kind = hit->kind,
                                      .index = hit->index,
                                      .member = hit->member}};
    return LOB_OK;
}

static lob_status find(lob_ctx *ctx, lob_ctx *own, lob_walk *walk, const lob_layout *layout, lob_cell_index cell,
                       lob_box64 window, lob_object *object, bool *is_found) {
    for (;;) {
        const lob_hit *hit;
        lob_figure figure;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        LOB_TRY(lob_figure_make(own, layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure));
        *is_found = lob_ring_touches(figure.ring, figure.ring_count, window);
        if (*is_found) {
            return lob_hit_object(ctx, cell, hit, object);
        }
    }
}

lob_status lob_query_border(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_layer_index layer,
                            lob_point64 at, lob_object *object, bool *is_found) {
    const lob_walk_options options = lob_walk_shapes((lob_box64){at.x - 1, at.y - 1, at.x + 1, at.y + 1}, &layer, 1);
    lob_ctx own;
    lob_walk *walk;
    *is_found = false;
    LOB_TRY(lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = lob_walk_open(&own, layout, cell, &options, &walk);
    status = status == LOB_OK ? find(ctx, &own, walk, layout, cell, options.window, object, is_found) : status;
    status = lob_ctx_join(ctx, &own, status);
    lob_ctx_drop(&own);
    return status;
}
