/* The XML layer: what is passed on, what is passed over, and each thing that is refused. Expectations are those of the
 * XML 1.0 recommendation and the limits of xml.h. */
#include "tests/support/lob_test.h"

#include "xml_rig.h"

#include "io/xml/xml.h"

enum { ROOT = 1, GROUP, LEAF };

static const lob_xml_rule rules[] = {{0, ROOT, "r"},     {ROOT, GROUP, "g"}, {GROUP, GROUP, "g"},
                                     {GROUP, LEAF, "l"}, {ROOT, LEAF, "l"},  {0, 0, NULL}};

typedef struct seen {
    char text[4096];
    size_t size;
    lob_status fail_at_close;
    lob_xml_counts counts;
} seen;

static lob_status on_open(void *self, unsigned state) {
    seen *s = self;
    s->size += (size_t)snprintf(s->text + s->size, sizeof s->text - s->size, "%s", state == LEAF ? "" : "(");
    return LOB_OK;
}

static lob_status on_close(void *self, unsigned state, lob_str text) {
    seen *s = self;
    if (s->fail_at_close) {
        return lob_fail(&ctx, s->fail_at_close, "stopped");
    }
    if (state == LEAF && text.size < 1000) {
        s->size += (size_t)snprintf(s->text + s->size, sizeof s->text - s->size, "[%.*s]", (int)text.size, text.data);
    } else {
        s->size += (size_t)snprintf(s->text + s->size, sizeof s->text - s->size, state == LEAF ? "long" : ")");
    }
    return LOB_OK;
}

static lob_status read_it(lob_source *source, void *arg) {
    static const lob_xml_grammar grammar = {rules, on_open, on_close, LOB_E_UNSUPPORTED_FORMAT, "The file"};
    return lob_xml_parse(&ctx, source, &grammar, arg, &((seen *)arg)->counts);
}

static lob_status parse(lob_str text, seen *s) {
    *s = (seen){.fail_at_close = s->fail_at_close};
    return with_text(text, read_it, s);
}

static void assert_seen(const char *text, const char *expected) {
    seen s = {0};
    assert_int_equal(parse(lob_str_from(text), &s), LOB_OK);
    assert_string_equal(s.text, expected);
}

static void assert_refused(lob_str text, const char *reason) {
    seen s = {0};
    assert_int_equal(parse(text, &s), LOB_E_UNSUPPORTED_FORMAT);
    assert_reason(reason);
    assert_non_null(detail("offset"));
    assert_non_null(detail("line"));
}

static void passes_elements_on(void **state) {
    (void)state;
    assert_seen("<r><l>a</l><g><l>b</l><g><l/></g></g></r>", "([a]([b]([])))");
    assert_seen(XML_HEAD "<!-- x --><r>\n <l> a\n</l>\n</r>\n", "([ a\n])");
    assert_seen("\xEF\xBB\xBF<r><l>a&lt;b&gt;&amp;&quot;&apos;&#65;&#xb5;<![CDATA[<c>&amp;]]></l></r>",
                "([a<b>&\"'A\xC2\xB5<c>&amp;])");
    /* Comments and instructions split no text; other elements are passed over with all that is in them. */
    assert_seen("<r><l>a<!-- c -->b<?p i?>c<x>zz<l>no</l></x>d</l></r>", "([abcd])");
    assert_seen("<r><l x='1' y=\"2\">a</l><x><g><l>no</l></g></x></r>", "([a])");
    assert_seen("<?xml version='1.0' encoding='US-ASCII'?><r><l>a</l></r>", "([a])");
}

static void counts_elements(void **state) {
    (void)state;
    seen s = {0};
    assert_int_equal(parse(LOB_STR("<r><x><y/></x><z/><l/></r>"), &s), LOB_OK);
    assert_int_equal(s.counts.elements, 5);
    assert_int_equal(s.counts.skipped, 2);
}

static void refuses_what_is_not_well_formed(void **state) {
    (void)state;
    static const char *const texts[] = {"<r>",
                                        "<r><l>a</l>",
                                        "<r></l>",
                                        "<r/>junk",
                                        "<r/><r/>",
                                        "text",
                                        "<r>&nope;</r>",
                                        "<r><l a=1/></r>",
                                        "<r>&#0;</r>",
                                        "<r>\x01</r>",
                                        "<r><l>\xFF\xFE</l></r>",
                                        "<r",
                                        "<r>\xC3</r>",
                                        "<r><l a='1' a='2'/></r>",
                                        " <?xml version='1.0'?><r/>"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        lob_case("%zu: %s", i, texts[i]);
        assert_refused(lob_str_from(texts[i]), "malformed");
    }
    assert_refused(LOB_STR("<r>\0</r>"), "malformed");
    assert_refused((lob_str){"", 0}, "empty");
}

static void says_the_place(void **state) {
    (void)state;
    seen s = {0};
    assert_int_equal(parse(LOB_STR("<r>\n<l>a</l>\n<l>&nope;</l></r>"), &s), LOB_E_UNSUPPORTED_FORMAT);
    assert_int_equal(detail("line")->integer, 3);
    assert_ge(detail("offset")->integer, 16);
    assert_le(detail("offset")->integer, 22);
    assert_int_equal(detail("xml_error")->integer, 26); /* XML_ERR_UNDECLARED_ENTITY */
}

static void refuses_document_types(void **state) {
    (void)state;
    assert_refused(LOB_STR("<!DOCTYPE r><r/>"), "doctype");
    assert_refused(LOB_STR("<!DOCTYPE r SYSTEM \"file:///etc/hostname\"><r/>"), "doctype");
    assert_refused(LOB_STR("<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><r><l>&b;</l></r>"),
                   "doctype");
    assert_refused(LOB_STR("<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><r><l>&x;</l></r>"), "doctype");
}

static void refuses_encodings(void **state) {
    (void)state;
    assert_refused(LOB_STR("<?xml version='1.0' encoding='ISO-8859-1'?><r/>"), "encoding");
    assert_refused(LOB_STR("<?xml version=\"1.0\" encoding=\"UTF-16\"?><r/>"), "encoding");
    assert_refused(LOB_STR("<?xml version=\"1.0\" encoding = \"nonsense\"?><r/>"), "encoding");
    assert_refused(LOB_STR("\xFF\xFE<\0r\0/\0>\0"), "encoding");
    assert_refused(LOB_STR("\xFE\xFF\0<\0r\0/\0>"), "encoding");
    assert_refused(LOB_STR("<\0r\0/\0>\0"), "encoding");
    assert_refused(LOB_STR("\0<\0r\0/\0>"), "encoding");
    assert_refused(LOB_STR("\xEF\xBB\xBF<?xml version='1.0' encoding='ISO-8859-1'?><r/>"), "encoding");
    assert_refused(LOB_STR("<?xml version='1.0' encoding=\n\t'latin1' ?><r/>"), "encoding");
}

/* What says no encoding is UTF-8, or no XML; what is too short to say one is the latter. */
static void reads_declarations(void **state) {
    (void)state;
    assert_seen("<?xml version='1.0'?><r><l>a</l></r>", "([a])");
    assert_seen("<?xml version='1.0'?><r><!-- encoding='latin1' --><l>a</l></r>", "([a])");
    assert_seen("<r><l>encoding='latin1'</l></r>", "([encoding='latin1'])");
    assert_seen("<r encoding='latin1'><l>a</l></r>", "([a])");
    assert_refused(LOB_STR("<?xml version='1.0' encoding?><r/>"), "malformed");
    assert_refused(LOB_STR("<?xml version='1.0' encoding=>"), "malformed");
    assert_refused(LOB_STR("<?xml version='1.0' encoding='utf-8?><r/>"), "malformed");
    assert_refused(LOB_STR("<?xml version='1.0' encoding=utf-8?><r/>"), "malformed");
    assert_refused(LOB_STR("<?xml version='1.0' encoding='utf-8'"), "malformed");
    assert_refused(LOB_STR("<"), "malformed");
    assert_refused(LOB_STR("a>"), "malformed");
    assert_refused(LOB_STR("\xEF\xBB\xBF"), "empty");
}

/* Text is no markup, however long it goes without a bracket. */
static void reads_long_texts(void **state) {
    (void)state;
    lob_buf buf;
    seen s = {0};
    lob_buf_init(&buf, 0);
    lob_buf_add_text(&buf, "<r><l>");
    for (int i = 0; i < 3 * LOB_XML_MARKUP_SIZE_MAX; i++) {
        lob_buf_add_byte(&buf, 'a');
    }
    lob_buf_add_text(&buf, "</l></r>");
    assert_int_equal(parse((lob_str){buf.data, buf.size}, &s), LOB_OK);
    assert_string_equal(s.text, "(long)");
    lob_buf_release(&buf);
}

static void refuses_other_roots(void **state) {
    (void)state;
    assert_refused(LOB_STR("<klayout-macro/>"), "root");
    assert_refused(LOB_STR("<l/>"), "root");
}

/* `count` times `piece`, # in it replaced by a number, between `head` and `tail`. */
static void assert_repeated(const char *head, const char *piece, size_t count, const char *tail, const char *reason) {
    lob_buf buf;
    seen s = {0};
    lob_buf_init(&buf, 0);
    lob_buf_add_text(&buf, head);
    for (size_t i = 0; i < count; i++) {
        const char *number = strchr(piece, '#');
        lob_buf_add(&buf, piece, number ? (size_t)(number - piece) : strlen(piece));
        if (number) {
            lob_buf_printf(&buf, "%u%s", (unsigned)i, number + 1);
        }
    }
    lob_buf_add_text(&buf, tail);
    lob_str text = {buf.data, buf.size};
    if (reason) {
        assert_refused(text, reason);
    } else {
        assert_int_equal(parse(text, &s), LOB_OK);
    }
    lob_buf_release(&buf);
}

static void holds_its_limits(void **state) {
    (void)state;
    assert_repeated("<r><x", " a#='1'", LOB_XML_ATTRIBUTE_MAX, "/></r>", NULL);
    assert_repeated("<r><x", " a#='1'", LOB_XML_ATTRIBUTE_MAX + 1, "/></r>", "attributes");
    assert_repeated("<r><x", " xmlns:a#='u'", LOB_XML_ATTRIBUTE_MAX + 1, "/></r>", "attributes");
    assert_repeated("<r><x", " a#='1'", 20000, "/></r>", "markup");
    assert_repeated("<r><!--", "aaaaaaaaaa", LOB_XML_MARKUP_SIZE_MAX / 10 + 1, "--></r>", "markup");
    assert_repeated("<r>", "<g>", LOB_XML_DEPTH_MAX, "", "depth");
    assert_repeated("<r>", "<x>", LOB_XML_DEPTH_MAX, "", "depth");
    assert_repeated("<r><l>", "aaaaaaaaaaaaaaaa", 4000, "</l></r>", NULL);
    assert_repeated("<r>", "<l>a</l>", 400, "</r>", NULL);
    if (!getenv("LOB_TEST_QUICK")) {
        assert_repeated("<r><l>", "aaaaaaaaaaaaaaaa", LOB_XML_TEXT_SIZE_MAX / 16, "</l></r>", NULL);
        assert_repeated("<r><l>", "aaaaaaaaaaaaaaaa", LOB_XML_TEXT_SIZE_MAX / 16 + 1, "</l></r>", "text");
    }
}

static void passes_errors_on(void **state) {
    (void)state;
    seen s = {.fail_at_close = LOB_E_INVALID_TARGET};
    assert_int_equal(parse(LOB_STR("<r><l/></r>"), &s), LOB_E_INVALID_TARGET);
    assert_string_equal(ctx.error.message, "stopped");
}

static void stops_when_cancelled(void **state) {
    (void)state;
    seen s = {0};
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    assert_int_equal(parse(LOB_STR("<r/>"), &s), LOB_E_CANCELLED);
}

static bool run_once(void *arg) {
    (void)arg;
    seen s = {0};
    lob_arena_reset(arena);
    lob_status status = parse(LOB_STR(XML_HEAD "<r a='b'><l>text &amp; more</l><x y='1'/><g><l>b</l></g></r>"), &s);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    return status == LOB_OK;
}

static void survives_failing_allocations(void **state) {
    (void)state;
    assert_true(run_once(NULL)); /* libxml2's own tables */
    assert_gt(sweep_allocations(run_once, NULL), 20);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(passes_elements_on),
        TEST(counts_elements),
        TEST(refuses_what_is_not_well_formed),
        TEST(says_the_place),
        TEST(refuses_document_types),
        TEST(refuses_encodings),
        TEST(reads_declarations),
        TEST(reads_long_texts),
        TEST(refuses_other_roots),
        TEST(holds_its_limits),
        TEST(passes_errors_on),
        TEST(stops_when_cancelled),
        TEST(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
