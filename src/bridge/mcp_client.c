/* The client's side of a stdio session: pipes, lines, ids.
 *
 * Invariant: in.data[0 .. scanned) holds no line end, so a long line arriving in pieces is searched once. A line leaves
 * the buffer only into the request arena of the caller or into `notifications`.
 */
#include "bridge/mcp_client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "json/reader.h"
#include "json/writer.h"

extern char **environ;

enum { READ_SIZE = 65536, KILL_WAIT_MS = 5 };
#define LINE_SIZE_MAX ((size_t)64 << 20)

static lob_status fail(lob_ctx *ctx, const char *reason, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_INTERNAL_ERROR, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

/* ---- starting and ending ---- */

static bool fill_actions(posix_spawn_file_actions_t *actions, const int to[2], const int from[2],
                         const char *stderr_path) {
    return posix_spawn_file_actions_adddup2(actions, to[0], STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, from[1], STDOUT_FILENO) == 0 &&
           (stderr_path == NULL || posix_spawn_file_actions_addopen(actions, STDERR_FILENO, stderr_path,
                                                                    O_WRONLY | O_CREAT | O_APPEND, 0600) == 0);
}

/* The server shall die of a broken pipe as by default, though this process ignores the signal. */
static bool fill_attributes(posix_spawnattr_t *attributes) {
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    return posix_spawnattr_setsigdefault(attributes, &defaults) == 0 &&
           posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF) == 0;
}

static bool spawn(const lob_mcp_client_options *options, const int to[2], const int from[2], pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return false;
    }
    bool fine = posix_spawnattr_init(&attributes) == 0;
    if (fine) {
        char *const *environment = options->environment != NULL ? options->environment : environ;
        fine = fill_actions(&actions, to, from, options->stderr_path) && fill_attributes(&attributes) &&
               posix_spawnp(pid, options->argv[0], &actions, &attributes, options->argv, environment) == 0;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return fine;
}

static void close_pair(const int pair[2]) {
    close(pair[0]);
    close(pair[1]);
}

static bool set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

lob_status lob_mcp_client_open(lob_ctx *ctx, const lob_mcp_client_options *options, lob_mcp_client *client) {
    *client = (lob_mcp_client){.to_fd = -1, .from_fd = -1, .timeout_ms = options->timeout_ms};
    lob_buf_init(&client->in, LINE_SIZE_MAX);
    lob_buf_init(&client->notifications, LINE_SIZE_MAX);
    signal(SIGPIPE, SIG_IGN);
    int to[2];
    int from[2];
    if (pipe2(to, O_CLOEXEC) != 0) {
        return fail(ctx, "spawn", "No pipe to the server could be made");
    }
    if (pipe2(from, O_CLOEXEC) != 0) {
        close_pair(to);
        return fail(ctx, "spawn", "No pipe from the server could be made");
    }
    if (!set_nonblocking(to[1]) || !set_nonblocking(from[0]) || !spawn(options, to, from, &client->pid)) {
        client->pid = 0;
        close_pair(to);
        close_pair(from);
        return fail(ctx, "spawn", "The server could not be started");
    }
    close(to[0]);
    close(from[1]);
    client->to_fd = to[1];
    client->from_fd = from[0];
    return LOB_OK;
}

/* True when the process has ended within the time; polled, for there is no waitpid() with a limit. */
static bool wait_end(pid_t pid, int64_t timeout_ms, int *status) {
    int64_t end = lob_clock_ns() + timeout_ms * 1000000;
    for (;;) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid) {
            return true;
        }
        if ((got < 0 && errno != EINTR) || lob_clock_ns() >= end) {
            return false;
        }
        poll(NULL, 0, KILL_WAIT_MS);
    }
}

int lob_mcp_client_close(lob_mcp_client *client) {
    int result = -1;
    if (client->to_fd >= 0) {
        close(client->to_fd);
    }
    if (client->pid > 0) {
        int status = 0;
        if (wait_end(client->pid, client->timeout_ms, &status)) {
            result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        } else {
            kill(client->pid, SIGKILL);
            while (waitpid(client->pid, &status, 0) < 0 && errno == EINTR) {
            }
        }
    }
    if (client->from_fd >= 0) {
        close(client->from_fd);
    }
    lob_buf_release(&client->in);
    lob_buf_release(&client->notifications);
    client->pid = 0;
    client->to_fd = client->from_fd = -1;
    return result;
}

/* ---- lines out and in ---- */

/* Waits until fd is ready or the time is over. */
static lob_status wait_ready(lob_ctx *ctx, int fd, short events, int64_t end_ns) {
    for (;;) {
        int64_t left_ms = (end_ns - lob_clock_ns() + 999999) / 1000000;
        if (left_ms <= 0) {
            return fail(ctx, "timeout", "The server did not answer in time");
        }
        struct pollfd item = {.fd = fd, .events = events};
        int count = poll(&item, 1, left_ms > 1000 ? 1000 : (int)left_ms);
        if (count > 0) {
            return LOB_OK;
        }
        if (count < 0 && errno != EINTR) {
            return fail(ctx, "closed", "Waiting for the server failed");
        }
    }
}

static lob_status write_all(lob_ctx *ctx, lob_mcp_client *client, const char *data, size_t size) {
    int64_t end_ns = lob_clock_ns() + client->timeout_ms * 1000000;
    while (size > 0) {
        ssize_t count = write(client->to_fd, data, size);
        if (count > 0) {
            data += count;
            size -= (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            LOB_TRY(wait_ready(ctx, client->to_fd, POLLOUT, end_ns));
        } else if (count < 0 && errno != EINTR) {
            return fail(ctx, "closed", "The server closed its input");
        }
    }
    return LOB_OK;
}

/* One read into the buffer, whatever there is. */
static lob_status read_some(lob_ctx *ctx, lob_mcp_client *client, int64_t end_ns) {
    char *room = lob_buf_reserve(&client->in, READ_SIZE);
    if (room == NULL) {
        return client->in.failed == LOB_BUF_TOO_LARGE ? fail(ctx, "malformed", "The server sent an endless line")
                                                      : lob_fail_memory(ctx);
    }
    ssize_t count = read(client->from_fd, room, READ_SIZE);
    if (count > 0) {
        client->in.size += (size_t)count;
        return LOB_OK;
    }
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return wait_ready(ctx, client->from_fd, POLLIN, end_ns);
    }
    return fail(ctx, "closed", "The server closed its output");
}

/* The next line without its end, copied into the request arena. */
static lob_status read_line(lob_ctx *ctx, lob_mcp_client *client, int64_t end_ns, lob_str *line) {
    lob_buf *in = &client->in;
    for (;;) {
        const char *end = NULL;
        if (in->size > client->scanned) {
            end = memchr(in->data + client->scanned, '\n', in->size - client->scanned);
        }
        if (end != NULL) {
            line->size = (size_t)(end - in->data);
            line->data = lob_arena_strdup(ctx->arena, in->data, line->size);
            size_t rest = in->size - line->size - 1;
            memmove(in->data, end + 1, rest);
            in->size = rest;
            client->scanned = 0;
            return line->data != NULL ? LOB_OK : lob_fail_memory(ctx);
        }
        client->scanned = in->size;
        LOB_TRY(read_some(ctx, client, end_ns));
    }
}

static lob_status keep_notification(lob_ctx *ctx, lob_mcp_client *client, lob_str line) {
    lob_buf_add(&client->notifications, line.data, line.size);
    lob_buf_add_byte(&client->notifications, '\n');
    client->notification_count++;
    return client->notifications.failed == LOB_BUF_FINE ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status send_message(lob_ctx *ctx, lob_mcp_client *client, int64_t id, const char *method, lob_str params) {
    lob_buf line;
    lob_buf_init(&line, 0);
    lob_jsonw w;
    lob_jsonw_init(&w, &line);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "jsonrpc");
    lob_jsonw_text(&w, "2.0");
    if (id != 0) {
        lob_jsonw_key(&w, "id");
        lob_jsonw_int(&w, id);
    }
    lob_jsonw_key(&w, "method");
    lob_jsonw_text(&w, method);
    if (params.data != NULL) {
        lob_jsonw_key(&w, "params");
        lob_jsonw_raw(&w, params);
    }
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(&line, '\n');
    lob_status status =
        line.failed == LOB_BUF_FINE ? write_all(ctx, client, line.data, line.size) : lob_fail_memory(ctx);
    lob_buf_release(&line);
    return status;
}

lob_status lob_mcp_client_notify(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params) {
    return send_message(ctx, client, 0, method, params);
}

/* A line that is the reply to `id`: true in *done. Notifications are kept, all else is a fault of the server. */
static lob_status take_line(lob_ctx *ctx, lob_mcp_client *client, lob_str line, int64_t id, lob_mcp_reply *reply,
                            bool *done) {
    lob_json_fault fault;
    bool fine = lob_json_check(line, true, &fault);
    if (!fine && strcmp(fault.what, "out of memory") == 0) {
        return lob_fail_memory(ctx);
    }
    if (!fine || line.data[0] != '{') {
        return fail(ctx, "malformed", "The server sent a line that is no JSON object");
    }
    lob_str got = lob_json_raw_member(line, "id");
    if (lob_json_raw_member(line, "method").data != NULL) {
        return got.data == NULL ? keep_notification(ctx, client, line)
                                : fail(ctx, "unexpected", "The server sent a request");
    }
    char wanted[24];
    int size = snprintf(wanted, sizeof wanted, "%lld", (long long)id);
    *reply = (lob_mcp_reply){
        .text = line, .result = lob_json_raw_member(line, "result"), .error = lob_json_raw_member(line, "error")};
    if (!lob_str_equal(got, (lob_str){wanted, (size_t)size}) ||
        (reply->result.data == NULL) == (reply->error.data == NULL)) {
        return fail(ctx, "unexpected", "The server sent a reply to no request");
    }
    *done = true;
    return LOB_OK;
}

lob_status lob_mcp_client_request(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_str params,
                                  lob_mcp_reply *reply) {
    int64_t id = ++client->last_id;
    LOB_TRY(send_message(ctx, client, id, method, params));
    int64_t end_ns = lob_clock_ns() + client->timeout_ms * 1000000;
    bool done = false;
    while (!done) {
        lob_str line;
        LOB_TRY(read_line(ctx, client, end_ns, &line));
        LOB_TRY(take_line(ctx, client, line, id, reply, &done));
    }
    return LOB_OK;
}

/* ---- the two requests everybody makes ---- */

/* {KEY: name, REST} */
static lob_status request_named(lob_ctx *ctx, lob_mcp_client *client, const char *method, lob_buf *params,
                                lob_mcp_reply *reply) {
    lob_status status = params->failed == LOB_BUF_FINE
                            ? lob_mcp_client_request(ctx, client, method, (lob_str){params->data, params->size}, reply)
                            : lob_fail_memory(ctx);
    lob_buf_release(params);
    return status;
}

lob_status lob_mcp_client_initialize(lob_ctx *ctx, lob_mcp_client *client, const char *name, lob_mcp_reply *reply) {
    lob_buf params;
    lob_buf_init(&params, 0);
    lob_jsonw w;
    lob_jsonw_init(&w, &params);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "protocolVersion");
    lob_jsonw_text(&w, "2025-11-25");
    lob_jsonw_key(&w, "capabilities");
    lob_jsonw_raw(&w, LOB_STR("{}"));
    lob_jsonw_key(&w, "clientInfo");
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "name");
    lob_jsonw_text(&w, name);
    lob_jsonw_key(&w, "version");
    lob_jsonw_text(&w, "1");
    lob_jsonw_end_object(&w);
    lob_jsonw_end_object(&w);
    LOB_TRY(request_named(ctx, client, "initialize", &params, reply));
    return lob_mcp_client_notify(ctx, client, "notifications/initialized", (lob_str){NULL, 0});
}

lob_status lob_mcp_client_call(lob_ctx *ctx, lob_mcp_client *client, const char *tool, lob_str arguments,
                               lob_mcp_reply *reply) {
    lob_buf params;
    lob_buf_init(&params, 0);
    lob_jsonw w;
    lob_jsonw_init(&w, &params);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "name");
    lob_jsonw_text(&w, tool);
    lob_jsonw_key(&w, "arguments");
    lob_jsonw_raw(&w, arguments);
    lob_jsonw_end_object(&w);
    return request_named(ctx, client, "tools/call", &params, reply);
}
