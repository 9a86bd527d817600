/* Centre lines and widths of guides, against shapes known by formula. Widths hold within one unit: each side is rounded
 * by up to 0.71. */
#include "tests/support/lob_test.h"

#include "geom/guide.h"
#include "guide_shapes.h"
#include "tests/unit/base/sweep.h"

static shape s;

typedef struct result {
    lob_arena *arena;
    lob_ctx ctx;
    bool found;
    lob_guide guide;
} result;

static lob_status look(result *r, const lob_point64 *const *rings, const uint32_t *counts, uint32_t count) {
    r->arena = lob_arena_new(0);
    assert_non_null(r->arena);
    lob_ctx_init(&r->ctx, r->arena);
    return lob_guide_from_rings(&r->ctx, rings, counts, count, &r->found, &r->guide);
}

static void look_at_shape(result *r) {
    const lob_point64 *rings[1] = {s.ring};
    assert_int_equal(look(r, rings, &s.ring_count, 1), LOB_OK);
}

static const double angles[] = {0, M_PI / 2, M_PI, 0.3, 1.2345, -2.2};

static void assert_near(double value, double expected, double bound) {
    if (!(fabs(value - expected) <= bound)) {
        fail_msg("%.6f, expected %.6f within %.6f", value, expected, bound);
    }
}

static void check_ends(const result *r, double width) {
    for (int i = 0; i < 2; i++) {
        assert_near(r->guide.ends[i].width, width, 1.42);
    }
    lob_vec2 first = r->guide.points[0].at, last = r->guide.points[r->guide.count - 1].at;
    assert_near(hypot(first.x - r->guide.ends[0].at.x, first.y - r->guide.ends[0].at.y), 0, 0.01);
    assert_near(hypot(last.x - r->guide.ends[1].at.x, last.y - r->guide.ends[1].at.y), 0, 0.01);
}

static void test_widths(void **state) {
    (void)state;
    for (size_t a = 0; a < sizeof angles / sizeof angles[0]; a++) {
        lob_case("%g", angles[a]);
        for (int kind = 0; kind < 4; kind++) {
            shape_start(&s, 500);
            if (kind == 0) {
                shape_line(&s, 20000);
            } else if (kind == 1) {
                shape_line(&s, 3000);
                shape_arc(&s, 5000, M_PI / 2, 1);
                shape_line(&s, 3000);
            } else if (kind == 2) {
                shape_clothoid(&s, 8000, 0, 1 / 5000.0, 100);
                shape_clothoid(&s, 8000, 1 / 5000.0, 0, 100);
            } else {
                shape_arc(&s, 10000, M_PI / 6, 5);
                shape_arc(&s, 10000, -M_PI / 6, 5);
            }
            shape_ring(&s, angles[a], kind == 3, 1234.3, -777.7, 1);
            result r;
            look_at_shape(&r);
            assert_true(r.found);
            assert_near(r.guide.width_median, 500, 1);
            assert_near(r.guide.width_mean, 500, 1);
            assert_near(r.guide.width_min, 500, 1.42);
            assert_near(r.guide.width_max, 500, 1.42);
            assert_gt(r.guide.confidence, 0.9);
            check_ends(&r, 500);
            lob_arena_drop(r.arena);
        }
    }
}

/* Every centre point lies on the arc that was meant, half a unit more or less. */
static void test_centre_of_arc(void **state) {
    (void)state;
    for (int facets = 0; facets < 3; facets++) {
        shape_start(&s, 450);
        shape_arc(&s, 5000, 3, facets == 0 ? 0.01 : facets == 1 ? 1 : 5);
        shape_ring(&s, 0, 0, 0, 0, 1);
        result r;
        look_at_shape(&r);
        assert_true(r.found);
        for (uint32_t i = 0; i < r.guide.count; i++) {
            lob_vec2 p = r.guide.points[i].at;
            assert_near(hypot(p.x, p.y - 5000), 5000, 0.75);
        }
        lob_arena_drop(r.arena);
    }
}

/* Where the width changes, it is measured across the centre line: linear from 500 to 3000 over 10000. */
static void test_taper(void **state) {
    (void)state;
    s = (shape){.width = 500};
    for (int i = 0; i <= 20; i++) {
        s.x = 500 * i;
        s.width = 500 + 125 * i;
        shape_mark(&s);
    }
    for (size_t a = 0; a < sizeof angles / sizeof angles[0]; a++) {
        lob_case("%g", angles[a]);
        shape_ring(&s, angles[a], 0, 0, 0, 1);
        result r;
        look_at_shape(&r);
        assert_true(r.found);
        assert_near(r.guide.width_min, 500, 1.42);
        assert_near(r.guide.width_max, 3000, 1.42);
        assert_near(r.guide.width_mean, 1750, 1.5);
        assert_near(r.guide.chord_length, 10000, 1.5);
        lob_arena_drop(r.arena);
    }
}

/* Cut off askew at both ends: the width is the area over the length of a side, not the cut. */
static void test_askew(void **state) {
    (void)state;
    const lob_point64 rings[][4] = {
        {{0, 0}, {2000, 1000}, {2000, 1500}, {0, 500}},
        {{0, 500}, {2000, 1500}, {2000, 1000}, {0, 0}},
        {{8008, 86020}, {8284, 85603}, {9399, 87541}, {9124, 87957}},
        {{0, 0}, {20000, 0}, {20400, 500}, {400, 500}},
    };
    const double widths[] = {447.2136, 447.2136, 447.3, 500}, lengths[] = {2236.068, 2236.068, 2235.7, 20000};
    for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
        lob_case("width %g, length %g", widths[i], lengths[i]);
        const lob_point64 *ring[1] = {rings[i]};
        uint32_t count = 4;
        result r;
        assert_int_equal(look(&r, ring, &count, 1), LOB_OK);
        assert_true(r.found);
        assert_near(r.guide.width_median, widths[i], 1);
        assert_near(r.guide.width_min, widths[i], 1.42);
        assert_near(r.guide.width_max, widths[i], 1.42);
        assert_near(r.guide.chord_length, lengths[i], 0.1);
        lob_arena_drop(r.arena);
    }
}

/* Mitred corners: the centre line has the corners of the path. */
static void test_manhattan(void **state) {
    (void)state;
    const lob_point64 ring[] = {{0, -250},     {10250, -250}, {10250, 5000}, {20000, 5000},
                                {20000, 5500}, {9750, 5500},  {9750, 250},   {0, 250}};
    const lob_point64 *rings[1] = {ring};
    uint32_t count = 8;
    result r;
    assert_int_equal(look(&r, rings, &count, 1), LOB_OK);
    assert_true(r.found);
    assert_int_equal(r.guide.count, 4);
    assert_near(r.guide.chord_length, 10000 + 5250 + 10000, 1e-6);
    assert_near(r.guide.points[1].at.x, 10000, 1e-9);
    assert_near(r.guide.points[2].at.y, 5250, 1e-9);
    assert_near(r.guide.width_min, 500, 1e-6);
    assert_near(r.guide.width_max, 500, 1e-6);
    assert_near(r.guide.ends[0].angle_deg, 180, 1e-9);
    assert_near(r.guide.ends[1].angle_deg, 0, 1e-9);
    lob_arena_drop(r.arena);
}

static void circle(lob_point64 *ring, int count, double radius) {
    for (int i = 0; i < count; i++) {
        double a = 2 * M_PI * i / count;
        ring[i] = (lob_point64){llround(radius * cos(a)), llround(radius * sin(a))};
    }
}

static void test_closed(void **state) {
    (void)state;
    static lob_point64 outer[256], inner[256];
    circle(outer, 256, 10250);
    circle(inner, 256, 9750);
    const lob_point64 *rings[2] = {outer, inner};
    const uint32_t counts[2] = {256, 256};
    result r;
    assert_int_equal(look(&r, rings, counts, 2), LOB_OK);
    assert_true(r.found);
    assert_true(r.guide.is_closed);
    assert_near(r.guide.width_median, 500, 1);
    for (uint32_t i = 0; i < r.guide.count; i++) {
        assert_near(hypot(r.guide.points[i].at.x, r.guide.points[i].at.y), 10000, 0.8);
    }
    lob_arena_drop(r.arena);
    /* The same as one ring with a cut line, as GDSII stores it. */
    static lob_point64 cut[514];
    for (int i = 0; i <= 256; i++) {
        cut[i] = outer[i % 256];
        cut[257 + i] = inner[(256 - i) % 256];
    }
    const lob_point64 *one[1] = {cut};
    const uint32_t count = 514;
    assert_int_equal(look(&r, one, &count, 1), LOB_OK);
    assert_true(r.found);
    assert_true(r.guide.is_closed);
    assert_near(r.guide.width_median, 500, 1);
    lob_arena_drop(r.arena);
}

static void test_no_guide(void **state) {
    (void)state;
    static const struct {
        lob_point64 ring[12];
        uint32_t count;
    } cases[] = {
        {{{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}}, 4}, /* pad */
        {{{0, 0}, {1000, 0}, {500, 900}}, 3},              /* triangle */
        {{{0, 0}, {0, 0}, {5, 5}, {5, 5}}, 4},             /* nothing */
        {{{0, 0}, {9000, 0}, {9000, 3000}, {6000, 3000}, {6000, 9000}, {3000, 9000}, {3000, 3000}, {0, 3000}},
         8}, /* T */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: count %u", i, cases[i].count);
        const lob_point64 *rings[1] = {cases[i].ring};
        result r;
        assert_int_equal(look(&r, rings, &cases[i].count, 1), LOB_OK);
        assert_false(r.found);
        lob_arena_drop(r.arena);
    }
    /* Two figures at once are no guide. */
    const lob_point64 far[2][4] = {{{0, 0}, {9000, 0}, {9000, 500}, {0, 500}},
                                   {{2000, -100}, {3000, -100}, {3000, 600}, {2000, 600}}};
    const lob_point64 *rings[2] = {far[0], far[1]};
    const uint32_t counts[2] = {4, 4};
    result r;
    assert_int_equal(look(&r, rings, counts, 2), LOB_OK);
    assert_false(r.found);
    lob_arena_drop(r.arena);
}

static bool is_guide(const lob_point64 *ring, uint32_t count) {
    result r;
    assert_int_equal(look(&r, &ring, &count, 1), LOB_OK);
    bool found = r.found;
    lob_arena_drop(r.arena);
    return found;
}

/* Each edge of a convex polygon may be an end; two that share a corner leave a side of one point. */
static void test_convex(void **state) {
    (void)state;
    static const lob_point64 pentagon[] = {{-85, 94}, {-35, -21}, {56, -21}, {62, -10}, {97, 88}},
                             star[] = {{-46, 73}, {13, -30}, {-47, -22}, {75, 71}, {37, -84}, {28, 76}};
    lob_point64 ring[200];
    for (int scale = 1; scale <= 10000; scale *= 10) {
        for (uint32_t i = 0; i < 5; i++) {
            ring[i] = (lob_point64){pentagon[i].x * scale, pentagon[i].y * scale};
        }
        assert_false(is_guide(ring, 5));
        for (uint32_t i = 0; i < 6; i++) {
            ring[i] = (lob_point64){star[i].x * scale, star[i].y * scale};
        }
        assert_false(is_guide(ring, 6));
    }
    for (int count = 3; count <= 60; count++) {
        circle(ring, count, 100000);
        assert_false(is_guide(ring, (uint32_t)count));
    }
    /* Sectors: two equal ends that share a corner, and the arc as the only side. */
    for (int degrees = 40; degrees < 180; degrees += 5) {
        ring[0] = (lob_point64){0, 0};
        for (int i = 0; i <= degrees; i++) {
            ring[i + 1] = (lob_point64){llround(10000 * cos(i * M_PI / 180)), llround(10000 * sin(i * M_PI / 180))};
        }
        assert_false(is_guide(ring, (uint32_t)degrees + 2));
    }
    /* A taper with a blunt end stays a guide, however stubby. */
    static const lob_point64 taper[] = {{0, -250}, {4000, -1500}, {4000, 1500}, {0, 250}};
    assert_true(is_guide(taper, 4));
}

static void test_line(void **state) {
    (void)state;
    const lob_point64 line[] = {{0, 0}, {0, 0}, {10000, 0}, {10000, 20000}};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_guide guide;
    assert_int_equal(lob_guide_from_line(&ctx, line, 4, 450, &guide), LOB_OK);
    assert_int_equal(guide.count, 3);
    assert_near(guide.chord_length, 30000, 0);
    assert_near(guide.ends[0].angle_deg, 180, 1e-12);
    assert_near(guide.ends[1].angle_deg, 90, 1e-12);
    assert_near(guide.width_median, 450, 0);
    lob_arena_drop(arena);
}

static bool sweep(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const lob_point64 *rings[1] = {s.ring};
    bool found;
    lob_guide guide;
    lob_status status = lob_guide_from_rings(&ctx, rings, &s.ring_count, 1, &found, &guide);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (status == LOB_OK) {
        assert_true(found);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    shape_start(&s, 500);
    shape_line(&s, 3000);
    shape_arc(&s, 5000, 1, 0.05);
    shape_ring(&s, 0, 0, 0, 0, 1);
    assert_gt(sweep_allocations(sweep, NULL), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),    cmocka_unit_test(test_centre_of_arc), cmocka_unit_test(test_taper),
        cmocka_unit_test(test_manhattan), cmocka_unit_test(test_closed),        cmocka_unit_test(test_no_guide),
        cmocka_unit_test(test_line),      cmocka_unit_test(test_memory),        cmocka_unit_test(test_askew),
        cmocka_unit_test(test_convex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
