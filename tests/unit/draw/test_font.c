/* The embedded font against numbers taken from the font file by fontTools (advances, exact areas under quadratic
 * curves; tests/oracle/font_cases.py prints them), holes counted in pictures that FreeType made of it, and the faults
 * of UTF-8 by RFC 3629. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/utf8.h"
#include "draw/font.h"
#include "draw/font_data.h"
#include "render/raster.h"
#include "tests/support/arena_rig.h"

/* ---- against the font file ---- */

static const struct {
    uint32_t code, advance;
    double area; /* square units */
} known[] = {
    {0x41, 1401, 678360.0},      {0x67, 1300, 732244.25},     {0x57, 2025, 1061183.5},
    {0x38, 1303, 770151.75},     {0x26, 1597, 780426.083333}, {0x40, 2048, 1116253.833333},
    {0x25, 1946, 821731.583333}, {0x69, 569, 248952.0},       {0x2e, 651, 53594.0},
    {0x6d, 1995, 771490.083333}, {0xb5, 1303, 610378.666667}, {0x3bb, 1212, 518547.666667},
    {0x3a9, 1565, 859435.75},    {0x2192, 1716, 393870.0},    {0x2264, 1716, 642535.0},
    {0xb2, 821, 226074.083333},  {0x2081, 821, 190738.5},     {0x2022, 1208, 278368.166667},
    {0xe9, 1260, 635586.75},     {0xb0, 1024, 204730.333333}, {0xf8ff, 1229, 595629.0}, /* the box */
};

typedef struct sums {
    double area, length; /* signed; of all rings */
    uint32_t rings, glyph;
    lob_pixel low, high;
    uint32_t fail_at;
} sums;

static lob_status sum_ring(void *who, const lob_pixel *p, uint32_t count, uint32_t glyph) {
    sums *s = who;
    for (uint32_t i = 0; i < count; i++) {
        lob_pixel a = p[i];
        lob_pixel b = p[i + 1 < count ? i + 1 : 0];
        s->area += (a.x * b.y - a.y * b.x) / 2;
        s->length += hypot(b.x - a.x, b.y - a.y);
        s->low = (lob_pixel){fmin(s->low.x, a.x), fmin(s->low.y, a.y)};
        s->high = (lob_pixel){fmax(s->high.x, a.x), fmax(s->high.y, a.y)};
        assert_true(a.x != b.x || a.y != b.y);
    }
    s->glyph = glyph;
    s->rings++;
    return s->rings == s->fail_at ? LOB_E_RENDER_FAILED : LOB_OK;
}

static sums sums_of(lob_str text, double x, double y, double size) {
    sums s = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    assert_int_equal(lob_text_rings(&ctx, text, (lob_pixel){x, y}, size, sum_ring, &s), LOB_OK);
    return s;
}

static void test_font_file(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lob_case("%zu: code %u, advance %u", i, known[i].code, known[i].advance);
        char text[4];
        lob_str one = {text, lob_utf8_encode(known[i].code, text)};
        assert_close(lob_text_width(one, LOB_FONT_EM), known[i].advance, 1e-9);
        assert_close(lob_text_width(one, 12), known[i].advance * 12 / 2048.0, 1e-9);
        sums big = sums_of(one, 0, 0, LOB_FONT_EM);
        sums small = sums_of(one, 3, 5, 12);
        double scale = 12.0 / LOB_FONT_EM;
        /* Chords lie within the flatness of curves: areas differ by that along the outline. y goes down, so what was
         * filled on the right has a positive area. */
        assert_le(fabs(big.area - known[i].area), 0.02 * big.length + 1e-3);
        assert_le(fabs(small.area - known[i].area * scale * scale), 0.02 * small.length);
        const lob_glyph_at *glyphs;
        uint32_t count;
        assert_int_equal(lob_text_glyphs(&ctx, one, &glyphs, &count), LOB_OK);
        assert_int_equal(count, 1);
        assert_int_equal(glyphs[0].glyph, big.glyph);
        assert_int_equal(lob_glyph_ring_count(big.glyph), big.rings);
        sums units = {0};
        assert_int_equal(lob_glyph_rings(&ctx, glyphs[0].glyph, sum_ring, &units), LOB_OK);
        assert_le(fabs(units.area + known[i].area), 2 * units.length); /* y goes up */
        assert_int_equal(units.rings, big.rings);
    }
    assert_close(lob_text_ascent(2048), 1901, 1e-9); /* hhea */
    assert_close(lob_text_descent(2048), 483, 1e-9);
    assert_close(lob_text_ascent(10), 19010 / 2048.0, 1e-9);
}

/* 'H' stands on the baseline, 1493 units high, from 201 to 1339 of 1540. */
static void test_places(void **state) {
    (void)state;
    sums h = sums_of(LOB_STR("H"), 100, 50, 20.48);
    assert_close(h.low.x, 102.01, 1e-9);
    assert_close(h.high.x, 113.39, 1e-9);
    assert_close(h.high.y, 50, 1e-9);
    assert_close(h.low.y, (50 - 14.93), 1e-9);
    sums hh = sums_of(LOB_STR("HH"), 100, 50, 20.48);
    assert_close(hh.high.x, (h.high.x + 15.40), 1e-9);
    assert_close(hh.area, 2 * h.area, 1e-9);
    const lob_glyph_at *glyphs;
    uint32_t count;
    assert_int_equal(lob_text_glyphs(&ctx, LOB_STR("H H\xff"), &glyphs, &count), LOB_OK);
    assert_int_equal(count, 4);
    assert_int_equal(glyphs[0].x, 0);
    assert_int_equal(glyphs[1].x, 1540);
    assert_int_equal(glyphs[2].x, 1540 + 651);
    assert_int_equal(glyphs[3].x, 2 * 1540 + 651);
    assert_int_equal(glyphs[0].glyph, glyphs[2].glyph);
    assert_int_equal(glyphs[3].glyph, 0);
}

static void test_width(void **state) {
    (void)state;
    static const char *const words[] = {"", "grating", " ", "5.25 \xc2\xb5m", "\xe2\x86\x92", "W/A", "\xff"};
    enum { COUNT = sizeof words / sizeof words[0] };
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            char both[64];
            snprintf(both, sizeof both, "%s%s", words[i], words[k]);
            double sum = lob_text_width(lob_str_from(words[i]), 11) + lob_text_width(lob_str_from(words[k]), 11);
            assert_close(lob_text_width(lob_str_from(both), 11), sum, 1e-9);
        }
    }
    for (char digit[2] = "0"; digit[0] <= '9'; digit[0]++) {
        assert_eq(lob_text_width(lob_str_from(digit), 2048), 1303);
    }
    assert_eq(lob_text_width(LOB_STR("0"), 4096), 2606);
    const double none[] = {0, -1, NAN, INFINITY, 4097};
    for (int i = 0; i < 5; i++) {
        assert_eq(lob_text_width(LOB_STR("W"), none[i]), 0);
        assert_eq(lob_text_ascent(none[i]), 0);
        assert_int_equal(sums_of(LOB_STR("W"), 0, 0, none[i]).rings, 0);
    }
}

/* How many boxes, each for what is no character or has no glyph. */
static void test_faults_of_utf8(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int boxes;
    } cases[] = {
        {"\x80", 1},             /* goes on, nothing to go on with */
        {"\xff\xfe", 2},         /* never in UTF-8 */
        {"\xc0\xaf", 2},         /* '/' in two bytes */
        {"\xe0\x80\xaf", 3},     /* in three */
        {"\xed\xa0\x80", 3},     /* a surrogate */
        {"\xf4\x90\x80\x80", 4}, /* beyond U+10FFFF */
        {"\xe2\x86", 2},         /* cut off */
        {"\xf0\x9f\x98\x80", 1}, /* a character the font lacks */
        {"\n", 1},               /* controls */
        {"\x1b", 1},
        {"\x7f", 1},
        {"\xc2\x85", 1},
        {"\xe2\x80\xae", 1}, /* right-to-left override */
        {"\xe2\x80\x8b", 1}, /* zero width */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        char text[16];
        snprintf(text, sizeof text, "a%sb", cases[i].text);
        double width = lob_text_width(LOB_STR("ab"), 2048) + cases[i].boxes * 1229.0;
        assert_eq(lob_text_width(lob_str_from(text), 2048), width);
        const lob_glyph_at *glyphs;
        uint32_t count;
        assert_int_equal(lob_text_glyphs(&ctx, lob_str_from(text), &glyphs, &count), LOB_OK);
        assert_int_equal(count, 2 + cases[i].boxes);
        assert_int_equal(glyphs[1].glyph, 0);
        sums rings = sums_of(lob_str_from(text), 0, 0, 10);
        assert_int_equal(rings.rings, 4 + 2 * cases[i].boxes);
    }
    assert_eq(lob_text_width((lob_str){"a\0b", 3}, 2048), lob_text_width(LOB_STR("ab"), 2048) + 1229);
}

/* The characters that the tools write, and those that a layout is likely to hold. */
static void test_repertoire(void **state) {
    (void)state;
    const char *text = "\xc2\xb0\xc2\xb5\xce\xbc\xc3\x97\xe2\x88\x92\xe2\x86\x90\xe2\x86\x91\xe2\x86\x92\xe2\x86\x93"
                       "\xe2\x89\xa4\xe2\x89\xa5\xc2\xb2\xc2\xb3\xe2\x81\xb0\xe2\x81\xb4\xe2\x81\xbb\xe2\x82\x80"
                       "\xe2\x82\x89\xe2\x80\xa2\xe2\x80\xa6\xe2\x80\x93\xe2\x80\x94\xe2\x80\x9c\xe2\x80\x9d\xc3\xa4"
                       "\xc3\x9f\xc5\xa1\xce\xa9\xe2\x84\xa6\xce\xbb\xc2\xb1\xe2\x89\x88\xe2\x88\x9e\xe2\x8c\x80";
    lob_str all = lob_str_from(text);
    for (size_t at = 0; at < all.size;) {
        uint32_t code;
        unsigned size = lob_utf8_decode(all, at, &code);
        assert_gt(size, 0);
        assert_int_not_equal(sums_of((lob_str){all.data + at, size}, 0, 0, 10).glyph, 0);
        at += size;
    }
    for (char c[2] = "!"; c[0] < 0x7f; c[0]++) {
        assert_int_not_equal(sums_of(lob_str_from(c), 0, 0, 10).glyph, 0);
    }
    assert_int_equal(sums_of(LOB_STR(" \xc2\xa0\xe2\x80\xaf"), 0, 0, 10).rings, 0);
}

/* ---- windings ---- */

typedef struct joined { /* rings of a text as one ring */
    lob_pixel points[8192];
    uint32_t count;
} joined;

static lob_status join_ring(void *who, const lob_pixel *p, uint32_t count, uint32_t glyph) {
    joined *j = who;
    (void)glyph;
    bool is_first = j->count == 0;
    assert_lt(j->count + count + 2, 8192);
    memcpy(j->points + j->count, p, count * sizeof *p);
    j->count += count;
    j->points[j->count++] = p[0];
    if (!is_first) {
        j->points[j->count++] = j->points[0];
    }
    return LOB_OK;
}

enum { SIDE = 96 };

static double raster_area(lob_raster *r, const joined *j, uint8_t known_as) {
    uint32_t columns[2];
    uint32_t rows[2];
    lob_raster_clear(r);
    assert_int_equal(lob_raster_ring(r, j->points, j->count, &known_as), LOB_OK);
    while (lob_raster_second(r, columns, rows)) {
        assert_int_equal(lob_raster_ring(r, j->points, j->count, &known_as), LOB_OK);
        assert_int_equal(lob_raster_end(r), LOB_OK);
    }
    double area = 0;
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            area += lob_cover_area(lob_raster_row(r, y)[x]);
        }
    }
    return area;
}

/* A glyph that is called simple has the area of its signed outline; the others lack what lies twice in it. */
static void test_simple(void **state) {
    (void)state;
    lob_raster *r;
    joined *j = calloc(1, sizeof *j);
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    uint32_t complex = 0;
    bool is_quick = getenv("LOB_TEST_QUICK") != NULL;
    for (uint32_t g = 0; g < lob_font_glyph_count(); g++) {
        if (is_quick && lob_glyph_is_simple(g) && g % 7 > 0) {
            continue;
        }
        char text[4];
        uint32_t code = g == 0 ? 0xf8ff : lob_font_glyphs[g].code;
        lob_str one = {text, lob_utf8_encode(code, text)};
        j->count = 0;
        assert_int_equal(lob_text_rings(&ctx, one, (lob_pixel){20.3, 60.7}, 40, join_ring, j), LOB_OK);
        double by_outline = sums_of(one, 20.3, 60.7, 40).area;
        double whole = raster_area(r, j, LOB_RING_COMPLEX);
        if (lob_glyph_is_simple(g)) {
            assert_close(by_outline, whole, 0.01);
            assert_close(raster_area(r, j, LOB_RING_SIMPLE), whole, 0.01);
        } else {
            assert_lt(whole, by_outline - 0.01);
            complex++;
        }
    }
    assert_gt(complex, 0);
    lob_raster_release(r);
    free(j);
}

static void fill(bool *is_free, uint32_t start) {
    uint32_t *stack = malloc(sizeof *stack * SIDE * SIDE);
    uint32_t n = 0;
    stack[n++] = start;
    is_free[start] = false;
    while (n > 0) {
        uint32_t at = stack[--n];
        const uint32_t next[4] = {at % SIDE > 0 ? at - 1 : at, at % SIDE < SIDE - 1 ? at + 1 : at,
                                  at >= SIDE ? at - SIDE : at, at < SIDE * (SIDE - 1) ? at + SIDE : at};
        for (int i = 0; i < 4; i++) {
            if (is_free[next[i]]) {
                is_free[next[i]] = false;
                stack[n++] = next[i];
            }
        }
    }
    free(stack);
}

static int holes_of(const char *text) {
    lob_raster *r;
    joined *j = calloc(1, sizeof *j);
    bool is_free[SIDE * SIDE];
    int parts = 0;
    assert_int_equal(lob_raster_new(&ctx, SIDE, SIDE, &r), LOB_OK);
    assert_int_equal(lob_text_rings(&ctx, lob_str_from(text), (lob_pixel){4, 72}, 80, join_ring, j), LOB_OK);
    raster_area(r, j, LOB_RING_COMPLEX);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        is_free[i] = lob_cover_area(lob_raster_row(r, i / SIDE)[i % SIDE]) < 0.5;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        if (is_free[i]) {
            fill(is_free, i);
            parts++;
        }
    }
    lob_raster_release(r);
    free(j);
    return parts - 1;
}

static void test_holes(void **state) {
    (void)state;
    assert_int_equal(holes_of("8"), 2);
    assert_int_equal(holes_of("&"), 1);
    assert_int_equal(holes_of("@"), 1);
    assert_int_equal(holes_of("%"), 2);
    assert_int_equal(holes_of("#"), 1);
    assert_int_equal(holes_of("B"), 2);
    assert_int_equal(holes_of("g"), 1);
    assert_int_equal(holes_of("\xc3\x98"), 2); /* O with a stroke */
    assert_int_equal(holes_of("\xc3\x87"), 0); /* C with a cedilla that covers part of it */
    assert_int_equal(holes_of("i"), 0);
    assert_int_equal(holes_of("\xff"), 1); /* the box is empty */
}

/* ---- faults ---- */

static void test_tables(void **state) {
    (void)state;
    for (uint32_t g = 1; g < lob_font_glyph_count(); g++) {
        assert_gt(lob_font_glyphs[g].code, lob_font_glyphs[g - 1].code);
        assert_lt(lob_font_glyphs[g].advance, 4096); /* so offsets of LOB_TEXT_SIZE_MAX bytes fit 32 bits */
        assert_eq(lob_font_glyphs[g].part, lob_font_glyphs[g - 1].part + lob_font_glyphs[g - 1].part_count);
    }
}

static void test_limits(void **state) {
    (void)state;
    const lob_glyph_at *glyphs;
    uint32_t count;
    sums s = {.fail_at = 2};
    assert_int_equal(lob_text_rings(&ctx, LOB_STR("iii"), (lob_pixel){0, 0}, 10, sum_ring, &s), LOB_E_RENDER_FAILED);
    assert_int_equal(s.rings, 2);
    char *text = malloc(LOB_TEXT_SIZE_MAX + 1);
    memset(text, 'W', LOB_TEXT_SIZE_MAX + 1);
    assert_int_equal(lob_text_glyphs(&ctx, (lob_str){text, LOB_TEXT_SIZE_MAX}, &glyphs, &count), LOB_OK);
    assert_int_equal(glyphs[LOB_TEXT_SIZE_MAX - 1].x, (LOB_TEXT_SIZE_MAX - 1) * UINT32_C(2025));
    assert_int_equal(lob_text_glyphs(&ctx, (lob_str){text, LOB_TEXT_SIZE_MAX + 1}, &glyphs, &count),
                     LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_int_equal(count, 0);
    assert_ne(ctx.error.hint[0], '\0');
    lob_error_clear(&ctx.error);
    free(text);
}

static bool run_sweep(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    sums s = {0};
    const lob_glyph_at *glyphs;
    uint32_t count;
    bool fine = lob_text_rings(&c, LOB_STR("@@"), (lob_pixel){0, 0}, 4000, sum_ring, &s) == LOB_OK &&
                lob_text_glyphs(&c, LOB_STR("@@"), &glyphs, &count) == LOB_OK &&
                lob_glyph_rings(&c, 40, sum_ring, &s) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    assert_ge(sweep_allocations(run_sweep, NULL), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_font_file),      cmocka_unit_test(test_places),     cmocka_unit_test(test_width),
        cmocka_unit_test(test_faults_of_utf8), cmocka_unit_test(test_repertoire), cmocka_unit_test(test_simple),
        cmocka_unit_test(test_holes),          cmocka_unit_test(test_tables),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
