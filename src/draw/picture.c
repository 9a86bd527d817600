/* See picture.h. Opacities have 16 bits, colours 8; what lies beneath is read and written back rounded. */
#include "draw/picture.h"

#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"

enum { DASH_PARTS = 20 /* of 32 */, GAP_PARTS = 5 };

lob_status lob_picture_new(lob_ctx *ctx, uint32_t width, uint32_t height, lob_picture_mode mode, lob_picture *p) {
    *p = (lob_picture){.width = width, .height = height};
    if (width < 1 || height < 1 || width > LOB_SIDE_MAX || height > LOB_SIDE_MAX) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The picture is larger than allowed");
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

/* Bytes 0 and 2 of a pixel, or 1 and 3, as numbers of 32 bits side by side. */
static inline uint64_t pair_of(uint32_t pixel) {
    return (pixel & 0xff) | (uint64_t)(pixel & 0xff0000) << 16;
}

typedef struct ink {
    uint64_t even, odd;   /* its colour, opaque */
    uint32_t alpha;       /* of 65535 */
    uint32_t least;       /* coverage of a pixel that is met */
    uint32_t under, over; /* of the last whole pixel; no pixel is 0, for all are opaque */
} ink;

static ink ink_of(uint32_t color, uint8_t alpha, bool keeps_thin) {
    const uint8_t rgba[4] = {(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color, 255};
    uint32_t pixel;
    memcpy(&pixel, rgba, 4);
    return (ink){.even = pair_of(pixel),
                 .odd = pair_of(pixel >> 8),
                 .alpha = alpha * UINT32_C(257),
                 .least = keeps_thin ? LOB_VISIBLE_MIN * UINT32_C(257) : 0};
}

/* Of n / 65535, for both halves: (n + n / 65536 + 1) / 65536 is that, for quotients below 65536. */
static inline uint64_t mix(uint64_t under, uint64_t over, uint32_t opacity) {
    uint64_t n = under * (65535 - opacity) + over * opacity + UINT64_C(0x00007fff00007fff);
    return (n + (n >> 16 & UINT64_C(0x0000ffff0000ffff)) + UINT64_C(0x0000000100000001)) >> 16 &
           UINT64_C(0x000000ff000000ff);
}

/* A pixel that is met, `cover` > 0; pixels as stored, in memory order. */
static inline uint32_t blend(const ink *in, uint32_t cover, uint32_t under) {
    uint32_t n = (cover < in->least ? in->least : cover) * in->alpha + 32767;
    uint32_t opacity = (n + (n >> 16) + 1) >> 16;
    uint64_t even = mix(pair_of(under), in->even, opacity);
    uint64_t odd = mix(pair_of(under >> 8), in->odd, opacity);
    return (uint32_t)(even | even >> 16) | (uint32_t)(odd | odd >> 16) << 8;
}

static inline void blend_at(uint8_t *rgba, uint32_t cover, const ink *in) {
    uint32_t pixel;
    memcpy(&pixel, rgba, 4);
    pixel = blend(in, cover, pixel);
    memcpy(rgba, &pixel, 4);
}

/* Whole pixels: most of them lie over what the one before lies over. */
static void blend_whole(uint8_t *rgba, uint32_t count, ink *in) {
    uint32_t under = in->under;
    uint32_t over = in->over;
    for (uint32_t x = 0; x < count; x++) {
        uint32_t pixel;
        memcpy(&pixel, rgba + 4 * (size_t)x, 4);
        if (pixel != under) {
            under = pixel;
            over = blend(in, LOB_COVER_FULL, pixel);
        }
        memcpy(rgba + 4 * (size_t)x, &over, 4);
    }
    in->under = under;
    in->over = over;
}

/* Eight pixels at a time where they are all empty or all whole. */
static void blend_row(uint8_t *rgba, const uint16_t *values, uint32_t count, ink *in) {
    uint32_t x = 0;
    for (; x + 8 <= count; x += 8) {
        uint64_t eight[2];
        memcpy(eight, values + x, 16);
        if ((eight[0] | eight[1]) == 0) {
            continue;
        }
        if ((eight[0] & eight[1]) == UINT64_MAX) {
            blend_whole(rgba + 4 * (size_t)x, 8, in);
            continue;
        }
        for (uint32_t k = x; k < x + 8; k++) {
            if (values[k] != 0) {
                blend_at(rgba + 4 * (size_t)k, values[k], in);
            }
        }
    }
    for (; x < count; x++) {
        if (values[x] != 0) {
            blend_at(rgba + 4 * (size_t)x, values[x], in);
        }
    }
}

/* Where the pattern is clear nothing is drawn. */
static void blend_patterned(uint8_t *rgba, const uint16_t *values, uint32_t first, uint32_t count, uint32_t bits,
                            uint32_t width, ink *in) {
    uint32_t column = first % width;
    for (uint32_t x = 0; x < count; x++) {
        if (values[x] != 0 && (bits >> column & 1)) {
            blend_at(rgba + 4 * (size_t)x, values[x], in);
        }
        column = column + 1 == width ? 0 : column + 1;
    }
}

void lob_picture_fill(lob_picture *p, const lob_raster *raster, const lob_style *style, bool keeps_thin) {
    if (!style->is_visible || style->fill_alpha == 0) {
        return;
    }
    ink in = ink_of(style->fill, style->fill_alpha, keeps_thin);
    for (uint32_t y = 0; y < p->height; y++) {
        uint32_t first;
        uint32_t end = 0;
        while (lob_raster_run(raster, y, &first, &end)) {
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
}

/* Bands across the picture, of which a level line sees 10.7 pixels a period, an upright one 6.4, diagonals 4 and 16. */
static void put_dashes(lob_style *pen) {
    pen->pattern_width = pen->pattern_height = LOB_FILL_SIZE_MAX;
    for (uint32_t y = 0; y < LOB_FILL_SIZE_MAX; y++) {
        pen->pattern[y] = 0;
        for (uint32_t x = 0; x < LOB_FILL_SIZE_MAX; x++) {
            pen->pattern[y] |= (uint32_t)((3 * x + 5 * y) % LOB_FILL_SIZE_MAX < DASH_PARTS) << x;
        }
    }
}

void lob_picture_frame(lob_picture *p, const lob_raster *raster, const lob_style *style) {
    lob_style pen = {.fill = style->frame, .fill_alpha = style->frame_alpha, .is_visible = style->is_visible};
    if (style->frame_width <= 0) {
        return;
    }
    if (style->is_dashed) {
        put_dashes(&pen);
        lob_picture_fill(p, raster, &pen, false);
        for (uint32_t y = 0; y < LOB_FILL_SIZE_MAX; y++) {
            pen.pattern[y] = ~pen.pattern[y];
        }
        pen.fill_alpha /= GAP_PARTS;
    }
    lob_picture_fill(p, raster, &pen, false);
}

void lob_picture_blend(lob_picture *p, const lob_raster *raster, uint32_t left, uint32_t top, uint32_t height,
                       uint32_t color, uint8_t alpha) {
    ink in = ink_of(color, alpha, false);
    uint32_t width = left < p->width ? p->width - left : 0;
    for (uint32_t y = 0; y < height && top + y < p->height; y++) {
        uint32_t first;
        uint32_t end = 0;
        while (lob_raster_run(raster, y, &first, &end) && first < width) {
            uint32_t count = (end < width ? end : width) - first;
            blend_row(p->rgba + 4 * ((size_t)(top + y) * p->width + left + first), lob_raster_row(raster, y) + first,
                      count, &in);
        }
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
    enum { PART = 1 << 23 };
    uint8_t digest[32];
    const size_t size = (size_t)p->width * p->height * 4;
    lob_sha256 *sha = lob_sha256_new();
    bool fine = sha != NULL;
    lob_status status = LOB_OK;
    for (size_t at = 0; at < size && fine && status == LOB_OK; at += PART) {
        fine = lob_sha256_add(sha, p->rgba + at, size - at < PART ? size - at : PART);
        status = lob_poll(ctx);
    }
    fine = fine && status == LOB_OK && lob_sha256_end(sha, digest);
    lob_sha256_drop(sha);
    if (status != LOB_OK) {
        return status;
    }
    if (!fine) {
        return lob_fail_memory(ctx);
    }
    lob_hex(out, digest, sizeof digest);
    return LOB_OK;
}
