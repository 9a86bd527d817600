/* Writing a layout: the format's writer, and the file around it. Invariant: whatever fails, `path` is as it was and
 * nothing else is left in its folder. */
#include "io/write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "io/gds/gds.h"
#include "io/oas/oas.h"

enum { TEMPORARY_NAME_SIZE = 40 };

lob_status lob_write_layout_as(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options,
                               lob_outfile *out, lob_write_warnings *warnings) {
    *warnings = (lob_write_warnings){0};
    switch (options->format) {
    case LOB_FORMAT_GDS:
        return lob_gds_write(ctx, layout, options, out, warnings);
    case LOB_FORMAT_OAS:
        return lob_oas_write(ctx, layout, options, out, warnings);
    default:
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "There is no writer of that format");
    }
}

lob_status lob_write_layout(lob_ctx *ctx, const lob_layout *layout, lob_format format, lob_outfile *out,
                            lob_write_warnings *warnings) {
    return lob_write_layout_as(ctx, layout, &(lob_write_options){.format = format}, out, warnings);
}

/* A file in the making: `name` in the folder `dir`, `temporary` until it is whole. */
typedef struct saving {
    lob_ctx *ctx;
    int dir, fd;
    const char *name;
    char temporary[TEMPORARY_NAME_SIZE];
} saving;

static lob_status refuse_target(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The output is not a regular file");
    lob_hint(ctx, "Name a file, in a folder that exists.");
    lob_error_text(&ctx->error, "reason", LOB_STR("not_regular"));
    return status;
}

static lob_status open_folder(saving *s, const char *path) {
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    s->name = slash ? slash + 1 : path;
    size_t size = slash ? (size_t)(slash - path) + 1 : 0;
    if (size >= sizeof folder) {
        return lob_outfile_fail(s->ctx, ENAMETOOLONG);
    }
    if (size > 0) {
        memcpy(folder, path, size);
        folder[size] = '\0';
    }
    s->dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return s->dir >= 0 ? LOB_OK : lob_outfile_fail(s->ctx, errno);
}

static lob_status open_temporary(saving *s) {
    struct stat info;
    uint8_t random[8];
    if (s->name[0] == '\0') {
        return refuse_target(s->ctx);
    }
    /* ENOENT also of a link that leads nowhere: the link is replaced. */
    bool is_there = fstatat(s->dir, s->name, &info, 0) == 0;
    if (!is_there && errno != ENOENT) {
        return lob_outfile_fail(s->ctx, errno);
    }
    if (is_there && !S_ISREG(info.st_mode)) {
        return refuse_target(s->ctx);
    }
    if (!lob_random(random, sizeof random)) {
        return lob_outfile_fail(s->ctx, EIO);
    }
    memcpy(s->temporary, ".tmp-", 5);
    lob_hex(s->temporary + 5, random, sizeof random);
    s->fd = openat(s->dir, s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    return s->fd >= 0 ? LOB_OK : lob_outfile_fail(s->ctx, errno);
}

/* What goes into the file: `bytes`, or a layout when their data are NULL. */
typedef struct content {
    lob_str bytes;
    const lob_layout *layout;
    const lob_write_options *options;
    lob_write_warnings *warnings;
} content;

static lob_status fill(saving *s, const content *what) {
    lob_outfile out;
    lob_status status = lob_outfile_begin(s->ctx, &out, s->fd, what->options->gzip);
    if (status == LOB_OK && what->bytes.data) {
        lob_outfile_add(&out, what->bytes.data, what->bytes.size);
    } else if (status == LOB_OK) {
        status = lob_write_layout_as(s->ctx, what->layout, what->options, &out, what->warnings);
    }
    if (status == LOB_OK) {
        status = lob_outfile_end(&out);
    }
    lob_outfile_release(&out);
    return status;
}

/* Some file systems cannot force a folder to disk and say EINVAL; there is nothing more to be had there. */
static bool sync_folder(int dir) {
    return fsync(dir) == 0 || errno == EINVAL || errno == ENOTSUP;
}

static lob_status finish(saving *s) {
    bool is_kept = fsync(s->fd) == 0;
    int error = errno;
    bool is_closed = close(s->fd) == 0;
    s->fd = -1;
    if (!is_kept || !is_closed) {
        return lob_outfile_fail(s->ctx, is_kept ? errno : error);
    }
    if (renameat(s->dir, s->temporary, s->dir, s->name) != 0) {
        return lob_outfile_fail(s->ctx, errno);
    }
    s->temporary[0] = '\0';
    return sync_folder(s->dir) ? LOB_OK : lob_outfile_fail(s->ctx, errno);
}

static lob_status save(saving *s, const content *what, const char *path) {
    LOB_TRY(open_folder(s, path));
    LOB_TRY(open_temporary(s));
    LOB_TRY(fill(s, what));
    return finish(s);
}

static lob_status write_whole(lob_ctx *ctx, const content *what, const char *path) {
    saving s = {.ctx = ctx, .dir = -1, .fd = -1};
    lob_status status = save(&s, what, path);
    if (s.fd >= 0) {
        close(s.fd);
    }
    if (s.dir >= 0 && s.temporary[0]) {
        unlinkat(s.dir, s.temporary, 0);
    }
    if (s.dir >= 0) {
        close(s.dir);
    }
    return status;
}

lob_status lob_write_file(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options, const char *path,
                          lob_write_warnings *warnings) {
    *warnings = (lob_write_warnings){0};
    return write_whole(ctx, &(content){.layout = layout, .options = options, .warnings = warnings}, path);
}

lob_status lob_write_bytes(lob_ctx *ctx, lob_str bytes, const char *path) {
    lob_write_options plain = {.format = LOB_FORMAT_UNKNOWN};
    return write_whole(ctx, &(content){.bytes = bytes, .options = &plain}, path);
}
