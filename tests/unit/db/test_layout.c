/* The layout builder and freezing: random hierarchies against full expansion, and input that means harm. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/ctx.h"
#include "db/builder.h"
#include "db/emit.h"
#include "tests/support/stride.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_builder *builder;
    const lob_sink *sink;
    lob_layout *layout;
} rig;

static const lob_element on_1 = {.layer = 1};

static bool rig_open(rig *r, uint64_t size_max) {
    *r = (rig){.arena = lob_arena_new(0)};
    if (!r->arena) {
        return false;
    }
    lob_ctx_init(&r->ctx, r->arena);
    r->builder = lob_builder_new(&r->ctx, &(lob_builder_options){.size_max = size_max});
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

static void begin(rig *r, const char *name) {
    assert_int_equal(r->sink->begin_cell(r->sink->self, lob_str_from(name)), LOB_OK);
}

static void box(rig *r, uint32_t layer, lob_box b) {
    lob_element element = {.layer = layer};
    assert_int_equal(r->sink->box(r->sink->self, &element, b), LOB_OK);
}

static void place(rig *r, const char *child, const lob_rep *rep, bool mirror, double angle, double mag, lob_point at) {
    lob_element element = {.rep = rep};
    lob_instance_event event = {
        .cell = lob_str_from(child), .mirror = mirror, .angle_deg = angle, .mag = mag, .at = at};
    assert_int_equal(r->sink->instance(r->sink->self, &element, &event), LOB_OK);
}

static void freeze(rig *r) {
    assert_int_equal(lob_builder_freeze(r->builder, &r->layout), LOB_OK);
}

static void freeze_fails(rig *r, const char *reason) {
    assert_int_not_equal(lob_builder_freeze(r->builder, &r->layout), LOB_OK);
    assert_null(r->layout);
    assert_true(lob_str_equal(r->ctx.error.details[0].text, lob_str_from(reason)));
}

static const lob_cell *cell(const rig *r, const char *name) {
    lob_cell_index index = lob_layout_find_cell(r->layout, lob_str_from(name));
    assert_int_not_equal(index, LOB_NONE);
    return lob_layout_cell(r->layout, index);
}

static void assert_box(lob_box64 b, int64_t left, int64_t bottom, int64_t right, int64_t top) {
    assert_eq(b.left, left);
    assert_eq(b.bottom, bottom);
    assert_eq(b.right, right);
    assert_eq(b.top, top);
}

/* ---- against expansion ---- */

static int draw(int below) {
    return rand() % below;
}
static lob_point draw_point(int reach) {
    return (lob_point){draw(2 * reach + 1) - reach, draw(2 * reach + 1) - reach};
}

static lob_rep draw_rep(lob_point list[3]) {
    for (int i = 1; i < 3; i++) {
        list[i] = draw_point(50);
    }
    list[0] = (lob_point){0, 0};
    lob_rep reps[4] = {{.kind = LOB_REP_NONE},
                       {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {draw(40), -draw(40)}, .b = {draw(9), 7}},
                       {.kind = LOB_REP_FRACTION, .na = 4, .nb = 3, .a = {draw(40), draw(9)}, .b = {-draw(40), 5}},
                       {.kind = LOB_REP_LIST, .list = list, .list_count = 3}};
    return reps[draw(4)];
}

enum { CELLS = 7, LAYERS = 3 };

static void draw_layout(rig *r, unsigned seed) {
    srand(seed);
    for (int c = 0; c < CELLS; c++) {
        char name[16];
        lob_point list[3];
        snprintf(name, sizeof name, "C%d", c);
        begin(r, name);
        for (int i = draw(4); i >= 0; i--) {
            lob_point p = draw_point(100);
            lob_rep rep = draw_rep(list);
            lob_element element = {.layer = (uint32_t)draw(LAYERS), .rep = &rep};
            const lob_point polygon[4] = {p, {p.x + 9, p.y + 30}, {p.x - 4, p.y + 17}, {p.x - 9, p.y}};
            const lob_path_event path = {.points = polygon, .count = 3, .width = 6, .begin_ext = 3, .pathtype = 4};
            const lob_text_event text = {.string = LOB_STR("label"), .at = p, .mag = 1};
            const lob_sink *s = r->sink;
            assert_int_equal(s->box(s->self, &element, (lob_box){p.x, p.y, p.x + draw(90), p.y + draw(20)}), LOB_OK);
            assert_int_equal(s->polygon(s->self, &element, polygon, 4), LOB_OK);
            assert_int_equal(s->path(s->self, &element, &path), LOB_OK);
            assert_int_equal(s->text(s->self, &element, &text), LOB_OK);
        }
        for (int i = c > 0 ? draw(4) : 0; i > 0; i--) {
            static const double angles[6] = {0, 90, 180, 270, 45, 33.3};
            char child[16];
            lob_rep rep = draw_rep(list);
            snprintf(child, sizeof child, "C%d", draw(c));
            place(r, child, &rep, draw(2), angles[draw(6)], draw(4) ? 1 : 1.5, draw_point(300));
        }
    }
}

typedef struct total {
    lob_box64 box[LAYERS];
    uint64_t shapes[LAYERS], insts;
} total;

/* Everything below `index`, member by member; boxes of children as KLayout has them, transformed as boxes. */
static total expand(const lob_layout *layout, lob_cell_index index) {
    total t = {.box = {LOB_BOX64_EMPTY, LOB_BOX64_EMPTY, LOB_BOX64_EMPTY}};
    const lob_cell *c = lob_layout_cell(layout, index);
    for (uint32_t i = 0; i < c->shapes_count; i++) {
        const lob_shapes *s = &c->shapes[i];
        uint32_t layer = lob_layout_layer(layout, s->layer)->layer;
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            for (uint32_t k = 0; k < s->count[kind]; k++) {
                uint32_t rep = kind == LOB_KIND_BOX    ? lob_attrs_find(&s->box_reps, k)
                               : kind == LOB_KIND_PATH ? s->paths[k].rep
                               : kind == LOB_KIND_TEXT ? s->texts[k].rep
                                                       : s->polygons[k].rep;
                t.box[layer] = lob_box64_join(t.box[layer], lob_shape_box(layout, s, (lob_kind)kind, k));
                t.shapes[layer] += rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, rep));
            }
        }
    }
    for (uint32_t i = 0; i < c->inst_count; i++) {
        const lob_inst *inst = &c->insts[i];
        total below = expand(layout, inst->child);
        uint64_t count = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, inst->rep));
        lob_trans first = lob_inst_trans(layout, inst);
        t.insts += count * (1 + below.insts);
        for (int layer = 0; layer < LAYERS; layer++) {
            t.shapes[layer] += count * below.shapes[layer];
            lob_box64 b = lob_trans_box(&first, below.box[layer]);
            for (uint64_t m = 0; m < count && !lob_box64_is_empty(b); m++) {
                lob_point64 d = {0, 0};
                if (inst->rep != LOB_NONE) {
                    d = lob_rep_at(lob_layout_rep(layout, inst->rep), m);
                }
                t.box[layer] =
                    lob_box64_join(t.box[layer], (lob_box64){b.left + d.x, b.bottom + d.y, b.right + d.x, b.top + d.y});
            }
        }
    }
    return t;
}

static void check_against_expansion(const lob_layout *layout) {
    for (lob_cell_index i = 0; i < lob_layout_cell_count(layout); i++) {
        const lob_cell *c = lob_layout_cell(layout, i);
        total t = expand(layout, i);
        uint64_t shapes = 0;
        uint32_t seen = 0;
        lob_box64 all = LOB_BOX64_EMPTY;
        for (uint32_t k = 0; k < c->layer_box_count; k++) {
            const lob_layer_box *b = &c->layer_boxes[k];
            uint32_t layer = lob_layout_layer(layout, b->layer)->layer;
            assert_int_equal(b->shape_count, t.shapes[layer]);
            assert_box(b->box, t.box[layer].left, t.box[layer].bottom, t.box[layer].right, t.box[layer].top);
            if (k != 0) {
                assert_lt(c->layer_boxes[k - 1].layer, b->layer);
            }
            shapes += b->shape_count;
            seen |= 1u << layer;
            all = lob_box64_join(all, b->box);
        }
        for (uint32_t layer = 0; layer < LAYERS; layer++) {
            if ((seen >> layer & 1) == 0) {
                assert_eq(t.shapes[layer], 0);
            }
        }
        assert_int_equal(c->shape_count_expanded, shapes);
        assert_int_equal(c->inst_count_expanded_total, t.insts);
        assert_box(c->box, all.left, all.bottom, all.right, all.top);
    }
}

static void test_random_hierarchies(void **state) {
    (void)state;
    const unsigned seeds = getenv("LOB_TEST_QUICK") ? 60 : 300;
    for (unsigned seed = 1; seed <= seeds; seed++) {
        rig r;
        assert_true(rig_open(&r, 0));
        draw_layout(&r, seed);
        freeze(&r);
        check_against_expansion(r.layout);
        rig_close(&r);
    }
}

/* Emitting into a second builder gives the same layout, by hash, size and order of cells. */
static void test_emit_is_the_same(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 50; seed++) {
        rig a;
        rig b;
        char hash[2][33];
        assert_true(rig_open(&a, 0));
        draw_layout(&a, seed);
        freeze(&a);
        assert_true(rig_open(&b, 0));
        assert_int_equal(lob_layout_emit(&a.ctx, a.layout, b.sink), LOB_OK);
        freeze(&b);
        assert_int_equal(lob_layout_content_hash(&a.ctx, a.layout, hash[0]), LOB_OK);
        assert_int_equal(lob_layout_content_hash(&b.ctx, b.layout, hash[1]), LOB_OK);
        assert_string_equal(hash[0], hash[1]);
        for (uint32_t i = 0; i < lob_layout_cell_count(a.layout); i++) {
            assert_true(lob_str_equal(lob_layout_cell(a.layout, i)->name, lob_layout_cell(b.layout, i)->name));
        }
        check_against_expansion(b.layout);
        rig_close(&a);
        rig_close(&b);
    }
}

/* ---- cycles, depth, size ---- */

static void test_cycles(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r, 0));
    begin(&r, "TOP");
    place(&r, "A", NULL, false, 0, 1, (lob_point){0, 0});
    begin(&r, "A");
    place(&r, "B", NULL, false, 0, 1, (lob_point){0, 0});
    begin(&r, "B");
    place(&r, "A", NULL, false, 0, 1, (lob_point){0, 0});
    freeze_fails(&r, "cycle");
    assert_int_equal(r.ctx.error.code, LOB_E_UNSUPPORTED_FORMAT);
    assert_true(lob_str_equal(r.ctx.error.details[1].text, LOB_STR("A/B/A")));
    rig_close(&r);
    assert_true(rig_open(&r, 0));
    begin(&r, "SELF");
    place(&r, "SELF", NULL, false, 0, 1, (lob_point){0, 0});
    freeze_fails(&r, "cycle");
    assert_true(lob_str_equal(r.ctx.error.details[1].text, LOB_STR("SELF/SELF")));
    rig_close(&r);
}

static void test_duplicate_cell(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r, 0));
    begin(&r, "A");
    begin(&r, "B");
    assert_int_equal(r.sink->begin_cell(r.sink->self, LOB_STR("A")), LOB_E_UNSUPPORTED_FORMAT);
    assert_true(lob_str_equal(r.ctx.error.details[0].text, LOB_STR("duplicate_cell")));
    rig_close(&r);
}

static void test_chain_of_a_million(void **state) {
    (void)state;
    const int depth = (int)stride_pick(getenv("LOB_TEST_QUICK") ? 100000 : 1000000, 10000);
    char last[16];
    rig r;
    assert_true(rig_open(&r, 0));
    for (int i = 0; i < depth; i++) {
        char name[16];
        char child[16];
        snprintf(name, sizeof name, "c%d", i);
        snprintf(child, sizeof child, "c%d", i + 1);
        begin(&r, name);
        place(&r, child, NULL, false, 0, 1, (lob_point){1, 2});
    }
    snprintf(last, sizeof last, "c%d", depth);
    begin(&r, last);
    box(&r, 5, (lob_box){0, 0, 10, 20});
    freeze(&r);
    assert_box(cell(&r, "c0")->box, depth, 2 * depth, depth + 10, 2 * depth + 20);
    assert_int_equal(cell(&r, "c0")->inst_count_expanded_total, depth);
    assert_int_equal(lob_layout_top_count(r.layout), 1);
    assert_int_equal(lob_layout_cells_bottom_up(r.layout)[0], depth);
    rig_close(&r);
}

/* Four levels of 32767 x 32767: 1.3e36 shapes saturate, boxes stay exact. */
static void test_hostile_counts(void **state) {
    (void)state;
    static const char *const names[5] = {"L0", "L1", "L2", "L3", "L4"};
    rig r;
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {10, 0}, .b = {0, 10}};
    assert_true(rig_open(&r, 0));
    begin(&r, names[0]);
    box(&r, 1, (lob_box){0, 0, 1, 1});
    for (int i = 1; i < 5; i++) {
        begin(&r, names[i]);
        place(&r, names[i - 1], &rep, false, 0, 1, (lob_point){0, 0});
    }
    freeze(&r);
    assert_int_equal(cell(&r, "L2")->shape_count_expanded, UINT64_C(1152780773560811521)); /* 32767^4 */
    assert_eq(cell(&r, "L4")->shape_count_expanded, UINT64_MAX);
    assert_eq(cell(&r, "L4")->inst_count_expanded_total, UINT64_MAX);
    assert_box(cell(&r, "L4")->box, 0, 0, 4 * 327660 + 1, 4 * 327660 + 1);
    rig_close(&r);
}

/* `count` cells with a layer each: one below the other, or all below the last. */
static lob_status freeze_layered(rig *r, uint32_t count, bool is_chain) {
    char name[16];
    assert_true(rig_open(r, 0));
    for (uint32_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "c%u", i);
        begin(r, name);
        box(r, i, (lob_box){0, 0, 10, 10});
        for (uint32_t k = is_chain && i > 0 ? i - 1 : 0; k < i && (is_chain || i + 1 == count); k++) {
            snprintf(name, sizeof name, "c%u", k);
            place(r, name, NULL, false, 0, 1, (lob_point){1, 2});
            place(r, name, NULL, false, 90, 1, (lob_point){1, 2});
        }
    }
    return lob_builder_freeze(r->builder, &r->layout);
}

/* Below the cells of a chain lie n^2 / 2 layers, and 524,288 may, 64 more for each cell, placement and shape. */
static void test_layers_below_cells(void **state) {
    (void)state;
    rig r;
    assert_int_equal(freeze_layered(&r, 1500, true), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(r.ctx.error.details[0].text, LOB_STR("layout_limit")));
    assert_true(lob_str_equal(r.ctx.error.details[1].text, LOB_STR("layer_sums")));
    assert_eq(r.ctx.error.details[2].integer, 524288 + 64 * (1500 + 1500 + 2 * 1499));
    rig_close(&r);
    assert_int_equal(freeze_layered(&r, 1200, true), LOB_OK);
    assert_int_equal(cell(&r, "c1199")->layer_box_count, 1200);
    rig_close(&r);
    assert_int_equal(freeze_layered(&r, 1500, false), LOB_OK);
    assert_int_equal(cell(&r, "c1499")->layer_box_count, 1500);
    rig_close(&r);
}

static void test_coordinate_range(void **state) {
    (void)state;
    rig r;
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = UINT64_MAX, .nb = 1, .a = {INT32_MAX, 0}};
    assert_true(rig_open(&r, 0));
    begin(&r, "A");
    box(&r, 1, (lob_box){0, 0, 1, 1});
    begin(&r, "B");
    place(&r, "A", &rep, false, 0, 1, (lob_point){0, 0});
    freeze_fails(&r, "coordinate_range");
    rig_close(&r);
    assert_true(rig_open(&r, 0));
    begin(&r, "A");
    box(&r, 1, (lob_box){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX});
    begin(&r, "B");
    place(&r, "A", NULL, false, 0, 1e300, (lob_point){INT32_MIN, INT32_MIN});
    freeze_fails(&r, "coordinate_range");
    rig_close(&r);
}

/* An array whose far end is LOB_COORD_MAX away, to each side, and one further. */
static void test_coordinate_range_is_exact(void **state) {
    (void)state;
    static const lob_point steps[4] = {{-2, 0}, {0, -2}, {2, 0}, {0, 2}};
    for (int side = 0; side < 4; side++) {
        for (int further = 0; further < 2; further++) {
            rig r;
            const lob_rep rep = {
                .kind = LOB_REP_LATTICE, .na = UINT64_C(1) << 52, .nb = 1, .a = {steps[side].x, steps[side].y}};
            lob_box b = {0, 0, 1, 1};
            if (side < 2) {
                b = (lob_box){-1, -1, 0, 0};
            }
            b.left -= side == 0 ? further : 0;
            b.bottom -= side == 1 ? further : 0;
            b.right += side == 2 ? further : 0;
            b.top += side == 3 ? further : 0;
            assert_true(rig_open(&r, 0));
            begin(&r, "A");
            box(&r, 1, b);
            begin(&r, "B");
            place(&r, "A", &rep, false, 0, 1, (lob_point){0, 0});
            if (further == 1) {
                freeze_fails(&r, "coordinate_range");
            } else {
                freeze(&r);
                const lob_box64 all = cell(&r, "B")->box;
                const int64_t ends[4] = {-all.left, -all.bottom, all.right, all.top};
                assert_int_equal(ends[side], LOB_COORD_MAX);
            }
            rig_close(&r);
        }
    }
}

static void test_memory_limit(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r, 2 << 20));
    begin(&r, "A");
    lob_status status = LOB_OK;
    uint32_t i = 0;
    for (; i < 1000000 && status == LOB_OK; i++) {
        status = r.sink->box(r.sink->self, &on_1, (lob_box){0, 0, 1, 1});
    }
    assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_in_range(i, 1000, (2 << 20) / sizeof(lob_box));
    assert_true(lob_str_equal(r.ctx.error.details[0].text, LOB_STR("memory")));
    rig_close(&r);
}

/* ---- interning ---- */

static void test_points_come_back(void **state) {
    (void)state;
    enum { COUNT = 3000, POINTS_MAX = 9 };
    static lob_point want[COUNT][POINTS_MAX];
    static uint32_t sizes[COUNT];
    rig r;
    assert_true(rig_open(&r, 0));
    begin(&r, "A");
    srand(3);
    for (int i = 0; i < COUNT; i++) {
        bool is_wide = i % 3 == 0;
        sizes[i] = 3 + (uint32_t)draw(POINTS_MAX - 2);
        for (uint32_t k = 0; k < sizes[i]; k++) {
            static const int32_t edges[4] = {INT32_MIN, INT32_MAX, 0, -1};
            want[i][k] = is_wide ? (lob_point){edges[draw(4)], edges[draw(4)]} : draw_point(2);
        }
        assert_int_equal(r.sink->polygon(r.sink->self, &on_1, want[i], sizes[i]), LOB_OK);
    }
    freeze(&r);
    const lob_shapes *s = &cell(&r, "A")->shapes[0];
    assert_int_equal(s->count[LOB_KIND_POLYGON], COUNT);
    for (int i = 0; i < COUNT; i++) {
        const lob_outline *outline = lob_layout_outline(r.layout, s->polygons[i].outline);
        const lob_point *points = lob_layout_points(r.layout, outline);
        lob_box box_want = lob_points_box(want[i], sizes[i]);
        assert_int_equal(outline->count, sizes[i]);
        for (uint32_t k = 0; k < sizes[i]; k++) {
            assert_int_equal((int64_t)points[k].x + s->polygons[i].at.x, want[i][k].x);
            assert_int_equal((int64_t)points[k].y + s->polygons[i].at.y, want[i][k].y);
        }
        assert_box(lob_shape_box(r.layout, s, LOB_KIND_POLYGON, (uint32_t)i), box_want.left, box_want.bottom,
                   box_want.right, box_want.top);
    }
    rig_close(&r);
}

static void test_equal_outlines_are_one(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r, 0));
    begin(&r, "A");
    for (int32_t i = 0; i < 100000; i++) {
        const lob_point p[3] = {{i, -i}, {i + 5, -i}, {i, -i + 7 + i % 2}};
        assert_int_equal(r.sink->polygon(r.sink->self, &on_1, p, 3), LOB_OK);
    }
    freeze(&r);
    const lob_shapes *s = &cell(&r, "A")->shapes[0];
    for (uint32_t i = 0; i < 100000; i++) {
        assert_int_equal(s->polygons[i].outline, i % 2);
    }
    assert_in_range(lob_layout_size(r.layout), 100000 * sizeof(lob_polygon), 100000 * sizeof(lob_polygon) + 200000);
    rig_close(&r);
}

/* ---- names, numbers, properties ---- */

static void test_oasis_numbers(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r, 0));
    const lob_sink *s = r.sink;
    const lob_prop_value value = {.kind = LOB_PROP_STRING_REF, .u = 8};
    const lob_prop prop = {.name_by_ref = true, .name_ref = 4, .values = &value, .value_count = 1};
    const lob_element element = {.layer = 2, .datatype = 3, .props = &prop, .prop_count = 1};
    const lob_text_event text = {.string_ref = 6, .mag = 1};
    assert_int_equal(s->begin_cell_ref(s->self, 1), LOB_OK);
    assert_int_equal(s->text(s->self, &element, &text), LOB_OK);
    assert_int_equal(s->property(s->self, &prop), LOB_OK);
    assert_int_equal(s->instance(s->self, &element, &(lob_instance_event){.cell_ref = 2, .mag = 1}), LOB_OK);
    assert_int_equal(s->instance(s->self, &element, &(lob_instance_event){.cell = LOB_STR("GONE"), .mag = 1}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("CHILD")), LOB_OK);
    assert_int_equal(s->define(s->self, LOB_TABLE_CELL, 1, LOB_STR("TOP"), 0), LOB_OK);
    assert_int_equal(s->define(s->self, LOB_TABLE_CELL, 2, LOB_STR("CHILD"), 0), LOB_OK);
    assert_int_equal(s->define(s->self, LOB_TABLE_PROP, 4, LOB_STR("key"), 0), LOB_OK);
    assert_int_equal(s->define(s->self, LOB_TABLE_TEXT, 6, LOB_STR("hello"), 0), LOB_OK);
    assert_int_equal(s->define(s->self, LOB_TABLE_PROP_STRING, 8, LOB_STR("word"), 0), LOB_OK);
    assert_int_equal(s->layer_range(s->self, &(lob_layer_range){0, 9, 3, 3}, LOB_STR("metal")), LOB_OK);
    freeze(&r);
    assert_int_equal(lob_layout_cell_count(r.layout), 3);
    const lob_cell *top = cell(&r, "TOP");
    assert_true(top->is_top);
    assert_false(cell(&r, "CHILD")->is_top);
    assert_true(cell(&r, "GONE")->is_ghost);
    assert_false(cell(&r, "GONE")->is_top);
    assert_int_equal(lob_layout_warning_count(r.layout), 1);
    assert_string_equal(lob_layout_warning(r.layout, 0)->kind, "undefined_cell");
    assert_int_equal(top->insts[0].child, lob_layout_find_cell(r.layout, LOB_STR("CHILD")));
    assert_true(lob_str_equal(lob_layout_string(r.layout, top->shapes[0].texts[0].string), LOB_STR("hello")));
    uint32_t count;
    const lob_prop *props = lob_layout_props(r.layout, lob_attrs_find(&top->inst_props, 0), &count);
    assert_int_equal(count, 1);
    assert_true(lob_str_equal(props[0].name, LOB_STR("key")));
    assert_false(props[0].name_by_ref);
    assert_int_equal(props[0].values[0].kind, LOB_PROP_STRING);
    assert_true(lob_str_equal(props[0].values[0].string, LOB_STR("word")));
    lob_layer_index layer = lob_layout_find_layer(r.layout, 2, 3);
    assert_true(lob_str_equal(lob_layout_layer(r.layout, layer)->name, LOB_STR("metal")));
    assert_int_equal(lob_layout_find_layer(r.layout, 2, 4), LOB_NONE);
    rig_close(&r);
}

static void test_undefined_numbers(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r, 0));
    assert_int_equal(r.sink->begin_cell_ref(r.sink->self, 1), LOB_OK);
    freeze_fails(&r, "undefined_reference");
    rig_close(&r);
    assert_true(rig_open(&r, 0));
    begin(&r, "A");
    assert_int_equal(r.sink->text(r.sink->self, &on_1, &(lob_text_event){.string_ref = 1, .mag = 1}), LOB_OK);
    freeze_fails(&r, "undefined_reference");
    rig_close(&r);
}

static void test_suggestions(void **state) {
    (void)state;
    rig r;
    assert_true(rig_open(&r, 0));
    begin(&r, "ring");
    begin(&r, "rings");
    begin(&r, "wholly_other");
    freeze(&r);
    lob_layout_suggest_cells(r.layout, LOB_STR("rimg"), &r.ctx.error);
    assert_int_equal(r.ctx.error.candidate_count, 2);
    assert_true(lob_str_equal(r.ctx.error.candidates[0], LOB_STR("ring")));
    rig_close(&r);
}

/* ---- every allocation fails once ---- */

static bool build_all(void *arg) {
    bool *failed_well = arg;
    rig r;
    bool fine = rig_open(&r, 0);
    const lob_prop_value value = {.kind = LOB_PROP_STRING, .string = LOB_STR("v")};
    const lob_prop prop = {.attr = 7, .values = &value, .value_count = 1};
    const lob_point list[2] = {{0, 0}, {9, 9}};
    const lob_rep rep = {.kind = LOB_REP_LIST, .list = list, .list_count = 2};
    const lob_element e = {.layer = 1, .rep = &rep, .props = &prop, .prop_count = 1};
    const lob_point p[3] = {{0, 0}, {5, 0}, {0, 5}};
    const lob_path_event path = {.points = p, .count = 3, .width = 2};
    const lob_text_event late = {.string_ref = 3, .mag = 1};
    lob_layout_event begin_again = {.format = "gds", .dbu_um = 0.001, .library = LOB_STR("LIB")};
    const lob_sink *s = r.sink;
    fine = fine && s->begin_layout(s->self, &begin_again) == LOB_OK && s->property(s->self, &prop) == LOB_OK &&
           s->begin_cell(s->self, LOB_STR("A")) == LOB_OK && s->box(s->self, &e, (lob_box){0, 0, 1, 1}) == LOB_OK;
    for (uint32_t i = 0; fine && i < 6000; i++) { /* above what goes into the arena */
        fine = s->box(s->self, &on_1, (lob_box){0, 0, 1, 1}) == LOB_OK;
    }
    fine = fine && s->polygon(s->self, &e, p, 3) == LOB_OK && s->path(s->self, &e, &path) == LOB_OK &&
           s->text(s->self, &e, &late) == LOB_OK && s->property(s->self, &prop) == LOB_OK &&
           s->end_cell(s->self) == LOB_OK && s->begin_cell_ref(s->self, 1) == LOB_OK &&
           s->instance(s->self, &e, &(lob_instance_event){.cell = LOB_STR("A"), .mag = 2, .angle_deg = 9}) == LOB_OK &&
           s->instance(s->self, &e, &(lob_instance_event){.cell_ref = 5, .mag = 1}) == LOB_OK &&
           s->warning(s->self, "kind", "text", 1) == LOB_OK && s->layer_name(s->self, 1, 0, LOB_STR("m")) == LOB_OK &&
           s->define(s->self, LOB_TABLE_CELL, 1, LOB_STR("B"), 0) == LOB_OK &&
           s->define(s->self, LOB_TABLE_CELL, 5, LOB_STR("C"), 0) == LOB_OK &&
           s->define(s->self, LOB_TABLE_TEXT, 3, LOB_STR("t"), 0) == LOB_OK && s->end_layout(s->self) == LOB_OK;
    fine = fine && lob_builder_freeze(r.builder, &r.layout) == LOB_OK;
    char hash[33];
    fine = fine && lob_layout_content_hash(&r.ctx, r.layout, hash) == LOB_OK;
    *failed_well = *failed_well && (fine || !r.builder || r.ctx.error.code == LOB_E_TOOL_LIMIT_EXCEEDED);
    rig_close(&r);
    return fine;
}

static void test_allocation_failures(void **state) {
    (void)state;
    bool failed_well = true;
    assert_in_range(sweep_allocations_sparing(build_all, &failed_well, true), 30, 500);
    assert_true(failed_well);
}

/* The box of a list or of an askew array is made when it is stored: placements that share it do not make it again. */
static void test_kept_extents(void **state) {
    (void)state;
    const lob_point list[3] = {{0, 0}, {-70, 400}, {30, -5}};
    const lob_rep reps[2] = {
        {.kind = LOB_REP_LIST, .list = list, .list_count = 3},
        {.kind = LOB_REP_FRACTION, .na = 7, .nb = 3, .a = {100, 31}, .b = {-11, 50}},
    };
    rig r;
    assert_true(rig_open(&r, 0));
    begin(&r, "A");
    box(&r, 1, (lob_box){0, 0, 9, 9});
    begin(&r, "B");
    place(&r, "A", &reps[0], false, 0, 1, (lob_point){0, 0});
    place(&r, "A", &reps[1], false, 0, 1, (lob_point){0, 0});
    freeze(&r);
    const lob_rep *listed = lob_layout_rep(r.layout, 0), *askew = lob_layout_rep(r.layout, 1);
    assert_eq(listed->na, 1);
    assert_eq(listed->a.x, -70);
    assert_eq(listed->a.y, -5);
    assert_eq(listed->b.x, 30);
    assert_eq(listed->b.y, 400);
    const lob_box64 made = lob_rep_extent(&reps[1]);
    assert_non_null(askew->extent);
    assert_memory_equal(askew->extent, &made, sizeof made);
    rig_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_hierarchies),
        cmocka_unit_test(test_emit_is_the_same),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_duplicate_cell),
        cmocka_unit_test(test_chain_of_a_million),
        cmocka_unit_test(test_hostile_counts),
        cmocka_unit_test(test_layers_below_cells),
        cmocka_unit_test(test_coordinate_range),
        cmocka_unit_test(test_coordinate_range_is_exact),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_points_come_back),
        cmocka_unit_test(test_equal_outlines_are_one),
        cmocka_unit_test(test_oasis_numbers),
        cmocka_unit_test(test_undefined_numbers),
        cmocka_unit_test(test_suggestions),
        cmocka_unit_test(test_kept_extents),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
