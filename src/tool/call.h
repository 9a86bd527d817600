/* What a tool handler is given, and the registry through which everybody calls tools.
 *
 * A handler has the shape
 *     lob_status lob_tool_list_cells(lob_call *call, const lob_list_cells_request *request, lob_list_cells_response
 * *response); and is 60-180 lines: look up, convert units, call one engine, fill the response. No geometry, no JSON.
 * registry.c refers to every registered handler by name, so a missing one is a link error.
 */
#ifndef LOB_TOOL_CALL_H
#define LOB_TOOL_CALL_H

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "session/session.h"
#include "json/table.h"

/* PNGs to be sent beside an answer, in the request arena, in this order. */
enum { LOB_IMAGE_COUNT_MAX = 6 };
typedef struct lob_images {
    lob_str items[LOB_IMAGE_COUNT_MAX];
    uint32_t count;
} lob_images;

typedef struct lob_call {
    lob_ctx *ctx;           /* request arena, error, cancel, progress */
    lob_sessions *sessions; /* process lifetime */
    lob_session *session;   /* set by lob_call_session(); dropped by lob_call_end() */
    bool opened_session;    /* `session` was created by this call: closed again when its answer cannot be given */
    int64_t memory_held;    /* bytes that the request took before: its arguments */
    const cJSON *arguments; /* as they came; NULL: none. For what outlives the request */
    int64_t chars_max;      /* of the answer, by max_chars of the request; 0: no bound. See room.h */
    bool is_lean;           /* by detail of the request */
    lob_images images;      /* sent beside the answer */
} lob_call;

/* Looks the session up once a call; borrowed until the call ends. */
lob_status lob_call_session(lob_call *call, lob_str id);
void lob_call_end(lob_call *call);
/* Sends a copy of the PNG beside the answer. There is room for LOB_IMAGE_COUNT_MAX. TOOL_LIMIT_EXCEEDED: memory. */
lob_status lob_call_add_image(lob_call *call, const lob_buf *png);

/* One entry a tool, generated (registry.h: extern const lob_tool lob_tools[]; extern const size_t lob_tool_count). */
typedef struct lob_tool {
    const char *name, *title, *description;
    const char *input_schema;  /* JSON text, inlined, no $ref */
    const char *output_schema; /* loose JSON text admitting success and ErrorObject; NULL: none */
    const char *meta;          /* JSON text of the descriptor's _meta; NULL: none */
    bool read_only, destructive, idempotent, open_world; /* MCP annotations */
    unsigned groups;                                     /* LOB_GROUP_..., joined */
    bool has_session;                                    /* takes session_id: calls of one session run in order */
    /* Parses arguments, runs the handler, writes the response object. On failure ctx->error tells. */
    lob_status (*invoke)(lob_call *call, const cJSON *arguments, lob_jsonw *out);
    const lob_wire_table *response; /* of a success: lob_tool_check_response() */
} lob_tool;

/* Arguments into a request, the handler, its response out: what `invoke` of a registered tool is. */
typedef lob_status lob_tool_handler(lob_call *call, const void *request, void *response);
lob_status lob_tool_invoke(lob_call *call, const cJSON *arguments, lob_jsonw *out, const lob_wire_table *request,
                           const lob_wire_table *response, lob_tool_handler *handler);
#define LOB_TOOL_INVOKE(name)                                                                                          \
    static lob_status handle_##name(lob_call *call, const void *request, void *response) {                             \
        return lob_tool_##name(call, request, response);                                                               \
    }                                                                                                                  \
    static lob_status invoke_##name(lob_call *call, const cJSON *arguments, lob_jsonw *out) {                          \
        return lob_tool_invoke(call, arguments, out, &lob_##name##_request_table, &lob_##name##_response_table,        \
                               handle_##name);                                                                         \
    }

/* Is this a valid response by the strict schema? Issues go to ctx->error. For tests and the conformance suite: a server
 * does not link it. */
lob_status lob_tool_check_response(lob_ctx *ctx, const lob_tool *tool, const cJSON *response);

static inline bool lob_tool_is_offered(const lob_tool *tool, lob_toolset toolset) {
    return toolset == LOB_TOOLSET_FULL || (tool->groups & toolset) != 0;
}
const lob_tool *lob_tool_find(lob_str name, lob_toolset toolset); /* NULL when unknown or not in the set */

/* Runs one tool: arguments in (NULL: none), one JSON object out in `out`. Returns LOB_OK, the error's code with the
 * ErrorObject in `out`, or LOB_E_CANCELLED with nothing. Used by the MCP server and the command line alike. */
lob_status lob_tool_run(lob_call *call, const lob_tool *tool, const cJSON *arguments, lob_buf *out);

/* How a server runs its tools: in its own process, or by workers (src/crew). As of lob_tool_run(). */
typedef struct lob_runner {
    void *arg;
    lob_status (*run)(void *arg, lob_call *call, const lob_tool *tool, const cJSON *arguments, lob_buf *out);
} lob_runner; /* run NULL: lob_tool_run() */
lob_status lob_runner_run(const lob_runner *runner, lob_call *call, const lob_tool *tool, const cJSON *arguments,
                          lob_buf *out);

/* Replaces what is in `out` by the ErrorObject of ctx->error, or by a shorter one when memory is out. */
void lob_call_write_error(const lob_ctx *ctx, lob_buf *out);
/* Writes ctx->error as the contract's ErrorObject. */
void lob_error_write(const lob_error *error, lob_jsonw *out);

#endif
