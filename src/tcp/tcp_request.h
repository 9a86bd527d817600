/* One request: a line taken apart, what it asks for, and the line that answers it.
 *
 * Two dialects. A request without `jsonrpc` is the original's: {"id","method","params"}, answered by
 * {"id","ok","result"} or {"id","ok","error"} as Python writes them; its methods win, `mcp.TOOL` reaches the tools.
 * With `jsonrpc` it is JSON-RPC 2.0: tools by their bare names, beneath them the original's methods.
 */
#ifndef LOB_BRIDGE_TCP_REQUEST_H
#define LOB_BRIDGE_TCP_REQUEST_H

#include "mcp/product.h"
#include "mcp/rpc.h"

typedef enum {
    LOB_TCP_ANSWERED, /* the reply stands: a fault */
    LOB_TCP_IGNORED,  /* nothing is to be done and nothing to be said */
    LOB_TCP_PING,
    LOB_TCP_SHUTDOWN,
    LOB_TCP_SUBSCRIBE,
    LOB_TCP_UNSUBSCRIBE,
    LOB_TCP_SELECT,
    LOB_TCP_OPEN, /* from here on: long work */
    LOB_TCP_LOAD,
    LOB_TCP_CELLS,
    LOB_TCP_EXPORT,
    LOB_TCP_TOOL
} lob_tcp_action;

/* Codes of errors beside those of mcp/rpc.h. */
enum {
    LOB_TCP_E_FAILED = -32000,
    LOB_TCP_E_NO_LAYOUT = -32001,
    LOB_TCP_E_NOT_ALLOWED = -32010,
    LOB_TCP_E_NO_FILE = -32012,
    LOB_TCP_E_OPEN = -32014
};

typedef struct lob_tcp_request {
    lob_buf text;            /* owned: the line */
    lob_rpc_message message; /* owned; of the first dialect only `tree` and `id` */
    lob_str id;              /* raw JSON, into text */
    cJSON *params;           /* into the tree; NULL: none */
    bool is_rpc, is_silent;  /* silent: a notification */
    lob_tcp_action action;
    const lob_tool *tool;
    char key[64]; /* requests of one key run in order, one at a time; "": no key */
    lob_cancel cancel;
    /* The reply. */
    bool failed;
    int code;        /* of a JSON-RPC error */
    lob_buf error;   /* owned: text of a failure */
    lob_buf result;  /* owned: JSON; after a failure its details, or empty */
    bool has_active; /* the active layout is another one now */
    /* Of the queue and the server. */
    struct lob_tcp_request *next;
    struct lob_tcp_conn *conn; /* NULL: nobody waits any more */
} lob_tcp_request;

/* NULL: out of memory. The action is ANSWERED when the line is no request. */
lob_tcp_request *lob_tcp_request_new(const lob_product *product, lob_str line);
/* What answers a line that could not be kept. */
lob_tcp_request *lob_tcp_request_refused(int code, const char *error);
void lob_tcp_request_drop(lob_tcp_request *request); /* NULL is fine */

/* Makes the reply a failure. `shown` follows the text when it is not NULL. */
void lob_tcp_fail(lob_tcp_request *request, int code, const char *text, const char *shown);
/* The reply as a line with its newline. False: out of memory, or longer than an answer may be. */
bool lob_tcp_answer(const lob_tcp_request *request, lob_buf *out);
/* {"event": "selection", "data": ...}, or the notification that stands for it. `selection` NULL: none. */
void lob_tcp_event(const char *selection, bool is_rpc, lob_buf *out);

const cJSON *lob_tcp_param(const lob_tcp_request *request, const char *name);

#endif
