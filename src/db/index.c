/* Slots of atomic pointers, one a tree that may ever be needed: the instances of each cell, then the kinds of each
 * shapes entry of each cell, then the repetitions. A slot goes from NULL to a tree once, under the mutex. */
#include "db/index.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/wrap.h"
#include "db/layout_impl.h"

typedef _Atomic(lob_rtree *) slot;

struct lob_index {
    pthread_mutex_t making;
    atomic_uint_fast64_t size; /* bytes of all blocks */
    slot *slots;
    size_t slot_count;
    size_t rep_first; /* slot of the first repetition */
    size_t *first;    /* by cell: slot of its first shapes entry */
};

enum { LIST_SHORT = 64, POLL_EVERY = 65536, LINES_FROM = 256, LINE_BITS = 14 };

typedef struct line { /* a path figure whose box is known; of one outline the last is kept */
    uint32_t outline; /* + 1; 0: free */
    int32_t width, begin_ext, end_ext;
    bool round_ends;
    lob_box64 box;
} line;

/* ---- the table ---- */

static lob_index *index_new(const lob_layout *layout) {
    lob_index *index = lob_calloc(1, sizeof *index);
    size_t cells = layout->cells.count;
    if (!index) {
        return NULL;
    }
    index->first = lob_malloc((cells + 1) * sizeof *index->first);
    size_t count = cells;
    for (size_t i = 0; i < cells && index->first; i++) {
        index->first[i] = count;
        count += (size_t)LOB_AT(layout->cells, lob_cell, i)->shapes_count * LOB_KIND_COUNT;
    }
    index->rep_first = count;
    index->slot_count = count + layout->reps.count;
    index->slots = index->first ? lob_calloc(index->slot_count + 1, sizeof *index->slots) : NULL;
    if (!index->slots || pthread_mutex_init(&index->making, NULL) != 0) {
        lob_free(index->slots);
        lob_free(index->first);
        lob_free(index);
        return NULL;
    }
    atomic_init(&index->size,
                sizeof *index + (cells + 1) * sizeof *index->first + (index->slot_count + 1) * sizeof *index->slots);
    return index;
}

void lob_index_drop(lob_index *index) {
    if (!index) {
        return;
    }
    for (size_t i = 0; i < index->slot_count; i++) {
        lob_free(atomic_load_explicit(&index->slots[i], memory_order_relaxed));
    }
    pthread_mutex_destroy(&index->making);
    lob_free(index->slots);
    lob_free(index->first);
    lob_free(index);
}

uint64_t lob_index_size(const lob_index *index) {
    return index ? atomic_load_explicit(&index->size, memory_order_relaxed) : 0;
}

static lob_status index_of(lob_ctx *ctx, const lob_layout *layout, lob_index **out) {
    lob_layout *owner = (lob_layout *)(uintptr_t)layout; /* the trees are no part of what is frozen */
    *out = atomic_load_explicit(&owner->index, memory_order_acquire);
    if (*out) {
        return LOB_OK;
    }
    lob_account *before = lob_account_enter(&owner->trees);
    lob_index *made = index_new(layout);
    lob_account_enter(before);
    if (!made) {
        return lob_fail_memory(ctx);
    }
    if (!atomic_compare_exchange_strong_explicit(&owner->index, out, made, memory_order_acq_rel,
                                                 memory_order_acquire)) {
        lob_index_drop(made);
        return LOB_OK;
    }
    *out = made;
    return LOB_OK;
}

/* ---- what goes into a tree ---- */

typedef struct plan {
    const lob_layout *layout;
    const lob_cell *cell;
    const lob_shapes *shapes; /* of figures */
    lob_kind kind;
    const lob_rep *rep; /* of a list */
    uint32_t count;
    line *lines; /* 1 << LINE_BITS, by outline; NULL: too few paths for that */
} plan;

/* Box in which the child's origin stands for an empty child, slack included; all members. */
static lob_box64 inst_box(const lob_layout *layout, const lob_inst *inst) {
    const lob_cell *child = lob_layout_cell(layout, inst->child);
    lob_trans t = lob_inst_trans(layout, inst);
    lob_box64 box = child->box_placed;
    if (lob_box64_is_empty(child->box)) { /* the child stands for its origin, its own children for theirs */
        box = lob_box64_join(box, (lob_box64){0, 0, 0, 0});
    }
    box = lob_trans_box(&t, box);
    lob_box64 extent = {0, 0, 0, 0};
    if (inst->rep != LOB_NONE) {
        extent = lob_rep_extent(lob_layout_rep(layout, inst->rep));
    }
    return (lob_box64){box.left + extent.left, box.bottom + extent.bottom, box.right + extent.right,
                       box.top + extent.top};
}

static lob_box64 widen(lob_box64 box, int64_t by) {
    return (lob_box64){box.left - by, box.bottom - by, box.right + by, box.top + by};
}

/* Outlining a path costs as much as all the rest, and most paths of a flat layout are copies. */
static lob_box64 path_box(const plan *p, uint32_t i) {
    const lob_path *path = &p->shapes->paths[i];
    if (!p->lines) {
        return lob_shape_box(p->layout, p->shapes, LOB_KIND_PATH, i);
    }
    line *l = &p->lines[(uint32_t)lob_wrap_mul(path->outline, 2654435761) >> (32 - LINE_BITS)];
    if (l->outline != path->outline + 1 || l->width != path->width || l->begin_ext != path->begin_ext ||
        l->end_ext != path->end_ext || l->round_ends != (path->round_ends != 0)) {
        *l = (line){path->outline + 1, path->width,           path->begin_ext,
                    path->end_ext,     path->round_ends != 0, lob_path_box_at_origin(p->layout, path)};
    }
    return lob_path_box_placed(p->layout, path, l->box);
}

/* *look: the box is not that of one member. */
static lob_box64 item_box(const plan *p, uint32_t i, bool *look) {
    *look = false;
    if (p->rep) {
        lob_point at = p->rep->list[i];
        return (lob_box64){at.x, at.y, at.x, at.y};
    }
    if (!p->shapes) {
        return widen(inst_box(p->layout, &p->cell->insts[i]), p->cell->slack);
    }
    const lob_shapes *s = p->shapes;
    switch (p->kind) {
    case LOB_KIND_BOX:
        *look = s->box_reps.count > 0 && lob_attrs_find(&s->box_reps, i) != LOB_NONE;
        break;
    case LOB_KIND_PATH:
        *look = s->paths[i].rep != LOB_NONE;
        return path_box(p, i);
    case LOB_KIND_POLYGON:
        *look = s->polygons[i].rep != LOB_NONE;
        break;
    case LOB_KIND_TEXT:
    case LOB_KIND_COUNT:
    default:
        *look = s->texts[i].rep != LOB_NONE;
        break;
    }
    return lob_shape_box(p->layout, s, p->kind, i);
}

static bool same_box(lob_box64 a, lob_box b) {
    return a.left == b.left && a.bottom == b.bottom && a.right == b.right && a.top == b.top;
}

/* Boxes into `to`, and a bit a figure to be looked at. */
static lob_status boxes_make(lob_ctx *ctx, const plan *p, lob_box *to, uint8_t *looks, bool *any) {
    *any = false;
    for (uint32_t i = 0; i < p->count; i++) {
        bool look;
        if (i % POLL_EVERY == POLL_EVERY - 1) {
            LOB_TRY(lob_poll(ctx));
        }
        lob_box64 box = item_box(p, i, &look);
        to[i] = lob_box_cut(box);
        look = p->shapes && (look || !same_box(box, to[i]));
        if (look) {
            looks[i >> 3] = (uint8_t)(looks[i >> 3] | 1 << (i & 7));
            *any = true;
        }
    }
    return LOB_OK;
}

static void mark_looks(const lob_rtree *tree, uint32_t *ids, const uint8_t *looks) {
    for (uint32_t i = 0; i < tree->count; i++) {
        if (looks[ids[i] >> 3] >> (ids[i] & 7) & 1) {
            ids[i] |= LOB_INDEX_LOOK;
        }
    }
}

/* One block: the tree, its boxes, its ids. Scratch beside: the boxes in stored order, sort keys, bits. */
static lob_status tree_make(lob_ctx *ctx, plan *p, lob_rtree **out, uint64_t *size) {
    LOB_TRY(lob_poll(ctx));
    if (p->count > LOB_RTREE_COUNT_MAX) {
        return lob_fail_memory(ctx);
    }
    /* Plain boxes are taken as they stand. */
    bool is_plain = p->shapes && p->kind == LOB_KIND_BOX && p->shapes->box_reps.count == 0;
    size_t keys_size = lob_rtree_scratch_size(p->count);
    size_t boxes_size = is_plain ? 0 : (size_t)p->count * sizeof(lob_box);
    *size = sizeof **out + lob_rtree_size(p->count);
    char *scratch = lob_calloc(1, keys_size + boxes_size + p->count / 8 + 1);
    lob_rtree *tree = scratch ? lob_malloc(*size) : NULL;
    if (!tree) {
        lob_free(scratch);
        return lob_fail_memory(ctx);
    }
    bool any = false;
    if (p->shapes && p->kind == LOB_KIND_PATH && p->count >= LINES_FROM) {
        p->lines = lob_calloc((size_t)1 << LINE_BITS, sizeof *p->lines); /* without it all goes on, slower */
    }
    lob_box *boxes = is_plain ? p->shapes->boxes : (lob_box *)(void *)(scratch + keys_size);
    uint8_t *looks = (uint8_t *)scratch + keys_size + boxes_size;
    lob_status status = is_plain ? LOB_OK : boxes_make(ctx, p, boxes, looks, &any);
    if (status == LOB_OK) {
        status = lob_rtree_make(ctx, tree, boxes, p->count, tree + 1, scratch);
        tree->is_marked = any;
        if (status == LOB_OK && any) {
            mark_looks(tree, (uint32_t *)(uintptr_t)tree->ids, looks);
        }
    }
    if (status == LOB_OK) {
        *out = tree;
    } else {
        lob_free(tree);
    }
    lob_free(p->lines);
    lob_free(scratch);
    return status;
}

/* Another request may be making a large tree: who waits can be cancelled. */
static lob_status lock(lob_ctx *ctx, lob_index *index) {
    const struct timespec moment = {.tv_nsec = 1000000};
    while (pthread_mutex_trylock(&index->making) != 0) {
        LOB_TRY(lob_poll(ctx));
        nanosleep(&moment, NULL);
    }
    return LOB_OK;
}

static lob_status tree_of(lob_ctx *ctx, lob_index *index, size_t at, plan *p, const lob_rtree **out) {
    slot *place = &index->slots[at];
    lob_rtree *tree = atomic_load_explicit(place, memory_order_acquire);
    if (tree) {
        *out = tree;
        return LOB_OK;
    }
    uint64_t size = 0;
    lob_status status = LOB_OK;
    LOB_TRY(lock(ctx, index));
    tree = atomic_load_explicit(place, memory_order_relaxed);
    if (!tree) {
        lob_account *before = lob_account_enter((lob_account *)(uintptr_t)&p->layout->trees);
        status = tree_make(ctx, p, &tree, &size);
        lob_account_enter(before);
        if (status == LOB_OK) {
            atomic_fetch_add_explicit(&index->size, size, memory_order_relaxed);
            atomic_store_explicit(place, tree, memory_order_release);
        }
    }
    pthread_mutex_unlock(&index->making);
    *out = tree;
    return status;
}

lob_status lob_index_figures(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, uint32_t shapes,
                             lob_kind kind, const lob_rtree **tree) {
    lob_index *index;
    LOB_TRY(index_of(ctx, layout, &index));
    const lob_cell *c = lob_layout_cell(layout, cell);
    plan p = {.layout = layout,
              .cell = c,
              .shapes = &c->shapes[shapes],
              .kind = kind,
              .count = c->shapes[shapes].count[kind]};
    return tree_of(ctx, index, index->first[cell] + (size_t)shapes * LOB_KIND_COUNT + kind, &p, tree);
}

lob_status lob_index_insts(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, const lob_rtree **tree) {
    lob_index *index;
    LOB_TRY(index_of(ctx, layout, &index));
    const lob_cell *c = lob_layout_cell(layout, cell);
    plan p = {.layout = layout, .cell = c, .count = c->inst_count};
    return tree_of(ctx, index, cell, &p, tree);
}

lob_status lob_index_list(lob_ctx *ctx, const lob_layout *layout, uint32_t rep, const lob_rtree **tree) {
    *tree = NULL;
    const lob_rep *list = rep == LOB_NONE ? NULL : lob_layout_rep(layout, rep);
    if (!list || list->kind != LOB_REP_LIST || list->list_count < LIST_SHORT) {
        return LOB_OK;
    }
    lob_index *index;
    LOB_TRY(index_of(ctx, layout, &index));
    plan p = {.layout = layout, .rep = list, .count = list->list_count};
    return tree_of(ctx, index, index->rep_first + rep, &p, tree);
}
