/* KLayout's context strings in OASIS: the property KLAYOUT_CONTEXT of cells and of the file, read from bytes and
 * written. In the files that KLayout writes its name and its strings stand in tables before the cells; in strict ones
 * of others, behind. */
#include "tests/support/lob_test.h"

#include "tests/support/stride.h"
#include "tests/unit/io/layout_rig.h"
#include "tests/unit/io/oas_bytes.h"

static oas_file f;

static lob_layout *read_file(void) {
    oas_finish(&f, 1);
    lob_layout *layout = layout_of((lob_str){(const char *)f.data, f.size});
    assert_non_null(layout);
    return layout;
}

static void assert_context(const lob_layout *layout, uint32_t list, const char *a, const char *c) {
    uint32_t count = 0;
    const lob_str *strings = list == LOB_NONE ? NULL : lob_layout_context(layout, list, &count);
    assert_int_equal(count, 2);
    assert_true(lob_str_equal(strings[0], lob_str_from(a)));
    assert_true(lob_str_equal(strings[1], lob_str_from(c)));
}

/* PROPERTY with its name by number 0 and the strings 0 and 1 of the table. */
static void property_by_number(void) {
    u(&f, 28);
    b(&f, 2 << 4 | 4 | 2);
    u(&f, 0);
    u(&f, 14);
    u(&f, 0);
    u(&f, 14);
    u(&f, 1);
}

static void tables(void) {
    u(&f, 7);
    s(&f, "KLAYOUT_CONTEXT");
    u(&f, 9);
    s(&f, "LIB=Basic");
    u(&f, 9);
    s(&f, "PCELL=X");
}

static void cell(const char *name) {
    u(&f, 14);
    s(&f, name);
}

static void test_read(void **state) {
    (void)state;
    for (int tables_first = 0; tables_first < 2; tables_first++) {
        oas_begin(&f);
        u(&f, 28); /* of the file, all in the record */
        b(&f, 2 << 4 | 4);
        s(&f, "KLAYOUT_CONTEXT");
        u(&f, 11);
        s(&f, "META(a)=#l1");
        u(&f, 10);
        s(&f, "META(b)=nil");
        if (tables_first) {
            tables();
        }
        cell("A");
        property_by_number();
        cell("B");
        if (!tables_first) {
            tables();
        }
        lob_layout *layout = read_file();
        assert_context(layout, lob_layout_cell(layout, 0)->context, "LIB=Basic", "PCELL=X");
        assert_int_equal(lob_layout_cell(layout, 0)->props, LOB_NONE);
        assert_int_equal(lob_layout_cell(layout, 1)->context, LOB_NONE);
        assert_context(layout, lob_layout_own_context(layout), "META(a)=#l1", "META(b)=nil");
        assert_int_equal(lob_layout_own_props(layout), LOB_NONE);
        assert_int_equal(lob_layout_warning_count(layout), 0);
        lob_layout_drop(layout);
    }
}

static lob_layout *sample(void) {
    layout_rig r;
    const lob_str own[] = {LOB_STR("META(a)=#l1"), LOB_STR("META(b)=nil")};
    const lob_str strings[] = {LOB_STR("LIB=Basic"), LOB_STR("PCELL=X")};
    const lob_prop_value value = {.kind = LOB_PROP_STRING, .string = LOB_STR("PCELL=X")};
    lob_prop prop = {.name = LOB_STR("other"), .values = &value, .value_count = 1};
    rig_begin(&r, "oas", 0.001);
    lob_element element = {.layer = 1, .props = &prop, .prop_count = 1};
    assert_int_equal(r.s->context(r.s->self, (lob_str){0}, own, 2), LOB_OK);
    assert_int_equal(r.s->context(r.s->self, LOB_STR("A"), strings, 2), LOB_OK);
    assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("A")), LOB_OK);
    assert_int_equal(r.s->property(r.s->self, &prop), LOB_OK);
    assert_int_equal(r.s->box(r.s->self, &element, (lob_box){0, 0, 10, 20}), LOB_OK);
    assert_int_equal(r.s->end_cell(r.s->self), LOB_OK);
    return rig_end(&r);
}

static lob_status write_as(written *w, const lob_layout *layout, bool without_context) {
    const lob_write_options options = {.format = LOB_FORMAT_OAS, .without_context = without_context};
    *w = (written){.arena = lob_arena_new(0)};
    if (!w->arena) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    lob_ctx_init(&w->ctx, w->arena);
    w->status = lob_outfile_begin(&w->ctx, &w->out, -1, false);
    if (w->status == LOB_OK) {
        w->status = lob_write_layout_as(&w->ctx, layout, &options, &w->out, &w->warnings);
    }
    if (w->status == LOB_OK) {
        w->status = lob_outfile_end(&w->out);
    }
    return w->status;
}

/* The flag that calls a table strict, out of the END record: six pairs of (flag, offset). */
static bool is_strict(lob_str bytes, unsigned table) {
    const uint8_t *at = (const uint8_t *)bytes.data + bytes.size - 256 + 1;
    for (unsigned i = 0; i < table; i++) {
        for (at++; *at++ & 128;) {
        }
    }
    return *at;
}

static void test_write(void **state) {
    (void)state;
    lob_layout *layout = sample();
    written w, second;
    assert_int_equal(write_as(&w, layout, false), LOB_OK);
    lob_layout *again = layout_of(lob_outfile_bytes(&w.out));
    assert_non_null(again);
    assert_context(again, lob_layout_cell(again, 0)->context, "LIB=Basic", "PCELL=X");
    assert_context(again, lob_layout_own_context(again), "META(a)=#l1", "META(b)=nil");
    assert_same_lines(layout, again); /* with the other properties */
    assert_int_equal(write_as(&second, again, false), LOB_OK);
    assert_true(lob_str_equal(lob_outfile_bytes(&w.out), lob_outfile_bytes(&second.out)));
    /* KLayout must know name and strings when the cell begins: they are no references, so the tables are not strict. */
    assert_true(is_strict(lob_outfile_bytes(&w.out), 0));
    assert_true(is_strict(lob_outfile_bytes(&w.out), 1));
    assert_false(is_strict(lob_outfile_bytes(&w.out), 2));
    assert_false(is_strict(lob_outfile_bytes(&w.out), 3));
    written_release(&second);
    lob_layout_drop(again);
    written_release(&w);
    assert_int_equal(write_as(&w, layout, true), LOB_OK);
    lob_str bytes = lob_outfile_bytes(&w.out);
    assert_null(memmem(bytes.data, bytes.size, "KLAYOUT", 7));
    assert_true(is_strict(bytes, 2));
    assert_true(is_strict(bytes, 3));
    again = layout_of(bytes);
    assert_same_lines(layout, again);
    assert_int_equal(lob_layout_own_context(again), LOB_NONE);
    assert_int_equal(lob_layout_cell(again, 0)->context, LOB_NONE);
    lob_layout_drop(again);
    written_release(&w);
    lob_layout_drop(layout);
}

/* The name and bytes in the record: 28, count and name bits, n-string, two b-strings. */
static void test_bytes(void **state) {
    (void)state;
    static const char record[] = "\x1c\x24\x0fKLAYOUT_CONTEXT\x0b\x0bMETA(a)=#l1\x0b\x0bMETA(b)=nil";
    lob_layout *layout = sample();
    written w;
    assert_int_equal(write_as(&w, layout, false), LOB_OK);
    lob_str bytes = lob_outfile_bytes(&w.out);
    assert_non_null(memmem(bytes.data, bytes.size, record, sizeof record - 1));
    written_release(&w);
    lob_layout_drop(layout);
}

/* As much as the reader takes as one property is written, a byte more is left out and told. */
static void test_size(void **state) {
    (void)state;
    const size_t half = 1 << 23;
    char *text = malloc(half + 1);
    memset(text, 'x', half + 1);
    for (size_t more = stride_pick(0, 1); more < 2; more++) {
        layout_rig r;
        const lob_str strings[] = {{text, half}, {text, half + more}};
        rig_begin(&r, "oas", 0.001);
        assert_int_equal(r.s->context(r.s->self, LOB_STR("A"), strings, 2), LOB_OK);
        assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("A")), LOB_OK);
        assert_int_equal(r.s->end_cell(r.s->self), LOB_OK);
        lob_layout *layout = rig_end(&r);
        written w;
        assert_int_equal(write_as(&w, layout, false), LOB_OK);
        assert_int_equal(w.warnings.count, more);
        if (more) {
            assert_string_equal(w.warnings.items[0].kind, "context_size");
        }
        lob_layout *again = layout_of(lob_outfile_bytes(&w.out));
        assert_non_null(again);
        uint32_t list = lob_layout_cell(again, 0)->context, count = 0;
        assert_eq(list == LOB_NONE, more == 1);
        if (!more) {
            const lob_str *back = lob_layout_context(again, list, &count);
            assert_int_equal(count, 2);
            assert_true(lob_str_equal(back[0], strings[0]));
            assert_true(lob_str_equal(back[1], strings[1]));
        }
        lob_layout_drop(again);
        written_release(&w);
        lob_layout_drop(layout);
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
