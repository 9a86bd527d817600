/* Finds repetitions again: equal figures at many places become lattices and lists. Pure; deterministic; O(n log n). */
#ifndef LOB_IO_OAS_REGROUP_H
#define LOB_IO_OAS_REGROUP_H

#include "base/arena.h"
#include "geom/repetition.h"

typedef struct oas_placed {
    lob_point at;
    lob_rep rep; /* LOB_REP_NONE: once; LIST members in the arena */
} oas_placed;

/* `spots` (reordered) -> placed[0 .. *count), in the arena, sorted by (y, x) of `at`. Every spot is covered exactly
 * once. False: out of memory. */
bool oas_regroup(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count);

#endif
