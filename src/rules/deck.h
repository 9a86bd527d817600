/* Decks as files: JSON to rules, rules to a DRC script of KLayout.
 *
 * A rule deck (spec/types/rule_deck.json: micrometres, expressions, every type and option of rule.h) becomes a
 * lob_rules_deck, which knows no layout; binding it to a layout makes the rules that the engine runs. The other form of
 * file, drc_rules.json, is read by design/rule_checks.h. docs/mechanisms/rules.md describes both and what they mean.
 */
#ifndef LOB_RULES_DECK_H
#define LOB_RULES_DECK_H

#include "base/buf.h"
#include "rules/rule.h"
#include "json/reader.h"

typedef struct lob_deck_node { /* operands have smaller numbers than the node */
    lob_layers_op op;
    uint32_t layer, datatype; /* STORED */
    uint32_t left, right;
} lob_deck_node;

typedef struct lob_deck_item { /* one rule; lengths in um, areas in um2, as lob_rule has them */
    lob_str id, description;
    lob_rule_type type;
    bool is_warning;
    uint32_t a, b; /* nodes; b LOB_NONE but for types of two layers */
    double min_um, max_um, projection_min_um, tolerance_um, ignore_angle;
    lob_metrics metrics;
    bool is_exact, whole_edges;
    bool has_low, has_high;
    double low, high; /* AREA: um2; DENSITY: 0..1 */
    double grid_um, angle_step, window_um, step_um;
} lob_deck_item;

typedef struct lob_rules_deck { /* in ctx->arena */
    lob_str name;               /* or the tech; may be empty */
    const lob_deck_node *nodes;
    uint32_t node_count;
    const lob_deck_item *items;
    uint32_t count;
} lob_rules_deck;

/* A tree of a deck, or an array of its rules; the tree goes. INVALID_TARGET with details.issues (path in the deck),
 * details.rule (the id, where it is one rule's fault) and candidates for names of layers. */
lob_status lob_rules_deck_take(lob_ctx *ctx, cJSON *json, lob_rules_deck *deck);

typedef struct lob_deck_layer {
    uint32_t layer, datatype;
} lob_deck_layer;

/* "68/20". */
bool lob_deck_is_number(lob_str text, uint32_t *layer, uint32_t *datatype);

typedef struct lob_bound_rules { /* in ctx->arena */
    lob_rules rules;
    const lob_deck_layer *missing; /* layers of the deck that the layout does not have: they are empty */
    uint32_t missing_count;
} lob_bound_rules;

/* Lengths become database units as KLayout rounds them, floor(um / dbu + 1/2). INVALID_TARGET when a length comes to
 * nothing, or to more than can be checked. `only`: ids of the rules wanted, in the order of the deck; none: all. */
lob_status lob_rules_deck_bind(lob_ctx *ctx, const lob_rules_deck *deck, const lob_layout *layout, const lob_str *only,
                               size_t only_count, lob_bound_rules *bound);

typedef struct lob_left_out { /* a rule that KLayout 0.28.5 cannot check; texts static, but the id */
    lob_str rule;
    const char *reason, *why, *advice; /* reason: a word, "exact", "tolerance" or "angle" */
} lob_left_out;

typedef struct lob_left_outs { /* in ctx->arena */
    lob_left_out *items;
    size_t count;
} lob_left_outs;

/* The same rules for KLayout's DRC: reads $input (cell $top_cell, when there is one), reports to $report. Rules that it
 * cannot check are left out and listed. */
lob_status lob_rules_deck_script(lob_ctx *ctx, const lob_rules_deck *deck, lob_buf *script, lob_left_outs *left_out);

/* For readers of decks: refuses a text that is no JSON, reason `json`, with line and column. */
lob_status lob_deck_refuse_json(lob_ctx *ctx, const lob_json_fault *fault);

/* um to dbu as KLayout rounds. */
int64_t lob_rules_dbu_from_um(double um, double dbu);

#endif
