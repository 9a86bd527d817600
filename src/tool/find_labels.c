/* find_labels: texts by pattern, with how often each is placed and where.
 *
 * Idea: the engine counts all at once and gives places by number, so a cursor is the number of places, or of rows when
 * none are asked for, already given.
 */
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/limits.h"
#include "query/labels.h"
#include "query/object.h"
#include "tool/cursor.h"
#include "tool/filter.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { ROW_WEIGHT = 500, PLACE_WEIGHT = 450, STEP_WEIGHT = 8 };

typedef lob_find_labels_response_labels_item row_item;
typedef lob_find_labels_response_labels_item_places_item place_item;

typedef struct seeker {
    lob_call *call;
    const lob_find_labels_request *request;
    lob_label_ask ask;
    lob_cell_index *roots;
    lob_box64 window;
    bool is_off_grid;
    lob_labels labels;
    double dbu;
    lob_notes notes;
} seeker;

/* ---- the question ---- */

static lob_status take_roots(seeker *s) {
    lob_ctx *ctx = s->call->ctx;
    const uint32_t tops = lob_layout_top_count(s->ask.layout);
    s->roots = LOB_NEW_ARRAY(ctx->arena, lob_cell_index, (size_t)tops + 1);
    if (!s->roots) {
        return lob_fail_memory(ctx);
    }
    s->ask.roots = s->roots;
    s->ask.root_count = s->request->all ? tops : 1;
    for (uint32_t i = 0; s->request->all && i < tops; i++) {
        s->roots[i] = lob_layout_top(s->ask.layout, i);
    }
    return s->request->all ? LOB_OK : lob_call_cell(s->call, s->request->below, &s->roots[0]);
}

static lob_status take_question(seeker *s) {
    const lob_find_labels_request *q = s->request;
    lob_ctx *ctx = s->call->ctx;
    if (q->all && q->below.data) {
        return lob_fail_argument(ctx, "below", "excluded", "below and all exclude each other",
                                 "Send below for one cell's hierarchy, or all for that of every top cell.");
    }
    if (q->all && q->box) {
        return lob_fail_argument(ctx, "box", "excluded", "box and all exclude each other",
                                 "A box is in the coordinates of one cell: send below, or leave all out.");
    }
    LOB_TRY(take_roots(s));
    LOB_TRY(
        lob_filter_layers(ctx, s->ask.layout, q->layers.items, q->layers.count, &s->ask.layers, &s->ask.layer_count));
    if (q->box) {
        LOB_TRY(lob_call_box(s->call, q->box, &s->window, &s->is_off_grid));
        s->ask.window = &s->window;
    }
    return LOB_OK;
}

/* Everything but limit and cursor. */
static lob_str bind(const seeker *s, char text[LOB_BINDING_SIZE]) {
    const lob_find_labels_request *q = s->request;
    const uint64_t pattern = lob_hash64_stable(q->pattern.data, q->pattern.size);
    const uint64_t layers =
        s->ask.layers ? lob_hash64_stable((const char *)s->ask.layers, s->ask.layer_count * sizeof *s->ask.layers) : 0;
    const uint64_t box = s->ask.window ? lob_hash64_stable((const char *)&s->window, sizeof s->window) : 0;
    const int size =
        snprintf(text, LOB_BINDING_SIZE, "find_labels %s %llx %d %llx %llx %d %u %d", s->call->session->key,
                 (unsigned long long)pattern, q->ignore_case, (unsigned long long)layers, (unsigned long long)box,
                 q->all, q->all ? 0 : s->roots[0], q->include_places);
    return (lob_str){text, (size_t)size};
}

/* ---- rows ---- */

static lob_status show_row(seeker *s, const lob_label_row *group, row_item *row, size_t *weight) {
    lob_shown text;
    LOB_TRY(
        lob_name_show(s->call->ctx, lob_layout_string(s->ask.layout, group->string), LOB_LIMIT_LABEL_TEXT_SIZE, &text));
    *row = (row_item){.text = text.text,
                      .raw_hex = text.raw_hex,
                      .has_bytes_cut = text.cut > 0,
                      .bytes_cut = (int64_t)text.cut,
                      .count = lob_count_show(group->count)};
    LOB_TRY(lob_layer_show(s->call, lob_layout_layer(s->ask.layout, group->layer), &row->layer));
    *weight = ROW_WEIGHT + lob_text_weight(text.text) + lob_text_weight(text.raw_hex) +
              lob_text_weight(row->layer.name) + lob_text_weight(row->layer.raw_hex);
    return LOB_OK;
}

static lob_status name_of(seeker *s, lob_cell_index cell, lob_str *name, size_t *weight) {
    lob_shown shown;
    LOB_TRY(lob_name_show(s->call->ctx, lob_layout_cell(s->ask.layout, cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &shown));
    *name = shown.text;
    *weight += STEP_WEIGHT + lob_text_weight(shown.text);
    return LOB_OK;
}

static lob_status show_path(seeker *s, const lob_label_spot *spot, place_item *place, size_t *weight) {
    lob_str *names = LOB_NEW_ARRAY(s->call->ctx->arena, lob_str, (size_t)spot->depth + 1);
    if (!names) {
        return lob_fail_memory(s->call->ctx);
    }
    lob_cell_index at = spot->root;
    LOB_TRY(name_of(s, at, &names[0], weight));
    for (uint32_t i = 0; i < spot->depth; i++) {
        at = lob_layout_cell(s->ask.layout, at)->insts[spot->path[i].inst].child;
        LOB_TRY(name_of(s, at, &names[i + 1], weight));
    }
    place->has_instance_path = true;
    place->instance_path.items = names;
    place->instance_path.count = (size_t)spot->depth + 1;
    return LOB_OK;
}

static lob_status show_place(seeker *s, const lob_label_spot *spot, place_item *place, size_t *weight) {
    const lob_object object = {
        .type = LOB_ID_TEXT,
        .cell = spot->root,
        .stored = {.path = spot->path,
                   .depth = spot->depth,
                   .leaf = spot->leaf,
                   .layer = lob_layout_cell(s->ask.layout, spot->leaf)->shapes[spot->shapes].layer,
                   .kind = LOB_KIND_TEXT,
                   .index = spot->text,
                   .member = spot->member}};
    *weight = PLACE_WEIGHT;
    *place = (place_item){.position_um = lob_point_show_um(spot->at.x, spot->at.y, s->dbu)};
    LOB_TRY(name_of(s, spot->leaf, &place->cell, weight));
    LOB_TRY(s->request->all ? name_of(s, spot->root, &place->top, weight) : LOB_OK);
    LOB_TRY(spot->depth > 1 ? show_path(s, spot, place, weight) : LOB_OK);
    return lob_call_issue(s->call, &object, &place->id);
}

static lob_status show_places(seeker *s, uint64_t first, lob_find_labels_response *response, uint64_t *given) {
    lob_ctx *ctx = s->call->ctx;
    const uint64_t left = s->labels.total - first;
    const size_t limit = (uint64_t)s->request->limit < left ? (size_t)s->request->limit : (size_t)left;
    lob_label_spot *spots = LOB_NEW_ARRAY(ctx->arena, lob_label_spot, limit);
    row_item *rows = LOB_NEW_ARRAY(ctx->arena, row_item, limit);
    place_item *places = LOB_NEW_ARRAY(ctx->arena, place_item, limit);
    size_t count = 0;
    lob_room room = lob_room_open(s->call, &lob_find_labels_response_table, response);
    if (!spots || !rows || !places) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_query_label_places(ctx, &s->labels, first, limit, spots, &count));
    response->labels.items = rows;
    for (size_t i = 0; i < count; i++) {
        size_t weight, row_weight = 0;
        const bool is_new = i == 0 || spots[i].group != spots[i - 1].group;
        row_item *row = &rows[response->labels.count - !is_new];
        LOB_TRY(is_new ? show_row(s, &s->labels.groups[spots[i].group], row, &row_weight) : LOB_OK);
        LOB_TRY(show_place(s, &spots[i], &places[i], &weight));
        const size_t chars = (is_new ? lob_room_chars(&room, "labels", row, row_weight) : 0) +
                             lob_room_chars(&room, "labels.places", &places[i], weight);
        if (!lob_room_take_chars(&room, chars, weight + row_weight, i == 0)) {
            break;
        }
        row->has_places = true;
        row->places.items = is_new ? &places[i] : row->places.items;
        row->places.count++;
        response->labels.count += is_new;
        (*given)++;
    }
    response->truncation.has_places_dropped = true;
    response->truncation.places_dropped = lob_count_show(left - *given);
    return LOB_OK;
}

static lob_status show_rows(seeker *s, uint64_t first, lob_find_labels_response *response, uint64_t *given) {
    lob_ctx *ctx = s->call->ctx;
    const uint64_t left = s->labels.group_count - first;
    const size_t limit = (uint64_t)s->request->limit < left ? (size_t)s->request->limit : (size_t)left;
    row_item *rows = LOB_NEW_ARRAY(ctx->arena, row_item, limit);
    lob_room room = lob_room_open(s->call, &lob_find_labels_response_table, response);
    if (!rows) {
        return lob_fail_memory(ctx);
    }
    response->labels.items = rows;
    for (size_t i = 0; i < limit; i++) {
        size_t weight;
        LOB_TRY(show_row(s, &s->labels.groups[first + i], &rows[i], &weight));
        if (!lob_room_fits(&room, "labels", &rows[i], weight, i == 0)) {
            break;
        }
        response->labels.count++;
    }
    *given = response->labels.count;
    response->truncation.has_rows_dropped = true;
    response->truncation.rows_dropped = lob_count_show(left - *given);
    return LOB_OK;
}

/* ---- notes ---- */

static lob_status explain_nothing(seeker *s) {
    lob_ctx *ctx = s->call->ctx;
    const lob_labels *l = &s->labels;
    if (l->fitting > 0) {
        const lob_point_um low = lob_point_show_um(l->box.left, l->box.bottom, s->dbu);
        const lob_point_um high = lob_point_show_um(l->box.right, l->box.top, s->dbu);
        return lob_note(ctx, &s->notes,
                        "No matching label is in the box; %llu are outside, between (%.10g, %.10g) and (%.10g, %.10g) "
                        "um.",
                        (unsigned long long)l->fitting, low.x, low.y, high.x, high.y);
    }
    if (l->off_layers > 0) {
        return lob_note(ctx, &s->notes, "No label on these layers matches; %llu on others do. Leave layers out.",
                        (unsigned long long)l->off_layers);
    }
    if (l->below == 0) {
        return lob_note(ctx, &s->notes, "There are no labels in or below this cell.");
    }
    if (l->off_case > 0) {
        return lob_note(ctx, &s->notes, "No label matches; %llu would with ignore_case.",
                        (unsigned long long)l->off_case);
    }
    return lob_note(
        ctx, &s->notes,
        "No label matches; there are %llu other labels. A pattern must match the whole text: *part* finds parts.",
        (unsigned long long)l->below);
}

static lob_status show_notes(seeker *s, lob_find_labels_response *response) {
    lob_ctx *ctx = s->call->ctx;
    LOB_TRY(s->labels.total == 0 ? explain_nothing(s) : LOB_OK);
    if (s->labels.elsewhere > 0) {
        LOB_TRY(lob_note(ctx, &s->notes,
                         "%llu more labels match in cells that are not below this cell; all finds them.",
                         (unsigned long long)s->labels.elsewhere));
    }
    if (s->is_off_grid) {
        LOB_TRY(lob_note(ctx, &s->notes, "Sides of the box were rounded to the nearest database unit."));
    }
    return lob_notes_show(ctx, &s->notes, &response->notes.items, &response->notes.count, &response->has_notes);
}

/* ---- the answer ---- */

static lob_status show_page(seeker *s, lob_find_labels_response *response) {
    lob_ctx *ctx = s->call->ctx;
    char text[LOB_BINDING_SIZE];
    const lob_str binding = bind(s, text);
    const bool places = s->request->include_places;
    uint64_t first, given = 0;
    LOB_TRY(lob_cursor_parse_position(ctx, s->request->cursor, binding, &first));
    LOB_TRY(lob_query_labels(ctx, &s->ask, &s->labels));
    const uint64_t total = places ? s->labels.total : s->labels.group_count;
    if (first > 0 && first >= total) {
        return lob_cursor_refuse(ctx);
    }
    LOB_TRY(places ? show_places(s, first, response, &given) : show_rows(s, first, response, &given));
    response->match_count = lob_count_show(s->labels.total);
    response->text_count = lob_count_show(s->labels.text_count);
    response->truncation.limit = s->request->limit;
    return first + given < total ? lob_cursor_print_position(ctx, first + given, binding, &response->next_cursor)
                                 : LOB_OK;
}

lob_status lob_tool_find_labels(lob_call *call, const lob_find_labels_request *request,
                                lob_find_labels_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    seeker s = {.call = call, .request = request, .dbu = lob_layout_dbu(call->session->layout)};
    s.ask = (lob_label_ask){
        .layout = call->session->layout, .pattern = request->pattern, .ignore_case = request->ignore_case};
    LOB_TRY(take_question(&s));
    response->session_id = request->session_id;
    response->dbu = s.dbu;
    if (!request->all) {
        size_t weight = 0;
        LOB_TRY(name_of(&s, s.roots[0], &response->below, &weight));
    }
    LOB_TRY(show_page(&s, response));
    return show_notes(&s, response);
}
