/* See drawing.h. */
#include "tool/drawing.h"

#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/annotations.h"
#include "tool/drawing_style.h"
#include "tool/filter.h"
#include "tool/subject.h"

enum { WIDTH_DEFAULT = 1200, HEIGHT_DEFAULT = 800, SHAPE_MAX = 4, MARGIN_PARTS = 20, AROUND_PARTS = 4 };

#define MARGIN_UM_MIN   0.5
#define EMPTY_MARGIN_UM 1.0
#define AROUND_UM_MIN   5.0
#define FILLED_SHARE    0.97

/* ---- the view ---- */

static int64_t widened(int64_t at, double by) {
    const double moved = (double)at + by, edge = (double)LOB_COORD_MAX;
    return moved > edge ? LOB_COORD_MAX : moved < -edge ? -LOB_COORD_MAX : (int64_t)round(moved);
}

/* The cell's box with a margin; it has an area. */
static lob_box64 fit(const lob_layout *layout, lob_cell_index cell) {
    const double dbu = lob_layout_dbu(layout);
    lob_box64 box = lob_layout_cell(layout, cell)->box;
    double least = fmax(1, ceil(MARGIN_UM_MIN / dbu));
    if (lob_box64_is_empty(box)) {
        box = (lob_box64){0, 0, 0, 0};
        least = fmax(1, ceil(EMPTY_MARGIN_UM / dbu));
    }
    const double x = fmax(least, ceil((double)(box.right - box.left) / MARGIN_PARTS));
    const double y = fmax(least, ceil((double)(box.top - box.bottom) / MARGIN_PARTS));
    return (lob_box64){widened(box.left, -x), widened(box.bottom, -y), widened(box.right, x), widened(box.top, y)};
}

static lob_status refuse_around(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "around replaces box and cell");
    lob_error_text(&ctx->error, "argument", LOB_STR("around"));
    lob_hint(ctx, "Leave out box and cell, or leave out around: an annotation with target_ids marks a target in any "
                  "view.");
    return status;
}

/* The target's cell, and its box with a quarter of its longer side around it, at least 5 um. */
static lob_status view_around(lob_call *call, lob_str id, lob_view *view) {
    const double least = AROUND_UM_MIN / lob_layout_dbu(call->session->layout);
    lob_subject subject;
    lob_status status = lob_subject_find(call, call->session->top, id, &subject);
    if (status != LOB_OK) {
        lob_error_text(&call->ctx->error, "argument", LOB_STR("around"));
        return status;
    }
    const lob_box64 b = subject.figure.box;
    const double longer = fmax((double)b.right - (double)b.left, (double)b.top - (double)b.bottom);
    const double more = ceil(fmax(least, longer / AROUND_PARTS));
    view->cell = subject.object.cell;
    view->is_point = subject.is_point;
    view->is_port = subject.object.type == LOB_ID_PORT;
    view->box =
        (lob_box64){widened(b.left, -more), widened(b.bottom, -more), widened(b.right, more), widened(b.top, more)};
    return LOB_OK;
}

static lob_status take_all_layers(lob_call *call, lob_view *view) {
    const uint32_t count = lob_layout_layer_count(call->session->layout);
    lob_layer_index *all = LOB_NEW_ARRAY(call->ctx->arena, lob_layer_index, count);
    if (!all) {
        return lob_fail_memory(call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        all[i] = i;
    }
    view->layers = all;
    view->layer_count = count;
    view->has_all_layers = true;
    return LOB_OK;
}

/* Cell, box and layers of a request that may leave them out: its own, else the view's of the session, else the selected
 * top, fitted with a margin of 5 % (at least 0.5 um), and all layers. A cell without a box is fitted anew. An empty
 * cell is fitted to 1 um around its origin. */
static lob_status resolve(lob_call *call, const lob_render_view_request *request, lob_view *view, bool *is_off_grid) {
    const lob_session_view *kept = &call->session->view;
    const lob_layout *layout = call->session->layout;
    const lob_query_box *box = request->box;
    const lob_str cell = request->cell, around = request->around;
    const lob_layer_filter *layers = request->has_layers ? request->layers.items : NULL;
    *view = (lob_view){0};
    *is_off_grid = false;
    if (around.data && (box || cell.data)) {
        return refuse_around(call->ctx);
    }
    if (around.data) {
        LOB_TRY(view_around(call, around, view));
    } else if (!cell.data && kept->is_set) {
        view->cell = kept->cell;
    } else {
        LOB_TRY(lob_call_cell(call, cell, &view->cell));
    }
    if (box) {
        LOB_TRY(lob_call_box(call, box, &view->box, is_off_grid));
    } else if (!around.data) {
        view->is_fitted = cell.data || !kept->is_set;
        view->box = view->is_fitted ? fit(layout, view->cell) : kept->box;
    }
    LOB_TRY(lob_filter_layers(call->ctx, layout, layers, request->layers.count, &view->layers, &view->layer_count));
    if (!layers && kept->is_set && kept->layer_count) {
        view->layers = kept->layers;
        view->layer_count = kept->layer_count;
    }
    return view->layers ? LOB_OK : take_all_layers(call, view);
}

/* ---- the drawing ---- */

static lob_status refuse_pixels(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The picture would have too many pixels");
    lob_error_text(&ctx->error, "argument", LOB_STR("image_size"));
    lob_error_text(&ctx->error, "limit_name", LOB_STR("image_pixels"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_IMAGE_PIXELS);
    lob_hint(ctx, "Ask for width times height of at most %d, e.g. 4096 by 4096; a smaller box shows more detail.",
             LOB_LIMIT_IMAGE_PIXELS);
    return status;
}

/* As many pixels as by default in the shape of the cell, with the same margin on all sides; at most four times as long
 * as it is wide. */
static void take_shape(const lob_layout *layout, lob_cell_index cell, int64_t *width, int64_t *height) {
    const lob_box64 box = lob_layout_cell(layout, cell)->box;
    const bool is_empty = lob_box64_is_empty(box);
    const double w = is_empty ? 0 : (double)(box.right - box.left), h = is_empty ? 0 : (double)(box.top - box.bottom);
    const double margin = 2 * fmax(fmax(1, ceil(MARGIN_UM_MIN / lob_layout_dbu(layout))), fmax(w, h) / MARGIN_PARTS);
    const double shape = fmin(fmax((w + margin) / (h + margin), 1.0 / SHAPE_MAX), SHAPE_MAX);
    *width = (int64_t)round(sqrt(shape * WIDTH_DEFAULT * HEIGHT_DEFAULT));
    *height = (int64_t)round(sqrt(WIDTH_DEFAULT * HEIGHT_DEFAULT / shape));
}

static lob_status take_grid(lob_call *call, const lob_render_view_request *request, lob_drawing *drawing) {
    const bool is_asked = request->image_size != NULL;
    int64_t width = is_asked ? request->image_size->width : WIDTH_DEFAULT;
    int64_t height = is_asked ? request->image_size->height : HEIGHT_DEFAULT;
    if (!is_asked && drawing->view.is_fitted) {
        take_shape(call->session->layout, drawing->view.cell, &width, &height);
    }
    if (width * height > LOB_LIMIT_IMAGE_PIXELS) {
        return refuse_pixels(call->ctx);
    }
    drawing->view.is_free = !is_asked && drawing->view.is_fitted;
    drawing->scene.grid = lob_grid_fit(drawing->view.box, (uint32_t)width, (uint32_t)height);
    return LOB_OK;
}

static lob_picture_mode mode_of(lob_render_view_request_style style) {
    return style == LOB_RENDER_VIEW_REQUEST_STYLE_DARK   ? LOB_PICTURE_DARK
           : style == LOB_RENDER_VIEW_REQUEST_STYLE_MASK ? LOB_PICTURE_MASK
                                                         : LOB_PICTURE_LIGHT;
}

static const char *s_of(uint64_t count) {
    return count == 1 ? "" : "s";
}

static lob_status note_annotated(lob_ctx *ctx, lob_drawing *d) {
    const lob_annotate_info *info = &d->annotated;
    if (info->words_dropped) {
        LOB_TRY(lob_note(ctx, &d->notes,
                         "%u word%s found no free place and %s left out; a larger picture or smaller box has room.",
                         info->words_dropped, s_of(info->words_dropped), info->words_dropped == 1 ? "was" : "were"));
    }
    if (info->ports_grouped) {
        LOB_TRY(lob_note(ctx, &d->notes, "%u port%s near others %s no name here; a smaller box shows the names.",
                         info->ports_grouped, s_of(info->ports_grouped), info->ports_grouped == 1 ? "has" : "have"));
    }
    if (info->words_outside) {
        LOB_TRY(lob_note(ctx, &d->notes, "%u word%s outside of the picture.", info->words_outside,
                         info->words_outside == 1 ? " belongs to a place" : "s belong to places"));
    }
    if (info->frames_dropped) {
        LOB_TRY(lob_note(ctx, &d->notes, "%u placement%s below %d pixels and %s no frame.", info->frames_dropped,
                         info->frames_dropped == 1 ? " is" : "s are", LOB_CELL_FRAME_MIN,
                         info->frames_dropped == 1 ? "has" : "have"));
    }
    if (info->layers_dropped) {
        LOB_TRY(lob_note(ctx, &d->notes, "%u layer%s found no room in the legend.", info->layers_dropped,
                         s_of(info->layers_dropped)));
    }
    return LOB_OK;
}

/* A mask takes a scale bar in its own two colours and nothing else. Returns how many are left. */
static size_t keep_scale_bars(lob_annotation *annotations, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (annotations[i].kind == LOB_ANNOTATION_SCALE_BAR) {
            annotations[kept] = annotations[i];
            annotations[kept++].has_color = false;
        }
    }
    return kept;
}

static lob_status annotate(lob_call *call, const lob_render_view_request *request, lob_drawing *d) {
    lob_annotation *annotations;
    lob_ctx *ctx = call->ctx;
    const lob_render_view_request_annotations_item outline[2] = {
        {.kind = d->view.is_port    ? LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_PORTS
                 : d->view.is_point ? LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_LABEL
                                    : LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_SHAPE_OUTLINE,
         .target_ids = {.items = (lob_str *)(uintptr_t)&request->around, .count = 1}},
        {.kind = LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_SCALE_BAR}};
    const bool is_around = request->annotations.count == 0 && request->around.data && d->scene.mode != LOB_PICTURE_MASK;
    size_t count = is_around ? 2 : request->annotations.count;
    lob_marks_init(&d->marks, ctx->arena);
    if (count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_annotations_resolve(call, d, is_around ? outline : request->annotations.items, count, &annotations));
    if (d->scene.mode == LOB_PICTURE_MASK) {
        const size_t kept = keep_scale_bars(annotations, count);
        if (kept < count) {
            LOB_TRY(lob_note(ctx, &d->notes, "mask shows coverage and a scale bar; other annotations were not drawn."));
        }
        count = kept;
    }
    LOB_TRY(lob_annotations_arrange(call, d, annotations, count));
    LOB_TRY(lob_annotate(ctx, annotations, (uint32_t)count, &d->scene.grid, d->scene.mode,
                         lob_layout_dbu(call->session->layout), &d->marks, &d->annotated));
    return note_annotated(ctx, d);
}

static lob_status take_layers(lob_call *call, lob_drawing *d) {
    lob_ctx *ctx = call->ctx;
    uint32_t hidden_count;
    LOB_TRY(lob_drawing_layers(call, d, &hidden_count));
    if (hidden_count) {
        LOB_TRY(lob_note(ctx, &d->notes, "%u layer%s hidden by the .lyp and %s not drawn; name %s in layers to see %s.",
                         hidden_count, hidden_count == 1 ? " with figures here is" : "s with figures here are",
                         hidden_count == 1 ? "was" : "were", hidden_count == 1 ? "it" : "them",
                         hidden_count == 1 ? "it" : "them"));
    }
    uint32_t implant_count;
    const uint32_t count = lob_drawing_unmark(d, &implant_count);
    return count == 0 ? LOB_OK
                      : lob_note(ctx, &d->notes, "%u layer%s of markers%s %s not in the mask; name %s in layers.",
                                 count, s_of(count), implant_count ? ", outlines, implants or wells" : " or outlines",
                                 count == 1 ? "is" : "are", count == 1 ? "it" : "them");
}

lob_status lob_drawing_make(lob_call *call, const lob_render_view_request *request, lob_drawing *drawing) {
    bool is_off_grid;
    *drawing = (lob_drawing){0};
    LOB_TRY(lob_call_session(call, request->session_id));
    LOB_TRY(resolve(call, request, &drawing->view, &is_off_grid));
    LOB_TRY(take_grid(call, request, drawing));
    drawing->scene.cell = drawing->view.cell;
    drawing->scene.mode = mode_of(request->style);
    if (is_off_grid) {
        LOB_TRY(lob_note(call->ctx, &drawing->notes,
                         "Sides of the box were rounded to the nearest database unit; box_um is the box that was "
                         "used."));
    }
    LOB_TRY(take_layers(call, drawing));
    return annotate(call, request, drawing);
}

/* ---- painting ---- */

lob_status lob_call_cover(lob_call *call, lob_cover **cover) {
    return lob_session_cover(call->ctx, call->session, cover);
}

static lob_status note_empty(lob_call *call, lob_drawing *d) {
    const lob_layout *layout = call->session->layout;
    const lob_box64 all = lob_layout_cell(layout, d->view.cell)->box, seen = lob_grid_box(&d->scene.grid);
    lob_micron_box um;
    lob_dbu_box exact;
    if (lob_box_show(all, lob_layout_dbu(layout), &um, &exact)) {
        return lob_note(call->ctx, &d->notes, "The cell is empty, so the picture is empty.");
    }
    char sides[4][LOB_NUM_TEXT_SIZE];
    lob_num_print(sides[0], um.left);
    lob_num_print(sides[1], um.bottom);
    lob_num_print(sides[2], um.right);
    lob_num_print(sides[3], um.top);
    const bool is_outside =
        all.left > seen.right || all.right < seen.left || all.bottom > seen.top || all.top < seen.bottom;
    return lob_note(call->ctx, &d->notes,
                    "The picture is empty: %s. The contents of the cell extend from (%s, %s) to (%s, %s) um.",
                    is_outside ? "the box is outside of the cell" : "no figure of the drawn layers is in view",
                    sides[0], sides[1], sides[2], sides[3]);
}

static lob_status note_painted(lob_call *call, lob_drawing *d, const lob_scene_info *info) {
    if (info->figures == 0) {
        LOB_TRY(note_empty(call, d));
    }
    if (info->far_count) {
        LOB_TRY(lob_note(call->ctx, &d->notes,
                         "%u layer%s so many figures here that density is shown; a smaller box shows the figures.",
                         info->far_count, info->far_count == 1 ? " has" : "s have"));
    }
    return LOB_OK;
}

/* Whether the figures of a mask have run into one: nearly all between its outermost pixels is white. */
static bool is_filled(const lob_picture *picture) {
    uint32_t left = picture->width, right = 0, top = picture->height, bottom = 0;
    uint64_t count = 0;
    for (uint32_t y = 0; y < picture->height; y++) {
        const uint8_t *row = picture->rgba + (size_t)y * picture->width * 4;
        for (uint32_t x = 0; x < picture->width; x++) {
            if (row[4 * x] < 128) {
                continue;
            }
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y;
            count++;
        }
    }
    const double area = count ? (double)(right - left + 1) * (double)(bottom - top + 1) : 0;
    return area > 0 && (double)count > FILLED_SHARE * area;
}

static lob_status note_filled(lob_call *call, lob_drawing *d, const lob_picture *picture) {
    const bool is_union = d->scene.mode == LOB_PICTURE_MASK && d->view.has_all_layers && d->scene.layer_count > 1;
    return is_union && is_filled(picture) ? lob_note(call->ctx, &d->notes,
                                                     "The %u layers of the mask cover nearly all of it together; name "
                                                     "one or a few in layers.",
                                                     d->scene.layer_count)
                                          : LOB_OK;
}

static lob_status paint(lob_call *call, lob_drawing *d, lob_picture *picture, lob_scene_info *info) {
    lob_cover *cover;
    LOB_TRY(lob_call_cover(call, &cover));
    LOB_TRY(lob_scene_draw(call->ctx, cover, &d->scene, picture, info));
    LOB_TRY(note_filled(call, d, picture));
    LOB_TRY(lob_marks_draw(call->ctx, &d->marks, picture));
    return note_painted(call, d, info);
}

lob_status lob_drawing_paint(lob_call *call, lob_drawing *d, lob_picture *picture, lob_scene_info *info) {
    LOB_TRY(lob_picture_new(call->ctx, d->scene.grid.width, d->scene.grid.height, d->scene.mode, picture));
    lob_status status = paint(call, d, picture, info);
    if (status != LOB_OK) {
        lob_picture_release(picture);
    }
    return status;
}
