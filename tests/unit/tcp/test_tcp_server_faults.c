/* What a server meets seldom: calls of the system that fail, memory that runs out for one client, clients that take
 * nothing. The calls are replaced at link time; the server's own fail in its thread alone, so that clients of the test
 * use the real ones. Invariant: one client's trouble is no other's, and the loop never waits for what cannot come.
 * A program of its own: it stands in for functions of the libraries. */
#include <dirent.h>
#include <dlfcn.h>
#include <time.h>

#include "tests/support/lob_test.h"

#include "tcp_rig.h"

#include "base/clock.h"
#include "base/log.h"

/* ---- the replaced calls ---- */

typedef struct fault {
    atomic_int error, times; /* it fails so, and that often yet */
    atomic_int last;         /* and then so, once; 0: not */
    atomic_int called;
} fault;

static struct {
    fault socket, bind, listen, name, eventfd; /* of opening: in any thread */
    fault accept, poll, send, option;          /* of the server's thread */
} sys;

static pthread_t clients;                       /* the thread of the test */
static atomic_int tried_again, polls_then;      /* accept4() after it failed, with no poll() between; for it */
static atomic_int short_of;                     /* what memory fails for next, see `shortage` */
static atomic_int longest_ms;                   /* the longest wait that poll() was asked for; -1: for ever */
static atomic_bool is_deaf;                     /* it waited for ever while it listened to nobody */
static atomic_int last_words;                   /* polls for nothing but room to send */
static atomic_int_fast64_t shift_in_last_words; /* the clock moves on so far in each of these */
static atomic_int fake_events;                  /* poll() says so of the first client, once */
static atomic_bool is_stepping;                 /* time stands still, but for a millisecond each time it is read */
static atomic_int_fast64_t step_ns;             /* what it says then */
static char logged[4096];                       /* under `log_lock` */
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

enum shortage { NOTHING, CLIENT, INPUT };

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static bool is_server(void) {
    return !pthread_equal(pthread_self(), clients);
}

static bool fails(fault *f) {
    atomic_fetch_add(&f->called, 1);
    if (atomic_load(&f->times) == 0) {
        int last = atomic_exchange(&f->last, 0);
        errno = last ? last : errno;
        return last != 0;
    }
    atomic_fetch_sub(&f->times, 1);
    errno = atomic_load(&f->error);
    return true;
}

static void arm(fault *f, int error, int times) {
    atomic_store(&f->called, 0);
    atomic_store(&f->error, error);
    atomic_store(&f->times, times);
}

int socket(int family, int type, int protocol) {
    int (*real)(int, int, int) = (int (*)(int, int, int))next("socket");
    return fails(&sys.socket) ? -1 : real(family, type, protocol);
}

int bind(int fd, const struct sockaddr *at, socklen_t size) {
    int (*real)(int, const struct sockaddr *, socklen_t) =
        (int (*)(int, const struct sockaddr *, socklen_t))next("bind");
    return fails(&sys.bind) ? -1 : real(fd, at, size);
}

int listen(int fd, int count) {
    int (*real)(int, int) = (int (*)(int, int))next("listen");
    return fails(&sys.listen) ? -1 : real(fd, count);
}

int getsockname(int fd, struct sockaddr *restrict at, socklen_t *restrict size) {
    int (*real)(int, struct sockaddr *, socklen_t *) =
        (int (*)(int, struct sockaddr *, socklen_t *))next("getsockname");
    return fails(&sys.name) ? -1 : real(fd, at, size);
}

int eventfd(unsigned count, int flags) {
    int (*real)(unsigned, int) = (int (*)(unsigned, int))next("eventfd");
    return fails(&sys.eventfd) ? -1 : real(count, flags);
}

int accept4(int fd, struct sockaddr *restrict at, socklen_t *restrict size, int flags) {
    int (*real)(int, struct sockaddr *, socklen_t *, int) =
        (int (*)(int, struct sockaddr *, socklen_t *, int))next("accept4");
    bool has_failed = atomic_load(&polls_then) == atomic_load(&sys.poll.called);
    int got = fails(&sys.accept) ? -1 : real(fd, at, size, flags);
    atomic_fetch_add(&tried_again, has_failed);
    atomic_store(&polls_then, got < 0 && errno != EAGAIN ? atomic_load(&sys.poll.called) : -1);
    int what = CLIENT;
    if (got >= 0 && atomic_compare_exchange_strong(&short_of, &what, NOTHING)) {
        lob_alloc_fail_at(1, 0);
    }
    return got;
}

ssize_t send(int fd, const void *data, size_t size, int flags) {
    ssize_t (*real)(int, const void *, size_t, int) = (ssize_t(*)(int, const void *, size_t, int))next("send");
    return is_server() && fails(&sys.send) ? -1 : real(fd, data, size, flags);
}

int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size) {
    int (*real)(int, int, int, void *, socklen_t *) = (int (*)(int, int, int, void *, socklen_t *))next("getsockopt");
    bool is_told = is_server() && level == SOL_SOCKET && name == SO_ERROR && fails(&sys.option);
    if (is_told && errno == ETIMEDOUT) { /* as the kernel says it: the value, not the call */
        *(int *)value = ETIMEDOUT;
        return 0;
    }
    return is_told ? -1 : real(fd, level, name, value, size);
}

/* The server's own polling: of stop, wake, listen and its clients. */
static void look_at(const struct pollfd *fds, nfds_t count, int wait_ms) {
    if (fds[0].events == POLLOUT) {
        atomic_fetch_add(&last_words, 1);
        lob_clock_shift_ms(atomic_load(&shift_in_last_words));
        return;
    }
    if (wait_ms < 0 || wait_ms > atomic_load(&longest_ms)) {
        atomic_store(&longest_ms, wait_ms);
    }
    if (count >= 3 && fds[2].fd < 0 && wait_ms < 0) {
        atomic_store(&is_deaf, true);
    }
}

int poll(struct pollfd *fds, nfds_t count, int wait_ms) {
    int (*real)(struct pollfd *, nfds_t, int) = (int (*)(struct pollfd *, nfds_t, int))next("poll");
    if (!is_server()) {
        return real(fds, count, wait_ms);
    }
    look_at(fds, count, wait_ms);
    if (fails(&sys.poll)) {
        return -1;
    }
    int got = real(fds, count, atomic_load(&is_stepping) ? 0 : wait_ms);
    if (got > 0 && count > 3 && fds[3].revents) {
        int what = INPUT, events = atomic_exchange(&fake_events, 0);
        fds[3].revents = events ? (short)events : fds[3].revents;
        if (atomic_compare_exchange_strong(&short_of, &what, NOTHING)) {
            lob_alloc_fail_at(1, 0);
        }
    }
    return got;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))next("clock_gettime");
    if (!is_server() || !atomic_load(&is_stepping)) {
        return real(clock, now);
    }
    int64_t ns = atomic_fetch_add(&step_ns, 1000 * 1000);
    *now = (struct timespec){ns / 1000000000, ns % 1000000000};
    return 0;
}

/* The log is kept; everything else is written. */
ssize_t write(int fd, const void *data, size_t size) {
    ssize_t (*real)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))next("write");
    if (fd != STDERR_FILENO || !is_server()) {
        return real(fd, data, size);
    }
    pthread_mutex_lock(&log_lock);
    size_t used = strlen(logged), room = sizeof logged - 1 - used;
    memcpy(logged + used, data, size < room ? size : room);
    pthread_mutex_unlock(&log_lock);
    return (ssize_t)size;
}

/* ---- helpers ---- */

static int set_up(void **state) {
    (void)state;
    memset(&sys, 0, sizeof sys);
    memset(logged, 0, sizeof logged);
    clients = pthread_self();
    atomic_store(&tried_again, 0);
    atomic_store(&polls_then, -1);
    atomic_store(&short_of, NOTHING);
    atomic_store(&longest_ms, 0);
    atomic_store(&is_deaf, false);
    atomic_store(&last_words, 0);
    atomic_store(&shift_in_last_words, 0);
    atomic_store(&fake_events, 0);
    atomic_store(&is_stepping, false);
    lob_log_set_level(LOB_LOG_WARNING);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    lob_alloc_fail_at(0, 0);
    return 0;
}

static bool was_logged(const char *text) {
    pthread_mutex_lock(&log_lock);
    bool was = strstr(logged, text) != NULL;
    pthread_mutex_unlock(&log_lock);
    return was;
}

static void wait_until(bool (*is_so)(void)) {
    for (int i = 0; !is_so(); i++) {
        assert_lt(i, RIG_WAIT_MS);
        usleep(1000);
    }
}

/* In one piece, for a server that closes it at the first byte. */
static const char *ask_at_once(client *c) {
    client_send(c, PING "\n");
    return client_line(c);
}

/* Ends the server that a client asked to, or that failed. */
static bool join(rig *r) {
    assert_int_equal(pthread_join(r->thread, NULL), 0);
    bool fine = r->ran_fine;
    lob_tcp_server_close(r->server);
    r->runs = false;
    return fine;
}

static unsigned open_descriptors(void) {
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder)) {
        count++;
    }
    closedir(folder);
    return count;
}

/* ---- opening ---- */

static void open_fails(const rig *r, fault *f, int error, lob_status expected, const char *message,
                       const char *reason) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = LOB_NEW(arena, lob_ctx);
    lob_tcp_server *server = NULL;
    unsigned before = open_descriptors();
    lob_ctx_init(ctx, arena);
    arm(f, error, 1);
    assert_int_equal(lob_tcp_server_open(ctx, &r->options, &server), expected);
    assert_null(server);
    assert_int_equal(open_descriptors(), before);
    assert_non_null(strstr(ctx->error.message, message));
    assert_ne(ctx->error.hint[0], '\0');
    if (reason) {
        assert_true(lob_str_equal(ctx->error.details[0].text, lob_str_from(reason)));
    }
    lob_arena_drop(arena);
}

static void what_the_system_refuses_is_told(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.port = 80;
    open_fails(&r, &sys.bind, EACCES, LOB_E_INVALID_TARGET, "Port 80 of 127.0.0.1 may not be used by this user",
               "port_denied");
    open_fails(&r, &sys.bind, EADDRINUSE, LOB_E_INVALID_TARGET, "Port 80 of 127.0.0.1 is in use", "port_taken");
    r.options.port = 0;
    open_fails(&r, &sys.listen, EADDRINUSE, LOB_E_INVALID_TARGET, "Port 0 of 127.0.0.1 is in use", "port_taken");
    open_fails(&r, &sys.bind, ENOMEM, LOB_E_TOOL_LIMIT_EXCEEDED, "", NULL);
    open_fails(&r, &sys.name, ENOMEM, LOB_E_TOOL_LIMIT_EXCEEDED, "", NULL);
    open_fails(&r, &sys.socket, EMFILE, LOB_E_TOOL_LIMIT_EXCEEDED, "Too many files are open", "descriptors");
    open_fails(&r, &sys.eventfd, EMFILE, LOB_E_TOOL_LIMIT_EXCEEDED, "Too many files are open", "descriptors");
    rig_start(&r); /* nothing of it stays */
    client *c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    client_drop(c);
    rig_end(&r);
}

/* ---- accepting ---- */

/* The next one waits in the kernel; after a pause in which nobody spins it is served. */
static void descriptors_that_run_out_come_back(void **state) {
    (void)state;
    static const int errors[] = {EMFILE, ENFILE, ENOMEM, ENOBUFS};
    rig r;
    rig_init(&r);
    rig_start(&r);
    for (size_t i = 0; i < 4; i++) {
        arm(&sys.accept, errors[i], 1);
        arm(&sys.poll, 0, 0);
        int64_t begin = lob_clock_ms();
        client *c = client_new(&r);
        assert_string_equal(client_ask(c, PING), PONG);
        assert_ge(lob_clock_ms() - begin, 90);
        assert_lt(atomic_load(&sys.poll.called), 20);
        client_drop(c);
    }
    assert_false(atomic_load(&is_deaf));
    rig_end(&r);
}

static bool has_accepted_again(void) {
    return atomic_load(&sys.accept.called) >= 4 || atomic_load(&is_deaf);
}

/* Time passes between one look at the clock and the next: the end of the pause may fall there. */
static void the_end_of_the_pause_is_not_missed(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    arm(&sys.accept, EMFILE, 3);
    atomic_store(&step_ns, lob_clock_ns() + 1000000000);
    atomic_store(&is_stepping, true);
    client *c = client_new(&r);
    wait_until(has_accepted_again);
    atomic_store(&is_stepping, false);
    assert_false(atomic_load(&is_deaf));
    assert_string_equal(client_ask(c, PING), PONG);
    client_drop(c);
    rig_end(&r);
}

static void one_that_left_early_keeps_nobody_out(void **state) {
    (void)state;
    static const int errors[] = {ECONNABORTED, EINTR, EPROTO};
    rig r;
    rig_init(&r);
    rig_start(&r);
    for (size_t i = 0; i < 3; i++) {
        arm(&sys.accept, errors[i], 2);
        atomic_store(&tried_again, 0);
        client *c = client_new(&r);
        assert_string_equal(client_ask(c, PING), PONG);
        assert_ge(atomic_load(&sys.accept.called), 3);
        assert_int_equal(atomic_load(&tried_again), errors[i] == EPROTO ? 0 : 2);
        client_drop(c);
    }
    rig_end(&r);
}

static void no_memory_for_a_client_costs_that_one_alone(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *other = client_new(&r);
    assert_string_equal(client_ask(other, PING), PONG);
    atomic_store(&short_of, CLIENT);
    client *c = client_new(&r);
    assert_string_equal(client_line(c), "<end>");
    client_drop(c);
    assert_string_equal(client_ask(other, PING), PONG);
    assert_false(was_logged("out of memory"));
    atomic_store(&short_of, INPUT);
    assert_string_equal(ask_at_once(other), "<end>");
    assert_true(was_logged("tcp: a client was closed: out of memory\n"));
    client_drop(other);
    c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    client_drop(c);
    rig_end(&r);
}

/* ---- polling ---- */

static void a_signal_while_it_waits_is_nothing(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    arm(&sys.poll, EINTR, 3);
    assert_string_equal(client_ask(c, PING), PONG);
    assert_string_equal(client_ask(c, PING), PONG);
    assert_int_equal(atomic_load(&sys.poll.times), 0);
    assert_false(was_logged("poll"));
    client_drop(c);
    rig_end(&r);
}

static void polling_that_fails_ends_it(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    arm(&sys.poll, ENOMEM, 1);
    client_send(c, PING "\n"); /* wakes it */
    assert_false(join(&r));
    char text[64];
    snprintf(text, sizeof text, "error: tcp: poll() failed with error %d\n", ENOMEM);
    assert_true(was_logged(text));
    client_drop(c);
    rig_end(&r);
}

static void without_limits_it_waits_for_ever(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.idle_ms = r.options.stall_ms = 0;
    rig_start(&r);
    client *c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    lob_clock_shift_ms(INT64_C(1000) * 3600 * 24 * 365);
    assert_string_equal(client_ask(c, PING), PONG);
    arm(&sys.send, EAGAIN, 1);
    assert_string_equal(client_ask(c, PING), PONG);
    assert_int_equal(atomic_load(&longest_ms), -1);
    client_drop(c);
    rig_end(&r);
    rig_init(&r);
    r.options.idle_ms = INT64_C(1) << 40; /* more than poll() can be told */
    rig_start(&r);
    atomic_store(&longest_ms, 0);
    c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    assert_string_equal(client_ask(c, PING), PONG);
    assert_int_equal(atomic_load(&longest_ms), INT32_MAX);
    client_drop(c);
    rig_end(&r);
}

/* ---- clients that break ---- */

static bool is_lingering(void) {
    return atomic_load(&rig_running) == 1;
}

static bool has_cancelled(void) {
    return atomic_load(&rig_cancelled) == 1;
}

/* Resets its connection while its request is under way. */
static void break_off(rig *r, int error) {
    rig_init(r);
    rig_start(r);
    client *c = client_new(r);
    client_send(c, "{\"id\":1,\"method\":\"mcp.linger\"}\n");
    wait_until(is_lingering);
    arm(&sys.option, error, error != 0);
    struct linger now = {.l_onoff = 1};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    client_drop(c);
    wait_until(has_cancelled);
    assert_int_equal(atomic_load(&sys.option.called), 1);
    rig_end(r);
}

static void the_log_tells_who_stalled_from_who_left(void **state) {
    (void)state;
    rig r;
    break_off(&r, 0);
    assert_false(was_logged("a client was closed"));
    break_off(&r, ENOTSOCK); /* the kernel cannot tell */
    assert_false(was_logged("a client was closed"));
    break_off(&r, ETIMEDOUT);
    assert_true(was_logged("tcp: a client was closed: it does not read what it is sent\n"));
}

static void what_poll_says_of_a_client_decides(void **state) {
    (void)state;
    static const int fatal[] = {POLLERR, POLLNVAL, POLLHUP, POLLIN | POLLERR};
    rig r;
    rig_init(&r);
    rig_start(&r);
    for (size_t i = 0; i < 4; i++) {
        client *c = client_new(&r);
        assert_string_equal(client_ask(c, PING), PONG);
        atomic_store(&fake_events, fatal[i]);
        assert_string_equal(ask_at_once(c), "<end>");
        client_drop(c);
    }
    client *c = client_new(&r); /* it sent its last and left: that is read yet */
    assert_string_equal(client_ask(c, PING), PONG);
    atomic_store(&fake_events, POLLIN | POLLHUP);
    assert_string_equal(ask_at_once(c), PONG);
    client_drop(c);
    rig_end(&r);
}

static void a_client_that_takes_nothing_is_closed_in_time(void **state) {
    (void)state;
    rig r;
    rig_init(&r);
    r.options.stall_ms = 50;
    rig_start(&r);
    client *c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    arm(&sys.send, EAGAIN, INT32_MAX);
    assert_string_equal(ask_at_once(c), "<end>");
    assert_true(was_logged("tcp: a client was closed: it does not read what it is sent\n"));
    client_drop(c);
    rig_end(&r);
}

/* ---- the end ---- */

/* The answer to `shutdown` meets `error` so often, and then `last`; whether it arrived. */
static bool shuts_down(int error, int times, int last) {
    static const char told[] = "{\"id\": 9, \"ok\": true, \"result\": {\"message\": \"server stopped\"}}";
    rig r;
    rig_init(&r);
    rig_start(&r);
    client *c = client_new(&r);
    assert_string_equal(client_ask(c, PING), PONG);
    arm(&sys.send, error, times);
    atomic_store(&sys.send.last, last);
    atomic_store(&last_words, 0);
    client_send(c, "{\"id\":9,\"method\":\"shutdown\"}\n");
    assert_true(join(&r));
    bool arrived = strcmp(client_line(c), told) == 0;
    assert_string_equal(arrived ? client_line(c) : "<end>", "<end>");
    client_drop(c);
    rig_end(&r);
    return arrived;
}

static void last_words_arrive_if_the_client_takes_them(void **state) {
    (void)state;
    assert_true(shuts_down(0, 0, 0));
    assert_int_equal(atomic_load(&last_words), 0);
    assert_true(shuts_down(EAGAIN, 3, 0));
    assert_gt(atomic_load(&last_words), 0);
    assert_int_equal(atomic_load(&sys.send.times), 0);
    for (int times = 0; times < 2; times++) { /* it is gone, before the end or in it: no wait */
        assert_false(shuts_down(EAGAIN, times, EPIPE));
        assert_int_equal(atomic_load(&last_words), 0);
    }
}

static void a_client_that_takes_nothing_does_not_hold_up_the_end(void **state) {
    (void)state;
    atomic_store(&shift_in_last_words, 400);
    assert_false(shuts_down(EAGAIN, INT32_MAX, 0));
    assert_int_equal(atomic_load(&last_words), 3); /* 400, 800, 1200 ms of a second */
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_the_system_refuses_is_told),
        TEST(descriptors_that_run_out_come_back),
        TEST(the_end_of_the_pause_is_not_missed),
        TEST(one_that_left_early_keeps_nobody_out),
        TEST(no_memory_for_a_client_costs_that_one_alone),
        TEST(a_signal_while_it_waits_is_nothing),
        TEST(polling_that_fails_ends_it),
        TEST(without_limits_it_waits_for_ever),
        TEST(the_log_tells_who_stalled_from_who_left),
        TEST(what_poll_says_of_a_client_decides),
        TEST(a_client_that_takes_nothing_is_closed_in_time),
        TEST(last_words_arrive_if_the_client_takes_them),
        TEST(a_client_that_takes_nothing_does_not_hold_up_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
