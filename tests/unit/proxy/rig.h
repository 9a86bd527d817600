/* The three others of a conversation, over real sockets: the scripted model (a program), a stand-in for KLayout's TCP
 * server (a thread that plays a reply), and a client that speaks HTTP byte by byte. */
#ifndef LOB_TEST_PROXY_RIG_H
#define LOB_TEST_PROXY_RIG_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

enum { RIG_TEXT_SIZE = 1 << 17, RIG_WAIT_MS = 20000 };

static inline int rig_listen(int *port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 16), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return fd;
}

/* A port that nobody listens on. */
static inline int rig_dead_port(void) {
    int port;
    close(rig_listen(&port));
    return port;
}

static inline int rig_connect(int port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval limit = {.tv_sec = RIG_WAIT_MS / 1000};
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    return fd;
}

/* ---- KLayout ---- */

#define RIG_CELLS "{\"id\": 1, \"ok\": true, \"result\": {\"cells\": [\"ALPHA\", \"BETA_2\"]}}"

typedef struct rig_klayout {
    pthread_t thread;
    int fd, port;
    const char *reply; /* with its \n; "": closes without a word; NULL: holds the connection and says nothing */
    size_t endless;    /* bytes without a line's end instead */
    char heard[4096];  /* all lines */
    atomic_int count;  /* of connections */
    atomic_bool stop;
} rig_klayout;

static inline void rig_play_klayout(rig_klayout *k, int fd) {
    char line[2048], byte;
    size_t size = 0;
    while (size < sizeof line - 1 && recv(fd, line + size, 1, 0) == 1 && line[size++] != '\n') {
    }
    line[size] = '\0';
    strncat(k->heard, line, sizeof k->heard - strlen(k->heard) - 1);
    for (size_t i = 0; i < k->endless; i += sizeof line) {
        memset(line, 'x', sizeof line);
        if (send(fd, line, sizeof line, MSG_NOSIGNAL) <= 0) {
            break;
        }
    }
    if (k->reply == NULL) {
        while (recv(fd, &byte, 1, 0) > 0) {
        }
    } else if (k->endless == 0) {
        send(fd, k->reply, strlen(k->reply), MSG_NOSIGNAL);
    }
}

static inline void *rig_run_klayout(void *arg) {
    rig_klayout *k = arg;
    while (!atomic_load(&k->stop)) {
        int fd = accept(k->fd, NULL, NULL);
        if (fd >= 0 && !atomic_load(&k->stop)) {
            atomic_fetch_add(&k->count, 1);
            rig_play_klayout(k, fd);
        }
        if (fd >= 0) {
            close(fd);
        }
    }
    return NULL;
}

static inline void rig_klayout_open(rig_klayout *k, const char *reply) {
    *k = (rig_klayout){.reply = reply};
    k->fd = rig_listen(&k->port);
    assert_int_equal(pthread_create(&k->thread, NULL, rig_run_klayout, k), 0);
}

static inline void rig_klayout_close(rig_klayout *k) {
    atomic_store(&k->stop, true);
    close(rig_connect(k->port));
    pthread_join(k->thread, NULL);
    close(k->fd);
}

/* ---- programs ---- */

typedef struct rig_program {
    pid_t pid;
    int out;
} rig_program;

/* A program of the build folder that this test lies in: "tests/servers/scripted_llm". */
static inline void rig_path(const char *name, char path[4096]) {
    char self[2048];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_gt(size, 0);
    self[size] = '\0';
    char *tests = strstr(self, "/tests/unit/proxy/");
    assert_non_null(tests);
    snprintf(path, 4096, "%.*s/%s", (int)(tests - self), self, name);
}

/* Its standard output, or with `is_err` its standard error, is kept. */
static inline rig_program rig_start(char *const *argv, bool is_err) {
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], is_err ? STDERR_FILENO : STDOUT_FILENO);
        execv(argv[0], argv);
        _exit(127);
    }
    close(ends[1]);
    return (rig_program){pid, ends[0]};
}

/* Up to the end of a line, or to its end. */
static inline void rig_read(const rig_program *p, bool is_line, char *text, size_t size_max) {
    size_t size = 0;
    while (size < size_max - 1 && read(p->out, text + size, 1) == 1) {
        if (text[size++] == '\n' && is_line) {
            break;
        }
    }
    text[size] = '\0';
}

/* Its exit status; 128 + n when signal n ended it. */
static inline int rig_stop(rig_program *p, int number) {
    int status = 0;
    if (number != 0) {
        kill(p->pid, number);
    }
    waitpid(p->pid, &status, 0);
    close(p->out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

typedef struct rig_llm {
    rig_program program;
    int port;
    char url[80];
} rig_llm;

static inline void rig_llm_open(rig_llm *llm, const char *mode, const char *split) {
    char path[4096], line[32], words[2][32];
    snprintf(words[0], 32, "%s", mode);
    snprintf(words[1], 32, "%s", split);
    rig_path("tests/servers/scripted_llm", path);
    llm->program = rig_start((char *[]){path, words[0], words[1], NULL}, false);
    rig_read(&llm->program, true, line, sizeof line);
    llm->port = atoi(line);
    assert_int_not_equal(llm->port, 0);
    snprintf(llm->url, sizeof llm->url, "http://127.0.0.1:%d/v1/chat/completions", llm->port);
}

static inline void rig_llm_close(rig_llm *llm) {
    assert_int_equal(rig_stop(&llm->program, SIGKILL), 128 + SIGKILL);
}

/* ---- a client ---- */

static inline void rig_send(int fd, const char *data, size_t size) {
    for (size_t at = 0; at < size;) {
        ssize_t count = send(fd, data + at, size - at, MSG_NOSIGNAL);
        if (count <= 0) {
            return; /* the proxy has heard enough */
        }
        at += (size_t)count;
    }
}

static inline void rig_say(int fd, const char *words) {
    rig_send(fd, words, strlen(words));
}

/* All that comes until the other side closes: size. */
static inline size_t rig_receive(int fd, char *text, size_t size_max) {
    size_t size = 0;
    ssize_t count;
    while (size < size_max - 1 && (count = recv(fd, text + size, size_max - 1 - size, 0)) > 0) {
        size += (size_t)count;
    }
    text[size] = '\0';
    return size;
}

/* HTTP 1.0: no chunks. `headers`: more of them, each with its \r\n. Returns the status; *body is within text. */
static inline int rig_ask(int port, const char *headers, const char *body, char *text, const char **reply) {
    char head[1024];
    int fd = rig_connect(port);
    snprintf(head, sizeof head, "POST /chat/completions HTTP/1.0\r\nContent-Length: %zu\r\n%s\r\n", strlen(body),
             headers);
    rig_send(fd, head, strlen(head));
    rig_send(fd, body, strlen(body));
    rig_receive(fd, text, RIG_TEXT_SIZE);
    close(fd);
    const char *end = strstr(text, "\r\n\r\n");
    *reply = end != NULL ? end + 4 : "";
    return strncmp(text, "HTTP/1.", 7) == 0 ? atoi(text + 9) : 0;
}

/* ---- files ---- */

static inline void rig_log_path(char path[64]) {
    snprintf(path, 64, "/tmp/lob-llm-XXXXXX");
    int fd = mkstemp(path);
    assert_ge(fd, 0);
    close(fd);
}

static inline void rig_slurp(const char *path, char *text) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_ge(fd, 0);
    ssize_t count = read(fd, text, RIG_TEXT_SIZE - 1);
    close(fd);
    text[count > 0 ? count : 0] = '\0';
}

static inline unsigned rig_count(const char *text, const char *what) {
    unsigned count = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        count++;
    }
    return count;
}

#endif
