/* A libxml2 that does not keep to what one expects of it: it goes on after it was told to stop, it says nothing of a
 * file that is cut short, it fails to get memory and says nothing. And its memory, which has a ceiling. The calls are
 * replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include "tests/support/lob_test.h"

#include "xml_rig.h"

#include <dlfcn.h>

#include <libxml/parser.h>
#include <zlib.h>

#include "io/xml/xml.h"

/* ---- the replaced calls ---- */

static bool goes_on; /* xmlStopParser() does nothing */
static enum { AS_IT_IS, NO_END, SILENT_ERROR } parsing;

#define REAL(name) ((__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name))

/* libxml2 that has larger tables than there is room for: when it begins, it asks for more. */
enum { ROOM = 1 << 16 };
static unsigned begun;
static struct asked {
    size_t size;
    uint64_t live; /* blocks had from elsewhere */
    bool is_had, is_freed;
} asked[] = {{.size = 100}, {.size = ROOM}, {.size = ROOM + 1}, {.size = 3 * ROOM}};

void xmlInitParser(void) {
    REAL(xmlInitParser)();
    for (size_t i = 0; !begun && i < sizeof asked / sizeof *asked; i++) {
        const uint64_t live = lob_alloc_live();
        char *block = xmlMalloc(asked[i].size);
        asked[i].is_had = block != NULL;
        asked[i].live = lob_alloc_live() - live;
        if (block) {
            memset(block, 1, asked[i].size);
        }
        xmlFree(block);
        asked[i].is_freed = lob_alloc_live() == live;
    }
    begun++;
}

void xmlStopParser(xmlParserCtxt *xml) {
    if (!goes_on) {
        REAL(xmlStopParser)(xml);
    }
}

int xmlParseChunk(xmlParserCtxt *xml, const char *data, int size, int is_end) {
    if (parsing == NO_END && is_end) {
        return 0;
    }
    int result = REAL(xmlParseChunk)(xml, data, size, is_end);
    if (parsing == SILENT_ERROR) {
        xml->wellFormed = 0;
    }
    return result;
}

/* ---- the grammar ---- */

enum { ROOT = 1, LEAF };

static const lob_xml_rule rules[] = {{0, ROOT, "r"}, {ROOT, LEAF, "l"}, {0, 0, NULL}};

typedef struct seen {
    unsigned opened, closed;
    size_t text_size;
    lob_status (*at_leaf)(void);
} seen;

static lob_status on_open(void *self, unsigned state) {
    seen *s = self;
    s->opened++;
    return state == LEAF && s->at_leaf ? s->at_leaf() : LOB_OK;
}

static lob_status on_close(void *self, unsigned state, lob_str text) {
    seen *s = self;
    (void)state;
    s->closed++;
    s->text_size += text.size;
    return LOB_OK;
}

static lob_status read_it(lob_source *source, void *arg) {
    static const lob_xml_grammar grammar = {rules, on_open, on_close, LOB_E_UNSUPPORTED_FORMAT, "The file"};
    return lob_xml_parse(&ctx, source, &grammar, arg, NULL);
}

static lob_status parse(const char *text, seen *s) {
    return with_text(lob_str_from(text), read_it, s);
}

static void assert_refused(const char *text, seen *s, const char *reason) {
    assert_int_equal(parse(text, s), LOB_E_UNSUPPORTED_FORMAT);
    assert_reason(reason);
}

/* ---- a parser that goes on ---- */

static lob_status refuse_leaf(void) {
    return lob_fail(&ctx, LOB_E_INVALID_TARGET, "stopped");
}

static void nothing_is_told_behind_a_fault(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        goes_on = i;
        seen s = {.at_leaf = refuse_leaf};
        assert_int_equal(parse("<r><l>a</l><l>b</l><x>c</x></r>", &s), LOB_E_INVALID_TARGET);
        assert_string_equal(ctx.error.message, "stopped");
        assert_eq(s.opened, 2);
        assert_eq(s.closed, 0);
        assert_eq(s.text_size, 0);
        s = (seen){.at_leaf = refuse_leaf}; /* the first story stands */
        assert_int_equal(parse("<r><l>a</r>", &s), LOB_E_INVALID_TARGET);
        assert_string_equal(ctx.error.message, "stopped");
        s = (seen){0};
        assert_refused("<x><r><l>a</l></r></x>", &s, "root");
        assert_int_equal(s.opened + s.closed, 0);
        assert_refused("<!DOCTYPE r><r><l>a</l></r>", &s, "doctype");
        assert_int_equal(s.opened + s.closed, 0);
    }
    goes_on = false;
}

/* ---- a parser that keeps quiet ---- */

static void a_cut_file_is_refused_all_the_same(void **state) {
    (void)state;
    static const char *const texts[] = {"<r><l/>", "<r><l>a</l>", "<r><l/></r>"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lob_case("%s", texts[i]);
        seen s = {0};
        parsing = NO_END;
        if (i < 2) {
            assert_refused(texts[i], &s, "malformed");
        } else {
            assert_int_equal(parse(texts[i], &s), LOB_OK);
        }
        parsing = SILENT_ERROR;
        assert_refused(texts[i], &s, "malformed");
    }
    parsing = AS_IT_IS;
}

/* Not well-formed by the rules of namespaces alone: elements are told by their local names, as they stand. */
static void namespaces_are_no_fault(void **state) {
    (void)state;
    seen s = {0};
    assert_int_equal(parse("<r><undeclared:l>abc</undeclared:l><l xmlns:a=''>d</l></r>", &s), LOB_OK);
    assert_int_equal(s.opened, 3);
    assert_int_equal(s.text_size, 4);
}

static lob_status read_without_open(lob_source *source, void *arg) {
    static const lob_xml_grammar grammar = {rules, NULL, on_close, LOB_E_UNSUPPORTED_FORMAT, "The file"};
    return lob_xml_parse(&ctx, source, &grammar, arg, NULL);
}

static void ends_alone_can_be_told(void **state) {
    (void)state;
    seen s = {0};
    assert_int_equal(with_text(LOB_STR("<r><l>abc</l></r>"), read_without_open, &s), LOB_OK);
    assert_eq(s.opened, 0);
    assert_eq(s.closed, 2);
    assert_eq(s.text_size, 3);
}

/* ---- memory ---- */

enum { HALF = LOB_XML_MEMORY_MAX / 2 + 1 };
static void *before; /* a block of libxml2's, of before the file */

static lob_status take_too_much(void) {
    assert_null(xmlMalloc(LOB_XML_MEMORY_MAX + 1));
    return LOB_OK;
}

/* One half after the other is fine; both at once are not. What was there before does not count, nor its being freed. */
static lob_status take_halves(void) {
    for (int i = 0; i < 3; i++) {
        void *block = xmlMalloc(HALF);
        assert_non_null(block);
        assert_null(xmlMalloc(HALF));
        xmlFree(block);
    }
    xmlFree(before);
    before = NULL;
    void *block = xmlMalloc(HALF);
    assert_non_null(block);
    assert_null(xmlMalloc(HALF));
    xmlFree(block);
    return LOB_OK;
}

/* libxml2 took it for granted that it goes without. */
static lob_status fail_silently(void) {
    lob_alloc_fail_at(1, 0);
    assert_null(xmlMalloc(10));
    lob_alloc_fail_at(0, 0);
    return LOB_OK;
}

static lob_status too_much_and_no_memory(void) {
    take_too_much();
    return fail_silently();
}

static void memory_has_a_ceiling(void **state) {
    (void)state;
    seen s = {.at_leaf = take_too_much};
    assert_refused("<r><l>&nope;</l></r>", &s, "memory_limit");
    assert_int_equal(parse("<r><l/></r>", &s), LOB_OK);
    s.at_leaf = take_halves;
    for (int i = 0; i < 3; i++) {
        before = i ? xmlMalloc(3 * (size_t)LOB_XML_MEMORY_MAX) : NULL;
        assert_int_equal(parse("<r><l/></r>", &s), LOB_OK);
    }
    xmlFree(before);
    s.at_leaf = fail_silently;
    assert_int_equal(parse("<r><l/></r>", &s), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_reason("memory");
    s.at_leaf = too_much_and_no_memory;
    assert_int_equal(parse("<r><l>&nope;</l></r>", &s), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_reason("memory");
}

/* libxml2 is asked outside of a file as well: no budget is held then. */
static void memory_without_a_file(void **state) {
    (void)state;
    seen s = {0};
    assert_int_equal(parse("<r/>", &s), LOB_OK);
    const uint64_t live = lob_alloc_live();
    char *block = xmlMalloc(2 * (size_t)LOB_XML_MEMORY_MAX);
    assert_non_null(block);
    memcpy(block, "0123456789", 10);
    block = xmlRealloc(block, 5);
    assert_memory_equal(block, "01234", 5);
    block = xmlRealloc(block, 500);
    assert_memory_equal(block, "01234", 5);
    char *copy = (char *)xmlMemStrdup("text");
    assert_string_equal(copy, "text");
    void *fresh = xmlRealloc(NULL, 7);
    assert_non_null(fresh);
    lob_alloc_fail_at(1, 1);
    assert_null(xmlMalloc(10));
    assert_null(xmlRealloc(block, 1000));
    assert_null(xmlMemStrdup("text"));
    lob_alloc_fail_at(0, 0);
    assert_memory_equal(block, "01234", 5); /* still there */
    xmlFree(block);
    xmlFree(copy);
    xmlFree(fresh);
    xmlFree(NULL);
    assert_int_equal(lob_alloc_live(), live);
}

static void tables_have_room_of_their_own(void **state) {
    (void)state;
    seen s = {0};
    assert_int_equal(parse("<r/>", &s), LOB_OK);
    assert_gt(begun, 0);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        lob_case("asked[%zu]", i);
        assert_true(asked[i].is_had);
        assert_true(asked[i].is_freed);
        if (i == 0) {
            assert_eq(asked[i].live, 0);
        } else {
            assert_gt(asked[i].live, 0);
        }
    }
}

/* ---- where it comes from ---- */

/* A megabyte of elements in gzip, cut at its start, in the middle, at its end: what is told is the gzip's fault. */
static void faults_of_the_source_are_told(void **state) {
    (void)state;
    static char text[1 << 20], packed[2 << 20];
    size_t size = (size_t)snprintf(text, sizeof text, "<r>");
    uint32_t dice = 1;
    while (size < sizeof text - 40) {
        dice = dice * 1664525u + 1013904223u;
        size += (size_t)snprintf(text + size, 36, "<l>%u %u</l>", dice >> 3, dice * 7 >> 5);
    }
    size += (size_t)snprintf(text + size, 8, "</r>");
    z_stream z = {.next_in = (Bytef *)text, .avail_in = (unsigned)size, .next_out = (Bytef *)packed};
    z.avail_out = sizeof packed;
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t whole = z.total_out, cuts[] = {12, whole / 2, whole - 1};
    deflateEnd(&z);
    seen s = {0};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        lob_case("cuts[%zu]", i);
        s = (seen){0};
        assert_int_equal(with_text((lob_str){packed, cuts[i]}, read_it, &s), LOB_E_UNSUPPORTED_FORMAT);
        assert_reason("gzip");
        if (i == 0) {
            assert_eq(s.closed, 0);
        } else {
            assert_gt(s.closed, 1000);
        }
    }
    /* More than may be inflated, at once or later: a fault of another kind than a bad file. */
    static const uint64_t limits[] = {1000, 300000, sizeof text};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        lob_case("limits[%zu]", i);
        const lob_source_options options = {.inflated_max = limits[i]};
        lob_source *source;
        s = (seen){0};
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_source_open_memory(&ctx, packed, whole, &options, &source), LOB_OK);
        assert_int_equal(read_it(source, &s), i < 2 ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
        if (i < 2) {
            assert_reason("inflated_size");
        }
        lob_source_close(source);
    }
    assert_eq(s.opened, s.closed);
    assert_gt(s.opened, 20000);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_told_behind_a_fault), TEST(a_cut_file_is_refused_all_the_same),
        TEST(namespaces_are_no_fault),        TEST(ends_alone_can_be_told),
        TEST(memory_has_a_ceiling),           TEST(memory_without_a_file),
        TEST(tables_have_room_of_their_own),  TEST(faults_of_the_source_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
