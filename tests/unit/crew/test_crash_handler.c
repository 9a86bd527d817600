/* The handler of crashes in processes that outlive it: what it writes once, a second time, and on a full disk.
 * A program of its own: it stands in for raise(). */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/platform.h"
#include "crew/crash.h"

static char root[64], folder[80], path[128];
static volatile sig_atomic_t raised;

int raise(int number) {
    raised = number;
    return 0;
}

static int setup(void **state) {
    (void)state;
    strcpy(root, "/tmp/lob_crash_XXXXXX");
    assert_non_null(mkdtemp(root));
    snprintf(folder, sizeof folder, "%s/crash", root);
    snprintf(path, sizeof path, "%s/report.txt", folder);
    return 0;
}

static int teardown(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command) < 0;
}

/* In a child: crashes so often; files may have that many bytes. The signal that it then raised. */
static int crash(int number, unsigned times, rlim_t size_max) {
    int state;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        struct rlimit before, bound;
        signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before);
        bound = before;
        bound.rlim_cur = size_max < before.rlim_max ? size_max : before.rlim_max;
        setrlimit(RLIMIT_FSIZE, &bound);
        lob_crash_note(LOB_STR("list_cells"), LOB_STR("{\"cell\":\"SECRET\"}"));
        for (unsigned i = 0; i < times; i++) {
            lob_crash_arm(folder, path, "1.2.3");
            kill(getpid(), number);
        }
        setrlimit(RLIMIT_FSIZE, &before);
        exit(raised);
    }
    assert_int_equal(waitpid(child, &state, 0), child);
    assert_true(WIFEXITED(state));
    return WEXITSTATUS(state);
}

static size_t read_report(char *text, size_t size) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t used = fread(text, 1, size - 1, file);
    text[used] = '\0';
    fclose(file);
    return used;
}

static unsigned count(const char *text, const char *part) {
    unsigned found = 0;
    for (const char *at = text; (at = strstr(at, part)); at++) {
        found++;
    }
    return found;
}

static void the_first_crash_is_told(void **state) {
    static char text[16384];
    (void)state;
    assert_int_equal(crash(SIGSEGV, 2, RLIM_INFINITY), SIGSEGV);
    (void)read_report(text, sizeof text);
    assert_int_equal(count(text, "layout-observer crash report\n"), 1);
    assert_int_equal(count(text, "tool: list_cells\narguments: {\"cell\":\"(6 bytes)\"}\nbacktrace:"), 1);
    assert_int_equal(count(text, "\nbacktrace:\n"), LOB_HAS_BACKTRACE);
    assert_null(strstr(text, "SECRET"));
    assert_int_equal(crash(SIGBUS, 1, RLIM_INFINITY), SIGBUS); /* the file is there: it stays as it is */
    static char again[16384];
    (void)read_report(again, sizeof again);
    assert_string_equal(again, text);
}

static void a_full_disk_ends_the_report(void **state) {
    char text[256];
    (void)state;
    assert_int_equal(crash(SIGFPE, 1, 20), SIGFPE);
    assert_int_equal(read_report(text, sizeof text), 20);
    assert_string_equal(text, "layout-observer cras");
}

static void no_folder_no_report(void **state) {
    struct stat info;
    (void)state;
    assert_int_equal(rmdir(root), 0);
    assert_int_equal(crash(SIGABRT, 1, RLIM_INFINITY), SIGABRT);
    assert_int_not_equal(stat(path, &info), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_first_crash_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_ends_the_report, setup, teardown),
        cmocka_unit_test_setup_teardown(no_folder_no_report, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
