/* What two long streams of things do not have in common, without keeping the streams.
 *
 * The first time both streams go by, the weights of the things are added up in buckets, by side. Buckets of equal sums
 * hold the same things; of the second time only those of the others are kept, and cancelled one against one. So memory
 * is that of the differences (and of a few hundred thousandths of what is equal).
 */
#ifndef LOB_DIFF_TALLY_H
#define LOB_DIFF_TALLY_H

#include "base/ctx.h"
#include "db/weight.h"

enum { LOB_TALLY_BITS = 16 };

typedef struct lob_tally {
    lob_ctx *ctx;
    lob_weight *sums[2]; /* heap; NULL: all is kept */
    size_t item_size;    /* of what is kept; each begins with its lob_weight */
    char *items[2];      /* heap */
    size_t count[2], capacity[2];
    size_t count_max; /* of both sides together */
} lob_tally;

/* Zeroed ones may be released. keeps_all: there is but one pass, in which all is kept. */
lob_status lob_tally_start(lob_ctx *ctx, lob_tally *tally, size_t item_size, size_t count_max, bool keeps_all);
void lob_tally_release(lob_tally *tally);

static inline void lob_tally_add(lob_tally *tally, int side, lob_weight weight) {
    lob_weight *sum = &tally->sums[side][weight.v[0] & ((1 << LOB_TALLY_BITS) - 1)];
    *sum = lob_weight_add(*sum, weight);
}

/* `weight` of the second pass: whether its bucket differs. */
static inline bool lob_tally_wants(const lob_tally *tally, lob_weight weight) {
    const uint64_t i = weight.v[0] & ((1 << LOB_TALLY_BITS) - 1);
    return !tally->sums[0] || tally->sums[0][i].v[0] != tally->sums[1][i].v[0] ||
           tally->sums[0][i].v[1] != tally->sums[1][i].v[1];
}

bool lob_tally_is_equal(const lob_tally *tally);
/* QUERY_TOO_LARGE (differences) beyond count_max. */
lob_status lob_tally_keep(lob_tally *tally, int side, const void *item);
lob_status lob_tally_refuse(lob_ctx *ctx, size_t count_max);

/* Order of items of one weight; NULL: whichever. */
typedef int lob_tally_order(const void *a, const void *b);
/* Leaves what one side alone has, sorted by `order` (of items, total but for equal ones; NULL: in no order); of items
 * of one weight the first by `equals` go first. */
lob_status lob_tally_cancel(lob_tally *tally, lob_tally_order *order, lob_tally_order *equals);

/* Sorts both lists of items that begin with a lob_weight and takes out of each what is in both, one against one. In
 * place: weights are as good as random. LOB_E_CANCELLED. */
lob_status lob_weights_cancel(lob_ctx *ctx, char *a, size_t *a_count, char *b, size_t *b_count, size_t item_size,
                              lob_tally_order *equals);

/* The same for sets: an item counts once however often it is there, so all copies of what is in both go, and all but
 * one of the others. */
lob_status lob_weights_differ(lob_ctx *ctx, char *a, size_t *a_count, char *b, size_t *b_count, size_t item_size);

/* Room for one more of `size` bytes behind `count` of them; doubles. */
lob_status lob_diff_grow(lob_ctx *ctx, void **items, size_t count, size_t *capacity, size_t size);

#endif
