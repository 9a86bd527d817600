/* Words, numbers and tokens: a table of each form with what is left behind it, and writing as the opposite of reading.
 */
#include "tests/support/lob_test.h"

#include "xml_rig.h"

#include <math.h>

#include "io/xml/scan.h"

/* Where the scan stands, from the start of the text. */
static size_t at_of(const lob_xml_scan *scan, const char *text) {
    return (size_t)(scan->at - text);
}

static void passes_over_spaces(void **state) {
    (void)state;
    static const char spaces[] = " \t\n\r\v\f";
    lob_xml_scan scan = lob_scan_of(lob_str_from(spaces));
    assert_true(lob_scan_at_end(&scan));
    assert_true(lob_scan_at_end(&scan));
    static const char word[] = "\f\v\r\n\t x";
    scan = lob_scan_of(lob_str_from(word));
    assert_false(lob_scan_at_end(&scan));
    assert_int_equal(at_of(&scan, word), 6);
    static const char nul[] = "\0";
    scan = lob_scan_of((lob_str){nul, 1});
    assert_false(lob_scan_at_end(&scan)); /* no space */
}

static void tests_tokens(void **state) {
    (void)state;
    static const struct {
        const char *text, *token;
        bool is_token, is_key;
    } cases[] = {{"true", "true", true, true},   {" true ", "true", true, true}, {"tru", "true", false, false},
                 {"", "true", false, false},     {"  ", "true", false, false},   {"false", "true", false, false},
                 {"true1", "true", true, false}, {"true_", "true", true, false}, {"trueX", "true", true, false},
                 {"truex", "true", true, false}, {"true)", "true", true, true},  {"true.", "true", true, true},
                 {"true{", "true", true, true},  {"true@", "true", true, true},  {"true/", "true", true, true},
                 {"true:", "true", true, true},  {"true[", "true", true, true},  {"true`", "true", true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].text);
        lob_xml_scan scan = lob_scan_of(lob_str_from(cases[i].text)), from = scan;
        assert_int_equal(lob_scan_test(&scan, cases[i].token), cases[i].is_token);
        const char *behind = strstr(cases[i].text, cases[i].token);
        if (cases[i].is_token) {
            assert_eq(scan.at, behind + strlen(cases[i].token));
        }
        assert_int_equal(lob_scan_key(&from, cases[i].token), cases[i].is_key);
        if (cases[i].is_key) {
            assert_eq(from.at, scan.at);
        }
    }
}

/* A key that is none leaves the scan where it was. */
static void a_failed_key_moves_nothing(void **state) {
    (void)state;
    static const char text[] = "  truer";
    lob_xml_scan scan = lob_scan_of(lob_str_from(text));
    assert_false(lob_scan_key(&scan, "true"));
    assert_int_equal(at_of(&scan, text), 0);
}

static void reads_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
        size_t behind; /* 0: no number */
    } cases[] = {{"0", 0, 1},
                 {"12", 12, 2},
                 {" -1.5 ", -1.5, 5},
                 {"+2", 2, 2},
                 {"-", 0, 0},
                 {"+", 0, 0},
                 {"", 0, 0},
                 {"  ", 0, 0},
                 {".", 0, 0},
                 {"-.", 0, 0},
                 {".5", 0.5, 2},
                 {"5.", 5, 2},
                 {"5.x", 5, 2},
                 {"1.5.2", 1.5, 3},
                 {"1e3", 1000, 3},
                 {"1E3", 1000, 3},
                 {"1e+2", 100, 4},
                 {"1e-2", 0.01, 4},
                 {"1e", 1, 1}, /* without digits the e is not of the number */
                 {"1e+", 1, 1},
                 {"1e-x", 1, 1},
                 {"1ex", 1, 1},
                 {"e3", 0, 0},
                 {"x", 0, 0},
                 {"--1", 0, 0},
                 {"1,2", 1, 1},
                 {"1:", 1, 1}, /* behind 9 */
                 {"1/", 1, 1}, /* before 0 */
                 {"0x10", 0, 1},
                 {"1e400", 0, 0},
                 {"-1e400", 0, 0},
                 {"inf", 0, 0},
                 {"nan", 0, 0},
                 {"000000000000000000000000000000000000000000000000000000000000123", 123, 63},
                 {"0000000000000000000000000000000000000000000000000000000000000123", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].text);
        double value = -7;
        lob_xml_scan scan = lob_scan_of(lob_str_from(cases[i].text));
        assert_int_equal(lob_scan_real(&scan, &value), cases[i].behind > 0);
        if (cases[i].behind > 0) {
            assert_eq(value, cases[i].value);
            assert_int_equal(at_of(&scan, cases[i].text), cases[i].behind);
        } else {
            assert_int_equal(at_of(&scan, cases[i].text), strspn(cases[i].text, " "));
        }
    }
    /* Nothing behind the end is read, wherever that is. */
    static const char long_text[] = "-12.5e+34";
    static const double values[] = {0, 0, -1, -12, -12, -12.5, -12.5, -12.5, -12.5e3, -12.5e34};
    for (size_t size = 0; size < sizeof long_text; size++) {
        double value = 0;
        lob_xml_scan scan = lob_scan_of((lob_str){long_text, size});
        assert_int_equal(lob_scan_real(&scan, &value), size > 1);
        assert_eq(value, values[size]);
    }
}

static void reads_unsigned_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t max, value;
        bool fits;
    } cases[] = {{"0", 9, 0, true},
                 {" 9x", 9, 9, true},
                 {"10", 9, 0, false},
                 {"4294967295", UINT32_MAX, UINT32_MAX, true},
                 {"4294967296", UINT32_MAX, 0, false},
                 {"99999999999999999999999999", UINT32_MAX, 0, false},
                 {"-1", 9, 0, false},
                 {"", 9, 0, false},
                 {"  ", 9, 0, false},
                 {"x", 9, 0, false},
                 {"/", 9, 0, false},
                 {":", 9, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].text);
        uint32_t value = 77;
        lob_xml_scan scan = lob_scan_of(lob_str_from(cases[i].text));
        assert_int_equal(lob_scan_uint(&scan, cases[i].max, &value), cases[i].fits);
        assert_int_equal(value, cases[i].fits ? cases[i].value : 77);
        const size_t blanks = strspn(cases[i].text, " "), digits = strspn(cases[i].text + blanks, "0123456789");
        assert_int_equal(at_of(&scan, cases[i].text), blanks + (cases[i].fits ? digits : 0));
    }
}

static void reads_words(void **state) {
    (void)state;
    static const struct {
        const char *text, *word; /* word NULL: there is none */
        size_t behind;
    } cases[] = {{"abc", "abc", 3},
                 {" a1_b.c$ ", "a1_b.c$", 8},
                 {"Zz9-", "Zz9", 3},
                 {"$x", "$x", 2},
                 {"1a", NULL, 0},
                 {"-a", NULL, 0},
                 {"", NULL, 0},
                 {" ", NULL, 0},
                 {"{", NULL, 0},
                 {"[", NULL, 0},
                 {"@", NULL, 0},
                 {"\xC3\xA4", NULL, 0},
                 {"a\xC3\xA4", "a", 1},
                 {"a{", "a", 1},
                 {"''", "", 2},
                 {"\"a b\"c", "a b", 5},
                 {"'a\"b'", "a\"b", 5},
                 {"'open", NULL, 0},
                 {"'", NULL, 0},
                 {"'open\\", NULL, 0},
                 {"'open\\'", NULL, 0},
                 {"'a\\'b\\\"\\\\c'", "a'b\"\\c", 11},
                 {"'\\n\\r\\t\\x'", "\n\r\tx", 10},
                 {"'\\1018'", "A8", 7},
                 {"'\\10/'", "\b/", 6},
                 {"'\\7z\\18'", "\az\0018", 8},
                 {"'\\8\\9'", "89", 6},
                 {"'\\1234'", "S4", 7},
                 {"'\\302\\265'", "\xC2\xB5", 10},
                 {"'\\12'", "\n", 5},
                 {"'\\1'", "\1", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        bool no_memory = false;
        lob_str word;
        lob_xml_scan scan = lob_scan_of(lob_str_from(cases[i].text));
        assert_int_equal(lob_scan_word(&scan, arena, LOB_SCAN_WORD_EXTRA, &word, &no_memory), cases[i].word != NULL);
        assert_false(no_memory);
        if (cases[i].word) {
            assert_text(word, cases[i].word);
            assert_int_equal(at_of(&scan, cases[i].text), cases[i].behind);
        }
    }
    lob_str word; /* a NUL is in no set */
    bool no_memory = false;
    lob_xml_scan scan = lob_scan_of((lob_str){"\0", 1});
    assert_false(lob_scan_word(&scan, arena, LOB_SCAN_WORD_EXTRA, &word, &no_memory));
    scan = lob_scan_of((lob_str){"a\0b", 3});
    assert_true(lob_scan_word(&scan, arena, LOB_SCAN_WORD_EXTRA, &word, &no_memory));
    assert_text(word, "a");
    scan = lob_scan_of((lob_str){"'a\\0b'", 6}); /* an octal NUL is a byte */
    assert_true(lob_scan_word(&scan, arena, "", &word, &no_memory));
    assert_eq(word.size, 3);
    assert_memory_equal(word.data, "a\0b", 3);
}

static void says_when_memory_is_out(void **state) {
    (void)state;
    bool no_memory = false;
    lob_str word;
    lob_arena *tiny = lob_arena_new(1);
    lob_xml_scan scan = lob_scan_of(LOB_STR("'plain' 'with \\' one'"));
    assert_true(lob_scan_word(&scan, tiny, "", &word, &no_memory)); /* borrowed */
    assert_false(lob_scan_word(&scan, tiny, "", &word, &no_memory));
    assert_true(no_memory);
    lob_arena_drop(tiny);
}

/* What is written as a word is read as the same, whatever bytes are in it; what needs no quotes has none. */
static void writes_what_it_reads(void **state) {
    (void)state;
    static const struct {
        const char *text, *written;
    } cases[] = {{"a1", "a1"},   {"1a", "'1a'"},       {"", "''"},           {"a b", "'a b'"},
                 {"_.$", "_.$"}, {"it's", "'it\\'s'"}, {"a\\b", "'a\\\\b'"}, {"\n\r\t", "'\\n\\r\\t'"},
                 {"~ ", "'~ '"}, {"\x7f", "'\\177'"},  {"\x1f", "'\\037'"},  {"\xC2\xB5", "'\\302\\265'"},
                 {"a{", "'a{'"}, {"a:", "'a:'"},       {"a/", "'a/'"},       {"\"", "'\"'"}};
    lob_buf out;
    lob_buf_init(&out, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].text);
        lob_buf_clear(&out);
        lob_scan_put_word(&out, lob_str_from(cases[i].text), LOB_SCAN_WORD_EXTRA);
        assert_string_equal(out.data, cases[i].written);
    }
    lob_buf_clear(&out);
    lob_scan_put_quoted(&out, LOB_STR("a1"));
    assert_string_equal(out.data, "'a1'");
    uint32_t dice = 5;
    for (unsigned round = 0; round < 2000; round++) {
        char text[12];
        const size_t size = round < 256 ? 1 : round % sizeof text;
        for (size_t i = 0; i < size; i++) {
            dice = dice * 1664525u + 1013904223u;
            text[i] = round < 256 ? (char)round : (char)(dice >> 24);
        }
        bool no_memory = false;
        lob_str word = {0};
        lob_buf_clear(&out);
        lob_scan_put_word(&out, (lob_str){text, size}, LOB_SCAN_WORD_EXTRA);
        lob_xml_scan scan = lob_scan_of((lob_str){out.data, out.size});
        assert_true(lob_scan_word(&scan, arena, LOB_SCAN_WORD_EXTRA, &word, &no_memory));
        assert_true(lob_scan_at_end(&scan));
        assert_int_equal(word.size, size);
        assert_memory_equal(word.data, text, size);
    }
    lob_buf_release(&out);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(passes_over_spaces),     TEST(tests_tokens), TEST(a_failed_key_moves_nothing), TEST(reads_numbers),
        TEST(reads_unsigned_numbers), TEST(reads_words),  TEST(says_when_memory_is_out),    TEST(writes_what_it_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
