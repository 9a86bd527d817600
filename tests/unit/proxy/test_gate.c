/* Who is let in, and what of a URL is shown. */
#include "tests/support/lob_test.h"

#include "proxy/gate.h"

static void hosts(void **state) {
    static const char *const welcome[] = {"127.0.0.1", "127.0.0.1:8001", "localhost:8001",   "LocalHost", "[::1]:8001",
                                          "[::1]",     "10.1.2.3:1",     "bench.local:8001", "127.0.0.1:"};
    static const char *const refused[] = {"evil.example",
                                          "evil.example:8001",
                                          "127.0.0.1.evil.example",
                                          "",
                                          ":8001",
                                          "[::1",
                                          "localhost:x",
                                          "localhost:80 80",
                                          "[evil]:1",
                                          "127.1",
                                          "::1",
                                          "[]",
                                          "[::1]x",
                                          "localhost.evil.example:8001",
                                          "127.0.0.1@evil.example"};
    (void)state;
    for (size_t i = 0; i < sizeof welcome / sizeof welcome[0]; i++) {
        lob_case("%zu: %s", i, welcome[i]);
        assert_null(lob_gate_refusal(&(lob_gate_headers){.host = welcome[i]}, "bench.local"));
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        lob_case("%zu: %s", i, refused[i]);
        assert_non_null(lob_gate_refusal(&(lob_gate_headers){.host = refused[i]}, "127.0.0.1"));
    }
    char endless[1000];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_non_null(lob_gate_refusal(&(lob_gate_headers){.host = endless}, endless));
    assert_null(lob_gate_refusal(&(lob_gate_headers){.host = NULL}, "127.0.0.1"));
}

static void pages(void **state) {
    static const char *const origins[] = {"null", "https://evil.example", "http://127.0.0.1:8001", ""};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_non_null(
            strstr(lob_gate_refusal(&(lob_gate_headers){"127.0.0.1", origins[i], NULL, 0}, "127.0.0.1"), "Origin"));
    }
    assert_non_null(
        strstr(lob_gate_refusal(&(lob_gate_headers){"127.0.0.1", NULL, "none", 0}, "127.0.0.1"), "Sec-Fetch"));
}

/* Of the server's own origin alone. */
static void own_pages(void **state) {
    static const char *const own[] = {"http://127.0.0.1:8001", "http://localhost:8001", "HTTP://LOCALHOST:8001",
                                      "http://[::1]:8001"};
    static const char *const others[] = {
        "http://127.0.0.1:80011", "http://127.0.0.1:800", "https://localhost:8001", "http://localhost", "null",
        "http://localhost:8001/"};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_null(lob_gate_refusal(&(lob_gate_headers){"localhost", own[i], "same-origin", 8001}, "127.0.0.1"));
        assert_non_null(lob_gate_refusal(&(lob_gate_headers){"evil.example", own[i], NULL, 8001}, "127.0.0.1"));
    }
    for (size_t i = 0; i < 6; i++) {
        assert_non_null(lob_gate_refusal(&(lob_gate_headers){"localhost", others[i], NULL, 8001}, "127.0.0.1"));
    }
    assert_non_null(lob_gate_refusal(&(lob_gate_headers){"localhost", NULL, "cross-site", 8001}, "127.0.0.1"));
}

static void urls_without_secrets(void **state) {
    static const char *const cases[][2] = {
        {"http://127.0.0.1:1234/v1/chat/completions", "http://127.0.0.1:1234/v1/chat/completions"},
        {"https://user:pass@host/v1?key=secret#x", "https://host/v1"},
        {"https://user:p@ss@host:1?key=secret", "https://host:1"},
        {"http://host/a@b", "http://host/a@b"},
        {"nonsense", "nonsense"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        char shown[64];
        lob_gate_show_url(cases[i][0], shown, sizeof shown);
        assert_string_equal(shown, cases[i][1]);
    }
    char small[8];
    lob_gate_show_url("http://host/path", small, sizeof small);
    assert_string_equal(small, "http://");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hosts),
        cmocka_unit_test(pages),
        cmocka_unit_test(own_pages),
        cmocka_unit_test(urls_without_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
