/* Counts of what arrays of arrays have in a window that cuts them. */
#include "tests/support/lob_test.h"

#include <string.h>
#include <time.h>

#include "../render/rig.h"
#include "db/walk.h"
#include "tests/support/stride.h"

typedef struct scene {
    lob_ctx ctx;
    lob_layout *layout;
} scene;

static lob_status count(scene *s, const char *cell, lob_box64 window, uint64_t *shapes) {
    const lob_walk_options options = {.window = window, .what = LOB_WALK_SHAPES, .depth_max = UINT32_MAX};
    lob_walk_count counts[1];
    uint64_t insts;
    const lob_cell_index top = lob_layout_find_cell(s->layout, lob_str_from(cell));
    const lob_status status = lob_walk_counts(&s->ctx, s->layout, top, &options, counts, &insts);
    *shapes = counts[0].shapes;
    return status;
}

static void begin_with(lob_box box, scene *s, const lob_rep *inner, const lob_rep *outer) {
    lob_ctx_init(&s->ctx, lob_arena_new(0));
    rig r = rig_begin(&s->ctx);
    rig_cell(&r, "LEAF");
    rig_box(&r, 1, NULL, box);
    rig_end_cell(&r);
    rig_cell(&r, "ROW");
    rig_inst(&r, "LEAF", inner, 0, 0, false, 0, 1);
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "ROW", outer, 0, 0, false, 0, 1);
    rig_end_cell(&r);
    s->layout = rig_end(&r);
}

static void begin(scene *s, const lob_rep *inner, const lob_rep *outer) {
    begin_with((lob_box){0, 0, 5, 5}, s, inner, outer);
}

static void end(scene *s) {
    lob_layout_drop(s->layout);
    lob_arena_drop(s->ctx.arena);
}

/* Going along the border of each inner array ends soon, with a lower bound. */
static void test_along_borders(void **state) {
    (void)state;
    const lob_rep inner = {.kind = LOB_REP_LATTICE, .na = 3000, .nb = 3000, .a = {20, 7}, .b = {-7, 20}};
    const lob_rep outer = {.kind = LOB_REP_LATTICE, .na = 3000, .nb = 3000, .a = {60000, 0}, .b = {0, 60000}};
    scene s;
    uint64_t shapes;
    begin(&s, &inner, &outer);
    assert_int_equal(count(&s, "TOP", (lob_box64){100, 100, 100000000, 100000000}, &shapes), LOB_E_QUERY_TOO_LARGE);
    assert_ne(s.ctx.error.hint[0], '\0');
    assert_gt(shapes, 1000000);
    assert_lt(shapes, UINT64_C(81000000000000));
    lob_error_clear(&s.ctx.error);
    assert_int_equal(count(&s, "TOP", LOB_WALK_EVERYTHING, &shapes), LOB_OK);
    assert_eq(shapes, UINT64_C(81000000000000));
    end(&s);
}

/* What cannot be gone through is known from the numbers of those that meet the window and lie in it. */
static void test_at_once(void **state) {
    (void)state;
    const lob_rep inner = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 1, .a = {1, 0}, .b = {0, 1}};
    const lob_rep dense = {.kind = LOB_REP_LATTICE, .na = 400000000, .nb = 3, .a = {1, 0}, .b = {0, 100}};
    scene s;
    uint64_t shapes;
    begin(&s, &inner, &dense);
    /* of the first row 4 * 10^8 - 10 are cut below */
    assert_int_equal(count(&s, "TOP", (lob_box64){0, 2, 399999999, 1000}, &shapes), LOB_E_QUERY_TOO_LARGE);
    assert_ge(shapes, 2 * UINT64_C(399999990));
    assert_le(shapes, 3 * UINT64_C(400000000));
    end(&s);
}

/* Of arrays askew what lies in the window for sure is counted by runs, the rest looked at. */
static void test_fractions(void **state) {
    (void)state;
    const lob_rep askew = {.kind = LOB_REP_FRACTION, .na = 300, .nb = 300, .a = {6001, 1700}, .b = {-1700, 6001}};
    const lob_rep outer = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 1, .a = {1, 0}, .b = {0, 1}};
    scene s;
    begin(&s, &askew, &outer);
    for (int64_t k = 0; k < 40; k++) {
        const lob_box64 w = {-1000 + 13 * k, 1000 - 7 * k, 3000 + 17 * k, 5000 - 29 * k};
        uint64_t shapes, expected = 0;
        assert_int_equal(count(&s, "TOP", w, &shapes), LOB_OK);
        for (uint64_t i = 0; i < 90000; i++) {
            const lob_point64 at = lob_rep_at(&askew, i);
            expected += at.x <= w.right && at.x + 5 >= w.left && at.y <= w.top && at.y + 5 >= w.bottom;
        }
        assert_int_equal(shapes, expected);
    }
    end(&s);
}

/* How many intervals [2 i, 2 i + 1] touch [low, high]. */
static uint64_t touched(int64_t low, int64_t high) {
    return (uint64_t)(high / 2 - low / 2 + 1);
}

/* A window that cuts arrays of single boxes: what each has in it is known at once, at its border too. */
static void test_leaves_at_once(void **state) {
    (void)state;
    const lob_rep inner = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {2, 0}, .b = {0, 2}};
    const lob_rep outer = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {0, 65534}, .b = {65534, 0}};
    scene s;
    begin_with((lob_box){0, 0, 1, 1}, &s, &inner, &outer);
    for (int64_t k = 0; k < 5; k++) {
        const lob_box64 w = {100000 + 777 * k, 300001 + k, 900000000 + 12345 * k, 1100000000 + k};
        uint64_t shapes;
        assert_int_equal(count(&s, "TOP", w, &shapes), LOB_OK);
        assert_eq(shapes, touched(w.left, w.right) * touched(w.bottom, w.top));
    }
    end(&s);
}

/* One figure has no copy in its cell, so members that a window cuts need not be entered to leave copies out. */
static void test_leaf_of_one(void **state) {
    (void)state;
    const lob_rep one = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 1, .a = {1, 0}, .b = {0, 1}};
    const lob_rep dense = {.kind = LOB_REP_LATTICE, .na = 30000, .nb = 30000, .a = {1, 0}, .b = {0, 1}};
    scene s;
    begin_with((lob_box){0, 0, 1000, 1000}, &s, &dense, &one);
    const lob_walk_options options = {.window = {10000, 10000, 10010, 10010},
                                      .what = LOB_WALK_SHAPES,
                                      .depth_max = UINT32_MAX,
                                      .work_max = 10000,
                                      .skips_copies = true};
    lob_walk_count counts[1];
    uint64_t insts;
    const lob_cell_index row = lob_layout_find_cell(s.layout, LOB_STR("ROW"));
    assert_int_equal(lob_walk_counts(&s.ctx, s.layout, row, &options, counts, &insts), LOB_OK);
    assert_eq(counts[0].shapes, 1011 * 1011);
    end(&s);
}

/* Forty levels of ten placements that lie upon each other: a window that cuts them all is given up soon. Without that
 * it takes 200 million steps, some 20 s. */
static void test_upon_each_other(void **state) {
    scene s;
    uint64_t shapes;
    char name[8], below[8] = "C0";
    (void)state;
    lob_ctx_init(&s.ctx, lob_arena_new(0));
    rig r = rig_begin(&s.ctx);
    rig_cell(&r, below);
    rig_box(&r, 1, NULL, (lob_box){0, 0, 100, 100});
    rig_end_cell(&r);
    for (int level = 1; level <= 40; level++) {
        snprintf(name, sizeof name, "C%d", level);
        rig_cell(&r, name);
        for (int i = 0; i < 10; i++) {
            rig_inst(&r, below, NULL, i % 2, 0, false, 0, 1);
        }
        rig_end_cell(&r);
        memcpy(below, name, sizeof below);
    }
    s.layout = rig_end(&r);
    const clock_t begun = clock();
    assert_eq(count(&s, "C40", (lob_box64){50, 50, 1000, 1000}, &shapes), LOB_E_QUERY_TOO_LARGE);
    assert_lt((double)(clock() - begun) / CLOCKS_PER_SEC, stride_pick(5, 120)); /* sanitizers; valgrind */
    assert_eq(count(&s, "C4", (lob_box64){50, 50, 1000, 1000}, &shapes), LOB_OK);
    assert_eq(shapes, 10000);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_along_borders), cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_fractions),     cmocka_unit_test(test_leaves_at_once),
        cmocka_unit_test(test_leaf_of_one),   cmocka_unit_test(test_upon_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
