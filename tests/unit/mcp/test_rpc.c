/* JSON-RPC 2.0 by its specification (jsonrpc.org/specification) and MCP's narrower rules for ids. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "mcp/rpc.h"
#include "json/reader.h"

static void messages_are_what_the_specification_says(void **state) {
    (void)state;
    static const struct {
        const char *text;
        lob_rpc_kind kind;
        int code;
        const char *id; /* raw; NULL: none may be echoed */
    } cases[] = {
        {"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}", LOB_RPC_REQUEST, 0, "0"},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":\"\"}", LOB_RPC_REQUEST, 0, "\"\""},
        {"{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"method\":\"m\"}", LOB_RPC_REQUEST, 0, "9007199254740993"},
        {"{\"jsonrpc\":\"2.0\",\"id\":-7,\"method\":\"m\"}", LOB_RPC_REQUEST, 0, "-7"},
        {"{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0000\\u00e9b\",\"method\":\"m\"}", LOB_RPC_REQUEST, 0,
         "\"a\\u0000\\u00e9b\""},
        {" { \"jsonrpc\" : \"2.0\" , \"id\" : 5 , \"method\" : \"m\" } ", LOB_RPC_REQUEST, 0, "5"},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}", LOB_RPC_NOTIFICATION, 0, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", LOB_RPC_RESPONSE, 0, "1"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"\"}}", LOB_RPC_RESPONSE, 0, "1"},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}", LOB_RPC_FAULT, -32600, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"}", LOB_RPC_FAULT, -32600, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}", LOB_RPC_FAULT, -32600, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"m\"}", LOB_RPC_FAULT, -32600, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":3}", LOB_RPC_FAULT, -32600, "3"},
        {"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":4}", LOB_RPC_FAULT, -32600, "3"},
        {"{\"jsonrpc\":\"1.0\",\"id\":3,\"method\":\"m\"}", LOB_RPC_FAULT, -32600, "3"},
        {"{\"jsonrpc\":2.0,\"id\":3,\"method\":\"m\"}", LOB_RPC_FAULT, -32600, "3"},
        {"{\"id\":\"q\",\"method\":\"m\"}", LOB_RPC_FAULT, -32600, "\"q\""},
        {"42", LOB_RPC_FAULT, -32600, NULL},
        {"\"x\"", LOB_RPC_FAULT, -32600, NULL},
        {"null", LOB_RPC_FAULT, -32600, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"m\"}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xc0\xaf\"}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"\\u0000\"}}", LOB_RPC_FAULT, -32700, "1"},
        /* The id of what the strict reader refuses is found all the same, when there is no doubt about it. */
        {"{\"jsonrpc\":\"2.0\",\"params\":{\"id\":9,\"a\":\"\\ud800\"},\"id\" : \"q\\u0000\" ,\"method\":\"m\"}",
         LOB_RPC_FAULT, -32700, "\"q\\u0000\""},
        {"{\"jsonrpc\":\"2.0\",\"id\":-7,\"method\":\"m\",\"params\":{\"k\":1,\"k\":2}}", LOB_RPC_FAULT, -32700, "-7"},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"id\",\"params\":{\"k\":\"}\\\"{\",\"k\":[{}]},\"id\":12} ", LOB_RPC_FAULT,
         -32700, "12"},
        {"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"m\",\"params\":{\"a\":1e999}}", LOB_RPC_FAULT, -32700, "5"},
        {"{\"jsonrpc\":\"2.0\",\"params\":{\"id\":9},\"x\":1e999}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"x\":1e999}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"x\":1e999}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\"}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":5,\"x\":1e999} {}", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":5,\"x\":1e999}]", LOB_RPC_FAULT, -32700, NULL},
        {"[\"id\",1e999]", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":5,\"x\":\"", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":\"", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":", LOB_RPC_FAULT, -32700, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\"", LOB_RPC_FAULT, -32700, NULL},
        {"garbage", LOB_RPC_FAULT, -32700, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        lob_rpc_message message;
        lob_rpc_read(lob_str_from(cases[i].text), &message);
        assert_int_equal(message.kind, cases[i].kind);
        assert_int_equal(message.fault_code, cases[i].code);
        if (cases[i].id) {
            assert_true(lob_str_equal(message.id, lob_str_from(cases[i].id)));
        } else {
            assert_null(message.id.data);
        }
        assert_eq(message.kind == LOB_RPC_FAULT, message.fault != NULL);
        lob_rpc_drop(&message);
    }
}

static void params_are_an_object_or_absent(void **state) {
    (void)state;
    static const struct {
        const char *params;
        bool fine, there;
    } cases[] = {{"", true, false},
                 {",\"params\":{}", true, true},
                 {",\"params\":null", true, false},
                 {",\"params\":[]", false, false},
                 {",\"params\":3", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].params);
        char text[128];
        lob_rpc_message message;
        snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"%s}", cases[i].params);
        lob_rpc_read(lob_str_from(text), &message);
        assert_int_equal(message.kind, LOB_RPC_REQUEST);
        assert_int_equal(message.params_fine, cases[i].fine);
        assert_int_equal(message.params != NULL, cases[i].there);
        lob_rpc_drop(&message);
    }
}

static void batches_are_taken_apart(void **state) {
    (void)state;
    static const struct {
        const char *text, *elements;
    } cases[] = {
        {"[]", ""},
        {" [ ] ", ""},
        {"[1]", "1|"},
        {"[ {\"a\":[1,2]} , \"],\\\"[\" ,[[]],3 ]", "{\"a\":[1,2]} |\"],\\\"[\" |[[]]|3 |"},
        {"[{\"a\":\"\\\\\"},{}]", "{\"a\":\"\\\\\"}|{}|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        lob_str text = lob_str_from(cases[i].text), element;
        char out[128] = "";
        size_t at = 0;
        assert_true(lob_rpc_is_batch(text));
        while (lob_rpc_batch_next(text, &at, &element)) {
            strncat(out, element.data, element.size);
            strcat(out, "|");
        }
        assert_string_equal(out, cases[i].elements);
    }
    assert_false(lob_rpc_is_batch(LOB_STR("{}")));
    assert_false(lob_rpc_is_batch(LOB_STR("  ")));
}

static void ids_are_compared_by_value(void **state) {
    (void)state;
    assert_true(lob_rpc_same_id(LOB_STR("1"), LOB_STR("1")));
    assert_false(lob_rpc_same_id(LOB_STR("1"), LOB_STR("\"1\"")));
    assert_false(lob_rpc_same_id(LOB_STR("1"), LOB_STR("2")));
    assert_true(lob_rpc_same_id(LOB_STR("\"a\""), LOB_STR("\"\\u0061\"")));
    assert_false(lob_rpc_same_id(LOB_STR("\"a\""), LOB_STR("\"b\"")));
    assert_false(lob_rpc_same_id((lob_str){0}, LOB_STR("1")));
}

static void envelopes_are_json_rpc(void **state) {
    (void)state;
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_rpc_error(&out, LOB_STR("\"x\""), -32602, "say \"no\"", LOB_STR("{\"a\":1}"));
    assert_string_equal(out.data,
                        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":-32602,\"message\":\"say \\\"no\\\"\","
                        "\"data\":{\"a\":1}}}\n");
    lob_buf_clear(&out);
    lob_rpc_error(&out, (lob_str){0}, -32700, "m", (lob_str){0}); /* left out: since 2025-11-25 */
    assert_string_equal(out.data, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"m\"}}\n");
    lob_buf_clear(&out);
    lob_rpc_begin_result(&out, LOB_STR("0"));
    lob_buf_add_text(&out, "{}");
    lob_rpc_end_result(&out);
    assert_string_equal(out.data, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n");
    lob_buf_release(&out);
}

static void no_memory_is_an_internal_error(void **state) {
    (void)state;
    static const char text[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":[1,2]}}";
    uint64_t live = lob_alloc_live();
    bool done = false;
    lob_json_init();
    for (uint64_t nth = 1; !done; nth++) {
        lob_rpc_message message;
        lob_alloc_fail_at(nth, 0);
        lob_rpc_read(LOB_STR(text), &message);
        done = message.kind == LOB_RPC_REQUEST;
        if (!done) {
            assert_int_equal(message.fault_code, -32603);
        }
        lob_rpc_drop(&message);
        lob_alloc_fail_at(0, 0);
        assert_int_equal(lob_alloc_live(), live);
    }
}

/* What the tree of a request takes: guessed, never too little, or counted when the text is long. */
static void trees_are_weighed(void **state) {
    (void)state;
    lob_json_init();
    enum { SHORT = 100000, LONG = 1 << 20 };
    static char text[2 * LONG + 200];
    for (int length = SHORT; length <= LONG; length += LONG - SHORT) {
        lob_account account;
        lob_rpc_message message;
        size_t at = (size_t)sprintf(text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":[0");
        for (int i = 0; i < length; i++) {
            text[at++] = ',';
            text[at++] = '0';
        }
        memcpy(text + at, "]}}", 4);
        lob_account_init(&account, "request_memory_size", INT64_MAX);
        lob_account *before = lob_account_enter(&account);
        lob_rpc_read((lob_str){text, at + 3}, &message);
        lob_account_enter(before);
        assert_int_equal(message.kind, LOB_RPC_REQUEST);
        assert_ge(message.tree_size, (int64_t)length * 64);
        assert_le(message.tree_size, (int64_t)length * 160);
        if (length == SHORT) {
            assert_ge(message.tree_size, atomic_load(&account.held));
        } else {
            assert_int_equal(atomic_load(&account.held), 0); /* it has an account of its own */
        }
        lob_rpc_drop(&message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_what_the_specification_says),
        cmocka_unit_test(params_are_an_object_or_absent),
        cmocka_unit_test(batches_are_taken_apart),
        cmocka_unit_test(trees_are_weighed),
        cmocka_unit_test(ids_are_compared_by_value),
        cmocka_unit_test(envelopes_are_json_rpc),
        cmocka_unit_test(no_memory_is_an_internal_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
