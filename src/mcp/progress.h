/* Progress notifications of one request: only when it asked for them, at most four a second, strictly increasing. */
#ifndef LOB_MCP_PROGRESS_H
#define LOB_MCP_PROGRESS_H

#include "base/ctx.h"
#include "mcp/connection.h"

typedef struct lob_progress_state {
    lob_connection *connection;
    lob_str token;            /* raw JSON */
    const lob_cancel *cancel; /* a cancelled request says nothing any more */
    int64_t sent_ms;
    double sent_done;
    bool any;
} lob_progress_state;

/* A lob_progress_fn; `state` is a lob_progress_state. */
void lob_progress_send(void *state, double done, double total, const char *message);

#endif
