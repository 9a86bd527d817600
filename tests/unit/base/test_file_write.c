/* Files and folders of ours: modes, atomic replacement, full disks, deep trees, nothing left over. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/file.h"
#include "sweep.h"

static char base[64];
static int base_fd;
static lob_ctx ctx;

static int set_up(void **state) {
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    strcpy(base, "/tmp/lob_write.XXXXXX");
    if (!mkdtemp(base)) {
        return -1;
    }
    base_fd = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return base_fd < 0 ? -1 : 0;
}

static int tear_down(void **state) {
    (void)state;
    close(base_fd);
    return rmdir(base); /* fails when a test left anything behind */
}

static bool has_reason(const char *reason) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx.error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

static unsigned entry_count(int dir_fd) {
    unsigned count = 0;
    DIR *dir = fdopendir(openat(dir_fd, ".", O_RDONLY | O_DIRECTORY));
    while (readdir(dir)) {
        count++;
    }
    closedir(dir);
    return count - 2;
}

static mode_t mode_of(int dir_fd, const char *name) {
    struct stat info;
    assert_int_equal(fstatat(dir_fd, name, &info, AT_SYMLINK_NOFOLLOW), 0);
    return info.st_mode & 07777;
}

static void check_content(int dir_fd, const char *name, const char *expected) {
    char content[100] = "";
    int fd = openat(dir_fd, name, O_RDONLY);
    ssize_t size = read(fd, content, sizeof content - 1);
    close(fd);
    assert_int_equal(size, strlen(expected));
    assert_string_equal(content, expected);
}

static void test_write_and_replace(void **state) {
    (void)state;
    bool removed;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "f", "one", 3), LOB_OK);
    check_content(base_fd, "f", "one");
    assert_int_equal(mode_of(base_fd, "f"), 0600);
    int old = openat(base_fd, "f", O_RDONLY);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "f", "two!", 4), LOB_OK);
    check_content(base_fd, "f", "two!");
    char content[8] = "";
    assert_int_equal(read(old, content, 7), 3); /* who had it open still has the old one, whole */
    assert_string_equal(content, "one");
    close(old);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "f", "", 0), LOB_OK);
    check_content(base_fd, "f", "");
    assert_int_equal(entry_count(base_fd), 1);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "f", &removed), LOB_OK);
    assert_true(removed);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "f", &removed), LOB_OK);
    assert_false(removed);
}

static void test_a_link_is_replaced_not_followed(void **state) {
    (void)state;
    bool removed;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "target", "old", 3), LOB_OK);
    assert_int_equal(symlinkat("target", base_fd, "link"), 0);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "link", "new", 3), LOB_OK);
    check_content(base_fd, "target", "old");
    check_content(base_fd, "link", "new");
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "link", &removed), LOB_OK);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "target", &removed), LOB_OK);
}

static void test_failed_writes_leave_the_old_file(void **state) {
    (void)state;
    static char big[100000];
    bool removed;
    struct rlimit old;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "f", "keep", 4), LOB_OK);
    getrlimit(RLIMIT_FSIZE, &old);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){50000, old.rlim_max});
    lob_status status = lob_file_write_at(&ctx, base_fd, "f", big, sizeof big);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(has_reason("disk_full"));
    check_content(base_fd, "f", "keep");
    assert_int_equal(entry_count(base_fd), 1);
    /* no descriptor left */
    getrlimit(RLIMIT_NOFILE, &old);
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, old.rlim_max});
    lob_ctx_init(&ctx, NULL);
    status = lob_file_write_at(&ctx, base_fd, "f", "x", 1);
    setrlimit(RLIMIT_NOFILE, &old);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(has_reason("descriptors"));
    /* a folder of that name cannot be replaced */
    assert_int_equal(mkdirat(base_fd, "d", 0700), 0);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "d", "x", 1), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(has_reason("io"));
    assert_int_equal(entry_count(base_fd), 2);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "f", &removed), LOB_OK);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "d", &removed), LOB_OK);
}

static void test_reasons(void **state) {
    (void)state;
    static const struct {
        int error;
        const char *reason;
    } reasons[] = {{ENOSPC, "disk_full"}, {EDQUOT, "disk_full"},    {EMFILE, "descriptors"}, {EROFS, "not_writable"},
                   {EEXIST, "exists"},    {EACCES, "not_writable"}, {ENOMEM, "memory"},      {EIO, "io"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        lob_case("reasons[%zu]", i);
        lob_ctx_init(&ctx, NULL);
        assert_int_equal(lob_fail_errno(&ctx, reasons[i].error), LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(has_reason(reasons[i].reason));
        assert_ne(ctx.error.hint[0], '\0');
    }
}

static void test_folders(void **state) {
    (void)state;
    char path[400];
    bool removed;
    int fd, inner;
    lob_ctx_init(&ctx, NULL);
    snprintf(path, sizeof path, "%s/a//b/c/", base);
    assert_int_equal(lob_dir_make(&ctx, path, &fd), LOB_OK);
    assert_int_equal(mode_of(base_fd, "a/b/c"), 0700);
    assert_int_equal(fsync(fd), 0);
    assert_int_equal(lob_dir_make_at(&ctx, fd, "new", &inner), LOB_OK);
    close(inner);
    assert_int_equal(mode_of(base_fd, "a/b/c/new"), 0700);
    assert_int_equal(lob_dir_make_at(&ctx, fd, "new", &inner), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(has_reason("exists"));
    close(fd);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_dir_make(&ctx, path, &fd), LOB_OK); /* is there already */
    close(fd);
    assert_int_equal(lob_dir_make(&ctx, "relative", &fd), LOB_E_FILE_NOT_FOUND);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_dir_make(&ctx, "/dev/null/x", &fd), LOB_E_FILE_NOT_FOUND);
    assert_int_equal(fd, -1);
    lob_ctx_init(&ctx, NULL);
    memset(path + strlen(base) + 1, 'n', 300);
    path[strlen(base) + 301] = '\0';
    assert_int_equal(lob_dir_make(&ctx, path, &fd), LOB_E_FILE_NOT_FOUND);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_dir_make(&ctx, "/proc/lob/x", &fd), LOB_E_FILE_NOT_FOUND);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(symlinkat("turn", base_fd, "turn"), 0);
    snprintf(path, sizeof path, "%s/turn/x", base);
    assert_int_equal(lob_dir_make(&ctx, path, &fd), LOB_E_FILE_NOT_FOUND);
    assert_true(has_reason("no_folder"));
    assert_int_equal(unlinkat(base_fd, "turn", 0), 0);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_dir_make(&ctx, "/", &fd), LOB_OK);
    close(fd);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "a", &removed), LOB_OK);
    assert_true(removed);
}

/* A chain of folders far longer than a path may be, broad ones, and a link that leads out: with a handful of
 * descriptors. */
static void test_removing_a_large_tree(void **state) {
    (void)state;
    enum { DEPTH = 3000, BREADTH = 400 };
    char name[300];
    bool removed;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_file_write_at(&ctx, base_fd, "outside", "keep", 4), LOB_OK);
    mkdirat(base_fd, "tree", 0700);
    int dir = openat(base_fd, "tree", O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < BREADTH; i++) {
        snprintf(name, sizeof name, "broad%d", i);
        mkdirat(dir, name, 0700);
        snprintf(name, sizeof name, "broad%d/%.200s", i, "inner");
        mkdirat(dir, name, 0700);
        snprintf(name, sizeof name, "broad%d/inner/file", i);
        close(openat(dir, name, O_CREAT | O_WRONLY, 0600));
        snprintf(name, sizeof name, "plain%d", i);
        close(openat(dir, name, O_CREAT | O_WRONLY, 0600));
    }
    for (int i = 0; i < DEPTH; i++) {
        mkdirat(dir, "deep", 0700);
        assert_int_equal(symlinkat(base, dir, "out"), 0);
        int next = openat(dir, "deep", O_RDONLY | O_DIRECTORY);
        close(dir);
        dir = next;
    }
    close(dir);
    struct rlimit old;
    getrlimit(RLIMIT_NOFILE, &old);
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){(rlim_t)base_fd + 6, old.rlim_max});
    lob_alloc_fail_at(1, 1); /* and without memory */
    lob_status status = lob_dir_remove_at(&ctx, base_fd, "tree", &removed);
    lob_alloc_fail_at(0, 0);
    setrlimit(RLIMIT_NOFILE, &old);
    assert_int_equal(status, LOB_OK);
    assert_true(removed);
    check_content(base_fd, "outside", "keep");
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "outside", &removed), LOB_OK);
    assert_int_equal(entry_count(base_fd), 0);
}

static void test_removing_a_link_to_a_folder(void **state) {
    (void)state;
    bool removed;
    lob_ctx_init(&ctx, NULL);
    mkdirat(base_fd, "real", 0700);
    close(openat(base_fd, "real/file", O_CREAT | O_WRONLY, 0600));
    assert_int_equal(symlinkat("real", base_fd, "link"), 0);
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "link", &removed), LOB_OK);
    check_content(base_fd, "real/file", "");
    assert_int_equal(lob_dir_remove_at(&ctx, base_fd, "real", &removed), LOB_OK);
    assert_int_equal(lob_dir_remove_at(&ctx, -1, "x", &removed), LOB_E_TOOL_LIMIT_EXCEEDED); /* no folder at all */
    assert_false(removed);
}

/* ---- a full disk: a file system of 16 KiB or of few inodes, in a mount namespace of a child's own ---- */

enum { CHILD_FINE = 0, CHILD_SKIPPED = 77 };

static bool put_text(const char *path, const char *text) {
    int fd = open(path, O_WRONLY);
    bool fine = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) {
        close(fd);
    }
    return fine;
}

/* A mount namespace; whoever is not root needs a user namespace around it, in which to be root. */
static bool enter_namespace(void) {
    char uids[32], gids[32];
    snprintf(uids, sizeof uids, "0 %u 1", (unsigned)geteuid());
    snprintf(gids, sizeof gids, "0 %u 1", (unsigned)getegid());
    bool fine = geteuid() == 0
                    ? unshare(CLONE_NEWNS) == 0
                    : unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && put_text("/proc/self/setgroups", "deny") &&
                          put_text("/proc/self/uid_map", uids) && put_text("/proc/self/gid_map", gids);
    return fine && mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) == 0;
}

static int use_full_disk(const char *options) {
    static char big[65536];
    int fd;
    bool removed;
    if (!enter_namespace() || mount("tmpfs", base, "tmpfs", 0, options) != 0) {
        return CHILD_SKIPPED;
    }
    int dir = open(base, O_RDONLY | O_DIRECTORY);
    lob_ctx_init(&ctx, NULL);
    if (lob_file_write_at(&ctx, dir, "f", "keep", 4) != LOB_OK) {
        return 1;
    }
    bool no_inodes = strstr(options, "nr_inodes") != NULL;
    if (no_inodes) {
        if (lob_dir_make_at(&ctx, dir, "d", &fd) != LOB_OK) {
            return 2;
        }
        close(fd); /* or its inode would stay taken */
    }
    lob_status status =
        no_inodes ? lob_file_write_at(&ctx, dir, "g", "x", 1) : lob_file_write_at(&ctx, dir, "f", big, sizeof big);
    if (status != LOB_E_TOOL_LIMIT_EXCEEDED || !has_reason("disk_full") || entry_count(dir) != 1u + no_inodes) {
        return 3;
    }
    check_content(dir, "f", "keep");
    lob_ctx_init(&ctx, NULL);
    if (no_inodes && lob_dir_make_at(&ctx, dir, "e", &fd) != LOB_E_TOOL_LIMIT_EXCEEDED) {
        return 4;
    }
    lob_ctx_init(&ctx, NULL); /* space returns, and so does the service */
    bool again = lob_dir_remove_at(&ctx, dir, no_inodes ? "d" : "f", &removed) == LOB_OK && removed &&
                 lob_file_write_at(&ctx, dir, "h", "x", 1) == LOB_OK;
    return again ? CHILD_FINE : 5;
}

void __gcov_dump(void) __attribute__((weak)); /* where the product is built for coverage */

/* In a child, which then dies at once: what the parent had on its heap is no leak of the child's. */
static int in_child(int (*run)(const char *), const char *arg) {
    int ends[2], result = -1;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        result = run(arg);
        if (__gcov_dump) {
            __gcov_dump();
        }
        ssize_t size = write(ends[1], &result, sizeof result);
        raise(size == sizeof result ? SIGKILL : SIGABRT);
    }
    assert_int_equal(read(ends[0], &result, sizeof result), sizeof result);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
    return result;
}

static void test_full_disk(void **state) {
    (void)state;
    static const char *const options[] = {"size=16k", "size=1m,nr_inodes=3"};
    for (size_t i = 0; i < 2; i++) {
        int result = in_child(use_full_disk, options[i]);
        if (result == CHILD_SKIPPED) {
            print_message("SKIPPED: no mount namespace here, the full disk was not tried\n");
        } else {
            assert_int_equal(result, CHILD_FINE);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write_and_replace),
        cmocka_unit_test(test_a_link_is_replaced_not_followed),
        cmocka_unit_test(test_failed_writes_leave_the_old_file),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_folders),
        cmocka_unit_test(test_removing_a_large_tree),
        cmocka_unit_test(test_removing_a_link_to_a_folder),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
