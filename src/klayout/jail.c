/* Raising the walls, in the child, between fork and exec.
 *
 * Everything that needs memory is made before the fork (rules, filter); behind it only async-signal-safe calls are
 * made, for the server has other threads. The child tells through a pipe what it raised, or which step failed; the pipe
 * closes with exec. Order: death with the parent, descriptors, namespaces, capabilities, no-new-privs, death again (a
 * change of credentials clears it), limits, Landlock, seccomp last, for it forbids all the rest.
 */
#include "klayout/jail.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/coverage.h"
#include "base/file.h"
#include "klayout/jail_impl.h"

enum { PIDFD_OPEN = 434, CLOSE_RANGE = 436, CAPABILITY_VERSION = 0x20080522, CAPABILITY_COUNT = 64 };
enum { FD_TELL = 3, FD_RULES = 4, FD_FREE = 5, FD_ASIDE = 16, CLOSE_COUNT_MAX = 65536 };
enum { START_TIMEOUT_MS = 10000, SIGNAL_COUNT = 64, CHILD_FAILED = 126 };

typedef enum { TELL_RAISED, TELL_FAILED, TELL_EXEC_FAILED } tell_kind;

typedef struct tell {
    int32_t kind;
    int32_t error;
    uint32_t walls; /* raised so far; of a failure: the one that failed */
} tell;

typedef struct setup {
    const lob_jail_spec *spec;
    unsigned wanted;
    pid_t parent;
    int ruleset; /* -1: none */
    int tell_fd;
    int program_fd; /* behind all numbers that the program can have; -1: not open */
    lob_seccomp filter;
} setup;

/* ---- in the child ---- */

static void tell_parent(int fd, tell_kind kind, int error, unsigned walls) {
    tell message = {(int32_t)kind, error, walls};
    ssize_t size;
    do {
        size = write(fd, &message, sizeof message);
    } while (size < 0 && errno == EINTR);
}

_Noreturn static void give_up(int fd, unsigned wall) {
    tell_parent(fd, TELL_FAILED, errno, wall);
    LOB_SAVE_COVERAGE();
    _exit(CHILD_FAILED);
}

static bool die_with(pid_t parent) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

static void reset_signals(void) {
    struct sigaction as_at_start = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int signal = 1; signal <= SIGNAL_COUNT; signal++) {
        (void)sigaction(signal, &as_at_start, NULL);
    }
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Moves the descriptors that are needed to their places, by way of high numbers, so that none is run over. */
static bool place_descriptors(setup *s) {
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int from[] = {null, s->spec->output_fd, s->spec->error_fd, s->tell_fd, s->ruleset};
    for (int i = 0; i <= FD_RULES; i++) {
        from[i] = from[i] < 0 ? -1 : fcntl(from[i], F_DUPFD_CLOEXEC, FD_ASIDE);
        if (from[i] < 0 && !(i == FD_RULES && s->ruleset < 0)) {
            return false;
        }
    }
    for (int i = 0; i <= FD_RULES; i++) {
        if (from[i] >= 0 && dup3(from[i], i, i >= FD_TELL ? O_CLOEXEC : 0) < 0) {
            return false;
        }
    }
    s->tell_fd = FD_TELL;
    s->ruleset = s->ruleset < 0 ? -1 : FD_RULES;
    return true;
}

static bool close_rest(bool has_rules) {
    unsigned first = has_rules ? FD_FREE : FD_RULES;
    if (syscall(CLOSE_RANGE, first, ~0U, 0) == 0) {
        return true;
    }
    struct rlimit limit; /* before Linux 5.9, and under valgrind */
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return false;
    }
    int end = limit.rlim_cur < CLOSE_COUNT_MAX ? (int)limit.rlim_cur : CLOSE_COUNT_MAX;
    for (int fd = (int)first; fd < end; fd++) {
        close(fd);
    }
    return true;
}

/* Lowers a limit for good. What the system keeps lower already stays. */
static bool limit_to(int resource, uint64_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) {
        return false;
    }
    rlim_t lower = value < limit.rlim_max ? (rlim_t)value : limit.rlim_max;
    limit = (struct rlimit){lower, lower};
    return setrlimit(resource, &limit) == 0;
}

static bool limit_all(const setup *s) {
    const lob_jail_spec *spec = s->spec;
    const uint64_t descriptor_count = s->program_fd >= 0 ? (uint64_t)s->program_fd : spec->descriptor_count;
    return limit_to(RLIMIT_CORE, 0) && limit_to(RLIMIT_FSIZE, spec->file_size) &&
           limit_to(RLIMIT_NOFILE, descriptor_count) && limit_to(RLIMIT_CPU, spec->cpu_seconds) &&
           limit_to(RLIMIT_MEMLOCK, 0) && limit_to(RLIMIT_MSGQUEUE, 0) && limit_to(RLIMIT_SIGPENDING, 256) &&
           (spec->address_space_size == 0 || limit_to(RLIMIT_AS, spec->address_space_size));
}

/* Root keeps its number and loses its power; the bounding set makes that last over exec. */
static bool drop_capabilities(void) {
    struct {
        uint32_t version;
        int32_t pid;
    } head = {CAPABILITY_VERSION, 0};
    struct {
        uint32_t effective, permitted, inheritable;
    } none[2] = {{0}}, now[2];
    memset(now, 0xff, sizeof now);
    for (int i = 0; i < CAPABILITY_COUNT; i++) {
        (void)prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
    }
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (syscall(SYS_capset, &head, none) != 0) {
        return false;
    }
    head.pid = 0;
    return syscall(SYS_capget, &head, now) == 0 && memcmp(none, now, sizeof none) == 0;
}

/* Opens the program under a number that the limit of descriptors, set right after, puts out of reach: seccomp lets this
 * number alone be entered, so the program cannot enter another one. */
static bool open_program(setup *s) {
    struct rlimit limit;
    const int fd = open(s->spec->program, O_PATH | O_CLOEXEC);
    if (fd < 0) {
        tell_parent(s->tell_fd, TELL_EXEC_FAILED, errno, 0);
        LOB_SAVE_COVERAGE();
        _exit(CHILD_FAILED);
    }
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return false;
    }
    const rlim_t last = limit.rlim_cur - 1;
    s->program_fd =
        fcntl(fd, F_DUPFD_CLOEXEC, (int)(last < s->spec->descriptor_count ? last : s->spec->descriptor_count));
    close(fd);
    return s->program_fd >= 0;
}

/* The first victim when memory is out shall be this one. As far as it may. */
static void offer_to_oom(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        ssize_t size = write(fd, "1000", 4);
        (void)size;
        close(fd);
    }
}

static bool own_network(void) {
    int spaces = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    return unshare(spaces) == 0 || unshare(spaces | CLONE_NEWUSER) == 0;
}

static void need(const setup *s, unsigned *standing, unsigned wall, bool raised) {
    if (!raised) {
        give_up(s->tell_fd, wall);
    }
    *standing |= wall;
}

_Noreturn static void become(setup *s) {
    const lob_jail_spec *spec = s->spec;
    unsigned standing = 0, wanted = s->wanted;
    (void)setsid();
    if (wanted & LOB_WALL_PARENT_DEATH) {
        need(s, &standing, LOB_WALL_PARENT_DEATH, die_with(s->parent));
    }
    reset_signals();
    (void)umask(077);
    if (fchdir(spec->dir_fd) != 0 || !place_descriptors(s)) {
        give_up(s->tell_fd, LOB_WALL_DESCRIPTORS);
    }
    if (wanted & LOB_WALL_DESCRIPTORS) {
        need(s, &standing, LOB_WALL_DESCRIPTORS, close_rest(s->ruleset >= 0));
    }
    offer_to_oom();
    if ((wanted & LOB_WALL_NETNS) && own_network()) { /* a second wall behind seccomp: welcome, not needed */
        standing |= LOB_WALL_NETNS;
    }
    if (wanted & LOB_WALL_CAPABILITIES) {
        need(s, &standing, LOB_WALL_CAPABILITIES, drop_capabilities());
    }
    if (wanted & LOB_WALL_NO_NEW_PRIVS) {
        need(s, &standing, LOB_WALL_NO_NEW_PRIVS, prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    }
    if (wanted & LOB_WALL_PARENT_DEATH) {
        need(s, &standing, LOB_WALL_PARENT_DEATH, die_with(s->parent));
    }
    if ((wanted & LOB_WALL_SECCOMP) && !open_program(s)) {
        give_up(s->tell_fd, LOB_WALL_DESCRIPTORS);
    }
    LOB_SAVE_COVERAGE();
    if (wanted & LOB_WALL_RLIMITS) {
        need(s, &standing, LOB_WALL_RLIMITS, limit_all(s));
    }
    if (wanted & LOB_WALL_LANDLOCK) {
        need(s, &standing, LOB_WALL_LANDLOCK, lob_landlock_enter(s->ruleset));
    }
    if (wanted & LOB_WALL_SECCOMP) {
        need(s, &standing, LOB_WALL_SECCOMP, lob_seccomp_enter(&s->filter, getpid(), s->program_fd));
    }
    tell_parent(s->tell_fd, TELL_RAISED, 0, standing);
    if (s->program_fd >= 0) {
        (void)syscall(SYS_execveat, s->program_fd, "", spec->arguments, spec->environment, AT_EMPTY_PATH);
    } else {
        execve(spec->program, spec->arguments, spec->environment);
    }
    tell_parent(s->tell_fd, TELL_EXEC_FAILED, errno, 0);
    _exit(CHILD_FAILED);
}

/* ---- in the parent ---- */

static atomic_uint pretended;

void lob_jail_pretend_missing(unsigned walls) {
    atomic_store(&pretended, walls);
}

lob_jail_walls lob_jail_support(void) {
    unsigned missing = atomic_load(&pretended);
    lob_jail_walls walls = {0};
    walls.landlock_abi = missing & LOB_WALL_LANDLOCK ? 0 : lob_landlock_abi();
    walls.standing |= walls.landlock_abi > 0 ? LOB_WALL_LANDLOCK : 0;
    walls.standing |= !(missing & LOB_WALL_SECCOMP) && lob_seccomp_supported() ? LOB_WALL_SECCOMP : 0;
    return walls;
}

static const char *wall_name(unsigned wall) {
    static const char *const names[] = {"landlock",     "seccomp",      "netns",       "rlimits",
                                        "capabilities", "no_new_privs", "descriptors", "parent_death"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (wall == 1U << i) {
            return names[i];
        }
    }
    return "none";
}

static lob_status fail_missing(lob_ctx *ctx, unsigned wall) {
    lob_status status =
        lob_fail(ctx, LOB_E_DRC_RUN_FAILED,
                 "This machine lacks %s, without which a deck would have all rights of its user", wall_name(wall));
    lob_hint(ctx, "Run on Linux 5.13 or later (x86-64) with Landlock and seccomp enabled. The operator may set "
                  "KLAYOUT_MCP_SANDBOX=off for decks that are trusted. Rule decks (script_type json) need no sandbox.");
    lob_error_text(&ctx->error, "reason", LOB_STR("no_sandbox"));
    lob_error_text(&ctx->error, "wall", lob_str_from(wall_name(wall)));
    return status;
}

static lob_status fail_start(lob_ctx *ctx, const tell *last) {
    bool is_exec = last->kind == TELL_EXEC_FAILED;
    lob_status status = is_exec ? lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "KLayout could not be started in the sandbox")
                                : lob_fail(ctx, LOB_E_DRC_RUN_FAILED, "The sandbox could not be set up");
    lob_hint(ctx, is_exec ? "Check that KLAYOUT_BIN names a KLayout that runs on this machine."
                          : "Try again; if it fails again, details.wall and details.system_error say what the system "
                            "refused.");
    lob_error_text(&ctx->error, "reason", is_exec ? LOB_STR("exec") : LOB_STR("sandbox"));
    if (!is_exec) {
        lob_error_text(&ctx->error, "wall", lob_str_from(wall_name(last->walls)));
    }
    lob_error_integer(&ctx->error, "system_error", last->error);
    return status;
}

/* Until the pipe closes: by exec, or by the child's end. False: the program was not entered; `last` says why. */
static bool listen_to(int fd, tell *last, unsigned *standing) {
    bool raised = false;
    int64_t until_ns = lob_clock_ns() + (int64_t)START_TIMEOUT_MS * 1000000;
    *last = (tell){TELL_FAILED, 0, 0};
    for (;;) {
        struct pollfd ready = {fd, POLLIN, 0};
        int64_t left_ms = (until_ns - lob_clock_ns()) / 1000000;
        if (left_ms <= 0 || (poll(&ready, 1, (int)left_ms) < 0 && errno != EINTR)) {
            last->error = ETIMEDOUT;
            return false;
        }
        if (ready.revents == 0) {
            continue;
        }
        tell message;
        ssize_t size = read(fd, &message, sizeof message); /* whole: it is smaller than PIPE_BUF */
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size != sizeof message) {
            return raised;
        }
        raised = message.kind == TELL_RAISED;
        *last = message;
        *standing = raised ? message.walls : *standing;
    }
}

/* With all signals blocked, so that no handler of the server runs in the child. */
static pid_t fork_quietly(setup *s) {
    sigset_t all, before;
    sigfillset(&all);
    s->parent = getpid();
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0) {
        become(s);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

static lob_status start(lob_ctx *ctx, setup *s, lob_jail_child *child) {
    int pipe_fd[2];
    tell last;
    if (pipe2(pipe_fd, O_CLOEXEC) != 0) {
        return lob_fail_errno(ctx, errno);
    }
    s->tell_fd = pipe_fd[1];
    child->pid = fork_quietly(s);
    int error = errno;
    close(pipe_fd[1]);
    if (child->pid < 0) {
        close(pipe_fd[0]);
        return lob_fail_errno(ctx, error);
    }
    bool entered = listen_to(pipe_fd[0], &last, &child->walls.standing);
    close(pipe_fd[0]);
    if (!entered) {
        lob_jail_end end;
        lob_jail_kill(child);
        lob_jail_reap(child, true, &end);
        return fail_start(ctx, &last);
    }
    child->pid_fd = (int)syscall(PIDFD_OPEN, child->pid, 0);
    return LOB_OK;
}

lob_status lob_jail_start(lob_ctx *ctx, const lob_jail_spec *spec, lob_jail_child *child) {
    static const unsigned optional = LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP | LOB_WALL_NETNS;
    *child = (lob_jail_child){.pid = -1, .pid_fd = -1};
    unsigned wanted = LOB_WALL_ALL & ~spec->leave_out & ~(spec->sandbox == LOB_SANDBOX_OFF ? optional : 0);
    lob_jail_walls support = lob_jail_support();
    for (unsigned wall = LOB_WALL_LANDLOCK; wall <= LOB_WALL_SECCOMP; wall <<= 1) {
        if ((wanted & wall) && !(support.standing & wall)) {
            return fail_missing(ctx, wall);
        }
    }
    setup *s = LOB_NEW(ctx->arena, setup);
    if (!s) {
        return lob_fail_memory(ctx);
    }
    *s = (setup){.spec = spec, .wanted = wanted, .ruleset = -1, .program_fd = -1};
    if (wanted & LOB_WALL_LANDLOCK) {
        s->ruleset = lob_landlock_make(spec, support.landlock_abi);
        if (s->ruleset < 0) {
            return fail_start(ctx, &(tell){TELL_FAILED, errno, LOB_WALL_LANDLOCK});
        }
        child->walls.landlock_abi = support.landlock_abi;
    }
    lob_seccomp_make(&s->filter);
    lob_status status = start(ctx, s, child);
    if (s->ruleset >= 0) {
        close(s->ruleset);
    }
    return status;
}

void lob_jail_kill(const lob_jail_child *child) {
    if (child->pid > 0) {
        kill(-child->pid, SIGKILL); /* nobody there before the child has called setsid() */
        kill(child->pid, SIGKILL);
    }
}

bool lob_jail_reap(lob_jail_child *child, bool wait, lob_jail_end *end) {
    siginfo_t ended = {0};
    int state = 0;
    struct rusage usage = {0};
    pid_t got;
    *end = (lob_jail_end){.exit_code = -1};
    int failed;
    do {
        failed = waitid(P_PID, (id_t)child->pid, &ended, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG));
    } while (failed != 0 && errno == EINTR);
    if (failed == 0 && ended.si_pid == 0) {
        return false;
    }
    /* Whoever it left behind, where seccomp did not stand; now, while its number cannot be anybody else's. */
    kill(-child->pid, SIGKILL);
    do {
        got = wait4(child->pid, &state, 0, &usage);
    } while (got < 0 && errno == EINTR);
    if (child->pid_fd >= 0) {
        close(child->pid_fd);
    }
    child->pid = child->pid_fd = -1;
    if (got > 0) {
        end->exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
        end->signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
        end->cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    }
    return true;
}
