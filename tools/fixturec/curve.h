/* Centre lines of waveguides as points with heading and width, and the outlines they make. No grid yet: micrometres and
 * degrees in doubles.
 *
 * A curve is drawn like a walk: every step starts where the last one ended, in its heading, with its width. A bend
 * turns left for positive angles. Curves are cut into chords that leave them by at most `tolerance` at their outer
 * edge.
 */
#ifndef LOB_TOOLS_FIXTUREC_CURVE_H
#define LOB_TOOLS_FIXTUREC_CURVE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { FX_NODES_MAX = 8000 };

typedef struct fx_xy {
    double x, y;
} fx_xy;

typedef struct fx_node {
    fx_xy at;
    double heading_deg, width;
} fx_node;

typedef struct fx_curve {
    fx_node *nodes; /* borrowed; room for FX_NODES_MAX */
    uint32_t count;
    double tolerance;
    bool is_full; /* more than FX_NODES_MAX were asked for */
} fx_curve;

fx_xy fx_unit(double angle_deg); /* exact at quarter turns */
/* Chords for `turn_deg` of a circle of `radius`. */
uint32_t fx_chords(double radius, double turn_deg, double tolerance);

void fx_curve_start(fx_curve *curve, fx_xy at, double heading_deg, double width);
void fx_curve_straight(fx_curve *curve, double length, double width_end);
void fx_curve_arc(fx_curve *curve, double radius, double turn_deg);
/* Clothoid in and out: curvature grows from 0 to 1/radius_min over half the turn and falls again. */
void fx_curve_euler(fx_curve *curve, double radius_min, double turn_deg);
/* Half a period of a cosine: `offset` to the left over `length`. */
void fx_curve_s(fx_curve *curve, double length, double offset);
/* Cubic Bezier from the pen along `along` to `points[1]`, which are (along, left) of the pen; `points[0]` is the third
 * control point. */
void fx_curve_bezier(fx_curve *curve, double along, const fx_xy points[2]);
/* Two Archimedean arms with centre lines `pitch` apart, joined in the middle by two half circles; goes in and out
 * again, `turns` turns each way. Starts the curve. */
void fx_curve_spiral(fx_curve *curve, fx_xy centre, double inner, double pitch, double turns, double width);

/* Left side, then the right side back: 2 * count points. */
void fx_curve_outline(const fx_curve *curve, fx_xy *out);

/* Counter-clockwise from `from_deg` to `to_deg` at `radius`, both ends included: fx_chords() + 1 points; returns them.
 */
uint32_t fx_circle(fx_xy centre, double radius, double from_deg, double to_deg, uint32_t chords, fx_xy *out);

#endif
