/* Numbers: ECMA-262 Number::toString, rounding by exact decimal reasoning. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include <float.h>
#include <locale.h>
#include <math.h>

#include "base/num.h"
#include "tests/support/stride.h"

static const char *printed(double value) {
    static char text[LOB_NUM_TEXT_SIZE];
    size_t size = lob_num_print(text, value);
    assert_int_equal(size, strlen(text));
    return text;
}

static void test_table(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},
                 {-0.0, "0"},
                 {1, "1"},
                 {-1, "-1"},
                 {100, "100"},
                 {0.3, "0.3"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1e20, "100000000000000000000"},
                 {1e21, "1e+21"},
                 {1.5e21, "1.5e+21"},
                 {123456789012345680000.0, "123456789012345680000"},
                 {1e-6, "0.000001"},
                 {1.5e-6, "0.0000015"},
                 {1e-7, "1e-7"},
                 {-1.25e-7, "-1.25e-7"},
                 {0.000123, "0.000123"},
                 {5e-324, "5e-324"},
                 {DBL_MIN, "2.2250738585072014e-308"},
                 {DBL_MAX, "1.7976931348623157e+308"},
                 {9007199254740991.0, "9007199254740991"},
                 {9007199254740992.0, "9007199254740992"},
                 {1.0 / 3, "0.3333333333333333"},
                 {4294967295.5, "4294967295.5"},
                 {0.1, "0.1"},
                 {123.456789, "123.456789"},
                 {2e-44, "2e-44"},
                 /* RFC 8785, appendix B */
                 {0x1p-1074, "5e-324"},
                 {-0x1p-1074, "-5e-324"},
                 {295147905179352830000.0, "295147905179352830000"},
                 {9.999999999999997e22, "9.999999999999997e+22"},
                 {1e23, "1e+23"},
                 {1.0000000000000001e23, "1.0000000000000001e+23"},
                 {999999999999999700000.0, "999999999999999700000"},
                 {999999999999999900000.0, "999999999999999900000"},
                 {333333333.3333332, "333333333.3333332"},
                 {333333333.33333325, "333333333.33333325"},
                 {0.000001, "0.000001"},
                 {1424953923781206.2, "1424953923781206.2"},
                 {0x1p-44, "5.684341886080802e-14"},
                 /* just above a power of two the nearest 16 digits do not always read back */
                 {9007199254740994.0, "9007199254740994"},
                 {0x1p89, "6.189700196426902e+26"},
                 {INFINITY, "null"},
                 {-INFINITY, "null"},
                 {NAN, "null"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        assert_string_equal(printed(cases[i].value), cases[i].text);
    }
}

/* Reads back, and no shorter text does: neither neighbour with one digit less. */
static void check_shortest(double value) {
    const char *text = printed(value);
    assert_eq(strtod(text, NULL), value);
    char digits[LOB_NUM_TEXT_SIZE];
    int count = 0;
    for (const char *at = text; *at && *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9' && (count || *at != '0')) {
            digits[count++] = *at;
        }
    }
    while (count > 0 && digits[count - 1] == '0') {
        count--;
    }
    assert_in_range(count, 1, 17);
    if (count > 1) {
        char shorter[40];
        snprintf(shorter, sizeof shorter, "%.*e", count - 2, value);
        assert_ne(strtod(shorter, NULL), value);
    }
}

static void test_shortest(void **state) {
    (void)state;
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < (int)stride_pick(20000, 2000); i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        double value;
        uint64_t bits = random;
        memcpy(&value, &bits, 8);
        if (i % 4 == 1) {
            value = (double)(int32_t)random / 1e6;
        } else if (i % 4 == 2) {
            value = (double)(int32_t)random * 0.0005;
        } else if (i % 4 == 3) {
            value = ldexp(1, i / 4 % 2000 - 1000);
        }
        if (isfinite(value) && value != 0) {
            check_shortest(value);
        }
    }
}

static void test_locale_does_not_matter(void **state) {
    (void)state;
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    bool found = false;
    for (size_t i = 0; i < 4 && !found; i++) {
        found = setlocale(LC_ALL, locales[i]) != NULL;
    }
    assert_string_equal(printed(1.0 / 3), "0.3333333333333333");
    assert_string_equal(printed(1.5e-9), "1.5e-9");
    assert_eq(lob_num_snap_dbu(0.0009999999999999998), 1e-3);
    setlocale(LC_ALL, "C");
    if (!found) {
        print_message("SKIPPED: no locale with a decimal comma is installed\n");
    }
}

static void test_integers(void **state) {
    (void)state;
    char text[LOB_NUM_TEXT_SIZE], expected[40];
    static const int64_t values[] = {0, 1, -1, 9, 10, -10, 99, 100, 12345, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        lob_case("values[%zu]", i);
        snprintf(expected, sizeof expected, "%lld", (long long)values[i]);
        assert_int_equal(lob_num_print_int(text, values[i]), strlen(expected));
        assert_string_equal(text, expected);
    }
    assert_int_equal(lob_num_print_uint(text, UINT64_MAX), 20);
    assert_string_equal(text, "18446744073709551615");
}

static void test_rounding(void **state) {
    (void)state;
    static const struct {
        double value, rounded;
    } cases[] = {
        {0.0000005, 0.000001},        {-0.0000005, -0.000001},       {0.00000049999, 0},         {1.0000005, 1.000001},
        {1.0000015, 1.000002},        {1.0000025, 1.000003},         {2.0000045, 2.000005},      {1.00000049, 1.0},
        {1234.5678905, 1234.567891},  {-1234.5678905, -1234.567891}, {0.1 + 0.2, 0.3},           {100, 100},
        {2147483.6475, 2147483.6475}, {8e9 + 0.25, 8e9 + 0.25},      {1e10 + 1e-6, 1e10 + 1e-6}, {1e300, 1e300}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        assert_eq(lob_num_round_um(cases[i].value), cases[i].rounded);
    }
    assert_eq(lob_num_round_scale(1.0 / 24), 0.041667);
    assert_eq(lob_num_round_scale(3e-7), 3e-7); /* never 0 */
    assert_true(isnan(lob_num_round_um(NAN)));
    assert_true(isinf(lob_num_round_um(-INFINITY)));
    uint64_t random = 1;
    for (int i = 0; i < (int)stride_pick(100000, 10000);
         i++) { /* rounding twice changes nothing; k micros and a half go away from zero */
        random = random * 6364136223846793005u + 1442695040888963407u;
        double value = (double)(int64_t)random / 1e12 * (i % 3 == 0 ? 900 : 0.001);
        double once = lob_num_round_um(value);
        assert_eq(lob_num_round_um(once), once);
        assert_le(fabs(once - value), 0.52e-6 + fabs(value) * 2.3e-16);
        uint64_t micros = random >> 34;
        char text[40];
        snprintf(text, sizeof text, "%llu5e-7", (unsigned long long)micros);
        snprintf(text + 20, 20, "%llue-6", (unsigned long long)micros + 1);
        assert_eq(lob_num_round_um(strtod(text, NULL)), strtod(text + 20, NULL));
    }
}

/* value * numerator / 10^9 in decimal, rounded half away by integers, read by strtod. */
static double exact_um(int64_t value, int64_t nanos) {
    __extension__ typedef __int128 wide;
    wide product = (wide)value * nanos;
    wide size = product < 0 ? -product : product;
    wide micros = (size + 500) / 1000;
    if (size > (wide)9000000000 * 1000000000) {
        return (double)product / 1e9; /* not rounded; one more rounding error is allowed below */
    }
    char text[64];
    snprintf(text, sizeof text, "%s%llu.%06llu", product < 0 ? "-" : "", (unsigned long long)(micros / 1000000),
             (unsigned long long)(micros % 1000000));
    return strtod(text, NULL);
}

static void check_um(int64_t value, int64_t nanos) {
    double dbu = (double)nanos / 1e9;
    double expected = exact_um(value, nanos), got = lob_num_um_from_dbu(value, dbu);
    if (fabs(expected) < 9e9) {
        assert_eq(got, expected);
    } else {
        assert_le(fabs(got - expected), fabs(expected) * 0x1p-52);
    }
}

static void test_um_from_dbu(void **state) {
    (void)state;
    static const int64_t all_nanos[] = {1000000, 500000, 5000000, 100000, 10000000, 250000,
                                        1000,    100,    25,      1,      333333,   8999999999};
    uint64_t random = 7;
    for (size_t k = 0; k < sizeof all_nanos / sizeof *all_nanos; k++) {
        lob_case("all_nanos[%zu]", k);
        int64_t nanos = all_nanos[k];
        static const int64_t edges[] = {
            0, 1, -1, 5, -5, 499, 500, INT32_MAX, INT32_MIN, (int64_t)1 << 53, -((int64_t)1 << 53)};
        for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
            lob_case("edges[%zu]", i);
            check_um(edges[i], nanos);
        }
        for (uint32_t i = 0; i < stride_pick(20000, 500); i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            check_um((int32_t)(random >> 32), nanos);
            check_um((int64_t)random >> 10, nanos);
        }
    }
    /* to the last bit for the usual units, also where micrometres are not rounded any more */
    assert_eq(lob_num_um_from_dbu((int64_t)1 << 53, 0.001), 9007199254740.992);
    assert_eq(lob_num_um_from_dbu(-((int64_t)1 << 53), 0.00025), -2251799813685.248);
    assert_eq(lob_num_um_from_dbu(((int64_t)1 << 53) - 1, 0.0005), 4503599627370.4955);
    assert_eq(lob_num_um_from_dbu(12345, 0.0009999999999999998), 12.345);
    assert_eq(lob_num_um_from_dbu(12345, 0.0010000000000000002), 12.345);
    assert_eq(lob_num_um_from_dbu(1000, 25.4), 25400);
    assert_eq(lob_num_um_from_dbu(3000000, 1e-10), 0.0003);
    assert_eq(lob_num_um_from_dbu(INT64_MAX, 0.001), 9223372036854776.0);
}

static void test_snap(void **state) {
    (void)state;
    assert_eq(lob_num_snap_dbu(0.0009999999999999998), 0.001);
    assert_eq(lob_num_snap_dbu(0.001), 0.001);
    assert_eq(lob_num_snap_dbu(1.0 / 3), 1.0 / 3);
    assert_eq(lob_num_snap_dbu(0.00100000001), 0.00100000001);
    assert_eq(lob_num_snap_dbu(-1), -1);
    assert_true(isnan(lob_num_snap_dbu(NAN)));
    assert_eq(lob_num_snap_dbu(DBL_MAX), DBL_MAX);
}

static void test_saturating(void **state) {
    (void)state;
    assert_eq(lob_u64_add_sat(1, 2), 3);
    assert_eq(lob_u64_add_sat(UINT64_MAX, 1), UINT64_MAX);
    assert_eq(lob_u64_mul_sat(3, 4), 12);
    assert_eq(lob_u64_mul_sat((uint64_t)1 << 32, (uint64_t)1 << 32), UINT64_MAX);
}

static void test_parse(void **state) {
    (void)state;
    int64_t value = 42;
    static const char *const bad[] = {"",
                                      "-",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "1a",
                                      "0x1",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "--1",
                                      "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        assert_false(lob_num_parse_int(bad[i], INT64_MIN, INT64_MAX, &value));
    }
    assert_false(lob_num_parse_int(NULL, 0, 1, &value));
    assert_int_equal(value, 42);
    assert_true(lob_num_parse_int("-9223372036854775808", INT64_MIN, INT64_MAX, &value));
    assert_eq(value, INT64_MIN);
    assert_true(lob_num_parse_int("9223372036854775807", INT64_MIN, INT64_MAX, &value));
    assert_eq(value, INT64_MAX);
    assert_true(lob_num_parse_int("007", 7, 7, &value));
    assert_eq(value, 7);
    assert_false(lob_num_parse_int("6", 7, 9, &value));
    assert_false(lob_num_parse_int("10", 7, 9, &value));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table),
                                       cmocka_unit_test(test_shortest),
                                       cmocka_unit_test(test_locale_does_not_matter),
                                       cmocka_unit_test(test_integers),
                                       cmocka_unit_test(test_rounding),
                                       cmocka_unit_test(test_um_from_dbu),
                                       cmocka_unit_test(test_snap),
                                       cmocka_unit_test(test_saturating),
                                       cmocka_unit_test(test_parse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
