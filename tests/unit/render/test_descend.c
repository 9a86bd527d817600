/* Far views part by part: stamps, images in every orientation and the pictures made of them against the exact coverage
 * of the same figures; what may overlap; several covers at once. */
#include <math.h>
#include <pthread.h>

#include "tests/support/lob_test.h"

#include "render/cover_impl.h"
#include "rig.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

typedef struct apart {
    double most, mean, ours, theirs; /* differences of pixels; sums */
} apart;

static apart compare(const lob_raster *a, const lob_raster *b, uint32_t width, uint32_t height) {
    apart e = {0};
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            double ours = lob_cover_area(lob_raster_row(a, y)[x]);
            double theirs = lob_cover_area(lob_raster_row(b, y)[x]);
            e.most = fmax(e.most, fabs(ours - theirs));
            e.mean += fabs(ours - theirs) / width / height;
            e.ours += ours;
            e.theirs += theirs;
        }
    }
    return e;
}

typedef struct bench { /* the same cell drawn exactly and from afar */
    lob_layout *layout;
    lob_cover *cover;
    lob_raster *exact, *far;
    lob_grid grid;
} bench;

static void bench_open(bench *b, lob_layout *layout, lob_grid grid) {
    lob_layer_index layer = 0;
    lob_cover_what what = {.cell = lob_layout_top(layout, 0), .layers = &layer, .layer_count = 1};
    b->layout = layout;
    b->grid = grid;
    assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &b->cover), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, grid.width, grid.height, &b->exact), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, grid.width, grid.height, &b->far), LOB_OK);
    b->cover->work_max = UINT64_MAX;
    assert_int_equal(lob_cover_exact(&ctx, b->cover, &what, &grid, b->exact), LOB_OK);
}

static void bench_close(bench *b) {
    lob_raster_release(b->exact);
    lob_raster_release(b->far);
    lob_cover_release(b->cover);
    lob_layout_drop(b->layout);
    lob_arena_reset(arena);
}

static void descend(bench *b) {
    lob_sums sums = {0};
    static uint16_t row[4096];
    assert_le(b->grid.width, 4096);
    assert_int_equal(lob_sums_shape(&ctx, &sums, b->grid.width, b->grid.height), LOB_OK);
    assert_int_equal(lob_cover_descend(&ctx, b->cover, lob_layout_top(b->layout, 0), 0, &b->grid, &sums), LOB_OK);
    for (uint32_t y = 0; y < b->grid.height; y++) {
        memset(row, 0, sizeof row);
        lob_sums_row(&sums, y, row);
        lob_raster_put(b->far, y, 0, b->grid.width, row);
    }
    lob_sums_release(&sums);
}

/* ---- stamps ---- */

/* Copies of a few outlines, polygons and paths, none over another, in a cell that is turned. */
static lob_layout *copies(int code, int pitch) {
    rig r = rig_begin(&ctx);
    lob_point shapes[3][24];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 24; i++) { /* irregular, as wide as it is high in one of three */
            double radius = (i % 3 == 0 ? 30 : 45) * (1 + 0.2 * cos(i * 7 + k));
            shapes[k][i] = (lob_point){(int32_t)lround(radius * cos(i * M_PI / 12)),
                                       (int32_t)lround(radius * (k ? 1 : 0.3) * sin(i * M_PI / 12))};
        }
    }
    srand(11);
    rig_cell(&r, "A");
    for (int i = 0; i < 60 * 60; i++) {
        lob_point p[24];
        int x = i % 60 * pitch + rand() % (pitch - 110);
        int y = i / 60 * pitch + rand() % (pitch - 110);
        int k = i % 4;
        if (k == 3) {
            const lob_point line[4] = {{x - 40, y - 40}, {x, y - 20}, {x + 20, y + 20}, {x + 40, y + 40}};
            const lob_element element = {.layer = 1};
            const lob_path_event path = {.points = line, .count = 4, .width = 12};
            assert_int_equal(r.s->path(r.s->self, &element, &path), LOB_OK);
            continue;
        }
        for (int v = 0; v < 24; v++) {
            p[v] = (lob_point){x + shapes[k][v].x, y + shapes[k][v].y};
        }
        rig_polygon(&r, 1, NULL, p, 24);
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "A", NULL, 0, 0, code & 4, 90 * (code & 3), 1);
    rig_end_cell(&r);
    return rig_end(&r);
}

static void test_stamps(void **state) {
    (void)state;
    for (int code = 0; code < 8; code += getenv("LOB_TEST_QUICK") ? 5 : 1) {
        bench b;
        lob_layout *layout = copies(code, 160);
        lob_box64 box = lob_layout_cell(layout, lob_layout_top(layout, 0))->box;
        /* Texels of 16: figures of three to six; a part of the cell, so that some are cut. */
        lob_grid grid = {(double)box.left + 333, (double)box.top - 471, 1 / 16.0, 1 / 16.0, 500, 540};
        bench_open(&b, layout, grid);
        descend(&b);
        unsigned made = 0;
        for (unsigned i = 0; i < 1 << LOB_MOULD_BITS; i++) {
            made += b.cover->stamps.moulds[i].table != NULL;
        }
        assert_int_equal(made, 4); /* three polygons, one path */
        apart e = compare(b.far, b.exact, grid.width, grid.height);
        /* Edges are off by 1/32 of a texel along each axis. */
        assert_lt(e.most, 4.0 / 32);
        assert_lt(e.mean, 0.004);
        assert_close(e.ours, e.theirs, 1e-3 * e.theirs);
        bench_close(&b);
    }
}

/* At another scale stamps are made anew; figures within a texel are their area. */
static void test_scales(void **state) {
    (void)state;
    bench b;
    lob_layout *layout = copies(0, 160);
    for (double per = 5; per < 400; per *= stride_is_on() ? 10 : 3.1) {
        uint32_t side = (uint32_t)(9600 / per) + 8;
        side = side < stride_pick(side, 900) ? side : stride_pick(side, 900);
        lob_grid grid = {-80, 9800, 1 / per, 1 / per, side, side + 10};
        bench_open(&b, lob_layout_keep(layout), grid);
        for (int k = 0; k < 2; k++) {
            lob_raster_clear(b.far);
            descend(&b);
            apart e = compare(b.far, b.exact, grid.width, grid.height);
            assert_lt(e.most, 4.0 / 32);
            assert_close(e.ours, e.theirs, 2e-3 * e.theirs);
            b.grid.sx = b.grid.sy = 1 / 37.0; /* and back */
            descend(&b);
            b.grid.sx = b.grid.sy = 1 / per;
        }
        bench_close(&b);
    }
    lob_layout_drop(layout);
}

/* ---- images ---- */

/* Cells of 69 boxes on a lattice of 128, in a turned array: 256 a pixel and 128 a texel lose nothing. */
static lob_layout *blocks(int code, double angle, int count, int slant) {
    rig r = rig_begin(&ctx);
    const lob_rep array = {.kind = LOB_REP_LATTICE,
                           .na = (uint32_t)count,
                           .nb = (uint32_t)count,
                           .a = {128 * 15, 0},
                           .b = {slant, 128 * 17}};
    rig_cell(&r, "BLOCK");
    for (int i = 0; i < 70; i++) { /* no symmetry */
        int x = 128 * (i % 10);
        int y = 128 * (i / 10 * 2);
        if (i % 3 != 0 || i < 20) {
            rig_box(&r, 1, NULL, (lob_box){x, y, x + 128, y + 128 + (i == 8 ? 128 : 0)});
        }
        rig_box(&r, 2, NULL, (lob_box){x, y, x + 128, y + 128});
    }
    for (int i = 0; i < 8; i++) {
        rig_box(&r, 1, NULL, (lob_box){128 * 11, 256 * i, 128 * 12, 256 * i + 128});
        rig_box(&r, 1, NULL, (lob_box){128 * 13, 256 * i, 128 * 14, 256 * i + 128});
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "BLOCK", &array, 128, -256, code & 4, 90 * (code & 3) + angle, 1);
    rig_end_cell(&r);
    return rig_end(&r);
}

static void test_orientations(void **state) {
    (void)state;
    for (int code = 0; code < 8; code++) {
        bench b;
        lob_layout *layout = blocks(code, 0, 12, 128);
        lob_box64 box = lob_layout_cell(layout, lob_layout_top(layout, 0))->box;
        lob_grid grid = {(double)(box.left & ~INT64_C(255)) + 1024,
                         (double)(box.top | 255) + 1 - 512,
                         1 / 256.0,
                         1 / 256.0,
                         100,
                         110};
        bench_open(&b, layout, grid);
        descend(&b);
        assert_gt(b.cover->size, 0); /* an image was used */
        apart e = compare(b.far, b.exact, 100, 110);
        assert_gt(e.theirs, 1000);
        assert_lt(e.most, 1e-4);
        bench_close(&b);
    }
    /* Off the axes each texel is a square: right on the whole. */
    bench b;
    lob_layout *layout = blocks(0, 30, 12, 128);
    lob_box64 box = lob_layout_cell(layout, lob_layout_top(layout, 0))->box;
    bench_open(&b, layout, lob_grid_fit(box, 120, 120));
    descend(&b);
    apart e = compare(b.far, b.exact, 120, 120);
    double whole = 144 * 70.0 * 128 * 128 * b.grid.sx * b.grid.sy; /* the turned blocks overlap, and count twice */
    assert_lt(e.mean, 0.02);
    assert_close(e.ours, whole, 1e-3 * whole);
    assert_lt(e.theirs, e.ours);
    bench_close(&b);
}

/* A random image, with gaps. */
static void image_fill(lob_image *image) {
    assert_int_equal(lob_image_room(&ctx, image), LOB_OK);
    for (uint32_t y = 0; y < image->height; y++) {
        for (uint32_t x = 40; x < image->width; x++) {
            if (x / 30 % 2 == 0 && y % 20 > 3) {
                image->values[y * image->width + x] = (uint16_t)(rand() % 65536);
                image->blocks[y] |= lob_block_count(image->block_bits, x, x + 1);
            }
        }
    }
}

/* The length that [a, a + 1) has in common with the texel [from, to), either way around. */
static double common(double a, double from, double to) {
    return fmax(0, fmin(a + 1, fmax(from, to)) - fmax(a, fmin(from, to)));
}

/* Adding an image in each orientation, against its texels one by one. */
static void test_adding(void **state) {
    (void)state;
    lob_layout *layout = blocks(0, 0, 3, 0);
    lob_cover *cover;
    lob_sums sums = {0};
    lob_image image = {.width = 150, .height = 90, .x = -20, .y = 50, .level = 3};
    const lob_grid grids[2] = {{-1203.5, 1190.25, 1 / 27.3, 1 / 31.1, 90, 80}, {-1203, 1190, 0.005, 0.006, 90, 80}};
    srand(4);
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 20, &cover), LOB_OK);
    cover->work_max = UINT64_MAX;
    image_fill(&image);
    for (int k = 0; k < 16; k += (int)stride_pick(1, 5)) {
        int code = k / 2;
        const lob_grid grid = grids[k % 2]; /* the coarse one has several runs of texels in a pixel */
        static double want[80][90];
        lob_image turned;
        lob_trans t = lob_trans_make(code & 4, 90 * (code & 3), 1, 31, -57);
        memset(want, 0, sizeof want);
        for (uint32_t y = 0; y < 90; y++) {
            for (uint32_t x = 0; x < 150; x++) {
                lob_point64 a = lob_trans_point(&t, (lob_point64){((int64_t)x - 20) * 8, (49 - (int64_t)y) * 8});
                lob_point64 b = lob_trans_point(&t, (lob_point64){((int64_t)x - 19) * 8, (50 - (int64_t)y) * 8});
                lob_pixel p = lob_grid_at(&grid, (double)a.x, (double)a.y);
                lob_pixel q = lob_grid_at(&grid, (double)b.x, (double)b.y);
                for (int j = 0; j < 80 * (image.values[y * 150 + x] > 0); j++) {
                    double down = common(j, p.y, q.y);
                    for (int i = 0; down > 0 && i < 90; i++) {
                        want[j][i] += down * common(i, p.x, q.x) * image.values[y * 150 + x] / 65535;
                    }
                }
            }
        }
        assert_int_equal(lob_sums_shape(&ctx, &sums, 90, 80), LOB_OK);
        if (code % 2 == 1) {
            assert_int_equal(lob_image_turn(&ctx, &image, &turned), LOB_OK);
        }
        assert_int_equal(lob_image_add(&ctx, cover, code % 2 ? &turned : &image, code % 2, &t, &grid, &sums), LOB_OK);
        double total = 0;
        for (uint32_t j = 0; j < 80; j++) {
            const float *row = sums.plain + j * 90;
            for (uint32_t i = 0; i < 90; i++) {
                assert_close((double)row[i], want[j][i], 1e-5);
                total += want[j][i];
            }
        }
        assert_gt(total, 2);
        if (code % 2 == 1) {
            lob_image_release(&turned);
        }
    }
    /* Sums are cut at 1, and nothing that is there is lost. */
    uint16_t row[90] = {0};
    assert_int_equal(lob_sums_shape(&ctx, &sums, 90, 80), LOB_OK);
    lob_sums_box(&sums, 3, 5, 30, 6, 0.75);
    lob_sums_box(&sums, 7, 5, 9, 6, 0.75);
    lob_sums_point(&sums, 60.5, 5.5, 1e-9);
    assert_ne(lob_sums_row(&sums, 5, row), 0);
    assert_eq(row[2], 0);
    assert_le(abs(row[3] - 49152), 1);
    assert_eq(row[7], LOB_COVER_FULL);
    assert_eq(row[60], 1);
    assert_eq(row[61], 0);
    assert_eq(lob_sums_row(&sums, 6, row), 0);
    lob_sums_release(&sums);
    lob_image_release(&image);
    lob_cover_release(cover);
    lob_layout_drop(layout);
}

/* Averages of an image against those of its texels, one by one, for odd grids. */
static void test_average(void **state) {
    (void)state;
    lob_layout *layout = blocks(0, 0, 3, 0);
    lob_cover *cover;
    srand(2);
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 20, &cover), LOB_OK);
    lob_image image = {.width = 150, .height = 90, .x = -20, .y = 50, .level = 3};
    image_fill(&image);
    for (int n = 0; n < 8; n += (int)stride_pick(1, 3)) {
        const double per = 8 * (0.4 + n * 1.7); /* dbu a pixel */
        lob_grid grid = {-160 - 31.7 * n + 100, 400 + 13.3 * n - 90, 1 / per, 1 / (per * 1.1), 70, 50};
        lob_raster *raster;
        assert_int_equal(lob_raster_new(&ctx, 70, 50, &raster), LOB_OK);
        assert_int_equal(lob_image_average(&ctx, cover, &image, &grid, raster), LOB_OK);
        for (uint32_t j = 0; j < 50; j++) {
            for (uint32_t i = 0; i < 70; i++) {
                double sum = 0;
                for (uint32_t y = 0; y < 90; y++) {
                    double top = (grid.top - (50 - (double)y) * 8) * grid.sy;
                    double down = fmax(0, fmin(j + 1, top + 8 * grid.sy) - fmax(j, top));
                    for (uint32_t x = 0; down > 0 && x < 150; x++) {
                        double left = ((x - 20.0) * 8 - grid.left) * grid.sx;
                        double across = fmax(0, fmin(i + 1, left + 8 * grid.sx) - fmax(i, left));
                        sum += across * down * image.values[y * 150 + x];
                    }
                }
                uint16_t value = lob_raster_row(raster, j)[i];
                if (sum >= 1e-3) {
                    assert_lt(fabs(value - fmax(1, sum)), 1);
                }
                if (sum <= 0) {
                    assert_eq(value, 0);
                }
            }
        }
        lob_raster_release(raster);
    }
    lob_image turned;
    assert_int_equal(lob_image_turn(&ctx, &image, &turned), LOB_OK);
    assert_eq(turned.x, image.y - 90);
    assert_eq(turned.y, image.x + 150);
    for (uint32_t y = 0; y < 90; y++) {
        for (uint32_t x = 0; x < 150; x++) {
            assert_int_equal(image.values[y * 150 + x], turned.values[(149 - x) * 90 + 89 - y]);
        }
    }
    lob_image_release(&turned);
    lob_image_release(&image);
    lob_cover_release(cover);
    lob_layout_drop(layout);
}

/* ---- choices ---- */

/* Some ten thousand figures: drawn exactly, shaded from images where there are cells; counted once for all layers. */
static void test_shade(void **state) {
    (void)state;
    bench b;
    lob_cover_info info;
    const lob_layer_index both[2] = {0, 1};
    lob_layout *layout = blocks(0, 0, 12, 0);
    lob_cell_index top = lob_layout_top(layout, 0);
    lob_box64 box = lob_layout_cell(layout, top)->box;
    lob_grid grid = {(double)(box.left & ~INT64_C(255)), (double)(box.top | 255) + 1, 1 / 256.0, 1 / 256.0, 120, 120};
    bench_open(&b, layout, grid);
    assert_int_equal(lob_cover_expect(&ctx, b.cover, top, both, 2, &grid, NULL), LOB_OK);
    assert_int_equal(lob_cover_draw(&ctx, b.cover, top, 0, &grid, b.far, &info), LOB_OK);
    assert_true(info.is_exact);
    assert_eq(info.figures, 144 * 69);
    apart e = compare(b.far, b.exact, 120, 120);
    assert_eq(e.most, 0);
    assert_int_equal(lob_cover_shade(&ctx, b.cover, top, 0, &grid, b.far, &info), LOB_OK);
    assert_true(!info.is_exact);
    assert_eq(info.figures, 144 * 69);
    e = compare(b.far, b.exact, 120, 120);
    assert_lt(e.most, 1e-4);
    assert_int_equal(lob_cover_draw(&ctx, b.cover, top, 1, &grid, b.far, &info), LOB_OK);
    assert_int_equal(info.figures, 144 * 70);
    lob_grid small = grid;
    small.width = 1; /* another picture, another count */
    assert_int_equal(lob_cover_shade(&ctx, b.cover, top, 1, &small, b.far, &info), LOB_OK);
    assert_lt(info.figures, 144 * 70);
    bench_close(&b);
}

static bool overlaps(lob_layout *layout) {
    lob_cover *cover;
    bool overlap = false;
    assert_int_equal(lob_cover_new(&ctx, layout, 0, &cover), LOB_OK);
    cover->work_max = UINT64_MAX;
    assert_int_equal(lob_cover_overlaps(&ctx, cover, lob_layout_top(layout, 0), 0, &overlap), LOB_OK);
    lob_cover_release(cover);
    lob_layout_drop(layout);
    return overlap;
}

static void test_overlaps(void **state) {
    (void)state;
    const lob_rep apart_by = {.kind = LOB_REP_LATTICE, .na = 5, .nb = 1, .a = {100, 0}};
    const lob_rep over_by = {.kind = LOB_REP_LATTICE, .na = 5, .nb = 1, .a = {99, 0}};
    const lob_point triangle[3] = {{0, 0}, {100, 0}, {0, 100}};
    static const struct {
        lob_box box;
        int what; /* 0: a box, 1: a triangle beside, 2: an instance of a box beside; 3, 4: repeated; 5: another box */
        bool overlap;
    } cases[] = {
        {{100, 0, 200, 100}, 1, false}, {{99, 0, 200, 100}, 1, true}, {{0, 100, 50, 150}, 2, false},
        {{0, 99, 50, 150}, 2, true},    {{0, 0, 100, 100}, 3, false}, {{0, 0, 100, 100}, 4, true},
        {{0, 0, 100, 100}, 0, false},   {{0, 0, 100, 100}, 5, true},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%u]", i);
        rig r = rig_begin(&ctx);
        int what = cases[i].what;
        rig_cell(&r, "A");
        rig_box(&r, 1, NULL, (lob_box){0, 0, 100, 100});
        rig_end_cell(&r);
        rig_cell(&r, "TOP");
        rig_box(&r, 1, what == 3 ? &apart_by : what == 4 ? &over_by : NULL, cases[i].box);
        if (what == 5) {
            rig_box(&r, 1, NULL, (lob_box){99, 99, 200, 200});
        }
        if (what == 1) {
            rig_polygon(&r, 1, NULL, triangle, 3);
        }
        if (what == 2) {
            rig_inst(&r, "A", NULL, 0, 0, false, 0, 1);
        } else {
            rig_inst(&r, "A", NULL, 0, 5000, false, 0, 1);
        }
        rig_box(&r, 2, NULL, (lob_box){0, 0, 1000, 1000}); /* of another layer */
        rig_end_cell(&r);
        assert_int_equal(overlaps(rig_end(&r)), cases[i].overlap);
    }
}

/* ---- several at once ---- */

typedef struct worker {
    lob_layout *layout;
    uint64_t hash;
} worker;

static void *work(void *arg) {
    worker *w = arg;
    lob_arena *own = lob_arena_new(0);
    lob_ctx c;
    lob_cover *cover = NULL;
    lob_raster *raster = NULL;
    lob_cover_info info;
    lob_ctx_init(&c, own);
    lob_cell_index top = lob_layout_top(w->layout, 0);
    lob_box64 box = lob_layout_cell(w->layout, top)->box;
    bool fine = lob_cover_new(&c, w->layout, 1 << 22, &cover) == LOB_OK;
    for (uint32_t i = 0; i < 6 && fine; i++) {
        lob_grid grid = lob_grid_fit(box, 90 + 40 * (i % 3), 80);
        fine = lob_cover_raster(&c, cover, grid.width, grid.height, &raster) == LOB_OK &&
               lob_cover_shade(&c, cover, top, i % 2, &grid, raster, &info) == LOB_OK;
        for (uint32_t y = 0; y < 80 && fine; y++) {
            const uint16_t *row = lob_raster_row(raster, y);
            for (uint32_t x = 0; x < grid.width; x++) {
                w->hash = (w->hash ^ row[x]) * UINT64_C(0x100000001b3);
            }
        }
        lob_cover_raster_end(cover);
    }
    w->hash = fine ? w->hash : 0;
    lob_cover_release(cover);
    lob_arena_drop(own);
    return NULL;
}

/* The same bytes whether one thread draws or four draw the same layout, trees and images first made by any of them. */
static void test_threads(void **state) {
    (void)state;
    enum { COUNT = 4 };
    worker w[COUNT + 1];
    pthread_t threads[COUNT];
    for (int i = 0; i <= COUNT; i++) {
        w[i] = (worker){i < COUNT ? w[0].layout : NULL, 1};
        if (i == 0 || i == COUNT) {
            w[i].layout = blocks(5, 0, 25, 0);
        }
    }
    for (int i = 1; i < COUNT; i++) {
        w[i].layout = w[0].layout;
    }
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, &w[i]), 0);
    }
    for (int i = 0; i < COUNT; i++) {
        pthread_join(threads[i], NULL);
    }
    work(&w[COUNT]); /* alone, on a layout of its own */
    for (int i = 0; i < COUNT; i++) {
        assert_ne(w[i].hash, 0);
        assert_eq(w[i].hash, w[COUNT].hash);
    }
    lob_layout_drop(w[0].layout);
    lob_layout_drop(w[COUNT].layout);
}

/* An image laid over a picture again and again is work by its pixels (along the axes) or texels (at an angle): a cancel
 * and the bound of work are met soon, however few members that are. */
static void test_adding_is_work(void **state) {
    (void)state;
    lob_layout *layout = blocks(0, 0, 3, 0);
    const lob_grid grid = {-1203, 1190, 0.05, 0.06, 90, 80};
    const lob_grid far = {-1203, 1190, 0.005, 0.006, 9, 8};
    for (int i = 0; i < 3; i++) { /* at the last, each pixel takes 400 texels: they count, not the pixels */
        const int angle = i == 1 ? 45 : 0;
        const lob_grid *on = i == 2 ? &far : &grid;
        lob_cover *cover;
        lob_sums sums = {0};
        lob_image image = {.width = 150, .height = 90, .x = -20, .y = 50, .level = 3};
        const lob_trans t = lob_trans_make(false, angle, 1, 0, 0);
        lob_status status = LOB_OK;
        image_fill(&image);
        assert_int_equal(lob_cover_new(&ctx, layout, 1 << 20, &cover), LOB_OK);
        cover->work_max = 2000;
        assert_int_equal(lob_sums_shape(&ctx, &sums, on->width, on->height), LOB_OK);
        for (int k = 0; k < 1000 && status == LOB_OK; k++) {
            status = lob_image_add(&ctx, cover, &image, false, &t, on, &sums);
        }
        assert_int_equal(status, LOB_E_QUERY_TOO_LARGE);
        assert_gt(cover->work, 2000);
        lob_error_clear(&ctx.error);
        lob_sums_release(&sums);
        lob_image_release(&image);
        lob_cover_release(cover);
    }
    lob_layout_drop(layout);
}

/* ---- what small files multiply to ---- */

/* `levels` cells of which each repeats the next `columns` x `rows` times, the last one with boxes. */
static lob_layout *repeats(unsigned levels, uint64_t columns, uint64_t rows) {
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .a = {1, 0}, .b = {0, 1}, .na = columns, .nb = rows};
    rig r = rig_begin(&ctx);
    char name[16], below[16];
    rig_cell(&r, "C0");
    for (int i = 0; i < 3000; i++) {
        rig_box(&r, 1, NULL, (lob_box){i % 60 * 700, i / 60 * 700, i % 60 * 700 + 500, i / 60 * 700 + 500});
    }
    rig_end_cell(&r);
    for (unsigned i = 1; i <= levels; i++) {
        snprintf(name, sizeof name, "C%u", i);
        snprintf(below, sizeof below, "C%u", i - 1);
        rig_cell(&r, name);
        rig_inst(&r, below, &rep, 0, 0, false, 0, 1);
        rig_end_cell(&r);
    }
    return rig_end(&r);
}

static lob_status draw_repeats(unsigned levels, uint64_t columns, uint64_t rows) {
    lob_layout *layout = repeats(levels, columns, rows);
    lob_cover *cover;
    lob_raster *raster;
    lob_cover_info info;
    const lob_cell_index top = lob_layout_top(layout, 0);
    const lob_grid grid = lob_grid_fit(lob_layout_cell(layout, top)->box, 200, 200);
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 26, &cover), LOB_OK);
    assert_int_equal(lob_cover_raster(&ctx, cover, 200, 200, &raster), LOB_OK);
    const lob_status status = lob_cover_draw(&ctx, cover, top, 0, &grid, raster, &info);
    lob_cover_release(cover);
    lob_layout_drop(layout);
    return status;
}

/* An image for each level within that for the level above would use up the stack; few levels are drawn. */
static void test_levels_are_bounded(void **state) {
    (void)state;
    static const uint64_t sizes[][2] = {{8, 1}, {64, 65}, {256, 257}, {32000, 257}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(draw_repeats(8, sizes[i][0], sizes[i][1]), LOB_OK);
        assert_int_equal(draw_repeats(20000, sizes[i][0], sizes[i][1]), LOB_E_QUERY_TOO_LARGE);
        assert_non_null(strstr(ctx.error.message, "too many levels"));
        lob_error_clear(&ctx.error);
        lob_arena_reset(arena);
    }
}

/* `levels` cells of which each places the next so often, each time `step` further. */
static lob_layout *piles(unsigned levels, int placed, int side, int step) {
    rig r = rig_begin(&ctx);
    char name[16], below[16];
    rig_cell(&r, "P0");
    rig_box(&r, 1, NULL, (lob_box){0, 0, side, side});
    rig_end_cell(&r);
    for (unsigned i = 1; i <= levels; i++) {
        snprintf(name, sizeof name, "P%u", i);
        snprintf(below, sizeof below, "P%u", i - 1);
        rig_cell(&r, name);
        for (int k = 0; k < placed; k++) {
            rig_inst(&r, below, NULL, k * step, k * step, false, 0, 1);
        }
        rig_end_cell(&r);
    }
    return rig_end(&r);
}

/* Figures that lie over each other on all levels are drawn, at the finest scale and from afar, for little work: each
 * level once and not as often as all levels above it place it. */
static void test_piles(void **state) {
    static const struct {
        const char *name;
        unsigned levels;
        int placed, side, step;
    } rows[] = {{"all at one place, smaller than the pixels tell", 40, 10, 9, 0},
                {"all at one place", 20, 10, 300, 0},
                {"staggered", 12, 10, 300, 3},
                {"two a level", 45, 2, 200, 1}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("rows[%u]", i);
        lob_layout *layout = piles(rows[i].levels, rows[i].placed, rows[i].side, rows[i].step);
        lob_cover *cover;
        lob_raster *raster;
        lob_cover_info info;
        const lob_cell_index top = lob_layout_top(layout, 0);
        const lob_grid grid = lob_grid_fit(lob_layout_cell(layout, top)->box, 200, 200);
        assert_int_equal(lob_cover_new(&ctx, layout, 1 << 26, &cover), LOB_OK);
        assert_int_equal(lob_cover_raster(&ctx, cover, 200, 200, &raster), LOB_OK);
        if (lob_cover_draw(&ctx, cover, top, 0, &grid, raster, &info) != LOB_OK || cover->work > 30000000) {
            fail_msg("%s: %s, %llu steps", rows[i].name, ctx.error.message, (unsigned long long)cover->work);
        }
        assert_int_equal(lob_raster_row(raster, 100)[100], LOB_COVER_FULL);
        lob_cover_release(cover);
        lob_layout_drop(layout);
    }
}

/* What a layout may take goes by what is stored in it and by the picture. */
static void test_work_goes_by_size(void **state) {
    (void)state;
    lob_layout *layout = blocks(1, 0, 12, 0);
    lob_cover *cover;
    lob_raster *raster;
    lob_cover_info info;
    const lob_cell_index top = lob_layout_top(layout, 0);
    const lob_grid grid = lob_grid_fit(lob_layout_cell(layout, top)->box, 60, 60);
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 20, &cover), LOB_OK);
    assert_int_equal(lob_cover_raster(&ctx, cover, 60, 60, &raster), LOB_OK);
    assert_int_equal(lob_cover_draw(&ctx, cover, top, 0, &grid, raster, &info), LOB_OK);
    uint64_t stored = 0;
    for (lob_cell_index i = 0; i < lob_layout_cell_count(layout); i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        stored += cell->inst_count + cell->shape_count - cell->text_count;
    }
    assert_int_equal(cover->work_max, 80000000 + 64 * stored + 8 * 60 * 60);
    lob_cover_release(cover);
    lob_layout_drop(layout);
}

/* Boxes so deep over each other that their union takes too long: an image of it is of sums. */
static void test_deep_images(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    for (int i = 0; i < 900; i++) { /* no two alike, upright borders all in one column of texels */
        rig_box(&r, 1, NULL, (lob_box){i, 0, 2000 + i, 4 << 20});
    }
    for (int i = 0; i < 200; i++) {
        rig_box(&r, 1, NULL, (lob_box){(1 << 20) + i, 0, (1 << 20) + 2000 + i, 4 << 20});
    }
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    lob_cover *cover;
    lob_image *image;
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 26, &cover), LOB_OK);
    cover->work_max = UINT64_MAX;
    assert_int_equal(lob_image_of(&ctx, cover, lob_layout_top(layout, 0), 0, 10, &image), LOB_OK);
    assert_int_equal(image->values[image->width + 2], LOB_COVER_FULL); /* the union ends at 2899 of 2048 to 3071 */
    assert_int_equal(ctx.error.code, LOB_OK);
    lob_image_unpin(image);
    lob_cover_release(cover);
    lob_layout_drop(layout);
}

static bool run_sweep(void *arg) {
    lob_layout *layout = arg;
    lob_arena *own = lob_arena_new(0);
    lob_cover *cover = NULL;
    lob_raster *raster = NULL;
    lob_cover_info info;
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_cell_index top = lob_layout_top(layout, 0);
    lob_grid grid = lob_grid_fit(lob_layout_cell(layout, top)->box, 60, 60);
    bool fine = lob_cover_new(&c, layout, 1 << 20, &cover) == LOB_OK &&
                lob_cover_raster(&c, cover, 60, 60, &raster) == LOB_OK &&
                lob_cover_shade(&c, cover, top, 0, &grid, raster, &info) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_cover_release(cover);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    lob_layout *layout = blocks(1, 0, 12, 0); /* turned images */
    run_sweep(layout);
    assert_gt(sweep_allocations(run_sweep, layout), 15);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stamps),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_orientations),
        cmocka_unit_test(test_average),
        cmocka_unit_test(test_adding),
        cmocka_unit_test(test_shade),
        cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_failing),
        cmocka_unit_test(test_adding_is_work),
        cmocka_unit_test(test_levels_are_bounded),
        cmocka_unit_test(test_piles),
        cmocka_unit_test(test_work_goes_by_size),
        cmocka_unit_test(test_deep_images),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
