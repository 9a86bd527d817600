/* See sets.h. */
#include "measure/sets.h"

#include <math.h>

#include "base/sort.h"

typedef struct candidate {
    double bound; /* of the boxes, squared */
    uint32_t a, b;
} candidate;

static double beside(int64_t low, int64_t high) {
    return high < low ? (double)(low - high) : 0;
}

static double bound_of(lob_box64 a, lob_box64 b) {
    const double x = fmax(beside(a.left, b.right), beside(b.left, a.right));
    const double y = fmax(beside(a.bottom, b.top), beside(b.bottom, a.top));
    return x * x + y * y;
}

static int by_bound(const void *a, const void *b, void *arg) {
    (void)arg;
    const candidate *left = a, *right = b;
    return left->bound < right->bound ? -1 : left->bound > right->bound;
}

static bool is_before(const lob_set_pair *a, const lob_set_pair *b) {
    return a->gap.value != b->gap.value ? a->gap.value < b->gap.value : a->a != b->a ? a->a < b->a : a->b < b->b;
}

static void insert(lob_set_pair *pairs, uint32_t *count, uint32_t wanted, const lob_set_pair *pair) {
    uint32_t at = *count;
    while (at > 0 && is_before(pair, &pairs[at - 1])) {
        at--;
    }
    if (at == wanted) {
        return;
    }
    *count += *count < wanted;
    for (uint32_t i = *count - 1; i > at; i--) {
        pairs[i] = pairs[i - 1];
    }
    pairs[at] = *pair;
}

lob_status lob_measure_sets(lob_ctx *ctx, const lob_figure *a, uint32_t a_count, const lob_figure *b, uint32_t b_count,
                            uint32_t wanted, lob_set_pair **pairs, uint32_t *count) {
    const uint32_t others = b ? b_count : a_count;
    candidate *all = LOB_NEW_ARRAY(ctx->arena, candidate, (size_t)a_count * others + 1);
    size_t all_count = 0;
    *count = 0;
    *pairs = LOB_NEW_ARRAY(ctx->arena, lob_set_pair, (size_t)wanted + 1);
    if (!all || !*pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a_count; i++) {
        for (uint32_t k = b ? 0 : i + 1; k < others; k++) {
            all[all_count++] = (candidate){bound_of(a[i].box, (b ? b : a)[k].box), i, k};
        }
    }
    LOB_TRY(lob_sort(ctx, all, all_count, sizeof *all, by_bound, NULL));
    for (size_t i = 0; i < all_count; i++) {
        /* A little room for the roots: what is measured twice costs nothing. */
        if (*count == wanted && sqrt(all[i].bound) > (*pairs)[wanted - 1].gap.value * (1 + 1e-9) + 1e-9) {
            break;
        }
        lob_set_pair pair = {.a = all[i].a, .b = all[i].b};
        LOB_TRY(lob_measure_figures(ctx, LOB_MEASURE_EDGE_GAP, &a[pair.a], &(b ? b : a)[pair.b], &pair.gap));
        insert(*pairs, count, wanted, &pair);
        LOB_TRY(lob_poll(ctx));
    }
    return LOB_OK;
}
