/* Inverse lithography: the mask whose print comes nearest to the target, by gradient descent through the imager.
 *
 * With Z = sigmoid(resist_steepness * (dose * I - threshold)) the print of a corner, the loss is the sum over corners
 * of weight * (Z - target)^2, plus band_weight * (Z_outer - Z_inner)^2, plus smooth_weight * squared differences of
 * neighbours of the mask, all summed over pixels. Two models of a mask:
 *
 *     pixel       mask = sigmoid(mask_steepness * p), p free in each pixel, by Adam: parts may appear anywhere. With
 *                 mask rules p is pulled towards the tidied mask whenever that is judged
 *     level set   mask = sigmoid(mask_steepness * d), d the signed distance (pixels) from the contour, > 0 inside,
 *                 which moves along its normal against the gradient: parts move, merge and split, none appears
 *
 * What is kept is the best mask as it would be made and printed: thresholded, tidied by mask rules where asked, L2 plus
 * band. It is never worse than the mask the descent began with. Same input, same bits, whatever the team.
 */
#ifndef LOB_LITHO_ILT_H
#define LOB_LITHO_ILT_H

#include "litho/evaluate.h"
#include "litho/imager.h"

typedef enum { LOB_ILT_PIXEL, LOB_ILT_LEVEL_SET } lob_ilt_model;

typedef struct lob_ilt_corner { /* an imager (its focus), a dose, a share of the loss */
    const lob_imager *imager;
    double dose; /* multiplies the intensity */
    double weight;
} lob_ilt_corner;

typedef struct lob_ilt_setup {
    lob_ilt_model model;
    const lob_ilt_corner *corners; /* first: nominal */
    uint32_t corner_count;
    double threshold, resist_steepness;  /* .225, 50 */
    double mask_steepness;               /* 4 */
    double rate;                         /* pixel: Adam's step, .15; level set: pixels an iteration, at the mean, .2 */
    uint32_t iterations, iterations_min; /* 200; stops when nothing better came for 40 beyond iterations_min */
    uint32_t judge_every;                /* iterations between looks at the thresholded mask: 5; above 0 */
    double band_weight, smooth_weight;   /* pixel: 2, level set: 0; 0 */
    uint32_t outer, inner;               /* corners whose prints make the band */
    /* The mask is opened and closed to these before it is judged, so that lob_mrc_open() finds nothing; 0: not. */
    double mrc_width_nm, mrc_spacing_nm;
    double mrc_area_nm2;  /* then parts below it go; 0: none */
    const lob_bits *free; /* pixels that may change; NULL: all */
    lob_team team;        /* over focuses */
} lob_ilt_setup;

typedef struct lob_ilt_step {
    uint32_t iteration;
    double loss, l2_pixels, band_pixels;
} lob_ilt_step;

typedef struct lob_ilt_result { /* owned: lob_ilt_result_drop(); steps in ctx->arena */
    lob_bits mask;              /* the best one */
    lob_plane smooth;           /* its continuous form, 0..1 */
    lob_ilt_step first, best;   /* first: what it began with, as it prints */
    lob_ilt_step *steps;        /* of the last level */
    uint32_t step_count;
    uint32_t iterations; /* of all levels */
} lob_ilt_result;

/* A level of a descent from coarse to fine: pixels averaged `factor` by `factor`. */
typedef struct lob_ilt_level {
    uint32_t factor, iterations;
    double rate_share; /* of the setup's rate; 0: all of it */
} lob_ilt_level;

enum { LOB_ILT_LEVELS_MAX = 8 };

void lob_ilt_setup_usual(lob_ilt_setup *setup, lob_ilt_model model);
/* target: side * side as the imagers; start: NULL (the target) or a mask of 0..1 to begin from (warm start). Tells
 * progress by iterations. INVALID_TARGET, reason tile_side | corners | rule; TOOL_LIMIT_EXCEEDED (memory);
 * LOB_E_CANCELLED, looked for in every corner and kernel batch.
 * Goes through one grid after the other, each beginning with what the one before has found; `iterations` of the setup
 * are not looked at. The last level is of factor 1 (with 0 iterations: judged alone), and its judgement is what counts:
 * where the way over coarse pixels ends worse than the start, the start is kept. Coarse imagers are made of the kernels
 * of those in the setup: side / factor must be a multiple of 8 and at least 4 r + 1 (reason `levels`).
 * Pixel model with mask rules: each level but the last of several is gone through by pixels and by the level set, and
 * by both again with fewer iterations, each from the tidied mask of the one before; the last is judged alone.
 */
lob_status lob_ilt_run_levels(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_ilt_level *levels, uint32_t count,
                              const lob_plane *target, const lob_plane *start, lob_ilt_result *result);
/* Levels that fit the imagers: 150 iterations on the coarsest pixels up to 8 nm, then a few at full size. Returns how
 * many. iterations: of the coarse one; 0: usual. */
uint32_t lob_ilt_levels_usual(const lob_imager *imager, double pixel_nm, uint32_t iterations,
                              lob_ilt_level levels[LOB_ILT_LEVELS_MAX]);
void lob_ilt_result_drop(lob_ilt_result *result);

/* The mask without what lob_mrc_open() finds: narrow parts go and tight gaps are filled, in turns; should that not come
 * to rest in 16 rounds, parts next to tight gaps go instead, which ends. 0: that rule is not asked. */
lob_status lob_ilt_tidy(lob_ctx *ctx, double width_nm, double spacing_nm, lob_bits *mask);
/* The mask without its 4-connected parts below the area, but those at the frame's border, which may go on. */
lob_status lob_ilt_tidy_areas(lob_ctx *ctx, double area_nm2, lob_bits *mask);

#endif
