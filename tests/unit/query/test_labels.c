/* Labels against brute force: every place of every text of random layouts, listed one by one, for patterns, layers and
 * windows; and what must not be expanded, against numbers worked out by hand. */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/limits.h"
#include "db/builder.h"
#include "query/labels.h"
#include "tests/support/arena_rig.h"

enum { CELLS = 6, PLACES_MAX = 30000, DEPTH_MAX = 8 };

static int draw(int below) {
    return rand() % below;
}

/* ---- layouts ---- */

static const lob_point list[4] = {{0, 0}, {70, -30}, {-200, 10}, {70, -30}};

static const lob_rep *draw_rep(void) {
    static const lob_rep reps[5] = {{.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {100, 0}, .b = {0, 120}},
                                    {.kind = LOB_REP_LATTICE, .na = 2, .nb = 3, .a = {-35, 20}, .b = {10, -60}},
                                    {.kind = LOB_REP_FRACTION, .na = 3, .nb = 2, .a = {100, 0}, .b = {0, 7}},
                                    {.kind = LOB_REP_LIST, .na = 1, .nb = 1, .list = list, .list_count = 4},
                                    {.kind = LOB_REP_LATTICE, .na = 5, .nb = 1}};
    return draw(3) ? NULL : &reps[draw(5)];
}

static void draw_texts(const lob_sink *s) {
    static const char *const texts[6] = {"opt1", "opt2", "OPT1", "vdd", "", "o*"};
    for (int i = draw(4); i > 0; i--) {
        const lob_element element = {.layer = (uint32_t)draw(3), .rep = draw_rep()};
        const lob_text_event event = {
            .string = lob_str_from(texts[draw(6)]), .at = {draw(60) - 30, draw(60) - 30}, .mag = 1};
        assert_int_equal(s->text(s->self, &element, &event), LOB_OK);
    }
}

static void draw_instance(const lob_sink *s, int above) {
    static const double angles[6] = {0, 90, 180, 270, 30, 211.5};
    char name[8];
    const lob_element element = {.rep = draw_rep()};
    snprintf(name, sizeof name, "C%d", draw(above));
    const lob_instance_event event = {.cell = draw(8) ? lob_str_from(name) : LOB_STR("GHOST"),
                                      .mirror = draw(2),
                                      .angle_deg = angles[draw(6) ? draw(4) : 4 + draw(2)],
                                      .mag = draw(8) ? 1 : 1.5,
                                      .at = {10 * draw(12), 10 * draw(12)}};
    assert_int_equal(s->instance(s->self, &element, &event), LOB_OK);
}

static lob_layout *draw_layout(unsigned seed) {
    srand(seed);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    for (int c = 0; c < CELLS; c++) {
        char name[8];
        snprintf(name, sizeof name, "C%d", c);
        assert_int_equal(s->begin_cell(s->self, lob_str_from(name)), LOB_OK);
        draw_texts(s);
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
    uint32_t order; /* in the walk of the whole hierarchy */
    lob_step path[DEPTH_MAX];
    uint32_t depth;
    lob_cell_index root, leaf;
    uint32_t shapes, text;
    uint64_t member;
    lob_point64 at;
    lob_layer_index layer;
    lob_str string;
} place;

static place places[PLACES_MAX], expected[PLACES_MAX];
static uint32_t place_count;
static bool is_too_many;

static lob_point64 step_of(const lob_layout *layout, uint32_t rep, uint64_t member) {
    return rep == LOB_NONE ? (lob_point64){0, 0} : lob_rep_at(lob_layout_rep(layout, rep), member);
}

static uint64_t count_of(const lob_layout *layout, uint32_t rep) {
    return rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, rep));
}

static void add_own(const lob_layout *layout, lob_cell_index cell, const lob_trans *trans, const place *at) {
    const lob_cell *c = lob_layout_cell(layout, cell);
    for (uint32_t s = 0; s < c->shapes_count; s++) {
        for (uint32_t i = 0; i < c->shapes[s].count[LOB_KIND_TEXT]; i++) {
            const lob_text *text = &c->shapes[s].texts[i];
            for (uint64_t m = 0; m < count_of(layout, text->rep) && !is_too_many; m++) {
                const lob_point64 by = step_of(layout, text->rep, m);
                is_too_many = place_count == PLACES_MAX - 1;
                place *p = &places[place_count];
                *p = *at;
                p->order = place_count++;
                p->leaf = cell;
                p->shapes = s;
                p->text = i;
                p->member = m;
                p->at = lob_trans_point(trans, (lob_point64){text->at.x + by.x, text->at.y + by.y});
                p->layer = c->shapes[s].layer;
                p->string = lob_layout_string(layout, text->string);
            }
        }
    }
}

static void add_places(const lob_layout *layout, lob_cell_index cell, const lob_trans *trans, place *at) {
    const lob_cell *c = lob_layout_cell(layout, cell);
    add_own(layout, cell, trans, at);
    for (uint32_t i = 0; i < c->inst_count; i++) {
        const lob_inst *inst = &c->insts[i];
        for (uint64_t m = 0; m < count_of(layout, inst->rep) && !is_too_many; m++) {
            lob_trans own = lob_inst_trans(layout, inst);
            if (inst->rep != LOB_NONE) {
                own = lob_trans_moved(&own, step_of(layout, inst->rep, m));
            }
            own = lob_trans_compose(trans, &own);
            at->path[at->depth++] = (lob_step){i, m};
            add_places(layout, inst->child, &own, at);
            at->depth--;
        }
    }
}

static int compare(const void *x, const void *y) {
    const place *a = x, *b = y;
    int order = lob_str_compare(a->string, b->string);
    order = order ? order : (a->layer > b->layer) - (a->layer < b->layer);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static bool is_asked(const lob_label_ask *ask, const place *p) {
    bool on_layer = !ask->layers;
    for (uint32_t i = 0; i < ask->layer_count; i++) {
        on_layer = on_layer || ask->layers[i] == p->layer;
    }
    const lob_box64 *w = ask->window;
    return on_layer && lob_glob_matches(ask->pattern, p->string, ask->ignore_case) &&
           (!w || (p->at.x >= w->left && p->at.x <= w->right && p->at.y >= w->bottom && p->at.y <= w->top));
}

static uint32_t expect(const lob_label_ask *ask) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < place_count; i++) {
        if (is_asked(ask, &places[i])) {
            expected[count++] = places[i];
        }
    }
    qsort(expected, count, sizeof *expected, compare);
    return count;
}

static void assert_spots(const lob_labels *labels, uint32_t first, size_t count_max, uint32_t total) {
    lob_label_spot *spots = LOB_NEW_ARRAY(arena, lob_label_spot, count_max);
    size_t count;
    assert_int_equal(lob_query_label_places(&ctx, labels, first, count_max, spots, &count), LOB_OK);
    assert_eq(count, total - first < count_max ? total - first : count_max);
    for (size_t i = 0; i < count; i++) {
        const place *p = &expected[first + i];
        const lob_label_row *group = &labels->groups[spots[i].group];
        assert_eq(group->layer, p->layer);
        assert_true(lob_str_equal(lob_layout_string(labels->ask.layout, group->string), p->string));
        assert_eq(spots[i].root, p->root);
        assert_eq(spots[i].leaf, p->leaf);
        assert_eq(spots[i].at.x, p->at.x);
        assert_eq(spots[i].at.y, p->at.y);
        assert_eq(spots[i].shapes, p->shapes);
        assert_eq(spots[i].text, p->text);
        assert_eq(spots[i].member, p->member);
        assert_eq(spots[i].depth, p->depth);
        for (uint32_t k = 0; k < p->depth; k++) {
            assert_eq(spots[i].path[k].inst, p->path[k].inst);
            assert_eq(spots[i].path[k].member, p->path[k].member);
        }
    }
}

static void assert_groups(const lob_labels *labels, uint32_t total) {
    uint32_t group = 0, texts = 0;
    for (uint32_t i = 0; i < total;) {
        uint32_t end = i;
        while (end < total && expected[end].layer == expected[i].layer &&
               lob_str_equal(expected[end].string, expected[i].string)) {
            end++;
        }
        assert_lt(group, labels->group_count);
        assert_eq(labels->groups[group++].count, end - i);
        texts += i == 0 || !lob_str_equal(expected[i].string, expected[i - 1].string);
        i = end;
    }
    assert_eq(labels->group_count, group);
    assert_eq(labels->text_count, texts);
    assert_eq(labels->total, total);
}

static void check_ask(const lob_label_ask *ask) {
    const uint32_t total = expect(ask);
    lob_labels labels;
    assert_int_equal(lob_query_labels(&ctx, ask, &labels), LOB_OK);
    assert_groups(&labels, total);
    assert_eq(labels.below, place_count);
    assert_spots(&labels, 0, total + 1, total);
    for (int i = 0; i < 4 && total > 0; i++) {
        assert_spots(&labels, (uint32_t)draw((int)total), 1 + (size_t)draw(9), total);
    }
    const lob_label_ask everywhere = {.layout = ask->layout,
                                      .pattern = ask->pattern,
                                      .ignore_case = ask->ignore_case,
                                      .layers = ask->layers,
                                      .layer_count = ask->layer_count};
    const uint32_t fitting = expect(&everywhere);
    assert_eq(labels.fitting, fitting);
    for (uint32_t i = 0; ask->window && i < fitting; i++) {
        assert_ge(expected[i].at.x, labels.box.left);
        assert_le(expected[i].at.x, labels.box.right);
        assert_ge(expected[i].at.y, labels.box.bottom);
        assert_le(expected[i].at.y, labels.box.top);
    }
}

static void check_layout(const lob_layout *layout, const lob_cell_index *roots, uint32_t root_count) {
    static const char *const patterns[7] = {"*", "opt*", "OPT1", "?dd", "none", "o\\*", "*1"};
    const lob_trans identity = lob_trans_identity();
    place_count = 0;
    is_too_many = false;
    for (uint32_t i = 0; i < root_count; i++) {
        place at = {.root = roots[i]};
        add_places(layout, roots[i], &identity, &at);
    }
    if (is_too_many) {
        return;
    }
    const uint32_t layer_count = lob_layout_layer_count(layout);
    for (int i = 0; i < 12; i++) {
        const lob_layer_index layers[2] = {0, layer_count - 1};
        const int64_t x = draw(700) - 350, y = draw(700) - 350;
        const lob_box64 window = {x, y, x + draw(400), y + draw(400)};
        const bool by_layer = layer_count > 1 && draw(2);
        lob_label_ask ask = {.layout = layout,
                             .roots = roots,
                             .root_count = root_count,
                             .pattern = lob_str_from(patterns[draw(7)]),
                             .ignore_case = draw(2),
                             .layers = by_layer ? layers : NULL,
                             .layer_count = by_layer ? 1 + (uint32_t)draw(2) : 0,
                             .window = i % 3 ? &window : NULL};
        lob_case("pattern %s case %d layers %u window %d", ask.pattern.data, ask.ignore_case, ask.layer_count, i % 3);
        check_ask(&ask);
    }
}

static void test_random(void **state) {
    (void)state;
    const unsigned seeds = getenv("LOB_TEST_QUICK") ? 20 : 400;
    for (unsigned seed = 1; seed <= seeds; seed++) {
        lob_layout *layout = draw_layout(seed);
        const lob_cell_index inner = lob_layout_find_cell(layout, LOB_STR("C3"));
        lob_cell_index tops[CELLS];
        for (uint32_t i = 0; i < lob_layout_top_count(layout); i++) {
            tops[i] = lob_layout_top(layout, i);
        }
        check_layout(layout, tops, lob_layout_top_count(layout));
        check_layout(layout, &inner, 1);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* ---- arrays that are not expanded ---- */

/* T0 has a text "x" at the origin, and T(k) an array of `members` of T(k - 1), pitch 10^(k-1) * 10. T0 has "y", too,
 * as a repetition of `members`. */
static lob_layout *tower(int levels, uint64_t members) {
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "oas", .dbu_um = 0.001}), LOB_OK);
    for (int c = 0; c <= levels; c++) {
        const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = members, .nb = members, .a = {10, 0}, .b = {0, 10}};
        const lob_element array = {.layer = 1, .rep = &rep}, single = {.layer = 1};
        char name[8], below[8];
        snprintf(name, sizeof name, "T%d", c);
        snprintf(below, sizeof below, "T%d", c - 1);
        assert_int_equal(s->begin_cell(s->self, lob_str_from(name)), LOB_OK);
        if (c == 0) {
            const lob_text_event x = {.string = LOB_STR("x"), .mag = 1}, y = {.string = LOB_STR("y"), .mag = 1};
            assert_int_equal(s->text(s->self, &single, &x), LOB_OK);
            assert_int_equal(s->text(s->self, &array, &y), LOB_OK);
        } else {
            const lob_instance_event event = {.cell = lob_str_from(below), .mag = 1};
            assert_int_equal(s->instance(s->self, &array, &event), LOB_OK);
        }
        assert_int_equal(s->end_cell(s->self), LOB_OK);
    }
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static void test_arrays(void **state) {
    (void)state;
    lob_layout *layout = tower(1, 30000);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("T1"));
    lob_label_ask ask = {.layout = layout, .roots = &root, .root_count = 1, .pattern = LOB_STR("*")};
    lob_labels labels;
    lob_label_spot spots[3];
    size_t count;
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_OK);
    assert_eq(labels.group_count, 2);
    assert_eq(labels.groups[0].count, 900000000);
    assert_eq(labels.groups[1].count, 900000000ull * 900000000ull);
    /* Number 123456789 of x is in row 4115, column 6789. */
    assert_int_equal(lob_query_label_places(&ctx, &labels, 123456789, 3, spots, &count), LOB_OK);
    assert_eq(count, 3);
    assert_eq(spots[0].at.x, 67890);
    assert_eq(spots[0].at.y, 41150);
    assert_eq(spots[2].path[0].member, 123456791);
    /* The last of y: in the last member of the array the last of the text's. */
    assert_int_equal(lob_query_label_places(&ctx, &labels, labels.total - 1, 3, spots, &count), LOB_OK);
    assert_eq(count, 1);
    assert_eq(spots[0].at.x, 2 * 299990);
    assert_eq(spots[0].member, 899999999);
    assert_eq(spots[0].path[0].member, 899999999);
    /* Columns 100 to 199 of all rows; of y only those that begin there or left of it: too many parts to count. */
    const lob_box64 window = {1000, -5, 1999, 300000};
    ask.window = &window;
    ask.pattern = LOB_STR("x");
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_OK);
    assert_eq(labels.total, 3000000);
    assert_int_equal(lob_query_label_places(&ctx, &labels, 2999999, 3, spots, &count), LOB_OK);
    assert_eq(count, 1);
    assert_eq(spots[0].at.x, 1990);
    assert_eq(spots[0].at.y, 299990);
    ask.pattern = LOB_STR("y");
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_E_QUERY_TOO_LARGE);
    assert_non_null(strstr(ctx.error.hint, "Leave box out"));
    lob_error_clear(&ctx.error);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* More than 2^64 of them: counts saturate, the first ones are found all the same. */
static void test_saturated(void **state) {
    (void)state;
    lob_layout *layout = tower(8, 1000);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("T8"));
    const lob_box64 window = {0, 0, 20, 0};
    lob_label_ask ask = {.layout = layout, .roots = &root, .root_count = 1, .pattern = LOB_STR("x")};
    lob_labels labels;
    lob_label_spot spots[2];
    size_t count;
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_OK);
    assert_eq(labels.total, UINT64_MAX);
    assert_int_equal(lob_query_label_places(&ctx, &labels, 5, 2, spots, &count), LOB_OK);
    assert_eq(count, 2);
    assert_eq(spots[0].depth, 8);
    assert_eq(spots[0].at.x, 50);
    /* Eight summands of 0, 1 or 2 steps that make up at most 2: 1 + 8 + 8 + 28. */
    ask.window = &window;
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_OK);
    assert_eq(labels.total, 45);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* ---- why nothing ---- */

static void test_reasons(void **state) {
    (void)state;
    lob_layout *layout = tower(1, 2);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("T1"));
    lob_label_ask ask = {.layout = layout, .roots = &root, .root_count = 1, .pattern = LOB_STR("X")};
    lob_labels labels;
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_OK);
    assert_eq(labels.total, 0);
    assert_eq(labels.off_case, 4);
    assert_eq(labels.below, 20);
    const lob_layer_index none = 7;
    ask.pattern = LOB_STR("x");
    ask.layers = &none;
    ask.layer_count = 1;
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_OK);
    assert_eq(labels.off_layers, 4);
    assert_eq(labels.fitting, 0);
    ask.layers = NULL;
    const lob_box64 window = {100, 100, 200, 200};
    ask.window = &window;
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_OK);
    assert_eq(labels.fitting, 4);
    assert_eq(labels.total, 0);
    assert_eq(labels.box.right, 10);
    assert_eq(labels.box.bottom, 0);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* ---- faults ---- */

static bool run_search(void *arg) {
    const lob_label_ask *ask = arg;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    lob_labels labels;
    lob_label_spot spots[40];
    size_t count;
    if (!own) {
        return false;
    }
    lob_ctx_init(&c, own);
    const bool fine = lob_query_labels(&c, ask, &labels) == LOB_OK &&
                      lob_query_label_places(&c, &labels, 1, 40, spots, &count) == LOB_OK;
    lob_arena_drop(own);
    return fine;
}

static void test_faults(void **state) {
    (void)state;
    lob_layout *layout = tower(2, 3);
    const lob_cell_index root = lob_layout_find_cell(layout, LOB_STR("T2"));
    const lob_box64 window = {5, 5, 35, 25};
    const lob_label_ask ask = {
        .layout = layout, .roots = &root, .root_count = 1, .pattern = LOB_STR("*"), .window = &window};
    assert_gt(sweep_allocations(run_search, (void *)(uintptr_t)&ask), 1);
    lob_cancel cancel = {.requested = true};
    ctx.cancel = &cancel;
    lob_labels labels;
    assert_int_equal(lob_query_labels(&ctx, &ask, &labels), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random, setup, teardown),
        cmocka_unit_test_setup_teardown(test_arrays, setup, teardown),
        cmocka_unit_test_setup_teardown(test_saturated, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reasons, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
