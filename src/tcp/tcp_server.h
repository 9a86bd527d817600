/* JSON over TCP, a line a message, for programs written for KLayout's JSON server and for those that speak JSON-RPC.
 *
 * 127.0.0.1 alone. One thread polls, reads, answers what is short and sends; others do what takes time. No client waits
 * for another: not for its long work, unless both ask for the same session, and not for its slow reading.
 */
#ifndef LOB_BRIDGE_TCP_SERVER_H
#define LOB_BRIDGE_TCP_SERVER_H

#include "mcp/product.h"

typedef struct lob_tcp_options {
    uint16_t port;              /* 0: any that is free */
    int stop_fd;                /* readable: end now; -1: none */
    lob_sessions *sessions;     /* borrowed */
    const lob_product *product; /* borrowed */
    const char *open_path;      /* absolute: the first active layout; NULL: none */
    const char *export_root;    /* absolute: where export_gds may write; NULL: nowhere */
    bool has_no_shutdown;       /* the method `shutdown` is refused */
    unsigned client_count_max;  /* one more is told so and closed */
    unsigned worker_count;
    size_t line_size_max;  /* bytes of a request */
    size_t event_size_max; /* bytes of events that may wait for a client */
    int64_t idle_ms;       /* without a whole request, and not subscribed; 0: for ever */
    int64_t stall_ms;      /* without taking a byte of what is sent; 0: for ever */
} lob_tcp_options;

/* Everything as by default, the rest zero. */
lob_tcp_options lob_tcp_options_default(void);

typedef struct lob_tcp_server lob_tcp_server;

/* Listens, and opens open_path. INVALID_TARGET with reason `port_taken` or `port_denied`; what opening a layout says;
 * FILE_NOT_FOUND for the folder of exports; TOOL_LIMIT_EXCEEDED. */
lob_status lob_tcp_server_open(lob_ctx *ctx, const lob_tcp_options *options, lob_tcp_server **server);
uint16_t lob_tcp_server_port(const lob_tcp_server *server);
/* Serves until stop_fd is readable or a client asks for the end. False: the system failed it; logged. */
bool lob_tcp_server_run(lob_tcp_server *server);
void lob_tcp_server_close(lob_tcp_server *server); /* NULL is fine */

#endif
