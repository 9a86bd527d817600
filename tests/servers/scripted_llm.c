/* An OpenAI-compatible endpoint that plays the model: scripted_llm MODE [SPLIT] [PORT]. It prints its port on a line.
 *
 * A request without a result is answered with a command, one with a result (a cell list, a message of role tool) with a
 * final text that holds the cell names it was given: nothing of KLayout's answer is known here. SPLIT is the number of
 * bytes of one write(), so that SPLIT 1 makes a piece of every byte. It stands on libc alone, so that nothing of the
 * product answers; it reads JSON by looking for members, which is enough for our own clients.
 *
 * Modes: content (the command as text, in pieces), calls (as chunks of a tool call), whole (a body that is no stream),
 * silent (no command ever), second (a command only the second time), error (HTTP 401 that repeats the Authorization),
 * malformed (events that are no JSON), cut (breaks off), hang (says nothing), flood (endless events), always (a command
 * every time), mute (a command, then an answer without text), halfway (a command, then a completion that breaks off),
 * single (a command in single quotes), foreign (a call of another function beside ours), echo (the body of the
 * request), long (a line of 2 MiB in a stream), big (a body of 2 MiB), many (70 commands), near (20 commands in single
 * quotes), half (a command within an object that breaks off), calling (20 tool calls), headers (endless headers),
 * silence (an answer without a body).
 */
#include <arpa/inet.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUEST_SIZE_MAX = 4 << 20, TEXT_SIZE = 1 << 16 };

static const char *mode = "content";
static size_t split;
static int *asked_count; /* shared by all children */

static bool is(const char *name) {
    return strcmp(mode, name) == 0;
}

/* ---- sending ---- */

static void put(int fd, const char *data, size_t size) {
    size_t at = 0;
    while (at < size) {
        size_t piece = split > 0 && split < size - at ? split : size - at;
        ssize_t count = send(fd, data + at, piece, MSG_NOSIGNAL);
        if (count <= 0) {
            _exit(0); /* the client went away */
        }
        at += (size_t)count;
    }
}

static void put_text(int fd, const char *text) {
    put(fd, text, strlen(text));
}

static void put_head(int fd, const char *status, const char *type) {
    char head[256];
    snprintf(head, sizeof head, "HTTP/1.1 %s\r\nContent-Type: %s\r\nConnection: close\r\n\r\n", status, type);
    put_text(fd, head);
}

/* As the inside of a JSON string. */
static void escape(const char *text, size_t size, char *out) {
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            *out++ = '\\';
        }
        *out++ = text[i];
    }
    *out = '\0';
}

static void put_event(int fd, const char *delta) {
    put_text(fd, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":");
    put_text(fd, delta);
    put_text(fd, "}]}\n\n");
}

/* Three bytes an event, as a model says a few letters at a time. */
static void put_content(int fd, const char *text) {
    char escaped[16], delta[64];
    for (size_t at = 0; at < strlen(text); at += 3) {
        size_t left = strlen(text) - at;
        escape(text + at, left < 3 ? left : 3, escaped);
        snprintf(delta, sizeof delta, "{\"content\":\"%s\"}", escaped);
        put_event(fd, delta);
    }
}

static void put_call(int fd, const char *arguments) {
    char escaped[16], delta[192];
    put_event(fd, "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":"
                  "\"function\",\"function\":{\"name\":\"klayout\",\"arguments\":\"\"}}]}");
    for (size_t at = 0; at < strlen(arguments); at += 3) {
        size_t left = strlen(arguments) - at;
        escape(arguments + at, left < 3 ? left : 3, escaped);
        snprintf(delta, sizeof delta, "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"%s\"}}]}", escaped);
        put_event(fd, delta);
    }
}

static void put_whole(int fd, const char *text) {
    static char escaped[2 * TEXT_SIZE];
    escape(text, strlen(text), escaped);
    put_head(fd, "200 OK", "application/json");
    put_text(fd, "{\"id\":\"c\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":"
                 "\"assistant\",\n\"content\":\"");
    put_text(fd, escaped);
    put_text(fd, "\"},\"finish_reason\":\"stop\"}]}\n");
}

/* ---- thinking ---- */

/* The names of the last array behind `mark`, without their quotes and backslashes. */
static bool find_names(const char *body, const char *mark, char *out) {
    const char *at = strstr(body, mark);
    const char *from = at != NULL ? strchr(at + strlen(mark), '[') : NULL;
    if (from == NULL) {
        return false;
    }
    for (from++; *from != '\0' && *from != ']' && at - body < TEXT_SIZE / 2; from++) {
        if (*from != '"' && *from != '\\') {
            *out++ = *from;
        }
    }
    *out = '\0';
    return true;
}

static void think(const char *body, char *text) {
    static char names[TEXT_SIZE / 2];
    bool is_second = strstr(body, "Given this result") != NULL;
    if (is_second && is("mute")) {
        text[0] = '\0';
    } else if (is_second && is("halfway")) {
        snprintf(text, TEXT_SIZE, "<attempt_completion><result>Your cell list is");
    } else if (is("single")) {
        snprintf(text, TEXT_SIZE, "{'tool': 'klayout', 'method': 'ping'}");
    } else if (is("always")) {
        snprintf(text, TEXT_SIZE, "{\"tool\":\"klayout\",\"method\":\"ping\"}");
    } else if (find_names(body, "cell list: ", names) || find_names(body, "\\\"cells\\\":", names)) {
        snprintf(text, TEXT_SIZE, "<attempt_completion><result>Your cell list is %s </result></attempt_completion>",
                 names);
    } else if (is("silent") || (is("second") && *asked_count < 2)) {
        snprintf(text, TEXT_SIZE, "I would rather talk {about} layouts.");
    } else {
        snprintf(text, TEXT_SIZE, "{\"tool\":\"klayout\",\"method\":\"get_cell_list\",\"params\":{}}");
    }
}

static const char *authorization(const char *request) {
    const char *at = strcasestr(request, "\nauthorization:");
    return at != NULL ? at + 16 : "";
}

static void answer_badly(int fd, const char *request) {
    if (is("error")) {
        put_head(fd, "401 Unauthorized", "application/json");
        put_text(fd, "{\"error\":{\"message\":\"this key is wrong: ");
        put(fd, authorization(request), strcspn(authorization(request), "\r\n"));
        put_text(fd, "\"}}\n");
    } else if (is("malformed")) {
        put_head(fd, "200 OK", "text/event-stream");
        put_text(fd, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}\n\ndata: <html>\n\nwhat\n\ndata: [DONE]\n\n");
    } else if (is("cut") || is("half")) {
        put_text(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100000\r\n\r\n");
        put_content(fd, is("cut") ? "Once upon a" : "{\"do\":{\"tool\":\"klayout\",\"method\":\"ping\"},");
        put_text(fd, "data: {\"choices\":[{\"del");
    } else if (is("hang")) {
        char byte;
        while (recv(fd, &byte, 1, 0) > 0) {
        }
    } else if (is("echo")) {
        put_head(fd, "200 OK", "application/json");
        put_text(fd, strstr(request, "\r\n\r\n") + 4);
    } else if (is("long") || is("big")) {
        put_head(fd, "200 OK", is("long") ? "text/event-stream" : "application/json");
        put_text(fd, is("long") ? "data: {}\n\ndata: \"" : "\"");
        for (int i = 0; i < 2 << 20; i += 16) {
            put_text(fd, "0123456789abcdef");
        }
        put_text(fd, "\"\n\n");
    } else if (is("many") || is("near")) {
        put_head(fd, "200 OK", "text/event-stream");
        for (int i = 0; i < (is("many") ? 70 : 20); i++) {
            put_content(fd, is("many") ? "{\"tool\":\"klayout\",\"method\":\"ping\"}" : "{'tool':'klayout'}");
        }
    } else if (is("headers")) {
        put_text(fd, "HTTP/1.1 200 OK\r\n");
        for (;;) {
            put_text(fd, "X-More: and more and more and more and more\r\n");
        }
    } else if (is("silence")) {
        put_head(fd, "200 OK", "text/event-stream");
    } else if (is("foreign")) {
        put_head(fd, "200 OK", "text/event-stream");
        put_event(fd,
                  "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"klayout\",\"arguments\":"
                  "\"{\\\"method\\\":\\\"ping\\\"}\"}},{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"weather\","
                  "\"arguments\":\"{}\"}}]}");
        put_text(fd, "data: [DONE]\n\n");
    } else if (is("calling")) {
        put_head(fd, "200 OK", "text/event-stream");
        for (int i = 0; i < 20; i++) {
            char delta[128];
            snprintf(delta, sizeof delta, "{\"tool_calls\":[{\"index\":%d,\"function\":{\"name\":\"weather\"}}]}", i);
            put_event(fd, delta);
        }
    } else if (is("flood")) {
        put_head(fd, "200 OK", "text/event-stream");
        for (;;) {
            put_event(fd, "{\"content\":\"all work and no play makes a dull layout, and again \"}");
        }
    }
}

static void answer(int fd, const char *request) {
    static char text[TEXT_SIZE];
    const char *body = strstr(request, "\r\n\r\n") + 4;
    (*asked_count)++;
    answer_badly(fd, request);
    think(body, text);
    if (is("whole")) {
        put_whole(fd, text);
    } else if (is("content") || is("calls") || is("silent") || is("second") || is("always") || is("mute") ||
               is("halfway") || is("single")) {
        put_head(fd, "200 OK", "text/event-stream");
        put_text(fd, ": the model thinks\n\n");
        if (is("calls") && text[0] == '{') {
            put_call(fd, "{\"method\":\"get_cell_list\",\"params\":{}}");
        } else {
            put_content(fd, text);
        }
        put_event(fd, "{},\"finish_reason\":\"stop\"");
        put_text(fd, "data: [DONE]\n\n");
    }
}

/* ---- requests ---- */

static bool read_request(int fd, char *request) {
    size_t size = 0, wanted = REQUEST_SIZE_MAX - 1;
    while (size < wanted) {
        ssize_t count = recv(fd, request + size, wanted - size, 0);
        if (count <= 0) {
            return false;
        }
        size += (size_t)count;
        request[size] = '\0';
        const char *end = strstr(request, "\r\n\r\n");
        const char *length = strcasestr(request, "content-length:");
        if (end != NULL) {
            wanted = (size_t)(end - request) + 4 + (length != NULL ? (size_t)atol(length + 15) : 0);
            wanted = wanted < REQUEST_SIZE_MAX - 1 ? wanted : REQUEST_SIZE_MAX - 1;
        }
    }
    return true;
}

int main(int argc, char **argv) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    mode = argc > 1 ? argv[1] : mode;
    split = argc > 2 ? (size_t)atol(argv[2]) : 0;
    address.sin_port = htons((uint16_t)(argc > 3 ? atoi(argv[3]) : 0));
    asked_count = mmap(NULL, sizeof *asked_count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(listen_fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (asked_count == MAP_FAILED || bind(listen_fd, (struct sockaddr *)&address, size) != 0 ||
        listen(listen_fd, 16) != 0 || getsockname(listen_fd, (struct sockaddr *)&address, &size) != 0) {
        perror("scripted_llm");
        return 1;
    }
    signal(SIGCHLD, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* whoever tests may die first */
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        int fd = accept(listen_fd, NULL, NULL);
        if (fd >= 0 && fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            static char request[REQUEST_SIZE_MAX];
            if (read_request(fd, request)) {
                answer(fd, request);
            }
            shutdown(fd, SHUT_WR);
            return 0;
        }
        close(fd);
    }
}
