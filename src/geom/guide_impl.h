/* Shared by the guide's files: the two sides of a ring, and what becomes of them. */
#ifndef LOB_GEOM_GUIDE_IMPL_H
#define LOB_GEOM_GUIDE_IMPL_H

#include "geom/chain.h"

/* Windows and angles that tell a corner from a facet: seen over CORNER_WINDOW units, a turn of more than CORNER_ANGLE.
 */
#define LOB_CORNER_WINDOW 16.0
#define LOB_CORNER_ANGLE  0.44 /* 25 degrees */

/* Both run from end 0 to end 1 (a closed guide: counter-clockwise, outer and inner border). */
typedef struct lob_sides {
    lob_chain left, right;
    lob_guide_end ends[2];
    bool is_closed;
    double width; /* area over length: a first idea */
    double cost;  /* how badly area, length and ends fit together; 0: perfectly */
} lob_sides;

lob_status lob_sides_of_ring(lob_ctx *ctx, const lob_chain *ring, bool *found, lob_sides *sides);
lob_status lob_sides_of_border(lob_ctx *ctx, const lob_chain *outer, const lob_chain *inner, bool *found,
                               lob_sides *sides);

#endif
