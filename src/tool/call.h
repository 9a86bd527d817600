/* What a tool handler is given, and the registry through which everybody calls tools.
 *
 * A handler has the shape
 *     lob_status lob_tool_list_cells(lob_call *call, const lob_list_cells_request *request, lob_list_cells_response
 * *response); and is 60-180 lines: look up, convert units, call one engine, fill the response. No geometry, no JSON.
 * gen/registry.c refers to every registered handler by name, so a missing one is a link error.
 */
#ifndef LOB_TOOL_CALL_H
#define LOB_TOOL_CALL_H

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "session/session.h"
#include "json/writer.h"

typedef struct lob_call {
    lob_ctx *ctx;           /* request arena, error, cancel, progress */
    lob_sessions *sessions; /* process lifetime */
    lob_session *session;   /* set by lob_call_session(); dropped by lob_call_end() */
    bool opened_session;    /* `session` was created by this call: closed again when its answer cannot be given */
    int64_t memory_held;    /* bytes that the request took before: its arguments */
    const cJSON *arguments; /* as they came; NULL: none. For what outlives the request */
    lob_str image;          /* PNG to be sent beside the answer, in the request arena; data NULL: none */
} lob_call;

/* Looks the session up once a call; borrowed until the call ends. */
lob_status lob_call_session(lob_call *call, lob_str id);
void lob_call_end(lob_call *call);

/* One entry a tool, generated (gen/registry.h: extern const lob_tool lob_tools[]; extern const size_t lob_tool_count).
 */
typedef struct lob_tool {
    const char *name, *title, *description;
    const char *input_schema;  /* JSON text, inlined, no $ref */
    const char *output_schema; /* loose JSON text admitting success and ErrorObject; NULL: none */
    const char *meta;          /* JSON text of the descriptor's _meta; NULL: none */
    bool read_only, destructive, idempotent, open_world; /* MCP annotations */
    bool in_contract;                                    /* one of the contract's twelve */
    bool has_session;                                    /* takes session_id: calls of one session run in order */
    /* Parses arguments, runs the handler, writes the response object. On failure ctx->error tells. */
    lob_status (*invoke)(lob_call *call, const cJSON *arguments, lob_jsonw *out);
    /* For tests and the conformance suite: is this a valid response by the strict schema? Issues go to ctx->error. */
    lob_status (*check_response)(lob_ctx *ctx, const cJSON *response);
} lob_tool;

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
