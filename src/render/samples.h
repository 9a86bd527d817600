/* How much figures lie over each other, by samples: what sums (render/sums.h) count too often.
 *
 * Each texel has 32 x 32 samples, one bit each: covered by some figure so far, or not. A figure that comes upon samples
 * that are covered adds their number to the excess of the texel; so the sum of the figures' areas, which is exact, less
 * the excess is the area of their union. It is exact where figures stay apart or abut, for no two of them have a
 * sample; where they overlap, only the border of the overlap is sampled.
 *
 * Invariant: excess = what the windings of all figures come to over the samples, less the covered samples. So a ring
 * that winds twice or backwards is right as well.
 */
#ifndef LOB_RENDER_SAMPLES_H
#define LOB_RENDER_SAMPLES_H

#include "base/ctx.h"
#include "render/sums.h"

enum { LOB_SAMPLE_SIDE = 32, LOB_SAMPLE_WORDS_MOST = 16 << 20 };

typedef struct lob_sample_crossing { /* of a row of samples and an edge */
    uint32_t row, x;                 /* the first sample right of it */
    int32_t winding;
} lob_sample_crossing;

typedef struct lob_samples { /* zeroed at first */
    uint32_t width, height;  /* texels */
    uint32_t *bits;  /* a word for a row of a texel's samples, those of a texel from the top one after the other */
    int32_t *excess; /* samples, a texel */
    size_t capacity; /* texels */
    uint64_t words;  /* that figures have gone through */
    lob_sample_crossing *crossings, *sorted;
    uint32_t *rows; /* crossings of a row of samples; zeros between uses */
    uint32_t crossing_capacity, row_capacity;
} lob_samples;

/* Nothing is covered; memory is used again where it is enough. After a failure there is nothing. */
lob_status lob_samples_shape(lob_ctx *ctx, lob_samples *samples, uint32_t width, uint32_t height);
void lob_samples_release(lob_samples *samples);
/* False once figures have gone through so many words that it takes too long: then they are no longer looked at. */
static inline bool lob_samples_is_worth(const lob_samples *samples) {
    return samples->words <= LOB_SAMPLE_WORDS_MOST;
}
/* In texels; left <= right, top <= bottom. */
void lob_samples_box(lob_samples *samples, double left, double top, double right, double bottom);
/* A ring as lob_sums_ring() takes it. *is_done: false when its edges cross so many rows that it would take too long,
 * or it is not worth it. */
lob_status lob_samples_ring(lob_ctx *ctx, lob_samples *samples, const lob_pixel *points, uint32_t count, bool *is_done);
/* Area of a texel that was counted too often; below 0: that was not counted, or as less than nothing. */
static inline double lob_samples_excess(const lob_samples *samples, uint32_t x, uint32_t y) {
    return samples->excess[(size_t)y * samples->width + x] / (double)(LOB_SAMPLE_SIDE * LOB_SAMPLE_SIDE);
}

/* Takes off a row of sums what they have too much, and gives those texels 1 of which all samples are covered: there the
 * sum less the excess would be 1 but for the samples, and being cut at 1 be too small on the whole. */
void lob_samples_take_off(const lob_samples *samples, uint32_t y, lob_sums *sums);

#endif
