/* parse_drc_rules: a drc_rules.json as a rule set, and as the rules that check_rules takes. */
#include "design/drc_data.h"
#include "design/summary.h"
#include "tool/design_files.h"
#include "tool/design_rules.h"
#include "tool/registry.h"

_Static_assert((int)LOB_LANGUAGE_ENGLISH == (int)LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_EN &&
                   (int)LOB_LANGUAGE_CHINESE == (int)LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_ZH,
               "languages");

lob_status lob_tool_parse_drc_rules(lob_call *call, const lob_parse_drc_rules_request *request,
                                    lob_parse_drc_rules_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_str text;
    lob_parsed_drc_rules parsed;
    lob_checkable_rules rules;
    LOB_TRY(lob_call_design_file(call, LOB_DESIGN_DRC_RULES, "path", request->path, &text));
    LOB_TRY(lob_design_blame(ctx, "path", lob_drc_rules_read_text(ctx, text, &parsed)));
    LOB_TRY(lob_drc_rules_summary(ctx, &parsed, (lob_language)request->language, &response->summary));
    LOB_TRY(lob_checkable_rules_of(ctx, &parsed.rules, 0, &rules));
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
