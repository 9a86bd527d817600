/* Opening: what is left of polygons when all that is narrower than a width is taken away. */
#ifndef LOB_DIFF_SLIVER_H
#define LOB_DIFF_SLIVER_H

#include "geom/region.h"

/* Polygons (lob_region_polygons: hulls counter-clockwise, holes clockwise) are made smaller by nearly half of `width`
 * on each side and larger again, corners of up to 90 degrees mitred, as KLayout's size() does with mode 2. On the axes
 * exact: parts narrower than `width` go, parts as wide stay, and no coordinate moves. Elsewhere vertices are rounded to
 * the grid, and the width is met to about a unit. width <= 1: nothing goes. Result in ctx->arena. */
lob_status lob_polygons_open(lob_ctx *ctx, const lob_polygons *polygons, int64_t width, lob_polygons *opened);

/* All rings of polygons (holes cut in) into an operand of a region. */
lob_status lob_region_add_polygons(lob_ctx *ctx, lob_region *region, int operand, const lob_polygons *polygons);

#endif
