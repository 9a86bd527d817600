/* find_cells: cells by name or pattern, with how often and where they are placed.
 *
 * Idea: one census of the graph counts for all cells at once; the page is a run through the cells in name order; places
 * are looked for only of the cells on the page. A cursor is the number of cells already given.
 */
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "geom/ranks.h"
#include "query/find.h"
#include "tool/cell_order.h"
#include "tool/cursor.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/regular.h"
#include "tool/room.h"

enum {
    CELL_WEIGHT = 1200,
    PLACE_WEIGHT = 1000,
    STEP_WEIGHT = 120,
    SET_WEIGHT = 600,
    POINT_WEIGHT = 90,
    POLL_EVERY = 1024
};

typedef lob_find_cells_response_cells_item cell_item;
typedef lob_find_cells_response_cells_item_places_item place_item;

typedef struct seeker {
    lob_call *call;
    const lob_find_cells_request *request;
    const lob_layout *layout;
    double dbu;
    lob_cell_index *roots; /* by name */
    uint32_t root_count;
    lob_cell_index named; /* of an exact name; LOB_NONE: by pattern, or none of that name */
    lob_census census;
    lob_cell_order order;
    lob_finder *finder; /* NULL before the first places are wanted */
    uint64_t work_left, set_work_left, elsewhere;
    bool is_cut; /* some places were not found for want of work */
    lob_notes notes;
} seeker;

/* ---- the question ---- */

static lob_status refuse(lob_ctx *ctx, const char *argument, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "argument", lob_str_from(argument));
    lob_hint(ctx, "%s", hint);
    return status;
}

static lob_status take_roots(seeker *s) {
    const uint32_t tops = lob_layout_top_count(s->layout);
    lob_ctx *ctx = s->call->ctx;
    s->roots = LOB_NEW_ARRAY(ctx->arena, lob_cell_index, (size_t)tops + 1);
    if (!s->roots) {
        return lob_fail_memory(ctx);
    }
    if (!s->request->all) {
        s->root_count = 1;
        return lob_call_cell(s->call, s->request->below, &s->roots[0]);
    }
    s->root_count = tops;
    for (uint32_t i = 0; i < tops; i++) {
        s->roots[i] = lob_layout_top(s->layout, i);
    }
    return LOB_OK;
}

static lob_status take_question(seeker *s) {
    const lob_find_cells_request *q = s->request;
    lob_ctx *ctx = s->call->ctx;
    bool ambiguous = false;
    if (!q->name.data == !q->pattern.data) {
        return refuse(ctx, "name",
                      q->name.data ? "name and pattern exclude each other" : "A name or a pattern is needed",
                      "Send name for one cell, or pattern for all that match; {\"pattern\":\"*\"} matches every cell.");
    }
    if (q->all && q->below.data) {
        return refuse(ctx, "below", "below and all exclude each other",
                      "Send below for one cell's hierarchy, or all for that of every top cell.");
    }
    LOB_TRY(take_roots(s));
    s->named = q->name.data ? lob_cell_by_shown_name(s->layout, q->name, &ambiguous) : LOB_NONE;
    return ambiguous ? lob_note(ctx, &s->notes,
                                "Several cells show this name; they differ in bytes that are not UTF-8. A pattern "
                                "with ? in place of these bytes lists them.")
                     : LOB_OK;
}

static bool fits(const seeker *s, lob_cell_index cell) {
    const lob_find_cells_request *q = s->request;
    return q->name.data ? cell == s->named
                        : lob_glob_matches(q->pattern, lob_layout_cell(s->layout, cell)->name, q->ignore_case);
}

/* ---- places ---- */

static lob_status show_place(seeker *s, lob_cell_index root, const lob_cell_spot *spot, place_item *item,
                             size_t *weight) {
    lob_ctx *ctx = s->call->ctx;
    lob_str *names = LOB_NEW_ARRAY(ctx->arena, lob_str, spot->depth);
    lob_path_member *members = LOB_NEW_ARRAY(ctx->arena, lob_path_member, spot->depth);
    if (!names || !members) {
        return lob_fail_memory(ctx);
    }
    *weight = PLACE_WEIGHT;
    lob_cell_index at = root;
    for (uint32_t i = 0; i < spot->depth; i++) {
        const lob_cell *cell = lob_layout_cell(s->layout, at);
        lob_shown name;
        LOB_TRY(lob_name_show(ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
        names[i] = name.text;
        members[i] = (lob_path_member){.instance = spot->path[i].inst, .member = lob_count_show(spot->path[i].member)};
        *weight += STEP_WEIGHT + lob_text_weight(name.text);
        at = cell->insts[spot->path[i].inst].child;
    }
    const lob_trans *t = &spot->trans;
    const lob_point_um um = lob_point_show_um(t->x, t->y, s->dbu);
    *item = (place_item){.transform = {.x_um = um.x,
                                       .y_um = um.y,
                                       .x_dbu = t->x,
                                       .y_dbu = t->y,
                                       .rotation = t->angle_deg,
                                       .mirror = (t->code & 4) != 0,
                                       .magnification = t->mag}};
    item->instance_path.items = names;
    item->path_members.items = members;
    item->instance_path.count = item->path_members.count = spot->depth;
    lob_box_show(spot->box, s->dbu, &item->bbox_um, &item->bbox_dbu);
    return LOB_OK;
}

/* Of few places all are looked at; of many, or when they are too deep to be found soon, nothing is said. */
static lob_status show_sets(seeker *s, lob_cell_index cell, cell_item *item, size_t *weight) {
    lob_spots spots;
    lob_regular regular;
    if (s->root_count != 1 || item->place_count < 3 || item->place_count > LOB_RANKS_POINT_COUNT_MAX) {
        return LOB_OK;
    }
    LOB_TRY(lob_query_places(s->call->ctx, s->finder, s->roots[0], cell, (size_t)item->place_count, &s->set_work_left,
                             &spots));
    if (spots.is_cut) {
        return LOB_OK;
    }
    LOB_TRY(lob_regular_show(s->call->ctx, spots.items, spots.count, s->dbu, &regular));
    if (regular.set_count > 0) {
        item->has_regular_sets = item->has_irregular_count = true;
        item->regular_sets.items = regular.sets;
        item->regular_sets.count = regular.set_count;
        item->irregular_count = (int64_t)regular.other_count;
        item->has_irregular_um = regular.others_shown > 0;
        item->irregular_um.items = regular.others;
        item->irregular_um.count = regular.others_shown;
        *weight += SET_WEIGHT * regular.set_count + POINT_WEIGHT * regular.others_shown;
    }
    return LOB_OK;
}

/* Below one top after the other. */
static lob_status show_places(seeker *s, lob_cell_index cell, cell_item *item, size_t *weight) {
    lob_ctx *ctx = s->call->ctx;
    const size_t wanted = (size_t)s->request->max_places;
    place_item *items = LOB_NEW_ARRAY(ctx->arena, place_item, wanted);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    if (!s->finder) {
        LOB_TRY(lob_finder_new(ctx, s->layout, &s->census, &s->finder));
    }
    item->has_places = true;
    item->places.items = items;
    for (uint32_t i = 0; i < s->root_count && item->places.count < wanted; i++) {
        lob_spots spots;
        LOB_TRY(
            lob_query_places(ctx, s->finder, s->roots[i], cell, wanted - item->places.count, &s->work_left, &spots));
        for (size_t k = 0; k < spots.count; k++) {
            size_t more = 0;
            LOB_TRY(show_place(s, s->roots[i], &spots.items[k], &items[item->places.count++], &more));
            *weight += more;
        }
        s->is_cut = s->is_cut || spots.is_cut;
    }
    item->has_places_dropped = true;
    item->places_dropped = item->place_count - (int64_t)item->places.count;
    return show_sets(s, cell, item, weight);
}

/* ---- cells ---- */

static lob_status show_cell(seeker *s, lob_cell_index index, cell_item *item, size_t *weight) {
    const lob_cell *cell = lob_layout_cell(s->layout, index);
    lob_shown name;
    LOB_TRY(lob_name_show(s->call->ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    *item = (cell_item){.name = name.text,
                        .raw_hex = name.raw_hex,
                        .is_top = cell->is_top,
                        .has_is_ghost = cell->is_ghost,
                        .is_ghost = cell->is_ghost,
                        .shape_count = lob_count_show(cell->shape_count),
                        .text_count = lob_count_show(cell->text_count),
                        .expanded_shape_count = lob_count_show(cell->shape_count_expanded),
                        .parent_count = lob_count_show(s->census.parents[index]),
                        .instance_count = lob_count_show(s->census.stored[index]),
                        .member_count = lob_count_show(s->census.members[index]),
                        .place_count = lob_count_show(s->census.placed[index])};
    item->bbox_empty = lob_box_show(cell->box, s->dbu, &item->bbox_um, &item->bbox_dbu);
    item->has_bbox_empty = item->bbox_empty;
    if (s->order.layer != LOB_NONE) {
        item->layer_bbox_um = LOB_NEW(s->call->ctx->arena, lob_micron_box);
        if (!item->layer_bbox_um) {
            return lob_fail_memory(s->call->ctx);
        }
        lob_dbu_box exact;
        lob_box_show(lob_cell_order_box(&s->order, cell), s->dbu, item->layer_bbox_um, &exact);
    }
    *weight = CELL_WEIGHT + lob_text_weight(name.text) + lob_text_weight(name.raw_hex);
    return s->request->include_places ? show_places(s, index, item, weight) : LOB_OK;
}

static lob_status show_page(seeker *s, uint64_t first, lob_find_cells_response *response) {
    lob_ctx *ctx = s->call->ctx;
    const uint32_t count = s->order.count;
    const size_t limit = (uint64_t)s->request->limit < count ? (size_t)s->request->limit : count;
    uint64_t total = 0;
    lob_room room = lob_room_open(s->call, &lob_find_cells_response_table, response);
    bool is_full = false;
    cell_item *items = LOB_NEW_ARRAY(ctx->arena, cell_item, limit);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    response->cells.items = items;
    for (uint32_t i = 0; i < count; i++) {
        const lob_cell_index cell = s->order.cells[i];
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        if (!fits(s, cell)) {
            continue;
        }
        if (!s->census.is_below[cell]) {
            s->elsewhere++;
            continue;
        }
        if (total++ >= first && response->cells.count < limit && !is_full) {
            size_t weight = 0;
            cell_item *item = &items[response->cells.count];
            LOB_TRY(show_cell(s, cell, item, &weight));
            is_full = !lob_room_fits(&room, "cells", item, weight, response->cells.count == 0);
            response->cells.count += !is_full;
        }
    }
    if (first > 0 && first >= total) {
        return lob_cursor_refuse(ctx);
    }
    response->match_count = lob_count_show(total);
    response->truncation.limit = s->request->limit;
    response->truncation.cells_dropped = lob_count_show(total - first - response->cells.count);
    return LOB_OK;
}

/* ---- notes ---- */

/* The letters of the question; wild characters say nothing about a name. */
static lob_status plain_name(seeker *s, lob_str *name) {
    const lob_str pattern = s->request->pattern;
    *name = s->request->name;
    if (name->data) {
        return LOB_OK;
    }
    char *out = lob_arena_alloc(s->call->ctx->arena, pattern.size + 1);
    if (!out) {
        return lob_fail_memory(s->call->ctx);
    }
    size_t size = 0;
    for (size_t i = 0; i < pattern.size; i++) {
        if (pattern.data[i] != '*' && pattern.data[i] != '?' && pattern.data[i] != '\\') {
            out[size++] = pattern.data[i];
        }
    }
    *name = (lob_str){out, size};
    return LOB_OK;
}

static lob_status show_candidates(seeker *s, lob_find_cells_response *response) {
    lob_ctx *ctx = s->call->ctx;
    lob_error *near = LOB_NEW(ctx->arena, lob_error);
    lob_str *items = LOB_NEW_ARRAY(ctx->arena, lob_str, LOB_CANDIDATE_COUNT_MAX);
    lob_str name;
    if (!near || !items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(plain_name(s, &name));
    lob_layout_suggest_cells(s->layout, name, near);
    for (unsigned i = 0; i < near->candidate_count; i++) {
        lob_shown shown;
        LOB_TRY(lob_name_show(ctx, near->candidates[i], LOB_LIMIT_NAME_TEXT_SIZE, &shown));
        items[i] = shown.text;
    }
    response->has_candidates = near->candidate_count > 0;
    response->candidates.items = items;
    response->candidates.count = near->candidate_count;
    return LOB_OK;
}

/* Cells below the one looked at whose names differ from the pattern by the case of letters alone. */
static lob_status count_off_case(const seeker *s, uint64_t *count) {
    const lob_find_cells_request *q = s->request;
    *count = 0;
    for (uint32_t i = 0; q->pattern.data && !q->ignore_case && i < s->order.count; i++) {
        const lob_cell_index cell = s->order.cells[i];
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(s->call->ctx) : LOB_OK);
        *count +=
            s->census.is_below[cell] && lob_glob_matches(q->pattern, lob_layout_cell(s->layout, cell)->name, true);
    }
    return LOB_OK;
}

static lob_status explain_nothing(seeker *s, lob_find_cells_response *response) {
    lob_ctx *ctx = s->call->ctx;
    uint64_t off_case;
    LOB_TRY(count_off_case(s, &off_case));
    if (off_case > 0) {
        return lob_note(ctx, &s->notes, "No cell matches; %llu would with ignore_case.", (unsigned long long)off_case);
    }
    LOB_TRY(show_candidates(s, response));
    return lob_note(ctx, &s->notes, "%s",
                    response->has_candidates
                        ? "No cell matches; candidates has the most similar names. Names are case-sensitive."
                        : "No cell matches, and no name is similar. A pattern with * finds parts of names.");
}

static lob_status show_notes(seeker *s, lob_find_cells_response *response) {
    lob_ctx *ctx = s->call->ctx;
    if (response->match_count == 0 && s->request->layer) {
        LOB_TRY(lob_note(ctx, &s->notes, "Only cells with something on the layer were searched; leave layer out."));
    } else if (response->match_count == 0 && s->elsewhere == 0) {
        LOB_TRY(explain_nothing(s, response));
    }
    if (s->elsewhere > 0) {
        LOB_TRY(lob_note(ctx, &s->notes, "%llu more cells match but are not below this cell; all finds them.",
                         (unsigned long long)s->elsewhere));
    }
    if (s->is_cut) {
        LOB_TRY(lob_note(ctx, &s->notes,
                         "The search for places stopped at the work limit: some cells have fewer than requested. Ask "
                         "below a smaller cell."));
    }
    response->has_notes = s->notes.count > 0;
    response->notes.count = s->notes.count;
    response->notes.items = LOB_NEW_ARRAY(ctx->arena, lob_str, LOB_NOTES_MAX);
    if (!response->notes.items) {
        return lob_fail_memory(ctx);
    }
    memcpy(response->notes.items, s->notes.items, s->notes.count * sizeof *s->notes.items);
    return LOB_OK;
}

/* Everything but limit and cursor. */
static lob_str bind(const seeker *s, char text[LOB_BINDING_SIZE]) {
    const lob_find_cells_request *q = s->request;
    const lob_str asked = q->name.data ? q->name : q->pattern;
    int size =
        snprintf(text, LOB_BINDING_SIZE, "find_cells %s %d %llx %d %d %u %d %lld %d %u", s->call->session->key,
                 q->name.data != NULL, (unsigned long long)lob_hash64_stable(asked.data, asked.size), q->ignore_case,
                 q->all, s->roots[0], q->include_places, (long long)q->max_places, (int)q->sort_by, s->order.layer);
    return (lob_str){text, (size_t)size};
}

lob_status lob_tool_find_cells(lob_call *call, const lob_find_cells_request *request,
                               lob_find_cells_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    seeker s = {.call = call,
                .request = request,
                .layout = call->session->layout,
                .dbu = lob_layout_dbu(call->session->layout),
                .work_left = LOB_LIMIT_FIND_WORK,
                .set_work_left = LOB_LIMIT_FIND_WORK};
    char text[LOB_BINDING_SIZE];
    uint64_t first;
    LOB_TRY(take_question(&s));
    LOB_TRY(lob_cell_order_make(call->ctx, s.layout, (lob_cells_by)request->sort_by, request->layer, &s.order));
    const lob_str binding = bind(&s, text);
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, binding, &first));
    LOB_TRY(lob_query_census(call->ctx, s.layout, s.roots, s.root_count, &s.census));
    response->session_id = request->session_id;
    response->dbu = s.dbu;
    if (!request->all) {
        lob_shown name;
        LOB_TRY(lob_name_show(call->ctx, lob_layout_cell(s.layout, s.roots[0])->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
        response->below = name.text;
    }
    LOB_TRY(show_page(&s, first, response));
    LOB_TRY(show_notes(&s, response));
    if (response->truncation.cells_dropped == 0) {
        return LOB_OK;
    }
    return lob_cursor_print_position(call->ctx, first + response->cells.count, binding, &response->next_cursor);
}
