/* Metrics of a printed image against a target: what the field counts, each as its source defines it.
 *
 * All work on sets of pixels of one frame; results do not depend on how the frame was tiled.
 */
#ifndef LOB_LITHO_METRICS_H
#define LOB_LITHO_METRICS_H

#include "litho/mask.h"

/* ---- edge placement error, two definitions ---- */

/* Edge to edge (OpenLithoHub): edge pixels of a set are those whose Sobel magnitude (3 x 3, of 0 and 1) is above 0.5,
 * the outermost pixel ring of the frame left out. For each edge pixel of one set the distance to the nearest of the
 * other, both ways, all in one list. Both sets without edges: zeros, valid. One of them: mean and max are infinite, std
 * NaN, not valid. std: of the sample (n - 1), NaN of one. */
typedef struct lob_edge_error {
    double mean_nm, max_nm, std_nm;
    uint64_t count;
    bool is_valid;
} lob_edge_error;
/* The same of the edge pixels that lie in a window, a frame within that of the sets; the nearest edge may lie outside
 * of it. NULL: all. */
lob_status lob_edge_error_within(lob_ctx *ctx, const lob_bits *printed, const lob_bits *target, const lob_frame *asked,
                                 lob_edge_error *error);

/* Check points, as the checker of the ICCAD 2013 contest has them. On each edge of the target: one in the middle when
 * the edge is no longer than edge_min; else, from each end, `start` off it and every `interval` from there, as far as
 * the middle of the edge, which is one of them only once. (A long edge with start beyond its middle has none.)
 *
 * The error of a point is found along the row or the column of pixels through it (a point between two rows is of the
 * upper one, between two columns of the right one) and is signed, > 0 outwards. Where the pixel right inside the point
 * prints, it is the distance to the first border outwards behind which nothing prints, >= 0; else to the first border
 * inwards behind which something does, <= 0. On an edge that is not along an axis the distance along the axis nearest
 * to its normal is taken times the cosine between the two. Nothing prints beyond the frame. Off by more than
 * `tolerance`, or by more than `reach`: violated.
 *
 * The contest itself looks at two pixels: of the one that the point's coordinates fall into (rounded down, on whatever
 * side of the shape), the one `tolerance` inwards must print and the one as far outwards must not; each that fails is
 * one of its count. With borders that lie between pixels that is an error of -tolerance or below, or above +tolerance,
 * on edges that look up or right, and below -tolerance, or +tolerance or above, on those that look down or left; with
 * targets drawn as OpenILT draws them (lob_mask_fill_with_borders) both sides are alike. */
typedef struct lob_gauge_rule {
    double interval_nm, edge_min_nm, start_nm, tolerance_nm, reach_nm; /* 40, 80, 40, 15, 100; the first above 0 */
} lob_gauge_rule;
lob_gauge_rule lob_gauge_rule_usual(void);

typedef struct lob_gauge {     /* a check point */
    double x_nm, y_nm;         /* on the target's edge */
    int8_t normal_x, normal_y; /* outward, the axis it is nearest to: one of them is 0 */
    bool is_found;             /* a contour lies within reach */
    bool is_violated;
    uint8_t contest_violations; /* 0..2 */
    double cosine;              /* between the normal and that axis: 1 on edges along the axes */
    double error_nm; /* signed; +-reach when none was found: + where printed all the way, - where nothing is */
} lob_gauge;

/* By edge of the target in its order (mask.h), then along it, to the right or up. In ctx->arena. QUERY_TOO_LARGE,
 * reason "check_points", above 2^24. */
lob_status lob_gauges_place(lob_ctx *ctx, const lob_mask *target, const lob_gauge_rule *rule, lob_gauge **gauges,
                            uint32_t *count);
void lob_gauges_measure(const lob_bits *printed, const lob_gauge_rule *rule, lob_gauge *gauges, uint32_t count);

/* ---- others ---- */

/* L2: lob_bits_differ() of nominal and target. PV band, contest: lob_bits_differ() of the outer and the inner print. */

/* PV band of OpenLithoHub: width of the band (in `outer`, not in `inner`) by the chessboard distance transform: mean
 * over the band's pixels of 2 * distance * pixel_nm, and the maximum. The distance is to the nearest pixel of the frame
 * that is not of the band; when there is none, to the frame's border, 1 for the pixels at it. Zeros for an empty band.
 */
typedef struct lob_band {
    double mean_nm, max_nm;
    uint64_t pixels;
} lob_band;
lob_status lob_band_of(lob_ctx *ctx, const lob_bits *outer, const lob_bits *inner, lob_band *band);

/* Shots of a mask writer.
 *
 * vsb (variable shaped beam; OpenLithoHub): over 4-connected parts, 1 for a part without concave corners, else
 * ceil(h / 2) + 1 for one of h; a concave corner is one where exactly three of four pixels are of the mask. Then as
 * many as there are more fields of (5 nm * 1024)^2 in the mask's area, rounded, than parts. 0 on failure, see *status.
 * mbmw (multi-beam): pixels * (pixel_nm / 5 nm)^2, not rounded.
 * rectangles (what the contest counts, by a rule of ours: OpenILT's partition is drawn by lot): the mask averaged over
 * blocks of ceil(longer side / `side`) pixels from the lower left on, of the mask from one half on; then, from below
 * and from the left, each rectangle as wide as its lowest run and as high as all of that goes on. `side` (512) above 0.
 */
uint64_t lob_shots_vsb(lob_ctx *ctx, const lob_bits *mask, lob_status *status);
double lob_shots_mbmw(const lob_bits *mask);
lob_status lob_shots_rectangles(lob_ctx *ctx, const lob_bits *mask, uint32_t side, uint64_t *count);

/* ---- mask rules ---- */

/* Opening of the mask (width) and of its ground (spacing) by a square of 2 r + 1 pixels, r = (floor(limit / pixel) - 1)
 * / 2 (OpenLithoHub): what it loses violates. The square may stand out of the frame, its middle may not, so at the
 * border r + 1 pixels are enough. A limit of an even number n of pixels is checked by n - 1, so what is one pixel short
 * of it passes. `narrow`, `tight`: of the mask's size, overwritten. */
typedef struct lob_mrc_counts {
    uint64_t width_pixels, spacing_pixels, total_pixels; /* rate = (width + spacing) / total */
} lob_mrc_counts;
lob_status lob_mrc_open(lob_ctx *ctx, const lob_bits *mask, double width_nm, double spacing_nm, lob_bits *narrow,
                        lob_bits *tight, lob_mrc_counts *counts);

/* The same by squares of all the pixels that the limit has, even or odd: as many as fit into it, or with `is_above` as
 * it fits into. The records of the mask rules are by this one, for so pixels and edges say the same of what lies along
 * the axes: 39 pixels of 40 are too few. */
lob_status lob_mrc_open_whole(lob_ctx *ctx, const lob_bits *mask, double width_nm, double spacing_nm, bool is_above,
                              lob_bits *narrow, lob_bits *tight, bool *is_clean);

typedef struct lob_litho_spot { /* a 4-connected part of violating pixels */
    double x_nm, y_nm; /* the middle of its lowest, of those its leftmost pixel: the same however the frame was tiled */
    /* The side of the widest square that fits the part: the width of what is longer than wide, its length else. Area
     * checks: nm2; curvature: the radius. */
    double actual_nm;
    uint64_t pixels;
    int64_t left, bottom, right, top; /* pixels of the grid, half-open */
} lob_litho_spot;
/* By (y, x). At most `max` are kept, the first, the total is told. In ctx->arena. LOB_E_CANCELLED. */
lob_status lob_spots_of(lob_ctx *ctx, const lob_bits *violating, uint32_t max, lob_litho_spot **spots, uint32_t *count,
                        uint64_t *total);
/* 4-connected parts of the mask below the area. */
lob_status lob_mrc_areas(lob_ctx *ctx, const lob_bits *mask, double area_min_nm2, uint32_t max, lob_litho_spot **spots,
                         uint32_t *count, uint64_t *total);
/* Curvature of contours, for curvilinear masks only: corners of Manhattan ones all violate. Along each contour of
 * length p points are taken p / n apart, n the least that makes them no further than a quarter of s = min(radius_min /
 * 3, p / 8); a point violates when the circle through it and those s before and after (Menger: abc / 4A) is smaller
 * than radius_min. One spot for each run of such points: at the sharpest, its radius; `pixels` counts points, and the
 * box is in units of the mask. */
lob_status lob_mrc_curvature(lob_ctx *ctx, const lob_mask *contours, double radius_min_nm, uint32_t max,
                             lob_litho_spot **spots, uint32_t *count, uint64_t *total);

#endif
