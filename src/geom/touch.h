/* What touches a box, borders included: exactly, by signs of cross products in 128 bits. Coordinates below 2^62. */
#ifndef LOB_GEOM_TOUCH_H
#define LOB_GEOM_TOUCH_H

#include "geom/point.h"

bool lob_line_touches(lob_point64 a, lob_point64 b, lob_box64 box); /* a == b: the point */
/* Crossings of the ray from p to the right with the edge, 0 or 1: p lies inside a polygon with an odd sum over its
 * edges. On the border either may come out, but then an edge touches as well. */
bool lob_line_turns_inside(lob_point64 a, lob_point64 b, lob_point64 p);
/* The hull of four points: all lines between them, and the triangles. */
bool lob_four_touch(const lob_point64 p[4], lob_box64 box);

#endif
