/* One POST under way, as a connection of the core: lines come in from its threads, the thread of the HTTP connection
 * takes them out.
 *
 * Invariant: between lob_http_post_begin() and the end of the core's last use the post stays where it is, so its
 * thread waits for is_over before it lets go, also when its client is gone.
 */
#ifndef LOB_HTTP_POST_H
#define LOB_HTTP_POST_H

#include <pthread.h>

#include "base/buf.h"
#include "http/sessions.h"
#include "mcp/connection.h"

typedef struct lob_http_line {
    struct lob_http_line *next;
    lob_line_kind kind;
    size_t size; /* without the newline */
    char data[];
} lob_http_line;

typedef struct lob_http_post {
    lob_connection connection;
    lob_revision none;         /* what is agreed without a session */
    lob_http_session *session; /* NULL: none */
    bool is_stateless;
    lob_str text;            /* of a batch; data NULL: it is `message`. Borrowed */
    lob_rpc_message message; /* the core's once it took it */
    atomic_size_t *held;     /* bytes of lines that wait, of all posts together; borrowed */
    struct lob_http_post *next;
    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    lob_http_line *first, *last;
    int64_t taken_ms; /* when the core had gone through the message; 0: not yet */
    bool is_over;     /* nothing more comes */
    bool is_gone;     /* the client: nothing more is kept */
    bool is_starved;  /* an answer found no memory */
} lob_http_post;

/* The post is zeroed but for `session`, `is_stateless`, text or message, and `held`. False: no lock is left. */
bool lob_http_post_begin(lob_http_post *post);
/* After is_over, or before the core has seen it. */
void lob_http_post_end(lob_http_post *post);

/* For the core's side. */
void lob_http_post_taken(lob_http_post *post);

/* For the thread of the HTTP connection. */
typedef enum { LOB_HTTP_POST_LINE, LOB_HTTP_POST_OVER, LOB_HTTP_POST_QUIET } lob_http_post_state;

/* Waits for a line or the end, `ms` at most. LINE: *line is the caller's, to lob_http_line_drop(). */
lob_http_post_state lob_http_post_wait(lob_http_post *post, int ms, lob_http_line **line);
void lob_http_line_drop(const lob_http_post *post, lob_http_line *line); /* NULL is fine */
/* The client will read nothing more. */
void lob_http_post_abandon(lob_http_post *post);
/* Since the core went through the message; 0: it did not yet. */
int64_t lob_http_post_age_ms(lob_http_post *post);

#endif
