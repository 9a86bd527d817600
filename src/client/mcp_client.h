/* A client of an MCP server: a command that speaks JSON-RPC lines over two pipes, or a streamable HTTP endpoint.
 *
 * For the conformance suite, the demonstration, the snapshot runner and the benchmark: it trusts nothing of the other
 * side (every line is checked as strict JSON, every wait and every buffer has a limit), and what goes wrong over there
 * becomes a verdict in words. Requests may run beside each other: sent by one call, their replies taken by another in
 * any order. Not thread-safe; clients of different threads do not disturb each other. Memory: one line buffer, replies
 * not yet taken, and the request arena.
 */
#ifndef LOB_CLIENT_MCP_CLIENT_H
#define LOB_CLIENT_MCP_CLIENT_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/ctx.h"

typedef struct lob_mcp_shelf lob_mcp_shelf;         /* replies that came before they were asked for */
typedef struct lob_mcp_transport lob_mcp_transport; /* client/mcp_transport.h: pipes or HTTP */

/* Sees a line, without its end, before it goes to the server (`is_ours`), or when it has come. */
typedef void lob_mcp_tap_fn(void *arg, bool is_ours, lob_str line);

typedef struct lob_mcp_client {
    pid_t pid; /* 0: not running, or no command */
    int64_t last_id;
    int64_t timeout_ms;    /* of one write and of one reply; may be changed at any time */
    lob_buf notifications; /* lines the server sent unasked, each ended by \n, oldest first; the caller may clear it */
    uint64_t notification_count;
    lob_mcp_tap_fn *tap; /* NULL: nobody listens; may be changed at any time once the client is open */
    void *tap_arg;
    /* The rest is the client's own. */
    lob_mcp_transport *transport;
    lob_mcp_shelf *shelf;
    bool is_strict;    /* of a peer: every message says "jsonrpc": "2.0" */
    char protocol[16]; /* asked for, then agreed on */
    char name[64];
    char verdict[640];
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

/* ---- for the conformance suite ---- */

/* A command whose whole process group is looked after, or a URL. Otherwise as lob_mcp_client_options. */
typedef struct lob_mcp_peer_options {
    char *const *argv;        /* NULL: `url` counts */
    const char *url;          /* http: or https: */
    char *const *environment; /* NULL: that of this process */
    const char *folder;       /* where the command runs; NULL: here. argv[0] is one from here all the same */
    const char *stderr_path;  /* appended to, at most 16 MiB; NULL: this process's standard error */
    const char *protocol;     /* revision that is asked for; "2026-07-28": no handshake, _meta in every request */
    int64_t timeout_ms;
} lob_mcp_peer_options;

/* Starts the command (in a session and process group of its own) or gets ready to talk to the URL; no handshake. */
lob_status lob_mcp_peer_open(lob_ctx *ctx, const lob_mcp_peer_options *options, lob_mcp_client *client);
/* initialize and notifications/initialized, or server/discover, as options.protocol says. The reply's result is that
 * of the handshake. */
lob_status lob_mcp_peer_greet(lob_ctx *ctx, lob_mcp_client *client, const char *name, lob_mcp_reply *reply);
/* Sends without waiting; *id is what take asks for. */
lob_status lob_mcp_peer_send(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params, int64_t *id);
lob_status lob_mcp_peer_notify(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params);
/* The reply to `id`, within timeout_ms; replies to other requests that come first are kept for their turn. A reply to
 * a request never made, or made and answered before, is a fault of the server (reason unexpected). */
lob_status lob_mcp_peer_take(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t timeout_ms,
                             lob_mcp_reply *reply);
/* A line of any bytes; a line end is added. Over HTTP it is the body of a POST. */
lob_status lob_mcp_peer_send_line(lob_ctx *ctx, lob_mcp_client *client, lob_str line);
/* The next line that is no notification, checked as one JSON value and nothing more, within timeout_ms. */
lob_status lob_mcp_peer_take_line(lob_ctx *ctx, lob_mcp_client *client, int64_t timeout_ms, lob_str *line);
/* True: no reply to `id` (id 0: no line but notifications) came within the time. False: one did (it is kept), or the
 * server broke (ctx->error). */
bool lob_mcp_peer_is_silent(lob_ctx *ctx, lob_mcp_client *client, int64_t id, int64_t within_ms);

/* What went wrong last, in one sentence for people that lacks "the server" at its beginning unless it begins with "no
 * answer": "no answer to tools/call within 10000 ms", "was ended by signal 11 (SIGSEGV) before it answered tools/call",
 * "wrote to standard output something that is not JSON: \"INFO starting\"", "answered request 7 when asked 3", "wrote
 * 64 MiB without an answer to tools/call". "" when nothing did. Closing adds its own only when there is none yet. One
 * line; unsafe characters of the server's are escaped. Lasts as long as the client, also after closing. */
const char *lob_mcp_client_verdict(const lob_mcp_client *client);

typedef struct lob_mcp_end {
    int status;          /* as lob_mcp_client_close() */
    bool was_killed;     /* it did not end within the time after its input was closed */
    unsigned left_count; /* processes below it, in whatever session, that were still there 250 ms later (at once when it
                            was killed), and were killed */
} lob_mcp_end;

/* Closes the input, waits, kills what is left of the process group and of what it started. `with_kill`: SIGKILL at
 * once. Releases all. */
lob_mcp_end lob_mcp_peer_close(lob_mcp_client *client, bool with_kill);

#endif
