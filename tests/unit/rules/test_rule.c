/* Rules against hand calculation (each type on figures of known distances, areas and angles), against the flat check
 * and against themselves: what a window gives is what of the whole touches it, on random hierarchies. That the pairs
 * are those of KLayout is held by tests/corpus/checks.c and tests/oracle/rules.py. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "rules/rule_impl.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep_short.h"

static uint64_t state;

static uint32_t random_below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static int32_t around(int32_t reach) {
    return (int32_t)random_below((uint32_t)(2 * reach + 1)) - reach;
}

/* ---- figures of known size ---- */

typedef struct scene {
    lob_arena *arena;
    lob_ctx ctx;
    rig r;
    lob_layout *layout;
} scene;

static void begin(scene *s) {
    s->arena = lob_arena_new(0);
    lob_ctx_init(&s->ctx, s->arena);
    s->r = rig_begin(&s->ctx);
    rig_cell(&s->r, "TOP");
}

static void ready(scene *s) {
    rig_end_cell(&s->r);
    s->layout = rig_end(&s->r);
}

static void end(scene *s) {
    lob_layout_drop(s->layout);
    lob_arena_drop(s->arena);
}

static void box(scene *s, uint32_t layer, int32_t left, int32_t bottom, int32_t right, int32_t top) {
    rig_box(&s->r, layer, NULL, (lob_box){left, bottom, right, top});
}

enum { ONE, TWO, OR, AND, NOT, XOR, ABSENT, NODES };

/* Nodes over layers 1 and 2, as named above. */
static void make_nodes(const lob_layout *layout, lob_layers_node nodes[NODES]) {
    nodes[ONE] = (lob_layers_node){.layer = lob_layout_find_layer(layout, 1, 0)};
    nodes[TWO] = (lob_layers_node){.layer = lob_layout_find_layer(layout, 2, 0)};
    nodes[OR] = (lob_layers_node){LOB_LAYERS_OR, LOB_NONE, ONE, TWO};
    nodes[AND] = (lob_layers_node){LOB_LAYERS_AND, LOB_NONE, ONE, TWO};
    nodes[NOT] = (lob_layers_node){LOB_LAYERS_NOT, LOB_NONE, ONE, TWO};
    nodes[XOR] = (lob_layers_node){LOB_LAYERS_XOR, LOB_NONE, ONE, TWO};
    nodes[ABSENT] = (lob_layers_node){.layer = LOB_NONE};
}

static lob_verdict check(scene *s, const lob_rule *rules, uint32_t count, const lob_box64 *window, uint32_t list_max) {
    lob_layers_node nodes[NODES];
    make_nodes(s->layout, nodes);
    const lob_rules deck = {nodes, NODES, rules, count};
    lob_rules_question q = {.layout = s->layout,
                            .cell = lob_layout_find_cell(s->layout, LOB_STR("TOP")),
                            .has_window = window != NULL,
                            .list_max = list_max};
    lob_verdict v;
    q.window = window ? *window : q.window;
    assert_int_equal(lob_rules_run(&s->ctx, &q, &deck, &v), LOB_OK);
    return v;
}

static lob_verdict check_one(scene *s, lob_rule rule) {
    lob_verdict v = check(s, &rule, 1, NULL, 0);
    assert_int_equal(v.totals[0], v.count);
    return v;
}

static lob_rule pairs(lob_rule_type type, uint32_t a, uint32_t b, int64_t min) {
    return (lob_rule){.type = type, .a = a, .b = b, .min = min};
}

static void test_pairs(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    box(&s, 1, 0, 0, 1000, 100);     /* 100 wide */
    box(&s, 1, 0, 250, 1000, 600);   /* 150 above */
    box(&s, 2, 40, 300, 200, 500);   /* in the second one, 40 from its left, 50 from below */
    box(&s, 2, 900, 400, 1080, 450); /* out of it by 80 */
    box(&s, 2, 400, 650, 500, 1000); /* 50 above it */
    ready(&s);
    const struct {
        lob_rule_type type;
        uint32_t a, b;
        int64_t fine; /* at this limit nothing, at one more `count`, the nearest at `fine` */
        uint32_t count;
    } cases[] = {
        {LOB_RULE_WIDTH, ONE, LOB_NONE, 100, 1},    {LOB_RULE_SPACE, ONE, LOB_NONE, 150, 1},
        {LOB_RULE_ISOLATED, ONE, LOB_NONE, 150, 1}, {LOB_RULE_SEPARATION, ONE, TWO, 50, 1},
        {LOB_RULE_EXTENSION, TWO, ONE, 80, 1},      {LOB_RULE_OVERLAP, ONE, TWO, 100, 1},
        {LOB_RULE_EXTENSION, ONE, TWO, 40, 1},      {LOB_RULE_WIDTH, AND, LOB_NONE, 50, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: a %u, b %u", i, cases[i].a, cases[i].b);
        assert_int_equal(check_one(&s, pairs(cases[i].type, cases[i].a, cases[i].b, cases[i].fine)).count, 0);
        lob_verdict v = check_one(&s, pairs(cases[i].type, cases[i].a, cases[i].b, cases[i].fine + 1));
        assert_int_equal(v.count, cases[i].count);
        assert_int_equal(v.items[0].kind, LOB_VIOLATION_EDGE_PAIR);
        assert_eq(v.items[0].count, 4);
        assert_eq(v.items[0].value, (double)cases[i].fine);
    }
    assert_int_equal(check_one(&s, pairs(LOB_RULE_NOTCH, ONE, LOB_NONE, 10000)).count, 0);
    assert_int_equal(check_one(&s, pairs(LOB_RULE_WIDTH, ONE, LOB_NONE, 0)).count, 0); /* nothing is below nothing */
    assert_int_equal(check_one(&s, pairs(LOB_RULE_WIDTH, ABSENT, LOB_NONE, 1000)).count, 0);
    assert_int_equal(check_one(&s, pairs(LOB_RULE_SEPARATION, ABSENT, ONE, 1000)).count, 0);
    lob_rule lax = pairs(LOB_RULE_WIDTH, ONE, LOB_NONE, 110);
    lax.tolerance = 10;
    assert_int_equal(check_one(&s, lax).count, 0);
    lax.tolerance = 9;
    assert_int_equal(check_one(&s, lax).count, 1);
    for (int more = 0; more < 2; more++) {
        lob_rule whole = pairs(LOB_RULE_SPACE, ONE, LOB_NONE, 150 + more);
        whole.whole_edges = true;
        assert_int_equal(check_one(&s, whole).count, more);
    }
    end(&s);
}

/* What of a does not lie in b counts beside what lies too near its border. */
static void test_enclosure(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    box(&s, 1, 0, 0, 1000, 1000);
    box(&s, 2, 40, 300, 200, 500);   /* 40 from the left */
    box(&s, 2, 900, 400, 1080, 500); /* 80 x 100 outside */
    box(&s, 2, 3000, 0, 3010, 10);   /* all outside */
    ready(&s);
    lob_verdict v = check_one(&s, pairs(LOB_RULE_ENCLOSURE, TWO, ONE, 41));
    unsigned polygons = 0, near = 0;
    double area = 0;
    for (uint32_t i = 0; i < v.count; i++) {
        polygons += v.items[i].kind == LOB_VIOLATION_POLYGON;
        near += v.items[i].kind == LOB_VIOLATION_EDGE_PAIR && v.items[i].value == 40;
        area += v.items[i].kind == LOB_VIOLATION_POLYGON ? v.items[i].value : 0;
    }
    assert_eq(v.count, 3);
    assert_eq(polygons, 2);
    assert_eq(near, 1);
    assert_eq(area, 80 * 100 + 100);
    v = check_one(&s, pairs(LOB_RULE_ENCLOSURE, TWO, ABSENT, 41));
    assert_eq(v.count, 3);
    assert_eq(v.items[0].kind, LOB_VIOLATION_POLYGON);
    end(&s);
}

static void test_area_and_corners(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    box(&s, 1, 0, 0, 100, 100); /* 20000 with its neighbour at the corner */
    box(&s, 1, 100, 100, 200, 200);
    box(&s, 1, 1000, 0, 1100, 100); /* 10000 */
    box(&s, 1, 2000, 0, 2100, 300); /* 30000 less a hole of 2500 */
    box(&s, 2, 2025, 100, 2075, 150);
    ready(&s);
    lob_rule rule = {.type = LOB_RULE_AREA, .a = ONE, .b = LOB_NONE, .has_low = true, .low = 10000};
    assert_int_equal(check_one(&s, rule).count, 0);
    rule.low = 10000.5;
    lob_verdict v = check_one(&s, rule);
    assert_eq(v.count, 1);
    assert_eq(v.items[0].value, 10000);
    assert_eq(v.items[0].box.left, 1000);
    rule.low = 20001;
    assert_int_equal(check_one(&s, rule).count, 2);
    rule = (lob_rule){.type = LOB_RULE_AREA, .a = NOT, .b = LOB_NONE, .has_high = true, .high = 27499};
    v = check_one(&s, rule);
    assert_eq(v.count, 1);
    assert_eq(v.items[0].value, 27500);
    rule.high = 27500;
    assert_int_equal(check_one(&s, rule).count, 0);
    rule = (lob_rule){.type = LOB_RULE_AREA, .a = XOR, .b = LOB_NONE, .has_high = true, .high = 0};
    assert_int_equal(check_one(&s, rule).count, 3);
    rule.a = OR;
    v = check_one(&s, rule);
    assert_eq(v.count, 3);
    assert_eq(v.items[2].value, 30000);
    end(&s);
}

/* Vertices are judged where they lie, in each place of a cell anew. */
static void test_grid(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    rig_end_cell(&s.r);
    s.layout = NULL;
    lob_layout_drop(rig_end(&s.r));
    s.r = rig_begin(&s.ctx);
    rig_cell(&s.r, "LEAF");
    rig_box(&s.r, 1, NULL, (lob_box){0, 0, 10, 23});
    rig_end_cell(&s.r);
    rig_cell(&s.r, "TOP");
    rig_inst(&s.r, "LEAF", NULL, 0, 0, false, 0, 1);       /* 2 off: y 23 */
    rig_inst(&s.r, "LEAF", NULL, -1000, 2, false, 0, 1);   /* 2 off: y 2; 25 is fine */
    rig_inst(&s.r, "LEAF", NULL, 1001, 0, false, 0, 1);    /* all off */
    rig_inst(&s.r, "LEAF", NULL, -500, 500, false, 90, 1); /* x -523 off */
    ready(&s);
    lob_verdict v = check_one(&s, (lob_rule){.type = LOB_RULE_GRID, .a = ONE, .b = LOB_NONE, .grid = 5});
    assert_int_equal(v.count, 2 + 2 + 4 + 2);
    for (uint32_t i = 0; i < v.count; i++) {
        if (v.items[i].points[0].x % 5 == 0) {
            assert_ne(v.items[i].points[0].y % 5, 0);
        }
    }
    end(&s);
}

static void test_angle(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    const lob_point triangle[3] = {{0, 0}, {200, 0}, {200, 100}},
                    diamond[4] = {{500, 0}, {600, 100}, {500, 200}, {400, 100}};
    const lob_point third[3] = {{1000, 0}, {3000000, 0}, {1000, 1731473}}; /* atan(1731473 / 2999000) = 30.0000 */
    rig_polygon(&s.r, 1, NULL, triangle, 3);
    rig_polygon(&s.r, 1, NULL, diamond, 4);
    rig_polygon(&s.r, 2, NULL, third, 3);
    ready(&s);
    lob_rule rule = {.type = LOB_RULE_ANGLE, .a = ONE, .b = LOB_NONE, .angle_step = 45};
    lob_verdict v = check_one(&s, rule);
    assert_eq(v.count, 1);
    assert_close(v.items[0].value, 26.56505117707799, 1e-9);
    rule.angle_step = 90;
    assert_int_equal(check_one(&s, rule).count, 5);
    rule = (lob_rule){.type = LOB_RULE_ANGLE, .a = TWO, .b = LOB_NONE, .angle_step = 30};
    v = check_one(&s, rule); /* the grid does not hold 30 degrees exactly */
    assert_eq(v.count, 1);
    assert_close(v.items[0].value, 150, 1e-3);
    end(&s);
}

static void test_density(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    box(&s, 1, 0, 0, 500, 1000); /* half of the cell */
    box(&s, 1, 0, 0, 500, 500);
    box(&s, 2, 400, 0, 1000, 100);
    box(&s, 3, 0, 0, 1000, 1000);
    ready(&s);
    lob_rule rule = {
        .type = LOB_RULE_DENSITY, .a = ONE, .b = LOB_NONE, .has_low = true, .low = 0.5, .has_high = true, .high = 0.5};
    assert_int_equal(check_one(&s, rule).count, 0);
    rule.low = 0.51;
    rule.high = 1;
    lob_verdict v = check_one(&s, rule);
    assert_eq(v.count, 1);
    assert_eq(v.items[0].kind, LOB_VIOLATION_BOX);
    assert_eq(v.items[0].value, 0.5);
    assert_eq(v.items[0].box.right, 1000);
    rule.a = ABSENT;
    v = check_one(&s, rule);
    assert_eq(v.count, 1);
    assert_eq(v.items[0].value, 0);
    rule.a = OR;
    rule.low = 0.551;
    v = check_one(&s, rule);
    assert_eq(v.count, 1);
    assert_close(v.items[0].value, 0.55, 1e-12);
    rule = (lob_rule){
        .type = LOB_RULE_DENSITY, .a = ONE, .b = LOB_NONE, .has_low = true, .low = 0.2, .window = 400, .step = 300};
    v = check_one(&s, rule); /* columns 0-400 1, 300-700 0.5, 600-1000 0: three rows of the last */
    assert_int_equal(v.count, 3);
    assert_eq(v.items[0].box.left, 600);
    assert_eq(v.items[0].box.right, 1000);
    rule.window = 300;
    rule.step = 0;
    v = check_one(&s, rule); /* 0-300, 300-600 (2/3), 600-900, 900-1000; four rows, the last 900-1000 */
    assert_int_equal(v.count, 8);
    assert_eq(v.items[7].box.top, 1000);
    assert_eq(v.items[7].box.right, 1000);
    assert_eq(v.items[7].box.left, 900);
    const lob_box64 window = {901, 901, 950, 950};
    v = check(&s, &rule, 1, &window, 0);
    assert_eq(v.count, 1);
    assert_eq(v.totals[0], 1);
    assert_eq(v.items[0].box.left, 900);
    assert_eq(v.items[0].box.bottom, 900);
    rule.window = 0;
    v = check(&s, &rule, 1, &window, 0); /* the window itself */
    assert_eq(v.count, 1);
    assert_eq(v.items[0].box.left, 901);
    assert_eq(v.items[0].value, 0);
    end(&s);
}

static void assert_refused(scene *s, lob_rule rule, lob_box64 *window, lob_status status, const char *reason) {
    lob_layers_node nodes[NODES + 1];
    make_nodes(s->layout, nodes);
    nodes[NODES] = (lob_layers_node){LOB_LAYERS_OR, LOB_NONE, AND, ONE};
    const lob_rules deck = {nodes, NODES + 1, &rule, 1};
    lob_rules_question q = {.layout = s->layout, .has_window = window != NULL, .follow_max = 1};
    lob_verdict v;
    q.window = window ? *window : q.window;
    lob_ctx ctx;
    lob_ctx_init(&ctx, s->arena);
    assert_int_equal(lob_rules_run(&ctx, &q, &deck, &v), status);
    bool found = false;
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        found = found || (strcmp(ctx.error.details[i].key, "reason") == 0 &&
                          lob_str_equal(ctx.error.details[i].text, lob_str_from(reason)));
    }
    assert_true(found);
    assert_ne(ctx.error.hint[0], '\0');
}

static void test_refusals(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    for (int32_t i = 0; i < 20; i++) { /* one long shape */
        box(&s, 1, 1000 * i, 0, 1000 * (i + 1), 100);
    }
    box(&s, 2, 0, 0, 1000, 1000);
    ready(&s);
    lob_box64 window = {0, 0, 50, 50};
    lob_rule density = {.type = LOB_RULE_DENSITY, .a = NODES, .b = LOB_NONE, .has_low = true, .low = 1, .window = 500};
    assert_refused(&s, density, NULL, LOB_E_INVALID_TARGET, "expression");
    density.a = ONE;
    density.window = 3;
    assert_refused(&s, density, NULL, LOB_E_INVALID_TARGET, "windows");
    const lob_rule area = {.type = LOB_RULE_AREA, .a = ONE, .b = LOB_NONE, .has_low = true, .low = 1e9};
    assert_refused(&s, area, &window, LOB_E_QUERY_TOO_LARGE, "follow");
    lob_verdict v = check(&s, &area, 1, &window, 0); /* followed to its end */
    assert_eq(v.totals[0], 1);
    assert_eq(v.items[0].value, 20000.0 * 100);
    assert_true(!v.is_local);
    end(&s);
}

/* ---- lists and totals ---- */

static void test_lists(void **unused) {
    (void)unused;
    const lob_rep few = {.kind = LOB_REP_LATTICE, .na = 10, .nb = 10, .a = {1000, 0}, .b = {0, 1000}};
    scene s = {.arena = lob_arena_new(0)};
    lob_ctx_init(&s.ctx, s.arena);
    s.r = rig_begin(&s.ctx);
    rig_cell(&s.r, "LEAF");
    rig_box(&s.r, 1, NULL, (lob_box){0, 0, 10, 20});
    rig_end_cell(&s.r);
    rig_cell(&s.r, "TOP");
    rig_inst(&s.r, "LEAF", &few, 0, 0, false, 0, 1);
    ready(&s);
    const lob_rule rules[2] = {pairs(LOB_RULE_WIDTH, ONE, LOB_NONE, 11), pairs(LOB_RULE_WIDTH, ONE, LOB_NONE, 21)};
    lob_verdict v = check(&s, rules, 2, NULL, 7);
    assert_eq(v.totals[0], 100);
    assert_eq(v.totals[1], 200);
    assert_eq(v.count, 7);
    assert_true(v.is_cut);
    v = check(&s, rules, 2, NULL, 300);
    assert_eq(v.count, 300);
    assert_true(!v.is_cut);
    for (uint32_t i = 1; i < v.count; i++) {
        const lob_violation *a = &v.items[i - 1], *b = &v.items[i];
        if (a->rule >= b->rule) {
            assert_eq(a->rule, b->rule);
            if (a->box.bottom >= b->box.bottom) {
                assert_eq(a->box.bottom, b->box.bottom);
                assert_le(a->box.left, b->box.left);
            }
        }
    }
    end(&s);
}

/* 3 * 2^30 violations are counted, not walked to; totals beyond 64 bits stop there. */
static void test_saturation(void **unused) {
    (void)unused;
    scene s = {.arena = lob_arena_new(0)};
    lob_ctx_init(&s.ctx, s.arena);
    s.r = rig_begin(&s.ctx);
    const lob_rep two = {.kind = LOB_REP_LATTICE, .na = 1u << 15, .nb = 1u << 15, .a = {50, 0}, .b = {0, 50}};
    rig_cell(&s.r, "C0");
    rig_box(&s.r, 1, NULL, (lob_box){0, 0, 10, 20});
    rig_end_cell(&s.r);
    rig_cell(&s.r, "C1");
    rig_inst(&s.r, "C0", &two, 0, 0, false, 0, 1);
    rig_end_cell(&s.r);
    rig_cell(&s.r, "TOP");
    for (int i = 0; i < 3; i++) {
        rig_inst(&s.r, "C1", NULL, 0, 4000000 * i, false, 0, 1);
    }
    ready(&s);
    const lob_rule rule = pairs(LOB_RULE_WIDTH, ONE, LOB_NONE, 11);
    lob_verdict v = check(&s, &rule, 1, NULL, 5);
    assert_eq(v.totals[0], 3 * (UINT64_C(1) << 30));
    assert_eq(v.count, 5);
    assert_true(v.is_cut);
    /* More than any layout has room for, put together by hand: 1.6 * 10^19 squared. */
    const lob_rep huge = {.kind = LOB_REP_LATTICE, .na = 4000000000u, .nb = 4000000000u, .a = {1, 0}, .b = {0, 1}};
    const lob_patch_place place = {0, {0, 0}};
    const lob_scan_child first = {.job = 1, .rep = &huge}, second = {.job = 2, .rep = &huge};
    const lob_scan_job jobs[3] = {
        {.cell = lob_layout_find_cell(s.layout, LOB_STR("TOP")), .children = &first, .child_count = 1},
        {.cell = lob_layout_find_cell(s.layout, LOB_STR("C1")), .children = &second, .child_count = 1},
        {.cell = lob_layout_find_cell(s.layout, LOB_STR("C0")), .places = &place, .place_count = 1}};
    const lob_scan scan = {.layout = s.layout, .patch_count = 1, .jobs = jobs, .job_count = 3};
    uint64_t *totals;
    assert_int_equal(lob_scan_totals(&s.ctx, &scan, &totals), LOB_OK);
    assert_eq(totals[0], UINT64_MAX);
    end(&s);
}

/* ---- windows ---- */

static void random_shapes(rig *r, int32_t span, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = around(span), y = around(span), w = 40 + (int32_t)random_below(300),
                h = 40 + (int32_t)random_below(300);
        const lob_point kite[4] = {
            {x, y}, {x + w, y + around(30)}, {x + w + around(30), y + h}, {x + around(30), y + h}};
        uint32_t layer = 1 + random_below(2);
        if (random_below(3)) {
            rig_box(r, layer, NULL, (lob_box){x, y, x + w, y + h});
        } else {
            rig_polygon(r, layer, NULL, kite, 4);
        }
    }
}

static lob_layout *random_layout(lob_ctx *ctx, uint64_t seed) {
    state = seed;
    rig r = rig_begin(ctx);
    const lob_rep row = {.kind = LOB_REP_LATTICE, .na = 4, .nb = 2, .a = {450, 0}, .b = {0, 700}};
    rig_cell(&r, "LEAF");
    random_shapes(&r, 300, 4);
    rig_box(&r, 1, NULL, (lob_box){0, 0, 50, 60});
    rig_box(&r, 2, NULL, (lob_box){10, 10, 40, 30});
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    random_shapes(&r, 2500, 25);
    for (int i = 0; i < 5; i++) {
        rig_inst(&r, "LEAF", random_below(2) ? NULL : &row, around(2500), around(2500), random_below(2),
                 random_below(6) ? 90.0 * random_below(4) : 20, 1);
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

static const lob_rule window_rules[] = {
    {.type = LOB_RULE_WIDTH, .a = ONE, .b = LOB_NONE, .min = 90},
    {.type = LOB_RULE_SPACE, .a = ONE, .b = LOB_NONE, .min = 150},
    {.type = LOB_RULE_SPACE, .a = OR, .b = LOB_NONE, .min = 110, .metrics = LOB_METRICS_SQUARE},
    {.type = LOB_RULE_NOTCH, .a = OR, .b = LOB_NONE, .min = 120},
    {.type = LOB_RULE_ISOLATED, .a = TWO, .b = LOB_NONE, .min = 130},
    {.type = LOB_RULE_SEPARATION, .a = ONE, .b = TWO, .min = 100},
    {.type = LOB_RULE_ENCLOSURE, .a = TWO, .b = ONE, .min = 60},
    {.type = LOB_RULE_EXTENSION, .a = ONE, .b = TWO, .min = 60, .metrics = LOB_METRICS_PROJECTION},
    {.type = LOB_RULE_OVERLAP, .a = ONE, .b = TWO, .min = 80},
    {.type = LOB_RULE_WIDTH, .a = NOT, .b = LOB_NONE, .min = 90, .whole_edges = true},
    {.type = LOB_RULE_AREA, .a = AND, .b = LOB_NONE, .has_low = true, .low = 20000},
    {.type = LOB_RULE_AREA, .a = XOR, .b = LOB_NONE, .has_high = true, .high = 90000},
    {.type = LOB_RULE_GRID, .a = ONE, .b = LOB_NONE, .grid = 7},
    {.type = LOB_RULE_ANGLE, .a = ONE, .b = LOB_NONE, .angle_step = 45},
    {.type = LOB_RULE_DENSITY, .a = ONE, .b = LOB_NONE, .has_low = true, .low = 0.3, .window = 700, .step = 500},
};
enum { WINDOW_RULES = sizeof window_rules / sizeof window_rules[0] };

static bool same_violation(const lob_violation *a, const lob_violation *b) {
    /* Areas of windows are cut out of other blocks, where crossings off the grid are rounded anew: an
     * edge of 700 moves by half a unit, 350 of 490000. */
    const double slack = a->kind == LOB_VIOLATION_BOX ? 7e-4 : 1e-9;
    return a->rule == b->rule && a->kind == b->kind && a->count == b->count && fabs(a->value - b->value) < slack &&
           memcmp(a->points, b->points, a->count * sizeof *a->points) == 0;
}

static unsigned long compared[WINDOW_RULES];

static void check_window(scene *s, const lob_verdict *whole, lob_box64 window) {
    lob_verdict v = check(s, window_rules, WINDOW_RULES, &window, 0);
    uint32_t k = 0;
    uint64_t totals[WINDOW_RULES] = {0};
    assert_false(v.is_local);
    for (uint32_t i = 0; i < whole->count; i++) {
        if (!lob_violation_touches(&whole->items[i], (lob_point64){0, 0}, window)) {
            continue;
        }
        assert_lt(k, v.count);
        assert_true(same_violation(&whole->items[i], &v.items[k]));
        totals[v.items[k].rule]++;
        compared[v.items[k++].rule]++;
    }
    assert_int_equal(k, v.count);
    for (int i = 0; i < WINDOW_RULES; i++) {
        assert_int_equal(totals[i], v.totals[i]);
    }
}

static void test_windows(void **unused) {
    (void)unused;
    const uint64_t scenes = getenv("LOB_TEST_QUICK") ? 2 : 40;
    for (uint64_t seed = 1; seed <= scenes; seed++) {
        scene s = {.arena = lob_arena_new(0)};
        lob_ctx_init(&s.ctx, s.arena);
        s.layout = random_layout(&s.ctx, seed);
        lob_verdict whole = check(&s, window_rules, WINDOW_RULES, NULL, 0);
        for (int i = 0; i < 6; i++) {
            int64_t x = around(3000), y = around(3000), w = 1 + random_below(1200), h = 1 + random_below(1200);
            check_window(&s, &whole, (lob_box64){x, y, x + w, y + h});
        }
        end(&s);
    }
    for (int i = 0; i < WINDOW_RULES; i++) {
        if (compared[i] <= 3) {
            assert_true(getenv("LOB_TEST_QUICK"));
        }
    }
}

/* What of a long bar lies outside is said by pads far from the window. */
static void test_window_of_enclosure(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    box(&s, 2, 0, 0, 10000, 50);
    box(&s, 1, -100, -100, 200, 200);
    box(&s, 1, 9000, -100, 10100, 200);
    ready(&s);
    const lob_box64 window = {300, 0, 400, 50}, beside = {300, 60, 400, 80};
    const lob_rule rule = pairs(LOB_RULE_ENCLOSURE, TWO, ONE, 40);
    lob_verdict v = check(&s, &rule, 1, &window, 0);
    assert_eq(v.count, 1);
    assert_eq(v.items[0].box.left, 200);
    assert_eq(v.items[0].box.right, 9000);
    assert_eq(v.items[0].value, 8800.0 * 50);
    assert_int_equal(check(&s, &rule, 1, &beside, 0).count, 0);
    end(&s);
}

/* What touches: against points along the figure and within it. */
static void test_touching(void **unused) {
    (void)unused;
    const lob_point64 pair[4] = {{0, 0}, {100, 0}, {100, 50}, {0, 50}},
                      crossed[4] = {{0, 0}, {100, 0}, {0, 50}, {100, 50}};
    const lob_point64 slant[2] = {{0, 0}, {100, 100}};
    const lob_point64 ring[6] = {{0, 0}, {100, 0}, {100, 100}, {50, 100}, {50, 20}, {0, 20}};
    const struct {
        lob_violation_kind kind;
        const lob_point64 *points;
        uint32_t count;
        lob_box64 window;
        bool touches;
    } cases[] = {
        {LOB_VIOLATION_EDGE_PAIR, pair, 4, {40, 20, 60, 30}, true}, /* between the edges */
        {LOB_VIOLATION_EDGE_PAIR, crossed, 4, {90, 20, 95, 30}, true},
        {LOB_VIOLATION_EDGE_PAIR, pair, 4, {100, 50, 200, 200}, true}, /* in a corner */
        {LOB_VIOLATION_EDGE_PAIR, pair, 4, {101, 0, 200, 200}, false},
        {LOB_VIOLATION_EDGE, slant, 2, {0, 60, 40, 100}, false}, /* in its box only */
        {LOB_VIOLATION_EDGE, slant, 2, {60, 30, 70, 60}, true},
        {LOB_VIOLATION_EDGE, slant, 2, {60, 30, 70, 59}, false},
        {LOB_VIOLATION_POLYGON, ring, 6, {60, 30, 61, 31}, true}, /* inside */
        {LOB_VIOLATION_POLYGON, ring, 6, {10, 30, 40, 90}, false},
        {LOB_VIOLATION_POLYGON, ring, 6, {10, 20, 40, 90}, true},
        {LOB_VIOLATION_POLYGON, ring, 6, {-10, -10, 400, 400}, true}, /* around it */
        {LOB_VIOLATION_POINT, slant, 1, {0, 0, 1, 1}, true},
        {LOB_VIOLATION_POINT, slant, 1, {1, 0, 2, 1}, false},
        {LOB_VIOLATION_BOX, slant, 2, {0, 60, 40, 100}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: count %u", i, cases[i].count);
        lob_violation v = {
            .kind = cases[i].kind, .count = cases[i].count, .points = cases[i].points, .box = LOB_BOX64_EMPTY};
        for (uint32_t k = 0; k < v.count; k++) {
            v.box = lob_box64_add_point(v.box, v.points[k].x, v.points[k].y);
        }
        assert_int_equal(lob_violation_touches(&v, (lob_point64){0, 0}, cases[i].window), cases[i].touches);
        const lob_box64 w = cases[i].window;
        const lob_box64 there = {w.left + 7, w.bottom - 9, w.right + 7, w.top - 9};
        assert_int_equal(lob_violation_touches(&v, (lob_point64){7, -9}, there), cases[i].touches);
    }
}

/* ---- failing ---- */

static bool run_once(void *arg) {
    scene *s = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_layers_node nodes[NODES];
    make_nodes(s->layout, nodes);
    const lob_rules deck = {nodes, NODES, window_rules, WINDOW_RULES};
    const lob_rules_question whole = {.layout = s->layout, .cell = lob_layout_find_cell(s->layout, LOB_STR("TOP"))};
    lob_rules_question part = whole;
    lob_verdict v;
    part.has_window = true;
    part.window = (lob_box64){0, 0, 300, 300};
    bool fine = lob_rules_run(&ctx, &whole, &deck, &v) == LOB_OK && lob_rules_run(&ctx, &part, &deck, &v) == LOB_OK;
    lob_arena_drop(arena);
    return fine;
}

static void test_failing(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    box(&s, 1, 0, 0, 200, 20);
    box(&s, 1, 210, 0, 300, 23);
    box(&s, 2, 10, 5, 20, 40);
    ready(&s);
    assert_true(run_once(&s)); /* trees that stay with the layout are made */
    assert_gt(sweep_allocations_short(run_once, &s), 20);
    end(&s);
}

/* ---- threads ---- */

static const lob_team teams[] = {{2, 3}, {3, 33}, {7, 1}, {7, 12}, {0, 0}};
enum { TEAMS = sizeof teams / sizeof teams[0] };

static void assert_same_verdict(const lob_verdict *a, const lob_verdict *b) {
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->totals, b->totals, WINDOW_RULES * sizeof *a->totals);
    assert_eq(a->is_cut, b->is_cut);
    assert_eq(a->is_local, b->is_local);
    for (uint32_t i = 0; i < a->count; i++) {
        const lob_violation *x = &a->items[i], *y = &b->items[i];
        assert_eq(x->rule, y->rule);
        assert_eq(x->kind, y->kind);
        assert_eq(x->count, y->count);
        assert_memory_equal(&x->value, &y->value, sizeof x->value);
        assert_memory_equal(&x->box, &y->box, sizeof x->box);
        assert_memory_equal(x->points, y->points, x->count * sizeof *x->points);
    }
}

/* Whatever the threads and the size of their tasks: the same bytes, listed whole or cut short. */
static void test_teams(void **unused) {
    (void)unused;
    const uint64_t scenes = getenv("LOB_TEST_QUICK") ? 1 : 2;
    /* the first, the third and the last of the teams; the last */
    const int step = stride_is_on() ? TEAMS : getenv("LOB_TEST_QUICK") ? 2 : 1;
    uint64_t violations = 0;
    for (uint64_t seed = 101; seed <= 100 + scenes; seed++) {
        scene s = {.arena = lob_arena_new(0)};
        lob_ctx_init(&s.ctx, s.arena);
        s.layout = random_layout(&s.ctx, seed);
        lob_layers_node nodes[NODES];
        make_nodes(s.layout, nodes);
        const lob_rules deck = {nodes, NODES, window_rules, WINDOW_RULES};
        for (int part = 0; part < 3; part++) {
            lob_rules_question q = {.layout = s.layout,
                                    .cell = lob_layout_find_cell(s.layout, LOB_STR("TOP")),
                                    .has_window = part == 1,
                                    .window = {-1500, -1500, 1500, 1500},
                                    .list_max = part == 2 ? 20 : 0,
                                    .team = {1, 0}};
            lob_verdict alone, shared;
            assert_int_equal(lob_rules_run(&s.ctx, &q, &deck, &alone), LOB_OK);
            violations += alone.count;
            for (int i = step == TEAMS ? TEAMS - 1 : 0; i < TEAMS; i += step) {
                q.team = teams[i];
                assert_int_equal(lob_rules_run(&s.ctx, &q, &deck, &shared), LOB_OK);
                assert_same_verdict(&alone, &shared);
            }
        }
        end(&s);
    }
    assert_gt(violations, 200);
}

static bool run_shared(void *arg) {
    scene *s = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_layers_node nodes[NODES];
    make_nodes(s->layout, nodes);
    const lob_rules deck = {nodes, NODES, window_rules, 2};
    lob_rules_question q = {.layout = s->layout,
                            .cell = lob_layout_find_cell(s->layout, LOB_STR("TOP")),
                            .team = {.thread_count = 3, .grain = 2}};
    lob_verdict v;
    lob_status status = lob_rules_run(&ctx, &q, &deck, &v);
    q.has_window = true;
    q.window = (lob_box64){0, 0, 300, 300};
    status = status == LOB_OK ? lob_rules_run(&ctx, &q, &deck, &v) : status;
    const bool told = status == LOB_OK || (ctx.error.code == LOB_E_TOOL_LIMIT_EXCEEDED && ctx.error.hint[0] != '\0');
    lob_arena_drop(arena);
    assert_true(told);
    return status == LOB_OK;
}

/* Whichever thread it is that gets no memory. */
static void test_failing_teams(void **unused) {
    (void)unused;
    scene s;
    begin(&s);
    box(&s, 1, 0, 0, 200, 20);
    box(&s, 1, 210, 0, 300, 23);
    box(&s, 1, 1000, 0, 1300, 50);
    ready(&s);
    assert_true(run_shared(&s));
    assert_gt(sweep_allocations_short(run_shared, &s), 20);
    end(&s);
}

static void cancel_soon(void *arg, double done, double total, const char *message) {
    (void)done;
    (void)total;
    (void)message;
    atomic_store(&((lob_cancel *)arg)->requested, true);
}

/* Set before, and set while it runs. */
static void test_cancel_teams(void **unused) {
    (void)unused;
    scene s = {.arena = lob_arena_new(0)};
    lob_ctx_init(&s.ctx, s.arena);
    s.layout = random_layout(&s.ctx, 1);
    lob_layers_node nodes[NODES];
    make_nodes(s.layout, nodes);
    const lob_rules deck = {nodes, NODES, window_rules, WINDOW_RULES};
    for (int i = 0; i < TEAMS; i += (int)stride_pick(1, 4)) {
        for (int is_before = 0; is_before < 2; is_before++) {
            lob_cancel cancel = {is_before != 0};
            lob_ctx ctx;
            lob_verdict v;
            lob_ctx_init(&ctx, s.arena);
            ctx.cancel = &cancel;
            ctx.progress = cancel_soon;
            ctx.progress_arg = &cancel;
            const lob_rules_question q = {
                .layout = s.layout, .cell = lob_layout_find_cell(s.layout, LOB_STR("TOP")), .team = teams[i]};
            assert_int_equal(lob_rules_run(&ctx, &q, &deck, &v), LOB_E_CANCELLED);
            assert_int_equal(ctx.error.code, LOB_E_CANCELLED);
        }
    }
    end(&s);
}

static void test_cancel(void **unused) {
    (void)unused;
    scene s = {.arena = lob_arena_new(0)};
    lob_ctx_init(&s.ctx, s.arena);
    s.layout = random_layout(&s.ctx, 1);
    lob_cancel cancel = {true};
    lob_layers_node nodes[NODES];
    make_nodes(s.layout, nodes);
    lob_ctx ctx;
    lob_verdict v;
    lob_ctx_init(&ctx, s.arena);
    ctx.cancel = &cancel;
    const lob_rules deck = {nodes, NODES, window_rules, WINDOW_RULES};
    const lob_rules_question q = {.layout = s.layout, .cell = lob_layout_find_cell(s.layout, LOB_STR("TOP"))};
    assert_int_equal(lob_rules_run(&ctx, &q, &deck, &v), LOB_E_CANCELLED);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_enclosure),
        cmocka_unit_test(test_area_and_corners),
        cmocka_unit_test(test_grid),
        cmocka_unit_test(test_angle),
        cmocka_unit_test(test_density),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_saturation),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_touching),
        cmocka_unit_test(test_window_of_enclosure),
        cmocka_unit_test(test_failing),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_teams),
        cmocka_unit_test(test_failing_teams),
        cmocka_unit_test(test_cancel_teams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
