/* Guests, in this process: the same file, another one, none; more than there is room for, and no memory. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "crew/crew_impl.h"
#include "tool/registry.h"
#include "json/reader.h"

static char root[64], opened[4200], sha256[65];
static lob_arena *arena;
static lob_ctx ctx;
static lob_cancel cancel;
static lob_sessions *sessions;
static const lob_tool *opener;
static const char *answer_of_fake;

static const char *environment(const char *name) {
    return strcmp(name, "KLAYOUT_MCP_ARTIFACT_ROOT") == 0  ? root
           : strcmp(name, "KLAYOUT_MCP_MAX_SESSIONS") == 0 ? "4"
                                                           : NULL;
}

static void open_one(char id[17]) {
    lob_json_fault fault;
    lob_buf out;
    lob_call call = {.ctx = &ctx, .sessions = sessions};
    cJSON *arguments = lob_json_parse(lob_str_from(opened), &fault);
    lob_buf_init(&out, 0);
    assert_int_equal(lob_tool_run(&call, opener, arguments, &out), LOB_OK);
    const lob_str raw = lob_json_raw_member((lob_str){out.data, out.size}, "session_id");
    assert_int_equal(raw.size, 18);
    snprintf(id, 17, "%.16s", raw.data + 1);
    lob_buf_release(&out);
    cJSON_Delete(arguments);
}

static int setup(void **state) {
    static lob_config config;
    char layout[4096], id[17];
    lob_session *session;
    (void)state;
    lob_json_init();
    strcpy(root, "/tmp/lob_guests_XXXXXX");
    assert_non_null(mkdtemp(root));
    assert_non_null(realpath("fixtures/coupler.gds", layout));
    snprintf(opened, sizeof opened, "{\"path\":\"%s\"}", layout);
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    atomic_store(&cancel.requested, false);
    assert_int_equal(lob_config_read(&ctx, environment, &config), LOB_OK);
    assert_int_equal(lob_sessions_open(&ctx, &config, &sessions), LOB_OK);
    for (opener = lob_tools; strcmp(opener->name, "open_layout") != 0;) {
        opener++;
        assert_lt(opener, lob_tools + lob_tool_count);
    }
    open_one(id);
    assert_int_equal(lob_session_find(&ctx, sessions, lob_str_from(id), &session), LOB_OK);
    snprintf(sha256, sizeof sha256, "%s", session->sha256);
    assert_int_equal(strlen(sha256), 64);
    lob_session_drop(session);
    assert_int_equal(lob_session_close(&ctx, sessions, lob_str_from(id), NULL), LOB_OK);
    return 0;
}

static int teardown(void **state) {
    char command[128];
    (void)state;
    assert_int_equal(lob_sessions_count(sessions), 0);
    lob_sessions_close(sessions);
    lob_arena_drop(arena);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command) < 0;
}

static const char *const names[] = {"ses_00000000000a", "ses_00000000000b", "ses_00000000000c", "ses_00000000000d"};

/* So many guests, all of the same arguments; they stay open. */
static lob_status open_guests(const lob_tool *tool, const char *arguments, const char *hash, uint32_t count,
                              lob_crew_guests *guests) {
    lob_crew_message message = {.kind = LOB_CREW_CALL, .part_count = 3 * count};
    for (uint32_t i = 0; i < count; i++) {
        message.parts[3 * i] = lob_str_from(names[i]);
        message.parts[3 * i + 1] = arguments ? lob_str_from(arguments) : (lob_str){0};
        message.parts[3 * i + 2] = lob_str_from(hash);
    }
    lob_arena_reset(arena);
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &cancel;
    return lob_crew_guests_open(&ctx, sessions, tool, &message, 0, guests);
}

static void guests_answer_to_the_names_of_others(void **state) {
    lob_crew_guests guests, more;
    lob_session *session;
    (void)state;
    assert_int_equal(open_guests(opener, opened, sha256, 4, &guests), LOB_OK);
    assert_int_equal(guests.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lob_session_find(&ctx, sessions, lob_str_from(names[i]), &session), LOB_OK);
        assert_string_equal(session->sha256, sha256);
        lob_session_drop(session);
    }
    assert_int_equal(open_guests(opener, opened, sha256, 1, &more), LOB_E_TOOL_LIMIT_EXCEEDED); /* four is all */
    assert_int_equal(more.count, 0);
    lob_crew_guests_close(&ctx, sessions, &guests);
    assert_int_equal(lob_sessions_count(sessions), 0);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_session_find(&ctx, sessions, lob_str_from(names[0]), &session), LOB_E_SESSION_NOT_FOUND);
    assert_int_equal(open_guests(opener, opened, sha256, 0, &guests), LOB_OK);
    assert_int_equal(guests.count, 0);
}

/* What is refused in these words; `count` guests were opened all the same, and go. */
static void is_refused(const lob_tool *tool, const char *arguments, const char *hash, unsigned count) {
    lob_crew_guests guests;
    assert_int_equal(open_guests(tool, arguments, hash, 1, &guests), LOB_E_LAYOUT_NOT_PINNED);
    assert_non_null(strstr(ctx.error.message, "changed after it was opened"));
    assert_non_null(strstr(ctx.error.hint, "open_layout"));
    assert_int_equal(guests.count, count);
    lob_crew_guests_close(&ctx, sessions, &guests);
    assert_int_equal(lob_sessions_count(sessions), 0);
}

static lob_status fake(lob_call *call, const cJSON *arguments, lob_jsonw *out) {
    (void)call;
    (void)arguments;
    lob_jsonw_begin_object(out);
    if (answer_of_fake) {
        lob_jsonw_key(out, "session_id");
        lob_jsonw_text(out, answer_of_fake);
    }
    lob_jsonw_end_object(out);
    return LOB_OK;
}

static void no_other_file_is_a_guest(void **state) {
    const lob_tool other = {.name = "open_layout", .invoke = fake};
    char wrong[65];
    (void)state;
    snprintf(wrong, sizeof wrong, "%s", sha256);
    wrong[63] = wrong[63] == '0' ? '1' : '0';
    is_refused(opener, opened, wrong, 1);
    is_refused(opener, opened, "", 1);
    is_refused(opener, "{\"path\":\"/nonexistent.gds\"}", sha256, 0);
    is_refused(opener, "{\"path\":", sha256, 0);
    is_refused(opener, NULL, sha256, 0);
    is_refused(NULL, opened, sha256, 0);
    answer_of_fake = NULL;
    is_refused(&other, opened, sha256, 0);
    answer_of_fake = "ses_0";
    is_refused(&other, opened, sha256, 0);
    answer_of_fake = "ses_0123456789ab"; /* of no session */
    is_refused(&other, opened, sha256, 1);
}

static void a_name_that_is_none(void **state) {
    lob_crew_guests guests;
    const lob_crew_message message = {.part_count = 3,
                                      .parts = {LOB_STR("not a session"), lob_str_from(opened), lob_str_from(sha256)}};
    (void)state;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_crew_guests_open(&ctx, sessions, opener, &message, 0, &guests), LOB_E_LAYOUT_NOT_PINNED);
    assert_int_equal(guests.count, 1);
    lob_crew_guests_close(&ctx, sessions, &guests);
}

static void a_cancelled_request_has_no_guests(void **state) {
    lob_crew_guests guests;
    (void)state;
    atomic_store(&cancel.requested, true);
    assert_int_equal(open_guests(opener, opened, sha256, 2, &guests), LOB_E_CANCELLED);
    lob_crew_guests_close(&ctx, sessions, &guests);
}

static void no_memory(void **state) {
    lob_status status = LOB_E_CANCELLED;
    (void)state;
    for (uint64_t nth = 1; status != LOB_OK; nth += 1 + nth / 8) {
        lob_crew_guests guests;
        assert_lt(nth, 100000);
        lob_alloc_fail_at(nth, 0);
        status = open_guests(opener, opened, sha256, 1, &guests);
        lob_alloc_fail_at(0, 0);
        assert_among(status, LOB_OK, LOB_E_TOOL_LIMIT_EXCEEDED, LOB_E_LAYOUT_NOT_PINNED);
        lob_crew_guests_close(&ctx, sessions, &guests);
        assert_int_equal(lob_sessions_count(sessions), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(guests_answer_to_the_names_of_others, setup, teardown),
        cmocka_unit_test_setup_teardown(no_other_file_is_a_guest, setup, teardown),
        cmocka_unit_test_setup_teardown(a_name_that_is_none, setup, teardown),
        cmocka_unit_test_setup_teardown(a_cancelled_request_has_no_guests, setup, teardown),
        cmocka_unit_test_setup_teardown(no_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
