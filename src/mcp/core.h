/* The core: what is done with messages, whatever brings them (a feed) and wherever answers go (a connection).
 *
 * server.h is the feed of a pair of descriptors; the one of HTTP is a program of its own (src/http).
 */
#ifndef LOB_MCP_CORE_H
#define LOB_MCP_CORE_H

#include "mcp/connection.h"
#include "mcp/dispatch.h"

typedef struct lob_server lob_server;

typedef struct lob_core_options {
    lob_sessions *sessions; /* borrowed */
    lob_product product;    /* what is served; all borrowed */
    unsigned worker_count;  /* calls beside each other; 0: as many dear ones as processors, and some cheap ones */
    bool is_shared;         /* by several clients: cheap calls go before dear ones */
} lob_core_options;

/* Where messages come from; see lob_dispatch_calls, whose meanings these have. */
typedef struct lob_core_feed {
    void *arg;
    lob_read_state (*read)(void *arg, unsigned me);
    bool (*abandoned)(void *arg);
    void (*stopped)(void *arg);
} lob_core_feed;

/* NULL: out of memory. */
lob_server *lob_core_open(const lob_core_options *options, const lob_core_feed *feed);
/* What is still in flight is dropped. NULL is fine. */
void lob_core_close(lob_server *server);
/* Serves with the caller's thread and others until the feed ends or lob_core_stop(). False: no thread could be made. */
bool lob_core_run(lob_server *server);
/* From any thread: cancels everything and makes the threads end. */
void lob_core_stop(lob_server *server);
bool lob_core_is_stopping(lob_server *server);
/* From any thread: cancels the requests of this scope with this id, or all of them (id.data NULL). */
void lob_core_cancel(lob_server *server, const void *scope, lob_str id);

/* For the feed's read(). JOB: return it, the dispatcher has the job. MORE: go on reading. ABORT: the server ends.
 * A text is a message or a batch; the other form takes a message that was read already, which becomes the core's. */
lob_read_state lob_core_take_text(lob_server *server, unsigned me, lob_connection *connection, lob_str text);
lob_read_state lob_core_take_message(lob_server *server, unsigned me, lob_connection *connection,
                                     lob_rpc_message *message);
/* Tells what has no message: a line too long, no memory. */
lob_read_state lob_core_take_fault(lob_server *server, unsigned me, lob_connection *connection, int code,
                                   const char *what);

#endif
