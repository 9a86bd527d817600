/* The message of one request, as a connection of the core: replies come in from its threads, the thread of the HTTP
 * connection takes them out.
 *
 * Invariant: between lob_http_message_begin() and the end of the core's last use the message stays where it is, so its
 * thread waits for is_over before it lets go, also when its client is gone.
 */
#ifndef LOB_HTTP_MESSAGE_H
#define LOB_HTTP_MESSAGE_H

#include <pthread.h>

#include "base/buf.h"
#include "http/sessions.h"
#include "mcp/connection.h"

/* What the core says to a message: its answer, or a notice before that. */
typedef struct lob_http_reply {
    struct lob_http_reply *next;
    lob_line_kind kind;
    size_t size; /* without the newline */
    char data[];
} lob_http_reply;

typedef struct lob_http_message {
    lob_connection connection;
    lob_agreed none;           /* what is agreed without a session */
    lob_http_session *session; /* NULL: none */
    bool is_stateless;
    lob_str batch;       /* its text; data NULL: it is no batch, but `rpc`. Borrowed */
    lob_rpc_message rpc; /* the core's once it took it */
    atomic_size_t *held; /* bytes of replies that wait, of all messages together; borrowed */
    struct lob_http_message *next;
    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    lob_http_reply *first, *last;
    int64_t taken_ms; /* when the core had gone through the message; 0: not yet */
    bool is_over;     /* nothing more comes */
    bool is_gone;     /* the client: nothing more is kept */
    bool is_starved;  /* an answer found no memory */
} lob_http_message;

/* The message is zeroed but for `session`, `is_stateless`, `batch` or `rpc`, and `held`. False: no lock is left. */
bool lob_http_message_begin(lob_http_message *message);
/* After is_over, or before the core has seen it. */
void lob_http_message_end(lob_http_message *message);

/* For the core's side. */
void lob_http_message_taken(lob_http_message *message);

/* For the thread of the HTTP connection. */
typedef enum { LOB_HTTP_MESSAGE_REPLY, LOB_HTTP_MESSAGE_OVER, LOB_HTTP_MESSAGE_QUIET } lob_http_message_state;

/* Waits for a reply or the end, `ms` at most. REPLY: *reply is the caller's, to lob_http_reply_drop(). */
lob_http_message_state lob_http_message_wait(lob_http_message *message, int ms, lob_http_reply **reply);
void lob_http_reply_drop(const lob_http_message *message, lob_http_reply *reply); /* NULL is fine */
/* The client will read nothing more. */
void lob_http_message_abandon(lob_http_message *message);
/* Since the core went through the message; 0: it did not yet. */
int64_t lob_http_message_age_ms(lob_http_message *message);

#endif
