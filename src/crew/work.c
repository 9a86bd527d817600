/* A worker: takes one request after another from its socket until the server closes it.
 *
 * Threads: the main one works; another only waits for the server's death, so that a request in progress then ends and
 * the folder of the session goes. Invariant: standard output is never written.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "crew/crew_impl.h"
#include "tool/job_apart.h"
#include "json/reader.h"

enum {
    EXIT_FINE = 0,
    EXIT_LEFTOVERS = 1, /* a folder could not be removed */
    EXIT_USAGE = 2,
    ORPHAN_S = 2, /* what a worker without a server may still take to end */
    CANDIDATES_MAX = 8
};

typedef struct desk {
    const lob_crew_trade *trade;
    lob_crew_terms terms;
    char crash_folder[4200], crash_path[4300];
    lob_crew_inbox inbox;
    lob_crew_page *page;
    lob_sessions *sessions;
    lob_arena *arena;
    lob_ctx ctx;
    lob_buf result;
} desk;

/* ---- setup ---- */

static lob_crew_page *map_page(void) {
    void *memory = mmap(NULL, sizeof(lob_crew_page), PROT_READ | PROT_WRITE, MAP_SHARED, LOB_CREW_PAGE_FD, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Waits for the next message; false: the server is gone, or talks nonsense. */
static bool next_message(desk *d, lob_crew_message *message) {
    for (;;) {
        switch (lob_crew_take(&d->inbox, message)) {
        case LOB_CREW_TAKEN:
            return true;
        case LOB_CREW_BROKEN:
            return false;
        case LOB_CREW_MORE:
            break;
        }
        if (lob_crew_read(&d->inbox, LOB_CREW_FD) < 0) {
            return false;
        }
    }
}

static bool take_terms(desk *d) {
    lob_crew_message message;
    if (!next_message(d, &message) || message.kind != LOB_CREW_SETUP || message.part_count != 1 ||
        message.parts[0].size != sizeof d->terms) {
        return false;
    }
    memcpy(&d->terms, message.parts[0].data, sizeof d->terms);
    d->terms.config.session_ttl_ms = INT64_MAX / 4; /* the server says when a session expires */
    d->terms.config.session_count_max = CANDIDATES_MAX;
    return true;
}

static void set_limits(const desk *d) {
    struct rlimit core = {0, 0}, data;
    (void)getrlimit(RLIMIT_CORE, &core);
    core.rlim_cur = 0; /* writing one would keep the client waiting */
    (void)setrlimit(RLIMIT_CORE, &core);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    if (d->terms.memory_size_max > 0 && getrlimit(RLIMIT_DATA, &data) == 0 &&
        (data.rlim_cur == RLIM_INFINITY || data.rlim_cur > d->terms.memory_size_max)) {
        data.rlim_cur = d->terms.memory_size_max; /* the hard limit stays: KLayout has a bound of its own */
        (void)setrlimit(RLIMIT_DATA, &data);
    }
#else
    (void)d;
    (void)data;
#endif
}

static void arm(desk *d) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
    if (d->terms.crash_name[0]) {
        snprintf(d->crash_folder, sizeof d->crash_folder, "%s/crash", d->terms.config.artifact_root);
        snprintf(d->crash_path, sizeof d->crash_path, "%s/%s", d->crash_folder, d->terms.crash_name);
        lob_crash_arm(d->crash_folder, d->crash_path, d->trade->version);
    }
}

/* The server is gone: what runs is cancelled and then ends; what does not end is ended by the alarm. */
static void *watch_server(void *arg) {
    lob_crew_page *page = arg;
    struct pollfd server = {LOB_CREW_FD, POLLRDHUP, 0};
    while (poll(&server, 1, -1) < 0 || !(server.revents & (POLLRDHUP | POLLHUP | POLLERR))) {
    }
    atomic_store(&page->cancel.requested, true);
    if (server.revents & (POLLHUP | POLLERR)) { /* and not only closed for writing */
        alarm(ORPHAN_S);
    }
    return NULL;
}

static bool start_watch(desk *d) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool fine = pthread_create(&thread, &attributes, watch_server, d->page) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return fine;
}

static bool open_desk(desk *d) {
    lob_json_init();
    lob_buf_init(&d->result, LOB_LIMIT_RESULT_SIZE);
    d->page = map_page();
    if (!d->page || !take_terms(d)) {
        return false;
    }
    set_limits(d);
    arm(d);
    d->arena = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    lob_ctx_init(&d->ctx, d->arena);
    return d->arena && start_watch(d) && lob_sessions_open(&d->ctx, &d->terms.config, &d->sessions) == LOB_OK;
}

/* ---- answers ---- */

static void send_progress(void *arg, double done, double total, const char *message) {
    const double numbers[2] = {done, total};
    const lob_crew_message progress = {.kind = LOB_CREW_PROGRESS,
                                       .part_count = 2,
                                       .parts = {{(const char *)numbers, sizeof numbers}, lob_str_from(message)}};
    (void)arg;
    (void)lob_crew_send(LOB_CREW_FD, &progress, NULL, NULL);
}

static void send_told(void *arg, const char *artifact_id) {
    const lob_crew_message told = {.kind = LOB_CREW_TOLD, .part_count = 1, .parts = {lob_str_from(artifact_id)}};
    (void)arg;
    (void)lob_crew_send(LOB_CREW_FD, &told, NULL, NULL);
}

static void shrink(lob_buf *buf) {
    enum { KEPT_MAX = 1024 * 1024 };
    if (buf->capacity > KEPT_MAX) {
        lob_buf_release(buf);
    }
}

/* Without memory for the answer only the status is sent; the server reports the failure. */
static bool send_answer(desk *d, lob_status status, const lob_images *images, lob_str id, lob_str sha256) {
    lob_crew_message answer = {.kind = LOB_CREW_ANSWER,
                               .number = (uint32_t)status,
                               .part_count = LOB_CREW_IMAGES_FROM,
                               .parts = {{d->result.data ? d->result.data : "", d->result.size}, id, sha256}};
    for (uint32_t i = 0; images && i < images->count; i++) {
        answer.parts[answer.part_count++] = images->items[i];
    }
    const bool fine = lob_crew_send(LOB_CREW_FD, &answer, NULL, NULL);
    shrink(&d->result);
    return fine;
}

/* ---- requests ---- */

static const lob_tool *find_tool(const desk *d, lob_str name) {
    for (size_t i = 0; i < d->trade->tool_count; i++) {
        if (lob_str_equal(name, lob_str_from(d->trade->tools[i].name))) {
            return &d->trade->tools[i];
        }
    }
    return NULL;
}

static void prepare(desk *d, const lob_crew_message *message) {
    lob_crash_note(message->parts[0], message->parts[1]);
    lob_arena_reset(d->arena);
    lob_ctx_init(&d->ctx, d->arena);
    lob_buf_clear(&d->result);
    d->ctx.cancel = &d->page->cancel;
    d->ctx.progress = message->number ? send_progress : NULL;
}

static lob_status run_with_arguments(desk *d, lob_call *call, const lob_tool *tool, lob_str text) {
    lob_json_fault fault;
    cJSON *arguments = text.data ? lob_json_parse(text, &fault) : NULL;
    lob_status status;
    if (text.data && !arguments) {
        status = lob_fail_memory(&d->ctx); /* it was JSON when the server read it */
        lob_call_write_error(&d->ctx, &d->result);
    } else {
        status = lob_tool_run(call, tool, arguments, &d->result);
    }
    cJSON_Delete(arguments);
    return status;
}

static bool answer_call(desk *d, const lob_crew_message *message) {
    const lob_tool *tool = find_tool(d, message->parts[0]);
    lob_call call = {.ctx = &d->ctx, .sessions = d->sessions, .memory_held = message->held};
    lob_crew_guests guests;
    lob_session *session = NULL;
    prepare(d, message);
    if (!tool) {
        return false;
    }
    lob_status status =
        lob_crew_guests_open(&d->ctx, d->sessions, find_tool(d, LOB_STR("open_layout")), message, 2, &guests);
    if (status == LOB_OK) {
        status = run_with_arguments(d, &call, tool, message->parts[1]);
    } else if (status != LOB_E_CANCELLED) {
        lob_call_write_error(&d->ctx, &d->result);
    }
    lob_str id = {0}, sha256 = {0};
    if (status == LOB_OK && call.opened_session) {
        id = lob_json_raw_member((lob_str){d->result.data, d->result.size}, "session_id");
        id = id.size > 2 ? (lob_str){id.data + 1, id.size - 2} : (lob_str){0};
        if (id.data && lob_session_find(&d->ctx, d->sessions, id, &session) == LOB_OK) {
            sha256 = lob_str_from(session->sha256);
        }
    }
    const bool fine = send_answer(d, status, status == LOB_OK ? &call.images : NULL, id, sha256);
    lob_session_drop(session);
    lob_crew_guests_close(&d->ctx, d->sessions, &guests);
    return fine;
}

/* With as much memory as a job of the server may take. */
static lob_status run_job(desk *d, const lob_apart_job *job, lob_str artifact_id) {
    lob_account account;
    lob_ctx *ctx = &d->ctx;
    lob_arena *arena = lob_arena_new(0), *before = ctx->arena;
    if (!arena) {
        return lob_fail_memory(ctx);
    }
    lob_account_init(&account, "job_memory_size", LOB_LIMIT_JOB_MEMORY_SIZE);
    lob_account *outer = lob_account_enter(&account);
    ctx->arena = arena;
    const lob_status status = lob_job_run_apart(ctx, d->sessions, job, artifact_id, &d->result);
    ctx->arena = before;
    lob_arena_drop(arena);
    lob_account_end(&account, outer);
    return status;
}

static bool answer_job(desk *d, const lob_crew_message *message) {
    lob_crew_guests guests;
    const lob_apart_job job = {.kind = lob_str_equal(message->parts[0], LOB_STR("optimize")) ? "optimize" : "evaluate",
                               .arguments = message->parts[1],
                               .before = message->parts[2],
                               .path = message->parts[3],
                               .session_id = message->parts[5],
                               .told = send_told};
    prepare(d, message);
    lob_status status =
        lob_crew_guests_open(&d->ctx, d->sessions, find_tool(d, LOB_STR("open_layout")), message, 5, &guests);
    if (status == LOB_OK) {
        status = run_job(d, &job, message->parts[4]);
    }
    if (status != LOB_OK && status != LOB_E_CANCELLED) {
        lob_call_write_error(&d->ctx, &d->result);
    }
    const bool fine = send_answer(d, status, NULL, (lob_str){0}, (lob_str){0});
    lob_crew_guests_close(&d->ctx, d->sessions, &guests);
    return fine;
}

static bool answer(desk *d, const lob_crew_message *message) {
    switch (message->kind) {
    case LOB_CREW_CALL:
        return message->part_count >= 2 && answer_call(d, message);
    case LOB_CREW_JOB:
        return message->part_count >= 5 && message->parts[1].data && answer_job(d, message);
    default:
        return false;
    }
}

int lob_crew_work(const lob_crew_trade *trade) {
    static desk d; /* one a process; the handler of crashes reads it */
    lob_crew_message message;
    if (fcntl(LOB_CREW_FD, F_SETFD, FD_CLOEXEC) != 0 || fcntl(LOB_CREW_PAGE_FD, F_SETFD, FD_CLOEXEC) != 0) {
        fprintf(stderr, "layout-observer: " LOB_CREW_WORD " is for the server alone\n");
        return EXIT_USAGE;
    }
    prctl(PR_SET_NAME, "lob-worker");
    d.trade = trade;
    lob_crew_inbox_init(&d.inbox);
    if (!open_desk(&d)) {
        return EXIT_LEFTOVERS;
    }
    while (next_message(&d, &message) && answer(&d, &message)) {
        lob_crash_note((lob_str){0}, (lob_str){0});
        lob_memory_settle();
    }
    lob_sessions_close(d.sessions);
    return EXIT_FINE;
}
