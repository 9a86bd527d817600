/* The client against servers that are one line of shell: what they say is fixed here, so nothing of the product
 * answers. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "client/mcp_client.h"

typedef struct fixture {
    lob_arena *arena;
    lob_ctx ctx;
    lob_mcp_client client;
} fixture;

static void start(fixture *f, const char *script, int64_t timeout_ms) {
    f->arena = lob_arena_new(0);
    assert_non_null(f->arena);
    lob_ctx_init(&f->ctx, f->arena);
    char shell[] = "sh";
    char option[] = "-c";
    char *argv[] = {shell, option, lob_arena_strdup(f->arena, script, strlen(script)), NULL};
    lob_mcp_client_options options = {.argv = argv, .timeout_ms = timeout_ms, .stderr_path = "/dev/null"};
    assert_int_equal(lob_mcp_client_open(&f->ctx, &options, &f->client), LOB_OK);
}

static int stop(fixture *f) {
    int status = lob_mcp_client_close(&f->client);
    lob_arena_drop(f->arena);
    assert_int_equal(lob_alloc_live(), 0);
    return status;
}

static void assert_reason(const fixture *f, const char *reason) {
    assert_int_equal(f->ctx.error.code, LOB_E_INTERNAL_ERROR);
    assert_int_equal(f->ctx.error.detail_count, 1);
    assert_string_equal(f->ctx.error.details[0].key, "reason");
    assert_true(lob_str_equal(f->ctx.error.details[0].text, lob_str_from(reason)));
}

static void assert_fails(const char *script, const char *reason) {
    fixture f;
    start(&f, script, 2000);
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_client_request(&f.ctx, &f.client, "ping", (lob_str){NULL, 0}, &reply),
                     LOB_E_INTERNAL_ERROR);
    assert_reason(&f, reason);
    stop(&f);
}

static void assert_text(lob_str got, const char *expected) {
    assert_int_equal(got.size, strlen(expected));
    assert_memory_equal(got.data, expected, got.size);
}

static void sends_what_the_protocol_says(void **state) {
    (void)state;
    fixture f;
    /* The server hands back the line it got, as a string-free proof: its length. */
    start(&f, "read -r a; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\\n' \"$a\"", 5000);
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_client_request(&f.ctx, &f.client, "tools/list", LOB_STR("{\"cursor\":\"a\"}"), &reply),
                     LOB_OK);
    assert_text(reply.result, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"a\"}}");
    assert_null(reply.error.data);
    assert_int_equal(stop(&f), 0);
}

static void initialize_is_followed_by_its_notification(void **state) {
    (void)state;
    fixture f;
    start(&f,
          "read -r a; echo '{\"id\":1,\"result\":{}}'; read -r b; read -r c; "
          "printf '{\"id\":2,\"result\":[%s,%s]}\\n' \"$b\" \"$c\"",
          5000);
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_client_initialize(&f.ctx, &f.client, "test", &reply), LOB_OK);
    assert_int_equal(lob_mcp_client_call(&f.ctx, &f.client, "list_cells", LOB_STR("{\"a\":1}"), &reply), LOB_OK);
    assert_text(reply.result, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                              "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
                              "{\"name\":\"list_cells\",\"arguments\":{\"a\":1}}}]");
    stop(&f);
}

static void keeps_notifications_and_joins_pieces(void **state) {
    (void)state;
    fixture f;
    start(&f,
          "read -r a; echo '{\"method\":\"one\"}'; echo '{\"method\":\"two\"}'; printf '{\"id\"'; sleep 0.05; "
          "printf ':1,\"error\":{\"code\":-32601'; sleep 0.05; printf '}}\\n{\"method\":\"three\"}\\n'; cat "
          ">/dev/null; exit 7",
          5000);
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_client_request(&f.ctx, &f.client, "x", (lob_str){NULL, 0}, &reply), LOB_OK);
    assert_text(reply.error, "{\"code\":-32601}");
    assert_null(reply.result.data);
    assert_int_equal(f.client.notification_count, 2);
    assert_text((lob_str){f.client.notifications.data, f.client.notifications.size},
                "{\"method\":\"one\"}\n{\"method\":\"two\"}\n");
    assert_int_equal(stop(&f), 7);
}

static void large_messages_pass(void **state) {
    (void)state;
    fixture f;
    start(&f,
          "n=$(head -n 1 | wc -c); printf '{\"id\":1,\"result\":[%s,\"' $n; head -c 3000000 /dev/zero | tr '\\0' a; "
          "echo '\"]}'",
          20000);
    char *text = lob_arena_alloc(f.arena, 1000000);
    memset(text, '1', 1000000);
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_client_request(&f.ctx, &f.client, "m", (lob_str){text, 1000000}, &reply), LOB_OK);
    /* {"jsonrpc":"2.0","id":1,"method":"m","params":} are 47 bytes, with the line end 48. */
    assert_int_equal(reply.result.size, strlen("[1000048,\"\"]") + 3000000);
    assert_memory_equal(reply.result.data, "[1000048,\"aaa", 13);
    stop(&f);
}

static void faults_of_the_server_are_told_apart(void **state) {
    (void)state;
    assert_fails("exit 3", "closed");
    assert_fails("read -r a; exit 0", "closed");
    assert_fails("read -r a; echo hello; cat", "malformed");
    assert_fails("read -r a; echo '[]'; cat", "malformed");
    assert_fails("read -r a; echo '{\"id\":1,\"id\":1,\"result\":{}}'; cat", "malformed");
    assert_fails("read -r a; echo '{\"id\":2,\"result\":{}}'; cat", "unexpected");
    assert_fails("read -r a; echo '{\"id\":1}'; cat", "unexpected");
    assert_fails("read -r a; echo '{\"id\":1,\"result\":{},\"error\":{}}'; cat", "unexpected");
    assert_fails("read -r a; echo '{\"id\":9,\"method\":\"sampling/createMessage\"}'; cat", "unexpected");
}

static void a_silent_server_is_given_up_and_killed(void **state) {
    (void)state;
    fixture f;
    start(&f, "trap '' TERM; while :; do sleep 1; done", 150);
    int64_t began = lob_clock_ns();
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_client_request(&f.ctx, &f.client, "x", (lob_str){NULL, 0}, &reply), LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "timeout");
    assert_lt(lob_clock_ns() - began, INT64_C(10000000000));
    pid_t pid = f.client.pid;
    assert_int_equal(stop(&f), -1);
    assert_int_equal(kill(pid, 0), -1);
}

static void a_server_that_reads_nothing_times_out(void **state) {
    (void)state;
    fixture f;
    start(&f, "exec sleep 5", 150);
    char *text = lob_arena_alloc(f.arena, 1000000);
    memset(text, '1', 1000000);
    assert_int_equal(lob_mcp_client_notify(&f.ctx, &f.client, "m", (lob_str){text, 1000000}), LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "timeout");
    assert_int_equal(stop(&f), -1);
}

static void a_signal_ends_with_its_number(void **state) {
    (void)state;
    fixture f;
    start(&f, "kill -9 $$", 5000);
    assert_int_equal(stop(&f), 128 + SIGKILL);
}

static void a_missing_program_is_an_error(void **state) {
    (void)state;
    fixture f = {.arena = lob_arena_new(0)};
    lob_ctx_init(&f.ctx, f.arena);
    char program[] = "/nonexistent/program";
    char *argv[] = {program, NULL};
    char *environment[] = {NULL};
    lob_mcp_client_options options = {.argv = argv, .environment = environment, .timeout_ms = 1000};
    lob_status status = lob_mcp_client_open(&f.ctx, &options, &f.client);
    if (getenv("LOB_TEST_QUICK") != NULL && status == LOB_OK) {
        /* valgrind makes a fork of posix_spawn(), so the missing program shows as an exit status only. */
        assert_int_equal(stop(&f), 127);
        return;
    }
    assert_int_equal(status, LOB_E_INTERNAL_ERROR);
    assert_reason(&f, "spawn");
    assert_int_equal(stop(&f), -1);
}

static void no_descriptors_no_server(void **state) {
    (void)state;
    int taken[64];
    int count = 0;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    struct rlimit small = {.rlim_cur = 48, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &small), 0);
    while (count < 64 && (taken[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) {
        count++;
    }
    assert_gt(count, 2);
    assert_lt(count, 48);
    for (int spare = 0; spare <= 2; spare += 2) {
        for (int i = 0; i < spare; i++) {
            close(taken[--count]);
        }
        fixture f = {.arena = lob_arena_new(0)};
        lob_ctx_init(&f.ctx, f.arena);
        char program[] = "true";
        char *argv[] = {program, NULL};
        lob_mcp_client_options options = {.argv = argv, .timeout_ms = 1000};
        assert_int_equal(lob_mcp_client_open(&f.ctx, &options, &f.client), LOB_E_INTERNAL_ERROR);
        assert_reason(&f, "spawn");
        stop(&f);
    }
    while (count > 0) {
        close(taken[--count]);
    }
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    bool done = false;
    for (uint64_t nth = 1; !done; nth++) {
        assert_lt(nth, 100);
        fixture f;
        start(&f, "read -r a; echo '{\"method\":\"n\"}'; echo '{\"id\":1,\"result\":{}}'; cat >/dev/null", 5000);
        lob_alloc_fail_at(nth, 0);
        lob_mcp_reply reply;
        lob_status status = lob_mcp_client_initialize(&f.ctx, &f.client, "test", &reply);
        lob_alloc_fail_at(0, 0);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        done = status == LOB_OK;
        stop(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sends_what_the_protocol_says),
        cmocka_unit_test(initialize_is_followed_by_its_notification),
        cmocka_unit_test(keeps_notifications_and_joins_pieces),
        cmocka_unit_test(large_messages_pass),
        cmocka_unit_test(faults_of_the_server_are_told_apart),
        cmocka_unit_test(a_silent_server_is_given_up_and_killed),
        cmocka_unit_test(a_server_that_reads_nothing_times_out),
        cmocka_unit_test(a_signal_ends_with_its_number),
        cmocka_unit_test(a_missing_program_is_an_error),
        cmocka_unit_test(no_descriptors_no_server),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
