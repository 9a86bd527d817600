/* The server with the product's own tools and sessions in a temporary folder, in this process, and a client that waits
 * for lines with a deadline. */
#ifndef LOB_TEST_REAL_RIG_H
#define LOB_TEST_REAL_RIG_H

#include <poll.h>
#include <pthread.h>
#include <signal.h>

#include "tests/support/lob_test.h"

#include "../tool/tool_support.h"
#include "mcp/server.h"
#include "tool/registry.h"

enum { PATIENCE_MS = 60000, LINE_SIZE = 1 << 20 };

static char folder[64]; /* of the test: artifacts lie below it */

typedef struct rig {
    lob_mcp_options options;
    lob_ctx ctx;
    pthread_t thread;
    int to, from, code;
    char *line, *ahead;
    size_t ahead_size;
} rig;

static inline void *serve(void *arg) {
    rig *r = arg;
    r->code = lob_mcp_serve(&r->options);
    close(r->options.in_fd);
    close(r->options.out_fd);
    return NULL;
}

static inline void open_rig(rig *r) {
    static lob_config config = {
        .session_ttl_ms = 3600000, .session_count_max = 8, .file_size_max = 1 << 30, .artifact_quota_size = 1 << 30};
    int in[2], out[2];
    signal(SIGPIPE, SIG_IGN);
    assert_eq(pipe(in), 0);
    assert_eq(pipe(out), 0);
    *r = (rig){.to = in[1], .from = out[0], .line = malloc(LINE_SIZE), .ahead = malloc(LINE_SIZE)};
    r->options = (lob_mcp_options){.in_fd = in[0],
                                   .out_fd = out[1],
                                   .stop_fd = -1,
                                   .product = {.name = "x",
                                               .title = "x",
                                               .version = "1",
                                               .tools = lob_tools,
                                               .tool_count = lob_tool_count,
                                               .prompts = lob_prompts,
                                               .prompt_count = lob_prompt_count,
                                               .offers_files = true},
                                   .worker_count = 3};
    lob_ctx_init(&r->ctx, lob_arena_new(0));
    snprintf(config.artifact_root, sizeof config.artifact_root, "%s/artifacts", folder);
    assert_int_equal(lob_sessions_open(&r->ctx, &config, &r->options.sessions), LOB_OK);
}

static inline void run_rig(rig *r) {
    assert_int_equal(pthread_create(&r->thread, NULL, serve, r), 0);
}

static inline void close_rig(rig *r) {
    close(r->to);
    pthread_join(r->thread, NULL);
    lob_sessions_close(r->options.sessions);
    lob_arena_drop(r->ctx.arena);
    close(r->from);
    free(r->line);
    free(r->ahead);
}

static inline void send_line(rig *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void send_line(rig *r, const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    const int size = vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    text[size] = '\n';
    assert_int_equal(write(r->to, text, (size_t)size + 1), size + 1);
}

static inline const char *read_line(rig *r, int ms) {
    for (;;) {
        char *end = memchr(r->ahead, '\n', r->ahead_size);
        if (end) {
            const size_t size = (size_t)(end - r->ahead);
            memcpy(r->line, r->ahead, size);
            r->line[size] = '\0';
            r->ahead_size -= size + 1;
            memmove(r->ahead, end + 1, r->ahead_size);
            return r->line;
        }
        struct pollfd fd = {r->from, POLLIN, 0};
        const ssize_t count =
            poll(&fd, 1, ms) > 0 ? read(r->from, r->ahead + r->ahead_size, LINE_SIZE - r->ahead_size) : 0;
        if (count <= 0) {
            return NULL;
        }
        r->ahead_size += (size_t)count;
    }
}

static int rig_last_id;

/* The whole answer, deleted by the caller; lines of others before it are left out. */
static inline cJSON *ask(rig *r, const char *method, const char *params) {
    char id[32];
    const char *line;
    send_line(r, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}", ++rig_last_id, method, params);
    snprintf(id, sizeof id, "{\"jsonrpc\":\"2.0\",\"id\":%d,", rig_last_id);
    while ((line = read_line(r, PATIENCE_MS)) != NULL && strncmp(line, id, strlen(id)) != 0) {
    }
    assert_non_null(line);
    return cJSON_Parse(line);
}

static inline cJSON *ask_task(rig *r, const char *method, const char *id, const char *more) {
    char params[512];
    snprintf(params, sizeof params, "\"taskId\":\"%s\"%s", id, more);
    return ask(r, method, params);
}

static inline const cJSON *member_at(const cJSON *tree, const char *path) {
    char name[64];
    while (tree && *path) {
        const size_t size = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)size, path);
        tree = cJSON_GetObjectItemCaseSensitive(tree, name);
        path += size + (path[size] == '.');
    }
    return tree;
}

static inline void assert_text(const cJSON *tree, const char *path, const char *text) {
    assert_true(cJSON_IsString(member_at(tree, path)));
    assert_string_equal(member_at(tree, path)->valuestring, text);
}

static inline void assert_error(cJSON *answer, int code) {
    assert_true(cJSON_IsNumber(member_at(answer, "error.code")));
    assert_int_equal(member_at(answer, "error.code")->valueint, code);
    cJSON_Delete(answer);
}

#endif
