/* Marks in pictures: areas and lines by formula, what is blended by hand, words against the glyphs' areas, cut at each
 * border as if the picture went on, and what is refused. */
#include <float.h>
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "draw/font.h"
#include "draw/marks.h"

static lob_arena *arena;
static lob_ctx ctx;
static lob_marks marks;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_marks_init(&marks, arena);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

static lob_picture picture_of(uint32_t width, uint32_t height, lob_picture_mode mode) {
    lob_picture p;
    assert_int_equal(lob_picture_new(&ctx, width, height, mode, &p), LOB_OK);
    assert_int_equal(lob_marks_draw(&ctx, &marks, &p), LOB_OK);
    return p;
}

static const uint8_t *at(const lob_picture *p, uint32_t x, uint32_t y) {
    return p->rgba + 4 * ((size_t)y * p->width + x);
}

static void pixel_is(const lob_picture *p, uint32_t x, uint32_t y, double r, double g, double b) {
    const double want[3] = {r, g, b};
    for (int k = 0; k < 3; k++) {
        if (!(fabs(at(p, x, y)[k] - want[k]) < 0.51)) {
            print_message("pixel %u %u channel %d: %d instead of %.2f\n", x, y, k, at(p, x, y)[k], want[k]);
        }
        assert_close(at(p, x, y)[k], want[k], 0.51);
    }
    assert_int_equal(at(p, x, y)[3], 255);
}

/* What is white on black, in pixels. */
static double white(const lob_picture *p) {
    double sum = 0;
    for (size_t i = 0; i < (size_t)p->width * p->height; i++) {
        sum += p->rgba[4 * i + 1] / 255.0;
    }
    return sum;
}

static void add_text(const char *text, double x, double y, lob_text_anchor anchor, double size) {
    const lob_mark mark = {.kind = LOB_MARK_TEXT,
                           .color = 0xffffff,
                           .alpha = 255,
                           .text = lob_str_from(text),
                           .at = {x, y},
                           .anchor = anchor,
                           .size = size};
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
}

/* ---- areas and colours ---- */

static void test_area(void **state) {
    (void)state;
    const lob_pixel box[4] = {{2.25, 3.5}, {8.5, 3.5}, {8.5, 7}, {2.25, 7}};
    const lob_pixel other[4] = {{4, 0}, {6, 0}, {6, 12}, {4, 12}};
    assert_int_equal(lob_marks_area(&ctx, &marks, box, 4, 0x204060, 255), LOB_OK);
    assert_int_equal(lob_marks_area(&ctx, &marks, other, 4, 0xff0000, 102), LOB_OK);
    lob_picture p = picture_of(12, 12, LOB_PICTURE_LIGHT);
    pixel_is(&p, 1, 4, 255, 255, 255);
    pixel_is(&p, 3, 5, 0x20, 0x40, 0x60);
    pixel_is(&p, 2, 5, 255 - (255 - 0x20) * 0.75, 255 - (255 - 0x40) * 0.75, 255 - (255 - 0x60) * 0.75);
    pixel_is(&p, 2, 3, 255 - (255 - 0x20) * 0.375, 255 - (255 - 0x40) * 0.375, 255 - (255 - 0x60) * 0.375);
    pixel_is(&p, 4, 5, 0x20 * 0.6 + 255 * 0.4, 0x40 * 0.6, 0x60 * 0.6); /* the later one on top */
    pixel_is(&p, 5, 9, 255, 255 * 0.6, 255 * 0.6);
    pixel_is(&p, 8, 7, 255, 255, 255);
    lob_picture_release(&p);
}

/* Twice around, and a loop the other way: non-zero everywhere, and once in colour. */
static void test_winding(void **state) {
    (void)state;
    const lob_pixel twice[8] = {{2, 2}, {10, 2}, {10, 10}, {2, 10}, {2, 2}, {10, 2}, {10, 10}, {2, 10}};
    const lob_pixel eight[4] = {{14, 2}, {20, 8}, {20, 2}, {14, 8}};
    assert_int_equal(lob_marks_area(&ctx, &marks, twice, 8, 0xffffff, 128), LOB_OK);
    assert_int_equal(lob_marks_area(&ctx, &marks, eight, 4, 0xffffff, 255), LOB_OK);
    lob_picture p = picture_of(24, 12, LOB_PICTURE_DARK);
    pixel_is(&p, 5, 5, 128, 128, 128);
    pixel_is(&p, 14, 5, 255, 255, 255);
    pixel_is(&p, 19, 5, 255, 255, 255);
    pixel_is(&p, 16, 5, 127.5, 127.5, 127.5); /* the middle of the bow tie */
    pixel_is(&p, 17, 5, 127.5, 127.5, 127.5);
    pixel_is(&p, 17, 2, 0, 0, 0);
    lob_picture_release(&p);
    /* With a hole tied on by a cut line. */
    lob_marks_init(&marks, arena);
    const lob_pixel holed[10] = {{2, 2}, {10, 2}, {10, 10}, {2, 10}, {2, 2}, {4, 4}, {4, 8}, {8, 8}, {8, 4}, {4, 4}};
    assert_int_equal(lob_marks_area(&ctx, &marks, holed, 10, 0xffffff, 255), LOB_OK);
    p = picture_of(12, 12, LOB_PICTURE_DARK);
    assert_close(white(&p), (64 - 16), 1e-9);
    lob_picture_release(&p);
}

/* Areas that go far outside cover what they should. */
static void test_far_areas(void **state) {
    (void)state;
    const double far[] = {30, 1e4, 1e7, 1e11, 1e300};
    for (int i = 0; i < 5; i++) {
        double f = far[i];
        const struct {
            lob_pixel points[4];
            double area;
        } cases[] = {
            {{{-f, -f}, {f, -f}, {f, f}, {-f, f}}, 400},
            {{{5, -f}, {8.5, -f}, {8.5, f}, {5, f}}, 70},
            {{{-f, 5}, {-f, 8.5}, {f, 8.5}, {f, 5}}, 70},
            {{{-f, -f}, {f, f}, {f, f}, {-f, f}}, 200}, /* below the diagonal */
            {{{-f, -f}, {-f + 1, -f}, {-f + 1, f}, {-f, f}}, 0},
            {{{f, 0}, {f, 20}, {f + 5, 20}, {f + 5, 0}}, 0},
        };
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            lob_case("%zu: area %g", k, cases[k].area);
            lob_marks_init(&marks, arena);
            assert_int_equal(lob_marks_area(&ctx, &marks, cases[k].points, 4, 0xffffff, 255), LOB_OK);
            lob_picture p = picture_of(20, 20, LOB_PICTURE_DARK);
            assert_close(white(&p), cases[k].area, 0.06);
            lob_picture_release(&p);
        }
    }
    /* Winding outside stays winding: around the picture twice, the second time the other way. */
    lob_marks_init(&marks, arena);
    const double f = 1e8;
    const lob_pixel undone[8] = {{-f, -f}, {f, -f}, {f, f}, {-f, f}, {-f, -f}, {-f, f}, {f, f}, {f, -f}};
    assert_int_equal(lob_marks_area(&ctx, &marks, undone, 8, 0xffffff, 255), LOB_OK);
    lob_picture p = picture_of(20, 20, LOB_PICTURE_DARK);
    assert_eq(white(&p), 0);
    lob_picture_release(&p);
    /* A box of half a pixel, twice around and then far away and back: counted once. */
    lob_marks_init(&marks, arena);
    const lob_pixel spiked[10] = {{5.2, 5.2}, {5.9, 5.2}, {5.9, 5.9}, {5.2, 5.9}, {5.2, 5.2},
                                  {5.9, 5.2}, {5.9, 5.9}, {5.2, 5.9}, {5.2, 5.2}, {1e12, 5.2}};
    assert_int_equal(lob_marks_area(&ctx, &marks, spiked, 10, 0xffffff, 255), LOB_OK);
    p = picture_of(20, 20, LOB_PICTURE_DARK);
    assert_close(white(&p), 0.49, 0.01);
    lob_picture_release(&p);
}

/* ---- lines ---- */

static void test_lines(void **state) {
    (void)state;
    const lob_pixel slanted[2] = {{5.5, 7.25}, {80.2, 31.9}};
    assert_int_equal(lob_marks_line(&ctx, &marks, slanted, 2, false, 2.5, 0xffffff, 255), LOB_OK);
    lob_picture p = picture_of(100, 60, LOB_PICTURE_DARK);
    assert_close(white(&p), 2.5 * hypot(74.7, 24.65), 0.15); /* 300 roundings of 1/510 */
    lob_picture_release(&p);
    lob_marks_init(&marks, arena);
    const lob_pixel box[4] = {{10, 10}, {40, 10}, {40, 30}, {10, 30}};
    assert_int_equal(lob_marks_line(&ctx, &marks, box, 4, true, 2, 0xffffff, 128), LOB_OK);
    p = picture_of(100, 60, LOB_PICTURE_DARK);
    pixel_is(&p, 9, 9, 128, 128, 128); /* the corner is whole, and no darker than the rest */
    pixel_is(&p, 10, 10, 128, 128, 128);
    pixel_is(&p, 25, 10, 128, 128, 128);
    pixel_is(&p, 11, 11, 0, 0, 0);
    assert_close(white(&p) * 255 / 128, (32 * 22 - 28 * 18), 1e-6);
    lob_picture_release(&p);
    /* A line that crosses itself is as dark as elsewhere. */
    lob_marks_init(&marks, arena);
    const lob_pixel cross[4] = {{5, 20.5}, {40, 20.5}, {20.5, 40}, {20.5, 5}};
    assert_int_equal(lob_marks_line(&ctx, &marks, cross, 4, false, 1, 0xffffff, 100), LOB_OK);
    p = picture_of(60, 60, LOB_PICTURE_DARK);
    pixel_is(&p, 20, 20, 100, 100, 100);
    lob_picture_release(&p);
}

static void test_dashes(void **state) {
    (void)state;
    const lob_pixel points[2] = {{3, 5.5}, {33, 5.5}};
    lob_mark mark = {.kind = LOB_MARK_LINE,
                     .color = 0xffffff,
                     .alpha = 255,
                     .points = points,
                     .count = 2,
                     .line_width = 1,
                     .dash_on = 4,
                     .gap = 2};
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
    lob_picture p = picture_of(40, 11, LOB_PICTURE_DARK);
    for (uint32_t x = 0; x < 40; x++) {
        double c = x >= 3 && x < 33 && (x - 3) % 6 < 4 ? 255 : 0;
        pixel_is(&p, x, 5, c, c, c);
    }
    lob_picture_release(&p);
    /* Half of what there is, however short the dashes are. */
    lob_marks_init(&marks, arena);
    mark.dash_on = mark.gap = 1e-9;
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
    p = picture_of(40, 11, LOB_PICTURE_DARK);
    assert_close(white(&p), 15, 0.2);
    lob_picture_release(&p);
    /* One of the two does not make a dashed line. */
    lob_marks_init(&marks, arena);
    mark.dash_on = 4;
    mark.gap = NAN;
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
    p = picture_of(40, 11, LOB_PICTURE_DARK);
    assert_close(white(&p), 30, 1e-9);
    lob_picture_release(&p);
}

/* Ten thousand points within a few pixels, and coordinates without bound. */
static void test_hard_lines(void **state) {
    (void)state;
    enum { COUNT = 10000 };
    lob_pixel *p = malloc(COUNT * sizeof *p);
    for (int i = 0; i < COUNT; i++) {
        double a = 2 * M_PI * i / COUNT;
        p[i] = (lob_pixel){30 + 12 * cos(a), 30 + 12 * sin(a) + (i % 2) * 1e-3};
    }
    assert_int_equal(lob_marks_line(&ctx, &marks, p, COUNT, true, 2, 0xffffff, 255), LOB_OK);
    lob_picture q = picture_of(60, 60, LOB_PICTURE_DARK);
    assert_close(white(&q), 2 * M_PI * 12 * 2, 0.6);
    lob_picture_release(&q);
    lob_marks_init(&marks, arena);
    for (int i = 0; i < COUNT; i++) {
        p[i] = i % 2 ? (lob_pixel){-DBL_MAX, 10.5} : (lob_pixel){DBL_MAX, 10.5};
    }
    assert_int_equal(lob_marks_line(&ctx, &marks, p, 3, false, 1, 0xffffff, 255), LOB_OK);
    q = picture_of(60, 60, LOB_PICTURE_DARK);
    assert_close(white(&q), 60, 1e-6);
    lob_picture_release(&q);
    lob_marks_init(&marks, arena); /* wider than any picture */
    const lob_pixel triangle[3] = {{10, 10}, {40.5, 13}, {20, 50}};
    assert_int_equal(lob_marks_line(&ctx, &marks, triangle, 3, true, DBL_MAX, 0xffffff, 255), LOB_OK);
    q = picture_of(60, 60, LOB_PICTURE_DARK);
    assert_eq(white(&q), 3600);
    lob_picture_release(&q);
    free(p);
}

/* ---- words ---- */

/* All rings of a text as one, tied to the first point. */
typedef struct tied {
    lob_pixel points[1024];
    uint32_t count;
} tied;

static lob_status tie(void *who, const lob_pixel *points, uint32_t count, uint32_t glyph) {
    tied *t = who;
    (void)glyph;
    assert_lt(t->count + count + 2, 1024);
    bool is_first = t->count == 0;
    memcpy(t->points + t->count, points, count * sizeof *points);
    t->count += count;
    t->points[t->count++] = points[0];
    if (!is_first) {
        t->points[t->count++] = t->points[0];
    }
    return LOB_OK;
}

/* C with a cedilla that lies over it: the same as an area of these rings. */
static void test_overlapping_glyph(void **state) {
    (void)state;
    tied t = {.count = 0};
    assert_int_equal(lob_text_rings(&ctx, LOB_STR("\xc3\x87"), (lob_pixel){5.3, 40}, 50, tie, &t), LOB_OK);
    assert_int_equal(lob_marks_area(&ctx, &marks, t.points, t.count, 0xffffff, 255), LOB_OK);
    lob_picture area = picture_of(50, 60, LOB_PICTURE_DARK);
    lob_marks_init(&marks, arena);
    add_text("\xc3\x87", 5.3, 40, LOB_TEXT_START, 50);
    lob_picture word = picture_of(50, 60, LOB_PICTURE_DARK);
    assert_memory_equal(area.rgba, word.rgba, 50 * 60 * 4);
    lob_picture_release(&area);
    lob_picture_release(&word);
}

static void test_word(void **state) {
    (void)state;
    /* Units of the font file (test_font.c): '8' 770151.75, 'W' 1061183.5, '%' 821731.583333 */
    double scale = 12.0 / LOB_FONT_EM;
    add_text("8W%", 5.3, 20, LOB_TEXT_START, 12);
    lob_picture p = picture_of(50, 30, LOB_PICTURE_DARK);
    assert_close(white(&p), (770151.75 + 1061183.5 + 821731.583333) * scale * scale, 0.7);
    lob_picture_release(&p);
    lob_marks_init(&marks, arena);
    add_text("\xc3\x87 ll", 5.3, 20, LOB_TEXT_START, 12);
    marks.items[0].alpha = 100;
    p = picture_of(40, 30, LOB_PICTURE_DARK);
    for (uint32_t i = 0; i < 40 * 30; i++) {
        assert_le(p.rgba[4 * i], 100);
    }
    lob_picture_release(&p);
}

/* The column where the middle of what is white lies. */
static double middle_of(const lob_picture *p) {
    double sum = 0;
    double moment = 0;
    for (uint32_t i = 0; i < p->width * p->height; i++) {
        sum += p->rgba[4 * i];
        moment += p->rgba[4 * i] * (i % p->width + 0.5);
    }
    return moment / sum;
}

static void test_anchors(void **state) {
    (void)state;
    double width = lob_text_width(LOB_STR("H"), 20);
    const double back[3] = {0, width / 2, width};
    double middle[3];
    for (int i = 0; i < 3; i++) {
        lob_marks_init(&marks, arena);
        add_text("H", 50, 30, (lob_text_anchor)i, 20);
        lob_picture p = picture_of(100, 40, LOB_PICTURE_DARK);
        middle[i] = middle_of(&p);
        /* H is symmetric within its advance, stands on the baseline and is 1493 units high */
        assert_close(middle[i], (50 + width / 2 - back[i]), 0.05);
        for (uint32_t x = 0; x < 100; x++) {
            assert_int_equal(at(&p, x, 30)[0], 0);
            assert_int_equal(at(&p, x, 14)[0], 0);
        }
        lob_picture_release(&p);
    }
    /* The baseline goes to the nearest border of rows. */
    lob_picture near[3];
    const double rows[3] = {30, 29.5, 30.49};
    for (int i = 0; i < 3; i++) {
        lob_marks_init(&marks, arena);
        add_text("H", 50, rows[i], LOB_TEXT_START, 20);
        near[i] = picture_of(100, 40, LOB_PICTURE_DARK);
        assert_memory_equal(near[i].rgba, near[0].rgba, 100 * 40 * 4);
    }
    for (int i = 0; i < 3; i++) {
        lob_picture_release(&near[i]);
    }
}

static void test_halo(void **state) {
    (void)state;
    lob_mark mark = {.kind = LOB_MARK_TEXT,
                     .color = 0xff0000,
                     .alpha = 255,
                     .text = LOB_STR("I"),
                     .at = {20, 30},
                     .size = 40,
                     .halo = 3,
                     .halo_color = 0x0000ff};
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
    lob_picture p = picture_of(40, 40, LOB_PICTURE_LIGHT);
    /* I: a box from 201 to 403 of 604 units, 1493 high (font file): 23.926 to 27.871, 0.840 to 30 */
    pixel_is(&p, 25, 15, 255, 0, 0);
    pixel_is(&p, 22, 15, 0, 0, 255);
    pixel_is(&p, 29, 15, 0, 0, 255);
    pixel_is(&p, 19, 15, 255, 255, 255);
    pixel_is(&p, 32, 15, 255, 255, 255);
    pixel_is(&p, 25, 31, 0, 0, 255);
    pixel_is(&p, 25, 34, 255, 255, 255);
    pixel_is(&p, 20, 15, 255 * (20.926 - 20), 255 * (20.926 - 20), 255);
    assert_gt(at(&p, 21, 32)[0], 220); /* round: its nearest corner is 2.8 from the letter's, the middle 3.5 */
    lob_picture_release(&p);
    /* As wide as told, up to a limit; none for what is no number. */
    lob_marks_init(&marks, arena);
    mark.halo = 1e9;
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
    assert_eq(marks.items[0].halo, LOB_MARK_HALO_MAX);
    mark.halo = NAN;
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
    assert_eq(marks.items[1].halo, 0);
}

/* ---- borders ---- */

static void add_some(double dx, double dy) {
    const lob_pixel ring[5] = {
        {10 + dx, 12 + dy}, {34 + dx, 14 + dy}, {30 + dx, 40 + dy}, {22.5 + dx, 20 + dy}, {12.3 + dx, 35.1 + dy}};
    lob_mark mark = {.kind = LOB_MARK_LINE,
                     .color = 0xff8000,
                     .alpha = 200,
                     .points = ring,
                     .count = 5,
                     .is_closed = true,
                     .line_width = 2.5,
                     .dash_on = 5,
                     .gap = 2.5};
    assert_int_equal(lob_marks_area(&ctx, &marks, ring, 5, 0x20ff80, 90), LOB_OK);
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, &marks, ring, 5, true, 1.5, 0x2040ff, 255), LOB_OK);
    mark = (lob_mark){.kind = LOB_MARK_TEXT,
                      .color = 0xffffff,
                      .alpha = 255,
                      .text = LOB_STR("Ring &\xc3\x87"),
                      .at = {3 + dx, 30 + dy},
                      .size = 13,
                      .halo = 1.5,
                      .halo_color = 0x800080};
    assert_int_equal(lob_marks_add(&ctx, &marks, &mark), LOB_OK);
}

/* Whether two pictures show the same where the second begins at (x, y) of the first. */
static void is_part(const lob_picture *whole, const lob_picture *part, uint32_t x0, uint32_t y0) {
    for (uint32_t y = 0; y < part->height; y++) {
        for (uint32_t x = 0; x < part->width; x++) {
            for (int k = 0; k < 3; k++) {
                int apart = at(whole, x0 + x, y0 + y)[k] - at(part, x, y)[k];
                assert_in_range(apart + 1, 0, 2); /* one step: roundings of the other origin */
            }
        }
    }
}

static void test_borders(void **state) {
    (void)state;
    add_some(10, 5);
    lob_picture whole = picture_of(80, 60, LOB_PICTURE_DARK);
    assert_gt(white(&whole), 100);
    for (uint32_t y = 0; y < 60; y += 12) { /* a border through everything, on each side */
        for (uint32_t x = 0; x < 80; x += 13) {
            lob_marks_init(&marks, arena);
            add_some(10 - (double)x, 5 - (double)y);
            lob_picture part = picture_of(80 - x < 17 ? 80 - x : 17, 60 - y < 15 ? 60 - y : 15, LOB_PICTURE_DARK);
            is_part(&whole, &part, x, y);
            lob_picture_release(&part);
        }
    }
    lob_picture_release(&whole);
}

static void test_outside(void **state) {
    (void)state;
    const double far[][2] = {{-500, 0}, {500, 0}, {0, -500}, {0, 500}, {1e9, -1e9}};
    for (int i = 0; i < 5; i++) {
        add_some(far[i][0], far[i][1]);
    }
    lob_picture p = picture_of(80, 60, LOB_PICTURE_DARK);
    assert_eq(white(&p), 0);
    lob_picture_release(&p);
}

static void test_same(void **state) {
    (void)state;
    add_some(3.3, 1.7);
    lob_picture a = picture_of(60, 60, LOB_PICTURE_LIGHT);
    lob_picture b = picture_of(60, 60, LOB_PICTURE_LIGHT);
    assert_memory_equal(a.rgba, b.rgba, 60 * 60 * 4);
    lob_picture_release(&a);
    lob_picture_release(&b);
}

/* ---- the list ---- */

static void test_copies(void **state) {
    (void)state;
    char text[] = "abc";
    lob_pixel points[3] = {{1, 1}, {5, 1}, {5, 5}};
    const lob_mark word = {
        .kind = LOB_MARK_TEXT, .alpha = 1, .text = {text, 3}, .size = 10, .points = points, .count = 3};
    for (int i = 0; i < 40; i++) {
        assert_int_equal(lob_marks_add(&ctx, &marks, &word), LOB_OK);
        assert_int_equal(lob_marks_area(&ctx, &marks, points, 3, (uint32_t)i, 9), LOB_OK);
    }
    memset(text, 'x', 3);
    memset(points, 0, sizeof points);
    assert_int_equal(marks.count, 80);
    for (uint32_t i = 0; i < 80; i += 2) {
        assert_memory_equal(marks.items[i].text.data, "abc", 3);
        assert_null(marks.items[i].points);
        assert_int_equal(marks.items[i + 1].color, i / 2);
        assert_eq(marks.items[i + 1].points[2].y, 5);
    }
}

static void test_refused(void **state) {
    (void)state;
    const lob_pixel good[3] = {{1, 1}, {5, 1}, {5, 5}};
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 6; k++) {
            lob_pixel points[3];
            memcpy(points, good, sizeof good);
            *(k % 2 ? &points[k / 2].y : &points[k / 2].x) = bad[i];
            assert_int_equal(lob_marks_area(&ctx, &marks, points, 3, 0, 255), LOB_OK);
            assert_int_equal(lob_marks_line(&ctx, &marks, points, 3, true, 1, 0, 255), LOB_OK);
        }
        assert_int_equal(lob_marks_line(&ctx, &marks, good, 3, true, bad[i], 0, 255), LOB_OK);
        add_text("a", bad[i], 5, LOB_TEXT_START, 10);
        add_text("a", 5, bad[i], LOB_TEXT_START, 10);
        add_text("a", 5, 5, LOB_TEXT_START, bad[i]);
    }
    assert_int_equal(lob_marks_area(&ctx, &marks, good, 2, 0, 255), LOB_OK);
    assert_int_equal(lob_marks_area(&ctx, &marks, good, 3, 0, 0), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, &marks, good, 1, true, 1, 0, 255), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, &marks, good, 3, true, 0, 0, 255), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, &marks, good, 3, true, -1, 0, 255), LOB_OK);
    add_text("", 5, 5, LOB_TEXT_START, 10);
    add_text("a", 5, 5, LOB_TEXT_START, 0.5);
    add_text("a", 5, 5, LOB_TEXT_START, LOB_FONT_SIZE_MAX + 1);
    const lob_mark strange = {.kind = (lob_mark_kind)9, .alpha = 255};
    assert_int_equal(lob_marks_add(&ctx, &marks, &strange), LOB_OK);
    assert_int_equal(marks.count, 0);
    lob_picture p = picture_of(10, 10, LOB_PICTURE_DARK); /* nothing to draw is fine */
    assert_eq(white(&p), 0);
    lob_picture_release(&p);
}

static void test_cancelled(void **state) {
    (void)state;
    lob_cancel cancel = {true};
    lob_picture p;
    add_some(0, 0);
    assert_int_equal(lob_picture_new(&ctx, 20, 20, LOB_PICTURE_DARK, &p), LOB_OK);
    ctx.cancel = &cancel;
    assert_int_equal(lob_marks_draw(&ctx, &marks, &p), LOB_E_CANCELLED);
    assert_eq(white(&p), 0);
    lob_picture_release(&p);
}

static bool run_sweep(void *arg) {
    lob_picture *p = arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_marks list;
    lob_marks_init(&list, own);
    const lob_pixel ring[5] = {{3, 3}, {1e9, 14}, {30, 40}, {22.5, 20}, {12.3, 35.1}};
    const lob_mark word = {
        .kind = LOB_MARK_TEXT, .alpha = 255, .text = LOB_STR("&\xc3\x87"), .at = {3, 30}, .size = 13, .halo = 1.5};
    bool fine = lob_marks_area(&c, &list, ring, 5, 0, 90) == LOB_OK &&
                lob_marks_line(&c, &list, ring, 5, true, 3, 0, 90) == LOB_OK &&
                lob_marks_add(&c, &list, &word) == LOB_OK && lob_marks_draw(&c, &list, p) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    lob_picture p;
    assert_int_equal(lob_picture_new(&ctx, 20, 20, LOB_PICTURE_DARK, &p), LOB_OK);
    assert_gt(sweep_allocations(run_sweep, &p), 10);
    lob_picture_release(&p);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_area),    EACH(test_winding),    EACH(test_far_areas), EACH(test_lines),
        EACH(test_dashes),  EACH(test_hard_lines), EACH(test_word),      EACH(test_overlapping_glyph),
        EACH(test_anchors), EACH(test_halo),       EACH(test_borders),   EACH(test_outside),
        EACH(test_same),    EACH(test_copies),     EACH(test_refused),   EACH(test_cancelled),
        EACH(test_failing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
