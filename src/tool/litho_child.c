/* The child, fed, heard and reaped by the thread that calls. Invariants: none of its descriptors is one of this
 * process's; when the function returns it has ended, and nothing of it is kept beyond its bound.
 */
#include "tool/litho_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "tool/litho_child_impl.h"
#include "tool/litho_run.h"

extern char **environ; /* POSIX has it, and no header that shows it */

enum { TICK_MS = 10, BLOCK_SIZE = 64 * 1024, WORDS_MAX = 136, TAIL_SIZE = 1000 };

typedef struct talk { /* with the child */
    lob_ctx *ctx;
    const lob_litho_child *child;
    pid_t pid;
    int in_fd, out_fd, err_fd; /* our ends; -1: closed */
    lob_str rest;              /* of the request */
    lob_buf report;
    lob_buf line; /* of its stderr, not yet ended */
    lob_buf last; /* the line before that, for the error and for the tail */
    bool is_dying;
} talk;

/* ---- starting ---- */

static void close_fd(int *fd) {
    if (*fd >= 0) {
        close(*fd);
    }
    *fd = -1;
}

/* --root for each root. */
static bool put_roots(lob_ctx *ctx, const char *roots, char **argv, int *argc) {
    static char option[] = "--root";
    while (roots && *roots) {
        const size_t size = strcspn(roots, ":");
        char *name = lob_arena_strdup(ctx->arena, roots, size);
        if (!name || *argc + 3 > WORDS_MAX) {
            return false;
        }
        if (size) {
            argv[(*argc)++] = option;
            argv[(*argc)++] = name;
        }
        roots += size + (roots[size] == ':');
    }
    return true;
}

/* Where its pictures go. */
static bool put_picture(lob_ctx *ctx, lob_str path, char **argv, int *argc) {
    static char png[] = "--picture", svg[] = "--picture-svg", kind[] = "--picture-kind", sheet[] = "sheet";
    static const char *const endings[2] = {".png", ".svg"};
    char *names[2];
    if (!path.data) {
        return true;
    }
    for (int i = 0; i < 2; i++) {
        const size_t size = path.size + strlen(endings[i]) + 1;
        names[i] = lob_arena_alloc(ctx->arena, size);
        if (!names[i]) {
            return false;
        }
        snprintf(names[i], size, "%.*s%s", (int)path.size, path.data, endings[i]);
    }
    char *const words[] = {png, names[0], svg, names[1], kind, sheet};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        argv[(*argc)++] = words[i];
    }
    return true;
}

static int start(talk *t, const char *program, char *const *argv, const int *theirs) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
        for (int fd = 0; fd < 3 && error == 0; fd++) {
            error = posix_spawn_file_actions_adddup2(&actions, theirs[fd], fd);
        }
        error = error ? error : posix_spawn(&t->pid, program, &actions, &attributes, argv, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Pipes above the three standard descriptors, which may be closed here: dup2() onto itself would keep close-on-exec. */
static bool make_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const int high = ends[i] > STDERR_FILENO ? ends[i] : fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (high != ends[i]) {
            close(ends[i]);
        }
        ends[i] = high;
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

static lob_status open_child(talk *t, const lob_litho_child *child) {
    char *argv[WORDS_MAX + 1] = {(char[]){"layout-observer"}, (char[]){"eval"}, (char[]){"--request"}, (char[]){"-"},
                                 (char[]){"--progress"}};
    int argc = 5, in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    if (!put_picture(t->ctx, child->picture, argv, &argc) || !put_roots(t->ctx, child->roots, argv, &argc)) {
        return lob_fail_memory(t->ctx);
    }
    int error = make_pipe(in) && make_pipe(out) && make_pipe(err) ? 0 : errno;
    if (error == 0) {
        const int theirs[3] = {in[0], out[1], err[1]};
        error = start(t, child->program ? child->program : "/proc/self/exe", argv, theirs);
    }
    close_fd(&in[0]), close_fd(&out[1]), close_fd(&err[1]);
    t->in_fd = in[1], t->out_fd = out[0], t->err_fd = err[0];
    for (int i = 0; i < 3 && error == 0; i++) {
        const int fd = i == 0 ? t->in_fd : i == 1 ? t->out_fd : t->err_fd;
        error = fcntl(fd, F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
    }
    return error ? lob_fail_errno(t->ctx, error) : LOB_OK;
}

/* ---- talking ---- */

static void kill_child(talk *t) {
    if (!t->is_dying) {
        t->is_dying = true;
        kill(-t->pid, SIGKILL);
    }
}

static void feed(talk *t) {
    const ssize_t size = write(t->in_fd, t->rest.data, t->rest.size);
    if (size > 0) {
        t->rest.data += size;
        t->rest.size -= (size_t)size;
    }
    if (t->rest.size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        close_fd(&t->in_fd);
    }
}

static void take_line(talk *t) {
    const lob_str line = {t->line.data, t->line.size};
    lob_buf_clear(&t->last);
    lob_buf_add(&t->last, line.data, line.size);
    if (!t->is_dying) {
        lob_litho_child_hear(t->ctx, t->child, line);
    }
    lob_buf_clear(&t->line);
}

static void hear_err(talk *t, const char *block, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (block[i] != '\n') {
            lob_buf_add_byte(&t->line, block[i]); /* beyond the limit the line's rest is lost */
        } else if (t->line.data) {
            take_line(t);
        }
    }
}

/* False: nothing more will come. */
static void hear(talk *t, int *fd, bool is_report) {
    char block[BLOCK_SIZE];
    ssize_t size;
    while ((size = read(*fd, block, sizeof block)) > 0) {
        if (is_report) {
            lob_buf_add(&t->report, block, (size_t)size);
        } else {
            hear_err(t, block, (size_t)size);
        }
    }
    if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_fd(fd);
    }
}

static int watch(talk *t) {
    int state = 0;
    while (t->out_fd >= 0 || t->err_fd >= 0) {
        struct pollfd ready[] = {{t->in_fd, POLLOUT, 0}, {t->out_fd, POLLIN, 0}, {t->err_fd, POLLIN, 0}};
        (void)poll(ready, 3, TICK_MS);
        if (ready[0].revents) {
            feed(t);
        }
        if (ready[1].revents) {
            hear(t, &t->out_fd, true);
        }
        if (ready[2].revents) {
            hear(t, &t->err_fd, false);
        }
        if (t->report.failed || (!t->is_dying && lob_poll(t->ctx) != LOB_OK)) {
            kill_child(t);
        }
    }
    while (waitpid(t->pid, &state, 0) < 0 && errno == EINTR) {
    }
    return state;
}

/* ---- what came of it ---- */

static lob_status fail_engine(talk *t, int state) {
    const bool is_crash = WIFSIGNALED(state);
    const size_t size = t->last.size < TAIL_SIZE ? t->last.size : TAIL_SIZE;
    lob_status status = lob_fail(t->ctx, LOB_E_INTERNAL_ERROR,
                                 is_crash ? "A signal ended the engine's process" : "The engine returned no report");
    lob_hint(t->ctx, "Try again with a smaller box; KLAYOUT_MCP_LITHO_ENGINE=in_process needs no second process.");
    lob_error_text(&t->ctx->error, "reason", is_crash ? LOB_STR("crash") : LOB_STR("engine"));
    lob_error_integer(&t->ctx->error, is_crash ? "signal" : "exit_code",
                      is_crash ? WTERMSIG(state) : WEXITSTATUS(state));
    lob_error_text(&t->ctx->error, "stderr_tail", (lob_str){t->last.data, size});
    return status;
}

static lob_status judge(talk *t, int state, bool is_line, lob_buf *out) {
    lob_str report = {t->report.data, t->report.size};
    const bool is_done = WIFEXITED(state) && WEXITSTATUS(state) <= 1;
    lob_status status;
    LOB_TRY(lob_poll(t->ctx));
    if (t->report.failed == LOB_BUF_TOO_LARGE) {
        status = lob_fail(t->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The report is larger than the limit");
        lob_error_text(&t->ctx->error, "reason", LOB_STR("report_size"));
        lob_hint(t->ctx, "Ask for fewer violations (max_violations), or for an aggregate report.");
        return status;
    }
    if (t->report.failed || t->last.failed == LOB_BUF_NO_MEMORY) {
        return lob_fail_memory(t->ctx);
    }
    if (is_done && report.size && report.data[report.size - 1] == '\n') {
        report.size--;
        lob_buf_add(out, report.data, report.size);
        if (is_line && !out->failed) {
            lob_litho_compact(out);
        }
        return LOB_OK;
    }
    return lob_litho_child_error(t->ctx, (lob_str){t->last.data, t->last.size}, &status) ? status
                                                                                         : fail_engine(t, state);
}

lob_status lob_litho_child_evaluate(lob_ctx *ctx, const lob_litho_child *child, lob_str arguments, lob_buf *out) {
    talk t = {.ctx = ctx, .child = child, .in_fd = -1, .out_fd = -1, .err_fd = -1, .rest = arguments};
    lob_buf_init(&t.report, child->size_max ? child->size_max : LOB_LIMIT_RESULT_SIZE);
    lob_buf_init(&t.line, BLOCK_SIZE);
    lob_buf_init(&t.last, BLOCK_SIZE);
    lob_status status = open_child(&t, child);
    if (status == LOB_OK) {
        status = judge(&t, watch(&t), child->is_line, out);
    } else if (t.pid > 0) {
        kill_child(&t);
        (void)watch(&t);
    }
    close_fd(&t.in_fd), close_fd(&t.out_fd), close_fd(&t.err_fd);
    lob_buf_release(&t.report);
    lob_buf_release(&t.line);
    lob_buf_release(&t.last);
    return status;
}
