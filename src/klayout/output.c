/* What a child says: the first bytes into a file, the last into memory, all of them counted.
 *
 * Invariant: the child can neither reach the file (its descriptor is ours alone) nor make the parent hold more than a
 * tail, nor wait for ever on a full pipe: what is not kept is read all the same.
 */
#include "klayout/run_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum { READ_SIZE = 16384, READ_COUNT_MAX = 64 };

lob_status lob_stream_open(lob_ctx *ctx, lob_stream *stream, int log_fd, const char *name, uint64_t kept_size_max,
                           int *write_fd) {
    int ends[2];
    *stream = (lob_stream){.read_fd = -1, .file_fd = -1, .kept_size_max = kept_size_max};
    *write_fd = -1;
    if (log_fd >= 0) {
        stream->file_fd = openat(log_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (stream->file_fd < 0) {
            return lob_fail_errno(ctx, errno);
        }
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    stream->read_fd = ends[0];
    *write_fd = ends[1];
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 ? LOB_OK : lob_fail_errno(ctx, errno);
}

void lob_stream_close(lob_stream *stream) {
    if (stream->read_fd >= 0) {
        close(stream->read_fd);
    }
    if (stream->file_fd >= 0 && close(stream->file_fd) != 0 && stream->write_error == 0) {
        stream->write_error = errno;
    }
    stream->read_fd = stream->file_fd = -1;
}

static void keep(lob_stream *stream, const char *data, size_t size) {
    uint64_t room = stream->kept_size_max - stream->kept_size;
    size = size < room ? size : (size_t)room;
    while (size > 0 && stream->file_fd >= 0 && stream->write_error == 0) {
        ssize_t written = write(stream->file_fd, data, size);
        if (written < 0) {
            stream->write_error = errno == EINTR ? 0 : errno;
            continue;
        }
        data += written;
        size -= (size_t)written;
        stream->kept_size += (uint64_t)written;
    }
}

static void remember(lob_stream *stream, const char *data, size_t size) {
    if (size > LOB_RUN_TAIL_SIZE) {
        data += size - LOB_RUN_TAIL_SIZE;
        size = LOB_RUN_TAIL_SIZE;
    }
    if (stream->tail_size + size > sizeof stream->tail) {
        memmove(stream->tail, stream->tail + stream->tail_size - LOB_RUN_TAIL_SIZE, LOB_RUN_TAIL_SIZE);
        stream->tail_size = LOB_RUN_TAIL_SIZE;
    }
    memcpy(stream->tail + stream->tail_size, data, size);
    stream->tail_size += size;
}

void lob_stream_drain(lob_stream *stream) {
    char data[READ_SIZE];
    for (int i = 0; i < READ_COUNT_MAX && stream->read_fd >= 0; i++) {
        ssize_t size = read(stream->read_fd, data, sizeof data);
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0 && errno == EAGAIN) {
            return;
        }
        if (size <= 0) {
            close(stream->read_fd);
            stream->read_fd = -1;
            return;
        }
        stream->size += (uint64_t)size;
        keep(stream, data, (size_t)size);
        remember(stream, data, (size_t)size);
    }
}

/* What Qt says, as KLayout 0.28.5 prints it, when it is refused the socket by which it looks for network interfaces. */
static bool is_noise(const char *line, size_t size) {
    static const char start[] = "Critical: Could not create AF_NETLINK socket";
    return size >= sizeof start - 1 && memcmp(line, start, sizeof start - 1) == 0;
}

lob_status lob_stream_result(lob_ctx *ctx, const lob_stream *stream, lob_run_output *output) {
    size_t size = stream->tail_size < LOB_RUN_TAIL_SIZE ? stream->tail_size : LOB_RUN_TAIL_SIZE;
    const char *at = stream->tail + stream->tail_size - size, *end = at + size;
    if (stream->size > size) { /* cut: from the next line on */
        const char *line = memchr(at, '\n', size);
        at = line && line + 1 < end ? line + 1 : at;
    }
    char *tail = lob_arena_alloc(ctx->arena, size + 1), *to = tail;
    if (!tail) {
        return lob_fail_memory(ctx);
    }
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t line_size = (size_t)((line_end ? line_end + 1 : end) - at);
        if (!is_noise(at, line_size)) {
            memcpy(to, at, line_size);
            to += line_size;
        }
        at += line_size;
    }
    *to = '\0';
    *output = (lob_run_output){stream->size, stream->kept_size, {tail, (size_t)(to - tail)}};
    return LOB_OK;
}
