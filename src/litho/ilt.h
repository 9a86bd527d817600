/* Inverse lithography: the mask whose print comes nearest to the target, by gradient descent through the imager.
 *
 * The mask is sigmoid(steepness * parameter) (pixel) or of a level set; the print sigmoid(resist_steepness * (I -
 * threshold)). Loss: sum over corners of weight * (print - target)^2, plus a band term (outer - inner)^2, plus
 * smoothness (squared differences of neighbours, against MRC faults). Adam, kept is the mask of the least loss seen as
 * printed (L2 + band of the thresholded mask). Deterministic.
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
    double rate;                         /* Adam's step, .1 */
    uint32_t iterations, iterations_min; /* 200; stops when nothing better came for 40 beyond iterations_min */
    double band_weight, smooth_weight;   /* .., .01 */
    uint32_t outer, inner;               /* corners whose prints make the band */
    double mrc_width_nm, mrc_spacing_nm; /* the result is opened and closed to these before it is judged; 0: not */
    const lob_bits *free;                /* pixels that may change; NULL: all */
    lob_team team;                       /* over corners */
} lob_ilt_setup;

typedef struct lob_ilt_step {
    uint32_t iteration;
    double loss, l2_pixels, band_pixels;
} lob_ilt_step;

typedef struct lob_ilt_result { /* owned: lob_ilt_result_drop(); steps in ctx->arena */
    lob_bits mask;              /* the best one */
    lob_plane smooth;           /* its continuous form, 0..1 */
    lob_ilt_step best;
    lob_ilt_step *steps;
    uint32_t step_count;
} lob_ilt_result;

void lob_ilt_setup_usual(lob_ilt_setup *setup);
/* target: side * side as the imagers; start: NULL (the target) or a mask of 0..1 to begin from (warm start). Tells
 * progress by iterations; LOB_E_CANCELLED is checked in every corner and kernel batch. */
lob_status lob_ilt_run(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_plane *target, const lob_plane *start,
                       lob_ilt_result *result);
void lob_ilt_result_drop(lob_ilt_result *result);

#endif
