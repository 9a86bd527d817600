/* One program under ptrace; see trace.h. Invariant: trace_run() returns with no child left. After a fault that comes
 * once the program is let go: the rest of it runs at full speed. */
#include "trace.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/ptrace.h>

enum { THREAD_COUNT_MAX = 64, SECONDS_MAX = 10, STOP_SYSCALL = SIGTRAP | 0x80 };

typedef struct rule {
    long number;
    const char *name;
    int errors[7]; /* 0 ends */
    bool has_fd, transfers;
} rule;

/* brk is missing: it reports no error, and allocations are swept by fail_malloc.c and alloc.c. */
static const rule rules[] = {
    {SYS_open, "open", {EIO, EMFILE, ENOMEM, EACCES, EINTR, ENOSPC}, false, false},
    {SYS_openat, "openat", {EIO, EMFILE, ENOMEM, EACCES, EINTR, ENOSPC}, true, false},
    {SYS_openat2, "openat2", {EIO, EMFILE, ENOMEM, EACCES, EINTR, ENOSYS}, true, false},
    {SYS_read, "read", {EIO, EINTR}, true, true},
    {SYS_pread64, "pread64", {EIO, EINTR}, true, true},
    {SYS_write, "write", {EIO, ENOSPC, EINTR}, true, true},
    {SYS_pwrite64, "pwrite64", {EIO, ENOSPC, EINTR}, true, true},
    {SYS_writev, "writev", {EIO, ENOSPC, EINTR}, true, false},
    {SYS_fsync, "fsync", {EIO, ENOSPC, EINTR}, true, false},
    {SYS_fdatasync, "fdatasync", {EIO, ENOSPC, EINTR}, true, false},
    {SYS_rename, "rename", {EIO, ENOSPC, EACCES}, false, false},
    {SYS_renameat, "renameat", {EIO, ENOSPC, EACCES}, true, false},
    {SYS_renameat2, "renameat2", {EIO, ENOSPC, EACCES}, true, false},
    {SYS_ftruncate, "ftruncate", {EIO, ENOSPC, EINTR}, true, false},
    {SYS_close, "close", {EIO, ENOSPC, EINTR}, true, false},
    {SYS_stat, "stat", {EIO, ENOMEM, EACCES}, false, false},
    {SYS_lstat, "lstat", {EIO, ENOMEM, EACCES}, false, false},
    {SYS_fstat, "fstat", {EIO, ENOMEM}, true, false},
    {SYS_newfstatat, "newfstatat", {EIO, ENOMEM, EACCES}, true, false},
    {SYS_statx, "statx", {EIO, ENOMEM, EACCES}, true, false},
    {SYS_mmap, "mmap", {ENOMEM}, false, false},
    {SYS_mremap, "mremap", {ENOMEM}, false, false},
    {SYS_unlink, "unlink", {EIO, EACCES}, false, false},
    {SYS_unlinkat, "unlinkat", {EIO, EACCES}, true, false},
    {SYS_rmdir, "rmdir", {EIO, EACCES}, false, false},
    {SYS_mkdir, "mkdir", {EIO, ENOSPC, EACCES}, false, false},
    {SYS_mkdirat, "mkdirat", {EIO, ENOSPC, EACCES}, true, false},
    {SYS_link, "link", {EIO, ENOSPC, EACCES}, false, false},
    {SYS_linkat, "linkat", {EIO, ENOSPC, EACCES}, true, false},
    {SYS_getdents64, "getdents64", {EIO, ENOMEM}, true, false},
    {SYS_lseek, "lseek", {EIO}, true, false},
    {SYS_fcntl, "fcntl", {EIO, EMFILE}, true, false},
    {SYS_flock, "flock", {EIO, EINTR, ENOMEM}, true, false},
    {SYS_fadvise64, "fadvise64", {EIO}, true, false},
    {SYS_getrandom, "getrandom", {EIO, EINTR, ENOSYS}, false, false},
    {SYS_getcwd, "getcwd", {EIO, ENOMEM, EACCES}, false, false},
    {SYS_pipe2, "pipe2", {EMFILE, ENOMEM}, false, false},
    {SYS_eventfd2, "eventfd2", {EMFILE, ENOMEM}, false, false},
    {SYS_clone, "clone", {EAGAIN, ENOMEM}, false, false},
    {SYS_clone3, "clone3", {EAGAIN, ENOMEM}, false, false},
};

static const rule *find_rule(long number) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].number == number) {
            return &rules[i];
        }
    }
    return NULL;
}

const int *trace_errors(long number) {
    const rule *r = find_rule(number);
    return r ? r->errors : NULL;
}

const char *trace_name(long number) {
    const rule *r = find_rule(number);
    return r ? r->name : "another call";
}

bool trace_transfers(long number) {
    const rule *r = find_rule(number);
    return r && r->transfers;
}

/* A thread between the entry and the exit of a call that is to fail. */
typedef struct thread {
    pid_t id; /* 0: free */
    bool is_failing;
} thread;

typedef struct tracing {
    const trace_fault *fault;
    trace_result *result;
    pid_t main;
    thread threads[THREAD_COUNT_MAX];
    unsigned live, seen;
    bool let_go;
} tracing;

static pid_t watched;
static volatile sig_atomic_t alarmed;

static void on_alarm(int number) {
    (void)number;
    alarmed = 1;
    kill(watched, SIGKILL);
}

static void redirect(const char *path, int flags, int fd) {
    int opened = open(path, flags, 0600);
    if (opened < 0 || dup2(opened, fd) != fd) {
        _exit(126);
    }
    if (opened != fd) {
        close(opened);
    }
}

static void become(char *const argv[], const trace_streams *streams) {
    redirect(streams->in, O_RDONLY, STDIN_FILENO);
    redirect(streams->out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(streams->err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) {
        raise(SIGSTOP);
        execv(argv[0], argv);
    }
    _exit(126);
}

/* Where the program itself begins: from its auxiliary vector. */
static unsigned long entry_of(pid_t pid) {
    char path[64];
    Elf64_auxv_t item;
    unsigned long entry = 0;
    snprintf(path, sizeof path, "/proc/%d/auxv", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && read(fd, &item, sizeof item) == sizeof item) {
        entry = item.a_type == AT_ENTRY ? item.a_un.a_val : entry;
    }
    close(fd);
    return entry;
}

static bool stopped_with(pid_t pid, int number) {
    int status;
    return waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status) && (status >> 8 & 0xff) == number;
}

/* From the exec to the first instruction of the program, over a breakpoint there. */
static bool run_loader(pid_t pid) {
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    struct user_regs_struct regs;
    if (!stopped_with(pid, SIGSTOP) || ptrace(PTRACE_SETOPTIONS, pid, NULL, options) != 0 ||
        ptrace(PTRACE_CONT, pid, NULL, NULL) != 0 || !stopped_with(pid, SIGTRAP)) {
        return false;
    }
    unsigned long entry = entry_of(pid);
    long word = ptrace(PTRACE_PEEKTEXT, pid, entry, NULL);
    if (ptrace(PTRACE_POKETEXT, pid, entry, (word & ~0xffL) | 0xcc) != 0 || ptrace(PTRACE_CONT, pid, NULL, NULL) != 0 ||
        !stopped_with(pid, SIGTRAP) || ptrace(PTRACE_POKETEXT, pid, entry, word) != 0 ||
        ptrace(PTRACE_GETREGS, pid, NULL, &regs) != 0) {
        return false;
    }
    regs.rip = entry;
    return ptrace(PTRACE_SETREGS, pid, NULL, &regs) == 0;
}

static thread *find_thread(tracing *t, pid_t id) {
    for (unsigned i = 0; i < THREAD_COUNT_MAX; i++) {
        if (t->threads[i].id == id) {
            return &t->threads[i];
        }
    }
    return NULL;
}

static void note_call(tracing *t, const struct __ptrace_syscall_info *info) {
    trace_call *call = &t->result->call;
    const rule *r = find_rule((long)info->entry.nr);
    char link[64];
    *call = (trace_call){.number = (long)info->entry.nr, .fd = -1};
    t->result->fired = true;
    if (r && r->has_fd) {
        call->fd = (int)info->entry.args[0];
        snprintf(link, sizeof link, "/proc/%d/fd/%d", t->main, call->fd);
        ssize_t size = call->fd >= 0 ? readlink(link, call->path, sizeof call->path - 1) : 0;
        call->path[size > 0 ? size : 0] = '\0';
    }
}

/* Is this the call, or one of those behind it that share its lot? */
static bool is_hit(tracing *t, const struct __ptrace_syscall_info *info) {
    const trace_fault *fault = t->fault;
    /* Asking whether a descriptor is open (F_GETFD) fails for those that are not, and for nothing else. */
    bool is_asking = info->entry.nr == SYS_fcntl && info->entry.args[1] == F_GETFD;
    bool can_fail = !is_asking && find_rule((long)info->entry.nr);
    if (fault->kind == TRACE_NONE || (fault->kind != TRACE_KILL && !can_fail)) {
        return false;
    }
    if (++t->seen == fault->nth) {
        note_call(t, info);
        return true;
    }
    return t->seen > fault->nth && (fault->kind == TRACE_FROM_ALL ||
                                    (fault->kind == TRACE_FROM_SAME && t->result->call.number == (long)info->entry.nr));
}

static void at_entry(tracing *t, thread *th, const struct __ptrace_syscall_info *info) {
    struct user_regs_struct regs;
    if (!is_hit(t, info)) {
        return;
    }
    if (t->fault->kind == TRACE_KILL) {
        kill(t->main, SIGKILL);
        return;
    }
    ptrace(PTRACE_GETREGS, th->id, NULL, &regs);
    if (t->fault->kind == TRACE_SHORT) {
        regs.rdx = trace_transfers((long)info->entry.nr) && regs.rdx > 1 ? regs.rdx / 2 : regs.rdx;
        t->let_go = true;
    } else {
        th->is_failing = true;
        if (info->entry.nr != SYS_close) { /* Linux closes it whatever it says */
            regs.orig_rax = (unsigned long long)-1;
        }
    }
    ptrace(PTRACE_SETREGS, th->id, NULL, &regs);
}

static void at_exit(tracing *t, thread *th) {
    struct user_regs_struct regs;
    if (th->is_failing) {
        th->is_failing = false;
        ptrace(PTRACE_GETREGS, th->id, NULL, &regs);
        regs.rax = (unsigned long long)-(long long)t->fault->error;
        ptrace(PTRACE_SETREGS, th->id, NULL, &regs);
        t->let_go = t->fault->kind == TRACE_ONCE;
    }
}

/* One stop of one thread: what to hand on as a signal. */
static int at_stop(tracing *t, pid_t id, int status) {
    struct __ptrace_syscall_info info;
    int number = WSTOPSIG(status);
    thread *th = find_thread(t, id);
    if (!th) { /* a new one says SIGSTOP first */
        th = find_thread(t, 0);
        if (th) {
            *th = (thread){.id = id};
            t->live++;
        }
        return 0;
    }
    if (number == STOP_SYSCALL && ptrace(PTRACE_GET_SYSCALL_INFO, id, sizeof info, &info) > 0) {
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
            at_entry(t, th, &info);
        } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
            at_exit(t, th);
        }
        return 0;
    }
    return status >> 16 ? 0 : number; /* above: an event of ours */
}

static bool loop(tracing *t) {
    for (;;) {
        int status;
        pid_t id = waitpid(-1, &status, __WALL);
        if (id < 0 && errno != EINTR) {
            return false;
        }
        if (id > 0 && WIFSTOPPED(status)) {
            int number = at_stop(t, id, status);
            bool alone = t->let_go && t->live == 1;
            ptrace(alone ? PTRACE_DETACH : PTRACE_SYSCALL, id, NULL, number);
        } else if (id == t->main) {
            t->result->status = status;
            return true;
        } else if (id > 0) {
            thread *th = find_thread(t, id);
            if (th) {
                th->id = 0;
                t->live--;
            }
        }
    }
}

bool trace_run(char *const argv[], const trace_streams *streams, const trace_fault *fault, trace_result *result) {
    struct itimerval limit = {.it_value = {.tv_sec = SECONDS_MAX}}, none = {0};
    static struct sigaction action = {.sa_handler = on_alarm};
    tracing t = {.fault = fault, .result = result};
    *result = (trace_result){0};
    t.main = fork();
    if (t.main == 0) {
        become(argv, streams);
    }
    watched = t.main;
    alarmed = 0;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &limit, NULL);
    t.threads[0].id = t.main;
    t.live = 1;
    bool fine = t.main > 0 && run_loader(t.main) && ptrace(PTRACE_SYSCALL, t.main, NULL, NULL) == 0 && loop(&t);
    setitimer(ITIMER_REAL, &none, NULL);
    if (!fine && t.main > 0) {
        kill(t.main, SIGKILL);
        while (waitpid(t.main, NULL, __WALL) == t.main) {
        }
    }
    result->timed_out = alarmed != 0;
    return fine;
}
