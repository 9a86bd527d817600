/* Pictures of evaluations, looked at where the layout says what must be seen. The scene: a square of 800 nm in a canvas
 * of 1600, printed through a result made by hand, so that every pixel is known: the nominal print is 40 nm larger on
 * each side, the outer one 80 nm, the inner one is the square itself.
 */
#include <math.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "draw/heat.h"
#include "draw/png_out.h"
#include "litho/picture.h"
#include "tests/support/stride.h"

enum { SIDE = 200, LOW = 50, HIGH = 150, GROWN = 5 }; /* pixels of 8 nm */

/* Rows of the canvas, and the one at which the square begins; fewer where a scene is made again and again. */
static uint32_t height = SIDE, low = LOW;

typedef struct scene {
    lob_arena *arena;
    lob_ctx *ctx;
    lob_litho_setup setup;
    lob_litho_input input;
    lob_litho_result result;
    lob_point64 points[4];
    lob_contour contour;
    lob_gauge gauges[3];
} scene;

static void fill(lob_bits *bits, uint32_t grown) {
    for (uint32_t row = low - grown; row < HIGH + grown && row < height; row++) {
        for (uint32_t column = LOW - grown; column < HIGH + grown; column++) {
            lob_bits_set(bits, column, row);
        }
    }
}

static bool make_planes(scene *s) {
    const lob_frame canvas = {-10, 20, SIDE, height, 8};
    lob_litho_result *r = &s->result;
    r->tiling.canvas = canvas;
    lob_bits *const sets[] = {&r->target, &r->mask, &r->nominal, &r->outer, &r->inner};
    static const uint32_t grown[] = {0, 0, GROWN, 2 * GROWN, 0};
    for (int i = 0; i < 5; i++) {
        if (lob_bits_new(s->ctx, canvas, sets[i]) != LOB_OK) {
            return false;
        }
        fill(sets[i], grown[i]);
    }
    if (lob_plane_new(s->ctx, canvas, &r->aerial) != LOB_OK) {
        return false;
    }
    for (uint32_t i = 0; i < SIDE * height; i++) {
        r->aerial.values[i] = lob_bits_at(&r->nominal, i % SIDE, i / SIDE) ? .8F : .1F;
    }
    return true;
}

/* Three check points: right within, left beyond (inwards), top without error. */
static void make_gauges(scene *s) {
    const double left = (LOW - 10) * 8, right = (HIGH - 10) * 8, middle = (SIDE / 2 + 20) * 8, top = (HIGH + 20) * 8;
    s->gauges[0] = (lob_gauge){.x_nm = right, .y_nm = middle, .normal_x = 1, .is_found = true, .error_nm = 40};
    s->gauges[1] = (lob_gauge){
        .x_nm = left, .y_nm = middle, .normal_x = -1, .is_found = true, .is_violated = true, .error_nm = -80};
    s->gauges[2] = (lob_gauge){.x_nm = (SIDE / 2 - 10) * 8, .y_nm = top, .normal_y = 1, .is_found = true};
    s->result.gauges = s->gauges;
    s->result.gauge_count = 3;
    s->result.metrics.gauge_count = 3;
    s->result.metrics.gauge_violations = 1;
}

static bool scene_new(scene *s) {
    *s = (scene){.arena = lob_arena_new(0)};
    s->ctx = s->arena ? LOB_NEW(s->arena, lob_ctx) : NULL;
    if (!s->ctx) {
        return false;
    }
    lob_ctx_init(s->ctx, s->arena);
    lob_litho_setup_usual(&s->setup);
    s->setup.pixel_nm = 8;
    s->setup.gauges.tolerance_nm = 50;
    const int64_t left = (LOW - 10) * 8, right = (HIGH - 10) * 8, bottom = (low + 20) * 8, top = (HIGH + 20) * 8;
    const lob_point64 square[4] = {{left, bottom}, {left, top}, {right, top}, {right, bottom}};
    memcpy(s->points, square, sizeof square);
    s->contour = (lob_contour){.first = 0, .count = 4};
    s->input.target.unit_nm = s->input.mask.unit_nm = 1;
    s->input.target.polygons.points = s->points;
    s->input.target.polygons.contours = &s->contour;
    s->input.target.polygons.contour_count = 1;
    s->input.mask = s->input.target;
    s->result.metrics.intensity_max = .8;
    make_gauges(s);
    return make_planes(s);
}

static void scene_drop(scene *s) {
    lob_litho_result_drop(&s->result);
    lob_arena_drop(s->arena);
}

static lob_status draw_as(scene *s, lob_litho_picture_kind kind, lob_picture *picture) {
    lob_litho_laid laid;
    LOB_TRY(lob_litho_lay(s->ctx, &s->setup, &s->input, &s->result, kind, &laid));
    const lob_status status = lob_litho_laid_draw(s->ctx, &laid, picture);
    lob_litho_laid_release(&laid);
    return status;
}

static bool draw(scene *s, lob_litho_picture_kind kind, lob_picture *picture) {
    return draw_as(s, kind, picture) == LOB_OK;
}

/* The colour at a place of the canvas, in its pixels from the lower left corner. */
static uint32_t at(const lob_picture *p, double column, double row) {
    /* 1000 / 200 = 5 picture pixels a pixel, 10 above and left */
    const uint32_t x = (uint32_t)(10 + column * 5), y = (uint32_t)(10 + 1000 - row * 5);
    const uint8_t *rgba = p->rgba + ((size_t)y * p->width + x) * 4;
    return (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

/* Thin lines cover a pixel in part: its colour is then the nearer to theirs, the more they cover. */
static bool is_like(uint32_t color, uint32_t wanted) {
    enum { APART = 110 };
    for (int shift = 0; shift < 24; shift += 8) {
        if (abs((int)(color >> shift & 255) - (int)(wanted >> shift & 255)) > APART) {
            return false;
        }
    }
    return true;
}

static uint32_t near(const lob_picture *p, double column, double row, uint32_t color) {
    uint32_t found = 0;
    for (int i = 0; i < 25; i++) {
        found += is_like(at(p, column + (i % 5 - 2) * .2, row + (i / 5 - 2) * .2), color);
    }
    return found;
}

static void test_size(void **state) {
    (void)state;
    scene s;
    lob_picture picture;
    assert_true(scene_new(&s));
    assert_true(draw(&s, LOB_LITHO_PICTURE_CONTOURS, &picture));
    const lob_litho_view view = lob_litho_view_of(&s.setup, &s.result);
    assert_int_equal(view.zoom, 5);
    assert_int_equal(view.block, 1);
    assert_int_equal(picture.width, 1020);
    assert_int_equal(picture.width, view.width);
    assert_int_equal(picture.height, view.height);
    lob_picture_release(&picture);
    scene_drop(&s);
}

static void test_contours(void **state) {
    (void)state;
    scene s;
    lob_picture picture;
    assert_true(scene_new(&s));
    assert_true(draw(&s, LOB_LITHO_PICTURE_CONTOURS, &picture));
    assert_int_equal(at(&picture, 100, 100), LOB_LITHO_COLOR_TARGET);
    assert_int_equal(at(&picture, 51, 149), LOB_LITHO_COLOR_TARGET); /* its upper left corner */
    assert_int_equal(at(&picture, 47.5, 100), LOB_LITHO_COLOR_GROUND);
    assert_int_equal(at(&picture, 20, 20), LOB_LITHO_COLOR_GROUND);
    assert_gt(near(&picture, 45, 100, LOB_LITHO_COLOR_LINE), 0); /* the print's edge, between two pixel middles */
    assert_gt(near(&picture, 100, 155, LOB_LITHO_COLOR_LINE), 0);
    assert_int_equal(near(&picture, 50, 100, LOB_LITHO_COLOR_LINE), 0);
    lob_picture_release(&picture);
    lob_plane_drop(&s.result.aerial); /* without intensities: the border of the printed pixels */
    assert_true(draw(&s, LOB_LITHO_PICTURE_CONTOURS, &picture));
    assert_gt(near(&picture, 45, 100, LOB_LITHO_COLOR_LINE), 0);
    lob_picture_release(&picture);
    assert_false(draw(&s, LOB_LITHO_PICTURE_AERIAL, &picture));
    assert_int_equal(s.ctx->error.code, LOB_E_INVALID_TARGET);
    scene_drop(&s);
}

/* A mask of another form than the target shows its outline; a contour that the canvas cuts is open there. */
static void test_mask(void **state) {
    (void)state;
    scene s;
    lob_picture picture;
    assert_true(scene_new(&s));
    lob_point64 wide[4];
    memcpy(wide, s.points, sizeof wide);
    wide[0].x = wide[1].x = -80; /* as far as the left side of the canvas */
    s.input.mask.polygons.points = wide;
    lob_bits_set(&s.result.mask, 0, 100);
    assert_true(draw(&s, LOB_LITHO_PICTURE_CONTOURS, &picture));
    unsigned ink = 0, side = 0;
    for (int i = 1; i < 49; i++) {
        ink += near(&picture, i, 50, LOB_LITHO_COLOR_INK) > 0;
        side += near(&picture, .5, 55 + i, LOB_LITHO_COLOR_INK) > 0;
    }
    assert_gt(ink, 15);
    assert_int_equal(side, 0);
    lob_picture_release(&picture);
    scene_drop(&s);
}

static void test_band(void **state) {
    (void)state;
    scene s;
    lob_picture picture;
    assert_true(scene_new(&s));
    assert_true(draw(&s, LOB_LITHO_PICTURE_BAND, &picture));
    assert_int_equal(at(&picture, 100, 100), LOB_LITHO_COLOR_INNER);
    assert_int_equal(at(&picture, 45.5, 100.5), LOB_LITHO_COLOR_BAND); /* between 40 and 50 */
    assert_int_equal(at(&picture, 100.5, 157.5), LOB_LITHO_COLOR_BAND);
    assert_int_equal(at(&picture, 38.5, 100.5), LOB_LITHO_COLOR_GROUND);
    lob_picture_release(&picture);
    scene_drop(&s);
}

/* Twice 40 nm are 5 pixels each way: at 5 picture pixels a pixel of 8 nm the tolerance is seen without stretching. */
static void test_arrows(void **state) {
    (void)state;
    scene s;
    lob_picture picture;
    assert_true(scene_new(&s));
    assert_int_equal(lob_litho_view_of(&s.setup, &s.result).arrow_factor, 1);
    assert_true(draw(&s, LOB_LITHO_PICTURE_EPE, &picture));
    assert_gt(near(&picture, 152, 100, LOB_LITHO_COLOR_OUTSIDE), 0); /* outwards to the right, 5 pixels */
    assert_eq(near(&picture, 157, 100, LOB_LITHO_COLOR_OUTSIDE), 0);
    assert_gt(near(&picture, 56, 100, LOB_LITHO_COLOR_VIOLATED), 0); /* inwards, 10 pixels */
    assert_eq(near(&picture, 61, 100, LOB_LITHO_COLOR_VIOLATED), 0);
    assert_eq(near(&picture, 48, 100, LOB_LITHO_COLOR_VIOLATED), 0);
    assert_gt(near(&picture, 100, 150, LOB_LITHO_COLOR_EVEN), 0); /* a dot without an arrow */
    assert_eq(near(&picture, 100, 152, LOB_LITHO_COLOR_EVEN), 0);
    lob_picture_release(&picture);
    s.setup.gauges.tolerance_nm = 3; /* too small to be seen: 10 pixels need more than 5 times 1.9 */
    assert_int_equal(lob_litho_view_of(&s.setup, &s.result).arrow_factor, 10);
    scene_drop(&s);
}

static double linear(uint32_t channel) {
    const double c = channel / 255.0;
    return c <= .04045 ? c / 12.92 : pow((c + .055) / 1.055, 2.4);
}

/* L* of CIELAB of an sRGB colour (D65), by the formulas of IEC 61966-2-1 and CIE 15. */
static double lightness(uint32_t color) {
    const double y = .2126 * linear(color >> 16 & 255) + .7152 * linear(color >> 8 & 255) + .0722 * linear(color & 255);
    return y > .008856 ? 116 * cbrt(y) - 16 : 903.3 * y;
}

static void test_map(void **state) {
    (void)state;
    for (int i = 0; i <= 64; i++) {
        const double share = i / 64.0;
        assert_close(lightness(lob_heat_color(share)), (6 + 90 * share), 1.5);
    }
    assert_int_equal(lob_heat_color(-1), lob_heat_color(0));
    assert_int_equal(lob_heat_color(2), lob_heat_color(1));
    scene s;
    lob_picture picture;
    assert_true(scene_new(&s));
    assert_true(draw(&s, LOB_LITHO_PICTURE_AERIAL, &picture));
    assert_close(lob_litho_view_of(&s.setup, &s.result).intensity_end, .8, 1e-12);
    assert_int_equal(at(&picture, 100, 100), lob_heat_color(1)); /* .8 of .8 */
    assert_int_equal(at(&picture, 20, 20), lob_heat_color((double).1F / .8));
    if (near(&picture, 45, 100, LOB_LITHO_COLOR_GROUND) <= 0) {
        assert_gt(near(&picture, 44.6, 100, LOB_LITHO_COLOR_GROUND), 0);
    }
    lob_picture_release(&picture);
    scene_drop(&s);
}

/* A canvas too large for a picture pixel each: means of blocks. */
static void test_blocks(void **state) {
    (void)state;
    scene s;
    lob_picture picture;
    assert_true(scene_new(&s));
    lob_litho_result_drop(&s.result);
    const lob_frame canvas = {0, 0, 1501, 2500, 8};
    lob_bits *const sets[] = {&s.result.target, &s.result.mask, &s.result.nominal, &s.result.outer, &s.result.inner};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(lob_bits_new(s.ctx, canvas, sets[i]), LOB_OK);
    }
    lob_bits_set(&s.result.target, 3, 0); /* one of the nine pixels of the second block */
    s.result.tiling.canvas = canvas;
    s.result.gauge_count = 0;
    assert_true(draw(&s, LOB_LITHO_PICTURE_CONTOURS, &picture));
    const lob_litho_view view = lob_litho_view_of(&s.setup, &s.result);
    assert_int_equal(view.block, 3);
    assert_int_equal(view.plot_width, 501);
    assert_int_equal(view.plot_height, 834);
    const uint8_t *rgba = picture.rgba + ((size_t)(view.top + 833) * picture.width + view.left + 1) * 4;
    assert_int_equal(rgba[0], lround(255 - (255 - 0xd3) / 9.0));
    assert_int_equal(rgba[2], lround(255 - (255 - 0xe2) / 9.0));
    lob_picture_release(&picture);
    scene_drop(&s);
}

static uint32_t sheet_pixel(const lob_picture *p, uint32_t x, uint32_t y) {
    const uint8_t *rgba = p->rgba + ((size_t)y * p->width + x) * 4;
    return (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

/* The longest run of a colour in the rows and columns between. */
static uint32_t longest_run(const lob_picture *p, uint32_t left, uint32_t right, uint32_t top, uint32_t color) {
    uint32_t longest = 0;
    for (uint32_t y = top; y < p->height; y++) {
        uint32_t run = 0;
        for (uint32_t x = left; x < right; x++) {
            run = sheet_pixel(p, x, y) == color ? run + 1 : 0;
            longest = run > longest ? run : longest;
        }
    }
    return longest;
}

/* Six panels of 600 pixels, 3 a pixel of 8 nm. Enlarged 4 pixels a nm, the band of 80 nm is 320 pixels wide. */
static void test_sheet(void **state) {
    (void)state;
    scene s;
    lob_litho_laid laid;
    lob_picture picture;
    lob_buf svg;
    assert_true(scene_new(&s));
    s.result.metrics.band_pixels = 1;
    assert_int_equal(lob_litho_lay(s.ctx, &s.setup, &s.input, &s.result, LOB_LITHO_PICTURE_SHEET, &laid), LOB_OK);
    assert_int_equal(laid.plate_count, 6);
    assert_int_equal(laid.width, 20 + 3 * 620);
    assert_int_equal(lob_litho_laid_draw(s.ctx, &laid, &picture), LOB_OK);
    assert_int_equal(sheet_pixel(&picture, 640 + 20 + 300, 62 + 26 + 300), LOB_LITHO_COLOR_TARGET);
    const uint32_t below = 62 + 26 + 600 + 82;
    const uint32_t widest = longest_run(&picture, 640, 1260, below, LOB_LITHO_COLOR_BAND);
    assert_ge(widest, 300);
    lob_buf_init(&svg, 0);
    assert_int_equal(lob_litho_laid_svg(s.ctx, &laid, &svg), LOB_OK);
    lob_buf_add_byte(&svg, '\0');
    assert_non_null(strstr(svg.data, "aria-label=\"PV band, enlarged where most of it is\""));
    assert_non_null(strstr(svg.data, "aria-label=\"EPE beyond 50 nm: 1 of 3\""));
    assert_null(strstr(svg.data, "<desc>left "));
    lob_buf_release(&svg);
    lob_picture_release(&picture);
    lob_litho_laid_release(&laid);
    lob_plane_drop(&s.result.aerial); /* without intensities: all but the aerial image */
    assert_int_equal(lob_litho_lay(s.ctx, &s.setup, &s.input, &s.result, LOB_LITHO_PICTURE_SHEET, &laid), LOB_OK);
    assert_int_equal(laid.plate_count, 5);
    lob_litho_laid_release(&laid);
    scene_drop(&s);
}

static void test_both(void **state) {
    (void)state;
    scene s;
    lob_litho_laid laid;
    lob_picture picture;
    assert_true(scene_new(&s));
    const lob_litho_input inputs[2] = {s.input, s.input};
    const lob_litho_result *const results[2] = {&s.result, &s.result};
    assert_int_equal(lob_litho_lay_both(s.ctx, &s.setup, inputs, results, &laid), LOB_OK);
    assert_int_equal(laid.plate_count, 6);
    assert_int_equal(lob_litho_laid_draw(s.ctx, &laid, &picture), LOB_OK);
    const uint32_t x = 640 + 20 + 300, y = 62 + 26 + 300; /* the middle of the band's panel, before; then after */
    assert_int_equal(sheet_pixel(&picture, x, y), LOB_LITHO_COLOR_INNER);
    assert_int_equal(sheet_pixel(&picture, x, y + 26 + 600 + 82), LOB_LITHO_COLOR_INNER);
    lob_picture_release(&picture);
    lob_litho_laid_release(&laid);
    scene_drop(&s);
}

/* The lower border of the square, what it prints as, and no more: a picture is as long to draw as it is high. */
static void be_flat(void) {
    const bool is_quick = getenv("LOB_TEST_QUICK") != NULL || stride_is_on();
    low = is_quick ? 2 * GROWN : LOW;
    height = is_quick ? low + 2 : low + 2 * GROWN;
}

static void be_whole(void) {
    low = LOW;
    height = SIDE;
}

static void test_same_bytes(void **state) {
    (void)state;
    const int step = (int)stride_pick(1, 2);
    if (getenv("LOB_TEST_QUICK") || stride_is_on()) {
        be_flat();
    }
    for (int kind = LOB_LITHO_PICTURE_AERIAL; kind <= LOB_LITHO_PICTURE_SHEET; kind += step) {
        scene s;
        lob_picture picture;
        char digests[2][65];
        for (int i = 0; i < 2; i++) {
            assert_true(scene_new(&s));
            assert_true(draw(&s, (lob_litho_picture_kind)kind, &picture));
            assert_int_equal(lob_picture_digest(s.ctx, &picture, digests[i]), LOB_OK);
            lob_picture_release(&picture);
            scene_drop(&s);
        }
        assert_string_equal(digests[0], digests[1]);
    }
    be_whole();
}

static void test_cancelled(void **state) {
    (void)state;
    scene s;
    lob_picture picture;
    lob_cancel cancel = {true};
    assert_true(scene_new(&s));
    s.ctx->cancel = &cancel;
    assert_int_equal(draw_as(&s, LOB_LITHO_PICTURE_BAND, &picture), LOB_E_CANCELLED);
    scene_drop(&s);
}

static bool attempt(void *arg) {
    scene s;
    lob_picture picture = {0};
    bool fine = scene_new(&s) && draw(&s, *(lob_litho_picture_kind *)arg, &picture);
    lob_picture_release(&picture);
    scene_drop(&s);
    return fine;
}

static void test_memory(void **state) {
    (void)state;
    lob_litho_picture_kind kind = LOB_LITHO_PICTURE_BAND;
    be_flat();
    sweep_allocations_sparing(attempt, &kind, true);
    be_whole();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size),       cmocka_unit_test(test_contours),  cmocka_unit_test(test_mask),
        cmocka_unit_test(test_band),       cmocka_unit_test(test_arrows),    cmocka_unit_test(test_map),
        cmocka_unit_test(test_blocks),     cmocka_unit_test(test_sheet),     cmocka_unit_test(test_both),
        cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_cancelled), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
