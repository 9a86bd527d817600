/* parse_objectives: an objectives.json with its defaults filled in. */
#include "design/objectives.h"
#include "design/summary.h"
#include "tool/design_files.h"
#include "tool/registry.h"

_Static_assert((int)LOB_LANGUAGE_ENGLISH == (int)LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_EN &&
                   (int)LOB_LANGUAGE_CHINESE == (int)LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_ZH,
               "languages");

lob_status lob_tool_parse_objectives(lob_call *call, const lob_parse_objectives_request *request,
                                     lob_parse_objectives_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_str text;
    lob_parsed_objectives parsed;
    LOB_TRY(lob_call_design_file(call, LOB_DESIGN_OBJECTIVES, "path", request->path, &text));
    LOB_TRY(lob_design_blame(ctx, "path", lob_objectives_read_text(ctx, text, &parsed)));
    LOB_TRY(lob_objectives_summary(ctx, &parsed, (lob_language)request->language, &response->summary));
    response->design_objectives = parsed.objectives;
    const lob_objective *primary = lob_objectives_primary(&response->design_objectives);
    response->has_primary = primary != NULL;
    response->primary = primary ? primary->name : LOB_OBJECTIVE_NAME_AREA_MIN;
    response->has_warnings = parsed.notes.count > 0;
    response->warnings.items = parsed.notes.items;
    response->warnings.count = parsed.notes.count;
    return LOB_OK;
}
