/* Every system call of base/file_write.c fails once, in turn: the file is the old or the new one, whole, nothing else
 * is left, no descriptor leaks. The calls are replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/file.h"
#include "sweep.h"
#include "tests/support/stride.h"

/* ---- the replaced calls ---- */

static int base_fd;
static unsigned call_count, fail_nth; /* 0: none fails */
static int fail_errno;
static struct {
    const char *name; /* removing this one always fails ... */
    int flags, error; /* ... in this way, for this reason */
} kept;
static bool is_endless;     /* a folder shows an entry whatever is removed */
static bool is_filled_told; /* a filled folder is told by EEXIST, as POSIX allows */

static bool fails(void) {
    if (fail_nth == 0 || ++call_count != fail_nth) {
        return false;
    }
    errno = fail_errno;
    return true;
}

int openat(int dir, const char *name, int flags, ...) {
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    return fails() ? -1 : (int)syscall(SYS_openat, dir, name, flags, mode);
}

int mkdirat(int dir, const char *name, mode_t mode) {
    return fails() ? -1 : (int)syscall(SYS_mkdirat, dir, name, mode);
}

int unlinkat(int dir, const char *name, int flags) {
    if (is_endless && strcmp(name, "endless") == 0) {
        return 0;
    }
    if (kept.name && strcmp(name, kept.name) == 0 && flags == kept.flags) {
        errno = kept.error;
        return -1;
    }
    int result = fails() ? -1 : (int)syscall(SYS_unlinkat, dir, name, flags);
    errno = result != 0 && is_filled_told && errno == ENOTEMPTY ? EEXIST : errno;
    return result;
}

int renameat(int from, const char *old, int to, const char *new) {
    return fails() ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

int fsync(int fd) {
    return fails() ? -1 : (int)syscall(SYS_fsync, fd);
}

int close(int fd) {
    int result = (int)syscall(SYS_close, fd); /* a close that fails has closed all the same */
    return fails() ? -1 : result;
}

ssize_t write(int fd, const void *data, size_t size) {
    return fails() ? -1 : syscall(SYS_write, fd, data, size > 3 ? 3 : size); /* and it writes little by little */
}

ssize_t getrandom(void *out, size_t size, unsigned flags) {
    return fails() ? -1 : syscall(SYS_getrandom, out, size, flags);
}

off_t lseek(int fd, off_t offset, int whence) {
    return fails() ? -1 : syscall(SYS_lseek, fd, offset, whence);
}

static const char *taken[2]; /* what somebody else removes before a folder is read: a file, its folder */

ssize_t getdents64(int fd, void *entries, size_t size) {
    for (size_t i = 0; i < sizeof taken / sizeof *taken && taken[i]; i++) {
        lob_case("taken[%zu]", i);
        assert_int_equal(syscall(SYS_unlinkat, base_fd, taken[i], i == 0 ? 0 : AT_REMOVEDIR), 0);
        taken[i] = NULL;
    }
    if (is_endless) {
        static bool is_read; /* one entry, then the end, again and again */
        static const struct dirent64 entry = {.d_reclen = 32, .d_name = "endless"};
        memcpy(entries, &entry, entry.d_reclen);
        is_read = !is_read;
        return is_read ? entry.d_reclen : 0;
    }
    return fails() ? -1 : syscall(SYS_getdents64, fd, entries, size);
}

/* ---- helpers ---- */

static char base[64];
static lob_ctx ctx;

static int set_up(void **state) {
    (void)state;
    strcpy(base, "/tmp/lob_faults.XXXXXX");
    if (!mkdtemp(base)) {
        return -1;
    }
    base_fd = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return base_fd < 0 ? -1 : 0;
}

static int tear_down(void **state) {
    (void)state;
    close(base_fd);
    return rmdir(base);
}

static unsigned entry_count(void) {
    unsigned count = 0;
    DIR *dir = opendir(base);
    while (readdir(dir)) {
        count++;
    }
    closedir(dir);
    return count - 2;
}

static unsigned open_descriptors(void) {
    unsigned count = 0;
    for (int fd = 0; fd < (int)stride_pick(256, 32); fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

static void remove_now(const char *name) {
    bool removed;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, name, &removed), LOB_OK);
}

/* Calls `once` with the first, second ... call failing until none does; `error` is what it fails with. */
static unsigned sweep(int error, void (*once)(bool met)) {
    for (unsigned nth = 1;; nth++) {
        assert_lt(nth, 1000);
        unsigned before = open_descriptors();
        fail_errno = error;
        call_count = 0;
        lob_ctx_init(&ctx, NULL);
        once(false);
        call_count = 0;
        fail_nth = nth;
        lob_ctx_init(&ctx, NULL);
        once(true);
        bool met = call_count >= nth;
        fail_nth = 0;
        assert_int_equal(open_descriptors(), before);
        if (!met) {
            return nth - 1;
        }
    }
}

/* ---- what is swept: called first to prepare, then with the fault armed ---- */

static void write_once(bool armed) {
    static const char text[] = "the new content";
    if (!armed) {
        assert_int_equal(lob_file_write_at(&ctx, base_fd, "f", "old", 3), LOB_OK);
        return;
    }
    lob_status status = lob_file_write_at(&ctx, base_fd, "f", text, sizeof text - 1);
    unsigned nth = fail_nth;
    fail_nth = 0;
    char content[64] = "";
    int fd = openat(base_fd, "f", O_RDONLY);
    assert_gt(read(fd, content, sizeof content - 1), 0);
    close(fd);
    if (strcmp(content, text) != 0) {
        assert_ne(status, LOB_OK);
        assert_string_equal(content, "old");
    }
    assert_int_equal(entry_count(), 1);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    fail_nth = nth;
}

static void make_once(bool armed) {
    int fd = -1;
    if (!armed) {
        remove_now("d");
        return;
    }
    lob_status status = lob_dir_make_at(&ctx, base_fd, "d", &fd);
    assert_int_equal(status == LOB_OK, fd >= 0);
    assert_int_equal(status == LOB_OK, faccessat(base_fd, "d", F_OK, 0) == 0);
    if (fd >= 0) {
        syscall(SYS_close, fd);
    }
}

static void make_path_once(bool armed) {
    char path[100];
    int fd = -1;
    snprintf(path, sizeof path, "%s/p/q/r", base);
    if (!armed) {
        remove_now("p");
        return;
    }
    lob_status status = lob_dir_make(&ctx, path, &fd);
    assert_int_equal(status == LOB_OK, fd >= 0);
    if (status == LOB_OK) {
        assert_eq(access(path, F_OK), 0);
    }
    assert_int_equal(ctx.error.code, status);
    if (fd >= 0) {
        syscall(SYS_close, fd);
    }
}

static void remove_once(bool armed) {
    bool removed = true;
    if (!armed) {
        static const char *const folders[] = {"t", "t/a", "t/a/b", "t/a/b/c", "t/e"};
        for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
            mkdirat(base_fd, folders[i], 0700);
        }
        close(openat(base_fd, "t/a/b/c/f", O_CREAT | O_WRONLY, 0600));
        return;
    }
    lob_status status = lob_dir_remove_at(&ctx, base_fd, "t", &removed);
    assert_int_equal(status == LOB_OK, removed);
    assert_int_equal(status == LOB_OK, faccessat(base_fd, "t", F_OK, 0) != 0);
}

static void test_each_call_fails(void **state) {
    (void)state;
    static const int errors[] = {EIO, ENOSPC, EACCES, EMFILE, EROFS, EINVAL, ENOTSUP, EPERM};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        lob_case("errors[%zu]", i);
        assert_ge(sweep(errors[i], write_once), 9);
        remove_now("f");
        if (stride_is_on() && i % 2 == 1) { /* what these are to a folder EIO is as well */
            continue;
        }
        assert_ge(sweep(errors[i], make_once), 2);
        remove_now("d");
        assert_ge(sweep(errors[i], make_path_once), 10);
        remove_now("p");
        assert_ge(sweep(errors[i], remove_once), 10);
        remove_now("t");
    }
    assert_int_equal(entry_count(), 0);
}

/* A call that was interrupted is made again. */
static void test_interrupted_writes(void **state) {
    (void)state;
    lob_ctx_init(&ctx, NULL);
    fail_errno = EINTR;
    call_count = 0;
    fail_nth = 3; /* getrandom, openat, write */
    lob_status status = lob_file_write_at(&ctx, base_fd, "f", "text", 4);
    fail_nth = 0;
    assert_int_equal(status, LOB_OK);
    call_count = 0;
    fail_nth = 1;
    status = lob_file_write_at(&ctx, base_fd, "f", "text", 4);
    fail_nth = 0;
    assert_int_equal(status, LOB_OK);
    remove_now("f");
}

/* What somebody else removed first is gone all the same. */
static void test_removed_by_others_meanwhile(void **state) {
    (void)state;
    for (unsigned nth = 1; nth < 60; nth += stride_pick(1, 3)) {
        bool removed;
        remove_once(false);
        lob_ctx_init(&ctx, NULL);
        fail_errno = ENOENT;
        call_count = 0;
        fail_nth = nth;
        lob_status status = lob_dir_remove_at(&ctx, base_fd, "t", &removed);
        fail_nth = 0;
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        remove_now("t");
    }
}

/* A folder that is gone when it is read is gone: two processes remove the same tree. */
static void test_removed_by_others_before_reading(void **state) {
    (void)state;
    for (size_t count = 1; count <= 2; count++) {
        bool removed = false;
        mkdirat(base_fd, "t", 0700);
        close(openat(base_fd, "t/f", O_CREAT | O_WRONLY, 0600));
        taken[0] = "t/f";
        taken[1] = count == 2 ? "t" : NULL;
        lob_ctx_init(&ctx, NULL);
        assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "t", &removed), LOB_OK);
        assert_true(removed);
        assert_int_not_equal(faccessat(base_fd, "t", F_OK, 0), 0);
    }
}

static bool has_error(const char *reason, int error) {
    return ctx.error.detail_count == 2 && lob_str_equal(ctx.error.details[0].text, lob_str_from(reason)) &&
           ctx.error.details[1].integer == error;
}

/* What may not be removed is told with the reason the system gave. */
static void test_one_entry_stays(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int flags, error;
        const char *reason;
    } cases[] = {
        {"f", 0, EPERM, "not_writable"},      {"f", 0, EROFS, "not_writable"},
        {"e", AT_REMOVEDIR, EIO, "io"},       {"e", AT_REMOVEDIR, EACCES, "not_writable"},
        {"t", AT_REMOVEDIR, ENOTEMPTY, "io"}, /* somebody writes there all the time */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        bool removed = true;
        remove_once(false);
        lob_ctx_init(&ctx, NULL);
        kept.name = cases[i].name;
        kept.flags = cases[i].flags;
        kept.error = cases[i].error;
        unsigned before = open_descriptors();
        assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "t", &removed), LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_int_equal(open_descriptors(), before);
        kept.name = NULL;
        assert_false(removed);
        assert_true(has_error(cases[i].reason, cases[i].error));
        remove_now("t");
    }
}

static void test_filled_is_told_by_eexist(void **state) {
    (void)state;
    bool removed = false;
    remove_once(false);
    lob_ctx_init(&ctx, NULL);
    is_filled_told = true;
    lob_status status = lob_dir_remove_at(&ctx, base_fd, "t", &removed);
    is_filled_told = false;
    assert_int_equal(status, LOB_OK);
    assert_true(removed);
    assert_int_not_equal(faccessat(base_fd, "t", F_OK, 0), 0);
}

/* Somebody fills the folder as fast as it is emptied: that ends, and says so. */
static void test_a_folder_without_end(void **state) {
    (void)state;
    bool removed = true;
    remove_once(false);
    lob_ctx_init(&ctx, NULL);
    is_endless = true;
    lob_status status = lob_dir_remove_at(&ctx, base_fd, "t", &removed);
    is_endless = false;
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_false(removed);
    remove_now("t");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_entry_stays),
                                       cmocka_unit_test(test_filled_is_told_by_eexist),
                                       cmocka_unit_test(test_a_folder_without_end),
                                       cmocka_unit_test(test_each_call_fails),
                                       cmocka_unit_test(test_interrupted_writes),
                                       cmocka_unit_test(test_removed_by_others_meanwhile),
                                       cmocka_unit_test(test_removed_by_others_before_reading)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
