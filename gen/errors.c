/* Made by tools/schemac from spec/errors.json. Do not edit. (First version written by hand so that the tree compiles.)
 */
#include "gen/errors.h"

const char *lob_status_name(lob_status status) {
    static const char *const names[LOB_STATUS_COUNT] = {
        "OK",
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
        "CANCELLED",
    };
    return (unsigned)status < LOB_STATUS_COUNT ? names[status] : "INTERNAL_ERROR";
}
