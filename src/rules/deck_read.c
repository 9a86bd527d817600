/* Reading a deck: what the schemas cannot say. A member that a rule's type does not have is an error, as is one that it
 * needs and does not get; nothing is passed over in silence. */
#include <math.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/map.h"
#include "gen/parse.h"
#include "rules/deck_impl.h"
#include "json/reader.h"

enum { PATH_SIZE = 160 };

/* ---- what goes with a type ---- */

enum {
    HAS_LAYER2 = 1 << 0,
    HAS_MIN_UM = 1 << 1,
    HAS_METRICS = 1 << 2,
    HAS_PROJECTION = 1 << 3,
    HAS_IGNORE = 1 << 4,
    HAS_WHOLE = 1 << 5,
    HAS_EXACT = 1 << 6,
    HAS_TOLERANCE = 1 << 7,
    HAS_MIN_UM2 = 1 << 8,
    HAS_MAX_UM2 = 1 << 9,
    HAS_GRID = 1 << 10,
    HAS_STEP_DEG = 1 << 11,
    HAS_MIN = 1 << 12,
    HAS_MAX = 1 << 13,
    HAS_WINDOW = 1 << 14,
    HAS_STEP = 1 << 15,
    HAS_MAX_UM = 1 << 16,
    FOR_PAIRS = HAS_MIN_UM | HAS_METRICS | HAS_PROJECTION | HAS_IGNORE | HAS_WHOLE | HAS_EXACT | HAS_TOLERANCE,
};

static const char *const member_names[] = {
    "layer2",       "min_um",  "metrics", "projection_min_um", "ignore_angle_deg", "whole_edges", "exact",
    "tolerance_um", "min_um2", "max_um2", "grid_um",           "step_deg",         "min",         "max",
    "window_um",    "step_um", "max_um"};

static const struct {
    unsigned allowed, needed, one_of; /* one_of: at least one of these */
} fittings[LOB_RULE_TYPE_COUNT] = {
    [LOB_RULE_WIDTH] = {FOR_PAIRS | HAS_MAX_UM, 0, HAS_MIN_UM | HAS_MAX_UM},
    [LOB_RULE_SPACE] = {FOR_PAIRS, HAS_MIN_UM, 0},
    [LOB_RULE_NOTCH] = {FOR_PAIRS, HAS_MIN_UM, 0},
    [LOB_RULE_ISOLATED] = {FOR_PAIRS, HAS_MIN_UM, 0},
    [LOB_RULE_SEPARATION] = {FOR_PAIRS | HAS_LAYER2, HAS_MIN_UM | HAS_LAYER2, 0},
    [LOB_RULE_ENCLOSURE] = {FOR_PAIRS | HAS_LAYER2, HAS_MIN_UM | HAS_LAYER2, 0},
    [LOB_RULE_EXTENSION] = {FOR_PAIRS | HAS_LAYER2, HAS_MIN_UM | HAS_LAYER2, 0},
    [LOB_RULE_OVERLAP] = {FOR_PAIRS | HAS_LAYER2, HAS_MIN_UM | HAS_LAYER2, 0},
    [LOB_RULE_AREA] = {HAS_MIN_UM2 | HAS_MAX_UM2, 0, HAS_MIN_UM2 | HAS_MAX_UM2},
    [LOB_RULE_GRID] = {HAS_GRID, HAS_GRID, 0},
    [LOB_RULE_ANGLE] = {HAS_STEP_DEG, HAS_STEP_DEG, 0},
    [LOB_RULE_DENSITY] = {HAS_MIN | HAS_MAX | HAS_WINDOW | HAS_STEP, 0, HAS_MIN | HAS_MAX},
};

/* The enums of the schema stand in the order of the engine's. */
_Static_assert((int)LOB_DECK_RULE_TYPE_WIDTH == (int)LOB_RULE_WIDTH &&
                   (int)LOB_DECK_RULE_TYPE_SPACE == (int)LOB_RULE_SPACE &&
                   (int)LOB_DECK_RULE_TYPE_NOTCH == (int)LOB_RULE_NOTCH &&
                   (int)LOB_DECK_RULE_TYPE_ISOLATED == (int)LOB_RULE_ISOLATED &&
                   (int)LOB_DECK_RULE_TYPE_SEPARATION == (int)LOB_RULE_SEPARATION &&
                   (int)LOB_DECK_RULE_TYPE_ENCLOSURE == (int)LOB_RULE_ENCLOSURE &&
                   (int)LOB_DECK_RULE_TYPE_EXTENSION == (int)LOB_RULE_EXTENSION &&
                   (int)LOB_DECK_RULE_TYPE_OVERLAP == (int)LOB_RULE_OVERLAP &&
                   (int)LOB_DECK_RULE_TYPE_AREA == (int)LOB_RULE_AREA &&
                   (int)LOB_DECK_RULE_TYPE_GRID == (int)LOB_RULE_GRID &&
                   (int)LOB_DECK_RULE_TYPE_ANGLE == (int)LOB_RULE_ANGLE &&
                   (int)LOB_DECK_RULE_TYPE_DENSITY == (int)LOB_RULE_DENSITY &&
                   (int)LOB_DECK_RULE_TYPE_COUNT == (int)LOB_RULE_TYPE_COUNT,
               "types of rules");
_Static_assert((int)LOB_DECK_RULE_METRICS_EUCLIDIAN == (int)LOB_METRICS_EUCLIDIAN &&
                   (int)LOB_DECK_RULE_METRICS_SQUARE == (int)LOB_METRICS_SQUARE &&
                   (int)LOB_DECK_RULE_METRICS_PROJECTION == (int)LOB_METRICS_PROJECTION,
               "metrics");

static unsigned members_of(const lob_deck_rule *rule) {
    return (rule->layer2.data ? HAS_LAYER2 : 0u) | (rule->has_min_um ? HAS_MIN_UM : 0u) |
           (rule->has_metrics ? HAS_METRICS : 0u) | (rule->has_projection_min_um ? HAS_PROJECTION : 0u) |
           (rule->has_ignore_angle_deg ? HAS_IGNORE : 0u) | (rule->has_whole_edges ? HAS_WHOLE : 0u) |
           (rule->has_exact ? HAS_EXACT : 0u) | (rule->has_tolerance_um ? HAS_TOLERANCE : 0u) |
           (rule->has_min_um2 ? HAS_MIN_UM2 : 0u) | (rule->has_max_um2 ? HAS_MAX_UM2 : 0u) |
           (rule->has_grid_um ? HAS_GRID : 0u) | (rule->has_step_deg ? HAS_STEP_DEG : 0u) |
           (rule->has_min ? HAS_MIN : 0u) | (rule->has_max ? HAS_MAX : 0u) | (rule->has_window_um ? HAS_WINDOW : 0u) |
           (rule->has_step_um ? HAS_STEP : 0u) | (rule->has_max_um ? HAS_MAX_UM : 0u);
}

static lob_status refuse_member(lob_ctx *ctx, size_t index, const char *member, const char *fault, const char *expected,
                                lob_str rule) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "$.rules[%zu].%s", index, member);
    return lob_deck_refuse(ctx, path, fault, expected, (lob_str){0}, rule);
}

static lob_status check_members(lob_ctx *ctx, const lob_deck_rule *rule, size_t index) {
    const unsigned given = members_of(rule), allowed = fittings[rule->type].allowed;
    for (unsigned i = 0; i < sizeof member_names / sizeof member_names[0]; i++) {
        const unsigned bit = 1u << i;
        if (given & bit & ~allowed) {
            return refuse_member(ctx, index, member_names[i], "type", "no such member in a rule of this type",
                                 rule->id);
        }
        if (fittings[rule->type].needed & bit & ~given) {
            return refuse_member(ctx, index, member_names[i], "required", "this member in a rule of this type",
                                 rule->id);
        }
    }
    if (fittings[rule->type].one_of && !(fittings[rule->type].one_of & given)) {
        return rule->type == LOB_DECK_RULE_TYPE_AREA
                   ? refuse_member(ctx, index, "min_um2", "required", "min_um2, max_um2 or both", rule->id)
               : rule->type == LOB_DECK_RULE_TYPE_WIDTH
                   ? refuse_member(ctx, index, "min_um", "required", "min_um, max_um or both", rule->id)
                   : refuse_member(ctx, index, "min", "required", "min, max or both", rule->id);
    }
    if (rule->has_tolerance_um && rule->tolerance_um >= rule->min_um) {
        return refuse_member(ctx, index, "tolerance_um", "maximum", "less than min_um", rule->id);
    }
    if (rule->has_min_um && rule->has_max_um && rule->min_um > rule->max_um) {
        return refuse_member(ctx, index, "min_um", "order", "no more than max_um", rule->id);
    }
    if ((rule->has_min && rule->has_max && rule->min > rule->max) ||
        (rule->has_min_um2 && rule->has_max_um2 && rule->min_um2 > rule->max_um2)) {
        return refuse_member(ctx, index, rule->has_min ? "min" : "min_um2", "order", "no more than the maximum",
                             rule->id);
    }
    if (rule->has_step_um && (!rule->has_window_um || rule->step_um > rule->window_um)) {
        return refuse_member(ctx, index, "step_um", "maximum", "at most window_um, which must be there", rule->id);
    }
    return LOB_OK;
}

/* ---- rules ---- */

static lob_status read_layers(deck_reading *r, const lob_rule_deck *deck) {
    uint32_t *named = LOB_NEW_ARRAY(r->ctx->arena, uint32_t, deck->layers.count + 1);
    r->names = deck->layers.names;
    r->named = named;
    for (size_t i = 0; named && i < deck->layers.count; i++) {
        char path[PATH_SIZE];
        uint32_t layer, datatype;
        snprintf(path, sizeof path, "$.layers[%zu]", i);
        if (lob_deck_is_number(deck->layers.names[i], &layer, &datatype) || deck->layers.names[i].size == 0) {
            return lob_deck_refuse(r->ctx, path, "name", "a name that is not a number L/D", deck->layers.names[i],
                                   (lob_str){0});
        }
        LOB_TRY(lob_deck_expression(r, deck->layers.items[i], path, (lob_str){0}, &named[i]));
        r->name_count = (uint32_t)i + 1;
    }
    return named ? LOB_OK : lob_fail_memory(r->ctx);
}

/* width_1: by type and place in the deck. */
static lob_status name_rule(lob_ctx *ctx, lob_deck_rule *rule, size_t index) {
    char name[64];
    const int size = snprintf(name, sizeof name, "%s_%zu", lob_deck_rule_type_names[rule->type], index + 1);
    char *kept = lob_arena_strdup(ctx->arena, name, (size_t)size);
    rule->id = (lob_str){kept, (size_t)size};
    return kept ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status read_rule(deck_reading *r, lob_deck_rule *rule, size_t index, lob_deck_item *item) {
    char path[PATH_SIZE];
    LOB_TRY(rule->id.data ? LOB_OK : name_rule(r->ctx, rule, index));
    LOB_TRY(check_members(r->ctx, rule, index));
    *item = (lob_deck_item){.id = rule->id,
                            .description = rule->description,
                            .type = (lob_rule_type)rule->type,
                            .is_warning = rule->severity == LOB_DECK_RULE_SEVERITY_WARNING,
                            .b = LOB_NONE,
                            .min_um = rule->min_um,
                            .max_um = rule->max_um,
                            .projection_min_um = rule->projection_min_um,
                            .tolerance_um = rule->tolerance_um,
                            .ignore_angle = rule->has_ignore_angle_deg ? rule->ignore_angle_deg : 90,
                            .metrics = (lob_metrics)rule->metrics,
                            .is_exact = rule->exact,
                            .whole_edges = rule->whole_edges,
                            .has_low = rule->has_min || rule->has_min_um2,
                            .has_high = rule->has_max || rule->has_max_um2,
                            .low = rule->has_min ? rule->min : rule->min_um2,
                            .high = rule->has_max ? rule->max : rule->max_um2,
                            .grid_um = rule->grid_um,
                            .angle_step = rule->step_deg,
                            .window_um = rule->window_um,
                            .step_um = rule->step_um};
    snprintf(path, sizeof path, "$.rules[%zu].layer", index);
    LOB_TRY(lob_deck_expression(r, rule->layer, path, rule->id, &item->a));
    if (rule->layer2.data) {
        snprintf(path, sizeof path, "$.rules[%zu].layer2", index);
        LOB_TRY(lob_deck_expression(r, rule->layer2, path, rule->id, &item->b));
    }
    return LOB_OK;
}

static lob_status read_deck(deck_reading *r, const cJSON *json, lob_rules_deck *deck) {
    lob_rule_deck *parsed = LOB_NEW(r->ctx->arena, lob_rule_deck);
    if (!parsed) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(lob_rule_deck_parse(r->ctx, json, parsed));
    LOB_TRY(read_layers(r, parsed));
    lob_deck_item *items = LOB_NEW_ARRAY(r->ctx->arena, lob_deck_item, parsed->rules.count + 1);
    if (!items) {
        return lob_fail_memory(r->ctx);
    }
    for (size_t i = 0; i < parsed->rules.count; i++) {
        LOB_TRY(read_rule(r, &parsed->rules.items[i], i, &items[i]));
    }
    deck->name = parsed->name;
    deck->items = items;
    deck->count = (uint32_t)parsed->rules.count;
    return LOB_OK;
}

/* ---- the whole ---- */

static lob_status check_ids(lob_ctx *ctx, const lob_rules_deck *deck) {
    lob_name_map seen;
    lob_status status = LOB_OK;
    lob_name_map_init(&seen);
    for (uint32_t i = 0; status == LOB_OK && i < deck->count; i++) {
        uint32_t first;
        if (!lob_name_map_add(&seen, deck->items[i].id, i, &first)) {
            status = lob_fail_memory(ctx);
        } else if (first != i) {
            status = refuse_member(ctx, i, "id", "unique", "an id that no other rule has", deck->items[i].id);
        }
    }
    lob_name_map_release(&seen);
    return status;
}

/* An array of rules as the deck that it is short for. */
static cJSON *wrapped(cJSON *rules) {
    cJSON *deck = cJSON_CreateObject();
    if (deck && cJSON_AddStringToObject(deck, "rule_deck", "1.0") && cJSON_AddItemToObject(deck, "rules", rules)) {
        return deck;
    }
    cJSON_Delete(deck);
    cJSON_Delete(rules);
    return NULL;
}

static lob_status read_json(deck_reading *r, const cJSON *json, lob_rules_deck *deck) {
    if (!cJSON_IsObject(json) || !cJSON_GetObjectItemCaseSensitive(json, "rule_deck")) {
        return lob_deck_refuse(r->ctx, "$", "deck",
                               "an object with \"rule_deck\": \"1.0\" (lengths in um), or \"tech\" (drc_rules.json)",
                               (lob_str){0}, (lob_str){0});
    }
    LOB_TRY(read_deck(r, json, deck));
    return check_ids(r->ctx, deck);
}

lob_status lob_deck_refuse_json(lob_ctx *ctx, const lob_json_fault *fault) {
    if (strcmp(fault->what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The rule deck is not valid JSON");
    lob_error_text(&ctx->error, "reason", LOB_STR("json"));
    lob_error_text(&ctx->error, "fault", lob_str_from(fault->what));
    lob_error_integer(&ctx->error, "line", fault->line);
    lob_error_integer(&ctx->error, "column", fault->column);
    lob_hint(ctx, "Fix the deck at details.line and details.column.");
    return status;
}

lob_status lob_rules_deck_take(lob_ctx *ctx, cJSON *json, lob_rules_deck *deck) {
    deck_reading r = {.ctx = ctx};
    *deck = (lob_rules_deck){0};
    json = cJSON_IsArray(json) ? wrapped(json) : json;
    lob_status status = json ? read_json(&r, json, deck) : lob_fail_memory(ctx);
    cJSON_Delete(json);
    deck->nodes = r.nodes;
    deck->node_count = r.node_count;
    return status;
}
