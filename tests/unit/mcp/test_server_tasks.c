/* Tasks through the whole server, in this process: both forms over the jobs of earlier processes, whose records are
 * made here, and over work in progress. What is expected is from the MCP specification 2025-11-25 and ext-tasks. */
#include "real_rig.h"

#include "base/clock.h"
#include "base/log.h"
#include "session/job_records.h"
#include "tests/support/stride.h"

enum { RECORDS = 20, WAITERS = 24 };

#define BEGAN "2026-01-02T03:04:05Z"
#define CORE_GREETING                                                                                                  \
    "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}"
#define META(extensions)                                                                                               \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/"                 \
    "clientCapabilities\":{" extensions "}}"
#define DECLARED META("\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}")

static char layout[96];

/* ---- the folder ---- */

static void record_id(int number, char id[LOB_JOB_ID_SIZE + 1]) {
    snprintf(id, LOB_JOB_ID_SIZE + 1, "job_%032x", number);
}

/* Records 1 .. RECORDS: 3 failed, 4 was cancelled, the others completed after 1500 ms. */
static int write_records(const char *root) {
    static const char result[] = "{\"value\":0.1}";
    lob_job_folder jobs;
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    int status = lob_job_folder_open(&ctx, root, &jobs) == LOB_OK ? 0 : -1;
    for (int i = 1; status == 0 && i <= RECORDS; i++) {
        lob_job_status it = {.kind = "evaluate",
                             .state = i == 3   ? LOB_JOB_FAILED
                                      : i == 4 ? LOB_JOB_CANCELLED
                                               : LOB_JOB_COMPLETED,
                             .elapsed_ms = 1500,
                             .result = LOB_STR(result)};
        record_id(i, it.id);
        if (i == 3) {
            lob_error_set(&it.error, LOB_E_INVALID_LAYER, "No such layer");
            lob_error_hint(&it.error, "Take another.");
        }
        status = lob_job_result_write(&ctx, &jobs, it.id, result, sizeof result - 1) == LOB_OK &&
                         lob_job_record_write(&ctx, &jobs, &it, i == 5 ? "long ago" : BEGAN, (lob_str){0}) == LOB_OK
                     ? 0
                     : -1;
    }
    lob_job_folder_close(&jobs);
    lob_arena_drop(ctx.arena);
    return status;
}

/* 3200 lines 65 nm wide over 40 x 40 um: at 5 nm some 3900 tiles. */
static int make_folder(void **state) {
    (void)state;
    char root[96];
    lob_buf b;
    strcpy(folder, "/tmp/lob_tasks_XXXXXX");
    lob_json_init();
    lob_log_set_level(LOB_LOG_ERROR);
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(layout, sizeof layout, "%s/lines.gds", folder);
    snprintf(root, sizeof root, "%s/artifacts", folder);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int32_t i = 0; i < 320; i++) {
        for (int32_t k = 0; k < 10; k++) {
            gds_box(&b, 1, 0, i * 125, k * 4000, i * 125 + 65, k * 4000 + 3900);
        }
    }
    gds_cell_end(&b);
    gds_end(&b);
    FILE *file = fopen(layout, "wb");
    const bool fine = file && fwrite(b.data, 1, b.size, file) == b.size;
    lob_buf_release(&b);
    return file && fclose(file) == 0 && fine ? write_records(root) : -1;
}

static int drop_folder(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- the server ---- */

static void greet(rig *r) {
    open_rig(r);
    run_rig(r);
    send_line(r, CORE_GREETING);
    assert_non_null(strstr(read_line(r, PATIENCE_MS), "\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{"
                                                      "\"call\":{}}}}"));
}

/* ---- tests ---- */

static void a_task_is_what_its_record_says(void **state) {
    (void)state;
    static const char *const expected[] = {"completed", "failed", "cancelled"};
    rig r;
    char id[LOB_JOB_ID_SIZE + 1];
    greet(&r);
    for (int i = 2; i <= 4; i++) {
        record_id(i, id);
        cJSON *answer = ask_task(&r, "tasks/get", id, "");
        assert_text(answer, "result.taskId", id);
        assert_text(answer, "result.status", expected[i - 2]);
        assert_text(answer, "result.createdAt", BEGAN);
        assert_text(answer, "result.lastUpdatedAt", "2026-01-02T03:04:06Z");
        assert_eq(member_at(answer, "result.ttl")->valuedouble, 604800000);
        assert_null(member_at(answer, "result.pollInterval"));
        assert_null(member_at(answer, "result._meta"));
        if (i == 3) {
            assert_text(answer, "result.statusMessage", "INVALID_LAYER: No such layer. Take another.");
        }
        cJSON_Delete(answer);
        answer = ask_task(&r, "tasks/result", id, "");
        assert_eq(cJSON_IsTrue(member_at(answer, "result.isError")), i != 2);
        assert_text(answer, "result.structuredContent.status", expected[i - 2]);
        assert_eq(member_at(answer, "result.structuredContent.result.value") != NULL, i == 2);
        const cJSON *related = member_at(answer, "result._meta");
        assert_text(cJSON_GetObjectItem(related, "io.modelcontextprotocol/related-task"), "taskId", id);
        cJSON_Delete(answer);
        assert_error(ask_task(&r, "tasks/cancel", id, ""), -32602);
    }
    record_id(5, id); /* it does not know when it began */
    cJSON *answer = ask_task(&r, "tasks/get", id, "");
    assert_text(answer, "result.createdAt", "1970-01-01T00:00:00Z");
    cJSON_Delete(answer);
    assert_error(ask_task(&r, "tasks/get", "job_ffffffffffffffffffffffffffffffff", ""), -32602);
    assert_error(ask_task(&r, "tasks/result", "../../etc/passwd", ""), -32602);
    assert_error(ask(&r, "tasks/get", "\"taskId\":7"), -32602);
    assert_error(ask(&r, "tasks/get", ""), -32602);
    assert_error(ask_task(&r, "tasks/update", id, ",\"inputResponses\":{}"), -32601);
    close_rig(&r);
}

static void the_list_has_all_of_them_by_pages(void **state) {
    (void)state;
    rig r;
    char id[LOB_JOB_ID_SIZE + 1];
    greet(&r);
    int seen = 0;
    char params[128] = "";
    for (int page = 0; page < 2; page++) {
        const cJSON *task;
        cJSON *answer = ask(&r, "tasks/list", params);
        cJSON_ArrayForEach(task, member_at(answer, "result.tasks")) {
            record_id(++seen, id);
            assert_text(task, "taskId", id);
            assert_non_null(member_at(task, "lastUpdatedAt"));
            assert_null(member_at(task, "result"));
        }
        const cJSON *next = member_at(answer, "result.nextCursor");
        assert_eq(next != NULL, page == 0);
        if (next) {
            assert_int_equal(seen, 16);
            snprintf(params, sizeof params, "\"cursor\":\"%s\"", next->valuestring);
        }
        cJSON_Delete(answer);
    }
    assert_int_equal(seen, RECORDS);
    assert_error(ask(&r, "tasks/list", "\"cursor\":\"16\""), -32602);
    assert_error(ask(&r, "tasks/list", "\"cursor\":16"), -32602);
    close_rig(&r);
}

static void the_extension_is_for_who_declares_it(void **state) {
    (void)state;
    rig r;
    char id[LOB_JOB_ID_SIZE + 1];
    open_rig(&r);
    run_rig(&r);
    for (int i = 2; i <= 4; i++) {
        record_id(i, id);
        cJSON *answer = ask_task(&r, "tasks/get", id, "," DECLARED);
        assert_text(answer, "result.resultType", "complete");
        assert_text(answer, "result.status", i == 4 ? "cancelled" : "completed");
        assert_eq(member_at(answer, "result.ttlMs")->valuedouble, 604800000);
        assert_null(member_at(answer, "result.ttl"));
        assert_eq(member_at(answer, "result.result") != NULL, i != 4);
        if (i != 4) {
            assert_eq(cJSON_IsTrue(member_at(answer, "result.result.isError")), i == 3);
            assert_text(answer, "result.result.resultType", "complete");
            assert_text(answer, "result.result.structuredContent.job_id", id);
        }
        cJSON_Delete(answer);
        answer = ask_task(&r, "tasks/cancel", id, "," DECLARED); /* heard, though there is nothing to cancel */
        assert_text(answer, "result.resultType", "complete");
        assert_null(member_at(answer, "result.taskId"));
        cJSON_Delete(answer);
    }
    cJSON *answer = ask_task(&r, "tasks/update", id, ",\"inputResponses\":{\"x\":1}," DECLARED);
    assert_text(answer, "result.resultType", "complete");
    cJSON_Delete(answer);
    assert_error(ask_task(&r, "tasks/update", id, ",\"inputResponses\":[]," DECLARED), -32602);
    assert_error(ask_task(&r, "tasks/update", "x", ",\"inputResponses\":{}," DECLARED), -32602);
    assert_error(ask_task(&r, "tasks/result", id, "," DECLARED), -32601);
    assert_error(ask(&r, "tasks/list", DECLARED), -32601);
    answer = ask_task(&r, "tasks/get", id, "," META(""));
    const cJSON *missing = member_at(answer, "error.data.requiredCapabilities.extensions");
    assert_true(cJSON_IsObject(cJSON_GetObjectItem(missing, "io.modelcontextprotocol/tasks")));
    assert_error(answer, -32021);
    assert_error(ask_task(&r, "tasks/get", id, "," META("\"extensions\":{\"io.modelcontextprotocol/tasks\":null}")),
                 -32021);
    assert_error(ask_task(&r, "tasks/get", id, ""), -32602); /* not initialized */
    close_rig(&r);
}

static void start_long(rig *r, const char *more, cJSON **answer) {
    char params[1024];
    snprintf(params, sizeof params,
             "\"name\":\"evaluate\",\"arguments\":{\"layout\":\"%s\",\"layer\":{\"layer\":1,\"datatype\":0},"
             "\"pixel_nm\":5,\"process\":{\"tile_px\":256},\"wait_ms\":25000},%s",
             layout, more);
    *answer = ask(r, "tools/call", params);
}

static void who_waits_for_a_task_keeps_nobody_waiting(void **state) {
    (void)state;
    rig r;
    cJSON *answer;
    bool has_answer[WAITERS] = {false};
    char id[64];
    unsigned answered = 0;
    greet(&r);
    int64_t began = lob_clock_ms();
    start_long(&r, "\"task\":{\"ttl\":1},\"_meta\":{\"progressToken\":1}", &answer);
    print_message("created after %lld ms\n", (long long)(lob_clock_ms() - began));
    assert_lt(lob_clock_ms() - began, 20000); /* though it was told to wait for 25 s */
    assert_text(answer, "result.task.status", "working");
    assert_null(member_at(answer, "result.content"));
    snprintf(id, sizeof id, "%s", member_at(answer, "result.task.taskId")->valuestring);
    cJSON_Delete(answer);
    for (int i = 0; i < WAITERS; i++) { /* far more than there are threads */
        send_line(&r, "{\"jsonrpc\":\"2.0\",\"id\":\"w%d\",\"method\":\"tasks/result\",\"params\":{\"taskId\":\"%s\"}}",
                  i, id);
    }
    usleep(200000);
    began = lob_clock_ms();
    cJSON_Delete(ask(&r, "ping", ""));
    answer = ask_task(&r, "tasks/get", id, "");
    assert_text(answer, "result.status", "working");
    cJSON_Delete(answer);
    print_message("a ping and tasks/get beside %d waiters: %lld ms\n", WAITERS, (long long)(lob_clock_ms() - began));
    assert_lt(lob_clock_ms() - began, PATIENCE_MS / 2);
    /* Who gives up waiting has no answer; the task goes on. */
    send_line(&r, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"w7\"}}");
    usleep(300000);
    answer = ask_task(&r, "tasks/get", id, "");
    assert_text(answer, "result.status", "working");
    cJSON_Delete(answer);
    send_line(&r, "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tasks/cancel\",\"params\":{\"taskId\":\"%s\"}}", id);
    bool is_cancelled = false;
    while (!is_cancelled || answered < WAITERS - 1) {
        const char *line = read_line(&r, PATIENCE_MS);
        assert_non_null(line);
        answer = cJSON_Parse(line);
        const char *of = member_at(answer, "id")->valuestring;
        if (strcmp(of, "c") == 0) {
            assert_text(answer, "result.status", "cancelled");
            is_cancelled = true;
        } else {
            const int number = atoi(of + 1);
            assert_ge(number, 0);
            assert_lt(number, WAITERS);
            assert_ne(number, 7);
            assert_true(!has_answer[number]);
            has_answer[number] = true;
            assert_true(cJSON_IsTrue(member_at(answer, "result.isError")));
            assert_text(answer, "result.structuredContent.status", "cancelled");
            answered++;
        }
        cJSON_Delete(answer);
    }
    assert_null(read_line(&r, 100));
    close_rig(&r);
    assert_int_equal(r.code, 0);
}

static void a_declared_call_becomes_a_task_without_progress(void **state) {
    (void)state;
    rig r;
    cJSON *answer;
    char id[64];
    open_rig(&r);
    run_rig(&r);
    start_long(
        &r,
        "\"_meta\":{\"progressToken\":1,\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        "\"io.modelcontextprotocol/clientCapabilities\":{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}}",
        &answer);
    assert_text(answer, "result.resultType", "task");
    assert_text(answer, "result.status", "working");
    assert_gt(member_at(answer, "result.pollIntervalMs")->valueint, 0);
    snprintf(id, sizeof id, "%s", member_at(answer, "result.taskId")->valuestring);
    cJSON_Delete(answer);
    assert_null(read_line(&r, 500)); /* nothing is told of a task */
    cJSON_Delete(ask_task(&r, "tasks/cancel", id, "," DECLARED));
    const int64_t began = lob_clock_ms();
    bool is_cancelled = false;
    while (!is_cancelled) {
        assert_lt(lob_clock_ms() - began, PATIENCE_MS);
        answer = ask_task(&r, "tasks/get", id, "," DECLARED);
        is_cancelled = strcmp(member_at(answer, "result.status")->valuestring, "cancelled") == 0;
        cJSON_Delete(answer);
    }
    close_rig(&r);
}

static void what_cannot_begin_makes_no_task(void **state) {
    (void)state;
    static const struct {
        const char *params;
        int code;
        bool has_data;
    } cases[] = {
        {"\"name\":\"evaluate\",\"arguments\":{},\"task\":{}", -32602, true},
        {"\"name\":\"optimize\",\"arguments\":{\"violation_id\":\"v\"},\"task\":{\"ttl\":0}", -32602, true},
        {"\"name\":\"evaluate\",\"arguments\":{\"wait_ms\":25001},\"task\":{}", -32602, true},
        {"\"name\":\"evaluate\",\"arguments\":{},\"task\":[]", -32602, false},
        {"\"name\":\"evaluate\",\"arguments\":{},\"task\":null", -32602, false},
        {"\"name\":\"evaluate\",\"arguments\":{},\"task\":{\"ttl\":-1}", -32602, false},
        {"\"name\":\"list_cells\",\"arguments\":{},\"task\":{}", -32601, false},
        {"\"name\":\"no_tool\",\"task\":{}", -32602, false},
    };
    rig r;
    greet(&r);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].params);
        cJSON *answer = ask(&r, "tools/call", cases[i].params);
        assert_eq(member_at(answer, "error.data.code") != NULL, cases[i].has_data);
        assert_error(answer, cases[i].code);
    }
    close_rig(&r);
}

/* Every allocation fails once: all that comes is JSON, and nothing is kept. */
static void no_allocation_may_fail_badly(void **state) {
    (void)state;
    static const char script[] = CORE_GREETING
        "\n"
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tasks/get\",\"params\":{\"taskId\":"
        "\"job_00000000000000000000000000000003\"}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tasks/result\",\"params\":{\"taskId\":"
        "\"job_00000000000000000000000000000002\"}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tasks/list\",\"params\":{}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tasks/get\",\"params\":{\"taskId\":"
        "\"job_00000000000000000000000000000002\"," DECLARED "}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"evaluate\",\"task\":{}}}\n";
    const uint64_t stride = stride_pick(3, 97);
    bool met = true;
    for (uint64_t nth = 1; met; nth += stride) {
        rig r;
        const uint64_t live = lob_alloc_live();
        open_rig(&r);
        assert_int_equal(write(r.to, script, sizeof script - 1), sizeof script - 1);
        lob_alloc_fail_at(nth, 0);
        run_rig(&r);
        close(r.to);
        pthread_join(r.thread, NULL);
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        const char *line;
        while ((line = read_line(&r, 0)) != NULL) {
            lob_json_fault fault;
            assert_true(lob_json_check(lob_str_from(line), false, &fault));
        }
        lob_sessions_close(r.options.sessions);
        lob_arena_drop(r.ctx.arena);
        assert_int_equal(lob_alloc_live(), live);
        close(r.from);
        free(r.line);
        free(r.ahead);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_is_what_its_record_says),
        cmocka_unit_test(the_list_has_all_of_them_by_pages),
        cmocka_unit_test(the_extension_is_for_who_declares_it),
        cmocka_unit_test(what_cannot_begin_makes_no_task),
        cmocka_unit_test(no_allocation_may_fail_badly),
        cmocka_unit_test(who_waits_for_a_task_keeps_nobody_waiting),
        cmocka_unit_test(a_declared_call_becomes_a_task_without_progress),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
