/* The core's state, shared by the files of this folder that run it.
 *
 * Two owners: what one thread may touch (its worker), and what all share under its own lock (dispatch, a batch). The
 * rest is constant while the server runs.
 */
#ifndef LOB_MCP_STATE_H
#define LOB_MCP_STATE_H

#include <pthread.h>

#include "mcp/core.h"
#include "mcp/tools.h"

/* Held by both buffers of a worker all the time, so that an error can be told when memory is out. */
enum { LOB_WORKER_BUFFER_SIZE = 4096 };

typedef struct lob_worker {
    lob_arena *arena; /* owned; reset before each call */
    lob_ctx ctx;
    lob_buf result;    /* the tool's JSON */
    lob_images images; /* the tool's pictures, in the arena */
    lob_buf line;      /* the answer */
} lob_worker;

struct lob_server {
    lob_core_options options;
    lob_core_feed feed;
    lob_buf lists[LOB_LIST_COUNT]; /* of tools, each written when first asked for; the reader role's */
    bool has_tasks;
    lob_dispatch *dispatch;
    lob_worker *workers;
    unsigned worker_count; /* threads */
};

/* A JSON-RPC batch: its answers leave together. */
typedef struct lob_batch {
    pthread_mutex_t lock;
    lob_connection *connection; /* used until the batch is done */
    lob_buf answers;            /* "[" and answers with commas between */
    unsigned due; /* requests without an answer yet, and one for the reader while it goes through the batch */
} lob_batch;

/* work.c */
/* False: not over yet. */
bool lob_work_run(void *server, unsigned me, lob_job *job);
void lob_work_drop(void *server, lob_job *job);
/* Sends worker->line, or puts it into the batch; a line that could not be written becomes an error. False: nobody will
 * have it. */
bool lob_work_answer(lob_worker *worker, lob_connection *connection, lob_str id, lob_batch *batch);
lob_batch *lob_batch_new(lob_connection *connection);
/* One request less is due; the last one sends and frees the batch. */
void lob_batch_done(lob_server *server, lob_batch *batch);

#endif
