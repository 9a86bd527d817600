/* Kernels: against Abbe's sum over the points of the source, the singular values that numpy finds, analytic images of
 * gratings in coherent light, and symmetries; the contest's files, and every malformed form of them. */
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "close_sweep.h"
#include "litho/imager.h"
#include "tests/support/stride.h"

static const double turn = 6.28318530717958647692;
static lob_arena *arena;
static lob_ctx ctx;

static int begin(void **unused) {
    (void)unused;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return 0;
}

static int end(void **unused) {
    (void)unused;
    lob_arena_drop(arena);
    return 0;
}

static double random_unit(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int64_t)*state / 9223372036854775808.;
}

static lob_kernels compute(lob_optics optics, double field_nm) {
    lob_kernels kernels;
    assert_int_equal(lob_kernels_compute(&ctx, &optics, field_nm, &kernels), LOB_OK);
    assert_eq(kernels.field_nm, field_nm);
    assert_ge(kernels.count, 1);
    assert_le(kernels.count, optics.count);
    return kernels;
}

static lob_cfloat sample_at(const lob_kernels *k, uint32_t kernel, int32_t x, int32_t y) {
    const int32_t r = (int32_t)k->radius, n = 2 * r + 1;
    return abs(x) > r || abs(y) > r ? (lob_cfloat){0, 0} : k->samples[(int32_t)kernel * n * n + (y + r) * n + x + r];
}

/* ---- singular values ---- */

/* numpy 1.24 (linalg.svd of the matrix of shifted pupils, complex128; source cells by 32 x 32 samples, the pupil's edge
 * by the share 1/2 + radius - distance; weights divided by the open frame's intensity): values and the share of the sum
 * of all squares. */
static const struct {
    lob_optics optics;
    double field_nm, share, weights[10];
} singular[] = {
    {{193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 10, {0}},
     1024,
     .956198560,
     {98.32758502, 17.34723628, 17.34723628, 3.31505286, 3.29839629, 2.56738487, 1.14339790, 1.14339790, 0.98871645,
      0.98871645}},
    {{193, 1.35, LOB_SOURCE_ANNULAR, .8, .5, 0, 60, 9, {0}},
     1024,
     .916934850,
     {64.55372258, 25.30111883, 25.30111883, 9.79232044, 9.77818027, 4.40640083, 4.40640083, 2.02130081, 2.01923368}},
    {{193, 1.2, LOB_SOURCE_DIPOLE, .9, .6, 35, 0, 8, {0}},
     800,
     .992150267,
     {39.18472365, 27.09628367, 2.13526143, 1.62333863, 0.98643363, 0.67310879, 0.31575641, 0.29902590}},
    {{193, 1.2, LOB_SOURCE_QUASAR, .9, .6, 30, -40, 9, {0}},
     800,
     .964885456,
     {32.43925010, 14.37022414, 14.37022414, 6.83258239, 1.09338790, 0.79970398, 0.79970398, 0.61820230, 0.61077260}},
    {{13.5, .33, LOB_SOURCE_CIRCULAR, .8, 0, 0, 0, 6, {0}},
     512,
     .892682219,
     {277.23143263, 59.66344470, 59.66344470, 12.19545964, 12.16881458, 8.99217989}},
};
enum { SINGULAR_COUNT = sizeof singular / sizeof singular[0] };

static void test_singular_values(void **unused) {
    (void)unused;
    for (size_t i = 0; i < SINGULAR_COUNT; i++) {
        lob_kernels k = compute(singular[i].optics, singular[i].field_nm);
        assert_int_equal(k.count, singular[i].optics.count);
        assert_le(fabs(k.share - singular[i].share), 2e-9);
        for (uint32_t j = 0; j < k.count; j++) {
            assert_le(fabs(k.weights[j] - singular[i].weights[j]), 2e-6 * singular[i].weights[j]);
        }
        lob_kernels_drop(&k);
        assert_null(k.samples);
    }
}

/* Of length 1, orthogonal, the largest sample real and positive, the open frame 1. */
static void test_basis(void **unused) {
    (void)unused;
    for (size_t i = 0; i < SINGULAR_COUNT; i++) {
        lob_kernels k = compute(singular[i].optics, singular[i].field_nm);
        const size_t n = 2 * k.radius + 1, size = n * n;
        double open = 0;
        for (uint32_t a = 0; a < k.count; a++) {
            const lob_cfloat *const s = k.samples + a * size;
            float largest = 0, largest_positive = 0;
            for (uint32_t b = 0; b <= a; b++) {
                double re = 0, im = 0;
                for (size_t p = 0; p < size; p++) {
                    const lob_cfloat t = k.samples[b * size + p];
                    re += (double)s[p].re * t.re + (double)s[p].im * t.im;
                    im += (double)s[p].re * t.im - (double)s[p].im * t.re;
                }
                assert_le(fabs(re - (a == b)), 2e-6);
                assert_le(fabs(im), 2e-6);
            }
            for (size_t p = 0; p < size; p++) {
                const float square = s[p].re * s[p].re + s[p].im * s[p].im;
                largest = fmaxf(largest, square);
                if (s[p].re > 0 && fabsf(s[p].im) <= 1e-6f * s[p].re) {
                    largest_positive = fmaxf(largest_positive, square);
                }
            }
            assert_ge(largest_positive, largest * .99999f);
            const lob_cfloat middle = sample_at(&k, a, 0, 0);
            open += k.weights[a] * ((double)middle.re * middle.re + (double)middle.im * middle.im);
        }
        assert_le(fabs(open - 1), 1e-12);
        lob_kernels_drop(&k);
    }
}

/* ---- Abbe ---- */

static bool lights(const lob_optics *o, double x, double y) {
    const double sigma = hypot(x, y), degrees = 360 * atan2(y, x) / turn;
    if (sigma > o->sigma_outer || sigma < o->sigma_inner) {
        return false;
    }
    const double fold = o->source == LOB_SOURCE_DIPOLE ? 180 : 90, first = o->source == LOB_SOURCE_DIPOLE ? 0 : 45;
    return o->source <= LOB_SOURCE_ANNULAR || fabs(remainder(degrees - first, fold)) <= o->opening_deg / 2;
}

enum { SPECTRUM_RADIUS = 16 };
typedef double spectrum[2 * SPECTRUM_RADIUS + 1][2 * SPECTRUM_RADIUS + 1][2];

/* Intensity at one place of a mask of given frequencies through the pupil moved by one point of the source. */
static double coherent(const lob_optics *o, double field_nm, const spectrum m, int32_t sx, int32_t sy, double x,
                       double y) {
    double re = 0, im = 0;
    for (int32_t fy = -SPECTRUM_RADIUS; fy <= SPECTRUM_RADIUS; fy++) {
        for (int32_t fx = -SPECTRUM_RADIUS; fx <= SPECTRUM_RADIUS; fx++) {
            const double px = (fx + sx) / field_nm, py = (fy + sy) / field_nm, square = px * px + py * py;
            /* A sample stands for its cell: on the pupil's edge for the part within. */
            const double inside = o->na / o->wavelength_nm * field_nm - hypot(fx + sx, fy + sy) + .5;
            if (inside > 0) {
                const double share = fmin(inside, 1);
                const double value[2] = {share * m[fy + SPECTRUM_RADIUS][fx + SPECTRUM_RADIUS][0],
                                         share * m[fy + SPECTRUM_RADIUS][fx + SPECTRUM_RADIUS][1]};
                const double angle = turn / 2 * o->defocus_nm * o->wavelength_nm * square + turn * (fx * x + fy * y);
                re += value[0] * cos(angle) - value[1] * sin(angle);
                im += value[0] * sin(angle) + value[1] * cos(angle);
            }
        }
    }
    return re * re + im * im;
}

/* The sum over the source, each point weighed by `samples`^2 places of its cell. */
static double abbe(const lob_optics *o, double field_nm, const spectrum m, int samples, double x, double y) {
    const double pupil = o->na / o->wavelength_nm * field_nm;
    static const spectrum open = {[SPECTRUM_RADIUS] = {[SPECTRUM_RADIUS] = {1, 0}}};
    double sum = 0, whole = 0;
    for (int32_t sy = -(int32_t)pupil - 1; sy <= (int32_t)pupil + 1; sy++) {
        for (int32_t sx = -(int32_t)pupil - 1; sx <= (int32_t)pupil + 1; sx++) {
            unsigned weight = 0;
            for (int i = 0; i < samples * samples; i++) {
                weight += lights(o, (sx - .5 + (i % samples + .5) / samples) / pupil,
                                 (sy - .5 + (i / samples + .5) / samples) / pupil);
            }
            if (weight > 0) {
                sum += weight * coherent(o, field_nm, m, sx, sy, x, y);
                whole += weight * coherent(o, field_nm, open, sx, sy, 0, 0);
            }
        }
    }
    return sum / whole;
}

static double by_kernels(const lob_kernels *k, const spectrum m, double x, double y) {
    const int32_t r = (int32_t)k->radius;
    double sum = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        double re = 0, im = 0;
        for (int32_t fy = -r; fy <= r; fy++) {
            for (int32_t fx = -r; fx <= r; fx++) {
                const double *const value = m[fy + SPECTRUM_RADIUS][fx + SPECTRUM_RADIUS];
                const double angle = turn * (fx * x + fy * y);
                const lob_cfloat c = sample_at(k, i, fx, fy);
                const double a = c.re * value[0] - c.im * value[1], b = c.re * value[1] + c.im * value[0];
                re += a * cos(angle) - b * sin(angle);
                im += a * sin(angle) + b * cos(angle);
            }
        }
        sum += k->weights[i] * (re * re + im * im);
    }
    return sum;
}

/* As many kernels as the source has points: then the sum is the system itself. */
static void test_abbe(void **unused) {
    (void)unused;
    static const struct {
        lob_optics optics;
        double field_nm;
    } cases[] = {
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .4, 0, 0, 0, 64, {0}}, 900},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .4, 0, 0, 80, 64, {0}}, 900},
        {{193, 1.35, LOB_SOURCE_ANNULAR, .6, .3, 0, -50, 64, {0}}, 700},
        {{193, 1.35, LOB_SOURCE_DIPOLE, .9, .6, 30, 30, 64, {0}}, 1000},
        {{193, 1.35, LOB_SOURCE_QUASAR, .9, .7, 30, 0, 64, {0}}, 1000},
        {{13.5, .33, LOB_SOURCE_QUASAR, 1, .5, 30, 100, 64, {0}}, 200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i += stride_pick(1, 5)) {
        lob_case("cases[%zu]", i);
        spectrum m;
        uint64_t seed = i;
        lob_kernels k = compute(cases[i].optics, cases[i].field_nm);
        assert_le(k.radius, SPECTRUM_RADIUS);
        assert_lt(k.count, 64);
        assert_gt(k.share, 1 - 1e-9);
        for (size_t j = 0; j < sizeof m / sizeof(double); j++) {
            (&m[0][0][0])[j] = random_unit(&seed) / 8;
        }
        for (unsigned place = 0; place < 4; place += stride_pick(1, 4)) {
            const double x = .23 * place, y = .71 * place, got = by_kernels(&k, m, x, y);
            const double same = abbe(&cases[i].optics, cases[i].field_nm, m, 32, x, y);
            assert_le(fabs(got - same), 3e-6 * (1 + same));
            if (!stride_is_on() && (place == 0 || !getenv("LOB_TEST_QUICK"))) { /* the oracle's own arithmetic */
                const double finer = abbe(&cases[i].optics, cases[i].field_nm, m, 117, x, y);
                assert_le(fabs(got - finer), .01 * (.2 + finer));
            }
        }
        lob_kernels_drop(&k);
    }
}

/* ---- sources of points ---- */

static void fill(spectrum m, uint64_t seed) {
    for (size_t j = 0; j < sizeof(spectrum) / sizeof(double); j++) {
        (&m[0][0][0])[j] = random_unit(&seed) / 8;
    }
}

/* Points on frequencies of the field, the same after half a turn alone: out of focus against Abbe's sum over them. */
static void test_points_abbe(void **unused) {
    (void)unused;
    static const int32_t places[][3] = {{0, 0, 2}, {3, 1, 4}, {2, 2, 1}, {-1, 3, 3}, {2, -1, 2}, {-3, 0, 5}};
    enum { COUNT = sizeof places / sizeof places[0] };
    static const spectrum open = {[SPECTRUM_RADIUS] = {[SPECTRUM_RADIUS] = {1, 0}}};
    const double field_nm = 1000, pupil = 1.35 / 193 * field_nm;
    lob_source_point points[2 * COUNT];
    for (size_t i = 0; i < 2 * COUNT; i++) {
        const double sign = i % 2 ? -1 : 1;
        points[i] =
            (lob_source_point){sign * places[i / 2][0] / pupil, sign * places[i / 2][1] / pupil, places[i / 2][2]};
    }
    const lob_optics optics = {
        193, 1.35, LOB_SOURCE_FREE, sqrt(10) / pupil, 0, 0, 70, 64, {points, 2 * COUNT, sqrt(10) / pupil}};
    spectrum m;
    fill(m, 7);
    lob_kernels k = compute(optics, field_nm);
    assert_gt(k.share, 1 - 1e-9);
    assert_int_equal(k.count, 2 * COUNT - 1); /* the middle is twice in the list, and one point */
    for (unsigned place = 0; place < 4; place++) {
        const double x = .23 * place, y = .71 * place;
        double sum = 0, whole = 0;
        for (size_t i = 0; i < 2 * COUNT; i++) {
            const int32_t sign = i % 2 ? -1 : 1, sx = sign * places[i / 2][0], sy = sign * places[i / 2][1];
            sum += points[i].weight * coherent(&optics, field_nm, m, sx, sy, x, y);
            whole += points[i].weight * coherent(&optics, field_nm, open, sx, sy, 0, 0);
        }
        assert_le(fabs(by_kernels(&k, m, x, y) - sum / whole), 3e-6 * (1 + sum / whole));
    }
    lob_kernels_drop(&k);
}

/* Built-in sources as points, a hundred to a sigma: what a random mask prints differs by less than a hundredth of the
 * mean, in focus and out of it. Points are divided among four frequencies, which blurs the source a little. */
static void test_points_of_shapes(void **unused) {
    (void)unused;
    static const lob_optics shapes[] = {{193, 1.35, LOB_SOURCE_ANNULAR, .8, .5, 0, 0, 64, {0}},
                                        {193, 1.35, LOB_SOURCE_ANNULAR, .8, .5, 0, 60, 64, {0}},
                                        {193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 30, 64, {0}},
                                        {193, 1.35, LOB_SOURCE_DIPOLE, .9, .6, 35, 0, 64, {0}}};
    enum { STEPS = 100 };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i += stride_pick(1, 3)) {
        lob_case("shapes[%zu]", i);
        lob_source_point *const points = test_malloc(sizeof *points * (2 * STEPS + 1) * (2 * STEPS + 1));
        uint32_t count = 0;
        for (int y = -STEPS; y <= STEPS; y++) {
            for (int x = -STEPS; x <= STEPS; x++) {
                if (lights(&shapes[i], (double)x / STEPS, (double)y / STEPS)) {
                    points[count++] = (lob_source_point){(double)x / STEPS, (double)y / STEPS, 3};
                }
            }
        }
        lob_optics optics = shapes[i];
        optics.source = LOB_SOURCE_FREE;
        optics.sigma_inner = 0;
        optics.points = (lob_source_points){points, count, optics.sigma_outer};
        lob_kernels by_points = compute(optics, 1000), by_shape = compute(shapes[i], 1000);
        spectrum m;
        double mean = 0, square = 0, largest = 0;
        enum { PLACES = 50 };
        fill(m, i);
        for (unsigned place = 0; place < PLACES; place++) {
            const double x = .137 * place, y = .311 * place, same = by_kernels(&by_shape, m, x, y);
            const double off = fabs(by_kernels(&by_points, m, x, y) - same);
            mean += same / PLACES;
            square += off * off / PLACES;
            largest = fmax(largest, off);
        }
        print_message("mean %f rms %f largest %f\n", mean, sqrt(square), largest);
        assert_le(by_points.radius, SPECTRUM_RADIUS);
        assert_le(largest, .05 * mean);
        lob_kernels_drop(&by_points);
        lob_kernels_drop(&by_shape);
        test_free(points);
    }
}

/* Intensity in the middle of a square hole of `side`, one in each field. */
static double contact(const lob_kernels *k, double side_nm) {
    const int32_t r = (int32_t)k->radius;
    double sum = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        double re = 0, im = 0;
        for (int32_t fy = -r; fy <= r; fy++) {
            for (int32_t fx = -r; fx <= r; fx++) {
                const double ax = turn / 2 * fx * side_nm / k->field_nm, ay = turn / 2 * fy * side_nm / k->field_nm;
                const double s = (fx ? sin(ax) / ax : 1) * (fy ? sin(ay) / ay : 1);
                const lob_cfloat c = sample_at(k, i, fx, fy);
                re += c.re * s;
                im += c.im * s;
            }
        }
        sum += k->weights[i] * (re * re + im * im);
    }
    const double share = side_nm / k->field_nm;
    return sum * share * share * share * share;
}

/* An isolated hole does not hang on the field it is computed in: that is what the soft edge of the pupil is for. With a
 * hard one the fields below differ by up to 5 %. */
static void test_field_does_not_matter(void **unused) {
    (void)unused;
    static const double fields[] = {900, 1000, 1024, 1200, 1500};
    const lob_optics optics = {193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 64, {0}};
    double first = 0;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i += stride_pick(1, 4)) {
        lob_case("fields[%zu]", i);
        lob_kernels k = compute(optics, fields[i]);
        const double seen = contact(&k, 80);
        first = i == 0 ? seen : first;
        assert_le(fabs(seen - first), .01 * first);
        lob_kernels_drop(&k);
    }
}

/* More kernels hold more of the system. */
static void test_share(void **unused) {
    (void)unused;
    double before = 0;
    for (uint32_t count = 1; count <= 49; count += stride_pick(12, 48)) {
        lob_kernels k = compute((lob_optics){193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, count, {0}}, 1024);
        assert_gt(k.share, before);
        assert_lt(k.share, 1);
        before = k.share;
        for (uint32_t i = 1; i < k.count; i++) {
            assert_le(k.weights[i], k.weights[i - 1] * (1 + 1e-9));
            assert_gt(k.weights[i], 0);
        }
        lob_kernels_drop(&k);
    }
    assert_gt(before, .98);
}

/* ---- coherent light ---- */

/* Three beams, a0 + 2 a1 cos: |a0 + 2 a1 cos(2 pi x / p) exp(i pi d lambda / p^2)|^2; two beams without a0; and one
 * beam where the pitch is below wavelength / NA. */
static void test_coherent(void **unused) {
    (void)unused;
    enum { SIDE = 256 };
    static const double cases[][4] = {/* frequency, a0, a1, defocus */
                                      {8, .5, .3, 0},
                                      {8, .4, .3, 70},
                                      {11, 0, .5, 40},
                                      {13, .6, -.2, -55},
                                      {15, .5, .3, 20}};
    float *const mask = lob_fft_alloc(SIDE * SIDE * sizeof *mask), *const image =
                                                                       lob_fft_alloc(SIDE * SIDE * sizeof *image);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i += stride_pick(1, 3)) {
        lob_case("cases[%zu]", i);
        const double f = cases[i][0] / 2048, a0 = cases[i][1], a1 = cases[i][0] > 14 ? 0 : cases[i][2];
        const double phase = turn / 2 * cases[i][3] * 193 * f * f;
        lob_imager *imager;
        lob_imager_work *work;
        lob_kernels k = compute((lob_optics){193, 1.35, LOB_SOURCE_CIRCULAR, .001, 0, 0, cases[i][3], 24, {0}}, 2048);
        assert_int_equal(k.count, 1);
        assert_int_equal(lob_imager_new(&ctx, SIDE, 8, &k, &imager), LOB_OK);
        assert_int_equal(lob_imager_work_new(&ctx, imager, &work), LOB_OK);
        for (unsigned p = 0; p < SIDE * SIDE; p++) {
            const unsigned along = i % 2 ? p % SIDE : p / SIDE;
            mask[p] = (float)(cases[i][1] + 2 * cases[i][2] * cos(turn * cases[i][0] * along / SIDE));
        }
        lob_imager_mask(imager, work, mask);
        assert_int_equal(lob_imager_image(&ctx, imager, work, image), LOB_OK);
        for (unsigned p = 0; p < SIDE * SIDE; p++) {
            const double beam = 2 * a1 * cos(turn * cases[i][0] * (i % 2 ? p % SIDE : p / SIDE) / SIDE);
            const double re = a0 + beam * cos(phase), im = beam * sin(phase);
            assert_le(fabs(image[p] - (re * re + im * im)), 3e-6);
        }
        lob_imager_work_drop(work);
        lob_imager_drop(imager);
    }
    lob_fft_free(mask);
    lob_fft_free(image);
}

/* ---- symmetries ---- */

typedef struct tcc_value {
    double re, im;
} tcc_value;

static tcc_value tcc(const lob_kernels *k, const int32_t f[2], const int32_t g[2]) {
    tcc_value sum = {0, 0};
    for (uint32_t i = 0; i < k->count; i++) {
        const lob_cfloat a = sample_at(k, i, f[0], f[1]), b = sample_at(k, i, g[0], g[1]);
        sum.re += k->weights[i] * ((double)a.re * b.re + (double)a.im * b.im);
        sum.im += k->weights[i] * ((double)a.im * b.re - (double)a.re * b.im);
    }
    return sum;
}

static bool is_near(tcc_value a, tcc_value b) {
    return fabs(a.re - b.re) <= 1e-6 && fabs(a.im - b.im) <= 1e-6;
}

/* Mirrored by x and y, and for sources that have it by the diagonal, for any number of kernels: twins stay together.
 * The other way out of focus is the conjugate: real masks print alike. */
static void test_symmetric(void **unused) {
    (void)unused;
    unsigned shorter = 0, nonzero = 0;
    for (unsigned i = 0; i < 4 * 12; i += stride_pick(1, 11)) {
        lob_optics o = {193, 1.35, (lob_illumination)(i % 4), .85, i % 4 == 0 ? 0 : .5, 40, 60, 1 + i / 4, {0}};
        uint64_t seed = i;
        lob_kernels k = compute(o, 1024);
        shorter += k.count < o.count;
        o.defocus_nm = -60;
        lob_kernels back = compute(o, 1024);
        assert_int_equal(k.radius, back.radius);
        for (unsigned j = 0; j < 100; j++) {
            int32_t f[2], g[2];
            for (unsigned c = 0; c < 2; c++) {
                f[c] = (int32_t)(8 * random_unit(&seed));
                g[c] = (int32_t)(8 * random_unit(&seed));
            }
            const tcc_value here = tcc(&k, f, g);
            nonzero += fabs(here.re) > 1e-3;
            assert_true(is_near(here, tcc(&k, (int32_t[2]){-f[0], f[1]}, (int32_t[2]){-g[0], g[1]})));
            assert_true(is_near(here, tcc(&k, (int32_t[2]){f[0], -f[1]}, (int32_t[2]){g[0], -g[1]})));
            if (o.source != LOB_SOURCE_DIPOLE) {
                assert_true(is_near(here, tcc(&k, (int32_t[2]){f[1], f[0]}, (int32_t[2]){g[1], g[0]})));
            }
            const tcc_value there = tcc(&back, f, g);
            assert_true(is_near(here, (tcc_value){there.re, -there.im}));
        }
        lob_kernels_drop(&k);
        lob_kernels_drop(&back);
    }
    if (!stride_is_on()) {
        assert_gt(shorter, 5);
        assert_lt(shorter, 30);
        assert_gt(nonzero, 500);
    }
}

/* Pupils so large that source points are taken in steps. */
static void test_large(void **unused) {
    (void)unused;
    if (getenv("LOB_TEST_QUICK")) {
        skip();
    }
    lob_kernels k = compute((lob_optics){13.5, .55, LOB_SOURCE_CIRCULAR, .9, 0, 0, 0, 3, {0}}, 2 * 24.5 * 22.4);
    lob_kernels coarse = compute((lob_optics){13.5, .55, LOB_SOURCE_CIRCULAR, .9, 0, 0, 0, 3, {0}}, 24.5 * 22.4);
    /* The same system on a field half as large: shares agree, as do frequencies they have in common. */
    assert_gt(k.radius, 60);
    assert_close(k.share, coarse.share, .01);
    assert_int_equal(k.count, coarse.count);
    lob_kernels_drop(&k);
    lob_kernels_drop(&coarse);
}

/* ---- bad input ---- */

static const char *reason(void) {
    static char text[64];
    text[0] = '\0';
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (strcmp(ctx.error.details[i].key, "reason") == 0) {
            snprintf(text, sizeof text, "%.*s", (int)ctx.error.details[i].text.size, ctx.error.details[i].text.data);
        }
    }
    return text;
}

static void check_refused(lob_status status, lob_status expected, const char *why, const lob_kernels *kernels) {
    if (status != expected || strcmp(reason(), why) != 0) {
        fail_msg("status %d, reason \"%s\", not \"%s\"", status, reason(), why);
    }
    assert_ne(ctx.error.hint[0], '\0');
    assert_null(kernels->samples);
    lob_error_clear(&ctx.error);
}

static void test_refused(void **unused) {
    (void)unused;
    static const lob_source_point lone = {.7, 0, 1};
    static const struct {
        lob_optics optics;
        double field_nm;
        const char *reason;
    } cases[] = {
        {{0, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 1, {0}}, 1000, "lens"},
        {{NAN, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 1, {0}}, 1000, "lens"},
        {{193, 0, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 1, {0}}, 1000, "lens"},
        {{193, 3, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 1, {0}}, 1000, "lens"},
        {{193, 1.35, (lob_illumination)5, .7, 0, 0, 0, 1, {0}}, 1000, "source"},
        {{193, 1.35, LOB_SOURCE_FREE, .7, 0, 0, 0, 1, {0}}, 1000, "source"},
        {{193, 1.35, LOB_SOURCE_FREE, .7, 0, 0, 0, 1, {&lone, 1, .7}}, 1000, "source_symmetry"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, 1.1, 0, 0, 0, 1, {0}}, 1000, "source"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .7, .1, 0, 0, 1, {0}}, 1000, "source"},
        {{193, 1.35, LOB_SOURCE_ANNULAR, .7, .7, 0, 0, 1, {0}}, 1000, "source"},
        {{193, 1.35, LOB_SOURCE_ANNULAR, .7, -.1, 0, 0, 1, {0}}, 1000, "source"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, 0, 0, 0, 0, 1, {0}}, 1000, "source"},
        {{193, 1.35, LOB_SOURCE_DIPOLE, .7, .1, 0, 0, 1, {0}}, 1000, "opening"},
        {{193, 1.35, LOB_SOURCE_DIPOLE, .7, .1, 181, 0, 1, {0}}, 1000, "opening"},
        {{193, 1.35, LOB_SOURCE_QUASAR, .7, .1, 91, 0, 1, {0}}, 1000, "opening"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 1e6, 1, {0}}, 1000, "count_or_defocus"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 0, {0}}, 1000, "count_or_defocus"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 65, {0}}, 1000, "count_or_defocus"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 1, {0}}, 571, "field"},
        {{193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 1, {0}}, NAN, "field"},
        {{193, 1.35, LOB_SOURCE_QUASAR, .02, .019, .1, 0, 1, {0}}, 1000, "source_empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].reason);
        lob_kernels k;
        const lob_status status = lob_kernels_compute(&ctx, &cases[i].optics, cases[i].field_nm, &k);
        check_refused(status, LOB_E_INVALID_TARGET, cases[i].reason, &k);
    }
    lob_kernels k;
    const lob_optics usual = {193, 1.35, LOB_SOURCE_CIRCULAR, .7, 0, 0, 0, 24, {0}};
    check_refused(lob_kernels_compute(&ctx, &usual, 28600, &k), LOB_E_TOOL_LIMIT_EXCEEDED, "field", &k);
    lob_cancel cancel = {true};
    ctx.cancel = &cancel;
    assert_int_equal(lob_kernels_compute(&ctx, &usual, 1000, &k), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
}

static bool compute_once(void *arg) {
    const double *field_nm = arg;
    static const lob_source_point pair[] = {{.25, .3, 1}, {-.25, -.3, 1}};
    const lob_optics shape = {193, 1.35, LOB_SOURCE_CIRCULAR, *field_nm > 600 ? .7 : .3, 0, 0, 0, 4, {0}};
    const lob_optics points = {193, 1.35, LOB_SOURCE_FREE, .4, 0, 0, 0, 4, {pair, 2, .4}};
    const lob_optics optics = *field_nm == 573 ? points : shape;
    lob_kernels k = {0};
    lob_arena *own_arena = lob_arena_new(0);
    if (own_arena == NULL) {
        return false;
    }
    lob_ctx own;
    lob_ctx_init(&own, own_arena);
    const lob_status status = lob_kernels_compute(&own, &optics, *field_nm, &k);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_kernels_drop(&k);
    lob_arena_drop(own_arena);
    return status == LOB_OK;
}

static void test_failing(void **unused) {
    (void)unused;
    double fields[] = {572, 900, 1024, 573}; /* of the latter arrays are larger than what an arena takes at once */
    assert_ge(sweep_allocations_by("1", compute_once, &fields[0], false), 4);
    assert_ge(sweep_allocations_by("1", compute_once, &fields[1], false), 4);
    assert_ge(sweep_allocations_by("1", compute_once, &fields[2], false), 4);
    assert_ge(sweep_allocations_by("1", compute_once, &fields[3], false), 4); /* points */
}

/* ---- files ---- */

enum { SMALL_N = 5, SMALL_SIZE = 24 + 8 * SMALL_N * SMALL_N };

static void put(unsigned char *at, uint32_t value) {
    at[0] = (unsigned char)(value >> 24);
    at[1] = (unsigned char)(value >> 16);
    at[2] = (unsigned char)(value >> 8);
    at[3] = (unsigned char)value;
}

static void put_float(unsigned char *at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(at, bits);
}

static void store(int dir, const char *name, const void *data, size_t size) {
    const int fd = openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_ge(fd, 0);
    assert_eq(write(fd, data, size), (ssize_t)size);
    close(fd);
}

/* Two kernels of 5 x 5 whose numbers are 100 k + position. */
static void make_file(unsigned kernel, unsigned char data[SMALL_SIZE + 8]) {
    memset(data, 0, SMALL_SIZE + 8);
    put(data, SMALL_N);
    put(data + 4, SMALL_N);
    put(data + 8, 2);
    put(data + 12, 0x064acd08);
    for (unsigned i = 0; i < 2 * SMALL_N * SMALL_N; i++) {
        put_float(data + 24 + 4 * i, (float)(100 * kernel + i));
    }
}

static int make_folder(char *path, size_t size) {
    unsigned char data[SMALL_SIZE + 8];
    snprintf(path, size, "/tmp/lob-kernels-XXXXXX");
    assert_non_null(mkdtemp(path));
    const int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_ge(dir, 0);
    for (unsigned i = 0; i < 2; i++) {
        make_file(i, data);
        store(dir, i ? "fh1.bin" : "fh0.bin", data, SMALL_SIZE);
    }
    store(dir, "scales.txt", "2\n12.5\n0.25\n", 12);
    return dir;
}

static void remove_folder(int dir, const char *path) {
    unlinkat(dir, "fh0.bin", 0);
    unlinkat(dir, "fh1.bin", 0);
    unlinkat(dir, "fh1.bin", AT_REMOVEDIR);
    unlinkat(dir, "scales.txt", 0);
    close(dir);
    assert_int_equal(rmdir(path), 0);
}

static void test_read(void **unused) {
    (void)unused;
    char path[64];
    lob_kernels k;
    const int dir = make_folder(path, sizeof path);
    assert_int_equal(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_OK);
    assert_int_equal(k.radius, 2);
    assert_int_equal(k.count, 2);
    assert_eq(k.weights[0], 12.5);
    assert_eq(k.weights[1], .25);
    assert_eq(k.field_nm, 2048);
    assert_eq(k.share, 0);
    for (unsigned i = 0; i < 2 * SMALL_N * SMALL_N; i++) {
        assert_eq(k.samples[i].re, (float)(100 * (i / 25) + 2 * (i % 25)));
        assert_eq(k.samples[i].im, (float)(100 * (i / 25) + 2 * (i % 25) + 1));
    }
    lob_kernels_drop(&k);
    /* From byte 20: (im of the one before, re), by columns. */
    assert_int_equal(lob_kernels_read(&ctx, dir, 1, 20, &k), LOB_OK);
    assert_eq(k.samples[0].re, 0);
    assert_eq(k.samples[0].im, 0);
    for (int row = 0; row < SMALL_N; row++) {
        for (int column = 0; column < SMALL_N; column++) {
            const int place = column * SMALL_N + row;
            if (place != 0) {
                assert_eq(k.samples[row * SMALL_N + column].re, (float)(2 * place - 1));
            }
            assert_eq(k.samples[row * SMALL_N + column].im, (float)(2 * place));
        }
    }
    lob_kernels_drop(&k);
    check_refused(lob_kernels_read(&ctx, dir, 2, 16, &k), LOB_E_INVALID_TARGET, "offset", &k);
    check_refused(lob_kernels_read(&ctx, dir, 0, 24, &k), LOB_E_INVALID_TARGET, "count", &k);
    check_refused(lob_kernels_read(&ctx, dir, 65, 24, &k), LOB_E_INVALID_TARGET, "count", &k);
    lob_cancel cancel = {true};
    ctx.cancel = &cancel;
    assert_int_equal(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    remove_folder(dir, path);
}

static void test_malformed_scales(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"", "scales_count"},
        {"x\n", "scales_count"},
        {"1\n12.5\n", "scales_count"},
        {"2.5\n1\n1\n", "scales_count"},
        {"-2\n1\n1\n", "scales_count"},
        {"nan\n1\n1\n", "scales_count"},
        {"2\n1\n", "scales_value"},
        {"2\n1\n-1\n", "scales_value"},
        {"2\n1\nnan\n", "scales_value"},
        {"2\n1\ninf\n", "scales_value"},
        {"2\n1\n1x\n", "scales_value"},
        {"2\n1\n1\n1\n", "scales_rest"},
        {"2\n1\n1\nx", "scales_rest"},
    };
    char path[64];
    lob_kernels k;
    const int dir = make_folder(path, sizeof path);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        store(dir, "scales.txt", cases[i][0], strlen(cases[i][0]));
        check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, cases[i][1], &k);
    }
    store(dir, "scales.txt", "2\n1\n1\n\0junk", 11);
    check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "scales_rest", &k);
    store(dir, "scales.txt", "3\r\n1\r\n1\r\n1", 10); /* more than wanted, and lines as others end them */
    assert_int_equal(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_OK);
    lob_kernels_drop(&k);
    static char large[70000];
    store(dir, "scales.txt", large, sizeof large);
    check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "file_size", &k);
    unlinkat(dir, "scales.txt", 0);
    check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "absent", &k);
    remove_folder(dir, path);
}

static void test_malformed_kernels(void **unused) {
    (void)unused;
    static const struct {
        size_t size, at;
        uint32_t value;
        const char *reason;
    } cases[] = {
        {0, 12, 0, "short"},
        {23, 12, 0, "short"},
        {24, 12, 0, "short"},
        {SMALL_SIZE - 1, 12, 0, "short"},
        {SMALL_SIZE + 1, 12, 0, "long"},
        {SMALL_SIZE + 8, 12, 0, "long"},
        {SMALL_SIZE, 0, 7, "header"},            /* not square */
        {SMALL_SIZE, 0, 0x05000000, "header"},   /* the other end first */
        {SMALL_SIZE, 8, 1, "header"},            /* real */
        {SMALL_SIZE, 100, 0x7fc00000, "sample"}, /* NaN */
        {SMALL_SIZE, 100, 0xff800000, "sample"}, /* -inf */
        {SMALL_SIZE, 220, 0x7f000000, "sample"}, /* 1.7e38, the last */
    };
    char path[64];
    unsigned char data[SMALL_SIZE + 8];
    lob_kernels k;
    const int dir = make_folder(path, sizeof path);
    for (unsigned kernel = 0; kernel < 2; kernel++) {
        const char *const name = kernel ? "fh1.bin" : "fh0.bin";
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            lob_case("%zu: %s", i, cases[i].reason);
            make_file(kernel, data);
            put(data + cases[i].at, cases[i].value);
            store(dir, name, data, cases[i].size);
            check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, cases[i].reason, &k);
        }
        const uint32_t sides[] = {1, 4, 503, UINT32_MAX};
        for (unsigned i = 0; i < 4; i++) {
            make_file(kernel, data);
            put(data, sides[i]);
            put(data + 4, sides[i]);
            store(dir, name, data, SMALL_SIZE);
            check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "header", &k);
        }
        make_file(kernel, data);
        store(dir, name, data, SMALL_SIZE);
    }
    make_file(1, data); /* of another size than the first */
    put(data, 3);
    put(data + 4, 3);
    store(dir, "fh1.bin", data, 24 + 72);
    check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "header", &k);
    unlinkat(dir, "fh1.bin", 0);
    check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "absent", &k);
    assert_int_equal(mkdirat(dir, "fh1.bin", 0700), 0);
    check_refused(lob_kernels_read(&ctx, dir, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "file_size", &k);
    check_refused(lob_kernels_read(&ctx, -1, 2, 24, &k), LOB_E_UNSUPPORTED_FORMAT, "absent", &k);
    remove_folder(dir, path);
}

static bool read_once(void *arg) {
    lob_kernels k = {0};
    lob_arena *own_arena = lob_arena_new(0);
    if (own_arena == NULL) {
        return false;
    }
    lob_ctx own;
    lob_ctx_init(&own, own_arena);
    const lob_status status = lob_kernels_read(&own, *(int *)arg, 2, 24, &k);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_kernels_drop(&k);
    lob_arena_drop(own_arena);
    return status == LOB_OK;
}

static void test_read_failing(void **unused) {
    (void)unused;
    char path[64];
    int dir = make_folder(path, sizeof path);
    assert_ge(sweep_allocations(read_once, &dir), 2);
    remove_folder(dir, path);
}

/* The contest's own: weights as in their file, samples of length 1, point symmetric; read from byte 20, the first
 * kernel still much the same, the last not. */
static void test_contest(void **unused) {
    (void)unused;
    const char *const set = getenv("LOB_ICCAD13_DIR");
    char path[4200];
    for (unsigned focus = 0; focus < 2; focus++) {
        snprintf(path, sizeof path, "%s/kernel/%s", set ? set : "../shared/corpus/iccad13",
                 focus ? "M1OPC_def" : "M1OPC");
        const int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (dir < 0) {
            fprintf(stderr, "SKIPPED: the contest's kernels are not there (LOB_ICCAD13_DIR)\n");
            skip();
        }
        lob_kernels k, shifted;
        assert_int_equal(lob_kernels_read(&ctx, dir, 24, 24, &k), LOB_OK);
        assert_int_equal(lob_kernels_read(&ctx, dir, 24, 20, &shifted), LOB_OK);
        close(dir);
        assert_int_equal(k.radius, 17);
        assert_le(fabs(k.weights[0] - (focus ? 83.16 : 86.94)), .005);
        assert_le(fabs(k.weights[1] - (focus ? 34.97 : 35.42)), .005);
        for (uint32_t i = 0; i < 24; i++) {
            double norm = 0, asymmetry = 0, along = 0;
            for (int32_t p = 0; p < 35 * 35; p++) {
                const lob_cfloat a = k.samples[i * 1225 + (uint32_t)p], b = k.samples[i * 1225 + (uint32_t)(1224 - p)];
                const lob_cfloat c = shifted.samples[i * 1225 + (uint32_t)p];
                const double even = hypot(a.re - b.re, a.im - b.im), odd = hypot(a.re + b.re, a.im + b.im);
                norm += (double)a.re * a.re + (double)a.im * a.im;
                asymmetry += even * odd; /* each kernel is even or odd */
                along += (double)a.re * c.im - (double)a.im * c.re;
            }
            assert_le(fabs(norm - 1), 1e-5);
            assert_le(asymmetry, 1e-5);
            if (i <= 0) {
                assert_lt(fabs(along), 1.01);
            }
        }
        lob_kernels_drop(&k);
        lob_kernels_drop(&shifted);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_singular_values),
        cmocka_unit_test(test_basis),
        cmocka_unit_test(test_abbe),
        cmocka_unit_test(test_points_abbe),
        cmocka_unit_test(test_points_of_shapes),
        cmocka_unit_test(test_field_does_not_matter),
        cmocka_unit_test(test_share),
        cmocka_unit_test(test_coherent),
        cmocka_unit_test(test_symmetric),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_failing),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_malformed_scales),
        cmocka_unit_test(test_malformed_kernels),
        cmocka_unit_test(test_read_failing),
        cmocka_unit_test(test_contest),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
