/* The watch over one child, and KLayout as that child.
 *
 * One loop: wait at most a tick for the child's end or its words, take the words, look whether it has ended, then
 * whether it may go on. The first bound that is passed decides what the run ended of; from then on the child is dying
 * and only reaped.
 */
#include "klayout/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/num.h"
#include "klayout/run_impl.h"

enum { TICK_MS = 10, DISK_TICK_MS = 100, DESCRIPTOR_COUNT = 256, ENVIRONMENT_COUNT = 16 };
enum { ADDRESS_SPACE_EXTRA = 1 << 30 }; /* libraries, stacks and reserves that are never resident */

typedef struct run {
    lob_ctx *ctx;
    const lob_run_command *command;
    lob_run_limits limits;
    lob_jail_child child;
    lob_stream out, err;
    lob_disk_use before;
    bool is_dying, is_silent; /* silent: the talk is over, or its child is */
    lob_status talk_status;
    lob_run_end end;
    uint64_t memory_peak;
    int64_t start_ns, tick_ns, disk_tick_ns, kill_ns;
} run;

/* ---- the watch ---- */

static double seconds(int64_t ns) {
    return (double)ns / 1e9;
}

static void kill_for(run *r, lob_run_end end) {
    r->is_dying = r->is_silent = true;
    r->end = end;
    r->kill_ns = lob_clock_ns();
    lob_jail_kill(&r->child);
}

static uint64_t above(uint64_t now, uint64_t before) {
    return now > before ? now - before : 0;
}

static void look_at_disk(run *r) {
    lob_disk_use named, unnamed;
    lob_disk_use_of_dir(r->command->dir_fd, r->before.file_count + r->limits.file_count, &named);
    lob_disk_use_of_unnamed(r->child.pid, &unnamed);
    uint64_t files = above(lob_u64_add_sat(named.file_count, unnamed.file_count), r->before.file_count);
    uint64_t size = above(lob_u64_add_sat(named.size, unnamed.size), r->before.size);
    /* A file that is mapped, without name and descriptor, is seen nowhere; what was written bounds what it can hold. */
    if (size <= r->limits.disk_size && lob_maps_unnamed(r->child.pid)) {
        const uint64_t written = above(lob_written_read(r->child.pid), lob_u64_add_sat(r->out.size, r->err.size));
        size = written > size ? written : size;
    }
    if (files > r->limits.file_count) {
        kill_for(r, LOB_RUN_FILES);
    } else if (size > r->limits.disk_size) {
        kill_for(r, LOB_RUN_DISK);
    }
}

static void look(run *r) {
    lob_usage usage = {0}; /* stays so when it is not to be had */
    int64_t now_ns = lob_clock_ns();
    if (lob_poll(r->ctx) != LOB_OK) {
        kill_for(r, LOB_RUN_CANCELLED);
        return;
    }
    if (now_ns - r->tick_ns < (int64_t)TICK_MS * 1000000 / 2) { /* a flood of words wakes the loop more often */
        return;
    }
    r->tick_ns = now_ns;
    lob_usage_read(r->child.pid, &usage);
    r->memory_peak = usage.memory_size > r->memory_peak ? usage.memory_size : r->memory_peak;
    if (usage.memory_size > r->limits.memory_size) {
        kill_for(r, LOB_RUN_MEMORY);
    } else if (usage.thread_count > r->limits.thread_count) {
        kill_for(r, LOB_RUN_THREADS);
    }
    if (!r->is_dying && now_ns - r->start_ns > r->limits.timeout_ms * 1000000) {
        kill_for(r, LOB_RUN_TIMEOUT);
    }
    if (!r->is_dying && now_ns - r->disk_tick_ns > (int64_t)DISK_TICK_MS * 1000000) {
        r->disk_tick_ns = now_ns;
        look_at_disk(r);
        lob_progress(r->ctx, seconds(now_ns - r->start_ns), (double)r->limits.timeout_ms / 1000,
                     r->command->talk ? "The deck runs" : "KLayout runs the deck");
    }
}

static void talk(run *r) {
    const lob_run_talk *t = r->command->talk;
    r->talk_status = t->serve(t->who, r->ctx, &r->is_silent);
    if (r->talk_status != LOB_OK) {
        kill_for(r, LOB_RUN_CANCELLED);
    }
}

static void watch(run *r, lob_jail_end *end) {
    for (;;) {
        const bool talks = r->command->talk && !r->is_silent;
        struct pollfd ready[] = {{r->child.pid_fd, POLLIN, 0},
                                 {r->out.read_fd, POLLIN, 0},
                                 {r->err.read_fd, POLLIN, 0},
                                 {talks ? r->command->talk->own_fd : -1, POLLIN, 0}};
        (void)poll(ready, 4, TICK_MS);
        lob_stream_drain(&r->out);
        lob_stream_drain(&r->err);
        if (ready[3].revents) {
            talk(r);
        }
        if (lob_jail_reap(&r->child, false, end)) {
            break;
        }
        if (!r->is_dying) {
            look(r);
        }
    }
    lob_stream_drain(&r->out); /* what still lay in the pipes */
    lob_stream_drain(&r->err);
}

/* ---- a run ---- */

static void set_defaults(lob_run_limits *limits) {
    limits->timeout_ms = limits->timeout_ms > 0 ? limits->timeout_ms : (int64_t)LOB_LIMIT_DRC_TIMEOUT * 1000;
    limits->timeout_ms = limits->timeout_ms < INT64_MAX / 1000000 ? limits->timeout_ms : INT64_MAX / 1000000;
    limits->memory_size = limits->memory_size ? limits->memory_size : LOB_RUN_MEMORY_SIZE;
    limits->disk_size = limits->disk_size ? limits->disk_size : LOB_RUN_DISK_SIZE;
    limits->file_size = limits->file_size ? limits->file_size : LOB_LIMIT_DRC_REPORT_SIZE;
    limits->output_size = limits->output_size ? limits->output_size : LOB_LIMIT_DRC_OUTPUT_SIZE;
    limits->file_count = limits->file_count ? limits->file_count : LOB_RUN_FILE_COUNT;
    limits->thread_count = limits->thread_count ? limits->thread_count : LOB_RUN_THREAD_COUNT;
}

/* "NAME=value" in the request arena. */
static lob_status add_variable(lob_ctx *ctx, char **environment, const char *name, const char *value) {
    size_t name_size = strlen(name), value_size = strlen(value), at = 0;
    char *text = lob_arena_alloc(ctx->arena, name_size + value_size + 2);
    if (!text) {
        return lob_fail_memory(ctx);
    }
    memcpy(text, name, name_size);
    text[name_size] = '=';
    memcpy(text + name_size + 1, value, value_size + 1);
    while (environment[at]) {
        at++;
    }
    environment[at] = text;
    return LOB_OK;
}

/* All that the child sees of an environment. Nothing of the server's own, where keys and tokens may stand. */
static lob_status make_environment(lob_ctx *ctx, const lob_run_command *command, char ***environment) {
    static const char *const fixed[][2] = {
        {"PATH", "/usr/bin"},      {"LANG", "C.UTF-8"},
        {"LC_ALL", "C.UTF-8"},     {"TZ", "UTC"},
        {"TMPDIR", "."},           {"QT_QPA_PLATFORM", "offscreen"},
        {"PYTHONNOUSERSITE", "1"}, {"PYTHONDONTWRITEBYTECODE", "1"},
        {"PYTHONHASHSEED", "0"},
    };
    *environment = LOB_NEW_ARRAY(ctx->arena, char *, ENVIRONMENT_COUNT);
    if (!*environment) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        LOB_TRY(add_variable(ctx, *environment, fixed[i][0], fixed[i][1]));
    }
    LOB_TRY(add_variable(ctx, *environment, "HOME", command->dir_path));
    LOB_TRY(add_variable(ctx, *environment, "XDG_RUNTIME_DIR", command->dir_path));
    if (command->library_dir && command->library_dir[0]) {
        LOB_TRY(add_variable(ctx, *environment, "LD_LIBRARY_PATH", command->library_dir));
    }
    return LOB_OK;
}

static lob_status copy_arguments(lob_ctx *ctx, const lob_run_command *command, char ***arguments) {
    size_t count = 0;
    while (command->arguments[count]) {
        count++;
    }
    char **list = LOB_NEW_ARRAY(ctx->arena, char *, count + 2);
    for (size_t i = 0; list && i <= count; i++) {
        const char *text = i == 0 ? command->program : command->arguments[i - 1];
        list[i] = lob_arena_strdup(ctx->arena, text, strlen(text));
        list = list[i] ? list : NULL;
    }
    *arguments = list;
    return list ? LOB_OK : lob_fail_memory(ctx);
}

static uint64_t cpu_seconds_max(int64_t timeout_ms) {
    return lob_u64_mul_sat((uint64_t)timeout_ms / 1000 + 10, (uint64_t)get_nprocs());
}

static lob_status start(run *r, int out_fd, int err_fd) {
    const lob_run_command *command = r->command;
    char **arguments, **environment;
    LOB_TRY(copy_arguments(r->ctx, command, &arguments));
    LOB_TRY(make_environment(r->ctx, command, &environment));
    lob_disk_use_of_dir(command->dir_fd, UINT64_MAX, &r->before);
    const lob_jail_spec spec = {
        .program = command->program,
        .arguments = arguments,
        .environment = environment,
        .dir_fd = command->dir_fd,
        .output_fd = out_fd,
        .error_fd = err_fd,
        .read_paths = command->read_paths,
        .exec_paths = command->exec_paths,
        .address_space_size =
            command->without_address_limit ? 0 : lob_u64_add_sat(r->limits.memory_size, ADDRESS_SPACE_EXTRA),
        .file_size = r->limits.file_size,
        .cpu_seconds = cpu_seconds_max(r->limits.timeout_ms),
        .descriptor_count = DESCRIPTOR_COUNT,
        .sandbox = command->sandbox,
        .leave_out = command->leave_out,
    };
    return lob_jail_start(r->ctx, &spec, &r->child);
}

static lob_status open_and_start(run *r) {
    int out_fd = -1, err_fd = -1;
    r->err = (lob_stream){.read_fd = -1, .file_fd = -1};
    lob_status status =
        lob_stream_open(r->ctx, &r->out, r->command->log_fd, "stdout.txt", r->limits.output_size, &out_fd);
    if (status == LOB_OK) {
        status = lob_stream_open(r->ctx, &r->err, r->command->log_fd, "stderr.txt", r->limits.output_size, &err_fd);
    }
    if (status == LOB_OK) {
        r->start_ns = r->tick_ns = r->disk_tick_ns = lob_clock_ns();
        status = start(r, r->command->talk ? r->command->talk->child_fd : out_fd, err_fd);
    }
    if (out_fd >= 0) {
        close(out_fd);
    }
    if (err_fd >= 0) {
        close(err_fd);
    }
    return status;
}

static lob_status fill_result(run *r, const lob_jail_end *end, lob_run_result *result) {
    int64_t end_ns = lob_clock_ns();
    if (!r->is_dying) {
        /* A file beyond RLIMIT_FSIZE. */
        r->end = end->signal == SIGXFSZ ? LOB_RUN_DISK : end->exit_code >= 0 ? LOB_RUN_EXITED : LOB_RUN_CRASHED;
    }
    *result = (lob_run_result){
        .end = r->end,
        .exit_code = r->end == LOB_RUN_EXITED ? end->exit_code : -1,
        .signal = r->end == LOB_RUN_CRASHED ? end->signal : 0,
        .memory_peak = r->memory_peak,
        .seconds = seconds(end_ns - r->start_ns),
        .cpu_seconds = end->cpu_seconds,
        .kill_seconds = r->is_dying ? seconds(end_ns - r->kill_ns) : 0,
        .walls = r->child.walls,
    };
    LOB_TRY(lob_stream_result(r->ctx, &r->out, &result->out));
    return lob_stream_result(r->ctx, &r->err, &result->err);
}

lob_status lob_run(lob_ctx *ctx, const lob_run_command *command, lob_run_result *result) {
    lob_jail_end end = {0};
    memset(result, 0, sizeof *result);
    result->exit_code = -1;
    run *r = LOB_NEW(ctx->arena, run);
    if (!r) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_poll(ctx));
    *r = (run){.ctx = ctx, .command = command, .limits = command->limits};
    set_defaults(&r->limits);
    lob_status status = open_and_start(r);
    bool was_started = status == LOB_OK;
    if (was_started) {
        watch(r, &end);
    }
    lob_stream_close(&r->out);
    lob_stream_close(&r->err);
    if (!was_started) {
        return status;
    }
    status = fill_result(r, &end, result);
    int write_error = r->out.write_error ? r->out.write_error : r->err.write_error;
    if (ctx->error.code == LOB_E_CANCELLED) {
        return LOB_E_CANCELLED;
    }
    if (r->talk_status != LOB_OK) {
        return r->talk_status;
    }
    return status == LOB_OK && write_error != 0 ? lob_fail_errno(ctx, write_error) : status;
}
