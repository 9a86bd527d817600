/* What of the mask passes the kernels are its n x n lowest frequencies, n = 2 r + 1. Of each kernel the field is made
 * on a grid just fine enough for its square, |field|^2, which has twice the frequencies. The sum of these squares goes
 * to the tile once.
 *
 * Frequencies lie at 0..n - 1 of the small grid, not at -r..r: that multiplies a field by exp(2 pi i r (x + y) /
 * small), which its square does not see and the gradient takes back, and leaves zeros in whole rows.
 */
#include "litho/imager.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "litho/imager_lowpass.h"

enum { BATCH = 4 };

struct lob_imager {
    lob_kernels kernels;
    uint32_t side, small, width; /* width: n */
    lob_lowpass *mask, *image;   /* reach r and 2 r */
    float *blur;                 /* of frequencies 0..2 r; NULL: none */
    lob_fft *rows, *columns;     /* small grid, frequencies to samples: n rows, then all columns */
    lob_fft *columns_back, *rows_back;
    lob_fft *plane, *plane_back; /* real, of the small grid */
};

struct lob_imager_work {
    uint32_t side, small, width;
    void *scratch;
    lob_cfloat *spectrum; /* n x n of the mask, an open frame 1 at the middle */
    lob_cfloat *half;     /* of the intensity, reach 2 r */
    lob_cfloat *field;    /* small x small */
    lob_cfloat *small_half;
    float *intensity; /* small x small, as its derivative */
    double *sums;     /* small x small, or n x n complex */
};

/* The least even number not below `least` without other prime factors than 2, 3 and 5. */
static uint32_t good_side(uint32_t least) {
    for (uint32_t side = (least + 1) / 2 * 2;; side += 2) {
        uint32_t rest = side;
        while (rest % 2 == 0) {
            rest /= 2;
        }
        while (rest % 3 == 0) {
            rest /= 3;
        }
        while (rest % 5 == 0) {
            rest /= 5;
        }
        if (rest == 1) {
            return side;
        }
    }
}

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return LOB_E_INVALID_TARGET;
}

/* Kernels from files have the field that they were made for: the tile must be so large, whatever the pixel. */
static lob_status refuse_field(lob_ctx *ctx, double pixel_nm, double field_nm) {
    const double nearly = 1e-6, side = field_nm / pixel_nm, eighths = floor(side / 8 + .5);
    const bool fits = eighths >= 8 && eighths <= 1024 && fabs(8 * eighths - side) <= nearly * side;
    char hint[160];
    if (fits) {
        snprintf(hint, sizeof hint, "Send process.tile_px %u with this pixel_nm", 8 * (unsigned)eighths);
    } else {
        snprintf(hint, sizeof hint,
                 "Choose a pixel_nm that divides the field of the kernels (2048 nm in the contest) into 64 to 8192 "
                 "pixels, a multiple of 8: that is tile_px");
    }
    return refuse(ctx, "kernel_field", "The kernels are for a field of another size than the tile", hint);
}

static lob_status check(lob_ctx *ctx, uint32_t side, double pixel_nm, const lob_kernels *kernels) {
    const double size_nm = side * pixel_nm;
    if (side == 0 || side % 8 != 0) {
        return refuse(ctx, "tile_side", "The side of a tile is not a multiple of 8 pixels",
                      "Use a tile of 64 to 8192 pixels, a multiple of 8");
    }
    if (!(fabs(size_nm - kernels->field_nm) <= 1e-6 * kernels->field_nm)) {
        return refuse_field(ctx, pixel_nm, kernels->field_nm);
    }
    if (4 * (uint64_t)kernels->radius + 1 > side) {
        return refuse(ctx, "kernel_radius", "The pixels are too coarse for the optics",
                      "Use smaller pixels: an image has details of wavelength / (4 NA)");
    }
    return LOB_OK;
}

/* exp(-c), c >= 0, by Taylor's series of a part of it: the same bits on any machine. */
static double decay(double c) {
    const double small = .125, most = 700;
    double term = 1, sum = 1;
    uint32_t halvings = 0;
    for (; c > small && c < most; halvings++) {
        c /= 2;
    }
    for (int i = 1; i <= 10; i++) {
        term *= -c / i;
        sum += term;
    }
    for (; halvings > 0; halvings--) {
        sum *= sum;
    }
    return c < most ? sum : 0;
}

/* A Gaussian over the mask is a factor of each of its frequencies, and so of each sample of a kernel. */
static void blur_mask(lob_kernels *kernels) {
    const double twice_pi2 = 19.739208802178716, sigma = kernels->mask_blur_nm / kernels->field_nm;
    const double by = twice_pi2 * sigma * sigma;
    const int64_t reach = kernels->radius;
    lob_cfloat *sample = kernels->samples;
    for (uint32_t i = 0; kernels->mask_blur_nm > 0 && i < kernels->count; i++) {
        for (int64_t y = -reach; y <= reach; y++) {
            for (int64_t x = -reach; x <= reach; x++, sample++) {
                const float left = (float)decay(by * (double)(x * x + y * y));
                sample->re *= left;
                sample->im *= left;
            }
        }
    }
    kernels->mask_blur_nm = 0; /* it is in the samples: imagers made of them must not take it twice */
}

/* What a Gaussian in the resist leaves of each frequency of the image, along one axis. */
static lob_status make_blur(lob_ctx *ctx, lob_imager *im) {
    const double twice_pi2 = 19.739208802178716, sigma = im->kernels.blur_nm / im->kernels.field_nm;
    const uint32_t reach = 2 * im->kernels.radius;
    if (!(im->kernels.blur_nm > 0)) {
        return LOB_OK;
    }
    im->blur = lob_malloc((reach + 1) * sizeof *im->blur);
    for (uint32_t k = 0; im->blur && k <= reach; k++) {
        im->blur[k] = (float)decay(twice_pi2 * sigma * sigma * k * k);
    }
    return im->blur ? LOB_OK : lob_fail_memory(ctx);
}

/* The half spectrum of an image, or of a derivative by it: a Gaussian is its own adjoint. */
static void blur(const lob_imager *im, lob_cfloat *half) {
    const int64_t reach = 2 * (int64_t)im->kernels.radius;
    for (int64_t y = 0; im->blur && y <= reach; y++) {
        for (int64_t x = -reach; x <= reach; x++, half++) {
            const float left = im->blur[y] * im->blur[x < 0 ? -x : x];
            *half = (lob_cfloat){half->re * left, half->im * left};
        }
    }
}

static lob_status make_transforms(lob_ctx *ctx, lob_imager *im) {
    const uint32_t s = im->small;
    const lob_fft_shape rows = {.length = s, .count = im->width, .stride = 1, .distance = s};
    const lob_fft_shape columns = {.length = s, .count = s, .stride = s, .distance = 1};
    LOB_TRY(make_blur(ctx, im));
    LOB_TRY(lob_lowpass_new(ctx, im->side, im->kernels.radius, &im->mask));
    LOB_TRY(lob_lowpass_new(ctx, im->side, 2 * im->kernels.radius, &im->image));
    LOB_TRY(lob_fft_lines(ctx, LOB_FFT_BACKWARD, rows, &im->rows));
    LOB_TRY(lob_fft_lines(ctx, LOB_FFT_BACKWARD, columns, &im->columns));
    LOB_TRY(lob_fft_lines(ctx, LOB_FFT_FORWARD, columns, &im->columns_back));
    LOB_TRY(lob_fft_lines(ctx, LOB_FFT_FORWARD, rows, &im->rows_back));
    LOB_TRY(lob_fft_plane(ctx, LOB_FFT_REAL, s, s, &im->plane));
    return lob_fft_plane(ctx, LOB_FFT_TO_REAL, s, s, &im->plane_back);
}

lob_status lob_imager_new(lob_ctx *ctx, uint32_t side, double pixel_nm, lob_kernels *kernels, lob_imager **imager) {
    *imager = NULL;
    lob_imager *im = lob_calloc(1, sizeof *im);
    if (im == NULL) {
        lob_kernels_drop(kernels);
        return lob_fail_memory(ctx);
    }
    im->kernels = *kernels;
    *kernels = (lob_kernels){0};
    im->side = side;
    lob_status status = check(ctx, side, pixel_nm, &im->kernels);
    if (status == LOB_OK) {
        blur_mask(&im->kernels);
        im->width = 2 * im->kernels.radius + 1;
        im->small = good_side(4 * im->kernels.radius + 1);
        status = make_transforms(ctx, im);
    }
    if (status != LOB_OK) {
        lob_imager_drop(im);
        return status;
    }
    *imager = im;
    return LOB_OK;
}

void lob_imager_drop(lob_imager *imager) {
    if (imager == NULL) {
        return;
    }
    lob_fft *const transforms[] = {imager->rows,      imager->columns, imager->columns_back,
                                   imager->rows_back, imager->plane,   imager->plane_back};
    for (size_t i = 0; i < sizeof transforms / sizeof transforms[0]; i++) {
        lob_fft_drop(transforms[i]);
    }
    lob_lowpass_drop(imager->mask);
    lob_lowpass_drop(imager->image);
    lob_free(imager->blur);
    lob_kernels_drop(&imager->kernels);
    lob_free(imager);
}

const lob_kernels *lob_imager_kernels(const lob_imager *imager) {
    return &imager->kernels;
}

uint32_t lob_imager_side(const lob_imager *imager) {
    return imager->side;
}

uint32_t lob_imager_small_side(const lob_imager *imager) {
    return imager->small;
}

/* ---- buffers ---- */

lob_status lob_imager_work_new(lob_ctx *ctx, const lob_imager *imager, lob_imager_work **work) {
    *work = NULL;
    lob_imager_work *w = lob_calloc(1, sizeof *w);
    if (w == NULL) {
        return lob_fail_memory(ctx);
    }
    const size_t n = imager->width, small = imager->small, r = imager->kernels.radius;
    w->side = imager->side;
    w->small = imager->small;
    w->width = imager->width;
    w->scratch = lob_fft_alloc(lob_lowpass_scratch_size(imager->image));
    w->spectrum = lob_fft_alloc(n * n * sizeof(lob_cfloat));
    w->half = lob_fft_alloc((2 * r + 1) * (4 * r + 1) * sizeof(lob_cfloat));
    w->field = lob_fft_alloc(small * small * sizeof(lob_cfloat));
    w->small_half = lob_fft_alloc(small * (small / 2 + 1) * sizeof(lob_cfloat));
    w->intensity = lob_fft_alloc(small * small * sizeof(float));
    w->sums = lob_fft_alloc(small * small * sizeof(double));
    if (!w->scratch || !w->spectrum || !w->half || !w->field || !w->small_half || !w->intensity || !w->sums) {
        lob_imager_work_drop(w);
        return lob_fail_memory(ctx);
    }
    memset(w->spectrum, 0, n * n * sizeof(lob_cfloat));
    *work = w;
    return LOB_OK;
}

void lob_imager_work_drop(lob_imager_work *work) {
    if (work == NULL) {
        return;
    }
    lob_fft_free(work->scratch);
    lob_fft_free(work->spectrum);
    lob_fft_free(work->half);
    lob_fft_free(work->field);
    lob_fft_free(work->small_half);
    lob_fft_free(work->intensity);
    lob_fft_free(work->sums);
    lob_free(work);
}

/* Kernels of two folders may be of two sizes. */
static bool is_pair(const lob_imager *imager, const lob_imager_work *work) {
    return imager->side == work->side && imager->width == work->width;
}

static lob_status check_pair(lob_ctx *ctx, const lob_imager *imager, const lob_imager_work *work) {
    return is_pair(imager, work)
               ? LOB_OK
               : refuse(ctx, "kernel_radius", "The kernels of two focus settings differ in size",
                        "Kernels that image one mask must have the same number of frequencies and the same tile size");
}

/* ---- the mask ---- */

/* The whole from the half of ky >= 0. */
static void complete(const lob_cfloat *half, uint32_t r, lob_cfloat *whole) {
    const size_t n = 2 * (size_t)r + 1;
    memcpy(whole + r * n, half, (r + 1) * n * sizeof *whole);
    for (size_t y = 1; y <= r; y++) {
        for (size_t x = 0; x < n; x++) {
            const lob_cfloat value = half[y * n + n - 1 - x];
            whole[(r - y) * n + x] = (lob_cfloat){value.re, -value.im};
        }
    }
}

void lob_imager_mask(const lob_imager *imager, lob_imager_work *work, const float *mask) {
    const float scale = (float)(1 / ((double)imager->side * imager->side));
    assert(is_pair(imager, work));
    (void)lob_lowpass_analyse(NULL, imager->mask, work->scratch, mask, scale, work->half);
    complete(work->half, imager->kernels.radius, work->spectrum);
}

/* ---- the image ---- */

/* The field of a kernel on the small grid, turned as said above. */
static void make_field(const lob_imager *im, lob_imager_work *work, uint32_t kernel) {
    const size_t n = im->width, small = im->small;
    const lob_cfloat *k = im->kernels.samples + kernel * n * n, *m = work->spectrum;
    lob_cfloat *const field = work->field;
    for (size_t y = 0; y < n; y++) {
        lob_cfloat *const row = field + y * small;
        for (size_t x = 0; x < n; x++, k++, m++) {
            row[x] = (lob_cfloat){k->re * m->re - k->im * m->im, k->re * m->im + k->im * m->re};
        }
        memset(row + n, 0, (small - n) * sizeof *row);
    }
    lob_fft_run(im->rows, field, field);
    memset(field + n * small, 0, (small - n) * small * sizeof *field);
    lob_fft_run(im->columns, field, field);
}

static lob_status sum_fields(lob_ctx *ctx, const lob_imager *im, lob_imager_work *work) {
    const size_t count = (size_t)im->small * im->small;
    memset(work->sums, 0, count * sizeof *work->sums);
    for (uint32_t k = 0; k < im->kernels.count; k++) {
        const double weight = im->kernels.weights[k];
        if (k % BATCH == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        make_field(im, work, k);
        for (size_t i = 0; i < count; i++) {
            const lob_cfloat e = work->field[i];
            work->sums[i] += weight * ((double)e.re * e.re + (double)e.im * e.im);
        }
    }
    const double scale = 1 / (double)count;
    for (size_t i = 0; i < count; i++) {
        work->intensity[i] = (float)(scale * work->sums[i]);
    }
    return LOB_OK;
}

/* The frequency (kx, ky) of the small grid's transform, which has kx >= 0 alone. */
static lob_cfloat small_frequency(const lob_imager *im, const lob_cfloat *small_half, int64_t kx, int64_t ky) {
    const int64_t small = im->small, width = small / 2 + 1;
    const int64_t x = kx < 0 ? -kx : kx, y = kx < 0 ? -ky : ky;
    const lob_cfloat value = small_half[(y < 0 ? y + small : y) * width + x];
    return (lob_cfloat){value.re, kx < 0 ? -value.im : value.im};
}

lob_status lob_imager_image(lob_ctx *ctx, const lob_imager *imager, lob_imager_work *work, float *intensity) {
    const int64_t reach = 2 * (int64_t)imager->kernels.radius;
    LOB_TRY(check_pair(ctx, imager, work));
    LOB_TRY(sum_fields(ctx, imager, work));
    lob_fft_run(imager->plane, work->intensity, work->small_half);
    for (int64_t y = 0; y <= reach; y++) {
        for (int64_t x = -reach; x <= reach; x++) {
            work->half[y * (2 * reach + 1) + x + reach] = small_frequency(imager, work->small_half, x, y);
        }
    }
    blur(imager, work->half);
    return lob_lowpass_synthesise(ctx, imager->image, work->scratch, work->half, false, intensity);
}

/* ---- the gradient ---- */

/* The derivative by the small grid's intensities from that by the tile's: the adjoint of bringing them there. */
static lob_status bring_down(lob_ctx *ctx, const lob_imager *im, lob_imager_work *work, const float *by_intensity) {
    const int64_t reach = 2 * (int64_t)im->kernels.radius, small = im->small, width = small / 2 + 1;
    const float scale = (float)(1 / ((double)small * (double)small));
    LOB_TRY(lob_lowpass_analyse(ctx, im->image, work->scratch, by_intensity, scale, work->half));
    blur(im, work->half);
    memset(work->small_half, 0, (size_t)(small * width) * sizeof *work->small_half);
    for (int64_t y = 0; y <= reach; y++) {
        const lob_cfloat *const from = work->half + y * (2 * reach + 1) + reach;
        for (int64_t x = 0; x <= reach; x++) {
            work->small_half[y * width + x] = from[x];
            if (y > 0) {
                work->small_half[(small - y) * width + x] = (lob_cfloat){from[-x].re, -from[-x].im};
            }
        }
    }
    lob_fft_run(im->plane_back, work->small_half, work->intensity);
    return LOB_OK;
}

/* sums += weight * conj(kernel) * transform of (field * by_intensity), n x n complex. */
static void add_back(const lob_imager *im, lob_imager_work *work, uint32_t kernel) {
    const size_t n = im->width, small = im->small;
    const lob_cfloat *k = im->kernels.samples + kernel * n * n;
    const double weight = im->kernels.weights[kernel];
    lob_cfloat *const field = work->field;
    double *to = work->sums;
    make_field(im, work, kernel);
    for (size_t i = 0; i < small * small; i++) {
        field[i].re *= work->intensity[i];
        field[i].im *= work->intensity[i];
    }
    lob_fft_run(im->columns_back, field, field);
    lob_fft_run(im->rows_back, field, field);
    for (size_t y = 0; y < n; y++) {
        for (size_t x = 0; x < n; x++, k++, to += 2) {
            const lob_cfloat t = field[y * small + x];
            to[0] += weight * ((double)k->re * t.re + (double)k->im * t.im);
            to[1] += weight * ((double)k->re * t.im - (double)k->im * t.re);
        }
    }
}

lob_status lob_imager_gradient(lob_ctx *ctx, const lob_imager *imager, lob_imager_work *work, const float *by_intensity,
                               float *by_mask) {
    const size_t n = imager->width, r = imager->kernels.radius;
    const double scale = 1 / ((double)imager->side * imager->side);
    LOB_TRY(check_pair(ctx, imager, work));
    LOB_TRY(bring_down(ctx, imager, work, by_intensity));
    memset(work->sums, 0, 2 * n * n * sizeof *work->sums);
    for (uint32_t k = 0; k < imager->kernels.count; k++) {
        if (k % BATCH == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        add_back(imager, work, k);
    }
    /* Twice the real part: each frequency and the conjugate of its opposite. */
    for (size_t y = 0; y <= r; y++) {
        for (size_t x = 0; x < n; x++) {
            const double *const here = work->sums + 2 * ((r + y) * n + x);
            const double *const there = work->sums + 2 * ((r - y) * n + n - 1 - x);
            work->half[y * n + x] =
                (lob_cfloat){(float)(scale * (here[0] + there[0])), (float)(scale * (here[1] - there[1]))};
        }
    }
    return lob_lowpass_synthesise(ctx, imager->mask, work->scratch, work->half, true, by_mask);
}
