/* The matching score against cases worked by hand, and against what must not change it. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/matching.h"

typedef struct placed {
    lob_placed_unit units[4];
    size_t count;
} placed;

static lob_matching_group score(bench *b, const placed *devices, size_t count) {
    lob_placed_device list[16];
    lob_matching_result result;
    for (size_t i = 0; i < count; i++) {
        list[i] = (lob_placed_device){LOB_STR("M"), devices[i].units, devices[i].count, 0};
    }
    const lob_placed_group group = {list, count};
    assert_int_equal(lob_matching_evaluate(&b->ctx, &group, 1, &result), LOB_OK);
    assert_int_equal(result.has_score, result.groups.items[0].has_score);
    assert_eq(result.score, result.groups.items[0].score);
    return result.groups.items[0];
}

static void assert_near(double got, double want) {
    if (fabs(got - want) > 1e-12) {
        print_message("got %.15g, want %.15g\n", got, want);
    }
    assert_le(fabs(got - want), 1e-12);
}

static void cases_by_hand(void **state) {
    (void)state;
    const double root8 = 2.8284271247461903;
    const struct {
        placed devices[4];
        size_t count;
        double size, orientation, symmetry;
    } cases[] = {
        /* the case of the header: 1 um off the vertical axis */
        {{{{{0, 0, 2, 4, 0}}, 1}, {{{10, 1, 2, 4, 0}}, 1}}, 2, 1, 1, 1 / (1 + 1 / root8)},
        {{{{{0, 0, 2, 4, 0}}, 1}, {{{10, 0, 2, 4, 0}}, 1}}, 2, 1, 1, 1},
        {{{{{3, -5, 2, 4, 0}}, 1}, {{{3, 9, 2, 4, 4}}, 1}}, 2, 1, 0.9, 1},
        {{{{{0, 0, 2, 4, 2}}, 1}, {{{10, 0, 2, 4, 0}}, 1}}, 2, 1, 0.9, 1},
        /* turned by 90 degrees: 4 by 2 as it lies, so of equal size */
        {{{{{0, 0, 2, 4, 0}}, 1}, {{{10, 0, 4, 2, 1}}, 1}}, 2, 1, 0.5, 1},
        {{{{{0, 0, 2, 4, 0}}, 1}, {{{10, 0, 4, 2, 0}}, 1}}, 2, 0.25, 1, 1},
        {{{{{0, 0, 2, 4, 0}}, 1}, {{{10, 0, 3, 4, 0}}, 1}}, 2, 2.0 / 3, 1, 1},
        /* A B B A: one centroid; A A B B: centroids 4 apart in a row, mirror images about the middle */
        {{{{{0, 0, 2, 4, 0}, {9, 0, 2, 4, 0}}, 2}, {{{3, 0, 2, 4, 0}, {6, 0, 2, 4, 0}}, 2}}, 2, 1, 1, 1},
        /* a cross: A at two corners, B at the others */
        {{{{{0, 0, 1, 1, 0}, {5, 7, 1, 1, 0}}, 2}, {{{5, 0, 1, 1, 0}, {0, 7, 1, 1, 0}}, 2}}, 2, 1, 1, 1},
        /* three in a row, evenly, and with the last 3 too far: 0, 4, 11 about 5; images 10, 6, -1; 1, 2, 1 off; the
         * nearest other device of an image is 1 off; the common centroid would be 6 off; across, all lie on the axis,
         * but the nearest other is 4 */
        {{{{{0, 0, 1, 1, 0}}, 1}, {{{4, 0, 1, 1, 0}}, 1}, {{{8, 0, 1, 1, 0}}, 1}}, 3, 1, 1, 1},
        {{{{{0, 0, 1, 1, 0}}, 1}, {{{4, 0, 1, 1, 0}}, 1}, {{{11, 0, 1, 1, 0}}, 1}}, 3, 1, 1, 1.0 / 3},
        /* a unit of three times the area weighs so: centroid of A (0 * 3 + 8 * 1) / 4 = 2, B at 2 */
        {{{{{0, 0, 3, 1, 0}, {8, 0, 1, 1, 0}}, 2}, {{{2, 0, 1, 1, 0}}, 1}}, 2, 1.0 / 3, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: size %g, orientation %g", i, cases[i].size, cases[i].orientation);
        bench b;
        begin(&b);
        const lob_matching_group got = score(&b, cases[i].devices, cases[i].count);
        assert_true(got.has_score);
        assert_near(got.size, cases[i].size);
        assert_near(got.orientation, cases[i].orientation);
        assert_near(got.symmetry, cases[i].symmetry);
        assert_near(got.score, cases[i].size * cases[i].orientation * cases[i].symmetry);
        end(&b);
    }
}

/* Of devices that the circuit makes unequal, what counts is area by size: drawn larger, or as more units. */
static void unequal_devices(void **state) {
    (void)state;
    static const struct {
        placed devices[3];
        double sizes[3], size;
    } cases[] = {
        {{{{{0, 0, 1, 4, 0}}, 1}, {{{4, 0, 1, 8, 0}}, 1}, {{{8, 0, 1, 32, 0}}, 1}}, {1, 2, 8}, 1},
        {{{{{0, 0, 1, 4, 0}}, 1}, {{{4, 0, 1, 8, 0}}, 1}, {{{8, 0, 1, 16, 0}}, 1}}, {1, 2, 8}, 0.5},
        {{{{{4, 0, 1, 4, 0}}, 1}, {{{2, 0, 1, 4, 0}, {6, 0, 1, 4, 0}}, 2}, {{{4, 9, 1, 4, 0}}, 1}}, {1, 2, 1}, 1},
        {{{{{0, 0, 1, 4, 0}}, 1}, {{{4, 0, 1, 4, 0}}, 1}, {{{8, 0, 1, 4, 0}}, 1}}, {1, 1, 4}, 0.25},
        /* equal, or not all known: by the units themselves */
        {{{{{0, 0, 1, 4, 0}}, 1}, {{{4, 0, 1, 8, 0}}, 1}, {{{8, 0, 1, 8, 0}}, 1}}, {3, 3, 3}, 0.5},
        {{{{{0, 0, 1, 4, 0}}, 1}, {{{4, 0, 1, 8, 0}}, 1}, {{{8, 0, 1, 8, 0}}, 1}}, {1, 2, 0}, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu", i);
        bench b;
        lob_placed_device list[3];
        lob_matching_result result;
        begin(&b);
        for (size_t k = 0; k < 3; k++) {
            list[k] = (lob_placed_device){LOB_STR("M"), cases[i].devices[k].units, cases[i].devices[k].count,
                                          cases[i].sizes[k]};
        }
        const lob_placed_group group = {list, 3};
        assert_int_equal(lob_matching_evaluate(&b.ctx, &group, 1, &result), LOB_OK);
        assert_near(result.groups.items[0].size, cases[i].size);
        end(&b);
    }
}

static double of_pair(double dx, double dy, double scale, double x0) {
    bench b;
    begin(&b);
    const placed pair[] = {{{{x0 * scale, 0, scale, 2 * scale, 0}}, 1},
                           {{{(x0 + dx) * scale, dy * scale, scale, 2 * scale, 0}}, 1}};
    const double got = score(&b, pair, 2).score;
    end(&b);
    return got;
}

static void what_must_hold_of_it(void **state) {
    (void)state;
    double last = 2;
    for (double off = 0; off <= 10; off += 0.25) { /* falls as the pair leaves its axis, and stays in (0, 1] */
        const double got = of_pair(20, off, 1, 0);
        assert_lt(got, last);
        assert_gt(got, 0);
        assert_le(got, 1);
        assert_near(got, of_pair(off, 20, 1, 0));    /* either axis */
        assert_near(got, of_pair(-20, off, 1, 0));   /* either order */
        assert_near(got, of_pair(20, off, 1e-3, 0)); /* no unit of length */
        assert_near(got, of_pair(20, off, 1, 64));   /* nor place */
        last = got;
    }
    assert_eq(of_pair(0.3, 0.1 + 0.2 - 0.3, 1, 0.1), 1); /* rounding is no asymmetry */
}

static void what_is_not_known_has_no_score(void **state) {
    (void)state;
    static const placed bad[] = {
        {{{0, 0, 1, 1, 0}}, 0},   {{{0, 0, 0, 1, 0}}, 1},        {{{0, 0, 1, -1, 0}}, 1},
        {{{NAN, 0, 1, 1, 0}}, 1}, {{{0, INFINITY, 1, 1, 0}}, 1}, {{{0, 0, NAN, 1, 0}}, 1},
        {{{0, 0, 1, 1, 8}}, 1},   {{{0, 0, 1, 1, -1}}, 1},       {{{0, 0, 1e300, 1e300, 0}}, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const lob_placed_unit *u = &bad[i].units[0];
        lob_case("%zu units: %g, %g, %g x %g, orientation %d", bad[i].count, u->x, u->y, u->width, u->height,
                 u->orientation);
        bench b;
        begin(&b);
        const placed pair[] = {{{{5, 0, 1, 1, 0}}, 1}, bad[i]};
        const lob_matching_group got = score(&b, pair, 2);
        assert_false(got.has_score);
        assert_int_equal(got.missing.count, i < 8);
        end(&b);
    }
    bench b;
    begin(&b);
    const placed lone = {{{5, 0, 1, 1, 0}}, 1};
    assert_false(score(&b, &lone, 1).has_score);
    lob_matching_result none;
    assert_int_equal(lob_matching_evaluate(&b.ctx, NULL, 0, &none), LOB_OK);
    assert_false(none.has_score);
    end(&b);
}

static void the_worst_group_counts(void **state) {
    (void)state;
    const lob_placed_unit at[] = {{0, 0, 1, 1, 0}, {5, 0, 1, 1, 0}, {5, 1, 1, 1, 0}};
    const lob_placed_device fine[] = {{LOB_STR("A"), &at[0], 1, 0}, {LOB_STR("B"), &at[1], 1, 0}};
    const lob_placed_device off[] = {{LOB_STR("C"), &at[0], 1, 0}, {LOB_STR("D"), &at[2], 1, 0}};
    const lob_placed_device gone[] = {{LOB_STR("E"), &at[0], 1, 0}, {LOB_STR("F"), NULL, 0, 0}};
    const lob_placed_group groups[] = {{fine, 2}, {off, 2}, {gone, 2}};
    bench b;
    lob_matching_result result;
    begin(&b);
    assert_int_equal(lob_matching_evaluate(&b.ctx, groups, 2, &result), LOB_OK);
    assert_true(result.has_score);
    assert_near(result.score, 0.5);
    assert_text(result.groups.items[1].devices.items[1], "D");
    assert_int_equal(lob_matching_evaluate(&b.ctx, groups, 3, &result), LOB_OK);
    assert_false(result.has_score);
    assert_text(result.groups.items[2].missing.items[0], "F");
    end(&b);
}

/* Beyond 1000 devices the axes are not looked for. */
static void many_devices(void **state) {
    (void)state;
    enum { MANY = 1001 };
    static lob_placed_unit units[MANY];
    static lob_placed_device devices[MANY];
    bench b;
    lob_matching_result result;
    begin(&b);
    for (int i = 0; i < MANY; i++) {
        units[i] = (lob_placed_unit){i, 0, 1, 1, 0};
        devices[i] = (lob_placed_device){LOB_STR("M"), &units[i], 1, 0};
    }
    const lob_placed_group group = {devices, MANY};
    assert_int_equal(lob_matching_evaluate(&b.ctx, &group, 1, &result), LOB_OK);
    assert_near(result.score, 1.0 / 501); /* the outer ones are 500 from the middle */
    const lob_placed_group fewer = {devices, MANY - 1};
    assert_int_equal(lob_matching_evaluate(&b.ctx, &fewer, 1, &result), LOB_OK);
    assert_near(result.score, 1);
    end(&b);
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    lob_matching_result result;
    return lob_matching_evaluate(ctx, arg, 1, &result);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    const lob_placed_unit unit = {0, 0, 1, 1, 0};
    const lob_placed_device devices[] = {{LOB_STR("A"), &unit, 1, 0}, {LOB_STR("B"), &unit, 1, 0}};
    const lob_placed_group group = {devices, 2};
    sweep_work(work, &group, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_by_hand),
        cmocka_unit_test(unequal_devices),
        cmocka_unit_test(what_must_hold_of_it),
        cmocka_unit_test(what_is_not_known_has_no_score),
        cmocka_unit_test(the_worst_group_counts),
        cmocka_unit_test(many_devices),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
