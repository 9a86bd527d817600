/* See send_picture.h. */
#include "tool/send_picture.h"

#include <stdio.h>

#include "base/limits.h"
#include "draw/png_out.h"
#include "draw/reduce.h"
#include "draw/svg.h"
#include "session/artifacts.h"
#include "tool/drawing.h"

enum { PACKED_TIMES = 5 /* what packing may save */, NAME_SIZE = 64 };

/* Packs the picture, and halves it until that is small enough. */
static lob_status reduce(lob_ctx *ctx, const lob_picture *picture, bool is_grey, bool is_far, lob_picture *small,
                         lob_buf *png) {
    if (!is_far) {
        LOB_TRY(lob_png_pack(ctx, picture, is_grey, png));
        if (png->size <= LOB_LIMIT_INLINE_IMAGE_SIZE) {
            return LOB_OK;
        }
    }
    do {
        lob_picture half;
        LOB_TRY(lob_poll(ctx));
        LOB_TRY(lob_picture_halve(ctx, small->rgba ? small : picture, &half));
        lob_picture_release(small);
        *small = half;
        LOB_TRY(lob_png_pack(ctx, small, is_grey, png));
    } while (png->size > LOB_LIMIT_INLINE_IMAGE_SIZE);
    return LOB_OK;
}

lob_status lob_call_send_picture(lob_call *call, const lob_picture *picture, bool is_grey, const lob_buf *png,
                                 lob_sent *sent) {
    lob_picture small = {0};
    lob_buf packed;
    *sent = (lob_sent){.width = picture->width, .height = picture->height};
    if (png->size <= LOB_LIMIT_INLINE_IMAGE_SIZE) {
        return lob_call_add_image(call, png);
    }
    lob_buf_init(&packed, 0);
    const bool is_far = png->size > (size_t)PACKED_TIMES * LOB_LIMIT_INLINE_IMAGE_SIZE;
    lob_status status = reduce(call->ctx, picture, is_grey, is_far, &small, &packed);
    if (status == LOB_OK) {
        status = lob_call_add_image(call, &packed);
        *sent = (lob_sent){small.rgba != NULL, small.rgba ? small.width : picture->width,
                           small.rgba ? small.height : picture->height};
    }
    lob_picture_release(&small);
    lob_buf_release(&packed);
    return status;
}

/* ---- charts ---- */

static lob_status keep(lob_call *call, const char *id, const char *ending, const char *media_type, const lob_buf *data,
                       lob_artifact_ref **ref) {
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s.%s", id, ending);
    const lob_artifact what = lob_artifact_picture(name);
    *ref = LOB_NEW(call->ctx->arena, lob_artifact_ref);
    if (!*ref) {
        return lob_fail_memory(call->ctx);
    }
    (*ref)->kind = LOB_STR("render");
    (*ref)->media_type = lob_str_from(media_type);
    return lob_artifact_write(call->ctx, call->session, &what, data->data, data->size, &(*ref)->path);
}

typedef struct charted {
    lob_picture picture;
    lob_buf png, svg;
} charted;

static lob_status make(lob_call *call, const lob_scene *scene, const lob_str *layer_names, const lob_marks *marks,
                       charted *c) {
    lob_ctx *ctx = call->ctx;
    lob_cover *cover;
    lob_scene_info info;
    LOB_TRY(lob_call_cover(call, &cover));
    LOB_TRY(lob_picture_new(ctx, scene->grid.width, scene->grid.height, scene->mode, &c->picture));
    LOB_TRY(lob_scene_draw(ctx, cover, scene, &c->picture, &info));
    LOB_TRY(lob_marks_draw(ctx, marks, &c->picture));
    LOB_TRY(lob_png_make(ctx, &c->picture, false, &c->png));
    LOB_TRY(lob_svg_make(ctx, cover, scene, layer_names, marks, &c->svg, &info));
    return lob_artifact_fits(ctx, call->session, c->png.size + c->svg.size);
}

lob_status lob_call_send_chart(lob_call *call, const char *name, const lob_scene *scene, const lob_str *layer_names,
                               const lob_marks *marks, lob_artifact_ref **image, lob_artifact_ref **svg) {
    charted c = {0};
    char id[NAME_SIZE - 4];
    lob_sent sent;
    LOB_TRY(lob_artifact_fits(call->ctx, call->session, 1)); /* before the work */
    lob_buf_init(&c.png, 0);
    lob_buf_init(&c.svg, 0);
    lob_status status = make(call, scene, layer_names, marks, &c);
    status = status == LOB_OK ? lob_call_send_picture(call, &c.picture, false, &c.png, &sent) : status;
    if (status == LOB_OK) {
        snprintf(id, sizeof id, "%.40s_%u", name, call->session->render_count + 1);
        status = keep(call, id, "png", "image/png", &c.png, image);
    }
    status = status == LOB_OK ? keep(call, id, "svg", "image/svg+xml", &c.svg, svg) : status;
    call->session->render_count += status == LOB_OK;
    lob_picture_release(&c.picture);
    lob_buf_release(&c.png);
    lob_buf_release(&c.svg);
    return status;
}
