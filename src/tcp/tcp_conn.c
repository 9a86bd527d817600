/* See tcp_conn.h. */
#include "tcp/tcp_conn.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "tcp/tcp_guard.h"

/* Nothing more is read from a client that has yet to take this much. */
enum { BACKLOG_HIGH = 64 * 1024, CAPACITY_KEPT_MAX = 64 * 1024 };

static const char spoke_http[] = "it spoke HTTP or TLS, and this port is not for browsers";

lob_tcp_conn *lob_tcp_conn_new(int fd, size_t line_size_max, int64_t now_ms) {
    lob_tcp_conn *conn = lob_calloc(1, sizeof *conn);
    if (!conn) {
        close(fd);
        return NULL;
    }
    *conn = (lob_tcp_conn){.fd = fd, .line_ms = now_ms, .sent_ms = now_ms};
    lob_frame_init(&conn->frame, line_size_max);
    lob_buf_init(&conn->out, 0);
    return conn;
}

void lob_tcp_conn_drop(lob_tcp_conn *conn) {
    close(conn->fd);
    lob_frame_release(&conn->frame);
    lob_buf_release(&conn->out);
    lob_free(conn);
}

/* What came of the present line, which is not given up. */
static lob_str line_so_far(const lob_framer *frame) {
    return frame->skipping || !frame->bytes.data
               ? (lob_str){"", 0}
               : (lob_str){frame->bytes.data + frame->begin, frame->bytes.size - frame->begin};
}

bool lob_tcp_conn_is_half(const lob_tcp_conn *conn) {
    return conn->frame.skipping || conn->frame.bytes.size > conn->frame.begin;
}

void lob_tcp_conn_read(lob_tcp_conn *conn, int64_t now_ms) {
    size_t size;
    bool is_half = lob_tcp_conn_is_half(conn);
    char *room = lob_frame_room(&conn->frame, &size);
    if (!room) {
        conn->dropped = "out of memory";
        return;
    }
    ssize_t count = recv(conn->fd, room, size, 0);
    if (count > 0) {
        lob_frame_added(&conn->frame, (size_t)count);
        conn->line_ms = is_half ? conn->line_ms : now_ms;
        /* Before the first line can be given up for its length. */
        if (!conn->has_begun && lob_tcp_is_http(line_so_far(&conn->frame), false)) {
            conn->dropped = spoke_http;
        }
        conn->has_begun = true;
    } else if (count == 0) {
        conn->input_ended = true;
    } else if (errno != EAGAIN && errno != EINTR) {
        conn->dropped = "";
    }
}

/* An idle client holds no memory but its own few bytes. */
static void rest(lob_tcp_conn *conn) {
    if (conn->frame.begin == conn->frame.bytes.size) {
        lob_buf_release(&conn->frame.bytes);
        conn->frame.begin = conn->frame.scanned = 0;
    }
}

bool lob_tcp_conn_line(lob_tcp_conn *conn, lob_str *line, bool *too_long) {
    if (conn->request || conn->is_closing || conn->dropped || lob_tcp_conn_backlog(conn) > BACKLOG_HIGH) {
        return false;
    }
    lob_frame_state state = lob_frame_next(&conn->frame, line);
    bool is_http = state == LOB_FRAME_LINE   ? lob_tcp_is_http(*line, true)
                   : state == LOB_FRAME_MORE ? lob_tcp_is_http(line_so_far(&conn->frame), false)
                                             : false;
    if (is_http) {
        conn->dropped = spoke_http;
        return false;
    }
    if (state == LOB_FRAME_MORE) {
        rest(conn);
    }
    *too_long = state == LOB_FRAME_TOO_LARGE;
    return state != LOB_FRAME_MORE;
}

size_t lob_tcp_conn_backlog(const lob_tcp_conn *conn) {
    return conn->out.size - conn->sent;
}

void lob_tcp_conn_send(lob_tcp_conn *conn, const lob_buf *bytes, int64_t now_ms) {
    if (lob_tcp_conn_backlog(conn) == 0) {
        conn->sent_ms = now_ms;
    }
    lob_buf_add(&conn->out, bytes->data, bytes->size);
    if (bytes->failed || conn->out.failed) {
        conn->dropped = "out of memory for its answer";
    } else {
        lob_tcp_conn_flush(conn, now_ms);
    }
}

void lob_tcp_conn_flush(lob_tcp_conn *conn, int64_t now_ms) {
    while (lob_tcp_conn_backlog(conn) > 0 && !conn->dropped) {
        ssize_t count = send(conn->fd, conn->out.data + conn->sent, lob_tcp_conn_backlog(conn), MSG_NOSIGNAL);
        if (count > 0) {
            conn->sent += (size_t)count;
            conn->sent_ms = now_ms;
        } else if (errno == EAGAIN) {
            break;
        } else if (errno != EINTR) {
            conn->dropped = "";
        }
    }
    if (lob_tcp_conn_backlog(conn) == 0) {
        conn->sent = 0;
        lob_buf_clear(&conn->out);
        if (conn->out.capacity > CAPACITY_KEPT_MAX) {
            lob_buf_release(&conn->out);
        }
    } else if (conn->sent > CAPACITY_KEPT_MAX && conn->sent > conn->out.size / 2) { /* each byte moves once at most */
        memmove(conn->out.data, conn->out.data + conn->sent, lob_tcp_conn_backlog(conn));
        conn->out.size -= conn->sent;
        conn->sent = 0;
    }
}

short lob_tcp_conn_events(const lob_tcp_conn *conn) {
    bool reads = !conn->request && !conn->is_closing && !conn->input_ended && !conn->dropped &&
                 lob_tcp_conn_backlog(conn) <= BACKLOG_HIGH;
    return (short)((reads ? POLLIN : 0) | (lob_tcp_conn_backlog(conn) > 0 ? POLLOUT : 0));
}
