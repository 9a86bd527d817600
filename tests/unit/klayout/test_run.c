/* The watch: each bound ends the run that passes it, for the right reason; what the child said is kept to a bound; a
 * cancel is quick; nothing outlives a run, or the server.
 * A program of its own: it stands in for functions of the libraries. */
#include "tests/support/lob_test.h"

#include "klayout_rig.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "klayout/run_impl.h"
#include "tests/unit/base/sweep.h"

/* A name that goes away between its folder and a look at it: the call is replaced at link time. */
static const char *vanished;

int fstatat(int dir, const char *name, struct stat *info, int flags) {
    if (vanished && strcmp(name, vanished) == 0) {
        errno = ENOENT;
        return -1;
    }
    return (int)syscall(SYS_newfstatat, dir, name, info, flags);
}

static lob_run_result result;

static lob_run_command command_of(const char *name, const char *a, const char *b) {
    static const char *arguments[4];
    arguments[0] = name;
    arguments[1] = a;
    arguments[2] = b;
    return probe_command(arguments);
}

static lob_status run_it(const lob_run_command *command) {
    lob_error_clear(&ctx.error);
    return lob_run(&ctx, command, &result);
}

static lob_run_end end_of(lob_run_command command) {
    without_walls_if_need_be(&command);
    assert_int_equal(run_it(&command), LOB_OK);
    return result.end;
}

/* The error story of an end. */
static void assert_told(const char *reason) {
    lob_error_clear(&ctx.error);
    assert_failed(lob_run_check(&ctx, &result), LOB_E_DRC_RUN_FAILED, reason);
    assert_non_null(detail("stderr_tail"));
    assert_non_null(detail("memory_peak"));
}

/* ---- ends ---- */

static void tells_the_exit_code(void **state) {
    (void)state;
    assert_int_equal(end_of(command_of("status", "0", NULL)), LOB_RUN_EXITED);
    assert_int_equal(result.exit_code, 0);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_run_check(&ctx, &result), LOB_OK);
    assert_int_equal(end_of(command_of("status", "3", NULL)), LOB_RUN_EXITED);
    assert_int_equal(result.exit_code, 3);
    assert_told("exit_code");
    assert_int_equal(detail("exit_code")->integer, 3);
}

static void tells_the_signal(void **state) {
    (void)state;
    assert_int_equal(end_of(command_of("segv", NULL, NULL)), LOB_RUN_CRASHED);
    assert_int_equal(result.signal, SIGSEGV);
    assert_int_equal(result.exit_code, -1);
    assert_told("crash");
    assert_int_equal(detail("signal")->integer, SIGSEGV);
}

static void ends_what_takes_too_long(void **state) {
    (void)state;
    static const char *const names[] = {"hang", "sleep", "deaf"};
    for (unsigned i = 0; i < 3; i++) {
        lob_run_command command = command_of(names[i], NULL, NULL);
        command.limits.timeout_ms = 100;
        assert_int_equal(end_of(command), LOB_RUN_TIMEOUT);
        assert_ge(result.seconds, 0.1);
        assert_lt(result.seconds, 5);
        assert_told("timeout");
    }
}

static void counts_its_seconds_of_the_processor(void **state) {
    (void)state;
    assert_int_equal(end_of(command_of("work", NULL, NULL)), LOB_RUN_EXITED);
    assert_ge(result.cpu_seconds, 0.05);
    assert_int_equal(end_of(command_of("status", "0", NULL)), LOB_RUN_EXITED);
    assert_lt(result.cpu_seconds, 0.05); /* of this run alone */
}

static void ends_what_takes_too_much_memory(void **state) {
    (void)state;
    lob_run_command command = command_of("memory", NULL, NULL);
    command.limits.memory_size = 64 << 20;
    assert_int_equal(end_of(command), LOB_RUN_MEMORY);
    assert_gt(result.memory_peak, command.limits.memory_size);
    assert_lt(result.memory_peak, (uint64_t)1 << 30);
    assert_told("memory");
}

static void ends_what_starts_too_many_threads(void **state) {
    (void)state;
    lob_run_command command = command_of("threads", NULL, NULL);
    assert_int_equal(end_of(command), LOB_RUN_THREADS);
    assert_told("threads");
    command.limits.thread_count = 100000; /* control: it has them all */
    assert_int_equal(end_of(command), LOB_RUN_EXITED);
    assert_int_equal(result.exit_code, 0);
}

static void ends_what_makes_too_many_files(void **state) {
    (void)state;
    struct stat info;
    lob_run_command command = command_of("files", NULL, NULL);
    command.limits.file_count = 50;
    assert_int_equal(end_of(command), LOB_RUN_FILES);
    assert_told("files");
    assert_int_equal(fstatat(run_fd, "f50", &info, 0), 0);
    assert_int_equal(fstatat(run_fd, "f199999", &info, 0), -1);
}

static void ends_what_writes_too_much(void **state) {
    (void)state;
    static const char *const kinds[] = {"named", "unnamed"};
    put_file(run_path, "input", "was there before and does not count");
    for (unsigned i = 0; i < 2; i++) {
        lob_run_command command = command_of("disk", kinds[i], NULL);
        command.limits.disk_size = 20 << 20;
        assert_int_equal(end_of(command), LOB_RUN_DISK);
        assert_told("disk");
        /* Files under names replace each other here, files without keep adding up. */
        command.limits.disk_size = i == 0 ? 60 << 20 : 400 << 20;
        assert_int_equal(end_of(command), LOB_RUN_EXITED);
        assert_int_equal(result.exit_code, 0);
    }
    need_walls();
    /* Files that no look into folder and descriptors sees: two of the ways are refused, the third is counted. */
    static const char *const ways[] = {"write", "fallocate", "shared"};
    for (unsigned i = 0; i < 3; i++) {
        lob_run_command command = command_of("hidden_disk", ways[i], NULL);
        command.limits.disk_size = 50 << 20;
        assert_int_equal(end_of(command), i == 0 ? LOB_RUN_DISK : LOB_RUN_EXITED);
        assert_int_equal(result.exit_code, i == 0 ? -1 : 1);
        command.limits.disk_size = 400 << 20;
        command.leave_out = LOB_WALL_SECCOMP;
        assert_int_equal(end_of(command), LOB_RUN_EXITED);
        assert_int_equal(result.exit_code, 0);
    }
    assert_false(lob_maps_unnamed(0x7ffffff0));
    assert_int_equal(lob_written_read(0x7ffffff0), 0);
    lob_run_command command = command_of("large_file", NULL, NULL);
    command.limits.file_size = 1 << 20;
    assert_int_equal(end_of(command), LOB_RUN_DISK); /* SIGXFSZ */
}

/* Only the mapping of a file without a name counts, whatever that name was. They are all of our own process. */
static void finds_mapped_files_without_a_name(void **state) {
    (void)state;
    enum { SIZE = 4096 };
    static const char *const names[] = {"hidden", "x /dev/zero"};
    if (lob_maps_unnamed(getpid())) {
        skip(); /* a sanitizer keeps such a file */
    }
    void *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    assert_false(lob_maps_unnamed(getpid()));
    assert_int_equal(mkdirat(run_fd, "x ", 0700), 0);
    assert_int_equal(mkdirat(run_fd, "x /dev", 0700), 0);
    for (unsigned i = 0; i < 2; i++) {
        int fd = openat(run_fd, names[i], O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        assert_ge(fd, 0);
        assert_eq(ftruncate(fd, SIZE), 0);
        void *file = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        assert_ptr_not_equal(file, MAP_FAILED);
        close(fd);
        assert_false(lob_maps_unnamed(getpid()));
        assert_int_equal(unlinkat(run_fd, names[i], 0), 0);
        assert_true(lob_maps_unnamed(getpid()));
        munmap(file, SIZE);
        assert_false(lob_maps_unnamed(getpid()));
    }
    munmap(memory, SIZE);
}

/* ---- what it says ---- */

static uint64_t size_of(const char *name) {
    struct stat info;
    assert_int_equal(fstatat(base_fd, name, &info, AT_SYMLINK_NOFOLLOW), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    return (uint64_t)info.st_size;
}

static void keeps_what_it_says(void **state) {
    (void)state;
    lob_run_command command =
        command_of("say", "one\ntwo\n", "Critical: Could not create AF_NETLINK socket (Permission denied)\nERROR: x\n");
    command.log_fd = base_fd;
    assert_int_equal(end_of(command), LOB_RUN_EXITED);
    assert_string_equal(result.out.tail.data, "one\ntwo\n");
    assert_string_equal(result.err.tail.data, "ERROR: x\n");
    assert_int_equal(result.out.tail.size, 8);
    assert_int_equal(size_of("stdout.txt"), 8);
    assert_int_equal(result.err.kept_size, size_of("stderr.txt"));
    without_walls_if_need_be(&command);
    assert_int_equal(run_it(&command), LOB_E_TOOL_LIMIT_EXCEEDED); /* a log is never written over */
    assert_detail("reason", "exists");
}

static void keeps_no_more_than_it_may(void **state) {
    (void)state;
    lob_run_command command = command_of("flood", "8", "2");
    command.log_fd = base_fd;
    command.limits.output_size = 100000;
    assert_int_equal(end_of(command), LOB_RUN_EXITED);
    assert_int_equal(result.exit_code, 0); /* it could say all it had to say */
    assert_int_equal(result.err.size, 8 << 20);
    assert_int_equal(result.err.kept_size, 100000);
    assert_int_equal(size_of("stderr.txt"), 100000);
    assert_int_equal(result.err.tail.size, LOB_RUN_TAIL_SIZE);
    assert_int_equal(result.out.size, 0);
}

/* The tail is the last whole lines, up to its size. */
static void keeps_the_end(void **state) {
    (void)state;
    assert_int_equal(end_of(command_of("count", "20000", NULL)), LOB_RUN_EXITED);
    const char *tail = result.err.tail.data;
    char expected[LOB_RUN_TAIL_SIZE + 1];
    size_t size = 0;
    for (int i = atoi(tail); i < 20000; i++) {
        size += (size_t)snprintf(expected + size, sizeof expected - size, "%d\n", i);
        assert_lt(size, sizeof expected);
    }
    assert_string_equal(tail, expected);
    assert_in_range(result.err.tail.size, LOB_RUN_TAIL_SIZE - 6, LOB_RUN_TAIL_SIZE);
}

/* A log that cannot be written whole is told: nobody shall look for words in it that are not there. */
static void tells_that_the_log_is_cut(void **state) {
    (void)state;
    struct rlimit before, small;
    lob_run_command command = command_of("flood", "1", "1");
    without_walls_if_need_be(&command);
    command.log_fd = base_fd;
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){600000, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    lob_status status = run_it(&command);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_detail("reason", "disk_full");
    assert_int_equal(result.exit_code, 0);
    assert_int_equal(result.out.kept_size, 600000);
    assert_int_equal(result.out.size, 1 << 20);
}

/* ---- cancelling ---- */

static lob_cancel cancel;
static _Atomic int64_t cancelled_ns;

static void *cancel_later(void *arg) {
    usleep(*(useconds_t *)arg);
    cancelled_ns = lob_clock_ns();
    atomic_store(&cancel.requested, true);
    return NULL;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void cancels_quickly(void **state) {
    (void)state;
    enum { COUNT = 21 };
    double took_ms[COUNT];
    ctx.cancel = &cancel;
    for (unsigned i = 0; i < COUNT; i++) {
        lob_run_command command = command_of(i % 2 ? "deaf" : "hang", NULL, NULL);
        useconds_t wait_us = i * 1700;
        pthread_t thread;
        without_walls_if_need_be(&command);
        atomic_store(&cancel.requested, false);
        pthread_create(&thread, NULL, cancel_later, &wait_us);
        lob_status status = run_it(&command);
        took_ms[i] = (double)(lob_clock_ns() - cancelled_ns) / 1e6;
        pthread_join(thread, NULL);
        assert_int_equal(status, LOB_E_CANCELLED);
        assert_int_equal(ctx.error.code, LOB_E_CANCELLED);
    }
    qsort(took_ms, COUNT, sizeof took_ms[0], compare_doubles);
    print_message("cancel to reaped: median %.1f ms, longest %.1f ms\n", took_ms[COUNT / 2], took_ms[COUNT - 1]);
    assert_lt(took_ms[COUNT / 2], 100);
    atomic_store(&cancel.requested, true); /* before it began: not started */
    lob_run_command command = command_of("write", "entered", NULL);
    assert_int_equal(run_it(&command), LOB_E_CANCELLED);
    struct stat info;
    assert_int_equal(fstatat(run_fd, "entered", &info, 0), -1);
    ctx.cancel = NULL;
}

/* ---- who outlives whom ---- */

static bool is_alive(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0) {
        close(fd);
    }
    text[size > 0 ? size : 0] = '\0';
    const char *name_end = strrchr(text, ')');
    return name_end && name_end[2] != 'Z';
}

/* The child of `parent`, by /proc. 0: none. */
static pid_t child_of(pid_t parent) {
    char path[64], text[512];
    for (pid_t pid = parent + 1; pid < parent + 2000; pid++) {
        snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t size = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
        if (fd >= 0) {
            close(fd);
        }
        text[size > 0 ? size : 0] = '\0';
        const char *name_end = strrchr(text, ')');
        if (name_end && atoi(name_end + 4) == parent) {
            return pid;
        }
    }
    return 0;
}

static void *run_in_thread(void *arg) {
    lob_ctx own;
    lob_arena *own_arena = lob_arena_new(0);
    lob_run_result own_result;
    lob_ctx_init(&own, own_arena);
    lob_status status = lob_run(&own, arg, &own_result);
    lob_arena_drop(own_arena);
    return status == LOB_OK && own_result.exit_code == 0 ? arg : NULL;
}

/* A server with other threads, killed while one of them runs a child. Returns how long the child lived on, in ms; -1:
 * it did for a second. `leave_out`: the wall that is to prove itself. */
static double outlives(unsigned leave_out) {
    lob_run_command command = command_of("sleep", NULL, NULL);
    command.leave_out = leave_out;
    without_walls_if_need_be(&command);
    pid_t server = fork();
    if (server == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, run_in_thread, &command);
        pthread_join(thread, NULL);
        _exit(0);
    }
    pid_t child = 0;
    for (int i = 0; i < 200 && child == 0; i++) {
        usleep(10000);
        child = child_of(server);
    }
    usleep(100000); /* until it is entered */
    assert_gt(child, 0);
    assert_true(is_alive(child));
    int64_t killed_ns = lob_clock_ns();
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    while (is_alive(child) && lob_clock_ns() - killed_ns < 1000000000) {
        usleep(1000);
    }
    double took_ms = (double)(lob_clock_ns() - killed_ns) / 1e6;
    bool alive = is_alive(child);
    if (alive) {
        kill(child, SIGKILL);
    }
    return alive ? -1 : took_ms;
}

static void dies_with_the_server(void **state) {
    (void)state;
    double took_ms = outlives(0);
    print_message("server killed to child dead: %.1f ms\n", took_ms);
    assert_ge(took_ms, 0);
    if (!getenv("LOB_TEST_QUICK")) {
        assert_lt(outlives(LOB_WALL_PARENT_DEATH), 0); /* control */
    }
}

/* The trap of PR_SET_PDEATHSIG: it fires when the forking thread ends. A run stays in its thread, so a worker that ends
 * afterwards, or beside it, harms nobody. */
static void runs_in_any_thread(void **state) {
    (void)state;
    lob_run_command command = command_of("say", "x", NULL);
    without_walls_if_need_be(&command);
    pthread_t threads[4];
    for (unsigned i = 0; i < 4; i++) {
        pthread_create(&threads[i], NULL, run_in_thread, &command);
    }
    for (unsigned i = 0; i < 4; i++) {
        void *fine;
        pthread_join(threads[i], &fine);
        assert_ptr_equal(fine, &command);
    }
}

/* The child makes it after a fifth of a second. One that should come has a minute, for the machine may be busy; one
 * that should not has as long as it takes where nobody else runs, twice. */
static bool makes_file_later(lob_run_command command, int exit_code, int64_t wait_ms) {
    struct stat info;
    without_walls_if_need_be(&command);
    assert_int_equal(run_it(&command), LOB_OK);
    assert_int_equal(result.exit_code, exit_code);
    const int64_t end_ms = lob_clock_ms() + wait_ms;
    bool is_there;
    do {
        usleep(20000);
        is_there = fstatat(run_fd, "late", &info, 0) == 0;
    } while (!is_there && lob_clock_ms() < end_ms);
    return is_there;
}

/* Where the operator switched the walls off, a child may leave somebody behind: killed with its group. Whoever leaves
 * the group as a daemon is held by seccomp alone. */
static void kills_the_group(void **state) {
    (void)state;
    char late[256];
    snprintf(late, sizeof late, "%s/late", run_path);
    lob_run_command command = command_of("linger", late, NULL);
    command.sandbox = LOB_SANDBOX_OFF;
    assert_false(makes_file_later(command, 0, 400));
    command = command_of("linger", late, "daemon");
    command.sandbox = LOB_SANDBOX_OFF;
    assert_true(makes_file_later(command, 0, 60000)); /* control */
    assert_int_equal(unlinkat(run_fd, "late", 0), 0);
    need_walls();
    command.sandbox = LOB_SANDBOX_REQUIRED;
    assert_false(makes_file_later(command, 1, 400));
}

static unsigned told;
static double last_total;

static void on_progress(void *arg, double done, double total, const char *message) {
    (void)arg;
    told++;
    last_total = total;
    assert_ge(done, 0);
    assert_ne(message[0], '\0');
}

static void tells_progress(void **state) {
    (void)state;
    lob_run_command command = command_of("sleep", NULL, NULL);
    command.limits.timeout_ms = 700;
    ctx.progress = on_progress;
    told = 0;
    assert_int_equal(end_of(command), LOB_RUN_TIMEOUT);
    ctx.progress = NULL;
    assert_in_range(told, 2, 4);
    assert_eq(last_total, 0.7);
}

/* A server without 0, 1 and 2: the pipes get these numbers, and must not be run over while they are put in place. */
static void runs_with_low_descriptors(void **state) {
    (void)state;
    lob_run_command command = command_of("say", "out", "err");
    without_walls_if_need_be(&command);
    pid_t server = fork();
    if (server == 0) {
        for (int fd = 0; fd < 3; fd++) {
            close(fd);
        }
        bool fine = lob_run(&ctx, &command, &result) == LOB_OK && result.exit_code == 0 &&
                    strcmp(result.out.tail.data, "out") == 0 && strcmp(result.err.tail.data, "err") == 0;
        _exit(fine ? 0 : 1);
    }
    int end;
    assert_int_equal(waitpid(server, &end, 0), server);
    assert_int_equal(end, 0);
}

/* ---- its parts ---- */

static void counts_what_lies_in_a_folder(void **state) {
    (void)state;
    lob_disk_use use;
    char block[8192] = {1};
    put_file(run_path, "a", "x");
    int fd = openat(run_fd, "b", O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(fd, block, sizeof block), sizeof block);
    assert_int_equal(ftruncate(fd, 1 << 30), 0); /* holes take no room */
    lob_disk_use_of_dir(run_fd, 100, &use);
    assert_int_equal(use.file_count, 2);
    assert_in_range(use.size, 8192, 65536);
    lob_disk_use_of_dir(run_fd, 100, &use); /* again, from the start */
    assert_int_equal(use.file_count, 2);
    lob_disk_use_of_dir(run_fd, 0, &use);
    assert_int_equal(use.file_count, 1);
    vanished = "a";
    lob_disk_use_of_dir(run_fd, 100, &use);
    vanished = NULL;
    assert_int_equal(use.file_count, 1);
    lob_disk_use_of_dir(-1, 100, &use); /* no folder, no process: nothing */
    assert_eq(use.file_count, 0);
    assert_eq(use.size, 0);
    lob_disk_use_of_unnamed(0x7ffffff0, &use);
    assert_eq(use.file_count, 0);
    assert_eq(use.size, 0);
    lob_disk_use before;
    lob_disk_use_of_unnamed(getpid(), &before); /* valgrind has some of its own */
    unlinkat(run_fd, "b", 0);
    lob_disk_use_of_unnamed(getpid(), &use);
    assert_int_equal(use.file_count - before.file_count, 1);
    assert_in_range(use.size - before.size, 8192, 65536);
    char number[16];
    snprintf(number, sizeof number, "%d", fd);
    vanished = number; /* closed between its folder and a look at it */
    lob_disk_use_of_unnamed(getpid(), &use);
    vanished = NULL;
    assert_int_equal(use.file_count, before.file_count);
    close(fd);
}

static void reads_usage_behind_any_name(void **state) {
    (void)state;
    lob_usage before, usage;
    char name[32] = {0};
    assert_true(lob_usage_read(getpid(), &before)); /* the thread sanitizer has a thread of its own */
    assert_in_range(before.thread_count, 1, 2);
    prctl(PR_GET_NAME, name);
    prctl(PR_SET_NAME, ") Z 1 1 (");
    assert_true(lob_usage_read(getpid(), &usage));
    prctl(PR_SET_NAME, name);
    assert_int_equal(usage.thread_count, before.thread_count);
    assert_in_range(usage.memory_size, 100000, (uint64_t)1 << 40);
    assert_false(lob_usage_read(0x7ffffff0, &usage));
}

static lob_run_command sweep_command;

static bool sweep_run(void *arg) {
    (void)arg;
    lob_arena *own_arena = lob_arena_new(0);
    lob_ctx own;
    lob_run_result own_result;
    if (!own_arena) {
        return false;
    }
    lob_ctx_init(&own, own_arena);
    lob_status status = lob_run(&own, &sweep_command, &own_result);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_ne(own.error.hint[0], '\0');
    }
    lob_arena_drop(own_arena);
    return status == LOB_OK;
}

static void survives_want_of_memory(void **state) {
    (void)state;
    sweep_command = command_of("status", "0", NULL);
    without_walls_if_need_be(&sweep_command);
    sweep_allocations(sweep_run, NULL);
}

/* Each piece of memory that a run takes of its request's arena is the one too many, once. */
static void survives_want_of_room(void **state) {
    (void)state;
    const size_t step = getenv("LOB_TEST_QUICK") ? 256 : 16; /* of bytes; an allocation is a multiple of 16 */
    unsigned failed = 0;
    sweep_command = command_of("flood", "1", "1"); /* its tail is as large as one may be */
    sweep_command.library_dir = "/nowhere";
    sweep_command.limits.timeout_ms = 0; /* the usual one */
    without_walls_if_need_be(&sweep_command);
    for (size_t size_max = 1;; size_max += step) {
        lob_arena *full = lob_arena_new(size_max);
        lob_run_result own_result;
        lob_ctx own;
        lob_ctx_init(&own, full);
        lob_status status = lob_run(&own, &sweep_command, &own_result);
        lob_arena_drop(full);
        if (status == LOB_OK) {
            break;
        }
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_ne(own.error.hint[0], '\0');
        failed++;
    }
    assert_gt(failed, 20);
}

/* For programs that reserve far more than they use: all but the address space stays bounded. */
static void lifts_the_address_limit(void **state) {
    (void)state;
    need_walls();
    lob_run_command command = command_of("address_space", NULL, NULL);
    assert_int_equal(end_of(command), LOB_RUN_EXITED);
    assert_int_not_equal(result.exit_code, 0); /* control */
    command.without_address_limit = true;
    command.library_dir = ""; /* none */
    assert_int_equal(end_of(command), LOB_RUN_EXITED);
    assert_int_equal(result.exit_code, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tells_the_exit_code, begin_test, end_test),
        cmocka_unit_test_setup_teardown(tells_the_signal, begin_test, end_test),
        cmocka_unit_test_setup_teardown(ends_what_takes_too_long, begin_test, end_test),
        cmocka_unit_test_setup_teardown(counts_its_seconds_of_the_processor, begin_test, end_test),
        cmocka_unit_test_setup_teardown(ends_what_takes_too_much_memory, begin_test, end_test),
        cmocka_unit_test_setup_teardown(ends_what_starts_too_many_threads, begin_test, end_test),
        cmocka_unit_test_setup_teardown(ends_what_makes_too_many_files, begin_test, end_test),
        cmocka_unit_test_setup_teardown(ends_what_writes_too_much, begin_test, end_test),
        cmocka_unit_test_setup_teardown(finds_mapped_files_without_a_name, begin_test, end_test),
        cmocka_unit_test_setup_teardown(keeps_what_it_says, begin_test, end_test),
        cmocka_unit_test_setup_teardown(keeps_no_more_than_it_may, begin_test, end_test),
        cmocka_unit_test_setup_teardown(keeps_the_end, begin_test, end_test),
        cmocka_unit_test_setup_teardown(tells_that_the_log_is_cut, begin_test, end_test),
        cmocka_unit_test_setup_teardown(cancels_quickly, begin_test, end_test),
        cmocka_unit_test_setup_teardown(dies_with_the_server, begin_test, end_test),
        cmocka_unit_test_setup_teardown(runs_in_any_thread, begin_test, end_test),
        cmocka_unit_test_setup_teardown(kills_the_group, begin_test, end_test),
        cmocka_unit_test_setup_teardown(tells_progress, begin_test, end_test),
        cmocka_unit_test_setup_teardown(runs_with_low_descriptors, begin_test, end_test),
        cmocka_unit_test_setup_teardown(counts_what_lies_in_a_folder, begin_test, end_test),
        cmocka_unit_test_setup_teardown(reads_usage_behind_any_name, begin_test, end_test),
        cmocka_unit_test_setup_teardown(survives_want_of_memory, begin_test, end_test),
        cmocka_unit_test_setup_teardown(survives_want_of_room, begin_test, end_test),
        cmocka_unit_test_setup_teardown(lifts_the_address_limit, begin_test, end_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
