/* Sending to a client that may be slow, or may never read. */
#include "http/conn.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "base/clock.h"

/* False: it took too long. */
static bool wait_room(const lob_http_conn *conn, int64_t until_ms) {
    struct pollfd fd = {conn->fd, POLLOUT, 0};
    const int64_t left_ms = until_ms - lob_clock_ms();
    return conn->stage == LOB_HTTP_STAGE_ACTIVE && left_ms > 0 && poll(&fd, 1, (int)left_ms) >= 0;
}

bool lob_http_conn_send(lob_http_conn *conn, lob_str first, lob_str second) {
    size_t at = 0;
    const size_t size = first.size + second.size;
    const int64_t until_ms =
        lob_clock_ms() + LOB_HTTP_UNREAD_MS + (int64_t)(size / (LOB_HTTP_SLOWEST_KIB_S * 1024U)) * 1000;
    while (at < size) {
        const size_t skip = at < first.size ? at : first.size, over = at - skip;
        struct iovec parts[2] = {{(void *)(uintptr_t)(first.data + skip), first.size - skip},
                                 {(void *)(uintptr_t)(second.data + over), second.size - over}};
        const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
        const ssize_t count = sendmsg(conn->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0) {
            at += (size_t)count;
        } else if (errno != EINTR && (errno != EAGAIN || !wait_room(conn, until_ms))) {
            return false;
        }
    }
    return true;
}
