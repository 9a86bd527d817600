/* Points and boxes that single polygons have: their corners, and parts of the boxes around them. */
#ifndef LOB_SCRIPT_CORNERS_H
#define LOB_SCRIPT_CORNERS_H

#include "script/ops.h"

typedef enum { LOB_CORNERS_DOTS, LOB_CORNERS_BOXES, LOB_CORNERS_PAIRS, LOB_CORNERS_KINDS } lob_corners_kind;

typedef struct lob_turns { /* to the left, in degrees; -180 to 180 are all */
    double low, high;
    bool is_low_open, is_high_open;
} lob_turns;

/* Whether a contour that goes along `in` and then along `out` turns so. */
bool lob_turn_is_within(const lob_turns *turns, lob_edge64 in, lob_edge64 out);

enum { LOB_CORNERS_HALF = 2 }; /* of expressions, half the side of a box in dbu; of layers it is 1 */

/* Corners of the whole polygons of a whose contour, walked with the inside on the right, turns so: as edges that are
 * points, as boxes around them, or as pairs of the edges that meet there. */
lob_status lob_op_corners(lob_ctx *ctx, lob_value *a, lob_corners_kind kind, lob_turns turns, int64_t half,
                          lob_value *result);

/* Corners whose inner angle in degrees is not below `low` and below `high`, or the others: pairs of edges that meet. */
lob_status lob_op_inner_angles(lob_ctx *ctx, lob_value *a, double low, double high, bool is_inverse, lob_value *result);

typedef struct lob_box_part { /* fractions of the box around a polygon; the part grown by dx and dy */
    double x1, y1, x2, y2;
    int64_t dx, dy;
} lob_box_part;
/* Of each whole polygon: a box (of a region), or the edge from the first to the second point. */
lob_status lob_op_box_part(lob_ctx *ctx, lob_value *a, const lob_box_part *part, lob_value *result);

/* ---- smooth.c ---- */
/* Corners left out while no point of the polygon comes to lie further than `distance` from it. */
lob_status lob_op_smoothed(lob_ctx *ctx, lob_value *a, int64_t distance, bool keeps_axes, lob_value *result);
/* Corners become arcs: of radius `inner` where the contour turns inwards, `outer` where it turns outwards, with
 * `points` to a full circle. */
lob_status lob_op_rounded(lob_ctx *ctx, lob_value *a, double inner, double outer, uint32_t points, lob_value *result);

#endif
