/* See rule_checks.h. Invariant: each rule of the set is among the items, among the unchecked, or, when only a part of
 * it can be checked, among both. */
#include "design/rule_checks.h"

#include <stdio.h>

#include "base/map.h"
#include "base/num.h"
#include "design/drc_data.h"
#include "json/reader.h"

enum {
    MICRONS_IN_METRE = 1000000,
    ID_SIZE_MAX = 200,
    DESCRIPTION_SIZE_MAX = 2000,
    LAYER_TEXT_SIZE = 32,
    DATATYPES_SHOWN = 32
};

/* Bounds of DeckRule.min_um, and of what the engine's patches reach. */
static const double LENGTH_UM_MAX = 100000;
static const int64_t LENGTH_DBU_MAX = INT64_C(1) << 40;

/* What stands for "nothing is in the way". */
static const lob_unchecked_rule_reason FINE = (lob_unchecked_rule_reason)LOB_UNCHECKED_RULE_REASON_COUNT;

#define LENGTHS "Lengths are metres: 2.3e-7 is 0.23 um."

static const char *const advice[LOB_UNCHECKED_RULE_REASON_COUNT] = {
    [LOB_UNCHECKED_RULE_REASON_NO_LIMIT] = "Give the rule min, max or both.",
    [LOB_UNCHECKED_RULE_REASON_NOT_POSITIVE] = "Give a length above 0, in metres.",
    [LOB_UNCHECKED_RULE_REASON_MAX_OF_LENGTH] =
        "A maximum can only be checked for width and density: write this rule as a DRC script.",
    [LOB_UNCHECKED_RULE_REASON_NO_LAYER2] = "Name the second layer in layer2.",
    [LOB_UNCHECKED_RULE_REASON_LAYER2_UNUSED] = "Omit layer2: this type has one layer.",
    [LOB_UNCHECKED_RULE_REASON_NOT_A_SHARE] = "Give shares from 0 to 1, with min not above max.",
    [LOB_UNCHECKED_RULE_REASON_BELOW_GRID] = LENGTHS,
    [LOB_UNCHECKED_RULE_REASON_TOO_LONG] = LENGTHS,
    [LOB_UNCHECKED_RULE_REASON_ID_TOO_LONG] = "Give the rule an id of at most 200 bytes.",
    [LOB_UNCHECKED_RULE_REASON_LAYER_ABSENT] =
        "See list_layers. To name a datatype, write \"68/20\" in a file of schema_version 1.1.0.",
};

typedef struct mapping {
    lob_ctx *ctx;
    const lob_drc_rule_set *set;
    const lob_rules_ground *ground;
    lob_name_map layers; /* names to their places in the set */
    uint32_t *datatypes; /* of each */
    uint32_t *nodes;     /* of each of them, once asked for; LOB_NONE before */
    lob_deck_node *node_items;
    lob_deck_item *items;
    lob_checkable_rules *rules;
} mapping;

/* A rule while it is mapped: its lengths in um, and what is wrong with each. */
typedef struct measured {
    const lob_drc_rule_set_rule *rule;
    double min_um, max_um;
    lob_unchecked_rule_reason min_fault, max_fault;
} measured;

static lob_unchecked_rule *tell(mapping *m, const lob_drc_rule_set_rule *rule, lob_unchecked_rule_part part,
                                lob_unchecked_rule_reason reason) {
    lob_unchecked_rule *one = &m->rules->unchecked[m->rules->unchecked_count++];
    *one =
        (lob_unchecked_rule){.rule = rule->id, .part = part, .reason = reason, .advice = lob_str_from(advice[reason])};
    return one;
}

/* The layer of a name that the parser found among the set's. */
static lob_deck_layer layer_of(const mapping *m, lob_str name) {
    const uint32_t place = lob_name_map_find(&m->layers, name);
    return (lob_deck_layer){(uint32_t)m->set->layers.items[place], m->datatypes[place]};
}

static bool is_same(lob_deck_layer a, lob_deck_layer b) {
    return a.layer == b.layer && a.datatype == b.datatype;
}

/* One node for each layer, whatever names it has. */
static uint32_t node_of(mapping *m, lob_str name) {
    const lob_deck_layer layer = layer_of(m, name);
    uint32_t *node = &m->nodes[lob_name_map_find(&m->layers, name)];
    for (uint32_t i = 0; *node == LOB_NONE && i < m->rules->deck.node_count; i++) {
        const lob_deck_node *one = &m->node_items[i];
        *node = is_same(layer, (lob_deck_layer){one->layer, one->datatype}) ? i : LOB_NONE;
    }
    if (*node == LOB_NONE) {
        *node = m->rules->deck.node_count++;
        m->node_items[*node] =
            (lob_deck_node){.op = LOB_LAYERS_STORED, .layer = layer.layer, .datatype = layer.datatype};
    }
    return *node;
}

/* "L/D" with something around it. */
static lob_status spell_layer(mapping *m, lob_deck_layer layer, const char *around, lob_str *text) {
    char buffer[LAYER_TEXT_SIZE];
    const int size =
        snprintf(buffer, sizeof buffer, "%s%u/%u%s", around, (unsigned)layer.layer, (unsigned)layer.datatype, around);
    *text = (lob_str){lob_arena_strdup(m->ctx->arena, buffer, (size_t)size), (size_t)size};
    return text->data ? LOB_OK : lob_fail_memory(m->ctx);
}

/* ---- what can be checked ---- */

static bool has_two_layers(const mapping *m, const lob_drc_rule_set_rule *rule) {
    if (rule->type == LOB_DESIGN_RULE_TYPE_SPACING) {
        return rule->layer2.size > 0 && !is_same(layer_of(m, rule->layer), layer_of(m, rule->layer2));
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

static lob_unchecked_rule_reason judge_length(const mapping *m, double um) {
    const double dbu = m->ground->dbu;
    if (!(um > 0)) {
        return LOB_UNCHECKED_RULE_REASON_NOT_POSITIVE;
    }
    const int64_t units = dbu > 0 ? lob_rules_dbu_from_um(um, dbu) : 1;
    if (um > LENGTH_UM_MAX || units >= LENGTH_DBU_MAX) {
        return LOB_UNCHECKED_RULE_REASON_TOO_LONG;
    }
    return units <= 0 ? LOB_UNCHECKED_RULE_REASON_BELOW_GRID : FINE;
}

static bool is_share(bool is_there, double value) {
    return !is_there || (value >= 0 && value <= 1);
}

static lob_unchecked_rule_reason judge_density(const lob_drc_rule_set_rule *rule) {
    const bool is_ordered = !rule->has_min_value || !rule->has_max_value || rule->min_value <= rule->max_value;
    return is_ordered && is_share(rule->has_min_value, rule->min_value) &&
                   is_share(rule->has_max_value, rule->max_value)
               ? FINE
               : LOB_UNCHECKED_RULE_REASON_NOT_A_SHARE;
}

/* What is wrong with the rule, its limits apart. */
static lob_unchecked_rule_reason judge_form(const mapping *m, const lob_drc_rule_set_rule *rule) {
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
    if (!rule->has_min_value && !rule->has_max_value) {
        return LOB_UNCHECKED_RULE_REASON_NO_LIMIT;
    }
    return rule->type == LOB_DESIGN_RULE_TYPE_DENSITY ? judge_density(rule) : FINE;
}

static measured measure(const mapping *m, const lob_drc_rule_set_rule *rule) {
    measured out = {.rule = rule, .min_fault = FINE, .max_fault = FINE};
    if (rule->type == LOB_DESIGN_RULE_TYPE_DENSITY) {
        return out;
    }
    if (rule->has_min_value) {
        out.min_um = lob_num_snap_dbu(rule->min_value * MICRONS_IN_METRE);
        out.min_fault = judge_length(m, out.min_um);
    }
    if (rule->has_max_value) {
        out.max_um = lob_num_snap_dbu(rule->max_value * MICRONS_IN_METRE);
        out.max_fault = rule->type == LOB_DESIGN_RULE_TYPE_WIDTH ? judge_length(m, out.max_um)
                                                                 : LOB_UNCHECKED_RULE_REASON_MAX_OF_LENGTH;
    }
    out.min_um = out.min_fault == FINE ? out.min_um : 0;
    out.max_um = out.max_fault == FINE ? out.max_um : 0;
    return out;
}

/* ---- layers that the layout lacks ---- */

static lob_status tell_absent(mapping *m, const lob_drc_rule_set_rule *rule, lob_deck_layer absent) {
    const lob_layout *layout = m->ground->layout;
    lob_unchecked_rule *one = tell(m, rule, LOB_UNCHECKED_RULE_PART_ALL, LOB_UNCHECKED_RULE_REASON_LAYER_ABSENT);
    const uint32_t count = lob_layout_layer_count(layout);
    one->datatypes.items = LOB_NEW_ARRAY(m->ctx->arena, int64_t, DATATYPES_SHOWN);
    if (!one->datatypes.items) {
        return lob_fail_memory(m->ctx);
    }
    one->has_datatypes = true;
    for (lob_layer_index i = 0; i < count && one->datatypes.count < DATATYPES_SHOWN; i++) {
        const lob_layer *layer = lob_layout_layer(layout, i);
        if (layer->layer == absent.layer) {
            one->datatypes.items[one->datatypes.count++] = layer->datatype;
        }
    }
    return spell_layer(m, absent, "", &one->layer);
}

static bool is_absent(const mapping *m, lob_deck_layer layer) {
    return m->ground->layout && lob_layout_find_layer(m->ground->layout, layer.layer, layer.datatype) == LOB_NONE;
}

static lob_status judge_layers(mapping *m, const lob_drc_rule_set_rule *rule, bool *are_there) {
    const lob_deck_layer layer = layer_of(m, rule->layer);
    *are_there = false;
    if (is_absent(m, layer)) {
        return tell_absent(m, rule, layer);
    }
    if (has_two_layers(m, rule) && is_absent(m, layer_of(m, rule->layer2))) {
        return tell_absent(m, rule, layer_of(m, rule->layer2));
    }
    *are_there = true;
    return LOB_OK;
}

/* ---- the rules ---- */

static lob_status add_rule(mapping *m, const measured *lengths) {
    const lob_drc_rule_set_rule *rule = lengths->rule;
    const bool is_between = has_two_layers(m, rule), is_density = rule->type == LOB_DESIGN_RULE_TYPE_DENSITY;
    const lob_rule_type type = type_of(rule, is_between);
    lob_checkable_rules *rules = m->rules;
    lob_deck_rule *out = &rules->items[rules->count];
    *out = (lob_deck_rule){.id = rule->id,
                           .type = (lob_deck_rule_type)type,
                           .has_min_um = lengths->min_um > 0,
                           .min_um = lengths->min_um,
                           .has_max_um = lengths->max_um > 0,
                           .max_um = lengths->max_um,
                           .has_min = is_density && rule->has_min_value,
                           .min = rule->min_value,
                           .has_max = is_density && rule->has_max_value,
                           .max = rule->max_value,
                           .severity = LOB_DECK_RULE_SEVERITY_ERROR,
                           .description =
                               rule->description.size <= DESCRIPTION_SIZE_MAX ? rule->description : (lob_str){0}};
    LOB_TRY(spell_layer(m, layer_of(m, rule->layer), "\"", &out->layer));
    if (is_between) {
        LOB_TRY(spell_layer(m, layer_of(m, rule->layer2), "\"", &out->layer2));
    }
    m->items[rules->count++] = (lob_deck_item){.id = out->id,
                                               .description = out->description,
                                               .type = type,
                                               .a = node_of(m, rule->layer),
                                               .b = is_between ? node_of(m, rule->layer2) : LOB_NONE,
                                               .min_um = lengths->min_um,
                                               .max_um = lengths->max_um,
                                               .ignore_angle = 90,
                                               .has_low = out->has_min,
                                               .has_high = out->has_max,
                                               .low = rule->min_value,
                                               .high = rule->max_value};
    return LOB_OK;
}

static lob_status map_rule(mapping *m, const lob_drc_rule_set_rule *rule) {
    const lob_unchecked_rule_reason fault = judge_form(m, rule);
    const measured lengths = measure(m, rule);
    bool are_there;
    if ((int)fault != (int)FINE) {
        tell(m, rule, LOB_UNCHECKED_RULE_PART_ALL, fault);
        return LOB_OK;
    }
    if (rule->type != LOB_DESIGN_RULE_TYPE_DENSITY && lengths.min_um == 0 && lengths.max_um == 0) {
        tell(m, rule, LOB_UNCHECKED_RULE_PART_ALL, rule->has_min_value ? lengths.min_fault : lengths.max_fault);
        return LOB_OK;
    }
    LOB_TRY(judge_layers(m, rule, &are_there));
    if (!are_there) {
        return LOB_OK;
    }
    if ((int)lengths.min_fault != (int)FINE) {
        tell(m, rule, LOB_UNCHECKED_RULE_PART_MIN, lengths.min_fault);
    }
    if ((int)lengths.max_fault != (int)FINE) {
        tell(m, rule, LOB_UNCHECKED_RULE_PART_MAX, lengths.max_fault);
    }
    return add_rule(m, &lengths);
}

/* Datatypes by the places of their layers; those that are not named are 0. */
static void take_datatypes(mapping *m) {
    for (size_t i = 0; i < m->set->datatypes.count; i++) {
        const uint32_t place = lob_name_map_find(&m->layers, m->set->datatypes.names[i]);
        if (place != LOB_MAP_NONE) {
            m->datatypes[place] = (uint32_t)m->set->datatypes.items[i];
        }
    }
}

static lob_status map_all(mapping *m) {
    lob_checkable_rules *rules = m->rules;
    const size_t count = m->set->rules.count, layer_count = m->set->layers.count;
    m->nodes = LOB_NEW_ARRAY(m->ctx->arena, uint32_t, layer_count + 1);
    m->datatypes = LOB_NEW_ARRAY(m->ctx->arena, uint32_t, layer_count + 1);
    m->node_items = LOB_NEW_ARRAY(m->ctx->arena, lob_deck_node, layer_count + 1);
    m->items = LOB_NEW_ARRAY(m->ctx->arena, lob_deck_item, count + 1);
    rules->items = LOB_NEW_ARRAY(m->ctx->arena, lob_deck_rule, count + 1);
    rules->unchecked = LOB_NEW_ARRAY(m->ctx->arena, lob_unchecked_rule, 2 * count + 1); /* two parts of each */
    if (!m->nodes || !m->datatypes || !m->node_items || !m->items || !rules->items || !rules->unchecked) {
        return lob_fail_memory(m->ctx);
    }
    for (size_t i = 0; i < layer_count; i++) {
        uint32_t found;
        m->nodes[i] = LOB_NONE;
        if (!lob_name_map_add(&m->layers, m->set->layers.names[i], (uint32_t)i, &found)) {
            return lob_fail_memory(m->ctx);
        }
    }
    take_datatypes(m);
    for (size_t i = 0; i < count; i++) {
        LOB_TRY(map_rule(m, &m->set->rules.items[i]));
    }
    rules->deck.name = m->set->tech;
    rules->deck.nodes = m->node_items;
    rules->deck.items = m->items;
    rules->deck.count = (uint32_t)rules->count;
    return LOB_OK;
}

lob_status lob_checkable_rules_of(lob_ctx *ctx, const lob_drc_rule_set *set, const lob_rules_ground *ground,
                                  lob_checkable_rules *rules) {
    mapping m = {.ctx = ctx, .set = set, .ground = ground, .rules = rules};
    *rules = (lob_checkable_rules){0};
    lob_name_map_init(&m.layers);
    lob_status status = map_all(&m);
    lob_name_map_release(&m.layers);
    return status;
}

/* ---- decks of either form ---- */

static bool is_drc_rules(const cJSON *json) {
    return cJSON_IsObject(json) && cJSON_GetObjectItemCaseSensitive(json, "tech") &&
           !cJSON_GetObjectItemCaseSensitive(json, "rule_deck");
}

lob_status lob_checkable_rules_read(lob_ctx *ctx, lob_str text, const lob_rules_ground *ground,
                                    lob_checkable_rules *rules) {
    lob_parsed_drc_rules parsed;
    lob_json_fault fault;
    *rules = (lob_checkable_rules){0};
    lob_json_init();
    cJSON *json = lob_json_parse(text, &fault);
    if (!json) {
        return lob_deck_refuse_json(ctx, &fault);
    }
    if (!is_drc_rules(json)) {
        return lob_rules_deck_take(ctx, json, &rules->deck);
    }
    cJSON_Delete(json); /* its reader keeps how numbers were written */
    LOB_TRY(lob_drc_rules_read_text(ctx, text, &parsed));
    return lob_checkable_rules_of(ctx, &parsed.rules, ground, rules);
}

static lob_status refuse_unchecked(lob_ctx *ctx, const lob_checkable_rules *rules) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "%zu rules of the file cannot be checked", rules->unchecked_count);
    for (size_t i = 0; i < rules->unchecked_count; i++) {
        const lob_unchecked_rule *one = &rules->unchecked[i];
        lob_issue *issue = lob_error_issue(&ctx->error);
        if (issue) {
            snprintf(issue->path, sizeof issue->path, "%.*s", (int)one->rule.size, one->rule.data);
            snprintf(issue->rule, sizeof issue->rule, "%s", lob_unchecked_rule_reason_names[one->reason]);
            snprintf(issue->expected, sizeof issue->expected, "%.*s", (int)one->advice.size, one->advice.data);
        }
    }
    lob_error_text(&ctx->error, "reason", LOB_STR("not_checkable"));
    lob_error_text(&ctx->error, "rule", rules->unchecked[0].rule);
    lob_hint(ctx, "Fix the rules in details.issues, or use check_rules, which checks the others and lists these as "
                  "not_checked.");
    return status;
}

lob_status lob_checkable_deck_read(lob_ctx *ctx, lob_str text, const lob_rules_ground *ground, lob_rules_deck *deck) {
    lob_checkable_rules rules;
    LOB_TRY(lob_checkable_rules_read(ctx, text, ground, &rules));
    *deck = rules.deck;
    return rules.unchecked_count > 0 ? refuse_unchecked(ctx, &rules) : LOB_OK;
}
