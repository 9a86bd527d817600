/* Measuring figures: widths, lengths, distances, radii, shared area.
 *
 * What is measured is the figure as drawn, on the database grid, in the coordinates of the cell it is seen from. Gaps,
 * distances and lengths are exact; what is fitted (radii, centre lines of polygons) says so in `method` and how far it
 * can be off in `uncertainty`. Nothing is estimated from bounding boxes but where `method` says bbox.
 *
 * Units: dbu (overlap: dbu2) as doubles, angles in degrees counter-clockwise from +x. Memory: ctx->arena.
 */
#ifndef LOB_MEASURE_MEASURE_H
#define LOB_MEASURE_MEASURE_H

#include "db/figure.h"
#include "geom/guide.h"

typedef enum {
    LOB_MEASURE_PATH_WIDTH,
    LOB_MEASURE_SEGMENT_LENGTH,
    LOB_MEASURE_CENTERLINE_DISTANCE,
    LOB_MEASURE_EDGE_GAP,
    LOB_MEASURE_BEND_RADIUS,
    LOB_MEASURE_OVERLAP,
    LOB_MEASURE_LABEL_DISTANCE,
    LOB_MEASURE_PORT_SPACING,
    LOB_MEASURE_MODE_COUNT
} lob_measure_mode;

/* 1 or 2 */
unsigned lob_measure_target_count(lob_measure_mode mode);

typedef struct lob_measure {
    double value;
    int64_t rounded; /* to the nearest whole number, exactly */
    bool is_whole;
    const char *method;
    lob_vec2 points[2]; /* nearest points, or the segment measured */
    unsigned point_count;
    double uncertainty; /* 0: exact for the figures as drawn; below 0: an indication, without a bound */
    bool has_overlap;   /* gaps: is_overlapping is said; true when the figures share so much as a point */
    bool is_overlapping;
    bool has_span; /* widths of polygons: the least and the greatest, and where */
    double least, greatest;
    lob_vec2 least_at, greatest_at;
    double span_uncertainty; /* of the least and the greatest */
    unsigned warnings;       /* of modes of one target: sum of lob_guide_warning (measure/waveguide.h) */
    bool has_offset;         /* from the first point to the second */
    double dx, dy, angle_deg;
    unsigned at_fault; /* which target (0 or 1) an error is about */
} lob_measure;

/* `b` NULL in modes of one target. INVALID_TARGET when a figure is of a kind, or so degenerate, that the mode has no
 * answer for it: `at_fault` tells which, the hint what would fit. QUERY_TOO_LARGE for
 * coordinates and areas beyond what is exact. Texts and ports are figures of kind LOB_KIND_TEXT: one point. */
lob_status lob_measure_figures(lob_ctx *ctx, lob_measure_mode mode, const lob_figure *a, const lob_figure *b,
                               lob_measure *measure);

#endif
