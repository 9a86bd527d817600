/* The programs over HTTP, TCP and stdio, with clients at work while worker processes are killed: a session whose worker
 * lives notices nothing, the others are told, and nothing is left in the end.
 * A program of its own: it starts the servers and looks through /proc for their workers. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "tests/support/stride.h"

enum { CLIENTS = 4, PIDS_MAX = 64, LEFT_MS = 8000, ANSWER_MS = 10000 };

typedef struct server {
    enum { OVER_HTTP, OVER_TCP, OVER_STDIO } way;
    pid_t pid;
    int in, out, port;
    pthread_mutex_t lock; /* stdio: one request at a time */
} server;

typedef struct conn {
    server *of;
    int fd; /* TCP */
    reply to;
} conn;

static char root[64], layout[4096];
static pid_t running; /* a server that a failed test leaves; 0: none */

/* ---- the programs ---- */

static void program_path(char path[4096], const char *name) {
    char self[2048];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_gt(size, 0);
    self[size] = '\0';
    char *tests = strstr(self, "/tests/unit/http/");
    assert_non_null(tests);
    snprintf(path, 4096, "%.*s/%s", (int)(tests - self), self, name);
}

static void read_line(int fd, char *line, size_t size) {
    size_t used = 0;
    while (used < size - 1 && read(fd, line + used, 1) == 1 && line[used] != '\n') {
        used++;
    }
    line[used] = '\0';
}

static void start(server *s, int way) {
    static const char *const words[][6] = {{"layout-observer", "serve", "--http", "0", NULL},
                                           {"layout-observer", "tcp", "--port", "0", NULL},
                                           {"layout-observer", "serve", "--isolate", NULL}};
    static char line[RIG_TEXT_SIZE];
    char path[4096];
    int in[2], out[2];
    *s = (server){.way = way};
    pthread_mutex_init(&s->lock, NULL);
    program_path(path, way == OVER_HTTP ? "layout-observer-http" : "layout-observer");
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    s->pid = fork();
    running = s->pid;
    if (s->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        setenv("KLAYOUT_MCP_ARTIFACT_ROOT", root, 1);
        execv(path, (char *const *)(uintptr_t)words[way]);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    s->in = in[1];
    s->out = out[0];
    if (way == OVER_STDIO) {
        dprintf(s->in,
                RIG_INITIALIZE("2025-06-18") "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        read_line(s->out, line, sizeof line);
        assert_non_null(strstr(line, "protocolVersion"));
    } else {
        read_line(s->out, line, sizeof line);
        const char *at = strstr(line, "127.0.0.1:");
        assert_non_null(at);
        s->port = atoi(at + 10);
    }
}

/* ---- asking ---- */

static void open_conn(conn *c, server *s) {
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)s->port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    c->of = s;
    c->fd = -1;
    if (s->way == OVER_TCP) {
        c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        assert_int_equal(connect(c->fd, (const struct sockaddr *)&to, sizeof to), 0);
    }
}

static void close_conn(const conn *c) {
    if (c->fd >= 0) {
        close(c->fd);
    }
}

/* The answer, however it came, as text; it has the bare member names once. */
static const char *ask(conn *c, const char *tool, const char *arguments) {
    char body[2048], headers[256];
    switch (c->of->way) {
    case OVER_HTTP: {
        const rig r = {.port = c->of->port};
        snprintf(body, sizeof body,
                 "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" RIG_META
                 ",\"name\":\"%s\",\"arguments\":%s}}",
                 tool, arguments);
        snprintf(headers, sizeof headers, RIG_HEADERS("tools/call") "Mcp-Name: %s\r\n", tool);
        return rig_post(&r, headers, body, &c->to) == 200 ? c->to.body : "";
    }
    case OVER_TCP:
        dprintf(c->fd, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"mcp.%s\",\"params\":%s}\n", tool, arguments);
        read_line(c->fd, c->to.text, sizeof c->to.text);
        return c->to.text;
    default:
        pthread_mutex_lock(&c->of->lock);
        dprintf(
            c->of->in,
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}\n",
            tool, arguments);
        read_line(c->of->out, c->to.text, sizeof c->to.text);
        pthread_mutex_unlock(&c->of->lock);
        return c->to.text;
    }
}

static bool open_session(conn *c, char id[17]) {
    char arguments[4200];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%.1000s\"}", layout);
    const char *answer = ask(c, "open_layout", arguments);
    const char *at = strstr(answer, "\"session_id\":\"ses_");
    snprintf(id, 17, "%.16s", at ? at + 14 : "");
    return at != NULL;
}

/* ---- workers ---- */

static bool is_child(const char *name, pid_t parent, pid_t *pid) {
    char path[300], text[512];
    int ppid = 0;
    char state = 0;
    *pid = (pid_t)atoi(name);
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    const int fd = *pid > 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    const ssize_t size = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0) {
        close(fd);
    }
    text[size > 0 ? size : 0] = '\0';
    const char *at = strrchr(text, ')');
    return at && sscanf(at + 2, "%c %d", &state, &ppid) == 2 && ppid == parent;
}

static size_t workers_of(const server *s, pid_t pids[PIDS_MAX]) {
    size_t count = 0;
    DIR *dir = opendir("/proc");
    for (const struct dirent *entry; count < PIDS_MAX && (entry = readdir(dir));) {
        count += is_child(entry->d_name, s->pid, &pids[count]);
    }
    closedir(dir);
    return count;
}

static unsigned folders(void) {
    char path[128];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/sessions", root);
    DIR *dir = opendir(path);
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        count += entry->d_name[0] != '.';
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

/* ---- clients at work ---- */

static atomic_bool is_over;
static atomic_uint loss_count; /* answers that say that a session was lost */

typedef struct hand {
    pthread_t thread;
    server *of;
    unsigned answers, crashes, lost, wrong;
    int64_t slowest_ms;
    char example[400];
} hand;

static void judge(hand *h, const char *answer, bool *is_lost) {
    *is_lost = strstr(answer, "worker_crashed") != NULL;
    atomic_fetch_add(&loss_count, *is_lost);
    h->crashes += *is_lost && strstr(answer, "INTERNAL_ERROR");
    h->lost += *is_lost && strstr(answer, "SESSION_NOT_FOUND");
    h->answers += strstr(answer, "\"cells\":") != NULL;
    if (!*is_lost && !strstr(answer, "\"cells\":")) {
        h->wrong++;
        snprintf(h->example, sizeof h->example, "%s", answer);
    }
}

static void *work(void *arg) {
    static const char *const format = "{\"session_id\":\"%s\"}";
    hand *h = arg;
    conn *c = calloc(1, sizeof *c);
    char id[17] = "", arguments[64];
    open_conn(c, h->of);
    while (!atomic_load(&is_over)) {
        bool is_lost;
        if (!id[0] && !open_session(c, id)) {
            continue; /* its worker was killed while it read */
        }
        snprintf(arguments, sizeof arguments, format, id);
        const int64_t began_ms = lob_clock_ms();
        judge(h, ask(c, "list_cells", arguments), &is_lost);
        const int64_t took_ms = lob_clock_ms() - began_ms;
        h->slowest_ms = took_ms > h->slowest_ms ? took_ms : h->slowest_ms;
        if (is_lost) { /* and it says so from now on */
            const char *again = ask(c, "list_cells", arguments);
            h->wrong += !strstr(again, "SESSION_NOT_FOUND") || !strstr(again, "worker_crashed");
            id[0] = '\0';
        }
    }
    close_conn(c);
    free(c);
    return NULL;
}

/* Kills so many workers, one at a time, but for the protected one. */
static void kill_workers(const server *s, pid_t protected, unsigned count) {
    static const int signals[] = {SIGKILL, SIGSEGV, SIGABRT, SIGBUS};
    unsigned killed = 0;
    unsigned random = 12345;
    while (killed < count) {
        pid_t pids[PIDS_MAX];
        const size_t found = workers_of(s, pids);
        random = random * 1103515245u + 12345u;
        const pid_t pid = found ? pids[random / 65536 % found] : protected;
        if (pid != protected && kill(pid, signals[killed % 4]) == 0) {
            killed++;
        }
        usleep(random / 65536 % 20000);
    }
}

static void stop(const server *s, int number) {
    int status = 0;
    if (s->way == OVER_STDIO && number == SIGTERM) {
        close(s->in);
    } else {
        kill(s->pid, number);
    }
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    running = 0;
    if (number == SIGTERM) {
        assert_true(WIFEXITED(status));
        assert_eq(WEXITSTATUS(status), 0);
    }
    if (s->way != OVER_STDIO || number != SIGTERM) {
        close(s->in);
    }
    close(s->out);
}

static int setup(void **state) {
    (void)state;
    strcpy(root, "/tmp/lob-isolation-XXXXXX");
    assert_non_null(mkdtemp(root));
    assert_non_null(realpath("fixtures/ring.gds", layout));
    signal(SIGPIPE, SIG_IGN);
    return 0;
}

static int teardown(void **state) {
    char command[128];
    (void)state;
    if (running > 0) {
        kill(running, SIGKILL);
        running = 0;
    }
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

static void killed_workers(int way, unsigned count) {
    server s;
    static conn guarded;
    hand hands[CLIENTS] = {{0}}, mine = {0};
    char id[17], arguments[64];
    pid_t pids[PIDS_MAX];
    bool is_lost;
    start(&s, way);
    open_conn(&guarded, &s);
    size_t found = workers_of(&s, pids);
    for (int i = 0; found == 0 && i < 1000; i++) {
        usleep(1000);
        found = workers_of(&s, pids);
    }
    assert_int_equal(found, 1); /* the spare one, which gets the first session */
    const pid_t protected = pids[0];
    assert_true(open_session(&guarded, id));
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"}", id);
    atomic_store(&is_over, false);
    atomic_store(&loss_count, 0);
    for (int i = 0; i < CLIENTS; i++) {
        hands[i].of = &s;
        assert_int_equal(pthread_create(&hands[i].thread, NULL, work, &hands[i]), 0);
    }
    /* Under a sanitizer workers start so slowly that all of the first ones may die idle: then some more. */
    for (unsigned done = 0; done < count || (atomic_load(&loss_count) == 0 && done < 40 * count); done += 5) {
        kill_workers(&s, protected, 5);
        judge(&mine, ask(&guarded, "list_cells", arguments), &is_lost);
        assert_false(is_lost);
    }
    atomic_store(&is_over, true);
    unsigned lost = 0, answers = 0;
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(hands[i].thread, NULL);
        if (hands[i].wrong) {
            fail_msg("client %d: %u wrong answers, as %s", i, hands[i].wrong, hands[i].example);
        }
        assert_lt(hands[i].slowest_ms, ANSWER_MS);
        lost += hands[i].crashes + hands[i].lost;
        answers += hands[i].answers;
    }
    assert_gt(lost, 0);
    assert_gt(answers, 0);
    assert_int_equal(mine.wrong, 0);
    close_conn(&guarded);
    found = workers_of(&s, pids);
    stop(&s, SIGTERM);
    for (size_t i = 0; i < found; i++) {
        assert_int_equal(kill(pids[i], 0), -1);
    }
    assert_int_equal(folders(), 0);
}

static void over_http(void **state) {
    (void)state;
    killed_workers(OVER_HTTP, stride_is_on() ? 10 : 100);
}

static void over_tcp(void **state) {
    (void)state;
    killed_workers(OVER_TCP, stride_is_on() ? 10 : 50);
}

static void over_stdio(void **state) {
    (void)state;
    killed_workers(OVER_STDIO, stride_is_on() ? 10 : 50);
}

static const char *say(conn *c, const char *method, const char *path) {
    dprintf(c->fd, "{\"id\":1,\"method\":\"%s\",\"params\":{\"path\":\"%s\"}}\n", method, path);
    read_line(c->fd, c->to.text, sizeof c->to.text);
    return c->to.text;
}

static void copy_layout(const char *name, const char *to) {
    char command[512];
    snprintf(command, sizeof command, "cp fixtures/%s %s", name, to);
    assert_int_equal(system(command), 0);
}

/* The methods of KLayout's JSON server, of a layout that a worker has. */
static void methods_over_tcp(void **state) {
    server s;
    static conn c;
    char copy[128];
    (void)state;
    snprintf(copy, sizeof copy, "%s/copy.gds", root);
    copy_layout("ring.gds", copy);
    start(&s, OVER_TCP);
    open_conn(&c, &s);
    assert_non_null(strstr(say(&c, "get_cell_list", ""), "No active cellview"));
    assert_non_null(strstr(say(&c, "open_layout", copy), "\"opened\": true"));
    assert_int_equal(folders(), 1);
    assert_non_null(strstr(say(&c, "get_cell_list", ""), "\"cells\": ["));
    assert_non_null(strstr(say(&c, "get_cell_list", ""), "\"cells\": [")); /* read already */
    assert_non_null(strstr(say(&c, "load_gds", "fixtures/coupler.gds"), "\"loaded\": true"));
    assert_int_equal(folders(), 0); /* what was merged has no session */
    assert_non_null(strstr(say(&c, "open_layout", copy), "\"opened\": true"));
    copy_layout("coupler.gds", copy);
    assert_non_null(strstr(say(&c, "get_cell_list", ""), "The file is no longer what was opened"));
    assert_non_null(strstr(say(&c, "load_gds", copy), "The file is no longer what was opened"));
    assert_non_null(strstr(say(&c, "load_gds", root), "\"ok\": false"));
    assert_non_null(strstr(say(&c, "open_layout", copy), "\"opened\": true"));
    assert_non_null(strstr(say(&c, "get_cell_list", ""), "\"cells\": ["));
    assert_non_null(strstr(ask(&c, "list_cells", "{\"session_id\":\"$last\",\"limit\":0}"), "\"issues\""));
    close_conn(&c);
    stop(&s, SIGTERM);
}

/* The server is killed: its workers end by themselves, and take their folders along. */
static void killed_server(void **state) {
    (void)state;
    for (int way = OVER_HTTP; way <= OVER_STDIO; way++) {
        server s;
        static conn c;
        char id[17];
        pid_t pids[PIDS_MAX];
        start(&s, way);
        open_conn(&c, &s);
        assert_true(open_session(&c, id));
        assert_true(open_session(&c, id));
        assert_int_equal(folders(), 2);
        const size_t found = workers_of(&s, pids);
        assert_ge(found, 2);
        stop(&s, SIGKILL);
        close_conn(&c);
        const int64_t until_ms = lob_clock_ms() + LEFT_MS;
        for (size_t i = 0; i < found; i++) {
            while (kill(pids[i], 0) == 0 && lob_clock_ms() < until_ms) {
                usleep(10000);
            }
            assert_int_equal(kill(pids[i], 0), -1);
        }
        assert_int_equal(folders(), 0);
    }
}

int main(void) {
    /* ASan's own report of a signal can hang where the loader was interrupted: a worker that is killed at its start. */
    setenv("ASAN_OPTIONS", "handle_segv=0:handle_sigbus=0:handle_abort=0", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(over_http, setup, teardown),
        cmocka_unit_test_setup_teardown(over_tcp, setup, teardown),
        cmocka_unit_test_setup_teardown(over_stdio, setup, teardown),
        cmocka_unit_test_setup_teardown(methods_over_tcp, setup, teardown),
        cmocka_unit_test_setup_teardown(killed_server, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
