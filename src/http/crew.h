/* Threads for whole requests: as many as there are requests, made when needed, gone when idle. */
#ifndef LOB_HTTP_CREW_H
#define LOB_HTTP_CREW_H

#include <pthread.h>

#include "http/conn.h"

typedef struct lob_http_crew {
    pthread_mutex_t lock;
    pthread_cond_t ready, ended;
    lob_http_conn *first, *last; /* wait for a thread */
    unsigned waiting, idle_count, thread_count;
    bool is_closed;
    void (*work)(void *arg, lob_http_conn *conn);
    void *arg;
} lob_http_crew;

bool lob_http_crew_init(lob_http_crew *crew, void (*work)(void *arg, lob_http_conn *conn), void *arg);
/* Waits until all threads have ended. */
void lob_http_crew_release(lob_http_crew *crew);
/* False: there is no thread, and none can be made. */
bool lob_http_crew_give(lob_http_crew *crew, lob_http_conn *conn);

#endif
