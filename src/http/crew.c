/* A queue under one lock. Invariant: what waits in it is waited for by at least one thread. */
#include "http/crew.h"

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

bool lob_http_crew_init(lob_http_crew *crew, void (*work)(void *arg, lob_http_conn *conn), void *arg) {
    *crew = (lob_http_crew){.work = work, .arg = arg};
    return pthread_mutex_init(&crew->lock, NULL) == 0 && make_cond(&crew->ready) && make_cond(&crew->ended);
}

void lob_http_crew_release(lob_http_crew *crew) {
    pthread_mutex_lock(&crew->lock);
    crew->is_closed = true;
    pthread_cond_broadcast(&crew->ready);
    while (crew->thread_count > 0) {
        pthread_cond_wait(&crew->ended, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    pthread_cond_destroy(&crew->ready);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
}

/* Under the lock. NULL: nothing came for a while, or all is over. */
static lob_http_conn *wait_for_one(lob_http_crew *crew) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += LOB_HTTP_CREW_IDLE_MS / 1000;
    crew->idle_count++;
    int waited = 0;
    while (crew->first == NULL && !crew->is_closed && waited != ETIMEDOUT) {
        waited = pthread_cond_timedwait(&crew->ready, &crew->lock, &until);
    }
    crew->idle_count--;
    lob_http_conn *conn = crew->first;
    if (conn != NULL) {
        crew->first = conn->next;
        crew->waiting--;
    }
    return conn;
}

static void *thread_main(void *arg) {
    lob_http_crew *crew = arg;
    lob_http_conn *conn;
    pthread_mutex_lock(&crew->lock);
    while ((conn = wait_for_one(crew)) != NULL) {
        pthread_mutex_unlock(&crew->lock);
        crew->work(crew->arg, conn);
        pthread_mutex_lock(&crew->lock);
    }
    crew->thread_count--;
    pthread_cond_signal(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static bool start_thread(lob_http_crew *crew) {
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, LOB_HTTP_STACK_SIZE);
    const bool fine = pthread_create(&thread, &attr, thread_main, crew) == 0;
    pthread_attr_destroy(&attr);
    return fine;
}

bool lob_http_crew_give(lob_http_crew *crew, lob_http_conn *conn) {
    pthread_mutex_lock(&crew->lock);
    if (crew->idle_count <= crew->waiting && start_thread(crew)) {
        crew->thread_count++;
    }
    const bool is_taken = crew->thread_count > 0;
    if (is_taken) {
        conn->next = NULL;
        *(crew->first != NULL ? &crew->last->next : &crew->first) = conn;
        crew->last = conn;
        crew->waiting++;
        pthread_cond_signal(&crew->ready);
    }
    pthread_mutex_unlock(&crew->lock);
    return is_taken;
}
