/* Connectivity on lists of ports made by hand: every finding planted once, its values by hand calculation; random ports
 * against comparing each with each; 100,000 ports in time; limits, cancellation, failing allocations. */
#include <math.h>
#include <time.h>

#include "tests/support/lob_test.h"

#include "pic/connect_impl.h"
#include "tests/unit/base/sweep.h"

enum { PORTS_MAX = 100000 };
#define ALL_KINDS ((1u << LOB_FINDING_KIND_COUNT) - 1)

static lob_arena *arena;
static lob_ctx ctx;

static int set_up(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

/* A scene: components at depth 1, one step each, unless made deeper. */
typedef struct scene {
    lob_port *ports;
    lob_component *components;
    lob_connect_question q;
} scene;

static scene new_scene(void) {
    scene s = {.ports = LOB_NEW_ARRAY(arena, lob_port, PORTS_MAX),
               .components = LOB_NEW_ARRAY(arena, lob_component, PORTS_MAX)};
    assert_non_null(s.ports);
    assert_non_null(s.components);
    s.q = (lob_connect_question){.ports = s.ports,
                                 .components = s.components,
                                 .connect = {.distance = 1, .angle_tol_deg = 0.1},
                                 .window = LOB_WALK_EVERYTHING,
                                 .kinds = ALL_KINDS};
    return s;
}

static const lob_step *path_to(const uint32_t *insts, uint32_t depth) {
    lob_step *path = LOB_NEW_ARRAY(arena, lob_step, depth + 1);
    for (uint32_t i = 0; i < depth; i++) {
        path[i].inst = insts[i];
    }
    return path;
}

static void add_component(scene *s, uint32_t depth, const uint32_t *insts) {
    s->components[s->q.component_count++] =
        (lob_component){.path = path_to(insts, depth), .depth = depth, .trans = lob_trans_identity()};
}

static lob_port *add_port(scene *s, uint32_t depth, const uint32_t *insts, double x, double y, double angle) {
    lob_port *p = &s->ports[s->q.port_count++];
    *p = (lob_port){.name = LOB_STR("p"),
                    .at = {x, y},
                    .has_angle = true,
                    .angle_deg = angle,
                    .width = 500,
                    .layer = 3,
                    .type = LOB_STR("optical"),
                    .cross_section = LOB_STR("strip"),
                    .source = LOB_PORT_MARKER,
                    .confidence = 1,
                    .path = path_to(insts, depth),
                    .depth = depth};
    return p;
}

/* A port of component `inst`, directly below. */
static lob_port *port(scene *s, uint32_t inst, double x, double y, double angle) {
    return add_port(s, 1, &inst, x, y, angle);
}

static void components(scene *s, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        add_component(s, 1, &i);
    }
}

static lob_connectivity check(scene *s) {
    lob_connectivity found;
    if (lob_connect_check(&ctx, &s->q, &found) != LOB_OK) {
        fail_msg("%s", ctx.error.message);
    }
    return found;
}

/* The findings of a kind, and no others but those of `also`. */
static const lob_finding *only(const lob_connectivity *found, lob_finding_kind kind, unsigned also) {
    const lob_finding *it = NULL;
    for (uint32_t i = 0; i < found->count; i++) {
        if (found->items[i].kind == kind) {
            assert_null(it);
            it = &found->items[i];
        } else if (!(also & 1u << found->items[i].kind)) {
            fail_msg("finding of kind %d", (int)found->items[i].kind);
        }
    }
    assert_non_null(it);
    assert_int_equal(found->counts[kind], 1);
    return it;
}

/* ---- a finding each ---- */

static void test_connected(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 2);
    port(&s, 0, 20000, 0, 0);
    port(&s, 1, 20000, 0, 180);
    lob_connectivity found = check(&s);
    const lob_finding *f = only(&found, LOB_FIND_CONNECTED, 0);
    assert_int_equal(f->severity, LOB_SEVERITY_INFO);
    assert_eq(f->at.x, 20000);
    assert_eq(f->offset.x, 0);
    assert_eq(f->angle_error_deg, 0);
    assert_eq(f->width_difference, 0);
    assert_int_equal(f->ports[0], 0);
    assert_int_equal(f->ports[1], 1);
    assert_int_equal(found.joined_count, 1);
    assert_int_equal(found.nets.net_count, 1);
    assert_int_equal(found.nets.component_count_max, 2);
    assert_int_equal(found.nets.component_alone_count, 0);
    s.q.kinds = 0;
    found = check(&s);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.counts[LOB_FIND_CONNECTED], 1); /* counted all the same */
}

static void test_tolerance(void **state) {
    (void)state;
    static const struct {
        double distance, gap;
        lob_finding_kind kind;
    } cases[] = {{0, 0.5, LOB_FIND_CONNECTED},   {0, 0.51, LOB_FIND_NEAR_MISS}, {0, 1, LOB_FIND_NEAR_MISS},
                 {0, 5, LOB_FIND_NEAR_MISS},     {0, 5.01, LOB_FIND_DANGLING},  {1, 1, LOB_FIND_CONNECTED},
                 {1, 1.01, LOB_FIND_NEAR_MISS},  {1, 10, LOB_FIND_NEAR_MISS},   {1, 10.01, LOB_FIND_DANGLING},
                 {2.5, 2.5, LOB_FIND_CONNECTED}, {2.5, 25, LOB_FIND_NEAR_MISS}, {2.5, 26, LOB_FIND_DANGLING}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: distance %g, gap %g", i, cases[i].distance, cases[i].gap);
        scene s = new_scene();
        components(&s, 2);
        s.q.connect.distance = cases[i].distance;
        port(&s, 0, 100, 7, 0);
        port(&s, 1, 100, 7 + cases[i].gap, 180);
        lob_connectivity found = check(&s);
        assert_int_equal(found.items[0].kind, cases[i].kind);
        assert_int_equal(found.count, cases[i].kind == LOB_FIND_DANGLING ? 2 : 1);
    }
}

static void test_near_miss(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 2);
    s.q.connect.distance = 0;
    port(&s, 0, 100, 50, 90); /* looks up: along is y, left of it is -x */
    port(&s, 1, 97, 54, 271)->width = 520;
    lob_connectivity found = check(&s);
    const lob_finding *f = only(&found, LOB_FIND_NEAR_MISS, 0);
    assert_int_equal(f->severity, LOB_SEVERITY_ERROR);
    assert_eq(f->offset.x, -3);
    assert_eq(f->offset.y, 4);
    assert_eq(f->gap, 4);
    assert_eq(f->shift, 3);
    assert_lt(fabs(f->angle_error_deg - 1), 1e-9);
    assert_eq(f->width_difference, 20);
    /* away from each other, or of another type, they are none of each other's */
    s.ports[1].angle_deg = 90;
    assert_int_equal(check(&s).counts[LOB_FIND_DANGLING], 2);
    s.ports[1].angle_deg = 270;
    s.ports[1].type = LOB_STR("acoustic");
    assert_int_equal(check(&s).counts[LOB_FIND_DANGLING], 2);
    s.ports[1].type = (lob_str){NULL, 0};
    assert_int_equal(check(&s).counts[LOB_FIND_NEAR_MISS], 1);
    s.ports[0].has_angle = false;
    f = check(&s).items;
    assert_int_equal(f->kind, LOB_FIND_NEAR_MISS);
    assert_false(f->has_gap);
    assert_false(f->has_angle);
    s.q.near = 4;
    assert_int_equal(check(&s).counts[LOB_FIND_DANGLING], 2);
    s.q.near = 5;
    assert_int_equal(check(&s).counts[LOB_FIND_NEAR_MISS], 1);
}

/* Three in a row: the closest two are the pair. */
static void test_near_choice(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 3);
    s.q.near = 10;
    port(&s, 0, 0, 0, 0);
    port(&s, 1, 8, 0, 180);
    port(&s, 2, 4, 3, 180);
    lob_connectivity found = check(&s);
    const lob_finding *f = only(&found, LOB_FIND_NEAR_MISS, 1u << LOB_FIND_DANGLING);
    assert_int_equal(f->ports[0], 0);
    assert_int_equal(f->ports[1], 2);
    assert_int_equal(found.counts[LOB_FIND_DANGLING], 1);
}

static void test_mismatches(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 2);
    port(&s, 0, 0, 0, 0)->confidence = 0.9;
    lob_port *p = port(&s, 1, 0, 0, 181);
    p->confidence = 0.4;
    lob_connectivity found = check(&s);
    const lob_finding *f = only(&found, LOB_FIND_ANGLE, 0);
    assert_lt(fabs(f->angle_error_deg - 1), 1e-9);
    assert_eq(f->confidence, 0.4);
    assert_int_equal(found.joined_count, 0);
    assert_int_equal(found.nets.component_alone_count, 2);
    assert_int_equal(found.nets.net_count, 0);
    p->angle_deg = 180.1; /* as far as the tolerance goes, and back */
    assert_int_equal(check(&s).counts[LOB_FIND_CONNECTED], 1);
    p->angle_deg = 0;
    assert_eq(check(&s).items[0].angle_error_deg, 180);
    p->angle_deg = 180;
    p->width = 501;
    found = check(&s);
    f = only(&found, LOB_FIND_WIDTH, 1u << LOB_FIND_CONNECTED);
    assert_eq(f->width_difference, 1);
    s.q.connect.width_tol = 1;
    assert_int_equal(check(&s).counts[LOB_FIND_WIDTH], 0);
    p->width = 0; /* unknown */
    s.q.connect.width_tol = 0;
    assert_int_equal(check(&s).counts[LOB_FIND_WIDTH], 0);
    p->layer = 4;
    found = check(&s);
    (void)only(&found, LOB_FIND_LAYER, 0);
    p->layer = LOB_NONE;
    assert_int_equal(check(&s).counts[LOB_FIND_CONNECTED], 1);
    p->cross_section = LOB_STR("rib");
    found = check(&s);
    f = only(&found, LOB_FIND_CROSS_SECTION, 1u << LOB_FIND_CONNECTED);
    assert_int_equal(f->severity, LOB_SEVERITY_WARNING);
    p->cross_section = LOB_STR("strip");
    p->type = LOB_STR("electrical");
    found = check(&s);
    (void)only(&found, LOB_FIND_TYPE, 0);
    assert_int_equal(found.joined_count, 0);
    /* two faults of one pair are two findings */
    p->type = LOB_STR("optical");
    p->width = 600;
    p->angle_deg = 170;
    found = check(&s);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.items[0].kind, LOB_FIND_ANGLE);
    assert_int_equal(found.items[1].kind, LOB_FIND_WIDTH);
}

static void test_overloaded(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 12);
    for (uint32_t i = 0; i < 3; i++) {
        port(&s, i, 5, 5, 120.0 * i)->confidence = 1 - 0.1 * i;
    }
    lob_connectivity found = check(&s);
    const lob_finding *f = only(&found, LOB_FIND_OVERLOADED, 0);
    assert_int_equal(f->port_count, 3);
    assert_int_equal(f->ports[2], 2);
    assert_lt(fabs(f->confidence - 0.8), 1e-12);
    assert_int_equal(f->severity, LOB_SEVERITY_ERROR);
    for (uint32_t i = 0; i < 3; i++) {
        s.ports[i].type = LOB_STR("electrical");
    }
    assert_int_equal(check(&s).items[0].severity, LOB_SEVERITY_WARNING);
    for (uint32_t i = 3; i < 12; i++) {
        port(&s, i, 5, 5.5, 0);
    }
    found = check(&s);
    assert_int_equal(found.items[0].port_count, 12); /* more than are kept */
    assert_int_equal(found.items[0].ports[LOB_FINDING_PORTS_KEPT - 1], 7);
    assert_int_equal(found.items[0].severity, LOB_SEVERITY_ERROR);
}

static void test_dangling(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 3);
    port(&s, 0, 0, 0, 180);
    port(&s, 0, 1000, 0, 0)->type = LOB_STR("electrical");
    port(&s, 1, 0, 5000, 0)->type = LOB_STR("fiber");
    port(&s, 2, 0, 5000, 0)->type = LOB_STR("vertical_te");
    /* both ends of a component without length: they do not meet each other */
    port(&s, 1, 0, 9000, 0);
    port(&s, 1, 0, 9000, 180);
    lob_connectivity found = check(&s);
    assert_int_equal(found.counts[LOB_FIND_DANGLING], 4);
    assert_int_equal(found.count, 4);
    assert_int_equal(found.items[0].severity, LOB_SEVERITY_ERROR);
    assert_int_equal(found.items[0].ports[0], 0);
    assert_int_equal(found.items[3].severity, LOB_SEVERITY_INFO);
    assert_int_equal(found.items[3].ports[0], 1);
    assert_int_equal(found.external_count, 2);
    assert_int_equal(found.severities[LOB_SEVERITY_ERROR], 3);
}

/* What stands on inferred ports is never an error. */
static void test_guesses(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 6);
    port(&s, 0, 0, 0, 0)->source = LOB_PORT_INFERRED;
    port(&s, 1, 100, 0, 0);
    port(&s, 2, 100, 0, 90)->source = LOB_PORT_INFERRED;
    port(&s, 3, 200, 0, 0);
    port(&s, 4, 200, 0, 90)->source = LOB_PORT_INFERRED;
    port(&s, 5, 200, 0, 180);
    lob_connectivity found = check(&s);
    assert_int_equal(found.counts[LOB_FIND_DANGLING] + found.counts[LOB_FIND_ANGLE] + found.counts[LOB_FIND_OVERLOADED],
                     3);
    assert_int_equal(found.severities[LOB_SEVERITY_ERROR], 0);
    assert_int_equal(found.severities[LOB_SEVERITY_WARNING], 3);
}

static void test_external_types(void **state) {
    (void)state;
    static const char *const outside[] = {"fiber", "pad", "pad_rf", "vertical_te", "edge_coupler", "placement", "bump"};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        lob_case("%zu: %s", i, outside[i]);
        assert_true(lob_connect_is_external(lob_str_from(outside[i])));
    }
    static const char *const inside[] = {"optical", "electrical", "", "fibers", "padding", "edges"};
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
        lob_case("%zu: %s", i, inside[i]);
        assert_false(lob_connect_is_external(lob_str_from(inside[i])));
    }
    assert_false(lob_connect_is_external((lob_str){NULL, 0}));
}

/* ---- hierarchy ---- */

static void test_exposed(void **state) {
    (void)state;
    static const uint32_t outer[] = {0}, inner[] = {0, 4}, next[] = {1};
    scene s = new_scene();
    add_component(&s, 1, outer);
    add_component(&s, 2, inner);
    add_component(&s, 1, next);
    add_port(&s, 0, NULL, 0, 0, 180); /* of the checked cell */
    add_port(&s, 1, outer, 0, 0, 180);
    add_port(&s, 2, inner, 0, 0, 180);
    add_port(&s, 2, inner, 1000, 0, 0);
    add_port(&s, 1, outer, 1000, 0, 0);
    add_port(&s, 1, next, 1000, 0, 180);
    add_port(&s, 0, NULL, 5000, 0, 0); /* nothing below it: drawn, not placed */
    lob_connectivity found = check(&s);
    assert_int_equal(found.counts[LOB_FIND_EXPOSED], 3);
    assert_int_equal(found.counts[LOB_FIND_CONNECTED], 1);
    assert_int_equal(found.count, 4);
    assert_int_equal(found.own_count, 2);
    for (uint32_t i = 0; i < found.count; i++) {
        const lob_finding *f = &found.items[i];
        if (f->kind == LOB_FIND_CONNECTED) {
            assert_int_equal(f->ports[0], 4);
            assert_int_equal(f->ports[1], 5);
        } else {
            assert_true(f->is_exposure); /* the nearest one around it stands for it */
            assert_int_equal(s.ports[f->ports[1]].depth + 1, s.ports[f->ports[0]].depth);
        }
    }
    /* the outer port looks another way, and is narrower */
    s.ports[4].angle_deg = 90;
    s.ports[5].angle_deg = 270;
    s.ports[4].width = s.ports[5].width = 400;
    found = check(&s);
    assert_int_equal(found.counts[LOB_FIND_ANGLE], 1);
    assert_int_equal(found.counts[LOB_FIND_WIDTH], 1);
    assert_true(found.items[0].is_exposure);
    assert_eq(found.items[0].angle_error_deg, 90);
    assert_int_equal(found.counts[LOB_FIND_CONNECTED], 1);
    /* the checked cell's port is a unit off its component's */
    s.ports[0].at.y = 4;
    found = check(&s);
    assert_int_equal(found.items[0].kind, LOB_FIND_NEAR_MISS);
    assert_true(found.items[0].is_exposure);
    assert_eq(found.items[0].offset.y, 4);
    assert_int_equal(found.items[0].ports[0], 1); /* inner first */
    assert_int_equal(found.items[0].ports[1], 0);
}

/* A port of the checked cell that stands for one is not near to another. */
static void test_taken(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 2);
    add_port(&s, 0, NULL, 0, 0, 180);
    port(&s, 0, 0, 0, 180);
    port(&s, 1, 4, 0, 180);
    lob_connectivity found = check(&s);
    assert_int_equal(found.counts[LOB_FIND_EXPOSED], 1);
    assert_int_equal(found.counts[LOB_FIND_DANGLING], 1);
    assert_int_equal(found.counts[LOB_FIND_NEAR_MISS], 0);
}

static void test_paths(void **state) {
    (void)state;
    const lob_step a[] = {{1, 0}, {2, 5}}, b[] = {{1, 0}, {2, 6}}, c[] = {{1, 0}};
    assert_lt(lob_path_compare(a, 2, b, 2), 0);
    assert_gt(lob_path_compare(b, 2, a, 2), 0);
    assert_lt(lob_path_compare(c, 1, a, 2), 0);
    assert_gt(lob_path_compare(a, 2, c, 1), 0);
    assert_eq(lob_path_compare(a, 2, a, 2), 0);
    const lob_step d[] = {{2, 0}};
    assert_gt(lob_path_compare(d, 1, a, 2), 0);
    assert_true(lob_path_is_above(c, 1, a, 2));
    assert_true(lob_path_is_above(NULL, 0, c, 1));
    assert_false(lob_path_is_above(a, 2, a, 2));
    assert_false(lob_path_is_above(d, 1, a, 2));
    assert_false(lob_path_is_above(a, 2, c, 1));
}

static void test_needs_touch(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 2);
    s.components[0].box = (lob_box64){0, 0, 100, 100};
    s.components[1].box = (lob_box64){100, 0, 200, 100};
    s.q.connect.needs_touch = true;
    port(&s, 0, 100, 50, 0);
    port(&s, 1, 100, 50, 180);
    assert_int_equal(check(&s).joined_count, 1);
    s.components[1].box.left = 101;
    lob_connectivity found = check(&s);
    assert_int_equal(found.joined_count, 0);
    assert_int_equal(found.counts[LOB_FIND_DANGLING], 2);
}

static void test_window(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 4);
    port(&s, 0, 100, 0, 0);
    port(&s, 1, 101, 0, 180);
    port(&s, 2, 300, 0, 0);
    port(&s, 3, 800, 0, 0);
    s.q.window = (lob_box64){100, 0, 300, 0}; /* closed */
    lob_connectivity found = check(&s);
    assert_int_equal(found.counts[LOB_FIND_CONNECTED], 1);
    assert_int_equal(found.counts[LOB_FIND_DANGLING], 1);
    s.q.window = (lob_box64){102, -5, 299, 5};
    assert_int_equal(check(&s).count, 0);
}

static void test_order(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 8);
    port(&s, 0, 50, 0, 0);
    port(&s, 1, 10, 9, 0);
    port(&s, 2, 10, -9, 0);
    port(&s, 3, 900, 0, 0);
    port(&s, 4, 900, 0, 90);
    port(&s, 5, 905, 500, 0);
    port(&s, 6, 909, 500, 180);
    lob_connectivity found = check(&s);
    static const int first[] = {5, 3, 2, 1, 0};
    assert_int_equal(found.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(found.items[i].ports[0], first[i]);
    }
    for (uint32_t i = 3; i < 5; i++) { /* severity goes before kind: three wires that meet are a warning */
        s.ports[i].type = LOB_STR("electrical");
    }
    port(&s, 7, 900, 0, 180)->type = LOB_STR("electrical");
    found = check(&s);
    assert_int_equal(found.items[found.count - 1].kind, LOB_FIND_OVERLOADED);
    assert_int_equal(found.items[found.count - 2].kind, LOB_FIND_DANGLING);
}

/* ---- each with each ---- */

static uint64_t seed = 1;
static uint32_t below(uint32_t limit) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

/* What the rules say, by comparing each with each: places are what chains of ports within the distance hold. */
static void brute(const scene *s, uint64_t counts[LOB_FINDING_KIND_COUNT]) {
    const uint32_t n = s->q.port_count;
    uint32_t *place = LOB_NEW_ARRAY(arena, uint32_t, n);
    bool *alone = LOB_NEW_ARRAY(arena, bool, n);
    memset(counts, 0, LOB_FINDING_KIND_COUNT * sizeof *counts);
    for (uint32_t i = 0; i < n; i++) {
        place[i] = i;
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t j = 0; j < n; j++) {
                double dx = s->ports[i].at.x - s->ports[j].at.x, dy = s->ports[i].at.y - s->ports[j].at.y;
                if (dx * dx + dy * dy <= 1 && place[j] < place[i]) {
                    place[i] = place[j];
                    moved = true;
                }
            }
        }
    }
    for (uint32_t p = 0; p < n; p++) {
        uint32_t members[8], size = 0;
        for (uint32_t i = 0; i < n; i++) {
            if (place[i] == p) {
                members[size < 8 ? size : 7] = i;
                size++;
            }
        }
        bool is_one = true;
        for (uint32_t i = 1; i < size && i < 8; i++) {
            is_one = is_one && s->ports[members[i]].path[0].inst == s->ports[members[0]].path[0].inst;
        }
        for (uint32_t i = 0; i < size && is_one; i++) {
            alone[members[i]] = true;
        }
        if (size == 2 && !is_one) {
            double turn = fabs(s->ports[members[0]].angle_deg - s->ports[members[1]].angle_deg);
            counts[turn == 180 ? LOB_FIND_CONNECTED : LOB_FIND_ANGLE]++;
        }
        counts[LOB_FIND_OVERLOADED] += size > 2 && !is_one;
    }
    for (;;) { /* near misses: the closest first */
        double best = 10;
        uint32_t a = n, b = n;
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t j = i + 1; j < n; j++) {
                const lob_port *p = &s->ports[i], *q = &s->ports[j];
                double d = hypot(p->at.x - q->at.x, p->at.y - q->at.y);
                if (alone[i] && alone[j] && p->path[0].inst != q->path[0].inst &&
                    fabs(p->angle_deg - q->angle_deg) == 180 && (d < best || (d == best && a == n))) {
                    best = d;
                    a = i;
                    b = j;
                }
            }
        }
        if (a == n) {
            break;
        }
        alone[a] = alone[b] = false;
        counts[LOB_FIND_NEAR_MISS]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        counts[LOB_FIND_DANGLING] += alone[i];
    }
}

static void test_each_with_each(void **state) {
    (void)state;
    const unsigned rounds = getenv("LOB_TEST_QUICK") ? 20 : 200;
    uint64_t seen[LOB_FINDING_KIND_COUNT] = {0};
    for (unsigned round = 0; round < rounds; round++) {
        lob_arena_reset(arena);
        scene s = new_scene();
        const uint32_t n = 20 + below(60), span = 10 + below(60);
        components(&s, n);
        for (uint32_t i = 0; i < n; i++) { /* on halves, on both sides of 0 */
            port(&s, below(n), (double)below(2 * span) / 2 - span / 2, (double)below(2 * span) / 2 - span / 2,
                 90.0 * below(4));
        }
        uint64_t counts[LOB_FINDING_KIND_COUNT];
        brute(&s, counts);
        lob_connectivity found = check(&s);
        for (int k = 0; k < LOB_FINDING_KIND_COUNT; k++) {
            if (found.counts[k] != counts[k]) {
                fail_msg("round %u kind %d: %d, each with each %d", round, k, (int)found.counts[k], (int)counts[k]);
            }
            seen[k] += counts[k];
        }
    }
    assert_true(seen[LOB_FIND_CONNECTED]);
    assert_true(seen[LOB_FIND_ANGLE]);
    assert_true(seen[LOB_FIND_OVERLOADED]);
    assert_true(seen[LOB_FIND_NEAR_MISS]);
    assert_true(seen[LOB_FIND_DANGLING]);
}

/* 100,000 ports, in rows and in one column. */
static void test_many(void **state) {
    (void)state;
    const uint32_t n = getenv("LOB_TEST_QUICK") ? 4000 : PORTS_MAX;
    for (int column = 0; column < 2; column++) {
        lob_arena_reset(arena);
        scene s = new_scene();
        components(&s, n / 2);
        for (uint32_t i = 0; i < n / 2; i++) {
            double x = column ? 0 : (i % 300) * 1000.0, y = column ? i * 1000.0 : (i / 300) * 1000.0;
            port(&s, i, x, y, 0);
            port(&s, i, x + (column ? 0 : 1000), y + (column ? 1000 : 0), 180);
        }
        s.q.kinds = 0;
        clock_t begin = clock();
        lob_connectivity found = check(&s);
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        assert_int_equal(found.counts[LOB_FIND_CONNECTED] + found.counts[LOB_FIND_DANGLING] / 2, n / 2);
        assert_lt(seconds, 1.5);
        if (column != 0) {
            assert_eq(found.counts[LOB_FIND_CONNECTED], n / 2 - 1);
        }
    }
}

/* ---- limits ---- */

static void test_limits(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 300);
    for (uint32_t i = 0; i < 300; i++) {
        port(&s, i, 0.001 * i, 0, 0);
    }
    s.q.work_max = 1000;
    lob_connectivity found;
    assert_int_equal(lob_connect_check(&ctx, &s.q, &found), LOB_E_QUERY_TOO_LARGE);
    assert_ne(ctx.error.hint[0], '\0');
    lob_error_clear(&ctx.error);
    s.q.work_max = 0;
    assert_int_equal(lob_connect_check(&ctx, &s.q, &found), LOB_OK);
    assert_int_equal(found.items[0].port_count, 300);
    for (uint32_t i = 0; i < 300; i++) { /* at the very same place they cost nothing */
        s.ports[i].at.x = 0;
    }
    s.q.work_max = 100000;
    assert_int_equal(lob_connect_check(&ctx, &s.q, &found), LOB_OK);
    lob_cancel cancel = {true};
    ctx.cancel = &cancel;
    for (uint32_t i = 0; i < 300; i++) {
        s.ports[i].at.x = 0.001 * i;
    }
    s.q.work_max = 0;
    assert_int_equal(lob_connect_check(&ctx, &s.q, &found), LOB_E_CANCELLED);
}

static void test_nothing(void **state) {
    (void)state;
    scene s = new_scene();
    lob_connectivity found = check(&s);
    assert_int_equal(found.count, 0);
    assert_false(found.overlaps_checked);
    /* a port whose component was not given */
    port(&s, 0, 0, 0, 0);
    port(&s, 1, 0, 0, 180);
    assert_int_equal(check(&s).joined_count, 1);
    assert_eq(lob_connect_reach(&s.q), 10);
    assert_eq(lob_connect_distance(&s.q), 1);
    s.q.near = 1e300;
    assert_eq(lob_connect_reach(&s.q), LOB_CONNECT_NEAR_MAX);
}

static bool run_all(void *arg) {
    scene *s = arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_connectivity found;
    lob_status status = lob_connect_check(&c, &s->q, &found);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    scene s = new_scene();
    components(&s, 400);
    for (uint32_t i = 0; i < 400; i++) {
        port(&s, i, 1000.0 * (i / 2), 4.0 * (i & 1), i & 1 ? 180 : 0);
    }
    assert_gt(sweep_allocations(run_all, &s), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_connected, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tolerance, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_near_miss, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_near_choice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_mismatches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_overloaded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dangling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_guesses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_external_types, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_exposed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_paths, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_needs_touch, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_window, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_each_with_each, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_allocations, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
