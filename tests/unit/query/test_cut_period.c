/* What repeats along a cut: runs put together by formula. */
#include "tests/support/lob_test.h"

#include "query/cut.h"

enum { RUNS_MAX = 64 };

static lob_cut_run runs[RUNS_MAX];
static uint32_t count;

static void add(double begin, double width) {
    runs[count++] = (lob_cut_run){.begin = begin, .end = begin + width};
}

static bool find(lob_cut_period *p) {
    const lob_cut_layer layer = {.runs = runs, .count = count};
    return lob_query_cut_period(&layer, p);
}

static void test_regular(void **state) {
    (void)state;
    lob_cut_period p;
    count = 0;
    add(-500, 100); /* no part of it */
    for (int i = 0; i < 20; i++) {
        add(1000 + 400 * i, 240);
    }
    add(20000, 240);
    assert_true(find(&p));
    assert_int_equal(p.first, 1);
    assert_int_equal(p.count, 20);
    assert_int_equal(p.per_period, 1);
    assert_eq(p.pitch, 400);
    assert_eq(p.deviation, 0);
    assert_eq(p.width_deviation, 0);
}

/* Two teeth a period, and by how much one is off. */
static void test_pairs(void **state) {
    (void)state;
    lob_cut_period p;
    count = 0;
    for (int i = 0; i < 10; i++) {
        add(1000 * i, 100);
        add(1000 * i + 300 + (i == 4), 200 + 2 * (i == 6));
    }
    assert_true(find(&p));
    assert_int_equal(p.first, 0);
    assert_int_equal(p.count, 20);
    assert_int_equal(p.per_period, 2);
    assert_eq(p.pitch, 1000);
    assert_eq(p.deviation, 1);
    assert_eq(p.width_deviation, 2);
}

static void test_none(void **state) {
    (void)state;
    lob_cut_period p;
    count = 0;
    assert_false(find(&p));
    add(0, 100);
    add(400, 100);
    assert_false(find(&p)); /* twice is no repetition */
    add(900, 100);
    add(1500, 100);
    assert_false(find(&p)); /* pitches grow */
    count = 0;
    add(0, 100);
    add(400, 120);
    add(800, 140);
    assert_false(find(&p)); /* widths differ */
}

/* Runs that the line cuts off have no whole width. */
static void test_cut_off(void **state) {
    (void)state;
    lob_cut_period p;
    count = 0;
    for (int i = 0; i < 5; i++) {
        add(400 * i, 100);
    }
    runs[0].is_cut_at_start = runs[4].is_cut_at_end = true;
    assert_true(find(&p));
    assert_int_equal(p.first, 1);
    assert_int_equal(p.count, 3);
    count = 1;
    runs[0].is_cut_at_end = true;
    assert_false(find(&p));
}

/* A longer period that adds one run is not worth it. */
static void test_shortest(void **state) {
    (void)state;
    lob_cut_period p;
    count = 0;
    for (int i = 0; i < 12; i++) {
        add(400 * i, 100);
    }
    assert_true(find(&p));
    assert_int_equal(p.per_period, 1);
    count = 0;
    for (int i = 0; i < 3 * LOB_CUT_PERIOD_RUNS; i++) {
        add(10000.0 * (i / LOB_CUT_PERIOD_RUNS) + 200 * (i % LOB_CUT_PERIOD_RUNS) * (i % LOB_CUT_PERIOD_RUNS), 50);
    }
    assert_true(find(&p));
    assert_int_equal(p.per_period, LOB_CUT_PERIOD_RUNS);
    assert_eq(p.pitch, 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regular), cmocka_unit_test(test_pairs),    cmocka_unit_test(test_none),
        cmocka_unit_test(test_cut_off), cmocka_unit_test(test_shortest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
