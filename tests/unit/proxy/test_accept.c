/* Where each text stops being strict JSON: at its first byte that nothing could follow up, not later. */
#include "tests/support/lob_test.h"

#include "proxy/accept.h"
#include "tests/support/json_oracle.h"

/* The byte, from 1, that ends the object or breaks it; 0: there is more to come. */
static size_t run(const char *text, size_t size, lob_acceptor *a, lob_accept *found) {
    lob_accept_open(a);
    for (size_t i = 0; i < size; i++) {
        *found = lob_accept_step(a, text[i]);
        if (*found != LOB_ACCEPT_MORE) {
            return i + 1;
        }
    }
    return 0;
}

static void where_it_breaks(void **state) {
    static const struct {
        const char *text;
        size_t at;
        const char *what; /* NULL: it is whole there */
    } rows[] = {
        {"{}", 2, NULL},
        {"{ } ", 3, NULL},
        {"{\"a\":1}}", 7, NULL},
        {"{\"a\":[{\"b\":[]},[[]],\"\",true,false,null,-0.1e-9]}", 48, NULL},
        {"{\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00aF\":0}", 28, NULL},
        {"{\"\xc3\xa4\xff\":0}", 9, NULL},
        {"{\"a\":0}", 7, NULL},
        {"{\"a\":10.25}", 11, NULL},
        {"{\"a\":1E5}", 9, NULL},
        {"{\"a\"\t:\r\n1 ,\n\"b\":2 }", 19, NULL},
        {"{a", 2, "a key in double quotes or }"},
        {"{,", 2, "a key in double quotes or }"},
        {"{{", 2, "a key in double quotes or }"},
        {"{\"a\":1,}", 8, "a key in double quotes is"},
        {"{\"a\",", 5, "a colon"},
        {"{\"a\":}", 6, "a JSON value"},
        {"{\"a\":x", 6, "a JSON value"},
        {"{\"a\":'", 6, "a JSON value"},
        {"{\"a\":1;", 7, "a comma or }"},
        {"{\"a\":1]", 7, "a comma or }"},
        {"{\"a\":[1}", 8, "a comma or ]"},
        {"{\"a\":[1,]", 9, "a JSON value"},
        {"{\"a\":[,", 7, "a JSON value"},
        {"{\"a\":\"\n", 7, "must be escaped"},
        {"{\"a\":\"\x1f", 7, "must be escaped"},
        {"{\"a\":\"\\x", 8, "no such escape"},
        {"{\"a\":\"\\u00g", 11, "four hexadecimal"},
        {"{\"a\":\"\\u00`", 11, "four hexadecimal"},
        {"{\"a\":trux", 9, "true, false, null"},
        {"{\"a\":nil", 7, "true, false, null"},
        {"{\"a\":false1", 11, "a comma or }"},
        {"{\"a\":01", 7, "a comma or }"},
        {"{\"a\":-x", 7, "a digit"},
        {"{\"a\":-01", 8, "a comma or }"},
        {"{\"a\":1.}", 8, "a digit"},
        {"{\"a\":1.5.", 9, "a comma or }"},
        {"{\"a\":1e}", 8, "a digit"},
        {"{\"a\":1e+-", 9, "a digit"},
        {"{\"a\":1e5e", 9, "a comma or }"},
        {"{\"a\":1 2", 8, "a comma or }"},
        {"{\"a\":.5", 6, "a JSON value"},
        {"{\"a\":+5", 6, "a JSON value"},
        {"{\"a\":\"", 0, NULL},
        {"{\"a\":12", 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("%zu: %s", i, rows[i].text);
        lob_acceptor a;
        lob_accept found = LOB_ACCEPT_MORE;
        assert_int_equal(run(rows[i].text, strlen(rows[i].text), &a, &found), rows[i].at);
        assert_int_equal(found, rows[i].what != NULL ? LOB_ACCEPT_BROKEN
                                : rows[i].at > 0     ? LOB_ACCEPT_DONE
                                                     : LOB_ACCEPT_MORE);
        if (rows[i].what != NULL) {
            assert_non_null(strstr(a.what, rows[i].what));
        }
    }
}

static void a_nul_is_no_escape(void **state) {
    static const char text[] = "{\"a\":\"\\\0";
    lob_acceptor a;
    lob_accept found = LOB_ACCEPT_MORE;
    (void)state;
    assert_int_equal(run(text, sizeof text - 1, &a, &found), 8);
    assert_int_equal(found, LOB_ACCEPT_BROKEN);
}

static void levels_have_a_limit(void **state) {
    char text[600];
    lob_acceptor a;
    lob_accept found = LOB_ACCEPT_MORE;
    (void)state;
    for (int is_array = 0; is_array < 2; is_array++) {
        lob_case("%d", is_array);
        size_t size = (size_t)sprintf(text, "{\"a\":");
        for (int i = 1; i < 64; i++) {
            size += (size_t)sprintf(text + size, is_array ? "[" : "{\"a\":");
        }
        assert_int_equal(run(text, size, &a, &found), 0);
        size_t whole = size + (size_t)sprintf(text + size, "1%.*s}", is_array ? 63 : 0,
                                              "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
        if (is_array) {
            assert_int_equal(run(text, whole, &a, &found), whole);
            assert_int_equal(found, LOB_ACCEPT_DONE);
        }
        text[size] = is_array ? '[' : '{';
        assert_int_equal(run(text, size + 1, &a, &found), size + 1);
        assert_non_null(strstr(a.what, "deeper than 64"));
    }
}

/* Texts with a byte exchanged: the acceptor ends where the grammar does, and what it breaks at has no end at all. */
static void exchanged_bytes(void **state) {
    static const char whole[] = "{\"a\": [1, -2.5e3, \"\\u00e4\\n\", true], \"b\": {\"c\": null, \"d\": {}}}";
    static const char bytes[] = "{}[]\":,\\ 0-.eutx\n";
    unsigned broken = 0;
    (void)state;
    for (size_t i = 1; i < sizeof whole - 1; i++) {
        for (size_t k = 0; k < sizeof bytes - 1; k++) {
            char text[sizeof whole];
            lob_acceptor a;
            lob_accept found = LOB_ACCEPT_MORE;
            memcpy(text, whole, sizeof whole);
            text[i] = bytes[k];
            lob_case("%s", text);
            size_t at = run(text, sizeof whole - 1, &a, &found);
            size_t end = oracle_object(text, sizeof whole - 1, 0);
            assert_int_equal(found == LOB_ACCEPT_DONE ? at : 0, end);
            broken += found == LOB_ACCEPT_BROKEN;
            assert_true(found != LOB_ACCEPT_BROKEN || at > i);
        }
    }
    assert_gt(broken, 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_it_breaks),
        cmocka_unit_test(a_nul_is_no_escape),
        cmocka_unit_test(levels_have_a_limit),
        cmocka_unit_test(exchanged_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
