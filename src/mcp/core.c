/* The core's life: lists, workers and threads, made before the first message and gone after the last. Nothing here or
 * below makes a file or a folder. */
#include "mcp/core.h"

#include <unistd.h>

#include "base/alloc.h"
#include "mcp/state.h"
#include "mcp/tasks.h"
#include "json/reader.h"

enum {
    WORKER_COUNT_MIN = 2,
    WORKER_COUNT_MAX = 16,
    DEAR_COUNT_MIN = 4, /* what waits for another program, as a DRC run does, must not keep the rest waiting */
    CHEAP_COUNT = 4,
    DEAR_NICE = 5
};

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

/* Dear calls that may run beside each other; 0: as many as calls of any kind. */
static unsigned dear_count(unsigned asked) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const long count = processors < DEAR_COUNT_MIN     ? DEAR_COUNT_MIN
                       : processors > WORKER_COUNT_MAX ? WORKER_COUNT_MAX
                                                       : processors;
    return asked ? 0 : (unsigned)count;
}

/* Calls that may run beside each other, and one thread that reads. */
static unsigned thread_count(unsigned asked) {
    const unsigned least = asked < WORKER_COUNT_MIN ? WORKER_COUNT_MIN : asked;
    const unsigned count = least > WORKER_COUNT_MAX ? WORKER_COUNT_MAX : least;
    return 1 + (asked ? count : CHEAP_COUNT + dear_count(asked));
}

static lob_read_state read_feed(void *arg, unsigned me) {
    const lob_server *server = arg;
    return server->feed.read(server->feed.arg, me);
}

static bool is_abandoned(void *arg) {
    const lob_server *server = arg;
    return server->feed.abandoned(server->feed.arg);
}

static void tell_stop(void *arg) {
    const lob_server *server = arg;
    server->feed.stopped(server->feed.arg);
}

lob_server *lob_core_open(const lob_core_options *options, const lob_core_feed *feed) {
    lob_server *server = lob_calloc(1, sizeof *server);
    if (!server) {
        return NULL;
    }
    const lob_dispatch_calls calls = {server, read_feed, lob_work_run, lob_work_drop, is_abandoned, tell_stop};
    lob_json_init();
    server->options = *options;
    server->feed = *feed;
    server->worker_count = thread_count(options->worker_count);
    server->has_tasks = options->sessions && lob_tools_offer_tasks(&options->product);
    for (unsigned i = 0; i < LOB_LIST_COUNT; i++) {
        lob_buf_init(&server->lists[i], 0);
    }
    server->dispatch =
        lob_dispatch_new(&calls, (lob_dispatch_threads){server->worker_count, dear_count(options->worker_count),
                                                        options->is_shared ? DEAR_NICE : 0});
    if (!server->dispatch || !init_workers(server)) {
        lob_core_close(server);
        return NULL;
    }
    return server;
}

void lob_core_close(lob_server *server) {
    if (!server) {
        return;
    }
    lob_dispatch_drop(server->dispatch);
    for (unsigned i = 0; server->workers && i < server->worker_count; i++) {
        lob_arena_drop(server->workers[i].arena);
        lob_buf_release(&server->workers[i].result);
        lob_buf_release(&server->workers[i].line);
    }
    lob_free(server->workers);
    for (unsigned i = 0; i < LOB_LIST_COUNT; i++) {
        lob_buf_release(&server->lists[i]);
    }
    lob_free(server);
}

bool lob_core_run(lob_server *server) {
    return lob_dispatch_run(server->dispatch);
}

void lob_core_stop(lob_server *server) {
    lob_dispatch_stop(server->dispatch);
}

bool lob_core_is_stopping(lob_server *server) {
    return lob_dispatch_is_stopping(server->dispatch);
}

void lob_core_cancel(lob_server *server, const void *scope, lob_str id) {
    lob_dispatch_cancel(server->dispatch, scope, id);
}
