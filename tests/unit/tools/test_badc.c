/* The rig of the bad files sees what it is there to see: every expectation that is off by a little must fail. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "tests/support/stride.h"
#include "tools/badc/badc.h"
#include "tools/badc/oasis.h"

static const bad_row *row_of(const char *name) {
    unsigned count;
    const bad_row *const *rows = bad_rows(&count);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(rows[i]->name, name) == 0) {
            return rows[i];
        }
    }
    fail_msg("no row %s", name);
    return NULL;
}

static bad_tally run(const bad_row *row) {
    bad_tally tally = {0};
    bad_run_row(row, &tally);
    assert_int_equal(tally.passed + tally.failed + tally.known, 1);
    return tally;
}

static void test_right_row(void **state) {
    (void)state;
    assert_int_equal(run(row_of("gds_mag_zero.gds")).passed, 1);
    assert_int_equal(run(row_of("odd_gds_junk_after_end.gds")).passed, 1);
}

static void test_wrong_expectation(void **state) {
    (void)state;
    bad_row row = *row_of("gds_mag_zero.gds");
    row.reason = "angle";
    assert_int_equal(run(&row).failed, 1);
    row = *row_of("gds_mag_zero.gds");
    row.record = "ANGLE";
    assert_int_equal(run(&row).failed, 1);
    row.record = NULL;
    assert_int_equal(run(&row).failed, 1);
    row.reason = NULL; /* as if it were to be accepted */
    assert_int_equal(run(&row).failed, 1);
}

static bad_recipe *original;

static void mark_later(bad_file *f, const bad_row *row) {
    original(f, row);
    f->expect.offset++;
}

static void mark_next(bad_file *f, const bad_row *row) {
    original(f, row);
    f->expect.index++;
}

static void other_cell(bad_file *f, const bad_row *row) {
    original(f, row);
    f->expect.cell = "elsewhere";
}

static void test_wrong_place(void **state) {
    (void)state;
    bad_row row = *row_of("gds_mag_zero.gds");
    original = row.make;
    row.make = mark_later;
    assert_int_equal(run(&row).failed, 1);
    row.make = mark_next;
    assert_int_equal(run(&row).failed, 1);
    row.make = other_cell;
    assert_int_equal(run(&row).failed, 1);
}

static void test_wrong_acceptance(void **state) {
    (void)state;
    bad_row row = *row_of("odd_gds_junk_after_end.gds");
    row.warnings = NULL;
    assert_int_equal(run(&row).failed, 1);
    row = *row_of("odd_gds_junk_after_end.gds");
    row.shapes = 2;
    assert_int_equal(run(&row).failed, 1);
    row.reason = "junk";
    assert_int_equal(run(&row).failed, 1);
}

/* Known rows are no failures while they are wrong, and are one as soon as they are right. */
static void test_known(void **state) {
    (void)state;
    bad_row row = *row_of("gds_mag_zero.gds");
    row.known = "nothing";
    assert_int_equal(run(&row).failed, 1);
    row.reason = "angle";
    assert_int_equal(run(&row).known, 1);
}

static void put(const char *folder, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static unsigned failures(const char *folder, bool check) {
    bad_tally tally = {0};
    bad_folder(folder, check, &tally);
    return tally.failed;
}

static void test_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/lob_test_badc_XXXXXX", path[256], command[256];
    assert_non_null(mkdtemp(folder));
    unsigned count;
    bad_rows(&count);
    assert_int_equal(failures(folder, true), count + 1); /* with expected.json */
    assert_int_equal(failures(folder, false), 0);
    assert_int_equal(failures(folder, true), 0);
    put(folder, "stray.gds", "x");
    assert_int_equal(failures(folder, true), 1);
    put(folder, "gds_mag_zero.gds", "x");
    assert_int_equal(failures(folder, true), 2);
    snprintf(path, sizeof path, "%s/stray.gds", folder);
    unlink(path);
    assert_int_equal(failures(folder, false), 0);
    assert_int_equal(failures(folder, true), 0);
    put(folder, "expected.json", "[]");
    assert_int_equal(failures(folder, true), 1);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(failures(folder, true), count + 2); /* and the folder */
    assert_int_equal(failures(folder, false), count + 1);
}

static bad_tally oasis(const char *folder, bool check) {
    bad_tally tally = {0};
    ox_folder(folder, check, &tally);
    return tally;
}

static void test_oasis_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/lob_test_badc_XXXXXX", command[256];
    assert_non_null(mkdtemp(folder));
    unsigned count = ox_shape_count + ox_name_count;
    assert_int_equal(oasis(folder, true).failed, count);
    assert_int_equal(oasis(folder, false).passed, count);
    assert_int_equal(oasis(folder, true).passed, count);
    put(folder, "modal.oas", "x");
    put(folder, "cblocks.json", "{}");
    assert_int_equal(oasis(folder, true).failed, 2);
    put(folder, "stray.oas", "x");
    assert_int_equal(oasis(folder, true).failed, 3);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(oasis(folder, false).failed, count);
}

/* The row of a recipe with one expectation changed. */
static ox_layer wrong;
static void (*right_make)(ox_file *x);

static void make_wrong(ox_file *x) {
    right_make(x);
    x->layers[0].count += wrong.count;
    x->layers[0].layer += wrong.layer;
    x->layers[0].box[2] += wrong.box[2];
    x->layers[0].kind = wrong.kind ? wrong.kind : x->layers[0].kind;
    x->cells += wrong.datatype;
    x->warnings = wrong.area ? "xname" : x->warnings;
}

static void test_wrong_oasis(void **state) {
    (void)state;
    static const ox_layer faults[] = {{.count = 1},     {.layer = 1000}, {.box = {0, 0, 1, 0}},
                                      {.kind = "text"}, {.datatype = 1}, {.area = 1}};
    static const char *const names[] = {"count", "layer", "box", "kind", "cells", "warnings"};
    right_make = ox_shape_rows[0].make;
    ox_row row = {"ctrapezoids", "", make_wrong};
    wrong = (ox_layer){0};
    assert_true(ox_reads_right(&row));
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        lob_case("%s", names[i]);
        wrong = faults[i];
        assert_false(ox_reads_right(&row));
    }
}

/* A program that answers nothing, or is not there. */
static void test_program(void **state) {
    (void)state;
    static const char *const programs[] = {"/bin/false", "/bin/echo", "/nonexistent/program"};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i += stride_pick(1, 3)) {
        lob_case("%s", programs[i]);
        bad_tally tally = {0};
        bad_run_cli(programs[i], "fixtures/bad", &tally);
        assert_int_equal(tally.passed, 0);
        assert_gt(tally.failed, 10);
        tally = (bad_tally){0};
        bad_bombs(programs[i], 1, &tally);
        assert_int_equal(tally.passed, 0);
        assert_int_equal(tally.failed, 6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_row),   cmocka_unit_test(test_wrong_expectation),
        cmocka_unit_test(test_wrong_place), cmocka_unit_test(test_wrong_acceptance),
        cmocka_unit_test(test_known),       cmocka_unit_test(test_folder),
        cmocka_unit_test(test_program),     cmocka_unit_test(test_oasis_folder),
        cmocka_unit_test(test_wrong_oasis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
