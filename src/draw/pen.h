/* Lines of a width as rings for the rasteriser, whose union is the line: no crossing and no corner is darker.
 *
 * Each edge is a rectangle, cut square at both ends; smooth runs of edges are one strip. Corners are mitred as SVG's
 * are by default: limit 4, beyond it flat.
 */
#ifndef LOB_DRAW_PEN_H
#define LOB_DRAW_PEN_H

#include "draw/paths.h"
#include "render/raster.h"

typedef struct lob_pen {
    double width; /* pixels, > 0 */
    bool is_closed;
    double dash_on, gap; /* pixels; 0: not dashed. Dashes begin with the first point */
} lob_pen;

enum { LOB_MITER_LIMIT = 4 };

/* How far from its points a line may reach. */
double lob_pen_reach(const lob_pen *pen);

/* Fewer points for the same line: points left out are within `tolerance` of what is left, turns back keep their ends.
 * `out` holds `count` points; it may be `points`. A closed line within the tolerance of one point becomes the corners
 * of its box, so `out` holds at least 4. Returns how many; no two that follow each other are equal. O(count). */
uint32_t lob_pen_thin(const lob_pixel *points, uint32_t count, bool is_closed, double tolerance, lob_pixel *out);

/* The rings that can meet columns [columns[0], columns[1]) and rows alike; points far outside are fine, |coordinate| <=
 * LOB_PIXEL_FAR. Points are those of lob_pen_thin(). */
lob_status lob_pen_draw(lob_raster *raster, const lob_pen *pen, const lob_pixel *points, uint32_t count,
                        const uint32_t columns[2], const uint32_t rows[2]);

#endif
