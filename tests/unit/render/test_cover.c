/* Coverage of layouts: near views against unit cells and formulas, far views of a million figures against the exact
 * coverage of each pixel, within the bound that cover.h states. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "render/cover_impl.h"
#include "rig.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

typedef struct view {
    lob_layout *layout;
    lob_cover *cover;
    lob_raster *raster;
    lob_grid grid;
    lob_cover_info info;
} view;

static void view_open(view *v, lob_layout *layout, lob_box64 box, uint32_t width, uint32_t height) {
    v->layout = layout;
    v->grid = lob_grid_fit(box, width, height);
    assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 28, &v->cover), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, width, height, &v->raster), LOB_OK);
}

static void view_draw(view *v, uint32_t layer) {
    lob_layer_index index = lob_layout_find_layer(v->layout, layer, 0);
    assert_int_equal(lob_cover_draw(&ctx, v->cover, lob_layout_top(v->layout, 0), index, &v->grid, v->raster, &v->info),
                     LOB_OK);
}

static void view_close(view *v) {
    lob_raster_release(v->raster);
    lob_cover_release(v->cover);
    lob_layout_drop(v->layout);
    lob_arena_reset(arena);
}

static double at(const view *v, uint32_t x, uint32_t y) {
    return lob_cover_area(lob_raster_row(v->raster, y)[x]);
}

/* ---- near ---- */

/* A cell of an L and an array of it, in all eight orientations: unit cells counted. */
static void test_orientations(void **state) {
    (void)state;
    enum { SIDE = 160 };
    static uint8_t cells[SIDE][SIDE];
    for (int code = 0; code < 8; code++) {
        rig r = rig_begin(&ctx);
        const lob_point l[6] = {{0, 0}, {12, 0}, {12, 5}, {4, 5}, {4, 17}, {0, 17}};
        const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {23, 2}, .b = {-3, 29}};
        rig_cell(&r, "L");
        rig_polygon(&r, 1, NULL, l, 6);
        rig_end_cell(&r);
        rig_cell(&r, "TOP");
        rig_inst(&r, "L", &rep, 0, 0, code & 4, 90 * (code & 3), 1);
        rig_end_cell(&r);
        view v;
        view_open(&v, rig_end(&r), (lob_box64){-80, -80, 80, 80}, 20, 20);
        view_draw(&v, 1);
        assert_true(v.info.is_exact);
        memset(cells, 0, sizeof cells);
        for (int m = 0; m < 6; m++) {
            int dx = 23 * (m % 3) - 3 * (m / 3);
            int dy = 2 * (m % 3) + 29 * (m / 3);
            for (int i = 0; i < 12; i++) {
                for (int j = 0; j < 17; j++) {
                    if (i >= 4 && j >= 5) {
                        continue;
                    }
                    double x = i + 0.5;
                    double y = j + 0.5;
                    y = code & 4 ? -y : y;
                    for (int k = 0; k < (code & 3); k++) {
                        double t = x;
                        x = -y;
                        y = t;
                    }
                    cells[(int)floor(y + dy) + 80][(int)floor(x + dx) + 80] = 1;
                }
            }
        }
        for (uint32_t y = 0; y < 20; y++) {
            for (uint32_t x = 0; x < 20; x++) {
                int sum = 0;
                for (uint32_t k = 0; k < 64; k++) {
                    sum += cells[SIDE - 1 - (y * 8 + k / 8)][x * 8 + k % 8];
                }
                assert_close(at(&v, x, y), sum / 64.0, 1e-5);
            }
        }
        view_close(&v);
    }
}

/* ---- far ---- */

/* Length of [from, to) covered by lines of `width` every `pitch`, `count` of them from 0. */
static double lines_in(double from, double to, double pitch, double width, double count) {
    double sum = 0;
    for (double i = fmax(0, floor((from - width) / pitch)); i < count && i * pitch < to; i++) {
        sum += fmax(0, fmin(to, i * pitch + width) - fmax(from, i * pitch));
    }
    return sum;
}

enum { MANY = 1000, PITCH = 100 };

typedef struct errors {
    double most, mean;
} errors;

/* MANY x MANY boxes of width x height every PITCH, against the product of two lengths. */
static errors check_grid(const view *v, int width, int height) {
    errors e = {0, 0};
    for (uint32_t y = 0; y < v->grid.height; y++) {
        for (uint32_t x = 0; x < v->grid.width; x++) {
            double left = v->grid.left + x / v->grid.sx;
            double top = v->grid.top - y / v->grid.sy;
            double exact = lines_in(left, left + 1 / v->grid.sx, PITCH, width, MANY) * v->grid.sx *
                           lines_in(top - 1 / v->grid.sy, top, PITCH, height, MANY) * v->grid.sy;
            double apart = fabs(at(v, x, y) - exact);
            e.most = fmax(e.most, apart);
            e.mean += apart;
            if (exact != 0) { /* nothing is dropped */
                assert_gt(lob_raster_row(v->raster, y)[x], 0);
            }
        }
    }
    e.mean /= (double)v->grid.width * v->grid.height;
    return e;
}

static const lob_rep million = {.kind = LOB_REP_LATTICE, .na = MANY, .nb = MANY, .a = {PITCH, 0}, .b = {0, PITCH}};

static void build_million(rig *r, int how) {
    switch (how) {
    case 0: /* a figure with a repetition */
        rig_cell(r, "TOP");
        rig_box(r, 1, &million, (lob_box){0, 0, 60, 40});
        break;
    case 1: /* an array of a cell */
        rig_cell(r, "A");
        rig_box(r, 1, NULL, (lob_box){0, 0, 60, 40});
        rig_end_cell(r);
        rig_cell(r, "TOP");
        rig_inst(r, "A", &million, 0, 0, false, 0, 1);
        break;
    case 2: { /* blocks of 100 in an array of blocks, turned */
        const lob_rep block = {.kind = LOB_REP_LATTICE, .na = 10, .nb = 10, .a = {PITCH, 0}, .b = {0, PITCH}};
        const lob_rep blocks = {
            .kind = LOB_REP_LATTICE, .na = 100, .nb = 100, .a = {10 * PITCH, 0}, .b = {0, 10 * PITCH}};
        rig_cell(r, "BLOCK");
        rig_box(r, 1, &block, (lob_box){0, -60, 40, 0});
        rig_end_cell(r);
        rig_cell(r, "TOP");
        rig_inst(r, "BLOCK", &blocks, 0, 0, true, 90, 1); /* (x, y) -> (x, -y) -> (y, x) */
        break;
    }
    default: /* one by one */
        rig_cell(r, "TOP");
        for (int i = 0; i < MANY * MANY; i++) {
            int x = i % MANY * PITCH;
            int y = i / MANY * PITCH;
            rig_box(r, 1, NULL, (lob_box){x, y, x + 60, y + 40});
        }
        break;
    }
    rig_end_cell(r);
}

static void test_million(void **state) {
    (void)state;
    int most = getenv("LOB_TEST_QUICK") ? 1 : 4;
    for (int how = 0; how < most; how++) {
        if (how == 2) {
            continue; /* turned: test_keeping */
        }
        rig r = rig_begin(&ctx);
        build_million(&r, how);
        view v;
        view_open(&v, rig_end(&r), (lob_box64){-3000, -3000, 103000, 103000}, 97, 61);
        view_draw(&v, 1);
        assert_false(v.info.is_exact);
        errors e = check_grid(&v, 60, 40);
        /* Texels of 64 to pixels of 1738, and arrays as density: half a pitch of each border. */
        assert_lt(e.most, 4.0 * 64 / 1738);
        assert_lt(e.mean, 0.004);
        view_close(&v);
    }
}

/* Irregular triangles, none over another: far and exact. And everything twice: the same again, for it is a union. */
static void test_against_exact(void **state) {
    (void)state;
    if (getenv("LOB_TEST_QUICK")) {
        skip(); /* millions of texels */
    }
    enum { ACROSS = 220, CELL = 200 };
    for (int times = 1; times <= 2; times++) {
        rig r = rig_begin(&ctx);
        srand(5);
        rig_cell(&r, "TOP");
        for (int i = 0; i < ACROSS * ACROSS; i++) {
            int x = i % ACROSS * CELL;
            int y = i / ACROSS * CELL;
            const lob_point p[3] = {{x + rand() % CELL, y + rand() % CELL},
                                    {x + rand() % CELL, y + rand() % CELL},
                                    {x + rand() % CELL, y + rand() % CELL}};
            for (int k = 0; k < times; k++) {
                rig_polygon(&r, 1, NULL, p, 3);
            }
        }
        rig_end_cell(&r);
        view v;
        view_open(&v, rig_end(&r), (lob_box64){0, 0, ACROSS * CELL, ACROSS * CELL}, 90, 90);
        lob_raster *exact;
        lob_layer_index layer = 0;
        lob_cover_what what = {.cell = lob_layout_top(v.layout, 0), .layers = &layer, .layer_count = 1};
        v.cover->work_max = UINT64_MAX;
        assert_int_equal(lob_raster_new(&ctx, 90, 90, &exact), LOB_OK);
        assert_int_equal(lob_cover_exact(&ctx, v.cover, &what, &v.grid, exact), LOB_OK);
        view_draw(&v, 1);
        assert_false(v.info.is_exact);
        double most = 0;
        double mean = 0;
        for (uint32_t y = 0; y < 90; y++) {
            for (uint32_t x = 0; x < 90; x++) {
                double apart = fabs(at(&v, x, y) - lob_cover_area(lob_raster_row(exact, y)[x]));
                most = fmax(most, apart);
                mean += apart / 8100;
            }
        }
        /* Texels of 16 to pixels of 489: the bound is 4 t / p. */
        assert_lt(most, 4 * 16.0 / 489);
        assert_lt(mean, 0.001);
        lob_raster_release(exact);
        view_close(&v);
    }
}

/* An image made again is the same, with any room for images; a grid moved by whole texels shows the same values. */
static void test_keeping(void **state) {
    (void)state;
    if (getenv("LOB_TEST_QUICK")) {
        skip(); /* millions of texels */
    }
    rig r = rig_begin(&ctx);
    build_million(&r, 2);
    view v;
    view_open(&v, rig_end(&r), (lob_box64){0, 0, 100000, 100000}, 80, 80);
    static uint16_t first[80][80];
    for (int round = 0; round < 4; round++) {
        if (round == 2) {
            lob_cover_release(v.cover);
            assert_int_equal(lob_cover_new(&ctx, v.layout, 1, &v.cover), LOB_OK);
        }
        view_draw(&v, 1);
        for (uint32_t y = 0; y < 80; y++) {
            if (round == 0) {
                memcpy(first[y], lob_raster_row(v.raster, y), sizeof first[y]);
            }
            assert_memory_equal(first[y], lob_raster_row(v.raster, y), sizeof first[y]);
        }
    }
    /* Blocks of 100 boxes turned: 60 wide to the left of each place, 40 high, as drawn (x, y) -> (y, x). */
    double sum = 0;
    for (uint32_t y = 0; y < 80; y++) {
        for (uint32_t x = 0; x < 80; x++) {
            sum += at(&v, x, y) / 6400;
        }
    }
    assert_close(sum, 0.24, 0.002);
    assert_gt(lob_cover_size(v.cover), 0);
    view_close(&v);
}

static void test_levels(void **state) {
    (void)state;
    assert_int_equal(lob_level_below(0.3), 0);
    assert_int_equal(lob_level_below(1), 0);
    assert_int_equal(lob_level_below(2), 1);
    assert_int_equal(lob_level_below(1023), 9);
    assert_int_equal(lob_level_below(1e30), 52);
    assert_eq(lob_image_texels((lob_box64){0, 0, 1023, 511}, 9), 2);
    assert_eq(lob_image_texels((lob_box64){-1, 0, 1023, 511}, 9), 3);
    assert_eq(lob_image_texels(LOB_BOX64_EMPTY, 3), 0);
    assert_eq(lob_image_texels((lob_box64){0, 0, INT64_C(1) << 50, 1}, 0), UINT64_MAX);
}

/* Outlines: a square's frame of 3 pixels covers its rim, once at the corners. */
static void test_frames(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){100, 100, 700, 500});
    const lob_point p[3] = {{800, 100}, {950, 900}, {820, 700}};
    rig_polygon(&r, 2, NULL, p, 3);
    rig_end_cell(&r);
    view v;
    view_open(&v, rig_end(&r), (lob_box64){0, 0, 1000, 1000}, 100, 100);
    assert_int_equal(lob_cover_frames(&ctx, v.cover, 0, 0, &v.grid, 3, v.raster, &v.info), LOB_OK);
    for (uint32_t y = 0; y < 100; y++) {
        for (uint32_t x = 0; x < 100; x++) {
            double outer = fmax(0, fmin(x + 1, 71.5) - fmax(x, 8.5)) * fmax(0, fmin(y + 1, 91.5) - fmax(y, 48.5));
            double inner = fmax(0, fmin(x + 1, 68.5) - fmax(x, 11.5)) * fmax(0, fmin(y + 1, 88.5) - fmax(y, 51.5));
            assert_close(at(&v, x, y), (outer - inner), 1e-4);
        }
    }
    assert_int_equal(lob_cover_frames(&ctx, v.cover, 0, 1, &v.grid, 1, v.raster, &v.info), LOB_OK);
    double sum = 0;
    for (uint32_t y = 0; y < 100; y++) {
        for (uint32_t x = 0; x < 100; x++) {
            sum += at(&v, x, y);
        }
    }
    double length = hypot(15, 80) + hypot(13, 20) + hypot(2, 60);
    assert_close(sum, length, 12); /* corners overlap or stand out; the triangle is thin */
    view_close(&v);
}

/* A crowd whose figures overlap has no frames and is shaded from an image of the whole cell, fine enough or not at all:
 * against the exact coverage. What a window shows is what the whole picture shows there. */
static void test_crowd(void **state) {
    (void)state;
    enum { SIDE = 80, PIXELS = 128 };
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE * 400, y = i / SIDE * 400;
        rig_box(&r, 1, NULL, (lob_box){x, y, x + 430, y + 90 + i % 7 * 60});
    }
    rig_end_cell(&r);
    view v;
    view_open(&v, rig_end(&r), (lob_box64){0, 0, 32768, 32768}, PIXELS, PIXELS);
    assert_eq(lob_cover_frames_count(&v.grid), PIXELS * PIXELS / 16);
    lob_cover_refine(v.cover, 4096);
    assert_int_equal(lob_cover_shade(&ctx, v.cover, 0, 0, &v.grid, v.raster, &v.info), LOB_OK);
    assert_true(v.info.is_exact);
    lob_raster *exact;
    assert_int_equal(lob_raster_new(&ctx, PIXELS, PIXELS, &exact), LOB_OK);
    assert_int_equal(lob_cover_draw(&ctx, v.cover, 0, 0, &v.grid, exact, &v.info), LOB_OK);
    assert_true(v.info.is_exact);
    lob_cover_refine(v.cover, UINT64_C(1) << 28);
    assert_int_equal(lob_cover_shade(&ctx, v.cover, 0, 0, &v.grid, v.raster, &v.info), LOB_OK);
    assert_false(v.info.is_exact);
    for (uint32_t y = 0; y < PIXELS; y++) {
        for (uint32_t x = 0; x < PIXELS; x++) {
            assert_close(at(&v, x, y), lob_cover_area(lob_raster_row(exact, y)[x]), 0.02);
        }
    }
    const lob_grid part = {v.grid.left + 40 / v.grid.sx, v.grid.top - 24 / v.grid.sy, v.grid.sx, v.grid.sy, 64, 64};
    assert_int_equal(lob_raster_reshape(&ctx, exact, 64, 64), LOB_OK);
    lob_image *image;
    assert_int_equal(lob_image_of(&ctx, v.cover, 0, 0, 4, &image), LOB_OK);
    assert_int_equal(lob_image_average(&ctx, v.cover, image, &part, exact), LOB_OK);
    lob_image_unpin(image);
    for (uint32_t y = 0; y < 64; y++) {
        for (uint32_t x = 0; x < 64; x++) {
            assert_int_equal(lob_raster_row(exact, y)[x], lob_raster_row(v.raster, y + 24)[x + 40]);
        }
    }
    lob_raster_release(exact);
    view_close(&v);
}

static void test_union(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 55, 100});
    rig_box(&r, 2, NULL, (lob_box){45, 0, 95, 100});
    rig_end_cell(&r);
    view v;
    view_open(&v, rig_end(&r), (lob_box64){0, 0, 100, 100}, 10, 10);
    const lob_layer_index both[2] = {0, 1};
    assert_int_equal(lob_cover_union(&ctx, v.cover, 0, both, 2, &v.grid, v.raster, &v.info), LOB_OK);
    for (uint32_t x = 0; x < 10; x++) {
        assert_close(at(&v, x, 5), (x < 9 ? 1 : 0.5), 1e-5);
    }
    view_close(&v);
}

static void test_cancel(void **state) {
    (void)state;
    stride_skip(); /* a million squares */
    rig r = rig_begin(&ctx);
    build_million(&r, 1);
    view v;
    view_open(&v, rig_end(&r), (lob_box64){0, 0, 100000, 100000}, 80, 80);
    lob_cancel cancel = {true};
    ctx.cancel = &cancel;
    assert_int_equal(lob_cover_draw(&ctx, v.cover, lob_layout_top(v.layout, 0), 0, &v.grid, v.raster, &v.info),
                     LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    view_draw(&v, 1);
    v.cover->work = 0;
    v.cover->work_max = 10;
    assert_int_equal(lob_cover_charge(&ctx, v.cover, 11), LOB_E_QUERY_TOO_LARGE);
    lob_error_clear(&ctx.error);
    view_close(&v);
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
    lob_grid grid = lob_grid_fit((lob_box64){0, 0, 100000, 100000}, 40, 40);
    bool fine = lob_cover_new(&c, layout, 1 << 20, &cover) == LOB_OK && lob_raster_new(&c, 40, 40, &raster) == LOB_OK &&
                lob_cover_draw(&c, cover, lob_layout_top(layout, 0), 0, &grid, raster, &info) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_raster_release(raster);
    lob_cover_release(cover);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    if (getenv("LOB_TEST_QUICK")) {
        skip(); /* millions of texels */
    }
    rig r = rig_begin(&ctx);
    build_million(&r, 2);
    lob_layout *layout = rig_end(&r);
    run_sweep(layout); /* the trees stay with the layout */
    assert_gt(sweep_allocations(run_sweep, layout), 8);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orientations), cmocka_unit_test(test_million), cmocka_unit_test(test_against_exact),
        cmocka_unit_test(test_keeping),      cmocka_unit_test(test_levels),  cmocka_unit_test(test_frames),
        cmocka_unit_test(test_crowd),        cmocka_unit_test(test_union),   cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
