/* Routes of hand-made layouts whose lengths, radii and ends follow from how they were drawn. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "../geom/guide_shapes.h"
#include "base/clock.h"
#include "base/ctx.h"
#include "db/builder.h"
#include "pic/trace.h"

enum { CORE = 1, OTHER = 2, MARK = 3 };

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_builder *builder;
    const lob_sink *sink;
    lob_layout *layout;
    bool found;
    lob_trace_route route;
} rig;

static bool rig_open(rig *r) {
    memset(r, 0, sizeof *r);
    r->arena = lob_arena_new(0);
    if (!r->arena) {
        return false;
    }
    lob_ctx_init(&r->ctx, r->arena);
    r->builder = lob_builder_new(&r->ctx, &(lob_builder_options){0});
    if (!r->builder) {
        return false;
    }
    r->sink = lob_builder_sink(r->builder);
    return r->sink->begin_layout(r->sink->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}) == LOB_OK;
}

static void rig_close(rig *r) {
    lob_builder_drop(r->builder);
    lob_layout_drop(r->layout);
    lob_arena_drop(r->arena);
}

/* ---- drawing ---- */

static void begin(rig *r, const char *name) {
    assert_int_equal(r->sink->begin_cell(r->sink->self, lob_str_from(name)), LOB_OK);
}

static void box_on(rig *r, uint32_t layer, int32_t left, int32_t bottom, int32_t right, int32_t top) {
    lob_element element = {.layer = layer};
    assert_int_equal(r->sink->box(r->sink->self, &element, (lob_box){left, bottom, right, top}), LOB_OK);
}

static void box(rig *r, int32_t left, int32_t bottom, int32_t right, int32_t top) {
    box_on(r, CORE, left, bottom, right, top);
}

static void polygon(rig *r, const lob_point *points, uint32_t count) {
    lob_element element = {.layer = CORE};
    assert_int_equal(r->sink->polygon(r->sink->self, &element, points, count), LOB_OK);
}
#define POLYGON(r, ...)                                                                                                \
    polygon(r, (const lob_point[]){__VA_ARGS__}, sizeof((const lob_point[]){__VA_ARGS__}) / sizeof(lob_point))

static void path_with(rig *r, const lob_point *points, uint32_t count, int32_t width, int32_t begin_ext,
                      int32_t end_ext, bool is_round) {
    lob_element element = {.layer = CORE};
    lob_path_event path = {.points = points,
                           .count = count,
                           .width = width,
                           .begin_ext = begin_ext,
                           .end_ext = end_ext,
                           .round_ends = is_round,
                           .pathtype = 4};
    assert_int_equal(r->sink->path(r->sink->self, &element, &path), LOB_OK);
}
#define PATH(r, width, from, to, round, ...)                                                                           \
    path_with(r, (const lob_point[]){__VA_ARGS__}, sizeof((const lob_point[]){__VA_ARGS__}) / sizeof(lob_point),       \
              width, from, to, round)

static void put_shape(rig *r, shape *s, double angle, int mirror, double x, double y) {
    static lob_point points[2 * SHAPE_POINTS_MAX];
    shape_ring(s, angle, mirror, x, y, 1);
    for (uint32_t i = 0; i < s->ring_count; i++) {
        points[i] = (lob_point){(int32_t)s->ring[i].x, (int32_t)s->ring[i].y};
    }
    polygon(r, points, s->ring_count);
}

static void place_with(rig *r, const char *child, int32_t x, int32_t y, double angle, bool mirror, double mag,
                       const lob_rep *rep) {
    lob_element element = {.rep = rep};
    lob_instance_event event = {
        .cell = lob_str_from(child), .at = {x, y}, .angle_deg = angle, .mirror = mirror, .mag = mag};
    assert_int_equal(r->sink->instance(r->sink->self, &element, &event), LOB_OK);
}

static void place(rig *r, const char *child, int32_t x, int32_t y, double angle) {
    place_with(r, child, x, y, angle, false, 1, NULL);
}

static void freeze(rig *r) {
    assert_int_equal(r->sink->end_layout(r->sink->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(r->builder, &r->layout), LOB_OK);
}

/* ---- asking ---- */

static lob_trace_start start_at(const rig *r, const char *cell, double x, double y) {
    return (lob_trace_start){.cell = lob_layout_find_cell(r->layout, lob_str_from(cell)),
                             .at = {x, y},
                             .angle_tol_deg = 1,
                             .segment_max = 100000};
}

static const lob_trace_route *ask(rig *r, const lob_trace_start *start) {
    assert_int_equal(lob_trace_route_find(&r->ctx, r->layout, start, &r->found, &r->route), LOB_OK);
    return &r->route;
}

static const lob_trace_route *trace(rig *r, double x, double y) {
    lob_trace_start start = start_at(r, "TOP", x, y);
    ask(r, &start);
    assert_true(r->found);
    return &r->route;
}

static const lob_trace_route *trace_way(rig *r, double x, double y, double angle) {
    lob_trace_start start = start_at(r, "TOP", x, y);
    start.has_angle = true;
    start.angle_deg = angle;
    return ask(r, &start);
}

static void assert_at(lob_vec2 p, double x, double y, double level) {
    if (fabs(p.x - x) > level || fabs(p.y - y) > level) {
        print_error("(%g, %g) is not (%g, %g)\n", p.x, p.y, x, y);
    }
    assert_le(fabs(p.x - x), level);
    assert_le(fabs(p.y - y), level);
}

static void assert_about(double value, double expected, double level) {
    if (!(fabs(value - expected) <= level)) {
        print_error("%.9g is not %.9g +- %g\n", value, expected, level);
    }
    assert_le(fabs(value - expected), level);
}

/* ---- through three cells: straight, bend, straight ---- */

enum { RADIUS = 5000, WIDE = 500 };

static void draw_bend_cells(rig *r) {
    static shape s;
    begin(r, "STRAIGHT");
    box(r, 0, -WIDE / 2, 10000, WIDE / 2);
    begin(r, "BEND");
    shape_start(&s, WIDE);
    shape_arc(&s, RADIUS, M_PI / 2, 1);
    put_shape(r, &s, 0, 0, 0, 0);
}

/* STRAIGHT ends at (10000, 0); the bend to (15000, 5000); STRAIGHT up to (15000, 15000). */
static void draw_turn(rig *r) {
    draw_bend_cells(r);
    begin(r, "TOP");
    place(r, "STRAIGHT", 0, 0, 0);
    place(r, "BEND", 10000, 0, 0);
    place(r, "STRAIGHT", 15000, 5000, 90);
}

static const double turn_length = 20000 + RADIUS * M_PI / 2;

static void assert_turn(const lob_trace_route *route, double scale) {
    assert_int_equal(route->segment_count, 3);
    assert_about(route->length, scale * turn_length, 1e-4 * scale * turn_length);
    assert_le(fabs(route->length - scale * turn_length), route->length_error);
    assert_about(route->radius_min, scale * RADIUS, fmax(route->radius_error, 1e-3 * scale * RADIUS));
    assert_lt(route->radius_error, 0.01 * scale * RADIUS);
    assert_about(route->turn_deg, 90, 0.5);
    assert_about(route->width_min, scale * WIDE, 2.83); /* rounded in the cell, and again where it is placed */
    assert_about(route->width_max, scale * WIDE, 2.83);
    assert_int_equal(route->event_count, 0);
    assert_int_equal(route->ends[0].reason, LOB_END_OPEN);
    assert_int_equal(route->ends[1].reason, LOB_END_OPEN);
    double s = 0;
    for (uint32_t i = 0; i < 3; i++) {
        assert_about(route->segments[i].s, s, 1e-6);
        s += route->segments[i].length;
        if (i > 0) {
            lob_vec2 p = route->segments[i - 1].ends[1].at;
            assert_at(route->segments[i].ends[0].at, p.x, p.y, 1.5);
        }
    }
}

static void test_three_cells(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    draw_turn(&r);
    freeze(&r);
    const double starts[3][2] = {{300, 10}, {13536, 1464}, {15000, 12000}};
    for (int i = 0; i < 3; i++) {
        const lob_trace_route *route = trace(&r, starts[i][0], starts[i][1]);
        assert_turn(route, 1);
        /* Both ways from a guide: its own first end decides which is the beginning. */
        bool is_forward = route->ends[0].at.y < 100;
        assert_at(route->ends[is_forward ? 0 : 1].at, 0, 0, 0.01);
        assert_at(route->ends[is_forward ? 1 : 0].at, 15000, 15000, 0.01);
        assert_about(route->ends[is_forward ? 0 : 1].angle_deg, 180, 1e-9);
        assert_about(route->ends[is_forward ? 1 : 0].angle_deg, 90, 1e-9);
        assert_about(route->ends[0].width, WIDE, 1e-9);
        assert_int_equal(route->segments[1].bend_count, 1);
        assert_int_equal(route->segments[1].figure.depth, 1);
        assert_int_equal(route->segments[1].figure.path[0].inst, 1);
    }
    const lob_trace_route *way = trace_way(&r, 0, 0, 0);
    assert_true(r.found);
    r.route.ends[0].reason = LOB_END_OPEN;
    assert_turn(way, 1);
    way = trace_way(&r, 15000, 15000, 270);
    assert_true(r.found);
    assert_int_equal(way->ends[0].reason, LOB_END_START);
    assert_about(way->ends[0].angle_deg, 90, 1e-9);
    assert_int_equal(way->segment_count, 3);
    assert_true(way->segments[0].is_reversed);
    assert_at(way->ends[1].at, 0, 0, 0.01);
    trace_way(&r, 0, 0, 180);
    assert_false(r.found);
    trace_way(&r, 4000, 0, 0); /* from the middle, one way */
    assert_true(r.found);
    assert_about(r.route.length, turn_length - 4000, 2);
    trace_way(&r, 4000, 0, 180);
    assert_int_equal(r.route.segment_count, 1);
    assert_about(r.route.length, 4000, 1e-6);
    rig_close(&r);
}

/* The same under every kind of instance. */
static void test_transformed(void **state) {
    (void)state;
    static const struct {
        double angle, mag;
        bool mirror;
    } cases[] = {{0, 1, true},      {90, 1, false},  {270, 1, true}, {33.3, 1, false},
                 {12.345, 1, true}, {200, 2, false}, {45, 0.5, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        rig r;
        assert_true(rig_open(&r));
        draw_turn(&r);
        begin(&r, "OUTER");
        place_with(&r, "TOP", 7777, -333, cases[i].angle, cases[i].mirror, cases[i].mag, NULL);
        freeze(&r);
        double a = cases[i].angle * M_PI / 180, x = cases[i].mag * 3000;
        lob_trace_start start = start_at(&r, "OUTER", 7777 + x * cos(a), -333 + x * sin(a));
        const lob_trace_route *route = ask(&r, &start);
        assert_true(r.found);
        assert_turn(route, cases[i].mag);
        assert_int_equal(route->segments[0].figure.depth, 2);
        rig_close(&r);
    }
}

/* A row of an array, members end to end; the column beside stays out. */
static void test_array(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    draw_bend_cells(&r);
    begin(&r, "TOP");
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 7, .nb = 3, .a = {10000, 0}, .b = {0, 2000}};
    place_with(&r, "STRAIGHT", 0, 0, 0, false, 1, &rep);
    freeze(&r);
    const lob_trace_route *route = trace(&r, 35000, 2000);
    assert_int_equal(route->segment_count, 7);
    assert_about(route->length, 70000, 1e-6);
    assert_int_equal(route->segments[0].figure.path[0].inst, 0);
    uint64_t first = route->segments[0].figure.path[0].member;
    for (uint32_t i = 0; i < 7; i++) {
        uint64_t member = route->segments[i].figure.path[0].member;
        assert_int_equal(member, first < 10 ? 7 + i : 13 - i);
    }
    rig_close(&r);
}

/* ---- paths ---- */

static void test_paths(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    begin(&r, "TOP");
    PATH(&r, 400, 0, 0, false, {0, 0}, {10000, 0});
    PATH(&r, 400, 200, 0, false, {10000, 0}, {20000, 0}); /* covers 200 of the one before */
    PATH(&r, 400, 0, 200, true, {20000, 0}, {30000, 0});  /* ends in 30200 */
    PATH(&r, 400, 200, 200, true, {30000, 0}, {40000, 0});
    PATH(&r, 400, -100, 50, false, {40100, 0}, {50000, 0}, {50000, 7000}); /* from 40200, a corner */
    freeze(&r);
    const lob_trace_route *route = trace(&r, 5000, 0);
    assert_int_equal(route->segment_count, 5);
    assert_about(route->length, 50000 + 7000 + 50, 1e-6);
    assert_at(route->ends[1].at, 50000, 7050, 1e-6);
    assert_int_equal(route->event_count, 1);
    assert_int_equal(route->events[0].kind, LOB_TRACE_CORNER);
    assert_about(route->events[0].s, 50000, 1e-6);
    assert_about(route->events[0].angle_deg, 90, 1e-9);
    assert_at(route->events[0].at, 50000, 0, 1e-6);
    assert_about(route->turn_deg, 90, 1e-9);
    assert_eq(route->radius_min, 0);
    /* The other way round: the corner turns right, at the other length. */
    trace_way(&r, 50000, 7050, 270);
    assert_true(r.found);
    assert_int_equal(r.route.segment_count, 5);
    assert_about(r.route.length, 57050, 1e-6);
    assert_about(r.route.events[0].s, 7050, 1e-6);
    assert_about(r.route.events[0].angle_deg, -90, 1e-9);
    rig_close(&r);
}

/* Drawn over each other by more than a width, and drawn twice. */
static void test_overlaps(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    begin(&r, "TOP");
    box(&r, 0, 0, 10000, 500);
    box(&r, 7000, 0, 20000, 500);
    box(&r, 7000, 0, 20000, 500);
    box(&r, 20000, 0, 30000, 500);
    PATH(&r, 500, 0, 0, false, {30000, 250}, {20000, 250}); /* the same outline, the other way */
    freeze(&r);
    const lob_trace_route *route = trace(&r, 3000, 100);
    assert_int_equal(route->segment_count, 3);
    assert_about(route->length, 30000, 1e-6);
    assert_about(route->segments[1].overlap, 3000, 1e-6);
    assert_int_equal(route->ends[0].reason, LOB_END_OPEN);
    assert_int_equal(route->ends[1].reason, LOB_END_OPEN);
    assert_int_equal(route->event_count, 0);
    route = trace(&r, 25000, 100); /* the joint met from the other side */
    assert_about(route->length, 30000, 1e-6);
    assert_about(route->segments[0].overlap, 0, 1e-6);
    assert_about(route->segments[1].overlap, 3000, 1e-6);
    assert_about(route->segments[1].s, 10000, 1e-6);
    rig_close(&r);
}

/* A stub that is shorter than wide runs the way its neighbours do. */
static void test_stub(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    begin(&r, "TOP");
    box(&r, 0, 0, 10000, 500);
    box(&r, 10000, 0, 10040, 500);
    box(&r, 10040, 0, 10540, 500); /* a square */
    box(&r, 10540, 0, 20000, 500);
    freeze(&r);
    const lob_trace_route *route = trace(&r, 3000, 100);
    assert_int_equal(route->segment_count, 4);
    assert_about(route->length, 20000, 1e-6);
    assert_about(route->segments[1].length, 40, 1e-6);
    assert_about(route->segments[1].width_mean, 500, 1e-6);
    assert_about(route->turn_deg, 0, 1e-6);
    assert_int_equal(route->event_count, 0);
    rig_close(&r);
}

/* ---- ends ---- */

static lob_trace_reason end_of(rig *r) {
    freeze(r);
    const lob_trace_route *route = trace(r, 1000, 250);
    assert_int_equal(route->ends[0].reason, LOB_END_OPEN);
    return route->ends[1].reason;
}

static void start_end_case(rig *r) {
    assert_true(rig_open(r));
    begin(r, "TOP");
    box(r, 0, 0, 10000, 500);
}

static void test_one_nanometre(void **state) {
    (void)state;
    rig r;
    start_end_case(&r);
    box(&r, 10000, 1, 20000, 501);
    assert_int_equal(end_of(&r), LOB_END_OPEN);
    assert_int_equal(r.route.segment_count, 2);
    assert_int_equal(r.route.event_count, 1);
    assert_int_equal(r.route.events[0].kind, LOB_TRACE_OFFSET);
    assert_at(r.route.events[0].offset, 0, 1, 1e-9);
    assert_about(r.route.events[0].s, 10000, 1e-9);
    /* The other way: the offset seen from there. */
    trace_way(&r, 20000, 251, 180);
    assert_int_equal(r.route.segment_count, 2);
    assert_at(r.route.events[0].offset, 0, -1, 1e-9);
    trace(&r, 15000, 250); /* met backwards, told forwards */
    assert_at(r.route.ends[0].at, 0, 250, 1e-9);
    assert_at(r.route.events[0].offset, 0, 1, 1e-9);
    rig_close(&r);
}

static void test_offset(void **state) {
    (void)state;
    rig r;
    start_end_case(&r);
    box(&r, 10000, 100, 20000, 600);
    assert_int_equal(end_of(&r), LOB_END_OFFSET);
    assert_at(r.route.ends[1].offset, 0, 100, 1e-9);
    assert_int_equal(r.route.segment_count, 1);
    /* A wider tolerance takes it. */
    lob_trace_start start = start_at(&r, "TOP", 1000, 250);
    start.distance = 100;
    ask(&r, &start);
    assert_int_equal(r.route.segment_count, 2);
    assert_int_equal(r.route.events[0].kind, LOB_TRACE_OFFSET);
    rig_close(&r);
    start_end_case(&r); /* a gap of 5 nm */
    box(&r, 10005, 0, 20000, 500);
    assert_int_equal(end_of(&r), LOB_END_OFFSET);
    assert_at(r.route.ends[1].offset, 5, 0, 1e-9);
    rig_close(&r);
}

static void test_angle(void **state) {
    (void)state;
    rig r;
    static shape s;
    start_end_case(&r);
    shape_start(&s, 500);
    shape_line(&s, 10000);
    put_shape(&r, &s, 5 * M_PI / 180, 0, 10000, 250);
    assert_int_equal(end_of(&r), LOB_END_ANGLE);
    assert_about(r.route.ends[1].angle_error_deg, 5, 0.2);
    lob_trace_start start = start_at(&r, "TOP", 1000, 250);
    start.angle_tol_deg = 6;
    ask(&r, &start);
    assert_int_equal(r.route.segment_count, 2);
    rig_close(&r);
}

static void test_devices(void **state) {
    (void)state;
    rig r;
    start_end_case(&r); /* a pad */
    box(&r, 10000, -5000, 20000, 5000);
    assert_int_equal(end_of(&r), LOB_END_FIGURE);
    assert_true(r.route.ends[1].has_figure);
    assert_int_equal(r.route.ends[1].figure.kind, LOB_KIND_BOX);
    rig_close(&r);
    start_end_case(&r); /* a multimode section, met at its end and drawn over it by 10 */
    box(&r, 9990, -2750, 40000, 3250);
    box(&r, 40000, 0, 50000, 500);
    assert_int_equal(end_of(&r), LOB_END_FIGURE);
    assert_int_equal(r.route.segment_count, 1);
    rig_close(&r);
    start_end_case(&r); /* an MMI polygon with an output taper */
    POLYGON(&r, {10000, 0}, {10000, 500}, {11000, 1000}, {11000, 3000}, {20000, 3000}, {20000, -2500}, {11000, -2500},
            {11000, -500});
    assert_int_equal(end_of(&r), LOB_END_FIGURE);
    rig_close(&r);
    start_end_case(&r); /* the side of a guide */
    box(&r, 10000, -9000, 10500, 9000);
    assert_int_equal(end_of(&r), LOB_END_SIDE);
    rig_close(&r);
    start_end_case(&r); /* a figure without area, a text layer: nothing */
    PATH(&r, 0, 0, 0, false, {10000, 250}, {20000, 250});
    assert_int_equal(end_of(&r), LOB_END_FIGURE);
    rig_close(&r);
}

static void test_branch(void **state) {
    (void)state;
    rig r;
    static shape s;
    start_end_case(&r);
    box(&r, 10000, 0, 20000, 500);
    shape_start(&s, 500);
    shape_arc(&s, 9000, M_PI / 2, 1);
    put_shape(&r, &s, 0, 0, 10000, 250);
    assert_int_equal(end_of(&r), LOB_END_BRANCH);
    assert_int_equal(r.route.segment_count, 1);
    trace_way(&r, 10000, 250, 0);
    assert_false(r.found);
    assert_int_equal(r.route.ends[1].reason, LOB_END_BRANCH);
    rig_close(&r);
    /* A layer of its own does not branch, and the route stays on its layer. */
    start_end_case(&r);
    box(&r, 10000, 0, 20000, 500);
    box_on(&r, OTHER, 10000, 0, 23000, 500);
    freeze(&r);
    const lob_layer_index both[2] = {0, 1};
    lob_trace_start start = start_at(&r, "TOP", 1000, 250);
    start.layers = both;
    start.layer_count = 2;
    ask(&r, &start);
    assert_int_equal(r.route.segment_count, 2);
    assert_about(r.route.length, 20000, 1e-9);
    rig_close(&r);
}

static void draw_ring(rig *r) {
    static shape s;
    begin(r, "TOP");
    for (int i = 0; i < 4; i++) {
        shape_start(&s, WIDE);
        shape_arc(&s, 10000, M_PI / 2, 1);
        put_shape(r, &s, i * M_PI / 2, 0, 10000 * sin(i * M_PI / 2), -10000 * cos(i * M_PI / 2));
    }
}

static void test_loop(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    draw_ring(&r);
    freeze(&r);
    const lob_trace_route *route = trace(&r, 10000 * sqrt(0.5), 10000 * sqrt(0.5));
    assert_int_equal(route->segment_count, 4);
    assert_int_equal(route->ends[0].reason, LOB_END_LOOP);
    assert_int_equal(route->ends[1].reason, LOB_END_LOOP);
    assert_about(route->length, 2 * M_PI * 10000, 1e-4 * 62832);
    assert_about(route->turn_deg, 360, 1);
    assert_int_equal(route->event_count, 0);
    rig_close(&r);
}

static void test_limit(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    begin(&r, "TOP");
    for (int i = 0; i < 20; i++) {
        box(&r, 1000 * i, 0, 1000 * (i + 1), 500);
    }
    freeze(&r);
    lob_trace_start start = start_at(&r, "TOP", 10500, 100);
    start.segment_max = 5;
    const lob_trace_route *route = ask(&r, &start);
    assert_int_equal(route->segment_count, 5);
    assert_int_equal(route->ends[1].reason, LOB_END_LIMIT);
    assert_int_equal(route->ends[0].reason, LOB_END_LIMIT);
    assert_about(route->length, 5000, 1e-9);
    start.segment_max = 20;
    route = ask(&r, &start);
    assert_int_equal(route->segment_count, 20);
    assert_int_equal(route->ends[1].reason, LOB_END_OPEN);
    rig_close(&r);
}

/* ---- events ---- */

static void test_widths(void **state) {
    (void)state;
    rig r;
    start_end_case(&r);
    box(&r, 10000, -25, 15000, 525); /* a step */
    POLYGON(&r, {15000, -25}, {15000, 525}, {25000, 750}, {25000, -250});
    assert_int_equal(end_of(&r), LOB_END_OPEN);
    const lob_trace_route *route = &r.route;
    assert_int_equal(route->segment_count, 3);
    assert_int_equal(route->event_count, 2);
    assert_int_equal(route->events[0].kind, LOB_TRACE_WIDTH_CHANGE);
    assert_about(route->events[0].s, 10000, 1e-9);
    assert_about(route->events[0].width_before, 500, 1e-9);
    assert_about(route->events[0].width_behind, 550, 1e-9);
    assert_int_equal(route->events[1].kind, LOB_TRACE_TAPER);
    assert_about(route->events[1].s, 15000, 1e-9);
    assert_about(route->events[1].width_before, 550, 1e-9);
    assert_about(route->events[1].width_behind, 1000, 1e-9);
    assert_about(route->width_min, 500, 1e-9);
    assert_about(route->width_max, 1000, 1.5);
    assert_about(route->length, 25000, 3);
    rig_close(&r);
}

static void test_crossings(void **state) {
    (void)state;
    rig r;
    start_end_case(&r);
    box(&r, 10000, 0, 20000, 500);
    box(&r, 3000, -5000, 3500, 5000);
    POLYGON(&r, {12000, -3000}, {12500, -3000}, {18500, 3000}, {18000, 3000}); /* at 45 degrees */
    box_on(&r, OTHER, 6000, -5000, 6500, 5000);                                /* not on the layer */
    box(&r, 0, 700, 10000, 1200);                                              /* beside */
    freeze(&r);
    const lob_trace_route *route = trace_way(&r, 0, 250, 0);
    assert_int_equal(route->segment_count, 2);
    assert_int_equal(route->event_count, 2);
    assert_int_equal(route->events[0].kind, LOB_TRACE_CROSSING);
    assert_int_equal(route->events[0].segment, 0);
    assert_at(route->events[0].at, 3250, 250, 1);
    assert_about(route->events[0].s, 3250, 1);
    assert_int_equal(route->events[0].figure.kind, LOB_KIND_BOX);
    assert_int_equal(route->events[1].segment, 1);
    assert_at(route->events[1].at, 15500, 250, 2);
    assert_about(route->events[1].s, 15500, 2);
    route = trace_way(&r, 20000, 250, 180);
    assert_about(route->events[0].s, 20000 - 15500, 2);
    assert_about(route->events[1].s, 20000 - 3250, 2);
    rig_close(&r);
}

/* A route that crosses itself tells so both times. */
static void test_crosses_itself(void **state) {
    (void)state;
    rig r;
    static shape s;
    assert_true(rig_open(&r));
    begin(&r, "TOP");
    box(&r, 0, -250, 30000, 250);
    shape_start(&s, 500);
    shape_arc(&s, 10000, M_PI * 1.5, 1); /* from (30000, 0) round to (20000, 10000), pointing down */
    put_shape(&r, &s, 0, 0, 30000, 0);
    box(&r, 19750, -20000, 20250, 10000);
    freeze(&r);
    const lob_trace_route *route = trace_way(&r, 0, 0, 0);
    assert_int_equal(route->segment_count, 3);
    assert_int_equal(route->event_count, 2);
    assert_at(route->events[0].at, 20000, 0, 1);
    assert_about(route->events[0].s, 20000, 1);
    assert_int_equal(route->events[1].segment, 2);
    assert_about(route->events[1].s, 30000 + 15000 * M_PI + 10000, 10);
    rig_close(&r);
}

/* A fence of members of an array: more than are looked at. */
static void test_many_crossings(void **state) {
    (void)state;
    rig r;
    enum { POSTS = 4100, LOOKED_AT = 4000 };
    assert_true(rig_open(&r));
    begin(&r, "POST");
    box(&r, 0, -5000, 500, 5000);
    begin(&r, "TOP");
    box(&r, 0, -250, 2000 * (POSTS + 1), 250);
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = POSTS, .nb = 1, .a = {2000, 0}, .b = {0, 1}};
    place_with(&r, "POST", 2000, 0, 0, false, 1, &rep);
    freeze(&r);
    const lob_trace_route *route = trace_way(&r, 0, 0, 0);
    assert_true(route->crossings_cut);
    assert_int_equal(route->event_count, LOOKED_AT);
    for (uint32_t i = 0; i < LOOKED_AT; i++) {
        assert_int_equal(route->events[i].figure.depth, 1);
        if (i != 0) {
            assert_gt(route->events[i].s, route->events[i - 1].s);
        }
    }
    rig_close(&r);
}

/* Chords alone: what connectivity asks for. */
static void test_rough(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r));
    draw_turn(&r);
    box(&r, 3000, -5000, 3400, 5000);
    freeze(&r);
    lob_trace_start start = start_at(&r, "TOP", 300, 10);
    start.is_rough = true;
    const lob_trace_route *route = ask(&r, &start);
    assert_int_equal(route->segment_count, 3);
    assert_about(route->length, turn_length, 1e-3 * turn_length);
    assert_eq(route->radius_min, 0);
    assert_eq(route->event_count, 0);
    rig_close(&r);
}

/* ---- where it begins ---- */

static void test_start(void **state) {
    (void)state;
    rig r;
    start_end_case(&r);
    box_on(&r, MARK, -10, 0, 10, 500);        /* a pin marker over the end */
    box_on(&r, OTHER, 0, -1000, 10000, 1500); /* the device's outline */
    box(&r, 50000, 0, 60000, 10000);          /* a square */
    freeze(&r);
    const lob_trace_route *route = trace(&r, 0, 250);
    assert_int_equal(lob_layout_layer(r.layout, route->layer)->layer, CORE);
    assert_about(route->length, 10000, 1e-9);
    trace_way(&r, 0, 250, 360);
    assert_true(r.found);
    assert_about(r.route.length, 10000, 1e-9);
    lob_trace_start start = start_at(&r, "TOP", 55000, 5000);
    ask(&r, &start);
    assert_false(r.found);
    assert_true(r.route.ends[1].has_figure);
    start = start_at(&r, "TOP", -90000, 0);
    ask(&r, &start);
    assert_false(r.found);
    assert_false(r.route.ends[1].has_figure);
    start.has_angle = true;
    ask(&r, &start);
    assert_false(r.found);
    assert_false(r.route.ends[1].has_figure);
    rig_close(&r);
}

/* ---- length, time, cancel, memory ---- */

enum { MANY = 10000 };

static void test_many(void **state) {
    (void)state;
    rig r;
    int count = getenv("LOB_TEST_QUICK") ? MANY / 10 : MANY;
    assert_true(rig_open(&r));
    begin(&r, "TOP");
    for (int i = 0; i < count; i++) {
        box(&r, 1000 * i, 0, 1000 * (i + 1), 500);
    }
    freeze(&r);
    int64_t begun = lob_clock_ms();
    const lob_trace_route *route = trace(&r, 500, 250);
    int64_t took = lob_clock_ms() - begun;
    assert_int_equal(route->segment_count, count);
    assert_about(route->length, 1000.0 * count, 1e-3);
    if (took > 5000) {
        print_error("%lld ms\n", (long long)took);
    }
    assert_le(took, 5000); /* 0.2 s here; what is quadratic takes minutes */
    rig_close(&r);
}

static void test_cancel(void **state) {
    (void)state;
    rig r;
    lob_cancel cancel = {false};
    assert_true(rig_open(&r));
    draw_turn(&r);
    freeze(&r);
    r.ctx.cancel = &cancel;
    atomic_store(&cancel.requested, true);
    lob_trace_start start = start_at(&r, "TOP", 300, 10);
    assert_int_equal(lob_trace_route_find(&r.ctx, r.layout, &start, &r.found, &r.route), LOB_E_CANCELLED);
    rig_close(&r);
}

static lob_layout *swept;

static bool trace_swept(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_trace_start start = {
        .cell = lob_layout_find_cell(swept, LOB_STR("TOP")), .at = {1000, 250}, .angle_tol_deg = 1, .segment_max = 100};
    bool found;
    lob_trace_route route;
    lob_status status = lob_trace_route_find(&ctx, swept, &start, &found, &route);
    bool fine = status == LOB_OK;
    if (!fine) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(ctx.error.hint[0]);
    }
    if (fine) {
        assert_true(found);
        assert_eq(route.segment_count, 5);
        assert_eq(route.event_count, 3);
    }
    lob_arena_drop(arena);
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    rig r;
    static shape s;
    start_end_case(&r);
    box(&r, 10000, 0, 10040, 500);
    PATH(&r, 500, 100, 0, false, {10040, 250}, {20000, 250});
    shape_start(&s, 500);
    shape_arc(&s, 9000, M_PI / 2, 20);
    put_shape(&r, &s, 0, 0, 20000, 250);
    POLYGON(&r, {28750, 9250}, {29250, 9250}, {29500, 20000}, {28500, 20000});
    box(&r, 3000, -5000, 3500, 5000);
    box(&r, 28000, 15000, 30000, 15500);
    freeze(&r);
    swept = r.layout;
    trace(&r, 1000, 250); /* makes the trees, which stay */
    assert_gt(sweep_allocations(trace_swept, NULL), 3);
    rig_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_cells),    cmocka_unit_test(test_transformed), cmocka_unit_test(test_array),
        cmocka_unit_test(test_paths),          cmocka_unit_test(test_overlaps),    cmocka_unit_test(test_stub),
        cmocka_unit_test(test_one_nanometre),  cmocka_unit_test(test_offset),      cmocka_unit_test(test_angle),
        cmocka_unit_test(test_devices),        cmocka_unit_test(test_branch),      cmocka_unit_test(test_loop),
        cmocka_unit_test(test_limit),          cmocka_unit_test(test_widths),      cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_crosses_itself), cmocka_unit_test(test_start),       cmocka_unit_test(test_many),
        cmocka_unit_test(test_many_crossings), cmocka_unit_test(test_rough),       cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
