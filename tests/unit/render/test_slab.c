/* Areas within one pixel against the region engine's exact ones: closed chains of few and of very many edges, many of
 * them at once, edges through nearly one point; how the work grows; its limit; cancelling; failing allocations. */
#include <math.h>
#include <stdatomic.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "geom/region.h"
#include "render/slab.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { UNIT = 1 << 20, POINTS_MAX = 4000 };

static lob_piece pieces[POINTS_MAX];
static lob_point64 points[POINTS_MAX];

static int64_t pick(int64_t from, int64_t to) {
    return from + ((int64_t)rand() << 16 ^ rand()) % (to - from + 1);
}

/* Chains of `size` points each, one after the other. */
static uint32_t pieces_of(uint32_t chains, uint32_t size) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < chains; c++) {
        for (uint32_t i = 0; i < size; i++) {
            lob_point64 a = points[c * size + i], b = points[c * size + (i + 1) % size];
            const int32_t sign = a.y < b.y ? 1 : -1;
            if (a.y == b.y) {
                continue;
            }
            if (a.y > b.y) {
                lob_point64 t = a;
                a = b;
                b = t;
            }
            pieces[count++] =
                (lob_piece){(double)a.x / UNIT, (double)a.y / UNIT, (double)b.x / UNIT, (double)b.y / UNIT, sign, c};
        }
    }
    return count;
}

static double region_area(uint32_t chains, uint32_t size) {
    lob_region *region;
    lob_region_measures m;
    assert_int_equal(lob_region_new(&ctx, 64, &region), LOB_OK);
    for (uint32_t c = 0; c < chains; c++) {
        assert_int_equal(lob_region_add(&ctx, region, 0, points + (size_t)c * size, size), LOB_OK);
    }
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_OR, &m), LOB_OK);
    return m.area / UNIT / UNIT;
}

static void check(uint32_t chains, uint32_t size) {
    lob_slabs slabs = {0};
    double area;
    const uint32_t count = pieces_of(chains, size);
    assert_int_equal(lob_slab_area(&ctx, &slabs, pieces, count, chains, &area), LOB_OK);
    assert_close(area, region_area(chains, size), 2e-7); /* ends of the region's edges are on a grid */
    lob_slabs_release(&slabs);
}

/* A chain that winds about, so that much is left open between its edges. */
static void walk(uint32_t count, int64_t step) {
    lob_point64 at = {UNIT / 2, UNIT / 2};
    for (uint32_t i = 0; i < count; i++) {
        at.x += pick(-step, step);
        at.y += pick(-step, step);
        at.x = at.x < 0 ? 0 : at.x > UNIT ? UNIT : at.x;
        at.y = at.y < 0 ? 0 : at.y > UNIT ? UNIT : at.y;
        points[i] = at;
    }
}

static void test_chains(void **state) {
    (void)state;
    srand(3);
    for (uint32_t i = 0; i < 60; i += stride_pick(1, 4)) { /* small ones, cut into no parts and into some */
        const uint32_t size = (uint32_t)pick(3, 70);
        for (uint32_t k = 0; k < size; k++) {
            points[k] = (lob_point64){pick(0, UNIT), pick(0, UNIT)};
        }
        check(1, size);
    }
    const uint32_t long_one = stride_pick(1500, 600);
    for (int64_t step = UNIT / 400; step <= UNIT; step *= stride_pick(5, 125)) {
        walk(long_one, step);
        check(1, long_one);
    }
}

static void test_many_rings(void **state) {
    (void)state;
    enum { SIZE = 5 };
    const uint32_t chains = stride_pick(150, 60);
    srand(4);
    for (int64_t reach = UNIT / 20; reach <= UNIT / 2; reach *= stride_pick(3, 9)) {
        for (uint32_t i = 0; i < chains; i++) {
            const lob_point64 at = {pick(reach, UNIT - reach), pick(reach, UNIT - reach)};
            for (uint32_t k = 0; k < SIZE; k++) {
                points[i * SIZE + k] = (lob_point64){at.x + pick(-reach, reach), at.y + pick(-reach, reach)};
            }
        }
        check(chains, SIZE);
    }
}

/* On a grid so coarse that ends, borders of parts and crossings fall together. */
static void test_coarse(void **state) {
    (void)state;
    srand(5);
    for (uint32_t i = 0; i < 40; i += stride_pick(1, 7)) {
        for (uint32_t k = 0; k < 200; k++) {
            points[k] = (lob_point64){pick(0, 8) * (UNIT / 8), pick(0, 8) * (UNIT / 8)};
        }
        check(i % 2 ? 1 : 20, i % 2 ? 200 : 10);
    }
}

static uint64_t work_of(uint32_t count) {
    lob_slabs slabs = {0};
    double area;
    for (uint32_t k = 0; k < count; k++) {
        points[k] = (lob_point64){pick(0, UNIT), pick(0, UNIT)};
    }
    assert_int_equal(lob_slab_area(&ctx, &slabs, pieces, pieces_of(1, count), 1, &area), LOB_OK);
    assert_gt(area, 0.5);
    assert_lt(area, 1);
    const uint64_t work = slabs.work;
    lob_slabs_release(&slabs);
    return work;
}

/* n edges have about n^2 / 9 crossings: the work is of that order, not of n^3. */
static void test_growth(void **state) {
    (void)state;
    srand(6);
    const uint32_t few = stride_pick(300, 100);
    const uint64_t some = work_of(few), more = work_of(4 * few);
    assert_lt(more, UINT64_C(40) * 16 * few * few);
    assert_lt(more, 16 * some * 3 / 2); /* n^3 would be 64 times as much */
}

static void test_limit(void **state) {
    (void)state;
    lob_slabs slabs = {.work = LOB_SLAB_WORK_MAX - 1000};
    double area;
    walk(500, UNIT);
    assert_int_equal(lob_slab_area(&ctx, &slabs, pieces, pieces_of(1, 500), 1, &area), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(ctx.error.details[0].key, "limit_name");
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("query_work")));
    assert_true(ctx.error.hint[0]);
    lob_error_clear(&ctx.error);
    lob_slabs_release(&slabs);
}

static void test_cancel(void **state) {
    (void)state;
    lob_slabs slabs = {0};
    lob_cancel cancel = {true};
    double area;
    srand(7);
    for (uint32_t k = 0; k < POINTS_MAX; k++) {
        points[k] = (lob_point64){pick(0, UNIT), pick(0, UNIT)};
    }
    ctx.cancel = &cancel;
    assert_int_equal(lob_slab_area(&ctx, &slabs, pieces, pieces_of(1, POINTS_MAX), 1, &area), LOB_E_CANCELLED);
    assert_lt(slabs.work, 4 << 20); /* some milliseconds */
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    lob_slabs_release(&slabs);
}

static bool run_sweep(void *arg) {
    (void)arg;
    lob_slabs slabs = {0};
    double area;
    bool fine = lob_slab_area(&ctx, &slabs, pieces, pieces_of(1, 120), 1, &area) == LOB_OK;
    if (!fine) {
        assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_error_clear(&ctx.error);
    lob_slabs_release(&slabs);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    srand(8);
    walk(120, UNIT);
    assert_gt(sweep_allocations(run_sweep, NULL), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chains),  cmocka_unit_test(test_many_rings), cmocka_unit_test(test_coarse),
        cmocka_unit_test(test_growth),  cmocka_unit_test(test_limit),      cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
