/* A mask made to obey width and spacing by openings and closings. See ilt.h. */
#include "litho/ilt_impl.h"

#include <math.h>

#include "base/alloc.h"
#include "litho/metrics_impl.h"

enum { ROUNDS_MOST = 16 };

typedef struct rules {
    double width_nm, spacing_nm;
    lob_bits narrow, tight;
} rules;

static lob_status look(lob_ctx *ctx, rules *r, const lob_bits *mask, bool *is_clean) {
    LOB_TRY(lob_poll(ctx));
    return lob_mrc_open_whole(ctx, mask, r->width_nm, r->spacing_nm, true, &r->narrow, &r->tight, is_clean);
}

/* Mask pixels that keep a gap tight lie within the spacing of it. */
static void clear_around(const lob_bits *tight, uint32_t reach, lob_bits *mask) {
    const uint32_t width = mask->frame.width, height = mask->frame.height;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            if (!lob_bits_at(tight, x, y)) {
                continue;
            }
            const uint32_t left = x > reach ? x - reach : 0, right = x + reach < width ? x + reach : width - 1;
            const uint32_t top = y + reach < height ? y + reach : height - 1;
            for (uint32_t j = y > reach ? y - reach : 0; j <= top; j++) {
                for (uint32_t i = left; i <= right; i++) {
                    mask->words[(size_t)j * mask->stride + i / 64] &= ~(UINT64_C(1) << i % 64);
                }
            }
        }
    }
}

static lob_status tidy(lob_ctx *ctx, rules *r, lob_bits *mask) {
    const size_t words = (size_t)mask->stride * mask->frame.height;
    const uint32_t reach = (uint32_t)ceil(r->spacing_nm / mask->frame.pixel_nm);
    bool is_clean;
    for (unsigned round = 0;; round++) {
        LOB_TRY(look(ctx, r, mask, &is_clean));
        if (is_clean) {
            return LOB_OK;
        }
        for (size_t i = 0; i < words; i++) {
            mask->words[i] &= ~r->narrow.words[i];
        }
        LOB_TRY(look(ctx, r, mask, &is_clean));
        if (round >= ROUNDS_MOST) {
            clear_around(&r->tight, reach, mask);
            continue;
        }
        for (size_t i = 0; i < words; i++) {
            mask->words[i] |= r->tight.words[i];
        }
    }
}

lob_status lob_ilt_tidy(lob_ctx *ctx, double width_nm, double spacing_nm, lob_bits *mask) {
    rules r = {.width_nm = width_nm, .spacing_nm = spacing_nm};
    if (width_nm <= 0 && spacing_nm <= 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_bits_new(ctx, mask->frame, &r.narrow));
    lob_status status = lob_bits_new(ctx, mask->frame, &r.tight);
    if (status == LOB_OK) {
        status = tidy(ctx, &r, mask);
    }
    lob_bits_drop(&r.narrow);
    lob_bits_drop(&r.tight);
    return status;
}

/* ---- areas ---- */

static bool is_at_border(const lob_pixel_run *run, const lob_frame *frame) {
    return run->row == 0 || run->row + 1 == frame->height || run->first == 0 || run->end == frame->width;
}

static lob_status drop_small(lob_ctx *ctx, const lob_parts *parts, double area_nm2, lob_bits *mask) {
    const double pixel_nm2 = mask->frame.pixel_nm * mask->frame.pixel_nm;
    uint64_t *pixels = lob_calloc(parts->part_count + (size_t)1, sizeof *pixels);
    if (pixels == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < parts->run_count; i++) {
        const lob_pixel_run *run = &parts->runs[i];
        /* Of what goes on beyond the frame the area is not known: as good as all there are. */
        pixels[run->part] += is_at_border(run, &mask->frame) ? UINT32_MAX : run->end - run->first;
    }
    for (uint32_t i = 0; i < parts->run_count; i++) {
        const lob_pixel_run *run = &parts->runs[i];
        for (uint32_t x = run->first; x < run->end && (double)pixels[run->part] * pixel_nm2 < area_nm2; x++) {
            mask->words[(size_t)run->row * mask->stride + x / 64] &= ~(UINT64_C(1) << x % 64);
        }
    }
    lob_free(pixels);
    return LOB_OK;
}

lob_status lob_ilt_tidy_areas(lob_ctx *ctx, double area_nm2, lob_bits *mask) {
    lob_parts parts;
    if (area_nm2 <= 0) {
        return LOB_OK;
    }
    lob_status status = lob_parts_of(ctx, mask, &parts);
    if (status == LOB_OK) {
        status = drop_small(ctx, &parts, area_nm2, mask);
    }
    lob_parts_drop(&parts);
    return status;
}
