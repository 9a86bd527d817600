/* Threads for whole requests: as many as there are requests, made when needed, gone when idle. */
#ifndef LOB_HTTP_THREADS_H
#define LOB_HTTP_THREADS_H

#include <pthread.h>

#include "http/conn.h"

typedef struct lob_http_threads {
    pthread_mutex_t lock;
    pthread_cond_t ready, ended;
    lob_http_conn *first, *last; /* wait for a thread */
    unsigned waiting, idle_count, thread_count;
    pthread_t last_ended; /* not yet joined */
    bool has_last_ended, is_closed;
    void (*work)(void *arg, lob_http_conn *conn);
    void *arg;
} lob_http_threads;

bool lob_http_threads_init(lob_http_threads *threads, void (*work)(void *arg, lob_http_conn *conn), void *arg);
/* Waits until all threads have ended, and joins them. */
void lob_http_threads_release(lob_http_threads *threads);
/* False: there is no thread, and none can be made. */
bool lob_http_threads_give(lob_http_threads *threads, lob_http_conn *conn);

#endif
