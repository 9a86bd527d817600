/* One client without a server: its bytes over a pair of sockets, whose calls are replaced at link time and fail when
 * told to. Invariant: what fails drops this client at most, and what it is sent arrives whole and in order.
 * A program of its own: it stands in for functions of the libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"

#include "tcp/tcp_conn.h"

enum { LINE_SIZE_MAX = 1000, BACKLOG_HIGH = 64 * 1024 };

/* ---- the replaced calls ---- */

static struct {
    int recv, send;  /* the error with which the call fails, or 0 */
    unsigned times;  /* it fails that often, then no more */
    size_t room;     /* bytes that send() still takes before it would block */
    unsigned called; /* either */
} sys;

static bool fails(int error) {
    sys.called++;
    if (error == 0 || sys.times == 0) {
        return false;
    }
    sys.times--;
    errno = error;
    return true;
}

ssize_t recv(int fd, void *data, size_t size, int flags) {
    ssize_t (*real)(int, void *, size_t, int) = (ssize_t(*)(int, void *, size_t, int))dlsym(RTLD_NEXT, "recv");
    return fails(sys.recv) ? -1 : real(fd, data, size, flags);
}

ssize_t send(int fd, const void *data, size_t size, int flags) {
    ssize_t (*real)(int, const void *, size_t, int) =
        (ssize_t(*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
    if (fails(sys.send)) {
        return -1;
    }
    if (sys.room == 0) {
        errno = EAGAIN;
        return -1;
    }
    ssize_t count = real(fd, data, size < sys.room ? size : sys.room, flags);
    sys.room -= count > 0 ? (size_t)count : 0;
    return count;
}

/* ---- helpers ---- */

static int far_end; /* the client's */
static lob_tcp_conn *conn;

static lob_tcp_conn *open_pair(void) {
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
    far_end = ends[1];
    return lob_tcp_conn_new(ends[0], LINE_SIZE_MAX, 5);
}

static int set_up(void **state) {
    (void)state;
    memset(&sys, 0, sizeof sys);
    sys.room = SIZE_MAX;
    conn = open_pair();
    return conn ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    lob_alloc_fail_at(0, 0);
    lob_tcp_conn_drop(conn);
    close(far_end);
    return 0;
}

static void comes(const char *text, int64_t now_ms) {
    assert_int_equal(write(far_end, text, strlen(text)), strlen(text));
    lob_tcp_conn_read(conn, now_ms);
}

/* "": none is to be dealt with. */
static const char *next_line(void) {
    static char text[LINE_SIZE_MAX + 1];
    lob_str line;
    bool too_long;
    if (!lob_tcp_conn_line(conn, &line, &too_long)) {
        return "";
    }
    snprintf(text, sizeof text, "%.*s", too_long ? 8 : (int)line.size, too_long ? "too long" : line.data);
    return text;
}

static void say(const char *text, size_t size, int64_t now_ms) {
    lob_buf bytes;
    lob_buf_init(&bytes, 0);
    lob_buf_add(&bytes, text, size);
    lob_tcp_conn_send(conn, &bytes, now_ms);
    lob_buf_release(&bytes);
}

/* The byte at `i` of everything that is sent: of no short period. */
static char byte_at(size_t i) {
    return (char)('a' + i * i / 7 % 23);
}

static void say_pattern(size_t begin, size_t size, int64_t now_ms) {
    char *text = malloc(size);
    for (size_t i = 0; i < size; i++) {
        text[i] = byte_at(begin + i);
    }
    say(text, size, now_ms);
    free(text);
}

/* Takes what has arrived, which must be the pattern from `begin` on; where it ends. */
static size_t take_pattern(size_t begin) {
    static char text[64 * 1024];
    ssize_t count;
    while ((count = read(far_end, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < count; i++) {
            assert_int_equal(text[i], byte_at(begin + (size_t)i));
        }
        begin += (size_t)count;
    }
    return begin;
}

/* ---- reading ---- */

static void lines_come_out_and_an_idle_client_holds_nothing(void **state) {
    (void)state;
    assert_string_equal(next_line(), "");
    comes("{\"a\"", 7);
    assert_true(lob_tcp_conn_is_half(conn));
    assert_int_equal(conn->line_ms, 7);
    assert_string_equal(next_line(), "");
    comes(":1}\n{}\n", 9);
    assert_int_equal(conn->line_ms, 7); /* it began then */
    assert_string_equal(next_line(), "{\"a\":1}");
    assert_string_equal(next_line(), "{}");
    assert_non_null(conn->frame.bytes.data);
    assert_string_equal(next_line(), "");
    assert_null(conn->frame.bytes.data);
    assert_false(lob_tcp_conn_is_half(conn));
    comes("{}", 11);
    assert_int_equal(conn->line_ms, 11);
    close(far_end);
    lob_tcp_conn_read(conn, 12);
    assert_true(conn->input_ended);
    assert_null(conn->dropped);
    assert_int_equal(lob_tcp_conn_events(conn), 0);
    far_end = -1;
}

/* Its rest is half a line until the newline comes, though none of it is kept. */
static void a_line_that_is_too_long_is_given_up_once(void **state) {
    (void)state;
    char text[LINE_SIZE_MAX + 2];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    comes(text, 7);
    assert_string_equal(next_line(), "too long");
    assert_string_equal(next_line(), "");
    assert_true(lob_tcp_conn_is_half(conn));
    comes("GET /\n{}\n", 8); /* no line begins there */
    assert_string_equal(next_line(), "{}");
    assert_null(conn->dropped);
}

static void reading_that_fails(void **state) {
    (void)state;
    static const int passing[] = {EAGAIN, EINTR};
    for (size_t i = 0; i < 2; i++) {
        sys.recv = passing[i];
        sys.times = 1;
        comes("{}\n", 7);
        assert_null(conn->dropped);
        assert_false(conn->input_ended);
        assert_string_equal(next_line(), "");
        lob_tcp_conn_read(conn, 8);
        assert_string_equal(next_line(), "{}");
    }
    sys.recv = ECONNRESET;
    sys.times = 1;
    comes("{}\n", 9);
    assert_string_equal(conn->dropped, ""); /* nothing to log */
    assert_false(conn->input_ended);
    assert_int_equal(lob_tcp_conn_events(conn), 0);
    lob_tcp_conn_read(conn, 10);
    assert_string_equal(next_line(), ""); /* whatever else comes */
}

static void no_memory_to_read_into(void **state) {
    (void)state;
    lob_alloc_fail_at(1, 0);
    comes("{}\n", 7);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(sys.called, 0);
    assert_string_equal(conn->dropped, "out of memory");
    assert_string_equal(next_line(), "");
}

static void http_is_seen_in_the_first_bytes_and_in_any_line(void **state) {
    (void)state;
    comes("GET / HT", 7);
    assert_non_null(strstr(conn->dropped, "it spoke HTTP or TLS"));
    conn->dropped = NULL; /* as if the first block had been shorter */
    assert_string_equal(next_line(), "");
    assert_non_null(strstr(conn->dropped, "it spoke HTTP or TLS"));
    conn->dropped = NULL;
    comes("TP/1.1\r\n", 8);
    assert_string_equal(next_line(), "");
    assert_non_null(strstr(conn->dropped, "it spoke HTTP or TLS"));
}

/* ---- whose turn it is ---- */

static void nothing_is_taken_before_its_time(void **state) {
    (void)state;
    lob_tcp_request request = {0};
    comes("{}\n", 7);
    conn->request = &request;
    assert_string_equal(next_line(), "");
    assert_int_equal(lob_tcp_conn_events(conn), 0);
    conn->request = NULL;
    conn->is_closing = true;
    assert_string_equal(next_line(), "");
    assert_int_equal(lob_tcp_conn_events(conn), 0);
    conn->is_closing = false;
    assert_int_equal(lob_tcp_conn_events(conn), POLLIN);
    sys.room = 0;
    say_pattern(0, BACKLOG_HIGH, 8);
    assert_int_equal(lob_tcp_conn_events(conn), POLLIN | POLLOUT);
    say_pattern(BACKLOG_HIGH, 1, 9); /* now it is to take some first */
    assert_int_equal(lob_tcp_conn_events(conn), POLLOUT);
    assert_string_equal(next_line(), "");
    sys.room = 1;
    lob_tcp_conn_flush(conn, 10);
    assert_int_equal(lob_tcp_conn_events(conn), POLLIN | POLLOUT);
    assert_string_equal(next_line(), "{}");
}

/* ---- sending ---- */

static void sending_that_fails(void **state) {
    (void)state;
    sys.send = EINTR;
    sys.times = 3;
    say_pattern(0, 10, 7);
    assert_int_equal(take_pattern(0), 10);
    assert_int_equal(sys.called, 4);
    sys.send = EAGAIN;
    sys.times = 1;
    say_pattern(10, 10, 20);
    assert_int_equal(conn->sent_ms, 20); /* it is given its first byte */
    say_pattern(20, 10, 30);
    assert_int_equal(take_pattern(10), 30);
    sys.times = 2;
    say_pattern(30, 10, 40);
    say_pattern(40, 10, 50);
    assert_int_equal(conn->sent_ms, 40); /* and has taken none since */
    assert_int_equal(lob_tcp_conn_backlog(conn), 20);
    lob_tcp_conn_flush(conn, 60);
    assert_int_equal(conn->sent_ms, 60);
    assert_int_equal(take_pattern(30), 50);
    sys.send = EPIPE;
    sys.times = 1;
    say_pattern(50, 10, 70);
    assert_string_equal(conn->dropped, "");
    lob_tcp_conn_flush(conn, 80); /* nothing more is tried */
    assert_int_equal(take_pattern(50), 50);
}

/* A client that takes little at a time: each byte arrives once, and what has been taken is not held for ever. */
static void what_is_taken_makes_room(void **state) {
    (void)state;
    enum { SIZE = 100 * 1000, PIECE = 9 * 1000 };
    size_t taken = 0, most = 0;
    sys.room = 0;
    say_pattern(0, SIZE, 7);
    assert_int_equal(lob_tcp_conn_backlog(conn), SIZE);
    for (size_t said = SIZE; taken < 6 * SIZE;) {
        sys.room = PIECE;
        lob_tcp_conn_flush(conn, 8);
        taken = take_pattern(taken);
        if (said < 6 * SIZE) {
            sys.room = 0;
            say_pattern(said, PIECE < 6 * SIZE - said ? PIECE : 6 * SIZE - said, 9);
            said += PIECE < 6 * SIZE - said ? PIECE : 6 * SIZE - said;
        }
        assert_int_equal(lob_tcp_conn_backlog(conn), said - taken);
        most = conn->out.size > most ? conn->out.size : most;
    }
    assert_le(most, 2 * SIZE + BACKLOG_HIGH); /* of 600 000 that passed */
    assert_int_equal(conn->out.capacity, 0);  /* a large buffer goes */
    sys.room = SIZE_MAX;
    say_pattern(taken, 10, 10);
    assert_int_equal(take_pattern(taken), taken + 10);
    assert_gt(conn->out.capacity, 0); /* a small one stays */
}

static void no_memory_for_an_answer(void **state) {
    (void)state;
    lob_buf bytes;
    lob_buf_init(&bytes, 4);
    lob_buf_add_text(&bytes, "{}\n");
    lob_alloc_fail_at(1, 0);
    lob_tcp_conn_send(conn, &bytes, 7);
    lob_alloc_fail_at(0, 0);
    assert_string_equal(conn->dropped, "out of memory for its answer");
    conn->dropped = NULL;
    lob_buf_clear(&conn->out);
    lob_buf_add_text(&bytes, "too long"); /* now it has failed by itself */
    lob_tcp_conn_send(conn, &bytes, 7);
    assert_string_equal(conn->dropped, "out of memory for its answer");
    lob_buf_release(&bytes);
    assert_int_equal(sys.called, 0);
    assert_int_equal(take_pattern(0), 0);
}

/* ---- all of it, without memory ---- */

/* A request in, an answer out. */
static bool exchange(void *arg) {
    (void)arg;
    lob_tcp_conn *outer = conn;
    int outer_end = far_end;
    conn = open_pair();
    bool fine = conn != NULL;
    if (fine) {
        comes("{}\n", 7);
        fine = strcmp(next_line(), "{}") == 0;
        say("{}\n", 3, 8);
        fine = fine && !conn->dropped;
        int near_end = conn->fd;
        lob_tcp_conn_drop(conn);
        assert_int_equal(fcntl(near_end, F_GETFD), -1);
    } else {
        char byte;
        assert_int_equal(read(far_end, &byte, 1), 0); /* its other end was closed */
    }
    close(far_end);
    conn = outer;
    far_end = outer_end;
    return fine;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_int_equal(sweep_allocations(exchange, NULL), 4); /* itself, its input, the answer and its copy */
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(lines_come_out_and_an_idle_client_holds_nothing),
        TEST(a_line_that_is_too_long_is_given_up_once),
        TEST(reading_that_fails),
        TEST(no_memory_to_read_into),
        TEST(http_is_seen_in_the_first_bytes_and_in_any_line),
        TEST(nothing_is_taken_before_its_time),
        TEST(sending_that_fails),
        TEST(what_is_taken_makes_room),
        TEST(no_memory_for_an_answer),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
