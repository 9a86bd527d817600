/* Sending to a client that reads late, or never. */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/clock.h"
#include "http/conn.h"

enum { SIZE = 8 << 20 };

typedef struct reader {
    int fd;
    size_t stop_at; /* then the time of the answer is over */
    size_t size;
} reader;

static void *read_late(void *arg) {
    static char block[65536];
    reader *r = arg;
    ssize_t count;
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    while (r->size < r->stop_at && (count = read(r->fd, block, sizeof block)) > 0) {
        r->size += (size_t)count;
    }
    if (r->stop_at < SIZE) {
        lob_clock_shift_ms(LOB_HTTP_UNREAD_MS + SIZE / (LOB_HTTP_SLOWEST_KIB_S * 1024) * 1000 + 1);
        /* More than the socket holds: only room wakes the sender, who then sees that its time is up. */
        for (size_t more = 0; more < 1 << 19 && (count = read(r->fd, block, sizeof block)) > 0; more += (size_t)count) {
        }
    }
    return NULL;
}

static bool send_to(reader *r, lob_http_stage stage) {
    int ends[2];
    pthread_t thread;
    char *data = calloc(1, SIZE);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    lob_http_conn conn = {.fd = ends[0], .stage = stage};
    r->fd = ends[1];
    assert_int_equal(pthread_create(&thread, NULL, read_late, r), 0);
    const bool sent = lob_http_conn_send(&conn, (lob_str){data, 1000}, (lob_str){data, SIZE - 1000});
    close(ends[0]);
    pthread_join(thread, NULL);
    close(ends[1]);
    free(data);
    return sent;
}

static void a_late_reader_gets_all(void **state) {
    reader r = {.stop_at = SIZE};
    (void)state;
    assert_true(send_to(&r, LOB_HTTP_STAGE_ACTIVE));
    assert_int_equal(r.size, SIZE);
}

static void the_door_does_not_wait(void **state) {
    reader r = {.stop_at = SIZE};
    (void)state;
    assert_false(send_to(&r, LOB_HTTP_STAGE_BODY));
    assert_lt(r.size, SIZE);
}

static void a_slow_reader_is_given_up(void **state) {
    reader r = {.stop_at = 1 << 20};
    (void)state;
    assert_false(send_to(&r, LOB_HTTP_STAGE_ACTIVE));
}

static void a_client_that_is_gone_gets_nothing(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    close(ends[1]);
    lob_http_conn conn = {.fd = ends[0], .stage = LOB_HTTP_STAGE_ACTIVE};
    assert_false(lob_http_conn_send(&conn, LOB_STR("head"), LOB_STR("body")));
    close(ends[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_late_reader_gets_all),
        cmocka_unit_test(the_door_does_not_wait),
        cmocka_unit_test(a_slow_reader_is_given_up),
        cmocka_unit_test(a_client_that_is_gone_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
