/* Pictures: colours laid over each other against the formula, patterns, thin lines, masks, PNG read back, digests; the
 * palette by the book. */
#include <fcntl.h>
#include <math.h>
#include <png.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "../render/rig.h"
#include "colors.h"
#include "draw/png_out.h"
#include "tests/support/arena_rig.h"

/* Layer 1: the left half and a bit; layer 2: a line a twentieth of a pixel wide. */
static lob_layout *sample(void) {
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 525, 1000});
    rig_box(&r, 2, NULL, (lob_box){720, 0, 725, 1000});
    rig_end_cell(&r);
    return rig_end(&r);
}

static const lob_style plain = {
    .fill = 0x204060, .frame = 0xff0000, .fill_alpha = 128, .frame_alpha = 255, .is_visible = true};

static lob_status draw(lob_ctx *c, lob_layout *layout, lob_picture_mode mode, const lob_style *style,
                       lob_picture *picture, lob_scene_info *info) {
    lob_cover *cover = NULL;
    const lob_scene_layer layers[2] = {{0, *style}, {1, *style}};
    const lob_scene scene = {.cell = 0,
                             .grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, 10, 10),
                             .mode = mode,
                             .layers = layers,
                             .layer_count = 2};
    *picture = (lob_picture){0};
    LOB_TRY(lob_cover_new(c, layout, 1 << 20, &cover));
    lob_status status = lob_picture_new(c, 10, 10, mode, picture);
    if (status == LOB_OK) {
        status = lob_scene_draw(c, cover, &scene, picture, info);
    }
    lob_cover_release(cover);
    return status;
}

static void pixel_is(const lob_picture *p, uint32_t x, uint32_t y, double r, double g, double b) {
    const uint8_t *at = p->rgba + 4 * (y * p->width + x);
    const double want[3] = {r, g, b};
    for (int k = 0; k < 3; k++) {
        if (fabs(at[k] - want[k]) > 0.51) {
            fail_msg("pixel %u %u: channel %d is %d, not %.2f", x, y, k, at[k], want[k]);
        }
    }
    assert_int_equal(at[3], 255);
}

static void test_blend(void **state) {
    (void)state;
    lob_layout *layout = sample();
    lob_picture p;
    lob_scene_info info;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_LIGHT, &plain, &p, &info), LOB_OK);
    const double a = 128 / 255.0;
    pixel_is(&p, 2, 3, 255 + (0x20 - 255) * a, 255 + (0x40 - 255) * a, 255 + (0x60 - 255) * a);
    pixel_is(&p, 5, 3, 255 + (0x20 - 255) * a * 0.25 * 80 / 63.75, 255 + (0x40 - 255) * a * 80 / 255,
             255 + (0x60 - 255) * a * 80 / 255); /* a quarter is below the least that is shown */
    pixel_is(&p, 7, 3, 255 + (0x20 - 255) * a * 80 / 255, 255 + (0x40 - 255) * a * 80 / 255,
             255 + (0x60 - 255) * a * 80 / 255);
    pixel_is(&p, 9, 3, 255, 255, 255);
    assert_int_equal(info.figures, 2);
    lob_picture_release(&p);
    lob_style opaque = plain;
    opaque.fill_alpha = 255;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_DARK, &opaque, &p, &info), LOB_OK);
    pixel_is(&p, 2, 3, 0x20, 0x40, 0x60);
    pixel_is(&p, 9, 3, 0, 0, 0);
    lob_picture_release(&p);
    lob_style hidden = plain;
    hidden.is_visible = false;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_DARK, &hidden, &p, &info), LOB_OK);
    pixel_is(&p, 2, 3, 0, 0, 0);
    assert_int_equal(info.figures, 0);
    lob_picture_release(&p);
    lob_layout_drop(layout);
}

/* Any coverage over any colour is the formula of picture.h, rounded half up, whether runs are alike or not. */
static void test_formula(void **state) {
    (void)state;
    enum { WIDTH = 333, HEIGHT = 20 };
    static uint16_t values[HEIGHT][WIDTH];
    static uint8_t before[HEIGHT * WIDTH * 4];
    srand(9);
    for (int round = 0; round < 12; round++) {
        lob_picture p;
        lob_raster *raster;
        const uint8_t alphas[4] = {255, 102, 1, 254};
        lob_style style = {.fill = (uint32_t)rand() & 0xffffff, .fill_alpha = alphas[round % 4], .is_visible = true};
        assert_int_equal(lob_picture_new(&ctx, WIDTH, HEIGHT, LOB_PICTURE_LIGHT, &p), LOB_OK);
        assert_int_equal(lob_raster_new(&ctx, WIDTH, HEIGHT, &raster), LOB_OK);
        for (uint32_t y = 0; y < HEIGHT; y++) {
            for (uint32_t x = 0; x < WIDTH; x++) {
                int run = (int)(x / 37 + y) % 4; /* empty, whole, edges, anything */
                values[y][x] = (uint16_t)(run == 0 ? 0 : run == 1 ? 65535 : run == 2 ? 1 + (int)x : rand() % 65536);
                for (int k = 0; k < 3 && round > 3; k++) {
                    p.rgba[4 * (y * WIDTH + x) + k] = (uint8_t)(x / 50 % 2 ? rand() : 7 * k);
                }
            }
            lob_raster_put(raster, y, 0, WIDTH, values[y]);
        }
        memcpy(before, p.rgba, sizeof before);
        bool keeps_thin = round % 2;
        lob_picture_fill(&p, raster, &style, keeps_thin);
        for (uint32_t i = 0; i < WIDTH * HEIGHT * 4; i++) {
            uint64_t cover = values[i / 4 / WIDTH][i / 4 % WIDTH];
            cover = cover > 0 && keeps_thin && cover < 80 * 257 ? 80 * 257 : cover;
            uint64_t opacity = (cover * style.fill_alpha * 257 * 2 + 65535) / (2 * 65535);
            uint64_t color = style.fill >> (16 - 8 * (i % 4 % 3)) & 255;
            uint64_t want = (2 * (before[i] * (65535 - opacity) + color * opacity) + 65535) / (2 * 65535);
            assert_int_equal(p.rgba[i], i % 4 == 3 ? 255 : want);
        }
        lob_raster_release(raster);
        lob_picture_release(&p);
    }
}

static void test_patterns_and_frames(void **state) {
    (void)state;
    lob_layout *layout = sample();
    lob_picture p;
    lob_scene_info info;
    lob_style hatched = plain;
    hatched.fill_alpha = 255;
    hatched.pattern_width = 3;
    hatched.pattern_height = 2;
    hatched.pattern[0] = 1;
    hatched.pattern[1] = 4;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_LIGHT, &hatched, &p, &info), LOB_OK);
    for (uint32_t y = 0; y < 10; y++) {
        for (uint32_t x = 0; x < 5; x++) {
            bool is_set = x % 3 == (y % 2 ? 2 : 0);
            pixel_is(&p, x, y, is_set ? 0x20 : 255, is_set ? 0x40 : 255, is_set ? 0x60 : 255);
        }
    }
    lob_picture_release(&p);
    lob_style framed = plain;
    framed.fill_alpha = 0;
    framed.frame_width = 1;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_LIGHT, &framed, &p, &info), LOB_OK);
    pixel_is(&p, 0, 5, 255, 127.5, 127.5); /* half of the line lies beside the picture */
    pixel_is(&p, 2, 5, 255, 255, 255);
    pixel_is(&p, 4, 5, 255, 255 * 0.75, 255 * 0.75); /* the right edge is at 5.25 */
    pixel_is(&p, 5, 5, 255, 255 * 0.25, 255 * 0.25);
    lob_picture_release(&p);
    lob_layout_drop(layout);
}

static void test_mask(void **state) {
    (void)state;
    lob_layout *layout = sample();
    lob_picture p;
    lob_scene_info info;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_MASK, &plain, &p, &info), LOB_OK);
    pixel_is(&p, 0, 0, 255, 255, 255);
    pixel_is(&p, 5, 4, 255 * 0.25, 255 * 0.25, 255 * 0.25);
    pixel_is(&p, 7, 4, 255 * 0.05, 255 * 0.05, 255 * 0.05); /* exactly its share */
    pixel_is(&p, 9, 9, 0, 0, 0);
    lob_picture_release(&p);
    lob_layout_drop(layout);
}

/* Writing and the digest end soon after a cancel. */
static void test_cancelled(void **state) {
    (void)state;
    lob_cancel cancel = {.requested = true};
    lob_picture p;
    lob_ctx own;
    lob_buf png;
    char digest[65];
    lob_ctx_init(&own, arena);
    lob_buf_init(&png, 0);
    assert_int_equal(lob_picture_new(&own, 64, 64, LOB_PICTURE_LIGHT, &p), LOB_OK);
    own.cancel = &cancel;
    assert_int_equal(lob_png_make(&own, &p, false, &png), LOB_E_CANCELLED);
    assert_int_equal(lob_png_pack(&own, &p, true, &png), LOB_E_CANCELLED);
    assert_int_equal(lob_picture_digest(&own, &p, digest), LOB_E_CANCELLED);
    lob_buf_release(&png);
    lob_picture_release(&p);
}

static void test_png(void **state) {
    (void)state;
    lob_layout *layout = sample();
    lob_picture p;
    lob_scene_info info;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_LIGHT, &plain, &p, &info), LOB_OK);
    lob_buf png[2];
    for (int i = 0; i < 2; i++) {
        lob_buf_init(&png[i], 0);
        assert_int_equal(lob_png_make(&ctx, &p, false, &png[i]), LOB_OK);
    }
    assert_int_equal(png[0].size, png[1].size);
    assert_memory_equal(png[0].data, png[1].data, png[0].size);
    assert_null(memmem(png[0].data, png[0].size, "tIME", 4));
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t back[400];
    assert_int_equal(png_image_begin_read_from_memory(&image, png[0].data, png[0].size), 1);
    assert_int_equal(image.format, PNG_FORMAT_RGB);
    image.format = PNG_FORMAT_RGBA;
    assert_int_equal(png_image_finish_read(&image, NULL, back, 0, NULL), 1);
    assert_memory_equal(back, p.rgba, 400);
    assert_int_equal(lob_png_make(&ctx, &p, true, &png[1]), LOB_OK);
    image = (png_image){.version = PNG_IMAGE_VERSION};
    assert_int_equal(png_image_begin_read_from_memory(&image, png[1].data, png[1].size), 1);
    assert_int_equal(image.format, PNG_FORMAT_GRAY);
    assert_int_equal(png_image_finish_read(&image, NULL, back, 0, NULL), 1);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(back[i], p.rgba[4 * i]);
    }
    assert_int_equal(lob_png_pack(&ctx, &p, false, &png[1]), LOB_OK); /* other bytes, the same pixels */
    image = (png_image){.version = PNG_IMAGE_VERSION};
    assert_int_equal(png_image_begin_read_from_memory(&image, png[1].data, png[1].size), 1);
    assert_int_equal(image.format, PNG_FORMAT_RGB);
    image.format = PNG_FORMAT_RGBA;
    assert_int_equal(png_image_finish_read(&image, NULL, back, 0, NULL), 1);
    assert_memory_equal(back, p.rgba, 400);
    lob_buf small;
    lob_buf_init(&small, 40);
    assert_int_equal(lob_png_pack(&ctx, &p, false, &small), LOB_E_RENDER_FAILED);
    lob_error_clear(&ctx.error);
    assert_int_equal(lob_png_make(&ctx, &p, false, &small), LOB_E_RENDER_FAILED);
    assert_ne(ctx.error.hint[0], '\0');
    lob_error_clear(&ctx.error);
    lob_buf_release(&small);
    lob_buf_release(&png[0]);
    lob_buf_release(&png[1]);
    /* 400 bytes of 255, by sha256sum */
    memset(p.rgba, 255, 400);
    char hex[65];
    assert_int_equal(lob_picture_digest(&ctx, &p, hex), LOB_OK);
    assert_string_equal(hex, "c323c96b39b5155a4788a606c6fc05571befd551e693af4ec6b7f369cc42a834");
    lob_picture_release(&p);
    lob_layout_drop(layout);
}

static void test_sizes(void **state) {
    (void)state;
    lob_picture p;
    const uint32_t bad[][2] = {{0, 5}, {5, 0}, {LOB_SIDE_MAX + 1, 5}, {5, LOB_SIDE_MAX + 1}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lob_picture_new(&ctx, bad[i][0], bad[i][1], LOB_PICTURE_DARK, &p), LOB_E_QUERY_TOO_LARGE);
        assert_ne(ctx.error.hint[0], '\0');
        lob_error_clear(&ctx.error);
    }
    lob_layout *layout = sample();
    lob_cover *cover;
    lob_scene_info info;
    const lob_scene scene = {.grid = lob_grid_fit((lob_box64){0, 0, 10, 10}, 4, 4)};
    assert_int_equal(lob_picture_new(&ctx, 5, 5, LOB_PICTURE_DARK, &p), LOB_OK);
    assert_int_equal(lob_cover_new(&ctx, layout, 0, &cover), LOB_OK);
    assert_int_equal(lob_scene_draw(&ctx, cover, &scene, &p, &info), LOB_E_RENDER_FAILED);
    lob_error_clear(&ctx.error);
    lob_cover_release(cover);
    lob_picture_release(&p);
    lob_layout_drop(layout);
}

/* By WCAG 2.1. */
static double contrast_of(uint32_t p, uint32_t q) {
    double light[2];
    const uint32_t colors[2] = {p, q};
    for (int i = 0; i < 2; i++) {
        light[i] = 0.05 + 0.2126 * linear_of((colors[i] >> 16 & 255) / 255.0) +
                   0.7152 * linear_of((colors[i] >> 8 & 255) / 255.0) + 0.0722 * linear_of((colors[i] & 255) / 255.0);
    }
    return fmax(light[0], light[1]) / fmin(light[0], light[1]);
}

/* All 34 pairs of the table of Sharma, Wu and Dalal (2005). */
static void test_ciede2000(void **state) {
    (void)state;
    static const double pairs[34][7] = {
        {50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425},
        {50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615},
        {50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412},
        {50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000},
        {50, -1.1848, -84.8006, 50, 0, -82.7485, 1.0000},
        {50, -0.9009, -85.5211, 50, 0, -82.7485, 1.0000},
        {50, 0, 0, 50, -1, 2, 2.3669},
        {50, -1, 2, 50, 0, 0, 2.3669},
        {50, 2.4900, -0.0010, 50, -2.4900, 0.0009, 7.1792},
        {50, 2.4900, -0.0010, 50, -2.4900, 0.0010, 7.1792},
        {50, 2.4900, -0.0010, 50, -2.4900, 0.0011, 7.2195},
        {50, 2.4900, -0.0010, 50, -2.4900, 0.0012, 7.2195},
        {50, -0.0010, 2.4900, 50, 0.0009, -2.4900, 4.8045},
        {50, -0.0010, 2.4900, 50, 0.0010, -2.4900, 4.8045},
        {50, -0.0010, 2.4900, 50, 0.0011, -2.4900, 4.7461},
        {50, 2.5, 0, 50, 0, -2.5, 4.3065},
        {50, 2.5, 0, 73, 25, -18, 27.1492},
        {50, 2.5, 0, 61, -5, 29, 22.8977},
        {50, 2.5, 0, 56, -27, -3, 31.9030},
        {50, 2.5, 0, 58, 24, 15, 19.4535},
        {50, 2.5, 0, 50, 3.1736, 0.5854, 1.0000},
        {50, 2.5, 0, 50, 3.2972, 0, 1.0000},
        {50, 2.5, 0, 50, 1.8634, 0.5757, 1.0000},
        {50, 2.5, 0, 50, 3.2592, 0.3350, 1.0000},
        {60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644},
        {63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630},
        {61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731},
        {35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645},
        {22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373},
        {36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146},
        {90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441},
        {90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381},
        {6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377},
        {2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082},
    };
    for (int i = 0; i < 34; i++) {
        const double *p = pairs[i];
        lob_case("pair %d", i + 1);
        assert_close(ciede2000((lab){p[0], p[1], p[2]}, (lab){p[3], p[4], p[5]}), p[6], 1e-4);
    }
}

/* A row of the table in docs/mechanisms/rendering.md: the contrast, and how far the nearest other colour is. */
static void print_color(uint32_t i, lob_picture_mode mode) {
    const uint32_t color = lob_palette_color(i, mode);
    double nearest[SIGHTS_ALIKE] = {INFINITY, INFINITY, INFINITY};
    for (uint32_t k = 0; k < LOB_PALETTE_COUNT; k++) {
        for (int sight = 0; k != i && sight < SIGHTS_ALIKE; sight++) {
            nearest[sight] =
                fmin(nearest[sight], ciede2000(lab_of(color, sight), lab_of(lob_palette_color(k, mode), sight)));
        }
    }
    print_message("| `#%06x` | %.1f | %.1f | %.1f | %.1f |\n", color,
                  contrast_of(color, mode == LOB_PICTURE_DARK ? 0 : 0xffffff), nearest[0], nearest[1], nearest[2]);
}

/* Any two colours are told apart with all cones and without L or M cones; words in them can be read. */
static void test_palette(void **state) {
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        const lob_picture_mode mode = dark ? LOB_PICTURE_DARK : LOB_PICTURE_LIGHT;
        const uint32_t ground = dark ? 0 : 0xffffff;
        print_message("| on %s | contrast | normal | protan | deutan |\n", dark ? "black" : "white");
        for (uint32_t i = 0; i < LOB_PALETTE_COUNT; i++) {
            print_color(i, mode);
            const uint32_t color = lob_palette_color(i, mode);
            assert_ge(contrast_of(color, ground), dark ? 2 : 1.5);
            assert_ge(contrast_of(lob_color_readable(color, ground), ground), 4.5);
            for (int sight = 0; sight < SIGHTS_ALIKE; sight++) {
                for (uint32_t k = 0; k < i; k++) {
                    lob_case("%s, sight %d, colours %u and %u", dark ? "dark" : "light", sight, i, k);
                    assert_gt(ciede2000(lab_of(color, sight), lab_of(lob_palette_color(k, mode), sight)), 15);
                }
            }
        }
    }
    const uint32_t next = LOB_PALETTE_COUNT + 3;
    assert_int_equal(lob_palette_style(3, LOB_PICTURE_LIGHT).pattern_width, 0);
    assert_int_equal(lob_palette_style(next, LOB_PICTURE_LIGHT).pattern_width, 4);
    assert_int_equal(lob_palette_style(next, LOB_PICTURE_LIGHT).fill, lob_palette_style(3, LOB_PICTURE_LIGHT).fill);
}

/* A dashed frame: along a level edge 20 of 32 steps of 3 are whole, the others a fifth; an upright one alike. */
static void test_dashes(void **state) {
    (void)state;
    lob_raster *raster;
    lob_picture p;
    uint16_t row[64];
    const lob_style dashed = {.frame = 0, .frame_alpha = 255, .frame_width = 1, .is_visible = true, .is_dashed = true};
    const lob_style none = {.frame = 0, .frame_alpha = 255, .is_visible = true, .is_dashed = true};
    memset(row, 0xff, sizeof row);
    assert_int_equal(lob_raster_new(&ctx, 64, 64, &raster), LOB_OK);
    assert_int_equal(lob_picture_new(&ctx, 64, 64, LOB_PICTURE_LIGHT, &p), LOB_OK);
    for (uint32_t y = 0; y < 64; y++) {
        lob_raster_put(raster, y, 0, 64, row);
    }
    lob_picture_frame(&p, raster, &none);
    pixel_is(&p, 5, 5, 255, 255, 255);
    lob_picture_frame(&p, raster, &dashed);
    for (uint32_t y = 0; y < 64; y++) {
        for (uint32_t x = 0; x < 64; x++) {
            const double want = (3 * x + 5 * y) % 32 < 20 ? 0 : 255 - 51;
            pixel_is(&p, x, y, want, want, want);
        }
    }
    lob_raster_release(raster);
    lob_picture_release(&p);
}

static bool run_sweep(void *arg) {
    lob_layout *layout = arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_picture p;
    lob_scene_info info;
    lob_buf png;
    lob_buf_init(&png, 0);
    lob_style framed = plain;
    framed.frame_width = 1;
    bool fine = draw(&c, layout, LOB_PICTURE_LIGHT, &framed, &p, &info) == LOB_OK &&
                lob_png_make(&c, &p, false, &png) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_buf_release(&png);
    lob_picture_release(&p);
    lob_arena_drop(own);
    return fine;
}

/* Counts are of one grid: a scene that goes on with another, as an enlarged place does, is counted anew. */
static void test_counts_of_another_grid(void **state) {
    (void)state;
    lob_layout *layout = sample();
    lob_cover *cover;
    lob_picture p;
    lob_scene_info info;
    const lob_scene_layer layers[2] = {{0, plain}, {1, plain}};
    const lob_walk_count counts[2] = {{.shapes = 3000}, {.shapes = 4000}};
    lob_scene scene = {.grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, 10, 10),
                       .mode = LOB_PICTURE_LIGHT,
                       .layers = layers,
                       .layer_count = 2,
                       .counts = counts};
    const lob_grid g = scene.grid;
    const lob_grid others[] = {
        {g.left + 1, g.top, g.sx, g.sy, g.width, g.height}, {g.left, g.top + 1, g.sx, g.sy, g.width, g.height},
        {g.left, g.top, g.sx * 2, g.sy, g.width, g.height}, {g.left, g.top, g.sx, g.sy * 2, g.width, g.height},
        {g.left, g.top, g.sx, g.sy, g.width + 1, g.height}, {g.left, g.top, g.sx, g.sy, g.width, g.height + 1},
    };
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 20, &cover), LOB_OK);
    assert_int_equal(lob_picture_new(&ctx, 10, 10, LOB_PICTURE_LIGHT, &p), LOB_OK);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        lob_case("grid %zu", i);
        scene.counted_grid = others[i];
        assert_int_equal(lob_scene_draw(&ctx, cover, &scene, &p, &info), LOB_OK);
        assert_eq(info.figures, 2);
    }
    lob_cover_release(cover);
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 20, &cover), LOB_OK);
    scene.counted_grid = scene.grid;
    assert_int_equal(lob_scene_draw(&ctx, cover, &scene, &p, &info), LOB_OK);
    assert_eq(info.figures, 7000);
    lob_picture_release(&p);
    lob_cover_release(cover);
    lob_layout_drop(layout);
}

/* Two layers of 2^63 figures each: the sum stays at the greatest number; it does not wrap to 0. */
static void test_more_figures_than_can_be_told(void **state) {
    (void)state;
    const lob_rep rep = {
        .kind = LOB_REP_LATTICE, .na = UINT64_C(1) << 32, .nb = UINT64_C(1) << 31, .a = {0, 0}, .b = {0, 0}};
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, &rep, (lob_box){0, 0, 500, 500});
    rig_box(&r, 2, &rep, (lob_box){0, 0, 1000, 1000});
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    lob_picture p;
    lob_scene_info info;
    assert_int_equal(draw(&ctx, layout, LOB_PICTURE_LIGHT, &plain, &p, &info), LOB_OK);
    assert_eq(info.figures, UINT64_MAX);
    lob_picture_release(&p);
    lob_layout_drop(layout);
}

static void test_failing(void **state) {
    (void)state;
    lob_layout *layout = sample();
    run_sweep(layout);
    assert_gt(sweep_allocations(run_sweep, layout), 10);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formula),
        cmocka_unit_test(test_blend),
        cmocka_unit_test(test_patterns_and_frames),
        cmocka_unit_test(test_mask),
        cmocka_unit_test(test_png),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_ciede2000),
        cmocka_unit_test(test_palette),
        cmocka_unit_test(test_dashes),
        cmocka_unit_test(test_failing),
        cmocka_unit_test(test_counts_of_another_grid),
        cmocka_unit_test(test_more_figures_than_can_be_told),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
