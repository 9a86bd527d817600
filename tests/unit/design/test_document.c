/* Files and trees: what all parsers of design data share. Floats are held against what Python prints. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include <math.h>
#include <sys/stat.h>

#include "design/document_impl.h"

static void a_file_that_is_not_there(void **state) {
    (void)state;
    static const struct {
        lob_design_kind kind;
        const char *path, *message, *reason;
    } cases[] = {
        {LOB_DESIGN_NETLIST, "/nowhere/n.json", "Netlist file not found: /nowhere/n.json", "absent"},
        {LOB_DESIGN_DRC_RULES, "/nowhere/r.json", "DRC rules file not found: /nowhere/r.json", "absent"},
        {LOB_DESIGN_OBJECTIVES, "/nowhere/o.json", "Objectives file not found: /nowhere/o.json", "absent"},
        {LOB_DESIGN_NETLIST, "n.json", "Netlist file not found: n.json", "not_absolute"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].path);
        bench b;
        lob_str text;
        begin(&b);
        lob_design_read_file(&b.ctx, cases[i].kind, NULL, lob_str_from(cases[i].path), &text);
        assert_error(&b.ctx.error, LOB_E_FILE_NOT_FOUND, cases[i].message, "FileNotFoundError", cases[i].reason);
        end(&b);
    }
}

static void what_is_no_file_is_refused(void **state) {
    (void)state;
    bench b;
    lob_str text;
    begin(&b);
    assert_int_equal(lob_design_read_file(&b.ctx, LOB_DESIGN_NETLIST, NULL, LOB_STR("/"), &text),
                     LOB_E_UNSUPPORTED_FORMAT);
    assert_ne(b.ctx.error.hint[0], '\0');
    end(&b);
    begin(&b);
    assert_gt(fixture(&b, LOB_DESIGN_NETLIST, "ota_5t.json").size, 100);
    end(&b);
}

static void floats_as_python_prints_them(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0.0"},
        {-0.0, "-0.0"},
        {1, "1.0"},
        {-1.5, "-1.5"},
        {2e-6, "2e-06"},
        {1.8e-7, "1.8e-07"},
        {1e-4, "0.0001"},
        {1e-5, "1e-05"},
        {9.999e-5, "9.999e-05"},
        {0.1, "0.1"},
        {123456.789, "123456.789"},
        {100, "100.0"},
        {1e15, "1000000000000000.0"},
        {1e16, "1e+16"},
        {1.5e16, "1.5e+16"},
        {1e22, "1e+22"},
        {1e100, "1e+100"},
        {5e-324, "5e-324"},
        {-1e-300, "-1e-300"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {0.30000000000000004, "0.30000000000000004"},
        {1234567890123456.5, "1234567890123456.5"},
        {0.00012345678901234567, "0.00012345678901234567"},
        {9007199254740993.0, "9007199254740992.0"},
        {1200, "1200.0"},
        {0.05, "0.05"},
        {0.001, "0.001"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        char text[64];
        const size_t size = lob_python_float(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(size, strlen(text));
    }
}

static void numbers_know_how_they_were_written(void **state) {
    (void)state;
    static const char text[] = "{\"a-1\": [1, -0, -0.0, {\"x\\\"2\": 1E2, \"y\": [[3e0], \"4\", 5]}], \"b\": "
                               "123456789012345678901234567890, \"c\": {\"d\": true, \"e\": -7}}";
    static const char *const want[] = {"1", "0", "-0.0", "100.0", "3.0", "5", "123456789012345678901234567890", "-7"};
    bench b;
    lob_document document;
    begin(&b);
    assert_int_equal(lob_document_open(&b.ctx, LOB_DESIGN_NETLIST, LOB_STR(text), &document), LOB_OK);
    const cJSON *a = document.json->child, *object = a->child->next->next->next, *c = a->next->next;
    const cJSON *y = object->child->next;
    const cJSON *const numbers[] = {a->child,      a->child->next,  a->child->next->next,
                                    object->child, y->child->child, y->child->next->next,
                                    a->next,       c->child->next};
    for (size_t i = 0; i < 8; i++) {
        assert_text(lob_document_printed(&document, numbers[i]), want[i]);
    }
    assert_text(lob_document_printed(&document, NULL), "None");
    assert_text(lob_document_printed(&document, c), "None");
    lob_document_close(&document);
    end(&b);
}

/* 63 objects and a number: as deep as a text may be. */
static void the_deepest_tree(void **state) {
    (void)state;
    char text[1024] = "";
    for (int i = 0; i < 63; i++) {
        strcat(text, "{\"a\":");
    }
    strcat(text, "[7,8]");
    for (int i = 0; i < 63; i++) {
        strcat(text, ",\"b\":1}");
    }
    bench b;
    lob_document document;
    begin(&b);
    assert_int_equal(lob_document_open(&b.ctx, LOB_DESIGN_NETLIST, lob_str_from(text), &document), LOB_OK);
    const cJSON *at = document.json;
    while (at->child) {
        at = at->child;
    }
    assert_text(lob_document_printed(&document, at->next), "8");
    assert_text(lob_document_printed(&document, document.json->child->next), "1");
    lob_document_close(&document);
    end(&b);
}

static void refused(const char *text, const char *message, const char *reason) {
    bench b;
    lob_document document;
    begin(&b);
    lob_document_open(&b.ctx, LOB_DESIGN_OBJECTIVES, lob_str_from(text), &document);
    lob_document_close(&document);
    assert_error(&b.ctx.error, LOB_E_INVALID_TARGET, message, "ObjectiveParseError", reason);
    end(&b);
}

static void malformed_texts(void **state) {
    (void)state;
    refused("", "Invalid JSON: text is empty (line 1, column 1)", "json");
    refused("{\"a\": 1,\n \"a\": 2}", "Invalid JSON: object has this key twice (line 2, column 2)", "json");
    refused("{\"a\": NaN}",
            "Invalid JSON: value is neither null, true, false, a number, a string, an array nor an object (line 1, "
            "column 7)",
            "json");
    refused("{\"a\": 1e400}", "Invalid JSON: number is too large for a double (line 1, column 7)", "json");
    refused("{\"schema_version\": \"2.0.0\"}", "Unsupported schema version: 2.0.0", "version");
    refused("{\"schema_version\": \"1\"}", "Unsupported schema version: 1", "version");
    refused("{\"schema_version\": \"\"}", "Unsupported schema version: ", "version");
}

static void names_are_shown_cut_and_clean(void **state) {
    (void)state;
    char out[128], many[400];
    assert_text(lob_document_quoted(LOB_STR("a\nb\x1b[0m\xff\xe2\x80\xae."), out), "a?b?[0m??.");
    memset(many, 'x', sizeof many);
    assert_int_equal(lob_document_quoted((lob_str){many, sizeof many}, out).size, 120);
    for (size_t i = 0; i + 2 < sizeof many; i += 3) {
        memcpy(many + i, "\xe7\x94\xb5", 3); /* 40 of these fit */
    }
    assert_int_equal(lob_document_quoted((lob_str){many, 399}, out).size, 120);
    many[0] = 'x';
    assert_int_equal(lob_document_quoted((lob_str){many, 2}, out).size, 2);
    assert_int_equal(lob_document_quoted((lob_str){0}, out).size, 0);
}

static void notes_are_counted(void **state) {
    (void)state;
    static const char *const kinds[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    bench b;
    begin(&b);
    lob_document document = {.ctx = &b.ctx};
    for (int i = 0; i < 9; i++) {
        assert_int_equal(lob_document_note(&document, kinds[i], "first"), LOB_OK);
        assert_int_equal(lob_document_note(&document, kinds[i], "second"), LOB_OK);
    }
    assert_int_equal(document.notes.count, 8);
    assert_text(document.notes.items[1].message, "first");
    assert_int_equal(document.notes.items[1].count, 2);
    end(&b);
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    lob_document document;
    lob_status status = lob_document_open(ctx, LOB_DESIGN_OBJECTIVES, *(const lob_str *)arg, &document);
    lob_document_close(&document);
    return status;
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    const lob_str text = LOB_STR("{\"schema_version\": \"1.7.0\", \"a\": [1, 2]}");
    lob_document document;
    bench b;
    begin(&b);
    assert_int_equal(lob_document_open(&b.ctx, LOB_DESIGN_OBJECTIVES, text, &document), LOB_OK);
    assert_text(document.notes.items[0].kind, "newer_version");
    lob_document_close(&document);
    end(&b);
    sweep_work(work, &text, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_is_not_there),
        cmocka_unit_test(what_is_no_file_is_refused),
        cmocka_unit_test(floats_as_python_prints_them),
        cmocka_unit_test(numbers_know_how_they_were_written),
        cmocka_unit_test(the_deepest_tree),
        cmocka_unit_test(malformed_texts),
        cmocka_unit_test(names_are_shown_cut_and_clean),
        cmocka_unit_test(notes_are_counted),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
