/* Tests that share a process, for test_runner.c: what each leaves behind must not reach the next, nor its end end them.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/entry.h"

static int say(const char *result) {
    printf("%s one\n", result);
    return 0;
}

static int leaves_a_mess(void) {
    umask(0777);
    setenv("LEFT_BEHIND", "yes", 1);
    unsetenv("TEST_TIMEOUT");
    signal(SIGTERM, SIG_IGN);
    alarm(1000);
    return chdir("/") == 0 ? say("[       OK ]") : 1;
}

static int finds_no_mess(void) {
    char folder[8];
    struct sigaction action;
    const mode_t mask = umask(022);
    umask(mask);
    sigaction(SIGTERM, NULL, &action);
    const int is_clean = mask != 0777 && getenv("LEFT_BEHIND") == NULL && getenv("TEST_TIMEOUT") != NULL &&
                         action.sa_handler == SIG_DFL && alarm(0) == 0 && getcwd(folder, sizeof folder) == NULL;
    return is_clean ? say("[       OK ]") : 1;
}

static int fails(void) {
    printf("[  FAILED  ] one\n[  FAILED  ] one\n");
    return 1;
}

static int dies(void) {
    abort();
}

static int leaves_early(void) {
    say("[       OK ]");
    exit(0);
}

static int hangs(void) {
    pause();
    return 0;
}

/* What a tool would say of the whole process at its end. */
static void be_found_fault_with(void) {
    _exit(9);
}

static int has_a_fault_found_later(void) {
    return atexit(be_found_fault_with) == 0 ? say("[       OK ]") : 1;
}

#define ENTRY(test)                                                                                                    \
    { .name = #test, .run = test }
static const struct lob_test_entry entries[] __attribute__((section("lob_tests"), used)) = {
    ENTRY(leaves_a_mess), ENTRY(finds_no_mess),           ENTRY(fails), ENTRY(dies), ENTRY(leaves_early),
    ENTRY(hangs),         ENTRY(has_a_fault_found_later),
};
