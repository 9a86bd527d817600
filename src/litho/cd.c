/* A cut through the image, and what prints along it. */
#include "litho/cd.h"

#include <math.h>

#include "base/alloc.h"

enum { STEPS_A_PIXEL = 8, REACH_WIDTHS = 2, STEPS_MAX = 1 << 16, HALVINGS = 60 };
static const double reach_least_nm = 200;

/* ---- the image between its pixels ---- */

/* Keys 1981, equation 15, for the four samples around a place `t` behind the second. */
static void cubic(double t, double weights[4]) {
    weights[0] = ((-0.5 * t + 1) * t - 0.5) * t;
    weights[1] = (1.5 * t - 2.5) * t * t + 1;
    weights[2] = ((-1.5 * t + 2) * t + 0.5) * t;
    weights[3] = (0.5 * t - 0.5) * t * t;
}

static uint32_t held(int64_t at, uint32_t count) {
    return at < 0 ? 0 : at >= count ? count - 1 : (uint32_t)at;
}

/* `x`, `y`: pixels from the plane's corner; values stand at the middles of pixels. The border goes on outside. */
static double image_at(const lob_plane *image, double x, double y) {
    const double left = floor(x - 0.5), low = floor(y - 0.5);
    double across[4], up[4], sum = 0;
    cubic(x - 0.5 - left, across);
    cubic(y - 0.5 - low, up);
    for (int j = 0; j < 4; j++) {
        const float *row = image->values + (size_t)held((int64_t)low - 1 + j, image->frame.height) * image->frame.width;
        double along = 0;
        for (int i = 0; i < 4; i++) {
            along += across[i] * (double)row[held((int64_t)left - 1 + i, image->frame.width)];
        }
        sum += up[j] * along;
    }
    return sum;
}

/* ---- the cut ---- */

static bool is_within(const lob_plane *image, double x, double y) {
    return x >= 0 && y >= 0 && x <= image->frame.width && y <= image->frame.height;
}

/* Samples from (x, y) on along (dx, dy), at most `most`, that lie in the image. */
static uint32_t reach(const lob_plane *image, double x, double y, double dx, double dy, uint32_t most) {
    uint32_t count = 0;
    while (count < most && is_within(image, x + dx * (count + 1), y + dy * (count + 1))) {
        count++;
    }
    return count;
}

static lob_status refuse_outside(lob_ctx *ctx, const lob_cd_gauge *gauge) {
    const lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "A gauge is outside of the evaluated window");
    lob_error_text(&ctx->error, "reason", LOB_STR("outside"));
    lob_error_text(&ctx->error, "gauge", gauge->name);
    lob_error_integer(&ctx->error, "line", gauge->line);
    lob_hint(ctx, "Gauge positions are in um of the layout. Give a box that contains all gauges, or remove this one.");
    return status;
}

lob_status lob_cd_cut(lob_ctx *ctx, const lob_plane *image, const lob_cd_gauge *gauge, lob_cd_profile *profile) {
    const double pixel = image->frame.pixel_nm, angle = gauge->angle_deg * M_PI / 180;
    const double x = gauge->x_nm / pixel - (double)image->frame.column;
    const double y = gauge->y_nm / pixel - (double)image->frame.row;
    const double step = 1.0 / STEPS_A_PIXEL, dx = cos(angle) * step, dy = sin(angle) * step;
    const double most = (reach_least_nm + REACH_WIDTHS * gauge->target_nm) / (pixel * step);
    const uint32_t steps = most < STEPS_MAX ? (uint32_t)ceil(most) : STEPS_MAX;
    if (!is_within(image, x, y)) {
        return refuse_outside(ctx, gauge);
    }
    const uint32_t before = reach(image, x, y, -dx, -dy, steps), after = reach(image, x, y, dx, dy, steps);
    float *values = lob_malloc(((size_t)before + 1 + after) * sizeof *values);
    if (!values) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i <= before + after; i++) {
        const double k = (double)i - before;
        values[i] = (float)image_at(image, x + dx * k, y + dy * k);
    }
    *profile = (lob_cd_profile){gauge->kind, pixel * step, before, after, values};
    return LOB_OK;
}

void lob_cd_profile_release(lob_cd_profile *profile) {
    lob_free(profile->values);
    *profile = (lob_cd_profile){0};
}

/* ---- what prints ---- */

/* How far from the gauge the first sample lies at which `prints` turns, by steps of `way`; INFINITY: at none. */
static double turn(const lob_cd_profile *p, double intensity, int way) {
    const float *at = p->values + p->before;
    const uint32_t count = way > 0 ? p->after : p->before;
    const bool prints = (double)at[0] >= intensity;
    for (uint32_t i = 1; i <= count; i++) {
        const double here = (double)at[way * (int64_t)i], last = (double)at[way * ((int64_t)i - 1)];
        if ((here >= intensity) != prints) {
            return (i - 1 + (intensity - last) / (here - last)) * p->step_nm;
        }
    }
    return INFINITY;
}

double lob_cd_at(const lob_cd_profile *p, double intensity) {
    const bool prints = (double)p->values[p->before] >= intensity;
    if (p->kind == LOB_CD_EDGE) {
        return prints ? turn(p, intensity, 1) : -turn(p, intensity, -1);
    }
    if (prints != (p->kind == LOB_CD_LINE)) {
        return -INFINITY;
    }
    return turn(p, intensity, -1) + turn(p, intensity, 1);
}

/* Widths are monotone in the intensity, so halving finds the place where `nm` is passed. */
bool lob_cd_intensity(const lob_cd_profile *p, double nm, double *intensity) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i <= p->before + p->after; i++) {
        low = fmin(low, (double)p->values[i]);
        high = fmax(high, (double)p->values[i]);
    }
    const double sign = p->kind == LOB_CD_SPACE ? 1 : -1; /* a space grows with the intensity */
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = low + (high - low) / 2;
        *(sign * (lob_cd_at(p, middle) - nm) < 0 ? &low : &high) = middle;
    }
    *intensity = low + (high - low) / 2;
    return fabs(lob_cd_at(p, low) - nm) <= p->step_nm && fabs(lob_cd_at(p, high) - nm) <= p->step_nm;
}
