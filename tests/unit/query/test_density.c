/* Densities against counting: Manhattan figures unit square by unit square, slanted ones clipped as convex polygons by
 * each window (Sutherland and Hodgman) and measured by the shoelace formula. Window borders against their definition.
 */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/limits.h"
#include "db/builder.h"
#include "query/density.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { POINTS_MAX = 256 };
enum { SIDE = 96, FIELD = 2 * SIDE }; /* unit squares from -SIDE to SIDE */

static int draw(int below) {
    return rand() % below;
}

/* ---- building ---- */

typedef struct build {
    lob_builder *builder;
    const lob_sink *s;
} build;

static build begin(void) {
    build b = {.builder = lob_builder_new(&ctx, NULL)};
    b.s = lob_builder_sink(b.builder);
    assert_int_equal(b.s->begin_layout(b.s->self, &(lob_layout_event){.format = "oas", .dbu_um = 0.001}), LOB_OK);
    return b;
}

static void add_box(const build *b, uint32_t layer, lob_box box, const lob_rep *rep) {
    const lob_element element = {.layer = layer, .rep = rep};
    assert_int_equal(b->s->box(b->s->self, &element, box), LOB_OK);
}

static void add_polygon(const build *b, uint32_t layer, const lob_point *points, uint32_t count) {
    const lob_element element = {.layer = layer};
    assert_int_equal(b->s->polygon(b->s->self, &element, points, count), LOB_OK);
}

static void begin_cell(const build *b, const char *name) {
    assert_int_equal(b->s->begin_cell(b->s->self, lob_str_from(name)), LOB_OK);
}

static void end_cell(const build *b) {
    assert_int_equal(b->s->end_cell(b->s->self), LOB_OK);
}

static lob_layout *end(const build *b) {
    lob_layout *layout;
    assert_int_equal(b->s->end_layout(b->s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(b->builder, &layout), LOB_OK);
    lob_builder_drop(b->builder);
    return layout;
}

static lob_query query_of(const lob_layout *layout, const char *cell, const lob_layer_index *layers, uint32_t count) {
    return (lob_query){.layout = layout,
                       .cell = lob_layout_find_cell(layout, lob_str_from(cell)),
                       .layers = layers,
                       .layer_count = count};
}

/* ---- windows ---- */

static void test_windows(void **state) {
    (void)state;
    lob_windows w;
    /* 100 by 30: 0-30, 30-60, 60-90, 90-100. */
    assert_true(lob_windows_make(0, 100, 30, 30, false, 10, &w));
    assert_eq(w.count, 4);
    assert_eq(lob_windows_low(&w, 3), 90);
    assert_eq(lob_windows_high(&w, 3), 100);
    assert_eq(lob_windows_high(&w, 2), 90);
    assert_true(lob_windows_make(0, 100, 30, 30, true, 10, &w));
    assert_eq(w.count, 4);
    assert_eq(lob_windows_low(&w, 3), 70);
    assert_eq(lob_windows_high(&w, 3), 100);
    assert_eq(lob_windows_low(&w, 2), 60);
    /* Steps of half a tile; the last reaches the border exactly. */
    assert_true(lob_windows_make(-10, 90, 40, 20, false, 10, &w));
    assert_eq(w.count, 4);
    assert_eq(lob_windows_low(&w, 3), 50);
    assert_eq(lob_windows_high(&w, 3), 90);
    /* A tile as large as the box, larger, and one unit smaller. */
    assert_true(lob_windows_make(0, 100, 100, 7, true, 10, &w));
    assert_eq(w.count, 1);
    assert_eq(lob_windows_high(&w, 0), 100);
    assert_true(lob_windows_make(0, 100, 250, 7, true, 10, &w));
    assert_eq(w.count, 1);
    assert_eq(lob_windows_high(&w, 0), 100);
    assert_eq(lob_windows_low(&w, 0), 0);
    assert_true(lob_windows_make(0, 100, 99, 7, false, 10, &w));
    assert_eq(w.count, 2);
    assert_eq(lob_windows_low(&w, 1), 7);
    /* Too many, also far beyond 32 bits. */
    assert_false(lob_windows_make(0, 100, 5, 5, false, 19, &w));
    assert_true(lob_windows_make(0, 100, 5, 5, false, 20, &w));
    assert_false(lob_windows_make(-LOB_COORD_MAX, LOB_COORD_MAX, 1, 1, false, 10000, &w));
    /* Equal parts: from + length * i / count, rounded down. */
    w = (lob_windows){.from = -3, .to = 7, .count = 3};
    assert_eq(lob_windows_low(&w, 0), -3);
    assert_eq(lob_windows_high(&w, 0), 0);
    assert_eq(lob_windows_high(&w, 1), 3);
    assert_eq(lob_windows_high(&w, 2), 7);
    w = (lob_windows){.from = -LOB_COORD_MAX, .to = LOB_COORD_MAX, .count = 10000};
    assert_eq(lob_windows_high(&w, 9999), LOB_COORD_MAX);
    assert_eq(lob_windows_low(&w, 5000), 0);
}

/* ---- Manhattan, by unit squares ---- */

static bool is_set[FIELD][FIELD];

static void set_box(int left, int bottom, int right, int top) {
    for (int y = bottom; y < top; y++) {
        for (int x = left; x < right; x++) {
            is_set[y + SIDE][x + SIDE] = true;
        }
    }
}

static double count_set(int64_t left, int64_t bottom, int64_t right, int64_t top) {
    double count = 0;
    for (int64_t y = bottom; y < top; y++) {
        for (int64_t x = left; x < right; x++) {
            count += x >= -SIDE && x < SIDE && y >= -SIDE && y < SIDE && is_set[y + SIDE][x + SIDE];
        }
    }
    return count;
}

/* An L with its corner at x, y: a polygon of six points. */
static void add_corner(const build *b, int x, int y, int size, int width) {
    const lob_point points[6] = {
        {x, y}, {x + size, y}, {x + size, y + width}, {x + width, y + width}, {x + width, y + size}, {x, y + size}};
    add_polygon(b, 1, points, 6);
    set_box(x, y, x + size, y + width);
    set_box(x, y, x + width, y + size);
}

static lob_layout *draw_manhattan(unsigned seed) {
    srand(seed);
    memset(is_set, 0, sizeof is_set);
    const build b = begin();
    begin_cell(&b, "TOP");
    for (int i = 0; i < 12; i++) {
        const int x = draw(120) - 60, y = draw(120) - 60, w = 1 + draw(30), h = 1 + draw(30);
        add_box(&b, 1 + (uint32_t)draw(2), (lob_box){x, y, x + w, y + h}, NULL);
        set_box(x, y, x + w, y + h);
    }
    for (int i = 0; i < 3; i++) {
        const int size = 5 + draw(20);
        add_corner(&b, draw(60) - 40, draw(60) - 40, size, 1 + draw(size - 1));
    }
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 5, .nb = 4, .a = {9, 0}, .b = {0, 7}};
    add_box(&b, 1, (lob_box){-20, 10, -16, 13}, &rep);
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 4; j++) {
            set_box(-20 + 9 * i, 10 + 7 * j, -16 + 9 * i, 13 + 7 * j);
        }
    }
    add_box(&b, 3, (lob_box){-90, -90, 90, 90}, NULL); /* never asked for */
    end_cell(&b);
    return end(&b);
}

static void check_by_squares(const lob_query *q, const lob_windows *x, const lob_windows *y) {
    lob_density d;
    assert_int_equal(lob_query_density(&ctx, q, x, y, &d), LOB_OK);
    for (uint32_t row = 0; row < y->count; row++) {
        for (uint32_t column = 0; column < x->count; column++) {
            const double expected = count_set(lob_windows_low(x, column), lob_windows_low(y, row),
                                              lob_windows_high(x, column), lob_windows_high(y, row));
            assert_eq(d.areas[row * x->count + column], expected);
        }
    }
    assert_eq(d.total, count_set(x->from, y->from, x->to, y->to));
    assert_eq(d.area_error, 0);
}

static void test_manhattan(void **state) {
    (void)state;
    const unsigned seeds = getenv("LOB_TEST_QUICK") ? 6 : 60;
    const lob_layer_index both[2] = {0, 1};
    for (unsigned seed = 1; seed <= seeds; seed++) {
        lob_layout *layout = draw_manhattan(seed);
        const lob_query q = query_of(layout, "TOP", both, 2);
        for (int i = 0; i < 4; i++) {
            const int64_t left = draw(60) - 80, bottom = draw(60) - 80, width = 20 + draw(110), height = 20 + draw(110);
            lob_windows x, y;
            const int64_t tile_x = 3 + draw(40), tile_y = 3 + draw(40);
            assert_true(lob_windows_make(left, left + width, tile_x, 1 + draw((int)tile_x), i & 1, 200, &x));
            assert_true(lob_windows_make(bottom, bottom + height, tile_y, i & 2 ? tile_y : 1 + draw((int)tile_y), i & 1,
                                         200, &y));
            check_by_squares(&q, &x, &y);
            const lob_windows parts_x = {.from = left, .to = left + width, .count = 1 + (uint32_t)draw(9)};
            const lob_windows parts_y = {.from = bottom, .to = bottom + height, .count = 1 + (uint32_t)draw(9)};
            check_by_squares(&q, &parts_x, &parts_y);
        }
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* ---- slanted, by clipping ---- */

typedef struct vec {
    double x, y;
} vec;

static double side_of(vec p, int side, double at) {
    return side == 0 ? p.x - at : side == 1 ? at - p.x : side == 2 ? p.y - at : at - p.y;
}

static int clip(vec *ring, int count, int side, double at) {
    vec out[POINTS_MAX];
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const vec a = ring[i], b = ring[(i + 1) % count];
        const double da = side_of(a, side, at), db = side_of(b, side, at);
        if (da >= 0) {
            out[kept++] = a;
        }
        if ((da < 0) != (db < 0)) {
            const double t = da / (da - db);
            out[kept++] = (vec){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    memcpy(ring, out, (size_t)kept * sizeof *out);
    return kept;
}

static double clipped_area(const lob_point *points, int count, lob_box64 w) {
    vec ring[POINTS_MAX];
    double area = 0;
    for (int i = 0; i < count; i++) {
        ring[i] = (vec){points[i].x, points[i].y};
    }
    const double at[4] = {(double)w.left, (double)w.right, (double)w.bottom, (double)w.top};
    for (int side = 0; side < 4; side++) {
        count = clip(ring, count, side, at[side]);
    }
    for (int i = 0; i < count; i++) {
        const vec a = ring[i], b = ring[(i + 1) % count];
        area += a.x * b.y - b.x * a.y;
    }
    return fabs(area) / 2;
}

static void check_by_clipping(const lob_layout *layout, const lob_point *points, int count, lob_windows x,
                              lob_windows y) {
    const lob_layer_index layer = 0;
    const lob_query q = query_of(layout, "TOP", &layer, 1);
    lob_density d;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    const double all = clipped_area(points, count, (lob_box64){x.from, y.from, x.to, y.to});
    assert_le(fabs(d.total - all), 1e-12 * (1 + all));
    assert_eq(d.area_error, 0);
    for (uint32_t row = 0; row < y.count; row++) {
        for (uint32_t column = 0; column < x.count; column++) {
            const lob_box64 w = {lob_windows_low(&x, column), lob_windows_low(&y, row), lob_windows_high(&x, column),
                                 lob_windows_high(&y, row)};
            const double expected = clipped_area(points, count, w);
            assert_le(fabs(d.areas[row * x.count + column] - expected), 1e-12 * (1 + all));
        }
    }
}

static void test_slanted(void **state) {
    (void)state;
    srand(7);
    const int rings = getenv("LOB_TEST_QUICK") ? 20 : 100;
    for (int i = 0; i < rings; i++) {
        /* Rings of many points are trimmed. */
        lob_point points[POINTS_MAX];
        const int count = i % 2 ? 3 + draw(6) : 40 + draw(100), turn = draw(360);
        const int radius = (i % 2 ? 20 : 5000) + draw(100000);
        for (int k = 0; k < count; k++) {
            const double angle = (turn + 360.0 * k / count) * 3.14159265358979 / 180;
            points[k] = (lob_point){(int32_t)lround(radius * cos(angle)) + 1000, (int32_t)lround(radius * sin(angle))};
        }
        const build b = begin();
        begin_cell(&b, "TOP");
        add_polygon(&b, 1, points, (uint32_t)count);
        end_cell(&b);
        lob_layout *layout = end(&b);
        const int64_t left = 1000 - draw(2 * radius), bottom = -draw(2 * radius);
        const lob_windows x = {.from = left, .to = left + 15 + draw(3 * radius), .count = 1 + (uint32_t)draw(15)};
        const lob_windows y = {.from = bottom, .to = bottom + 15 + draw(3 * radius), .count = 1 + (uint32_t)draw(15)};
        check_by_clipping(layout, points, count, x, y);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* ---- many figures: several blocks ---- */

/* n x n squares of 6 by 6 at a pitch of 10, each twice, and one large triangle below the diagonal that reaches into
 * every block: the sum is that of counting. A block has 8192 figures. */
static void test_blocks(void **state) {
    (void)state;
    const int32_t n = (int32_t)stride_pick(getenv("LOB_TEST_QUICK") ? 120 : 300, 40);
    const build b = begin();
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = (uint32_t)n, .nb = (uint32_t)n, .a = {10, 0}, .b = {0, 10}};
    begin_cell(&b, "TOP");
    add_box(&b, 1, (lob_box){0, 0, 6, 6}, &rep);
    add_box(&b, 2, (lob_box){0, 0, 6, 6}, &rep);
    const lob_point triangle[3] = {{0, 0}, {10 * n, 0}, {10 * n, 10 * n}};
    add_polygon(&b, 3, triangle, 3);
    end_cell(&b);
    lob_layout *layout = end(&b);
    const lob_layer_index all[3] = {0, 1, 2};
    lob_query q = query_of(layout, "TOP", all, 2);
    lob_windows x = {.from = 0, .to = 10 * n, .count = (uint32_t)n / 10}, y = x;
    lob_density d;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    for (int32_t i = 0; i < n / 10 * (n / 10); i++) {
        assert_eq(d.areas[i], 100 * 36);
    }
    /* One window: blocks are halves of it, on no line of the grid. */
    x.count = y.count = 1;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    assert_eq(d.total, n * n * 36);
    assert_eq(d.areas[0], d.total);
    /* With the triangle: half of the box, and above the diagonal the squares there; a square on the diagonal is half
     * above it. */
    q.layer_count = 3;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    assert_eq(d.total, 50 * n * n + n * (n - 1) / 2 * 36 + n * 18);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* A comb whose ring has 8,000 points reaches through all blocks, which there are because of the squares. */
static void test_trimmed_rings(void **state) {
    (void)state;
    enum { TEETH_MAX = 2000 };
    static lob_point points[4 * TEETH_MAX + 2];
    const int columns = (int)stride_pick(20, 6), teeth = 100 * columns; /* a hundred a window */
    uint32_t count = 0;
    points[count++] = (lob_point){0, 0};
    points[count++] = (lob_point){10 * teeth, 0};
    for (int i = teeth - 1; i >= 0; i--) {
        points[count++] = (lob_point){10 * i + 10, 5000};
        points[count++] = (lob_point){10 * i + 6, 5000};
        points[count++] = (lob_point){10 * i + 6, 100};
        points[count++] = (lob_point){10 * i, 100};
    }
    const build b = begin();
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 10 * (uint32_t)columns, .nb = 200, .a = {100, 0}, .b = {0, 25}};
    begin_cell(&b, "TOP");
    add_polygon(&b, 1, points, count);
    add_box(&b, 2, (lob_box){0, 0, 1, 1}, &rep);
    end_cell(&b);
    lob_layout *layout = end(&b);
    const lob_layer_index both[2] = {0, 1};
    const lob_query q = query_of(layout, "TOP", both, 2);
    const lob_windows x = {.from = 0, .to = 1000 * columns, .count = (uint32_t)columns},
                      y = {.from = 0, .to = 5000, .count = 5};
    lob_density d;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    for (int column = 0; column < columns; column++) {
        /* 100 teeth a window; squares at 0, 25, ... stand at the foot of a gap: 10 a row of them, 4 rows in the bar */
        assert_eq(d.areas[column], 1000 * 100 + 900 * 4 * 100 + 10 * 36);
        assert_eq(d.areas[columns + column], 1000 * 4 * 100 + 10 * 40);
    }
    assert_eq(d.area_error, 0); /* no slanted edge was made */
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

enum { SMALL_TEETH = 12, SMALL_POINTS = 4 * SMALL_TEETH + 2 };

/* A comb of 12 teeth, the ring begun at any of its points. */
static void add_comb(const build *b, int x, int y, uint32_t begin_at) {
    lob_point points[SMALL_POINTS], turned[SMALL_POINTS];
    uint32_t count = 0;
    points[count++] = (lob_point){x, y};
    points[count++] = (lob_point){x + 10 * SMALL_TEETH, y};
    for (int i = SMALL_TEETH - 1; i >= 0; i--) {
        points[count++] = (lob_point){x + 10 * i + 10, y + 60};
        points[count++] = (lob_point){x + 10 * i + 6, y + 60};
        points[count++] = (lob_point){x + 10 * i + 6, y + 5 + i};
        points[count++] = (lob_point){x + 10 * i, y + 5 + i};
        set_box(x + 10 * i, y, x + 10 * i + 6, y + 5 + i);
        set_box(x + 10 * i + 6, y, x + 10 * i + 10, y + 60);
    }
    for (uint32_t i = 0; i < count; i++) {
        turned[i] = points[(i + begin_at) % count];
    }
    add_polygon(b, 1, turned, count);
}

/* Wherever a ring begins, what is left out of it outside makes no slanted edge and changes nothing inside. */
static void test_trimmed_anywhere(void **state) {
    (void)state;
    static const int64_t at[5][2] = {{-60, -45}, {-15, 10}, {0, 0}, {33, -20}, {-70, 20}};
    const lob_layer_index layer = 0;
    for (uint32_t k = 0; k < SMALL_POINTS; k += stride_pick(1, 3)) {
        memset(is_set, 0, sizeof is_set);
        const build b = begin();
        begin_cell(&b, "TOP");
        add_comb(&b, -64, -44, k);
        add_comb(&b, -61, -37, (k + 17) % SMALL_POINTS);
        add_comb(&b, -57, -25, (k + 31) % SMALL_POINTS);
        end_cell(&b);
        lob_layout *layout = end(&b);
        const lob_query q = query_of(layout, "TOP", &layer, 1);
        for (int i = 0; i < 5; i++) {
            const lob_windows x = {.from = at[i][0], .to = at[i][0] + 21, .count = 3};
            const lob_windows y = {.from = at[i][1], .to = at[i][1] + 19, .count = 2};
            check_by_squares(&q, &x, &y);
        }
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* ---- rounding ---- */

/* Two slanted bars cross off the grid: the area is known by formula, and area_error says how far ours may be off. */
static void test_error_is_stated(void **state) {
    (void)state;
    const build b = begin();
    const lob_point one[4] = {{0, 0}, {1000, 333}, {1000, 373}, {0, 40}},
                    other[4] = {{0, 300}, {1000, 7}, {1000, 47}, {0, 340}};
    begin_cell(&b, "TOP");
    add_polygon(&b, 1, one, 4);
    add_polygon(&b, 1, other, 4);
    end_cell(&b);
    lob_layout *layout = end(&b);
    const lob_layer_index layer = 0;
    const lob_query q = query_of(layout, "TOP", &layer, 1);
    const lob_windows x = {.from = 0, .to = 1000, .count = 7}, y = {.from = 0, .to = 400, .count = 3};
    lob_density d;
    /* Both are 40 high at each x; they share 40 - |f(x)| where f = 0.626 x - 300 is how far apart they are. */
    const double shared = 40 * 40 / 0.626, truth = 2 * 40 * 1000 - shared;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    assert_gt(d.area_error, 0);
    assert_lt(d.area_error, 2000);
    assert_le(fabs(d.total - truth), d.area_error);
    double sum = 0;
    for (int i = 0; i < 21; i++) {
        sum += d.areas[i];
    }
    assert_close(sum, d.total, 1e-9 * truth);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* ---- faults ---- */

static bool run_density(void *arg) {
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    lob_density d;
    if (!own) {
        return false;
    }
    lob_ctx_init(&c, own);
    const lob_layer_index both[2] = {0, 1};
    const lob_query q = query_of(arg, "TOP", both, 2);
    const lob_windows x = {.from = -60, .to = 60, .count = 5}, y = x;
    lob_status status = lob_query_density(&c, &q, &x, &y, &d);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_eq(c.error.code, status);
    }
    if (status == LOB_OK) {
        assert_eq(d.total, count_set(-60, -60, 60, 60));
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static void test_allocations(void **state) {
    (void)state;
    lob_layout *layout = draw_manhattan(3);
    run_density(layout); /* trees are made once */
    assert_gt(sweep_allocations(run_density, layout), 5);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void note_progress(void *arg, double done, double total, const char *message) {
    (void)message;
    double *last = arg;
    assert_gt(done, 0);
    assert_le(done, total);
    *last = done / total;
}

static void test_cancel_and_progress(void **state) {
    (void)state;
    lob_layout *layout = draw_manhattan(4);
    const lob_layer_index both[2] = {0, 1};
    const lob_query q = query_of(layout, "TOP", both, 2);
    const lob_windows x = {.from = -60, .to = 60, .count = 5}, y = x;
    lob_density d;
    lob_cancel cancel = {.requested = true};
    double last = 0;
    ctx.progress = note_progress;
    ctx.progress_arg = &last;
    ctx.progress_last_ms = -1000000;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    assert_eq(last, 1);
    ctx.progress = NULL;
    ctx.cancel = &cancel;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* ---- a figure alone ---- */

static int winding_at(const lob_point *ring, int count, double x, double y) {
    int sum = 0;
    for (int i = 0, k = count - 1; i < count; k = i++) {
        const bool is_up = ring[k].y < y && ring[i].y > y, is_down = ring[k].y > y && ring[i].y < y;
        sum += ring[k].x > x ? is_up - is_down : 0; /* edges that cross are upright */
    }
    return sum;
}

/* Figures that meet no other, each in one cell and across several: one that winds twice around some of its area, one
 * both ways, one with a cut line to a hole; and copies of each. What is wound around at all counts once. */
static void test_alone(void **state) {
    (void)state;
    static const lob_point rings[3][12] = {
        {{0, 0}, {20, 0}, {20, 16}, {4, 16}, {4, -6}, {10, -6}, {10, 10}, {0, 10}},
        {{0, 0}, {20, 0}, {20, 8}, {10, 8}, {10, -8}, {4, -8}, {4, 8}, {0, 8}},
        {{0, 0}, {20, 0}, {20, 16}, {0, 16}, {0, 4}, {4, 4}, {4, 12}, {12, 12}, {12, 4}, {4, 4}, {0, 4}},
    };
    static const int counts[3] = {8, 8, 11};
    memset(is_set, 0, sizeof is_set);
    const build b = begin();
    begin_cell(&b, "TOP");
    for (int i = 0; i < 3; i++) {
        for (int copy = 0; copy < 3; copy++) {
            const int dx = 30 * i - 40, dy = 30 * copy - 40;
            lob_point moved[12];
            for (int k = 0; k < counts[i]; k++) {
                moved[k] = (lob_point){rings[i][k].x + dx, rings[i][k].y + dy};
            }
            add_polygon(&b, 1, moved, (uint32_t)counts[i]);
            for (int y = -10; y < 20; y++) {
                for (int x = -5; x < 25; x++) {
                    is_set[y + dy + SIDE][x + dx + SIDE] |= winding_at(rings[i], counts[i], x + 0.5, y + 0.5) != 0;
                }
            }
        }
    }
    end_cell(&b);
    lob_layout *layout = end(&b);
    const lob_layer_index layer = 0;
    const lob_query q = query_of(layout, "TOP", &layer, 1);
    for (uint32_t parts = 1; parts < 12; parts++) {
        const lob_windows w = {.from = -60, .to = 70, .count = parts};
        check_by_squares(&q, &w, &w);
    }
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void test_too_many(void **state) {
    (void)state;
    const build b = begin();
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 100000, .nb = 100000, .a = {10, 0}, .b = {0, 10}};
    begin_cell(&b, "TOP");
    add_box(&b, 1, (lob_box){0, 0, 6, 6}, &rep);
    end_cell(&b);
    lob_layout *layout = end(&b);
    const lob_layer_index layer = 0;
    const lob_query q = query_of(layout, "TOP", &layer, 1);
    lob_windows x = {.from = 0, .to = 1000000, .count = 2}, y = x;
    lob_density d;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_E_QUERY_TOO_LARGE);
    assert_ne(ctx.error.hint[0], '\0');
    assert_string_equal(ctx.error.details[0].key, "limit_name"); /* told below, and whole up here */
    assert_true(lob_str_equal(ctx.error.details[0].text, LOB_STR("density_shapes")));
    assert_eq(ctx.error.details[1].integer, LOB_LIMIT_DENSITY_SHAPES);
    lob_error_clear(&ctx.error);
    x.to = y.to = 1000; /* 100 x 100 of the 10^10 */
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK);
    assert_eq(d.total, 10000 * 36);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* Of boxes that all reach through each block no block can hold few: halving it would multiply the work. */
static void test_stacked(void **state) {
    (void)state;
    const build b = begin();
    const lob_rep along = {.kind = LOB_REP_LATTICE, .na = 50000, .nb = 1, .a = {1, 0}, .b = {0, 1}};
    const lob_rep up = {.kind = LOB_REP_LATTICE, .na = 1, .nb = 20000, .a = {1, 0}, .b = {0, 10}};
    begin_cell(&b, "TOP");
    add_box(&b, 1, (lob_box){0, 0, 200000, 1000}, &along);
    add_box(&b, 2, (lob_box){0, 0, 1000000, 6}, &up); /* the longer side does not part them, the other does */
    end_cell(&b);
    lob_layout *layout = end(&b);
    const lob_layer_index layers[2] = {0, 1};
    lob_query q = query_of(layout, "TOP", layers, 1);
    const lob_windows x = {.from = 0, .to = 300000, .count = 16}, y = {.from = 0, .to = 2000, .count = 16};
    const lob_windows wide = {.from = 0, .to = 1000000, .count = 1}, high = {.from = 0, .to = 200000, .count = 1};
    lob_density d;
    assert_int_equal(lob_query_density(&ctx, &q, &x, &y, &d), LOB_OK); /* not density_shapes */
    assert_eq(d.total, (200000 + 49999) * 1000.0);
    q = query_of(layout, "TOP", layers + 1, 1);
    assert_int_equal(lob_query_density(&ctx, &q, &wide, &high, &d), LOB_OK);
    assert_eq(d.total, 20000 * 6 * 1000000.0);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_manhattan),
        cmocka_unit_test(test_slanted),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_trimmed_rings),
        cmocka_unit_test(test_trimmed_anywhere),
        cmocka_unit_test(test_error_is_stated),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_cancel_and_progress),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_stacked),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
