/* Buffers: content, the limit, the sticky failure. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include "base/buf.h"

static void test_content(void **state) {
    (void)state;
    lob_buf buf;
    lob_buf_init(&buf, 0);
    assert_null(buf.data);
    lob_buf_clear(&buf);
    lob_buf_add(&buf, NULL, 0);
    lob_buf_add_text(&buf, "one ");
    lob_buf_add_byte(&buf, 't');
    lob_buf_add(&buf, "wo\0", 3);
    lob_buf_printf(&buf, "%d", 3);
    assert_int_equal(buf.size, 9);
    assert_memory_equal(buf.data,
                        "one two\0"
                        "3",
                        10);
    lob_buf_clear(&buf);
    char expected[1001] = "";
    memset(expected, ' ', 999);
    expected[999] = '7';
    lob_buf_printf(&buf, "%1000d", 7); /* longer than the room on the stack */
    assert_string_equal(buf.data, expected);
    char *end = lob_buf_reserve(&buf, 100000);
    memset(end, 'x', 100000);
    buf.size += 100000;
    lob_buf_add_byte(&buf, '!');
    assert_int_equal(strlen(buf.data), 101001);
    lob_buf_release(&buf);
    assert_null(buf.data);
}

static void test_limit_is_exact_and_sticky(void **state) {
    (void)state;
    for (size_t limit = 1; limit < 600; limit += 7) {
        lob_buf buf;
        lob_buf_init(&buf, limit);
        for (size_t i = 0; i < limit; i++) {
            lob_buf_add_byte(&buf, 'a');
            assert_int_equal(buf.failed, LOB_BUF_FINE);
        }
        lob_buf_add_byte(&buf, 'b');
        assert_int_equal(buf.failed, LOB_BUF_TOO_LARGE);
        assert_int_equal(buf.size, limit);
        lob_buf_add(&buf, NULL, 0);
        lob_buf_printf(&buf, "%s", "");
        assert_null(lob_buf_reserve(&buf, 0));
        assert_int_equal(strlen(buf.data), limit);
        lob_buf_clear(&buf);
        lob_buf_add_text(&buf, "c");
        assert_string_equal(buf.data, "c");
        lob_buf_release(&buf);
        assert_int_equal(buf.size_max, limit);
    }
    lob_buf buf;
    lob_buf_init(&buf, 10);
    lob_buf_printf(&buf, "%300d", 1);
    assert_int_equal(buf.failed, LOB_BUF_TOO_LARGE);
    lob_buf_release(&buf);
}

static bool fill(void *arg) {
    (void)arg;
    lob_buf buf;
    lob_buf_init(&buf, 0);
    for (int i = 0; i < 3000; i++) {
        lob_buf_add_byte(&buf, (char)i);
    }
    lob_buf_printf(&buf, "%8000d", 1);
    bool fine = buf.failed == LOB_BUF_FINE;
    if (!fine) {
        assert_eq(buf.failed, LOB_BUF_NO_MEMORY);
    }
    if (fine) {
        assert_eq(buf.size, 11000);
    }
    lob_buf_release(&buf);
    return fine;
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(fill, NULL), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_content), cmocka_unit_test(test_limit_is_exact_and_sticky),
                                       cmocka_unit_test(test_out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
