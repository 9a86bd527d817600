/* Each system call of writing a file fails once, in turn: the file is the old or the new one, whole, nothing else is
 * left in its folder, no descriptor leaks, and the answer says why. The calls are replaced at link time.
 * A program of its own: it stands in for functions of the libraries. */
#include "tests/support/lob_test.h"

#include "tests/unit/io/layout_rig.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "tests/support/descriptors.h"
#include "tests/unit/base/sweep.h"

/* ---- the replaced calls ---- */

typedef enum { OPEN, RANDOM, OPENAT, WRITE, FSYNC, CLOSE, RENAME, CALLS } call;

static struct {
    call which;
    unsigned nth, seen;
    int error;
} fault;
static bool is_on;          /* outside of it nothing is replaced */
static lob_cancel *pressed; /* asked to stop at the first write */

static bool fails(call which) {
    if (!is_on || which != fault.which || ++fault.seen != fault.nth) {
        return false;
    }
    errno = fault.error;
    return true;
}

static unsigned mode_of(int flags, va_list args) {
    return flags & O_CREAT ? va_arg(args, unsigned) : 0;
}

int open(const char *name, int flags, ...) {
    va_list args;
    va_start(args, flags);
    unsigned mode = mode_of(flags, args);
    va_end(args);
    return fails(OPEN) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

int openat(int dir, const char *name, int flags, ...) {
    va_list args;
    va_start(args, flags);
    unsigned mode = mode_of(flags, args);
    va_end(args);
    return fails(OPENAT) ? -1 : (int)syscall(SYS_openat, dir, name, flags, mode);
}

ssize_t getrandom(void *out, size_t size, unsigned flags) {
    return fails(RANDOM) ? -1 : syscall(SYS_getrandom, out, size, flags);
}

ssize_t write(int fd, const void *data, size_t size) {
    if (is_on && pressed) {
        atomic_store(&pressed->requested, true);
    }
    return fails(WRITE) ? -1 : syscall(SYS_write, fd, data, is_on && size > 700 && !pressed ? 700 : size);
}

int fsync(int fd) {
    return fails(FSYNC) ? -1 : (int)syscall(SYS_fsync, fd);
}

int close(int fd) {
    int result = (int)syscall(SYS_close, fd); /* a close that fails has closed all the same */
    return fails(CLOSE) ? -1 : result;
}

int renameat(int from, const char *old, int to, const char *new) {
    return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

/* ---- helpers ---- */

static const char first[] = "first", second[] = "the second, which is longer";
static char folder[64], path[128];
static lob_arena *arena;
static lob_ctx ctx;

static int begin(void **state) {
    (void)state;
    is_on = false;
    pressed = NULL;
    strcpy(folder, "/tmp/lob_write_faults_XXXXXX");
    if (!mkdtemp(folder)) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/file", folder);
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return lob_write_bytes(&ctx, LOB_STR("first"), path) == LOB_OK ? 0 : 1;
}

static int end(void **state) {
    (void)state;
    is_on = false;
    lob_arena_drop(arena);
    unlink(path);
    return rmdir(folder); /* fails when anything is left */
}

static void assert_file_is(const char *expected) {
    char got[128];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_ge(fd, 0);
    ssize_t size = read(fd, got, sizeof got);
    close(fd);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(got, expected, strlen(expected));
}

static unsigned entries(void) {
    DIR *dir = opendir(folder);
    unsigned count = 0;
    while (readdir(dir)) {
        count++;
    }
    closedir(dir);
    return count - 2;
}

static lob_status write_second(call which, unsigned nth, int error) {
    const unsigned before = open_descriptors();
    lob_error_clear(&ctx.error);
    fault.which = which, fault.nth = nth, fault.seen = 0, fault.error = error;
    is_on = true;
    lob_status status = lob_write_bytes(&ctx, (lob_str){second, sizeof second - 1}, path);
    is_on = false;
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(entries(), 1);
    return status;
}

static void assert_errno(int error) {
    const lob_error *e = &ctx.error;
    assert_true(e->message[0]);
    assert_true(e->hint[0]);
    for (unsigned i = 0; i < e->detail_count; i++) {
        if (strcmp(e->details[i].key, "errno") == 0) {
            assert_int_equal(e->details[i].integer, error);
            return;
        }
    }
    fail();
}

/* ---- tests ---- */

static void test_each_call(void **state) {
    (void)state;
    static const struct {
        call which;
        unsigned nth;
        int error, told;
        lob_status code;
        bool is_new; /* the file is the second one all the same */
    } cases[] = {
        {OPEN, 1, EACCES, EACCES, LOB_E_TOOL_LIMIT_EXCEEDED, false},
        {RANDOM, 1, ENOSYS, EIO, LOB_E_INTERNAL_ERROR, false},
        {OPENAT, 1, EROFS, EROFS, LOB_E_TOOL_LIMIT_EXCEEDED, false},
        {WRITE, 1, ENOSPC, ENOSPC, LOB_E_TOOL_LIMIT_EXCEEDED, false},
        {FSYNC, 1, EIO, EIO, LOB_E_INTERNAL_ERROR, false}, /* of the file */
        {FSYNC, 1, ENOSPC, ENOSPC, LOB_E_TOOL_LIMIT_EXCEEDED, false},
        {CLOSE, 1, EDQUOT, EDQUOT, LOB_E_TOOL_LIMIT_EXCEEDED, false}, /* of the file */
        {RENAME, 1, EPERM, EPERM, LOB_E_TOOL_LIMIT_EXCEEDED, false},
        {FSYNC, 2, EIO, EIO, LOB_E_INTERNAL_ERROR, true}, /* of the folder */
        {FSYNC, 2, EINVAL, 0, LOB_OK, true},              /* which not every file system can */
        {FSYNC, 2, ENOTSUP, 0, LOB_OK, true},
        {CLOSE, 2, EIO, 0, LOB_OK, true}, /* of the folder: nothing was written to it */
        {WRITE, 1, EINTR, 0, LOB_OK, true},
        {CALLS, 0, 0, 0, LOB_OK, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        assert_int_equal(lob_write_bytes(&ctx, LOB_STR("first"), path), LOB_OK);
        assert_int_equal(write_second(cases[i].which, cases[i].nth, cases[i].error), cases[i].code);
        assert_file_is(cases[i].is_new ? second : first);
        if (cases[i].code != LOB_OK) {
            assert_errno(cases[i].told);
        }
    }
}

/* The same with a layout, plain and packed, whose bytes go out little by little. */
static void test_layout(void **state) {
    (void)state;
    static const lob_format formats[] = {LOB_FORMAT_GDS, LOB_FORMAT_OAS};
    layout_rig r;
    rig_begin(&r, "gds", 0.001);
    assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("TOP")), LOB_OK);
    for (int32_t i = 0; i < 100; i++) {
        assert_int_equal(r.s->box(r.s->self, &(lob_element){.layer = 1}, (lob_box){i, i * i, i + 3, i * i + i}),
                         LOB_OK);
    }
    assert_int_equal(r.s->end_cell(r.s->self), LOB_OK);
    lob_layout *layout = rig_end(&r);
    for (unsigned k = 0; k < 4; k++) {
        const lob_write_options options = {.format = formats[k & 1], .gzip = k > 1};
        lob_status status = LOB_E_INTERNAL_ERROR;
        for (unsigned nth = 1; status != LOB_OK; nth++) {
            lob_write_warnings warnings;
            assert_lt(nth, 100);
            assert_int_equal(lob_write_bytes(&ctx, LOB_STR("first"), path), LOB_OK);
            lob_error_clear(&ctx.error);
            fault.which = WRITE, fault.nth = nth, fault.seen = 0, fault.error = EIO;
            is_on = true;
            status = lob_write_file(&ctx, layout, &options, path, &warnings);
            is_on = false;
            assert_int_equal(entries(), 1);
            if (status != LOB_OK) {
                assert_int_equal(status, LOB_E_INTERNAL_ERROR);
                assert_errno(EIO);
                assert_file_is(first);
            }
        }
        lob_read_result result;
        assert_int_equal(lob_read_layout(&ctx, open(path, O_RDONLY | O_CLOEXEC), &(lob_read_options){0}, &result),
                         LOB_OK);
        assert_same_lines(layout, result.layout);
        lob_layout_drop(result.layout);
    }
    lob_layout_drop(layout);
}

/* Asked to stop when the first block of two megabytes goes out: no more is written, and the old file stays. */
static void test_cancelled(void **state) {
    (void)state;
    layout_rig r;
    lob_cancel token;
    rig_begin(&r, "gds", 0.001);
    assert_int_equal(r.s->begin_cell(r.s->self, LOB_STR("TOP")), LOB_OK);
    for (int32_t i = 0; i < 40000; i++) {
        assert_int_equal(r.s->box(r.s->self, &(lob_element){.layer = 1}, (lob_box){i, i % 991, i + 3, 2000}), LOB_OK);
    }
    assert_int_equal(r.s->end_cell(r.s->self), LOB_OK);
    lob_layout *layout = rig_end(&r);
    atomic_init(&token.requested, false);
    ctx.cancel = &token;
    pressed = &token;
    fault.which = CALLS;
    lob_write_warnings warnings;
    is_on = true;
    lob_status status = lob_write_file(&ctx, layout, &(lob_write_options){.format = LOB_FORMAT_GDS}, path, &warnings);
    is_on = false;
    assert_int_equal(status, LOB_E_CANCELLED);
    assert_file_is(first);
    assert_int_equal(entries(), 1);
    lob_layout_drop(layout);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_each_call), TEST(test_layout), TEST(test_cancelled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
