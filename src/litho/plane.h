/* Planes: images of a piece of the wafer, and sets of pixels.
 *
 * All of lithography here lives on one grid of square pixels that is anchored at the origin of the layout's cell: pixel
 * (i, j) of a frame covers x from (column + i) * pixel_nm to (column + i + 1) * pixel_nm, y likewise with rows. Row 0
 * is the lowest, as the layout has it. So two frames of one pixel size are shifted by whole pixels against each other,
 * whatever the tiles are, and nothing is ever resampled.
 */
#ifndef LOB_LITHO_PLANE_H
#define LOB_LITHO_PLANE_H

#include "base/ctx.h"
#include "geom/region.h"

typedef struct lob_frame {
    int64_t column, row; /* of its lower left pixel */
    uint32_t width, height;
    double pixel_nm;
} lob_frame;

static inline double lob_frame_x_nm(const lob_frame *frame, double column) {
    return ((double)frame->column + column) * frame->pixel_nm;
}

static inline double lob_frame_y_nm(const lob_frame *frame, double row) {
    return ((double)frame->row + row) * frame->pixel_nm;
}

/* Values of single precision, row-major, without padding, aligned to 64 bytes. Owned: lob_plane_drop(). */
typedef struct lob_plane {
    lob_frame frame;
    float *values;
} lob_plane;

/* TOOL_LIMIT_EXCEEDED (memory). Zeroed. */
lob_status lob_plane_new(lob_ctx *ctx, lob_frame frame, lob_plane *plane);
void lob_plane_drop(lob_plane *plane); /* a plane of zeros is fine; leaves one */

/* A set of pixels, 64 a word: pixel i of a row is bit i % 64 of word i / 64. Bits beyond the width are 0. Owned. */
typedef struct lob_bits {
    lob_frame frame;
    uint32_t stride; /* words a row */
    uint64_t *words;
} lob_bits;

lob_status lob_bits_new(lob_ctx *ctx, lob_frame frame, lob_bits *bits); /* empty */
void lob_bits_drop(lob_bits *bits);

static inline bool lob_bits_at(const lob_bits *bits, uint32_t column, uint32_t row) {
    return bits->words[(size_t)row * bits->stride + column / 64] >> column % 64 & 1;
}

static inline void lob_bits_set(lob_bits *bits, uint32_t column, uint32_t row) {
    bits->words[(size_t)row * bits->stride + column / 64] |= UINT64_C(1) << column % 64;
}

uint64_t lob_bits_count(const lob_bits *bits);
/* Pixels in exactly one of two sets of the same size. */
uint64_t lob_bits_differ(const lob_bits *a, const lob_bits *b);
/* Pixels of value >= threshold. `bits` has the plane's size. */
void lob_bits_from_plane(const lob_plane *plane, float threshold, lob_bits *bits);
/* The part of `from` that lies in the window (given in pixels of `from`) goes to (column, row) of `to`. */
void lob_bits_copy(const lob_bits *from, uint32_t left, uint32_t bottom, uint32_t width, uint32_t height, lob_bits *to,
                   uint32_t column, uint32_t row);

#endif
