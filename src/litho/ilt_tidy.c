/* A mask made to obey width and spacing by openings and closings. See ilt.h. */
#include "litho/ilt_impl.h"

#include <math.h>

enum { ROUNDS_MOST = 16 };

typedef struct rules {
    double width_nm, spacing_nm;
    lob_bits narrow, tight;
} rules;

static lob_status look(lob_ctx *ctx, rules *r, const lob_bits *mask, bool *is_clean) {
    lob_mrc_counts counts;
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_mrc_open(ctx, mask, r->width_nm, r->spacing_nm, &r->narrow, &r->tight, &counts));
    *is_clean = counts.width_pixels == 0 && counts.spacing_pixels == 0;
    return LOB_OK;
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
