/* Piles merged by groups against all at once, and how their work grows: by crossings met, not by seconds. */
#include "tests/support/lob_test.h"

#include "region_help.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"

static lob_region *new_region(lob_ctx *ctx, uint64_t usual) {
    lob_region *region;
    assert_int_equal(lob_region_new(ctx, 1, &region), LOB_OK);
    region->crossings_usual = usual;
    return region;
}

/* Rings of `seed`: along the axes boxes and frames that cross themselves, else stars and triangles. */
static void add_rings(lob_ctx *ctx, lob_region *region, uint32_t seed, uint32_t count, bool is_slanted) {
    for (uint32_t i = 0; i < count; i++) {
        const int operand = next_random(&seed) % 3 == 0;
        const int64_t x = random_in(&seed, -200, 200), y = random_in(&seed, -200, 200), w = random_in(&seed, 1, 150),
                      h = random_in(&seed, 1, 150);
        lob_point64 ring[6] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
        uint32_t corners = 4;
        if (is_slanted) {
            corners = 3 + next_random(&seed) % 4;
            for (uint32_t k = 0; k < corners; k++) {
                ring[k] = (lob_point64){x + random_in(&seed, -90, 90), y + random_in(&seed, -90, 90)};
            }
        } else if (next_random(&seed) % 3 == 0) { /* an end beyond its own beginning */
            ring[4] = (lob_point64){x, y + h / 2};
            ring[5] = (lob_point64){x + 2 * w, y + h / 2};
            ring[0].x = x + 2 * w;
            corners = 6;
        }
        for (uint32_t k = 0; i % 2 && k < corners / 2; k++) { /* every other one the other way round */
            const lob_point64 swap = ring[k];
            ring[k] = ring[corners - 1 - k];
            ring[corners - 1 - k] = swap;
        }
        assert_int_equal(lob_region_add(ctx, region, operand, ring, corners), LOB_OK);
    }
}

static void compare_polygons(const lob_polygons *p, const lob_polygons *q) {
    assert_int_equal(p->point_count, q->point_count);
    assert_int_equal(p->contour_count, q->contour_count);
    assert_memory_equal(p->points, q->points, p->point_count * sizeof *p->points);
    for (uint32_t i = 0; i < p->contour_count; i++) {
        assert_int_equal(p->contours[i].first, q->contours[i].first);
        assert_int_equal(p->contours[i].is_hole, q->contours[i].is_hole);
    }
}

/* Along the axes nothing is rounded: to the byte. */
static void test_along_axes(void **unused) {
    (void)unused;
    for (uint32_t seed = 1; seed < 120; seed += stride_pick(1, 15)) {
        lob_ctx ctx;
        begin(&ctx);
        lob_region *whole = new_region(&ctx, UINT64_MAX), *piled = new_region(&ctx, 1);
        add_rings(&ctx, whole, seed, 5 + seed, false);
        add_rings(&ctx, piled, seed, 5 + seed, false);
        for (lob_region_op op = LOB_REGION_OR; op <= LOB_REGION_XOR; op++) {
            lob_polygons p, q;
            lob_region_measures m;
            assert_int_equal(lob_region_polygons(&ctx, whole, op, &p), LOB_OK);
            assert_int_equal(lob_region_polygons(&ctx, piled, op, &q), LOB_OK);
            assert_int_equal(lob_region_measure(&ctx, piled, op, &m), LOB_OK);
            compare_polygons(&p, &q);
            assert_eq(m.area_error, 0);
            assert_eq(m.crossings_rounded, 0);
        }
        end(&ctx);
    }
}

/* With slanted edges both are within their bounds of the same area; the order of the rings does not matter. */
static void test_slanted(void **unused) {
    (void)unused;
    for (uint32_t seed = 1; seed < 120; seed += stride_pick(1, 15)) {
        lob_ctx ctx;
        begin(&ctx);
        lob_region *whole = new_region(&ctx, UINT64_MAX), *piled = new_region(&ctx, 1);
        add_rings(&ctx, whole, seed, 5 + seed, true);
        add_rings(&ctx, piled, seed, 5 + seed, true);
        for (lob_region_op op = LOB_REGION_OR; op <= LOB_REGION_XOR; op++) {
            lob_region_measures m, n;
            lob_polygons p;
            assert_int_equal(lob_region_measure(&ctx, whole, op, &m), LOB_OK);
            assert_int_equal(lob_region_measure(&ctx, piled, op, &n), LOB_OK);
            assert_le(m.area - n.area, m.area_error + n.area_error);
            assert_le(n.area - m.area, m.area_error + n.area_error);
            assert_int_equal(lob_region_polygons(&ctx, piled, op, &p), LOB_OK);
        }
        end(&ctx);
    }
}

/* ---- work ---- */

typedef enum { STAGGERED, DIAMONDS, KINDS } kind_of_pile;

static void staggered_ring(kind_of_pile kind, int64_t i, lob_point64 ring[4]) {
    const int64_t r = 100000, x = 11 * i, y = 7 * i;
    const lob_point64 box[4] = {{x, y}, {x + r, y}, {x + r, y + r}, {x, y + r}};
    const lob_point64 diamond[4] = {{x, y - r}, {x + r + 1, y}, {x, y + r + 3}, {x - r, y}};
    memcpy(ring, kind == STAGGERED ? box : diamond, sizeof box);
}

static lob_status merge_pile(lob_ctx *ctx, kind_of_pile kind, uint32_t n, bool is_backwards, uint64_t crossings_max,
                             lob_segments *list) {
    lob_pile *piles = lob_malloc(n * sizeof *piles);
    uint64_t off_grid = 0;
    double moved = 0;
    for (uint32_t i = 0; i < n; i++) {
        lob_point64 ring[4];
        staggered_ring(kind, is_backwards ? n - 1 - i : i, ring);
        piles[i] = (lob_pile){.first = list->count, .count = 4};
        for (uint32_t k = 0; k < 4; k++) {
            assert_int_equal(lob_segments_add(ctx, list, ring[k], ring[(k + 1) % 4], -1, 0), LOB_OK);
        }
    }
    const lob_status status = lob_piles_merge(ctx, list, piles, n, crossings_max, &off_grid, &moved);
    lob_free(piles);
    return status;
}

/* The least bound on crossings, within a twentieth, with which n boxes that all cross each other are merged. */
static uint64_t crossings_needed(kind_of_pile kind, uint32_t n) {
    uint64_t bound = n;
    for (;; bound += bound / 20 + 1) {
        lob_segments list = {0};
        lob_ctx ctx;
        begin(&ctx);
        const lob_status status = merge_pile(&ctx, kind, n, false, bound, &list);
        lob_segments_drop(&list);
        end(&ctx);
        if (status == LOB_OK) {
            return bound;
        }
        assert_int_equal(status, LOB_E_QUERY_TOO_LARGE);
    }
}

static void test_work(void **unused) {
    (void)unused;
    for (kind_of_pile kind = STAGGERED; kind < KINDS; kind++) {
        const uint32_t n = stride_pick(256, 64);
        const uint64_t few = crossings_needed(kind, n), many = crossings_needed(kind, 4 * n);
        assert_lt(many, 5 * few + few / 2); /* all at once it would be 16 times */
    }
}

static void test_order(void **unused) {
    (void)unused;
    for (kind_of_pile kind = STAGGERED; kind < KINDS; kind++) {
        lob_segments list[2] = {{0}, {0}};
        lob_ctx ctx;
        begin(&ctx);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(merge_pile(&ctx, kind, 100, k == 1, 1 << 20, &list[k]), LOB_OK);
        }
        assert_int_equal(list[0].count, list[1].count);
        assert_memory_equal(list[0].items, list[1].items, list[0].count * sizeof *list[0].items);
        lob_segments_drop(&list[0]);
        lob_segments_drop(&list[1]);
        end(&ctx);
    }
}

/* By the region's own measure of what is usual. */
static void test_usual(void **unused) {
    (void)unused;
    for (kind_of_pile kind = STAGGERED; kind < KINDS; kind++) {
        lob_ctx ctx;
        lob_region_measures m;
        begin(&ctx);
        lob_region *region = new_region(&ctx, 0);
        const uint32_t n = 2000;
        for (uint32_t i = 0; i < n; i++) {
            lob_point64 ring[4];
            staggered_ring(kind, i, ring);
            assert_int_equal(lob_region_add(&ctx, region, 0, ring, 4), LOB_OK);
        }
        lob_region_limit(region, 1 << 19); /* all cross all: four million */
        assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_OR, &m), LOB_OK);
        if (kind == STAGGERED) { /* each adds an L: 11 wide, 7 high */
            const double area = 1e10 + (n - 1) * (11.0 * 100000 + 7.0 * (100000 - 11));
            assert_eq(m.area, area);
        }
        end(&ctx);
    }
}

static lob_status merge_some(lob_ctx *ctx) {
    lob_region *region;
    lob_polygons p;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    region->crossings_usual = 1;
    for (int i = 0; i < 12; i++) {
        const lob_point64 ring[5] = {{i, 0}, {i + 40, 0}, {i + 40, 40 + i}, {i, 40 + i}, {i + 60, -5}};
        LOB_TRY(lob_region_add(ctx, region, i % 2, ring, 5));
    }
    return lob_region_polygons(ctx, region, LOB_REGION_XOR, &p);
}

static bool attempt(void *unused) {
    (void)unused;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    if (arena) {
        lob_ctx_init(&ctx, arena);
        status = merge_some(&ctx);
    }
    lob_arena_drop(arena);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    return status == LOB_OK;
}

static void test_allocations(void **unused) {
    (void)unused;
    assert_gt(sweep_allocations(attempt, NULL), 20);
}

static void test_cancel(void **unused) {
    (void)unused;
    lob_cancel cancel = {true};
    lob_segments list = {0};
    lob_ctx ctx;
    begin(&ctx);
    ctx.cancel = &cancel;
    assert_int_equal(merge_pile(&ctx, STAGGERED, 100, false, 1 << 20, &list), LOB_E_CANCELLED);
    lob_segments_drop(&list);
    end(&ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_along_axes), cmocka_unit_test(test_slanted), cmocka_unit_test(test_work),
        cmocka_unit_test(test_order),      cmocka_unit_test(test_usual),   cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
