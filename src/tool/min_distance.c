/* min_distance: the least width, space or distance, and its nearest places.
 *
 * Kinds of check_rules go to rules/least, sets of shapes to measure/sets. A place names the shapes whose borders it was
 * found at: places are of merged figures, so it is looked up at the two nearest points.
 */
#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "geom/distance.h"
#include "measure/sets.h"
#include "query/border.h"
#include "rules/least.h"
#include "tool/filter.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/target.h"

typedef lob_min_distance_response_places_item place_item;

/* The engine's types stand in the order of the schema's kinds. */
static const lob_rule_type TYPES[] = {
    [LOB_MIN_DISTANCE_REQUEST_KIND_WIDTH] = LOB_RULE_WIDTH,
    [LOB_MIN_DISTANCE_REQUEST_KIND_SPACE] = LOB_RULE_SPACE,
    [LOB_MIN_DISTANCE_REQUEST_KIND_NOTCH] = LOB_RULE_NOTCH,
    [LOB_MIN_DISTANCE_REQUEST_KIND_ISOLATED] = LOB_RULE_ISOLATED,
    [LOB_MIN_DISTANCE_REQUEST_KIND_SEPARATION] = LOB_RULE_SEPARATION,
    [LOB_MIN_DISTANCE_REQUEST_KIND_ENCLOSURE] = LOB_RULE_ENCLOSURE,
    [LOB_MIN_DISTANCE_REQUEST_KIND_EXTENSION] = LOB_RULE_EXTENSION,
    [LOB_MIN_DISTANCE_REQUEST_KIND_OVERLAP] = LOB_RULE_OVERLAP,
};

/* Whole units to look for edges; the engine checks no further. */
enum { REACH_MAX = 1 << 30 };

typedef struct finder {
    lob_call *call;
    const lob_min_distance_request *request;
    lob_min_distance_response *response;
    lob_least_question question;
    lob_least_found least;
    double dbu;
    lob_notes notes;
} finder;

static bool has_two_layers(lob_min_distance_request_kind kind) {
    return kind >= LOB_MIN_DISTANCE_REQUEST_KIND_SEPARATION && kind <= LOB_MIN_DISTANCE_REQUEST_KIND_OVERLAP;
}

/* ---- the question ---- */

static lob_status refuse(finder *f, const char *argument, const char *reason, const char *message) {
    return lob_fail_argument(f->call->ctx, argument, reason, message,
                             "width, space, notch and isolated take layer; separation, enclosure, extension and "
                             "overlap layer and layer2; kind ids takes ids, and ids2 for a second set.");
}

static lob_status check_members(finder *f) {
    const lob_min_distance_request *q = f->request;
    const bool is_ids = q->kind == LOB_MIN_DISTANCE_REQUEST_KIND_IDS;
    if (is_ids && (q->layer || q->layer2 || q->box || q->cell.data)) {
        return refuse(f,
                      q->layer || q->layer2 ? "layer"
                      : q->box              ? "box"
                                            : "cell",
                      "not_for_ids", "The kind ids takes no layer, box or cell");
    }
    if (is_ids && !q->has_ids) {
        return refuse(f, "ids", "missing", "The kind ids needs ids");
    }
    if (!is_ids && (q->has_ids || q->has_ids2)) {
        return refuse(f, q->has_ids ? "ids" : "ids2", "not_for_kind", "Only the kind ids takes ids");
    }
    if (!is_ids && !q->layer) {
        return refuse(f, "layer", "missing", "The kind needs a layer");
    }
    if (!is_ids && has_two_layers(q->kind) != (q->layer2 != NULL)) {
        return refuse(f, "layer2", q->layer2 ? "not_for_kind" : "missing",
                      q->layer2 ? "The kind needs only one layer" : "The kind needs layer2");
    }
    return LOB_OK;
}

static lob_status take_layer(finder *f, const lob_layer_filter *filter, lob_layer_index *layer) {
    const lob_layer_index *found;
    uint32_t count;
    LOB_TRY(lob_filter_layers_needed(f->call->ctx, f->question.where.layout, filter, 1, &found, &count));
    *layer = found[0];
    return LOB_OK;
}

static lob_status take_question(finder *f) {
    const lob_min_distance_request *q = f->request;
    lob_least_question *l = &f->question;
    const double reach = floor(q->within_um / f->dbu + 0.5);
    bool is_off_grid = false;
    l->type = TYPES[q->kind];
    l->count = (uint32_t)q->count;
    l->reach_max = reach < 1 ? 1 : reach < REACH_MAX ? (int64_t)reach : REACH_MAX;
    l->b = LOB_NONE;
    LOB_TRY(take_layer(f, q->layer, &l->a));
    if (q->layer2) {
        LOB_TRY(take_layer(f, q->layer2, &l->b));
    }
    LOB_TRY(lob_call_cell(f->call, q->cell, &l->where.cell));
    if (q->box) {
        LOB_TRY(lob_call_box(f->call, q->box, &l->where.window, &is_off_grid));
        l->where.has_window = true;
    }
    return is_off_grid
               ? lob_note(
                     f->call->ctx, &f->notes,
                     "Sides of the box were rounded to the nearest database unit; box_um is the box that was used.")
               : LOB_OK;
}

/* ---- places ---- */

static lob_point_um spot_um(const lob_spot *s, double dbu) {
    return (lob_point_um){.x = ((double)s->at.x + s->fx) * dbu, .y = ((double)s->at.y + s->fy) * dbu};
}

static lob_status show_shape(finder *f, lob_layer_index layer, lob_point64 at, place_item *item) {
    const lob_rules_question *w = &f->question.where;
    lob_object object;
    lob_shown name;
    lob_str id;
    bool is_found;
    LOB_TRY(lob_query_border(f->call->ctx, w->layout, w->cell, layer, at, &object, &is_found));
    if (!is_found) {
        return LOB_OK;
    }
    LOB_TRY(lob_call_issue(f->call, &object, &id));
    if (item->ids.count > 0 && lob_str_equal(id, item->ids.items[0])) {
        return LOB_OK;
    }
    item->ids.items[item->ids.count++] = id;
    LOB_TRY(lob_name_show(f->call->ctx, lob_layout_cell(w->layout, object.stored.leaf)->name, LOB_LIMIT_NAME_TEXT_SIZE,
                          &name));
    item->has_leaf_cells = item->has_leaf_cells || object.stored.leaf != w->cell;
    item->leaf_cells.items[item->leaf_cells.count++] = name.text;
    return LOB_OK;
}

static lob_status new_texts(finder *f, place_item *item) {
    item->ids.items = LOB_NEW_ARRAY(f->call->ctx->arena, lob_str, 2);
    item->leaf_cells.items = LOB_NEW_ARRAY(f->call->ctx->arena, lob_str, 2);
    return item->ids.items && item->leaf_cells.items ? LOB_OK : lob_fail_memory(f->call->ctx);
}

static lob_status show_place(finder *f, const lob_violation *v, place_item *item) {
    const lob_trace first = {.points = v->points, .count = 2}, second = {.points = v->points + 2, .count = 2};
    const lob_layer_index b = f->question.b == LOB_NONE ? f->question.a : f->question.b;
    lob_distance d;
    LOB_TRY(new_texts(f, item));
    LOB_TRY(lob_distance_find(f->call->ctx, &first, &second, 0, &d));
    item->distance_um = v->value * f->dbu;
    item->from_um = spot_um(&d.spots[0], f->dbu);
    item->to_um = spot_um(&d.spots[1], f->dbu);
    LOB_TRY(show_shape(f, f->question.a, d.spots[0].at, item));
    return show_shape(f, b, d.spots[1].at, item);
}

static lob_status show_least(finder *f) {
    lob_min_distance_response *a = f->response;
    const lob_least_found *l = &f->least;
    a->places.items = LOB_NEW_ARRAY(f->call->ctx->arena, place_item, (size_t)l->count + 1);
    if (!a->places.items) {
        return lob_fail_memory(f->call->ctx);
    }
    for (uint32_t i = 0; i < l->count; i++) {
        LOB_TRY(lob_poll(f->call->ctx));
        LOB_TRY(show_place(f, &l->items[i], &a->places.items[a->places.count++]));
    }
    a->is_found = a->has_value_um = a->has_value_dbu = l->count > 0;
    a->value_dbu = l->count > 0 ? l->items[0].value : 0;
    a->value_um = a->value_dbu * f->dbu;
    a->has_searched_um = true;
    a->searched_um = (double)l->reach * f->dbu;
    a->has_outside_count = l->outside > 0;
    a->outside_count = lob_count_show(l->outside);
    return LOB_OK;
}

/* Where layers overlap no edges face each other: the distance there is 0, and separation says nothing of it. */
static lob_status show_overlap(finder *f) {
    const lob_least_question *q = &f->question;
    uint64_t count = 0;
    if (q->type != LOB_RULE_SEPARATION) {
        return LOB_OK;
    }
    lob_status status = lob_rules_count_pieces(f->call->ctx, &q->where, q->a, q->b, LOB_LAYERS_AND, &count);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&f->call->ctx->error);
        return lob_note(f->call->ctx, &f->notes, "It would take too much work to find out whether the layers overlap.");
    }
    f->response->has_overlap_count = count > 0;
    f->response->overlap_count = lob_count_show(count);
    return status == LOB_OK && count > 0
               ? lob_note(f->call->ctx, &f->notes,
                          "The layers overlap, where the distance is 0. places lists edges that face each other.")
               : status;
}

static lob_status add_notes(finder *f) {
    lob_ctx *ctx = f->call->ctx;
    const lob_least_found *l = &f->least;
    char reach[LOB_NUM_TEXT_SIZE];
    lob_num_print(reach, lob_num_round_um((double)l->reach * f->dbu));
    if (l->count == 0 && l->is_stopped) {
        LOB_TRY(lob_note(ctx, &f->notes,
                         "None within %s um; to search further is too much work for one call: ask for a box.", reach));
    } else if (l->count == 0) {
        LOB_TRY(lob_note(ctx, &f->notes, "None within %s um; a larger within_um searches further.", reach));
    } else if (l->count < (uint32_t)f->request->count && l->is_stopped) {
        LOB_TRY(lob_note(ctx, &f->notes, "There may be more places beyond %s um, the limit of one call.", reach));
    } else if (l->count < (uint32_t)f->request->count && l->reach < f->question.reach_max) {
        LOB_TRY(lob_note(ctx, &f->notes,
                         "Only places up to %s um are listed: in a wider search, edges in between hide some.", reach));
    }
    if (l->is_cut) {
        LOB_TRY(lob_note(ctx, &f->notes, "Very many places have the same distance; some of them are listed."));
    }
    if (l->outside > 0) {
        LOB_TRY(lob_note(ctx, &f->notes,
                         "Polygons of layer are not completely inside layer2 (outside_count); layer must be the "
                         "inner one."));
    }
    if (l->is_local) {
        LOB_TRY(lob_note(ctx, &f->notes, "Polygons extend far beyond the box and were not followed to their ends."));
    }
    return LOB_OK;
}

static lob_status find_least(finder *f) {
    lob_shown name;
    LOB_TRY(take_question(f));
    LOB_TRY(lob_rules_least(f->call->ctx, &f->question, &f->least));
    LOB_TRY(lob_name_show(f->call->ctx, lob_layout_cell(f->question.where.layout, f->question.where.cell)->name,
                          LOB_LIMIT_NAME_TEXT_SIZE, &name));
    f->response->cell = name.text;
    if (f->question.where.has_window) {
        lob_dbu_box exact;
        f->response->box_um = LOB_NEW(f->call->ctx->arena, lob_micron_box);
        if (!f->response->box_um) {
            return lob_fail_memory(f->call->ctx);
        }
        lob_box_show(f->question.where.window, f->dbu, f->response->box_um, &exact);
    }
    LOB_TRY(show_least(f));
    LOB_TRY(show_overlap(f));
    return add_notes(f);
}

/* ---- sets of shapes ---- */

static lob_status take_figures(finder *f, lob_target **targets, lob_figure **figures, size_t *count) {
    const lob_min_distance_request *q = f->request;
    lob_ctx *ctx = f->call->ctx;
    *count = q->ids.count + q->ids2.count;
    lob_str *names = LOB_NEW_ARRAY(ctx->arena, lob_str, *count);
    *targets = LOB_NEW_ARRAY(ctx->arena, lob_target, *count);
    *figures = LOB_NEW_ARRAY(ctx->arena, lob_figure, *count);
    if (!names || !*targets || !*figures) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < *count; i++) {
        names[i] = i < q->ids.count ? q->ids.items[i] : q->ids2.items[i - q->ids.count];
    }
    LOB_TRY(lob_targets_find(f->call, names, *count, *targets));
    for (size_t i = 0; i < *count; i++) {
        (*figures)[i] = (*targets)[i].figure;
    }
    return LOB_OK;
}

static lob_status show_pair(finder *f, const lob_set_pair *pair, const lob_target *a, const lob_target *b,
                            place_item *item) {
    const lob_measure *m = &pair->gap;
    LOB_TRY(new_texts(f, item));
    item->distance_um = m->value * f->dbu;
    item->from_um = (lob_point_um){.x = m->points[0].x * f->dbu, .y = m->points[0].y * f->dbu};
    item->to_um = (lob_point_um){.x = m->points[1].x * f->dbu, .y = m->points[1].y * f->dbu};
    item->ids.items[item->ids.count++] = a->id;
    item->ids.items[item->ids.count++] = b->id;
    return LOB_OK;
}

static lob_status find_pairs(finder *f) {
    const lob_min_distance_request *q = f->request;
    lob_min_distance_response *a = f->response;
    lob_target *targets;
    lob_figure *figures;
    lob_set_pair *pairs;
    size_t all;
    uint32_t count;
    LOB_TRY(take_figures(f, &targets, &figures, &all));
    const uint32_t first = (uint32_t)q->ids.count;
    const lob_target *others = q->has_ids2 ? targets + first : targets;
    LOB_TRY(lob_measure_sets(f->call->ctx, figures, first, q->has_ids2 ? figures + first : NULL,
                             (uint32_t)q->ids2.count, (uint32_t)q->count, &pairs, &count));
    a->places.items = LOB_NEW_ARRAY(f->call->ctx->arena, place_item, (size_t)count + 1);
    if (!a->places.items) {
        return lob_fail_memory(f->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(
            show_pair(f, &pairs[i], &targets[pairs[i].a], &others[pairs[i].b], &a->places.items[a->places.count++]));
    }
    a->is_found = a->has_value_um = a->has_value_dbu = count > 0;
    a->value_dbu = count > 0 ? pairs[0].gap.value : 0;
    a->value_um = a->value_dbu * f->dbu;
    return count > 0 ? LOB_OK
                     : lob_note(f->call->ctx, &f->notes,
                                "A distance needs two shapes: give more ids, or "
                                "ids2.");
}

lob_status lob_tool_min_distance(lob_call *call, const lob_min_distance_request *request,
                                 lob_min_distance_response *response) {
    finder f = {.call = call, .request = request, .response = response};
    LOB_TRY(lob_call_session(call, request->session_id));
    f.question.where.layout = call->session->layout;
    f.dbu = lob_layout_dbu(call->session->layout);
    LOB_TRY(check_members(&f));
    response->session_id = request->session_id;
    response->dbu = f.dbu;
    response->kind = (lob_min_distance_response_kind)request->kind;
    LOB_TRY(request->kind == LOB_MIN_DISTANCE_REQUEST_KIND_IDS ? find_pairs(&f) : find_least(&f));
    return lob_notes_show(call->ctx, &f.notes, &response->notes.items, &response->notes.count, &response->has_notes);
}
