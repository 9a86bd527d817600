/* Answers: one document, or a stream of events once something comes before the answer or it takes long.
 *
 * Invariant: a request of the revision without sessions is cancelled when its client goes; others are not, for their
 * revisions say that a broken connection is no wish to cancel.
 */
#include "http/asked.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"

#define JSON_TYPE   "application/json"
#define EVENTS_TYPE "text/event-stream"

#define STREAM SIZE_MAX /* of a body whose size is not known yet */

/* ---- heads ---- */

static const char *phrase_of(unsigned status) {
    static const struct {
        unsigned status;
        const char *phrase;
    } phrases[] = {{200, "OK"},
                   {202, "Accepted"},
                   {204, "No Content"},
                   {400, "Bad Request"},
                   {401, "Unauthorized"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {406, "Not Acceptable"},
                   {408, "Request Timeout"},
                   {413, "Content Too Large"},
                   {415, "Unsupported Media Type"},
                   {417, "Expectation Failed"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {501, "Not Implemented"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (phrases[i].status == status) {
            return phrases[i].phrase;
        }
    }
    return "Error";
}

/* "Date: Sun, 06 Nov 1994 08:49:37 GMT", whatever the locale. */
static void add_date(lob_buf *head) {
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const time_t now = time(NULL);
    struct tm t;
    if (gmtime_r(&now, &t) != NULL) {
        lob_buf_printf(head, "Date: %.3s, %02d %.3s %d %02d:%02d:%02d GMT\r\n", days + (ptrdiff_t)3 * t.tm_wday,
                       t.tm_mday, months + (ptrdiff_t)3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
    }
}

static bool is_chunked(const lob_asked *a) {
    return !a->conn->request.is_old;
}

/* Up to the empty line. `type` NULL: no body is announced. */
static void write_head(lob_asked *a, lob_buf *head, unsigned status, const char *type, size_t size) {
    lob_buf_printf(head, "HTTP/1.1 %u %s\r\n", status, phrase_of(status));
    add_date(head);
    if (type != NULL) {
        lob_buf_printf(head, "Content-Type: %s\r\n", type);
    }
    lob_buf_add_text(head, "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\n");
    if (status == LOB_HTTP_METHOD_NOT_ALLOWED) {
        lob_buf_add_text(head, "Allow: POST, DELETE\r\n");
    }
    if (status == LOB_HTTP_UNAUTHORIZED) {
        lob_buf_add_text(head, "WWW-Authenticate: Bearer\r\n");
    }
    if (a->is_initialize && status == LOB_HTTP_OK && a->post.session->agreed != LOB_REVISION_NONE) {
        lob_buf_printf(head, "Mcp-Session-Id: %s\r\n", a->post.session->id);
        lob_http_session_list(&a->daemon->sessions, a->post.session);
        a->is_initialize = false;
    }
    if (size == STREAM) {
        lob_buf_add_text(head, is_chunked(a) ? "Transfer-Encoding: chunked\r\n" : "");
    } else if (status != LOB_HTTP_NO_CONTENT) {
        lob_buf_printf(head, "Content-Length: %zu\r\n", size);
    }
    lob_buf_add_text(head, a->conn->is_last ? "Connection: close\r\n\r\n" : "\r\n");
}

/* The whole answer. */
static bool say(lob_asked *a, unsigned status, const char *type, lob_str body) {
    const bool has_body = a->conn->request.method == NULL || strcmp(a->conn->request.method, "HEAD") != 0;
    lob_buf head;
    lob_buf_init(&head, 0);
    write_head(a, &head, status, type, body.size);
    const bool sent = head.failed == LOB_BUF_FINE &&
                      lob_http_conn_send(a->conn, (lob_str){head.data, head.size}, has_body ? body : (lob_str){"", 0});
    lob_buf_release(&head);
    return sent;
}

bool lob_asked_refuse(lob_asked *a, unsigned status, lob_str id, int code, const char *message) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_rpc_error(&out, id, code, message, (lob_str){0});
    const bool sent = out.failed == LOB_BUF_FINE && say(a, status, JSON_TYPE, (lob_str){out.data, out.size});
    lob_buf_release(&out);
    return sent;
}

bool lob_asked_acknowledge(lob_asked *a, unsigned status) {
    return say(a, status, NULL, (lob_str){"", 0});
}

/* ---- the client ---- */

static bool is_gone(const lob_asked *a) {
    struct pollfd fd = {a->conn->fd, POLLRDHUP, 0};
    return poll(&fd, 1, 0) > 0 && (fd.revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0;
}

/* Waits for a line or the end, `ms` at most, with an eye on the client. OVER too when that one is gone. */
static lob_http_post_state wait_line(lob_asked *a, int64_t ms, lob_http_line **line) {
    const int64_t until_ms = lob_clock_ms() + ms;
    for (;;) {
        const int64_t left_ms = until_ms - lob_clock_ms();
        const int slice_ms = left_ms < LOB_HTTP_LOOK_MS ? (int)(left_ms < 0 ? 0 : left_ms) : LOB_HTTP_LOOK_MS;
        const lob_http_post_state state = lob_http_post_wait(&a->post, slice_ms, line);
        if (state != LOB_HTTP_POST_QUIET) {
            return state;
        }
        if (is_gone(a)) {
            lob_asked_settle(a);
            return LOB_HTTP_POST_OVER;
        }
        if (left_ms <= 0) {
            return LOB_HTTP_POST_QUIET;
        }
    }
}

void lob_asked_settle(lob_asked *a) {
    lob_http_post_state state;
    lob_http_post_abandon(&a->post);
    do {
        lob_http_line *line;
        if (a->post.is_stateless) { /* again and again: the core may not have seen it yet */
            lob_core_cancel(a->daemon->server, a->post.connection.scope, (lob_str){0});
        }
        state = lob_http_post_wait(&a->post, LOB_HTTP_LOOK_MS, &line);
        lob_http_line_drop(&a->post, line);
    } while (state != LOB_HTTP_POST_OVER);
}

/* ---- a stream of events ---- */

/* Sends what stands in a->events and `text`, as a chunk where there are chunks. */
static bool send_event(lob_asked *a, lob_str text) {
    char size[24];
    const size_t total = a->events.size + text.size;
    lob_buf chunk;
    lob_buf_init(&chunk, 0);
    if (is_chunked(a)) {
        snprintf(size, sizeof size, "%zx\r\n", total);
        lob_buf_add_text(&chunk, size);
    }
    lob_buf_add(&chunk, a->events.data, a->events.size);
    lob_buf_add(&chunk, text.data, text.size);
    lob_buf_add_text(&chunk, is_chunked(a) ? "\r\n" : "");
    const bool sent = chunk.failed == LOB_BUF_FINE && a->events.failed == LOB_BUF_FINE &&
                      lob_http_conn_send(a->conn, (lob_str){chunk.data, chunk.size}, (lob_str){"", 0});
    lob_buf_release(&chunk);
    return sent;
}

/* *line becomes NULL. NULL: a comment that keeps those between here and the client awake. */
static bool send_line(lob_asked *a, lob_http_line **line) {
    lob_buf_clear(&a->events);
    if (*line == NULL) {
        return send_event(a, LOB_STR(":\n\n"));
    }
    lob_buf_add_text(&a->events, "event: message\ndata: ");
    lob_buf_add(&a->events, (*line)->data, (*line)->size);
    lob_http_line_drop(&a->post, *line);
    *line = NULL;
    return send_event(a, LOB_STR("\n\n"));
}

/* `line`: the first of the stream, or NULL. Ends without an answer when there is none: the request was cancelled, or
 * the server ends. */
static bool stream(lob_asked *a, lob_http_line *line) {
    lob_buf head;
    lob_buf_init(&head, 0);
    write_head(a, &head, LOB_HTTP_OK, EVENTS_TYPE, STREAM);
    bool sent =
        head.failed == LOB_BUF_FINE && lob_http_conn_send(a->conn, (lob_str){head.data, head.size}, (lob_str){"", 0});
    lob_buf_release(&head);
    lob_http_post_state state = LOB_HTTP_POST_QUIET;
    while (sent && state != LOB_HTTP_POST_OVER) {
        const bool is_answer = line != NULL && line->kind == LOB_LINE_ANSWER;
        sent = send_line(a, &line);
        state = !sent || is_answer ? LOB_HTTP_POST_OVER : wait_line(a, a->daemon->options.alive_ms, &line);
    }
    lob_http_line_drop(&a->post, line);
    static const char end[] = "0\r\n\r\n";
    return sent && (!is_chunked(a) || lob_http_conn_send(a->conn, LOB_STR(end), (lob_str){"", 0}));
}

/* ---- the answer ---- */

/* Over without a line. */
static bool answer_nothing(lob_asked *a, bool is_request) {
    if (is_gone(a)) {
        return false;
    }
    if (a->post.is_starved) {
        return lob_asked_refuse(a, LOB_HTTP_INTERNAL_ERROR, (lob_str){0}, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    if (!is_request) {
        return lob_asked_acknowledge(a, LOB_HTTP_ACCEPTED);
    }
    if (lob_core_is_stopping(a->daemon->server)) {
        return lob_asked_refuse(a, LOB_HTTP_UNAVAILABLE, (lob_str){0}, LOB_RPC_INTERNAL_ERROR,
                                "The server is shutting down");
    }
    /* Cancelled: no answer is what the protocol asks for. */
    return say(a, LOB_HTTP_OK, EVENTS_TYPE, (lob_str){"", 0});
}

bool lob_asked_answer(lob_asked *a) {
    /* The message is the core's from here on. */
    const bool is_request = a->post.text.data == NULL && a->post.message.kind == LOB_RPC_REQUEST;
    lob_http_line *line = NULL;
    lob_http_post_state state;
    a->is_put = lob_http_feed_put(&a->daemon->feed, &a->post);
    if (!a->is_put) {
        return answer_nothing(a, true);
    }
    do {
        state = wait_line(a, a->daemon->options.first_ms, &line);
    } while (state == LOB_HTTP_POST_QUIET && lob_http_post_age_ms(&a->post) < a->daemon->options.first_ms);
    if (state == LOB_HTTP_POST_OVER) {
        return answer_nothing(a, is_request);
    }
    if (line == NULL || line->kind == LOB_LINE_NOTICE) {
        return stream(a, line);
    }
    a->line = line; /* stays until it is sent */
    const lob_str answer = {line->data, line->size};
    return say(a, lob_head_status(answer, a->post.is_stateless), JSON_TYPE, answer);
}
