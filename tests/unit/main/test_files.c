/* Files that answers of commands name: kept, copied, or not named at all. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli/command.h"
#include "main/files.h"
#include "json/reader.h"

static char base[64], said[4096];
static lob_settings settings;
static lob_buf shown;
static unsigned gone;

static int setup(void **state) {
    (void)state;
    lob_json_init();
    strcpy(base, "/tmp/lob_files_XXXXXX");
    assert_non_null(mkdtemp(base));
    assert_int_equal(chdir(base), 0);
    static const char *const folders[] = {"sessions", "sessions/ses_0123456789ab", "sessions/ses_0123456789ab/renders"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(mkdir(folders[i], 0700), 0);
    }
    for (int i = 1; i < 3; i++) {
        char path[100];
        snprintf(path, sizeof path, "sessions/ses_0123456789ab/renders/%d.png", i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "picture %d", i);
        fclose(file);
    }
    settings = (lob_settings){0};
    gone = 0;
    lob_buf_init(&shown, 0);
    return 0;
}

static int teardown(void **state) {
    char command[128];
    (void)state;
    lob_buf_release(&shown);
    snprintf(command, sizeof command, "rm -rf %s", base);
    return chdir("/") != 0 || system(command) != 0;
}

/* `format` has one %s for each name of the root; err is in `said`. */
__attribute__((format(printf, 1, 2))) static lob_files_end show(const char *format, ...) {
    char answer[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(answer, sizeof answer, format, args);
    va_end(args);
    memset(said, 0, sizeof said);
    const lob_cli cli = {.product = {.name = "lob"}, .err = fmemopen(said, sizeof said, "w")};
    const lob_files_end end = lob_files_show(&cli, &settings, base, lob_str_from(answer), &shown, &gone);
    fclose(cli.err);
    lob_buf_add_byte(&shown, '\0');
    return end;
}

/* --keep and -o as a command of tools takes them. */
static bool take(const char *a, const char *b) {
    static const lob_command command = {.name = "tool", .usage = "", .title = "", .takes = LOB_TAKES_FILES};
    char *words[] = {(char[]){"lob"}, (char[]){"tool"}, (char *)(uintptr_t)a, (char *)(uintptr_t)b};
    int code;
    memset(said, 0, sizeof said);
    const lob_cli cli = {.product = {.name = "lob"}, .err = fmemopen(said, sizeof said, "w")};
    settings = (lob_settings){0};
    const bool fine = lob_command_read(&cli, &command, &settings, NULL, b ? 4 : 3, words, NULL, &code);
    fclose(cli.err);
    return fine;
}

static void expect_file(const char *path, const char *expected) {
    char text[100] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_gt(fread(text, 1, sizeof text - 1, file), 0);
    fclose(file);
    assert_string_equal(text, expected);
}

static void test_options(void **state) {
    (void)state;
    char expected[200];
    assert_false(take("--pretty", NULL));
    assert_true(take("--keep", NULL));
    assert_true(settings.keep);
    assert_true(take("-o", "x.png"));
    snprintf(expected, sizeof expected, "%s/x.png", base);
    assert_string_equal(settings.out_path, expected);
    assert_false(settings.out_is_folder);
    assert_true(take("--out=new/", NULL));
    assert_true(settings.out_is_folder);
    assert_true(take("--out", "sessions"));
    assert_true(settings.out_is_folder);
    assert_false(take("-o", NULL));
    assert_non_null(strstr(said, "-o needs a value"));
    assert_false(take("-o", ""));
    assert_false(take("--out=", NULL));
}

/* Files of jobs outlive the command: named as they are, or as their copies. */
static void test_jobs(void **state) {
    (void)state;
    char expected[300];
    assert_int_equal(mkdir("jobs", 0700), 0);
    FILE *file = fopen("jobs/job_0123_mask.oas", "w");
    assert_non_null(file);
    fprintf(file, "a mask");
    fclose(file);
    assert_int_equal(show("{\"file\":\"%s/jobs/job_0123_mask.oas\"}", base), LOB_FILES_FINE);
    snprintf(expected, sizeof expected, "{\"file\":\"%s/jobs/job_0123_mask.oas\"}", base);
    assert_string_equal(shown.data, expected);
    assert_int_equal(gone, 0);
    assert_true(take("-o", "new.oas"));
    lob_buf_clear(&shown);
    assert_int_equal(show("{\"file\":\"%s/jobs/job_0123_mask.oas\"}", base), LOB_FILES_FINE);
    snprintf(expected, sizeof expected, "{\"file\":\"%s/new.oas\"}", base);
    assert_string_equal(shown.data, expected);
    expect_file("new.oas", "a mask");
}

static void test_not_named(void **state) {
    (void)state;
    assert_int_equal(show("{\"artifact_root\":\"%s/sessions/ses_0123456789ab\",\"path\":\"%s/sessions/ses_0123456789ab/"
                          "renders/1.png\",\"text\":\"\\\"%s/sessions/ses_ \\\\\",\"n\":1}",
                          base, base, base),
                     LOB_FILES_FINE);
    char expected[300];
    snprintf(expected, sizeof expected,
             "{\"artifact_root\":null,\"path\":null,\"text\":\"\\\"%s/sessions/ses_ \\\\\",\"n\":1}", base);
    assert_string_equal(shown.data, expected);
    assert_int_equal(gone, 1);
    assert_int_equal(show("{\"a\":\"cut %s", "off"), LOB_FILES_FINE); /* no JSON: as it is */
    assert_string_equal(shown.data, "{\"a\":\"cut off");
    assert_int_equal(gone, 1);
}

static void test_kept(void **state) {
    (void)state;
    char expected[200];
    settings.keep = true;
    snprintf(expected, sizeof expected, "[\"%s/sessions/ses_0123456789ab/renders/1.png\"]", base);
    assert_int_equal(show("%s", expected), LOB_FILES_FINE);
    assert_string_equal(shown.data, expected);
    assert_int_equal(gone, 0);
}

static void test_copied(void **state) {
    (void)state;
    char expected[300];
    assert_true(take("-o", "x.png"));
    assert_int_equal(
        show("[\"%s/sessions/ses_0123456789ab/renders/1.png\",\"%s/sessions/ses_0123456789ab\"]", base, base),
        LOB_FILES_FINE);
    snprintf(expected, sizeof expected, "[\"%s/x.png\",null]", base);
    assert_string_equal(shown.data, expected);
    expect_file("x.png", "picture 1");
    assert_int_equal(gone, 0);
    assert_true(take("-o", "made/"));
    assert_int_equal(
        show("[\"%s/sessions/ses_0123456789ab/renders/1.png\",\"%s/sessions/ses_0123456789ab/renders/2.png\"]", base,
             base),
        LOB_FILES_FINE);
    snprintf(expected, sizeof expected, "[\"%s/made/1.png\",\"%s/made/2.png\"]", base, base);
    assert_string_equal(shown.data, expected);
    expect_file("made/1.png", "picture 1");
    expect_file("made/2.png", "picture 2");
}

static void expect_unwritten(const char *words) {
    assert_int_equal(
        show("[\"%s/sessions/ses_0123456789ab/renders/1.png\",\"%s/sessions/ses_0123456789ab/renders/1.png\","
             "\"%s/sessions/ses_0123456789ab/renders/2.png\"]",
             base, base, base),
        LOB_FILES_UNWRITTEN);
    assert_string_equal(shown.data, "[null,null,null]");
    if (!strstr(said, words)) {
        fail_msg("%s", said);
    }
}

static void test_not_copied(void **state) {
    (void)state;
    assert_true(take("-o", "x.png"));
    expect_unwritten("several files; end -o with a /");
    assert_int_equal(access("x.png", F_OK), -1);
    assert_true(take("-o", "no/such/folder/"));
    expect_unwritten("no such folder can be made");
    assert_true(take("-o", "sessions"));
    assert_int_equal(mkdir("sessions/1.png", 0700), 0);
    expect_unwritten("cannot be written");
    assert_int_equal(unlink("sessions/ses_0123456789ab/renders/1.png"), 0); /* what the answer names is not there */
    expect_unwritten("cannot be written");
    struct rlimit old;
    assert_true(take("-o", "sessions"));
    getrlimit(RLIMIT_FSIZE, &old);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){3, old.rlim_max});
    assert_int_equal(show("[\"%s/sessions/ses_0123456789ab/renders/2.png\"]", base), LOB_FILES_UNWRITTEN);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_string_equal(shown.data, "[null]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_options, setup, teardown),
        cmocka_unit_test_setup_teardown(test_jobs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_not_named, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_copied, setup, teardown),
        cmocka_unit_test_setup_teardown(test_not_copied, setup, teardown),
    };
    signal(SIGXFSZ, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
