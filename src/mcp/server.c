/* The server's life: set up, read until the end, tear down. Nothing here or below makes a file or a folder. */
#include "mcp/server.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/log.h"
#include "mcp/state.h"
#include "mcp/tasks.h"
#include "json/reader.h"

enum {

    WORKER_COUNT_MIN = 2,
    WORKER_COUNT_DEFAULT_MIN = 4, /* a few long calls must not keep short ones waiting, on few processors either */
    WORKER_COUNT_MAX = 16,
    STARVED_MAX = 3
};

/* Reading */

/* Waits for input. END: there is some, or its end. ABORT: time to stop, or nobody reads the answers any more. */
static lob_read_state wait_input(const lob_server *server) {
    struct pollfd fds[4] = {{server->options.in_fd, POLLIN, 0},
                            {server->options.stop_fd, POLLIN, 0},
                            {server->wake_fd, POLLIN, 0},
                            {server->options.out_fd, 0, 0}};
    for (;;) {
        int count = poll(fds, 4, -1);
        if (count < 0 && errno != EINTR) {
            return LOB_READ_ABORT;
        }
        if (count > 0) {
            return fds[1].revents || fds[2].revents || fds[3].revents ? LOB_READ_ABORT : LOB_READ_END;
        }
    }
}

/* Reads one block. END: go on. ABORT: the server ends. Sets input_ended. */
static lob_read_state read_block(lob_server *server, unsigned me) {
    size_t size;
    char *room = lob_frame_room(&server->frame, &size);
    if (!room) {
        server->failed = ++server->starved == STARVED_MAX;
        return !server->failed && lob_handle_fault(server, me, LOB_RPC_INTERNAL_ERROR, "Out of memory")
                   ? LOB_READ_END
                   : LOB_READ_ABORT;
    }
    server->starved = 0;
    if (wait_input(server) == LOB_READ_ABORT) {
        return LOB_READ_ABORT;
    }
    ssize_t count = read(server->options.in_fd, room, size);
    if (count > 0) {
        lob_frame_added(&server->frame, (size_t)count);
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        server->input_ended = true;
    }
    return LOB_READ_END;
}

/* END: go on; `ended`: there is nothing more. */
static lob_read_state step(lob_server *server, unsigned me, lob_job **job, bool *ended) {
    lob_str line;
    switch (lob_frame_next(&server->frame, &line)) {
    case LOB_FRAME_LINE:
        return lob_handle_line(server, me, line, job);
    case LOB_FRAME_TOO_LARGE:
        return lob_handle_fault(server, me, LOB_RPC_INVALID_REQUEST,
                                "Invalid request: the message is longer than 16 MiB")
                   ? LOB_READ_END
                   : LOB_READ_ABORT;
    case LOB_FRAME_MORE:
        break;
    }
    if (!server->input_ended) {
        return read_block(server, me);
    }
    if (lob_frame_last(&server->frame, &line)) {
        return lob_handle_line(server, me, line, job);
    }
    *ended = true;
    return LOB_READ_END;
}

static lob_read_state read_messages(void *arg, unsigned me, lob_job **job) {
    lob_read_state state = LOB_READ_END;
    bool ended = false;
    while (state == LOB_READ_END && !ended) {
        state = step(arg, me, job, &ended);
    }
    return state;
}

static bool is_abandoned(void *arg) {
    const lob_server *server = arg;
    struct pollfd stop = {server->options.stop_fd, POLLIN, 0};
    return poll(&stop, 1, 0) > 0 || lob_out_hung_up(server->options.in_fd);
}

static void wake(void *arg) {
    const lob_server *server = arg;
    eventfd_write(server->wake_fd, 1);
}

/* Life */

static bool init_worker(lob_worker *worker) {
    lob_buf_init(&worker->result, LOB_LIMIT_RESULT_SIZE);
    lob_buf_init(&worker->line, LOB_MCP_LINE_SIZE_MAX);
    worker->arena = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    return worker->arena && lob_buf_reserve(&worker->line, LOB_WORKER_BUFFER_SIZE) &&
           lob_buf_reserve(&worker->result, LOB_WORKER_BUFFER_SIZE);
}

static bool init_workers(lob_server *server) {
    server->workers = lob_calloc(server->worker_count, sizeof *server->workers);
    for (unsigned i = 0; server->workers && i < server->worker_count; i++) {
        if (!init_worker(&server->workers[i])) {
            return false;
        }
    }
    return server->workers != NULL;
}

static bool init(lob_server *server) {
    const lob_dispatch_calls calls = {server, read_messages, lob_work_run, lob_work_drop, is_abandoned, wake};
    size_t size;
    lob_json_init();
    server->has_tasks = server->options.sessions && lob_tasks_offered(&server->options.product);
    lob_tools_write_list(&server->options.product, &server->list);
    lob_tools_write_list_of_tasks(&server->options.product, &server->list_with_tasks);
    server->dispatch = lob_dispatch_new(&calls, server->worker_count);
    return !server->list.failed && !server->list_with_tasks.failed && server->dispatch && init_workers(server) &&
           lob_frame_room(&server->frame, &size);
}

static void release(lob_server *server) {
    lob_dispatch_drop(server->dispatch);
    for (unsigned i = 0; server->workers && i < server->worker_count; i++) {
        lob_arena_drop(server->workers[i].arena);
        lob_buf_release(&server->workers[i].result);
        lob_buf_release(&server->workers[i].line);
    }
    lob_free(server->workers);
    lob_buf_release(&server->list);
    lob_buf_release(&server->list_with_tasks);
    lob_frame_release(&server->frame);
}

/* Long calls that may run beside each other, and one thread that reads. */
static unsigned thread_count(unsigned asked) {
    long least = asked ? WORKER_COUNT_MIN : WORKER_COUNT_DEFAULT_MIN;
    long count = asked ? (long)asked : sysconf(_SC_NPROCESSORS_ONLN);
    count = count < least ? least : count > WORKER_COUNT_MAX ? WORKER_COUNT_MAX : count;
    return (unsigned)count + 1;
}

int lob_mcp_serve(const lob_mcp_options *options) {
    lob_server server = {.options = *options, .worker_count = thread_count(options->worker_count)};
    server.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (server.wake_fd < 0 || !lob_out_init(&server.out, options->out_fd, server.wake_fd, options->stop_fd)) {
        lob_log(LOB_LOG_ERROR, "the server cannot start: no descriptor or lock is left");
        return 1;
    }
    server.out.in_fd = options->in_fd;
    lob_buf_init(&server.list, 0);
    lob_buf_init(&server.list_with_tasks, 0);
    lob_frame_init(&server.frame, LOB_LIMIT_LINE_IN_SIZE);
    bool fine = init(&server);
    if (!fine) {
        lob_log(LOB_LOG_ERROR, "the server cannot start: out of memory");
    } else {
        fine = lob_dispatch_run(server.dispatch) && !server.failed;
    }
    release(&server);
    lob_out_release(&server.out);
    close(server.wake_fd);
    return fine ? 0 : 1;
}
