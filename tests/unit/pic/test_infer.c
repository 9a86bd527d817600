/* Ports inferred from ends on the outline: shapes whose ends are known by construction. */
#include "tests/support/lob_test.h"

#include "pic_rig.h"

#include "tests/unit/base/sweep.h"

static lob_ports infer(rig *r, const char *cell) {
    rig_finish(r);
    rig_open(r, NULL);
    uint32_t count;
    const lob_detection *d = lob_pic_detections(r->pic, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d[0].name, "edge-on-boundary");
    assert_lt(d[0].confidence, 0.5);
    lob_ports ports = ports_of(r, cell);
    for (uint32_t i = 0; i < ports.count; i++) {
        assert_int_equal(ports.items[i].source, LOB_PORT_INFERRED);
        assert_string_equal(ports.items[i].rule, "inferred:edge");
        assert_lt(ports.items[i].confidence, 1);
    }
    return ports;
}

/* The long sides lie on the outline as well, and are none. */
static void test_straight(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, -250, 10000, 250});
    cell_end(&r);
    lob_ports ports = infer(&r, "a");
    assert_int_equal(ports.count, 2);
    const lob_port *p = port_at(&ports, "", 0, 0, 180);
    assert_non_null(p);
    assert_eq(p->width, 500);
    assert_int_equal(p->layer, lob_layout_find_layer(r.layout, 1, 0));
    assert_non_null(port_at(&ports, "", 10000, 0, 0));
    rig_drop(&r);
}

/* A coupler of boxes that touch: one port left, two right; the body's upper and lower side are on the outline. */
static void test_coupler(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, -1500, 6000, 1500});
    put_box(&r, 1, 0, (lob_box){-3000, -250, 0, 250});
    put_box(&r, 1, 0, (lob_box){6000, 500, 9000, 1000});
    put_box(&r, 1, 0, (lob_box){6000, -1000, 9000, -500});
    cell_end(&r);
    lob_ports ports = infer(&r, "a");
    assert_int_equal(ports.count, 3);
    assert_non_null(port_at(&ports, "", -3000, 0, 180));
    assert_non_null(port_at(&ports, "", 9000, 750, 0));
    assert_non_null(port_at(&ports, "", 9000, -750, 0));
    rig_drop(&r);
}

/* A comb, drawn twice: each tooth ends in one port. */
static void test_comb(void **state) {
    (void)state;
    enum { TEETH = 900 };
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    for (uint32_t layer = 1; layer <= 4; layer += 3) {
        put_box(&r, layer, 0, (lob_box){5000, 0, 6000, 1000 * TEETH});
        for (int i = 0; i < TEETH; i++) {
            const int32_t off = layer == 1 ? 0 : i % 2; /* within rounding it is the same end */
            put_box(&r, layer, 0, (lob_box){0, 1000 * i + 200 + off, 5000, 1000 * i + 700 + off});
        }
    }
    cell_end(&r);
    lob_ports ports = infer(&r, "a");
    assert_int_equal(ports.count, TEETH);
    for (int i = 0; i < TEETH; i++) {
        assert_non_null(port_at(&ports, "", 0, 1000 * i + 450, 180));
    }
    rig_drop(&r);
}

/* A crossing has four. */
static void test_crossing(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 4, 0, (lob_box){-5000, -250, 5000, 250});
    put_box(&r, 4, 0, (lob_box){-250, -5000, 250, 5000});
    cell_end(&r);
    lob_ports ports = infer(&r, "a");
    assert_int_equal(ports.count, 4);
    assert_non_null(port_at(&ports, "", 0, 5000, 90));
    assert_non_null(port_at(&ports, "", 0, -5000, 270));
    rig_drop(&r);
}

/* A pad, a ring, a speck, a guide that ends inside: nothing of theirs is a port. */
static void test_nothing(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, 0, 50000, 20002});         /* wider than any waveguide */
    put_box(&r, 1, 0, (lob_box){60000, 20000, 60010, 20100}); /* 10 nm wide */
    put_box(&r, 1, 0, (lob_box){60000, 25000, 65000, 25500}); /* in the middle */
    cell_end(&r);
    assert_int_equal(infer(&r, "a").count, 1); /* right end of the last one, which makes the outline */
    rig_drop(&r);
}

/* The way in from an edge must be long on both sides of it. */
static void test_step(void **state) {
    (void)state;
    static const lob_point step[] = {{0, 0}, {6000, 0}, {6000, 3000}, {300, 3000}, {300, 500}, {0, 500}};
    for (int flip = 0; flip < 2; flip++) {
        rig r;
        lob_point points[6];
        for (int i = 0; i < 6; i++) {
            points[i] = (lob_point){step[i].x, flip ? -step[i].y : step[i].y};
        }
        rig_begin(&r);
        cell_begin(&r, "a");
        put_polygon(&r, 1, 0, points, 6);
        cell_end(&r);
        lob_ports ports = infer(&r, "a");
        assert_null(port_at(&ports, "", 0, flip ? -250 : 250, 180));
        rig_drop(&r);
    }
}

/* Instances below the asked cell are the components; ports of all three places. */
static void test_instances(void **state) {
    (void)state;
    rig r;
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 1, .a = {10000, 0}};
    rig_begin(&r);
    cell_begin(&r, "wg");
    put_box(&r, 1, 0, (lob_box){0, -250, 10000, 250});
    cell_end(&r);
    cell_begin(&r, "top");
    put_inst(&r, "wg", (lob_point){0, 0}, 0, &rep);
    put_inst(&r, "wg", (lob_point){20000, 0}, 90, NULL);
    cell_end(&r);
    lob_ports ports = infer(&r, "top");
    assert_int_equal(ports.count, 6);
    assert_non_null(port_at(&ports, "", 10000, 0, 0));
    assert_non_null(port_at(&ports, "", 10000, 0, 180));
    assert_non_null(port_at(&ports, "", 20000, 10000, 90));
    uint64_t stored;
    assert_int_equal(lob_pic_port_count(&r.ctx, r.pic, &stored), LOB_OK);
    assert_int_equal(stored, 0);
    rig_drop(&r);
}

/* With a device outline inference is for devices alone, and the outline is the device's. */
static void test_device(void **state) {
    (void)state;
    static const char text[] =
        "{\"schema_version\":\"1.0\",\"name\":\"edges\",\"layers\":{\"WG\":{\"layer\":1,\"datatype\":0,\"role\":"
        "\"waveguide\"},\"DEV\":{\"layer\":68,\"datatype\":0,\"role\":\"device\"},\"NAME\":{\"layer\":10,\"datatype\":"
        "0,"
        "\"role\":\"text\"}},\"port_markers\":[{\"id\":\"edge\",\"on\":\"WG\",\"shape\":\"edge_on_boundary\",\"name\":{"
        "\"from\":\"text\",\"on\":\"NAME\"},\"type\":\"optical\"}],\"device\":{\"on\":\"DEV\"}}";
    rig r;
    rig_begin(&r);
    cell_begin(&r, "dev");
    put_box(&r, 1, 0, (lob_box){0, -250, 8000, 250}); /* its right end is inside */
    put_box(&r, 68, 0, (lob_box){0, -2000, 10000, 2000});
    put_text(&r, 10, 0, (lob_point){100, 100}, "west");
    cell_end(&r);
    cell_begin(&r, "top");
    put_box(&r, 1, 0, (lob_box){0, 5000, 8000, 5500});
    put_inst(&r, "dev", (lob_point){0, 0}, 0, NULL);
    cell_end(&r);
    rig_finish(&r);
    rig_open(&r, text);
    lob_ports ports = ports_of(&r, "top");
    assert_int_equal(ports.count, 1);
    assert_non_null(port_at(&ports, "west", 0, 0, 180));
    rig_drop(&r);
}

/* ---- neighbours ---- */

/* A guide before a row of teeth: its ends alone are ports, and say what speaks for them. */
static void test_grating(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, 4750, 20000, 5250});
    for (int i = 0; i < 6; i++) {
        put_box(&r, 1, 0, (lob_box){20400 + 650 * i, 0, 20700 + 650 * i, 10000});
    }
    cell_end(&r);
    lob_ports ports = infer(&r, "a");
    assert_int_equal(ports.count, 1);
    const lob_port *p = port_at(&ports, "", 0, 5000, 180);
    assert_non_null(p);
    assert_int_equal(p->evidence, LOB_EVIDENCE_GUIDE_END);
    rig_drop(&r);
}

/* A frame has a hole, so it is no guide as a whole: the end of the guide that leaves it is an edge on the outline. More
 * squares beside a row of strips than are looked at leave the strips what they are by themselves. */
static void test_frame_and_crowd(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, 0, 30000, 1000});
    put_box(&r, 1, 0, (lob_box){0, 29000, 30000, 30000});
    put_box(&r, 1, 0, (lob_box){0, 0, 1000, 30000});
    put_box(&r, 1, 0, (lob_box){29000, 0, 30000, 30000});
    put_box(&r, 1, 0, (lob_box){29500, 4750, 40000, 5250});
    cell_end(&r);
    lob_ports ports = infer(&r, "a");
    assert_int_equal(ports.count, 1);
    const lob_port *p = port_at(&ports, "", 40000, 5000, 0);
    assert_non_null(p);
    assert_int_equal(p->evidence, LOB_EVIDENCE_EDGE);
    rig_drop(&r);

    rig_begin(&r);
    cell_begin(&r, "a");
    for (int i = 0; i < 5; i++) {
        put_box(&r, 1, 0, (lob_box){2000 * i, 0, 2000 * i + 300, 10000});
    }
    for (int i = 0; i < 400; i++) {
        put_box(&r, 1, 0, (lob_box){310 + 4 * i, 4999, 312 + 4 * i, 5001});
    }
    cell_end(&r);
    ports = infer(&r, "a");
    assert_non_null(port_at(&ports, "", 150, 0, 270));
    assert_non_null(port_at(&ports, "", 150, 10000, 90));
    rig_drop(&r);
}

typedef struct sweep_arg {
    lob_layout *layout;
    lob_cell_index cell;
} sweep_arg;

static bool run_infer(void *arg) {
    sweep_arg *a = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_pic *pic = NULL;
    const lob_port *ports;
    uint32_t count;
    lob_ctx ctx;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    bool fine = lob_pic_open(&ctx, a->layout, NULL, &pic) == LOB_OK &&
                lob_pic_cell_ports(&ctx, pic, a->cell, &ports, &count) == LOB_OK;
    if (!fine) {
        assert_int_equal(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_pic_drop(pic);
    lob_arena_drop(arena);
    return fine;
}

/* A frame of boxes around a guide is no guide itself, however wide it is; a guide that joins it has its port still. */
static void test_hollow(void **state) {
    (void)state;
    static const lob_box frame[] = {
        {0, 0, 8000, 500}, {0, 29500, 8000, 30000}, {0, 500, 500, 29500}, {7500, 500, 8000, 29500}};
    for (int32_t width = 8000; width <= 19000; width += 11000) {
        for (int joined = 0; joined < 2; joined++) {
            rig r;
            rig_begin(&r);
            cell_begin(&r, "a");
            for (int i = 0; i < 4; i++) {
                const lob_box b = frame[i];
                const int32_t more = width - 8000;
                put_box(&r, 1, 0,
                        (lob_box){b.left + (b.left > 500 ? more : 0), b.bottom, b.right + (b.right > 500 ? more : 0),
                                  b.top});
            }
            put_box(&r, 1, 0, (lob_box){3750, 5000, 4250, 25000});
            if (joined) {
                put_box(&r, 1, 0, (lob_box){3750, -10000, 4250, 0});
            }
            cell_end(&r);
            lob_ports ports = infer(&r, "a");
            assert_int_equal(ports.count, joined);
            if (joined) {
                assert_true(port_at(&ports, "", 4000, -10000, 270));
            }
            rig_drop(&r);
        }
    }
}

static void test_memory(void **state) {
    (void)state;
    rig r;
    rig_begin(&r);
    cell_begin(&r, "a");
    put_box(&r, 1, 0, (lob_box){0, -250, 10000, 250});
    cell_end(&r);
    infer(&r, "a");
    sweep_arg arg = {r.layout, cell_of(&r, "a")};
    assert_gt(sweep_allocations(run_infer, &arg), 20);
    rig_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight), cmocka_unit_test(test_grating),   cmocka_unit_test(test_frame_and_crowd),
        cmocka_unit_test(test_coupler),  cmocka_unit_test(test_comb),      cmocka_unit_test(test_crossing),
        cmocka_unit_test(test_nothing),  cmocka_unit_test(test_instances), cmocka_unit_test(test_device),
        cmocka_unit_test(test_memory),   cmocka_unit_test(test_step),      cmocka_unit_test(test_hollow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
