/* A queue under one lock. Invariant: what waits in it is waited for by at least one thread; of the threads that ended,
 * all but the last have been joined, or are being joined by one that ended later. So nothing of a thread, its stack for
 * one, outlives the release. */
#include "http/threads.h"

#include <errno.h>
#include <time.h>

static bool make_cond(pthread_cond_t *cond) {
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    const bool fine = pthread_cond_init(cond, &attr) == 0;
    pthread_condattr_destroy(&attr);
    return fine;
}

bool lob_http_threads_init(lob_http_threads *threads, void (*work)(void *arg, lob_http_conn *conn), void *arg) {
    *threads = (lob_http_threads){.work = work, .arg = arg};
    return pthread_mutex_init(&threads->lock, NULL) == 0 && make_cond(&threads->ready) && make_cond(&threads->ended);
}

void lob_http_threads_release(lob_http_threads *threads) {
    pthread_mutex_lock(&threads->lock);
    threads->is_closed = true;
    pthread_cond_broadcast(&threads->ready);
    while (threads->thread_count > 0) {
        pthread_cond_wait(&threads->ended, &threads->lock);
    }
    pthread_mutex_unlock(&threads->lock);
    if (threads->has_last_ended) {
        pthread_join(threads->last_ended, NULL);
    }
    pthread_cond_destroy(&threads->ready);
    pthread_cond_destroy(&threads->ended);
    pthread_mutex_destroy(&threads->lock);
}

/* Under the lock. NULL: nothing came for a while, or all is over. */
static lob_http_conn *wait_for_one(lob_http_threads *threads) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += LOB_HTTP_THREAD_IDLE_MS / 1000;
    threads->idle_count++;
    int waited = 0;
    while (threads->first == NULL && !threads->is_closed && waited != ETIMEDOUT) {
        waited = pthread_cond_timedwait(&threads->ready, &threads->lock, &until);
    }
    threads->idle_count--;
    lob_http_conn *conn = threads->first;
    if (conn != NULL) {
        threads->first = conn->next;
        threads->waiting--;
    }
    return conn;
}

static void *thread_main(void *arg) {
    lob_http_threads *threads = arg;
    lob_http_conn *conn;
    pthread_mutex_lock(&threads->lock);
    while ((conn = wait_for_one(threads)) != NULL) {
        pthread_mutex_unlock(&threads->lock);
        threads->work(threads->arg, conn);
        pthread_mutex_lock(&threads->lock);
    }
    const bool has_before = threads->has_last_ended;
    const pthread_t before = threads->last_ended;
    threads->has_last_ended = true;
    threads->last_ended = pthread_self();
    threads->thread_count--;
    pthread_cond_signal(&threads->ended);
    pthread_mutex_unlock(&threads->lock);
    if (has_before) {
        pthread_join(before, NULL);
    }
    return NULL;
}

static bool start_thread(lob_http_threads *threads) {
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, LOB_HTTP_STACK_SIZE);
    const bool fine = pthread_create(&thread, &attr, thread_main, threads) == 0;
    pthread_attr_destroy(&attr);
    return fine;
}

bool lob_http_threads_give(lob_http_threads *threads, lob_http_conn *conn) {
    pthread_mutex_lock(&threads->lock);
    if (threads->idle_count <= threads->waiting && start_thread(threads)) {
        threads->thread_count++;
    }
    const bool is_taken = threads->thread_count > 0;
    if (is_taken) {
        conn->next = NULL;
        *(threads->first != NULL ? &threads->last->next : &threads->first) = conn;
        threads->last = conn;
        threads->waiting++;
        pthread_cond_signal(&threads->ready);
    }
    pthread_mutex_unlock(&threads->lock);
    return is_taken;
}
