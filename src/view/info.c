/* What the page has to know about a cell: its box, what is placed in it, its layers in the order in which they are
 * drawn, their colours. */
#include <stdio.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/drawing_style.h"
#include "view/viewer.h"
#include "json/writer.h"

enum { SIDE = 1024, CHILDREN_MAX = 2000 };

static lob_status layers_of(lob_call *call, lob_cell_index cell, lob_box64 box, lob_drawing *d) {
    const uint32_t count = lob_layout_layer_count(call->session->layout);
    lob_layer_index *all = LOB_NEW_ARRAY(call->ctx->arena, lob_layer_index, count + 1);
    uint32_t hidden_count;
    if (!all) {
        return lob_fail_memory(call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        all[i] = i;
    }
    *d = (lob_drawing){.view = {.cell = cell, .box = box, .layers = all, .layer_count = count},
                       .scene = {.cell = cell, .mode = LOB_PICTURE_LIGHT, .grid = lob_grid_fit(box, SIDE, SIDE)}};
    return lob_drawing_layers(call, d, &hidden_count);
}

static void put_layer(lob_jsonw *w, const lob_layout *layout, const lob_drawing *d, uint32_t i, bool is_shown) {
    char color[8];
    const lob_scene_layer *l = &d->scene.layers[i];
    const lob_layer *layer = lob_layout_layer(layout, l->layer);
    snprintf(color, sizeof color, "#%06x", (l->style.fill_alpha ? l->style.fill : l->style.frame) & 0xffffff);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "index");
    lob_jsonw_uint(w, l->layer);
    lob_jsonw_key(w, "layer");
    lob_jsonw_uint(w, layer->layer);
    lob_jsonw_key(w, "datatype");
    lob_jsonw_uint(w, layer->datatype);
    lob_jsonw_key(w, "name");
    lob_jsonw_str(w, d->layer_names[i]);
    lob_jsonw_key(w, "color");
    lob_jsonw_text(w, color);
    lob_jsonw_key(w, "shown");
    lob_jsonw_bool(w, is_shown);
    lob_jsonw_end_object(w);
}

/* Of layers that the .lyp hides the boxes are not ticked. */
static bool is_shown(const lob_drawing *shown, lob_layer_index layer) {
    for (uint32_t i = 0; i < shown->scene.layer_count; i++) {
        if (shown->scene.layers[i].layer == layer) {
            return true;
        }
    }
    return false;
}

static void put_box(lob_jsonw *w, lob_box64 box, double dbu) {
    const int64_t sides[4] = {box.left, box.bottom, box.right, box.top};
    lob_jsonw_key(w, "box");
    lob_jsonw_begin_array(w);
    for (int i = 0; i < 4; i++) {
        lob_jsonw_um(w, (double)sides[i] * dbu);
    }
    lob_jsonw_end_array(w);
}

/* The cells placed in it, each once, in the order of their numbers; arrays with all their members. */
static lob_status put_children(lob_call *call, lob_cell_index index, lob_jsonw *w) {
    const lob_layout *layout = call->session->layout;
    const lob_cell *cell = lob_layout_cell(layout, index);
    uint64_t *counts = LOB_NEW_ARRAY(call->ctx->arena, uint64_t, lob_layout_cell_count(layout));
    if (!counts) {
        return lob_fail_memory(call->ctx);
    }
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_inst *inst = &cell->insts[i];
        const uint64_t count = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, inst->rep));
        counts[inst->child] = lob_u64_add_sat(counts[inst->child], count);
    }
    lob_jsonw_key(w, "children");
    lob_jsonw_begin_array(w);
    for (uint32_t i = 0, listed = 0; i < lob_layout_cell_count(layout) && listed < CHILDREN_MAX; i++) {
        lob_shown name;
        if (counts[i] == 0) {
            continue;
        }
        LOB_TRY(lob_name_show(call->ctx, lob_layout_cell(layout, i)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "cell");
        lob_jsonw_str(w, name.text);
        lob_jsonw_key(w, "count");
        lob_jsonw_int(w, lob_count_show(counts[i]));
        lob_jsonw_end_object(w);
        listed++;
    }
    lob_jsonw_end_array(w);
    return LOB_OK;
}

static void put_head(lob_jsonw *w, const lob_call *call, const lob_viewer *viewer, lob_str cell) {
    lob_jsonw_key(w, "session_id");
    lob_jsonw_text(w, viewer->session_id);
    lob_jsonw_key(w, "file");
    lob_jsonw_str(w, call->session->source_path);
    lob_jsonw_key(w, "cell");
    lob_jsonw_str(w, cell);
    lob_jsonw_key(w, "dbu");
    lob_jsonw_number(w, lob_layout_dbu(call->session->layout));
}

static lob_status say(lob_call *call, lob_viewer *viewer, lob_str name, lob_buf *json) {
    lob_ctx *ctx = call->ctx;
    const lob_layout *layout = call->session->layout;
    lob_drawing *all = LOB_NEW(ctx->arena, lob_drawing), *shown = LOB_NEW(ctx->arena, lob_drawing);
    lob_cell_index cell;
    lob_shown text;
    lob_jsonw w;
    if (!all || !shown) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_call_cell(call, name, &cell));
    LOB_TRY(lob_name_show(ctx, lob_layout_cell(layout, cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &text));
    lob_box64 box = lob_layout_cell(layout, cell)->box;
    box = lob_box64_is_empty(box) ? (lob_box64){0, 0, 0, 0} : box;
    const lob_box64 looked = {box.left - 1, box.bottom - 1, box.right + 1, box.top + 1};
    LOB_TRY(layers_of(call, cell, looked, all));
    *shown = (lob_drawing){.view = all->view, .scene = {.cell = cell, .grid = all->scene.grid}};
    shown->view.has_all_layers = true;
    uint32_t hidden_count;
    LOB_TRY(lob_drawing_layers(call, shown, &hidden_count));
    lob_jsonw_init(&w, json);
    lob_jsonw_begin_object(&w);
    put_head(&w, call, viewer, text.text);
    put_box(&w, box, lob_layout_dbu(layout));
    LOB_TRY(put_children(call, cell, &w));
    lob_jsonw_key(&w, "layers");
    lob_jsonw_begin_array(&w);
    for (uint32_t i = 0; i < all->scene.layer_count; i++) {
        put_layer(&w, layout, all, i, is_shown(shown, all->scene.layers[i].layer));
    }
    lob_jsonw_end_array(&w);
    lob_jsonw_end_object(&w);
    return json->failed ? lob_fail_memory(ctx) : LOB_OK;
}

lob_status lob_view_info(lob_viewer *viewer, lob_ctx *ctx, lob_str cell, lob_buf *json) {
    lob_call call = {.ctx = ctx, .sessions = viewer->sessions};
    pthread_mutex_lock(&viewer->busy);
    lob_status status = lob_call_session(&call, lob_str_from(viewer->session_id));
    status = status == LOB_OK ? say(&call, viewer, cell, json) : status;
    lob_call_end(&call);
    pthread_mutex_unlock(&viewer->busy);
    return status;
}
