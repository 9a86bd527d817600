/* How messages travel: over two pipes to a command (mcp_pipes.c), or by POST to a URL (mcp_http.c).
 *
 * A transport knows nothing of requests but what it needs to send them: it takes one message and gives back one text
 * after another, in the order they came. What goes wrong over there is a state and a phrase with the server as its
 * subject ("ended with exit status 3"), out of which the layer above makes the verdict.
 */
#ifndef LOB_CLIENT_MCP_TRANSPORT_H
#define LOB_CLIENT_MCP_TRANSPORT_H

#include "client/mcp_client.h"

/* Of one message, of what comes within one wait, and of what is kept; a server that says more is stopped. */
#define LOB_MCP_SIZE_MAX ((size_t)64 << 20)
enum { LOB_MCP_WHAT_SIZE = 400 };

typedef enum lob_mcp_state {
    LOB_MCP_FINE,
    LOB_MCP_TIMEOUT,   /* `what`: more about it, or "" */
    LOB_MCP_CLOSED,    /* the server ended, or closed its side */
    LOB_MCP_REFUSED,   /* it did not take what was sent, and `what` names that */
    LOB_MCP_MALFORMED, /* what came is no message */
    LOB_MCP_MEMORY
} lob_mcp_state;

typedef struct lob_mcp_message {
    lob_str text;       /* one line with its end */
    const char *method; /* NULL: a line of any bytes */
    const char *name;   /* of a tool that is called, NULL otherwise */
    bool is_request;    /* an answer is expected */
} lob_mcp_message;

/* Times are of lob_clock_ns(). */
typedef struct lob_mcp_transport_kind {
    lob_mcp_state (*send)(lob_mcp_transport *transport, const lob_mcp_message *message, int64_t end_ns);
    /* The next text, copied into the arena; what is there already comes even when the time is over. */
    lob_mcp_state (*receive)(lob_mcp_transport *transport, lob_arena *arena, int64_t end_ns, lob_str *text);
    /* The revision that initialize agreed on. May be NULL. */
    void (*agree)(lob_mcp_transport *transport, const char *protocol);
    lob_mcp_end (*close)(lob_mcp_transport *transport, int64_t timeout_ms, bool with_kill); /* frees it */
} lob_mcp_transport_kind;

struct lob_mcp_transport {
    const lob_mcp_transport_kind *kind;
    pid_t pid;              /* of the server, 0: none */
    uint64_t received_size; /* bytes so far */
    char what[LOB_MCP_WHAT_SIZE];
};

/* NULL: *state and what say why. */
lob_mcp_transport *lob_mcp_pipes_open(const lob_mcp_peer_options *options, lob_mcp_state *state,
                                      char what[LOB_MCP_WHAT_SIZE]);
lob_mcp_transport *lob_mcp_http_open(const lob_mcp_peer_options *options, lob_mcp_state *state,
                                     char what[LOB_MCP_WHAT_SIZE]);
/* False: this build has no libcurl, and lob_mcp_http_open() only says so. */
bool lob_mcp_http_is_built(void);

enum { LOB_MCP_EXCERPT_SIZE = 160 };
/* The beginning of untrusted text in quotes, at most 60 characters, unsafe and invalid ones escaped. Returns out. */
const char *lob_mcp_excerpt(lob_str text, char out[LOB_MCP_EXCERPT_SIZE]);

#endif
