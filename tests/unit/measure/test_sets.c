/* Nearest pairs of two sets of boxes against all pairs. */
#include <math.h>
#include <stdlib.h>

#include "tests/support/lob_test.h"

#include "measure/sets.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { COUNT = 20 };

static lob_figure figures[COUNT];
static lob_point64 rings[COUNT][4];

static void draw(unsigned seed) {
    srand(seed);
    for (int i = 0; i < COUNT; i++) {
        const int64_t x = rand() % 600, y = rand() % 600, w = 1 + rand() % 60, h = 1 + rand() % 60;
        rings[i][0] = (lob_point64){x, y};
        rings[i][1] = (lob_point64){x + w, y};
        rings[i][2] = (lob_point64){x + w, y + h};
        rings[i][3] = (lob_point64){x, y + h};
        figures[i] = (lob_figure){.kind = LOB_KIND_BOX,
                                  .box = {x, y, x + w, y + h},
                                  .ring = rings[i],
                                  .ring_count = 4,
                                  .is_exact = true,
                                  .grid = 1};
    }
}

static double beside(int64_t a, int64_t b) {
    return b < a ? (double)(a - b) : 0;
}

static double gap(lob_box64 a, lob_box64 b) {
    return hypot(beside(a.left, b.right) + beside(b.left, a.right), beside(a.bottom, b.top) + beside(b.bottom, a.top));
}

static int by_number(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static void test_all_pairs(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < stride_pick(200, 8); seed++) {
        lob_case("%u", seed);
        double all[COUNT * COUNT];
        uint32_t all_count = 0, count;
        const uint32_t first = 1 + seed % (COUNT - 1), wanted = 1 + seed % 40;
        const bool is_within = seed % 3 == 0;
        lob_set_pair *pairs;
        draw(seed);
        for (uint32_t i = 0; i < (is_within ? COUNT : first); i++) {
            for (uint32_t k = is_within ? i + 1 : first; k < COUNT; k++) {
                all[all_count++] = gap(figures[i].box, figures[k].box);
            }
        }
        qsort(all, all_count, sizeof *all, by_number);
        assert_int_equal(lob_measure_sets(&ctx, figures, is_within ? COUNT : first, is_within ? NULL : figures + first,
                                          is_within ? 0 : COUNT - first, wanted, &pairs, &count),
                         LOB_OK);
        assert_int_equal(count, all_count < wanted ? all_count : wanted);
        for (uint32_t i = 0; i < count; i++) {
            assert_close(pairs[i].gap.value, all[i], 1e-9);
            if (i != 0 && pairs[i - 1].gap.value >= pairs[i].gap.value) {
                assert_eq(pairs[i - 1].gap.value, pairs[i].gap.value);
                if (pairs[i - 1].a >= pairs[i].a) {
                    assert_eq(pairs[i - 1].a, pairs[i].a);
                    assert_lt(pairs[i - 1].b, pairs[i].b);
                }
            }
        }
        lob_arena_reset(arena);
    }
}

static void test_alone(void **state) {
    (void)state;
    lob_set_pair *pairs;
    uint32_t count;
    draw(1);
    assert_int_equal(lob_measure_sets(&ctx, figures, 1, NULL, 0, 3, &pairs, &count), LOB_OK);
    assert_int_equal(count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_pairs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_alone, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
