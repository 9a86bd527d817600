/* Plain rings against windings counted at points of a fine grid off the vertices. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "geom/region.h"
#include "tests/support/arena_rig.h"

enum { COUNT_MAX = 64, FIELD = 8, FINE = 4 };

static bool plain(const lob_point64 *ring, uint32_t count) {
    bool is_plain;
    assert_int_equal(lob_ring_is_plain(&ctx, ring, count, &is_plain), LOB_OK);
    return is_plain;
}

static int winding(const lob_point64 *ring, uint32_t count, double x, double y) {
    int sum = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        const lob_point64 a = ring[k], b = ring[i];
        if (((double)a.y < y) != ((double)b.y < y)) {
            const double at = (double)a.x + (y - (double)a.y) * (double)(b.x - a.x) / (double)(b.y - a.y);
            sum += at > x ? (a.y < b.y ? 1 : -1) : 0;
        }
    }
    return sum;
}

static bool winds_once(const lob_point64 *ring, uint32_t count) {
    int low = 0, high = 0;
    for (int i = 0; i < FIELD * FINE; i++) {
        for (int k = 0; k < FIELD * FINE; k++) {
            int w = winding(ring, count, (i + 0.4142) / FINE, (k + 0.5772) / FINE);
            low = w < low ? w : low;
            high = w > high ? w : high;
        }
    }
    return high - low <= 1;
}

static void test_cases(void **state) {
    (void)state;
    const lob_point64 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}}, turned[] = {{0, 4}, {4, 4}, {4, 0}, {0, 0}};
    const lob_point64 bow_tie[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    const lob_point64 twice[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 4}, {0, 4}};
    const lob_point64 with_hole[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 2}, {2, 2},
                                     {2, 4}, {4, 4}, {4, 2}, {2, 2}, {0, 2}};
    const lob_point64 island[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 2}, {2, 2},
                                  {4, 2}, {4, 4}, {2, 4}, {2, 2}, {0, 2}}; /* the hole the other way: wound twice */
    const lob_point64 spike[] = {{0, 0}, {4, 0}, {7, 0}, {4, 0}, {4, 4}, {0, 4}};
    assert_true(plain(square, 4));
    assert_true(plain(turned, 4));
    assert_false(plain(bow_tie, 4));
    assert_false(plain(twice, 8));
    assert_true(plain(with_hole, 11));
    assert_false(plain(island, 11));
    assert_true(plain(spike, 6));
    assert_false(plain(square, 0));
    assert_false(plain(square, 1));
}

/* Never plain when some place is wound around twice or both ways; and often plain. */
static void test_random(void **state) {
    (void)state;
    unsigned count_plain = 0, count_other = 0;
    srand(11);
    for (int round = 0; round < 4000; round++) {
        lob_point64 ring[COUNT_MAX];
        uint32_t count = 3 + (uint32_t)rand() % (round % 2 ? 6 : COUNT_MAX - 3);
        const bool is_star = round % 3 == 0; /* around a middle: mostly plain */
        for (uint32_t i = 0; i < count; i++) {
            const double angle = 6.28318530717958 * i / count, r = 1 + rand() % 3;
            ring[i] = is_star ? (lob_point64){lround(4 + r * cos(angle)), lround(4 + r * sin(angle))}
                              : (lob_point64){rand() % FIELD, rand() % FIELD};
        }
        if (plain(ring, count)) {
            assert_true(winds_once(ring, count));
            count_plain++;
        } else {
            count_other++;
        }
    }
    assert_gt(count_plain, 100);
    assert_gt(count_other, 100);
}

static bool run(void *arg) {
    (void)arg;
    lob_point64 ring[40];
    bool is_plain = false;
    lob_ctx own;
    lob_ctx_init(&own, NULL);
    for (uint32_t i = 0; i < 40; i++) { /* a comb: too long to be tried by pairs */
        ring[i] = i < 20 ? (lob_point64){i, i % 2} : (lob_point64){39 - i, 5 + i % 2};
    }
    return lob_ring_is_plain(&own, ring, 40, &is_plain) == LOB_OK && is_plain;
}

static void test_allocations(void **state) {
    (void)state;
    assert_gt(sweep_allocations(run, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_allocations)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
