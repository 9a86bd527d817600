/* A folder of jobs below /tmp, and work that does what a test tells it. */
#ifndef TESTS_UNIT_SESSION_JOBS_RIG_H
#define TESTS_UNIT_SESSION_JOBS_RIG_H

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/clock.h"
#include "base/log.h"
#include "session/jobs.h"
#include "json/reader.h"

#define RIG_REQUEST "{\"layout\":\"/data/x.gds\"}"
#define RIG_RESULT  "{\"value\":0.1,\"text\":\"a\\nb\"}"

enum { RIG_PATIENCE_MS = 20000 };

/* One job's orders. Counted: `dropped` by drop(), `started` by the work. */
typedef struct rig_task {
    atomic_bool open; /* held work goes on until this, or until it is cancelled */
    atomic_int started, dropped;
    const double *steps; /* told as progress of `total` before the gate */
    unsigned step_count;
    double total;
    lob_status end; /* what it ends with once the gate is open */
    size_t size;    /* of the result; 0: RIG_RESULT */
    lob_jobs *jobs; /* tells the artifact; NULL: does not */
} rig_task;

static char rig_folder[64];

static inline lob_jobs *rig_jobs(uint32_t running, uint32_t queued, uint32_t kept, size_t result_size_max) {
    const lob_jobs_setup setup = {.artifact_root = rig_folder,
                                  .running_max = running,
                                  .queued_max = queued,
                                  .kept_max = kept,
                                  .result_size_max = result_size_max};
    lob_ctx ctx;
    lob_jobs *jobs = NULL;
    lob_ctx_init(&ctx, NULL);
    return lob_jobs_new(&ctx, &setup, &jobs) == LOB_OK ? jobs : NULL;
}

static inline int rig_open(void **state) {
    (void)state;
    lob_json_init();
    lob_log_set_level(LOB_LOG_ERROR);
    strcpy(rig_folder, "/tmp/lob_jobs_XXXXXX");
    return mkdtemp(rig_folder) ? 0 : -1;
}

static inline int rig_close(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", rig_folder);
    return system(command);
}

static inline void rig_pause(long ms) {
    const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static inline lob_status rig_work(void *arg, lob_ctx *ctx, const char *id, lob_buf *out) {
    rig_task *task = arg;
    if (task->jobs) {
        lob_jobs_tell(task->jobs, id, "sha256:0123");
    }
    for (unsigned i = 0; i < task->step_count; i++) {
        ctx->progress(ctx->progress_arg, task->steps[i], task->total, "stepping");
    }
    atomic_fetch_add(&task->started, 1);
    while (!atomic_load(&task->open)) {
        LOB_TRY(lob_poll(ctx));
        rig_pause(1);
    }
    if (task->end != LOB_OK) {
        lob_fail(ctx, task->end, "It went wrong");
        lob_error_text(&ctx->error, "reason", LOB_STR("planned"));
        lob_hint(ctx, "Do better.");
        return task->end;
    }
    for (size_t i = 0; i < task->size; i++) {
        lob_buf_add_byte(out, '1');
    }
    if (task->size == 0) {
        lob_buf_add_text(out, RIG_RESULT);
    }
    return LOB_OK;
}

static inline void rig_drop(void *arg) {
    rig_task *task = arg;
    atomic_fetch_add(&task->dropped, 1);
}

static inline lob_status rig_start(lob_ctx *ctx, lob_jobs *jobs, rig_task *task, char id[LOB_JOB_ID_SIZE + 1]) {
    const lob_job_order order = {
        .kind = "evaluate", .request = LOB_STR(RIG_REQUEST), .work = rig_work, .arg = task, .drop = rig_drop};
    return lob_jobs_start(ctx, jobs, &order, id);
}

static inline bool rig_await(atomic_int *count, int least) {
    for (int waited = 0; atomic_load(count) < least && waited < RIG_PATIENCE_MS; waited++) {
        rig_pause(1);
    }
    return atomic_load(count) >= least;
}

static inline bool rig_says(const lob_error *error, const char *reason) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (error->details[i].is_text && strcmp(error->details[i].key, "reason") == 0) {
            return lob_str_equal(error->details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

#endif
