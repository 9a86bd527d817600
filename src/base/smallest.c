/* See smallest.h. */
#include "base/smallest.h"

#include <string.h>

lob_status lob_smallest_init(lob_ctx *ctx, lob_smallest *s, size_t item_size, size_t capacity, lob_order_fn *order,
                             const void *arg) {
    *s = (lob_smallest){.item_size = item_size, .capacity = capacity, .order = order, .arg = arg};
    s->items = lob_arena_zalloc(ctx->arena, capacity + 1, item_size);
    if (!s->items) {
        return lob_fail_memory(ctx);
    }
    s->spare = s->items + capacity * item_size;
    return LOB_OK;
}

static char *place(const lob_smallest *s, size_t index) {
    return s->items + index * s->item_size;
}

static bool above(const lob_smallest *s, size_t a, size_t b) {
    return s->order(s->arg, place(s, a), place(s, b)) > 0;
}

static void swap(const lob_smallest *s, size_t a, size_t b) {
    memcpy(s->spare, place(s, a), s->item_size);
    memcpy(place(s, a), place(s, b), s->item_size);
    memcpy(place(s, b), s->spare, s->item_size);
}

static void sift_up(const lob_smallest *s, size_t at) {
    while (at > 0 && above(s, at, (at - 1) / 2)) {
        swap(s, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

static void sift_down(const lob_smallest *s, size_t at, size_t count) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && above(s, child + 1, child)) {
            child++;
        }
        if (!above(s, child, at)) {
            return;
        }
        swap(s, at, child);
    }
}

void lob_smallest_offer(lob_smallest *s, const void *item) {
    if (s->count < s->capacity) {
        memcpy(place(s, s->count), item, s->item_size);
        sift_up(s, s->count++);
    } else if (s->capacity > 0 && s->order(s->arg, item, s->items) < 0) {
        memcpy(s->items, item, s->item_size);
        sift_down(s, 0, s->count);
    }
}

void lob_smallest_sort(lob_smallest *s) {
    for (size_t left = s->count; left > 1; left--) {
        swap(s, 0, left - 1);
        sift_down(s, 0, left - 1);
    }
}

const void *lob_smallest_at(const lob_smallest *s, size_t index) {
    return place(s, index);
}
