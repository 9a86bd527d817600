/* Sums of coverage: each ring adds its exact share of every pixel, whatever else is there. The fast half of the far
 * view: where rings do not overlap the sum is the coverage.
 *
 * Signed heights are added along edges, in units of 2^-32 pixels, and each row is summed up once at the end; heights of
 * a closed ring cancel exactly, so nothing leaks to the right of it. What is small, boxes of uniform density and images
 * are added beside. Blocks of columns that nothing touched cost nothing, neither to read nor to clear.
 */
#ifndef LOB_RENDER_SUMS_H
#define LOB_RENDER_SUMS_H

#include "base/ctx.h"
#include "render/grid.h"

typedef struct lob_sums { /* zeroed at first */
    uint32_t width, height;
    unsigned block_bits;                  /* bit i of a row's blocks: columns [i, i + 1) << block_bits */
    int64_t *steps;                       /* width + 2 a row; of rings */
    float *plain;                         /* width a row; of all else */
    uint64_t *step_blocks, *plain_blocks; /* one a row: what was touched */
    size_t capacity, row_capacity;        /* items of steps; rows */
} lob_sums;

/* Zeros of a size; memory is used again where it is enough. width, height: 1 to LOB_SIDE_MAX. After a failure there is
 * nothing. */
lob_status lob_sums_shape(lob_ctx *ctx, lob_sums *sums, uint32_t width, uint32_t height);
void lob_sums_release(lob_sums *sums);
/* Rings that wind 0 or 1 times; in pixels, any direction. */
void lob_sums_ring(lob_sums *sums, const lob_pixel *points, uint32_t count);
/* The same for a box, and for an area within one pixel, all at a point of it. */
void lob_sums_rectangle(lob_sums *sums, double left, double top, double right, double bottom);
void lob_sums_point(lob_sums *sums, double x, double y, double area);
/* `density` times a box, 0 <= density. */
void lob_sums_box(lob_sums *sums, double left, double top, double right, double bottom, double density);
/* Columns [first, end) of a row's plain part, to be added to. first < end <= width. */
float *lob_sums_plain(lob_sums *sums, uint32_t y, uint32_t first, uint32_t end);
/* The row's values: sums cut at 1, as values of a raster's plane, and the blocks that hold any. `row` is `width` zeros
 * before; others than those of these blocks are left alone. */
uint64_t lob_sums_row(const lob_sums *sums, uint32_t y, uint16_t *row);

/* Columns of a plane of blocks: the smallest that make at most 64 of a row. */
static inline unsigned lob_block_bits(uint32_t width) {
    unsigned bits = 4;
    while ((width - 1) >> bits >= 64) {
        bits++;
    }
    return bits;
}

/* Blocks of columns [first, end), first < end. */
static inline uint64_t lob_block_count(unsigned bits, uint32_t first, uint32_t end) {
    return (UINT64_MAX << (first >> bits)) & (UINT64_MAX >> (63 - ((end - 1) >> bits)));
}

/* The next columns [*first, *end) of `blocks` from column *end on, of a plane of `width`; begin with *end = 0. */
static inline bool lob_block_run(uint64_t blocks, unsigned bits, uint32_t width, uint32_t *first, uint32_t *end) {
    uint32_t block = (*end + (UINT32_C(1) << bits) - 1) >> bits;
    uint64_t left = block < 64 ? blocks >> block : 0;
    if (left == 0) {
        return false;
    }
    unsigned skip = (unsigned)__builtin_ctzll(left);
    left = ~(left >> skip);
    unsigned count = left ? (unsigned)__builtin_ctzll(left) : 64;
    *first = (block + skip) << bits;
    *end = (block + skip + count) << bits;
    *end = *end < width ? *end : width;
    return true;
}

#endif
