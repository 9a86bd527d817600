/* Rules of drc_rules.json mapped to the engine's: what each type becomes, and everything that cannot be checked. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "design/rule_checks.h"
#include "tests/unit/base/sweep.h"

#define TEXT(literal) ((lob_str){literal, sizeof(literal) - 1})

static lob_str layer_names[] = {TEXT("poly"), TEXT("active"), TEXT("pin"), TEXT("gate")};
static int64_t layer_numbers[] = {5, 1, 5, 5};
static lob_str datatype_names[] = {TEXT("pin")};
static int64_t datatypes[] = {16};

static lob_drc_rule_set set_of(lob_drc_rule_set_rule *rules, size_t count) {
    lob_drc_rule_set set = {.tech = TEXT("T")};
    set.layers.names = layer_names;
    set.layers.items = layer_numbers;
    set.layers.count = sizeof layer_names / sizeof layer_names[0];
    set.has_datatypes = true;
    set.datatypes.names = datatype_names;
    set.datatypes.items = datatypes;
    set.datatypes.count = 1;
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
    assert_int_equal(lob_checkable_rules_of(&b->ctx, &set, &(lob_rules_ground){.dbu = dbu}, &b->rules), LOB_OK);
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
        RULE("P", WIDTH, "pin", MIN(1e-7)), /* the number of poly, another datatype */
    };
    static const struct {
        lob_rule_type type;
        double min_um;
        bool is_between;
    } expected[] = {{LOB_RULE_WIDTH, 0.18, false}, {LOB_RULE_SPACE, 0.25, false},   {LOB_RULE_SEPARATION, 0.1, true},
                    {LOB_RULE_SPACE, 0.1, false},  {LOB_RULE_ENCLOSURE, 0.1, true}, {LOB_RULE_EXTENSION, 0.1, true},
                    {LOB_RULE_OVERLAP, 0.1, true}, {LOB_RULE_DENSITY, 0, false},    {LOB_RULE_DENSITY, 0, false},
                    {LOB_RULE_WIDTH, 0.1, false}};
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
    assert_int_equal(b.rules.deck.node_count, 3); /* each layer once, whatever it is called */
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[4].a].layer, 5);
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[5].a].layer, 5);
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[4].b].layer, 1);
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[9].a].layer, 5);
    assert_int_equal(b.rules.deck.nodes[b.rules.deck.items[9].a].datatype, 16);
    assert_string_equal(b.rules.items[9].layer.data, "\"5/16\"");
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
        RULE("b", SPACING, "poly", MAX(1e-6)),
        RULE("c", SPACING, "poly", MIN(1e-7), MAX(1e-6)), /* checked in part */
        RULE("d", SPACING, "poly", MIN(0)),
        RULE("e", SPACING, "poly", MIN(-1e-7)),
        RULE("f", ENCLOSURE, "poly", MIN(1e-7)),
        RULE("g", WIDTH, "poly", WITH("active"), MIN(1e-7)),
        RULE("h", DENSITY, "poly", WITH("active"), MIN(0.1)),
        RULE("i", DENSITY, "poly"),
        RULE("j", DENSITY, "poly", MIN(30)),
        RULE("k", DENSITY, "poly", MIN(0.5), MAX(0.4)),
        RULE("l", DENSITY, "poly", MAX(-0.1)),
        RULE("m", WIDTH, "poly", MIN(-1), MAX(1e-6)), /* checked in part */
        RULE("n", WIDTH, "poly", MIN(1e-7), MAX(1)),  /* checked in part */
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
                    {'m', LOB_UNCHECKED_RULE_REASON_NOT_POSITIVE, LOB_UNCHECKED_RULE_PART_MIN},
                    {'n', LOB_UNCHECKED_RULE_REASON_TOO_LONG, LOB_UNCHECKED_RULE_PART_MAX},
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
        assert_gt(b.rules.unchecked[i].advice.size, 10);
        assert_null(b.rules.unchecked[i].layer.data);
    }
    static const char checked[] = {'c', 'm', 'n', 'p'};
    assert_int_equal(b.rules.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(b.rules.items[i].id.data[0], checked[i]);
    }
    assert_eq(b.rules.deck.items[1].min_um, 0);
    assert_eq(b.rules.deck.items[1].max_um, 1);
    assert_eq(b.rules.deck.items[2].min_um, 0.1);
    assert_eq(b.rules.deck.items[2].max_um, 0);
    lob_arena_drop(b.arena);
}

/* Layer 5 is there as 5/16 alone; 1/0 is there; 7 is not at all. */
static void layers_that_are_not_there(void **state) {
    (void)state;
    lob_drc_rule_set_rule rules[] = {
        RULE("a", WIDTH, "poly", MIN(1e-7)),
        RULE("b", WIDTH, "pin", MIN(1e-7)),
        RULE("c", ENCLOSURE, "active", WITH("gate"), MIN(1e-7)),
        RULE("d", SPACING, "active", WITH("pin"), MIN(1e-7)),
        RULE("e", DENSITY, "gate", MIN(0.1)),
    };
    const lob_drc_rule_set set = set_of(rules, 5);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_checkable_rules out;
    lob_ctx_init(&ctx, arena);
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
    const lob_element pin = {.layer = 5, .datatype = 16};
    assert_int_equal(r.s->box(r.s->self, &pin, (lob_box){0, 0, 10, 10}), LOB_OK);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    const lob_rules_ground ground = {0.001, layout};
    assert_int_equal(lob_checkable_rules_of(&ctx, &set, &ground, &out), LOB_OK);
    assert_int_equal(out.count, 2);
    assert_int_equal(out.items[0].id.data[0], 'b');
    assert_int_equal(out.items[1].id.data[0], 'd');
    assert_int_equal(out.unchecked_count, 3);
    for (int i = 0; i < 3; i++) {
        const lob_unchecked_rule *one = &out.unchecked[i];
        assert_int_equal(one->reason, LOB_UNCHECKED_RULE_REASON_LAYER_ABSENT);
        assert_int_equal(one->part, LOB_UNCHECKED_RULE_PART_ALL);
        assert_string_equal(one->layer.data, "5/0");
        assert_int_equal(one->datatypes.count, 1);
        assert_int_equal(one->datatypes.items[0], 16);
    }
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

/* ---- files ---- */

#define DRC(rule)  "{\"tech\":\"T\",\"layers\":{\"M1\":1,\"M2\":20},\"rules\":[" rule "]}"
#define HEAD(type) "{\"id\":\"R\",\"type\":\"" type "\",\"layer\":\"M1\""

static void either_form_is_a_deck(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool is_whole;
        size_t count, unchecked;
    } cases[] = {
        {DRC(HEAD("width") ",\"min\":4e-7}"), true, 1, 0},
        {DRC(HEAD("width") ",\"min\":4e-7,\"max\":4e-6}"), true, 1, 0},
        {DRC(HEAD("spacing") ",\"min\":4e-7,\"max\":4e-6}"), false, 1, 1},
        {DRC(HEAD("spacing") ",\"max\":4e-6}"), false, 0, 1},
        {"[{\"id\":\"W\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":2}]", true, 1, 0},
        {"{\"rule_deck\":\"1.0\",\"rules\":[]}", true, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_checkable_rules rules;
        lob_rules_deck deck;
        lob_ctx_init(&ctx, arena);
        const lob_rules_ground ground = {.dbu = 0.001};
        const lob_str text = lob_str_from(cases[i].text);
        assert_int_equal(lob_checkable_rules_read(&ctx, text, &ground, &rules), LOB_OK);
        assert_int_equal(rules.deck.count, cases[i].count);
        assert_int_equal(rules.unchecked_count, cases[i].unchecked);
        assert_int_equal(lob_checkable_deck_read(&ctx, text, &ground, &deck),
                         cases[i].is_whole ? LOB_OK : LOB_E_INVALID_TARGET);
        if (!cases[i].is_whole) {
            assert_string_equal(ctx.error.issues[0].path, "R");
            assert_string_equal(ctx.error.issues[0].rule, "max_of_length");
        }
        lob_arena_drop(arena);
    }
}

static void faults_are_those_of_the_form(void **state) {
    (void)state;
    static const char *const texts[][2] = {
        {"{", "The rule deck is not valid JSON"},
        {"{\"tech\":1,\"layers\":{},\"rules\":[]}", "Schema validation failed: $.tech - expected string, got number 1"},
        {"{}", "The rule deck is inconsistent: $: expected an object with \"rule_deck\": \"1.0\" (lengths in um), "
               "or \"tech\" (drc_rules.json)"},
    };
    for (size_t i = 0; i < 3; i++) {
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_checkable_rules rules;
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_checkable_rules_read(&ctx, lob_str_from(texts[i][0]), &(lob_rules_ground){0}, &rules),
                         LOB_E_INVALID_TARGET);
        assert_string_equal(ctx.error.message, texts[i][1]);
        lob_arena_drop(arena);
    }
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
    const lob_rules_ground ground = {.dbu = 0.001};
    for (int persistent = 0; persistent < 2; persistent++) {
        bool met = true;
        for (unsigned nth = 1; met; nth = sweep_next(nth, persistent)) {
            const uint64_t live = lob_alloc_live();
            lob_ctx ctx;
            lob_checkable_rules out;
            lob_arena *arena = lob_arena_new(0);
            lob_ctx_init(&ctx, arena);
            lob_alloc_fail_at(nth, persistent);
            lob_status status = lob_checkable_rules_of(&ctx, &set, &ground, &out);
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
    const lob_rules_ground ground = {.dbu = 0.001};
    bool is_done = false;
    for (size_t size = 1; !is_done && size < 100000; size += 16) {
        lob_arena *arena = lob_arena_new(size);
        lob_ctx ctx;
        lob_checkable_rules out;
        if (arena) {
            lob_ctx_init(&ctx, arena);
            is_done = lob_checkable_rules_of(&ctx, &set, &ground, &out) == LOB_OK;
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
        cmocka_unit_test(layers_that_are_not_there),
        cmocka_unit_test(either_form_is_a_deck),
        cmocka_unit_test(faults_are_those_of_the_form),
        cmocka_unit_test(the_grid_decides),
        cmocka_unit_test(far_lengths_are_left_alone),
        cmocka_unit_test(metres_become_micrometres),
        cmocka_unit_test(memory),
        cmocka_unit_test(little_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
