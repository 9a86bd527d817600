/* See group.h. Boxes come one after another along a Hilbert curve and join what they touch of those that came before,
 * until they touch none; those that came stand in a tree that is kept up to date.
 *
 * Invariant: boxes in the tree are apart from each other. So each search finds one to be joined, which leaves the tree
 * for good, or none, and there are at most twice as many searches as boxes. */
#include "diff/group.h"

#include "base/alloc.h"
#include "base/sort.h"
#include "geom/rtree.h"

enum { FAN_BITS = 4, FAN = 1 << FAN_BITS, LEVELS_MAX = 9, STEPS = 4096 };

typedef struct grouping {
    lob_ctx *ctx;
    int64_t reach;
    lob_box64 *boxes; /* level 0 first; empty: not there */
    uint32_t start[LEVELS_MAX], size[LEVELS_MAX], levels;
    uint64_t steps;
} grouping;

int lob_box64_order(const void *a, const void *b) {
    const lob_box64 *x = a, *y = b;
    const int64_t left[4] = {x->left, x->bottom, x->right, x->top}, right[4] = {y->left, y->bottom, y->right, y->top};
    for (int i = 0; i < 4; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static int order_with(const void *a, const void *b, void *unused) {
    (void)unused;
    return lob_box64_order(a, b);
}

/* ---- the order in which they come ---- */

typedef struct ordering {
    lob_box *cut;
    void *block, *scratch;
} ordering;

static lob_status order_by(lob_ctx *ctx, const lob_box64 *boxes, uint32_t count, ordering *o, lob_rtree *tree) {
    o->cut = lob_malloc((size_t)count * sizeof *o->cut);
    o->block = lob_malloc(lob_rtree_size(count));
    o->scratch = lob_malloc(lob_rtree_scratch_size(count));
    if (!o->cut || !o->block || !o->scratch) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(i % STEPS == 0 ? lob_poll(ctx) : LOB_OK);
        o->cut[i] = lob_box_cut(boxes[i]);
    }
    return lob_rtree_make(ctx, tree, o->cut, count, o->block, o->scratch);
}

/* ---- the tree ---- */

/* Levels over `count` boxes; how many boxes all of them hold. */
static size_t set_levels(grouping *g, uint32_t count) {
    size_t all = 0;
    for (g->levels = 0;; count = (count >> FAN_BITS) + ((count & (FAN - 1)) != 0)) {
        g->start[g->levels] = (uint32_t)all;
        g->size[g->levels++] = count;
        all += count;
        if (count <= 1) {
            return all;
        }
    }
}

/* After a box was put at `at` of level 0. */
static void widen(grouping *g, uint32_t at, lob_box64 box) {
    for (uint32_t level = 1; level < g->levels; level++) {
        lob_box64 *parent = &g->boxes[g->start[level] + (at >>= FAN_BITS)];
        const lob_box64 all = lob_box64_join(*parent, box);
        if (lob_box64_order(&all, parent) == 0) {
            return;
        }
        *parent = all;
    }
}

/* After the one at `at` of level 0 was taken away. */
static void shrink(grouping *g, uint32_t at) {
    for (uint32_t level = 0; level + 1 < g->levels; level++) {
        const uint32_t parent = at >> FAN_BITS, first = parent << FAN_BITS;
        const uint32_t end = first + FAN < g->size[level] ? first + FAN : g->size[level];
        lob_box64 all = LOB_BOX64_EMPTY;
        for (uint32_t i = first; i < end; i++) {
            all = lob_box64_join(all, g->boxes[g->start[level] + i]);
        }
        g->boxes[g->start[level + 1] + parent] = all;
        at = parent;
    }
}

static bool is_near(const grouping *g, uint32_t level, uint32_t at, lob_box64 wide) {
    const lob_box64 b = g->boxes[g->start[level] + at];
    return !lob_box64_is_empty(b) && lob_box64_touch(b, wide);
}

/* A box that touches `wide`; false: there is none. Down into what may hold one, else on to the next, up at an end. */
static bool find(grouping *g, lob_box64 wide, uint32_t *found) {
    uint32_t level = g->levels - 1, at = 0;
    while (level < g->levels) {
        g->steps++;
        if (is_near(g, level, at, wide)) {
            if (level == 0) {
                *found = at;
                return true;
            }
            level--;
            at <<= FAN_BITS;
            continue;
        }
        at++;
        while (level < g->levels && (at == g->size[level] || (at & (FAN - 1)) == 0)) {
            at = (at + FAN - 1) >> FAN_BITS;
            level++;
        }
    }
    return false;
}

static lob_status enter(grouping *g, uint32_t at, lob_box64 box) {
    uint32_t other;
    for (;;) {
        const uint64_t before = g->steps / STEPS;
        const lob_box64 wide = {box.left - g->reach, box.bottom - g->reach, box.right + g->reach, box.top + g->reach};
        const bool is_found = find(g, wide, &other);
        LOB_TRY(g->steps / STEPS != before ? lob_poll(g->ctx) : LOB_OK);
        if (!is_found) {
            break;
        }
        box = lob_box64_join(box, g->boxes[other]);
        g->boxes[other] = LOB_BOX64_EMPTY;
        shrink(g, other);
    }
    g->boxes[at] = box;
    widen(g, at, box);
    return LOB_OK;
}

/* ---- all ---- */

static lob_status join_all(grouping *g, const lob_box64 *boxes, const uint32_t *ids, uint32_t count) {
    const size_t all = set_levels(g, count);
    g->boxes = lob_malloc(all * sizeof *g->boxes);
    if (!g->boxes) {
        return lob_fail_memory(g->ctx);
    }
    for (size_t i = 0; i < all; i++) {
        LOB_TRY(i % STEPS == 0 ? lob_poll(g->ctx) : LOB_OK);
        g->boxes[i] = LOB_BOX64_EMPTY;
    }
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(i % STEPS == 0 ? lob_poll(g->ctx) : LOB_OK);
        LOB_TRY(enter(g, i, boxes[ids[i]]));
    }
    return LOB_OK;
}

static lob_status group(grouping *g, lob_box64 *boxes, size_t *count) {
    ordering o = {0};
    lob_rtree tree;
    const uint32_t before = (uint32_t)*count;
    lob_status status = order_by(g->ctx, boxes, before, &o, &tree);
    lob_free(o.cut);
    lob_free(o.scratch);
    if (status == LOB_OK) {
        status = join_all(g, boxes, tree.ids, before);
    }
    lob_free(o.block);
    LOB_TRY(status);
    *count = 0;
    for (uint32_t i = 0; i < before; i++) {
        if (!lob_box64_is_empty(g->boxes[i])) {
            boxes[(*count)++] = g->boxes[i];
        }
    }
    return LOB_OK;
}

lob_status lob_boxes_group(lob_ctx *ctx, lob_box64 *boxes, size_t *count, int64_t reach) {
    grouping g = {.ctx = ctx, .reach = reach};
    if (*count < 2) {
        return LOB_OK;
    }
    lob_status status = group(&g, boxes, count);
    lob_free(g.boxes);
    return status == LOB_OK && *count > 1 ? lob_sort(ctx, boxes, *count, sizeof *boxes, order_with, NULL) : status;
}
