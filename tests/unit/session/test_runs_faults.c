/* System calls of session/runs.c that fail, each in turn: what is said to be kept is what is there, no file is left
 * half, no descriptor stays open. The calls are replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "session/runs.h"
#include "tests/support/descriptors.h"

/* ---- the replaced calls ---- */

static struct {
    const char *call; /* NULL: none fails */
    unsigned nth, count;
    int error;
} fault;

static bool fails(const char *call) {
    if (!fault.call || strcmp(fault.call, call) != 0 || ++fault.count != fault.nth) {
        return false;
    }
    errno = fault.error;
    return true;
}

int mkdirat(int dir, const char *name, mode_t mode) {
    return fails("mkdirat") ? -1 : (int)syscall(SYS_mkdirat, dir, name, mode);
}

int openat(int dir, const char *name, int flags, ...) {
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    return fails("openat") ? -1 : (int)syscall(SYS_openat, dir, name, flags, mode);
}

int renameat(int from, const char *old, int to, const char *new) {
    return fails("renameat") ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

int fsync(int fd) {
    return fails("fsync") ? -1 : (int)syscall(SYS_fsync, fd);
}

int fstat(int fd, struct stat *info) {
    return fails("fstat") ? -1 : fstatat(fd, "", info, AT_EMPTY_PATH);
}

ssize_t getdents64(int fd, void *entries, size_t size) {
    return fails("getdents64") ? -1 : syscall(SYS_getdents64, fd, entries, size);
}

/* ---- helpers ---- */

static char base[64];
static lob_session session;
static lob_arena *arena;
static lob_ctx ctx;

static int set_up(void **state) {
    (void)state;
    strcpy(base, "/tmp/lob_runs_faults.XXXXXX");
    if (!mkdtemp(base)) {
        return -1;
    }
    memset(&session, 0, sizeof session);
    snprintf(session.artifact_path, sizeof session.artifact_path, "%s", base);
    session.dir_fd = open(base, O_RDONLY | O_DIRECTORY);
    session.artifact_size_max = 1000;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena && session.dir_fd >= 0 ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    fault.call = NULL;
    lob_drc_runs_drop(session.runs);
    close(session.dir_fd);
    lob_arena_drop(arena);
    snprintf(command, sizeof command, "rm -rf '%s'", base);
    return system(command);
}

/* Bytes of the file as the system has it; -1: there is none. */
static int64_t size_of(const lob_drc_run *run, const char *name) {
    char path[200];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s/%s", base, run->folder, name);
    return stat(path, &info) == 0 ? info.st_size : -1;
}

static lob_status stream(lob_drc_run *run, const char *text) {
    lob_drc_stream s;
    lob_str path;
    LOB_TRY(lob_drc_stream_begin(&ctx, &session, run, "s", &s));
    assert_int_equal(write(s.fd, text, strlen(text)), strlen(text));
    return lob_drc_stream_end(&ctx, &session, run, &s, LOB_OK, &path);
}

static void check_counted(const lob_drc_run *run) {
    static const char *const names[] = {"s", "w", "crops/c"};
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int64_t size = size_of(run, names[i]);
        sum += size > 0 ? size : 0;
    }
    assert_int_equal(run->size, sum);
    assert_int_equal(session.artifact_size, sum);
    assert_int_equal(size_of(run, ".tmp-s"), -1);
}

/* Arms one fault for what follows. */
static void arm(const char *call, unsigned nth, int error) {
    lob_ctx_init(&ctx, arena);
    fault.call = call;
    fault.nth = nth;
    fault.count = 0;
    fault.error = error;
}

/* Whether the fault was met; it is off from here on. */
static bool disarm(void) {
    const bool met = fault.call && fault.count >= fault.nth;
    fault.call = NULL;
    return met;
}

/* ---- tests ---- */

static lob_drc_run *begin(void) {
    lob_drc_run *run = NULL;
    int fd = -1;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_drc_begin(&ctx, &session, &run, &fd), LOB_OK);
    close(fd);
    return run;
}

static void test_begin(void **state) {
    (void)state;
    static const char *const calls[] = {"mkdirat", "openat"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        lob_case("%s", calls[i]);
        unsigned nth = 1;
        for (bool met = true; met; nth++) {
            lob_drc_run *run = NULL;
            int fd = -1;
            const unsigned before = open_descriptors();
            arm(calls[i], nth, EROFS);
            lob_status status = lob_drc_begin(&ctx, &session, &run, &fd);
            met = disarm();
            assert_int_equal(status, met ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
            if (fd >= 0) {
                close(fd);
            }
            assert_int_equal(open_descriptors(), before);
            assert_int_equal(lob_drc_count(&session), met ? 0 : 1);
            if (!met) {
                lob_drc_remove(&session, run);
            }
        }
        assert_int_equal(nth, 4); /* the folder of all runs, that of the run, then no more */
    }
    char expected[LOB_NUMBER_ID_SIZE + 1];
    lob_session_print_id(&session, "drc_", 3, expected);
    assert_string_equal(begin()->id, expected); /* failed ones take no number */
}

/* Old content or new, never a part; what counts is what is there. */
static void test_writing(void **state) {
    (void)state;
    static const char *const calls[] = {"openat", "mkdirat", "fsync", "fstat", "renameat"};
    static const int errors[] = {EIO, ENOSPC, EINVAL, ENOTSUP};
    lob_drc_run *run = begin();
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        lob_case("%s", calls[i]);
        for (size_t k = 0; k < sizeof errors / sizeof *errors; k++) {
            lob_case("errors[%zu]", k);
            unsigned nth = 1;
            for (bool met = true; met; nth++) {
                lob_str path;
                arm(NULL, 0, 0);
                assert_int_equal(stream(run, "older"), LOB_OK);
                assert_int_equal(lob_drc_write_crop(&ctx, &session, run, "c", "older", 5, &path), LOB_OK);
                check_counted(run);
                const unsigned before = open_descriptors();
                arm(calls[i], nth, errors[k]);
                lob_status a = stream(run, "new");
                lob_status b = lob_drc_write_crop(&ctx, &session, run, "c", "new", 3, &path);
                met = disarm();
                assert_int_equal(open_descriptors(), before);
                assert_eq(a == LOB_OK, size_of(run, "s") == 3);
                assert_eq(b == LOB_OK, size_of(run, "crops/c") == 3);
                if (!met) {
                    assert_eq(a, LOB_OK);
                    assert_eq(b, LOB_OK);
                }
                if (strcmp(calls[i], "openat") != 0) { /* what cannot be looked at cannot be counted */
                    check_counted(run);
                }
                assert_int_equal(lob_drc_recount(&ctx, &session, run), LOB_OK);
                check_counted(run);
            }
            assert_gt(nth, 2);
        }
    }
}

/* A folder that cannot be read keeps its old count. */
static void test_counting(void **state) {
    (void)state;
    static const char *const calls[] = {"openat", "getdents64"};
    lob_str path;
    lob_drc_run *run = begin();
    assert_int_equal(stream(run, "12345"), LOB_OK);
    assert_int_equal(lob_drc_write_crop(&ctx, &session, run, "c", "123", 3, &path), LOB_OK);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        lob_case("%s", calls[i]);
        unsigned failed = 0;
        bool met = true;
        for (unsigned nth = 1; met; nth++) {
            const unsigned before = open_descriptors();
            arm(calls[i], nth, EIO);
            lob_status status = lob_drc_recount(&ctx, &session, run);
            met = disarm();
            assert_int_equal(open_descriptors(), before);
            failed += status != LOB_OK;
            if (!met) {
                assert_eq(status, LOB_OK);
            }
            if (status != LOB_OK) {
                check_counted(run);
            }
        }
        assert_int_equal(failed, i == 0 ? 1 : 4); /* without crops there is nothing to add; each folder is read twice */
    }
}

/* A run that cannot be removed from disk is gone from the list all the same, and counts no longer. */
static void test_removing(void **state) {
    (void)state;
    lob_drc_run *run = begin();
    assert_int_equal(stream(run, "12345"), LOB_OK);
    const unsigned before = open_descriptors();
    arm("openat", 1, EMFILE);
    lob_drc_remove(&session, run);
    assert_true(disarm());
    assert_int_equal(open_descriptors(), before);
    assert_eq(lob_drc_count(&session), 0);
    assert_eq(session.artifact_size, 0);
}

/* Without room for the path of the answer no file appears. */
static void test_no_room_for_the_path(void **state) {
    (void)state;
    lob_drc_run *run = begin();
    assert_int_equal(stream(run, "older"), LOB_OK);
    lob_arena *full = lob_arena_new(1); /* its own administration is more than that */
    lob_ctx_init(&ctx, full);
    assert_null(lob_drc_path(&ctx, &session, run, "s").data);
    assert_int_equal(stream(run, "new"), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(size_of(run, "s"), 5);
    check_counted(run);
    lob_arena_drop(full);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_begin, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_writing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_counting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_removing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_room_for_the_path, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
