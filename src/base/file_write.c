/* Files of ours: whole or not at all, below a folder descriptor, readable by their owner alone.
 *
 * A file is written under a temporary name that nobody can have (64 random bits, O_EXCL), forced to disk, renamed over
 * its final name, and the folder forced to disk; whatever fails takes the temporary file with it. Removing a tree keeps
 * two descriptors open however deep it is: a folder inside a folder is first moved up to the top, where it is emptied
 * in turn.
 */
#include "base/file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/digest.h"

enum { TEMPORARY_NAME_SIZE = 32, ENTRIES_SIZE = 8192, PASS_COUNT_MAX = 1 << 20, REMOVE_TRIES = 16 };
enum { DIR_FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

lob_status lob_fail_errno(lob_ctx *ctx, int error) {
    static const struct {
        int error;
        const char *reason, *message, *hint;
    } cases[] = {
        {ENOSPC, "disk_full", "No space is left for artifacts", "Free space, or close sessions with close_session."},
        {EDQUOT, "disk_full", "No space is left for artifacts", "Free space, or close sessions with close_session."},
        {EFBIG, "disk_full", "A file would be larger than the system allows", "Ask for less, or raise the limit."},
        {EMFILE, "descriptors", "Too many files are open", "Close sessions with close_session, then try again."},
        {ENFILE, "descriptors", "Too many files are open", "Close sessions with close_session, then try again."},
        {EACCES, "not_writable", "The folder for artifacts is not writable",
         "Set KLAYOUT_MCP_ARTIFACT_ROOT to a folder that this user can write to."},
        {EPERM, "not_writable", "The folder for artifacts is not writable",
         "Set KLAYOUT_MCP_ARTIFACT_ROOT to a folder that this user can write to."},
        {EROFS, "not_writable", "The folder for artifacts is not writable",
         "Set KLAYOUT_MCP_ARTIFACT_ROOT to a folder that this user can write to."},
        {EEXIST, "exists", "A file or folder with that name already exists", "Try again."},
        {0, "io", "The system could not read or write a file", "Check the disk, then try again."},
    };
    if (error == ENOMEM) {
        return lob_fail_memory(ctx);
    }
    size_t i = 0;
    while (cases[i].error != 0 && cases[i].error != error) {
        i++;
    }
    lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "%s", cases[i].message);
    lob_hint(ctx, "%s", cases[i].hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(cases[i].reason));
    lob_error_integer(&ctx->error, "system_error", error);
    return status;
}

static lob_status fail_folder(lob_ctx *ctx, int error, const char *path) {
    if (error != ENOENT && error != ENOTDIR && error != ENAMETOOLONG && error != ELOOP) {
        return lob_fail_errno(ctx, error);
    }
    lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "A folder for artifacts cannot be made");
    lob_hint(ctx, "Set KLAYOUT_MCP_ARTIFACT_ROOT to an absolute name whose parts are folders.");
    lob_error_text(&ctx->error, "reason", LOB_STR("no_folder"));
    lob_error_text(&ctx->error, "path", lob_str_from(path));
    return status;
}

/* Makes and enters one part. *dir is closed and becomes that part, or -1. */
static int enter_part(int dir, const char *part) {
    int made = mkdirat(dir, part, 0700);
    int next = -1;
    if (made == 0 || errno == EEXIST || errno == EROFS || errno == EACCES) { /* it may be there all the same */
        next = openat(dir, part, O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (next < 0 && errno == ENOENT) {
            errno = EACCES;
        }
    }
    int error = errno;
    close(dir);
    errno = error;
    return next;
}

lob_status lob_dir_make(lob_ctx *ctx, const char *path, int *fd) {
    *fd = -1;
    if (path[0] != '/') {
        return fail_folder(ctx, ENOENT, path);
    }
    int dir = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (const char *at = path; dir >= 0 && *at;) {
        char part[NAME_MAX + 1];
        size_t size = strcspn(at, "/");
        if (size >= sizeof part) {
            close(dir);
            return fail_folder(ctx, ENAMETOOLONG, path);
        }
        memcpy(part, at, size);
        part[size] = '\0';
        if (size > 0) {
            dir = enter_part(dir, part);
        }
        at += size + (at[size] == '/');
    }
    if (dir < 0) {
        return fail_folder(ctx, errno, path);
    }
    *fd = openat(dir, ".", DIR_FLAGS); /* an O_PATH descriptor cannot be forced to disk */
    int error = errno;
    close(dir);
    return *fd >= 0 ? LOB_OK : fail_folder(ctx, error, path);
}

lob_status lob_dir_make_at(lob_ctx *ctx, int dir_fd, const char *name, int *fd) {
    assert(!strchr(name, '/'));
    *fd = -1;
    if (mkdirat(dir_fd, name, 0700) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    *fd = openat(dir_fd, name, DIR_FLAGS | O_NOFOLLOW);
    if (*fd < 0) {
        lob_status status = lob_fail_errno(ctx, errno);
        unlinkat(dir_fd, name, AT_REMOVEDIR);
        return status;
    }
    return LOB_OK;
}

/* ---- writing ---- */

static bool temporary_name(char out[TEMPORARY_NAME_SIZE]) {
    uint8_t random[8];
    if (!lob_random(random, sizeof random)) {
        return false;
    }
    memcpy(out, ".tmp-", 5);
    lob_hex(out + 5, random, sizeof random);
    return true;
}

static bool write_whole(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t written = write(fd, data, size < SSIZE_MAX ? size : SSIZE_MAX);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            data += written;
            size -= (size_t)written;
        }
    }
    return true;
}

/* Some file systems cannot force a folder to disk and say EINVAL; there is nothing more to be had there. */
static bool sync_dir(int dir_fd) {
    return fsync(dir_fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

static bool fill_and_close(int fd, const void *data, size_t size) {
    bool fine = write_whole(fd, data, size) && fsync(fd) == 0;
    int error = errno;
    bool closed = close(fd) == 0;
    if (fine) {
        return closed;
    }
    errno = error;
    return false;
}

lob_status lob_file_write_at(lob_ctx *ctx, int dir_fd, const char *name, const void *data, size_t size) {
    assert(!strchr(name, '/'));
    char temporary[TEMPORARY_NAME_SIZE];
    if (!temporary_name(temporary)) {
        return lob_fail_errno(ctx, EIO);
    }
    int fd = openat(dir_fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        lob_status status = lob_fail_errno(ctx, errno);
        unlinkat(dir_fd, temporary, 0); /* network file systems may make a file and fail all the same */
        return status;
    }
    if (!fill_and_close(fd, data, size) || renameat(dir_fd, temporary, dir_fd, name) != 0) {
        lob_status status = lob_fail_errno(ctx, errno);
        unlinkat(dir_fd, temporary, 0);
        return status;
    }
    return sync_dir(dir_fd) ? LOB_OK : lob_fail_errno(ctx, errno);
}

/* ---- removing ---- */

typedef enum { SWEEP_EMPTY, SWEEP_PROGRESS, SWEEP_FAILED } sweep;

typedef sweep entry_fn(int top, int dir, const char *name);

/* Calls `each` for every entry of `dir` once. Allocates nothing, so that even then a tree can be removed. */
static sweep for_entries(int top, int dir, entry_fn *each) {
    union {
        char bytes[ENTRIES_SIZE];
        struct dirent64 align;
    } entries;
    sweep result = SWEEP_EMPTY;
    if (lseek(dir, 0, SEEK_SET) < 0) {
        return SWEEP_FAILED;
    }
    for (;;) {
        ssize_t size = getdents64(dir, (void *)&entries, sizeof entries);
        if (size <= 0) { /* ENOENT: somebody else removed the folder itself meanwhile */
            return size < 0 && errno != ENOENT ? SWEEP_FAILED : result;
        }
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries.bytes + at);
            at += entry->d_reclen;
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
                continue;
            }
            if (each(top, dir, entry->d_name) == SWEEP_FAILED) {
                return SWEEP_FAILED;
            }
            result = SWEEP_PROGRESS;
        }
    }
}

/* Removes a file, a link or an empty folder; ENOTEMPTY is left for the caller. */
static int remove_one(int dir, const char *name) {
    if (unlinkat(dir, name, 0) == 0) {
        return 0;
    }
    /* What is no folder has failed for good: EPERM, which POSIX has for a folder, is on Linux a file that may not go.
     */
    return errno == EISDIR ? unlinkat(dir, name, AT_REMOVEDIR) : -1;
}

static bool is_filled(int error) {
    return error == ENOTEMPTY || error == EEXIST;
}

/* An entry of a folder inside the top: removed, or moved up. */
static sweep lift_entry(int top, int dir, const char *name) {
    char lifted[TEMPORARY_NAME_SIZE];
    if (remove_one(dir, name) == 0 || errno == ENOENT) {
        return SWEEP_PROGRESS;
    }
    if (!is_filled(errno) || !temporary_name(lifted)) {
        return SWEEP_FAILED;
    }
    return renameat(dir, name, top, lifted) == 0 || errno == ENOENT ? SWEEP_PROGRESS : SWEEP_FAILED;
}

static sweep empty_dir(int top, int dir, entry_fn *each) {
    sweep result = SWEEP_PROGRESS;
    /* An entry may be passed over when the folder changes under the reading, so read until there is none. */
    for (int pass = 0; pass < PASS_COUNT_MAX && result == SWEEP_PROGRESS; pass++) {
        result = for_entries(top, dir, each);
    }
    return result;
}

/* An entry of the top itself. ENOENT anywhere: somebody else removes the tree too, which is just as well. */
static sweep remove_entry(int top, int dir, const char *name) {
    if (remove_one(dir, name) == 0 || errno == ENOENT) {
        return SWEEP_PROGRESS;
    }
    int inner = is_filled(errno) ? openat(dir, name, DIR_FLAGS | O_NOFOLLOW) : -1;
    if (inner < 0) {
        return errno == ENOENT ? SWEEP_PROGRESS : SWEEP_FAILED;
    }
    sweep result = empty_dir(top, inner, lift_entry);
    int error = errno;
    close(inner);
    errno = error;
    if (result != SWEEP_EMPTY) {
        return SWEEP_FAILED;
    }
    return unlinkat(dir, name, AT_REMOVEDIR) == 0 || errno == ENOENT ? SWEEP_PROGRESS : SWEEP_FAILED;
}

/* Empties and removes the folder; false and errno when it would not go. */
static bool remove_filled(int dir_fd, const char *name) {
    int top = openat(dir_fd, name, DIR_FLAGS | O_NOFOLLOW);
    if (top < 0) {
        return errno == ENOENT;
    }
    bool gone = false, again = true;
    /* Whoever still writes there may put something in between the two steps: a few more tries. */
    for (int i = 0; i < REMOVE_TRIES && !gone && again; i++) {
        again = empty_dir(top, top, remove_entry) == SWEEP_EMPTY;
        gone = again && (unlinkat(dir_fd, name, AT_REMOVEDIR) == 0 || errno == ENOENT);
    }
    int error = errno;
    close(top);
    errno = error;
    return gone;
}

lob_status lob_dir_remove_at(lob_ctx *ctx, int dir_fd, const char *name, bool *removed) {
    assert(!strchr(name, '/'));
    *removed = false;
    if (remove_one(dir_fd, name) != 0) {
        if (errno == ENOENT) {
            return LOB_OK;
        }
        if (!is_filled(errno) || !remove_filled(dir_fd, name)) {
            return lob_fail_errno(ctx, errno);
        }
    }
    *removed = true;
    return LOB_OK;
}
