/* The messages of lob_test.h, and the names of cases: a stack of words in one text, cut back at the end of a block. A
 * failed test jumps out of its blocks, so that the text still has the names when its teardown runs. */
#include "tests/support/lob_test.h"

static struct {
    const struct CMUnitTest *tests;
    size_t next;
    bool passed;
    size_t case_size;
    char case_text[512];
} at;

size_t lob_case_begin(const char *format, ...) {
    size_t size_before = at.case_size;
    size_t room = sizeof at.case_text - size_before;
    int separator = snprintf(at.case_text + size_before, room, "%s", size_before == 0 ? "" : ", ");
    size_t used = size_before + (size_t)separator;
    if (used < sizeof at.case_text) {
        va_list list;
        va_start(list, format);
        int size = vsnprintf(at.case_text + used, sizeof at.case_text - used, format, list);
        va_end(list);
        used += size > 0 ? (size_t)size : 0;
    }
    at.case_size = used < sizeof at.case_text ? used : sizeof at.case_text - 1;
    return size_before;
}

void lob_case_end(const size_t *size_before) {
    at.case_size = *size_before;
    at.case_text[at.case_size] = '\0';
}

lob_test_side lob_test_side_real(long double value) {
    lob_test_side shown;
    snprintf(shown.text, sizeof shown.text, "%.17Lg", value);
    return shown;
}

lob_test_side lob_test_side_signed(intmax_t value) {
    lob_test_side shown;
    snprintf(shown.text, sizeof shown.text, "%jd", value);
    return shown;
}

lob_test_side lob_test_side_unsigned(uintmax_t value) {
    lob_test_side shown;
    snprintf(shown.text, sizeof shown.text, "%ju", value);
    return shown;
}

lob_test_side lob_test_side_wide(__int128 value) {
    return lob_test_side_real((long double)value);
}

lob_test_side lob_test_side_pointer(const void *value) {
    lob_test_side shown;
    snprintf(shown.text, sizeof shown.text, "%p", value);
    return shown;
}

void lob_test_unequal(const char *what, lob_test_side left, lob_test_side right, const char *file, int line) {
    print_error("%s fails: left is %s, right is %s\n", what, left.text, right.text);
    _fail(file, line);
}

void lob_test_apart(const char *a, const char *b, lob_test_side left, lob_test_side right, lob_test_side bound,
                    const char *file, int line) {
    print_error("%s = %s and %s = %s are not less than %s apart\n", a, left.text, b, right.text, bound.text);
    _fail(file, line);
}

void lob_test_strange(const char *what, lob_test_side value, const char *all, const char *file, int line) {
    print_error("%s is %s, none of: %s\n", what, value.text, all);
    _fail(file, line);
}

static int begin_test(void **state) {
    const struct CMUnitTest *test = &at.tests[at.next++];
    at.passed = false;
    at.case_size = 0;
    at.case_text[0] = '\0';
    return test->setup_func == NULL ? 0 : test->setup_func(state);
}

static void run_one(void **state) {
    at.tests[at.next - 1].test_func(state);
    at.passed = true;
}

static int end_test(void **state) {
    const struct CMUnitTest *test = &at.tests[at.next - 1];
    if (!at.passed && at.case_size > 0) {
        print_error("%s: case %s\n", test->name, at.case_text);
    }
    return test->teardown_func == NULL ? 0 : test->teardown_func(state);
}

/* cmocka runs the tests in order, the setup of each first, and its teardown whether it passed or not. */
int lob_test_run_group(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                       CMFixtureFunction teardown) {
    struct CMUnitTest *wrapped = calloc(count, sizeof *wrapped);
    if (wrapped == NULL) {
        return (int)count;
    }
    for (size_t i = 0; i < count; i++) {
        wrapped[i] = tests[i];
        wrapped[i].test_func = run_one;
        wrapped[i].setup_func = begin_test;
        wrapped[i].teardown_func = end_test;
    }
    at.tests = tests;
    at.next = 0;
    int failed = _cmocka_run_group_tests(name, wrapped, count, setup, teardown);
    free(wrapped);
    return failed;
}
