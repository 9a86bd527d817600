/* Rules of a drc_rules.json as the engine checks them, and what it cannot check of them.
 *
 *     width      layer.min, max             width
 *     spacing    one layer / two            space / separation
 *     enclosure  layer lies in layer2       enclosure
 *     extension  layer goes beyond layer2   extension
 *     overlap    of both layers             overlap
 *     density    of the cell's box          density
 *
 * Metres become um; rules are errors. A rule that says too little, more than can be checked, or something of a layer
 * that the layout lacks, is an UncheckedRule and never passed over in silence.
 */
#ifndef LOB_DESIGN_RULE_CHECKS_H
#define LOB_DESIGN_RULE_CHECKS_H

#include "db/layout.h"
#include "gen/types.h"
#include "rules/deck.h"

typedef struct lob_checkable_rules { /* in ctx->arena; texts borrowed from the rule set */
    lob_deck_rule *items;            /* for check_rules; of a rule deck: none */
    size_t count;
    lob_rules_deck deck; /* the same for the engine, item by item */
    lob_unchecked_rule *unchecked;
    size_t unchecked_count;
} lob_checkable_rules;

/* What the rules are for. */
typedef struct lob_rules_ground {
    double dbu;               /* um; 0: of no layout, then no length is too short */
    const lob_layout *layout; /* NULL: every layer counts as there */
} lob_rules_ground;

/* Fails for want of memory alone. */
lob_status lob_checkable_rules_of(lob_ctx *ctx, const lob_drc_rule_set *set, const lob_rules_ground *ground,
                                  lob_checkable_rules *rules);

/* A deck of either form: drc_rules.json, known by its member "tech", as of lob_drc_rules_read_text() and the above; or
 * a rule deck (rules/deck.h), of which nothing is unchecked. */
lob_status lob_checkable_rules_read(lob_ctx *ctx, lob_str text, const lob_rules_ground *ground,
                                    lob_checkable_rules *rules);
/* The same for who cannot say that a rule was not checked: INVALID_TARGET, reason "not_checkable", with details.issues,
 * when one is. */
lob_status lob_checkable_deck_read(lob_ctx *ctx, lob_str text, const lob_rules_ground *ground, lob_rules_deck *deck);

#endif
