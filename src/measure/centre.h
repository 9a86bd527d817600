/* The centre line of a figure: stored with a path, the longer middle line of a rectangle, the medial line of a polygon
 * that was drawn along one. */
#ifndef LOB_MEASURE_CENTRE_H
#define LOB_MEASURE_CENTRE_H

#include "db/figure.h"
#include "geom/guide.h"

typedef enum {
    LOB_CENTRE_NONE,   /* no line: a text, a pad, a device, a figure without area */
    LOB_CENTRE_POINT,  /* a path of one point, or of equal points */
    LOB_CENTRE_STORED, /* a path's line */
    LOB_CENTRE_RECTANGLE,
    LOB_CENTRE_MEDIAL /* found from the long sides of a polygon */
} lob_centre_source;

typedef struct lob_centre {
    lob_centre_source source;
    lob_guide guide;   /* not for NONE and POINT */
    bool is_straight;  /* all points on one line, none turning back */
    bool is_manhattan; /* every segment runs along an axis */
    bool is_horizontal, is_vertical;
    double length; /* along the chords: exact to the last places of a double; of a medial line see lob_centre_length */
    bool is_length_whole;
    double grid;     /* of the figure: how coarsely its vertices were rounded, 1 or more */
    double shortest; /* segment of a stored line, equal points and points on a line left out; 0 without */
    lob_vec2 shortest_at[2];
} lob_centre;

lob_status lob_centre_find(lob_ctx *ctx, const lob_figure *figure, lob_centre *centre);
/* INVALID_TARGET for a figure without a line: detail `reason` is "branches", "body", "sides_differ" or
 * "no_guide", some with the given message and hint. */
lob_status lob_centre_refuse(lob_ctx *ctx, const lob_centre *centre, const char *message, const char *hint);

typedef enum {
    LOB_RADIUS_NONE,                 /* straight */
    LOB_RADIUS_UNDETERMINED,         /* it bends, but no fit says how tightly: see bound */
    LOB_RADIUS_ARC_FIT,              /* least radius of curvature of the curves fitted to the line */
    LOB_RADIUS_HALF_SHORTEST_SEGMENT /* sharp corners alone: an indication, no radius of the figure */
} lob_radius_source;

typedef struct lob_radius {
    lob_radius_source source;
    double value;
    double error;                /* bound; 0 for the indication, which is what it says */
    uint32_t undetermined_count; /* bends that value says nothing of */
    double bound;                /* no tighter than that do those bend; 0: not known */
    lob_vec2 at[2];              /* where the arc is (the first alone), or the shortest segment */
} lob_radius;

/* `bends` (may be NULL) takes the fitted bends; of a straight line it has none. */
lob_status lob_centre_radius(lob_ctx *ctx, const lob_centre *centre, lob_bends *bends, lob_radius *radius);
/* Length of the centre line; of a medial one that of the curves fitted to it, which `bends` (of lob_centre_radius)
 * holds. error: bound, 0 when exact. */
double lob_centre_length(const lob_centre *centre, const lob_bends *bends, double *error);
const char *lob_radius_method(lob_radius_source source);

/* An outline of four corners along the axes, in any order and with any points more on its sides. */
bool lob_ring_is_rectangle(const lob_point64 *ring, uint32_t count, lob_box64 *box);

#endif
