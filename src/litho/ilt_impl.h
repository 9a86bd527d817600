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

typedef struct lob_ilt_descent {
    const lob_ilt_setup *setup;
    const lob_plane *target;
    size_t count; /* pixels */
    lob_ilt_focus focuses[LOB_ILT_FOCUSES_MAX];
    uint32_t focus_count;
    uint32_t focus_of[LOB_CORNERS_MAX]; /* of each corner */
    float *parameters, *mask;
    float *fixed;          /* the mask where nothing may change; NULL: all may */
    float *first, *second; /* Adam's moments */
} lob_ilt_descent;

/* 1 / (1 + exp(-x)) to a few units in the last place, the same bits on any machine. */
static inline float lob_sigmoid(float x) {
    const float most = 30;
    float a = x < 0 ? -x : x;
    a = a < most ? a : most;
    const float t = a * -1.44269504f;                /* exp(-a) = 2^t */
    const int whole = (int)t - (t != (float)(int)t); /* floor: t <= 0 */
    const float f = t - (float)whole;                /* [0, 1) */
    const float p =
        1 +
        f * (0.693147182f +
             f * (0.240226462f + f * (0.0555032715f + f * (0.00961834099f + f * (0.00133986701f + f * 0.000153987f)))));
    union {
        uint32_t bits;
        float value;
    } scale = {.bits = (uint32_t)(whole + 127) << 23};
    const float e = p * scale.value;
    const float s = 1 / (1 + e); /* of |x| */
    return x < 0 ? e * s : s;
}

/* Images of `mask` at every focus. */
lob_status lob_ilt_image(lob_ctx *ctx, lob_ilt_descent *d, const float *mask);
/* From the images to the loss, and for each focus its by_intensity. */
double lob_ilt_slopes(lob_ilt_descent *d);
/* From by_intensity to the gradient by the mask, all focuses together, in focuses[0].by_mask. */
lob_status lob_ilt_back(lob_ctx *ctx, lob_ilt_descent *d);
/* Adds smooth_weight * sum of squared differences of neighbours; returns its loss. */
double lob_ilt_smooth(const lob_ilt_descent *d, float *by_mask);

#endif
