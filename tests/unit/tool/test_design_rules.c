/* Rules of drc_rules.json mapped to the engine's: what each type becomes, and everything that cannot be checked. */
#include "tests/support/lob_test.h"

#include "tests/unit/base/sweep.h"
#include "tool/design_rules.h"

#define TEXT(literal) ((lob_str){literal, sizeof(literal) - 1})

static lob_str layer_names[] = {TEXT("poly"), TEXT("active"), TEXT("odd"), TEXT("gate")};
static int64_t layer_numbers[] = {5, 1, -1, 5};

static lob_drc_rule_set set_of(lob_drc_rule_set_rule *rules, size_t count) {
    lob_drc_rule_set set = {.tech = TEXT("T")};
    set.layers.names = layer_names;
    set.layers.items = layer_numbers;
    set.layers.count = sizeof layer_names / sizeof layer_names[0];
    set.rules.items = rules;
    set.rules.count = count;
    return set;
}

typedef struct bed {
    lob_arena *arena;
    lob_ctx ctx;
    lob_checkable_rules rules;
} bed;

static void map(bed *b, lob_drc_rule_set_rule *rules, size_t count, double dbu) {
    const lob_drc_rule_set set = set_of(rules, count);
    b->arena = lob_arena_new(0);
    lob_ctx_init(&b->ctx, b->arena);
    assert_int_equal(lob_checkable_rules_of(&b->ctx, &set, dbu, &b->rules), LOB_OK);
}

#define RULE(rule_id, rule_type, a, ...)                                                                               \
    { .id = TEXT(rule_id), .type = LOB_DESIGN_RULE_TYPE_##rule_type, .layer = TEXT(a), __VA_ARGS__ }
#define MIN(value) .has_min_value = true, .min_value = (value)
#define MAX(value) .has_max_value = true, .max_value = (value)
#define WITH(name) .layer2 = TEXT(name)

static void each_type_has_its_check(void **state) {
    (void)state;
    lob_drc_rule_set_rule rules[] = {
        RULE("W", WIDTH, "poly", MIN(1.8e-7)),
        RULE("S", SPACING, "poly", MIN(2.5e-7)),
        RULE("S2", SPACING, "poly", WITH("active"), MIN(1e-7)),
        RULE("S3", SPACING, "poly", WITH("gate"), MIN(1e-7)), /* two names of one layer */
        RULE("E", ENCLOSURE, "poly", WITH("active"), MIN(1e-7)),
        RULE("X", EXTENSION, "gate", WITH("active"), MIN(1e-7)),
        RULE("O", OVERLAP, "poly", WITH("active"), MIN(1e-7)),
        RULE("D", DENSITY, "active", MIN(0.2), MAX(0.8)),
        RULE("D2", DENSITY, "active", MAX(0.8)),
    };
    static const struct {
        lob_rule_type type;
        double min_um;
        bool is_between;
    } expected[] = {{LOB_RULE_WIDTH, 0.18, false}, {LOB_RULE_SPACE, 0.25, false},   {LOB_RULE_SEPARATION, 0.1, true},
                    {LOB_RULE_SPACE, 0.1, false},  {LOB_RULE_ENCLOSURE, 0.1, true}, {LOB_RULE_EXTENSION, 0.1, true},
                    {LOB_RULE_OVERLAP, 0.1, true}, {LOB_RULE_DENSITY, 0, false},    {LOB_RULE_DENSITY, 0, false}};
    enum { COUNT = sizeof expected / sizeof expected[0] };
    bed b;
    map(&b, rules, COUNT, 0.001);
    assert_int_equal(b.rules.count, COUNT);
    assert_int_equal(b.rules.deck.count, COUNT);
    assert_int_equal(b.rules.unchecked_count, 0);
    for (size_t i = 0; i < COUNT; i++) {
        const lob_deck_rule *rule = &b.rules.items[i];
        const lob_deck_item *item = &b.rules.deck.items[i];
        assert_true(lob_str_equal(rule->id, rules[i].id));
        assert_true(lob_str_equal(item->id, rules[i].id));
        assert_int_equal(rule->type, expected[i].type);
        assert_int_equal(item->type, expected[i].type);
        assert_eq(rule->min_um, expected[i].min_um);
        assert_eq(item->min_um, expected[i].min_um);
        assert_eq(rule->has_min_um, expected[i].min_um > 0);
        assert_eq(rule->layer2.data != NULL, expected[i].is_between);
        assert_eq(item->b != LOB_NONE, expected[i].is_between);
        assert_false(item->is_warning);
    }
    assert_string_equal(b.rules.items[4].layer.data, "\"5/0\"");
    assert_string_equal(b.rules.items[4].layer2.data, "\"1/0\"");
    assert_int_equal(b.rules.deck.node_count, 2); /* each number once, whatever it is called */
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[4].a].layer, 5);
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[5].a].layer, 5);
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[4].b].layer, 1);
    assert_true(b.rules.items[7].has_min);
    assert_eq(b.rules.items[7].min, 0.2);
    assert_eq(b.rules.items[7].max, 0.8);
    assert_true(b.rules.deck.items[7].has_low);
    assert_eq(b.rules.deck.items[7].high, 0.8);
    assert_false(b.rules.deck.items[8].has_low);
    lob_arena_drop(b.arena);
}

static void what_cannot_be_checked_is_told(void **state) {
    (void)state;
    static char long_id[201];
    memset(long_id, 'i', sizeof long_id);
    lob_drc_rule_set_rule rules[] = {
        RULE("a", WIDTH, "poly"),
        RULE("b", WIDTH, "poly", MAX(1e-6)),
        RULE("c", WIDTH, "poly", MIN(1e-7), MAX(1e-6)), /* checked in part */
        RULE("d", SPACING, "poly", MIN(0)),
        RULE("e", SPACING, "poly", MIN(-1e-7)),
        RULE("f", ENCLOSURE, "poly", MIN(1e-7)),
        RULE("g", WIDTH, "poly", WITH("active"), MIN(1e-7)),
        RULE("h", DENSITY, "poly", WITH("active"), MIN(0.1)),
        RULE("i", DENSITY, "poly"),
        RULE("j", DENSITY, "poly", MIN(30)),
        RULE("k", DENSITY, "poly", MIN(0.5), MAX(0.4)),
        RULE("l", DENSITY, "poly", MAX(-0.1)),
        RULE("m", WIDTH, "odd", MIN(1e-7)),
        RULE("n", OVERLAP, "poly", WITH("odd"), MIN(1e-7)),
        RULE("o", WIDTH, "poly", MIN(4e-10)),
        RULE("p", WIDTH, "poly", MIN(5e-10)), /* half a unit: rounds up, is checked */
        RULE("q", WIDTH, "poly", MIN(0.2)),
        RULE("r", OVERLAP, "poly", MIN(1e-7), .layer2 = TEXT("")),
        {.id = {long_id, sizeof long_id}, .type = LOB_DESIGN_RULE_TYPE_WIDTH, .layer = TEXT("poly"), MIN(1e-7)},
    };
    static const struct {
        char id;
        lob_unchecked_rule_reason reason;
        lob_unchecked_rule_part part;
    } expected[] = {{'a', LOB_UNCHECKED_RULE_REASON_NO_LIMIT, 0},
                    {'b', LOB_UNCHECKED_RULE_REASON_MAX_OF_LENGTH, 0},
                    {'c', LOB_UNCHECKED_RULE_REASON_MAX_OF_LENGTH, LOB_UNCHECKED_RULE_PART_MAX},
                    {'d', LOB_UNCHECKED_RULE_REASON_NOT_POSITIVE, 0},
                    {'e', LOB_UNCHECKED_RULE_REASON_NOT_POSITIVE, 0},
                    {'f', LOB_UNCHECKED_RULE_REASON_NO_LAYER2, 0},
                    {'g', LOB_UNCHECKED_RULE_REASON_LAYER2_UNUSED, 0},
                    {'h', LOB_UNCHECKED_RULE_REASON_LAYER2_UNUSED, 0},
                    {'i', LOB_UNCHECKED_RULE_REASON_NO_LIMIT, 0},
                    {'j', LOB_UNCHECKED_RULE_REASON_NOT_A_SHARE, 0},
                    {'k', LOB_UNCHECKED_RULE_REASON_NOT_A_SHARE, 0},
                    {'l', LOB_UNCHECKED_RULE_REASON_NOT_A_SHARE, 0},
                    {'m', LOB_UNCHECKED_RULE_REASON_LAYER_NUMBER, 0},
                    {'n', LOB_UNCHECKED_RULE_REASON_LAYER_NUMBER, 0},
                    {'o', LOB_UNCHECKED_RULE_REASON_BELOW_GRID, 0},
                    {'q', LOB_UNCHECKED_RULE_REASON_TOO_LONG, 0},
                    {'r', LOB_UNCHECKED_RULE_REASON_NO_LAYER2, 0},
                    {'i', LOB_UNCHECKED_RULE_REASON_ID_TOO_LONG, 0}};
    enum { RULE_COUNT = sizeof rules / sizeof rules[0], COUNT = sizeof expected / sizeof expected[0] };
    bed b;
    map(&b, rules, RULE_COUNT, 0.001);
    assert_int_equal(b.rules.unchecked_count, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(b.rules.unchecked[i].rule.data[0], expected[i].id);
        assert_int_equal(b.rules.unchecked[i].reason, expected[i].reason);
        assert_int_equal(b.rules.unchecked[i].part, expected[i].part);
    }
    assert_int_equal(b.rules.count, 2);
    assert_int_equal(b.rules.items[0].id.data[0], 'c');
    assert_int_equal(b.rules.items[1].id.data[0], 'p');
    lob_arena_drop(b.arena);
}

/* Without a layout no length is too short; a longer grid makes more of them so. */
static void the_grid_decides(void **state) {
    (void)state;
    lob_drc_rule_set_rule rules[] = {RULE("c", WIDTH, "poly", MIN(1e-7)), RULE("o", WIDTH, "poly", MIN(4e-10)),
                                     RULE("p", WIDTH, "poly", MIN(5e-10))};
    static const double dbu[] = {0.001, 0, 1, 1e-9};
    static const size_t counts[] = {2, 3, 0, 3};
    for (int i = 0; i < 4; i++) {
        bed b;
        map(&b, rules, 3, dbu[i]);
        assert_int_equal(b.rules.count, counts[i]);
        lob_arena_drop(b.arena);
    }
}

static void far_lengths_are_left_alone(void **state) {
    (void)state;
    lob_drc_rule_set_rule rules[] = {RULE("a", WIDTH, "poly", MIN(2e-3)), RULE("b", WIDTH, "poly", MIN(0.1))};
    bed b;
    map(&b, rules, 2, 1e-9);
    assert_int_equal(b.rules.unchecked_count, 2);
    assert_int_equal(b.rules.unchecked[0].reason, LOB_UNCHECKED_RULE_REASON_TOO_LONG);
    lob_arena_drop(b.arena);
    map(&b, rules, 2, 0.001);
    assert_int_equal(b.rules.count, 2); /* 100,000 um is just what check_rules takes */
    lob_arena_drop(b.arena);
}

/* Lengths are what a deck of the same file has: metres times a million, without the noise of doubles. */
static void metres_become_micrometres(void **state) {
    (void)state;
    for (int nm = 1; nm < 20000; nm++) {
        lob_drc_rule_set_rule rules[] = {RULE("a", WIDTH, "poly", MIN((double)nm * 1e-9))};
        bed b;
        map(&b, rules, 1, 0);
        char text[32];
        snprintf(text, sizeof text, "%d.%03d", nm / 1000, nm % 1000);
        assert_eq(b.rules.items[0].min_um, strtod(text, NULL));
        lob_arena_drop(b.arena);
    }
}

static void memory(void **state) {
    (void)state;
    lob_drc_rule_set_rule rules[] = {RULE("a", WIDTH, "poly", MIN(1e-7)),
                                     RULE("b", OVERLAP, "poly", WITH("active"), MIN(1e-7))};
    const lob_drc_rule_set set = set_of(rules, 2);
    for (int persistent = 0; persistent < 2; persistent++) {
        bool met = true;
        for (unsigned nth = 1; met; nth = sweep_next(nth, persistent)) {
            const uint64_t live = lob_alloc_live();
            lob_ctx ctx;
            lob_checkable_rules out;
            lob_arena *arena = lob_arena_new(0);
            lob_ctx_init(&ctx, arena);
            lob_alloc_fail_at(nth, persistent);
            lob_status status = lob_checkable_rules_of(&ctx, &set, 0.001, &out);
            met = lob_alloc_count() >= nth;
            lob_alloc_fail_at(0, 0);
            assert_int_equal(status, met ? LOB_E_TOOL_LIMIT_EXCEEDED : LOB_OK);
            lob_arena_drop(arena);
            assert_int_equal(lob_alloc_live(), live);
        }
    }
}

/* An arena that is full at any place fails cleanly too. */
static void little_room(void **state) {
    (void)state;
    lob_drc_rule_set_rule rules[] = {RULE("a", WIDTH, "poly", MIN(1e-7)),
                                     RULE("b", OVERLAP, "poly", WITH("active"), MIN(1e-7))};
    const lob_drc_rule_set set = set_of(rules, 2);
    bool is_done = false;
    for (size_t size = 1; !is_done && size < 100000; size += 16) {
        lob_arena *arena = lob_arena_new(size);
        lob_ctx ctx;
        lob_checkable_rules out;
        if (arena) {
            lob_ctx_init(&ctx, arena);
            is_done = lob_checkable_rules_of(&ctx, &set, 0.001, &out) == LOB_OK;
            if (!is_done) {
                assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
            }
            lob_arena_drop(arena);
        }
    }
    assert_true(is_done);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_type_has_its_check),
        cmocka_unit_test(what_cannot_be_checked_is_told),
        cmocka_unit_test(the_grid_decides),
        cmocka_unit_test(far_lengths_are_left_alone),
        cmocka_unit_test(metres_become_micrometres),
        cmocka_unit_test(memory),
        cmocka_unit_test(little_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
