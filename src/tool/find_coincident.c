/* find_coincident: what one cell draws twice at one place. A cursor is the number of sets already given. */
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "query/coincide.h"
#include "query/object.h"
#include "tool/cursor.h"
#include "tool/filter.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { SET_WEIGHT = 700, ID_WEIGHT = 60 };

typedef lob_find_coincident_response_sets_item set_item;

typedef struct seeker {
    lob_call *call;
    const lob_find_coincident_request *request;
    lob_coincide_ask ask;
    lob_cell_index root;
    lob_census census;
    lob_coincidences found;
    double dbu;
    lob_notes notes;
} seeker;

static lob_status take_question(seeker *s) {
    const lob_find_coincident_request *q = s->request;
    LOB_TRY(lob_call_cell(s->call, q->below, &s->root));
    LOB_TRY(lob_filter_layers(s->call->ctx, s->ask.layout, q->layers.items, q->layers.count, &s->ask.layers,
                              &s->ask.layer_count));
    LOB_TRY(lob_query_census(s->call->ctx, s->ask.layout, &s->root, 1, &s->census));
    s->ask.is_asked = s->census.is_below;
    s->ask.instances = q->kind != LOB_FIND_COINCIDENT_REQUEST_KIND_SHAPES;
    s->ask.shapes = q->kind != LOB_FIND_COINCIDENT_REQUEST_KIND_INSTANCES;
    return LOB_OK;
}

/* Everything but limit and cursor. */
static lob_str bind(const seeker *s, char text[LOB_BINDING_SIZE]) {
    const uint64_t layers =
        s->ask.layers ? lob_hash64_stable(s->ask.layers, s->ask.layer_count * sizeof *s->ask.layers) : 0;
    const int size = snprintf(text, LOB_BINDING_SIZE, "find_coincident %s %u %d %llx", s->call->session->key, s->root,
                              (int)s->request->kind, (unsigned long long)layers);
    return (lob_str){text, (size_t)size};
}

static lob_status show_name(seeker *s, lob_cell_index cell, lob_str *name, size_t *weight) {
    lob_shown shown;
    LOB_TRY(lob_name_show(s->call->ctx, lob_layout_cell(s->ask.layout, cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &shown));
    *name = shown.text;
    *weight += lob_text_weight(shown.text);
    return LOB_OK;
}

static lob_status show_ids(seeker *s, const lob_twins *twins, set_item *item) {
    const lob_cell *cell = lob_layout_cell(s->ask.layout, twins->cell);
    item->ids.items = LOB_NEW_ARRAY(s->call->ctx->arena, lob_str, twins->kept);
    if (!item->ids.items) {
        return lob_fail_memory(s->call->ctx);
    }
    for (uint32_t i = 0; i < twins->kept; i++) {
        const lob_twin *t = &twins->items[i];
        const bool is_inst = t->kind == LOB_KIND_COUNT;
        const lob_object object = {.type = is_inst                    ? LOB_ID_INST
                                           : t->kind == LOB_KIND_TEXT ? LOB_ID_TEXT
                                                                      : LOB_ID_SHAPE,
                                   .cell = twins->cell,
                                   .stored = {.leaf = twins->cell,
                                              .layer = is_inst ? 0 : cell->shapes[t->shapes].layer,
                                              .kind = is_inst ? 0 : t->kind,
                                              .index = t->index,
                                              .member = is_inst ? 0 : t->member}};
        LOB_TRY(lob_call_issue(s->call, &object, &item->ids.items[item->ids.count++]));
    }
    return LOB_OK;
}

/* What they are: the cell they place, or their layer, and what a text says. */
static lob_status show_what(seeker *s, const lob_twins *twins, set_item *item, size_t *weight) {
    static const lob_find_coincident_response_sets_item_kind kinds[] = {
        [LOB_KIND_BOX] = LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_BOX,
        [LOB_KIND_PATH] = LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_PATH,
        [LOB_KIND_POLYGON] = LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_POLYGON,
        [LOB_KIND_TEXT] = LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_TEXT,
        [LOB_KIND_COUNT] = LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_INSTANCE,
    };
    const lob_cell *cell = lob_layout_cell(s->ask.layout, twins->cell);
    const lob_twin *first = &twins->items[0];
    item->kind = kinds[first->kind];
    if (first->kind == LOB_KIND_COUNT) {
        return show_name(s, cell->insts[first->index].child, &item->child_cell, weight);
    }
    const lob_shapes *shapes = &cell->shapes[first->shapes];
    item->layer = LOB_NEW(s->call->ctx->arena, lob_layer_ref);
    if (!item->layer) {
        return lob_fail_memory(s->call->ctx);
    }
    LOB_TRY(lob_layer_show(s->call, lob_layout_layer(s->ask.layout, shapes->layer), item->layer));
    *weight += lob_text_weight(item->layer->name) + lob_text_weight(item->layer->raw_hex);
    if (first->kind == LOB_KIND_TEXT) {
        lob_shown text;
        const lob_str string = lob_layout_string(s->ask.layout, shapes->texts[first->index].string);
        LOB_TRY(lob_name_show(s->call->ctx, string, LOB_LIMIT_LABEL_TEXT_SIZE, &text));
        item->text = text.text;
        *weight += lob_text_weight(text.text);
    }
    return LOB_OK;
}

static lob_status show_set(seeker *s, const lob_twins *twins, set_item *item, size_t *weight) {
    *weight = SET_WEIGHT + ID_WEIGHT * (size_t)twins->kept;
    *item = (set_item){.place_count = twins->cell == s->root ? 1 : lob_count_show(s->census.placed[twins->cell]),
                       .position_um = lob_point_show_um(twins->at.x, twins->at.y, s->dbu),
                       .count = lob_count_show(twins->count)};
    LOB_TRY(show_name(s, twins->cell, &item->cell, weight));
    LOB_TRY(show_what(s, twins, item, weight));
    return show_ids(s, twins, item);
}

static lob_status show_page(seeker *s, lob_find_coincident_response *response) {
    lob_ctx *ctx = s->call->ctx;
    const size_t limit = (size_t)s->request->limit;
    char text[LOB_BINDING_SIZE];
    const lob_str binding = bind(s, text);
    uint64_t first;
    set_item *items = LOB_NEW_ARRAY(ctx->arena, set_item, limit);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_cursor_parse_position(ctx, s->request->cursor, binding, &first));
    LOB_TRY(lob_query_coincident(ctx, &s->ask, first, limit, &s->found));
    const uint64_t total = s->found.instance_total + s->found.shape_total + s->found.text_total;
    if (first > 0 && first >= total) {
        return lob_cursor_refuse(ctx);
    }
    response->summary.instance_sets = lob_count_show(s->found.instance_total);
    response->summary.shape_sets = lob_count_show(s->found.shape_total);
    response->summary.text_sets = lob_count_show(s->found.text_total);
    response->sets.items = items;
    lob_room room = lob_room_open(s->call, &lob_find_coincident_response_table, response);
    for (size_t i = 0; i < s->found.count; i++) {
        size_t weight = 0;
        LOB_TRY(show_set(s, &s->found.items[i], &items[i], &weight));
        if (!lob_room_fits(&room, "sets", &items[i], weight, i == 0)) {
            break;
        }
        response->sets.count++;
    }
    const uint64_t given = first + response->sets.count;
    response->truncation.limit = s->request->limit;
    response->truncation.sets_dropped = lob_count_show(total - given);
    if (total == 0) {
        LOB_TRY(lob_note(ctx, &s->notes, "No cell draws anything twice at the same place."));
    }
    return given < total ? lob_cursor_print_position(ctx, given, binding, &response->next_cursor) : LOB_OK;
}

lob_status lob_tool_find_coincident(lob_call *call, const lob_find_coincident_request *request,
                                    lob_find_coincident_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    seeker s = {.call = call, .request = request, .dbu = lob_layout_dbu(call->session->layout)};
    size_t weight = 0;
    s.ask.layout = call->session->layout;
    LOB_TRY(take_question(&s));
    response->session_id = request->session_id;
    response->dbu = s.dbu;
    LOB_TRY(show_name(&s, s.root, &response->below, &weight));
    LOB_TRY(show_page(&s, response));
    return lob_notes_show(call->ctx, &s.notes, &response->notes.items, &response->notes.count, &response->has_notes);
}
