/* The level set: signed distances from a contour, and how it moves.
 *
 * Distances next to the contour come from where straight lines between pixel middles cross it; the others solve
 * |grad d| = 1 by four sweeps of Godunov's scheme (Zhao 2005, fast sweeping). A pixel can change sides only where the
 * contour passes within STEP_MOST < 1 of it, so no part appears where there was none.
 */
#include "litho/ilt_impl.h"

#include <math.h>

#define STEP_MOST 0.4f /* pixels an iteration */
#define BAND      2.0f /* pixels around the contour whose distances move with it */

enum { POLL_ROWS = 64 };

typedef struct grid {
    uint32_t width, height;
    const float *values; /* whose signs tell the sides */
    float *distances;
} grid;

/* How far the contour is towards a neighbour; LOB_ILT_FAR when it does not pass between. */
static float towards(float here, float there) {
    if ((here >= 0) == (there >= 0)) {
        return LOB_ILT_FAR;
    }
    const float a = here < 0 ? -here : here, b = there < 0 ? -there : there;
    return a / (a + b);
}

static float least(float a, float b) {
    return a < b ? a : b;
}

static float near_contour(const grid *g, uint32_t x, uint32_t y) {
    const float *at = g->values + (size_t)y * g->width + x;
    float across = LOB_ILT_FAR, up = LOB_ILT_FAR;
    across = x > 0 ? towards(*at, at[-1]) : across;
    across = x + 1 < g->width ? least(across, towards(*at, at[1])) : across;
    up = y > 0 ? towards(*at, *(at - g->width)) : up;
    up = y + 1 < g->height ? least(up, towards(*at, at[g->width])) : up;
    if (across >= LOB_ILT_FAR || up >= LOB_ILT_FAR) {
        return least(across, up);
    }
    const float square = across * across + up * up;
    return square > 0 ? across * up / sqrtf(square) : 0;
}

static void sweep_pixel(const grid *g, uint32_t x, uint32_t y) {
    float *at = g->distances + (size_t)y * g->width + x;
    const float left = x > 0 ? at[-1] : LOB_ILT_FAR, right = x + 1 < g->width ? at[1] : LOB_ILT_FAR;
    const float below = y > 0 ? *(at - g->width) : LOB_ILT_FAR, above = y + 1 < g->height ? at[g->width] : LOB_ILT_FAR;
    const float a = least(left, right), b = least(below, above), gap = a - b;
    const float d = gap >= 1 || gap <= -1 ? least(a, b) + 1 : (a + b + sqrtf(2 - gap * gap)) / 2;
    *at = least(*at, d);
}

/* turn: bit 0 from the right, bit 1 from above. */
static lob_status sweep(lob_ctx *ctx, const grid *g, unsigned turn) {
    for (uint32_t j = 0; j < g->height; j++) {
        LOB_TRY(j % POLL_ROWS == 0 ? lob_poll(ctx) : LOB_OK);
        for (uint32_t i = 0; i < g->width; i++) {
            sweep_pixel(g, turn & 1 ? g->width - 1 - i : i, turn & 2 ? g->height - 1 - j : j);
        }
    }
    return LOB_OK;
}

lob_status lob_ilt_redistance(lob_ctx *ctx, uint32_t width, uint32_t height, float *values, float *scratch) {
    const grid g = {width, height, values, scratch};
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            scratch[(size_t)y * width + x] = near_contour(&g, x, y);
        }
    }
    for (unsigned turn = 0; turn < 4; turn++) {
        LOB_TRY(sweep(ctx, &g, turn));
    }
    for (size_t i = 0; i < (size_t)width * height; i++) {
        values[i] = values[i] >= 0 ? scratch[i] : -scratch[i];
    }
    return LOB_OK;
}

static double mean_near(const lob_ilt_descent *d, const float *by_mask) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < d->count; i++) {
        if (fabsf(d->parameters[i]) < 1 && (d->fixed == NULL || d->fixed[i] < 0)) {
            sum += (double)by_mask[i] * (double)by_mask[i];
            count++;
        }
    }
    return count ? sqrt(sum / (double)count) : 0;
}

lob_status lob_ilt_move(lob_ctx *ctx, lob_ilt_descent *d, const float *by_mask, double loss) {
    const double mean = mean_near(d, by_mask);
    d->rate = loss > d->loss ? d->rate * .7 : d->rate;
    d->loss = loss;
    const float scale = mean > 0 ? (float)(d->rate / mean) : 0;
    for (size_t i = 0; i < d->count; i++) {
        const float by = scale * by_mask[i], move = by > STEP_MOST ? STEP_MOST : by < -STEP_MOST ? -STEP_MOST : by;
        d->parameters[i] -= fabsf(d->parameters[i]) < BAND ? move : 0;
    }
    return lob_ilt_redistance(ctx, d->target->frame.width, d->target->frame.height, d->parameters, d->second);
}
