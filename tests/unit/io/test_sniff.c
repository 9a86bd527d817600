/* Formats by name and by content. */
#include "tests/support/lob_test.h"

#include "io/read.h"
#include "tests/unit/io/gds_case.h"

static void test_names(void **state) {
    (void)state;
    static const struct {
        const char *path;
        lob_format format;
    } cases[] = {
        {"/a/b.gds", LOB_FORMAT_GDS},        {"/a/b.GDS", LOB_FORMAT_GDS},   {"b.gdsii", LOB_FORMAT_GDS},
        {"b.gds.gz", LOB_FORMAT_GDS},        {"b.GdsII.GZ", LOB_FORMAT_GDS}, {"b.oas", LOB_FORMAT_OAS},
        {"b.oasis", LOB_FORMAT_OAS},         {"b.Oasis.gz", LOB_FORMAT_OAS}, {"b.gz", LOB_FORMAT_UNKNOWN},
        {"b", LOB_FORMAT_UNKNOWN},           {"", LOB_FORMAT_UNKNOWN},       {"b.gds.txt", LOB_FORMAT_UNKNOWN},
        {"gds", LOB_FORMAT_UNKNOWN},         {"b.gds2", LOB_FORMAT_UNKNOWN}, {"b.gds.gz.gz", LOB_FORMAT_UNKNOWN},
        {"a.oas/b.mag", LOB_FORMAT_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].path);
        assert_int_equal(lob_format_from_name(lob_str_from(cases[i].path)), cases[i].format);
    }
    assert_string_equal(lob_format_name(LOB_FORMAT_GDS), "gds");
    assert_string_equal(lob_format_name(LOB_FORMAT_OAS), "oas");
    assert_string_equal(lob_format_name(LOB_FORMAT_UNKNOWN), "unknown");
}

static lob_format sniff(const void *data, size_t size) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_source *source = NULL;
    lob_format format;
    assert_int_equal(lob_source_open_memory(&ctx, data, size, &(lob_source_options){0}, &source), LOB_OK);
    assert_int_equal(lob_format_sniff(source, &format), LOB_OK);
    assert_int_equal(lob_source_offset(source), 0);
    lob_source_close(source);
    lob_arena_drop(arena);
    return format;
}

static void test_content(void **state) {
    (void)state;
    assert_int_equal(sniff("\0\6\0\2\2\x58", 6), LOB_FORMAT_GDS);
    assert_int_equal(sniff("\0\4\0\2", 4), LOB_FORMAT_GDS); /* a bad HEADER, which the reader can explain */
    assert_int_equal(sniff("\0\x40\0\2", 4), LOB_FORMAT_GDS);
    assert_int_equal(sniff("\0\x41\0\2", 4), LOB_FORMAT_UNKNOWN); /* too long to be one */
    assert_int_equal(sniff("\0\6\0", 3), LOB_FORMAT_UNKNOWN);
    assert_int_equal(sniff("\0\6\2\6AB", 6), LOB_FORMAT_UNKNOWN);
    assert_int_equal(sniff("\1\6\0\2AB", 6), LOB_FORMAT_UNKNOWN);
    assert_int_equal(sniff("%SEMI-OASIS\r\n\1", 14), LOB_FORMAT_OAS);
    assert_int_equal(sniff("%SEMI-OASIS\r\n", 12), LOB_FORMAT_UNKNOWN);
    assert_int_equal(sniff("%SEMI-OASIX\r\n\1", 14), LOB_FORMAT_UNKNOWN);
    assert_int_equal(sniff("", 0), LOB_FORMAT_UNKNOWN);
    assert_int_equal(sniff("magic\ntech scmos\n", 17), LOB_FORMAT_UNKNOWN);
    static const uint8_t zeros[5000];
    assert_int_equal(sniff(zeros, sizeof zeros), LOB_FORMAT_UNKNOWN);
}

/* gzip that cannot be inflated has no format, and says why. */
static void test_broken_gzip(void **state) {
    (void)state;
    static const uint8_t broken[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_source *source = NULL;
    lob_format format;
    assert_int_equal(lob_source_open_memory(&ctx, broken, sizeof broken, &(lob_source_options){0}, &source), LOB_OK);
    assert_int_equal(lob_format_sniff(source, &format), LOB_E_UNSUPPORTED_FORMAT);
    assert_detail_text(&ctx.error, "reason", "gzip");
    lob_source_close(source);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_content),
                                       cmocka_unit_test(test_broken_gzip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
