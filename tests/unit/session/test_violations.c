/* Violations that a session keeps: ids, the ring, names of rules that are too long. */
#include "tests/support/lob_test.h"

#include "../tool/tool_support.h"
#include "session/violations.h"

static bench t;
static lob_session *session;
static lob_arena *arena;
static lob_ctx ctx;

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    const char *id = open_session(&t, chip_file(&t), NULL);
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return lob_session_find(&ctx, t.sessions, lob_str_from(id), &session);
}

static int teardown(void **state) {
    (void)state;
    lob_session_drop(session);
    lob_arena_drop(arena);
    bench_close(&t);
    return 0;
}

static const char *keep(const char *rule, lob_cell_index cell, int64_t place) {
    static char ids[8][LOB_KEPT_VIOLATION_ID_SIZE + 1];
    static unsigned next;
    char *id = ids[next++ % 8];
    const lob_kept_violation_key key = {lob_str_from(rule), cell == 3 ? LOB_STR("A") : LOB_STR("B"), {place}, 1};
    assert_int_equal(lob_violation_keep(&ctx, session, &key, cell, (lob_box64){1, 2, 3, place}, id), LOB_OK);
    return id;
}

static const lob_kept_violation *found(const char *id) {
    return lob_violation_find(session, lob_str_from(id));
}

/* Rule, cell and geometry make the id. */
static void test_ids(void **state) {
    (void)state;
    assert_null(found("vio_0000000000000000"));
    const char *id = keep("W1", 3, 70);
    assert_int_equal(strlen(id), LOB_KEPT_VIOLATION_ID_SIZE);
    assert_memory_equal(id, "vio_", 4);
    assert_string_equal(keep("W1", 3, 70), id);
    assert_string_not_equal(keep("W2", 3, 70), id);
    assert_string_not_equal(keep("W1", 4, 70), id);
    assert_string_not_equal(keep("W1", 3, 71), id);
    assert_non_null(found(id));
    assert_eq(found(id)->cell, 3);
    assert_eq(found(id)->box.top, 70);
    assert_string_equal(found(id)->rule, "W1");
    assert_null(found("vio_"));
    assert_null(lob_violation_find(session, (lob_str){id, 19}));
}

static void test_ring(void **state) {
    (void)state;
    char first[LOB_KEPT_VIOLATION_ID_SIZE + 1], second[LOB_KEPT_VIOLATION_ID_SIZE + 1];
    snprintf(first, sizeof first, "%s", keep("W1", 0, 0));
    snprintf(second, sizeof second, "%s", keep("W1", 0, 1));
    for (int64_t i = 2; i < LOB_VIOLATIONS_KEPT; i++) {
        keep("W1", 0, i);
    }
    assert_non_null(found(first));
    const char *newest = keep("W1", 0, LOB_VIOLATIONS_KEPT);
    assert_null(found(first)); /* the oldest went */
    assert_non_null(found(second));
    assert_non_null(found(newest));
}

static void test_long_rule(void **state) {
    (void)state;
    char rule[LOB_VIOLATION_RULE_SIZE + 10];
    memset(rule, 'a', sizeof rule);
    memcpy(rule + LOB_VIOLATION_RULE_SIZE - 1, "\xc2\xb5", 2); /* a character across the end */
    rule[sizeof rule - 1] = '\0';
    const lob_kept_violation *v = found(keep(rule, 0, 5));
    assert_int_equal(strlen(v->rule), LOB_VIOLATION_RULE_SIZE - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ids, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ring, setup, teardown),
        cmocka_unit_test_setup_teardown(test_long_rule, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
