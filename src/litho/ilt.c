/* The descent: parameters, Adam, what is kept. See ilt.h. */
#include "litho/ilt_impl.h"

#include <math.h>

#define ADAM_FIRST  0.9f
#define ADAM_SECOND 0.999f
#define ADAM_LEAST  1e-8f
#define LEVEL_MOST  4.0f /* parameters of a start: sigmoid(steepness * LEVEL) is as good as 0 or 1 */

/* Pixels that tidying turns: how far they go to the other side at each look, and where that side is. */
#define PULL_SHARE .3f
#define PULL_TO    .1f

enum { PATIENCE = 40, PULL_FROM = 50 };

void lob_ilt_setup_usual(lob_ilt_setup *setup, lob_ilt_model model) {
    *setup = (lob_ilt_setup){.model = model,
                             .threshold = .225,
                             .resist_steepness = 50,
                             .mask_steepness = 4,
                             .rate = model == LOB_ILT_PIXEL ? .15 : .2,
                             .iterations = 200,
                             .iterations_min = 40,
                             .judge_every = 5,
                             .band_weight = model == LOB_ILT_PIXEL ? 2 : 0};
}

/* ---- memory ---- */

static void drop_descent(lob_ilt_descent *d) {
    for (uint32_t i = 0; i < d->focus_count; i++) {
        lob_imager_work_drop(d->focuses[i].work);
        lob_fft_free(d->focuses[i].intensity);
        lob_fft_free(d->focuses[i].by_intensity);
        lob_fft_free(d->focuses[i].by_mask);
    }
    float *const planes[] = {d->parameters, d->mask, d->fixed, d->first, d->second, d->prints};
    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++) {
        lob_fft_free(planes[i]);
    }
}

static lob_status new_values(lob_ctx *ctx, size_t count, float **values) {
    *values = lob_fft_alloc(count * sizeof **values);
    if (*values == NULL) {
        return lob_fail_memory(ctx);
    }
    memset(*values, 0, count * sizeof **values);
    return LOB_OK;
}

static lob_status add_focus(lob_ctx *ctx, lob_ilt_descent *d, uint32_t corner) {
    const lob_imager *imager = d->setup->corners[corner].imager;
    uint32_t i = 0;
    while (i < d->focus_count && d->focuses[i].imager != imager) {
        i++;
    }
    d->focus_of[corner] = i;
    if (i < d->focus_count) {
        return LOB_OK;
    }
    lob_ilt_focus *focus = &d->focuses[d->focus_count++];
    *focus = (lob_ilt_focus){.imager = imager};
    LOB_TRY(lob_imager_work_new(ctx, imager, &focus->work));
    LOB_TRY(new_values(ctx, d->count, &focus->intensity));
    LOB_TRY(new_values(ctx, d->count, &focus->by_intensity));
    return new_values(ctx, d->count, &focus->by_mask);
}

lob_status lob_ilt_fail(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}

static bool has_size(const lob_plane *plane, uint32_t side) {
    return plane == NULL || (plane->frame.width == side && plane->frame.height == side);
}

static lob_status check_setup(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_plane *target, lob_ilt_begin begin) {
    if (setup->corner_count == 0 || setup->corner_count > LOB_CORNERS_MAX || setup->outer >= setup->corner_count ||
        setup->inner >= setup->corner_count) {
        return lob_ilt_fail(ctx, "corners", "The optimisation has no such corners",
                            "Give 1 to 16 corners, and of them those that make the band.");
    }
    for (uint32_t i = 0; i < setup->corner_count; i++) {
        const uint32_t side = lob_imager_side(setup->corners[i].imager);
        if (!has_size(target, side) || !has_size(begin.start, side) || !has_size(begin.rival, side)) {
            return lob_ilt_fail(ctx, "tile_side", "The optimisation is set up for another tile",
                                "Target, start and imagers must have one size.");
        }
    }
    if (!(setup->rate > 0) || !(setup->mask_steepness > 0) || setup->judge_every == 0) {
        return lob_ilt_fail(ctx, "rule", "The optimisation cannot step",
                            "Rate, steepness and judge_every are above 0.");
    }
    return LOB_OK;
}

static lob_status new_descent(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_plane *target, lob_ilt_descent *d) {
    *d = (lob_ilt_descent){.setup = setup,
                           .target = target,
                           .count = (size_t)target->frame.width * target->frame.height,
                           .rate = setup->rate,
                           .loss = INFINITY};
    for (uint32_t i = 0; i < setup->corner_count; i++) {
        LOB_TRY(add_focus(ctx, d, i));
    }
    LOB_TRY(new_values(ctx, d->count, &d->parameters));
    LOB_TRY(new_values(ctx, d->count, &d->mask));
    LOB_TRY(new_values(ctx, d->count, &d->first));
    LOB_TRY(new_values(ctx, d->count, &d->second));
    LOB_TRY(new_values(ctx, (size_t)(setup->corner_count + 1) * target->frame.width, &d->prints));
    return setup->free ? new_values(ctx, d->count, &d->fixed) : LOB_OK;
}

/* ---- one step ---- */

static bool is_free(const lob_ilt_descent *d, size_t i) {
    const uint32_t width = d->target->frame.width;
    return d->setup->free == NULL || lob_bits_at(d->setup->free, (uint32_t)(i % width), (uint32_t)(i / width));
}

static void take_pixels(lob_ilt_descent *d, const float *start) {
    const float most = LEVEL_MOST / (float)d->setup->mask_steepness;
    for (size_t i = 0; i < d->count; i++) {
        const float p = (2 * start[i] - 1) * .5f;
        d->parameters[i] = p > most ? most : p < -most ? -most : p;
    }
}

static lob_status take_start(lob_ctx *ctx, lob_ilt_descent *d, lob_ilt_begin begin) {
    for (size_t i = 0; d->fixed && i < d->count; i++) {
        d->fixed[i] = is_free(d, i) ? -1 : begin.rival->values[i];
    }
    if (d->setup->model == LOB_ILT_PIXEL) {
        take_pixels(d, begin.start->values);
        return LOB_OK;
    }
    for (size_t i = 0; i < d->count; i++) {
        d->parameters[i] = begin.start->values[i] - .5f;
    }
    return lob_ilt_redistance(ctx, d->target->frame.width, d->target->frame.height, d->parameters, d->second);
}

static void make_mask(lob_ilt_descent *d) {
    const float steepness = (float)d->setup->mask_steepness;
    for (size_t i = 0; i < d->count; i++) {
        d->mask[i] = lob_sigmoid(steepness * d->parameters[i]);
    }
    for (size_t i = 0; d->fixed && i < d->count; i++) {
        d->mask[i] = d->fixed[i] >= 0 ? d->fixed[i] : d->mask[i];
    }
}

static void step_pixels(lob_ilt_descent *d, uint32_t iteration) {
    const lob_ilt_setup *setup = d->setup;
    const float steepness = (float)setup->mask_steepness, rate = (float)setup->rate;
    float power_first = 1, power_second = 1;
    for (uint32_t i = 0; i <= iteration; i++) {
        power_first *= ADAM_FIRST;
        power_second *= ADAM_SECOND;
    }
    const float scale_first = 1 / (1 - power_first), scale_second = 1 / (1 - power_second);
    const float *by_mask = d->focuses[0].by_mask;
    for (size_t i = 0; i < d->count; i++) {
        const float m = d->mask[i], g = by_mask[i] * steepness * m * (1 - m);
        const float a = d->first[i] = ADAM_FIRST * d->first[i] + (1 - ADAM_FIRST) * g;
        const float b = d->second[i] = ADAM_SECOND * d->second[i] + (1 - ADAM_SECOND) * g * g;
        d->parameters[i] -= rate * (a * scale_first) / (sqrtf(b * scale_second) + ADAM_LEAST);
    }
}

/* ---- judging ---- */

static void print_at(const lob_ilt_descent *d, uint32_t corner, lob_bits *bits) {
    const lob_plane image = {d->target->frame, d->focuses[d->focus_of[corner]].intensity};
    lob_bits_from_plane(&image, (float)(d->setup->threshold / d->setup->corners[corner].dose), bits);
}

typedef struct judge {
    lob_bits target, mask, untidy, nominal, outer, inner;
    float *binary;
} judge;

static void judge_drop(judge *j) {
    lob_bits *const sets[] = {&j->target, &j->mask, &j->untidy, &j->nominal, &j->outer, &j->inner};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        lob_bits_drop(sets[i]);
    }
    lob_fft_free(j->binary);
}

static lob_status judge_new(lob_ctx *ctx, const lob_ilt_descent *d, judge *j) {
    lob_bits *const sets[] = {&j->target, &j->mask, &j->untidy, &j->nominal, &j->outer, &j->inner};
    *j = (judge){.binary = NULL};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        LOB_TRY(lob_bits_new(ctx, d->target->frame, sets[i]));
    }
    lob_bits_from_plane(d->target, .5f, &j->target);
    return new_values(ctx, d->count, &j->binary);
}

/* What is not free stays, be it as it may. */
static lob_status tidy(lob_ctx *ctx, const lob_ilt_setup *setup, judge *j) {
    const size_t words = (size_t)j->mask.stride * j->mask.frame.height;
    memcpy(j->untidy.words, j->mask.words, words * sizeof(uint64_t));
    LOB_TRY(lob_ilt_tidy(ctx, setup->mrc_width_nm, setup->mrc_spacing_nm, &j->mask));
    LOB_TRY(lob_ilt_tidy_areas(ctx, setup->mrc_area_nm2, &j->mask));
    for (size_t i = 0; setup->free && i < words; i++) {
        const uint64_t may = setup->free->words[i];
        j->mask.words[i] = (j->mask.words[i] & may) | (j->untidy.words[i] & ~may);
    }
    return LOB_OK;
}

/* How the thresholded mask prints. */
static lob_status judge_mask(lob_ctx *ctx, lob_ilt_descent *d, judge *j, float *values, lob_ilt_step *seen) {
    const lob_plane mask = {d->target->frame, values};
    const uint32_t width = mask.frame.width;
    lob_bits_from_plane(&mask, .5f, &j->mask);
    LOB_TRY(tidy(ctx, d->setup, j));
    for (size_t i = 0; i < d->count; i++) {
        j->binary[i] = lob_bits_at(&j->mask, (uint32_t)(i % width), (uint32_t)(i / width)) ? 1.0f : 0.0f;
    }
    LOB_TRY(lob_ilt_image(ctx, d, j->binary));
    print_at(d, 0, &j->nominal);
    print_at(d, d->setup->outer, &j->outer);
    print_at(d, d->setup->inner, &j->inner);
    seen->l2_pixels = (double)lob_bits_differ(&j->nominal, &j->target);
    seen->band_pixels = (double)lob_bits_differ(&j->outer, &j->inner);
    return LOB_OK;
}

static double worth(const lob_ilt_step *step) {
    return step->l2_pixels + step->band_pixels;
}

static void keep(const lob_ilt_descent *d, const judge *j, const float *values, const lob_ilt_step *seen,
                 lob_ilt_result *result) {
    result->best = *seen;
    memcpy(result->mask.words, j->mask.words, (size_t)j->mask.stride * j->mask.frame.height * sizeof(uint64_t));
    memcpy(result->smooth.values, values, d->count * sizeof(float));
}

/* ---- the descent ---- */

/* Towards the tidied mask just judged, so that free pixels grow into parts that the rules allow. Before PULL_FROM they
 * are left alone: what will be a part begins as less than one. */
static void pull_to_rules(lob_ilt_descent *d, const judge *j) {
    const uint32_t width = d->target->frame.width;
    for (size_t i = 0; i < d->count; i++) {
        const uint32_t x = (uint32_t)(i % width), y = (uint32_t)(i / width);
        const bool is_set = lob_bits_at(&j->mask, x, y);
        if (is_set != lob_bits_at(&j->untidy, x, y)) {
            const float side = is_set ? PULL_TO : -PULL_TO;
            d->parameters[i] += PULL_SHARE * (side - d->parameters[i]);
            d->first[i] = 0;
        }
    }
    make_mask(d);
}

static lob_status iterate(lob_ctx *ctx, lob_ilt_descent *d, uint32_t iteration, double *loss) {
    LOB_TRY(lob_ilt_image(ctx, d, d->mask));
    LOB_TRY(lob_ilt_slopes(ctx, d, loss));
    LOB_TRY(lob_ilt_back(ctx, d));
    float *by_mask = d->focuses[0].by_mask;
    *loss += lob_ilt_smooth(d, by_mask);
    if (d->setup->model == LOB_ILT_LEVEL_SET) {
        return lob_ilt_move(ctx, d, by_mask, *loss);
    }
    step_pixels(d, iteration);
    return LOB_OK;
}

static lob_status judge_and_keep(lob_ctx *ctx, lob_ilt_descent *d, judge *j, float *values, lob_ilt_step *seen,
                                 lob_ilt_result *result) {
    LOB_TRY(judge_mask(ctx, d, j, values, seen));
    result->first = isinf(result->best.l2_pixels) ? *seen : result->first;
    if (worth(seen) < worth(&result->best)) {
        keep(d, j, values, seen, result);
    }
    return LOB_OK;
}

static lob_status descend(lob_ctx *ctx, lob_ilt_descent *d, judge *j, lob_ilt_result *result) {
    const lob_ilt_setup *setup = d->setup;
    for (uint32_t i = 0; i <= setup->iterations; i++) {
        const bool is_last = i == setup->iterations;
        lob_ilt_step seen = {.iteration = i};
        LOB_TRY(lob_poll(ctx));
        make_mask(d);
        if (i % setup->judge_every == 0 || is_last) {
            LOB_TRY(judge_and_keep(ctx, d, j, d->mask, &seen, result));
            if (setup->model == LOB_ILT_PIXEL && i >= PULL_FROM) {
                pull_to_rules(d, j);
            }
        }
        if (is_last || (i > setup->iterations_min && i > result->best.iteration + PATIENCE)) {
            return LOB_OK;
        }
        LOB_TRY(iterate(ctx, d, i, &seen.loss));
        result->steps[result->step_count++] = seen;
        result->iterations++;
        if (result->best.iteration == i) {
            result->best.loss = seen.loss;
        }
        lob_progress(ctx, i + 1, setup->iterations, "iterations of inverse lithography");
    }
    return LOB_OK;
}

/* The rival comes first: only what is better takes its place. */
static lob_status run(lob_ctx *ctx, lob_ilt_descent *d, judge *j, lob_ilt_begin begin, lob_ilt_result *result) {
    lob_ilt_step seen = {.iteration = 0};
    result->best.l2_pixels = INFINITY;
    LOB_TRY(take_start(ctx, d, begin));
    if (begin.rival != begin.start || d->setup->model == LOB_ILT_LEVEL_SET) {
        LOB_TRY(judge_and_keep(ctx, d, j, begin.rival->values, &seen, result));
    }
    return descend(ctx, d, j, result);
}

static lob_status make_result(lob_ctx *ctx, const lob_ilt_setup *setup, lob_frame frame, lob_ilt_result *result) {
    LOB_TRY(lob_bits_new(ctx, frame, &result->mask));
    LOB_TRY(lob_plane_new(ctx, frame, &result->smooth));
    result->steps = LOB_NEW_ARRAY(ctx->arena, lob_ilt_step, (size_t)setup->iterations + 1);
    return result->steps ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_ilt_descend(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_plane *target, lob_ilt_begin begin,
                           lob_ilt_result *result) {
    lob_ilt_descent d;
    judge j = {.binary = NULL};
    *result = (lob_ilt_result){.step_count = 0};
    LOB_TRY(check_setup(ctx, setup, target, begin));
    lob_status status = new_descent(ctx, setup, target, &d);
    status = status == LOB_OK ? judge_new(ctx, &d, &j) : status;
    status = status == LOB_OK ? make_result(ctx, setup, target->frame, result) : status;
    status = status == LOB_OK ? run(ctx, &d, &j, begin, result) : status;
    judge_drop(&j);
    drop_descent(&d);
    if (status != LOB_OK) {
        lob_ilt_result_drop(result);
    }
    return status;
}

void lob_ilt_result_drop(lob_ilt_result *result) {
    lob_bits_drop(&result->mask);
    lob_plane_drop(&result->smooth);
}
