/* The folders of sessions: ROOT/sessions/<id>, each with a file `lock` that its process keeps locked.
 *
 * A folder whose lock can be taken, or that has none, belonged to a process that died, and may be removed. That holds
 * only if nobody can see a folder between mkdir and flock: whoever makes one holds ROOT/sessions itself locked as a
 * reader meanwhile, whoever sweeps takes it as a writer before looking at a folder.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/log.h"
#include "session/store.h"

#define LOCK_NAME "lock"
#define KEPT_NAME "kept" /* in folders that no sweep removes */

enum { ENTRIES_SIZE = 8192 };

bool lob_session_parse_id(lob_str id, uint64_t *number) {
    if (id.size != LOB_SESSION_ID_SIZE || memcmp(id.data, "ses_", 4) != 0) {
        return false;
    }
    uint64_t value = 0;
    for (size_t i = 4; i < id.size; i++) {
        char c = id.data[i];
        bool is_digit = c >= '0' && c <= '9';
        if (!is_digit && !(c >= 'a' && c <= 'f')) {
            return false;
        }
        value = value << 4 | (uint64_t)(is_digit ? c - '0' : c - 'a' + 10);
    }
    *number = value;
    return true;
}

static bool lock_file(int dir_fd, int flags, int *lock_fd) {
    *lock_fd = openat(dir_fd, LOCK_NAME, flags | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (*lock_fd < 0) {
        return false;
    }
    if (flock(*lock_fd, LOCK_EX | LOCK_NB) == 0) {
        return true;
    }
    int error = errno;
    close(*lock_fd);
    *lock_fd = -1;
    errno = error;
    return false;
}

static bool mark_kept(int dir_fd) {
    const int fd = openat(dir_fd, KEPT_NAME, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    return fd >= 0 && close(fd) == 0;
}

static lob_status make_locked(lob_ctx *ctx, lob_session_entry *entry) {
    LOB_TRY(lob_dir_make_at(ctx, entry->parent_fd, entry->shown.id, &entry->shown.dir_fd));
    if (!lock_file(entry->shown.dir_fd, O_CREAT | O_EXCL, &entry->lock_fd) ||
        (entry->is_kept && !mark_kept(entry->shown.dir_fd))) {
        lob_status status = lob_fail_errno(ctx, errno);
        entry->is_kept = false;
        lob_session_dir_remove(entry);
        return status;
    }
    return LOB_OK;
}

lob_status lob_session_dir_make(lob_ctx *ctx, lob_session_entry *entry, const char *root) {
    char parent[4096];
    size_t size = strlen(root);
    while (size > 1 && root[size - 1] == '/') {
        size--;
    }
    snprintf(parent, sizeof parent, "%.*s/sessions", (int)size, root);
    snprintf(entry->shown.artifact_path, sizeof entry->shown.artifact_path, "%.*s/sessions/%s", (int)size, root,
             entry->shown.id);
    /* Opened anew each time: its lock is then this call's own, and a root that was removed meanwhile comes back. */
    LOB_TRY(lob_dir_make(ctx, parent, &entry->parent_fd));
    if (flock(entry->parent_fd, LOCK_SH) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    lob_status status = make_locked(ctx, entry);
    flock(entry->parent_fd, LOCK_UN);
    return status;
}

static bool remove_folder(int parent_fd, const char *name) {
    lob_ctx ctx; /* a failure here is nobody's answer */
    bool removed = false;
    lob_ctx_init(&ctx, NULL);
    if (lob_dir_remove_at(&ctx, parent_fd, name, &removed) != LOB_OK) {
        lob_log(LOB_LOG_WARNING, "the folder of a session cannot be removed: %s", ctx.error.message);
    }
    return removed;
}

bool lob_session_dir_remove(const lob_session_entry *entry) {
    unlinkat(entry->shown.dir_fd, LOCK_NAME, 0); /* an otherwise empty folder then goes without one more descriptor */
    if (entry->is_kept) {
        return false;
    }
    return remove_folder(entry->parent_fd, entry->shown.id);
}

/* ---- counting ---- */

/* Folders below a session's lie no deeper than drc/RUN/crops; what a deck makes below those is not counted. */
enum { LEVELS_MAX = 4 };

typedef struct level {
    int fd;
    ssize_t size, at;
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
} level;

static bool enter(level *l, int parent_fd, const char *name) {
    *l = (level){.fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    return l->fd >= 0;
}

/* NULL: there are no more. */
static const struct dirent64 *next_entry(level *l) {
    if (l->at >= l->size) {
        l->size = getdents64(l->fd, (void *)&l->entries, sizeof l->entries);
        l->at = 0;
    }
    if (l->size <= 0) {
        return NULL;
    }
    const struct dirent64 *entry = (const struct dirent64 *)(const void *)(l->entries.bytes + l->at);
    l->at += entry->d_reclen;
    return entry;
}

static bool is_own_file(const char *name) {
    return strcmp(name, LOCK_NAME) == 0 || strcmp(name, KEPT_NAME) == 0 || strcmp(name, "session.json") == 0;
}

/* Joins the names of the levels below the first, and `name`. False: it does not fit, or a URI would have to escape it.
 */
static bool join_names(const char *const *names, int count, const char *name, char out[LOB_SESSION_FILE_PATH_SIZE]) {
    size_t size = 0;
    for (int i = 0; i <= count; i++) {
        const char *part = i < count ? names[i] : name;
        for (const char *at = part; *at; at++) {
            const char c = *at;
            const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                                  c == '_' || c == '-' || (c == '.' && at > part);
            if (!is_plain || size + 2 >= LOB_SESSION_FILE_PATH_SIZE) {
                return false;
            }
            out[size++] = c;
        }
        out[size++] = '/';
    }
    out[size - 1] = '\0';
    return true;
}

void lob_session_dir_walk(const char *root, const char *id, lob_session_dir_visit *visit, void *arg) {
    char path[4200], names[LEVELS_MAX][256], joined[LOB_SESSION_FILE_PATH_SIZE];
    const char *parts[LEVELS_MAX];
    level levels[LEVELS_MAX];
    snprintf(path, sizeof path, "%s/sessions/%s", root, id);
    int depth = enter(&levels[0], AT_FDCWD, path) ? 1 : 0;
    while (depth > 0) {
        level *l = &levels[depth - 1];
        const struct dirent64 *entry = next_entry(l);
        struct stat info = {0}; /* stays so when it is gone meanwhile */
        if (!entry) {
            close(l->fd);
            depth--;
            continue;
        }
        fstatat(l->fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW);
        if (S_ISREG(info.st_mode) && !(depth == 1 && is_own_file(entry->d_name))) {
            visit(arg, join_names(parts, depth - 1, entry->d_name, joined) ? joined : NULL, (uint64_t)info.st_size);
        } else if (S_ISDIR(info.st_mode) && strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
                   depth < LEVELS_MAX && enter(&levels[depth], l->fd, entry->d_name)) {
            snprintf(names[depth - 1], sizeof names[0], "%s", entry->d_name);
            parts[depth - 1] = names[depth - 1];
            depth++;
        }
    }
}

static void count_file(void *arg, const char *path, uint64_t size) {
    (void)path;
    (void)size;
    ++*(uint64_t *)arg;
}

uint64_t lob_session_dir_count(const char *root, const char *id) {
    uint64_t count = 0;
    lob_session_dir_walk(root, id, count_file, &count);
    return count;
}

void lob_session_dir_close(const lob_session_entry *entry) {
    const int fds[] = {entry->lock_fd, entry->shown.dir_fd, entry->parent_fd};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

/* ---- sweeping ---- */

/* *lock_fd: what must stay open while the folder is removed, or -1. */
static bool is_dead(int parent_fd, const char *name, int *lock_fd) {
    *lock_fd = -1;
    if (flock(parent_fd, LOCK_EX) != 0) {
        return false;
    }
    bool dead = false;
    int dir_fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir_fd >= 0) {
        dead = faccessat(dir_fd, KEPT_NAME, F_OK, AT_SYMLINK_NOFOLLOW) != 0 &&
               (lock_file(dir_fd, 0, lock_fd) || errno == ENOENT);
        close(dir_fd);
    }
    flock(parent_fd, LOCK_UN);
    return dead;
}

static void sweep_one(int parent_fd, const char *name) {
    uint64_t number;
    int lock_fd;
    if (lob_session_parse_id(lob_str_from(name), &number) && is_dead(parent_fd, name, &lock_fd)) {
        remove_folder(parent_fd, name);
        if (lock_fd >= 0) {
            close(lock_fd);
        }
    }
}

static void sweep_all(int parent_fd) {
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
    ssize_t size;
    while ((size = getdents64(parent_fd, (void *)&entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries.bytes + at);
            at += entry->d_reclen;
            sweep_one(parent_fd, entry->d_name);
        }
    }
}

lob_status lob_session_dir_sweep(lob_ctx *ctx, const char *root) {
    char parent[4096];
    snprintf(parent, sizeof parent, "%s/sessions", root);
    int parent_fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent_fd >= 0) {
        sweep_all(parent_fd);
        close(parent_fd);
        return LOB_OK;
    }
    if (errno == ENOENT) {
        return LOB_OK;
    }
    if (errno != ENOTDIR) {
        return lob_fail_errno(ctx, errno);
    }
    lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The artifact root is not a folder");
    lob_hint(ctx, "Set KLAYOUT_MCP_ARTIFACT_ROOT to an absolute name whose parts are folders.");
    lob_error_text(&ctx->error, "reason", LOB_STR("no_folder"));
    lob_error_text(&ctx->error, "path", lob_str_from(parent));
    return status;
}

void lob_session_print_id(const lob_session *session, const char prefix[5], uint32_t number,
                          char out[LOB_NUMBER_ID_SIZE + 1]) {
    const uint32_t first = (uint32_t)lob_hash64_stable(session->id, strlen(session->id));
    snprintf(out, LOB_NUMBER_ID_SIZE + 1, "%.4s%08x", prefix, first + number);
}
