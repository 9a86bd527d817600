/* What the files of inverse lithography share. Not for others. */
#ifndef LOB_LITHO_ILT_IMPL_H
#define LOB_LITHO_ILT_IMPL_H

#include "litho/ilt.h"

enum { LOB_ILT_FOCUSES_MAX = LOB_CORNERS_MAX };

/* Corners of one imager share its image. */
typedef struct lob_ilt_focus {
    const lob_imager *imager;
    lob_imager_work *work;
    float *intensity;    /* of the mask last imaged */
    float *by_intensity; /* d(loss) / d(intensity) */
    float *by_mask;      /* this focus' share of d(loss) / d(mask) */
} lob_ilt_focus;

/* What a descent begins with. */
typedef struct lob_ilt_begin {
    const lob_plane *start;
    const lob_plane *rival; /* judged first; also what pixels that are not free keep */
} lob_ilt_begin;

typedef struct lob_ilt_descent {
    const lob_ilt_setup *setup;
    const lob_plane *target;
    size_t count; /* pixels */
    lob_ilt_focus focuses[LOB_ILT_FOCUSES_MAX];
    uint32_t focus_count;
    uint32_t focus_of[LOB_CORNERS_MAX]; /* of each corner */
    float *parameters, *mask;           /* parameters of a level set: signed distances */
    float *fixed;                       /* the mask where nothing may change, -1 elsewhere; NULL: all may */
    float *first, *second;              /* Adam's moments; of a level set the second is scratch */
    float *prints;                      /* a row of each corner, and one more */
    double rate, loss;                  /* of a level set: as it stands, and the loss of the step before */
} lob_ilt_descent;

/* 1 / (1 + exp(-x)) to some millionths of itself, the same bits on any machine: exp(-a) = 2^t by Taylor's series. */
static inline float lob_sigmoid(float x) {
    static const float series[] = {.693147182f,   .240226507f,    .0555041087f,    .00961812911f,
                                   .00133335581f, .000154035304f, .0000152527338f, .00000132154868f};
    const float most = 30;
    float a = x < 0 ? -x : x;
    a = a < most ? a : most;
    const float t = a * -1.44269504f;
    const int whole = (int)t - (t != (float)(int)t); /* floor: t <= 0 */
    const float f = t - (float)whole;                /* [0, 1] */
    float p = 0;
    for (int i = 7; i >= 0; i--) {
        p = f * (series[i] + p);
    }
    union {
        uint32_t bits;
        float value;
    } scale = {.bits = (uint32_t)(whole + 127) << 23};
    const float e = (1 + p) * scale.value;
    const float s = 1 / (1 + e); /* of |x| */
    return x < 0 ? e * s : s;
}

/* Images of `mask` at every focus. */
lob_status lob_ilt_image(lob_ctx *ctx, lob_ilt_descent *d, const float *mask);
/* From the images to the loss, and for each focus its by_intensity. */
lob_status lob_ilt_slopes(lob_ctx *ctx, lob_ilt_descent *d, double *loss);
/* From by_intensity to the gradient by the mask, all focuses together, in focuses[0].by_mask. */
lob_status lob_ilt_back(lob_ctx *ctx, lob_ilt_descent *d);
/* Adds smooth_weight * sum of squared differences of neighbours; returns its loss. */
double lob_ilt_smooth(const lob_ilt_descent *d, float *by_mask);

/* One level, with a rival. Errors as of lob_ilt_run_levels(). */
lob_status lob_ilt_descend(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_plane *target, lob_ilt_begin begin,
                           lob_ilt_result *result);
lob_status lob_ilt_fail(lob_ctx *ctx, const char *reason, const char *message, const char *hint);

/* ---- ilt_distance.c: the level set ---- */

enum { LOB_ILT_FAR = 8 }; /* pixels; distances end there */

/* Values of any scale, > 0 inside, become signed distances from their zero line, which stays. scratch: as many. */
lob_status lob_ilt_redistance(lob_ctx *ctx, uint32_t width, uint32_t height, float *values, float *scratch);
/* The contour moves against by_mask: `rate` pixels where that is as large as in the mean near the contour, never more
 * than .4 pixels; less from the next step on when the loss has grown. */
lob_status lob_ilt_move(lob_ctx *ctx, lob_ilt_descent *d, const float *by_mask, double loss);

#endif
