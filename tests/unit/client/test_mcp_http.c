/* Streamable HTTP against a responder that plays a script: the bytes of each answer are fixed here, and what the client
 * sent is looked at as text, against the rules of the transport (MCP 2025-11-25 and 2026-07-28). */
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "client/mcp_http_header.h"
#include "client/mcp_talk.h"

enum { REPLY_COUNT_MAX = 8, REQUEST_SIZE = 4096, TIMEOUT_MS = 10000 };

/* ---- the responder ---- */

typedef enum { WHOLE, BYTE_BY_BYTE, HELD, SILENT, ENDLESS } manner;

typedef struct scripted {
    const char *bytes;
    manner how; /* HELD: sent after the next one. SILENT: until the client goes. ENDLESS: then comments, headers or
                   spaces */
} scripted;

typedef struct responder {
    pthread_t thread;
    int listen_fd, port;
    scripted script[REPLY_COUNT_MAX];
    int count;
    char requests[REPLY_COUNT_MAX][REQUEST_SIZE];
    int request_count;
} responder;

/* Reads it to its end, and keeps its beginning. */
static void read_request(int fd, char *request) {
    size_t size = 0, total = 0, wanted = SIZE_MAX;
    while (total < wanted) {
        char piece[REQUEST_SIZE];
        ssize_t count = recv(fd, piece, sizeof piece, 0);
        if (count <= 0) {
            break;
        }
        total += (size_t)count;
        size_t room = REQUEST_SIZE - 1 - size;
        size_t kept = (size_t)count < room ? (size_t)count : room;
        memcpy(request + size, piece, kept);
        size += kept;
        request[size] = '\0';
        const char *end = strstr(request, "\r\n\r\n");
        const char *length = strcasestr(request, "content-length:");
        if (end != NULL) {
            wanted = (size_t)(end - request) + 4 + (length != NULL ? (size_t)atol(length + 15) : 0);
        }
    }
}

static void send_bytes(int fd, const scripted *s) {
    size_t size = strlen(s->bytes);
    if (s->how == BYTE_BY_BYTE) {
        for (size_t i = 0; i < size; i++) {
            send(fd, s->bytes + i, 1, MSG_NOSIGNAL);
        }
        return;
    }
    send(fd, s->bytes, size, MSG_NOSIGNAL);
    if (s->how == ENDLESS) {
        char block[65536];
        bool is_stream = strstr(s->bytes, "event-stream") != NULL;
        bool is_head = strstr(s->bytes, "\r\n\r\n") == NULL;
        memset(block, is_stream ? ':' : ' ', sizeof block);
        if (is_stream) {
            memcpy(block, "\n\n", 2);
        }
        for (size_t at = 0; is_head && at < sizeof block; at += 64) {
            memcpy(block + at, "X-Header:", 9);
            memcpy(block + at + 62, "\r\n", 2);
        }
        while (send(fd, block, sizeof block, MSG_NOSIGNAL) > 0) {
        }
    }
}

static void *respond(void *arg) {
    responder *r = arg;
    int held = -1;
    for (int i = 0; i < r->count; i++) {
        int fd = accept4(r->listen_fd, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0) {
            break;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        read_request(fd, r->requests[r->request_count++]);
        if (r->script[i].how == HELD) {
            held = fd;
            continue;
        }
        char last;
        if (r->script[i].how == SILENT) {
            while (recv(fd, &last, 1, 0) > 0) {
            }
        } else {
            send_bytes(fd, &r->script[i]);
        }
        close(fd);
        if (held >= 0) {
            send_bytes(held, &r->script[i - 1]);
            close(held);
            held = -1;
        }
    }
    return NULL;
}

static void play(responder *r, const scripted *script, int count) {
    *r = (responder){.count = count};
    for (int i = 0; i < count; i++) {
        r->script[i] = script[i];
    }
    r->listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    assert_int_equal(bind(r->listen_fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(r->listen_fd, 8), 0);
    assert_int_equal(getsockname(r->listen_fd, (struct sockaddr *)&address, &size), 0);
    struct timeval limit = {.tv_sec = 10};
    setsockopt(r->listen_fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    r->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&r->thread, NULL, respond, r), 0);
}

static void finish(responder *r) {
    pthread_join(r->thread, NULL);
    close(r->listen_fd);
    assert_int_equal(r->request_count, r->count);
}

/* ---- one client ---- */

typedef struct fixture {
    lob_arena *arena;
    lob_ctx ctx;
    lob_mcp_client client;
} fixture;

static lob_status open_url(fixture *f, const char *url, const char *protocol, int64_t timeout_ms) {
    f->arena = lob_arena_new(0);
    lob_ctx_init(&f->ctx, f->arena);
    lob_mcp_peer_options options = {.url = url, .protocol = protocol, .timeout_ms = timeout_ms};
    return lob_mcp_peer_open(&f->ctx, &options, &f->client);
}

static void start(fixture *f, const responder *r, const char *protocol, int64_t timeout_ms) {
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d/mcp", r->port);
    assert_int_equal(open_url(f, url, protocol, timeout_ms), LOB_OK);
}

static void stop(fixture *f) {
    lob_mcp_peer_close(&f->client, false);
    lob_arena_drop(f->arena);
    assert_int_equal(lob_alloc_live(), 0);
}

static void assert_text(lob_str got, const char *expected) {
    assert_int_equal(got.size, strlen(expected));
    assert_memory_equal(got.data, expected, got.size);
}

static void assert_has(const char *request, const char *line) {
    char wanted[300];
    snprintf(wanted, sizeof wanted, "\r\n%s\r\n", line);
    if (strcasestr(request, wanted) == NULL) {
        fail_msg("no \"%s\" in:\n%s", line, request);
    }
}

static void assert_has_not(const char *request, const char *name) {
    if (strcasestr(request, name) != NULL) {
        fail_msg("\"%s\" in:\n%s", name, request);
    }
}

#define HEAD(status, type) "HTTP/1.1 " status "\r\nContent-Type: " type "\r\nConnection: close\r\n"
#define JSON(body)         HEAD("200 OK", "application/json") "\r\n" body
#define EVENTS(body)       HEAD("200 OK", "text/event-stream") "\r\n" body
#define ACCEPTED           "HTTP/1.1 202 Accepted\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
#define RESULT_1           "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1}}"
#define RESULT_2           "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"a\":2}}"
#define NOTE               "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}"

static lob_status ask(fixture *f, lob_mcp_reply *reply, int64_t timeout_ms) {
    int64_t id;
    LOB_TRY(lob_mcp_peer_send(&f->ctx, &f->client, "tools/list", LOB_STR("{}"), &id));
    return lob_mcp_peer_take(&f->ctx, &f->client, id, timeout_ms, reply);
}

/* ---- what goes well ---- */

static void a_session_as_the_protocol_says(void **state) {
    (void)state;
    const scripted script[] = {
        {HEAD("200 OK", "application/json; charset=utf-8") "mcp-session-id: s-1~\r\n\r\n"
                                                           "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\n "
                                                           "{\"protocolVersion\":\"2025-06-18\"}}",
         WHOLE},
        {ACCEPTED, WHOLE},
        {JSON(RESULT_2), WHOLE},
        {"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", WHOLE},
    };
    responder r;
    fixture f;
    lob_mcp_reply reply;
    play(&r, script, 4);
    start(&f, &r, "2025-11-25", TIMEOUT_MS);
    assert_int_equal(f.client.pid, 0);
    assert_int_equal(lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply), LOB_OK);
    assert_text(reply.result, "{\"protocolVersion\":\"2025-06-18\"}");
    assert_int_equal(ask(&f, &reply, TIMEOUT_MS), LOB_OK);
    assert_text(reply.result, "{\"a\":2}");
    stop(&f);
    finish(&r);
    assert_memory_equal(r.requests[0], "POST /mcp HTTP/1.1\r\n", 20);
    assert_has(r.requests[0], "Content-Type: application/json");
    assert_has(r.requests[0], "Accept: application/json, text/event-stream");
    assert_has_not(r.requests[0], "Mcp-Session-Id");
    assert_has_not(r.requests[0], "MCP-Protocol-Version");
    assert_has_not(r.requests[0], "Mcp-Method");
    assert_has_not(r.requests[0], "Expect:");
    assert_string_equal(strstr(r.requests[0], "\r\n\r\n") + 4,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                        "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}");
    for (int i = 1; i < 4; i++) {
        assert_has(r.requests[i], "Mcp-Session-Id: s-1~");
        assert_has(r.requests[i], "MCP-Protocol-Version: 2025-06-18");
    }
    assert_string_equal(strstr(r.requests[1], "\r\n\r\n") + 4,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    assert_memory_equal(r.requests[3], "DELETE /mcp HTTP/1.1\r\n", 22);
}

static void requests_without_handshake(void **state) {
    (void)state;
    const scripted script[] = {{JSON(RESULT_1), WHOLE},
                               {JSON(RESULT_2), WHOLE},
                               {JSON("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}"), WHOLE}};
    responder r;
    fixture f;
    lob_mcp_reply reply;
    int64_t id;
    play(&r, script, 3);
    start(&f, &r, "2026-07-28", TIMEOUT_MS);
    assert_int_equal(lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply), LOB_OK);
    assert_int_equal(
        lob_mcp_peer_send(&f.ctx, &f.client, "tools/call", LOB_STR("{\"name\":\"list_cells\",\"arguments\":{}}"), &id),
        LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, TIMEOUT_MS, &reply), LOB_OK);
    assert_int_equal(
        lob_mcp_peer_send(&f.ctx, &f.client, "tools/call", LOB_STR("{\"name\":\"\\u00e4\\n\",\"arguments\":{}}"), &id),
        LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, TIMEOUT_MS, &reply), LOB_OK);
    stop(&f);
    finish(&r);
    assert_has(r.requests[0], "MCP-Protocol-Version: 2026-07-28");
    assert_has(r.requests[0], "Mcp-Method: server/discover");
    assert_has_not(r.requests[0], "Mcp-Name");
    assert_has(r.requests[1], "Mcp-Method: tools/call");
    assert_has(r.requests[1], "Mcp-Name: list_cells");
    assert_has(r.requests[2], "Mcp-Name: =?base64?w6QK?="); /* printf '\303\244\n' | base64 */
}

#define STREAM                                                                                                         \
    EVENTS(": hello\r\n\r\nid: 1\r\ndata:\r\n\r\nevent: message\r\ndata: " NOTE                                        \
           "\r\n\r\nevent: ping\r\ndata: {\r\n\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\r\ndata: \"result\":{\"a\":1}}" \
           "\r\n\r\n")

static void streams_come_in_pieces(void **state) {
    (void)state;
    for (manner how = WHOLE; how <= BYTE_BY_BYTE; how++) {
        const scripted script[] = {{STREAM, how}};
        responder r;
        fixture f;
        lob_mcp_reply reply;
        play(&r, script, 1);
        start(&f, &r, "2025-11-25", TIMEOUT_MS);
        assert_int_equal(ask(&f, &reply, TIMEOUT_MS), LOB_OK);
        assert_text(reply.result, "{\"a\":1}");
        assert_int_equal(f.client.notification_count, 1);
        assert_text((lob_str){f.client.notifications.data, f.client.notifications.size}, NOTE "\n");
        assert_string_equal(lob_mcp_client_verdict(&f.client), "");
        stop(&f);
        finish(&r);
    }
}

static void answers_may_change_places(void **state) {
    (void)state;
    const scripted script[] = {{JSON(RESULT_1), HELD}, {JSON(RESULT_2), WHOLE}};
    responder r;
    fixture f;
    lob_mcp_reply reply;
    int64_t first, second;
    play(&r, script, 2);
    start(&f, &r, "2025-11-25", TIMEOUT_MS);
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "ping", (lob_str){NULL, 0}, &first), LOB_OK);
    assert_true(lob_mcp_peer_is_silent(&f.ctx, &f.client, first, 30));
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "ping", (lob_str){NULL, 0}, &second), LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, first, TIMEOUT_MS, &reply), LOB_OK);
    assert_text(reply.result, "{\"a\":1}");
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, second, 0, &reply), LOB_OK);
    assert_text(reply.result, "{\"a\":2}");
    stop(&f);
    finish(&r);
}

/* Cancelled, a stream may end without an answer; without sessions its connection is closed, and nothing else is said.
 */
static void cancelling(void **state) {
    (void)state;
    const scripted script[] = {{EVENTS(""), HELD}, {HEAD("202 Accepted", "") "\r\n", WHOLE}};
    const scripted silent[] = {{"", SILENT}};
    const char *const revisions[] = {"2025-11-25", LOB_MCP_STATELESS};
    for (int i = 0; i < 2; i++) {
        responder r;
        fixture f;
        int64_t id;
        play(&r, i == 0 ? script : silent, 2 - i);
        start(&f, &r, revisions[i], TIMEOUT_MS);
        assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "tools/list", (lob_str){NULL, 0}, &id), LOB_OK);
        assert_true(lob_mcp_peer_is_silent(&f.ctx, &f.client, id, 30));
        assert_int_equal(
            lob_mcp_peer_notify(&f.ctx, &f.client, "notifications/cancelled", LOB_STR("{\"requestId\":1}")), LOB_OK);
        assert_true(lob_mcp_peer_is_silent(&f.ctx, &f.client, id, 300));
        assert_string_equal(lob_mcp_client_verdict(&f.client), "");
        stop(&f);
        finish(&r);
        assert_int_equal(r.request_count, 2 - i);
    }
}

static void an_error_of_the_protocol_is_an_answer(void **state) {
    (void)state;
    const scripted script[] = {
        {HEAD("404 Not Found", "application/json") "\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{"
                                                   "\"code\":-32601,\"message\":\"no\"}}",
         WHOLE}};
    responder r;
    fixture f;
    lob_mcp_reply reply;
    play(&r, script, 1);
    start(&f, &r, "2026-07-28", TIMEOUT_MS);
    assert_int_equal(ask(&f, &reply, TIMEOUT_MS), LOB_OK);
    assert_text(reply.error, "{\"code\":-32601,\"message\":\"no\"}");
    stop(&f);
    finish(&r);
}

/* Without being asked whether it may come. */
static void a_large_request_goes_at_once(void **state) {
    (void)state;
    const scripted script[] = {{JSON(RESULT_1), WHOLE}};
    responder r;
    fixture f;
    lob_mcp_reply reply;
    int64_t id;
    play(&r, script, 1);
    start(&f, &r, "2025-11-25", TIMEOUT_MS);
    size_t size = 3 << 20;
    char *params = lob_arena_alloc(f.arena, size);
    memset(params, ' ', size);
    params[0] = '{';
    params[size - 1] = '}';
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "ping", (lob_str){params, size}, &id), LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, TIMEOUT_MS, &reply), LOB_OK);
    stop(&f);
    finish(&r);
    assert_has_not(r.requests[0], "Expect:");
}

static void redirects_stay_within_the_origin(void **state) {
    (void)state;
    responder r;
    fixture f;
    lob_mcp_reply reply;
    const scripted script[] = {
        {"HTTP/1.1 307 Temporary Redirect\r\nLocation: /mcp/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", WHOLE},
        {JSON(RESULT_1), WHOLE},
        {JSON(RESULT_2), WHOLE}};
    play(&r, script, 3);
    start(&f, &r, "2025-11-25", TIMEOUT_MS);
    assert_int_equal(ask(&f, &reply, TIMEOUT_MS), LOB_OK);
    assert_int_equal(ask(&f, &reply, TIMEOUT_MS), LOB_OK);
    stop(&f);
    finish(&r);
    assert_memory_equal(r.requests[1], "POST /mcp/ HTTP/1.1\r\n", 21);
    assert_string_equal(strstr(r.requests[0], "\r\n\r\n"), strstr(r.requests[1], "\r\n\r\n"));
    assert_memory_equal(r.requests[2], "POST /mcp/ HTTP/1.1\r\n", 21);
}

/* ---- what goes wrong ---- */

static const struct {
    scripted answer;
    const char *reason, *verdict;
    int64_t timeout_ms;
    bool is_slow;
} faults[] = {
    {{"", SILENT}, "timeout", "no answer to tools/list within 100 ms", 100, false},
    {{EVENTS(""), SILENT}, "timeout", "no answer to tools/list within 100 ms", 100, false},
    {{"", WHOLE},
     "closed",
     "broke the connection off (Server returned nothing (no headers, no data)) before it answered tools/list",
     TIMEOUT_MS,
     false},
    {{"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"jsonrpc\"", WHOLE},
     "closed",
     "broke off in the middle of an answer (Transferred a partial file) before it answered tools/list",
     TIMEOUT_MS,
     false},
    {{"SSH-2.0-OpenSSH\r\n", WHOLE},
     "malformed",
     "answered tools/list with something that is not HTTP",
     TIMEOUT_MS,
     false},
    {{HEAD("404 Not Found", "text/html") "\r\n<h1>no</h1>", WHOLE},
     "closed",
     "answered tools/list with HTTP status 404: \"<h1>no</h1>\"",
     TIMEOUT_MS,
     false},
    {{HEAD("500 Internal Server Error", "text/plain") "\r\n", WHOLE},
     "closed",
     "answered tools/list with HTTP status 500",
     TIMEOUT_MS,
     false},
    {{HEAD("400 Bad Request", "application/json") "\r\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600}}", WHOLE},
     "closed",
     "answered tools/list with HTTP status 400: \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"error\\\":{\\\"code\\\":-32600}}\"",
     TIMEOUT_MS,
     false},
    {{HEAD("400 Bad Request", "application/json") "\r\n{\"id\":null,\"error\":{}}", WHOLE},
     "closed",
     "answered tools/list with HTTP status 400: \"{\\\"id\\\":null,\\\"error\\\":{}}\"",
     TIMEOUT_MS,
     false},
    {{"HTTP/1.1 200 OK\r\n", ENDLESS}, "malformed", "answered tools/list with endless headers", TIMEOUT_MS, false},
    {{ACCEPTED, WHOLE},
     "closed",
     "answered tools/list with HTTP status 202, which says that there is no answer",
     TIMEOUT_MS,
     false},
    {{"HTTP/1.1 307 Temporary Redirect\r\nLocation: http://192.0.2.1/mcp\r\nConnection: close\r\nContent-Length: "
      "0\r\n\r\n",
      WHOLE},
     "closed",
     "answered tools/list with HTTP status 307, a redirect that is not followed",
     TIMEOUT_MS,
     false},
    {{HEAD("200 OK", "text/html") "\r\n<h1>hello</h1>", WHOLE},
     "malformed",
     "answered tools/list with content type \"text/html\"",
     TIMEOUT_MS,
     false},
    {{"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}", WHOLE},
     "malformed",
     "answered tools/list without a content type",
     TIMEOUT_MS,
     false},
    {{JSON(""), WHOLE}, "malformed", "answered tools/list with nothing", TIMEOUT_MS, false},
    {{JSON("hello"), WHOLE}, "malformed", "answered with something that is not JSON: \"hello\"", TIMEOUT_MS, false},
    {{JSON(RESULT_2), WHOLE}, "unexpected", "answered request 2 when asked 1", TIMEOUT_MS, false},
    {{EVENTS("data: hello\n\n"), WHOLE},
     "malformed",
     "answered with something that is not JSON: \"hello\"",
     TIMEOUT_MS,
     false},
    {{EVENTS("data: " NOTE "\n\ndata: {\"jsonrpc"), WHOLE},
     "closed",
     "ended its stream of events before it answered tools/list",
     TIMEOUT_MS,
     false},
    {{HEAD("200 OK", "application/json") "Mcp-Session-Id: a b\r\n\r\n" RESULT_1, WHOLE},
     "malformed",
     "gave an Mcp-Session-Id that is not 1 to 255 visible ASCII characters",
     TIMEOUT_MS,
     false},
    {{JSON(""), ENDLESS}, "malformed", "answered tools/list with more than 64 MiB", TIMEOUT_MS, true},
    {{EVENTS(":"), ENDLESS}, "malformed", "sent 64 MiB without a message", TIMEOUT_MS, true},
    {{EVENTS("data: x"), ENDLESS}, "malformed", "answered with something that is not JSON: \"x\"", TIMEOUT_MS, false},
};

static int descriptor_count(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL) {
        count++;
    }
    closedir(folder);
    return count;
}

static void every_fault_has_its_sentence(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        lob_case("%zu: %s", i, faults[i].reason);
        if (faults[i].is_slow && getenv("LOB_TEST_QUICK") != NULL) {
            continue;
        }
        int before = descriptor_count();
        responder r;
        fixture f;
        lob_mcp_reply reply;
        play(&r, &faults[i].answer, 1);
        start(&f, &r, "2025-11-25", TIMEOUT_MS);
        assert_int_equal(ask(&f, &reply, faults[i].timeout_ms), LOB_E_INTERNAL_ERROR);
        assert_string_equal(lob_mcp_client_verdict(&f.client), faults[i].verdict);
        assert_true(lob_str_equal(f.ctx.error.details[0].text, lob_str_from(faults[i].reason)));
        stop(&f);
        finish(&r);
        assert_int_equal(descriptor_count(), before);
    }
}

static void a_notification_must_be_taken(void **state) {
    (void)state;
    responder r;
    fixture f;
    const scripted script[] = {{HEAD("500 Internal Server Error", "text/plain") "\r\noh", WHOLE}, {"", SILENT}};
    play(&r, script, 2);
    start(&f, &r, "2025-11-25", 200);
    assert_int_equal(lob_mcp_peer_notify(&f.ctx, &f.client, "notifications/x", LOB_STR("{}")), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "answered notifications/x with HTTP status 500: \"oh\"");
    lob_error_clear(&f.ctx.error);
    assert_int_equal(lob_mcp_peer_notify(&f.ctx, &f.client, "notifications/y", LOB_STR("{}")), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client),
                        "did not take notifications/y within 200 ms: it did not acknowledge it");
    stop(&f);
    finish(&r);
}

static void nobody_there(void **state) {
    (void)state;
    responder r;
    fixture f;
    lob_mcp_reply reply;
    play(&r, NULL, 0);
    finish(&r); /* the port is free again */
    start(&f, &r, "2025-11-25", TIMEOUT_MS);
    assert_int_equal(ask(&f, &reply, TIMEOUT_MS), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client),
                        "could not be reached (Couldn't connect to server) before it answered tools/list");
    stop(&f);
    assert_int_equal(open_url(&f, "file:///etc/passwd", "2025-11-25", TIMEOUT_MS), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "could not be asked: not an http: or https: URL");
    stop(&f);
}

/* A proxy of the environment would see requests for this machine: it must not be asked. */
static void no_proxy_for_this_machine(void **state) {
    (void)state;
    responder r;
    fixture f;
    lob_mcp_reply reply;
    const scripted script[] = {{JSON(RESULT_1), WHOLE}};
    setenv("http_proxy", "http://127.0.0.1:1", 1);
    setenv("all_proxy", "http://127.0.0.1:1", 1);
    play(&r, script, 1);
    start(&f, &r, "2025-11-25", TIMEOUT_MS);
    assert_int_equal(ask(&f, &reply, TIMEOUT_MS), LOB_OK);
    stop(&f);
    finish(&r);
    unsetenv("http_proxy");
    unsetenv("all_proxy");
}

static void without_libcurl_it_says_so(void **state) {
    (void)state;
    fixture f;
    assert_int_equal(open_url(&f, "http://127.0.0.1:1/", "2025-11-25", TIMEOUT_MS), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client),
                        "could not be asked: this program was built without libcurl");
    stop(&f);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    bool done = false;
    for (uint64_t nth = 1; !done; nth++) {
        assert_lt(nth, 100);
        const scripted script[] = {{STREAM, WHOLE}};
        responder r;
        fixture f;
        lob_mcp_reply reply;
        char url[64];
        play(&r, script, 1);
        f.arena = lob_arena_new(0);
        lob_ctx_init(&f.ctx, f.arena);
        snprintf(url, sizeof url, "http://127.0.0.1:%d/mcp", r.port);
        lob_mcp_peer_options options = {.url = url, .protocol = "2026-07-28", .timeout_ms = TIMEOUT_MS};
        lob_alloc_fail_at(nth, 0);
        lob_status status = lob_mcp_peer_open(&f.ctx, &options, &f.client);
        status = status != LOB_OK ? status : ask(&f, &reply, TIMEOUT_MS);
        lob_alloc_fail_at(0, 0);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        done = status == LOB_OK;
        stop(&f);
        shutdown(r.listen_fd, SHUT_RDWR); /* it may never have been asked */
        pthread_join(r.thread, NULL);
        close(r.listen_fd);
    }
}

/* ---- threads ---- */

static void *run_client(void *arg) {
    bool *fine = arg;
    *fine = true;
    for (int i = 0; i < 5 && *fine; i++) {
        const scripted script[] = {{STREAM, WHOLE}, {JSON(RESULT_2), WHOLE}};
        responder r;
        fixture f;
        lob_mcp_reply reply;
        char url[64];
        play(&r, script, 2);
        snprintf(url, sizeof url, "http://127.0.0.1:%d/mcp", r.port);
        *fine = open_url(&f, url, "2025-11-25", TIMEOUT_MS) == LOB_OK && ask(&f, &reply, TIMEOUT_MS) == LOB_OK &&
                ask(&f, &reply, TIMEOUT_MS) == LOB_OK;
        lob_mcp_peer_close(&f.client, false);
        lob_arena_drop(f.arena);
        finish(&r);
    }
    return NULL;
}

static void clients_of_threads_do_not_meet(void **state) {
    (void)state;
    enum { THREAD_COUNT = 3 };
    pthread_t threads[THREAD_COUNT];
    bool fine[THREAD_COUNT];
    for (int i = 0; i < THREAD_COUNT; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_client, &fine[i]), 0);
    }
    for (int i = 0; i < THREAD_COUNT; i++) {
        pthread_join(threads[i], NULL);
        assert_true(fine[i]);
    }
    assert_int_equal(lob_alloc_live(), 0);
}

int main(void) {
    const struct CMUnitTest without[] = {cmocka_unit_test(without_libcurl_it_says_so)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_as_the_protocol_says),
        cmocka_unit_test(requests_without_handshake),
        cmocka_unit_test(streams_come_in_pieces),
        cmocka_unit_test(answers_may_change_places),
        cmocka_unit_test(cancelling),
        cmocka_unit_test(an_error_of_the_protocol_is_an_answer),
        cmocka_unit_test(a_large_request_goes_at_once),
        cmocka_unit_test(redirects_stay_within_the_origin),
        cmocka_unit_test(every_fault_has_its_sentence),
        cmocka_unit_test(a_notification_must_be_taken),
        cmocka_unit_test(nobody_there),
        cmocka_unit_test(no_proxy_for_this_machine),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(clients_of_threads_do_not_meet),
    };
    if (!lob_mcp_http_is_built()) {
        return cmocka_run_group_tests(without, NULL, NULL);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
