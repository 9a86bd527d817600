/* The ErrorObject against its schema and, member by member, against what was noted. */
#include "tests/support/lob_test.h"

#include "gen/parse.h"
#include "tool/call.h"
#include "json/reader.h"

static void assert_written(const lob_error *error, const char *expected) {
    lob_buf buf;
    lob_buf_init(&buf, 1 << 20);
    lob_jsonw w;
    lob_jsonw_init(&w, &buf);
    lob_error_write(error, &w);
    assert_true(lob_jsonw_fine(&w));
    assert_string_equal(buf.data, expected);
    lob_json_fault fault;
    cJSON *json = lob_json_parse((lob_str){buf.data, buf.size}, &fault);
    assert_non_null(json);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_error_object object = {0};
    assert_int_equal(lob_error_object_parse(&ctx, json, &object), LOB_OK);
    lob_arena_drop(arena);
    cJSON_Delete(json);
    lob_buf_release(&buf);
}

static void test_short(void **state) {
    (void)state;
    lob_error error;
    lob_error_clear(&error);
    lob_error_set(&error, LOB_E_SESSION_EXPIRED, "Gone after %d s", 5);
    assert_written(&error, "{\"code\":\"SESSION_EXPIRED\",\"message\":\"Gone after 5 s\","
                           "\"details\":{\"hint\":\"Call open_layout again.\"}}");
}

static void test_all_members(void **state) {
    (void)state;
    lob_error error;
    lob_error_clear(&error);
    lob_error_set(&error, LOB_E_INVALID_TARGET, "No");
    lob_error_hint(&error, "Do this.");
    lob_error_text(&error, "cell", (lob_str){"A\x1b\"\xff", 4});
    lob_error_integer(&error, "offset", -3);
    lob_error_candidate(&error, LOB_STR("TOP"));
    lob_error_candidate(&error, LOB_STR("\xe2\x80\xae"));
    lob_error_place(&error, 1.23456789, -2);
    lob_issue *issue = lob_error_issue(&error);
    assert_non_null(issue);
    *issue = (lob_issue){.path = "$.a", .rule = "type", .expected = "number", .got = "null"};
    issue = lob_error_issue(&error);
    *issue = (lob_issue){.path = "$.b", .rule = "enum", .expected = "x", .got = "y", .hint = "z"};
    assert_written(&error,
                   "{\"code\":\"INVALID_TARGET\",\"message\":\"No\",\"details\":{\"hint\":\"Do this.\",\"issues\":["
                   "{\"path\":\"$.a\",\"rule\":\"type\",\"expected\":\"number\",\"got\":\"null\"},"
                   "{\"path\":\"$.b\",\"rule\":\"enum\",\"expected\":\"x\",\"got\":\"y\",\"hint\":\"z\"}],"
                   "\"candidates\":[\"TOP\",\"\\u202e\"],\"places_um\":[{\"x\":1.234568,\"y\":-2}],\"cell\":"
                   "\"A\\u001b\\\"\\ufffd\",\"offset\":-3}}");
}

static void test_issues_counted(void **state) {
    (void)state;
    lob_error error;
    lob_error_clear(&error);
    lob_error_set(&error, LOB_E_INVALID_BOX, "No");
    for (int i = 0; i < 10; i++) {
        lob_issue *issue = lob_error_issue(&error);
        if (issue) {
            *issue = (lob_issue){.path = "$", .rule = "r", .expected = "e", .got = "g"};
        }
    }
    lob_buf buf;
    lob_buf_init(&buf, 1 << 20);
    lob_jsonw w;
    lob_jsonw_init(&w, &buf);
    lob_error_write(&error, &w);
    assert_non_null(strstr(buf.data, "],\"issue_count\":10}"));
    lob_buf_release(&buf);
}

/* Each code as the contract spells it. */
static void test_codes(void **state) {
    (void)state;
    static const char *const codes[] = {
        "FILE_NOT_FOUND", "UNSUPPORTED_FORMAT", "TOP_CELL_NOT_FOUND", "SESSION_NOT_FOUND", "SESSION_EXPIRED",
        "INVALID_BOX",    "INVALID_LAYER",      "INVALID_TARGET",     "QUERY_TOO_LARGE",   "TOOL_LIMIT_EXCEEDED",
        "RENDER_FAILED",  "DRC_RUN_FAILED",     "INTERNAL_ERROR",
    };
    for (int i = 0; i < 13; i++) {
        lob_error error;
        lob_error_clear(&error);
        lob_error_set(&error, (lob_status)(LOB_OK + 1 + i), "m");
        char expected[512];
        snprintf(expected, sizeof expected, "{\"code\":\"%s\",\"message\":\"m\",\"details\":{\"hint\":\"%s\"}}",
                 codes[i], lob_status_recovery(error.code));
        assert_written(&error, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_short), cmocka_unit_test(test_all_members),
                                       cmocka_unit_test(test_issues_counted), cmocka_unit_test(test_codes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
