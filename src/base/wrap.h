/* Marks a function whose unsigned arithmetic wraps on purpose: a hash, a Morton code, a random number, a checksum.
 *
 * Builds that stop at every unsigned wrap (make fuzz-user) pass these functions by. Counts, sizes, indices and
 * coordinates never wrap on purpose: a function that handles them must not carry the mark.
 */
#ifndef LOB_BASE_WRAP_H
#define LOB_BASE_WRAP_H

#ifdef __clang__
#define LOB_WRAPS __attribute__((no_sanitize("unsigned-integer-overflow", "implicit-conversion")))
#else
#define LOB_WRAPS
#endif

#endif
