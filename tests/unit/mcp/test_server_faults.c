/* What a server over pipes meets seldom: calls of the system that are interrupted or fail, and memory that runs out.
 * The calls are replaced at link time and fail in threads of the server alone.
 * A program of its own: its tools stand in for the generated ones. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>

#include "tests/support/lob_test.h"

#include "server_rig.h"

#include "base/alloc.h"

#define PING "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define PONG "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"

static pthread_t client;
static atomic_int poll_error, poll_times, read_error, read_times, eventfd_error;

static bool fails(atomic_int *times, const atomic_int *error) {
    if (pthread_equal(pthread_self(), client) || atomic_load(times) == 0) {
        return false;
    }
    atomic_fetch_sub(times, 1);
    errno = atomic_load(error);
    return true;
}

int poll(struct pollfd *fds, nfds_t count, int timeout) {
    int (*real)(struct pollfd *, nfds_t, int) = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    return timeout < 0 && fails(&poll_times, &poll_error) ? -1 : real(fds, count, timeout);
}

ssize_t read(int fd, void *data, size_t size) {
    ssize_t (*real)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    return size > sizeof(uint64_t) && fails(&read_times, &read_error) ? -1 : real(fd, data, size);
}

int eventfd(unsigned count, int flags) {
    int (*real)(unsigned, int) = (int (*)(unsigned, int))dlsym(RTLD_NEXT, "eventfd");
    if (atomic_load(&eventfd_error)) {
        errno = atomic_load(&eventfd_error);
        return -1;
    }
    return real(count, flags);
}

static int setup(void **state) {
    (void)state;
    client = pthread_self();
    atomic_store(&poll_times, 0);
    atomic_store(&read_times, 0);
    atomic_store(&eventfd_error, 0);
    return 0;
}

/* To a server that may have ended. */
static void put_ping(const rig *r) {
    if (write(r->to_server, PING "\n", sizeof PING) <= 0) {
        assert_eq(errno, EPIPE);
    }
}

static void interrupted_calls_are_made_again(void **state) {
    (void)state;
    rig r;
    atomic_store(&poll_error, EINTR);
    atomic_store(&poll_times, 3);
    rig_start(&r);
    rig_expect(&r, PING, PONG);
    static const int again[] = {EINTR, EAGAIN};
    for (int i = 0; i < 2; i++) {
        atomic_store(&read_error, again[i]);
        atomic_store(&read_times, 2);
        rig_expect(&r, PING, PONG);
        assert_int_equal(atomic_load(&read_times), 0);
    }
    assert_int_equal(atomic_load(&poll_times), 0);
    assert_int_equal(rig_stop(&r), 0);
}

/* Input that cannot be read is at its end. */
static void input_that_fails_is_over(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_expect(&r, PING, PONG);
    atomic_store(&read_error, EIO);
    atomic_store(&read_times, 1);
    put_ping(&r);
    assert_int_equal(rig_join(&r), 0);
    close(r.to_server);
}

static void waiting_that_fails_ends_it(void **state) {
    (void)state;
    rig r;
    atomic_store(&poll_error, EINVAL);
    atomic_store(&poll_times, 1);
    rig_start(&r);
    rig_join(&r);
    assert_int_equal(atomic_load(&poll_times), 0);
    close(r.to_server);
}

static void no_descriptor_no_server(void **state) {
    (void)state;
    rig r;
    rig_open(&r);
    atomic_store(&eventfd_error, EMFILE);
    rig_run(&r);
    assert_int_equal(rig_join(&r), 1);
    close(r.to_server);
}

/* Every allocation of a start and of a line: it answers, says so, or ends with 1; it never hangs, and keeps nothing. */
static void memory_may_run_out(void **state) {
    (void)state;
    const uint64_t live = lob_alloc_live();
    unsigned ended = 0, answered = 0;
    for (uint64_t nth = 1; nth < 60; nth++) {
        rig r;
        rig_open(&r);
        lob_alloc_fail_at(nth, nth % 2 == 0); /* once, or from then on */
        rig_run(&r);
        put_ping(&r);
        close(r.to_server);
        const bool is_line = rig_read_within(&r, RIG_TIMEOUT_MS);
        const bool is_fine = is_line && strcmp(r.line, PONG) == 0;
        const int code = rig_join(&r);
        lob_alloc_fail_at(0, false);
        ended += code == 1;
        answered += is_fine;
        assert_among(code, 0, 1);
        assert_int_equal(lob_alloc_live(), live);
    }
    assert_gt(ended, 0);
    assert_gt(answered, 0);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(interrupted_calls_are_made_again, setup),
        cmocka_unit_test_setup(input_that_fails_is_over, setup),
        cmocka_unit_test_setup(waiting_that_fails_ends_it, setup),
        cmocka_unit_test_setup(no_descriptor_no_server, setup),
        cmocka_unit_test_setup(memory_may_run_out, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
