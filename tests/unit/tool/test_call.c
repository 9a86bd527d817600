/* What all tools share: finding a tool, sessions that come and go, cancelling, answers too large, memory that runs out.
 */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

#include "base/clock.h"

static void test_find(void **state) {
    (void)state;
    static const char *const names[] = {"open_layout", "close_session", "list_cells", "describe_cell", "list_layers"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lob_case("%zu: %s", i, names[i]);
        const lob_tool *tool = lob_tool_find(lob_str_from(names[i]), LOB_TOOLSET_CONTRACT);
        assert_non_null(tool);
        assert_string_equal(tool->name, names[i]);
        assert_ptr_equal(tool, lob_tool_find(lob_str_from(names[i]), LOB_TOOLSET_FULL));
        assert_true(tool->groups & LOB_GROUP_CONTRACT);
        assert_le(strlen(tool->description), 1024);
        assert_int_equal(tool->has_session, i != 0);
        assert_true(tool->read_only);
        assert_false(tool->destructive);
        assert_false(tool->open_world);
    }
    assert_null(lob_tool_find(LOB_STR("open_layouts"), LOB_TOOLSET_FULL));
    assert_null(lob_tool_find(LOB_STR("open"), LOB_TOOLSET_FULL));
    assert_null(lob_tool_find((lob_str){NULL, 0}, LOB_TOOLSET_FULL));
}

static void test_close_session(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", chip_file(&t));
    char id[32], folder[256];
    snprintf(id, sizeof id, "%s", text_at(json, "session_id"));
    snprintf(folder, sizeof folder, "%s", text_at(json, "artifact_root"));
    cJSON_Delete(json);
    cJSON_Delete(
        run(&t, LOB_OK, "render_view", "{\"session_id\":\"%s\",\"image_size\":{\"width\":8,\"height\":8}}", id));
    json = run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "session_id"), id);
    assert_true(true_at(json, "closed"));
    assert_true(true_at(json, "artifact_dir_deleted"));
    assert_eq(number_at(json, "deleted_artifact_count"), 1);
    cJSON_Delete(json);
    struct stat info;
    assert_int_equal(stat(folder, &info), -1);
    json = run(&t, LOB_E_SESSION_NOT_FOUND, "list_cells", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "details/session_id"), id);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "close_session", "{\"session_id\":\"ses_missing\"}");
    assert_string_equal(text_at(json, "session_id"), "ses_missing");
    assert_false(true_at(json, "closed"));
    assert_false(true_at(json, "artifact_dir_deleted"));
    assert_eq(number_at(json, "deleted_artifact_count"), 0);
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "close_session", "{}"));
}

static void test_expired(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), NULL);
    lob_clock_shift_ms(3600 * 1000 - 1000);
    cJSON_Delete(run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\"}", id)); /* a use: the time starts anew */
    lob_clock_shift_ms(3600 * 1000 - 1000);
    cJSON_Delete(run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id));
    lob_clock_shift_ms(3600 * 1000 + 1000);
    cJSON *json = run(&t, LOB_E_SESSION_EXPIRED, "describe_cell", "{\"session_id\":\"%s\"}", id);
    assert_gt(strlen(text_at(json, "details/hint")), 0);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id);
    assert_false(true_at(json, "closed"));
    cJSON_Delete(json);
}

/* A session is looked up once a call. */
static void test_call_session(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), NULL);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    assert_int_equal(lob_call_session(&call, lob_str_from(id)), LOB_OK);
    lob_session *session = call.session;
    assert_int_equal(lob_call_session(&call, lob_str_from(id)), LOB_OK);
    assert_ptr_equal(call.session, session);
    lob_call_end(&call);
    assert_null(call.session);
    lob_call_end(&call);
    lob_arena_drop(arena);
}

static lob_status run_cancelled(const char *name, const char *arguments) {
    lob_json_fault fault;
    cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_cancel cancel;
    atomic_init(&cancel.requested, true);
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &cancel;
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_buf out;
    lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
    lob_status status = lob_tool_run(&call, lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL), json, &out);
    assert_int_equal(out.size, 0);
    assert_null(call.session);
    lob_buf_release(&out);
    lob_arena_drop(arena);
    cJSON_Delete(json);
    return status;
}

static void test_cancelled(void **state) {
    (void)state;
    const char *path = chip_file(&t);
    char arguments[512];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"cell\":\"LEAF\"}", open_session(&t, path, NULL));
    assert_int_equal(run_cancelled("describe_cell", arguments), LOB_E_CANCELLED);
    *strstr(arguments, ",") = '}';
    *(strstr(arguments, "}") + 1) = '\0';
    assert_int_equal(run_cancelled("list_cells", arguments), LOB_E_CANCELLED);
    assert_int_equal(run_cancelled("list_layers", arguments), LOB_E_CANCELLED);
}

/* Above the size of a message: said as such, and a session opened meanwhile is closed again. */
static void test_answer_too_large(void **state) {
    (void)state;
    char arguments[512];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"}", chip_file(&t));
    lob_json_fault fault;
    cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_buf out;
    lob_buf_init(&out, 500);
    lob_status status = lob_tool_run(&call, lob_tool_find(LOB_STR("open_layout"), LOB_TOOLSET_FULL), json, &out);
    assert_int_equal(status, LOB_E_QUERY_TOO_LARGE);
    assert_non_null(strstr(out.data, "\"code\":\"QUERY_TOO_LARGE\""));
    assert_non_null(strstr(out.data, "\"limit_name\":\"result_size\""));
    assert_int_equal(lob_sessions_count(t.sessions), 0);
    lob_buf_release(&out);
    lob_arena_drop(arena);
    cJSON_Delete(json);
}

/* A handler that fails without a story is a bug, told as one. */
static lob_status fail_silently(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)call;
    (void)arguments;
    lob_jsonw_begin_object(out);
    return LOB_E_INVALID_TARGET;
}

enum { PIECE = 1 << 20, PIECES_MAX = 4096 };
static void *pieces[PIECES_MAX];
static unsigned piece_count;

static lob_status take_all(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)arguments;
    (void)out;
    piece_count = 0;
    while (piece_count < PIECES_MAX && (pieces[piece_count] = lob_malloc(PIECE)) != NULL) {
        piece_count++; /* never touched: no memory is spent */
    }
    for (unsigned i = 0; i < piece_count; i++) {
        lob_free(pieces[i]);
    }
    return lob_fail_memory(call->ctx);
}

/* A request has a gibibyte, less what its arguments take; within the account of another it has what that has. */
static void test_memory_of_a_request(void **state) {
    (void)state;
    const lob_tool tool = {.name = "greedy", .invoke = take_all};
    lob_arena *arena = lob_arena_new(0);
    lob_account other;
    lob_ctx ctx;
    lob_buf out;
    lob_buf_init(&out, 2000);
    for (int i = 0; i < 3; i++) {
        lob_ctx_init(&ctx, arena);
        lob_call call = {.ctx = &ctx, .sessions = t.sessions, .memory_held = i == 1 ? (int64_t)512 * PIECE : 0};
        lob_account_init(&other, "job_memory_size", (int64_t)100 * PIECE);
        lob_account *before = lob_account_enter(i == 2 ? &other : NULL);
        assert_int_equal(lob_tool_run(&call, &tool, NULL, &out), LOB_E_TOOL_LIMIT_EXCEEDED);
        lob_account_enter(before);
        const unsigned most = i == 0 ? 1024 : i == 1 ? 512 : 100;
        assert_in_range(piece_count, most - 8, most);
        assert_non_null(strstr(out.data, i == 2 ? "\"limit_name\":\"job_memory_size\",\"limit\":104857600"
                                                : "\"limit_name\":\"request_memory_size\",\"limit\":1073741824"));
        assert_non_null(strstr(out.data, "\"hint\":\"Ask for less"));
    }
    lob_buf_release(&out);
    lob_arena_drop(arena);
}

static void test_silent_failure(void **state) {
    (void)state;
    const lob_tool tool = {.name = "silent", .invoke = fail_silently};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_buf out;
    lob_buf_init(&out, 1000);
    assert_int_equal(lob_tool_run(&call, &tool, NULL, &out), LOB_E_INTERNAL_ERROR);
    assert_memory_equal(out.data, "{\"code\":\"INTERNAL_ERROR\"", 24);
    lob_buf_release(&out);
    lob_arena_drop(arena);
}

/* ---- memory that runs out ---- */

static void assert_memory_error(const char *answer) {
    assert_non_null(strstr(answer, "\"code\":\"TOOL_LIMIT_EXCEEDED\""));
    assert_non_null(strstr(answer, "\"reason\":\"memory\""));
}

/* One call whose nth allocation fails; whether the failure was met. */
static bool run_failing(const char *name, const char *arguments, uint64_t nth, int persistent, lob_buf *out,
                        lob_status *status) {
    lob_json_fault fault;
    cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
    assert_non_null(json);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_buf_init(out, LOB_LIMIT_RESULT_SIZE);
    lob_alloc_fail_at(nth, persistent);
    *status = lob_tool_run(&call, lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL), json, out);
    bool met = lob_alloc_count() >= nth;
    lob_alloc_fail_at(0, 0);
    lob_arena_drop(arena);
    cJSON_Delete(json);
    return met;
}

/* Makes each allocation of a call fail in turn. A call that fails says so and changes nothing; one that succeeds in
 * spite of it must have succeeded fully. The last run meets no failure; its answer stays in `out`. */
static unsigned sweep(const char *name, const char *arguments, int persistent, lob_buf *out) {
    for (uint64_t nth = 1;; nth++) {
        uint64_t live = lob_alloc_live();
        unsigned sessions = lob_sessions_count(t.sessions);
        lob_status status;
        bool met = run_failing(name, arguments, nth, persistent, out, &status);
        if (!met) {
            assert_int_equal(status, LOB_OK);
            return (unsigned)nth;
        }
        if (status != LOB_OK) {
            assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            if (out->size) {
                assert_memory_error(out->data);
            }
            assert_int_equal(lob_sessions_count(t.sessions), sessions);
            lob_buf_release(out);
            assert_int_equal(lob_alloc_live(), live);
        } else {
            lob_buf_release(out);
            assert_int_equal(strcmp(name, "open_layout") == 0 || strcmp(name, "close_session") == 0,
                             lob_alloc_live() != live);
            if (strcmp(name, "close_session") == 0) {
                return (unsigned)nth; /* closed: there is no second time */
            }
        }
        assert_lt(nth, 5000);
    }
}

static void sweep_all(int persistent) {
    char arguments[512];
    lob_buf out;
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\",\"top_cell\":\"TOP\"}", chip_file(&t));
    unsigned opened = sweep("open_layout", arguments, persistent, &out);
    assert_gt(opened, 10);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%.16s\",\"limit\":2}", strstr(out.data, "ses_"));
    lob_buf_release(&out);
    sweep("list_cells", arguments, persistent, &out);
    lob_buf_release(&out);
    sweep("list_layers", arguments, persistent, &out);
    lob_buf_release(&out);
    strcpy(strstr(arguments, ",\"limit\""), ",\"depth\":2}");
    cJSON_Delete(run(&t, LOB_OK, "describe_cell", "%s", arguments)); /* the session keeps ports and trees */
    sweep("describe_cell", arguments, persistent, &out);
    lob_buf_release(&out);
    strcpy(strstr(arguments, ",\"depth\""), "}");
    sweep("close_session", arguments, persistent, &out);
    lob_buf_release(&out);
}

static void test_sweep(void **state) {
    (void)state;
    sweep_all(0);
    cJSON_Delete(run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", chip_file(&t)));
}

static void test_sweep_persistent(void **state) {
    (void)state;
    sweep_all(1);
    cJSON_Delete(run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", chip_file(&t)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_find, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_close_session, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_expired, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_call_session, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_cancelled, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_answer_too_large, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_silent_failure, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_memory_of_a_request, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_sweep, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_sweep_persistent, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
