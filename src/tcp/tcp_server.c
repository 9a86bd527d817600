/* The server's life: listen, poll, end. Invariant: nothing in the loop waits but poll(), and that for no longer than
 * until the next deadline of a client. */
#include "tcp/tcp_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/log.h"
#include "tcp/tcp_state.h"

enum { STOP, WAKE, LISTEN, FIXED_COUNT };
enum { BACKLOG = 128, ACCEPT_PAUSE_MS = 100, LAST_WORDS_MS = 1000 };
static const char unread[] = "it does not read what it is sent";

lob_tcp_options lob_tcp_options_default(void) {
    return (lob_tcp_options){.port = 9009,
                             .stop_fd = -1,
                             .client_count_max = 256,
                             .worker_count = 4,
                             .line_size_max = 1024 * 1024,
                             .event_size_max = 1024 * 1024,
                             .idle_ms = 600 * 1000,
                             .stall_ms = 30 * 1000};
}

uint16_t lob_tcp_server_port(const lob_tcp_server *server) {
    return server->port;
}

/* ---- setting up ---- */

static lob_status refuse_port(lob_ctx *ctx, int error, unsigned port) {
    bool is_taken = error == EADDRINUSE, is_denied = error == EACCES;
    if (!is_taken && !is_denied) {
        return lob_fail_errno(ctx, error);
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET,
                                 is_taken ? "Port %u of 127.0.0.1 is in use by another program"
                                          : "Port %u of 127.0.0.1 may not be used by this user",
                                 port);
    lob_error_text(&ctx->error, "reason", lob_str_from(is_taken ? "port_taken" : "port_denied"));
    lob_hint(ctx, is_taken
                      ? "Stop the other server (it may be KLayout's own or an earlier one of ours), or choose another "
                        "port with --port N; --port 0 takes any that is free and prints it."
                      : "Choose a port from 1024 on with --port N; --port 0 takes any that is free and prints it.");
    return status;
}

static lob_status listen_at(lob_ctx *ctx, lob_tcp_server *server) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(server->options.port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int on = 1;
    server->listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (server->listen_fd < 0) {
        return lob_fail_errno(ctx, errno);
    }
    setsockopt(server->listen_fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(server->listen_fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(server->listen_fd, BACKLOG) != 0 ||
        getsockname(server->listen_fd, (struct sockaddr *)&at, &size) != 0) {
        return refuse_port(ctx, errno, server->options.port);
    }
    server->port = ntohs(at.sin_port);
    return LOB_OK;
}

static lob_status reserve(lob_ctx *ctx, lob_tcp_server *server) {
    unsigned count = server->options.client_count_max;
    server->conns = lob_calloc(count, sizeof *server->conns);
    server->polls = lob_calloc(FIXED_COUNT + (size_t)count, sizeof *server->polls);
    server->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (!server->conns || !server->polls) {
        return lob_fail_memory(ctx);
    }
    if (server->wake_fd < 0) {
        return lob_fail_errno(ctx, errno);
    }
    server->has_seed = lob_tcp_seed_init(&server->seed, server->options.sessions, server->options.product);
    return server->has_seed ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status open_first(lob_ctx *ctx, lob_tcp_server *server) {
    lob_tcp_bench bench = {ctx->arena, ctx};
    return server->options.open_path ? lob_tcp_seed_open(&server->seed, &bench, server->options.open_path) : LOB_OK;
}

static lob_status set_up(lob_ctx *ctx, lob_tcp_server *server) {
    LOB_TRY(reserve(ctx, server));
    if (server->options.export_root) {
        LOB_TRY(lob_tcp_export_open(ctx, server->options.export_root, &server->seed.exports));
    }
    LOB_TRY(listen_at(ctx, server));
    LOB_TRY(open_first(ctx, server));
    server->work = lob_tcp_work_new(&server->seed, server->options.worker_count, server->wake_fd);
    return server->work ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_tcp_server_open(lob_ctx *ctx, const lob_tcp_options *options, lob_tcp_server **server) {
    lob_tcp_server *fresh = lob_calloc(1, sizeof *fresh);
    if (!fresh) {
        return lob_fail_memory(ctx);
    }
    fresh->options = *options;
    fresh->listen_fd = fresh->wake_fd = -1;
    lob_buf_init(&fresh->selection, 0);
    lob_status status = set_up(ctx, fresh);
    if (status != LOB_OK) {
        lob_tcp_server_close(fresh);
        return status;
    }
    *server = fresh;
    return LOB_OK;
}

/* ---- clients ---- */

static void drop(lob_tcp_server *server, unsigned i) {
    lob_tcp_conn *conn = server->conns[i];
    if (conn->dropped && conn->dropped[0]) {
        lob_log(LOB_LOG_WARNING, "tcp: a client was closed: %s", conn->dropped);
    }
    if (conn->request) {
        conn->request->conn = NULL;
        lob_tcp_work_abandon(conn->request);
    }
    lob_tcp_conn_drop(conn);
    server->conns[i] = server->conns[--server->conn_count];
}

/* Before it is closed: one more than there may be. */
static void turn_away(int fd) {
    static const char line[] = "{\"id\": null, \"ok\": false, \"error\": \"Too many clients\"}\n";
    (void)send(fd, line, sizeof line - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
    lob_log(LOB_LOG_WARNING, "tcp: a client was turned away: there are too many");
}

static void accept_all(lob_tcp_server *server) {
    for (;;) {
        int fd = accept4(server->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;
        if (fd < 0) {
            bool is_short = errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS;
            if (is_short) { /* the next one waits in the kernel; polling for it would only spin */
                server->accept_ms = lob_clock_ms() + ACCEPT_PAUSE_MS;
            }
            if (is_short || errno == EAGAIN || (errno != EINTR && errno != ECONNABORTED)) {
                return;
            }
            continue;
        }
        if (server->conn_count == server->options.client_count_max) {
            turn_away(fd);
            continue;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        /* What has left our own buffer may lie in the kernel's for as long as the client likes, and while its window is
         * shut its requests do not reach us either: then only the kernel can tell that it stalls. */
        unsigned stall_ms = (unsigned)server->options.stall_ms;
        setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &stall_ms, sizeof stall_ms);
        lob_tcp_conn *conn = lob_tcp_conn_new(fd, server->options.line_size_max, lob_clock_ms());
        if (conn) {
            server->conns[server->conn_count++] = conn;
        }
    }
}

/* When this client has waited too long; -1: never. *reason tells for what. */
static int64_t deadline(const lob_tcp_server *server, const lob_tcp_conn *conn, const char **reason) {
    if (lob_tcp_conn_backlog(conn) > 0) {
        *reason = unread;
        return server->options.stall_ms > 0 ? conn->sent_ms + server->options.stall_ms : -1;
    }
    *reason = "it was idle for too long";
    bool may_wait = conn->request || (conn->is_subscribed && !lob_tcp_conn_is_half(conn));
    return server->options.idle_ms > 0 && !may_wait ? conn->line_ms + server->options.idle_ms : -1;
}

/* True: nothing more is to come of it. */
static bool is_over(const lob_tcp_server *server, lob_tcp_conn *conn) {
    const char *reason;
    int64_t end = deadline(server, conn, &reason);
    if (!conn->dropped && end >= 0 && lob_clock_ms() >= end) {
        conn->dropped = reason;
    }
    return conn->dropped ||
           ((conn->is_closing || conn->input_ended) && !conn->request && lob_tcp_conn_backlog(conn) == 0);
}

static void sweep(lob_tcp_server *server) {
    for (unsigned i = server->conn_count; i > 0;) {
        i--;
        if (is_over(server, server->conns[i])) {
            drop(server, i);
        }
    }
}

/* ---- the loop ---- */

static int timeout(const lob_tcp_server *server, int64_t now) {
    int64_t least = server->accept_ms > now ? server->accept_ms : -1;
    for (unsigned i = 0; i < server->conn_count; i++) {
        const char *reason;
        int64_t end = deadline(server, server->conns[i], &reason);
        least = end >= 0 && (least < 0 || end < least) ? end : least;
    }
    return least < 0 ? -1 : least <= now ? 0 : least - now > INT32_MAX ? INT32_MAX : (int)(least - now);
}

/* Number of clients that are polled. */
static unsigned fill_polls(lob_tcp_server *server, int64_t now) {
    bool accepts = server->accept_ms <= now;
    server->polls[STOP] = (struct pollfd){server->options.stop_fd, POLLIN, 0};
    server->polls[WAKE] = (struct pollfd){server->wake_fd, POLLIN, 0};
    server->polls[LISTEN] = (struct pollfd){accepts ? server->listen_fd : -1, POLLIN, 0};
    for (unsigned i = 0; i < server->conn_count; i++) {
        server->polls[FIXED_COUNT + i] =
            (struct pollfd){server->conns[i]->fd, lob_tcp_conn_events(server->conns[i]), 0};
    }
    return server->conn_count;
}

/* Why the connection broke: the kernel's word for a client that took nothing is a time that ran out. */
static const char *breakage(int fd) {
    int error = 0;
    socklen_t size = sizeof error;
    bool has_stalled = getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == ETIMEDOUT;
    return has_stalled ? unread : "";
}

static void serve_client(lob_tcp_server *server, lob_tcp_conn *conn, short events) {
    if ((events & (POLLERR | POLLNVAL)) || ((events & POLLHUP) && !(events & POLLIN))) {
        conn->dropped = breakage(conn->fd);
        return;
    }
    if (events & POLLOUT) {
        lob_tcp_conn_flush(conn, lob_clock_ms());
    }
    if (events & POLLIN) {
        lob_tcp_conn_read(conn, lob_clock_ms());
    }
    lob_tcp_serve_lines(server, conn);
}

/* False: the system failed. */
static bool turn(lob_tcp_server *server) {
    int64_t now = lob_clock_ms(); /* one for both: who is not listened to yet is what is waited for */
    unsigned count = fill_polls(server, now);
    if (poll(server->polls, FIXED_COUNT + count, timeout(server, now)) < 0) {
        if (errno != EINTR) {
            lob_log(LOB_LOG_ERROR, "tcp: poll() failed with error %d", errno);
        }
        return errno == EINTR;
    }
    if (server->polls[STOP].revents) {
        server->is_ending = true;
        return true;
    }
    if (server->polls[WAKE].revents) {
        eventfd_t ignored;
        (void)eventfd_read(server->wake_fd, &ignored);
        lob_tcp_serve_done(server);
    }
    for (unsigned i = 0; i < count; i++) { /* none leaves the list before sweep() */
        if (server->polls[FIXED_COUNT + i].revents) {
            serve_client(server, server->conns[i], server->polls[FIXED_COUNT + i].revents);
        }
    }
    if (server->polls[LISTEN].revents) {
        accept_all(server);
    }
    sweep(server);
    return true;
}

/* What is written already may still leave; nobody is listened to any more. */
static void say_last_words(lob_tcp_server *server) {
    int64_t end = lob_clock_ms() + LAST_WORDS_MS;
    for (;;) {
        unsigned count = 0;
        for (unsigned i = 0; i < server->conn_count; i++) {
            lob_tcp_conn_flush(server->conns[i], lob_clock_ms());
            if (lob_tcp_conn_backlog(server->conns[i]) > 0 && !server->conns[i]->dropped) {
                server->polls[count++] = (struct pollfd){server->conns[i]->fd, POLLOUT, 0};
            }
        }
        int64_t left = end - lob_clock_ms();
        if (count == 0 || left <= 0 || poll(server->polls, count, (int)left) <= 0) {
            return;
        }
    }
}

bool lob_tcp_server_run(lob_tcp_server *server) {
    bool fine = true;
    while (fine && !server->is_ending) {
        fine = turn(server);
    }
    say_last_words(server);
    return fine;
}

void lob_tcp_server_close(lob_tcp_server *server) {
    if (!server) {
        return;
    }
    if (server->listen_fd >= 0) {
        close(server->listen_fd);
    }
    while (server->conn_count > 0) {
        drop(server, server->conn_count - 1);
    }
    lob_tcp_work_drop(server->work);
    if (server->has_seed) {
        lob_tcp_seed_release(&server->seed);
    }
    if (server->wake_fd >= 0) {
        close(server->wake_fd);
    }
    lob_buf_release(&server->selection);
    lob_free(server->conns);
    lob_free(server->polls);
    lob_free(server);
}
