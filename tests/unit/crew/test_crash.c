/* Reports of crashes: what they show, what they leave out, how many stay. */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/platform.h"
#include "crew/crash.h"

static char folder[64], path[128];

static int setup(void **state) {
    char root[] = "/tmp/lob_crash_XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(root));
    snprintf(folder, sizeof folder, "%s/crash", root);
    snprintf(path, sizeof path, "%s/report.txt", folder);
    return 0;
}

static int teardown(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%.*s'", (int)strlen(folder) - 6, folder);
    return system(command) < 0;
}

static void redacted(void **state) {
    static const struct {
        const char *json, *shown;
    } cases[] = {
        {"{\"path\":\"/home/a/secret.gds\",\"limit\":5}", "{\"path\":\"(18 bytes)\",\"limit\":5}"},
        {"{\"hierarchy_mode\":\"recursive\",\"cell\":\"TOP\"}",
         "{\"hierarchy_mode\":\"recursive\",\"cell\":\"(3 bytes)\"}"},
        {"{\"mode\":\"a name that is too long for a word\"}", "{\"mode\":\"(34 bytes)\"}"},
        {"{\"a\":[\"x\\\"y\\\\\",true,-1.5e3]}", "{\"a\":[\"(6 bytes)\",true,-1.5e3]}"},
        {"{\"a member that nobody has defined\":1}", "{\"(32 bytes)\":1}"},
        {"{\"mode\":\"unended", "{\"mode\":\"unended\""},
        {"", ""},
    };
    char out[200];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].json);
        const size_t size = lob_crash_redact(lob_str_from(cases[i].json), out, sizeof out - 1);
        out[size] = '\0';
        assert_string_equal(out, cases[i].shown);
    }
    assert_int_equal(lob_crash_redact(LOB_STR("{\"path\":\"abcdef\"}"), out, 9), 9);
    assert_memory_equal(out, "{\"path\":\"", 9);
}

static void read_report(char *text, size_t size) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* The state of a child that ends by this signal. */
static int crash(int number, bool in_request) {
    int state;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        lob_crash_arm(folder, path, "1.2.3");
        if (in_request) {
            lob_crash_note(LOB_STR("list_cells"), LOB_STR("{\"cell\":\"SECRET\"}"));
        }
        raise(number);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &state, 0), child);
    return state;
}

static void written(void **state) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    char text[8192], expected[64];
    struct stat info;
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        lob_case("%d", signals[i]);
        const int end = crash(signals[i], true);
        assert_true(WIFSIGNALED(end));
        assert_eq(WTERMSIG(end), signals[i]);
        read_report(text, sizeof text);
        snprintf(expected, sizeof expected, "version: 1.2.3\nsignal: %d\n", signals[i]);
        assert_non_null(strstr(text, expected));
        assert_non_null(strstr(text, "tool: list_cells\narguments: {\"cell\":\"(6 bytes)\"}\nbacktrace:"));
        assert_int_equal(strstr(text, "backtrace:\n") != NULL, LOB_HAS_BACKTRACE);
        assert_int_equal(strstr(text, "[0x") != NULL, LOB_HAS_BACKTRACE);
        assert_null(strstr(text, "SECRET"));
        assert_int_equal(stat(path, &info), 0);
        assert_int_equal(info.st_mode & 0777, 0600);
        assert_int_equal(stat(folder, &info), 0);
        assert_int_equal(info.st_mode & 0777, 0700);
        assert_int_equal(unlink(path), 0);
    }
}

static void written_between_requests(void **state) {
    char text[8192];
    (void)state;
    assert_true(WIFSIGNALED(crash(SIGSEGV, false)));
    read_report(text, sizeof text);
    assert_null(strstr(text, "tool:"));
    assert_true(WIFSIGNALED(crash(SIGSEGV, false))); /* never over another file */
}

static void trimmed(void **state) {
    char name[LOB_CRASH_NAME_SIZE], other[LOB_CRASH_NAME_SIZE], file[256];
    unsigned count = 0;
    (void)state;
    lob_crash_trim(folder); /* is not there */
    assert_int_equal(mkdir(folder, 0700), 0);
    lob_crash_name(name);
    lob_crash_name(other);
    assert_string_not_equal(name, other);
    assert_int_equal(strncmp(name, "crash_20", 8), 0);
    for (int i = 0; i < LOB_CRASH_KEPT_MAX + 5; i++) {
        snprintf(file, sizeof file, "%s/crash_%03d.txt", folder, i);
        fclose(fopen(file, "w"));
    }
    snprintf(file, sizeof file, "%s/notes", folder);
    fclose(fopen(file, "w"));
    lob_crash_trim(folder);
    for (int i = 0; i < LOB_CRASH_KEPT_MAX + 5; i++) {
        snprintf(file, sizeof file, "%s/crash_%03d.txt", folder, i);
        assert_int_equal(access(file, F_OK) == 0, i >= 5); /* the oldest went */
        count += access(file, F_OK) == 0;
    }
    assert_int_equal(count, LOB_CRASH_KEPT_MAX);
    snprintf(file, sizeof file, "%s/notes", folder);
    assert_int_equal(access(file, F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redacted),
        cmocka_unit_test_setup_teardown(written, setup, teardown),
        cmocka_unit_test_setup_teardown(written_between_requests, setup, teardown),
        cmocka_unit_test_setup_teardown(trimmed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
