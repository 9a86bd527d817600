/* Files and folders of a run. A report takes the place of an old one in one step. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static lob_status fail(lob_ctx *ctx, const char *what, const char *hint, const char *path) {
    lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "%s", what);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "path", lob_str_from(path));
    return status;
}

/* Files of artifacts are for their owner; a report is for whoever may read files of this user. */
static bool open_up(int folder, const char *name) {
    mode_t mask = umask(0);
    umask(mask);
    return fchmodat(folder, name, 0666 & ~mask, 0) == 0;
}

static lob_status fail_report(lob_ctx *ctx, const char *path) {
    return fail(ctx, "A report cannot be written", "Give a path in a folder that may be written.", path);
}

/* /dev/stdout, and whatever else names the file that it is. */
static bool is_standard_output(const struct stat *info) {
    struct stat ours;
    return fstat(STDOUT_FILENO, &ours) == 0 && ours.st_dev == info->st_dev && ours.st_ino == info->st_ino;
}

/* Where a report goes: its folder and its name there. Links are followed, so that they stay. In place: a pipe or a
 * device, which another file must not take the place of. */
typedef struct destination {
    char path[PATH_MAX];
    const char *folder, *name;
    bool in_place;
} destination;

static lob_status find_destination(lob_ctx *ctx, const char *path, destination *to) {
    struct stat info;
    size_t size = strlen(path);
    if (size == 0 || size >= sizeof to->path || path[size - 1] == '/') {
        return fail(ctx, "A report has no usable name", "Give the path of a file.", path);
    }
    bool is_there = stat(path, &info) == 0;
    if (is_there && S_ISDIR(info.st_mode)) {
        return fail_report(ctx, path);
    }
    to->in_place = is_there && (!S_ISREG(info.st_mode) || is_standard_output(&info));
    if (!is_there || to->in_place || realpath(path, to->path) == NULL) {
        memcpy(to->path, path, size + 1);
    }
    char *slash = strrchr(to->path, '/');
    to->folder = slash == NULL ? "." : slash == to->path ? "/" : to->path;
    to->name = slash != NULL ? slash + 1 : to->path;
    if (slash != NULL && !to->in_place) {
        *slash = '\0';
    }
    return LOB_OK;
}

lob_status conf_file_check(lob_ctx *ctx, const char *path) {
    destination to;
    LOB_TRY(find_destination(ctx, path, &to));
    return access(to.in_place ? path : to.folder, W_OK) == 0 ? LOB_OK : fail_report(ctx, path);
}

static bool write_in_place(const char *path, const lob_buf *text) {
    struct stat info;
    bool is_ours = stat(path, &info) == 0 && is_standard_output(&info); /* one place in the file for both */
    int fd = is_ours ? dup(STDOUT_FILENO) : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    bool fine = fd >= 0;
    for (size_t at = 0; fine && at < text->size;) {
        ssize_t size = write(fd, text->data + at, text->size - at);
        fine = size > 0 || (size < 0 && errno == EINTR);
        at += size > 0 ? (size_t)size : 0;
    }
    return fd >= 0 && close(fd) == 0 && fine;
}

static bool replace(lob_ctx *ctx, const destination *to, const lob_buf *text) {
    int fd = open(to->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    lob_ctx own; /* its words are about artifacts */
    lob_ctx_init(&own, ctx->arena);
    bool fine = lob_file_write_at(&own, fd, to->name, text->data != NULL ? text->data : "", text->size) == LOB_OK &&
                open_up(fd, to->name);
    close(fd);
    return fine;
}

lob_status conf_write_file(lob_ctx *ctx, const char *path, const lob_buf *text) {
    destination to;
    LOB_TRY(find_destination(ctx, path, &to));
    if (text->failed != LOB_BUF_FINE) {
        return lob_fail_memory(ctx);
    }
    return (to.in_place ? write_in_place(path, text) : replace(ctx, &to, text)) ? LOB_OK : fail_report(ctx, path);
}

lob_status conf_folder_open(lob_ctx *ctx, const char *keep, char folder[PATH_MAX]) {
    const char *base = getenv("TMPDIR");
    char path[PATH_MAX];
    base = base != NULL && base[0] != '\0' ? base : "/tmp";
    if (keep != NULL) {
        bool is_there = (mkdir(keep, 0700) == 0 || errno == EEXIST) && realpath(keep, folder) != NULL;
        return is_there ? LOB_OK : fail(ctx, "A folder cannot be made", "Give --keep a folder in one that is.", keep);
    }
    int size = snprintf(path, sizeof path, "%s/layout-observer-conformance-XXXXXX", base);
    if (size < 0 || (size_t)size >= sizeof path || mkdtemp(path) == NULL || realpath(path, folder) == NULL) {
        return fail(ctx, "No temporary folder can be made", "Set TMPDIR to a folder that may be written.", base);
    }
    return LOB_OK;
}

void conf_folder_remove(const char *folder) {
    char parent[PATH_MAX];
    const char *slash = strrchr(folder, '/');
    snprintf(parent, sizeof parent, "%.*s/", (int)(slash - folder), folder);
    lob_arena *arena = lob_arena_new(0);
    int fd = open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (arena != NULL && fd >= 0) {
        lob_ctx ctx;
        bool removed;
        lob_ctx_init(&ctx, arena);
        (void)lob_dir_remove_at(&ctx, fd, slash + 1, &removed); /* a folder left over is no reason to fail */
    }
    if (fd >= 0) {
        close(fd);
    }
    lob_arena_drop(arena);
}

static bool is_program(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

bool conf_has_klayout(void) {
    const char *name = getenv("KLAYOUT_BIN"), *list = getenv("PATH");
    char path[PATH_MAX];
    name = name != NULL && name[0] != '\0' ? name : "klayout";
    if (strchr(name, '/') != NULL) {
        return is_program(name);
    }
    for (const char *at = list != NULL ? list : ""; *at != '\0';) {
        size_t size = strcspn(at, ":");
        int used = snprintf(path, sizeof path, "%.*s/%s", (int)size, at, name);
        if (size > 0 && used > 0 && (size_t)used < sizeof path && is_program(path)) {
            return true;
        }
        at += size + (at[size] == ':');
    }
    return false;
}
