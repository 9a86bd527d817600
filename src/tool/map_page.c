/* See map_page.h. */
#include "tool/map_page.h"

#include <stdarg.h>
#include <stdio.h>

#include "tool/drawing_style.h"
#include "tool/send_picture.h"

enum {
    MAP_WIDTH = 820,
    MAP_HEIGHT_MIN = 420,
    MAP_HEIGHT_MAX = 720,
    LIST_WIDTH = 380,
    PAD = 18,
    VEIL_ALPHA = 120,
    MARGIN_PARTS = 16,
    ENTRY = 34,
    VALUE = 22,
    FOOT = 26,
    INSET_HEIGHT = 200,
    INSET_HEAD = 30,
    VALUE_SIZE = 160
};

#define MARGIN_UM_MIN 1.0

static int64_t moved(int64_t at, double by) {
    const double to = (double)at + by, edge = (double)LOB_COORD_MAX;
    return to > edge ? LOB_COORD_MAX : to < -edge ? -LOB_COORD_MAX : (int64_t)round(to);
}

static lob_box64 with_margin(lob_box64 box, double dbu) {
    box = lob_box64_is_empty(box) ? (lob_box64){0, 0, 0, 0} : box;
    const double longer = fmax((double)box.right - (double)box.left, (double)box.top - (double)box.bottom);
    const double by = fmax(fmax(1, ceil(MARGIN_UM_MIN / dbu)), ceil(longer / MARGIN_PARTS));
    return (lob_box64){moved(box.left, -by), moved(box.bottom, -by), moved(box.right, by), moved(box.top, by)};
}

lob_status lob_map_page_begin(lob_call *call, lob_cell_index cell, lob_box64 box, lob_map_page *page) {
    const uint32_t count = lob_layout_layer_count(call->session->layout);
    lob_layer_index *all = LOB_NEW_ARRAY(call->ctx->arena, lob_layer_index, count);
    lob_drawing *d = LOB_NEW(call->ctx->arena, lob_drawing);
    uint32_t hidden_count;
    if (!all || !d) {
        return lob_fail_memory(call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        all[i] = i;
    }
    box = with_margin(box, lob_layout_dbu(call->session->layout));
    const double asked = MAP_WIDTH * (double)(box.top - box.bottom) / (double)(box.right - box.left);
    const uint32_t height = (uint32_t)fmin(fmax(asked, MAP_HEIGHT_MIN), MAP_HEIGHT_MAX);
    *d =
        (lob_drawing){.view = {.cell = cell, .box = box, .layers = all, .layer_count = count, .has_all_layers = true},
                      .scene = {.cell = cell, .mode = LOB_PICTURE_LIGHT, .grid = lob_grid_fit(box, MAP_WIDTH, height)}};
    LOB_TRY(lob_drawing_layers(call, d, &hidden_count));
    lob_marks_init(&d->marks, call->ctx->arena);
    *page = (lob_map_page){
        .call = call, .drawing = d, .map = d->scene.grid, .chart = lob_chart_begin(call->ctx, &d->marks), .line = PAD};
    d->scene.grid.width = MAP_WIDTH + LIST_WIDTH;
    lob_chart_area(&page->chart, (lob_chart_rect){0, 0, MAP_WIDTH, height}, LOB_CHART_PAPER, VEIL_ALPHA);
    lob_chart_area(&page->chart, (lob_chart_rect){MAP_WIDTH, 0, MAP_WIDTH + LIST_WIDTH, height}, LOB_CHART_PAPER, 255);
    lob_chart_frame(&page->chart, (lob_chart_rect){0.5, 0.5, MAP_WIDTH - 0.5, height - 0.5}, 1, LOB_CHART_RULE);
    return page->chart.status;
}

lob_status lob_map_page_annotate(lob_map_page *page, const lob_annotation *annotations, uint32_t count) {
    return lob_annotate(page->call->ctx, annotations, count, &page->map, LOB_PICTURE_LIGHT,
                        lob_layout_dbu(page->call->session->layout), &page->drawing->marks, &page->drawing->annotated);
}

/* ---- the list ---- */

void lob_map_page_heading(lob_map_page *page, lob_str title, lob_str under) {
    const double x = MAP_WIDTH + PAD, room = LIST_WIDTH - 2 * PAD;
    const lob_chart_type head = {.size = LOB_CHART_TITLE, .color = LOB_CHART_INK, .room = room};
    const lob_chart_type small = {.size = LOB_CHART_WORD, .color = LOB_CHART_FAINT, .room = room};
    lob_chart_word(&page->chart, (lob_pixel){x, page->line + 14}, &head, title);
    lob_chart_word(&page->chart, (lob_pixel){x, page->line + 34}, &small, under);
    page->line += 60;
}

static bool has_room(lob_map_page *page, double height) {
    if (page->left_out == 0 && page->line + height + FOOT <= page->map.height) {
        return true;
    }
    page->left_out++;
    return false;
}

void lob_map_page_entry(lob_map_page *page, uint32_t number, uint32_t color, lob_str text, lob_str detail) {
    const double left = MAP_WIDTH + PAD, x = left + 26, room = LIST_WIDTH - 2 * PAD - 26;
    const lob_chart_type first = {.size = LOB_CHART_WORD, .color = LOB_CHART_INK, .room = room};
    const lob_chart_type second = {.size = LOB_CHART_SMALL, .color = LOB_CHART_FAINT, .room = room};
    if (!has_room(page, ENTRY)) {
        return;
    }
    if (number > 0) {
        lob_chart_dot(&page->chart, (lob_pixel){left + LOB_CHART_DOT, page->line + 8}, number, color);
    } else {
        const lob_chart_rect swatch = {left + 3, page->line + 4, left + 15, page->line + 12};
        lob_chart_area(&page->chart, swatch, color, 255);
    }
    lob_chart_word(&page->chart, (lob_pixel){x, page->line + 8}, &first, text);
    lob_chart_word(&page->chart, (lob_pixel){x, page->line + 22}, &second, detail);
    page->line += ENTRY;
}

void lob_map_page_value(lob_map_page *page, const char *name, const char *format, ...) {
    const double left = MAP_WIDTH + PAD, x = left + 118;
    const lob_chart_type first = {.size = LOB_CHART_WORD, .color = LOB_CHART_FAINT, .room = 112};
    const lob_chart_type second = {.size = LOB_CHART_WORD, .color = LOB_CHART_INK, .room = LIST_WIDTH - 2 * PAD - 118};
    char text[VALUE_SIZE];
    va_list list;
    if (!has_room(page, VALUE)) {
        return;
    }
    va_start(list, format);
    const int size = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const size_t kept = size < 0 ? 0 : size < VALUE_SIZE ? (size_t)size : sizeof text - 1;
    lob_chart_word(&page->chart, (lob_pixel){left, page->line + 8}, &first, lob_str_from(name));
    lob_chart_word(&page->chart, (lob_pixel){x, page->line + 8}, &second, (lob_str){text, kept});
    page->line += VALUE;
}

/* ---- insets ---- */

static void begin_insets(lob_map_page *page) {
    const double top = page->map.height, width = MAP_WIDTH + LIST_WIDTH;
    const double height = top + INSET_HEAD + INSET_HEIGHT + PAD;
    page->drawing->scene.grid.height = (uint32_t)height;
    lob_chart_area(&page->chart, (lob_chart_rect){0, top, width, height}, LOB_CHART_PAPER, 255);
}

static lob_status paint_inset(lob_map_page *page, const lob_map_inset *inset, const lob_grid *grid,
                              lob_picture *picture) {
    lob_ctx *ctx = page->call->ctx;
    lob_scene scene = page->drawing->scene;
    lob_marks marks;
    lob_cover *cover;
    lob_scene_info info;
    lob_annotate_info annotated;
    scene.grid = *grid;
    LOB_TRY(lob_call_cover(page->call, &cover));
    LOB_TRY(lob_scene_draw(ctx, cover, &scene, picture, &info));
    lob_marks_init(&marks, ctx->arena);
    LOB_TRY(lob_annotate(ctx, inset->annotations, inset->annotation_count, grid, LOB_PICTURE_LIGHT,
                         lob_layout_dbu(page->call->session->layout), &marks, &annotated));
    return lob_marks_draw(ctx, &marks, picture);
}

lob_status lob_map_page_inset(lob_map_page *page, const lob_map_inset *inset) {
    const uint32_t width = (MAP_WIDTH + LIST_WIDTH - (LOB_MAP_INSETS_MAX + 1) * PAD) / LOB_MAP_INSETS_MAX;
    const double left = PAD + page->inset_count * (double)(width + PAD), top = page->map.height + (double)INSET_HEAD;
    const double half = fmax(inset->size / 2, 1), high = half * INSET_HEIGHT / width;
    const lob_vec2 at = inset->middle;
    const lob_box64 box = {moved(0, floor(at.x - half)), moved(0, floor(at.y - high)), moved(0, ceil(at.x + half)),
                           moved(0, ceil(at.y + high))};
    const lob_grid grid = lob_grid_fit(box, width, INSET_HEIGHT);
    const lob_chart_type caption = {.size = LOB_CHART_WORD, .color = LOB_CHART_INK, .room = width - 26};
    lob_picture *picture = LOB_NEW(page->call->ctx->arena, lob_picture);
    if (!picture) {
        return lob_fail_memory(page->call->ctx);
    }
    if (page->inset_count == 0) {
        begin_insets(page);
    }
    LOB_TRY(lob_picture_new(page->call->ctx, grid.width, grid.height, LOB_PICTURE_LIGHT, picture));
    page->insets[page->inset_count++] = picture;
    LOB_TRY(paint_inset(page, inset, &grid, picture));
    lob_chart_image(&page->chart, (lob_pixel){left, top}, picture);
    lob_chart_frame(&page->chart,
                    (lob_chart_rect){left - 0.5, top - 0.5, left + grid.width + 0.5, top + grid.height + 0.5}, 1,
                    LOB_CHART_RULE);
    lob_chart_dot(&page->chart, (lob_pixel){left + LOB_CHART_DOT, top - 13}, inset->number, inset->color);
    lob_chart_word(&page->chart, (lob_pixel){left + 26, top - 9}, &caption, inset->caption);
    return page->chart.status;
}

void lob_map_page_drop(lob_map_page *page) {
    for (uint32_t i = 0; i < page->inset_count; i++) {
        lob_picture_release(page->insets[i]);
    }
    page->inset_count = 0;
}

static lob_status send(lob_map_page *page, const char *name, lob_artifact_ref **image, lob_artifact_ref **svg) {
    const lob_chart_type small = {.size = LOB_CHART_SMALL, .color = LOB_CHART_FAINT};
    if (page->left_out > 0) {
        lob_chart_say(&page->chart, (lob_pixel){MAP_WIDTH + PAD, page->map.height - 10.0}, &small,
                      "%u more in the answer, without room here", page->left_out);
    }
    LOB_TRY(page->chart.status);
    return lob_call_send_chart(page->call, name, &page->drawing->scene, page->drawing->layer_names,
                               &page->drawing->marks, image, svg);
}

lob_status lob_map_page_send(lob_map_page *page, const char *name, lob_artifact_ref **image, lob_artifact_ref **svg) {
    const lob_status status = send(page, name, image, svg);
    lob_map_page_drop(page);
    return status;
}
