/* Names against a table; counts and places against brute force: every path of random layouts walked one by one. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "db/builder.h"
#include "query/find.h"
#include "tests/support/arena_rig.h"

enum { CELLS = 6, PLACES_MAX = 60000, DEPTH_MAX = 8 };

/* ---- names ---- */

static void test_glob(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *name;
        bool fits, fits_any_case;
    } cases[] = {
        {"a", "a", true, true},
        {"a", "b", false, false},
        {"a", "A", false, true},
        {"*", "", true, true},
        {"*", "anything", true, true},
        {"?", "", false, false},
        {"?", "x", true, true},
        {"?", "xy", false, false},
        {"a*", "abc", true, true},
        {"*c", "abc", true, true},
        {"*b*", "abc", true, true},
        {"a*c", "abcbc", true, true},
        {"a*c", "abcb", false, false},
        {"a**c", "ac", true, true},
        {"*a*b*c*", "xaybzc", true, true},
        {"*a*b*c*", "xaycz", false, false},
        {"a?c", "abc", true, true},
        {"a?c", "ac", false, false},
        {"\\*", "*", true, true},
        {"\\*", "x", false, false},
        {"\\?", "?", true, true},
        {"\\?", "x", false, false},
        {"a\\\\b", "a\\b", true, true},
        {"a\\", "a\\", true, true},
        {"\\a", "a", true, true},
        {"\\A", "a", false, true},
        {"[ab]", "a", false, false},
        {"[ab]", "[ab]", true, true},
        {"?", "\xc3\xa9", true, true},
        {"??", "\xc3\xa9", false, false},
        {"?", "\xff", true, true},
        {"??", "\xff\xfe", true, true},
        {"\xc3\xa9", "\xc3\x89", false, false},
        {"*\xc3\xa9", "caf\xc3\xa9", true, true},
        {"a*b", "a*b", true, true},
        {"*?", "", false, false},
        {"*?*", "q", true, true},
        {"GC_*", "gc_te1550", false, true},
        {"", "", true, true},
        {"", "a", false, false},
        {"a", "", false, false},
        {"ab*", "a", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lob_str pattern = lob_str_from(cases[i].pattern), name = lob_str_from(cases[i].name);
        if (lob_glob_matches(pattern, name, false) != cases[i].fits ||
            lob_glob_matches(pattern, name, true) != cases[i].fits_any_case) {
            fail_msg("%s %s", cases[i].pattern, cases[i].name);
        }
    }
}

/* Patterns that make backtracking matchers slow: a hundred stars over a long name must end at once. */
static void test_glob_is_quick(void **state) {
    (void)state;
    enum { SIZE = 60000, STARS = 120 };
    static char name[SIZE], pattern[2 * STARS + 1];
    memset(name, 'a', SIZE);
    for (int i = 0; i < STARS; i++) {
        pattern[2 * i] = 'a';
        pattern[2 * i + 1] = '*';
    }
    pattern[2 * STARS] = 'b';
    assert_false(lob_glob_matches((lob_str){pattern, sizeof pattern}, (lob_str){name, SIZE}, false));
}

/* ---- layouts ---- */

static int draw(int below) {
    return rand() % below;
}

static void draw_instance(const lob_sink *s, int above) {
    static const lob_point list[4] = {{0, 0}, {70, -30}, {-200, 10}, {70, -30}};
    const lob_rep reps[5] = {{.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {100, 0}, .b = {0, 120}},
                             {.kind = LOB_REP_LATTICE, .na = 2, .nb = 4, .a = {-35, 20}, .b = {10, -60}},
                             {.kind = LOB_REP_FRACTION, .na = 3, .nb = 2, .a = {100, 0}, .b = {0, 7}},
                             {.kind = LOB_REP_LIST, .na = 1, .nb = 1, .list = list, .list_count = 4},
                             {.kind = LOB_REP_LATTICE, .na = 5, .nb = 1}};
    static const double angles[6] = {0, 90, 180, 270, 30, 211.5};
    char name[8];
    const lob_element element = {.rep = draw(2) ? NULL : &reps[draw(5)]};
    snprintf(name, sizeof name, "C%d", draw(above));
    const lob_instance_event event = {.cell = draw(8) ? lob_str_from(name) : LOB_STR("GHOST"),
                                      .mirror = draw(2),
                                      .angle_deg = angles[draw(10) ? draw(4) : 4 + draw(2)],
                                      .mag = draw(10) ? 1 : 1.5,
                                      .at = {10 * draw(12), 10 * draw(12)}};
    for (int twice = draw(4) == 0; twice >= 0; twice--) {
        assert_int_equal(s->instance(s->self, &element, &event), LOB_OK);
    }
}

static lob_layout *draw_layout(unsigned seed) {
    srand(seed);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    for (int c = 0; c < CELLS; c++) {
        char name[8];
        const lob_element element = {.layer = 1};
        snprintf(name, sizeof name, "C%d", c);
        assert_int_equal(s->begin_cell(s->self, lob_str_from(name)), LOB_OK);
        if (c == 0 || draw(3)) {
            const int x = draw(40) - 20, y = draw(40) - 20;
            assert_int_equal(s->box(s->self, &element, (lob_box){x, y, x + draw(30), y + 1 + draw(9)}), LOB_OK);
        }
        for (int i = c > 0 ? 1 + draw(3) : 0; i > 0; i--) {
            draw_instance(s, c);
        }
        assert_int_equal(s->end_cell(s->self), LOB_OK);
    }
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

/* ---- brute force ---- */

typedef struct place {
    lob_step path[DEPTH_MAX];
    uint32_t depth;
    lob_cell_index cell;
    lob_box64 box;
} place;

static place *places;
static uint32_t place_count;
static bool is_too_many;

static void add_places(const lob_layout *layout, lob_cell_index cell, const lob_trans *trans, place *at) {
    const lob_cell *c = lob_layout_cell(layout, cell);
    for (uint32_t i = 0; i < c->inst_count; i++) {
        const lob_inst *inst = &c->insts[i];
        const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(layout, inst->rep);
        for (uint64_t m = 0; m < (rep ? lob_rep_count(rep) : 1); m++) {
            lob_trans own = lob_inst_trans(layout, inst);
            if (rep) {
                own = lob_trans_moved(&own, lob_rep_at(rep, m));
            }
            if (place_count == PLACES_MAX) {
                is_too_many = true;
                return;
            }
            own = lob_trans_compose(trans, &own);
            const lob_box64 box = lob_layout_cell(layout, inst->child)->box;
            at->path[at->depth++] = (lob_step){i, m};
            place *p = &places[place_count++];
            *p = *at;
            p->cell = inst->child;
            p->box = lob_box64_is_empty(box) ? (lob_box64){own.x, own.y, own.x, own.y} : lob_trans_box(&own, box);
            add_places(layout, inst->child, &own, at);
            at->depth--;
        }
    }
}

static int compare(const void *x, const void *y) {
    const place *a = x, *b = y;
    const int64_t ka[4] = {a->box.left, a->box.bottom, a->box.right, a->box.top};
    const int64_t kb[4] = {b->box.left, b->box.bottom, b->box.right, b->box.top};
    for (int i = 0; i < 4; i++) {
        if (ka[i] != kb[i]) {
            return ka[i] < kb[i] ? -1 : 1;
        }
    }
    for (uint32_t i = 0; i < a->depth && i < b->depth; i++) {
        if (a->path[i].inst != b->path[i].inst) {
            return a->path[i].inst < b->path[i].inst ? -1 : 1;
        }
        if (a->path[i].member != b->path[i].member) {
            return a->path[i].member < b->path[i].member ? -1 : 1;
        }
    }
    return (a->depth > b->depth) - (a->depth < b->depth);
}

static void assert_spot(const lob_layout *layout, lob_cell_index root, const lob_cell_spot *spot,
                        const place *expected) {
    lob_trans trans;
    lob_cell_index leaf;
    assert_memory_equal(&spot->box, &expected->box, sizeof spot->box);
    assert_int_equal(spot->depth, expected->depth);
    for (uint32_t i = 0; i < spot->depth; i++) {
        assert_int_equal(spot->path[i].inst, expected->path[i].inst);
        assert_int_equal(spot->path[i].member, expected->path[i].member);
    }
    assert_int_equal(lob_path_trans(&ctx, layout, root, spot->path, spot->depth, &trans, &leaf), LOB_OK);
    assert_int_equal(leaf, expected->cell);
    assert_eq(trans.x, spot->trans.x);
    assert_eq(trans.y, spot->trans.y);
    assert_eq(trans.code, spot->trans.code);
}

/* The places of one cell among all, moved to the front and sorted. */
static uint32_t expect(lob_cell_index cell, place *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < place_count; i++) {
        if (places[i].cell == cell) {
            out[count++] = places[i];
        }
    }
    qsort(out, count, sizeof *out, compare);
    return count;
}

static void check_layout(const lob_layout *layout, lob_cell_index root) {
    static place expected[PLACES_MAX];
    lob_census census;
    lob_finder *finder;
    place at = {.depth = 0};
    const lob_trans identity = lob_trans_identity();
    place_count = 0;
    is_too_many = false;
    add_places(layout, root, &identity, &at);
    if (is_too_many) {
        return;
    }
    assert_int_equal(lob_query_census(&ctx, layout, &root, 1, &census), LOB_OK);
    assert_int_equal(lob_finder_new(&ctx, layout, &census, &finder), LOB_OK);
    for (uint32_t c = 0; c < lob_layout_cell_count(layout); c++) {
        const uint32_t count = expect(c, expected);
        assert_eq(census.placed[c], count);
        assert_eq(census.is_below[c], count > 0 || c == root);
        const size_t limits[3] = {1, 7, count + 1};
        for (int i = 0; i < 3; i++) {
            uint64_t work = UINT64_MAX;
            lob_spots spots;
            assert_int_equal(lob_query_places(&ctx, finder, root, c, limits[i], &work, &spots), LOB_OK);
            assert_false(spots.is_cut);
            assert_int_equal(spots.count, count < limits[i] ? count : limits[i]);
            for (size_t k = 0; k < spots.count; k++) {
                assert_spot(layout, root, &spots.items[k], &expected[k]);
            }
        }
        /* With little work: fewer, but the first. */
        uint64_t work = 5;
        lob_spots spots;
        assert_int_equal(lob_query_places(&ctx, finder, root, c, 7, &work, &spots), LOB_OK);
        if (!spots.is_cut) {
            assert_eq(spots.count, count < 7 ? count : 7);
        }
        for (size_t k = 0; k < spots.count; k++) {
            assert_spot(layout, root, &spots.items[k], &expected[k]);
        }
    }
}

static void test_places(void **state) {
    (void)state;
    const unsigned seeds = getenv("LOB_TEST_QUICK") ? 12 : 150;
    places = malloc(PLACES_MAX * sizeof *places);
    assert_non_null(places);
    for (unsigned seed = 1; seed <= seeds; seed++) {
        lob_layout *layout = draw_layout(seed);
        check_layout(layout, lob_layout_top(layout, 0));
        check_layout(layout, lob_layout_find_cell(layout, LOB_STR("C3")));
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
    free(places);
}

/* ---- counts ---- */

/* A cell holds an array of `members` of the one before and one more: (members + 1)^levels places of the last. */
static lob_layout *tower(int levels, uint64_t members) {
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = members, .nb = 1, .a = {10, 0}};
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "oas", .dbu_um = 0.001}), LOB_OK);
    for (int c = 0; c <= levels; c++) {
        char name[8], below[8];
        const lob_element array = {.layer = 1, .rep = &rep}, single = {.layer = 1};
        snprintf(name, sizeof name, "T%d", c);
        snprintf(below, sizeof below, "T%d", c - 1);
        assert_int_equal(s->begin_cell(s->self, lob_str_from(name)), LOB_OK);
        const lob_instance_event event = {.cell = lob_str_from(below), .mag = 1};
        if (c == 0) {
            assert_int_equal(s->box(s->self, &single, (lob_box){0, 0, 5, 5}), LOB_OK);
        } else {
            assert_int_equal(s->instance(s->self, &array, &event), LOB_OK);
            assert_int_equal(s->instance(s->self, &single, &event), LOB_OK);
        }
        assert_int_equal(s->end_cell(s->self), LOB_OK);
    }
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static void test_huge_counts(void **state) {
    (void)state;
    lob_layout *layout = tower(8, 99999);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("T8"));
    lob_census census;
    lob_finder *finder;
    assert_int_equal(lob_query_census(&ctx, layout, &root, 1, &census), LOB_OK);
    assert_int_equal(lob_finder_new(&ctx, layout, &census, &finder), LOB_OK);
    uint64_t expected = 1;
    for (int c = 7; c >= 0; c--) {
        char name[8];
        snprintf(name, sizeof name, "T%d", c);
        const lob_cell_index cell = lob_layout_find_cell(layout, lob_str_from(name));
        expected = c < 5 ? UINT64_MAX : expected * 100000; /* 10^20 is above 2^64 */
        assert_eq(census.placed[cell], expected);
        assert_eq(census.stored[cell], 2);
        assert_eq(census.members[cell], 100000);
        assert_eq(census.parents[cell], 1);
    }
    /* Ten places out of 10^40, all at the origin: 256 paths take only first members. */
    uint64_t work = 100000;
    lob_spots spots;
    assert_int_equal(
        lob_query_places(&ctx, finder, root, lob_layout_find_cell(layout, LOB_STR("T0")), 10, &work, &spots), LOB_OK);
    assert_int_equal(spots.count, 10);
    assert_false(spots.is_cut);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(spots.items[i].depth, 8);
        assert_eq(spots.items[i].box.left, 0);
        assert_eq(spots.items[i].box.right, 5);
        uint32_t bits = 0;
        for (int k = 0; k < 8; k++) {
            assert_eq(spots.items[i].path[k].member, 0);
            bits = 2 * bits + spots.items[i].path[k].inst;
        }
        assert_int_equal(bits, i);
    }
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* A flat box, 100 by 10, stands in ROOT as it is, and turned in a cell that is turned: 10 by 100 there, so it comes
 * first although both begin at the origin. */
static void test_turned_ties(void **state) {
    (void)state;
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_element element = {.layer = 1};
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("FLAT")), LOB_OK);
    assert_int_equal(s->box(s->self, &element, (lob_box){0, 0, 100, 10}), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("HOLDER")), LOB_OK);
    const lob_instance_event plain = {.cell = LOB_STR("FLAT"), .mag = 1};
    assert_int_equal(s->instance(s->self, &element, &plain), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("ROOT")), LOB_OK);
    const lob_instance_event turned = {.cell = LOB_STR("HOLDER"), .mag = 1, .angle_deg = 90, .at = {10, 0}};
    assert_int_equal(s->instance(s->self, &element, &plain), LOB_OK);
    assert_int_equal(s->instance(s->self, &element, &turned), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("ROOT"));
    lob_census census;
    lob_finder *finder;
    lob_spots spots;
    uint64_t work = 100;
    assert_int_equal(lob_query_census(&ctx, layout, &root, 1, &census), LOB_OK);
    assert_int_equal(lob_finder_new(&ctx, layout, &census, &finder), LOB_OK);
    assert_int_equal(
        lob_query_places(&ctx, finder, root, lob_layout_find_cell(layout, LOB_STR("FLAT")), 1, &work, &spots), LOB_OK);
    assert_eq(spots.count, 1);
    assert_eq(spots.items[0].depth, 2);
    assert_eq(spots.items[0].box.right, 10);
    assert_eq(spots.items[0].box.top, 100);
    assert_eq(spots.items[0].box.left, 0);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void test_several_roots(void **state) {
    (void)state;
    lob_layout *layout = tower(3, 4);
    const lob_cell_index roots[2] = {lob_layout_find_cell(layout, LOB_STR("T3")),
                                     lob_layout_find_cell(layout, LOB_STR("T1"))};
    const lob_cell_index leaf = lob_layout_find_cell(layout, LOB_STR("T0"));
    lob_census census;
    assert_int_equal(lob_query_census(&ctx, layout, &roots[1], 1, &census), LOB_OK);
    assert_eq(census.placed[leaf], 5);
    assert_true(!census.is_below[roots[0]]);
    assert_eq(census.placed[roots[1]], 0);
    assert_int_equal(lob_query_census(&ctx, layout, roots, 2, &census), LOB_OK);
    assert_eq(census.placed[leaf], 125 + 5);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* ---- faults ---- */

static bool run_search(void *arg) {
    lob_layout *layout = arg;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    if (!own) {
        return false;
    }
    lob_ctx_init(&c, own);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("T3"));
    const lob_cell_index leaf = lob_layout_find_cell(layout, LOB_STR("T0"));
    lob_census census;
    lob_finder *finder;
    lob_spots spots;
    uint64_t work = 100000;
    lob_status status = lob_query_census(&c, layout, &root, 1, &census);
    status = status == LOB_OK ? lob_finder_new(&c, layout, &census, &finder) : status;
    for (int twice = 0; twice < 2 && status == LOB_OK; twice++) { /* the finder is as new after a search */
        status = lob_query_places(&c, finder, root, leaf, 300, &work, &spots);
    }
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_eq(c.error.code, status);
    }
    if (status == LOB_OK) {
        assert_eq(spots.count, 300);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    lob_layout *layout = tower(3, 50);
    assert_gt(sweep_allocations(run_search, layout), 5);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void test_cancel(void **state) {
    (void)state;
    lob_layout *layout = tower(3, 50);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("T3"));
    lob_cancel cancel = {.requested = true};
    lob_census census;
    lob_finder *finder;
    lob_spots spots;
    uint64_t work = 100000;
    assert_int_equal(lob_query_census(&ctx, layout, &root, 1, &census), LOB_OK);
    assert_int_equal(lob_finder_new(&ctx, layout, &census, &finder), LOB_OK);
    ctx.cancel = &cancel;
    assert_int_equal(
        lob_query_places(&ctx, finder, root, lob_layout_find_cell(layout, LOB_STR("T0")), 9, &work, &spots),
        LOB_E_CANCELLED);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_query_census(&ctx, layout, &root, 1, &census), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glob),        cmocka_unit_test(test_glob_is_quick), cmocka_unit_test(test_places),
        cmocka_unit_test(test_huge_counts), cmocka_unit_test(test_several_roots), cmocka_unit_test(test_turned_ties),
        cmocka_unit_test(test_allocations), cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
