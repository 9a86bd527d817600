/* A picture of each marker: the figures around its middle, its own lines over them.
 *
 * All layers that the .lyp does not hide are drawn, whatever the view of the session, so that a picture of a marker is
 * the same whenever it is asked for. Each is drawn in memory of its own, emptied before the next; the images of the
 * layers are those of the session.
 */
#include <math.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/num.h"
#include "draw/png_out.h"
#include "tool/drawing.h"
#include "tool/drawing_style.h"
#include "tool/extract_markers.h"

enum { CROP_PIXELS = 400, CROP_PIXELS_MIN = 64, CROP_UM = 20, RINGS_MAX = 64, CROP_COLOR = 0xd40000, NAME_SIZE = 160 };

typedef struct cropper {
    extractor *x;
    lob_call sub; /* with memory of its own */
    lob_ctx ctx;
    lob_cell_index cell;
    double width, height; /* um */
    lob_buf png;
    uint32_t dropped;
    size_t sent; /* bytes of pictures beside the answer */
} cropper;

static void take_size(const extractor *x, double *width, double *height) {
    *width = x->request->crop_size_um ? x->request->crop_size_um->x : CROP_UM;
    *height = x->request->crop_size_um ? x->request->crop_size_um->y : CROP_UM;
}

lob_status lob_extract_check_crops(extractor *x) {
    lob_ctx *ctx = x->call->ctx;
    double width, height;
    take_size(x, &width, &height);
    const bool is_large = width > LOB_LIMIT_CROP_SIDE || height > LOB_LIMIT_CROP_SIDE;
    if (!is_large && width >= 2 * x->dbu && height >= 2 * x->dbu) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, is_large ? LOB_E_QUERY_TOO_LARGE : LOB_E_INVALID_TARGET, "%s",
                                 is_large ? "A picture of a marker would show too large an area"
                                          : "A picture of a marker would show less than two database units");
    lob_error_text(&ctx->error, "argument", LOB_STR("crop_size_um"));
    if (is_large) {
        lob_error_text(&ctx->error, "limit_name", LOB_STR("crop_side"));
        lob_error_integer(&ctx->error, "limit", LOB_LIMIT_CROP_SIDE);
    }
    lob_hint(ctx, "Give x and y in um, e.g. {\"x\": 20, \"y\": 20}, or leave crop_size_um out.");
    return status;
}

/* The cell that was checked, when the layout has it. */
static lob_cell_index checked_cell(const extractor *x) {
    bool is_ambiguous;
    const lob_cell_index cell =
        lob_cell_by_shown_name(x->call->session->layout, x->markers->rdb->top_cell, &is_ambiguous);
    return cell == LOB_NONE ? x->call->session->top : cell;
}

static int64_t bounded(double value) {
    return value > (double)LOB_COORD_MAX    ? LOB_COORD_MAX
           : value < -(double)LOB_COORD_MAX ? -LOB_COORD_MAX
                                            : (int64_t)round(value);
}

static lob_box64 crop_box(const cropper *c, const lob_marker *marker) {
    const double dbu = c->x->dbu, x = ((double)marker->box.left + (double)marker->box.right) / 2;
    const double y = ((double)marker->box.bottom + (double)marker->box.top) / 2;
    const double w = fmax(1, c->width / dbu / 2), h = fmax(1, c->height / dbu / 2);
    return (lob_box64){bounded(x - w), bounded(y - h), bounded(x + w), bounded(y + h)};
}

/* ---- the lines of a marker ---- */

static lob_point64 to_dbu(const cropper *c, lob_um_point p) {
    return (lob_point64){bounded(p.x / c->x->dbu), bounded(p.y / c->x->dbu)};
}

/* Rings go back where they came from when they are lines, so that they stay open to the eye. */
static lob_status add_ring(cropper *c, const lob_um_point *points, uint32_t count, bool is_line,
                           lob_annotation *outline) {
    lob_ring_dbu *ring = (lob_ring_dbu *)(uintptr_t)&outline->rings[outline->ring_count];
    const uint32_t all = is_line && count > 2 ? 2 * count - 2 : count;
    lob_point64 *at = LOB_NEW_ARRAY(c->ctx.arena, lob_point64, all);
    if (!at) {
        return lob_fail_memory(&c->ctx);
    }
    for (uint32_t i = 0; i < all; i++) {
        at[i] = to_dbu(c, points[i < count ? i : 2 * count - 2 - i]);
    }
    *ring = (lob_ring_dbu){at, all};
    outline->ring_count++;
    return LOB_OK;
}

static lob_status add_value(cropper *c, const lob_rdb_value *value, lob_annotation *outline) {
    const lob_um_point *p = value->points;
    if (value->kind == LOB_RDB_EDGE_PAIR && value->point_count == 4) {
        LOB_TRY(add_ring(c, p, 2, true, outline));
        return add_ring(c, p + 2, 2, true, outline);
    }
    if (value->kind == LOB_RDB_BOX && value->point_count == 2) {
        const lob_um_point ring[] = {p[0], {p[1].x, p[0].y}, p[1], {p[0].x, p[1].y}};
        return add_ring(c, ring, 4, false, outline);
    }
    if (value->kind == LOB_RDB_EDGE || value->kind == LOB_RDB_PATH) {
        return value->point_count ? add_ring(c, p, value->point_count, true, outline) : LOB_OK;
    }
    for (uint32_t i = 0; i < value->contour_count && outline->ring_count < RINGS_MAX; i++) {
        const uint32_t from = i ? value->contours[i - 1] : 0;
        LOB_TRY(add_ring(c, p + from, value->contours[i] - from, false, outline));
    }
    return LOB_OK;
}

/* Its lines, or a dot in its middle where there are none (a label, a box without extent), and a scale bar. */
static lob_status annotate(cropper *c, const lob_marker *marker, lob_drawing *d) {
    lob_ring_dbu *rings = LOB_NEW_ARRAY(c->ctx.arena, lob_ring_dbu, RINGS_MAX + 2);
    lob_vec2 *middle = LOB_NEW(c->ctx.arena, lob_vec2);
    lob_annotation list[2] = {
        {.kind = LOB_ANNOTATION_SHAPE_OUTLINE, .has_color = true, .color = CROP_COLOR, .rings = rings},
        {.kind = LOB_ANNOTATION_SCALE_BAR}};
    if (!rings || !middle) {
        return lob_fail_memory(&c->ctx);
    }
    for (uint32_t i = 0; i < marker->value_count && list[0].ring_count < RINGS_MAX; i++) {
        LOB_TRY(add_value(c, &marker->values[i], &list[0]));
    }
    if (list[0].ring_count == 0 || (marker->box.left == marker->box.right && marker->box.bottom == marker->box.top)) {
        *middle = (lob_vec2){((double)marker->box.left + (double)marker->box.right) / 2,
                             ((double)marker->box.bottom + (double)marker->box.top) / 2};
        list[0] = (lob_annotation){
            .kind = LOB_ANNOTATION_POINT, .has_color = true, .color = CROP_COLOR, .points = middle, .point_count = 1};
    }
    lob_marks_init(&d->marks, c->ctx.arena);
    return lob_annotate(&c->ctx, list, 2, &d->scene.grid, d->scene.mode, c->x->dbu, &d->marks, &d->annotated);
}

/* ---- one picture ---- */

static uint32_t pixels(double side, double longest) {
    return (uint32_t)fmax(CROP_PIXELS_MIN, round(CROP_PIXELS * side / longest));
}

static lob_status make_drawing(cropper *c, const lob_marker *marker, lob_drawing *d) {
    const uint32_t count = lob_layout_layer_count(c->sub.session->layout);
    const double longest = fmax(c->width, c->height);
    lob_layer_index *all = LOB_NEW_ARRAY(c->ctx.arena, lob_layer_index, count);
    uint32_t hidden_count;
    if (!all) {
        return lob_fail_memory(&c->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        all[i] = i;
    }
    *d = (lob_drawing){
        .view = {
            .cell = c->cell, .box = crop_box(c, marker), .layers = all, .layer_count = count, .has_all_layers = true}};
    d->scene.grid = lob_grid_fit(d->view.box, pixels(c->width, longest), pixels(c->height, longest));
    d->scene.cell = c->cell;
    d->scene.mode = LOB_PICTURE_LIGHT;
    LOB_TRY(lob_drawing_layers(&c->sub, d, &hidden_count));
    return annotate(c, marker, d);
}

static lob_status draw(cropper *c, const lob_marker *marker) {
    lob_drawing *d = LOB_NEW(c->ctx.arena, lob_drawing);
    lob_picture picture;
    lob_scene_info info;
    if (!d) {
        return lob_fail_memory(&c->ctx);
    }
    LOB_TRY(make_drawing(c, marker, d));
    LOB_TRY(lob_drawing_paint(&c->sub, d, &picture, &info));
    lob_status status = lob_png_make(&c->ctx, &picture, false, &c->png);
    lob_picture_release(&picture);
    return status;
}

/* marker_0001.png: its place in the whole list, from 1; with the size when that is not the default. */
static void name_crop(const cropper *c, uint32_t index, char name[NAME_SIZE]) {
    char x[LOB_NUM_TEXT_SIZE], y[LOB_NUM_TEXT_SIZE];
    lob_num_print(x, c->width);
    lob_num_print(y, c->height);
    if (c->width == CROP_UM && c->height == CROP_UM) {
        snprintf(name, NAME_SIZE, "marker_%04u.png", index + 1);
    } else {
        snprintf(name, NAME_SIZE, "marker_%04u_%sx%s.png", index + 1, x, y);
    }
}

/* The first pictures go beside the answer, as many as one message bears. */
static lob_status send_along(cropper *c) {
    lob_call *call = c->x->call;
    if (!c->x->request->inline_images || call->images.count == LOB_IMAGE_COUNT_MAX ||
        c->sent + c->png.size > LOB_LIMIT_INLINE_IMAGE_SIZE) {
        return LOB_OK;
    }
    c->sent += c->png.size;
    return lob_call_add_image(call, &c->png);
}

static lob_status crop_one(cropper *c, uint32_t index, lob_marker_item *item) {
    extractor *x = c->x;
    char name[NAME_SIZE];
    lob_str path;
    lob_arena_reset(c->ctx.arena);
    LOB_TRY(lob_ctx_join(x->call->ctx, &c->ctx, draw(c, &x->markers->items[index])));
    name_crop(c, index, name);
    LOB_TRY(lob_drc_write_crop(x->call->ctx, x->call->session, x->run, name, c->png.data, c->png.size, &path));
    item->crop = LOB_NEW(x->call->ctx->arena, lob_artifact_ref);
    if (!item->crop) {
        return lob_fail_memory(x->call->ctx);
    }
    *item->crop = (lob_artifact_ref){LOB_STR("render"), path, LOB_STR("image/png")};
    return send_along(c);
}

static lob_status crop_all(cropper *c) {
    extractor *x = c->x;
    lob_extract_markers_response *a = x->response;
    uint32_t made = 0, nowhere = 0;
    for (uint32_t i = 0; i < a->markers.count; i++) {
        const uint32_t index = x->picked[x->first + i];
        const lob_marker *marker = &x->markers->items[index];
        if (lob_box64_is_empty(marker->box) || marker->is_unplaced) {
            nowhere++;
        } else if (made == LOB_LIMIT_CROPS) {
            c->dropped++;
        } else {
            LOB_TRY(crop_one(c, index, &a->markers.items[i]));
            made++;
            lob_progress(x->call->ctx, made, (double)a->markers.count, "drawing markers");
        }
        LOB_TRY(lob_poll(x->call->ctx));
    }
    a->truncation.crops_dropped = c->dropped;
    return nowhere
               ? lob_note(x->call->ctx, &x->notes, "%u markers of this page have no position and no picture.", nowhere)
               : LOB_OK;
}

lob_status lob_extract_crops(extractor *x) {
    cropper c = {.x = x, .sub = *x->call, .cell = checked_cell(x)};
    take_size(x, &c.width, &c.height);
    LOB_TRY(lob_ctx_child(x->call->ctx, &c.ctx, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    c.sub.ctx = &c.ctx;
    lob_buf_init(&c.png, 0);
    lob_status status = crop_all(&c);
    lob_buf_release(&c.png);
    lob_ctx_drop(&c.ctx);
    return status;
}
