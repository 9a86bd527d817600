/* The labels of describe_cell: texts stored in the cell itself, ordered by layer, text, position, place in the file. */
#include "tool/describe.h"
#include "tool/smallest.h"

enum { POLL_EVERY = 65536 };

typedef struct entry {
    uint32_t shapes; /* index in cell->shapes */
    uint32_t text;   /* index in its texts */
} entry;

static const lob_text *text_of(const lob_describe *d, const entry *e) {
    return &d->cell->shapes[e->shapes].texts[e->text];
}

static int compare(const void *arg, const void *a, const void *b) {
    const lob_describe *d = arg;
    const entry *x = a, *y = b;
    int order = lob_order(x->shapes, y->shapes);
    if (order) {
        return order;
    }
    const lob_text *s = text_of(d, x), *t = text_of(d, y);
    if (s->string != t->string) {
        order = lob_str_compare(lob_layout_string(d->layout, s->string), lob_layout_string(d->layout, t->string));
    }
    order = order ? order : lob_order(s->at.x, t->at.x);
    order = order ? order : lob_order(s->at.y, t->at.y);
    return order ? order : lob_order(x->text, y->text);
}

static lob_status collect(const lob_describe *d, const entry *after, lob_smallest *page, uint64_t *total) {
    for (entry e = {0, 0}; e.shapes < d->cell->shapes_count; e.shapes++) {
        uint32_t count = d->cell->shapes[e.shapes].count[LOB_KIND_TEXT];
        *total += count;
        for (e.text = 0; e.text < count; e.text++) {
            if (e.text % POLL_EVERY == 0) {
                LOB_TRY(lob_poll(d->call->ctx));
            }
            if (!after || compare(d, &e, after) > 0) {
                lob_smallest_offer(page, &e);
            }
        }
    }
    return LOB_OK;
}

static lob_status show_ident(const lob_describe *d, const entry *e, const lob_layer *layer, lob_str *id) {
    lob_ident what = {.cell = d->cell->name,
                      .layer = layer->layer,
                      .datatype = layer->datatype,
                      .kind = LOB_KIND_TEXT,
                      .index = e->text};
    char text[LOB_IDENT_SIZE];
    LOB_TRY(lob_ident_print(d->call->ctx, "txt", &what, text));
    *id = lob_str_from(lob_arena_strdup(d->call->ctx->arena, text, strlen(text)));
    return id->data ? LOB_OK : lob_fail_memory(d->call->ctx);
}

static lob_status show(const lob_describe *d, const entry *e, lob_label *label) {
    lob_ctx *ctx = d->call->ctx;
    const lob_text *text = text_of(d, e);
    const lob_layer *layer = lob_layout_layer(d->layout, d->cell->shapes[e->shapes].layer);
    lob_shown shown;
    LOB_TRY(lob_name_show(ctx, lob_layout_string(d->layout, text->string), LOB_LIMIT_LABEL_TEXT_SIZE, &shown));
    *label = (lob_label){.text = shown.text,
                         .raw_hex = shown.raw_hex,
                         .has_bytes_cut = shown.cut > 0,
                         .bytes_cut = (int64_t)shown.cut,
                         .position_um = lob_point_show_um(text->at.x, text->at.y, d->dbu),
                         .position_dbu = lob_point_show_dbu(text->at.x, text->at.y)};
    if (text->rep != LOB_NONE) {
        label->has_count = true;
        label->count = lob_count_show(lob_rep_count(lob_layout_rep(d->layout, text->rep)));
    }
    LOB_TRY(lob_layer_show(ctx, layer, &label->layer));
    return show_ident(d, e, layer, &label->id);
}

static lob_status show_all(const lob_describe *d, const lob_smallest *page, lob_describe_cell_response *response) {
    lob_label *labels = LOB_NEW_ARRAY(d->call->ctx->arena, lob_label, page->count);
    if (!labels) {
        return lob_fail_memory(d->call->ctx);
    }
    for (size_t i = 0; i < page->count; i++) {
        LOB_TRY(show(d, lob_smallest_at(page, i), &labels[i]));
        response->truncation.label_bytes_dropped += labels[i].bytes_cut;
    }
    response->labels.items = labels;
    response->labels.count = page->count;
    return LOB_OK;
}

static bool place_exists(const lob_describe *d, const lob_describe_place *place) {
    return place->step_count == 2 && place->steps[0] < d->cell->shapes_count &&
           place->steps[1] < d->cell->shapes[place->steps[0]].count[LOB_KIND_TEXT];
}

lob_status lob_describe_labels(const lob_describe *d, lob_describe_place *place, lob_describe_cell_response *response) {
    entry last;
    if (place->given > 0) {
        if (!place_exists(d, place)) {
            return lob_cursor_refuse(d->call->ctx);
        }
        last = (entry){place->steps[0], place->steps[1]};
    }
    lob_smallest page;
    uint64_t total = 0;
    size_t capacity = (size_t)d->request->max_labels;
    LOB_TRY(lob_smallest_init(d->call->ctx, &page, sizeof(entry), capacity, compare, d));
    LOB_TRY(collect(d, place->given > 0 ? &last : NULL, &page, &total));
    lob_smallest_sort(&page);
    LOB_TRY(show_all(d, &page, response));
    if (place->given > total || page.count > total - place->given) {
        return lob_cursor_refuse(d->call->ctx);
    }
    place->given += page.count;
    if (page.count > 0) {
        const entry *end = lob_smallest_at(&page, page.count - 1);
        place->steps[0] = end->shapes;
        place->steps[1] = end->text;
        place->step_count = 2;
    }
    response->summary.label_count = lob_count_show(total);
    response->truncation.labels_dropped = lob_count_show(total - place->given);
    return LOB_OK;
}
