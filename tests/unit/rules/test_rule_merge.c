/* Merging group by group against merging everything at once: the same polygons, point by point, in the same order, for
 * all threads and sizes of tasks. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "rules/rule_impl.h"
#include "tests/support/stride.h"

static uint64_t state = 7;

static uint32_t random_below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

typedef struct scene {
    lob_arena *arena;
    lob_ctx ctx;
    lob_layout *layout;
    lob_scan scan;
    lob_layer_index layers[2];
} scene;

/* Figures a unit apart, touching in corners, overlapping, with holes; on two layers. */
static void draw(rig *r, int32_t span, uint32_t count, bool has_slants) {
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = (int32_t)random_below((uint32_t)span), y = (int32_t)random_below((uint32_t)span);
        const int32_t w = 5 + (int32_t)random_below(40), h = 5 + (int32_t)random_below(40);
        const uint32_t layer = 1 + random_below(3) / 2;
        const lob_point kite[4] = {{x, y}, {x + w, y + 3}, {x + w - 2, y + h}, {x + 3, y + h / 2}};
        if (has_slants && random_below(3) == 0) {
            rig_polygon(r, layer, NULL, kite, 4);
        } else {
            rig_box(r, layer, NULL, (lob_box){x, y, x + w, y + h});
            rig_box(r, layer, NULL, (lob_box){x + w, y + h, x + w + 6, y + h + 6});
            rig_box(r, layer, NULL, (lob_box){x + w + 1, y, x + w + 4, y + h - 1});
        }
    }
    for (int32_t i = 0; i < 4; i++) { /* a frame */
        const int32_t a = span + 20, b = a + 100;
        const lob_box sides[4] = {{a, a, b, a + 10}, {a, b - 10, b, b}, {a, a, a + 10, b}, {b - 10, a, b, b}};
        rig_box(r, 1, NULL, sides[i]);
    }
}

static void open_scene(scene *s, int32_t span, uint32_t count, bool has_slants) {
    s->arena = lob_arena_new(0);
    lob_ctx_init(&s->ctx, s->arena);
    rig r = rig_begin(&s->ctx);
    rig_cell(&r, "TOP");
    draw(&r, span, count, has_slants);
    rig_end_cell(&r);
    s->layout = rig_end(&r);
    s->layers[0] = 0;
    s->layers[1] = 1;
    const lob_scan_question q = {.layout = s->layout, .cell = 0, .layers = s->layers, .layer_count = 2, .reach = 10000};
    assert_int_equal(lob_scan_make(&s->ctx, &q, &s->scan), LOB_OK);
    assert_int_equal(s->scan.patch_count, 1);
}

static void close_scene(scene *s) {
    lob_scan_release(&s->scan);
    lob_layout_drop(s->layout);
    lob_arena_drop(s->arena);
}

static void assert_same(const lob_polygons *a, const lob_polygons *b) {
    assert_int_equal(a->point_count, b->point_count);
    assert_int_equal(a->contour_count, b->contour_count);
    assert_memory_equal(a->points, b->points, a->point_count * sizeof *a->points);
    for (uint32_t i = 0; i < a->contour_count; i++) {
        const lob_contour *x = &a->contours[i], *y = &b->contours[i];
        assert_eq(x->first, y->first);
        assert_eq(x->count, y->count);
        assert_eq(x->is_hole, y->is_hole);
    }
}

static void test_groups(void **unused) {
    (void)unused;
    static const lob_team teams[] = {{1, 1}, {1, 50}, {2, 1}, {3, 20}, {7, 4}};
    uint32_t holes = 0;
    for (int n = 0; n < 36; n += (int)stride_pick(1, 7)) {
        scene s;
        open_scene(&s, 300 + 30 * n, 60 + (uint32_t)(4 * n), n % 2 == 1);
        for (int layer = 0; layer < 2; layer++) {
            lob_polygons whole, parts;
            rule_place place = {.scan = &s.scan};
            assert_int_equal(lob_rule_merge(&s.ctx, s.layers[layer], &place, &whole), LOB_OK);
            for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
                lob_case("%u threads, grain %u", teams[i].thread_count, teams[i].grain);
                place.team = &teams[i];
                assert_int_equal(lob_rule_merge(&s.ctx, s.layers[layer], &place, &parts), LOB_OK);
                assert_same(&whole, &parts);
            }
            for (uint32_t i = 0; i < whole.contour_count; i++) {
                holes += whole.contours[i].is_hole;
            }
        }
        close_scene(&s);
    }
    assert_gt(holes, stride_pick(12, 0));
}

/* One figure of four corners, however it runs; some have no inside, or not that of their box. */
static void test_four_corners(void **unused) {
    (void)unused;
    for (uint32_t n = 0; n < 256; n++) {
        const int32_t x[2] = {-7, 40}, y[2] = {3, 9};
        lob_point ring[4];
        lob_point64 wide[4];
        for (int i = 0; i < 4; i++) { /* every way through the corners of a box */
            ring[i] = (lob_point){x[n >> 2 * i & 1], y[n >> (2 * i + 1) & 1]};
            wide[i] = (lob_point64){ring[i].x, ring[i].y};
        }
        scene s = {.arena = lob_arena_new(0)};
        lob_ctx_init(&s.ctx, s.arena);
        rig r = rig_begin(&s.ctx);
        rig_cell(&r, "TOP");
        rig_polygon(&r, 1, NULL, ring, 4);
        rig_end_cell(&r);
        s.layout = rig_end(&r);
        const lob_scan_question q = {.layout = s.layout, .cell = 0, .layers = s.layers, .layer_count = 1, .reach = 1};
        assert_int_equal(lob_scan_make(&s.ctx, &q, &s.scan), LOB_OK);
        lob_polygons wanted, found = {0};
        lob_region *region;
        assert_int_equal(lob_region_new(&s.ctx, 1, &region), LOB_OK);
        assert_int_equal(lob_region_add(&s.ctx, region, 0, wide, 4), LOB_OK);
        assert_int_equal(lob_region_polygons(&s.ctx, region, LOB_REGION_OR, &wanted), LOB_OK);
        const rule_place place = {.scan = &s.scan};
        if (s.scan.patch_count > 0) {
            assert_int_equal(lob_rule_merge(&s.ctx, 0, &place, &found), LOB_OK);
        }
        assert_int_equal(found.contour_count, wanted.contour_count);
        if (found.contour_count > 0) {
            for (uint32_t i = 0; i < wanted.point_count; i++) {
                assert_eq(found.points[i].x + s.scan.jobs[0].places[0].at.x, wanted.points[i].x);
                assert_eq(found.points[i].y + s.scan.jobs[0].places[0].at.y, wanted.points[i].y);
            }
            assert_true(!found.contours[0].is_hole);
            assert_eq(found.point_count, wanted.point_count);
        }
        close_scene(&s);
    }
}

static bool merge_once(void *arg) {
    const scene *s = arg;
    const lob_team team = {.thread_count = 3, .grain = 8};
    const rule_place place = {.scan = &s->scan, .team = &team};
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_polygons polygons;
    lob_ctx_init(&ctx, arena);
    const lob_status status = lob_rule_merge(&ctx, s->layers[0], &place, &polygons);
    const bool told = status == LOB_OK || (ctx.error.code == LOB_E_TOOL_LIMIT_EXCEEDED && ctx.error.hint[0] != '\0');
    lob_arena_drop(arena);
    assert_true(told);
    return status == LOB_OK;
}

static void test_failing(void **unused) {
    (void)unused;
    scene s;
    open_scene(&s, 300, 6, false);
    assert_gt(sweep_allocations(merge_once, &s), 10);
    close_scene(&s);
}

static void test_cancel(void **unused) {
    (void)unused;
    scene s;
    open_scene(&s, 300, 30, false);
    lob_cancel cancel = {true};
    const lob_team team = {.thread_count = 3, .grain = 8};
    const rule_place place = {.scan = &s.scan, .team = &team};
    lob_polygons polygons;
    s.ctx.cancel = &cancel;
    assert_int_equal(lob_rule_merge(&s.ctx, s.layers[0], &place, &polygons), LOB_E_CANCELLED);
    close_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_four_corners),
        cmocka_unit_test(test_failing),
        cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
