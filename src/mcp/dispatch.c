/* The roles, all under one lock that is held for moments only. See dispatch.h for the idea.
 *
 * Every wait is one of five: the reader for a free job (`room`), the watcher for its tick (`watch`), an idle thread for
 * a role or a job (`idle`), a thread of dear calls for one (`dear`), the end for the last jobs (`room` again).
 */
#include "mcp/dispatch.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/platform.h"

enum { TICK_MS = 2, QUIET_TICKS = 25, STALL_MS = 50, DRAIN_MS = 400, NOBODY = -1, TEXT_KEPT_MAX = 4096 };

typedef struct thread_start {
    lob_dispatch *dispatch;
    unsigned me;
    bool is_dear;
} thread_start;

struct lob_dispatch {
    lob_dispatch_calls calls;
    pthread_mutex_t lock;
    pthread_cond_t room, watch, idle, dear;
    lob_job jobs[LOB_DISPATCH_JOB_COUNT];
    uint64_t order;
    unsigned job_count; /* not free */
    unsigned queued_count;
    unsigned queued_dear_count; /* of those */
    int reader, watcher;        /* threads, or NOBODY */
    unsigned idle_count;
    bool reader_runs;                             /* the reader is inside a request */
    uint64_t reader_run;                          /* counts those requests */
    bool watcher_sleeps;                          /* waits without a tick */
    lob_job *here[LOB_DISPATCH_THREAD_COUNT_MAX]; /* what each thread, as reader, runs next */
    bool ended;                                   /* nothing more is read */
    bool stopping;
    unsigned thread_count;
    unsigned dear_count; /* of those, the last ones; 0: there are no classes */
    int dear_nice;
    unsigned started_count;
    pthread_t threads[LOB_DISPATCH_THREAD_COUNT_MAX];
    thread_start starts[LOB_DISPATCH_THREAD_COUNT_MAX];
};

static bool make_cond(pthread_cond_t *cond) {
    pthread_condattr_t attr;
    if (pthread_condattr_init(&attr) != 0) {
        return false;
    }
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    bool fine = pthread_cond_init(cond, &attr) == 0;
    pthread_condattr_destroy(&attr);
    return fine;
}

lob_dispatch *lob_dispatch_new(const lob_dispatch_calls *calls, lob_dispatch_threads threads) {
    lob_dispatch *d = lob_calloc(1, sizeof *d);
    if (!d) {
        return NULL;
    }
    d->calls = *calls;
    d->reader = d->watcher = NOBODY;
    d->thread_count = threads.count < LOB_DISPATCH_THREAD_COUNT_MAX ? threads.count : LOB_DISPATCH_THREAD_COUNT_MAX;
    d->dear_count = threads.dear_count;
    d->dear_nice = threads.dear_nice;
    if (pthread_mutex_init(&d->lock, NULL) != 0 || !make_cond(&d->room) || !make_cond(&d->watch) ||
        !make_cond(&d->idle) || !make_cond(&d->dear)) {
        lob_free(d);
        return NULL;
    }
    for (unsigned i = 0; i < LOB_DISPATCH_JOB_COUNT; i++) {
        lob_buf_init(&d->jobs[i].text, 0);
    }
    return d;
}

/* Those that nobody will run; all threads have ended. */
static void drop_jobs(lob_dispatch *d) {
    for (unsigned i = 0; i < LOB_DISPATCH_JOB_COUNT; i++) {
        if (d->jobs[i].state != LOB_DISPATCH_FREE) {
            d->calls.drop(d->calls.arg, &d->jobs[i]);
            d->jobs[i].state = LOB_DISPATCH_FREE;
        }
    }
}

void lob_dispatch_drop(lob_dispatch *d) {
    if (!d) {
        return;
    }
    drop_jobs(d);
    for (unsigned i = 0; i < LOB_DISPATCH_JOB_COUNT; i++) {
        lob_buf_release(&d->jobs[i].text);
    }
    pthread_cond_destroy(&d->room);
    pthread_cond_destroy(&d->watch);
    pthread_cond_destroy(&d->idle);
    pthread_cond_destroy(&d->dear);
    pthread_mutex_destroy(&d->lock);
    lob_free(d);
}

/* True: time ran out. */
static bool wait_ms(lob_dispatch *d, pthread_cond_t *cond, long ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return pthread_cond_timedwait(cond, &d->lock, &until) == ETIMEDOUT;
}

/* Jobs; the lock is held */

static bool key_is_taken(const lob_dispatch *d, const lob_job *job) {
    if (job->key == 0) {
        return false;
    }
    for (unsigned i = 0; i < LOB_DISPATCH_JOB_COUNT; i++) {
        const lob_job *other = &d->jobs[i];
        bool is_before =
            other->state == LOB_DISPATCH_RUNNING || (other->state == LOB_DISPATCH_QUEUED && other->order < job->order);
        if (other != job && other->key == job->key && is_before) {
            return true;
        }
    }
    return false;
}

/* What waits for something gives way to what was never run. */
static bool is_earlier(const lob_job *a, const lob_job *b) {
    return a->was_run != b->was_run ? b->was_run : a->order < b->order;
}

/* Is it for the threads of dear calls? */
static bool is_dear(const lob_dispatch *d, const lob_job *job) {
    return job->is_dear && d->dear_count > 0;
}

/* The queued job of this class that came first of those that may run, or NULL. */
static lob_job *find_ready(lob_dispatch *d, bool dear) {
    lob_job *first = NULL;
    const unsigned count = dear ? d->queued_dear_count : d->queued_count - d->queued_dear_count;
    for (unsigned i = 0; count > 0 && i < LOB_DISPATCH_JOB_COUNT; i++) {
        lob_job *job = &d->jobs[i];
        if (job->state == LOB_DISPATCH_QUEUED && is_dear(d, job) == dear && (!first || is_earlier(job, first)) &&
            !key_is_taken(d, job)) {
            first = job;
        }
    }
    return first;
}

/* If a job waits for a thread, those with nothing to do look around. */
static void wake_for_ready(lob_dispatch *d) {
    if (find_ready(d, false)) {
        pthread_cond_signal(&d->idle);
        pthread_cond_signal(&d->watch);
    }
    if (find_ready(d, true)) {
        pthread_cond_signal(&d->dear);
    }
}

static void enqueue(lob_dispatch *d, lob_job *job) {
    job->state = LOB_DISPATCH_QUEUED;
    d->queued_count++;
    d->queued_dear_count += is_dear(d, job);
    wake_for_ready(d);
}

static void dequeue(lob_dispatch *d, lob_job *job) {
    job->state = LOB_DISPATCH_RUNNING;
    d->queued_count--;
    d->queued_dear_count -= is_dear(d, job);
}

static void finish(lob_dispatch *d, lob_job *job) {
    job->state = LOB_DISPATCH_FREE;
    d->job_count--;
    pthread_cond_signal(&d->room);
}

/* Runs a job that is RUNNING; the lock is given up meanwhile. */
static void run_job(lob_dispatch *d, unsigned me, lob_job *job) {
    pthread_mutex_unlock(&d->lock);
    const bool is_over = d->calls.run(d->calls.arg, me, job);
    if (is_over) {
        d->calls.drop(d->calls.arg, job);
    }
    pthread_mutex_lock(&d->lock);
    if (is_over) {
        const bool has_class = d->dear_count > 0 && job->key != 0;
        finish(d, job);
        if (has_class) { /* the next one of its key may be for the others */
            wake_for_ready(d);
        }
        return;
    }
    job->was_run = true;
    job->order = ++d->order;
    enqueue(d, job);
}

lob_job *lob_dispatch_take(lob_dispatch *d) {
    lob_job *job = NULL;
    long stalled_ms = 0;
    pthread_mutex_lock(&d->lock);
    while (d->job_count == LOB_DISPATCH_JOB_COUNT && !d->stopping && stalled_ms < DRAIN_MS) {
        wait_ms(d, &d->room, STALL_MS);
        stalled_ms = d->calls.abandoned(d->calls.arg) ? stalled_ms + STALL_MS : 0;
    }
    for (unsigned i = 0; !d->stopping && !job && i < LOB_DISPATCH_JOB_COUNT; i++) {
        job = d->jobs[i].state == LOB_DISPATCH_FREE ? &d->jobs[i] : NULL;
    }
    if (job) {
        lob_buf text = job->text;
        if (text.capacity > TEXT_KEPT_MAX) {
            lob_buf_release(&text);
        }
        *job = (lob_job){.state = LOB_DISPATCH_FILLING, .order = ++d->order, .text = text};
        lob_buf_clear(&job->text);
        d->job_count++;
    }
    pthread_mutex_unlock(&d->lock);
    return job;
}

void lob_dispatch_untake(lob_dispatch *d, lob_job *job) {
    pthread_mutex_lock(&d->lock);
    finish(d, job);
    pthread_mutex_unlock(&d->lock);
}

lob_read_state lob_dispatch_submit(lob_dispatch *d, unsigned me, lob_job *job, bool may_run_here) {
    pthread_mutex_lock(&d->lock);
    unsigned free_count = d->idle_count + (d->watcher != NOBODY);
    bool here = may_run_here && !is_dear(d, job) && free_count > d->queued_count - d->queued_dear_count &&
                !key_is_taken(d, job);
    if (here) {
        job->state = LOB_DISPATCH_RUNNING;
        d->here[me] = job;
        d->reader_runs = true;
        d->reader_run++;
        if (d->watcher_sleeps) {
            d->watcher_sleeps = false;
            pthread_cond_signal(&d->watch);
        }
    } else {
        enqueue(d, job);
    }
    pthread_mutex_unlock(&d->lock);
    return here ? LOB_READ_JOB : LOB_READ_MORE;
}

void lob_dispatch_cancel(lob_dispatch *d, const void *scope, lob_str id) {
    pthread_mutex_lock(&d->lock);
    for (unsigned i = 0; i < LOB_DISPATCH_JOB_COUNT; i++) {
        lob_job *job = &d->jobs[i];
        bool in_flight = job->state == LOB_DISPATCH_RUNNING || job->state == LOB_DISPATCH_QUEUED;
        if (in_flight && job->scope == scope && (!id.data || lob_rpc_same_id(job->id, id))) {
            atomic_store(&job->cancel.requested, true);
        }
    }
    pthread_mutex_unlock(&d->lock);
}

static void stop_locked(lob_dispatch *d) {
    if (!d->stopping) {
        d->calls.stopped(d->calls.arg);
    }
    d->stopping = true;
    for (unsigned i = 0; i < LOB_DISPATCH_JOB_COUNT; i++) {
        atomic_store(&d->jobs[i].cancel.requested, true);
    }
    pthread_cond_broadcast(&d->room);
    pthread_cond_broadcast(&d->watch);
    pthread_cond_broadcast(&d->idle);
    pthread_cond_broadcast(&d->dear);
}

void lob_dispatch_stop(lob_dispatch *d) {
    pthread_mutex_lock(&d->lock);
    stop_locked(d);
    pthread_mutex_unlock(&d->lock);
}

bool lob_dispatch_is_stopping(lob_dispatch *d) {
    pthread_mutex_lock(&d->lock);
    bool stopping = d->stopping;
    pthread_mutex_unlock(&d->lock);
    return stopping;
}

/* Roles; the lock is held on entry and return */

/* The input ended: what is in flight has a short while. */
static void drain(lob_dispatch *d) {
    for (long waited_ms = 0; d->job_count > 0 && !d->stopping && waited_ms < DRAIN_MS;) {
        waited_ms += wait_ms(d, &d->room, STALL_MS) ? STALL_MS : 1;
    }
    stop_locked(d);
}

static void read_on(lob_dispatch *d, unsigned me) {
    while (d->reader == (int)me && !d->stopping) {
        pthread_mutex_unlock(&d->lock);
        lob_read_state state = d->calls.read(d->calls.arg, me);
        pthread_mutex_lock(&d->lock);
        if (state == LOB_READ_JOB) {
            run_job(d, me, d->here[me]);
            if (d->reader == (int)me) {
                d->reader_runs = false;
                wake_for_ready(d);
            }
            continue;
        }
        d->reader = NOBODY;
        d->ended = true;
        if (state == LOB_READ_END) {
            drain(d);
        } else {
            stop_locked(d);
        }
    }
}

/* Ends when there is something to do: a job, or the reader role taken from a reader that is kept too long. */
static void watch(lob_dispatch *d) {
    unsigned quiet = 0;
    while (!d->stopping && !d->ended && d->reader != NOBODY && !find_ready(d, false)) {
        bool was_running = d->reader_runs;
        uint64_t run = d->reader_run;
        if (!was_running && quiet >= QUIET_TICKS) {
            d->watcher_sleeps = true;
            pthread_cond_wait(&d->watch, &d->lock);
            d->watcher_sleeps = false;
            quiet = 0;
            continue;
        }
        bool ticked = wait_ms(d, &d->watch, TICK_MS);
        quiet = run == d->reader_run ? quiet + 1 : 0;
        if (ticked && was_running && d->reader_runs && run == d->reader_run) {
            d->reader = NOBODY;
            d->reader_runs = false;
        }
    }
}

static void take_roles(lob_dispatch *d, unsigned me) {
    while (!d->stopping) {
        lob_job *job;
        if (d->reader == NOBODY && !d->ended) {
            d->reader = (int)me;
            read_on(d, me);
        } else if ((job = find_ready(d, false)) != NULL) {
            dequeue(d, job);
            run_job(d, me, job);
        } else if (d->watcher == NOBODY && !d->ended) {
            d->watcher = (int)me;
            watch(d);
            d->watcher = NOBODY;
            pthread_cond_signal(&d->idle); /* the next watcher */
        } else {
            d->idle_count++;
            pthread_cond_wait(&d->idle, &d->lock);
            d->idle_count--;
        }
    }
}

static void take_dear(lob_dispatch *d, unsigned me) {
    while (!d->stopping) {
        lob_job *job = find_ready(d, true);
        if (job) {
            dequeue(d, job);
            run_job(d, me, job);
        } else {
            pthread_cond_wait(&d->dear, &d->lock);
        }
    }
}

/* Of this thread, and of those that it makes. A server that was started nice stays so. */
static void be_nice(int by) {
#if LOB_HAS_THREAD_NICE
    const id_t thread = (id_t)gettid();
    (void)setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + by);
#else
    (void)by;
#endif
}

static void *thread_main(void *arg) {
    thread_start *start = arg;
    if (start->is_dear && start->dispatch->dear_nice > 0) {
        be_nice(start->dispatch->dear_nice);
    }
    pthread_mutex_lock(&start->dispatch->lock);
    if (start->is_dear) {
        take_dear(start->dispatch, start->me);
    } else {
        take_roles(start->dispatch, start->me);
    }
    pthread_mutex_unlock(&start->dispatch->lock);
    return NULL;
}

static void start_threads(lob_dispatch *d) {
    for (unsigned i = 1; i < d->thread_count; i++) {
        d->starts[i] = (thread_start){d, i, i >= d->thread_count - d->dear_count};
        if (pthread_create(&d->threads[i], NULL, thread_main, &d->starts[i]) != 0) {
            break;
        }
        d->started_count++;
    }
    if (d->started_count < d->thread_count - d->dear_count) {
        d->dear_count = 0; /* none of their threads could be had */
    }
}

bool lob_dispatch_run(lob_dispatch *d) {
    /* The caller reads from the first moment on; the others arrive when they do. */
    d->reader = 0;
    start_threads(d);
    if (d->started_count == 0) {
        lob_log(LOB_LOG_ERROR, "no thread could be started");
        return false;
    }
    pthread_mutex_lock(&d->lock);
    read_on(d, 0);
    take_roles(d, 0);
    pthread_mutex_unlock(&d->lock);
    for (unsigned i = 1; i <= d->started_count; i++) {
        pthread_join(d->threads[i], NULL);
    }
    drop_jobs(d);
    return true;
}
