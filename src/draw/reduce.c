/* See reduce.h. Integers, so the same pixels on every machine. */
#include "draw/reduce.h"

static uint32_t lesser(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

lob_status lob_picture_halve(lob_ctx *ctx, const lob_picture *picture, lob_picture *half) {
    const uint32_t width = picture->width / 2 + picture->width % 2, height = picture->height / 2 + picture->height % 2;
    LOB_TRY(lob_picture_new(ctx, width, height, LOB_PICTURE_LIGHT, half));
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *upper = picture->rgba + (size_t)2 * y * picture->width * 4;
        const uint8_t *lower = picture->rgba + (size_t)lesser(2 * y + 1, picture->height - 1) * picture->width * 4;
        uint8_t *out = half->rgba + (size_t)y * width * 4;
        for (uint32_t x = 0; x < width; x++) {
            const size_t left = (size_t)8 * x, right = (size_t)4 * lesser(2 * x + 1, picture->width - 1);
            for (unsigned k = 0; k < 4; k++) {
                out[4 * x + k] =
                    (uint8_t)((upper[left + k] + upper[right + k] + lower[left + k] + lower[right + k] + 2u) / 4);
            }
        }
    }
    return LOB_OK;
}
