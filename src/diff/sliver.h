/* Opening: what is left of polygons when all that is narrower than a width is taken away. */
#ifndef LOB_DIFF_SLIVER_H
#define LOB_DIFF_SLIVER_H

#include "geom/region.h"

enum { LOB_FINE_MAX = 4096 };

typedef struct lob_opened {
    lob_polygons polygons; /* in units of 1 / fine */
    int64_t fine;          /* a power of two up to LOB_FINE_MAX; 1 on the axes */
    double area_error;     /* units squared: what rounding on the fine grid does to the area */
} lob_opened;

/* Polygons (lob_region_polygons: hulls counter-clockwise, holes clockwise) are made smaller by nearly half of `width`
 * on each side and larger again, corners of up to 90 degrees mitred, as KLayout's size() does with mode 2. On the axes
 * exact: parts narrower than `width` go, parts as wide stay, and no coordinate moves. Other polygons stay on a grid of
 * 1 / fine_max (2 or more): rounded to whole units they would grow. All that is left lies in `polygons`, but for half a
 * unit of that grid. width <= 0: nothing goes. Result in ctx->arena, or `polygons` itself. */
lob_status lob_polygons_open(lob_ctx *ctx, const lob_polygons *polygons, double width, int64_t fine_max,
                             lob_opened *opened);

/* All rings of polygons (holes cut in) into an operand of a region. */
lob_status lob_region_add_polygons(lob_ctx *ctx, lob_region *region, int operand, const lob_polygons *polygons);

#endif
