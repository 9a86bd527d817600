/* Sums that tell whether two sets of figures are the same, whatever their order, hierarchy and arrays.
 *
 * A figure at (x, y) counts as (hash of its outline) * X^x * Y^y modulo 2^61 - 1, twice; a set is the sum of its
 * figures, so moving is a product and an array a product of two geometric sums (as db/weight.h has it). Here X, Y and
 * the hash are random, new in each comparison: no file can be made so that it passes for another one, and two different
 * sets have the same sum with a probability of about degree / 2^122. Results do not hang on the keys.
 *
 * Coordinates are those of a layout; a table for a scale s takes them times s, so layouts of different database units
 * meet on a common grid.
 */
#ifndef LOB_DIFF_SUM_H
#define LOB_DIFF_SUM_H

#include "base/ctx.h"
#include "db/weight.h"
#include "geom/trans.h"

typedef struct lob_diff_key {
    uint64_t x[2], y[2], seed;
} lob_diff_key;

/* TOOL_LIMIT_EXCEEDED: the system gives no random numbers. */
lob_status lob_diff_key_make(lob_ctx *ctx, lob_diff_key *key);

typedef struct lob_diff_table lob_diff_table; /* powers; about half a megabyte of heap */

/* scale >= 1. NULL: out of memory. */
lob_diff_table *lob_diff_table_new(const lob_diff_key *key, int64_t scale);
void lob_diff_table_drop(lob_diff_table *table); /* NULL is fine */

/* X^(scale x) * Y^(scale y) */
lob_weight lob_diff_at(const lob_diff_table *table, lob_point64 p);
/* The sum over the displacements of a repetition, turned by an orthogonal code; NULL: one. Members of fractional arrays
 * beyond a million are not told apart: such arrays equal only themselves. */
lob_weight lob_diff_of_rep(const lob_diff_table *table, const lob_rep *rep, uint8_t code);
/* tag: what kind of thing the bytes are */
lob_weight lob_diff_hash(const lob_diff_table *table, const void *data, size_t size, uint64_t tag);
/* 1 / weight; of a residue 0: 0. */
lob_weight lob_diff_inverse(lob_weight weight);
/* The orthogonal transformation of a code, 0..7. */
lob_trans lob_diff_turn(uint8_t code);

static inline bool lob_weight_equal(lob_weight a, lob_weight b) {
    return a.v[0] == b.v[0] && a.v[1] == b.v[1];
}

#endif
