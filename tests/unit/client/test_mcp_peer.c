/* The client of the conformance suite against tests/servers/bad, which misbehaves in one way at a time: every way has
 * its sentence, and after it nothing is left, no process, no descriptor, no memory.
 * A program of its own: it starts itself, or what lies beside it. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "client/mcp_client.h"
#include "tests/support/stride.h"

enum { TIMEOUT_MS = 10000, SHORT_MS = 200 };

static char bad_path[4096];

/* build/MODE/tests/unit/client/test_mcp_peer -> build/MODE/tests/servers/bad */
static int find_bad(void **state) {
    (void)state;
    ssize_t size = readlink("/proc/self/exe", bad_path, sizeof bad_path - 64);
    assert_gt(size, 0);
    bad_path[size] = '\0';
    for (int i = 0; i < 3; i++) {
        *strrchr(bad_path, '/') = '\0';
    }
    strcat(bad_path, "/servers/bad");
    return access(bad_path, X_OK);
}

/* ---- nothing is left ---- */

static int descriptor_count(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL) {
        count++;
    }
    closedir(folder);
    return count;
}

/* Processes whose environment names this test: whoever changed session, group and parent is found as well. */
static int descendant_count(const char *marker) {
    int count = 0;
    DIR *folder = opendir("/proc");
    assert_non_null(folder);
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        char path[300];
        char environment[4096];
        snprintf(path, sizeof path, "/proc/%.200s/environ", entry->d_name);
        int fd = entry->d_name[0] >= '0' && entry->d_name[0] <= '9' ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        if (fd >= 0) {
            ssize_t size = read(fd, environment, sizeof environment);
            count += size > 0 && memmem(environment, (size_t)size, marker, strlen(marker)) != NULL;
            close(fd);
        }
    }
    closedir(folder);
    return count;
}

/* ---- one server ---- */

typedef struct fixture {
    lob_arena *arena;
    lob_ctx ctx;
    lob_mcp_client client;
    char marker[64];
} fixture;

static lob_status open_bad(fixture *f, const char *mode, const char *number, const lob_mcp_peer_options *with) {
    f->arena = lob_arena_new(0);
    lob_ctx_init(&f->ctx, f->arena);
    static atomic_int count;
    snprintf(f->marker, sizeof f->marker, "LOB_TEST_PEER=%d_%d_", (int)getpid(), ++count);
    char *argv[] = {bad_path, (char *)(uintptr_t)mode, (char *)(uintptr_t)number, NULL};
    char *environment[] = {f->marker, NULL};
    lob_mcp_peer_options options = *with;
    options.argv = options.argv != NULL ? options.argv : argv;
    options.environment = environment;
    options.protocol = options.protocol != NULL ? options.protocol : "2025-11-25";
    options.timeout_ms = options.timeout_ms != 0 ? options.timeout_ms : TIMEOUT_MS;
    return lob_mcp_peer_open(&f->ctx, &options, &f->client);
}

static void start(fixture *f, const char *mode, const char *number) {
    assert_int_equal(open_bad(f, mode, number, &(lob_mcp_peer_options){0}), LOB_OK);
}

static void greet(fixture *f) {
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_peer_greet(&f->ctx, &f->client, "test", &reply), LOB_OK);
    assert_non_null(reply.result.data);
}

static lob_mcp_end stop(fixture *f, bool with_kill) {
    lob_mcp_end end = lob_mcp_peer_close(&f->client, with_kill);
    lob_arena_drop(f->arena);
    assert_int_equal(descendant_count(f->marker), 0);
    return end;
}

static lob_status call(fixture *f, lob_mcp_reply *reply, int64_t timeout_ms) {
    int64_t id;
    LOB_TRY(lob_mcp_peer_send(&f->ctx, &f->client, "tools/call", LOB_STR("{\"name\":\"echo\",\"arguments\":{\"a\":1}}"),
                              &id));
    return lob_mcp_peer_take(&f->ctx, &f->client, id, timeout_ms, reply);
}

static void assert_text(lob_str got, const char *expected) {
    assert_int_equal(got.size, strlen(expected));
    assert_memory_equal(got.data, expected, got.size);
}

static void assert_reason(const fixture *f, const char *reason) {
    assert_int_equal(f->ctx.error.code, LOB_E_INTERNAL_ERROR);
    assert_string_equal(f->ctx.error.details[0].key, "reason");
    assert_true(lob_str_equal(f->ctx.error.details[0].text, lob_str_from(reason)));
}

#define ECHOED "{\"content\":[],\"structuredContent\":{\"a\":1}}"

static void a_good_server_is_good(void **state) {
    (void)state;
    static const char *const revisions[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};
    for (size_t i = 0; i < sizeof revisions / sizeof revisions[0]; i++) {
        lob_case("%zu: %s", i, revisions[i]);
        fixture f;
        lob_mcp_reply reply;
        assert_int_equal(open_bad(&f, "good", NULL, &(lob_mcp_peer_options){.protocol = revisions[i]}), LOB_OK);
        assert_gt(f.client.pid, 0);
        assert_int_equal(getsid(f.client.pid), f.client.pid);
        assert_int_equal(getpgid(f.client.pid), f.client.pid);
        greet(&f);
        assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
        assert_text(reply.result, ECHOED);
        lob_mcp_end end = stop(&f, false);
        assert_int_equal(end.status, 0);
        assert_false(end.was_killed);
        assert_int_equal(end.left_count, 0);
        assert_string_equal(lob_mcp_client_verdict(&f.client), "");
    }
}

/* Each line: how the server misbehaves when a tool is called, and what is said of it. */
static const struct {
    const char *mode, *number, *reason, *verdict;
    int64_t timeout_ms;
    bool is_slow; /* moves many bytes */
} faults[] = {
    {"hang", NULL, "timeout", "no answer to tools/call within 200 ms", SHORT_MS, false},
    {"flood-lines", NULL, "malformed", "wrote 100000 lines without an answer to tools/call", TIMEOUT_MS, true},
    {"flood-long", NULL, "malformed", "wrote 64 MiB without an answer to tools/call", TIMEOUT_MS, true},
    {"flood-bytes", NULL, "malformed", "wrote 64 MiB without a line end", TIMEOUT_MS, true},
    {"logs", NULL, "malformed", "wrote to standard output something that is not JSON: \"INFO starting\"", TIMEOUT_MS,
     false},
    {"bytes", NULL, "malformed", "wrote to standard output something that is not JSON: \"\\u{1b}[31mred\\xff\\\"\"",
     TIMEOUT_MS, false},
    {"empty-line", NULL, "malformed", "wrote an empty line to standard output", TIMEOUT_MS, false},
    {"exit", "3", "closed", "ended with exit status 3 before it answered tools/call", TIMEOUT_MS, false},
    {"signal", "11", "closed", "was ended by signal 11 (SIGSEGV) before it answered tools/call", TIMEOUT_MS, false},
    {"signal", "13", "closed", "was ended by signal 13 (SIGPIPE) before it answered tools/call", TIMEOUT_MS, false},
    {"signal", "40", "closed", "was ended by signal 40 (unnamed) before it answered tools/call", TIMEOUT_MS, false},
    {"holder-exit", "6", "closed", "ended with exit status 6 before it answered tools/call", TIMEOUT_MS, false},
    {"half-line-exit", NULL, "closed",
     "ended with exit status 0 in the middle of a line (\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"res\") before "
     "it answered tools/call",
     TIMEOUT_MS, false},
    {"half-line-hang", NULL, "timeout",
     "no answer to tools/call within 200 ms: it stopped in the middle of a line "
     "(\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"res\")",
     SHORT_MS, false},
    {"close-stdout", NULL, "closed", "closed its standard output but went on running before it answered tools/call",
     TIMEOUT_MS, false},
    {"close-stdin", NULL, "timeout", "no answer to tools/call within 200 ms", SHORT_MS, false},
    {"wrong-id", NULL, "unexpected", "answered request 77 when asked 2", TIMEOUT_MS, false},
    {"text-id", NULL, "unexpected", "answered request \"2\" when asked 2", TIMEOUT_MS, false},
    {"null-id", NULL, "unexpected",
     "answered without the id of a request: \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":null,\\\"error\\\":{\\\"code\\\":"
     "-32603,\\\"message\\\":...\"",
     TIMEOUT_MS, false},
    {"invalid-json", NULL, "malformed",
     "sent invalid JSON (number has a leading zero, at byte 38): \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,"
     "\\\"result\\\":{\\\"a\\\":01}}\"",
     TIMEOUT_MS, false},
    {"both", NULL, "unexpected",
     "sent a reply with both a result and an error: \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"result\\\":{},"
     "\\\"error\\\":{}}\"",
     TIMEOUT_MS, false},
    {"neither", NULL, "unexpected",
     "sent a reply with neither a result nor an error: \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2}\"", TIMEOUT_MS,
     false},
    {"no-version", NULL, "malformed",
     "sent a message without \"jsonrpc\": \"2.0\": \"{\\\"id\\\":2,\\\"result\\\":{}}\"", TIMEOUT_MS, false},
    {"array", NULL, "malformed",
     "sent JSON that is not an object: \"[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"result\\\":{}}]\"", TIMEOUT_MS,
     false},
    {"request", NULL, "unexpected",
     "sent a request, which the client never offered to answer: \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"method"
     "\\\":\\\"sampling/createMessage\\\",\\\"p...\"",
     TIMEOUT_MS, false},
};

static void every_fault_has_its_sentence(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        lob_case("%zu: %s", i, faults[i].mode);
        if (faults[i].is_slow && getenv("LOB_TEST_QUICK") != NULL) {
            continue;
        }
        int before = descriptor_count();
        fixture f;
        lob_mcp_reply reply;
        start(&f, faults[i].mode, faults[i].number);
        greet(&f);
        assert_string_equal(lob_mcp_client_verdict(&f.client), "");
        int64_t began_ms = lob_clock_ms();
        assert_int_equal(call(&f, &reply, faults[i].timeout_ms), LOB_E_INTERNAL_ERROR);
        if (!faults[i].is_slow) {
            assert_lt(lob_clock_ms() - began_ms, TIMEOUT_MS / 2);
        }
        assert_reason(&f, faults[i].reason);
        assert_string_equal(lob_mcp_client_verdict(&f.client), faults[i].verdict);
        stop(&f, true);
        assert_int_equal(lob_alloc_live(), 0);
        assert_int_equal(descriptor_count(), before);
    }
}

/* A server that is killed does not see the end of its input before: what it does then, tidying up, it has no time for.
 */
static void who_is_killed_does_nothing_more(void **state) {
    (void)state;
    char path[] = "/tmp/lob_test_peer_XXXXXX";
    const int fd = mkstemp(path);
    assert_ge(fd, 0);
    assert_eq(close(fd), 0);
    assert_eq(unlink(path), 0);
    char *argv[] = {"/bin/sh", "-c", "while read -r line; do :; done; : >\"$1\"", "sh", path, NULL};
    for (unsigned i = 0; i < stride_pick(40, 2); i++) {
        fixture f;
        assert_int_equal(open_bad(&f, NULL, NULL, &(lob_mcp_peer_options){.argv = argv}), LOB_OK);
        usleep(20000); /* it reads */
        stop(&f, i % 20 != 19);
        assert_int_equal(access(path, F_OK), i % 20 != 19 ? -1 : 0); /* the control: closed, it does */
        unlink(path);
    }
}

static void an_answer_twice_is_a_fault(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    start(&f, "twice", NULL);
    greet(&f);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "unexpected");
    assert_string_equal(lob_mcp_client_verdict(&f.client), "answered request 2 twice");
    stop(&f, true);
}

static void a_server_that_fails_at_once(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    start(&f, "start-exit", "4");
    assert_int_equal(lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply), LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "closed");
    const char *verdict = lob_mcp_client_verdict(&f.client);
    if (strstr(verdict, "took") != NULL) { /* it ended before the request was written */
        assert_string_equal(verdict, "ended with exit status 4 before it took initialize");
    } else {
        assert_string_equal(verdict, "ended with exit status 4 before it answered initialize");
    }
    assert_int_equal(stop(&f, false).status, 4);
    start(&f, "start-logs", NULL);
    assert_int_equal(lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client),
                        "wrote to standard output something that is not JSON: \"INFO starting\"");
    assert_int_equal(stop(&f, false).status, 0);
}

static void a_refusal_is_an_answer(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    start(&f, "refuse", NULL);
    assert_int_equal(lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply), LOB_OK);
    assert_null(reply.result.data);
    assert_text(reply.error, "{\"code\":-32603,\"message\":\"not today\"}");
    assert_string_equal(f.client.protocol, "2025-11-25");
    stop(&f, false);
}

/* What the server agrees on counts, as long as it looks like a revision. */
static void the_revision_is_agreed_on(void **state) {
    (void)state;
    static const char *const answers[][2] = {{"\"2024-11-05\"", "2024-11-05"},
                                             {"20251125", "2025-11-25"},
                                             {"\"2024-11-0\\n\"", "2025-11-25"},
                                             {"\"2024-11-0x\"", "2025-11-25"},
                                             {"\"2024-11-05-long\"", "2025-11-25"}};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        lob_case("%s", answers[i][0]);
        fixture f;
        start(&f, "version", answers[i][0]);
        greet(&f);
        assert_string_equal(f.client.protocol, answers[i][1]);
        stop(&f, false);
    }
}

/* Whoever kills the keeper kills the server with it, and hears that. */
static void a_lost_keeper_takes_the_server_along(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    char path[64], line[512];
    int parent = 0;
    start(&f, "no-end", NULL);
    greet(&f);
    snprintf(path, sizeof path, "/proc/%d/stat", (int)f.client.pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = read(fd, line, sizeof line - 1);
    assert_gt(size, 0);
    line[size] = '\0';
    close(fd);
    assert_int_equal(sscanf(strrchr(line, ')'), ") %*c %d", &parent), 1);
    assert_int_not_equal(parent, getpid());
    assert_int_equal(kill(parent, SIGKILL), 0);
    usleep(50000);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "closed");
    const char *lost = "was lost sight of (the process that watched it is gone)";
    assert_memory_equal(lob_mcp_client_verdict(&f.client), lost, strlen(lost));
    assert_int_equal(stop(&f, false).status, -1);
}

static void a_missing_program_is_told(void **state) {
    (void)state;
    fixture f;
    int before = descriptor_count();
    char *argv[] = {(char *)(uintptr_t) "/nonexistent/program", NULL};
    assert_int_equal(open_bad(&f, NULL, NULL, &(lob_mcp_peer_options){.argv = argv}), LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "spawn");
    assert_string_equal(lob_mcp_client_verdict(&f.client), "could not be started: No such file or directory");
    assert_int_equal(stop(&f, false).status, -1);
    assert_int_equal(open_bad(&f, "good", NULL, &(lob_mcp_peer_options){.folder = "/nonexistent"}),
                     LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "could not be started: No such file or directory");
    stop(&f, false);
    assert_int_equal(open_bad(&f, "good", NULL, &(lob_mcp_peer_options){.stderr_path = "/nonexistent/file"}),
                     LOB_E_INTERNAL_ERROR);
    stop(&f, false);
    assert_int_equal(descriptor_count(), before);
}

static void a_server_that_reads_nothing(void **state) {
    (void)state;
    fixture f;
    int64_t id;
    assert_int_equal(open_bad(&f, "deaf", NULL, &(lob_mcp_peer_options){.timeout_ms = SHORT_MS}), LOB_OK);
    size_t size = 1 << 20;
    char *params = lob_arena_alloc(f.arena, size);
    memset(params, ' ', size);
    params[0] = '{';
    params[size - 1] = '}';
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "tools/list", (lob_str){params, size}, &id),
                     LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "timeout");
    assert_string_equal(lob_mcp_client_verdict(&f.client),
                        "did not take tools/list within 200 ms: it does not read its standard input");
    lob_mcp_end end = stop(&f, false);
    assert_true(end.was_killed);
    assert_int_equal(end.status, -1);
}

/* ---- the end ---- */

static void the_end_is_told(void **state) {
    (void)state;
    fixture f;
    start(&f, "end", "7");
    greet(&f);
    assert_int_equal(stop(&f, false).status, 7);
    assert_int_equal(open_bad(&f, "no-end", NULL, &(lob_mcp_peer_options){.timeout_ms = SHORT_MS}), LOB_OK);
    lob_mcp_end end = stop(&f, false);
    assert_true(end.was_killed);
    assert_int_equal(end.status, -1);
    assert_string_equal(lob_mcp_client_verdict(&f.client),
                        "did not end within 200 ms after its input was closed, and was killed");
    start(&f, "no-end", NULL);
    int64_t began_ms = lob_clock_ms();
    end = stop(&f, true);
    assert_lt(lob_clock_ms() - began_ms, TIMEOUT_MS / 2);
    assert_false(end.was_killed);
    assert_int_equal(end.status, -1);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "");
}

static void children_left_behind_are_counted_and_killed(void **state) {
    (void)state;
    static const char *const modes[] = {"child", "escaped", "holder"};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        lob_case("%zu: %s", i, modes[i]);
        fixture f;
        lob_mcp_reply reply;
        start(&f, modes[i], NULL);
        greet(&f);
        assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
        assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
        assert_int_equal(descendant_count(f.marker), 3);
        lob_mcp_end end = stop(&f, false);
        assert_int_equal(end.status, 0);
        assert_false(end.was_killed);
        assert_int_equal(end.left_count, 2);
        assert_string_equal(lob_mcp_client_verdict(&f.client), "left 2 processes behind, which had to be killed");
    }
}

static void children_that_end_soon_are_none_left(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    start(&f, "soon", "120");
    greet(&f);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
    lob_mcp_end end = stop(&f, false);
    assert_int_equal(end.status, 0);
    assert_int_equal(end.left_count, 0);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "");
}

/* When this process dies, the server goes, whatever it thinks of the end of its input. */
static void nobody_outlives_the_client(void **state) {
    (void)state;
    fixture f;
    pid_t child = fork();
    if (child == 0) {
        lob_mcp_reply reply;
        open_bad(&f, "no-end", NULL, &(lob_mcp_peer_options){0});
        lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    snprintf(f.marker, sizeof f.marker, "LOB_TEST_PEER=%d_", (int)child);
    for (int i = 0; i < 500 && descendant_count(f.marker) > 0; i++) {
        usleep(10000);
    }
    assert_int_equal(descendant_count(f.marker), 0);
}

/* ---- several requests ---- */

static void replies_are_matched_in_any_order(void **state) {
    (void)state;
    fixture f;
    int64_t first, second;
    lob_mcp_reply reply;
    start(&f, "swap", NULL);
    greet(&f);
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "tools/call",
                                       LOB_STR("{\"name\":\"echo\",\"arguments\":{\"n\":1}}"), &first),
                     LOB_OK);
    assert_true(lob_mcp_peer_is_silent(&f.ctx, &f.client, first, 50));
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "tools/call",
                                       LOB_STR("{\"name\":\"echo\",\"arguments\":{\"n\":2}}"), &second),
                     LOB_OK);
    assert_false(lob_mcp_peer_is_silent(&f.ctx, &f.client, first, TIMEOUT_MS));
    assert_false(lob_mcp_peer_is_silent(&f.ctx, &f.client, first, 0));
    assert_false(lob_mcp_peer_is_silent(&f.ctx, &f.client, 0, 0));
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, first, 0, &reply), LOB_OK);
    assert_text(reply.result, "{\"content\":[],\"structuredContent\":{\"n\":1}}");
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, second, 0, &reply), LOB_OK);
    assert_text(reply.result, "{\"content\":[],\"structuredContent\":{\"n\":2}}");
    assert_true(lob_mcp_peer_is_silent(&f.ctx, &f.client, 0, 20));
    assert_int_equal(f.ctx.error.code, LOB_OK);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "");
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, second, 0, &reply), LOB_E_INTERNAL_ERROR);
    stop(&f, false);
}

static void a_late_answer_still_counts(void **state) {
    (void)state;
    fixture f;
    int64_t id;
    lob_mcp_reply reply;
    start(&f, "late", "150");
    greet(&f);
    assert_int_equal(
        lob_mcp_peer_send(&f.ctx, &f.client, "tools/call", LOB_STR("{\"name\":\"echo\",\"arguments\":{}}"), &id),
        LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, 20, &reply), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "no answer to tools/call within 20 ms");
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, TIMEOUT_MS, &reply), LOB_OK);
    stop(&f, false);
}

static void a_ping_of_the_server_is_answered(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    start(&f, "ping", NULL);
    greet(&f);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
    assert_text(reply.result, ECHOED);
    stop(&f, false);
    assert_int_equal(open_bad(&f, "ping", NULL, &(lob_mcp_peer_options){.protocol = "2026-07-28"}), LOB_OK);
    greet(&f);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "unexpected");
    stop(&f, true);
}

static void notifications_are_kept(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    start(&f, "notify", NULL);
    greet(&f);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
    assert_int_equal(f.client.notification_count, 1);
    assert_text((lob_str){f.client.notifications.data, f.client.notifications.size},
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n");
    stop(&f, false);
}

/* ---- what is sent ---- */

static void assert_mirrored(fixture *f, lob_str params, const char *expected) {
    int64_t id;
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_peer_send(&f->ctx, &f->client, "mirror", params, &id), LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f->ctx, &f->client, id, TIMEOUT_MS, &reply), LOB_OK);
    assert_text(reply.result, expected);
}

#define PREFIX       "io.modelcontextprotocol/"
#define VERSION      "\"" PREFIX "protocolVersion\":\"2026-07-28\""
#define INFO         "\"" PREFIX "clientInfo\":{\"name\":\"test\",\"version\":\"1\"}"
#define CAPABILITIES "\"" PREFIX "clientCapabilities\":{}"

static void every_request_says_its_revision(void **state) {
    (void)state;
    fixture f;
    assert_int_equal(open_bad(&f, "good", NULL, &(lob_mcp_peer_options){.protocol = "2026-07-28"}), LOB_OK);
    greet(&f);
    assert_mirrored(&f, (lob_str){NULL, 0},
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"mirror\",\"params\":{\"_meta\":{" VERSION "," INFO
                    "," CAPABILITIES "}}}");
    assert_mirrored(&f, LOB_STR(" {\"a\": 1 } "),
                    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"mirror\",\"params\":{\"_meta\":{" VERSION "," INFO
                    "," CAPABILITIES "},\"a\": 1}}");
    assert_mirrored(&f, LOB_STR("{\"a\":1,\"_meta\":{\"progressToken\":5},\"b\":2}"),
                    "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"mirror\",\"params\":{\"a\":1,\"_meta\":{" VERSION
                    "," INFO "," CAPABILITIES ",\"progressToken\":5},\"b\":2}}");
    assert_mirrored(&f, LOB_STR("{\"_meta\":{\"" PREFIX "protocolVersion\":\"1\"}}"),
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"mirror\",\"params\":{\"_meta\":{" INFO "," CAPABILITIES
                    ",\"" PREFIX "protocolVersion\":\"1\"}}}");
    assert_mirrored(&f, LOB_STR("{\"_meta\":7}"),
                    "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"mirror\",\"params\":{\"_meta\":7}}");
    assert_mirrored(&f, LOB_STR("[1]"), "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"mirror\",\"params\":[1]}");
    stop(&f, false);
    start(&f, "good", NULL);
    greet(&f);
    assert_mirrored(&f, LOB_STR("{\"a\":1}"),
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"mirror\",\"params\":{\"a\":1}}");
    stop(&f, false);
}

static void lines_of_any_bytes_pass(void **state) {
    (void)state;
    fixture f;
    lob_str line;
    lob_mcp_reply reply;
    int64_t id;
    start(&f, "good", NULL);
    greet(&f);
    assert_int_equal(lob_mcp_peer_send_line(&f.ctx, &f.client, LOB_STR("{\"id\":\"x\",\"method\":\"ping\"}")), LOB_OK);
    assert_int_equal(lob_mcp_peer_take_line(&f.ctx, &f.client, TIMEOUT_MS, &line), LOB_OK);
    assert_text(line, "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}");
    assert_int_equal(lob_mcp_peer_send_line(&f.ctx, &f.client, LOB_STR("nothing \xff")), LOB_OK);
    assert_true(lob_mcp_peer_is_silent(&f.ctx, &f.client, 0, 50));
    /* Its answer comes before that of a request, and is kept. */
    assert_int_equal(lob_mcp_peer_send_line(&f.ctx, &f.client, LOB_STR("{\"id\":99,\"method\":\"ping\"}")), LOB_OK);
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "ping", (lob_str){NULL, 0}, &id), LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, TIMEOUT_MS, &reply), LOB_OK);
    assert_false(lob_mcp_peer_is_silent(&f.ctx, &f.client, 0, 0));
    assert_int_equal(lob_mcp_peer_take_line(&f.ctx, &f.client, 0, &line), LOB_OK);
    assert_text(line, "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
    /* A reply to a request of ours may be taken as a line as well, once. */
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "ping", (lob_str){NULL, 0}, &id), LOB_OK);
    assert_int_equal(lob_mcp_peer_take_line(&f.ctx, &f.client, TIMEOUT_MS, &line), LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, 0, &reply), LOB_E_INTERNAL_ERROR);
    assert_int_equal(lob_mcp_peer_take_line(&f.ctx, &f.client, 20, &line), LOB_E_INTERNAL_ERROR);
    assert_string_equal(lob_mcp_client_verdict(&f.client), "no answer to what was sent within 20 ms");
    stop(&f, false);
}

static void an_error_is_no_failure(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    int64_t id;
    start(&f, "good", NULL);
    greet(&f);
    assert_int_equal(lob_mcp_peer_notify(&f.ctx, &f.client, "notifications/x", LOB_STR("{}")), LOB_OK);
    assert_int_equal(lob_mcp_peer_send(&f.ctx, &f.client, "no/such", (lob_str){NULL, 0}, &id), LOB_OK);
    assert_int_equal(lob_mcp_peer_take(&f.ctx, &f.client, id, TIMEOUT_MS, &reply), LOB_OK);
    assert_null(reply.result.data);
    assert_text(reply.error, "{\"code\":-32601,\"message\":\"Method not found\"}");
    stop(&f, false);
}

/* ---- where it runs ---- */

static void standard_error_is_cut(void **state) {
    (void)state;
    fixture f;
    lob_mcp_reply reply;
    char path[] = "/tmp/lob-peer-XXXXXX";
    int fd = mkstemp(path);
    assert_ge(fd, 0);
    bool is_quick = getenv("LOB_TEST_QUICK") != NULL;
    /* lines of 64 bytes: 1 MiB, 20 MiB */
    assert_int_equal(
        open_bad(&f, "stderr-flood", is_quick ? "16384" : "327680", &(lob_mcp_peer_options){.stderr_path = path}),
        LOB_OK);
    greet(&f);
    assert_int_equal(call(&f, &reply, TIMEOUT_MS), LOB_OK);
    assert_int_equal(stop(&f, false).status, 0);
    struct stat info;
    assert_int_equal(fstat(fd, &info), 0);
    assert_int_equal(info.st_size,
                     is_quick ? 1 << 20 : (16 << 20) + strlen("\n[the rest of the standard error is cut]\n"));
    close(fd);
    unlink(path);
}

static void a_command_runs_in_its_folder(void **state) {
    (void)state;
    fixture f;
    char folder[] = "/tmp/lob-peer-XXXXXX";
    char here[4096];
    assert_non_null(mkdtemp(folder));
    assert_non_null(getcwd(here, sizeof here));
    /* A relative command is one from here, not from there. */
    char *slash = strrchr(bad_path, '/');
    *slash = '\0';
    assert_int_equal(chdir(bad_path), 0);
    *slash = '/';
    char *argv[] = {(char *)(uintptr_t) "./bad", NULL};
    assert_int_equal(open_bad(&f, NULL, NULL, &(lob_mcp_peer_options){.argv = argv, .folder = folder}), LOB_OK);
    assert_int_equal(chdir(here), 0);
    greet(&f);
    char link[64], place[4096];
    snprintf(link, sizeof link, "/proc/%d/cwd", (int)f.client.pid);
    ssize_t size = readlink(link, place, sizeof place);
    assert_text((lob_str){place, (size_t)size}, folder);
    stop(&f, false);
    rmdir(folder);
}

/* ---- threads ---- */

typedef struct runner {
    pthread_t thread;
    unsigned seed;
    int round_count;
    const char *fault;
} runner;

static const char *run_one(unsigned which) {
    static const char *const modes[] = {"good", "exit", "escaped", "hang", "logs", "child"};
    const char *mode = modes[which % 6];
    fixture f;
    lob_mcp_reply reply;
    const char *fault = NULL;
    if (open_bad(&f, mode, "5", &(lob_mcp_peer_options){0}) != LOB_OK ||
        lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply) != LOB_OK) {
        fault = "no greeting";
    } else {
        bool fine = call(&f, &reply, which % 6 == 3 ? 50 : TIMEOUT_MS) == LOB_OK;
        fault = fine == (which % 6 == 0 || which % 6 == 2 || which % 6 == 5) ? NULL : "wrong outcome";
    }
    bool with_kill = which % 6 == 3;
    lob_mcp_end end = lob_mcp_peer_close(&f.client, with_kill);
    lob_arena_drop(f.arena);
    if (end.left_count != (which % 6 == 2 || which % 6 == 5)) {
        fault = "a child counted wrongly";
    }
    if (end.status != (with_kill ? -1 : which % 6 == 1 ? 5 : 0)) {
        fault = "wrong status";
    }
    return fault;
}

static void *run_many(void *arg) {
    runner *r = arg;
    for (int i = 0; i < r->round_count && r->fault == NULL; i++) {
        r->fault = run_one(r->seed + (unsigned)i);
    }
    return NULL;
}

/* A child of the test itself must not be waited for by anybody else, and strays are told apart. */
static void clients_of_threads_do_not_meet(void **state) {
    (void)state;
    enum { THREAD_COUNT = 4 };
    runner runners[THREAD_COUNT];
    int before = descriptor_count();
    pid_t own = fork();
    if (own == 0) {
        _exit(9);
    }
    for (unsigned i = 0; i < THREAD_COUNT; i++) {
        runners[i] = (runner){.seed = i, .round_count = getenv("LOB_TEST_QUICK") != NULL ? 3 : 6};
        assert_int_equal(pthread_create(&runners[i].thread, NULL, run_many, &runners[i]), 0);
    }
    for (unsigned i = 0; i < THREAD_COUNT; i++) {
        pthread_join(runners[i].thread, NULL);
    }
    for (unsigned i = 0; i < THREAD_COUNT; i++) {
        assert_null(runners[i].fault);
    }
    int status;
    assert_int_equal(waitpid(own, &status, 0), own);
    assert_int_equal(WEXITSTATUS(status), 9);
    assert_int_equal(waitpid(-1, &status, WNOHANG), -1);
    assert_int_equal(descriptor_count(), before);
    assert_int_equal(lob_alloc_live(), 0);
}

/* ---- memory ---- */

static void every_allocation_may_fail(void **state) {
    (void)state;
    bool done = false;
    for (uint64_t nth = 1; !done; nth++) {
        assert_lt(nth, 200);
        fixture f;
        lob_mcp_reply reply;
        int64_t first = 0, second = 0;
        f.arena = lob_arena_new(0);
        lob_ctx_init(&f.ctx, f.arena);
        char *argv[] = {bad_path, (char *)(uintptr_t) "swap", NULL};
        lob_mcp_peer_options options = {.argv = argv, .protocol = "2026-07-28", .timeout_ms = TIMEOUT_MS};
        lob_str params = LOB_STR("{\"name\":\"echo\",\"arguments\":{}}");
        lob_alloc_fail_at(nth, 0);
        lob_status status = lob_mcp_peer_open(&f.ctx, &options, &f.client);
        status = status != LOB_OK ? status : lob_mcp_peer_greet(&f.ctx, &f.client, "test", &reply);
        status = status != LOB_OK ? status : lob_mcp_peer_send(&f.ctx, &f.client, "tools/call", params, &first);
        status = status != LOB_OK ? status : lob_mcp_peer_send(&f.ctx, &f.client, "tools/call", params, &second);
        status = status != LOB_OK ? status : lob_mcp_peer_take(&f.ctx, &f.client, first, TIMEOUT_MS, &reply);
        status = status != LOB_OK ? status : lob_mcp_peer_take(&f.ctx, &f.client, second, TIMEOUT_MS, &reply);
        lob_alloc_fail_at(0, 0);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        done = status == LOB_OK;
        lob_mcp_peer_close(&f.client, true);
        lob_arena_drop(f.arena);
        assert_int_equal(lob_alloc_live(), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_server_is_good),
        cmocka_unit_test(every_fault_has_its_sentence),
        cmocka_unit_test(an_answer_twice_is_a_fault),
        cmocka_unit_test(who_is_killed_does_nothing_more),
        cmocka_unit_test(a_server_that_fails_at_once),
        cmocka_unit_test(a_refusal_is_an_answer),
        cmocka_unit_test(the_revision_is_agreed_on),
        cmocka_unit_test(a_lost_keeper_takes_the_server_along),
        cmocka_unit_test(a_missing_program_is_told),
        cmocka_unit_test(a_server_that_reads_nothing),
        cmocka_unit_test(the_end_is_told),
        cmocka_unit_test(children_left_behind_are_counted_and_killed),
        cmocka_unit_test(children_that_end_soon_are_none_left),
        cmocka_unit_test(nobody_outlives_the_client),
        cmocka_unit_test(replies_are_matched_in_any_order),
        cmocka_unit_test(a_late_answer_still_counts),
        cmocka_unit_test(a_ping_of_the_server_is_answered),
        cmocka_unit_test(notifications_are_kept),
        cmocka_unit_test(every_request_says_its_revision),
        cmocka_unit_test(lines_of_any_bytes_pass),
        cmocka_unit_test(an_error_is_no_failure),
        cmocka_unit_test(standard_error_is_cut),
        cmocka_unit_test(a_command_runs_in_its_folder),
        cmocka_unit_test(clients_of_threads_do_not_meet),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, find_bad, NULL);
}
