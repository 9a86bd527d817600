/* What a request must show to be let in, and the life of the server. Invariants: one thread at a time touches an
 * exchange; threads share the sessions, the feed and two counters. Heads are judged before a byte of a body is kept. */
#include "http/daemon.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/num.h"
#include "http/exchange.h"
#include "proxy/gate.h"
#include "proxy/listen.h"
#include "json/reader.h"

enum { BACKLOG = 128 };

/* ---- heads ---- */

static lob_str value_of(const lob_http_conn *conn, const char *name) {
    return lob_head_value(lob_http_request_header(&conn->request, name));
}

/* In the same time for every wrong token of a size. */
static bool is_token(const char *authorization, const char *token) {
    static const char scheme[] = "Bearer ";
    const size_t size = strlen(token), scheme_size = sizeof scheme - 1;
    if (authorization == NULL || strncasecmp(authorization, scheme, scheme_size) != 0 ||
        strlen(authorization) != scheme_size + size) {
        return false;
    }
    unsigned differences = 0;
    for (size_t i = 0; i < size; i++) {
        differences |= (unsigned char)(authorization[scheme_size + i] ^ token[i]);
    }
    return differences == 0;
}

static lob_refusal judge_client(const lob_http_exchange *x) {
    const lob_http_options *o = &x->daemon->options;
    const lob_http_request *r = &x->conn->request;
    const lob_gate_headers headers = {lob_http_request_header(r, "Host"), lob_http_request_header(r, "Origin"),
                                      lob_http_request_header(r, "Sec-Fetch-Site"), x->daemon->port};
    const char *refusal = lob_gate_refusal(&headers, o->host);
    if (refusal != NULL) {
        return (lob_refusal){LOB_HTTP_FORBIDDEN, LOB_RPC_INVALID_REQUEST, refusal};
    }
    if (o->token != NULL && !is_token(lob_http_request_header(r, "Authorization"), o->token)) {
        return (lob_refusal){LOB_HTTP_UNAUTHORIZED, LOB_RPC_INVALID_REQUEST,
                             "Authorization: Bearer with the token of this server is required"};
    }
    return (lob_refusal){0};
}

/* What the head of a request alone decides. */
static lob_refusal judge_head(const lob_http_exchange *x, const char *url, const char *method) {
    const lob_refusal refusal = judge_client(x);
    if (refusal.status != 0) {
        return refusal;
    }
    if (strcmp(url, LOB_HTTP_PATH) != 0) {
        return (lob_refusal){LOB_HTTP_NOT_FOUND, LOB_RPC_INVALID_REQUEST, "The one thing here is " LOB_HTTP_PATH};
    }
    if (strcmp(method, "POST") == 0) {
        return lob_head_judge_post(&x->head);
    }
    if (strcmp(method, "DELETE") == 0 && !lob_head_names_stateless(&x->head)) {
        return (lob_refusal){0};
    }
    return (lob_refusal){LOB_HTTP_METHOD_NOT_ALLOWED, LOB_RPC_INVALID_REQUEST,
                         "POST sends a message, DELETE ends a session; there is no stream to GET, for this server "
                         "says nothing unasked"};
}

/* ---- exchanges ---- */

static lob_http_exchange *new_exchange(lob_http_daemon *daemon, lob_http_conn *conn) {
    lob_http_exchange *x = lob_calloc(1, sizeof *x);
    if (x == NULL) {
        return NULL;
    }
    x->daemon = daemon;
    x->conn = conn;
    x->head = (lob_head){
        value_of(conn, "Accept"),         value_of(conn, "Content-Type"),         value_of(conn, "Content-Length"),
        value_of(conn, "Mcp-Session-Id"), value_of(conn, "MCP-Protocol-Version"), value_of(conn, "Mcp-Method"),
        value_of(conn, "Mcp-Name")};
    lob_buf_init(&x->body, LOB_HTTP_BODY_SIZE_MAX);
    lob_buf_init(&x->events, 0);
    atomic_fetch_add(&daemon->exchange_count, 1);
    return x;
}

static bool on_head(void *arg, lob_http_conn *conn) {
    lob_http_exchange *x = new_exchange(arg, conn);
    conn->exchange = x;
    if (x == NULL) {
        return false;
    }
    const lob_refusal refusal = judge_head(x, conn->request.path, conn->request.method);
    if (refusal.status != 0) {
        conn->is_last = true; /* its body is not read */
        lob_http_exchange_refuse(x, refusal.status, (lob_str){0}, refusal.code, refusal.message);
    }
    return refusal.status == 0;
}

static bool on_body(void *arg, lob_http_conn *conn, lob_str piece) {
    lob_http_daemon *daemon = arg;
    lob_http_exchange *x = conn->exchange;
    lob_refusal refusal = {0};
    x->held += piece.size;
    lob_buf_add(&x->body, piece.data, piece.size);
    if (atomic_fetch_add(&daemon->held, piece.size) + piece.size > LOB_HTTP_HELD_SIZE_MAX) {
        refusal = (lob_refusal){LOB_HTTP_UNAVAILABLE, LOB_RPC_INTERNAL_ERROR, "Too much is under way; try again"};
        lob_http_door_press(daemon->door, conn);
    } else if (x->body.failed == LOB_BUF_TOO_LARGE) {
        refusal = (lob_refusal){LOB_HTTP_TOO_LARGE, LOB_RPC_INVALID_REQUEST,
                                "Invalid request: the message is longer than 16 MiB"};
    } else if (x->body.failed != LOB_BUF_FINE) {
        refusal = (lob_refusal){LOB_HTTP_INTERNAL_ERROR, LOB_RPC_INTERNAL_ERROR, "Out of memory"};
    }
    if (refusal.status != 0) {
        conn->is_last = true;
        lob_http_exchange_refuse(x, refusal.status, (lob_str){0}, refusal.code, refusal.message);
    }
    return refusal.status == 0;
}

static void on_bad(void *arg, lob_http_conn *conn) {
    lob_http_exchange x = {.daemon = arg, .conn = conn};
    lob_http_exchange_refuse(&x, conn->request.status, (lob_str){0}, LOB_RPC_INVALID_REQUEST, conn->request.why);
}

static bool on_request(void *arg, lob_http_conn *conn) {
    lob_http_exchange *x = conn->exchange;
    (void)arg;
    return strcmp(conn->request.method, "DELETE") == 0 ? lob_http_exchange_delete(x) : lob_http_exchange_post(x);
}

static void on_done(void *arg, lob_http_conn *conn) {
    lob_http_exchange *x = conn->exchange;
    lob_http_daemon *daemon = arg;
    if (x == NULL) {
        return;
    }
    if (x->has_message) {
        lob_http_reply_drop(&x->message, x->reply);
        if (x->is_put) { /* answered, the message is still the core's for a moment */
            lob_http_exchange_settle(x);
        }
        lob_http_message_end(&x->message);
    }
    if (x->message.session != NULL) {
        lob_http_session_give_back(&daemon->sessions, x->message.session);
    }
    lob_buf_release(&x->body);
    lob_buf_release(&x->events);
    atomic_fetch_sub(&daemon->held, x->held);
    lob_free(x);
    conn->exchange = NULL;
    atomic_fetch_sub(&daemon->exchange_count, 1);
}

/* ---- life ---- */

static bool start(lob_http_daemon *daemon, int fd, char what[LOB_HTTP_WHAT_SIZE]) {
    const lob_core_feed calls = lob_http_feed_calls(&daemon->feed);
    daemon->server = lob_core_open(&daemon->options.core, &calls);
    daemon->feed.server = daemon->server;
    daemon->port = lob_listen_port(fd);
    if (daemon->server == NULL) {
        snprintf(what, LOB_HTTP_WHAT_SIZE, "out of memory");
        return false;
    }
    const lob_http_door_calls door = {daemon, on_head, on_body, on_bad, on_request, on_done};
    if (!lob_http_door_open(&daemon->door, fd, &door)) {
        snprintf(what, LOB_HTTP_WHAT_SIZE, "out of memory, or of threads");
        lob_core_close(daemon->server);
        return false;
    }
    return true;
}

static bool init(lob_http_daemon *daemon) {
    if (!lob_http_feed_init(&daemon->feed, daemon->options.stop_fd)) {
        return false;
    }
    if (!lob_http_sessions_init(&daemon->sessions)) {
        lob_http_feed_release(&daemon->feed);
        return false;
    }
    return true;
}

lob_http_daemon *lob_http_daemon_open(const lob_http_options *options, char what[LOB_HTTP_WHAT_SIZE]) {
    const lob_listen_words words = {"--http-host", "--http; 0 takes any that is free"};
    int fd = lob_listen(options->host, options->port, BACKLOG, &words, what, LOB_HTTP_WHAT_SIZE);
    if (fd < 0) {
        return NULL;
    }
    lob_http_daemon *daemon = lob_calloc(1, sizeof *daemon);
    snprintf(what, LOB_HTTP_WHAT_SIZE, "out of memory, or of descriptors");
    if (daemon != NULL) {
        daemon->options = *options;
        if (init(daemon)) {
            if (start(daemon, fd, what)) {
                return daemon;
            }
            lob_http_sessions_release(&daemon->sessions);
            lob_http_feed_release(&daemon->feed);
        }
    }
    close(fd);
    lob_free(daemon);
    return NULL;
}

int lob_http_daemon_port(const lob_http_daemon *daemon) {
    return daemon->port;
}

bool lob_http_daemon_run(lob_http_daemon *daemon) {
    return lob_core_run(daemon->server);
}

void lob_http_daemon_close(lob_http_daemon *daemon) {
    lob_core_stop(daemon->server);
    /* Those who wait are told that there will be no answer, and have a moment to hear it. */
    lob_http_feed_close(&daemon->feed);
    lob_http_door_close(daemon->door, LOB_HTTP_DRAIN_MS);
    lob_core_close(daemon->server);
    lob_http_sessions_release(&daemon->sessions);
    lob_http_feed_release(&daemon->feed);
    lob_free(daemon);
}
