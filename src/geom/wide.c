/* See wide.h. Schoolbook multiplication; division bit by bit, since it is asked once an answer. */
#include "geom/wide.h"

#include <math.h>

lob_wide lob_wide_from(lob_u128 value) {
    return (lob_wide){{(uint64_t)value, (uint64_t)(value >> 64)}};
}

static void add_product(lob_wide *sum, const lob_wide *a, uint64_t b, unsigned shift) {
    uint64_t carry = 0;
    for (unsigned i = 0; i + shift < LOB_WIDE_LIMBS; i++) {
        lob_u128 t = (lob_u128)a->limb[i] * b + sum->limb[i + shift] + carry;
        sum->limb[i + shift] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
}

lob_wide lob_wide_mul(lob_wide a, lob_u128 b) {
    lob_wide product = {{0}};
    add_product(&product, &a, (uint64_t)b, 0);
    if (b >> 64) {
        add_product(&product, &a, (uint64_t)(b >> 64), 1);
    }
    return product;
}

int lob_wide_compare(const lob_wide *a, const lob_wide *b) {
    for (int i = LOB_WIDE_LIMBS - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

bool lob_wide_is_zero(const lob_wide *a) {
    for (unsigned i = 0; i < LOB_WIDE_LIMBS; i++) {
        if (a->limb[i]) {
            return false;
        }
    }
    return true;
}

/* The two highest limbs in use hold more bits than a double does. */
double lob_wide_to_double(const lob_wide *a) {
    int top = LOB_WIDE_LIMBS - 1;
    while (top > 1 && a->limb[top] == 0) {
        top--;
    }
    lob_u128 head = (lob_u128)a->limb[top] << 64 | a->limb[top - 1];
    bool has_more = false;
    for (int i = 0; i < top - 1; i++) {
        has_more = has_more || a->limb[i] != 0;
    }
    /* A sticky bit, so that halves round the right way. */
    return ldexp((double)(head | (has_more ? 1 : 0)), 64 * (top - 1));
}

lob_u128 lob_wide_divide(const lob_wide *a, lob_u128 b, lob_u128 *rest) {
    int top = LOB_WIDE_LIMBS - 1;
    while (top > 1 && a->limb[top] == 0) {
        top--;
    }
    if (top == 1) {
        lob_u128 value = (lob_u128)a->limb[1] << 64 | a->limb[0];
        *rest = value % b;
        return value / b;
    }
    lob_u128 quotient = 0, left = 0;
    for (int i = 64 * top + 63; i >= 0; i--) {
        left = left << 1 | (a->limb[i / 64] >> (i % 64) & 1);
        quotient <<= 1;
        if (left >= b) {
            left -= b;
            quotient |= 1;
        }
    }
    *rest = left;
    return quotient;
}
