/* Lines of edges as bands: areas by formula, and every edge in one line. */
#include "tests/support/lob_test.h"

#include <math.h>

#include "script/ops.h"

static uint64_t state = 5;

static int64_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *edges, *result;
} rig;

static rig begin(const lob_edge64 *edges, uint32_t count, const int64_t by[4], lob_status expected) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_EDGES, &r.edges), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &r.result), LOB_OK);
    assert_int_equal(lob_value_put_edges(&r.ctx, r.edges, edges, count), LOB_OK);
    assert_int_equal(lob_op_joined(&r.ctx, r.edges, by, r.result), expected);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->edges);
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

/* Of hulls less their holes. */
static double area(const lob_polygons *p) {
    double sum = 0;
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        double own = 0;
        for (uint32_t i = 0; i < p->contours[c].count; i++) {
            const lob_point64 a = ring[i], b = ring[(i + 1) % p->contours[c].count];
            own += ((double)a.x * (double)b.y - (double)b.x * (double)a.y) / 2;
        }
        sum += p->contours[c].is_hole ? -fabs(own) : fabs(own);
    }
    return sum;
}

static void one_edge(void **unused) {
    (void)unused;
    for (int i = 0; i < 100; i++) {
        const int64_t by[4] = {below(20), below(20), below(20), 1 + below(20)}, length = 30 + below(100);
        const lob_edge64 edge = {{5, 7}, {5 + length, 7}};
        rig r = begin(&edge, 1, by, LOB_OK);
        assert_int_equal(r.result->raw.contour_count, 1);
        assert_eq(area(&r.result->raw), (double)((length + by[0] + by[1]) * (by[2] + by[3])));
        end(&r);
    }
}

/* To the right, then up: the strips share a square on the left side and lack one at the right. */
static void bend(void **unused) {
    (void)unused;
    for (int i = 0; i < 100; i++) {
        const int64_t by[4] = {below(20), below(20), below(15), 1 + below(15)}, a = 40 + below(50), b = 40 + below(50);
        lob_edge64 edges[2] = {{{0, 0}, {a, 0}}, {{a, 0}, {a, b}}};
        if (i % 2) {
            const lob_edge64 kept = edges[0];
            edges[0] = edges[1];
            edges[1] = kept;
        }
        rig r = begin(edges, 2, by, LOB_OK);
        const int64_t width = by[2] + by[3];
        assert_int_equal(r.result->raw.contour_count, 1);
        assert_eq(area(&r.result->raw), (double)((a + b + by[0] + by[1]) * width + by[3] * by[3] - by[2] * by[2]));
        end(&r);
    }
}

/* Clockwise, the inside on the right: a frame. Shrunk by more than it is wide nothing is left out. */
static void ring(void **unused) {
    (void)unused;
    for (int i = 0; i < 100; i++) {
        const int64_t w = 10 + below(50), h = 10 + below(50), by[4] = {3, 4, below(20), 1 + below(20)};
        const lob_point64 p[4] = {{0, 0}, {0, h}, {w, h}, {w, 0}};
        lob_edge64 edges[4];
        for (int k = 0; k < 4; k++) {
            edges[(k + i) % 4] = (lob_edge64){p[k], p[(k + 1) % 4]};
        }
        rig r = begin(edges, 4, by, LOB_OK);
        const int64_t inner = w > 2 * by[3] && h > 2 * by[3] ? (w - 2 * by[3]) * (h - 2 * by[3]) : 0;
        assert_eq(area(&r.result->raw), (double)((w + 2 * by[2]) * (h + 2 * by[2]) - inner));
        end(&r);
    }
}

/* Stairs that do not meet, their edges mixed: a line each. Points are no edges. */
static void many(void **unused) {
    (void)unused;
    enum { LINES = 12, STEPS = 9 };
    const int64_t by[4] = {0, 0, 1, 1};
    lob_edge64 edges[LINES * STEPS + 1];
    uint32_t count = 0;
    for (int line = 0; line < LINES; line++) {
        lob_point64 at = {0, 100 * line};
        for (int k = 0; k < STEPS; k++) {
            const lob_point64 next = k % 2 ? (lob_point64){at.x, at.y + 7} : (lob_point64){at.x + 7, at.y};
            edges[count++] = (lob_edge64){at, next};
            at = next;
        }
    }
    edges[count++] = (lob_edge64){{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t k = (uint32_t)below(count);
        const lob_edge64 kept = edges[i];
        edges[i] = edges[k];
        edges[k] = kept;
    }
    rig r = begin(edges, count, by, LOB_OK);
    assert_int_equal(r.result->raw.contour_count, LINES);
    assert_eq(area(&r.result->raw), 2.0 * 7 * STEPS * LINES);
    end(&r);
}

/* Going back from the lowest edge leads into a circle that never comes back to it. */
static void circle_beside_the_way(void **unused) {
    (void)unused;
    const lob_edge64 edges[] = {{{0, 0}, {-10, 50}},  {{0, 50}, {0, 0}},   {{0, 50}, {50, 50}},
                                {{50, 50}, {50, 90}}, {{50, 90}, {0, 90}}, {{0, 90}, {0, 50}}};
    const int64_t by[4] = {0, 0, 2, 2};
    rig r = begin(edges, 6, by, LOB_OK);
    const double sum = area(&r.result->raw);
    assert_gt(sum, 4 * 200);
    assert_lt(sum, 4 * 300);
    end(&r);
}

static void nothing_and_too_far(void **unused) {
    (void)unused;
    const int64_t by[4] = {0, 0, 0, 0}, more[4] = {0, 0, 1, 1};
    const lob_edge64 flat = {{0, 0}, {10, 0}}, far = {{0, 0}, {INT64_C(1) << 33, 0}};
    rig r = begin(&flat, 0, by, LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    end(&r);
    r = begin(&flat, 1, by, LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    end(&r);
    r = begin(&far, 1, more, LOB_E_DRC_RUN_FAILED);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_edge),
        cmocka_unit_test(bend),
        cmocka_unit_test(ring),
        cmocka_unit_test(many),
        cmocka_unit_test(circle_beside_the_way),
        cmocka_unit_test(nothing_and_too_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
