/* What all clients share, and the work that requests ask for: one active layout, as the one view of a KLayout window.
 */
#ifndef LOB_TCP_SEED_H
#define LOB_TCP_SEED_H

#include <pthread.h>

#include "tcp/tcp_export.h"
#include "tcp/tcp_request.h"

enum { LOB_TCP_SESSION_SIZE = 24 };

typedef struct lob_tcp_seed {
    lob_sessions *sessions;             /* borrowed */
    const lob_product *product;         /* borrowed */
    lob_tcp_export *exports;            /* owned; NULL: nothing may be written */
    pthread_mutex_t lock;               /* of what follows */
    lob_layout *active;                 /* one reference; NULL: none, or it is read when it is asked for */
    char *source;                       /* owned: the file of a layout that a worker has; NULL: none */
    char source_sha256[65];             /* of that file, when the worker read it */
    char session[LOB_TCP_SESSION_SIZE]; /* of the active layout; "": it has none */
    bool owns_session;                  /* opened by a method of the original: closed when another takes its place */
} lob_tcp_seed;

/* What one thread works with. */
typedef struct lob_tcp_bench {
    lob_arena *arena; /* owned */
    lob_ctx *ctx;     /* owned, not in the arena */
} lob_tcp_bench;

bool lob_tcp_seed_init(lob_tcp_seed *seed, lob_sessions *sessions, const lob_product *product);
void lob_tcp_seed_release(lob_tcp_seed *seed);
bool lob_tcp_bench_init(lob_tcp_bench *bench);
void lob_tcp_bench_release(lob_tcp_bench *bench);

/* Before a request goes into the queue: session_id "$last" becomes the session of the active layout, and the request
 * gets its key. False: there is no such session, and the reply says so. */
bool lob_tcp_seed_prepare(lob_tcp_seed *seed, lob_tcp_request *request);
/* Runs a request whose action is OPEN or beyond; its reply stands afterwards. From any thread. */
void lob_tcp_seed_run(lob_tcp_seed *seed, lob_tcp_bench *bench, lob_tcp_request *request);
/* Makes the layout of a file the active one. What the tool open_layout says. */
lob_status lob_tcp_seed_open(lob_tcp_seed *seed, lob_tcp_bench *bench, const char *path);
bool lob_tcp_seed_is_active(lob_tcp_seed *seed);

/* Is it <layer>/<datatype>@x_y_x_y...: three points or more in database units, as numbers are written? */
bool lob_tcp_is_selection(const char *text);

#endif
