/* See picture.h. Opacities have 16 bits, colours 8; what lies beneath is read and written back rounded. */
#include "draw/picture.h"

#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"

lob_status lob_picture_new(lob_ctx *ctx, uint32_t width, uint32_t height, lob_picture_mode mode, lob_picture *p) {
    *p = (lob_picture){.width = width, .height = height};
    if (width < 1 || height < 1 || width > LOB_SIDE_MAX || height > LOB_SIDE_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The size of the picture is beyond the limit");
        lob_hint(ctx, "Ask for 1 to %d pixels along each side", LOB_SIDE_MAX);
        lob_error_text(&ctx->error, "limit_name", LOB_STR("image_side"));
        lob_error_integer(&ctx->error, "limit", LOB_SIDE_MAX);
        return status;
    }
    size_t count = (size_t)width * height;
    p->rgba = lob_malloc(count * 4);
    if (!p->rgba) {
        return lob_fail_memory(ctx);
    }
    if (mode == LOB_PICTURE_LIGHT) {
        memset(p->rgba, 0xff, count * 4);
        return LOB_OK;
    }
    const uint8_t black[4] = {0, 0, 0, 255};
    for (size_t i = 0; i < count; i++) {
        memcpy(p->rgba + 4 * i, black, 4);
    }
    return LOB_OK;
}

void lob_picture_release(lob_picture *p) {
    lob_free(p->rgba);
    *p = (lob_picture){0};
}

/* 0 <= opacity <= 65535. */
static void blend(uint8_t *at, const uint8_t rgb[3], uint32_t opacity) {
    for (int k = 0; k < 3; k++) {
        uint32_t mixed = (uint32_t)at[k] * (65535 - opacity) + (uint32_t)rgb[k] * opacity;
        at[k] = (uint8_t)((mixed + 32767) / 65535);
    }
}

typedef struct ink {
    uint8_t rgb[3];
    uint32_t alpha; /* of 65535 */
    uint32_t least; /* coverage of a pixel that is met */
} ink;

static ink ink_of(uint32_t color, uint8_t alpha, bool keeps_thin) {
    return (ink){{(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color},
                 alpha * UINT32_C(257),
                 keeps_thin ? LOB_VISIBLE_MIN * UINT32_C(257) : 0};
}

static void blend_row(uint8_t *rgba, const uint16_t *values, uint32_t count, const ink *in) {
    for (uint32_t x = 0; x < count; x++) {
        uint32_t cover = values[x];
        if (cover == 0) {
            continue;
        }
        cover = cover < in->least ? in->least : cover;
        if (cover == LOB_COVER_FULL && in->alpha == 65535) {
            memcpy(rgba + 4 * x, in->rgb, 3);
        } else {
            blend(rgba + 4 * x, in->rgb, (cover * in->alpha + 32767) / 65535);
        }
    }
}

/* Where the pattern is clear nothing is drawn. */
static void blend_patterned(uint8_t *rgba, const uint16_t *values, uint32_t first, uint32_t count, uint32_t bits,
                            uint32_t width, const ink *in) {
    uint32_t column = first % width;
    for (uint32_t x = 0; x < count; x++) {
        if (values[x] != 0 && (bits >> column & 1)) {
            blend_row(rgba + 4 * x, values + x, 1, in);
        }
        column = column + 1 == width ? 0 : column + 1;
    }
}

static uint32_t common(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

void lob_picture_fill(lob_picture *p, const lob_raster *raster, const lob_style *style, bool keeps_thin) {
    if (!style->is_visible || style->fill_alpha == 0) {
        return;
    }
    const ink in = ink_of(style->fill, style->fill_alpha, keeps_thin);
    for (uint32_t y = 0; y < p->height; y++) {
        uint32_t first;
        uint32_t end;
        lob_raster_extent(raster, y, &first, &end);
        end = common(end, p->width);
        if (first >= end) {
            continue;
        }
        uint8_t *rgba = p->rgba + 4 * ((size_t)y * p->width + first);
        const uint16_t *values = lob_raster_row(raster, y) + first;
        if (style->pattern_width == 0 || style->pattern_height == 0) {
            blend_row(rgba, values, end - first, &in);
        } else {
            blend_patterned(rgba, values, first, end - first, style->pattern[y % style->pattern_height],
                            style->pattern_width, &in);
        }
    }
}

void lob_picture_frame(lob_picture *p, const lob_raster *raster, const lob_style *style) {
    lob_style solid = {.fill = style->frame, .fill_alpha = style->frame_alpha, .is_visible = style->is_visible};
    if (style->frame_width > 0) {
        lob_picture_fill(p, raster, &solid, false);
    }
}

void lob_picture_mask(lob_picture *p, const lob_raster *raster) {
    for (uint32_t y = 0; y < p->height; y++) {
        uint32_t first;
        uint32_t end;
        lob_raster_extent(raster, y, &first, &end);
        const uint16_t *values = lob_raster_row(raster, y);
        for (uint32_t x = first; x < end; x++) {
            uint8_t value = (uint8_t)(255 * lob_cover_area(values[x]) + 0.5);
            memset(p->rgba + 4 * ((size_t)y * p->width + x), value, 3);
        }
    }
}

lob_status lob_picture_digest(lob_ctx *ctx, const lob_picture *p, char out[65]) {
    uint8_t digest[32];
    lob_sha256 *sha = lob_sha256_new();
    bool fine = sha && lob_sha256_add(sha, p->rgba, (size_t)p->width * p->height * 4) && lob_sha256_end(sha, digest);
    lob_sha256_drop(sha);
    if (!fine) {
        return lob_fail_memory(ctx);
    }
    lob_hex(out, digest, sizeof digest);
    return LOB_OK;
}
