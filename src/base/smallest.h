/* The k smallest of a stream of items, in k places: how a page is cut out of a collection without sorting all of it.
 *
 * Invariant: items[0 .. count) is a heap with the largest kept item on top until lob_smallest_sort(), which leaves them
 * in ascending order. Pages are found by "greater than the last item of the page before", so memory is that of one page
 * however deep a caller pages.
 */
#ifndef LOB_BASE_SMALLEST_H
#define LOB_BASE_SMALLEST_H

#include "base/ctx.h"

/* Below, equal or above zero; a total order. */
typedef int lob_order_fn(const void *arg, const void *a, const void *b);

static inline int lob_order(int64_t a, int64_t b) {
    return a < b ? -1 : a > b;
}

typedef struct lob_smallest {
    char *items;
    size_t item_size;
    size_t count, capacity;
    lob_order_fn *order;
    const void *arg;
    char *spare; /* one item */
} lob_smallest;

lob_status lob_smallest_init(lob_ctx *ctx, lob_smallest *s, size_t item_size, size_t capacity, lob_order_fn *order,
                             const void *arg);
void lob_smallest_offer(lob_smallest *s, const void *item); /* copied when it is kept */
void lob_smallest_sort(lob_smallest *s);
const void *lob_smallest_at(const lob_smallest *s, size_t index);

#endif
