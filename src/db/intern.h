/* Interning: equal things are stored once and known by a 32-bit index, in order of first appearance.
 *
 * A table holds only (tag, index) pairs; the things themselves lie in the layout's columns. Hashes are seeded at random
 * for each builder, so that a crafted file cannot make every look-up collide; indices do not depend on the seed.
 */
#ifndef LOB_DB_INTERN_H
#define LOB_DB_INTERN_H

#include "base/map.h"
#include "db/layout_impl.h"

typedef struct lob_intern_slot {
    uint32_t tag, index; /* index + 1; 0: free */
} lob_intern_slot;

typedef struct lob_intern_table {
    lob_intern_slot *slots; /* owned */
    uint32_t count, capacity;
} lob_intern_table;

typedef struct lob_intern {
    lob_layout *layout; /* borrowed; its columns are filled */
    uint64_t seed;
    lob_intern_table outlines, reps, sets, cplx;
    uint32_t last_set;            /* found or made last */
    struct lob_small_set *smalls; /* owned */
    uint32_t small_capacity;
    lob_name_map strings;
    lob_column scratch; /* lob_point: an outline on its way */
} lob_intern;

bool lob_intern_init(lob_intern *in, lob_layout *layout); /* false: no randomness */
void lob_intern_release(lob_intern *in);

/* All return an index, or LOB_NONE when out of memory or over the budget. */
uint32_t lob_intern_outline(lob_intern *in, const lob_point *points, uint32_t count, lob_point *at);
/* The same for points relative to the first, which is (0, 0). */
uint32_t lob_intern_relative(lob_intern *in, const lob_point *relative, uint32_t count);
uint32_t lob_intern_rep(lob_intern *in, const lob_rep *rep);
uint32_t lob_intern_cplx(lob_intern *in, const lob_cplx *cplx);
uint32_t lob_intern_string(lob_intern *in, lob_str string);
uint32_t lob_intern_props(lob_intern *in, const lob_prop *props, uint32_t count);
/* The sets of `like` that are known by their numbers and are here already, all at once: found[index there] = index
 * here; others are left alone. strings: from there to here. */
void lob_intern_find_sets(const lob_intern *in, const lob_intern *like, const uint32_t *strings, uint32_t *found);
/* Copies a property with all it points to into the layout. */
bool lob_intern_prop_copy(lob_intern *in, const lob_prop *prop, lob_prop *copy);

#endif
