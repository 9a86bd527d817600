/* run_drc_script with a deck of KLayout: a copy of the layout and the deck in
 * the run folder, KLayout behind walls.
 *
 * The run folder is all that KLayout may write, and it is hostile ground until
 * it is dead: what it says is kept in a folder beside, moved in when it has
 * ended, and names that the server uses are taken from whatever the deck left
 * there. Invariant: a report is looked at only after an exit code of 0.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/num.h"
#include "io/write.h"
#include "tool/run_drc_script_impl.h"

enum { WAIT_MS = 10, SAID_SIZE_MAX = 400 };

typedef lob_deck_work deck_work;

static atomic_uint running_count; /* decks that run in this process */

/* ---- before ---- */

lob_status lob_deck_work_prepare(deck_work *k) {
    lob_drc_work *w = k->w;
    lob_ctx *ctx = w->call->ctx;
    const size_t count = w->request->params.count;
    lob_str input = lob_drc_path(ctx, w->session, w->run, k->layout_name);
    lob_str report = lob_drc_path(ctx, w->session, w->run, LOB_DRC_REPORT);
    lob_deck_param *params = LOB_NEW_ARRAY(ctx->arena, lob_deck_param, count + 1);
    if (!input.data || !report.data || !params) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        params[i] = (lob_deck_param){w->request->params.names[i], w->request->params.items[i]};
    }
    k->input_path = input.data;
    k->report_path = report.data;
    const lob_layout *layout = w->session->layout;
    const lob_deck_spec spec = {.path = w->script,
                                .text = w->request->script_text,
                                .roots = lob_sessions_roots(w->call->sessions),
                                .dir_fd = w->dir_fd,
                                .input_path = input.data,
                                .report_path = report.data,
                                .top_cell = lob_layout_cell(layout, w->cell)->name,
                                .has_other_tops =
                                    lob_layout_top_count(layout) != 1 || !lob_layout_cell(layout, w->cell)->is_top,
                                .params = params,
                                .param_count = count};
    lob_status status = lob_deck_prepare(ctx, &spec, &k->deck);
    if (status != LOB_OK && status != LOB_E_INVALID_TARGET) {
        lob_error_text(&ctx->error, "argument", w->argument);
    }
    return status;
}

static lob_status find_klayout(deck_work *k) {
    const lob_config *config = lob_sessions_config(k->w->call->sessions);
    const char *name = config->klayout_bin[0] ? config->klayout_bin : "klayout";
    return lob_klayout_find(k->w->call->ctx, name, config->search_path, config->home[0] ? config->home : NULL,
                            &k->klayout);
}

static lob_status write_to(deck_work *k, int fd, lob_write_warnings *warnings, uint64_t *size) {
    const lob_session *session = k->w->session;
    const lob_write_options options = {
        .format = lob_str_equal(lob_str_from(session->format), LOB_STR("oas")) ? LOB_FORMAT_OAS : LOB_FORMAT_GDS,
        .without_context = true};
    lob_outfile out;
    lob_status status = lob_outfile_begin(k->w->call->ctx, &out, fd, false);
    if (status == LOB_OK) {
        status = lob_write_layout_as(k->w->call->ctx, session->layout, &options, &out, warnings);
    }
    if (status == LOB_OK) {
        status = lob_outfile_end(&out);
    }
    *size = out.offset;
    lob_outfile_release(&out);
    return status;
}

static lob_status write_copy(deck_work *k) {
    lob_ctx *ctx = k->w->call->ctx;
    lob_write_warnings warnings = {0};
    uint64_t size = 0;
    const int fd = openat(k->w->dir_fd, k->layout_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        return lob_fail_errno(ctx, errno);
    }
    lob_status status = write_to(k, fd, &warnings, &size);
    close(fd);
    LOB_TRY(status);
    for (unsigned i = 0; i < warnings.count && i < 2; i++) { /* rare: the format is the layout's own */
        LOB_TRY(lob_note(ctx, &k->w->notes, "In the copy of the layout: %s (%llu times).", warnings.items[i].text,
                         (unsigned long long)warnings.items[i].count));
    }
    return lob_artifact_fits(ctx, k->w->session, size);
}

/* Beside the run folder, where KLayout cannot reach. */
lob_status lob_deck_work_open_log(deck_work *k) {
    lob_ctx *ctx = k->w->call->ctx;
    const lob_session *session = k->w->session;
    snprintf(k->log_name, sizeof k->log_name, "%s.log", k->w->run->id);
    if (mkdirat(session->dir_fd, k->log_name, 0700) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    k->log_fd = openat(session->dir_fd, k->log_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return k->log_fd >= 0 ? LOB_OK : lob_fail_errno(ctx, errno);
}

/* ---- one of few at a time ---- */

static bool take_slot(void) {
    unsigned count = atomic_load(&running_count);
    while (count < LOB_LIMIT_DRC_RUNS) {
        if (atomic_compare_exchange_weak(&running_count, &count, count + 1)) {
            return true;
        }
    }
    return false;
}

void lob_deck_work_leave(void) {
    atomic_fetch_sub(&running_count, 1);
}

lob_status lob_deck_work_enter(lob_ctx *ctx, int64_t timeout_ms) {
    const int64_t start_ms = lob_clock_ms();
    while (!take_slot()) {
        LOB_TRY(lob_poll(ctx));
        if (lob_clock_ms() - start_ms > timeout_ms) {
            lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The maximum number of decks is running");
            lob_hint(ctx, "Call again when other calls of run_drc_script have answered.");
            lob_error_text(&ctx->error, "reason", LOB_STR("drc_runs"));
            lob_error_text(&ctx->error, "limit_name", LOB_STR("drc_runs"));
            lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DRC_RUNS);
            return status;
        }
        nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000L}, NULL);
    }
    return LOB_OK;
}

/* ---- the run ---- */

/* What the deck may add to the folder: no more than the session has left. */
static uint64_t disk_size(const deck_work *k) {
    const lob_session *session = k->w->session;
    struct stat info;
    const uint64_t copy = fstatat(k->w->dir_fd, k->layout_name, &info, 0) == 0 ? (uint64_t)info.st_size : 0;
    const uint64_t used = lob_u64_add_sat(session->artifact_size, copy);
    const uint64_t left = used < session->artifact_size_max ? session->artifact_size_max - used : 1;
    return left < LOB_RUN_DISK_SIZE ? left : LOB_RUN_DISK_SIZE;
}

lob_run_command lob_deck_work_command(const deck_work *k) {
    const lob_config *config = lob_sessions_config(k->w->call->sessions);
    return (lob_run_command){.dir_fd = k->w->dir_fd,
                             .dir_path = k->folder_path,
                             .log_fd = k->log_fd,
                             .limits = {.timeout_ms = config->drc_timeout_ms, .disk_size = disk_size(k)},
                             .sandbox = config->has_no_sandbox ? LOB_SANDBOX_OFF : LOB_SANDBOX_REQUIRED,
                             .has_prelude = !config->has_no_sandbox};
}

static lob_status run_deck(deck_work *k) {
    lob_drc_work *w = k->w;
    lob_ctx *ctx = w->call->ctx;
    const lob_run_command command = lob_deck_work_command(k);
    if (command.has_prelude) {
        LOB_TRY(lob_run_write_prelude(ctx, w->dir_fd));
    }
    LOB_TRY(lob_deck_work_enter(ctx, command.limits.timeout_ms));
    lob_status status = lob_run_klayout(ctx, &k->klayout, &command, k->deck.name, k->deck.definitions,
                                        k->deck.definition_count, &k->result);
    lob_deck_work_leave();
    w->was_entered = status == LOB_OK;
    w->return_code = k->result.exit_code;
    w->said = k->result.err.tail;
    return status;
}

/* ---- after ---- */

lob_status lob_deck_work_move_log(deck_work *k) {
    static const char *const names[] = {LOB_DRC_STDOUT, LOB_DRC_STDERR};
    unlinkat(k->w->dir_fd, LOB_DRC_MARKERS, 0);
    unlinkat(k->w->dir_fd, "crops", 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (renameat(k->log_fd, names[i], k->w->dir_fd, names[i]) != 0) {
            return lob_fail_errno(k->w->call->ctx, errno);
        }
    }
    return LOB_OK;
}

void lob_deck_work_remove_log(deck_work *k) {
    lob_ctx own; /* a failure here is nobody's answer */
    bool removed;
    lob_ctx_init(&own, NULL);
    if (k->log_fd >= 0) {
        close(k->log_fd);
    }
    if (k->log_name[0]) {
        (void)lob_dir_remove_at(&own, k->w->session->dir_fd, k->log_name, &removed);
    }
}

/* The line of the deck that a message names: "deck.drc:12". */
static bool find_line(const deck_work *k, lob_str text, uint32_t *line) {
    const size_t size = strlen(k->deck.name);
    for (size_t at = 0; at + size + 1 < text.size; at++) {
        if (memcmp(text.data + at, k->deck.name, size) != 0 || text.data[at + size] != ':') {
            continue;
        }
        uint32_t value = 0;
        for (size_t i = at + size + 1; i < text.size && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
            value = value < 100000000 ? 10 * value + (uint32_t)(text.data[i] - '0') : value;
        }
        *line = value;
        if (value > 0) {
            return true;
        }
    }
    return false;
}

/* What Ruby said is wrong, and where in the client's file. It is the deck's
 * word: it may say anything. */
static void tell_place(deck_work *k) {
    static const char head[] = "ERROR: ";
    lob_error *error = &k->w->call->ctx->error;
    lob_str text = k->result.err.tail, file;
    uint32_t line, file_line;
    const char *found = text.size ? memmem(text.data, text.size, head, sizeof head - 1) : NULL;
    if (!found) {
        return;
    }
    const char *from = found + sizeof head - 1, *end = text.data + text.size;
    const char *stop = memchr(from, '\n', (size_t)(end - from));
    size_t size = (size_t)((stop ? stop : end) - from);
    lob_error_text(error, "deck_error", (lob_str){from, size < SAID_SIZE_MAX ? size : SAID_SIZE_MAX});
    if (find_line(k, (lob_str){from, (size_t)(end - from)}, &line)) {
        lob_deck_place(&k->deck, line, &file, &file_line);
        lob_error_text(error, "deck_file", file);
        lob_error_integer(error, "deck_line", file_line);
    }
}

/* Only an exit code of 0 and a file that is one make a report. */
static lob_status check_end(deck_work *k) {
    lob_drc_work *w = k->w;
    lob_ctx *ctx = w->call->ctx;
    int fd = -1;
    lob_status status = lob_run_check(ctx, &k->result);
    if (status == LOB_E_DRC_RUN_FAILED) {
        tell_place(k);
    }
    LOB_TRY(status);
    status = lob_run_open_report(ctx, w->dir_fd, LOB_DRC_REPORT, LOB_LIMIT_DRC_REPORT_SIZE, &fd);
    if (status == LOB_OK) {
        close(fd);
    }
    return status;
}

static lob_status show_walls(deck_work *k) {
    static const struct {
        unsigned wall;
        const char *name;
    } walls[] = {{LOB_WALL_LANDLOCK, "landlock"},         {LOB_WALL_SECCOMP, "seccomp"},
                 {LOB_WALL_NETNS, "network_namespace"},   {LOB_WALL_RLIMITS, "rlimits"},
                 {LOB_WALL_CAPABILITIES, "capabilities"}, {LOB_WALL_NO_NEW_PRIVS, "no_new_privs"},
                 {LOB_WALL_DESCRIPTORS, "descriptors"},   {LOB_WALL_PARENT_DEATH, "parent_death"}};
    enum { COUNT = sizeof walls / sizeof walls[0] };
    lob_ctx *ctx = k->w->call->ctx;
    const unsigned both = LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP;
    lob_run_drc_script_response_sandbox *shown = LOB_NEW(ctx->arena, lob_run_drc_script_response_sandbox);
    lob_str *items = LOB_NEW_ARRAY(ctx->arena, lob_str, COUNT);
    if (!shown || !items) {
        return lob_fail_memory(ctx);
    }
    shown->state = (k->result.walls.standing & both) == both ? LOB_RUN_DRC_SCRIPT_RESPONSE_SANDBOX_STATE_WALLS
                                                             : LOB_RUN_DRC_SCRIPT_RESPONSE_SANDBOX_STATE_OFF;
    shown->landlock_abi = k->result.walls.landlock_abi;
    shown->walls.items = items;
    for (size_t i = 0; i < COUNT; i++) {
        if (k->result.walls.standing & walls[i].wall) {
            items[shown->walls.count++] = lob_str_from(walls[i].name);
        }
    }
    k->w->response->sandbox = shown;
    return shown->state == LOB_RUN_DRC_SCRIPT_RESPONSE_SANDBOX_STATE_WALLS
               ? LOB_OK
               : lob_note(ctx, &k->w->notes,
                          "The sandbox was off (KLAYOUT_MCP_SANDBOX): the deck ran as a program of the server's user.");
}

lob_status lob_deck_work_show(deck_work *k) {
    lob_run_drc_script_response *a = k->w->response;
    lob_ctx *ctx = k->w->call->ctx;
    a->has_seconds = a->has_cpu_seconds = a->has_memory_peak_bytes = true;
    a->seconds = round(k->result.seconds * 1e3) / 1e3;
    a->cpu_seconds = round(k->result.cpu_seconds * 1e3) / 1e3;
    a->memory_peak_bytes = lob_count_show(k->result.memory_peak);
    LOB_TRY(show_walls(k));
    if (k->deck.source_added || k->deck.report_added) {
        LOB_TRY(lob_note(ctx, &k->w->notes, "The deck names no %s of its own and was given %s.",
                         !k->deck.report_added   ? "source"
                         : !k->deck.source_added ? "report file"
                                                 : "source and no report file",
                         k->deck.source_added && k->deck.report_added ? "both" : "it"));
    }
    if (k->deck.top_added) {
        LOB_TRY(
            lob_note(ctx, &k->w->notes,
                     "The deck names no top cell and was given the selected one; nothing outside of it was checked."));
    }
    if (k->result.out.kept_size < k->result.out.size || k->result.err.kept_size < k->result.err.size) {
        LOB_TRY(lob_note(ctx, &k->w->notes, "The deck printed more than is kept: stdout.txt or stderr.txt is cut."));
    }
    return LOB_OK;
}

static lob_status run(deck_work *k) {
    LOB_TRY(lob_deck_work_prepare(k));
    LOB_TRY(find_klayout(k));
    LOB_TRY(write_copy(k));
    LOB_TRY(lob_deck_work_open_log(k));
    LOB_TRY(run_deck(k));
    LOB_TRY(lob_deck_work_move_log(k));
    LOB_TRY(check_end(k));
    return lob_deck_work_show(k);
}

lob_status lob_deck_work_begin(lob_drc_work *w, deck_work **work) {
    lob_ctx *ctx = w->call->ctx;
    deck_work *k = LOB_NEW(ctx->arena, deck_work);
    if (!k) {
        return lob_fail_memory(ctx);
    }
    *k = (deck_work){.w = w, .log_fd = -1};
    snprintf(k->layout_name, sizeof k->layout_name, "layout.%s", w->session->format);
    LOB_TRY(lob_drc_begin(ctx, w->session, &w->run, &w->dir_fd));
    k->folder_path = lob_drc_path(ctx, w->session, w->run, "").data;
    *work = k;
    return k->folder_path ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_drc_run_klayout(lob_drc_work *w) {
    deck_work *k;
    LOB_TRY(lob_deck_work_begin(w, &k));
    lob_status status = run(k);
    lob_deck_work_remove_log(k);
    return status;
}
