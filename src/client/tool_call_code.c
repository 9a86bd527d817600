/* Three vocabularies of failure, each in that of the envelope. Invariant: who can mend it decides the code. The caller,
 * by other arguments: INVALID_PARAM or NOT_FOUND; the operator, or time: SERVICE_UNAVAILABLE; nobody but us:
 * INTERNAL_ERROR. */
#include <string.h>

#include "client/tool_call.h"

#define IS(name) LOB_TOOL_ERROR_CODE_##name

typedef struct row {
    const char *name;
    lob_tool_error_code code;
} row;

static bool find(const row *rows, size_t count, lob_str name, lob_tool_error_code *code) {
    for (size_t i = 0; i < count; i++) {
        if (lob_str_equal(lob_str_from(rows[i].name), name)) {
            *code = rows[i].code;
            return true;
        }
    }
    *code = IS(INTERNAL_ERROR);
    return false;
}

/* Why a run of KLayout gave no report: the deck, the machine, or time. */
static lob_tool_error_code of_run(lob_str reason) {
    static const row rows[] = {
        {"exit_code", IS(INVALID_PARAM)},       {"no_report", IS(INVALID_PARAM)},
        {"report_size", IS(INVALID_PARAM)},     {"timeout", IS(TIMEOUT)},
        {"not_found", IS(SERVICE_UNAVAILABLE)}, {"no_sandbox", IS(SERVICE_UNAVAILABLE)},
        {"version", IS(SERVICE_UNAVAILABLE)},   {"memory", IS(SERVICE_UNAVAILABLE)},
        {"threads", IS(SERVICE_UNAVAILABLE)},   {"disk", IS(SERVICE_UNAVAILABLE)},
        {"files", IS(SERVICE_UNAVAILABLE)},
    };
    lob_tool_error_code code;
    find(rows, sizeof rows / sizeof rows[0], reason, &code);
    return code;
}

lob_tool_error_code lob_tool_error_of_contract(lob_str name, lob_str reason) {
    static const row rows[] = {
        {"FILE_NOT_FOUND", IS(NOT_FOUND)},
        {"UNSUPPORTED_FORMAT", IS(INVALID_PARAM)},
        {"TOP_CELL_NOT_FOUND", IS(NOT_FOUND)},
        {"SESSION_NOT_FOUND", IS(NOT_FOUND)},
        {"SESSION_EXPIRED", IS(NOT_FOUND)},
        {"INVALID_BOX", IS(INVALID_PARAM)},
        {"INVALID_LAYER", IS(INVALID_PARAM)},
        {"INVALID_TARGET", IS(INVALID_PARAM)},
        {"QUERY_TOO_LARGE", IS(INVALID_PARAM)},
        {"TOOL_LIMIT_EXCEEDED", IS(SERVICE_UNAVAILABLE)},
        {"RENDER_FAILED", IS(INTERNAL_ERROR)},
        {"INTERNAL_ERROR", IS(INTERNAL_ERROR)},
        {"cache_evicted", IS(NOT_FOUND)},
        {"layout_not_pinned", IS(NOT_FOUND)},
        {"report_level_unsupported", IS(INVALID_PARAM)},
    };
    lob_tool_error_code code;
    if (lob_str_equal(name, LOB_STR("DRC_RUN_FAILED"))) {
        return of_run(reason);
    }
    find(rows, sizeof rows / sizeof rows[0], name, &code);
    return code;
}

bool lob_tool_error_of_skill(lob_str name, lob_tool_error_code *code) {
    static const row rows[] = {
        {"INVALID_PARAM", IS(INVALID_PARAM)},
        {"NOT_FOUND", IS(NOT_FOUND)},
        {"CONFLICT", IS(CONFLICT)},
        {"DRC_VIOLATION", IS(DRC_VIOLATION)},
        {"TIMEOUT", IS(TIMEOUT)},
        {"SERVICE_UNAVAILABLE", IS(SERVICE_UNAVAILABLE)},
        {"INTERNAL_ERROR", IS(INTERNAL_ERROR)},
        {"DEVICE_NOT_FOUND", IS(NOT_FOUND)},
        {"RULE_NOT_FOUND", IS(NOT_FOUND)},
        {"LAYOUT_CONFLICT", IS(CONFLICT)},
        {"KLAYOUT_ERROR", IS(INTERNAL_ERROR)},
        {"UNSUPPORTED_OPERATION", IS(INVALID_PARAM)},
    };
    return find(rows, sizeof rows / sizeof rows[0], name, code);
}

/* JSON-RPC 2.0, 5.1, and what MCP and its libraries add: -32001 a request timed out, -32002 no such resource. That our
 * own line is no request (-32700, -32600) is our fault. */
lob_tool_error_code lob_tool_error_of_rpc(int64_t code) {
    switch (code) {
    case -32602:
        return IS(INVALID_PARAM);
    case -32601:
    case -32002:
        return IS(NOT_FOUND);
    case -32001:
        return IS(TIMEOUT);
    default:
        return IS(INTERNAL_ERROR);
    }
}
