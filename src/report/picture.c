/* Pictures of a report: drawn twice, for light and for dark screens, and written into the page. A picture whose PNG is
 * beyond PNG_MAX is halved until it is not, so that the page stays one that can be sent around. */
#include <math.h>

#include "base/base64.h"
#include "base/limits.h"
#include "draw/png_out.h"
#include "draw/reduce.h"
#include "report/report_impl.h"
#include "tool/drawing_style.h"

enum { PNG_MAX = 1200000, MARGIN_PARTS = 20 };

static int64_t moved(int64_t at, double by) {
    const double to = (double)at + by, edge = (double)LOB_COORD_MAX;
    return to > edge ? LOB_COORD_MAX : to < -edge ? -LOB_COORD_MAX : (int64_t)round(to);
}

lob_box64 lob_report_fit(const lob_reporter *r, lob_box64 box) {
    const bool is_empty = lob_box64_is_empty(box);
    const double least = fmax(1, ceil((is_empty ? 1 : 0.5) / r->dbu));
    box = is_empty ? (lob_box64){0, 0, 0, 0} : box;
    const double x = fmax(least, ceil((double)(box.right - box.left) / MARGIN_PARTS));
    const double y = fmax(least, ceil((double)(box.top - box.bottom) / MARGIN_PARTS));
    return (lob_box64){moved(box.left, -x), moved(box.bottom, -y), moved(box.right, x), moved(box.top, y)};
}

static lob_status take_layers(const lob_reporter *r, lob_ctx *ctx, const lob_report_view *view, lob_drawing *d) {
    const uint32_t count = view->layer == LOB_NONE ? lob_layout_layer_count(r->layout) : 1;
    lob_layer_index *layers = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, count);
    if (!layers) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        layers[i] = view->layer == LOB_NONE ? i : view->layer;
    }
    d->view = (lob_view){.cell = view->cell,
                         .box = view->box,
                         .layers = layers,
                         .layer_count = count,
                         .has_all_layers = view->layer == LOB_NONE};
    return LOB_OK;
}

static lob_status annotate(const lob_reporter *r, lob_ctx *ctx, const lob_report_view *view, lob_drawing *d) {
    lob_annotation *list = LOB_NEW_ARRAY(ctx->arena, lob_annotation, view->annotation_count + 1);
    if (!list) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < view->annotation_count; i++) {
        list[i] = view->annotations[i];
    }
    list[view->annotation_count] = (lob_annotation){.kind = LOB_ANNOTATION_SCALE_BAR};
    lob_marks_init(&d->marks, ctx->arena);
    return lob_annotate(ctx, list, view->annotation_count + 1, &d->scene.grid, d->scene.mode, r->dbu, &d->marks,
                        &d->annotated);
}

/* Halves it until the PNG is small enough. Takes the picture over. */
static lob_status pack(lob_ctx *ctx, lob_picture *picture, lob_buf *png) {
    lob_status status = lob_png_pack(ctx, picture, false, png);
    while (status == LOB_OK && png->size > PNG_MAX) {
        lob_picture half;
        status = lob_picture_halve(ctx, picture, &half);
        if (status == LOB_OK) {
            lob_picture_release(picture);
            *picture = half;
            status = lob_png_pack(ctx, picture, false, png);
        }
    }
    lob_picture_release(picture);
    return status;
}

lob_status lob_report_scene(lob_reporter *r, lob_call *call, const lob_report_view *view, lob_picture_mode mode,
                            lob_drawing **drawing) {
    lob_drawing *d = LOB_NEW(call->ctx->arena, lob_drawing);
    uint32_t hidden_count;
    if (!d) {
        return lob_fail_memory(call->ctx);
    }
    LOB_TRY(take_layers(r, call->ctx, view, d));
    d->scene.grid = lob_grid_fit(view->box, view->width, view->height);
    d->scene.cell = view->cell;
    d->scene.mode = mode;
    *drawing = d;
    return lob_drawing_layers(call, d, &hidden_count);
}

static lob_status paint(lob_reporter *r, lob_call *call, const lob_report_view *view, lob_picture_mode mode,
                        lob_buf *png, uint32_t *color) {
    lob_drawing *d;
    lob_picture picture;
    lob_scene_info info;
    LOB_TRY(lob_report_scene(r, call, view, mode, &d));
    if (color && d->scene.layer_count) {
        const lob_style *style = &d->scene.layers[d->scene.layer_count - 1].style;
        *color = style->fill_alpha ? style->fill : style->frame;
    }
    LOB_TRY(annotate(r, call->ctx, view, d));
    LOB_TRY(lob_drawing_paint(call, d, &picture, &info));
    return pack(call->ctx, &picture, png);
}

static void put_data(lob_buf *out, const lob_buf *png) {
    lob_buf_add_text(out, "data:image/png;base64,");
    lob_base64_add(out, (lob_str){png->data, png->size});
}

static lob_status draw(lob_reporter *r, lob_report_part *part, const lob_report_view *view, lob_str alt,
                       uint32_t *color, lob_buf *png) {
    lob_buf *out = r->out;
    LOB_TRY(paint(r, &part->call, view, LOB_PICTURE_DARK, png, NULL));
    lob_buf_add_text(out, "<picture><source media=\"screen and (prefers-color-scheme: dark)\" srcset=\"");
    put_data(out, png);
    LOB_TRY(paint(r, &part->call, view, LOB_PICTURE_LIGHT, png, color));
    lob_buf_printf(out, "\"/><img width=\"%u\" height=\"%u\" alt=\"", view->width, view->height);
    lob_html_text(out, alt);
    lob_buf_add_text(out, "\" src=\"");
    put_data(out, png);
    lob_buf_add_text(out, "\"/></picture>\n");
    r->told->picture_count++;
    return lob_poll(r->call->ctx);
}

lob_status lob_report_draw(lob_reporter *r, const lob_report_view *view, lob_str alt, uint32_t *color) {
    lob_report_part part;
    lob_buf png;
    LOB_TRY(lob_report_begin(r, &part));
    lob_buf_init(&png, 0);
    lob_status status = draw(r, &part, view, alt, color, &png);
    lob_buf_release(&png);
    return lob_report_end(r, &part, status);
}
