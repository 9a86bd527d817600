/* What the files of the deck share. Not for other folders. */
#ifndef LOB_RULES_DECK_IMPL_H
#define LOB_RULES_DECK_IMPL_H

#include "rules/deck.h"

/* A deck being read. */
typedef struct deck_reading {
    lob_ctx *ctx;
    lob_deck_node *nodes;
    uint32_t node_count, node_capacity;
    const lob_str *names; /* of layers, each with the node it stands for */
    uint32_t *named;
    uint32_t name_count;
} deck_reading;

/* One fault at `path` ("$.rules[3].max", our words only); `rule`: the id, or absent. */
lob_status lob_deck_refuse(lob_ctx *ctx, const char *path, const char *fault, const char *expected, lob_str got,
                           lob_str rule);
/* deck_layers.c: an expression, JSON text, to a node. `path`: of the expression. */
lob_status lob_deck_expression(deck_reading *r, lob_str text, const char *path, lob_str rule, uint32_t *node);

#endif
