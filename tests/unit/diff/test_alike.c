/* Patches that are alike: known again wherever they lie and in whatever order their figures come, and never for each
 * other; a layout of copies answers as its copies do one by one. */
#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "diff/alike.h"
#include "diff/xor.h"

static const lob_box64 two[2] = {{0, 0, 10, 20}, {5, -3, 9, 4}};

static lob_status add(lob_ctx *ctx, lob_alike *alike, int side, uint32_t form, lob_box64 b, int64_t x, int64_t y) {
    const lob_diff_figure figure = {.form = form, .box = {b.left + x, b.bottom + y, b.right + x, b.top + y}};
    return lob_alike_add(ctx, alike, side, &figure);
}

/* Keeps a triangle as what the two boxes come to. */
static lob_status keep_two(lob_ctx *ctx, lob_alike *alike, int64_t x, int64_t y, bool *found) {
    const lob_point64 points[3] = {{x, y}, {x + 7, y + 1}, {x + 2, y + 9}};
    const lob_contour contour = {0, 3, false};
    lob_alike_result result;
    lob_alike_clear(alike);
    LOB_TRY(add(ctx, alike, 0, 7, two[0], x, y));
    LOB_TRY(add(ctx, alike, 1, LOB_NONE, two[1], x, y));
    LOB_TRY(lob_alike_find(ctx, alike, found, &result));
    result = (lob_alike_result){{points, &contour, 3, 1}, 0.25, 61};
    return *found ? LOB_OK : lob_alike_keep(ctx, alike, &result);
}

static void test_known_again(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_alike alike = {0};
    lob_alike_result r;
    bool found;
    lob_ctx_init(&ctx, arena);
    assert_eq(keep_two(&ctx, &alike, -1000, 50, &found), LOB_OK);
    assert_false(found);
    lob_alike_clear(&alike);
    assert_eq(add(&ctx, &alike, 1, LOB_NONE, two[1], 400, -9), LOB_OK);
    assert_eq(add(&ctx, &alike, 0, 7, two[0], 400, -9), LOB_OK);
    assert_eq(lob_alike_find(&ctx, &alike, &found, &r), LOB_OK);
    assert_true(found);
    assert_eq(r.polygons.point_count, 3);
    assert_eq(r.polygons.contour_count, 1);
    assert_eq(r.polygons.contours[0].count, 3);
    assert_eq(r.polygons.points[2].x, 402);
    assert_eq(r.polygons.points[2].y, 0);
    assert_eq(r.area_error, 0.25);
    assert_eq((int64_t)r.only_a2, 61);
    const struct {
        const char *name;
        int side;
        uint32_t form;
        int64_t x;
        int figures;
    } others[] = {{"side", 1, 7, 0, 2}, {"form", 0, 8, 0, 2}, {"place", 0, 7, 1, 2}, {"number", 0, 7, 0, 3}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        lob_case("%s", others[i].name);
        lob_alike_clear(&alike);
        assert_eq(add(&ctx, &alike, others[i].side, others[i].form, two[0], others[i].x, 0), LOB_OK);
        for (int k = 1; k < others[i].figures; k++) {
            assert_eq(add(&ctx, &alike, 1, LOB_NONE, two[1], 0, 0), LOB_OK);
        }
        assert_eq(lob_alike_find(&ctx, &alike, &found, &r), LOB_OK);
        assert_false(found);
    }
    lob_alike_release(&alike);
    lob_alike_release(&alike);
    lob_arena_drop(arena);
}

/* No figures, too many, and more than is kept: done one by one, without a failure. */
static void test_bounds(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_alike alike = {0};
    lob_alike_result r = {.area_error = 1};
    bool found;
    lob_ctx_init(&ctx, arena);
    assert_eq(lob_alike_find(&ctx, &alike, &found, &r), LOB_OK);
    assert_false(found);
    assert_eq(lob_alike_keep(&ctx, &alike, &r), LOB_OK);
    assert_eq(alike.kept_count, 0);
    for (int count = LOB_ALIKE_FIGURES_MAX; count <= LOB_ALIKE_FIGURES_MAX + 1; count++) {
        for (int again = 0; again < 2; again++) {
            lob_alike_clear(&alike);
            for (int i = 0; i < count; i++) {
                assert_eq(add(&ctx, &alike, 0, 1, two[0], i, again), LOB_OK);
            }
            assert_eq(lob_alike_find(&ctx, &alike, &found, &r), LOB_OK);
            assert_eq(found, again == 1 && count == LOB_ALIKE_FIGURES_MAX);
            assert_eq(found ? LOB_OK : lob_alike_keep(&ctx, &alike, &r), LOB_OK);
        }
    }
    alike.bytes = LOB_ALIKE_BYTES_MAX;
    assert_eq(keep_two(&ctx, &alike, 0, 0, &found), LOB_OK);
    assert_eq(keep_two(&ctx, &alike, 5, 0, &found), LOB_OK);
    assert_false(found);
    lob_alike_release(&alike);
    lob_arena_drop(arena);
}

static bool attempt(void *unused) {
    static lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    lob_alike alike = {0};
    bool found = false;
    (void)unused;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    const bool fine = keep_two(&ctx, &alike, 0, 0, &found) == LOB_OK && keep_two(&ctx, &alike, 9, 9, &found) == LOB_OK;
    assert_eq(found, fine);
    lob_alike_release(&alike);
    lob_arena_drop(arena);
    return fine;
}

static void test_memory(void **unused) {
    (void)unused;
    sweep_allocations(attempt, NULL);
}

/* ---- copies ---- */

enum { COPIES = 12, TRIANGLES = 40, PITCH = 5000, POINTS_MAX = 200000 };

static uint64_t state;

static int32_t below(int32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int32_t)((state >> 33) % (uint32_t)n);
}

/* Of copies from..to: the same triangles each, `by` aside. */
static lob_layout *make_copies(lob_ctx *ctx, int from, int to, int32_t by) {
    rig r = rig_begin(ctx);
    rig_cell(&r, "TOP");
    for (int copy = from; copy < to; copy++) {
        const lob_point at = {copy * PITCH - 7 + by, copy * copy * 13 - 500};
        state = 5;
        for (int i = 0; i < TRIANGLES; i++) {
            const lob_point a = {at.x + below(600), at.y + below(600)};
            const lob_point ring[3] = {
                a, {a.x + 20 + below(90), a.y + below(50)}, {a.x + below(30), a.y + 30 + below(90)}};
            rig_polygon(&r, 1, NULL, ring, 3);
        }
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

typedef struct stream {
    lob_point64 points[POINTS_MAX];
    uint32_t count;
} stream;

static lob_status take(void *who, uint32_t layer, const lob_point64 *points, uint32_t count, bool is_hole) {
    stream *s = who;
    (void)layer;
    (void)is_hole;
    assert_le(s->count + count, POINTS_MAX);
    memcpy(s->points + s->count, points, count * sizeof *points);
    s->count += count;
    return LOB_OK;
}

static lob_xor_sum ask(lob_ctx *ctx, int from, int to, double width_min, stream *s) {
    lob_layout *a = make_copies(ctx, from, to, 0), *b = make_copies(ctx, from, to, 1);
    const lob_diff_layer layer = {1, 0};
    lob_xor_question q = {
        .layouts = {a, b}, .layers = &layer, .layer_count = 1, .item_max = 20, .width_min = width_min};
    lob_xor result;
    assert_true(lob_diff_grid_make(0.001, 0.001, &q.grid));
    assert_int_equal(lob_xor_make(ctx, &q, take, s, &result), LOB_OK);
    lob_layout_drop(a);
    lob_layout_drop(b);
    return result.layers[0];
}

static void test_copies(void **unused) {
    (void)unused;
    static lob_ctx ctx;
    static stream one_by_one, together;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    const double widths[2] = {0, 0.9};
    for (int i = 0; i < 2; i++) {
        lob_case("width %g", widths[i]);
        uint64_t count = 0;
        double area[2] = {0, 0}, error = 0;
        one_by_one.count = together.count = 0;
        for (int copy = 0; copy < COPIES; copy++) {
            const lob_xor_sum sum = ask(&ctx, copy, copy + 1, widths[i], &one_by_one);
            count += sum.count;
            area[0] += sum.area[0];
            area[1] += sum.area[1];
            error += sum.area_error;
        }
        const lob_xor_sum all = ask(&ctx, 0, COPIES, widths[i], &together);
        assert_gt(count, 100);
        assert_eq(all.count, count);
        assert_close(all.area[0], area[0], 1e-6);
        assert_close(all.area[1], area[1], 1e-6);
        assert_close(all.area_error, error, 1e-9 * error);
        assert_eq(together.count, one_by_one.count);
        assert_memory_equal(together.points, one_by_one.points, together.count * sizeof *together.points);
    }
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known_again), cmocka_unit_test(test_bounds),
                                       cmocka_unit_test(test_memory), cmocka_unit_test(test_copies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
