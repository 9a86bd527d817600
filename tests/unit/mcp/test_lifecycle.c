/* Revisions and routes, from the specifications of the five revisions: which version is answered, which error comes
 * back. */
#include "tests/support/lob_test.h"

#include "mcp/lifecycle.h"
#include "json/reader.h"

#define VERSION      "\"io.modelcontextprotocol/protocolVersion\":"
#define CAPABILITIES "\"io.modelcontextprotocol/clientCapabilities\":"
#define MODERN       "{\"_meta\":{" VERSION "\"2026-07-28\"," CAPABILITIES "{}}}"

static const lob_product product = {.name = "n",
                                    .title = "t",
                                    .version = "9.8.7",
                                    .icons = "[{\"src\":\"data:i\"}]",
                                    .instructions = (const char *const[]){"Use it.", NULL}};

static const cJSON *at(const cJSON *tree, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(tree, name);
}

static const char *text_at(const cJSON *tree, const char *name) {
    const cJSON *item = at(tree, name);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

/* The answer line as a tree, checked: one line, strict JSON, version 2.0. */
static cJSON *read_answer(const lob_buf *out) {
    lob_json_fault fault;
    assert_gt(out->size, 0);
    assert_eq(out->data[out->size - 1], '\n');
    assert_ptr_equal(memchr(out->data, '\n', out->size), out->data + out->size - 1);
    cJSON *tree = lob_json_parse((lob_str){out->data, out->size}, &fault);
    assert_non_null(tree);
    assert_string_equal(text_at(tree, "jsonrpc"), "2.0");
    return tree;
}

static int error_code(const lob_buf *out) {
    if (out->size == 0) {
        return 0;
    }
    cJSON *tree = read_answer(out);
    const cJSON *code = at(at(tree, "error"), "code");
    assert_true(cJSON_IsNumber(code));
    assert_true(cJSON_IsString(at(at(tree, "error"), "message")));
    int value = code->valueint;
    cJSON_Delete(tree);
    return value;
}

static void known_versions_are_echoed(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"2024-11-05", "2024-11-05"}, {"2025-03-26", "2025-03-26"},  {"2025-06-18", "2025-06-18"},
        {"2025-11-25", "2025-11-25"}, {"2026-07-28", "2025-11-25"},  {"1999-01-01", "2025-11-25"},
        {"", "2025-11-25"},           {"2025-11-25 ", "2025-11-25"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        assert_string_equal(lob_revision_name(lob_revision_negotiate(cases[i][0])), cases[i][1]);
    }
}

typedef struct route_case {
    const char *method, *params;
    lob_revision agreed;
    int code; /* 0: passes */
    lob_method method_found;
    bool modern;
} route_case;

static void requests_are_routed_by_revision(void **state) {
    (void)state;
    static const lob_revision none = LOB_REVISION_NONE, legacy = LOB_REVISION_2025_06_18;
    const route_case cases[] = {
        /* Legacy: only ping and initialize before initialize (L3). */
        {"initialize", "{}", none, 0, LOB_METHOD_INITIALIZE, false},
        {"ping", NULL, none, 0, LOB_METHOD_PING, false},
        {"tools/list", "{}", none, -32602, LOB_METHOD_UNKNOWN, false},
        {"tools/call", "{}", none, -32602, LOB_METHOD_UNKNOWN, false},
        {"initialize", "{}", legacy, 0, LOB_METHOD_INITIALIZE, false}, /* again: answered */
        {"tools/list", NULL, legacy, 0, LOB_METHOD_TOOLS_LIST, false},
        {"tools/call", "{}", legacy, 0, LOB_METHOD_TOOLS_CALL, false},
        {"resources/list", "{}", legacy, 0, LOB_METHOD_RESOURCES_LIST, false},
        {"resources/read", "{}", legacy, 0, LOB_METHOD_RESOURCES_READ, false},
        {"resources/templates/list", "{}", legacy, 0, LOB_METHOD_RESOURCES_TEMPLATES, false},
        {"prompts/list", "{}", legacy, 0, LOB_METHOD_PROMPTS_LIST, false},
        {"prompts/get", "{}", none, -32602, LOB_METHOD_UNKNOWN, false},
        {"logging/setLevel", "{}", legacy, 0, LOB_METHOD_SET_LEVEL, false},
        {"completion/complete", MODERN, none, 0, LOB_METHOD_COMPLETE, true},
        /* Not declared, so not there (6, L8-L12). */
        {"resources/subscribe", "{}", legacy, -32601, LOB_METHOD_UNKNOWN, false},
        {"tasks/list", "{}", legacy, -32601, LOB_METHOD_UNKNOWN, false},
        {"", "{}", legacy, -32601, LOB_METHOD_UNKNOWN, false},
        {"tools/list", "[]", legacy, -32602, LOB_METHOD_UNKNOWN, false},
        {"tools/list", "{\"_meta\":{\"progressToken\":1}}", legacy, 0, LOB_METHOD_TOOLS_LIST, false},
        /* Modern: by _meta alone, whatever was agreed (M2, M3, M5, M10, M12). */
        {"server/discover", MODERN, none, 0, LOB_METHOD_DISCOVER, true},
        {"tools/list", MODERN, none, 0, LOB_METHOD_TOOLS_LIST, true},
        {"tools/call", MODERN, legacy, 0, LOB_METHOD_TOOLS_CALL, true},
        {"server/discover", NULL, none, -32602, LOB_METHOD_UNKNOWN, true},
        {"server/discover", "{\"_meta\":{}}", legacy, -32602, LOB_METHOD_UNKNOWN, true},
        {"tools/list", "{\"_meta\":{" VERSION "\"2026-07-28\"}}", none, -32602, LOB_METHOD_UNKNOWN, true},
        {"tools/list", "{\"_meta\":{" CAPABILITIES "{}}}", none, -32602, LOB_METHOD_UNKNOWN, true},
        {"tools/list", "{\"_meta\":{" VERSION "3," CAPABILITIES "{}}}", none, -32602, LOB_METHOD_UNKNOWN, true},
        {"tools/list", "{\"_meta\":{" VERSION "\"2026-07-28\"," CAPABILITIES "[]}}", none, -32602, LOB_METHOD_UNKNOWN,
         true},
        {"tools/list", "{\"_meta\":{" VERSION "\"2099-01-01\"," CAPABILITIES "{}}}", legacy, -32022, LOB_METHOD_UNKNOWN,
         true},
        {"tools/call", "{\"_meta\":{" VERSION "\"2025-11-25\"}}", legacy, -32022, LOB_METHOD_UNKNOWN, true},
        {"initialize", MODERN, none, -32601, LOB_METHOD_UNKNOWN, true},
        {"ping", MODERN, legacy, -32601, LOB_METHOD_UNKNOWN, true},
        {"logging/setLevel", MODERN, legacy, -32601, LOB_METHOD_UNKNOWN, true},
        {"resources/subscribe", MODERN, none, -32601, LOB_METHOD_UNKNOWN, true},
        {"resources/unsubscribe", MODERN, none, -32601, LOB_METHOD_UNKNOWN, true},
        {"subscriptions/listen", MODERN, none, -32601, LOB_METHOD_UNKNOWN, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].method);
        char text[512];
        lob_rpc_message message;
        lob_buf out;
        lob_buf_init(&out, 0);
        snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\"%s%s}", cases[i].method,
                 cases[i].params ? ",\"params\":" : "", cases[i].params ? cases[i].params : "");
        lob_rpc_read(lob_str_from(text), &message);
        lob_route route = lob_lifecycle_route(&message, cases[i].agreed, true, &out);
        assert_int_equal(error_code(&out), cases[i].code);
        assert_int_equal(route.method, cases[i].method_found);
        assert_int_equal(route.modern, cases[i].modern);
        lob_rpc_drop(&message);
        lob_buf_release(&out);
    }
}

static void a_product_offers_what_it_has(void **state) {
    (void)state;
    const lob_product bare = {.name = "n"}, files = {.offers_files = true}, prompts = {.prompt_count = 1};
    assert_false(lob_lifecycle_offers(&bare, LOB_METHOD_PROMPTS_GET));
    assert_false(lob_lifecycle_offers(&bare, LOB_METHOD_COMPLETE));
    assert_false(lob_lifecycle_offers(&bare, LOB_METHOD_RESOURCES_READ));
    assert_true(lob_lifecycle_offers(&bare, LOB_METHOD_SET_LEVEL));
    assert_false(lob_lifecycle_offers(&files, LOB_METHOD_PROMPTS_LIST));
    assert_true(lob_lifecycle_offers(&files, LOB_METHOD_COMPLETE));
    assert_true(lob_lifecycle_offers(&files, LOB_METHOD_RESOURCES_TEMPLATES));
    assert_true(lob_lifecycle_offers(&prompts, LOB_METHOD_PROMPTS_LIST));
    assert_true(lob_lifecycle_offers(&prompts, LOB_METHOD_COMPLETE));
    assert_false(lob_lifecycle_offers(&prompts, LOB_METHOD_RESOURCES_LIST));
}

static void an_unknown_version_is_told_what_there_is(void **state) {
    (void)state;
    lob_rpc_message message;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_rpc_read(
        LOB_STR("{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"method\":\"server/discover\",\"params\":{\"_meta\":{" VERSION
                "\"2031-01-01\"," CAPABILITIES "{}}}}"),
        &message);
    lob_lifecycle_route(&message, LOB_REVISION_NONE, true, &out);
    cJSON *tree = read_answer(&out);
    const cJSON *data = at(at(tree, "error"), "data");
    assert_string_equal(text_at(tree, "id"), "d");
    assert_string_equal(text_at(data, "requested"), "2031-01-01");
    assert_int_equal(cJSON_GetArraySize(at(data, "supported")), 1);
    assert_string_equal(cJSON_GetArrayItem(at(data, "supported"), 0)->valuestring, "2026-07-28");
    cJSON_Delete(tree);
    lob_rpc_drop(&message);
    lob_buf_release(&out);
}

static void initialize_answers_as_each_revision_wants(void **state) {
    (void)state;
    static const char *const asked[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "bogus"};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        lob_case("%zu: %s", i, asked[i]);
        char text[256];
        lob_rpc_message message;
        lob_buf out;
        lob_revision agreed = LOB_REVISION_NONE;
        lob_buf_init(&out, 0);
        snprintf(text, sizeof text,
                 "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\"}}",
                 asked[i]);
        lob_rpc_read(lob_str_from(text), &message);
        lob_lifecycle_initialize(&product, &message, &agreed, &out);
        cJSON *tree = read_answer(&out);
        const cJSON *result = at(tree, "result");
        assert_int_equal(at(tree, "id")->valueint, 0);
        assert_string_equal(text_at(result, "protocolVersion"), i < 4 ? asked[i] : "2025-11-25");
        assert_string_equal(lob_revision_name(agreed), text_at(result, "protocolVersion"));
        assert_true(cJSON_IsObject(at(at(result, "capabilities"), "tools")));
        assert_true(cJSON_IsObject(at(at(result, "capabilities"), "logging")));
        assert_int_equal(cJSON_GetArraySize(at(result, "capabilities")), 2);
        assert_string_equal(text_at(at(result, "serverInfo"), "name"), "n");
        assert_string_equal(text_at(at(result, "serverInfo"), "version"), "9.8.7");
        const cJSON *icons = at(at(result, "serverInfo"), "icons");
        if (strcmp(text_at(result, "protocolVersion"), "2025-11-25") == 0) {
            assert_string_equal(text_at(cJSON_GetArrayItem(icons, 0), "src"), "data:i");
        } else {
            assert_null(icons);
        }
        assert_string_equal(text_at(result, "instructions"), "Use it.");
        assert_null(at(result, "resultType"));
        cJSON_Delete(tree);
        lob_rpc_drop(&message);
        lob_buf_release(&out);
    }
}

static void initialize_without_a_version_agrees_on_nothing(void **state) {
    (void)state;
    lob_rpc_message message;
    lob_buf out;
    lob_revision agreed = LOB_REVISION_NONE;
    lob_buf_init(&out, 0);
    lob_rpc_read(LOB_STR("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}"),
                 &message);
    lob_lifecycle_initialize(&product, &message, &agreed, &out);
    assert_int_equal(error_code(&out), -32602);
    assert_int_equal(agreed, LOB_REVISION_NONE);
    lob_rpc_drop(&message);
    lob_buf_release(&out);
}

static void discover_says_all_that_2026_07_28_asks(void **state) {
    (void)state;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_lifecycle_discover(&product, LOB_STR("\"a\""), &out);
    cJSON *tree = read_answer(&out);
    const cJSON *result = at(tree, "result");
    assert_string_equal(cJSON_GetArrayItem(at(result, "supportedVersions"), 0)->valuestring, "2026-07-28");
    assert_int_equal(cJSON_GetArraySize(at(result, "supportedVersions")), 1);
    assert_true(cJSON_IsObject(at(at(result, "capabilities"), "tools")));
    assert_ge(at(result, "ttlMs")->valuedouble, 0);
    assert_string_equal(text_at(result, "cacheScope"), "public");
    assert_string_equal(text_at(result, "resultType"), "complete");
    const cJSON *info = at(at(result, "_meta"), "io.modelcontextprotocol/serverInfo");
    assert_string_equal(text_at(info, "name"), "n");
    assert_string_equal(text_at(info, "version"), "9.8.7");
    assert_string_equal(text_at(cJSON_GetArrayItem(at(info, "icons"), 0), "src"), "data:i");
    cJSON_Delete(tree);
    lob_buf_clear(&out);
    lob_lifecycle_empty(LOB_STR("3"), &out);
    assert_string_equal(out.data, "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n");
    lob_buf_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_versions_are_echoed),
        cmocka_unit_test(requests_are_routed_by_revision),
        cmocka_unit_test(a_product_offers_what_it_has),
        cmocka_unit_test(an_unknown_version_is_told_what_there_is),
        cmocka_unit_test(initialize_answers_as_each_revision_wants),
        cmocka_unit_test(initialize_without_a_version_agrees_on_nothing),
        cmocka_unit_test(discover_says_all_that_2026_07_28_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
