/* Arrays of far views as a whole: shares in closed form against members one by one, pictures on both sides of the
 * number of members from which on they are taken so against the exact coverage, work that does not grow with the
 * members, arrays askew, arrays of arrays to 10^18, too many members told beforehand, failing allocations. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "base/limits.h"
#include "render/cover_impl.h"
#include "rig.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

static double unit(void) {
    return rand() / (RAND_MAX + 1.0);
}

/* ---- shares ---- */

static lob_array_axis random_axis(int kind) {
    lob_array_axis a = {.from = unit() * 60 - 20,
                        .size = 0.05 + unit() * (kind % 3 == 0 ? 4 : 0.4),
                        .pitch = (unit() * 4 - 2) * (kind % 4 == 0 ? 0.1 : 1),
                        .count = 1 + (uint64_t)(rand() % 60),
                        .texels = 1 + (uint32_t)(rand() % 5),
                        .is_turned = rand() % 2};
    if (kind % 7 == 0) {
        a.pitch = kind % 2 ? a.size * a.texels : 0;
    }
    return a;
}

static void test_shares(void **state) {
    (void)state;
    enum { SIDE = 40 };
    srand(41);
    for (int round = 0; round < (int)stride_pick(150, 10); round++) {
        lob_sums ours = {0}, theirs = {0};
        uint16_t values[25];
        lob_array_axis x = random_axis(round), y = random_axis(round / 2);
        for (uint32_t i = 0; i < x.texels * y.texels; i++) {
            values[i] = rand() % 3 ? (uint16_t)(rand() % 200) : 0; /* small, so that sums are not cut */
        }
        assert_int_equal(lob_sums_shape(&ctx, &ours, SIDE, SIDE), LOB_OK);
        assert_int_equal(lob_sums_shape(&ctx, &theirs, SIDE, SIDE), LOB_OK);
        assert_int_equal(lob_array_add(&ctx, &ours, &x, &y, values), LOB_OK);
        const uint64_t across = x.pitch == 0 ? 1 : x.count, up = y.pitch == 0 ? 1 : y.count;
        uint64_t seen = 0;
        for (uint64_t k = 0; k < across * up; k++) {
            const double left = x.from + x.pitch * (double)(k % across), top = y.from + y.pitch * (double)(k / across);
            seen += left <= SIDE && left + x.size * x.texels >= 0 && top <= SIDE && top + y.size * y.texels >= 0;
            for (uint32_t i = 0; i < x.texels * y.texels; i++) {
                const uint32_t u = i % x.texels, v = i / x.texels;
                const uint32_t from =
                    (y.is_turned ? y.texels - 1 - v : v) * x.texels + (x.is_turned ? x.texels - 1 - u : u);
                lob_sums_box(&theirs, left + x.size * u, top + y.size * v, left + x.size * (u + 1),
                             top + y.size * (v + 1), lob_cover_area(values[from]));
            }
        }
        assert_int_equal(lob_array_seen(&x, SIDE) * lob_array_seen(&y, SIDE), seen);
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            assert_close((double)ours.plain[i], (double)theirs.plain[i], 1e-4);
        }
        lob_sums_release(&ours);
        lob_sums_release(&theirs);
    }
}

/* Far more members than could be gone through: the mean is theirs. */
static void test_shares_of_many(void **state) {
    (void)state;
    lob_sums sums = {0};
    const lob_array_axis x = {-3e8, 0.3, 0.6, UINT64_C(2000000000), 1, false};
    const lob_array_axis y = {1e9, 0.25, -0.5, UINT64_C(4000000000), 1, false};
    assert_int_equal(lob_sums_shape(&ctx, &sums, 30, 30), LOB_OK);
    assert_int_equal(lob_array_add(&ctx, &sums, &x, &y, NULL), LOB_OK);
    double sum = 0;
    for (int i = 0; i < 900; i++) {
        sum += (double)sums.plain[i];
    }
    assert_close(sum / 900, 0.25, 1e-4);
    const lob_array_axis beside = {31, 0.3, 0.6, 1000, 1, false};
    assert_int_equal(lob_array_seen(&beside, 30), 0);
    assert_int_equal(lob_array_add(&ctx, &sums, &beside, &y, NULL), LOB_OK);
    lob_sums_release(&sums);
}

/* ---- pictures ---- */

typedef struct bench { /* the same cell drawn exactly and from afar */
    lob_layout *layout;
    lob_cover *cover;
    lob_raster *exact;
    lob_grid grid;
    lob_sums sums;
    double most, mean;
} bench;

static void bench_run(bench *b, lob_layout *layout, lob_grid grid) {
    lob_layer_index layer = 0;
    static uint16_t row[4096];
    lob_cover_what what = {.cell = lob_layout_top(layout, 0), .layers = &layer, .layer_count = 1};
    *b = (bench){.layout = layout, .grid = grid};
    assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &b->cover), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, grid.width, grid.height, &b->exact), LOB_OK);
    b->cover->work_max = UINT64_MAX;
    assert_int_equal(lob_cover_exact(&ctx, b->cover, &what, &grid, b->exact), LOB_OK);
    b->cover->work = 0;
    assert_int_equal(lob_sums_shape(&ctx, &b->sums, grid.width, grid.height), LOB_OK);
    assert_int_equal(lob_cover_descend(&ctx, b->cover, what.cell, 0, &grid, &b->sums), LOB_OK);
    for (uint32_t y = 0; y < grid.height; y++) {
        memset(row, 0, sizeof row);
        lob_sums_row(&b->sums, y, row);
        for (uint32_t x = 0; x < grid.width; x++) {
            const double apart = fabs(lob_cover_area(row[x]) - lob_cover_area(lob_raster_row(b->exact, y)[x]));
            b->most = fmax(b->most, apart);
            b->mean += apart / grid.width / grid.height;
        }
    }
}

static void bench_close(bench *b) {
    lob_raster_release(b->exact);
    lob_sums_release(&b->sums);
    lob_cover_release(b->cover);
    lob_layout_drop(b->layout);
    lob_arena_reset(arena);
}

enum { AS_CELL, AS_BOX, AS_FRACTION, AS_TRIANGLE };

/* A child of n x n members, turned by a code; members 100 apart, 60 x 45 large. */
static lob_layout *members(int kind, uint32_t n, int code, double angle) {
    rig r = rig_begin(&ctx);
    const lob_point triangle[3] = {{0, 0}, {60, 0}, {20, 45}};
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = n, .nb = n, .a = {100, 0}, .b = {0, 100}};
    if (kind == AS_FRACTION) {
        rep = (lob_rep){
            .kind = LOB_REP_FRACTION, .na = n, .nb = n, .a = {100 * (int64_t)n + 7, 0}, .b = {0, 100 * (int64_t)n - 5}};
    }
    rig_cell(&r, "U");
    if (kind == AS_TRIANGLE) {
        rig_polygon(&r, 1, NULL, triangle, 3);
    } else if (kind != AS_BOX) {
        rig_box(&r, 1, NULL, (lob_box){0, 0, 60, 45});
        rig_box(&r, 1, NULL, (lob_box){70, 50, 90, 80});
    }
    rig_end_cell(&r);
    rig_cell(&r, "A");
    if (kind == AS_BOX) {
        rig_box(&r, 1, &rep, (lob_box){0, 0, 60, 45});
    } else {
        rig_inst(&r, "U", &rep, 13, -29, code & 1, 90 * (code >> 1 & 3), 1);
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "A", NULL, 0, 0, code & 4, 90 * (code & 3) + angle, 1);
    rig_end_cell(&r);
    return rig_end(&r);
}

/* Just fewer members in view than are taken as a whole, and just more: both are the exact coverage, in every turn. */
static void test_both_sides(void **state) {
    (void)state;
    stride_skip();
    for (int kind = AS_CELL; kind <= AS_TRIANGLE; kind++) {
        for (int code = 0; code < 8; code += getenv("LOB_TEST_QUICK") ? 5 : 3) {
            for (uint32_t n = 254; n <= 258; n += 4) {
                bench b;
                lob_layout *layout = members(kind, n, code, 0);
                const lob_box64 box = lob_layout_cell(layout, lob_layout_top(layout, 0))->box;
                bench_run(&b, layout, lob_grid_fit(box, 67, 59));
                /* Members of images and places of a half unit are within the far view's bound. */
                assert_lt(b.most, kind == AS_TRIANGLE ? 0.02 : kind == AS_FRACTION ? 0.005 : 1e-4);
                if (n * n >= 65536) {
                    assert_lt(b.cover->work, 40000);
                }
                bench_close(&b);
            }
        }
    }
}

/* The same where the view cuts the array. */
static void test_cut(void **state) {
    (void)state;
    stride_skip();
    for (int kind = AS_CELL; kind <= AS_TRIANGLE; kind++) {
        bench b;
        const lob_box64 box = {12345, 9876, 12345 + 30000, 9876 + 30000};
        bench_run(&b, members(kind, 420, 0, 0), lob_grid_fit(box, 97, 97));
        assert_lt(b.most, kind == AS_TRIANGLE ? 0.02 : kind == AS_FRACTION ? 0.005 : 1e-4);
        bench_close(&b);
    }
}

/* Boxes that overlap along the array are one. */
static void test_overlapping(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 300, .nb = 300, .a = {-40, 0}, .b = {0, 90}};
    rig_cell(&r, "TOP");
    rig_box(&r, 1, &rep, (lob_box){0, 0, 60, 45});
    rig_end_cell(&r);
    bench b;
    lob_layout *layout = rig_end(&r);
    bench_run(&b, layout, lob_grid_fit(lob_layout_cell(layout, 0)->box, 60, 60));
    assert_lt(b.most, 1e-4);
    bench_close(&b);
}

/* Askew: members one by one while they can be told apart, of even density when not. */
static void test_askew(void **state) {
    (void)state;
    stride_skip();
    for (int kind = AS_CELL; kind <= AS_TRIANGLE; kind++) {
        for (uint32_t size = 30; size <= 300; size += 270) { /* pixels: the pitch is 0.1 and 1 of one */
            bench b;
            lob_layout *layout = members(kind, 300, 0, 31);
            const lob_box64 box = lob_layout_cell(layout, lob_layout_top(layout, 0))->box;
            bench_run(&b, layout, lob_grid_fit(box, size * 14 / 10, size * 14 / 10));
            if (size == 30) {
                assert_lt(b.mean, 0.004);
                assert_lt(b.most, 0.08);
                assert_lt(b.cover->work, 20000);
            } else {
                assert_lt(b.most, 0.02);
            }
            bench_close(&b);
        }
    }
}

/* Members with children of their own go on down, some at a time. */
static void test_going_down(void **state) {
    (void)state;
    stride_skip();
    rig r = rig_begin(&ctx);
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 120, .nb = 90, .a = {100, 20}, .b = {-20, 100}};
    rig_cell(&r, "U");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 30, 30});
    rig_end_cell(&r);
    rig_cell(&r, "V");
    rig_inst(&r, "U", NULL, 0, 0, false, 0, 1);
    rig_inst(&r, "U", NULL, 40, 30, true, 90, 1);
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "V", &rep, 0, 0, false, 0, 1);
    rig_end_cell(&r);
    bench b;
    lob_layout *layout = rig_end(&r);
    bench_run(&b, layout, lob_grid_fit(lob_layout_cell(layout, lob_layout_top(layout, 0))->box, 200, 200));
    assert_lt(b.most, 1e-4);
    b.cover->work = 0;
    b.cover->work_max = 9000; /* ends in the middle: what waits is released */
    assert_int_equal(lob_cover_descend(&ctx, b.cover, lob_layout_top(layout, 0), 0, &b.grid, &b.sums),
                     LOB_E_QUERY_TOO_LARGE);
    bench_close(&b);
    lob_ctx_init(&ctx, arena);
}

/* ---- work ---- */

/* An array below a pixel from member to member is not gone through, however many members it has. */
static void test_work(void **state) {
    (void)state;
    const uint32_t counts[3] = {1000, 20000, 4000000};
    for (int k = 0; k < 3; k++) {
        rig r = rig_begin(&ctx);
        const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = counts[k], .nb = counts[k], .a = {100, 0}, .b = {0, 100}};
        const lob_point triangle[3] = {{0, 0}, {60, 0}, {20, 45}};
        rig_cell(&r, "U");
        rig_box(&r, 1, NULL, (lob_box){0, 0, 60, 45});
        rig_polygon(&r, 2, NULL, triangle, 3);
        rig_end_cell(&r);
        rig_cell(&r, "TOP");
        rig_inst(&r, "U", &rep, 0, 0, false, 0, 1);
        rig_end_cell(&r);
        lob_layout *layout = rig_end(&r);
        lob_cover *cover;
        lob_raster *raster;
        lob_cover_info info;
        /* 0.9 pixels from member to member: 10^6 of them in view. */
        const lob_grid grid = {0, 100 * 1000, 0.009, 0.009, 900, 900};
        assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &cover), LOB_OK);
        assert_int_equal(lob_raster_new(&ctx, 900, 900, &raster), LOB_OK);
        for (lob_layer_index layer = 0; layer < 2; layer++) {
            const double area = layer ? 60 * 45 / 2 : 60 * 45;
            double sum = 0;
            cover->work = 0;
            cover->work_max = LOB_LIMIT_QUERY_WORK;
            lob_sums sums = {0};
            assert_int_equal(lob_sums_shape(&ctx, &sums, 900, 900), LOB_OK);
            assert_int_equal(lob_cover_descend(&ctx, cover, lob_layout_top(layout, 0), layer, &grid, &sums), LOB_OK);
            assert_lt(cover->work, 900000); /* a step a member would be 10^6 */
            static uint16_t row[900];
            for (uint32_t y = 0; y < 900; y++) {
                memset(row, 0, sizeof row);
                lob_sums_row(&sums, y, row);
                for (uint32_t x = 0; x < 900; x++) {
                    sum += lob_cover_area(row[x]);
                }
            }
            assert_close(sum / 900 / 900, area / 100 / 100, 0.001);
            lob_sums_release(&sums);
            const lob_grid whole = lob_grid_fit(lob_layout_cell(layout, lob_layout_top(layout, 0))->box, 400, 400);
            lob_raster_release(raster);
            assert_int_equal(lob_raster_new(&ctx, 400, 400, &raster), LOB_OK);
            assert_int_equal(lob_cover_draw(&ctx, cover, lob_layout_top(layout, 0), layer, &whole, raster, &info),
                             LOB_OK);
            if (k != 0) {
                assert_lt(fabs(lob_cover_area(lob_raster_row(raster, 200)[200]) - area / 100 / 100), 0.01);
            }
        }
        lob_raster_release(raster);
        lob_cover_release(cover);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* Arrays of arrays, side by side and one over the other, some levels deep. */
static void test_nested(void **state) {
    (void)state;
    stride_skip();
    for (int kind = 0; kind < 3; kind++) {
        rig r = rig_begin(&ctx);
        char name[2] = "A", below[2] = "A";
        rig_cell(&r, name);
        rig_box(&r, 1, NULL, (lob_box){0, 0, 50, 100});
        rig_end_cell(&r);
        for (int level = 0; level < (kind == 2 ? 9 : 3); level++) {
            const int64_t pitch = kind == 0 ? (level == 0 ? 100 : level == 1 ? 100000 : 100000000) : 100;
            const uint32_t n = kind == 2 && level > 2 ? 2 : kind == 0 && level == 2 ? 10 : 1000;
            const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = n, .nb = n, .a = {pitch, 0}, .b = {0, pitch}};
            below[0] = name[0]++;
            rig_cell(&r, name);
            rig_inst(&r, below, &rep, 0, 0, false, 0, 1);
            rig_end_cell(&r);
        }
        lob_layout *layout = rig_end(&r);
        lob_cover *cover;
        lob_raster *raster;
        lob_cover_info info;
        const lob_cell_index top = lob_layout_top(layout, 0);
        const lob_grid grid = lob_grid_fit(lob_layout_cell(layout, top)->box, 200, 200);
        assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &cover), LOB_OK);
        assert_int_equal(lob_raster_new(&ctx, 200, 200, &raster), LOB_OK);
        assert_int_equal(lob_cover_draw(&ctx, cover, top, 0, &grid, raster, &info), LOB_OK);
        assert_ge(info.figures, UINT64_C(100000000000000));
        /* Side by side: half of each pixel. Over each other: sums, cut at 1. */
        const double middle = lob_cover_area(lob_raster_row(raster, 100)[100]);
        assert_close(middle, (kind == 0 ? 0.5 : 1), 0.01);
        lob_raster_release(raster);
        lob_cover_release(cover);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* Too many to go through one by one: said before the first. */
static void test_told_beforehand(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        rig r = rig_begin(&ctx);
        const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 100000, .nb = 1000, .a = {100, 20}, .b = {-20, 100}};
        const lob_point triangle[3] = {{0, 0}, {60, 0}, {20, 45}};
        rig_cell(&r, "U");
        rig_polygon(&r, 1, k ? &rep : NULL, triangle, 3);
        rig_end_cell(&r);
        rig_cell(&r, "TOP");
        rig_inst(&r, "U", k ? NULL : &rep, 0, 0, false, 0, 1);
        rig_end_cell(&r);
        lob_layout *layout = rig_end(&r);
        lob_cover *cover;
        lob_sums sums = {0};
        const lob_grid grid = {0, 100000, 0.01, 0.01, 1000, 1000};
        assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &cover), LOB_OK);
        assert_int_equal(lob_sums_shape(&ctx, &sums, 1000, 1000), LOB_OK);
        cover->work_max = 100000;
        assert_int_equal(lob_cover_descend(&ctx, cover, lob_layout_top(layout, 0), 0, &grid, &sums),
                         LOB_E_QUERY_TOO_LARGE);
        for (uint32_t y = 0; y < 1000; y++) {
            assert_eq(sums.step_blocks[y], 0);
            assert_eq(sums.plain_blocks[y], 0); /* nothing was set down */
        }
        lob_sums_release(&sums);
        lob_cover_release(cover);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
        lob_ctx_init(&ctx, arena);
    }
}

/* ---- failing ---- */

static bool draw_sweep(void *arg) {
    lob_arena *own = lob_arena_new(0);
    lob_cover *cover = NULL;
    lob_sums sums = {0};
    lob_ctx c;
    if (!own) {
        return false;
    }
    lob_ctx_init(&c, own);
    const lob_cell_index top = lob_layout_top(arg, 0);
    const lob_grid grid = lob_grid_fit(lob_layout_cell(arg, top)->box, 40, 40);
    bool fine = lob_cover_new(&c, arg, 1 << 20, &cover) == LOB_OK && lob_sums_shape(&c, &sums, 40, 40) == LOB_OK;
    if (fine) {
        cover->work_max = UINT64_MAX;
        fine = lob_cover_descend(&c, cover, top, 0, &grid, &sums) == LOB_OK;
    }
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_sums_release(&sums);
    lob_cover_release(cover);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    const double angles[4] = {0, 0, 31, 31};
    const uint32_t counts[4] = {300, 300, 300, 65}; /* as a whole, by image, of even density, one by one */
    for (int k = 0; k < 4; k++) {
        lob_layout *layout = members(k == 0 ? AS_CELL : AS_TRIANGLE, counts[k], k == 1, angles[k]);
        draw_sweep(layout); /* trees stay with the layout */
        assert_gt(sweep_allocations(draw_sweep, layout), 5);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares),      cmocka_unit_test(test_shares_of_many),
        cmocka_unit_test(test_both_sides),  cmocka_unit_test(test_cut),
        cmocka_unit_test(test_overlapping), cmocka_unit_test(test_askew),
        cmocka_unit_test(test_going_down),  cmocka_unit_test(test_work),
        cmocka_unit_test(test_nested),      cmocka_unit_test(test_told_beforehand),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
