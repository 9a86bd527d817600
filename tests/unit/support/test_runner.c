/* The runner of unit tests (tests/support/runner.c) told by small scripts that stand for tests: whatever goes wrong in
 * one is counted as a failure, and the others go on. A runner that overlooks a failure would make every check green.
 * A program of its own: it starts what lies beside it. */
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

enum { PATH_SIZE = 512, SAID_SIZE = 8192 };

static char runner[PATH_SIZE], together[PATH_SIZE];
static char folder[PATH_SIZE];
static char said[SAID_SIZE];

/* build/MODE/tests/unit/support/test_runner -> build/MODE/tests/runner */
static int find_runner(void **state) {
    (void)state;
    const ssize_t size = readlink("/proc/self/exe", runner, sizeof runner - 16);
    assert_gt(size, 0);
    runner[size] = '\0';
    snprintf(together, sizeof together, "%.*s/together", (int)(strrchr(runner, '/') - runner), runner);
    for (int i = 0; i < 3; i++) {
        *strrchr(runner, '/') = '\0';
    }
    strcat(runner, "/runner");
    return access(runner, X_OK);
}

static int make_folder(void **state) {
    (void)state;
    char path[PATH_SIZE];
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/lob-runner-XXXXXX", parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%.480s/tests", folder);
    return mkdir(path, 0700);
}

static int remove_folder(void **state) {
    (void)state;
    char command[PATH_SIZE + 32];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void script(const char *name, const char *text) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%.400s/tests/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", text);
    fclose(file);
    assert_int_equal(chmod(path, 0700), 0);
}

/* Runs `names` (of scripts) two at a time; what the runner prints is in `said`. Returns its status. */
static int run(const char *options, const char *names) {
    char command[4 * PATH_SIZE];
    int at = snprintf(command, sizeof command, "cd '%.400s' && TEST_TIMEOUT=${LIMIT:-60} %.400s --logs . --jobs 2 %s",
                      folder, runner, options);
    char list[PATH_SIZE];
    snprintf(list, sizeof list, "%s", names);
    for (char *save, *name = strtok_r(list, " ", &save); name != NULL; name = strtok_r(NULL, " ", &save)) {
        at += snprintf(command + at, sizeof command - (size_t)at, " %.400s/tests/%s", folder, name);
    }
    assert_lt((size_t)at + 8, sizeof command);
    strcat(command, " 2>&1");
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    const size_t size = fread(said, 1, sizeof said - 1, pipe);
    said[size] = '\0';
    return WEXITSTATUS(pclose(pipe));
}

static void expect_counts(const char *name, const char *expected) {
    char path[PATH_SIZE], line[64] = "";
    snprintf(path, sizeof path, "%.400s/%s.count", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    assert_string_equal(line, expected);
}

#define PASSED(name)  "echo '[       OK ] " name "'\n"
#define FAILED(name)  "echo '[  FAILED  ] " name "'\n"
#define SKIPPED(name) "echo '[  SKIPPED ] " name "'\n"

static void test_counts_what_is_said(void **state) {
    (void)state;
    script("passes", PASSED("a") PASSED("b"));
    script("skips", PASSED("a") SKIPPED("b") "echo '[  SKIPPED ] 1 test(s), listed below:'");
    script("fails", PASSED("a") FAILED("b") FAILED("c") "echo '[  FAILED  ] tests: 2 test(s), listed below:'\n" FAILED(
                        "b") FAILED("c") "exit 2");
    assert_int_equal(run("", "passes skips"), 0);
    assert_int_equal(run("", "passes skips fails"), 1);
    expect_counts("passes", "2 0 0");
    expect_counts("skips", "1 0 1");
    expect_counts("fails", "1 2 0");
    assert_non_null(strstr(said, "ok   passes: 2 tests"));
    assert_non_null(strstr(said, "FAIL fails (exit 2)"));
}

static void test_an_end_that_names_no_test_is_a_failure(void **state) {
    (void)state;
    script("silent", "exit 0");
    script("unhappy", PASSED("a") "exit 3");
    script("dies", PASSED("a") "kill -SEGV $$");
    assert_int_equal(run("", "silent unhappy dies absent"), 1);
    expect_counts("silent", "0 1 0");
    expect_counts("unhappy", "1 1 0");
    expect_counts("dies", "1 1 0");
    expect_counts("absent", "0 1 0");
    assert_non_null(strstr(said, "FAIL dies (exit 139)"));
    assert_non_null(strstr(said, "FAIL absent (exit 127)"));
}

/* The process whose number a script wrote to `file` ends, or has ended. */
static void expect_gone(const char *file_name) {
    char path[PATH_SIZE], state = 0;
    int pid = 0;
    snprintf(path, sizeof path, "%.400s/%s", folder, file_name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    assert_gt(pid, 1);
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    for (int tries = 0; tries < 500; tries++) {
        file = fopen(path, "r");
        if (file == NULL) {
            return;
        }
        const int read = fscanf(file, "%*d (%*[^)]) %c", &state);
        fclose(file);
        if (read != 1 || state == 'Z') {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(pid, SIGKILL);
    fail_msg("process %d was left behind", pid);
}

static void test_one_that_hangs_is_killed_with_what_it_started(void **state) {
    (void)state;
    script("hangs", PASSED("a") "sleep 1000 &\necho $! >hung\nwait");
    script("passes", PASSED("a"));
    const time_t before = time(NULL);
    setenv("LIMIT", "2", 1);
    assert_int_equal(run("", "hangs passes"), 1);
    unsetenv("LIMIT");
    assert_lt(time(NULL) - before, 30);
    expect_counts("hangs", "1 1 0");
    expect_counts("passes", "1 0 0");
    assert_non_null(strstr(said, "FAIL hangs (exit 137)"));
    expect_gone("hung");
}

static void test_nobody_is_left_behind(void **state) {
    (void)state;
    script("leaves", "sleep 1000 >/dev/null 2>&1 &\necho $! >left\n" PASSED("a"));
    assert_int_equal(run("", "leaves"), 0);
    expect_counts("leaves", "1 0 0");
    expect_gone("left");
}

static void test_a_wrapper_starts_programs(void **state) {
    (void)state;
    script("told", "[ \"$WRAPPED\" = yes ] && " PASSED("a"));
    assert_int_equal(run("", "told"), 1);
    expect_counts("told", "0 1 0");
    assert_int_equal(run("--wrapper 'env WRAPPED=yes'", "told"), 0);
    expect_counts("told", "1 0 0");
}

/* One process for all of them, which ends with `status`; `names` are entries of tests/unit/support/together.c. */
static void share(int status, const char *names) {
    char command[4 * PATH_SIZE];
    snprintf(command, sizeof command, "cd '%.400s' && TEST_TIMEOUT=${LIMIT:-60} %.400s --logs . --together yes %s 2>&1",
             folder, together, names);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    assert_int_equal(WEXITSTATUS(pclose(pipe)), status);
}

static void test_a_shared_process_is_tidied(void **state) {
    (void)state;
    share(0, "leaves_a_mess finds_no_mess");
    share(1, "leaves_a_mess finds_no_mess fails");
    expect_counts("leaves_a_mess", "1 0 0");
    expect_counts("finds_no_mess", "1 0 0");
    expect_counts("fails", "0 1 0");
    assert_null(strstr(said, "FAIL together"));
}

static void test_the_end_of_a_shared_process_is_one_failure(void **state) {
    (void)state;
    setenv("LIMIT", "2", 1);
    share(1, "dies leaves_early hangs finds_no_mess");
    unsetenv("LIMIT");
    expect_counts("dies", "0 1 0");
    expect_counts("leaves_early", "1 1 0");
    expect_counts("hangs", "0 1 0");
    expect_counts("finds_no_mess", "1 0 0");
    assert_non_null(strstr(said, "FAIL dies (exit 134)"));
    assert_non_null(strstr(said, "FAIL hangs (exit 137)"));
}

static void test_what_is_found_in_a_shared_process_is_a_failure(void **state) {
    (void)state;
    share(1, "has_a_fault_found_later finds_no_mess");
    expect_counts("has_a_fault_found_later", "1 0 0");
    expect_counts("finds_no_mess", "1 0 0");
    const char *found = strstr(said, "FAIL together.");
    assert_non_null(found);
    char name[64];
    assert_int_equal(sscanf(found, "FAIL %63s", name), 1);
    expect_counts(name, "0 1 0");
}

static void test_usage(void **state) {
    (void)state;
    assert_int_not_equal(run("", ""), 0);
    assert_non_null(strstr(said, "usage: "));
    assert_int_not_equal(run("--jobs 0", "passes"), 0);
    assert_int_not_equal(run("--jobs 65", "passes"), 0);
    assert_int_not_equal(run("--unknown 1", "passes"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_counts_what_is_said, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_an_end_that_names_no_test_is_a_failure, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_one_that_hangs_is_killed_with_what_it_started, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_nobody_is_left_behind, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_wrapper_starts_programs, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_shared_process_is_tidied, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_the_end_of_a_shared_process_is_one_failure, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_what_is_found_in_a_shared_process_is_a_failure, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_usage, make_folder, remove_folder),
    };
    return cmocka_run_group_tests_name("runner", tests, find_runner, NULL);
}
