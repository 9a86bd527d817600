/* The loss and its gradient, pixel by pixel and focus by focus.
 *
 *     Z_c = sigmoid(steepness * (dose_c * I_c - threshold))
 *     loss = sum_c weight_c * sum (Z_c - target)^2 + band_weight * sum (Z_outer - Z_inner)^2
 */
#include "litho/ilt_impl.h"

enum { POLL_ROWS = 64 };

typedef struct turn {
    lob_ilt_descent *d;
    const float *mask;
} turn;

static lob_status image_one(void *arg, lob_ctx *ctx, uint32_t task) {
    const turn *t = arg;
    lob_ilt_focus *focus = &t->d->focuses[task];
    lob_imager_mask(focus->imager, focus->work, t->mask);
    return lob_imager_image(ctx, focus->imager, focus->work, focus->intensity);
}

lob_status lob_ilt_image(lob_ctx *ctx, lob_ilt_descent *d, const float *mask) {
    turn t = {d, mask};
    return lob_team_run(ctx, &d->setup->team, d->focus_count, image_one, &t);
}

static lob_status back_one(void *arg, lob_ctx *ctx, uint32_t task) {
    const turn *t = arg;
    lob_ilt_focus *focus = &t->d->focuses[task];
    memset(focus->by_mask, 0, t->d->count * sizeof *focus->by_mask);
    return lob_imager_gradient(ctx, focus->imager, focus->work, focus->by_intensity, focus->by_mask);
}

lob_status lob_ilt_back(lob_ctx *ctx, lob_ilt_descent *d) {
    turn t = {d, NULL};
    LOB_TRY(lob_team_run(ctx, &d->setup->team, d->focus_count, back_one, &t));
    float *sum = d->focuses[0].by_mask;
    for (uint32_t f = 1; f < d->focus_count; f++) {
        const float *more = d->focuses[f].by_mask;
        for (size_t i = 0; i < d->count; i++) {
            sum[i] += more[i];
        }
    }
    return LOB_OK;
}

/* Of a row of one corner: its prints. */
static void print_row(const lob_ilt_descent *d, uint32_t corner, size_t at, uint32_t width, float *prints) {
    const float steepness = (float)d->setup->resist_steepness, threshold = (float)d->setup->threshold;
    const float dose = (float)d->setup->corners[corner].dose;
    const float *intensity = d->focuses[d->focus_of[corner]].intensity + at;
    for (uint32_t i = 0; i < width; i++) {
        prints[i] = lob_sigmoid(steepness * (dose * intensity[i] - threshold));
    }
}

static void add_slope(const lob_ilt_descent *d, uint32_t corner, size_t at, uint32_t width, const float *prints,
                      const float *by_print) {
    const float steepness = (float)d->setup->resist_steepness * (float)d->setup->corners[corner].dose;
    float *slope = d->focuses[d->focus_of[corner]].by_intensity + at;
    for (uint32_t i = 0; i < width; i++) {
        slope[i] += by_print[i] * steepness * prints[i] * (1 - prints[i]);
    }
}

static double slope_row(lob_ilt_descent *d, size_t at, uint32_t width) {
    const lob_ilt_setup *setup = d->setup;
    const float *target = d->target->values + at;
    const float *outer = d->prints + (size_t)setup->outer * width, *inner = d->prints + (size_t)setup->inner * width;
    float *by_print = d->prints + (size_t)setup->corner_count * width;
    double loss = 0;
    for (uint32_t c = 0; c < setup->corner_count; c++) {
        print_row(d, c, at, width, d->prints + (size_t)c * width);
    }
    for (uint32_t c = 0; c < setup->corner_count; c++) {
        const float weight = (float)setup->corners[c].weight, band = (float)setup->band_weight;
        const float *prints = d->prints + (size_t)c * width;
        const bool is_outer = c == setup->outer, is_inner = c == setup->inner;
        for (uint32_t i = 0; i < width; i++) {
            const float off = prints[i] - target[i];
            by_print[i] = 2 * weight * off;
            loss += (double)(weight * off * off);
        }
        for (uint32_t i = 0; i < width && is_outer != is_inner; i++) {
            const float gap = outer[i] - inner[i];
            by_print[i] += (is_outer ? 2 : -2) * band * gap;
            loss += is_outer ? (double)(band * gap * gap) : 0;
        }
        add_slope(d, c, at, width, prints, by_print);
    }
    return loss;
}

lob_status lob_ilt_slopes(lob_ctx *ctx, lob_ilt_descent *d, double *loss) {
    const uint32_t width = d->target->frame.width, height = d->target->frame.height;
    *loss = 0;
    for (uint32_t f = 0; f < d->focus_count; f++) {
        memset(d->focuses[f].by_intensity, 0, d->count * sizeof(float));
    }
    for (uint32_t row = 0; row < height; row++) {
        LOB_TRY(row % POLL_ROWS == 0 ? lob_poll(ctx) : LOB_OK);
        *loss += slope_row(d, (size_t)row * width, width);
    }
    return LOB_OK;
}

double lob_ilt_smooth(const lob_ilt_descent *d, float *by_mask) {
    const uint32_t width = d->target->frame.width;
    const float weight = (float)d->setup->smooth_weight;
    double loss = 0;
    if (weight <= 0) {
        return 0;
    }
    for (size_t at = 0; at < d->count; at += width) {
        const float *row = d->mask + at, *above = at + width < d->count ? row + width : row;
        for (uint32_t i = 0; i < width; i++) {
            const float across = i + 1 < width ? row[i + 1] - row[i] : 0, up = above[i] - row[i];
            by_mask[at + i] -= 2 * weight * (across + up);
            if (i + 1 < width) {
                by_mask[at + i + 1] += 2 * weight * across;
            }
            if (above != row) {
                by_mask[at + width + i] += 2 * weight * up;
            }
            loss += (double)(weight * (across * across + up * up));
        }
    }
    return loss;
}
