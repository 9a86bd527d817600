/* Sums of coverage: each ring adds its exact share of every pixel, whatever else is there. The fast half of the far
 * view: where rings do not overlap the sum is the coverage.
 *
 * Signed heights are added along edges, in units of 2^-32 pixels, and each row is summed up once at the end; heights of
 * a closed ring cancel exactly, so nothing leaks to the right of it. Boxes of uniform density and images are added
 * beside.
 */
#ifndef LOB_RENDER_SUMS_H
#define LOB_RENDER_SUMS_H

#include "base/ctx.h"
#include "render/grid.h"

typedef struct lob_sums {
    uint32_t width, height;
    int64_t *steps; /* width + 1 a row; of rings */
    float *plain;   /* width a row; of boxes of density and images */
} lob_sums;

lob_status lob_sums_new(lob_ctx *ctx, uint32_t width, uint32_t height, lob_sums *sums);
void lob_sums_release(lob_sums *sums);
/* Rings that wind 0 or 1 times; in pixels, any direction. */
void lob_sums_ring(lob_sums *sums, const lob_pixel *points, uint32_t count);
/* The same for a box, and for an area within one pixel, all at a point of it. */
void lob_sums_rectangle(lob_sums *sums, double left, double top, double right, double bottom);
void lob_sums_point(lob_sums *sums, double x, double y, double area);
/* `density` times a box, 0 <= density. */
void lob_sums_box(lob_sums *sums, double left, double top, double right, double bottom, double density);
/* The row's values: sums cut at 1, as values of a raster's plane. `row` has room for `width`. */
void lob_sums_row(const lob_sums *sums, uint32_t y, uint16_t *row);

#endif
