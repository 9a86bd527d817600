/* A tool call in the envelope of the data model (seed 003, 5.5): {ok, error {code, message, details}, data,
 * duration_ms}.
 *
 * The client of an orchestrator. However a call ends (an answer, an error of the contract, an error of JSON-RPC, an
 * envelope that the server made itself, no answer in time, a server that is gone), it ends in a lob_tool_call_result;
 * the only failure here is memory. Codes and what they come from: docs/DESIGN-DATA.md.
 */
#ifndef LOB_CLIENT_TOOL_CALL_H
#define LOB_CLIENT_TOOL_CALL_H

#include "client/mcp_client.h"
#include "gen/types.h"

/* Calls request->name with request->input under the id trace_id, and waits for at most timeout_ms (1 to 2^31 - 1). When
 * the time is over the server is told so (notifications/cancelled) and the client stays of use. trace_id: 1 to 256
 * bytes without NUL, not that of a call under way. What is wrong with the request itself is INVALID_PARAM, and nothing
 * is sent. duration_ms: from this call to its return, by the monotonic clock. Memory of the result: request arena. */
lob_status lob_tool_call(lob_ctx *ctx, lob_mcp_client *client, const lob_tool_call_request *request,
                         lob_tool_call_result *result);

/* The result of a call that ends with an error of ours, before anything was sent. */
lob_status lob_tool_call_fail(lob_ctx *ctx, const lob_error *error, lob_tool_call_result *result);

/* ---- tool_call_code.c: other vocabularies in that of the envelope ---- */

/* An error code of the contract; `reason`: details.reason, "" when there is none. Unknown: INTERNAL_ERROR. */
lob_tool_error_code lob_tool_error_of_contract(lob_str code, lob_str reason);
lob_tool_error_code lob_tool_error_of_rpc(int64_t code);
/* A code of the envelope, or one of the skills behind it (DEVICE_NOT_FOUND, KLAYOUT_ERROR ...). False: neither, and
 * *code is INTERNAL_ERROR. */
bool lob_tool_error_of_skill(lob_str name, lob_tool_error_code *code);

#endif
