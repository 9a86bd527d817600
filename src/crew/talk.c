/* One request, and its answer. Invariant: when it returns, the worker either waits for the next request or has ended
 * and is reaped. */
#include "crew/crew_impl.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* A worker that does not obey is ended after the grace, if it computed that long meanwhile: on a machine in heavy use
 * it may have had no turn. It is ended in any case after the patience. */
enum { TICK_MS = 10, GRACE_MS = 100, PATIENCE_MS = 1000 };

typedef struct talk {
    lob_ctx *ctx;
    lob_crew_worker *worker;
    const lob_apart_job *job;
    bool is_cancelled;
    int64_t cancelled_ms, cancelled_cpu_ms;
} talk;

static int64_t cpu_ms(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) {
        return 0;
    }
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* True: it had its time to obey. */
static bool is_overdue(const talk *t) {
    const int64_t waited_ms = lob_clock_ms() - t->cancelled_ms;
    return waited_ms >= PATIENCE_MS ||
           (waited_ms >= GRACE_MS && cpu_ms(t->worker->pid) - t->cancelled_cpu_ms >= GRACE_MS);
}

/* Passes a cancellation on. False: the worker does not obey. */
static bool look_at_cancel(talk *t) {
    if (t->is_cancelled) {
        return !is_overdue(t);
    }
    if (t->ctx->cancel && atomic_load(&t->ctx->cancel->requested)) {
        t->is_cancelled = true;
        t->cancelled_ms = lob_clock_ms();
        t->cancelled_cpu_ms = cpu_ms(t->worker->pid);
        atomic_store(&t->worker->page->cancel.requested, true);
    }
    return true;
}

static bool wait_for(talk *t, short events) {
    struct pollfd ready = {t->worker->fd, events, 0};
    (void)poll(&ready, 1, TICK_MS);
    return look_at_cancel(t);
}

static bool wait_to_send(void *arg) {
    return wait_for(arg, POLLOUT);
}

static void pass_progress(const talk *t, const lob_crew_message *message) {
    double numbers[2];
    char text[256];
    if (!t->ctx->progress || message->part_count != 2 || message->parts[0].size != sizeof numbers) {
        return;
    }
    memcpy(numbers, message->parts[0].data, sizeof numbers);
    const size_t size = message->parts[1].size < sizeof text ? message->parts[1].size : sizeof text - 1;
    memcpy(text, message->parts[1].data ? message->parts[1].data : "", message->parts[1].data ? size : 0);
    text[message->parts[1].data ? size : 0] = '\0';
    t->ctx->progress(t->ctx->progress_arg, numbers[0], numbers[1], text);
}

static void pass_told(const talk *t, const lob_crew_message *message) {
    char text[96];
    const lob_str id = message->parts[0];
    if (t->job && t->job->told && id.data && id.size < sizeof text) {
        memcpy(text, id.data, id.size);
        text[id.size] = '\0';
        t->job->told(t->job->told_arg, text);
    }
}

/* True: the answer is there. */
static bool hear(const talk *t, lob_crew_message *answer, bool *broken) {
    lob_crew_taken taken;
    while ((taken = lob_crew_take(&t->worker->inbox, answer)) == LOB_CREW_TAKEN) {
        switch (answer->kind) {
        case LOB_CREW_ANSWER:
            return true;
        case LOB_CREW_PROGRESS:
            pass_progress(t, answer);
            break;
        case LOB_CREW_TOLD:
            pass_told(t, answer);
            break;
        default:
            *broken = true;
            return false;
        }
    }
    *broken = *broken || taken == LOB_CREW_BROKEN;
    return false;
}

static bool exchange(talk *t, const lob_crew_message *request, lob_crew_message *answer) {
    bool broken = false;
    atomic_store(&t->worker->page->cancel.requested, false);
    (void)look_at_cancel(t); /* perhaps it came before */
    if (!lob_crew_send(t->worker->fd, request, wait_to_send, t)) {
        return false;
    }
    while (!hear(t, answer, &broken)) {
        if (broken || !wait_for(t, POLLIN)) {
            return false;
        }
        if (lob_crew_read(&t->worker->inbox, t->worker->fd) < 0) {
            return false;
        }
    }
    return true;
}

/* ---- the end ---- */

static void add_report(lob_ctx *ctx, const lob_crew_worker *worker) {
    const lob_config *config = lob_sessions_config(lob_crew_sessions(worker->crew));
    char path[sizeof config->artifact_root + LOB_CRASH_NAME_SIZE + 16];
    snprintf(path, sizeof path, "%s/crash/%s", config->artifact_root, worker->crash_name);
    if (worker->crash_name[0] && access(path, R_OK) == 0) {
        lob_error_text(&ctx->error, "crash_report", lob_str_from(path));
    }
}

static lob_status fail_crashed(lob_ctx *ctx, const lob_crew_worker *worker) {
    const bool is_signal = WIFSIGNALED(worker->end_state);
    lob_status status =
        lob_fail(ctx, LOB_E_INTERNAL_ERROR, "The process that ran this request ended before it answered");
    lob_error_text(&ctx->error, "reason", LOB_STR("worker_crashed"));
    if (is_signal) {
        lob_error_integer(&ctx->error, "signal", WTERMSIG(worker->end_state));
    } else {
        lob_error_integer(&ctx->error, "exit_code", WEXITSTATUS(worker->end_state));
    }
    if (worker->session[0]) {
        lob_error_text(&ctx->error, "session_id", lob_str_from(worker->session));
    }
    add_report(ctx, worker);
    lob_hint(ctx, "%s Ask for less at once: a smaller box, fewer layers.%s",
             worker->session[0] ? "This session is lost, others are intact: call open_layout again."
                                : "Open sessions are not affected.",
             is_signal && WTERMSIG(worker->end_state) == SIGKILL ? " The machine may be out of memory." : "");
    return status;
}

lob_status lob_crew_talk(lob_ctx *ctx, lob_crew_worker *worker, const lob_crew_message *request,
                         const lob_apart_job *job, lob_crew_message *answer) {
    talk t = {.ctx = ctx, .worker = worker, .job = job};
    if (exchange(&t, request, answer)) {
        return LOB_OK;
    }
    lob_crew_worker_end(worker, true);
    if (t.is_cancelled) {
        return lob_fail(ctx, LOB_E_CANCELLED, "The request was cancelled");
    }
    return fail_crashed(ctx, worker);
}
