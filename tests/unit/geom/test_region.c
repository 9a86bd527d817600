/* Regions against KLayout (tests/oracle/region_cases.py), exact areas by fractions, and known shapes. */
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "tests/support/lob_test.h"

#include "region_help.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"

static const double stored_cases[] = {
#include "region_cases.inc"
};

/* ---- cases of KLayout ---- */

typedef struct reader {
    const double *at, *end;
} reader;

static int64_t take(reader *r) {
    assert_lt(r->at, r->end);
    return (int64_t)*r->at++;
}

typedef struct ring {
    int operand;
    uint32_t count;
    lob_point64 points[16];
} ring;

typedef struct tested {
    int kind, op;
    ring rings[16];
    uint32_t ring_count;
    double area, exact;
} tested;

static void read_case(reader *r, tested *c) {
    c->kind = (int)take(r);
    c->op = (int)take(r);
    c->ring_count = 0;
    for (int operand = 0; operand < 2; operand++) {
        for (int64_t n = take(r); n > 0; n--) {
            ring *next = &c->rings[c->ring_count++];
            next->operand = operand;
            next->count = (uint32_t)take(r);
            for (uint32_t i = 0; i < next->count; i++) {
                next->points[i].x = take(r);
                next->points[i].y = take(r);
            }
        }
    }
    c->area = *r->at++;
    c->exact = *r->at++;
}

/* `turn`: another order of rings and points. */
static lob_region *region_of(lob_ctx *ctx, const tested *c, uint32_t turn) {
    lob_region *region;
    assert_int_equal(lob_region_new(ctx, 1, &region), LOB_OK);
    for (uint32_t i = 0; i < c->ring_count; i++) {
        const ring *from = &c->rings[(i * (turn ? c->ring_count - 1 : 1) + turn) % c->ring_count];
        ring r = *from;
        for (uint32_t k = 0; k < r.count; k++) {
            r.points[k] = from->points[turn & 1 ? r.count - 1 - k : (k + turn) % r.count];
        }
        assert_int_equal(lob_region_add(ctx, region, r.operand, r.points, r.count), LOB_OK);
    }
    return region;
}

static void check_edges(lob_ctx *ctx, lob_region *region, const tested *c, reader *r, unsigned index) {
    uint32_t wanted = (uint32_t)take(r), count;
    const lob_edge64 *edges;
    if (wanted == 0) {
        return;
    }
    assert_int_equal(lob_region_edges(ctx, region, (lob_region_op)c->op, &edges, &count), LOB_OK);
    bool fine = count == wanted;
    lob_edge64 *theirs = calloc(wanted, sizeof *theirs);
    for (uint32_t i = 0; i < wanted; i++) {
        theirs[i].from.x = take(r);
        theirs[i].from.y = take(r);
        theirs[i].to.x = take(r);
        theirs[i].to.y = take(r);
    }
    for (uint32_t i = 0; fine && i < wanted; i++) { /* starts may be shared, in any order */
        bool found = false;
        for (uint32_t k = i > 2 ? i - 2 : 0; k < wanted && k < i + 3; k++) {
            found = found || memcmp(&edges[i], &theirs[k], sizeof *edges) == 0;
        }
        fine = found;
    }
    free(theirs);
    if (!fine) {
        fail_msg("case %u (kind %d, operation %d): edges differ, %u and %u", index, c->kind, c->op, count, wanted);
    }
}

static double polygons_area(const lob_polygons *p) {
    __int128 area2 = 0;
    for (uint32_t i = 0; i < p->contour_count; i++) {
        const lob_contour *c = &p->contours[i];
        const lob_point64 *q = p->points + c->first;
        __int128 own = 0;
        for (uint32_t k = 0, j = c->count - 1; k < c->count; j = k++) {
            own += lob_cross(q[j], q[k]);
        }
        if (c->is_hole) {
            assert_lt(own, 0);
            assert_gt(i, 0);
        } else {
            assert_gt(own, 0);
        }
        area2 += own;
    }
    return (double)area2 / 2;
}

static void check_polygons(lob_ctx *ctx, lob_region *region, const tested *c, double area, unsigned index) {
    lob_polygons p, again, cut;
    assert_int_equal(lob_region_polygons(ctx, region, (lob_region_op)c->op, &p), LOB_OK);
    assert_eq(polygons_area(&p), area);
    for (uint32_t turn = 1; turn < 4; turn++) {
        lob_region *other = region_of(ctx, c, turn);
        assert_int_equal(lob_region_polygons(ctx, other, (lob_region_op)c->op, &again), LOB_OK);
        if (again.point_count != p.point_count || again.contour_count != p.contour_count ||
            (p.point_count && memcmp(again.points, p.points, p.point_count * sizeof *p.points) != 0)) {
            fail_msg("case %u depends on the order of its rings", index);
        }
    }
    assert_int_equal(lob_polygons_cut(ctx, &p, &cut), LOB_OK);
    for (uint32_t i = 0; i < cut.contour_count; i++) {
        assert_false(cut.contours[i].is_hole);
    }
    assert_eq(polygons_area(&cut), area);
    /* Merged again the rings are what they were. */
    lob_region *back;
    lob_region_measures m;
    assert_int_equal(lob_region_new(ctx, 1, &back), LOB_OK);
    for (uint32_t i = 0; i < cut.contour_count; i++) {
        assert_int_equal(lob_region_add(ctx, back, 0, cut.points + cut.contours[i].first, cut.contours[i].count),
                         LOB_OK);
    }
    assert_int_equal(lob_region_polygons(ctx, back, LOB_REGION_OR, &again), LOB_OK);
    assert_int_equal(lob_region_measure(ctx, back, LOB_REGION_OR, &m), LOB_OK);
    if (m.area != area || m.crossings_rounded) {
        fail_msg("case %u: cut rings have area %.17g, not %.17g", index, m.area, area);
    }
}

/* *worst: how far KLayout's area is from ours, as a share of what rounding explains; only said, for KLayout rounds
 * more. has_polygons: whether its segments and polygons are looked at as well. */
static void check_case(reader *r, unsigned index, double *worst, bool has_polygons) {
    tested c;
    lob_ctx ctx;
    lob_region_measures m;
    begin(&ctx);
    read_case(r, &c);
    lob_region *region = region_of(&ctx, &c, 0);
    assert_int_equal(lob_region_measure(&ctx, region, (lob_region_op)c.op, &m), LOB_OK);
    if (has_polygons) {
        assert_clean(region->arrangement->segments, region->arrangement->count);
    }
    double noise = c.exact * 1e-15;
    if (fabs(m.area - c.exact) > m.area_error * (1 + 1e-12) + noise) {
        fail_msg("case %u (kind %d, operation %d): area %.17g, exact %.17g, bound %.17g", index, c.kind, c.op, m.area,
                 c.exact, m.area_error);
    }
    if (m.crossings_rounded == 0) {
        assert_eq(m.area, c.exact);
    }
    double off = fabs(m.area - c.area),
           share = off / (m.area_error + 0.5 * (double)c.ring_count + 1e-3 * m.perimeter + 1);
    *worst = share > *worst ? share : *worst;
    if (has_polygons) {
        check_polygons(&ctx, region, &c, m.area, index);
    }
    check_edges(&ctx, region, &c, r, index);
    end(&ctx);
}

static void run_cases(const double *numbers, size_t count) {
    reader r = {numbers, numbers + count};
    unsigned index = 0;
    double worst = 0;
    const unsigned most = stride_pick(UINT32_MAX, 200);
    for (; r.at < r.end && index < most; index++) {
        check_case(&r, index, &worst, index % stride_pick(1, 4) == 0);
    }
    if (getenv("LOB_REGION_CASES")) {
        printf("%u cases; KLayout's areas within %.3g of area_error, half a ring and perimeter / 1000\n", index, worst);
    }
}

static void test_klayout(void **state) {
    (void)state;
    const char *path = getenv("LOB_REGION_CASES");
    if (!path) {
        run_cases(stored_cases, sizeof stored_cases / sizeof *stored_cases);
        return;
    }
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[256];
    assert_non_null(fgets(line, sizeof line, file)); /* the comment */
    size_t count = 0, room = 1 << 16;
    double *numbers = malloc(room * sizeof *numbers);
    while (fscanf(file, "%lf ,", &numbers[count]) == 1) {
        if (++count == room) {
            numbers = realloc(numbers, (room *= 2) * sizeof *numbers);
        }
    }
    fclose(file);
    run_cases(numbers, count);
    free(numbers);
}

/* ---- known shapes ---- */

static double area_of(lob_ctx *ctx, lob_region *region, lob_region_op op) {
    lob_region_measures m;
    assert_int_equal(lob_region_measure(ctx, region, op, &m), LOB_OK);
    return m.area;
}

/* Rings that meet themselves: KLayout's merged areas, alone and on top of a square of 100 around them. */
static void test_odd_rings(void **state) {
    (void)state;
    static const struct {
        uint32_t count;
        lob_point64 points[11];
        double area;
    } rings[] = {
        {4, {{0, 0}, {10, 10}, {10, 0}, {0, 10}}, 50},                                      /* bow tie */
        {6, {{0, 0}, {5, 5}, {10, 10}, {10, 0}, {5, 5}, {0, 10}}, 50},                      /* joined at a vertex */
        {8, {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}, {10, 0}, {10, 10}, {0, 10}}, 100}, /* wound twice */
        {8, {{0, 0}, {10, 0}, {10, 10}, {2, 10}, {2, 2}, {8, 2}, {8, 8}, {0, 8}}, 96},      /* in part */
        {8, {{0, 0}, {10, 0}, {10, 10}, {8, 10}, {8, -5}, {6, -5}, {6, 10}, {0, 10}}, 90},  /* a lobe backwards */
        {11,
         {{0, 0}, {20, 0}, {20, 20}, {10, 20}, {10, 10}, {5, 10}, {5, 5}, {10, 5}, {10, 10}, {10, 20}, {0, 20}},
         400},
        {11,
         {{0, 0}, {20, 0}, {20, 20}, {10, 20}, {10, 10}, {10, 5}, {5, 5}, {5, 10}, {10, 10}, {10, 20}, {0, 20}},
         375},
        {6, {{0, 0}, {10, 0}, {10, 10}, {10, 20}, {10, 10}, {0, 10}}, 100}, /* a spike */
        {3, {{0, 0}, {10, 0}, {20, 0}}, 0},                                 /* a line */
        {5, {{0, 0}, {0, 0}, {10, 0}, {10, 0}, {10, 10}}, 50},              /* points twice */
    };
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        lob_case("rings[%zu]", i);
        lob_ctx ctx;
        lob_region *alone, *both;
        begin(&ctx);
        assert_int_equal(lob_region_new(&ctx, 1, &alone), LOB_OK);
        assert_int_equal(lob_region_new(&ctx, 1, &both), LOB_OK);
        assert_int_equal(lob_region_add(&ctx, alone, 1, rings[i].points, rings[i].count), LOB_OK);
        assert_eq(area_of(&ctx, alone, LOB_REGION_OR), rings[i].area);
        assert_int_equal(lob_region_add(&ctx, both, 0, rings[i].points, rings[i].count), LOB_OK);
        assert_int_equal(lob_region_add_box(&ctx, both, 0, (lob_box64){-50, -50, 50, 50}), LOB_OK);
        assert_eq(area_of(&ctx, both, LOB_REGION_OR), 10000);
        assert_int_equal(lob_region_add(&ctx, both, 1, rings[i].points, rings[i].count), LOB_OK);
        assert_eq(area_of(&ctx, both, LOB_REGION_AND), rings[i].area);
        assert_eq(area_of(&ctx, both, LOB_REGION_NOT), 10000 - rings[i].area);
        end(&ctx);
    }
}

static lob_region *boxes(lob_ctx *ctx, int64_t scale, const lob_box64 *list, size_t count) {
    lob_region *region;
    assert_int_equal(lob_region_new(ctx, scale, &region), LOB_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(lob_region_add_box(ctx, region, 0, list[i]), LOB_OK);
    }
    return region;
}

/* A frame within a frame: hulls and holes, in order; measures; the cut line form. */
static void test_frames(void **state) {
    (void)state;
    lob_ctx ctx;
    begin(&ctx);
    static const lob_box64 list[] = {{0, 0, 10, 2}, {0, 8, 10, 10}, {0, 0, 2, 10},  {8, 0, 10, 10},
                                     {4, 4, 6, 6},  {20, 0, 25, 5}, {25, 5, 30, 10}};
    lob_region *region = boxes(&ctx, 1, list, 7);
    lob_polygons p, cut;
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &p), LOB_OK);
    assert_int_equal(p.contour_count, 5);
    assert_false(p.contours[0].is_hole);
    assert_true(p.contours[1].is_hole);
    static const lob_point64 hole[] = {{2, 2}, {2, 8}, {8, 8}, {8, 2}};
    assert_int_equal(p.contours[1].count, 4);
    assert_memory_equal(p.points + p.contours[1].first, hole, sizeof hole);
    assert_int_equal(p.points[p.contours[2].first].x, 20); /* corners that touch: two parts */
    assert_int_equal(p.points[p.contours[3].first].x, 4);
    assert_int_equal(p.points[p.contours[4].first].x, 25);
    lob_region_measures m;
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_OR, &m), LOB_OK);
    assert_eq(m.area, 64 + 4 + 50);
    assert_eq(m.perimeter, 40 + 24 + 8 + 40);
    assert_eq(m.area_error, 0);
    assert_eq(m.box.left, 0);
    assert_eq(m.box.bottom, 0);
    assert_eq(m.box.right, 30);
    assert_eq(m.box.top, 10);
    assert_int_equal(lob_polygons_cut(&ctx, &p, &cut), LOB_OK);
    assert_int_equal(cut.contour_count, 4);
    assert_int_equal(cut.contours[0].count, 10);
    end(&ctx);
}

/* A hole beside a hole belongs to the same hull, though another hull begins between them. */
static void test_holes(void **state) {
    (void)state;
    lob_ctx ctx;
    begin(&ctx);
    static const lob_box64 outer[] = {{0, 0, 30, 10}, {50, 1, 60, 9}},
                           inner[] = {{2, 2, 8, 8}, {12, 2, 18, 8}, {22, 3, 28, 8}};
    lob_region *region = boxes(&ctx, 1, outer, 2);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lob_region_add_box(&ctx, region, 1, inner[i]), LOB_OK);
    }
    lob_polygons p;
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_NOT, &p), LOB_OK);
    assert_int_equal(p.contour_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(p.contours[i].is_hole, i == 1 || i == 2 || i == 3);
    }
    assert_int_equal(p.points[p.contours[4].first].x, 50);
    end(&ctx);
}

static void test_empty(void **state) {
    (void)state;
    lob_ctx ctx;
    begin(&ctx);
    lob_region *region = boxes(&ctx, 1, &(lob_box64){5, 5, 5, 9}, 1);
    lob_region_measures m;
    lob_polygons p, cut;
    const lob_edge64 *edges;
    uint32_t count;
    static const lob_point64 two[] = {{0, 0}, {5, 5}};
    assert_int_equal(lob_region_add(&ctx, region, 0, two, 2), LOB_OK);
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_XOR, &m), LOB_OK);
    assert_eq(m.area, 0);
    assert_eq(m.perimeter, 0);
    assert_true(lob_box64_is_empty(m.box));
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &p), LOB_OK);
    assert_int_equal(p.contour_count, 0);
    assert_int_equal(lob_region_edges(&ctx, region, LOB_REGION_OR, &edges, &count), LOB_OK);
    assert_int_equal(count, 0);
    assert_int_equal(lob_polygons_cut(&ctx, &p, &cut), LOB_OK);
    assert_int_equal(cut.contour_count, 0);
    end(&ctx);
}

/* Coordinates at the border of the range, and beyond it; scaling up brings areas closer to the truth. */
static void test_range_and_scale(void **state) {
    (void)state;
    lob_ctx ctx;
    begin(&ctx);
    const int64_t far = LOB_REGION_COORD_MAX;
    const lob_point64 a[] = {{-far, -far}, {far, -far + 1}, {far, far}},
                      b[] = {{-far, far}, {far, -far}, {far, far - 7}};
    lob_region *region;
    lob_region_measures m;
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, a, 3), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 1, b, 3), LOB_OK);
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_AND, &m), LOB_OK);
    double side = (double)far;
    assert_close(m.area / (side * side), 1, 1e-9); /* a quarter of the square of 2 * far */
    assert_clean(region->arrangement->segments, region->arrangement->count);
    const lob_point64 beyond[] = {{0, 0}, {far + 1, 0}, {0, 5}};
    assert_int_equal(lob_region_add(&ctx, region, 0, beyond, 3), LOB_E_QUERY_TOO_LARGE);
    assert_ne(ctx.error.hint[0], 0);
    double before = INFINITY;
    const lob_point64 c[] = {{0, 0}, {7, 3}, {1, 9}}, d[] = {{8, 1}, {6, 8}, {-1, 4}};
    for (int64_t scale = 1; scale <= 1024; scale *= 32) {
        assert_int_equal(lob_region_new(&ctx, scale, &region), LOB_OK);
        assert_int_equal(lob_region_add(&ctx, region, 0, c, 3), LOB_OK);
        assert_int_equal(lob_region_add(&ctx, region, 1, d, 3), LOB_OK);
        assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_AND, &m), LOB_OK);
        assert_gt(m.crossings_rounded, 0);
        assert_gt(m.area_error, 0);
        assert_lt(m.area_error, before / 4);
        before = m.area_error;
    }
    end(&ctx);
}

/* ---- hard inputs ---- */

static void add_star(lob_ctx *ctx, lob_region *region, uint32_t count) {
    uint32_t seed = 5;
    for (uint32_t i = 0; i < count; i++) {
        int64_t x = random_in(&seed, -1000000, 1000000), y = random_in(&seed, -1000000, 1000000);
        lob_point64 corners[] = {{-x, -y}, {x, y}, {x + 1, y}};
        assert_int_equal(lob_region_add(ctx, region, 0, corners, 3), LOB_OK);
    }
}

static void test_limit(void **state) {
    (void)state;
    lob_ctx ctx;
    lob_region *region;
    lob_region_measures m;
    begin(&ctx);
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    add_star(&ctx, region, 60);
    lob_region_limit(region, 500);
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_OR, &m), LOB_E_QUERY_TOO_LARGE);
    assert_string_equal(ctx.error.details[0].key, "reason");
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("crossings")));
    lob_error_clear(&ctx.error);
    lob_region_limit(region, 100000);
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_OR, &m), LOB_OK);
    assert_clean(region->arrangement->segments, region->arrangement->count);
    end(&ctx);
}

static void test_cancel(void **state) {
    (void)state;
    lob_ctx ctx;
    lob_region *region;
    lob_region_measures m;
    lob_cancel cancel;
    begin(&ctx);
    atomic_init(&cancel.requested, true);
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    add_star(&ctx, region, 150);
    ctx.cancel = &cancel;
    uint64_t live = lob_alloc_live();
    assert_int_equal(lob_region_measure(&ctx, region, LOB_REGION_OR, &m), LOB_E_CANCELLED);
    assert_int_equal(lob_alloc_live(), live);
    end(&ctx);
}

struct later {
    lob_cancel cancel;
    long ns;
};

static void *cancel_later(void *arg) {
    struct later *later = arg;
    nanosleep(&(struct timespec){0, later->ns}, NULL);
    atomic_store(&later->cancel.requested, true);
    return NULL;
}

/* At whatever stage of it: nothing is kept, and there is a result or none. */
static void test_cancel_midway(void **state) {
    (void)state;
    const int64_t n = getenv("LOB_TEST_QUICK") ? 60 : 150;
    uint64_t live = lob_alloc_live();
    for (long ms = 0; ms < 120; ms += getenv("LOB_TEST_QUICK") ? 17 : 4) {
        lob_ctx ctx;
        lob_region *region;
        lob_polygons polygons = {0}, rings;
        const lob_edge64 *edges;
        uint32_t count;
        struct later later = {.ns = ms * 1000000};
        pthread_t thread;
        begin(&ctx);
        assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
        for (int64_t i = 0; i < n; i++) { /* bars that lie across each other, and slanted ones */
            assert_int_equal(lob_region_add_box(&ctx, region, 0, (lob_box64){20 * i, 0, 20 * i + 9, 20 * n}), LOB_OK);
            assert_int_equal(lob_region_add_box(&ctx, region, 1, (lob_box64){0, 20 * i, 20 * n, 20 * i + 9}), LOB_OK);
            lob_point64 slanted[] = {{40 * i, 0}, {40 * i + 7, 0}, {40 * i + 10 * n, 20 * n}, {40 * i - 9, 20 * n}};
            assert_int_equal(lob_region_add(&ctx, region, 0, slanted, 4), LOB_OK);
        }
        ctx.cancel = &later.cancel;
        assert_int_equal(pthread_create(&thread, NULL, cancel_later, &later), 0);
        lob_status status = lob_region_polygons(&ctx, region, LOB_REGION_XOR, &polygons);
        status = status == LOB_OK ? lob_region_edges(&ctx, region, LOB_REGION_OR, &edges, &count) : status;
        status = status == LOB_OK ? lob_polygons_cut(&ctx, &polygons, &rings) : status;
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_CANCELLED);
            assert_true(atomic_load(&later.cancel.requested));
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
        end(&ctx);
    }
    assert_int_equal(lob_alloc_live(), live);
}

/* Nested boxes on one line; a comb; a lattice: areas are plain sums. */
static void test_heavy(void **state) {
    (void)state;
    const int64_t n = getenv("LOB_TEST_QUICK") ? 100 : 20000, lines = getenv("LOB_TEST_QUICK") ? 10 : 100;
    lob_ctx ctx;
    begin(&ctx);
    lob_region *nested = boxes(&ctx, 1, NULL, 0), *lattice = boxes(&ctx, 1, NULL, 0),
               *diagonals = boxes(&ctx, 1, NULL, 0);
    for (int64_t i = 0; i < n; i++) {
        assert_int_equal(lob_region_add_box(&ctx, nested, 0, (lob_box64){i, 0, 4 * n - i, 10}), LOB_OK);
        lob_point64 corners[] = {{4 * i, 0}, {4 * i + 2, 0}, {4 * i + 2 + 4 * n, 4 * n}, {4 * i + 4 * n, 4 * n}};
        assert_int_equal(lob_region_add(&ctx, diagonals, 0, corners, 4), LOB_OK);
    }
    for (int64_t i = 0; i < lines; i++) {
        assert_int_equal(lob_region_add_box(&ctx, lattice, 0, (lob_box64){10 * i, 0, 10 * i + 4, 10 * lines}), LOB_OK);
        assert_int_equal(lob_region_add_box(&ctx, lattice, 1, (lob_box64){0, 10 * i, 10 * lines, 10 * i + 4}), LOB_OK);
    }
    double strips = 40.0 * (double)(lines * lines), both = 16.0 * (double)(lines * lines);
    assert_eq(area_of(&ctx, nested, LOB_REGION_OR), 40.0 * (double)n);
    assert_eq(area_of(&ctx, diagonals, LOB_REGION_OR), 8.0 * (double)n * (double)n);
    assert_eq(area_of(&ctx, lattice, LOB_REGION_OR), 2 * strips - both);
    assert_eq(area_of(&ctx, lattice, LOB_REGION_AND), both);
    lob_polygons p, cut;
    assert_int_equal(lob_region_polygons(&ctx, lattice, LOB_REGION_OR, &p), LOB_OK);
    assert_int_equal(p.contour_count, 1 + (lines - 1) * (lines - 1));
    assert_int_equal(lob_polygons_cut(&ctx, &p, &cut), LOB_OK);
    assert_int_equal(cut.contour_count, 1);
    assert_eq(polygons_area(&cut), 2 * strips - both);
    end(&ctx);
}

/* Every allocation fails once. The ring of 30 points is swept alone; the bow tie is reworked. */
static bool run_all(void *arg) {
    (void)arg;
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_region *region;
    lob_polygons p, cut;
    const lob_edge64 *edges;
    uint32_t count;
    lob_point64 zigzag[30];
    for (int i = 0; i < 30; i++) {
        zigzag[i] = (lob_point64){i < 15 ? i * 7 : (29 - i) * 7, (i % 2 ? 20 : 0) + (i < 15 ? 0 : 5)};
    }
    static const lob_point64 tie[] = {{0, 0}, {91, 10}, {93, 0}, {0, 17}};
    lob_status status = lob_region_new(&ctx, 1, &region);
    for (int i = 0; i < 20 && status == LOB_OK; i++) {
        status = lob_region_add(&ctx, region, 0, tie, 4);
    }
    for (int64_t i = 0; i < 5 && status == LOB_OK; i++) {
        status = lob_region_add_box(&ctx, region, 1, (lob_box64){i * 20, -20, i * 20 + 5, 60});
        status = status ? status : lob_region_add_box(&ctx, region, 1, (lob_box64){-5, i * 16 - 20, 95, i * 16 - 15});
    }
    status = status ? status : lob_region_add(&ctx, region, 1, zigzag, 30);
    status = status ? status : lob_region_edges(&ctx, region, LOB_REGION_OR, &edges, &count);
    status = status ? status : lob_region_polygons(&ctx, region, LOB_REGION_OR, &p);
    status = status ? status : lob_polygons_cut(&ctx, &p, &cut);
    if (status != LOB_OK) {
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_ne(ctx.error.hint[0], 0);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    assert_gt(sweep_allocations(run_all, NULL), 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_klayout), cmocka_unit_test(test_odd_rings),   cmocka_unit_test(test_frames),
        cmocka_unit_test(test_holes),   cmocka_unit_test(test_empty),       cmocka_unit_test(test_range_and_scale),
        cmocka_unit_test(test_limit),   cmocka_unit_test(test_cancel),      cmocka_unit_test(test_cancel_midway),
        cmocka_unit_test(test_heavy),   cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
