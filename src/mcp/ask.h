/* Requests that are no tool calls but look at sessions: prompts, completions, resources. They run where calls run.
 *
 * Nothing is remembered between two of them: a list is made anew each time. Whoever is known again by its transport
 * (client not 0) sees its own sessions in lists; whoever names a session may use it, as with tools.
 */
#ifndef LOB_MCP_ASK_H
#define LOB_MCP_ASK_H

#include "mcp/lifecycle.h"

typedef struct lob_ask {
    const lob_product *product;
    lob_sessions *sessions;
    lob_ctx *ctx; /* of the request: arena, token */
    lob_str id;   /* of the request */
    bool modern;
    uint64_t client; /* of lob_agreed */
    const cJSON *params;
    lob_buf *json; /* for a tool's answer */
} lob_ask;

/* Each writes a whole answer line. */
void lob_prompts_list(const lob_product *product, const lob_rpc_message *request, bool modern, lob_buf *line);
void lob_prompts_get(const lob_ask *ask, lob_buf *line);
void lob_complete(const lob_ask *ask, lob_buf *line);
/* Whether completion would offer the value for an open session; true where that cannot be found out. */
bool lob_complete_knows(const lob_ask *ask, lob_prompt_source source, const char *session, const char *value);
void lob_resources_list(const lob_ask *ask, lob_buf *line);
void lob_resources_templates(const lob_product *product, const lob_rpc_message *request, bool modern, lob_buf *line);
void lob_resources_read(const lob_ask *ask, lob_buf *line);

/* The session that prompts/get and completion/complete look into, for their order among its calls; data NULL: none. */
lob_str lob_ask_session(const cJSON *params);

/* The parts of such a line: envelope and first brace; what the revision adds to what may be cached for `ttl_ms`, last
 * brace and envelope. `scope`: "public" or "private". */
void lob_ask_begin(lob_str id, lob_jsonw *w, lob_buf *line);
void lob_ask_end(const lob_product *product, bool modern, lob_jsonw *w, lob_buf *line);
void lob_ask_cache(lob_jsonw *w, int ttl_ms, const char *scope);
/* An error of JSON-RPC from ctx->error: its message and hint. */
void lob_ask_refuse(const lob_ask *ask, int code, lob_buf *line);

/* Runs a tool for its answer: a tree, which the caller deletes. NULL: it failed; ctx->error says how, or the product
 * has no such tool. Takes `arguments`. */
cJSON *lob_ask_tool(const lob_ask *ask, const char *name, cJSON *arguments);

#endif
