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
lob_status lob_edge_error_of(lob_ctx *ctx, const lob_bits *printed, const lob_bits *target, lob_edge_error *error);

/* Check points (ICCAD 2013): along each edge of the target polygons of at least edge_min, from `start` off each end on,
 * every `interval` nm, and the middle of what lies between when it is short; the error is the signed distance along the
 * outer normal from the point to the printed contour (> 0: printed outside), found by whole pixels up to `reach`. Off
 * by more than `tolerance`: a violation. docs/LITHO.md has the exact rule, held against OpenILT's counts on the ten
 * clips. */
typedef struct lob_gauge_rule {
    double interval_nm, edge_min_nm, start_nm, tolerance_nm, reach_nm; /* 40, 80, 40, 15, 100 */
} lob_gauge_rule;
lob_gauge_rule lob_gauge_rule_usual(void);

typedef struct lob_gauge {     /* a check point */
    double x_nm, y_nm;         /* on the target's edge */
    int8_t normal_x, normal_y; /* outward, the axis it is nearest to: one of them is 0 */
    bool is_found;             /* a contour lies within reach */
    bool is_violated;
    double error_nm; /* signed; +-reach when none was found: + where printed all the way, - where nothing is */
} lob_gauge;

/* By edge of the target in its order (mask.h), then along it. In ctx->arena. */
lob_status lob_gauges_place(lob_ctx *ctx, const lob_mask *target, const lob_gauge_rule *rule, lob_gauge **gauges,
                            uint32_t *count);
void lob_gauges_measure(const lob_bits *printed, const lob_gauge_rule *rule, lob_gauge *gauges, uint32_t count);

/* ---- others ---- */

/* L2: lob_bits_differ() of nominal and target. PV band, contest: lob_bits_differ() of the outer and the inner print. */

/* PV band of OpenLithoHub: width of the band (in `outer`, not in `inner`) by the chessboard distance transform: mean
 * over the band's pixels of 2 * distance * pixel_nm, and the maximum. Zeros for an empty band. */
typedef struct lob_band {
    double mean_nm, max_nm;
    uint64_t pixels;
} lob_band;
lob_status lob_band_of(lob_ctx *ctx, const lob_bits *outer, const lob_bits *inner, lob_band *band);

/* Shots of a mask writer. Variable shaped beam: over 4-connected parts, sum of ceil(h / 2) + 1 for a part of h rows;
 * parts larger than the field (5 * 1024)^2 pixels are counted by fields; multi-beam: pixels * (pixel / 5 nm)^2;
 * contest: rectangles of the greedy partition of the set averaged down to `side` (512) pixels, by rows. */
uint64_t lob_shots_vsb(lob_ctx *ctx, const lob_bits *mask, lob_status *status);
double lob_shots_mbmw(const lob_bits *mask);
lob_status lob_shots_rectangles(lob_ctx *ctx, const lob_bits *mask, uint32_t side, uint64_t *count);

/* ---- mask rules ---- */

/* Opening of the mask (width) and of its ground (spacing) by a square of 2 r + 1 pixels, r = (floor(limit / pixel) - 1)
 * / 2: what it loses violates. Ground is what lies in the frame. */
typedef struct lob_mrc_counts {
    uint64_t width_pixels, spacing_pixels, total_pixels; /* rate = (width + spacing) / total */
} lob_mrc_counts;
lob_status lob_mrc_open(lob_ctx *ctx, const lob_bits *mask, double width_nm, double spacing_nm, lob_bits *narrow,
                        lob_bits *tight, lob_mrc_counts *counts);

typedef struct lob_spot { /* a 4-connected part of violating pixels */
    double x_nm, y_nm; /* the middle of its lowest, of those its leftmost pixel: the same however the frame was tiled */
    double actual_nm; /* the widest square that fits the feature there, its side; area checks: nm2; curvature: radius */
    uint64_t pixels;
    int64_t left, bottom, right, top; /* pixels of the grid, half-open */
} lob_spot;
/* By (y, x). At most `max` are kept, the total is told. In ctx->arena. */
lob_status lob_spots_of(lob_ctx *ctx, const lob_bits *violating, uint32_t max, lob_spot **spots, uint32_t *count,
                        uint64_t *total);
/* 4-connected parts of the mask below the area. */
lob_status lob_mrc_areas(lob_ctx *ctx, const lob_bits *mask, double area_min_nm2, uint32_t max, lob_spot **spots,
                         uint32_t *count, uint64_t *total);
/* Contour points (lob_mask_of_plane of the smoothed mask, or polygons) where the radius through the neighbours
 * `stencil` nm before and after (Menger: abc / 4A) is below the limit; one spot for each run of such points. Corners of
 * Manhattan masks are such: for curvilinear masks only. */
lob_status lob_mrc_curvature(lob_ctx *ctx, const lob_mask *contours, double radius_min_nm, uint32_t max,
                             lob_spot **spots, uint32_t *count, uint64_t *total);

#endif
