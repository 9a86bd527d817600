/* Tiles: squares of a plane whose origin is that of the cell, so that equal questions are equal tiles. */
#include <math.h>
#include <stdlib.h>

#include "draw/png_out.h"
#include "tool/drawing_style.h"
#include "view/viewer.h"

enum { ZOOM_MIN = -30, ZOOM_MAX = 16 };

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

static lob_status paint(lob_call *call, const lob_view_tile *tile, lob_picture *picture) {
    lob_ctx *ctx = call->ctx;
    const lob_layout *layout = call->session->layout;
    lob_drawing *d = LOB_NEW(ctx->arena, lob_drawing);
    lob_cover *cover;
    lob_scene_info info;
    uint32_t hidden_count;
    if (!d) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_call_cell(call, tile->cell, &d->view.cell));
    LOB_TRY(take_layers(ctx, layout, tile, &d->view));
    const double scale = ldexp(lob_layout_dbu(layout), tile->zoom); /* pixels a database unit */
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
        LOB_TRY(lob_drawing_layers(call, d, &hidden_count));
    }
    LOB_TRY(lob_call_cover(call, &cover));
    LOB_TRY(lob_picture_new(ctx, LOB_VIEW_TILE, LOB_VIEW_TILE, d->scene.mode, picture));
    const lob_status status = lob_scene_draw(ctx, cover, &d->scene, picture, &info);
    if (status != LOB_OK) {
        lob_picture_release(picture);
    }
    return status;
}

lob_status lob_view_draw_tile(lob_viewer *viewer, lob_ctx *ctx, const lob_view_tile *tile, lob_buf *png) {
    lob_call call = {.ctx = ctx, .sessions = viewer->sessions};
    lob_picture picture;
    const int64_t far = INT64_C(1) << 40;
    if (tile->zoom < ZOOM_MIN || tile->zoom > ZOOM_MAX || llabs(tile->x) > far || llabs(tile->y) > far) {
        return lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "There is no such tile");
    }
    pthread_mutex_lock(&viewer->busy);
    lob_status status = lob_call_session(&call, lob_str_from(viewer->session_id));
    status = status == LOB_OK ? paint(&call, tile, &picture) : status;
    lob_call_end(&call);
    pthread_mutex_unlock(&viewer->busy);
    if (status == LOB_OK) {
        status = lob_png_make(ctx, &picture, false, png);
        lob_picture_release(&picture);
    }
    return status;
}
