/* Transforms by FFTW 3, single precision.
 *
 * FFTW's planner keeps state of the process, so one mutex is around all of it; running a plan on new arrays needs none.
 * A plan knows whether it works in place, so complex transforms have one for each. Plans are estimated, which does not
 * touch the arrays they are made for, and take no codelets of SIMD: which of those there are hangs on the processor,
 * and so would the last bits.
 */
#include <fftw3.h>
#include <pthread.h>

#include "base/alloc.h"
#include "litho/fft.h"

struct lob_fft {
    lob_fft_kind kind;
    fftwf_plan apart, in_place; /* in_place: complex kinds alone */
};

enum { FLAGS = FFTW_ESTIMATE | FFTW_NO_SIMD | FFTW_UNALIGNED };

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(64) fftwf_complex model_in[1], model_out[1];

const char *lob_fft_library(void) {
    return "fftw";
}

static int sign_of(lob_fft_kind kind) {
    return kind == LOB_FFT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
}

static fftwf_plan plan_lines(lob_fft_kind kind, const lob_fft_shape *s, void *out) {
    const int length = (int)s->length, count = (int)s->count, stride = (int)s->stride;
    const int own = (int)s->distance, other = (int)s->complex_distance;
    if (kind == LOB_FFT_REAL) {
        return fftwf_plan_many_dft_r2c(1, &length, count, (float *)model_in, NULL, stride, own, out, NULL, stride,
                                       other, FLAGS);
    }
    if (kind == LOB_FFT_TO_REAL) {
        return fftwf_plan_many_dft_c2r(1, &length, count, model_in, NULL, stride, other, out, NULL, stride, own, FLAGS);
    }
    return fftwf_plan_many_dft(1, &length, count, model_in, NULL, stride, own, out, NULL, stride, own, sign_of(kind),
                               FLAGS);
}

static fftwf_plan plan_plane(lob_fft_kind kind, uint32_t width, uint32_t height, void *out) {
    if (kind == LOB_FFT_REAL) {
        return fftwf_plan_dft_r2c_2d((int)height, (int)width, (float *)model_in, out, FLAGS);
    }
    if (kind == LOB_FFT_TO_REAL) {
        return fftwf_plan_dft_c2r_2d((int)height, (int)width, model_in, out, FLAGS);
    }
    return fftwf_plan_dft_2d((int)height, (int)width, model_in, out, sign_of(kind), FLAGS);
}

static bool is_complex(lob_fft_kind kind) {
    return kind == LOB_FFT_FORWARD || kind == LOB_FFT_BACKWARD;
}

/* shape NULL: a plane. */
static lob_status make(lob_ctx *ctx, lob_fft_kind kind, const lob_fft_shape *shape, uint32_t width, uint32_t height,
                       lob_fft **fft) {
    *fft = NULL;
    lob_fft *made = lob_calloc(1, sizeof *made);
    if (made == NULL) {
        return lob_fail_memory(ctx);
    }
    made->kind = kind;
    pthread_mutex_lock(&planner);
    made->apart = shape ? plan_lines(kind, shape, model_out) : plan_plane(kind, width, height, model_out);
    if (is_complex(kind)) {
        made->in_place = shape ? plan_lines(kind, shape, model_in) : plan_plane(kind, width, height, model_in);
    }
    pthread_mutex_unlock(&planner);
    if (made->apart == NULL || (is_complex(kind) && made->in_place == NULL)) {
        lob_fft_drop(made);
        return lob_fail_memory(ctx);
    }
    *fft = made;
    return LOB_OK;
}

lob_status lob_fft_lines(lob_ctx *ctx, lob_fft_kind kind, lob_fft_shape shape, lob_fft **fft) {
    return make(ctx, kind, &shape, 0, 0, fft);
}

lob_status lob_fft_plane(lob_ctx *ctx, lob_fft_kind kind, uint32_t width, uint32_t height, lob_fft **fft) {
    return make(ctx, kind, NULL, width, height, fft);
}

void lob_fft_drop(lob_fft *fft) {
    if (fft == NULL) {
        return;
    }
    pthread_mutex_lock(&planner);
    fftwf_destroy_plan(fft->apart);
    fftwf_destroy_plan(fft->in_place);
    pthread_mutex_unlock(&planner);
    lob_free(fft);
}

void lob_fft_run(const lob_fft *fft, void *in, void *out) {
    if (fft->kind == LOB_FFT_REAL) {
        fftwf_execute_dft_r2c(fft->apart, in, out);
    } else if (fft->kind == LOB_FFT_TO_REAL) {
        fftwf_execute_dft_c2r(fft->apart, in, out);
    } else {
        fftwf_execute_dft(in == out ? fft->in_place : fft->apart, in, out);
    }
}
