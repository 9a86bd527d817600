/* Edges against edges, against fractions: where two lines cross, as a quotient along each of them. Coordinates are far
 * apart, so that half a unit beside a line is never a corner. */
#include "tests/support/lob_test.h"

#include <string.h>

#include "script/ops.h"

enum { SIDE = 9, STEP = 40, EDGES = 14, ROUNDS = 200 };

static uint64_t state = 7;

static int64_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *a, *b;
} rig;

static lob_value *make_edges(rig *r) {
    lob_edge64 edges[EDGES];
    lob_value *value;
    for (uint32_t i = 0; i < EDGES; i++) {
        do {
            edges[i] = (lob_edge64){{below(SIDE) * STEP, below(SIDE) * STEP}, {below(SIDE) * STEP, below(SIDE) * STEP}};
        } while (edges[i].from.x == edges[i].to.x && edges[i].from.y == edges[i].to.y);
        if (below(2)) { /* along an axis: edges that lie on each other */
            edges[i].to.y = edges[i].from.x == edges[i].to.x ? edges[i].to.y : edges[i].from.y;
        }
    }
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &value), LOB_OK);
    assert_int_equal(lob_value_put_edges(&r->ctx, value, edges, EDGES), LOB_OK);
    return value;
}

static void open_rig(rig *r) {
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    r->a = make_edges(r);
    r->b = make_edges(r);
}

static void close_rig(rig *r) {
    lob_value_drop(r->a);
    lob_value_drop(r->b);
    lob_arena_drop(r->arena);
}

typedef struct relation {
    bool meets, crosses, shares; /* a point; a point within both; a stretch */
    bool is_off_grid;            /* where they cross: KLayout rounds that point, and may find it on neither */
} relation;

static relation relation_of(lob_edge64 a, lob_edge64 b) {
    const int64_t dx = a.to.x - a.from.x, dy = a.to.y - a.from.y, ex = b.to.x - b.from.x, ey = b.to.y - b.from.y;
    const int64_t wx = b.from.x - a.from.x, wy = b.from.y - a.from.y, det = dx * ey - dy * ex;
    if (det != 0) {
        const int64_t s = det > 0 ? 1 : -1, t = s * (wx * ey - wy * ex), u = s * (wx * dy - wy * dx), d = s * det;
        const bool crosses = t > 0 && t < d && u > 0 && u < d;
        return (relation){t >= 0 && t <= d && u >= 0 && u <= d, crosses, false,
                          crosses && (dx * t % d != 0 || dy * t % d != 0)};
    }
    if (wx * dy - wy * dx != 0) {
        return (relation){0};
    }
    const int64_t size = dx * dx + dy * dy, p = wx * dx + wy * dy, q = p + ex * dx + ey * dy;
    const int64_t low = p < q ? p : q, high = p < q ? q : p;
    return (relation){high >= 0 && low <= size, false, high > 0 && low < size, false};
}

static bool is_on(lob_edge64 e, lob_point64 p) {
    return relation_of(e, (lob_edge64){p, p}).meets || (p.x == e.from.x && p.y == e.from.y) ||
           (p.x == e.to.x && p.y == e.to.y);
}

static bool is_rounded(const lob_edge64 *others, uint32_t count, lob_edge64 e) {
    bool is_found = false;
    for (uint32_t i = 0; i < count; i++) {
        is_found = is_found || relation_of(e, others[i]).is_off_grid;
    }
    return is_found;
}

static bool expected(const lob_edge64 *others, uint32_t count, lob_edge64 e, lob_select_kind kind) {
    bool is_found = false;
    for (uint32_t i = 0; i < count; i++) {
        const relation x = relation_of(e, others[i]);
        is_found = is_found || (kind == LOB_SELECT_INTERACTING ? x.meets
                                : kind == LOB_SELECT_INSIDE    ? is_on(others[i], e.from) && is_on(others[i], e.to)
                                                               : x.shares || x.crosses);
    }
    return is_found != (kind == LOB_SELECT_OUTSIDE);
}

static bool has(const lob_value *value, lob_edge64 e) {
    for (uint32_t i = 0; i < value->count; i++) {
        if (memcmp(&value->edges[i], &e, sizeof e) == 0) {
            return true;
        }
    }
    return false;
}

static void test_select(void **unused) {
    (void)unused;
    static const lob_select_kind kinds[] = {LOB_SELECT_INTERACTING, LOB_SELECT_INSIDE, LOB_SELECT_OUTSIDE};
    uint32_t chosen[3] = {0};
    for (int round = 0; round < ROUNDS * 3; round++) {
        const lob_select_kind kind = kinds[round % 3];
        const bool is_inverse = round / 3 % 2;
        lob_edge64 *merged, *joined;
        const lob_edge64 *others;
        uint32_t count, other_count;
        lob_value *result;
        rig r;
        lob_case("round %d", round);
        open_rig(&r);
        assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &result), LOB_OK);
        assert_int_equal(lob_op_edges_meet(&r.ctx, r.a, r.b, kind, is_inverse, result), LOB_OK);
        assert_int_equal(lob_edges_merged(&r.ctx, r.a, &merged, &count), LOB_OK);
        assert_int_equal(lob_edges_merged(&r.ctx, r.b, &joined, &other_count), LOB_OK);
        others = joined;
        if (kind != LOB_SELECT_INSIDE) {
            others = r.b->edges;
            other_count = r.b->count;
        }
        for (uint32_t i = 0; i < count; i++) {
            const bool is_one = expected(others, other_count, merged[i], kind);
            if (kind == LOB_SELECT_OUTSIDE && is_rounded(others, other_count, merged[i])) {
                continue;
            }
            assert_int_equal(has(result, merged[i]), is_one != is_inverse);
            chosen[round % 3] += is_one;
        }
        lob_value_drop(result);
        close_rig(&r);
    }
    for (int i = 0; i < 3; i++) {
        assert_gt(chosen[i], 100);
    }
}

/* No others: the edges come as they were drawn. Points among the edges are refused. */
static void test_ends(void **unused) {
    (void)unused;
    const lob_edge64 point = {{0, 0}, {0, 0}};
    const lob_select outside = {.kind = LOB_SELECT_OUTSIDE}, inside = {.kind = LOB_SELECT_INSIDE};
    lob_value *none, *result, *dot;
    bool is_done;
    rig r;
    open_rig(&r);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &none), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &result), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &dot), LOB_OK);
    assert_int_equal(lob_value_put_edges(&r.ctx, dot, &point, 1), LOB_OK);
    assert_int_equal(lob_op_select_nothing(&r.ctx, r.a, none, &outside, result, &is_done), LOB_OK);
    assert_true(is_done);
    assert_int_equal(result->count, EDGES);
    assert_int_equal(lob_op_select_nothing(&r.ctx, r.a, none, &inside, result, &is_done), LOB_OK);
    assert_true(is_done);
    assert_int_equal(result->count, 0);
    assert_int_equal(lob_op_select_nothing(&r.ctx, r.a, r.b, &inside, result, &is_done), LOB_OK);
    assert_false(is_done);
    assert_int_equal(lob_op_edges_meet(&r.ctx, r.a, dot, LOB_SELECT_INTERACTING, false, result), LOB_E_DRC_RUN_FAILED);
    lob_value_drop(none);
    lob_value_drop(result);
    lob_value_drop(dot);
    close_rig(&r);
}

/* ---- crossings ---- */

/* Where two edges that are not parallel meet: the whole point p with p - 1/2 < x <= p + 1/2 and so for y. */
static bool is_rounded_at(lob_edge64 a, lob_edge64 b, lob_point64 p) {
    const int64_t dx = a.to.x - a.from.x, dy = a.to.y - a.from.y, ex = b.to.x - b.from.x, ey = b.to.y - b.from.y;
    const int64_t wx = b.from.x - a.from.x, wy = b.from.y - a.from.y, det = dx * ey - dy * ex;
    const int64_t s = det > 0 ? 1 : -1, t = s * (wx * ey - wy * ex), d = s * det;
    const int64_t x = 2 * (dx * t - (p.x - a.from.x) * d), y = 2 * (dy * t - (p.y - a.from.y) * d);
    return x > -d && x <= d && y > -d && y <= d;
}

static bool are_parallel(lob_edge64 a, lob_edge64 b) {
    return (a.to.x - a.from.x) * (b.to.y - b.from.y) == (a.to.y - a.from.y) * (b.to.x - b.from.x);
}

static lob_point64 rounded_crossing(lob_edge64 a, lob_edge64 b) {
    lob_point64 p;
    for (p.x = 0; p.x <= SIDE * STEP; p.x++) {
        for (p.y = 0; p.y <= SIDE * STEP; p.y++) {
            if (is_rounded_at(a, b, p)) {
                return p;
            }
        }
    }
    return p;
}

static bool is_dot_at(const lob_edge64 *dot, lob_edge64 a, lob_edge64 b) {
    return relation_of(a, b).meets && !are_parallel(a, b) && is_rounded_at(a, b, dot->from);
}

/* Behind what lies on both there is a dot for each crossing off it, and no other; none comes twice. */
static void test_crossings(void **unused) {
    (void)unused;
    uint32_t total = 0, rounded = 0;
    for (int round = 0; round < ROUNDS; round++) {
        lob_value *shared, *result;
        rig r;
        lob_case("round %d", round);
        open_rig(&r);
        assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &result), LOB_OK);
        assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &shared), LOB_OK);
        assert_int_equal(lob_op_edges_crossings(&r.ctx, r.a, r.b, result), LOB_OK);
        assert_int_equal(lob_op_edges_boolean(&r.ctx, r.a, r.b, LOB_REGION_AND, shared), LOB_OK);
        assert_ge(result->count, shared->count);
        assert_memory_equal(result->edges, shared->edges, shared->count * sizeof *shared->edges);
        const lob_edge64 *dots = result->edges + shared->count;
        const uint32_t count = result->count - shared->count;
        for (uint32_t i = 0; i < count; i++) {
            bool is_found = false;
            for (uint32_t k = 0; k < EDGES * EDGES; k++) {
                is_found = is_found || is_dot_at(&dots[i], r.a->edges[k / EDGES], r.b->edges[k % EDGES]);
            }
            assert_true(is_found);
            assert_int_equal(lob_point_compare(dots[i].from, dots[i].to), 0);
            assert_true(i == 0 || lob_point_compare(dots[i - 1].from, dots[i].from) < 0);
        }
        for (uint32_t k = 0; k < EDGES * EDGES; k++) {
            const lob_edge64 a = r.a->edges[k / EDGES], b = r.b->edges[k % EDGES];
            bool is_found = !relation_of(a, b).meets || are_parallel(a, b);
            rounded += relation_of(a, b).is_off_grid;
            for (uint32_t i = 0; i < count; i++) {
                is_found = is_found || is_dot_at(&dots[i], a, b);
            }
            for (uint32_t i = 0; i < shared->count && !is_found; i++) { /* within half a unit of a shared stretch */
                is_found = lob_edge_holds(shared->edges[i], rounded_crossing(a, b));
            }
            assert_true(is_found);
        }
        total += count;
        lob_value_drop(result);
        lob_value_drop(shared);
        close_rig(&r);
    }
    assert_gt(total, 1000);
    assert_gt(rounded, 100);
}

/* The tree leaves none out: all edges against all. */
static void test_check(void **unused) {
    (void)unused;
    uint32_t total = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const bool is_one = round % 2;
        lob_check_rule rule = lob_check_rule_of((lob_check_kind)below(4), (1 + below(3)) * STEP + 1);
        lob_edge64 *a, *b;
        uint32_t a_count, b_count, count = 0;
        lob_value *result;
        lob_edge_pair pair;
        rig r;
        lob_case("round %d", round);
        open_rig(&r);
        rule.metrics = LOB_METRICS_PROJECTION; /* never further than the boxes */
        assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_PAIRS, &result), LOB_OK);
        assert_int_equal(lob_op_edges_check(&r.ctx, r.a, is_one ? NULL : r.b, &rule, result), LOB_OK);
        assert_int_equal(lob_edges_merged(&r.ctx, r.a, &a, &a_count), LOB_OK);
        assert_int_equal(lob_edges_merged(&r.ctx, is_one ? r.a : r.b, &b, &b_count), LOB_OK);
        for (uint32_t i = 0; i < a_count; i++) {
            for (uint32_t k = is_one ? i + 1 : 0; k < b_count; k++) {
                count += lob_edges_check(&rule, a[i], b[k], &pair);
            }
        }
        assert_int_equal(result->count, count);
        assert_int_equal(result->is_symmetric, is_one);
        total += count;
        lob_value_drop(result);
        close_rig(&r);
    }
    assert_gt(total, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_select), cmocka_unit_test(test_ends),
                                       cmocka_unit_test(test_crossings), cmocka_unit_test(test_check)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
