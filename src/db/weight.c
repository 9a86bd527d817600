/* Powers and geometric sums modulo 2^61 - 1. */
#include "db/weight.h"

#include "base/digest.h"

/* Bases: the fractional digits of pi, without further meaning. */
static const uint64_t base_x[2] = {0x0a88cf3cd48a5a27u & LOB_WEIGHT_P, 0x13198a2e03707344u & LOB_WEIGHT_P};
static const uint64_t base_y[2] = {0x04093822299f31d0u & LOB_WEIGHT_P, 0x082efa98ec4e6c89u & LOB_WEIGHT_P};

uint64_t lob_weight_raise(uint64_t base, uint64_t exponent) {
    uint64_t result = 1;
    for (; exponent; exponent >>= 1) {
        result = exponent & 1 ? lob_weight_mul1(result, base) : result;
        base = lob_weight_mul1(base, base);
    }
    return result;
}

static uint64_t power_signed(uint64_t base, int64_t exponent) {
    int64_t order = (int64_t)LOB_WEIGHT_P - 1; /* base^order = 1 */
    int64_t e = exponent % order;
    return lob_weight_raise(base, (uint64_t)(e < 0 ? e + order : e));
}

lob_weight lob_weight_shift(lob_point64 by) {
    lob_weight w;
    for (int k = 0; k < 2; k++) {
        w.v[k] = lob_weight_mul1(power_signed(base_x[k], by.x), power_signed(base_y[k], by.y));
    }
    return w;
}

static void powers_fill(lob_weight_powers powers, const uint64_t base[2]) {
    for (int window = 0; window < LOB_WEIGHT_WINDOWS; window++) {
        lob_weight step;
        for (int k = 0; k < 2; k++) {
            step.v[k] = lob_weight_raise(base[k], UINT64_C(1) << (LOB_WEIGHT_BITS * window));
        }
        powers[window][0] = LOB_WEIGHT_ONE;
        for (int i = 1; i < 1 << LOB_WEIGHT_BITS; i++) {
            powers[window][i] = lob_weight_mul(powers[window][i - 1], step);
        }
    }
}

void lob_weight_table_fill(lob_weight_table *table) {
    powers_fill(table->x, base_x);
    powers_fill(table->y, base_y);
    const int64_t bias = INT64_C(1) << 31;
    table->back = lob_weight_shift((lob_point64){-bias, -bias});
}

/* By doubling: S(2m) = S(m) (1 + a^m), S(m + 1) = 1 + a S(m). */
uint64_t lob_weight_geometric(uint64_t a, uint64_t n) {
    uint64_t sum = 0;
    uint64_t a_to_m = 1;
    for (int bit = 63; bit >= 0; bit--) {
        sum = lob_weight_mul1(sum, lob_weight_reduce(1 + a_to_m));
        a_to_m = lob_weight_mul1(a_to_m, a_to_m);
        if (n >> bit & 1) {
            sum = lob_weight_reduce(1 + lob_weight_mul1(a, sum));
            a_to_m = lob_weight_mul1(a_to_m, a);
        }
    }
    return sum;
}

static lob_weight lattice(const lob_rep *rep) {
    lob_weight a = lob_weight_shift(rep->a);
    lob_weight b = lob_weight_shift(rep->b);
    lob_weight w;
    for (int k = 0; k < 2; k++) {
        w.v[k] = lob_weight_mul1(lob_weight_geometric(a.v[k], rep->na), lob_weight_geometric(b.v[k], rep->nb));
    }
    return w;
}

static lob_weight list(const lob_weight_table *table, const lob_rep *rep) {
    lob_weight sum = LOB_WEIGHT_ZERO;
    for (uint32_t i = 0; i < rep->list_count; i++) {
        sum = lob_weight_add(sum, lob_weight_at(table, rep->list[i]));
    }
    return lob_weight_mul(sum, table->back); /* the figure itself brings the constant */
}

static lob_weight fraction(const lob_rep *rep) {
    uint64_t count = lob_rep_count(rep);
    if (count > LOB_WEIGHT_EXPAND_MAX) {
        const uint64_t words[6] = {
            rep->na, rep->nb, (uint64_t)rep->a.x, (uint64_t)rep->a.y, (uint64_t)rep->b.x, (uint64_t)rep->b.y};
        return lob_weight_hash(words, sizeof words, LOB_REP_FRACTION);
    }
    lob_weight sum = LOB_WEIGHT_ZERO;
    for (uint64_t i = 0; i < count; i++) {
        sum = lob_weight_add(sum, lob_weight_shift(lob_rep_at(rep, i)));
    }
    return sum;
}

lob_weight lob_weight_of_rep(const lob_weight_table *table, const lob_rep *rep) {
    switch (rep->kind) {
    case LOB_REP_LATTICE:
        return lattice(rep);
    case LOB_REP_FRACTION:
        return fraction(rep);
    case LOB_REP_LIST:
        return list(table, rep);
    case LOB_REP_NONE:
    default:
        return LOB_WEIGHT_ONE;
    }
}

lob_weight lob_weight_hash(const void *data, size_t size, uint64_t seed) {
    return (lob_weight){{lob_hash64_fast(data, size, 2 * seed) % LOB_WEIGHT_P,
                         lob_hash64_fast(data, size, 2 * seed + 1) % LOB_WEIGHT_P}};
}
