/* Roots of a client: folders that it lists, where it offers to (capability `roots` of initialize, revisions up to
 * 2025-11-25). They narrow what the server may open, beside the server's own roots (base/file.h).
 *
 * They are guidance of the client, not a wall: a call's arguments are looked at before the tool runs, names resolved as
 * the system resolves them then. The wall is KLAYOUT_MCP_ROOTS. The list is asked for when a call first names a file,
 * and again after notifications/roots/list_changed. A client that does not answer within LOB_ROOTS_WAIT_MS, refuses, or
 * lists no folder of this machine narrows nothing. Revision 2026-07-28 deprecates roots and has no requests to clients:
 * there nothing is asked. One object a client, shared by its connections; all functions are thread-safe.
 */
#ifndef LOB_MCP_ROOTS_H
#define LOB_MCP_ROOTS_H

#include "mcp/connection.h"

enum { LOB_ROOTS_WAIT_MS = 2000, LOB_ROOTS_COUNT_MAX = 64 };

typedef struct lob_client_roots lob_client_roots;

/* NULL: out of memory. */
lob_client_roots *lob_client_roots_new(void);
void lob_client_roots_drop(lob_client_roots *roots); /* NULL is fine */

/* What initialize said. Forgets what was listed before. */
void lob_client_roots_offer(lob_client_roots *roots, bool is_offered);
/* The list is another one now. */
void lob_client_roots_forget(lob_client_roots *roots);
/* A response of the client; what is none to a question of ours is left alone. */
void lob_client_roots_hear(lob_client_roots *roots, const lob_rpc_message *response);

/* Does a call with these arguments name a file: a string that begins with a slash and can be resolved? */
bool lob_client_roots_concern(const cJSON *arguments);
/* Asks through `connection` when nobody did, and waits for a moment. False: the answer is not there yet, come again. */
bool lob_client_roots_ready(lob_client_roots *roots, lob_connection *connection);
/* After ready(). FILE_NOT_FOUND, reason outside_roots: a file that the arguments name lies in none of the folders. */
lob_status lob_client_roots_check(lob_ctx *ctx, lob_client_roots *roots, const cJSON *arguments);

#endif
