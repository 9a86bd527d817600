/* Comparison and edit distance, against the textbook's full table. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include "base/str.h"

static unsigned textbook_distance(lob_str a, lob_str b) {
    unsigned table[65][65];
    for (unsigned i = 0; i <= a.size; i++) {
        for (unsigned j = 0; j <= b.size; j++) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            unsigned best = table[i - 1][j - 1] + (a.data[i - 1] != b.data[j - 1]);
            best = table[i - 1][j] + 1 < best ? table[i - 1][j] + 1 : best;
            best = table[i][j - 1] + 1 < best ? table[i][j - 1] + 1 : best;
            if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1]) {
                best = table[i - 2][j - 2] + 1 < best ? table[i - 2][j - 2] + 1 : best;
            }
            table[i][j] = best;
        }
    }
    return table[a.size][b.size];
}

static void test_compare(void **state) {
    (void)state;
    assert_int_equal(lob_str_compare(LOB_STR("a"), LOB_STR("b")), -1);
    assert_int_equal(lob_str_compare(LOB_STR("b"), LOB_STR("a")), 1);
    assert_int_equal(lob_str_compare(LOB_STR("ab"), LOB_STR("a")), 1);
    assert_int_equal(lob_str_compare(LOB_STR("a"), LOB_STR("a\0")), -1);
    assert_int_equal(lob_str_compare(LOB_STR("\x7f"), LOB_STR("\x80")), -1); /* bytes are unsigned */
    assert_int_equal(lob_str_compare(LOB_STR("same"), LOB_STR("same")), 0);
    assert_int_equal(lob_str_compare((lob_str){NULL, 0}, LOB_STR("")), 0);
    assert_true(lob_str_equal((lob_str){NULL, 0}, lob_str_from("")));
    assert_false(lob_str_equal(LOB_STR("a"), LOB_STR("b")));
    assert_int_equal(lob_str_from(NULL).size, 0);
}

static void test_distance_against_textbook(void **state) {
    (void)state;
    assert_int_equal(lob_str_distance(LOB_STR("kitten"), LOB_STR("sitting"), 9), 3);
    assert_int_equal(lob_str_distance(LOB_STR("hlep"), LOB_STR("help"), 9), 1);
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char a[20], b[20];
        size_t sizes[2];
        for (int k = 0; k < 2; k++) {
            random = random * 1664525u + 1013904223u;
            sizes[k] = (random >> 16) % 14;
            for (size_t i = 0; i < sizes[k]; i++) {
                random = random * 1664525u + 1013904223u;
                (k ? b : a)[i] = (char)('a' + (random >> 24) % 3);
            }
        }
        lob_str left = {a, sizes[0]}, right = {b, sizes[1]};
        unsigned truth = textbook_distance(left, right);
        for (unsigned limit = 0; limit < 16; limit++) {
            assert_int_equal(lob_str_distance(left, right, limit), truth < limit ? truth : limit);
        }
    }
}

static void test_long_names_give_the_limit(void **state) {
    (void)state;
    char name[65];
    memset(name, 'x', sizeof name);
    assert_int_equal(lob_str_distance((lob_str){name, 65}, (lob_str){name, 65}, 3), 3);
    assert_int_equal(lob_str_distance((lob_str){name, 64}, (lob_str){name, 65}, 3), 3);
    assert_int_equal(lob_str_distance((lob_str){name, 64}, (lob_str){name, 64}, 3), 0);
    assert_int_equal(lob_str_distance((lob_str){name, 64}, (lob_str){name, 64}, UINT32_MAX), 0);
    assert_int_equal(lob_str_distance((lob_str){name, 64}, (lob_str){name, 0}, 100), 64);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_compare), cmocka_unit_test(test_distance_against_textbook),
                                       cmocka_unit_test(test_long_names_give_the_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
