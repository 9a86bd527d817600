/* For the tests of src/klayout: a context, a run folder, and the probe (probe.c) behind walls. */
#ifndef TESTS_UNIT_KLAYOUT_KLAYOUT_RIG_H
#define TESTS_UNIT_KLAYOUT_KLAYOUT_RIG_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/file.h"
#include "klayout/run.h"

static lob_arena *arena;
static lob_ctx ctx;
static char base[64];     /* a folder for the test: what the child must not reach lies here */
static char run_path[96]; /* the run folder in it */
static char probe[4096];  /* the program */
static int base_fd, run_fd;

static inline int begin_test(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    strcpy(base, "/tmp/lob_klayout.XXXXXX");
    if (!arena || !mkdtemp(base)) {
        return -1;
    }
    chmod(base, 0755);
    snprintf(run_path, sizeof run_path, "%s/run", base);
    mkdir(run_path, 0700);
    base_fd = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    run_fd = open(run_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ssize_t size = readlink("/proc/self/exe", probe, sizeof probe - 1);
    probe[size > 0 ? size : 0] = '\0';
    char *slash = strrchr(probe, '/');
    if (slash) {
        strcpy(slash, "/probe");
    }
    return base_fd >= 0 && run_fd >= 0 ? 0 : -1;
}

static inline int end_test(void **state) {
    (void)state;
    bool removed;
    int top = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    close(base_fd);
    close(run_fd);
    lob_error_clear(&ctx.error);
    lob_dir_remove_at(&ctx, top, base + strlen("/tmp/"), &removed);
    close(top);
    lob_arena_drop(arena);
    return 0;
}

static inline void put_file(const char *folder, const char *name, const char *text) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_ge(fd, 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static inline const lob_error_detail *detail(const char *key) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, key) == 0) {
            return &ctx.error.details[i];
        }
    }
    return NULL;
}

static inline void assert_detail(const char *key, const char *expected) {
    const lob_error_detail *d = detail(key);
    assert_non_null(d);
    assert_int_equal(d->text.size, strlen(expected));
    assert_memory_equal(d->text.data, expected, d->text.size);
}

/* The error has a code, a message, a hint and this reason. */
static inline void assert_failed(lob_status status, lob_status code, const char *reason) {
    assert_int_equal(status, code);
    assert_int_equal(ctx.error.code, code);
    assert_detail("reason", reason);
    assert_ne(ctx.error.message[0], '\0');
    assert_ne(ctx.error.hint[0], '\0');
    assert_ne(ctx.error.message[strlen(ctx.error.message) - 1], '.');
}

static const char *const no_paths[] = {NULL};
static const char *probe_exec[3];

/* A command that runs the probe with up to three arguments. */
static inline lob_run_command probe_command(const char *const *arguments) {
    probe_exec[0] = probe;
    probe_exec[1] = "/lib64/ld-linux-x86-64.so.2";
    return (lob_run_command){.program = probe,
                             .arguments = arguments,
                             .read_paths = no_paths,
                             .exec_paths = probe_exec,
                             .dir_fd = run_fd,
                             .dir_path = run_path,
                             .log_fd = -1,
                             .limits = {.timeout_ms = 10000}};
}

/* valgrind has neither Landlock nor seccomp, and refuses limits: what does not need the walls runs without them. */
static inline void without_walls_if_need_be(lob_run_command *command) {
    if (lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        command->sandbox = LOB_SANDBOX_OFF;
        command->leave_out |= LOB_WALL_RLIMITS;
    }
}

/* Does this machine have the walls? valgrind hides them. Skips the test, and says so. */
static inline void need_walls(void) {
    if (lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        print_message("this machine lacks Landlock or seccomp: NOT TESTED\n");
        skip();
    }
}

#endif
