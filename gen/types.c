/* Made by tools/schemac from spec/. Do not edit. The spellings of the enums. */
#include "gen/types.h"

const char *const lob_error_object_code_names[13] = {
    "FILE_NOT_FOUND",
    "UNSUPPORTED_FORMAT",
    "TOP_CELL_NOT_FOUND",
    "SESSION_NOT_FOUND",
    "SESSION_EXPIRED",
    "INVALID_BOX",
    "INVALID_LAYER",
    "INVALID_TARGET",
    "QUERY_TOO_LARGE",
    "TOOL_LIMIT_EXCEEDED",
    "RENDER_FAILED",
    "DRC_RUN_FAILED",
    "INTERNAL_ERROR",
};

const char *const lob_shape_ref_kind_names[3] = {
    "box",
    "path",
    "polygon",
};

const char *const lob_list_layers_response_layers_item_name_source_names[3] = {
    "lyp",
    "oasis",
    "convention",
};

const char *const lob_open_layout_response_source_format_names[2] = {
    "gds",
    "oas",
};
