/* fixturec: curves against their formulas, whole recipes against what the reader finds, faults word for word. The tool
 * is no library: its parts are compiled in here. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "db/builder.h"
#include "io/gds/gds.h"
#include "io/oas/oas.h"
#include "tools/fixturec/compile.h"
#include "tools/fixturec/convert.h"
#include "tools/fixturec/recipe.h"

static const double pi = 3.14159265358979323846;

/* ---- curves, before the grid ---- */

static fx_node nodes[FX_NODES_MAX];

static fx_curve new_test_curve(double heading, double width) {
    fx_curve curve = {.nodes = nodes, .tolerance = 0.001};
    fx_curve_start(&curve, (fx_xy){1, 2}, heading, width);
    return curve;
}

static void arcs_lie_on_their_circle(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        fx_curve curve = new_test_curve(30, 0.5);
        fx_curve_arc(&curve, 7, side * 100);
        fx_xy centre = {1 - side * 7 * sin(30 * pi / 180), 2 + side * 7 * cos(30 * pi / 180)};
        for (uint32_t i = 0; i < curve.count; i++) {
            double r = hypot(nodes[i].at.x - centre.x, nodes[i].at.y - centre.y);
            assert_close(r, 7, 1e-9);
        }
        assert_close(nodes[curve.count - 1].heading_deg, (30 + side * 100), 1e-9);
        /* Sagitta of the outer edge. */
        double step = 100.0 / (curve.count - 1) * pi / 180;
        assert_le(7.25 * (1 - cos(step / 2)), 0.001 + 1e-12);
    }
}

/* The end of clothoid in, clothoid out: integrate heading(s) numerically. */
static fx_xy integrate_euler(double radius, double turn) {
    const int n = 200000;
    double half = radius * turn, h = 2 * half / n, x = 0, y = 0;
    for (int i = 0; i < n; i++) {
        double s = (i + 0.5) * h, t = s <= half ? s : 2 * half - s;
        double phi = turn / 2 * (t / half) * (t / half);
        phi = s <= half ? phi : turn - phi;
        x += h * cos(phi);
        y += h * sin(phi);
    }
    return (fx_xy){x, y};
}

static void euler_bends_end_at_the_fresnel_integral(void **state) {
    (void)state;
    const double turns[] = {30, 90, 180};
    for (int i = 0; i < 3; i++) {
        fx_curve curve = new_test_curve(0, 0.5);
        fx_curve_euler(&curve, 5, turns[i]);
        fx_xy want = integrate_euler(5, turns[i] * pi / 180);
        fx_node end = nodes[curve.count - 1];
        assert_lt(hypot(end.at.x - 1 - want.x, end.at.y - 2 - want.y), 1e-6);
        assert_close(end.heading_deg, turns[i], 1e-9);
    }
    /* Abramowitz and Stegun, table 7.7: C(1) = 0.7798934, S(1) = 0.4382591, at phi = pi/2, s = 1. */
    fx_curve half_turn = new_test_curve(0, 0.5);
    fx_curve_euler(&half_turn, 5, 180);
    fx_node middle = nodes[(half_turn.count - 1) / 2];
    assert_lt(fabs(middle.at.x - 1 - 5 * pi * 0.7798934), 1e-6);
    assert_lt(fabs(middle.at.y - 2 - 5 * pi * 0.4382591), 1e-6);
}

static void s_bends_and_tapers_end_where_they_should(void **state) {
    (void)state;
    fx_curve curve = new_test_curve(90, 0.5);
    fx_curve_s(&curve, 20, 5);
    fx_curve_straight(&curve, 3, 2);
    fx_node end = nodes[curve.count - 1];
    assert_close(end.at.x, (1 - 5), 1e-9);
    assert_close(end.at.y, 25, 1e-9);
    assert_eq(end.width, 2);
    assert_close(end.heading_deg, 90, 1e-9);
}

static void spiral_arms_keep_their_pitch(void **state) {
    (void)state;
    fx_curve curve = {.nodes = nodes, .tolerance = 0.001};
    fx_curve_spiral(&curve, (fx_xy){0, 0}, 10, 3, 2, 0.5);
    assert_false(curve.is_full);
    fx_node first = nodes[0], last_node = nodes[curve.count - 1];
    assert_close(first.at.x, (10 + 2 * 3 * 2), 1e-9);
    assert_lt(fabs(first.at.y), 1e-9);
    assert_lt(fabs(last_node.at.x + 22), 1e-9);
    for (uint32_t i = 1; i < curve.count; i++) { /* no jumps */
        assert_lt(hypot(nodes[i].at.x - nodes[i - 1].at.x, nodes[i].at.y - nodes[i - 1].at.y), 2);
    }
}

/* ---- whole recipes ---- */

typedef struct world {
    lob_arena *arena;
    lob_ctx ctx;
    lob_buf gds;
    lob_builder *builder;
    lob_layout *layout;
} world;

static void compile_and_read(world *w, const char *recipe) {
    char fault[1000];
    *w = (world){.arena = lob_arena_new(0)};
    lob_ctx_init(&w->ctx, w->arena);
    lob_buf_init(&w->gds, 0);
    if (!fx_compile("test", lob_str_from(recipe), &w->gds, fault, sizeof fault)) {
        fail_msg("%s", fault);
    }
    lob_builder_options options = {0};
    lob_source_options source_options = {0};
    lob_source *source;
    w->builder = lob_builder_new(&w->ctx, &options);
    assert_int_equal(lob_source_open_memory(&w->ctx, w->gds.data, w->gds.size, &source_options, &source), LOB_OK);
    assert_int_equal(lob_gds_read(&w->ctx, source, lob_builder_sink(w->builder), true), LOB_OK);
    lob_source_close(source);
    assert_int_equal(lob_builder_freeze(w->builder, &w->layout), LOB_OK);
}

static void drop_world(world *w) {
    lob_layout_drop(w->layout);
    lob_builder_drop(w->builder);
    lob_buf_release(&w->gds);
    lob_arena_drop(w->arena);
}

static const lob_shapes *only_shapes(const world *w) {
    const lob_cell *cell = lob_layout_cell(w->layout, 0);
    assert_int_equal(cell->shapes_count, 1);
    return &cell->shapes[0];
}

static const lob_point *only_polygon(const world *w, uint32_t *count, lob_point *at) {
    const lob_shapes *s = only_shapes(w);
    assert_int_equal(s->count[LOB_KIND_POLYGON], 1);
    const lob_outline *o = lob_layout_outline(w->layout, s->polygons[0].outline);
    *count = o->count;
    *at = s->polygons[0].at;
    return lob_layout_points(w->layout, o);
}

#define CELL(items) "{\"why\": \"t\", \"cells\": [{\"name\": \"a\", \"layer\": \"1/0\", \"items\": [" items "]}]}"

static void a_ring_has_its_area_and_its_edges(void **state) {
    (void)state;
    world w;
    uint32_t count;
    lob_point at;
    compile_and_read(&w, CELL("{\"ring\": [3, 4], \"radius\": 10, \"width\": 0.5}"));
    const lob_point *p = only_polygon(&w, &count, &at);
    double area = 0;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        area += ((double)p[j].x * p[i].y - (double)p[i].x * p[j].y) / 2;
        double r = hypot(p[i].x + at.x - 3000, p[i].y + at.y - 4000);
        double off = fabs(r - 10000 - (r > 10000 ? 250 : -250));
        assert_le(off, sqrt(0.5) + 1e-9); /* half a unit in x and in y */
    }
    double want = pi * (10250.0 * 10250 - 9750.0 * 9750);
    assert_close(fabs(area), want, want * 2e-3); /* chords: both circles lose the same share */
    drop_world(&w);
}

static void a_coupler_keeps_its_gap(void **state) {
    (void)state;
    world w;
    compile_and_read(&w, CELL("{\"route\": [{\"straight\": 10}], \"at\": [0, 0.35], \"width\": 0.5},"
                              "{\"route\": [{\"straight\": 10}], \"at\": [0, -0.35], \"width\": 0.5}"));
    const lob_shapes *s = only_shapes(&w);
    assert_int_equal(s->count[LOB_KIND_BOX], 2);
    assert_int_equal(s->boxes[0].bottom, 100);
    assert_int_equal(s->boxes[1].top, -100);
    assert_int_equal(s->boxes[0].right, 10000);
    drop_world(&w);
}

static void repeats_pins_and_arrays(void **state) {
    (void)state;
    world w;
    compile_and_read(
        &w, CELL("{\"box\": [[0, 0], [0.3, 1]], \"layer\": \"2/0\", \"repeat\": {\"count\": 3, \"step\": [0.6, 0]}},"
                 "{\"pin\": \"o1\", \"at\": [0, 0], \"faces\": 180, \"width\": 0.5},"
                 "{\"place\": \"b\", \"at\": [1, 2], \"rotate\": 90, \"mirror\": true, \"array\": {\"columns\": 2,"
                 " \"rows\": 3, \"column\": [5, 0], \"row\": [1, 4]}}"));
    lob_cell_index index = lob_layout_find_cell(w.layout, LOB_STR("a"));
    const lob_cell *cell = lob_layout_cell(w.layout, index);
    assert_int_equal(cell->shapes_count, 2); /* 1/10 and 2/0 */
    const lob_shapes *pin = &cell->shapes[0], *boxes = &cell->shapes[1];
    assert_int_equal(boxes->boxes[2].left, 1200);
    const lob_outline *o = lob_layout_outline(w.layout, pin->paths[0].outline);
    assert_int_equal(pin->paths[0].at.x, 10); /* from inside out: 20 units, towards -x */
    assert_int_equal(lob_layout_points(w.layout, o)[1].x, -20);
    assert_int_equal(pin->count[LOB_KIND_TEXT], 1);
    const lob_rep *rep = lob_layout_rep(w.layout, cell->insts[0].rep);
    assert_int_equal(cell->insts[0].code, 5);
    assert_int_equal(rep->na, 3); /* rows along a, columns along b */
    assert_int_equal(rep->a.y, 4000);
    assert_int_equal(rep->b.x, 5000);
    drop_world(&w);
}

static void halves_go_away_from_zero(void **state) {
    (void)state;
    const struct {
        double um;
        int32_t dbu;
    } cases[] = {{0.0005, 1},      {-0.0005, -1}, {0.00049, 0}, {1.0015, 1002},
                 {-1.0015, -1002}, {2.5, 2500},   {0, 0},       {-0.0004, 0}};
    fx_recipe fx = {.file = "t", .dbu_um = 0.001};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        assert_int_equal(fx_snap(&fx, NULL, cases[i].um), cases[i].dbu);
    }
    assert_true(fx_fine(&fx));
    fx_snap(&fx, "x", 0.001 * (0.5 - 1e-6));
    assert_string_equal(fx.fault, "t#/x: the rounding of 0.000499999 um is not the same on every machine; "
                                  "move it by a hundredth of a unit");
}

/* ---- faults ---- */

static void faults_say_where_and_what_to_do(void **state) {
    (void)state;
    static const struct {
        const char *recipe, *fault;
    } cases[] = {
        {"{", "f:1:2: object is not closed; the recipe must be strict JSON"},
        {"{\"cells\": []}", "f#: \"why\" is missing; say in a sentence what the fixture is for"},
        {"{\"why\": \"\"}", "f#: \"cells\" must be an array of cells {\"name\": ..., \"items\": [...]}"},
        {"{\"why\": \"\", \"cell\": 1}",
         "f#/cell: unknown member; use one of: why dbu_um library version tolerance_um cells"},
        {"{\"why\": \"\", \"cells\": [{\"name\": \"a\"}]}",
         "f#/cells/0: \"items\" must be an array; an empty cell has []"},
        {"{\"why\": \"\", \"cells\": [{\"items\": []}]}",
         "f#/cells/0: \"name\" must be a string; bytes that are not UTF-8 go into \"name_hex\""},
        {"{\"why\": \"\", \"cells\": [{\"name_hex\": \"4g\", \"items\": []}]}",
         "f#/cells/0/name_hex: expected pairs of lower-case hex digits"},
        {CELL("1"), "f#/cells/0/items/0: expected an object, e.g. {\"box\": [[0, 0], [1, 1]]}"},
        {CELL("{\"boxx\": 1}"),
         "f#/cells/0/items/0: expected one of: box, polygon, path, route, spiral, ring, sector, disc, "
         "place, text, pin, port"},
        {CELL("{\"box\": [[1, 0], [0, 1]]}"), "f#/cells/0/items/0/box: expected [[left, bottom], [right, top]] in um"},
        {CELL("{\"box\": [[0, 0], [1, 1]], \"layer\": \"1\"}"),
         "f#/cells/0/items/0/layer: expected \"layer\": \"LAYER/DATATYPE\" here or in the cell, e.g. \"1/0\""},
        {CELL("{\"box\": [[0, 0], [1, 1]], \"layer\": \"1/-0\"}"),
         "f#/cells/0/items/0/layer: expected \"layer\": \"LAYER/DATATYPE\" here or in the cell, e.g. \"1/0\""},
        {CELL("{\"box\": [[0, 0], [1, 1]], \"layer\": \" 1/ 0\"}"),
         "f#/cells/0/items/0/layer: expected \"layer\": \"LAYER/DATATYPE\" here or in the cell, e.g. \"1/0\""},
        {CELL("{\"path\": [[0, 0], [1]], \"width\": 1}"), "f#/cells/0/items/0/path/1: expected a point [x, y] in um"},
        {CELL("{\"path\": [[0, 0], [1, 1]]}"),
         "f#/cells/0/items/0: \"width\" is missing; add a number from 0 to 10000"},
        {CELL("{\"path\": [[0, 0], [1, 1]], \"width\": -1}"),
         "f#/cells/0/items/0/width: expected a number from 0 to 10000"},
        {CELL("{\"path\": [[0, 0], [1, 1]], \"width\": 1, \"ends\": \"butt\"}"),
         "f#/cells/0/items/0/ends: expected flush, round, square or [begin, end] in um"},
        {CELL("{\"polygon\": [[0, 0], [0.0001, 0], [0, 0.0001]]}"),
         "f#/cells/0/items/0: fewer than 3 different points are left on the grid; make the shape larger than dbu_um"},
        {CELL("{\"route\": [{\"arc\": 90, \"radius\": 0.2}], \"at\": [0, 0], \"width\": 0.5}"),
         "f#/cells/0/items/0/route/0/radius: the bend folds over itself; use at least half the width"},
        {CELL("{\"route\": [{\"jump\": 1}], \"at\": [0, 0], \"width\": 0.5}"),
         "f#/cells/0/items/0/route/0: expected one of: straight, taper, arc, euler, s, bezier"},
        {CELL("{\"disc\": [0, 0], \"radius\": 1, \"colour\": 1}"),
         "f#/cells/0/items/0/colour: unknown member; use one of: why repeat properties disc radius layer"},
        {CELL("{\"pin\": \"a\", \"at\": [0, 0], \"faces\": 45, \"width\": 1}"),
         "f#/cells/0/items/0/faces: expected 0, 90, 180 or 270"},
        {CELL("{\"box\": [[0, 0], [3000000, 1]]}"),
         "f#/cells/0/items/0/box: the coordinate does not fit into 32 bit; keep it below 2147483647 database units"},
        {CELL("{\"box\": [[0, 0], [1, 1]], \"properties\": {\"0\": \"x\"}}"),
         "f#/cells/0/items/0/properties: expected {\"NUMBER\": \"text\"}, numbers from 1 to 65535"},
        {CELL("{\"box\": [[0, 0], [1, 1]], \"properties\": {\"+1\": \"x\"}}"),
         "f#/cells/0/items/0/properties: expected {\"NUMBER\": \"text\"}, numbers from 1 to 65535"},
        {CELL("{\"place\": \"b\", \"at\": [0, 0], \"array\": {\"columns\": 1.5, \"rows\": 1, \"column\": [1, 0], "
              "\"row\": [0, 1]}}"),
         "f#/cells/0/items/0/array/columns: expected a whole number from 1 to 32767"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].recipe);
        char fault[1000];
        lob_buf out;
        lob_buf_init(&out, 0);
        assert_false(fx_compile("f", lob_str_from(cases[i].recipe), &out, fault, sizeof fault));
        assert_string_equal(fault, cases[i].fault);
        lob_buf_release(&out);
    }
}

/* ---- OASIS ---- */

/* The same counts and boxes come out of the OASIS file: a box twice, a path, a text, a 3 x 2 array. */
static void the_oasis_file_holds_the_same(void **state) {
    (void)state;
    world w;
    compile_and_read(
        &w,
        "{\"why\":\"w\",\"cells\":[{\"name\":\"c\",\"layer\":\"1/2\",\"items\":[{\"box\":[[0,0],[1,2]],"
        "\"repeat\":{\"count\":2,\"step\":[5,0]}},{\"text\":\"t\",\"at\":[3,4]}]},{\"name\":\"p\",\"items\":"
        "[{\"place\":\"c\",\"at\":[0,0],\"array\":{\"columns\":3,\"rows\":2,\"column\":[20,0],\"row\":[0,20]}}]}]}");
    lob_buf oas, again;
    char fault[200];
    lob_source *source;
    lob_layout *layout;
    lob_buf_init(&oas, 0);
    lob_buf_init(&again, 0);
    assert_true(fx_to_oasis(&w.gds, &oas, fault, sizeof fault));
    assert_true(fx_to_oasis(&w.gds, &again, fault, sizeof fault));
    assert_int_equal(oas.size, again.size);
    assert_memory_equal(oas.data, again.data, oas.size);
    lob_builder_options options = {0};
    lob_source_options source_options = {0};
    lob_builder *builder = lob_builder_new(&w.ctx, &options);
    assert_int_equal(lob_source_open_memory(&w.ctx, oas.data, oas.size, &source_options, &source), LOB_OK);
    assert_int_equal(lob_oas_read(&w.ctx, source, lob_builder_sink(builder), true), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    const lob_cell *top = lob_layout_cell(layout, lob_layout_find_cell(layout, LOB_STR("p")));
    assert_int_equal(top->shape_count_expanded, 18);
    assert_int_equal(top->inst_count_expanded, 6);
    assert_int_equal(top->box.right, 46000); /* 2 x 20 + 5 + 1 um */
    assert_int_equal(top->box.top, 24000);   /* 20 + 4 um, the text */
    lob_layout_drop(layout);
    lob_builder_drop(builder);
    lob_source_close(source);
    lob_buf_release(&oas);
    lob_buf_release(&again);
    drop_world(&w);
}

static void what_is_no_gdsii_is_no_oasis(void **state) {
    (void)state;
    lob_buf gds, oas;
    char fault[200] = "";
    lob_buf_init(&gds, 0);
    lob_buf_init(&oas, 0);
    lob_buf_add_text(&gds, "HEADER 600;");
    assert_false(fx_to_oasis(&gds, &oas, fault, sizeof fault));
    assert_ne(fault[0], 0);
    lob_buf_release(&gds);
    lob_buf_release(&oas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arcs_lie_on_their_circle),
        cmocka_unit_test(euler_bends_end_at_the_fresnel_integral),
        cmocka_unit_test(s_bends_and_tapers_end_where_they_should),
        cmocka_unit_test(spiral_arms_keep_their_pitch),
        cmocka_unit_test(a_ring_has_its_area_and_its_edges),
        cmocka_unit_test(a_coupler_keeps_its_gap),
        cmocka_unit_test(repeats_pins_and_arrays),
        cmocka_unit_test(halves_go_away_from_zero),
        cmocka_unit_test(faults_say_where_and_what_to_do),
        cmocka_unit_test(the_oasis_file_holds_the_same),
        cmocka_unit_test(what_is_no_gdsii_is_no_oasis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
