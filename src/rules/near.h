/* Groups of boxes that come within reach of each other, or of one that does, and so on. */
#ifndef LOB_RULES_NEAR_H
#define LOB_RULES_NEAR_H

#include <stdatomic.h>

#include "base/team.h"
#include "geom/rtree.h"

typedef _Atomic uint32_t lob_near_parent;

typedef struct lob_near_question {
    const lob_rtree *tree;
    int64_t reach;      /* dbu, >= 0: boxes no further apart belong together */
    const bool *is_out; /* boxes that are not asked about, by number; NULL: none */
    /* Of two boxes, by number, that come near: whether what is in them does. NULL: it does. Where boxes lie on each
     * other in heaps nobody asks, and groups are those of the boxes. */
    bool (*is_near)(const void *who, uint32_t a, uint32_t b);
    const void *who;
    const lob_team *team;         /* NULL: this thread alone; the result is the same */
    atomic_uint_least64_t *steps; /* grows by the boxes looked at; NULL: not counted */
} lob_near_question;

/* `parents`: room for as many as the tree has boxes; read with lob_near_first() alone, which gives the lowest number of
 * the group of box `i`. LOB_E_CANCELLED; TOOL_LIMIT_EXCEEDED (memory).
 * Cost: about that of sorting the boxes, however many of them lie on each other. */
lob_status lob_near_groups(lob_ctx *ctx, const lob_near_question *question, lob_near_parent *parents);
uint32_t lob_near_first(lob_near_parent *parents, uint32_t i);

#endif
