/* Disjoint sets of small numbers (union-find): parents[i] == i for the one that names its set, which is its smallest.
 * The caller starts with parents[i] = i. */
#ifndef LOB_BASE_FOREST_H
#define LOB_BASE_FOREST_H

#include <stdint.h>

/* Halves the way as it goes. */
static inline uint32_t lob_forest_root(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static inline void lob_forest_join(uint32_t *parents, uint32_t a, uint32_t b) {
    const uint32_t x = lob_forest_root(parents, a), y = lob_forest_root(parents, b);
    parents[x < y ? y : x] = x < y ? x : y;
}

#endif
