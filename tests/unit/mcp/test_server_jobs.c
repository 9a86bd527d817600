/* Long work through the whole server, in a process of its own and over two pipes: what a client starts can be stopped,
 * and what the work held is given back (RFC 0006, G2). Read back from the process, not from what it says of itself:
 * resident memory, the counter of tiles, the record on disk. */
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/support/lob_test.h"

#include "../tool/tool_support.h"
#include "base/clock.h"
#include "mcp/server.h"
#include "tests/support/stride.h"
#include "tool/registry.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SECOND_MS = 20000, COUNTS_MEMORY = 0 };
#else
enum { SECOND_MS = 1000, COUNTS_MEMORY = 1 };
#endif
enum { PATIENCE_MS = 60000, LINE_SIZE = 1 << 20, SLACK_MS = 500 };

/* How long what the contract gives a second may take here: under valgrind the clock is valgrind's. */
static int64_t second_ms(void) {
    return stride_is_on() ? 20000 : SECOND_MS;
}

#define RUNNING "\"pixel_nm\":5,\"process\":{\"tile_px\":256%s}" /* with kernels() */

static const char *kernels(void) {
    return stride_is_on() ? ",\"kernel_count\":2,\"sigma_outer\":0.3" : "";
}

typedef struct remote {
    pid_t pid;
    int to, from, last_id;
    char *line, *ahead;
    size_t ahead_size;
} remote;

static char folder[64], layout[96];

/* 3200 lines 65 nm wide over 40 x 40 um: at 5 nm a canvas of 64 million pixels and some 3900 tiles. Under valgrind an
 * eighth of that, which is as little done when its third tile is. */
static int make_folder(void **state) {
    lob_buf b;
    (void)state;
    lob_json_init();
    strcpy(folder, "/tmp/lob_server_jobs_XXXXXX");
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(layout, sizeof layout, "%s/lines.gds", folder);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int32_t i = 0; i < (int32_t)stride_pick(320, 80); i++) {
        for (int32_t k = 0; k < (int32_t)stride_pick(10, 5); k++) {
            gds_box(&b, 1, 0, i * 125, k * 4000, i * 125 + 65, k * 4000 + 3900);
        }
    }
    gds_cell_end(&b);
    gds_end(&b);
    FILE *file = fopen(layout, "wb");
    const bool fine = file && fwrite(b.data, 1, b.size, file) == b.size;
    lob_buf_release(&b);
    return file && fclose(file) == 0 && fine ? 0 : -1;
}

static int drop_folder(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- the other process ---- */

static void serve(int in_fd, int out_fd) {
    static lob_config config = {
        .session_ttl_ms = 3600000, .session_count_max = 8, .file_size_max = 1 << 30, .artifact_quota_size = 1 << 30};
    lob_mcp_options options = {.in_fd = in_fd,
                               .out_fd = out_fd,
                               .stop_fd = -1,
                               .product = {.name = "x",
                                           .title = "x",
                                           .version = "1",
                                           .instructions = lob_instructions,
                                           .tools = lob_tools,
                                           .tool_count = lob_tool_count}};
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    snprintf(config.artifact_root, sizeof config.artifact_root, "%s/artifacts", folder);
    if (lob_sessions_open(&ctx, &config, &options.sessions) != LOB_OK) {
        _exit(9);
    }
    const int code = lob_mcp_serve(&options);
    lob_sessions_close(options.sessions);
    _exit(code);
}

static void send_line(remote *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void send_line(remote *r, const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    const int size = vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    text[size] = '\n';
    assert_int_equal(write(r->to, text, (size_t)size + 1), size + 1);
}

/* NULL: none within ms, or the end. */
static const char *read_line(remote *r, int ms) {
    for (;;) {
        char *end = memchr(r->ahead, '\n', r->ahead_size);
        if (end) {
            const size_t size = (size_t)(end - r->ahead);
            memcpy(r->line, r->ahead, size);
            r->line[size] = '\0';
            r->ahead_size -= size + 1;
            memmove(r->ahead, end + 1, r->ahead_size);
            return r->line;
        }
        struct pollfd fd = {r->from, POLLIN, 0};
        const ssize_t count =
            poll(&fd, 1, ms) > 0 ? read(r->from, r->ahead + r->ahead_size, LINE_SIZE - r->ahead_size) : 0;
        if (count <= 0) {
            return NULL;
        }
        r->ahead_size += (size_t)count;
    }
}

static void start(remote *r) {
    int in[2], out[2];
    signal(SIGPIPE, SIG_IGN);
    assert_eq(pipe(in), 0);
    assert_eq(pipe(out), 0);
    *r = (remote){.to = in[1], .from = out[0], .line = malloc(LINE_SIZE), .ahead = malloc(LINE_SIZE)};
    r->pid = fork();
    assert_ge(r->pid, 0);
    assert_true(r->line);
    assert_true(r->ahead);
    if (r->pid == 0) {
        close(in[1]);
        close(out[0]);
        serve(in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    send_line(
        r, "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
           "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
    assert_non_null(read_line(r, PATIENCE_MS));
    send_line(r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

/* The client goes. Returns milliseconds until the server was gone. */
static int64_t hang_up(remote *r) {
    const int64_t began = lob_clock_ms();
    int status = -1;
    close(r->to);
    close(r->from);
    while (waitpid(r->pid, &status, WNOHANG) == 0 && lob_clock_ms() - began < PATIENCE_MS) {
        usleep(2000);
    }
    assert_true(WIFEXITED(status));
    free(r->line);
    free(r->ahead);
    return lob_clock_ms() - began;
}

/* The structured content of the answer; the caller deletes it. Its raw text stays in r->line. */
static cJSON *ask(remote *r, const char *tool, const char *arguments) {
    char id[32];
    send_line(r,
              "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}",
              ++r->last_id, tool, arguments);
    snprintf(id, sizeof id, "\"id\":%d,", r->last_id);
    const char *line;
    while ((line = read_line(r, PATIENCE_MS)) != NULL && !strstr(line, id)) {
    }
    assert_non_null(line);
    cJSON *whole = cJSON_Parse(line);
    cJSON *content = cJSON_DetachItemFromObject(cJSON_GetObjectItem(whole, "result"), "structuredContent");
    cJSON_Delete(whole);
    assert_non_null(content);
    return content;
}

static cJSON *ask_poll(remote *r, const char *id, int wait_ms) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "{\"job_id\":\"%s\",\"wait_ms\":%d}", id, wait_ms);
    return ask(r, "poll", arguments);
}

static double number_of(const cJSON *content, const char *key) {
    const cJSON *item = cJSON_GetObjectItem(content, key);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static bool is_status(const cJSON *content, const char *status) {
    return strcmp(cJSON_GetObjectItem(content, "status")->valuestring, status) == 0;
}

static bool has_status(remote *r, const char *id, const char *status) {
    cJSON *content = ask_poll(r, id, 0);
    const bool is = is_status(content, status);
    cJSON_Delete(content);
    return is;
}

/* Bytes in memory. */
static int64_t resident(pid_t pid) {
    char path[64];
    long pages = 0, all = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &all, &pages), 2);
    fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

/* Starts a long evaluation, and comes back once so many tiles are printed. */
static void start_long(remote *r, double tiles, char id[64]) {
    char arguments[512];
    const int64_t began = lob_clock_ms();
    snprintf(arguments, sizeof arguments, "{\"layout\":\"%s\",\"layer\":{\"layer\":1,\"datatype\":0}," RUNNING "}",
             layout, kernels());
    cJSON *content = ask(r, "evaluate", arguments);
    assert_lt(lob_clock_ms() - began, second_ms() + SLACK_MS); /* the id at once, the work later */
    if (!is_status(content, "queued")) {
        assert_true(is_status(content, "working"));
    }
    snprintf(id, 64, "%s", cJSON_GetObjectItem(content, "job_id")->valuestring);
    cJSON_Delete(content);
    for (double done = 0; done < tiles;) {
        content = ask_poll(r, id, 50);
        if (!is_status(content, "queued")) {
            assert_true(is_status(content, "working"));
        }
        done = number_of(content, "done");
        cJSON_Delete(content);
    }
}

static const char *record_of(const char *id) {
    static char text[4096];
    char path[256];
    snprintf(path, sizeof path, "%s/artifacts/jobs/%s.json", folder, id);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* ---- tests ---- */

static void cancel_job_gives_everything_back(void **state) {
    (void)state;
    stride_skip();
    remote r;
    char id[64], arguments[128];
    start(&r);
    const int64_t idle = resident(r.pid);
    start_long(&r, getenv("LOB_TEST_QUICK") ? 60 : 200, id);
    const int64_t busy = resident(r.pid);
    const int64_t began = lob_clock_ms();
    snprintf(arguments, sizeof arguments, "{\"job_id\":\"%s\"}", id);
    cJSON *content = ask(&r, "cancel_job", arguments);
    while (!is_status(content, "cancelled") && lob_clock_ms() - began < second_ms()) {
        cJSON_Delete(content);
        content = ask_poll(&r, id, 100);
    }
    const int64_t after = resident(r.pid), took = lob_clock_ms() - began;
    assert_true(is_status(content, "cancelled"));
    assert_lt(took, second_ms() + SLACK_MS);
    const double done = number_of(content, "done");
    assert_gt(done, 0);
    assert_lt(done, number_of(content, "total"));
    cJSON_Delete(content);
    print_message("cancelled in %lld ms at tile %g; MB: idle %lld, busy %lld, after %lld\n", (long long)took, done,
                  (long long)idle >> 20, (long long)busy >> 20, (long long)after >> 20);
    if (COUNTS_MEMORY) {
        assert_gt(busy - idle, 20 << 20);
        assert_lt(after - idle, (busy - idle) / 3);
    }
    usleep(300000);
    content = ask_poll(&r, id, 0);
    assert_true(is_status(content, "cancelled"));
    assert_eq(number_of(content, "done"), done);
    cJSON_Delete(content);
    assert_non_null(strstr(record_of(id), "\"status\":\"cancelled\""));
    assert_lt(hang_up(&r), second_ms() + SLACK_MS);
}

static void a_client_that_goes_takes_its_jobs_along(void **state) {
    (void)state;
    stride_skip();
    for (int waiting = 0; waiting < 2; waiting++) {
        remote r;
        char id[64];
        start(&r);
        start_long(&r, 1, id);
        if (waiting) { /* a call is held open for it as well */
            send_line(&r,
                      "{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"tools/call\",\"params\":{\"name\":\"poll\","
                      "\"arguments\":{\"job_id\":\"%s\",\"wait_ms\":25000}}}",
                      id);
            usleep(50000);
        }
        const int64_t took = hang_up(&r);
        print_message("gone after %lld ms\n", (long long)took);
        assert_lt(took, second_ms() + SLACK_MS);
        assert_non_null(strstr(record_of(id), "\"status\":\"cancelled\""));
        start(&r); /* the next process knows how it ended */
        assert_true(has_status(&r, id, "cancelled"));
        hang_up(&r);
    }
}

static void cancelling_the_request_cancels_its_job(void **state) {
    (void)state;
    remote r;
    unsigned told = 0;
    double last = -1;
    char command[160], id[64] = "";
    start(&r);
    snprintf(command, sizeof command, "rm -rf '%s/artifacts/jobs'", folder);
    assert_int_equal(system(command), 0);
    send_line(&r,
              "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"evaluate\",\"arguments\":"
              "{\"layout\":\"%s\",\"layer\":{\"layer\":1,\"datatype\":0},\"wait_ms\":25000," RUNNING "},"
              "\"_meta\":{\"progressToken\":\"p\"}}}",
              layout, kernels());
    while (told < 3) {
        const char *line = read_line(&r, PATIENCE_MS);
        assert_non_null(line);
        assert_non_null(strstr(line, "\"progressToken\":\"p\""));
        cJSON *note = cJSON_Parse(line);
        const double done = number_of(cJSON_GetObjectItem(note, "params"), "progress");
        assert_gt(done, last);
        last = done;
        cJSON_Delete(note);
        told++;
    }
    send_line(&r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
    const int64_t began = lob_clock_ms();
    snprintf(command, sizeof command, "ls '%s/artifacts/jobs' | sed -n 's/^\\(job_.*\\)[.]json$/\\1/p'", folder);
    FILE *list = popen(command, "r");
    assert_non_null(fgets(id, sizeof id, list));
    pclose(list);
    id[strcspn(id, "\n")] = '\0';
    while (!has_status(&r, id, "cancelled")) {
        assert_lt(lob_clock_ms() - began, second_ms() + SLACK_MS);
    }
    assert_null(read_line(&r, 200)); /* no answer to a request that was cancelled */
    hang_up(&r);
}

/* The engine's bytes: in the file, in the answer of the process that made them, in that of the next (RFC 0006, G3). */
static void a_result_passes_through_unchanged(void **state) {
    (void)state;
    remote r;
    char arguments[512], id[64], path[256];
    static char stored[1 << 16];
    start(&r);
    snprintf(arguments, sizeof arguments,
             "{\"layout\":\"%s\",\"layer\":{\"layer\":1,\"datatype\":0},\"box\":{\"left\":0,\"bottom\":0,\"right\":1,"
             "\"top\":1},\"report_level\":\"detailed\",\"max_violations\":5,\"wait_ms\":25000," RUNNING "}",
             layout, kernels());
    cJSON *content = ask(&r, "evaluate", arguments);
    snprintf(id, sizeof id, "%s", cJSON_GetObjectItem(content, "job_id")->valuestring);
    while (!is_status(content, "completed")) {
        cJSON_Delete(content);
        content = ask_poll(&r, id, 25000);
    }
    cJSON_Delete(content);
    snprintf(path, sizeof path, "%s/artifacts/jobs/%s.result", folder, id);
    FILE *file = fopen(path, "rb");
    stored[fread(stored, 1, sizeof stored - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(stored, "\"schema_version\""));
    for (int process = 0; process < 2; process++) {
        cJSON_Delete(ask_poll(&r, id, 0));
        const lob_str structured =
            lob_json_raw_member(lob_json_raw_member(lob_str_from(r.line), "result"), "structuredContent");
        assert_true(lob_str_equal(lob_json_raw_member(structured, "result"), lob_str_from(stored)));
        hang_up(&r);
        if (process == 0) {
            start(&r);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancel_job_gives_everything_back),
        cmocka_unit_test(a_client_that_goes_takes_its_jobs_along),
        cmocka_unit_test(cancelling_the_request_cancels_its_job),
        cmocka_unit_test(a_result_passes_through_unchanged),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
