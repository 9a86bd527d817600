/* Transforms, whichever library makes them: against sums written out in double precision, Parseval's equation, there
 * and back, lines of any stride, in place and not, several threads with one plan, failing allocations. */
#include <math.h>
#include <pthread.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/alloc.h"
#include "litho/fft.h"
#include "litho/turn.h"
#include "tests/support/stride.h"

enum { ROOM = 1 << 16 };
static const double turn = 6.28318530717958647692;
static lob_cfloat *a, *b, *c;
static lob_arena *arena;
static lob_ctx ctx;

static double random_unit(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int64_t)*state / 9223372036854775808.;
}

static void fill(lob_cfloat *values, size_t count, uint64_t seed) {
    for (size_t i = 0; i < count; i++) {
        values[i] = (lob_cfloat){(float)random_unit(&seed), (float)random_unit(&seed)};
    }
}

static int begin(void **unused) {
    (void)unused;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    a = lob_fft_alloc(ROOM * sizeof *a);
    b = lob_fft_alloc(ROOM * sizeof *b);
    c = lob_fft_alloc(ROOM * sizeof *c);
    return a && b && c ? 0 : 1;
}

static int end(void **unused) {
    (void)unused;
    lob_fft_free(a);
    lob_fft_free(b);
    lob_fft_free(c);
    lob_arena_drop(arena);
    return 0;
}

/* One frequency of a line of complex numbers, or of floats (the imaginary parts are those after them: not taken). */
static void direct(const float *values, size_t length, size_t step, bool is_real, size_t frequency, double sign,
                   double *re, double *im) {
    *re = *im = 0;
    for (size_t i = 0; i < length; i++) {
        const double angle = sign * turn * (double)(frequency * i % length) / (double)length;
        const double x = values[i * step], y = is_real ? 0 : values[i * step + 1];
        *re += x * cos(angle) - y * sin(angle);
        *im += x * sin(angle) + y * cos(angle);
    }
}

static void check_value(lob_cfloat got, double re, double im, size_t length) {
    const double limit = 3e-7 * sqrt((double)length) * log2((double)length + 1);
    if (!(fabs(got.re - re) <= limit && fabs(got.im - im) <= limit)) {
        fail_msg("length %zu: (%g, %g), not (%g, %g)", length, (double)got.re, (double)got.im, re, im);
    }
}

static const uint32_t lengths[] = {1, 2, 3, 5, 8, 12, 30, 64, 72, 98, 100, 127, 256, 360};

/* Rows and columns; what lies between lines and after them stays. */
static void test_complex_lines(void **unused) {
    (void)unused;
    for (size_t i = 0; i < 4 * sizeof lengths / sizeof lengths[0]; i += stride_pick(1, 5)) {
        lob_case("lengths[%zu]", i);
        const uint32_t n = lengths[i / 4], count = 3;
        const bool is_forward = i % 2, is_rows = i / 2 % 2;
        const lob_fft_shape shape =
            is_rows ? (lob_fft_shape){n, count, 1, n + 2, 0} : (lob_fft_shape){n, count, 5, 1, 0};
        lob_fft *fft;
        assert_int_equal(lob_fft_lines(&ctx, is_forward ? LOB_FFT_FORWARD : LOB_FFT_BACKWARD, shape, &fft), LOB_OK);
        fill(a, 6 * (n + 2), i);
        fill(b, 6 * (n + 2), 99);
        memcpy(c, b, 6 * (n + 2) * sizeof *c);
        lob_fft_run(fft, a, b);
        for (uint32_t line = 0; line < count; line++) {
            for (uint32_t f = 0; f < n; f++) {
                double re, im;
                const size_t at = (size_t)line * shape.distance + (size_t)f * shape.stride;
                c[at] = b[at];
                if (f % stride_pick(1, 13) == 0) {
                    direct(&a[line * shape.distance].re, n, 2 * shape.stride, false, f, is_forward ? -1 : 1, &re, &im);
                    check_value(b[at], re, im, n);
                }
            }
        }
        assert_memory_equal(b, c, 6 * (n + 2) * sizeof *c);
        lob_fft_run(fft, a, a); /* in place */
        for (uint32_t at = 0; at < n; at++) {
            assert_le(fabsf(a[at * shape.stride].re - b[at * shape.stride].re), 1e-5f * (float)n);
        }
        lob_fft_drop(fft);
    }
}

static void test_real_lines(void **unused) {
    (void)unused;
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof lengths[0]; i += stride_pick(1, 3)) {
        lob_case("lengths[%zu]", i);
        const uint32_t n = lengths[i / 2], count = 2;
        const lob_fft_shape shape =
            i % 2 ? (lob_fft_shape){n, count, 1, n + 1, n / 2 + 3} : (lob_fft_shape){n, count, 3, 1, 1};
        lob_fft *there, *back;
        float *const in = &a->re, *const out = &c->re;
        assert_int_equal(lob_fft_lines(&ctx, LOB_FFT_REAL, shape, &there), LOB_OK);
        assert_int_equal(lob_fft_lines(&ctx, LOB_FFT_TO_REAL, shape, &back), LOB_OK);
        fill(a, 4 * (n + 2), i);
        lob_fft_run(there, a, b);
        for (uint32_t line = 0; line < count; line++) {
            for (uint32_t f = 0; f <= n / 2; f += stride_pick(1, 13)) {
                double re, im;
                direct(in + line * shape.distance, n, shape.stride, true, f, -1, &re, &im);
                check_value(b[line * shape.complex_distance + f * shape.stride], re, im, n);
            }
        }
        lob_fft_run(back, b, out);
        for (uint32_t line = 0; line < count; line++) {
            for (uint32_t x = 0; x < n; x++) {
                const size_t at = line * shape.distance + x * shape.stride;
                assert_le(fabs((double)out[at] / n - in[at]), 1e-6);
            }
        }
        lob_fft_drop(there);
        lob_fft_drop(back);
    }
}

static const uint32_t planes[][2] = {{1, 1}, {2, 4}, {8, 6}, {5, 9}, {72, 72}, {36, 10}};

static void test_planes(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++) {
        lob_case("%u, %u", planes[i][0], planes[i][1]);
        const uint32_t w = planes[i][0], h = planes[i][1], half = w / 2 + 1;
        lob_fft *forward, *back, *real, *to_real;
        assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_FORWARD, w, h, &forward), LOB_OK);
        assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_BACKWARD, w, h, &back), LOB_OK);
        assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_REAL, w, h, &real), LOB_OK);
        assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_TO_REAL, w, h, &to_real), LOB_OK);
        fill(a, w * h, i);
        lob_fft_run(forward, a, b);
        double energy = 0, energy_there = 0;
        for (uint32_t p = 0; p < w * h; p++) {
            energy += (double)a[p].re * a[p].re + (double)a[p].im * a[p].im;
            energy_there += (double)b[p].re * b[p].re + (double)b[p].im * b[p].im;
        }
        assert_le(fabs(energy_there / energy / (w * h) - 1), 1e-5); /* Parseval */
        for (uint32_t p = 0; p < w * h; p += 1 + w * h / 50) {
            double re = 0, im = 0;
            for (uint32_t y = 0; y < h; y++) { /* row by row */
                double row_re, row_im;
                direct(&a[y * w].re, w, 2, false, p % w, -1, &row_re, &row_im);
                const double angle = -turn * (double)((p / w) * y % h) / h;
                re += row_re * cos(angle) - row_im * sin(angle);
                im += row_re * sin(angle) + row_im * cos(angle);
            }
            check_value(b[p], re, im, w * h);
        }
        lob_fft_run(back, b, b);
        for (uint32_t p = 0; p < w * h; p++) {
            assert_le(fabs((double)b[p].re / (w * h) - a[p].re), 1e-6);
            a[p].im = 0;
            (&c->re)[p] = a[p].re;
        }
        lob_fft_run(forward, a, a);
        lob_fft_run(real, c, b);
        for (uint32_t p = 0; p < half * h; p++) {
            const lob_cfloat whole = a[p / half * w + p % half];
            check_value(b[p], whole.re, whole.im, w * h);
        }
        memcpy(a, c, w * h * sizeof(float));
        lob_fft_run(to_real, b, c);
        for (uint32_t p = 0; p < w * h; p++) {
            assert_le(fabs((double)(&c->re)[p] / (w * h) - (&a->re)[p]), 1e-6);
        }
        lob_fft_drop(forward);
        lob_fft_drop(back);
        lob_fft_drop(real);
        lob_fft_drop(to_real);
    }
}

/* Registers of any width give the same bits. */
static void test_widths(void **unused) {
    (void)unused;
    static const lob_fft_kind kinds[] = {LOB_FFT_FORWARD, LOB_FFT_BACKWARD, LOB_FFT_REAL, LOB_FFT_TO_REAL};
    for (size_t i = 0; i < 4; i++) {
        lob_fft *fft;
        lob_case("%zu", i);
        assert_int_equal(lob_fft_plane(&ctx, kinds[i], 60, 77, &fft), LOB_OK);
        fill(a, 60 * 77, i);
        memcpy(b, a, 60 * 77 * sizeof *a);
        memset(c, 0, 60 * 77 * sizeof *c);
        lob_cfloat *const plain = lob_fft_alloc(60 * 77 * sizeof *plain);
        assert_non_null(plain);
        memset(plain, 0, 60 * 77 * sizeof *plain);
        lob_fft_run(fft, a, c);
        lob_fft_force_plain(true);
        lob_fft_run(fft, b, plain);
        lob_fft_force_plain(false);
        assert_memory_equal(c, plain, 60 * 77 * sizeof *c);
        lob_fft_free(plain);
        lob_fft_drop(fft);
    }
}

/* Where memory ends while several threads run, one room is enough. */
typedef struct starved {
    lob_fft *fft;
    lob_cfloat *own;
} starved;

static void *run_starved(void *arg) {
    const starved *s = arg;
    for (unsigned i = 0; i < 50; i++) {
        lob_fft_run(s->fft, s->own, s->own);
    }
    return NULL;
}

static void test_starved(void **unused) {
    (void)unused;
    pthread_t threads[3];
    starved each[3];
    lob_fft *fft;
    assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_FORWARD, 64, 64, &fft), LOB_OK);
    memset(a, 0, 4096 * sizeof *a);
    for (unsigned i = 0; i < 3; i++) {
        each[i] = (starved){fft, lob_fft_alloc(4096 * sizeof *a)};
        assert_non_null(each[i].own);
        memcpy(each[i].own, a, 4096 * sizeof *a);
    }
    lob_alloc_fail_at(1, 1);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_starved, &each[i]), 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        assert_memory_equal(each[i].own, a, 4096 * sizeof *a); /* of nothing comes nothing */
        lob_fft_free(each[i].own);
    }
    lob_alloc_fail_at(0, 0);
    lob_fft_drop(fft);
}

static void *run_often(void *arg) {
    lob_cfloat *const own = lob_fft_alloc(4096 * sizeof *own);
    lob_arena *const own_arena = lob_arena_new(0);
    lob_ctx own_ctx;
    lob_fft *other;
    lob_ctx_init(&own_ctx, own_arena);
    for (unsigned i = 0; i < 20; i++) { /* plans are made meanwhile */
        memcpy(own, a, 4096 * sizeof *own);
        lob_fft_run(arg, own, own);
        if (lob_fft_plane(&own_ctx, LOB_FFT_REAL, 8 + i, 9, &other) == LOB_OK) {
            lob_fft_drop(other);
        }
    }
    lob_arena_drop(own_arena);
    return own;
}

static void check_threads(lob_fft *fft) {
    pthread_t threads[3];
    fill(a, 4096, 5);
    memcpy(b, a, 4096 * sizeof *b);
    lob_fft_run(fft, b, b);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_often, fft), 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        void *made;
        pthread_join(threads[i], &made);
        assert_memory_equal(made, b, 4096 * sizeof *b);
        lob_fft_free(made);
    }
    lob_fft_drop(fft);
}

static void test_threads(void **unused) {
    (void)unused;
    lob_fft *fft;
    assert_int_equal(lob_fft_plane(&ctx, LOB_FFT_FORWARD, 64, 64, &fft), LOB_OK);
    check_threads(fft);
}

static void test_alloc(void **unused) {
    (void)unused;
    for (size_t size = 0; size < 300; size += 7) {
        char *const block = lob_fft_alloc(size);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 64, 0);
        memset(block, 1, size);
        lob_fft_free(block);
    }
    lob_fft_free(NULL);
    lob_fft_drop(NULL);
    assert_null(lob_fft_alloc(SIZE_MAX));
    assert_null(lob_fft_alloc(SIZE_MAX - 60));
    if (strcmp(lob_fft_library(), "fftw") != 0) {
        assert_string_equal(lob_fft_library(), "own");
    }
}

static bool make_once(void *arg) {
    (void)arg;
    lob_ctx own;
    lob_fft *plane = NULL, *lines = NULL;
    lob_arena *own_arena = lob_arena_new(0);
    if (own_arena == NULL) {
        return false;
    }
    lob_ctx_init(&own, own_arena);
    const bool is_fine = lob_fft_plane(&own, LOB_FFT_REAL, 8, 8, &plane) == LOB_OK &&
                         lob_fft_lines(&own, LOB_FFT_FORWARD, (lob_fft_shape){8, 2, 1, 8, 0}, &lines) == LOB_OK;
    if (!is_fine) {
        assert_eq(own.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_fft_drop(plane);
    lob_fft_drop(lines);
    lob_arena_drop(own_arena);
    return is_fine;
}

static void test_failing(void **unused) {
    (void)unused;
    assert_ge(sweep_allocations(make_once, NULL), 2);
}

/* Angles, against the C library; multiples of a quarter are exact. */
/* FFTW would end the program. Plans are refused, whenever memory ends; those that stand run as before, in several
 * threads as well. Lengths of one large factor and of many take buffers as they run. */
static void test_no_memory(void **unused) {
    (void)unused;
    static const uint32_t sizes[] = {243, 384, 1000, 1021, 2000};
    if (strcmp(lob_fft_library(), "fftw") != 0) {
        skip();
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        lob_case("%u", sizes[i]);
        const lob_fft_shape shape = {.length = sizes[i], .count = 8, .stride = 8, .distance = 1};
        lob_fft *fft, *none;
        lob_fft *half = NULL;
        assert_int_equal(lob_fft_lines(&ctx, LOB_FFT_FORWARD, shape, &fft), LOB_OK);
        fill(a, ROOM, i);
        memcpy(b, a, ROOM * sizeof *a);
        lob_fft_run(fft, a, a);
        lob_fft_pretend_no_memory(true);
        lob_fft_run(fft, b, b);
        assert_memory_equal(a, b, ROOM * sizeof *a);
        for (int k = 0; k < 20; k++) { /* what is refused takes nothing */
            lob_error_clear(&ctx.error);
            const lob_fft_kind kind = k % 2 ? LOB_FFT_BACKWARD : LOB_FFT_REAL;
            const lob_status status = k % 3 ? lob_fft_lines(&ctx, kind, shape, &none)
                                            : lob_fft_plane(&ctx, kind, sizes[i] / 2 * 2, sizes[i], &none);
            assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            assert_null(none);
        }
        lob_fft_pretend_no_memory(false);
        assert_int_equal(lob_fft_lines(&ctx, LOB_FFT_BACKWARD, shape, &half), LOB_OK);
        lob_fft_drop(half);
        lob_fft_drop(fft);
    }
    lob_fft *fft;
    const lob_fft_shape four = {.length = 1000, .count = 4, .stride = 4, .distance = 1};
    assert_int_equal(lob_fft_lines(&ctx, LOB_FFT_FORWARD, four, &fft), LOB_OK);
    lob_fft_pretend_no_memory(true);
    check_threads(fft);
    lob_fft_pretend_no_memory(false);
}

static void test_turn(void **unused) {
    (void)unused;
    static const double exact[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint64_t seed = 4;
    for (int i = -9; i < 9; i++) {
        double co, si;
        lob_turn(i / 4., &co, &si);
        assert_eq(co, exact[(i + 12) % 4][0]);
        assert_eq(si, exact[(i + 12) % 4][1]);
    }
    for (unsigned i = 0; i < 10000; i++) {
        const double turns = 3 * random_unit(&seed);
        double co, si;
        lob_turn(turns, &co, &si);
        assert_le(fabs(co - cos(turn * turns)), 5e-15);
        assert_le(fabs(si - sin(turn * turns)), 5e-15);
        assert_le(fabs(co * co + si * si - 1), 1e-15);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complex_lines), cmocka_unit_test(test_real_lines), cmocka_unit_test(test_planes),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_alloc),      cmocka_unit_test(test_failing),
        cmocka_unit_test(test_widths),        cmocka_unit_test(test_starved),    cmocka_unit_test(test_turn),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
