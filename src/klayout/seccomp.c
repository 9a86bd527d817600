/* Rules of system calls for the child: a list of what may be, written as BPF by hand.
 *
 * What is not listed fails with EPERM rather than kill, so that KLayout can say what went wrong. Foreign ways in (x32,
 * 32 bits) kill. Calls that may be only in one form are judged by their arguments, which the kernel has copied:
 *     clone      threads, with exactly the flags of a thread library: no process, no namespace, no second table of
 *                descriptors that the watch could not see. clone3 hides its flags: ENOSYS, and libc takes clone
 *     fcntl      not F_SETOWN, F_SETSIG: they make the kernel send any signal to any process of the user
 *     open       not to truncate what is opened for reading, which older Landlock lets pass; not with mode 3 (neither
 *                reading nor writing), which any Landlock lets pass: opening a device does something already
 *     ioctl      size of terminal and pending bytes, close-on-exec
 *     prctl      names of threads: not PR_SET_PDEATHSIG, not PR_SET_DUMPABLE
 *     prlimit64  asking, not setting
 *     tgkill     its own threads
 *     mmap       not what is shared with a file: it could fill a file that has neither name nor descriptor any more
 *     execveat   the descriptor of the program alone, which no later open can give (jail.c); execve never
 * fallocate would take disk without writing: EOPNOTSUPP, and libc writes zeros.
 * Only x86-64 has a list; elsewhere lob_seccomp_supported() says no.
 */
#include "klayout/jail_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if LOB_HAS_SECCOMP

#include <linux/audit.h>
#include <linux/seccomp.h>

enum {
    X32_BIT = 0x40000000,
    CLONE3 = 435,
    /* VM FS FILES SYSVSEM SIGHAND THREAD SETTLS PARENT_SETTID CHILD_CLEARTID: pthread_create() of glibc; musl adds
     * DETACHED, which the kernel ignores. */
    THREAD_FLAGS = 0x3d0f00,
    THREAD_FLAGS_MUSL = 0x7d0f00,
    IOCTL_TCGETS = 0x5401,
    IOCTL_TIOCGWINSZ = 0x5413,
    IOCTL_FIONREAD = 0x541b,
    IOCTL_FIOCLEX = 0x5451,
    FCNTL_GETPIPE_SZ = 1032,
};

/* The most frequent first. Union of what decks of many kinds ask for (flat, tiled with threads, hierarchical, netlists,
 * layout output, pictures, Python). */
static const uint16_t allowed[] = {
    /* bytes and descriptors */
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_close, SYS_lseek, SYS_dup, SYS_dup2,
    SYS_dup3, SYS_pipe, SYS_pipe2, SYS_eventfd2, SYS_poll, SYS_ppoll, SYS_select, SYS_pselect6, SYS_epoll_create1,
    SYS_epoll_ctl, SYS_epoll_wait, SYS_epoll_pwait, SYS_flock, SYS_fadvise64, SYS_ftruncate, SYS_fsync, SYS_fdatasync,
    /* files; where, Landlock decides */
    SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_access, SYS_faccessat, SYS_faccessat2, SYS_readlink,
    SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_mkdir, SYS_rmdir, SYS_unlink, SYS_unlinkat,
    SYS_rename, SYS_renameat, SYS_renameat2, SYS_umask, SYS_statfs, SYS_fstatfs,
    /* memory and threads */
    SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_futex, SYS_set_tid_address, SYS_set_robust_list,
    SYS_rseq, SYS_arch_prctl, SYS_sched_yield, SYS_sched_getaffinity, SYS_exit, SYS_exit_group,
    /* signals to itself */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_pause,
    /* who, when, how much */
    SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid,
    SYS_getgroups, SYS_getpgrp, SYS_getrandom, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday, SYS_time, SYS_times, SYS_getrusage, SYS_sysinfo, SYS_uname, SYS_getrlimit, SYS_timer_create,
    SYS_timer_settime, SYS_timer_delete, SYS_wait4};

static const uint16_t unknown[] = {CLONE3, SYS_copy_file_range, SYS_sendfile}; /* ENOSYS: callers have another way */
static const uint32_t fcntl_commands[] = {F_GETFL,     F_SETFL,      F_GETFD,         F_SETFD,  F_DUPFD_CLOEXEC,
                                          F_DUPFD,     F_GETLK,      F_SETLK,         F_SETLKW, F_OFD_GETLK,
                                          F_OFD_SETLK, F_OFD_SETLKW, FCNTL_GETPIPE_SZ};
static const uint32_t ioctl_requests[] = {IOCTL_TCGETS, IOCTL_FIONREAD, IOCTL_FIOCLEX, IOCTL_TIOCGWINSZ};

#define COUNT(array)         (sizeof(array) / sizeof(array)[0])
#define VERDICT_ERRNO(error) (SECCOMP_RET_ERRNO | (unsigned)(error))

static void add(lob_seccomp *f, uint16_t code, uint8_t yes, uint8_t no, uint32_t k) {
    if (f->size < LOB_SECCOMP_SIZE) {
        f->code[f->size++] = (struct sock_filter){code, yes, no, k};
    }
}

static void load(lob_seccomp *f, size_t offset) {
    add(f, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

static void load_argument(lob_seccomp *f, unsigned index) { /* its low half: flags and commands are ints */
    load(f, offsetof(struct seccomp_data, args) + 8 * index);
}

static void verdict(lob_seccomp *f, uint32_t value) {
    add(f, BPF_RET | BPF_K, 0, 0, value);
}

/* When the accumulator is `value`: that verdict; else go on. */
static void when(lob_seccomp *f, uint32_t value, uint32_t then) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
    verdict(f, then);
}

/* A call that is judged by one argument: allowed with one of `values`, else `otherwise`. */
static void judge(lob_seccomp *f, uint32_t number, unsigned argument, const uint32_t *values, size_t count,
                  uint32_t otherwise) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, (uint8_t)(2 * count + 2), number);
    load_argument(f, argument);
    for (size_t i = 0; i < count; i++) {
        when(f, values[i], SECCOMP_RET_ALLOW);
    }
    verdict(f, otherwise);
}

/* open() and openat(): O_TRUNC only together with writing, and no access mode 3, which Landlock does not look at. */
static void judge_open(lob_seccomp *f, uint32_t number, unsigned argument) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 7, number);
    load_argument(f, argument);
    add(f, BPF_ALU | BPF_AND | BPF_K, 0, 0, O_TRUNC | O_ACCMODE);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 3, 0, O_TRUNC | O_RDONLY);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 2, 0, O_TRUNC | O_ACCMODE);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, O_ACCMODE);
    verdict(f, SECCOMP_RET_ALLOW);
    verdict(f, VERDICT_ERRNO(EACCES));
}

/* mmap(): MAP_SHARED (1) and MAP_SHARED_VALIDATE (3) without a file only. */
static void judge_mmap(lob_seccomp *f) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 8, SYS_mmap);
    load_argument(f, 3);
    add(f, BPF_ALU | BPF_AND | BPF_K, 0, 0, MAP_SHARED);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MAP_SHARED);
    verdict(f, SECCOMP_RET_ALLOW);
    load_argument(f, 4);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, UINT32_MAX); /* no descriptor */
    verdict(f, VERDICT_ERRNO(EACCES));
    verdict(f, SECCOMP_RET_ALLOW);
}

/* execveat(): one descriptor, and no path. */
static void judge_execveat(lob_seccomp *f) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 6, SYS_execveat);
    load_argument(f, 0);
    f->fd_at = f->size;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 3, 0); /* the descriptor, put in by the child */
    load_argument(f, 4);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, AT_EMPTY_PATH);
    verdict(f, SECCOMP_RET_ALLOW);
    verdict(f, VERDICT_ERRNO(EPERM));
}

bool lob_seccomp_supported(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

void lob_seccomp_make(lob_seccomp *f) {
    static const uint32_t thread_flags[] = {THREAD_FLAGS, THREAD_FLAGS_MUSL}, names[] = {PR_SET_NAME}, nothing[] = {0};
    memset(f, 0, sizeof *f);
    load(f, offsetof(struct seccomp_data, arch));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_ARCH_X86_64);
    verdict(f, SECCOMP_RET_KILL_PROCESS);
    load(f, offsetof(struct seccomp_data, nr));
    add(f, BPF_JMP | BPF_JGE | BPF_K, 0, 1, X32_BIT);
    verdict(f, SECCOMP_RET_KILL_PROCESS);
    for (size_t i = 0; i < COUNT(allowed); i++) {
        when(f, allowed[i], SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < COUNT(unknown); i++) {
        when(f, unknown[i], VERDICT_ERRNO(ENOSYS));
    }
    when(f, SYS_socket, VERDICT_ERRNO(EACCES));
    when(f, SYS_fallocate, VERDICT_ERRNO(EOPNOTSUPP));
    judge_mmap(f);
    judge_execveat(f);
    judge_open(f, SYS_openat, 2);
    judge_open(f, SYS_open, 1);
    judge(f, SYS_clone, 0, thread_flags, COUNT(thread_flags), VERDICT_ERRNO(EPERM));
    judge(f, SYS_fcntl, 1, fcntl_commands, COUNT(fcntl_commands), VERDICT_ERRNO(EPERM));
    judge(f, SYS_ioctl, 1, ioctl_requests, COUNT(ioctl_requests), VERDICT_ERRNO(ENOTTY));
    judge(f, SYS_prctl, 0, names, COUNT(names), VERDICT_ERRNO(EPERM));
    f->pid_at = f->size + 2;
    judge(f, SYS_tgkill, 0, nothing, COUNT(nothing), VERDICT_ERRNO(EPERM)); /* 0 becomes the pid */
    /* prlimit64(pid, resource, new limits, ...): both halves of the pointer must be 0. */
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 6, SYS_prlimit64);
    load_argument(f, 2);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 3, 0);
    load(f, offsetof(struct seccomp_data, args) + 8 * 2 + 4);
    when(f, 0, SECCOMP_RET_ALLOW);
    verdict(f, VERDICT_ERRNO(EPERM));
    verdict(f, VERDICT_ERRNO(EPERM)); /* all the rest */
}

bool lob_seccomp_enter(lob_seccomp *f, pid_t own, int program_fd) {
    f->code[f->pid_at].k = (uint32_t)own;
    f->code[f->fd_at].k = (uint32_t)program_fd;
    struct sock_fprog program = {(unsigned short)f->size, f->code};
    return f->size < LOB_SECCOMP_SIZE && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

#else

bool lob_seccomp_supported(void) {
    return false;
}

void lob_seccomp_make(lob_seccomp *filter) {
    filter->size = 0;
}

bool lob_seccomp_enter(lob_seccomp *filter, pid_t own, int program_fd) {
    (void)filter;
    (void)own;
    (void)program_fd;
    errno = ENOSYS;
    return false;
}

#endif
