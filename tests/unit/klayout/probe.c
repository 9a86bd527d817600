/* What a hostile program would do, one act a run: status 0, it was done; 1, it was refused. A static program of its
 * own, built without sanitizers, so that it meets the walls as any other program does. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const char *a, *b; /* arguments */

static int done(int result) {
    if (result < 0) {
        fprintf(stderr, "refused: %s\n", strerror(errno));
    }
    return result < 0;
}

/* ---- files ---- */

static int act_read(void) {
    char bytes[16];
    int fd = open(a, O_RDONLY);
    return done(fd < 0 ? -1 : (int)read(fd, bytes, sizeof bytes));
}
static int act_list(void) {
    return done(open(a, O_RDONLY | O_DIRECTORY));
}
static int act_write(void) {
    int fd = open(a, O_WRONLY | O_CREAT, 0600);
    return done(fd < 0 ? -1 : (int)write(fd, "x", 1));
}
static int act_truncate(void) {
    return done(open(a, O_RDONLY | O_TRUNC));
}
static int act_truncate3(void) {
    return done(open(a, 3 | O_TRUNC));
}
static int act_mode3(void) {
    return done(open(a, 3));
}
static int act_mkdir(void) {
    return done(mkdir(a, 0700));
}
static int act_symlink(void) {
    return done(symlink("/etc/passwd", a));
}
static int act_mkfifo(void) {
    return done(mkfifo(a, 0600));
}
static int act_link(void) {
    return done(link(a, b));
}
static int act_rename(void) {
    return done(rename(a, b));
}
static int act_unlink(void) {
    return done(unlink(a));
}
static int act_chmod(void) {
    return done(chmod(a, 0777));
}
static int act_exec(void) {
    char *arguments[] = {(char *)(uintptr_t)a, NULL}, *environment[] = {NULL};
    return done(execve(a, arguments, environment));
}

/* ---- processes and signals ---- */

static int act_fork(void) {
    int pid = fork();
    if (pid == 0) {
        _exit(0);
    }
    return done(pid);
}
/* Leaves somebody behind who makes the file `a` a moment later. `b`: out of the group, as a daemon; it is out when this
 * ends, for the group dies then. */
static int act_linger(void) {
    int ends[2];
    const int has_pipe = b && pipe(ends) == 0, pid = fork();
    if (pid != 0) {
        char byte;
        if (has_pipe) {
            close(ends[1]);
            return done(pid > 0 && read(ends[0], &byte, 1) != 0 ? -1 : pid); /* until the other end is closed */
        }
        return done(pid);
    }
    if (b) {
        setsid();
    }
    if (has_pipe) {
        close(ends[0]);
        close(ends[1]);
    }
    close(1);
    close(2);
    usleep(200000);
    _exit(act_write());
}
static int act_kill_parent(void) {
    return done(kill(getppid(), SIGUSR1));
}
/* The kernel as a hitman: an own pipe tells its "owner" that bytes came. */
static int act_sigio_parent(void) {
    int ends[2];
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETOWN, getppid()) != 0 || fcntl(ends[0], F_SETSIG, SIGUSR1) != 0 ||
        fcntl(ends[0], F_SETFL, O_ASYNC) != 0 || write(ends[1], "x", 1) != 1) {
        return done(-1);
    }
    return 0;
}
static int act_no_pdeathsig(void) {
    return done(prctl(PR_SET_PDEATHSIG, 0));
}
static int act_traceme(void) {
    return done((int)syscall(SYS_ptrace, 0, 0, 0, 0));
}
static int act_unshare(void) {
    return done(unshare(CLONE_NEWUSER));
}
static int act_prlimit(void) {
    struct rlimit limit;
    return done(getrlimit(RLIMIT_NOFILE, &limit) != 0 ? -1 : setrlimit(RLIMIT_NOFILE, &limit));
}
static int thread_start(void *arg) {
    (void)arg;
    return 0;
}
static int act_clone(void) { /* a thread with a table of descriptors of its own: a = flags */
    static char stack[65536] __attribute__((aligned(16)));
    return done(clone(thread_start, stack + sizeof stack, (int)strtol(a, NULL, 16), NULL, NULL, NULL, NULL));
}
static void *nothing(void *arg) {
    return arg;
}
static int act_thread(void) {
    pthread_t thread;
    errno = pthread_create(&thread, NULL, nothing, NULL);
    return done(errno != 0 ? -1 : 0) || pthread_join(thread, NULL) != 0;
}
static int act_raw(void) { /* a = number of a system call; refused: EPERM or ENOSYS */
    errno = 0;
    long result = syscall(atol(a), -1L, -1L, -1L, -1L, -1L, -1L);
    return done(result >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES) ? 0 : -1);
}
static int act_int80(void) {
    int result = -1;
#if defined(__x86_64__)
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory", "r8", "r9", "r10", "r11"); /* getpid of 32 bits */
#endif
    return done(result);
}
static int act_x32(void) {
    return done(syscall(0x40000000 + SYS_getpid) > 0 || errno == ENOSYS ? 0 : -1);
}
static int act_capabilities(void) {
    struct {
        uint32_t version;
        int32_t pid;
    } head = {0x20080522, 0};
    uint32_t sets[6] = {0};
    if (syscall(SYS_capget, &head, sets) != 0) {
        return done(-1);
    }
    return (sets[0] | sets[1] | sets[3] | sets[4]) == 0;
}
static int act_new_privs(void) {
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 0;
}
static int act_descriptor(void) {
    return done((int)write(atoi(a), "leak", 4));
}
static int act_environment(void) {
    return getenv(a) == NULL;
}

/* ---- the network ---- */

static int talk(int domain, int type, const void *address, size_t size) {
    int fd = socket(domain, type, 0);
    if (fd < 0 || connect(fd, address, (socklen_t)size) != 0) {
        return done(-1);
    }
    return done((int)write(fd, "x", 1));
}
static int act_tcp(void) {
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(a)), .sin_addr = {htonl(0x7f000001)}};
    return talk(AF_INET, SOCK_STREAM, &to, sizeof to);
}
static int act_udp(void) {
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(a)), .sin_addr = {htonl(0x7f000001)}};
    return talk(AF_INET, SOCK_DGRAM, &to, sizeof to);
}
static int act_unix(void) { /* '@' first: an abstract name */
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t size = strlen(a);
    memcpy(to.sun_path, a, size);
    to.sun_path[0] = a[0] == '@' ? '\0' : a[0];
    return talk(AF_UNIX, SOCK_STREAM, &to, offsetof(struct sockaddr_un, sun_path) + size);
}

/* ---- too much of something ---- */

static int act_large_file(void) {
    int fd = open("large", O_RDWR | O_CREAT, 0600);
    return done(fd < 0 ? -1 : ftruncate(fd, (off_t)4 << 30));
}
static int act_address_space(void) {
    return done(
        mmap(NULL, (size_t)16 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED ? -1
                                                                                                                  : 0);
}
static int act_descriptors(void) {
    int count = 0;
    while (count < 5000 && dup(0) >= 0) {
        count++;
    }
    return count < 5000;
}
_Noreturn static void hang(void) {
    printf("hanging\n");
    fflush(stdout);
    for (volatile unsigned i = 0;; i++) {
    }
}
static int act_hang(void) {
    hang();
}
static int act_work(void) { /* 50 ms of the processor, however long that takes */
    struct timespec used = {0};
    while (used.tv_sec == 0 && used.tv_nsec < 50000000) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    }
    return 0;
}
static int act_sleep(void) {
    return pause();
}
static int act_memory(void) {
    for (size_t size = (size_t)1 << 20, all = 0; all < (size_t)3 << 30; all += size) {
        char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) {
            return done(-1);
        }
        memset(block, 1, size);
        usleep(500);
    }
    return 0;
}
static void *wait_for_ever(void *arg) {
    pause();
    return arg;
}
static int act_threads(void) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    int count = 0;
    while (count < 3000 && pthread_create(&thread, &small, wait_for_ever, NULL) == 0) {
        count++;
    }
    if (count == 3000) {
        usleep(300000);
    }
    return count < 3000;
}
static int act_files(void) {
    char name[32];
    for (int i = 0; i < 200000; i++) {
        snprintf(name, sizeof name, "f%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0) {
            return done(-1);
        }
        close(fd);
    }
    return 0;
}
/* Files that are mapped and have neither name nor descriptor: filled by fallocate(), by a shared mapping, by write().
 * Returns 1 when the way `a` is refused. */
static int act_hidden_disk(void) {
    static char block[1 << 20];
    const int size = 40 << 20;
    memset(block, 1, sizeof block);
    for (int file = 0; file < 2; file++) {
        int fd = open("hidden", O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (fd < 0 || ftruncate(fd, size) != 0) {
            return done(-1);
        }
        if (strcmp(a, "fallocate") == 0 && fallocate(fd, 0, 0, size) != 0) {
            return 1;
        }
        const int is_shared = strcmp(a, "shared") == 0;
        char *at = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, is_shared ? MAP_SHARED : MAP_PRIVATE, fd, 0);
        if (at == MAP_FAILED) {
            return 1;
        }
        for (int i = 0; is_shared && i < size; i += 4096) {
            at[i] = 1;
        }
        for (int i = 0; strcmp(a, "write") == 0 && i < size >> 20; i++) {
            if (write(fd, block, sizeof block) != sizeof block) {
                return done(-1);
            }
        }
        unlink("hidden");
        close(fd);
    }
    usleep(400000);
    return 0;
}
/* The way in that is left for the program itself: by a descriptor. Every number it can have is tried. */
static int act_exec_fd(void) {
    char *arguments[] = {(char *)(uintptr_t)a, NULL}, *environment[] = {NULL};
    int fd = open(a, O_RDONLY);
    for (int number = 3; fd >= 0 && number < 5000; number++) {
        if (number == fd || dup2(fd, number) == number) {
            syscall(SYS_execveat, number, "", arguments, environment, 0x1000);
        }
    }
    return done(-1);
}
static int act_disk(void) { /* a = "unnamed": files without a name, several */
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    for (int file = 0; file < 4; file++) {
        int fd = open("disk", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (a && strcmp(a, "unnamed") == 0) {
            unlink("disk");
        }
        for (int i = 0; i < 40; i++) {
            if (write(fd, block, sizeof block) != sizeof block) {
                return done(-1);
            }
        }
        usleep(50000);
    }
    usleep(400000);
    return 0;
}
static int act_flood(void) { /* a = megabytes, b = descriptor */
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < atoi(a) * 16; i++) {
        if (write(atoi(b), block, sizeof block) < 0) {
            return done(-1);
        }
    }
    return 0;
}
static int act_count(void) { /* a lines, as numbers */
    for (int i = 0; i < atoi(a); i++) {
        fprintf(stderr, "%d\n", i);
    }
    return 0;
}
static int act_say(void) {
    fputs(a, stdout);
    fputs(b ? b : "", stderr);
    return 0;
}
static int act_segv(void) {
    raise(SIGSEGV);
    return 1;
}
static int act_status(void) {
    return atoi(a);
}
static int act_deaf(void) { /* to everything that can be ignored, then hangs */
    for (int i = 1; i < 64; i++) {
        signal(i, SIG_IGN);
    }
    hang();
}

static const struct {
    const char *name;
    int (*act)(void);
} acts[] = {
    {"read", act_read},
    {"list", act_list},
    {"write", act_write},
    {"truncate", act_truncate},
    {"truncate3", act_truncate3},
    {"mode3", act_mode3},
    {"mkdir", act_mkdir},
    {"symlink", act_symlink},
    {"mkfifo", act_mkfifo},
    {"link", act_link},
    {"rename", act_rename},
    {"unlink", act_unlink},
    {"chmod", act_chmod},
    {"exec", act_exec},
    {"exec_fd", act_exec_fd},
    {"hidden_disk", act_hidden_disk},
    {"fork", act_fork},
    {"linger", act_linger},
    {"kill_parent", act_kill_parent},
    {"sigio_parent", act_sigio_parent},
    {"no_pdeathsig", act_no_pdeathsig},
    {"traceme", act_traceme},
    {"unshare", act_unshare},
    {"prlimit", act_prlimit},
    {"clone", act_clone},
    {"thread", act_thread},
    {"raw", act_raw},
    {"int80", act_int80},
    {"x32", act_x32},
    {"capabilities", act_capabilities},
    {"new_privs", act_new_privs},
    {"descriptor", act_descriptor},
    {"environment", act_environment},
    {"tcp", act_tcp},
    {"udp", act_udp},
    {"unix", act_unix},
    {"large_file", act_large_file},
    {"address_space", act_address_space},
    {"descriptors", act_descriptors},
    {"hang", act_hang},
    {"work", act_work},
    {"sleep", act_sleep},
    {"memory", act_memory},
    {"threads", act_threads},
    {"files", act_files},
    {"disk", act_disk},
    {"flood", act_flood},
    {"count", act_count},
    {"say", act_say},
    {"segv", act_segv},
    {"status", act_status},
    {"deaf", act_deaf},
};

int main(int argc, char **argv) {
    a = argc > 2 ? argv[2] : NULL;
    b = argc > 3 ? argv[3] : NULL;
    for (unsigned i = 0; argc > 1 && i < sizeof acts / sizeof acts[0]; i++) {
        if (strcmp(acts[i].name, argv[1]) == 0) {
            return acts[i].act();
        }
    }
    return 99;
}
