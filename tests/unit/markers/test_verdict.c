/* What the built-in engine found, as a marker database: one bar too narrow, one far off, worked out by hand; written
 * and read again it gives the same list. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "markers_support.h"

/* A bar 50 wide and 1000 high at (100, 200), and a box of 300 by 300 at (5000, 0). */
static lob_layout *make_layout(void) {
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){100, 200, 150, 1200});
    rig_box(&r, 1, NULL, (lob_box){5000, 0, 5300, 300});
    rig_end_cell(&r);
    return rig_end(&r);
}

static const lob_layers_node node = {.op = LOB_LAYERS_STORED};
static const lob_rule items[] = {
    {.id = {"w", 1},
     .description = {"wide", 4},
     .severity = {"error", 5},
     .type = LOB_RULE_WIDTH,
     .b = LOB_NONE,
     .min = 100},
    {.id = {"ar", 2}, .severity = {"warning", 7}, .type = LOB_RULE_AREA, .b = LOB_NONE, .has_low = true, .low = 60000},
    {.id = {"none", 4}, .severity = {"error", 5}, .type = LOB_RULE_WIDTH, .b = LOB_NONE, .min = 2},
};
static const lob_rules rules = {.nodes = &node, .node_count = 1, .items = items, .count = 3};

static lob_markers *through_file(const lob_rdb *rdb) {
    lob_outfile out;
    lob_markers *m = NULL;
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    assert_int_equal(lob_rdb_write(&ctx, rdb, &out), LOB_OK);
    assert_int_equal(lob_outfile_end(&out), LOB_OK);
    assert_int_equal(try_markers(&ctx, lob_outfile_bytes(&out), 0, &m), LOB_OK);
    lob_outfile_release(&out);
    return m;
}

static void test_engine(void **state) {
    (void)state;
    lob_layout *layout = make_layout();
    const lob_rules_question question = {.layout = layout, .cell = 0};
    lob_verdict verdict;
    lob_rdb rdb;
    lob_markers *m = NULL;
    double distance;
    assert_int_equal(lob_rules_run(&ctx, &question, &rules, &verdict), LOB_OK);
    assert_int_equal(lob_rdb_of_verdict(&ctx, layout, 0, &rules, &verdict, &rdb), LOB_OK);
    lob_markers *again = through_file(&rdb);
    assert_int_equal(lob_markers_make(&ctx, &rdb, DBU, 0, &m), LOB_OK);
    assert_eq(m->count, 2);
    assert_eq(m->rule_count, 3);
    assert_eq(again->count, 2);
    /* By name: ar, none, w. */
    assert_eq(m->items[0].rule, 0);
    assert_true(m->items[0].is_warning);
    assert_true(is_box(lob_marker_box_um(&m->items[0]), 0.1, 0.2, 0.15, 1.2));
    assert_int_equal(m->items[0].values->kind, LOB_RDB_POLYGON);
    assert_eq(m->items[1].rule, 2);
    assert_true(!m->items[1].is_warning);
    assert_eq(m->rules[1].count, 0);
    assert_true(lob_str_equal(m->rules[2].description, LOB_STR("wide: width of 1/0 at least 0.1 um")));
    assert_true(lob_marker_distance_um(m->items[1].values, &distance));
    assert_close(distance, 0.05, 1e-12);
    for (uint32_t i = 0; i < 2; i++) {
        assert_eq(m->items[i].id, again->items[i].id);
        assert_eq(m->items[i].is_warning, again->items[i].is_warning);
    }
    assert_true(lob_str_equal(m->cells[0], LOB_STR("TOP")));
    assert_eq(m->unplaced_count, 0);
    lob_markers_drop(again);
    lob_markers_drop(m);
    lob_layout_drop(layout);
}

/* The kinds, by hand. */
static void test_kinds(void **state) {
    (void)state;
    static const lob_point64 points[] = {{3, 4}, {9, 400}, {5, 6}, {7, 8}};
    const lob_violation list[] = {
        {.rule = 0, .kind = LOB_VIOLATION_EDGE_PAIR, .count = 4, .points = points, .value = 10},
        {.rule = 0, .kind = LOB_VIOLATION_POLYGON, .count = 3, .points = points},
        {.rule = 0, .kind = LOB_VIOLATION_EDGE, .count = 2, .points = points, .value = 53.5},
        {.rule = 0, .kind = LOB_VIOLATION_POINT, .count = 1, .points = points},
        {.rule = 2, .kind = LOB_VIOLATION_BOX, .count = 2, .points = points, .value = 0.25},
    };
    const lob_verdict verdict = {.items = list, .count = 5, .is_cut = true};
    lob_layout *layout = make_layout();
    lob_rdb rdb;
    assert_int_equal(lob_rdb_of_verdict(&ctx, layout, 0, &rules, &verdict, &rdb), LOB_OK);
    static const int kinds[] = {LOB_RDB_EDGE_PAIR, LOB_RDB_POLYGON, LOB_RDB_EDGE, LOB_RDB_BOX, LOB_RDB_BOX};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(rdb.items[i].values[0].kind, kinds[i]);
        assert_eq(rdb.items[i].values[0].points[0].x, 0.003);
        assert_eq(rdb.items[i].values[0].points[0].y, 0.004);
        assert_int_equal(rdb.items[i].value_count, i == 2 || i == 4 ? 2 : 1);
    }
    assert_eq(rdb.items[0].values[0].points[1].x, 0.009); /* not 0.009000000000000001 */
    assert_eq(rdb.items[2].values[1].number, 53.5);
    assert_eq(rdb.items[4].values[1].number, 0.25);
    assert_eq(rdb.items[3].values[0].points[1].x, 0.003);
    assert_eq(rdb.categories[0].item_count, 4);
    assert_eq(rdb.categories[2].item_count, 1);
    assert_non_null(strstr(rdb.description.data, "more violations"));
    lob_markers *m = through_file(&rdb);
    assert_eq(m->count, 5);
    assert_eq(m->rdb->raw_count, 0);
    assert_eq(m->rdb->fault_count, 0);
    lob_markers_drop(m);
    lob_layout_drop(layout);
}

/* What each type of rule demands; layers that are made from others, or that the layout lacks, are not named. */
static void test_demands(void **state) {
    (void)state;
    static const lob_layers_node nodes[] = {{.op = LOB_LAYERS_STORED, .layer = 0},
                                            {.op = LOB_LAYERS_STORED, .layer = LOB_NONE},
                                            {.op = LOB_LAYERS_NOT, .left = 0, .right = 1}};
    static const struct {
        lob_rule rule;
        const char *words;
    } cases[] = {
        {{.type = LOB_RULE_SPACE, .b = LOB_NONE, .min = 250}, "space of 1/0 at least 0.25 um"},
        {{.type = LOB_RULE_NOTCH, .a = 2, .b = LOB_NONE, .min = 7}, "notch at least 0.007 um"},
        {{.type = LOB_RULE_ISOLATED, .b = LOB_NONE, .min = 7}, "space between polygons of 1/0 at least 0.007 um"},
        {{.type = LOB_RULE_SEPARATION, .b = 0, .min = 7}, "separation of 1/0 from 1/0 at least 0.007 um"},
        {{.type = LOB_RULE_ENCLOSURE, .b = 1, .min = 7}, "enclosure of 1/0 at least 0.007 um"},
        {{.type = LOB_RULE_EXTENSION, .b = 0, .min = 7}, "extension of 1/0 beyond 1/0 at least 0.007 um"},
        {{.type = LOB_RULE_OVERLAP, .b = 0, .min = 7}, "overlap of 1/0 with 1/0 at least 0.007 um"},
        {{.type = LOB_RULE_AREA, .b = LOB_NONE, .has_low = true, .low = 2e6, .has_high = true, .high = 5e6},
         "area of 1/0 at least 2 um2 and at most 5 um2"},
        {{.type = LOB_RULE_GRID, .b = LOB_NONE, .grid = 5}, "vertices of 1/0 on a grid of 0.005 um"},
        {{.type = LOB_RULE_ANGLE, .b = LOB_NONE, .angle_step = 45}, "edges of 1/0 at multiples of 45 degrees"},
        {{.type = LOB_RULE_DENSITY, .b = LOB_NONE, .has_high = true, .high = 0.6}, "density of 1/0 at most 0.6"},
        {{.type = LOB_RULE_WIDTH, .b = LOB_NONE, .min = 5, .description = {"thin", 4}},
         "thin: width of 1/0 at least 0.005 um"},
    };
    lob_layout *layout = make_layout();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].words);
        const lob_rules own = {nodes, 3, &cases[i].rule, 1};
        const lob_verdict nothing = {0};
        lob_rdb rdb;
        assert_int_equal(lob_rdb_of_verdict(&ctx, layout, 0, &own, &nothing, &rdb), LOB_OK);
        assert_true(lob_str_equal(rdb.categories[0].description, lob_str_from(cases[i].words)));
    }
    lob_layout_drop(layout);
}

static lob_layout *shared;

static bool run_once(void *arg) {
    lob_arena *memory = lob_arena_new(0);
    lob_ctx own;
    lob_rdb rdb;
    if (!memory) {
        return false;
    }
    lob_ctx_init(&own, memory);
    const bool is_fine = lob_rdb_of_verdict(&own, shared, 0, &rules, arg, &rdb) == LOB_OK;
    lob_arena_drop(memory);
    return is_fine;
}

static void test_memory(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    static const lob_point64 points[] = {{3, 4}, {300, 400}};
    lob_violation *list = LOB_NEW_ARRAY(arena, lob_violation, COUNT);
    for (int i = 0; i < COUNT; i++) {
        list[i] = (lob_violation){.kind = LOB_VIOLATION_EDGE, .count = 2, .points = points};
    }
    lob_verdict verdict = {.items = list, .count = COUNT};
    shared = make_layout();
    assert_ge(sweep_allocations(run_once, &verdict), 3);
    lob_layout_drop(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_engine, setup, teardown),
        cmocka_unit_test_setup_teardown(test_demands, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kinds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
