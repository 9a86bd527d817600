/* A line moves up over the boxes; each new one is compared with those the line still meets. Groups are trees of
 * indices, the lowest at the root.
 *
 * Invariant: comparisons stay below PAIRS_MEAN a box, so that no arrangement of boxes costs a square.
 */
#include "query/groups.h"

#include <stdlib.h>

#include "base/sets.h"

enum { PAIRS_MEAN = 1024, POLL_STEPS = 4096 };

typedef struct start {
    int64_t bottom;
    uint32_t index;
} start;

static int by_bottom(const void *a, const void *b) {
    const start *p = a, *q = b;
    return p->bottom != q->bottom ? (p->bottom < q->bottom ? -1 : 1) : p->index < q->index ? -1 : p->index > q->index;
}

/* Leaves those behind that ended below the new box. */
static uint32_t meet(const lob_box64 *boxes, uint32_t new, uint32_t *open, uint32_t open_count, uint32_t *group) {
    const lob_box64 b = boxes[new];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open_count; i++) {
        const lob_box64 *o = &boxes[open[i]];
        if (o->top < b.bottom) {
            continue;
        }
        if (o->left <= b.right && o->right >= b.left) {
            lob_sets_join(group, new, open[i]);
        }
        open[kept++] = open[i];
    }
    open[kept++] = new;
    return kept;
}

lob_status lob_box_groups(lob_ctx *ctx, const lob_box64 *boxes, uint32_t count, uint32_t *group) {
    start *starts = LOB_NEW_ARRAY(ctx->arena, start, count);
    uint32_t *open = LOB_NEW_ARRAY(ctx->arena, uint32_t, count);
    if (!starts || !open) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        starts[i] = (start){boxes[i].bottom, i};
        group[i] = i;
    }
    if (count > 1) {
        qsort(starts, count, sizeof *starts, by_bottom);
    }
    uint64_t pairs = 0;
    uint32_t open_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        pairs += open_count;
        if (pairs > (uint64_t)PAIRS_MEAN * count) {
            break;
        }
        open_count = meet(boxes, starts[i].index, open, open_count, group);
    }
    const bool is_whole = pairs <= (uint64_t)PAIRS_MEAN * count;
    for (uint32_t i = 0; i < count; i++) {
        group[i] = is_whole ? lob_set_first(group, i) : 0;
    }
    return LOB_OK;
}
