/* A deck and a layout: numbers to layers, lengths to database units. */
#include <math.h>
#include <stdio.h>

#include "rules/deck_impl.h"

/* What can be checked at all: patches reach that far. */
static const int64_t LENGTH_MAX = INT64_C(1) << 40;

int64_t lob_rules_dbu_from_um(double um, double dbu) {
    double units = floor(um / dbu + 0.5);
    return units >= (double)LENGTH_MAX ? LENGTH_MAX : (int64_t)units;
}

typedef struct binding {
    lob_ctx *ctx;
    const lob_rules_deck *deck;
    const lob_layout *layout;
    double dbu;
} binding;

static lob_status take_length(const binding *b, uint32_t index, const char *member, double um, int64_t *length) {
    char path[64];
    *length = lob_rules_dbu_from_um(um, b->dbu);
    snprintf(path, sizeof path, "$.rules[%u].%s", index, member);
    if (um > 0 && *length <= 0) {
        return lob_deck_refuse(b->ctx, path, "below_dbu", "a length of at least half a database unit of the layout",
                               (lob_str){0}, b->deck->items[index].id);
    }
    if (*length >= LENGTH_MAX) {
        return lob_deck_refuse(b->ctx, path, "maximum", "a length of less than 2^40 database units", (lob_str){0},
                               b->deck->items[index].id);
    }
    return LOB_OK;
}

static lob_status bind_rule(const binding *b, uint32_t index, lob_rule *rule) {
    const lob_deck_item *item = &b->deck->items[index];
    const double scale = item->type == LOB_RULE_AREA ? b->dbu * b->dbu : 1;
    *rule = (lob_rule){.id = item->id,
                       .description = item->description,
                       .severity = item->is_warning ? LOB_STR("warning") : LOB_STR("error"),
                       .type = item->type,
                       .a = item->a,
                       .b = item->b,
                       .metrics = item->metrics,
                       .ignore_angle = item->ignore_angle,
                       .is_exact = item->is_exact,
                       .whole_edges = item->whole_edges,
                       .has_low = item->has_low,
                       .has_high = item->has_high,
                       .low = item->low / scale,
                       .high = item->high / scale,
                       .angle_step = item->angle_step};
    if (item->type == LOB_RULE_AREA) { /* areas are halves of dbu2 */
        rule->low = floor(rule->low * 2 + 0.5) / 2;
        rule->high = floor(rule->high * 2 + 0.5) / 2;
    }
    LOB_TRY(take_length(b, index, "min_um", item->min_um, &rule->min));
    LOB_TRY(take_length(b, index, "max_um", item->max_um, &rule->max));
    LOB_TRY(take_length(b, index, "projection_min_um", item->projection_min_um, &rule->projection_min));
    rule->tolerance = lob_rules_dbu_from_um(item->tolerance_um, b->dbu);
    LOB_TRY(take_length(b, index, "grid_um", item->grid_um, &rule->grid));
    LOB_TRY(take_length(b, index, "window_um", item->window_um, &rule->window));
    return take_length(b, index, "step_um", item->step_um, &rule->step);
}

static bool is_wanted(const lob_deck_item *item, const lob_str *only, size_t only_count) {
    for (size_t i = 0; i < only_count; i++) {
        if (lob_str_equal(only[i], item->id)) {
            return true;
        }
    }
    return only_count == 0;
}

static lob_status check_only(lob_ctx *ctx, const lob_rules_deck *deck, const lob_str *only, size_t only_count) {
    for (size_t i = 0; i < only_count; i++) {
        uint32_t k = 0;
        while (k < deck->count && !lob_str_equal(deck->items[k].id, only[i])) {
            k++;
        }
        if (k == deck->count) {
            lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The deck has no rule with a requested id");
            lob_error_text(&ctx->error, "argument", LOB_STR("only"));
            lob_error_text(&ctx->error, "rule", only[i]);
            for (k = 0; k < deck->count; k++) {
                lob_error_candidate(&ctx->error, deck->items[k].id);
            }
            lob_hint(ctx, "Use ids of rules in the deck.");
            return status;
        }
    }
    return LOB_OK;
}

static lob_status bind_nodes(const binding *b, lob_bound_rules *bound) {
    lob_layers_node *nodes = LOB_NEW_ARRAY(b->ctx->arena, lob_layers_node, b->deck->node_count + 1);
    lob_deck_layer *missing = LOB_NEW_ARRAY(b->ctx->arena, lob_deck_layer, b->deck->node_count + 1);
    if (!nodes || !missing) {
        return lob_fail_memory(b->ctx);
    }
    for (uint32_t i = 0; i < b->deck->node_count; i++) {
        const lob_deck_node *node = &b->deck->nodes[i];
        nodes[i] = (lob_layers_node){node->op, LOB_NONE, node->left, node->right};
        if (node->op == LOB_LAYERS_STORED) {
            nodes[i].layer = lob_layout_find_layer(b->layout, node->layer, node->datatype);
            if (nodes[i].layer == LOB_NONE) { /* each number stands in one node */
                missing[bound->missing_count++] = (lob_deck_layer){node->layer, node->datatype};
            }
        }
    }
    bound->rules.nodes = nodes;
    bound->rules.node_count = b->deck->node_count;
    bound->missing = missing;
    return LOB_OK;
}

lob_status lob_rules_deck_bind(lob_ctx *ctx, const lob_rules_deck *deck, const lob_layout *layout, const lob_str *only,
                               size_t only_count, lob_bound_rules *bound) {
    const binding b = {ctx, deck, layout, lob_layout_dbu(layout)};
    lob_rule *rules = LOB_NEW_ARRAY(ctx->arena, lob_rule, deck->count + 1);
    *bound = (lob_bound_rules){0};
    if (!rules) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(check_only(ctx, deck, only, only_count));
    LOB_TRY(bind_nodes(&b, bound));
    for (uint32_t i = 0; i < deck->count; i++) {
        if (is_wanted(&deck->items[i], only, only_count)) {
            LOB_TRY(bind_rule(&b, i, &rules[bound->rules.count++]));
        }
    }
    bound->rules.items = rules;
    return LOB_OK;
}
