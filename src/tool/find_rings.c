/* find_rings: closed rings and racetracks, sorted by place. Layers are merged anew for each page, in the same way; a
 * cursor is the number of rings already given. */
#include <math.h>
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "pic/rings.h"
#include "tool/cursor.h"
#include "tool/filter.h"
#include "tool/ports.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { RING_WEIGHT = 900, GAP_WEIGHT = 220, IDS_LISTED = 4, GAPS_LISTED = 4 };

typedef lob_find_rings_response_rings_item ring_item;
typedef lob_find_rings_response_rings_item_neighbors_item gap_item;

typedef struct seeker {
    lob_call *call;
    const lob_find_rings_request *request;
    lob_find_rings_response *response;
    lob_rings_question question;
    lob_rings *rings;
    double dbu;
    lob_notes notes;
} seeker;

static double to_um(const seeker *s, double value) {
    return lob_num_round_um(value * s->dbu);
}

static lob_point_um point_um(const seeker *s, lob_vec2 at) {
    return (lob_point_um){.x = to_um(s, at.x), .y = to_um(s, at.y)};
}

/* ---- the question ---- */

/* Those that guide; where the conventions know none, all that are no marks. */
static lob_status take_default_layers(seeker *s) {
    lob_pic *pic;
    uint32_t guide_count, mark_count;
    const uint32_t all = lob_layout_layer_count(s->question.layout);
    LOB_TRY(lob_call_pic(s->call, &pic));
    const lob_layer_index *guides = lob_pic_guide_layers(pic, &guide_count);
    const lob_layer_index *marks = lob_pic_mark_layers(pic, &mark_count);
    if (guide_count > 0) {
        s->question.layers = guides;
        s->question.layer_count = guide_count;
        return LOB_OK;
    }
    lob_layer_index *layers = LOB_NEW_ARRAY(s->call->ctx->arena, lob_layer_index, (size_t)all + 1);
    if (!layers) {
        return lob_fail_memory(s->call->ctx);
    }
    s->question.layers = layers;
    for (uint32_t i = 0, mark = 0; i < all; i++) {
        while (mark < mark_count && marks[mark] < i) {
            mark++;
        }
        if (mark == mark_count || marks[mark] != i) {
            layers[s->question.layer_count++] = i;
        }
    }
    return LOB_OK;
}

static lob_status take_question(seeker *s) {
    const lob_find_rings_request *q = s->request;
    lob_rings_question *question = &s->question;
    bool is_off_grid = false;
    LOB_TRY(lob_call_session(s->call, q->session_id));
    question->layout = s->call->session->layout;
    question->window = LOB_WALK_EVERYTHING;
    s->dbu = lob_layout_dbu(question->layout);
    LOB_TRY(lob_call_cell(s->call, q->cell, &question->cell));
    if (q->box) {
        LOB_TRY(lob_call_box(s->call, q->box, &question->window, &is_off_grid));
    }
    LOB_TRY(lob_filter_layers(s->call->ctx, question->layout, q->layers.items, q->layers.count, &question->layers,
                              &question->layer_count));
    LOB_TRY(question->layers ? LOB_OK : take_default_layers(s));
    return is_off_grid
               ? lob_note(s->call->ctx, &s->notes, "Sides of the box were rounded to the nearest database unit.")
               : LOB_OK;
}

static void bind(const seeker *s, char text[LOB_BINDING_SIZE]) {
    const lob_rings_question *q = &s->question;
    const lob_box64 b = q->window;
    const int64_t numbers[] = {q->cell, b.left, b.bottom, b.right, b.top};
    snprintf(text, LOB_BINDING_SIZE, "find_rings %s %016llx %016llx %.17g", s->call->session->key,
             (unsigned long long)lob_hash64_stable(numbers, sizeof numbers),
             (unsigned long long)lob_hash64_stable(q->layers, q->layer_count * sizeof *q->layers),
             s->request->max_gap_um);
}

/* ---- rings ---- */

static lob_status show_ids(seeker *s, uint32_t index, ring_item *item) {
    lob_ctx *ctx = s->call->ctx;
    lob_object objects[IDS_LISTED];
    uint32_t count;
    LOB_TRY(lob_ring_figures(ctx, s->rings, index, IDS_LISTED, objects, &count));
    item->shape_count = count;
    item->shape_ids.items = LOB_NEW_ARRAY(ctx->arena, lob_str, IDS_LISTED);
    if (!item->shape_ids.items) {
        return lob_fail_memory(ctx);
    }
    for (size_t *i = &item->shape_ids.count; *i < count && *i < IDS_LISTED; ++*i) {
        LOB_TRY(lob_call_issue(s->call, &objects[*i], &item->shape_ids.items[*i]));
    }
    return LOB_OK;
}

static lob_status show_gaps(seeker *s, uint32_t index, ring_item *item) {
    lob_ctx *ctx = s->call->ctx;
    lob_ring_gap gaps[GAPS_LISTED];
    uint32_t count;
    LOB_TRY(lob_ring_gaps(ctx, s->rings, index, s->request->max_gap_um / s->dbu, GAPS_LISTED, gaps, &count));
    item->neighbor_count = count;
    item->neighbors.items = LOB_NEW_ARRAY(ctx->arena, gap_item, GAPS_LISTED);
    if (!item->neighbors.items) {
        return lob_fail_memory(ctx);
    }
    for (size_t *i = &item->neighbors.count; *i < count && *i < GAPS_LISTED; ++*i) {
        gap_item *gap = &item->neighbors.items[*i];
        *gap = (gap_item){.gap_um = to_um(s, gaps[*i].gap)};
        gap->at_um = point_um(s, gaps[*i].at);
        gap->to_um = point_um(s, gaps[*i].to);
        if (gaps[*i].has_figure) {
            LOB_TRY(lob_call_issue(s->call, &gaps[*i].figure, &gap->id));
        }
    }
    return LOB_OK;
}

static lob_status show_shape(seeker *s, uint32_t index, ring_item *item) {
    static const lob_find_rings_response_rings_item_kind kinds[] = {
        [LOB_RING_CIRCLE] = LOB_FIND_RINGS_RESPONSE_RINGS_ITEM_KIND_CIRCLE,
        [LOB_RING_RACETRACK] = LOB_FIND_RINGS_RESPONSE_RINGS_ITEM_KIND_RACETRACK,
        [LOB_RING_OTHER] = LOB_FIND_RINGS_RESPONSE_RINGS_ITEM_KIND_OTHER};
    const double rounding = 2.83; /* dbu: half a diagonal of the grid for each side, at both places */
    lob_ctx *ctx = s->call->ctx;
    lob_ring_shape r;
    LOB_TRY(lob_ring_measure(ctx, s->rings, index, &r));
    *item = (ring_item){.kind = kinds[r.kind],
                        .has_radius_um = r.radius > 0,
                        .has_radius_uncertainty_um = r.radius > 0,
                        .radius_um = to_um(s, r.radius),
                        .radius_uncertainty_um = to_um(s, r.radius_error),
                        .path_width_um = to_um(s, r.width),
                        .path_width_uncertainty_um = to_um(s, r.width_error),
                        .segment_length_um = to_um(s, r.length),
                        .segment_length_uncertainty_um = to_um(s, r.length_error)};
    item->center_um = point_um(s, r.centre);
    if (r.kind == LOB_RING_RACETRACK) {
        double *lengths = LOB_NEW_ARRAY(ctx->arena, double, r.straight_count);
        if (!lengths) {
            return lob_fail_memory(ctx);
        }
        for (unsigned i = 0; i < r.straight_count; i++) {
            lengths[i] = to_um(s, r.straights[i]);
        }
        item->has_straights_um = item->has_straights_uncertainty_um = true;
        item->straights_uncertainty_um = to_um(s, r.straight_error);
        item->straights_um.items = lengths;
        item->straights_um.count = r.straight_count;
    }
    if (r.width_max - r.width_min > rounding) {
        item->width_profile = LOB_NEW(ctx->arena, lob_find_rings_response_rings_item_width_profile);
        if (!item->width_profile) {
            return lob_fail_memory(ctx);
        }
        item->width_profile->min_um = to_um(s, r.width_min);
        item->width_profile->max_um = to_um(s, r.width_max);
    }
    return LOB_OK;
}

static lob_status show_ring(seeker *s, uint32_t index, const lob_closed_ring *ring, ring_item *item) {
    LOB_TRY(show_shape(s, index, item));
    lob_dbu_box exact;
    lob_box_show(ring->box, s->dbu, &item->bbox_um, &exact);
    LOB_TRY(lob_layer_show(s->call, lob_layout_layer(s->question.layout, ring->layer), &item->layer));
    LOB_TRY(show_ids(s, index, item));
    return show_gaps(s, index, item);
}

static lob_status show_page(seeker *s, uint64_t first, lob_str binding) {
    lob_ctx *ctx = s->call->ctx;
    lob_find_rings_response *a = s->response;
    uint32_t count;
    const lob_closed_ring *rings = lob_rings_items(s->rings, &count);
    if (first > 0 && first >= count) {
        return lob_cursor_refuse(ctx);
    }
    lob_room room = lob_room_open(s->call, &lob_find_rings_response_table, a);
    const uint64_t rest = count - first, limit = (uint64_t)s->request->limit;
    a->rings.items = LOB_NEW_ARRAY(ctx->arena, ring_item, (size_t)(rest < limit ? rest : limit) + 1);
    if (!a->rings.items) {
        return lob_fail_memory(ctx);
    }
    for (uint64_t i = first; i < count && a->rings.count < limit; i++) {
        ring_item *item = &a->rings.items[a->rings.count];
        LOB_TRY(lob_poll(ctx));
        LOB_TRY(show_ring(s, (uint32_t)i, &rings[i], item));
        const size_t weight = RING_WEIGHT + GAP_WEIGHT * item->neighbors.count;
        if (!lob_room_fits(&room, "rings", item, weight, a->rings.count == 0)) {
            break;
        }
        a->rings.count++;
    }
    a->ring_count = count;
    a->truncation.limit = s->request->limit;
    a->truncation.rings_dropped = (int64_t)(rest - a->rings.count);
    return a->truncation.rings_dropped > 0 && limit > 0
               ? lob_cursor_print_position(ctx, first + a->rings.count, binding, &a->next_cursor)
               : LOB_OK;
}

static lob_status add_notes(seeker *s) {
    lob_ctx *ctx = s->call->ctx;
    if (s->response->ring_count == 0) {
        LOB_TRY(lob_note(ctx, &s->notes, "No closed ring of constant width was found on these layers%s%s",
                         s->request->box ? " completely inside the box." : ".",
                         s->request->layers.count > 0
                             ? ""
                             : " The layers that guide light by the conventions were searched; name others in "
                               "layers."));
    }
    return lob_notes_show(ctx, &s->notes, &s->response->notes.items, &s->response->notes.count,
                          &s->response->has_notes);
}

lob_status lob_tool_find_rings(lob_call *call, const lob_find_rings_request *request,
                               lob_find_rings_response *response) {
    seeker s = {.call = call, .request = request, .response = response};
    char binding[LOB_BINDING_SIZE];
    uint64_t first;
    lob_shown name;
    LOB_TRY(take_question(&s));
    bind(&s, binding);
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, lob_str_from(binding), &first));
    LOB_TRY(lob_name_show(call->ctx, lob_layout_cell(s.question.layout, s.question.cell)->name,
                          LOB_LIMIT_NAME_TEXT_SIZE, &name));
    response->session_id = request->session_id;
    response->dbu = s.dbu;
    response->cell = name.text;
    LOB_TRY(lob_rings_find(call->ctx, &s.question, &s.rings));
    LOB_TRY(show_page(&s, first, lob_str_from(binding)));
    return add_notes(&s);
}
