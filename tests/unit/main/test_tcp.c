/* The command `tcp` as a program: this test is it when it is started as `tcp`. Its clients are Python's, from the
 * standard library, where there is Python, and C's for what has to be there always.
 * A program of its own: it starts itself, or what lies beside it. */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "cli/signals.h"
#include "main/commands.h"
#include "tool/registry.h"

static char folder[64], self[4096];

typedef struct program {
    pid_t pid;
    int out, err;
    int port;
    char line[256]; /* of its stdout */
} program;

static int setup(void **state) {
    (void)state;
    strcpy(folder, "/tmp/lob_test_tcp_main_XXXXXX");
    signal(SIGPIPE, SIG_IGN);
    return mkdtemp(folder) && readlink("/proc/self/exe", self, sizeof self - 1) > 0 ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void start(program *p, const char *const *words) {
    int out[2], err[2];
    char *argv[24] = {self, (char[]){"tcp"}, (char[]){"--artifact-root"}, folder};
    int argc = 4;
    for (; words[argc - 4]; argc++) {
        argv[argc] = (char *)(uintptr_t)words[argc - 4];
    }
    assert_int_equal(pipe(out) | pipe(err), 0);
    p->pid = fork();
    if (p->pid == 0) {
        dup2(out[1], 1);
        dup2(err[1], 2);
        close(out[0]);
        close(err[0]);
        execv(self, argv);
        _exit(99);
    }
    close(out[1]);
    close(err[1]);
    p->out = out[0];
    p->err = err[0];
    p->port = 0;
    size_t size = 0;
    while (size < sizeof p->line - 1 && read(p->out, p->line + size, 1) == 1 && p->line[size++] != '\n') {
    }
    p->line[size] = '\0';
    const char *colon = strrchr(p->line, ':');
    p->port = colon ? atoi(colon + 1) : 0;
}

#define START(p, ...) start(p, (const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

/* What it said on stderr, and how it ended. */
static int finish(program *p, char *said, size_t size) {
    int status = 0;
    size_t used = 0;
    for (ssize_t got; used < size - 1 && (got = read(p->err, said + used, size - 1 - used)) > 0;) {
        used += (size_t)got;
    }
    said[used] = '\0';
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    close(p->out);
    close(p->err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int connect_to(int port) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

static const char *ask(int fd, const char *request) {
    static char line[4096];
    size_t size = 0;
    assert_int_equal(send(fd, request, strlen(request), MSG_NOSIGNAL), (ssize_t)strlen(request));
    while (size < sizeof line - 1 && recv(fd, line + size, 1, 0) == 1 && line[size++] != '\n') {
    }
    line[size] = '\0';
    return line;
}

#define PING "{\"id\":1,\"method\":\"ping\"}\n"
#define PONG "{\"id\": 1, \"ok\": true, \"result\": {\"message\": \"pong\"}}\n"

static void it_tells_its_port_and_ends_when_asked(void **state) {
    (void)state;
    program p;
    char said[2048];
    START(&p, "--port", "0");
    assert_gt(p.port, 1023);
    assert_memory_equal(p.line, "layout-observer tcp: listening on 127.0.0.1:", 44);
    int fd = connect_to(p.port);
    assert_string_equal(ask(fd, PING), PONG);
    assert_string_equal(ask(fd, "{\"id\":2,\"method\":\"shutdown\"}\n"),
                        "{\"id\": 2, \"ok\": true, \"result\": {\"message\": \"server stopped\"}}\n");
    assert_string_equal(ask(fd, ""), "");
    close(fd);
    assert_int_equal(finish(&p, said, sizeof said), 0);
    assert_string_equal(said, "");
}

static void signals_end_it_while_clients_wait(void **state) {
    (void)state;
    static const int signals[] = {SIGTERM, SIGINT};
    for (int i = 0; i < 2; i++) {
        program p;
        char said[2048], gone[2];
        START(&p, "--port=0", "--open", "fixtures/coupler.gds");
        int a = connect_to(p.port), b = connect_to(p.port);
        assert_string_equal(ask(a, PING), PONG);
        ask(b, "{\"id\":1,\"method\":\"subscribe_selection\"}\n");
        kill(p.pid, signals[i]);
        assert_int_equal(recv(a, gone, 1, 0), 0);
        assert_int_equal(recv(b, gone, 1, 0), 0);
        assert_int_equal(finish(&p, said, sizeof said), 0);
        assert_string_equal(said, "");
        close(a);
        close(b);
    }
}

static void a_taken_port_is_told_with_advice(void **state) {
    (void)state;
    program first, second;
    char said[2048], port[16];
    START(&first, "--port", "0", "--no-shutdown");
    snprintf(port, sizeof port, "%d", first.port);
    START(&second, "--port", port);
    assert_string_equal(second.line, "");
    assert_int_equal(finish(&second, said, sizeof said), 2);
    assert_non_null(strstr(said, "is in use by another program"));
    assert_non_null(strstr(said, "--port 0 takes any that is free"));
    int fd = connect_to(first.port);
    assert_string_equal(ask(fd, "{\"id\":1,\"method\":\"shutdown\"}\n"),
                        "{\"id\": 1, \"ok\": false, \"error\": \"Shutdown is disabled\"}\n");
    close(fd);
    kill(first.pid, SIGTERM);
    assert_int_equal(finish(&first, said, sizeof said), 0);
}

static void http_is_logged_and_closed(void **state) {
    (void)state;
    program p;
    char said[2048];
    START(&p, "--port", "0");
    int fd = connect_to(p.port);
    assert_string_equal(ask(fd, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" PING), "");
    close(fd);
    kill(p.pid, SIGTERM);
    assert_int_equal(finish(&p, said, sizeof said), 0);
    assert_non_null(strstr(said, "a client was closed: it spoke HTTP or TLS, and this port is not for browsers"));
}

static void roots_hold_for_what_clients_open(void **state) {
    (void)state;
    program p;
    char said[2048], line[512], here[256];
    assert_non_null(getcwd(here, sizeof here));
    START(&p, "--port", "0", "--root", "fixtures/suite");
    int fd = connect_to(p.port);
    snprintf(line, sizeof line,
             "{\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":\"%s/fixtures/coupler.gds\"}}\n", here);
    assert_non_null(strstr(ask(fd, line), "\"error\": \"File not found: /"));
    snprintf(line, sizeof line,
             "{\"id\":1,\"method\":\"load_gds\",\"params\":{\"path\":\"%s/fixtures/coupler.gds\"}}\n", here);
    assert_non_null(strstr(ask(fd, line), "\"error\": \"File not found: /"));
    close(fd);
    kill(p.pid, SIGTERM);
    assert_int_equal(finish(&p, said, sizeof said), 0);
}

static void a_wrong_command_line_opens_nothing(void **state) {
    (void)state;
    static const struct {
        const char *words[4];
        const char *said;
        int code;
    } cases[] = {
        {{"--port", "65536"}, "--port takes a whole number from 0 to 65535", 2},
        {{"--port", "x"}, "--port takes a whole number", 2},
        {{"--port"}, "--port needs a value", 2},
        {{"--open", ""}, "--open needs a value", 2},
        {{"--export-root", ""}, "--export-root needs a value", 2},
        {{"--max-clients", "0"}, "--max-clients takes a whole number from 1 to 4096", 2},
        {{"--max-line", "10"}, "--max-line takes a whole number from 256 to 67108864", 2},
        {{"--idle-timeout", "-1"}, "--idle-timeout takes a whole number", 2},
        {{"--nope"}, "unknown option --nope", 2},
        {{"one.gds", "two.gds"}, "unexpected argument two.gds after FILE", 2},
        {{"one.gds", "--open", "one.gds"}, "mean the same", 2},
        {{"--root", ""}, "--root needs a value", 2},
        {{"--port=0", "--root", "/nonexistent/lob"}, "cannot be opened", 2},
        {{"--port=0", "--open", "/nonexistent/lob.gds"}, "tcp: ", 2},
        {{"--port=0", "--open", "Makefile"}, "tcp: ", 1},
        {{"--port=0", "--export-root", "/nonexistent/lob"}, "The folder for exports cannot be opened", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].said);
        program p;
        char said[2048];
        start(&p, cases[i].words);
        assert_string_equal(p.line, "");
        assert_int_equal(finish(&p, said, sizeof said), cases[i].code);
        assert_non_null(strstr(said, cases[i].said));
    }
    program p;
    char said[2048];
    START(&p, "--help");
    assert_int_equal(finish(&p, said, sizeof said), 0);
    assert_non_null(strstr(p.line, "layout-observer tcp: Serves JSON over TCP"));
}

/* What Python's own json makes of each answer is the answer. */
static void python_clients_read_what_python_would_write(void **state) {
    (void)state;
    static const char script[] =
        "import json,socket,sys\n"
        "s=socket.create_connection(('127.0.0.1',int(sys.argv[1])),timeout=30);f=s.makefile('rb')\n"
        "def ask(o):\n"
        "    s.sendall(json.dumps(o).encode()+b'\\n');l=f.readline();assert "
        "l==json.dumps(json.loads(l)).encode()+b'\\n',l\n"
        "    return json.loads(l)\n"
        "p=sys.argv[2]\n"
        "assert ask({'id':1,'method':'ping'})=={'id':1,'ok':True,'result':{'message':'pong'}}\n"
        "assert ask({'id':2,'method':'open_layout','params':{'path':p}})['result']['opened'] is True\n"
        "assert ask({'id':3,'method':'get_cell_list'})['result']=={'cells':['coupler']}\n"
        "assert ask({'id':[1.5,'\\u00e9\\U0001f600',10**30,None],'method':'p\\u00fc'})['error']=='Unknown method: "
        "p\\u00fc'\n"
        "for m in ['list_cells','list_layers','list_ports','describe_cell','connectivity']:\n"
        "    ask({'id':4,'method':'mcp.'+m,'params':{'session_id':'$last','cell':'coupler'}})\n"
        "assert ask({'id':5,'method':'mcp.list_layers','params':{'session_id':'$last'}})['ok']\n"
        "assert ask({'id':6,'method':'export_gds','params':{'path':'x.gds'}})=="
        "{'id':6,'ok':True,'result':{'exported':True,'path':'x.gds'}}\n"
        "assert ask({'id':7,'method':'subscribe_selection'})['result']=={'subscribed':True,'selection':None}\n"
        "assert ask({'id':8,'method':'select','params':{'shape':'1/0@0_0_0_9_9_9'}})['ok']\n"
        "assert f.readline()==b'{\"event\": \"selection\", \"data\": \"1/0@0_0_0_9_9_9\"}\\n'\n"
        "assert ask({'id':9,'method':'shutdown'})['result']=={'message':'server stopped'}\n"
        "assert f.readline()==b''\n";
    if (system("python3 -c 'import json' >/dev/null 2>&1") != 0) {
        skip();
    }
    program p;
    char said[2048], path[128], command[1024], here[256];
    snprintf(path, sizeof path, "%s/client.py", folder);
    FILE *file = fopen(path, "w");
    assert_true(file);
    assert_ge(fputs(script, file), 0);
    fclose(file);
    assert_non_null(getcwd(here, sizeof here));
    START(&p, "--port", "0", "--export-root", folder);
    snprintf(command, sizeof command, "python3 %s %d %s/fixtures/coupler.gds", path, p.port, here);
    assert_int_equal(system(command), 0);
    assert_int_equal(finish(&p, said, sizeof said), 0);
    assert_string_equal(said, "");
}

static const char *environment(const char *name) {
    return getenv(name);
}

/* The program itself, with the real tools and signals. */
static int act(int argc, char **argv) {
    lob_signals signals = lob_signals_install();
    lob_cli cli = {.product = {.name = "layout-observer",
                               .title = "Layout Observer",
                               .version = "0",
                               .tools = lob_tools,
                               .tool_count = lob_tool_count},
                   .in = stdin,
                   .out = stdout,
                   .err = stderr,
                   .in_fd = 0,
                   .out_fd = 1,
                   .stop_fd = signals.stop_fd,
                   .cancel = signals.cancel,
                   .signal_number = signals.number,
                   .getenv_fn = environment};
    return lob_cli_run(&cli, argc, argv);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "tcp") == 0) {
        return act(argc, argv);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_tells_its_port_and_ends_when_asked),
        cmocka_unit_test(signals_end_it_while_clients_wait),
        cmocka_unit_test(a_taken_port_is_told_with_advice),
        cmocka_unit_test(http_is_logged_and_closed),
        cmocka_unit_test(roots_hold_for_what_clients_open),
        cmocka_unit_test(a_wrong_command_line_opens_nothing),
        cmocka_unit_test(python_clients_read_what_python_would_write),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
