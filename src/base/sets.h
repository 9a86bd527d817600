/* Sets that are joined one by one: each number leads, over others, to the lowest of its set, which leads to itself. */
#ifndef LOB_BASE_SETS_H
#define LOB_BASE_SETS_H

#include <stdint.h>

/* The lowest of the set of `i`. The way there becomes half as long. */
static inline uint32_t lob_set_first(uint32_t *lead, uint32_t i) {
    while (lead[i] != i) {
        lead[i] = lead[lead[i]];
        i = lead[i];
    }
    return i;
}

static inline void lob_sets_join(uint32_t *lead, uint32_t i, uint32_t k) {
    const uint32_t a = lob_set_first(lead, i), b = lob_set_first(lead, k);
    lead[a < b ? b : a] = a < b ? a : b;
}

#endif
