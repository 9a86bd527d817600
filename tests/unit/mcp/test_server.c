/* The server as a client sees it: order, promptness, cancellation, limits, ends.
 * A program of its own: its tools stand in for the generated ones. */
#include <fcntl.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include <errno.h>

#include "server_rig.h"
#include "tests/support/stride.h"

#define CALL(id, rest) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":" rest "}"
#define CANCEL(id)     "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void framing_over_a_pipe(void **state) {
    (void)state;
    static const char ping[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    rig r;
    rig_start(&r);
    for (size_t i = 0; i < sizeof ping - 1; i++) { /* split */
        rig_write(&r, ping + i, 1);
    }
    rig_expect(&r, "\r", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    rig_send(&r, "\n  "
                 "\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":"
                 "\"ping\"}"); /* coalesced */
    assert_string_equal(rig_read(&r), "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
    assert_string_equal(rig_read(&r), "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
    rig_expect_start(&r, "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"\xff\"}",
                     "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,");
    rig_expect_start(&r, "}{", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,");
    rig_expect(&r, "{\"jsonrpc\":\"2.0\",\"id\":\"\\u0000\\/\",\"method\":\"ping\"}",
               "{\"jsonrpc\":\"2.0\",\"id\":\"\\u0000\\/\",\"result\":{}}");
    rig_ping(&r);
    assert_int_equal(rig_stop(&r), 0);
}

static void a_line_above_the_limit_is_refused_while_it_streams(void **state) {
    (void)state;
    enum { BLOCK = 1 << 20 };
    rig r;
    char *block = malloc(BLOCK);
    memset(block, 'x', BLOCK);
    rig_start(&r);
    for (int i = 0; i < 17; i++) {
        rig_write(&r, block, BLOCK);
    }
    /* No newline yet, and still an answer. */
    assert_int_equal(strncmp(rig_read(&r), "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,", 50), 0);
    for (int i = 0; i < 17; i++) {
        rig_write(&r, block, BLOCK);
    }
    rig_write(&r, "\n", 1);
    rig_ping(&r);
    free(block);
    assert_int_equal(rig_stop(&r), 0);
}

static void notifications_and_stray_responses_are_not_answered(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\",\"params\":[1]}");
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{}}");
    rig_send(&r, CANCEL("99"));
    rig_send(&r, CANCEL("{\"a\":1}"));
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}");
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}");
    rig_ping(&r);
    assert_int_equal(rig_stop(&r), 0);
}

static void both_lifecycles_over_one_connection(void **state) {
    (void)state;
#define META                                                                                                           \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/"                 \
    "clientCapabilities\":{}}"
    rig r;
    rig_start(&r);
    rig_expect_start(&r, CALL("1", "{\"name\":\"echo\"}"), "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,");
    rig_expect_start(&r, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"server/discover\",\"params\":{" META "}}",
                     "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"supportedVersions\":[\"2026-07-28\"]");
    rig_send(&r, CALL("2", "{\"name\":\"echo\"," META "}"));
    assert_non_null(strstr(rig_read(&r), "\"resultType\":\"complete\""));
    rig_initialize(&r, "2025-06-18");
    rig_send(&r, CALL("3", "{\"name\":\"echo\"}"));
    assert_null(strstr(rig_read(&r), "resultType"));
    rig_initialize(&r, "2024-11-05"); /* again */
    rig_send(&r, CALL("4", "{\"name\":\"echo\"," META "}"));
    assert_non_null(strstr(rig_read(&r), "\"resultType\":\"complete\""));
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\"}");
    assert_non_null(strstr(rig_read(&r), "\"inputSchema\""));
    rig_expect_start(&r, CALL("6", "{\"name\":\"nothing\"}"),
                     "{\"jsonrpc\":\"2.0\",\"id\":6,\"error\":{\"code\":-32602,");
    assert_int_equal(rig_stop(&r), 0);
}

static void output_schemas_belong_to_2025_06_18_and_later(void **state) {
    (void)state;
    static const char *const revisions[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
    rig r;
    rig_start(&r);
    for (size_t i = 0; i < 4; i++) {
        rig_initialize(&r, revisions[i]);
        rig_send(&r, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\"}");
        const char *line = rig_read(&r);
        lob_case("%s", revisions[i]);
        assert_non_null(strstr(line, "\"inputSchema\""));
        assert_eq(strstr(line, "\"outputSchema\"") != NULL, i >= 2);
    }
    rig_initialize(&r, revisions[0]);
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/list\",\"params\":{" META "}}");
    assert_non_null(strstr(rig_read(&r), "\"outputSchema\""));
    assert_int_equal(rig_stop(&r), 0);
}

static void a_tool_error_is_a_result(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_call(&r, 1, "fail", "{}");
    cJSON *tree = cJSON_Parse(rig_read(&r));
    const cJSON *result = cJSON_GetObjectItem(tree, "result");
    const cJSON *error = cJSON_GetObjectItem(result, "structuredContent");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(result, "isError")));
    assert_string_equal(cJSON_GetObjectItem(error, "code")->valuestring, "INVALID_TARGET");
    assert_string_equal(cJSON_GetObjectItem(error, "message")->valuestring, "No such \"thing\"");
    assert_string_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(error, "details"), "hint")->valuestring,
                        "Name another.");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(result, "content")), 1); /* and no picture */
    cJSON *text = cJSON_Parse(
        cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(result, "content"), 0), "text")->valuestring);
    assert_true(cJSON_Compare(text, error, true));
    cJSON_Delete(text);
    cJSON_Delete(tree);
    rig_call(&r, 2, "liar", "{}"); /* never leaves a client waiting */
    if (!rig_is_answer(&r, 2)) {
        assert_non_null(strstr(rig_read(&r), "INTERNAL_ERROR"));
    }
    assert_int_equal(rig_stop(&r), 0);
}

static void long_calls_do_not_keep_others_waiting(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_call(&r, 1, "gate", "{\"session_id\":\"a\"}");
    rig_call(&r, 2, "gate", "{\"session_id\":\"b\"}");
    wait_for(&fake_started, 2);
    for (int i = 0; i < 50; i++) {
        int64_t before = now_ms();
        rig_ping(&r);
        assert_lt(now_ms() - before, 1000);
    }
    rig_call(&r, 3, "echo", "{\"session_id\":\"c\",\"n\":3}"); /* the third worker */
    rig_read(&r);
    assert_true(rig_is_answer(&r, 3));
    rig_call(&r, 4, "gate", "{\"session_id\":\"d\"}"); /* all three are busy now */
    wait_for(&fake_started, 3);
    rig_ping(&r);
    rig_call(&r, 5, "echo", "{}"); /* waits for a worker */
    rig_ping(&r);
    rig_send(&r, CANCEL("2"));
    rig_read(&r);
    assert_true(rig_is_answer(&r, 5));
    atomic_store(&fake_open, true);
    bool seen[5] = {false};
    for (int i = 0; i < 2; i++) {
        rig_read(&r);
        seen[1] |= rig_is_answer(&r, 1);
        seen[4] |= rig_is_answer(&r, 4);
    }
    assert_true(seen[1]);
    assert_true(seen[4]);
    rig_ping(&r);
    assert_int_equal(rig_stop(&r), 0);
}

static void calls_of_one_session_run_in_order(void **state) {
    (void)state;
    enum { COUNT = 60 };
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    for (int i = 0; i < COUNT; i++) { /* now and then one that takes long enough to change threads */
        char arguments[96];
        snprintf(arguments, sizeof arguments, "{\"session_id\":\"s\",\"n\":%d,\"ms\":%d}", i, i % 7 == 3 ? 9 : 0);
        rig_call(&r, i, "mark", arguments);
    }
    for (int i = 0; i < COUNT; i++) {
        rig_read(&r);
        assert_true(rig_is_answer(&r, i));
    }
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(fake_order[i], i);
    }
    assert_int_equal(rig_stop(&r), 0);
}

static void a_cancelled_request_is_never_answered(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_send(&r, CALL("\"a\\u0062\"", "{\"name\":\"gate\",\"arguments\":{\"session_id\":\"s\"}}"));
    wait_for(&fake_started, 1);
    rig_call(&r, 2, "mark", "{\"session_id\":\"s\",\"n\":2}"); /* queued behind it */
    rig_call(&r, 3, "mark", "{\"session_id\":\"s\",\"n\":3}");
    rig_send(&r, CANCEL("2"));
    rig_ping(&r);
    rig_send(&r, CANCEL("\"ab\"")); /* the same id in other letters */
    rig_read(&r);
    assert_true(rig_is_answer(&r, 3));
    assert_int_equal(atomic_load(&fake_cancelled), 1);
    assert_int_equal(atomic_load(&fake_order_count), 1); /* 2 never ran */
    rig_send(&r, CANCEL("3"));                           /* too late: ignored */
    rig_ping(&r);
    assert_false(rig_read_within(&r, 20));
    assert_int_equal(rig_stop(&r), 0);
}

static void progress_comes_only_when_asked_and_in_order(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_call(&r, 1, "steps", "{}");
    rig_read(&r);
    assert_true(rig_is_answer(&r, 1));
#define PROGRESS(token, rest)                                                                                          \
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" token                  \
    ",\"progress\":" rest ",\"message\":\"reading\"}}"
    rig_expect(&r, CALL("2", "{\"name\":\"steps\",\"_meta\":{\"progressToken\":\"t\\u0041\"}}"),
               PROGRESS("\"t\\u0041\"", "1,\"total\":10"));
    assert_string_equal(rig_read(&r), PROGRESS("\"t\\u0041\"", "2"));
    assert_string_equal(rig_read(&r), PROGRESS("\"t\\u0041\"", "3,\"total\":10"));
    rig_read(&r); /* 2, 1 and the early 4 are not told */
    assert_true(rig_is_answer(&r, 2));
    rig_expect(&r, CALL("3", "{\"name\":\"steps\",\"_meta\":{\"progressToken\":9007199254740993}}"),
               PROGRESS("9007199254740993", "1,\"total\":10"));
    assert_int_equal(rig_stop(&r), 0);
}

static void batches_belong_to_2025_03_26(void **state) {
    (void)state;
    static const char *const others[] = {"2024-11-05", "2025-06-18", "2025-11-25"};
    rig r;
    rig_start(&r);
    rig_expect_start(&r, "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                     "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,");
    for (size_t i = 0; i < 3; i++) {
        rig_initialize(&r, others[i]);
        rig_expect_start(&r, "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                         strcmp(others[i], "2025-11-25") == 0
                             ? "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,"
                             : "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,");
    }
    rig_initialize(&r, "2025-03-26");
    rig_expect_start(&r, "[]", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,");
    rig_expect_start(&r, "[1", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,");
    rig_send(&r, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}]"); /* nothing to answer */
    rig_ping(&r);
    char text[16384] = "[";
    for (int i = 0; i < 100; i++) { /* more than may be in flight */
        char element[128];
        snprintf(element, sizeof element,
                 "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}},", i);
        strcat(text, element);
    }
    strcat(text, "{\"jsonrpc\":\"2.0\",\"id\":100,\"method\":\"initialize\"},7,{\"jsonrpc\":\"2.0\",\"id\":101,"
                 "\"method\":\"ping\"}]");
    rig_send(&r, text);
    cJSON *tree = cJSON_Parse(rig_read(&r)), *answer;
    assert_int_equal(cJSON_GetArraySize(tree), 103);
    bool seen[102] = {false};
    unsigned without_id = 0;
    cJSON_ArrayForEach(answer, tree) {
        const cJSON *id = cJSON_GetObjectItem(answer, "id");
        without_id += cJSON_IsNull(id);
        if (!cJSON_IsNull(id)) {
            assert_false(seen[id->valueint]);
            seen[id->valueint] = true;
            assert_int_equal(cJSON_GetObjectItem(answer, "error") != NULL, id->valueint == 100);
        }
    }
    assert_int_equal(without_id, 1);
    cJSON_Delete(tree);
    assert_int_equal(rig_stop(&r), 0);
}

static void a_batch_stays_below_the_limit_as_a_whole(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-03-26");
#define TWO(size)                                                                                                      \
    "[" CALL("1", "{\"name\":\"big\",\"arguments\":{\"size\":" #size                                                   \
                  "}}") "," CALL("2", "{\"name\":\"big\",\"arguments\":{\"size\":" #size "}}") "]"
    rig_send(&r, stride_is_on() ? TWO(2200000) : TWO(3000000));
    cJSON *tree = cJSON_Parse(rig_read(&r)), *answer;
    unsigned results = 0, errors = 0;
    assert_lt(strlen(r.line), 8 * 1024 * 1024);
    cJSON_ArrayForEach(answer, tree) {
        assert_non_null(cJSON_GetObjectItem(answer, "id"));
        results += cJSON_GetObjectItem(answer, "result") != NULL;
        errors += cJSON_GetObjectItem(answer, "error") != NULL;
    }
    assert_int_equal(results, 1);
    assert_int_equal(errors, 1);
    cJSON_Delete(tree);
    assert_int_equal(rig_stop(&r), 0);
}

static void a_cancelled_part_of_a_batch_leaves_the_others(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-03-26");
    rig_send(&r, "[" CALL("1", "{\"name\":\"gate\"}") "," CALL("2", "{\"name\":\"echo\"}") "]");
    wait_for(&fake_started, 1);
    rig_send(&r, CANCEL("1"));
    rig_read(&r);
    assert_int_equal(strncmp(r.line, "[{\"jsonrpc\":\"2.0\",\"id\":2,", 25), 0);
    assert_null(strstr(r.line, "\"id\":1"));
    rig_send(&r, "[" CALL("3", "{\"name\":\"gate\"}") "]");
    wait_for(&fake_started, 2);
    rig_send(&r, CANCEL("3")); /* nothing is left to say */
    rig_ping(&r);
    assert_int_equal(rig_stop(&r), 0);
}

static void at_most_64_requests_are_in_flight(void **state) {
    (void)state;
    enum { COUNT = 70 };
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    for (int i = 0; i < COUNT; i++) {
        rig_call(&r, i, "gate", "{\"session_id\":\"s\"}");
    }
    rig_send(&r, "{\"jsonrpc\":\"2.0\",\"id\":\"late\",\"method\":\"ping\"}");
    wait_for(&fake_started, 1);
    assert_false(rig_read_within(&r, 200)); /* the ping lies behind a full house */
    atomic_store(&fake_open, true);
    unsigned answers = 0;
    for (int i = 0; i < COUNT + 1; i++) {
        answers += strstr(rig_read(&r), "structuredContent") != NULL;
    }
    assert_int_equal(answers, COUNT);
    rig_ping(&r);
    assert_int_equal(rig_stop(&r), 0);
}

static void too_long_an_answer_becomes_an_error(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    const uint32_t fits = stride_pick(3400000, 340000); /* twice in a line: the first just fits */
    char size[32];
    snprintf(size, sizeof size, "{\"size\":%u}", fits);
    rig_call(&r, 1, "big", size);
    rig_read(&r);
    assert_true(rig_is_answer(&r, 1));
    assert_non_null(strstr(r.line, "\"isError\":false"));
    assert_gt(strlen(r.line), 2 * fits);
    rig_call(&r, 2, "big", "{\"size\":4300000}"); /* does not */
    rig_read(&r);
    assert_true(rig_is_answer(&r, 2));
    assert_non_null(strstr(r.line, "\"isError\":true"));
    assert_non_null(strstr(r.line, "QUERY_TOO_LARGE"));
    assert_non_null(strstr(r.line, "\"hint\""));
    rig_call(&r, 3, "big", "{\"size\":9000000}"); /* not even once */
    rig_read(&r);
    assert_true(rig_is_answer(&r, 3));
    assert_non_null(strstr(r.line, "\"isError\":true"));
    assert_lt(strlen(r.line), 4096);
    /* 3.2 MB as a result, but 9.6 MB as a line: each quote stands there as \" and as \\\" */
    rig_call(&r, 4, "big", "{\"size\":1600000,\"quotes\":1}");
    rig_read(&r);
    assert_true(rig_is_answer(&r, 4));
    assert_non_null(strstr(r.line, "\"isError\":true"));
    assert_lt(strlen(r.line), 4096);
    assert_non_null(strstr(r.line, "TOOL_LIMIT_EXCEEDED"));
    rig_ping(&r);
    assert_int_equal(rig_stop(&r), 0);
}

static void a_picture_comes_after_the_text(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_call(&r, 1, "big", "{\"size\":8,\"image\":5}");
    rig_read(&r);
    assert_true(rig_is_answer(&r, 1));
    assert_non_null(strstr(r.line, "\"}\"},{\"type\":\"image\",\"data\":\"eHh4eHg=\",\"mimeType\":\"image/png\"}],"
                                   "\"structuredContent\":{\"text\":\"xxxxxxxx\"}"));
    rig_call(&r, 2, "echo", "{\"n\":1}"); /* not the next call's */
    rig_read(&r);
    assert_true(rig_is_answer(&r, 2));
    assert_false(strstr(r.line, "\"image\""));
    rig_call(&r, 3, "big", "{\"size\":3400000,\"image\":2400000}"); /* 6.8 MB, and 3.2 MB more */
    rig_read(&r);
    assert_true(rig_is_answer(&r, 3));
    assert_non_null(strstr(r.line, "\"isError\":true"));
    assert_lt(strlen(r.line), 4096);
    assert_int_equal(rig_stop(&r), 0);
}

static void end_of_input_ends_calls_within_a_second(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    for (int i = 0; i < 5; i++) {
        rig_call(&r, i, "gate", i < 3 ? "{}" : "{\"session_id\":\"s\"}");
    }
    wait_for(&fake_started, 3);
    int64_t before = now_ms();
    close(r.to_server);
    pthread_join(r.thread, NULL);
    assert_lt(now_ms() - before, 1000);
    assert_int_equal(r.code, 0);
    assert_false(rig_read_within(&r, 0)); /* and says nothing of them */
    rig_release(&r);
}

static void what_was_asked_before_the_end_of_input_is_answered(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_call(&r, 1, "mark", "{\"n\":1,\"ms\":50}");
    rig_write(&r, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}", 40); /* no newline */
    close(r.to_server);
    bool seen[3] = {false};
    for (int i = 0; i < 2; i++) {
        rig_read(&r);
        seen[1] |= rig_is_answer(&r, 1);
        seen[2] |= rig_is_answer(&r, 2);
    }
    assert_true(seen[1]);
    assert_true(seen[2]);
    assert_int_equal(rig_join(&r), 0);
}

static void a_signal_ends_calls_at_once(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_call(&r, 1, "gate", "{}");
    wait_for(&fake_started, 1);
    eventfd_write(r.stop_fd, 1);
    assert_int_equal(rig_join(&r), 0);
    assert_int_equal(atomic_load(&fake_cancelled), 1);
    close(r.to_server);
}

static void a_reader_that_went_away_ends_the_server(void **state) {
    (void)state;
    for (int during_call = 0; during_call < 2; during_call++) {
        rig r;
        rig_start(&r);
        rig_initialize(&r, "2025-11-25");
        if (during_call) {
            rig_call(&r, 1, "gate", "{}");
            wait_for(&fake_started, 1);
        }
        close(r.from_server);
        static const char ping[] = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n";
        ssize_t sent = write(r.to_server, ping, sizeof ping - 1);
        if (sent != sizeof ping - 1) { /* the server may be gone already */
            assert_eq(errno, EPIPE);
        }
        pthread_join(r.thread, NULL);
        assert_int_equal(r.code, 0);
        close(r.to_server);
        r.from_server = -1;
        rig_release(&r);
    }
}

static void a_client_that_does_not_read_cannot_hold_the_end_up(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    for (int i = 0; i < 10; i++) {
        rig_call(&r, i, "big", "{\"size\":500000}"); /* the pipe is full after the first */
    }
    fake_sleep_ms(50);
    int64_t before = now_ms();
    eventfd_write(r.stop_fd, 1);
    assert_int_equal(rig_join(&r), 0);
    assert_lt(now_ms() - before, 1000);
    close(r.to_server);
}

static void a_full_house_that_nobody_waits_for_is_left(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    for (int i = 0; i < 70; i++) {
        rig_call(&r, i, "gate", "{\"session_id\":\"s\"}");
    }
    wait_for(&fake_started, 1);
    int64_t before = now_ms();
    assert_int_equal(rig_stop(&r), 0);
    assert_lt(now_ms() - before, 1500);
}

static void a_client_that_reads_no_more_is_noticed_during_a_call(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    rig_call(&r, 1, "gate", "{}");
    wait_for(&fake_started, 1);
    close(r.from_server);
    r.from_server = -1;
    int64_t before = now_ms();
    assert_int_equal(rig_join(&r), 0); /* its input is still open */
    assert_lt(now_ms() - before, 1000);
    assert_int_equal(atomic_load(&fake_cancelled), 1);
    close(r.to_server);
}

static void the_end_of_input_is_noticed_while_answers_pile_up(void **state) {
    (void)state;
    rig r;
    rig_start(&r);
    rig_initialize(&r, "2025-11-25");
    fcntl(r.to_server, F_SETFL, O_NONBLOCK);
    static const char ping[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    for (int full = 0; full < 20;) { /* until the server has stopped reading, as nobody reads from it */
        full = write(r.to_server, ping, sizeof ping - 1) < 0 ? full + 1 : 0;
        if (full) {
            fake_sleep_ms(5);
        }
    }
    int64_t before = now_ms();
    assert_int_equal(rig_stop(&r), 0);
    assert_lt(now_ms() - before, 1500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(framing_over_a_pipe),
        cmocka_unit_test(a_line_above_the_limit_is_refused_while_it_streams),
        cmocka_unit_test(notifications_and_stray_responses_are_not_answered),
        cmocka_unit_test(both_lifecycles_over_one_connection),
        cmocka_unit_test(output_schemas_belong_to_2025_06_18_and_later),
        cmocka_unit_test(a_tool_error_is_a_result),
        cmocka_unit_test(long_calls_do_not_keep_others_waiting),
        cmocka_unit_test(calls_of_one_session_run_in_order),
        cmocka_unit_test(a_cancelled_request_is_never_answered),
        cmocka_unit_test(progress_comes_only_when_asked_and_in_order),
        cmocka_unit_test(batches_belong_to_2025_03_26),
        cmocka_unit_test(a_batch_stays_below_the_limit_as_a_whole),
        cmocka_unit_test(a_cancelled_part_of_a_batch_leaves_the_others),
        cmocka_unit_test(at_most_64_requests_are_in_flight),
        cmocka_unit_test(too_long_an_answer_becomes_an_error),
        cmocka_unit_test(a_picture_comes_after_the_text),
        cmocka_unit_test(end_of_input_ends_calls_within_a_second),
        cmocka_unit_test(what_was_asked_before_the_end_of_input_is_answered),
        cmocka_unit_test(a_signal_ends_calls_at_once),
        cmocka_unit_test(a_reader_that_went_away_ends_the_server),
        cmocka_unit_test(a_client_that_does_not_read_cannot_hold_the_end_up),
        cmocka_unit_test(a_full_house_that_nobody_waits_for_is_left),
        cmocka_unit_test(a_client_that_reads_no_more_is_noticed_during_a_call),
        cmocka_unit_test(the_end_of_input_is_noticed_while_answers_pile_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
