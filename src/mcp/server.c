/* The feed of a pair of descriptors: lines in, lines out. Only the thread with the reader role is in here, but for
 * sending. */
#include "mcp/server.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/log.h"
#include "mcp/core.h"
#include "mcp/frame.h"
#include "mcp/out.h"

enum { STARVED_MAX = 3 };

typedef struct pipes {
    lob_connection connection; /* the one client */
    lob_agreed agreed;
    lob_out out;
    int in_fd, out_fd, stop_fd;
    int wake_fd; /* an eventfd: readable once the end has begun */
    lob_server *server;
    /* The reader role's. */
    lob_framer frame;
    bool input_ended;
    unsigned starved; /* times in a row that no room for input could be had */
    bool failed;
} pipes;

/* After the first line that nobody takes there is no reason to go on. */
static bool send_line(lob_connection *connection, lob_line_kind kind, lob_str line) {
    pipes *p = (pipes *)connection;
    (void)kind;
    bool sent = lob_out_send(&p->out, line);
    if (!sent) {
        lob_core_stop(p->server);
    }
    return sent;
}

/* Reading */

/* Waits for input. MORE: there is some, or its end. ABORT: time to stop, or nobody reads the answers any more. */
static lob_read_state wait_input(const pipes *p) {
    struct pollfd fds[4] = {{p->in_fd, POLLIN, 0}, {p->stop_fd, POLLIN, 0}, {p->wake_fd, POLLIN, 0}, {p->out_fd, 0, 0}};
    for (;;) {
        int count = poll(fds, 4, -1);
        if (count < 0 && errno != EINTR) {
            return LOB_READ_ABORT;
        }
        if (count > 0) {
            return fds[1].revents || fds[2].revents || fds[3].revents ? LOB_READ_ABORT : LOB_READ_MORE;
        }
    }
}

/* Reads one block. MORE: go on. ABORT: the server ends. Sets input_ended. */
static lob_read_state read_block(pipes *p, unsigned me) {
    size_t size;
    char *room = lob_frame_room(&p->frame, &size);
    if (!room) {
        p->failed = ++p->starved == STARVED_MAX;
        return p->failed ? LOB_READ_ABORT
                         : lob_core_take_fault(p->server, me, &p->connection, LOB_RPC_INTERNAL_ERROR, "Out of memory");
    }
    p->starved = 0;
    if (wait_input(p) == LOB_READ_ABORT) {
        return LOB_READ_ABORT;
    }
    ssize_t count = read(p->in_fd, room, size);
    if (count > 0) {
        lob_frame_added(&p->frame, (size_t)count);
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        p->input_ended = true;
    }
    return LOB_READ_MORE;
}

static lob_read_state step(pipes *p, unsigned me) {
    lob_str line;
    switch (lob_frame_next(&p->frame, &line)) {
    case LOB_FRAME_LINE:
        return lob_core_take_text(p->server, me, &p->connection, line);
    case LOB_FRAME_TOO_LARGE:
        return lob_core_take_fault(p->server, me, &p->connection, LOB_RPC_INVALID_REQUEST,
                                   "Invalid request: the message is longer than 16 MiB");
    case LOB_FRAME_MORE:
        break;
    }
    if (!p->input_ended) {
        return read_block(p, me);
    }
    if (lob_frame_last(&p->frame, &line)) {
        return lob_core_take_text(p->server, me, &p->connection, line);
    }
    return LOB_READ_END;
}

static lob_read_state read_messages(void *arg, unsigned me) {
    lob_read_state state = LOB_READ_MORE;
    while (state == LOB_READ_MORE) {
        state = step(arg, me);
    }
    return state;
}

static bool is_abandoned(void *arg) {
    const pipes *p = arg;
    struct pollfd stop = {p->stop_fd, POLLIN, 0};
    return poll(&stop, 1, 0) > 0 || lob_out_hung_up(p->in_fd);
}

static void wake(void *arg) {
    const pipes *p = arg;
    eventfd_write(p->wake_fd, 1);
}

/* Life */

static bool run(pipes *p, const lob_mcp_options *options) {
    const lob_core_options core = {options->sessions, options->product, options->worker_count, false};
    const lob_core_feed feed = {p, read_messages, is_abandoned, wake};
    size_t size;
    bool fine = false;
    p->server = lob_core_open(&core, &feed);
    if (!p->server || !lob_frame_room(&p->frame, &size)) {
        lob_log(LOB_LOG_ERROR, "the server cannot start: out of memory");
    } else {
        fine = lob_core_run(p->server) && !p->failed;
    }
    lob_core_close(p->server);
    return fine;
}

int lob_mcp_serve(const lob_mcp_options *options) {
    pipes p = {.connection = {.send = send_line},
               .in_fd = options->in_fd,
               .out_fd = options->out_fd,
               .stop_fd = options->stop_fd};
    p.agreed.client = 1;
    p.connection.agreed = &p.agreed;
    p.connection.scope = &p;
    p.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (p.wake_fd < 0 || !lob_out_init(&p.out, options->out_fd, p.wake_fd, options->stop_fd)) {
        lob_log(LOB_LOG_ERROR, "the server cannot start: no descriptor or lock is left");
        return 1;
    }
    p.out.in_fd = options->in_fd;
    lob_frame_init(&p.frame, LOB_LIMIT_LINE_IN_SIZE);
    bool fine = run(&p, options);
    lob_frame_release(&p.frame);
    lob_out_release(&p.out);
    lob_agreed_release(&p.agreed);
    close(p.wake_fd);
    return fine ? 0 : 1;
}
