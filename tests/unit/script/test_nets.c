/* Antennas of nets on random boxes of a coarse grid: who belongs to whom is found by flooding squares, and areas by
 * counting them. */
#include "tests/support/lob_test.h"

#include <string.h>

#include "script/nets.h"

enum { SIDE = 14, STEP = 10, LAYERS = 4, BOXES = 7, ROUNDS = 150 };
enum { GATE, VIA, METAL, DIODE };

static uint64_t state = 11;

static int below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *layers[LAYERS], *meetings[LAYERS], *result;
    lob_net_link links[LAYERS];
    lob_script_nets nets;
    bool has[LAYERS][SIDE][SIDE];
    int net[LAYERS][SIDE][SIDE];
    int net_count;
} rig;

static void add_box(rig *r, lob_polygon_list *list, int layer, int x, int y, int right, int top) {
    const lob_point64 ring[] = {
        {x * STEP, y * STEP}, {right * STEP, y * STEP}, {right * STEP, top * STEP}, {x * STEP, top * STEP}};
    assert_int_equal(lob_polygon_list_add(&r->ctx, list, ring, 4, false), LOB_OK);
    for (int cy = y; cy < top; cy++) {
        for (int cx = x; cx < right; cx++) {
            r->has[layer][cy][cx] = true;
        }
    }
}

static void open_rig(rig *r) {
    static const uint32_t joined[][2] = {{GATE, VIA}, {VIA, METAL}, {DIODE, VIA}};
    memset(r, 0, sizeof *r);
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    for (int layer = 0; layer < LAYERS; layer++) {
        lob_polygon_list list = {0};
        for (int i = 0; i < BOXES; i++) {
            const int x = below(SIDE - 3), y = below(SIDE - 3);
            add_box(r, &list, layer, x, y, x + 1 + below(3), y + 1 + below(3));
        }
        const lob_polygons all = lob_polygon_list_view(&list);
        assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &r->layers[layer]), LOB_OK);
        assert_int_equal(lob_value_put_raw(&r->ctx, r->layers[layer], &all), LOB_OK);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_MEETINGS, &r->meetings[i]), LOB_OK);
        assert_int_equal(lob_op_meetings(&r->ctx, r->layers[joined[i][0]], r->layers[joined[i][1]], r->meetings[i]),
                         LOB_OK);
        r->links[i] = (lob_net_link){joined[i][0], joined[i][1], r->meetings[i]};
    }
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &r->result), LOB_OK);
    r->nets = (lob_script_nets){.layers = r->layers, .layer_count = LAYERS, .links = r->links, .link_count = 3};
}

static void close_rig(rig *r) {
    for (int i = 0; i < LAYERS; i++) {
        lob_value_drop(r->layers[i]);
        lob_value_drop(r->meetings[i]);
    }
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

static bool are_joined(int a, int b) {
    return a == b || (a == VIA) != (b == VIA);
}

/* Squares that share a corner belong together, on one layer or on two that are joined. */
static void flood(rig *r, int layer, int y, int x) {
    r->net[layer][y][x] = r->net_count;
    for (int other = 0; other < LAYERS; other++) {
        for (int k = 0; k < 9; k++) {
            const int ny = y + k / 3 - 1, nx = x + k % 3 - 1;
            if (are_joined(layer, other) && ny >= 0 && nx >= 0 && ny < SIDE && nx < SIDE && r->has[other][ny][nx] &&
                r->net[other][ny][nx] == 0) {
                flood(r, other, ny, nx);
            }
        }
    }
}

static int squares_of(const rig *r, int layer, int net) {
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        count += r->has[layer][i / SIDE][i % SIDE] && r->net[layer][i / SIDE][i % SIDE] == net;
    }
    return count;
}

static double area_of(rig *r) {
    lob_value_sums sums;
    assert_int_equal(lob_op_sums(&r->ctx, r->result, &sums), LOB_OK);
    return sums.area2 / 2 / (STEP * STEP);
}

/* With micrometres of a tenth of a square's side, an area is squares. */
static lob_antenna_ask ask_of(double limit, const lob_antenna_diode *diode) {
    return (lob_antenna_ask){.gate = {GATE, 1, 0},
                             .metal = {METAL, 1, 0},
                             .limit = limit,
                             .dbu = 1.0 / STEP,
                             .diodes = diode,
                             .diode_count = diode ? 1 : 0};
}

static void test_antennas(void **unused) {
    (void)unused;
    static const lob_antenna_diode diodes[] = {{DIODE, 0}, {DIODE, 0.25}};
    int found_ever = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double limit = 0.5 * (round % 5);
        const lob_antenna_diode *diode = round % 3 == 0 ? NULL : &diodes[round % 3 - 1];
        const lob_antenna_ask ask = ask_of(limit, diode);
        const lob_antenna *found;
        uint32_t count;
        int expected = 0, metal = 0;
        rig r;
        lob_case("round %d", round);
        open_rig(&r);
        for (int i = 0; i < LAYERS * SIDE * SIDE; i++) {
            const int layer = i / (SIDE * SIDE), y = i / SIDE % SIDE, x = i % SIDE;
            if (r.has[layer][y][x] && r.net[layer][y][x] == 0) {
                r.net_count++;
                flood(&r, layer, y, x);
            }
        }
        for (int net = 1; net <= r.net_count; net++) {
            const int gates = squares_of(&r, GATE, net), metals = squares_of(&r, METAL, net);
            const int areas = squares_of(&r, DIODE, net);
            const bool is_fine = diode && diode->factor == 0 && areas > 0;
            const double most = limit + (diode ? diode->factor * areas : 0);
            if (gates > 0 && !is_fine && (double)metals / gates > most + 1e-9) {
                expected++;
                metal += metals;
            }
        }
        assert_int_equal(lob_op_antenna(&r.ctx, &r.nets, &ask, r.result, &found, &count), LOB_OK);
        assert_int_equal(count, expected);
        assert_close(area_of(&r), metal, 1e-9);
        found_ever += expected;
        close_rig(&r);
    }
    assert_gt(found_ever, ROUNDS / 4);
}

/* All polygons of a grounded layer are one net: every gate sees all of the metal that touches it. */
static void test_grounds(void **unused) {
    (void)unused;
    const lob_net_ground grounds[] = {{GATE, 0}, {METAL, 0}};
    const lob_antenna_ask ask = ask_of(0, NULL);
    const lob_antenna *found;
    uint32_t count;
    rig r;
    open_rig(&r);
    r.nets.link_count = 0;
    assert_int_equal(lob_op_antenna(&r.ctx, &r.nets, &ask, r.result, &found, &count), LOB_OK);
    assert_int_equal(count, 0);
    r.nets.grounds = grounds;
    r.nets.ground_count = r.nets.group_count = 2;
    assert_int_equal(lob_op_antenna(&r.ctx, &r.nets, &ask, r.result, &found, &count), LOB_OK);
    assert_int_equal(count, 1);
    const int metal = squares_of(&r, METAL, 0), gate = squares_of(&r, GATE, 0);
    assert_close(area_of(&r), metal, 1e-9);
    assert_close(found[0].metal_area, metal, 1e-9);
    assert_close(found[0].gate, gate, 1e-9);
    close_rig(&r);
}

/* A gate of 2 x 1 under a metal of 4 x 3 with a hole of 1 x 1: perimeters 6 and 14 + 4. */
static void test_perimeters(void **unused) {
    (void)unused;
    lob_antenna_ask ask = ask_of(2, NULL);
    lob_polygon_list gate = {0}, metal = {0};
    const lob_antenna *found;
    uint32_t count;
    rig r;
    open_rig(&r);
    add_box(&r, &gate, GATE, 0, 0, 2, 1);
    add_box(&r, &metal, METAL, 0, 0, 4, 1);
    add_box(&r, &metal, METAL, 0, 2, 4, 3);
    add_box(&r, &metal, METAL, 0, 1, 1, 2);
    add_box(&r, &metal, METAL, 2, 1, 4, 2);
    const lob_polygons gates = lob_polygon_list_view(&gate), metals = lob_polygon_list_view(&metal);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.layers[GATE], &gates), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.layers[METAL], &metals), LOB_OK);
    assert_int_equal(lob_op_meetings(&r.ctx, r.layers[GATE], r.layers[METAL], r.meetings[0]), LOB_OK);
    assert_int_equal(r.meetings[0]->count, 1);
    r.links[0] = (lob_net_link){GATE, METAL, r.meetings[0]};
    r.nets.link_count = 1;
    ask.gate.by_area = 0;
    ask.gate.by_perimeter = 0.5;
    ask.metal.by_perimeter = 2;
    assert_int_equal(lob_op_antenna(&r.ctx, &r.nets, &ask, r.result, &found, &count), LOB_OK);
    assert_int_equal(count, 1);
    assert_close(found[0].gate_perimeter, 6, 1e-9);
    assert_close(found[0].metal_perimeter, 18, 1e-9);
    assert_close(found[0].gate, 3, 1e-9);
    assert_close(found[0].metal, 11 + 36, 1e-9);
    assert_int_equal(found[0].at.x, 0);
    assert_int_equal(found[0].at.y, 0);
    ask.limit = 47.0 / 3;
    assert_int_equal(lob_op_antenna(&r.ctx, &r.nets, &ask, r.result, &found, &count), LOB_OK);
    assert_int_equal(count, 0);
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_antennas), cmocka_unit_test(test_grounds),
                                       cmocka_unit_test(test_perimeters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
