/* Where the other program is found, and that it takes over.
 * A program of its own: its tools stand in for the generated ones. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli_rig.h"
#include "main/proxy.h"

static void put(const char *path, mode_t mode) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("#!/bin/sh\necho \"$@\"\n", file);
    fclose(file);
    assert_int_equal(chmod(path, mode), 0);
}

static void beside_or_in_libexec(void **state) {
    char root[] = "/tmp/lob-proxy-XXXXXX", self[64], beside[96], libexec[128], out[128], wanted[160];
    (void)state;
    assert_non_null(mkdtemp(root));
    snprintf(wanted, sizeof wanted, "mkdir -p %s/bin %s/libexec/layout-observer", root, root);
    assert_int_equal(system(wanted), 0);
    snprintf(self, sizeof self, "%s/bin/layout-observer", root);
    snprintf(beside, sizeof beside, "%s-http", self);
    snprintf(libexec, sizeof libexec, "%s/libexec/layout-observer/layout-observer-http", root);
    assert_false(lob_proxy_find(self, out, sizeof out));
    put(libexec, 0755);
    assert_true(lob_proxy_find(self, out, sizeof out));
    snprintf(wanted, sizeof wanted, "%s/bin/../libexec/layout-observer/layout-observer-http", root);
    assert_string_equal(out, wanted);
    put(beside, 0755);
    assert_true(lob_proxy_find(self, out, sizeof out));
    assert_string_equal(out, beside);
    assert_false(lob_proxy_find(self, out, 20));
    assert_false(lob_proxy_find("layout-observer", out, sizeof out)); /* no folder: nothing is guessed */
    unlink(beside);
    unlink(libexec);
    assert_false(lob_proxy_find(self, out, sizeof out));
    snprintf(wanted, sizeof wanted, "rm -r %s", root);
    assert_int_equal(system(wanted), 0);
}

/* Beside this test: first nothing, then a script, in a process that may become it, then one that cannot run. */
static void the_verbs(void **state) {
    char path[4096];
    static const char *const verbs[] = {"llm-proxy", "roundtrip"};
    (void)state;
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 32);
    assert_gt(size, 0);
    path[size] = '\0';
    strcpy(strrchr(path, '/') + 1, "layout-observer-http");
    unlink(path);
    for (int i = 0; i < 2; i++) {
        rig r = RUN("", verbs[i]);
        assert_int_equal(r.code, 2);
        assert_non_null(strstr(r.err, "the program layout-observer-http is neither beside this one nor in"));
        rig_release(&r);
    }
    put(path, 0755);
    int ends[2], status;
    char said[128] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        RUN("", "roundtrip", "two words");
        _exit(9);
    }
    close(ends[1]);
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
    assert_gt(read(ends[0], said, sizeof said - 1), 0);
    assert_string_equal(said, "roundtrip two words\n");
    close(ends[0]);
    if (getenv("LOB_TEST_QUICK") != NULL) { /* valgrind dies of an exec that fails */
        unlink(path);
        return;
    }
    FILE *file = fopen(path, "w");
    fputs("#!/nonexistent/shell\n", file);
    fclose(file);
    rig r = RUN("", "llm-proxy");
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "could not be started: No such file or directory"));
    rig_release(&r);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_or_in_libexec),
        cmocka_unit_test(the_verbs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
