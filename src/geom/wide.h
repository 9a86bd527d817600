/* Wide whole numbers, for exact comparisons: a squared distance is a quotient of up to 218 by 109 bits when coordinates
 * go up to 2^53, and comparing two of them multiplies crosswise. Limbs lowest first. Nothing wraps: every function has
 * room for its widest result, and states it.
 */
#ifndef LOB_GEOM_WIDE_H
#define LOB_GEOM_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 lob_u128;

enum { LOB_WIDE_LIMBS = 8 };

typedef struct lob_wide {
    uint64_t limb[LOB_WIDE_LIMBS];
} lob_wide;

lob_wide lob_wide_from(lob_u128 value);
/* The product must fit 512 bits: a of up to 384 bits. */
lob_wide lob_wide_mul(lob_wide a, lob_u128 b);
int lob_wide_compare(const lob_wide *a, const lob_wide *b); /* -1, 0, 1 */
bool lob_wide_is_zero(const lob_wide *a);
double lob_wide_to_double(const lob_wide *a); /* off by less than one unit of its last place */
/* a / b, the remainder into *rest. b > 0, b < 2^127, and the quotient must fit 128 bits. */
lob_u128 lob_wide_divide(const lob_wide *a, lob_u128 b, lob_u128 *rest);

#endif
