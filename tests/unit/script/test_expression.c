/* Expressions worked out around random boxes, against what follows from the boxes alone: who is near, which pairs begin
 * where, what a polygon and its neighbours share. Checks of passing edges against walking along every edge. */
#include "tests/support/lob_test.h"

#include <stdlib.h>

#include "script/corners.h"
#include "script/expression.h"
#include "script/owned.h"

enum { BOXES = 12, SIDE = 200, ROUNDS = 60 };

static uint64_t state = 5;

static uint32_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *a, *b, *result;
    lob_box64 boxes[2][BOXES];
    uint32_t count[2];
    lob_talk_arg args[400];
    uint32_t used, steps;
} rig;

static bool are_near(lob_box64 a, lob_box64 b, int64_t reach) {
    return a.left < b.right + reach && b.left < a.right + reach && a.bottom < b.top + reach && b.bottom < a.top + reach;
}

/* Boxes apart from each other, so that each is a polygon of its own. */
static lob_value *make(rig *r, int layer) {
    lob_polygon_list list = {0};
    lob_value *value;
    r->count[layer] = 0;
    for (int i = 0; i < 40 && r->count[layer] < BOXES; i++) {
        const int64_t x = below(SIDE), y = below(SIDE);
        const lob_box64 box = {x, y, x + 5 + below(40), y + 5 + below(40)};
        bool is_free = true;
        for (uint32_t k = 0; k < r->count[layer]; k++) {
            is_free = is_free && !are_near(box, r->boxes[layer][k], 1);
        }
        if (is_free) {
            const lob_point64 ring[4] = {
                {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
            r->boxes[layer][r->count[layer]++] = box;
            assert_int_equal(lob_polygon_list_add(&r->ctx, &list, ring, 4, false), LOB_OK);
        }
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &value), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r->ctx, value, &all), LOB_OK);
    return value;
}

static rig begin(void) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    r.a = make(&r, 0);
    r.b = make(&r, 1);
    return r;
}

static void clear(rig *r) {
    lob_value_drop(r->result);
    r->result = NULL;
    r->used = r->steps = 0;
}

static void end(rig *r) {
    clear(r);
    lob_value_drop(r->a);
    lob_value_drop(r->b);
    lob_arena_drop(r->arena);
}

static void put(rig *r, int64_t value) {
    r->args[r->used++] = (lob_talk_arg){.type = 'i', .integer = value, .number = (double)value};
}

/* A step of up to two earlier ones; its number. */
static uint32_t step(rig *r, lob_step_op op, int first, int second, const int64_t *numbers, uint32_t count) {
    put(r, op);
    put(r, (first >= 0) + (second >= 0));
    for (int i = 0; i < 2; i++) {
        const int of = i ? second : first;
        if (of >= 0) {
            put(r, of);
        }
    }
    put(r, count);
    for (uint32_t i = 0; i < count; i++) {
        put(r, numbers[i]);
    }
    return r->steps++;
}

static lob_status read(rig *r, lob_expression *e) {
    lob_value *const values[2] = {r->a, r->b};
    return lob_expression_read(&r->ctx, r->args, r->used, values, 2, e);
}

static lob_status run(rig *r) {
    lob_expression e;
    LOB_TRY(read(r, &e));
    assert_int_equal(lob_value_new(&r->ctx, e.steps[e.count - 1].kind, &r->result), LOB_OK);
    return lob_op_expression(&r->ctx, r->a, &e, r->result);
}

static uint32_t polygons_of(const lob_value *v) {
    lob_polygon_at at = {0};
    uint32_t count = 0;
    while (lob_polygon_next(&v->raw, &at)) {
        count++;
    }
    return count;
}

static const int64_t second_layer[1] = {1};

/* ---- who is near ---- */

static void counts_neighbours(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        rig r = begin();
        const int64_t least = 1 + below(3), count[3] = {below(2), least, 1000};
        const int64_t shape[3] = {LOB_SHAPE_EXTENTS, 0, 0}, any[1] = {1};
        uint32_t wanted = 0;
        for (uint32_t k = 0; k < r.count[0]; k++) {
            int64_t near = 0;
            for (uint32_t m = 0; m < r.count[1]; m++) {
                near += are_near(r.boxes[0][k], r.boxes[1][m], 0);
            }
            wanted += (near >= least) == (count[0] == 0) && near > 0;
        }
        lob_case("round %d", i);
        const uint32_t near = step(&r, LOB_STEP_SECONDARY, -1, -1, second_layer, 1);
        const uint32_t all = step(&r, LOB_STEP_SHAPE, (int)near, -1, shape, 3);
        const uint32_t some = step(&r, LOB_STEP_COUNT, (int)all, -1, count, 3);
        step(&r, LOB_STEP_LOGIC, (int)some, -1, any, 1);
        assert_int_equal(run(&r), LOB_OK);
        assert_eq(polygons_of(r.result), wanted);
        end(&r);
    }
}

static void shares_with_neighbours(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        rig r = begin();
        const int64_t and_op[1] = {LOB_REGION_AND};
        lob_value_sums sums;
        double wanted = 0;
        for (uint32_t k = 0; k < r.count[0]; k++) {
            for (uint32_t m = 0; m < r.count[1]; m++) {
                const lob_box64 x = r.boxes[0][k], y = r.boxes[1][m];
                const int64_t w = (x.right < y.right ? x.right : y.right) - (x.left > y.left ? x.left : y.left);
                const int64_t h = (x.top < y.top ? x.top : y.top) - (x.bottom > y.bottom ? x.bottom : y.bottom);
                wanted += w > 0 && h > 0 ? (double)(w * h) : 0;
            }
        }
        lob_case("round %d", i);
        step(&r, LOB_STEP_PRIMARY, -1, -1, NULL, 0);
        step(&r, LOB_STEP_SECONDARY, -1, -1, second_layer, 1);
        step(&r, LOB_STEP_BOOLEAN, 0, 1, and_op, 1);
        assert_int_equal(run(&r), LOB_OK);
        assert_int_equal(lob_op_sums(&r.ctx, r.result, &sums), LOB_OK);
        assert_float_equal(sums.area2 / 2, wanted, 0);
        end(&r);
    }
}

/* Where two grown boxes of one layer lie on each other. */
static void overlaps_of_grown(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        rig r = begin();
        const int64_t sized[3] = {6, 6, 2}, depth[1] = {2};
        lob_value_sums sums;
        int64_t wanted = 0;
        for (int c = 0; c < 4 * SIDE * SIDE; c++) {
            const int64_t x = c % (2 * SIDE) - 20, y = c / (2 * SIDE) - 20;
            int covers = 0;
            for (uint32_t k = 0; k < r.count[0]; k++) {
                const lob_box64 b = r.boxes[0][k];
                covers += x >= b.left - 6 && x < b.right + 6 && y >= b.bottom - 6 && y < b.top + 6;
            }
            wanted += covers >= 2;
        }
        lob_case("round %d", i);
        step(&r, LOB_STEP_PRIMARY, -1, -1, NULL, 0);
        step(&r, LOB_STEP_FOREIGN, -1, -1, NULL, 0);
        step(&r, LOB_STEP_SIZED, 0, -1, sized, 3);
        step(&r, LOB_STEP_SIZED, 1, -1, sized, 3);
        step(&r, LOB_STEP_JOIN, 2, 3, NULL, 0);
        step(&r, LOB_STEP_MERGED, 4, -1, depth, 1);
        assert_int_equal(run(&r), LOB_OK);
        assert_int_equal(lob_op_sums(&r.ctx, r.result, &sums), LOB_OK);
        assert_float_equal(sums.area2 / 2, (double)wanted, 0);
        end(&r);
    }
}

/* ---- checks ---- */

static int64_t check_numbers[12] = {
    LOB_CHECK_SPACE, LOB_SCOPE_LAYERS, 15, LOB_METRICS_PROJECTION, 0, 0, 90, 0, 0, 0, 0, 0};

static bool is_on_side(lob_box64 b, lob_edge64 e) {
    return (e.from.x == e.to.x && (e.from.x == b.left || e.from.x == b.right)) ||
           (e.from.y == e.to.y && (e.from.y == b.bottom || e.from.y == b.top));
}

/* What passes and what violates make up the borders: of boxes that have others within reach. */
static void passing_edges(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        rig r = begin();
        lob_pairs_ask ask = {.kind = LOB_CHECK_SPACE,
                             .scope = LOB_SCOPE_LAYERS,
                             .rule = lob_check_rule_of(LOB_CHECK_SPACE, 15),
                             .is_transparent = true};
        lob_owned_pairs pairs, passed;
        ask.rule.metrics = LOB_METRICS_PROJECTION;
        assert_int_equal(lob_owned_check(&r.ctx, r.a, r.b, &ask, &pairs), LOB_OK);
        ask.is_negative = true;
        assert_int_equal(lob_owned_check(&r.ctx, r.a, r.b, &ask, &passed), LOB_OK);
        lob_case("round %d", i);
        for (uint32_t k = 0; k < pairs.count; k++) {
            for (uint32_t m = 0; m < passed.count; m++) {
                const lob_edge64 x = pairs.items[k].pair.first, y = passed.items[m].pair.first;
                const bool is_up = x.from.x == x.to.x;
                if (pairs.items[k].polygon != passed.items[m].polygon || is_up != (y.from.x == y.to.x) ||
                    (is_up ? x.from.x != y.from.x : x.from.y != y.from.y)) {
                    continue;
                }
                const int64_t a = is_up ? x.from.y : x.from.x, b = is_up ? x.to.y : x.to.x;
                const int64_t c = is_up ? y.from.y : y.from.x, d = is_up ? y.to.y : y.to.x;
                const int64_t low = llabs(a - b) ? (a < b ? a : b) : a, high = a < b ? b : a;
                assert_true((c < d ? d : c) <= low || (c < d ? c : d) >= high); /* they only touch */
            }
        }
        for (uint32_t m = 0; m < passed.count; m++) {
            bool is_border = false;
            for (uint32_t k = 0; k < r.count[0]; k++) {
                is_border = is_border || is_on_side(r.boxes[0][k], passed.items[m].pair.first);
            }
            assert_true(is_border);
        }
        end(&r);
    }
}

/* A box whose right side has a neighbour up to two fifths: the rest of it passes, and the other sides. As KLayout. */
static void rest_of_a_side(void **unused) {
    (void)unused;
    static const lob_point64 box[4] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
    static const lob_point64 other[4] = {{110, 0}, {200, 0}, {200, 40}, {110, 40}};
    static const lob_contour contour = {0, 4, false};
    rig r = begin();
    const lob_polygons a = {box, &contour, 4, 1}, b = {other, &contour, 4, 1};
    lob_pairs_ask ask = {.kind = LOB_CHECK_SPACE,
                         .scope = LOB_SCOPE_LAYERS,
                         .rule = lob_check_rule_of(LOB_CHECK_SPACE, 15),
                         .is_negative = true};
    lob_owned_pairs passed;
    int64_t length = 0, right = 0;
    ask.rule.metrics = LOB_METRICS_PROJECTION;
    assert_int_equal(lob_value_put_raw(&r.ctx, r.a, &a), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.b, &b), LOB_OK);
    assert_int_equal(lob_owned_check(&r.ctx, r.a, r.b, &ask, &passed), LOB_OK);
    assert_eq(passed.count, 4);
    for (uint32_t i = 0; i < passed.count; i++) {
        const lob_edge64 e = passed.items[i].pair.first;
        const int64_t own = llabs(e.to.x - e.from.x) + llabs(e.to.y - e.from.y);
        length += own;
        right += e.from.x == 100 && e.to.x == 100 ? own : 0;
    }
    assert_eq(length, 360);
    assert_eq(right, 60);
    end(&r);
}

/* A box with neighbours on some sides: which sides may be violated. */
static void sides_of_rectangles(void **unused) {
    (void)unused;
    static const struct {
        uint32_t neighbours; /* right, top, left, bottom */
        uint32_t sides;
        bool is_waived;
    } cases[] = {
        {1, 0x1, true},     {8, 0x1, true},      {3, 0x1, false},     {3, 0x30, true},     {12, 0x30, true},
        {5, 0x30, false},   {5, 0x500, true},    {10, 0x500, true},   {3, 0x530, true},    {7, 0x7000, true},
        {14, 0x7000, true}, {15, 0x7000, false}, {15, 0xf0000, true}, {1, 0xf0000, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig r = {.arena = lob_arena_new(0)};
        static const lob_point64 box[4] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
        static const lob_point64 moves[4] = {{110, 0}, {0, 110}, {-110, 0}, {0, -110}};
        lob_polygon_list one = {0}, others = {0};
        lob_owned_pairs found;
        lob_ctx_init(&r.ctx, r.arena);
        assert_int_equal(lob_polygon_list_add(&r.ctx, &one, box, 4, false), LOB_OK);
        for (int k = 0; k < 4; k++) {
            lob_point64 moved[4];
            for (int c = 0; c < 4; c++) {
                moved[c] = (lob_point64){box[c].x + moves[k].x, box[c].y + moves[k].y};
            }
            assert_int_equal(
                cases[i].neighbours >> k & 1 ? lob_polygon_list_add(&r.ctx, &others, moved, 4, false) : LOB_OK, LOB_OK);
        }
        const lob_polygons a = lob_polygon_list_view(&one), b = lob_polygon_list_view(&others);
        assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &r.a), LOB_OK);
        assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &r.b), LOB_OK);
        assert_int_equal(lob_value_put_raw(&r.ctx, r.a, &a), LOB_OK);
        assert_int_equal(lob_value_put_raw(&r.ctx, r.b, &b), LOB_OK);
        lob_pairs_ask ask = {.kind = LOB_CHECK_SPACE,
                             .scope = LOB_SCOPE_LAYERS,
                             .rule = lob_check_rule_of(LOB_CHECK_SPACE, 20),
                             .sides = cases[i].sides};
        ask.rule.metrics = LOB_METRICS_PROJECTION;
        lob_case("neighbours %u, sides %x", cases[i].neighbours, cases[i].sides);
        assert_int_equal(lob_owned_check(&r.ctx, r.a, r.b, &ask, &found), LOB_OK);
        assert_eq(found.count, cases[i].is_waived ? 0 : (uint32_t)__builtin_popcount(cases[i].neighbours));
        /* Opposite: a violation counts when the side across has one as well. */
        const uint32_t n = cases[i].neighbours, facing = n & ((n >> 2 | n << 2) & 15);
        ask.sides = 0;
        ask.opposite = LOB_OPPOSITE_ONLY;
        assert_int_equal(lob_owned_check(&r.ctx, r.a, r.b, &ask, &found), LOB_OK);
        assert_eq(found.count, (uint32_t)__builtin_popcount(facing));
        ask.opposite = LOB_OPPOSITE_NOT;
        assert_int_equal(lob_owned_check(&r.ctx, r.a, r.b, &ask, &found), LOB_OK);
        assert_eq(found.count, (uint32_t)__builtin_popcount(n & ~facing));
        end(&r);
    }
}

/* Pairs of one layer, seen from both, are one pair of the result; each has a first edge on the polygon it is seen from.
 */
static void pairs_of_one_layer(void **unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        rig r = begin();
        const lob_pairs_ask ask = {
            .kind = LOB_CHECK_SPACE, .scope = LOB_SCOPE_BETWEEN, .rule = lob_check_rule_of(LOB_CHECK_SPACE, 15)};
        lob_owned_pairs pairs;
        lob_value *plain;
        assert_int_equal(lob_owned_check(&r.ctx, r.a, NULL, &ask, &pairs), LOB_OK);
        assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_PAIRS, &plain), LOB_OK);
        assert_int_equal(lob_op_check(&r.ctx, r.a, NULL, &ask, plain), LOB_OK);
        lob_case("round %d", i);
        assert_eq(pairs.count, 2 * plain->count);
        check_numbers[1] = LOB_SCOPE_BETWEEN;
        check_numbers[3] = LOB_METRICS_EUCLIDIAN;
        check_numbers[5] = 1 << 30;
        step(&r, LOB_STEP_CHECK, -1, -1, check_numbers, 12);
        assert_int_equal(run(&r), LOB_OK);
        assert_true(r.result->is_symmetric);
        assert_eq(r.result->count, plain->count);
        lob_value_drop(plain);
        end(&r);
    }
}

/* ---- what no language sends ---- */

static void refuses_nonsense(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        int64_t args[24];
        uint32_t count;
    } cases[] = {
        {"nothing", {0}, 0},
        {"no such step", {LOB_STEP_KINDS, 0, 0}, 3},
        {"of a later one", {LOB_STEP_EDGES, 1, 0, 1, 0}, 5},
        {"cut off", {LOB_STEP_PRIMARY, 0}, 2},
        {"too many numbers", {LOB_STEP_PRIMARY, 0, 1, 5}, 4},
        {"no such layer", {LOB_STEP_SECONDARY, 0, 1, 2}, 4},
        {"negative layer", {LOB_STEP_SECONDARY, 0, 1, -1}, 4},
        {"no such boolean", {LOB_STEP_PRIMARY, 0, 0, LOB_STEP_BOOLEAN, 2, 0, 0, 1, 4}, 9},
        {"segments of polygons", {LOB_STEP_PRIMARY, 0, 0, LOB_STEP_SEGMENTS, 1, 0, 3, 0, 5, 0}, 10},
        {"first edges of polygons", {LOB_STEP_PRIMARY, 0, 0, LOB_STEP_EDGES, 1, 0, 1, 1}, 8},
        {"a filter of edges on polygons", {LOB_STEP_PRIMARY, 0, 0, LOB_STEP_FILTER, 1, 0, 7, 13, 0, 0, 0, 5, 0, 0}, 14},
        {"a switch of one", {LOB_STEP_PRIMARY, 0, 0, LOB_STEP_SWITCH, 1, 0, 0}, 7},
        {"a join of none", {LOB_STEP_JOIN, 0, 0}, 3},
        {"a check of a scope that is none", {LOB_STEP_CHECK, 0, 12, 0, 9, 5, 0, 0, 0, 90, 0, 0, 0, 0, 0}, 15},
        {"a check without its layer", {LOB_STEP_CHECK, 0, 12, 1, 3, 5, 0, 0, 0, 90, 0, 0, 0, 0, 0}, 15},
        {"inside of edges",
         {LOB_STEP_PRIMARY, 0, 0, LOB_STEP_EDGES, 1, 0, 1, 0, LOB_STEP_SELECT, 2, 1, 0, 4, 2, 0, 1, 9},
         17},
        {"reaches too far", {LOB_STEP_PRIMARY, 0, 0, LOB_STEP_SIZED, 1, 0, 3, 2000000000, 0, 2}, 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig r = begin();
        lob_expression e;
        for (uint32_t k = 0; k < cases[i].count; k++) {
            put(&r, cases[i].args[k]);
        }
        lob_case("%s", cases[i].name);
        assert_int_equal(read(&r, &e), LOB_E_DRC_RUN_FAILED);
        end(&r);
    }
}

static void switches_and_booleans(void **unused) {
    (void)unused;
    rig r = begin();
    const int64_t squares[7] = {LOB_FILTER_AREA, 0, 0, 600, 1 << 30, 0, 0}, no_kind[1] = {LOB_VALUE_REGION},
                  none[1] = {2};
    const int64_t hull[3] = {LOB_SHAPE_HULLS, 0, 0}, xor_op[1] = {LOB_REGION_XOR}, or_op[1] = {LOB_REGION_OR};
    uint32_t large = 0;
    for (uint32_t k = 0; k < r.count[0]; k++) {
        const lob_box64 b = r.boxes[0][k];
        large += (b.right - b.left) * (b.top - b.bottom) >= 600;
    }
    step(&r, LOB_STEP_PRIMARY, -1, -1, NULL, 0);
    step(&r, LOB_STEP_FILTER, 0, -1, squares, 7);
    step(&r, LOB_STEP_EMPTY, -1, -1, no_kind, 1);
    put(&r, LOB_STEP_SWITCH); /* nothing for large ones, else the polygon */
    put(&r, 3);
    put(&r, 1);
    put(&r, 2);
    put(&r, 0);
    put(&r, 0);
    r.steps++;
    step(&r, LOB_STEP_SHAPE, 3, -1, hull, 3);
    step(&r, LOB_STEP_BOOLEAN, 4, 2, xor_op, 1);
    step(&r, LOB_STEP_BOOLEAN, 2, 5, or_op, 1);
    assert_int_equal(run(&r), LOB_OK);
    assert_eq(polygons_of(r.result), r.count[0] - large);
    lob_value_drop(r.result);
    step(&r, LOB_STEP_LOGIC, 6, -1, none, 1);
    assert_int_equal(run(&r), LOB_OK);
    assert_eq(polygons_of(r.result), large);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_neighbours),     cmocka_unit_test(shares_with_neighbours),
        cmocka_unit_test(overlaps_of_grown),     cmocka_unit_test(passing_edges),
        cmocka_unit_test(rest_of_a_side),        cmocka_unit_test(sides_of_rectangles),
        cmocka_unit_test(pairs_of_one_layer),    cmocka_unit_test(refuses_nonsense),
        cmocka_unit_test(switches_and_booleans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
