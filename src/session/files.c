/* See files.h. The folder is read anew each time: KLayout writes into it as well. */
#include "session/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "session/store.h"

/* ---- a list ---- */

typedef struct found {
    lob_buf records; /* size, path, 0, one after the other */
    size_t count;
} found;

static void keep(void *arg, const char *path, uint64_t size) {
    found *f = arg;
    if (path) {
        lob_buf_add(&f->records, &size, sizeof size);
        lob_buf_add(&f->records, path, strlen(path) + 1);
        f->count++;
    }
}

static int compare_files(const void *a, const void *b) {
    return lob_str_compare(((const lob_session_file *)a)->path, ((const lob_session_file *)b)->path);
}

static void take_apart(const char *text, lob_session_file *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memcpy(&files[i].size, text, sizeof files[i].size);
        files[i].path = lob_str_from(text + sizeof files[i].size);
        text = files[i].path.data + files[i].path.size + 1;
    }
    qsort(files, count, sizeof *files, compare_files);
}

lob_status lob_session_files(lob_ctx *ctx, const lob_sessions *sessions, const char *id, lob_session_file **files,
                             size_t *count) {
    found f = {.count = 0};
    lob_buf_init(&f.records, 0);
    lob_session_dir_walk(lob_sessions_config(sessions)->artifact_root, id, keep, &f);
    char *text = f.records.failed ? NULL : lob_arena_alloc(ctx->arena, f.records.size + 1);
    *files = text ? lob_arena_alloc(ctx->arena, (f.count + 1) * sizeof **files) : NULL;
    *count = *files ? f.count : 0;
    if (*files && f.count > 0) {
        memcpy(text, f.records.data, f.records.size);
        take_apart(text, *files, f.count);
    }
    lob_buf_release(&f.records);
    return *files ? LOB_OK : lob_fail_memory(ctx);
}

/* ---- one file ---- */

static lob_status fail_absent(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The session has no such file");
    lob_hint(ctx, "resources/list names the files of the open sessions.");
    return status;
}

/* The first part of *rest, which becomes what is behind it. False: it is empty, hidden or too long. */
static bool next_part(lob_str *rest, char part[256]) {
    size_t size = 0;
    while (size < rest->size && rest->data[size] != '/') {
        size++;
    }
    if (size == 0 || size >= 256 || rest->data[0] == '.' || memchr(rest->data, '\0', size)) {
        return false;
    }
    memcpy(part, rest->data, size);
    part[size] = '\0';
    const size_t skip = size + (size < rest->size);
    *rest = (lob_str){rest->data + skip, rest->size - skip};
    return true;
}

/* -1: there is none. `path` leads down from `fd`, which is closed. */
static int open_below(int fd, lob_str path) {
    char part[256];
    while (fd >= 0 && path.size > 0) {
        const bool is_fine = next_part(&path, part);
        const int flags = path.size > 0 ? O_DIRECTORY : O_NONBLOCK;
        const int next = is_fine ? openat(fd, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags) : -1;
        close(fd);
        fd = next;
    }
    return fd;
}

static bool is_own(lob_str path) {
    return lob_str_equal(path, LOB_STR("session.json")) || lob_str_equal(path, LOB_STR("lock")) ||
           lob_str_equal(path, LOB_STR("kept"));
}

lob_status lob_session_file_open(lob_ctx *ctx, const lob_sessions *sessions, const char *id, lob_str path, int *fd,
                                 uint64_t *size) {
    char folder[4200];
    struct stat info;
    snprintf(folder, sizeof folder, "%s/sessions/%s", lob_sessions_config(sessions)->artifact_root, id);
    *fd = path.size > 0 && !is_own(path)
              ? open_below(open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), path)
              : -1;
    if (*fd >= 0 && (fstat(*fd, &info) != 0 || !S_ISREG(info.st_mode))) {
        close(*fd);
        *fd = -1;
    }
    *size = *fd >= 0 ? (uint64_t)info.st_size : 0;
    return *fd >= 0 ? LOB_OK : fail_absent(ctx);
}
