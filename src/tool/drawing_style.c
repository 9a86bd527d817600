/* See drawing_style.h.
 *
 * An entry of the .lyp says colours, pattern and width, as KLayout draws them: a fill covers what lies beneath where
 * its pattern is set, a transparent one lets it shine through. What it does not say is as in the palette (KLayout goes
 * through palettes of its own there). Without an entry layers look as
 * layer_paint.h says.
 */
#include "tool/drawing_style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/layer_paint.h"

enum { COUNT_WORK_MAX = 1000000, NAME_SIZE_MAX = 48, NUMBERS_SIZE = 24, TRANSPARENT_ALPHA = 128, FRAME_WIDTH_MAX = 32 };

/* ---- which ---- */

/* Whether figures of the layer can be in the picture; texts are none. */
static bool is_in_view(const lob_cell *cell, lob_layer_index layer, lob_box64 seen) {
    const lob_layer_box *found = lob_cell_layer_box(cell, layer);
    if (!found || lob_box64_is_empty(found->box) || found->kind_count[LOB_KIND_TEXT] == found->shape_count) {
        return false;
    }
    const int64_t by = cell->slack + 1;
    return found->box.left - by <= seen.right && found->box.right + by >= seen.left &&
           found->box.bottom - by <= seen.top && found->box.top + by >= seen.bottom;
}

/* Figures in the picture by layer; NULL when counting would take too long, then boxes decide alone. */
static lob_status count_figures(lob_call *call, const lob_view *view, lob_box64 seen, const lob_walk_count **counts) {
    const lob_walk_options options = {.window = seen,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = view->layers,
                                      .layer_count = view->layer_count,
                                      .depth_max = UINT32_MAX,
                                      .work_max = COUNT_WORK_MAX};
    lob_ctx *ctx = call->ctx;
    lob_ctx own;
    uint64_t inst_count;
    lob_walk_count *list = LOB_NEW_ARRAY(ctx->arena, lob_walk_count, lob_layout_layer_count(call->session->layout));
    if (!list) {
        return lob_fail_memory(ctx);
    }
    lob_ctx_init(&own, ctx->arena);
    own.cancel = ctx->cancel;
    lob_status status = lob_walk_counts(&own, call->session->layout, view->cell, &options, list, &inst_count);
    *counts = status == LOB_OK ? list : NULL;
    return status == LOB_E_QUERY_TOO_LARGE ? LOB_OK : lob_ctx_join(ctx, &own, status);
}

/* ---- how ---- */

static bool is_full(const lob_pattern *p) {
    const uint32_t all = p->width >= 32 ? UINT32_MAX : (UINT32_C(1) << p->width) - 1;
    for (unsigned y = 0; y < p->height; y++) {
        if ((p->rows[y] & all) != all) {
            return false;
        }
    }
    return true;
}

static bool is_clear(const lob_pattern *p) {
    const uint32_t all = p->width >= 32 ? UINT32_MAX : (UINT32_C(1) << p->width) - 1;
    for (unsigned y = 0; y < p->height; y++) {
        if (p->rows[y] & all) {
            return false;
        }
    }
    return true;
}

static void take_pattern(const lob_pattern *p, lob_style *style) {
    style->pattern_width = style->pattern_height = 0;
    if (!p || is_full(p)) {
        return;
    }
    if (is_clear(p)) {
        style->fill_alpha = 0;
        return;
    }
    style->pattern_width = p->width;
    style->pattern_height = p->height;
    memcpy(style->pattern, p->rows, sizeof style->pattern);
}

static double width_of(const lob_lyp_entry *e) {
    return e->width == LOB_LYP_UNSET ? 1 : e->width > FRAME_WIDTH_MAX ? FRAME_WIDTH_MAX : e->width;
}

static lob_style style_of(const lob_lyp *lyp, const lob_lyp_entry *e, const lob_style *unsaid, lob_picture_mode mode) {
    lob_style style = *unsaid;
    if (!e) {
        return style;
    }
    if (e->pattern != LOB_LYP_UNSET || e->has_fill_color || e->has_frame_color) { /* it says how */
        style.is_dashed = false;
        style.frame_alpha = 255;
    }
    if (e->pattern != LOB_LYP_UNSET) {
        style.fill_alpha = e->transparent ? TRANSPARENT_ALPHA : 255;
        take_pattern(lob_lyp_pattern(lyp, e->pattern), &style);
    } else if (e->has_fill_color || e->has_frame_color) { /* a colour of its own needs no hatch */
        style.fill_alpha = lob_palette_style(0, mode).fill_alpha;
        take_pattern(NULL, &style);
    }
    style.fill = e->has_fill_color ? e->fill_color : e->has_frame_color ? e->frame_color : style.fill;
    style.frame = e->has_frame_color ? e->frame_color : style.fill;
    style.frame_width = width_of(e);
    return style;
}

/* Of so many figures none has a frame of its own: all of each is filled at the frame's opacity (draw/scene.c), which
 * must not hide what lies beneath. */
static void spare_ground(lob_style *style, uint8_t most) {
    if (style->fill_alpha == 255 && style->pattern_width == 0) {
        return; /* a .lyp wants it to cover */
    }
    style->fill_alpha = style->fill_alpha < most ? style->fill_alpha : most;
    style->frame_alpha = style->frame_alpha < most ? style->frame_alpha : most;
}

/* ---- what they are called ---- */

/* "NAME 1/0"; the numbers alone without a name, the name alone when the numbers stand in it. */
static lob_status make_name(lob_call *call, lob_layer_index index, lob_str *name) {
    lob_ctx *ctx = call->ctx;
    const lob_layer *layer = lob_layout_layer(call->session->layout, index);
    lob_layer_look look = lob_session_layer(call->session, index);
    lob_shown shown = {.text = {"", 0}};
    char numbers[NUMBERS_SIZE];
    int size = snprintf(numbers, sizeof numbers, "%u/%u", layer->layer, layer->datatype);
    if (look.name.data) {
        LOB_TRY(lob_name_show(ctx, look.name, NAME_SIZE_MAX, &shown));
    }
    const bool is_said = shown.text.size && memmem(shown.text.data, shown.text.size, numbers, (size_t)size);
    char *out = lob_arena_alloc(ctx->arena, shown.text.size + NUMBERS_SIZE + 1);
    if (!out) {
        return lob_fail_memory(ctx);
    }
    memcpy(out, shown.text.data, shown.text.size);
    *name = (lob_str){out, shown.text.size};
    if (!is_said) {
        name->size += (size_t)snprintf(out + name->size, NUMBERS_SIZE + 1, "%s%s", name->size ? " " : "", numbers);
    }
    return LOB_OK;
}

/* ---- all of them ---- */

typedef struct ranked {
    lob_scene_layer layer;
    uint32_t rank; /* of the entry in the .lyp */
} ranked;

static int by_rank(const void *a, const void *b) {
    const ranked *x = a;
    const ranked *y = b;
    if (x->rank != y->rank) {
        return x->rank < y->rank ? -1 : 1;
    }
    return x->layer.layer < y->layer.layer ? -1 : x->layer.layer > y->layer.layer;
}

static ranked rank_layer(lob_call *call, lob_layer_index index, const lob_layer_paint *paint, lob_picture_mode mode) {
    const lob_lyp *lyp = lob_session_lyp(call->session);
    const lob_layer *layer = lob_layout_layer(call->session->layout, index);
    ranked r = {.layer = {.layer = index}, .rank = (lyp ? lyp->entry_count : 0) + paint->rank};
    const lob_lyp_entry *entry = NULL;
    if (lyp && layer->layer <= INT32_MAX && layer->datatype <= INT32_MAX) {
        entry = lob_lyp_find(lyp, (int32_t)layer->layer, (int32_t)layer->datatype, layer->name).entry;
    }
    if (entry) {
        r.rank = (uint32_t)(entry - lyp->entries);
    }
    r.layer.style = style_of(lyp, entry, &paint->style, mode);
    r.layer.style.is_visible = true;
    return r;
}

lob_status lob_drawing_layers(lob_call *call, lob_drawing *drawing, uint32_t *hidden_count) {
    lob_ctx *ctx = call->ctx;
    const lob_view *view = &drawing->view;
    const lob_cell *cell = lob_layout_cell(call->session->layout, view->cell);
    const lob_box64 seen = lob_grid_box(&drawing->scene.grid);
    ranked *list = LOB_NEW_ARRAY(ctx->arena, ranked, view->layer_count);
    lob_scene_layer *layers = LOB_NEW_ARRAY(ctx->arena, lob_scene_layer, view->layer_count);
    lob_str *names = LOB_NEW_ARRAY(ctx->arena, lob_str, view->layer_count);
    const lob_walk_count *counts;
    const lob_layer_paint *paints;
    uint32_t count = 0;
    if (!list || !layers || !names) {
        return lob_fail_memory(ctx);
    }
    *hidden_count = 0;
    LOB_TRY(count_figures(call, view, seen, &counts));
    if (!drawing->paints) {
        LOB_TRY(lob_layer_paints(call, view->cell, drawing->scene.mode, &drawing->paints));
    }
    paints = drawing->paints;
    for (uint32_t i = 0; i < view->layer_count; i++) {
        if (!is_in_view(cell, view->layers[i], seen) || (counts && counts[view->layers[i]].shapes == 0)) {
            continue;
        }
        if (view->has_all_layers && !lob_session_layer(call->session, view->layers[i]).visible) {
            ++*hidden_count;
            continue;
        }
        LOB_TRY(lob_poll(ctx));
        list[count] = rank_layer(call, view->layers[i], &paints[view->layers[i]], drawing->scene.mode);
        if (!counts || counts[view->layers[i]].shapes > lob_cover_frames_count(&drawing->scene.grid)) {
            spare_ground(&list[count].layer.style, paints[view->layers[i]].crowded_alpha);
        }
        count++;
    }
    if (count > 0) {
        qsort(list, count, sizeof *list, by_rank);
    }
    for (uint32_t i = 0; i < count; i++) {
        layers[i] = list[i].layer;
        LOB_TRY(make_name(call, layers[i].layer, &names[i]));
    }
    drawing->scene.layers = layers;
    drawing->scene.layer_count = count;
    drawing->scene.counts = counts;
    drawing->scene.counted_grid = drawing->scene.grid;
    drawing->layer_names = names;
    return LOB_OK;
}

/* Keeps the layers that are not so, if there are any. Returns how many were left out. */
static uint32_t leave_out(lob_drawing *drawing, bool (*is_so)(const lob_layer_paint *paint)) {
    lob_scene_layer *layers = (lob_scene_layer *)(uintptr_t)drawing->scene.layers;
    lob_str *names = (lob_str *)(uintptr_t)drawing->layer_names;
    const uint32_t all = drawing->scene.layer_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < all; i++) {
        count += !is_so(&drawing->paints[layers[i].layer]);
    }
    if (count == 0) {
        return 0;
    }
    count = 0;
    for (uint32_t i = 0; i < all; i++) {
        if (!is_so(&drawing->paints[layers[i].layer])) {
            layers[count] = layers[i];
            names[count++] = names[i];
        }
    }
    drawing->scene.layer_count = count;
    return all - count;
}

static bool is_mark(const lob_layer_paint *paint) {
    return paint->is_mark;
}

static bool is_implant(const lob_layer_paint *paint) {
    return paint->is_implant;
}

uint32_t lob_drawing_unmark(lob_drawing *drawing, uint32_t *implant_count) {
    *implant_count = 0;
    if (drawing->scene.mode != LOB_PICTURE_MASK || !drawing->view.has_all_layers) {
        return 0;
    }
    const uint32_t mark_count = leave_out(drawing, is_mark);
    *implant_count = leave_out(drawing, is_implant);
    return mark_count + *implant_count;
}
