/* Pages of what is in the window.
 *
 * Invariant: `kept` holds the smallest items seen after `after`, at most a page of them. Groups of layers are walked in
 * the order of the answer, so once the page is full no later group can change it. Within one layer and kind the walk
 * itself skips what begins right of the last kept item. The path of a hit lives until the next hit; each kept item has
 * a slot of its own for a copy; there is one more, which the next item takes and for which it leaves that of the item
 * it displaces.
 */
#include <string.h>

#include "base/limits.h"
#include "base/smallest.h"
#include "query/impl.h"

/* Of so many times the work that is allowed only the first can be found; that takes little, or is not possible. So with
 * what was too much to count, which mostly is as much. */
enum { MANY = 1000, UNCOUNTED_SHARE = 100 };

typedef struct path_slot {
    lob_step *path;
    uint32_t capacity;
} path_slot;

typedef struct pager {
    lob_ctx *ctx;
    const lob_query *query;
    const lob_query_counts *counts;
    lob_find find;
    lob_smallest kept;
    path_slot *slots; /* one more than items */
    uint32_t spare_slot;
    const lob_found *after; /* NULL: from the beginning */
    int64_t left_max;       /* for the walk */
    uint64_t work_left;
    lob_judge judge;
    lob_buf scratch;
    bool out_of_memory; /* while comparing */
} pager;

/* ---- order ---- */

lob_object lob_found_object(const lob_query *query, const lob_found *found) {
    const bool is_inst = !found->shapes;
    return (lob_object){.type = is_inst                        ? LOB_ID_INST
                                : found->kind == LOB_KIND_TEXT ? LOB_ID_TEXT
                                                               : LOB_ID_SHAPE,
                        .cell = query->cell,
                        .stored = {.path = found->path,
                                   .depth = found->depth,
                                   .leaf = found->leaf,
                                   .layer = is_inst ? 0 : found->shapes->layer,
                                   .kind = is_inst ? 0 : found->kind,
                                   .index = found->index,
                                   .member = is_inst ? 0 : found->member}};
}

static const lob_inst *inst_of(const lob_query *query, const lob_found *found) {
    return &lob_layout_cell(query->layout, found->leaf)->insts[found->index];
}

static uint32_t group_of(const lob_query *query, const lob_found *found) {
    return found->shapes ? found->shapes->layer : inst_of(query, found)->child;
}

static uint32_t rank_of(const lob_found *found) {
    if (!found->shapes) {
        return 0;
    }
    return found->kind == LOB_KIND_TEXT ? found->shapes->texts[found->index].string : (uint32_t)found->kind;
}

static int compare_names(const lob_layout *layout, lob_cell_index a, lob_cell_index b) {
    return a == b ? 0 : lob_str_compare(lob_layout_cell(layout, a)->name, lob_layout_cell(layout, b)->name);
}

static int compare_groups(const pager *p, const lob_found *a, const lob_found *b) {
    const lob_layout *layout = p->query->layout;
    uint32_t x = group_of(p->query, a), y = group_of(p->query, b);
    if (p->find == LOB_FIND_INSTS) {
        return compare_names(layout, x, y);
    }
    return x == y ? 0 : lob_order(x, y);
}

static int compare_ranks(const pager *p, const lob_found *a, const lob_found *b) {
    uint32_t x = rank_of(a), y = rank_of(b);
    if (p->find == LOB_FIND_TEXTS && x != y) {
        return lob_str_compare(lob_layout_string(p->query->layout, x), lob_layout_string(p->query->layout, y));
    }
    return lob_order(x, y);
}

static int compare_boxes(const lob_box64 *a, const lob_box64 *b) {
    int order = lob_order(a->left, b->left);
    order = order ? order : lob_order(a->bottom, b->bottom);
    order = order ? order : lob_order(a->right, b->right);
    return order ? order : lob_order(a->top, b->top);
}

static int compare_paths(const lob_query *query, const lob_found *a, const lob_found *b) {
    if (query->is_flat) {
        return 0;
    }
    lob_cell_index x = query->cell, y = query->cell;
    for (uint32_t i = 0; i < a->depth && i < b->depth; i++) {
        x = lob_layout_cell(query->layout, x)->insts[a->path[i].inst].child;
        y = lob_layout_cell(query->layout, y)->insts[b->path[i].inst].child;
        int order = compare_names(query->layout, x, y);
        if (order) {
            return order;
        }
    }
    return lob_order(a->depth, b->depth);
}

static uint64_t hash_of(pager *p, const lob_found *found) {
    lob_object object = lob_found_object(p->query, found);
    uint64_t hash = 0;
    p->out_of_memory |= !lob_object_hash(p->query->layout, p->query->seed, &object, &p->scratch, &hash);
    return hash;
}

/* Instances of an empty cell have no box to go by. */
static bool has_box(const pager *p, const lob_found *found) {
    return found->shapes || !lob_box64_is_empty(lob_layout_cell(p->query->layout, group_of(p->query, found))->box);
}

static int compare_found(pager *p, const lob_found *a, const lob_found *b) {
    int order = compare_groups(p, a, b);
    order = order ? order : compare_ranks(p, a, b);
    order = order || !has_box(p, a) ? order : compare_boxes(&a->box, &b->box);
    order = order ? order : compare_paths(p->query, a, b);
    if (order) {
        return order;
    }
    uint64_t x = hash_of(p, a), y = hash_of(p, b);
    return (x > y) - (x < y);
}

static int compare(const void *arg, const void *a, const void *b) {
    return compare_found((pager *)(uintptr_t)arg, a, b);
}

/* ---- keeping ---- */

static lob_found found_of(const lob_hit *hit) {
    return (lob_found){.leaf = hit->leaf,
                       .shapes = hit->shapes,
                       .kind = hit->kind,
                       .index = hit->index,
                       .member = hit->member,
                       .member_count = hit->member_count,
                       .box = hit->box,
                       .trans = *hit->trans,
                       .path = hit->path,
                       .depth = hit->depth};
}

static lob_status copy_path(lob_ctx *ctx, path_slot *slot, lob_found *found) {
    if (found->depth > slot->capacity) {
        uint32_t capacity = found->depth + found->depth / 2;
        lob_step *path = LOB_NEW_ARRAY(ctx->arena, lob_step, capacity);
        if (!path) {
            return lob_fail_memory(ctx);
        }
        *slot = (path_slot){path, capacity};
    }
    if (found->depth > 0) {
        memcpy(slot->path, found->path, found->depth * sizeof *slot->path);
    }
    found->path = slot->path;
    return LOB_OK;
}

static bool is_full(const pager *p) {
    return p->kept.count == p->kept.capacity;
}

static const lob_found *last_kept(const pager *p) { /* the top of the heap */
    return lob_smallest_at(&p->kept, 0);
}

static lob_status offer(pager *p, const lob_hit *hit) {
    lob_found found = found_of(hit);
    if (p->after && compare_found(p, &found, p->after) <= 0) {
        return LOB_OK;
    }
    if (is_full(p) && compare_found(p, &found, last_kept(p)) >= 0) {
        return LOB_OK;
    }
    bool is_one;
    LOB_TRY(lob_judge_hit(&p->judge, p->query, hit, &is_one));
    if (!is_one) {
        return LOB_OK;
    }
    found.slot = p->spare_slot;
    p->spare_slot = is_full(p) ? last_kept(p)->slot : p->spare_slot + 1;
    LOB_TRY(copy_path(p->ctx, &p->slots[found.slot], &found));
    lob_smallest_offer(&p->kept, &found);
    return LOB_OK;
}

/* ---- walking ---- */

static lob_status keep_hits(pager *p, lob_walk *walk, bool is_by_left) {
    for (;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        LOB_TRY(offer(p, hit));
        if (p->out_of_memory) {
            return lob_fail_memory(p->ctx);
        }
        if (is_by_left && is_full(p)) {
            p->left_max = last_kept(p)->box.left;
        }
    }
}

static lob_status fail_many(pager *p, uint64_t count) {
    lob_status status = lob_fail(p->ctx, LOB_E_QUERY_TOO_LARGE, "The query would have to look at too many objects");
    lob_hint(p->ctx, "Ask for a smaller window, fewer layers or less depth.");
    lob_error_text(&p->ctx->error, "limit_name", LOB_STR("query_work"));
    lob_error_integer(&p->ctx->error, "limit", (int64_t)p->work_left);
    if (count <= (uint64_t)LOB_COORD_MAX) { /* exact as a JSON number */
        lob_error_integer(&p->ctx->error, "count", (int64_t)count);
    }
    return status;
}

/* One walk; the budget is one for the whole page. `count`: hits that will come at least, unless by left. */
static lob_status walk_for(pager *p, lob_walk_options *options, bool is_by_left, uint64_t count) {
    if (count > p->work_left) {
        return fail_many(p, count);
    }
    p->left_max = INT64_MAX;
    options->left_max = is_by_left ? &p->left_max : NULL;
    options->work_max = p->work_left;
    lob_walk *walk;
    LOB_TRY(lob_walk_open(p->ctx, p->query->layout, p->query->cell, options, &walk));
    LOB_TRY(keep_hits(p, walk, is_by_left));
    uint64_t work = lob_walk_work(walk);
    p->work_left = work < p->work_left ? p->work_left - work : 1;
    return LOB_OK;
}

/* Shapes of one layer, kind after kind, from the kind of `after` on. */
static lob_status walk_kinds(pager *p, lob_layer_index layer) {
    const bool goes_on = p->after && p->after->shapes->layer == layer;
    for (lob_kind kind = goes_on ? p->after->kind : LOB_KIND_BOX; kind <= LOB_KIND_POLYGON && !is_full(p); kind++) {
        lob_walk_options options = lob_query_options(p->query, 1u << kind);
        options.layers = &layer;
        options.layer_count = 1;
        /* What follows begins no further left, so it also meets what is left of the window from there on. */
        if (goes_on && kind == p->after->kind && p->after->box.left > options.window.left &&
            p->after->box.left < options.window.right) {
            options.window.left = p->after->box.left;
        }
        LOB_TRY(walk_for(p, &options, true, 0));
    }
    return LOB_OK;
}

static uint64_t count_on(const pager *p, lob_layer_index layer) {
    const lob_walk_count *count = &p->counts->by_layer[layer];
    return p->find == LOB_FIND_TEXTS ? count->texts : count->shapes;
}

static lob_status walk_group(pager *p, const lob_layer_index *layers, uint32_t count, uint64_t hits) {
    lob_walk_options options =
        lob_query_options(p->query, p->find == LOB_FIND_TEXTS ? LOB_WALK_TEXTS : LOB_WALK_SHAPES);
    options.layers = layers;
    options.layer_count = count;
    return walk_for(p, &options, false, hits);
}

/* As many layers at once as are sure to fit on the page; a layer that may not, by itself. */
static lob_status walk_layers(pager *p, const lob_layer_index *layers, uint32_t count) {
    uint32_t at = 0;
    while (p->after && at < count && layers[at] < p->after->shapes->layer) {
        at++;
    }
    while (at < count && !is_full(p)) {
        uint64_t sum = 0, room = p->kept.capacity - p->kept.count;
        uint32_t end = at;
        while (!p->counts->is_lower_bound && end < count && count_on(p, layers[end]) <= room - sum) {
            sum += count_on(p, layers[end++]);
        }
        if (end > at && sum > 0) {
            LOB_TRY(walk_group(p, layers + at, end - at, sum));
        } else if (end == at) {
            LOB_TRY(p->find == LOB_FIND_TEXTS ? walk_group(p, layers + at, 1, count_on(p, layers[at]))
                                              : walk_kinds(p, layers[at]));
            end++;
        }
        at = end;
    }
    return LOB_OK;
}

static lob_status all_layers(pager *p, const lob_layer_index **layers, uint32_t *count) {
    *layers = p->query->layers;
    *count = p->query->layer_count;
    if (*layers) {
        return LOB_OK;
    }
    *count = lob_layout_layer_count(p->query->layout);
    lob_layer_index *all = LOB_NEW_ARRAY(p->ctx->arena, lob_layer_index, *count);
    if (!all) {
        return lob_fail_memory(p->ctx);
    }
    for (uint32_t i = 0; i < *count; i++) {
        all[i] = i;
    }
    *layers = all;
    return LOB_OK;
}

static lob_status walk_all(pager *p) {
    if (p->find == LOB_FIND_INSTS) {
        lob_walk_options options = lob_query_options(p->query, LOB_WALK_INSTS);
        uint64_t count = p->counts->insts;
        options.layers = NULL;
        if (p->counts->is_lower_bound) { /* too many are refused before the walk, which passes by every one */
            LOB_TRY(lob_query_insts_at_least(p->ctx, p->query, &count));
        }
        return walk_for(p, &options, false, count);
    }
    const lob_layer_index *layers;
    uint32_t count;
    LOB_TRY(all_layers(p, &layers, &count));
    return walk_layers(p, layers, count);
}

/* ---- the place after which a page begins ---- */

static unsigned what_of(const lob_place *place, lob_find find) {
    return find == LOB_FIND_INSTS ? LOB_WALK_INSTS : find == LOB_FIND_TEXTS ? LOB_WALK_TEXTS : 1u << place->rank;
}

static bool is_at(pager *p, const lob_found *found, const lob_place *place) {
    return group_of(p->query, found) == place->group && rank_of(found) == place->rank &&
           compare_boxes(&found->box, &place->box) == 0 && hash_of(p, found) == place->hash;
}

static lob_status search(pager *p, lob_walk *walk, const lob_place *place, lob_found *found, bool *is_there) {
    for (;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        *found = found_of(hit);
        if (is_at(p, found, place)) {
            path_slot own = {NULL, 0};
            *is_there = true;
            return copy_path(p->ctx, &own, found);
        }
    }
}

/* Finds the item at a place again, for its path: it meets what its box and the window share. */
static lob_status find_place(pager *p, const lob_place *place, lob_found *found, bool *is_there) {
    *is_there = false;
    const bool has_layer = p->find != LOB_FIND_INSTS;
    if ((p->find == LOB_FIND_SHAPES && place->rank > LOB_KIND_POLYGON) ||
        (has_layer && place->group >= lob_layout_layer_count(p->query->layout))) {
        return LOB_OK;
    }
    lob_walk_options options = lob_query_options(p->query, what_of(place, p->find));
    options.window = lob_query_common(place->box, p->query->window);
    options.meet = LOB_MEET_TOUCH;
    options.layers = has_layer ? &place->group : NULL;
    options.layer_count = has_layer;
    options.left_max = &place->box.left;
    options.work_max = p->work_left;
    if (lob_box64_is_empty(options.window)) {
        return LOB_OK;
    }
    lob_walk *walk;
    LOB_TRY(lob_walk_open(p->ctx, p->query->layout, p->query->cell, &options, &walk));
    LOB_TRY(search(p, walk, place, found, is_there));
    return p->out_of_memory ? lob_fail_memory(p->ctx) : LOB_OK;
}

static lob_status fill(pager *p, const lob_place *after, lob_found_page *page) {
    lob_found last;
    if (after) {
        bool is_there;
        LOB_TRY(find_place(p, after, &last, &is_there));
        page->is_nowhere = !is_there;
        if (!is_there) {
            return LOB_OK;
        }
        p->after = &last;
    }
    if (!is_full(p)) {
        LOB_TRY(walk_all(p));
    }
    lob_smallest_sort(&p->kept);
    page->items = (const lob_found *)(const void *)p->kept.items;
    page->count = p->kept.count;
    return p->out_of_memory ? lob_fail_memory(p->ctx) : LOB_OK;
}

static uint64_t count_of(const lob_query_counts *counts, lob_find find) {
    return find == LOB_FIND_INSTS ? counts->insts : find == LOB_FIND_TEXTS ? counts->texts : counts->shapes;
}

lob_status lob_query_page(lob_ctx *ctx, const lob_query *query, const lob_query_counts *counts, lob_find find,
                          const lob_place *after, size_t count_max, lob_found_page *page) {
    pager p = {.ctx = ctx,
               .query = query,
               .counts = counts,
               .find = find,
               .work_left = query->work_max ? query->work_max : LOB_LIMIT_QUERY_WORK};
    *page = (lob_found_page){.count = 0};
    if (query->is_flat && find == LOB_FIND_INSTS) {
        return LOB_OK;
    }
    if (count_of(counts, find) / MANY > p.work_left) {
        p.work_left = p.work_left > MANY ? p.work_left / MANY : 1;
    } else if (counts->is_lower_bound) {
        p.work_left = p.work_left > UNCOUNTED_SHARE ? p.work_left / UNCOUNTED_SHARE : 1;
    }
    uint64_t total = count_of(counts, find);
    size_t capacity = counts->is_lower_bound || total > count_max ? count_max : (size_t)total;
    LOB_TRY(lob_smallest_init(ctx, &p.kept, sizeof(lob_found), capacity, compare, &p));
    p.slots = LOB_NEW_ARRAY(ctx->arena, path_slot, capacity + 1);
    if (!p.slots) {
        return lob_fail_memory(ctx);
    }
    if (query->by_geometry) {
        LOB_TRY(lob_judge_open(ctx, &p.judge));
    }
    lob_buf_init(&p.scratch, 0);
    lob_status status = fill(&p, after, page);
    page->is_filled = page->count == count_max;
    lob_buf_release(&p.scratch);
    lob_judge_close(&p.judge);
    return status;
}

lob_status lob_found_place(lob_ctx *ctx, const lob_query *query, const lob_found *found, lob_place *place) {
    lob_object object = lob_found_object(query, found);
    lob_buf scratch;
    lob_buf_init(&scratch, 0);
    *place = (lob_place){.group = group_of(query, found), .rank = rank_of(found), .box = found->box};
    bool fine = lob_object_hash(query->layout, query->seed, &object, &scratch, &place->hash);
    lob_buf_release(&scratch);
    return fine ? LOB_OK : lob_fail_memory(ctx);
}
