/* An MCP server that misbehaves in one way: bad MODE [NUMBER]. For tests of clients and of the conformance suite.
 *
 * Every mode but those that break at once answers initialize, server/discover, ping and tools/list as it should, and
 * misbehaves when a tool is called. `good` has the tool echo, whose result is its arguments, and lists some of the
 * contract's, which are the same, so that the suite has something to call. It stands on libc alone, so that nothing of
 * the product answers; it reads JSON by looking for members, which is enough for our own clients.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char *mode = "good";
static long number;
static const char *argument = ""; /* the same as text */
static char *first_call;          /* of mode swap: kept until the second comes */
static char first_id[64];

static bool is(const char *name) {
    return strcmp(mode, name) == 0;
}

static void nap(long ms) {
    usleep((useconds_t)(ms * 1000));
}

_Noreturn static void hang(void) {
    for (;;) {
        pause();
    }
}

/* The raw value of the first member of that name, cut at `size`; "" when there is none. Strings keep their quotes. */
static void find_member(const char *line, const char *name, char *value, size_t size) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(line, key);
    value[0] = '\0';
    if (at == NULL) {
        return;
    }
    at += strlen(key);
    size_t length = at[0] == '"' ? strcspn(at + 1, "\"") + 2 : strcspn(at, ",}\n");
    snprintf(value, size, "%.*s", (int)length, at);
}

/* From { to its }, for arguments without braces in strings. */
static size_t object_size(const char *text) {
    size_t size = 0;
    int depth = 0;
    do {
        depth += (text[size] == '{') - (text[size] == '}');
        size++;
    } while (depth > 0 && text[size] != '\0');
    return size;
}

static void answer(const char *id, const char *result) {
    printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id, result);
    fflush(stdout);
}

static void list_tools(const char *id) {
    static const char *const names[] = {"open_layout",      "list_cells",  "list_layers",  "query_region",
                                        "measure_geometry", "render_view", "close_session"};
    printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":"
           "\"object\"}}",
           id);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        printf(",{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}", names[i]);
    }
    printf("]}}\n");
    fflush(stdout);
}

static void answer_call(const char *id, const char *line) {
    const char *arguments = strstr(line, "\"arguments\":");
    const char *from = arguments != NULL ? arguments + strlen("\"arguments\":") : "{}";
    printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[],\"structuredContent\":%.*s}}\n", id,
           (int)object_size(from), from);
    fflush(stdout);
}

/* ---- children ---- */

/* `escapes`: into a session of its own, by way of a parent that dies, so that no parent and no group tells whose it
 * is. It closes what it has, as daemons do. */
static void leave_child(bool escapes) {
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        if (escapes) {
            setsid();
            if (fork() != 0) {
                _exit(0);
            }
        }
        signal(SIGHUP, SIG_IGN);
        if (!is("holder") && !is("holder-exit")) {
            for (int fd = 0; fd < 64; fd++) {
                close(fd);
            }
        }
        if (is("soon")) {
            nap(number);
            _exit(0);
        }
        hang();
    }
    nap(20);
}

/* ---- what goes wrong at a call ---- */

static bool breaks_stream(const char *id) {
    if (is("hang")) {
        hang();
    } else if (is("flood-lines")) {
        for (;;) {
            puts("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
        }
    } else if (is("flood-long")) { /* lines of 1 MiB */
        for (;;) {
            printf("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":\"%01048576d\"}}\n", 0);
        }
    } else if (is("flood-bytes")) {
        for (;;) {
            fputs("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", stdout);
        }
    } else if (is("logs")) {
        printf("INFO starting\n");
    } else if (is("exit")) {
        _exit((int)number);
    } else if (is("signal")) {
        prctl(PR_SET_DUMPABLE, 0);
        if (number != SIGPIPE) { /* that one shall be as it came */
            signal((int)number, SIG_DFL);
        }
        raise((int)number);
    } else if (is("holder-exit")) {
        leave_child(false);
        _exit((int)number);
    } else if (is("half-line-exit") || is("half-line-hang")) {
        printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"res", id);
        fflush(stdout);
        if (is("half-line-exit")) {
            _exit(0);
        }
        hang();
    } else if (is("close-stdout")) {
        close(STDOUT_FILENO);
        hang();
    } else if (is("close-stdin")) {
        close(STDIN_FILENO);
        hang();
    } else {
        return false;
    }
    return true;
}

static bool breaks_message(const char *id, const char *line) {
    if (is("wrong-id")) {
        answer("77", "{}");
    } else if (is("text-id")) {
        char text[80];
        snprintf(text, sizeof text, "\"%s\"", id);
        answer(text, "{}");
    } else if (is("null-id")) {
        printf("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"oh\"}}\n");
    } else if (is("twice")) {
        answer(id, "{}");
        answer(id, "{}");
    } else if (is("invalid-json")) {
        printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"a\":01}}\n", id);
    } else if (is("bytes")) {
        printf("\x1b[31mred\xff\"\n");
    } else if (is("empty-line")) {
        printf("\n");
    } else if (is("both")) {
        printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{},\"error\":{}}\n", id);
    } else if (is("neither")) {
        printf("{\"jsonrpc\":\"2.0\",\"id\":%s}\n", id);
    } else if (is("no-version")) {
        printf("{\"id\":%s,\"result\":{}}\n", id);
    } else if (is("array")) {
        printf("[{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}]\n", id);
    } else if (is("request")) {
        printf("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\",\"params\":{}}\n");
    } else if (is("late")) {
        nap(number);
        answer_call(id, line);
    } else if (is("notify")) {
        printf("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n");
        answer_call(id, line);
    } else if (is("stderr-flood")) {
        for (long i = 0; i < number; i++) {
            fputs("eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\n", stderr);
        }
        answer_call(id, line);
    } else {
        return false;
    }
    return true;
}

static void call(const char *id, const char *line) {
    if (is("swap") && first_call == NULL) {
        first_call = strdup(line);
        snprintf(first_id, sizeof first_id, "%s", id);
    } else if (is("swap")) {
        answer_call(id, line);
        answer_call(first_id, first_call);
        free(first_call);
        first_call = NULL;
    } else if (is("ping") && first_call == NULL) {
        first_call = strdup(line); /* answered when the pong comes */
        snprintf(first_id, sizeof first_id, "%s", id);
        printf("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n");
    } else if (!breaks_stream(id) && !breaks_message(id, line)) {
        if (is("child") || is("escaped") || is("holder") || is("soon")) {
            leave_child(is("escaped"));
        }
        answer_call(id, line);
    }
    fflush(stdout);
}

static void serve(const char *line) {
    char id[64];
    char method[64];
    char version[64];
    char result[256];
    find_member(line, "id", id, sizeof id);
    find_member(line, "method", method, sizeof method);
    if (strcmp(id, "\"p\"") == 0 && first_call != NULL) {
        answer_call(first_id, first_call);
        free(first_call);
        first_call = NULL;
    } else if (id[0] == '\0') {
        return;
    } else if (is("refuse") && strcmp(method, "\"initialize\"") == 0) {
        printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32603,\"message\":\"not today\"}}\n", id);
        fflush(stdout);
    } else if (strcmp(method, "\"initialize\"") == 0) {
        find_member(line, "protocolVersion", version, sizeof version);
        if (is("version")) {
            snprintf(version, sizeof version, "%s", argument);
        }
        snprintf(result, sizeof result,
                 "{\"protocolVersion\":%s,\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"bad\",\"version\":"
                 "\"1\"}}",
                 version);
        answer(id, result);
    } else if (strcmp(method, "\"server/discover\"") == 0) {
        answer(id,
               "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"resultType\":\"complete\","
               "\"ttlMs\":0,\"cacheScope\":\"public\"}");
    } else if (strcmp(method, "\"ping\"") == 0) {
        answer(id, "{}");
    } else if (strcmp(method, "\"tools/list\"") == 0) {
        list_tools(id);
    } else if (strcmp(method, "\"tools/call\"") == 0) {
        call(id, line);
    } else if (strcmp(method, "\"mirror\"") == 0) { /* the line that came, as it was sent */
        printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id, line);
        fflush(stdout);
    } else {
        printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n", id);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    mode = argc > 1 ? argv[1] : mode;
    argument = argc > 2 ? argv[2] : argument;
    number = atol(argument);
    if (is("deaf")) {
        hang();
    }
    if (is("start-exit")) {
        return (int)number;
    }
    if (is("start-logs")) {
        printf("INFO starting\n");
        fflush(stdout);
    }
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    while ((size = getline(&line, &capacity, stdin)) > 0) {
        line[size - 1] = line[size - 1] == '\n' ? '\0' : line[size - 1];
        serve(line);
    }
    free(line);
    free(first_call);
    if (is("no-end")) {
        hang();
    }
    return is("end") ? (int)number : 0;
}
