/* See tcp_export.h. Names are walked part by part with O_NOFOLLOW from a descriptor of the root, so what is checked is
 * what is opened. Invariant: no file is made but by a descriptor that this walk ended at. */
#include "tcp/tcp_export.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "io/write.h"

enum { FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

struct lob_tcp_export {
    int fd;
    size_t given_size, real_size;
    char given[PATH_MAX], real[PATH_MAX]; /* as it was named; without links. Neither ends in a slash */
};

static size_t without_slashes(char *path) {
    size_t size = strlen(path);
    while (size > 0 && path[size - 1] == '/') {
        path[--size] = '\0';
    }
    return size;
}

static lob_status refuse_root(lob_ctx *ctx, const char *root) {
    lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The folder for exports cannot be opened");
    lob_error_text(&ctx->error, "path", lob_str_from(root));
    lob_hint(ctx, "Make the folder first, or name another with --export-root.");
    return status;
}

lob_status lob_tcp_export_open(lob_ctx *ctx, const char *root, lob_tcp_export **folder) {
    lob_tcp_export *fresh = lob_calloc(1, sizeof *fresh);
    if (!fresh) {
        return lob_fail_memory(ctx);
    }
    fresh->fd = -1;
    if ((size_t)snprintf(fresh->given, sizeof fresh->given, "%s", root) < sizeof fresh->given &&
        realpath(root, fresh->real)) {
        fresh->fd = open(fresh->real, FOLDER_FLAGS);
    }
    if (fresh->fd < 0) {
        lob_free(fresh);
        return refuse_root(ctx, root);
    }
    fresh->given_size = without_slashes(fresh->given);
    fresh->real_size = without_slashes(fresh->real);
    *folder = fresh;
    return LOB_OK;
}

void lob_tcp_export_close(lob_tcp_export *folder) {
    if (folder) {
        close(folder->fd);
        lob_free(folder);
    }
}

/* What of an absolute path lies below the folder; NULL: it does not. */
static const char *below(const char *path, const char *root, size_t size) {
    return strncmp(path, root, size) == 0 && path[size] == '/' ? path + size + 1 : NULL;
}

static const char *relative(const lob_tcp_export *folder, const char *path) {
    if (path[0] != '/') {
        return path;
    }
    const char *rest = below(path, folder->given, folder->given_size);
    return rest ? rest : below(path, folder->real, folder->real_size);
}

static bool is_parent(const char *part, size_t size) {
    return size == 2 && part[0] == '.' && part[1] == '.';
}

/* ".." anywhere: refused before anything is looked at. */
static bool has_parent(const char *path) {
    while (*path) {
        size_t size = strcspn(path, "/");
        if (is_parent(path, size)) {
            return true;
        }
        path += size + (path[size] == '/');
    }
    return false;
}

/* One step down. */
static lob_tcp_place enter(int *dir, const char *part, size_t size) {
    char name[NAME_MAX + 1];
    struct stat info;
    if (size > NAME_MAX) {
        return LOB_TCP_PLACE_NO_FOLDER;
    }
    memcpy(name, part, size);
    name[size] = '\0';
    if (fstatat(*dir, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode)) {
        return LOB_TCP_PLACE_OUTSIDE;
    }
    int next = openat(*dir, name, FOLDER_FLAGS);
    if (next < 0) {
        return errno == ELOOP ? LOB_TCP_PLACE_OUTSIDE : LOB_TCP_PLACE_NO_FOLDER;
    }
    close(*dir);
    *dir = next;
    return LOB_TCP_PLACE_FINE;
}

static lob_tcp_place walk(int *dir, const char *path, const char **name) {
    for (;;) {
        size_t size = strcspn(path, "/");
        if (path[size] == '\0') {
            struct stat info;
            *name = path;
            bool is_link = size > 0 && fstatat(*dir, path, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
            return is_link ? LOB_TCP_PLACE_OUTSIDE : LOB_TCP_PLACE_FINE;
        }
        bool stays = size == 0 || (size == 1 && path[0] == '.');
        lob_tcp_place place = stays ? LOB_TCP_PLACE_FINE : enter(dir, path, size);
        if (place != LOB_TCP_PLACE_FINE) {
            return place;
        }
        path += size + 1;
    }
}

lob_tcp_place lob_tcp_export_find(const lob_tcp_export *folder, const char *path, int *dir, const char **name) {
    const char *rest = has_parent(path) ? NULL : relative(folder, path);
    if (!rest) {
        return LOB_TCP_PLACE_OUTSIDE;
    }
    *dir = fcntl(folder->fd, F_DUPFD_CLOEXEC, 0);
    if (*dir < 0) {
        return LOB_TCP_PLACE_NO_FOLDER;
    }
    lob_tcp_place place = walk(dir, rest, name);
    if (place != LOB_TCP_PLACE_FINE) {
        close(*dir);
    }
    return place;
}

static bool is_packed(const char *name) {
    size_t size = strlen(name);
    return size > 3 && strcasecmp(name + size - 3, ".gz") == 0;
}

lob_status lob_tcp_export_write(lob_ctx *ctx, const lob_layout *layout, int dir, const char *name) {
    bool is_oasis = lob_format_from_name(lob_str_from(name)) == LOB_FORMAT_OAS;
    lob_write_options options = {.format = is_oasis ? LOB_FORMAT_OAS : LOB_FORMAT_GDS, .gzip = is_packed(name)};
    lob_write_warnings warnings;
    char path[PATH_MAX + 64];
    /* The name that the kernel gives a descriptor's folder: it cannot be turned into another one meanwhile. */
    if ((size_t)snprintf(path, sizeof path, "/proc/self/fd/%d/%s", dir, name) >= sizeof path) {
        return lob_outfile_fail(ctx, ENAMETOOLONG);
    }
    return lob_write_file(ctx, layout, &options, path, &warnings);
}
