/* touch.c against other words for the same: an edge touches a box when an end lies in it or it meets one of its sides.
 */
#include "tests/support/lob_test.h"

#include "script/report.h"

enum { SPAN = 9 };

static int turn(lob_point64 a, lob_point64 b, lob_point64 c) {
    const int64_t area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (area > 0) - (area < 0);
}

static bool between(int64_t a, int64_t b, int64_t v) {
    return (a <= v && v <= b) || (b <= v && v <= a);
}

static bool lies_on(lob_point64 a, lob_point64 b, lob_point64 p) {
    return turn(a, b, p) == 0 && between(a.x, b.x, p.x) && between(a.y, b.y, p.y);
}

static bool lines_meet(lob_point64 a, lob_point64 b, lob_point64 c, lob_point64 d) {
    const bool crosses = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
    return crosses || lies_on(a, b, c) || lies_on(a, b, d) || lies_on(c, d, a) || lies_on(c, d, b);
}

static bool holds(lob_box64 w, lob_point64 p) {
    return p.x >= w.left && p.x <= w.right && p.y >= w.bottom && p.y <= w.top;
}

static bool expected(lob_edge64 e, lob_box64 w) {
    const lob_point64 c[4] = {{w.left, w.bottom}, {w.right, w.bottom}, {w.right, w.top}, {w.left, w.top}};
    bool meets = holds(w, e.from) || holds(w, e.to);
    for (int i = 0; i < 4; i++) {
        meets = meets || lines_meet(e.from, e.to, c[i], c[(i + 1) % 4]);
    }
    return meets;
}

/* All edges of a small field against one box, points among them. */
static void test_edges(void **state) {
    (void)state;
    const lob_box64 box = {3, 2, 5, 6};
    int touching = 0;
    for (int i = 0; i < SPAN * SPAN * SPAN * SPAN; i++) {
        const lob_edge64 e = {{i % SPAN, i / SPAN % SPAN}, {i / SPAN / SPAN % SPAN, i / SPAN / SPAN / SPAN}};
        lob_case("%d", i);
        assert_int_equal(lob_edge_touches(e, box), expected(e, box));
        touching += expected(e, box);
    }
    assert_gt(touching, 1000);
}

static bool ring_touches(const lob_point64 *points, uint32_t hull, uint32_t hole, lob_box64 box) {
    const lob_contour contours[2] = {{0, hull, false}, {hull, hole, true}};
    const lob_polygons p = {points, contours, hull + hole, hole ? 2 : 1};
    return lob_polygon_touches(&p, (lob_polygon_at){0, p.contour_count}, box);
}

static void test_polygons(void **state) {
    (void)state;
    const lob_point64 frame[8] = {{0, 0}, {0, 10}, {10, 10}, {10, 0}, {2, 2}, {8, 2}, {8, 8}, {2, 8}};
    assert_true(ring_touches(frame, 4, 0, (lob_box64){4, 4, 5, 5}));     /* inside */
    assert_false(ring_touches(frame, 4, 4, (lob_box64){4, 4, 5, 5}));    /* in the hole */
    assert_true(ring_touches(frame, 4, 4, (lob_box64){4, 4, 8, 5}));     /* at the hole's border */
    assert_true(ring_touches(frame, 4, 4, (lob_box64){1, 1, 1, 1}));     /* in the frame */
    assert_true(ring_touches(frame, 4, 4, (lob_box64){-5, -5, 20, 20})); /* around it */
    assert_false(ring_touches(frame, 4, 4, (lob_box64){11, 0, 12, 10}));
    assert_true(ring_touches(frame, 4, 4, (lob_box64){10, 10, 12, 12})); /* a corner */
}

/* What a pair spans, not its two edges alone. */
static void test_pairs(void **state) {
    (void)state;
    const lob_edge_pair pair = {{{0, 0}, {0, 10}}, {{10, 10}, {10, 0}}};
    assert_true(lob_pair_touches(&pair, (lob_box64){4, 4, 5, 5}));
    assert_true(lob_pair_touches(&pair, (lob_box64){-1, 4, 0, 5}));
    assert_false(lob_pair_touches(&pair, (lob_box64){4, 11, 5, 12}));
    const lob_edge_pair skew = {{{0, 0}, {10, 0}}, {{4, 10}, {6, 10}}};
    assert_false(lob_pair_touches(&skew, (lob_box64){0, 5, 1, 6}));
    assert_true(lob_pair_touches(&skew, (lob_box64){5, 5, 5, 5}));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_edges), cmocka_unit_test(test_polygons),
                                       cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
