/* Transformations down a hierarchy and outlines of paths against tables that KLayout made (tests/oracle/walk_cases.py).
 */
#include "tests/support/lob_test.h"

#include "geom/path.h"
#include "geom/trans.h"

enum { LEVELS = 4, RING_MAX = 64 };

static const struct {
    int count;
    struct {
        bool mirror;
        double angle, mag;
        int64_t x, y;
    } levels[LEVELS];
    lob_point64 from, to;
} nested[] = {
#include "nested_cases.inc"
};

static const struct {
    uint32_t count;
    lob_point points[5];
    int64_t width, begin, end;
    bool rounded;
    uint32_t ring_count; /* without doubled points and spikes; begins anywhere, runs either way */
    lob_point64 ring[RING_MAX];
} outlines[] = {
#include "outline_cases.inc"
};

static void test_nested(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof nested / sizeof *nested; i++) {
        lob_case("nested[%zu]", i);
        lob_trans t = lob_trans_identity();
        for (int k = 0; k < nested[i].count; k++) {
            lob_trans own =
                lob_trans_make_placed(nested[i].levels[k].mirror, nested[i].levels[k].angle, nested[i].levels[k].mag,
                                      nested[i].levels[k].x, nested[i].levels[k].y);
            t = lob_trans_compose(&t, &own);
        }
        lob_point64 p = lob_trans_point(&t, nested[i].from);
        if (p.x != nested[i].to.x || p.y != nested[i].to.y) {
            print_message("nested case %d: %ld %ld, not %ld %ld\n", (int)i, (long)p.x, (long)p.y, (long)nested[i].to.x,
                          (long)nested[i].to.y);
            wrong++;
        }
        lob_box64 there = {p.x, p.y, p.x, p.y};
        lob_box64 back = lob_trans_inverse_box(&t, there);
        assert_le(back.left, nested[i].from.x);
        assert_ge(back.right, nested[i].from.x);
        assert_le(back.bottom, nested[i].from.y);
        assert_ge(back.top, nested[i].from.y);
    }
    assert_int_equal(wrong, 0);
}

static int compare_points(const void *a, const void *b) {
    const lob_point64 *p = a, *q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

static void test_outlines(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++) {
        lob_case("outlines[%zu]", i);
        lob_path_shape shape = {outlines[i].points, outlines[i].count, outlines[i].width,
                                outlines[i].begin,  outlines[i].end,   outlines[i].rounded};
        lob_point64 ring[RING_MAX];
        uint32_t count = lob_path_outline(&shape, ring, RING_MAX);
        assert_le(count, RING_MAX);
        /* The same ring from another beginning, either way round. */
        bool same = false;
        for (uint32_t first = 0; first < count && !same && count == outlines[i].ring_count; first++) {
            for (int way = -1; way <= 1 && !same; way += 2) {
                same = true;
                for (uint32_t k = 0; k < count && same; k++) {
                    uint32_t at = (uint32_t)(((int64_t)first + way * (int64_t)k + count) % count);
                    same = compare_points(&ring[at], &outlines[i].ring[k]) == 0;
                }
            }
        }
        if (!same) {
            if (wrong < 6) {
                print_message("outline case %d: %u points, not %u\n", (int)i, count, outlines[i].ring_count);
            }
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_outlines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
