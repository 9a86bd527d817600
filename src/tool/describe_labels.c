/* The labels of describe_cell: texts stored in the cell itself, ordered by layer, text, position, place in the file.
 *
 * Every member of a repeated text is a label of its own, unless there are too many altogether: then a repetition is one
 * label with a count.
 */
#include "base/num.h"
#include "base/smallest.h"
#include "tool/describe.h"
#include "tool/room.h"

enum { POLL_EVERY = 65536 };

typedef struct entry {
    uint32_t shapes; /* index in cell->shapes */
    uint32_t text;   /* index in its texts */
    uint32_t member; /* of its repetition, 0 when that is one label */
} entry;

typedef struct labeler {
    const lob_describe *d;
    bool expands;
    uint64_t total;
} labeler;

static const lob_text *text_of(const lob_describe *d, const entry *e) {
    return &d->cell->shapes[e->shapes].texts[e->text];
}

static uint64_t members_of(const lob_describe *d, const lob_text *text) {
    return text->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(d->layout, text->rep));
}

static lob_point64 position_of(const lob_describe *d, const entry *e) {
    const lob_text *text = text_of(d, e);
    lob_point64 by = {0, 0};
    if (text->rep != LOB_NONE) {
        by = lob_rep_at(lob_layout_rep(d->layout, text->rep), e->member);
    }
    return (lob_point64){text->at.x + by.x, text->at.y + by.y};
}

static int compare(const void *arg, const void *a, const void *b) {
    const lob_describe *d = arg;
    const entry *x = a, *y = b;
    int order = lob_order(x->shapes, y->shapes);
    if (order) {
        return order;
    }
    uint32_t s = text_of(d, x)->string, t = text_of(d, y)->string;
    if (s != t) {
        order = lob_str_compare(lob_layout_string(d->layout, s), lob_layout_string(d->layout, t));
    }
    lob_point64 p = position_of(d, x), q = position_of(d, y);
    order = order ? order : lob_order(p.x, q.x);
    order = order ? order : lob_order(p.y, q.y);
    order = order ? order : lob_order(x->text, y->text);
    return order ? order : lob_order(x->member, y->member);
}

/* Decides whether repetitions are taken apart, which must be the same on every page. */
static labeler count_all(const lob_describe *d) {
    labeler l = {.d = d};
    uint64_t stored = 0;
    for (uint32_t i = 0; i < d->cell->shapes_count; i++) {
        const lob_shapes *shapes = &d->cell->shapes[i];
        stored += shapes->count[LOB_KIND_TEXT];
        for (uint32_t k = 0; k < shapes->count[LOB_KIND_TEXT]; k++) {
            l.total = lob_u64_add_sat(l.total, members_of(d, &shapes->texts[k]));
        }
    }
    l.expands = l.total <= LOB_LIMIT_DESCRIBE_WORK;
    l.total = l.expands ? l.total : stored;
    return l;
}

static uint64_t labels_of(const labeler *l, const entry *e) {
    return l->expands ? members_of(l->d, text_of(l->d, e)) : 1;
}

static lob_status collect(const labeler *l, const entry *after, lob_smallest *page) {
    uint64_t seen = 0;
    for (entry e = {0, 0, 0}; e.shapes < l->d->cell->shapes_count; e.shapes++) {
        uint32_t count = l->d->cell->shapes[e.shapes].count[LOB_KIND_TEXT];
        for (e.text = 0; e.text < count; e.text++) {
            uint64_t members = labels_of(l, &e);
            for (e.member = 0; e.member < members; e.member++) {
                if (seen++ % POLL_EVERY == 0) {
                    LOB_TRY(lob_poll(l->d->call->ctx));
                }
                if (!after || compare(l->d, &e, after) > 0) {
                    lob_smallest_offer(page, &e);
                }
            }
        }
    }
    return LOB_OK;
}

static lob_status issue(const lob_describe *d, const entry *e, lob_str *id) {
    const lob_object object = {.type = LOB_ID_TEXT,
                               .cell = d->cell_index,
                               .stored = {.leaf = d->cell_index,
                                          .layer = d->cell->shapes[e->shapes].layer,
                                          .kind = LOB_KIND_TEXT,
                                          .index = e->text,
                                          .member = e->member}};
    return lob_call_issue(d->call, &object, id);
}

static lob_status show(const labeler *l, const entry *e, lob_label *label) {
    const lob_describe *d = l->d;
    lob_ctx *ctx = d->call->ctx;
    const lob_text *text = text_of(d, e);
    const lob_layer *layer = lob_layout_layer(d->layout, d->cell->shapes[e->shapes].layer);
    lob_point64 at = position_of(d, e);
    lob_shown shown;
    LOB_TRY(lob_name_show(ctx, lob_layout_string(d->layout, text->string), LOB_LIMIT_LABEL_TEXT_SIZE, &shown));
    *label = (lob_label){.text = shown.text,
                         .raw_hex = shown.raw_hex,
                         .has_bytes_cut = shown.cut > 0,
                         .bytes_cut = (int64_t)shown.cut,
                         .position_um = lob_point_show_um(at.x, at.y, d->dbu),
                         .position_dbu = lob_point_show_dbu(at.x, at.y)};
    label->has_count = !l->expands && text->rep != LOB_NONE;
    label->count = lob_count_show(members_of(d, text));
    LOB_TRY(lob_layer_show(d->call, layer, &label->layer));
    return issue(d, e, &label->id);
}

static size_t weight_of(const lob_label *label) {
    enum { LABEL_WEIGHT = 600 };
    return LABEL_WEIGHT + lob_text_weight(label->text) + lob_text_weight(label->raw_hex) +
           lob_text_weight(label->layer.name) + lob_text_weight(label->layer.raw_hex);
}

/* As many of the page as there is room for. */
static lob_status show_all(const labeler *l, lob_room *room, const lob_smallest *page,
                           lob_describe_cell_response *response) {
    lob_label *labels = LOB_NEW_ARRAY(l->d->call->ctx->arena, lob_label, page->count);
    if (!labels) {
        return lob_fail_memory(l->d->call->ctx);
    }
    response->labels.items = labels;
    for (size_t i = 0; i < page->count; i++) {
        LOB_TRY(show(l, lob_smallest_at(page, i), &labels[i]));
        if (!lob_room_fits(room, "labels", &labels[i], weight_of(&labels[i]), i == 0)) {
            break;
        }
        response->truncation.label_bytes_dropped += labels[i].bytes_cut;
        response->labels.count++;
    }
    return LOB_OK;
}

static bool find_entry(const labeler *l, const lob_describe_place *place, entry *e) {
    const lob_cell *cell = l->d->cell;
    if (place->step_count != 3 || place->steps[0] >= cell->shapes_count ||
        place->steps[1] >= cell->shapes[place->steps[0]].count[LOB_KIND_TEXT]) {
        return false;
    }
    *e = (entry){place->steps[0], place->steps[1], place->steps[2]};
    return e->member < labels_of(l, e);
}

lob_status lob_describe_labels(lob_describe *d, lob_describe_place *place, lob_describe_cell_response *response) {
    /* Instances come after and must find room too. */
    const lob_room kept = lob_room_split(&d->room, d->cell->inst_count > 0 && d->depth > 0 ? 1 : 0, 2);
    labeler l = count_all(d);
    entry last;
    if (place->given > 0 && !find_entry(&l, place, &last)) {
        return lob_cursor_refuse(d->call->ctx);
    }
    lob_smallest page;
    size_t capacity = (size_t)d->request->max_labels;
    LOB_TRY(lob_smallest_init(d->call->ctx, &page, sizeof(entry), capacity, compare, d));
    LOB_TRY(collect(&l, place->given > 0 ? &last : NULL, &page));
    lob_smallest_sort(&page);
    if (place->given > l.total || page.count > l.total - place->given) {
        return lob_cursor_refuse(d->call->ctx);
    }
    LOB_TRY(show_all(&l, &d->room, &page, response));
    lob_room_join(&d->room, &kept);
    size_t shown = response->labels.count;
    place->given += shown;
    if (shown > 0) {
        const entry *end = lob_smallest_at(&page, shown - 1);
        *place = (lob_describe_place){place->given, {end->shapes, end->text, end->member}, 3};
    }
    response->summary.label_count = lob_count_show(l.total);
    response->truncation.labels_dropped = lob_count_show(l.total - place->given);
    return LOB_OK;
}
