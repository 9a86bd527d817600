/* Numbers by the inside's door: decimals against the digits themselves, round numbers against what they must be. */
#include "tests/support/lob_test.h"

#include "annotated.h"

#include "draw/annotate_impl.h"

static void reads(annotator *a, int64_t value, int exponent, const char *unit, const char *want) {
    lob_str text;
    assert_int_equal(lob_text_decimal(a, value, exponent, unit, &text), LOB_OK);
    assert_string_equal(text.data, want);
    assert_int_equal(text.size, strlen(want));
}

static void test_decimals(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 10, 10}, 10, 10);
    lob_ctx_init(&s.ctx, s.arena);
    annotator a = {.ctx = &s.ctx, .dbu = 0.001};
    reads(&a, 0, 0, "", "0");
    reads(&a, 0, 5, "nm", "0 nm");
    reads(&a, 0, -5, "nm", "0 nm");
    reads(&a, 7, 0, "", "7");
    reads(&a, -7, 0, "mm", "-7 mm");
    reads(&a, 12345, -3, "", "12.345");
    reads(&a, 12000, -3, "", "12");
    reads(&a, 12300, -3, "", "12.3");
    reads(&a, 5, -3, "", "0.005");
    reads(&a, 123, -3, "", "0.123");
    reads(&a, -123, -3, "", "-0.123");
    reads(&a, -50, -3, "", "-0.05");
    reads(&a, 5, 4, "", "50000");
    reads(&a, 100, -2, "", "1");
    reads(&a, 101, -2, "", "1.01");
    reads(&a, INT64_MIN, 0, "", "-9223372036854775808");
    reads(&a, INT64_MAX, -18, "", "9.223372036854775807");
    reads(&a, 1, -20, "", "0.00000000000000000001");
    stage_drop(&s);
}

static void test_places(void **state) {
    (void)state;
    static const struct {
        double x, y, dbu;
        const char *text;
    } cases[] = {
        {0, 0, 0.001, "0, 0 \xc2\xb5m"},
        {-1500, 2, 0.001, "-1.5, 0.002 \xc2\xb5m"},
        {0.5, -0.25, 0.001, "0.0005, -0.0003 \xc2\xb5m"}, /* half away from zero */
        {-0.01, 0.01, 0.001, "0, 0 \xc2\xb5m"},
        {9007199254740991.0, 1, 0.001, "9007199254740.99, 0.001 \xc2\xb5m"}, /* as far as a double tells */
        {1e300, 1, 0.001, "1e+297, 0.001 \xc2\xb5m"},
    };
    stage s = stage_new((lob_box64){0, 0, 10, 10}, 10, 10);
    lob_ctx_init(&s.ctx, s.arena);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        annotator a = {.ctx = &s.ctx, .dbu = cases[i].dbu};
        lob_str text;
        assert_int_equal(lob_text_place(&a, cases[i].x, cases[i].y, &text), LOB_OK);
        assert_string_equal(text.data, cases[i].text);
    }
    stage_drop(&s);
}

/* Whatever multiple of a nanometre: the digits of the number, worked out with integers. */
static void test_lengths(void **state) {
    (void)state;
    uint64_t seed = 37;
    stage s = stage_new((lob_box64){0, 0, 10, 10}, 10, 10);
    lob_ctx_init(&s.ctx, s.arena);
    annotator a = {.ctx = &s.ctx, .dbu = 0.001};
    for (int i = 0; i < 20000; i++) {
        uint64_t dbu = ((uint64_t)draw_number(&seed) << 32 | draw_number(&seed)) >> (24 + draw_number(&seed) % 40);
        lob_str text;
        assert_int_equal(lob_text_length(&a, (double)dbu, &text), LOB_OK);
        uint64_t whole = 0;
        uint64_t part = 0;
        int digits = -1;
        for (size_t k = 0; k < text.size - 4; k++) {
            char c = text.data[k];
            if (c < '0' || c > '9') {
                assert_eq(c, '.');
                assert_lt(digits, 0);
            }
            if (c == '.') {
                digits = 0;
            } else if (digits < 0) {
                whole = whole * 10 + (uint64_t)(c - '0');
            } else {
                part = part * 10 + (uint64_t)(c - '0');
                digits++;
            }
        }
        for (int k = digits < 0 ? 0 : digits; k < 3; k++) {
            part *= 10;
        }
        assert_le(digits, 3);
        assert_eq(whole * 1000 + part, dbu);
        if (digits >= 0) {
            assert_ne(text.data[text.size - 5], '0');
        }
    }
    stage_drop(&s);
}

static void test_round_numbers(void **state) {
    (void)state;
    uint64_t seed = 41;
    for (int i = 0; i < 2000; i++) {
        double limit = pow(10, draw_between(&seed, -15, 15));
        round_number low = lob_round_below(limit);
        round_number high = lob_round_above(limit);
        assert_le(low.value, limit);
        assert_ge(high.value, limit);
        assert_among(low.factor, 1, 2, 5);
        assert_close(low.value / (low.factor * pow(10, low.exponent)), 1, 1e-12);
        assert_close(high.value / (high.factor * pow(10, high.exponent)), 1, 1e-12);
        /* They are neighbours: nothing round lies between. */
        double step = high.value / low.value;
        if (!(fabs(step - 2) < 1e-9)) {
            assert_lt(fabs(step - 2.5), 1e-9);
        }
    }
    for (int e = -9; e <= 9; e++) { /* met exactly, also when a product missed by a little */
        assert_int_equal(lob_round_below(pow(10, e) * (1 - 1e-15)).exponent, e);
        assert_int_equal(lob_round_above(pow(10, e) * (1 + 1e-15)).exponent, e);
        assert_int_equal(lob_round_above(pow(10, e)).factor, 1);
    }
    assert_gt(lob_round_below(1e-300).value, 0);
    assert_lt(lob_round_above(1e300).value, 1e30); /* within reach */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_round_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
