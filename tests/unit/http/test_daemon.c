/* Requests one by one over a real socket: both lifecycles, who is let in, what is refused and how. Statuses and codes
 * are those of the protocol's text (basic/transports of each revision).
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include "base/alloc.h"
#include "tests/support/stride.h"

static reply to;

static int post(const rig *r, const char *headers, const char *body) {
    return rig_post(r, headers, body, &to);
}

static void expect(const rig *r, const char *headers, const char *body, int status, const char *answer) {
    assert_int_equal(post(r, headers, body), status);
    assert_string_equal(to.body, answer);
}

static void a_session(void **state) {
    rig r;
    char headers[160];
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    session other = rig_session(&r, RIG_INITIALIZE("2024-11-05"));
    assert_string_not_equal(s.header, other.header);
    expect(&r, s.header, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", 202, "");
    expect(&r, s.header, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}", 202, "");
    expect(&r, s.header, RIG_PING, 200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    assert_false(rig_has(&to, "Mcp-Session-Id"));
    /* What was agreed on is the session's: tasks came with 2025-11-25. */
    static const char tasks[] = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}";
    assert_int_equal(post(&r, other.header, tasks), 200);
    assert_true(rig_has(&to, "\"name\":\"echo\""));
    snprintf(headers, sizeof headers, "%sMCP-Protocol-Version: 2025-06-18\r\n", s.header);
    assert_int_equal(post(&r, headers, RIG_PING), 200);
    snprintf(headers, sizeof headers, "%sMCP-Protocol-Version: 1999-01-01\r\n", s.header);
    assert_int_equal(post(&r, headers, RIG_PING), 400);
    assert_true(rig_has(&to, "2025-11-25 in a session"));
    assert_int_equal(post(&r, s.header, RIG_INITIALIZE("2025-11-25")), 400);
    assert_int_equal(post(&r, "", RIG_PING), 400);
    assert_true(
        rig_has(&to, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32600,\"message\":\"Mcp-Session-Id is"));
    assert_int_equal(post(&r, "Mcp-Session-Id: 00\r\n", RIG_PING), 404);
    assert_int_equal(post(&r, "Mcp-Session-Id: 00\r\n", RIG_INITIALIZE("2025-11-25")), 404);
    assert_int_equal(rig_ask(&r, "DELETE", "/mcp", "", "", &to), 400);
    assert_int_equal(rig_ask(&r, "DELETE", "/mcp", s.header, "", &to), 204);
    assert_int_equal(rig_ask(&r, "DELETE", "/mcp", s.header, "", &to), 404);
    assert_int_equal(post(&r, s.header, RIG_PING), 404);
    assert_int_equal(post(&r, other.header, RIG_PING), 200);
    rig_close(&r);
}

static void an_initialize_that_fails_makes_no_session(void **state) {
    rig r;
    (void)state;
    rig_open(&r);
    assert_int_equal(post(&r, "", "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}"), 200);
    assert_true(rig_has(&to, "-32602"));
    assert_false(rig_has(&to, "Mcp-Session-Id"));
    rig_close(&r);
}

static void batches(void **state) {
    static const char both[] = "[" RIG_PING ",{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                               "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]";
    rig r;
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-03-26"));
    expect(&r, s.header, both, 200,
           "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
    expect(&r, s.header, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]", 202, "");
    assert_int_equal(post(&r, s.header, "[]"), 400);
    assert_int_equal(post(&r, s.header, "[{]"), 400);
    assert_true(rig_has(&to, "-32700"));
    assert_int_equal(post(&r, "", both), 400);
    assert_int_equal(post(&r, "MCP-Protocol-Version: x\r\n", both), 400);
    session late = rig_session(&r, RIG_INITIALIZE("2025-06-18"));
    assert_int_equal(post(&r, late.header, both), 400);
    assert_true(rig_has(&to, "this protocol version does not support batches"));
    rig_close(&r);
}

#define MODERN(method, more)                                                                                           \
    "{\"jsonrpc\":\"2.0\",\"id\":\"m\",\"method\":\"" method "\",\"params\":{" RIG_META more "}}"

static void without_sessions(void **state) {
    static const char echo[] = MODERN("tools/call", ",\"name\":\"echo\",\"arguments\":{\"n\":5}");
    rig r;
    (void)state;
    rig_open(&r);
    assert_int_equal(post(&r, RIG_HEADERS("server/discover"), MODERN("server/discover", "")), 200);
    assert_true(rig_has(&to, "\"supportedVersions\":[\"2026-07-28\"]"));
    assert_int_equal(post(&r, RIG_HEADERS("tools/call") "mcp-name: echo\r\n", echo), 200);
    assert_true(rig_has(&to, "\"structuredContent\":{\"n\":5,\"text\":\"\"}"));
    assert_int_equal(post(&r, RIG_HEADERS("tools/call") "Mcp-Name: =?base64?ZWNobw==?=\r\n", echo), 200);
    /* A session id is nothing here, known or not. */
    assert_int_equal(post(&r, RIG_HEADERS("tools/list") "Mcp-Session-Id: 00\r\n", MODERN("tools/list", "")), 200);
    assert_false(rig_has(&to, "Mcp-Session-Id"));
    static const struct {
        const char *headers, *body, *said;
        int status;
    } cases[] = {
        {RIG_HEADERS("tools/call") "Mcp-Name: steps\r\n", echo, "-32020", 400},
        {RIG_HEADERS("tools/call"), echo, "-32020", 400},
        {"MCP-Protocol-Version: 2026-07-28\r\n", echo, "-32020", 400},
        {"Mcp-Method: tools/call\r\nMcp-Name: echo\r\n", echo, "-32020", 400},
        {RIG_HEADERS("no/such"), MODERN("no/such", ""), "-32601", 404},
        {RIG_HEADERS("initialize"), MODERN("initialize", ""), "-32601", 404},
        {RIG_HEADERS("ping"), MODERN("ping", ""), "-32601", 404},
        {RIG_HEADERS("tools/call") "Mcp-Name: nobody\r\n", MODERN("tools/call", ",\"name\":\"nobody\""), "-32602", 400},
        {"MCP-Protocol-Version: 2026-07-28\r\n", "{\"jsonrpc\":\"2.0\",\"id\":\"m\",\"method\":\"tools/list\"}",
         "-32602", 400},
        {"MCP-Protocol-Version: 2099-01-01\r\n",
         "{\"jsonrpc\":\"2.0\",\"id\":\"m\",\"method\":\"tools/list\",\"params\":{\"_meta\":{"
         "\"io.modelcontextprotocol/protocolVersion\":\"2099-01-01\"}}}",
         "{\"code\":-32022,\"message\":\"Unsupported protocol version\",\"data\":{\"supported\":[\"2026-07-28\"]", 400},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].headers);
        assert_int_equal(post(&r, cases[i].headers, cases[i].body), cases[i].status);
        assert_true(rig_has(&to, cases[i].said));
        assert_true(rig_has(&to, "\"id\":\"m\""));
    }
    expect(&r, "MCP-Protocol-Version: 2026-07-28\r\n",
           "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}", 202, "");
    assert_int_equal(
        rig_ask(&r, "DELETE", "/mcp", "MCP-Protocol-Version: 2026-07-28\r\nMcp-Session-Id: 0\r\n", "", &to), 405);
    assert_int_equal(rig_ask(&r, "GET", "/mcp", "Accept: text/event-stream\r\n", "", &to), 405);
    assert_true(rig_has(&to, "Allow: POST, DELETE\r\n"));
    rig_close(&r);
}

static void who_is_let_in(void **state) {
    rig r;
    char own[64], other[64], host[64];
    (void)state;
    rig_open(&r);
    snprintf(own, sizeof own, "Origin: http://localhost:%d\r\n", r.port);
    snprintf(other, sizeof other, "Origin: http://localhost:%d\r\n", r.port + 1);
    snprintf(host, sizeof host, "Host: 127.0.0.1:%d\r\n", r.port);
    const struct {
        const char *headers;
        int status;
    } cases[] = {
        {own, 400}, /* let in, and then it has no session */
        {"Sec-Fetch-Mode: cors\r\n", 400},
        {other, 403},
        {"Origin: http://evil.example\r\n", 403},
        {"Origin: null\r\n", 403},
        {"Origin: https://localhost\r\n", 403},
        {"Sec-Fetch-Site: cross-site\r\n", 403},
        {"Sec-Fetch-Site: none\r\n", 403},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].headers);
        assert_int_equal(post(&r, cases[i].headers, RIG_PING), cases[i].status);
    }
    static const struct {
        const char *host;
        int status;
    } hosts[] = {{"localhost", 405}, {"127.0.0.1:1", 405},  {"[::1]:99", 405},           {"192.168.0.7", 405},
                 {"evil", 403},      {"evil.example", 403}, {"localhost.evil.com", 403}, {"127.0.0.1.nip.io", 403}};
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        lob_case("%zu: %s", i, hosts[i].host);
        char head[256];
        int fd = rig_connect(&r);
        snprintf(head, sizeof head, "GET /mcp HTTP/1.1\r\nConnection: close\r\nHost: %s\r\n\r\n", hosts[i].host);
        rig_say(fd, head);
        rig_receive(fd, &to);
        assert_int_equal(to.status, hosts[i].status);
        close(fd);
    }
    rig_close(&r);
}

static void the_token(void **state) {
    static const char token[] = "0123456789abcdef";
    rig r;
    (void)state;
    rig_prepare(&r);
    r.options.token = token;
    rig_run(&r);
    static const struct {
        const char *headers;
        int status;
    } cases[] = {
        {"Authorization: Bearer 0123456789abcdef\r\n", 400}, /* let in */
        {"Authorization: bearer 0123456789abcdef\r\n", 400},
        {"", 401},
        {"Authorization: Bearer 0123456789abcdeF\r\n", 401},
        {"Authorization: Bearer 0123456789abcde\r\n", 401},
        {"Authorization: Bearer 0123456789abcdef0\r\n", 401},
        {"Authorization: Basic 0123456789abcdef\r\n", 401},
        {"Authorization: Bearer 0123456789abcdef\r\nOrigin: http://evil.example\r\n", 403},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].headers);
        assert_int_equal(post(&r, cases[i].headers, RIG_PING), cases[i].status);
        assert_eq(rig_has(&to, "WWW-Authenticate: Bearer\r\n"), cases[i].status == 401);
    }
    rig_close(&r);
}

static void what_is_no_message(void **state) {
    rig r;
    (void)state;
    rig_open(&r);
    assert_int_equal(rig_ask(&r, "POST", "/mcp", "Content-Type: application/json\r\n", RIG_PING, &to), 406);
    assert_int_equal(rig_ask(&r, "POST", "/mcp", "Accept: */*\r\nContent-Type: text/plain\r\n", RIG_PING, &to), 415);
    assert_int_equal(rig_ask(&r, "POST", "/", RIG_TYPES, RIG_PING, &to), 404);
    assert_true(rig_has(&to, "The one thing here is /mcp"));
    assert_int_equal(rig_ask(&r, "PUT", "/mcp", RIG_TYPES, RIG_PING, &to), 405);
    assert_int_equal(rig_ask(&r, "OPTIONS", "/mcp", "", "", &to), 405);
    static const struct {
        const char *body, *code;
    } bodies[] = {
        {"", "-32700"},
        {"{", "-32700"},
        {"{} {}", "-32700"},
        {"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", "-32600"},
        {"\"hi\"", "-32600"},
        {"{}", "-32600"},
        {"{\"a\":1,\"a\":2}", "-32700"},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", "-32600"},
        {"\xff", "-32700"},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        lob_case("%zu: %s", i, bodies[i].body);
        assert_int_equal(post(&r, "", bodies[i].body), 400);
        assert_true(rig_has(&to, bodies[i].code));
    }
    assert_int_equal(post(&r, "", "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":7}"), 400);
    assert_true(rig_has(&to, "\"id\":5,"));
    rig_close(&r);
}

/* By its announced size, and by its size. */
static void a_huge_body(void **state) {
    static char chunk[65536 + 16];
    rig r;
    (void)state;
    stride_skip();
    rig_open(&r);
    int fd = rig_connect(&r);
    rig_say(fd, "POST /mcp HTTP/1.0\r\nHost: localhost\r\n" RIG_TYPES "Content-Length: 16777217\r\n\r\n");
    rig_receive(fd, &to);
    assert_int_equal(to.status, 413);
    close(fd);
    int size = snprintf(chunk, sizeof chunk, "%x\r\n", 65536);
    memset(chunk + size, ' ', 65536);
    memcpy(chunk + size + 65536, "\r\n", 2);
    for (int blocks = 256; blocks <= 600;
         blocks += 172) { /* as much as may be, and above it; then the end of patience */
        fd = rig_connect(&r);
        rig_say(fd, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" RIG_TYPES
                    "Transfer-Encoding: chunked\r\n\r\n");
        bool is_heard = true;
        for (int i = 0; i < blocks && is_heard; i++) {
            is_heard = rig_send(fd, chunk, (size_t)size + 65538);
        }
        if (is_heard) {
            rig_say(fd, "0\r\n\r\n");
            rig_receive(fd, &to);
            if (to.status != (blocks == 256 ? 400 : 413)) {
                assert_gt(blocks, 512);
                assert_eq(to.status, 0);
            }
        }
        close(fd);
    }
    assert_int_equal(post(&r, "", RIG_PING), 400);
    assert_int_equal(atomic_load(&r.daemon->held), 0);
    /* All together hold too much. */
    atomic_store(&r.daemon->held, LOB_HTTP_HELD_SIZE_MAX);
    assert_int_equal(post(&r, "", RIG_PING), 503);
    atomic_store(&r.daemon->held, 0);
    rig_close(&r);
}

static void requests_of_one_connection(void **state) {
    static char both[4096];
    rig r;
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    snprintf(both, sizeof both,
             "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" RIG_TYPES "%sContent-Length: 40\r\n\r\n" RIG_PING, s.header);
    assert_int_equal(strlen(RIG_PING), 40);
    int fd = rig_connect(&r);
    rig_say(fd, both);
    rig_receive_until(fd, &to, "\"result\":{}}");
    rig_say(fd, both); /* the connection lives */
    rig_receive_until(fd, &to, "\"result\":{}}");
    /* Two at once, and garbage behind them. */
    char *all = malloc(2 * sizeof both);
    snprintf(all, 2 * sizeof both, "%s%s%s", both, both, "\x01\x02garbage\r\n\r\n");
    rig_say(fd, all);
    rig_receive(fd, &to);
    assert_int_equal(to.status, 200);
    const char *second = strstr(to.body, "HTTP/1.1 200");
    assert_non_null(second);
    const char *third = strstr(second + 1, "HTTP/1.");
    if (third != NULL) {
        assert_ge(atoi(third + 9), 400);
    }
    close(fd);
    free(all);
    assert_int_equal(post(&r, s.header, RIG_PING), 200);
    rig_close(&r);
}

static void half_requests(void **state) {
    static const char *const halves[] = {
        "",
        "PO",
        "POST /mcp HTTP/1.1\r\nHost: local",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" RIG_TYPES "Content-Length: 40\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" RIG_TYPES "Content-Length: 40\r\n\r\n{\"jsonrpc\"",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" RIG_TYPES "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"js",
        "\r\n\r\n\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n",
    };
    rig r;
    (void)state;
    rig_open(&r);
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        lob_case("%zu: %s", i, halves[i]);
        int fd = rig_connect(&r);
        rig_say(fd, halves[i]);
        shutdown(fd, SHUT_WR);
        rig_receive(fd, &to);
        if (to.status != 0) {
            assert_ge(to.status, 400);
        }
        close(fd);
    }
    assert_int_equal(post(&r, "", RIG_PING), 400);
    rig_close(&r);
}

static void many_that_say_nothing(void **state) {
    static int fds[300];
    const int count = (int)stride_pick(300, 20);
    rig r;
    (void)state;
    rig_open(&r);
    for (int i = 0; i < count; i++) {
        fds[i] = rig_connect(&r);
        rig_say(fds[i], i % 2 ? "POST /mcp HTTP/1.1\r\n" : "");
    }
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    assert_int_equal(post(&r, s.header, RIG_PING), 200);
    for (int i = 0; i < count; i++) {
        close(fds[i]);
    }
    assert_int_equal(post(&r, s.header, RIG_PING), 200);
    rig_close(&r);
}

typedef struct caller {
    const rig *rig;
    pthread_t thread;
    int number, fine;
    char header[64];
} caller;

static void *call_often(void *arg) {
    caller *c = arg;
    reply *mine = malloc(sizeof *mine);
    for (int i = 0; i < 20; i++) {
        char text[1024], arguments[64], wanted[64];
        snprintf(arguments, sizeof arguments, "{\"n\":%d}", c->number * 1000 + i);
        snprintf(wanted, sizeof wanted, "\"structuredContent\":{\"n\":%d,", c->number * 1000 + i);
        rig_call(text, "1", "echo", arguments, ""); /* everybody's id is the same */
        c->fine += rig_post(c->rig, c->header, text, mine) == 200 && rig_has(mine, wanted);
    }
    free(mine);
    return NULL;
}

static void each_gets_its_own_answer(void **state) {
    enum { COUNT = 12 };
    static caller callers[COUNT];
    rig r;
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    for (int i = 0; i < COUNT; i++) {
        callers[i] = (caller){.rig = &r, .number = i};
        memcpy(callers[i].header, s.header, sizeof s.header);
        assert_int_equal(pthread_create(&callers[i].thread, NULL, call_often, &callers[i]), 0);
    }
    for (int i = 0; i < COUNT; i++) {
        pthread_join(callers[i].thread, NULL);
        assert_int_equal(callers[i].fine, 20);
    }
    rig_close(&r);
}

static void what_cannot_be_listened_on(void **state) {
    rig r;
    char what[LOB_HTTP_WHAT_SIZE], wanted[64];
    (void)state;
    rig_open(&r);
    lob_http_options options = r.options;
    options.port = r.port;
    assert_null(lob_http_daemon_open(&options, what));
    snprintf(wanted, sizeof wanted, "port %d is in use by another program", r.port);
    assert_non_null(strstr(what, wanted));
    assert_non_null(strstr(what, "choose another port with --http"));
    options.host = "192.0.2.1";
    assert_null(lob_http_daemon_open(&options, what));
    assert_non_null(strstr(what, "192.0.2.1 port"));
    options.host = "no such host.invalid";
    assert_null(lob_http_daemon_open(&options, what));
    assert_non_null(strstr(what, "is not an address of this machine"));
    rig_close(&r);
}

/* Each allocation of opening and closing fails once. */
static void no_memory_to_begin_with(void **state) {
    rig r;
    char what[LOB_HTTP_WHAT_SIZE];
    unsigned failed = 0;
    (void)state;
    rig_prepare(&r);
    for (unsigned nth = 1;; nth += 1 + nth / 16) {
        const uint64_t live = lob_alloc_live();
        lob_alloc_fail_at(nth, 0);
        lob_http_daemon *daemon = lob_http_daemon_open(&r.options, what);
        const bool met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        if (daemon != NULL) {
            lob_http_daemon_close(daemon);
        } else {
            assert_non_null(strstr(what, "out of memory"));
            failed++;
        }
        assert_int_equal(lob_alloc_live(), live);
        if (!met) {
            break;
        }
    }
    assert_gt(failed, 3);
    close(r.options.stop_fd);
}

/* Each allocation of a request fails once: it is refused or breaks off, and the next one is served. */
static void no_memory_on_the_way(void **state) {
    rig r;
    char text[1024];
    int broken = 0;
    (void)state;
    rig_open(&r);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    rig_call(text, "1", "echo", "{\"n\":3}", "");
    for (unsigned nth = 1; nth <= stride_pick(60, 25); nth++) {
        lob_alloc_fail_at(nth, 0);
        const int status = post(&r, s.header, text);
        lob_alloc_fail_at(0, 0);
        assert_among(status, 200, 500, 0);
        broken += status != 200 || rig_has(&to, "memory");
        lob_alloc_fail_at(nth, 0);
        const int begun = post(&r, "", RIG_INITIALIZE("2025-11-25"));
        lob_alloc_fail_at(0, 0);
        assert_among(begun, 200, 500, 0);
    }
    assert_gt(broken, 5);
    assert_int_equal(post(&r, s.header, text), 200);
    assert_true(rig_has(&to, "{\"n\":3,"));
    rig_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session),
        cmocka_unit_test(an_initialize_that_fails_makes_no_session),
        cmocka_unit_test(batches),
        cmocka_unit_test(without_sessions),
        cmocka_unit_test(who_is_let_in),
        cmocka_unit_test(the_token),
        cmocka_unit_test(what_is_no_message),
        cmocka_unit_test(a_huge_body),
        cmocka_unit_test(requests_of_one_connection),
        cmocka_unit_test(half_requests),
        cmocka_unit_test(many_that_say_nothing),
        cmocka_unit_test(each_gets_its_own_answer),
        cmocka_unit_test(what_cannot_be_listened_on),
        cmocka_unit_test(no_memory_to_begin_with),
        cmocka_unit_test(no_memory_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
