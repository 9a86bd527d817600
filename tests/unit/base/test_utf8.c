/* UTF-8 against the counts of RFC 3629: 128, 1920, 61440 and 1048576 characters of 1 to 4 bytes. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include "base/utf8.h"

static void test_every_character_there_and_back(void **state) {
    (void)state;
    unsigned counts[5] = {0};
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        char bytes[4];
        uint32_t back = 0;
        unsigned length = lob_utf8_encode(code, bytes);
        bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
        lob_str text = {bytes, length};
        assert_int_equal(lob_utf8_decode(text, 0, &back), is_surrogate ? 0 : length);
        if (!is_surrogate) {
            assert_eq(back, code);
        }
        assert_int_equal(lob_utf8_valid(text), !is_surrogate);
        if (length > 1) {
            assert_false(lob_utf8_valid((lob_str){bytes, length - 1}));
        }
        counts[length] += !is_surrogate;
    }
    assert_int_equal(counts[1], 128);
    assert_int_equal(counts[2], 1920);
    assert_int_equal(counts[3], 61440);
    assert_int_equal(counts[4], 1048576);
}

/* Every sequence is tried whose last two bytes are at an edge; each tail byte has 64 values, so counts scale. */
static void test_nothing_else_is_valid(void **state) {
    (void)state;
    static const unsigned char edges[] = {0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff}; /* two of them are tails */
    unsigned two = 0, three = 0, four = 0;
    for (unsigned i = 0; i < 65536; i++) {
        char bytes[4] = {(char)(i >> 8), (char)i};
        uint32_t code;
        two += lob_utf8_decode((lob_str){bytes, 2}, 0, &code) == 2;
        for (unsigned k = 0; k < 6; k++) {
            bytes[2] = (char)edges[k];
            three += lob_utf8_decode((lob_str){bytes, 3}, 0, &code) == 3;
            for (unsigned m = 0; m < 6; m++) {
                bytes[3] = (char)edges[m];
                four += lob_utf8_decode((lob_str){bytes, 4}, 0, &code) == 4;
            }
        }
    }
    assert_int_equal(two, 1920);
    assert_int_equal(three, 61440 / 64 * 2);
    assert_int_equal(four, 1048576 / 64 / 64 * 4);
}

static void test_texts(void **state) {
    (void)state;
    uint32_t code;
    assert_true(lob_utf8_valid(LOB_STR("")));
    assert_true(lob_utf8_valid(LOB_STR("a\0\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80")));
    assert_false(lob_utf8_valid(LOB_STR("a\xc0\x80")));
    assert_false(lob_utf8_valid(LOB_STR("\xe2\x82")));
    assert_int_equal(lob_utf8_decode(LOB_STR("a"), 1, &code), 0);
    assert_int_equal(lob_utf8_decode(LOB_STR("a\xc3\xa9"), 1, &code), 2);
    assert_int_equal(code, 0xe9);
}

static void test_unsafe(void **state) {
    (void)state;
    static const uint32_t unsafe[] = {0,      0x1b,   0x1f,   0x7f,   0x80,   0x9f,   0x61c,  0x200b, 0x200e,  0x200f,
                                      0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0x2060, 0xfeff, 0xe0001, 0xe007f};
    static const uint32_t safe[] = {0x20,   0x7e,   0xa0,   0xb5,   0x3bc,   0x200a,
                                    0x2010, 0x2070, 0x4e2d, 0xfffd, 0x1f600, 0xe0080};
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++) {
        lob_case("unsafe[%zu]", i);
        assert_true(lob_utf8_unsafe(unsafe[i]));
    }
    for (size_t i = 0; i < sizeof safe / sizeof *safe; i++) {
        lob_case("safe[%zu]", i);
        assert_false(lob_utf8_unsafe(safe[i]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_character_there_and_back),
                                       cmocka_unit_test(test_nothing_else_is_valid), cmocka_unit_test(test_texts),
                                       cmocka_unit_test(test_unsafe)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
