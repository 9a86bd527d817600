/* Decks: what each member becomes, and each fault with the place it is told at. The tables are those of the two
 * schemas; lengths are rounded as KLayout's DRC does, floor(um / dbu + 1/2). The scripts are run in KLayout by
 * tests/oracle/rules.py. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "rules/deck.h"

typedef struct bench {
    lob_arena *arena;
    lob_ctx ctx;
} bench;

static bench begin(void) {
    bench b = {.arena = lob_arena_new(0)};
    lob_ctx_init(&b.ctx, b.arena);
    return b;
}

static void end(bench *b) {
    lob_arena_drop(b->arena);
}

static lob_status read_text(lob_ctx *ctx, lob_str text, lob_rules_deck *deck) {
    lob_json_fault fault;
    lob_json_init();
    cJSON *json = lob_json_parse(text, &fault);
    return json ? lob_rules_deck_take(ctx, json, deck) : lob_deck_refuse_json(ctx, &fault);
}

static lob_rules_deck read(bench *b, const char *text) {
    lob_rules_deck deck;
    lob_status status = read_text(&b->ctx, lob_str_from(text), &deck);
    if (status != LOB_OK) {
        print_message("%s\n", b->ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    return deck;
}

static bool has_detail(const lob_error *error, const char *key, const char *text) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            return lob_str_equal(error->details[i].text, lob_str_from(text));
        }
    }
    return false;
}

/* The first fault is told at `path`. */
static void assert_refused(const char *text, const char *path) {
    bench b = begin();
    lob_rules_deck deck;
    assert_int_equal(read_text(&b.ctx, lob_str_from(text), &deck), LOB_E_INVALID_TARGET);
    if (path) {
        bool found = false;
        for (unsigned i = 0; i < b.ctx.error.issue_count; i++) {
            found = found || strcmp(b.ctx.error.issues[i].path, path) == 0;
        }
        if (!found) {
            print_message("%s: %s at %s, not at %s\n", text, b.ctx.error.message, b.ctx.error.issues[0].path, path);
        }
        assert_true(found);
    }
    assert_ne(b.ctx.error.hint[0], '\0');
    end(&b);
}

/* ---- the deck of its own ---- */

#define RULE(type, rest) "[{\"id\":\"R\",\"type\":\"" type "\",\"layer\":\"1/0\"" rest "}]"

static void test_members(void **unused) {
    (void)unused;
    bench b = begin();
    lob_rules_deck deck =
        read(&b, RULE("width",
                      ",\"min_um\":0.5,\"metrics\":\"projection\",\"projection_min_um\":0.25,\"ignore_angle_deg\":80,"
                      "\"whole_edges\":true,\"exact\":true,\"tolerance_um\":0.01,\"severity\":\"warning\","
                      "\"description\":\"d\""));
    const lob_deck_item *item = &deck.items[0];
    assert_eq(item->min_um, 0.5);
    assert_eq(item->metrics, LOB_METRICS_PROJECTION);
    assert_eq(item->projection_min_um, 0.25);
    assert_eq(item->ignore_angle, 80);
    assert_true(item->whole_edges);
    assert_true(item->is_exact);
    assert_eq(item->tolerance_um, 0.01);
    assert_true(item->is_warning);
    assert_true(lob_str_equal(item->description, LOB_STR("d")));
    deck = read(&b, RULE("area", ",\"min_um2\":0.5,\"max_um2\":2"));
    assert_eq(deck.items[0].low, 0.5);
    assert_eq(deck.items[0].high, 2);
    assert_true(deck.items[0].has_low);
    assert_true(deck.items[0].has_high);
    deck = read(&b, RULE("area", ",\"max_um2\":2"));
    assert_false(deck.items[0].has_low);
    assert_true(deck.items[0].has_high);
    assert_eq(read(&b, RULE("grid", ",\"grid_um\":0.005")).items[0].grid_um, 0.005);
    assert_eq(read(&b, RULE("angle", ",\"step_deg\":45")).items[0].angle_step, 45);
    deck = read(&b, RULE("density", ",\"min\":0.1,\"window_um\":100,\"step_um\":50"));
    assert_eq(deck.items[0].low, 0.1);
    assert_eq(deck.items[0].window_um, 100);
    assert_eq(deck.items[0].step_um, 50);
    const char *const pairs[] = {"width", "space", "notch", "isolated"}, *const twos[] = {"separation", "enclosure",
                                                                                          "extension", "overlap"};
    for (int i = 0; i < 4; i++) {
        char text[200];
        snprintf(text, sizeof text, "[{\"id\":\"R\",\"type\":\"%s\",\"layer\":\"1/0\",\"min_um\":1}]", pairs[i]);
        assert_int_equal(read(&b, text).items[0].type, LOB_RULE_WIDTH + i);
        snprintf(text, sizeof text,
                 "[{\"id\":\"R\",\"type\":\"%s\",\"layer\":\"1/0\",\"layer2\":\"2/0\",\"min_um\":1}]", twos[i]);
        assert_int_equal(read(&b, text).items[0].type, LOB_RULE_SEPARATION + i);
    }
    end(&b);
}

/* A rule without an id is called by its type and place, and may not be called as another one. */
static void test_names(void **unused) {
    (void)unused;
    bench b = begin();
    const lob_rules_deck deck = read(&b, "[{\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":1},"
                                         "{\"id\":\"S\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":1},"
                                         "{\"type\":\"area\",\"layer\":\"1/0\",\"min_um2\":1}]");
    assert_true(lob_str_equal(deck.items[0].id, LOB_STR("width_1")));
    assert_true(lob_str_equal(deck.items[1].id, LOB_STR("S")));
    assert_true(lob_str_equal(deck.items[2].id, LOB_STR("area_3")));
    end(&b);
    assert_refused("[{\"id\":\"width_2\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":1},"
                   "{\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":1}]",
                   "$.rules[1].id");
}

static void test_expressions(void **unused) {
    (void)unused;
    bench b = begin();
    lob_rules_deck deck = read(
        &b, "{\"rule_deck\":\"1.0\",\"name\":\"N\",\"layers\":{\"A\":\"1/2\",\"B\":{\"not\":[\"A\",\"3/0\",\"4/0\"]}},"
            "\"rules\":[{\"id\":\"R\",\"type\":\"width\",\"min_um\":1,\"layer\":{\"xor\":[{\"and\":[\"A\",\"B\"]},\"1/"
            "2\"]}}]}");
    /* A; 3/0; A-3; 4/0; B; A&B; xor */
    const lob_deck_node *n = deck.nodes;
    assert_int_equal(deck.node_count, 7);
    assert_eq(n[0].op, LOB_LAYERS_STORED);
    assert_eq(n[0].layer, 1);
    assert_eq(n[0].datatype, 2);
    assert_eq(n[2].op, LOB_LAYERS_NOT);
    assert_eq(n[2].left, 0);
    assert_eq(n[n[2].right].layer, 3);
    assert_eq(n[4].op, LOB_LAYERS_NOT);
    assert_eq(n[4].left, 2);
    assert_eq(n[n[4].right].layer, 4);
    assert_eq(n[5].op, LOB_LAYERS_AND);
    assert_eq(n[5].left, 0);
    assert_eq(n[5].right, 4);
    assert_eq(n[6].op, LOB_LAYERS_XOR);
    assert_eq(n[6].left, 5);
    assert_eq(n[6].right, 0);
    assert_eq(deck.items[0].a, 6);
    end(&b);
    char deep[2000] = "[{\"id\":\"R\",\"type\":\"width\",\"min_um\":1,\"layer\":";
    for (int i = 0; i < 40; i++) {
        strcat(deep, "{\"or\":[");
    }
    strcat(deep, "\"1/0\"");
    for (int i = 0; i < 40; i++) {
        strcat(deep, ",\"2/0\"]}");
    }
    assert_refused(strcat(deep, "}]"), NULL);
}

#define LAYER(expression) "[{\"id\":\"R\",\"type\":\"width\",\"min_um\":1,\"layer\":" expression "}]"

static void test_faults(void **unused) {
    (void)unused;
    const char *const pair_only[] = {"min_um",      "metrics", "projection_min_um", "ignore_angle_deg",
                                     "whole_edges", "exact",   "tolerance_um"};
    const char *const values[] = {"1", "\"square\"", "1", "45", "true", "true", "0.1"};
    for (int i = 0; i < 7; i++) {
        char text[300], path[100];
        snprintf(text, sizeof text, "[{\"id\":\"R\",\"type\":\"angle\",\"layer\":\"1/0\",\"step_deg\":45,\"%s\":%s}]",
                 pair_only[i], values[i]);
        snprintf(path, sizeof path, "$.rules[0].%s", pair_only[i]);
        assert_refused(text, path);
    }
    const char *const others[] = {"layer2", "min_um2", "max_um2",   "grid_um", "step_deg",
                                  "min",    "max",     "window_um", "step_um"};
    for (int i = 0; i < 9; i++) {
        char text[300], path[100];
        snprintf(text, sizeof text, "[{\"id\":\"R\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":1,\"%s\":%s}]",
                 others[i], i == 0 ? "\"1/0\"" : "1");
        snprintf(path, sizeof path, "$.rules[0].%s", others[i]);
        assert_refused(text, path);
    }
    assert_refused(RULE("width", ""), "$.rules[0].min_um");
    assert_refused(RULE("separation", ",\"min_um\":1"), "$.rules[0].layer2");
    assert_refused(RULE("area", ""), "$.rules[0].min_um2");
    assert_refused(RULE("area", ",\"min_um2\":2,\"max_um2\":1"), "$.rules[0].min_um2");
    assert_refused(RULE("grid", ""), "$.rules[0].grid_um");
    assert_refused(RULE("angle", ""), "$.rules[0].step_deg");
    assert_refused(RULE("density", ",\"window_um\":1"), "$.rules[0].min");
    assert_refused(RULE("density", ",\"min\":0.1,\"step_um\":1"), "$.rules[0].step_um");
    assert_refused(RULE("density", ",\"min\":0.1,\"window_um\":1,\"step_um\":2"), "$.rules[0].step_um");
    assert_refused(RULE("density", ",\"min\":0.9,\"max\":0.1"), "$.rules[0].min");
    assert_refused(RULE("width", ",\"min_um\":0"), "$.rules[0].min_um");
    assert_refused(RULE("width", ",\"min_um\":1e9"), "$.rules[0].min_um");
    assert_refused(RULE("width", ",\"min_um\":1,\"tolerance_um\":1"), "$.rules[0].tolerance_um");
    assert_refused(RULE("width", ",\"min_um\":1,\"metrics\":\"manhattan\""), "$.rules[0].metrics");
    assert_refused(RULE("width", ",\"min_um\":1,\"severity\":\"fatal\""), "$.rules[0].severity");
    assert_refused(RULE("width", ",\"min_um\":1,\"colour\":1"), "$.rules[0].colour");
    assert_refused(RULE("density", ",\"max\":1.5"), "$.rules[0].max");
    assert_refused("[{\"id\":\"R\",\"type\":\"width\",\"min_um\":1}]", "$.rules[0].layer");
    assert_refused(LAYER("\"1\""), "$.rules[0].layer");
    assert_refused(LAYER("\"1/x\""), "$.rules[0].layer");
    assert_refused(LAYER("\"99999999999/0\""), "$.rules[0].layer");
    assert_refused(LAYER("7"), "$.rules[0].layer");
    assert_refused(LAYER("{}"), "$.rules[0].layer");
    assert_refused(LAYER("{\"and\":[\"1/0\"]}"), "$.rules[0].layer");
    assert_refused(LAYER("{\"and\":\"1/0\"}"), "$.rules[0].layer");
    assert_refused(LAYER("{\"nor\":[\"1/0\",\"2/0\"]}"), "$.rules[0].layer");
    assert_refused(LAYER("{\"and\":[\"1/0\",\"2/0\"],\"or\":[\"1/0\",\"2/0\"]}"), "$.rules[0].layer");
    assert_refused(LAYER("{\"and\":[\"1/0\",{\"or\":[\"2/0\",\"X\"]}]}"), "$.rules[0].layer.and[1].or[1]");
    assert_refused("{\"rule_deck\":\"1.0\",\"layers\":{\"1/0\":\"2/0\"},\"rules\":[]}", "$.layers[0]");
    assert_refused("{\"rule_deck\":\"1.0\",\"layers\":{\"A\":\"B\",\"B\":\"1/0\"},\"rules\":[]}",
                   "$.layers[0]"); /* before it */
    assert_refused("{\"rule_deck\":\"2.0\",\"rules\":[]}", "$.rule_deck");
    assert_refused("{\"rule_deck\":\"1.0\"}", "$.rules");
    assert_refused("{\"rules\":[]}", "$");
    assert_refused("7", "$");
    assert_refused("[{\"id\":\"R\",]", NULL);
    assert_refused("", NULL);
}

/* ---- binding ---- */

static lob_layout *small_layout(lob_ctx *ctx) {
    rig r = rig_begin(ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
    rig_end_cell(&r);
    return rig_end(&r);
}

static void test_binding(void **unused) {
    (void)unused;
    bench b = begin();
    lob_layout *layout = small_layout(&b.ctx);
    lob_rules_deck deck =
        read(&b, "[{\"id\":\"A\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.1005,\"tolerance_um\":0.002},"
                 "{\"id\":\"B\",\"type\":\"area\",\"layer\":\"5/6\",\"min_um2\":0.5,\"severity\":\"warning\"},"
                 "{\"id\":\"C\",\"type\":\"grid\",\"layer\":{\"or\":[\"1/0\",\"5/6\"]},\"grid_um\":0.005}]");
    lob_bound_rules bound;
    assert_int_equal(lob_rules_deck_bind(&b.ctx, &deck, layout, NULL, 0, &bound), LOB_OK);
    assert_eq(bound.rules.count, 3);
    assert_eq(bound.missing_count, 1);
    assert_eq(bound.missing[0].layer, 5);
    assert_eq(bound.missing[0].datatype, 6);
    const lob_rule *r = bound.rules.items;
    assert_among(r[0].min, 100, 101);
    assert_eq(r[0].tolerance, 2);
    assert_eq(r[1].low, 500000);
    assert_eq(r[2].grid, 5);
    assert_eq(bound.rules.nodes[r[0].a].layer, 0);
    assert_eq(bound.rules.nodes[r[1].a].layer, LOB_NONE);
    assert_true(lob_str_equal(r[1].severity, LOB_STR("warning")));
    assert_true(lob_str_equal(r[0].severity, LOB_STR("error")));
    const lob_str only[] = {LOB_STR("C"), LOB_STR("A")}, unknown = LOB_STR("X");
    assert_int_equal(lob_rules_deck_bind(&b.ctx, &deck, layout, only, 2, &bound), LOB_OK);
    assert_eq(bound.rules.count, 2);
    assert_true(lob_str_equal(bound.rules.items[0].id, LOB_STR("A")));
    assert_int_equal(lob_rules_deck_bind(&b.ctx, &deck, layout, &unknown, 1, &bound), LOB_E_INVALID_TARGET);
    assert_int_equal(b.ctx.error.candidate_count, 3);
    lob_error_clear(&b.ctx.error);
    deck = read(&b, RULE("width", ",\"min_um\":0.0004"));
    assert_int_equal(lob_rules_deck_bind(&b.ctx, &deck, layout, NULL, 0, &bound), LOB_E_INVALID_TARGET);
    assert_true(has_detail(&b.ctx.error, "reason", "below_dbu"));
    lob_layout_drop(layout);
    end(&b);
    assert_int_equal(lob_rules_dbu_from_um(0.0015, 0.001), 2); /* a half goes up */
    assert_int_equal(lob_rules_dbu_from_um(0.0125, 0.005), 3);
    assert_int_equal(lob_rules_dbu_from_um(1e300, 0.001), INT64_C(1) << 40);
}

/* ---- scripts ---- */

static void assert_line(const lob_buf *script, const char *line) {
    if (!strstr(script->data, line)) {
        print_message("no %s in\n%s", line, script->data);
    }
    assert_non_null(strstr(script->data, line));
}

static void test_script(void **unused) {
    (void)unused;
    bench b = begin();
    lob_left_outs left_out;
    lob_buf script;
    lob_buf_init(&script, 0);
    lob_rules_deck deck = read(
        &b,
        "{\"rule_deck\":\"1.0\",\"name\":\"it's\\n\\\\\",\"layers\":{\"A\":\"1/2\"},\"rules\":["
        "{\"id\":\"W'\",\"type\":\"width\",\"layer\":\"A\",\"min_um\":2,\"description\":\"d\"},"
        "{\"id\":\"E\",\"type\":\"enclosure\",\"layer\":\"A\",\"layer2\":\"3/0\",\"min_um\":0.1,\"metrics\":\"square\","
        "\"whole_edges\":true,\"ignore_angle_deg\":45,\"projection_min_um\":1}]}");
    assert_int_equal(lob_rules_deck_script(&b.ctx, &deck, &script, &left_out), LOB_OK);
    assert_int_equal(left_out.count, 0);
    assert_line(&script, "report('it\\'s \\\\', $report)\n"); /* no line end, quotes kept */
    assert_line(&script, "source($input, $top_cell)");
    assert_line(&script, "n0 = input(1, 2).merged\n");
    assert_line(&script, "n0.width(2.0, euclidian).output('W\\'', 'd')\n"); /* 2 would be database units */
    assert_line(&script,
                "n0.enclosed(n1, 0.1, square, angle_limit(45.0), projecting >= 1.0, whole_edges).output('E')\n");
    assert_line(&script, "n0.not(n1).merged.output('E')\n");
    assert_null(strstr(script.data, "density"));
    const struct {
        const char *text, *reason;
    } unsaid[] = {
        {RULE("width", ",\"min_um\":1,\"exact\":true"), "exact"},
        {RULE("width", ",\"min_um\":1,\"tolerance_um\":0.1"), "tolerance"},
        {RULE("angle", ",\"step_deg\":7"), "angle"},
        {RULE("angle", ",\"step_deg\":1"), "angle"},
    };
    for (size_t i = 0; i < sizeof unsaid / sizeof unsaid[0]; i++) {
        lob_case("%zu: %s", i, unsaid[i].text);
        deck = read(&b, unsaid[i].text);
        lob_buf_clear(&script);
        assert_int_equal(lob_rules_deck_script(&b.ctx, &deck, &script, &left_out), LOB_OK);
        assert_int_equal(left_out.count, 1);
        assert_string_equal(left_out.items[0].reason, unsaid[i].reason);
        assert_true(lob_str_equal(left_out.items[0].rule, LOB_STR("R")));
        assert_non_null(strstr(script.data, "# left out: 'R': KLayout"));
        assert_null(strstr(script.data, "output"));
    }
    lob_buf_release(&script);
    end(&b);
}

/* The words of KLayout's DRC for the types that are no pairs, and for operators. */
static void test_script_words(void **unused) {
    (void)unused;
    bench b = begin();
    lob_left_outs left_out;
    lob_buf script;
    lob_buf_init(&script, 0);
    lob_rules_deck deck =
        read(&b, "[{\"id\":\"A\",\"type\":\"area\",\"layer\":{\"xor\":[\"1/0\",\"2/"
                 "0\"]},\"min_um2\":0.5,\"max_um2\":3,\"description\":\"a\"},"
                 "{\"id\":\"G\",\"type\":\"grid\",\"layer\":{\"and\":[\"1/0\",\"2/0\"]},\"grid_um\":0.005},"
                 "{\"id\":\"N\",\"type\":\"angle\",\"layer\":\"1/0\",\"step_deg\":60},"
                 "{\"id\":\"D\",\"type\":\"density\",\"layer\":\"1/0\",\"min\":0.25},"
                 "{\"id\":\"DW\",\"type\":\"density\",\"layer\":\"2/0\",\"max\":1,\"window_um\":20},"
                 "{\"id\":\"DS\",\"type\":\"density\",\"layer\":\"2/0\",\"max\":0.5,\"window_um\":20,\"step_um\":5},"
                 "{\"id\":\"S\",\"type\":\"separation\",\"layer\":\"1/0\",\"layer2\":{\"or\":[\"1/0\",\"2/"
                 "0\"]},\"min_um\":1e-7},"
                 "{\"id\":\"WW\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.5,\"max_um\":2},"
                 "{\"id\":\"WM\",\"type\":\"width\",\"layer\":\"1/0\",\"max_um\":3}]");
    assert_int_equal(lob_rules_deck_script(&b.ctx, &deck, &script, &left_out), LOB_OK);
    assert_int_equal(left_out.count, 0);
    assert_line(&script, "report('rules', $report)\n");
    assert_line(&script, "n1 = input(2, 0).merged\nn2 = n0.xor(n1).merged\nn3 = n0.and(n1).merged\n");
    assert_line(&script,
                "n2.with_area(nil, 0.5).output('A', 'a')\nn2.with_area(3.0 + dbu * dbu, nil).output('A', 'a')\n");
    assert_line(&script, "n3.ongrid(0.005).output('G')\n");
    assert_line(&script,
                "n0.edges.raw.without_angle(0.0).raw.without_angle(60.0).raw.without_angle(-60.0).raw.output('N')\n");
    assert_line(&script, "density = lambda do |layer, low, high, window, step|\n");
    assert_line(&script, "density.call(n0, 0.25, nil, nil, nil).output('D')\n");
    assert_line(&script, "density.call(n1, nil, 1.0, 20.0, 20.0).output('DW')\n");
    assert_line(&script, "density.call(n1, nil, 0.5, 20.0, 5.0).output('DS')\n");
    assert_line(&script, "n0.separation(n4, 1e-7, euclidian).output('S')\n");
    assert_line(&script, "n0.width(0.5, euclidian).output('WW')\nwider.call(n0, 2.0).output('WW')\n");
    assert_line(&script, "wider.call(n0, 3.0).output('WM')\n");
    lob_buf_release(&script);
    end(&b);
}

/* ---- failing ---- */

static bool read_once(void *arg) {
    lob_layout *layout = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_rules_deck deck;
    lob_bound_rules bound;
    lob_buf script;
    lob_left_outs left_out;
    lob_ctx_init(&ctx, arena);
    lob_buf_init(&script, 0);
    static const char text[] = "{\"rule_deck\":\"1.0\",\"layers\":{\"A\":{\"or\":[\"1/0\",\"2/0\"]}},\"rules\":["
                               "{\"id\":\"W\",\"type\":\"width\",\"layer\":\"A\",\"min_um\":2},"
                               "{\"id\":\"D\",\"type\":\"density\",\"layer\":\"A\",\"min\":0.5}]}";
    bool fine = read_text(&ctx, lob_str_from(text), &deck) == LOB_OK &&
                read_text(&ctx, LOB_STR(RULE("width", ",\"min_um\":1")), &deck) == LOB_OK &&
                lob_rules_deck_bind(&ctx, &deck, layout, NULL, 0, &bound) == LOB_OK &&
                lob_rules_deck_script(&ctx, &deck, &script, &left_out) == LOB_OK;
    lob_buf_release(&script);
    lob_arena_drop(arena);
    return fine;
}

static void test_failing(void **unused) {
    (void)unused;
    bench b = begin();
    lob_layout *layout = small_layout(&b.ctx);
    assert_gt(sweep_allocations(read_once, layout), 20);
    lob_layout_drop(layout);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members), cmocka_unit_test(test_expressions),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_faults),  cmocka_unit_test(test_binding),      cmocka_unit_test(test_script),
        cmocka_unit_test(test_failing), cmocka_unit_test(test_script_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
