/* Scans that are cancelled at each of their polls in turn, or meet too many figures; what they meet is counted by hand.
 * A program of its own: it stands in for lob_poll(). */
#include "tests/support/lob_test.h"

#include "../base/poll_sweep.h"
#include "../render/rig.h"
#include "rules/rule_impl.h"
#include "rules/scan.h"

enum { REACH = 10 };

static lob_rep lattice(uint32_t na, uint32_t nb, int32_t pitch) {
    return (lob_rep){.kind = LOB_REP_LATTICE, .na = na, .nb = nb, .a = {pitch, 0}, .b = {0, pitch}};
}

typedef struct asked {
    const lob_layout *layout;
    uint64_t count_max;
    uint32_t place_count; /* answer: of all patches, in all places */
} asked;

static lob_status scan_all(lob_ctx *ctx, void *arg) {
    asked *a = arg;
    const lob_layer_index layer = lob_layout_find_layer(a->layout, 1, 0);
    const lob_scan_question q = {.layout = a->layout,
                                 .cell = lob_layout_find_cell(a->layout, LOB_STR("TOP")),
                                 .layers = &layer,
                                 .layer_count = 1,
                                 .reach = REACH,
                                 .count_max = a->count_max};
    lob_scan scan;
    const lob_status status = lob_scan_make(ctx, &q, &scan);
    a->place_count = 0;
    for (uint32_t i = 0; status == LOB_OK && i < scan.job_count; i++) {
        a->place_count += scan.jobs[i].place_count;
    }
    lob_scan_release(&scan);
    return status;
}

static lob_status scan_limited(const lob_layout *layout, uint64_t count_max) {
    asked a = {layout, count_max, 0};
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    const lob_status status = scan_all(&ctx, &a);
    lob_arena_drop(ctx.arena);
    return status;
}

static void leaf(rig *r) {
    rig_cell(r, "LEAF");
    rig_box(r, 1, NULL, (lob_box){0, 0, 10, 10});
    rig_end_cell(r);
}

/* More groups than go between two polls, figures and members of an array that are too near to stay closed. */
static void test_cancel_many(void **unused) {
    (void)unused;
    const lob_rep apart = lattice(70, 70, 100), tight = lattice(70, 70, 15), few = lattice(3, 2, 400);
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    rig r = rig_begin(&ctx);
    leaf(&r);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, &apart, (lob_box){0, 0, 10, 10});
    rig_inst(&r, "LEAF", &tight, 20000, 0, false, 0, 1);
    rig_inst(&r, "LEAF", &few, 40000, 0, false, 33, 1);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    asked a = {layout, 0, 0};
    assert_gt(sweep_polls(scan_all, &a), 10);
    assert_int_equal(a.place_count, 4900 + 1 + 6); /* the tight ones are one group */
    lob_layout_drop(layout);
    lob_arena_drop(ctx.arena);
}

/* Each of these alone is one more than may be. */
static void test_too_many(void **unused) {
    (void)unused;
    for (int what = 0; what < 4; what++) {
        const lob_rep four = lattice(4, 1, 400);
        lob_ctx ctx;
        lob_ctx_init(&ctx, lob_arena_new(0));
        rig r = rig_begin(&ctx);
        leaf(&r);
        rig_cell(&r, "TOP");
        for (int i = 0; what == 0 && i < 4; i++) {
            rig_inst(&r, "LEAF", NULL, 400 * i, 0, false, 0, 1);
        }
        if (what == 1) {
            rig_box(&r, 1, &four, (lob_box){0, 0, 10, 10});
        } else if (what == 2) {
            rig_inst(&r, "LEAF", &four, 0, 0, false, 33, 1);
        } else if (what == 3) {
            const lob_element element = {.layer = 1, .rep = &four};
            const lob_point points[2] = {{0, 0}, {50, 0}};
            const lob_path_event path = {.points = points, .count = 2, .width = 10};
            assert_int_equal(r.s->path(r.s->self, &element, &path), LOB_OK);
        }
        rig_end_cell(&r);
        lob_layout *layout = rig_end(&r);
        assert_int_equal(scan_limited(layout, 3), LOB_E_QUERY_TOO_LARGE);
        assert_int_equal(scan_limited(layout, 4), LOB_OK);
        lob_layout_drop(layout);
        lob_arena_drop(ctx.arena);
    }
}

typedef struct windowed {
    const lob_layout *layout;
    lob_box64 window;
} windowed;

static lob_status scan_window(lob_ctx *ctx, void *arg) {
    static const bool follows = true;
    const windowed *a = arg;
    const lob_layer_index layer = lob_layout_find_layer(a->layout, 1, 0);
    const lob_scan_question q = {.layout = a->layout,
                                 .cell = lob_layout_find_cell(a->layout, LOB_STR("TOP")),
                                 .layers = &layer,
                                 .layer_count = 1,
                                 .reach = REACH,
                                 .has_window = true,
                                 .window = a->window,
                                 .follows = &follows,
                                 .follow_max = 1000000};
    lob_scan scan;
    const lob_status status = lob_scan_make(ctx, &q, &scan);
    lob_scan_release(&scan);
    return status;
}

/* Figures followed out of a window: each search may be cancelled. What arrays hold of it is counted before memory is
 * spent. */
static void test_window(void **unused) {
    (void)unused;
    const lob_rep many = lattice(30000, 30000, 100);
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    rig r = rig_begin(&ctx);
    leaf(&r);
    rig_cell(&r, "TOP");
    for (int i = 0; i < 100; i++) { /* a chain, each some way from the last */
        rig_box(&r, 1, NULL, (lob_box){-1000 * i - 1000, 0, -1000 * i, 10});
    }
    rig_inst(&r, "LEAF", &many, 1000, 1000, false, 0, 1);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    windowed a = {layout, {-500, 0, 0, 10}};
    assert_int_equal(scan_window(&ctx, &a), LOB_OK); /* trees that stay with the layout are made */
    assert_gt(sweep_polls(scan_window, &a), 100);
    a.window = (lob_box64){0, 0, 2000000, 2000000};
    lob_ctx own;
    lob_ctx_init(&own, lob_arena_new(1 << 20));
    const uint64_t live = lob_alloc_live();
    assert_int_equal(scan_window(&own, &a), LOB_E_QUERY_TOO_LARGE);
    assert_lt(lob_alloc_live(), live + (1 << 20));
    assert_ne(own.error.hint[0], '\0');
    lob_arena_drop(own.arena);
    lob_layout_drop(layout);
    lob_arena_drop(ctx.arena);
}

/* A chain of cells, each near the last, is not opened a level at a time to its end. */
static void test_chain(void **unused) {
    (void)unused;
    enum { CELLS = 300 };
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    rig r = rig_begin(&ctx);
    leaf(&r);
    char name[8] = "LEAF", below[8];
    for (int i = 0; i < CELLS; i++) {
        memcpy(below, name, sizeof below);
        snprintf(name, sizeof name, "C%d", i);
        rig_cell(&r, i + 1 < CELLS ? name : "TOP");
        rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 10});
        rig_inst(&r, below, NULL, 15, 0, false, 0, 1);
        rig_end_cell(&r);
    }
    lob_layout *layout = rig_end(&r);
    asked a = {layout, 0, 0};
    assert_in_range(sweep_polls(scan_all, &a), CELLS / 100, CELLS / 3); /* each tree asks as well */
    assert_int_equal(a.place_count, 1);
    assert_int_equal(scan_limited(layout, 2 * CELLS), LOB_OK);
    assert_int_equal(scan_limited(layout, CELLS / 2), LOB_E_QUERY_TOO_LARGE);
    lob_layout_drop(layout);
    lob_arena_drop(ctx.arena);
}

/* Cells of which each places the next four times, so near that all lie over each other. */
static lob_layout *piled(lob_ctx *ctx, int levels, int32_t pitch) {
    const lob_rep four = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 2, .a = {pitch, 0}, .b = {0, pitch}};
    rig r = rig_begin(ctx);
    leaf(&r);
    char name[8] = "LEAF", below[8];
    for (int i = 0; i < levels; i++) {
        memcpy(below, name, sizeof below);
        snprintf(name, sizeof name, "C%d", i);
        rig_cell(&r, i + 1 < levels ? name : "TOP");
        rig_inst(&r, below, &four, 0, 0, false, 0, 1);
        rig_end_cell(&r);
    }
    return rig_end(&r);
}

/* What stands in one place again and again is held once, on however many levels; in a window, through which all ways
 * down are walked, so much of it is refused early. */
static void test_piles(void **unused) {
    (void)unused;
    enum { LEVELS = 40 };
    static const int32_t pitches[] = {0, 4, 10};
    for (int i = 0; i < 3; i++) {
        lob_case("%d apart", (int)pitches[i]);
        lob_ctx ctx;
        lob_ctx_init(&ctx, lob_arena_new(0));
        lob_layout *layout = piled(&ctx, LEVELS, pitches[i]);
        assert_int_equal(scan_limited(layout, 100000), LOB_OK);
        asked a = {layout, 0, 0};
        assert_int_equal(scan_all(&ctx, &a), LOB_OK);
        assert_int_equal(a.place_count, 1);
        const lob_box64 box = lob_layout_cell(layout, lob_layout_top(layout, 0))->box;
        windowed w = {layout, {box.left + 3, box.bottom + 3, box.right - 3, box.top - 3}};
        assert_int_equal(scan_window(&ctx, &w), LOB_E_QUERY_TOO_LARGE);
        assert_non_null(strstr(ctx.error.message, "too many figures"));
        lob_layout_drop(layout);
        lob_arena_drop(ctx.arena);
    }
}

/* Placements that may hold very much are counted before they are opened: by what they become, not by all below. */
static lob_layout *layout_with_depth(lob_ctx *ctx) {
    const lob_rep many = lattice(300, 300, 100), three = lattice(3, 1, 100), apart = lattice(2, 2, 1000),
                  tight = lattice(2, 1, 15), two = lattice(2, 1, 1000), five = lattice(5, 1, 400);
    rig r = rig_begin(ctx);
    leaf(&r);
    rig_cell(&r, "EMPTY");
    rig_end_cell(&r);
    rig_cell(&r, "DEEP");
    rig_inst(&r, "LEAF", &many, 0, 0, false, 0, 1);
    rig_end_cell(&r);
    rig_cell(&r, "MIDDLE"); /* becomes 3 + 1 + 1 + 2 + 2 = 9 */
    rig_box(&r, 1, &three, (lob_box){0, 0, 10, 10});
    rig_box(&r, 2, NULL, (lob_box){0, 0, 10, 10});
    rig_inst(&r, "EMPTY", NULL, 0, 0, false, 0, 1);
    rig_inst(&r, "DEEP", NULL, 100000, 0, false, 0, 1);
    rig_inst(&r, "LEAF", &apart, 0, 100000, false, 0, 1);
    rig_inst(&r, "LEAF", &tight, 0, 200000, false, 0, 1);
    rig_inst(&r, "LEAF", &two, 0, 300000, false, 33, 1);
    rig_end_cell(&r);
    rig_cell(&r, "TOP"); /* 6 boxes and 6 placements, of which the last has no neighbour */
    rig_box(&r, 1, NULL, (lob_box){50000, 50000, 50010, 50010});
    rig_inst(&r, "MIDDLE", NULL, 0, 0, false, 0, 1);
    rig_box(&r, 1, NULL, (lob_box){950000, 50000, 950010, 50010});
    rig_inst(&r, "MIDDLE", NULL, 1000000, 0, false, 90, 1);
    rig_box(&r, 1, NULL, (lob_box){2000015, 0, 2000025, 10});
    rig_inst(&r, "LEAF", NULL, 2000000, 0, false, 0, 1);
    rig_box(&r, 1, NULL, (lob_box){3000000, 15, 3000010, 25});
    rig_inst(&r, "LEAF", &five, 3000000, 0, false, 0, 1);
    rig_box(&r, 1, NULL, (lob_box){4000015, 0, 4000025, 10});
    rig_inst(&r, "LEAF", NULL, 4000000, 0, false, 0, 1);
    rig_box(&r, 1, NULL, (lob_box){5000015, 100, 5000025, 110});
    rig_inst(&r, "LEAF", NULL, 5000000, 0, false, 0, 1);
    rig_end_cell(&r);
    return rig_end(&r);
}

static void test_opened(void **unused) {
    (void)unused;
    enum { AT_FIRST = 6 + 6, OPENED = 9 + 9 + 1 + 5 + 1 };
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    lob_layout *layout = layout_with_depth(&ctx);
    assert_int_equal(scan_limited(layout, AT_FIRST + OPENED), LOB_OK);
    assert_int_equal(scan_limited(layout, AT_FIRST + OPENED - 1), LOB_E_QUERY_TOO_LARGE);
    asked a = {layout, 0, 0};
    assert_gt(sweep_polls(scan_all, &a), 5);
    lob_layout_drop(layout);
    lob_arena_drop(ctx.arena);
}

/* ---- rules of what was found ---- */

typedef struct ruled {
    const lob_layout *layout;
    lob_rule rule;
    uint64_t count; /* answer */
} ruled;

static lob_status run_rule(lob_ctx *ctx, void *arg) {
    ruled *a = arg;
    const lob_layers_node node = {.layer = lob_layout_find_layer(a->layout, 1, 0)};
    const lob_rules deck = {&node, 1, &a->rule, 1};
    const lob_rules_question q = {.layout = a->layout, .cell = lob_layout_find_cell(a->layout, LOB_STR("TOP"))};
    lob_verdict v = {0};
    const lob_status status = lob_rules_run(ctx, &q, &deck, &v);
    a->count = status == LOB_OK ? v.count : 0;
    return status;
}

/* Two cells, turned and in rows, in one place: eight copies of all that on each level. Below four of them there are
 * so many that equal ones are looked for when all that differs lies side by side. */
static lob_layout *mixed(lob_ctx *ctx, int levels, int copies) {
    const lob_rep row = lattice(3, 1, 45), column = lattice(1, 3, 45);
    char name[8] = "BELOW", below[8];
    rig r = rig_begin(ctx);
    leaf(&r);
    rig_cell(&r, "BAR");
    rig_box(&r, 1, NULL, (lob_box){20, 3, 60, 7});
    rig_end_cell(&r);
    rig_cell(&r, "BELOW");
    for (int k = 0; k < 4; k++) {
        rig_inst(&r, "BAR", NULL, 0, 0, false, k * 90, 1);
        rig_inst(&r, "LEAF", NULL, 0, 0, false, k * 90, 1);
        rig_inst(&r, "BAR", k % 2 ? &row : &column, 200, 0, false, 0, 1);
        rig_inst(&r, "LEAF", k % 2 ? &column : &row, 200, 200, false, 0, 1);
    }
    rig_end_cell(&r);
    for (int i = 0; i < levels; i++) {
        memcpy(below, name, sizeof below);
        snprintf(name, sizeof name, "C%d", i);
        rig_cell(&r, i + 1 < levels ? name : "TOP");
        for (int k = 0; k < copies; k++) {
            rig_inst(&r, below, NULL, 0, 0, false, 0, 1);
        }
        rig_end_cell(&r);
    }
    return rig_end(&r);
}

/* Of equal items one is held; of those that differ in cell, turn or row alone each is. */
static void test_mixed_piles(void **unused) {
    (void)unused;
    const lob_rule rules[] = {
        {.type = LOB_RULE_WIDTH, .a = 0, .b = LOB_NONE, .min = 9},
        {.type = LOB_RULE_SPACE, .a = 0, .b = LOB_NONE, .min = 9},
        {.type = LOB_RULE_AREA, .a = 0, .b = LOB_NONE, .has_low = true, .low = 100000},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        lob_case("rule of type %d", (int)rules[i].type);
        uint64_t counts[2];
        for (int k = 0; k < 2; k++) {
            lob_ctx ctx;
            lob_ctx_init(&ctx, lob_arena_new(0));
            lob_layout *layout = k == 0 ? mixed(&ctx, 1, 1) : mixed(&ctx, 4, 8);
            ruled a = {layout, rules[i], 0};
            assert_int_equal(run_rule(&ctx, &a), LOB_OK);
            counts[k] = a.count;
            lob_layout_drop(layout);
            lob_arena_drop(ctx.arena);
        }
        assert_gt(counts[0], 0);
        assert_eq(counts[1], counts[0]);
    }
}

static void test_rules(void **unused) {
    (void)unused;
    static const struct {
        lob_rule rule;
        uint64_t wanted;
    } cases[] = {
        {{.type = LOB_RULE_WIDTH, .a = 0, .b = LOB_NONE, .min = 20}, 1},
        {{.type = LOB_RULE_GRID, .a = 0, .b = LOB_NONE, .grid = 7}, 3}, /* all but (0, 0) */
        {{.type = LOB_RULE_ANGLE, .a = 0, .b = LOB_NONE, .angle_step = 180}, 2},
        {{.type = LOB_RULE_AREA, .a = 0, .b = LOB_NONE, .has_low = true, .low = 1001}, 1},
    };
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 10, 100});
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("rule of type %d", (int)cases[i].rule.type);
        ruled a = {layout, cases[i].rule, 0};
        assert_gt(sweep_polls(run_rule, &a), 3);
        assert_int_equal(a.count, cases[i].wanted);
    }
    lob_layout_drop(layout);
    lob_arena_drop(ctx.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cancel_many), cmocka_unit_test(test_too_many),    cmocka_unit_test(test_chain),
        cmocka_unit_test(test_piles),       cmocka_unit_test(test_window),      cmocka_unit_test(test_opened),
        cmocka_unit_test(test_rules),       cmocka_unit_test(test_mixed_piles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
