/* Which edge of a pair comes first: by formula on small polygons, and the same however a polygon is written down.
 * tests/scripts/order.drc has KLayout's own answers. */
#include "tests/support/lob_test.h"

#include "script/ops.h"

enum { TEETH = 40, RING_MAX = 4 * TEETH + 8 };

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *a, *pairs, *edges;
} rig;

static void open_rig(rig *r) {
    r->arena = lob_arena_new(0);
    lob_ctx_init(&r->ctx, r->arena);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_REGION, &r->a), LOB_OK);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_PAIRS, &r->pairs), LOB_OK);
    assert_int_equal(lob_value_new(&r->ctx, LOB_VALUE_EDGES, &r->edges), LOB_OK);
}

static void close_rig(rig *r) {
    lob_value_drop(r->a);
    lob_value_drop(r->pairs);
    lob_value_drop(r->edges);
    lob_arena_drop(r->arena);
}

static void check(rig *r, const lob_point64 *ring, uint32_t count, lob_check_kind kind, int64_t distance) {
    const lob_contour contour = {0, count, false};
    const lob_polygons polygon = {ring, &contour, count, 1};
    const lob_pairs_ask ask = {.kind = kind, .scope = LOB_SCOPE_WITHIN, .rule = lob_check_rule_of(kind, distance)};
    assert_int_equal(lob_value_put_raw(&r->ctx, r->a, &polygon), LOB_OK);
    assert_int_equal(lob_op_check(&r->ctx, r->a, NULL, &ask, r->pairs), LOB_OK);
    assert_false(r->pairs->lacks_order);
    assert_int_equal(lob_op_edges(&r->ctx, r->pairs, LOB_EDGES_FIRST, r->edges), LOB_OK);
    assert_int_equal(r->edges->count, r->pairs->count);
}

/* From the lowest left corner on, clockwise: a box's left side comes before its right, its top before its bottom. */
static void test_box(void **unused) {
    (void)unused;
    const lob_point64 high[] = {{0, 0}, {10, 0}, {10, 100}, {0, 100}}, wide[] = {{0, 0}, {0, 10}, {100, 10}, {100, 0}};
    rig r;
    open_rig(&r);
    check(&r, high, 4, LOB_CHECK_WIDTH, 20);
    assert_int_equal(r.edges->count, 1);
    assert_eq(r.edges->edges[0].from.x, 0);
    assert_eq(r.edges->edges[0].to.y, 100);
    check(&r, wide, 4, LOB_CHECK_WIDTH, 20);
    assert_int_equal(r.edges->count, 1);
    assert_eq(r.edges->edges[0].from.y, 10);
    close_rig(&r);
}

/* A comb: width pairs across each tooth, notch pairs across each gap. */
static uint32_t comb(lob_point64 *ring, int teeth) {
    uint32_t n = 0;
    ring[n++] = (lob_point64){0, 0};
    for (int i = 0; i < teeth; i++) {
        ring[n++] = (lob_point64){20 * i, 50 + i % 7};
        ring[n++] = (lob_point64){20 * i + 10, 50 + i % 7};
        ring[n++] = (lob_point64){20 * i + 10, 30};
        ring[n++] = (lob_point64){20 * i + 20, 30};
    }
    n -= 2;
    ring[n++] = (lob_point64){20 * teeth - 10, 0};
    return n;
}

/* Teeth in a row have their left sides first, up to 100 edges. */
static void test_small_comb(void **unused) {
    (void)unused;
    lob_point64 ring[RING_MAX];
    rig r;
    open_rig(&r);
    check(&r, ring, comb(ring, 20), LOB_CHECK_WIDTH, 15);
    assert_int_equal(r.edges->count, 20);
    for (uint32_t i = 0; i < r.edges->count; i++) {
        assert_eq(r.edges->edges[i].from.x % 20, 0);
    }
    check(&r, ring, comb(ring, 20), LOB_CHECK_SPACE, 15);
    assert_int_equal(r.edges->count, 19);
    for (uint32_t i = 0; i < r.edges->count; i++) {
        assert_eq(r.edges->edges[i].from.x % 20, 10);
    }
    close_rig(&r);
}

/* A comb of many edges, written from any corner on and in either direction. */
static void test_same(void **unused) {
    (void)unused;
    lob_point64 ring[RING_MAX], turned[RING_MAX];
    rig r, other;
    open_rig(&r);
    open_rig(&other);
    const uint32_t n = comb(ring, TEETH);
    for (int kind = 0; kind < 2; kind++) {
        check(&r, ring, n, kind ? LOB_CHECK_SPACE : LOB_CHECK_WIDTH, 15);
        assert_int_equal(r.edges->count, TEETH - kind);
        for (uint32_t from = 0; from < n; from += 13) {
            for (uint32_t i = 0; i < n; i++) {
                turned[i] = ring[from % 2 ? (from + i) % n : (from + n - i) % n];
            }
            lob_case("from %u", from);
            check(&other, turned, n, kind ? LOB_CHECK_SPACE : LOB_CHECK_WIDTH, 15);
            assert_int_equal(other.edges->count, r.edges->count);
            for (uint32_t i = 0; i < r.edges->count; i++) {
                assert_eq(other.edges->edges[i].from.x, r.edges->edges[i].from.x);
                assert_eq(other.edges->edges[i].from.y, r.edges->edges[i].from.y);
                assert_eq(other.edges->edges[i].to.y, r.edges->edges[i].to.y);
            }
        }
    }
    close_rig(&r);
    close_rig(&other);
}

/* Space of one layer has no order, nor has what it is joined with. */
static void test_without(void **unused) {
    (void)unused;
    const lob_point64 rings[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {15, 0}, {25, 0}, {25, 10}, {15, 10}};
    const lob_contour contours[] = {{0, 4, false}, {4, 4, false}};
    const lob_polygons two = {rings, contours, 8, 2};
    const lob_pairs_ask ask = {
        .kind = LOB_CHECK_SPACE, .scope = LOB_SCOPE_BOTH, .rule = lob_check_rule_of(LOB_CHECK_SPACE, 8)};
    lob_value *joined;
    rig r;
    open_rig(&r);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.a, &two), LOB_OK);
    assert_int_equal(lob_op_check(&r.ctx, r.a, NULL, &ask, r.pairs), LOB_OK);
    assert_int_equal(r.pairs->count, 1);
    assert_int_equal(lob_op_edges(&r.ctx, r.pairs, LOB_EDGES_FIRST, r.edges), LOB_E_DRC_RUN_FAILED);
    lob_error_clear(&r.ctx.error);
    assert_int_equal(lob_op_edges(&r.ctx, r.pairs, LOB_EDGES_ALL, r.edges), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_PAIRS, &joined), LOB_OK);
    const lob_value none = {.kind = LOB_VALUE_PAIRS};
    assert_int_equal(lob_op_join(&r.ctx, r.pairs, &none, joined), LOB_OK);
    assert_true(joined->is_symmetric);
    assert_int_equal(lob_op_edges(&r.ctx, joined, LOB_EDGES_SECOND, r.edges), LOB_E_DRC_RUN_FAILED);
    lob_value_drop(joined);
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_box), cmocka_unit_test(test_small_comb),
                                       cmocka_unit_test(test_same), cmocka_unit_test(test_without)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
