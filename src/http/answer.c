/* Answers: one document, or a stream of events once something comes before the answer or it takes long.
 *
 * Invariant: a request of the revision without sessions is cancelled when its client goes; others are not, for their
 * revisions say that a broken connection is no wish to cancel.
 */
#include "http/exchange.h"

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

static bool is_chunked(const lob_http_exchange *x) {
    return !x->conn->request.is_old;
}

/* Up to the empty line. `type` NULL: no body is announced. */
static void write_head(lob_http_exchange *x, lob_buf *head, unsigned status, const char *type, size_t size) {
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
    if (x->is_initialize && status == LOB_HTTP_OK && x->message.session->agreed.revision != LOB_REVISION_NONE) {
        lob_buf_printf(head, "Mcp-Session-Id: %s\r\n", x->message.session->id);
        lob_http_session_list(&x->daemon->sessions, x->message.session);
        x->is_initialize = false;
    }
    if (size == STREAM) {
        lob_buf_add_text(head, is_chunked(x) ? "Transfer-Encoding: chunked\r\n" : "");
    } else if (status != LOB_HTTP_NO_CONTENT) {
        lob_buf_printf(head, "Content-Length: %zu\r\n", size);
    }
    lob_buf_add_text(head, x->conn->is_last ? "Connection: close\r\n\r\n" : "\r\n");
}

/* The whole answer. */
static bool say(lob_http_exchange *x, unsigned status, const char *type, lob_str body) {
    const bool has_body = x->conn->request.method == NULL || strcmp(x->conn->request.method, "HEAD") != 0;
    lob_buf head;
    lob_buf_init(&head, 0);
    write_head(x, &head, status, type, body.size);
    const bool sent = head.failed == LOB_BUF_FINE &&
                      lob_http_conn_send(x->conn, (lob_str){head.data, head.size}, has_body ? body : (lob_str){"", 0});
    lob_buf_release(&head);
    return sent;
}

bool lob_http_exchange_refuse(lob_http_exchange *x, unsigned status, lob_str id, int code, const char *message) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_rpc_error(&out, id, code, message, (lob_str){0});
    const bool sent = out.failed == LOB_BUF_FINE && say(x, status, JSON_TYPE, (lob_str){out.data, out.size});
    lob_buf_release(&out);
    return sent;
}

bool lob_http_exchange_acknowledge(lob_http_exchange *x, unsigned status) {
    return say(x, status, NULL, (lob_str){"", 0});
}

/* ---- the client ---- */

static bool is_gone(const lob_http_exchange *x) {
    struct pollfd fd = {x->conn->fd, POLLRDHUP, 0};
    return poll(&fd, 1, 0) > 0 && (fd.revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0;
}

/* Waits for a reply or the end, `ms` at most, with an eye on the client. OVER too when that one is gone. */
static lob_http_message_state wait_reply(lob_http_exchange *x, int64_t ms, lob_http_reply **reply) {
    const int64_t until_ms = lob_clock_ms() + ms;
    for (;;) {
        const int64_t left_ms = until_ms - lob_clock_ms();
        const int slice_ms = left_ms < LOB_HTTP_LOOK_MS ? (int)(left_ms < 0 ? 0 : left_ms) : LOB_HTTP_LOOK_MS;
        const lob_http_message_state state = lob_http_message_wait(&x->message, slice_ms, reply);
        if (state != LOB_HTTP_MESSAGE_QUIET) {
            return state;
        }
        if (is_gone(x)) {
            lob_http_exchange_settle(x);
            return LOB_HTTP_MESSAGE_OVER;
        }
        if (left_ms <= 0) {
            return LOB_HTTP_MESSAGE_QUIET;
        }
    }
}

void lob_http_exchange_settle(lob_http_exchange *x) {
    lob_http_message_state state;
    lob_http_message_abandon(&x->message);
    do {
        lob_http_reply *reply;
        if (x->message.is_stateless) { /* again and again: the core may not have seen it yet */
            lob_core_cancel(x->daemon->server, x->message.connection.scope, (lob_str){0});
        }
        state = lob_http_message_wait(&x->message, LOB_HTTP_LOOK_MS, &reply);
        lob_http_reply_drop(&x->message, reply);
    } while (state != LOB_HTTP_MESSAGE_OVER);
}

/* ---- a stream of events ---- */

/* Sends what stands in x->events and `text`, as a chunk where there are chunks. */
static bool send_event(lob_http_exchange *x, lob_str text) {
    char size[24];
    const size_t total = x->events.size + text.size;
    lob_buf chunk;
    lob_buf_init(&chunk, 0);
    if (is_chunked(x)) {
        snprintf(size, sizeof size, "%zx\r\n", total);
        lob_buf_add_text(&chunk, size);
    }
    lob_buf_add(&chunk, x->events.data, x->events.size);
    lob_buf_add(&chunk, text.data, text.size);
    lob_buf_add_text(&chunk, is_chunked(x) ? "\r\n" : "");
    const bool sent = chunk.failed == LOB_BUF_FINE && x->events.failed == LOB_BUF_FINE &&
                      lob_http_conn_send(x->conn, (lob_str){chunk.data, chunk.size}, (lob_str){"", 0});
    lob_buf_release(&chunk);
    return sent;
}

/* *reply becomes NULL. NULL: a comment that keeps those between here and the client awake. */
static bool send_reply(lob_http_exchange *x, lob_http_reply **reply) {
    lob_buf_clear(&x->events);
    if (*reply == NULL) {
        return send_event(x, LOB_STR(":\n\n"));
    }
    lob_buf_add_text(&x->events, "event: message\ndata: ");
    lob_buf_add(&x->events, (*reply)->data, (*reply)->size);
    lob_http_reply_drop(&x->message, *reply);
    *reply = NULL;
    return send_event(x, LOB_STR("\n\n"));
}

/* `reply`: the first of the stream, or NULL. Ends without an answer when there is none: the request was cancelled, or
 * the server ends. */
static bool stream(lob_http_exchange *x, lob_http_reply *reply) {
    lob_buf head;
    lob_buf_init(&head, 0);
    write_head(x, &head, LOB_HTTP_OK, EVENTS_TYPE, STREAM);
    bool sent =
        head.failed == LOB_BUF_FINE && lob_http_conn_send(x->conn, (lob_str){head.data, head.size}, (lob_str){"", 0});
    lob_buf_release(&head);
    lob_http_message_state state = LOB_HTTP_MESSAGE_QUIET;
    while (sent && state != LOB_HTTP_MESSAGE_OVER) {
        const bool is_answer = reply != NULL && reply->kind == LOB_LINE_ANSWER;
        sent = send_reply(x, &reply);
        state = !sent || is_answer ? LOB_HTTP_MESSAGE_OVER : wait_reply(x, x->daemon->options.alive_ms, &reply);
    }
    lob_http_reply_drop(&x->message, reply);
    static const char end[] = "0\r\n\r\n";
    return sent && (!is_chunked(x) || lob_http_conn_send(x->conn, LOB_STR(end), (lob_str){"", 0}));
}

/* ---- the answer ---- */

/* Over without a reply. */
static bool answer_nothing(lob_http_exchange *x, bool is_request) {
    if (is_gone(x)) {
        return false;
    }
    if (x->message.is_starved) {
        return lob_http_exchange_refuse(x, LOB_HTTP_INTERNAL_ERROR, (lob_str){0}, LOB_RPC_INTERNAL_ERROR,
                                        "Out of memory");
    }
    if (!is_request) {
        return lob_http_exchange_acknowledge(x, LOB_HTTP_ACCEPTED);
    }
    if (lob_core_is_stopping(x->daemon->server)) {
        return lob_http_exchange_refuse(x, LOB_HTTP_UNAVAILABLE, (lob_str){0}, LOB_RPC_INTERNAL_ERROR,
                                        "The server is shutting down");
    }
    /* Cancelled: no answer is what the protocol asks for. */
    return say(x, LOB_HTTP_OK, EVENTS_TYPE, (lob_str){"", 0});
}

bool lob_http_exchange_answer(lob_http_exchange *x) {
    /* The message is the core's from here on. */
    const bool is_request = x->message.batch.data == NULL && x->message.rpc.kind == LOB_RPC_REQUEST;
    lob_http_reply *reply = NULL;
    lob_http_message_state state;
    x->is_put = lob_http_feed_put(&x->daemon->feed, &x->message);
    if (!x->is_put) {
        return answer_nothing(x, true);
    }
    do {
        state = wait_reply(x, x->daemon->options.first_ms, &reply);
    } while (state == LOB_HTTP_MESSAGE_QUIET && lob_http_message_age_ms(&x->message) < x->daemon->options.first_ms);
    if (state == LOB_HTTP_MESSAGE_OVER) {
        return answer_nothing(x, is_request);
    }
    if (reply == NULL || reply->kind == LOB_LINE_NOTICE) {
        return stream(x, reply);
    }
    x->reply = reply; /* stays until it is sent */
    const lob_str answer = {reply->data, reply->size};
    return say(x, lob_head_status(answer, x->message.is_stateless), JSON_TYPE, answer);
}
