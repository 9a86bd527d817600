/* The folder of a command: names by the documentation of scratch.h. */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "main/scratch.h"

static char base[64];
static const char *tmpdir;
static char *said;
static size_t said_size;
static lob_cli cli;
static lob_settings settings;
static lob_scratch scratch;

static const char *environment(const char *name) {
    return strcmp(name, "TMPDIR") == 0 ? tmpdir : NULL;
}

static int set_up(void **state) {
    (void)state;
    strcpy(base, "/tmp/lob_scratch.XXXXXX");
    if (!mkdtemp(base)) {
        return -1;
    }
    tmpdir = base;
    said = NULL;
    cli = (lob_cli){
        .product = {.name = "layout-observer"}, .err = open_memstream(&said, &said_size), .getenv_fn = environment};
    memset(&settings, 0, sizeof settings);
    lob_scratch_begin(&scratch, &cli);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    fclose(cli.err);
    free(said);
    return rmdir(base); /* fails when anything is left */
}

static const char *what_was_said(void) {
    fflush(cli.err);
    return said;
}

static bool is_folder(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && (info.st_mode & 07777) == 0700;
}

/* ---- the folder ---- */

static void test_folder(void **state) {
    (void)state;
    char inner[4200];
    assert_true(lob_scratch_root(&scratch, &settings));
    assert_memory_equal(settings.artifact_root, base, strlen(base));
    assert_true(is_folder(settings.artifact_root));
    snprintf(inner, sizeof inner, "%s/inner", settings.artifact_root);
    assert_int_equal(mkdir(inner, 0700), 0);
    lob_scratch_end(&scratch);
    assert_int_equal(access(settings.artifact_root, F_OK), -1);
    lob_scratch_end(&scratch); /* once is enough */
}

/* A root that was given is used as it is, and stays. */
static void test_given(void **state) {
    (void)state;
    strcpy(settings.artifact_root, base);
    assert_true(lob_scratch_root(&scratch, &settings));
    assert_string_equal(settings.artifact_root, base);
    lob_scratch_end(&scratch);
    assert_true(is_folder(base));
}

static void test_elsewhere(void **state) {
    (void)state;
    static const char *const others[] = {NULL, "relative", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        lob_case("others[%zu]", i);
        tmpdir = others[i];
        settings.artifact_root[0] = '\0';
        assert_true(lob_scratch_root(&scratch, &settings));
        assert_memory_equal(settings.artifact_root, "/tmp/layout-observer-", 21);
        assert_true(is_folder(settings.artifact_root));
        lob_scratch_end(&scratch);
        assert_int_equal(access(settings.artifact_root, F_OK), -1);
    }
}

static void test_no_folder(void **state) {
    (void)state;
    static char longest[5000];
    memset(longest, '/', sizeof longest - 1);
    const char *const bad[] = {"/nonexistent/folder", longest};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        tmpdir = bad[i];
        assert_false(lob_scratch_root(&scratch, &settings));
        assert_int_equal(settings.artifact_root[0], '\0');
        assert_non_null(strstr(what_was_said(), "set TMPDIR or give --artifact-root"));
        rewind(cli.err);
        lob_scratch_end(&scratch);
    }
}

/* What cannot be removed is no fault of the command. */
static void test_gone_meanwhile(void **state) {
    (void)state;
    char parent[100], away[100], made[4200];
    snprintf(parent, sizeof parent, "%s/a", base);
    snprintf(away, sizeof away, "%s/b", base);
    assert_int_equal(mkdir(parent, 0700), 0);
    tmpdir = parent;
    assert_true(lob_scratch_root(&scratch, &settings));
    assert_int_equal(rename(parent, away), 0);
    lob_scratch_end(&scratch);
    snprintf(made, sizeof made, "%s/%s", away, strrchr(settings.artifact_root, '/') + 1);
    assert_true(is_folder(made));
    assert_int_equal(rmdir(made), 0);
    assert_int_equal(rmdir(away), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_given, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_elsewhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_gone_meanwhile, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
