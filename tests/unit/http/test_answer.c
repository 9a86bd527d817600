/* Answers that take their time: streams of events, progress, cancelling, clients that go, the end of the server.
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include "base/clock.h"
#include "tests/support/stride.h"

static reply to;
static char text[1024];

#define TOKEN ",\"_meta\":{\"progressToken\":\"t\"}"

static void progress_goes_before_the_answer(void **state) {
    rig r;
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    rig_call(text, "1", "steps", "{}", TOKEN);
    assert_int_equal(rig_post(&r, s.header, text, &to), 200);
    assert_true(rig_has(&to, "Content-Type: text/event-stream\r\n"));
    assert_true(rig_has(&to, "X-Accel-Buffering: no\r\n"));
    assert_true(rig_has(&to, "Cache-Control: no-store\r\n"));
    static const char note[] = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                               "\"params\":{\"progressToken\":\"t\",\"progress\":";
    const char *at = to.body;
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(strncmp(at, note, sizeof note - 1), 0);
        assert_int_equal(atoi(at + sizeof note - 1), i);
        at = strstr(at, "\n\n") + 2;
    }
    assert_int_equal(strncmp(at, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":", 54), 0);
    assert_string_equal(strstr(at, "\n\n"), "\n\n");
    /* Nobody asked: one document. */
    rig_call(text, "1", "steps", "{}", "");
    assert_int_equal(rig_post(&r, s.header, text, &to), 200);
    assert_true(rig_has(&to, "Content-Type: application/json\r\n"));
    assert_int_equal(to.body[0], '{');
    rig_close(&r);
}

/* HTTP 1.1: what is chunked comes at once, not when all is there. */
static void a_long_call_becomes_a_stream(void **state) {
    static char head[2048];
    rig r;
    (void)state;
    rig_prepare(&r);
    r.options.first_ms = 50;
    r.options.alive_ms = 30;
    rig_run(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    rig_call(text, "\"g\"", "gate", "{}", "");
    snprintf(head, sizeof head, "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" RIG_TYPES "%sContent-Length: %zu\r\n\r\n%s",
             s.header, strlen(text), text);
    int fd = rig_connect(&r);
    rig_say(fd, head);
    rig_receive_until(fd, &to, "\n:\n\n\r\n3\r\n:\n\n");
    assert_true(rig_has(&to, "text/event-stream"));
    assert_int_equal(rig_post(&r, s.header, RIG_PING, &to), 200); /* beside it */
    atomic_store(&fake_open, true);
    rig_receive_until(fd, &to, "\"structuredContent\"");
    rig_receive_until(fd, &to, "\r\n0\r\n\r\n");
    rig_say(fd, head); /* and the connection goes on */
    rig_receive_until(fd, &to, "\"structuredContent\"");
    assert_true(rig_has(&to, "application/json"));
    close(fd);
    rig_close(&r);
}

static void cancelled_by_a_message(void **state) {
    static const char cancel[] =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
    (void)state;
    for (int first_ms = 10; first_ms <= 10010; first_ms += 10000) { /* within a stream, and before */
        rig r;
        rig_prepare(&r);
        r.options.first_ms = first_ms;
        rig_run(&r);
        session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
        session other = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
        rig_call(text, "1", "gate", "{}", "");
        int mine = rig_post_start(&r, s.header, text), theirs = rig_post_start(&r, other.header, text);
        rig_wait_for(&fake_started, 2);
        if (first_ms == 10) {
            fake_sleep_ms(100);
        }
        assert_int_equal(rig_post(&r, s.header, cancel, &to), 202);
        rig_wait_for(&fake_cancelled, 1);
        rig_receive(mine, &to);
        assert_int_equal(to.status, 200);
        assert_true(rig_has(&to, "text/event-stream"));
        assert_null(strstr(to.body, "data:")); /* no answer */
        assert_int_equal(rig_post(&r, s.header, RIG_PING, &to), 200);
        atomic_store(&fake_open, true);
        rig_receive(theirs, &to);
        assert_non_null(strstr(to.body, "\"structuredContent\"")); /* the same id, another session */
        assert_int_equal(atomic_load(&fake_cancelled), 1);
        close(mine);
        close(theirs);
        rig_close(&r);
    }
}

static void a_session_ends_with_its_requests(void **state) {
    rig r;
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    session other = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    rig_call(text, "1", "gate", "{}", "");
    int fd = rig_post_start(&r, s.header, text), theirs = rig_post_start(&r, other.header, text);
    rig_wait_for(&fake_started, 2);
    assert_int_equal(rig_ask(&r, "DELETE", "/mcp", s.header, "", &to), 204);
    rig_wait_for(&fake_cancelled, 1);
    rig_receive(fd, &to);
    assert_null(strstr(to.body, "data:"));
    atomic_store(&fake_open, true);
    rig_receive(theirs, &to);
    assert_non_null(strstr(to.body, "\"structuredContent\""));
    close(fd);
    close(theirs);
    rig_close(&r);
}

#define GATE                                                                                                           \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" RIG_META                                    \
    ",\"name\":\"gate\",\"arguments\":{}}}"

/* That of the newest revision is cancelled; the others say that a broken connection is no wish to cancel. */
static void the_client_goes(void **state) {
    (void)state;
    for (int first_ms = 10; first_ms <= 10010; first_ms += 10000) {
        rig r;
        rig_prepare(&r);
        r.options.first_ms = first_ms;
        rig_run(&r);
        session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
        rig_call(text, "1", "gate", "{}", "");
        int stateless = rig_post_start(&r, RIG_HEADERS("tools/call") "Mcp-Name: gate\r\n", GATE);
        int held = rig_post_start(&r, s.header, text);
        rig_wait_for(&fake_started, 2);
        fake_sleep_ms(first_ms == 10 ? 100 : 0);
        close(stateless);
        close(held);
        rig_wait_for(&fake_cancelled, 1);
        fake_sleep_ms(3 * LOB_HTTP_LOOK_MS);
        assert_int_equal(atomic_load(&fake_cancelled), 1);
        atomic_store(&fake_open, true);
        assert_int_equal(rig_post(&r, s.header, RIG_PING, &to), 200);
        rig_close(&r);
    }
}

/* Before the core has even seen it: 64 others are in flight, so nothing is read. */
static void one_that_waits_for_its_turn_is_cancelled_too(void **state) {
    enum { COUNT = LOB_LIMIT_REQUESTS_IN_FLIGHT };
    static int fds[COUNT];
    rig r;
    (void)state;
    stride_skip();
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    for (int i = 0; i < COUNT; i++) {
        rig_call(text, "1", "gate", "{}", "");
        fds[i] = rig_post_start(&r, s.header, text);
    }
    rig_wait_for(&fake_started, 3); /* all threads but the one that reads */
    fake_sleep_ms(200);
    int fd = rig_post_start(&r, RIG_HEADERS("tools/call") "Mcp-Name: gate\r\n", GATE);
    fake_sleep_ms(50);
    close(fd);
    fake_sleep_ms(2 * LOB_HTTP_LOOK_MS);
    atomic_store(&fake_open, true);
    for (int i = 0; i < COUNT; i++) {
        rig_receive(fds[i], &to);
        assert_non_null(strstr(to.body, "\"structuredContent\""));
        close(fds[i]);
    }
    assert_int_equal(rig_post(&r, s.header, RIG_PING, &to), 200);
    assert_le(atomic_load(&fake_started), COUNT + 1);
    rig_close(&r);
}

static void the_server_ends(void **state) {
    (void)state;
    for (int first_ms = 10; first_ms <= 10010; first_ms += 10000) {
        rig r;
        rig_prepare(&r);
        r.options.first_ms = first_ms;
        rig_run(&r);
        session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
        rig_call(text, "1", "gate", "{}", "");
        int fd = rig_post_start(&r, s.header, text), idle = rig_connect(&r);
        rig_wait_for(&fake_started, 1);
        fake_sleep_ms(first_ms == 10 ? 100 : 0);
        const int64_t began_ms = lob_clock_ms();
        rig_close(&r);
        assert_lt(lob_clock_ms() - began_ms, RIG_WAIT_MS / 2);
        assert_int_equal(atomic_load(&fake_cancelled), 1);
        rig_receive(fd, &to);
        assert_int_equal(to.status, first_ms == 10 ? 200 : 503);
        if (first_ms == 10) {
            assert_null(strstr(to.body, "data:"));
        } else {
            assert_true(rig_has(&to, "The server is shutting down"));
        }
        close(fd);
        close(idle);
    }
}

/* An answer of 7 MB, and one that nobody takes. */
static void large_answers(void **state) {
    static char block[65536];
    rig r;
    (void)state;
    stride_skip();
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    rig_call(text, "1", "big", "{\"size\":3400000}", "");
    int fd = rig_post_start(&r, s.header, text);
    size_t size = 0;
    ssize_t count;
    while ((count = recv(fd, block, sizeof block, 0)) > 0) {
        size += (size_t)count;
    }
    assert_gt(size, 6800000);
    close(fd);
    for (int i = 0; i < 4; i++) {
        fd = rig_post_start(&r, s.header, text);
        fake_sleep_ms(20 * i);
        close(fd);
    }
    assert_int_equal(rig_post(&r, s.header, RIG_PING, &to), 200);
    for (int i = 0; i < RIG_WAIT_MS && atomic_load(&r.daemon->exchange_count) > 0; i++) {
        fake_sleep_ms(1);
    }
    assert_int_equal(atomic_load(&r.daemon->held), 0);
    rig_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_goes_before_the_answer),
        cmocka_unit_test(a_long_call_becomes_a_stream),
        cmocka_unit_test(cancelled_by_a_message),
        cmocka_unit_test(a_session_ends_with_its_requests),
        cmocka_unit_test(the_client_goes),
        cmocka_unit_test(one_that_waits_for_its_turn_is_cancelled_too),
        cmocka_unit_test(the_server_ends),
        cmocka_unit_test(large_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
