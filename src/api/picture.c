/* A view as a PNG, in the product's own colours: the picture that render_view makes without annotations. */
#include "api/api_impl.h"
#include "base/limits.h"
#include "draw/png_out.h"
#include "draw/scene.h"

enum { COVER_SIZE_MAX = 64 << 20 }; /* images kept while one picture is made */

/* What is shown when the view names no box: the cell, or a little around a cell without area. */
static lob_box64 box_shown(const lob_seen *seen) {
    lob_box64 box = lob_box64_is_empty(seen->box) ? (lob_box64){0, 0, 0, 0} : seen->box;
    if (box.left == box.right) {
        box.left--;
        box.right++;
    }
    if (box.bottom == box.top) {
        box.bottom--;
        box.top++;
    }
    return box;
}

static lob_status refuse_pixels(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "A picture has 1 to %d pixels along each side, %d in all",
                                 LOB_SIDE_MAX, LOB_LIMIT_IMAGE_PIXELS);
    lob_hint(ctx, "Ask for fewer pixels; a smaller box shows more detail.");
    return status;
}

static lob_status take_layers(lob_ctx *ctx, const lob_doc *doc, const lob_seen *seen, lob_scene *scene) {
    const uint32_t count = seen->layers ? seen->layer_count : lob_layout_layer_count(doc->layout);
    lob_scene_layer *layers = LOB_NEW_ARRAY(ctx->arena, lob_scene_layer, count);
    if (!layers) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_layer_index layer = seen->layers ? seen->layers[i] : i;
        layers[i] = (lob_scene_layer){layer, lob_palette_style(layer, scene->mode)};
    }
    scene->layers = layers;
    scene->layer_count = count;
    return LOB_OK;
}

static lob_status paint(lob_ctx *ctx, const lob_doc *doc, const lob_scene *scene, lob_buf *png) {
    lob_cover *cover;
    lob_picture picture;
    lob_scene_info info;
    LOB_TRY(lob_cover_new(ctx, doc->layout, COVER_SIZE_MAX, &cover));
    lob_status status = lob_picture_new(ctx, scene->grid.width, scene->grid.height, scene->mode, &picture);
    if (status == LOB_OK) {
        status = lob_scene_draw(ctx, cover, scene, &picture, &info);
        if (status == LOB_OK) {
            status = lob_png_make(ctx, &picture, scene->mode == LOB_PICTURE_MASK, png);
        }
        lob_picture_release(&picture);
    }
    lob_cover_release(cover);
    return status;
}

static lob_status draw(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, lob_scene *scene, lob_buf *png) {
    lob_seen seen;
    const uint32_t width = scene->grid.width, height = scene->grid.height;
    if (width < 1 || height < 1 || width > LOB_SIDE_MAX || height > LOB_SIDE_MAX ||
        (uint64_t)width * height > LOB_LIMIT_IMAGE_PIXELS) {
        return refuse_pixels(ctx);
    }
    LOB_TRY(lob_api_look(ctx, doc, view, &seen));
    scene->cell = seen.cell;
    scene->grid = lob_grid_fit(box_shown(&seen), width, height);
    LOB_TRY(take_layers(ctx, doc, &seen, scene));
    return paint(ctx, doc, scene, png);
}

int lob_doc_draw(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, uint32_t width, uint32_t height,
                 lob_doc_ground ground, const void **png, size_t *png_size) {
    lob_ctx own, *ctx = lob_api_begin(desk);
    lob_scene scene = {.grid = {.width = width, .height = height},
                       .mode = ground == LOB_DOC_MASK   ? LOB_PICTURE_MASK
                               : ground == LOB_DOC_DARK ? LOB_PICTURE_DARK
                                                        : LOB_PICTURE_LIGHT};
    lob_buf bytes;
    lob_buf_init(&bytes, 0);
    lob_status status = lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (status == LOB_OK) {
        status = draw(&own, doc, view, &scene, &bytes);
        lob_ctx_drop(&own);
        status = lob_ctx_join(ctx, &own, status);
    }
    if (status == LOB_OK) {
        const char *copy = lob_api_text(desk, (lob_str){bytes.data, bytes.size});
        if (copy) {
            *png = copy;
            *png_size = bytes.size;
        } else {
            status = lob_fail_memory(ctx);
        }
    }
    lob_buf_release(&bytes);
    return lob_api_end(status);
}
