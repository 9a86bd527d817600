/* Layers of many figures: the image, taken out of the document and read by libpng, laid on the ground by the formula,
 * against the picture of lob_scene_draw(). */
#include "tests/support/lob_test.h"

#include "svg_rig.h"
#include "tests/support/arena_rig.h"

#include <openssl/evp.h>
#include <png.h>

enum { SIDE = 96 };

/* Layer 1: `side` x `side` small boxes in the middle of a plane of 1000 x 1000; layer 2: one large box. */
static lob_layout *sample(uint64_t side, int64_t pitch) {
    rig r = rig_begin(&ctx);
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = side, .nb = side, .a = {pitch, 0}, .b = {0, pitch}};
    rig_cell(&r, "TOP");
    rig_box(&r, 1, &many, (lob_box){200, 300, 201, 302});
    rig_box(&r, 2, NULL, (lob_box){0, 0, 1000, 100});
    rig_end_cell(&r);
    return rig_end(&r);
}

/* The image of the document over `ground`, in the place it names. */
static void lay_on(xmlNode *image, int ground, uint8_t rgba[SIDE * SIDE * 4]) {
    static const char head[] = "data:image/png;base64,";
    static uint8_t png[1 << 16];
    static uint8_t pixels[SIDE * SIDE * 4];
    xmlChar *href = xmlGetNsProp(image, (const xmlChar *)"href", (const xmlChar *)"http://www.w3.org/1999/xlink");
    assert_non_null(href);
    assert_memory_equal(href, head, sizeof head - 1);
    const unsigned char *text = href + sizeof head - 1;
    int size = (int)strlen((const char *)text);
    assert_eq(size % 4, 0);
    assert_le(size / 4 * 3, (int)sizeof png);
    assert_int_equal(EVP_DecodeBlock(png, text, size), size / 4 * 3);
    int padding = (text[size - 1] == '=') + (text[size - 2] == '=');
    xmlFree(href);
    png_image info = {.version = PNG_IMAGE_VERSION};
    assert_int_equal(png_image_begin_read_from_memory(&info, png, (size_t)(size / 4 * 3 - padding)), 1);
    info.format = PNG_FORMAT_RGBA;
    const uint32_t left = (uint32_t)svg_number(image, "x"), top = (uint32_t)svg_number(image, "y");
    assert_eq(svg_number(image, "width"), info.width);
    assert_eq(svg_number(image, "height"), info.height);
    assert_le(left + info.width, SIDE);
    assert_le(top + info.height, SIDE);
    assert_int_equal(png_image_finish_read(&info, NULL, pixels, 0, NULL), 1);
    memset(rgba, ground, SIDE * SIDE * 4);
    for (uint32_t i = 0; i < info.width * info.height; i++) {
        uint8_t *at = rgba + 4 * ((top + i / info.width) * SIDE + left + i % info.width);
        for (int k = 0; k < 3; k++) {
            at[k] = (uint8_t)lround(at[k] + (pixels[4 * i + k] - at[k]) * pixels[4 * i + 3] / 255.0);
        }
    }
}

static void check(uint64_t side, int64_t pitch, lob_picture_mode mode, const lob_style *style, uint32_t far_count,
                  uint64_t fine) {
    static uint8_t rgba[SIDE * SIDE * 4];
    lob_layout *layout = sample(side, pitch);
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info[2];
    lob_cover *cover;
    lob_picture p;
    lob_buf svg;
    lob_buf_init(&svg, 0);
    const lob_grid grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, SIDE, SIDE);
    lob_scene scene = svg_scene(layout, &grid, mode, style, layers);
    layers[1].style.is_visible = mode == LOB_PICTURE_MASK;
    assert_int_equal(lob_cover_new(&ctx, layout, 1 << 24, &cover), LOB_OK);
    lob_cover_refine(cover, fine);
    assert_int_equal(lob_picture_new(&ctx, SIDE, SIDE, mode, &p), LOB_OK);
    assert_int_equal(lob_scene_draw(&ctx, cover, &scene, &p, &info[0]), LOB_OK);
    assert_int_equal(lob_svg_make(&ctx, cover, &scene, NULL, NULL, &svg, &info[1]), LOB_OK);
    assert_int_equal(info[0].figures, info[1].figures);
    assert_int_equal(info[1].far_count, far_count);
    xmlDoc *doc = svg_parse(&svg);
    xmlNode *root = xmlDocGetRootElement(doc);
    assert_int_equal(svg_count(root, "image"), far_count > 0);
    assert_int_equal(svg_count(root, "path"), far_count == 0);
    if (far_count > 0) {
        unsigned met = 0;
        lay_on(svg_nth(root, "image", 0), mode == LOB_PICTURE_LIGHT ? 255 : 0, rgba);
        for (int i = 0; i < SIDE * SIDE * 4; i++) {
            bool is_alpha = i % 4 == 3;
            met += !is_alpha && p.rgba[i] != (mode == LOB_PICTURE_LIGHT ? 255 : 0);
            if (!is_alpha && abs(rgba[i] - p.rgba[i]) > 1) { /* opacities of 8 bits instead of 16 */
                fail_msg("pixel %d %d: %d, not %d", i / 4 % SIDE, i / 4 / SIDE, rgba[i], p.rgba[i]);
            }
        }
        assert_gt(met, 1000);
    }
    xmlFreeDoc(doc);
    lob_buf_release(&svg);
    lob_picture_release(&p);
    lob_cover_release(cover);
    lob_layout_drop(layout);
}

static const lob_style filled = {.fill = 0x2080c0, .fill_alpha = 102, .is_visible = true};
/* Without frames, which so many figures do not have, the frame's opacity counts, and no pattern does. */
static const lob_style framed = {.fill = 0x2080c0,
                                 .fill_alpha = 102,
                                 .frame = 0xff0000,
                                 .frame_alpha = 200,
                                 .frame_width = 1,
                                 .pattern_width = 2,
                                 .pattern_height = 1,
                                 .pattern = {1},
                                 .is_visible = true};

static void test_images(void **state) {
    (void)state;
    enum { FINE = 1 << 24 };
    check(150, 4, LOB_PICTURE_LIGHT, &filled, 1, FINE);
    check(150, 4, LOB_PICTURE_DARK, &framed, 1, FINE);
    check(210, 3, LOB_PICTURE_LIGHT, &filled, 1, FINE);
    check(150, 4, LOB_PICTURE_MASK, &filled, 2, FINE);
    check(140, 4, LOB_PICTURE_LIGHT, &filled, 0, FINE);
    check(150, 4, LOB_PICTURE_LIGHT, &filled, 1, 16); /* no image is fine enough: exact, and thin lines stay in sight */
    check(199, 1, LOB_PICTURE_DARK, &filled, 1, 16);
}

/* Nothing of the layer is in view, or nothing is to be seen of it. */
static void test_empty(void **state) {
    (void)state;
    lob_layout *layout = sample(150, 4);
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_buf svg;
    lob_buf_init(&svg, 0);
    lob_style clear = filled;
    clear.fill_alpha = 0;
    const lob_grid grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, SIDE, SIDE);
    const lob_scene scene = svg_scene(layout, &grid, LOB_PICTURE_LIGHT, &clear, layers);
    assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &svg, &info), LOB_OK);
    xmlDoc *doc = svg_parse(&svg);
    assert_int_equal(svg_count(xmlDocGetRootElement(doc), "image"), 0);
    assert_int_equal(svg_count(xmlDocGetRootElement(doc), "path"), 0);
    xmlFreeDoc(doc);
    lob_buf_release(&svg);
    lob_layout_drop(layout);
}

/* Wherever the buffer ends. */
static void test_limits(void **state) {
    (void)state;
    lob_layout *layout = sample(150, 4);
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_buf whole;
    lob_buf_init(&whole, 0);
    const lob_grid grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, SIDE, SIDE);
    const lob_scene scene = svg_scene(layout, &grid, LOB_PICTURE_LIGHT, &filled, layers);
    assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &whole, &info), LOB_OK);
    const size_t step = getenv("LOB_TEST_QUICK") ? 997 : 211;
    for (size_t limit = 1; limit < whole.size; limit += step) {
        lob_buf small;
        lob_buf_init(&small, limit);
        assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &small, &info), LOB_E_RENDER_FAILED);
        lob_error_clear(&ctx.error);
        lob_buf_release(&small);
    }
    lob_buf_release(&whole);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_images, setup, teardown),
        cmocka_unit_test_setup_teardown(test_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_limits, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
