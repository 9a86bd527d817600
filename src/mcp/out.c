/* Writing lines. SIGPIPE is the program's to ignore. */
#include "mcp/out.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* POSIX: when a pipe is writable, this much goes in without blocking. */
enum { CHUNK_SIZE = 4096, STALL_MS = 400 };

bool lob_out_init(lob_out *out, int fd, int wake_fd, int stop_fd) {
    out->fd = fd;
    out->wake_fds[0] = wake_fd;
    out->wake_fds[1] = stop_fd;
    out->in_fd = -1;
    atomic_init(&out->broken, false);
    return pthread_mutex_init(&out->lock, NULL) == 0;
}

void lob_out_release(lob_out *out) {
    pthread_mutex_destroy(&out->lock);
}

bool lob_out_hung_up(int in_fd) {
    struct pollfd fd = {in_fd, POLLRDHUP, 0};
    return poll(&fd, 1, 0) > 0 && (fd.revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0;
}

/* False when it is time to give up. */
static bool wait_writable(const lob_out *out) {
    struct pollfd fds[3] = {{out->fd, POLLOUT, 0}, {out->wake_fds[0], POLLIN, 0}, {out->wake_fds[1], POLLIN, 0}};
    for (;;) {
        int count = poll(fds, 3, STALL_MS);
        if (count == 0 ? !lob_out_hung_up(out->in_fd) : count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 || (fds[0].revents & (POLLERR | POLLNVAL))) {
            return false;
        }
        if (fds[0].revents & (POLLOUT | POLLHUP)) {
            return true;
        }
        return false; /* woken to end, and no room */
    }
}

static bool write_all(const lob_out *out, lob_str line) {
    while (line.size > 0) {
        if (!wait_writable(out)) {
            return false;
        }
        ssize_t written = write(out->fd, line.data, line.size < CHUNK_SIZE ? line.size : CHUNK_SIZE);
        if (written < 0) {
            if (errno == EINTR || errno == EAGAIN) {
                continue;
            }
            return false;
        }
        line.data += written;
        line.size -= (size_t)written;
    }
    return true;
}

bool lob_out_send(lob_out *out, lob_str line) {
    pthread_mutex_lock(&out->lock);
    bool fine = !atomic_load(&out->broken) && write_all(out, line);
    if (!fine) {
        atomic_store(&out->broken, true);
    }
    pthread_mutex_unlock(&out->lock);
    return fine;
}
