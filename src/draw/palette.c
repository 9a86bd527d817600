/* Twenty colours for each ground, found by exchange search over grids of RGB: the least CIEDE2000 difference of any
 * two, as seen by anybody (all cones, or without L, M or S cones: Machado, Oliveira, Fernandes 2009, severity 1), is as
 * large as was found; on black each has a contrast (WCAG) of at least 3, on white of 1.8 and of 15 at most, so that a
 * frame is seen there. tests/unit/draw/test_scene.c computes it anew. In order: each the farthest from those before it,
 * alone and at two fifths over the grounds, so layouts of few layers have the most different ones. */
#include "draw/scene.h"

/* The same but for those that the other ground would swallow. */
static const uint32_t on_white[LOB_PALETTE_COUNT] = {
    0xe61a66, 0xccb31a, 0xb399ff, 0xb31aff, 0x4d801a, 0xccb3cc, 0x6680b3, 0x666633, 0x9933b3, 0x998080,
    0x80b366, 0x99991a, 0xb33380, 0x991a4d, 0xff00b3, 0x33004d, 0x003300, 0x3300b3, 0x66ccaa, 0x443333,
};
static const uint32_t on_black[LOB_PALETTE_COUNT] = {
    0xe61a66, 0xccb31a, 0xb399ff, 0xb31aff, 0x4d801a, 0xccb3cc, 0x6680b3, 0x666633, 0x9933b3, 0x998080,
    0x80b366, 0x99991a, 0xb33380, 0xccddcc, 0xff00b3, 0x556655, 0x44eeff, 0xaaaa99, 0xccffb3, 0xffe64d,
};

/* Hatches for the layers beyond: rising, falling, level, upright lines, every fourth pixel. */
static const uint32_t hatches[4][4] = {
    {0x8, 0x4, 0x2, 0x1}, {0x1, 0x2, 0x4, 0x8}, {0xf, 0x0, 0x0, 0x0}, {0x1, 0x1, 0x1, 0x1}};

uint32_t lob_palette_color(uint32_t order, lob_picture_mode mode) {
    return (mode == LOB_PICTURE_LIGHT ? on_white : on_black)[order % LOB_PALETTE_COUNT];
}

lob_style lob_palette_style(uint32_t order, lob_picture_mode mode) {
    uint32_t color = lob_palette_color(order, mode);
    lob_style style = {
        .fill = color, .frame = color, .fill_alpha = 102, .frame_alpha = 255, .frame_width = 1, .is_visible = true};
    uint32_t turn = order / LOB_PALETTE_COUNT;
    if (turn > 0) {
        style.pattern_width = style.pattern_height = 4;
        for (unsigned y = 0; y < 4; y++) {
            style.pattern[y] = hatches[(turn - 1) % 4][y];
        }
        style.fill_alpha = 160;
    }
    return style;
}

/* ---- contrast, as WCAG 2 defines it; linear light by a cubic that is off by less than 0.003 and the same on every
 * machine ---- */

static double luminance(uint32_t color) {
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double v = (color >> (16 - 8 * k) & 255) / 255.0;
        sum += weights[k] * v * (v * (v * 0.305306011 + 0.682171111) + 0.012522878);
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b) {
    double la = luminance(a);
    double lb = luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

uint32_t lob_color_on(uint32_t ground) {
    return contrast(0x000000, ground) >= contrast(0xffffff, ground) ? 0x000000 : 0xffffff;
}

uint32_t lob_color_readable(uint32_t color, uint32_t ground) {
    uint32_t goal = lob_color_on(ground);
    uint32_t moved = color;
    for (uint32_t step = 1; step <= 16 && contrast(moved, ground) < 4.6; step++) {
        moved = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            uint32_t from = color >> shift & 255;
            uint32_t to = goal >> shift & 255;
            moved |= (from * (16 - step) + to * step) / 16 << shift;
        }
    }
    return moved;
}
