/* The least width, space or distance, and where it is, without a limit to check against.
 *
 * A check with a small distance finds nothing and is cheap; the distance grows until something is found, then shrinks
 * to what was found. So no pair of figures is compared that lies further apart than a few times the answer. The least
 * is exact (true distances, also of slanted edges): a check with its whole units finds nothing, one with more finds it.
 * A pair that other edges shield in one reach and not in another counts when it is seen in one that was tried.
 */
#ifndef LOB_RULES_LEAST_H
#define LOB_RULES_LEAST_H

#include "rules/rule.h"

typedef struct lob_least_question {
    lob_rules_question where; /* its list_max: 0 */
    lob_layer_index a, b;     /* b: LOB_NONE but for types of two layers */
    lob_rule_type type;       /* WIDTH to OVERLAP */
    int64_t reach_max;        /* dbu, > 0: how far to look */
    uint32_t count;           /* places wanted, > 0 */
} lob_least_question;

typedef struct lob_least_found {
    const lob_violation *items; /* edge pairs, nearest first, then by place, no two between the same points; in arena */
    uint32_t count;
    uint64_t outside; /* ENCLOSURE: polygons of a that are not wholly in b */
    int64_t reach;    /* dbu: up to here everything was found. Nothing is nearer when nothing is listed */
    bool is_stopped;  /* a longer reach was too much work */
    bool is_cut;      /* of equally near places not all could be looked at */
    bool is_local;    /* as of lob_verdict */
} lob_least_found;

/* QUERY_TOO_LARGE when already the shortest reach is too much; TOOL_LIMIT_EXCEEDED, LOB_E_CANCELLED. */
lob_status lob_rules_least(lob_ctx *ctx, const lob_least_question *question, lob_least_found *least);

/* Merged polygons of the layers combined; STORED: of a alone. Fails as lob_rules_run() does. */
lob_status lob_rules_count_pieces(lob_ctx *ctx, const lob_rules_question *where, lob_layer_index a, lob_layer_index b,
                                  lob_layers_op op, uint64_t *count);

#endif
