/* Cutting at the picture: what is inside stays, point for point; nothing lies far outside. */
#include "tests/support/lob_test.h"

#include "annotated.h"

#include "draw/annotate_impl.h"

static annotator sketch(stage *s) {
    lob_ctx_init(&s->ctx, s->arena);
    lob_marks_init(&s->marks, s->arena);
    return (annotator){
        .ctx = &s->ctx, .grid = &s->grid, .marks = &s->marks, .width = s->grid.width, .height = s->grid.height};
}

static double distance_to(lob_pixel p, lob_pixel a, lob_pixel b) {
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double l = dx * dx + dy * dy;
    double t = l > 0 ? fmin(1, fmax(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / l)) : 0;
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/* How far a point is from all lines that were put. */
static double nearest_line(const stage *s, lob_pixel p) {
    double least = INFINITY;
    for (uint32_t i = 0; i < s->marks.count; i++) {
        const lob_mark *m = &s->marks.items[i];
        uint32_t edges = m->is_closed ? m->count : m->count - 1;
        for (uint32_t k = 0; k < edges; k++) {
            least = fmin(least, distance_to(p, m->points[k], m->points[(k + 1) % m->count]));
        }
    }
    return least;
}

static lob_pixel random_pixel(uint64_t *seed) {
    double reach = draw_number(seed) % 3 == 0 ? 5000 : draw_number(seed) % 2 ? 300 : 100;
    return (lob_pixel){50 + draw_between(seed, -reach, reach), 40 + draw_between(seed, -reach, reach)};
}

/* Each point of each edge that is in the picture lies on what was put; each corner that was put lies on an edge. */
static void test_lines(void **state) {
    (void)state;
    uint64_t seed = 43;
    enum { COUNT = 7 };
    for (int i = 0; i < 300; i++) {
        stage s = stage_new((lob_box64){0, 0, 100, 80}, 100, 80);
        annotator a = sketch(&s);
        lob_pixel points[COUNT];
        bool is_closed = i % 2;
        for (int k = 0; k < COUNT; k++) {
            points[k] = random_pixel(&seed);
        }
        assert_int_equal(lob_sketch_line(&a, points, COUNT, is_closed, &(pen){.width = 1, .alpha = 255}), LOB_OK);
        for (int k = 0; k < (is_closed ? COUNT : COUNT - 1); k++) {
            lob_pixel p = points[k];
            lob_pixel q = points[(k + 1) % COUNT];
            for (int j = 0; j <= 400; j++) {
                lob_pixel r = {p.x + (q.x - p.x) * j / 400, p.y + (q.y - p.y) * j / 400};
                if (lob_sketch_sees(&a, r)) {
                    assert_lt(nearest_line(&s, r), 1e-6);
                }
            }
        }
        for (uint32_t m = 0; m < s.marks.count; m++) {
            assert_ge(s.marks.items[m].count, 2);
            for (uint32_t j = 0; j < s.marks.items[m].count; j++) {
                double least = INFINITY;
                for (int k = 0; k < (is_closed ? COUNT : COUNT - 1); k++) {
                    least = fmin(least, distance_to(s.marks.items[m].points[j], points[k], points[(k + 1) % COUNT]));
                }
                assert_lt(least, 1e-6);
            }
        }
        words_are_apart(&s); /* no mark is far outside */
        stage_drop(&s);
    }
}

static int winding(const lob_pixel *ring, uint32_t count, lob_pixel p) {
    int turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_pixel a = ring[i];
        lob_pixel b = ring[(i + 1) % count];
        double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        turns += a.y <= p.y && b.y > p.y && side > 0;
        turns -= a.y > p.y && b.y <= p.y && side < 0;
    }
    return turns;
}

/* The winding of every point of the picture stays. */
static void test_areas(void **state) {
    (void)state;
    uint64_t seed = 47;
    enum { COUNT = 9 };
    uint32_t put = 0;
    for (int i = 0; i < 300; i++) {
        stage s = stage_new((lob_box64){0, 0, 100, 80}, 100, 80);
        annotator a = sketch(&s);
        lob_pixel points[COUNT];
        for (int k = 0; k < COUNT; k++) {
            points[k] = random_pixel(&seed);
        }
        assert_int_equal(lob_sketch_area(&a, points, COUNT, 0, 255), LOB_OK);
        assert_le(s.marks.count, 1);
        put += s.marks.count;
        for (int j = 0; j < 200; j++) {
            lob_pixel p = {draw_between(&seed, 0, 100), draw_between(&seed, 0, 80)};
            int want = winding(points, COUNT, p);
            int got = s.marks.count > 0 ? winding(s.marks.items[0].points, s.marks.items[0].count, p) : 0;
            assert_int_equal(got, want);
        }
        words_are_apart(&s);
        stage_drop(&s);
    }
    assert_gt(put, 100);
}

static void test_odd(void **state) {
    (void)state;
    stage s = stage_new((lob_box64){0, 0, 100, 80}, 100, 80);
    annotator a = sketch(&s);
    const pen line = {.width = 2, .alpha = 255};
    const lob_pixel far[2] = {{-1e20, 40}, {1e20, 40}};
    assert_int_equal(lob_sketch_line(&a, far, 2, false, &line), LOB_OK);
    assert_int_equal(s.marks.count, 1);
    assert_close(s.marks.items[0].points[0].y, 40, 1e-9);
    assert_gt(s.marks.items[0].points[1].x, 100);
    const lob_pixel away[3] = {{-1e20, -1e20}, {1e20, -1e20}, {0, -1e19}};
    assert_int_equal(lob_sketch_line(&a, away, 3, true, &line), LOB_OK);
    assert_int_equal(lob_sketch_area(&a, away, 3, 0, 255), LOB_OK);
    assert_int_equal(lob_sketch_line(&a, away, 0, true, &line), LOB_OK);
    assert_int_equal(lob_sketch_area(&a, away, 0, 0, 255), LOB_OK);
    assert_int_equal(s.marks.count, 1);
    const lob_pixel around[4] = {{-1e18, -1e18}, {1e18, -1e18}, {1e18, 1e18}, {-1e18, 1e18}};
    assert_int_equal(lob_sketch_area(&a, around, 4, 0, 255), LOB_OK);
    assert_int_equal(s.marks.count, 2);
    assert_int_equal(abs(winding(s.marks.items[1].points, s.marks.items[1].count, (lob_pixel){50, 40})), 1);
    words_are_apart(&s);
    /* Dashes are kept; a case lies below its line and is wider. */
    const pen dashed = {.width = 2, .alpha = 255, .color = 5, .is_cased = true, .dash_on = 3, .gap = 2};
    assert_int_equal(lob_sketch_line(&a, far, 2, false, &dashed), LOB_OK);
    assert_int_equal(s.marks.count, 4);
    assert_gt(s.marks.items[2].line_width, 2);
    assert_eq(s.marks.items[3].line_width, 2);
    assert_eq(s.marks.items[3].dash_on, 3);
    assert_eq(s.marks.items[3].gap, 2);
    stage_drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
