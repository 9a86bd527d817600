/* Sums less samples (samples.h, unite.c) against the exact union: exact where figures stay apart or abut, near it where
 * they overlap, also for rings that wind twice; images of cells in all orientations; what is too much; memory. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "render/cover_impl.h"
#include "rig.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

enum { SIDE = 24, POINTS_MOST = 64 };

typedef struct figure {
    lob_pixel points[POINTS_MOST];
    uint32_t count;
} figure;

static lob_samples samples;
static lob_sums sums;
static lob_raster *exact;

static double pick(double from, double to) {
    return from + (to - from) * ((double)rand() / RAND_MAX);
}

static figure box_of(double left, double top, double right, double bottom) {
    return (figure){{{left, top}, {right, top}, {right, bottom}, {left, bottom}}, 4};
}

/* An L, a star of slanting edges, or a curl that winds twice in its middle. */
static figure figure_of(int which) {
    const double x = pick(1, SIDE - 8), y = pick(1, SIDE - 8), a = pick(0.2, 3), b = pick(0.2, 3);
    switch (which) {
    case 0:
        return box_of(x, y, x + a, y + b);
    case 1:
        return (figure){
            {{x, y}, {x + 2 * a, y}, {x + 2 * a, y + b}, {x + a, y + b}, {x + a, y + 2 * b}, {x, y + 2 * b}}, 6};
    case 2:
        return (figure){{{x, y}, {x + a, y + 0.3}, {x + a + 1, y + b}, {x + 0.4, y + b + 0.7}}, 4};
    default: /* around once, and again within */
        return (figure){{{x, y},
                         {x + 2 * a, y},
                         {x + 2 * a, y + 2 * b},
                         {x, y + 2 * b},
                         {x, y + b / 2},
                         {x + a, y + b / 2},
                         {x + a, y + b},
                         {x + a / 2, y + b},
                         {x + a / 2, y}},
                        9};
    }
}

static void begin(void) {
    assert_int_equal(lob_samples_shape(&ctx, &samples, SIDE, SIDE), LOB_OK);
    assert_int_equal(lob_sums_shape(&ctx, &sums, SIDE, SIDE), LOB_OK);
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &exact), LOB_OK);
}

static void add(const figure *f) {
    bool is_done;
    lob_sums_ring(&sums, f->points, f->count);
    assert_int_equal(lob_samples_ring(&ctx, &samples, f->points, f->count, &is_done), LOB_OK);
    assert_true(is_done);
}

/* The largest difference of a texel. */
static double end(const figure *all, uint32_t count) {
    uint32_t columns[2] = {0, SIDE}, rows[2] = {0, SIDE};
    uint16_t row[SIDE];
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(lob_raster_ring(exact, all[i].points, all[i].count, NULL), LOB_OK);
    }
    while (lob_raster_second(exact, columns, rows)) {
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(lob_raster_ring(exact, all[i].points, all[i].count, NULL), LOB_OK);
        }
        assert_int_equal(lob_raster_end(exact), LOB_OK);
    }
    for (uint32_t y = 0; y < SIDE; y++) {
        lob_samples_take_off(&samples, y, &sums);
        memset(row, 0, sizeof row);
        lob_sums_row(&sums, y, row);
        for (uint32_t x = 0; x < SIDE; x++) {
            most = fmax(most, fabs(lob_cover_area(row[x]) - lob_cover_area(lob_raster_row(exact, y)[x])));
        }
    }
    lob_raster_release(exact);
    lob_samples_release(&samples);
    lob_sums_release(&sums);
    return most;
}

/* Boxes side by side, at places that no sample knows. */
static void test_abutting_is_exact(void **state) {
    (void)state;
    enum { COUNT = 200 };
    static figure all[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        const double x = 0.3 + i % 20 * 1.137, y = 0.7 + (double)(i / 20) * 1.219;
        all[i] = box_of(x, y, x + 1.137, y + 1.219);
    }
    begin();
    for (uint32_t i = 0; i < COUNT; i++) {
        add(&all[i]);
    }
    assert_lt(end(all, COUNT), 2e-5);
}

/* Figures of all kinds over each other: the border of what overlaps is sampled, 32 a side. */
static void test_overlaps_are_near(void **state) {
    (void)state;
    enum { COUNT = 60 };
    figure all[COUNT];
    srand(31);
    for (int kind = 0; kind < 5; kind++) {
        for (int run = 0; run < 4; run++) {
            begin();
            for (int i = 0; i < COUNT; i++) {
                all[i] = figure_of(kind < 4 ? kind : i % 4);
                add(&all[i]);
            }
            assert_lt(end(all, COUNT), 0.08);
        }
    }
}

/* One ring that winds twice is right by itself: its sum alone would be too large. */
static void test_curl(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        const figure curl = {{{2, 2}, {10, 2}, {10, 10}, {2, 10}, {2, 4}, {8, 4}, {8, 8}, {4, 8}, {4, 2}}, 9};
        figure f = curl;
        for (uint32_t i = 0; i < 9 && turned; i++) {
            f.points[i] = curl.points[8 - i];
        }
        begin();
        add(&f);
        assert_gt(lob_samples_excess(&samples, 5, 5), 0.9);
        assert_lt(end(&f, 1), 2e-5);
    }
}

/* A ring whose edges cross too many rows is refused, and leaves nothing for the next one. */
static void test_too_long(void **state) {
    (void)state;
    enum { MANY = 4000 };
    static lob_pixel comb[MANY];
    bool is_done;
    for (uint32_t i = 0; i < MANY; i++) { /* slanting, from top to bottom and back */
        comb[i] = (lob_pixel){1 + i * 0.005, i % 2 ? SIDE - 0.5 : 0.5};
    }
    comb[MANY - 1] = (lob_pixel){0.5, SIDE};
    begin();
    assert_int_equal(lob_samples_ring(&ctx, &samples, comb, MANY, &is_done), LOB_OK);
    assert_false(is_done);
    for (uint32_t row = 0; row < SIDE * LOB_SAMPLE_SIDE; row++) {
        assert_int_equal(samples.rows[row], 0);
    }
    const figure one = figure_of(2);
    add(&one);
    assert_lt(end(&one, 1), 2e-5);
}

/* Nor is it worth it to stack large boxes for ever. */
static void test_too_deep(void **state) {
    (void)state;
    const figure whole = box_of(0, 0, SIDE, SIDE);
    bool is_done = true;
    uint32_t count = 0;
    begin();
    for (; is_done && count < 10000; count++) {
        assert_int_equal(lob_samples_ring(&ctx, &samples, whole.points, whole.count, &is_done), LOB_OK);
    }
    assert_eq(count, LOB_SAMPLE_WORDS_MOST / (SIDE * SIDE * LOB_SAMPLE_SIDE) + 1);
    assert_false(lob_samples_is_worth(&samples));
    end(&whole, 1);
    assert_int_equal(lob_samples_shape(&ctx, &samples, SIDE, SIDE), LOB_OK);
    assert_true(lob_samples_is_worth(&samples));
    lob_samples_release(&samples);
}

/* ---- images ---- */

/* Rows of cells that reach over each other, as standard cells do, with wires over them: in eight orientations, once
 * turned off the axes. */
static lob_layout *rows_of_cells(int code, double angle_deg) {
    rig r = rig_begin(&ctx);
    const lob_point l[6] = {{0, 0}, {900, 0}, {900, 300}, {400, 300}, {400, 1200}, {0, 1200}};
    const lob_rep along = {.kind = LOB_REP_LATTICE, .na = 20, .nb = 1, .a = {1380, 0}};
    const lob_rep contacts = {.kind = LOB_REP_LATTICE, .na = 2, .nb = 5, .a = {460, 0}, .b = {0, 340}};
    rig_cell(&r, "CELL");
    rig_box(&r, 1, NULL, (lob_box){-190, 1300, 1570, 2910});
    rig_box(&r, 1, &contacts, (lob_box){200, 200, 370, 370});
    rig_polygon(&r, 1, NULL, l, 6);
    rig_end_cell(&r);
    rig_cell(&r, "ROWS");
    for (int i = 0; i < 10; i++) {
        rig_inst(&r, "CELL", &along, 0, i * 2720, i % 2, 0, 1);
        rig_box(&r, 1, NULL, (lob_box){-300, i * 2720 - 240, 28000, i * 2720 + 240});
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "ROWS", NULL, 0, 0, code & 4, 90 * (code & 3) + angle_deg, 1);
    rig_end_cell(&r);
    return rig_end(&r);
}

static void check_image(lob_layout *layout, int level, double bias) {
    lob_cover *cover;
    lob_image *image;
    lob_raster *raster;
    lob_layer_index layer = 0;
    uint32_t united = 0;
    const lob_cell_index top = lob_layout_top(layout, 0);
    assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &cover), LOB_OK);
    cover->work_max = UINT64_MAX;
    assert_int_equal(lob_image_of(&ctx, cover, top, layer, level, &image), LOB_OK);
    assert_int_equal(cover->uniters[0].samples.width, image->width); /* it came from there */
    const double texel = (double)(1 << level);
    const lob_grid grid = {
        (double)image->x * texel, (double)image->y * texel, 1 / texel, 1 / texel, image->width, image->height};
    const lob_cover_what what = {.cell = top, .layers = &layer, .layer_count = 1};
    assert_int_equal(lob_raster_new(&ctx, image->width, image->height, &raster), LOB_OK);
    assert_int_equal(lob_cover_exact(&ctx, cover, &what, &grid, raster), LOB_OK);
    double most = 0, mean = 0;
    for (uint32_t y = 0; y < image->height; y++) {
        for (uint32_t x = 0; x < image->width; x++) {
            const uint16_t ours = image->values[(size_t)y * image->width + x], theirs = lob_raster_row(raster, y)[x];
            const double apart = lob_cover_area(ours) - lob_cover_area(theirs);
            most = fmax(most, fabs(apart));
            mean += apart / ((double)image->width * image->height);
            united += lob_samples_excess(&cover->uniters[0].samples, x, y) > 0;
            assert_true(ours > 0 || theirs == 0);
            assert_true(ours == 0 || (image->blocks[y] >> (x >> image->block_bits) & 1) == 1);
        }
    }
    assert_gt(united, 100);
    assert_lt(most, 0.1);
    assert_lt(fabs(mean), bias);
    lob_image_unpin(image);
    lob_raster_release(raster);
    lob_cover_release(cover);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void test_images(void **state) {
    (void)state;
    for (int code = 0; code < 8; code++) {
        check_image(rows_of_cells(code, 0), 9, 0.002);
    }
    check_image(rows_of_cells(0, 31), 9, 0.0002);
    check_image(rows_of_cells(4, 0), 11, 0.01); /* rows of cells whose borders lie alike among the samples */
}

static bool run_sweep(void *layout) {
    lob_cover *cover;
    lob_image *image;
    if (lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &cover) != LOB_OK) {
        return false;
    }
    cover->work_max = UINT64_MAX;
    const bool is_fine = lob_image_of(&ctx, cover, lob_layout_top(layout, 0), 0, 11, &image) == LOB_OK;
    lob_cover_release(cover);
    return is_fine;
}

static void test_failing(void **state) {
    (void)state;
    lob_layout *layout = rows_of_cells(0, 31);
    run_sweep(layout);
    assert_gt(sweep_allocations(run_sweep, layout), 8);
    lob_layout_drop(layout);
}

/* ---- images at once ---- */

enum { PROJECTS = 7 };

/* Rows of cells as projects, each another cell, some of few figures. */
static lob_layout *projects(void) {
    const lob_rep along = {.kind = LOB_REP_LATTICE, .na = 60, .nb = 1, .a = {1380, 0}};
    rig r = rig_begin(&ctx);
    rig_cell(&r, "CELL");
    rig_box(&r, 1, NULL, (lob_box){-190, 1300, 1570, 2910});
    rig_box(&r, 1, NULL, (lob_box){200, 200, 370, 370});
    rig_end_cell(&r);
    for (int i = 0; i < PROJECTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "PROJECT%d", i);
        rig_cell(&r, name);
        for (int k = 0; k < (i == 3 ? 2 : 20 + 5 * i); k++) {
            rig_inst(&r, "CELL", &along, 7 * i, k * 2720, k % 2, 0, 1);
            rig_box(&r, 1, NULL, (lob_box){-300, k * 2720 - 240, 85000, k * 2720 + 100 + 40 * i});
        }
        rig_end_cell(&r);
    }
    rig_cell(&r, "TOP");
    for (int i = 0; i < 2 * PROJECTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "PROJECT%d", i % PROJECTS);
        rig_inst(&r, name, NULL, i * 90000, i * 300000, false, 90 * (i % 3), 1);
    }
    rig_end_cell(&r);
    return rig_end(&r);
}

static lob_cover *cover_of(lob_layout *layout, uint32_t threads) {
    lob_cover *cover;
    assert_int_equal(lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &cover), LOB_OK);
    cover->work_max = UINT64_MAX;
    cover->team.thread_count = threads;
    return cover;
}

static uint32_t wishes_of(const lob_layout *layout, int level, lob_image_wish *wishes) {
    for (uint32_t i = 0; i < 2 * PROJECTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "PROJECT%u", i % PROJECTS);
        wishes[i] = (lob_image_wish){lob_layout_find_cell(layout, lob_str_from(name)), 0, level};
    }
    return 2 * PROJECTS;
}

static uint32_t kept(const lob_cover *cover) {
    uint32_t count = 0;
    for (const lob_image *one = cover->newest; one; one = one->older) {
        count++;
    }
    return count;
}

/* By any number of threads: each image once, as it is when it is made alone; not those that come otherwise. */
static void test_at_once(void **state) {
    (void)state;
    enum { LEVEL = 10 };
    lob_layout *layout = projects();
    lob_cover *alone = cover_of(layout, 1);
    lob_image_wish wishes[2 * PROJECTS];
    lob_image *one, *other;
    for (uint32_t threads = 1; threads <= 7; threads += 2) {
        lob_case("%u threads", threads);
        lob_cover *cover = cover_of(layout, threads);
        const uint32_t count = wishes_of(layout, LEVEL, wishes);
        assert_int_equal(lob_image_of(&ctx, cover, wishes[1].cell, 0, LEVEL, &one), LOB_OK);
        lob_image_unpin(one);
        assert_int_equal(lob_images_prepare(&ctx, cover, wishes, count), LOB_OK);
        assert_eq(kept(cover), threads == 1 ? 1 : PROJECTS - 1);
        const uint64_t work = cover->work;
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(lob_image_of(&ctx, cover, wishes[i].cell, 0, LEVEL, &one), LOB_OK);
            assert_int_equal(lob_image_of(&ctx, alone, wishes[i].cell, 0, LEVEL, &other), LOB_OK);
            assert_eq(one->width, other->width);
            assert_eq(one->height, other->height);
            assert_memory_equal(one->values, other->values, (size_t)one->width * one->height * sizeof *one->values);
            assert_memory_equal(one->blocks, other->blocks, one->height * sizeof *one->blocks);
            lob_image_unpin(one);
            lob_image_unpin(other);
        }
        assert_eq(kept(cover), PROJECTS);
        assert_true(threads == 1 || work > 1000);
        lob_cover_release(cover);
    }
    lob_cover_release(alone);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

/* A picture of them all is the same, and what it may look at is the same. */
static void test_pictures_at_once(void **state) {
    (void)state;
    lob_layout *layout = projects();
    const lob_cell_index top = lob_layout_top(layout, 0);
    lob_raster *rasters[2];
    uint64_t work[2];
    for (uint32_t i = 0; i < 2; i++) {
        lob_cover *cover = cover_of(layout, i ? 3 : 1);
        lob_cover_info info;
        const lob_grid grid = lob_grid_fit(lob_layout_cell(layout, top)->box, 400, 1200);
        assert_int_equal(lob_raster_new(&ctx, 400, 1200, &rasters[i]), LOB_OK);
        assert_int_equal(lob_cover_draw(&ctx, cover, top, 0, &grid, rasters[i], &info), LOB_OK);
        work[i] = cover->work;
        assert_eq(kept(cover), PROJECTS);
        lob_cover_release(cover);
    }
    for (uint32_t y = 0; y < 1200; y++) {
        assert_memory_equal(lob_raster_row(rasters[0], y), lob_raster_row(rasters[1], y), 400 * sizeof(uint16_t));
    }
    assert_eq(work[0], work[1]);
    lob_raster_release(rasters[0]);
    lob_raster_release(rasters[1]);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static void test_too_much_at_once(void **state) {
    (void)state;
    lob_layout *layout = projects();
    lob_image_wish wishes[2 * PROJECTS];
    lob_cover *cover = cover_of(layout, 2);
    const uint32_t count = wishes_of(layout, 10, wishes);
    cover->work_max = 5000; /* more than one of them takes, less than all */
    assert_int_equal(lob_images_prepare(&ctx, cover, wishes, count), LOB_E_QUERY_TOO_LARGE);
    assert_eq(kept(cover), 0);
    lob_error_clear(&ctx.error);
    lob_cover_release(cover);
    lob_layout_drop(layout);
    lob_arena_reset(arena);
}

static bool run_at_once(void *layout) {
    lob_cover *cover;
    lob_image_wish wishes[2 * PROJECTS];
    const uint32_t count = wishes_of(layout, 11, wishes);
    if (lob_cover_new(&ctx, layout, UINT64_C(1) << 26, &cover) != LOB_OK) {
        return false;
    }
    cover->work_max = UINT64_MAX;
    cover->team.thread_count = 2;
    const bool is_fine = lob_images_prepare(&ctx, cover, wishes, count) == LOB_OK;
    lob_cover_release(cover);
    return is_fine;
}

static void test_failing_at_once(void **state) {
    (void)state;
    lob_layout *layout = projects();
    sweep_allocations(run_at_once, layout);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_abutting_is_exact),
        cmocka_unit_test(test_overlaps_are_near),
        cmocka_unit_test(test_curl),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_too_deep),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_failing),
        cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_pictures_at_once),
        cmocka_unit_test(test_too_much_at_once),
        cmocka_unit_test(test_failing_at_once),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
