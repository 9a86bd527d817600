/* Files of a session: where they lie, what they count, what is left when they cannot be written.
 * A program of its own: it stands in for functions of the libraries. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "session/artifacts.h"

static char base[64];
static lob_session session;
static lob_arena *arena;
static lob_ctx ctx;

static int set_up(void **state) {
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    strcpy(base, "/tmp/lob_artifacts.XXXXXX");
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
    close(session.dir_fd);
    lob_arena_drop(arena);
    snprintf(command, sizeof command, "rm -rf '%s'", base);
    return system(command);
}

static const lob_artifact one = {.folder = "renders",
                                 .name = "one.png",
                                 .failure = LOB_E_RENDER_FAILED,
                                 .message = "It could not be stored",
                                 .hint = "Make room."};

static unsigned entries(const char *folder) {
    char path[128];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/%s", base, folder);
    DIR *dir = opendir(path);
    while (dir && readdir(dir)) {
        count++;
    }
    if (dir) {
        closedir(dir);
    }
    return count ? count - 2 : 0;
}

static lob_str detail(const char *key) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (ctx.error.details[i].is_text && strcmp(ctx.error.details[i].key, key) == 0) {
            return ctx.error.details[i].text;
        }
    }
    return (lob_str){0};
}

static int64_t number(const char *key) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (!ctx.error.details[i].is_text && strcmp(ctx.error.details[i].key, key) == 0) {
            return ctx.error.details[i].integer;
        }
    }
    return -1;
}

static void test_write(void **state) {
    (void)state;
    char expected[128], content[8] = "";
    struct stat info;
    lob_str path;
    assert_int_equal(lob_artifact_write(&ctx, &session, &one, "\0\1\2three", 8, &path), LOB_OK);
    snprintf(expected, sizeof expected, "%s/renders/one.png", base);
    assert_string_equal(path.data, expected);
    assert_int_equal(path.size, strlen(expected));
    assert_int_equal(stat(expected, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    FILE *file = fopen(expected, "rb");
    assert_int_equal(fread(content, 1, 8, file), 8);
    fclose(file);
    assert_memory_equal(content, "\0\1\2three", 8);
    assert_int_equal(session.artifact_size, 8);
    lob_artifact two = one;
    two.name = "two.png";
    assert_int_equal(lob_artifact_write(&ctx, &session, &two, "", 0, &path), LOB_OK);
    assert_int_equal(session.artifact_size, 8);
    assert_int_equal(entries("renders"), 2);
}

static void test_quota(void **state) {
    (void)state;
    static const char zeros[1001];
    lob_str path;
    session.artifact_size = 0;
    assert_int_equal(lob_artifact_fits(&ctx, &session, 1000), LOB_OK);
    assert_int_equal(lob_artifact_write(&ctx, &session, &one, zeros, 1001, &path), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(detail("reason"), LOB_STR("artifact_quota")));
    assert_true(lob_str_equal(detail("limit_name"), LOB_STR("artifact_quota_size")));
    assert_eq(number("limit"), 1000);
    assert_eq(number("kept"), 0);
    assert_eq(number("size"), 1001);
    assert_int_equal(entries("renders"), 0);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_artifact_write(&ctx, &session, &one, zeros, 1000, &path), LOB_OK);
    lob_artifact two = one;
    two.name = "two.png";
    assert_int_equal(lob_artifact_write(&ctx, &session, &two, zeros, 1, &path), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(number("kept"), 1000);
    assert_int_equal(entries("renders"), 1);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_artifact_fits(&ctx, &session, UINT64_MAX), LOB_E_TOOL_LIMIT_EXCEEDED); /* no wrapping */
}

/* The caller's code and words, the system's reason; nothing is left and nothing counts. */
static void assert_refused(const char *reason) {
    lob_str path;
    lob_ctx_init(&ctx, arena);
    session.artifact_size = 0;
    assert_int_equal(lob_artifact_write(&ctx, &session, &one, "0123456789", 10, &path), LOB_E_RENDER_FAILED);
    assert_string_equal(ctx.error.message, one.message);
    assert_string_equal(ctx.error.hint, one.hint);
    assert_true(lob_str_equal(detail("reason"), lob_str_from(reason)));
    assert_gt(number("system_error"), 0);
    assert_int_equal(session.artifact_size, 0);
}

static void test_refused(void **state) {
    (void)state;
    struct rlimit old;
    char folder[128], elsewhere[128];
    snprintf(folder, sizeof folder, "%s/renders", base);
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", base);
    getrlimit(RLIMIT_FSIZE, &old);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){5, old.rlim_max});
    assert_refused("disk_full");
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(entries("renders"), 0);
    getrlimit(RLIMIT_NOFILE, &old);
    for (rlim_t limit = 0; limit <= (rlim_t)session.dir_fd + 2; limit++) { /* no descriptor for folder or file */
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){limit, old.rlim_max});
        lob_str path;
        lob_ctx_init(&ctx, arena);
        lob_status status = lob_artifact_write(&ctx, &session, &one, "0", 1, &path);
        setrlimit(RLIMIT_NOFILE, &old);
        if (status != LOB_E_RENDER_FAILED) {
            assert_eq(limit, (rlim_t)session.dir_fd + 2);
        }
        if (status != LOB_OK) {
            assert_int_equal(entries("renders"), 0);
        }
    }
    unlinkat(session.dir_fd, "renders/one.png", 0);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(mkdir(elsewhere, 0700), 0);
    assert_int_equal(symlink(elsewhere, folder), 0); /* links are not followed */
    assert_refused("io");
    assert_int_equal(entries("elsewhere"), 0);
    assert_int_equal(unlink(folder), 0);
    close(open(folder, O_CREAT | O_WRONLY, 0600)); /* a file in the way */
    assert_refused("io");
}

/* The system's, but for the one that is to fail. */
static int fsync_fails_at;

int fsync(int fd) {
    if (fsync_fails_at > 0 && --fsync_fails_at == 0) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}

static int mkdirat_error; /* 0: none */

int mkdirat(int dir, const char *name, mode_t mode) {
    errno = mkdirat_error;
    return mkdirat_error ? -1 : (int)syscall(SYS_mkdirat, dir, name, mode);
}

/* The folder cannot be made; want of memory is told as such, whatever the artifact says of itself. */
static void test_no_folder(void **state) {
    (void)state;
    lob_str path;
    mkdirat_error = EROFS;
    assert_refused("not_writable");
    assert_int_equal(number("system_error"), EROFS);
    mkdirat_error = ENOMEM;
    lob_ctx_init(&ctx, arena);
    lob_status status = lob_artifact_write(&ctx, &session, &one, "0", 1, &path);
    mkdirat_error = 0;
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(detail("reason"), LOB_STR("memory")));
    assert_int_equal(session.artifact_size, 0);
}

/* The file's own, then that of the folder, when the file has its name already. */
static void test_not_on_disk(void **state) {
    (void)state;
    for (int i = 1; i <= 2; i++) {
        fsync_fails_at = i;
        assert_refused("io");
        assert_int_equal(fsync_fails_at, 0);
        assert_int_equal(entries("renders"), 0);
    }
}

static bool write_once(void *arg) {
    (void)arg;
    lob_str path;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx_init(&ctx, own);
    session.artifact_size = 0;
    lob_status status = lob_artifact_write(&ctx, &session, &one, "0123456789", 10, &path);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(write_once, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_write, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_quota, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_not_on_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_out_of_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
