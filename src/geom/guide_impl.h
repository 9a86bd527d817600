/* Shared by the guide's files: the two sides of a ring, and what becomes of them. */
#ifndef LOB_GEOM_GUIDE_IMPL_H
#define LOB_GEOM_GUIDE_IMPL_H

#include "geom/chain.h"

/* Windows and angles that tell a corner from a facet: seen over CORNER_WINDOW units of the grid, a turn of more than
 * CORNER_ANGLE. */
#define LOB_CORNER_WINDOW 16.0
#define LOB_CORNER_ANGLE  0.44 /* 25 degrees */

/* Both run from end 0 to end 1 (a closed guide: counter-clockwise, outer and inner border). */
typedef struct lob_sides {
    lob_chain left, right;
    lob_guide_end ends[2];
    bool is_closed;
    double window; /* that tells a corner from a facet, and from a step of the grid; lob_corner_window() */
    double width;  /* area over length: a first idea */
    double cost;   /* how badly area, length and ends fit together; 0: perfectly */
    double area;
    unsigned arm_count; /* ends of solid arms, also when no two sides were found; closed guides: 0 */
} lob_sides;

/* sides->window is the caller's. */
lob_status lob_sides_of_ring(lob_ctx *ctx, const lob_chain *ring, bool *found, lob_sides *sides);
lob_status lob_sides_of_border(lob_ctx *ctx, const lob_chain *outer, const lob_chain *inner, bool *found,
                               lob_sides *sides);

/* guide.c */
/* Of the ring merged with itself: points counter-clockwise, none doubled or collinear. *is_one false: that is several
 * pieces or has holes. */
lob_status lob_ring_hull(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, bool *is_one, lob_chain *hull);

/* For a figure about so wide: corners may be less than a width apart. */
double lob_corner_window(double grid, double width);

/* Counter-clockwise positive. */
double lob_ring_area(const lob_chain *ring);
/* Between vertices that are about as near as the grid is coarse a line goes in steps, and is up to a tenth too long;
 * over so many units of the grid it is not. */
#define LOB_GRID_STEP 16.0

/* Vertices nearer to an end or a corner than this part of the width have no reliable direction and give no point. */
#define LOB_JOINT_MARGIN 0.2

/* guide_verdict.c */
/* The edge, whose two corners turn outwards, ends an arm: solid for as long as it is wide. O(points). */
bool lob_ring_is_arm_end(const lob_chain *ring, uint32_t edge);
/* Width along the line: what the area of a guide is. The line goes from point to point, but by `step` at least,
 * and is so long. */
double lob_guide_width_integral(const lob_guide *guide, double step, double *length);
/* LOB_REFUSED_NOT, or why the line between two sides is no guide all the same. */
lob_guide_refusal lob_guide_verdict(const lob_guide *guide, const lob_sides *sides);

#endif
