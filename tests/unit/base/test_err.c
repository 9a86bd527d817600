/* Errors: the first story wins, text is cut between characters, nothing overflows. And the context around them. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include "base/clock.h"
#include "base/ctx.h"
#include "base/utf8.h"

static lob_error error;

static void test_first_story_wins(void **state) {
    (void)state;
    lob_error_clear(&error);
    assert_int_equal(lob_error_set(&error, LOB_E_INVALID_BOX, "box %d", 1), LOB_E_INVALID_BOX);
    assert_int_equal(lob_error_set(&error, LOB_E_INTERNAL_ERROR, "later"), LOB_E_INVALID_BOX);
    lob_error_hint(&error, "do %s", "this");
    lob_error_hint(&error, "do that");
    assert_string_equal(error.message, "box 1");
    assert_string_equal(error.hint, "do this");
    lob_error_clear(&error);
    assert_int_equal(error.code, LOB_OK);
    assert_string_equal(error.message, "");
}

static void test_details(void **state) {
    (void)state;
    lob_error_clear(&error);
    lob_error_text(&error, "path", LOB_STR("a\0b"));
    lob_error_text(&error, "path", LOB_STR("other"));
    lob_error_integer(&error, "size", INT64_MIN);
    assert_int_equal(error.detail_count, 2);
    assert_true(error.details[0].is_text);
    assert_true(lob_str_equal(error.details[0].text, LOB_STR("a\0b")));
    assert_false(error.details[1].is_text);
    assert_eq(error.details[1].integer, INT64_MIN);
    static const char *const keys[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"};
    for (int i = 0; i < 16; i++) {
        lob_error_integer(&error, keys[i], i);
        lob_error_text(&error, keys[i], LOB_STR("again"));
    }
    assert_int_equal(error.detail_count, LOB_DETAIL_COUNT_MAX);
}

static void test_long_text_is_cut_between_characters(void **state) {
    (void)state;
    static char text[20000];
    for (size_t offset = 0; offset < 4; offset++) { /* four-byte characters behind 0 to 3 ASCII bytes */
        memset(text, 'a', sizeof text);
        for (size_t i = offset; i + 4 <= sizeof text; i += 4) {
            memcpy(text + i, "\xf0\x9f\x98\x80", 4);
        }
        lob_error_clear(&error);
        for (int i = 0; i < 3; i++) {
            static const char *const keys[] = {"a", "b", "c"};
            lob_error_text(&error, keys[i], (lob_str){text, sizeof text - 4});
            assert_true(lob_utf8_valid(error.details[i].text));
            assert_memory_equal(error.details[i].text.data, text, error.details[i].text.size);
        }
        assert_gt(error.details[0].text.size, 4090);
        assert_le(error.text_size, LOB_DETAIL_TEXT_SIZE);
    }
    memset(text, 0x80, sizeof text); /* no UTF-8 at all */
    lob_error_clear(&error);
    lob_error_text(&error, "a", (lob_str){text, sizeof text});
    assert_int_equal(error.details[0].text.size, 4096);
}

static void test_candidates_are_whole(void **state) {
    (void)state;
    static char name[600];
    memset(name, 'n', sizeof name);
    lob_error_clear(&error);
    lob_error_candidate(&error, (lob_str){name, 600});
    assert_int_equal(error.candidate_count, 0);
    for (int i = 0; i < 20; i++) {
        lob_error_candidate(&error, (lob_str){name, 512});
    }
    assert_int_equal(error.candidate_count, LOB_CANDIDATE_COUNT_MAX);
    assert_int_equal(error.candidates[7].size, 512);
}

/* The argument stands in front of the message, once, whenever it is noted; names of one letter are English otherwise.
 */
static void test_arguments_are_named(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"The file does not exist", "lyp_path", "lyp_path: The file does not exist"},
        {"The box has no area", "box", "The box has no area"},
        {"The boxes have no area", "box", "box: The boxes have no area"},
        {"lyp_path: The file does not exist", "lyp_path", "lyp_path: The file does not exist"},
        {"One of a pair holds no cell", "a", "a: One of a pair holds no cell"},
        {"a: There is none", "a", "a: There is none"},
        {"There is none", "", "There is none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        for (int is_before = 0; is_before < 2; is_before++) {
            lob_error_clear(&error);
            if (is_before) {
                lob_error_text(&error, "argument", lob_str_from(cases[i][1]));
            }
            lob_error_set(&error, LOB_E_FILE_NOT_FOUND, "%s", cases[i][0]);
            lob_error_text(&error, "argument", lob_str_from(cases[i][1]));
            lob_error_text(&error, "argument", LOB_STR("other"));
            assert_string_equal(error.message, cases[i][2]);
        }
    }
    lob_error_clear(&error);
    lob_error_set(&error, LOB_E_FILE_NOT_FOUND, "Netlist file not found");
    lob_error_note(&error, "argument", LOB_STR("netlist_path"));
    assert_string_equal(error.message, "Netlist file not found");
    char text[600];
    memset(text, 'm', sizeof text);
    text[sizeof error.message - 1] = '\0';
    lob_error_clear(&error);
    lob_error_set(&error, LOB_E_FILE_NOT_FOUND, "%s", text);
    lob_error_text(&error, "argument", LOB_STR("path")); /* no room: the message stays whole */
    assert_string_equal(error.message, text);
}

/* A hint promises candidates only when there are some; places go with them. */
static void test_hints_of_candidates(void **state) {
    (void)state;
    lob_error_clear(&error);
    lob_error_hint_candidates(&error, "some", "none");
    assert_string_equal(error.hint, "none");
    lob_error_clear(&error);
    for (int i = 0; i < 12; i++) {
        lob_error_candidate(&error, LOB_STR("n"));
        lob_error_place(&error, i, -i);
    }
    lob_error_hint_candidates(&error, "some", "none");
    assert_string_equal(error.hint, "some");
    assert_int_equal(error.place_count, LOB_CANDIDATE_COUNT_MAX);
    assert_eq(error.places_um[7][0], 7);
    assert_eq(error.places_um[7][1], -7);
    lob_error_clear(&error);
    assert_int_equal(error.place_count, 0);
}

static void test_issues_are_counted_beyond_the_room(void **state) {
    (void)state;
    lob_error_clear(&error);
    for (int i = 0; i < 11; i++) {
        lob_issue *issue = lob_error_issue(&error);
        assert_int_equal(issue != NULL, i < LOB_ISSUE_COUNT_MAX);
        if (issue) {
            assert_eq(issue->path[0], '\0');
        }
    }
    assert_int_equal(error.issue_count, 8);
    assert_int_equal(error.issue_count_total, 11);
}

/* A story told elsewhere: whole, and still whole when the other is gone. */
static void test_take(void **state) {
    (void)state;
    lob_error *from = malloc(sizeof *from);
    assert_non_null(from);
    lob_error_clear(from);
    lob_error_clear(&error);
    lob_error_take(&error, from); /* nothing to tell */
    assert_int_equal(error.code, LOB_OK);
    lob_error_set(from, LOB_E_QUERY_TOO_LARGE, "too many");
    lob_error_hint(from, "ask for less");
    lob_error_text(from, "first", LOB_STR("one"));
    lob_error_integer(from, "limit", 7);
    lob_error_text(from, "second", LOB_STR("two"));
    lob_error_text(from, "none", LOB_STR(""));
    lob_error_candidate(from, LOB_STR("near"));
    lob_error_candidate(from, LOB_STR("nearer"));
    snprintf(lob_error_issue(from)->path, sizeof from->issues[0].path, "$.box");
    lob_error_take(&error, from);
    memset(from, 0x5a, sizeof *from);
    free(from);
    assert_int_equal(error.code, LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(error.message, "too many");
    assert_string_equal(error.hint, "ask for less");
    assert_int_equal(error.detail_count, 4);
    assert_true(lob_str_equal(error.details[0].text, LOB_STR("one")));
    assert_true(!error.details[1].is_text);
    assert_eq(error.details[1].integer, 7);
    assert_true(lob_str_equal(error.details[2].text, LOB_STR("two")));
    assert_int_equal(error.details[3].text.size, 0);
    assert_int_equal(error.candidate_count, 2);
    assert_true(lob_str_equal(error.candidates[0], LOB_STR("near")));
    assert_true(lob_str_equal(error.candidates[1], LOB_STR("nearer")));
    assert_int_equal(error.issue_count, 1);
    assert_string_equal(error.issues[0].path, "$.box");
    lob_error_text(&error, "third", LOB_STR("three")); /* room is where it was */
    assert_true(lob_str_equal(error.details[2].text, LOB_STR("two")));
    assert_true(lob_str_equal(error.candidates[1], LOB_STR("nearer")));

    lob_error other;
    lob_error_clear(&other);
    lob_error_set(&other, LOB_E_INTERNAL_ERROR, "later");
    lob_error_take(&error, &other); /* the first story stays */
    assert_string_equal(error.message, "too many");
}

static void test_names_of_codes(void **state) {
    (void)state;
    assert_string_equal(lob_status_name(LOB_OK), "OK");
    assert_string_equal(lob_status_name(LOB_E_TOP_CELL_NOT_FOUND), "TOP_CELL_NOT_FOUND");
    assert_string_equal(lob_status_name(LOB_E_INTERNAL_ERROR), "INTERNAL_ERROR");
}

static int progress_count;

static void count_progress(void *arg, double done, double total, const char *message) {
    assert_ptr_equal(arg, &progress_count);
    assert_le(done, total);
    assert_string_equal(message, "reading");
    progress_count++;
}

static void test_context(void **state) {
    (void)state;
    static lob_ctx ctx;
    lob_cancel cancel;
    atomic_init(&cancel.requested, false);
    lob_ctx_init(&ctx, NULL);
    lob_progress(&ctx, 0, 1, "reading"); /* nobody listens */
    assert_int_equal(lob_poll(&ctx), LOB_OK);
    ctx.cancel = &cancel;
    assert_int_equal(lob_poll(&ctx), LOB_OK);
    atomic_store(&cancel.requested, true);
    assert_int_equal(lob_poll(&ctx), LOB_E_CANCELLED);
    assert_int_equal(lob_fail_memory(&ctx), LOB_E_CANCELLED);
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_fail_memory(&ctx), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(ctx.error.details[0].key, "reason");
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("memory")));
    assert_non_null(strstr(ctx.error.hint, "close_session"));
    ctx.progress = count_progress;
    ctx.progress_arg = &progress_count;
    for (int i = 0; i < 1000; i++) { /* ten seconds, a call each 10 ms */
        lob_progress(&ctx, i, 1000, "reading");
        lob_clock_shift_ms(10);
    }
    assert_in_range(progress_count, 30, 41);
}

static void test_child(void **state) {
    (void)state;
    static lob_ctx ctx, child;
    lob_cancel cancel;
    atomic_init(&cancel.requested, false);
    lob_ctx_init(&ctx, NULL);
    ctx.cancel = &cancel;
    lob_alloc_fail_at(1, 1);
    assert_int_equal(lob_ctx_child(&ctx, &child, 0), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_alloc_fail_at(0, 0);
    assert_int_equal(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_ctx_drop(&child);
    lob_error_clear(&ctx.error);

    const uint64_t live = lob_alloc_live();
    assert_int_equal(lob_ctx_child(&ctx, &child, 1 << 20), LOB_OK);
    assert_non_null(lob_arena_alloc(child.arena, 100));
    assert_null(lob_arena_alloc(child.arena, 1 << 21));
    assert_int_equal(lob_ctx_join(&ctx, &child, LOB_OK), LOB_OK);
    assert_int_equal(ctx.error.code, LOB_OK);
    atomic_store(&cancel.requested, true);
    assert_int_equal(lob_poll(&child), LOB_E_CANCELLED); /* one token for both */
    lob_error_clear(&child.error);
    lob_status status = lob_fail_memory(&child);
    lob_ctx_drop(&child);
    assert_int_equal(lob_alloc_live(), live);
    assert_int_equal(lob_ctx_join(&ctx, &child, status), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_string_equal(ctx.error.message, child.error.message);
    memset(&child, 0x5a, sizeof child);
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("memory")));
}

static int64_t integer_of(const lob_error *of, const char *key) {
    for (unsigned i = 0; i < of->detail_count; i++) {
        if (strcmp(of->details[i].key, key) == 0) {
            return of->details[i].integer;
        }
    }
    return -1;
}

static void test_memory_bounds_are_told(void **state) {
    (void)state;
    static const char *const names[] = {"request_memory_size", "layout_size"};
    static const char *const words[] = {"smaller box", "smaller layout"};
    for (int i = 0; i < 2; i++) {
        lob_account account;
        lob_ctx ctx;
        lob_account_init(&account, names[i], 1000);
        lob_account *before = lob_account_enter(&account);
        assert_null(lob_malloc(1 << 20));
        lob_ctx_init(&ctx, NULL);
        assert_int_equal(lob_fail_memory(&ctx), LOB_E_TOOL_LIMIT_EXCEEDED);
        lob_account_end(&account, before);
        assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("memory")));
        assert_true(lob_str_equal(ctx.error.details[1].text, lob_str_from(names[i])));
        assert_int_equal(integer_of(&ctx.error, "limit"), 1000);
        assert_non_null(strstr(ctx.error.hint, words[i]));
    }
    /* A new request knows nothing of it. */
    lob_account account;
    lob_ctx ctx;
    lob_account_init(&account, names[0], 1000);
    lob_account_end(&account, lob_account_enter(&account));
    lob_ctx_init(&ctx, NULL);
    lob_fail_memory(&ctx);
    assert_int_equal(integer_of(&ctx.error, "limit"), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_story_wins),
                                       cmocka_unit_test(test_details),
                                       cmocka_unit_test(test_long_text_is_cut_between_characters),
                                       cmocka_unit_test(test_arguments_are_named),
                                       cmocka_unit_test(test_hints_of_candidates),
                                       cmocka_unit_test(test_candidates_are_whole),
                                       cmocka_unit_test(test_memory_bounds_are_told),
                                       cmocka_unit_test(test_issues_are_counted_beyond_the_room),
                                       cmocka_unit_test(test_names_of_codes),
                                       cmocka_unit_test(test_take),
                                       cmocka_unit_test(test_child),
                                       cmocka_unit_test(test_context)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
