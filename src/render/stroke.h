/* Outlines of figures as lines of a stated width in pixels, anti-aliased by the rasteriser. */
#ifndef LOB_RENDER_STROKE_H
#define LOB_RENDER_STROKE_H

#include "render/raster.h"

/* Each edge as a rectangle, half a width longer at both ends so that corners are closed; edges that cannot meet the
 * width x height plane are left out. Rings must come again as the rasteriser says. */
lob_status lob_stroke_ring(lob_raster *raster, uint32_t width, uint32_t height, const lob_pixel *points, uint32_t count,
                           double line_width);
/* An open line: the same without the edge from the last point to the first. */
lob_status lob_stroke_line(lob_raster *raster, uint32_t width, uint32_t height, const lob_pixel *points, uint32_t count,
                           double line_width);

#endif
