/* One request of HTTP, from its head to the last byte of its answer: of the door's thread until it is whole, then of
 * one of the threads that answer. */
#ifndef LOB_HTTP_ASKED_H
#define LOB_HTTP_ASKED_H

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
    atomic_size_t held; /* bytes of bodies, and of lines that wait */
    atomic_uint asked_count;
};

typedef struct lob_asked {
    lob_http_daemon *daemon;
    lob_http_conn *conn;
    lob_head head;
    lob_buf body;
    size_t held; /* of daemon->held, for the body */
    lob_http_post post;
    bool is_posted;      /* post is begun */
    bool is_put;         /* the core has it, until post.is_over */
    bool is_initialize;  /* its session is not listed yet */
    lob_http_line *line; /* the answer that is being sent */
    lob_buf events;      /* of a stream: what is being sent */
} lob_asked;

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
bool lob_asked_refuse(lob_asked *a, unsigned status, lob_str id, int code, const char *message);
bool lob_asked_acknowledge(lob_asked *a, unsigned status); /* no body */
/* Waits for what the core says to a->post, and answers with that. */
bool lob_asked_answer(lob_asked *a);
/* Until the core has done with a->post. */
void lob_asked_settle(lob_asked *a);

/* message.c: a POST whose body is read, and a DELETE. */
bool lob_asked_post(lob_asked *a);
bool lob_asked_delete(lob_asked *a);

#endif
