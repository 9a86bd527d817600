/* Cells compared: one layout, and the same with one thing changed; what must be told follows from the change. Each pair
 * is asked both ways round, and whether the merged layers cover the same is asked beside. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "diff/cells.h"

enum change { /* of the layout below */
              BOX_PROP = 1 << 0,
              INST_PROP = 1 << 1,
              CELL_PROP = 1 << 2,
              PROP_ORDER = 1 << 3,  /* the two of the path */
              PROP_NUMBER = 1 << 4, /* attribute 7 instead of 2 at the placement */
              MEMBERS = 1 << 5,     /* the array as placements */
              FLAT = 1 << 6,        /* the array as figures */
              RENAMED = 1 << 7,     /* LEAF is called LEAF2 */
              TOP_RENAMED = 1 << 8,
              GHOST_EMPTY = 1 << 9, /* GHOST is defined */
              GHOST_FULL = 1 << 10,
              NO_GHOST = 1 << 11, /* is not placed */
              GHOST_OTHER = 1 << 12,
              FINE = 1 << 13, /* half the database unit, all coordinates twice */
              OFF_GRID = 1 << 14,
              TEXT = 1 << 15,
              LAYER = 1 << 16,    /* a text on a layer of its own */
              REPEATED = 1 << 17, /* two boxes as one that is repeated */
              MOVED = 1 << 18,    /* the array, by its pitch: two of three members meet */
              COARSE = 1 << 19    /* a database unit of 3 nm, which none of the coordinates lies on */
};

static lob_prop prop_of(uint16_t attr, const char *name, const lob_prop_value *value) {
    return (lob_prop){
        .name = name ? lob_str_from(name) : (lob_str){0}, .attr = attr, .values = value, .value_count = 1};
}

static lob_prop_value text_of(const char *text) {
    return (lob_prop_value){.kind = LOB_PROP_STRING, .string = lob_str_from(text)};
}

typedef struct maker {
    rig r;
    unsigned change;
    int32_t u;
    const char *leaf, *ghost;
} maker;

static void put_box(maker *m, uint32_t layer, const lob_prop *props, uint32_t count, const lob_rep *rep, lob_box b) {
    const lob_element element = {.layer = layer, .rep = rep, .props = props, .prop_count = count};
    const lob_box scaled = {b.left * m->u, b.bottom * m->u, b.right * m->u, b.top * m->u};
    assert_int_equal(m->r.s->box(m->r.s->self, &element, scaled), LOB_OK);
}

static void put_inst(maker *m, const char *cell, const lob_prop *props, uint32_t count, const lob_rep *rep, int32_t x,
                     int32_t y) {
    const lob_element element = {.rep = rep, .props = props, .prop_count = count};
    const lob_instance_event inst = {.cell = lob_str_from(cell), .mag = 1, .at = {x * m->u, y * m->u}};
    assert_int_equal(m->r.s->instance(m->r.s->self, &element, &inst), LOB_OK);
}

static void put_text(maker *m, uint32_t layer, const char *string, int32_t x, int32_t y) {
    const lob_element element = {.layer = layer};
    const lob_text_event text = {.string = lob_str_from(string), .at = {x * m->u, y * m->u}, .mag = 1};
    assert_int_equal(m->r.s->text(m->r.s->self, &element, &text), LOB_OK);
}

static void put_path(maker *m) {
    const lob_prop_value values[2] = {text_of("one"), text_of("two")};
    const bool is_turned = m->change & PROP_ORDER;
    const lob_prop props[2] = {prop_of(is_turned ? 2 : 1, NULL, &values[is_turned]),
                               prop_of(is_turned ? 1 : 2, NULL, &values[!is_turned])};
    const lob_point points[2] = {{0, 3000 * m->u}, {800 * m->u, 3000 * m->u}};
    const lob_element element = {.layer = 2, .props = props, .prop_count = 2};
    const lob_path_event path = {.points = points, .count = 2, .width = 40 * m->u};
    assert_int_equal(m->r.s->path(m->r.s->self, &element, &path), LOB_OK);
}

/* Three LEAFs every 2000, from (0, 5000). */
static void put_array(maker *m) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 1, .a = {2000 * m->u, 0}, .b = {0, 1}};
    const int32_t from = m->change & MOVED ? 2000 : 0;
    for (int32_t i = 0; i < 3 && m->change & FLAT; i++) {
        put_box(m, 1, NULL, 0, NULL, (lob_box){2000 * i, 5000, 2000 * i + 200, 5200});
    }
    for (int32_t i = 0; i < 3 && m->change & MEMBERS; i++) {
        put_inst(m, m->leaf, NULL, 0, NULL, 2000 * (2 - i), 5000);
    }
    if (!(m->change & (FLAT | MEMBERS))) {
        put_inst(m, m->leaf, NULL, 0, &rep, from, 5000);
    }
}

static void put_pair(maker *m) {
    const lob_rep twice = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 2, .a = {1, 0}, .b = {0, 300 * m->u}};
    put_box(m, 4, NULL, 0, m->change & REPEATED ? &twice : NULL, (lob_box){0, 7000, 50, 7100});
    if (!(m->change & REPEATED)) {
        put_box(m, 4, NULL, 0, NULL, (lob_box){0, 7300, 50, 7400});
    }
}

static void put_top(maker *m) {
    const unsigned c = m->change;
    const lob_prop_value x = text_of(c & BOX_PROP ? "y" : "x"), i = text_of(c & INST_PROP ? "j" : "i");
    const lob_prop_value five = {.kind = LOB_PROP_UINT, .u = c & CELL_PROP ? 6 : 5};
    const lob_prop of_box = prop_of(1, NULL, &x), of_inst = prop_of(c & PROP_NUMBER ? 7 : 2, NULL, &i);
    const lob_prop of_cell = prop_of(0, "P", &five);
    rig_cell(&m->r, c & TOP_RENAMED ? "TOP2" : "TOP");
    put_box(m, 1, &of_box, 1, NULL, (lob_box){0, 0, 1000, 500});
    put_path(m);
    put_pair(m);
    put_text(m, 3, c & TEXT ? "out" : "in", 0, 100);
    if (c & LAYER) {
        put_text(m, 9, "more", 0, 0);
    }
    put_inst(m, m->leaf, &of_inst, 1, NULL, 5000, 0);
    put_array(m);
    if (!(c & NO_GHOST)) {
        put_inst(m, m->ghost, NULL, 0, NULL, 9000, 0);
    }
    assert_int_equal(m->r.s->property(m->r.s->self, &of_cell), LOB_OK);
    rig_end_cell(&m->r);
}

static lob_layout *make(lob_ctx *ctx, unsigned change) {
    maker m = {.change = change, .u = change & FINE ? 2 : 1};
    const double dbu = change & FINE ? 0.0005 : change & COARSE ? 0.003 : 0.001;
    m.leaf = change & RENAMED ? "LEAF2" : "LEAF";
    m.ghost = change & GHOST_OTHER ? "PHANTOM" : "GHOST";
    m.r.builder = lob_builder_new(ctx, NULL);
    m.r.s = lob_builder_sink(m.r.builder);
    assert_int_equal(m.r.s->begin_layout(m.r.s->self, &(lob_layout_event){.format = "oas", .dbu_um = dbu}), LOB_OK);
    put_top(&m);
    rig_cell(&m.r, m.leaf);
    const lob_box leaf = {0, 0, 200 * m.u + (change & OFF_GRID ? 1 : 0), 200 * m.u};
    rig_box(&m.r, 1, NULL, leaf);
    rig_end_cell(&m.r);
    if (change & (GHOST_EMPTY | GHOST_FULL)) {
        rig_cell(&m.r, "GHOST");
        if (change & GHOST_FULL) {
            put_box(&m, 1, NULL, 0, NULL, (lob_box){0, 0, 10, 10});
        }
        rig_end_cell(&m.r);
    }
    return rig_end(&m.r);
}

typedef struct expected {
    unsigned change;
    bool with_properties;
    unsigned only[2]; /* cells */
    unsigned different;
    uint64_t top[2][LOB_THING_COUNT]; /* polygons, paths, texts, instances, properties of TOP that one side has */
    bool covers_the_same;
} expected;

static void check(lob_ctx *ctx, const expected *e, bool is_swapped) {
    lob_layout *const made[2] = {make(ctx, 0), make(ctx, e->change)};
    lob_cells_question q = {.layouts = {made[is_swapped], made[!is_swapped]}, .cell_max = 20, .item_max = 50};
    lob_cells cells;
    lob_xor xor ;
    uint64_t total = 0;
    q.with_properties = e->with_properties;
    for (int k = 0; k < 2; k++) {
        const bool is_new = k != is_swapped;
        const char *name = is_new && e->change & TOP_RENAMED ? "TOP2" : "TOP";
        q.cells[k] = lob_layout_find_cell(q.layouts[k], lob_str_from(name));
    }
    assert_true(lob_diff_grid_make(lob_layout_dbu(q.layouts[0]), lob_layout_dbu(q.layouts[1]), &q.grid));
    assert_int_equal(lob_cells_compare(ctx, &q, &cells), LOB_OK);
    assert_int_equal(cells.only_count[is_swapped], e->only[0]);
    assert_int_equal(cells.only_count[!is_swapped], e->only[1]);
    assert_int_equal(cells.different_count, e->different);
    assert_int_equal(cells.cell_count, e->only[0] + e->only[1] + e->different);
    bool has_top = false;
    for (uint32_t i = 0; i < cells.cell_count; i++) {
        const lob_cells_cell *cell = &cells.cells[i];
        const bool is_top = cell->cells[0] == q.cells[0];
        has_top = has_top || is_top;
        for (int thing = 0; thing < LOB_THING_COUNT; thing++) {
            if (is_top) {
                assert_eq(cell->count[is_swapped][thing], e->top[0][thing]);
            }
            if (is_top) {
                assert_eq(cell->count[!is_swapped][thing], e->top[1][thing]);
            }
            total += cell->count[0][thing] + cell->count[1][thing];
        }
    }
    bool wants_top = false;
    for (int thing = 0; thing < LOB_THING_COUNT; thing++) {
        wants_top = wants_top || e->top[0][thing] || e->top[1][thing];
    }
    assert_int_equal(has_top, wants_top);
    assert_int_equal(cells.item_total, total);
    lob_xor_question x = {
        .layouts = {q.layouts[0], q.layouts[1]}, .cells = {q.cells[0], q.cells[1]}, .grid = q.grid, .item_max = 5};
    lob_diff_layer *layers;
    assert_int_equal(lob_diff_layers(ctx, x.layouts, &layers, &x.layer_count), LOB_OK);
    x.layers = layers;
    assert_int_equal(lob_xor_make(ctx, &x, NULL, NULL, &xor), LOB_OK);
    assert_int_equal(xor.count == 0, e->covers_the_same);
    lob_layout_drop(made[0]);
    lob_layout_drop(made[1]);
}

static void check_all(const expected *list, size_t count) {
    static lob_ctx ctx;
    for (size_t i = 0; i < 2 * count; i++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        check(&ctx, &list[i / 2], i % 2);
        lob_arena_drop(arena);
    }
}

#define CHECK_ALL(list) check_all(list, sizeof(list) / sizeof(list)[0])

static void test_properties(void **unused) {
    (void)unused;
    static const expected list[] = {
        {0, true, {0}, 0, {{0}}, true},
        {BOX_PROP | INST_PROP | CELL_PROP | PROP_NUMBER | PROP_ORDER, false, {0}, 0, {{0}}, true},
        {BOX_PROP, true, {0}, 1, {{1}, {1}}, true},
        {INST_PROP, true, {0}, 1, {{0, 0, 0, 1}, {0, 0, 0, 1}}, true},
        {PROP_NUMBER, true, {0}, 1, {{0, 0, 0, 1}, {0, 0, 0, 1}}, true},
        {CELL_PROP, true, {0}, 1, {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 1}}, true},
        {PROP_ORDER, true, {0}, 0, {{0}}, true}, /* a set */
        {BOX_PROP | INST_PROP | CELL_PROP, true, {0}, 1, {{1, 0, 0, 1, 1}, {1, 0, 0, 1, 1}}, true},
    };
    CHECK_ALL(list);
}

static void test_arrays(void **unused) {
    (void)unused;
    static const expected list[] = {
        {MEMBERS, true, {0}, 0, {{0}}, true},
        {REPEATED, true, {0}, 0, {{0}}, true},
        {FLAT, false, {0}, 1, {{0, 0, 0, 3}, {3}}, true},
        {MOVED, false, {0}, 1, {{0, 0, 0, 1}, {0, 0, 0, 1}}, false},
        {MEMBERS | RENAMED, false, {1, 1}, 1, {{0, 0, 0, 4}, {0, 0, 0, 4}}, true},
    };
    CHECK_ALL(list);
}

static void test_names(void **unused) {
    (void)unused;
    static const expected list[] = {
        {RENAMED, false, {1, 1}, 1, {{0, 0, 0, 4}, {0, 0, 0, 4}}, true},
        {TOP_RENAMED, false, {0}, 0, {{0}}, true}, /* the compared cells meet whatever their names */
        {TEXT, false, {0}, 1, {{0, 0, 1}, {0, 0, 1}}, true},
        {LAYER, false, {0}, 1, {{0}, {0, 0, 1}}, true},
    };
    CHECK_ALL(list);
}

static void test_ghosts(void **unused) {
    (void)unused;
    static const expected list[] = {
        {GHOST_EMPTY, false, {0, 1}, 0, {{0}}, true},
        {GHOST_FULL, false, {0, 1}, 0, {{0}}, false},
        {NO_GHOST, false, {0}, 1, {{0, 0, 0, 1}, {0}}, true},
        {GHOST_OTHER, false, {0}, 1, {{0, 0, 0, 1}, {0, 0, 0, 1}}, true},
        {GHOST_OTHER | GHOST_FULL, false, {0, 1}, 1, {{0, 0, 0, 1}, {0, 0, 0, 1}}, true}, /* a second top */
    };
    CHECK_ALL(list);
}

static void test_units(void **unused) {
    (void)unused;
    static const expected list[] = {
        {FINE, true, {0}, 0, {{0}}, true},
        {FINE | MEMBERS | PROP_ORDER, true, {0}, 0, {{0}}, true},
        {FINE | OFF_GRID, true, {0}, 1, {{0}}, false}, /* LEAF alone, by half a nanometre */
        {FINE | TEXT, true, {0}, 1, {{0, 0, 1}, {0, 0, 1}}, true},
        /* The same numbers in another unit: all but what starts at the origin lies elsewhere or is larger. The first
           member of the array, at (0, 5000), moves as well. */
        {COARSE, false, {0}, 2, {{3, 1, 1, 5}, {3, 1, 1, 5}}, false},
    };
    CHECK_ALL(list);
}

/* A cell placed at an angle, as a program may write it that keeps sine and cosine, and by what must be seen. */
static void test_angles(void **unused) {
    (void)unused;
    static const struct {
        double angle_deg[2], mag[2];
        bool mirror, is_same;
    } list[] = {
        {{22.5, 22.500000000000004}, {1, 1}, false, true},
        {{30, 29.999999999999996}, {1, 1}, true, true},
        {{33.5, 33.5}, {1.5, 1.5000000000000002}, false, true},
        {{0, 359.99999999999994}, {2, 2}, false, true},
        {{0, 359.9999997}, {2, 2}, true, true},
        {{90, 89.99999999999999}, {1, 1}, false, true},
        {{45, 45.00001}, {1, 1}, false, false},
        {{45, 44.99999}, {1, 1}, true, false},
        {{45, 45}, {1, 1.000001}, false, false},
        {{45, 45}, {0.001, 0.001000001}, false, false},
        {{45, 225}, {1, 1}, false, false},
    };
    static lob_ctx ctx;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        lob_case("%.17g and %.17g degrees, magnified by %.17g and %.17g", list[i].angle_deg[0], list[i].angle_deg[1],
                 list[i].mag[0], list[i].mag[1]);
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        lob_layout *made[2];
        for (int k = 0; k < 2; k++) {
            rig r = rig_begin(&ctx);
            rig_cell(&r, "TOP");
            rig_inst(&r, "LEAF", NULL, 100, 200, list[i].mirror, list[i].angle_deg[k], list[i].mag[k]);
            rig_end_cell(&r);
            rig_cell(&r, "LEAF");
            rig_box(&r, 1, NULL, (lob_box){0, 0, 100, 50});
            rig_end_cell(&r);
            made[k] = rig_end(&r);
        }
        lob_cells_question q = {.layouts = {made[0], made[1]}, .grid = {0.001, {1, 1}}, .cell_max = 5, .item_max = 5};
        lob_cells cells;
        for (int k = 0; k < 2; k++) {
            q.cells[k] = lob_layout_find_cell(made[k], LOB_STR("TOP"));
        }
        assert_int_equal(lob_cells_compare(&ctx, &q, &cells), LOB_OK);
        assert_int_equal(cells.different_count == 0, list[i].is_same);
        lob_layout_drop(made[0]);
        lob_layout_drop(made[1]);
        lob_arena_drop(arena);
    }
}

/* What is told of one difference, from the layouts above. */
static void test_items(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_layout *a = make(&ctx, 0), *b = make(&ctx, FINE | OFF_GRID | TEXT);
    lob_cells_question q = {.layouts = {a, b}, .cell_max = 9, .item_max = 9};
    lob_cells cells;
    q.cells[0] = lob_layout_find_cell(a, LOB_STR("TOP"));
    q.cells[1] = lob_layout_find_cell(b, LOB_STR("TOP"));
    assert_true(lob_diff_grid_make(0.001, 0.0005, &q.grid));
    assert_int_equal(lob_cells_compare(&ctx, &q, &cells), LOB_OK);
    assert_int_equal(cells.item_count, 4);
    static const lob_box64 boxes[4] = {{0, 200, 0, 200}, {0, 200, 0, 200}, {0, 0, 400, 400}, {0, 0, 401, 400}};
    for (int i = 0; i < 4; i++) { /* TOP's text, then LEAF's box; a before b */
        const lob_cells_item *item = &cells.items[i];
        assert_int_equal(item->side, i % 2);
        assert_int_equal(item->thing, i < 2 ? LOB_THING_TEXT : LOB_THING_POLYGON);
        assert_int_equal(item->layer.layer, i < 2 ? 3 : 1);
        assert_int_equal(item->members, 1);
        assert_memory_equal(&item->box, &boxes[i], sizeof item->box);
    }
    static const lob_diff_layer second = {2, 0};
    q.layers = &second;
    q.layer_count = 1;
    assert_int_equal(lob_cells_compare(&ctx, &q, &cells), LOB_OK);
    assert_int_equal(cells.different_count, 0);
    lob_layout_drop(a);
    lob_layout_drop(b);
    lob_arena_drop(arena);
}

static bool run_cells(void *arg) {
    lob_layout *const *made = arg;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_cells cells;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_cells_question q = {.layouts = {made[0], made[1]}, .with_properties = true, .cell_max = 9, .item_max = 9};
    q.cells[0] = lob_layout_find_cell(made[0], LOB_STR("TOP"));
    q.cells[1] = lob_layout_find_cell(made[1], LOB_STR("TOP"));
    q.grid = (lob_diff_grid){0.001, {1, 1}};
    const lob_status status = lob_cells_compare(&ctx, &q, &cells);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_memory(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_layout *made[2] = {make(&ctx, 0), make(&ctx, BOX_PROP | RENAMED | FLAT | TEXT)};
    assert_gt(sweep_allocations(run_cells, made), 15);
    lob_layout_drop(made[0]);
    lob_layout_drop(made[1]);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_properties), cmocka_unit_test(test_arrays), cmocka_unit_test(test_names),
        cmocka_unit_test(test_ghosts),     cmocka_unit_test(test_units),  cmocka_unit_test(test_angles),
        cmocka_unit_test(test_items),      cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
