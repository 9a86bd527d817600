/* Unsigned arithmetic that wraps on purpose, in one place: a hash, a Morton code, a random number, a checksum.
 *
 * Builds that stop at every unsigned wrap (make fuzz-user) pass functions marked LOB_WRAPS by. Counts, sizes, indices
 * and coordinates never wrap on purpose: a function that handles them must not carry the mark.
 */
#ifndef LOB_BASE_WRAP_H
#define LOB_BASE_WRAP_H

#include <stdint.h>

#ifdef __clang__
#define LOB_WRAPS __attribute__((no_sanitize("unsigned-integer-overflow", "implicit-conversion")))
#else
#define LOB_WRAPS
#endif

/* The low half of the product: for slots of tables. */
LOB_WRAPS static inline uint64_t lob_wrap_mul(uint64_t a, uint64_t b) {
    return a * b;
}

/* a + b, of two's complements as well: for tests of a range in one comparison. */
LOB_WRAPS static inline uint64_t lob_wrap_add(uint64_t a, uint64_t b) {
    return a + b;
}

/* |value| of any value; nothing wraps. */
static inline uint64_t lob_magnitude(int64_t value) {
    return value < 0 ? ~(uint64_t)value + 1 : (uint64_t)value;
}

#endif
