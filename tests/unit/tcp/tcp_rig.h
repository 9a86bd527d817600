/* The TCP server in a thread of this process, and clients over real sockets. Beside the real tools stand two of the
 * test's own: `linger` waits until it is told or cancelled, `count` counts. */
#ifndef TESTS_UNIT_BRIDGE_TCP_RIG_H
#define TESTS_UNIT_BRIDGE_TCP_RIG_H

#include "../base/sweep.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tcp/tcp_server.h"
#include "tool/registry.h"
#include "json/reader.h"

#define RIG_UNUSED __attribute__((unused))

enum { RIG_WAIT_MS = 20000, RIG_TOOL_COUNT = 128 };

static atomic_bool rig_go;                              /* `linger` may end */
static atomic_int rig_running, rig_cancelled, rig_most; /* of `linger`: now, cancelled, at a time */

static lob_status rig_linger(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)arguments;
    int now = atomic_fetch_add(&rig_running, 1) + 1;
    if (now > atomic_load(&rig_most)) {
        atomic_store(&rig_most, now);
    }
    lob_status status = LOB_OK;
    while (status == LOB_OK && !atomic_load(&rig_go)) {
        usleep(1000);
        status = lob_poll(call->ctx);
    }
    atomic_fetch_sub(&rig_running, 1);
    atomic_fetch_add(&rig_cancelled, status != LOB_OK);
    lob_jsonw_begin_object(out);
    lob_jsonw_end_object(out);
    return status;
}

typedef struct rig {
    char folder[64], exports[96], fixtures[256];
    lob_sessions *sessions;
    lob_tool tools[RIG_TOOL_COUNT];
    lob_product product;
    lob_tcp_options options;
    lob_tcp_server *server;
    pthread_t thread;
    bool runs, ran_fine;
} rig;

static inline const char *rig_environment(const char *name) {
    (void)name;
    return NULL;
}

/* The store and the options; change these, then rig_start(). */
static inline void rig_init(rig *r) {
    static lob_config config;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = LOB_NEW(arena, lob_ctx);
    memset(r, 0, sizeof *r);
    strcpy(r->folder, "/tmp/lob_test_tcp_XXXXXX");
    lob_json_init();
    assert_non_null(mkdtemp(r->folder));
    assert_non_null(getcwd(r->fixtures, sizeof r->fixtures - 16));
    strcat(r->fixtures, "/fixtures");
    snprintf(r->exports, sizeof r->exports, "%s/exports", r->folder);
    assert_int_equal(mkdir(r->exports, 0700), 0);
    lob_ctx_init(ctx, arena);
    assert_int_equal(lob_config_read_rooted(ctx, rig_environment, r->folder, &config), LOB_OK);
    assert_int_equal(lob_sessions_open(ctx, &config, &r->sessions), LOB_OK);
    lob_arena_drop(arena);
    assert_lt(lob_tool_count, RIG_TOOL_COUNT);
    memcpy(r->tools, lob_tools, lob_tool_count * sizeof *r->tools);
    r->tools[lob_tool_count] = (lob_tool){.name = "linger", .invoke = rig_linger};
    r->product = (lob_product){.name = "x", .tools = r->tools, .tool_count = lob_tool_count + 1};
    r->options = lob_tcp_options_default();
    r->options.port = 0;
    r->options.sessions = r->sessions;
    r->options.product = &r->product;
    r->options.export_root = r->exports;
    r->options.stop_fd = eventfd(0, EFD_NONBLOCK);
    atomic_store(&rig_go, false);
    atomic_store(&rig_running, 0);
    atomic_store(&rig_most, 0);
    atomic_store(&rig_cancelled, 0);
}

static inline void *rig_serve(void *arg) {
    rig *r = arg;
    r->ran_fine = lob_tcp_server_run(r->server);
    return NULL;
}

static inline void rig_start(rig *r) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = LOB_NEW(arena, lob_ctx);
    lob_ctx_init(ctx, arena);
    assert_int_equal(lob_tcp_server_open(ctx, &r->options, &r->server), LOB_OK);
    lob_arena_drop(arena);
    assert_int_equal(pthread_create(&r->thread, NULL, rig_serve, r), 0);
    r->runs = true;
}

/* Waits for the server, which ends by itself. */
static inline void rig_join(rig *r) {
    assert_int_equal(pthread_join(r->thread, NULL), 0);
    assert_true(r->ran_fine);
    lob_tcp_server_close(r->server);
    r->runs = false;
}

static inline void rig_end(rig *r) {
    char command[128];
    if (r->runs) {
        eventfd_write(r->options.stop_fd, 1);
        rig_join(r);
    }
    close(r->options.stop_fd);
    lob_sessions_close(r->sessions);
    snprintf(command, sizeof command, "rm -rf %s", r->folder);
    assert_int_equal(system(command), 0);
}

/* ---- clients ---- */

typedef struct client {
    int fd;
    size_t size, begin;
    char data[1 << 20];
    char line[1 << 20];
} client;

static inline int rig_connect(const rig *r) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(lob_tcp_server_port(r->server)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static inline client *client_new(const rig *r) {
    client *c = malloc(sizeof *c);
    c->fd = rig_connect(r);
    c->size = c->begin = 0;
    return c;
}

static inline void client_drop(client *c) {
    close(c->fd);
    free(c);
}

static inline void client_send_bytes(client *c, const char *data, size_t size) {
    while (size > 0) {
        ssize_t count = send(c->fd, data, size, MSG_NOSIGNAL);
        assert_gt(count, 0);
        data += count;
        size -= (size_t)count;
    }
}

static inline void client_send(client *c, const char *text) {
    client_send_bytes(c, text, strlen(text));
}

static inline bool client_can_read(const client *c, int wait_ms) {
    struct pollfd p = {c->fd, POLLIN, 0};
    return c->size > c->begin || poll(&p, 1, wait_ms) > 0;
}

/* The next line without its newline; "<end>" when the server closed. */
static inline const char *client_line(client *c) {
    for (;;) {
        char *newline = memchr(c->data + c->begin, '\n', c->size - c->begin);
        if (newline) {
            size_t size = (size_t)(newline - c->data) - c->begin;
            memcpy(c->line, c->data + c->begin, size);
            c->line[size] = '\0';
            c->begin += size + 1;
            return c->line;
        }
        memmove(c->data, c->data + c->begin, c->size - c->begin);
        c->size -= c->begin;
        c->begin = 0;
        assert_true(client_can_read(c, RIG_WAIT_MS));
        ssize_t count = recv(c->fd, c->data + c->size, sizeof c->data - c->size, 0);
        if (count <= 0) {
            return "<end>";
        }
        c->size += (size_t)count;
    }
}

/* Sends the request and a newline; the answer. */
RIG_UNUSED static const char *client_ask(client *c, const char *request) {
    client_send(c, request);
    client_send(c, "\n");
    return client_line(c);
}

/* The request's "%s" is replaced. */
RIG_UNUSED static const char *client_ask_path(client *c, const char *request, const char *path) {
    char text[1024];
    const char *at = strstr(request, "%s");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - request), request, path, at + 2);
    return client_ask(c, text);
}

/* Is anything to be read within a short while? */
RIG_UNUSED static bool client_is_quiet(const client *c) {
    return !client_can_read(c, 150);
}

#define PING "{\"id\":1,\"method\":\"ping\"}"
#define PONG "{\"id\": 1, \"ok\": true, \"result\": {\"message\": \"pong\"}}"
#define OPEN "{\"id\":3,\"method\":\"open_layout\",\"params\":{\"path\":\"%s\"}}"

RIG_UNUSED static void client_open(const rig *r, client *c, const char *fixture) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", r->fixtures, fixture);
    const char *line = client_ask_path(c, OPEN, path);
    assert_memory_equal(line, "{\"id\": 3, \"ok\": true, \"result\": {\"opened\": true, \"result\": \"ses_", 64);
}

#endif
