/* Finds repetitions again: equal figures at many places become lattices and lists. Pure; deterministic; O(n log n). */
#ifndef LOB_IO_OAS_REGROUP_H
#define LOB_IO_OAS_REGROUP_H

#include "base/arena.h"
#include "geom/repetition.h"

typedef struct oas_placed {
    lob_point at;
    lob_rep rep; /* LOB_REP_NONE: once; lattices in the form of oas_rep_normal(); LIST members in the arena */
} oas_placed;

/* `spots` (reordered) -> placed[0 .. *count), in the arena, in no order that matters. Every spot is covered exactly
 * once. What is single in the answer stays single when it is regrouped alone. False: out of memory. */
bool oas_regroup(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count);

/* The same without lattices: everything is in as few lists as there may be. For sets whose lattices are so many and so
 * small that a list deflates to less. */
bool oas_regroup_lists(lob_arena *arena, lob_point *spots, uint32_t spot_count, oas_placed **placed, uint32_t *count);

/* Equal sets of members, equal lattices, as far as one record of OASIS can tell: a is the direction with more than one
 * member, and along x where the other is along y. LIST and FRACTION pass unchanged. */
lob_rep oas_rep_normal(const lob_rep *rep);

#endif
