/* Landlock, and seccomp beside it, as they are asked of the kernel, whatever kernel is here: system calls are replaced
 * at link time, so that each ABI of Landlock, a kernel without walls and calls that fail are met in this process, and
 * nothing is put on.
 * A program of its own: it stands in for functions of the libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "klayout/jail_impl.h"

enum { CREATE = 444, ADD_RULE = 445, RESTRICT = 446, RULES_MAX = 8 };

static struct {
    long refused; /* the number of the call that fails; 0: none */
    unsigned nth; /* which of them */
    unsigned met; /* of these calls */
    int error;    /* errno of what fails */
    long abi;     /* what the kernel says of Landlock */
    uint64_t attr[3];
    size_t attr_size;
    uint64_t allowed[RULES_MAX];
    unsigned rules;
    unsigned filter_size;
    uint32_t filter_pid; /* what the filter compares tgkill's with */
    unsigned pid_at;
} kernel;

static int open_error, no_stat; /* errno of each open(); fstat() fails */

static bool is_refused(long number) {
    if (number != kernel.refused || ++kernel.met != kernel.nth) {
        return false;
    }
    errno = kernel.error;
    return true;
}

static long create(const void *attr, size_t size) {
    if (!attr) {
        return kernel.abi;
    }
    memset(kernel.attr, 0, sizeof kernel.attr);
    memcpy(kernel.attr, attr, size);
    kernel.attr_size = size;
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

long syscall(long number, ...) {
    long a[4];
    va_list args;
    va_start(args, number);
    for (int i = 0; i < 4; i++) {
        a[i] = va_arg(args, long);
    }
    va_end(args);
    if (is_refused(number)) {
        return -1;
    }
    if (number == CREATE) {
        return create((const void *)(uintptr_t)a[0], (size_t)a[1]);
    }
    if (number == ADD_RULE) {
        assert_lt(kernel.rules, RULES_MAX);
        memcpy(&kernel.allowed[kernel.rules++], (const void *)(uintptr_t)a[2], sizeof kernel.allowed[0]);
    } else if (number == SYS_seccomp && a[0] == 1) {
        const struct sock_fprog *program = (const struct sock_fprog *)(uintptr_t)a[2];
        kernel.filter_size = program->len;
        kernel.filter_pid = program->filter[kernel.pid_at].k;
    }
    return 0;
}

int open(const char *path, int flags, ...) {
    static int (*real)(const char *, int, ...);
    if (!real) {
        *(void **)(void *)&real = dlsym(RTLD_NEXT, "open");
    }
    if (open_error && (flags & O_PATH)) {
        errno = open_error;
        return -1;
    }
    return real(path, flags, 0600);
}

int fstat(int fd, struct stat *info) {
    static int (*real)(int, struct stat *);
    if (!real) {
        *(void **)(void *)&real = dlsym(RTLD_NEXT, "fstat");
    }
    if (no_stat) {
        errno = EIO;
        return -1;
    }
    return real(fd, info);
}

/* ---- the scene ---- */

static const char *const folders[] = {"/", NULL}, *const files[] = {"/dev/null", NULL};
static lob_jail_spec spec;

static int setup(void **state) {
    (void)state;
    memset(&kernel, 0, sizeof kernel);
    open_error = no_stat = 0;
    spec = (lob_jail_spec){.read_paths = folders, .exec_paths = files};
    spec.dir_fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return spec.dir_fd < 0;
}

static int teardown(void **state) {
    (void)state;
    open_error = no_stat = 0;
    return close(spec.dir_fd);
}

static unsigned descriptors(void) {
    unsigned count = 0;
    for (int fd = 0; fd < 64; fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

static void refused_with(int error) {
    const unsigned before = descriptors();
    errno = 0;
    assert_int_equal(lob_landlock_make(&spec, 6), -1);
    assert_int_equal(errno, error);
    assert_int_equal(descriptors(), before);
}

/* ---- Landlock; bits as in linux/landlock.h ---- */

static void a_kernel_says_what_it_has(void **state) {
    (void)state;
    kernel.abi = -1;
    assert_int_equal(lob_landlock_abi(), 0);
    kernel.abi = 4;
    assert_int_equal(lob_landlock_abi(), 4);
}

static void each_abi_is_asked_for_all_it_has(void **state) {
    (void)state;
    static const struct {
        int abi;
        uint64_t files;
        size_t size;
    } expected[] = {{1, 0x1fff, 8}, {2, 0x3fff, 8}, {3, 0x7fff, 8}, {4, 0x7fff, 16}, {5, 0xffff, 16}, {6, 0xffff, 24}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        lob_case("%zu: abi %d", i, expected[i].abi);
        kernel.rules = 0;
        const int ruleset = lob_landlock_make(&spec, expected[i].abi);
        assert_ge(ruleset, 0);
        assert_int_equal(kernel.attr_size, expected[i].size);
        assert_int_equal(kernel.attr[0], expected[i].files);
        assert_int_equal(kernel.attr[1], expected[i].size >= 16 ? 3 : 0);
        assert_int_equal(kernel.attr[2], expected[i].size >= 24 ? 3 : 0);
        assert_int_equal(kernel.rules, 3);
        assert_int_equal(kernel.allowed[0], 0xc);                                         /* read, list */
        assert_int_equal(kernel.allowed[1], 0x5);                                         /* read, execute */
        assert_int_equal(kernel.allowed[2], 0x12e | (expected[i].abi >= 3 ? 0x4000 : 0)); /* the run folder */
        assert_true(lob_landlock_enter(ruleset));
        close(ruleset);
    }
}

static void what_cannot_be_opened_gets_no_rule(void **state) {
    (void)state;
    static const int lasting[] = {EMFILE, ENFILE, ENOMEM};
    open_error = EACCES;
    const int ruleset = lob_landlock_make(&spec, 6);
    assert_ge(ruleset, 0);
    assert_eq(kernel.rules, 1);
    close(ruleset);
    for (int i = 0; i < 3; i++) { /* these say nothing of the path */
        open_error = lasting[i];
        refused_with(lasting[i]);
    }
}

static void a_rule_that_fails_is_no_wall(void **state) {
    (void)state;
    kernel.error = EINVAL;
    kernel.refused = ADD_RULE;
    for (kernel.nth = 1; kernel.nth <= 3; kernel.nth++) {
        kernel.met = 0;
        refused_with(EINVAL);
    }
    kernel.refused = CREATE;
    kernel.nth = 1;
    kernel.met = 0;
    refused_with(EINVAL);
    kernel.refused = 0;
    no_stat = 1;
    refused_with(EIO);
    kernel.refused = RESTRICT;
    kernel.met = 0;
    assert_false(lob_landlock_enter(-1));
}

/* ---- seccomp ---- */

static void a_filter_is_put_on_whole_or_not(void **state) {
    (void)state;
    static lob_seccomp filter;
    lob_seccomp_make(&filter);
    if (filter.size == 0) {
        skip(); /* no list for this processor */
    }
    assert_lt(filter.size, LOB_SECCOMP_SIZE);
    assert_lt(filter.pid_at, filter.size);
    assert_int_equal(filter.code[filter.pid_at].k, 0);
    kernel.pid_at = filter.pid_at;
    assert_true(lob_seccomp_supported());
    assert_true(lob_seccomp_enter(&filter, 4711, 99));
    assert_int_equal(kernel.filter_size, filter.size);
    assert_int_equal(kernel.filter_pid, 4711);
    assert_int_equal(filter.code[filter.fd_at].k, 99);
    kernel.refused = SYS_seccomp;
    kernel.nth = 1;
    assert_false(lob_seccomp_enter(&filter, 4711, 99));
    kernel.met = 0;
    assert_false(lob_seccomp_supported());
    kernel.refused = 0;
    kernel.filter_size = 0;
    filter.size = LOB_SECCOMP_SIZE; /* it may have been cut */
    assert_false(lob_seccomp_enter(&filter, 4711, 99));
    assert_int_equal(kernel.filter_size, 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_kernel_says_what_it_has),          TEST(each_abi_is_asked_for_all_it_has),
        TEST(what_cannot_be_opened_gets_no_rule), TEST(a_rule_that_fails_is_no_wall),
        TEST(a_filter_is_put_on_whole_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
