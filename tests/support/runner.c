/* Runs unit tests: those that are linked in, and programs.
 *   PROGRAM                                  the only test that is linked in, here and now
 *   PROGRAM --list                           the names of those that are linked in
 *   PROGRAM --logs DIR [--jobs N] [--wrapper "COMMAND"] NAME...
 * NAME is a test that is linked in (io/test_read) or the path of a program (it has ".../tests/..." in it), which
 * COMMAND starts. Each runs in a process and a process group of its own, so that nothing that one leaves behind reaches
 * the next; the linked ones are forked, so that a tool that watches the program (valgrind) starts once for all of them.
 * Of NAME, DIR holds the log, "PASSED FAILED SKIPPED" in .count and "SECONDS NAME" of the processor in .cpu. A test
 * that dies, runs no test, takes more than TEST_TIMEOUT seconds (600) or leaves with an error without naming a failed
 * test counts as one failure. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

typedef struct {
    const char *logs, *wrapper;
    int timeout_s;
    sigset_t mask; /* as it was before the runner waited for children */
    job jobs[JOBS_MAX];
    size_t job_count, running;
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

static void start(runner *r, const char *name) {
    job *j = r->jobs;
    while (j->pid != 0) {
        j++;
    }
    snprintf(j->name, sizeof j->name, "%s", short_name(name));
    int at = snprintf(j->log, sizeof j->log, "%s/", r->logs);
    snprintf(j->log + at, sizeof j->log - (size_t)at, "%s.log", j->name);
    for (char *c = j->log + at; *c != '\0'; c++) {
        *c = *c == '/' ? '.' : *c;
    }
    fflush(NULL);
    j->deadline = time(NULL) + r->timeout_s;
    j->pid = fork();
    if (j->pid == 0) {
        run_here(r, name, j->log);
    }
    if (j->pid < 0) {
        die("cannot fork for", name);
    }
    r->running++;
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

static void ended(runner *r, job *j) {
    kill(-j->pid, SIGKILL); /* whom it left behind; before the number of its group may be somebody else's */
    int status;
    struct rusage used;
    if (wait4(j->pid, &status, 0, &used) != j->pid) {
        die("cannot wait for", j->name);
    }
    take_beside(r, j);
    FILE *log = fopen(j->log, "r");
    tally t = count(log);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if ((code != 0 && t.failed == 0) || t.passed + t.failed + t.skipped == 0) {
        t.failed = 1;
    }
    const double cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
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
    j->pid = 0;
    r->running--;
}

/* ---- all of them ---- */

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
        } else if (j->pid != 0 && time(NULL) > j->deadline) {
            kill(-j->pid, SIGKILL);
        }
    }
}

static int run_all(runner *r, char **names) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &r->mask);
    while (*names != NULL || r->running > 0) {
        if (*names != NULL && r->running < r->job_count) {
            start(r, *names++);
        } else {
            reap(r);
        }
    }
    return 0;
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
    for (; arg[0] != NULL && arg[1] != NULL && begins(arg[0], "--"); arg += 2) {
        if (strcmp(arg[0], "--logs") == 0) {
            r.logs = arg[1];
        } else if (strcmp(arg[0], "--jobs") == 0) {
            r.job_count = (size_t)atoi(arg[1]);
        } else if (strcmp(arg[0], "--wrapper") == 0) {
            r.wrapper = arg[1];
        } else {
            break;
        }
    }
    if (r.logs == NULL || r.job_count < 1 || r.job_count > JOBS_MAX || arg[0] == NULL || begins(arg[0], "--")) {
        fprintf(stderr, "usage: %s --logs DIR [--jobs N] [--wrapper COMMAND] NAME...\n", argv[0]);
        return 2;
    }
    return run_all(&r, arg);
}
