/* Clients that are slow, many, or say what two readers could understand differently: each is answered or cut off within
 * its time, and who has the token gets in meanwhile.
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include <netinet/in.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "tests/support/stride.h"

#define POST    "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" RIG_TYPES
#define SECRET  "0123456789abcdef"
#define BEARER  "Authorization: Bearer " SECRET "\r\n"
#define WITH_40 "Content-Length: 40\r\n\r\n"

static reply to;

static void open_with_token(rig *r) {
    rig_prepare(r);
    r->options.token = SECRET;
    rig_run(r);
}

/* A request that is answered wakes the loop, whatever the clock was moved by. */
static void wake(const rig *r) {
    static reply other;
    assert_eq(rig_post(r, BEARER, RIG_PING, &other), 400);
}

static bool is_open(int fd) {
    char byte;
    return recv(fd, &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

static int connect_from(const rig *r, uint32_t address) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(address)};
    struct sockaddr_in server = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)r->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval limit = {.tv_sec = RIG_WAIT_MS / 1000};
    assert_int_equal(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&server, sizeof server), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return fd;
}

static void what_is_ambiguous_ends_the_connection(void **state) {
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {POST "Content-Length: 40\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
        {POST "Content-Length: 40\r\nContent-Length: 41\r\n\r\n" RIG_PING, 400},
        {POST "Host: localhost\r\n" WITH_40 RIG_PING, 400},
        {POST BEARER BEARER WITH_40 RIG_PING, 400},
        {"POST /mcp HTTP/1.1\r\n" RIG_TYPES WITH_40 RIG_PING, 400},
        {"POST /mcp HTTP/1.1\nHost: localhost\n" WITH_40 RIG_PING, 400},
        {POST "X: a\r\n b\r\n" WITH_40 RIG_PING, 400},
        {POST "Transfer-Encoding: chunked\r\n\r\n28\n" RIG_PING "\r\n0\r\n\r\n", 400},
        {POST "Transfer-Encoding: gzip\r\n\r\n" RIG_PING, 501},
        {"GET /mcp HTTP/3.0\r\nHost: a\r\n\r\n", 505},
    };
    rig r;
    (void)state;
    rig_open(&r);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        int fd = rig_connect(&r);
        rig_say(fd, cases[i].text);
        rig_say(fd, POST WITH_40 RIG_PING); /* smuggled behind it: gets no answer */
        rig_receive(fd, &to);               /* ends with the connection */
        assert_int_equal(to.status, cases[i].status);
        assert_null(strstr(to.body, "HTTP/1.1 400"));
        assert_true(rig_has(&to, "Connection: close\r\n"));
        assert_true(rig_has(&to, "\"code\":-32600"));
        close(fd);
    }
    static const char nul[] = POST "X: a\0b\r\n" WITH_40 RIG_PING;
    int fd = rig_connect(&r);
    rig_send(fd, nul, sizeof nul - 1);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 400);
    close(fd);
    char *extension = malloc(100000);
    memset(extension, 'x', 99999);
    extension[99999] = '\0';
    fd = rig_connect(&r);
    rig_say(fd, POST "Transfer-Encoding: chunked\r\n\r\n28;");
    rig_say(fd, extension);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 400);
    assert_true(rig_has(&to, "Extensions of chunks"));
    close(fd);
    free(extension);
    rig_close(&r);
}

/* 512 that send slowly, without the token; who has it is served as if they were not there. */
static void strangers_keep_nobody_out(void **state) {
    enum { COUNT = 512 };
    static int fds[COUNT];
    rig r;
    int open_count = 0;
    (void)state;
    open_with_token(&r);
    for (int i = 0; i < COUNT; i++) {
        fds[i] = rig_connect(&r);
        rig_say(fds[i], i % 2 ? "POST /mcp HTTP/1.1\r\nHost" : "");
        if (i % 64 == 0) {
            assert_int_equal(rig_post(&r, BEARER, RIG_PING, &to), 400); /* no session: it was let in */
        }
    }
    assert_int_equal(rig_post(&r, BEARER, RIG_PING, &to), 400);
    for (int i = 0; i < COUNT; i++) {
        open_count += is_open(fds[i]);
    }
    assert_le(open_count, LOB_HTTP_STRANGER_ADDRESS_COUNT_MAX);
    /* From another address there is room as before. */
    int other = connect_from(&r, 0x7f000002);
    wake(&r);
    assert_true(is_open(other));
    close(other);
    for (int i = 0; i < COUNT; i++) {
        close(fds[i]);
    }
    rig_close(&r);
}

static void strangers_of_many_addresses(void **state) {
    enum { COUNT = 3 * LOB_HTTP_STRANGER_ADDRESS_COUNT_MAX };
    static int fds[COUNT];
    rig r;
    int open_count = 0;
    (void)state;
    stride_skip();
    open_with_token(&r);
    for (int i = 0; i < COUNT; i++) {
        fds[i] = connect_from(&r, 0x7f000010 + (uint32_t)i / 16);
    }
    wake(&r);
    for (int i = 0; i < COUNT; i++) {
        open_count += is_open(fds[i]);
    }
    assert_le(open_count, LOB_HTTP_STRANGER_COUNT_MAX);
    assert_gt(open_count, LOB_HTTP_STRANGER_COUNT_MAX / 2);
    for (int i = 0; i < COUNT; i++) {
        close(fds[i]);
    }
    rig_close(&r);
}

/* Bytes now and then do not lengthen the time of a head or a body. */
static void whole_requests_have_deadlines(void **state) {
    static const struct {
        const char *first, *then;
        int step_ms;
    } cases[] = {{"POST /mcp HT", "TP/1.1\r\n", 6000},
                 {POST BEARER "Content-Length: 40\r\n\r\n{", "\"a\"", 40000},
                 {POST BEARER "Transfer-Encoding: chunked\r\n\r\n", "1\r\n{\r\n", 40000}};
    rig r;
    (void)state;
    open_with_token(&r);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].first);
        int fd = rig_connect(&r);
        rig_say(fd, cases[i].first);
        fake_sleep_ms(50);
        lob_clock_shift_ms(cases[i].step_ms);
        wake(&r);
        assert_true(is_open(fd));
        rig_say(fd, cases[i].then);
        fake_sleep_ms(50);
        lob_clock_shift_ms(cases[i].step_ms);
        wake(&r);
        rig_receive(fd, &to);
        assert_int_equal(to.status, 408);
        close(fd);
    }
    /* One that says nothing at all is closed without a word. */
    int fd = rig_connect(&r);
    wake(&r);
    lob_clock_shift_ms(LOB_HTTP_HEAD_MS + 1);
    wake(&r);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 0);
    close(fd);
    rig_close(&r);
}

static void between_two_requests(void **state) {
    rig r;
    (void)state;
    open_with_token(&r);
    int fd = rig_connect(&r);
    rig_say(fd, POST BEARER WITH_40 RIG_PING);
    rig_receive_until(fd, &to, "none\"}}\n");
    fake_sleep_ms(50);
    lob_clock_shift_ms(LOB_HTTP_IDLE_MS / 2);
    wake(&r);
    assert_true(is_open(fd));
    rig_say(fd, POST BEARER WITH_40 RIG_PING);
    rig_receive_until(fd, &to, "none\"}}\n");
    fake_sleep_ms(50);
    rig_say(fd, "PO"); /* a head begins, and has its time */
    fake_sleep_ms(50);
    lob_clock_shift_ms(LOB_HTTP_HEAD_MS + 1);
    wake(&r);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 408);
    close(fd);
    fd = rig_connect(&r);
    rig_say(fd, POST BEARER WITH_40 RIG_PING);
    rig_receive_until(fd, &to, "none\"}}\n");
    fake_sleep_ms(50);
    lob_clock_shift_ms(LOB_HTTP_IDLE_MS + 1);
    wake(&r);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 0);
    close(fd);
    rig_close(&r);
}

/* Those of one address are bounded, and the one that is idle longest gives way. */
static void one_address_has_its_share(void **state) {
    enum { COUNT = LOB_HTTP_ADDRESS_COUNT_MAX + 8 };
    static int fds[COUNT];
    rig r;
    (void)state;
    stride_skip();
    open_with_token(&r);
    for (int i = 0; i < COUNT; i++) {
        fds[i] = rig_connect(&r);
        rig_say(fds[i], POST BEARER WITH_40 RIG_PING);
        rig_receive_until(fds[i], &to, "none\"}}\n");
        if (i == COUNT - 9) {
            fake_sleep_ms(200); /* a thread that has sent an answer holds its connection a moment longer */
        }
    }
    for (int i = 0; i < RIG_WAIT_MS && is_open(fds[7]); i++) {
        fake_sleep_ms(1);
    }
    assert_false(is_open(fds[0]));
    assert_false(is_open(fds[7]));
    assert_true(is_open(fds[8]));
    assert_true(is_open(fds[COUNT - 1]));
    int other = connect_from(&r, 0x7f000003);
    rig_say(other, POST BEARER WITH_40 RIG_PING);
    rig_receive_until(other, &to, "none\"}}\n");
    assert_true(is_open(fds[8]));
    close(other);
    for (int i = 0; i < COUNT; i++) {
        close(fds[i]);
    }
    rig_close(&r);
}

static void bodies_that_come_slowly_give_way(void **state) {
    rig r;
    (void)state;
    open_with_token(&r);
    int slow = rig_connect(&r), fresh = rig_connect(&r);
    rig_say(slow, POST BEARER WITH_40 "{");
    rig_say(fresh, POST BEARER WITH_40);
    fake_sleep_ms(50);
    lob_clock_shift_ms(2000);
    atomic_store(&r.daemon->held, LOB_HTTP_HELD_SIZE_MAX);
    assert_int_equal(rig_post(&r, BEARER, RIG_PING, &to), 503);
    rig_receive(slow, &to);
    assert_int_equal(to.status, 408);
    atomic_store(&r.daemon->held, 0);
    rig_say(fresh, RIG_PING);
    rig_receive_until(fresh, &to, "none\"}}\n");
    close(slow);
    close(fresh);
    assert_int_equal(rig_post(&r, BEARER, RIG_PING, &to), 400);
    rig_close(&r);
}

static void a_client_that_asks_first(void **state) {
    rig r;
    (void)state;
    open_with_token(&r);
    int fd = rig_connect(&r);
    rig_say(fd, POST BEARER "Expect: 100-continue\r\n" WITH_40);
    rig_receive_until(fd, &to, "HTTP/1.1 100 Continue\r\n\r\n");
    rig_say(fd, RIG_PING);
    rig_receive_until(fd, &to, "none\"}}\n");
    assert_int_equal(to.status, 400);
    close(fd);
    fd = rig_connect(&r);
    rig_say(fd, POST "Expect: 100-continue\r\n" WITH_40);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 401);
    close(fd);
    /* HEAD: the same head, no body. */
    fd = rig_connect(&r);
    rig_say(fd, "HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n" BEARER "\r\n");
    rig_receive(fd, &to);
    assert_int_equal(to.status, 405);
    assert_string_equal(to.body, "");
    close(fd);
    rig_close(&r);
}

/* Requests behind each other in one piece, cut anywhere, are answered in order. */
static void requests_in_a_row(void **state) {
    static const char text[] =
        POST BEARER WITH_40 RIG_PING POST BEARER "Transfer-Encoding: chunked\r\n\r\n28\r\n" RIG_PING
                                                 "\r\n0\r\n\r\n" POST BEARER "Connection: close\r\n" WITH_40 RIG_PING;
    rig r;
    (void)state;
    open_with_token(&r);
    for (size_t cut = 1; cut < sizeof text - 1; cut += stride_pick(1, 40) + sizeof text / 40) {
        int fd = rig_connect(&r), count = 0;
        rig_send(fd, text, cut);
        fake_sleep_ms(2);
        rig_send(fd, text + cut, sizeof text - 1 - cut);
        rig_receive(fd, &to);
        for (const char *at = to.text; (at = strstr(at, "HTTP/1.1 400")) != NULL; at++) {
            count++;
        }
        assert_int_equal(count, 3);
        close(fd);
    }
    rig_close(&r);
}

/* Without a descriptor for a new one, the one that waits longest is given up. */
static void no_descriptor_is_left(void **state) {
    struct rlimit before, limit;
    int idle[4], copies[128], copy_count = 0;
    rig r;
    (void)state;
    stride_skip(); /* valgrind gives out descriptors above the limit */
    open_with_token(&r);
    for (int i = 0; i < 4; i++) {
        idle[i] = rig_connect(&r);
    }
    wake(&r);
    struct timeval patience = {.tv_sec = RIG_WAIT_MS / 1000};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); /* the client's own is made before */
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)r.port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    limit = before;
    int last = fd; /* every number up to it is taken */
    while (last < 100) {
        last = dup(fd);
        assert_gt(last, 0);
        copies[copy_count++] = last;
    }
    limit.rlim_cur = (rlim_t)last + 1;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    rig_say(fd, POST BEARER "Connection: close\r\n" WITH_40 RIG_PING);
    rig_receive(fd, &to);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(to.status, 400);
    assert_false(is_open(idle[0]));
    while (copy_count > 0) {
        close(copies[--copy_count]);
    }
    for (int i = 0; i < 4; i++) {
        close(idle[i]);
    }
    close(fd);
    rig_close(&r);
}

static void over_ipv6(void **state) {
    rig r;
    char what[LOB_HTTP_WHAT_SIZE];
    (void)state;
    rig_prepare(&r);
    r.options.host = "::1";
    r.options.token = SECRET;
    r.daemon = lob_http_daemon_open(&r.options, what);
    if (r.daemon == NULL) { /* a machine without it */
        close(r.options.stop_fd);
        skip();
    }
    r.port = lob_http_daemon_port(r.daemon);
    assert_int_equal(pthread_create(&r.thread, NULL, rig_serve, &r), 0);
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in6 server = {
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)r.port), .sin6_addr = in6addr_loopback};
    struct timeval limit = {.tv_sec = RIG_WAIT_MS / 1000};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(connect(fd, (struct sockaddr *)&server, sizeof server), 0);
    rig_say(fd, POST BEARER "Connection: close\r\n" WITH_40 RIG_PING);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 400);
    close(fd);
    rig_close(&r);
}

/* One that never reads its answer keeps a thread, for a while, and nobody else. */
static void answers_that_nobody_reads(void **state) {
    char text[1024], head[2048];
    rig r;
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    rig_call(text, "1", "big", "{\"size\":3400000}", "");
    snprintf(head, sizeof head, POST "%sContent-Length: %zu\r\n\r\n%s", s.header, strlen(text), text);
    int fd = rig_connect(&r);
    rig_say(fd, head);
    fake_sleep_ms(300);
    assert_int_equal(rig_post(&r, s.header, RIG_PING, &to), 200);
    rig_close(&r); /* cuts it off */
    close(fd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_ambiguous_ends_the_connection),
        cmocka_unit_test(strangers_keep_nobody_out),
        cmocka_unit_test(strangers_of_many_addresses),
        cmocka_unit_test(whole_requests_have_deadlines),
        cmocka_unit_test(between_two_requests),
        cmocka_unit_test(one_address_has_its_share),
        cmocka_unit_test(bodies_that_come_slowly_give_way),
        cmocka_unit_test(a_client_that_asks_first),
        cmocka_unit_test(requests_in_a_row),
        cmocka_unit_test(no_descriptor_is_left),
        cmocka_unit_test(over_ipv6),
        cmocka_unit_test(answers_that_nobody_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
