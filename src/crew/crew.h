/* Worker processes: each layout lives in one of its own, so that a crash there ends its session and no other.
 *
 * The server's process keeps the protocol, the table of sessions and the jobs; workers are this program again, behind a
 * socket each. One spare worker waits ready. A worker that dies is answered for within a second: the request in flight
 * gets INTERNAL_ERROR, its session is lost, its folder is swept. docs/mechanisms/sandbox.md has the whole.
 */
#ifndef LOB_CREW_CREW_H
#define LOB_CREW_CREW_H

#include "tool/call.h"

#define LOB_CREW_WORD "crew-worker" /* the program's first argument when it is to be a worker */

typedef struct lob_crew lob_crew;

typedef struct lob_crew_setup {
    lob_sessions *sessions; /* borrowed: the table of the server; its jobs will run in workers, too */
    const char *program;    /* NULL: this one */
} lob_crew_setup;

/* Starts the first worker. TOOL_LIMIT_EXCEEDED: memory, or what the system refused. */
lob_status lob_crew_open(lob_ctx *ctx, const lob_crew_setup *setup, lob_crew **crew);
/* The end in three steps: lob_crew_stop(), lob_sessions_close(), which ends the workers of sessions, lob_crew_close().
 * After the first the crew no longer looks at the table by itself. NULL is fine. */
void lob_crew_stop(lob_crew *crew);
void lob_crew_close(lob_crew *crew);
/* For lob_product.runner. */
lob_runner lob_crew_runner(lob_crew *crew);

/* What a worker knows of itself. */
typedef struct lob_crew_trade {
    const lob_tool *tools;
    size_t tool_count;
    const char *version;
} lob_crew_trade;

/* The whole life of a worker: the exit status. It ends when the server closes its socket or dies. */
int lob_crew_work(const lob_crew_trade *trade);

#endif
