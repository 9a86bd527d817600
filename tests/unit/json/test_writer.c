/* The writer: exact texts worked out by hand from RFC 8259/8785, and round trips through cJSON, an independent reader.
 */
#include <math.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "json/reader.h"
#include "json/writer.h"

static void check_text(lob_buf *out, const lob_jsonw *w, const char *expected) {
    assert_true(lob_jsonw_fine(w));
    assert_string_equal(out->data, expected);
    lob_json_fault fault;
    assert_true(lob_json_check((lob_str){out->data, out->size}, true, &fault));
    lob_buf_release(out);
}

static void writes_everything(void **state) {
    (void)state;
    lob_buf out;
    lob_jsonw w;
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    assert_false(lob_jsonw_fine(&w));
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "a");
    lob_jsonw_begin_array(&w);
    lob_jsonw_int(&w, INT64_MIN);
    lob_jsonw_uint(&w, UINT64_MAX);
    lob_jsonw_number(&w, 0.1);
    lob_jsonw_number(&w, 0.1 + 0.2);
    lob_jsonw_number(&w, 1e21);
    lob_jsonw_number(&w, NAN);
    lob_jsonw_number(&w, INFINITY);
    lob_jsonw_um(&w, 0.1234567);
    lob_jsonw_um(&w, 0.30000000000000004);
    lob_jsonw_bool(&w, true);
    lob_jsonw_bool(&w, false);
    lob_jsonw_null(&w);
    lob_jsonw_begin_object(&w);
    lob_jsonw_end_object(&w);
    lob_jsonw_begin_array(&w);
    lob_jsonw_end_array(&w);
    lob_jsonw_end_array(&w);
    lob_jsonw_key(&w, "b");
    lob_jsonw_text(&w, "x");
    lob_jsonw_key_str(&w, (lob_str){"c\0d", 3});
    lob_jsonw_raw(&w, LOB_STR("{\"raw\":[1]}"));
    assert_false(lob_jsonw_fine(&w));
    lob_jsonw_key(&w, "e");
    assert_false(lob_jsonw_fine(&w));
    lob_jsonw_str(&w, LOB_STR(""));
    lob_jsonw_end_object(&w);
    check_text(&out, &w,
               "{\"a\":[-9223372036854775808,18446744073709551615,0.1,0.30000000000000004,1e+21,null,null,0.123457,0.3,"
               "true,false,null,{},[]],\"b\":\"x\",\"c\\u0000d\":{\"raw\":[1]},\"e\":\"\"}");
}

static const struct {
    const char *data;
    size_t size;
    const char *expected;
} strings[] = {
    {"", 0, "\"\""},
    {"plain / text", 12, "\"plain / text\""},
    {"\"\\", 2, "\"\\\"\\\\\""},
    {"\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\""},
    {"\x01\x1f\x7f", 3, "\"\\u0001\\u001f\\u007f\""},
    {"a\0b", 3, "\"a\\u0000b\""},
    {"\xc2\x85", 2, "\"\\u0085\""},                        /* C1 */
    {"\xc3\xa9", 2, "\"\xc3\xa9\""},                       /* e acute stays */
    {"\xe2\x80\xa8\xe2\x80\xa9", 6, "\"\\u2028\\u2029\""}, /* line separators */
    {"\xe2\x80\xae", 3, "\"\\u202e\""},                    /* right-to-left override */
    {"\xe2\x80\x8b", 3, "\"\\u200b\""},                    /* zero width space */
    {"\xef\xbb\xbf", 3, "\"\\ufeff\""},                    /* byte order mark */
    {"\xf3\xa0\x81\x81", 4, "\"\\udb40\\udc41\""},         /* tag letter A, U+E0041 */
    {"\xf0\x9f\x98\x80", 4, "\"\xf0\x9f\x98\x80\""},       /* an emoji stays */
    {"\xff\xfe", 2, "\"\\ufffd\\ufffd\""},
    {"a\xc3", 2, "\"a\\ufffd\""},
    {"\xed\xa0\x80", 3, "\"\\ufffd\\ufffd\\ufffd\""},
    {"\xc0\xaf", 2, "\"\\ufffd\\ufffd\""},
};

static void escapes_strings(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        lob_case("strings[%zu]", i);
        lob_buf out;
        lob_jsonw w;
        lob_buf_init(&out, 0);
        lob_jsonw_init(&w, &out);
        lob_jsonw_str(&w, (lob_str){strings[i].data, strings[i].size});
        check_text(&out, &w, strings[i].expected);
    }
}

/* Every character: what leaves is a JSON string that cJSON reads back to the same bytes. */
static void every_character_comes_back(void **state) {
    (void)state;
    lob_json_init();
    for (uint32_t code = 1; code <= 0x10ffff; code += code < 0x3000 ? 1 : 241) {
        char text[8];
        unsigned size = code >= 0xd800 && code < 0xe000 ? 0 : lob_utf8_encode(code, text);
        if (size == 0) {
            continue;
        }
        lob_buf out;
        lob_jsonw w;
        lob_buf_init(&out, 0);
        lob_jsonw_init(&w, &out);
        lob_jsonw_str(&w, (lob_str){text, size});
        text[size] = 0;
        for (size_t i = 0; lob_utf8_unsafe(code) && i < out.size; i++) {
            assert_ge(out.data[i], 0x20);
            assert_lt(out.data[i], 0x7f);
        }
        cJSON *tree = cJSON_ParseWithLength(out.data, out.size);
        assert_non_null(tree);
        assert_string_equal(tree->valuestring, text);
        cJSON_Delete(tree);
        lob_buf_release(&out);
    }
}

/* Shortest form: it reads back as the same double, and one digit less does not. */
/* Eight bytes are looked at together: each byte, at each place among others, is written as it is alone. */
static void places_do_not_matter(void **state) {
    (void)state;
    for (unsigned byte = 1; byte < 256; byte++) {
        lob_buf alone;
        lob_jsonw w;
        const char one = (char)byte;
        lob_buf_init(&alone, 0);
        lob_jsonw_init(&w, &alone);
        lob_jsonw_str(&w, (lob_str){&one, 1});
        for (size_t at = 0; at < 21; at++) {
            char text[21];
            lob_buf out;
            memset(text, at % 2 ? ' ' : '~', sizeof text);
            text[at] = one;
            lob_buf_init(&out, 0);
            lob_jsonw_init(&w, &out);
            lob_jsonw_str(&w, (lob_str){text, sizeof text});
            lob_case("byte %u at %zu", byte, at);
            assert_eq(out.size, alone.size + 20);
            assert_memory_equal(out.data + 1 + at, alone.data + 1, alone.size - 2);
            assert_memory_equal(out.data + 1, text, at);
            assert_memory_equal(out.data + alone.size - 1 + at, text + at + 1, 20 - at);
            lob_buf_release(&out);
        }
        lob_buf_release(&alone);
    }
}

static void numbers_come_back(void **state) {
    (void)state;
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) {
            continue;
        }
        lob_buf out;
        lob_jsonw w;
        lob_buf_init(&out, 0);
        lob_jsonw_init(&w, &out);
        lob_jsonw_number(&w, value);
        assert_true(lob_jsonw_fine(&w));
        assert_eq(strtod(out.data, NULL), value);
        lob_json_fault fault;
        assert_true(lob_json_check((lob_str){out.data, out.size}, false, &fault));
        lob_buf_release(&out);
    }
}

static void nests_63_levels(void **state) {
    (void)state;
    lob_buf out;
    lob_jsonw w;
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    for (int i = 0; i < 63; i++) {
        if (i % 2) {
            lob_jsonw_begin_array(&w);
            lob_jsonw_int(&w, i);
        } else {
            lob_jsonw_begin_object(&w);
            lob_jsonw_key(&w, "k");
        }
    }
    lob_jsonw_null(&w);
    for (int i = 62; i >= 0; i--) {
        i % 2 ? lob_jsonw_end_array(&w) : lob_jsonw_end_object(&w);
    }
    assert_true(lob_jsonw_fine(&w));
    lob_json_fault fault;
    assert_true(lob_json_check((lob_str){out.data, out.size}, false, &fault));
    lob_buf_release(&out);
}

static void write_sample(lob_jsonw *w) {
    lob_jsonw_begin_array(w);
    for (int i = 0; i < 100; i++) {
        lob_jsonw_begin_object(w);
        lob_jsonw_key(w, "name");
        lob_jsonw_text(w, "caf\xc3\xa9 \xff \n and a longer run of plain text");
        lob_jsonw_end_object(w);
    }
    lob_jsonw_end_array(w);
}

static void failures_stick(void **state) {
    (void)state;
    uint64_t live = lob_alloc_live();
    lob_buf out;
    lob_jsonw w;
    lob_buf_init(&out, 1000);
    lob_jsonw_init(&w, &out);
    write_sample(&w);
    assert_false(lob_jsonw_fine(&w));
    assert_int_equal(out.failed, LOB_BUF_TOO_LARGE);
    assert_le(out.size, 1000);
    lob_buf_release(&out);
    for (uint64_t nth = 1;; nth++) {
        lob_buf_init(&out, 0);
        lob_jsonw_init(&w, &out);
        lob_alloc_fail_at(nth, false);
        write_sample(&w);
        lob_alloc_fail_at(0, false);
        bool fine = lob_jsonw_fine(&w);
        assert_eq(fine, out.failed == LOB_BUF_FINE);
        lob_buf_release(&out);
        assert_int_equal(lob_alloc_live(), live);
        if (fine) {
            assert_gt(nth, 1);
            return;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_everything),
        cmocka_unit_test(escapes_strings),
        cmocka_unit_test(every_character_comes_back),
        cmocka_unit_test(places_do_not_matter),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(nests_63_levels),
        cmocka_unit_test(failures_stick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
