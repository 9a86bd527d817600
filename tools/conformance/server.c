/* A server for one case: its folder, its environment, its start, its end.
 *
 * Invariant: what a server is given is the same whatever ran before it: the runner's environment without the settings
 * of a server (KLAYOUT_MCP_*), and an empty artifact root of its own.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "run_impl.h"
#include "json/reader.h"
#include "json/writer.h"

enum { LAST_WORDS_SIZE = 1024, LAST_LINE_SIZE = 160 };
#define SETTINGS "KLAYOUT_MCP_"
#define ROOT     "KLAYOUT_MCP_ARTIFACT_ROOT"

extern char **environ;

/* ---- the folder and the environment ---- */

/* AREA/NAME -> AREA.NAME, nothing in it that a shell or a file system takes amiss. */
static void name_folder(char *out, size_t size, const char *folder, const char *name) {
    int used = snprintf(out, size, "%s/", folder);
    size_t at = used < 0 ? 0 : (size_t)used;
    for (; *name != '\0' && at + sizeof ".XXXXXX" < size; name++) {
        char c = *name;
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        out[at++] = c == '/' ? '.' : is_plain ? c : '_';
    }
    snprintf(out + at, size - at, ".XXXXXX");
}

static const char *make_folder(lob_ctx *ctx, const conf_target *target, const char *name, conf_server *server) {
    name_folder(server->folder, sizeof server->folder - 128, target->folder, name);
    if (mkdtemp(server->folder) == NULL) {
        server->folder[0] = '\0';
        return conf_format(ctx, "no folder could be made: %s", strerrordesc_np(errno));
    }
    snprintf(server->work, sizeof server->work, "%s/work", server->folder);
    snprintf(server->artifacts, sizeof server->artifacts, "%s/artifacts", server->work);
    snprintf(server->log, sizeof server->log, "%s/stderr.txt", server->folder);
    if (mkdir(server->work, 0700) != 0 || mkdir(server->artifacts, 0700) != 0) {
        return conf_format(ctx, "no folder could be made: %s", strerrordesc_np(errno));
    }
    return NULL;
}

static bool fill_environment(lob_ctx *ctx, size_t room, conf_server *server) {
    size_t count = 0;
    for (char **at = environ; *at != NULL; at++) {
        count++;
    }
    server->environment = LOB_NEW_ARRAY(ctx->arena, char *, count + room + 2);
    char **to = server->environment;
    for (char **at = environ; to != NULL && *at != NULL; at++) {
        if (strncmp(*at, SETTINGS, strlen(SETTINGS)) != 0) {
            *to++ = *at;
        }
    }
    return to != NULL && conf_server_set(ctx, server, ROOT, server->artifacts);
}

/* ---- the trace ---- */

static void open_trace(conf_server *server) {
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/trace.jsonl", server->folder);
    server->trace_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* A line of the trace: {"step": 2, "at_ms": 14, "to": ...}; what is no JSON stands there as a string. */
static void trace(conf_server *server, const char *what, lob_str line) {
    lob_buf out;
    lob_jsonw w;
    lob_json_fault fault;
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "step");
    lob_jsonw_uint(&w, server->step);
    lob_jsonw_key(&w, "at_ms");
    lob_jsonw_int(&w, lob_clock_ms() - server->start_ms);
    lob_jsonw_key(&w, what);
    if (lob_json_check(line, true, &fault)) {
        lob_jsonw_raw(&w, line);
    } else {
        lob_jsonw_str(&w, line);
    }
    lob_jsonw_end_object(&w);
    lob_buf_add_byte(&out, '\n');
    if (out.failed == LOB_BUF_FINE && write(server->trace_fd, out.data, out.size) < 0) {
        /* A trace that cannot be written is nobody's verdict. */
    }
    lob_buf_release(&out);
}

static void tap(void *arg, bool is_ours, lob_str line) {
    trace(arg, is_ours ? "to" : "from", line);
}

const char *conf_server_prepare(lob_ctx *ctx, const conf_target *target, const char *name, size_t room,
                                conf_server *server) {
    server->is_running = false;
    server->folder[0] = '\0';
    server->trace_fd = -1;
    server->start_ms = lob_clock_ms();
    const char *why = make_folder(ctx, target, name, server);
    if (why == NULL && target->keep) {
        open_trace(server);
    }
    return why != NULL ? why : fill_environment(ctx, room, server) ? NULL : CONF_NO_MEMORY;
}

bool conf_server_set(lob_ctx *ctx, conf_server *server, const char *name, const char *value) {
    size_t name_size = strlen(name), value_size = strlen(value);
    char *pair = lob_arena_alloc(ctx->arena, name_size + value_size + 2);
    if (pair == NULL) {
        return false;
    }
    memcpy(pair, name, name_size);
    pair[name_size] = '=';
    memcpy(pair + name_size + 1, value, value_size + 1);
    char **at = server->environment;
    while (*at != NULL && strncmp(*at, pair, name_size + 1) != 0) {
        at++;
    }
    *at = pair; /* the array is zeroed behind its end */
    return true;
}

/* Folders that may not be written are made so that they may: what is in them can then be removed. */
static void unlock(const char *path) {
    char *const paths[] = {(char *)(uintptr_t)path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *entry; tree != NULL && (entry = fts_read(tree)) != NULL;) {
        if (entry->fts_info == FTS_D) {
            chmod(entry->fts_accpath, 0700);
        }
    }
    if (tree != NULL) {
        fts_close(tree);
    }
}

void conf_server_drop(lob_ctx *ctx, const conf_target *target, conf_server *server) {
    if (server->folder[0] == '\0') {
        return;
    }
    if (server->trace_fd >= 0) {
        close(server->trace_fd);
    }
    if (target->keep) {
        return;
    }
    lob_ctx own; /* what goes wrong here is nobody's verdict */
    lob_ctx_init(&own, ctx->arena);
    bool removed = false;
    int parent = open(target->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    const char *name = strrchr(server->folder, '/') + 1;
    if (parent >= 0 && lob_dir_remove_at(&own, parent, name, &removed) != LOB_OK) {
        unlock(server->folder);
        lob_error_clear(&own.error);
        (void)lob_dir_remove_at(&own, parent, name, &removed);
    }
    if (parent >= 0) {
        close(parent);
    }
    server->folder[0] = '\0';
}

/* ---- start and end ---- */

lob_status conf_server_open(lob_ctx *ctx, const conf_target *target, conf_server *server) {
    lob_mcp_peer_options options = {.argv = target->argv,
                                    .url = target->url,
                                    .environment = server->environment,
                                    .stderr_path = server->log,
                                    .protocol = target->protocol != NULL ? target->protocol : CONF_PROTOCOL,
                                    .timeout_ms = target->timeout_ms};
    server->is_running = true; /* it is to be closed in any case */
    LOB_TRY(lob_mcp_peer_open(ctx, &options, &server->client));
    if (server->trace_fd >= 0) {
        trace(server, "started", LOB_STR("true"));
        server->client.tap = tap;
        server->client.tap_arg = server;
    }
    return LOB_OK;
}

/* A server that crashes when it is let go crashed all the same; other statuses are its own affair. */
static bool is_crash(int status) {
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (status == 128 + signals[i]) {
            return true;
        }
    }
    return false;
}

const char *conf_server_close(lob_ctx *ctx, const conf_target *target, conf_server *server, bool with_kill) {
    if (!server->is_running) {
        return NULL;
    }
    server->is_running = false;
    int64_t timeout_ms = server->client.timeout_ms;
    lob_mcp_end end = lob_mcp_peer_close(&server->client, with_kill);
    if (server->trace_fd >= 0) {
        trace(server, "ended", with_kill ? LOB_STR("killed") : LOB_STR("closed"));
    }
    if (with_kill || target->argv == NULL) {
        return NULL;
    }
    if (end.was_killed) {
        return conf_format(ctx, "did not end within %lld ms after its input was closed", (long long)timeout_ms);
    }
    if (is_crash(end.status)) {
        return conf_format(ctx, "ended by signal %d (SIG%s) when its input was closed", end.status - 128,
                           sigabbrev_np(end.status - 128));
    }
    if (end.left_count > 0) {
        return conf_format(ctx, "left %u process%s behind when it ended", end.left_count,
                           end.left_count == 1 ? "" : "es");
    }
    return NULL;
}

/* The last line of a log that has any, NULL when it is empty. */
static const char *last_line(lob_ctx *ctx, const char *path) {
    char text[LAST_WORDS_SIZE];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    ssize_t size = 0;
    if (fd >= 0 && fstat(fd, &info) == 0) {
        off_t from = info.st_size > LAST_WORDS_SIZE ? info.st_size - LAST_WORDS_SIZE : 0;
        size = pread(fd, text, sizeof text, from);
    }
    if (fd >= 0) {
        close(fd);
    }
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r' || text[size - 1] == ' ')) {
        size--;
    }
    ssize_t start = size > 0 ? size : 0;
    while (start > 0 && text[start - 1] != '\n') {
        start--;
    }
    ssize_t count = size - start < LAST_LINE_SIZE ? size - start : LAST_LINE_SIZE;
    return size > 0 ? lob_arena_strdup(ctx->arena, text + start, (size_t)count) : NULL;
}

const char *conf_server_verdict(lob_ctx *ctx, const conf_server *server) {
    const char *verdict = lob_mcp_client_verdict(&server->client);
    if (verdict[0] == '\0') {
        return NULL;
    }
    const char *subject = strncmp(verdict, "no ", 3) == 0 ? "" : "the server "; /* no answer to ... */
    const char *words = last_line(ctx, server->log);
    return words == NULL ? conf_format(ctx, "%s%s", subject, verdict)
                         : conf_format(ctx, "%s%s; last on its standard error: \"%s\"", subject, verdict, words);
}
