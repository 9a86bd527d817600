/* Discrete Fourier transforms of single precision, behind one small file: our own (fft_own.c), or FFTW3's (fft_fftw.c,
 * `make FFT=fftw`), which is under the GPL.
 *
 * Unnormalised, sign -1 forwards. A plan is made once and may be run by several threads at a time, each with arrays of
 * its own from lob_fft_alloc(). The same bits whatever the thread and the machine: plans are never measured, ours fuses
 * nothing, and FFTW's codelets of SIMD are not taken, since which of them there are hangs on the processor found.
 * docs/mechanisms/imaging.md has figures.
 */
#ifndef LOB_LITHO_FFT_H
#define LOB_LITHO_FFT_H

#include "base/ctx.h"

typedef struct lob_cfloat {
    float re, im;
} lob_cfloat;

typedef struct lob_fft lob_fft;

typedef enum {
    LOB_FFT_FORWARD,  /* complex to complex, in place or not */
    LOB_FFT_BACKWARD, /* the same, sign +1 */
    LOB_FFT_REAL,     /* float to complex, sign -1: each line of n gives n / 2 + 1 */
    LOB_FFT_TO_REAL   /* complex to float, sign +1; destroys its input */
} lob_fft_kind;

/* `count` lines of `length`, each `distance` elements of its own type after the last, elements `stride` apart: rows are
 * (width, height, 1, width), columns (height, width, width, 1). For REAL and TO_REAL the complex side has the same
 * stride and complex_distance. */
typedef struct lob_fft_shape {
    uint32_t length, count, stride, distance, complex_distance;
} lob_fft_shape;

/* TOOL_LIMIT_EXCEEDED (memory). Complex kinds run in place when in == out, the real
 * ones never. */
lob_status lob_fft_lines(lob_ctx *ctx, lob_fft_kind kind, lob_fft_shape shape, lob_fft **fft);
/* Two dimensions, row-major; the complex side of REAL and TO_REAL has width / 2 + 1 columns. */
lob_status lob_fft_plane(lob_ctx *ctx, lob_fft_kind kind, uint32_t width, uint32_t height, lob_fft **fft);
void lob_fft_drop(lob_fft *fft); /* NULL is fine */
void lob_fft_run(const lob_fft *fft, void *in, void *out);

void *lob_fft_alloc(size_t size); /* aligned to 64 bytes, by lob_malloc(); NULL: out of memory */
void lob_fft_free(void *block);
/* Test hook: as if the heap had nothing for the library. */
void lob_fft_pretend_no_memory(bool on);
/* Test hook: registers of the baseline alone. */
void lob_fft_force_plain(bool on);
const char *lob_fft_library(void); /* "own" or "fftw" */

#endif
