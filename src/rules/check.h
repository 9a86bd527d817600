/* A check of one kind over merged polygons: all pairs of edges that violate a distance.
 *
 * What KLayout calls width, notch, space, isolated (one layer) and separation, enclosing, overlap, inside (two layers);
 * a pair that another edge shields is no violation, unless asked for. The pairs come sorted by the box of their parts
 * and are each given once, whatever the order of the polygons.
 *
 * Cost: a packed R-tree over runs of edges, one search a run; memory about 100 bytes an edge, from the heap, given
 * back.
 */
#ifndef LOB_RULES_CHECK_H
#define LOB_RULES_CHECK_H

#include <stdatomic.h>

#include "base/team.h"
#include "rules/relation.h"

typedef enum {
    LOB_SCOPE_WITHIN,  /* edges of the same polygon: width, notch */
    LOB_SCOPE_BETWEEN, /* of different polygons: isolated */
    LOB_SCOPE_BOTH,    /* space */
    LOB_SCOPE_LAYERS   /* one of a, one of b: separation, enclosing, overlap, inside */
} lob_check_scope;

/* An edge that only touches both lines that join the ends of a pair, in one point, shields it or not by which of the
 * two edges comes first. KLayout's answer within one polygon hangs on the order in which its scanner meets them. */
typedef enum {
    LOB_SHIELDS_USUAL,      /* between polygons: from neither side; within one: the lower numbered edge first */
    LOB_SHIELDS_EITHER_WAY, /* what is shielded from one side is: no fewer shields than KLayout */
    LOB_SHIELDS_BOTH_WAYS   /* from both: no more; and equal pairs (parts that are points) stay several */
} lob_shields;

typedef struct lob_check {
    lob_check_rule rule;
    lob_check_scope scope;
    bool ignores_shields;
    lob_shields shields;
    bool has_window; /* pairs that span nothing of `window` need not come, others must */
    lob_box64 window;
    const lob_team *team;         /* NULL: this thread alone; the result is the same */
    atomic_uint_least64_t *steps; /* grows by boxes and edges looked at; NULL: not counted */
    uint64_t work_usual;          /* boxes and edges a run, from which on searches look closer; 0: by default */
    uint64_t near_max;            /* pairs of edges to look at, by estimate; 0: LOB_CHECK_NEAR_MAX */
    uint64_t pairs_max;           /* pairs to find; 0: LOB_CHECK_PAIRS_MAX */
    bool lets_a_pair_an_edge;     /* with pairs_max: or as many as there are edges */
} lob_check;

typedef struct lob_check_polygons { /* merged: lob_region_polygons(), or none */
    const lob_polygons *a, *b;      /* b: NULL but for LOB_SCOPE_LAYERS */
} lob_check_polygons;

/* Which edges a pair lies on. Edges count contour by contour as given, those of a before those of b, and each has the
 * number of the point where it begins when the contour is walked; of a check with a window the numbers mean nothing. */
typedef struct lob_pair_owners {
    uint32_t first, second;
} lob_pair_owners;

typedef struct lob_edge_pairs { /* in ctx->arena */
    const lob_edge_pair *items; /* first: of a, or the one with the lower box; directions as relation.h says */
    const lob_pair_owners *owners;
    uint32_t count;
} lob_edge_pairs;

/* More pairs than this: QUERY_TOO_LARGE, reason "pairs": some 350 bytes each until they are listed. Where samples find
 * twice as many it says so before all are looked for. More pairs of edges
 * to look at than that, by an estimate before they are: reason "near". */
enum { LOB_CHECK_PAIRS_MAX = 1 << 21, LOB_CHECK_NEAR_MAX = 1 << 28 };

/* TOOL_LIMIT_EXCEEDED (memory), QUERY_TOO_LARGE, LOB_E_CANCELLED. Coordinates within 32 bits are fast, others right. */
lob_status lob_check_run(lob_ctx *ctx, const lob_check *check, lob_check_polygons polygons, lob_edge_pairs *pairs);

#endif
