/* See runs.h. Folders are made and opened beneath the session's own by descriptor and never through a link, for what
 * ran in them is not trusted. A run is its own block, so that the list may move. */
#include "session/runs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "session/store.h"

enum { ENTRIES_SIZE = 8192, CANDIDATES = 5, DIR_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
#define CROPS     "crops"
#define TEMPORARY ".tmp-"

/* ---- the list ---- */

static void unkeep(lob_drc_run *run) {
    if (run->kept) {
        run->drop(run->kept);
    }
    run->kept = NULL;
    run->drop = NULL;
}

static void free_run(lob_drc_run *run) {
    unkeep(run);
    lob_free(run);
}

void lob_drc_runs_drop(lob_drc_runs *runs) {
    if (runs) {
        for (uint32_t i = 0; i < runs->count; i++) {
            free_run(runs->items[i]);
        }
        lob_free(runs->items);
        lob_free(runs);
    }
}

static lob_status make_room(lob_ctx *ctx, lob_session *session) {
    lob_drc_runs *runs = session->runs ? session->runs : lob_calloc(1, sizeof *runs);
    if (!runs) {
        return lob_fail_memory(ctx);
    }
    session->runs = runs;
    if (runs->count >= LOB_LIMIT_DRC_RUNS_KEPT) {
        lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The session has the maximum number of runs");
        lob_hint(ctx, "Close the session, which removes its runs, and open the layout again.");
        lob_error_text(&ctx->error, "reason", LOB_STR("drc_runs"));
        lob_error_text(&ctx->error, "limit_name", LOB_STR("drc_runs_kept"));
        lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DRC_RUNS_KEPT);
        return status;
    }
    if (runs->count == runs->capacity) {
        const uint32_t capacity = runs->capacity ? 2 * runs->capacity : 4;
        lob_drc_run **items = lob_realloc(runs->items, capacity * sizeof *items);
        if (!items) {
            return lob_fail_memory(ctx);
        }
        runs->items = items;
        runs->capacity = capacity;
    }
    return LOB_OK;
}

/* ---- folders ---- */

static lob_status open_parent(lob_ctx *ctx, const lob_session *session, int *fd) {
    if (mkdirat(session->dir_fd, "drc", 0700) != 0 && errno != EEXIST) {
        return lob_fail_errno(ctx, errno);
    }
    *fd = openat(session->dir_fd, "drc", DIR_FLAGS);
    return *fd >= 0 ? LOB_OK : lob_fail_errno(ctx, errno);
}

static lob_status make_folder(lob_ctx *ctx, const lob_session *session, const lob_drc_run *run, int *dir_fd) {
    int parent = -1;
    LOB_TRY(open_parent(ctx, session, &parent));
    lob_status status = lob_dir_make_at(ctx, parent, run->id, dir_fd);
    close(parent);
    return status;
}

lob_status lob_drc_open_dir(lob_ctx *ctx, const lob_session *session, const lob_drc_run *run, int *dir_fd) {
    *dir_fd = openat(session->dir_fd, run->folder, DIR_FLAGS);
    if (*dir_fd >= 0) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "The folder of the run cannot be opened");
    lob_hint(ctx, "Run the deck again with run_drc_script.");
    lob_error_text(&ctx->error, "reason", LOB_STR("no_folder"));
    lob_error_integer(&ctx->error, "system_error", errno);
    return status;
}

lob_str lob_drc_path(lob_ctx *ctx, const lob_session *session, const lob_drc_run *run, const char *name) {
    const size_t size = strlen(session->artifact_path) + strlen(run->folder) + strlen(name) + 2;
    char *path = lob_arena_alloc(ctx->arena, size + 1);
    if (path) {
        snprintf(path, size + 1, "%s/%s/%s", session->artifact_path, run->folder, name);
    }
    return (lob_str){path, path ? size : 0};
}

/* Adds the bytes of the regular files of one folder; false: it cannot be read. */
static bool add_folder(int dir_fd, uint64_t *sum) {
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
    ssize_t size;
    while ((size = getdents64(dir_fd, (void *)&entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries.bytes + at);
            struct stat info = {0}; /* stays so when it is gone meanwhile */
            at += entry->d_reclen;
            fstatat(dir_fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW);
            if (S_ISREG(info.st_mode)) {
                *sum = lob_u64_add_sat(*sum, (uint64_t)info.st_size);
            }
        }
    }
    return size == 0;
}

static void count_as(lob_session *session, lob_drc_run *run, uint64_t size) {
    session->artifact_size -= run->size < session->artifact_size ? run->size : session->artifact_size;
    session->artifact_size = lob_u64_add_sat(session->artifact_size, size);
    run->size = size;
}

lob_status lob_drc_recount(lob_ctx *ctx, lob_session *session, lob_drc_run *run) {
    int dir_fd = -1;
    LOB_TRY(lob_drc_open_dir(ctx, session, run, &dir_fd));
    uint64_t size = 0;
    bool fine = add_folder(dir_fd, &size);
    const int crops_fd = openat(dir_fd, CROPS, DIR_FLAGS);
    if (crops_fd >= 0) {
        fine &= add_folder(crops_fd, &size);
        close(crops_fd);
    }
    close(dir_fd);
    if (!fine) {
        return lob_fail_errno(ctx, EIO);
    }
    count_as(session, run, size);
    return LOB_OK;
}

/* ---- from beginning to end ---- */

lob_status lob_drc_begin(lob_ctx *ctx, lob_session *session, lob_drc_run **run, int *dir_fd) {
    *dir_fd = -1;
    LOB_TRY(make_room(ctx, session));
    lob_drc_runs *runs = session->runs;
    lob_drc_run *added = lob_calloc(1, sizeof *added);
    if (!added) {
        return lob_fail_memory(ctx);
    }
    lob_session_print_id(session, "drc_", runs->begun + 1, added->id);
    snprintf(added->folder, sizeof added->folder, "drc/%s", added->id);
    lob_status status = make_folder(ctx, session, added, dir_fd);
    if (status != LOB_OK) {
        lob_free(added);
        return status;
    }
    runs->begun++;
    runs->items[runs->count++] = added;
    *run = added;
    return LOB_OK;
}

static void remove_folder(const lob_session *session, const lob_drc_run *run) {
    lob_ctx own; /* a failure here is nobody's answer */
    bool removed = false;
    const int parent = openat(session->dir_fd, "drc", DIR_FLAGS);
    lob_ctx_init(&own, NULL);
    if (parent >= 0) {
        lob_dir_remove_at(&own, parent, run->id, &removed);
        close(parent);
    }
}

void lob_drc_remove(lob_session *session, lob_drc_run *run) {
    lob_drc_runs *runs = session->runs;
    uint32_t at = 0;
    while (runs->items[at] != run) {
        at++;
    }
    runs->count--;
    memmove(&runs->items[at], &runs->items[at + 1], (runs->count - at) * sizeof *runs->items);
    remove_folder(session, run);
    count_as(session, run, 0);
    free_run(run);
}

lob_status lob_drc_end(lob_ctx *ctx, lob_session *session, lob_drc_run *run, lob_drc_state state, int return_code) {
    lob_status status = lob_drc_recount(ctx, session, run);
    if (status == LOB_OK) {
        status = lob_artifact_fits(ctx, session, 0);
    }
    if (status == LOB_OK) {
        run->state = state;
        run->return_code = return_code;
        status = lob_session_json_write(ctx, (lob_session_entry *)session);
    }
    if (status != LOB_OK) {
        lob_drc_remove(session, run);
    }
    return status;
}

/* ---- finding ---- */

static lob_status fail_unknown(lob_ctx *ctx, const lob_session *session, lob_str id) {
    const uint32_t count = lob_drc_count(session);
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s",
                                 count ? "The session has no run with this id" : "This session has no runs yet");
    lob_hint(
        ctx,
        count ? "Use a run_id from details.candidates, the last runs of this session, or call run_drc_script. For a "
                "run of another session, send that session_id."
              : "Call run_drc_script with {\"session_id\", \"script_path\"} first and use the run_id of its answer.");
    lob_error_text(&ctx->error, "argument", LOB_STR("run_id"));
    lob_error_text(&ctx->error, "reason", count ? LOB_STR("unknown_run") : LOB_STR("no_runs"));
    lob_error_text(&ctx->error, "run_id", id);
    for (uint32_t i = 0; i < count && i < CANDIDATES; i++) {
        lob_error_candidate(&ctx->error, lob_str_from(session->runs->items[count - 1 - i]->id));
    }
    return status;
}

lob_status lob_drc_find(lob_ctx *ctx, lob_session *session, lob_str id, lob_drc_run **run) {
    const uint32_t count = lob_drc_count(session);
    uint32_t at = 0;
    while (at < count && !lob_str_equal(lob_str_from(session->runs->items[at]->id), id)) {
        at++;
    }
    if (at == count) {
        return fail_unknown(ctx, session, id);
    }
    *run = session->runs->items[at];
    if ((*run)->state == LOB_DRC_DONE) {
        return LOB_OK;
    }
    const bool is_running = (*run)->state == LOB_DRC_RUNNING;
    lob_status status = lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "%s",
                                 is_running ? "The run has not ended" : "The run failed and left no report");
    lob_hint(ctx,
             is_running ? "Wait for the answer of run_drc_script." : "Fix the deck and call run_drc_script again.");
    lob_error_text(&ctx->error, "reason", is_running ? LOB_STR("running") : LOB_STR("failed"));
    lob_error_text(&ctx->error, "run_id", id);
    return status;
}

void lob_drc_keep(lob_session *session, lob_drc_run *run, void *kept, void (*drop)(void *arg)) {
    for (uint32_t i = 0; i < lob_drc_count(session); i++) {
        unkeep(session->runs->items[i]);
    }
    run->kept = kept;
    run->drop = drop;
}

/* ---- files ---- */

static uint64_t old_size(const lob_session *session, const char *folder, const char *name) {
    struct stat info;
    const int fd = openat(session->dir_fd, folder, DIR_FLAGS);
    const bool is_there = fd >= 0 && fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode);
    if (fd >= 0) {
        close(fd);
    }
    return is_there ? (uint64_t)info.st_size : 0;
}

/* What is replaced counts no longer; after a failure what is still there counts again. */
lob_status lob_drc_write_crop(lob_ctx *ctx, lob_session *session, lob_drc_run *run, const char *name, const void *data,
                              size_t size, lob_str *path) {
    char folder[LOB_DRC_FOLDER_SIZE + sizeof "/" CROPS];
    snprintf(folder, sizeof folder, "%s/%s", run->folder, CROPS);
    const lob_artifact what = {.folder = folder,
                               .name = name,
                               .failure = LOB_E_RENDER_FAILED,
                               .message = "The picture of a marker could not be stored",
                               .hint = "Free disk space in the artifact folder (KLAYOUT_MCP_ARTIFACT_ROOT), or close "
                                       "sessions with close_session; then try again."};
    const uint64_t before = old_size(session, folder, name);
    const uint64_t spared = before < run->size ? before : run->size;
    count_as(session, run, run->size - spared);
    lob_status status = lob_artifact_write(ctx, session, &what, data, size, path);
    if (status == LOB_OK) {
        run->size += size; /* the session's sum has it already */
    } else {
        const uint64_t after = old_size(session, folder, name);
        count_as(session, run, run->size + (after < spared ? after : spared));
    }
    return status;
}

/* ---- streams ---- */

static void temporary_of(char out[80], const char *name) {
    snprintf(out, 80, TEMPORARY "%s", name);
}

lob_status lob_drc_stream_begin(lob_ctx *ctx, const lob_session *session, const lob_drc_run *run, const char *name,
                                lob_drc_stream *stream) {
    char temporary[80];
    LOB_TRY(lob_drc_open_dir(ctx, session, run, &stream->dir_fd));
    snprintf(stream->name, sizeof stream->name, "%s", name);
    temporary_of(temporary, name);
    unlinkat(stream->dir_fd, temporary, 0); /* of a process that was killed */
    stream->fd = openat(stream->dir_fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (stream->fd >= 0) {
        return LOB_OK;
    }
    lob_status status = lob_fail_errno(ctx, errno);
    close(stream->dir_fd);
    return status;
}

static lob_status put_in_place(lob_ctx *ctx, lob_session *session, lob_drc_run *run, const lob_drc_stream *stream) {
    char temporary[80];
    struct stat info;
    temporary_of(temporary, stream->name);
    if (fsync(stream->fd) != 0 || fstat(stream->fd, &info) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    const uint64_t before = old_size(session, run->folder, stream->name), size = (uint64_t)info.st_size;
    LOB_TRY(lob_artifact_fits(ctx, session, size > before ? size - before : 0));
    if (renameat(stream->dir_fd, temporary, stream->dir_fd, stream->name) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    count_as(session, run, run->size - (before < run->size ? before : run->size) + size);
    if (fsync(stream->dir_fd) != 0 && errno != EINVAL && errno != ENOTSUP) { /* as of sync_dir() in base/file_write.c */
        lob_status status = lob_fail_errno(ctx, errno);
        unlinkat(stream->dir_fd, stream->name, 0);
        count_as(session, run, run->size - size);
        return status;
    }
    return LOB_OK;
}

lob_status lob_drc_stream_end(lob_ctx *ctx, lob_session *session, lob_drc_run *run, lob_drc_stream *stream,
                              lob_status status, lob_str *path) {
    char temporary[80];
    *path = lob_drc_path(ctx, session, run, stream->name); /* first, so that nothing can fail once the file is there */
    if (status == LOB_OK && !path->data) {
        status = lob_fail_memory(ctx);
    }
    if (status == LOB_OK) {
        status = put_in_place(ctx, session, run, stream);
    }
    close(stream->fd);
    if (status != LOB_OK) {
        temporary_of(temporary, stream->name);
        unlinkat(stream->dir_fd, temporary, 0);
    }
    close(stream->dir_fd);
    return status;
}
