/* Rules of a drc_rules.json as the engine checks them, and what it cannot check of them.
 *
 *     width      layer.min                  width
 *     spacing    one layer / two            space / separation
 *     enclosure  layer lies in layer2       enclosure
 *     extension  layer goes beyond layer2   extension
 *     overlap    of both layers             overlap
 *     density    of the cell's box          density
 *
 * Layer N is N/0, metres become um; rules are errors. A rule that says too little, or more than can be checked, is told
 * as an UncheckedRule and never passed over in silence.
 */
#ifndef LOB_TOOL_DESIGN_RULES_H
#define LOB_TOOL_DESIGN_RULES_H

#include "gen/types.h"
#include "rules/deck.h"

typedef struct lob_checkable_rules { /* in ctx->arena; texts borrowed from the rule set */
    lob_deck_rule *items;            /* for check_rules */
    size_t count;
    lob_rules_deck deck; /* the same for the engine, item by item */
    lob_unchecked_rule *unchecked;
    size_t unchecked_count;
} lob_checkable_rules;

/* dbu: of the layout, um; 0: of none, then no length is too short. Fails for want of memory alone. */
lob_status lob_checkable_rules_of(lob_ctx *ctx, const lob_drc_rule_set *set, double dbu, lob_checkable_rules *rules);

#endif
