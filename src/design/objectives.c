/* Objectives and constraints, with what the seed's defaults are. */
#include "design/objectives.h"

#include "design/document_impl.h"
#include "gen/parse.h"

static bool is_objective(lob_str name) {
    for (int i = 0; i < LOB_OBJECTIVE_NAME_COUNT; i++) {
        if (lob_str_equal(name, lob_str_from(lob_objective_name_names[i]))) {
            return true;
        }
    }
    return false;
}

static lob_status check_names(const lob_document *document) {
    const cJSON *objectives = lob_document_array(document->json, "objectives");
    for (const cJSON *objective = objectives ? objectives->child : NULL; objective; objective = objective->next) {
        const lob_str name = lob_document_text(objective, "name");
        if (name.data && !is_objective(name)) {
            return lob_document_fail(document->ctx, document->kind, "objective", "Unknown objective", name);
        }
    }
    return LOB_OK;
}

static lob_status note_weights(lob_document *document, const lob_design_objectives *objectives) {
    double sum = 0;
    unsigned seen[LOB_OBJECTIVE_NAME_COUNT] = {0};
    for (size_t i = 0; i < objectives->objectives.count; i++) {
        sum += objectives->objectives.items[i].weight;
        if (seen[objectives->objectives.items[i].name]++ == 1) {
            LOB_TRY(lob_document_note(document, "objective_twice", "An objective is listed twice; both count."));
        }
    }
    if (sum <= 0) {
        LOB_TRY(lob_document_note(document, "no_weight", "No objective has a weight, so there can be no score."));
    }
    return LOB_OK;
}

/* The number of `object`, or what Python prints for its default. */
static lob_str printed_or(const lob_document *document, const cJSON *object, const char *member, lob_str fallback) {
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, member);
    return number ? lob_document_printed(document, number) : fallback;
}

static lob_status keep_printed(const lob_document *document, lob_parsed_objectives *parsed) {
    const size_t count = parsed->objectives.objectives.count;
    lob_str *weights = LOB_NEW_ARRAY(document->ctx->arena, lob_str, count);
    const cJSON *json = lob_document_array(document->json, "objectives")->child;
    bool is_fine = weights != NULL;
    for (size_t i = 0; is_fine && i < count; i++, json = json->next) {
        weights[i] = printed_or(document, json, "weight", LOB_STR("1.0"));
        is_fine = weights[i].data != NULL;
    }
    const cJSON *constraints = cJSON_GetObjectItemCaseSensitive(document->json, "constraints");
    parsed->printed_weights = weights;
    parsed->printed_max_iterations = printed_or(document, constraints, "max_iterations", LOB_STR("5"));
    parsed->printed_max_area = printed_or(document, constraints, "max_area", LOB_STR("None"));
    is_fine = is_fine && parsed->printed_max_iterations.data && parsed->printed_max_area.data;
    return is_fine ? LOB_OK : lob_fail_memory(document->ctx);
}

static lob_status read_document(lob_document *document, lob_parsed_objectives *parsed) {
    lob_design_objectives *objectives = &parsed->objectives;
    lob_wire w;
    LOB_TRY(check_names(document));
    LOB_TRY(lob_document_migrate(document));
    lob_wire_begin(&w, document->ctx, "objectives", true);
    lob_wire_read(&w, document->json, &lob_design_objectives_table, objectives);
    LOB_TRY(lob_document_end(&w, document->kind));
    if (!objectives->constraints) {
        objectives->constraints = LOB_NEW(document->ctx->arena, lob_design_constraints);
        if (!objectives->constraints) {
            return lob_fail_memory(document->ctx);
        }
        objectives->constraints->max_iterations = 5;
    }
    LOB_TRY(note_weights(document, objectives));
    return keep_printed(document, parsed);
}

lob_status lob_objectives_read_text(lob_ctx *ctx, lob_str text, lob_parsed_objectives *parsed) {
    lob_document document;
    *parsed = (lob_parsed_objectives){0};
    lob_status status = lob_document_open(ctx, LOB_DESIGN_OBJECTIVES, text, &document);
    status = status == LOB_OK ? read_document(&document, parsed) : status;
    parsed->objectives.schema_version = document.version;
    parsed->is_migrated = document.is_migrated;
    parsed->notes = document.notes;
    lob_document_close(&document);
    return status;
}

const lob_objective *lob_objectives_primary(const lob_design_objectives *objectives) {
    const lob_objective *best = NULL;
    for (size_t i = 0; i < objectives->objectives.count; i++) {
        const lob_objective *one = &objectives->objectives.items[i];
        best = !best || one->weight > best->weight ? one : best;
    }
    return best;
}
