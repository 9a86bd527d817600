/* Antennas of nets on random boxes of a coarse grid: who belongs to whom is found by flooding squares, and areas by
 * counting them. */
#include "tests/support/lob_test.h"

#include <string.h>

#include "script/nets.h"
#include "script/texts.h"

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

/* ---- names ---- */

enum { TEXTS = 10 };

typedef struct named_rig { /* a rig whose gate and metal are connected to texts as well */
    rig r;
    lob_value *layers[LAYERS + 1], *texts, *met[2];
    lob_net_link links[5];
    lob_value_text items[TEXTS];
    int square[TEXTS];
} named_rig;

static void open_named(named_rig *n) {
    static const char *const names[] = {"A", "AB", "B", "C"};
    static const uint32_t with[] = {GATE, METAL};
    open_rig(&n->r);
    for (int i = 0; i < TEXTS; i++) {
        const int x = below(SIDE), y = below(SIDE);
        n->square[i] = y * SIDE + x;
        n->items[i] = (lob_value_text){{x * STEP + STEP / 2, y * STEP + STEP / 2}, 0, lob_str_from(names[below(4)])};
    }
    assert_int_equal(lob_value_new(&n->r.ctx, LOB_VALUE_TEXTS, &n->texts), LOB_OK);
    assert_int_equal(lob_value_put_texts(&n->r.ctx, n->texts, n->items, TEXTS), LOB_OK);
    memcpy(n->layers, n->r.layers, sizeof n->r.layers);
    n->layers[LAYERS] = n->texts;
    memcpy(n->links, n->r.links, 3 * sizeof *n->links);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lob_value_new(&n->r.ctx, LOB_VALUE_MEETINGS, &n->met[i]), LOB_OK);
        assert_int_equal(lob_op_text_meetings(&n->r.ctx, n->layers[with[i]], n->texts, n->met[i]), LOB_OK);
        n->links[3 + i] = (lob_net_link){with[i], LAYERS, n->met[i]};
    }
    n->r.nets.layers = n->layers;
    n->r.nets.layer_count = LAYERS + 1;
    n->r.nets.links = n->links;
    n->r.nets.link_count = 5;
}

static void close_named(named_rig *n) {
    lob_value_drop(n->texts);
    lob_value_drop(n->met[0]);
    lob_value_drop(n->met[1]);
    close_rig(&n->r);
}

/* By net: the least net that it is one with. */
static void merge(int *of, int count, int a, int b) {
    const int low = of[a] < of[b] ? of[a] : of[b], high = of[a] < of[b] ? of[b] : of[a];
    for (int i = 0; i <= count; i++) {
        of[i] = of[i] == high ? low : of[i];
    }
}

static bool is_said(lob_str name, const char *const *of, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (lob_str_equal(name, lob_str_from(of[i]))) {
            return true;
        }
    }
    return false;
}

/* 0: names join nothing, 1: a pattern for A and AB, 2: A with C, 3: both. */
static void merge_named(const named_rig *n, int rule, int *of) {
    static const char *const like_a[] = {"A", "AB"}, *const listed[] = {"A", "C"};
    for (int i = 0; i < TEXTS; i++) {
        int nets[2 * TEXTS], count = 0;
        const bool is_pattern = (rule & 1) && is_said(n->items[i].text, like_a, 2);
        const bool is_listed = (rule & 2) && is_said(n->items[i].text, listed, 2);
        for (int k = 0; k < TEXTS; k++) {
            const bool is_one = k == i || (is_listed && is_said(n->items[k].text, listed, 2)) ||
                                ((is_pattern || is_listed) && lob_str_equal(n->items[i].text, n->items[k].text));
            const int y = n->square[k] / SIDE, x = n->square[k] % SIDE;
            if (is_one && n->r.has[GATE][y][x]) {
                nets[count++] = n->r.net[GATE][y][x];
            }
            if (is_one && n->r.has[METAL][y][x]) {
                nets[count++] = n->r.net[METAL][y][x];
            }
        }
        for (int k = 1; k < count; k++) {
            merge(of, n->r.net_count, nets[0], nets[k]);
        }
    }
}

static int expected_metal(named_rig *n, int rule, double limit, int *antennas) {
    rig *r = &n->r;
    int of[LAYERS * SIDE * SIDE], metal = 0;
    for (int i = 0; i < LAYERS * SIDE * SIDE; i++) {
        const int layer = i / (SIDE * SIDE), y = i / SIDE % SIDE, x = i % SIDE;
        if (r->has[layer][y][x] && r->net[layer][y][x] == 0) {
            r->net_count++;
            flood(r, layer, y, x);
        }
    }
    for (int i = 0; i <= r->net_count; i++) {
        of[i] = i;
    }
    merge_named(n, rule, of);
    for (int net = 1; net <= r->net_count; net++) {
        int gates = 0, metals = 0;
        for (int other = 1; other <= r->net_count; other++) {
            gates += of[other] == net ? squares_of(r, GATE, other) : 0;
            metals += of[other] == net ? squares_of(r, METAL, other) : 0;
        }
        if (gates > 0 && (double)metals / gates > limit + 1e-9) {
            ++*antennas;
            metal += metals;
        }
    }
    return metal;
}

/* A text joins gate and metal where it stands on both; names join what lies apart. */
static void test_names(void **unused) {
    (void)unused;
    const lob_str pattern = LOB_STR("A*"), listed[] = {LOB_STR("A"), LOB_STR("C")};
    const lob_net_names joined = {listed, 2};
    int metals[4] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        const lob_antenna_ask ask = ask_of(0.5 * (round % 4), NULL);
        const int rule = round % 4;
        const lob_antenna *found;
        uint32_t count;
        int expected = 0;
        named_rig n;
        lob_case("round %d", round);
        open_named(&n);
        n.r.nets.patterns = (lob_net_names){&pattern, rule & 1};
        n.r.nets.joined = &joined;
        n.r.nets.joined_count = rule >> 1;
        const int metal = expected_metal(&n, rule, ask.limit, &expected);
        assert_int_equal(lob_op_antenna(&n.r.ctx, &n.r.nets, &ask, n.r.result, &found, &count), LOB_OK);
        assert_int_equal(count, expected);
        assert_close(area_of(&n.r), metal, 1e-9);
        metals[rule] += metal;
        close_named(&n);
    }
    for (int rule = 0; rule < 4; rule++) {
        assert_gt(metals[rule], 0);
    }
}

/* A group joins the texts of its name when a pattern fits. */
static void test_names_of_groups(void **unused) {
    (void)unused;
    const lob_net_ground ground = {GATE, 0};
    const lob_str name = LOB_STR("SUB"), patterns[] = {LOB_STR("S*")};
    const lob_antenna_ask ask = ask_of(0, NULL);
    const lob_antenna *found;
    uint32_t count, before;
    named_rig n;
    open_named(&n);
    for (int i = 0; i < TEXTS; i++) {
        n.items[i].text = LOB_STR("SUB");
    }
    assert_int_equal(lob_value_put_texts(&n.r.ctx, n.texts, n.items, TEXTS), LOB_OK);
    n.r.nets.links = n.links + 4; /* metal with texts alone */
    n.r.nets.link_count = 1;
    n.r.nets.grounds = &ground;
    n.r.nets.groups = &name;
    n.r.nets.ground_count = n.r.nets.group_count = 1;
    assert_int_equal(lob_op_antenna(&n.r.ctx, &n.r.nets, &ask, n.r.result, &found, &before), LOB_OK);
    assert_int_equal(before, 0);
    n.r.nets.patterns = (lob_net_names){patterns, 1};
    assert_int_equal(lob_op_antenna(&n.r.ctx, &n.r.nets, &ask, n.r.result, &found, &count), LOB_OK);
    assert_int_equal(count, n.met[1]->count > 0);
    assert_gt(n.met[1]->count, 0);
    close_named(&n);
}

/* All polygons of a grounded layer are one net: every gate sees all of the metal that touches it. */
static void test_grounds(void **unused) {
    (void)unused;
    const lob_net_ground grounds[] = {{GATE, 0}, {METAL, 0}};
    const lob_str names[] = {LOB_STR("A"), LOB_STR("B")};
    const lob_antenna_ask ask = ask_of(0, NULL);
    const lob_antenna *found;
    uint32_t count;
    rig r;
    open_rig(&r);
    r.nets.link_count = 0;
    assert_int_equal(lob_op_antenna(&r.ctx, &r.nets, &ask, r.result, &found, &count), LOB_OK);
    assert_int_equal(count, 0);
    r.nets.grounds = grounds;
    r.nets.groups = names;
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_antennas), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_names_of_groups), cmocka_unit_test(test_grounds),
                                       cmocka_unit_test(test_perimeters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
