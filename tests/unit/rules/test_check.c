/* Checks against what can be said without them: boxes at known distances, all pairs tried one by one, distances of
 * points along two edges. KLayout itself is asked over the corpus (tests/corpus/checks.c). */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "rules/check.h"
#include "tests/support/stride.h"

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
    assert_eq(length(one.items[0].first), 300);
    assert_eq(length(one.items[0].second), 300);
    assert_eq(lob_pair_distance(&one.items[0]), 100);
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
        lob_case("metrics %d at %d", (int)cases[i].metrics, (int)cases[i].distance);
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

static bool is_joined_over(const lob_edge_pair *pair, lob_edge64 q) {
    const lob_pair_joins joins = lob_pair_joins_of(pair);
    return lob_joins_are_cut(&joins, q);
}

/* Edges that KLayout's grid lets touch: an end 0.29 from the joining line is on it (1), and a cut at 3534.5 is at 3534
 * (2); each is shielded. The answers are those of KLayout 0.28.5 for thermal_phase_shifters and a cell of sky130. */
static void test_shields_on_the_grid(void **unused) {
    (void)unused;
    const lob_edge_pair one = {{{60, -251}, {0, -250}}, {{-10, -250}, {-10, -250}}};
    assert_true(is_joined_over(&one, (lob_edge64){{10, -250}, {-10, -250}}));
    assert_false(is_joined_over(&one, (lob_edge64){{0, -250}, {0, 250}}));
    const lob_edge_pair mirrored = {{{0, 250}, {60, 251}}, {{-10, 250}, {-10, 250}}};
    assert_false(is_joined_over(&mirrored, (lob_edge64){{-10, 250}, {10, 250}}));
    const lob_edge_pair two = {{{3525, 285}, {3525, 275}}, {{3535, 85}, {3535, 75}}};
    assert_true(is_joined_over(&two, (lob_edge64){{3365, 85}, {3535, 85}}));
    /* One point of the grid on both lines: by which edge comes first (docs/mechanisms/rules.md). */
    const lob_edge_pair e_first = {{{0, 0}, {0, 1}}, {{9, 9}, {7, 7}}}, f_first = {e_first.second, e_first.first};
    assert_false(is_joined_over(&e_first, (lob_edge64){{7, 7}, {7, 9}}));
    assert_true(is_joined_over(&f_first, (lob_edge64){{7, 7}, {7, 9}}));
    const lob_edge_pair part = {{{82355, 3049}, {82354, 3048}}, {{82360, 3348}, {82360, 3349}}},
                        part_from_second = {part.second, part.first};
    assert_true(is_joined_over(&part, (lob_edge64){{82240, 3110}, {82360, 3348}}));
    assert_false(is_joined_over(&part_from_second, (lob_edge64){{82240, 3110}, {82360, 3348}}));
    const lob_edge_pair apart = {{{0, 10}, {100, 10}}, {{100, 10}, {0, 10}}};
    assert_eq(lob_pair_distance(&apart), 0);
    const lob_edge_pair near = {{{-10, -250}, {60, -251}}, {{10, -250}, {10, 0}}}; /* nearly on it is not on it */
    assert_gt(lob_pair_distance(&near), 0.28);
    assert_lt(lob_pair_distance(&near), 0.3);
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
    assert_eq(fmax(length(pairs.items[0].first), length(pairs.items[0].second)), 1000);
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
    assert_ne(lob_edges_check(&rule, a, b, &pair),
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
            assert_lt(turn / length(a), 1.5);                               /* on the right */
            assert_lt(point_to_edge(x, y, a), (double)rule.distance + 1.5); /* near */
            assert_lt(point_to_edge(x, y, b), 1);                           /* of b */
        }
    }
    assert_gt(found, 300);
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

/* Threads, and edges a task: never does the result differ by a byte. */
static void assert_same_by_teams(rig *r, const lob_check *check, lob_check_polygons polygons,
                                 const lob_edge_pairs *alone) {
    static const lob_team teams[] = {{1, 1}, {2, 1}, {3, 5}, {3, 40}, {7, 1}, {7, 13}};
    for (size_t i = 0; i < sizeof teams / sizeof teams[0]; i++) {
        lob_case("%u threads, grain %u", teams[i].thread_count, teams[i].grain);
        lob_check shared = *check;
        lob_edge_pairs pairs;
        shared.team = &teams[i];
        for (uint64_t usual = 0; usual < 2; usual++) { /* 1: by slabs from the second run on */
            shared.work_usual = usual;
            assert_int_equal(lob_check_run(&r->ctx, &shared, polygons, &pairs), LOB_OK);
            assert_int_equal(pairs.count, alone->count);
            assert_memory_equal(pairs.items, alone->items, pairs.count * sizeof *pairs.items);
        }
    }
}

typedef struct all_edges {
    lob_edge64 items[4000];
    uint32_t owner[4000], count;
} all_edges;

static bool is_shielded_from(const all_edges *e, lob_check_scope scope, uint32_t i, uint32_t k, lob_edge_pair pair) {
    for (uint32_t q = 0; q < e->count; q++) {
        const bool may = scope != LOB_SCOPE_WITHIN || e->owner[q] == e->owner[i];
        if (q != i && q != k && may && is_joined_over(&pair, e->items[q])) {
            return true;
        }
    }
    return false;
}

/* As check.h has it: within one polygon seen from the lower numbered edge, between two a view from either is enough. */
static bool is_shielded(const all_edges *e, lob_check_scope scope, uint32_t i, uint32_t k, const lob_edge_pair *pair) {
    const lob_edge_pair other = {pair->second, pair->first};
    return is_shielded_from(e, scope, i, k, *pair) &&
           (e->owner[i] == e->owner[k] || is_shielded_from(e, scope, i, k, other));
}

/* Edges count as near only where their boxes are: see docs/mechanisms/rules.md. */
static bool boxes_are_near(lob_edge64 a, lob_edge64 b, int64_t distance) {
    const lob_box64 p = lob_box64_add_point((lob_box64){a.from.x, a.from.y, a.from.x, a.from.y}, a.to.x, a.to.y);
    const lob_box64 q = lob_box64_add_point((lob_box64){b.from.x, b.from.y, b.from.x, b.from.y}, b.to.x, b.to.y);
    return p.left < q.right + distance && q.left < p.right + distance && p.bottom < q.top + distance &&
           q.bottom < p.top + distance;
}

static unsigned shielded_pairs;

static void check_all_pairs(unsigned count, lob_check_scope scope, lob_check_kind kind, bool ignores_shields) {
    static all_edges edges;
    static lob_edge_pair all[4001];
    rig r = begin();
    add_random(&r, count, (int)stride_pick(3000, 1900));
    lob_polygons p = merge(&r);
    assert_lt(p.point_count, 4000);
    edges.count = edges_of(&p, edges.items, edges.owner);
    uint32_t wanted = 0;
    lob_check check = {.rule = lob_check_rule_of(kind, 60), .scope = scope, .ignores_shields = ignores_shields};
    static unsigned turn;
    check.rule.metrics = (lob_metrics)(turn++ / 3 % 3);
    for (uint32_t i = 0; i < edges.count; i++) {
        for (uint32_t k = i + 1; k < edges.count; k++) {
            const bool is_same = edges.owner[i] == edges.owner[k];
            assert_lt(wanted, 4000);
            if ((scope == LOB_SCOPE_BOTH || is_same == (scope == LOB_SCOPE_WITHIN)) &&
                boxes_are_near(edges.items[i], edges.items[k], check.rule.distance) &&
                lob_edges_check(&check.rule, edges.items[i], edges.items[k], &all[wanted])) {
                const bool is_hidden = !ignores_shields && is_shielded(&edges, scope, i, k, &all[wanted]);
                shielded_pairs += is_hidden;
                wanted += !is_hidden;
            }
        }
    }
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    assert_int_equal(pairs.count, different(all, wanted));
    assert_gt(wanted, 5);
    assert_same_by_teams(&r, &check, (lob_check_polygons){&p, NULL}, &pairs);
    end(&r);
}

static void test_all_pairs(void **unused) {
    (void)unused;
    const unsigned count = stride_pick(150, 60);
    for (int i = 0; i < (int)stride_pick(6, 2); i++) {
        check_all_pairs(count, LOB_SCOPE_BOTH, LOB_CHECK_SPACE, i % 2);
        check_all_pairs(count, LOB_SCOPE_BETWEEN, LOB_CHECK_SPACE, i % 2);
        check_all_pairs(count, LOB_SCOPE_WITHIN, LOB_CHECK_WIDTH, i % 2);
    }
    assert_gt(shielded_pairs, stride_pick(8, 1));
}

/* A bend of two hundred facets and a spiral of right angles: what runs of edges must not miss. Every kind against all
 * pairs of edges of the two layers. */
static uint32_t check_two_layers(const lob_polygons *a, const lob_polygons *b, lob_check_kind kind, int64_t distance,
                                 rig *r) {
    static lob_edge64 edges[2][4000];
    static uint32_t owner[4000];
    static lob_edge_pair all[20001];
    const uint32_t counts[2] = {edges_of(a, edges[0], owner), edges_of(b, edges[1], owner)};
    const lob_check check = {
        .rule = lob_check_rule_of(kind, distance), .scope = LOB_SCOPE_LAYERS, .ignores_shields = true};
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < counts[0]; i++) {
        for (uint32_t k = 0; k < counts[1]; k++) {
            assert_lt(wanted, 20000);
            wanted += lob_edges_check(&check.rule, edges[0][i], edges[1][k], &all[wanted]);
        }
    }
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r->ctx, &check, (lob_check_polygons){a, b}, &pairs), LOB_OK);
    qsort(all, wanted, sizeof *all, by_bytes);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        kept += i == 0 || by_bytes(&all[i], &all[i - 1]) != 0;
    }
    assert_int_equal(pairs.count, kept);
    assert_same_by_teams(r, &check, (lob_check_polygons){a, b}, &pairs);
    return kept;
}

static lob_polygons ring_of_facets(rig *r, double inner, double outer, unsigned count) {
    lob_point64 ring[1000];
    assert_le(2 * count + 2, 1000);
    for (unsigned i = 0; i <= count; i++) {
        const double turn = 6 * (double)i / count;
        ring[i] = (lob_point64){llround(outer * cos(turn)), llround(outer * sin(turn))};
        ring[2 * count + 1 - i] = (lob_point64){llround(inner * cos(turn)), llround(inner * sin(turn))};
    }
    assert_int_equal(lob_region_add(&r->ctx, r->region, 0, ring, 2 * count + 2), LOB_OK);
    return merge(r);
}

static lob_polygons square_spiral(rig *r, int64_t width, int64_t gap, int turns) {
    const int64_t pitch = width + gap;
    for (int i = 0; i < turns; i++) {
        const int64_t half = 100 + i * pitch;
        box(r, -half, half, half + width, half + width);
        box(r, half, -half - pitch, half + width, half + width);
        box(r, -half - pitch, -half - pitch, half + width, -half - pitch + width);
        box(r, -half - pitch, -half - pitch, -half - pitch + width, half + pitch + width);
    }
    return merge(r);
}

static void test_runs(void **unused) {
    (void)unused;
    const int turns = (int)stride_pick(12, 4);
    rig r = begin();
    const lob_polygons bend = ring_of_facets(&r, 5000, 5450, stride_pick(200, 60)),
                       shifted = ring_of_facets(&r, 5090, 5400, stride_pick(130, 40));
    const lob_polygons spiral = square_spiral(&r, 40, 50, turns), inner = square_spiral(&r, 36, 54, turns);
    const lob_check_kind kinds[] = {LOB_CHECK_WIDTH, LOB_CHECK_SPACE, LOB_CHECK_OVERLAP, LOB_CHECK_INSIDE};
    uint32_t found[2] = {0};
    for (int i = 0; i < 4; i++) {
        found[0] += check_two_layers(&bend, &shifted, kinds[i], 401, &r);
        found[1] += check_two_layers(&spiral, &inner, kinds[i], 87, &r);
    }
    assert_gt(found[0], stride_pick(1000, 200));
    assert_gt(found[1], stride_pick(100, 20));
    end(&r);
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

/* ---- work ---- */

/* A star of `count` needles that start on a circle: the box of each meets those of all in its quarter. */
static lob_polygons star(rig *r, uint32_t count) {
    lob_point64 *ring = lob_malloc(2 * count * sizeof *ring);
    for (uint32_t i = 0; i < count; i++) {
        const double out = 6.283185307179586 * i / count, in = 6.283185307179586 * (i + 0.5) / count;
        ring[2 * i] = (lob_point64){llround(1e7 * cos(out)), llround(1e7 * sin(out))};
        ring[2 * i + 1] = (lob_point64){llround(5e6 * cos(in)), llround(5e6 * sin(in))};
    }
    assert_int_equal(lob_region_add(&r->ctx, r->region, 0, ring, 2 * count), LOB_OK);
    lob_free(ring);
    return merge(r);
}

static uint64_t star_steps(uint32_t count, lob_check_kind kind) {
    atomic_uint_least64_t steps = 0;
    rig r = begin();
    const lob_polygons p = star(&r, count);
    lob_check check = {.rule = lob_check_rule_of(kind, 150), .scope = LOB_SCOPE_WITHIN, .steps = &steps};
    lob_edge_pairs pairs, others;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    if (count <= 1000) {
        check.work_usual = UINT64_MAX / 4096;
        check.steps = NULL;
        assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &others), LOB_OK);
        assert_int_equal(pairs.count, others.count);
        assert_memory_equal(pairs.items, others.items, pairs.count * sizeof *pairs.items);
    }
    assert_ge(pairs.count, count);
    end(&r);
    return atomic_load(&steps);
}

static void test_star(void **unused) {
    (void)unused;
    const uint32_t count = stride_pick(4000, 1000);
    star_steps(500, LOB_CHECK_SPACE);
    assert_lt(star_steps(4 * count, LOB_CHECK_SPACE), 6 * star_steps(count, LOB_CHECK_SPACE));
    assert_lt(star_steps(4 * count, LOB_CHECK_WIDTH), 6 * star_steps(count, LOB_CHECK_WIDTH));
}

/* A grid of boxes of which each has all others within the distance. */
static void test_near_max(void **unused) {
    (void)unused;
    rig r = begin();
    for (int64_t i = 0; i < 5000; i++) {
        box(&r, i % 70 * 20, i / 70 * 20, i % 70 * 20 + 10, i / 70 * 20 + 10);
    }
    const lob_polygons p = merge(&r);
    lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_SPACE, 2000), .scope = LOB_SCOPE_BOTH, .near_max = 10000000};
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(r.ctx.error.message, "Too many edges are within the distance of each other");
    lob_error_clear(&r.ctx.error);
    check.rule.distance = 11;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    end(&r);
}

/* The same boxes apart: four gaps of 10 at each, and the limits half of what they find, a third, and all of it. */
static void test_pairs_max(void **unused) {
    (void)unused;
    rig r = begin();
    for (int64_t i = 0; i < 4900; i++) {
        box(&r, i % 70 * 20, i / 70 * 20, i % 70 * 20 + 10, i / 70 * 20 + 10);
    }
    const lob_polygons p = merge(&r);
    const uint64_t all = 2 * 69 * 70;
    lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_SPACE, 11), .scope = LOB_SCOPE_BOTH, .pairs_max = all / 3};
    lob_edge_pairs pairs;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(r.ctx.error.message, "The check finds too many violations");
    assert_string_equal(r.ctx.error.details[1].key, "estimate"); /* before the search */
    assert_in_range(r.ctx.error.details[1].integer, all / 2, all);
    lob_error_clear(&r.ctx.error);
    check.lets_a_pair_an_edge = true; /* there are twice as many edges */
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    check.lets_a_pair_an_edge = false;
    check.pairs_max = all - 1;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&r.ctx.error);
    check.pairs_max = all;
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    assert_eq(pairs.count, all);
    end(&r);
}

/* A comb, whose spine is near to all its teeth, while each tooth is near to two. */
static void test_near_spine(void **unused) {
    (void)unused;
    enum { TEETH = 10000 }; /* sampled from 4096 runs of up to eight edges on */
    rig r = begin();
    box(&r, 0, -500, 400 * TEETH, 0);
    for (int64_t i = 0; i < TEETH; i++) {
        box(&r, 400 * i, 0, 400 * i + 200, 30000);
    }
    const lob_polygons p = merge(&r);
    const lob_check check = {
        .rule = lob_check_rule_of(LOB_CHECK_SPACE, 300), .scope = LOB_SCOPE_BOTH, .near_max = 3000000};
    lob_edge_pairs pairs;
    assert_int_equal(p.contour_count, 1);
    assert_int_equal(lob_check_run(&r.ctx, &check, (lob_check_polygons){&p, NULL}, &pairs), LOB_OK);
    assert_eq(pairs.count, TEETH - 1);
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
    const lob_check check = {.rule = lob_check_rule_of(LOB_CHECK_SPACE, 20), .scope = LOB_SCOPE_BOTH, .work_usual = 1};
    lob_edge_pairs pairs;
    bool fine = lob_check_run(&ctx, &check, (lob_check_polygons){&p, NULL}, &pairs) == LOB_OK && pairs.count == 1;
    lob_arena_drop(arena);
    return fine;
}

static void test_failing(void **unused) {
    (void)unused;
    assert_ge(sweep_allocations(check_once, NULL), 5);
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
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_star),
        cmocka_unit_test(test_near_max),
        cmocka_unit_test(test_pairs_max),
        cmocka_unit_test(test_near_spine),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
