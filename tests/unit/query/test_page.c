/* Counts and pages against a plain list: everything the walk finds without a window, filtered and sorted here. Random
 * layouts with doubled figures, repetitions, mirrors and odd angles, so that every rule of the order decides something.
 */
#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/limits.h"
#include "db/builder.h"
#include "db/figure.h"
#include "query/overlap.h"
#include "query/query.h"
#include "tests/support/arena_rig.h"

enum { CELLS = 5, LAYERS = 4 };

static int draw(int below) {
    return rand() % below;
}

static lob_point draw_point(void) {
    return (lob_point){10 * draw(12), 10 * draw(12)};
}

static void draw_figures(const lob_sink *s) {
    static const char *const words[3] = {"b", "a", "ab"};
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 2, .a = {30, 0}, .b = {0, 20}};
    lob_element element = {.layer = (uint32_t)draw(LAYERS), .rep = draw(4) ? NULL : &rep};
    lob_point p = draw_point();
    const lob_point line[3] = {p, {p.x + 20, p.y}, {p.x + 20, p.y + 30}};
    const lob_path_event path = {.points = line, .count = 3, .width = 4 * draw(2), .pathtype = 4};
    const lob_text_event text = {.string = lob_str_from(words[draw(3)]), .at = p, .mag = 1};
    lob_box box = {p.x, p.y, p.x + 10 * draw(3), p.y + 10 * draw(3)};
    for (int twice = draw(2); twice >= 0; twice--) {
        assert_int_equal(s->box(s->self, &element, box), LOB_OK);
        assert_int_equal(s->polygon(s->self, &element, line, 3), LOB_OK);
        assert_int_equal(s->path(s->self, &element, &path), LOB_OK);
        assert_int_equal(s->text(s->self, &element, &text), LOB_OK);
    }
}

static void draw_instance(const lob_sink *s, int above) {
    char name[8];
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {100, 0}, .b = {0, 120}};
    lob_element element = {.rep = draw(3) ? NULL : &rep};
    snprintf(name, sizeof name, "C%d", draw(above));
    lob_instance_event event = {.cell = draw(10) ? lob_str_from(name) : LOB_STR("GHOST"),
                                .mirror = draw(2),
                                .angle_deg = draw(5) ? 90 * draw(4) : 30,
                                .mag = 1,
                                .at = draw_point()};
    for (int twice = draw(2); twice >= 0; twice--) {
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
        snprintf(name, sizeof name, "C%d", c);
        assert_int_equal(s->begin_cell(s->self, lob_str_from(name)), LOB_OK);
        for (int i = 1 + draw(3); i > 0; i--) {
            draw_figures(s);
        }
        for (int i = c > 0 ? 1 + draw(2) : 0; i > 0; i--) {
            draw_instance(s, c);
        }
        assert_int_equal(s->end_cell(s->self), LOB_OK);
    }
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

/* ---- the plain list ---- */

typedef struct item {
    lob_find find;
    uint32_t layer;
    lob_kind kind;
    lob_str word, child;
    lob_box64 box;
    bool is_box_empty;
    lob_str names[CELLS];
    uint32_t depth;
    uint64_t hash;
    uint64_t member_count;
    bool is_in;
} item;

static bool is_flat;

static int order(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare(const void *x, const void *y) {
    const item *a = x, *b = y;
    int o = order(a->find, b->find);
    o = o ? o : order(a->layer, b->layer);
    o = o ? o : order(a->kind, b->kind);
    o = o ? o : lob_str_compare(a->word, b->word);
    o = o ? o : lob_str_compare(a->child, b->child);
    if (!a->is_box_empty || !b->is_box_empty) {
        o = o ? o : order(a->box.left, b->box.left);
        o = o ? o : order(a->box.bottom, b->box.bottom);
        o = o ? o : order(a->box.right, b->box.right);
        o = o ? o : order(a->box.top, b->box.top);
    }
    for (uint32_t i = 0; !is_flat && !o && i < a->depth && i < b->depth; i++) {
        o = lob_str_compare(a->names[i], b->names[i]);
    }
    o = o || is_flat ? o : order(a->depth, b->depth);
    return o ? o : (a->hash > b->hash) - (a->hash < b->hash);
}

static bool is_asked(const lob_query *q, uint32_t layer) {
    for (uint32_t i = 0; q->layers && i < q->layer_count; i++) {
        if (q->layers[i] == layer) {
            return true;
        }
    }
    return !q->layers;
}

/* More than a border is shared; a box without area shares when it touches. */
static bool boxes_overlap(lob_box64 box, lob_box64 w) {
    const bool is_thin = box.left == box.right || box.bottom == box.top;
    return !lob_box64_is_empty(box) &&
           (is_thin ? box.left <= w.right && box.right >= w.left && box.bottom <= w.top && box.top >= w.bottom
                    : box.left < w.right && box.right > w.left && box.bottom < w.top && box.top > w.bottom);
}

static bool shape_in(const lob_query *q, const lob_hit *hit) {
    if (!is_asked(q, hit->shapes->layer) || !boxes_overlap(hit->box, q->window)) {
        return false;
    }
    if (!q->by_geometry || hit->kind == LOB_KIND_TEXT) {
        return true;
    }
    lob_figure f;
    bool result, has_area;
    assert_int_equal(lob_figure_make(&ctx, q->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f),
                     LOB_OK);
    assert_int_equal(lob_ring_overlaps(&ctx, f.ring, f.ring_count, q->window, &result), LOB_OK);
    const lob_box64 all = {-100000, -100000, 100000, 100000};
    assert_int_equal(lob_ring_overlaps(&ctx, f.ring, f.ring_count, all, &has_area), LOB_OK);
    return result || (!has_area && lob_ring_touches(f.ring, f.ring_count, q->window));
}

/* Members whose own box meets the window. */
static uint64_t members_in(const lob_query *q, const lob_hit *hit) {
    const lob_inst *inst = &lob_layout_cell(q->layout, hit->leaf)->insts[hit->index];
    const lob_cell *child = lob_layout_cell(q->layout, inst->child);
    uint64_t count = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(q->layout, inst->rep)), found = 0;
    for (uint64_t m = 0; m < count; m++) {
        lob_trans t = lob_inst_trans(q->layout, inst);
        lob_point64 by =
            inst->rep == LOB_NONE ? (lob_point64){0, 0} : lob_rep_at(lob_layout_rep(q->layout, inst->rep), m);
        t.x += by.x;
        t.y += by.y;
        t.dx += (double)by.x;
        t.dy += (double)by.y;
        lob_trans whole = lob_trans_compose(hit->trans, &t);
        lob_box64 box = lob_box64_is_empty(child->box) ? (lob_box64){whole.x, whole.y, whole.x, whole.y}
                                                       : lob_trans_box(&whole, child->box);
        found += boxes_overlap(box, q->window);
    }
    return found;
}

static item item_of(const lob_query *q, const lob_hit *hit) {
    item one = {.box = hit->box, .depth = hit->depth, .find = LOB_FIND_INSTS};
    lob_object object = {.type = LOB_ID_INST,
                         .cell = q->cell,
                         .stored = {.path = hit->path, .depth = hit->depth, .leaf = hit->leaf, .index = hit->index}};
    const lob_cell *at = lob_layout_cell(q->layout, q->cell);
    for (uint32_t i = 0; i < hit->depth; i++) {
        at = lob_layout_cell(q->layout, at->insts[hit->path[i].inst].child);
        one.names[i] = at->name;
    }
    if (hit->shapes) {
        bool is_text = hit->kind == LOB_KIND_TEXT;
        one.find = is_text ? LOB_FIND_TEXTS : LOB_FIND_SHAPES;
        one.layer = hit->shapes->layer;
        one.kind = hit->kind;
        one.word = is_text ? lob_layout_string(q->layout, hit->shapes->texts[hit->index].string) : LOB_STR("");
        object.type = is_text ? LOB_ID_TEXT : LOB_ID_SHAPE;
        object.stored.layer = hit->shapes->layer;
        object.stored.kind = hit->kind;
        object.stored.member = hit->member;
        one.member_count = 1;
        one.is_in = shape_in(q, hit);
    } else {
        const lob_cell *child = lob_layout_cell(q->layout, at->insts[hit->index].child);
        one.child = child->name;
        one.is_box_empty = lob_box64_is_empty(child->box);
        one.member_count = members_in(q, hit);
        one.is_in = one.member_count > 0 && !q->is_flat;
    }
    lob_buf scratch;
    lob_buf_init(&scratch, 0);
    assert_true(lob_object_hash(q->layout, q->seed, &object, &scratch, &one.hash));
    lob_buf_release(&scratch);
    return one;
}

static item *list_all(const lob_query *q, size_t counts[LOB_FIND_COUNT], size_t *count) {
    enum { ITEMS_MAX = 100000 };
    item *items = calloc(ITEMS_MAX, sizeof *items);
    const lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                      .meet = LOB_MEET_TOUCH,
                                      .what = LOB_WALK_SHAPES | LOB_WALK_TEXTS | LOB_WALK_INSTS,
                                      .depth_max = q->is_top_only ? 0 : UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    assert_int_equal(lob_walk_open(&ctx, q->layout, q->cell, &options, &walk), LOB_OK);
    *count = counts[0] = counts[1] = counts[2] = 0;
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        items[*count] = item_of(q, hit);
        if (items[*count].is_in) {
            counts[items[*count].find]++;
            ++*count;
            assert_lt(*count, ITEMS_MAX);
        }
    }
    is_flat = q->is_flat;
    qsort(items, *count, sizeof *items, compare);
    return items;
}

/* ---- comparing ---- */

static void check_page(const lob_query *q, const lob_found_page *page, const item *expected, lob_place *place) {
    for (size_t i = 0; i < page->count; i++) {
        assert_int_equal(lob_found_place(&ctx, q, &page->items[i], place), LOB_OK);
        assert_eq(place->hash, expected[i].hash);
        assert_memory_equal(&page->items[i].box, &expected[i].box, sizeof(lob_box64));
        assert_eq(page->items[i].member_count, expected[i].member_count);
    }
}

static void check_query(const lob_query *q, size_t page_size) {
    size_t counts[LOB_FIND_COUNT], count, first = 0;
    item *items = list_all(q, counts, &count);
    lob_query_counts got;
    assert_int_equal(lob_query_count(&ctx, q, &got), LOB_OK);
    assert_false(got.is_lower_bound);
    assert_int_equal(got.shapes, counts[LOB_FIND_SHAPES]);
    assert_int_equal(got.texts, counts[LOB_FIND_TEXTS]);
    assert_int_equal(got.insts, counts[LOB_FIND_INSTS]);
    for (lob_find find = 0; find < LOB_FIND_COUNT; find++) {
        lob_place place;
        size_t given = 0;
        do {
            lob_found_page page;
            assert_int_equal(lob_query_page(&ctx, q, &got, find, given ? &place : NULL, page_size, &page), LOB_OK);
            assert_false(page.is_nowhere);
            size_t left = counts[find] - given;
            assert_int_equal(page.count, left < page_size ? left : page_size);
            assert_eq(page.is_filled, page.count == page_size);
            check_page(q, &page, items + first + given, &place);
            given += page.count;
        } while (given < counts[find]);
        first += counts[find];
    }
    free(items);
    lob_arena_reset(arena);
}

static void test_random(void **state) {
    (void)state;
    static const size_t sizes[4] = {1, 3, 17, 10000};
    unsigned seeds = getenv("LOB_TEST_QUICK") ? 6 : 60;
    for (unsigned seed = 0; seed < seeds; seed++) {
        lob_layout *layout = draw_layout(seed);
        for (int run = 0; run < 8; run++) {
            const lob_layer_index some[2] = {1, 2};
            int64_t x = 10 * draw(20) - 60, y = 10 * draw(20) - 60;
            const lob_query q = {.layout = layout,
                                 .cell = lob_layout_top(layout, 0),
                                 .window = {x, y, x + 1 + 10 * draw(20), y + 1 + 10 * draw(20)},
                                 .is_top_only = run % 4 == 1,
                                 .is_flat = run % 4 == 2,
                                 .by_geometry = draw(2),
                                 .layers = run % 3 == 0 && lob_layout_layer_count(layout) > 2 ? some : NULL,
                                 .layer_count = 2};
            check_query(&q, sizes[draw(4)]);
        }
        lob_layout_drop(layout);
    }
}

/* A place nobody was given, or of a layer that is not there. */
static void test_nowhere(void **state) {
    (void)state;
    lob_layout *layout = draw_layout(4);
    const lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = {-1000, -1000, 1000, 1000}};
    lob_query_counts counts;
    lob_found_page page;
    lob_place place, wrong;
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_SHAPES, NULL, 2, &page), LOB_OK);
    assert_int_equal(lob_found_place(&ctx, &q, &page.items[1], &place), LOB_OK);
    for (int i = 0; i < 5; i++) {
        wrong = place;
        wrong.group = i == 0 ? 1000 : wrong.group;
        wrong.rank = i == 1 ? 9 : wrong.rank;
        wrong.hash += i == 2;
        wrong.box.left -= i == 3;
        wrong.box = i == 4 ? (lob_box64){5000, 5000, 5001, 5001} : wrong.box;
        assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_SHAPES, &wrong, 2, &page), LOB_OK);
        assert_true(page.is_nowhere);
        assert_eq(page.count, 0);
    }
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* The budget: a count becomes a bound, a page is refused. */
static void test_budget(void **state) {
    (void)state;
    lob_layout *layout = draw_layout(7);
    lob_query q = {.layout = layout,
                   .cell = lob_layout_top(layout, 0),
                   .window = {11, 11, 95, 95},
                   .by_geometry = true,
                   .work_max = 3};
    lob_query_counts counts, whole;
    lob_found_page page;
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    assert_true(counts.is_lower_bound);
    assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_SHAPES, NULL, 1000, &page), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    q.work_max = 0;
    assert_int_equal(lob_query_count(&ctx, &q, &whole), LOB_OK);
    assert_le(counts.shapes, whole.shapes);
    assert_true(!whole.is_lower_bound);
    /* A page does not need the counts. */
    lob_found_page same;
    assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_SHAPES, NULL, 5, &page), LOB_OK);
    assert_int_equal(lob_query_page(&ctx, &q, &whole, LOB_FIND_SHAPES, NULL, 5, &same), LOB_OK);
    assert_eq(page.count, 5);
    assert_eq(same.count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_memory_equal(&page.items[i].box, &same.items[i].box, sizeof(lob_box64));
    }
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* Where each hit would have to be looked at, more hits than work are refused before any. */
static void test_counted_budget(void **state) {
    (void)state;
    lob_layout *layout = draw_layout(7);
    lob_query q = {.layout = layout, .cell = lob_layout_top(layout, 0), .window = LOB_WALK_EVERYTHING};
    lob_query_counts counts;
    lob_found_page page;
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    const uint64_t insts = counts.insts;
    assert_gt(insts, 3);
    assert_lt(insts, LOB_LIMIT_QUERY_WORK);
    counts.insts = (uint64_t)LOB_LIMIT_QUERY_WORK + 1;
    assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_INSTS, NULL, 5, &page), LOB_E_QUERY_TOO_LARGE);
    assert_ne(ctx.error.hint[0], '\0');
    assert_string_equal(ctx.error.details[ctx.error.detail_count - 1].key, "count");
    assert_eq(ctx.error.details[ctx.error.detail_count - 1].integer, (int64_t)LOB_LIMIT_QUERY_WORK + 1);
    lob_error_clear(&ctx.error);
    counts.insts = UINT64_MAX; /* no number of JSON; and only a 1000th of the work is spent on so many */
    assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_INSTS, NULL, 5, &page), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(ctx.error.details[ctx.error.detail_count - 1].key, "limit");
    assert_eq(ctx.error.details[ctx.error.detail_count - 1].integer, LOB_LIMIT_QUERY_WORK / 1000);
    lob_error_clear(&ctx.error);
    counts.insts = 0; /* not counted to the end: they are counted by themselves before the walk */
    counts.is_lower_bound = true;
    q.work_max = 200;
    assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_INSTS, NULL, 5, &page), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(ctx.error.details[ctx.error.detail_count - 1].key, "count");
    assert_eq(ctx.error.details[ctx.error.detail_count - 1].integer, (int64_t)insts);
    lob_error_clear(&ctx.error);
    counts.is_lower_bound = false;
    q.work_max = 0;
    counts.insts = insts;
    assert_int_equal(lob_query_page(&ctx, &q, &counts, LOB_FIND_INSTS, NULL, 3, &page), LOB_OK);
    assert_int_equal(page.count, 3);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* 10^9 triangles: only those across the border are looked at. */
static void test_many_by_geometry(void **state) {
    (void)state;
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 100000, .nb = 10000, .a = {10, 0}, .b = {0, 10}};
    const lob_point ring[3] = {{0, 0}, {4, 0}, {0, 4}};
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("A")), LOB_OK);
    const lob_element element = {.layer = 1, .rep = &rep};
    assert_int_equal(s->polygon(s->self, &element, ring, 3), LOB_OK);
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    lob_query q = {.layout = layout, .window = {3, 3, 1000000, 100000}, .by_geometry = true, .work_max = 1000000};
    lob_query_counts counts;
    assert_int_equal(lob_query_count(&ctx, &q, &counts), LOB_OK);
    /* The first has (3, 1) for its nearest point; of those above and right of it some part is inside. */
    assert_true(!counts.is_lower_bound);
    assert_int_equal(counts.by_layer[0].shapes, 1000000000);
    assert_int_equal(counts.shapes, 1000000000 - 1);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static lob_layout *shared;

static bool ask_all(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    const lob_query q = {
        .layout = shared, .cell = lob_layout_top(shared, 0), .window = {11, 11, 95, 95}, .by_geometry = true};
    lob_query_counts counts;
    lob_found_page page;
    lob_place place;
    bool fine = lob_query_count(&c, &q, &counts) == LOB_OK;
    for (lob_find find = 0; fine && find < LOB_FIND_COUNT; find++) {
        fine = lob_query_page(&c, &q, &counts, find, NULL, 2, &page) == LOB_OK;
        if (fine && page.count > 0) {
            fine = lob_found_place(&c, &q, &page.items[0], &place) == LOB_OK &&
                   lob_query_page(&c, &q, &counts, find, &place, 2, &page) == LOB_OK;
        }
    }
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return fine;
}

static void test_no_memory(void **state) {
    (void)state;
    shared = draw_layout(7);
    assert_true(ask_all(NULL)); /* the trees stay with the layout */
    sweep_allocations(ask_all, NULL);
    lob_layout_drop(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),         cmocka_unit_test(test_nowhere),
                                       cmocka_unit_test(test_budget),         cmocka_unit_test(test_many_by_geometry),
                                       cmocka_unit_test(test_counted_budget), cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
