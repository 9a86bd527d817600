/* The server in this process behind a real socket, with the fake tools of the core's tests; a client of raw bytes. */
#ifndef LOB_TEST_HTTP_RIG_H
#define LOB_TEST_HTTP_RIG_H

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../mcp/fake_tools.h"
#include "http/exchange.h"

enum { RIG_WAIT_MS = 20000, RIG_TEXT_SIZE = 1 << 16 };

#define RIG_TYPES           "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
#define RIG_VERSION         "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\""
#define RIG_META            "\"_meta\":{" RIG_VERSION ",\"io.modelcontextprotocol/clientCapabilities\":{}}"
#define RIG_HEADERS(method) "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " method "\r\n"
#define RIG_INITIALIZE(version)                                                                                        \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" version               \
    "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"
#define RIG_PING "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"

typedef struct rig {
    lob_http_options options;
    lob_http_daemon *daemon;
    pthread_t thread;
    bool fine;
    int port;
} rig;

static inline void *rig_serve(void *arg) {
    rig *r = arg;
    r->fine = lob_http_daemon_run(r->daemon);
    lob_http_daemon_close(r->daemon);
    return NULL;
}

static inline void rig_prepare(rig *r) {
    signal(SIGPIPE, SIG_IGN);
    *r = (rig){.options = {.host = "127.0.0.1",
                           .stop_fd = eventfd(0, EFD_CLOEXEC),
                           .first_ms = 1000,
                           .alive_ms = 15000,
                           .core = {.product = fake_product(), .worker_count = 3}}};
    atomic_store(&fake_started, 0);
    atomic_store(&fake_cancelled, 0);
    atomic_store(&fake_open, false);
    atomic_store(&fake_order_count, 0);
}

static inline void rig_run(rig *r) {
    char what[LOB_HTTP_WHAT_SIZE];
    r->daemon = lob_http_daemon_open(&r->options, what);
    if (r->daemon == NULL) {
        fail_msg("%s", what);
    }
    r->port = lob_http_daemon_port(r->daemon);
    assert_int_equal(pthread_create(&r->thread, NULL, rig_serve, r), 0);
}

static inline void rig_open(rig *r) {
    rig_prepare(r);
    rig_run(r);
}

static inline void rig_close(rig *r) {
    eventfd_write(r->options.stop_fd, 1);
    pthread_join(r->thread, NULL);
    close(r->options.stop_fd);
    assert_true(r->fine);
}

/* ---- a client ---- */

static inline int rig_connect(const rig *r) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)r->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval limit = {.tv_sec = RIG_WAIT_MS / 1000};
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    return fd;
}

/* False: the other side has heard enough. */
static inline bool rig_send(int fd, const char *data, size_t size) {
    for (size_t at = 0; at < size;) {
        ssize_t count = send(fd, data + at, size - at, MSG_NOSIGNAL);
        if (count <= 0) {
            return false;
        }
        at += (size_t)count;
    }
    return true;
}

static inline void rig_say(int fd, const char *text) {
    rig_send(fd, text, strlen(text));
}

typedef struct reply {
    int status; /* 0: none came */
    char text[RIG_TEXT_SIZE];
    const char *body; /* within text */
} reply;

static inline void rig_judge(reply *to) {
    const char *end = strstr(to->text, "\r\n\r\n");
    to->body = end != NULL ? end + 4 : "";
    to->status = strncmp(to->text, "HTTP/1.", 7) == 0 ? atoi(to->text + 9) : 0;
}

/* All that comes until the other side closes. */
static inline void rig_receive(int fd, reply *to) {
    size_t size = 0;
    ssize_t count;
    while (size < sizeof to->text - 1 && (count = recv(fd, to->text + size, sizeof to->text - 1 - size, 0)) > 0) {
        size += (size_t)count;
    }
    to->text[size] = '\0';
    rig_judge(to);
}

/* Until `what` stands in it, which must come. */
static inline void rig_receive_until(int fd, reply *to, const char *what) {
    size_t size = 0;
    to->text[0] = '\0';
    while (strstr(to->text, what) == NULL) {
        ssize_t count = size < sizeof to->text - 1 ? recv(fd, to->text + size, 1, 0) : 0;
        if (count <= 0) {
            fail_msg("no %s in: %s", what, to->text);
        }
        to->text[++size - 1 + 1] = '\0';
    }
    rig_judge(to);
}

/* HTTP 1.0: no chunks, and the end of the connection is the end of the answer. `headers`: each with its \r\n. */
static inline int rig_start(const rig *r, const char *method, const char *path, const char *headers, const char *body) {
    char head[4096];
    int fd = rig_connect(r);
    snprintf(head, sizeof head, "%s %s HTTP/1.0\r\nHost: localhost:%d\r\nContent-Length: %zu\r\n%s\r\n", method, path,
             r->port, strlen(body), headers);
    rig_say(fd, head);
    rig_say(fd, body);
    return fd;
}

static inline int rig_ask(const rig *r, const char *method, const char *path, const char *headers, const char *body,
                          reply *to) {
    int fd = rig_start(r, method, path, headers, body);
    rig_receive(fd, to);
    close(fd);
    return to->status;
}

/* A message with all that every message needs. */
static inline int rig_post_start(const rig *r, const char *headers, const char *body) {
    char all[2048];
    snprintf(all, sizeof all, RIG_TYPES "%s", headers);
    return rig_start(r, "POST", "/mcp", all, body);
}

static inline int rig_post(const rig *r, const char *headers, const char *body, reply *to) {
    int fd = rig_post_start(r, headers, body);
    rig_receive(fd, to);
    close(fd);
    return to->status;
}

static inline bool rig_has(const reply *to, const char *what) {
    return strstr(to->text, what) != NULL;
}

/* A session: *header is its line. */
typedef struct session {
    char header[64];
} session;

static inline session rig_session(const rig *r, const char *initialize) {
    static reply to;
    session s;
    assert_int_equal(rig_post(r, "", initialize, &to), 200);
    const char *at = strcasestr(to.text, "mcp-session-id: ");
    assert_non_null(at);
    snprintf(s.header, sizeof s.header, "%.*s\r\n", (int)strcspn(at, "\r"), at);
    assert_int_equal(strlen(s.header), 16 + 32 + 2);
    return s;
}

static inline void rig_call(char text[1024], const char *id, const char *tool, const char *arguments,
                            const char *more) {
    snprintf(
        text, 1024,
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s%s}}", id,
        tool, arguments, more);
}

static inline void rig_wait_for(atomic_int *counter, int value) {
    for (int i = 0; i < RIG_WAIT_MS && atomic_load(counter) < value; i++) {
        fake_sleep_ms(1);
    }
    assert_int_equal(atomic_load(counter), value);
}

#endif
