/* A descent from coarse pixels to fine ones.
 *
 * Masks that print well are smooth on the scale of the optics, so nearly all of the way can be gone on pixels of 8 nm,
 * at a hundredth of the cost; the kernels are the same, for their frequencies are. What counts is judged at full size.
 */
#include "litho/ilt_impl.h"

#include <math.h>

#include "base/alloc.h"

#define COARSE_MOST_NM  8.0
#define FINE_RATE_SHARE .2

enum { COARSE_ITERATIONS = 150, FINE_ITERATIONS = 2, JUDGE_EACH_BELOW = 10, WAYS_PER_LEVEL = 4 };

typedef struct level { /* what a coarse descent works with */
    lob_ilt_setup setup;
    lob_ilt_corner corners[LOB_CORNERS_MAX];
    lob_plane target, rival;
    lob_bits free;
    uint32_t factor;
} level;

/* ---- from one grid to another ---- */

static void shrink(const lob_plane *from, uint32_t factor, lob_plane *to) {
    const uint32_t side = to->frame.width, whole = from->frame.width;
    const double share = 1. / ((double)factor * factor);
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            double sum = 0;
            for (uint32_t j = 0; j < factor; j++) {
                const float *row = from->values + (size_t)(y * factor + j) * whole + (size_t)x * factor;
                for (uint32_t i = 0; i < factor; i++) {
                    sum += (double)row[i];
                }
            }
            to->values[(size_t)y * side + x] = (float)(sum * share);
        }
    }
}

/* A coarse pixel is free when all of it is. */
static void shrink_free(const lob_bits *from, uint32_t factor, lob_bits *to) {
    const uint32_t side = to->frame.width;
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            bool is_free = true;
            for (uint32_t i = 0; i < factor * factor && is_free; i++) {
                is_free = lob_bits_at(from, x * factor + i % factor, y * factor + i / factor);
            }
            if (is_free) {
                lob_bits_set(to, x, y);
            }
        }
    }
}

typedef struct place { /* between two samples */
    uint32_t low, high;
    float share; /* of the higher one */
} place;

static place place_of(uint32_t i, double ratio, uint32_t side) {
    const double at = (i + .5) * ratio - .5, low = floor(at);
    const uint32_t last = side - 1;
    return (place){low < 0 ? 0 : (uint32_t)low, low + 1 > last ? last : (uint32_t)(low + 1), (float)(at - low)};
}

/* Linear between the middles of pixels, level beyond the outermost. */
static void grow(const lob_plane *from, lob_plane *to) {
    const uint32_t side = to->frame.width, coarse = from->frame.width;
    const double ratio = (double)coarse / side;
    for (uint32_t y = 0; y < side; y++) {
        const place v = place_of(y, ratio, coarse);
        const float *low = from->values + (size_t)v.low * coarse, *high = from->values + (size_t)v.high * coarse;
        for (uint32_t x = 0; x < side; x++) {
            const place u = place_of(x, ratio, coarse);
            const float a = low[u.low] + u.share * (low[u.high] - low[u.low]);
            const float b = high[u.low] + u.share * (high[u.high] - high[u.low]);
            to->values[(size_t)y * side + x] = a + v.share * (b - a);
        }
    }
}

/* Each coarse pixel as it is: what is at least so many coarse pixels wide stays as wide. */
static void grow_blocks(const lob_plane *from, lob_plane *to) {
    const uint32_t side = to->frame.width, coarse = from->frame.width, factor = side / coarse;
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            to->values[(size_t)y * side + x] = from->values[(size_t)(y / factor) * coarse + x / factor];
        }
    }
}

/* ---- a level ---- */

static lob_status copy_kernels(lob_ctx *ctx, const lob_kernels *from, lob_kernels *to) {
    const size_t n = 2 * (size_t)from->radius + 1, size = from->count * n * n * sizeof *from->samples;
    *to = *from;
    to->samples = lob_fft_alloc(size);
    if (to->samples == NULL) {
        return lob_fail_memory(ctx);
    }
    memcpy(to->samples, from->samples, size);
    return LOB_OK;
}

/* Corners that share an imager share the coarse one; it is made with the first of them. */
static lob_status make_imager(lob_ctx *ctx, const lob_ilt_setup *fine, uint32_t corner, lob_frame frame, level *l) {
    const lob_imager *imager = fine->corners[corner].imager;
    l->corners[corner] = fine->corners[corner];
    l->corners[corner].imager = NULL;
    for (uint32_t i = 0; i < corner; i++) {
        if (fine->corners[i].imager == imager) {
            l->corners[corner].imager = l->corners[i].imager;
            return LOB_OK;
        }
    }
    lob_kernels kernels;
    lob_imager *coarse = NULL;
    LOB_TRY(copy_kernels(ctx, lob_imager_kernels(imager), &kernels));
    LOB_TRY(lob_imager_new(ctx, frame.width, frame.pixel_nm, &kernels, &coarse));
    l->corners[corner].imager = coarse;
    return LOB_OK;
}

static void drop_level(level *l) {
    for (uint32_t c = 0; c < l->setup.corner_count; c++) {
        bool is_shared = false;
        for (uint32_t i = 0; i < c; i++) {
            is_shared = is_shared || l->corners[i].imager == l->corners[c].imager;
        }
        if (!is_shared) {
            /* Made here, and lent as const. */
            lob_imager *own;
            memcpy(&own, &l->corners[c].imager, sizeof own);
            lob_imager_drop(own);
        }
    }
    lob_plane_drop(&l->target);
    lob_plane_drop(&l->rival);
    lob_bits_drop(&l->free);
}

static lob_frame frame_of(lob_frame fine, uint32_t factor) {
    return (lob_frame){0, 0, fine.width / factor, fine.height / factor, fine.pixel_nm * factor};
}

static lob_status make_level(lob_ctx *ctx, const lob_ilt_setup *fine, const lob_plane *target, const lob_plane *rival,
                             level *l) {
    const lob_frame frame = frame_of(target->frame, l->factor);
    for (uint32_t c = 0; c < fine->corner_count; c++) {
        LOB_TRY(make_imager(ctx, fine, c, frame, l));
    }
    LOB_TRY(lob_plane_new(ctx, frame, &l->target));
    LOB_TRY(lob_plane_new(ctx, frame, &l->rival));
    shrink(target, l->factor, &l->target);
    shrink(rival, l->factor, &l->rival);
    if (fine->free) {
        LOB_TRY(lob_bits_new(ctx, frame, &l->free));
        shrink_free(fine->free, l->factor, &l->free);
        l->setup.free = &l->free;
    }
    return LOB_OK;
}

/* smooth: what the level before has found; without values: none. */
static lob_status descend_from(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_plane *target,
                               const lob_plane *rival, const lob_plane *smooth, bool is_settled,
                               lob_ilt_result *result) {
    lob_ilt_begin begin = {rival, rival};
    lob_plane start = {.values = NULL};
    if (smooth->values) {
        LOB_TRY(lob_plane_new(ctx, target->frame, &start));
        (is_settled ? grow_blocks : grow)(smooth, &start);
        begin.start = &start;
    }
    const lob_status status = lob_ilt_descend(ctx, setup, target, begin, result);
    lob_plane_drop(&start);
    return status;
}

/* ---- all levels ---- */

static void take_level(const lob_ilt_level *from, lob_ilt_setup *setup) {
    setup->iterations = setup->iterations_min = from->iterations;
    setup->rate *= from->rate_share > 0 ? from->rate_share : 1;
    setup->judge_every = from->iterations < JUDGE_EACH_BELOW ? 1 : setup->judge_every;
}

/* The rule for coarse pixels after which blocks of them obey it on fine ones. */
static double coarse_rule(double limit_nm, double pixel_nm, uint32_t factor) {
    const double nearly = 1e-9, pixels = ceil(limit_nm / pixel_nm * (1 - nearly));
    return pixels < 2 ? 0 : ceil(pixels / factor) * factor * pixel_nm; /* 0: not looked at */
}

/* The mask as it is kept, tidied, in place of the continuous one. */
static void take_tidied(const lob_bits *tidied, lob_plane *smooth) {
    const uint32_t width = smooth->frame.width;
    for (size_t i = 0; i < (size_t)width * smooth->frame.height; i++) {
        smooth->values[i] = lob_bits_at(tidied, (uint32_t)(i % width), (uint32_t)(i / width)) ? 1 : 0;
    }
}

/* *smooth becomes what this level has found, unless it is the last. */
static lob_status run_level(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_ilt_level *from, bool is_settled,
                            bool is_last, const lob_plane *target, const lob_plane *rival, lob_plane *smooth,
                            lob_ilt_result *result) {
    level l = {.setup = *setup, .factor = from->factor};
    take_level(from, &l.setup);
    lob_status status = LOB_OK;
    if (from->factor > 1 && is_settled) {
        const double pixel_nm = target->frame.pixel_nm;
        l.setup.mrc_width_nm = coarse_rule(setup->mrc_width_nm, pixel_nm, from->factor);
        l.setup.mrc_spacing_nm = coarse_rule(setup->mrc_spacing_nm, pixel_nm, from->factor);
    }
    if (from->factor > 1) {
        l.setup.corners = l.corners;
        status = make_level(ctx, setup, target, rival, &l);
        target = &l.target;
        rival = &l.rival;
    }
    status = status == LOB_OK ? descend_from(ctx, &l.setup, target, rival, smooth, is_settled, result) : status;
    if (from->factor > 1) {
        drop_level(&l);
    }
    if (status == LOB_OK && !is_last) {
        if (is_settled) {
            take_tidied(&result->mask, &result->smooth);
        }
        lob_plane_drop(smooth);
        *smooth = result->smooth;
        result->smooth.values = NULL;
        lob_bits_drop(&result->mask);
    }
    return status;
}

static bool fits(const lob_imager *imager, uint32_t factor) {
    const uint32_t side = lob_imager_side(imager);
    return factor > 0 && side % (8 * factor) == 0 && side / factor > 4 * lob_imager_kernels(imager)->radius;
}

static lob_status check_levels(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_ilt_level *levels, uint32_t count,
                               const lob_plane *target) {
    bool is_fine = count > 0 && count <= LOB_ILT_LEVELS_MAX && levels[count - 1].factor == 1 &&
                   setup->corner_count > 0 && setup->corner_count <= LOB_CORNERS_MAX;
    for (uint32_t i = 0; is_fine && i < count; i++) {
        for (uint32_t c = 0; c < setup->corner_count; c++) {
            is_fine = is_fine && fits(setup->corners[c].imager, levels[i].factor) &&
                      lob_imager_side(setup->corners[c].imager) == target->frame.width;
        }
    }
    return is_fine ? LOB_OK
                   : lob_ilt_fail(ctx, "levels", "These levels do not fit the tile",
                                  "Side / factor must be a multiple of 8 and above 4 r; the last factor is 1.");
}

/* Levels as they are gone through, each with its model. */
typedef struct way {
    lob_ilt_level levels[WAYS_PER_LEVEL * LOB_ILT_LEVELS_MAX];
    lob_ilt_model models[WAYS_PER_LEVEL * LOB_ILT_LEVELS_MAX];
    uint32_t count;
    bool is_settled; /* each begins with the tidied mask of the one before */
} way;

static void add_level(way *w, lob_ilt_level from, lob_ilt_model model) {
    w->levels[w->count] = from;
    w->models[w->count++] = model;
}

static bool has_rules(const lob_ilt_setup *setup) {
    return setup->mrc_width_nm > 0 || setup->mrc_spacing_nm > 0 || setup->mrc_area_nm2 > 0;
}

static lob_ilt_level part_of(const lob_ilt_level *from, double iterations, double rate) {
    const double whole = from->rate_share > 0 ? from->rate_share : 1;
    return (lob_ilt_level){from->factor, (uint32_t)(iterations * from->iterations), rate * whole};
}

/* Tidying takes much away from a mask of free pixels at the end, for nothing made it obey rules. So it is tidied on
 * coarse pixels, and from there on contours move, which keep the widths they have and win the loss back. Where contours
 * have come to rest pixels are freed once more: parts come and go that contours cannot make. */
static void plan_settled(const lob_ilt_level *levels, uint32_t count, way *w) {
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && i + 1 == count) {
            add_level(w, part_of(&levels[i], 0, 1), LOB_ILT_LEVEL_SET); /* judged: fine pixels gain no more */
            continue;
        }
        add_level(w, levels[i], LOB_ILT_PIXEL);
        add_level(w, part_of(&levels[i], 1. / 3, 1), LOB_ILT_LEVEL_SET);
        add_level(w, part_of(&levels[i], 2. / 3, .5), LOB_ILT_PIXEL);
        add_level(w, part_of(&levels[i], 1. / 2, 1), LOB_ILT_LEVEL_SET);
    }
}

static void plan(const lob_ilt_setup *setup, const lob_ilt_level *levels, uint32_t count, way *w) {
    *w = (way){.is_settled = setup->model == LOB_ILT_PIXEL && has_rules(setup)};
    if (w->is_settled) {
        plan_settled(levels, count, w);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        add_level(w, levels[i], setup->model);
    }
}

lob_status lob_ilt_run_levels(lob_ctx *ctx, const lob_ilt_setup *setup, const lob_ilt_level *levels, uint32_t count,
                              const lob_plane *target, const lob_plane *start, lob_ilt_result *result) {
    lob_plane smooth = {.values = NULL};
    way w;
    *result = (lob_ilt_result){.step_count = 0};
    LOB_TRY(check_levels(ctx, setup, levels, count, target));
    plan(setup, levels, count, &w);
    lob_status status = LOB_OK;
    uint32_t iterations = 0;
    for (uint32_t i = 0; i < w.count && status == LOB_OK; i++) {
        lob_ilt_setup of = *setup, usual;
        lob_ilt_setup_usual(&usual, w.models[i]);
        of.model = w.models[i];
        of.rate = of.model == setup->model ? setup->rate : usual.rate;
        lob_ilt_result_drop(result);
        status = run_level(ctx, &of, &w.levels[i], w.is_settled, i + 1 == w.count, target, start ? start : target,
                           &smooth, result);
        iterations += result->iterations;
    }
    result->iterations = iterations;
    lob_plane_drop(&smooth);
    return status;
}

uint32_t lob_ilt_levels_usual(const lob_imager *imager, double pixel_nm, uint32_t iterations,
                              lob_ilt_level levels[LOB_ILT_LEVELS_MAX]) {
    uint32_t count = 0, factor = 1;
    while (2 * factor * pixel_nm <= COARSE_MOST_NM && fits(imager, 2 * factor)) {
        factor *= 2;
    }
    iterations = iterations ? iterations : COARSE_ITERATIONS;
    if (factor > 1) {
        levels[count++] = (lob_ilt_level){.factor = factor, .iterations = iterations};
    }
    levels[count++] =
        factor > 1 ? (lob_ilt_level){1, FINE_ITERATIONS, FINE_RATE_SHARE} : (lob_ilt_level){1, iterations, 1};
    return count;
}
