/* libmicrohttpd, a thread a connection. Invariants: the thread of a connection alone touches its request; threads share
 * the sessions, the feed and two counters. Heads are judged before a byte of a body is kept. */
#include "http/daemon.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/num.h"
#include "http/asked.h"
#include "proxy/gate.h"
#include "proxy/listen.h"
#include "json/reader.h"

enum { BACKLOG = 128, DRAIN_STEP_MS = 10 };

/* ---- heads ---- */

static const char *header_of(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static lob_str value_of(struct MHD_Connection *connection, const char *name) {
    return lob_head_value(header_of(connection, name));
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

static lob_refusal judge_asker(const lob_asked *a) {
    const lob_http_options *o = &a->daemon->options;
    const lob_gate_headers headers = {header_of(a->connection, "Host"), header_of(a->connection, "Origin"),
                                      header_of(a->connection, "Sec-Fetch-Site"), a->daemon->port};
    const char *refusal = lob_gate_refusal(&headers, o->host);
    if (refusal != NULL) {
        return (lob_refusal){MHD_HTTP_FORBIDDEN, LOB_RPC_INVALID_REQUEST, refusal};
    }
    if (o->token != NULL && !is_token(header_of(a->connection, "Authorization"), o->token)) {
        return (lob_refusal){MHD_HTTP_UNAUTHORIZED, LOB_RPC_INVALID_REQUEST,
                             "Authorization: Bearer with the token of this server is required"};
    }
    return (lob_refusal){0};
}

/* What the head of a request alone decides. */
static lob_refusal judge_head(const lob_asked *a, const char *url, const char *method) {
    const lob_refusal refusal = judge_asker(a);
    if (refusal.status != 0) {
        return refusal;
    }
    if (strcmp(url, LOB_HTTP_PATH) != 0) {
        return (lob_refusal){MHD_HTTP_NOT_FOUND, LOB_RPC_INVALID_REQUEST, "The one thing here is " LOB_HTTP_PATH};
    }
    if (strcmp(method, "POST") == 0) {
        return lob_head_judge_post(&a->head);
    }
    if (strcmp(method, "DELETE") == 0 && !lob_head_names_stateless(&a->head)) {
        return (lob_refusal){0};
    }
    return (lob_refusal){MHD_HTTP_METHOD_NOT_ALLOWED, LOB_RPC_INVALID_REQUEST,
                         "POST sends a message, DELETE ends a session; there is no stream to GET, for this server "
                         "says nothing unasked"};
}

/* ---- requests ---- */

static lob_asked *new_asked(lob_http_daemon *daemon, struct MHD_Connection *connection) {
    lob_asked *a = lob_calloc(1, sizeof *a);
    if (a == NULL) {
        return NULL;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    a->daemon = daemon;
    a->connection = connection;
    a->fd = info != NULL ? info->connect_fd : -1;
    a->head = (lob_head){value_of(connection, "Accept"),
                         value_of(connection, "Content-Type"),
                         value_of(connection, "Content-Length"),
                         value_of(connection, "Mcp-Session-Id"),
                         value_of(connection, "MCP-Protocol-Version"),
                         value_of(connection, "Mcp-Method"),
                         value_of(connection, "Mcp-Name")};
    lob_buf_init(&a->body, LOB_HTTP_BODY_SIZE_MAX);
    lob_buf_init(&a->events, 0);
    atomic_fetch_add(&daemon->asked_count, 1);
    return a;
}

/* An answer may go out only when all is read, or nothing: what is too much is thrown away, but no more than as much
 * again. */
static enum MHD_Result take_bytes(lob_asked *a, const char *data, size_t *size) {
    lob_http_daemon *daemon = a->daemon;
    a->size += *size;
    if (atomic_fetch_add(&daemon->held, *size) + *size > LOB_HTTP_HELD_SIZE_MAX) {
        a->is_crowded = true;
    }
    a->held += *size;
    if (a->is_crowded || a->size > LOB_HTTP_BODY_SIZE_MAX) {
        atomic_fetch_sub(&daemon->held, a->held);
        a->held = 0;
        lob_buf_release(&a->body);
    } else {
        lob_buf_add(&a->body, data, *size);
    }
    *size = 0;
    return a->size <= 2U * LOB_HTTP_BODY_SIZE_MAX ? MHD_YES : MHD_NO;
}

static enum MHD_Result take_body(lob_asked *a) {
    if (a->size > LOB_HTTP_BODY_SIZE_MAX) {
        return lob_asked_refuse(a, MHD_HTTP_CONTENT_TOO_LARGE, (lob_str){0}, LOB_RPC_INVALID_REQUEST,
                                "Invalid request: the message is longer than 16 MiB");
    }
    if (a->is_crowded) {
        return lob_asked_refuse(a, MHD_HTTP_SERVICE_UNAVAILABLE, (lob_str){0}, LOB_RPC_INTERNAL_ERROR,
                                "Too much is under way; try again");
    }
    if (a->body.failed != LOB_BUF_FINE) {
        return lob_asked_refuse(a, MHD_HTTP_INTERNAL_SERVER_ERROR, (lob_str){0}, LOB_RPC_INTERNAL_ERROR,
                                "Out of memory");
    }
    return lob_asked_post(a);
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *size, void **kept) {
    lob_asked *a = *kept;
    (void)version;
    if (a == NULL) {
        a = new_asked(arg, connection);
        *kept = a;
        if (a == NULL) {
            return MHD_NO;
        }
        const lob_refusal refusal = judge_head(a, url, method);
        return refusal.status == 0 ? MHD_YES
                                   : lob_asked_refuse(a, refusal.status, (lob_str){0}, refusal.code, refusal.message);
    }
    if (*size > 0) {
        return take_bytes(a, data, size);
    }
    return strcmp(method, "DELETE") == 0 ? lob_asked_delete(a) : take_body(a);
}

static void on_done(void *arg, struct MHD_Connection *connection, void **kept, enum MHD_RequestTerminationCode how) {
    lob_asked *a = *kept;
    lob_http_daemon *daemon = arg;
    (void)how;
    if (a == NULL) {
        return;
    }
    if (a->is_posted) {
        lob_http_line_drop(&a->post, a->line);
        if (a->is_put) { /* answered, a request is still the core's for a moment */
            lob_asked_settle(a);
        }
        lob_http_post_end(&a->post);
    }
    if (a->post.session != NULL) {
        lob_http_session_give_back(&daemon->sessions, a->post.session);
    }
    lob_buf_release(&a->body);
    lob_buf_release(&a->events);
    atomic_fetch_sub(&daemon->held, a->held);
    lob_free(a);
    *kept = NULL;
    /* While an answer goes out nothing is timed but by the kernel; the next request is. */
    (void)MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)LOB_HTTP_REQUEST_S);
    atomic_fetch_sub(&daemon->asked_count, 1);
}

static void on_connection(void *arg, struct MHD_Connection *connection, void **kept,
                          enum MHD_ConnectionNotificationCode code) {
    const union MHD_ConnectionInfo *info;
    unsigned unread_ms = LOB_HTTP_UNREAD_MS;
    (void)arg;
    (void)kept;
    if (code == MHD_CONNECTION_NOTIFY_STARTED &&
        (info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)) != NULL) {
        (void)setsockopt(info->connect_fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unread_ms, sizeof unread_ms);
    }
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
    daemon->mhd = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC, 0, NULL, NULL,
        on_request, daemon, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_done, daemon,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, NULL, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)LOB_HTTP_CONNECTION_COUNT_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)LOB_HTTP_REQUEST_S,
        MHD_OPTION_THREAD_STACK_SIZE, (size_t)LOB_HTTP_STACK_SIZE, MHD_OPTION_END);
    if (daemon->mhd == NULL) {
        snprintf(what, LOB_HTTP_WHAT_SIZE, "the HTTP server could not be started");
        lob_core_close(daemon->server);
    }
    return daemon->mhd != NULL;
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

/* Those who wait are told that there will be no answer, and have a moment to hear it. */
static void drain(lob_http_daemon *daemon) {
    const int fd = MHD_quiesce_daemon(daemon->mhd);
    lob_http_feed_close(&daemon->feed);
    for (int ms = 0; ms < LOB_HTTP_DRAIN_MS && atomic_load(&daemon->asked_count) > 0; ms += DRAIN_STEP_MS) {
        nanosleep(&(struct timespec){0, DRAIN_STEP_MS * 1000000}, NULL);
    }
    if (fd >= 0) {
        close(fd);
    }
}

bool lob_http_daemon_run(lob_http_daemon *daemon) {
    return lob_core_run(daemon->server);
}

void lob_http_daemon_close(lob_http_daemon *daemon) {
    lob_core_stop(daemon->server);
    drain(daemon);
    MHD_stop_daemon(daemon->mhd);
    lob_core_close(daemon->server);
    lob_http_sessions_release(&daemon->sessions);
    lob_http_feed_release(&daemon->feed);
    lob_free(daemon);
}
