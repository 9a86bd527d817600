/* How long cheap calls take while others keep the server busy: clients of `serve --http` that render and check, and
 * clients that ping, list layers and query 20 shapes, each with a session of its own. Prints percentiles of the latter.
 *
 *     load --port PORT --layout DEAR.gds --cheap-layout CHEAP.gds [--dear 10] [--cheap 4] [--seconds 10] [--p99-ms MAX]
 *          [--pid SERVER]
 *
 * With --pid it tells the memory of the server with its workers (PSS: shared pages once) a third of the time in and at
 * the end. Clients come from several addresses of the loopback, because a server takes 256 connections of one.
 *
 * Exit status: 0 fine, 1 p99 of the cheap calls is above --p99-ms, a call failed, or memory grew by more than a tenth
 * and GROWTH_KIB, 2 the command line. */
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS_MAX = 512, SAMPLES_MAX = 1 << 16, TEXT_SIZE = 4096, ANSWER_SIZE = 1 << 21, KINDS = 3, PAUSE_MS = 5 };
enum { CLIENTS_OF_ADDRESS = 50, GROWTH_KIB = 64 << 10 };

typedef struct options {
    int port, dear_count, cheap_count, seconds, pid;
    double p99_ms;
    const char *layout, *cheap_layout;
} options;

typedef struct client {
    const options *o;
    pthread_t thread;
    bool is_dear;
    int number, fd;
    char session[64], layout[64];
    char *answer;
    unsigned calls, failed;
    double *ms[KINDS];
    unsigned count[KINDS];
} client;

static atomic_bool is_over;
static atomic_uint ready_count;

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- one call ---- */

static bool send_all(int fd, const char *text, size_t size) {
    for (size_t at = 0; at < size;) {
        const ssize_t count = send(fd, text + at, size - at, MSG_NOSIGNAL);
        if (count <= 0) {
            return false;
        }
        at += (size_t)count;
    }
    return true;
}

static bool is_whole(const char *answer, size_t size) {
    const char *body = strstr(answer, "\r\n\r\n");
    if (body == NULL) {
        return false;
    }
    const char *length = strstr(answer, "Content-Length: ");
    if (length != NULL && length < body) {
        return size >= (size_t)(body + 4 - answer) + strtoul(length + 16, NULL, 10);
    }
    return size >= 5 && memcmp(answer + size - 5, "0\r\n\r\n", 5) == 0;
}

/* The answer is in c->answer. */
static bool ask(client *c, const char *body) {
    char head[TEXT_SIZE];
    size_t size = 0;
    const int head_size = snprintf(head, sizeof head,
                                   "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                   "Accept: application/json, text/event-stream\r\n%sContent-Length: %zu\r\n\r\n",
                                   c->session, strlen(body));
    if (!send_all(c->fd, head, (size_t)head_size) || !send_all(c->fd, body, strlen(body))) {
        return false;
    }
    c->answer[0] = '\0';
    while (!is_whole(c->answer, size)) {
        const ssize_t count = recv(c->fd, c->answer + size, ANSWER_SIZE - 1 - size, 0);
        if (count <= 0) {
            return false;
        }
        size += (size_t)count;
        c->answer[size] = '\0';
    }
    return strstr(c->answer, " 200 OK") != NULL && strstr(c->answer, "\"isError\":true") == NULL;
}

static bool call(client *c, const char *tool, const char *arguments) {
    char text[2 * TEXT_SIZE];
    snprintf(text, sizeof text,
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{%s}}}",
             tool, arguments);
    return ask(c, text);
}

/* ---- a client ---- */

static bool take(const char *text, const char *before, char end, char *out, size_t size) {
    const char *at = strstr(text, before);
    const char *stop = at != NULL ? strchr(at + strlen(before), end) : NULL;
    if (stop == NULL) {
        return false;
    }
    snprintf(out, size, "%.*s", (int)(stop - at - (long)strlen(before)), at + strlen(before));
    return true;
}

static bool begin(client *c) {
    char id[64], arguments[TEXT_SIZE];
    const int on = 1;
    struct sockaddr_in server = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)c->o->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct sockaddr_in own = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)(c->number / CLIENTS_OF_ADDRESS))};
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    c->answer = malloc(ANSWER_SIZE);
    if (c->fd < 0 || c->answer == NULL || bind(c->fd, (const struct sockaddr *)&own, sizeof own) != 0 ||
        connect(c->fd, (struct sockaddr *)&server, sizeof server) != 0) {
        return false;
    }
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (!ask(c,
             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
             "\"capabilities\":{},\"clientInfo\":{\"name\":\"load\",\"version\":\"1\"}}}") ||
        !take(c->answer, "Mcp-Session-Id: ", '\r', id, sizeof id)) {
        return false;
    }
    snprintf(c->session, sizeof c->session, "Mcp-Session-Id: %.40s\r\n", id);
    snprintf(arguments, sizeof arguments, "\"path\":\"%.2000s\"", c->is_dear ? c->o->layout : c->o->cheap_layout);
    return call(c, "open_layout", arguments) && take(c->answer, "\"session_id\":\"", '"', c->layout, sizeof c->layout);
}

static bool work_dear(client *c) {
    char arguments[TEXT_SIZE];
    const unsigned turn = c->calls + (unsigned)c->number;
    if (turn % 2 == 0) {
        /* Another window each time, so that nothing is kept. */
        const double at = -490 + (double)(turn * 37 % 400);
        snprintf(arguments, sizeof arguments,
                 "\"session_id\":\"%.40s\",\"inline_image\":false,\"image_size\":{\"width\":1000,\"height\":800},"
                 "\"box\":{\"left\":%.3f,\"bottom\":%.3f,\"right\":%.3f,\"top\":%.3f}",
                 c->layout, at, at, at + 100, at + 80);
        return call(c, "render_view", arguments);
    }
    snprintf(
        arguments, sizeof arguments,
        "\"session_id\":\"%.40s\",\"limit\":5,\"box\":{\"left\":-300,\"bottom\":-300,\"right\":0,\"top\":0},\"rules\":["
        "{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":%.3f},"
        "{\"id\":\"S\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.3}]",
        c->layout, 0.4 + (double)(turn % 50) / 1000);
    return call(c, "check_rules", arguments);
}

static bool work_cheap(client *c, int kind) {
    char arguments[TEXT_SIZE];
    if (kind == 0) {
        return ask(c, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    }
    snprintf(arguments, sizeof arguments, "\"session_id\":\"%.40s\"%s", c->layout,
             kind == 1 ? ""
                       : ",\"max_shapes\":20,\"hierarchy_mode\":\"recursive\",\"box\":{\"left\":-500,\"bottom\":-500,"
                         "\"right\":500,\"top\":500}");
    return call(c, kind == 1 ? "list_layers" : "query_region", arguments);
}

static void *run(void *arg) {
    client *c = arg;
    const bool has_begun = begin(c);
    atomic_fetch_add(&ready_count, 1);
    if (!has_begun) {
        fprintf(stderr, "load: client %d could not begin: %.300s\n", c->number, c->answer != NULL ? c->answer : "");
        c->failed++;
        return NULL;
    }
    while (!atomic_load(&is_over)) {
        const int kind = (int)(c->calls % KINDS);
        const double from_ms = now_ms();
        const bool fine = c->is_dear ? work_dear(c) : work_cheap(c, kind);
        if (!fine && c->failed++ == 0) {
            fprintf(stderr, "load: a call failed: %.600s\n", c->answer);
        }
        const bool all_are_ready = atomic_load(&ready_count) == (unsigned)(c->o->dear_count + c->o->cheap_count);
        if (!c->is_dear && all_are_ready && c->count[kind] < SAMPLES_MAX) {
            c->ms[kind][c->count[kind]++] = now_ms() - from_ms;
        }
        c->calls++;
        if (!fine) {
            break;
        }
        if (!c->is_dear) {
            nanosleep(&(struct timespec){0, PAUSE_MS * 1000000L}, NULL);
        }
    }
    return NULL;
}

/* ---- memory ---- */

/* Field `name` of /proc/PID/FILE, a number; 0: not there any more. */
static unsigned long field_of(int pid, const char *file, const char *name) {
    char path[64], line[256];
    unsigned long value = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", pid, file);
    FILE *in = fopen(path, "re");
    while (in != NULL && value == 0 && fgets(line, sizeof line, in) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) {
            value = strtoul(line + strlen(name), NULL, 10);
        }
    }
    if (in != NULL) {
        fclose(in);
    }
    return value;
}

static unsigned long memory_kib(int pid) {
    unsigned long sum = pid > 0 ? field_of(pid, "smaps_rollup", "Pss:") : 0;
    DIR *all = pid > 0 ? opendir("/proc") : NULL;
    for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
        const int child = atoi(entry->d_name);
        if (child > 0 && field_of(child, "status", "PPid:") == (unsigned long)pid) {
            sum += field_of(child, "smaps_rollup", "Pss:");
        }
    }
    if (all != NULL) {
        closedir(all);
    }
    return sum;
}

/* ---- figures ---- */

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double print_kind(const char *name, double *ms, unsigned count) {
    qsort(ms, count, sizeof *ms, by_value);
    const double p99 = count > 0 ? ms[(size_t)count * 99 / 100] : 0;
    printf("%-14s %6u calls   p50 %8.2f ms   p99 %8.2f ms   longest %8.2f ms\n", name, count,
           count > 0 ? ms[count / 2] : 0, p99, count > 0 ? ms[count - 1] : 0);
    return p99;
}

static int tell(const options *o, const client *clients, int count, const unsigned long kib[2]) {
    static const char *const names[KINDS + 1] = {"ping", "list_layers", "query_region", "all cheap"};
    static double samples[KINDS + 1][SAMPLES_MAX];
    unsigned sizes[KINDS + 1] = {0}, dear_calls = 0, failed = 0;
    for (int i = 0; i < count; i++) {
        dear_calls += clients[i].is_dear ? clients[i].calls : 0;
        failed += clients[i].failed;
        for (int k = 0; k < KINDS && !clients[i].is_dear; k++) {
            for (unsigned n = 0; n < clients[i].count[k]; n++) {
                if (sizes[k] < SAMPLES_MAX && sizes[KINDS] < SAMPLES_MAX) {
                    samples[k][sizes[k]++] = samples[KINDS][sizes[KINDS]++] = clients[i].ms[k][n];
                }
            }
        }
    }
    double p99 = 0;
    for (int k = 0; k <= KINDS; k++) {
        p99 = print_kind(names[k], samples[k], sizes[k]);
    }
    printf("dear calls     %6u in %d s by %d clients; %u failed\n", dear_calls, o->seconds, o->dear_count, failed);
    if (o->pid > 0) {
        printf("memory         %6lu KiB, at the end %lu KiB\n", kib[0], kib[1]);
    }
    return failed > 0 || kib[1] > kib[0] + kib[0] / 10 + GROWTH_KIB || sizes[KINDS] == 0 ||
                   (o->p99_ms > 0 && p99 > o->p99_ms)
               ? 1
               : 0;
}

static bool read_words(options *o, int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (strcmp(argv[i], "--port") == 0) {
            o->port = atoi(value);
        } else if (strcmp(argv[i], "--layout") == 0) {
            o->layout = value;
        } else if (strcmp(argv[i], "--cheap-layout") == 0) {
            o->cheap_layout = value;
        } else if (strcmp(argv[i], "--dear") == 0) {
            o->dear_count = atoi(value);
        } else if (strcmp(argv[i], "--cheap") == 0) {
            o->cheap_count = atoi(value);
        } else if (strcmp(argv[i], "--seconds") == 0) {
            o->seconds = atoi(value);
        } else if (strcmp(argv[i], "--pid") == 0) {
            o->pid = atoi(value);
        } else if (strcmp(argv[i], "--p99-ms") == 0) {
            o->p99_ms = atof(value);
        } else {
            return false;
        }
    }
    return argc % 2 == 1 && o->port > 0 && o->layout != NULL && o->cheap_layout != NULL && o->cheap_count > 0 &&
           o->dear_count >= 0 && o->dear_count + o->cheap_count <= CLIENTS_MAX;
}

int main(int argc, char **argv) {
    static client clients[CLIENTS_MAX];
    options o = {.dear_count = 10, .cheap_count = 4, .seconds = 10};
    if (!read_words(&o, argc, argv)) {
        fprintf(stderr, "Usage: load --port PORT --layout DEAR.gds --cheap-layout CHEAP.gds [--dear 10] [--cheap 4] "
                        "[--seconds 10] [--p99-ms MAX] [--pid SERVER]\n");
        return 2;
    }
    const int count = o.dear_count + o.cheap_count;
    for (int i = 0; i < count; i++) {
        clients[i] = (client){.o = &o, .is_dear = i < o.dear_count, .number = i};
        for (int k = 0; k < KINDS && !clients[i].is_dear; k++) {
            clients[i].ms[k] = malloc(SAMPLES_MAX * sizeof(double));
        }
        if (pthread_create(&clients[i].thread, NULL, run, &clients[i]) != 0) {
            return 1;
        }
    }
    while (atomic_load(&ready_count) < (unsigned)count) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    unsigned long kib[2];
    sleep((unsigned)o.seconds / 3);
    kib[0] = memory_kib(o.pid);
    sleep((unsigned)(o.seconds - o.seconds / 3));
    kib[1] = memory_kib(o.pid);
    atomic_store(&is_over, true);
    for (int i = 0; i < count; i++) {
        pthread_join(clients[i].thread, NULL);
    }
    return tell(&o, clients, count, kib);
}
