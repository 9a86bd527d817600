/* Ports by markers, known ports and META, and components, against places worked out by hand: the fixture's from its
 * recipe, those of placed cells by the definition of a transformation. */
#include "tests/support/lob_test.h"

#include "pic_rig.h"

#include "tests/unit/base/sweep.h"

#define CONVENTION "fixtures/port_markers.convention.json"

/* ---- markers of every shape ---- */

typedef struct expectation {
    const char *name;
    double x, y, angle, width; /* um, in cell marks; angle below 0: none */
} expectation;

static const expectation marks[] = {
    {"pa", 0.5, 0, 180, 0.5},  /* known goes before the path at (0, 0) */
    {"kn", 10, 0, 0, 0.5},     /* known; angle and width are the triangle's */
    {"rh", 5, 2, 90, 0.5},     /* the rectangle half out */
    {"", 2.3, -2, 270, 0.6},   /* the one inside */
    {"bo", 6.5, 1.2, -1, 0.4}, /* the box */
    {"ar", 0, 1, 180, 0},      /* the arrow */
};
enum { MARKS = sizeof marks / sizeof marks[0] };

static void check_placed(const lob_ports *ports, bool mirror, double angle_deg, double mag, double dx, double dy) {
    double c = cos(angle_deg * M_PI / 180) * mag, s = sin(angle_deg * M_PI / 180) * mag;
    for (int i = 0; i < MARKS; i++) {
        double x = marks[i].x, y = mirror ? -marks[i].y : marks[i].y;
        double angle =
            marks[i].angle < 0 ? -1 : fmod((mirror ? 360 - marks[i].angle : marks[i].angle) + angle_deg, 360);
        const lob_port *p =
            port_at(ports, marks[i].name, 1000 * (dx + x * c - y * s), 1000 * (dy + x * s + y * c), angle);
        assert_non_null(p);
        assert_lt(fabs(p->width - 1000 * marks[i].width * mag), 1e-6);
        assert_int_equal(p->depth, 1);
    }
}

static void test_shapes(void **state) {
    (void)state;
    rig r;
    rig_read(&r, "fixtures/port_markers.gds");
    lob_str text = rig_text(&r, CONVENTION);
    assert_int_equal(lob_pic_open(&r.ctx, r.layout, &text, &r.pic), LOB_OK);
    lob_ports ports = ports_of(&r, "port_markers");
    assert_int_equal(ports.count, 4 * MARKS);
    assert_int_equal(ports.count_total, 4 * MARKS);
    check_placed(&ports, false, 0, 1, 0, 0);
    check_placed(&ports, false, 90, 1, 100, 0);
    check_placed(&ports, true, 0, 1, 0, 100);
    check_placed(&ports, false, 45, 2, 200, 0);
    uint32_t count;
    const lob_detection *d = lob_pic_detections(r.pic, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d[0].name, "port_markers");
    assert_eq(d[0].confidence, 1);
    lob_connect connect = lob_pic_connect(r.pic);
    assert_eq(connect.distance, 2);
    assert_eq(connect.angle_tol_deg, 0.5);
    assert_eq(connect.width_tol, 3);
    assert_true(connect.needs_touch);
    const lob_layer_index *guides = lob_pic_guide_layers(r.pic, &count);
    assert_int_equal(count, 1);
    assert_int_equal(guides[0], lob_layout_find_layer(r.layout, 1, 0));
    rig_drop(&r);
}

/* The known port of the marker's name stands elsewhere; that it disagrees is said, seen from above. */
static void test_conflict(void **state) {
    (void)state;
    rig r;
    rig_read(&r, "fixtures/port_markers.oas");
    lob_str text = rig_text(&r, CONVENTION);
    assert_int_equal(lob_pic_open(&r.ctx, r.layout, &text, &r.pic), LOB_OK);
    lob_ports ports = ports_of(&r, "port_markers");
    const lob_port *p = port_at(&ports, "pa", 100000, 500, 270);
    assert_non_null(p);
    assert_int_equal(p->source, LOB_PORT_KNOWN);
    assert_string_equal(p->rule, "known");
    assert_true(p->has_conflict);
    assert_eq(p->conflict.x, 100000);
    assert_eq(p->conflict.y, 0);
    p = port_at(&ports, "kn", 10000, 0, 0);
    assert_false(p->has_conflict);
    assert_true(text_is(p->cross_section, "strip"));
    assert_int_equal(p->layer, lob_layout_find_layer(r.layout, 1, 0));
    p = port_at(&ports, "bo", 6500, 1200, -1);
    assert_true(text_is(p->type, "electrical"));
    assert_int_equal(p->layer, LOB_NONE); /* no metal is there */
    assert_string_equal(p->rule, "marker:box");
    rig_drop(&r);
}

/* ---- SiEPIC, by hand ---- */

static void put_component(rig *r, const char *name, bool is_named) {
    cell_begin(r, name);
    put_box(r, 1, 0, (lob_box){0, -250, 10000, 250});
    put_box(r, 68, 0, (lob_box){0, -1500, 10000, 1500});
    put_pin(r, 1, 10, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
    put_pin(r, 1, 10, (lob_point){9990, 0}, (lob_point){10010, 0}, 500);
    if (is_named) {
        put_text(r, 1, 10, (lob_point){0, 0}, "in");
        put_text(r, 1, 10, (lob_point){10010, 250}, "out"); /* the corner of the box touches */
        put_text(r, 1, 10, (lob_point){10011, 250}, "beside");
    }
    cell_end(r);
}

static void build_siepic(rig *r) {
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 100, .nb = 200, .a = {20000, 0}, .b = {0, 5000}};
    rig_begin(r);
    put_component(r, "wg", true);
    put_component(r, "plain", false);
    cell_begin(r, "row");
    put_inst(r, "wg", (lob_point){0, 0}, 0, &rep);
    cell_end(r);
    cell_begin(r, "empty");
    put_text(r, 10, 0, (lob_point){0, 0}, "nothing");
    cell_end(r);
    cell_begin(r, "top");
    put_inst(r, "row", (lob_point){0, 0}, 0, NULL);
    put_inst(r, "plain", (lob_point){-20000, 0}, 90, NULL);
    put_inst(r, "empty", (lob_point){0, 0}, 0, NULL);
    cell_end(r);
    rig_finish(r);
}

static void test_siepic(void **state) {
    (void)state;
    rig r;
    build_siepic(&r);
    rig_open(&r, NULL);
    uint32_t count;
    const lob_detection *d = lob_pic_detections(r.pic, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d[0].name, "siepic-ebeam");
    assert_eq(d[0].confidence, 0.95);
    assert_int_equal(d[0].evidence, 4);
    const lob_port *own;
    assert_int_equal(lob_pic_cell_ports(&r.ctx, r.pic, cell_of(&r, "wg"), &own, &count), LOB_OK);
    assert_int_equal(count, 2);
    assert_true(text_is(own[0].name, "in"));
    assert_eq(own[0].angle_deg, 180);
    assert_eq(own[0].at.x, 0);
    assert_eq(own[0].width, 500);
    assert_true(text_is(own[1].name, "out"));
    assert_eq(own[1].angle_deg, 0);
    assert_eq(own[1].at.x, 10000);
    assert_int_equal(own[0].layer, lob_layout_find_layer(r.layout, 1, 0));
    assert_true(text_is(own[0].type, "optical"));
    assert_eq(own[0].depth, 0);
    assert_eq(own[0].confidence, 1);
    assert_int_equal(lob_pic_cell_ports(&r.ctx, r.pic, cell_of(&r, "empty"), &own, &count), LOB_OK);
    assert_int_equal(count, 0);
    uint64_t stored;
    assert_int_equal(lob_pic_port_count(&r.ctx, r.pic, &stored), LOB_OK);
    assert_int_equal(stored, 4);
    rig_drop(&r);
}

static lob_ports ask(rig *r, lob_pic_query query) {
    lob_ports ports;
    query.cell = cell_of(r, "top");
    assert_int_equal(lob_pic_ports(&r->ctx, r->pic, &query, &ports), LOB_OK);
    return ports;
}

/* 20000 members and one more, two ports each. */
static void test_limits(void **state) {
    (void)state;
    rig r;
    build_siepic(&r);
    rig_open(&r, NULL);
    lob_pic_query all = {.window = LOB_WALK_EVERYTHING, .depth_max = UINT32_MAX, .limit = 3}, query = all;
    lob_ports ports = ask(&r, query);
    assert_int_equal(ports.count, 3);
    assert_int_equal(ports.count_total, 40002);
    /* The least x is that of the one at -20000, turned by 90 degrees; then the first column, by y. */
    assert_eq(ports.items[0].at.x, -20000);
    assert_eq(ports.items[0].at.y, 0);
    assert_eq(ports.items[0].angle_deg, 270);
    assert_eq(ports.items[1].at.x, -20000);
    assert_eq(ports.items[1].at.y, 10000);
    assert_eq(ports.items[1].angle_deg, 90);
    assert_eq(ports.items[2].at.x, 0);
    assert_eq(ports.items[2].at.y, 0);
    assert_eq(ports.items[2].depth, 2);
    assert_int_equal(ports.items[2].path[0].inst, 0);
    query.window = (lob_box64){20000, 10000, 30000, 15000}; /* (1, 2) and (1, 3): their ports on its border */
    query.limit = 100;
    ports = ask(&r, query);
    assert_int_equal(ports.count, 4);
    assert_int_equal(ports.items[0].path[1].member, 2 * 100 + 1);
    assert_int_equal(ports.items[1].path[1].member, 3 * 100 + 1);
    assert_eq(ports.items[3].at.x, 30000);
    assert_eq(ports.items[3].at.y, 15000);
    assert_true(text_is(ports.items[3].name, "out"));
    query.window = (lob_box64){30000, 10000, 30000, 10000};
    assert_int_equal(ask(&r, query).count, 1);
    query.window = (lob_box64){20001, 10000, 30000, 15000};
    assert_int_equal(ask(&r, query).count, 2);
    query = all;
    query.depth_max = 1;
    assert_int_equal(ask(&r, query).count_total, 2);
    query.depth_max = 0;
    assert_int_equal(ask(&r, query).count_total, 0);
    lob_cell_index plain = cell_of(&r, "plain");
    query = all;
    query.owner = &plain;
    assert_int_equal(ask(&r, query).count_total, 2);
    query = all;
    query.type = LOB_STR("electrical");
    assert_int_equal(ask(&r, query).count_total, 0);
    rig_drop(&r);
}

/* Members that all go through the window, of which none lies in it. */
static void test_piled_array(void **state) {
    (void)state;
    rig r;
    const lob_rep near = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {1, 0}, .b = {0, 1}};
    rig_begin(&r);
    cell_begin(&r, "wide");
    put_box(&r, 10, 0, (lob_box){0, 0, 1000000, 1000000});
    cell_end(&r);
    cell_begin(&r, "piled");
    put_inst(&r, "wide", (lob_point){0, 0}, 0, &near);
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, NULL);
    const lob_pic_query part = {
        .cell = cell_of(&r, "piled"), .window = {400000, 400000, 500000, 500000}, .depth_max = UINT32_MAX, .limit = 20};
    lob_components components;
    assert_int_equal(lob_pic_components(&r.ctx, r.pic, &part, &components), LOB_E_QUERY_TOO_LARGE);
    assert_eq(r.ctx.error.details[1].integer, INT64_C(32767) * 32767); /* counted, not gone through */
    rig_drop(&r);
}

/* 10^9 and 10^18 placements: refused by what the arrays multiply to, before anything is gone through. */
static void test_arrays(void **state) {
    (void)state;
    rig r;
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 32767, .nb = 32767, .a = {20000, 0}, .b = {0, 5000}};
    rig_begin(&r);
    put_component(&r, "wg", true);
    cell_begin(&r, "row");
    put_inst(&r, "wg", (lob_point){0, 0}, 0, &rep);
    cell_end(&r);
    cell_begin(&r, "plain");
    put_box(&r, 10, 0, (lob_box){0, 0, 10, 10});
    cell_end(&r);
    cell_begin(&r, "plains");
    put_inst(&r, "plain", (lob_point){0, 0}, 0, &rep);
    cell_end(&r);
    cell_begin(&r, "top");
    put_inst(&r, "row", (lob_point){0, 0}, 0, &rep);
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, NULL);
    static const char *const cells[] = {"top", "row", "plains"};
    const size_t before = lob_arena_size(r.arena);
    for (int i = 0; i < 3; i++) {
        for (uint32_t depth = i == 0 ? 2 : 1; depth < 4; depth++) { /* 3: deeper than the cells are */
            lob_pic_query query = {.cell = cell_of(&r, cells[i]), .window = LOB_WALK_EVERYTHING, .limit = 20};
            query.depth_max = depth == 3 ? UINT32_MAX : depth;
            lob_ports ports;
            lob_components components;
            assert_int_equal(lob_pic_ports(&r.ctx, r.pic, &query, &ports), LOB_E_QUERY_TOO_LARGE);
            assert_ne(r.ctx.error.hint[0], 0);
            lob_error_clear(&r.ctx.error);
            assert_int_equal(lob_pic_components(&r.ctx, r.pic, &query, &components), LOB_E_QUERY_TOO_LARGE);
            lob_error_clear(&r.ctx.error);
        }
    }
    assert_lt(lob_arena_size(r.arena) - before, 1 << 20);
    for (int i = 0; i < 3; i++) { /* half of an array is as much too much, and known as soon */
        lob_pic_query half = {.cell = cell_of(&r, cells[i]), .window = {0, 0, 300000000, 80000000}, .limit = 20};
        lob_components components;
        half.depth_max = UINT32_MAX;
        assert_int_equal(lob_pic_components(&r.ctx, r.pic, &half, &components), LOB_E_QUERY_TOO_LARGE);
        if (i > 0) { /* so many as are surely there, not as were gone through */
            assert_gt(r.ctx.error.details[1].integer, 2 * LOB_LIMIT_PLACEMENTS);
        }
        lob_error_clear(&r.ctx.error);
        uint64_t known;
        assert_int_equal(lob_pic_component_count(&r.ctx, r.pic, &half, &known), LOB_OK);
        assert_int_equal(known, 0);
        half.window = LOB_WALK_EVERYTHING;
        assert_int_equal(lob_pic_component_count(&r.ctx, r.pic, &half, &known), LOB_OK);
        const uint64_t one = UINT64_C(32767) * 32767;
        assert_eq(known, i == 0 ? one * one : one);
    }
    lob_pic_query query = {.cell = cell_of(&r, "row"), .window = {39000, 9000, 51000, 16000}, .limit = 20};
    query.depth_max = UINT32_MAX;
    lob_ports ports;
    assert_int_equal(lob_pic_ports(&r.ctx, r.pic, &query, &ports), LOB_OK);
    assert_int_equal(ports.count, 4); /* two places, one above the other */
    query.window = LOB_WALK_EVERYTHING;
    query.depth_max = 0;
    assert_int_equal(lob_pic_ports(&r.ctx, r.pic, &query, &ports), LOB_OK);
    assert_int_equal(ports.count_total, 0);
    rig_drop(&r);
}

/* The first of a list are the same, with their ways, however many are kept. */
static void test_first_of_many(void **state) {
    (void)state;
    rig r;
    build_siepic(&r);
    rig_open(&r, NULL);
    lob_pic_query query = {.window = LOB_WALK_EVERYTHING, .depth_max = UINT32_MAX, .limit = 50000};
    lob_ports all = ask(&r, query);
    assert_int_equal(all.count, 40002);
    for (uint32_t limit = 0; limit < 300; limit = 2 * limit + 1) {
        query.limit = limit;
        lob_ports some = ask(&r, query);
        assert_int_equal(some.count, limit);
        assert_int_equal(some.count_total, 40002);
        for (uint32_t i = 0; i < limit; i++) {
            const lob_port *p = &some.items[i], *q = &all.items[i];
            assert_eq(p->at.x, q->at.x);
            assert_eq(p->at.y, q->at.y);
            assert_eq(p->depth, q->depth);
            assert_eq(p->index, q->index);
            for (uint32_t k = 0; k < p->depth; k++) {
                assert_eq(p->path[k].inst, q->path[k].inst);
                assert_eq(p->path[k].member, q->path[k].member);
            }
        }
    }
    rig_drop(&r);
}

/* Many names above each other, some in one place: each port takes the nearest, of those in one place the first. */
static void test_many_names(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    rig r;
    char name[COUNT][8];
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 68, 0, (lob_box){0, -1500, 10000, 600 * COUNT});
    for (int i = 0; i < COUNT; i++) {
        snprintf(name[i], sizeof name[i], "p%d", i);
        put_pin(&r, 1, 10, (lob_point){10, 600 * i}, (lob_point){-10, 600 * i}, 500);
        put_text(&r, 1, 10, (lob_point){0, 600 * i + i % 200}, name[i]);
        put_text(&r, 1, 10, (lob_point){0, 600 * i + i % 200}, "second");
        put_text(&r, 1, 10, (lob_point){i % 10, 600 * i - 240}, "far");
    }
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, NULL);
    lob_pic_query query = {.cell = cell_of(&r, "a"), .window = LOB_WALK_EVERYTHING, .limit = COUNT};
    lob_ports ports;
    assert_int_equal(lob_pic_ports(&r.ctx, r.pic, &query, &ports), LOB_OK);
    assert_int_equal(ports.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_true(text_is(ports.items[i].name, name[i]));
    }
    rig_drop(&r);
}

static void test_components(void **state) {
    (void)state;
    rig r;
    build_siepic(&r);
    rig_open(&r, NULL);
    lob_pic_query query = {
        .cell = cell_of(&r, "top"), .window = {-30000, -2000, 5000, 3000}, .depth_max = 9, .limit = 9};
    lob_components found;
    assert_int_equal(lob_pic_components(&r.ctx, r.pic, &query, &found), LOB_OK);
    assert_int_equal(found.count, 2);
    const lob_component *c = &found.items[0];
    assert_int_equal(c->cell, cell_of(&r, "plain"));
    assert_string_equal(c->rule, "device:DevRec");
    assert_true(c->is_guide);
    assert_eq(c->box.left, -21500);
    assert_eq(c->box.bottom, 0);
    assert_eq(c->box.right, -18500);
    assert_eq(c->box.top, 10000);
    assert_eq(c->trans.code, 1);
    assert_eq(c->depth, 1);
    assert_int_equal(found.items[1].depth, 2);
    assert_eq(found.items[1].box.left, 0);
    assert_eq(found.items[1].box.top, 1500);
    query.cell = cell_of(&r, "wg"); /* itself */
    assert_int_equal(lob_pic_components(&r.ctx, r.pic, &query, &found), LOB_OK);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].depth, 0);
    query.cell = cell_of(&r, "empty");
    assert_int_equal(lob_pic_components(&r.ctx, r.pic, &query, &found), LOB_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.items[0].rule, "cell");
    rig_drop(&r);
}

/* ---- which way a rectangle faces ---- */

static void test_sides(void **state) {
    (void)state;
    static const char text[] = "{\"schema_version\":\"1.0\",\"name\":\"sides\",\"layers\":{\"P\":{\"layer\":5,"
                               "\"datatype\":0,\"role\":\"port\"},"
                               "\"D\":{\"layer\":68,\"datatype\":0,\"role\":\"device\"}},\"port_markers\":[{\"id\":"
                               "\"r\",\"on\":\"P\",\"shape\":"
                               "\"rect_half_out\"}],\"device\":{\"on\":\"D\"}}";
    static const struct {
        lob_box box;
        double x, y, angle, width, confidence;
    } cases[] = {
        {{9700, 4900, 10300, 5100}, 10000, 5000, 0, 200, 1},   /* on one side: that, whatever its form */
        {{-50, 9750, 50, 10250}, 0, 10000, 180, 500, 1},       /* in a corner: upright, so left or right */
        {{-250, -50, 250, 50}, 0, 0, 270, 500, 1},             /* lying: below */
        {{8900, 4750, 9000, 5250}, 8950, 5000, 0, 500, 0.8},   /* off the border: by its form, the nearer */
        {{2000, 3000, 2500, 3500}, 2250, 3250, 180, 500, 0.8}, /* square: the nearest */
        {{5000, 8000, 5500, 8500}, 5250, 8250, 90, 500, 0.8},
    };
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 68, 0, (lob_box){0, 0, 10000, 10000});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_box(&r, 5, 0, cases[i].box);
    }
    cell_end(&r);
    cell_begin(&r, "bare"); /* no outline, no direction */
    put_box(&r, 5, 0, (lob_box){0, 0, 10, 100});
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, text);
    lob_ports ports = ports_of(&r, "a");
    assert_int_equal(ports.count, sizeof cases / sizeof cases[0]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: x %g, y %g", i, cases[i].x, cases[i].y);
        const lob_port *p = port_at(&ports, "", cases[i].x, cases[i].y, cases[i].angle);
        assert_non_null(p);
        assert_eq(p->width, cases[i].width);
        assert_eq(p->confidence, cases[i].confidence);
    }
    ports = ports_of(&r, "bare");
    assert_int_equal(ports.count, 1);
    assert_non_null(port_at(&ports, "", 5, 50, -1));
    rig_drop(&r);
}

/* What a rule can say beside the defaults of its shape. */
static void test_options(void **state) {
    (void)state;
    static const char text[] =
        "{\"schema_version\":\"1.0\",\"name\":\"options\",\"layers\":{\"A\":{\"layer\":1,\"datatype\":0,\"role\":"
        "\"other\"},"
        "\"P\":{\"layer\":5,\"datatype\":0,\"role\":\"port\"},\"Q\":{\"layer\":6,\"datatype\":0,\"role\":\"port\"},"
        "\"R\":{\"layer\":7,\"datatype\":0,\"role\":\"port\"},\"T\":{\"layer\":8,\"datatype\":0,\"role\":\"text\"},"
        "\"S\":{\"layer\":9,\"datatype\":0,\"role\":\"port\"},\"D\":{\"layer\":68,\"datatype\":0,\"role\":\"device\"}},"
        "\"port_markers\":["
        "{\"id\":\"p\",\"on\":\"P\",\"shape\":\"path2\",\"direction\":\"p2_to_p1\",\"position\":\"p1\",\"width\":"
        "\"none\","
        "\"name\":{\"from\":\"text\",\"on\":\"T\",\"scope\":\"below\"},\"connects\":[\"Q\",\"A\"],\"type\":\"own\"},"
        "{\"id\":\"q\",\"on\":\"Q\",\"shape\":\"triangle\",\"direction\":\"tip_opposite\",\"position\":\"tip\","
        "\"name\":{\"from\":\"cell\"}},"
        "{\"id\":\"r\",\"on\":\"R\",\"shape\":\"box\",\"direction\":\"nearest_side\",\"width\":\"max_side\"},"
        "{\"id\":\"s\",\"on\":\"S\",\"shape\":\"path2\",\"position\":\"p2\",\"direction\":\"none\"}],"
        "\"device\":{\"on\":\"D\",\"params\":[{\"prefix\":\"set:\",\"key\":\"set\",\"form\":\"kv_lines\"}]}}";
    static const lob_point triangle[] = {{5000, -250}, {5000, 250}, {5250, 0}};
    rig r;
    rig_begin(&r);
    cell_begin(&r, "names");
    put_text(&r, 8, 0, (lob_point){0, 0}, "deep");
    cell_end(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, -250, 5000, 250});
    put_box(&r, 68, 0, (lob_box){0, -1000, 5000, 1000});
    put_pin(&r, 5, 0, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
    put_inst(&r, "names", (lob_point){5, 100}, 0, NULL);
    put_polygon(&r, 6, 0, triangle, 3);
    put_box(&r, 7, 0, (lob_box){2000, 900, 2600, 1100});
    put_pin(&r, 9, 0, (lob_point){3000, 0}, (lob_point){3000, 700}, 80);
    put_text(&r, 68, 0, (lob_point){0, 0}, "set:length = 5\nflag\n\nwidth=a=b");
    put_text(&r, 68, 0, (lob_point){0, 0}, "unset:1");
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, text);
    lob_ports ports = ports_of(&r, "a");
    assert_int_equal(ports.count, 4);
    const lob_port *p = port_at(&ports, "deep", 10, 0, 0);
    assert_non_null(p);
    assert_eq(p->width, 0);
    assert_true(text_is(p->type, "own"));
    assert_int_equal(p->layer, lob_layout_find_layer(r.layout, 1, 0));
    p = port_at(&ports, "a", 5250, 0, 180);
    assert_true(p);
    assert_eq(p->width, 500);
    assert_eq(p->layer, LOB_NONE); /* no layer guides light here */
    p = port_at(&ports, "", 2300, 1000, 90);
    assert_true(p);
    assert_eq(p->width, 600);
    p = port_at(&ports, "", 3000, 700, -1);
    assert_true(p);
    assert_eq(p->width, 80);
    const lob_param *params;
    uint32_t count;
    assert_int_equal(lob_pic_params(&r.ctx, r.pic, cell_of(&r, "a"), &params, &count), LOB_OK);
    assert_int_equal(count, 3);
    assert_true(text_is(params[0].key, "length "));
    assert_true(text_is(params[0].value, " 5"));
    assert_true(text_is(params[1].key, "flag"));
    assert_true(text_is(params[1].value, ""));
    assert_true(text_is(params[2].key, "width"));
    assert_true(text_is(params[2].value, "a=b"));
    rig_drop(&r);
}

/* Each built-in convention by the least that speaks for it. */
static void test_detection(void **state) {
    (void)state;
    static const lob_point triangle[] = {{0, -250}, {0, 250}, {250, 0}};
    static const lob_point arrow[] = {{0, 0},      {-500, -500}, {-500, -250}, {-700, -250},
                                      {-700, 250}, {-500, 250},  {-500, 500}};
    static const struct {
        const char *name;
        double confidence;
    } expected[] = {{"gdsfactory", 0.7},         {"gdsfactory", 0.9},         {"gdsfactory", 0.7},
                    {"siepic-ebeam", 0.6},       {"siepic-ebeam", 0.5},       {"openepda-nazca", 0.5},
                    {"openepda-nazca", 0.95},    {"siepic-ebeam", 0.85},      {"siepic-ebeam-2016", 0.5},
                    {"siepic-ebeam-2016", 0.75}, {"siepic-ebeam-2016", 0.85}, {"siepic-ebeam", 0.85}};
    for (int i = 0; i < 12; i++) {
        rig r;
        uint32_t count;
        rig_begin(&r);
        cell_begin(&r, "a");
        if (i < 2) {
            put_polygon(&r, 1, 10, triangle, 3);
            put_text(&r, i ? 66 : 67, 0, (lob_point){250, 0}, "o1");
        } else if (i == 2 || i == 3) {
            put_box(&r, 1, 10, (lob_box){0, 0, 100, 500});
            put_text(&r, 1, 10, (lob_point){50, 250}, "o1");
            put_box(&r, 68, 0, (lob_box){50, 0, 1000, 500});
            put_box(&r, i == 3 ? 12 : 13, 0, (lob_box){0, 0, 10, 10});
        } else if (i == 4) {
            put_box(&r, 68, 0, (lob_box){50, 0, 1000, 500});
            put_box(&r, 81, 0, (lob_box){50, 0, 1000, 500});
        } else if (i < 7) {
            put_polygon(&r, 1001, 0, arrow, 7);
            put_text(&r, i == 6 ? 1002 : 1009, 0, (lob_point){-2000, 0}, "a0");
        } else if (i == 7) {
            put_pin(&r, 1, 10, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
            put_text(&r, 1, 10, (lob_point){0, 0}, "p");
        } else {
            put_pin(&r, 69, 0, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
            put_text(&r, i == 8 ? 67 : 69, 0, (lob_point){0, 0}, "p");
            put_box(&r, i == 10 ? 68 : 67, 0, (lob_box){0, -500, 1000, 500});
        }
        if (i == 11) { /* pins on both: the newer PDK's count */
            put_pin(&r, 1, 10, (lob_point){1010, 0}, (lob_point){990, 0}, 500);
            put_text(&r, 1, 10, (lob_point){1000, 0}, "q");
        }
        cell_end(&r);
        rig_finish(&r);
        rig_open(&r, NULL);
        const lob_detection *d = lob_pic_detections(r.pic, &count);
        assert_int_equal(count, 1);
        assert_string_equal(d[0].name, expected[i].name);
        assert_eq(d[0].confidence, expected[i].confidence);
        assert_eq(d[0].evidence, 1);
        assert_true(d[0].why[0]);
        lob_ports ports = ports_of(&r, "a");
        if (i == 6) { /* the arrow's tip points out, to the right */
            assert_true(port_at(&ports, "a0", 0, 0, 0));
        }
        if (i == 1) {
            assert_true(port_at(&ports, "o1", 0, 0, 0));
        }
        if (i >= 9 && i <= 10) {
            assert_eq(ports.count, 1);
            assert_true(port_at(&ports, "p", 0, 0, 180));
        }
        if (i == 11) {
            assert_eq(ports.count, 1);
            assert_true(port_at(&ports, "q", 1000, 0, 180));
        }
        rig_drop(&r);
    }
}

/* A port of a cell and the same of what it is made of: the outer one comes first. */
static void test_nested(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    put_component(&r, "wg", true);
    cell_begin(&r, "outer");
    put_pin(&r, 1, 10, (lob_point){10, 0}, (lob_point){-10, 0}, 500);
    put_inst(&r, "wg", (lob_point){0, 0}, 0, NULL);
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, NULL);
    lob_ports ports = ports_of(&r, "outer");
    assert_int_equal(ports.count, 3);
    assert_int_equal(ports.items[0].depth, 0);
    assert_int_equal(ports.items[1].depth, 1);
    assert_eq(ports.items[1].at.x, 0);
    rig_drop(&r);
}

/* ---- META goes before markers ---- */

static void build_meta(rig *r) {
    static const lob_str own[] = {LOB_STR("META('kfactory:cross_section:s')={'width'=>#l400}")};
    static const lob_str strings[] = {
        LOB_STR("META('kfactory:ports:0')={'cross_section'=>'s','name'=>'o1','port_type'=>'optical','trans'=>[trans:"
                "r180 0,0]}"),
        LOB_STR("META('kfactory:ports:1')={'cross_section'=>'s','name'=>'o2','port_type'=>'optical','trans'=>[trans:"
                "r90 10000,0]}"),
        LOB_STR("META('kfactory:ports:2')={'cross_section'=>'s','name'=>'in','port_type'=>'optical','trans'=>[trans:r0 "
                "5000,0]}"),
    };
    rig_begin(r);
    assert_int_equal(r->sink->context(r->sink->self, (lob_str){0}, own, 1), LOB_OK);
    assert_int_equal(r->sink->context(r->sink->self, LOB_STR("wg"), strings, 3), LOB_OK);
    put_component(r, "wg", false);
    rig_finish(r);
}

static void test_meta(void **state) {
    (void)state;
    rig r;
    build_meta(&r);
    rig_open(&r, NULL);
    uint32_t count;
    const lob_detection *d = lob_pic_detections(r.pic, &count);
    assert_int_equal(count, 2);
    assert_string_equal(d[0].name, "klayout-meta");
    assert_eq(d[0].confidence, 1);
    assert_eq(d[1].confidence, 0.6); /* pins without names */
    lob_ports ports = ports_of(&r, "wg");
    assert_int_equal(ports.count, 3);
    const lob_port *p = port_at(&ports, "o1", 0, 0, 180);
    assert_int_equal(p->source, LOB_PORT_META);
    assert_false(p->has_conflict);
    assert_eq(p->width, 400);
    assert_eq(p->width_conflict, 500);       /* the marker's */
    p = port_at(&ports, "o2", 10000, 0, 90); /* the marker there points right */
    assert_true(p->has_conflict);
    assert_eq(p->conflict.x, 10000);
    assert_true(p->has_angle_conflict);
    assert_eq(p->angle_conflict_deg, 0);
    p = port_at(&ports, "in", 5000, 0, 0);
    assert_false(p->has_conflict);
    assert_int_equal(p->layer, lob_layout_find_layer(r.layout, 1, 0));
    rig_drop(&r);
}

/* ---- nothing at all ---- */

static void test_none(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 99, 0, (lob_box){0, 0, 10, 10});
    cell_end(&r);
    cell_begin(&r, "top");
    put_inst(&r, "a", (lob_point){0, 0}, 0, NULL);
    put_inst(&r, "a", (lob_point){50, 0}, 0, NULL);
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, NULL);
    uint32_t count;
    lob_pic_detections(r.pic, &count);
    assert_int_equal(count, 0);
    assert_int_equal(ports_of(&r, "top").count_total, 0);
    lob_components found;
    lob_pic_query query = {.cell = cell_of(&r, "top"), .window = LOB_WALK_EVERYTHING, .depth_max = 9, .limit = 9};
    assert_int_equal(lob_pic_components(&r.ctx, r.pic, &query, &found), LOB_OK);
    assert_int_equal(found.count, 2);
    assert_string_equal(found.items[1].rule, "instance");
    assert_int_equal(found.items[1].box.left, 50);
    assert_false(lob_pic_is_cut(r.pic));
    lob_pic_drop(NULL);
    rig_drop(&r);
}

/* ---- memory ---- */

typedef struct sweep_arg {
    lob_layout *layout;
    lob_cell_index cell;
    lob_str convention;
} sweep_arg;

static bool run_all(void *arg) {
    sweep_arg *a = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_pic *pic = NULL;
    lob_ports ports;
    lob_components components;
    lob_ctx ctx;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_pic_query query = {.cell = a->cell, .window = LOB_WALK_EVERYTHING, .depth_max = 9, .limit = 9};
    bool fine = lob_pic_open(&ctx, a->layout, a->convention.data ? &a->convention : NULL, &pic) == LOB_OK &&
                lob_pic_ports(&ctx, pic, &query, &ports) == LOB_OK &&
                lob_pic_components(&ctx, pic, &query, &components) == LOB_OK;
    if (!fine) {
        assert_int_equal(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_pic_drop(pic);
    lob_arena_drop(arena);
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    rig r;
    sweep_arg arg = {0};
    build_meta(&r);
    rig_open(&r, NULL); /* the trees of the layout are made */
    ports_of(&r, "wg");
    arg.layout = r.layout;
    arg.cell = cell_of(&r, "wg");
    assert_gt(sweep_allocations(run_all, &arg), 20);
    rig_drop(&r);
    rig_read(&r, "fixtures/port_markers.gds");
    lob_str text = rig_text(&r, CONVENTION);
    assert_int_equal(lob_pic_open(&r.ctx, r.layout, &text, &r.pic), LOB_OK);
    ports_of(&r, "port_markers");
    arg = (sweep_arg){r.layout, cell_of(&r, "port_markers"), text};
    assert_gt(sweep_allocations(run_all, &arg), 20);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),        cmocka_unit_test(test_conflict),   cmocka_unit_test(test_siepic),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_arrays),     cmocka_unit_test(test_piled_array),
        cmocka_unit_test(test_first_of_many), cmocka_unit_test(test_many_names), cmocka_unit_test(test_components),
        cmocka_unit_test(test_meta),          cmocka_unit_test(test_none),       cmocka_unit_test(test_memory),
        cmocka_unit_test(test_detection),     cmocka_unit_test(test_options),    cmocka_unit_test(test_sides),
        cmocka_unit_test(test_nested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
