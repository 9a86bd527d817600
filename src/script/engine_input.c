/* Operations that read the layout: its cells, layers, texts and boxes. */
#include "script/engine_impl.h"

#include <math.h>
#include <stdlib.h>

#include "script/placed.h"
#include "script/texts.h"

enum { WINDOW_MORE = 4 }; /* corners off the grid are rounded */

static lob_status do_begin(lob_script_call *c) {
    const lob_script_engine *e = c->engine;
    lob_talk_put_number(c->out, lob_layout_dbu(e->layout));
    lob_talk_put_text(c->out, lob_layout_cell(e->layout, e->cell)->name);
    lob_talk_put_text(c->out, lob_str_from(e->input_path));
    lob_talk_put_integer(c->out, e->part.has_box);
    lob_talk_put_integer(c->out, e->part.share_count);
    lob_talk_put_integer(c->out, (int64_t)e->part.only_count);
    for (size_t i = 0; i < e->part.only_count; i++) {
        lob_talk_put_text(c->out, e->part.only[i]);
    }
    for (lob_layer_index i = 0; i < lob_layout_layer_count(e->layout); i++) {
        const lob_layer *layer = lob_layout_layer(e->layout, i);
        lob_talk_put_integer(c->out, layer->layer);
        lob_talk_put_integer(c->out, layer->datatype);
        lob_talk_put_text(c->out, layer->name_source == LOB_NAME_OASIS ? layer->name : LOB_STR(""));
    }
    return LOB_OK;
}

static lob_status do_cell(lob_script_call *c) {
    const lob_cell_index cell = lob_layout_find_cell(c->engine->layout, c->args[0].text);
    if (cell == LOB_NONE) {
        lob_talk_put_nothing(c->out);
    } else {
        lob_talk_put_integer(c->out, cell);
    }
    return LOB_OK;
}

bool lob_script_cell(const lob_script_call *c, lob_cell_index *cell) {
    *cell = whole(c, 0) < 0 ? c->engine->cell : (lob_cell_index)whole(c, 0);
    return whole(c, 0) < (int64_t)lob_layout_cell_count(c->engine->layout);
}

/* cell, then layer and datatype of each layer, from argument `from` on */
static lob_status read_layers(lob_script_call *c, uint32_t from, lob_cell_index *cell, lob_layer_index **layers,
                              uint32_t *count) {
    *layers = LOB_NEW_ARRAY(c->ctx->arena, lob_layer_index, c->count + 1);
    *count = 0;
    if (!*layers) {
        return lob_fail_memory(c->ctx);
    }
    if (!lob_script_cell(c, cell)) {
        return lob_talk_fail(c->ctx);
    }
    for (uint32_t i = from; i + 1 < c->count; i += 2) {
        const int64_t layer = whole(c, i), datatype = whole(c, i + 1);
        if (layer >= 0 && layer <= UINT32_MAX && datatype >= 0 && datatype <= UINT32_MAX) {
            (*layers)[(*count)++] = lob_layout_find_layer(c->engine->layout, (uint32_t)layer, (uint32_t)datatype);
        }
    }
    return LOB_OK;
}

static lob_status do_input(lob_script_call *c) {
    lob_cell_index cell;
    lob_layer_index *layers;
    uint32_t count;
    LOB_TRY(read_layers(c, 1, &cell, &layers, &count));
    if (c->engine->part.has_box && !c->engine->has_window) {
        return lob_talk_fail(c->ctx);
    }
    const lob_box64 window = c->engine->has_window ? c->engine->window : LOB_WALK_EVERYTHING;
    RESULT(LOB_VALUE_REGION);
    const lob_input_ask ask = {
        .layout = c->engine->layout, .cell = cell, .layers = layers, .layer_count = count, .window = window};
    return lob_script_finish(c, result, lob_op_input(c->ctx, &ask, result));
}

static lob_status clip(lob_ctx *ctx, lob_value *value, lob_box64 box, lob_value *result) {
    const lob_point64 ring[4] = {
        {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
    const lob_contour contour = {0, 4, false};
    const lob_polygons polygon = {ring, &contour, 4, 1};
    lob_value *one;
    LOB_TRY(lob_value_new(ctx, LOB_VALUE_REGION, &one));
    lob_status status = lob_value_put_raw(ctx, one, &polygon);
    status = status == LOB_OK ? lob_op_boolean(ctx, value, one, LOB_REGION_AND, result) : status;
    lob_value_drop(one);
    return status;
}

enum { PART_ALL, PART_TOUCHING, PART_OVERLAPPING, PART_CLIPPED };

/* cell, which part, its box, a selection of cells, then layers: not of a run with a box */
static lob_status do_input_of(lob_script_call *c) {
    const int64_t part = whole(c, 1);
    const lob_box64 box = {whole(c, 2), whole(c, 3), whole(c, 4), whole(c, 5)};
    lob_input_ask ask = {.layout = c->engine->layout, .selection = c->args[6].text};
    lob_layer_index *layers;
    LOB_TRY(read_layers(c, 7, &ask.cell, &layers, &ask.layer_count));
    for (uint32_t i = 2; i < 6; i++) {
        LOB_TRY(lob_script_check_length(c, i));
    }
    if (c->engine->part.has_box || part < PART_ALL || part > PART_CLIPPED) {
        return lob_talk_fail(c->ctx);
    }
    ask.layers = layers;
    ask.window = part == PART_ALL ? LOB_WALK_EVERYTHING : box;
    ask.meet = part == PART_OVERLAPPING || part == PART_CLIPPED ? LOB_MEET_OVERLAP : LOB_MEET_TOUCH;
    RESULT(LOB_VALUE_REGION);
    if (part != PART_CLIPPED) {
        return lob_script_finish(c, result, lob_op_input(c->ctx, &ask, result));
    }
    lob_value *all;
    lob_status status = lob_value_new(c->ctx, LOB_VALUE_REGION, &all);
    if (status == LOB_OK) {
        status = lob_op_input(c->ctx, &ask, all);
        status = status == LOB_OK ? clip(c->ctx, all, box, result) : status;
        lob_value_drop(all);
    }
    return lob_script_finish(c, result, status);
}

/* how far the outputs look around the box */
static lob_status do_window(lob_script_call *c) {
    lob_script_engine *e = c->engine;
    const int64_t reach = whole(c, 0);
    if (!e->part.has_box || e->has_window || reach < 0) {
        return lob_talk_fail(c->ctx);
    }
    if (reach > INT32_MAX) {
        return lob_script_refuse(c->ctx, "checks that look further than 32 bits");
    }
    const lob_box64 w = e->part.box;
    const int64_t by = reach + WINDOW_MORE;
    e->window = (lob_box64){w.left - by, w.bottom - by, w.right + by, w.top + by};
    e->has_window = true;
    return LOB_OK;
}

static lob_status read_labels(lob_script_call *c, uint32_t depth_max) {
    lob_labels_ask ask = {.layout = c->engine->layout, .depth_max = depth_max};
    lob_layer_index *layers;
    LOB_TRY(read_layers(c, 1, &ask.cell, &layers, &ask.layer_count));
    ask.layers = layers;
    RESULT(LOB_VALUE_TEXTS);
    return lob_script_finish(c, result, lob_op_labels(c->ctx, &ask, result));
}

static lob_status do_labels(lob_script_call *c) {
    return read_labels(c, UINT32_MAX);
}

/* without those of cells below */
static lob_status do_own_labels(lob_script_call *c) {
    return read_labels(c, 0);
}

/* texts, pattern, whether * and ? mean more than themselves, inverse */
static lob_status do_texts(lob_script_call *c) {
    RESULT(LOB_VALUE_TEXTS);
    return lob_script_finish(
        c, result, lob_op_texts(c->ctx, value_at(c, 0), c->args[1].text, whole(c, 2) != 0, whole(c, 3) != 0, result));
}

/* texts, region, inverse */
static lob_status do_texts_select(lob_script_call *c) {
    RESULT(LOB_VALUE_TEXTS);
    return lob_script_finish(c, result,
                             lob_op_texts_select(c->ctx, value_at(c, 0), value_at(c, 1), whole(c, 2) != 0, result));
}

/* region, texts, inverse, count_min, count_max (negative: any) */
static lob_status do_select_by_texts(lob_script_call *c) {
    const lob_select select = {.kind = LOB_SELECT_INTERACTING,
                               .is_inverse = whole(c, 2) != 0,
                               .count_min = whole(c, 3) < 1 ? 1 : (uint64_t)whole(c, 3),
                               .count_max = whole(c, 4) < 0 ? UINT64_MAX : (uint64_t)whole(c, 4)};
    bool is_done;
    RESULT(LOB_VALUE_REGION);
    lob_status status = lob_op_select_nothing(c->ctx, value_at(c, 0), value_at(c, 1), &select, result, &is_done);
    if (status == LOB_OK && !is_done) {
        status = lob_op_select_by_texts(c->ctx, value_at(c, 0), value_at(c, 1), &select, result);
    }
    return lob_script_finish(c, result, status);
}

/* texts, whether as dots, dx, dy */
static lob_status do_text_marks(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 2));
    LOB_TRY(lob_script_check_length(c, 3));
    RESULT(whole(c, 1) ? LOB_VALUE_EDGES : LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_text_marks(c->ctx, value_at(c, 0), whole(c, 2), whole(c, 3), result));
}

void lob_script_put_box(lob_script_call *c, lob_box64 box) {
    if (lob_box64_is_empty(box)) {
        return;
    }
    lob_talk_put_integer(c->out, box.left);
    lob_talk_put_integer(c->out, box.bottom);
    lob_talk_put_integer(c->out, box.right);
    lob_talk_put_integer(c->out, box.top);
}

static lob_status do_cell_box(lob_script_call *c) {
    lob_cell_index cell;
    if (!lob_script_cell(c, &cell)) {
        return lob_talk_fail(c->ctx);
    }
    lob_script_put_box(c, lob_layout_cell(c->engine->layout, cell)->box);
    return LOB_OK;
}

/* cell, the pattern of names */
static lob_status do_cell_boxes(lob_script_call *c) {
    lob_cell_index cell;
    if (!lob_script_cell(c, &cell)) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_cell_boxes(c->ctx, c->engine->layout, cell, c->args[1].text, result));
}

/* width, extension at the begin and at the end, points */
static lob_status do_path(lob_script_call *c) {
    int64_t sizes[3];
    for (uint32_t i = 0; i < 3; i++) {
        LOB_TRY(lob_script_check_length(c, i));
        sizes[i] = whole(c, i);
    }
    if (sizes[0] < 0) {
        return lob_script_refuse(c->ctx, "a path with a negative width");
    }
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_path(c->ctx, sizes, c->args + 3, c->count - 3, result));
}

/* kind, pairs they were made of or -1, then the shapes */
static lob_status do_put(lob_script_call *c) {
    const bool has_like = whole(c, 1) >= 0;
    if (whole(c, 0) < 0 || whole(c, 0) >= LOB_VALUE_KINDS ||
        (has_like && !lob_script_suits(c->engine, 'P', &c->args[1]))) {
        return lob_talk_fail(c->ctx);
    }
    const lob_value *like = has_like ? value_at(c, 1) : NULL;
    RESULT((lob_value_kind)whole(c, 0));
    return lob_script_finish(c, result, lob_op_put(c->ctx, like, c->args + 2, c->count - 2, result));
}

/* value, magnification, angle, mirrored, dx, dy */
static lob_status do_transformed(lob_script_call *c) {
    const double mag = c->args[1].number, angle = c->args[2].number;
    LOB_TRY(lob_script_check_length(c, 4));
    LOB_TRY(lob_script_check_length(c, 5));
    if (!(mag >= 1e-6 && mag <= 1e6) || !(fabs(angle) <= 1e6)) {
        return lob_script_refuse(c->ctx, "a magnification beyond a million");
    }
    const lob_trans t = lob_trans_make_placed(whole(c, 3) != 0, angle, mag, whole(c, 4), whole(c, 5));
    RESULT(value_at(c, 0)->kind);
    return lob_script_finish(c, result, lob_op_transformed(c->ctx, value_at(c, 0), &t, result));
}

/* A region and a ring more: x and y in turn. */
static lob_status do_insert(lob_script_call *c) {
    const uint32_t n = (c->count - 1) / 2;
    lob_point64 *ring = LOB_NEW_ARRAY(c->ctx->arena, lob_point64, n + 1);
    lob_value *one;
    if (!ring) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 0; i < n; i++) {
        ring[i] = (lob_point64){whole(c, 1 + 2 * i), whole(c, 2 + 2 * i)};
        if (llabs(ring[i].x) > INT32_MAX || llabs(ring[i].y) > INT32_MAX) {
            return lob_script_refuse(c->ctx, "a polygon beyond 32 bits");
        }
    }
    const uint32_t left = lob_ring_compress(ring, n);
    const lob_contour contour = {0, left, false};
    const lob_polygons polygon = {ring, &contour, left, left ? 1 : 0};
    RESULT(LOB_VALUE_REGION);
    lob_status status = lob_value_new(c->ctx, LOB_VALUE_REGION, &one);
    if (status == LOB_OK) {
        status = lob_value_put_raw(c->ctx, one, &polygon);
        status = status == LOB_OK ? lob_op_join(c->ctx, value_at(c, 0), one, result) : status;
        lob_value_drop(one);
    }
    return lob_script_finish(c, result, status);
}

const lob_script_row lob_script_input_rows[] = {
    {"begin", "", do_begin},
    {"cell", "s", do_cell},
    {"cell_box", "i", do_cell_box},
    {"cell_boxes", "is", do_cell_boxes},
    {"input", "i*", do_input},
    {"input_of", "iiiiiis*", do_input_of},
    {"insert", "Rii*", do_insert},
    {"labels", "i*", do_labels},
    {"own_labels", "i*", do_own_labels},
    {"path", "iii*", do_path},
    {"put", "ii*", do_put},
    {"select_by_texts", "RTiii", do_select_by_texts},
    {"text_marks", "Tiii", do_text_marks},
    {"texts", "Tsii", do_texts},
    {"texts_select", "TRi", do_texts_select},
    {"transformed", "Vddiii", do_transformed},
    {"window", "i", do_window},
    {0},
};
