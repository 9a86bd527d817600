/* One client: bytes in become lines, lines out become bytes, neither ever waited for.
 *
 * At most one request of a client is under way; until it is answered nothing more is read, so a client that floods is
 * held up by its own socket. Invariant: out.data[sent..size) is what the client has yet to take.
 */
#ifndef LOB_TCP_CONN_H
#define LOB_TCP_CONN_H

#include <stdint.h>

#include "mcp/frame.h"
#include "tcp/tcp_request.h"

typedef struct lob_tcp_conn {
    int fd; /* owned, does not block */
    lob_framer frame;
    lob_buf out; /* owned */
    size_t sent;
    lob_tcp_request *request;   /* under way; the queue's. NULL: none */
    bool is_subscribed, is_rpc; /* told of selections; in the dialect it asked in */
    bool has_begun;             /* a byte came */
    bool input_ended;
    bool is_closing;     /* once everything is sent */
    const char *dropped; /* static: why it is closed at once; NULL: it is not */
    int64_t line_ms;     /* when the present line began, or the last one was dealt with */
    int64_t sent_ms;     /* when the client last took a byte, or was first given one */
} lob_tcp_conn;

/* Takes `fd` over. NULL: out of memory, and fd is closed. */
lob_tcp_conn *lob_tcp_conn_new(int fd, size_t line_size_max, int64_t now_ms);
void lob_tcp_conn_drop(lob_tcp_conn *conn);

/* Reads one block; may set input_ended or dropped. */
void lob_tcp_conn_read(lob_tcp_conn *conn, int64_t now_ms);
/* Did a line begin and not end? */
bool lob_tcp_conn_is_half(const lob_tcp_conn *conn);
/* The next line to be dealt with. False: none yet, or it is not its time. *too_long: a line was given up instead. */
bool lob_tcp_conn_line(lob_tcp_conn *conn, lob_str *line, bool *too_long);
/* Gives the client bytes that stand for a whole line, or more; failed bytes drop it. */
void lob_tcp_conn_send(lob_tcp_conn *conn, const lob_buf *bytes, int64_t now_ms);
/* Sends what it takes at once. */
void lob_tcp_conn_flush(lob_tcp_conn *conn, int64_t now_ms);
size_t lob_tcp_conn_backlog(const lob_tcp_conn *conn);
/* Events to poll for. */
short lob_tcp_conn_events(const lob_tcp_conn *conn);

#endif
