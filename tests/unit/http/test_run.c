/* The words of `serve --http`, and the program itself: started, asked, ended.
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include "rig.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/alloc.h"
#include "base/ctx.h"
#include "http/run.h"
#include "tests/support/stride.h"

static char said[4096], printed[4096];
static const char *artifact_root;

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0 ? artifact_root : NULL;
}

/* With a stop that has come already: what starts ends at once. */
static int run(const char *const *words) {
    char *argv[16] = {(char[]){"layout-observer"}};
    int argc = 1;
    printed[0] = said[0] = '\0';
    FILE *out = fmemopen(printed, sizeof printed, "w"), *err = fmemopen(said, sizeof said, "w");
    for (; words[argc - 1] != NULL; argc++) {
        argv[argc] = strdup(words[argc - 1]);
    }
    lob_cancel cancel = {0};
    lob_cli cli = {.product = fake_product(),
                   .out = out,
                   .err = err,
                   .in_fd = -1,
                   .out_fd = -1,
                   .stop_fd = eventfd(1, EFD_CLOEXEC),
                   .cancel = &cancel,
                   .getenv_fn = environment};
    const int code = lob_http_run(&cli, argc, argv);
    close(cli.stop_fd);
    fclose(out);
    fclose(err);
    for (int i = 1; i < argc; i++) {
        free(argv[i]);
    }
    return code;
}

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

static void help(void **state) {
    (void)state;
    assert_int_equal(RUN("serve", "--http", "0", "--help"), 0);
    assert_non_null(strstr(printed, "serve [--http PORT] [options]"));
    assert_non_null(strstr(printed, "--http-token-file FILE"));
}

static void wrong_words(void **state) {
    static const struct {
        const char *words[5], *said;
    } cases[] = {
        {{"serve", "--http"}, "--http needs a value"},
        {{"serve", "--http=65536"}, "--http takes a whole number from 0 to 65535"},
        {{"serve", "--http", "x"}, "--http takes a whole number from 0 to 65535"},
        {{"serve", "--http=-1"}, "--http takes a whole number from 0 to 65535"},
        {{"serve", "--http", "0", "--http-host="}, "--http-host needs a value"},
        {{"serve", "--http", "0", "--http-host"}, "--http-host needs a value"},
        {{"serve", "--http", "0", "--http-token-file="}, "--http-token-file needs a value"},
        {{"serve", "--http", "0", "--httpd"}, "unknown option --httpd; did you mean --http?"},
        {{"serve", "--http-host", "localhost"}, "--http PORT is missing"},
        {{"serve", "--http", "0", "--toolset=some"}, "--toolset takes full, or a list of groups"},
        {{"serve", "--http", "0", "--http-token-file=/nonexistent"}, "cannot be read"},
        {{"serve", "--http", "0", "--http-host=192.0.2.1"}, "192.0.2.1 port 0 cannot be listened on"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].words[0]);
        assert_int_equal(run(cases[i].words), 2);
        if (strstr(said, cases[i].said) == NULL) {
            fail_msg("case %zu: %s", i, said);
        }
        assert_string_equal(printed, "");
    }
}

static void a_line_and_a_warning(void **state) {
    (void)state;
    assert_int_equal(RUN("serve", "--http", "0"), 0);
    assert_int_equal(strncmp(printed, "fake serve: listening on http://127.0.0.1:", 42), 0);
    assert_gt(atoi(printed + 42), 0);
    assert_string_equal(strstr(printed, "/mcp"), "/mcp\n");
    assert_string_equal(said, "");
    static const char *const quiet[] = {"localhost", "127.0.0.2"};
    static const char *const loud[] = {"0.0.0.0", "::"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(RUN("serve", "--http=0", "--http-host", quiet[i]), 0);
        assert_string_equal(said, "");
        if (RUN("serve", "--http=0", "--http-host", loud[i]) == 0) { /* a machine may be without IPv6 */
            assert_non_null(strstr(said, "WARNING: --http-host "));
            assert_non_null(strstr(said, "without a password"));
            assert_non_null(strstr(printed, i == 0 ? "http://0.0.0.0:" : "http://[::]:"));
        }
    }
}

static void the_token_file(void **state) {
    static const struct {
        const char *content;
        int code;
    } cases[] = {{"0123456789abcdef", 0},
                 {"0123456789abcdef\n", 0},
                 {"0123456789abcdef\r\nmore", 0},
                 {"0123456789abcde\n", 2},
                 {"0123456789 abcdef\n", 2},
                 {"0123456789\xc3\xa4"
                  "bcdef",
                  2},
                 {"", 2}};
    char path[] = "/tmp/lob-token-XXXXXX", long_one[600];
    (void)state;
    int fd = mkstemp(path);
    assert_ge(fd, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].content);
        assert_int_equal(ftruncate(fd, 0), 0);
        assert_ge(pwrite(fd, cases[i].content, strlen(cases[i].content), 0), 0);
        assert_int_equal(RUN("serve", "--http", "0", "--http-host", "0.0.0.0", "--http-token-file", path),
                         cases[i].code);
        assert_non_null(
            strstr(said, cases[i].code == 0 ? "and has the token can read" : "the token of --http-token-file"));
    }
    memset(long_one, 'a', sizeof long_one);
    assert_gt(pwrite(fd, long_one, sizeof long_one, 0), 0);
    assert_int_equal(RUN("serve", "--http", "0", "--http-token-file", path), 2);
    close(fd);
    unlink(path);
}

static void no_memory(void **state) {
    (void)state;
    lob_alloc_fail_at(1, 0);
    assert_int_equal(RUN("serve", "--http", "0"), 1);
    lob_alloc_fail_at(0, 0);
    assert_non_null(strstr(said, "out of memory"));
}

/* ---- the program ---- */

typedef struct program {
    pid_t pid;
    int out, port;
} program;

/* build/MODE/layout-observer-http of the folder that this test lies in. */
static void program_path(char path[4096]) {
    char self[2048];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_gt(size, 0);
    self[size] = '\0';
    char *tests = strstr(self, "/tests/unit/http/");
    assert_non_null(tests);
    snprintf(path, 4096, "%.*s/layout-observer-http", (int)(tests - self), self);
}

static program start(const char *port) {
    char path[4096], line[256] = "";
    int ends[2];
    program_path(path);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        setenv("KLAYOUT_MCP_ARTIFACT_ROOT", artifact_root, 1);
        execl(path, "layout-observer", "serve", "--http", port, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (size_t size = 0; size < sizeof line - 1 && read(ends[0], line + size, 1) == 1 && line[size] != '\n'; size++) {
    }
    const char *at = strstr(line, "http://127.0.0.1:");
    return (program){pid, ends[0], at != NULL ? atoi(at + 17) : 0};
}

static int stop(program *p, int number) {
    int status = 0;
    if (number != 0) {
        kill(p->pid, number);
    }
    waitpid(p->pid, &status, 0);
    close(p->out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* A layout that one session of the protocol opened is there for the others, and for those without one. */
static void layouts_belong_to_the_process(void **state) {
    static reply to;
    char root[] = "/tmp/lob-http-XXXXXX", body[1024], id[32], path[4096], layout[4096];
    (void)state;
    artifact_root = mkdtemp(root);
    assert_non_null(artifact_root);
    program_path(path);
    assert_int_equal(access(path, X_OK), 0);
    assert_non_null(realpath("fixtures/ring.gds", layout));
    program p = start("0");
    rig r = {.port = p.port};
    assert_gt(p.port, 0);
    session s = rig_session(&r, RIG_INITIALIZE("2025-11-25"));
    snprintf(body, sizeof body,
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"open_layout\","
             "\"arguments\":{\"path\":\"%.800s\"}}}",
             layout);
    assert_int_equal(rig_post(&r, s.header, body, &to), 200);
    const char *at = strstr(to.body, "\"session_id\":\"ses_");
    assert_non_null(at);
    snprintf(id, sizeof id, "%.16s", at + 14);
    assert_int_equal(rig_ask(&r, "DELETE", "/mcp", s.header, "", &to), 204);
    snprintf(body, sizeof body,
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" RIG_META
             ",\"name\":\"list_cells\",\"arguments\":{\"session_id\":\"%s\"}}}",
             id);
    assert_int_equal(rig_post(&r, RIG_HEADERS("tools/call") "Mcp-Name: list_cells\r\n", body, &to), 200);
    assert_non_null(strstr(to.body, "\"isError\":false"));
    /* A second one on the same port. */
    char port[16];
    snprintf(port, sizeof port, "%d", p.port);
    program second = start(port);
    assert_int_equal(second.port, 0);
    assert_int_equal(stop(&second, 0), 2);
    assert_int_equal(stop(&p, SIGTERM), 0);
    snprintf(body, sizeof body, "rm -r %s", root);
    assert_int_equal(system(body), 0);
    artifact_root = NULL;
}

/* ---- the other program ---- */

static int sockets_of(pid_t pid) {
    char folder[64], target[256];
    int count = 0;
    snprintf(folder, sizeof folder, "/proc/%d/fd", (int)pid);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const ssize_t size = readlinkat(dirfd(dir), entry->d_name, target, sizeof target);
        count += size > 7 && memcmp(target, "socket:", 7) == 0;
    }
    closedir(dir);
    return count;
}

/* Over pipes the server has no socket, while it waits and while it works. */
static void over_pipes_no_socket_is_opened(void **state) {
    static char text[65536];
    char path[4096], layout[4096], root[] = "/tmp/lob-http-XXXXXX";
    int in[2], out[2];
    (void)state;
    program_path(path);
    path[strlen(path) - strlen("-http")] = '\0';
    if (access(path, X_OK) != 0) {
        skip();
    }
    assert_non_null(mkdtemp(root));
    assert_non_null(realpath("fixtures/ring.gds", layout));
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        setenv("KLAYOUT_MCP_ARTIFACT_ROOT", root, 1);
        execl(path, "layout-observer", "serve", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    static const char *const tools[] = {"open_layout", "list_layers"};
    dprintf(in[1], "%s\n", RIG_INITIALIZE("2025-11-25"));
    dprintf(in[1], "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    for (int i = 0; i < 2; i++) {
        size_t size = 0;
        while (size < sizeof text - 1 && read(out[0], text + size, 1) == 1 && text[size] != '\n') {
            size++;
        }
        text[size] = '\0';
        assert_non_null(strstr(text, "\"result\""));
        assert_int_equal(sockets_of(pid), 0);
        dprintf(in[1],
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":"
                "{\"path\":\"%s\"}}}\n",
                i, tools[i], layout);
    }
    int status = 0;
    close(in[1]);
    waitpid(pid, &status, 0);
    close(out[0]);
    assert_int_equal(status, 0);
    snprintf(text, sizeof text, "rm -r %s", root);
    assert_int_equal(system(text), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(a_line_and_a_warning),
        cmocka_unit_test(the_token_file),
        cmocka_unit_test(no_memory),
        cmocka_unit_test(layouts_belong_to_the_process),
        cmocka_unit_test(over_pipes_no_socket_is_opened),
    };
    char root[] = "/tmp/lob-http-XXXXXX";
    artifact_root = mkdtemp(root);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(root);
    return failed;
}
