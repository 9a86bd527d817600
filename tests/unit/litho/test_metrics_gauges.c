/* Check points: where they are, counted by hand; what they find, on borders moved by known amounts; the contest's count
 * against its own rule, pixel by pixel. */
#include "tests/support/lob_test.h"

#include "scenes.h"

#include "litho/metrics.h"

static lob_mask merged(const lob_point64 *ring, uint32_t count, double unit_nm) {
    lob_region *region;
    lob_mask mask = {.unit_nm = unit_nm, .box = LOB_BOX64_EMPTY};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, ring, count), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &mask.polygons), LOB_OK);
    return mask;
}

static lob_mask box(int64_t left, int64_t bottom, int64_t right, int64_t top, double unit_nm) {
    const lob_point64 ring[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    return merged(ring, 4, unit_nm);
}

/* Along the lower side of a box: where the points are. */
static void check_places(int64_t length, const double *expected, uint32_t expected_count) {
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    lob_mask m = box(1000, -300, 1000 + length, -280, 1);
    lob_gauge *g;
    uint32_t count, met = 0;
    assert_int_equal(lob_gauges_place(&ctx, &m, &rule, &g, &count), LOB_OK);
    assert_int_equal(count, 2 * expected_count + 2); /* the sides of 20 nm have their middle */
    for (uint32_t i = 0; i < count; i++) {
        assert_eq(g[i].cosine, 1);
        if (g[i].normal_y < 0) {
            assert_eq(g[i].y_nm, -300);
            assert_eq(g[i].normal_x, 0);
            assert_eq(g[i].x_nm, 1000 + expected[met]);
            met++;
        } else if (g[i].normal_x) {
            assert_eq(g[i].y_nm, -290);
            assert_eq(g[i].x_nm, g[i].normal_x > 0 ? 1000 + (double)length : 1000);
        } else {
            assert_eq(g[i].y_nm, -280);
        }
    }
    assert_int_equal(met, expected_count);
}

static void test_places(void **state) {
    (void)state;
    check_places(10, (double[]){5}, 1);
    check_places(65, (double[]){32.5}, 1);
    check_places(80, (double[]){40}, 1);
    check_places(81, (double[]){40, 41}, 2);
    check_places(120, (double[]){40, 80}, 2);
    check_places(160, (double[]){40, 80, 120}, 3);
    check_places(190, (double[]){40, 80, 110, 150}, 4);
    check_places(452, (double[]){40, 80, 120, 160, 200, 252, 292, 332, 372, 412}, 10);
}

/* Which way the ring runs, and in which units, is the same. */
static void test_places_units(void **state) {
    (void)state;
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    lob_gauge *a, *b;
    uint32_t count, again;
    lob_mask one = box(-100, 0, 352, 97, 1), fine = box(-1000, 0, 3520, 970, 0.1);
    assert_int_equal(lob_gauges_place(&ctx, &one, &rule, &a, &count), LOB_OK);
    assert_int_equal(lob_gauges_place(&ctx, &fine, &rule, &b, &again), LOB_OK);
    assert_int_equal(count, 2 * 10 + 2 * 2);
    assert_int_equal(again, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_close(a[i].x_nm, b[i].x_nm, 1e-9);
        assert_close(a[i].y_nm, b[i].y_nm, 1e-9);
        assert_eq(a[i].normal_x, b[i].normal_x);
        assert_eq(a[i].normal_y, b[i].normal_y);
    }
    /* A slanted edge of 500 (3, 4, 5), in the order of x and y. */
    const lob_point64 ring[3] = {{0, 0}, {400, 0}, {400, 300}};
    lob_mask slanted = merged(ring, 3, 1);
    assert_int_equal(lob_gauges_place(&ctx, &slanted, &rule, &a, &count), LOB_OK);
    uint32_t met = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (fabs(a[i].cosine - 0.8) < 1e-12) {
            double along = met < 6 ? 40.0 * (met + 1) : 500 - 40.0 * (12 - met);
            assert_close(a[i].x_nm, 0.8 * along, 1e-9);
            assert_close(a[i].y_nm, 0.6 * along, 1e-9);
            assert_eq(a[i].normal_x, 0);
            assert_eq(a[i].normal_y, 1);
            met++;
        }
    }
    assert_int_equal(met, 12);
    lob_gauge_rule absurd = rule;
    absurd.interval_nm = 1e-9;
    assert_int_equal(lob_gauges_place(&ctx, &slanted, &absurd, &a, &count), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    lob_mask none = {.unit_nm = 1, .box = LOB_BOX64_EMPTY};
    assert_int_equal(lob_gauges_place(&ctx, &none, &rule, &a, &count), LOB_OK);
    assert_int_equal(count, 0);
}

/* Each side of a box moved by its own amount; the same in pixels of 1 and of 2 nm. */
static void test_errors(void **state) {
    (void)state;
    lob_gauge_rule rule = lob_gauge_rule_usual();
    srand(41);
    for (unsigned n = 0; n < 400; n++) {
        double pixel = n % 2 ? 2 : 1;
        int64_t by[4]; /* left, bottom, right, top, outwards; whole pixels of 2 nm */
        for (unsigned k = 0; k < 4; k++) {
            by[k] = 2 * ((int64_t)random_below(64) - 30);
        }
        lob_mask target = box(-200, 100, 0, 300, 1);
        lob_mask print = box(-200 - by[0], 100 - by[1], by[2], 300 + by[3], 1);
        lob_bits printed = new_bits((lob_frame){(int64_t)(-400 / pixel), (int64_t)(-100 / pixel),
                                                (uint32_t)(600 / pixel), (uint32_t)(600 / pixel), pixel});
        assert_int_equal(lob_mask_fill(&ctx, &print, &printed), LOB_OK);
        lob_gauge *g;
        uint32_t count;
        assert_int_equal(lob_gauges_place(&ctx, &target, &rule, &g, &count), LOB_OK);
        lob_gauges_measure(&printed, &rule, g, count);
        for (uint32_t i = 0; i < count; i++) {
            unsigned side = g[i].normal_x < 0 ? 0 : g[i].normal_y < 0 ? 1 : g[i].normal_x > 0 ? 2 : 3;
            double x = g[i].x_nm, y = g[i].y_nm; /* whether the print goes past the point, across */
            bool is_beside = side % 2 ? x < (double)(-200 - by[0]) || x >= (double)by[2]
                                      : y < (double)(100 - by[1]) || y >= (double)(300 + by[3]);
            double error = is_beside ? -rule.reach_nm : (double)by[side];
            assert_eq(g[i].error_nm, error);
            assert_eq(g[i].is_found, !is_beside);
            assert_int_equal(g[i].is_violated, is_beside || fabs(error) > 15);
            /* The contest's rule, from its description: pixels, rounded down. */
            int64_t column = (int64_t)floor(x / pixel) - printed.frame.column;
            int64_t row = (int64_t)floor(y / pixel) - printed.frame.row, off = (int64_t)(15 / pixel);
            bool inner = at(&printed, column - off * g[i].normal_x, row - off * g[i].normal_y);
            bool outer = at(&printed, column + off * g[i].normal_x, row + off * g[i].normal_y);
            assert_int_equal(g[i].contest_violations, !inner + outer);
        }
        lob_bits_drop(&printed);
        lob_arena_reset(arena);
    }
}

/* One point, looked at from both sides of a border within a pixel, out of reach, and at the frame's end. */
static void test_one_point(void **state) {
    (void)state;
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    lob_bits b = new_bits((lob_frame){-10, -10, 100, 20, 4});
    lob_gauge g = {.x_nm = 101, .y_nm = 0, .normal_x = 1, .cosine = 1};
    lob_gauges_measure(&b, &rule, &g, 1);
    assert_true(!g.is_found);
    assert_true(g.is_violated);
    assert_eq(g.error_nm, -100);
    assert_eq(g.contest_violations, 1);
    set_box(&b, 0, 0, 35, 20); /* to x = 100: the pixel of the point does not print, that before it does */
    lob_gauges_measure(&b, &rule, &g, 1);
    assert_true(g.is_found);
    assert_true(!g.is_violated);
    assert_eq(g.error_nm, -1);
    assert_eq(g.contest_violations, 0);
    set_box(&b, 35, 0, 36, 20);
    lob_gauges_measure(&b, &rule, &g, 1);
    assert_true(g.is_found);
    assert_eq(g.error_nm, 3);
    g.normal_x = -1;
    lob_gauges_measure(&b, &rule, &g, 1); /* printed from x = -40 on: 141 nm are out of reach */
    assert_true(!g.is_found);
    assert_eq(g.error_nm, 100);
    assert_true(g.is_violated);
    assert_eq(g.contest_violations, 2);
    g = (lob_gauge){.x_nm = 360, .y_nm = 0, .normal_x = 1, .cosine = 0.8};
    set_box(&b, 36, 0, 100, 20); /* as far as the frame goes, x = 360 */
    lob_gauges_measure(&b, &rule, &g, 1);
    assert_true(g.is_found);
    assert_eq(g.error_nm, 0);
    assert_true(!g.is_violated);
    g.x_nm = 352;
    lob_gauges_measure(&b, &rule, &g, 1);
    assert_true(g.is_found);
    assert_close(g.error_nm, 6.4, 1e-12);
    /* Inside decides: what prints only beyond the point is another shape. */
    lob_bits other = new_bits(b.frame);
    set_box(&other, 20, 0, 22, 20); /* x from 40 to 48 */
    lob_gauge two[2] = {{.x_nm = 40, .normal_x = 1, .cosine = 1}, {.x_nm = 48, .normal_x = -1, .cosine = 1}};
    lob_gauges_measure(&other, &rule, two, 2);
    assert_eq(two[0].error_nm, -100);
    assert_eq(two[1].error_nm, -100);
    assert_true(!two[0].is_found);
    assert_true(!two[1].is_found);
    lob_bits_drop(&other);
    g.y_nm = 1000; /* beside the frame */
    lob_gauges_measure(&b, &rule, &g, 1);
    assert_true(!g.is_found);
    assert_eq(g.error_nm, -100);
    lob_bits_drop(&b);
}

/* The number of points of the ten clips, by the description in metrics.h, counted from the files by a script. */
static void test_clips(void **state) {
    (void)state;
    static const uint32_t expected[10] = {140, 116, 147, 64, 169, 161, 134, 66, 189, 64};
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    const char *dir = getenv("LOB_ICCAD13_DIR");
    for (int i = 0; i < 10; i++) {
        static char text[1 << 16];
        char path[4096];
        snprintf(path, sizeof path, "%s/benchmark/ICCAD2013/M1_test%d.glp", dir ? dir : "../shared/corpus/iccad13",
                 i + 1);
        FILE *file = fopen(path, "rb");
        if (!file) {
            print_message("the clips of ICCAD 2013 are absent: set LOB_ICCAD13_DIR\n");
            skip();
        }
        size_t size = fread(text, 1, sizeof text, file);
        fclose(file);
        lob_mask target;
        lob_gauge *g;
        uint32_t count;
        assert_int_equal(lob_mask_of_glp(&ctx, (lob_str){text, size}, &target), LOB_OK);
        assert_int_equal(lob_gauges_place(&ctx, &target, &rule, &g, &count), LOB_OK);
        assert_int_equal(count, expected[i]);
        /* Printed as drawn nothing is off. */
        lob_bits printed = new_bits((lob_frame){-200, -200, 2048, 2048, 1});
        assert_int_equal(lob_mask_fill(&ctx, &target, &printed), LOB_OK);
        lob_gauges_measure(&printed, &rule, g, count);
        for (uint32_t k = 0; k < count; k++) {
            assert_eq(g[k].error_nm, 0);
            assert_true(!g[k].is_violated);
            assert_eq(g[k].contest_violations, 0);
        }
        lob_bits_drop(&printed);
        lob_arena_reset(arena);
    }
}

static bool place_some(void *arg) {
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    lob_gauge *g;
    uint32_t count;
    const lob_point64 ring[4] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
    const lob_contour contour = {.count = 4};
    const lob_mask m = {.polygons = {ring, &contour, 4, 1}, .unit_nm = 1};
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    lob_error_clear(&ctx.error);
    if (!own) {
        return false;
    }
    ctx.arena = own;
    bool fine = lob_gauges_place(&ctx, &m, &rule, &g, &count) == LOB_OK;
    lob_arena_drop(own);
    ctx.arena = arena;
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(place_some, NULL), 2);
    lob_error_clear(&ctx.error);
}

static int by_row(const void *a, const void *b) {
    const lob_gauge *p = a, *q = b;
    return p->y_nm != q->y_nm ? (p->y_nm > q->y_nm) - (p->y_nm < q->y_nm) : (p->x_nm > q->x_nm) - (p->x_nm < q->x_nm);
}

/* Boxes that abut along whole edges, parts of edges and corners: points are on the outline of what they make, none on
 * a border between two. Edges as KLayout 0.28 gives them of the merged boxes (min_coherence), points on them by the
 * rule of the contest, by a script. */
static void test_touching_boxes(void **state) {
    (void)state;
    static const char clip[] = "BEGIN\nEQUIV 1 1000 MICRON +X,+Y\nCNAME A\nLEVEL M1\n\nCELL A PRIME\n"
                               "RECT N M1 0 0 100 300\nRECT N M1 100 0 160 300\nRECT N M1 260 100 140 100\n"
                               "RECT N M1 50 300 150 120\nRECT N M1 400 150 100 220\nRECT N M1 700 0 100 80\n"
                               "RECT N M1 700 80 100 80\nRECT N M1 900 0 80 80\nRECT N M1 980 80 80 80\nENDMSG\n";
    static const double expected[][2] = {
        {40, 0},     {80, 0},    {120, 0},   {140, 0},   {180, 0},   {220, 0},   {740, 0},    {760, 0},   {940, 0},
        {0, 40},     {260, 40},  {700, 40},  {800, 40},  {900, 40},  {980, 40},  {260, 60},   {0, 80},    {700, 80},
        {800, 80},   {940, 80},  {1020, 80}, {300, 100}, {360, 100}, {0, 120},   {700, 120},  {800, 120}, {980, 120},
        {1060, 120}, {400, 125}, {440, 150}, {460, 150}, {740, 160}, {760, 160}, {1020, 160}, {0, 180},   {500, 190},
        {300, 200},  {360, 200}, {0, 220},   {500, 230}, {260, 240}, {400, 240}, {0, 260},    {260, 260}, {400, 280},
        {400, 290},  {500, 290}, {25, 300},  {230, 300}, {400, 330}, {500, 330}, {50, 340},   {200, 340}, {440, 370},
        {460, 370},  {50, 380},  {200, 380}, {90, 420},  {160, 420}};
    const lob_gauge_rule rule = lob_gauge_rule_usual();
    lob_mask mask;
    lob_gauge *g;
    uint32_t count;
    assert_int_equal(lob_mask_of_glp(&ctx, (lob_str){clip, sizeof clip - 1}, &mask), LOB_OK);
    assert_int_equal(lob_gauges_place(&ctx, &mask, &rule, &g, &count), LOB_OK);
    assert_int_equal(count, sizeof expected / sizeof expected[0]);
    qsort(g, count, sizeof *g, by_row);
    for (uint32_t i = 0; i < count; i++) {
        assert_eq(g[i].x_nm, expected[i][0]);
        assert_eq(g[i].y_nm, expected[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),         cmocka_unit_test(test_places_units), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_touching_boxes), cmocka_unit_test(test_one_point),    cmocka_unit_test(test_clips),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
