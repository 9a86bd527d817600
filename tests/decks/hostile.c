/* Hostile decks against the real KLayout, or with --native against the interpreter of the built-in engine, behind the
 * walls: each must be contained, and must get out when the walls (or
 * the bound of the watch) that its head names are left out, so that each is known to be what holds it.
 *
 *     hostile [--native] DECK.rb...      heads:   # control: WALL...   # bound: time|memory|threads|files|disk   # end:
 * REASON [CODE]
 *
 * "Out" is what can be seen from here: a file outside, a changed victim, a killed process, a call at our sockets, a
 * process that outlives the run, or the deck's own word. Ends with "N passed, N failed, N skipped". */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "io/read.h"
#include "klayout/deck.h"
#include "klayout/run.h"
#include "script/script.h"

enum { LEAK_FD = 77, SOCKET_COUNT = 4, PATH_SIZE = 256 };

static char base[64], run_path[96], out_path[PATH_SIZE], victim_path[PATH_SIZE], secret_path[PATH_SIZE],
    socket_path[PATH_SIZE], foreign_path[PATH_SIZE], leak_path[PATH_SIZE], port[16], abstract[64];
static int base_fd, run_fd, sockets[SOCKET_COUNT];
static atomic_uint contacts;
static pid_t victim;
static lob_klayout klayout;
static bool is_native; /* the built-in engine's interpreter in KLayout's place */

/* The reasons of lob_run_check(), which heads name. */
static const char *const end_names[] = {
    [LOB_RUN_EXITED] = "exit_code", [LOB_RUN_CRASHED] = "crash",       [LOB_RUN_TIMEOUT] = "timeout",
    [LOB_RUN_MEMORY] = "memory",    [LOB_RUN_THREADS] = "threads",     [LOB_RUN_DISK] = "disk",
    [LOB_RUN_FILES] = "files",      [LOB_RUN_CANCELLED] = "cancelled",
};

static void die(const char *what) {
    perror(what);
    exit(2);
}

/* ---- the scene ---- */

static void put(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text)) {
        die(path);
    }
    close(fd);
}

static void *answer(void *arg) {
    (void)arg;
    for (;;) {
        struct pollfd ready[SOCKET_COUNT];
        for (int i = 0; i < SOCKET_COUNT; i++) {
            ready[i] = (struct pollfd){sockets[i], POLLIN, 0};
        }
        poll(ready, SOCKET_COUNT, -1);
        for (int i = 0; i < SOCKET_COUNT; i++) {
            char byte;
            if (!(ready[i].revents & POLLIN)) {
                continue;
            }
            atomic_fetch_add(&contacts, 1);
            int fd = i == 1 ? -1 : accept(sockets[i], NULL, NULL);
            ssize_t size = i == 1 ? recv(sockets[i], &byte, 1, 0) : 0;
            (void)size;
            if (fd >= 0) {
                close(fd);
            }
        }
    }
    return NULL;
}

static int bind_to(int domain, int type, const void *address, size_t size) {
    int fd = socket(domain, type | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, address, (socklen_t)size) != 0 || (type == SOCK_STREAM && listen(fd, 16) != 0)) {
        die("socket");
    }
    return fd;
}

static void open_sockets(void) {
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un un = {.sun_family = AF_UNIX};
    socklen_t size = sizeof in;
    pthread_t thread;
    sockets[0] = bind_to(AF_INET, SOCK_STREAM, &in, sizeof in);
    getsockname(sockets[0], (struct sockaddr *)&in, &size);
    sockets[1] = bind_to(AF_INET, SOCK_DGRAM, &in, sizeof in);
    snprintf(port, sizeof port, "%d", ntohs(in.sin_port));
    snprintf(un.sun_path, sizeof un.sun_path, "%.100s", socket_path);
    sockets[2] = bind_to(AF_UNIX, SOCK_STREAM, &un, sizeof un);
    snprintf(abstract, sizeof abstract, "%s", base + 5);
    memset(un.sun_path, 0, sizeof un.sun_path);
    memcpy(un.sun_path + 1, abstract, strlen(abstract));
    sockets[3] = bind_to(AF_UNIX, SOCK_STREAM, &un, offsetof(struct sockaddr_un, sun_path) + 1 + strlen(abstract));
    pthread_create(&thread, NULL, answer, NULL);
}

static void set_scene(void) {
    strcpy(base, "/tmp/lob_hostile.XXXXXX");
    if (!mkdtemp(base)) {
        die("mkdtemp");
    }
    snprintf(run_path, sizeof run_path, "%s/run", base);
    snprintf(out_path, sizeof out_path, "%s/out.gds", base);
    snprintf(victim_path, sizeof victim_path, "%s/victim", base);
    snprintf(secret_path, sizeof secret_path, "%s/id_rsa", base);
    snprintf(socket_path, sizeof socket_path, "%s/socket", base);
    snprintf(foreign_path, sizeof foreign_path, "%s/foreign.gds", base);
    snprintf(leak_path, sizeof leak_path, "%s/leak", base);
    base_fd = open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    put(secret_path, "key");
    open_sockets();
    setenv("LOB_TEST_SECRET", "token", 1);
}

static void copy_fixture(const char *to) {
    static char bytes[1 << 16];
    int from = open("fixtures/drc_known.gds", O_RDONLY | O_CLOEXEC);
    int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t size = from < 0 ? -1 : read(from, bytes, sizeof bytes);
    if (fd < 0 || size <= 0 || write(fd, bytes, (size_t)size) != size) {
        die("fixtures/drc_known.gds (start in the project's folder)");
    }
    close(from);
    close(fd);
}

static void remove_in(const char *name) {
    lob_ctx ctx;
    bool removed;
    lob_ctx_init(&ctx, NULL);
    lob_dir_remove_at(&ctx, base_fd, name, &removed);
}

static void begin_run(void) {
    static const char *const names[] = {"run", "out.gds", "victim", "stdout.txt", "stderr.txt", "leak"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        remove_in(names[i]);
    }
    mkdir(run_path, 0700);
    run_fd = open(run_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    put(victim_path, "v");
    copy_fixture(foreign_path);
    int leak = open(leak_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(leak, LEAK_FD); /* without close-on-exec, as a careless library would */
    close(leak);
    victim = fork();
    if (victim == 0) {
        signal(SIGIO, SIG_DFL);
        pause();
        _exit(0);
    }
    atomic_store(&contacts, 0);
}

/* ---- who got out ---- */

static bool is_there(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0;
}

static bool is_victim_changed(void) {
    struct stat info;
    return stat(victim_path, &info) != 0 || info.st_size != 1 || (info.st_mode & 07777) != 0600 || info.st_mtime == 0;
}

/* Processes that still work in the run folder. */
static unsigned workers(bool kills) {
    unsigned count = 0;
    DIR *dir = opendir("/proc");
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        char link[320], place[512];
        snprintf(link, sizeof link, "/proc/%s/cwd", entry->d_name);
        ssize_t size = readlink(link, place, sizeof place - 1);
        place[size > 0 ? size : 0] = '\0';
        if (strncmp(place, run_path, strlen(run_path)) == 0) {
            count++;
            if (kills) {
                kill(atoi(entry->d_name), SIGKILL);
            }
        }
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

static bool says_escaped(const char *name, char *word, size_t size) {
    static char text[1 << 16];
    int fd = openat(base_fd, name, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    char *at = strstr(text, "ESCAPED");
    if (at) {
        snprintf(word, size, "%.*s", (int)strcspn(at, "\n"), at);
    }
    return at != NULL;
}

/* How the deck got out, or "". Ends the scene of one run. */
static void look_around(char *how, size_t size) {
    char run_mark[128];
    struct stat info;
    snprintf(run_mark, sizeof run_mark, "%s/ESCAPED", run_path);
    *how = '\0';
    usleep(50000); /* contacts and signals on their way */
    unsigned left = workers(true);
    bool is_victim_dead = waitpid(victim, NULL, WNOHANG) == victim;
    if (left > 0) {
        snprintf(how, size, "%u left over", left);
    } else if (is_there(out_path)) {
        snprintf(how, size, "wrote outside");
    } else if (is_victim_changed()) {
        snprintf(how, size, "changed the victim");
    } else if (is_victim_dead) {
        snprintf(how, size, "killed");
    } else if (atomic_load(&contacts) > 0) {
        snprintf(how, size, "called");
    } else if (stat(leak_path, &info) == 0 && info.st_size > 0) {
        snprintf(how, size, "wrote to an inherited descriptor");
    } else if (is_there(run_mark)) {
        snprintf(how, size, "left a mark");
    } else if (!says_escaped("stdout.txt", how, size) &&
               !(is_native && says_escaped("stderr.txt", how, size))) { /* its output is the talk with the engine */
        *how = '\0';
    }
    if (!is_victim_dead) {
        kill(victim, SIGKILL);
        waitpid(victim, NULL, 0);
    }
    close(run_fd);
    close(LEAK_FD);
}

/* ---- a deck ---- */

typedef struct head {
    unsigned control; /* walls */
    char bound[16], end[32];
    int exit_code; /* -1: any */
    bool rests;    /* sleeps where it would go round */
} head;

static void read_head(const char *path, head *h) {
    static const char *const names[] = {"landlock",     "seccomp",      "netns",       "rlimits",
                                        "capabilities", "no_new_privs", "descriptors", "parent_death"};
    char line[256];
    *h = (head){.exit_code = -1};
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file) && line[0] == '#') {
        if (strncmp(line, "# control:", 10) == 0) {
            for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
                h->control |= strstr(line, names[i]) ? 1U << i : 0;
            }
        }
        sscanf(line, "# bound: %15s", h->bound);
        sscanf(line, "# end: %31s %d", h->end, &h->exit_code);
    }
    if (file) {
        fclose(file);
    }
}

static lob_run_limits limits_of(const head *h, bool is_control) {
    lob_run_limits limits = {.timeout_ms = 60000, .output_size = 1 << 20, .memory_size = UINT64_C(3) << 30};
    bool is_bound = !is_control;
    if (strcmp(h->bound, "time") == 0) {
        limits.timeout_ms = is_bound ? 4000 : 180000;
    } else if (strcmp(h->bound, "memory") == 0) {
        limits.memory_size = is_bound ? 900 << 20 : UINT64_C(3) << 30;
    } else if (strcmp(h->bound, "threads") == 0) {
        limits.thread_count = is_bound ? 0 : 100000;
        limits.memory_size = UINT64_C(8) << 30;
    } else if (strcmp(h->bound, "files") == 0) {
        limits.file_count = is_bound ? 500 : 1000000;
    } else if (strcmp(h->bound, "disk") == 0) {
        limits.disk_size = is_bound ? 100 << 20 : 0;
    }
    return limits;
}

/* As a DRC script, whatever it is; what the engine says of it is no matter here, how its process ended is. */
static lob_status run_native(lob_ctx *ctx, lob_deck *deck, const lob_run_command *command, lob_run_result *result) {
    int fd = open("fixtures/drc_known.gds", O_RDONLY | O_CLOEXEC);
    const lob_read_options options = {0};
    lob_read_result layout;
    lob_script_result script;
    LOB_TRY(lob_read_layout(ctx, fd, &options, &layout));
    deck->kind = LOB_DECK_DRC;
    const lob_script_question question = {.layout = layout.layout,
                                          .deck = deck,
                                          .input_path = "in.gds",
                                          .report_path = "report.lyrdb",
                                          .search_path = getenv("PATH"),
                                          .home = getenv("HOME"),
                                          .command = *command};
    const lob_status status = lob_script_run(ctx, &question, &script);
    *result = script.run;
    lob_script_result_drop(&script);
    lob_layout_drop(layout.layout);
    return status == LOB_E_CANCELLED ? status : LOB_OK;
}

static lob_status run_deck(lob_ctx *ctx, const char *path, const head *h, bool is_control, lob_run_result *result) {
    char input[128], pid[16], leak[16];
    lob_roots *roots;
    lob_deck deck;
    snprintf(input, sizeof input, "%s/in.gds", run_path);
    snprintf(pid, sizeof pid, "%d", (int)victim);
    snprintf(leak, sizeof leak, "%d", LEAK_FD);
    copy_fixture(input);
    const char *const given[][2] = {{"OUT", out_path}, {"VICTIM", victim_path},   {"SECRET", secret_path},
                                    {"PORT", port},    {"SOCKET", socket_path},   {"ABSTRACT", abstract},
                                    {"PID", pid},      {"FOREIGN", foreign_path}, {"FD", leak},
                                    {"REST", "1"}}; /* the last only to those that rest */
    enum { GIVEN_COUNT = sizeof given / sizeof given[0] };
    lob_deck_param params[GIVEN_COUNT];
    for (unsigned i = 0; i < GIVEN_COUNT; i++) {
        params[i] = (lob_deck_param){lob_str_from(given[i][0]), lob_str_from(given[i][1])};
    }
    LOB_TRY(lob_roots_open(ctx, "", &roots));
    lob_deck_spec spec = {.path = lob_str_from(path),
                          .roots = roots,
                          .dir_fd = run_fd,
                          .input_path = input,
                          .report_path = "report.lyrdb",
                          .params = params,
                          .param_count = h->rests ? GIVEN_COUNT : GIVEN_COUNT - 1};
    lob_status status = lob_deck_prepare(ctx, &spec, &deck);
    lob_roots_close(roots);
    LOB_TRY(status);
    const lob_run_command command = {.dir_fd = run_fd,
                                     .dir_path = run_path,
                                     .log_fd = base_fd,
                                     .limits = limits_of(h, is_control),
                                     .leave_out = is_control ? h->control : 0};
    if (is_native) {
        return run_native(ctx, &deck, &command, result);
    }
    return lob_run_klayout(ctx, &klayout, &command, deck.name, deck.definitions, deck.definition_count, result);
}

static bool ends_as_wanted(const head *h, const lob_run_result *result) {
    if (h->end[0] == '\0') {
        return result->end == LOB_RUN_EXITED; /* whatever it found refused */
    }
    if (strcmp(h->end, "crash") == 0) { /* KLayout's own handler leaves with a code */
        return result->end == LOB_RUN_CRASHED || (result->end == LOB_RUN_EXITED && result->exit_code != 0);
    }
    return strcmp(h->end, end_names[result->end]) == 0 && (h->exit_code < 0 || h->exit_code == result->exit_code);
}

/* One run. False: not as it should be; says so. */
static bool try_deck(const char *path, const head *h, bool is_control, char *say, size_t say_size) {
    char how[256];
    lob_ctx ctx;
    lob_run_result result = {0};
    lob_ctx_init(&ctx, lob_arena_new(0));
    begin_run();
    lob_status status = run_deck(&ctx, path, h, is_control, &result);
    look_around(how, sizeof how);
    bool fine;
    if (status != LOB_OK) {
        snprintf(say, say_size, "could not run: %s", ctx.error.message);
        fine = false;
    } else if (is_control) {
        const bool is_refused = is_native && result.end == LOB_RUN_CANCELLED && how[0] == '\0';
        fine = how[0] != '\0' || is_refused; /* what it uses of KLayout is not there: it comes to nothing either way */
        snprintf(say, say_size,
                 is_refused ? "control: refused%s, ended of %s %d"
                 : fine     ? "control: %s"
                            : "control: NOTHING PROVEN, contained all the same%s, ended of %s %d",
                 how, end_names[result.end], result.exit_code);
    } else {
        const bool is_refused = is_native && result.end == LOB_RUN_CANCELLED; /* by the engine, which lacks a method */
        const bool ends = is_refused || (is_native && !h->bound[0]) || ends_as_wanted(h, &result);
        bool bounded = result.out.kept_size <= 1 << 20 && result.out.tail.size <= LOB_RUN_TAIL_SIZE &&
                       result.err.tail.size <= LOB_RUN_TAIL_SIZE && (result.walls.standing & 3) == 3;
        fine = how[0] == '\0' && ends && bounded;
        snprintf(say, say_size, "%s%s, ended of %s %d after %.1f s", how[0] ? "GOT OUT: " : "contained", how,
                 end_names[result.end], result.exit_code, result.seconds);
    }
    lob_arena_drop(ctx.arena);
    return fine;
}

/* ---- who ends first ---- */

static double now_ms(void) {
    return (double)lob_clock_ns() / 1e6;
}

static lob_cancel cancel;
static double cancelled_ms;

static void *cancel_later(void *arg) {
    usleep(*(useconds_t *)arg);
    cancelled_ms = now_ms();
    atomic_store(&cancel.requested, true);
    return NULL;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A deck that never ends, cancelled from its first moments to its full size; every third goes round meanwhile. */
static bool try_cancel(const char *path) {
    enum { COUNT = 9 };
    double took_ms[COUNT];
    unsigned left = 0, wrong = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        useconds_t wait_us = 50000 + i * 400000;
        lob_run_result result;
        pthread_t thread;
        char how[256];
        lob_ctx ctx;
        lob_ctx_init(&ctx, lob_arena_new(0));
        ctx.cancel = &cancel;
        atomic_store(&cancel.requested, false);
        begin_run();
        pthread_create(&thread, NULL, cancel_later, &wait_us);
        wrong += run_deck(&ctx, path, &(head){.rests = i % 3 != 0}, false, &result) != LOB_E_CANCELLED;
        took_ms[i] = now_ms() - cancelled_ms;
        left += workers(true);
        pthread_join(thread, NULL);
        look_around(how, sizeof how);
        lob_arena_drop(ctx.arena);
    }
    qsort(took_ms, COUNT, sizeof took_ms[0], compare);
    bool fine = wrong == 0 && left == 0 && took_ms[COUNT / 2] < 100;
    printf("  %s cancel         to reaped: median %.1f ms, longest %.1f ms of %d; left over %u\n",
           fine ? "ok  " : "FAIL", took_ms[COUNT / 2], took_ms[COUNT - 1], COUNT, left);
    return fine;
}

static bool try_server_killed(const char *path) {
    begin_run();
    pid_t server = fork();
    if (server == 0) {
        lob_ctx ctx;
        lob_run_result result;
        lob_ctx_init(&ctx, lob_arena_new(0));
        run_deck(&ctx, path, &(head){.rests = true}, false, &result);
        _exit(0);
    }
    sleep(4); /* KLayout is at its full size */
    unsigned before = workers(false);
    double killed_ms = now_ms();
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    while (workers(false) > 0 && now_ms() - killed_ms < 2000) {
        usleep(1000);
    }
    double took_ms = now_ms() - killed_ms;
    char how[256];
    look_around(how, sizeof how);
    bool fine = before == 1 && how[0] == '\0' && took_ms < 1000;
    printf("  %s server killed  KLayout dead after %.1f ms%s\n", fine ? "ok  " : "FAIL", took_ms, how);
    return fine;
}

int main(int argc, char **argv) {
    unsigned passed = 0, failed = 0;
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    is_native = argc > 1 && strcmp(argv[1], "--native") == 0;
    const char *program = is_native ? "ruby" : "klayout";
    bool has_klayout = lob_klayout_find(&ctx, program, getenv("PATH"), getenv("HOME"), &klayout) == LOB_OK;
    argc -= is_native;
    argv += is_native;
    if (!has_klayout || lob_jail_support().standing != (LOB_WALL_LANDLOCK | LOB_WALL_SECCOMP)) {
        printf("no %s, Landlock or seccomp here: NOT TESTED\n0 passed, 0 failed, %d skipped\n", program, argc - 1);
        return 0;
    }
    signal(SIGPIPE, SIG_IGN);
    set_scene();
    for (int i = 1; i < argc; i++) {
        char say[512], control[512] = "no control";
        char *path = realpath(argv[i], NULL);
        head h;
        if (!path) {
            die(argv[i]);
        }
        read_head(path, &h);
        bool fine = try_deck(path, &h, false, say, sizeof say);
        if (h.control || h.bound[0]) {
            fine = try_deck(path, &h, true, control, sizeof control) && fine;
        }
        printf("  %s %-14s %s | %s\n", fine ? "ok  " : "FAIL", strrchr(path, '/') + 1, say, control);
        fflush(stdout);
        passed += fine;
        failed += !fine;
        if (strcmp(strrchr(path, '/'), "/hang.rb") == 0) {
            unsigned more = (unsigned)try_cancel(path) + (unsigned)try_server_killed(path);
            passed += more;
            failed += 2 - more;
        }
        free(path);
    }
    int top = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool removed;
    lob_dir_remove_at(&ctx, top, base + strlen("/tmp/"), &removed);
    lob_arena_drop(ctx.arena);
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0;
}
