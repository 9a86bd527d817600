/* A list of ports takes as many as a cell may have, and no more. */
#include "pic_rig.h"

#include "pic/pic_impl.h"

static void test_as_many_as_a_cell_has(void **state) {
    rig r;
    (void)state;
    rig_start(&r);
    lob_port_list list = {0};
    lob_port port = lob_port_blank(7, LOB_PORT_MARKER, "rule");
    for (uint32_t i = 0; i < LOB_CELL_PORTS_MAX; i++) {
        port.index = i;
        assert_int_equal(lob_port_list_add(&r.ctx, &list, &port), LOB_OK);
    }
    assert_int_equal(lob_port_list_add(&r.ctx, &list, &port), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(r.ctx.error.details[0].key, "reason");
    assert_int_equal(list.count, LOB_CELL_PORTS_MAX);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(list.items[i].index, i);
        assert_int_equal(list.items[i].owner, 7);
    }
    lob_arena_drop(r.arena);
}

static void test_no_memory(void **state) {
    lob_ctx ctx;
    lob_port_list list = {0};
    const lob_port port = lob_port_blank(7, LOB_PORT_MARKER, "rule");
    lob_status status = LOB_OK;
    (void)state;
    lob_arena *arena = lob_arena_new(1 << 16);
    lob_ctx_init(&ctx, arena);
    while (status == LOB_OK && list.count < LOB_CELL_PORTS_MAX) {
        status = lob_port_list_add(&ctx, &list, &port);
    }
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(list.count, list.room); /* those that are in it stay */
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_many_as_a_cell_has), cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
