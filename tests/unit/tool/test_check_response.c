/* Responses against their strict schemas: what is missing is a fault, and so is an arena without room. */
#include "tests/support/lob_test.h"

#include "tool/call.h"
#include "tool/registry.h"

static void test_what_is_missing(void **state) {
    (void)state;
    for (size_t i = 0; i < lob_tool_count; i++) {
        lob_case("%s", lob_tools[i].name);
        for (int is_full = 0; is_full < 2; is_full++) {
            lob_arena *arena = lob_arena_new(is_full ? 1 : 0);
            lob_ctx ctx;
            lob_ctx_init(&ctx, arena);
            cJSON *json = cJSON_CreateObject();
            assert_int_not_equal(lob_tool_check_response(&ctx, &lob_tools[i], json), LOB_OK);
            cJSON_Delete(json);
            lob_arena_drop(arena);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
