/* The generated code of the real spec/: requests good and bad, responses out and back in. Only types that are part of
 * the contract are used, so that the tests hold while the spec grows. */
#include "tests/support/lob_test.h"

#include "parse_rig.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "gen/parse.h"
#include "gen/write.h"

static void check_issue(const fixture *f, unsigned index, const char *expected) {
    lob_buf text;
    lob_buf_init(&text, 0);
    assert_lt(index, f->ctx.error.issue_count);
    lob_issue_print(&f->ctx.error.issues[index], &text);
    assert_string_equal(text.data, expected);
    lob_buf_release(&text);
}

static void parses_the_contract_example(void **state) {
    (void)state;
    fixture f;
    lob_open_layout_request request = {0};
    const cJSON *json = read_text(&f, "{\"path\":\"/abs/path/to/layout.gds\",\"top_cell\":\"TOP\",\"format\":\"gds\"}");
    assert_int_equal(lob_open_layout_request_parse(&f.ctx, json, &request), LOB_OK);
    assert_string_equal(request.path.data, "/abs/path/to/layout.gds");
    assert_true(lob_str_equal(request.top_cell, LOB_STR("TOP")));
    drop(&f);
}

static void fills_defaults(void **state) {
    (void)state;
    fixture f;
    lob_list_cells_request cells = {0};
    lob_describe_cell_request cell = {0};
    const cJSON *json = read_text(&f, "{\"session_id\":\"ses_a1b2c3d4e5f6\"}");
    assert_int_equal(lob_list_cells_request_parse(&f.ctx, json, &cells), LOB_OK);
    assert_false(cells.has_max_depth); /* absent means all */
    assert_int_equal(lob_describe_cell_request_parse(&f.ctx, json, &cell), LOB_OK);
    assert_int_equal(cell.depth, 1);
    assert_null(cell.cell.data);
    drop(&f);
}

static void tells_every_fault(void **state) {
    (void)state;
    fixture f;
    lob_list_cells_request request = {0};
    const cJSON *json = read_text(&f, "{\"sesion_id\":\"x\",\"max_depth\":\"2\"}");
    assert_int_equal(lob_list_cells_request_parse(&f.ctx, json, &request), LOB_E_INVALID_TARGET);
    assert_int_equal(f.ctx.error.issue_count_total, 3);
    assert_string_equal(f.ctx.error.issues[0].path, "$.sesion_id");
    assert_string_equal(f.ctx.error.issues[0].hint, "did you mean session_id?");
    check_issue(&f, 1, "$.session_id: expected string, got nothing");
    check_issue(&f, 2, "$.max_depth: expected integer, got string \"2\" (send the number without quotes)");
    drop(&f);
}

static void a_limit_has_its_own_code(void **state) {
    (void)state;
    fixture f;
    lob_list_cells_request request = {0};
    const cJSON *json = read_text(&f, "{\"session_id\":\"x\",\"max_depth\":9007199254740991}");
    assert_int_equal(lob_list_cells_request_parse(&f.ctx, json, &request), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(f.ctx.error.issues[0].rule, "limit");
    drop(&f);
}

static void a_box_has_its_own_code(void **state) {
    (void)state;
    static const struct {
        const char *json, *issue;
    } cases[] = {
        {"{\"left\":0,\"bottom\":0,\"right\":1}", "$.top: expected number, got nothing"},
        {"\"10,20,30,40\"",
         "$: expected object, got string \"10,20,30,40\" (send {\"left\": 10, \"bottom\": 20, \"right\": 30, "
         "\"top\": 40})"},
        {"{\"left\":\"abc\",\"bottom\":0,\"right\":1,\"top\":1}", "$.left: expected number, got string \"abc\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].json);
        fixture f;
        lob_query_box box = {0};
        const cJSON *json = read_text(&f, cases[i].json);
        assert_int_equal(lob_query_box_parse(&f.ctx, json, &box), LOB_E_INVALID_BOX);
        check_issue(&f, 0, cases[i].issue);
        drop(&f);
    }
}

static lob_buf write_close(const lob_close_session_response *response) {
    lob_buf out;
    lob_jsonw w;
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    lob_close_session_response_write(&w, response);
    assert_true(lob_jsonw_fine(&w));
    return out;
}

static void writes_a_response_that_its_check_takes(void **state) {
    (void)state;
    lob_close_session_response response = {.session_id = LOB_STR("ses_missing"), .closed = false};
    lob_buf out = write_close(&response);
    assert_string_equal(out.data, "{\"schema_version\":\"" LOB_SCHEMA_VERSION
                                  "\",\"session_id\":\"ses_missing\",\"closed\":false,"
                                  "\"artifact_dir_deleted\":false,\"deleted_artifact_count\":0}");
    fixture f;
    lob_close_session_response back = {0};
    const cJSON *json = read_text(&f, out.data);
    assert_int_equal(lob_close_session_response_parse(&f.ctx, json, &back), LOB_OK);
    lob_buf again = write_close(&back);
    assert_string_equal(again.data, out.data);
    lob_buf_release(&again);
    lob_buf_release(&out);
    drop(&f);
}

static void a_response_is_checked(void **state) {
    (void)state;
    fixture f;
    lob_close_session_response back = {0};
    const cJSON *json = read_text(&f, "{\"schema_version\":\"0\",\"session_id\":1,\"closed\":null,\"more\":1}");
    assert_int_equal(lob_close_session_response_parse(&f.ctx, json, &back), LOB_E_INVALID_TARGET);
    assert_int_equal(f.ctx.error.issue_count_total, 5);
    check_issue(&f, 0, "$.schema_version: expected " LOB_SCHEMA_VERSION ", got string \"0\"");
    check_issue(&f, 1, "$.session_id: expected string, got number 1 (put it in quotes)");
    check_issue(&f, 2, "$.closed: expected boolean, got null");
    check_issue(&f, 3, "$.artifact_dir_deleted: expected boolean, got nothing");
    check_issue(&f, 4, "$.deleted_artifact_count: expected integer, got nothing");
    drop(&f);
}

/* An ErrorObject with everything in it survives parse and write unchanged: a fixed point, in the order of the schema.
 */
static void an_error_object_comes_back(void **state) {
    (void)state;
    static const char text[] = "{\"code\":\"INVALID_BOX\",\"message\":\"m\",\"details\":{\"hint\":\"h\",\"issues\":[{"
                               "\"path\":\"$.a\",\"rule\":\"type\","
                               "\"expected\":\"number\",\"got\":\"null\",\"hint\":\"x\"},{\"path\":\"$.b\",\"rule\":"
                               "\"r\",\"expected\":\"e\",\"got\":\"g\"}],"
                               "\"issue_count\":9,\"candidates\":[\"A\",\"B\"],\"offset\":12}}";
    fixture f;
    lob_error_object error = {0};
    const cJSON *json = read_text(&f, text);
    assert_int_equal(lob_error_object_parse(&f.ctx, json, &error), LOB_OK);
    assert_int_equal(error.code, LOB_ERROR_OBJECT_CODE_INVALID_BOX);
    assert_int_equal(error.details.issues.count, 2);
    assert_true(error.details.has_offset);
    assert_eq(error.details.offset, 12);
    lob_buf out;
    lob_jsonw w;
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    lob_error_object_write(&w, &error);
    assert_string_equal(out.data, text);
    lob_buf_release(&out);
    drop(&f);
}

/* The contract's codes are the enum's, and the names go both ways. */
static void codes_have_names(void **state) {
    (void)state;
    static const char *const codes[] = {
        "FILE_NOT_FOUND", "UNSUPPORTED_FORMAT", "TOP_CELL_NOT_FOUND", "SESSION_NOT_FOUND", "SESSION_EXPIRED",
        "INVALID_BOX",    "INVALID_LAYER",      "INVALID_TARGET",     "QUERY_TOO_LARGE",   "TOOL_LIMIT_EXCEEDED",
        "RENDER_FAILED",  "DRC_RUN_FAILED",     "INTERNAL_ERROR"};
    assert_string_equal(lob_status_name(LOB_OK), "OK");
    for (int i = 0; i < 13; i++) {
        assert_string_equal(lob_status_name((lob_status)(i + 1)), codes[i]);
        assert_ne(lob_status_recovery((lob_status)(i + 1))[0], 0);
    }
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    static const char text[] =
        "{\"code\":\"INVALID_BOX\",\"message\":\"m\",\"details\":{\"issues\":[{\"path\":\"p\",\"rule\":\"r\","
        "\"expected\":\"e\",\"got\":\"g\"}],\"candidates\":[\"A\"]}}";
    lob_json_fault fault;
    cJSON *json = lob_json_parse(LOB_STR(text), &fault);
    uint64_t live = lob_alloc_live();
    lob_status status = LOB_STATUS_COUNT;
    for (uint64_t nth = 1; status != LOB_OK; nth++) {
        lob_ctx ctx;
        lob_error_object error = {0};
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        lob_alloc_fail_at(nth, false);
        status = lob_error_object_parse(&ctx, json, &error);
        lob_alloc_fail_at(0, false);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        lob_arena_drop(arena);
        assert_int_equal(lob_alloc_live(), live);
    }
    cJSON_Delete(json);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses_the_contract_example),
        cmocka_unit_test(fills_defaults),
        cmocka_unit_test(tells_every_fault),
        cmocka_unit_test(a_limit_has_its_own_code),
        cmocka_unit_test(a_box_has_its_own_code),
        cmocka_unit_test(writes_a_response_that_its_check_takes),
        cmocka_unit_test(a_response_is_checked),
        cmocka_unit_test(an_error_object_comes_back),
        cmocka_unit_test(codes_have_names),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
