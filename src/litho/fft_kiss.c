/* Transforms by KissFFT, single precision, for those who may not link FFTW: slower, the same interface and tests.
 *
 * Its real transforms and those in place write into the plan or allocate, so neither is used: each line is gathered
 * into a buffer of the caller's stack, transformed as complex numbers from there into another, and spread again. That
 * limits the length of a line.
 */
#include <kiss_fft.h>

#include "base/alloc.h"
#include "litho/fft.h"

enum { LENGTH_MAX = 16384 };

struct lob_fft {
    lob_fft_kind kind;
    bool is_plane;
    uint32_t width, height;
    lob_fft_shape shape;         /* lines; of a plane: rows */
    kiss_fft_cfg lines, columns; /* columns: of planes alone; both from lob_malloc() */
};

void lob_fft_pretend_no_memory(bool on) {
    (void)on; /* its plans are of lob_malloc() */
}

const char *lob_fft_library(void) {
    return "kissfft";
}

static bool is_inverse(lob_fft_kind kind) {
    return kind == LOB_FFT_BACKWARD || kind == LOB_FFT_TO_REAL;
}

static kiss_fft_cfg plan(uint32_t length, lob_fft_kind kind) {
    size_t size = 0;
    kiss_fft_alloc((int)length, is_inverse(kind), NULL, &size);
    void *const memory = lob_malloc(size);
    return memory ? kiss_fft_alloc((int)length, is_inverse(kind), memory, &size) : NULL;
}

static lob_status make(lob_ctx *ctx, const lob_fft *wanted, lob_fft **fft) {
    *fft = NULL;
    const uint32_t longest = wanted->shape.length > wanted->height ? wanted->shape.length : wanted->height;
    lob_fft *made = longest <= LENGTH_MAX ? lob_calloc(1, sizeof *made) : NULL;
    if (made == NULL) {
        return lob_fail_memory(ctx);
    }
    *made = *wanted;
    made->lines = plan(wanted->shape.length, wanted->kind);
    made->columns = wanted->is_plane ? plan(wanted->height, wanted->kind) : NULL;
    if (made->lines == NULL || (wanted->is_plane && made->columns == NULL)) {
        lob_fft_drop(made);
        return lob_fail_memory(ctx);
    }
    *fft = made;
    return LOB_OK;
}

lob_status lob_fft_lines(lob_ctx *ctx, lob_fft_kind kind, lob_fft_shape shape, lob_fft **fft) {
    return make(ctx, &(lob_fft){.kind = kind, .shape = shape}, fft);
}

lob_status lob_fft_plane(lob_ctx *ctx, lob_fft_kind kind, uint32_t width, uint32_t height, lob_fft **fft) {
    const lob_fft_shape rows = {width, height, 1, width, width / 2 + 1};
    return make(ctx, &(lob_fft){.kind = kind, .is_plane = true, .width = width, .height = height, .shape = rows}, fft);
}

void lob_fft_drop(lob_fft *fft) {
    if (fft != NULL) {
        lob_free(fft->lines);
        lob_free(fft->columns);
        lob_free(fft);
    }
}

static void complex_lines(kiss_fft_cfg cfg, const lob_fft_shape *s, const lob_cfloat *in, lob_cfloat *out) {
    kiss_fft_cpx from[LENGTH_MAX], to[LENGTH_MAX];
    for (size_t line = 0; line < s->count; line++) {
        const size_t first = line * s->distance;
        for (size_t i = 0; i < s->length; i++) {
            const lob_cfloat value = in[first + i * s->stride];
            from[i] = (kiss_fft_cpx){value.re, value.im};
        }
        kiss_fft(cfg, from, to);
        for (size_t i = 0; i < s->length; i++) {
            out[first + i * s->stride] = (lob_cfloat){to[i].r, to[i].i};
        }
    }
}

static void real_lines(kiss_fft_cfg cfg, const lob_fft_shape *s, const float *in, lob_cfloat *out) {
    kiss_fft_cpx from[LENGTH_MAX], to[LENGTH_MAX];
    for (size_t line = 0; line < s->count; line++) {
        for (size_t i = 0; i < s->length; i++) {
            from[i] = (kiss_fft_cpx){in[line * s->distance + i * s->stride], 0};
        }
        kiss_fft(cfg, from, to);
        for (size_t i = 0; i <= s->length / 2; i++) {
            out[line * s->complex_distance + i * s->stride] = (lob_cfloat){to[i].r, to[i].i};
        }
    }
}

/* The other half is the conjugate; what of the first and the middle frequency is imaginary does not count. */
static void lines_to_real(kiss_fft_cfg cfg, const lob_fft_shape *s, const lob_cfloat *in, float *out) {
    kiss_fft_cpx from[LENGTH_MAX], to[LENGTH_MAX];
    for (size_t line = 0; line < s->count; line++) {
        for (size_t i = 0; i <= s->length / 2; i++) {
            const lob_cfloat value = in[line * s->complex_distance + i * s->stride];
            from[(s->length - i) % s->length] = (kiss_fft_cpx){value.re, -value.im};
            from[i] = (kiss_fft_cpx){value.re, i == 0 || 2 * i == s->length ? 0 : value.im};
        }
        kiss_fft(cfg, from, to);
        for (size_t i = 0; i < s->length; i++) {
            out[line * s->distance + i * s->stride] = to[i].r;
        }
    }
}

void lob_fft_run(const lob_fft *fft, void *in, void *out) {
    const bool is_real = fft->kind == LOB_FFT_REAL || fft->kind == LOB_FFT_TO_REAL;
    const uint32_t width = is_real ? fft->width / 2 + 1 : fft->width;
    const lob_fft_shape columns = {.length = fft->height, .count = width, .stride = width, .distance = 1};
    if (fft->kind == LOB_FFT_REAL) {
        real_lines(fft->lines, &fft->shape, in, out);
    } else if (fft->kind == LOB_FFT_TO_REAL) {
        if (fft->is_plane) {
            complex_lines(fft->columns, &columns, in, in);
        }
        lines_to_real(fft->lines, &fft->shape, in, out);
    } else {
        complex_lines(fft->lines, &fft->shape, in, out);
    }
    if (fft->is_plane && fft->kind != LOB_FFT_TO_REAL) {
        complex_lines(fft->columns, &columns, out, out);
    }
}
