/* Tiles: squares of a plane whose origin is that of the cell, so that equal questions are equal tiles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "draw/png_out.h"
#include "tool/drawing_style.h"
#include "tool/layer_paint.h"
#include "view/viewer.h"

enum { ZOOM_MIN = -30, ZOOM_MAX = 16, FAR_PIXELS = 4 * 1024 * 1024 };

/* All layers, or those listed; false: a word of the list is no layer. */
static lob_status take_layers(lob_ctx *ctx, const lob_layout *layout, const lob_view_tile *tile, lob_view *view) {
    const uint32_t all = lob_layout_layer_count(layout);
    bool *is_wanted = LOB_NEW_ARRAY(ctx->arena, bool, all + 1);
    lob_layer_index *layers = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, all + 1);
    if (!is_wanted || !layers) {
        return lob_fail_memory(ctx);
    }
    for (const char *at = tile->layers; at && *at;) {
        char *end;
        const unsigned long index = strtoul(at, &end, 10);
        if (end == at) {
            break;
        }
        if (index < all) {
            is_wanted[index] = true;
        }
        at = *end == ',' ? end + 1 : end;
    }
    for (uint32_t i = 0; i < all; i++) {
        if (!tile->layers || is_wanted[i]) {
            layers[view->layer_count++] = i;
        }
    }
    view->layers = layers;
    view->has_all_layers = !tile->layers;
    return LOB_OK;
}

/* How layers are drawn hangs on the cell alone, so neighbouring tiles share it. */
static lob_status take_layers_of(lob_viewer *viewer, lob_call *call, lob_drawing *d) {
    const int k = d->scene.mode == LOB_PICTURE_DARK;
    const size_t size = lob_layout_layer_count(call->session->layout) * sizeof **viewer->paints;
    uint32_t hidden_count;
    if (viewer->paints[k] && viewer->painted[k] == d->view.cell) {
        d->paints = viewer->paints[k];
        return lob_drawing_layers(call, d, &hidden_count);
    }
    LOB_TRY(lob_drawing_layers(call, d, &hidden_count));
    lob_layer_paint *kept = viewer->paints[k] ? viewer->paints[k] : lob_malloc(size);
    if (!kept) {
        return lob_fail_memory(call->ctx);
    }
    memcpy(kept, d->paints, size);
    viewer->paints[k] = kept;
    viewer->painted[k] = d->view.cell;
    return LOB_OK;
}

/* What is drawn: the session is read here alone. The layout outlives it. */
static lob_status prepare(lob_viewer *viewer, lob_call *call, const lob_view_tile *tile, lob_drawing *d,
                          lob_layout **layout) {
    LOB_TRY(lob_call_cell(call, tile->cell, &d->view.cell));
    *layout = call->session->layout;
    LOB_TRY(take_layers(call->ctx, *layout, tile, &d->view));
    const double scale = ldexp(lob_layout_dbu(*layout), tile->zoom); /* pixels a database unit */
    d->scene.cell = d->view.cell;
    d->scene.mode = tile->is_dark ? LOB_PICTURE_DARK : LOB_PICTURE_LIGHT;
    d->scene.grid = (lob_grid){(double)tile->x * LOB_VIEW_TILE / scale,
                               -(double)tile->y * LOB_VIEW_TILE / scale,
                               scale,
                               scale,
                               LOB_VIEW_TILE,
                               LOB_VIEW_TILE};
    d->view.box = lob_grid_box(&d->scene.grid);
    if (d->view.layer_count > 0) {
        LOB_TRY(take_layers_of(viewer, call, d));
    }
    *layout = lob_layout_keep(*layout);
    return LOB_OK;
}

/* Views so far that an image of the whole cell may serve them. */
static bool is_far(const lob_layout *layout, const lob_drawing *d) {
    const lob_box64 box = lob_layout_cell(layout, d->view.cell)->box;
    const double scale = d->scene.grid.sx;
    return lob_box64_is_empty(box) ||
           (double)(box.right - box.left) * scale * (double)(box.top - box.bottom) * scale <= FAR_PIXELS;
}

static lob_status paint(lob_viewer *viewer, lob_ctx *ctx, lob_layout *layout, lob_drawing *d, lob_picture *picture) {
    lob_view_desk *desk;
    lob_scene_info info;
    LOB_TRY(lob_picture_new(ctx, LOB_VIEW_TILE, LOB_VIEW_TILE, d->scene.mode, picture));
    lob_status status = lob_view_desk_take(viewer, ctx, layout, is_far(layout, d), &desk);
    if (status == LOB_OK) {
        status = lob_scene_draw(ctx, desk->cover, &d->scene, picture, &info);
        lob_view_desk_leave(desk);
    }
    if (status != LOB_OK) {
        lob_picture_release(picture);
    }
    return status;
}

lob_status lob_view_draw_tile(lob_viewer *viewer, lob_ctx *ctx, const lob_view_tile *tile, lob_buf *png) {
    lob_call call = {.ctx = ctx, .sessions = viewer->sessions};
    lob_drawing *d = LOB_NEW(ctx->arena, lob_drawing);
    lob_picture picture;
    lob_layout *layout;
    const int64_t far = INT64_C(1) << 40;
    if (!d) {
        return lob_fail_memory(ctx);
    }
    if (tile->zoom < ZOOM_MIN || tile->zoom > ZOOM_MAX || llabs(tile->x) > far || llabs(tile->y) > far) {
        return lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "There is no such tile");
    }
    pthread_mutex_lock(&viewer->busy);
    lob_status status = lob_call_session(&call, lob_str_from(viewer->session_id));
    status = status == LOB_OK ? prepare(viewer, &call, tile, d, &layout) : status;
    lob_call_end(&call);
    pthread_mutex_unlock(&viewer->busy);
    if (status != LOB_OK) {
        return status;
    }
    status = paint(viewer, ctx, layout, d, &picture);
    lob_layout_drop(layout);
    if (status == LOB_OK) {
        status = lob_png_make(ctx, &picture, false, png);
        lob_picture_release(&picture);
    }
    return status;
}
