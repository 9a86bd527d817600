/* Jobs as the tools show them: evaluate, optimize, poll and cancel_job answer in one form. */
#ifndef LOB_TOOL_JOB_H
#define LOB_TOOL_JOB_H

#include "session/jobs.h"
#include "tool/litho_run.h"

/* What a job of this layer works on: owned by the job. */
typedef struct lob_job_task {
    lob_str arguments;    /* of the request, JSON */
    lob_str before;       /* optimize: of the evaluation that found the violation; data NULL: none */
    char artifact_id[80]; /* optimize: the file that it must be; "": any */
    lob_litho_place place;
    lob_str source_path;        /* of the session's layout; data NULL: none */
    lob_str session_id, opened; /* of a hosted session; data NULL: none */
    const lob_apart *apart;     /* who runs the work; NULL: this process */
    const lob_config *config;
    lob_litho_memory *memory;
    lob_jobs *jobs;
} lob_job_task;

/* From the call's arguments, and the session's layout when it names one. */
lob_status lob_job_task_new(lob_call *call, const lob_litho_ask *ask, lob_job_task **task);
void lob_job_task_drop(void *task);

/* As compact text, in ctx->arena. */
lob_status lob_job_text_of(lob_ctx *ctx, const cJSON *json, lob_str *text);

/* Starts the work (which takes the task over) and waits as asked; `bound`: the job belongs to this call while it waits.
 */
lob_status lob_job_begin(lob_call *call, const char *kind, lob_job_work *work, lob_job_task *task, int64_t wait_ms,
                         lob_job_status *status);
lob_status lob_job_ask(lob_call *call, lob_str id, int64_t wait_ms, lob_job_status *status);

/* For lob_litho_run.told: what file the job is about, once it is known; `arg` is a lob_job_teller. */
typedef struct lob_job_teller {
    lob_jobs *jobs;
    const char *id;
} lob_job_teller;
void lob_job_tell(void *arg, const char *artifact_id);
/* The work by this process; its picture or mask goes to `path`. */
lob_litho_run lob_job_run_of(const lob_job_task *task, lob_job_teller *of, lob_str path);

/* The work by another process (task->apart is there). `listener` learns what file it read. */
typedef struct lob_job_listener {
    lob_job_teller of;
    char artifact_id[80]; /* "" until it is told */
} lob_job_listener;
lob_status lob_job_run_by(lob_ctx *ctx, const lob_job_task *task, const char *kind, lob_str path,
                          lob_job_listener *listener, lob_buf *out);

enum { LOB_JOB_POLL_MS = 500 };

/* Fills a response of any of the four tools. */
#define LOB_JOB_SHOW(ctx, from, response)                                                                              \
    do {                                                                                                               \
        (response)->job_id = lob_job_text(ctx, (from)->id);                                                            \
        (response)->kind = lob_job_kind_shown((from)->kind);                                                           \
        (response)->status = (lob_shown_job_state)(from)->state;                                                       \
        (response)->progress = (from)->progress;                                                                       \
        (response)->done = (from)->done;                                                                               \
        (response)->total = (from)->total;                                                                             \
        (response)->elapsed_ms = (from)->elapsed_ms;                                                                   \
        (response)->has_next_poll_ms = (from)->state < LOB_JOB_COMPLETED;                                              \
        (response)->next_poll_ms = LOB_JOB_POLL_MS;                                                                    \
        (response)->result = (from)->result;                                                                           \
        if ((from)->artifact_id[0]) {                                                                                  \
            (response)->layout_artifact_id = lob_job_text(ctx, (from)->artifact_id);                                   \
        }                                                                                                              \
        if ((from)->message[0]) {                                                                                      \
            (response)->message = lob_job_text(ctx, (from)->message);                                                  \
        }                                                                                                              \
        LOB_TRY(lob_job_error_show((ctx), (from), &(response)->error));                                                \
        if ((response)->job_id.data == NULL || ((from)->message[0] && (response)->message.data == NULL) ||             \
            ((from)->artifact_id[0] && (response)->layout_artifact_id.data == NULL)) {                                 \
            return lob_fail_memory(ctx);                                                                               \
        }                                                                                                              \
    } while (0)

/* The files of a job in the folder of jobs, without endings: the pictures of an evaluation, the mask (and pictures) of
 * an optimisation. */
#define LOB_JOB_PRINT "_print"
#define LOB_JOB_MASK  "_mask"

/* Sends the picture of a completed job along, where it has drawn one; else leaves both as they are. */
lob_status lob_job_show_picture(lob_call *call, const lob_job_status *status, lob_artifact_ref **image,
                                lob_artifact_ref **svg);

lob_shown_job_kind lob_job_kind_shown(const char *kind);
lob_str lob_job_text(lob_ctx *ctx, const char *text); /* a copy; data NULL: out of memory */
lob_status lob_job_error_show(lob_ctx *ctx, const lob_job_status *status, lob_shown_job_error **error);

#endif
