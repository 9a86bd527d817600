/* The walls: what a hostile program would do is refused, and is done when the wall that is named for it is left out, so
 * that each is known to hold. What must still work does. The machine that lacks a wall refuses.
 * A program of its own: it starts itself, or what lies beside it. */
#include "tests/support/lob_test.h"

#include "klayout_rig.h"
#include "tests/support/descriptors.h"

#include <netinet/in.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

static const char *may_read[2]; /* a path that the rules let be read */

static int act(unsigned leave_out, const char *name, const char *a, const char *b) {
    const char *const arguments[] = {name, a, b, NULL};
    lob_run_command command = probe_command(arguments);
    lob_run_result result;
    command.leave_out = leave_out;
    command.read_paths = may_read;
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_run(&ctx, &command, &result), LOB_OK);
    assert_int_equal(result.walls.standing & leave_out, 0);
    return result.end == LOB_RUN_EXITED ? result.exit_code : 1000 + result.signal;
}

enum { DONE = 0, REFUSED = 1 };

/* Each wall of `walls` alone refuses; without all of them it is done. `base`: left out always, for it would hide what
 * is to be seen. `reset` makes the scene again. */
static void walls_hold(unsigned walls, unsigned hidden, const char *name, const char *a, const char *b) {
    for (unsigned wall = 1; wall <= LOB_WALL_ALL; wall <<= 1) {
        if ((walls & wall) && act((walls & ~wall) | hidden, name, a, b) != REFUSED) {
            fail_msg("%s: wall %#x alone does not hold", name, wall);
        }
    }
    assert_int_equal(act(hidden, name, a, b), REFUSED);
    if (act(walls | hidden, name, a, b) != DONE) {
        fail_msg("%s: refused without the walls %#x, so the test proves nothing", name, walls);
    }
}

static char path_a[256], path_b[256];

static const char *outside(const char *name) {
    snprintf(path_a, sizeof path_a, "%s/%s", base, name);
    return path_a;
}

/* ---- what must work ---- */

static void lets_work_be_done(void **state) {
    (void)state;
    need_walls();
    assert_int_equal(act(0, "write", "here", NULL), DONE);
    assert_int_equal(act(0, "read", "here", NULL), DONE);
    assert_int_equal(act(0, "rename", "here", "there"), DONE);
    assert_int_equal(act(0, "list", ".", NULL), DONE);
    assert_int_equal(act(0, "unlink", "there", NULL), DONE);
    assert_int_equal(act(0, "thread", NULL, NULL), DONE);
    assert_int_equal(act(0, "status", "7", NULL), 7);
}

static void tells_which_walls_stand(void **state) {
    (void)state;
    need_walls();
    const char *const arguments[] = {"status", "0", NULL};
    lob_run_command command = probe_command(arguments);
    lob_run_result result;
    assert_int_equal(lob_run(&ctx, &command, &result), LOB_OK);
    unsigned needed = LOB_WALL_ALL & ~LOB_WALL_NETNS; /* that one is not to be had everywhere */
    assert_int_equal(result.walls.standing & needed, needed);
    assert_int_equal(result.walls.landlock_abi, syscall(444, NULL, (size_t)0, 1));
    command.leave_out = LOB_WALL_LANDLOCK | LOB_WALL_NETNS;
    assert_int_equal(lob_run(&ctx, &command, &result), LOB_OK);
    assert_int_equal(result.walls.standing, needed & ~LOB_WALL_LANDLOCK);
    assert_int_equal(result.walls.landlock_abi, 0);
}

/* ---- files ---- */

static void holds_files(void **state) {
    (void)state;
    need_walls();
    put_file(base, "secret", "key");
    put_file(base, "victim", "v");
    walls_hold(LOB_WALL_LANDLOCK, 0, "read", "/etc/passwd", NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "read", outside("secret"), NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "read", "/proc/self/environ", NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "list", "/tmp", NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "list", "..", NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "write", outside("new"), NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "write", outside("victim"), NULL);
    walls_hold(LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP, 0, "exec", "/bin/true", NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "mkdir", "folder", NULL);
    walls_hold(LOB_WALL_LANDLOCK, 0, "unlink", outside("new"), NULL);
    walls_hold(LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP, 0, "symlink", "link", NULL);
    walls_hold(LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP, 0, "mkfifo", "fifo", NULL);
    walls_hold(LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP, 0, "truncate", outside("victim"), NULL);
}

/* What Landlock lets run, the program itself and its loader, runs once and never again: the loader could start anything
 * that can be read. */
static void enters_no_second_program(void **state) {
    (void)state;
    need_walls();
    assert_int_equal(act(LOB_WALL_LANDLOCK, "exec", "/bin/true", NULL), REFUSED);
    assert_int_equal(act(LOB_WALL_LANDLOCK, "exec_fd", "/bin/true", NULL), REFUSED);
    assert_int_equal(act(LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP, "exec_fd", "/bin/true", NULL), DONE);
}

static void holds_files_against_moves(void **state) {
    (void)state;
    need_walls();
    put_file(base, "victim", "v");
    put_file(run_path, "mine", "m");
    snprintf(path_b, sizeof path_b, "%s/moved", base);
    walls_hold(LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP, 0, "link", outside("victim"), "hard");
    walls_hold(LOB_WALL_LANDLOCK, 0, "rename", "mine", path_b);
    walls_hold(LOB_WALL_LANDLOCK, 0, "rename", outside("victim"), "stolen");
}

/* What may be read may not be emptied: opening for reading, or for nothing, with O_TRUNC. */
static void holds_what_may_be_read(void **state) {
    (void)state;
    need_walls();
    struct stat info;
    static const char *const names[] = {"truncate", "truncate3"};
    put_file(base, "library", "text");
    may_read[0] = outside("library");
    assert_int_equal(act(0, "read", path_a, NULL), DONE);
    assert_int_equal(act(0, "write", path_a, NULL), REFUSED);
    unsigned landlock = lob_jail_support().landlock_abi >= 3 ? LOB_WALL_LANDLOCK : 0;
    for (unsigned i = 0; i < 2; i++) {
        put_file(base, "library", "text");
        assert_int_equal(act(0, names[i], path_a, NULL), REFUSED);
        assert_int_equal(act(LOB_WALL_LANDLOCK, names[i], path_a, NULL), REFUSED);
        assert_int_equal(act(LOB_WALL_SECCOMP, names[i], path_a, NULL), landlock ? REFUSED : DONE);
        assert_int_equal(stat(path_a, &info), 0);
        assert_int_equal(info.st_size, landlock ? 4 : 0);
        assert_int_equal(act(LOB_WALL_SECCOMP | LOB_WALL_LANDLOCK, names[i], path_a, NULL), DONE);
        assert_int_equal(stat(path_a, &info), 0);
        assert_int_equal(info.st_size, 0);
    }
    may_read[0] = NULL;
}

/* What Landlock does not see. */
static void holds_what_landlock_passes(void **state) {
    (void)state;
    need_walls();
    struct stat info;
    put_file(base, "victim", "v");
    assert_int_equal(act(0, "chmod", outside("victim"), NULL), REFUSED);
    assert_int_equal(stat(path_a, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    walls_hold(LOB_WALL_SECCOMP, 0, "chmod", path_a, NULL);
    walls_hold(LOB_WALL_SECCOMP, 0, "mode3", "/dev/null", NULL);
}

/* ---- processes ---- */

static void holds_processes(void **state) {
    (void)state;
    need_walls();
    char late[256];
    snprintf(late, sizeof late, "%s/late", run_path);
    walls_hold(LOB_WALL_SECCOMP, 0, "fork", NULL, NULL);
    walls_hold(LOB_WALL_SECCOMP, 0, "clone", "10d00", NULL);             /* VM SIGHAND THREAD and FS, but not FILES */
    walls_hold(LOB_WALL_SECCOMP, LOB_WALL_NETNS, "unshare", NULL, NULL); /* no user namespace within another */
    walls_hold(LOB_WALL_SECCOMP, 0, "traceme", NULL, NULL);
    walls_hold(LOB_WALL_SECCOMP, 0, "no_pdeathsig", NULL, NULL);
    walls_hold(LOB_WALL_SECCOMP, 0, "prlimit", NULL, NULL);
    assert_int_equal(act(0, "int80", NULL, NULL), 1000 + SIGSYS);
    assert_int_equal(act(LOB_WALL_SECCOMP, "int80", NULL, NULL), DONE);
    assert_int_equal(act(0, "x32", NULL, NULL), 1000 + SIGSYS);
    assert_int_equal(act(LOB_WALL_SECCOMP, "x32", NULL, NULL), DONE);
}

static volatile sig_atomic_t signals_seen;

static void count_signal(int number) {
    (void)number;
    signals_seen++;
}

/* 1 = its signal came here. Both acts think that they succeeded where Landlock alone stands against the second. */
static int signals_us(unsigned leave_out, const char *name) {
    signals_seen = 0;
    act(leave_out, name, NULL, NULL);
    usleep(2000);
    return signals_seen != 0;
}

static void holds_signals(void **state) {
    (void)state;
    need_walls();
    struct sigaction action = {.sa_handler = count_signal}, before;
    sigaction(SIGUSR1, &action, &before);
    static const char *const names[] = {"kill_parent", "sigio_parent"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(signals_us(0, names[i]), 0);
        assert_int_equal(signals_us(LOB_WALL_LANDLOCK, names[i]), 0);
        if (lob_jail_support().landlock_abi >= 6) { /* before, seccomp alone stands against it */
            assert_int_equal(signals_us(LOB_WALL_SECCOMP, names[i]), 0);
        }
        assert_int_equal(signals_us(LOB_WALL_SECCOMP | LOB_WALL_LANDLOCK, names[i]), 1);
    }
    sigaction(SIGUSR1, &before, NULL);
}

/* Calls of the kernel that no deck needs, by number, with arguments that can do nothing. */
static void holds_system_calls(void **state) {
    (void)state;
    need_walls();
    static const long calls[] = {SYS_ptrace,
                                 SYS_process_vm_readv,
                                 SYS_memfd_create,
                                 SYS_bpf,
                                 SYS_mount,
                                 SYS_keyctl,
                                 SYS_add_key,
                                 SYS_perf_event_open,
                                 SYS_io_setup,
                                 SYS_setuid,
                                 SYS_setns,
                                 SYS_pidfd_send_signal,
                                 SYS_userfaultfd,
                                 SYS_shmget,
                                 SYS_mq_open,
                                 SYS_rt_sigqueueinfo,
                                 SYS_socketpair,
                                 SYS_chown,
                                 SYS_utimensat,
                                 SYS_setxattr,
                                 SYS_mknod,
                                 SYS_symlinkat,
                                 SYS_linkat,
                                 SYS_sched_setaffinity,
                                 SYS_personality,
                                 SYS_name_to_handle_at,
                                 SYS_open_by_handle_at,
                                 SYS_execveat,
                                 SYS_copy_file_range,
                                 425 /* io_uring_setup */,
                                 435 /* clone3 */,
                                 438 /* pidfd_getfd */};
    unsigned different = 0;
    for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        char number[16];
        snprintf(number, sizeof number, "%ld", calls[i]);
        if (act(0, "raw", number, NULL) != REFUSED) {
            fail_msg("system call %s is let through", number);
        }
        different += act(LOB_WALL_SECCOMP, "raw", number, NULL) == DONE;
    }
    assert_gt(different, 15); /* the others are refused to everybody here, or absent */
}

/* ---- power ---- */

static void holds_power(void **state) {
    (void)state;
    need_walls();
    /* capget() and the question for no-new-privs are refused themselves behind seccomp. */
    if (geteuid() == 0) {
        walls_hold(LOB_WALL_CAPABILITIES, LOB_WALL_SECCOMP, "capabilities", NULL, NULL);
        /* exec gives root everything again, but for the bounding set and no-new-privs; the other two need the latter */
        walls_hold(LOB_WALL_CAPABILITIES, LOB_WALL_SECCOMP | LOB_WALL_LANDLOCK | LOB_WALL_NO_NEW_PRIVS, "capabilities",
                   NULL, NULL);
        walls_hold(LOB_WALL_NO_NEW_PRIVS, LOB_WALL_SECCOMP | LOB_WALL_LANDLOCK, "new_privs", NULL, NULL);
    }
}

static void inherits_nothing(void **state) {
    (void)state;
    need_walls();
    int fd = open(outside("open"), O_WRONLY | O_CREAT, 0600); /* without O_CLOEXEC, as a careless library would */
    assert_eq(dup2(fd, 77), 77);
    walls_hold(LOB_WALL_DESCRIPTORS, 0, "descriptor", "77", NULL);
    close(77);
    close(fd);
    setenv("LOB_TEST_SECRET", "token", 1);
    assert_int_equal(act(0, "environment", "LOB_TEST_SECRET", NULL), REFUSED);
    assert_int_equal(act(LOB_WALL_ALL, "environment", "LOB_TEST_SECRET", NULL), REFUSED);
    assert_int_equal(act(0, "environment", "HOME", NULL), DONE);
    unsetenv("LOB_TEST_SECRET");
}

static void holds_sizes(void **state) {
    (void)state;
    need_walls();
    assert_int_equal(act(LOB_WALL_RLIMITS, "large_file", NULL, NULL), DONE);
    walls_hold(LOB_WALL_RLIMITS, 0, "address_space", NULL, NULL);
    struct rlimit before, many = {8192, 8192};
    getrlimit(RLIMIT_NOFILE, &before);
    if (before.rlim_max >= many.rlim_max) {
        many.rlim_max = before.rlim_max;
        setrlimit(RLIMIT_NOFILE, &many);
        walls_hold(LOB_WALL_RLIMITS, 0, "descriptors", NULL, NULL);
        setrlimit(RLIMIT_NOFILE, &before);
    }
}

/* ---- the network ---- */

static int listen_at(int domain, int type, const void *address, size_t size) {
    int fd = socket(domain, type | SOCK_CLOEXEC, 0);
    assert_ge(fd, 0);
    assert_eq(bind(fd, address, (socklen_t)size), 0);
    if (type != SOCK_DGRAM) {
        assert_eq(listen(fd, 64), 0);
    }
    return fd;
}

static void holds_the_network(void **state) {
    (void)state;
    need_walls();
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof any;
    char port[16];
    int tcp = listen_at(AF_INET, SOCK_STREAM, &any, sizeof any);
    getsockname(tcp, (struct sockaddr *)&any, &size);
    snprintf(port, sizeof port, "%d", ntohs(any.sin_port));
    int udp = listen_at(AF_INET, SOCK_DGRAM, &any, sizeof any);

    const char *const arguments[] = {"status", "0", NULL};
    lob_run_command command = probe_command(arguments);
    lob_run_result result;
    assert_int_equal(lob_run(&ctx, &command, &result), LOB_OK);
    unsigned netns = result.walls.standing & LOB_WALL_NETNS;
    int abi = result.walls.landlock_abi;
    unsigned of_tcp = LOB_WALL_SECCOMP | netns | (abi >= 4 ? LOB_WALL_LANDLOCK : 0);
    walls_hold(of_tcp, LOB_WALL_NETNS & ~netns, "tcp", port, NULL);
    walls_hold(LOB_WALL_SECCOMP | netns, LOB_WALL_NETNS & ~netns, "udp", port, NULL);
    close(tcp);
    close(udp);
}

static void holds_local_sockets(void **state) {
    (void)state;
    need_walls();
    struct sockaddr_un named = {.sun_family = AF_UNIX}, abstract = {.sun_family = AF_UNIX};
    snprintf(named.sun_path, sizeof named.sun_path, "%s/socket", base);
    int size = snprintf(abstract.sun_path + 1, sizeof abstract.sun_path - 1, "%s", base + 1);
    char at_name[128];
    snprintf(at_name, sizeof at_name, "@%s", base + 1);
    int a = listen_at(AF_UNIX, SOCK_STREAM, &named, sizeof named);
    int b = listen_at(AF_UNIX, SOCK_STREAM, &abstract, offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)size);
    walls_hold(LOB_WALL_SECCOMP, 0, "unix", named.sun_path, NULL);
    unsigned landlock = lob_jail_support().landlock_abi >= 6 ? LOB_WALL_LANDLOCK : 0;
    walls_hold(LOB_WALL_SECCOMP | landlock, LOB_WALL_NETNS, "unix", at_name, NULL);
    close(a);
    close(b);
}

/* ---- machines that lack a wall ---- */

static void refuses_without_a_wall(void **state) {
    (void)state;
    static const unsigned walls[] = {LOB_WALL_LANDLOCK, LOB_WALL_SECCOMP};
    static const char *const names[] = {"landlock", "seccomp"};
    const char *const arguments[] = {"write", "entered", NULL};
    lob_run_command command = probe_command(arguments);
    lob_run_result result;
    struct stat info;
    for (unsigned i = 0; i < 2; i++) {
        if (i == 1 && lob_jail_support().landlock_abi == 0) {
            continue; /* the first is missing in truth */
        }
        lob_jail_pretend_missing(walls[i]);
        lob_error_clear(&ctx.error);
        assert_failed(lob_run(&ctx, &command, &result), LOB_E_DRC_RUN_FAILED, "no_sandbox");
        lob_jail_pretend_missing(0);
        assert_detail("wall", names[i]);
        assert_int_equal(fstatat(run_fd, "entered", &info, 0), -1);
    }
    lob_jail_pretend_missing(LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP);
    command.sandbox = LOB_SANDBOX_OFF; /* the operator's word */
    without_walls_if_need_be(&command);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_run(&ctx, &command, &result), LOB_OK);
    lob_jail_pretend_missing(0);
    assert_int_equal(result.exit_code, 0);
    assert_int_equal(fstatat(run_fd, "entered", &info, 0), 0);
    assert_int_equal(result.walls.standing & (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP | LOB_WALL_NETNS), 0);
    assert_int_equal(result.walls.standing & LOB_WALL_NO_NEW_PRIVS, LOB_WALL_NO_NEW_PRIVS);
}

static void tells_what_cannot_be_entered(void **state) {
    (void)state;
    const char *const arguments[] = {"status", "0", NULL};
    lob_run_command command = probe_command(arguments);
    lob_run_result result;
    command.sandbox = LOB_SANDBOX_OFF;
    without_walls_if_need_be(&command);
    command.program = "/nonexistent/program";
    assert_failed(lob_run(&ctx, &command, &result), LOB_E_DRC_RUN_FAILED, "exec");
    assert_int_equal(detail("system_error")->integer, ENOENT);
    lob_error_clear(&ctx.error);
    command.program = probe;
    command.dir_fd = open("/dev/null", O_RDONLY | O_CLOEXEC); /* no folder */
    assert_failed(lob_run(&ctx, &command, &result), LOB_E_DRC_RUN_FAILED, "sandbox");
    close(command.dir_fd);
}

/* Without no-new-privs and without capabilities the kernel grants neither of the two: told, and not entered. */
static void tells_which_wall_failed(void **state) {
    (void)state;
    need_walls();
    struct stat info;
    static const unsigned left_out[] = {LOB_WALL_NO_NEW_PRIVS, LOB_WALL_NO_NEW_PRIVS | LOB_WALL_LANDLOCK};
    static const char *const names[] = {"landlock", "seccomp"};
    const char *const arguments[] = {"write", "entered", NULL};
    for (unsigned i = 0; i < 2; i++) {
        lob_run_command command = probe_command(arguments);
        lob_run_result result;
        command.leave_out = left_out[i];
        lob_error_clear(&ctx.error);
        assert_failed(lob_run(&ctx, &command, &result), LOB_E_DRC_RUN_FAILED, "sandbox");
        assert_detail("wall", names[i]);
        assert_int_equal(fstatat(run_fd, "entered", &info, 0), -1);
    }
}

/* With no descriptor left, with one, with two ...: a clean refusal, nothing lost, until there are enough. */
static void survives_want_of_descriptors(void **state) {
    (void)state;
    struct rlimit before, few;
    const char *const arguments[] = {"status", "0", NULL};
    unsigned open_before = open_descriptors(), refused = 0;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    lob_status status = LOB_E_INTERNAL_ERROR;
    for (unsigned more = 0; more < 40 && status != LOB_OK; more++) {
        lob_run_command command = probe_command(arguments);
        lob_run_result result;
        without_walls_if_need_be(&command);
        command.log_fd = base_fd;
        unlinkat(base_fd, "stdout.txt", 0);
        unlinkat(base_fd, "stderr.txt", 0);
        lob_error_clear(&ctx.error);
        few = (struct rlimit){open_before + more, before.rlim_max};
        setrlimit(RLIMIT_NOFILE, &few);
        status = lob_run(&ctx, &command, &result);
        setrlimit(RLIMIT_NOFILE, &before);
        assert_among(status, LOB_OK, LOB_E_TOOL_LIMIT_EXCEEDED, LOB_E_DRC_RUN_FAILED);
        if (status != LOB_OK) {
            assert_true(detail("reason"));
            assert_ne(ctx.error.hint[0], '\0');
        }
        assert_int_equal(open_descriptors(), open_before);
        refused += status != LOB_OK;
    }
    assert_int_equal(status, LOB_OK);
    assert_ge(refused, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lets_work_be_done, begin_test, end_test),
        cmocka_unit_test_setup_teardown(tells_which_walls_stand, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_files, begin_test, end_test),
        cmocka_unit_test_setup_teardown(enters_no_second_program, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_files_against_moves, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_what_may_be_read, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_what_landlock_passes, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_processes, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_signals, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_system_calls, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_power, begin_test, end_test),
        cmocka_unit_test_setup_teardown(inherits_nothing, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_sizes, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_the_network, begin_test, end_test),
        cmocka_unit_test_setup_teardown(holds_local_sockets, begin_test, end_test),
        cmocka_unit_test_setup_teardown(refuses_without_a_wall, begin_test, end_test),
        cmocka_unit_test_setup_teardown(tells_what_cannot_be_entered, begin_test, end_test),
        cmocka_unit_test_setup_teardown(tells_which_wall_failed, begin_test, end_test),
        cmocka_unit_test_setup_teardown(survives_want_of_descriptors, begin_test, end_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
