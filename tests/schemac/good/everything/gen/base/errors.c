/* Made by tools/schemac from spec/. Do not edit. Names and recoveries of the error codes. */
#include "base/errors.h"

static const struct {
    const char *name, *recovery;
} codes[LOB_STATUS_COUNT] = {
    [LOB_OK] = {"OK", ""},
    [LOB_E_FILE_NOT_FOUND] = {"FILE_NOT_FOUND",
        "Give \"another\" path."},
    [LOB_E_INVALID_BOX] = {"INVALID_BOX",
        "Give a box."},
    [LOB_E_INVALID_TARGET] = {"INVALID_TARGET",
        "Mend it."},
    [LOB_E_QUERY_TOO_LARGE] = {"QUERY_TOO_LARGE",
        "Ask for less."},
    [LOB_E_CANCELLED] = {"CANCELLED",
        ""},
};

const char *lob_status_name(lob_status status) { return codes[status].name; }

const char *lob_status_recovery(lob_status status) { return codes[status].recovery; }
