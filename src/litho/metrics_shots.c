/* Shots of mask writers, as three sources count them; see metrics.h. */
#include <math.h>

#include "base/alloc.h"
#include "litho/metrics_impl.h"

static const double shot_nm = 5; /* the least shot, and the step of a multi-beam writer */

/* ---- variable shaped beam ---- */

/* Corners between four pixels of which three are of the set: pixel i, the next, and those above. */
static uint64_t concave_word(const lob_bits *bits, uint32_t row, uint32_t w) {
    const uint64_t *low = lob_bits_row(bits, row), *high = lob_bits_row(bits, row + 1);
    uint64_t low_next = w + 1 < bits->stride ? low[w + 1] : 0, high_next = w + 1 < bits->stride ? high[w + 1] : 0;
    uint64_t a = low[w], b = low[w] >> 1 | low_next << 63, c = high[w], d = high[w] >> 1 | high_next << 63;
    return (a & b & (c ^ d)) | (c & d & (a ^ b));
}

/* Three of four meet in one part, so any of them names it; one of the lower two is there. */
static void count_corners(const lob_bits *bits, const lob_parts *parts, uint32_t *corners) {
    for (uint32_t row = 0; row + 1 < bits->frame.height; row++) {
        for (uint32_t w = 0; w < bits->stride; w++) {
            for (uint64_t word = concave_word(bits, row, w); word; word &= word - 1) {
                uint32_t column = 64 * w + (uint32_t)__builtin_ctzll(word);
                corners[lob_parts_at(parts, lob_bits_at(bits, column, row) ? column : column + 1, row)]++;
            }
        }
    }
}

static lob_status count_vsb(lob_ctx *ctx, const lob_bits *mask, const lob_parts *parts, uint64_t *count) {
    const double side = shot_nm * 1024 / mask->frame.pixel_nm, field = fmax(1, side * side);
    uint32_t *corners = lob_calloc(parts->part_count + (size_t)1, sizeof *corners);
    if (!corners) {
        return lob_fail_memory(ctx);
    }
    count_corners(mask, parts, corners);
    *count = 0;
    for (uint32_t i = 0; i < parts->part_count; i++) {
        *count += corners[i] ? (corners[i] + UINT64_C(1)) / 2 + 1 : 1;
    }
    double fields = floor((double)lob_bits_count(mask) / field + 0.5);
    *count += fields > parts->part_count ? (uint64_t)fields - parts->part_count : 0;
    lob_free(corners);
    return LOB_OK;
}

uint64_t lob_shots_vsb(lob_ctx *ctx, const lob_bits *mask, lob_status *status) {
    lob_parts parts;
    uint64_t count = 0;
    *status = lob_parts_of(ctx, mask, &parts);
    if (*status == LOB_OK) {
        *status = count_vsb(ctx, mask, &parts, &count);
    }
    lob_parts_drop(&parts);
    return count;
}

/* ---- multi-beam ---- */

double lob_shots_mbmw(const lob_bits *mask) {
    double steps = mask->frame.pixel_nm / shot_nm;
    return (double)lob_bits_count(mask) * steps * steps;
}

/* ---- rectangles ---- */

static void average_row(const lob_bits *mask, uint32_t block, uint32_t row, uint32_t *sums, lob_bits *small) {
    uint32_t top = mask->frame.height - row * block < block ? mask->frame.height : (row + 1) * block;
    for (uint32_t i = 0; i < small->frame.width; i++) {
        sums[i] = 0;
    }
    for (uint32_t y = row * block; y < top; y++) {
        for (uint32_t first, end = 0; lob_run_next(lob_bits_row(mask, y), mask->frame.width, &first, &end);) {
            for (uint32_t x = first; x < end;) {
                uint32_t next = end - x < block - x % block ? end : (x / block + 1) * block;
                sums[x / block] += next - x;
                x = next;
            }
        }
    }
    for (uint32_t i = 0; i < small->frame.width; i++) {
        uint32_t right = mask->frame.width - i * block < block ? mask->frame.width : (i + 1) * block;
        uint64_t pixels = (uint64_t)(right - i * block) * (top - row * block);
        if (2 * (uint64_t)sums[i] >= pixels) {
            lob_bits_set(small, i, row);
        }
    }
}

static bool row_has(const lob_bits *bits, uint32_t row, uint32_t first, uint32_t end) {
    uint32_t run_first, run_end = first;
    return lob_run_next(lob_bits_row(bits, row), end, &run_first, &run_end) && run_first == first && run_end == end;
}

static void row_clear(lob_bits *bits, uint32_t row, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        bits->words[(size_t)row * bits->stride + i / 64] &= ~(UINT64_C(1) << i % 64);
    }
}

/* Takes rectangles away, from below and from the left: as wide as the run goes, then as high as all of it does. */
static uint64_t take_rectangles(lob_bits *bits) {
    uint64_t count = 0;
    for (uint32_t row = 0; row < bits->frame.height; row++) {
        for (uint32_t first, end = 0; lob_run_next(lob_bits_row(bits, row), bits->frame.width, &first, &end);) {
            uint32_t top = row + 1;
            while (top < bits->frame.height && row_has(bits, top, first, end)) {
                row_clear(bits, top++, first, end);
            }
            count++;
        }
    }
    return count;
}

lob_status lob_shots_rectangles(lob_ctx *ctx, const lob_bits *mask, uint32_t side, uint64_t *count) {
    const lob_frame *frame = &mask->frame;
    uint32_t most = frame->width > frame->height ? frame->width : frame->height;
    uint32_t block = most > side ? (uint32_t)(((uint64_t)most + side - 1) / side) : 1;
    lob_frame small_frame = {0, 0, (uint32_t)(((uint64_t)frame->width + block - 1) / block),
                             (uint32_t)(((uint64_t)frame->height + block - 1) / block), frame->pixel_nm * block};
    lob_bits small;
    LOB_TRY(lob_bits_new(ctx, small_frame, &small));
    uint32_t *sums = lob_malloc((small_frame.width + (size_t)1) * sizeof *sums);
    if (sums) {
        for (uint32_t row = 0; row < small_frame.height; row++) {
            average_row(mask, block, row, sums, &small);
        }
        *count = take_rectangles(&small);
    }
    lob_free(sums);
    lob_bits_drop(&small);
    return sums ? lob_poll(ctx) : lob_fail_memory(ctx);
}
