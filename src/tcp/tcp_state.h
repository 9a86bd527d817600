/* The server's state, shared by the files of it. Only the thread that polls touches it, but for `work` and `seed`. */
#ifndef LOB_TCP_STATE_H
#define LOB_TCP_STATE_H

#include <poll.h>

#include "tcp/tcp_conn.h"
#include "tcp/tcp_server.h"
#include "tcp/tcp_work.h"

struct lob_tcp_server {
    lob_tcp_options options;
    int listen_fd, wake_fd;
    uint16_t port;
    lob_tcp_seed seed;
    bool has_seed;
    lob_tcp_work *work;
    lob_tcp_conn **conns; /* owned, room for client_count_max */
    unsigned conn_count;
    struct pollfd *polls; /* owned: of stop, wake, listen, then conns in order */
    lob_buf selection;    /* owned: text of it, empty: none */
    bool is_ending;
    int64_t accept_ms; /* not before: descriptors ran out */
};

/* tcp_serve.c: deals with all lines of a client that may be dealt with now. */
void lob_tcp_serve_lines(lob_tcp_server *server, lob_tcp_conn *conn);
/* Sends what the threads have done. */
void lob_tcp_serve_done(lob_tcp_server *server);

#endif
