/* Decks made ready: what is copied, put in place, added and refused. What KLayout does with the result is in
 * test_klayout.c; here the written text is compared with what a person would write. */
#include "tests/support/lob_test.h"

#include "klayout_rig.h"

#include "base/limits.h"
#include "klayout/deck.h"
#include "tests/unit/base/sweep.h"

static lob_deck deck;
static lob_deck_param params[80];
static size_t param_count;
static const char *top_cell = "TOP";
static bool has_other_tops;

static lob_deck_spec spec_of(const char *file) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", base, file);
    return (lob_deck_spec){.path = lob_str_from(path),
                           .dir_fd = run_fd,
                           .input_path = "/run/in.gds",
                           .report_path = "/run/report.lyrdb",
                           .top_cell = lob_str_from(top_cell),
                           .has_other_tops = has_other_tops,
                           .params = params,
                           .param_count = param_count};
}

static lob_status prepare(const char *file) {
    lob_roots *roots;
    lob_deck_spec spec = spec_of(file);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_roots_open(&ctx, "", &roots), LOB_OK);
    spec.roots = roots;
    lob_status status = lob_deck_prepare(&ctx, &spec, &deck);
    lob_roots_close(roots);
    return status;
}

static const char *written(void) {
    lob_str text;
    int fd = openat(run_fd, deck.name, O_RDONLY | O_CLOEXEC);
    assert_ge(fd, 0);
    assert_int_equal(lob_file_read_all(&ctx, fd, 1 << 20, &text), LOB_OK);
    close(fd);
    assert_int_equal(text.size, deck.size);
    return text.data;
}

/* The deck `text` in a file of that suffix is written as `expected`. */
static void assert_becomes(const char *suffix, const char *text, const char *expected) {
    char file[64];
    snprintf(file, sizeof file, "d%s", suffix);
    put_file(base, file, text);
    assert_int_equal(prepare(file), LOB_OK);
    assert_string_equal(written(), expected);
}

static void assert_refused(const char *file, const char *reason) {
    assert_failed(prepare(file), LOB_E_DRC_RUN_FAILED, reason);
}

static const char *definition(const char *name) {
    for (size_t i = 0; i < deck.definition_count; i++) {
        size_t size = strlen(name);
        if (strncmp(deck.definitions[i].data, name, size) == 0 && deck.definitions[i].data[size] == '=') {
            assert_int_equal(strlen(deck.definitions[i].data), deck.definitions[i].size);
            return deck.definitions[i].data + size + 1;
        }
    }
    return NULL;
}

static void give(const char *name, const char *value) {
    params[0] = (lob_deck_param){lob_str_from(name), lob_str_from(value)};
    param_count = 1;
}

/* ---- kinds ---- */

static void leaves_complete_decks_alone(void **state) {
    (void)state;
    static const char *const texts[] = {
        "source($input)\nreport(\"x\", $report)\ninput(1, 0).width(1).output(\"w\")\n",
        "source($input_path, $top_cell)\nreport \"x\", $report_path\n",
        "$input && source($input)\n$report ? report(\"a\", $report) : report(\"a\", \"x\")\n",
        "src = layout($in_gds)\ndb = RBA::ReportDatabase::new(\"x\")\n",
        "source(\"#{$input}\")\nreport(\"x\", \"#{$output}.lyrdb\")\n",
        "source(\n  $input,\n  $top_cell\n)\nreport(\n  \"x\",\n  $report_file\n)\n",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        lob_case("texts[%u]", i);
        assert_becomes(".drc", texts[i], texts[i]);
        assert_false(deck.source_added);
        assert_false(deck.report_added);
        assert_int_equal(deck.kind, LOB_DECK_DRC);
        assert_string_equal(deck.name, "deck.drc");
    }
    assert_becomes(".drc", "f = $gds_input\n", "f = $gds_input\n");
    assert_false(deck.source_added);
    assert_false(deck.report_added);
    assert_becomes(".rb", "puts 1\n", "puts 1\n"); /* plain Ruby has no source and report */
    assert_string_equal(deck.name, "deck.rb");
    assert_becomes(".DRC", "source($input); report('a', $report)", "source($input); report('a', $report)\n");
    assert_becomes(".drc", "\xEF\xBB\xBFsource($input); report('a', $report)\r\n",
                   "source($input); report('a', $report)\r\n");
}

static void unwraps_macros(void **state) {
    (void)state;
    static const char head[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<klayout-macro>\n <description/>\n";
    char text[1024];
    snprintf(text, sizeof text,
             "%s <interpreter>dsl</interpreter>\n <dsl-interpreter-name>drc-dsl-xml</dsl-interpreter-name>\n"
             " <text>source($input)\nreport(&quot;a &amp; b&quot;, $report)\nx = 1 &lt; 2 &#38;&#38; 3 &gt; "
             "2\n</text>\n</klayout-macro>\n",
             head);
    assert_becomes(".lydrc", text, "source($input)\nreport(\"a & b\", $report)\nx = 1 < 2 && 3 > 2\n");
    assert_int_equal(deck.kind, LOB_DECK_DRC);
    snprintf(text, sizeof text, "%s <interpreter>ruby</interpreter><text>puts 1</text></klayout-macro>", head);
    assert_becomes(".lym", text, "puts 1\n");
    assert_int_equal(deck.kind, LOB_DECK_RUBY);
    snprintf(text, sizeof text, "%s <interpreter>python</interpreter><text>print(1)</text></klayout-macro>", head);
    put_file(base, "d.lym", text);
    assert_refused("d.lym", "macro");
    snprintf(text, sizeof text, "%s <interpreter>ruby</interpreter></klayout-macro>", head);
    put_file(base, "d.lym", text);
    assert_refused("d.lym", "macro");
    put_file(base, "d.lydrc", "source($input)\n");
    assert_refused("d.lydrc", "malformed");
    put_file(base, "d.lydrc", "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><klayout-macro/>");
    assert_refused("d.lydrc", "doctype");
}

static void refuses_what_is_no_deck(void **state) {
    (void)state;
    put_file(base, "d.py", "print(1)");
    assert_refused("d.py", "kind");
    put_file(base, "drc", "x");
    assert_refused("drc", "kind");
    int fd = openat(base_fd, "nul.drc", O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(fd, "a\0b", 3), 3);
    close(fd);
    assert_refused("nul.drc", "text");
    assert_failed(prepare("none.drc"), LOB_E_FILE_NOT_FOUND, "absent");
    mkdirat(base_fd, "dir.drc", 0700);
    assert_failed(prepare("dir.drc"), LOB_E_UNSUPPORTED_FORMAT, "directory");
    fd = openat(base_fd, "huge.drc", O_WRONLY | O_CREAT, 0600);
    assert_int_equal(ftruncate(fd, LOB_LIMIT_DRC_DECK_SIZE + 1), 0);
    close(fd);
    assert_failed(prepare("huge.drc"), LOB_E_TOOL_LIMIT_EXCEEDED, "file_size");
}

/* ---- includes ---- */

static void puts_includes_in_place(void **state) {
    (void)state;
    mkdirat(base_fd, "rules", 0755);
    put_file(base, "d.drc", "source($input); report('x', $report)\n# %include rules/a.drc\nlast\n");
    put_file(base, "rules/a.drc", "a1\n  #%include   b.drc  \r\na3\n# %include ../c.drc\n");
    put_file(base, "rules/b.drc", "b1\nb2");
    put_file(base, "c.drc", "");
    assert_int_equal(prepare("d.drc"), LOB_OK);
    assert_string_equal(written(), "source($input); report('x', $report)\na1\nb1\nb2\na3\nlast\n");
    assert_int_equal(deck.files, 4);
    static const struct {
        uint32_t line;
        const char *file;
        uint32_t file_line;
    } places[] = {{1, "d.drc", 1},       {2, "rules/a.drc", 1}, {3, "rules/b.drc", 1}, {4, "rules/b.drc", 2},
                  {5, "rules/a.drc", 3}, {6, "d.drc", 3},       {99, "d.drc", 96},     {0, "d.drc", 1}};
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        lob_case("places[%u]", i);
        lob_str file;
        uint32_t line;
        lob_deck_place(&deck, places[i].line, &file, &line);
        assert_int_equal(file.size, strlen(places[i].file));
        assert_memory_equal(file.data, places[i].file, file.size);
        assert_int_equal(line, places[i].file_line);
    }
}

static void gives_what_is_not_said(void **state) {
    (void)state;
    assert_becomes(".drc", "x\n", "source($input_path, $top_cell); report(\"DRC\", $report_path); x\n");
    assert_true(deck.source_added);
    assert_true(deck.report_added);
    assert_becomes(".drc", "$report ? report($report) : report('t', f)\nsource($input)\n",
                   "$report ? report($report, $report_path) : report('t', f)\nsource($input)\n");
    assert_false(deck.source_added);
    assert_true(deck.report_added);
    assert_becomes(".drc", "report('t', $report)\n", "source($input_path, $top_cell); report('t', $report)\n");
    assert_true(deck.source_added);
    assert_false(deck.report_added);
    assert_becomes(".rb", "report($report)\n", "report($report)\n"); /* of its own */
    assert_false(deck.source_added);
    assert_false(deck.report_added);
}

/* Of a layout with several top cells KLayout wants to know which. */
static void names_one_of_several_tops(void **state) {
    (void)state;
    static const char text[] = "source($input)\nreport('t', $report)\n";
    assert_becomes(".drc", text, text);
    assert_false(deck.top_added);
    has_other_tops = true;
    assert_becomes(".drc", text, "source($input, $top_cell)\nreport('t', $report)\n");
    assert_true(deck.top_added);
    assert_false(deck.source_added);
    assert_becomes(".drc", "source($input, 'A')\nreport('t', $report)\n",
                   "source($input, 'A')\nreport('t', $report)\n");
    assert_false(deck.top_added);
    assert_becomes(".rb", text, text);
    assert_false(deck.top_added);
    top_cell = NULL;
    assert_becomes(".drc", text, text);
    give("top_cell", "B");
    assert_becomes(".drc", text, "source($input, $top_cell)\nreport('t', $report)\n");
    assert_true(deck.top_added);
    param_count = 0;
    top_cell = "TOP";
    has_other_tops = false;
}

/* What must stand in front of a comment block stands on a line of its own, which no line of the file is. */
static void counts_lines_in_front(void **state) {
    (void)state;
    lob_str file;
    uint32_t line;
    assert_becomes(".drc", "=begin\nx\n=end\ninput(1, 0)\n",
                   "source($input_path, $top_cell); report(\"DRC\", $report_path); \n=begin\nx\n=end\ninput(1, 0)\n");
    assert_true(deck.source_added);
    assert_true(deck.report_added);
    lob_deck_place(&deck, 5, &file, &line);
    assert_int_equal(line, 4);
    lob_deck_place(&deck, 1, &file, &line);
    assert_int_equal(line, 1);
}

static void refuses_includes(void **state) {
    (void)state;
    static const struct {
        const char *line, *reason;
    } cases[] = {
        {"# %include ../outside.drc", "include_path"},
        {"# %include rules/../../outside.drc", "include_path"},
        {"# %include /etc/passwd", "include_path"},
        {"# %include", "include_path"},
        {"# %include .", "include_path"},
        {"# %include rules/", "include_path"},
        {"# %include $(env('HOME'))/a", "include_expression"},
        {"# %include none.drc", "include_absent"},
        {"# %include http://x/y", "include_absent"},
        {"# %include link.drc", "include_absent"},
        {"# %include way/secret", "include_absent"},
        {"# %include rules", "include_absent"},
        {"# %include fifo", "include_absent"},
        {"# %include d/d.drc", "include_depth"},
    };
    put_file(base, "outside.drc", "secret");
    mkdirat(base_fd, "d", 0755);
    mkdirat(base_fd, "d/rules", 0755);
    mkdirat(base_fd, "elsewhere", 0755);
    put_file(base, "elsewhere/secret", "secret");
    assert_int_equal(symlinkat("../outside.drc", base_fd, "d/link.drc"), 0);
    assert_int_equal(symlinkat("../elsewhere", base_fd, "d/way"), 0);
    assert_int_equal(symlinkat(".", base_fd, "d/d"), 0);
    assert_int_equal(mkfifoat(base_fd, "d/fifo", 0600), 0);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].line);
        char text[256];
        snprintf(text, sizeof text, "first\n%s\n",
                 strstr(cases[i].reason, "depth") ? "# %include d.drc" : cases[i].line);
        put_file(base, "d/d.drc", text);
        assert_refused("d/d.drc", cases[i].reason);
        assert_int_equal(detail("line")->integer, 2);
        assert_detail("file", "d.drc");
    }
    mkdirat(base_fd, "co:lon", 0755);
    put_file(base, "co:lon/d.drc", "# %include a.drc\n");
    put_file(base, "co:lon/a.drc", "a\n");
    assert_refused("co:lon/d.drc", "include_path");
}

/* Lines that include cost nothing in the text that comes out, but are read again and again. */
static void bounds_includes(void **state) {
    (void)state;
    static char text[200000];
    size_t size = 0;
    for (int i = 0; i < 1100; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "#%%include e\n");
    }
    put_file(base, "d.drc", text);
    put_file(base, "e", "");
    assert_refused("d.drc", "include_count");
    put_file(base, "d.drc", "#%include big\n#%include big\n#%include big\n");
    int fd = openat(base_fd, "big", O_WRONLY | O_CREAT, 0600);
    memset(text, '#', sizeof text);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(write(fd, text, sizeof text), sizeof text);
    }
    close(fd);
    assert_refused("d.drc", "deck_size"); /* 3 x 8 MB */
}

static void keeps_within_the_roots(void **state) {
    (void)state;
    lob_roots *roots;
    char root[128];
    mkdirat(base_fd, "in", 0755);
    put_file(base, "in/d.drc", "source($input); report('x', $report)\n# %include a.drc\n");
    put_file(base, "in/a.drc", "a\n");
    put_file(base, "d.drc", "");
    snprintf(root, sizeof root, "%s/in", base);
    assert_int_equal(lob_roots_open(&ctx, root, &roots), LOB_OK);
    lob_deck_spec spec = spec_of("in/d.drc");
    spec.roots = roots;
    assert_int_equal(lob_deck_prepare(&ctx, &spec, &deck), LOB_OK);
    spec = spec_of("d.drc");
    spec.roots = roots;
    assert_failed(lob_deck_prepare(&ctx, &spec, &deck), LOB_E_FILE_NOT_FOUND, "outside_roots");
    lob_roots_close(roots);
}

/* ---- the names it is given ---- */

static void defines_its_names(void **state) {
    (void)state;
    put_file(base, "d.drc", "source($input); report('x', $report)\n");
    give("WG_MIN_SPACE", " 0.2 = \"x\"\n");
    assert_int_equal(prepare("d.drc"), LOB_OK);
    static const char *const inputs[] = {"input_path", "input", "in_gds", "gds_input"};
    static const char *const reports[] = {"report_path", "report", "output", "report_file"};
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(definition(inputs[i]), "/run/in.gds");
        assert_string_equal(definition(reports[i]), "/run/report.lyrdb");
    }
    assert_string_equal(definition("top_cell"), "TOP");
    assert_string_equal(definition("topcell"), "TOP");
    assert_string_equal(definition("WG_MIN_SPACE"), " 0.2 = \"x\"\n");
    assert_int_equal(deck.definition_count, 11);
    give("top_cell", "OTHER"); /* a cell, not a file: the client's to choose */
    assert_int_equal(prepare("d.drc"), LOB_OK);
    assert_string_equal(definition("top_cell"), "OTHER");
    assert_int_equal(deck.definition_count, 10);
    top_cell = NULL;
    param_count = 0;
    assert_int_equal(prepare("d.drc"), LOB_OK);
    assert_null(definition("top_cell"));
    assert_int_equal(deck.definition_count, 8);
    top_cell = "TOP";
}

static void assert_param_refused(const char *name, lob_str value, const char *reason) {
    params[0] = (lob_deck_param){lob_str_from(name), value};
    param_count = 1;
    assert_failed(prepare("d.drc"), LOB_E_INVALID_TARGET, reason);
    assert_detail("argument", "params");
    assert_int_equal(ctx.error.issue_count, 1);
    param_count = 0;
}

static void refuses_params(void **state) {
    (void)state;
    static char longest[LOB_LIMIT_DRC_PARAM_SIZE + 2], name[LOB_DECK_NAME_SIZE_MAX + 2];
    static const char *const names[] = {"", "1a", "a-b", "a b", "a=b", "$a", "a\n", "\xC3\xA9", "-rd", "a.b"};
    static const char *const schemes[] = {"pipe:touch x", "http://x", " pipe:x", "\t\n data:,x", "PIPE:x", "x:"};
    static const char *const fine[] = {"", "0.2", "a b", ":x", "1/0:x", "M1:x", "a-b:c", "/x:y", "é:"};
    put_file(base, "d.drc", "source($input); report('x', $report)\n");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        lob_case("names[%u]", i);
        assert_param_refused(names[i], LOB_STR("1"), "identifier");
    }
    for (unsigned i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        lob_case("%s", schemes[i]);
        assert_param_refused("a", lob_str_from(schemes[i]), "scheme");
    }
    for (unsigned i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        lob_case("%s", fine[i]);
        give("a", fine[i]);
        assert_int_equal(prepare("d.drc"), LOB_OK);
        assert_string_equal(definition("a"), fine[i]);
    }
    assert_param_refused("a", (lob_str){"a\0b", 3}, "nul");
    assert_param_refused("LOAD_PATH", LOB_STR("x"), "reserved");
    assert_param_refused("stdout", LOB_STR("x"), "reserved");
    assert_param_refused("_", LOB_STR("x"), "reserved");
    memset(longest, 'x', sizeof longest - 1);
    assert_param_refused("a", (lob_str){longest, LOB_LIMIT_DRC_PARAM_SIZE + 1}, "maxLength");
    memset(name, 'n', sizeof name - 1);
    assert_param_refused(name, LOB_STR("x"), "identifier");
    for (param_count = 0; param_count <= LOB_LIMIT_DRC_PARAMS; param_count++) {
        params[param_count] = (lob_deck_param){LOB_STR("a"), LOB_STR("1")};
    }
    assert_failed(prepare("d.drc"), LOB_E_INVALID_TARGET, "maxProperties");
    param_count = 0;
}

static void guards_input_and_report(void **state) {
    (void)state;
    put_file(base, "d.drc", "source($input)\nreport('x', $report_file)\nif $output == \"1\"\nend\n");
    assert_param_refused("input_path", LOB_STR("/x"), "alias");
    assert_param_refused("report_path", LOB_STR("/x"), "alias");
    assert_param_refused("input", LOB_STR("/x"), "alias"); /* the deck opens it */
    assert_param_refused("report_file", LOB_STR("/x"), "alias");
    give("output", "1"); /* here it is a switch */
    assert_int_equal(prepare("d.drc"), LOB_OK);
    assert_string_equal(definition("output"), "1");
    give("in_gds", "1");
    assert_int_equal(prepare("d.drc"), LOB_OK);
    param_count = 0;
}

static bool sweep_prepare(void *arg) {
    (void)arg;
    lob_arena *own_arena = lob_arena_new(0);
    lob_roots *roots = NULL;
    lob_ctx own;
    lob_deck own_deck;
    if (!own_arena) {
        return false;
    }
    lob_ctx_init(&own, own_arena);
    lob_deck_spec spec = spec_of("d.drc");
    lob_status status = lob_roots_open(&own, "", &roots);
    spec.roots = roots;
    status = status == LOB_OK ? lob_deck_prepare(&own, &spec, &own_deck) : status;
    if (status != LOB_OK) {
        assert_ne(own.error.hint[0], '\0');
    }
    lob_roots_close(roots);
    lob_arena_drop(own_arena);
    return status == LOB_OK;
}

static void survives_want_of_memory(void **state) {
    (void)state;
    put_file(base, "d.drc", "# %include a.drc\n# %include a.drc\n");
    put_file(base, "a.drc", "report('x')\n");
    give("a", "1");
    sweep_allocations(sweep_prepare, NULL);
    param_count = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(leaves_complete_decks_alone, begin_test, end_test),
        cmocka_unit_test_setup_teardown(unwraps_macros, begin_test, end_test),
        cmocka_unit_test_setup_teardown(refuses_what_is_no_deck, begin_test, end_test),
        cmocka_unit_test_setup_teardown(puts_includes_in_place, begin_test, end_test),
        cmocka_unit_test_setup_teardown(gives_what_is_not_said, begin_test, end_test),
        cmocka_unit_test_setup_teardown(names_one_of_several_tops, begin_test, end_test),
        cmocka_unit_test_setup_teardown(counts_lines_in_front, begin_test, end_test),
        cmocka_unit_test_setup_teardown(refuses_includes, begin_test, end_test),
        cmocka_unit_test_setup_teardown(bounds_includes, begin_test, end_test),
        cmocka_unit_test_setup_teardown(keeps_within_the_roots, begin_test, end_test),
        cmocka_unit_test_setup_teardown(defines_its_names, begin_test, end_test),
        cmocka_unit_test_setup_teardown(refuses_params, begin_test, end_test),
        cmocka_unit_test_setup_teardown(guards_input_and_report, begin_test, end_test),
        cmocka_unit_test_setup_teardown(survives_want_of_memory, begin_test, end_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
