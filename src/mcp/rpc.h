/* JSON-RPC 2.0: what a line is, and the envelopes of answers.
 *
 * Ids are text here: the exact bytes that came, since 9007199254740993 or "\u0000" would not survive a double or a C
 * string.
 */
#ifndef LOB_MCP_RPC_H
#define LOB_MCP_RPC_H

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "json/writer.h"

enum {
    LOB_RPC_PARSE_ERROR = -32700,
    LOB_RPC_INVALID_REQUEST = -32600,
    LOB_RPC_METHOD_NOT_FOUND = -32601,
    LOB_RPC_INVALID_PARAMS = -32602,
    LOB_RPC_INTERNAL_ERROR = -32603,
    LOB_RPC_MISSING_CAPABILITY = -32021,
    LOB_RPC_UNSUPPORTED_VERSION = -32022
};

typedef enum {
    LOB_RPC_REQUEST,
    LOB_RPC_NOTIFICATION,
    LOB_RPC_RESPONSE, /* to roots/list, which alone we ask; else ignored */
    LOB_RPC_FAULT     /* see fault_code, fault */
} lob_rpc_kind;

typedef struct lob_rpc_message {
    lob_rpc_kind kind;
    cJSON *tree;         /* owned, NULL when the text was no JSON */
    int64_t tree_size;   /* bytes: the request's first */
    lob_str id;          /* raw JSON, into the text; data NULL: none, or none that may be echoed */
    const char *method;  /* into the tree */
    const cJSON *params; /* an object, or NULL when absent */
    lob_str params_text; /* raw JSON of params; data NULL when absent */
    bool params_fine;    /* false: params are there, but no object */
    int fault_code;
    const char *fault; /* static, or in `note` */
    char note[160];
} lob_rpc_message;

/* Never fails: what is wrong is in the message. `text` must outlive it. */
void lob_rpc_read(lob_str text, lob_rpc_message *message);
void lob_rpc_drop(lob_rpc_message *message);

bool lob_rpc_is_batch(lob_str text);
/* The next element of a batch whose text was checked, from *at on (0 first). False at the end. */
bool lob_rpc_batch_next(lob_str text, size_t *at, lob_str *element);

/* Are two raw ids the same value? "a" and "\u0061" are. */
bool lob_rpc_same_id(lob_str a, lob_str b);

/* {"jsonrpc":"2.0","id":ID,"result": ... }\n and the same for errors. Without id.data the id is left out. */
void lob_rpc_begin_result(lob_buf *out, lob_str id);
void lob_rpc_end_result(lob_buf *out);
/* A notification: between the two come the members of its params. */
void lob_rpc_begin_notification(lob_jsonw *w, lob_buf *out, const char *method);
void lob_rpc_end_notification(lob_jsonw *w, lob_buf *out);
/* `data`: raw JSON or data NULL. */
void lob_rpc_error(lob_buf *out, lob_str id, int code, const char *message, lob_str data);

#endif
