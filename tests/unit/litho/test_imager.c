/* The imager: against direct sums in double precision, against transforms of the tile's size, finite differences of its
 * gradient (exact, since intensities are quadratic), moved masks, and the printed areas that an independent program
 * gave for the contest's ten clips. */
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "close_sweep.h"
#include "litho/imager.h"
#include "tests/support/stride.h"

static const double turn = 6.28318530717958647692;

static double random_unit(uint64_t *state) { /* -1..1 */
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int64_t)*state / 9223372036854775808.;
}

typedef struct scene {
    lob_arena *arena;
    lob_ctx ctx;
    lob_imager *imager;
    lob_imager_work *work;
    uint32_t side;
    float *mask, *image, *other, *by_mask;
} scene;

static lob_kernels random_kernels(uint32_t radius, uint32_t count, double field_nm, uint64_t seed) {
    const size_t n = 2 * radius + 1;
    lob_kernels k = {.radius = radius, .count = count, .field_nm = field_nm};
    k.samples = lob_fft_alloc(count * n * n * sizeof *k.samples);
    assert_non_null(k.samples);
    for (size_t i = 0; i < count * n * n; i++) {
        k.samples[i] = (lob_cfloat){(float)random_unit(&seed), (float)random_unit(&seed)};
    }
    for (uint32_t i = 0; i < count; i++) {
        k.weights[i] = 1. / (1 + i) / (double)(n * n);
    }
    return k;
}

static void scene_begin(scene *s, uint32_t side, double pixel_nm, lob_kernels kernels) {
    const size_t size = (size_t)side * side * sizeof(float);
    *s = (scene){.arena = lob_arena_new(0), .side = side};
    lob_ctx_init(&s->ctx, s->arena);
    assert_int_equal(lob_imager_new(&s->ctx, side, pixel_nm, &kernels, &s->imager), LOB_OK);
    assert_null(kernels.samples);
    assert_int_equal(lob_imager_work_new(&s->ctx, s->imager, &s->work), LOB_OK);
    s->mask = lob_fft_alloc(size);
    s->image = lob_fft_alloc(size);
    s->other = lob_fft_alloc(size);
    s->by_mask = lob_fft_alloc(size);
    memset(s->by_mask, 0, size);
}

static void scene_end(scene *s) {
    lob_imager_work_drop(s->work);
    lob_imager_drop(s->imager);
    lob_fft_free(s->mask);
    lob_fft_free(s->image);
    lob_fft_free(s->other);
    lob_fft_free(s->by_mask);
    lob_arena_drop(s->arena);
}

static void random_mask(scene *s, uint64_t seed) {
    for (size_t i = 0; i < (size_t)s->side * s->side; i++) {
        s->mask[i] = (float)random_unit(&seed);
    }
}

static void image(scene *s, const float *mask, float *to) {
    lob_imager_mask(s->imager, s->work, mask);
    assert_int_equal(lob_imager_image(&s->ctx, s->imager, s->work, to), LOB_OK);
}

static double worst_difference(const float *a, const float *b, size_t count) {
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        worst = fmax(worst, fabs((double)a[i] - b[i]));
    }
    return worst;
}

/* Field of a kernel at a pixel, all sums written out: mask's frequencies M, then sum of K M exp. */
static void direct_spectrum(const scene *s, int32_t r, double *spectrum) {
    const double pixels = (double)s->side * s->side;
    for (int32_t fy = -r; fy <= r; fy++) {
        for (int32_t fx = -r; fx <= r; fx++) {
            double re = 0, im = 0;
            for (uint32_t y = 0; y < s->side; y++) {
                for (uint32_t x = 0; x < s->side; x++) {
                    const double angle = -turn * (fx * (double)x + fy * (double)y) / s->side;
                    re += s->mask[y * s->side + x] * cos(angle);
                    im += s->mask[y * s->side + x] * sin(angle);
                }
            }
            *spectrum++ = re / pixels;
            *spectrum++ = im / pixels;
        }
    }
}

static double direct_intensity(const scene *s, const double *spectrum, uint32_t x, uint32_t y) {
    const lob_kernels *const k = lob_imager_kernels(s->imager);
    const int32_t r = (int32_t)k->radius, n = 2 * r + 1;
    double sum = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        double re = 0, im = 0;
        for (int32_t f = 0; f < n * n; f++) {
            const double angle = turn * ((f % n - r) * (double)x + (f / n - r) * (double)y) / s->side;
            const lob_cfloat c = k->samples[i * (uint32_t)(n * n) + (uint32_t)f];
            const double a = c.re * spectrum[2 * f] - c.im * spectrum[2 * f + 1];
            const double b = c.re * spectrum[2 * f + 1] + c.im * spectrum[2 * f];
            re += a * cos(angle) - b * sin(angle);
            im += a * sin(angle) + b * cos(angle);
        }
        sum += k->weights[i] * (re * re + im * im);
    }
    return sum;
}

/* Every radius up to the largest that a side takes; sides that are no multiple of 16, or of a prime. */
static void test_direct(void **unused) {
    (void)unused;
    static const uint32_t cases[][3] = {{8, 0, 1},  {8, 1, 3},   {16, 3, 2}, {24, 5, 5},
                                        {40, 4, 2}, {72, 17, 3}, {88, 2, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%u, %u, %u", cases[i][0], cases[i][1], cases[i][2]);
        if (stride_is_on() && cases[i][1] > 9) { /* sums written out: frequencies times pixels */
            continue;
        }
        scene s;
        double spectrum[2 * 35 * 35], worst = 0, largest = 0;
        scene_begin(&s, cases[i][0], 2, random_kernels(cases[i][1], cases[i][2], 2. * cases[i][0], i));
        random_mask(&s, 7 * i);
        image(&s, s.mask, s.image);
        assert_ge(lob_imager_small_side(s.imager), 4 * cases[i][1] + 1);
        assert_int_equal(lob_imager_side(s.imager), cases[i][0]);
        direct_spectrum(&s, (int32_t)cases[i][1], spectrum);
        for (uint32_t y = 0; y < s.side; y += stride_pick(1, 29)) {
            for (uint32_t x = 0; x < s.side; x += 1 + s.side / stride_pick(24, 4)) {
                const double expected = direct_intensity(&s, spectrum, x, y);
                worst = fmax(worst, fabs(expected - s.image[y * s.side + x]));
                largest = fmax(largest, expected);
            }
        }
        assert_gt(largest, 0);
        assert_le(worst, 2e-6 * largest);
        scene_end(&s);
    }
}

/* The full-size way: each kernel padded to the tile. */
static void image_full(const scene *s, float *to) {
    const lob_kernels *const k = lob_imager_kernels(s->imager);
    const int32_t r = (int32_t)k->radius, n = 2 * r + 1, side = (int32_t)s->side;
    const size_t pixels = (size_t)side * side;
    lob_ctx ctx = s->ctx;
    lob_fft *forward, *back;
    lob_cfloat *const mask = lob_fft_alloc(pixels * sizeof *mask), *const field = lob_fft_alloc(pixels * sizeof *mask);
    assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_FORWARD, s->side, s->side, &forward), LOB_OK);
    assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_BACKWARD, s->side, s->side, &back), LOB_OK);
    for (size_t i = 0; i < pixels; i++) {
        mask[i] = (lob_cfloat){s->mask[i] / (float)pixels, 0};
    }
    lob_fft_run(forward, mask, mask);
    memset(to, 0, pixels * sizeof *to);
    for (uint32_t i = 0; i < k->count; i++) {
        memset(field, 0, pixels * sizeof *field);
        for (int32_t f = 0; f < n * n; f++) {
            const size_t at = (size_t)((f / n - r + side) % side) * s->side + (size_t)((f % n - r + side) % side);
            const lob_cfloat c = k->samples[(size_t)i * n * n + f], m = mask[at];
            field[at] = (lob_cfloat){c.re * m.re - c.im * m.im, c.re * m.im + c.im * m.re};
        }
        lob_fft_run(back, field, field);
        for (size_t p = 0; p < pixels; p++) {
            to[p] += (float)k->weights[i] * (field[p].re * field[p].re + field[p].im * field[p].im);
        }
    }
    lob_fft_drop(forward);
    lob_fft_drop(back);
    lob_fft_free(mask);
    lob_fft_free(field);
}

static lob_kernels usual_kernels(lob_ctx *ctx, double field_nm, double defocus_nm) {
    const lob_optics optics = {
        .wavelength_nm = 193, .na = 1.35, .sigma_outer = .7, .defocus_nm = defocus_nm, .count = 8};
    lob_kernels kernels;
    assert_int_equal(lob_kernels_compute(ctx, &optics, field_nm, &kernels), LOB_OK);
    return kernels;
}

static void test_full_size(void **unused) {
    (void)unused;
    stride_skip();
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    for (unsigned i = 0; i < 2; i++) {
        scene s;
        scene_begin(&s, 384, 2, usual_kernels(&ctx, 768, i * 40.));
        random_mask(&s, i);
        for (size_t p = 0; p < 384 * 384; p++) {
            s.mask[p] = s.mask[p] > 0 || (p / 64 + p / 384 / 32) % 2 ? 1 : 0;
        }
        image(&s, s.mask, s.image);
        image_full(&s, s.other);
        assert_le(worst_difference(s.image, s.other, 384 * 384), 1e-5);
        scene_end(&s);
    }
    lob_arena_drop(arena);
}

static void test_open_frame(void **unused) {
    (void)unused;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    scene s;
    lob_ctx_init(&ctx, arena);
    scene_begin(&s, 256, 4, usual_kernels(&ctx, 1024, 0));
    for (size_t i = 0; i < 256 * 256; i++) {
        s.mask[i] = 1;
    }
    image(&s, s.mask, s.image);
    for (size_t i = 0; i < 256 * 256; i++) {
        assert_le(fabs(s.image[i] - 1.), 2e-6);
    }
    scene_end(&s);
    lob_arena_drop(arena);
}

/* A mask moved by whole pixels gives the image moved: no row or column is special. */
static void test_moved(void **unused) {
    (void)unused;
    enum { SIDE = 96, DX = 29, DY = 43 };
    scene s;
    scene_begin(&s, SIDE, 1, random_kernels(6, 4, SIDE, 3));
    random_mask(&s, 5);
    image(&s, s.mask, s.image);
    for (size_t y = 0; y < SIDE; y++) {
        for (size_t x = 0; x < SIDE; x++) {
            s.by_mask[(y + DY) % SIDE * SIDE + (x + DX) % SIDE] = s.mask[y * SIDE + x];
        }
    }
    image(&s, s.by_mask, s.other);
    double worst = 0;
    for (size_t y = 0; y < SIDE; y++) {
        for (size_t x = 0; x < SIDE; x++) {
            worst =
                fmax(worst, fabs((double)s.other[(y + DY) % SIDE * SIDE + (x + DX) % SIDE] - s.image[y * SIDE + x]));
        }
    }
    assert_gt(worst, 0);
    assert_le(worst, 1e-6);
    scene_end(&s);
}

/* A periodic Gaussian along a line of pixels, summed over so many periods that the rest is nothing. */
static void make_gaussian(double sigma, size_t side, double *values) {
    double sum = 0;
    for (size_t i = 0; i < side; i++) {
        values[i] = 0;
        for (int period = -8; period <= 8; period++) {
            const double x = (double)i + period * (double)side;
            values[i] += exp(-x * x / (2 * sigma * sigma));
        }
        sum += values[i];
    }
    for (size_t i = 0; i < side; i++) {
        values[i] /= sum;
    }
}

/* Diffusion in the resist: the sharp image convolved with a Gaussian, by hand; all light stays. */
static void test_blurred(void **unused) {
    (void)unused;
    enum { SIDE = 40 };
    static const double sigmas[] = {.8, 2.5, 60};
    static float sharp[SIDE * SIDE];
    for (size_t k = 0; k < sizeof sigmas / sizeof sigmas[0]; k++) {
        lob_case("sigmas[%zu]", k);
        double gaussian[SIDE], mean[2] = {0, 0};
        for (int is_blurred = 0; is_blurred < 2; is_blurred++) {
            scene s;
            lob_kernels kernels = random_kernels(4, 3, SIDE, 9);
            kernels.blur_nm = is_blurred ? sigmas[k] : 0;
            scene_begin(&s, SIDE, 1, kernels);
            random_mask(&s, 21);
            image(&s, s.mask, is_blurred ? s.image : sharp);
            make_gaussian(sigmas[k], SIDE, gaussian);
            for (size_t i = 0; i < (size_t)SIDE * SIDE && is_blurred; i++) {
                double expected = 0;
                for (size_t j = 0; j < (size_t)SIDE * SIDE; j++) {
                    expected += gaussian[(i / SIDE + SIDE - j / SIDE) % SIDE] *
                                gaussian[(i % SIDE + SIDE - j % SIDE) % SIDE] * sharp[j];
                }
                assert_le(fabs(s.image[i] - expected), 2e-5);
            }
            for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
                mean[is_blurred] += (is_blurred ? s.image[i] : sharp[i]) / (SIDE * SIDE);
            }
            scene_end(&s);
        }
        assert_le(fabs(mean[0] - mean[1]), 1e-6);
    }
}

/* The mask as it is made: what the mask blurred by hand prints; and what an imager keeps of its kernels has it once. */
static void test_blurred_mask(void **unused) {
    (void)unused;
    enum { SIDE = 40 };
    static const double sigmas[] = {.8, 2.5};
    static float by_hand[SIDE * SIDE];
    for (size_t k = 0; k < sizeof sigmas / sizeof sigmas[0]; k++) {
        lob_case("sigmas[%zu]", k);
        double gaussian[SIDE];
        make_gaussian(sigmas[k], SIDE, gaussian);
        for (int is_blurred = 0; is_blurred < 2; is_blurred++) {
            scene s;
            lob_kernels kernels = random_kernels(4, 3, SIDE, 9);
            kernels.mask_blur_nm = is_blurred ? sigmas[k] : 0;
            scene_begin(&s, SIDE, 1, kernels);
            random_mask(&s, 21);
            float soft[SIDE * SIDE];
            for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
                double sum = 0;
                for (size_t j = 0; j < (size_t)SIDE * SIDE; j++) {
                    sum += gaussian[(i / SIDE + SIDE - j / SIDE) % SIDE] *
                           gaussian[(i % SIDE + SIDE - j % SIDE) % SIDE] * (double)s.mask[j];
                }
                soft[i] = (float)sum;
            }
            image(&s, is_blurred ? s.mask : soft, is_blurred ? s.image : by_hand);
            assert_le(lob_imager_kernels(s.imager)->mask_blur_nm, 0);
            for (size_t i = 0; i < (size_t)SIDE * SIDE && is_blurred; i++) {
                assert_le(fabsf(s.image[i] - by_hand[i]), 2e-5);
            }
            scene_end(&s);
        }
    }
}

/* ---- gradient ---- */

static double dot(const float *a, const float *b, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)a[i] * b[i];
    }
    return sum;
}

/* <g, I(m + d) - I(m - d)> / 2 = <g, J d> = <J' g, d>, exactly. */
static void test_gradient(void **unused) {
    (void)unused;
    static const uint32_t cases[][3] = {{16, 3, 2}, {40, 4, 3}, {64, 15, 2}, {104, 17, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%u, %u, %u", cases[i][0], cases[i][1], cases[i][2]);
        const size_t count = (size_t)cases[i][0] * cases[i][0];
        scene s;
        uint64_t seed = 11 * i;
        lob_kernels kernels = random_kernels(cases[i][1], cases[i][2], cases[i][0], i);
        kernels.blur_nm = i % 2 ? 1.5 : 0; /* in the resist: its own adjoint */
        kernels.mask_blur_nm = i % 3 == 1 ? 1.2 : 0;
        scene_begin(&s, cases[i][0], 1, kernels);
        float *const g = lob_fft_alloc(count * sizeof *g), *const d = lob_fft_alloc(count * sizeof *d);
        random_mask(&s, 13 * i);
        for (size_t p = 0; p < count; p++) {
            g[p] = (float)random_unit(&seed);
        }
        lob_imager_mask(s.imager, s.work, s.mask);
        assert_int_equal(lob_imager_gradient(&s.ctx, s.imager, s.work, g, s.by_mask), LOB_OK);
        for (unsigned round = 0; round < 4; round++) {
            for (size_t p = 0; p < count; p++) { /* one pixel; everywhere; rows of the folds */
                d[p] = round == 0   ? p == count / 3
                       : round == 3 ? p / cases[i][0] % (cases[i][0] / 4) == 0
                                    : (float)random_unit(&seed);
                s.mask[p] += d[p];
            }
            image(&s, s.mask, s.image);
            for (size_t p = 0; p < count; p++) {
                s.mask[p] -= 2 * d[p];
            }
            image(&s, s.mask, s.other);
            for (size_t p = 0; p < count; p++) {
                s.mask[p] += d[p];
            }
            const double expected = (dot(g, s.image, count) - dot(g, s.other, count)) / 2;
            const double size = sqrt(dot(s.by_mask, s.by_mask, count) * dot(d, d, count));
            assert_gt(size, 0);
            assert_le(fabs(dot(s.by_mask, d, count) - expected), 2e-5 * size);
        }
        lob_fft_free(g);
        lob_fft_free(d);
        scene_end(&s);
    }
}

/* It adds to what is there, and leaves the mask in the work: twice the same. */
static void test_gradient_adds(void **unused) {
    (void)unused;
    enum { SIDE = 32 };
    scene s;
    scene_begin(&s, SIDE, 1, random_kernels(4, 2, SIDE, 8));
    random_mask(&s, 9);
    image(&s, s.mask, s.image);
    assert_int_equal(lob_imager_gradient(&s.ctx, s.imager, s.work, s.image, s.by_mask), LOB_OK);
    memcpy(s.other, s.by_mask, SIDE * SIDE * sizeof(float));
    assert_int_equal(lob_imager_gradient(&s.ctx, s.imager, s.work, s.image, s.by_mask), LOB_OK);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        assert_eq(s.by_mask[i], 2 * s.other[i]);
    }
    memcpy(s.other, s.image, SIDE * SIDE * sizeof(float));
    assert_int_equal(lob_imager_image(&s.ctx, s.imager, s.work, s.image), LOB_OK);
    assert_memory_equal(s.other, s.image, SIDE * SIDE * sizeof(float));
    scene_end(&s);
}

/* ---- threads, bad input, memory ---- */

enum { SHARED_SIDE = 128 };
typedef struct job {
    const lob_imager *imager;
    const float *mask;
    float *image, *by_mask;
    bool is_fine;
} job;

static void *do_job(void *arg) {
    job *const j = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_imager_work *work;
    lob_ctx_init(&ctx, arena);
    j->is_fine = lob_imager_work_new(&ctx, j->imager, &work) == LOB_OK;
    for (unsigned i = 0; i < 10 && j->is_fine; i++) {
        memset(j->by_mask, 0, SHARED_SIDE * SHARED_SIDE * sizeof(float));
        lob_imager_mask(j->imager, work, j->mask);
        j->is_fine = lob_imager_image(&ctx, j->imager, work, j->image) == LOB_OK &&
                     lob_imager_gradient(&ctx, j->imager, work, j->image, j->by_mask) == LOB_OK;
    }
    lob_imager_work_drop(work);
    lob_arena_drop(arena);
    return NULL;
}

static void test_threads(void **unused) {
    (void)unused;
    const size_t size = SHARED_SIDE * SHARED_SIDE * sizeof(float);
    scene a, b;
    scene_begin(&a, SHARED_SIDE, 1, random_kernels(stride_pick(17, 7), stride_pick(6, 2), SHARED_SIDE, 1));
    scene_begin(&b, SHARED_SIDE, 1, random_kernels(1, 1, SHARED_SIDE, 1)); /* for its buffers */
    random_mask(&a, 2);
    memset(a.other, 0, size);
    job jobs[2] = {{a.imager, a.mask, a.image, a.by_mask, false}, {a.imager, a.mask, b.image, b.by_mask, false}};
    pthread_t threads[2];
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, do_job, &jobs[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_true(jobs[i].is_fine);
    }
    assert_memory_equal(a.image, b.image, size);
    assert_memory_equal(a.by_mask, b.by_mask, size);
    image(&a, a.mask, a.other); /* and alone */
    assert_memory_equal(a.image, a.other, size);
    scene_end(&a);
    scene_end(&b);
}

static const char *reason_of(const lob_ctx *ctx) {
    static char text[64];
    for (unsigned i = 0; i < ctx->error.detail_count; i++) {
        if (strcmp(ctx->error.details[i].key, "reason") == 0) {
            snprintf(text, sizeof text, "%.*s", (int)ctx->error.details[i].text.size, ctx->error.details[i].text.data);
            return text;
        }
    }
    return "";
}

static void test_refused(void **unused) {
    (void)unused;
    static const struct {
        uint32_t side, radius;
        double pixel_nm, field_nm;
        const char *reason;
    } cases[] = {
        {0, 1, 1, 64, "tile_side"},       {68, 1, 1, 68, "tile_side"},      {64, 1, 1, 65, "kernel_field"},
        {64, 1, NAN, 64, "kernel_field"}, {64, 16, 1, 64, "kernel_radius"}, {64, 1, 1, NAN, "kernel_field"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].reason);
        const uint64_t live = lob_alloc_live();
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_imager *imager;
        lob_kernels kernels = random_kernels(cases[i].radius, 1, cases[i].field_nm, 1);
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_imager_new(&ctx, cases[i].side, cases[i].pixel_nm, &kernels, &imager),
                         LOB_E_INVALID_TARGET);
        assert_string_equal(reason_of(&ctx), cases[i].reason);
        assert_ne(ctx.error.hint[0], '\0');
        assert_null(imager);
        lob_arena_drop(arena);
        assert_int_equal(lob_alloc_live(), live);
    }
}

/* The contest's kernels are of 2048 nm: the hint says which tile that is, or that the pixel does not fit. */
static void test_field_hint(void **unused) {
    (void)unused;
    static const struct {
        double pixel_nm;
        const char *hint;
    } cases[] = {
        {2, "Send process.tile_px 1024 with this pixel_nm"}, {.5, "tile_px 4096 "}, {1.5, "Choose a pixel_nm"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_imager *imager;
        lob_kernels kernels = random_kernels(3, 1, 2048, 1);
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_imager_new(&ctx, 2048, cases[i].pixel_nm, &kernels, &imager), LOB_E_INVALID_TARGET);
        assert_non_null(strstr(ctx.error.hint, cases[i].hint));
        lob_arena_drop(arena);
    }
}

/* A work belongs to a side and a radius. */
static void test_other_work(void **unused) {
    (void)unused;
    scene a, b;
    scene_begin(&a, 64, 1, random_kernels(3, 1, 64, 1));
    scene_begin(&b, 64, 1, random_kernels(5, 1, 64, 1));
    random_mask(&a, 1);
    lob_imager_mask(a.imager, a.work, a.mask);
    assert_int_equal(lob_imager_image(&b.ctx, b.imager, a.work, b.image), LOB_E_INVALID_TARGET);
    assert_string_equal(reason_of(&b.ctx), "kernel_radius");
    lob_error_clear(&b.ctx.error);
    assert_int_equal(lob_imager_gradient(&b.ctx, b.imager, a.work, a.mask, b.by_mask), LOB_E_INVALID_TARGET);
    scene_end(&a);
    scene_end(&b);
}

static void test_cancelled(void **unused) {
    (void)unused;
    lob_cancel cancel = {false};
    scene s;
    scene_begin(&s, 64, 1, random_kernels(3, 9, 64, 1));
    random_mask(&s, 1);
    image(&s, s.mask, s.image);
    s.ctx.cancel = &cancel;
    atomic_store(&cancel.requested, true);
    assert_int_equal(lob_imager_image(&s.ctx, s.imager, s.work, s.image), LOB_E_CANCELLED);
    lob_error_clear(&s.ctx.error);
    assert_int_equal(lob_imager_gradient(&s.ctx, s.imager, s.work, s.image, s.by_mask), LOB_E_CANCELLED);
    scene_end(&s);
}

static bool make_once(void *arg) {
    (void)arg;
    lob_imager *imager = NULL;
    lob_imager_work *work = NULL;
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        return false;
    }
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_kernels kernels = {.radius = 2, .count = 1, .field_nm = 64, .samples = lob_fft_alloc(25 * sizeof(lob_cfloat))};
    bool is_fine = kernels.samples != NULL;
    if (is_fine) {
        memset(kernels.samples, 0, 25 * sizeof(lob_cfloat));
        is_fine = lob_imager_new(&ctx, 64, 1, &kernels, &imager) == LOB_OK &&
                  lob_imager_work_new(&ctx, imager, &work) == LOB_OK;
        if (!is_fine) {
            assert_eq(ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
    }
    lob_imager_work_drop(work);
    lob_imager_drop(imager);
    lob_arena_drop(arena);
    return is_fine;
}

static void test_failing(void **unused) {
    (void)unused;
    assert_ge(sweep_allocations_by("1", make_once, NULL, false), 15);
}

/* ---- the contest's clips ---- */

enum { CLIP_SIDE = 2048 };

static bool clips_folder(char *path, size_t size) {
    const char *const set = getenv("LOB_ICCAD13_DIR");
    snprintf(path, size, "%s", set ? set : "../shared/corpus/iccad13");
    char kernel[4200];
    snprintf(kernel, sizeof kernel, "%s/kernel/M1OPC/fh0.bin", path);
    if (access(kernel, R_OK) == 0) {
        return true;
    }
    fprintf(stderr, "SKIPPED: the contest's clips are not there (LOB_ICCAD13_DIR)\n");
    return false;
}

/* Flips the pixels whose middles lie above an edge along x: what is flipped oddly often is inside. */
static void flip_above(float *mask, long x0, long x1, long y) {
    for (long x = x0 < x1 ? x0 : x1; x < (x0 < x1 ? x1 : x0); x++) {
        for (long row = y; row < CLIP_SIDE; row++) {
            float *const pixel = &mask[(size_t)row * CLIP_SIDE + (size_t)x];
            *pixel = 1 - *pixel;
        }
    }
}

static void draw_clip(const char *folder, unsigned number, float *mask) {
    char path[4200], line[4096];
    snprintf(path, sizeof path, "%s/benchmark/ICCAD2013/M1_test%u.glp", folder, number);
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    memset(mask, 0, (size_t)CLIP_SIDE * CLIP_SIDE * sizeof *mask);
    float *const one = calloc((size_t)CLIP_SIDE * CLIP_SIDE, sizeof *one);
    while (fgets(line, sizeof line, file)) {
        long v[256];
        unsigned count = 0;
        char *at = strstr(line, "M1");
        const bool is_rectangle = strstr(line, "RECT N M1") != NULL;
        if (!is_rectangle && !strstr(line, "PGON N M1")) {
            continue;
        }
        at += 2;
        for (char *end; count < 256; at = end) {
            v[count] = strtol(at, &end, 10);
            if (end == at) {
                break;
            }
            v[count++] += 512; /* periodic: where it lies does not matter */
        }
        if (is_rectangle) {
            const long x = v[0], y = v[1], w = v[2] - 512, h = v[3] - 512;
            const long corners[] = {x, y, x + w, y, x + w, y + h, x, y + h};
            memcpy(v, corners, sizeof corners);
            count = 8;
        }
        memset(one, 0, (size_t)CLIP_SIDE * CLIP_SIDE * sizeof *one);
        for (unsigned i = 0; i < count; i += 2) {
            flip_above(one, v[i], v[(i + 2) % count], v[i + 1]);
        }
        for (size_t i = 0; i < (size_t)CLIP_SIDE * CLIP_SIDE; i++) {
            mask[i] = one[i] > 0 ? 1 : mask[i];
        }
    }
    free(one);
    fclose(file);
}

static lob_kernels contest_kernels(const char *folder, const char *focus) {
    char path[4200];
    lob_kernels kernels;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    snprintf(path, sizeof path, "%s/kernel/%s", folder, focus);
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_ge(fd, 0);
    assert_int_equal(lob_kernels_read(&ctx, fd, 24, 24, &kernels), LOB_OK);
    close(fd);
    lob_arena_drop(arena);
    return kernels;
}

/* Printed pixels at threshold .225 and largest intensity of the clip itself as the mask: identity-mask goldens made by
 * an independent C program (offset 24, half-open raster), to be met within 0.1 %. */
static const struct {
    uint32_t area, printed, band;
    double intensity_max;
} goldens[] = {
    {215344, 141995, 43707, .42725}, {169280, 56674, 33570, .38901},  {213504, 110617, 27937, .42100},
    {82560, 0, 0, .20709},           {282044, 187269, 57135, .40613}, {286234, 239658, 47923, .58310},
    {229149, 129825, 57871, .38719}, {128544, 82216, 18735, .44154},  {317581, 239514, 58882, .42285},
    {102400, 67728, 14520, .41782},
};

static void check_near(double got, double expected, const char *what, unsigned clip) {
    if (!(fabs(got - expected) <= 1e-3 * expected)) {
        fail_msg("clip %u: %s is %.6g, not %.6g", clip, what, got, expected);
    }
}

static void test_clips(void **unused) {
    (void)unused;
    stride_skip();
    char folder[4096];
    if (!clips_folder(folder, sizeof folder)) {
        skip();
    }
    const size_t pixels = (size_t)CLIP_SIDE * CLIP_SIDE;
    const unsigned count = getenv("LOB_TEST_QUICK") ? 1 : 10;
    scene s, d;
    scene_begin(&s, CLIP_SIDE, 1, contest_kernels(folder, "M1OPC"));
    scene_begin(&d, CLIP_SIDE, 1, contest_kernels(folder, "M1OPC_def"));
    for (unsigned i = 0; i < count; i++) {
        uint64_t area = 0, printed = 0, band = 0;
        float largest = 0;
        draw_clip(folder, i + 1, s.mask);
        image(&s, s.mask, s.image);
        /* The mask's frequencies serve both focus settings. */
        assert_int_equal(lob_imager_image(&d.ctx, d.imager, s.work, d.image), LOB_OK);
        for (size_t p = 0; p < pixels; p++) {
            area += s.mask[p] > 0;
            printed += s.image[p] >= .225f;
            band += (s.image[p] * (1.02f * 1.02f) >= .225f) != (d.image[p] * (.98f * .98f) >= .225f);
            largest = s.image[p] > largest ? s.image[p] : largest;
        }
        assert_int_equal(area, goldens[i].area);
        check_near((double)printed, goldens[i].printed, "printed area", i + 1);
        check_near((double)band, goldens[i].band, "band", i + 1);
        check_near(largest, goldens[i].intensity_max, "largest intensity", i + 1);
    }
    if (count > 1) {
        image_full(&s, s.other);
        assert_le(worst_difference(s.image, s.other, pixels), 1e-5);
    }
    scene_end(&s);
    scene_end(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_direct),     cmocka_unit_test(test_full_size),     cmocka_unit_test(test_open_frame),
        cmocka_unit_test(test_moved),      cmocka_unit_test(test_blurred),       cmocka_unit_test(test_blurred_mask),
        cmocka_unit_test(test_gradient),   cmocka_unit_test(test_gradient_adds), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_field_hint), cmocka_unit_test(test_refused),       cmocka_unit_test(test_other_work),
        cmocka_unit_test(test_cancelled),  cmocka_unit_test(test_failing),       cmocka_unit_test(test_clips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
