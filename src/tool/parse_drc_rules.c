/* parse_drc_rules: a drc_rules.json as a rule set, and as the rules that check_rules takes. */
#include "design/drc_data.h"
#include "design/rule_checks.h"
#include "design/summary.h"
#include "tool/design_files.h"
#include "tool/registry.h"

_Static_assert((int)LOB_LANGUAGE_ENGLISH == (int)LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_EN &&
                   (int)LOB_LANGUAGE_CHINESE == (int)LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_ZH,
               "languages");

/* The rules of one layer, as first or second. */
static lob_status keep_layer(lob_ctx *ctx, lob_str name, lob_drc_rule_set *set) {
    size_t count = 0, known = 0;
    while (known < set->layers.count && !lob_str_equal(set->layers.names[known], name)) {
        known++;
    }
    if (known == set->layers.count) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The file has no layer with that name");
        lob_error_text(&ctx->error, "argument", LOB_STR("layer"));
        for (size_t i = 0; i < set->layers.count; i++) {
            lob_error_candidate(&ctx->error, set->layers.names[i]);
        }
        lob_error_hint_candidates(&ctx->error,
                                  "Give one of the names of layers (details.candidates), or leave layer out.",
                                  "The file names no layers: leave layer out.");
        return status;
    }
    for (size_t i = 0; i < set->rules.count; i++) {
        const lob_drc_rule_set_rule *rule = &set->rules.items[i];
        if (lob_str_equal(rule->layer, name) || lob_str_equal(rule->layer2, name)) {
            set->rules.items[count++] = *rule;
        }
    }
    set->rules.count = count;
    return LOB_OK;
}

lob_status lob_tool_parse_drc_rules(lob_call *call, const lob_parse_drc_rules_request *request,
                                    lob_parse_drc_rules_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_str text;
    lob_parsed_drc_rules parsed;
    lob_checkable_rules rules;
    LOB_TRY(lob_call_design_file(call, LOB_DESIGN_DRC_RULES, "path", request->path, &text));
    LOB_TRY(lob_design_blame(ctx, "path", lob_drc_rules_read_text(ctx, text, &parsed)));
    LOB_TRY(lob_drc_rules_summary(ctx, &parsed, (lob_language)request->language, &response->summary));
    LOB_TRY(request->layer.data ? keep_layer(ctx, request->layer, &parsed.rules) : LOB_OK);
    LOB_TRY(lob_checkable_rules_of(ctx, &parsed.rules, &(lob_rules_ground){0}, &rules));
    response->rule_set = parsed.rules;
    response->rules.items = rules.items;
    response->rules.count = rules.count;
    response->not_checkable.items = rules.unchecked;
    response->not_checkable.count = rules.unchecked_count;
    response->has_warnings = parsed.notes.count > 0;
    response->warnings.items = parsed.notes.items;
    response->warnings.count = parsed.notes.count;
    return LOB_OK;
}
