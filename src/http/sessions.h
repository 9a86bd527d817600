/* Sessions of the protocol, for the revisions that have them: an id that stands for what initialize agreed on.
 *
 * Not those of layouts (session/), which belong to the process and outlive these. Invariant: whoever found a session
 * may use it until he gives it back, ended or not; an id that was given out once is never given out again.
 */
#ifndef LOB_HTTP_SESSIONS_H
#define LOB_HTTP_SESSIONS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/str.h"
#include "http/limits.h"
#include "mcp/lifecycle.h"

enum { LOB_HTTP_SESSION_ID_SIZE = 32 };

typedef struct lob_http_session {
    char id[LOB_HTTP_SESSION_ID_SIZE + 1]; /* of the kernel's random source */
    lob_agreed agreed;                     /* the reader role's */
    /* Of the table. */
    unsigned uses;
    bool is_listed;
    int64_t used_ms; /* when it was last found */
} lob_http_session;

typedef struct lob_http_sessions {
    pthread_mutex_t lock;
    lob_http_session *items[LOB_HTTP_SESSION_COUNT_MAX]; /* those that can be found */
    unsigned count;
} lob_http_sessions;

bool lob_http_sessions_init(lob_http_sessions *sessions);
void lob_http_sessions_release(lob_http_sessions *sessions); /* nobody uses one any more */

/* A new one, used by the caller, that nobody finds before it is listed. NULL: no memory, or no randomness. */
lob_http_session *lob_http_session_new(void);
/* What was idle for LOB_HTTP_SESSION_IDLE_MS goes; when the table is full, the one that was found longest ago too. */
void lob_http_session_list(lob_http_sessions *sessions, lob_http_session *session);
/* Used by the caller until given back. NULL: unknown. */
lob_http_session *lob_http_session_find(lob_http_sessions *sessions, lob_str id);
void lob_http_session_give_back(lob_http_sessions *sessions, lob_http_session *session);
/* From now on nobody finds it. */
void lob_http_session_end(lob_http_sessions *sessions, lob_http_session *session);

#endif
