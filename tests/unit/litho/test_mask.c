/* Masks: clips against their known areas, layouts against pixels set one by one, outlines against merged boxes, levels
 * against discs, drawing against counted cells. */
#include "tests/support/lob_test.h"

#include "scenes.h"

#include "db/builder.h"
#include "litho/mask.h"
#include "tests/support/stride.h"

/* ---- help ---- */

static double area_of(const lob_mask *mask) {
    double area2 = 0;
    for (uint32_t i = 0; i < mask->polygons.contour_count; i++) {
        const lob_contour *c = &mask->polygons.contours[i];
        const lob_point64 *p = mask->polygons.points + c->first;
        for (uint32_t k = 0; k < c->count; k++) {
            lob_point64 a = p[k], b = p[(k + 1) % c->count];
            area2 += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
    }
    return area2 / 2 * mask->unit_nm * mask->unit_nm;
}

static double sum_of(const lob_plane *plane) {
    double sum = 0;
    for (size_t i = 0; i < (size_t)plane->frame.width * plane->frame.height; i++) {
        sum += (double)plane->values[i];
    }
    return sum;
}

static lob_plane new_plane(lob_frame frame) {
    lob_plane plane;
    assert_int_equal(lob_plane_new(&ctx, frame, &plane), LOB_OK);
    return plane;
}

/* What lob_region makes of boxes, one a pixel run. */
static lob_polygons merged_runs(const lob_bits *bits) {
    lob_region *region;
    lob_polygons polygons;
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    for (uint32_t j = 0; j < bits->frame.height; j++) {
        for (uint32_t i = 0; i < bits->frame.width; i++) {
            uint32_t end = i;
            while (at(bits, end, j)) {
                end++;
            }
            if (end > i) {
                int64_t x = bits->frame.column, y = bits->frame.row + j;
                assert_int_equal(lob_region_add_box(&ctx, region, 0, (lob_box64){x + i, y, x + end, y + 1}), LOB_OK);
                i = end;
            }
        }
    }
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &polygons), LOB_OK);
    return polygons;
}

static void check_same(const lob_polygons *a, const lob_polygons *b) {
    assert_int_equal(a->contour_count, b->contour_count);
    assert_int_equal(a->point_count, b->point_count);
    for (uint32_t i = 0; i < a->contour_count; i++) {
        assert_int_equal(a->contours[i].count, b->contours[i].count);
        assert_int_equal(a->contours[i].is_hole, b->contours[i].is_hole);
        for (uint32_t k = 0; k < a->contours[i].count; k++) {
            lob_point64 p = a->points[a->contours[i].first + k], q = b->points[b->contours[i].first + k];
            assert_int_equal(p.x, q.x);
            assert_int_equal(p.y, q.y);
        }
    }
}

/* ---- clips ---- */

static lob_mask clip(const char *text) {
    lob_mask mask;
    assert_int_equal(lob_mask_of_glp(&ctx, lob_str_from(text), &mask), LOB_OK);
    return mask;
}

#define HEAD "BEGIN /* any */\nEQUIV  1  1000  MICRON  +X,+Y\nCNAME t\nLEVEL M1\n\nCELL t PRIME\n"

static void test_glp(void **state) {
    (void)state;
    lob_mask m =
        clip(HEAD " RECT N M1 10 20 30 40\n PGON N M1 100 0 110 0 110 20 105 20 105 10 100 10\nENDMSG\nrubbish");
    assert_int_equal(m.polygons.contour_count, 2);
    assert_eq(area_of(&m), 1200 + 100 + 50);
    assert_eq(m.box.left, 10);
    assert_eq(m.box.bottom, 0);
    assert_eq(m.box.right, 110);
    assert_eq(m.box.top, 60);
    assert_eq(m.unit_nm, 1);
    /* Overlaps are merged; points may go on in the next line, in the middle of a pair; other levels and cells do not
     * count. */
    m = clip(
        HEAD
        "RECT N M1 -5 -5 10 10\nRECT N M1 0 0 10 10\nRECT N M2 50 50 5 5\r\nPGON N M1 20 0 30\n  0 30 10\n\n 20\t10"
        "\nCELL u\nRECT N M1 90 90 5 5\nENDMSG");
    assert_eq(area_of(&m), 175 + 100);
    assert_int_equal(m.polygons.contour_count, 2);
    m = clip(HEAD "ENDMSG\n");
    assert_int_equal(m.polygons.contour_count, 0);
    assert_true(lob_box64_is_empty(m.box));
}

static void test_glp_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
        int64_t line;
    } cases[] = {
        {"", "truncated", 0},
        {"EQUIV 1 1000 MICRON\n", "begin", 1},
        {"BEGIN\nEQUIV 1 500 MICRON +X,+Y\n", "units", 2},
        {"BEGIN\nEQUIV 1 1000 INCH +X,+Y\n", "units", 2},
        {"BEGIN\nEQUIV 1 1000 MICRON -X,+Y\n", "units", 2},
        {"BEGIN\nEQUIV\n", "units", 2},
        {"BEGIN\nEQUIV 1 1000 MICRON\nENDMSG\n", "no_cell", 3},
        {"BEGIN\nCELL t\nRECT N M1 0 0 5 5\nENDMSG\n", "units", 4},
        {"BEGIN\nRECT N M1 0 0 5 5\n", "no_cell", 2},
        {HEAD "RECT N M1 0 0 5\nENDMSG\n", "rectangle", 7},
        {HEAD "RECT N M1 0 0 5 5 5\nENDMSG\n", "rectangle", 7},
        {HEAD "\nRECT N M1 0 0 0 5\nENDMSG\n", "size", 8},
        {HEAD "RECT N M1 0 0 5 -5\nENDMSG\n", "size", 7},
        {HEAD "RECT N M1 0 0 5 5x\nENDMSG\n", "number", 7},
        {HEAD "RECT N M1 0 0 5 1073741825\nENDMSG\n", "number", 7},
        {HEAD "RECT N M1 0 0 5 99999999999999999999999\nENDMSG\n", "number", 7},
        {HEAD "PGON N M1 0 0 - 5 5\nENDMSG\n", "number", 7},
        {HEAD "PGON N M1 0 0 5 5\n0 5 7\nENDMSG\n", "odd", 7},
        {HEAD "PGON N M1 0 0 5 5\nENDMSG\n", "points", 7},
        {HEAD "PGON N M1\nENDMSG\n", "points", 7},
        {HEAD "RECT R M1 0 0 5 5\nENDMSG\n", "level", 7},
        {HEAD "RECT N\nENDMSG\n", "level", 7},
        {HEAD "PATH N M1 0 0 5 5\nENDMSG\n", "statement", 7},
        {HEAD "12 5\nENDMSG\n", "statement", 7},
        {HEAD "RECT N M1 0 0 5 5\n", "truncated", 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].text);
        lob_mask mask;
        lob_error_clear(&ctx.error);
        assert_int_equal(lob_mask_of_glp(&ctx, lob_str_from(cases[i].text), &mask), LOB_E_UNSUPPORTED_FORMAT);
        assert_string_equal(ctx.error.details[0].key, "reason");
        assert_true(lob_str_equal(ctx.error.details[0].text, lob_str_from(cases[i].reason)));
        assert_string_equal(ctx.error.details[1].key, "line");
        assert_int_equal(ctx.error.details[1].integer, cases[i].line);
        assert_ne(ctx.error.hint[0], 0);
    }
    lob_error_clear(&ctx.error);
}

/* "exact area" and, drawn with borders, "fillPoly raster: target" of the ten clips: counted by a program not ours. */
static const struct {
    double area, with_borders;
} clips[10] = {{215344, 218902}, {169280, 172224}, {213504, 217432}, {82560, 84037},   {282044, 285988},
               {286234, 290100}, {229149, 232224}, {128544, 130238}, {317581, 322122}, {102400, 104004}};

static char *read_clip(int number, size_t *size) {
    static char text[1 << 16];
    char path[4096];
    const char *dir = getenv("LOB_ICCAD13_DIR");
    snprintf(path, sizeof path, "%s/benchmark/ICCAD2013/M1_test%d.glp", dir ? dir : "../shared/corpus/iccad13", number);
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    *size = fread(text, 1, sizeof text, file);
    fclose(file);
    return text;
}

static void test_clips(void **state) {
    (void)state;
    for (int i = 0; i < 10; i++) {
        size_t size;
        lob_mask mask;
        char *text = read_clip(i + 1, &size);
        if (!text) {
            print_message("the clips of ICCAD 2013 are absent: set LOB_ICCAD13_DIR\n");
            skip();
        }
        assert_int_equal(lob_mask_of_glp(&ctx, (lob_str){text, size}, &mask), LOB_OK);
        assert_eq(area_of(&mask), clips[i].area);
        const lob_frame frame = {-500, -500, 2048, 2048, 1};
        lob_bits bits = new_bits(frame);
        assert_int_equal(lob_mask_fill(&ctx, &mask, &bits), LOB_OK);
        assert_eq((double)lob_bits_count(&bits), clips[i].area);
        assert_int_equal(lob_mask_fill_with_borders(&ctx, &mask, &bits), LOB_OK);
        assert_eq((double)lob_bits_count(&bits), clips[i].with_borders);
        lob_plane plane = new_plane((lob_frame){-125, -125, 512, 512, 4});
        assert_int_equal(lob_mask_draw(&ctx, &mask, &plane), LOB_OK);
        assert_close(sum_of(&plane) * 16, clips[i].area, 1e-3 * clips[i].area);
        lob_plane_drop(&plane);
        lob_bits_drop(&bits);
        lob_arena_reset(arena);
    }
}

/* ---- layouts ---- */

static lob_layout *draw_layout(lob_bits *covered) {
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    lob_layout *layout;
    const lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {12, 0}, .b = {0, 15}};
    const lob_element layer = {.layer = 1}, other = {.layer = 2}, many = {.layer = 1, .rep = &rep};
    assert_int_equal(s->begin_layout(s->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.002}), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("TOP")), LOB_OK);
    for (int i = 0; i < 25; i++) {
        int x = rand() % 60, y = rand() % 60, w = 2 + rand() % 18, h = 2 + rand() % 18;
        const lob_point l[6] = {{x, y}, {x + w, y}, {x + w, y + 1}, {x + 1, y + 1}, {x + 1, y + h}, {x, y + h}};
        assert_int_equal(
            i % 2 ? s->polygon(s->self, &layer, l, 6) : s->box(s->self, &layer, (lob_box){x, y, x + w, y + h}), LOB_OK);
        set_box(covered, (uint32_t)x, (uint32_t)y, (uint32_t)(x + w), (uint32_t)(i % 2 ? y + 1 : y + h));
        set_box(covered, (uint32_t)x, (uint32_t)y, (uint32_t)(i % 2 ? x + 1 : x + w), (uint32_t)(y + h));
    }
    assert_int_equal(s->box(s->self, &other, (lob_box){0, 0, 90, 90}), LOB_OK);
    assert_int_equal(s->box(s->self, &many, (lob_box){70, 70, 75, 76}), LOB_OK);
    for (uint32_t i = 0; i < 6; i++) {
        set_box(covered, 70 + i % 3 * 12, 70 + i / 3 * 15, 75 + i % 3 * 12, 76 + i / 3 * 15);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    return layout;
}

static lob_layer_index layer_one(const lob_layout *layout) {
    for (uint32_t i = 0;; i++) {
        if (lob_layout_layer(layout, i)->layer == 1) {
            return i;
        }
    }
}

static void test_layout(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < 20; seed++) {
        srand(seed);
        lob_bits covered = new_bits((lob_frame){0, 0, 110, 100, 2});
        lob_layout *layout = draw_layout(&covered);
        lob_mask mask;
        assert_int_equal(lob_mask_of_layout(&ctx, layout, lob_layout_top(layout, 0), layer_one(layout), NULL, &mask),
                         LOB_OK);
        assert_eq(mask.unit_nm, 2);
        lob_polygons expected = merged_runs(&covered);
        check_same(&mask.polygons, &expected);
        lob_bits bits = new_bits(covered.frame);
        assert_int_equal(lob_mask_fill(&ctx, &mask, &bits), LOB_OK);
        assert_int_equal(lob_bits_differ(&bits, &covered), 0);
        /* In a window: whatever meets it is whole, and nothing of it is missing. */
        const lob_box64 window = {72, 60, 80, 90};
        assert_int_equal(lob_mask_of_layout(&ctx, layout, lob_layout_top(layout, 0), layer_one(layout), &window, &mask),
                         LOB_OK);
        assert_int_equal(lob_mask_fill(&ctx, &mask, &bits), LOB_OK);
        for (uint32_t j = 0; j < 100; j++) {
            for (uint32_t i = 0; i < 110; i++) {
                bool is_in = i >= 72 && i < 80 && j >= 60 && j < 90;
                if (is_in) {
                    assert_eq(lob_bits_at(&bits, i, j), lob_bits_at(&covered, i, j));
                } else {
                    assert_le(lob_bits_at(&bits, i, j), lob_bits_at(&covered, i, j));
                }
            }
        }
        lob_cancel cancel = {true};
        ctx.cancel = &cancel;
        lob_status status = lob_mask_of_layout(&ctx, layout, lob_layout_top(layout, 0), layer_one(layout), NULL, &mask);
        ctx.cancel = NULL;
        assert_int_equal(status, LOB_E_CANCELLED);
        lob_error_clear(&ctx.error);
        lob_bits_drop(&bits);
        lob_bits_drop(&covered);
        lob_layout_drop(layout);
        lob_arena_reset(arena);
    }
}

/* ---- drawing ---- */

/* A hole stays open; a border through pixels is a share of them. */
static void test_draw_hole(void **state) {
    (void)state;
    lob_region *region;
    lob_mask mask = {.unit_nm = 0.5};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add_box(&ctx, region, 0, (lob_box64){-7, -3, 21, 33}), LOB_OK);
    assert_int_equal(lob_region_add_box(&ctx, region, 1, (lob_box64){1, 5, 12, 22}), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_NOT, &mask.polygons), LOB_OK);
    lob_plane plane = new_plane((lob_frame){-4, -2, 17, 22, 1});
    assert_int_equal(lob_mask_draw(&ctx, &mask, &plane), LOB_OK);
    for (int j = 0; j < 22; j++) {
        for (int i = 0; i < 17; i++) {
            double x[2] = {2 * (i - 4), 2 * (i - 3)}, y[2] = {2 * (j - 2), 2 * (j - 1)}; /* in units */
            double w = fmax(0, fmin(x[1], 21) - fmax(x[0], -7)), h = fmax(0, fmin(y[1], 33) - fmax(y[0], -3));
            double hw = fmax(0, fmin(x[1], 12) - fmax(x[0], 1)), hh = fmax(0, fmin(y[1], 22) - fmax(y[0], 5));
            assert_close((double)plane.values[j * 17 + i], (w * h - hw * hh) / 4, 2e-5);
        }
    }
    lob_plane_drop(&plane);
}

/* Two rings in one pixel. */
static void test_draw_shared(void **state) {
    (void)state;
    lob_mask mask = clip(HEAD "RECT N M1 1 1 1 2\nRECT N M1 3 0 3 4\nENDMSG");
    lob_plane plane = new_plane((lob_frame){0, 0, 2, 1, 4});
    assert_int_equal(lob_mask_draw(&ctx, &mask, &plane), LOB_OK);
    assert_close((double)plane.values[0], 6.0 / 16, 2e-5);
    assert_close((double)plane.values[1], 0.5, 2e-5);
    lob_plane_drop(&plane);
}

/* Slanted edges: a plane of fine pixels, averaged, is the plane of coarse ones. Over several blocks, parts outside. */
static void test_draw_blocks(void **state) {
    (void)state;
    const lob_point64 ring[5] = {{-900, -100}, {5000, 37}, {5100, 300}, {900, 41}, {40, 77}};
    lob_region *region;
    lob_mask mask = {.unit_nm = 1};
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add(&ctx, region, 0, ring, 5), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &mask.polygons), LOB_OK);
    lob_plane fine = new_plane((lob_frame){-100, -8, 4800, 64, 1}),
              coarse = new_plane((lob_frame){-25, -2, 1200, 16, 4});
    assert_int_equal(lob_mask_draw(&ctx, &mask, &fine), LOB_OK);
    assert_int_equal(lob_mask_draw(&ctx, &mask, &coarse), LOB_OK);
    assert_gt(sum_of(&coarse), 1000);
    for (uint32_t j = 0; j < 16; j++) {
        for (uint32_t i = 0; i < 1200; i++) {
            double sum = 0;
            for (uint32_t k = 0; k < 16; k++) {
                sum += (double)fine.values[(4 * j + k / 4) * 4800 + 4 * i + k % 4];
            }
            assert_close(sum / 16, (double)coarse.values[j * 1200 + i], 4e-5);
        }
    }
    lob_plane_drop(&fine);
    lob_plane_drop(&coarse);
}

/* Middles on borders: two triangles that share a slanted edge, in all positions, part the square between them. */
static void test_fill_abutting(void **state) {
    (void)state;
    for (int n = 0; n < 64; n++) {
        int64_t x = n % 8, y = n / 8;
        const lob_point64 rings[2][3] = {{{x, y}, {x + 20, y}, {x + 20, y + 20}},
                                         {{x, y}, {x + 20, y + 20}, {x, y + 20}}};
        const lob_contour contour = {.count = 3};
        lob_bits a = new_bits((lob_frame){-1, -1, 16, 16, 2}), b = new_bits(a.frame);
        lob_mask mask = {.polygons = {rings[0], &contour, 3, 1}, .unit_nm = 1};
        assert_int_equal(lob_mask_fill(&ctx, &mask, &a), LOB_OK);
        mask.polygons.points = rings[1];
        assert_int_equal(lob_mask_fill(&ctx, &mask, &b), LOB_OK);
        for (int j = 0; j < 16; j++) {
            for (int i = 0; i < 16; i++) {
                int64_t mx = 2 * (i - 1) + 1, my = 2 * (j - 1) + 1; /* the middle, in units */
                bool is_in = mx >= x && mx < x + 20 && my >= y && my < y + 20;
                assert_int_equal(at(&a, i, j) + at(&b, i, j), is_in);
            }
        }
        lob_bits_drop(&a);
        lob_bits_drop(&b);
    }
}

/* All pixels whose corner lies in the closed polygon; slanted borders by pixels next to the line. */
static void test_fill_borders(void **state) {
    (void)state;
    const lob_point64 ring[4] = {{0, 0}, {30, 10}, {20, 40}, {-10, 30}};
    const lob_contour contour = {.count = 4};
    const lob_mask mask = {.polygons = {ring, &contour, 4, 1}, .unit_nm = 1};
    for (int cut = 0; cut < 2; cut++) {
        lob_bits bits = new_bits(cut ? (lob_frame){2, 3, 9, 11, 1} : (lob_frame){-12, -2, 44, 44, 1});
        assert_int_equal(lob_mask_fill_with_borders(&ctx, &mask, &bits), LOB_OK);
        for (uint32_t j = 0; j < bits.frame.height; j++) {
            for (uint32_t i = 0; i < bits.frame.width; i++) {
                double x = (double)(bits.frame.column + i), y = (double)(bits.frame.row + j), least = 1e9;
                for (int k = 0; k < 4; k++) { /* distances from the edges, > 0 inside; the ring is a square */
                    lob_point64 p = ring[k], q = ring[(k + 1) % 4];
                    double dx = (double)(q.x - p.x), dy = (double)(q.y - p.y);
                    least = fmin(least, (dx * (y - (double)p.y) - dy * (x - (double)p.x)) / hypot(dx, dy));
                }
                if (least >= 0) {
                    assert_true(at(&bits, i, j));
                } else if (least < -0.5) {
                    assert_false(at(&bits, i, j));
                }
            }
        }
        lob_bits_drop(&bits);
    }
    lob_mask box = {.unit_nm = 1};
    lob_region *region;
    assert_int_equal(lob_region_new(&ctx, 1, &region), LOB_OK);
    assert_int_equal(lob_region_add_box(&ctx, region, 0, (lob_box64){-3, -9, 100, 40}), LOB_OK);
    assert_int_equal(lob_region_polygons(&ctx, region, LOB_REGION_OR, &box.polygons), LOB_OK);
    lob_bits bits = new_bits((lob_frame){-5, -5, 64, 64, 2});
    assert_int_equal(lob_mask_fill_with_borders(&ctx, &box, &bits), LOB_OK); /* -2..50, -5..20 in pixels */
    assert_int_equal(lob_bits_count(&bits), 53 * 26);
    assert_true(at(&bits, 3, 0));
    assert_true(at(&bits, 55, 25));
    assert_false(at(&bits, 2, 0));
    assert_false(at(&bits, 56, 0));
    assert_false(at(&bits, 3, 26));
    lob_bits_drop(&bits);
    /* Smaller than a pixel: the one that it lies in. */
    const lob_point64 dot[4] = {{4, 4}, {5, 4}, {5, 5}, {4, 5}};
    const lob_mask small = {.polygons = {dot, &contour, 4, 1}, .unit_nm = 1};
    bits = new_bits((lob_frame){0, 0, 5, 5, 2});
    assert_int_equal(lob_mask_fill_with_borders(&ctx, &small, &bits), LOB_OK);
    assert_eq(lob_bits_count(&bits), 1);
    assert_true(at(&bits, 2, 2));
    lob_cancel cancel = {true};
    ctx.cancel = &cancel;
    assert_int_equal(lob_mask_fill_with_borders(&ctx, &small, &bits), LOB_E_CANCELLED);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_mask_fill(&ctx, &small, &bits), LOB_E_CANCELLED);
    lob_error_clear(&ctx.error);
    lob_plane plane = new_plane(bits.frame);
    assert_int_equal(lob_mask_draw(&ctx, &small, &plane), LOB_E_CANCELLED);
    lob_error_clear(&ctx.error);
    lob_bits_set(&bits, 1, 1);
    lob_mask outline;
    assert_int_equal(lob_mask_of_bits(&ctx, &bits, &outline), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    lob_plane_drop(&plane);
    lob_bits_drop(&bits);
}

/* ---- outlines ---- */

static void test_outlines(void **state) {
    (void)state;
    srand(7);
    for (unsigned n = 0; n < stride_pick(600, 60); n++) {
        lob_bits bits = new_bits(random_frame(n % 3 ? 12 : 130));
        lob_mask mask;
        random_scene(&bits, n);
        assert_int_equal(lob_mask_of_bits(&ctx, &bits, &mask), LOB_OK);
        lob_polygons expected = merged_runs(&bits);
        check_same(&mask.polygons, &expected);
        assert_eq(mask.unit_nm, 1);
        lob_bits back = new_bits(bits.frame);
        assert_int_equal(lob_mask_fill(&ctx, &mask, &back), LOB_OK);
        assert_int_equal(lob_bits_differ(&bits, &back), 0);
        check_tail(&back);
        lob_bits_drop(&bits);
        lob_bits_drop(&back);
        lob_arena_reset(arena);
    }
}

/* ---- levels ---- */

/* A cone: its level is a circle, or in a ring of cones a nest of them. */
static lob_plane cones(lob_frame frame, double x, double y, const double *radii, unsigned count) {
    lob_plane plane = new_plane(frame);
    for (uint32_t i = 0; i < frame.width * frame.height; i++) {
        double d =
            hypot(lob_frame_x_nm(&frame, i % frame.width + 0.5) - x, lob_frame_y_nm(&frame, i / frame.width + 0.5) - y);
        double value = radii[0] - d;
        for (unsigned k = 1; k < count; k++) { /* above the level between radii, in turns */
            value = k % 2 ? fmin(value, d - radii[k]) : fmax(value, radii[k] - d);
        }
        plane.values[i] = (float)value;
    }
    return plane;
}

static void test_levels(void **state) {
    (void)state;
    const double radii[4] = {100, 70, 50, 20};
    const double pi = 3.14159265358979323846;
    for (unsigned count = 1; count <= 4; count++) {
        lob_plane plane = cones((lob_frame){-70, -40, 130, 131, 2}, 3.3, 80.7, radii, count);
        lob_mask mask;
        double area = 0;
        for (unsigned k = 0; k < count; k++) {
            area += (k % 2 ? -1 : 1) * pi * radii[k] * radii[k];
        }
        assert_int_equal(lob_mask_of_plane(&ctx, &plane, 0, 0.125, 0, &mask), LOB_OK);
        assert_int_equal(mask.polygons.contour_count, count);
        assert_close(area_of(&mask), area, 0.001 * area + 10);
        for (uint32_t i = 0; i < mask.polygons.point_count; i++) {
            double d = hypot((double)mask.polygons.points[i].x / 8 - 3.3, (double)mask.polygons.points[i].y / 8 - 80.7);
            double off = 1e9;
            for (unsigned k = 0; k < count; k++) {
                off = fmin(off, fabs(d - radii[k]));
            }
            assert_lt(off, 0.15); /* half a unit each way, and a chord */
        }
        /* The inner disc of 50 - 20 nm is below 7,000 nm2, the outer ring is above. */
        assert_int_equal(lob_mask_of_plane(&ctx, &plane, 0, 0.125, 7000, &mask), LOB_OK);
        assert_int_equal(mask.polygons.contour_count, count < 3 ? count : count == 4 ? 2 : 3);
        lob_plane_drop(&plane);
    }
}

/* Where the plane ends, half a pixel beyond its last middles; a saddle parts or joins by its mean. */
static void test_level_ends(void **state) {
    (void)state;
    const lob_frame frame = {5, -3, 2, 2, 1};
    lob_plane plane = new_plane(frame);
    lob_mask mask;
    for (int i = 0; i < 4; i++) {
        plane.values[i] = 2;
    }
    assert_int_equal(lob_mask_of_plane(&ctx, &plane, 1, 0.5, 0, &mask), LOB_OK);
    assert_int_equal(mask.polygons.point_count, 8); /* the frame, its corners cut */
    assert_eq(mask.box.left, 10);
    assert_eq(mask.box.bottom, -6);
    assert_eq(mask.box.right, 14);
    assert_eq(mask.box.top, -2);
    assert_eq(area_of(&mask), 4 - 4 * 0.125);
    plane.values[1] = plane.values[2] = 0.5F; /* mean 1.25 */
    assert_int_equal(lob_mask_of_plane(&ctx, &plane, 1, 0.125, 0, &mask), LOB_OK);
    assert_int_equal(mask.polygons.contour_count, 1);
    plane.values[1] = plane.values[2] = -0.5F; /* mean .75 */
    assert_int_equal(lob_mask_of_plane(&ctx, &plane, 1, 0.125, 0, &mask), LOB_OK);
    assert_int_equal(mask.polygons.contour_count, 2);
    plane.values[0] = plane.values[3] = 0;
    assert_int_equal(lob_mask_of_plane(&ctx, &plane, 1, 0.125, 0, &mask), LOB_OK);
    assert_int_equal(mask.polygons.contour_count, 0);
    lob_plane_drop(&plane);
}

static void test_move(void **state) {
    (void)state;
    lob_mask mask = clip(HEAD "RECT N M1 10 20 30 40\nENDMSG");
    lob_mask_move(&mask, -20, 5);
    assert_eq(mask.box.left, -10);
    assert_eq(mask.box.bottom, 25);
    assert_eq(mask.box.right, 20);
    assert_eq(mask.box.top, 65);
    assert_eq(mask.polygons.points[0].x, -10);
    assert_eq(mask.polygons.points[0].y, 25);
    mask = clip(HEAD "ENDMSG");
    lob_mask_move(&mask, -20, 5);
    assert_true(lob_box64_is_empty(mask.box));
}

/* ---- memory ---- */

static bool make_masks(void *arg) {
    lob_bits bits = {0}, back = {0};
    lob_plane plane = {0};
    lob_mask mask;
    const double radii[4] = {20, 14, 10, 4};
    const lob_frame frame = {0, 0, 45, 45, 1};
    (void)arg;
    lob_error_clear(&ctx.error);
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    ctx.arena = own;
    bool fine =
        lob_mask_of_glp(&ctx, LOB_STR(HEAD "PGON N M1 0 0 20 0 20 30 10 30 10 3 0 3\nENDMSG"), &mask) == LOB_OK &&
        lob_bits_new(&ctx, frame, &bits) == LOB_OK && lob_bits_new(&ctx, frame, &back) == LOB_OK &&
        lob_mask_fill(&ctx, &mask, &bits) == LOB_OK && lob_mask_of_bits(&ctx, &bits, &mask) == LOB_OK &&
        lob_mask_fill_with_borders(&ctx, &mask, &back) == LOB_OK && lob_plane_new(&ctx, frame, &plane) == LOB_OK &&
        lob_mask_draw(&ctx, &mask, &plane) == LOB_OK;
    for (uint32_t i = 0; fine && i < 45 * 45; i++) {
        double d = hypot(i % 45 - 22.0, i / 45 - 22.0), value = radii[0] - d;
        for (unsigned k = 1; k < 4; k++) {
            value = k % 2 ? fmin(value, d - radii[k]) : fmax(value, radii[k] - d);
        }
        plane.values[i] = (float)value;
    }
    fine = fine && lob_mask_of_plane(&ctx, &plane, 0, 0.25, 0, &mask) == LOB_OK;
    lob_bits_drop(&bits);
    lob_bits_drop(&back);
    lob_plane_drop(&plane);
    lob_arena_drop(own);
    ctx.arena = arena;
    return fine;
}

static bool take_layer(void *arg) {
    lob_mask mask;
    lob_error_clear(&ctx.error);
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    ctx.arena = own;
    bool fine = lob_mask_of_layout(&ctx, arg, lob_layout_top(arg, 0), layer_one(arg), NULL, &mask) == LOB_OK &&
                mask.polygons.contour_count > 0;
    lob_arena_drop(own);
    ctx.arena = arena;
    return fine;
}

/* A figure with a hole through the box's edge: what the box has besides it. */
static bool take_ground(void *arg) {
    lob_mask mask, ground;
    double *area = arg;
    lob_error_clear(&ctx.error);
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    ctx.arena = own;
    bool fine = lob_mask_of_glp(&ctx,
                                LOB_STR(HEAD "PGON N M1 0 0 20 0 20 30 10 30 10 3 0 3\n"
                                             "RECT N M1 30 40 10 20\nENDMSG"),
                                &mask) == LOB_OK &&
                lob_mask_ground(&ctx, &mask, (lob_box64){5, -10, 35, 50}, &ground) == LOB_OK;
    *area = fine ? area_of(&ground) : 0;
    lob_arena_drop(own);
    ctx.arena = arena;
    return fine;
}

static void test_ground(void **state) {
    (void)state;
    double area = 0;
    assert_true(take_ground(&area));
    assert_eq(area, 30 * 60 - (15 * 3 + 10 * 27) - 5 * 10);
    assert_gt(sweep_allocations(take_ground, &area), 10);
    lob_error_clear(&ctx.error);
}

static void test_memory(void **state) {
    (void)state;
    lob_bits covered = new_bits((lob_frame){0, 0, 110, 100, 2});
    lob_layout *layout = draw_layout(&covered);
    assert_true(take_layer(layout)); /* trees that stay with the layout are made */
    assert_gt(sweep_allocations(take_layer, layout), 5);
    lob_layout_drop(layout);
    lob_bits_drop(&covered);
    assert_gt(sweep_allocations(make_masks, NULL), 20);
    lob_error_clear(&ctx.error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glp),         cmocka_unit_test(test_glp_refused),   cmocka_unit_test(test_clips),
        cmocka_unit_test(test_layout),      cmocka_unit_test(test_draw_hole),     cmocka_unit_test(test_draw_blocks),
        cmocka_unit_test(test_draw_shared), cmocka_unit_test(test_fill_abutting), cmocka_unit_test(test_fill_borders),
        cmocka_unit_test(test_outlines),    cmocka_unit_test(test_levels),        cmocka_unit_test(test_level_ends),
        cmocka_unit_test(test_move),        cmocka_unit_test(test_ground),        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
