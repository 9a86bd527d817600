/* The strict reader against RFC 8259: what it must take, what it must refuse and where, and that cJSON then sees the
 * same. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "tests/support/stride.h"
#include "json/raw.h"
#include "json/reader.h"

typedef struct bytes {
    const char *data;
    size_t size;
} bytes;

#define B(literal)                                                                                                     \
    { (literal), sizeof(literal) - 1 }

static lob_str text_of(bytes b) {
    return (lob_str){b.data, b.size};
}

/* Texts RFC 8259 allows. Those of one character short of a word boundary exercise the 8-byte loop, too. */
static const bytes accepted[] = {
    B("null"),
    B("true"),
    B("false"),
    B("0"),
    B("-0"),
    B("1"),
    B("-1"),
    B("10"),
    B("1.5"),
    B("-0.25"),
    B("1e5"),
    B("1E+5"),
    B("1e-5"),
    B("0e1"),
    B("0.0"),
    B("123456789012345678901234567890"),
    B("1e308"),
    B("1.7976931348623157e308"),
    B("-1e-400"),
    B("[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]"),
    B("\"\""),
    B("\"a\""),
    B("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""),
    B("\"\\u0041\\u00e9\\u20AC\""),
    B("\"\\ud83d\\ude00\""),
    B("\"\\uDBFF\\uDFFF\""),
    B("\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""),
    B("\"\x7f\""),
    B("\"\xe2\x80\xa8\""),
    B("\"1234567\""),
    B("\"12345678\""),
    B("\"123456789abcdef\""),
    B("\"\xef\xbf\xbf\""),
    B("[]"),
    B("{}"),
    B("[[]]"),
    B("[{}]"),
    B("[1,2,3]"),
    B(" [ 1 , 2 ] "),
    B("\t\r\n {\"a\"\t:\n1\r} \n"),
    B("{\"a\":1,\"b\":2}"),
    B("{\"\":1}"),
    B("{\"a\":{\"a\":{\"a\":1}}}"),
    B("[{\"a\":1},{\"a\":2}]"),
    B("{\"a\":[{\"a\":1}],\"b\":{\"a\":1}}"),
    B("{\"A\":1,\"a\":2}"),
    B("{\"a\\u0301\":1,\"\\u00e1\":2}"),
    B("[null,true,false,\"x\",-1.5e3]"),
    B("\"\\u005C\\u0022\""),
    B("[\"]\",\"}\",\",\"]"),
    B("[1.0,2.50]"),
};

static const struct {
    bytes text;
    size_t offset;
    const char *what;
} refused[] = {
    {B(""), 0, "text is empty"},
    {B("   "), 3, "text is empty"},
    {B("\xef\xbb\xbf{}"), 0, "text begins with a byte order mark"},
    {B("01"), 0, "number has a leading zero"},
    {B("-01"), 0, "number has a leading zero"},
    {B("[-]"), 1, "minus sign without digits"},
    {B("[1.]"), 1, "number has a decimal point without digits after it"},
    {B("[1.e5]"), 1, "number has a decimal point without digits after it"},
    {B("[1e]"), 3, "number has an exponent without digits"},
    {B("[1e+]"), 4, "number has an exponent without digits"},
    {B("[1E-x]"), 4, "number has an exponent without digits"},
    {B("1e309"), 0, "number is too large for a double"},
    {B("[-1e999]"), 1, "number is too large for a double"},
    {B("[.5]"), 1, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("[+1]"), 1, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("NaN"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("Infinity"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("True"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("nul"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("'a'"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("[,1]"), 1, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("[1,]"), 3, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("[1,,2]"), 3, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("// x\n1"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("\x0c[]"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("\xc2\xa0[]"), 0, "value is neither null, true, false, a number, a string, an array nor an object"},
    {B("1 2"), 2, "text continues after its value"},
    {B("{}}"), 2, "text continues after its value"},
    {B("nulll"), 4, "text continues after its value"},
    {B("[1 2]"), 3, "comma or ] is expected"},
    {B("[1}"), 2, "comma or ] is expected"},
    {B("[1;2]"), 2, "comma or ] is expected"},
    {B("{\"a\":1 \"b\":2}"), 7, "comma or } is expected"},
    {B("{\"a\":1]"), 6, "comma or } is expected"},
    {B("[0x1]"), 2, "comma or ] is expected"},
    {B("["), 1, "text ends where a value is expected"},
    {B("[1"), 2, "array is not closed"},
    {B("[1,"), 3, "text ends where a value is expected"},
    {B("{"), 1, "object is not closed"},
    {B("{\"a\""), 4, "object key is not followed by a colon"},
    {B("{\"a\":"), 5, "text ends where a value is expected"},
    {B("{\"a\":1"), 6, "object is not closed"},
    {B("{\"a\":1,}"), 7, "object key is not a string"},
    {B("{a:1}"), 1, "object key is not a string"},
    {B("{1:1}"), 1, "object key is not a string"},
    {B("{\"a\" 1}"), 5, "object key is not followed by a colon"},
    {B("\""), 1, "string is not closed"},
    {B("\"abc"), 4, "string is not closed"},
    {B("\"a\nb\""), 2, "string contains a control character; it must be escaped"},
    {B("\"a\tb\""), 2, "string contains a control character; it must be escaped"},
    {B("\"a\0b\""), 2, "string contains a control character; it must be escaped"},
    {B("\"1234567\x1f\""), 8, "string contains a control character; it must be escaped"},
    {B("\"\\x41\""), 1, "string has an unknown escape"},
    {B("\"\\'\""), 1, "string has an unknown escape"},
    {B("\"\\"), 1, "string has an unknown escape"},
    {B("\"\\U0041\""), 1, "string has an unknown escape"},
    {B("\"\\u12\""), 1, "string has a \\u escape without four hexadecimal digits"},
    {B("\"\\u12/4\""), 1, "string has a \\u escape without four hexadecimal digits"},
    {B("\"\\u12@4\""), 1, "string has a \\u escape without four hexadecimal digits"},
    {B("\"\\u12g4\""), 1, "string has a \\u escape without four hexadecimal digits"},
    {B("\"\\u"), 1, "string has a \\u escape without four hexadecimal digits"},
    {B("\"\\ud800\""), 1, "string has half of a surrogate pair"},
    {B("\"\\udc00\""), 1, "string has half of a surrogate pair"},
    {B("\"\\udc00\\ud800\""), 1, "string has half of a surrogate pair"},
    {B("\"\\ud800x12345\""), 1, "string has half of a surrogate pair"},
    {B("\"\\ud800\\n12345\""), 1, "string has half of a surrogate pair"},
    {B("\"\\ud800\\u0041\""), 1, "string has half of a surrogate pair"},
    {B("\"\\ud800\\u00\""), 1, "string has half of a surrogate pair"},
    {B("\"\x80\""), 1, "string is not valid UTF-8"},
    {B("\"\xc0\xaf\""), 1, "string is not valid UTF-8"},
    {B("\"\xe0\x80\xaf\""), 1, "string is not valid UTF-8"},
    {B("\"\xed\xa0\x80\""), 1, "string is not valid UTF-8"},
    {B("\"\xf4\x90\x80\x80\""), 1, "string is not valid UTF-8"},
    {B("\"a\xe2\x82\""), 2, "string is not valid UTF-8"},
    {B("\"\xff\""), 1, "string is not valid UTF-8"},
    {B("{\"a\":1,\"a\":2}"), 7, "object has this key twice"},
    {B("{\"a\":1,\"b\":2,\"\\u0061\":3}"), 13, "object has this key twice"},
    {B("{\"\\u0061\":1,\"b\":2,\"\\u0061\":3}"), 18, "object has this key twice"},
    {B("{\"x\":{\"\\n\":1,\"\\u000a\":2}}"), 13, "object has this key twice"},
    {B("{\"\":1,\"\":2}"), 6, "object has this key twice"},
    {B("{\"a\\u0000\":1}"), 3, "string contains the character \\u0000"},
    {B("[\"\\u0000\"]"), 2, "string contains the character \\u0000"},
};

static void takes_what_the_rfc_allows(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        lob_json_fault fault = {0};
        bool fine = lob_json_check(text_of(accepted[i]), false, &fault);
        if (!fine) {
            fail_msg("%s: %s", accepted[i].data, fault.what);
        }
        cJSON *tree = lob_json_parse(text_of(accepted[i]), &fault);
        if (!tree) {
            fail_msg("parse: %s: %s", accepted[i].data, fault.what);
        }
        cJSON_Delete(tree);
    }
}

static void refuses_the_rest_at_the_right_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        lob_case("refused[%zu]", i);
        /* An exact copy on the heap, so that memory checkers see a step beyond the end. */
        char *copy = malloc(refused[i].text.size + !refused[i].text.size);
        memcpy(copy, refused[i].text.data, refused[i].text.size);
        lob_str text = {copy, refused[i].text.size};
        lob_json_fault fault = {0};
        if (lob_json_check(text, false, &fault)) {
            fail_msg("taken: %s", refused[i].text.data);
        }
        if (strcmp(fault.what, refused[i].what) != 0 || fault.offset != refused[i].offset) {
            fail_msg("%s: %zu %s, not %zu %s", refused[i].text.data, fault.offset, fault.what, refused[i].offset,
                     refused[i].what);
        }
        assert_null(lob_json_parse(text, &fault));
        free(copy);
    }
}

static void tells_line_and_column(void **state) {
    (void)state;
    lob_json_fault fault;
    assert_false(lob_json_check(LOB_STR("{\n  \"a\": 1,\n  \"b\": 01\n}"), false, &fault));
    assert_int_equal(fault.offset, 19);
    assert_int_equal(fault.line, 3);
    assert_int_equal(fault.column, 8);
}

/* A text of `count` opening brackets, a 1 and the closing ones. */
static lob_str nested(char *out, unsigned count, const char *open, const char *close) {
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        at += (size_t)sprintf(out + at, "%s", open);
    }
    out[at++] = '1';
    for (unsigned i = 0; i < count; i++) {
        at += (size_t)sprintf(out + at, "%s", close);
    }
    return (lob_str){out, at};
}

static void nests_64_levels(void **state) {
    (void)state;
    char text[1000];
    lob_json_fault fault;
    assert_true(lob_json_check(nested(text, 64, "[", "]"), false, &fault));
    assert_true(lob_json_check(nested(text, 64, "{\"a\":", "}"), false, &fault));
    assert_false(lob_json_check(nested(text, 65, "[", "]"), false, &fault));
    assert_string_equal(fault.what, "nesting is too deep");
    assert_int_equal(fault.offset, 64);
    assert_false(lob_json_check(nested(text, 65, "{\"a\":", "}"), false, &fault));
    assert_int_equal(fault.offset, 64 * 5);
}

/* {"k0":0,"k1":0,...}; with `twin`, the last key repeats the first in escaped form. */
static void many_keys(lob_buf *out, unsigned count, bool twin) {
    lob_buf_init(out, 0);
    lob_buf_add_text(out, "{");
    for (unsigned i = 0; i < count; i++) {
        lob_buf_printf(out, "%s\"k%u\":0", i ? "," : "", i);
    }
    lob_buf_add_text(out, twin ? ",\"\\u006b0\":0}" : "}");
}

static void finds_twins_among_many_keys(void **state) {
    (void)state;
    static const unsigned counts[] = {1, 2, 11, 12, 13, 14, 100, 5000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        lob_case("counts[%zu]", i);
        lob_buf text;
        lob_json_fault fault;
        many_keys(&text, counts[i], false);
        assert_true(lob_json_check((lob_str){text.data, text.size}, false, &fault));
        lob_buf_release(&text);
        many_keys(&text, counts[i], true);
        assert_false(lob_json_check((lob_str){text.data, text.size}, false, &fault));
        assert_string_equal(fault.what, "object has this key twice");
        assert_int_equal(fault.offset, text.size - 12);
        lob_buf_release(&text);
    }
}

/* Two keys of many are there twice: told is the first place at which a key repeats, whichever of them sorts first. */
static void tells_the_first_of_two_twins(void **state) {
    (void)state;
    for (int is_swapped = 0; is_swapped < 2; is_swapped++) {
        lob_buf text;
        lob_json_fault fault;
        many_keys(&text, 20, false);
        text.size--;
        const size_t second = text.size + 1;
        lob_buf_add_text(&text, is_swapped ? ",\"k7\":0,\"k3\":0}" : ",\"k3\":0,\"k7\":0}");
        assert_false(lob_json_check((lob_str){text.data, text.size}, false, &fault));
        assert_string_equal(fault.what, "object has this key twice");
        assert_int_equal(fault.offset, second);
        lob_buf_release(&text);
    }
}

static void limits_the_keys_of_a_text(void **state) {
    (void)state;
    lob_buf text;
    lob_json_fault fault;
    lob_buf_init(&text, 0);
    lob_buf_add_text(&text, "[");
    for (unsigned i = 0; i < LOB_LIMIT_JSON_KEYS; i++) {
        lob_buf_add_text(&text, "{\"a\":0},");
    }
    lob_buf_add_text(&text, "{}]");
    if (!stride_is_on()) { /* the one below reads as many */
        assert_true(lob_json_check((lob_str){text.data, text.size}, false, &fault));
    }
    text.size -= 3;
    lob_buf_add_text(&text, "{\"a\":0}]");
    assert_false(lob_json_check((lob_str){text.data, text.size}, false, &fault));
    assert_string_equal(fault.what, "text has too many object keys");
    assert_int_equal(fault.offset, 1 + 8 * (size_t)LOB_LIMIT_JSON_KEYS + 1);
    lob_buf_release(&text);
}

static void builds_the_values(void **state) {
    (void)state;
    lob_json_fault fault;
    lob_str text = LOB_STR("{\"a\":[1.5,-2e3,true,null],\"A\":\"x\\u00e9\\ud83d\\ude00\\n\",\"b\":{}}");
    cJSON *tree = lob_json_parse(text, &fault);
    assert_non_null(tree);
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(tree, "a");
    assert_int_equal(cJSON_GetArraySize(a), 4);
    assert_eq(cJSON_GetArrayItem(a, 0)->valuedouble, 1.5);
    assert_eq(cJSON_GetArrayItem(a, 1)->valuedouble, -2000);
    assert_true(cJSON_IsTrue(cJSON_GetArrayItem(a, 2)));
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(a, 3)));
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(tree, "A")->valuestring, "x\xc3\xa9\xf0\x9f\x98\x80\n");
    assert_true(cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(tree, "b")));
    cJSON_Delete(tree);
}

/* cJSON takes 63 characters of a number at most; longer ones must come out right all the same. */
static void reads_numbers_of_any_length(void **state) {
    (void)state;
    char text[1200];
    lob_json_fault fault;
    static const unsigned zeros[] = {10, 61, 62, 63, 64, 100, 305, 400, 1000};
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        lob_case("zeros[%zu]", i);
        snprintf(text, sizeof text, "[\"a\\\"1\",0.%0*d25,{\"k\\\\\":-1}]", (int)zeros[i], 1);
        cJSON *tree = lob_json_parse(lob_str_from(text), &fault);
        assert_non_null(tree);
        double expected = strtod(strstr(text, "0."), NULL);
        assert_eq(cJSON_GetArrayItem(tree, 1)->valuedouble, expected);
        assert_string_equal(cJSON_GetArrayItem(tree, 0)->valuestring, "a\"1");
        assert_eq(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(tree, 2), "k\\")->valuedouble, -1);
        cJSON_Delete(tree);
    }
    /* The number may be all there is. */
    snprintf(text, sizeof text, "0.%0*d25", 80, 1);
    cJSON *number = lob_json_parse(lob_str_from(text), &fault);
    assert_non_null(number);
    assert_eq(number->valuedouble, strtod(text, NULL));
    cJSON_Delete(number);
    memset(text, '9', 400);
    text[400] = 0;
    assert_false(lob_json_check(lob_str_from(text), false, &fault));
    assert_string_equal(fault.what, "number is too large for a double");
    text[300] = 0;
    assert_true(lob_json_check(lob_str_from(text), false, &fault));
}

static void allows_nul_where_asked(void **state) {
    (void)state;
    lob_json_fault fault;
    assert_true(lob_json_check(LOB_STR("[\"a\\u0000b\"]"), true, &fault));
    assert_true(lob_json_check(LOB_STR("{\"\\u0000\":1,\"\\u0000a\":2}"), true, &fault));
    assert_false(lob_json_check(LOB_STR("{\"\\u0000\":1,\"\\u0000\":2}"), true, &fault));
    cJSON *tree = lob_json_parse_message(LOB_STR("{\"method\":\"x\",\"id\":\"a\\u0000b\",\"params\":{}}"), &fault);
    assert_non_null(tree);
    cJSON_Delete(tree);
    tree = lob_json_parse_message(LOB_STR("{\"id\":{\"k\\u0000\":\"\\u0000\"},\"method\":\"x\"}"), &fault);
    assert_non_null(tree);
    cJSON_Delete(tree);
    static const char *const bad[] = {
        "{\"id\":{\"a\":1},\"method\":\"\\u0000\"}",
        "{\"method\":\"\\u0000\",\"id\":1}",
        "{\"id\":\"x\",\"method\":\"\\u0000\"}",
        "{\"id\":\"x\",\"\\u0000\":1}",
        "{\"params\":{\"id\":\"\\u0000\"},\"id\":1}",
        "[{\"id\":\"\\u0000\"}]",
        "[\"\\u0000\"]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        assert_null(lob_json_parse_message(lob_str_from(bad[i]), &fault));
        assert_string_equal(fault.what, "string contains the character \\u0000");
    }
}

/* Against the definition, byte by byte: every length, every place of the string in its text, quotes and escapes
 * anywhere. */
static void ends_a_string_where_it_ends(void **state) {
    static const char parts[][5] = {"a", "\\\"", "\\\\", "\xc3\xa9", "\xa2", "\\n", "#", "!", "]", "[", "0", " "};
    char text[160];
    uint32_t random = 1;
    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        size_t size = round % 11, before = size;
        memset(text, '"', size);
        text[size++] = '"';
        for (unsigned count = round % 61; count > 0; count--) {
            random = random * 1664525 + 1013904223;
            const char *part = parts[(random >> 24) % 12];
            memcpy(text + size, part, strlen(part));
            size += strlen(part);
        }
        size_t end = before + 1;
        while (end < size) {
            end += text[end] == '\\' ? 2 : 1;
        }
        assert_int_equal(end, size);
        text[size++] = '"';
        for (size_t behind = 0; behind < 10; behind++) {
            assert_int_equal(lob_json_string_end((lob_str){text, size + behind}, before), size);
            text[size + behind] = behind % 3 ? '"' : '\\';
        }
    }
}

static void finds_raw_members(void **state) {
    (void)state;
    static const struct {
        const char *text, *key, *raw;
    } cases[] = {
        {"{\"id\":1}", "id", "1"},
        {" { \"jsonrpc\" : \"2.0\" , \"id\" : 9007199254740993 } ", "id", "9007199254740993"},
        {"{\"id\":\"a\\u0000\\\"b\"}", "id", "\"a\\u0000\\\"b\""},
        {"{\"a\":{\"id\":1,\"x\":[1,{\"id\":2}]},\"id\":[{\"q\":\"]}\"}, -1e5 ]}", "id", "[{\"q\":\"]}\"}, -1e5 ]"},
        {"{\"\\u0069d\":true}", "id", "true"},
        {"{\"\\ud83d\\ude00\":null }", "\xf0\x9f\x98\x80", "null"},
        {"{\"i\":1,\"idx\":2,\"\\\"id\":3,\"ID\":4,\"id\":5}", "id", "5"},
        {"{\"a\":[],\"b\":{},\"c\":\"\\\\\",\"id\":0\n}", "id", "0"},
        {"{\"a\":1}", "id", NULL},
        {"{}", "id", NULL},
        {"[\"id\",1]", "id", NULL},
        {"\"id\"", "id", NULL},
        {"", "id", NULL},
        {" \n", "id", NULL},
        {"{\"\":7}", "", "7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        lob_str raw = lob_json_raw_member(lob_str_from(cases[i].text), cases[i].key);
        assert_eq(raw.data == NULL, cases[i].raw == NULL);
        assert_true(lob_str_equal(raw, lob_str_from(cases[i].raw)));
    }
}

/* Several keys in one walk are what each is alone; the first of two that are the same counts. */
static void finds_several_members_at_once(void **state) {
    (void)state;
    static const char *const keys[] = {"id", "error", "", "result", "x"};
    static const char *const texts[] = {
        " {\"result\":{\"id\":[1,\"}\"]},\"jsonrpc\":\"2.0\",\"\\u0069d\" : 7 }",
        "{\"error\":null,\"\":\"\",\"id\":1,\"id\":2,\"x\":[[]],\"result\":-0.5,\"more\":{\"x\":3}}",
        "{\"a\":1}",
        "{}",
        "[\"id\"]",
        "",
    };
    enum { KEYS = sizeof keys / sizeof *keys };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lob_case("%s", texts[i]);
        lob_str values[KEYS];
        for (uint32_t count = 0; count <= KEYS; count++) {
            lob_json_raw_members(lob_str_from(texts[i]), keys, count, values);
            for (uint32_t k = 0; k < count; k++) {
                const lob_str alone = lob_json_raw_member(lob_str_from(texts[i]), keys[k]);
                assert_ptr_equal(values[k].data, alone.data);
                assert_int_equal(values[k].size, alone.size);
            }
        }
    }
    lob_str values[KEYS];
    lob_json_raw_members(lob_str_from(texts[1]), keys, KEYS, values);
    assert_true(lob_str_equal(values[0], LOB_STR("1")));
    assert_true(lob_str_equal(values[3], LOB_STR("-0.5")));
    assert_true(lob_str_equal(values[1], LOB_STR("null")));
    assert_true(lob_str_equal(values[4], LOB_STR("[[]]")));
}

/* Every prefix of a rich text is refused, and nothing is read beyond its end. */
static void refuses_every_prefix(void **state) {
    (void)state;
    static const char whole[] =
        "{\"a\\u00e9\":[1.5e3,-0,\"x\\ud83d\\ude00\xc3\xa9\",true,false,null,{}],\"b\":{\"c\":[[]]}}";
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        char *copy = malloc(size + 1);
        memcpy(copy, whole, size);
        lob_json_fault fault;
        char *exact = realloc(copy, size ? size : 1);
        assert_false(lob_json_check((lob_str){exact, size}, false, &fault));
        assert_le(fault.offset, size);
        free(exact);
    }
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_add_text(&text, "{\"\\u0061\":[1,");
    for (int i = 0; i < 200; i++) {
        lob_buf_add_byte(&text, '1');
    }
    lob_buf_add_text(&text, "e-100],\"b\":{\"\\n\":\"x\"}}");
    uint64_t live = lob_alloc_live();
    unsigned failures = 0;
    for (uint64_t nth = 1;; nth++) {
        lob_json_fault fault;
        lob_alloc_fail_at(nth, false);
        cJSON *tree = lob_json_parse((lob_str){text.data, text.size}, &fault);
        lob_alloc_fail_at(0, false);
        if (tree) {
            cJSON_Delete(tree);
            assert_int_equal(lob_alloc_live(), live);
            break;
        }
        failures++;
        assert_string_equal(fault.what, "out of memory");
        assert_int_equal(lob_alloc_live(), live);
    }
    assert_gt(failures, 10);
    lob_buf_release(&text);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_the_rfc_allows),
        cmocka_unit_test(refuses_the_rest_at_the_right_place),
        cmocka_unit_test(tells_line_and_column),
        cmocka_unit_test(nests_64_levels),
        cmocka_unit_test(finds_twins_among_many_keys),
        cmocka_unit_test(limits_the_keys_of_a_text),
        cmocka_unit_test(tells_the_first_of_two_twins),
        cmocka_unit_test(builds_the_values),
        cmocka_unit_test(reads_numbers_of_any_length),
        cmocka_unit_test(allows_nul_where_asked),
        cmocka_unit_test(ends_a_string_where_it_ends),
        cmocka_unit_test(finds_raw_members),
        cmocka_unit_test(finds_several_members_at_once),
        cmocka_unit_test(refuses_every_prefix),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
