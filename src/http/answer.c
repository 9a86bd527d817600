/* Answers: one document, or a stream of events once something comes before the answer or it takes long.
 *
 * Invariant: a request of the revision without sessions is cancelled when its client goes; others are not, for their
 * revisions say that a broken connection is no wish to cancel.
 */
#include "http/asked.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/clock.h"

#define JSON_TYPE   "application/json"
#define EVENTS_TYPE "text/event-stream"

enum { BLOCK_SIZE = 65536 };

/* ---- queueing ---- */

static enum MHD_Result queue(lob_asked *a, unsigned status, const char *type, struct MHD_Response *response) {
    if (response == NULL) {
        return MHD_NO;
    }
    if (type != NULL) {
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    }
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    (void)MHD_add_response_header(response, "X-Accel-Buffering", "no");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "POST, DELETE");
    }
    if (status == MHD_HTTP_UNAUTHORIZED) {
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
    }
    if (a->is_initialize && status == MHD_HTTP_OK && a->post.session->agreed != LOB_REVISION_NONE) {
        (void)MHD_add_response_header(response, "Mcp-Session-Id", a->post.session->id);
        lob_http_session_list(&a->daemon->sessions, a->post.session);
        a->is_initialize = false;
    }
    (void)MHD_set_connection_option(a->connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    enum MHD_Result result = MHD_queue_response(a->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

enum MHD_Result lob_asked_refuse(lob_asked *a, unsigned status, lob_str id, int code, const char *message) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_rpc_error(&out, id, code, message, (lob_str){0});
    enum MHD_Result result =
        out.failed == LOB_BUF_FINE
            ? queue(a, status, JSON_TYPE, MHD_create_response_from_buffer(out.size, out.data, MHD_RESPMEM_MUST_COPY))
            : MHD_NO;
    lob_buf_release(&out);
    return result;
}

enum MHD_Result lob_asked_acknowledge(lob_asked *a, unsigned status) {
    return queue(a, status, NULL, MHD_create_response_from_buffer(0, (char[]){""}, MHD_RESPMEM_PERSISTENT));
}

/* ---- the client ---- */

static bool is_gone(const lob_asked *a) {
    struct pollfd fd = {a->fd, POLLRDHUP, 0};
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

static void put_event(lob_asked *a, lob_http_line *line) {
    lob_buf_clear(&a->events);
    a->events_at = 0;
    if (line != NULL) {
        lob_buf_add_text(&a->events, "event: message\ndata: ");
        lob_buf_add(&a->events, line->data, line->size);
        lob_buf_add_text(&a->events, "\n\n");
        a->is_answered = line->kind == LOB_LINE_ANSWER;
        lob_http_line_drop(&a->post, line);
    } else {
        lob_buf_add_text(&a->events, ":\n\n"); /* keeps those between here and the client awake */
    }
}

static ssize_t on_read(void *arg, uint64_t position, char *out, size_t size_max) {
    lob_asked *a = arg;
    lob_http_line *line;
    (void)position;
    if (a->events_at == a->events.size) {
        if (a->is_answered || wait_line(a, a->daemon->options.alive_ms, &line) == LOB_HTTP_POST_OVER) {
            return MHD_CONTENT_READER_END_OF_STREAM; /* over without an answer: it was cancelled, or the server ends */
        }
        put_event(a, line);
    }
    if (a->events.failed != LOB_BUF_FINE) {
        return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    const size_t rest = a->events.size - a->events_at;
    const size_t size = rest < size_max ? rest : size_max;
    memcpy(out, a->events.data + a->events_at, size);
    a->events_at += size;
    return (ssize_t)size;
}

/* `line`: the first of the stream, or NULL. */
static enum MHD_Result stream(lob_asked *a, lob_http_line *line) {
    put_event(a, line);
    return queue(a, MHD_HTTP_OK, EVENTS_TYPE,
                 MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, on_read, a, NULL));
}

/* ---- the answer ---- */

/* Over without a line. */
static enum MHD_Result answer_nothing(lob_asked *a, bool is_request) {
    if (is_gone(a)) {
        return MHD_NO;
    }
    if (a->post.is_starved) {
        return lob_asked_refuse(a, MHD_HTTP_INTERNAL_SERVER_ERROR, (lob_str){0}, LOB_RPC_INTERNAL_ERROR,
                                "Out of memory");
    }
    if (!is_request) {
        return lob_asked_acknowledge(a, MHD_HTTP_ACCEPTED);
    }
    if (lob_core_is_stopping(a->daemon->server)) {
        return lob_asked_refuse(a, MHD_HTTP_SERVICE_UNAVAILABLE, (lob_str){0}, LOB_RPC_INTERNAL_ERROR,
                                "The server is shutting down");
    }
    /* Cancelled: no answer is what the protocol asks for. */
    return queue(a, MHD_HTTP_OK, EVENTS_TYPE, MHD_create_response_from_buffer(0, (char[]){""}, MHD_RESPMEM_PERSISTENT));
}

enum MHD_Result lob_asked_answer(lob_asked *a) {
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
    return queue(a, lob_head_status((lob_str){line->data, line->size}, a->post.is_stateless), JSON_TYPE,
                 MHD_create_response_from_buffer(line->size, line->data, MHD_RESPMEM_PERSISTENT));
}
