/* What every unit test includes first: cmocka with the headers that it wants before it, the ones that nearly every test
 * needs, asserts that print both sides of a comparison, and the name of the case that a table-driven test is at. */
#ifndef TESTS_SUPPORT_LOB_TEST_H
#define TESTS_SUPPORT_LOB_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Names the case that a loop is at, printf-like, until the end of the block it stands in. The test prints it when it
 * fails. Cases nest: the names of all open blocks are printed. */
#define lob_case(...)                                                                                                  \
    size_t LOB_TEST_PASTE(lob_case_, __LINE__) __attribute__((cleanup(lob_case_end), unused)) =                        \
        lob_case_begin(__VA_ARGS__)
#define LOB_TEST_PASTE_OF(a, b) a##b
#define LOB_TEST_PASTE(a, b)    LOB_TEST_PASTE_OF(a, b)

/* Comparisons of numbers and pointers of any type, by the rules of C, as assert_true() has them. Each side is evaluated
 * once. They are statements. */
#define assert_eq(a, b) LOB_TEST_COMPARE(a, ==, b)
#define assert_ne(a, b) LOB_TEST_COMPARE(a, !=, b)
#define assert_lt(a, b) LOB_TEST_COMPARE(a, <, b)
#define assert_le(a, b) LOB_TEST_COMPARE(a, <=, b)
#define assert_gt(a, b) LOB_TEST_COMPARE(a, >, b)
#define assert_ge(a, b) LOB_TEST_COMPARE(a, >=, b)
/* The value is one of those behind it, which have its type. */
#define assert_among(value, ...)                                                                                       \
    do {                                                                                                               \
        const __typeof__(value) lob_test_value = (value), lob_test_all[] = {__VA_ARGS__};                              \
        bool lob_test_found = false;                                                                                   \
        for (size_t lob_test_i = 0; lob_test_i < sizeof lob_test_all / sizeof lob_test_all[0]; lob_test_i++) {         \
            lob_test_found = lob_test_found || lob_test_all[lob_test_i] == lob_test_value;                             \
        }                                                                                                              \
        if (!lob_test_found) {                                                                                         \
            lob_test_strange(#value, LOB_TEST_SIDE(lob_test_value), #__VA_ARGS__, __FILE__, __LINE__);                 \
        }                                                                                                              \
    } while (0)
/* a and b are less than `bound` apart. */
#define assert_close(a, b, bound)                                                                                      \
    do {                                                                                                               \
        const __typeof__(a) lob_test_a = (a);                                                                          \
        const __typeof__(b) lob_test_b = (b);                                                                          \
        double lob_test_gap = (double)(lob_test_a - lob_test_b);                                                       \
        double lob_test_bound = (bound);                                                                               \
        if (!((lob_test_gap < 0 ? -lob_test_gap : lob_test_gap) < lob_test_bound)) {                                   \
            lob_test_apart(#a, #b, LOB_TEST_SIDE(lob_test_a), LOB_TEST_SIDE(lob_test_b),                               \
                           LOB_TEST_SIDE(lob_test_bound), __FILE__, __LINE__);                                         \
        }                                                                                                              \
    } while (0)

/* The pragma: a constant loses in a variable what makes comparing it with an unsigned value harmless. */
#define LOB_TEST_COMPARE(a, op, b)                                                                                     \
    do {                                                                                                               \
        _Pragma("GCC diagnostic push");                                                                                \
        _Pragma("GCC diagnostic ignored \"-Wsign-compare\"");                                                          \
        const __typeof__(a) lob_test_a = (a);                                                                          \
        const __typeof__(b) lob_test_b = (b);                                                                          \
        if (!(lob_test_a op lob_test_b)) {                                                                             \
            lob_test_unequal(#a " " #op " " #b, LOB_TEST_SIDE(lob_test_a), LOB_TEST_SIDE(lob_test_b), __FILE__,        \
                             __LINE__);                                                                                \
        }                                                                                                              \
        _Pragma("GCC diagnostic pop");                                                                                 \
    } while (0)

/* What is printed of one side. */
typedef struct lob_test_side {
    char text[48];
} lob_test_side;

/* clang-format off */
#define LOB_TEST_SIDE(x) \
    _Generic((x), float: lob_test_side_real, double: lob_test_side_real, long double: lob_test_side_real, \
        bool: lob_test_side_unsigned, unsigned char: lob_test_side_unsigned, unsigned short: lob_test_side_unsigned, \
        unsigned: lob_test_side_unsigned, unsigned long: lob_test_side_unsigned, \
        unsigned long long: lob_test_side_unsigned, char: lob_test_side_signed, \
        signed char: lob_test_side_signed, short: lob_test_side_signed, \
        int: lob_test_side_signed, long: lob_test_side_signed, long long: lob_test_side_signed, \
        __int128: lob_test_side_wide, unsigned __int128: lob_test_side_wide, default: lob_test_side_pointer)(x)
/* clang-format on */

lob_test_side lob_test_side_real(long double value);
lob_test_side lob_test_side_signed(intmax_t value);
lob_test_side lob_test_side_unsigned(uintmax_t value);
/* Shown as a real number. */
lob_test_side lob_test_side_wide(__int128 value);
lob_test_side lob_test_side_pointer(const void *value);
void lob_test_unequal(const char *what, lob_test_side left, lob_test_side right, const char *file, int line);
void lob_test_apart(const char *a, const char *b, lob_test_side left, lob_test_side right, lob_test_side bound,
                    const char *file, int line);
void lob_test_strange(const char *what, lob_test_side value, const char *all, const char *file, int line);
size_t lob_case_begin(const char *format, ...) __attribute__((format(printf, 1, 2)));
void lob_case_end(const size_t *size_before);

/* Prints the case that is open when a test fails, which cmocka knows nothing of. */
#undef cmocka_run_group_tests
#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests(tests, setup, teardown) cmocka_run_group_tests_name(#tests, tests, setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                                      \
    lob_test_run_group(name, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)
int lob_test_run_group(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                       CMFixtureFunction teardown);

#endif
