/* Headers and URLs: base64 against RFC 4648 (section 10), origins against RFC 6454, loopback against RFC 6890. */
#include "tests/support/lob_test.h"

#include "client/mcp_http_header.h"

static void headers_are_told_apart(void **state) {
    (void)state;
    lob_str value;
    assert_true(lob_http_header_is(LOB_STR("mcp-SESSION-id:  a b \t\r\n"), "Mcp-Session-Id", &value));
    assert_true(lob_str_equal(value, LOB_STR("a b")));
    assert_true(lob_http_header_is(LOB_STR("Mcp-Session-Id:\r\n"), "Mcp-Session-Id", &value));
    assert_int_equal(value.size, 0);
    assert_false(lob_http_header_is(LOB_STR("Mcp-Session-Idx: a\r\n"), "Mcp-Session-Id", &value));
    assert_false(lob_http_header_is(LOB_STR("Mcp-Session-Id"), "Mcp-Session-Id", &value));
    assert_false(lob_http_header_is(LOB_STR("X: Mcp-Session-Id: a"), "Mcp-Session-Id", &value));
}

static void types_may_have_parameters(void **state) {
    (void)state;
    assert_true(lob_http_type_is(LOB_STR("application/json"), "application/json"));
    assert_true(lob_http_type_is(LOB_STR("Application/JSON;charset=utf-8"), "application/json"));
    assert_true(lob_http_type_is(LOB_STR("application/json ; a=b"), "application/json"));
    assert_false(lob_http_type_is(LOB_STR("application/jsonl"), "application/json"));
    assert_false(lob_http_type_is(LOB_STR("application/jso"), "application/json"));
    assert_false(lob_http_type_is(LOB_STR("text/json"), "application/json"));
}

static void visible_characters(void **state) {
    (void)state;
    assert_true(lob_http_is_visible(LOB_STR("!aZ~")));
    assert_false(lob_http_is_visible(LOB_STR("")));
    assert_false(lob_http_is_visible(LOB_STR("a b")));
    assert_false(lob_http_is_visible(LOB_STR("a\x7f")));
    assert_false(lob_http_is_visible(LOB_STR("a\xc3\xa4")));
}

static void assert_encoded(lob_str value, const char *expected) {
    char out[64];
    assert_true(lob_http_encode(value, out, sizeof out));
    assert_string_equal(out, expected);
    /* It fits where it just fits, and not in one byte less. */
    assert_true(lob_http_encode(value, out, strlen(expected) + 2));
    assert_false(lob_http_encode(value, out, strlen(expected)));
}

static void names_go_into_a_header(void **state) {
    (void)state;
    assert_encoded(LOB_STR("list_cells"), "list_cells");
    assert_encoded(LOB_STR("a tool"), "a tool");
    assert_encoded(LOB_STR(" f"), "=?base64?IGY=?=");
    assert_encoded(LOB_STR("f "), "=?base64?ZiA=?=");
    assert_encoded(LOB_STR(""), "=?base64?"
                                "?=");
    assert_encoded(LOB_STR("f\n"), "=?base64?Zgo=?=");
    assert_encoded(LOB_STR("\xff\xff\xff"), "=?base64?////?=");
    assert_encoded(LOB_STR("\xfb\xef\xbe\xff"), "=?base64?++++/w==?=");
    assert_encoded(LOB_STR("=?x"), "=?base64?PT94?=");
}

static void urls(void **state) {
    (void)state;
    assert_true(lob_http_is_url("http://localhost:8080/mcp"));
    assert_true(lob_http_is_url("HTTPS://example.com"));
    assert_true(lob_http_is_url("http://[::1]:80/"));
    assert_false(lob_http_is_url("file:///etc/passwd"));
    assert_false(lob_http_is_url("ftp://example.com/"));
    assert_false(lob_http_is_url("http:///mcp"));
    assert_false(lob_http_is_url("http://:80/mcp"));
    assert_false(lob_http_is_url("http://[::1]x/"));
    assert_false(lob_http_is_url("example.com/mcp"));
    assert_false(lob_http_is_url(""));
}

static void this_machine(void **state) {
    (void)state;
    assert_true(lob_http_is_local("http://localhost/mcp"));
    assert_true(lob_http_is_local("http://LOCALHOST:1/mcp"));
    assert_true(lob_http_is_local("http://127.0.0.1:8080"));
    assert_true(lob_http_is_local("http://127.1.2.3/"));
    assert_true(lob_http_is_local("http://[::1]:9/"));
    assert_true(lob_http_is_local("http://user:pw@127.0.0.1/"));
    assert_false(lob_http_is_local("http://127.0.0.1.example.com/"));
    assert_false(lob_http_is_local("http://localhost.example.com/"));
    assert_false(lob_http_is_local("http://localhost@example.com/"));
    assert_false(lob_http_is_local("http://example.com/?localhost"));
    assert_false(lob_http_is_local("http://1.127.0.0/"));
    assert_false(lob_http_is_local("ftp://localhost/"));
}

static void origins(void **state) {
    (void)state;
    assert_true(lob_http_same_origin("http://a.example/mcp", "http://A.example/mcp/"));
    assert_true(lob_http_same_origin("http://a.example/mcp", "http://a.example:80/x?y#z"));
    assert_true(lob_http_same_origin("https://a.example:443", "https://a.example/"));
    assert_false(lob_http_same_origin("http://a.example/", "https://a.example/"));
    assert_false(lob_http_same_origin("http://a.example/", "http://a.example:8080/"));
    assert_false(lob_http_same_origin("http://a.example/", "http://b.example/"));
    assert_false(lob_http_same_origin("http://a.example/", "http://a.example.org/"));
    assert_false(lob_http_same_origin("http://a.example/", "http://a.example@b.example/"));
    assert_false(lob_http_same_origin("http://a.example/", "http://b.example\\@a.example/"));
    assert_false(lob_http_same_origin("http://a.example/", "/mcp"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_told_apart),
        cmocka_unit_test(types_may_have_parameters),
        cmocka_unit_test(visible_characters),
        cmocka_unit_test(names_go_into_a_header),
        cmocka_unit_test(urls),
        cmocka_unit_test(this_machine),
        cmocka_unit_test(origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
