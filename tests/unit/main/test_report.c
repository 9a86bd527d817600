/* The report command, as a whole command line with the real tools: options, where the page goes, what is said of it and
 * of what went wrong. What a page holds is tests/unit/report's. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "tests/support/stride.h"
#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"

static lob_cancel rig_cancel;

static const char *fixture(const char *name) {
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "fixtures/%s", name);
    return path;
}

static int setup(void **state) {
    (void)state;
    return folder_make("report") ? 0 : 1;
}

static const char *rig_environment(const char *name) {
    return strcmp(name, "TMPDIR") == 0 ? in_folder("tmp") : NULL;
}

static rig rig_run(const char *const *words) {
    const rig r = rig_run_line(&(rig_line){.cancel = &rig_cancel, .environment = rig_environment}, words);
    assert_int_equal(entries(in_folder("tmp")), 0); /* the folder of the run is gone, however it ended */
    return r;
}

#define REPORT(...) rig_run((const char *const[]){"report", __VA_ARGS__, NULL})

static char *content(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 8 << 20);
    assert_gt(fread(text, 1, (8 << 20) - 1, file), 0);
    fclose(file);
    return text;
}

static void test_page(void **state) {
    (void)state;
    rig r = REPORT(fixture(stride_is_on() ? "straight.gds" : "coupler.gds"), "-o", in_folder("a.html"), "--title=A & B",
                   "--date", "today");
    assert_int_equal(r.code, 0);
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "\"pictures\":"));
    assert_null(strstr(r.out, "\"markers\""));
    char *page = content(in_folder("a.html"));
    assert_int_equal(strncmp(page, "<!DOCTYPE html>\n<html", 20), 0);
    assert_non_null(strstr(page, "<h1>A &amp; B</h1>"));
    assert_non_null(strstr(page, "<dd>today</dd>"));
    assert_non_null(strstr(page, "layout-observer 0.2.0"));
    free(page);
    rig_release(&r);
    if (stride_is_on()) {
        return; /* twice the same page again */
    }
    /* An existing page is replaced, as convert does; nothing is said when that is asked for. */
    r = REPORT(fixture("coupler.gds"), "--output", in_folder("a.html"), "--quiet", "--progress");
    assert_int_equal(r.code, 0);
    assert_string_equal(r.out, "");
    page = content(in_folder("a.html"));
    rig_release(&r);
    r = REPORT(fixture("coupler.gds"), "-o", "-");
    assert_int_equal(r.code, 0);
    assert_string_equal(r.out, page);
    assert_string_equal(r.err, "");
    free(page);
    rig_release(&r);
}

static void test_rules_and_names(void **state) {
    (void)state;
    if (!stride_is_on()) {
        rig r = REPORT(fixture("rules.gds"), "-o", in_folder("r.html"), "--rules", fixture("rules.deck.json"));
        assert_int_equal(r.code, 0); /* markers are no failure of the report */
        assert_non_null(strstr(r.out, "\"markers\":27"));
        rig_release(&r);
    }
    /* Under valgrind all of it at once: pictures of markers are tests/unit/report's. */
    rig r = stride_is_on()
                ? REPORT(fixture("layers_named.gds"), "-o", in_folder("l.html"), "--lyp", fixture("layers_named.lyp"),
                         "--convention", fixture("port_markers.convention.json"), "--rules", fixture("rules.deck.json"))
                : REPORT(fixture("layers_named.gds"), "-o", in_folder("l.html"), "--lyp", fixture("layers_named.lyp"),
                         "--convention", fixture("port_markers.convention.json"));
    assert_int_equal(!strstr(r.out, "\"markers\":"), !stride_is_on());
    assert_int_equal(r.code, 0);
    char *page = content(in_folder("l.html"));
    assert_non_null(strstr(page, "<dt>Layer properties</dt><dd><bdi class=\"name\">layers_named.lyp</bdi>"));
    free(page);
    rig_release(&r);
    r = REPORT(fixture("reticle.gds"), "-o", "-", "--top", "gc");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "Layout report of the cell <bdi class=\"name\">gc</bdi>"));
    assert_non_null(strstr(r.out, "<dt>This page covers</dt>"));
    rig_release(&r);
}

static void expect_usage(rig r, const char *words) {
    assert_int_equal(r.code, 2);
    assert_string_equal(r.out, "");
    assert_non_null(strstr(r.err, words));
    rig_release(&r);
}

static void test_usage(void **state) {
    (void)state;
    static char far[5000];
    memset(far, 'a', sizeof far - 1);
    expect_usage(REPORT("a.gds"), "-o OUT is missing");
    expect_usage(REPORT("-o", "x.html"), "FILE is missing");
    expect_usage(REPORT("a.gds", "-o"), "-o needs a value");
    expect_usage(REPORT("a.gds", "-o", "x", "-o", "y"), "-o is given twice");
    expect_usage(REPORT("a.gds", "b.gds", "-o", "x"), "unexpected argument b.gds after FILE");
    expect_usage(REPORT("a.gds", "--what", "-o", "x"), "unknown option --what");
    expect_usage(REPORT("a.gds", "-o", "x", "--rules", "r.json", "--drc", "r.drc"), "--rules or --drc, not both");
    expect_usage(REPORT("a.gds", "-o", "x", "--root"), "");
    expect_usage(REPORT(far, "-o", "x"), "a path is too long");
    rig r = REPORT("--help");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "report FILE -o OUT.html"));
    rig_release(&r);
}

static void expect_error(rig r, const char *code, const char *reason, bool on_err) {
    assert_int_equal(r.code, 1);
    assert_non_null(strstr(on_err ? r.err : r.out, code));
    assert_non_null(strstr(on_err ? r.err : r.out, reason));
    assert_string_equal(on_err ? r.out : r.err, "");
    rig_release(&r);
}

static void test_errors(void **state) {
    (void)state;
    char *before = content(fixture("rules.deck.json"));
    expect_error(REPORT("/nonexistent.gds", "-o", in_folder("x.html"), "--json"), "FILE_NOT_FOUND", "absent", false);
    expect_error(REPORT("/nonexistent.gds", "-o", "-"), "report: The file does not exist: ", "nonexistent.gds", true);
    expect_error(REPORT(fixture("ring.gds"), "-o", fixture("ring.gds"), "--json"), "INVALID_TARGET", "same_file",
                 false);
    expect_error(
        REPORT(fixture("ring.gds"), "--rules", fixture("rules.deck.json"), "-o", fixture("rules.deck.json"), "--json"),
        "INVALID_TARGET", "same_file", false);
    expect_error(REPORT(fixture("ring.gds"), "-o", in_folder("no/x.html"), "--json"), "FILE_NOT_FOUND", "hint", false);
    expect_error(REPORT(fixture("ring.gds"), "-o", in_folder("x.html"), "--top", "none", "--json"),
                 "TOP_CELL_NOT_FOUND", "hint", false);
    assert_int_equal(access(in_folder("x.html"), F_OK), -1);
    char *after = content(fixture("rules.deck.json"));
    assert_string_equal(before, after);
    free(before);
    free(after);
    atomic_store(&rig_cancel.requested, true);
    rig r = REPORT(fixture("ring.gds"), "-o", in_folder("x.html"));
    atomic_store(&rig_cancel.requested, false);
    assert_int_equal(r.code, 128 + 15);
    assert_int_equal(access(in_folder("x.html"), F_OK), -1);
    rig_release(&r);
    if (access("/dev/full", W_OK) == 0) {
        expect_error(REPORT(fixture("ring.gds"), "-o", "/dev/full", "--json"), "INVALID_TARGET", "not_regular", false);
    }
}

/* The first allocations, which are the command's own. */
static void test_memory(void **state) {
    (void)state;
    for (unsigned nth = 1; nth < 40; nth++) {
        const uint64_t live = lob_alloc_live();
        lob_alloc_fail_at(nth, 1);
        rig r = REPORT(fixture("empty.gds"), "-o", in_folder("m.html"));
        lob_alloc_fail_at(0, 0);
        assert_among(r.code, 1, 2);
        assert_int_equal(lob_alloc_live(), live);
        assert_int_equal(access(in_folder("m.html"), F_OK), -1);
        rig_release(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_page), cmocka_unit_test(test_rules_and_names),
                                       cmocka_unit_test(test_usage), cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, setup, folder_remove);
}
