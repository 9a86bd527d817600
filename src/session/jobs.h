/* Jobs: long work that goes on beside the requests, each on a thread of its own, until it ends once.
 *
 * A job is queued, working, then completed, failed or cancelled. Its record, ARTIFACT_ROOT/jobs/ID.json (0600, written
 * whole and renamed), says which, from the first moment on; a record that says `working` and whose process is gone
 * reads as failed, reason `server_ended`. The result is ARTIFACT_ROOT/jobs/ID.result, bytes as the work gave them. Ids
 * are "job_" and 32 hex digits of the kernel's random source.
 *
 * Threads: all functions may be called from any. Work sees the token of its job through ctx->cancel and must poll it;
 * lob_jobs_drop() sets all tokens and waits.
 */
#ifndef LOB_SESSION_JOBS_H
#define LOB_SESSION_JOBS_H

#include "base/buf.h"
#include "base/ctx.h"

typedef enum { LOB_JOB_QUEUED, LOB_JOB_WORKING, LOB_JOB_COMPLETED, LOB_JOB_FAILED, LOB_JOB_CANCELLED } lob_job_state;

enum { LOB_JOB_ID_SIZE = 36 };

typedef struct lob_jobs lob_jobs;

/* Fills `out` with the result, one JSON document; ctx->progress goes to the job. `drop` is called once, whatever
 * happens. */
typedef lob_status lob_job_work(void *arg, lob_ctx *ctx, const char *id, lob_buf *out);

typedef struct lob_job_order {
    const char *kind; /* static: "evaluate", "optimize" */
    lob_str request;  /* one JSON value, for the record; data NULL: none. Borrowed until lob_jobs_start() returns */
    lob_job_work *work;
    void *arg;
    void (*drop)(void *arg);
} lob_job_order;

typedef struct lob_job_status {
    char id[LOB_JOB_ID_SIZE + 1];
    const char *kind;
    lob_job_state state;
    double progress; /* 0..1, never falling */
    /* As the stage of work under way counts them: bytes, tiles, iterations. Ended by itself: both 1, or 0 when it
     * failed, and no message; cancelled: how far it was. */
    double done, total;
    char message[96];
    char began[24]; /* UTC, to the second; "" when its record does not tell */
    int64_t elapsed_ms;
    char artifact_id[72]; /* "sha256:" and 64 digits of the file it works on, once known; else "" */
    lob_str result;       /* COMPLETED: in ctx->arena of who asked */
    lob_error error;      /* FAILED */
} lob_job_status;

/* Makes ARTIFACT_ROOT/jobs. running_max jobs work at a time, up to queued_max others wait; kept_max ended ones are
 * remembered with their results, older ones are read from their records, which are removed a week after. */
typedef struct lob_jobs_setup {
    const char *artifact_root; /* absolute */
    uint32_t running_max, queued_max, kept_max;
    size_t result_size_max, arena_size_max; /* bytes, of one job; the first not 0, the second 0: no bound */
} lob_jobs_setup;
lob_status lob_jobs_new(lob_ctx *ctx, const lob_jobs_setup *setup, lob_jobs **jobs);
void lob_jobs_drop(lob_jobs *jobs); /* cancels all, waits for all; NULL is fine */
/* Takes order->arg over, also when it fails. TOOL_LIMIT_EXCEEDED: reason `jobs_queued`, memory, or what the system
 * refused. */
lob_status lob_jobs_start(lob_ctx *ctx, lob_jobs *jobs, const lob_job_order *order, char id[LOB_JOB_ID_SIZE + 1]);
/* Waits up to wait_ms for the end, passing the job's progress on to ctx; returns early when ctx is cancelled (and the
 * job is cancelled too when `bound`: its request is the one that waits). INVALID_TARGET, reason `unknown_job`, with
 * candidates. A job of an earlier process is read from its record. */
lob_status lob_jobs_poll(lob_ctx *ctx, lob_jobs *jobs, lob_str id, uint32_t wait_ms, bool bound,
                         lob_job_status *status);
/* As it stands now, without its result. Errors as of lob_jobs_poll(). */
lob_status lob_jobs_look(lob_ctx *ctx, lob_jobs *jobs, lob_str id, lob_job_status *status);
/* The ids of all jobs that can be polled, of earlier processes too, in the order of their bytes: those after `after`
 * (data NULL: from the first), *count of them at most. False: `after` is no id, or the folder cannot be read. */
bool lob_jobs_list(lob_jobs *jobs, lob_str after, char (*ids)[LOB_JOB_ID_SIZE + 1], uint32_t *count);
/* The request of a completed evaluation of the file, from its record, in ctx->arena; data NULL: the job is none. */
lob_status lob_jobs_request(lob_ctx *ctx, lob_jobs *jobs, lob_str id, lob_str artifact_id, lob_str *request);
/* Sets its token, and ends it when it is only queued; idempotent, and no error for an ended one. INVALID_TARGET, reason
 * `unknown_job`, or `other_process`: a server beside this one works on it. */
lob_status lob_jobs_cancel(lob_ctx *ctx, lob_jobs *jobs, lob_str id);
void lob_jobs_cancel_all(lob_jobs *jobs); /* the client is gone */
uint32_t lob_jobs_running(lob_jobs *jobs);
/* For the work: what file it is about. */
void lob_jobs_tell(lob_jobs *jobs, const char *id, const char *artifact_id);
/* A path in the folder of the jobs, ARTIFACT_ROOT/jobs/ID suffix, in `arena`; data NULL: out of memory. */
lob_str lob_jobs_path(const lob_jobs *jobs, lob_arena *arena, const char *id, const char *suffix);
const char *lob_job_state_name(lob_job_state state); /* "queued", "working" ... */

#endif
