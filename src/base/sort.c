/* See sort.h. Runs of RUN items are sorted by insertion and by merging within the stack's small blocks; longer runs are
 * merged in pairs from one block into the other. Invariant: before each round the items lie, in sorted runs of `run`,
 * in `from`. */
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { RUN = 2048, POLL_EVERY = 8192 };

typedef struct sorting {
    lob_ctx *ctx;
    size_t count, size;
    lob_compare *compare;
    void *arg;
} sorting;

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Two neighbouring runs, the second may be empty. */
static lob_status merge(const sorting *s, const char *from, char *to, size_t first, size_t middle, size_t end) {
    size_t a = first, b = middle;
    for (size_t k = first; k < end; k++) {
        const bool takes_b = a == middle || (b < end && s->compare(from + b * s->size, from + a * s->size, s->arg) < 0);
        memcpy(to + k * s->size, from + (takes_b ? b++ : a++) * s->size, s->size);
        if (k % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(s->ctx));
        }
    }
    return LOB_OK;
}

static lob_status sort_runs(const sorting *s, char *items) {
    for (size_t i = 0; i < s->count; i += RUN) {
        LOB_TRY(lob_poll(s->ctx));
        qsort_r(items + i * s->size, least(RUN, s->count - i), s->size, s->compare, s->arg);
    }
    return LOB_OK;
}

static lob_status merge_runs(const sorting *s, char *items, char *other) {
    char *from = items, *to = other;
    for (size_t run = RUN; run < s->count; run *= 2) {
        for (size_t i = 0; i < s->count; i += 2 * run) {
            LOB_TRY(merge(s, from, to, i, least(i + run, s->count), least(i + 2 * run, s->count)));
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, s->count * s->size);
    }
    return LOB_OK;
}

lob_status lob_sort(lob_ctx *ctx, void *items, size_t count, size_t size, lob_compare *compare, void *arg) {
    const sorting s = {ctx, count, size, compare, arg};
    if (count < 2) {
        return LOB_OK;
    }
    LOB_TRY(sort_runs(&s, items));
    if (count <= RUN) {
        return LOB_OK;
    }
    char *other = lob_malloc(count * size);
    lob_status status = other ? merge_runs(&s, items, other) : lob_fail_memory(ctx);
    lob_free(other);
    return status;
}
