/* Guides: polygons drawn along a line (waveguides, wires), and the line they were drawn along.
 *
 * A guide's ring is two long sides between two ends. The centre line is the medial line between the sides; width is
 * measured across it. Bends are found by fitting lines, arcs and clothoids to the centre line; what was fitted and how
 * well is always said, so that a number is never better than the facets it came from.
 *
 * Units: dbu as doubles; angles in degrees, counter-clockwise from +x. Memory: ctx->arena.
 */
#ifndef LOB_GEOM_GUIDE_H
#define LOB_GEOM_GUIDE_H

#include "base/ctx.h"
#include "geom/point.h"

typedef struct lob_guide_point {
    lob_vec2 at;
    double width; /* across, at this point */
    double s;     /* length from the first end, along the chords */
} lob_guide_point;

typedef struct lob_guide_end {
    lob_vec2 at;      /* middle of the end edge */
    double angle_deg; /* pointing out of the guide */
    double width;     /* length of the end edge */
} lob_guide_end;

/* Why a figure is no guide. */
typedef enum {
    LOB_REFUSED_NOT,
    LOB_REFUSED_SIDES,  /* no two long sides between two ends */
    LOB_REFUSED_BRANCH, /* arms in more than two directions: a crossing, a splitter */
    LOB_REFUSED_AREA,   /* the sides do not run along one line: a crossing of tapered arms, a body with arms */
    LOB_REFUSED_BODY,   /* the width steps, or bulges between the ends: a device body */
    LOB_REFUSED_HOLES   /* several pieces or holes */
} lob_guide_refusal;

typedef struct lob_guide {
    const lob_guide_point *points;
    uint32_t count;
    lob_guide_end ends[2];
    bool is_closed; /* a ring: no ends, the last point joins the first */
    double width_min, width_mean, width_max;
    double width_median; /* by length: half of the guide is narrower */
    double width_error;  /* bound of the error of the median and the mean */
    double
        extreme_error; /* bound of the error of width_min and width_max: a single vertex has no others to agree with */
    lob_vec2 width_min_at, width_max_at;
    double chord_length;       /* sum of the chords */
    double grid;               /* what all vertices are multiples of, seen from the first: 1 .. 16 */
    double confidence;         /* 0..1: how well the ring is two sides and two ends */
    lob_guide_refusal refusal; /* when none was found; the other members are then of no meaning */
    unsigned arm_count;        /* then: ends of arms, solid for as long as they are wide */
} lob_guide;

/* Rings: one (a ring with cut lines counts as hull and holes first, see lob_region), or hull and one hole for a closed
 * guide. *found false when the figure is no guide (a pad, a device): not an error; guide->refusal says why. */
lob_status lob_guide_from_rings(lob_ctx *ctx, const lob_point64 *const *rings, const uint32_t *counts,
                                uint32_t ring_count, bool *found, lob_guide *guide);
/* The arm of a figure around a place: both sides followed from there until an end, or until they part or step. A ring
 * on the grid, in ctx->arena. *found false: the place lies outside, nothing goes on as long as it is wide, or the
 * figure has holes. Cost: points times steps, of which there are at most some thousands. */
lob_status lob_guide_arm(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, lob_vec2 at, bool *found,
                         const lob_point64 **arm, uint32_t *arm_count);
/* A path's centre line as a guide: extensions are left out. */
lob_status lob_guide_from_line(lob_ctx *ctx, const lob_point64 *line, uint32_t count, double width, lob_guide *guide);

typedef enum { LOB_BEND_LINE, LOB_BEND_ARC, LOB_BEND_EULER, LOB_BEND_S, LOB_BEND_CORNER, LOB_BEND_OTHER } lob_bend_kind;

typedef struct lob_bend {
    lob_bend_kind kind;
    double radius_min; /* least radius of curvature inside; 0 for a corner, which is where two lines meet, however
                          bluntly, and where it is not determined */
    lob_vec2 radius_min_at;
    double angle_deg;     /* signed turn, left positive */
    double length;        /* along the fitted curve */
    double s0, s1;        /* where on the guide */
    lob_vec2 at;          /* middle */
    lob_vec2 centre;      /* arcs */
    double residual;      /* greatest distance of the centre points from the fit */
    double radius_error;  /* bound of the error of radius_min, from facets and grid: half of it at most */
    bool is_undetermined; /* no fit says how tightly it bends */
    double radius_bound;  /* then: it bends no tighter than that; 0: not even that is known */
    uint32_t first, last; /* guide points */
} lob_bend;

typedef struct lob_bends {
    const lob_bend *items; /* lines too, in order along the guide, without gaps */
    uint32_t count;
    uint32_t corner_count;
    double length;       /* of the fitted curve: what the drawn guide measures */
    double length_error; /* bound */
    double radius_min;   /* least of all bends that are determined, corners aside; 0 when there is none */
    lob_vec2 radius_min_at;
    double radius_error;
    uint32_t undetermined_count; /* bends */
    double radius_bound;         /* no tighter than that do those bend; 0: nothing is known, or there are none */
} lob_bends;

/* `grid`: what the vertices were rounded to at least, dbu (1, or more when the layout says so). */
lob_status lob_guide_bends(lob_ctx *ctx, const lob_guide *guide, double grid, lob_bends *bends);

#endif
