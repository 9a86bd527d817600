/* The grammar of GDSII: where records may stand, what they must look like, and what is said about those that do not. */
#include "tests/support/lob_test.h"

#include "io/gds/record.h"
#include "tests/unit/io/gds_case.h"

#define HEAD_EVENTS "layout gds 0.001 0.001 v600 LIB\n"

static bytes b; /* a quarter of a megabyte is too much for the stack of a tool that watches it */

static void begin(void) {
    head(&b);
    begin_cell(&b, "TOP");
}

static void finish(void) {
    end_cell(&b);
    end_library(&b);
}

static size_t box(void) {
    size_t at = begin_boundary(&b, 1, 2);
    XY(&b, 0, 0, 10, 0, 10, 5, 0, 5, 0, 0);
    end_element(&b);
    return at;
}

static void test_smallest(void **state) {
    (void)state;
    head(&b);
    end_library(&b);
    expect_events(&b, HEAD_EVENTS "done\n");
    begin();
    box();
    finish();
    expect_events(&b, HEAD_EVENTS "cell TOP\nbox 1/2 0,0 10,5\nend\ndone\n");
}

/* All records of the head, in an unusual order; dates of any length. */
static void test_head(void **state) {
    (void)state;
    b.size = 0;
    rec_i2(&b, 0x0002, 5);
    rec(&b, 0x0102, NULL, 0);
    rec(&b, 0x0305, units_1nm, 16);
    rec_i2(&b, 0x3902, 7);
    rec_s(&b, 0x3a06, "rules");
    rec(&b, 0x3b02, "\0\1\0\2\0\3", 6);
    rec_s(&b, 0x1f06, "REF");
    rec_s(&b, 0x2006, "FONT");
    rec_s(&b, 0x2306, "ATTR");
    rec_s(&b, 0x2406, "STYP");
    rec_i2(&b, 0x2202, 3);
    rec_i2(&b, 0x3602, 1);
    rec_s(&b, 0x3706, "1 2-5");
    rec_s(&b, 0x3706, "7");
    rec0(&b, 0x3800);
    rec_i2(&b, 0x3202, 1);
    rec(&b, 0x3302, "\0\1\0\2\0\3\0\4\0\5\0\6", 12);
    rec_s(&b, 0x3503, "ab");
    rec_s(&b, 0x0206, "N");
    end_library(&b);
    expect_events(&b, "layout gds 0.001 0.001 v5 N\ndone\n");
}

static void test_zero_padding_and_junk(void **state) {
    (void)state;
    head(&b);
    end_library(&b);
    size_t end = b.size;
    put(&b, (uint8_t[2048]){0}, 2048);
    expect_events(&b, HEAD_EVENTS "done\n");
    b.data[end + 1000] = 1;
    b.data[end + 1001] = 2;
    char text[200];
    snprintf(text, sizeof text, HEAD_EVENTS "warning junk_after_end @%zu\ndone\n", end + 1000);
    expect_events(&b, text);
}

/* Units: first in user units, second in metres. */
static void test_units(void **state) {
    (void)state;
    static const struct {
        uint64_t user, metre;
        const char *events; /* NULL: refused */
    } cases[] = {
        {0x3e4189374bc6a7f0, 0x39225c17d04dad2a, "layout gds 0.00050000000000000001 0.001 v600 LIB\ndone\n"},
        {0x3e4189374bc6a7f0, 0, NULL},
        {0x3e4189374bc6a7f0, 0xb944b82fa09b5a54, NULL},
        {0x3e4189374bc6a7f0, 0x7fffffffffffffff, NULL},
        {0x3e4189374bc6a7f0, 0x0000000000000001, NULL},
        {0x3e4189374bc6a7f0, 0x4110000000000000, "layout gds 1000000 0.001 v600 LIB\ndone\n"}, /* 1 m */
        {0x3e4189374bc6a7f0, 0x4120000000000000, NULL},                                        /* 2 m */
        {0, 0x3944b82fa09b5a54, "layout gds 0.001 0.001 v600 LIB\nwarning user_unit @62\ndone\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        head(&b);
        for (int k = 0; k < 8; k++) {
            b.data[46 + k] = (uint8_t)(cases[i].user >> (56 - 8 * k));
            b.data[54 + k] = (uint8_t)(cases[i].metre >> (56 - 8 * k));
        }
        end_library(&b);
        if (cases[i].events) {
            expect_events(&b, cases[i].events);
        } else {
            expect_refused(&b, 42, "UNITS", "units");
        }
    }
}

static void test_units_missing(void **state) {
    (void)state;
    head(&b);
    b.size -= 20;
    size_t at = rec0(&b, 0x0400);
    expect_refused(&b, at, "ENDLIB", "missing_record");
    b.size = at;
    begin_cell(&b, "A");
    expect_refused(&b, at, "BGNSTR", "missing_record");
    b.size = 0; /* nor may BGNLIB be missing */
    rec_i2(&b, 0x0002, 600);
    rec(&b, 0x0305, units_1nm, 16);
    at = b.size;
    begin_cell(&b, "A");
    expect_refused(&b, at, "BGNSTR", "missing_record");
}

/* ---- record headers ---- */

static void raw(unsigned length, unsigned code) {
    uint8_t h[4] = {(uint8_t)(length >> 8), (uint8_t)length, (uint8_t)(code >> 8), (uint8_t)code};
    put(&b, h, 4);
}

static void test_bad_headers(void **state) {
    (void)state;
    static const struct {
        unsigned length, code;
        const char *record, *reason;
    } cases[] = {
        {0, 0x0800, "BOUNDARY", "record_length"}, {1, 0x0800, "BOUNDARY", "record_length"},
        {2, 0x0800, "BOUNDARY", "record_length"}, {3, 0x0800, "BOUNDARY", "record_length"},
        {5, 0x0800, "BOUNDARY", "record_length"}, {6, 0x0800, "BOUNDARY", "record_length"},
        {65535, 0x1003, "XY", "record_length"},   {65532, 0x1003, "XY", "truncated"},
        {10, 0x1003, "XY", "record_length"},      {4, 0x0d02, "LAYER", "record_length"},
        {8, 0x0d02, "LAYER", "record_length"},    {6, 0x0d06, "LAYER", "data_type"},
        {7, 0x0d06, "LAYER", "record_length"},    {12, 0x1002, "XY", "data_type"},
        {4, 0x3c00, "0x3C", "unknown_record"},    {4, 0xff00, "0xFF", "unknown_record"},
        {20, 0x0306, "UNITS", "data_type"},       {0, 0x7f00, "0x7F", "record_length"},
        {7, 0x1906, "STRING", "record_length"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        begin();
        size_t at = b.size;
        raw(cases[i].length, cases[i].code);
        put(&b, (uint8_t[64]){0}, 64);
        expect_refused(&b, at, cases[i].record, cases[i].reason);
    }
}

static void test_no_endlib(void **state) {
    (void)state;
    begin();
    box();
    end_cell(&b);
    expect_refused(&b, b.size, "none", "truncated");
    size_t at = b.size;
    end_library(&b);
    b.size--;
    expect_refused(&b, at, "none", "truncated");
    b.size = 0;
    expect_refused(&b, 0, "none", "truncated");
}

/* ---- places ---- */

/* A legal record of each type, for the places where it is not legal. */
static size_t any_record(unsigned type) {
    static const uint16_t codes[] = {0x0002, 0x0102, 0x0206, 0x0305, 0x0400, 0x0502, 0x0606, 0x0700, 0x0800, 0x0900,
                                     0x0a00, 0x0b00, 0x0c00, 0x0d02, 0x0e02, 0x0f03, 0x1003, 0x1100, 0x1206, 0x1302,
                                     0x1400, 0x1500, 0x1602, 0x1701, 0x1800, 0x1906, 0x1a01, 0x1b05, 0x1c05, 0x1d02,
                                     0x1e06, 0x1f06, 0x2006, 0x2102, 0x2202, 0x2306, 0x2406, 0x2502, 0x2601, 0x2704,
                                     0x2802, 0x2904, 0x2a02, 0x2b02, 0x2c06, 0x2d00, 0x2e02, 0x2f03, 0x3003, 0x3103,
                                     0x3202, 0x3302, 0x3401, 0x3503, 0x3602, 0x3706, 0x3800, 0x3902, 0x3a06, 0x3b02};
    unsigned code = codes[type];
    switch (code) {
    case 0x0305:
        return rec(&b, code, units_1nm, 16);
    case 0x1003:
        return XY(&b, 1, 2);
    case 0x1302:
        return rec(&b, code, "\0\1\0\1", 4);
    case 0x3302:
        return rec(&b, code, "\0\0\0\0\0\0\0\0\0\0\0\0", 12);
    default:
        break;
    }
    switch (code & 0xff) {
    case 0:
        return rec0(&b, code);
    case 1:
    case 2:
        return rec_i2(&b, code, 1);
    case 3:
        return REC_I4(&b, code, 1);
    case 5:
        return rec_n(&b, code, 0x4110000000000000);
    default:
        return rec_s(&b, code, "ab");
    }
}

/* Types that may come in a place, as the grammar of the manual has it (never defined ones where they are skipped). */
typedef struct place {
    const char *name;
    const char *types; /* hex pairs */
} place;

static const place place_list[] = {
    {"start", "00"},
    {"head", "01 02 03 04 05 1f 20 22 23 24 32 33 35 36 37 38 39 3a 3b"},
    {"library", "04 05"},
    {"cell head", "06"},
    {"cell", "07 08 09 0a 0b 0c 15 25 28 29 2d 34"},
    {"boundary", "0d 0e 10 11 18 1d 1e 26 27 28 29 2b 2c 2f 35"},
    {"path", "0d 0e 0f 10 11 18 1d 1e 21 26 27 28 29 2b 2c 2f 30 31 35"},
    {"sref", "10 11 12 18 1a 1b 1c 1d 1e 26 27 28 29 2b 2c 2f 35"},
    {"aref", "10 11 12 13 18 1a 1b 1c 1d 1e 26 27 28 29 2b 2c 2f 35"},
    {"text", "0d 0f 10 11 16 17 18 19 1a 1b 1c 1d 1e 21 26 27 28 29 2b 2c 2f 35"},
    {"node", "0d 10 11 18 1d 1e 26 27 28 29 2a 2b 2c 2f 35"},
    {"box", "0d 10 11 18 1d 1e 26 27 28 29 2b 2c 2e 2f 35"},
};

static void go_to(size_t place_index) {
    static const uint16_t elements[] = {0x0800, 0x0900, 0x0a00, 0x0b00, 0x0c00, 0x1500, 0x2d00};
    b.size = 0;
    if (place_index >= 1) {
        head(&b);
    }
    if (place_index == 1) {
        b.size = 6; /* HEADER alone: every record of the head is still to come */
    }
    if (place_index == 2 || place_index >= 4) {
        begin_cell(&b, "TOP");
    }
    if (place_index == 2) {
        end_cell(&b);
    }
    if (place_index == 3) {
        rec(&b, 0x0502, "", 0);
    }
    if (place_index >= 5) {
        rec0(&b, elements[place_index - 5]);
    }
}

/* Every record in every place: refused by name exactly where it does not belong. */
static void test_places(void **state) {
    (void)state;
    for (size_t p = 0; p < sizeof place_list / sizeof place_list[0]; p++) {
        lob_case("%zu: %s", p, place_list[p].name);
        for (unsigned type = 0; type < 0x3c; type++) {
            char hex[4];
            snprintf(hex, sizeof hex, "%02x", type);
            go_to(p);
            size_t at = any_record(type);
            if (!strstr(place_list[p].types, hex)) {
                expect_refused(&b, at, lob_gds_rule_of(type)->name, "unexpected_record");
                continue;
            }
            gds_case c;
            case_open(&c);
            case_read(&c, b.data, b.size); /* is cut short, or misses something, but is not out of place */
            const lob_error_detail *reason = detail_of(&c.ctx.error, "reason");
            if (c.status != LOB_OK) {
                assert_true(reason);
                assert_false(lob_str_equal(reason->text, LOB_STR("unexpected_record")));
            }
            case_close(&c);
        }
    }
}

static void test_duplicates(void **state) {
    (void)state;
    static const uint8_t once[] = {0x0d, 0x0e, 0x26, 0x2f};
    for (size_t i = 0; i < sizeof once; i++) {
        begin();
        rec0(&b, 0x0800);
        any_record(once[i]);
        size_t at = any_record(once[i]);
        expect_refused(&b, at, lob_gds_rule_of(once[i])->name, "duplicate_record");
    }
    head(&b);
    size_t at = rec(&b, 0x0305, units_1nm, 16);
    expect_refused(&b, at, "UNITS", "duplicate_record");
    b.size = at;
    rec_s(&b, 0x0206, "X");
    expect_refused(&b, at, "LIBNAME", "duplicate_record");
}

static void test_nothing_after_endlib_counts(void **state) {
    (void)state;
    begin();
    finish();
    char text[200];
    snprintf(text, sizeof text, HEAD_EVENTS "cell TOP\nend\nwarning junk_after_end @%zu\ndone\n", b.size + 1);
    begin_cell(&b, "SECOND");
    finish();
    expect_events(&b, text);
}

/* ---- names ---- */

static void test_names(void **state) {
    (void)state;
    head(&b);
    rec(&b, 0x0502, "", 0);
    size_t at = rec(&b, 0x0606, "", 0);
    expect_refused(&b, at, "STRNAME", "empty_name");
    b.size = at;
    rec(&b, 0x0606, "\0\0\0", 4);
    expect_refused(&b, at, "STRNAME", "empty_name");
    b.size = at;
    rec(&b, 0x0606, "A\0B", 4);
    expect_refused(&b, at, "STRNAME", "nul_in_name");
    b.size = at;
    rec(&b, 0x0606, "A\xff\n \0", 6);
    finish();
    expect_events(&b, HEAD_EVENTS "cell A\\xff\\x0a \nend\ndone\n");
    begin();
    rec0(&b, 0x0a00);
    at = rec(&b, 0x1206, "", 0);
    expect_refused(&b, at, "SNAME", "empty_name");
    b.size = at;
    rec(&b, 0x1206, "A\0B", 4);
    expect_refused(&b, at, "SNAME", "nul_in_name");
}

static void test_error_knows_its_cell(void **state) {
    (void)state;
    begin();
    end_cell(&b);
    begin_cell(&b, "IN\nNER");
    size_t at = rec0(&b, 0x1400);
    gds_case c;
    case_open(&c);
    case_read(&c, b.data, b.size);
    assert_detail_text(&c.ctx.error, "cell", "IN\nNER");
    assert_null(strstr(c.ctx.error.message, "NER"));
    case_close(&c);
    expect_refused(&b, at, "TEXTNODE", "unexpected_record");
}

/* ---- properties ---- */

static void prop(int attr, const char *value) {
    rec_i2(&b, 0x2b02, attr);
    rec_s(&b, 0x2c06, value);
}

static void test_properties(void **state) {
    (void)state;
    begin();
    begin_boundary(&b, 1, 0);
    prop(1, "one");
    XY(&b, 0, 0, 5, 0, 0, 5);
    prop(65535, "");
    prop(1, "again");
    prop(0, "x");
    end_element(&b);
    finish();
    expect_events(&b, HEAD_EVENTS "cell TOP\npolygon 1/0 0,0 5,0 0,5 1=one 65535= 1=again 0=x\nend\ndone\n");
}

static void test_property_orphans(void **state) {
    (void)state;
    begin();
    begin_boundary(&b, 1, 0);
    size_t start = b.size;
    size_t at = rec_s(&b, 0x2c06, "v");
    expect_refused(&b, at, "PROPVALUE", "property");
    b.size = start;
    rec_i2(&b, 0x2b02, 1);
    at = rec_i2(&b, 0x2b02, 2);
    expect_refused(&b, at, "PROPATTR", "property");
    b.size = start;
    prop(1, "a");
    at = rec_s(&b, 0x2c06, "v");
    expect_refused(&b, at, "PROPVALUE", "property");
    b.size = start;
    rec_i2(&b, 0x2b02, 1);
    at = rec0(&b, 0x1100);
    expect_refused(&b, at, "ENDEL", "property");
}

/* ---- KLayout's context cell, unused records, the sink's errors ---- */

static void test_context_cell_is_hidden(void **state) {
    (void)state;
    begin();
    end_cell(&b);
    begin_cell(&b, "$$$CONTEXT_INFO$$$");
    rec0(&b, 0x0a00);
    rec_s(&b, 0x1206, "TOP");
    XY(&b, 0, 0);
    rec_s(&b, 0x1e06, "user");
    prop(0, "LIB=Basic");
    end_element(&b);
    box();
    finish();
    expect_events(&b, HEAD_EVENTS "cell TOP\nend\ndone\n");
    begin();
    end_cell(&b);
    begin_cell(&b, "$$$CONTEXT_INFO$$$");
    end_cell(&b);
    begin_cell(&b, "AFTER");
    finish();
    expect_events(&b, HEAD_EVENTS "cell TOP\nend\ncell AFTER\nend\ndone\n");
}

static void test_unused_records_warn(void **state) {
    (void)state;
    begin();
    rec(&b, 0x3401, "\0\1", 2);
    begin_boundary(&b, 1, 0);
    size_t at = rec(&b, 0x1d00, "abc", 4);
    XY(&b, 0, 0, 5, 0, 0, 5);
    end_element(&b);
    finish();
    char text[300];
    snprintf(text, sizeof text,
             HEAD_EVENTS "cell TOP\nwarning unused_record @%zu\npolygon 1/0 0,0 5,0 0,5\nend\ndone\n", at);
    expect_events(&b, text);
}

/* Whatever event the sink fails at, its error comes back, with the place. */
static void test_sink_errors(void **state) {
    (void)state;
    begin();
    box();
    begin_boundary(&b, 1, 0);
    XY(&b, 0, 0);
    end_element(&b);
    finish();
    put(&b, "junk", 4);
    for (int nth = 1; nth <= 7; nth++) { /* layout, cell, box, warning, end, warning, done */
        gds_case c;
        case_open(&c);
        c.rec.fail_after = nth;
        case_read(&c, b.data, b.size);
        assert_int_equal(c.status, LOB_E_UNSUPPORTED_FORMAT);
        assert_string_equal(c.ctx.error.message, "The recorder has had enough");
        assert_non_null(detail_of(&c.ctx.error, "offset"));
        case_close(&c);
    }
}

static void test_cancel(void **state) {
    (void)state;
    head(&b);
    for (int i = 0; i < 6000; i++) {
        rec(&b, 0x0502, "", 0);
        rec_s(&b, 0x0606, "CELL");
        end_cell(&b);
    }
    lob_cancel cancel = {true};
    gds_case c;
    case_open(&c);
    c.ctx.cancel = &cancel;
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_E_CANCELLED);
    case_close(&c);
}

/* Rectangles are read without their handlers: what is nearly one, and what comes after them, as ever. */
static void test_rectangles(void **state) {
    (void)state;
    begin();
    box();
    begin_boundary(&b, 1, 2); /* does not come back to its beginning */
    XY(&b, 0, 0, 10, 0, 10, 5, 0, 5, 0, 1);
    end_element(&b);
    begin_boundary(&b, 1, 2); /* not along the axes */
    XY(&b, 0, 0, 10, 1, 10, 5, 0, 5, 0, 0);
    end_element(&b);
    begin_boundary(&b, 65535, 40000); /* the other way round, and from another corner */
    XY(&b, 7, 9, 7, -3, -2, -3, -2, 9, 7, 9);
    end_element(&b);
    begin_boundary(&b, 1, 2); /* flat */
    XY(&b, 4, 0, 4, 9, 4, 9, 4, 0, 4, 0);
    end_element(&b);
    finish();
    expect_events(&b, HEAD_EVENTS "cell TOP\nbox 1/2 0,0 10,5\npolygon 1/2 0,0 10,0 10,5 0,5 0,1\n"
                                  "polygon 1/2 0,0 10,1 10,5 0,5\nbox 65535/40000 -2,-3 7,9\nbox 1/2 4,0 4,9\n"
                                  "end\ndone\n");
    begin();
    for (int i = 0; i < 3; i++) {
        box();
    }
    rec0(&b, 0x0700);
    const size_t at = rec0(&b, 0x0700);
    expect_refused(&b, at, "ENDSTR", "unexpected_record");
}

/* Whoever waits for a file of rectangles alone can stop it, before its end is looked at. */
static void test_cancel_among_rectangles(void **state) {
    (void)state;
    begin();
    for (int i = 0; i < 1700; i++) {
        box();
    }
    lob_cancel cancel = {true};
    gds_case c;
    case_open(&c);
    c.ctx.cancel = &cancel;
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_E_CANCELLED);
    case_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_head),
        cmocka_unit_test(test_zero_padding_and_junk),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_units_missing),
        cmocka_unit_test(test_bad_headers),
        cmocka_unit_test(test_no_endlib),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_nothing_after_endlib_counts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_error_knows_its_cell),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_property_orphans),
        cmocka_unit_test(test_context_cell_is_hidden),
        cmocka_unit_test(test_unused_records_warn),
        cmocka_unit_test(test_sink_errors),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_cancel_among_rectangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
