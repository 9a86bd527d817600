/* The rasteriser: how much of each pixel a set of rings covers, as the area of their union.
 *
 * Method. First pass: each ring is traced by itself; signed areas along its edges give its exact share of every pixel.
 * A pixel that one ring alone meets is done; one that some ring covers whole is done too. A pixel that is covered in
 * part by two rings, or by a ring that may meet itself there, is marked. Second pass, only when something was marked:
 * the same rings come again, what they have in the marked pixels is collected, and each of those pixels is cut into
 * slabs between all ends and crossings, in which windings decide. So cheap accumulation does nearly all pixels and the
 * exact union the rest; nothing is sampled. Inside is as in geom/region.h: where some ring winds, however often and in
 * whatever direction, so a cut line to a hole is nothing and holes stay open.
 *
 * Bound: areas are sums of doubles over [0, 1]^2 pixels, off by less than 1e-9 for coordinates whose pixels are not
 * beyond 2^20 of the picture's corner; values are stored in 1/65534, so a value is within 1/131068 + 1e-9 of the area.
 * Pixels in which very many edges cross, beyond a bound of work, are sampled (render/grain.h): lob_raster_sampled().
 *
 * Not thread-safe; pictures do not depend on anything but the rings and the grid. Heap: the plane and lists, released
 * by lob_raster_release().
 */
#ifndef LOB_RENDER_RASTER_H
#define LOB_RENDER_RASTER_H

#include "base/ctx.h"
#include "base/limits.h"
#include "render/grid.h"

/* A value of the plane: 0 nothing of the pixel is met; 1 + round(65534 * area) else, so LOB_COVER_FULL is whole. */
#define LOB_COVER_FULL 65535u
static inline double lob_cover_area(uint16_t value) {
    return value ? (value - 1) / 65534.0 : 0;
}

enum { LOB_SIDE_MAX = 16384 }; /* pixels along a side */
/* Pieces in marked pixels between two clearings, counted in the first pass; beyond: QUERY_TOO_LARGE. */
#define LOB_RASTER_PIECES_MAX LOB_LIMIT_RENDER_PIECES

typedef struct lob_raster lob_raster;

/* What is known of a ring; kept by who owns rings that come again. 0: nothing yet. */
enum { LOB_RING_UNKNOWN, LOB_RING_SIMPLE, LOB_RING_COMPLEX };

lob_status lob_raster_new(lob_ctx *ctx, uint32_t width, uint32_t height, lob_raster **raster);
void lob_raster_release(lob_raster *raster); /* NULL is fine */
void lob_raster_clear(lob_raster *raster);   /* for the next set of rings; what nothing met costs nothing */
/* Another size and another context, cleared; memory is used again where it is enough. After a failure the raster may
 * only be reshaped again or released. */
lob_status lob_raster_reshape(lob_ctx *ctx, lob_raster *raster, uint32_t width, uint32_t height);
uint64_t lob_raster_size(const lob_raster *raster); /* bytes of the plane and what belongs to its pixels */
/* Pieces counted since the last clearing. */
uint64_t lob_raster_pieces(const lob_raster *raster);
/* Until the next clearing: at most so many pieces, and rings that go through at most so many rows, each counted for
 * itself; with more the raster fails as with too many pieces. */
void lob_raster_bound(lob_raster *raster, uint64_t pieces, uint64_t rows);

/* A ring in pixels of the plane, closed by itself; points outside are fine. `known` may be NULL. */
lob_status lob_raster_ring(lob_raster *raster, const lob_pixel *points, uint32_t count, uint8_t *known);
/* A box: what lob_raster_ring() does with its corners. left <= right, top <= bottom. */
lob_status lob_raster_box(lob_raster *raster, double left, double top, double right, double bottom);
/* Whether the rings must come again, in any number and order, for a band of rows: at least those that meet the columns
 * and rows [first, end) given. Then lob_raster_end(), then the next band is asked for. */
bool lob_raster_second(lob_raster *raster, uint32_t columns[2], uint32_t rows[2]);
lob_status lob_raster_end(lob_raster *raster);

/* The outline of a ring or a box as a line, half of it on each side, with mitred corners; line_width > 0. Alone it is
 * exact for boxes; where a ring turns sharper than the line is wide, its own overlap may count twice. Where lines of
 * several figures meet in a pixel, the larger share stays: one pass is all, nothing is marked. */
lob_status lob_raster_line(lob_raster *raster, const lob_pixel *points, uint32_t count, double line_width);
lob_status lob_raster_line_box(lob_raster *raster, double left, double top, double right, double bottom,
                               double line_width);

/* Values from elsewhere instead of rings. */
void lob_raster_put(lob_raster *raster, uint32_t row, uint32_t first, uint32_t count, const uint16_t *values);
/* A row to be written to; then what of it holds something must be told: columns [first, end), first < end. */
uint16_t *lob_raster_values(lob_raster *raster, uint32_t row);
void lob_raster_met(lob_raster *raster, uint32_t row, uint32_t first, uint32_t end);
/* A whole row of another plane, taken to lie independently of what is there: a + b - a b. */
void lob_raster_join(lob_raster *raster, uint32_t row, const uint16_t *values);

const uint16_t *lob_raster_row(const lob_raster *raster, uint32_t row);
/* Columns [first, end) of a row that were met; first == end: none. */
void lob_raster_extent(const lob_raster *raster, uint32_t row, uint32_t *first, uint32_t *end);
/* The next columns [*first, *end) from column *end on that may hold something; false: no more. Begin with *end = 0. */
bool lob_raster_run(const lob_raster *raster, uint32_t row, uint32_t *first, uint32_t *end);
uint64_t lob_raster_marked(const lob_raster *raster); /* pixels that needed the second pass */

uint64_t lob_raster_sampled(const lob_raster *raster); /* pixels that are not exact */

/* ring.c: whether a ring winds 0 or 1 times everywhere (either direction). */
bool lob_raster_is_convex(const lob_pixel *points, uint32_t count);
lob_status lob_raster_is_simple(lob_ctx *ctx, const lob_pixel *points, uint32_t count, bool *is_simple);

#endif
