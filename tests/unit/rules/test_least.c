/* The least distance against all pairs of boxes: each lies by itself in a slot of a grid, so the distance of two merged
 * layers is that of their nearest boxes. And against checks with the value below and above. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "db/builder.h"
#include "rules/least.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { SLOTS = 6, SLOT = 200, LAYERS = 2 };

static lob_box boxes[SLOTS * SLOTS];
static uint32_t layer_of[SLOTS * SLOTS];

static lob_layout *draw(unsigned seed) {
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    srand(seed);
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    for (int i = 0; i < SLOTS * SLOTS; i++) {
        const int x = i % SLOTS * SLOT + 1 + rand() % 90, y = i / SLOTS * SLOT + 1 + rand() % 90;
        boxes[i] = (lob_box){x, y, x + 5 + rand() % 100, y + 5 + rand() % 100};
        layer_of[i] = (uint32_t)rand() % LAYERS;
        assert_int_equal(s->box(s->self, &(lob_element){.layer = layer_of[i]}, boxes[i]), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static double beside(int a, int b) {
    return b < a ? a - b : 0;
}

static double gap(lob_box a, lob_box b) {
    const double x = beside(a.left, b.right) + beside(b.left, a.right);
    const double y = beside(a.bottom, b.top) + beside(b.bottom, a.top);
    return sqrt(x * x + y * y);
}

static double brute(lob_rule_type type) {
    double least = INFINITY;
    for (int i = 0; i < SLOTS * SLOTS; i++) {
        if (type == LOB_RULE_WIDTH && layer_of[i] == 0) {
            least = fmin(least, fmin(boxes[i].right - boxes[i].left, boxes[i].top - boxes[i].bottom));
        }
        for (int k = 0; k < SLOTS * SLOTS && type != LOB_RULE_WIDTH; k++) {
            if (i != k && layer_of[i] == 0 && layer_of[k] == (type == LOB_RULE_SEPARATION ? 1 : 0)) {
                least = fmin(least, gap(boxes[i], boxes[k]));
            }
        }
    }
    return least;
}

/* Widths, or pairs of boxes, nearer than a value. */
static unsigned nearer(lob_rule_type type, double value) {
    unsigned count = 0;
    for (int i = 0; i < SLOTS * SLOTS; i++) {
        if (type == LOB_RULE_WIDTH && layer_of[i] == 0) {
            count += (boxes[i].right - boxes[i].left < value) + (boxes[i].top - boxes[i].bottom < value);
        }
        for (int k = 0; k < SLOTS * SLOTS && type != LOB_RULE_WIDTH; k++) {
            const bool is_pair = type == LOB_RULE_SEPARATION ? layer_of[i] == 0 && layer_of[k] == 1
                                                             : i < k && layer_of[i] == 0 && layer_of[k] == 0;
            count += is_pair && gap(boxes[i], boxes[k]) < value;
        }
    }
    return count;
}

static lob_least_question question_of(const lob_layout *layout, lob_rule_type type) {
    return (lob_least_question){.where = {.layout = layout, .cell = lob_layout_top(layout, 0)},
                                .a = 0,
                                .b = type == LOB_RULE_SEPARATION ? 1 : LOB_NONE,
                                .type = type,
                                .reach_max = 5000,
                                .count = 5};
}

static uint64_t violations(const lob_layout *layout, lob_rule_type type, int64_t min) {
    const lob_layers_node nodes[] = {{.op = LOB_LAYERS_STORED, .layer = 0}, {.op = LOB_LAYERS_STORED, .layer = 1}};
    const lob_rule rule = {.type = type,
                           .b = type == LOB_RULE_SEPARATION ? 1 : LOB_NONE,
                           .min = min,
                           .severity = LOB_STR("error"),
                           .is_exact = true};
    const lob_rules rules = {nodes, 2, &rule, 1};
    const lob_rules_question where = {.layout = layout, .cell = lob_layout_top(layout, 0)};
    lob_verdict verdict;
    assert_int_equal(lob_rules_run(&ctx, &where, &rules, &verdict), LOB_OK);
    return verdict.totals[0];
}

/* More bars 50 wide than are listed, and before them in the list three of 40 or none. The narrowest, 10 and 11, come
 * last: they are found by looking again, nearer. */
static void test_list_is_cut(void **state) {
    (void)state;
    static const struct {
        int layer, x, width;
    } bars[] = {{0, 902000, 40}, {0, 901000, 40}, {0, 900000, 40}, {0, -3000, 11}, {0, -2000, 10}, {1, -2000, 10}};
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = 450, .nb = 450, .a = {1000, 0}, .b = {0, 1000}};
    lob_builder *builder = lob_builder_new(&ctx, &(lob_builder_options){0});
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    lob_least_found found;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    for (uint32_t layer = 0; layer < 2; layer++) {
        const lob_element element = {.layer = layer, .rep = &many};
        assert_int_equal(s->box(s->self, &element, (lob_box){0, 0, 50, 500}), LOB_OK);
    }
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        lob_case("bars[%zu]", i);
        const int x = bars[i].x, y = x < 0 ? -900 : 900000;
        const lob_element element = {.layer = (uint32_t)bars[i].layer};
        assert_int_equal(s->box(s->self, &element, (lob_box){x, y, x + bars[i].width, y + 500}), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    lob_least_question q = question_of(layout, LOB_RULE_WIDTH);
    q.count = 3;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 3);
    assert_eq(found.items[0].value, 10);
    assert_eq(found.items[1].value, 11);
    assert_eq(found.items[2].value, 40);
    q.a = 1;
    q.count = 1;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 1);
    assert_eq(found.items[0].value, 10);
    lob_layout_drop(layout);
}

/* Needles whose distance, rounded up, lies at the border of what is searched: looking nearer finds the same again. */
static void test_border_of_reach(void **state) {
    (void)state;
    lob_builder *builder = lob_builder_new(&ctx, &(lob_builder_options){0});
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    lob_least_found found;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    for (int i = 0; i < 8; i++) {
        const lob_point needle[] = {{50 * i, 0}, {50 * i + 31, 9973}, {50 * i + 32, 9973}};
        assert_int_equal(s->polygon(s->self, &(lob_element){.layer = 0}, needle, 3), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    const lob_least_question q = question_of(layout, LOB_RULE_SPACE);
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 5);
    assert_ge(found.items[0].value, 48);
    assert_le(found.items[0].value, 50);
    lob_layout_drop(layout);
}

static void test_all_pairs(void **state) {
    (void)state;
    static const lob_rule_type types[] = {LOB_RULE_WIDTH, LOB_RULE_SPACE, LOB_RULE_ISOLATED, LOB_RULE_SEPARATION};
    for (unsigned seed = 0; seed < stride_pick(40, 3); seed++) {
        lob_layout *layout = draw(seed);
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            lob_case("seed %u type %d", seed, types[i]);
            const lob_least_question q = question_of(layout, types[i]);
            lob_least_found found;
            assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
            assert_int_equal(found.count, 5);
            assert_close(found.items[0].value, brute(types[i]), 1e-9);
            for (uint32_t k = 1; k < found.count; k++) {
                assert_le(found.items[k - 1].value, found.items[k].value);
            }
            assert_gt((double)found.reach, found.items[4].value);
            assert_le((double)found.reach, floor(found.items[4].value) + 1); /* no more than what is wanted */
            assert_int_equal(violations(layout, types[i], (int64_t)floor(found.items[0].value)), 0);
            assert_gt(violations(layout, types[i], (int64_t)floor(found.items[0].value) + 1), 0);
            assert_lt(nearer(types[i], found.items[4].value), 5);
        }
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

static lob_layout *draw_boxes(const lob_box *of_a, int a_count, const lob_box *of_b, int b_count) {
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    for (int i = 0; i < a_count; i++) {
        assert_int_equal(s->box(s->self, &(lob_element){.layer = 0}, of_a[i]), LOB_OK);
    }
    for (int i = 0; i < b_count; i++) {
        assert_int_equal(s->box(s->self, &(lob_element){.layer = 1}, of_b[i]), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

/* None within reach is said, and how far that is. */
static void test_none(void **state) {
    (void)state;
    const lob_box apart[] = {{0, 0, 100, 100}, {1100, 0, 1200, 100}};
    lob_layout *layout = draw_boxes(apart, 2, apart, 1);
    lob_least_question q = question_of(layout, LOB_RULE_SPACE);
    lob_least_found found;
    q.reach_max = 1000; /* a distance equal to the reach is not nearer */
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.reach, 1000);
    assert_false(found.is_stopped);
    q.reach_max = 1001;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 1);
    assert_eq(found.items[0].value, 1000);
    assert_int_equal(found.reach, 1001);
    q.reach_max = 40;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.reach, 40);
    q.reach_max = 5000; /* fewer than wanted: all of it was looked at */
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.reach, 5000);
    lob_layout_drop(layout);
}

/* A contact in a pad, one that sticks out, and pieces of layers combined. */
static void test_enclosure(void **state) {
    (void)state;
    const lob_box contacts[] = {{20, 30, 60, 70}, {90, 200, 110, 220}}, pads[] = {{0, 0, 100, 100}, {0, 190, 100, 300}};
    lob_layout *layout = draw_boxes(contacts, 2, pads, 2);
    lob_least_question q = question_of(layout, LOB_RULE_ENCLOSURE);
    lob_least_found found;
    uint64_t count;
    q.b = 1;
    q.count = 1;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.outside, 1);
    assert_eq(found.items[0].value, 10);
    q.where.has_window = true;
    q.where.window = (lob_box64){0, 0, 100, 100};
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.outside, 0);
    assert_eq(found.items[0].value, 20);
    const lob_rules_question where = {.layout = layout, .cell = lob_layout_top(layout, 0)};
    assert_int_equal(lob_rules_count_pieces(&ctx, &where, 0, 0, LOB_LAYERS_STORED, &count), LOB_OK);
    assert_int_equal(count, 2);
    assert_int_equal(lob_rules_count_pieces(&ctx, &where, 0, 1, LOB_LAYERS_NOT, &count), LOB_OK);
    assert_int_equal(count, 1);
    lob_layout_drop(layout);
}

/* Zero is found at once: nothing is below it. */
static void test_touching(void **state) {
    (void)state;
    const lob_box one[] = {{0, 0, 100, 100}}, other[] = {{100, 0, 200, 100}};
    lob_layout *layout = draw_boxes(one, 1, other, 1);
    lob_least_question q = question_of(layout, LOB_RULE_SEPARATION);
    lob_least_found found;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 1);
    assert_eq(found.items[0].value, 0);
    lob_layout_drop(layout);
}

/* More pairs within the first reach than it looks at: 40 000 squares 10 apart, one of which is moved by 3. */
static void test_crowd(void **state) {
    (void)state;
    enum { SIDE = 200, PITCH = 20, SQUARE = 10, MOVED = SIDE * SIDE / 2 + 7 };
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE * PITCH + (i == MOVED ? 3 : 0), y = i / SIDE * PITCH;
        const lob_box box = {x, y, x + SQUARE, y + SQUARE};
        assert_int_equal(s->box(s->self, &(lob_element){.layer = 0}, box), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    lob_least_question q = question_of(layout, LOB_RULE_SPACE);
    lob_least_found found;
    q.count = 1;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_false(found.is_stopped);
    assert_int_equal(found.count, 1);
    assert_eq(found.items[0].value, 7);
    q.count = 1000; /* more than that are found when they are asked for: 10 apart, but those of the moved one */
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_int_equal(found.count, 1000);
    assert_eq(found.items[0].value, 7);
    assert_eq(found.items[1].value, 10);
    assert_eq(found.items[999].value, 10);
    lob_layout_drop(layout);
}

/* Too much already for the shortest reach is an error; figures are held in the scan. */
static void test_too_much(void **state) {
    (void)state;
    lob_layout *layout = draw(1);
    lob_least_question q = question_of(layout, LOB_RULE_SPACE);
    lob_least_found found;
    q.where.count_max = 3;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_E_QUERY_TOO_LARGE);
    assert_ne(ctx.error.hint[0], '\0');
    lob_error_clear(&ctx.error);
    lob_cancel token = {true};
    q.where.count_max = 0;
    ctx.cancel = &token;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_layout_drop(layout);
}

/* Two copies of a polygon that crosses itself touch where it does. Seen from 256 units away those places are there,
 * from 4,096 other edges shield them: what was found is kept, and said up to where all was. */
static void test_shielded_from_afar(void **state) {
    (void)state;
    static const lob_point points[] = {{4179, 5619},  {-2173, 6702}, {-4329, 9398},  {-2974, 17166}, {5922, 18120},
                                       {1591, 19274}, {5271, 18503}, {-1254, 18462}, {9018, 12949},  {7814, 8317}};
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    lob_least_found found;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    for (uint32_t layer = 0; layer < 2; layer++) {
        assert_int_equal(s->polygon(s->self, &(lob_element){.layer = layer}, points, 10), LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    lob_least_question q = question_of(layout, LOB_RULE_SEPARATION);
    q.reach_max = 10000;
    assert_int_equal(lob_rules_least(&ctx, &q, &found), LOB_OK);
    assert_in_range(found.count, 1, 4);
    assert_eq(found.items[0].value, 0);
    assert_in_range(found.reach, 256, 4095);
    assert_false(found.is_stopped);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_list_is_cut, setup, teardown),
        cmocka_unit_test_setup_teardown(test_border_of_reach, setup, teardown),
        cmocka_unit_test_setup_teardown(test_all_pairs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_none, setup, teardown),
        cmocka_unit_test_setup_teardown(test_enclosure, setup, teardown),
        cmocka_unit_test_setup_teardown(test_touching, setup, teardown),
        cmocka_unit_test_setup_teardown(test_crowd, setup, teardown),
        cmocka_unit_test_setup_teardown(test_shielded_from_afar, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_much, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
