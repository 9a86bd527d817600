/* The thread that inflates ahead. Invariant: `call` is set from a start until it has returned, under the lock; while it
 * is set what it works on is the thread's. */
#include "io/oas/ahead.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"

struct oas_ahead {
    void (*call)(void *arg); /* NULL: nothing to do */
    void *arg;
    bool stop;
    lob_account *account; /* of who reads */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    pthread_t thread;
};

static void *run(void *arg) {
    oas_ahead *a = arg;
    lob_account_enter(a->account);
    pthread_mutex_lock(&a->lock);
    while (!a->stop) {
        if (!a->call) {
            pthread_cond_wait(&a->moved, &a->lock);
            continue;
        }
        pthread_mutex_unlock(&a->lock);
        a->call(a->arg);
        pthread_mutex_lock(&a->lock);
        a->call = NULL;
        pthread_cond_signal(&a->moved);
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static void drop(oas_ahead *a) {
    pthread_cond_destroy(&a->moved);
    pthread_mutex_destroy(&a->lock);
    lob_free(a);
}

oas_ahead *oas_ahead_new(void) {
    oas_ahead *a = lob_calloc(1, sizeof *a);
    if (!a) {
        return NULL;
    }
    a->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    a->account = lob_account_current();
    a->moved = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    if (pthread_create(&a->thread, NULL, run, a) != 0) {
        drop(a);
        return NULL;
    }
    return a;
}

void oas_ahead_close(oas_ahead *a) {
    if (!a) {
        return;
    }
    pthread_mutex_lock(&a->lock);
    a->stop = true;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    drop(a);
}

void oas_ahead_start(oas_ahead *a, void (*call)(void *arg), void *arg) {
    pthread_mutex_lock(&a->lock);
    a->call = call;
    a->arg = arg;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
}

void oas_ahead_wait(oas_ahead *a) {
    pthread_mutex_lock(&a->lock);
    while (a->call) {
        pthread_cond_wait(&a->moved, &a->lock);
    }
    pthread_mutex_unlock(&a->lock);
}
