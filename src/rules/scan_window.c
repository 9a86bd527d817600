/* The figures of a window. A polygon is what its figures make together, so those that go on outside are followed: each
 * figure once, known by its form and place (an equal figure in the same place adds nothing to what is merged).
 *
 * Invariant: of every figure before `next` all followed neighbours are in the list. */
#include "base/map.h"
#include "db/walk.h"
#include "rules/scan_impl.h"

enum { POLL_EVERY = 4096 };

typedef struct following {
    scan_run *r;
    lob_ctx walk; /* walks are short-lived: emptied after each */
    lob_name_map seen;
    lob_layer_index *columns; /* layers that the figure at work is followed to */
} following;

typedef struct figure_key {
    int64_t x, y;
    uint64_t form;
} figure_key;

/* Forgets the last item when it is in the list already. */
static lob_status keep_new(following *f) {
    const scan_item *item = &f->r->items[f->r->item_count - 1];
    const figure_key key = {item->at.x, item->at.y, item->what};
    uint32_t found = lob_name_map_find(&f->seen, (lob_str){(const char *)&key, sizeof key});
    if (found != LOB_MAP_NONE) {
        f->r->item_count--;
        return LOB_OK;
    }
    figure_key *kept = LOB_NEW(f->r->ctx->arena, figure_key);
    if (kept) {
        *kept = key;
    }
    return kept && lob_name_map_add(&f->seen, (lob_str){(const char *)kept, sizeof *kept}, f->r->item_count - 1, &found)
               ? LOB_OK
               : lob_fail_memory(f->r->ctx);
}

static lob_status take_hits(following *f, lob_box64 window, const lob_layer_index *layers, uint32_t layer_count) {
    const lob_scan_question *q = f->r->question;
    const lob_walk_options options = {.window = window,
                                      .meet = LOB_MEET_TOUCH,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = layers,
                                      .layer_count = layer_count,
                                      .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_ctx_join(f->r->ctx, &f->walk, lob_walk_open(&f->walk, q->layout, q->cell, &options, &walk)));
    LOB_TRY(lob_ctx_join(f->r->ctx, &f->walk, lob_walk_next(walk, &hit)));
    while (hit) {
        LOB_TRY(lob_scan_add_figure(f->r, hit->shapes, hit->kind, hit->index, hit->member, hit->trans));
        LOB_TRY(q->follows ? keep_new(f) : LOB_OK);
        LOB_TRY(lob_ctx_join(f->r->ctx, &f->walk, lob_walk_next(walk, &hit)));
    }
    return LOB_OK;
}

static bool lies_in(lob_box64 inner, lob_box64 outer) {
    return inner.left > outer.left && inner.bottom > outer.bottom && inner.right < outer.right && inner.top < outer.top;
}

static uint32_t find_columns(following *f, lob_layer_index layer) {
    const lob_scan_question *q = f->r->question;
    uint32_t row = 0, count = 0;
    while (q->layers[row] != layer) {
        row++;
    }
    for (uint32_t i = 0; i < q->layer_count; i++) {
        if (q->follows[(size_t)row * q->layer_count + i]) {
            f->columns[count++] = q->layers[i];
        }
    }
    return count;
}

/* What a figure strictly inside the window touches was found with the window. */
static lob_status follow(following *f) {
    const lob_scan_question *q = f->r->question;
    const uint32_t first = f->r->item_count;
    for (uint32_t next = 0; next < f->r->item_count; next++) {
        const scan_item item = f->r->items[next];
        const uint32_t count =
            lies_in(item.box, q->window) ? 0 : find_columns(f, lob_forms_get(f->r->forms, item.what)->layer);
        if (next % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(f->r->ctx));
        }
        if (count > 0) {
            lob_arena_reset(f->walk.arena);
            LOB_TRY(take_hits(f, item.box, f->columns, count));
        }
        if (f->r->item_count - first > q->follow_max) {
            f->r->is_local = true;
            return LOB_OK;
        }
    }
    return LOB_OK;
}

lob_status lob_scan_window(scan_run *r) {
    following f = {.r = r, .columns = LOB_NEW_ARRAY(r->ctx->arena, lob_layer_index, r->question->layer_count + 1)};
    if (!f.columns) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(lob_ctx_child(r->ctx, &f.walk, 0));
    lob_name_map_init(&f.seen);
    lob_status status = take_hits(&f, r->question->window, r->question->layers, r->question->layer_count);
    if (status == LOB_OK && r->question->follows) {
        status = follow(&f);
    }
    lob_name_map_release(&f.seen);
    lob_ctx_drop(&f.walk);
    return status;
}
