/* query_region: what lies in a box of a cell.
 *
 * Texts, instances and shapes are three ordered collections on one page; the cursor holds for each how much was given
 * and where its last item stands, so a page is found without a memory of the pages before. Sides of the box are taken
 * to the nearest database unit; answer and question are about that box.
 */
#include "tool/query_region.h"

#include <stdio.h>

#include "base/digest.h"
#include "query/area.h"
#include "tool/filter.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/room.h"

/* ---- the question ---- */

static lob_status take_question(lob_region_answer *r) {
    const lob_query_region_request *request = r->request;
    r->query.layout = r->call->session->layout;
    r->query.seed = lob_ids_seeds(r->call->session->ids).file;
    r->dbu = lob_layout_dbu(r->query.layout);
    LOB_TRY(lob_call_box(r->call, &request->box, &r->query.window, &r->is_off_grid));
    LOB_TRY(lob_filter_layers(r->call->ctx, r->query.layout, request->layers.items, request->layers.count,
                              &r->query.layers, &r->query.layer_count));
    LOB_TRY(lob_call_cell(r->call, request->cell, &r->query.cell));
    r->query.is_top_only = request->hierarchy_mode == LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_TOP;
    r->query.is_flat = request->hierarchy_mode == LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_FLATTENED;
    r->query.by_geometry = request->match == LOB_QUERY_REGION_REQUEST_MATCH_GEOMETRY;
    return LOB_OK;
}

/* ---- cursor ---- */

/* Everything that decides what the items are and how they stand. */
static lob_str bind(const lob_region_answer *r, char text[2 * LOB_BINDING_SIZE]) {
    const lob_query *q = &r->query;
    uint64_t layers = q->layers ? lob_hash64_stable(q->layers, q->layer_count * sizeof *q->layers) : 0;
    int size = snprintf(text, 2 * LOB_BINDING_SIZE, "query_region %s %u %lld %lld %lld %lld %d %d %u %llx",
                        r->call->session->key, q->cell, (long long)q->window.left, (long long)q->window.bottom,
                        (long long)q->window.right, (long long)q->window.top, (int)r->request->hierarchy_mode,
                        (int)r->request->match, q->layer_count, (unsigned long long)layers);
    return (lob_str){text, (size_t)size};
}

/* The first word: two bits a collection, saying what follows. Numbers of 32 bits are the rule, and half as long. */
enum { NOT_BEGUN, NARROW_PLACE, IS_DONE, WIDE_PLACE, NARROW_WORDS = 9, WIDE_WORDS = 14 };

static bool is_narrow(const lob_region_place *place) {
    const lob_box64 b = place->last.box;
    return place->given <= UINT32_MAX && b.left >= INT32_MIN && b.right <= INT32_MAX && b.bottom >= INT32_MIN &&
           b.top <= INT32_MAX;
}

static void put_number(lob_cursor *cursor, bool narrow, int64_t value) {
    if (narrow) {
        cursor->words[cursor->count++] = (uint32_t)value;
    } else {
        lob_cursor_add_u64(cursor, (uint64_t)value);
    }
}

static void put_place(lob_cursor *cursor, const lob_region_place *place, unsigned shift) {
    if (place->is_done || place->given == 0) {
        cursor->words[0] |= (place->is_done ? (uint32_t)IS_DONE : NOT_BEGUN) << shift;
        return;
    }
    const bool narrow = is_narrow(place);
    cursor->words[0] |= (narrow ? (uint32_t)NARROW_PLACE : WIDE_PLACE) << shift;
    cursor->words[cursor->count++] = place->last.group;
    cursor->words[cursor->count++] = place->last.rank;
    lob_cursor_add_u64(cursor, place->last.hash);
    put_number(cursor, narrow, (int64_t)place->given);
    put_number(cursor, narrow, place->last.box.left);
    put_number(cursor, narrow, place->last.box.bottom);
    put_number(cursor, narrow, place->last.box.right);
    put_number(cursor, narrow, place->last.box.top);
}

static int64_t take_number(const lob_cursor *cursor, unsigned *at, bool narrow) {
    int64_t value = narrow ? (int32_t)cursor->words[*at] : (int64_t)lob_cursor_u64(cursor, *at);
    *at += narrow ? 1 : 2;
    return value;
}

static bool take_place(const lob_cursor *cursor, unsigned *at, unsigned shift, lob_region_place *place) {
    const unsigned state = cursor->words[0] >> shift & 3;
    const bool narrow = state == NARROW_PLACE;
    place->is_done = state == IS_DONE;
    if (state == NOT_BEGUN || state == IS_DONE) {
        return true;
    }
    if (cursor->count - *at < (narrow ? NARROW_WORDS : WIDE_WORDS)) {
        return false;
    }
    place->last = (lob_place){
        .group = cursor->words[*at], .rank = cursor->words[*at + 1], .hash = lob_cursor_u64(cursor, *at + 2)};
    *at += 4;
    place->given = (uint64_t)take_number(cursor, at, narrow);
    place->given = narrow ? (uint32_t)place->given : place->given;
    place->last.box.left = take_number(cursor, at, narrow);
    place->last.box.bottom = take_number(cursor, at, narrow);
    place->last.box.right = take_number(cursor, at, narrow);
    place->last.box.top = take_number(cursor, at, narrow);
    return place->given > 0;
}

static lob_status parse_cursor(lob_region_answer *r, lob_str binding, lob_region_place places[LOB_FIND_COUNT]) {
    lob_ctx *ctx = r->call->ctx;
    if (!r->request->cursor.data) {
        return LOB_OK;
    }
    lob_cursor cursor;
    LOB_TRY(lob_cursor_parse(ctx, r->request->cursor, binding, &cursor));
    unsigned at = 1;
    bool is_fine = cursor.count > 0 && cursor.words[0] >> (2 * LOB_FIND_COUNT) == 0;
    for (unsigned i = 0; is_fine && i < LOB_FIND_COUNT; i++) {
        is_fine = take_place(&cursor, &at, 2 * i, &places[i]);
    }
    return is_fine && at == cursor.count ? LOB_OK : lob_cursor_refuse(ctx);
}

static lob_status print_cursor(lob_region_answer *r, lob_str binding, const lob_region_place places[LOB_FIND_COUNT],
                               lob_query_region_response *response) {
    lob_cursor cursor = {.count = 1, .words = {0}};
    for (unsigned i = 0; i < LOB_FIND_COUNT; i++) {
        put_place(&cursor, &places[i], 2 * i);
    }
    return lob_cursor_print(r->call->ctx, &cursor, binding, &response->next_cursor);
}

/* ---- pages ---- */

typedef struct collection {
    lob_find find;
    int64_t count_max;
    uint64_t total;
    lob_status (*show)(lob_region_answer *r, const lob_found_page *page, lob_query_region_response *response);
    const size_t *shown;
    int64_t *count, *dropped; /* of the answer */
} collection;

static lob_status find(lob_region_answer *r, const collection *c, const lob_region_place *place, lob_found_page *page) {
    *page = (lob_found_page){.count = 0};
    if (place->is_done || c->count_max == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_query_page(r->call->ctx, &r->query, &r->counts, c->find, place->given > 0 ? &place->last : NULL,
                           (size_t)c->count_max, page));
    return page->is_nowhere ? lob_cursor_refuse(r->call->ctx) : LOB_OK;
}

/* One page of one collection; *has_more when another may follow. */
static lob_status give(lob_region_answer *r, collection *c, const lob_found_page *page, lob_region_place *place,
                       lob_query_region_response *response, bool *has_more) {
    lob_ctx *ctx = r->call->ctx;
    LOB_TRY(c->show(r, page, response));
    place->given += *c->shown;
    if (*c->shown > 0) {
        LOB_TRY(lob_found_place(ctx, &r->query, &page->items[*c->shown - 1], &place->last));
    }
    const bool is_open = r->counts.is_lower_bound;
    c->total = place->is_done || (is_open && place->given > c->total) ? place->given : c->total;
    if (!place->is_done && place->given > c->total) {
        return lob_cursor_refuse(ctx);
    }
    bool is_cut = *c->shown < page->count;
    place->is_done =
        place->is_done || (!is_cut && (is_open ? c->count_max > 0 && !page->is_filled : place->given == c->total));
    *has_more = *has_more || (!place->is_done && c->count_max > 0);
    return LOB_OK;
}

static lob_status give_all(lob_region_answer *r, lob_region_place places[LOB_FIND_COUNT],
                           lob_query_region_response *response, bool *has_more) {
    lob_query_region_response *out = response;
    collection all[LOB_FIND_COUNT] = {
        {LOB_FIND_TEXTS, r->request->max_texts, r->counts.texts, lob_region_texts, &out->texts.count,
         &out->summary.text_count, &out->truncation.texts_dropped},
        {LOB_FIND_INSTS, lob_region_lists_insts(r) ? r->request->max_instances : 0, r->counts.insts, lob_region_insts,
         &out->instances.count, &out->summary.instance_count, &out->truncation.instances_dropped},
        {LOB_FIND_SHAPES, r->request->max_shapes, r->counts.shapes, lob_region_shapes, &out->shapes.count,
         &out->summary.shape_count, &out->truncation.shapes_dropped},
    };
    lob_found_page pages[LOB_FIND_COUNT];
    /* Shapes first: too many of them are refused soon, while a walk over instances passes by each. */
    for (unsigned i = LOB_FIND_COUNT; i > 0; i--) {
        LOB_TRY(find(r, &all[i - 1], &places[all[i - 1].find], &pages[i - 1]));
    }
    for (unsigned i = 0; i < LOB_FIND_COUNT; i++) {
        collection *c = &all[i];
        /* Each of the first takes a quarter at most, so that all find room. */
        const lob_room kept = lob_room_split(&r->room, i + 1 < LOB_FIND_COUNT ? 3 : 0, 4);
        const bool was_done = places[c->find].is_done;
        const uint64_t total = c->total;
        LOB_TRY(give(r, c, &pages[i], &places[c->find], response, has_more));
        lob_room_join(&r->room, &kept);
        *c->count = lob_count_show(was_done ? total : c->total);
        *c->dropped = was_done ? 0 : lob_count_show(c->total - places[c->find].given);
    }
    return LOB_OK;
}

static lob_status answer(lob_region_answer *r, lob_query_region_response *response) {
    char text[2 * LOB_BINDING_SIZE];
    lob_region_place places[LOB_FIND_COUNT] = {{.given = 0}};
    lob_shown name;
    bool has_more = false;
    LOB_TRY(take_question(r));
    lob_str binding = bind(r, text);
    LOB_TRY(parse_cursor(r, binding, places));
    LOB_TRY(lob_name_show(r->call->ctx, lob_layout_cell(r->query.layout, r->query.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE,
                          &name));
    response->session_id = r->request->session_id;
    response->dbu = r->dbu;
    lob_box_show(r->query.window, r->dbu, &response->box_um, &response->box_dbu);
    r->cell_name = LOB_NEW(r->call->ctx->arena, lob_str);
    if (!r->cell_name) {
        return lob_fail_memory(r->call->ctx);
    }
    response->cell = *r->cell_name = name.text;
    response->hierarchy_mode = (lob_query_region_response_hierarchy_mode)r->request->hierarchy_mode;
    response->match = (lob_query_region_response_match)r->request->match;
    if (r->request->include_statistics) {
        LOB_TRY(lob_query_areas_foresee(r->call->ctx, &r->query));
    }
    LOB_TRY(lob_query_count(r->call->ctx, &r->query, &r->counts));
    response->summary.has_lower_bound = response->summary.lower_bound = r->counts.is_lower_bound;
    r->room = lob_room_open(r->call, &lob_query_region_response_table, response);
    if (r->request->include_statistics) {
        LOB_TRY(lob_region_statistics(r, response));
    }
    LOB_TRY(give_all(r, places, response, &has_more));
    LOB_TRY(lob_region_notes(r, response));
    return has_more ? print_cursor(r, binding, places, response) : LOB_OK;
}

lob_status lob_tool_query_region(lob_call *call, const lob_query_region_request *request,
                                 lob_query_region_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    lob_region_answer r = {.call = call, .request = request, .points_left = LOB_LIMIT_POINTS_IN_ANSWER};
    LOB_TRY(lob_ctx_child(call->ctx, &r.own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = answer(&r, response);
    lob_ctx_drop(&r.own);
    return status;
}
