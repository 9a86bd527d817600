/* The workers' lives. Invariants: every worker that runs is in `workers`; whoever uses one holds a reference; its own
 * lock is taken before the crew's, never behind it. A keeper thread starts the spare worker, ends dismissed ones and
 * notices those that die while nobody asks them anything, so there is no zombie and no lost session that seems open. */
#include "crew/crew_impl.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/log.h"
#include "session/session.h"

enum {
    SPARE_COUNT_MAX = 2,
    END_MS = 5000,    /* to remove a large folder of artifacts */
    RETRY_MS = 1000,  /* between attempts to start a spare worker */
    BUSY_MS = 50,     /* until a dead worker's own request has buried it */
    POLLED_MAX = 4200 /* sessions, jobs, spare ones */
};

struct lob_crew {
    lob_sessions *sessions;
    const char *program;
    char *crash_folder;
    int wake_fd;
    pthread_t keeper;
    bool has_keeper;
    pthread_mutex_t lock; /* of all below */
    lob_crew_worker *workers;
    lob_crew_worker *spare[SPARE_COUNT_MAX];
    unsigned spare_count;
    lob_crew_worker *dismissed[POLLED_MAX]; /* to be ended by the keeper */
    unsigned dismissed_count;
    int64_t retry_ms; /* no spare worker is started before */
    bool is_ending;
    /* The keeper's own. */
    struct pollfd polled[POLLED_MAX + 1];
    lob_crew_worker *polled_workers[POLLED_MAX + 1];
};

lob_sessions *lob_crew_sessions(const lob_crew *crew) {
    return crew->sessions;
}

/* ---- one worker ---- */

static lob_crew_worker *keep_worker(lob_crew_worker *worker) {
    atomic_fetch_add(&worker->references, 1);
    return worker;
}

void lob_crew_worker_drop(lob_crew_worker *worker) {
    if (atomic_fetch_sub(&worker->references, 1) != 1) {
        return;
    }
    if (worker->page) {
        munmap(worker->page, sizeof *worker->page);
    }
    lob_crew_inbox_release(&worker->inbox);
    pthread_mutex_destroy(&worker->lock);
    lob_free(worker);
}

static void wake(const lob_crew *crew) {
    eventfd_write(crew->wake_fd, 1);
}

/* Out of the list, with the list's reference. */
static void forget(lob_crew_worker *worker) {
    lob_crew *crew = worker->crew;
    bool found = false;
    pthread_mutex_lock(&crew->lock);
    for (lob_crew_worker **at = &crew->workers; *at; at = &(*at)->next) {
        if (*at == worker) {
            *at = worker->next;
            found = true;
            break;
        }
    }
    pthread_mutex_unlock(&crew->lock);
    if (found) {
        lob_crew_worker_drop(worker);
    }
}

/* Until the worker closes its end, which it does by ending. */
static void wait_for_end(const lob_crew_worker *worker) {
    const int64_t until_ms = lob_clock_ms() + END_MS;
    struct pollfd end = {worker->fd, 0, 0};
    int64_t left_ms;
    while (!(end.revents & POLLHUP) && (left_ms = until_ms - lob_clock_ms()) > 0) {
        (void)poll(&end, 1, (int)left_ms);
    }
}

bool lob_crew_worker_end(lob_crew_worker *worker, bool forced) {
    if (worker->is_over) {
        return false;
    }
    if (!forced) {
        shutdown(worker->fd, SHUT_WR);
        wait_for_end(worker);
    }
    /* One that ends already keeps the signal or status that it has. */
    kill(-worker->pid, SIGKILL);
    kill(worker->pid, SIGKILL);
    while (waitpid(worker->pid, &worker->end_state, 0) < 0 && errno == EINTR) {
    }
    close(worker->fd);
    worker->is_over = true;
    forget(worker);
    return WIFEXITED(worker->end_state) && WEXITSTATUS(worker->end_state) == 0;
}

bool lob_crew_worker_is_gone(lob_crew_worker *worker) {
    struct pollfd end = {worker->fd, 0, 0};
    return worker->is_over || (poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR)));
}

static void fill_terms(const lob_crew *crew, lob_crew_worker *worker, lob_crew_terms *terms) {
    terms->config = *lob_sessions_config(crew->sessions);
    terms->memory_size_max = terms->config.worker_size_max;
    if (!terms->config.has_no_crash_reports) {
        lob_crash_name(terms->crash_name);
        memcpy(worker->crash_name, terms->crash_name, sizeof worker->crash_name);
    }
}

/* The caller has a reference. */
static lob_status start_worker(lob_ctx *ctx, lob_crew *crew, lob_crew_worker **started) {
    lob_crew_worker *worker = lob_calloc(1, sizeof *worker);
    lob_crew_terms *terms = worker ? lob_calloc(1, sizeof *terms) : NULL;
    if (!terms) {
        lob_free(worker);
        return lob_fail_memory(ctx);
    }
    worker->crew = crew;
    worker->fd = -1;
    atomic_init(&worker->references, 2);
    pthread_mutex_init(&worker->lock, NULL);
    lob_crew_inbox_init(&worker->inbox);
    fill_terms(crew, worker, terms);
    lob_status status = lob_crew_spawn(ctx, crew->program, terms, worker);
    lob_free(terms);
    if (status != LOB_OK) {
        if (worker->pid > 0) {
            kill(worker->pid, SIGKILL);
            (void)waitpid(worker->pid, NULL, 0);
        }
        if (worker->fd >= 0) {
            close(worker->fd);
        }
        atomic_store(&worker->references, 1);
        lob_crew_worker_drop(worker);
        return status;
    }
    pthread_mutex_lock(&crew->lock);
    worker->next = crew->workers;
    crew->workers = worker;
    pthread_mutex_unlock(&crew->lock);
    *started = worker;
    return LOB_OK;
}

/* ---- hiring ---- */

static lob_crew_worker *take_spare(lob_crew *crew) {
    pthread_mutex_lock(&crew->lock);
    lob_crew_worker *worker = crew->spare_count > 0 ? crew->spare[--crew->spare_count] : NULL;
    pthread_mutex_unlock(&crew->lock);
    return worker;
}

lob_status lob_crew_hire(lob_ctx *ctx, lob_crew *crew, lob_crew_worker **worker) {
    lob_crew_worker *spare;
    while ((spare = take_spare(crew))) {
        pthread_mutex_lock(&spare->lock);
        const bool is_gone = lob_crew_worker_is_gone(spare);
        if (is_gone) {
            lob_crew_worker_end(spare, true);
        }
        pthread_mutex_unlock(&spare->lock);
        if (!is_gone) {
            wake(crew);
            *worker = spare;
            return LOB_OK;
        }
        lob_crew_worker_drop(spare);
    }
    LOB_TRY(start_worker(ctx, crew, worker));
    wake(crew); /* it is to be watched */
    return LOB_OK;
}

void lob_crew_dismiss(lob_crew_worker *worker) {
    lob_crew *crew = worker->crew;
    pthread_mutex_lock(&crew->lock);
    const bool has_room = crew->dismissed_count < POLLED_MAX && crew->has_keeper;
    if (has_room) {
        crew->dismissed[crew->dismissed_count++] = worker;
    }
    pthread_mutex_unlock(&crew->lock);
    if (has_room) {
        wake(crew);
        return;
    }
    pthread_mutex_lock(&worker->lock);
    lob_crew_worker_end(worker, false);
    pthread_mutex_unlock(&worker->lock);
    lob_crew_worker_drop(worker);
}

void lob_crew_return(lob_crew_worker *worker) {
    lob_crew *crew = worker->crew;
    pthread_mutex_lock(&crew->lock);
    const bool is_kept = crew->spare_count < SPARE_COUNT_MAX && !crew->is_ending;
    if (is_kept) {
        crew->spare[crew->spare_count++] = worker;
    }
    pthread_mutex_unlock(&crew->lock);
    if (!is_kept) {
        lob_crew_dismiss(worker);
    }
}

void lob_crew_clean(const lob_crew *crew) {
    lob_ctx *ctx = lob_calloc(1, sizeof *ctx); /* what fails here is nobody's answer */
    if (ctx) {
        lob_ctx_init(ctx, NULL);
        (void)lob_sessions_sweep(ctx, crew->sessions);
        lob_free(ctx);
    }
    if (!lob_sessions_config(crew->sessions)->has_no_crash_reports) {
        lob_crash_trim(crew->crash_folder);
    }
}

/* ---- the keeper ---- */

/* The crew's lock is held, and given up meanwhile. False: there was nothing to do. */
static bool start_spare(lob_crew *crew, lob_ctx *ctx) {
    lob_crew_worker *worker;
    if (crew->spare_count > 0 || lob_clock_ms() < crew->retry_ms) {
        return false;
    }
    pthread_mutex_unlock(&crew->lock);
    lob_ctx_init(ctx, NULL);
    const lob_status status = start_worker(ctx, crew, &worker);
    pthread_mutex_lock(&crew->lock);
    if (status != LOB_OK) {
        crew->retry_ms = lob_clock_ms() + RETRY_MS;
    } else if (crew->spare_count < SPARE_COUNT_MAX) {
        crew->spare[crew->spare_count++] = worker;
    } else {
        crew->dismissed[crew->dismissed_count++] = worker;
    }
    return true;
}

/* As above. */
static bool end_dismissed(lob_crew *crew) {
    if (crew->dismissed_count == 0) {
        return false;
    }
    lob_crew_worker *worker = crew->dismissed[--crew->dismissed_count];
    pthread_mutex_unlock(&crew->lock);
    pthread_mutex_lock(&worker->lock);
    lob_crew_worker_end(worker, false);
    pthread_mutex_unlock(&worker->lock);
    lob_crew_worker_drop(worker);
    pthread_mutex_lock(&crew->lock);
    return true;
}

/* The crew's lock is held. */
static bool remove_spare(lob_crew *crew, const lob_crew_worker *worker) {
    for (unsigned i = 0; i < crew->spare_count; i++) {
        if (crew->spare[i] == worker) {
            crew->spare[i] = crew->spare[--crew->spare_count];
            return true;
        }
    }
    return false;
}

/* It hung up. False: a request is about to notice, look again later. */
static bool bury(lob_crew *crew, lob_crew_worker *worker) {
    char session[sizeof worker->session] = "";
    if (pthread_mutex_trylock(&worker->lock) != 0) {
        return false;
    }
    const bool is_dead = !worker->is_over && lob_crew_worker_is_gone(worker);
    if (is_dead) {
        lob_crew_worker_end(worker, true);
        memcpy(session, worker->session, sizeof session);
    }
    pthread_mutex_unlock(&worker->lock);
    if (!is_dead) {
        return true;
    }
    pthread_mutex_lock(&crew->lock);
    const bool was_spare = remove_spare(crew, worker);
    crew->retry_ms = was_spare ? lob_clock_ms() + RETRY_MS : crew->retry_ms;
    pthread_mutex_unlock(&crew->lock);
    if (was_spare) {
        lob_crew_worker_drop(worker);
    }
    lob_session_lose(crew->sessions, lob_str_from(session));
    lob_crew_clean(crew);
    return true;
}

/* The crew's lock is held: what is to be watched, each with a reference. */
static unsigned collect(lob_crew *crew) {
    unsigned count = 1;
    crew->polled[0] = (struct pollfd){crew->wake_fd, POLLIN, 0};
    for (lob_crew_worker *w = crew->workers; w && count <= POLLED_MAX; w = w->next) {
        crew->polled[count] = (struct pollfd){w->fd, 0, 0};
        crew->polled_workers[count++] = keep_worker(w);
    }
    return count;
}

/* Waits until a worker hangs up or somebody wakes the keeper. */
static void watch(lob_crew *crew, bool *has_busy) {
    eventfd_t ignored;
    pthread_mutex_lock(&crew->lock);
    const unsigned count = collect(crew);
    const bool lacks_spare = crew->spare_count == 0;
    pthread_mutex_unlock(&crew->lock);
    if (*has_busy) { /* those that hung up would end the wait at once */
        (void)poll(crew->polled, 1, BUSY_MS);
    }
    (void)poll(crew->polled, count, *has_busy ? 0 : lacks_spare ? RETRY_MS : -1);
    if (crew->polled[0].revents) {
        (void)eventfd_read(crew->wake_fd, &ignored);
    }
    *has_busy = false;
    for (unsigned i = 1; i < count; i++) {
        if (crew->polled[i].revents & (POLLHUP | POLLERR)) {
            *has_busy = !bury(crew, crew->polled_workers[i]) || *has_busy;
        }
        lob_crew_worker_drop(crew->polled_workers[i]);
    }
}

static void *keep(void *arg) {
    lob_crew *crew = arg;
    lob_ctx *ctx = lob_calloc(1, sizeof *ctx);
    bool has_busy = false;
    pthread_mutex_lock(&crew->lock);
    while (!crew->is_ending) {
        if (!end_dismissed(crew) && !(ctx && start_spare(crew, ctx))) {
            pthread_mutex_unlock(&crew->lock);
            watch(crew, &has_busy);
            pthread_mutex_lock(&crew->lock);
        }
    }
    pthread_mutex_unlock(&crew->lock);
    lob_free(ctx);
    return NULL;
}

/* Signals are for the threads of the server. */
static bool start_keeper(lob_crew *crew) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    crew->has_keeper = pthread_create(&crew->keeper, NULL, keep, crew) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return crew->has_keeper;
}

/* ---- the crew ---- */

lob_status lob_crew_begin(lob_ctx *ctx, const lob_crew_setup *setup, lob_crew **crew) {
    const lob_config *config = lob_sessions_config(setup->sessions);
    const size_t size = strlen(config->artifact_root) + 16;
    lob_crew *made = lob_calloc(1, sizeof *made);
    char *folder = made ? lob_malloc(size) : NULL;
    if (!folder) {
        lob_free(made);
        return lob_fail_memory(ctx);
    }
    snprintf(folder, size, "%s/crash", config->artifact_root);
    made->crash_folder = folder;
    made->sessions = setup->sessions;
    made->program = setup->program;
    pthread_mutex_init(&made->lock, NULL);
    made->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    lob_status status = made->wake_fd < 0 ? lob_fail_errno(ctx, errno) : LOB_OK;
    lob_crew_worker *first = NULL;
    status = status == LOB_OK ? start_worker(ctx, made, &first) : status;
    if (status == LOB_OK) {
        made->spare[made->spare_count++] = first;
        status = start_keeper(made) ? LOB_OK : lob_fail_errno(ctx, EAGAIN);
    }
    if (status != LOB_OK) {
        lob_crew_close(made);
        return status;
    }
    *crew = made;
    return LOB_OK;
}

static void end_all(lob_crew_worker **list, unsigned *count, bool forced) {
    while (*count > 0) {
        lob_crew_worker *worker = list[--*count];
        pthread_mutex_lock(&worker->lock);
        lob_crew_worker_end(worker, forced);
        pthread_mutex_unlock(&worker->lock);
        lob_crew_worker_drop(worker);
    }
}

void lob_crew_stop(lob_crew *crew) {
    if (!crew || !crew->has_keeper) {
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->is_ending = true;
    pthread_mutex_unlock(&crew->lock);
    wake(crew);
    pthread_join(crew->keeper, NULL);
    pthread_mutex_lock(&crew->lock);
    crew->has_keeper = false;
    pthread_mutex_unlock(&crew->lock);
}

void lob_crew_close(lob_crew *crew) {
    if (!crew) {
        return;
    }
    lob_crew_stop(crew);
    end_all(crew->spare, &crew->spare_count, true); /* they hold nothing */
    end_all(crew->dismissed, &crew->dismissed_count, false);
    if (crew->wake_fd >= 0) {
        close(crew->wake_fd);
    }
    pthread_mutex_destroy(&crew->lock);
    lob_free(crew->crash_folder);
    lob_free(crew);
}
