/* System calls of base/file_open.c that fail: a kernel without openat2, names that change under it, files that cannot
 * be looked at or read. The calls are replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/file.h"
#include "base/platform.h"
#include "sweep.h"
#include "tests/support/descriptors.h"

/* ---- the replaced calls ---- */

static struct {
    int openat2, fstat, set_flags, read; /* the error with which the call fails, or 0 */
    unsigned openat2_count, read_count;  /* how often it was asked */
    unsigned read_fails;                 /* reading fails that often, then no more */
} sys;

/* The C library's own function of that name. */
static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

long syscall(long number, ...) {
    long arg[6];
    va_list args;
    va_start(args, number);
    for (int i = 0; i < 6; i++) {
        arg[i] = va_arg(args, long);
    }
    va_end(args);
    if (number == SYS_openat2) {
        sys.openat2_count++;
        if (sys.openat2 != 0) {
            errno = sys.openat2;
            return -1;
        }
    }
    long (*real)(long, ...) = (long (*)(long, ...))next("syscall");
    return real(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}

int fstat(int fd, struct stat *info) {
    if (sys.fstat != 0) {
        errno = sys.fstat;
        return -1;
    }
    return fstatat(fd, "", info, AT_EMPTY_PATH);
}

int fcntl(int fd, int command, ...) {
    va_list args;
    va_start(args, command);
    void *arg = va_arg(args, void *);
    va_end(args);
    if (command == F_SETFL && sys.set_flags != 0) {
        errno = sys.set_flags;
        return -1;
    }
    int (*real)(int, int, ...) = (int (*)(int, int, ...))next("fcntl");
    return real(fd, command, arg);
}

ssize_t read(int fd, void *data, size_t size) {
    if (sys.read != 0 && sys.read_count++ < sys.read_fails) {
        errno = sys.read;
        return -1;
    }
    ssize_t (*real)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))next("read");
    return real(fd, data, size);
}

/* ---- helpers ---- */

static char base[64], path[100];
static lob_arena *arena;
static lob_ctx ctx;

static int set_up(void **state) {
    (void)state;
    strcpy(base, "/tmp/lob_open_faults.XXXXXX");
    if (!mkdtemp(base)) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/f", base);
    FILE *file = fopen(path, "w");
    arena = lob_arena_new(0);
    return file && fputs("text", file) >= 0 && fclose(file) == 0 && arena ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    lob_arena_drop(arena);
    unlink(path);
    return rmdir(base);
}

static bool has_reason(const char *reason) {
    return ctx.error.detail_count > 0 && strcmp(ctx.error.details[0].key, "reason") == 0 &&
           lob_str_equal(ctx.error.details[0].text, lob_str_from(reason));
}

static lob_status open_beneath(int *fd) {
    lob_roots *roots;
    struct stat info;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_roots_open(&ctx, base, &roots), LOB_OK);
    lob_status status = lob_file_open_input(&ctx, roots, lob_str_from(path), 0, fd, &info);
    lob_roots_close(roots);
    return status;
}

/* ---- tests ---- */

/* Where openat2 is missing or forbidden the name is walked; where things are renamed all the time it is tried a few
 * times first; any other error is the answer. */
static void test_openat2_fails(void **state) {
    (void)state;
    if (!LOB_HAS_OPENAT2) {
        skip();
    }
    static const struct {
        int error;
        unsigned count;
        lob_status status;
        const char *reason;
    } cases[] = {
        {ENOSYS, 1, LOB_OK, NULL},
        {EPERM, 1, LOB_OK, NULL},
        {EAGAIN, 16, LOB_OK, NULL},
        {EXDEV, 1, LOB_E_FILE_NOT_FOUND, "outside_roots"},
        {ENODEV, 1, LOB_E_UNSUPPORTED_FORMAT, "not_regular"},
        {ENOMEM, 1, LOB_E_TOOL_LIMIT_EXCEEDED, "memory"},
        {ENFILE, 1, LOB_E_TOOL_LIMIT_EXCEEDED, "descriptors"},
        {EIO, 1, LOB_E_UNSUPPORTED_FORMAT, "unreadable"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        int fd = -1;
        sys.openat2 = cases[i].error;
        sys.openat2_count = 0;
        lob_status status = open_beneath(&fd);
        sys.openat2 = 0;
        assert_int_equal(status, cases[i].status);
        assert_int_equal(sys.openat2_count, cases[i].count);
        assert_int_equal(fd >= 0, status == LOB_OK);
        if (fd >= 0) {
            close(fd);
        } else {
            assert_true(has_reason(cases[i].reason));
        }
    }
}

static void test_an_opened_file_cannot_be_used(void **state) {
    (void)state;
    for (int which = 0; which < 2; which++) {
        int fd = 0;
        unsigned before = open_descriptors();
        *(which == 0 ? &sys.fstat : &sys.set_flags) = EIO;
        lob_status status = open_beneath(&fd);
        sys.fstat = sys.set_flags = 0;
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(has_reason("io"));
        assert_int_equal(fd, -1);
        assert_int_equal(open_descriptors(), before);
    }
}

/* Reading goes on after a signal, and ends at an error. */
static void test_reading_fails(void **state) {
    (void)state;
    lob_str content = {0};
    int fd = open(path, O_RDONLY);
    lob_ctx_init(&ctx, arena);
    sys.read = EINTR;
    sys.read_count = 0;
    sys.read_fails = 3;
    lob_status status = lob_file_read_all(&ctx, fd, 4, &content);
    assert_int_equal(status, LOB_OK);
    assert_int_equal(sys.read_count, 5);
    assert_true(lob_str_equal(content, LOB_STR("text")));
    sys.read = EIO;
    sys.read_count = 0;
    status = lob_file_read_all(&ctx, fd, 4, &content);
    sys.read = 0;
    assert_int_equal(status, LOB_E_UNSUPPORTED_FORMAT);
    assert_int_equal(sys.read_count, 1);
    assert_true(has_reason("unreadable"));
    close(fd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openat2_fails),
        cmocka_unit_test(test_an_opened_file_cannot_be_used),
        cmocka_unit_test(test_reading_fails),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
