/* Numbers and expressions of SPICE, values by hand. */
#include "tests/support/lob_test.h"

#include "design/spice_impl.h"

static void numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"0", 0},          {"1.5", 1.5},         {"-2", -2},           {"+3", 3},         {".5", 0.5},
        {"5.", 5},         {"1k", 1e3},          {"1K", 1e3},          {"2meg", 2e6},     {"2MEG", 2e6},
        {"2m", 2e-3},      {"2M", 2e-3},         {"1g", 1e9},          {"1t", 1e12},      {"180n", 1.8e-7},
        {"0.18u", 1.8e-7}, {"0.18um", 1.8e-7},   {"10pF", 1e-11},      {"3f", 3e-15},     {"1a", 1e-18},
        {"1e-6", 1e-6},    {"1e3k", 1e6},        {"1.5E+2m", 0.15},    {"2mil", 50.8e-6}, {"5ohm", 5},
        {"1e", 1},         {"1\xc2\xb5m", 1e-6}, {"2\xce\xbcm", 2e-6}, {"10Volts", 10},   {"1e400k", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value = -7;
        lob_case("%s", cases[i].text);
        const bool is_fine = lob_spice_number(lob_str_from(cases[i].text), &value);
        assert_eq(is_fine, strcmp(cases[i].text, "1e400k") != 0);
        if (is_fine) {
            assert_eq(value, cases[i].value);
        }
    }
    static const char *const wrong[] = {
        "",    "-",   "k",     ".",
        "1x",  "4k7", "1.2.3", "1_",
        "1 k", "--1", "0x10",  "1e5.5",
        "inf", "nan", "1k=",   "11111111111111111111111111111111111111111111111111111111111111111"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        double value;
        lob_case("%s", wrong[i]);
        assert_false(lob_spice_number(lob_str_from(wrong[i]), &value));
    }
}

static lob_spice_verdict look_up(const void *arg, lob_str name, double *value) {
    (void)arg;
    *value = 4;
    return lob_spice_is(name, "a")      ? LOB_SPICE_FINE
           : lob_spice_is(name, "late") ? LOB_SPICE_PENDING
                                        : LOB_SPICE_UNKNOWN;
}

static void expressions(void **state) {
    (void)state;
    static const struct {
        const char *text;
        lob_spice_verdict verdict;
        double value;
    } cases[] = {
        {"1+2*3", LOB_SPICE_FINE, 7},
        {"(1+2)*3", LOB_SPICE_FINE, 9},
        {"10-4-3", LOB_SPICE_FINE, 3},
        {"16/4/2", LOB_SPICE_FINE, 2},
        {"-A*2 + +1", LOB_SPICE_FINE, -7},
        {"2*-3", LOB_SPICE_FINE, -6},
        {"- -2", LOB_SPICE_FINE, 2},
        {"3*0.1u", LOB_SPICE_FINE, 3e-7}, /* 3.0000000000000004e-07 in doubles */
        {"2 * ( a + 1k )", LOB_SPICE_FINE, 2008},
        {"int(2.7)+int(-2.7)", LOB_SPICE_FINE, 0},
        {"int((3+1)/2) * 8/4 * 0.29", LOB_SPICE_FINE, 1.16},
        {"max(1, a) - min(1,a)", LOB_SPICE_FINE, 3},
        {"sqrt(16)+abs(-1)+floor(1.5)+ceil (1.5)", LOB_SPICE_FINE, 8},
        {"max(min(1,2),(3))", LOB_SPICE_FINE, 3},
        {"", LOB_SPICE_SYNTAX, 0},
        {"1+", LOB_SPICE_SYNTAX, 0},
        {"*1", LOB_SPICE_SYNTAX, 0},
        {"1 2", LOB_SPICE_SYNTAX, 0},
        {"a a", LOB_SPICE_SYNTAX, 0},
        {"(1", LOB_SPICE_SYNTAX, 0},
        {"1)", LOB_SPICE_SYNTAX, 0},
        {"()", LOB_SPICE_SYNTAX, 0},
        {"1,2", LOB_SPICE_SYNTAX, 0},
        {"(1,2)", LOB_SPICE_SYNTAX, 0},
        {"min(1)", LOB_SPICE_SYNTAX, 0},
        {"min(1,2,3)", LOB_SPICE_SYNTAX, 0},
        {"min(1,)", LOB_SPICE_SYNTAX, 0},
        {"int(1,2)", LOB_SPICE_SYNTAX, 0},
        {"2^3", LOB_SPICE_SYNTAX, 0},
        {"1+4k7", LOB_SPICE_SYNTAX, 0},
        {"a+b", LOB_SPICE_UNKNOWN, 0},
        {"sin(1)", LOB_SPICE_UNKNOWN, 0},
        {"late*2", LOB_SPICE_PENDING, 0},
        {"1/0", LOB_SPICE_INFINITE, 0},
        {"sqrt(-1)", LOB_SPICE_INFINITE, 0},
        {"1/(a-4)", LOB_SPICE_INFINITE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value = -1;
        lob_str unknown;
        lob_case("%s", cases[i].text);
        assert_eq(lob_spice_evaluate(lob_str_from(cases[i].text), look_up, NULL, &value, &unknown), cases[i].verdict);
        if (cases[i].verdict == LOB_SPICE_FINE) {
            assert_eq(value, cases[i].value);
        }
        if (cases[i].verdict == LOB_SPICE_UNKNOWN) {
            assert_true(unknown.size == 1 || unknown.size == 3);
        }
    }
}

/* Depth is bounded, in parentheses and in operations that wait. */
static void depth(void **state) {
    (void)state;
    char text[512];
    for (int count = 60; count < 70; count++) {
        double value;
        lob_str unknown;
        memset(text, '(', (size_t)count);
        text[count] = '1';
        memset(text + count + 1, ')', (size_t)count);
        text[2 * count + 1] = '\0';
        lob_case("%d", count);
        assert_eq(lob_spice_evaluate(lob_str_from(text), look_up, NULL, &value, &unknown),
                  count <= LOB_SPICE_EXPRESSION_DEPTH ? LOB_SPICE_FINE : LOB_SPICE_SYNTAX);
    }
    for (int i = 0; i < 70; i++) {
        memcpy(text + 3 * i, "1+(", 4);
    }
    double value;
    lob_str unknown;
    assert_eq(lob_spice_evaluate(lob_str_from(text), look_up, NULL, &value, &unknown), LOB_SPICE_SYNTAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(expressions),
        cmocka_unit_test(depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
