/* A client of an MCP server: starts a command, speaks JSON-RPC lines with it over two pipes, one request at a time.
 *
 * For the demonstration, the snapshot runner and the benchmark: it trusts nothing of the other side (every line is
 * checked as strict JSON, every wait has a limit), but offers no more than they need. Not thread-safe. Memory: one line
 * buffer and the request arena.
 */
#ifndef LOB_BRIDGE_MCP_CLIENT_H
#define LOB_BRIDGE_MCP_CLIENT_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/ctx.h"

typedef struct lob_mcp_client {
    pid_t pid; /* 0: not running */
    int to_fd, from_fd;
    int64_t last_id;
    int64_t timeout_ms;    /* of one write and of one reply; may be changed at any time */
    lob_buf in;            /* bytes read and not yet taken as lines */
    size_t scanned;        /* no line end before this */
    lob_buf notifications; /* lines the server sent unasked, each ended by \n, oldest first; the caller may clear it */
    uint64_t notification_count;
} lob_mcp_client;

typedef struct lob_mcp_client_options {
    char *const *argv;        /* NULL-terminated; argv[0] is looked up in PATH */
    char *const *environment; /* NULL: that of this process */
    const char *stderr_path;  /* appended to; NULL: this process's standard error */
    int64_t timeout_ms;       /* above 0 */
} lob_mcp_client_options;

typedef struct lob_mcp_reply {
    lob_str text;   /* the whole line */
    lob_str result; /* raw JSON into text, data NULL when it is an error */
    lob_str error;  /* raw JSON of the error object, data NULL when it is a result */
} lob_mcp_reply;

/* Every failure of the other side is INTERNAL_ERROR with details.reason spawn | closed | timeout | malformed |
 * unexpected; the client is then of no further use but for lob_mcp_client_close(). Ignores SIGPIPE in this process from
 * now on. */
lob_status lob_mcp_client_open(lob_ctx *ctx, const lob_mcp_client_options *options, lob_mcp_client *client);

/* `params`: raw JSON on one line, data NULL for none. Waits for the reply of this very request. An error reply is no
 * failure: look at reply->error. Memory of the reply: request arena. */
lob_status lob_mcp_client_request(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params,
                                  lob_mcp_reply *reply);
lob_status lob_mcp_client_notify(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params);

/* initialize (protocol 2025-11-25) and notifications/initialized. */
lob_status lob_mcp_client_initialize(lob_ctx *ctx, lob_mcp_client *client, const char *name, lob_mcp_reply *reply);
/* tools/call. `arguments`: raw JSON object. */
lob_status lob_mcp_client_call(lob_ctx *ctx, lob_mcp_client *client, const char *tool, lob_str arguments,
                               lob_mcp_reply *reply);

/* Closes the server's input and waits for its end, at most timeout_ms; then kills it. Returns its exit status, 128 +
 * signal when a signal ended it, -1 when it had to be killed or never ran. Releases all. */
int lob_mcp_client_close(lob_mcp_client *client);

#endif
