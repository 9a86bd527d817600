/* What is wider than a limit: along the axes against every square of a raster, slanted against the formula of a strip,
 * a ring and a crossing. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "rules/rule_impl.h"

enum { SIDE = 24 };

static uint64_t state = 7;

static int64_t random_below(int64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_region *region;
} rig;

static rig begin(void) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    assert_int_equal(lob_region_new(&r.ctx, 1, &r.region), LOB_OK);
    return r;
}

static void end(rig *r) {
    lob_arena_drop(r->arena);
}

static void add_ring(rig *r, int operand, const lob_point64 *ring, uint32_t count) {
    assert_int_equal(lob_region_add(&r->ctx, r->region, operand, ring, count), LOB_OK);
}

static lob_polygons wide(rig *r, lob_region_op op, int64_t max) {
    lob_polygons whole, found;
    assert_int_equal(lob_region_polygons(&r->ctx, r->region, op, &whole), LOB_OK);
    assert_int_equal(lob_rule_wide(&r->ctx, &whole, max, &found), LOB_OK);
    return found;
}

/* ---- along the axes ---- */

static bool is_full(const bool cells[SIDE][SIDE], int x, int y, int size) {
    for (int v = y; v < y + size; v++) {
        for (int u = x; u < x + size; u++) {
            if (u >= SIDE || v >= SIDE || !cells[v][u]) {
                return false;
            }
        }
    }
    return true;
}

/* The cells that some full square one wider than the limit covers. */
static void open_raster(const bool cells[SIDE][SIDE], int max, bool opened[SIDE][SIDE]) {
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            const bool found = is_full(cells, x, y, max + 1);
            for (int i = 0; found && i < (max + 1) * (max + 1); i++) {
                opened[y + i / (max + 1)][x + i % (max + 1)] = true;
            }
        }
    }
}

/* How often the rings of `p` wind around the middle of a cell. */
static int winding(const lob_polygons *p, int x, int y) {
    int sum = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 a = p->points[c->first + k], b = p->points[c->first + (k + 1) % c->count];
            if (a.x == b.x && a.x > x) {
                sum += (a.y <= y && b.y > y) - (b.y <= y && a.y > y);
            }
        }
    }
    return sum;
}

static void boxes_against_every_square(void **unused) {
    (void)unused;
    int found = 0;
    for (int round = 0; round < 400; round++) {
        lob_case("round %d", round);
        bool cells[SIDE][SIDE] = {{false}}, opened[SIDE][SIDE] = {{false}};
        rig r = begin();
        for (int i = 0; i < 12; i++) {
            const int64_t x = random_below(SIDE - 1), y = random_below(SIDE - 1);
            const int64_t w = 1 + random_below(SIDE - x), h = 1 + random_below(i % 3 ? 4 : SIDE - y);
            const int64_t top = y + h > SIDE ? SIDE : y + h;
            assert_int_equal(lob_region_add_box(&r.ctx, r.region, 0, (lob_box64){x, y, x + w, top}), LOB_OK);
            for (int64_t v = y; v < top; v++) {
                for (int64_t u = x; u < x + w; u++) {
                    cells[v][u] = true;
                }
            }
        }
        const int max = 1 + (int)random_below(7);
        const lob_polygons p = wide(&r, LOB_REGION_OR, max);
        open_raster(cells, max, opened);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                assert_int_equal(winding(&p, x, y), opened[y][x]);
                found += opened[y][x];
            }
        }
        end(&r);
    }
    assert_ge(found, 1000);
}

/* ---- slanted ---- */

static void add_strip(rig *r, double angle, double length, double width) {
    const double ux = cos(angle), uy = sin(angle), l = length / 2, w = width / 2;
    static const int signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    lob_point64 ring[4];
    for (int i = 0; i < 4; i++) {
        const double along = signs[i][0] * l, across = signs[i][1] * w;
        ring[i] = (lob_point64){llround(along * ux - across * uy), llround(along * uy + across * ux)};
    }
    add_ring(r, 0, ring, 4);
}

static double area_of(const lob_polygons *p) {
    double twice = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 a = p->points[c->first + k], b = p->points[c->first + (k + 1) % c->count];
            twice += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
    }
    return twice / 2;
}

static void strips_count_by_their_width(void **unused) {
    (void)unused;
    for (int degrees = 0; degrees < 180; degrees++) {
        for (int width = 90; width <= 130; width++) {
            lob_case("%d degrees, %d wide", degrees, width);
            rig r = begin();
            add_strip(&r, degrees * acos(-1) / 180, 100000, width);
            const lob_polygons p = wide(&r, LOB_REGION_OR, 100);
            if (width <= 100) {
                assert_int_equal(p.contour_count, 0);
            } else if (width >= 104) { /* the ends of a strip lie on the grid: it is up to 1.5 units less wide */
                assert_int_equal(p.contour_count, 1);
                assert_close(area_of(&p), 100000.0 * width, 250000);
            }
            end(&r);
        }
    }
}

static void a_crossing_is_as_wide_as_its_arms(void **unused) {
    (void)unused;
    for (int degrees = 0; degrees < 90; degrees += 5) {
        for (int width = 96; width <= 106; width += 2) {
            lob_case("%d degrees, %d wide", degrees, width);
            rig r = begin();
            add_strip(&r, degrees * acos(-1) / 180, 5000, width);
            add_strip(&r, (degrees + 90) * acos(-1) / 180, 5000, width);
            const lob_polygons p = wide(&r, LOB_REGION_OR, 100);
            if (degrees == 0 || width <= 98 || width >= 104) { /* corners lie on the grid */
                assert_int_equal(p.contour_count > 0, width > 100);
            }
            end(&r);
        }
    }
}

static void add_circle(rig *r, int operand, double radius, int count) {
    lob_point64 *ring = lob_arena_alloc(r->ctx.arena, (size_t)count * sizeof *ring);
    for (int i = 0; i < count; i++) {
        const double angle = 2 * acos(-1) * i / count;
        ring[i] = (lob_point64){llround(radius * cos(angle)), llround(radius * sin(angle))};
    }
    add_ring(r, operand, ring, (uint32_t)count);
}

static void rings_and_discs(void **unused) {
    (void)unused;
    static const struct {
        double outer, inner;
        int64_t max;
        bool is_wide;
    } cases[] = {{5000, 4500, 503, false},
                 {5000, 4500, 496, true},
                 {250, 0, 501, false},
                 {250, 0, 490, true},
                 {5000, 4500, 20, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu", i);
        rig r = begin();
        add_circle(&r, 0, cases[i].outer, 256);
        if (cases[i].inner > 0) {
            add_circle(&r, 1, cases[i].inner, 256);
        }
        const lob_polygons p = wide(&r, LOB_REGION_NOT, cases[i].max);
        assert_int_equal(p.contour_count > 0, cases[i].is_wide);
        end(&r);
    }
}

/* ---- failing ---- */

static bool attempt(void *unused) {
    (void)unused;
    static const lob_point64 points[5] = {{0, 0}, {500, 0}, {700, 300}, {500, 500}, {0, 500}};
    static const lob_contour contour = {0, 5, false};
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_polygons found;
    lob_ctx_init(&ctx, arena);
    const bool is_fine = lob_rule_wide(&ctx, &(lob_polygons){points, &contour, 5, 1}, 100, &found) == LOB_OK;
    lob_arena_drop(arena);
    return is_fine;
}

static void memory_may_run_out_anywhere(void **unused) {
    (void)unused;
    assert_ge(sweep_allocations_sparing(attempt, NULL, true), 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_against_every_square),        cmocka_unit_test(strips_count_by_their_width),
        cmocka_unit_test(a_crossing_is_as_wide_as_its_arms), cmocka_unit_test(rings_and_discs),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
