/* Text as HTML: by the rules of XML 1.0 and of RFC 4648, whose test vectors these are. */
#include "tests/support/lob_test.h"

#include "report/html.h"
#include "tests/unit/base/sweep.h"

static void expect(lob_buf *b, const char *text) {
    assert_int_equal(b->failed, LOB_BUF_FINE);
    assert_string_equal(b->data ? b->data : "", text);
    lob_buf_release(b);
    lob_buf_init(b, 0);
}

static void test_text(void **state) {
    lob_buf b;
    (void)state;
    lob_buf_init(&b, 0);
    lob_html_text(&b, LOB_STR("<a href=\"x\">&'</a>"));
    expect(&b, "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;");
    lob_html_text(&b, LOB_STR("\xc3\xa9\xff\xe2\x82z\x01\x7f\n"));
    expect(&b, "\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\\u0001\\u007f\\u000a");
    lob_html_text(&b, LOB_STR("\xe2\x80\xae\xef\xbf\xbe\xef\xb7\x90\xf0\x9f\xbf\xbe"));
    expect(&b, "\\u202e\\ufffe\\ufdd0\\u1fffe");
    lob_html_text(&b, (lob_str){"a\0b", 3});
    expect(&b, "a\\u0000b");
    lob_html_text_cut(&b, LOB_STR("ab\xc3\xa9"), 3);
    expect(&b, "ab\xe2\x80\xa6");
    lob_html_text_cut(&b, LOB_STR("ab\xc3\xa9"), 4);
    expect(&b, "ab\xc3\xa9");
    lob_html_name(&b, LOB_STR(""), (lob_str){0});
    expect(&b, "<i>no name</i>");
    lob_html_name(&b, LOB_STR("a<"), LOB_STR("61ff"));
    expect(&b, "<bdi class=\"name\">a&lt;</bdi> <small>bytes <code>61ff</code></small>");
}

static void test_numbers(void **state) {
    lob_buf b;
    (void)state;
    lob_buf_init(&b, 0);
    lob_html_count(&b, 1234567);
    expect(&b, "<data value=\"1234567\">1\xe2\x80\xaf"
               "234\xe2\x80\xaf"
               "567</data>");
    lob_html_count(&b, 999);
    expect(&b, "<data value=\"999\">999</data>");
    lob_html_counted(&b, 1, "cell", "cells");
    lob_html_counted(&b, 0, "cell", "cells");
    expect(&b, "<data value=\"1\">1</data> cell<data value=\"0\">0</data> cells");
    lob_html_um(&b, 0.1234567);
    lob_buf_add_byte(&b, ' ');
    lob_html_um(&b, -0.0000001);
    expect(&b, "0.123457 0");
    lob_html_box(&b, -1, 2.5, 3, 4);
    expect(&b, "-1, 2.5 to 3, 4");
}

static bool attempt(void *arg) {
    lob_buf b;
    (void)arg;
    lob_buf_init(&b, 0);
    lob_html_name(&b, LOB_STR("<&>"), LOB_STR("00"));
    lob_html_text(&b, LOB_STR("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"));
    const bool fine = !b.failed;
    lob_buf_release(&b);
    return fine;
}

static void test_sweep(void **state) {
    (void)state;
    assert_gt(sweep_allocations(attempt, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_numbers),
                                       cmocka_unit_test(test_sweep)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
