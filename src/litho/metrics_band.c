/* Width of the process variation band, by the chessboard distance to what is not of the band.
 *
 * Two passes over the band's pixels, with the four neighbours that a pass has been at: exact for this metric. Beyond
 * the frame nothing is known, so distances are to pixels of the frame; a band that fills it is measured to its border,
 * as the source has it.
 */
#include "base/alloc.h"
#include "litho/metrics_impl.h"

enum { FAR = INT32_MAX };

/* One plane with a border of FAR, so that neighbours need no looking after; what is not of the band is 0. */
typedef struct depths {
    uint32_t width, height;
    size_t stride;
    uint32_t *values; /* of pixel (0, 0) */
} depths;

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* `way`: from a pixel to the next of the row that the pass has been at; the row before lies as far off. */
static void settle(uint32_t *value, ptrdiff_t stride, ptrdiff_t way) {
    ptrdiff_t before = stride * way;
    uint32_t nearest = least(least(value[way], value[before]), least(value[before - 1], value[before + 1]));
    *value = least(*value, nearest + 1);
}

static void pass_row(const lob_bits *band, depths *d, uint32_t row, bool is_back) {
    uint32_t *values = d->values + row * d->stride;
    for (uint32_t first, end = 0; lob_run_next(lob_bits_row(band, row), d->width, &first, &end);) {
        if (is_back) {
            for (uint32_t i = end; i > first; i--) {
                settle(values + i - 1, (ptrdiff_t)d->stride, 1);
            }
        } else {
            for (uint32_t i = first; i < end; i++) {
                values[i] = FAR;
                settle(values + i, (ptrdiff_t)d->stride, -1);
            }
        }
    }
}

static void close_border(depths *d, uint32_t with) {
    for (size_t i = 0; i < d->stride; i++) {
        d->values[(ptrdiff_t)i - 1 - (ptrdiff_t)d->stride] = with;
        d->values[d->height * d->stride + i - 1] = with;
    }
    for (uint32_t row = 0; row < d->height; row++) {
        d->values[(ptrdiff_t)(row * d->stride) - 1] = with;
        d->values[row * d->stride + d->width] = with;
    }
}

static lob_status measure(lob_ctx *ctx, const lob_bits *band, depths *d, lob_band *result) {
    uint64_t sum = 0, most = 0;
    bool is_all = result->pixels == (uint64_t)d->width * d->height;
    close_border(d, is_all ? 0 : FAR);
    for (uint32_t row = 0; row < d->height; row++) {
        LOB_TRY(row % LOB_METRICS_POLL_ROWS == 0 ? lob_poll(ctx) : LOB_OK);
        pass_row(band, d, row, false);
    }
    for (uint32_t row = d->height; row > 0;) {
        row--;
        LOB_TRY(row % LOB_METRICS_POLL_ROWS == 0 ? lob_poll(ctx) : LOB_OK);
        pass_row(band, d, row, true);
        const uint32_t *values = d->values + row * d->stride;
        for (uint32_t first, end = 0; lob_run_next(lob_bits_row(band, row), d->width, &first, &end);) {
            for (uint32_t i = first; i < end; i++) {
                sum += values[i];
                most = values[i] > most ? values[i] : most;
            }
        }
    }
    result->mean_nm = 2 * (double)sum / (double)result->pixels * band->frame.pixel_nm;
    result->max_nm = 2 * (double)most * band->frame.pixel_nm;
    return LOB_OK;
}

static lob_status measure_band(lob_ctx *ctx, const lob_bits *band, lob_band *result) {
    depths d = {.width = band->frame.width, .height = band->frame.height, .stride = band->frame.width + (size_t)2};
    uint32_t *block = lob_calloc(d.stride * (d.height + (size_t)2), sizeof *block);
    if (!block) {
        return lob_fail_memory(ctx);
    }
    d.values = block + d.stride + 1;
    lob_status status = measure(ctx, band, &d, result);
    lob_free(block);
    return status;
}

lob_status lob_band_of(lob_ctx *ctx, const lob_bits *outer, const lob_bits *inner, lob_band *band) {
    lob_bits set;
    *band = (lob_band){0};
    LOB_TRY(lob_bits_new(ctx, outer->frame, &set));
    for (size_t i = 0; i < (size_t)set.stride * set.frame.height; i++) {
        set.words[i] = outer->words[i] & ~inner->words[i];
    }
    band->pixels = lob_bits_count(&set);
    lob_status status = band->pixels > 0 ? measure_band(ctx, &set, band) : LOB_OK;
    lob_bits_drop(&set);
    return status;
}
