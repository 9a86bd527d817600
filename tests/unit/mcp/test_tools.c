/* tools/list and tools/call as text; the answers are read back by the strict reader.
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include "fake_tools.h"
#include "mcp/tools.h"
#include "json/reader.h"

static const cJSON *at(const cJSON *tree, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(tree, name);
}

static cJSON *read_json(const lob_buf *out) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse((lob_str){out->data, out->size}, &fault);
    assert_non_null(tree);
    return tree;
}

static int error_code(const lob_buf *out) {
    cJSON *tree = read_json(out);
    int code = at(at(tree, "error"), "code")->valueint;
    cJSON_Delete(tree);
    return code;
}

static void the_list_has_all_that_hosts_need(void **state) {
    (void)state;
    for (int contract = 0; contract < 2; contract++) {
        lob_product product = fake_product();
        lob_buf list;
        size_t seen = 0;
        const cJSON *tool;
        product.toolset = contract ? LOB_TOOLSET_CONTRACT : LOB_TOOLSET_FULL;
        lob_buf_init(&list, 0);
        lob_tools_write_list(&product, LOB_LIST_PLAIN, &list);
        cJSON *tree = read_json(&list);
        cJSON_ArrayForEach(tool, tree) {
            assert_true(cJSON_IsString(at(tool, "name")));
            assert_true(cJSON_IsString(at(tool, "title")));
            assert_true(cJSON_IsString(at(tool, "description")));
            assert_string_equal(at(at(tool, "inputSchema"), "type")->valuestring, "object");
            assert_string_equal(at(at(tool, "outputSchema"), "type")->valuestring, "object");
            assert_true(cJSON_IsTrue(at(at(tool, "annotations"), "readOnlyHint")));
            assert_null(cJSON_GetObjectItem(at(tool, "annotations"), "destructiveHint"));
            assert_null(cJSON_GetObjectItem(at(tool, "annotations"), "idempotentHint"));
            assert_true(cJSON_IsFalse(at(at(tool, "annotations"), "openWorldHint")));
            const cJSON *least = at(at(at(tool, "_meta"), "fake/limits"), "least");
            assert_eq(strcmp(at(tool, "name")->valuestring, "told") == 0, at(tool, "_meta") != NULL);
            if (at(tool, "_meta")) {
                assert_eq(cJSON_GetArrayItem(least, 1)->valuedouble, .5);
            }
            seen++;
        }
        assert_int_equal(seen, contract ? 3 : lob_tool_count);
        assert_null(strstr(list.data, "null"));
        cJSON_Delete(tree);
        lob_buf_release(&list);
    }
}

/* What the protocol takes for granted is left out: hosts pay for the list in every conversation. */
static void hints_that_are_defaults_are_left_out(void **state) {
    (void)state;
    static const char *const names[] = {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"};
    static const int defaults[] = {0, 1, 0, 1};
    for (int bits = 0; bits < 16; bits++) {
        lob_tool tool = lob_tools[0];
        lob_product product = fake_product();
        lob_buf list;
        const int meant[] = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1};
        tool.read_only = meant[0];
        tool.destructive = meant[1];
        tool.idempotent = meant[2];
        tool.open_world = meant[3];
        product.tools = &tool;
        product.tool_count = 1;
        lob_buf_init(&list, 0);
        lob_tools_write_list(&product, LOB_LIST_PLAIN, &list);
        cJSON *tree = read_json(&list);
        const cJSON *annotations = at(cJSON_GetArrayItem(tree, 0), "annotations");
        assert_true(cJSON_IsObject(annotations));
        for (int i = 0; i < 4; i++) {
            const cJSON *hint = at(annotations, names[i]);
            const bool goes_without_saying = meant[i] == defaults[i] || (meant[0] && (i == 1 || i == 2));
            if (goes_without_saying) {
                assert_false(hint);
            } else {
                assert_eq(cJSON_IsTrue(hint), meant[i] != 0);
                assert_true(cJSON_IsBool(hint));
            }
        }
        cJSON_Delete(tree);
        lob_buf_release(&list);
    }
}

/* A sentence that names a tool is left out with it; a longer name is another tool's. */
static void instructions_name_what_is_offered(void **state) {
    (void)state;
    static const char *const sentences[] = {"One.", " echo, and fail.", " failing is fine, so is a_fail.", " fail",
                                            NULL};
    lob_product product = fake_product();
    lob_buf text;
    lob_buf_init(&text, 0);
    product.instructions = sentences;
    lob_tools_write_instructions(&product, &text);
    assert_string_equal(text.data, "One. echo, and fail. failing is fine, so is a_fail. fail");
    lob_buf_clear(&text);
    product.toolset = LOB_TOOLSET_CONTRACT;
    lob_tools_write_instructions(&product, &text);
    assert_string_equal(text.data, "One. failing is fine, so is a_fail.");
    lob_buf_clear(&text);
    product.instructions = NULL;
    lob_tools_write_instructions(&product, &text);
    assert_eq(text.size, 0);
    lob_buf_release(&text);
}

static void answer_list(const char *params, bool modern, lob_buf *out) {
    lob_product product = fake_product();
    char text[128];
    lob_rpc_message message;
    snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":%s}", params);
    lob_rpc_read(lob_str_from(text), &message);
    lob_buf_clear(out);
    lob_tools_answer_list(&product, &message, modern, LOB_STR("[]"), out);
    lob_rpc_drop(&message);
}

static void no_cursor_is_ever_right(void **state) {
    (void)state;
    lob_buf out;
    lob_buf_init(&out, 0);
    answer_list("{}", false, &out);
    assert_string_equal(out.data, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n");
    answer_list("{\"cursor\":null}", false, &out);
    assert_non_null(strstr(out.data, "result"));
    answer_list("{\"cursor\":\"abc\"}", false, &out);
    assert_int_equal(error_code(&out), -32602);
    answer_list("{\"cursor\":\"\"}", true, &out);
    assert_int_equal(error_code(&out), -32602);
    answer_list("{\"cursor\":5}", false, &out);
    assert_int_equal(error_code(&out), -32602);
    answer_list("{}", true, &out);
    cJSON *tree = read_json(&out);
    const cJSON *result = at(tree, "result");
    assert_string_equal(at(result, "resultType")->valuestring, "complete");
    assert_string_equal(at(result, "cacheScope")->valuestring, "public");
    assert_ge(at(result, "ttlMs")->valuedouble, 0);
    assert_null(at(result, "nextCursor"));
    cJSON_Delete(tree);
    lob_buf_release(&out);
}

static void the_text_is_the_structured_content(void **state) {
    (void)state;
    static const char *const cases[] = {
        "{}",
        "{\"a\":\"b\"}",
        "{\"a\":\"quote \\\" backslash \\\\ line \\n unicode \\u202e \xc3\xa9\",\"b\":[1,2.5,null,true]}",
        "{\"\\\"\":\"\\\\\\\\\"}",
    };
    lob_product product = fake_product();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i]);
        for (int flags = 0; flags < 4; flags++) {
            lob_buf out;
            lob_tools_result result = {.id = LOB_STR("1"),
                                       .json = lob_str_from(cases[i]),
                                       .is_error = (flags & 1) != 0,
                                       .modern = (flags & 2) != 0};
            lob_buf_init(&out, 0);
            lob_tools_answer_call(&product, &result, &out);
            cJSON *tree = read_json(&out);
            const cJSON *content = at(at(tree, "result"), "content");
            assert_int_equal(cJSON_GetArraySize(content), 1);
            assert_string_equal(at(cJSON_GetArrayItem(content, 0), "type")->valuestring, "text");
            assert_string_equal(at(cJSON_GetArrayItem(content, 0), "text")->valuestring, cases[i]);
            assert_true(lob_str_equal(
                lob_json_raw_member(lob_json_raw_member((lob_str){out.data, out.size}, "result"), "structuredContent"),
                lob_str_from(cases[i])));
            assert_int_equal(cJSON_IsTrue(at(at(tree, "result"), "isError")), (flags & 1) != 0);
            assert_int_equal(at(at(tree, "result"), "resultType") != NULL, (flags & 2) != 0);
            assert_int_equal(at(at(tree, "result"), "_meta") != NULL, (flags & 2) != 0);
            cJSON_Delete(tree);
            lob_buf_release(&out);
        }
    }
}

static void escaping_fits_its_room_exactly(void **state) {
    (void)state;
    /* All texts of up to 6 bytes over {a " \}: the buffer's limit is what is needed. */
    static const char letters[] = "a\"\\";
    for (unsigned length = 0; length <= 6; length++) {
        unsigned total = 1;
        for (unsigned i = 0; i < length; i++) {
            total *= 3;
        }
        for (unsigned number = 0; number < total; number++) {
            char text[8] = "", expected[16] = "", *end = expected;
            for (unsigned i = 0, rest = number; i < length; i++, rest /= 3) {
                text[i] = letters[rest % 3];
                if (text[i] != 'a') {
                    *end++ = '\\';
                }
                *end++ = text[i];
            }
            lob_buf out;
            lob_buf_init(&out, strlen(expected) ? strlen(expected) : 1);
            lob_tools_add_escaped(&out, (lob_str){text, length});
            assert_int_equal(out.failed, LOB_BUF_FINE);
            assert_int_equal(out.size, strlen(expected));
            assert_memory_equal(out.data, expected, out.size);
            lob_tools_add_escaped(&out, LOB_STR("xxxx"));
            assert_int_equal(out.failed, LOB_BUF_TOO_LARGE);
            lob_buf_release(&out);
        }
    }
}

static void calls_are_read(void **state) {
    (void)state;
    static const struct {
        const char *params;
        int code;
        const char *session, *token, *message;
    } cases[] = {
        {"{\"name\":\"echo\"}", 0, NULL, NULL, NULL},
        {"{\"name\":\"echo\",\"arguments\":null}", 0, NULL, NULL, NULL},
        {"{\"name\":\"echo\",\"arguments\":{\"session_id\":\"s\"}}", 0, "s", NULL, NULL},
        {"{\"name\":\"echo\",\"arguments\":{\"session_id\":5}}", 0, NULL, NULL, NULL},
        {"{\"name\":\"big\",\"arguments\":{\"session_id\":\"s\"}}", 0, NULL, NULL, NULL},
        {"{\"name\":\"echo\",\"_meta\":{\"progressToken\":12345678901234567890}}", 0, NULL, "12345678901234567890",
         NULL},
        {"{\"name\":\"echo\",\"_meta\":{\"progressToken\":\"t\\u0041\"}}", 0, NULL, "\"t\\u0041\"", NULL},
        {"{\"name\":\"echo\",\"_meta\":{\"progressToken\":1.5}}", 0, NULL, NULL, NULL},
        {"{\"name\":\"echo\",\"_meta\":{\"progressToken\":{}}}", 0, NULL, NULL, NULL},
        {"{\"name\":\"echo\",\"_meta\":7}", 0, NULL, NULL, NULL},
        {"{\"name\":\"echo\",\"arguments\":[]}", -32602, NULL, NULL, "object"},
        {"{\"name\":\"echo\",\"arguments\":\"x\"}", -32602, NULL, NULL, "object"},
        {"{\"name\":7}", -32602, NULL, NULL, "string"},
        {"{}", -32602, NULL, NULL, "string"},
        {"{\"name\":\"ecco\"}", -32602, NULL, NULL, "did you mean echo?"},
        {"{\"name\":\"completely_else\"}", -32602, NULL, NULL, "Unknown tool; tools/list"},
        {"{\"name\":\"\"}", -32602, NULL, NULL, "Unknown tool"},
    };
    lob_product product = fake_product();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].params);
        char text[256];
        lob_rpc_message message;
        lob_buf out;
        lob_buf_init(&out, 0);
        snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":%s}",
                 cases[i].params);
        lob_rpc_read(lob_str_from(text), &message);
        lob_tools_call call = lob_tools_read_call(&product, &message, &out);
        assert_int_equal(call.tool == NULL, cases[i].code != 0);
        if (cases[i].code) {
            assert_int_equal(error_code(&out), cases[i].code);
            assert_non_null(strstr(out.data, cases[i].message));
        }
        assert_true(lob_str_equal(call.session_id, lob_str_from(cases[i].session)));
        assert_true(lob_str_equal(call.progress_token, lob_str_from(cases[i].token)));
        lob_rpc_drop(&message);
        lob_buf_release(&out);
    }
}

/* The test vectors of RFC 4648, and bytes above 127. */
static void pictures_are_base64(void **state) {
    (void)state;
    static const char *const vectors[][2] = {{"f", "Zg=="},           {"fo", "Zm8="},        {"foo", "Zm9v"},
                                             {"foob", "Zm9vYg=="},    {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"},
                                             {"\xfb\xff\xbf", "+/+/"}};
    lob_product product = fake_product();
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        lob_case("%s", vectors[i][0]);
        lob_buf out;
        const lob_images images = {{lob_str_from(vectors[i][0])}, 1};
        lob_tools_result result = {.id = LOB_STR("1"), .json = LOB_STR("{}"), .images = &images};
        lob_buf_init(&out, 0);
        lob_tools_answer_call(&product, &result, &out);
        cJSON *tree = read_json(&out);
        const cJSON *content = at(at(tree, "result"), "content");
        assert_int_equal(cJSON_GetArraySize(content), 2);
        assert_string_equal(at(cJSON_GetArrayItem(content, 1), "type")->valuestring, "image");
        assert_string_equal(at(cJSON_GetArrayItem(content, 1), "mimeType")->valuestring, "image/png");
        assert_string_equal(at(cJSON_GetArrayItem(content, 1), "data")->valuestring, vectors[i][1]);
        cJSON_Delete(tree);
        lob_buf_release(&out);
    }
}

static void tools_outside_the_toolset_do_not_exist(void **state) {
    (void)state;
    lob_product product = fake_product();
    lob_rpc_message message;
    lob_buf out;
    product.toolset = LOB_TOOLSET_CONTRACT;
    lob_buf_init(&out, 0);
    lob_rpc_read(LOB_STR("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"steps\"}}"),
                 &message);
    assert_null(lob_tools_read_call(&product, &message, &out).tool);
    assert_int_equal(error_code(&out), -32602);
    assert_null(strstr(out.data, "steps"));
    lob_rpc_drop(&message);
    lob_buf_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_has_all_that_hosts_need),
        cmocka_unit_test(hints_that_are_defaults_are_left_out),
        cmocka_unit_test(instructions_name_what_is_offered),
        cmocka_unit_test(no_cursor_is_ever_right),
        cmocka_unit_test(the_text_is_the_structured_content),
        cmocka_unit_test(escaping_fits_its_room_exactly),
        cmocka_unit_test(calls_are_read),
        cmocka_unit_test(pictures_are_base64),
        cmocka_unit_test(tools_outside_the_toolset_do_not_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
