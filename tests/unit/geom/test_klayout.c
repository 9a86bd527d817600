/* Paths, transformations and fractional arrays against tables that KLayout made (tests/oracle/geom_cases.py). */
#include "tests/support/lob_test.h"

#include "geom/path.h"
#include "geom/repetition.h"
#include "geom/trans.h"

static const struct {
    uint32_t count;
    lob_point points[5];
    int64_t width, begin, end;
    bool rounded;
    lob_box64 box;
} paths[] = {
#include "path_cases.inc"
};

static const struct {
    bool mirror;
    double angle, mag;
    int64_t x, y;
    lob_box64 box;
    lob_point64 point;
    lob_box64 result;
} transformations[] = {
#include "trans_cases.inc"
};

static const struct {
    uint32_t na, nb;
    lob_point64 a, b;
    lob_point64 members[54];
} fractions[] = {
#include "fraction_cases.inc"
};

static bool same_box(lob_box64 a, lob_box64 b) {
    return a.left == b.left && a.bottom == b.bottom && a.right == b.right && a.top == b.top;
}

static void test_path_boxes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        lob_path_shape shape = {paths[i].points, paths[i].count, paths[i].width,
                                paths[i].begin,  paths[i].end,   paths[i].rounded};
        if (!same_box(lob_path_box(&shape), paths[i].box)) {
            fail_msg("path case %zu", i);
        }
    }
}

static void test_outline_lies_in_box(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        lob_case("paths[%zu]", i);
        lob_path_shape shape = {paths[i].points, paths[i].count, paths[i].width,
                                paths[i].begin,  paths[i].end,   paths[i].rounded};
        lob_point64 points[100];
        uint32_t count = lob_path_outline(&shape, points, 100);
        assert_in_range(count, 4, 100);
        assert_int_equal(lob_path_outline(&shape, points, 3), count);
        assert_int_equal(lob_path_outline(&shape, points, 100), count);
        lob_box64 box = LOB_BOX64_EMPTY;
        for (uint32_t k = 0; k < count; k++) {
            box = lob_box64_add_point(box, points[k].x, points[k].y);
        }
        if (!paths[i].rounded) {
            assert_true(same_box(box, paths[i].box));
        }
    }
}

static void test_transformations(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof transformations / sizeof *transformations; i++) {
        lob_trans t = lob_trans_make(transformations[i].mirror, transformations[i].angle, transformations[i].mag,
                                     transformations[i].x, transformations[i].y);
        lob_box64 box = transformations[i].box;
        lob_point64 p = lob_trans_point(&t, (lob_point64){box.left, box.bottom});
        if (p.x != transformations[i].point.x || p.y != transformations[i].point.y ||
            !same_box(lob_trans_box(&t, box), transformations[i].result)) {
            fail_msg("transformation case %zu", i);
        }
    }
}

static int by_place(const void *a, const void *b) {
    const lob_point64 *p = a;
    const lob_point64 *q = b;
    if (p->y != q->y) {
        return p->y < q->y ? -1 : 1;
    }
    return p->x < q->x ? -1 : p->x > q->x;
}

static void test_fractions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++) {
        lob_case("fractions[%zu]", i);
        lob_rep rep = {.kind = LOB_REP_FRACTION,
                       .na = fractions[i].na,
                       .nb = fractions[i].nb,
                       .a = fractions[i].a,
                       .b = fractions[i].b};
        uint64_t count = lob_rep_count(&rep);
        lob_point64 members[54];
        lob_box64 box = LOB_BOX64_EMPTY;
        assert_int_equal(count, fractions[i].na * fractions[i].nb);
        for (uint64_t k = 0; k < count; k++) {
            members[k] = lob_rep_at(&rep, k);
            box = lob_box64_add_point(box, members[k].x, members[k].y);
        }
        qsort(members, count, sizeof *members, by_place);
        for (uint64_t k = 0; k < count; k++) {
            if (members[k].x != fractions[i].members[k].x || members[k].y != fractions[i].members[k].y) {
                fail_msg("fraction case %zu member %d", i, (int)k);
            }
        }
        assert_true(same_box(lob_rep_extent(&rep), box));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_path_boxes),
        cmocka_unit_test(test_outline_lies_in_box),
        cmocka_unit_test(test_transformations),
        cmocka_unit_test(test_fractions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
