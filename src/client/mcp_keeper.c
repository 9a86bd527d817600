/* The keeper's two sides: what runs in the forked process, and how this one talks to it.
 *
 * Invariant of the forked side: it is a fork of a process with threads, so it only makes system calls (no allocation,
 * no stdio), holds no descriptor but its own, and always leaves within a bounded time after its control
 * socket is closed or told so.
 */
#include "client/mcp_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/coverage.h"

extern char **environ;

enum { GRACE_MS = 250, SWEEP_MS = 5000, END_WAIT_MS = 20000, PUMP_SIZE = 32768, CLOSE_COUNT_MAX = 65536 };
#define NS_PER_MS INT64_C(1000000)

/* From the keeper: one packet each, STARTED or FAILED first, SWEPT last. */
enum { NOTE_STARTED = 1, NOTE_FAILED, NOTE_ENDED, NOTE_SWEPT };
typedef struct note {
    int32_t kind;
    int32_t value; /* pid, errno, status of waitpid(), count */
} note;
/* To the keeper: one byte. */
enum { SWEEP_GENTLY = 'g', SWEEP_AT_ONCE = 'k' };

typedef struct keeper {
    const lob_mcp_command *command;
    const char *program;
    sigset_t mask; /* of the caller: the server's */
    int in_fd, out_fd, control_fd, file_fd;
    int error_pipe[2];
    int signal_fd;
    pid_t server;
    bool has_ended, has_children;
    uint64_t error_size; /* bytes that came */
} keeper;

/* ---- in the keeper: starting ---- */

static void tell(const keeper *k, int32_t kind, int32_t value) {
    note message = {kind, value};
    while (send(k->control_fd, &message, sizeof message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

static void close_between(int from, int to) {
    if (from > to) {
        return;
    }
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)from, (unsigned)to, 0U) == 0) {
        return;
    }
#endif
    for (int fd = from; fd <= to && fd < CLOSE_COUNT_MAX; fd++) {
        close(fd);
    }
}

/* Other servers' pipes must not be held open here: their readers would wait for an end that does not come. */
static void close_others(const keeper *k) {
    int own[] = {k->in_fd, k->out_fd, k->control_fd, k->file_fd};
    enum { COUNT = sizeof own / sizeof own[0] };
    int last = 2;
    for (int round = 0; round < COUNT; round++) {
        int next = INT_MAX;
        for (int i = 0; i < COUNT; i++) {
            next = own[i] > last && own[i] < next ? own[i] : next;
        }
        if (next == INT_MAX) {
            break;
        }
        close_between(last + 1, next - 1);
        last = next;
    }
    close_between(last + 1, INT_MAX);
}

/* Standard streams are given away by dup2(), so nothing else may lie there. */
static int lift(int fd) {
    return fd >= 0 && fd < 3 ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : fd;
}

_Noreturn static void become_server(const keeper *k, pid_t parent, int tell_fd) {
    signal(SIGPIPE, SIG_DFL);
    bool fine = setsid() >= 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent &&
                dup2(k->in_fd, STDIN_FILENO) >= 0 && dup2(k->out_fd, STDOUT_FILENO) >= 0 &&
                (k->file_fd < 0 || dup2(k->error_pipe[1], STDERR_FILENO) >= 0) &&
                (k->command->folder == NULL || chdir(k->command->folder) == 0) &&
                sigprocmask(SIG_SETMASK, &k->mask, NULL) == 0;
    LOB_SAVE_COVERAGE();
    if (fine) {
        char *const *environment = k->command->environment != NULL ? k->command->environment : environ;
        execvpe(k->program, k->command->argv, environment);
    }
    int error = errno;
    while (write(tell_fd, &error, sizeof error) < 0 && errno == EINTR) {
    }
    _exit(127);
}

/* 0, or the errno: also that of exec, which comes through a pipe that exec itself closes. */
static int start_server(keeper *k) {
    int told[2];
    if (pipe2(told, O_CLOEXEC) != 0) {
        return errno;
    }
    pid_t self = getpid();
    k->server = fork();
    if (k->server == 0) {
        become_server(k, self, told[1]);
    }
    int error = k->server < 0 ? errno : 0;
    close(told[1]);
    if (error == 0) {
        ssize_t size;
        do {
            size = read(told[0], &error, sizeof error);
        } while (size < 0 && errno == EINTR);
        error = size == (ssize_t)sizeof error ? error : 0;
    }
    close(told[0]);
    if (error != 0 && k->server > 0) {
        while (waitpid(k->server, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    return error;
}

/* ---- in the keeper: watching ---- */

static void write_file(const keeper *k, const char *data, size_t size) {
    while (size > 0) {
        ssize_t count = write(k->file_fd, data, size);
        if (count <= 0 && (count == 0 || errno != EINTR)) {
            return; /* a full disk: the rest is lost, the server must not notice */
        }
        if (count > 0) {
            data += count;
            size -= (size_t)count;
        }
    }
}

/* One piece of the server's standard error; false: there is none now. */
static bool pump(keeper *k) {
    char piece[PUMP_SIZE];
    ssize_t count = k->error_pipe[0] < 0 ? 0 : read(k->error_pipe[0], piece, sizeof piece);
    if (count <= 0) {
        if (count == 0 && k->error_pipe[0] >= 0) {
            close(k->error_pipe[0]);
            k->error_pipe[0] = -1;
        }
        return count < 0 && errno == EINTR;
    }
    uint64_t room = k->error_size < LOB_MCP_STDERR_SIZE_MAX ? LOB_MCP_STDERR_SIZE_MAX - k->error_size : 0;
    write_file(k, piece, (size_t)count < room ? (size_t)count : (size_t)room);
    if ((uint64_t)count > room && k->error_size <= LOB_MCP_STDERR_SIZE_MAX) {
        static const char cut[] = "\n[the rest of the standard error is cut]\n";
        write_file(k, cut, sizeof cut - 1);
    }
    k->error_size += (uint64_t)count;
    return true;
}

static void note_end(keeper *k, pid_t pid, int status) {
    if (pid == k->server && !k->has_ended) {
        k->has_ended = true;
        tell(k, NOTE_ENDED, status);
    }
}

static void reap(keeper *k) {
    int status = 0;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        note_end(k, pid, status);
    }
    k->has_children = pid == 0;
}

/* Waits for a moment at most; takes words and ends. True: the other side says something, or is gone. */
static bool step(keeper *k, int wait_ms, bool hears) {
    struct pollfd items[] = {
        {k->signal_fd, POLLIN, 0}, {k->error_pipe[0], POLLIN, 0}, {hears ? k->control_fd : -1, POLLIN, 0}};
    (void)poll(items, 3, wait_ms);
    struct signalfd_siginfo info;
    while (read(k->signal_fd, &info, sizeof info) > 0) {
    }
    (void)pump(k);
    reap(k);
    return items[2].revents != 0;
}

/* ---- in the keeper: the end ---- */

static void kill_and_reap(keeper *k, pid_t pid, int64_t end_ns, int32_t *count) {
    int status = 0;
    pid_t got = waitpid(pid, &status, WNOHANG);
    if (got == 0 && kill(pid, SIGKILL) == 0) {
        *count += pid != k->server;
        while ((got = waitpid(pid, &status, WNOHANG)) == 0 && lob_clock_ns() < end_ns) {
            struct pollfd item = {k->signal_fd, POLLIN, 0};
            (void)poll(&item, 1, 10);
            struct signalfd_siginfo info;
            while (read(k->signal_fd, &info, sizeof info) > 0) {
            }
        }
    }
    if (got == pid) {
        note_end(k, pid, status);
    }
}

/* Every child there is now. Theirs become ours when they die, so the caller comes back. */
static void kill_children(keeper *k, int64_t end_ns, int32_t *count) {
    char list[4096];
    ssize_t size = -1;
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        size = read(fd, list, sizeof list - 1);
        close(fd);
    }
    if (size <= 0) { /* a kernel without that list, or one that died while it was made */
        kill(-k->server, SIGKILL);
        struct pollfd item = {k->signal_fd, POLLIN, 0};
        (void)poll(&item, 1, 10);
        reap(k);
        return;
    }
    pid_t pid = 0;
    for (ssize_t i = 0; i < size; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            pid = pid * 10 + (list[i] - '0');
        } else if (pid > 0) {
            kill_and_reap(k, pid, end_ns, count);
            pid = 0;
        }
    }
}

static void sweep(keeper *k, bool gently) {
    int32_t count = 0;
    if (!k->has_ended) {
        kill_and_reap(k, k->server, lob_clock_ns() + SWEEP_MS * NS_PER_MS, &count);
        gently = false;
    }
    reap(k);
    int64_t end_ns = lob_clock_ns() + GRACE_MS * NS_PER_MS;
    while (gently && k->has_children && lob_clock_ns() < end_ns) {
        (void)step(k, 10, false);
    }
    end_ns = lob_clock_ns() + SWEEP_MS * NS_PER_MS;
    while (k->has_children && lob_clock_ns() < end_ns) {
        kill_children(k, end_ns, &count);
        reap(k);
    }
    for (int i = 0; i < LOB_MCP_STDERR_SIZE_MAX / PUMP_SIZE && pump(k); i++) {
    }
    LOB_SAVE_COVERAGE();
    tell(k, NOTE_SWEPT, count);
}

_Noreturn static void run_keeper(keeper *k) {
    setsid(); /* Ctrl-C is for the client: the keeper then sees it go */
    prctl(PR_SET_NAME, "mcp-keeper");
    k->in_fd = lift(k->in_fd);
    k->out_fd = lift(k->out_fd);
    k->control_fd = lift(k->control_fd);
    k->file_fd = lift(k->file_fd);
    k->error_pipe[0] = k->error_pipe[1] = -1;
    close_others(k);
    signal(SIGCHLD, SIG_DFL); /* ignored, children would vanish unseen */
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    k->signal_fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    bool fine = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 && k->signal_fd >= 0 &&
                (k->file_fd < 0 || pipe2(k->error_pipe, O_CLOEXEC) == 0);
    int error = fine ? start_server(k) : errno;
    if (error != 0) {
        LOB_SAVE_COVERAGE();
    }
    tell(k, error == 0 ? NOTE_STARTED : NOTE_FAILED, error == 0 ? (int32_t)k->server : error);
    if (error == 0) {
        close(k->in_fd);
        close(k->out_fd);
        if (k->file_fd >= 0) {
            close(k->error_pipe[1]);
            fcntl(k->error_pipe[0], F_SETFL, O_NONBLOCK);
        }
        while (!step(k, -1, true)) {
        }
        char word = SWEEP_AT_ONCE;
        while (recv(k->control_fd, &word, 1, 0) < 0 && errno == EINTR) {
        }
        sweep(k, word == SWEEP_GENTLY);
    }
    /* The client kills what has said its last; a checker of memory would take what other threads of the client hold
     * for lost if this left by itself. It does when the client is gone. */
    char word;
    ssize_t size;
    do {
        size = recv(k->control_fd, &word, 1, 0);
    } while (size > 0 || (size < 0 && errno == EINTR));
    _exit(0);
}

/* ---- in this process ---- */

static void close_all(const int *fds, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

/* A path with a folder in it, made absolute where the command will not run here. */
static const char *find_program(const lob_mcp_command *command, char place[PATH_MAX]) {
    const char *name = command->argv[0];
    if (command->folder == NULL || name[0] == '/' || strchr(name, '/') == NULL || getcwd(place, PATH_MAX) == NULL) {
        return name;
    }
    size_t size = strlen(place);
    return snprintf(place + size, PATH_MAX - size, "/%s", name) < (int)(PATH_MAX - size) ? place : name;
}

static pid_t fork_keeper(keeper *k) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &k->mask); /* no handler of this process shall run over there */
    pid_t pid = fork();
    if (pid == 0) {
        run_keeper(k);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &k->mask, NULL);
    errno = error;
    return pid;
}

/* It has said its last, or hangs in the kernel: then the server goes with it. */
static void end_keeper(pid_t pid) {
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* The first note: pid in kept->server, or the errno. */
static int hear_start(lob_mcp_kept *kept) {
    note message = {0};
    ssize_t size;
    do {
        size = recv(kept->control_fd, &message, sizeof message, 0);
    } while (size < 0 && errno == EINTR);
    if (size == (ssize_t)sizeof message && message.kind == NOTE_STARTED) {
        kept->server = message.value;
        return 0;
    }
    return message.kind == NOTE_FAILED && message.value != 0 ? message.value : ECHILD;
}

int lob_mcp_keeper_start(const lob_mcp_command *command, lob_mcp_kept *kept) {
    enum { TO_READ, TO_WRITE, FROM_READ, FROM_WRITE, CONTROL_HERE, CONTROL_THERE, ERROR_FILE, COUNT };
    int fds[COUNT] = {-1, -1, -1, -1, -1, -1, -1};
    *kept = (lob_mcp_kept){.to_fd = -1, .from_fd = -1, .control_fd = -1};
    bool fine = pipe2(fds + TO_READ, O_CLOEXEC) == 0 && pipe2(fds + FROM_READ, O_CLOEXEC) == 0 &&
                socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds + CONTROL_HERE) == 0 &&
                fcntl(fds[TO_WRITE], F_SETFL, O_NONBLOCK) == 0 && fcntl(fds[FROM_READ], F_SETFL, O_NONBLOCK) == 0;
    if (fine && command->stderr_path != NULL) {
        fds[ERROR_FILE] = open(command->stderr_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
        fine = fds[ERROR_FILE] >= 0;
    }
    char place[PATH_MAX];
    keeper k = {.command = command,
                .in_fd = fds[TO_READ],
                .out_fd = fds[FROM_WRITE],
                .control_fd = fds[CONTROL_THERE],
                .file_fd = fds[ERROR_FILE]};
    if (fine) {
        k.program = find_program(command, place);
        kept->keeper = fork_keeper(&k);
        fine = kept->keeper > 0;
    }
    if (!fine) {
        int error = errno;
        close_all(fds, COUNT);
        kept->keeper = 0;
        return error;
    }
    close_all((int[]){fds[TO_READ], fds[FROM_WRITE], fds[CONTROL_THERE], fds[ERROR_FILE]}, 4);
    kept->to_fd = fds[TO_WRITE];
    kept->from_fd = fds[FROM_READ];
    kept->control_fd = fds[CONTROL_HERE];
    int error = hear_start(kept);
    if (error != 0) {
        end_keeper(kept->keeper);
        close_all((int[]){kept->to_fd, kept->from_fd, kept->control_fd}, 3);
        *kept = (lob_mcp_kept){.to_fd = -1, .from_fd = -1, .control_fd = -1};
    }
    return error;
}

void lob_mcp_keeper_hear(lob_mcp_kept *kept) {
    for (;;) {
        note message = {0};
        ssize_t size = recv(kept->control_fd, &message, sizeof message, MSG_DONTWAIT);
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0 && errno == EAGAIN) {
            return;
        }
        if (size != (ssize_t)sizeof message) {
            kept->is_lost = true;
            return;
        }
        if (message.kind == NOTE_ENDED) {
            kept->has_ended = true;
            kept->wait_status = message.value;
        } else if (message.kind == NOTE_SWEPT) {
            kept->is_swept = true;
            kept->left_count = (unsigned)message.value;
        }
    }
}

void lob_mcp_keeper_end(lob_mcp_kept *kept, bool gently) {
    char word = gently ? SWEEP_GENTLY : SWEEP_AT_ONCE;
    while (send(kept->control_fd, &word, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
    int64_t end_ns = lob_clock_ns() + END_WAIT_MS * NS_PER_MS;
    while (!kept->is_swept && !kept->is_lost && lob_clock_ns() < end_ns) {
        struct pollfd item = {kept->control_fd, POLLIN, 0};
        (void)poll(&item, 1, 1000);
        lob_mcp_keeper_hear(kept);
    }
    end_keeper(kept->keeper);
    close(kept->control_fd);
    kept->control_fd = -1;
}
