/* The server's state, shared by the files of this folder that run it.
 *
 * Three owners: what the reader role may touch (frame, agreed revision, input_ended), what one thread may touch (its
 * worker), and what all share under its own lock (out, dispatch, a batch). The rest is constant while the server runs.
 */
#ifndef LOB_MCP_STATE_H
#define LOB_MCP_STATE_H

#include "mcp/dispatch.h"
#include "mcp/frame.h"
#include "mcp/lifecycle.h"
#include "mcp/out.h"
#include "mcp/server.h"

/* Held by both buffers of a worker all the time, so that an error can be told when memory is out. */
enum { LOB_WORKER_BUFFER_SIZE = 4096 };

typedef struct lob_worker {
    lob_arena *arena; /* owned; reset before each call */
    lob_ctx ctx;
    lob_buf result; /* the tool's JSON */
    lob_str image;  /* the tool's picture, in the arena */
    lob_buf line;   /* the answer */
} lob_worker;

typedef struct lob_server {
    lob_mcp_options options;
    lob_buf list, list_with_tasks; /* of tools, written once */
    bool has_tasks;
    lob_out out;
    int wake_fd; /* an eventfd: readable once the end has begun */
    lob_dispatch *dispatch;
    lob_worker *workers;
    unsigned worker_count; /* threads */
    /* The reader role's. */
    lob_frame frame;
    lob_revision agreed;
    bool input_ended;
    unsigned starved; /* times in a row that no room for input could be had */
    bool failed;
} lob_server;

/* A JSON-RPC batch: its answers leave together. */
typedef struct lob_batch {
    pthread_mutex_t lock;
    lob_buf answers; /* "[" and answers with commas between */
    unsigned due;    /* requests without an answer yet, and one for the reader while it goes through the batch */
} lob_batch;

/* handle.c. JOB: *job is to be run by the caller. END: go on reading. ABORT: the server ends. */
lob_read_state lob_handle_line(lob_server *server, unsigned me, lob_str line, lob_job **job);
/* Answers what has no message: a line too long, no memory. */
bool lob_handle_fault(lob_server *server, unsigned me, int code, const char *what);

/* work.c */
/* False: not over yet. */
bool lob_work_run(void *server, unsigned me, lob_job *job);
void lob_work_drop(void *server, lob_job *job);
/* Sends worker->line, or puts it into the batch; a line that could not be written becomes an error. False: the other
 * side is gone. */
bool lob_work_answer(lob_server *server, lob_worker *worker, lob_str id, lob_batch *batch);
lob_batch *lob_batch_new(void);
/* One request less is due; the last one sends and frees the batch. */
void lob_batch_done(lob_server *server, lob_batch *batch);

#endif
