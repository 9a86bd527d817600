/* cut_profile: what a line through a cell meets, layer by layer.
 *
 * The ends are taken to the nearest database unit. The whole line is cut anew for each page, in the same order; a
 * cursor is the number of intervals and of layers already given. Layers come first, intervals take what is left of the
 * page. What is said of a layer is of all its intervals, listed or not.
 */
#include <math.h>
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "query/cut.h"
#include "tool/cursor.h"
#include "tool/cut_profile_draw.h"
#include "tool/filter.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { INTERVAL_WEIGHT = 240, POINTS_WEIGHT = 200, LAYER_WEIGHT = 900 };

typedef lob_cut_profile_response_layers_item layer_item;
typedef lob_cut_profile_response_layers_item_period period_item;
typedef lob_cut_profile_response_layers_item_intervals_item interval_item;

typedef struct cutter {
    lob_call *call;
    const lob_cut_profile_request *request;
    lob_cut_profile_response *response;
    lob_cut_question question;
    lob_cut cut;
    double dbu;
    uint64_t first;        /* interval of the page, in the order of layers */
    uint64_t left;         /* of its limit */
    uint32_t layers_given; /* on earlier pages; then of this one too */
    uint32_t layers_left;
    bool must_give; /* nothing yet on this page: the next item fits, so that callers get on */
    lob_room room;
    lob_notes notes;
} cutter;

/* ---- the question ---- */

static lob_status take_question(cutter *c) {
    const lob_cut_profile_request *q = c->request;
    lob_ctx *ctx = c->call->ctx;
    bool is_off_grid = false;
    lob_line64 *line = &c->question.line;
    LOB_TRY(lob_call_session(c->call, q->session_id));
    c->question.layout = c->call->session->layout;
    c->dbu = lob_layout_dbu(c->question.layout);
    LOB_TRY(lob_call_cell(c->call, q->cell, &c->question.cell));
    LOB_TRY(lob_filter_layers(ctx, c->question.layout, q->layers.items, q->layers.count, &c->question.layers,
                              &c->question.layer_count));
    LOB_TRY(lob_call_point(c->call, "from", q->from, &line->from, &is_off_grid));
    LOB_TRY(lob_call_point(c->call, "to", q->to, &line->to, &is_off_grid));
    if (line->from.x == line->to.x && line->from.y == line->to.y) {
        return lob_fail_argument(ctx, "to", "no_length", "The line has no length",
                                 "from and to must differ by at least one database unit (dbu micrometres).");
    }
    return is_off_grid ? lob_note(ctx, &c->notes,
                                  "Ends of the line were rounded to the nearest database unit; from_um and to_um are "
                                  "the line that was used.")
                       : LOB_OK;
}

static void bind(const cutter *c, char text[LOB_BINDING_SIZE]) {
    const lob_cut_question *q = &c->question;
    const int64_t numbers[] = {q->cell, q->line.from.x, q->line.from.y, q->line.to.x, q->line.to.y, q->layers != NULL};
    const uint64_t layers = q->layers ? lob_hash64_stable(q->layers, q->layer_count * sizeof *q->layers) : 0;
    snprintf(text, LOB_BINDING_SIZE, "cut_profile %s %016llx %016llx", c->call->session->key,
             (unsigned long long)lob_hash64_stable(numbers, sizeof numbers), (unsigned long long)layers);
}

/* ---- intervals ---- */

static lob_point_um place(const cutter *c, const lob_fraction *at) {
    const lob_line64 *l = &c->question.line;
    return (lob_point_um){.x = ((double)l->from.x + lob_fraction_of(at, (double)(l->to.x - l->from.x))) * c->dbu,
                          .y = ((double)l->from.y + lob_fraction_of(at, (double)(l->to.y - l->from.y))) * c->dbu};
}

static lob_status show_points(const cutter *c, const lob_cut_run *run, interval_item *item) {
    lob_point_um *points = LOB_NEW_ARRAY(c->call->ctx->arena, lob_point_um, 2);
    if (!points) {
        return lob_fail_memory(c->call->ctx);
    }
    points[0] = place(c, &run->from);
    points[1] = place(c, &run->to);
    item->start_at_um = &points[0];
    item->end_at_um = &points[1];
    return LOB_OK;
}

static lob_status show_ids(cutter *c, lob_layer_index layer, const lob_cut_run *run, interval_item *item) {
    lob_object objects[2];
    unsigned count;
    LOB_TRY(lob_query_cut_evidence(c->call->ctx, &c->question, layer, run, objects, &count));
    item->ids.items = LOB_NEW_ARRAY(c->call->ctx->arena, lob_str, 2);
    if (!item->ids.items) {
        return lob_fail_memory(c->call->ctx);
    }
    item->has_ids = true;
    for (; item->ids.count < count; item->ids.count++) {
        LOB_TRY(lob_call_issue(c->call, &objects[item->ids.count], &item->ids.items[item->ids.count]));
    }
    return LOB_OK;
}

static lob_status show_interval(cutter *c, const lob_cut_layer *layer, uint32_t index, interval_item *item) {
    const lob_cut_run *run = &layer->runs[index];
    *item = (interval_item){.start_um = run->begin * c->dbu,
                            .end_um = run->end * c->dbu,
                            .width_um = (run->end - run->begin) * c->dbu,
                            .has_along_edge = run->is_edge,
                            .along_edge = run->is_edge,
                            .has_cut_by = run->is_cut_at_start || run->is_cut_at_end};
    item->cut_by = !run->is_cut_at_start ? LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_END
                   : run->is_cut_at_end  ? LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_BOTH
                                         : LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_START;
    if (index + 1 < layer->count) {
        item->has_gap_um = true;
        item->gap_um = (layer->runs[index + 1].begin - run->end) * c->dbu;
    }
    if (c->request->include_points) {
        LOB_TRY(show_points(c, run, item));
    }
    return c->request->include_ids ? show_ids(c, layer->layer, run, item) : LOB_OK;
}

/* Those of the page: after the c->first of all, as long as there is room. */
static lob_status show_intervals(cutter *c, const lob_cut_layer *layer, uint64_t skipped, layer_item *item) {
    const uint64_t rest = layer->count - skipped;
    const size_t most = (size_t)(rest < c->left ? rest : c->left);
    const size_t weight = INTERVAL_WEIGHT + (c->request->include_points || c->request->include_ids ? POINTS_WEIGHT : 0);
    item->intervals.items = LOB_NEW_ARRAY(c->call->ctx->arena, interval_item, most + 1);
    if (!item->intervals.items) {
        return lob_fail_memory(c->call->ctx);
    }
    for (size_t i = 0; i < most; i++) {
        interval_item *interval = &item->intervals.items[i];
        LOB_TRY(lob_poll(c->call->ctx));
        LOB_TRY(show_interval(c, layer, (uint32_t)(skipped + i), interval));
        if (!lob_room_fits(&c->room, "layers.intervals", interval, weight, c->must_give)) {
            c->left = 0;
            break;
        }
        c->must_give = false;
        item->intervals.count++;
        c->left--;
    }
    return LOB_OK;
}

/* ---- layers ---- */

static void show_extremes(const cutter *c, const lob_cut_layer *layer, layer_item *item) {
    double least = INFINITY, most = 0, near = INFINITY, far = 0;
    for (uint32_t i = 0; i < layer->count; i++) {
        const lob_cut_run *run = &layer->runs[i];
        if (!run->is_cut_at_start && !run->is_cut_at_end) {
            least = fmin(least, run->end - run->begin);
            most = fmax(most, run->end - run->begin);
        }
        if (i > 0) {
            near = fmin(near, run->begin - layer->runs[i - 1].end);
            far = fmax(far, run->begin - layer->runs[i - 1].end);
        }
    }
    item->has_min_width_um = item->has_max_width_um = most > 0;
    item->has_min_gap_um = item->has_max_gap_um = layer->count > 1;
    item->min_width_um = least * c->dbu;
    item->max_width_um = most * c->dbu;
    item->min_gap_um = near * c->dbu;
    item->max_gap_um = far * c->dbu;
}

static lob_status show_period(const cutter *c, const lob_cut_layer *layer, layer_item *item) {
    lob_cut_period p;
    if (!lob_query_cut_period(layer, &p)) {
        return LOB_OK;
    }
    item->period = LOB_NEW(c->call->ctx->arena, period_item);
    if (!item->period) {
        return lob_fail_memory(c->call->ctx);
    }
    *item->period = (period_item){.pitch_um = p.pitch * c->dbu,
                                  .periods = p.count / p.per_period,
                                  .intervals_per_period = p.per_period,
                                  .interval_count = p.count,
                                  .start_um = layer->runs[p.first].begin * c->dbu,
                                  .end_um = layer->runs[p.first + p.count - 1].end * c->dbu,
                                  .deviation_um = p.deviation * c->dbu,
                                  .width_deviation_um = p.width_deviation * c->dbu};
    return LOB_OK;
}

/* What is said of the layer, without its intervals. */
static lob_status show_layer(cutter *c, const lob_cut_layer *layer, layer_item *item, bool *fits) {
    *item = (layer_item){.interval_count = layer->count, .material_um = layer->material * c->dbu};
    LOB_TRY(lob_layer_show(c->call, lob_layout_layer(c->question.layout, layer->layer), &item->layer));
    show_extremes(c, layer, item);
    LOB_TRY(show_period(c, layer, item));
    *fits = lob_room_fits(&c->room, "layers", item, LAYER_WEIGHT, c->must_give);
    c->must_give = c->must_give && !*fits;
    return LOB_OK;
}

/* The next layer of the answer: those cut, and those asked for without material. */
static bool next_layer(const cutter *c, uint32_t *cut_at, uint32_t *asked_at, lob_cut_layer *layer) {
    const lob_cut_question *q = &c->question;
    if (q->layers && *asked_at < q->layer_count) {
        *layer = (lob_cut_layer){.layer = q->layers[(*asked_at)++]};
        if (*cut_at < c->cut.layer_count && c->cut.layers[*cut_at].layer == layer->layer) {
            *layer = c->cut.layers[(*cut_at)++];
        }
        return true;
    }
    if (*cut_at < c->cut.layer_count) {
        *layer = c->cut.layers[(*cut_at)++];
        return true;
    }
    return false;
}

/* Those that no earlier page had, as long as there is room. */
static lob_status show_new_layers(cutter *c, layer_item *items, uint32_t *count) {
    uint32_t cut_at = 0, asked_at = 0;
    lob_cut_layer layer;
    bool fits = true;
    for (uint32_t i = 0; next_layer(c, &cut_at, &asked_at, &layer); i++) {
        if (i >= c->layers_given && fits) {
            LOB_TRY(show_layer(c, &layer, &items[*count], &fits));
            *count += fits;
        }
        c->layers_left += i >= c->layers_given && !fits;
    }
    return LOB_OK;
}

/* Behind those of the page before, whose intervals go on, come the new ones. */
static lob_status show_layers(cutter *c) {
    uint32_t cut_at = 0, asked_at = 0, new_count = 0;
    uint64_t before = 0;
    lob_cut_layer layer;
    lob_cut_profile_response *a = c->response;
    const size_t all = (size_t)c->cut.layer_count + c->question.layer_count + 1;
    layer_item *items = LOB_NEW_ARRAY(c->call->ctx->arena, layer_item, all);
    a->layers.items = LOB_NEW_ARRAY(c->call->ctx->arena, layer_item, all);
    if (!items || !a->layers.items) {
        return lob_fail_memory(c->call->ctx);
    }
    LOB_TRY(show_new_layers(c, items, &new_count));
    for (uint32_t i = 0; i < c->layers_given + new_count && next_layer(c, &cut_at, &asked_at, &layer); i++) {
        const uint64_t skipped = c->first > before ? c->first - before : 0;
        const bool is_new = i >= c->layers_given, has_more = skipped < layer.count && c->left > 0;
        bool fits = true;
        before += layer.count;
        if (!is_new && !has_more) {
            continue;
        }
        layer_item *item = &a->layers.items[a->layers.count];
        if (is_new) {
            *item = items[i - c->layers_given];
        } else {
            LOB_TRY(show_layer(c, &layer, item, &fits));
        }
        c->left = fits ? c->left : 0;
        a->layers.count += fits;
        LOB_TRY(has_more && fits ? show_intervals(c, &layer, skipped, item) : LOB_OK);
    }
    c->layers_given += new_count;
    return LOB_OK;
}

/* ---- the answer ---- */

static lob_status show_head(cutter *c) {
    lob_cut_profile_response *a = c->response;
    const lob_line64 *l = &c->question.line;
    lob_shown name;
    LOB_TRY(lob_name_show(c->call->ctx, lob_layout_cell(c->question.layout, c->question.cell)->name,
                          LOB_LIMIT_NAME_TEXT_SIZE, &name));
    a->session_id = c->request->session_id;
    a->dbu = c->dbu;
    a->cell = name.text;
    a->from_um = lob_point_show_um(l->from.x, l->from.y, c->dbu);
    a->to_um = lob_point_show_um(l->to.x, l->to.y, c->dbu);
    a->length_um = c->cut.length * c->dbu;
    a->interval_count = lob_count_show(c->cut.run_count);
    a->truncation.limit = c->request->limit;
    return LOB_OK;
}

static lob_status add_notes(cutter *c) {
    lob_ctx *ctx = c->call->ctx;
    const lob_box64 all = lob_layout_cell(c->question.layout, c->question.cell)->box;
    const lob_line64 *l = &c->question.line;
    const int64_t left = l->from.x < l->to.x ? l->from.x : l->to.x, right = l->from.x + l->to.x - left;
    const int64_t bottom = l->from.y < l->to.y ? l->from.y : l->to.y, top = l->from.y + l->to.y - bottom;
    if (lob_box64_is_empty(all)) {
        LOB_TRY(lob_note(ctx, &c->notes, "The cell is empty."));
    } else if (left > all.right || right < all.left || bottom > all.top || top < all.bottom) {
        char x[2][LOB_NUM_TEXT_SIZE], y[2][LOB_NUM_TEXT_SIZE];
        lob_num_print(x[0], lob_num_round_um((double)all.left * c->dbu));
        lob_num_print(x[1], lob_num_round_um((double)all.right * c->dbu));
        lob_num_print(y[0], lob_num_round_um((double)all.bottom * c->dbu));
        lob_num_print(y[1], lob_num_round_um((double)all.top * c->dbu));
        LOB_TRY(lob_note(ctx, &c->notes,
                         "The line is outside of the contents of the cell: x %s to %s um, y %s to %s um.", x[0], x[1],
                         y[0], y[1]));
    } else if (c->cut.run_count == 0) {
        LOB_TRY(
            lob_note(ctx, &c->notes, "The line meets no material%s.", c->question.layers ? " of these layers" : ""));
    }
    return lob_notes_show(ctx, &c->notes, &c->response->notes.items, &c->response->notes.count,
                          &c->response->has_notes);
}

/* Pages: two words for the intervals given, one for the layers. */
static lob_status parse_cursor(cutter *c, lob_str binding) {
    lob_cursor cursor;
    if (!c->request->cursor.data) {
        return LOB_OK;
    }
    LOB_TRY(lob_cursor_parse(c->call->ctx, c->request->cursor, binding, &cursor));
    if (cursor.count != 3) {
        return lob_cursor_refuse(c->call->ctx);
    }
    c->first = lob_cursor_u64(&cursor, 0);
    c->layers_given = cursor.words[2];
    return LOB_OK;
}

/* A cursor stands before an interval or a layer that is there. */
static bool is_beyond(const cutter *c) {
    uint32_t cut_at = 0, asked_at = 0, layers = 0;
    lob_cut_layer layer;
    while (next_layer(c, &cut_at, &asked_at, &layer)) {
        layers++;
    }
    return c->request->cursor.data && c->first >= c->cut.run_count && c->layers_given >= layers;
}

static lob_status show_page(cutter *c, lob_str binding) {
    lob_cut_profile_response *a = c->response;
    uint64_t shown = c->first;
    c->left = (uint64_t)c->request->limit;
    c->must_give = true;
    c->room = lob_room_open(c->call, &lob_cut_profile_response_table, a);
    LOB_TRY(show_layers(c));
    for (size_t i = 0; i < a->layers.count; i++) {
        shown += a->layers.items[i].intervals.count;
    }
    a->truncation.intervals_dropped = lob_count_show(c->cut.run_count - shown);
    a->truncation.has_layers_dropped = c->layers_left > 0;
    a->truncation.layers_dropped = c->layers_left;
    if ((shown < c->cut.run_count && c->request->limit > 0) || c->layers_left > 0) {
        lob_cursor cursor = {.count = 0};
        lob_cursor_add_u64(&cursor, shown);
        cursor.words[cursor.count++] = c->layers_given;
        return lob_cursor_print(c->call->ctx, &cursor, binding, &a->next_cursor);
    }
    return LOB_OK;
}

lob_status lob_tool_cut_profile(lob_call *call, const lob_cut_profile_request *request,
                                lob_cut_profile_response *response) {
    cutter c = {.call = call, .request = request, .response = response};
    char binding[LOB_BINDING_SIZE];
    LOB_TRY(take_question(&c));
    bind(&c, binding);
    LOB_TRY(parse_cursor(&c, lob_str_from(binding)));
    LOB_TRY(lob_query_cut(call->ctx, &c.question, &c.cut));
    if (is_beyond(&c)) {
        return lob_cursor_refuse(call->ctx);
    }
    LOB_TRY(show_head(&c));
    LOB_TRY(show_page(&c, lob_str_from(binding)));
    LOB_TRY(add_notes(&c));
    return request->inline_image ? lob_cut_profile_draw(call, &c.question, &c.cut, response) : LOB_OK;
}
