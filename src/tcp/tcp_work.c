/* See tcp_work.h. */
#include "tcp/tcp_work.h"

#include <signal.h>
#include <sys/eventfd.h>

#include "base/alloc.h"

typedef struct worker {
    lob_tcp_work *work;
    pthread_t thread;
    lob_tcp_bench bench;
    lob_tcp_request *running; /* NULL: none */
} worker;

struct lob_tcp_work {
    lob_tcp_seed *seed; /* borrowed */
    int wake_fd;
    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t changed;
    lob_tcp_request *queue, *done; /* in order of arrival, of their ends */
    bool is_ending;
    unsigned count; /* of threads; constant once they run */
    worker workers[LOB_TCP_WORKER_COUNT_MAX];
};

static void append(lob_tcp_request **list, lob_tcp_request *request) {
    while (*list) {
        list = &(*list)->next;
    }
    request->next = NULL;
    *list = request;
}

static bool is_busy(const lob_tcp_work *work, const char *key) {
    for (unsigned i = 0; key[0] && i < work->count; i++) {
        if (work->workers[i].running && strcmp(work->workers[i].running->key, key) == 0) {
            return true;
        }
    }
    return false;
}

/* The first whose key is free; those behind it of the same key stay behind it. */
static lob_tcp_request *take(lob_tcp_work *work) {
    for (lob_tcp_request **at = &work->queue; *at; at = &(*at)->next) {
        if (!is_busy(work, (*at)->key)) {
            lob_tcp_request *request = *at;
            *at = request->next;
            return request;
        }
    }
    return NULL;
}

static void *run(void *arg) {
    worker *me = arg;
    lob_tcp_work *work = me->work;
    pthread_mutex_lock(&work->lock);
    while (!work->is_ending) {
        me->running = take(work);
        if (!me->running) {
            pthread_cond_wait(&work->changed, &work->lock);
            continue;
        }
        pthread_mutex_unlock(&work->lock);
        if (!atomic_load(&me->running->cancel.requested)) {
            lob_tcp_seed_run(work->seed, &me->bench, me->running);
        }
        pthread_mutex_lock(&work->lock);
        append(&work->done, me->running);
        me->running = NULL;
        pthread_cond_broadcast(&work->changed);
        eventfd_write(work->wake_fd, 1);
    }
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

/* Signals are for the thread that polls. */
static bool start(worker *me) {
    sigset_t all, before;
    if (!lob_tcp_bench_init(&me->bench)) {
        return false;
    }
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool fine = pthread_create(&me->thread, NULL, run, me) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!fine) {
        lob_tcp_bench_release(&me->bench);
    }
    return fine;
}

lob_tcp_work *lob_tcp_work_new(lob_tcp_seed *seed, unsigned count, int wake_fd) {
    lob_tcp_work *work = lob_calloc(1, sizeof *work);
    if (!work) {
        return NULL;
    }
    work->seed = seed;
    work->wake_fd = wake_fd;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->changed, NULL);
    count = count < LOB_TCP_WORKER_COUNT_MAX ? count : LOB_TCP_WORKER_COUNT_MAX;
    pthread_mutex_lock(&work->lock);
    while (work->count < count) {
        work->workers[work->count].work = work;
        if (!start(&work->workers[work->count])) {
            break;
        }
        work->count++;
    }
    pthread_mutex_unlock(&work->lock);
    if (work->count == 0) {
        lob_tcp_work_drop(work);
        return NULL;
    }
    return work;
}

static void drop_all(lob_tcp_request *list) {
    while (list) {
        lob_tcp_request *next = list->next;
        lob_tcp_request_drop(list);
        list = next;
    }
}

void lob_tcp_work_drop(lob_tcp_work *work) {
    if (!work) {
        return;
    }
    pthread_mutex_lock(&work->lock);
    work->is_ending = true;
    for (unsigned i = 0; i < work->count; i++) {
        if (work->workers[i].running) {
            lob_tcp_work_abandon(work->workers[i].running);
        }
    }
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
    for (unsigned i = 0; i < work->count; i++) {
        pthread_join(work->workers[i].thread, NULL);
        lob_tcp_bench_release(&work->workers[i].bench);
    }
    drop_all(work->queue);
    drop_all(work->done);
    pthread_cond_destroy(&work->changed);
    pthread_mutex_destroy(&work->lock);
    lob_free(work);
}

void lob_tcp_work_add(lob_tcp_work *work, lob_tcp_request *request) {
    pthread_mutex_lock(&work->lock);
    append(&work->queue, request);
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
}

lob_tcp_request *lob_tcp_work_done(lob_tcp_work *work) {
    pthread_mutex_lock(&work->lock);
    lob_tcp_request *request = work->done;
    work->done = request ? request->next : NULL;
    pthread_mutex_unlock(&work->lock);
    return request;
}

void lob_tcp_work_abandon(lob_tcp_request *request) {
    atomic_store(&request->cancel.requested, true);
}
