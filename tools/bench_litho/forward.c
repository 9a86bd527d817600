/* The forward model of a tile of 2048 x 2048 pixels with 24 kernels of 35 x 35 frequencies, in units of one forward and
 * one inverse real transform of that size by FFTW as it comes (SIMD, estimated plans), measured in turns in the same
 * run; and its difference from the full-size way: each kernel padded to the tile, transformed, squared, weighted.
 *
 * FFTW is loaded by name, so that this program also runs where src/litho was built without it.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench_litho.h"
#include "litho/imager.h"

enum { SIDE = 2048, RUNS = 15, RECTANGLES = 400 };
static const double ratio_max = 3, difference_max = 1e-5;

typedef struct transforms {
    void *library, *forward, *back;
    void (*execute)(void *plan);
} transforms;

typedef struct bench {
    lob_imager *imager;
    lob_imager_work *work;
    lob_plane mask, image, by_mask, other;
    lob_cfloat *spectrum; /* SIDE * SIDE */
    transforms fftw;
} bench;

static uint32_t random_below(uint64_t *state, uint32_t limit) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % limit);
}

static void draw_rectangles(float *mask) {
    uint64_t state = 1;
    for (unsigned i = 0; i < RECTANGLES; i++) {
        const uint32_t left = random_below(&state, SIDE - 400), bottom = random_below(&state, SIDE - 400);
        const uint32_t width = 40 + random_below(&state, 360), height = 40 + random_below(&state, 60);
        for (uint32_t y = 0; y < (i % 2 ? width : height); y++) {
            for (uint32_t x = 0; x < (i % 2 ? height : width); x++) {
                mask[(size_t)(bottom + y) * SIDE + left + x] = 1;
            }
        }
    }
}

/* FFTW's numbers: FFTW_ESTIMATE is 64. */
static bool load_fftw(transforms *t, float *plane, void *spectrum) {
    t->library = dlopen("libfftw3f.so.3", RTLD_NOW | RTLD_LOCAL);
    void *const forward = t->library ? dlsym(t->library, "fftwf_plan_dft_r2c_2d") : NULL;
    void *const back = t->library ? dlsym(t->library, "fftwf_plan_dft_c2r_2d") : NULL;
    void *const execute = t->library ? dlsym(t->library, "fftwf_execute") : NULL;
    if (!forward || !back || !execute) {
        return false;
    }
    void *(*plan_forward)(int, int, float *, void *, unsigned);
    void *(*plan_back)(int, int, void *, float *, unsigned);
    memcpy(&plan_forward, &forward, sizeof forward);
    memcpy(&plan_back, &back, sizeof back);
    memcpy(&t->execute, &execute, sizeof execute);
    t->forward = plan_forward(SIDE, SIDE, plane, spectrum, 64);
    t->back = plan_back(SIDE, SIDE, spectrum, plane, 64);
    return t->forward && t->back;
}

static lob_status prepare(lob_ctx *ctx, bench *b) {
    /* An aperture that gives 35 x 35 frequencies on 2048 nm. */
    const lob_optics optics = {
        .wavelength_nm = 193, .na = .96, .source = LOB_SOURCE_CIRCULAR, .sigma_outer = .7, .count = 24};
    const lob_frame frame = {0, 0, SIDE, SIDE, 1};
    lob_kernels kernels;
    LOB_TRY(lob_plane_new(ctx, frame, &b->mask));
    LOB_TRY(lob_plane_new(ctx, frame, &b->image));
    LOB_TRY(lob_plane_new(ctx, frame, &b->by_mask));
    LOB_TRY(lob_plane_new(ctx, frame, &b->other));
    b->spectrum = lob_fft_alloc((size_t)SIDE * SIDE * sizeof *b->spectrum);
    if (b->spectrum == NULL) {
        return lob_fail_memory(ctx);
    }
    const double start = thread_seconds();
    LOB_TRY(lob_kernels_compute(ctx, &optics, SIDE, &kernels));
    printf("kernels: %u of %u x %u frequencies, %.4f of the energy, %.0f ms\n", kernels.count, 2 * kernels.radius + 1,
           2 * kernels.radius + 1, kernels.share, 1e3 * (thread_seconds() - start));
    LOB_TRY(lob_imager_new(ctx, SIDE, 1, &kernels, &b->imager));
    return lob_imager_work_new(ctx, b->imager, &b->work);
}

static lob_status measure(lob_ctx *ctx, bench *b) {
    enum { IMAGE, GRADIENT, FFTW, KINDS };
    static const char *const names[] = {"forward model", "gradient", "FFTW forward + inverse"};
    figure figures[KINDS] = {0};
    double best[KINDS], median[KINDS];
    for (unsigned i = 0; i < RUNS; i++) {
        const double start = thread_seconds();
        lob_imager_mask(b->imager, b->work, b->mask.values);
        LOB_TRY(lob_imager_image(ctx, b->imager, b->work, b->image.values));
        const double imaged = thread_seconds();
        LOB_TRY(lob_imager_gradient(ctx, b->imager, b->work, b->image.values, b->by_mask.values));
        const double back = thread_seconds();
        memcpy(b->other.values, b->mask.values, (size_t)SIDE * SIDE * sizeof(float));
        const double copied = thread_seconds();
        b->fftw.execute(b->fftw.forward);
        b->fftw.execute(b->fftw.back);
        figures[FFTW].seconds[i] = thread_seconds() - copied;
        figures[IMAGE].seconds[i] = imaged - start;
        figures[GRADIENT].seconds[i] = back - imaged;
    }
    for (unsigned i = 0; i < KINDS; i++) {
        figures[i].count = RUNS;
        figure_best_and_median(&figures[i], &best[i], &median[i]);
        printf("%-24s best %6.2f ms, median %6.2f ms of %d\n", names[i], 1e3 * best[i], 1e3 * median[i], RUNS);
    }
    printf("forward model / FFTW: best %.3f, median %.3f (at most %.0f); transforms by %s\n", best[IMAGE] / best[FFTW],
           median[IMAGE] / median[FFTW], ratio_max, lob_fft_library());
    return median[IMAGE] <= ratio_max * median[FFTW]
               ? LOB_OK
               : lob_fail(ctx, LOB_E_INTERNAL_ERROR, "the ratio is above its limit");
}

/* b->other = the image by transforms of the tile's size. */
static lob_status image_full(lob_ctx *ctx, bench *b) {
    const lob_kernels *const kernels = lob_imager_kernels(b->imager);
    const int32_t r = (int32_t)kernels->radius, n = 2 * r + 1;
    const size_t pixels = (size_t)SIDE * SIDE;
    lob_fft *forward, *back;
    lob_cfloat *const mask = lob_arena_alloc(ctx->arena, pixels * sizeof *mask);
    if (mask == NULL) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_fft_plane(ctx, LOB_FFT_FORWARD, SIDE, SIDE, &forward));
    LOB_TRY(lob_fft_plane(ctx, LOB_FFT_BACKWARD, SIDE, SIDE, &back));
    for (size_t i = 0; i < pixels; i++) {
        mask[i] = (lob_cfloat){b->mask.values[i] / (float)pixels, 0};
    }
    lob_fft_run(forward, mask, mask);
    memset(b->other.values, 0, pixels * sizeof(float));
    for (uint32_t k = 0; k < kernels->count; k++) {
        memset(b->spectrum, 0, pixels * sizeof *b->spectrum);
        for (int32_t y = -r; y <= r; y++) {
            for (int32_t x = -r; x <= r; x++) {
                const size_t at = (size_t)((y + SIDE) % SIDE) * SIDE + (size_t)((x + SIDE) % SIDE);
                const lob_cfloat s = kernels->samples[(size_t)k * n * n + (size_t)(y + r) * n + x + r], m = mask[at];
                b->spectrum[at] = (lob_cfloat){s.re * m.re - s.im * m.im, s.re * m.im + s.im * m.re};
            }
        }
        lob_fft_run(back, b->spectrum, b->spectrum);
        for (size_t i = 0; i < pixels; i++) {
            const lob_cfloat e = b->spectrum[i];
            b->other.values[i] += (float)kernels->weights[k] * (e.re * e.re + e.im * e.im);
        }
    }
    lob_fft_drop(forward);
    lob_fft_drop(back);
    return LOB_OK;
}

static lob_status compare(lob_ctx *ctx, bench *b) {
    double worst = 0;
    LOB_TRY(image_full(ctx, b));
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        worst = fmax(worst, fabs((double)b->image.values[i] - b->other.values[i]));
    }
    printf("largest difference from the full-size way: %.1e of the open frame (at most %.0e)\n", worst, difference_max);
    return worst <= difference_max ? LOB_OK : lob_fail(ctx, LOB_E_INTERNAL_ERROR, "the images differ too much");
}

bool bench_forward(lob_ctx *ctx) {
    bench b = {0};
    lob_status status = prepare(ctx, &b);
    if (status == LOB_OK && !load_fftw(&b.fftw, b.other.values, b.spectrum)) {
        status = lob_fail(ctx, LOB_E_INTERNAL_ERROR, "libfftw3f.so.3 is not there to be compared with");
    }
    if (status == LOB_OK) {
        draw_rectangles(b.mask.values);
        status = measure(ctx, &b);
        const lob_status same = compare(ctx, &b);
        status = status == LOB_OK ? same : status;
    }
    lob_imager_work_drop(b.work);
    lob_imager_drop(b.imager);
    lob_plane_drop(&b.mask);
    lob_plane_drop(&b.image);
    lob_plane_drop(&b.by_mask);
    lob_plane_drop(&b.other);
    lob_fft_free(b.spectrum);
    return status == LOB_OK;
}
