/* The counters and the failing hook of base/alloc.h. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"

static void test_sizes(void **state) {
    (void)state;
    uint64_t live = lob_alloc_live();
    void *empty = lob_malloc(0);
    assert_non_null(empty);
    unsigned char *zeroed = lob_calloc(3, 5);
    for (int i = 0; i < 15; i++) {
        assert_int_equal(zeroed[i], 0);
    }
    void *none = lob_calloc(0, 8);
    assert_non_null(none);
    assert_null(lob_calloc(SIZE_MAX, 2));
    assert_int_equal(lob_alloc_live(), live + 3);
    lob_free(empty);
    lob_free(zeroed);
    lob_free(none);
    lob_free(NULL);
    assert_int_equal(lob_alloc_live(), live);
}

static void test_growing(void **state) {
    (void)state;
    uint64_t live = lob_alloc_live();
    char *text = lob_realloc(NULL, 4);
    memcpy(text, "abc", 4);
    text = lob_realloc(text, 4000);
    assert_string_equal(text, "abc");
    assert_int_equal(lob_alloc_live(), live + 1);
    text = lob_realloc(text, 0);
    assert_non_null(text);
    lob_free(text);
    assert_int_equal(lob_alloc_live(), live);
}

static void test_fail_once_and_from_then_on(void **state) {
    (void)state;
    for (int persistent = 0; persistent < 2; persistent++) {
        lob_alloc_fail_at(3, persistent);
        void *blocks[5];
        for (int i = 0; i < 5; i++) {
            blocks[i] = i % 2 ? lob_malloc(1) : lob_calloc(1, 1);
            bool must_fail = i == 2 || (persistent && i > 2);
            assert_int_equal(blocks[i] == NULL, must_fail);
        }
        assert_int_equal(lob_alloc_count(), 5);
        lob_alloc_fail_at(0, 0);
        assert_int_equal(lob_alloc_count(), 0);
        for (int i = 0; i < 5; i++) {
            lob_free(blocks[i]);
        }
        void *kept = lob_malloc(8);
        lob_alloc_fail_at(1, 0);
        assert_null(lob_realloc(kept, 16)); /* the old block is still there */
        lob_alloc_fail_at(0, 0);
        lob_free(kept);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes), cmocka_unit_test(test_growing),
                                       cmocka_unit_test(test_fail_once_and_from_then_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
