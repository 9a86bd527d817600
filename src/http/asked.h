/* One request of HTTP, from its head to the last byte of its answer: state of the thread of its connection. */
#ifndef LOB_HTTP_ASKED_H
#define LOB_HTTP_ASKED_H

#include <microhttpd.h>

#include "http/daemon.h"
#include "http/feed.h"
#include "http/head.h"

struct lob_http_daemon {
    lob_http_options options;
    lob_http_sessions sessions;
    lob_http_feed feed;
    lob_server *server;
    struct MHD_Daemon *mhd;
    int port;
    atomic_size_t held; /* bytes of bodies, and of lines that wait */
    atomic_uint asked_count;
};

typedef struct lob_asked {
    lob_http_daemon *daemon;
    struct MHD_Connection *connection;
    int fd; /* of the connection; -1: unknown */
    lob_head head;
    lob_buf body;
    size_t size; /* of the body, what is above the limit or without room included */
    size_t held; /* of daemon->held, for the body */
    bool is_crowded;
    lob_http_post post;
    bool is_posted;      /* post is begun */
    bool is_put;         /* the core has it, until post.is_over */
    bool is_initialize;  /* its session is not listed yet */
    lob_http_line *line; /* the answer that is being sent */
    lob_buf events;      /* of a stream: what is being sent */
    size_t events_at;
    bool is_answered; /* the stream has its last event */
} lob_asked;

/* answer.c: each queues one answer. MHD_NO: the connection ends. */
enum MHD_Result lob_asked_refuse(lob_asked *a, unsigned status, lob_str id, int code, const char *message);
enum MHD_Result lob_asked_acknowledge(lob_asked *a, unsigned status); /* no body */
/* Waits for what the core says to a->post, and answers with that. */
enum MHD_Result lob_asked_answer(lob_asked *a);
/* Until the core has done with a->post. */
void lob_asked_settle(lob_asked *a);

/* message.c: a POST whose body is read, and a DELETE. */
enum MHD_Result lob_asked_post(lob_asked *a);
enum MHD_Result lob_asked_delete(lob_asked *a);

#endif
