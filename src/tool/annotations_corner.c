/* Where titles, legends and scale bars stand: beside the drawing where the picture may grow, else in the corner where
 * fewest figures are. Markers and grounds count for nothing, for a panel may lie on them. */
#include <math.h>

#include "tool/annotations.h"
#include "tool/layer_paint.h"

enum { CORNER_COUNT = 4, WORK_MAX = 200000 };

typedef struct corners {
    lob_call *call;
    const lob_drawing *drawing;
    lob_layer_index *layers; /* that a panel should not hide, sorted */
    uint32_t layer_count;
} corners;

static lob_status take_layers(corners *c) {
    const lob_drawing *d = c->drawing;
    const uint32_t all = lob_layout_layer_count(c->call->session->layout);
    bool *is_drawn = LOB_NEW_ARRAY(c->call->ctx->arena, bool, all);
    c->layers = LOB_NEW_ARRAY(c->call->ctx->arena, lob_layer_index, all);
    if (!is_drawn || !c->layers) {
        return lob_fail_memory(c->call->ctx);
    }
    for (uint32_t i = 0; i < d->scene.layer_count; i++) {
        is_drawn[d->scene.layers[i].layer] = !d->paints[d->scene.layers[i].layer].is_mark;
    }
    for (uint32_t i = 0; i < all; i++) {
        if (is_drawn[i]) {
            c->layers[c->layer_count++] = i;
        }
    }
    return LOB_OK;
}

static lob_box64 box_at(const lob_grid *g, lob_panel_corner corner, lob_panel_room room) {
    const bool is_left = corner == LOB_PANEL_NW || corner == LOB_PANEL_SW;
    const bool is_low = corner == LOB_PANEL_SE || corner == LOB_PANEL_SW;
    lob_grid part = *g;
    part.width = (uint32_t)fmin(ceil(room.width), g->width);
    part.height = (uint32_t)fmin(ceil(room.height), g->height);
    part.left += is_left ? 0 : (g->width - part.width) / g->sx;
    part.top -= is_low ? (g->height - part.height) / g->sy : 0;
    return lob_grid_box(&part);
}

/* Figures whose boxes meet the corner; UINT64_MAX when counting would take too long. */
static lob_status count_at(corners *c, lob_box64 window, uint64_t *figures) {
    lob_ctx *ctx = c->call->ctx;
    const lob_walk_options options = {.window = window,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = c->layers,
                                      .layer_count = c->layer_count,
                                      .depth_max = UINT32_MAX,
                                      .work_max = WORK_MAX};
    lob_walk_count *counts =
        LOB_NEW_ARRAY(ctx->arena, lob_walk_count, lob_layout_layer_count(c->call->session->layout));
    lob_ctx own;
    uint64_t inst_count;
    *figures = 0;
    if (!counts) {
        return lob_fail_memory(ctx);
    }
    if (c->layer_count == 0) {
        return LOB_OK;
    }
    lob_ctx_init(&own, ctx->arena);
    own.cancel = ctx->cancel;
    const lob_status status =
        lob_walk_counts(&own, c->call->session->layout, c->drawing->scene.cell, &options, counts, &inst_count);
    for (uint32_t i = 0; i < c->layer_count; i++) {
        *figures += counts[c->layers[i]].shapes;
    }
    if (status == LOB_E_QUERY_TOO_LARGE) {
        *figures = UINT64_MAX;
        return LOB_OK;
    }
    return lob_ctx_join(ctx, &own, status);
}

/* The first of the emptiest in that order, without those `taken`: bits. */
static lob_status choose(corners *c, const lob_panel_corner order[CORNER_COUNT], unsigned taken, lob_panel_room room,
                         lob_panel_corner *best) {
    uint64_t least = UINT64_MAX;
    *best = order[0];
    for (int i = 0; i < CORNER_COUNT && taken & 1u << *best; i++) {
        *best = order[i];
    }
    for (int i = 0; i < CORNER_COUNT && least > 0; i++) {
        uint64_t figures;
        if (taken & 1u << order[i]) {
            continue;
        }
        LOB_TRY(count_at(c, box_at(&c->drawing->scene.grid, order[i], room), &figures));
        if (figures < least) {
            least = figures;
            *best = order[i];
        }
    }
    return LOB_OK;
}

static lob_annotation *first_of(lob_annotation *annotations, size_t count, lob_annotation_kind kind) {
    for (size_t i = 0; i < count; i++) {
        if (annotations[i].kind == kind) {
            return &annotations[i];
        }
    }
    return NULL;
}

/* The room to the right that a legend needs. */
static lob_status grow(lob_call *call, lob_drawing *d, const lob_annotation *legend) {
    lob_panel_room room;
    LOB_TRY(lob_annotate_room(call->ctx, legend, &d->scene.grid, lob_layout_dbu(call->session->layout), &room));
    d->scene.grid.width += (uint32_t)ceil(room.width);
    return LOB_OK;
}

/* The room above that a title needs. */
static lob_status grow_above(lob_call *call, lob_drawing *d, const lob_annotation *title) {
    lob_panel_room room;
    LOB_TRY(lob_annotate_room(call->ctx, title, &d->scene.grid, lob_layout_dbu(call->session->layout), &room));
    const uint32_t rows = (uint32_t)ceil(room.height);
    d->scene.grid.height += rows;
    d->scene.grid.top += rows / d->scene.grid.sy;
    return LOB_OK;
}

lob_status lob_annotations_arrange(lob_call *call, lob_drawing *drawing, lob_annotation *annotations, size_t count) {
    static const lob_panel_corner of_legend[] = {LOB_PANEL_NE, LOB_PANEL_SE, LOB_PANEL_NW, LOB_PANEL_SW};
    static const lob_panel_corner of_bar[] = {LOB_PANEL_SW, LOB_PANEL_SE, LOB_PANEL_NW, LOB_PANEL_NE};
    lob_annotation *legend = first_of(annotations, count, LOB_ANNOTATION_LEGEND);
    lob_annotation *bar = first_of(annotations, count, LOB_ANNOTATION_SCALE_BAR);
    const double dbu = lob_layout_dbu(call->session->layout);
    corners c = {.call = call, .drawing = drawing};
    lob_panel_room room;
    const lob_annotation *title = first_of(annotations, count, LOB_ANNOTATION_TITLE);
    unsigned taken = title ? 1u << LOB_PANEL_NW | (drawing->view.is_free ? 0 : 1u << LOB_PANEL_NE) : 0;
    if (title && drawing->view.is_free) {
        LOB_TRY(grow_above(call, drawing, title));
    }
    if (!legend && !bar) {
        return LOB_OK;
    }
    if (legend && drawing->view.is_free) {
        LOB_TRY(grow(call, drawing, legend));
    }
    LOB_TRY(take_layers(&c));
    if (legend) {
        LOB_TRY(lob_annotate_room(call->ctx, legend, &drawing->scene.grid, dbu, &room));
        LOB_TRY(choose(&c, of_legend, taken, room, &legend->corner));
        taken |= 1u << legend->corner;
    }
    if (bar) {
        LOB_TRY(lob_annotate_room(call->ctx, bar, &drawing->scene.grid, dbu, &room));
        LOB_TRY(choose(&c, of_bar, taken, room, &bar->corner));
    }
    return LOB_OK;
}
