/* The shelf: order, sizes, names, memory. */
#include "tests/support/lob_test.h"

#include "client/mcp_shelf.h"
#include "tests/unit/base/sweep.h"

static void slots_keep_their_order(void **state) {
    (void)state;
    lob_mcp_shelf *shelf = lob_mcp_shelf_new();
    for (int64_t id = 1; id <= 9; id++) {
        assert_non_null(lob_mcp_shelf_add(shelf, id, "tools/call"));
    }
    assert_true(lob_mcp_shelf_keep(shelf, lob_mcp_shelf_find(shelf, 4), LOB_STR("four")));
    assert_true(lob_mcp_shelf_keep(shelf, lob_mcp_shelf_find(shelf, 9), LOB_STR("nine!")));
    assert_int_equal(shelf->kept_size, 9);
    lob_mcp_shelf_remove(shelf, lob_mcp_shelf_find(shelf, 1));
    lob_mcp_shelf_remove(shelf, lob_mcp_shelf_find(shelf, 4));
    assert_int_equal(shelf->kept_size, 5);
    assert_int_equal(shelf->count, 7);
    assert_null(lob_mcp_shelf_find(shelf, 4));
    assert_int_equal(shelf->slots[0].id, 2);
    assert_string_equal(lob_mcp_shelf_find(shelf, 9)->text, "nine!");
    assert_true(lob_mcp_shelf_find(shelf, 9)->is_here);
    assert_false(lob_mcp_shelf_find(shelf, 8)->is_here);
    lob_mcp_shelf_drop(shelf);
    lob_mcp_shelf_drop(NULL);
    assert_int_equal(lob_alloc_live(), 0);
}

static void names_are_cut_and_cleaned(void **state) {
    (void)state;
    lob_mcp_shelf *shelf = lob_mcp_shelf_new();
    char name[100];
    memset(name, 'm', sizeof name);
    name[99] = '\0';
    assert_string_equal(lob_mcp_shelf_add(shelf, 1, "a b\n\x7f\xc3/c")->method, "a?b?"
                                                                                "?"
                                                                                "?/c");
    assert_int_equal(strlen(lob_mcp_shelf_add(shelf, 2, name)->method), LOB_MCP_METHOD_SIZE - 1);
    lob_mcp_shelf_drop(shelf);
}

static bool fill(void *arg) {
    (void)arg;
    lob_mcp_shelf *shelf = lob_mcp_shelf_new();
    bool fine = shelf != NULL;
    for (int64_t id = 1; fine && id <= 5; id++) {
        lob_mcp_slot *slot = lob_mcp_shelf_add(shelf, id, "m");
        fine = slot != NULL && lob_mcp_shelf_keep(shelf, slot, LOB_STR("text"));
    }
    lob_mcp_shelf_drop(shelf);
    return fine;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    assert_int_equal(sweep_allocations(fill, NULL), 1 + 2 + 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_keep_their_order),
        cmocka_unit_test(names_are_cut_and_cleaned),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
