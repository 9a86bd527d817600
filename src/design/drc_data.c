/* Design rules as data. The seed looks at a rule's layer before it goes on to the next rule, and so do we. */
#include "design/drc_data.h"

#include <stdio.h>

#include "base/map.h"
#include "design/document_impl.h"
#include "gen/parse.h"
#include "rules/deck.h"

static bool is_type(lob_str name) {
    for (int i = 0; i < LOB_DESIGN_RULE_TYPE_COUNT; i++) {
        if (lob_str_equal(name, lob_str_from(lob_design_rule_type_names[i]))) {
            return true;
        }
    }
    return false;
}

/* ---- layers of 1.1.0 ----
 * "68/20" and {"layer": 68, "datatype": 20} become the number, as 1.0.0 has it, and an entry of `datatypes`. */

static const char layer_forms[] = "a layer number, \"68/20\" or {\"layer\": 68, \"datatype\": 20}";

static bool take_number(const cJSON *json, uint32_t *number) {
    const bool is_fine = cJSON_IsNumber(json) && json->valuedouble >= 0 && json->valuedouble <= UINT32_MAX &&
                         json->valuedouble == (double)(uint32_t)json->valuedouble;
    *number = is_fine ? (uint32_t)json->valuedouble : 0;
    return is_fine;
}

static bool take_layer(const cJSON *json, lob_deck_layer *layer) {
    *layer = (lob_deck_layer){0};
    if (cJSON_IsString(json)) {
        return lob_deck_is_number(lob_str_from(json->valuestring), &layer->layer, &layer->datatype);
    }
    const cJSON *datatype = cJSON_GetObjectItemCaseSensitive(json, "datatype");
    return cJSON_IsObject(json) && take_number(cJSON_GetObjectItemCaseSensitive(json, "layer"), &layer->layer) &&
           (!datatype || take_number(datatype, &layer->datatype));
}

/* How the layer is told, as "68/20". */
static lob_status spell(lob_ctx *ctx, lob_deck_layer layer, lob_str *text) {
    char buffer[32];
    const int size = snprintf(buffer, sizeof buffer, "%u/%u", (unsigned)layer.layer, (unsigned)layer.datatype);
    *text = (lob_str){lob_arena_strdup(ctx->arena, buffer, (size_t)size), (size_t)size};
    return text->data ? LOB_OK : lob_fail_memory(ctx);
}

/* In place: the node keeps its name. */
static void become_number(cJSON *json, double value) {
    cJSON_free(json->valuestring);
    cJSON_Delete(json->child);
    json->valuestring = NULL;
    json->child = NULL;
    json->type = cJSON_Number;
    json->valuedouble = value;
}

/* `spelled`: of each layer that is no number in the file. */
static lob_status split_each(lob_document *document, const cJSON *layers, cJSON *datatypes, lob_str *spelled) {
    size_t place = 0;
    for (cJSON *at = layers->child; at; at = at->next, place++) {
        lob_deck_layer layer;
        char path[64];
        if (cJSON_IsNumber(at)) {
            continue;
        }
        if (!take_layer(at, &layer)) {
            snprintf(path, sizeof path, "$.layers[%zu]", place);
            return lob_document_refuse(document->ctx, document->kind, path, layer_forms, "something else");
        }
        LOB_TRY(spell(document->ctx, layer, &spelled[place]));
        become_number(at, layer.layer);
        if (layer.datatype > 0 && !cJSON_AddNumberToObject(datatypes, at->string, layer.datatype)) {
            return lob_fail_memory(document->ctx);
        }
    }
    return LOB_OK;
}

static lob_status split_layers(lob_document *document, lob_str **spelled) {
    const cJSON *layers = cJSON_GetObjectItemCaseSensitive(document->json, "layers");
    lob_semver version;
    *spelled = NULL;
    cJSON_DeleteItemFromObjectCaseSensitive(document->json, "datatypes"); /* it is ours */
    if (!cJSON_IsObject(layers) || !lob_semver_parse(document->version, &version) || version.minor < 1) {
        return LOB_OK;
    }
    *spelled = LOB_NEW_ARRAY(document->ctx->arena, lob_str, (size_t)cJSON_GetArraySize(layers) + 1);
    cJSON *datatypes = cJSON_AddObjectToObject(document->json, "datatypes");
    return *spelled && datatypes ? split_each(document, layers, datatypes, *spelled) : lob_fail_memory(document->ctx);
}

static lob_status check_types(const lob_document *document) {
    const cJSON *rules = lob_document_array(document->json, "rules");
    for (const cJSON *rule = rules ? rules->child : NULL; rule; rule = rule->next) {
        const lob_str type = lob_document_text(rule, "type");
        if (type.data && !is_type(type)) {
            return lob_document_fail(document->ctx, document->kind, "rule_type", "Unknown rule type", type);
        }
    }
    return LOB_OK;
}

static lob_status check_ids(const lob_document *document, const lob_design_rules *source, lob_name_map *seen) {
    for (size_t i = 0; i < source->rules.count; i++) {
        char path[64];
        uint32_t found;
        if (!lob_name_map_add(seen, source->rules.items[i].id, (uint32_t)i, &found)) {
            return lob_fail_memory(document->ctx);
        }
        if (found != i) {
            snprintf(path, sizeof path, "$.rules[%zu].id", i);
            return lob_document_refuse(document->ctx, document->kind, path, "an id that no other rule has",
                                       "one twice");
        }
    }
    return LOB_OK;
}

/* "Unknown layer in rule ID: NAME" */
static lob_status refuse_layer(const lob_document *document, const char *member, lob_str rule, lob_str layer) {
    char quoted[128], text[192];
    snprintf(text, sizeof text, "Unknown %s in rule %s", member, lob_document_quoted(rule, quoted).data);
    lob_status status = lob_document_fail(document->ctx, document->kind, member, text, layer);
    lob_error_text(&document->ctx->error, "rule", rule);
    return status;
}

static lob_status check_layers(const lob_document *document, const lob_design_rules *source, lob_name_map *layers) {
    for (size_t i = 0; i < source->layers.count; i++) {
        uint32_t found;
        if (!lob_name_map_add(layers, source->layers.names[i], (uint32_t)i, &found)) {
            return lob_fail_memory(document->ctx);
        }
    }
    for (size_t i = 0; i < source->rules.count; i++) {
        const lob_design_rule *rule = &source->rules.items[i];
        if (lob_name_map_find(layers, rule->layer) == LOB_MAP_NONE) {
            return refuse_layer(document, "layer", rule->id, rule->layer);
        }
        if (rule->layer2.size > 0 && lob_name_map_find(layers, rule->layer2) == LOB_MAP_NONE) {
            return refuse_layer(document, "layer2", rule->id, rule->layer2);
        }
    }
    return LOB_OK;
}

static lob_status check(const lob_document *document, const lob_design_rules *source) {
    lob_name_map ids, layers;
    lob_name_map_init(&ids);
    lob_name_map_init(&layers);
    lob_status status = check_ids(document, source, &ids);
    status = status == LOB_OK ? check_layers(document, source, &layers) : status;
    lob_name_map_release(&ids);
    lob_name_map_release(&layers);
    return status;
}

/* Of each layer; the reader left them in the order of the layers. */
static uint32_t *datatypes_of(lob_ctx *ctx, const lob_design_rules *source) {
    uint32_t *datatypes = LOB_NEW_ARRAY(ctx->arena, uint32_t, source->layers.count + 1);
    for (size_t i = 0, k = 0; datatypes && i < source->layers.count && k < source->datatypes.count; i++) {
        if (lob_str_equal(source->layers.names[i], source->datatypes.names[k])) {
            datatypes[i] = (uint32_t)source->datatypes.items[k++];
        }
    }
    return datatypes;
}

static lob_status note_same(lob_document *document, const lob_design_rules *source, size_t a, size_t b) {
    char first[128], second[128], text[320];
    lob_document_quoted(source->layers.names[a], first);
    lob_document_quoted(source->layers.names[b], second);
    const int size = snprintf(text, sizeof text, "Two names mean one layer: %s and %s.", first, second);
    const char *kept = lob_arena_strdup(document->ctx->arena, text, (size_t)size);
    return kept ? lob_document_note(document, "layer_named_twice", kept) : lob_fail_memory(document->ctx);
}

/* Two names of one layer are no fault, but a rule between them is hardly what was meant. */
static lob_status note_layers(lob_document *document, const lob_design_rules *source) {
    const uint32_t *datatypes = datatypes_of(document->ctx, source);
    if (!datatypes) {
        return lob_fail_memory(document->ctx);
    }
    for (size_t i = 0; i < source->layers.count; i++) {
        size_t k = 0;
        while (k < i && (source->layers.items[i] != source->layers.items[k] || datatypes[i] != datatypes[k])) {
            k++;
        }
        LOB_TRY(k < i ? note_same(document, source, k, i) : LOB_OK);
    }
    return LOB_OK;
}

static lob_status note_rules(lob_document *document, const lob_design_rules *source) {
    for (size_t i = 0; i < source->rules.count; i++) {
        const lob_design_rule *rule = &source->rules.items[i];
        if (!rule->has_min && !rule->has_max) {
            LOB_TRY(lob_document_note(document, "no_bound", "A rule has neither min nor max, so it checks nothing."));
        }
        if (rule->has_min && rule->has_max && rule->min > rule->max) {
            LOB_TRY(lob_document_note(document, "bounds_crossed", "The min of a rule is above its max."));
        }
    }
    return LOB_OK;
}

static lob_status keep(lob_document *document, const lob_design_rules *source, const lob_str *spelled,
                       lob_parsed_drc_rules *parsed) {
    lob_ctx *ctx = document->ctx;
    lob_drc_rule_set *set = &parsed->rules;
    const size_t count = source->rules.count;
    lob_drc_rule_set_rule *rules = LOB_NEW_ARRAY(ctx->arena, lob_drc_rule_set_rule, count);
    lob_str *layers = LOB_NEW_ARRAY(ctx->arena, lob_str, source->layers.count);
    lob_str *mins = LOB_NEW_ARRAY(ctx->arena, lob_str, count);
    bool is_fine = rules && layers && mins;
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(document->json, "layers")->child;
    for (size_t i = 0; is_fine && i < source->layers.count; i++, json = json->next) {
        layers[i] = spelled && spelled[i].data ? spelled[i] : lob_document_printed(document, json);
        is_fine = layers[i].data != NULL;
    }
    json = lob_document_array(document->json, "rules")->child;
    for (size_t i = 0; is_fine && i < count; i++, json = json->next) {
        const lob_design_rule *from = &source->rules.items[i];
        rules[i] = (lob_drc_rule_set_rule){.id = from->id,
                                           .type = from->type,
                                           .layer = from->layer,
                                           .layer2 = from->layer2,
                                           .has_min_value = from->has_min,
                                           .min_value = from->min,
                                           .has_max_value = from->has_max,
                                           .max_value = from->max,
                                           .description = from->description};
        mins[i] = lob_document_printed(document, cJSON_GetObjectItemCaseSensitive(json, "min"));
        is_fine = mins[i].data != NULL;
    }
    if (!is_fine) {
        return lob_fail_memory(ctx);
    }
    *set = (lob_drc_rule_set){.tech = source->tech, .schema_version = document->version};
    set->layers.names = source->layers.names;
    set->layers.items = source->layers.items;
    set->layers.count = source->layers.count;
    set->has_datatypes = source->datatypes.count > 0;
    set->datatypes.names = source->datatypes.names;
    set->datatypes.items = source->datatypes.items;
    set->datatypes.count = source->datatypes.count;
    set->rules.items = rules;
    set->rules.count = count;
    parsed->printed_layers = layers;
    parsed->printed_min = mins;
    return LOB_OK;
}

static lob_status read_document(lob_document *document, lob_parsed_drc_rules *parsed) {
    lob_design_rules *source = LOB_NEW(document->ctx->arena, lob_design_rules);
    lob_str *spelled;
    lob_wire w;
    if (!source) {
        return lob_fail_memory(document->ctx);
    }
    LOB_TRY(check_types(document));
    LOB_TRY(lob_document_migrate(document));
    LOB_TRY(split_layers(document, &spelled));
    lob_wire_begin(&w, document->ctx, "drc_rules", true);
    lob_wire_read(&w, document->json, &lob_design_rules_table, source);
    LOB_TRY(lob_document_end(&w, document->kind));
    LOB_TRY(check(document, source));
    LOB_TRY(note_layers(document, source));
    LOB_TRY(note_rules(document, source));
    return keep(document, source, spelled, parsed);
}

lob_status lob_drc_rules_read_text(lob_ctx *ctx, lob_str text, lob_parsed_drc_rules *parsed) {
    lob_document document;
    *parsed = (lob_parsed_drc_rules){0};
    lob_status status = lob_document_open(ctx, LOB_DESIGN_DRC_RULES, text, &document);
    status = status == LOB_OK ? read_document(&document, parsed) : status;
    parsed->is_migrated = document.is_migrated;
    parsed->notes = document.notes;
    lob_document_close(&document);
    return status;
}
