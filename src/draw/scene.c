/* Layer by layer: its coverage, laid over the picture as fill, then its outlines. One plane serves all. */
#include "draw/scene.h"

#include <stdlib.h>

#include "base/num.h"

static lob_status draw_layer(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, const lob_scene_layer *layer,
                             lob_raster *raster, lob_picture *picture, lob_scene_info *info) {
    lob_cover_info one;
    LOB_TRY(lob_cover_shade(ctx, cover, scene->cell, layer->layer, &scene->grid, raster, &one));
    info->figures = lob_u64_add_sat(info->figures, one.figures);
    info->far_count += !one.is_exact;
    lob_style style = layer->style;
    if (one.figures > lob_cover_frames_count(&scene->grid)) { /* without frames all of each figure is frame */
        style.pattern_width = 0;
        style.fill_alpha =
            style.frame_width > 0 && style.frame_alpha > style.fill_alpha ? style.frame_alpha : style.fill_alpha;
    }
    lob_picture_fill(picture, raster, &style, one.is_exact);
    LOB_TRY(lob_poll(ctx));
    if (one.is_exact && one.figures > 0 && layer->style.frame_width > 0) {
        LOB_TRY(lob_cover_frames(ctx, cover, scene->cell, layer->layer, &scene->grid, layer->style.frame_width, raster,
                                 &one));
        lob_picture_frame(picture, raster, &layer->style);
    }
    return LOB_OK;
}

static int by_index(const void *a, const void *b) {
    lob_layer_index x = *(const lob_layer_index *)a;
    lob_layer_index y = *(const lob_layer_index *)b;
    return x < y ? -1 : x > y;
}

/* The layers that are drawn, each once, sorted. */
static lob_status visible(lob_ctx *ctx, const lob_scene *scene, lob_layer_index **out, uint32_t *count) {
    lob_layer_index *layers = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, scene->layer_count + 1);
    uint32_t all = 0;
    if (!layers) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        if (scene->layers[i].style.is_visible) {
            layers[all++] = scene->layers[i].layer;
        }
    }
    qsort(layers, all, sizeof *layers, by_index);
    *count = 0;
    for (uint32_t i = 0; i < all; i++) {
        if (i == 0 || layers[i] != layers[i - 1]) {
            layers[(*count)++] = layers[i];
        }
    }
    *out = layers;
    return LOB_OK;
}

static lob_status draw_mask(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, const lob_layer_index *layers,
                            uint32_t count, lob_raster *raster, lob_picture *picture, lob_scene_info *info) {
    lob_cover_info one;
    LOB_TRY(lob_cover_union(ctx, cover, scene->cell, layers, count, &scene->grid, raster, &one));
    info->figures = one.figures;
    info->far_count = one.is_exact ? 0 : count;
    lob_picture_mask(picture, raster);
    return LOB_OK;
}

static lob_status draw_all(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, lob_raster *raster,
                           lob_picture *picture, lob_scene_info *info) {
    lob_layer_index *layers;
    uint32_t count = 0;
    LOB_TRY(visible(ctx, scene, &layers, &count));
    if (count == 0) {
        return LOB_OK;
    }
    const bool is_counted = scene->counts && lob_grid_equal(&scene->counted_grid, &scene->grid);
    LOB_TRY(lob_cover_expect(ctx, cover, scene->cell, layers, count, &scene->grid, is_counted ? scene->counts : NULL));
    if (scene->mode == LOB_PICTURE_MASK) {
        return draw_mask(ctx, cover, scene, layers, count, raster, picture, info);
    }
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        if (scene->layers[i].style.is_visible) {
            LOB_TRY(draw_layer(ctx, cover, scene, &scene->layers[i], raster, picture, info));
        }
        lob_progress(ctx, i + 1.0, scene->layer_count, "drawing layers");
    }
    return LOB_OK;
}

lob_status lob_scene_draw(lob_ctx *ctx, lob_cover *cover, const lob_scene *scene, lob_picture *picture,
                          lob_scene_info *info) {
    *info = (lob_scene_info){0};
    if (picture->width != scene->grid.width || picture->height != scene->grid.height) {
        lob_status status = lob_fail(ctx, LOB_E_RENDER_FAILED, "The picture has another size than its grid");
        lob_hint(ctx, "Report this as a bug");
        return status;
    }
    lob_raster *raster;
    LOB_TRY(lob_cover_raster(ctx, cover, picture->width, picture->height, &raster));
    lob_status status = draw_all(ctx, cover, scene, raster, picture, info);
    lob_cover_raster_end(cover);
    return status;
}
