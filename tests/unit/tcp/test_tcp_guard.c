/* What a browser can send begins like HTTP or TLS; what is JSON never does. */
#include "tests/support/lob_test.h"

#include "tcp/tcp_guard.h"

static void http_is_known_by_its_beginning(void **state) {
    (void)state;
    static const char *const begins[] = {
        "GET /",           "POST / HTTP/1.1", "  PUT /x",    "options *",     "PATCH a",
        "CONNECT a:1",     "PRI * HTTP/2.0",  "Host: x",     "origin: null",  "ORIGIN:x",
        "HTTP/1.1 200 OK", "\r\n\tHEAD /",    "Cookie: a=1", "User-Agent: M", "\x16\x03\x01",
    };
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        lob_case("%zu: %s", i, begins[i]);
        assert_true(lob_tcp_is_http(lob_str_from(begins[i]), false));
        assert_true(lob_tcp_is_http(lob_str_from(begins[i]), true));
    }
}

static void any_verb_is_known_by_the_version(void **state) {
    (void)state;
    assert_true(lob_tcp_is_http(LOB_STR("BREW /pot HTTP/1.1"), true));
    assert_true(lob_tcp_is_http(LOB_STR("x y HTTP/2"), true));
    assert_false(lob_tcp_is_http(LOB_STR("BREW /pot HTTP/1.1"), false)); /* the line may go on */
    assert_false(lob_tcp_is_http(LOB_STR("{\"method\":\"a HTTP/1.1"), true));
    assert_false(lob_tcp_is_http(LOB_STR("HTTP"), true));
}

static void json_is_none(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"id\":1,\"method\":\"ping\"}", "[1]", "\"GET /\"", "GETX", "Host", "", " ", "hello", "\x16", "1 2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        lob_case("%zu: %s", i, texts[i]);
        assert_false(lob_tcp_is_http(lob_str_from(texts[i]), true));
    }
    assert_false(lob_tcp_is_http((lob_str){"\0GET /", 6}, true));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(http_is_known_by_its_beginning),
        cmocka_unit_test(any_verb_is_known_by_the_version),
        cmocka_unit_test(json_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
