/* Arithmetic of the content hash: pairs of residues modulo 2^61 - 1.
 *
 * A figure at (x, y) counts as (hash of the figure) * X^x * Y^y, a layout as the sum. So order does not matter, moving
 * is a product, and an array is a product of two geometric sums: it counts like its members one by one, without
 * expanding. Two independent pairs (X, Y) give 122 bits. Against accidents, not against people.
 */
#ifndef LOB_DB_WEIGHT_H
#define LOB_DB_WEIGHT_H

#include <stddef.h>

#include "geom/repetition.h"

enum { LOB_WEIGHT_BITS = 11, LOB_WEIGHT_WINDOWS = 3, LOB_WEIGHT_EXPAND_MAX = 100000 };

typedef struct lob_weight {
    uint64_t v[2];
} lob_weight;

/* Powers of X and Y for windows of the exponent + 2^31, both pairs side by side in one line of the cache; 196 kB. */
typedef lob_weight lob_weight_powers[LOB_WEIGHT_WINDOWS][1 << LOB_WEIGHT_BITS];

typedef struct lob_weight_table {
    lob_weight_powers x, y;
    lob_weight back; /* X^-(2^31) * Y^-(2^31) */
} lob_weight_table;

#define LOB_WEIGHT_ZERO ((lob_weight){{0, 0}})
#define LOB_WEIGHT_ONE  ((lob_weight){{1, 1}})
#define LOB_WEIGHT_P    ((UINT64_C(1) << 61) - 1)

static inline uint64_t lob_weight_reduce(uint64_t value) {
    value = (value & LOB_WEIGHT_P) + (value >> 61);
    return value >= LOB_WEIGHT_P ? value - LOB_WEIGHT_P : value;
}

static inline uint64_t lob_weight_mul1(uint64_t a, uint64_t b) {
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return lob_weight_reduce(((uint64_t)product & LOB_WEIGHT_P) + (uint64_t)(product >> 61));
}

uint64_t lob_weight_raise(uint64_t base, uint64_t exponent); /* by squaring */
uint64_t lob_weight_geometric(uint64_t a, uint64_t n);       /* 1 + a + ... + a^(n - 1) */
static inline lob_weight lob_weight_mul(lob_weight a, lob_weight b) {
    return (lob_weight){{lob_weight_mul1(a.v[0], b.v[0]), lob_weight_mul1(a.v[1], b.v[1])}};
}

static inline lob_weight lob_weight_add(lob_weight a, lob_weight b) {
    return (lob_weight){{lob_weight_reduce(a.v[0] + b.v[0]), lob_weight_reduce(a.v[1] + b.v[1])}};
}

/* A product that may be a little above P, of factors below 2^62 that may be so too: for all but the last of a chain. */
static inline uint64_t lob_weight_mul_loose(uint64_t a, uint64_t b) {
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    uint64_t sum = ((uint64_t)product & LOB_WEIGHT_P) + (uint64_t)(product >> 61);
    return (sum & LOB_WEIGHT_P) + (sum >> 61);
}

/* The power of pair k in the table, loose. */
static inline uint64_t lob_weight_power(const lob_weight_powers t, int k, int32_t e) {
    uint32_t u = (uint32_t)e ^ UINT32_C(0x80000000);
    const uint32_t mask = (1 << LOB_WEIGHT_BITS) - 1;
    return lob_weight_mul_loose(lob_weight_mul_loose(t[0][u & mask].v[k], t[1][u >> LOB_WEIGHT_BITS & mask].v[k]),
                                t[2][u >> (2 * LOB_WEIGHT_BITS)].v[k]);
}

/* weight * X^x * Y^y, times the constant that belongs to (0, 0): every figure gets it once. */
static inline lob_weight lob_weight_placed(const lob_weight_table *t, lob_weight weight, lob_point p) {
    lob_weight w;
    for (int k = 0; k < 2; k++) {
        uint64_t at = lob_weight_mul_loose(lob_weight_power(t->x, k, p.x), lob_weight_power(t->y, k, p.y));
        w.v[k] = lob_weight_mul1(weight.v[k], at);
    }
    return w;
}

static inline lob_weight lob_weight_at(const lob_weight_table *t, lob_point p) {
    return lob_weight_placed(t, LOB_WEIGHT_ONE, p);
}

/* X^x * Y^y. */
static inline lob_weight lob_weight_move(const lob_weight_table *t, lob_point by) {
    return lob_weight_mul(lob_weight_at(t, by), t->back);
}

void lob_weight_table_fill(lob_weight_table *table);
/* X^x * Y^y for any exponents, slower. */
lob_weight lob_weight_shift(lob_point64 by);
/* The sum of the weights of all members' displacements (fractional arrays above a million members: a hash of their
 * data). */
lob_weight lob_weight_of_rep(const lob_weight_table *table, const lob_rep *rep);
lob_weight lob_weight_hash(const void *data, size_t size, uint64_t seed);

#endif
