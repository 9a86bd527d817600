/* The table of jobs and the threads that do them.
 *
 * Invariant: `mutex` guards all but the work itself; a job is in the list from its start until it is forgotten, in the
 * order of starting; its state only grows. A slot is a thread that takes the oldest queued job until there is none,
 * then ends; at most running_max of them. Files are written without the mutex: only the thread of a job, its starter
 * before any thread knows it, or who cancels it before any thread took it, writes its record.
 */
#include "session/jobs.h"

#include <pthread.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/limits.h"
#include "base/log.h"
#include "session/job_records.h"

typedef struct job {
    struct job *next;
    lob_job_order order;
    lob_cancel cancel;
    lob_job_status shown; /* id, kind, state, progress; error */
    lob_buf result;       /* once completed */
    char began[24];
    int64_t began_ms, ended_ms;
    unsigned waiters; /* who reads it without the mutex: it may not be forgotten */
} job;

typedef enum { SLOT_FREE, SLOT_BUSY, SLOT_ENDED } slot_state;

typedef struct slot {
    lob_jobs *jobs;
    pthread_t thread;
    slot_state state;
} slot;

struct lob_jobs {
    lob_jobs_setup setup;
    lob_job_folder folder;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* monotonic clock */
    job *first;
    slot *slots; /* running_max */
    bool closing;
};

/* ---- jobs as such ---- */

static bool has_ended(const job *it) {
    return it->shown.state >= LOB_JOB_COMPLETED;
}

static void free_job(job *it) {
    if (it->order.drop) {
        it->order.drop(it->order.arg);
    }
    lob_buf_release(&it->result);
    lob_free((void *)(uintptr_t)it->order.request.data);
    lob_free(it);
}

/* What the work took is given back as soon as it ends, not when the job is forgotten. */
static void drop_argument(job *it) {
    if (it->order.drop) {
        it->order.drop(it->order.arg);
        it->order.drop = NULL;
    }
}

static job *find(lob_jobs *jobs, lob_str id) {
    job *it = jobs->first;
    while (it && !lob_str_equal(id, lob_str_from(it->shown.id))) {
        it = it->next;
    }
    return it;
}

static uint32_t count_state(const lob_jobs *jobs, lob_job_state state) {
    uint32_t count = 0;
    for (const job *it = jobs->first; it; it = it->next) {
        count += it->shown.state == state;
    }
    return count;
}

/* Forgets the oldest ended jobs beyond what is kept; their records stay. */
static void forget_old(lob_jobs *jobs) {
    uint32_t ended = 0;
    for (const job *it = jobs->first; it; it = it->next) {
        ended += has_ended(it);
    }
    for (job **at = &jobs->first; *at && ended > jobs->setup.kept_max;) {
        job *it = *at;
        if (has_ended(it) && it->waiters == 0) {
            *at = it->next;
            free_job(it);
            ended--;
        } else {
            at = &it->next;
        }
    }
}

/* ---- the work ---- */

static void take_progress(void *arg, double done, double total, const char *message) {
    job *it = ((void **)arg)[0];
    lob_jobs *jobs = ((void **)arg)[1];
    double share = total > 0 ? done / total : 0;
    pthread_mutex_lock(&jobs->mutex);
    it->shown.done = done;
    it->shown.total = total;
    if (share > it->shown.progress) {
        it->shown.progress = share < 1 ? share : 1;
    }
    snprintf(it->shown.message, sizeof it->shown.message, "%s", message ? message : "");
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->mutex);
}

static lob_status do_work(job *it, lob_ctx *ctx, lob_jobs *jobs) {
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(it->order.work(it->order.arg, ctx, it->shown.id, &it->result));
    if (it->result.failed == LOB_BUF_NO_MEMORY) {
        return lob_fail_memory(ctx);
    }
    if (it->result.failed) {
        lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The result of the job is too large to be kept");
        lob_error_text(&ctx->error, "reason", LOB_STR("result_size"));
        lob_error_integer(&ctx->error, "limit_bytes", (int64_t)jobs->setup.result_size_max);
        lob_hint(ctx, "Ask for less: a smaller window, or the report level aggregate.");
        return status;
    }
    return lob_job_result_write(ctx, &jobs->folder, it->shown.id, it->result.data, it->result.size);
}

static void write_record(lob_jobs *jobs, const job *it, const lob_job_status *status) {
    lob_ctx ctx;
    lob_ctx_init(&ctx, NULL);
    if (lob_job_record_write(&ctx, &jobs->folder, status, it->began, it->order.request) != LOB_OK) {
        lob_log(LOB_LOG_WARNING, "the record of a job cannot be written: %s", ctx.error.message);
    }
}

/* Which steps were told last hangs on the clock; what a job says that ended by itself must not. */
static void forget_steps(lob_job_status *end) {
    if (end->state != LOB_JOB_CANCELLED) {
        end->progress = end->done = end->total = end->state == LOB_JOB_COMPLETED ? 1 : 0;
        end->message[0] = '\0';
    }
}

/* How it ended becomes visible only once the record says so as well. */
static void end_job(lob_jobs *jobs, job *it, lob_status status, const lob_error *error) {
    lob_job_status end = it->shown;
    end.state = status == LOB_OK ? LOB_JOB_COMPLETED : LOB_JOB_FAILED;
    /* Work that was through before it looked at the token is complete. */
    if (status == LOB_E_CANCELLED) {
        end.state = LOB_JOB_CANCELLED;
    }
    if (end.state == LOB_JOB_COMPLETED) {
        end.result = (lob_str){it->result.data, it->result.size};
    } else {
        lob_buf_release(&it->result);
    }
    forget_steps(&end);
    if (end.state == LOB_JOB_FAILED) {
        lob_error_clear(&end.error);
        lob_error_take(&end.error, error);
    }
    int64_t now = lob_clock_ms();
    end.elapsed_ms = now - it->began_ms;
    write_record(jobs, it, &end);
    pthread_mutex_lock(&jobs->mutex);
    it->shown.state = end.state;
    it->shown.progress = end.progress;
    it->shown.done = end.done;
    it->shown.total = end.total;
    memcpy(it->shown.message, end.message, sizeof end.message);
    if (end.state == LOB_JOB_FAILED) {
        lob_error_take(&it->shown.error, error);
    }
    it->ended_ms = now;
    forget_old(jobs);
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->mutex);
}

static void run_job(lob_jobs *jobs, job *it) {
    void *progress[2] = {it, jobs};
    lob_account account;
    lob_account_init(&account, "job_memory_size", LOB_LIMIT_JOB_MEMORY_SIZE);
    lob_account *before = lob_account_enter(&account);
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(jobs->setup.arena_size_max);
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &it->cancel;
    ctx.progress = take_progress;
    ctx.progress_arg = progress;
    lob_job_status begun = it->shown;
    write_record(jobs, it, &begun);
    lob_status status = arena ? do_work(it, &ctx, jobs) : lob_fail_memory(&ctx);
    drop_argument(it);
    lob_arena_drop(arena); /* before anybody is told: what is read back then is free */
    lob_account_end(&account, before);
    lob_memory_settle();
    end_job(jobs, it, status, &ctx.error);
}

static job *take_queued(lob_jobs *jobs) {
    job *it = jobs->first;
    while (it && it->shown.state != LOB_JOB_QUEUED) {
        it = it->next;
    }
    if (it) {
        it->shown.state = LOB_JOB_WORKING;
    }
    return it;
}

static void *run_slot(void *arg) {
    slot *mine = arg;
    lob_jobs *jobs = mine->jobs;
    job *it;
    pthread_mutex_lock(&jobs->mutex);
    while ((it = take_queued(jobs)) != NULL) {
        pthread_mutex_unlock(&jobs->mutex);
        run_job(jobs, it);
        pthread_mutex_lock(&jobs->mutex);
    }
    mine->state = SLOT_ENDED;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->mutex);
    return NULL;
}

/* With the mutex held. False: no thread could be had. */
static bool wake_slot(lob_jobs *jobs) {
    bool any_busy = false;
    for (uint32_t i = 0; i < jobs->setup.running_max; i++) {
        slot *it = &jobs->slots[i];
        if (it->state == SLOT_ENDED) {
            pthread_join(it->thread, NULL); /* it has nothing more to do */
            it->state = SLOT_FREE;
        }
        if (it->state == SLOT_FREE) {
            if (pthread_create(&it->thread, NULL, run_slot, it) != 0) {
                continue; /* a busy one goes on with the queue */
            }
            it->state = SLOT_BUSY;
            return true;
        }
        any_busy = true;
    }
    return any_busy;
}

/* ---- the table ---- */

lob_status lob_jobs_new(lob_ctx *ctx, const lob_jobs_setup *setup, lob_jobs **jobs) {
    lob_jobs *made = lob_calloc(1, sizeof *made);
    slot *slots = lob_calloc(setup->running_max, sizeof *slots);
    if (made == NULL || slots == NULL) {
        lob_free(made);
        lob_free(slots);
        return lob_fail_memory(ctx);
    }
    made->setup = *setup;
    made->setup.artifact_root = NULL; /* the caller's */
    made->slots = slots;
    for (uint32_t i = 0; i < setup->running_max; i++) {
        slots[i].jobs = made;
    }
    lob_status status = lob_job_folder_open(ctx, setup->artifact_root, &made->folder);
    if (status != LOB_OK) {
        lob_free(slots);
        lob_free(made);
        return status;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&made->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&made->mutex, NULL);
    *jobs = made;
    return LOB_OK;
}

void lob_jobs_drop(lob_jobs *jobs) {
    if (jobs == NULL) {
        return;
    }
    pthread_mutex_lock(&jobs->mutex);
    jobs->closing = true;
    pthread_mutex_unlock(&jobs->mutex);
    lob_jobs_cancel_all(jobs);
    pthread_mutex_lock(&jobs->mutex);
    for (uint32_t i = 0; i < jobs->setup.running_max; i++) {
        while (jobs->slots[i].state == SLOT_BUSY) {
            pthread_cond_wait(&jobs->changed, &jobs->mutex);
        }
    }
    pthread_mutex_unlock(&jobs->mutex);
    for (uint32_t i = 0; i < jobs->setup.running_max; i++) {
        if (jobs->slots[i].state == SLOT_ENDED) {
            pthread_join(jobs->slots[i].thread, NULL);
        }
    }
    while (jobs->first) {
        job *next = jobs->first->next;
        free_job(jobs->first);
        jobs->first = next;
    }
    lob_job_folder_close(&jobs->folder);
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->mutex);
    lob_free(jobs->slots);
    lob_free(jobs);
}

static job *new_job(lob_jobs *jobs, const lob_job_order *order) {
    uint8_t random[16];
    job *it = lob_calloc(1, sizeof *it);
    char *request = it && order->request.data ? lob_malloc(order->request.size + 1) : NULL;
    if (it == NULL || (order->request.data && request == NULL) || !lob_random(random, sizeof random)) {
        lob_free(request);
        lob_free(it);
        return NULL;
    }
    it->order = *order;
    if (request) {
        memcpy(request, order->request.data, order->request.size);
        it->order.request.data = request;
    }
    atomic_init(&it->cancel.requested, false);
    memcpy(it->shown.id, "job_", 4);
    lob_hex(it->shown.id + 4, random, sizeof random);
    it->shown.kind = order->kind;
    lob_buf_init(&it->result, jobs->setup.result_size_max);
    lob_clock_utc(it->began);
    it->began_ms = lob_clock_ms();
    return it;
}

/* Enters the job; on failure it is nowhere. */
static lob_status enter(lob_ctx *ctx, lob_jobs *jobs, job *it) {
    lob_status status = LOB_OK;
    pthread_mutex_lock(&jobs->mutex);
    if (jobs->closing || count_state(jobs, LOB_JOB_QUEUED) >= jobs->setup.queued_max) {
        status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "Too many jobs are waiting");
        lob_error_text(&ctx->error, "reason", LOB_STR("jobs_queued"));
        lob_error_integer(&ctx->error, "limit", jobs->setup.queued_max);
        lob_hint(ctx, "Poll the running jobs until one ends, or cancel one with cancel_job.");
    } else {
        job **at = &jobs->first;
        while (*at) {
            at = &(*at)->next;
        }
        *at = it;
        if (!wake_slot(jobs)) {
            *at = NULL;
            status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "No thread is available for the job");
            lob_error_text(&ctx->error, "reason", LOB_STR("threads"));
            lob_hint(ctx, "Try again when other work has ended.");
        }
    }
    pthread_mutex_unlock(&jobs->mutex);
    return status;
}

lob_status lob_jobs_start(lob_ctx *ctx, lob_jobs *jobs, const lob_job_order *order, char id[LOB_JOB_ID_SIZE + 1]) {
    job *it = new_job(jobs, order);
    if (it == NULL) {
        if (order->drop) {
            order->drop(order->arg);
        }
        return lob_fail_memory(ctx);
    }
    memcpy(id, it->shown.id, LOB_JOB_ID_SIZE + 1);
    lob_job_status queued = it->shown;
    lob_status status = lob_job_record_write(ctx, &jobs->folder, &queued, it->began, it->order.request);
    if (status == LOB_OK) {
        status = enter(ctx, jobs, it);
        if (status != LOB_OK) { /* nobody has its id */
            lob_job_record_remove(&jobs->folder, it->shown.id);
        }
    }
    if (status != LOB_OK) {
        free_job(it);
    }
    return status;
}

/* ---- asking ---- */

static void copy_status(const job *it, lob_job_status *status) {
    lob_error_clear(&status->error);
    memcpy(status->id, it->shown.id, sizeof status->id);
    status->kind = it->shown.kind;
    status->state = it->shown.state;
    status->progress = it->shown.progress;
    status->done = it->shown.done;
    status->total = it->shown.total;
    memcpy(status->message, it->shown.message, sizeof status->message);
    memcpy(status->began, it->began, sizeof status->began);
    memcpy(status->artifact_id, it->shown.artifact_id, sizeof status->artifact_id);
    status->elapsed_ms = (has_ended(it) ? it->ended_ms : lob_clock_ms()) - it->began_ms;
    status->result = (lob_str){NULL, 0};
    if (it->shown.state == LOB_JOB_FAILED) {
        lob_error_take(&status->error, &it->shown.error);
    }
}

static lob_status fail_unknown(lob_ctx *ctx, lob_jobs *jobs) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "No job has this id");
    lob_error_text(&ctx->error, "reason", LOB_STR("unknown_job"));
    pthread_mutex_lock(&jobs->mutex);
    for (const job *it = jobs->first; it; it = it->next) {
        lob_error_candidate(&ctx->error, lob_str_from(it->shown.id));
    }
    pthread_mutex_unlock(&jobs->mutex);
    lob_error_hint_candidates(&ctx->error, "Use an id of details.candidates, or start the work again.",
                              "The server has no jobs; start one with evaluate or optimize.");
    return status;
}

/* At most a tenth of a second, so that a cancelled request is seen. */
static void wait_a_little(lob_jobs *jobs, int64_t left_ms) {
    struct timespec until;
    int64_t ms = left_ms < 100 ? left_ms : 100;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&jobs->changed, &jobs->mutex, &until);
}

/* With the mutex held, which is let go for a while; a waiter of its own keeps the job. What no thread has taken yet
 * ends here: its turn may be far. */
static void cancel(lob_jobs *jobs, job *it) {
    atomic_store(&it->cancel.requested, true);
    if (it->shown.state == LOB_JOB_QUEUED) {
        it->shown.state = LOB_JOB_WORKING; /* on its end: it is nobody else's from here on */
        pthread_mutex_unlock(&jobs->mutex);
        drop_argument(it);
        end_job(jobs, it, LOB_E_CANCELLED, NULL);
        pthread_mutex_lock(&jobs->mutex);
    }
}

/* With the mutex held. The progress goes out without it, for its receiver may write to a slow reader. */
static lob_status wait_for(lob_ctx *ctx, lob_jobs *jobs, job *it, uint32_t wait_ms, bool bound) {
    int64_t until = lob_clock_ms() + wait_ms;
    while (!has_ended(it)) {
        int64_t left = until - lob_clock_ms();
        if (left <= 0) {
            return LOB_OK;
        }
        wait_a_little(jobs, left);
        double done = it->shown.done, total = it->shown.total;
        char message[sizeof it->shown.message];
        memcpy(message, it->shown.message, sizeof message);
        pthread_mutex_unlock(&jobs->mutex);
        lob_status status = lob_poll(ctx);
        if (status == LOB_OK && total > 0) {
            lob_progress(ctx, done, total, message);
        }
        pthread_mutex_lock(&jobs->mutex);
        if (status != LOB_OK) {
            if (bound) {
                cancel(jobs, it);
            }
            return status;
        }
    }
    return LOB_OK;
}

lob_status lob_jobs_poll(lob_ctx *ctx, lob_jobs *jobs, lob_str id, uint32_t wait_ms, bool bound,
                         lob_job_status *status) {
    *status = (lob_job_status){.state = LOB_JOB_QUEUED};
    pthread_mutex_lock(&jobs->mutex);
    job *it = find(jobs, id);
    if (it == NULL) {
        pthread_mutex_unlock(&jobs->mutex);
        bool found;
        LOB_TRY(lob_job_record_read(ctx, &jobs->folder, id, jobs->setup.result_size_max, &found, status));
        return found ? LOB_OK : fail_unknown(ctx, jobs);
    }
    it->waiters++;
    lob_status waited = wait_for(ctx, jobs, it, wait_ms, bound);
    copy_status(it, status);
    pthread_mutex_unlock(&jobs->mutex);
    if (waited == LOB_OK && status->state == LOB_JOB_COMPLETED) {
        /* An ended job does not change, and waiters keep it. */
        status->result = (lob_str){lob_arena_strdup(ctx->arena, it->result.data, it->result.size), it->result.size};
        waited = status->result.data ? LOB_OK : lob_fail_memory(ctx);
    }
    pthread_mutex_lock(&jobs->mutex);
    it->waiters--;
    pthread_mutex_unlock(&jobs->mutex);
    return waited;
}

lob_status lob_jobs_look(lob_ctx *ctx, lob_jobs *jobs, lob_str id, lob_job_status *status) {
    *status = (lob_job_status){.state = LOB_JOB_QUEUED};
    pthread_mutex_lock(&jobs->mutex);
    const job *it = find(jobs, id);
    if (it) {
        copy_status(it, status);
    }
    pthread_mutex_unlock(&jobs->mutex);
    if (it == NULL) {
        bool found;
        LOB_TRY(lob_job_record_read(ctx, &jobs->folder, id, 0, &found, status));
        return found ? LOB_OK : fail_unknown(ctx, jobs);
    }
    return LOB_OK;
}

bool lob_jobs_list(lob_jobs *jobs, lob_str after, char (*ids)[LOB_JOB_ID_SIZE + 1], uint32_t *count) {
    return (after.data == NULL || lob_job_id_fits(after)) && lob_job_records_list(&jobs->folder, after, ids, count);
}

lob_status lob_jobs_request(lob_ctx *ctx, lob_jobs *jobs, lob_str id, lob_str artifact_id, lob_str *request) {
    return lob_job_record_request(ctx, &jobs->folder, id, artifact_id, request);
}

/* What is not of this process: ended, or out of reach. */
static lob_status cancel_elsewhere(lob_ctx *ctx, lob_jobs *jobs, lob_str id) {
    lob_job_status status = {.state = LOB_JOB_QUEUED};
    bool found;
    LOB_TRY(lob_job_record_read(ctx, &jobs->folder, id, jobs->setup.result_size_max, &found, &status));
    if (!found) {
        return fail_unknown(ctx, jobs);
    }
    if (status.state >= LOB_JOB_COMPLETED) {
        return LOB_OK;
    }
    lob_status failed = lob_fail(ctx, LOB_E_INVALID_TARGET, "Another server works on this job");
    lob_error_text(&ctx->error, "reason", LOB_STR("other_process"));
    lob_hint(ctx, "Cancel it through the server that started it, or end that server.");
    return failed;
}

lob_status lob_jobs_cancel(lob_ctx *ctx, lob_jobs *jobs, lob_str id) {
    pthread_mutex_lock(&jobs->mutex);
    job *it = find(jobs, id);
    if (it) {
        it->waiters++;
        cancel(jobs, it);
        it->waiters--;
    }
    pthread_mutex_unlock(&jobs->mutex);
    return it ? LOB_OK : cancel_elsewhere(ctx, jobs, id);
}

void lob_jobs_tell(lob_jobs *jobs, const char *id, const char *artifact_id) {
    pthread_mutex_lock(&jobs->mutex);
    job *it = find(jobs, lob_str_from(id));
    if (it) {
        snprintf(it->shown.artifact_id, sizeof it->shown.artifact_id, "%s", artifact_id);
    }
    pthread_mutex_unlock(&jobs->mutex);
}

void lob_jobs_cancel_all(lob_jobs *jobs) {
    pthread_mutex_lock(&jobs->mutex);
    for (job *it = jobs->first; it; it = it->next) {
        atomic_store(&it->cancel.requested, true);
    }
    pthread_mutex_unlock(&jobs->mutex);
}

uint32_t lob_jobs_running(lob_jobs *jobs) {
    pthread_mutex_lock(&jobs->mutex);
    uint32_t count = count_state(jobs, LOB_JOB_WORKING);
    pthread_mutex_unlock(&jobs->mutex);
    return count;
}

lob_str lob_jobs_path(const lob_jobs *jobs, lob_arena *arena, const char *id, const char *suffix) {
    char path[sizeof jobs->folder.path + 64];
    const int size = snprintf(path, sizeof path, "%s/%s%s", jobs->folder.path, id, suffix);
    return (lob_str){lob_arena_strdup(arena, path, (size_t)size), (size_t)size};
}
