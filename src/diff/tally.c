/* See tally.h. */
#include "diff/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

lob_status lob_tally_start(lob_ctx *ctx, lob_tally *tally, size_t item_size, size_t count_max, bool keeps_all) {
    *tally = (lob_tally){.ctx = ctx, .item_size = item_size, .count_max = count_max};
    if (keeps_all) {
        return LOB_OK;
    }
    for (int side = 0; side < 2; side++) {
        tally->sums[side] = lob_calloc((size_t)1 << LOB_TALLY_BITS, sizeof(lob_weight));
    }
    return tally->sums[0] && tally->sums[1] ? LOB_OK : lob_fail_memory(ctx);
}

void lob_tally_release(lob_tally *tally) {
    for (int side = 0; side < 2; side++) {
        lob_free(tally->sums[side]);
        lob_free(tally->items[side]);
    }
    *tally = (lob_tally){0};
}

bool lob_tally_is_equal(const lob_tally *tally) {
    return memcmp(tally->sums[0], tally->sums[1], sizeof(lob_weight) << LOB_TALLY_BITS) == 0;
}

lob_status lob_tally_refuse(lob_ctx *ctx, size_t count_max) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The two layouts differ in too many objects");
    lob_error_text(&ctx->error, "reason", LOB_STR("differences"));
    lob_error_integer(&ctx->error, "limit", (int64_t)count_max);
    lob_hint(ctx, "Ask for a box or for fewer layers, and check that these are the layouts that you want to compare.");
    return status;
}

lob_status lob_tally_keep(lob_tally *tally, int side, const void *item) {
    if (tally->count[0] + tally->count[1] >= tally->count_max) {
        return lob_tally_refuse(tally->ctx, tally->count_max);
    }
    if (tally->count[side] == tally->capacity[side]) {
        size_t capacity = tally->capacity[side] ? tally->capacity[side] + tally->capacity[side] / 2 : 256;
        char *grown = lob_realloc(tally->items[side], capacity * tally->item_size);
        if (!grown) {
            return lob_fail_memory(tally->ctx);
        }
        tally->items[side] = grown;
        tally->capacity[side] = capacity;
    }
    memcpy(tally->items[side] + tally->count[side]++ * tally->item_size, item, tally->item_size);
    return LOB_OK;
}

/* ---- sorting by weights ---- */

enum { DIGIT_BITS = 12, SMALL = 4096, DIGIT_SHIFT = 61 - DIGIT_BITS, ITEM_SIZE_MAX = 256 };

static int by_weight(const lob_weight *x, const lob_weight *y) {
    return x->v[0] != y->v[0] ? (x->v[0] > y->v[0]) - (x->v[0] < y->v[0]) : (x->v[1] > y->v[1]) - (x->v[1] < y->v[1]);
}

static int by_weight_alone(const void *a, const void *b) {
    return by_weight(a, b);
}

static _Thread_local lob_tally_order *equals_order; /* of the sort in progress; qsort() passes nothing along */

static int by_weight_and_equals(const void *a, const void *b) {
    int order = by_weight(a, b);
    return order ? order : equals_order(a, b);
}

typedef struct digits {
    size_t next[1 << DIGIT_BITS], end[1 << DIGIT_BITS];
} digits;

static size_t digit_of(const char *item) {
    lob_weight weight;
    memcpy(&weight, item, sizeof weight);
    return weight.v[0] >> DIGIT_SHIFT & ((1 << DIGIT_BITS) - 1);
}

/* Every item to the range of its leading digit, in place: each goes where it belongs, for the one that lies there. */
static lob_status part(lob_ctx *ctx, char *items, size_t count, size_t size, digits *d) {
    size_t sum = 0;
    memset(d->next, 0, sizeof d->next);
    for (size_t i = 0; i < count; i++) {
        LOB_TRY(i % 65536 == 65535 ? lob_poll(ctx) : LOB_OK);
        d->next[digit_of(items + i * size)]++;
    }
    for (size_t i = 0; i < 1 << DIGIT_BITS; i++) {
        const size_t here = d->next[i];
        d->next[i] = sum;
        d->end[i] = sum += here;
    }
    size_t moves = 0;
    for (size_t i = 0; i < 1 << DIGIT_BITS; i++) {
        while (d->next[i] < d->end[i]) {
            char *here = items + d->next[i] * size, kept[ITEM_SIZE_MAX];
            const size_t digit = digit_of(here);
            char *there = items + d->next[digit]++ * size;
            LOB_TRY(++moves % 65536 == 0 ? lob_poll(ctx) : LOB_OK);
            if (digit != i) {
                memcpy(kept, there, size);
                memcpy(there, here, size);
                memcpy(here, kept, size);
            }
        }
    }
    return LOB_OK;
}

static void sort_some(char *items, size_t count, size_t size, lob_tally_order *equals) {
    equals_order = equals;
    if (count > 1) {
        qsort(items, count, size, equals ? by_weight_and_equals : by_weight_alone);
    }
}

static lob_status sort(lob_ctx *ctx, char *items, size_t count, size_t size, lob_tally_order *equals) {
    if (size > ITEM_SIZE_MAX || count <= SMALL) {
        sort_some(items, count, size, equals);
        return LOB_OK;
    }
    digits *d = lob_malloc(sizeof *d);
    lob_status status = d ? part(ctx, items, count, size, d) : lob_fail_memory(ctx);
    for (size_t i = 0; status == LOB_OK && i < 1 << DIGIT_BITS; i++) {
        const size_t first = i ? d->end[i - 1] : 0;
        sort_some(items + first * size, d->end[i] - first, size, equals);
        status = lob_poll(ctx);
    }
    lob_free(d);
    return status;
}

lob_status lob_weights_cancel(lob_ctx *ctx, char *a, size_t *a_count, char *b, size_t *b_count, size_t size,
                              lob_tally_order *equals) {
    size_t i = 0, k = 0, a_kept = 0, b_kept = 0;
    if (*a_count == 0 || *b_count == 0) {
        return LOB_OK;
    }
    LOB_TRY(sort(ctx, a, *a_count, size, equals));
    LOB_TRY(sort(ctx, b, *b_count, size, equals));
    while (i < *a_count && k < *b_count) {
        int order = by_weight_alone(a + i * size, b + k * size);
        if (order < 0) {
            memmove(a + a_kept++ * size, a + i * size, size);
        } else if (order > 0) {
            memmove(b + b_kept++ * size, b + k * size, size);
        }
        i += order <= 0;
        k += order >= 0;
        LOB_TRY((i + k) % 65536 == 0 ? lob_poll(ctx) : LOB_OK);
    }
    memmove(a + a_kept * size, a + i * size, (*a_count - i) * size);
    memmove(b + b_kept * size, b + k * size, (*b_count - k) * size);
    *a_count = a_kept + (*a_count - i);
    *b_count = b_kept + (*b_count - k);
    return LOB_OK;
}

/* Past all items of the weight at `i`. */
static size_t past(const char *items, size_t count, size_t i, size_t size) {
    const size_t first = i;
    while (i < count && by_weight_alone(items + i * size, items + first * size) == 0) {
        i++;
    }
    return i;
}

lob_status lob_weights_differ(lob_ctx *ctx, char *a, size_t *a_count, char *b, size_t *b_count, size_t size) {
    size_t i = 0, k = 0, a_kept = 0, b_kept = 0;
    LOB_TRY(sort(ctx, a, *a_count, size, NULL));
    LOB_TRY(sort(ctx, b, *b_count, size, NULL));
    for (uint64_t steps = 0; i < *a_count || k < *b_count; steps++) {
        const int order = i == *a_count ? 1 : k == *b_count ? -1 : by_weight_alone(a + i * size, b + k * size);
        const size_t a_next = order <= 0 ? past(a, *a_count, i, size) : i;
        const size_t b_next = order >= 0 ? past(b, *b_count, k, size) : k;
        if (order < 0) {
            memmove(a + a_kept++ * size, a + i * size, size);
        } else if (order > 0) {
            memmove(b + b_kept++ * size, b + k * size, size);
        }
        i = a_next;
        k = b_next;
        LOB_TRY(steps % 65536 == 65535 ? lob_poll(ctx) : LOB_OK);
    }
    *a_count = a_kept;
    *b_count = b_kept;
    return LOB_OK;
}

static int by_order(const void *a, const void *b, void *order) {
    return (*(lob_tally_order **)order)(a, b);
}

lob_status lob_tally_cancel(lob_tally *tally, lob_tally_order *order, lob_tally_order *equals) {
    LOB_TRY(lob_weights_cancel(tally->ctx, tally->items[0], &tally->count[0], tally->items[1], &tally->count[1],
                               tally->item_size, equals));
    for (int side = 0; side < 2; side++) {
        LOB_TRY(order ? lob_sort(tally->ctx, tally->items[side], tally->count[side], tally->item_size, by_order, &order)
                      : LOB_OK);
    }
    return LOB_OK;
}

lob_status lob_diff_grow(lob_ctx *ctx, void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return LOB_OK;
    }
    size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = lob_realloc(*items, more * size);
    if (!grown) {
        return lob_fail_memory(ctx);
    }
    *items = grown;
    *capacity = more;
    return LOB_OK;
}
