/* Checks against what can be said without them: boxes at known distances, all pairs tried one by one, distances of
 * points along two edges. KLayout itself is asked over the corpus (tests/corpus/checks.c). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../base/sweep.h"
#include "rules/check.h"

static uint64_t state = 1;

static uint32_t random_below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
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

static lob_polygons merge(rig *r) {
    lob_polygons p;
    assert_int_equal(lob_region_polygons(&r->ctx, r->region, LOB_REGION_OR, &p), LOB_OK);
    assert_int_equal(lob_region_new(&r->ctx, 1, &r->region), LOB_OK);
    return p;
}

static void box(rig *r, int64_t left, int64_t bottom, int64_t right, int64_t top) {
    assert_int_equal(lob_region_add_box(&r->ctx, r->region, 0, (lob_box64){left, bottom, right, top}), LOB_OK);
}

static lob_edge_pairs run(rig *r, lob_check_kind kind, lob_check_scope scope, int64_t distance, const lob_polygons *a,
                          const lob_polygons *b) {
    const lob_check check = {.rule = lob_check_rule_of(kind, distance), .scope = scope};
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r->ctx, &check, (lob_check_polygons){a, b}, &pairs), LOB_OK);
    return pairs;
}

static double length(lob_edge64 e) {
    return hypot((double)(e.to.x - e.from.x), (double)(e.to.y - e.from.y));
}

/* ---- known distances ---- */

static void test_width(void **unused) {
    (void)unused;
    rig r = begin();
    box(&r, 0, 0, 300, 100);
    lob_polygons p = merge(&r);
    assert_int_equal(run(&r, LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN, 100, &p, NULL).count, 0);
    lob_edge_pairs one = run(&r, LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN, 101, &p, NULL);
    assert_int_equal(one.count, 1);
    assert_true(length(one.items[0].first) == 300 && length(one.items[0].second) == 300);
    assert_true(lob_pair_distance(&one.items[0]) == 100);
    assert_int_equal(run(&r, LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN, 301, &p, NULL).count, 2);
    end(&r);
}

static void test_space_and_corners(void **unused) {
    (void)unused;
    rig r = begin();
    box(&r, 0, 0, 100, 100);
    box(&r, 103, 104, 200, 200); /* corner to corner: 5 */
    lob_polygons p = merge(&r);
    lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_SPACE, 5), .scope = LOB_SCOPE_BOTH};
    lob_edge_pairs pairs;
    const struct {
        lob_metrics metrics;
        int64_t distance;
        bool violates;
    } cases[] = {
        {LOB_METRICS_EUCLIDIAN, 5, false}, {LOB_METRICS_EUCLIDIAN, 6, true},    {LOB_METRICS_SQUARE, 4, false},
        {LOB_METRICS_SQUARE, 5, true},     {LOB_METRICS_PROJECTION, 50, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check.rule.metrics = cases[i].metrics;
        check.rule.distance = cases[i].distance;
        assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
        assert_int_equal(pairs.count > 0, cases[i].violates);
    }
    end(&r);
}

static void test_notch_and_isolated(void **unused) {
    (void)unused;
    rig r = begin();
    box(&r, 0, 0, 100, 20); /* a U with a gap of 30, and a bar 40 beside it */
    box(&r, 0, 0, 20, 100);
    box(&r, 50, 0, 100, 100);
    box(&r, 140, 0, 200, 100);
    lob_polygons p = merge(&r);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_WITHIN, 31, &p, NULL).count, 1);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_WITHIN, 30, &p, NULL).count, 0);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_BETWEEN, 40, &p, NULL).count, 0);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_BETWEEN, 41, &p, NULL).count, 1);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_BOTH, 41, &p, NULL).count, 2);
    end(&r);
}

/* Corner to corner two boxes are one polygon: what would be a space between them is a notch. */
static void test_touching_corners(void **unused) {
    (void)unused;
    rig r = begin();
    box(&r, 0, 0, 100, 100);
    box(&r, 100, 100, 200, 200);
    lob_polygons p = merge(&r);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_BETWEEN, 10, &p, NULL).count, 0);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_WITHIN, 10, &p, NULL).count, 2);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_BOTH, 10, &p, NULL).count, 2);
    end(&r);
}

/* Edges that KLayout's grid lets touch: an end 0.29 from the joining line is on it (1), and a cut at 3534.5 is at 3534
 * (2); each is shielded. The answers are those of KLayout 0.28.5 for thermal_phase_shifters and a cell of sky130. */
static void test_shields_on_the_grid(void **unused) {
    (void)unused;
    const lob_edge_pair one = {{{60, -251}, {0, -250}}, {{-10, -250}, {-10, -250}}};
    assert_true(lob_pair_is_shielded(&one, (lob_edge64){{10, -250}, {-10, -250}}));
    assert_false(lob_pair_is_shielded(&one, (lob_edge64){{0, -250}, {0, 250}}));
    const lob_edge_pair mirrored = {{{0, 250}, {60, 251}}, {{-10, 250}, {-10, 250}}};
    assert_false(lob_pair_is_shielded(&mirrored, (lob_edge64){{-10, 250}, {10, 250}}));
    const lob_edge_pair two = {{{3525, 285}, {3525, 275}}, {{3535, 85}, {3535, 75}}};
    assert_true(lob_pair_is_shielded(&two, (lob_edge64){{3365, 85}, {3535, 85}}));
    /* One point of the grid on both lines: by which edge comes first (docs/mechanisms/rules.md). */
    const lob_edge_pair e_first = {{{0, 0}, {0, 1}}, {{9, 9}, {7, 7}}}, f_first = {e_first.second, e_first.first};
    assert_false(lob_pair_is_shielded(&e_first, (lob_edge64){{7, 7}, {7, 9}}));
    assert_true(lob_pair_is_shielded(&f_first, (lob_edge64){{7, 7}, {7, 9}}));
    const lob_edge_pair apart = {{{0, 10}, {100, 10}}, {{100, 10}, {0, 10}}};
    assert_true(lob_pair_distance(&apart) == 0);
    const lob_edge_pair near = {{{-10, -250}, {60, -251}}, {{10, -250}, {10, 0}}}; /* nearly on it is not on it */
    assert_true(lob_pair_distance(&near) > 0.28 && lob_pair_distance(&near) < 0.3);
}

static void test_two_layers(void **unused) {
    (void)unused;
    rig r = begin();
    box(&r, 0, 0, 1000, 1000);
    lob_polygons metal = merge(&r);
    box(&r, 30, 400, 600, 600); /* 30 inside on the left */
    lob_polygons via = merge(&r);
    box(&r, 1050, 0, 1100, 1000); /* 50 beside */
    lob_polygons other = merge(&r);
    box(&r, 980, 100, 1500, 200); /* overlaps by 20 */
    lob_polygons over = merge(&r);
    assert_int_equal(run(&r, LOB_CHECK_OVERLAP, LOB_SCOPE_LAYERS, 31, &metal, &via).count, 1);
    assert_int_equal(run(&r, LOB_CHECK_OVERLAP, LOB_SCOPE_LAYERS, 30, &metal, &via).count, 0);
    assert_int_equal(run(&r, LOB_CHECK_INSIDE, LOB_SCOPE_LAYERS, 31, &via, &metal).count, 1);
    assert_int_equal(run(&r, LOB_CHECK_INSIDE, LOB_SCOPE_LAYERS, 30, &via, &metal).count, 0);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_LAYERS, 51, &metal, &other).count, 1);
    assert_int_equal(run(&r, LOB_CHECK_SPACE, LOB_SCOPE_LAYERS, 50, &metal, &other).count, 0);
    assert_int_equal(run(&r, LOB_CHECK_WIDTH, LOB_SCOPE_LAYERS, 21, &metal, &over).count, 1);
    assert_int_equal(run(&r, LOB_CHECK_WIDTH, LOB_SCOPE_LAYERS, 20, &metal, &over).count, 0);
    end(&r);
}

static void test_shield(void **unused) {
    (void)unused;
    rig r = begin();
    box(&r, 0, 0, 100, 100);
    box(&r, 120, -50, 130, 150); /* stands between the two others */
    box(&r, 150, 0, 250, 100);
    lob_polygons p = merge(&r);
    lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_SPACE, 60), .scope = LOB_SCOPE_BETWEEN};
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    assert_int_equal(pairs.count, 2);
    check.ignores_shields = true;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    assert_int_equal(pairs.count, 3);
    end(&r);
}

static void test_projection(void **unused) {
    (void)unused;
    rig r = begin();
    box(&r, 0, 0, 1000, 100);
    box(&r, 200, 150, 280, 300); /* 80 of it face the bar */
    lob_polygons p = merge(&r);
    lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_SPACE, 60), .scope = LOB_SCOPE_BETWEEN};
    lob_edge_pairs pairs;
    const int64_t mins[] = {80, 81}, maxs[] = {80, 81};
    for (int i = 0; i < 2; i++) {
        check.rule.projection_min = mins[i];
        check.rule.projection_max = LOB_PROJECTION_MAX;
        assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
        assert_int_equal(pairs.count, mins[i] <= 80);
        check.rule.projection_min = 0;
        check.rule.projection_max = maxs[i];
        assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
        assert_int_equal(pairs.count, maxs[i] > 80);
    }
    check.rule.projection_max = LOB_PROJECTION_MAX;
    check.rule.whole_edges = true;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    assert_int_equal(pairs.count, 1);
    assert_true(fmax(length(pairs.items[0].first), length(pairs.items[0].second)) == 1000);
    end(&r);
}

/* KLayout rounds the distance of slanted parallels: 69.3 passes for 70 unless exact. */
static void test_exact(void **unused) {
    (void)unused;
    const lob_edge64 a = {{6063, 2517}, {5962, 2526}}, b = {{5968, 2595}, {6069, 2586}};
    lob_check_rule rule = lob_check_rule_of(LOB_CHECK_SPACE, 70);
    lob_edge_pair pair;
    bool first = lob_edges_check(&rule, a, b, &pair) ||
                 lob_edges_check(&rule, (lob_edge64){a.to, a.from}, (lob_edge64){b.to, b.from}, &pair);
    assert_false(first);
    rule.is_exact = true;
    assert_true(lob_edges_check(&rule, a, b, &pair) !=
                lob_edges_check(&rule, (lob_edge64){a.to, a.from}, (lob_edge64){b.to, b.from}, &pair));
    rule.distance = 69;
    assert_false(lob_edges_check(&rule, a, b, &pair));
    assert_false(lob_edges_check(&rule, (lob_edge64){a.to, a.from}, (lob_edge64){b.to, b.from}, &pair));
}

static void test_angle(void **unused) {
    (void)unused;
    /* A wedge of 45 degrees. */
    const lob_edge64 flat = {{0, 0}, {1000, 0}}, slanted = {{1000, 1000}, {0, 0}};
    lob_check_rule rule = lob_check_rule_of(LOB_CHECK_SPACE, 100);
    lob_edge_pair pair;
    bool is_wide =
        lob_edges_check(&rule, flat, slanted, &pair) ||
        lob_edges_check(&rule, (lob_edge64){flat.to, flat.from}, (lob_edge64){slanted.to, slanted.from}, &pair);
    assert_true(is_wide);
    rule.ignore_angle = 40;
    assert_false(lob_edges_check(&rule, flat, slanted, &pair));
    assert_false(
        lob_edges_check(&rule, (lob_edge64){flat.to, flat.from}, (lob_edge64){slanted.to, slanted.from}, &pair));
}

/* ---- points along the edges ---- */

static double point_to_edge(double x, double y, lob_edge64 e) {
    double dx = (double)(e.to.x - e.from.x), dy = (double)(e.to.y - e.from.y);
    double t = ((x - (double)e.from.x) * dx + (y - (double)e.from.y) * dy) / (dx * dx + dy * dy);
    t = fmin(1, fmax(0, t));
    return hypot(x - (double)e.from.x - t * dx, y - (double)e.from.y - t * dy);
}

/* Euclidian, by trying points of b on the right of a, which must be within the distance of a when they are in the part
 * and out of it when they are not, but for rounding. */
static void test_parts_by_points(void **unused) {
    (void)unused;
    unsigned found = 0;
    for (int n = 0; n < 4000; n++) {
        lob_edge64 a = {{random_below(1000), random_below(1000)}, {random_below(1000), random_below(1000)}};
        lob_edge64 b = {{random_below(1000), random_below(1000)}, {random_below(1000), random_below(1000)}};
        lob_check_rule rule = lob_check_rule_of(LOB_CHECK_WIDTH, 50 + random_below(400));
        rule.is_exact = true;
        lob_edge_pair pair;
        if (!lob_edges_check(&rule, a, b, &pair)) {
            continue;
        }
        found++;
        for (int i = 0; i <= 20; i++) {
            double x = (double)pair.second.from.x + i / 20.0 * (double)(pair.second.to.x - pair.second.from.x);
            double y = (double)pair.second.from.y + i / 20.0 * (double)(pair.second.to.y - pair.second.from.y);
            double turn = (double)(a.to.x - a.from.x) * (y - (double)a.from.y) -
                          (double)(a.to.y - a.from.y) * (x - (double)a.from.x);
            assert_true(turn / length(a) < 1.5);                               /* on the right */
            assert_true(point_to_edge(x, y, a) < (double)rule.distance + 1.5); /* near */
            assert_true(point_to_edge(x, y, b) < 1);                           /* of b */
        }
    }
    assert_true(found > 300);
}

/* ---- all pairs, one by one ---- */

static void add_random(rig *r, unsigned count, int64_t span) {
    for (unsigned i = 0; i < count; i++) {
        int64_t x = random_below((uint32_t)span), y = random_below((uint32_t)span);
        if (random_below(2)) {
            box(r, x, y, x + 20 + random_below(150), y + 20 + random_below(150));
        } else {
            const lob_point64 ring[3] = {{x, y}, {x + 20 + random_below(150), y + random_below(60)}, {x, y + 90}};
            assert_int_equal(lob_region_add(&r->ctx, r->region, 0, ring, 3), LOB_OK);
        }
    }
}

static uint32_t edges_of(const lob_polygons *p, lob_edge64 *edges, uint32_t *owner) {
    uint32_t count = 0, polygon = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        polygon += !c->is_hole;
        for (uint32_t k = 0; k < c->count; k++) {
            owner[count] = polygon;
            edges[count++] = (lob_edge64){p->points[c->first + (k + 1) % c->count], p->points[c->first + k]};
        }
    }
    /* Polygons that share a vertex are one. */
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            bool share = edges[i].from.x == edges[k].from.x && edges[i].from.y == edges[k].from.y;
            for (uint32_t m = 0, was = owner[k]; share && was != owner[i] && m < count; m++) {
                owner[m] = owner[m] == was ? owner[i] : owner[m];
            }
        }
    }
    return count;
}

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, sizeof(lob_edge_pair));
}

/* Each pair once, whichever of its edges comes first. */
static uint32_t different(lob_edge_pair *pairs, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (memcmp(&pairs[i].second, &pairs[i].first, sizeof(lob_edge64)) < 0) {
            pairs[i] = (lob_edge_pair){pairs[i].second, pairs[i].first};
        }
    }
    qsort(pairs, count, sizeof *pairs, by_bytes);
    for (uint32_t i = 0; i < count; i++) {
        kept += i == 0 || by_bytes(&pairs[i], &pairs[i - 1]) != 0;
    }
    return kept;
}

static void check_all_pairs(unsigned count, lob_check_scope scope, lob_check_kind kind) {
    static lob_edge64 edges[4000];
    static uint32_t owner[4000];
    static lob_edge_pair all[4001];
    rig r = begin();
    add_random(&r, count, 3000);
    lob_polygons p = merge(&r);
    assert_true(p.point_count < 4000);
    uint32_t n = edges_of(&p, edges, owner), wanted = 0;
    lob_check check = {.rule = lob_check_rule_of(kind, 60), .scope = scope, .ignores_shields = true};
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = i + 1; k < n; k++) {
            bool is_same = owner[i] == owner[k];
            assert_true(wanted < 4000);
            wanted += (scope == LOB_SCOPE_BOTH || is_same == (scope == LOB_SCOPE_WITHIN)) &&
                      lob_edges_check(&check.rule, edges[i], edges[k], &all[wanted]);
        }
    }
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    assert_int_equal(pairs.count, different(all, wanted));
    assert_true(wanted > 5);
    end(&r);
}

static void test_all_pairs(void **unused) {
    (void)unused;
    for (int i = 0; i < 6; i++) {
        check_all_pairs(150, LOB_SCOPE_BOTH, LOB_CHECK_SPACE);
        check_all_pairs(150, LOB_SCOPE_BETWEEN, LOB_CHECK_SPACE);
        check_all_pairs(150, LOB_SCOPE_WITHIN, LOB_CHECK_WIDTH);
    }
}

/* ---- limits ---- */

static void test_nothing(void **unused) {
    (void)unused;
    rig r = begin();
    const lob_polygons none = {0};
    assert_int_equal(run(&r, LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN, 10, &none, NULL).count, 0);
    assert_int_equal(run(&r, LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN, 10, NULL, NULL).count, 0);
    lob_cancel cancel = {0};
    atomic_store(&cancel.requested, true);
    box(&r, 0, 0, 10, 10);
    lob_polygons p = merge(&r);
    r.ctx.cancel = &cancel;
    const lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_WIDTH, 20), .scope = LOB_SCOPE_WITHIN};
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_E_CANCELLED);
    end(&r);
}

static bool check_once(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const lob_point64 points[8] = {{0, 0}, {100, 0}, {100, 10}, {0, 10}, {0, 15}, {100, 15}, {100, 40}, {0, 40}};
    const lob_contour contours[2] = {{0, 4, false}, {4, 4, false}};
    const lob_polygons p = {points, contours, 8, 2};
    const lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_SPACE, 20), .scope = LOB_SCOPE_BOTH};
    lob_edge_pairs pairs;
    bool fine = lob_check_run(&ctx, &check, (lob_check_polygons){&p, NULL}, &pairs) == LOB_OK && pairs.count == 1;
    lob_arena_drop(arena);
    return fine;
}

static void test_failing(void **unused) {
    (void)unused;
    assert_true(sweep_allocations(check_once, NULL) >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_space_and_corners),
        cmocka_unit_test(test_notch_and_isolated),
        cmocka_unit_test(test_touching_corners),
        cmocka_unit_test(test_shields_on_the_grid),
        cmocka_unit_test(test_two_layers),
        cmocka_unit_test(test_shield),
        cmocka_unit_test(test_projection),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_angle),
        cmocka_unit_test(test_parts_by_points),
        cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
