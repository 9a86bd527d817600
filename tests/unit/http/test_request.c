/* The grammar of a request: what RFC 9112 lets two readers understand differently is refused, whatever pieces it comes
 * in. Expected statuses are worked out from that text. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "http/request.h"

#define HOST "Host: localhost\r\n"

typedef struct read_back {
    lob_http_request request;
    char body[4096];
    size_t body_size, taken;
} read_back;

/* In pieces of `step` bytes. The caller releases the request. */
static void read_all(read_back *to, const char *data, size_t size, size_t step) {
    lob_http_request_init(&to->request);
    to->body_size = to->taken = 0;
    while (to->taken < size && to->request.state < LOB_HTTP_REQUEST_DONE) {
        const size_t rest = size - to->taken;
        char *piece = malloc(step); /* no byte beyond it may be looked at */
        const size_t count = rest < step ? rest : step;
        memcpy(piece, data + to->taken, count);
        for (size_t at = 0; at < count && to->request.state < LOB_HTTP_REQUEST_DONE;) {
            lob_str body;
            const size_t taken = lob_http_request_take(&to->request, piece + at, count - at, &body);
            assert_gt(taken, 0);
            assert_le(taken, count - at);
            memcpy(to->body + to->body_size, body.data, body.size);
            to->body_size += body.size;
            at += taken;
            to->taken += taken;
        }
        free(piece);
    }
}

static unsigned status_of(const char *data, size_t size) {
    read_back whole, single;
    read_all(&whole, data, size, size);
    read_all(&single, data, size, 1);
    assert_int_equal(whole.request.state, single.request.state);
    assert_int_equal(whole.request.status, single.request.status);
    assert_int_equal(whole.taken, single.taken);
    assert_int_equal(whole.body_size, single.body_size);
    const unsigned status = whole.request.state == LOB_HTTP_REQUEST_BAD    ? whole.request.status
                            : whole.request.state == LOB_HTTP_REQUEST_DONE ? 200
                                                                           : 0;
    if (status >= 400) {
        assert_gt(strlen(whole.request.why), 10);
    }
    lob_http_request_release(&whole.request);
    lob_http_request_release(&single.request);
    return status;
}

static const struct {
    const char *text;
    unsigned status; /* 200: a whole request; 0: more is to come */
} requests[] = {
    {"POST /mcp HTTP/1.1\r\n" HOST "\r\n", 200},
    {"\r\nPOST /mcp HTTP/1.1\r\n" HOST "\r\n", 200},
    {"\r\n\r\nPOST /mcp HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET / HTTP/1.0\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\n\r\n", 400}, /* no Host */
    {"GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "HOST: other\r\n\r\n", 400},
    {"GET / HTTP/1.0\r\n" HOST "Authorization: a\r\nauthorization: a\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "Origin: a\r\nOrigin: b\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "Mcp-Session-Id: a\r\nMcp-Session-Id: b\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "Accept: a\r\nAccept: b\r\nCookie: a\r\nCookie: b\r\n\r\n", 200},
    {"GET / HTTP/2.0\r\n" HOST "\r\n", 505},
    {"GET / HTTP/1.2\r\n" HOST "\r\n", 505},
    {"GET / HTTP/1.1 \r\n" HOST "\r\n", 505},
    {"GET / HTTP/1.10\r\n" HOST "\r\n", 505},
    {"GET /\r\n" HOST "\r\n", 400},
    {"GET\r\n\r\n", 400},
    {"GET  / HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET / x HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET\t/ HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET / http/1.1\r\n" HOST "\r\n", 400},
    {"GET /\xc3\xa4 HTTP/1.1\r\n" HOST "\r\n", 400},
    {"G@T / HTTP/1.1\r\n" HOST "\r\n", 400},
    {" GET / HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET / HTTP/1.1\n" HOST "\r\n", 400}, /* a bare line feed */
    {"GET / HTTP/1.1\r\nHost: a\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "\n", 400},
    {"\nGET / HTTP/1.1\r\n", 400},
    {"GET / HTTP/1.1\r" HOST "\r\n", 400}, /* a bare carriage return */
    {"GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "X: a\r\n b\r\n\r\n", 400}, /* folded */
    {"GET / HTTP/1.1\r\n" HOST "X: a\r\n\tb\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "X\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST ": x\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "X: a\x01\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "X: a\x7f\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "X: \xe4\xf6\tz\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\n" HOST "X:\r\n\r\n", 200},
    {"\x16\x03\x01\x02", 400}, /* TLS */
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nab", 0},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabcde", 200},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 3, 3\r\n\r\nabc", 400},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: +3\r\n\r\nabc", 400},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: -3\r\n\r\nabc", 400},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 0x3\r\n\r\nabc", 400},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: \r\n\r\nabc", 400},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999\r\n\r\nabc", 0},
    {"GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501},
    {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: identity\r\n\r\n", 501},
    {"GET / HTTP/1.0\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n" HOST "Expect: 100-continue\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\n" HOST "Expect: more\r\n\r\n", 417},
};

static void what_is_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        lob_case("%zu: %s", i, requests[i].text);
        const unsigned status = status_of(requests[i].text, strlen(requests[i].text));
        if (status != requests[i].status) {
            fail_msg("%u, not %u: %s", status, requests[i].status, requests[i].text);
        }
    }
    static const char nul[] = "GET / HTTP/1.1\r\n" HOST "X: a\0b\r\n\r\n", early[] = "GET\0 / HTTP/1.1\r\n" HOST "\r\n";
    assert_int_equal(status_of(nul, sizeof nul - 1), 400);
    assert_int_equal(status_of(early, sizeof early - 1), 400);
}

static void chunks(void **state) {
#define CHUNKED "GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: Chunked\r\n\r\n"
    static const struct {
        const char *text, *body;
        unsigned status;
    } cases[] = {
        {CHUNKED "0\r\n\r\n", "", 200},
        {CHUNKED "3\r\nabc\r\n0\r\n\r\nGET", "abc", 200},
        {CHUNKED "3;x=y\r\nabc\r\n00A;\"q\"\r\n0123456789\r\n0\r\nTrailer: a\r\nMore: b\r\n\r\n", "abc0123456789", 200},
        {CHUNKED "3\r\nabc\r\n", "abc", 0},
        {CHUNKED "\r\nabc", "", 400},
        {CHUNKED ";\r\nabc", "", 400},
        {CHUNKED "3 \r\nabc\r\n", "", 400},
        {CHUNKED "0x3\r\nabc\r\n", "", 400},
        {CHUNKED "-3\r\nabc\r\n", "", 400},
        {CHUNKED "g\r\nabc\r\n", "", 400},
        {CHUNKED "000000003\r\nabc\r\n", "", 400}, /* nine digits */
        {CHUNKED "3\nabc\r\n", "", 400},
        {CHUNKED "3\r\r\nabc", "", 400},
        {CHUNKED "3\r\nabcd\r\n", "abc", 400},
        {CHUNKED "3\r\nabc\n0\r\n\r\n", "abc", 400},
        {CHUNKED "3\r\nabc\r0\r\n\r\n", "abc", 400},
        {CHUNKED "3;a\nb\r\nabc", "", 400},
        {CHUNKED "0\r\na\nb\r\n\r\n", "", 400},
        {CHUNKED "0\r\na\rb\r\n\r\n", "", 400},
        {CHUNKED "0\r\n\rx", "", 400},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        read_back back;
        if (status_of(cases[i].text, strlen(cases[i].text)) != cases[i].status) {
            fail_msg("not %u: %s", cases[i].status, cases[i].text);
        }
        read_all(&back, cases[i].text, strlen(cases[i].text), 7);
        assert_int_equal(back.body_size, strlen(cases[i].body));
        assert_memory_equal(back.body, cases[i].body, back.body_size);
        lob_http_request_release(&back.request);
    }
    /* Extensions and trailers of a body have one budget. */
    for (int is_trailer = 0; is_trailer < 2; is_trailer++) {
        for (size_t size = LOB_HTTP_EXTRA_SIZE_MAX; size <= LOB_HTTP_EXTRA_SIZE_MAX + 1; size++) {
            char text[4096];
            int at = snprintf(text, sizeof text, "%s%s", CHUNKED, is_trailer ? "0\r\n" : "0;");
            memset(text + at, 'x', size);
            snprintf(text + at + size, sizeof text - (size_t)at - size, is_trailer ? "\r\n\r\n" : "\r\n\r\n");
            assert_int_equal(status_of(text, strlen(text)), size > LOB_HTTP_EXTRA_SIZE_MAX ? 400 : 200);
        }
    }
}

static void what_it_says(void **state) {
    static const char text[] = "POST /mcp?a=b HTTP/1.1\r\nhOsT:\t localhost:1 \t\r\nConnection: keep-alive, Close\r\n"
                               "Expect: 100-Continue\r\nContent-Length: 2\r\n\r\nok";
    read_back back;
    (void)state;
    read_all(&back, text, sizeof text - 1, 5);
    const lob_http_request *r = &back.request;
    assert_int_equal(r->state, LOB_HTTP_REQUEST_DONE);
    assert_string_equal(r->method, "POST");
    assert_string_equal(r->path, "/mcp");
    assert_string_equal(lob_http_request_header(r, "Host"), "localhost:1");
    assert_null(lob_http_request_header(r, "Hos"));
    assert_true(r->expects);
    assert_false(r->keeps);
    assert_false(r->is_old);
    assert_memory_equal(back.body, "ok", 2);
    lob_http_request_release(&back.request);
    static const struct {
        const char *text;
        bool keeps;
    } cases[] = {{"GET / HTTP/1.1\r\n" HOST "\r\n", true},
                 {"GET / HTTP/1.1\r\n" HOST "Connection: \r\nConnection: x,,closed\r\n\r\n", true},
                 {"GET / HTTP/1.1\r\n" HOST "Connection: x\r\nConnection: y, CLOSE\r\n\r\n", false},
                 {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        read_all(&back, cases[i].text, strlen(cases[i].text), 64);
        assert_int_equal(back.request.keeps, cases[i].keeps);
        lob_http_request_release(&back.request);
    }
}

static void what_is_too_large(void **state) {
    static char text[LOB_HTTP_HEAD_SIZE_MAX + 4096];
    (void)state;
    int at = snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" HOST);
    for (int i = 1; i <= LOB_HTTP_HEADER_COUNT_MAX; i++) {
        if (i == LOB_HTTP_HEADER_COUNT_MAX) {
            snprintf(text + at, sizeof text - (size_t)at, "\r\n");
            assert_int_equal(status_of(text, strlen(text)), 200);
        }
        at += snprintf(text + at, sizeof text - (size_t)at, "X-%d: a\r\n", i);
    }
    snprintf(text + at, sizeof text - (size_t)at, "\r\n");
    assert_int_equal(status_of(text, strlen(text)), 431);
    at = snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" HOST "X: ");
    memset(text + at, 'x', LOB_HTTP_HEAD_SIZE_MAX);
    assert_int_equal(status_of(text, (size_t)at + LOB_HTTP_HEAD_SIZE_MAX), 431);
}

static void no_memory(void **state) {
    read_back back;
    (void)state;
    lob_alloc_fail_at(1, 0);
    read_all(&back, "GET / HTTP/1.0\r\n\r\n", 18, 18);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(back.request.state, LOB_HTTP_REQUEST_BAD);
    assert_int_equal(back.request.status, 500);
    lob_http_request_release(&back.request);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_refused),   cmocka_unit_test(chunks),    cmocka_unit_test(what_it_says),
        cmocka_unit_test(what_is_too_large), cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
