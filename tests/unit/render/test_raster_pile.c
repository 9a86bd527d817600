/* Pixels of very many rings and edges: unions against areas known or sampled, equal rings, what a band holds, the
 * samples that stand in for what is too much, rings of very many cells, the bound of pieces, cancelling, failing
 * allocations. */
#include <math.h>
#include <stdatomic.h>
#include <time.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "render/raster_impl.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

static double unit(void) {
    return rand() / (RAND_MAX + 1.0);
}

typedef struct shape { /* rings one behind the other */
    lob_pixel *points;
    uint32_t *ends;
    uint32_t count;
} shape;

static shape shape_new(uint32_t rings, uint32_t points) {
    shape s = {.points = calloc(points, sizeof(lob_pixel)), .ends = calloc(rings, sizeof(uint32_t))};
    assert_non_null(s.points);
    assert_non_null(s.ends);
    return s;
}

static void shape_drop(shape *s) {
    free(s->points);
    free(s->ends);
}

static void shape_box(shape *s, double left, double top, double right, double bottom) {
    uint32_t at = s->count > 0 ? s->ends[s->count - 1] : 0;
    const lob_pixel p[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    memcpy(s->points + at, p, sizeof p);
    s->ends[s->count++] = at + 4;
}

static lob_status rings_set(lob_raster *r, const shape *s) {
    uint32_t from = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        LOB_TRY(lob_raster_ring(r, s->points + from, s->ends[i] - from, NULL));
        from = s->ends[i];
    }
    return LOB_OK;
}

static lob_status shape_draw(lob_raster *r, const shape *s, uint32_t *bands) {
    uint32_t columns[2], rows[2];
    *bands = 0;
    LOB_TRY(rings_set(r, s));
    while (lob_raster_second(r, columns, rows)) {
        LOB_TRY(rings_set(r, s));
        LOB_TRY(lob_raster_end(r));
        ++*bands;
    }
    return LOB_OK;
}

static double value(const lob_raster *r, uint32_t x, uint32_t y) {
    return lob_cover_area(lob_raster_row(r, y)[x]);
}

/* ---- unions ---- */

/* Whether some ring winds around a point. */
static bool covers(const shape *s, double x, double y) {
    uint32_t from = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        int winding = 0;
        for (uint32_t k = from; k < s->ends[i]; k++) {
            const lob_pixel a = s->points[k], b = s->points[k + 1 < s->ends[i] ? k + 1 : from];
            if ((a.y <= y) != (b.y <= y) && a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)) <= x) {
                winding += a.y < b.y ? 1 : -1;
            }
        }
        if (winding != 0) {
            return true;
        }
        from = s->ends[i];
    }
    return false;
}

static double sampled(const shape *s, uint32_t x, uint32_t y, int side) {
    int count = 0;
    for (int i = 0; i < side * side; i++) {
        count += covers(s, x + (i % side + 0.5) / side, y + (i / side + 0.5) / side);
    }
    return count / (double)(side * side);
}

/* Few pixels, each met by far more than LOB_PILE_MIN pieces whose union is short: exact, with no slab for them all. */
static void test_union(void **state) {
    (void)state;
    enum { SIDE = 3, RINGS = 300 };
    lob_raster *r;
    uint32_t bands;
    srand(3);
    for (int kind = 0; kind < 4; kind++) {
        shape s = shape_new(RINGS, 4 * RINGS);
        for (int i = 0; i < RINGS; i++) {
            const double a = unit() * 0.3, b = unit() * 0.3;
            if (kind == 0) { /* equal */
                shape_box(&s, 0.25, 0.25, 2.75, 2.5);
            } else if (kind == 1) { /* corners on a stair */
                shape_box(&s, 0.1 + i * 0.001, 0.9 - i * 0.001, 2.1 + i * 0.002, 2.8 - i * 0.001);
            } else { /* askew, around a common middle; every other one the other way round */
                shape_box(&s, 0.2 + a, 0.3 + b, 2.7 - b, 2.8 - a);
                lob_pixel *p = s.points + 4 * i;
                p[0].x += kind == 3 ? 0.2 * unit() : 0;
                if (i % 2) {
                    const lob_pixel one = p[1];
                    p[1] = p[3];
                    p[3] = one;
                }
            }
        }
        assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
        assert_int_equal(shape_draw(r, &s, &bands), LOB_OK);
        assert_int_equal(lob_raster_sampled(r), 0);
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            assert_close(value(r, i % SIDE, i / SIDE), sampled(&s, i % SIDE, i / SIDE, 40), 0.04);
        }
        if (kind == 0) {
            assert_close(value(r, 0, 0), 0.75 * 0.75, 1e-5);
            assert_close(value(r, 1, 2), 0.5, 1e-5);
            assert_int_equal(r->pile.steps, 0);
        }
        lob_raster_release(r);
        shape_drop(&s);
    }
}

/* The union of pieces against their area by slabs, for rings of all kinds. */
static void test_slab_union(void **state) {
    (void)state;
    lob_slabs slabs = {0};
    int many = 0;
    srand(5);
    for (int round = 0; round < (int)stride_pick(400, 20); round++) {
        lob_piece p[96], q[96], out[512];
        uint32_t n = 0, count;
        double area, ours = 0;
        const uint32_t rings = 1 + (uint32_t)round % 6;
        for (uint32_t k = 0; k < rings; k++) {
            lob_pixel v[4];
            for (int i = 0; i < 4; i++) {
                v[i] = (lob_pixel){unit(), unit()};
            }
            for (int i = 0; i < 4 && round % 3 == 0; i++) { /* every third ring of upright edges on a grid */
                v[i] = (lob_pixel){floor(v[i & 2].x * 8) / 8, floor(v[(i + 1) & 2].y * 8) / 8};
            }
            for (int i = 0; i < 4; i++) {
                lob_pixel a = v[i], b = v[(i + 1) % 4];
                const int32_t weight = a.y < b.y ? 1 : -1;
                if (a.y > b.y) {
                    const lob_pixel c = a;
                    a = b;
                    b = c;
                }
                if (a.y < b.y) {
                    p[n++] = (lob_piece){a.x, a.y, b.x, b.y, weight, k};
                }
            }
        }
        memcpy(q, p, sizeof p);
        assert_int_equal(lob_slab_area(&ctx, &slabs, p, n, rings, &area), LOB_OK);
        assert_int_equal(lob_slab_union(&ctx, &slabs, q, n, rings, out, 512, &count), LOB_OK);
        if (count == LOB_SLAB_MANY) { /* very many crossings */
            many++;
            continue;
        }
        for (uint32_t i = 0; i < count; i++) {
            assert_lt(out[i].y0, out[i].y1);
            assert_eq(out[i].ring, 0);
            assert_eq(abs(out[i].weight), 1);
            ours += out[i].weight * (out[i].y1 - out[i].y0) * (1 - (out[i].x0 + out[i].x1) / 2);
        }
        assert_close(ours, area, 1e-12);
        if (count > 2) {
            assert_int_equal(lob_slab_union(&ctx, &slabs, q, n, rings, out, 2, &count), LOB_OK);
            assert_int_equal(count, LOB_SLAB_MANY);
        }
    }
    assert_lt(many, 40);
    lob_slabs_release(&slabs);
}

/* ---- samples ---- */

static void test_grain(void **state) {
    (void)state;
    lob_grain_scratch scratch = {0};
    srand(9);
    for (int round = 0; round < 200; round++) {
        lob_grain grain = {{0}};
        double left = unit(), right = left + unit() * (1 - left), low = unit(), high = low + unit() * (1 - low);
        if (round % 2) { /* slanted: a triangle */
            lob_piece p[2] = {{0, low, right, high, 1, 0}, {0, low, 0, high, -1, 0}};
            assert_int_equal(lob_grain_add(&ctx, &scratch, &grain, p, 2), LOB_OK);
            assert_close(lob_grain_area(&grain), right * (high - low) / 2, 3.0 / 128);
            continue;
        }
        lob_piece p[3] = {
            {left, low, left, high, 1, 0}, {right, low, right, high, -1, 0}, {left, low, left, high, 1, 0}};
        assert_int_equal(lob_grain_add(&ctx, &scratch, &grain, p, 2), LOB_OK);
        assert_close(lob_grain_area(&grain), (right - left) * (high - low), 4.0 / 128);
        p[1] = p[2] = (lob_piece){0, 0, 0, 1, 1, 0};
        assert_int_equal(lob_grain_add(&ctx, &scratch, &grain, p + 1, 1), LOB_OK); /* open to the right: all of it */
        assert_eq(lob_grain_area(&grain), 1);
    }
    for (int teeth = 30; teeth < 1000; teeth += 97) { /* finer than the samples */
        lob_grain grain = {{0}};
        lob_piece *p = calloc(2 * (size_t)teeth, sizeof *p);
        assert_non_null(p);
        for (int i = 0; i < teeth; i++) {
            const double x = (double)i / teeth;
            p[2 * i] = (lob_piece){x, 0, x, 1, 1, 0};
            p[2 * i + 1] = (lob_piece){x + 0.4 / teeth, 0, x + 0.4 / teeth, 1, -1, 0};
        }
        assert_int_equal(lob_grain_add(&ctx, &scratch, &grain, p, 2 * (uint32_t)teeth), LOB_OK);
        assert_close(lob_grain_area(&grain), 0.4, 1.0 / 16);
        free(p);
    }
    lob_grain_release(&scratch);
}

/* So many crossings in one pixel that slabs are not worth it: within the bound of samples, and soon. */
static void test_crossings(void **state) {
    (void)state;
    enum { RINGS = 3000 };
    lob_raster *r;
    uint32_t bands;
    shape s = shape_new(RINGS, 4 * RINGS);
    for (int i = 0; i < RINGS; i++) { /* needles of one point, a third of them seen by each direction */
        const double angle = M_PI * i / RINGS, c = cos(angle), n = sin(angle), half = 2e-5;
        shape_box(&s, 0, 0, 1, 1);
        lob_pixel *p = s.points + 4 * i;
        p[0] = (lob_pixel){1.5 + 1.4 * c - half * n, 1.5 + 1.4 * n + half * c};
        p[1] = (lob_pixel){1.5 + 1.4 * c + half * n, 1.5 + 1.4 * n - half * c};
        p[2] = (lob_pixel){1.5 - 1.4 * c + half * n, 1.5 - 1.4 * n - half * c};
        p[3] = (lob_pixel){1.5 - 1.4 * c - half * n, 1.5 - 1.4 * n + half * c};
    }
    assert_int_equal(lob_raster_new(&ctx, 3, 3, &r), LOB_OK);
    assert_int_equal(shape_draw(r, &s, &bands), LOB_OK);
    assert_gt(r->sampled, 0);
    assert_le(r->pile.steps, LOB_PILE_STEPS_MAX);
    for (uint32_t i = 0; i < 9; i++) {
        assert_close(value(r, i % 3, i / 3), value(r, (8 - i) % 3, (8 - i) / 3), 2.0 / 16); /* as turned */
    }
    assert_gt(value(r, 1, 1), 0.05);
    assert_lt(value(r, 1, 1), 0.5);
    lob_raster_release(r);
    shape_drop(&s);
}

/* ---- what a band holds ---- */

/* Strips one over the other in each row, `deep` of them: more pieces than a band may hold. */
static void strips_check(uint32_t side, uint32_t deep, bool is_smaller) {
    lob_raster *r;
    uint32_t bands;
    shape s = shape_new(side * deep, 4 * side * deep);
    for (uint32_t i = 0; i < side * deep; i++) {
        const uint32_t y = i % side, k = i / side;
        shape_box(&s, 0.25, y + 0.25 + 1e-4 * k, side - 0.5, y + 0.5 + 1e-4 * k);
    }
    assert_int_equal(lob_raster_new(&ctx, side, side, &r), LOB_OK);
    assert_int_equal(shape_draw(r, &s, &bands), LOB_OK);
    assert_le(r->found_capacity, 2 * LOB_PILE_FOUND_MAX);
    assert_eq(is_smaller, r->marks_max == LOB_PILE_MARKS_MIN);
    assert_int_equal(lob_raster_sampled(r), 0);
    assert_int_equal(lob_raster_marked(r), side * side);
    const double high = 0.25 + 1e-4 * (deep - 1);
    for (uint32_t y = 0; y < side; y++) {
        assert_close(value(r, 0, y), 0.75 * high, 1e-5);
        assert_close(value(r, side / 2, y), high, 1e-5);
        assert_close(value(r, side - 1, y), 0.5 * high, 1e-5);
    }
    lob_raster_release(r);
    shape_drop(&s);
}

static void test_band(void **state) {
    (void)state;
    stride_skip();
    strips_check(64, 330, false); /* its pieces are united on the way */
    strips_check(100, 160, true); /* begun anew with fewer rows */
}

/* Boxes that stay apart in every pixel: their union is long, so pixels become samples when the band is full. */
static void test_band_samples(void **state) {
    (void)state;
    enum { SIDE = 60, ACROSS = 14, RINGS = SIDE * SIDE * ACROSS * ACROSS };
    stride_skip();
    lob_raster *r;
    uint32_t bands;
    shape s = shape_new(RINGS, 4 * RINGS);
    for (uint32_t i = 0; i < RINGS; i++) {
        const double pitch = 1.0 / ACROSS, x = i % (SIDE * ACROSS) * pitch, y = i / (SIDE * ACROSS) * pitch;
        shape_box(&s, x + 0.1 * pitch, y + 0.2 * pitch, x + 0.7 * pitch, y + 0.9 * pitch);
    }
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    assert_int_equal(shape_draw(r, &s, &bands), LOB_OK);
    assert_gt(r->sampled, 0);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        assert_close(value(r, i % SIDE, i / SIDE), 0.6 * 0.7, 1.0 / 16);
    }
    lob_raster_release(r);
    shape_drop(&s);
}

/* ---- rings of very many cells ---- */

/* A comb with teeth finer than pixels, in one ring; twice around when `times` is 2. */
static shape comb(uint32_t teeth, double width, double height, uint32_t times) {
    shape s = shape_new(1, times * (4 * teeth + 2));
    uint32_t n = 0;
    for (uint32_t t = 0; t < times; t++) {
        s.points[n++] = (lob_pixel){0, height};
        for (uint32_t i = 0; i < teeth; i++) {
            const double x = width * i / teeth, wide = 0.4 * width / teeth;
            const lob_pixel p[4] = {
                {x, 1.5}, {x + wide, 1.5}, {x + wide, height - 2.25}, {width * (i + 1) / teeth, height - 2.25}};
            memcpy(s.points + n, p, sizeof p);
            n += 4;
        }
        s.points[n++] = (lob_pixel){width, height};
    }
    s.ends[0] = n;
    s.count = 1;
    return s;
}

static void comb_check(uint32_t times) {
    enum { TEETH = 1000, WIDE = 200, HIGH = 300 };
    lob_raster *r;
    uint32_t bands;
    shape s = comb(TEETH, WIDE, HIGH - 0.5, times);
    assert_int_equal(lob_raster_new(&ctx, WIDE, HIGH, &r), LOB_OK);
    assert_int_equal(shape_draw(r, &s, &bands), LOB_OK);
    assert_lt(r->cell_capacity, RASTER_CELLS_MAX);
    if (times > 1) {
        assert_gt(bands, 0);
    } else {
        assert_eq(bands, 0);
    }
    for (uint32_t x = 0; x < WIDE; x++) { /* five teeth a pixel */
        assert_eq(value(r, x, 0), 0);
        assert_close(value(r, x, 1), 0.2, 1e-4);
        assert_close(value(r, x, HIGH / 2), 0.4, 1e-4);
        assert_close(value(r, x, HIGH - 3), (0.25 * 0.4 + 0.75), 1e-4);
        assert_int_equal(lob_raster_row(r, HIGH - 2)[x], LOB_COVER_FULL);
        assert_close(value(r, x, HIGH - 1), 0.5, 1e-4);
    }
    lob_raster_release(r);
    shape_drop(&s);
}

static void test_comb(void **state) {
    (void)state;
    comb_check(1);
    comb_check(2);
}

/* Random rings that wind as they like: shares against cells, by the same ring in parts of the plane that need none. */
static void test_dense(void **state) {
    (void)state;
    enum { POINTS = 2000, SIDE = 500, PART = 100 };
    lob_raster *whole, *part;
    uint32_t bands;
    srand(17);
    shape s = shape_new(1, POINTS);
    for (int i = 0; i < POINTS; i++) {
        s.points[i] = (lob_pixel){unit() * SIDE * 1.2 - 40, unit() * SIDE * 1.2 - 60};
    }
    s.ends[0] = POINTS;
    s.count = 1;
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &whole), LOB_OK);
    assert_int_equal(shape_draw(whole, &s, &bands), LOB_OK);
    assert_int_equal(whole->cell_capacity, 0); /* no list of cells */
    const uint32_t at[3][2] = {{0, 0}, {200, 150}, {400, 400}};
    for (int k = 0; k < (int)stride_pick(3, 1); k++) {
        shape moved = shape_new(1, POINTS);
        for (int i = 0; i < POINTS; i++) {
            moved.points[i] = (lob_pixel){s.points[i].x - at[k][0], s.points[i].y - at[k][1]};
        }
        moved.ends[0] = POINTS;
        moved.count = 1;
        assert_int_equal(lob_raster_new(&ctx, PART, PART, &part), LOB_OK);
        assert_int_equal(shape_draw(part, &moved, &bands), LOB_OK);
        assert_gt(part->cell_capacity, 0);
        for (uint32_t i = 0; i < PART * PART; i++) {
            const uint32_t x = i % PART, y = i / PART;
            assert_le(abs(lob_raster_row(part, y)[x] - lob_raster_row(whole, at[k][1] + y)[at[k][0] + x]), 1);
        }
        lob_raster_release(part);
        shape_drop(&moved);
    }
    lob_raster_release(whole);
    shape_drop(&s);
}

/* Whole runs beside whole blocks, in any order. */
static void test_full_runs(void **state) {
    (void)state;
    enum { WIDE = 1500, HIGH = 6, RUNS = 400 };
    static uint8_t is_whole[HIGH][WIDE];
    lob_raster *r;
    srand(23);
    memset(is_whole, 0, sizeof is_whole);
    assert_int_equal(lob_raster_new(&ctx, WIDE, HIGH, &r), LOB_OK);
    for (int i = 0; i < RUNS; i++) {
        const uint32_t left = (uint32_t)rand() % WIDE, right = left + (uint32_t)rand() % (i % 2 ? 400 : 90);
        const uint32_t top = (uint32_t)rand() % HIGH, end = right < WIDE ? right : WIDE;
        assert_int_equal(lob_raster_box(r, left, top, right, top + 1), LOB_OK);
        memset(&is_whole[top][left], 1, end - left);
        for (uint32_t x = 0; x < WIDE; x++) {
            assert_int_equal(lob_raster_row(r, top)[x], is_whole[top][x] ? LOB_COVER_FULL : 0);
        }
    }
    lob_raster_release(r);
}

/* ---- bounds ---- */

static void test_limit(void **state) {
    (void)state;
    enum { WIDE = 16384 };
    stride_skip();
    lob_raster *r;
    lob_ctx own;
    lob_ctx_init(&own, arena);
    assert_int_equal(lob_raster_new(&own, WIDE, 1, &r), LOB_OK);
    lob_status status = LOB_OK;
    uint32_t boxes = 0;
    for (; status == LOB_OK; boxes++) {
        status = lob_raster_box(r, 0, 0.25, WIDE, 0.5);
    }
    assert_int_equal(status, LOB_E_QUERY_TOO_LARGE);
    assert_ge(boxes, LOB_RASTER_PIECES_MAX / WIDE / 2);
    assert_le(boxes, LOB_RASTER_PIECES_MAX / WIDE / 2 + 2);
    assert_ne(own.error.hint[0], 0);
    lob_raster_clear(r); /* and the next layer begins anew */
    assert_int_equal(lob_raster_box(r, 0, 0.25, WIDE, 0.5), LOB_OK);
    lob_raster_release(r);
}

static void test_cancel(void **state) {
    (void)state;
    lob_cancel cancel = {.requested = true};
    lob_ctx own;
    lob_raster *r;
    shape s = comb(1000, 200, 300, 1);
    lob_ctx_init(&own, arena);
    assert_int_equal(lob_raster_new(&own, 200, 300, &r), LOB_OK);
    own.cancel = &cancel;
    assert_int_equal(lob_raster_ring(r, s.points, s.ends[0], NULL), LOB_E_CANCELLED);
    shape many = comb(5000, 200, 300, 1);
    bool is_simple;
    assert_int_equal(lob_raster_is_simple(&own, many.points, many.ends[0], &is_simple), LOB_E_CANCELLED);
    shape_drop(&many);
    lob_ctx_init(&own, arena);
    own.cancel = &cancel;
    lob_status status = LOB_OK;
    for (int i = 0; i < 64 && status == LOB_OK; i++) {
        status = lob_raster_box(r, 0, 0, 1, 1);
    }
    assert_int_equal(status, LOB_E_CANCELLED);
    lob_raster_release(r);
    shape_drop(&s);
}

/* ---- failing ---- */

static bool draw_sweep(void *arg) {
    lob_arena *own = lob_arena_new(0);
    lob_raster *r = NULL;
    lob_ctx c;
    uint32_t bands;
    if (!own) {
        return false;
    }
    lob_ctx_init(&c, own);
    const bool fine = lob_raster_new(&c, 100, 100, &r) == LOB_OK && shape_draw(r, arg, &bands) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_raster_release(r);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    shape s = comb(1000, 100, 300, 1); /* shares */
    assert_gt(sweep_allocations(draw_sweep, &s), 8);
    shape_drop(&s);
    s = shape_new(100, 400); /* unions, and slabs for a ring of many pieces */
    srand(29);
    for (int i = 0; i < 99; i++) {
        shape_box(&s, 0.5 + 0.001 * i, 0.5, 3.5, 3.5);
    }
    assert_gt(sweep_allocations(draw_sweep, &s), 8);
    shape_drop(&s);
    s = shape_new(1, 300);
    for (int i = 0; i < 300; i++) {
        s.points[i] = (lob_pixel){unit() * 2, unit() * 2};
    }
    s.ends[0] = 300;
    s.count = 1;
    assert_gt(sweep_allocations(draw_sweep, &s), 8);
    shape_drop(&s);
}

/* ---- growth ---- */

/* Frames in each other, the hole cut in from one corner. The picture shows their upper arms, or with `swaps` the left
 * ones, and right of them what lies between all arms. */
static uint64_t frames_work(uint32_t count, bool swaps) {
    enum { SIDE = 48, LONG = 1000 };
    lob_raster *r;
    uint32_t bands;
    shape s = shape_new(count, 10 * count);
    const double pitch = SIDE / 2.0 / count;
    for (uint32_t i = 0; i < count; i++) {
        const double b = (i + 0.75) * pitch, a = (i + 0.25) * pitch;
        const double x[10] = {-b, -b, b, b, -b, -a, a, a, -a, -a}, y[10] = {-b, b, b, -b, -b, -a, -a, a, a, -a};
        for (uint32_t k = 0; k < 10; k++) {
            const double across = SIDE / 2.0 + x[k] + (x[k] < 0 ? -LONG : LONG),
                         up = SIDE / 2.0 + y[k] + (y[k] > 0 ? LONG : 0);
            s.points[10 * i + k] = swaps ? (lob_pixel){up, across} : (lob_pixel){across, up};
        }
        s.ends[s.count++] = 10 * (i + 1);
    }
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    assert_int_equal(shape_draw(r, &s, &bands), LOB_OK);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t at = swaps ? i % SIDE : i / SIDE;
        assert_close(value(r, i % SIDE, i / SIDE), (at < SIDE / 2 ? 0.5 : 0), 2.0 / count * SIDE);
    }
    const uint64_t work = r->slabs.work;
    lob_raster_release(r);
    shape_drop(&s);
    return work;
}

/* Twice as many frames take twice the steps: what lies beside each other in a pixel is not united. */
static void test_frames(void **state) {
    (void)state;
    for (int swaps = 0; swaps < 2; swaps++) {
        const uint64_t few = frames_work(400, swaps), many = frames_work(800, swaps);
        assert_lt(many, few * 5 / 2 + 1000);
    }
}

/* Thin uprights side by side; with `far` each has a second one right of the picture, and is one ring with it. */
static double uprights_seconds(double far) {
    enum { COUNT = 5000, WIDE = 4000, HIGH = 32 };
    lob_raster *r;
    uint32_t bands;
    shape s = shape_new(COUNT, 8 * COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        const double x = i * (WIDE / (double)COUNT), y = HIGH + 10, low = -10;
        const lob_pixel p[8] = {
            {x, low},           {x, y + 1},   {x + far + 0.5, y + 1}, {x + far + 0.5, low}, {x + far + 0.3, low},
            {x + far + 0.3, y}, {x + 0.2, y}, {x + 0.2, low}};
        memcpy(s.points + 8 * i, p, sizeof p);
        s.ends[s.count++] = 8 * (i + 1);
    }
    assert_int_equal(lob_raster_new(&ctx, WIDE, HIGH, &r), LOB_OK);
    const clock_t begun = clock();
    assert_int_equal(shape_draw(r, &s, &bands), LOB_OK);
    const double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    assert_gt(bands, 0);
    lob_raster_release(r);
    shape_drop(&s);
    return seconds;
}

/* A ring costs the pixels it covers, not all between its two arms. Otherwise they take eight times as long. */
static void test_far_arms(void **state) {
    (void)state;
    const double near = uprights_seconds(0.01), far = uprights_seconds(8000);
    assert_lt(far, 3 * near + 0.03);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_union),     cmocka_unit_test(test_slab_union), cmocka_unit_test(test_grain),
        cmocka_unit_test(test_crossings), cmocka_unit_test(test_band),       cmocka_unit_test(test_band_samples),
        cmocka_unit_test(test_comb),      cmocka_unit_test(test_dense),      cmocka_unit_test(test_full_runs),
        cmocka_unit_test(test_limit),     cmocka_unit_test(test_cancel),     cmocka_unit_test(test_failing),
        cmocka_unit_test(test_frames),    cmocka_unit_test(test_far_arms),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
