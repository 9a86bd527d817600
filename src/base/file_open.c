/* Opening what a client names.
 *
 * Idea: a name is never checked and then opened, it is opened under rules. Beneath a root the kernel resolves it with
 * openat2 and refuses links and ".."; where that call is missing, each part is opened in turn with O_NOFOLLOW. The name
 * is normalised as text first, so that no ".." is ever resolved on disk, and only then matched against the roots.
 * Invariant: a lob_roots holds normalised absolute paths without a trailing slash (the root itself is "").
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/platform.h"
#if LOB_HAS_OPENAT2
#include <linux/openat2.h>
#endif

enum { PATH_SIZE_MAX = 4096, OPENAT2_TRIES = 16, READ_SIZE = 65536 };
enum { INPUT_FLAGS = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

typedef struct root {
    char *path; /* owned */
    size_t size;
    int fd; /* O_PATH */
} root;

struct lob_roots {
    unsigned count;
    root items[];
};

static atomic_bool walk_forced;

void lob_file_force_walk(bool on) {
    atomic_store(&walk_forced, on);
}

/* ---- names ---- */

/* Without ".", ".." and doubled slashes. A name that ends in a slash keeps one, since it can only mean a folder.
 * False when it does not fit. */
static bool normalise(lob_str path, char out[PATH_SIZE_MAX]) {
    size_t size = 0, at = 0;
    bool wants_dir = false; /* so do "/a/" and "/a/." */
    if (path.size >= PATH_SIZE_MAX || memchr(path.data, '\0', path.size)) {
        return false;
    }
    while (at < path.size) {
        while (at < path.size && path.data[at] == '/') {
            at++;
        }
        const char *part = path.data + at;
        while (at < path.size && path.data[at] != '/') {
            at++;
        }
        size_t part_size = (size_t)(path.data + at - part);
        bool is_dot = part_size == 1 && part[0] == '.';
        wants_dir = part_size == 0 || is_dot;
        if (part_size == 2 && part[0] == '.' && part[1] == '.') {
            while (size > 0 && out[--size] != '/') {
            }
        } else if (part_size > 0 && !is_dot) {
            out[size++] = '/';
            memcpy(out + size, part, part_size);
            size += part_size;
        }
    }
    if (wants_dir) {
        out[size++] = '/';
    }
    out[size] = '\0';
    return true;
}

/* ---- roots ---- */

static lob_status fail_root(lob_ctx *ctx, const char *reason, lob_str path) {
    lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "A folder of --root or KLAYOUT_MCP_ROOTS cannot be opened");
    lob_hint(ctx,
             "Name existing folders: --root once for each, or KLAYOUT_MCP_ROOTS with colons between absolute paths.");
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_error_text(&ctx->error, "path", path);
    return status;
}

/* `path` is not empty. */
static lob_status open_root(lob_ctx *ctx, lob_str path, root *item) {
    char normal[PATH_SIZE_MAX];
    const char *reason = NULL;
    *item = (root){.fd = -1};
    if (path.data[0] != '/') {
        reason = "not_absolute";
    } else if (!normalise(path, normal)) {
        reason = "absent";
    } else {
        item->fd = open(normal[0] ? normal : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
        reason = item->fd < 0 ? "absent" : NULL;
    }
    if (reason) {
        return fail_root(ctx, reason, path);
    }
    item->size = strlen(normal);
    while (item->size > 0 && normal[item->size - 1] == '/') {
        normal[--item->size] = '\0';
    }
    item->path = lob_malloc(item->size + 1);
    if (!item->path) {
        close(item->fd);
        return lob_fail_memory(ctx);
    }
    memcpy(item->path, normal, item->size + 1);
    return LOB_OK;
}

lob_status lob_roots_open(lob_ctx *ctx, const char *list, lob_roots **roots) {
    list = list ? list : "";
    unsigned count_max = 1;
    for (const char *at = list; *at; at++) {
        count_max += *at == ':';
    }
    lob_roots *fresh = lob_calloc(1, sizeof *fresh + count_max * sizeof fresh->items[0]);
    if (!fresh) {
        return lob_fail_memory(ctx);
    }
    for (const char *at = list; *at;) {
        size_t size = strcspn(at, ":");
        if (size > 0) {
            lob_status status = open_root(ctx, (lob_str){at, size}, &fresh->items[fresh->count]);
            if (status != LOB_OK) {
                lob_roots_close(fresh);
                return status;
            }
            fresh->count++;
        }
        at += size + (at[size] == ':');
    }
    if (*list && fresh->count == 0) { /* a list that names nothing must not open everything */
        lob_roots_close(fresh);
        return fail_root(ctx, "no_folder", lob_str_from(list));
    }
    *roots = fresh;
    return LOB_OK;
}

void lob_roots_close(lob_roots *roots) {
    if (!roots) {
        return;
    }
    for (unsigned i = 0; i < roots->count; i++) {
        lob_free(roots->items[i].path);
        close(roots->items[i].fd);
    }
    lob_free(roots);
}

/* The longest root that holds the normalised name; *below is the rest of it without the slash. */
static const root *find_root(const lob_roots *roots, const char *path, const char **below) {
    const root *best = NULL;
    for (unsigned i = 0; i < roots->count; i++) {
        const root *item = &roots->items[i];
        bool holds = strncmp(path, item->path, item->size) == 0 && (path[item->size] == '/' || !path[item->size]);
        if (holds && (!best || item->size > best->size)) {
            best = item;
        }
    }
    if (best) {
        *below = path + best->size + (path[best->size] == '/');
    }
    return best;
}

/* ---- opening beneath a root: a descriptor, or -1 and errno; ELOOP means a link ---- */

/* One part of the way. O_PATH | O_NOFOLLOW opens a link itself and O_DIRECTORY then says ENOTDIR: tell links apart. */
static int open_part(int dir, const char *name, bool is_last) {
    int flags = is_last ? INPUT_FLAGS : O_PATH | O_DIRECTORY | O_CLOEXEC;
    int fd = openat(dir, name, flags | O_NOFOLLOW);
    if (fd < 0 && errno == ENOTDIR) {
        struct stat info = {0}; /* stays so when it is gone meanwhile */
        fstatat(dir, name, &info, AT_SYMLINK_NOFOLLOW);
        errno = S_ISLNK(info.st_mode) ? ELOOP : ENOTDIR;
    }
    return fd;
}

/* `path` is normalised and relative; "" is the folder itself. */
static int open_by_walk(int root_fd, const char *path) {
    int dir = root_fd;
    for (;;) {
        char part[PATH_SIZE_MAX] = ".";
        size_t size = strcspn(path, "/");
        if (size > 0) {
            memcpy(part, path, size);
            part[size] = '\0';
        }
        bool is_last = path[size] == '\0';
        int fd = open_part(dir, part, is_last);
        int error = errno;
        if (dir != root_fd) {
            close(dir);
        }
        errno = error;
        if (fd < 0 || is_last) {
            return fd;
        }
        dir = fd;
        path += size + 1;
    }
}

#if LOB_HAS_OPENAT2
static int open_beneath(int root_fd, const char *path) {
    struct open_how how = {.flags = INPUT_FLAGS,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
    for (int i = 0; i < OPENAT2_TRIES && !atomic_load(&walk_forced); i++) {
        int fd = (int)syscall(SYS_openat2, root_fd, *path ? path : ".", &how, sizeof how);
        if (fd >= 0) {
            return fd;
        }
        if (errno == ENOSYS || errno == EPERM) { /* an old kernel, valgrind, a container's filter */
            break;
        }
        if (errno != EAGAIN) { /* EAGAIN: something was renamed meanwhile */
            return -1;
        }
    }
    return open_by_walk(root_fd, path);
}
#else
static int open_beneath(int root_fd, const char *path) {
    return open_by_walk(root_fd, path);
}
#endif

/* ---- telling what went wrong ---- */

static lob_status fail_path(lob_ctx *ctx, lob_status code, const char *reason, const char *message, const char *hint,
                            lob_str path) {
    lob_status status = lob_fail(ctx, code, "%s", message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_error_text(&ctx->error, "path", path);
    return status;
}

static lob_status fail_absent(lob_ctx *ctx, lob_str path) {
    return fail_path(ctx, LOB_E_FILE_NOT_FOUND, "absent", "The file does not exist",
                     "Check the spelling; the path must be absolute and on the machine where the server runs.", path);
}

static lob_status fail_outside(lob_ctx *ctx, lob_str path) {
    return fail_path(ctx, LOB_E_FILE_NOT_FOUND, "outside_roots", "The file is outside the folders that may be read",
                     "Name a file inside a folder of --root or KLAYOUT_MCP_ROOTS, with no symbolic link in its path.",
                     path);
}

static lob_status fail_not_regular(lob_ctx *ctx, mode_t mode, lob_str path) {
    if (S_ISDIR(mode)) {
        return fail_path(ctx, LOB_E_UNSUPPORTED_FORMAT, "directory", "The path names a folder, not a file",
                         "Name a file in the folder.", path);
    }
    return fail_path(ctx, LOB_E_UNSUPPORTED_FORMAT, "not_regular",
                     "The path names a device, pipe or socket, not a file", "Copy the data into a regular file first.",
                     path);
}

static lob_status fail_open(lob_ctx *ctx, int error, lob_str path) {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
        return fail_absent(ctx, path);
    case ELOOP:
    case EXDEV:
        return fail_outside(ctx, path);
    case ENXIO: /* a socket */
    case ENODEV:
        return fail_not_regular(ctx, S_IFSOCK, path);
    case EMFILE:
    case ENFILE:
    case ENOMEM:
        return lob_fail_errno(ctx, error);
    default:
        return fail_path(ctx, LOB_E_UNSUPPORTED_FORMAT, "unreadable", "The file cannot be read",
                         "Give the user that runs this server permission to read it.", path);
    }
}

/* ---- the two doors ---- */

static lob_status open_anywhere(lob_ctx *ctx, const char *name, lob_str path, int *fd) {
    struct stat info;
    /* Opening some devices does something already, so look first; what is opened is looked at again. */
    if (stat(name, &info) == 0 && !S_ISREG(info.st_mode)) {
        return fail_not_regular(ctx, info.st_mode, path);
    }
    *fd = open(name, INPUT_FLAGS);
    if (*fd >= 0) {
        return LOB_OK;
    }
    return errno == ELOOP ? fail_absent(ctx, path) : fail_open(ctx, errno, path);
}

static lob_status open_in_roots(lob_ctx *ctx, const lob_roots *roots, lob_str path, int *fd) {
    char normal[PATH_SIZE_MAX];
    const char *below = NULL;
    if (!normalise(path, normal)) {
        return fail_absent(ctx, path);
    }
    const root *holder = find_root(roots, normal, &below);
    if (!holder) {
        return fail_outside(ctx, path);
    }
    *fd = open_beneath(holder->fd, below);
    return *fd >= 0 ? LOB_OK : fail_open(ctx, errno, path);
}

static lob_status check_opened(lob_ctx *ctx, int fd, lob_str path, uint64_t size_max, struct stat *info) {
    if (fstat(fd, info) != 0 || fcntl(fd, F_SETFL, 0) != 0) { /* 0: O_NONBLOCK was only for the opening */
        return lob_fail_errno(ctx, errno);
    }
    if (!S_ISREG(info->st_mode)) {
        return fail_not_regular(ctx, info->st_mode, path);
    }
    if (size_max != 0 && (uint64_t)info->st_size > size_max) {
        lob_status status = fail_path(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "file_size", "The file is larger than allowed",
                                      "Raise KLAYOUT_MCP_MAX_FILE_BYTES, or open a smaller file.", path);
        lob_error_integer(&ctx->error, "size", (int64_t)info->st_size);
        lob_error_integer(&ctx->error, "limit", (int64_t)size_max); /* below a size, which is no more than that */
        return status;
    }
    return LOB_OK;
}

lob_status lob_file_open_input(lob_ctx *ctx, const lob_roots *roots, lob_str path, uint64_t size_max, int *fd,
                               struct stat *info) {
    *fd = -1;
    if (path.size == 0 || path.data[0] != '/') {
        return fail_path(ctx, LOB_E_FILE_NOT_FOUND, "not_absolute", "The path is not absolute",
                         "Give the full path of the file, beginning with a slash.", path);
    }
    int opened = -1;
    if (roots && roots->count > 0) {
        LOB_TRY(open_in_roots(ctx, roots, path, &opened));
    } else {
        char name[PATH_SIZE_MAX];
        if (path.size >= sizeof name || memchr(path.data, '\0', path.size)) {
            return fail_absent(ctx, path);
        }
        memcpy(name, path.data, path.size);
        name[path.size] = '\0';
        LOB_TRY(open_anywhere(ctx, name, path, &opened));
    }
    lob_status status = check_opened(ctx, opened, path, size_max, info);
    if (status != LOB_OK) {
        close(opened);
        return status;
    }
    *fd = opened;
    return LOB_OK;
}

/* ---- small files at once ---- */

static lob_status read_into(lob_ctx *ctx, int fd, size_t size_max, lob_buf *buf) {
    for (;;) {
        char *end = lob_buf_reserve(buf, READ_SIZE);
        if (!end) {
            return lob_fail_memory(ctx);
        }
        ssize_t got = read(fd, end, READ_SIZE);
        if (got == 0) {
            return LOB_OK;
        }
        if (got < 0 && errno != EINTR) {
            lob_status status = lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "The file cannot be read");
            lob_hint(ctx, "Check that the path names a regular file on a working disk.");
            lob_error_text(&ctx->error, "reason", LOB_STR("unreadable"));
            return status;
        }
        buf->size += got > 0 ? (size_t)got : 0;
        if (buf->size > size_max) {
            lob_status status = lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "The file is larger than allowed");
            lob_hint(ctx, "Name a file of at most %zu bytes.", size_max);
            lob_error_text(&ctx->error, "reason", LOB_STR("file_size"));
            lob_error_integer(&ctx->error, "limit", (int64_t)size_max);
            return status;
        }
    }
}

lob_status lob_file_read_all(lob_ctx *ctx, int fd, size_t size_max, lob_str *content) {
    lob_buf buf;
    lob_buf_init(&buf, 0);
    lob_status status = read_into(ctx, fd, size_max, &buf);
    if (status == LOB_OK) {
        const char *copy = lob_arena_strdup(ctx->arena, buf.data, buf.size);
        *content = (lob_str){copy, buf.size};
        status = copy ? LOB_OK : lob_fail_memory(ctx);
    }
    lob_buf_release(&buf);
    return status;
}
