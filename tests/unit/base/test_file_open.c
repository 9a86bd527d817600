/* Opening names from outside: a table of names by both ways, and a race against links that appear and disappear. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/clock.h"
#include "base/file.h"
#include "sweep.h"

static char base[64];
static lob_ctx ctx;

static const char *at_base(const char *below) {
    static char path[4][300];
    static unsigned turn;
    char *out = path[turn++ % 4];
    snprintf(out, sizeof path[0], "%s%s", base, below);
    return out;
}

static void put_file(const char *below, const char *text) {
    FILE *file = fopen(at_base(below), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* root/ {ok.gds, a:b.gds, d/f, l -> ../secret, in -> ok.gds, fifo, proc -> /proc/self/root, turn -> turn, sock},
 * root/inner/, secret/f */
static int set_up(void **state) {
    (void)state;
    strcpy(base, "/tmp/lob_open.XXXXXX");
    if (!mkdtemp(base)) {
        return -1;
    }
    static const char *const folders[] = {"/root", "/root/d", "/root/inner", "/secret", "/rootless"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        mkdir(at_base(folders[i]), 0700);
    }
    put_file("/root/ok.gds", "ok");
    put_file("/root/a:b.gds", "colon");
    put_file("/root/d/f", "inside");
    put_file("/root/inner/g", "inner");
    put_file("/secret/f", "SECRET");
    put_file("/rootless/f", "SECRET");
    bool fine = symlink("../secret", at_base("/root/l")) == 0 && symlink("ok.gds", at_base("/root/in")) == 0 &&
                symlink("/proc/self/root", at_base("/root/proc")) == 0 && symlink("turn", at_base("/root/turn")) == 0 &&
                mkfifo(at_base("/root/fifo"), 0600) == 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/root/sock", base);
    int sock = socket(AF_UNIX, SOCK_STREAM, 0);
    fine = fine && bind(sock, (struct sockaddr *)&address, sizeof address) == 0;
    close(sock);
    return fine ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    bool removed = false;
    int tmp = open("/tmp", O_RDONLY | O_DIRECTORY);
    lob_ctx_init(&ctx, NULL);
    lob_status status = lob_dir_remove_at(&ctx, tmp, base + strlen("/tmp/"), &removed);
    close(tmp);
    return status == LOB_OK && removed ? 0 : -1;
}

static const char *reason(void) {
    static char text[32];
    text[0] = '\0';
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, "reason") == 0) {
            snprintf(text, sizeof text, "%.*s", (int)ctx.error.details[i].text.size, ctx.error.details[i].text.data);
        }
    }
    return text;
}

/* What became of opening: the content, or the reason it failed for. */
static const char *outcome(const lob_roots *roots, lob_str path) {
    static char content[32];
    struct stat info;
    int fd = -2;
    lob_ctx_init(&ctx, NULL);
    lob_status status = lob_file_open_input(&ctx, roots, path, 0, &fd, &info);
    if (status != LOB_OK) {
        assert_int_equal(fd, -1);
        assert_int_equal(status, ctx.error.code);
        assert_ne(ctx.error.hint[0], '\0');
        bool absent = strcmp(reason(), "absent") == 0 || strcmp(reason(), "not_absolute") == 0 ||
                      strcmp(reason(), "outside_roots") == 0;
        assert_int_equal(status, absent ? LOB_E_FILE_NOT_FOUND : LOB_E_UNSUPPORTED_FORMAT);
        return reason();
    }
    assert_true(S_ISREG(info.st_mode));
    assert_int_equal(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
    assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    ssize_t size = read(fd, content, sizeof content - 1);
    content[size > 0 ? size : 0] = '\0';
    close(fd);
    return content;
}

typedef struct open_case {
    const char *below, *in_root, *anywhere;
} open_case;

static const open_case cases[] = {
    {"/root/ok.gds", "ok", "ok"},
    {"/root/a:b.gds", "colon", "colon"},
    {"/root/d/f", "inside", "inside"},
    {"/root//d/./f", "inside", "inside"},
    {"/root/d/../ok.gds", "ok", "ok"},
    {"/secret/../root/ok.gds", "ok", "ok"},
    {"/root/../secret/f", "outside_roots", "SECRET"},
    {"/root/d/../../secret/f", "outside_roots", "SECRET"},
    {"/secret/f", "outside_roots", "SECRET"},
    {"/secret/none", "outside_roots", "absent"},
    {"/rootless/f", "outside_roots", "SECRET"},
    {"/root/l/f", "outside_roots", "SECRET"},
    {"/root/l", "outside_roots", "directory"},
    {"/root/in", "outside_roots", "ok"},
    {"/root/proc/etc/passwd", "outside_roots", NULL},
    {"/root/fifo", "not_regular", "not_regular"},
    {"/root/sock", "not_regular", "not_regular"},
    {"/root/d", "directory", "directory"},
    {"/root/d/", "directory", "directory"},
    {"/root/d/.", "directory", "directory"},
    {"/root", "directory", "directory"},
    {"/root/", "directory", "directory"},
    {"/root/d/..", "directory", "directory"},
    {"/root/ok.gds/", "absent", "absent"},
    {"/root/ok.gds/.", "absent", "absent"},
    {"/root/ok.gds/x", "absent", "absent"},
    {"/root/none", "absent", "absent"},
    {"/root/none/x", "absent", "absent"},
    {"/root/.a", "absent", "absent"},
    {"/root/..a", "absent", "absent"},
    {"/root/turn", "outside_roots", "absent"},
    {"/root/turn/x", "outside_roots", "absent"},
    {"/root/a\nb", "absent", "absent"},
    {"/root/-rd", "absent", "absent"},
    {"/root/pipe:touch x", "absent", "absent"},
};

static void test_table(void **state) {
    (void)state;
    lob_roots *roots, *none;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_roots_open(&ctx, at_base("/root"), &roots), LOB_OK);
    assert_int_equal(lob_roots_open(&ctx, NULL, &none), LOB_OK);
    for (int walk = 0; walk < 2; walk++) {
        lob_file_force_walk(walk);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            lob_case("cases[%zu]", i);
            lob_str path = lob_str_from(at_base(cases[i].below));
            assert_string_equal(outcome(roots, path), cases[i].in_root);
            if (cases[i].anywhere) {
                assert_string_equal(outcome(none, path), cases[i].anywhere);
                assert_string_equal(outcome(NULL, path), cases[i].anywhere);
            }
        }
        assert_string_equal(outcome(roots, lob_str_from("")), "not_absolute");
        assert_string_equal(outcome(roots, lob_str_from("root/ok.gds")), "not_absolute");
        assert_string_equal(outcome(none, lob_str_from("http://127.0.0.1/x")), "not_absolute");
        assert_string_equal(outcome(none, LOB_STR("/dev/null")), "not_regular");
        assert_string_equal(outcome(none, LOB_STR("/etc/passwd\0x")), "absent");
        assert_string_equal(outcome(roots, LOB_STR("/etc/passwd\0x")), "absent");
        assert_string_equal(outcome(roots, LOB_STR("/etc/passwd")), "outside_roots");
        assert_string_equal(outcome(roots, LOB_STR("/..")), "outside_roots");
        static char longest[5000];
        memset(longest, 'x', sizeof longest);
        memcpy(longest, at_base("/root/"), strlen(base) + 6);
        for (size_t size = 300; size <= sizeof longest; size += 4700) {
            assert_string_equal(outcome(roots, (lob_str){longest, size}), "absent");
            assert_string_equal(outcome(none, (lob_str){longest, size}), "absent");
        }
    }
    lob_file_force_walk(false);
    lob_roots_close(roots);
    lob_roots_close(none);
}

static void test_several_roots(void **state) {
    (void)state;
    char list[600];
    lob_roots *roots;
    snprintf(list, sizeof list, ":%s/root/inner/:%s/root//d/../d:", base, base);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_roots_open(&ctx, list, &roots), LOB_OK);
    assert_string_equal(outcome(roots, lob_str_from(at_base("/root/inner/g"))), "inner");
    assert_string_equal(outcome(roots, lob_str_from(at_base("/root/d/f"))), "inside");
    assert_string_equal(outcome(roots, lob_str_from(at_base("/root/ok.gds"))), "outside_roots");
    lob_roots_close(roots);
    /* the longest root counts, wherever it stands: a root may lie behind a link of another */
    for (int is_first = 0; is_first < 2; is_first++) {
        snprintf(list, sizeof list, "%s/root%s:%s/root%s", base, is_first ? "/l" : "", base, is_first ? "" : "/l");
        assert_int_equal(lob_roots_open(&ctx, list, &roots), LOB_OK);
        assert_string_equal(outcome(roots, lob_str_from(at_base("/root/l/f"))), "SECRET");
        assert_string_equal(outcome(roots, lob_str_from(at_base("/root/ok.gds"))), "ok");
        lob_roots_close(roots);
    }
    static const char *const all[] = {"/", "/..", "/tmp/.."};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        lob_case("%s", all[i]);
        assert_int_equal(lob_roots_open(&ctx, all[i], &roots), LOB_OK);
        assert_string_equal(outcome(roots, lob_str_from(at_base("/root/ok.gds"))), "ok");
        assert_string_equal(outcome(roots, LOB_STR("/")), "directory");
        lob_roots_close(roots);
    }
    lob_roots_close(NULL);
}

static void test_bad_roots(void **state) {
    (void)state;
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    longest[0] = '/';
    const char *const lists[] = {at_base("/none"), "relative", at_base("/root/ok.gds"), longest, ":", "::"};
    static const char *const reasons[] = {"absent", "not_absolute", "absent", "absent", "no_folder", "no_folder"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        lob_case("%zu: %s", i, lists[i]);
        lob_roots *roots = NULL;
        lob_ctx_init(&ctx, NULL);
        assert_int_equal(lob_roots_open(&ctx, lists[i], &roots), LOB_E_FILE_NOT_FOUND);
        assert_string_equal(reason(), reasons[i]);
        assert_null(roots);
    }
}

static void test_size_limit(void **state) {
    (void)state;
    struct stat info;
    int fd;
    lob_str path = lob_str_from(at_base("/root/d/f")); /* 6 bytes */
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_file_open_input(&ctx, NULL, path, 6, &fd, &info), LOB_OK);
    close(fd);
    assert_int_equal(lob_file_open_input(&ctx, NULL, path, 5, &fd, &info), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(reason(), "file_size");
    assert_int_equal(fd, -1);
}

static void test_no_descriptors_left(void **state) {
    (void)state;
    struct rlimit old, low;
    struct stat info;
    int fd;
    getrlimit(RLIMIT_NOFILE, &old);
    low = (struct rlimit){0, old.rlim_max};
    setrlimit(RLIMIT_NOFILE, &low);
    lob_ctx_init(&ctx, NULL);
    lob_status status = lob_file_open_input(&ctx, NULL, lob_str_from(at_base("/root/ok.gds")), 0, &fd, &info);
    setrlimit(RLIMIT_NOFILE, &old);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(reason(), "descriptors");
}

static void test_unreadable(void **state) {
    (void)state;
    chmod(at_base("/root/a:b.gds"), 0);
    if (geteuid() == 0) {
        chmod(base, 0755);
        chmod(at_base("/root"), 0755);
        assert_int_equal(seteuid(65534), 0);
    }
    const char *got = outcome(NULL, lob_str_from(at_base("/root/a:b.gds")));
    if (getuid() == 0) {
        assert_int_equal(seteuid(0), 0);
    }
    assert_string_equal(got, "unreadable");
    chmod(at_base("/root/a:b.gds"), 0600);
}

/* ---- a folder and a link to the secret change places all the time ---- */

static atomic_bool swapping;

static void *swap(void *arg) {
    (void)arg;
    char folder[100], link[100];
    snprintf(folder, sizeof folder, "%s/root/d", base);
    snprintf(link, sizeof link, "%s/root/l", base);
    for (unsigned i = 0; atomic_load(&swapping); i++) {
        syscall(SYS_renameat2, AT_FDCWD, folder, AT_FDCWD, link, 2u /* RENAME_EXCHANGE */);
        if (i % 16 == 0) {
            usleep(20); /* valgrind runs one thread at a time and would not let the other one in */
        }
    }
    return NULL;
}

static void test_race(void **state) {
    (void)state;
    lob_roots *roots;
    pthread_t thread;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_roots_open(&ctx, at_base("/root"), &roots), LOB_OK);
    char path[100];
    snprintf(path, sizeof path, "%s/root/d/f", base);
    for (int walk = 0; walk < 2; walk++) {
        lob_file_force_walk(walk);
        atomic_store(&swapping, true);
        assert_int_equal(pthread_create(&thread, NULL, swap, NULL), 0);
        unsigned opened = 0, refused = 0;
        int64_t end_ms = lob_clock_ms() + 500;
        while (lob_clock_ms() < end_ms) {
            const char *got = outcome(roots, lob_str_from(path));
            assert_string_not_equal(got, "SECRET");
            opened += strcmp(got, "inside") == 0;
            refused += strcmp(got, "inside") != 0;
        }
        atomic_store(&swapping, false);
        pthread_join(thread, NULL);
        print_message("race, walk %d: %u opened, %u refused, none leaked\n", walk, opened, refused);
    }
    lob_file_force_walk(false);
    lob_roots_close(roots);
}

/* ---- reading all ---- */

static void test_read_all(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_str content;
    static char big[300000];
    memset(big, 'b', sizeof big - 1);
    put_file("/big", big);
    lob_ctx_init(&ctx, arena);
    int fd = open(at_base("/big"), O_RDONLY);
    assert_int_equal(lob_file_read_all(&ctx, fd, sizeof big - 1, &content), LOB_OK);
    assert_int_equal(content.size, sizeof big - 1);
    assert_string_equal(content.data, big);
    lseek(fd, 0, SEEK_SET);
    assert_int_equal(lob_file_read_all(&ctx, fd, sizeof big - 2, &content), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(reason(), "file_size");
    close(fd);
    lob_ctx_init(&ctx, arena);
    fd = open(base, O_RDONLY | O_DIRECTORY);
    assert_int_equal(lob_file_read_all(&ctx, fd, 10, &content), LOB_E_UNSUPPORTED_FORMAT);
    close(fd);
    lob_arena_drop(arena);
}

static bool open_and_read(void *arg) {
    (void)arg;
    lob_roots *roots = NULL;
    struct stat info;
    lob_str content;
    int fd = -1;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    bool fine = lob_roots_open(&ctx, base, &roots) == LOB_OK &&
                lob_file_open_input(&ctx, roots, lob_str_from(at_base("/root/ok.gds")), 0, &fd, &info) == LOB_OK &&
                lob_file_read_all(&ctx, fd, 100, &content) == LOB_OK && lob_str_equal(content, LOB_STR("ok"));
    if (!fine) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (fd >= 0) {
        close(fd);
    }
    lob_roots_close(roots);
    lob_arena_drop(arena);
    return fine;
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(open_and_read, NULL), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),         cmocka_unit_test(test_several_roots),
        cmocka_unit_test(test_bad_roots),     cmocka_unit_test(test_size_limit),
        cmocka_unit_test(test_unreadable),    cmocka_unit_test(test_no_descriptors_left),
        cmocka_unit_test(test_race),          cmocka_unit_test(test_read_all),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
