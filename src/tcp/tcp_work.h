/* Threads for requests that take time: a queue in front of them, a list of what is done behind them.
 *
 * Requests of one key run in order, one at a time; others beside each other. Invariant: a request belongs to the queue
 * from lob_tcp_work_add() until lob_tcp_work_done() gives it back, and then it has run or the end has begun.
 */
#ifndef LOB_TCP_WORK_H
#define LOB_TCP_WORK_H

#include "tcp/tcp_seed.h"

enum { LOB_TCP_WORKER_COUNT_MAX = 16 };

typedef struct lob_tcp_work lob_tcp_work;

/* Starts `count` threads, or as many as can be had, one at least. `wake_fd`: an eventfd, readable once something is
 * done. NULL: out of memory or threads. */
lob_tcp_work *lob_tcp_work_new(lob_tcp_seed *seed, unsigned count, int wake_fd);
/* Cancels everything, waits for the threads, drops what is left. NULL is fine. */
void lob_tcp_work_drop(lob_tcp_work *work);
void lob_tcp_work_add(lob_tcp_work *work, lob_tcp_request *request);
/* The next that is done; NULL: none at present. */
lob_tcp_request *lob_tcp_work_done(lob_tcp_work *work);
/* Nobody waits for this request any more: it is cancelled, and comes back with conn NULL. */
void lob_tcp_work_abandon(lob_tcp_request *request);

#endif
