/* The table of sessions: found, ended, forgotten when idle or too many, and alive for whoever still uses one. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "http/sessions.h"

static lob_http_sessions table;

/* The caller's use is given back. */
static void add(char id[LOB_HTTP_SESSION_ID_SIZE + 1]) {
    lob_http_session *session = lob_http_session_new();
    assert_non_null(session);
    memcpy(id, session->id, sizeof session->id);
    lob_http_session_list(&table, session);
    lob_http_session_give_back(&table, session);
}

static bool is_known(const char *id) {
    lob_http_session *session = lob_http_session_find(&table, lob_str_from(id));
    if (session != NULL) {
        assert_string_equal(session->id, id);
        lob_http_session_give_back(&table, session);
    }
    return session != NULL;
}

static void from_first_to_last(void **state) {
    char a[LOB_HTTP_SESSION_ID_SIZE + 1], b[LOB_HTTP_SESSION_ID_SIZE + 1];
    (void)state;
    const uint64_t live = lob_alloc_live();
    assert_true(lob_http_sessions_init(&table));
    lob_http_session *unlisted = lob_http_session_new();
    assert_null(lob_http_session_find(&table, lob_str_from(unlisted->id)));
    lob_http_session_end(&table, unlisted); /* nothing to end */
    lob_http_session_give_back(&table, unlisted);
    add(a);
    add(b);
    assert_string_not_equal(a, b);
    assert_int_equal(strspn(a, "0123456789abcdef"), 32);
    assert_true(is_known(a));
    assert_true(is_known(b));
    assert_false(is_known(""));
    assert_false(is_known("0"));
    lob_http_session *used = lob_http_session_find(&table, lob_str_from(a));
    lob_http_session_end(&table, used);
    lob_http_session_end(&table, used); /* by two DELETEs at once */
    assert_false(is_known(a));
    used->agreed.revision = LOB_REVISION_2025_06_18; /* still its user's */
    lob_http_session_give_back(&table, used);
    assert_true(is_known(b));
    lob_http_sessions_release(&table);
    assert_int_equal(lob_alloc_live(), live);
}

static void the_idle_and_the_oldest_go(void **state) {
    static char ids[LOB_HTTP_SESSION_COUNT_MAX + 1][LOB_HTTP_SESSION_ID_SIZE + 1];
    (void)state;
    assert_true(lob_http_sessions_init(&table));
    add(ids[0]);
    add(ids[1]);
    lob_clock_shift_ms(LOB_HTTP_SESSION_IDLE_MS - 1000);
    assert_true(is_known(ids[0]));
    lob_clock_shift_ms(2000);
    add(ids[2]);
    assert_true(is_known(ids[0]));
    assert_true(is_known(ids[2]));
    assert_false(is_known(ids[1]));
    for (int i = 3; i <= LOB_HTTP_SESSION_COUNT_MAX; i++) {
        lob_clock_shift_ms(1);
        add(ids[i]);
    }
    lob_clock_shift_ms(1);
    assert_true(is_known(ids[0])); /* touched: not the oldest any more */
    lob_http_session *used = lob_http_session_find(&table, lob_str_from(ids[2]));
    lob_clock_shift_ms(1);
    for (int i = 3; i <= LOB_HTTP_SESSION_COUNT_MAX; i++) {
        assert_true(is_known(ids[i]));
    }
    lob_clock_shift_ms(1);
    char extra[LOB_HTTP_SESSION_ID_SIZE + 1];
    add(extra); /* one too many */
    assert_true(is_known(extra));
    assert_int_equal(table.count, LOB_HTTP_SESSION_COUNT_MAX);
    assert_false(is_known(ids[0]));
    add(extra);
    assert_false(is_known(ids[2]));
    assert_string_equal(used->id, ids[2]); /* gone from the table, not from its user */
    lob_http_session_give_back(&table, used);
    lob_http_sessions_release(&table);
}

static void no_memory(void **state) {
    (void)state;
    lob_alloc_fail_at(1, 0);
    assert_null(lob_http_session_new());
    lob_alloc_fail_at(0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_first_to_last),
        cmocka_unit_test(the_idle_and_the_oldest_go),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
