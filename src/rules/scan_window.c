/* The figures of a window. A polygon is what its figures make together, so those that go on outside are followed: each
 * figure once, known by its form and place (an equal figure in the same place adds nothing to what is merged).
 *
 * Where figures lie on each other in heaps, each would find all others again. So the largest are searched around first,
 * what lies within their boxes is passed by, and neighbours of the rest are searched around together.
 *
 * Invariant: of every figure before the present generation all followed neighbours are in the list. */
#include "base/map.h"
#include "base/num.h"
#include "db/walk.h"
#include "rules/scan_impl.h"

enum { COVERS_MAX = 16, CLUSTER_MAX = 64, COUNTING_WORK = 1000000 };
/* Steps through a window in which figures stand in the same place again: whatever it holds, and for each that is new.
 */
enum { DOUBLES_WORK = 5 * 1000 * 1000, NEW_WORK = 16 };

/* A box that was searched around, for figures of that layer. */
typedef struct cover {
    lob_box64 box;
    lob_layer_index layer;
} cover;

typedef struct following {
    scan_run *r;
    lob_ctx walk; /* walks are short-lived: emptied after each */
    lob_name_map seen;
    lob_layer_index *columns; /* layers that the figures at work are followed to */
    cover covers[COVERS_MAX];
    uint32_t cover_count;
    lob_box64 cluster[CLUSTER_MAX]; /* of one layer */
    uint32_t cluster_count;
    lob_layer_index cluster_layer;
    lob_box64 around; /* the cluster */
    double area;      /* of its boxes */
} following;

typedef struct figure_key {
    int64_t x, y;
    uint64_t form;
} figure_key;

/* Forgets the last item when it is in the list already; of a window that has hardly anything else there is no end. */
static lob_status keep_new(following *f, const lob_walk *walk) {
    const scan_item *item = &f->r->items[f->r->item_count - 1];
    const figure_key key = {item->at.x, item->at.y, item->what};
    uint32_t found = lob_name_map_find(&f->seen, (lob_str){(const char *)&key, sizeof key});
    if (found != LOB_MAP_NONE) {
        f->r->item_count--;
        const bool is_endless =
            f->cluster_count == 0 && lob_walk_work(walk) > DOUBLES_WORK + NEW_WORK * (uint64_t)f->r->item_count;
        return is_endless ? lob_scan_expect(f->r, UINT64_MAX) : LOB_OK;
    }
    figure_key *kept = LOB_NEW(f->r->ctx->arena, figure_key);
    if (kept) {
        *kept = key;
    }
    return kept && lob_name_map_add(&f->seen, (lob_str){(const char *)kept, sizeof *kept}, f->r->item_count - 1, &found)
               ? LOB_OK
               : lob_fail_memory(f->r->ctx);
}

static bool touch(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

static bool touches_cluster(const following *f, lob_box64 box) {
    uint32_t i = 0;
    while (i < f->cluster_count && !touch(f->cluster[i], box)) {
        i++;
    }
    return i < f->cluster_count;
}

/* All that touches the window, or, of a cluster, one of its boxes. */
static lob_status take_hits(following *f, lob_box64 window, const lob_layer_index *layers, uint32_t layer_count) {
    const lob_scan_question *q = f->r->question;
    const lob_walk_options options = lob_walk_shapes(window, layers, layer_count);
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_ctx_join(f->r->ctx, &f->walk, lob_walk_open(&f->walk, q->layout, q->cell, &options, &walk)));
    LOB_TRY(lob_ctx_join(f->r->ctx, &f->walk, lob_walk_next(walk, &hit)));
    while (hit) {
        if (f->cluster_count < 2 || touches_cluster(f, hit->box)) {
            LOB_TRY(lob_scan_add_figure(f->r, hit->shapes, hit->kind, hit->index, hit->member, hit->trans));
            LOB_TRY(q->follows ? keep_new(f, walk) : LOB_OK);
        }
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

static double area_of(lob_box64 b) {
    return ((double)(b.right - b.left) + 1) * ((double)(b.top - b.bottom) + 1);
}

static lob_layer_index layer_of(const following *f, const scan_item *item) {
    return lob_forms_get(f->r->forms, item->what)->layer;
}

/* What a figure strictly inside the window touches was found with the window, what one within a cover touches with
 * that.
 */
static bool is_found(const following *f, const scan_item *item, lob_layer_index layer) {
    bool is_covered = lies_in(item->box, f->r->question->window);
    for (uint32_t i = 0; i < f->cover_count && !is_covered; i++) {
        const lob_box64 b = f->covers[i].box;
        is_covered = f->covers[i].layer == layer && item->box.left >= b.left && item->box.bottom >= b.bottom &&
                     item->box.right <= b.right && item->box.top <= b.top;
    }
    return is_covered;
}

static lob_status search_cluster(following *f) {
    lob_status status = lob_poll(f->r->ctx);
    if (status == LOB_OK && f->cluster_count > 0) {
        const uint32_t count = find_columns(f, f->cluster_layer);
        lob_arena_reset(f->walk.arena);
        status = count > 0 ? take_hits(f, f->around, f->columns, count) : LOB_OK;
    }
    f->cluster_count = 0;
    return status;
}

/* Unless they would lie so far apart that each alone finds less. */
static lob_status add_to_cluster(following *f, lob_box64 box, lob_layer_index layer) {
    const lob_box64 around = f->cluster_count > 0 ? lob_box64_join(f->around, box) : box;
    const double area = area_of(box);
    if (f->cluster_count == CLUSTER_MAX ||
        (f->cluster_count > 0 && (f->cluster_layer != layer || area_of(around) > 2 * (f->area + area)))) {
        LOB_TRY(search_cluster(f));
    }
    f->around = f->cluster_count > 0 ? around : box;
    f->area = f->cluster_count > 0 ? f->area + area : area;
    f->cluster_layer = layer;
    f->cluster[f->cluster_count++] = box;
    return LOB_OK;
}

/* Searches around the largest figures of from .. end, which become the covers. */
static lob_status search_covers(following *f, uint32_t from, uint32_t end) {
    f->cover_count = 0;
    for (uint32_t i = from; i < end; i++) {
        const scan_item *item = &f->r->items[i];
        const cover one = {item->box, layer_of(f, item)};
        const double area = area_of(one.box);
        if (f->cover_count == COVERS_MAX && area <= area_of(f->covers[COVERS_MAX - 1].box)) {
            continue;
        }
        if (is_found(f, item, one.layer)) {
            continue;
        }
        f->cover_count += f->cover_count < COVERS_MAX;
        uint32_t place = f->cover_count - 1;
        for (; place > 0 && area_of(f->covers[place - 1].box) < area; place--) {
            f->covers[place] = f->covers[place - 1];
        }
        f->covers[place] = one;
    }
    for (uint32_t i = 0; i < f->cover_count; i++) {
        LOB_TRY(add_to_cluster(f, f->covers[i].box, f->covers[i].layer));
        LOB_TRY(search_cluster(f));
    }
    return LOB_OK;
}

/* A generation, figures from .. end, brings the next. */
static lob_status follow(following *f) {
    const lob_scan_question *q = f->r->question;
    const uint32_t first = f->r->item_count;
    for (uint32_t from = 0, end = first; from < end && !f->r->is_local; from = end, end = f->r->item_count) {
        LOB_TRY(search_covers(f, from, end));
        for (uint32_t next = from; next < end && f->r->item_count - first <= q->follow_max; next++) {
            const scan_item item = f->r->items[next];
            const lob_layer_index layer = layer_of(f, &item);
            if (!is_found(f, &item, layer)) {
                LOB_TRY(add_to_cluster(f, item.box, layer));
            }
        }
        LOB_TRY(search_cluster(f));
        f->r->is_local = f->r->item_count - first > q->follow_max;
    }
    return LOB_OK;
}

/* Speaks before the window is gone through: members of arrays are counted by arithmetic. */
static lob_status expect_window(following *f) {
    const lob_scan_question *q = f->r->question;
    const lob_walk_options options = {.window = q->window,
                                      .meet = LOB_MEET_TOUCH,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = q->layers,
                                      .layer_count = q->layer_count,
                                      .depth_max = UINT32_MAX,
                                      .work_max = COUNTING_WORK};
    lob_walk_count *counts = LOB_NEW_ARRAY(f->walk.arena, lob_walk_count, lob_layout_layer_count(q->layout));
    uint64_t insts, sum = 0;
    if (!counts) {
        return lob_fail_memory(f->r->ctx);
    }
    lob_status status = lob_walk_counts(&f->walk, q->layout, q->cell, &options, counts, &insts);
    if (status != LOB_OK && status != LOB_E_QUERY_TOO_LARGE) {
        return lob_ctx_join(f->r->ctx, &f->walk, status);
    }
    for (uint32_t i = 0; i < q->layer_count; i++) { /* lower bounds, where it would have been too much to count */
        sum = lob_u64_add_sat(sum, counts[q->layers[i]].shapes);
    }
    lob_error_clear(&f->walk.error);
    lob_arena_reset(f->walk.arena);
    return lob_scan_expect(f->r, sum);
}

lob_status lob_scan_window(scan_run *r) {
    following f = {.r = r, .columns = LOB_NEW_ARRAY(r->ctx->arena, lob_layer_index, r->question->layer_count + 1)};
    if (!f.columns) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(lob_ctx_child(r->ctx, &f.walk, 0));
    lob_name_map_init(&f.seen);
    lob_status status = expect_window(&f);
    if (status == LOB_OK) {
        status = take_hits(&f, r->question->window, r->question->layers, r->question->layer_count);
    }
    if (status == LOB_OK && r->question->follows) {
        status = follow(&f);
    }
    lob_name_map_release(&f.seen);
    lob_ctx_drop(&f.walk);
    return status;
}
