/* The scan against the walk: every figure is in exactly one place of one patch, and figures of different patches keep
 * their distance. On random hierarchies with arrays, mirrors, quarter and odd angles. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "db/figure.h"
#include "rules/scan.h"
#include "tests/support/stride.h"

enum { SCENES = 60, FIGURES_MAX = 40000 };

static uint64_t state;

static uint32_t random_below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static int32_t around(int32_t reach) {
    return (int32_t)random_below((uint32_t)(2 * reach + 1)) - reach;
}

static void random_shapes(rig *r, int32_t span) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {300, 0}, .b = {20, 250}};
    uint32_t count = 1 + random_below(5);
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = around(span), y = around(span);
        const lob_point triangle[3] = {{x, y}, {x + 90 + around(40), y + around(20)}, {x + 30, y + 80}};
        uint32_t layer = 1 + random_below(2);
        if (random_below(2)) {
            rig_box(r, layer, random_below(4) ? NULL : &rep, (lob_box){x, y, x + 60, y + 40});
        } else {
            rig_polygon(r, layer, random_below(4) ? NULL : &rep, triangle, 3);
        }
    }
}

static void random_insts(rig *r, const char *child, int32_t span, bool any_angle) {
    const lob_rep wide = {.kind = LOB_REP_LATTICE, .na = 4, .nb = 3, .a = {9000, 0}, .b = {0, 9000}};
    const lob_rep tight = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 3, .a = {0, 700}, .b = {700, 0}};
    const lob_rep skew = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {6000, 100}, .b = {-50, 6000}};
    const lob_rep *reps[] = {NULL, &wide, &tight, &skew};
    uint32_t count = 1 + random_below(3);
    for (uint32_t i = 0; i < count; i++) {
        double angle = any_angle && random_below(5) == 0 ? 33.5 : 90.0 * random_below(4);
        double mag = any_angle && random_below(8) == 0 ? 1.5 : 1;
        rig_inst(r, child, reps[random_below(4)], around(span), around(span), random_below(2), angle, mag);
    }
}

static lob_layout *random_layout(lob_ctx *ctx, uint64_t seed) {
    state = seed;
    rig r = rig_begin(ctx);
    rig_cell(&r, "LEAF");
    random_shapes(&r, 500);
    rig_end_cell(&r);
    rig_cell(&r, "MIDDLE");
    random_shapes(&r, 2000);
    random_insts(&r, "LEAF", 4000, true);
    rig_end_cell(&r);
    rig_cell(&r, "EMPTY");
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    random_shapes(&r, 9000);
    random_insts(&r, "MIDDLE", 30000, true);
    random_insts(&r, "LEAF", 30000, false);
    random_insts(&r, "EMPTY", 30000, false);
    rig_end_cell(&r);
    return rig_end(&r);
}

/* ---- figures told apart: layer and the points, sorted ---- */

typedef struct seen {
    uint64_t hash; /* of layer and points */
    lob_box64 box;
    uint32_t group;
} seen;

typedef struct seen_list {
    seen items[FIGURES_MAX];
    uint32_t count, groups;
    const lob_scan *scan;
} seen_list;

static uint64_t mix(uint64_t hash, int64_t value) {
    return (hash ^ (uint64_t)value) * 1099511628211u;
}

static void add_seen(seen_list *list, lob_layer_index layer, const lob_point64 *ring, uint32_t count, lob_point64 at,
                     uint32_t group) {
    assert_lt(list->count, FIGURES_MAX);
    seen *s = &list->items[list->count++];
    *s = (seen){.hash = mix(14695981039346656037u, layer), .box = LOB_BOX64_EMPTY, .group = group};
    uint64_t sum = 0; /* whatever point a ring begins with */
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 p = {ring[i].x + at.x, ring[i].y + at.y};
        s->box = lob_box64_add_point(s->box, p.x, p.y);
        sum += mix(mix(88172645463325252u, p.x), p.y);
    }
    s->hash = mix(s->hash, (int64_t)sum);
}

static int by_hash(const void *a, const void *b) {
    const seen *x = a, *y = b;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

static lob_status add_place(void *who, uint32_t patch, lob_point64 at, bool *done) {
    seen_list *list = who;
    const lob_patch *p = &list->scan->patches[patch];
    for (uint32_t i = 0; i < p->count; i++) {
        const lob_form *form = lob_forms_get(list->scan->forms, p->figures[i].form);
        add_seen(list, form->layer, form->ring, form->count,
                 (lob_point64){at.x + p->figures[i].at.x, at.y + p->figures[i].at.y}, list->groups);
    }
    list->groups++;
    *done = false;
    return LOB_OK;
}

static void walk_all(lob_ctx *ctx, const lob_scan_question *q, seen_list *list) {
    const lob_walk_options options = {.window = q->has_window ? q->window : LOB_WALK_EVERYTHING,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = q->layers,
                                      .layer_count = q->layer_count,
                                      .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    lob_figure f;
    assert_int_equal(lob_walk_open(ctx, q->layout, q->cell, &options, &walk), LOB_OK);
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        assert_int_equal(
            lob_figure_make(ctx, q->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f), LOB_OK);
        add_seen(list, hit->shapes->layer, f.ring, f.ring_count, (lob_point64){0, 0}, 0);
    }
}

static bool are_near(lob_box64 a, lob_box64 b, int64_t reach) {
    return a.left <= b.right + reach && b.left <= a.right + reach && a.bottom <= b.top + reach &&
           b.bottom <= a.top + reach;
}

static int by_left(const void *a, const void *b) {
    const seen *x = a, *y = b;
    return (x->box.left > y->box.left) - (x->box.left < y->box.left);
}

static void assert_groups_apart(seen_list *list, int64_t reach) {
    qsort(list->items, list->count, sizeof *list->items, by_left);
    for (uint32_t i = 0; i < list->count; i++) {
        for (uint32_t k = i + 1; k < list->count && list->items[k].box.left <= list->items[i].box.right + reach; k++) {
            if (are_near(list->items[i].box, list->items[k].box, reach)) {
                assert_int_equal(list->items[i].group, list->items[k].group);
            }
        }
    }
}

static uint64_t total_of(lob_ctx *ctx, const lob_scan *scan) {
    uint64_t *totals, sum = 0;
    assert_int_equal(lob_scan_totals(ctx, scan, &totals), LOB_OK);
    for (uint32_t i = 0; i < scan->patch_count; i++) {
        sum += totals[i] * scan->patches[i].count;
    }
    return sum;
}

/* Threads change nothing: the same patches, in the same order, in the same places. */
static void assert_same_by_teams(lob_ctx *ctx, const lob_scan_question *alone, const lob_scan *wanted) {
    static const lob_team teams[] = {{2, 1}, {3, 7}, {7, 2}};
    for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
        lob_case("%u threads, grain %u", teams[i].thread_count, teams[i].grain);
        lob_scan_question q = *alone;
        lob_scan scan;
        q.team = &teams[i];
        assert_int_equal(lob_scan_make(ctx, &q, &scan), LOB_OK);
        assert_int_equal(scan.patch_count, wanted->patch_count);
        assert_int_equal(scan.job_count, wanted->job_count);
        for (uint32_t k = 0; k < scan.patch_count; k++) {
            const lob_patch *a = &scan.patches[k], *b = &wanted->patches[k];
            assert_int_equal(a->count, b->count);
            assert_memory_equal(a->figures, b->figures, a->count * sizeof *a->figures);
        }
        for (uint32_t k = 0; k < scan.job_count; k++) {
            const lob_scan_job *a = &scan.jobs[k], *b = &wanted->jobs[k];
            assert_eq(a->place_count, b->place_count);
            assert_eq(a->child_count, b->child_count);
            for (uint32_t n = 0; n < a->place_count; n++) {
                assert_eq(a->places[n].patch, b->places[n].patch);
                assert_eq(a->places[n].at.x, b->places[n].at.x);
                assert_eq(a->places[n].at.y, b->places[n].at.y);
            }
        }
        lob_scan_release(&scan);
    }
}

static unsigned long scenes_with_jobs, scenes_with_reuse;

static void check_scene(uint64_t seed, bool has_window) {
    static seen_list found, wanted;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_layout *layout = random_layout(&ctx, seed);
    const lob_layer_index layers[2] = {0, 1};
    lob_scan_question q = {.layout = layout,
                           .cell = lob_layout_find_cell(layout, LOB_STR("TOP")),
                           .layers = layers + (seed % 3 == 1 ? 1 : 0),
                           .layer_count = lob_layout_layer_count(layout) == 2 && seed % 3 == 2 ? 2 : 1,
                           .reach = 1 + (int64_t)random_below(300),
                           .has_window = has_window,
                           .window = {-8000, -8000, 6000, 9000}};
    lob_scan scan;
    q.layers = lob_layout_layer_count(layout) == 2 ? q.layers : layers;
    assert_int_equal(lob_scan_make(&ctx, &q, &scan), LOB_OK);
    found = (seen_list){.scan = &scan};
    wanted.count = 0;
    assert_int_equal(lob_scan_places(&ctx, &scan, NULL, add_place, &found), LOB_OK);
    walk_all(&ctx, &q, &wanted);
    assert_int_equal(found.count, wanted.count);
    assert_int_equal(total_of(&ctx, &scan), wanted.count);
    assert_groups_apart(&found, q.reach);
    qsort(found.items, found.count, sizeof(seen), by_hash);
    qsort(wanted.items, wanted.count, sizeof(seen), by_hash);
    for (uint32_t i = 0; i < found.count; i++) {
        assert_eq(found.items[i].hash, wanted.items[i].hash);
    }
    assert_same_by_teams(&ctx, &q, &scan);
    scenes_with_jobs += scan.job_count > 1;
    scenes_with_reuse += scan.patch_count < found.groups;
    lob_scan_release(&scan);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

static void test_whole(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= SCENES; seed += stride_pick(1, 5)) {
        check_scene(seed, false);
    }
    assert_gt(scenes_with_jobs, SCENES / stride_pick(4, 20)); /* placements stayed closed */
    assert_gt(scenes_with_reuse, SCENES / stride_pick(4, 20));
}

static void test_window(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= SCENES / 3; seed++) {
        check_scene(seed, true);
    }
}

/* ---- followed out of the window ---- */

static bool boxes_meet(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

enum { FOLLOWED = 400 };

/* How many boxes hang together with the window, however far, one found by another. */
static uint32_t count_followed(const lob_box64 *boxes, lob_box64 window) {
    bool is_in[FOLLOWED] = {false};
    uint32_t found = 0;
    for (uint32_t before = UINT32_MAX; before != found;) {
        before = found;
        for (uint32_t i = 0; i < FOLLOWED; i++) {
            bool is_met = boxes_meet(boxes[i], window);
            for (uint32_t k = 0; k < FOLLOWED && !is_met; k++) {
                is_met = is_in[k] && boxes_meet(boxes[i], boxes[k]);
            }
            found += is_met && !is_in[i];
            is_in[i] = is_in[i] || is_met;
        }
    }
    return found;
}

/* Heaps, nests and chains. */
static void check_followed(uint64_t seed) {
    static seen_list found;
    static const bool follows = true;
    lob_box64 boxes[FOLLOWED];
    lob_ctx ctx;
    lob_ctx_init(&ctx, lob_arena_new(0));
    state = seed;
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    const int32_t span = 2000 + (int32_t)random_below(20000);
    for (uint32_t i = 0; i < FOLLOWED; i++) {
        const int32_t size = i % 7 == 0 ? 3000 : 300 + (int32_t)i, nest = (int32_t)(seed % 3 == 0 ? i : 0);
        const int32_t x = (int32_t)random_below((uint32_t)span), y = (int32_t)random_below((uint32_t)span);
        const lob_box b = {x - nest * 9, y - nest * 9, x + size + nest * 9, y + size + nest * 9};
        boxes[i] = lob_box64_from(b);
        rig_box(&r, 1, NULL, b);
    }
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    const lob_layer_index layer = lob_layout_find_layer(layout, 1, 0);
    const lob_scan_question q = {.layout = layout,
                                 .cell = lob_layout_find_cell(layout, LOB_STR("TOP")),
                                 .layers = &layer,
                                 .layer_count = 1,
                                 .reach = 10,
                                 .has_window = true,
                                 .window = {1000, 1000, 1800, 1500},
                                 .follows = &follows,
                                 .follow_max = 1000};
    lob_scan scan;
    assert_int_equal(lob_scan_make(&ctx, &q, &scan), LOB_OK);
    assert_false(scan.is_local);
    found = (seen_list){.scan = &scan};
    assert_int_equal(lob_scan_places(&ctx, &scan, NULL, add_place, &found), LOB_OK);
    assert_int_equal(found.count, count_followed(boxes, q.window));
    lob_scan_release(&scan);
    lob_layout_drop(layout);
    lob_arena_drop(ctx.arena);
}

static void test_followed(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= stride_pick(60, 4); seed++) {
        check_followed(seed);
    }
}

static void test_limit(void **unused) {
    (void)unused;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_layout *layout = random_layout(&ctx, 3);
    const lob_layer_index layer = 0;
    const lob_scan_question q = {.layout = layout,
                                 .cell = lob_layout_find_cell(layout, LOB_STR("TOP")),
                                 .layers = &layer,
                                 .layer_count = 1,
                                 .reach = 100000,
                                 .count_max = 3};
    lob_scan scan;
    assert_int_equal(lob_scan_make(&ctx, &q, &scan), LOB_E_QUERY_TOO_LARGE);
    lob_scan_release(&scan);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

static bool scan_once(void *arg) {
    lob_layout *layout = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const lob_layer_index layer = 0;
    const lob_scan_question q = {.layout = layout,
                                 .cell = lob_layout_find_cell(layout, LOB_STR("TOP")),
                                 .layers = &layer,
                                 .layer_count = 1,
                                 .reach = 50};
    lob_scan scan;
    uint64_t *totals;
    bool fine = lob_scan_make(&ctx, &q, &scan) == LOB_OK && lob_scan_totals(&ctx, &scan, &totals) == LOB_OK;
    lob_scan_release(&scan);
    lob_arena_drop(arena);
    return fine;
}

static void test_failing(void **unused) {
    (void)unused;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_layout *layout = random_layout(&ctx, 3);
    assert_true(scan_once(layout)); /* trees that stay with the layout are made */
    assert_gt(sweep_allocations(scan_once, layout), 5);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

/* Two hooks within each other's boxes, but apart: two patches, alike, when what they cover counts; and as many for any
 * number of threads. */
static void test_parts(void **unused) {
    (void)unused;
    const lob_point hook[6] = {{0, 0}, {100, 0}, {100, 10}, {10, 10}, {10, 100}, {0, 100}};
    const lob_layer_index layer = 0;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    for (int32_t i = 0; i < 4; i++) {
        lob_point moved[6];
        for (int k = 0; k < 6; k++) {
            moved[k] = (lob_point){hook[k].x + 20 * i, hook[k].y + 20 * i};
        }
        rig_polygon(&r, 1, NULL, moved, 6);
    }
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    for (int64_t reach = 8; reach < 12; reach++) { /* arms are ten apart */
        for (int takes_parts = 0; takes_parts < 2; takes_parts++) {
            lob_case("reach %d, parts %d", (int)reach, takes_parts);
            const lob_scan_question q = {.layout = layout,
                                         .cell = lob_layout_top(layout, 0),
                                         .layers = &layer,
                                         .layer_count = 1,
                                         .takes_parts = takes_parts,
                                         .reach = reach};
            const bool is_apart = takes_parts && reach < 10;
            lob_scan scan;
            assert_int_equal(lob_scan_make(&ctx, &q, &scan), LOB_OK);
            assert_eq(scan.patch_count, 1);
            assert_eq(scan.patches[0].count, is_apart ? 1 : 4);
            assert_eq(scan.jobs[0].place_count, is_apart ? 4 : 1);
            assert_same_by_teams(&ctx, &q, &scan);
            lob_scan_release(&scan);
        }
    }
    lob_layout_drop(layout);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),    cmocka_unit_test(test_whole), cmocka_unit_test(test_window),
        cmocka_unit_test(test_followed), cmocka_unit_test(test_limit), cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
