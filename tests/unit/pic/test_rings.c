/* Closed rings and racetracks: drawn by formula, whole, in pieces and through cells; and what is no ring. */
#include "pic_rig.h"

#include "pic/rings.h"
#include "tests/unit/base/sweep.h"

enum { FACETS = 256 };

static int32_t grid(double v) {
    return (int32_t)lround(v);
}

/* A sector of a ring from one angle to another, degrees. */
static void put_sector(rig *r, double x, double y, double radius, double width, double from, double to) {
    lob_point ring[2 * FACETS + 2];
    const int facets = (int)lround((to - from) / 360 * FACETS);
    for (int i = 0; i <= facets; i++) {
        const double a = (from + (to - from) * i / facets) * M_PI / 180;
        const double outer = radius + width / 2, inner = radius - width / 2;
        ring[i] = (lob_point){grid(x + outer * cos(a)), grid(y + outer * sin(a))};
        ring[2 * facets + 1 - i] = (lob_point){grid(x + inner * cos(a)), grid(y + inner * sin(a))};
    }
    put_polygon(r, 1, 0, ring, 2 * (uint32_t)facets + 2);
}

/* Straights of lengths a (along x) and b between four quarters about (x, y); b 0: two. */
static void put_racetrack(rig *r, double x, double y, double radius, double width, double a, double b) {
    for (int k = 0; k < 4; k++) {
        put_sector(r, x + (k == 0 || k == 3 ? a / 2 : -a / 2), y + (k < 2 ? b / 2 : -b / 2), radius, width, 90 * k,
                   90 * k + 90);
    }
    for (int side = -1; side <= 1; side += 2) {
        const double at = side * (b / 2 + radius), along = side * (a / 2 + radius);
        put_box(r, 1, 0,
                (lob_box){grid(x - a / 2), grid(y + at - width / 2), grid(x + a / 2), grid(y + at + width / 2)});
        if (b > 0) {
            put_box(
                r, 1, 0,
                (lob_box){grid(x + along - width / 2), grid(y - b / 2), grid(x + along + width / 2), grid(y + b / 2)});
        }
    }
}

static lob_rings *find_in(rig *r, const char *cell, lob_box64 window, uint32_t expected) {
    static lob_layer_index layer;
    lob_rings *rings;
    uint32_t count;
    layer = lob_layout_find_layer(r->layout, 1, 0);
    const lob_rings_question q = {
        .layout = r->layout, .cell = cell_of(r, cell), .window = window, .layers = &layer, .layer_count = 1};
    assert_int_equal(lob_rings_find(&r->ctx, &q, &rings), LOB_OK);
    (void)lob_rings_items(rings, &count);
    assert_int_equal(count, expected);
    return rings;
}

static lob_ring_shape measure(rig *r, const lob_rings *rings, uint32_t index) {
    lob_ring_shape s;
    assert_int_equal(lob_ring_measure(&r->ctx, rings, index, &s), LOB_OK);
    return s;
}

static void near(double have, double expected, double error) {
    if (fabs(have - expected) > error) {
        print_message("%.6f, not %.6f +- %.6f\n", have, expected, error);
    }
    assert_le(fabs(have - expected), error);
}

static void start(rig *r) {
    rig_begin(r);
    cell_begin(r, "a");
}

static void finish(rig *r) {
    cell_end(r);
    rig_finish(r);
}

/* In one piece with a cut line, in two halves, in seven. */
static void test_circles(void **state) {
    (void)state;
    static const double radii[] = {3000, 5000, 12345, 60000}, widths[] = {350, 500, 800, 2000};
    for (int pieces = 1; pieces <= 7; pieces += pieces == 1 ? 1 : 5) {
        for (int k = 0; k < 4; k++) {
            rig r;
            lob_case("radius %.0f in %d pieces", radii[k], pieces);
            start(&r);
            for (int i = 0; i < pieces; i++) {
                put_sector(&r, 1000, -777, radii[k], widths[k], 360.0 * i / pieces, 360.0 * (i + 1) / pieces);
            }
            finish(&r);
            const lob_rings *rings = find_in(&r, "a", LOB_WALK_EVERYTHING, 1);
            const lob_ring_shape s = measure(&r, rings, 0);
            assert_int_equal(s.kind, LOB_RING_CIRCLE);
            near(s.centre.x, 1000, 0.5);
            near(s.centre.y, -777, 0.5);
            near(s.radius, radii[k], s.radius_error);
            assert_le(s.radius_error, 2);
            near(s.width, widths[k], s.width_error + radii[k] * 8e-5); /* facets */
            near(s.length, 2 * M_PI * radii[k], s.length_error);
            lob_object figures[8];
            uint32_t count;
            assert_int_equal(lob_ring_figures(&r.ctx, rings, 0, 8, figures, &count), LOB_OK);
            assert_int_equal(count, pieces);
            rig_drop(&r);
        }
    }
}

static void test_racetracks(void **state) {
    (void)state;
    static const double straights[][2] = {{20000, 0}, {4000, 600}, {1000, 100000}};
    for (size_t k = 0; k < sizeof straights / sizeof *straights; k++) {
        for (int turned = 0; turned < 2; turned++) {
            const double a = straights[k][0], b = straights[k][1], radius = 10000;
            rig r;
            lob_case("straights %.0f and %.0f%s", a, b, turned ? ", turned" : "");
            rig_begin(&r);
            cell_begin(&r, "track");
            put_racetrack(&r, 0, 0, radius, 500, a, b);
            cell_end(&r);
            cell_begin(&r, "a");
            put_inst(&r, "track", (lob_point){50000, 7000}, turned ? 90 : 0, NULL);
            finish(&r);
            const lob_ring_shape s = measure(&r, find_in(&r, "a", LOB_WALK_EVERYTHING, 1), 0);
            assert_int_equal(s.kind, LOB_RING_RACETRACK);
            assert_int_equal(s.straight_count, b > 0 ? 4 : 2);
            near(s.centre.x, 50000, 0.5);
            near(s.centre.y, 7000, 0.5);
            near(s.radius, radius, s.radius_error);
            assert_le(s.straight_error, 200);
            const bool is_first = fabs(s.straights[0] - a) <= s.straight_error;
            for (unsigned i = 0; i < s.straight_count; i++) {
                near(s.straights[i], b > 0 && (i % 2 == 1) == is_first ? b : a, s.straight_error);
            }
            near(s.length, 2 * M_PI * radius + 2 * a + 2 * b, s.length_error);
            rig_drop(&r);
        }
    }
}

/* Its least bend may be undetermined, its corners sharp: it is closed all the same. */
static void test_other(void **state) {
    (void)state;
    static const lob_box frame[] = {
        {0, 0, 20000, 500}, {0, 19500, 20000, 20000}, {0, 500, 500, 19500}, {19500, 500, 20000, 19500}};
    rig r;
    start(&r);
    for (int i = 0; i < 4; i++) {
        put_box(&r, 1, 0, frame[i]);
    }
    finish(&r);
    const lob_ring_shape s = measure(&r, find_in(&r, "a", LOB_WALK_EVERYTHING, 1), 0);
    assert_int_equal(s.kind, LOB_RING_OTHER);
    assert_eq(s.radius, 0);
    near(s.width, 500, 1e-6);
    near(s.length, 4 * 19500, s.length_error);
    rig_drop(&r);
}

/* Open; with an arm; a plate with a small hole; twice as wide at one side; two holes. */
static void test_no_rings(void **state) {
    (void)state;
    for (int k = 0; k < 5; k++) {
        rig r;
        lob_case("figure %d", k);
        start(&r);
        if (k == 0) {
            put_sector(&r, 0, 0, 10000, 500, 0, 350);
        } else if (k == 1) {
            put_racetrack(&r, 0, 0, 10000, 500, 20000, 0);
            put_box(&r, 1, 0, (lob_box){-250, 10000, 250, 30000});
        } else if (k == 2) {
            put_sector(&r, 0, 0, 6000, 8000, 0, 360);
        } else if (k == 3) {
            put_racetrack(&r, 0, 0, 10000, 500, 20000, 0);
            put_box(&r, 1, 0, (lob_box){-9000, 10000, 9000, 12000});
        } else {
            put_racetrack(&r, 0, 0, 10000, 500, 20000, 0);
            put_box(&r, 1, 0, (lob_box){-250, -10000, 250, 10000});
        }
        finish(&r);
        find_in(&r, "a", LOB_WALK_EVERYTHING, 0);
        rig_drop(&r);
    }
}

/* A bus below, a ring around, a disc inside, all at known gaps; a box too far away. Each names what it is drawn of. */
static void test_gaps(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_racetrack(&r, 0, 0, 10000, 500, 20000, 0);
    put_box(&r, 1, 0, (lob_box){-40000, -10950, 40000, -10450}); /* 200 below -10250 */
    put_box(&r, 1, 0, (lob_box){-3000, 3000, 3000, 9450});       /* 300 below the inner border */
    put_racetrack(&r, 0, 40000, 10000, 500, 20000, 0);
    put_box(&r, 1, 0, (lob_box){-100, 11251, 100, 12000}); /* 1001 above */
    finish(&r);
    const lob_rings *rings = find_in(&r, "a", LOB_WALK_EVERYTHING, 2);
    uint32_t count;
    const lob_closed_ring *items = lob_rings_items(rings, &count);
    assert_eq(items[0].box.bottom, -10250);
    assert_eq(items[1].box.bottom, 29750);
    lob_ring_gap gaps[4];
    assert_int_equal(lob_ring_gaps(&r.ctx, rings, 0, 1000, 4, gaps, &count), LOB_OK);
    assert_int_equal(count, 2);
    assert_eq(gaps[0].gap, 200);
    assert_eq(gaps[0].at.y, -10250);
    assert_eq(gaps[0].to.y, -10450);
    assert_eq(gaps[1].gap, 300);
    assert_eq(gaps[1].to.y, 9450);
    for (int i = 0; i < 2; i++) {
        assert_true(gaps[i].has_figure);
        assert_int_equal(gaps[i].figure.stored.kind, LOB_KIND_BOX);
        const lob_box box = lob_layout_cell(r.layout, cell_of(&r, "a"))->shapes[0].boxes[gaps[i].figure.stored.index];
        assert_int_equal(box.top, i ? 9450 : -10450);
    }
    assert_int_equal(lob_ring_gaps(&r.ctx, rings, 0, 1001, 1, gaps, &count), LOB_OK);
    assert_int_equal(count, 3); /* one listed */
    assert_eq(gaps[0].gap, 200);
    assert_int_equal(lob_ring_gaps(&r.ctx, rings, 1, 1000, 4, gaps, &count), LOB_OK);
    assert_int_equal(count, 0);
    rig_drop(&r);
}

/* Concentric: each is the other's neighbour, whichever lies inside. */
static void test_concentric(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_sector(&r, 0, 0, 10000, 500, 0, 360);
    put_sector(&r, 0, 0, 9000, 500, 0, 360);
    finish(&r);
    const lob_rings *rings = find_in(&r, "a", LOB_WALK_EVERYTHING, 2);
    for (uint32_t i = 0; i < 2; i++) {
        lob_ring_gap gaps[1];
        uint32_t count;
        near(measure(&r, rings, i).radius, i ? 9000 : 10000, 1);
        assert_int_equal(lob_ring_gaps(&r.ctx, rings, i, 1000, 1, gaps, &count), LOB_OK);
        assert_int_equal(count, 1);
        near(gaps[0].gap, 500 - 9750 * (1 - cos(M_PI / FACETS)), 1.5); /* at a facet of the outer one */
        assert_true(gaps[0].has_figure);
    }
    rig_drop(&r);
}

/* Only wholly inside; sorted by place. */
static void test_window(void **state) {
    (void)state;
    rig r;
    start(&r);
    put_sector(&r, 50000, 0, 5000, 500, 0, 360);
    put_sector(&r, 0, 30000, 5000, 500, 0, 360);
    put_sector(&r, 0, 0, 5000, 500, 0, 360);
    finish(&r);
    uint32_t count;
    const lob_closed_ring *items = lob_rings_items(find_in(&r, "a", LOB_WALK_EVERYTHING, 3), &count);
    assert_eq(items[0].box.top, 5250);
    assert_eq(items[1].box.top, 35250);
    assert_eq(items[2].box.left, 44750);
    find_in(&r, "a", (lob_box64){-5250, -5250, 5250, 5250}, 1);
    find_in(&r, "a", (lob_box64){-5250, -5250, 5249, 5250}, 0);
    find_in(&r, "a", (lob_box64){-6000, -6000, 6000, 40000}, 2);
    rig_drop(&r);
}

static rig swept;

static bool seek(void *unused) {
    (void)unused;
    rig r = swept;
    r.arena = lob_arena_new(0);
    if (!r.arena) {
        return false;
    }
    lob_ctx_init(&r.ctx, r.arena);
    const lob_layer_index layer = lob_layout_find_layer(r.layout, 1, 0);
    const lob_rings_question q = {.layout = r.layout,
                                  .cell = cell_of(&r, "a"),
                                  .window = LOB_WALK_EVERYTHING,
                                  .layers = &layer,
                                  .layer_count = 1};
    lob_rings *rings;
    lob_ring_shape shape;
    lob_ring_gap gaps[2];
    lob_object figures[2];
    uint32_t count;
    lob_status status = lob_rings_find(&r.ctx, &q, &rings);
    status = status == LOB_OK ? lob_ring_measure(&r.ctx, rings, 0, &shape) : status;
    status = status == LOB_OK ? lob_ring_gaps(&r.ctx, rings, 0, 1000, 2, gaps, &count) : status;
    status = status == LOB_OK ? lob_ring_figures(&r.ctx, rings, 0, 2, figures, &count) : status;
    assert_among(status, LOB_OK, LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_arena_drop(r.arena);
    return status == LOB_OK;
}

/* Every allocation fails once. */
static void test_memory(void **state) {
    (void)state;
    start(&swept);
    put_sector(&swept, 0, 0, 5000, 500, 0, 180);
    put_sector(&swept, 0, 0, 5000, 500, 180, 360);
    put_box(&swept, 1, 0, (lob_box){-10000, -6000, 10000, -5500});
    finish(&swept);
    assert_true(seek(NULL)); /* search trees are there now */
    assert_gt(sweep_allocations(seek, NULL), 10);
    rig_drop(&swept);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_circles), cmocka_unit_test(test_racetracks),
                                       cmocka_unit_test(test_other),   cmocka_unit_test(test_no_rings),
                                       cmocka_unit_test(test_gaps),    cmocka_unit_test(test_concentric),
                                       cmocka_unit_test(test_window),  cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
