/* Odd parts of random rings against windings counted square by square: rings along the axes have whole squares. */
#include "tests/support/lob_test.h"

#include "script/ops.h"

enum { FIELD = 12, CORNERS = 10, ROUNDS = 300 };

static uint64_t state = 5;

static int64_t below(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % n);
}

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *value, *result;
} rig;

static rig begin(const lob_polygons *polygons) {
    rig r = {.arena = lob_arena_new(0)};
    lob_ctx_init(&r.ctx, r.arena);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &r.value), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, LOB_VALUE_REGION, &r.result), LOB_OK);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.value, polygons), LOB_OK);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->value);
    lob_value_drop(r->result);
    lob_arena_drop(r->arena);
}

/* Of the middle of a square, by the upright edges to its right. */
static int winding(const lob_point64 *ring, uint32_t count, int x, int y) {
    int sum = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        const lob_point64 a = ring[k], b = ring[i];
        if (a.x > x && a.x == b.x && (a.y > y) != (b.y > y)) {
            sum += b.y > a.y ? 1 : -1;
        }
    }
    return sum;
}

static int64_t twice_area(const lob_point64 *ring, uint32_t count) {
    int64_t area = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        area += ring[k].x * ring[i].y - ring[k].y * ring[i].x;
    }
    return area;
}

/* How many contours have the square: hulls count, holes take away. */
static int covers(const lob_polygons *p, int x, int y) {
    int count = 0;
    for (uint32_t c = 0; c < p->contour_count; c++) {
        const lob_contour *contour = &p->contours[c];
        count += (winding(p->points + contour->first, contour->count, x, y) != 0) * (contour->is_hole ? -1 : 1);
    }
    return count;
}

static void random_rings(void **unused) {
    (void)unused;
    int odd = 0, plain = 0;
    for (int round = 0; round < ROUNDS; round++) {
        lob_point64 ring[2 * CORNERS];
        lob_case("round %d", round);
        const uint32_t corners = 2 + (uint32_t)below(CORNERS - 2);
        for (uint32_t i = 0; i < corners; i++) { /* across, then up */
            const lob_point64 p = {below(FIELD), below(FIELD)};
            ring[2 * i] = (lob_point64){p.x, i == 0 ? 0 : ring[2 * i - 1].y};
            ring[2 * i + 1] = p;
        }
        ring[0].y = ring[2 * corners - 1].y;
        const uint32_t count = 2 * corners;
        const int64_t area = twice_area(ring, count);
        const lob_contour contour = {0, count, false};
        const lob_polygons one = {ring, &contour, count, 1};
        if (area == 0) {
            continue; /* it has no sense to run against */
        }
        rig r = begin(&one);
        assert_int_equal(lob_op_odd(&r.ctx, r.value, r.result), LOB_OK);
        for (int i = 0; i < FIELD * FIELD; i++) {
            const int w = winding(ring, count, i % FIELD, i / FIELD), turned = area > 0 ? w : -w;
            assert_int_equal(covers(&r.result->raw, i % FIELD, i / FIELD), turned < 0 || turned > 1);
            odd += turned < 0 || turned > 1;
        }
        plain += r.result->raw.contour_count == 0;
        end(&r);
    }
    assert_gt(odd, ROUNDS);
    assert_gt(plain, 5);
}

/* Each by itself: two boxes on each other are not odd. */
static void single_polygons(void **unused) {
    (void)unused;
    static const lob_point64 points[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {3, 3}, {12, 3}, {12, 12}, {3, 12}};
    static const lob_contour contours[] = {{0, 4, false}, {4, 4, false}};
    const lob_polygons some = {points, contours, 8, 2};
    rig r = begin(&some);
    assert_int_equal(lob_op_odd(&r.ctx, r.value, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    end(&r);
}

/* Of a bow tie it is the smaller half, which runs against the larger one: with a crossing on the grid, and with one
 * that is rounded to the same place. Whichever way round it is drawn. */
static void bow_ties(void **unused) {
    (void)unused;
    for (int64_t off = 0; off < 2; off++) {
        for (int turned = 0; turned < 2; turned++) {
            const lob_point64 ring[] = {{0, 0}, {30, 30}, {30, off}, {0, 60}};
            const lob_point64 other[] = {{0, 60}, {30, off}, {30, 30}, {0, 0}};
            static const lob_contour contour = {0, 4, false};
            const lob_polygons one = {turned ? other : ring, &contour, 4, 1};
            const lob_point64 expected[] = {{30, off}, {30, 30}, {20, 20}};
            rig r = begin(&one);
            assert_int_equal(lob_op_odd(&r.ctx, r.value, r.result), LOB_OK);
            assert_int_equal(r.result->raw.contour_count, 1);
            assert_int_equal(r.result->raw.contours[0].count, 3);
            assert_memory_equal(r.result->raw.points, expected, sizeof expected);
            end(&r);
        }
    }
}

/* Merged polygons have holes and no odd parts; who crosses itself around a hole is refused. */
static void holes(void **unused) {
    (void)unused;
    static const lob_point64 points[] = {{0, 0}, {30, 0}, {30, 30}, {0, 30}, {0, 0}, {0, 30}, {10, 20}, {10, 10}};
    static const lob_contour contours[] = {{0, 4, false}, {4, 4, true}};
    const lob_polygons one = {points, contours, 8, 2};
    rig r = begin(&one);
    assert_int_equal(lob_op_odd(&r.ctx, r.value, r.result), LOB_OK);
    assert_int_equal(r.result->raw.contour_count, 0);
    end(&r);
    static const lob_point64 crossed[] = {{0, 0}, {30, 30}, {30, 0}, {0, 60}, {2, 8}, {2, 9}, {3, 9}, {3, 8}};
    const lob_polygons bow_tie = {crossed, contours, 8, 2};
    r = begin(&bow_tie);
    assert_int_equal(lob_op_odd(&r.ctx, r.value, r.result), LOB_E_DRC_RUN_FAILED);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_rings), cmocka_unit_test(single_polygons),
                                       cmocka_unit_test(bow_ties), cmocka_unit_test(holes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
