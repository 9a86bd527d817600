/* See sum.h. Powers by windows of the exponent's bits, one table for each axis, sign and residue. */
#include "diff/sum.h"

#include "base/alloc.h"
#include "base/digest.h"
#include "base/wrap.h"

enum { BITS = 11, WINDOWS = 4, FRACTION_EXPAND_MAX = 1000000 };

typedef uint64_t powers[WINDOWS][1 << BITS];

struct lob_diff_table {
    powers t[2][2][2]; /* axis, sign, residue */
    uint64_t base[2][2][2];
    uint64_t seed;
};

lob_status lob_diff_key_make(lob_ctx *ctx, lob_diff_key *key) {
    uint64_t words[5];
    if (!lob_random(words, sizeof words)) {
        lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The system provides no random numbers");
        lob_error_text(&ctx->error, "reason", LOB_STR("random"));
        lob_hint(ctx, "Try again; the machine may have just started.");
        return status;
    }
    for (int k = 0; k < 2; k++) {
        key->x[k] = 2 + words[k] % (LOB_WEIGHT_P - 4);
        key->y[k] = 2 + words[2 + k] % (LOB_WEIGHT_P - 4);
    }
    key->seed = words[4];
    return LOB_OK;
}

static void fill(powers t, uint64_t base) {
    for (int window = 0; window < WINDOWS; window++) {
        uint64_t step = lob_weight_raise(base, UINT64_C(1) << (BITS * window));
        t[window][0] = 1;
        for (int i = 1; i < 1 << BITS; i++) {
            t[window][i] = lob_weight_mul1(t[window][i - 1], step);
        }
    }
}

lob_diff_table *lob_diff_table_new(const lob_diff_key *key, int64_t scale) {
    lob_diff_table *table = lob_malloc(sizeof *table);
    if (!table) {
        return NULL;
    }
    table->seed = key->seed;
    for (int axis = 0; axis < 2; axis++) {
        for (int k = 0; k < 2; k++) {
            uint64_t base = lob_weight_raise(axis ? key->y[k] : key->x[k], (uint64_t)scale);
            table->base[axis][0][k] = base;
            table->base[axis][1][k] = lob_weight_raise(base, LOB_WEIGHT_P - 2); /* the inverse */
            fill(table->t[axis][0][k], table->base[axis][0][k]);
            fill(table->t[axis][1][k], table->base[axis][1][k]);
        }
    }
    return table;
}

void lob_diff_table_drop(lob_diff_table *table) {
    lob_free(table);
}

static inline uint64_t power_of(const lob_diff_table *table, int axis, int k, int64_t exponent) {
    const int sign = exponent < 0;
    uint64_t e = lob_magnitude(exponent);
    const powers *t = &table->t[axis][sign][k];
    const uint64_t mask = (1 << BITS) - 1;
    uint64_t result = (*t)[0][e & mask];
    e >>= BITS;
    for (int window = 1; e && window < WINDOWS; window++, e >>= BITS) {
        result = lob_weight_mul1(result, (*t)[window][e & mask]);
    }
    return e ? lob_weight_mul1(
                   result,
                   lob_weight_raise(lob_weight_raise(table->base[axis][sign][k], UINT64_C(1) << (BITS * WINDOWS)), e))
             : result;
}

lob_weight lob_diff_at(const lob_diff_table *table, lob_point64 p) {
    lob_weight w;
    for (int k = 0; k < 2; k++) {
        w.v[k] = lob_weight_mul1(power_of(table, 0, k, p.x), power_of(table, 1, k, p.y));
    }
    return w;
}

lob_weight lob_diff_hash(const lob_diff_table *table, const void *data, size_t size, uint64_t tag) {
    const uint64_t seed = table->seed ^ lob_wrap_mul(tag, 0x9e3779b97f4a7c15u);
    return (lob_weight){{lob_hash64_fast(data, size, seed) % LOB_WEIGHT_P,
                         lob_hash64_fast(data, size, lob_wrap_mul(~seed, 0xbf58476d1ce4e5b9u)) % LOB_WEIGHT_P}};
}

lob_weight lob_diff_inverse(lob_weight weight) {
    return (lob_weight){
        {lob_weight_raise(weight.v[0], LOB_WEIGHT_P - 2), lob_weight_raise(weight.v[1], LOB_WEIGHT_P - 2)}};
}

lob_trans lob_diff_turn(uint8_t code) {
    return lob_trans_make((code & 4) != 0, 90.0 * (code & 3), 1, 0, 0);
}

/* ---- repetitions ---- */

static lob_weight lattice(const lob_diff_table *table, const lob_rep *rep, const lob_trans *turn) {
    const lob_weight a = lob_diff_at(table, lob_trans_point(turn, rep->a));
    const lob_weight b = lob_diff_at(table, lob_trans_point(turn, rep->b));
    lob_weight w;
    for (int k = 0; k < 2; k++) {
        w.v[k] = lob_weight_mul1(lob_weight_geometric(a.v[k], rep->na), lob_weight_geometric(b.v[k], rep->nb));
    }
    return w;
}

lob_weight lob_diff_of_rep(const lob_diff_table *table, const lob_rep *rep, uint8_t code) {
    if (!rep || rep->kind == LOB_REP_NONE) {
        return LOB_WEIGHT_ONE;
    }
    const lob_trans turn = lob_diff_turn(code);
    const uint64_t count = lob_rep_count(rep);
    if (rep->kind == LOB_REP_LATTICE) {
        return lattice(table, rep, &turn);
    }
    if (rep->kind == LOB_REP_FRACTION && count > FRACTION_EXPAND_MAX) {
        const lob_point64 a = lob_trans_point(&turn, rep->a), b = lob_trans_point(&turn, rep->b);
        const int64_t words[6] = {(int64_t)rep->na, (int64_t)rep->nb, a.x, a.y, b.x, b.y};
        return lob_diff_hash(table, words, sizeof words, 1);
    }
    lob_weight sum = LOB_WEIGHT_ZERO;
    for (uint64_t i = 0; i < count; i++) {
        sum = lob_weight_add(sum, lob_diff_at(table, lob_trans_point(&turn, lob_rep_at(rep, i))));
    }
    return sum;
}
