/* A loop around poll(). Invariants: only the loop adds and frees connections; while a connection is ACTIVE the loop
 * does not touch it, until a thread has put it into `back`; every connection that is not ACTIVE has a deadline. */
#include "http/door.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "http/threads.h"

enum { BLOCK_SIZE = 65536, STARVED_MS = 100, DRAIN_STEP_MS = 5, PRESS_MS = 1000, THROWN_MAX = LOB_HTTP_BODY_SIZE_MAX };

struct lob_http_door {
    lob_http_door_calls calls;
    int fd, wake_fd;
    pthread_t thread;
    pthread_mutex_t lock;
    bool is_closing;     /* under the lock */
    lob_http_conn *back; /* under the lock: answered */
    lob_http_threads threads;
    /* The loop's; after it the closing thread's. */
    lob_http_conn *all[LOB_HTTP_CONNECTION_COUNT_MAX];
    unsigned count;
    uint64_t turn_count;
    int64_t starved_until_ms; /* no descriptor was left */
    struct pollfd fds[LOB_HTTP_CONNECTION_COUNT_MAX + 2];
    lob_http_conn *polled[LOB_HTTP_CONNECTION_COUNT_MAX];
    char block[BLOCK_SIZE];
};

/* ---- one connection ---- */

static void set_stage(lob_http_conn *conn, lob_http_stage stage, int64_t ms) {
    conn->stage = stage;
    conn->since_ms = lob_clock_ms();
    conn->deadline_ms = conn->since_ms + ms;
}

/* Ends the request, answered or broken off. */
static void end_request(lob_http_door *door, lob_http_conn *conn) {
    door->calls.done(door->calls.arg, conn);
    lob_http_request_release(&conn->request);
    lob_http_request_init(&conn->request);
}

static void drop(lob_http_door *door, lob_http_conn *conn) {
    end_request(door, conn);
    lob_http_request_release(&conn->request);
    lob_buf_release(&conn->ahead);
    close(conn->fd);
    for (unsigned i = 0; i < door->count; i++) {
        if (door->all[i] == conn) {
            door->all[i] = door->all[--door->count];
            break;
        }
    }
    lob_free(conn);
}

/* Nothing more is answered; reading on keeps the kernel from cutting off the answer that is on its way. */
static void linger(lob_http_door *door, lob_http_conn *conn) {
    end_request(door, conn);
    lob_buf_release(&conn->ahead);
    (void)shutdown(conn->fd, SHUT_WR);
    set_stage(conn, LOB_HTTP_STAGE_LINGER, LOB_HTTP_LINGER_MS);
}

static void refuse(lob_http_door *door, lob_http_conn *conn) {
    conn->is_last = true;
    door->calls.bad(door->calls.arg, conn);
    linger(door, conn);
}

/* ---- who gives way ---- */

static bool is_stranger(const lob_http_conn *conn) {
    return !conn->is_known && conn->stage == LOB_HTTP_STAGE_HEAD;
}

static bool is_of(const lob_http_conn *conn, const lob_http_address *address) {
    return address == NULL || memcmp(&conn->address, address, sizeof *address) == 0;
}

static unsigned count_of(const lob_http_door *door, const lob_http_address *address, bool strangers) {
    unsigned count = 0;
    for (unsigned i = 0; i < door->count; i++) {
        count += is_of(door->all[i], address) && (!strangers || is_stranger(door->all[i]));
    }
    return count;
}

/* The lower, the sooner it gives way. */
static int rank_of(const lob_http_conn *conn) {
    switch (conn->stage) {
    case LOB_HTTP_STAGE_LINGER:
        return 0;
    case LOB_HTTP_STAGE_HEAD:
        return !conn->is_known ? 1 : lob_http_request_is_begun(&conn->request) ? 3 : 2;
    case LOB_HTTP_STAGE_BODY:
        return 4;
    default:
        return 5;
    }
}

/* Ends the one of this address (NULL: of any) that can best be spared. False: all are being answered. */
static bool make_room(lob_http_door *door, const lob_http_address *address, bool strangers) {
    lob_http_conn *victim = NULL;
    for (unsigned i = 0; i < door->count; i++) {
        lob_http_conn *conn = door->all[i];
        if (conn->stage == LOB_HTTP_STAGE_ACTIVE || !is_of(conn, address) || (strangers && !is_stranger(conn))) {
            continue;
        }
        const int rank = rank_of(conn), best = victim != NULL ? rank_of(victim) : 0;
        if (victim == NULL || rank < best || (rank == best && conn->turn < victim->turn)) {
            victim = conn;
        }
    }
    if (victim != NULL) {
        drop(door, victim);
    }
    return victim != NULL;
}

void lob_http_door_press(lob_http_door *door, const lob_http_conn *but) {
    lob_http_conn *oldest = NULL;
    for (unsigned i = 0; i < door->count; i++) {
        lob_http_conn *conn = door->all[i];
        if (conn != but && conn->stage == LOB_HTTP_STAGE_BODY && conn->since_ms + PRESS_MS <= lob_clock_ms() &&
            (oldest == NULL || conn->since_ms < oldest->since_ms)) {
            oldest = conn;
        }
    }
    if (oldest != NULL) {
        oldest->deadline_ms = 0;
    }
}

/* ---- a request comes in ---- */

static void begin_head(lob_http_conn *conn) {
    set_stage(conn, LOB_HTTP_STAGE_HEAD, conn->is_known ? LOB_HTTP_IDLE_MS : LOB_HTTP_HEAD_MS);
}

/* False: it was refused. `is_all`: nothing behind the head has come yet. */
static bool take_head(lob_http_door *door, lob_http_conn *conn, bool is_all) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (!door->calls.head(door->calls.arg, conn)) {
        linger(door, conn);
        return false;
    }
    conn->is_known = true;
    conn->turn = ++door->turn_count;
    set_stage(conn, LOB_HTTP_STAGE_BODY, LOB_HTTP_BODY_MS);
    if (conn->request.expects && conn->request.state == LOB_HTTP_REQUEST_BODY && is_all) {
        (void)lob_http_conn_send(conn, LOB_STR(go_on), (lob_str){"", 0});
    }
    return true;
}

/* The request is whole: off to a thread. `ahead` takes what came behind it. */
static void hand_over(lob_http_door *door, lob_http_conn *conn, const char *data, size_t size) {
    lob_buf_clear(&conn->ahead);
    lob_buf_add(&conn->ahead, data, size);
    conn->is_last = !conn->request.keeps || conn->ahead.failed != LOB_BUF_FINE;
    set_stage(conn, LOB_HTTP_STAGE_ACTIVE, 0);
    if (!lob_http_threads_give(&door->threads, conn)) {
        conn->stage = LOB_HTTP_STAGE_BODY;
        conn->request.status = 503;
        conn->request.why = "No thread is left for this request; try again";
        refuse(door, conn);
    }
}

/* Goes through what came, up to the end of a request. */
static void feed(lob_http_door *door, lob_http_conn *conn, const char *data, size_t size) {
    lob_http_request *r = &conn->request;
    for (size_t at = 0; at < size;) {
        const bool was_begun = lob_http_request_is_begun(r);
        const lob_http_request_state before = r->state;
        lob_str piece;
        at += lob_http_request_take(r, data + at, size - at, &piece);
        if (!was_begun && conn->is_known) {
            set_stage(conn, LOB_HTTP_STAGE_HEAD, LOB_HTTP_HEAD_MS);
        }
        if (r->state == LOB_HTTP_REQUEST_BAD) {
            refuse(door, conn);
            return;
        }
        if (before == LOB_HTTP_REQUEST_HEAD && r->state != before && !take_head(door, conn, at == size)) {
            return;
        }
        if (piece.size > 0 && !door->calls.body(door->calls.arg, conn, piece)) {
            linger(door, conn);
            return;
        }
        if (r->state == LOB_HTTP_REQUEST_DONE) {
            hand_over(door, conn, data + at, size - at);
            return;
        }
    }
}

static void read_from(lob_http_door *door, lob_http_conn *conn) {
    const ssize_t count = recv(conn->fd, door->block, sizeof door->block, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (count <= 0) {
        drop(door, conn);
    } else if (conn->stage == LOB_HTTP_STAGE_LINGER) {
        conn->thrown += (size_t)count;
        if (conn->thrown > THROWN_MAX) {
            drop(door, conn);
        }
    } else {
        feed(door, conn, door->block, (size_t)count);
    }
}

/* ---- the threads that answer ---- */

static void answer(void *arg, lob_http_conn *conn) {
    lob_http_door *door = arg;
    conn->is_last = !door->calls.request(door->calls.arg, conn) || conn->is_last;
    door->calls.done(door->calls.arg, conn);
    pthread_mutex_lock(&door->lock);
    conn->next = door->back;
    door->back = conn;
    eventfd_write(door->wake_fd, 1);
    pthread_mutex_unlock(&door->lock);
}

/* A connection whose request is answered waits for the next one, part of which may have come. */
static void take_back(lob_http_door *door, lob_http_conn *conn) {
    if (conn->is_last) {
        linger(door, conn);
        return;
    }
    end_request(door, conn);
    begin_head(conn);
    lob_buf ahead = conn->ahead;
    lob_buf_init(&conn->ahead, 0);
    if (ahead.size > 0) {
        feed(door, conn, ahead.data, ahead.size);
    }
    lob_buf_release(&ahead);
}

static void take_all_back(lob_http_door *door) {
    pthread_mutex_lock(&door->lock);
    lob_http_conn *conn = door->back;
    door->back = NULL;
    pthread_mutex_unlock(&door->lock);
    while (conn != NULL) {
        lob_http_conn *next = conn->next;
        take_back(door, conn);
        conn = next;
    }
}

/* ---- new ones ---- */

static lob_http_address address_of(const struct sockaddr_storage *peer) {
    lob_http_address address = {{0}};
    if (peer->ss_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)peer)->sin6_addr;
        memcpy(address.bytes, six, IN6_IS_ADDR_V4MAPPED(six) ? 16 : 8);
    } else if (peer->ss_family == AF_INET) {
        address.bytes[10] = address.bytes[11] = 0xff;
        memcpy(address.bytes + 12, &((const struct sockaddr_in *)peer)->sin_addr, 4);
    }
    return address;
}

static bool has_room(lob_http_door *door, const lob_http_address *address) {
    return (count_of(door, address, true) < LOB_HTTP_STRANGER_ADDRESS_COUNT_MAX || make_room(door, address, true)) &&
           (count_of(door, NULL, true) < LOB_HTTP_STRANGER_COUNT_MAX || make_room(door, NULL, true)) &&
           (count_of(door, address, false) < LOB_HTTP_ADDRESS_COUNT_MAX || make_room(door, address, false)) &&
           (door->count < LOB_HTTP_CONNECTION_COUNT_MAX || make_room(door, NULL, false));
}

static void admit(lob_http_door *door, int fd, const struct sockaddr_storage *peer) {
    const unsigned unread_ms = LOB_HTTP_UNREAD_MS;
    const int on = 1;
    const lob_http_address address = address_of(peer);
    lob_http_conn *conn = has_room(door, &address) ? lob_calloc(1, sizeof *conn) : NULL;
    if (conn == NULL) {
        close(fd);
        return;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unread_ms, sizeof unread_ms);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    conn->fd = fd;
    conn->address = address;
    conn->turn = ++door->turn_count;
    lob_http_request_init(&conn->request);
    lob_buf_init(&conn->ahead, 0);
    begin_head(conn);
    door->all[door->count++] = conn;
}

/* All that wait for it, up to a number, so that those who are in are not kept waiting. */
static void take_new(lob_http_door *door) {
    for (int i = 0; i < LOB_HTTP_STRANGER_ADDRESS_COUNT_MAX / 2; i++) {
        struct sockaddr_storage peer = {0};
        socklen_t size = sizeof peer;
        const int fd = accept4(door->fd, (struct sockaddr *)&peer, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0) {
            admit(door, fd, &peer);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* Once a turn: without a descriptor accept4() fails even when nobody waits. */
            if (!make_room(door, NULL, false)) {
                door->starved_until_ms = lob_clock_ms() + STARVED_MS;
            }
            return;
        } else if (errno != ECONNABORTED && errno != EINTR) {
            return;
        }
    }
}

/* ---- the loop ---- */

static void expire(lob_http_door *door) {
    const int64_t now_ms = lob_clock_ms();
    for (unsigned i = door->count; i-- > 0;) {
        lob_http_conn *conn = door->all[i];
        if (conn->stage == LOB_HTTP_STAGE_ACTIVE || conn->deadline_ms > now_ms) {
            continue;
        }
        if (conn->stage != LOB_HTTP_STAGE_LINGER && lob_http_request_is_begun(&conn->request)) {
            conn->request.status = 408;
            conn->request.why = "The request did not arrive in time: its head has 10 seconds, its body 60";
            refuse(door, conn);
        } else {
            drop(door, conn);
        }
    }
}

/* Sets up door->fds and polled; returns how many connections there are to wait for, and how long. */
static unsigned prepare(lob_http_door *door, int *wait_ms) {
    unsigned count = 0;
    const int64_t now_ms = lob_clock_ms();
    int64_t until_ms = now_ms + 60000;
    const bool is_starved = door->starved_until_ms > now_ms;
    until_ms = is_starved ? door->starved_until_ms : until_ms;
    door->fds[0] = (struct pollfd){door->wake_fd, POLLIN, 0};
    door->fds[1] = (struct pollfd){is_starved ? -1 : door->fd, POLLIN, 0};
    for (unsigned i = 0; i < door->count; i++) {
        lob_http_conn *conn = door->all[i];
        if (conn->stage != LOB_HTTP_STAGE_ACTIVE) {
            until_ms = conn->deadline_ms < until_ms ? conn->deadline_ms : until_ms;
            door->polled[count] = conn;
            door->fds[2 + count++] = (struct pollfd){conn->fd, POLLIN, 0};
        }
    }
    *wait_ms = until_ms > now_ms ? (int)(until_ms - now_ms) : 0;
    return count;
}

static bool is_closing(lob_http_door *door) {
    pthread_mutex_lock(&door->lock);
    const bool closing = door->is_closing;
    pthread_mutex_unlock(&door->lock);
    return closing;
}

static void *loop(void *arg) {
    lob_http_door *door = arg;
    while (!is_closing(door)) {
        int wait_ms;
        const unsigned count = prepare(door, &wait_ms);
        const int ready = poll(door->fds, count + 2, wait_ms);
        if (ready > 0) {
            eventfd_t value;
            for (unsigned i = 0; i < count; i++) {
                if (door->fds[2 + i].revents != 0) {
                    read_from(door, door->polled[i]);
                }
            }
            if (door->fds[0].revents != 0) {
                eventfd_read(door->wake_fd, &value);
                take_all_back(door);
            }
            if (door->fds[1].revents != 0) {
                take_new(door);
            }
        }
        expire(door);
    }
    return NULL;
}

/* ---- life ---- */

static bool init(lob_http_door *door) {
    const int flags = fcntl(door->fd, F_GETFL);
    door->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (door->wake_fd < 0) {
        return false;
    }
    if (flags >= 0 && fcntl(door->fd, F_SETFL, flags | O_NONBLOCK) == 0 && pthread_mutex_init(&door->lock, NULL) == 0) {
        if (lob_http_threads_init(&door->threads, answer, door)) {
            if (pthread_create(&door->thread, NULL, loop, door) == 0) {
                return true;
            }
            lob_http_threads_release(&door->threads);
        }
        pthread_mutex_destroy(&door->lock);
    }
    close(door->wake_fd);
    return false;
}

bool lob_http_door_open(lob_http_door **out, int fd, const lob_http_door_calls *calls) {
    lob_http_door *door = lob_calloc(1, sizeof *door);
    *out = door;
    if (door == NULL) {
        return false;
    }
    door->calls = *calls;
    door->fd = fd;
    if (!init(door)) {
        lob_free(door);
        return false;
    }
    return true;
}

static void wake(lob_http_door *door) {
    pthread_mutex_lock(&door->lock);
    door->is_closing = true;
    eventfd_write(door->wake_fd, 1);
    pthread_mutex_unlock(&door->lock);
}

/* Those that threads have answered are ended. True: none is left. */
static bool drop_the_rest(lob_http_door *door) {
    take_all_back(door);
    for (unsigned i = door->count; i-- > 0;) {
        if (door->all[i]->stage != LOB_HTTP_STAGE_ACTIVE) {
            drop(door, door->all[i]);
        }
    }
    return door->count == 0;
}

void lob_http_door_close(lob_http_door *door, int drain_ms) {
    const struct timespec step = {0, DRAIN_STEP_MS * 1000000};
    wake(door);
    pthread_join(door->thread, NULL);
    close(door->fd);
    for (int ms = 0; !drop_the_rest(door); ms += DRAIN_STEP_MS) {
        for (unsigned i = 0; ms >= drain_ms && i < door->count; i++) {
            (void)shutdown(door->all[i]->fd, SHUT_RDWR);
        }
        nanosleep(&step, NULL);
    }
    lob_http_threads_release(&door->threads);
    pthread_mutex_destroy(&door->lock);
    close(door->wake_fd);
    lob_free(door);
}
