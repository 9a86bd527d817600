/* Operations by name. A row says what arguments an operation takes; they are checked before it runs:
 *
 *     R region   E edges   P pairs   V these   T texts   A any value   i whole number   d number   s text   * the rest,
 * unchecked
 */
#include "script/engine.h"

#include "base/clock.h"
#include "db/walk.h"
#include "script/corners.h"
#include "script/expression.h"
#include "script/fetch.h"
#include "script/texts.h"
#include <stdlib.h>

typedef struct call {
    lob_ctx *ctx; /* of this operation: its arena is emptied after it */
    lob_script_engine *engine;
    const lob_talk_arg *args; /* behind the name and the line */
    uint32_t count;
    lob_buf *out;
} call;

typedef lob_status operation(call *c);

enum { WINDOW_MORE = 4 }; /* corners off the grid are rounded */

static lob_value *value_at(const call *c, uint32_t i) {
    return c->engine->values[c->args[i].integer];
}

static int64_t whole(const call *c, uint32_t i) {
    return c->args[i].integer;
}

/* Lengths are of 32 bits, as coordinates of files are. */
static lob_status check_length(const call *c, uint32_t i) {
    return llabs(whole(c, i)) <= INT32_MAX ? LOB_OK : lob_script_refuse(c->ctx, "a length beyond 32 bits");
}

/* ---- values ---- */

static lob_status keep(call *c, lob_value *value) {
    lob_script_engine *e = c->engine;
    if (e->value_count == e->value_room) {
        const uint32_t room = 2 * e->value_room + 256;
        lob_value **grown = room <= LOB_SCRIPT_VALUES_MAX * 2 ? LOB_NEW_ARRAY(e->arena, lob_value *, room) : NULL;
        if (!grown) {
            return lob_fail_memory(c->ctx);
        }
        for (uint32_t i = 0; i < e->value_count; i++) {
            grown[i] = e->values[i];
        }
        e->values = grown;
        e->value_room = room;
    }
    lob_talk_put_integer(c->out, e->value_count);
    e->values[e->value_count++] = value;
    return LOB_OK;
}

/* Keeps the value, or drops it after a failure. */
static lob_status finish(call *c, lob_value *value, lob_status status) {
    status = status == LOB_OK ? keep(c, value) : status;
    if (status != LOB_OK) {
        lob_value_drop(value);
    }
    return status;
}

#define RESULT(kind)                                                                                                   \
    lob_value *result;                                                                                                 \
    LOB_TRY(lob_value_new(c->ctx, (kind), &result))

static lob_status do_empty(call *c) {
    RESULT((lob_value_kind)(whole(c, 0) >= 0 && whole(c, 0) < LOB_VALUE_KINDS ? whole(c, 0) : 0));
    const lob_polygons none = {0};
    return finish(c, result, result->kind == LOB_VALUE_REGION ? lob_value_put_merged(c->ctx, result, &none) : LOB_OK);
}

static lob_status do_forget(call *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        const int64_t number = c->args[i].type == 'i' ? whole(c, i) : -1;
        if (number >= 0 && number < c->engine->value_count) {
            lob_value_drop(c->engine->values[number]);
            c->engine->values[number] = NULL;
        }
    }
    return LOB_OK;
}

/* ---- the layout ---- */

static lob_status do_begin(call *c) {
    const lob_script_engine *e = c->engine;
    lob_talk_put_number(c->out, lob_layout_dbu(e->layout));
    lob_talk_put_text(c->out, lob_layout_cell(e->layout, e->cell)->name);
    lob_talk_put_text(c->out, lob_str_from(e->input_path));
    lob_talk_put_integer(c->out, e->part.has_box);
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

static lob_status do_cell(call *c) {
    const lob_cell_index cell = lob_layout_find_cell(c->engine->layout, c->args[0].text);
    if (cell == LOB_NONE) {
        lob_talk_put_nothing(c->out);
    } else {
        lob_talk_put_integer(c->out, cell);
    }
    return LOB_OK;
}

static bool read_cell(const call *c, lob_cell_index *cell) {
    *cell = whole(c, 0) < 0 ? c->engine->cell : (lob_cell_index)whole(c, 0);
    return whole(c, 0) < (int64_t)lob_layout_cell_count(c->engine->layout);
}

/* cell, then layer and datatype of each layer, from argument `from` on */
static lob_status read_layers(call *c, uint32_t from, lob_cell_index *cell, lob_layer_index **layers, uint32_t *count) {
    *layers = LOB_NEW_ARRAY(c->ctx->arena, lob_layer_index, c->count + 1);
    *count = 0;
    if (!*layers) {
        return lob_fail_memory(c->ctx);
    }
    if (!read_cell(c, cell)) {
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

static lob_status do_input(call *c) {
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
    return finish(c, result, lob_op_input(c->ctx, &ask, result));
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
static lob_status do_input_of(call *c) {
    const int64_t part = whole(c, 1);
    const lob_box64 box = {whole(c, 2), whole(c, 3), whole(c, 4), whole(c, 5)};
    lob_input_ask ask = {.layout = c->engine->layout, .selection = c->args[6].text};
    lob_layer_index *layers;
    LOB_TRY(read_layers(c, 7, &ask.cell, &layers, &ask.layer_count));
    for (uint32_t i = 2; i < 6; i++) {
        LOB_TRY(check_length(c, i));
    }
    if (c->engine->part.has_box || part < PART_ALL || part > PART_CLIPPED) {
        return lob_talk_fail(c->ctx);
    }
    ask.layers = layers;
    ask.window = part == PART_ALL ? LOB_WALK_EVERYTHING : box;
    ask.meet = part == PART_OVERLAPPING || part == PART_CLIPPED ? LOB_MEET_OVERLAP : LOB_MEET_TOUCH;
    RESULT(LOB_VALUE_REGION);
    if (part != PART_CLIPPED) {
        return finish(c, result, lob_op_input(c->ctx, &ask, result));
    }
    lob_value *all;
    lob_status status = lob_value_new(c->ctx, LOB_VALUE_REGION, &all);
    if (status == LOB_OK) {
        status = lob_op_input(c->ctx, &ask, all);
        status = status == LOB_OK ? clip(c->ctx, all, box, result) : status;
        lob_value_drop(all);
    }
    return finish(c, result, status);
}

/* how far the outputs look around the box */
static lob_status do_window(call *c) {
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

static lob_status do_labels(call *c) {
    lob_cell_index cell;
    lob_layer_index *layers;
    uint32_t count;
    LOB_TRY(read_layers(c, 1, &cell, &layers, &count));
    RESULT(LOB_VALUE_TEXTS);
    return finish(c, result, lob_op_labels(c->ctx, c->engine->layout, cell, layers, count, result));
}

/* texts, pattern, whether * and ? mean more than themselves, inverse */
static lob_status do_texts(call *c) {
    RESULT(LOB_VALUE_TEXTS);
    return finish(c, result,
                  lob_op_texts(c->ctx, value_at(c, 0), c->args[1].text, whole(c, 2) != 0, whole(c, 3) != 0, result));
}

/* texts, whether as dots, dx, dy */
static lob_status do_text_marks(call *c) {
    LOB_TRY(check_length(c, 2));
    LOB_TRY(check_length(c, 3));
    RESULT(whole(c, 1) ? LOB_VALUE_EDGES : LOB_VALUE_REGION);
    return finish(c, result, lob_op_text_marks(c->ctx, value_at(c, 0), whole(c, 2), whole(c, 3), result));
}

static void put_box(call *c, lob_box64 box) {
    if (lob_box64_is_empty(box)) {
        return;
    }
    lob_talk_put_integer(c->out, box.left);
    lob_talk_put_integer(c->out, box.bottom);
    lob_talk_put_integer(c->out, box.right);
    lob_talk_put_integer(c->out, box.top);
}

static lob_status do_cell_box(call *c) {
    lob_cell_index cell;
    if (!read_cell(c, &cell)) {
        return lob_talk_fail(c->ctx);
    }
    put_box(c, lob_layout_cell(c->engine->layout, cell)->box);
    return LOB_OK;
}

/* A region and a ring more: x and y in turn. */
static lob_status do_insert(call *c) {
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
    return finish(c, result, status);
}

/* ---- operations ---- */

static lob_status do_boolean(call *c) {
    if (whole(c, 2) < LOB_REGION_OR || whole(c, 2) > LOB_REGION_XOR) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    return finish(c, result,
                  lob_op_boolean(c->ctx, value_at(c, 0), value_at(c, 1), (lob_region_op)whole(c, 2), result));
}

static lob_status do_join(call *c) {
    if (value_at(c, 0)->kind != value_at(c, 1)->kind) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(value_at(c, 0)->kind);
    return finish(c, result, lob_op_join(c->ctx, value_at(c, 0), value_at(c, 1), result));
}

static lob_status do_in(call *c) {
    const lob_value_kind kind = value_at(c, 0)->kind;
    if (kind != value_at(c, 1)->kind || kind == LOB_VALUE_PAIRS) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(kind);
    return finish(c, result, lob_op_in(c->ctx, value_at(c, 0), value_at(c, 1), whole(c, 2) != 0, result));
}

static lob_status do_merged(call *c) {
    lob_value *a = value_at(c, 0);
    RESULT(a->kind);
    if (a->kind == LOB_VALUE_REGION) {
        return finish(c, result, lob_op_merged(c->ctx, a, result));
    }
    lob_edge64 *edges;
    uint32_t count;
    lob_status status = lob_edges_merged(c->ctx, a, &edges, &count);
    status = status == LOB_OK ? lob_value_put_edges(c->ctx, result, edges, count) : status;
    result->is_merged = true;
    return finish(c, result, status);
}

/* region, how many polygons lie on each other at least */
static lob_status do_merged_least(call *c) {
    RESULT(LOB_VALUE_REGION);
    return finish(c, result, lob_op_merged_least(c->ctx, value_at(c, 0), whole(c, 1), result));
}

static lob_status do_sized(call *c) {
    LOB_TRY(check_length(c, 1));
    LOB_TRY(check_length(c, 2));
    if (whole(c, 3) < 0 || whole(c, 3) > 4) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    return finish(c, result, lob_op_sized(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2), (int)whole(c, 3), result));
}

/* value, kind, flags (1 inverse, 2 both edges), then low and high, or one */
static lob_status do_filter(call *c) {
    if (whole(c, 1) < 0 || whole(c, 1) >= LOB_FILTER_KINDS) {
        return lob_talk_fail(c->ctx);
    }
    lob_filter filter = {
        .kind = (lob_filter_kind)whole(c, 1), .is_inverse = whole(c, 2) & 1, .is_both = whole(c, 2) & 2};
    filter.is_one = c->count == 4;
    filter.is_high_closed = filter.kind >= LOB_FILTER_AREA_RATIO && filter.kind <= LOB_FILTER_RELATIVE_HEIGHT;
    filter.has_low = c->count >= 4 && c->args[3].type != 'n';
    filter.has_high = c->count >= 5 && c->args[4].type != 'n';
    filter.low = filter.has_low ? c->args[3].number : 0;
    filter.high = filter.has_high ? c->args[4].number : 0;
    RESULT(value_at(c, 0)->kind);
    return finish(c, result, lob_op_filter(c->ctx, value_at(c, 0), &filter, result));
}

static lob_status do_shape(call *c) {
    LOB_TRY(check_length(c, 2));
    LOB_TRY(check_length(c, 3));
    RESULT(LOB_VALUE_REGION);
    return finish(c, result,
                  lob_op_shape(c->ctx, value_at(c, 0), (lob_shape_kind)whole(c, 1), whole(c, 2), whole(c, 3), result));
}

static lob_status do_edges(call *c) {
    if (value_at(c, 0)->kind == LOB_VALUE_EDGES) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_EDGES);
    return finish(c, result, lob_op_edges(c->ctx, value_at(c, 0), (lob_edges_kind)whole(c, 1), result));
}

static lob_status do_polygons(call *c) {
    LOB_TRY(check_length(c, 1));
    RESULT(LOB_VALUE_REGION);
    return finish(c, result, lob_op_polygons(c->ctx, value_at(c, 0), whole(c, 1), result));
}

static lob_status do_ongrid(call *c) {
    RESULT(LOB_VALUE_PAIRS);
    return finish(c, result, lob_op_ongrid(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2), result));
}

/* region, grid in x and y */
static lob_status do_snapped(call *c) {
    LOB_TRY(check_length(c, 1));
    LOB_TRY(check_length(c, 2));
    if (whole(c, 1) < 1 || whole(c, 2) < 1) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    return finish(c, result, lob_op_snapped(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2), result));
}

/* a, b, kind, inverse, count_min, count_max (negative: any) */
static lob_status do_select(call *c) {
    if (whole(c, 2) < 0 || whole(c, 2) >= LOB_SELECT_KINDS) {
        return lob_talk_fail(c->ctx);
    }
    const lob_select select = {.kind = (lob_select_kind)whole(c, 2),
                               .is_inverse = whole(c, 3) != 0,
                               .count_min = (uint64_t)whole(c, 4),
                               .count_max = whole(c, 5) < 0 ? UINT64_MAX : (uint64_t)whole(c, 5)};
    bool is_done;
    RESULT(LOB_VALUE_REGION);
    lob_status status = lob_op_select_nothing(c->ctx, value_at(c, 0), value_at(c, 1), &select, result, &is_done);
    if (status == LOB_OK && !is_done) {
        status = lob_op_select(c->ctx, value_at(c, 0), value_at(c, 1), &select, result);
    }
    return finish(c, result, status);
}

/* a, b (a again: one layer), kind, scope, distance, metrics, projection_min, projection_max (negative: any), angle in
 * millionths of a degree, whole edges, transparent, negative, lob_opposite, sides of rectangles */
static lob_status do_check(call *c) {
    LOB_TRY(check_length(c, 4));
    lob_pairs_ask ask = {.kind = (lob_check_kind)whole(c, 2),
                         .scope = (lob_check_scope)whole(c, 3),
                         .rule = lob_check_rule_of((lob_check_kind)whole(c, 2), whole(c, 4)),
                         .is_transparent = whole(c, 10) != 0};
    if (whole(c, 2) < 0 || whole(c, 2) > LOB_CHECK_INSIDE || whole(c, 3) < 0 || whole(c, 3) > LOB_SCOPE_LAYERS ||
        whole(c, 5) < 0 || whole(c, 5) > LOB_METRICS_PROJECTION || llabs(whole(c, 6)) > INT32_MAX || whole(c, 12) < 0 ||
        whole(c, 12) > LOB_OPPOSITE_NOT || whole(c, 13) < 0 || whole(c, 13) >= 1 << 24) {
        return lob_talk_fail(c->ctx);
    }
    ask.is_negative = whole(c, 11) != 0;
    ask.opposite = (lob_opposite)whole(c, 12);
    ask.sides = (uint32_t)whole(c, 13);
    ask.rule.metrics = (lob_metrics)whole(c, 5);
    ask.rule.projection_min = whole(c, 6);
    ask.rule.projection_max = whole(c, 7) < 0 ? LOB_PROJECTION_MAX : whole(c, 7);
    ask.rule.ignore_angle = (double)whole(c, 8) / 1e6;
    ask.rule.whole_edges = whole(c, 9) != 0;
    if (ask.rule.ignore_angle <= 0 || ask.rule.ignore_angle > 180) {
        return lob_script_refuse(c->ctx, "an angle limit beyond 180 degrees");
    }
    lob_value *b = ask.scope == LOB_SCOPE_LAYERS ? value_at(c, 1) : NULL;
    const bool is_edges = value_at(c, 0)->kind == LOB_VALUE_EDGES;
    const bool has_more = ask.is_negative || ask.opposite != LOB_OPPOSITE_ANY || ask.sides != 0;
    if (value_at(c, 0)->kind != value_at(c, 1)->kind || value_at(c, 0)->kind == LOB_VALUE_PAIRS ||
        (is_edges && (has_more || ask.scope == LOB_SCOPE_WITHIN) && ask.kind != LOB_CHECK_WIDTH)) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_PAIRS);
    if (is_edges) {
        return finish(c, result, lob_op_edges_check(c->ctx, value_at(c, 0), b, &ask.rule, result));
    }
    return finish(c, result, lob_op_check(c->ctx, value_at(c, 0), b, &ask, result));
}

/* edges, region or edges, lob_cut_kind; AND, NOT and XOR (4) for edges */
static lob_status do_edges_cut(call *c) {
    lob_value *b = value_at(c, 1);
    const int64_t kind = whole(c, 2);
    if (kind < 0 || kind > 4 || b->kind == LOB_VALUE_PAIRS ||
        (b->kind == LOB_VALUE_REGION ? kind > LOB_CUT_OUTSIDE : kind == LOB_CUT_INSIDE || kind == LOB_CUT_OUTSIDE)) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_EDGES);
    if (b->kind == LOB_VALUE_REGION) {
        return finish(c, result, lob_op_edges_cut(c->ctx, value_at(c, 0), b, (lob_cut_kind)kind, result));
    }
    const lob_region_op op = kind == LOB_CUT_AND   ? LOB_REGION_AND
                             : kind == LOB_CUT_NOT ? LOB_REGION_NOT
                                                   : LOB_REGION_XOR;
    return finish(c, result, lob_op_edges_boolean(c->ctx, value_at(c, 0), b, op, result));
}

/* edges, region or edges, kind, inverse */
static lob_status do_edges_select(call *c) {
    lob_value *a = value_at(c, 0), *b = value_at(c, 1);
    const lob_select select = {.kind = (lob_select_kind)whole(c, 2), .is_inverse = whole(c, 3) != 0};
    const bool is_known =
        whole(c, 2) == LOB_SELECT_INTERACTING || whole(c, 2) == LOB_SELECT_INSIDE || whole(c, 2) == LOB_SELECT_OUTSIDE;
    bool is_done;
    if (!is_known || b->kind == LOB_VALUE_PAIRS) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_EDGES);
    lob_status status = lob_op_select_nothing(c->ctx, a, b, &select, result, &is_done);
    if (status == LOB_OK && !is_done) {
        status = b->kind == LOB_VALUE_EDGES ? lob_op_edges_meet(c->ctx, a, b, select.kind, select.is_inverse, result)
                                            : lob_op_edges_select(c->ctx, a, b, select.kind, select.is_inverse, result);
    }
    return finish(c, result, status);
}

/* region, edges, inverse, count_min, count_max (negative: any) */
static lob_status do_select_by_edges(call *c) {
    const lob_select select = {.is_inverse = whole(c, 2) != 0,
                               .count_min = (uint64_t)whole(c, 3),
                               .count_max = whole(c, 4) < 0 ? UINT64_MAX : (uint64_t)whole(c, 4)};
    bool is_done;
    RESULT(LOB_VALUE_REGION);
    lob_status status = lob_op_select_nothing(c->ctx, value_at(c, 0), value_at(c, 1), &select, result, &is_done);
    if (status == LOB_OK && !is_done) {
        status = lob_op_select_by_edges(c->ctx, value_at(c, 0), value_at(c, 1), &select, result);
    }
    return finish(c, result, status);
}

/* value, quarter turns, dx, dy */
static lob_status do_moved(call *c) {
    if (whole(c, 1) < 0 || whole(c, 1) > 3) {
        return lob_talk_fail(c->ctx);
    }
    LOB_TRY(check_length(c, 2));
    LOB_TRY(check_length(c, 3));
    RESULT(value_at(c, 0)->kind);
    return finish(c, result, lob_op_moved(c->ctx, value_at(c, 0), (int)whole(c, 1), whole(c, 2), whole(c, 3), result));
}

static lob_status do_extended(call *c) {
    int64_t by[4];
    for (uint32_t i = 0; i < 4; i++) {
        LOB_TRY(check_length(c, 1 + i));
        by[i] = whole(c, 1 + i);
    }
    RESULT(LOB_VALUE_REGION);
    return finish(c, result, lob_op_extended(c->ctx, value_at(c, 0), by, result));
}

/* edges, lob_segment_kind, length, then the fraction */
static lob_status do_segments(call *c) {
    if (whole(c, 1) < 0 || whole(c, 1) > LOB_SEGMENT_CENTER || c->count != 4 || c->args[3].type != 'd') {
        return lob_talk_fail(c->ctx);
    }
    const double fraction = c->args[3].number;
    LOB_TRY(check_length(c, 2));
    if (!(fraction >= -1000 && fraction <= 1000)) {
        return lob_script_refuse(c->ctx, "a fraction of edges beyond 1000");
    }
    RESULT(LOB_VALUE_EDGES);
    return finish(
        c, result,
        lob_op_segments(c->ctx, value_at(c, 0), (lob_segment_kind)whole(c, 1), whole(c, 2), fraction, result));
}

/* region, lob_corners_kind, low, high: both count */
static lob_status do_corners(call *c) {
    static const lob_value_kind kinds[LOB_CORNERS_KINDS] = {LOB_VALUE_EDGES, LOB_VALUE_REGION, LOB_VALUE_PAIRS};
    if (whole(c, 1) < 0 || whole(c, 1) >= LOB_CORNERS_KINDS) {
        return lob_talk_fail(c->ctx);
    }
    const lob_corners_kind kind = (lob_corners_kind)whole(c, 1);
    const lob_turns turns = {.low = c->args[2].number, .high = c->args[3].number};
    RESULT(kinds[kind]);
    return finish(c, result, lob_op_corners(c->ctx, value_at(c, 0), kind, turns, 1, result));
}

/* region, low, high, inverse */
static lob_status do_inner_angles(call *c) {
    RESULT(LOB_VALUE_PAIRS);
    return finish(
        c, result,
        lob_op_inner_angles(c->ctx, value_at(c, 0), c->args[1].number, c->args[2].number, whole(c, 3) != 0, result));
}

/* region, is edge, four fractions, dx, dy */
static lob_status do_box_part(call *c) {
    const lob_box_part part = {c->args[2].number, c->args[3].number, c->args[4].number,
                               c->args[5].number, whole(c, 6),       whole(c, 7)};
    LOB_TRY(check_length(c, 6));
    LOB_TRY(check_length(c, 7));
    RESULT(whole(c, 1) ? LOB_VALUE_EDGES : LOB_VALUE_REGION);
    return finish(c, result, lob_op_box_part(c->ctx, value_at(c, 0), &part, result));
}

/* region, distance, keeps edges along the axes */
static lob_status do_smoothed(call *c) {
    LOB_TRY(check_length(c, 1));
    RESULT(LOB_VALUE_REGION);
    return finish(c, result, lob_op_smoothed(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2) != 0, result));
}

/* region, inner radius, outer radius, points of a circle */
static lob_status do_rounded(call *c) {
    LOB_TRY(check_length(c, 1));
    LOB_TRY(check_length(c, 2));
    LOB_TRY(check_length(c, 3));
    RESULT(LOB_VALUE_REGION);
    return finish(c, result,
                  lob_op_rounded(c->ctx, value_at(c, 0), (double)whole(c, 1), (double)whole(c, 2),
                                 whole(c, 3) > 0 ? (uint32_t)whole(c, 3) : 0, result));
}

/* region, then the steps as expression.h has them; the reply has the kind of the result as well */
static lob_status do_expression(call *c) {
    lob_expression expression;
    LOB_TRY(
        lob_expression_read(c->ctx, c->args + 1, c->count - 1, c->engine->values, c->engine->value_count, &expression));
    RESULT(expression.steps[expression.count - 1].kind);
    return finish(c, result, lob_op_expression(c->ctx, value_at(c, 0), &expression, result));
}

/* value, from which place on, whether as drawn */
static lob_status do_fetch(call *c) {
    return whole(c, 1) < 0 ? lob_talk_fail(c->ctx)
                           : lob_op_fetch(c->ctx, value_at(c, 0), whole(c, 2) != 0, (uint64_t)whole(c, 1), c->out);
}

/* value, whether as drawn, places, which rise */
static lob_status do_pick(call *c) {
    uint64_t *places = LOB_NEW_ARRAY(c->ctx->arena, uint64_t, c->count);
    const bool is_raw = whole(c, 1) != 0;
    if (!places) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 2; i < c->count; i++) {
        if (c->args[i].type != 'i' || whole(c, i) < 0 || (i > 2 && whole(c, i) <= whole(c, i - 1))) {
            return lob_talk_fail(c->ctx);
        }
        places[i - 2] = (uint64_t)whole(c, i);
    }
    RESULT(value_at(c, 0)->kind);
    return finish(c, result, lob_op_pick(c->ctx, value_at(c, 0), is_raw, places, c->count - 2, result));
}

static lob_status do_sums(call *c) {
    lob_value_sums sums;
    LOB_TRY(lob_op_sums(c->ctx, value_at(c, 0), &sums));
    lob_talk_put_integer(c->out, (int64_t)sums.count);
    lob_talk_put_number(c->out, sums.area2 / 2);
    lob_talk_put_number(c->out, sums.length);
    put_box(c, sums.box);
    return LOB_OK;
}

/* ---- the report ---- */

static lob_status do_report(call *c) {
    lob_script_engine *e = c->engine;
    lob_cell_index cell;
    if (!read_cell(c, &cell)) {
        return lob_talk_fail(c->ctx);
    }
    if (e->report.is_begun) {
        return lob_script_refuse(c->ctx, "a second report");
    }
    LOB_TRY(lob_script_report_begin(c->ctx, &e->report, e->arena, lob_layout_dbu(e->layout), c->args[1].text,
                                    lob_layout_cell(e->layout, cell)->name));
    e->report.has_box = e->part.has_box;
    e->report.box = e->part.box;
    return LOB_OK;
}

static bool is_wanted(const lob_script_engine *e, lob_str category) {
    bool is_wanted = e->part.only_count == 0;
    for (size_t i = 0; i < e->part.only_count; i++) {
        is_wanted = is_wanted || lob_str_equal(e->part.only[i], category);
    }
    return is_wanted;
}

static lob_status do_output(call *c) {
    if (!c->engine->report.is_begun) {
        return lob_script_refuse(c->ctx, "output without a report before it");
    }
    if (!is_wanted(c->engine, c->args[1].text)) {
        return lob_talk_fail(c->ctx);
    }
    return lob_script_report_add(c->ctx, &c->engine->report, value_at(c, 0), c->args[1].text, c->args[2].text);
}

/* A category of the deck that is not wanted; some are kept to help those who name one that is not there. */
static lob_status do_left_out(call *c) {
    lob_script_engine *e = c->engine;
    const lob_str name = c->args[0].text;
    if (is_wanted(e, name)) {
        return lob_talk_fail(c->ctx);
    }
    for (uint32_t i = 0; i < e->left_out_count; i++) {
        if (lob_str_equal(e->left_out[i], name)) {
            return LOB_OK;
        }
    }
    if (e->left_out_count == LOB_SCRIPT_LEFT_OUT_MAX) {
        return LOB_OK;
    }
    e->left_out = e->left_out ? e->left_out : LOB_NEW_ARRAY(e->arena, lob_str, LOB_SCRIPT_LEFT_OUT_MAX);
    const char *copy = e->left_out ? lob_arena_strdup(e->arena, name.data, name.size) : NULL;
    if (!copy) {
        return lob_fail_memory(c->ctx);
    }
    e->left_out[e->left_out_count++] = (lob_str){copy, name.size};
    return LOB_OK;
}

static lob_status do_done(call *c) {
    c->engine->is_done = true;
    return LOB_OK;
}

/* method, why: what the built-in engine does not have. */
static lob_status do_refuse(call *c) {
    lob_status status = lob_script_refuse(c->ctx, "it uses what is not supported");
    lob_error_text(&c->ctx->error, "method", c->args[0].text);
    lob_error_text(&c->ctx->error, "deck_error", c->args[1].text);
    return status;
}

/* method, why: a box does not do, for that method looks far. */
static lob_status do_refuse_box(call *c) {
    lob_status status =
        lob_fail(c->ctx, LOB_E_DRC_RUN_FAILED, "The deck has rules that are not local, so a box is not enough");
    lob_hint(c->ctx, "Name categories of local rules with only, or leave box out.");
    lob_error_text(&c->ctx->error, "reason", LOB_STR("not_local"));
    lob_error_text(&c->ctx->error, "method", c->args[0].text);
    lob_error_text(&c->ctx->error, "deck_error", c->args[1].text);
    return status;
}

/* Where in the client's files; the line is of the prepared deck, 0: not known. */
static void tell_place(call *c, int64_t line) {
    const lob_script_engine *e = c->engine;
    lob_str file;
    uint32_t file_line;
    if (e->deck && line > 0 && line <= UINT32_MAX) {
        lob_deck_place(e->deck, (uint32_t)line, &file, &file_line);
        lob_error_text(&c->ctx->error, "deck_file", file);
        lob_error_integer(&c->ctx->error, "deck_line", file_line);
    }
}

/* line, message: the deck's own error. */
static lob_status do_fail(call *c) {
    lob_status status = lob_fail(c->ctx, LOB_E_DRC_RUN_FAILED, "The deck ended with an error");
    lob_hint(c->ctx, "Read details.deck_error and fix the deck at details.deck_line.");
    lob_error_text(&c->ctx->error, "reason", LOB_STR("deck_error"));
    lob_error_text(&c->ctx->error, "deck_error", c->args[1].text);
    tell_place(c, whole(c, 0));
    return status;
}

static const struct row {
    const char *name, *arguments;
    operation *run;
} rows[] = {
    {"begin", "", do_begin},
    {"boolean", "RRi", do_boolean},
    {"cell", "s", do_cell},
    {"cell_box", "i", do_cell_box},
    {"box_part", "Riddddii", do_box_part},
    {"check", "VViiiiiiiiiiii", do_check},
    {"corners", "Ridd", do_corners},
    {"done", "", do_done},
    {"edges", "Vi", do_edges},
    {"edges_cut", "EVi", do_edges_cut},
    {"edges_select", "EVii", do_edges_select},
    {"empty", "i", do_empty},
    {"expression", "R*", do_expression},
    {"extended", "Eiiii", do_extended},
    {"fail", "is", do_fail},
    {"fetch", "Vii", do_fetch},
    {"filter", "Vii*", do_filter},
    {"forget", "*", do_forget},
    {"in", "VVi", do_in},
    {"inner_angles", "Rddi", do_inner_angles},
    {"input", "i*", do_input},
    {"input_of", "iiiiiis*", do_input_of},
    {"insert", "Rii*", do_insert},
    {"join", "VV", do_join},
    {"labels", "i*", do_labels},
    {"left_out", "s", do_left_out},
    {"merged", "V", do_merged},
    {"merged_least", "Ri", do_merged_least},
    {"moved", "Viii", do_moved},
    {"ongrid", "Rii", do_ongrid},
    {"output", "Ass", do_output},
    {"pick", "Vi*", do_pick},
    {"polygons", "Pi", do_polygons},
    {"refuse", "ss", do_refuse},
    {"refuse_box", "ss", do_refuse_box},
    {"report", "is", do_report},
    {"rounded", "Riii", do_rounded},
    {"segments", "Eii*", do_segments},
    {"select", "RRiiii", do_select},
    {"select_by_edges", "REiii", do_select_by_edges},
    {"shape", "Viii", do_shape},
    {"sized", "Riii", do_sized},
    {"smoothed", "Rii", do_smoothed},
    {"snapped", "Rii", do_snapped},
    {"sums", "A", do_sums},
    {"text_marks", "Tiii", do_text_marks},
    {"texts", "Tsii", do_texts},
    {"window", "i", do_window},
};

static bool suits(const lob_script_engine *e, char wanted, const lob_talk_arg *arg) {
    if (wanted == 'i' || wanted == 's' || wanted == 'd') {
        return arg->type == wanted;
    }
    if (arg->type != 'i' || arg->integer < 0 || arg->integer >= e->value_count || !e->values[arg->integer]) {
        return false;
    }
    const lob_value_kind kind = e->values[arg->integer]->kind;
    return wanted == 'A' || (wanted == 'T' && kind == LOB_VALUE_TEXTS) || (wanted == 'V' && kind < LOB_VALUE_KINDS) ||
           (wanted == 'R' && kind == LOB_VALUE_REGION) || (wanted == 'E' && kind == LOB_VALUE_EDGES) ||
           (wanted == 'P' && kind == LOB_VALUE_PAIRS);
}

/* The name, the line of the deck, the arguments. */
static const struct row *find(const lob_script_engine *e, const lob_talk_args *args) {
    if (args->count < 2) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!lob_str_equal(lob_str_from(rows[i].name), args->items[0].text)) {
            continue;
        }
        uint32_t at = 2;
        const char *wanted = rows[i].arguments;
        for (; *wanted && *wanted != '*'; wanted++, at++) {
            if (at >= args->count || !suits(e, *wanted, &args->items[at])) {
                return NULL;
            }
        }
        return *wanted == '*' || at == args->count ? &rows[i] : NULL;
    }
    return NULL;
}

lob_status lob_script_engine_open(lob_ctx *ctx, lob_script_engine *engine) {
    engine->arena = lob_arena_new(0);
    return engine->arena ? LOB_OK : lob_fail_memory(ctx);
}

void lob_script_engine_close(lob_script_engine *engine) {
    for (uint32_t i = 0; i < engine->value_count; i++) {
        lob_value_drop(engine->values[i]);
    }
    lob_arena_drop(engine->arena);
    engine->arena = NULL;
    engine->value_count = 0;
}

lob_status lob_script_engine_answer(lob_ctx *ctx, lob_script_engine *engine, lob_str frame, lob_buf *out) {
    lob_talk_args args;
    LOB_TRY(lob_talk_read(ctx, frame, &args));
    const struct row *row = find(engine, &args);
    if (!row || args.items[1].type != 'i') {
        return lob_talk_fail(ctx);
    }
    call c = {.ctx = ctx, .engine = engine, .args = args.items + 2, .count = args.count - 2, .out = out};
    lob_talk_begin(out);
    const uint32_t before = engine->value_count;
    const int64_t start_ns = engine->part.has_profile ? lob_clock_ns() : 0;
    lob_status status = row->run(&c);
    if (status == LOB_OK && engine->part.has_profile && (engine->value_count > before || row->run == do_output)) {
        const lob_value *made = engine->value_count > before ? engine->values[before] : NULL;
        const int64_t line = args.items[1].integer, ns = lob_clock_ns() - start_ns;
        status = lob_script_spend(ctx, engine, line, row->name, made, ns);
    }
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "method", args.items[0].text); /* unless a better name stands */
        tell_place(&c, args.items[1].integer);
        return status;
    }
    lob_talk_end(out);
    return out->failed ? lob_fail_memory(ctx) : LOB_OK;
}
