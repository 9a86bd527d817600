/* Made by tools/schemac from spec/. Do not edit. Names and recoveries of the error codes. */
#include "base/errors.h"

static const struct {
    const char *name, *recovery;
} codes[LOB_STATUS_COUNT] = {
    [LOB_OK] = {"OK", ""},
    [LOB_E_FILE_NOT_FOUND] = {"FILE_NOT_FOUND",
        "Give an absolute path of an existing file inside the allowed folders."},
    [LOB_E_UNSUPPORTED_FORMAT] = {"UNSUPPORTED_FORMAT",
        "Open a regular .gds or .oas file; export it again when it is damaged."},
    [LOB_E_TOP_CELL_NOT_FOUND] = {"TOP_CELL_NOT_FOUND",
        "Leave top_cell out, or use a name of the answer's top_cells."},
    [LOB_E_SESSION_NOT_FOUND] = {"SESSION_NOT_FOUND",
        "Call open_layout and use the session_id of its answer."},
    [LOB_E_SESSION_EXPIRED] = {"SESSION_EXPIRED",
        "Call open_layout again."},
    [LOB_E_INVALID_BOX] = {"INVALID_BOX",
        "Give left < right and bottom < top in um."},
    [LOB_E_INVALID_LAYER] = {"INVALID_LAYER",
        "Call list_layers and use a layer and datatype that it lists."},
    [LOB_E_INVALID_TARGET] = {"INVALID_TARGET",
        "Fix what details.issues or details.hint names."},
    [LOB_E_QUERY_TOO_LARGE] = {"QUERY_TOO_LARGE",
        "Request less: a smaller box, fewer layers, less depth."},
    [LOB_E_TOOL_LIMIT_EXCEEDED] = {"TOOL_LIMIT_EXCEEDED",
        "Close sessions that are not needed, or ask the operator to raise the limit."},
    [LOB_E_RENDER_FAILED] = {"RENDER_FAILED",
        "Ask for a smaller picture, or try again."},
    [LOB_E_DRC_RUN_FAILED] = {"DRC_RUN_FAILED",
        "Read details.reason and details.stderr_tail, fix the deck."},
    [LOB_E_INTERNAL_ERROR] = {"INTERNAL_ERROR",
        "Report it; try another call."},
    [LOB_E_CACHE_EVICTED] = {"cache_evicted",
        "Give layout_artifact_id and the rule deck of the evaluation, or evaluate again and take an id from that repo"
        "rt."},
    [LOB_E_LAYOUT_NOT_PINNED] = {"layout_not_pinned",
        "Open the layout again, evaluate it, and call optimize with its layout_artifact_id."},
    [LOB_E_REPORT_LEVEL_UNSUPPORTED] = {"report_level_unsupported",
        "Ask for report_level aggregate, or for checks whose engine path lists detailed."},
    [LOB_E_CANCELLED] = {"CANCELLED",
        "None needed."},
};

const char *lob_status_name(lob_status status) { return codes[status].name; }

const char *lob_status_recovery(lob_status status) { return codes[status].recovery; }
