/* See design_rules.h. Invariant: each rule of the set is among the items, among the unchecked, or, when only a part of
 * it can be checked, among both. */
#include "tool/design_rules.h"

#include <stdio.h>

#include "base/map.h"
#include "base/num.h"

enum { MICRONS_IN_METRE = 1000000, ID_SIZE_MAX = 200, DESCRIPTION_SIZE_MAX = 2000, LAYER_TEXT_SIZE = 24 };

/* Bounds of DeckRule.min_um, and of what the engine's patches reach. */
static const double LENGTH_UM_MAX = 100000;
static const int64_t LENGTH_DBU_MAX = INT64_C(1) << 40;

typedef struct mapping {
    lob_ctx *ctx;
    const lob_drc_rule_set *set;
    double dbu;
    lob_name_map layers; /* names to their places in the set */
    uint32_t *nodes;     /* of each of them, once asked for; LOB_NONE before */
    lob_deck_node *node_items;
    lob_deck_item *items;
    lob_checkable_rules *rules;
} mapping;

static void tell(mapping *m, const lob_drc_rule_set_rule *rule, lob_unchecked_rule_part part,
                 lob_unchecked_rule_reason reason) {
    m->rules->unchecked[m->rules->unchecked_count++] =
        (lob_unchecked_rule){.rule = rule->id, .part = part, .reason = reason};
}

/* The layer of a name that the parser found among the set's. */
static int64_t number_of(const mapping *m, lob_str name) {
    return m->set->layers.items[lob_name_map_find(&m->layers, name)];
}

/* One node for each number, whatever names it has. */
static uint32_t node_of(mapping *m, lob_str name) {
    const uint32_t layer = (uint32_t)number_of(m, name);
    uint32_t *node = &m->nodes[lob_name_map_find(&m->layers, name)];
    for (uint32_t i = 0; *node == LOB_NONE && i < m->rules->deck.node_count; i++) {
        *node = m->node_items[i].layer == layer ? i : LOB_NONE;
    }
    if (*node == LOB_NONE) {
        *node = m->rules->deck.node_count++;
        m->node_items[*node] = (lob_deck_node){.op = LOB_LAYERS_STORED, .layer = layer};
    }
    return *node;
}

static bool is_layer_number(int64_t number) {
    return number >= 0 && number <= UINT32_MAX;
}

/* "N/0" as JSON. */
static lob_status spell_layer(mapping *m, lob_str name, lob_str *text) {
    char buffer[LAYER_TEXT_SIZE];
    const int size = snprintf(buffer, sizeof buffer, "\"%lld/0\"", (long long)number_of(m, name));
    *text = (lob_str){lob_arena_strdup(m->ctx->arena, buffer, (size_t)size), (size_t)size};
    return text->data ? LOB_OK : lob_fail_memory(m->ctx);
}

/* ---- what can be checked ---- */

static bool has_two_layers(const mapping *m, const lob_drc_rule_set_rule *rule) {
    if (rule->type == LOB_DESIGN_RULE_TYPE_SPACING) {
        return rule->layer2.size > 0 && number_of(m, rule->layer) != number_of(m, rule->layer2);
    }
    return rule->type != LOB_DESIGN_RULE_TYPE_WIDTH && rule->type != LOB_DESIGN_RULE_TYPE_DENSITY;
}

static lob_rule_type type_of(const lob_drc_rule_set_rule *rule, bool is_between) {
    static const lob_rule_type types[] = {
        [LOB_DESIGN_RULE_TYPE_WIDTH] = LOB_RULE_WIDTH,         [LOB_DESIGN_RULE_TYPE_SPACING] = LOB_RULE_SPACE,
        [LOB_DESIGN_RULE_TYPE_ENCLOSURE] = LOB_RULE_ENCLOSURE, [LOB_DESIGN_RULE_TYPE_EXTENSION] = LOB_RULE_EXTENSION,
        [LOB_DESIGN_RULE_TYPE_OVERLAP] = LOB_RULE_OVERLAP,     [LOB_DESIGN_RULE_TYPE_DENSITY] = LOB_RULE_DENSITY,
    };
    return rule->type == LOB_DESIGN_RULE_TYPE_SPACING && is_between ? LOB_RULE_SEPARATION : types[rule->type];
}

/* LOB_UNCHECKED_RULE_REASON_COUNT: nothing is in the way. */
static lob_unchecked_rule_reason judge_length(const mapping *m, const lob_drc_rule_set_rule *rule, double um) {
    if (!rule->has_min_value) {
        return rule->has_max_value ? LOB_UNCHECKED_RULE_REASON_MAX_OF_LENGTH : LOB_UNCHECKED_RULE_REASON_NO_LIMIT;
    }
    if (!(um > 0)) {
        return LOB_UNCHECKED_RULE_REASON_NOT_POSITIVE;
    }
    const int64_t units = m->dbu > 0 ? lob_rules_dbu_from_um(um, m->dbu) : 1;
    if (um > LENGTH_UM_MAX || units >= LENGTH_DBU_MAX) {
        return LOB_UNCHECKED_RULE_REASON_TOO_LONG;
    }
    return units <= 0 ? LOB_UNCHECKED_RULE_REASON_BELOW_GRID
                      : (lob_unchecked_rule_reason)LOB_UNCHECKED_RULE_REASON_COUNT;
}

static bool is_share(bool is_there, double value) {
    return !is_there || (value >= 0 && value <= 1);
}

static lob_unchecked_rule_reason judge_density(const lob_drc_rule_set_rule *rule) {
    if (!rule->has_min_value && !rule->has_max_value) {
        return LOB_UNCHECKED_RULE_REASON_NO_LIMIT;
    }
    const bool is_ordered = !rule->has_min_value || !rule->has_max_value || rule->min_value <= rule->max_value;
    return is_ordered && is_share(rule->has_min_value, rule->min_value) &&
                   is_share(rule->has_max_value, rule->max_value)
               ? (lob_unchecked_rule_reason)LOB_UNCHECKED_RULE_REASON_COUNT
               : LOB_UNCHECKED_RULE_REASON_NOT_A_SHARE;
}

static lob_unchecked_rule_reason judge(const mapping *m, const lob_drc_rule_set_rule *rule, double um) {
    const bool is_between = has_two_layers(m, rule);
    if (rule->id.size > ID_SIZE_MAX) {
        return LOB_UNCHECKED_RULE_REASON_ID_TOO_LONG;
    }
    if (is_between && rule->layer2.size == 0) {
        return LOB_UNCHECKED_RULE_REASON_NO_LAYER2;
    }
    if (rule->layer2.size > 0 && !is_between && rule->type != LOB_DESIGN_RULE_TYPE_SPACING) {
        return LOB_UNCHECKED_RULE_REASON_LAYER2_UNUSED;
    }
    if (!is_layer_number(number_of(m, rule->layer)) || (is_between && !is_layer_number(number_of(m, rule->layer2)))) {
        return LOB_UNCHECKED_RULE_REASON_LAYER_NUMBER;
    }
    return rule->type == LOB_DESIGN_RULE_TYPE_DENSITY ? judge_density(rule) : judge_length(m, rule, um);
}

/* ---- the rules ---- */

static lob_status add_rule(mapping *m, const lob_drc_rule_set_rule *rule, double um) {
    const bool is_between = has_two_layers(m, rule), is_density = rule->type == LOB_DESIGN_RULE_TYPE_DENSITY;
    const lob_rule_type type = type_of(rule, is_between);
    lob_checkable_rules *rules = m->rules;
    lob_deck_rule *out = &rules->items[rules->count];
    *out = (lob_deck_rule){.id = rule->id,
                           .type = (lob_deck_rule_type)type,
                           .has_min_um = !is_density,
                           .min_um = is_density ? 0 : um,
                           .has_min = is_density && rule->has_min_value,
                           .min = rule->min_value,
                           .has_max = is_density && rule->has_max_value,
                           .max = rule->max_value,
                           .severity = LOB_DECK_RULE_SEVERITY_ERROR,
                           .description =
                               rule->description.size <= DESCRIPTION_SIZE_MAX ? rule->description : (lob_str){0}};
    LOB_TRY(spell_layer(m, rule->layer, &out->layer));
    if (is_between) {
        LOB_TRY(spell_layer(m, rule->layer2, &out->layer2));
    }
    m->items[rules->count++] = (lob_deck_item){.id = out->id,
                                               .description = out->description,
                                               .type = type,
                                               .a = node_of(m, rule->layer),
                                               .b = is_between ? node_of(m, rule->layer2) : LOB_NONE,
                                               .min_um = is_density ? 0 : um,
                                               .ignore_angle = 90,
                                               .has_low = out->has_min,
                                               .has_high = out->has_max,
                                               .low = rule->min_value,
                                               .high = rule->max_value};
    return LOB_OK;
}

static lob_status map_rule(mapping *m, const lob_drc_rule_set_rule *rule) {
    const double um = rule->has_min_value ? lob_num_snap_dbu(rule->min_value * MICRONS_IN_METRE) : 0;
    const lob_unchecked_rule_reason reason = judge(m, rule, um);
    if ((int)reason != LOB_UNCHECKED_RULE_REASON_COUNT) {
        tell(m, rule, LOB_UNCHECKED_RULE_PART_ALL, reason);
        return LOB_OK;
    }
    if (rule->has_max_value && rule->type != LOB_DESIGN_RULE_TYPE_DENSITY) {
        tell(m, rule, LOB_UNCHECKED_RULE_PART_MAX, LOB_UNCHECKED_RULE_REASON_MAX_OF_LENGTH);
    }
    return add_rule(m, rule, um);
}

static lob_status map_all(mapping *m) {
    lob_checkable_rules *rules = m->rules;
    const size_t count = m->set->rules.count, layer_count = m->set->layers.count;
    m->nodes = LOB_NEW_ARRAY(m->ctx->arena, uint32_t, layer_count + 1);
    m->node_items = LOB_NEW_ARRAY(m->ctx->arena, lob_deck_node, layer_count + 1);
    m->items = LOB_NEW_ARRAY(m->ctx->arena, lob_deck_item, count + 1);
    rules->items = LOB_NEW_ARRAY(m->ctx->arena, lob_deck_rule, count + 1);
    rules->unchecked = LOB_NEW_ARRAY(m->ctx->arena, lob_unchecked_rule, count + 1);
    if (!m->nodes || !m->node_items || !m->items || !rules->items || !rules->unchecked) {
        return lob_fail_memory(m->ctx);
    }
    for (size_t i = 0; i < layer_count; i++) {
        uint32_t found;
        m->nodes[i] = LOB_NONE;
        if (!lob_name_map_add(&m->layers, m->set->layers.names[i], (uint32_t)i, &found)) {
            return lob_fail_memory(m->ctx);
        }
    }
    for (size_t i = 0; i < count; i++) {
        LOB_TRY(map_rule(m, &m->set->rules.items[i]));
    }
    rules->deck.name = m->set->tech;
    rules->deck.nodes = m->node_items;
    rules->deck.items = m->items;
    rules->deck.count = (uint32_t)rules->count;
    return LOB_OK;
}

lob_status lob_checkable_rules_of(lob_ctx *ctx, const lob_drc_rule_set *set, double dbu, lob_checkable_rules *rules) {
    mapping m = {.ctx = ctx, .set = set, .dbu = dbu, .rules = rules};
    *rules = (lob_checkable_rules){0};
    lob_name_map_init(&m.layers);
    lob_status status = map_all(&m);
    lob_name_map_release(&m.layers);
    return status;
}
