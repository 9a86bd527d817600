/* See tally.h. */
#include "diff/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

lob_status lob_tally_start(lob_ctx *ctx, lob_tally *tally, size_t item_size, size_t count_max) {
    *tally = (lob_tally){.ctx = ctx, .item_size = item_size, .count_max = count_max};
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

static lob_status refuse(lob_tally *tally) {
    lob_status status = lob_fail(tally->ctx, LOB_E_QUERY_TOO_LARGE, "The two layouts differ in too many objects");
    lob_error_text(&tally->ctx->error, "reason", LOB_STR("differences"));
    lob_error_integer(&tally->ctx->error, "limit", (int64_t)tally->count_max);
    lob_hint(tally->ctx, "Ask for a box, for fewer layers, or whether these are the layouts to compare.");
    return status;
}

lob_status lob_tally_keep(lob_tally *tally, int side, const void *item) {
    if (tally->count[side] == tally->capacity[side]) {
        if (tally->count[0] + tally->count[1] >= tally->count_max) {
            return refuse(tally);
        }
        size_t capacity = tally->capacity[side] ? 2 * tally->capacity[side] : 256;
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

static int by_weight(const void *a, const void *b) {
    const lob_weight *x = a, *y = b;
    return x->v[0] != y->v[0] ? (x->v[0] > y->v[0]) - (x->v[0] < y->v[0]) : (x->v[1] > y->v[1]) - (x->v[1] < y->v[1]);
}

void lob_weights_cancel(char *a, size_t *a_count, char *b, size_t *b_count, size_t size) {
    size_t i = 0, k = 0, a_kept = 0, b_kept = 0;
    if (*a_count == 0 || *b_count == 0) {
        return;
    }
    qsort(a, *a_count, size, by_weight);
    qsort(b, *b_count, size, by_weight);
    while (i < *a_count && k < *b_count) {
        int order = by_weight(a + i * size, b + k * size);
        if (order < 0) {
            memmove(a + a_kept++ * size, a + i * size, size);
        } else if (order > 0) {
            memmove(b + b_kept++ * size, b + k * size, size);
        }
        i += order <= 0;
        k += order >= 0;
    }
    memmove(a + a_kept * size, a + i * size, (*a_count - i) * size);
    memmove(b + b_kept * size, b + k * size, (*b_count - k) * size);
    *a_count = a_kept + (*a_count - i);
    *b_count = b_kept + (*b_count - k);
}

lob_status lob_tally_cancel(lob_tally *tally, int (*order)(const void *a, const void *b)) {
    lob_weights_cancel(tally->items[0], &tally->count[0], tally->items[1], &tally->count[1], tally->item_size);
    for (int side = 0; side < 2; side++) {
        LOB_TRY(lob_poll(tally->ctx));
        if (tally->count[side] > 1) {
            qsort(tally->items[side], tally->count[side], tally->item_size, order);
        }
    }
    return LOB_OK;
}
