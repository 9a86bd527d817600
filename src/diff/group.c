/* See group.h. Rounds of union and find over an R-tree, until a round joins nothing. */
#include "diff/group.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "geom/rtree.h"

typedef struct round_run {
    lob_ctx *ctx;
    lob_box64 *boxes;
    uint32_t count;
    int64_t reach;
    uint32_t *root;
    void *block, *scratch;
    lob_box *cut;
    lob_rtree tree;
} round_run;

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

static uint32_t root_of(uint32_t *root, uint32_t item) {
    while (root[item] != item) {
        root[item] = root[root[item]];
        item = root[item];
    }
    return item;
}

static lob_status join_neighbours(round_run *r, uint32_t item) {
    const lob_box64 b = r->boxes[item];
    const lob_box64 wide = {b.left - r->reach, b.bottom - r->reach, b.right + r->reach, b.top + r->reach};
    const lob_rtree_query query = lob_rtree_query_window(wide);
    lob_rtree_cursor cursor;
    uint64_t work = 0;
    uint32_t place;
    lob_rtree_begin(&r->tree, &cursor);
    while (lob_rtree_next(&r->tree, &cursor, &query, &place, &work)) {
        if (place == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(r->ctx));
        } else if (lob_box64_touch(wide, r->boxes[r->tree.ids[place]])) {
            uint32_t a = root_of(r->root, item), c = root_of(r->root, r->tree.ids[place]);
            r->root[a > c ? a : c] = a > c ? c : a;
        }
    }
    return LOB_OK;
}

static lob_status build(round_run *r) {
    r->root = lob_malloc((size_t)r->count * sizeof *r->root);
    r->cut = lob_malloc((size_t)r->count * sizeof *r->cut);
    r->block = lob_malloc(lob_rtree_size(r->count));
    r->scratch = lob_malloc(lob_rtree_scratch_size(r->count));
    if (!r->root || !r->cut || !r->block || !r->scratch) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        r->root[i] = i;
        r->cut[i] = lob_box_cut(r->boxes[i]);
    }
    lob_rtree_build(&r->tree, r->cut, r->count, r->block, r->scratch);
    return LOB_OK;
}

static lob_status join_all(round_run *r, size_t *count) {
    size_t kept = 0;
    LOB_TRY(build(r));
    for (uint32_t i = 0; i < r->count; i++) {
        LOB_TRY(i % 4096 == 4095 ? lob_poll(r->ctx) : LOB_OK);
        LOB_TRY(join_neighbours(r, i));
    }
    for (uint32_t i = 0; i < r->count; i++) { /* a root is the first of its group */
        uint32_t root = root_of(r->root, i);
        if (root != i) {
            r->boxes[root] = lob_box64_join(r->boxes[root], r->boxes[i]);
        }
    }
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->root[i] == i) {
            r->boxes[kept++] = r->boxes[i];
        }
    }
    *count = kept;
    return LOB_OK;
}

lob_status lob_boxes_group(lob_ctx *ctx, lob_box64 *boxes, size_t *count, int64_t reach) {
    size_t before = *count + 1;
    while (*count > 1 && *count < before) {
        round_run r = {.ctx = ctx, .boxes = boxes, .count = (uint32_t)*count, .reach = reach};
        before = *count;
        lob_status status = join_all(&r, count);
        lob_free(r.root);
        lob_free(r.cut);
        lob_free(r.block);
        lob_free(r.scratch);
        LOB_TRY(status);
    }
    if (*count > 1) {
        qsort(boxes, *count, sizeof *boxes, lob_box64_order);
    }
    return LOB_OK;
}
