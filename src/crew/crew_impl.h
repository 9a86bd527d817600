/* What the files of src/crew share. Not for other folders. */
#ifndef LOB_CREW_CREW_IMPL_H
#define LOB_CREW_CREW_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "crew/crash.h"
#include "crew/crew.h"
#include "crew/message.h"

/* The descriptors of a worker. */
enum { LOB_CREW_FD = 3, LOB_CREW_PAGE_FD = 4 };

/* Memory that both ends map: to cancel costs no message, and needs no thread in the worker. */
typedef struct lob_crew_page {
    lob_cancel cancel;
} lob_crew_page;

/* The first message that a worker gets. */
typedef struct lob_crew_terms {
    lob_config config;
    uint64_t memory_size_max; /* bytes of data; 0: no bound */
    char crash_name[LOB_CRASH_NAME_SIZE];
} lob_crew_terms;

typedef struct lob_crew_worker {
    struct lob_crew *crew;
    struct lob_crew_worker *next; /* of the crew's list, or of the spare ones */
    atomic_uint references;       /* the list's, and whoever uses it */
    pthread_mutex_t lock;         /* of all below; held during a call */
    pid_t pid;
    int fd;
    bool is_over;  /* dead and reaped */
    int end_state; /* as of waitpid() */
    lob_crew_page *page;
    lob_crew_inbox inbox;
    char session[17]; /* "": none */
    char crash_name[LOB_CRASH_NAME_SIZE];
} lob_crew_worker;

/* ---- crew.c ---- */

lob_sessions *lob_crew_sessions(const struct lob_crew *crew);
/* A worker without a session, spare or new: the caller's. */
/* lob_crew_open() without jobs that come to it. */
lob_status lob_crew_begin(lob_ctx *ctx, const struct lob_crew_setup *setup, struct lob_crew **crew);
lob_status lob_crew_hire(lob_ctx *ctx, struct lob_crew *crew, lob_crew_worker **worker);
/* Ends it, without waiting. */
void lob_crew_dismiss(lob_crew_worker *worker);
/* It did short work and holds nothing: the next one may have it. */
void lob_crew_return(lob_crew_worker *worker);
void lob_crew_worker_drop(lob_crew_worker *worker);
/* Lock held. Waits for its end; forced: kills it first. True: it ended by itself and left nothing. */
bool lob_crew_worker_end(lob_crew_worker *worker, bool forced);
/* Lock held. Is it gone though nobody asked? */
bool lob_crew_worker_is_gone(lob_crew_worker *worker);
/* A worker died: its folders and old reports go. */
void lob_crew_clean(const struct lob_crew *crew);

/* ---- spawn.c ---- */

/* Starts the program as a worker: fills pid, fd and page. */
lob_status lob_crew_spawn(lob_ctx *ctx, const char *program, const lob_crew_terms *terms, lob_crew_worker *worker);

/* ---- talk.c ---- */

/* Lock held. Sends and waits for the answer; progress goes to ctx. LOB_OK: `answer` has come, and lies in the inbox. */
lob_status lob_crew_talk(lob_ctx *ctx, lob_crew_worker *worker, const lob_crew_message *request,
                         const lob_apart_job *job, lob_crew_message *answer);

/* ---- guests.c, in the worker ---- */

/* Opens the sessions that parts[from ..] name, for one call. */
typedef struct lob_crew_guests {
    char ids[4][17];
    unsigned count;
} lob_crew_guests;
lob_status lob_crew_guests_open(lob_ctx *ctx, lob_sessions *sessions, const lob_tool *opener,
                                const lob_crew_message *message, uint32_t from, lob_crew_guests *guests);
void lob_crew_guests_close(lob_ctx *ctx, lob_sessions *sessions, const lob_crew_guests *guests);

#endif
