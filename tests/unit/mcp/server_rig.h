/* A server in this process on two pipes, and a client that waits for lines with a deadline. */
#ifndef LOB_TEST_SERVER_RIG_H
#define LOB_TEST_SERVER_RIG_H

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "fake_tools.h"
#include "mcp/server.h"
#include "json/reader.h"

enum { RIG_TIMEOUT_MS = 10000, RIG_LINE_SIZE = 9 * 1024 * 1024 };

typedef struct rig {
    int to_server, from_server, stop_fd;
    lob_mcp_options options;
    pthread_t thread;
    int code;
    char *line;  /* the last one read, without its newline */
    char *ahead; /* bytes behind it */
    size_t ahead_size;
} rig;

static inline void *rig_serve(void *arg) {
    rig *r = arg;
    r->code = lob_mcp_serve(&r->options);
    close(r->options.in_fd);
    close(r->options.out_fd);
    return NULL;
}

/* Pipes only; rig_run() starts the server. */
static inline void rig_open(rig *r) {
    int in[2], out[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    *r = (rig){.to_server = in[1], .from_server = out[0], .stop_fd = eventfd(0, 0)};
    r->options = (lob_mcp_options){
        .in_fd = in[0], .out_fd = out[1], .stop_fd = r->stop_fd, .product = fake_product(), .worker_count = 3};
    r->line = malloc(RIG_LINE_SIZE);
    r->ahead = malloc(RIG_LINE_SIZE);
    assert_true(r->line);
    assert_true(r->ahead);
    atomic_store(&fake_started, 0);
    atomic_store(&fake_cancelled, 0);
    atomic_store(&fake_open, false);
    atomic_store(&fake_order_count, 0);
}

static inline void rig_run(rig *r) {
    assert_int_equal(pthread_create(&r->thread, NULL, rig_serve, r), 0);
}

static inline void rig_start(rig *r) {
    rig_open(r);
    rig_run(r);
}

static inline void rig_release(rig *r) {
    if (r->from_server >= 0) {
        close(r->from_server);
    }
    close(r->stop_fd);
    free(r->line);
    free(r->ahead);
}

/* Waits for the server's end; returns its exit code. */
static inline int rig_join(rig *r) {
    pthread_join(r->thread, NULL);
    rig_release(r);
    return r->code;
}

static inline int rig_stop(rig *r) {
    close(r->to_server);
    return rig_join(r);
}

static inline void rig_write(rig *r, const char *data, size_t size) {
    while (size > 0) {
        ssize_t count = write(r->to_server, data, size);
        assert_gt(count, 0);
        data += count;
        size -= (size_t)count;
    }
}

static inline void rig_send(rig *r, const char *line) {
    rig_write(r, line, strlen(line));
    rig_write(r, "\n", 1);
}

/* False: nothing within `ms`, or the end. */
static inline bool rig_read_within(rig *r, int ms) {
    size_t looked_at = 0;
    for (;;) {
        char *newline = memchr(r->ahead + looked_at, '\n', r->ahead_size - looked_at);
        if (newline) {
            size_t size = (size_t)(newline - r->ahead);
            memcpy(r->line, r->ahead, size);
            r->line[size] = '\0';
            r->ahead_size -= size + 1;
            memmove(r->ahead, newline + 1, r->ahead_size);
            return true;
        }
        looked_at = r->ahead_size;
        struct pollfd fd = {r->from_server, POLLIN, 0};
        if (poll(&fd, 1, ms) <= 0) {
            return false;
        }
        ssize_t count = read(r->from_server, r->ahead + r->ahead_size, RIG_LINE_SIZE - r->ahead_size);
        if (count <= 0) {
            return false;
        }
        r->ahead_size += (size_t)count;
    }
}

static inline const char *rig_read(rig *r) {
    assert_true(rig_read_within(r, RIG_TIMEOUT_MS));
    return r->line;
}

/* Sends, reads one line, which must be the expected text. */
static inline void rig_expect(rig *r, const char *line, const char *expected) {
    rig_send(r, line);
    assert_string_equal(rig_read(r), expected);
}

/* ... or begin with it. */
static inline void rig_expect_start(rig *r, const char *line, const char *start) {
    rig_send(r, line);
    assert_int_equal(strncmp(rig_read(r), start, strlen(start)), 0);
}

static inline void rig_initialize(rig *r, const char *version) {
    char text[256];
    snprintf(text, sizeof text,
             "{\"jsonrpc\":\"2.0\",\"id\":\"init\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\"}}",
             version);
    rig_send(r, text);
    assert_non_null(strstr(rig_read(r), version));
    rig_send(r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

static inline void rig_call(rig *r, int id, const char *tool, const char *arguments) {
    char text[512];
    snprintf(text, sizeof text,
             "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}",
             id, tool, arguments);
    rig_send(r, text);
}

/* Does the last line answer request `id`? */
static inline bool rig_is_answer(const rig *r, int id) {
    char start[64];
    snprintf(start, sizeof start, "{\"jsonrpc\":\"2.0\",\"id\":%d,", id);
    return strncmp(r->line, start, strlen(start)) == 0;
}

static inline void rig_ping(rig *r) {
    rig_expect(r, "{\"jsonrpc\":\"2.0\",\"id\":\"ping\",\"method\":\"ping\"}",
               "{\"jsonrpc\":\"2.0\",\"id\":\"ping\",\"result\":{}}");
}

static inline void wait_for(atomic_int *counter, int value) {
    for (int i = 0; i < RIG_TIMEOUT_MS && atomic_load(counter) < value; i++) {
        fake_sleep_ms(1);
    }
    assert_int_equal(atomic_load(counter), value);
}

#endif
