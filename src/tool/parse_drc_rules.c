/* parse_drc_rules: a drc_rules.json as a rule set, and as the rules that check_rules takes. A page is of rules of the
 * file, in its order; a cursor is how many were given before. */
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "design/drc_data.h"
#include "design/rule_checks.h"
#include "design/summary.h"
#include "tool/cursor.h"
#include "tool/design_files.h"
#include "tool/registry.h"
#include "tool/room.h"

/* A rule stands in the rule set and again as one for check_rules, or as one that cannot be checked, with the reason. */
enum { AGAIN = 2, REASON_CHARS = 300 };

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

static void bind(const lob_parse_drc_rules_request *q, lob_str text, char binding[LOB_BINDING_SIZE]) {
    const uint64_t parts[] = {lob_hash64_stable(text.data, text.size),
                              q->layer.data ? lob_hash64_stable(q->layer.data, q->layer.size) : 0};
    snprintf(binding, LOB_BINDING_SIZE, "parse_drc_rules %016llx",
             (unsigned long long)lob_hash64_stable(parts, sizeof parts));
}

/* Leaves in the set the rules of this page. */
static lob_status keep_page(lob_call *call, lob_str cursor, const char *binding, lob_drc_rule_set *set,
                            lob_parse_drc_rules_response *response) {
    const lob_wire_field *as = lob_wire_items(&lob_drc_rule_set_table, "rules");
    const size_t total = set->rules.count;
    uint64_t first;
    LOB_TRY(lob_cursor_parse_position(call->ctx, cursor, lob_str_from(binding), &first));
    if (first > 0 && first >= total) {
        return lob_cursor_refuse(call->ctx);
    }
    set->rules.items = set->rules.items ? set->rules.items + first : NULL;
    set->rules.count = 0;
    response->rule_set = *set;
    lob_room room = lob_room_open(call, &lob_parse_drc_rules_response_table, response);
    for (size_t i = first; i < total; i++) {
        const size_t chars =
            AGAIN * lob_wire_size(as, &set->rules.items[i - first], room.is_lean, LOB_LIMIT_PAGE_WEIGHT / 6) +
            REASON_CHARS;
        if (!lob_room_take_chars(&room, chars, 3 * chars, i == first)) {
            break;
        }
        set->rules.count++;
    }
    if (set->rules.count == total) {
        return LOB_OK;
    }
    response->truncation = LOB_NEW(call->ctx->arena, lob_parse_drc_rules_response_truncation);
    if (!response->truncation) {
        return lob_fail_memory(call->ctx);
    }
    response->truncation->rules_dropped = lob_count_show(total - set->rules.count);
    return first + set->rules.count == total ? LOB_OK
                                             : lob_cursor_print_position(call->ctx, first + set->rules.count,
                                                                         lob_str_from(binding), &response->next_cursor);
}

lob_status lob_tool_parse_drc_rules(lob_call *call, const lob_parse_drc_rules_request *request,
                                    lob_parse_drc_rules_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_str text;
    lob_parsed_drc_rules parsed;
    lob_checkable_rules rules;
    char binding[LOB_BINDING_SIZE];
    LOB_TRY(lob_call_design_file(call, LOB_DESIGN_DRC_RULES, "path", request->path, &text));
    LOB_TRY(lob_design_blame(ctx, "path", lob_drc_rules_read_text(ctx, text, &parsed)));
    LOB_TRY(lob_drc_rules_summary(ctx, &parsed, (lob_language)request->language, &response->summary));
    LOB_TRY(lob_design_shorten(ctx, &response->summary));
    LOB_TRY(request->layer.data ? keep_layer(ctx, request->layer, &parsed.rules) : LOB_OK);
    bind(request, text, binding);
    LOB_TRY(keep_page(call, request->cursor, binding, &parsed.rules, response));
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
