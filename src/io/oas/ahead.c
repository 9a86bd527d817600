/* The thread that inflates ahead. Invariant: `z` is set from a start until its call has returned, under the lock; while
 * it is set the stream is the thread's. */
#include "io/oas/ahead.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"

struct oas_ahead {
    z_stream *z; /* borrowed; NULL: nothing to do */
    int code;    /* of the last call */
    bool stop;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    pthread_t thread;
};

static void *run(void *arg) {
    oas_ahead *a = arg;
    pthread_mutex_lock(&a->lock);
    while (!a->stop) {
        if (!a->z) {
            pthread_cond_wait(&a->moved, &a->lock);
            continue;
        }
        pthread_mutex_unlock(&a->lock);
        int code = inflate(a->z, Z_NO_FLUSH);
        pthread_mutex_lock(&a->lock);
        a->code = code;
        a->z = NULL;
        pthread_cond_signal(&a->moved);
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

oas_ahead *oas_ahead_new(void) {
    oas_ahead *a = lob_calloc(1, sizeof *a);
    if (!a) {
        return NULL;
    }
    if (pthread_mutex_init(&a->lock, NULL) == 0) {
        if (pthread_cond_init(&a->moved, NULL) == 0) {
            if (pthread_create(&a->thread, NULL, run, a) == 0) {
                return a;
            }
            pthread_cond_destroy(&a->moved);
        }
        pthread_mutex_destroy(&a->lock);
    }
    lob_free(a);
    return NULL;
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
    pthread_cond_destroy(&a->moved);
    pthread_mutex_destroy(&a->lock);
    lob_free(a);
}

void oas_ahead_start(oas_ahead *a, z_stream *z) {
    pthread_mutex_lock(&a->lock);
    a->z = z;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
}

int oas_ahead_wait(oas_ahead *a) {
    pthread_mutex_lock(&a->lock);
    while (a->z) {
        pthread_cond_wait(&a->moved, &a->lock);
    }
    int code = a->code;
    pthread_mutex_unlock(&a->lock);
    return code;
}
