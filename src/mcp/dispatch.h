/* Who reads and who works.
 *
 * One thread holds the reader role: it reads messages and, when a request may start at once, runs it
 * itself, so that a short call costs no change of thread. One watches the reader: if the same request has kept it for a
 * tick or two (2 ms each), the watcher takes the reader role over and the old reader stays with its request. So a ping
 * waits for some milliseconds at most, however long calls take. The watcher ticks only while there is traffic and
 * sleeps otherwise.
 *
 * Two classes keep dear calls from taking all threads: the last `dear_count` threads run dear calls and nothing else,
 * the others never run one. Where clients share the server, threads of dear calls have a lower priority, so that on few
 * processors a cheap call that wakes up goes first.
 *
 * Invariants: at most LOB_DISPATCH_JOB_COUNT requests are in flight, then nothing is read; requests of one key run in
 * order of arrival, one at a time; a request is run by the reader itself only when another thread is free to watch.
 */
#ifndef LOB_MCP_DISPATCH_H
#define LOB_MCP_DISPATCH_H

#include <stdint.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "mcp/connection.h"
#include "mcp/progress.h"
#include "mcp/tools.h"

enum { LOB_DISPATCH_JOB_COUNT = LOB_LIMIT_REQUESTS_IN_FLIGHT, LOB_DISPATCH_THREAD_COUNT_MAX = 64 };

typedef enum { LOB_DISPATCH_FREE, LOB_DISPATCH_FILLING, LOB_DISPATCH_QUEUED, LOB_DISPATCH_RUNNING } lob_dispatch_state;

struct lob_batch;

typedef struct lob_job {
    /* Of the dispatcher. */
    lob_dispatch_state state;
    uint64_t order; /* of arrival */
    /* Filled by the reader before lob_dispatch_submit(). */
    lob_connection *connection; /* used until the job is dropped */
    const void *scope;          /* of the connection */
    uint64_t key;               /* requests of one key run in order; 0: no key */
    lob_rpc_message message;    /* owned */
    lob_buf text;               /* owned: id and token, copied out of the line */
    lob_str id, token;          /* into text */
    lob_method method;          /* tools/call, or one of tasks */
    lob_task_form tasks;        /* of a call: it becomes a task; NONE: it does not */
    const lob_tool *tool;
    const cJSON *arguments;
    bool is_dear; /* its work can take long: see lob_tools_is_dear() */
    bool modern;
    bool has_links;                 /* the client knows links to resources */
    int notices;                    /* the least lob_notice_level that is sent; 0: none */
    uint64_t client;                /* of lob_agreed */
    struct lob_client_roots *roots; /* borrowed from the same; NULL: none */
    struct lob_batch *batch;        /* NULL: answered by itself */
    lob_cancel cancel;
    /* Of who runs it. */
    lob_progress_state told;
    bool was_run; /* at least once, and was not over */
} lob_job;

/* A job for the reader itself; a message was handled, read on; the end of the input; an end at once. */
typedef enum { LOB_READ_JOB, LOB_READ_MORE, LOB_READ_END, LOB_READ_ABORT } lob_read_state;

typedef struct lob_dispatch lob_dispatch;

typedef struct lob_dispatch_calls {
    void *arg;
    /* Reads and handles messages until the caller has a job to run (JOB: lob_dispatch_submit() said so), the input
     * ended (END: what is in flight may still finish for a while) or all is over (ABORT). `me`: number of the calling
     * thread, 0 .. thread_count - 1. */
    lob_read_state (*read)(void *arg, unsigned me);
    /* False: it is not over yet; it comes to its turn again, after those that were never run. */
    bool (*run)(void *arg, unsigned me, lob_job *job);
    /* Frees what the job holds but its `text`; it ran or never will. */
    void (*drop)(void *arg, lob_job *job);
    /* While nothing can be read because too much is in flight: is there nobody left to answer to? */
    bool (*abandoned)(void *arg);
    /* The end has begun: wakes whoever waits in a system call. Called with the lock held; must not block. */
    void (*stopped)(void *arg);
} lob_dispatch_calls;

typedef struct lob_dispatch_threads {
    unsigned count;      /* all of them */
    unsigned dear_count; /* of those, the ones for dear calls alone; 0: all run everything */
    int dear_nice;       /* added to their niceness */
} lob_dispatch_threads;

/* NULL: out of memory. */
lob_dispatch *lob_dispatch_new(const lob_dispatch_calls *calls, lob_dispatch_threads threads);
void lob_dispatch_drop(lob_dispatch *dispatch);
/* Serves with thread_count threads, the caller's one of them; returns when all others have ended and every job was
 * dropped. False: no thread could be made. */
bool lob_dispatch_run(lob_dispatch *dispatch);
/* From any thread: cancels everything and makes the threads end. */
void lob_dispatch_stop(lob_dispatch *dispatch);
bool lob_dispatch_is_stopping(lob_dispatch *dispatch);

/* For the reader. A job to fill, or NULL when the server ends. Waits while too much is in flight. */
lob_job *lob_dispatch_take(lob_dispatch *dispatch);
/* Gives a job back that cannot be filled. */
void lob_dispatch_untake(lob_dispatch *dispatch, lob_job *job);
/* JOB: thread `me`, which is the reader, runs the job as soon as read() returns. MORE: it is queued. */
lob_read_state lob_dispatch_submit(lob_dispatch *dispatch, unsigned me, lob_job *job, bool may_run_here);
/* Cancels the requests in flight of this scope with this id, or all of them (id.data NULL). */
void lob_dispatch_cancel(lob_dispatch *dispatch, const void *scope, lob_str id);

#endif
