/* Runs unit tests: those that are linked in, and programs.
 *   PROGRAM                                  the only test that is linked in, here and now
 *   PROGRAM --list                           the names of those that are linked in
 *   PROGRAM --logs DIR [--jobs N] [--wrapper "COMMAND"] [--together yes] NAME...
 * NAME is a test that is linked in (io/test_read) or the path of a program (it has ".../tests/..." in it), which
 * COMMAND starts. Each runs in a process and a process group of its own, so that nothing that one leaves behind reaches
 * the next; the linked ones are forked, so that a tool that watches the program (valgrind) starts once for all of them.
 * --together yes: N processes take the linked tests one after the other, each told what the last one changed of folder,
 * environment, signals and mask of files back as it was. What such a tool has translated then serves all tests, not
 * one; what it finds at the end of a process is one failure, and its log says where. A test that ends its process is a
 * failure of that test alone, another process goes on behind it.
 * Of NAME, DIR holds the log, "PASSED FAILED SKIPPED" in .count and "SECONDS NAME" of the processor in .cpu. A test
 * that dies, runs no test, takes more than TEST_TIMEOUT seconds (600) or leaves with an error without naming a failed
 * test counts as one failure. Exit status: 0 when no test failed, 1 when one did, 2 when the runner itself could not.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/entry.h"

enum { JOBS_MAX = 64, NAME_MAX_SIZE = 200, PATH_SIZE = 4096, TAIL = 40 };

extern const struct lob_test_entry __start_lob_tests[] __attribute__((weak));
extern const struct lob_test_entry __stop_lob_tests[] __attribute__((weak));

typedef struct {
    pid_t pid; /* 0: free */
    time_t deadline;
    char name[NAME_MAX_SIZE];
    char log[PATH_SIZE];
} job;

/* What processes that take tests together and their parent both see. */
typedef struct {
    atomic_bool has_failure;
    size_t count;       /* of the names */
    atomic_size_t next; /* to be taken */
    struct {
        _Atomic time_t deadline;
        atomic_int at; /* the name it is at, -1: none */
    } worker[JOBS_MAX];
} board;

typedef struct {
    const char *logs, *wrapper;
    int timeout_s;
    sigset_t mask; /* as it was before the runner waited for children */
    job jobs[JOBS_MAX];
    char **names; /* until NULL */
    size_t job_count, running;
    board *board; /* NULL: each test apart */
    bool has_failure;
} runner;

typedef struct {
    unsigned passed, failed, skipped;
} tally;

static _Noreturn void die(const char *what, const char *which) {
    fprintf(stderr, "runner: %s: %s: %s\n", what, which, strerror(errno));
    exit(2);
}

static const struct lob_test_entry *entry_find(const char *name) {
    const struct lob_test_entry *e = __start_lob_tests;
    while (e < __stop_lob_tests && strcmp(name, e->name) != 0) {
        e++;
    }
    return e < __stop_lob_tests ? e : NULL;
}

/* build/MODE/tests/unit/io/test_read -> io/test_read */
static const char *short_name(const char *path) {
    const char *at = strstr(path, "/tests/");
    at = at != NULL ? at + strlen("/tests/") : path;
    return strncmp(at, "unit/", 5) == 0 ? at + 5 : at;
}

/* ---- one test ---- */

static void become(const runner *r, const char *log) {
    setpgid(0, 0);
    sigprocmask(SIG_SETMASK, &r->mask, NULL);
    const int in = open("/dev/null", O_RDONLY), out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) {
        die("cannot write", log);
    }
    close(in);
    close(out);
}

static void name_job(const runner *r, job *j, const char *name) {
    snprintf(j->name, sizeof j->name, "%s", short_name(name));
    int at = snprintf(j->log, sizeof j->log, "%s/", r->logs);
    snprintf(j->log + at, sizeof j->log - (size_t)at, "%s.log", j->name);
    for (char *c = j->log + at; *c != '\0'; c++) {
        *c = *c == '/' ? '.' : *c;
    }
    j->deadline = time(NULL) + r->timeout_s;
}

static _Noreturn void run_here(const runner *r, const char *name, const char *log) {
    become(r, log);
    const struct lob_test_entry *entry = entry_find(name);
    if (entry != NULL) {
        exit(entry->run());
    }
    char command[PATH_SIZE];
    snprintf(command, sizeof command, "exec %s \"$0\"", r->wrapper);
    execl("/bin/sh", "sh", "-c", command, name, (char *)NULL);
    die("cannot start", name);
}

/* ---- what it said ---- */

static bool begins(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* cmocka names a failed test twice, where it ran and in its summary; a skipped one stands alone on its line, the count
 * of them does not. */
static void count_line(const char *line, tally *t) {
    static const char skipped[] = "[  SKIPPED ] ";
    if (begins(line, "[       OK ]")) {
        t->passed++;
    } else if (begins(line, "[  FAILED  ] ") && strstr(line, "test(s)") == NULL) {
        t->failed++;
    } else if (begins(line, skipped)) {
        const char *name = line + strlen(skipped);
        const size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
        t->skipped += size > 0 && name[size] == '\n';
    }
}

static tally count(FILE *log) {
    tally t = {0};
    char *line = NULL;
    size_t size = 0;
    while (log != NULL && getline(&line, &size, log) > 0) {
        count_line(line, &t);
    }
    free(line);
    t.failed /= 2;
    return t;
}

/* The last lines of a log, without those of tests that passed. */
static void show_tail(FILE *log) {
    char *lines[TAIL] = {NULL};
    size_t count = 0, size = 0;
    char *line = NULL;
    rewind(log);
    while (getline(&line, &size, log) > 0) {
        if (!begins(line, "[ RUN") && !begins(line, "[       OK")) {
            free(lines[count % TAIL]);
            lines[count++ % TAIL] = strdup(line);
        }
    }
    free(line);
    for (size_t i = count > TAIL ? count - TAIL : 0; i < count; i++) {
        printf("       %s", lines[i % TAIL]);
    }
    for (size_t i = 0; i < TAIL; i++) {
        free(lines[i]);
    }
}

/* What valgrind said of the process goes to the end of its log. */
static void take_beside(const runner *r, const job *j) {
    char path[PATH_SIZE], block[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d.valgrind", r->logs, (int)j->pid);
    FILE *from = fopen(path, "r"), *to = from != NULL ? fopen(j->log, "a") : NULL;
    for (size_t size; to != NULL && (size = fread(block, 1, sizeof block, from)) > 0;) {
        fwrite(block, 1, size, to);
    }
    if (to != NULL) {
        fclose(to);
    }
    if (from != NULL) {
        fclose(from);
        unlink(path);
    }
}

static void write_beside(const job *j, const char *suffix, const char *text) {
    char path[PATH_SIZE + 8];
    snprintf(path, sizeof path, "%.*s%s", (int)(strlen(j->log) - strlen(".log")), j->log, suffix);
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
        die("cannot write", path);
    }
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* `code`: its own status, or 128 and the signal that ended it. False: a test failed. */
static bool settle(const job *j, int code, double cpu) {
    FILE *log = fopen(j->log, "r");
    tally t = count(log);
    if ((code != 0 && t.failed == 0) || t.passed + t.failed + t.skipped == 0) {
        t.failed = 1;
    }
    if (t.failed > 0) {
        printf("  FAIL %s (exit %d), the end of its log:\n", j->name, code);
        if (log != NULL) {
            show_tail(log);
        }
    } else {
        printf("  ok   %s: %u tests, %.1f s\n", j->name, t.passed, cpu);
    }
    fflush(stdout);
    if (log != NULL) {
        fclose(log);
    }
    char text[NAME_MAX_SIZE + 32];
    snprintf(text, sizeof text, "%u %u %u\n", t.passed, t.failed, t.skipped);
    write_beside(j, ".count", text);
    snprintf(text, sizeof text, "%.1f %s\n", cpu, j->name);
    write_beside(j, ".cpu", text);
    return t.failed == 0;
}

/* ---- tests that share a process ---- */

/* What a test may change of its process that the next one would notice. */
typedef struct {
    int folder, streams[3];
    mode_t mask;
    char **environment;
} ground;

static void copy_ground(ground *g) {
    size_t count = 0;
    while (environ[count] != NULL) {
        count++;
    }
    g->environment = calloc(count + 1, sizeof *g->environment);
    for (size_t i = 0; g->environment != NULL && i < count; i++) {
        g->environment[i] = strdup(environ[i]);
    }
    g->mask = umask(0);
    umask(g->mask);
    g->folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; i < 3; i++) {
        g->streams[i] = fcntl(i, F_DUPFD_CLOEXEC, 100);
    }
    if (g->environment == NULL || g->folder < 0 || g->streams[2] < 0) {
        die("cannot keep", "its ground");
    }
}

static void restore_ground(const ground *g) {
    fflush(NULL);
    for (int i = 0; i < 3; i++) {
        dup2(g->streams[i], i);
    }
    for (int i = 1; i < SIGRTMIN; i++) {
        signal(i, SIG_DFL);
    }
    alarm(0);
    umask(g->mask);
    clearenv();
    for (char **each = g->environment; *each != NULL; each++) {
        putenv(*each);
    }
    if (fchdir(g->folder) != 0) {
        die("cannot return to", "its folder");
    }
}

static double spent(void) {
    struct rusage own, of_children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &of_children);
    return seconds(own.ru_utime) + seconds(own.ru_stime) + seconds(of_children.ru_utime) +
           seconds(of_children.ru_stime);
}

static _Noreturn void take_tests(const runner *r, size_t slot) {
    static ground g;
    copy_ground(&g);
    size_t i;
    while (i = atomic_fetch_add(&r->board->next, 1), i < r->board->count) {
        job j;
        name_job(r, &j, r->names[i]);
        atomic_store(&r->board->worker[slot].deadline, j.deadline);
        atomic_store(&r->board->worker[slot].at, (int)i);
        const double before = spent();
        become(r, j.log);
        const int code = entry_find(r->names[i])->run();
        restore_ground(&g);
        if (!settle(&j, code, spent() - before)) {
            atomic_store(&r->board->has_failure, true);
        }
        atomic_store(&r->board->worker[slot].at, -1);
    }
    exit(0);
}

/* The test that it died in is a failure; where there is none, what a tool found in the whole of it. */
static void worker_ended(runner *r, size_t slot, int code) {
    const int at = atomic_exchange(&r->board->worker[slot].at, -1);
    char name[NAME_MAX_SIZE];
    snprintf(name, sizeof name, "together.%d", (int)r->jobs[slot].pid);
    job j;
    name_job(r, &j, at >= 0 ? r->names[at] : name);
    j.pid = r->jobs[slot].pid;
    take_beside(r, &j);
    if (at >= 0 || code != 0) {
        r->has_failure |= !settle(&j, code != 0 ? code : EXIT_FAILURE,
                                  0); /* it was not the test's to end the process, however well */
    }
}

/* ---- all of them ---- */

static void start(runner *r) {
    size_t slot = 0;
    while (r->jobs[slot].pid != 0) {
        slot++;
    }
    job *j = &r->jobs[slot];
    fflush(NULL);
    if (r->board == NULL) {
        name_job(r, j, *r->names);
    }
    j->pid = fork();
    if (j->pid == 0 && r->board != NULL) {
        take_tests(r, slot);
    } else if (j->pid == 0) {
        run_here(r, *r->names, j->log);
    }
    if (j->pid < 0) {
        die("cannot fork for", *r->names);
    }
    r->running++;
    r->names += r->board == NULL;
}

static void ended(runner *r, job *j) {
    kill(-j->pid, SIGKILL); /* whom it left behind; before the number of its group may be somebody else's */
    int status;
    struct rusage used;
    if (wait4(j->pid, &status, 0, &used) != j->pid) {
        die("cannot wait for", j->name);
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (r->board == NULL) {
        take_beside(r, j);
        r->has_failure |= !settle(j, code, seconds(used.ru_utime) + seconds(used.ru_stime));
    } else {
        worker_ended(r, (size_t)(j - r->jobs), code);
    }
    j->pid = 0;
    r->running--;
}

static time_t deadline(const runner *r, size_t slot) {
    if (r->board == NULL) {
        return r->jobs[slot].deadline;
    }
    return atomic_load(&r->board->worker[slot].at) >= 0 ? atomic_load(&r->board->worker[slot].deadline)
                                                        : (time_t)INT64_MAX;
}

static bool is_more(const runner *r) {
    return r->board != NULL ? atomic_load(&r->board->next) < r->board->count : *r->names != NULL;
}

static void reap(runner *r) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigtimedwait(&child, NULL, &(struct timespec){.tv_sec = 1});
    for (size_t i = 0; i < r->job_count; i++) {
        job *j = &r->jobs[i];
        siginfo_t how = {0};
        if (j->pid != 0 && waitid(P_PID, (id_t)j->pid, &how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            how.si_pid == j->pid) {
            ended(r, j);
        } else if (j->pid != 0 && time(NULL) > deadline(r, i)) {
            kill(-j->pid, SIGKILL);
        }
    }
}

static void share_board(runner *r) {
    r->board = mmap(NULL, sizeof *r->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r->board == MAP_FAILED) {
        die("cannot share", "a board");
    }
    for (; r->names[r->board->count] != NULL; r->board->count++) {
        if (entry_find(r->names[r->board->count]) == NULL) {
            die("not linked in", r->names[r->board->count]);
        }
    }
    for (size_t i = 0; i < JOBS_MAX; i++) {
        r->board->worker[i].at = -1;
    }
}

static int run_all(runner *r) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &r->mask);
    while (is_more(r) || r->running > 0) {
        if (is_more(r) && r->running < r->job_count) {
            start(r);
        } else {
            reap(r);
        }
    }
    return r->has_failure || (r->board != NULL && atomic_load(&r->board->has_failure));
}

int main(int argc, char **argv) {
    if (argc == 1 && __stop_lob_tests - __start_lob_tests == 1) {
        return __start_lob_tests->run();
    }
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (const struct lob_test_entry *e = __start_lob_tests; e < __stop_lob_tests; e++) {
            puts(e->name);
        }
        return 0;
    }
    static runner r = {.wrapper = "", .job_count = 1};
    const char *timeout = getenv("TEST_TIMEOUT");
    r.timeout_s = timeout != NULL ? atoi(timeout) : 600;
    char **arg = argv + 1;
    bool together = false;
    for (; arg[0] != NULL && arg[1] != NULL && begins(arg[0], "--"); arg += 2) {
        if (strcmp(arg[0], "--logs") == 0) {
            r.logs = arg[1];
        } else if (strcmp(arg[0], "--jobs") == 0) {
            r.job_count = (size_t)atoi(arg[1]);
        } else if (strcmp(arg[0], "--wrapper") == 0) {
            r.wrapper = arg[1];
        } else if (strcmp(arg[0], "--together") == 0) {
            together = strcmp(arg[1], "yes") == 0;
        } else {
            break;
        }
    }
    if (r.logs == NULL || r.job_count < 1 || r.job_count > JOBS_MAX || arg[0] == NULL || begins(arg[0], "--")) {
        fprintf(stderr, "usage: %s --logs DIR [--jobs N] [--wrapper COMMAND] [--together yes] NAME...\n", argv[0]);
        return 2;
    }
    r.names = arg;
    if (together) {
        share_board(&r);
    }
    return run_all(&r);
}
