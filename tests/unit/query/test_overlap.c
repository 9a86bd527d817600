/* Rings against boxes: cases by hand, and random rings on a small grid against slabs. The slabs know nothing of lines
 * and sides: between neighbouring abscissas of vertices, crossings and box sides nothing crosses, so the windings above
 * and below each edge there tell the whole. Doubles are enough for them: on so small a grid nothing is nearer than
 * 1e-4. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "query/overlap.h"
#include "tests/support/arena_rig.h"

static bool overlaps(const lob_point64 *ring, uint32_t count, lob_box64 box) {
    bool result;
    assert_int_equal(lob_ring_overlaps(&ctx, ring, count, box, &result), LOB_OK);
    lob_arena_reset(arena);
    return result;
}

/* ---- slabs ---- */

enum { POINTS_MAX = 12, STOPS_MAX = 400 };

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct cut {
    double y;
    int by;
} cut;

static int compare_cuts(const void *a, const void *b) {
    return compare_doubles(&((const cut *)a)->y, &((const cut *)b)->y);
}

/* Abscissas where anything begins, ends or crosses. */
static int list_stops(const lob_point64 *p, int n, lob_box64 box, double stops[STOPS_MAX]) {
    int count = 0;
    stops[count++] = (double)box.left;
    stops[count++] = (double)box.right;
    for (int i = 0; i < n; i++) {
        stops[count++] = (double)p[i].x;
        for (int j = 0; j < i; j++) {
            double ax = (double)p[i].x, ay = (double)p[i].y, bx = (double)p[(i + 1) % n].x - ax,
                   by = (double)p[(i + 1) % n].y - ay, cx = (double)p[j].x, cy = (double)p[j].y,
                   dx = (double)p[(j + 1) % n].x - cx, dy = (double)p[(j + 1) % n].y - cy, det = bx * dy - by * dx;
            if (det != 0) {
                stops[count++] = ax + bx * ((cx - ax) * dy - (cy - ay) * dx) / det;
            }
        }
        for (int side = 0; side < 2; side++) { /* with the box's horizontals */
            double y = (double)(side ? box.top : box.bottom), dy = (double)(p[(i + 1) % n].y - p[i].y);
            if (dy != 0) {
                stops[count++] = (double)p[i].x + (double)(p[(i + 1) % n].x - p[i].x) * (y - (double)p[i].y) / dy;
            }
        }
    }
    qsort(stops, (size_t)count, sizeof *stops, compare_doubles);
    return count;
}

static bool slab_overlaps(const lob_point64 *p, int n, lob_box64 box) {
    double stops[STOPS_MAX];
    int count = list_stops(p, n, box, stops);
    for (int s = 0; s + 1 < count; s++) {
        double x = (stops[s] + stops[s + 1]) / 2;
        if (stops[s + 1] - stops[s] < 1e-9 || x < (double)box.left || x > (double)box.right) {
            continue;
        }
        cut cuts[POINTS_MAX];
        int cut_count = 0, sum = 0;
        for (int i = 0; i < n; i++) {
            lob_point64 a = p[i], b = p[(i + 1) % n];
            if (((double)a.x < x) != ((double)b.x < x)) {
                double t = (x - (double)a.x) / (double)(b.x - a.x);
                cuts[cut_count++] = (cut){(double)a.y + t * (double)(b.y - a.y), (double)a.x < x ? 1 : -1};
            }
        }
        qsort(cuts, (size_t)cut_count, sizeof *cuts, compare_cuts);
        for (int i = 0; i + 1 < cut_count; i++) {
            sum += cuts[i].by;
            double low = fmax(cuts[i].y, (double)box.bottom), high = fmin(cuts[i + 1].y, (double)box.top);
            if (sum != 0 && high - low > 1e-9) {
                return true;
            }
        }
    }
    return false;
}

static void test_random(void **state) {
    (void)state;
    int met = 0, runs = getenv("LOB_TEST_QUICK") ? 5000 : 60000;
    srand(11);
    for (int run = 0; run < runs; run++) {
        lob_point64 p[POINTS_MAX];
        int n = 3 + rand() % (POINTS_MAX - 2), reach = run % 3 == 0 ? 3 : 9;
        for (int i = 0; i < n; i++) {
            p[i] = (lob_point64){rand() % reach, rand() % reach};
        }
        if (run % 4 == 0) { /* there and back: cut lines and spikes */
            for (int i = n / 2; i < n; i++) {
                p[i] = p[n - 1 - i + (n % 2 && run % 8 == 0)];
            }
        }
        lob_box64 box = {rand() % reach, rand() % reach, 0, 0};
        box.right = box.left + 1 + rand() % 3;
        box.top = box.bottom + 1 + rand() % 3;
        bool expected = slab_overlaps(p, n, box);
        assert_int_equal(overlaps(p, (uint32_t)n, box), expected);
        met += expected;
    }
    assert_gt(met, runs / 10);
    assert_lt(met, runs - runs / 10);
}

/* ---- by hand ---- */

/* A square of 100 with a hole of 40, joined by a cut line from the corner. */
static const lob_point64 frame[10] = {{0, 0},   {100, 0}, {100, 100}, {0, 100}, {0, 0},
                                      {30, 30}, {30, 70}, {70, 70},   {70, 30}, {30, 30}};

static void test_hole(void **state) {
    (void)state;
    assert_false(overlaps(frame, 10, (lob_box64){40, 40, 60, 60}));
    assert_false(overlaps(frame, 10, (lob_box64){30, 30, 70, 70})); /* fills the hole */
    assert_true(overlaps(frame, 10, (lob_box64){29, 30, 70, 70}));
    assert_true(overlaps(frame, 10, (lob_box64){30, 30, 70, 71}));
    assert_true(overlaps(frame, 10, (lob_box64){10, 10, 20, 20})); /* on the cut line */
    assert_true(overlaps(frame, 10, (lob_box64){1, 50, 2, 51}));   /* nothing runs through it */
    assert_true(overlaps(frame, 10, (lob_box64){-10, -10, 110, 110}));
    assert_false(overlaps(frame, 10, (lob_box64){100, 0, 110, 100}));
    assert_false(overlaps(frame, 10, (lob_box64){100, 100, 110, 110}));
    assert_true(lob_ring_touches(frame, 10, (lob_box64){100, 100, 110, 110}));
    assert_false(lob_ring_touches(frame, 10, (lob_box64){101, 0, 110, 110}));
    assert_false(lob_ring_touches(frame, 10, (lob_box64){40, 40, 60, 60}));
}

static void test_slanted(void **state) {
    (void)state;
    const lob_point64 triangle[3] = {{0, 0}, {100, 0}, {0, 100}};
    assert_true(overlaps(triangle, 3, (lob_box64){49, 49, 60, 60}));
    assert_false(overlaps(triangle, 3, (lob_box64){50, 50, 60, 60})); /* the corner lies on the edge */
    assert_true(lob_ring_touches(triangle, 3, (lob_box64){50, 50, 60, 60}));
    assert_false(lob_ring_touches(triangle, 3, (lob_box64){51, 50, 60, 60}));
    const lob_point64 back[4] = {{0, 0}, {10, 7}, {20, 14}, {10, 7}}; /* a line, no area */
    assert_false(overlaps(back, 4, (lob_box64){-5, -5, 30, 30}));
    assert_true(lob_ring_touches(back, 4, (lob_box64){5, 0, 6, 30}));
    const lob_point64 point[3] = {{5, 5}, {5, 5}, {5, 5}};
    assert_false(overlaps(point, 3, (lob_box64){0, 0, 10, 10}));
    assert_true(lob_ring_touches(point, 3, (lob_box64){5, 5, 10, 10}));
    assert_false(lob_ring_touches(point, 3, (lob_box64){6, 5, 10, 10}));
    const lob_point64 eight[4] = {{0, 0}, {10, 10}, {0, 10}, {10, 0}}; /* both loops count */
    assert_true(overlaps(eight, 4, (lob_box64){4, 7, 6, 8}));
    assert_true(overlaps(eight, 4, (lob_box64){4, 2, 6, 3}));
    assert_false(overlaps(eight, 4, (lob_box64){0, 4, 3, 6}));
}

/* Coordinates at the border of the range: products need 109 bits. */
static void test_large(void **state) {
    (void)state;
    const int64_t m = (INT64_C(1) << 53) - 1;
    const lob_point64 sliver[3] = {{-m, -m}, {m, m}, {m, m - 1}};
    assert_true(overlaps(sliver, 3, (lob_box64){m - 10, m - 11, m - 9, m - 10}));
    assert_false(overlaps(sliver, 3, (lob_box64){m - 10, m - 9, m - 9, m - 8}));
    assert_false(overlaps(sliver, 3, (lob_box64){-10, 1, -5, 5}));
}

/* A ring with so many edges through the box that sorting them takes time. */
static void test_cancel(void **state) {
    (void)state;
    enum { COUNT = 40000 };
    lob_point64 *ring = malloc(COUNT * sizeof *ring);
    assert_non_null(ring);
    for (int i = 0; i < COUNT; i++) {
        ring[i] = (lob_point64){100 * (i % 2), 100 * (i * INT64_C(7919) % COUNT)};
    }
    lob_cancel cancel = {.requested = true};
    bool is_over = false;
    ctx.cancel = &cancel;
    assert_int_equal(lob_ring_overlaps(&ctx, ring, COUNT, (lob_box64){10, 0, 20, 100 * COUNT}, &is_over),
                     LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_ring_overlaps(&ctx, ring, COUNT, (lob_box64){10, 0, 20, 100 * COUNT}, &is_over), LOB_OK);
    assert_true(is_over);
    free(ring);
}

static bool run_once(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    bool result, fine = lob_ring_overlaps(&c, frame, 10, (lob_box64){29, 29, 71, 71}, &result) == LOB_OK;
    if (fine) {
        assert_true(result);
    } else {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return fine;
}

static void test_no_memory(void **state) {
    (void)state;
    sweep_allocations(run_once, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),  cmocka_unit_test(test_hole),
                                       cmocka_unit_test(test_slanted), cmocka_unit_test(test_large),
                                       cmocka_unit_test(test_cancel),  cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
