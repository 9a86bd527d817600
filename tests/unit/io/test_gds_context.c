/* KLayout's $$$CONTEXT_INFO$$$ in GDSII: what is read from bytes, which bytes are written. The form is that of files
 * which KLayout wrote: strings backwards, PROPATTR their number, parts `#n,part:` above 32000 bytes. */
#include "tests/support/lob_test.h"

#include "db/builder.h"
#include "io/oas/oas.h"
#include "io/write.h"
#include "tests/unit/io/gds_case.h"

#define HEAD_EVENTS "layout gds 0.001 0.001 v600 LIB\n"

static bytes b;

static lob_status rec_context(void *self, lob_str cell, const lob_str *strings, uint32_t count) {
    recorder *r = self;
    lob_buf_add_text(&r->text, cell.data ? "context of " : "context");
    rec_str(r, cell.data ? cell : LOB_STR(""));
    for (uint32_t i = 0; i < count; i++) {
        lob_buf_add_text(&r->text, " '");
        rec_str(r, strings[i]);
        lob_buf_add_text(&r->text, "'");
    }
    lob_buf_add_byte(&r->text, '\n');
    return rec_done(r);
}

static void expect_context(const char *events) {
    gds_case c;
    case_open(&c);
    c.rec.sink.context = rec_context;
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_OK);
    assert_string_equal(recorder_text(&c.rec), events);
    case_close(&c);
}

static void prop(int attr, const char *value) {
    rec_i2(&b, 0x2b02, attr);
    rec_s(&b, 0x2c06, value);
}

static void begin_context(void) {
    head(&b);
    begin_cell(&b, "$$$CONTEXT_INFO$$$");
}

static size_t begin_sref(const char *cell) {
    size_t at = rec0(&b, 0x0a00);
    rec_s(&b, 0x1206, cell);
    XY(&b, 0, 0);
    return at;
}

static size_t begin_own(void) {
    size_t at = begin_boundary(&b, 0, 0);
    XY(&b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    return at;
}

static void finish(void) {
    end_cell(&b);
    begin_cell(&b, "TOP");
    end_cell(&b);
    end_library(&b);
}
#define AFTER "cell TOP\nend\ndone\n"

static void test_read(void **state) {
    (void)state;
    begin_context();
    begin_own();
    prop(1, "META(b)=#2");
    prop(0, "META(a)=#l1");
    end_element(&b);
    begin_sref("TOP");
    prop(2, "PCELL=X"); /* an odd length: padded */
    prop(3, "");        /* no string */
    prop(0, "LIB=Basic");
    prop(1, "P(a)=nil");
    end_element(&b);
    begin_sref("OTHER");
    end_element(&b);
    begin_sref("GAPS");
    prop(65535, "last");
    prop(7, "first");
    end_element(&b);
    finish();
    expect_context(HEAD_EVENTS "context 'META(a)=#l1' 'META(b)=#2'\ncontext of TOP 'LIB=Basic' 'P(a)=nil' 'PCELL=X'\n"
                               "context of GAPS 'first' 'last'\n" AFTER);
    gds_case c; /* a sink without the event */
    case_open(&c);
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, LOB_OK);
    assert_string_equal(recorder_text(&c.rec), HEAD_EVENTS AFTER);
    case_close(&c);
}

static void test_parts(void **state) {
    (void)state;
    begin_context();
    begin_sref("TOP");
    prop(32767, "#40000,0:forty");
    prop(5, "#1,2:ef");
    prop(5, "#1,1:c#d");
    prop(5, "#1,0:ab");
    prop(0, "zero");
    prop(9, "#2,0:");
    end_element(&b);
    finish();
    expect_context(HEAD_EVENTS "context of TOP 'zero' 'abc#def' 'forty'\n" AFTER);
}

static void expect_one(const char *event, size_t at, unsigned warnings) {
    char events[500];
    int size = snprintf(events, sizeof events, HEAD_EVENTS);
    for (unsigned i = 0; i < warnings; i++) {
        size += snprintf(events + size, sizeof events - (size_t)size, "warning context @%zu\n", at);
    }
    snprintf(events + size, sizeof events - (size_t)size, "%s" AFTER, event);
    end_element(&b);
    finish();
    expect_context(events);
}

static void test_malformed(void **state) {
    (void)state;
    static const char *const bad[] = {"#",     "#x",    "#1",      "#1:x",    "#1,",     "#1,2",
                                      "#,0:x", "#1,:x", "#-1,0:x", "#1 ,0:x", "#1,x0:x", "#99999999999,0:x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("bad[%zu]", i);
        begin_context();
        size_t at = begin_sref("TOP");
        prop(0, "good");
        prop(1, bad[i]);
        expect_one("context of TOP 'good'\n", at, 1);
    }
    begin_context(); /* part 1 of 0..2 is missing, and part 0 */
    size_t at = begin_sref("TOP");
    prop(0, "#0,2:c");
    prop(0, "#0,0:a");
    prop(0, "#1,1:x");
    prop(2, "good");
    expect_one("context of TOP 'good'\n", at, 2);
    begin_context(); /* the last of two counts */
    at = begin_sref("TOP");
    prop(0, "first");
    prop(0, "second");
    prop(1, "#1,0:a");
    prop(1, "#1,0:b");
    prop(1, "#1,1:c");
    expect_one("context of TOP 'second' 'bc'\n", at, 2);
    begin_context();
    at = begin_sref("TOP");
    prop(0, "whole");
    prop(0, "#0,0:part");
    expect_one("context of TOP 'part'\n", at, 1);
    begin_context(); /* whichever came first */
    at = begin_sref("TOP");
    prop(0, "#0,0:part");
    prop(0, "whole");
    expect_one("context of TOP 'part'\n", at, 1);
}

static void test_other_elements(void **state) {
    (void)state;
    begin_context();
    size_t at = begin_shape(&b, 0x0900, 0x0e02, 1, 0);
    XY(&b, 0, 0, 5, 5);
    prop(0, "x");
    expect_one("", at, 1);
    begin_context();
    at = begin_shape(&b, 0x0c00, 0x1602, 1, 0);
    XY(&b, 0, 0);
    rec_s(&b, 0x1906, "text");
    expect_one("", at, 1);
    begin_context(); /* what is broken as a record is refused as anywhere */
    at = rec0(&b, 0x0a00);
    XY(&b, 0, 0);
    end_element(&b);
    finish();
    expect_refused(&b, at, "SREF", "missing_record");
    begin_context();
    begin_sref("TOP");
    at = rec_s(&b, 0x2c06, "no number");
    expect_refused(&b, at, "PROPVALUE", "property");
}

/* It may stand anywhere between cells, and more than once. */
static void test_anywhere(void **state) {
    (void)state;
    head(&b);
    begin_cell(&b, "A");
    end_cell(&b);
    begin_cell(&b, "$$$CONTEXT_INFO$$$");
    begin_sref("A");
    prop(0, "one");
    end_element(&b);
    end_cell(&b);
    begin_cell(&b, "$$$CONTEXT_INFO$$$");
    begin_sref("A");
    prop(0, "two");
    end_element(&b);
    end_cell(&b);
    end_library(&b);
    expect_context(HEAD_EVENTS "cell A\nend\ncontext of A 'one'\ncontext of A 'two'\ndone\n");
}

/* ---- writing ---- */

/* A layout with the cell A and these strings; `own` of the layout. */
static lob_layout *layout_with(const lob_str *own, uint32_t own_count, const lob_str *strings, uint32_t count) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout_event event = {.format = "gds", .dbu_um = 0.001, .library = LOB_STR("LIB"), .version = 600};
    lob_element element = {.layer = 1};
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    assert_int_equal(s->context(s->self, (lob_str){0}, own, own_count), LOB_OK);
    assert_int_equal(s->context(s->self, LOB_STR("A"), strings, count), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("A")), LOB_OK);
    assert_int_equal(s->box(s->self, &element, (lob_box){0, 0, 10, 20}), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    lob_arena_drop(arena);
    return layout;
}

static lob_layout *layout_from(lob_str file, int format) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_source_options options = {0};
    lob_source *source;
    lob_layout *layout;
    lob_ctx_init(&ctx, arena);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    assert_int_equal(lob_source_open_memory(&ctx, file.data, file.size, &options, &source), LOB_OK);
    assert_int_equal(
        format == LOB_FORMAT_GDS ? lob_gds_read(&ctx, source, s, true) : lob_oas_read(&ctx, source, s, true), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    lob_source_close(source);
    lob_arena_drop(arena);
    return layout;
}

typedef struct written {
    lob_arena *arena;
    lob_ctx ctx;
    lob_outfile out;
    lob_write_warnings warnings;
    lob_status status;
} written;

static void write_file(written *w, const lob_layout *layout, const lob_write_options *options) {
    *w = (written){.arena = lob_arena_new(0), .status = LOB_E_TOOL_LIMIT_EXCEEDED};
    if (!w->arena) {
        return;
    }
    lob_ctx_init(&w->ctx, w->arena);
    w->status = lob_outfile_begin(&w->ctx, &w->out, -1, false);
    if (w->status == LOB_OK) {
        w->status = lob_write_layout_as(&w->ctx, layout, options, &w->out, &w->warnings);
    }
    if (w->status == LOB_OK) {
        w->status = lob_outfile_end(&w->out);
    }
}

static lob_str file_of(const written *w) {
    assert_int_equal(w->status, LOB_OK);
    return lob_outfile_bytes(&w->out);
}

static void written_release(written *w) {
    if (w->arena) {
        lob_outfile_release(&w->out);
    }
    lob_arena_drop(w->arena);
}

static const uint8_t epoch[24] = {7, 0xb2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 7, 0xb2, 0, 1, 0, 1};

static void put_box(void) {
    rec(&b, 0x0502, epoch, 24);
    rec_s(&b, 0x0606, "A");
    begin_boundary(&b, 1, 0);
    XY(&b, 0, 0, 0, 20, 10, 20, 10, 0, 0, 0);
    end_element(&b);
    end_cell(&b);
    end_library(&b);
}

static void put_head(void) {
    b.size = 0;
    rec_i2(&b, 0x0002, 600);
    rec(&b, 0x0102, epoch, 24);
    rec_s(&b, 0x0206, "LIB");
    rec(&b, 0x0305, units_1nm, 16);
    rec(&b, 0x0502, epoch, 24);
    rec_s(&b, 0x0606, "$$$CONTEXT_INFO$$$");
}

static void test_written_bytes(void **state) {
    (void)state;
    const lob_str own[] = {LOB_STR("META(a)=#l1"), LOB_STR("META(b)=#2")};
    const lob_str strings[] = {LOB_STR("LIB=Basic"), LOB_STR("#odd"), LOB_STR("PCELL=X")};
    lob_layout *layout = layout_with(own, 2, strings, 3);
    written w;
    write_file(&w, layout, &(lob_write_options){.format = LOB_FORMAT_GDS});
    put_head();
    begin_own();
    prop(1, "META(b)=#2");
    prop(0, "META(a)=#l1");
    end_element(&b);
    begin_sref("A");
    prop(2, "PCELL=X");
    prop(1, "#1,0:#odd"); /* else it would be read as a part */
    prop(0, "LIB=Basic");
    end_element(&b);
    end_cell(&b);
    put_box();
    assert_int_equal(file_of(&w).size, b.size);
    assert_memory_equal(file_of(&w).data, b.data, b.size);
    written_release(&w);
    write_file(&w, layout, &(lob_write_options){.format = LOB_FORMAT_GDS, .without_context = true});
    assert_null(memmem(file_of(&w).data, file_of(&w).size, "CONTEXT", 7));
    lob_layout *again = layout_from(file_of(&w), LOB_FORMAT_GDS);
    assert_int_equal(lob_layout_cell(again, 0)->shape_count, 1);
    assert_int_equal(lob_layout_cell(again, 0)->context, LOB_NONE);
    lob_layout_drop(again);
    written_release(&w);
    lob_layout_drop(layout);
}

static void assert_same_context(const lob_layout *a, uint32_t list_a, const lob_layout *c, uint32_t list_c) {
    uint32_t count_a, count_c;
    const lob_str *x = lob_layout_context(a, list_a, &count_a), *y = lob_layout_context(c, list_c, &count_c);
    assert_int_equal(count_a, count_c);
    for (uint32_t i = 0; i < count_a; i++) {
        assert_true(lob_str_equal(x[i], y[i]));
    }
}

/* Long strings and high numbers: the records have KLayout's sizes, and all comes back. */
static void test_long_strings(void **state) {
    (void)state;
    enum { COUNT = 32800, LONG = 64001 };
    static char text[LONG];
    static lob_str strings[COUNT];
    for (unsigned i = 0; i < LONG; i++) {
        text[i] = (char)('a' + i % 23);
    }
    for (unsigned i = 0; i < COUNT; i++) {
        strings[i] = (lob_str){text + i % 100, 1 + i % 3};
    }
    strings[0] = (lob_str){text, 32000};
    strings[1] = (lob_str){text, 32001};
    strings[2] = (lob_str){text, LONG};
    lob_layout *layout = layout_with(strings, 3, strings, COUNT);
    for (int format = LOB_FORMAT_GDS; format <= LOB_FORMAT_OAS; format++) {
        written w;
        write_file(&w, layout, &(lob_write_options){.format = (lob_format)format});
        if (format == LOB_FORMAT_GDS) {
            assert_non_null(memmem(file_of(&w).data, file_of(&w).size, "#1,1:", 5));
            assert_non_null(memmem(file_of(&w).data, file_of(&w).size, "#32768,0:", 9));
            assert_non_null(memmem(file_of(&w).data, file_of(&w).size, "#2,2:", 5));
            assert_null(memmem(file_of(&w).data, file_of(&w).size, "#0,", 3));
            assert_null(memmem(file_of(&w).data, file_of(&w).size, "#32767,", 7));
        }
        lob_layout *again = layout_from(file_of(&w), format);
        assert_same_context(layout, lob_layout_cell(layout, 0)->context, again, lob_layout_cell(again, 0)->context);
        assert_same_context(layout, lob_layout_own_context(layout), again, lob_layout_own_context(again));
        assert_int_equal(lob_layout_warning_count(again), 0);
        lob_layout_drop(again);
        written_release(&w);
    }
    lob_layout_drop(layout);
}

/* ---- want of memory ---- */

static bool read_all(void *arg) {
    (void)arg;
    gds_case c;
    c.arena = lob_arena_new(0);
    if (!c.arena) {
        return false;
    }
    lob_ctx_init(&c.ctx, c.arena);
    recorder_open(&c.rec, &c.ctx);
    c.rec.sink.context = rec_context;
    case_read(&c, b.data, b.size);
    assert_int_equal(c.status, c.ctx.error.code);
    bool fine = c.status == LOB_OK;
    case_close(&c);
    return fine;
}

static bool write_all(void *arg) {
    written w;
    write_file(&w, arg, &(lob_write_options){.format = LOB_FORMAT_GDS});
    bool fine = w.status == LOB_OK;
    written_release(&w);
    return fine;
}

static void test_allocations(void **state) {
    (void)state;
    begin_context();
    begin_sref("TOP");
    for (int i = 200; i > 0; i--) {
        char text[60];
        snprintf(text, sizeof text, i % 10 ? "P(x%d)='a string of some length'" : "#%d,0:a string of some length", i);
        prop(i, text);
    }
    prop(1, "#no part");
    end_element(&b);
    finish();
    assert_gt(sweep_allocations(read_all, NULL), 5);
    const lob_str strings[] = {LOB_STR("LIB=Basic"), LOB_STR("PCELL=X")};
    lob_layout *layout = layout_with(strings, 2, strings, 2);
    assert_gt(sweep_allocations(write_all, layout), 1);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),           cmocka_unit_test(test_parts),       cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_other_elements), cmocka_unit_test(test_anywhere),    cmocka_unit_test(test_written_bytes),
        cmocka_unit_test(test_long_strings),   cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
