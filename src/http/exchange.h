/* One exchange of HTTP: a request, from its head on, and its answer, to the last byte. Of the door's thread until the
 * request is whole, then of one of the threads that answer. */
#ifndef LOB_HTTP_EXCHANGE_H
#define LOB_HTTP_EXCHANGE_H

#include "http/daemon.h"
#include "http/door.h"
#include "http/feed.h"
#include "http/head.h"

struct lob_http_daemon {
    lob_http_options options;
    lob_http_sessions sessions;
    lob_http_feed feed;
    lob_server *server;
    lob_http_door *door;
    int port;
    atomic_size_t held; /* bytes of bodies, and of replies that wait */
    atomic_uint exchange_count;
};

typedef struct lob_http_exchange {
    lob_http_daemon *daemon;
    lob_http_conn *conn;
    lob_head head;
    lob_buf body;
    size_t held; /* of daemon->held, for the body */
    lob_http_message message;
    bool has_message;      /* it is begun */
    bool is_put;           /* the core has it, until message.is_over */
    bool is_initialize;    /* its session is not listed yet */
    lob_http_reply *reply; /* the answer that is being sent */
    lob_buf events;        /* of a stream: what is being sent */
} lob_http_exchange;

enum {
    LOB_HTTP_OK = 200,
    LOB_HTTP_ACCEPTED = 202,
    LOB_HTTP_NO_CONTENT = 204,
    LOB_HTTP_BAD_REQUEST = 400,
    LOB_HTTP_UNAUTHORIZED = 401,
    LOB_HTTP_FORBIDDEN = 403,
    LOB_HTTP_NOT_FOUND = 404,
    LOB_HTTP_METHOD_NOT_ALLOWED = 405,
    LOB_HTTP_TOO_LARGE = 413,
    LOB_HTTP_INTERNAL_ERROR = 500,
    LOB_HTTP_UNAVAILABLE = 503
};

/* answer.c: each sends one answer. False: the connection ends. */
bool lob_http_exchange_refuse(lob_http_exchange *x, unsigned status, lob_str id, int code, const char *message);
bool lob_http_exchange_acknowledge(lob_http_exchange *x, unsigned status); /* no body */
/* Waits for what the core says to x->message, and answers with that. */
bool lob_http_exchange_answer(lob_http_exchange *x);
/* Until the core has done with x->message. */
void lob_http_exchange_settle(lob_http_exchange *x);

/* exchange.c: a POST whose body is read, and a DELETE. */
bool lob_http_exchange_post(lob_http_exchange *x);
bool lob_http_exchange_delete(lob_http_exchange *x);

#endif
