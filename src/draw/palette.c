/* Sixteen colours for each ground, found by clique search over a grid of RGB: any two are more than 15 apart
 * (CIEDE2000) as people see them with all cones, and without L or M cones (Machado, Oliveira, Fernandes 2009, severity
 * 1); the contrast (WCAG) with the ground is at least 1.5 on white and 2 on black. tests/unit/draw/test_scene.c
 * computes it anew, docs/mechanisms/rendering.md has the table. Strong ones of different hues come first. */
#include "draw/scene.h"

static const uint32_t on_white[LOB_PALETTE_COUNT] = {
    0x0077ff, 0xee5511, 0x550088, 0xffbb11, 0x448877, 0x883344, 0x55ddee, 0x441100,
    0x1111ff, 0x33eeaa, 0xbb2211, 0x665577, 0x66bbaa, 0x11aa66, 0x2299aa, 0x550033,
};
static const uint32_t on_black[LOB_PALETTE_COUNT] = {
    0x4466ff, 0xee9922, 0xccffee, 0xcc5500, 0xffff22, 0x77aaff, 0x995555, 0x227788,
    0xddeeaa, 0x77aaaa, 0xcc8877, 0xccddff, 0x882211, 0x663344, 0x1100ee, 0x004477,
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
