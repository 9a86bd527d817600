/* KLayout as a command: its fixed arguments, what it may read, and what its end means.
 *
 * Invariant: the arguments are a fixed pattern; nothing that a client said stands where an option could stand, and no
 * file name of a client is among them.
 */
#include "klayout/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum { PATH_COUNT_MAX = 24 };

/* Where systems keep libraries, those of Python and Ruby among them. Nothing of /etc but the loader's table, nothing of
 * /proc, /dev, /tmp, /home. */
static const char *const system_paths[] = {"/lib",
                                           "/lib64",
                                           "/usr/lib",
                                           "/usr/lib64",
                                           "/usr/local/lib",
                                           "/usr/local/lib64",
                                           "/var/lib/gems",
                                           "/usr/share/ruby",
                                           "/usr/share/rubygems",
                                           "/usr/share/rubygems-integration",
                                           "/usr/share/gems",
                                           "/etc/ld.so.cache"};

/* `own` keeps the copies that the lists point to. */
static void fill_command(const lob_klayout *klayout, lob_run_command *own, const char *read_paths[PATH_COUNT_MAX],
                         const char *exec_paths[3]) {
    size_t count = 0;
    for (size_t i = 0; i < sizeof system_paths / sizeof system_paths[0]; i++) {
        read_paths[count++] = system_paths[i];
    }
    if (klayout->library_dir[0]) {
        read_paths[count++] = klayout->library_dir;
    }
    read_paths[count] = NULL;
    exec_paths[0] = klayout->program;
    exec_paths[1] = klayout->interpreter[0] ? klayout->interpreter : NULL;
    exec_paths[2] = NULL;
    own->program = klayout->program;
    own->library_dir = klayout->library_dir;
    own->read_paths = read_paths;
    own->exec_paths = exec_paths;
}

lob_status lob_run_found(lob_ctx *ctx, const lob_klayout *found, const lob_run_command *command,
                         lob_run_result *result) {
    const char *read_paths[PATH_COUNT_MAX], *exec_paths[3];
    lob_run_command own = *command;
    fill_command(found, &own, read_paths, exec_paths);
    return lob_run(ctx, &own, result);
}

lob_status lob_run_klayout(lob_ctx *ctx, const lob_klayout *klayout, const lob_run_command *command, const char *deck,
                           const lob_str *definitions, size_t definition_count, lob_run_result *result) {
    lob_run_command own = *command;
    const char **arguments = LOB_NEW_ARRAY(ctx->arena, const char *, 7 + 2 * definition_count);
    if (!arguments) {
        return lob_fail_memory(ctx);
    }
    size_t count = 0;
    arguments[count++] = "-zz";
    arguments[count++] = "-b";
    if (command->has_prelude) {
        arguments[count++] = "-rm";
        arguments[count++] = LOB_RUN_PRELUDE;
    }
    arguments[count++] = "-r";
    arguments[count++] = deck;
    for (size_t i = 0; i < definition_count; i++) {
        arguments[count++] = "-rd";
        arguments[count] = lob_arena_strdup(ctx->arena, definitions[i].data, definitions[i].size);
        if (!arguments[count++]) {
            return lob_fail_memory(ctx);
        }
    }
    own.arguments = arguments;
    return lob_run_found(ctx, klayout, &own, result);
}

/* ---- what an end means ---- */

static const struct {
    const char *name, *message, *hint;
} ends[] = {
    [LOB_RUN_EXITED] = {"exit_code", "The deck ended with an error",
                        "Read details.stderr_tail, which names the line, and fix the deck. If it cannot open a file, "
                        "the file may be outside of the run folder, which the sandbox does not allow."},
    [LOB_RUN_CRASHED] = {"crash", "KLayout crashed while running the deck",
                         "Remove rules until it runs, to find the one at fault; a newer KLayout may not have this "
                         "problem."},
    [LOB_RUN_TIMEOUT] = {"timeout", "The deck ran longer than allowed",
                         "Check fewer rules or a smaller layout, use tiles and threads in the deck, or ask the "
                         "operator to raise KLAYOUT_MCP_DRC_TIMEOUT_SECONDS."},
    [LOB_RUN_MEMORY] = {"memory", "The deck used more memory than allowed",
                        "Use deep mode or tiles in the deck, or check fewer layers at once."},
    [LOB_RUN_THREADS] = {"threads", "The deck started more threads than allowed", "Ask for fewer threads in the deck."},
    [LOB_RUN_DISK] = {"disk", "The deck wrote more data than allowed",
                      "Report fewer markers, and write no layouts from the deck."},
    [LOB_RUN_FILES] = {"files", "The deck created more files than allowed", "Write one report, and few other files."},
    [LOB_RUN_CANCELLED] = {"cancelled", "The run was cancelled", "Run it again."},
};

lob_status lob_run_check(lob_ctx *ctx, const lob_run_result *result) {
    if (result->end == LOB_RUN_EXITED && result->exit_code == 0) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "%s", ends[result->end].message);
    lob_hint(ctx, "%s", ends[result->end].hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(ends[result->end].name));
    if (result->exit_code >= 0) {
        lob_error_integer(&ctx->error, "exit_code", result->exit_code);
    }
    if (result->signal != 0) {
        lob_error_integer(&ctx->error, "signal", result->signal);
    }
    lob_error_integer(&ctx->error, "seconds", (int64_t)result->seconds);
    lob_error_integer(&ctx->error, "memory_peak", (int64_t)result->memory_peak);
    lob_error_text(&ctx->error, "stderr_tail", result->err.tail);
    return status;
}

static lob_status fail_report(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "%s", message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    return status;
}

lob_status lob_run_open_report(lob_ctx *ctx, int dir_fd, const char *name, uint64_t size_max, int *fd) {
    struct stat info;
    *fd = openat(dir_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM)) {
        return lob_fail_errno(ctx, errno);
    }
    if (*fd < 0 || fstat(*fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        if (*fd >= 0) {
            close(*fd);
        }
        *fd = -1;
        return fail_report(ctx, "no_report", "The deck wrote no report",
                           "Make the deck call report(\"title\", $report_path) and end without exit.");
    }
    if ((uint64_t)info.st_size > size_max) {
        close(*fd);
        *fd = -1;
        lob_status status = fail_report(ctx, "report_size", "The report is larger than allowed",
                                        "Check fewer rules, or a smaller layout.");
        lob_error_integer(&ctx->error, "size", (int64_t)info.st_size);
        lob_error_integer(&ctx->error, "limit", size_max > INT64_MAX ? INT64_MAX : (int64_t)size_max);
        return status;
    }
    return LOB_OK;
}
