/* Base64 against the vectors of RFC 4648, section 10. */
#include "base/base64.h"

#include "tests/support/lob_test.h"

static void test_base64(void **state) {
    static const char *const vectors[][2] = {{"", ""},
                                             {"f", "Zg=="},
                                             {"fo", "Zm8="},
                                             {"foo", "Zm9v"},
                                             {"foob", "Zm9vYg=="},
                                             {"fooba", "Zm9vYmE="},
                                             {"foobar", "Zm9vYmFy"}};
    lob_buf b;
    (void)state;
    lob_buf_init(&b, 0);
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        lob_case("%s", vectors[i][0]);
        lob_base64_add(&b, lob_str_from(vectors[i][0]));
        assert_string_equal(b.data ? b.data : "", vectors[i][1]);
        lob_buf_clear(&b);
    }
    lob_base64_add(&b, LOB_STR("\xfb\xff\xfe"));
    assert_string_equal(b.data, "+//+");
    lob_buf_release(&b);
    lob_buf_init(&b, 3);
    lob_base64_add(&b, LOB_STR("f"));
    assert_int_equal(b.failed, LOB_BUF_TOO_LARGE);
    lob_buf_release(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_base64)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
