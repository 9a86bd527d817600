/* Transforms by FFTW 3, single precision.
 *
 * FFTW's planner keeps state of the process, so one mutex is around all of it; running a plan on new arrays needs none.
 * A plan knows whether it works in place, so complex transforms have one for each. Plans are estimated, which does not
 * touch the arrays they are made for, and take no codelets of SIMD: which of those there are hangs on the processor,
 * and so would the last bits.
 *
 * Where FFTW has no memory it ends the program. So its allocator is replaced (its three functions, by name): what the
 * heap refuses comes from an area set aside. A plan that needed the area is given up, and lack of memory is told; a
 * run, which has no way to fail, has the area to itself.
 */
#include <fftw3.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "litho/fft.h"

struct lob_fft {
    lob_fft_kind kind;
    fftwf_plan apart, in_place; /* in_place: complex kinds alone */
};

enum { FLAGS = FFTW_ESTIMATE | FFTW_NO_SIMD | FFTW_UNALIGNED };

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

/* ---- memory ---- */

/* Measured over lengths up to 16,384 and planes up to 2,048: a plan takes at most 0.6 MB while it is made, a run as
 * much. Not touched as long as there is memory, but for a head. */
enum { PLAN_AREA_SIZE = 4 << 20, RUN_AREA_SIZE = 3 << 20, PLAN_NEEDS = 2 << 20, GRAIN = 64 };

/* Blocks without a gap from the first byte on, each behind a head; the rest is a free block. */
typedef struct head {
    _Alignas(GRAIN) size_t size; /* head included; 0: the rest */
    bool is_free;
} head;

typedef struct area {
    char *bytes;
    size_t size;
} area;

static _Alignas(GRAIN) char plan_bytes[PLAN_AREA_SIZE], run_bytes[RUN_AREA_SIZE];
static const area for_plans = {.bytes = plan_bytes, .size = PLAN_AREA_SIZE};
static const area for_runs = {.bytes = run_bytes, .size = RUN_AREA_SIZE};
static pthread_mutex_t areas = PTHREAD_MUTEX_INITIALIZER; /* held by a run from its first block in the area on */
static _Thread_local bool plans, has_areas;
static _Thread_local unsigned plan_misses;
static atomic_bool pretends; /* a test: the heap refuses */

void *fftwf_kernel_malloc(size_t size);
void fftwf_kernel_free(void *block);
void *fftwf_malloc_plain(size_t size);
void fftwf_ifree(void *block);
void fftwf_ifree0(void *block);

void lob_fft_pretend_no_memory(bool on) {
    atomic_store(&pretends, on);
}

void lob_fft_force_plain(bool on) {
    (void)on; /* always so */
}

static head *head_at(const area *of, size_t at) {
    return (head *)(void *)(of->bytes + at);
}

/* The first free block of so many bytes, free neighbours made one; NULL: there is none. */
static head *find(const area *of, size_t size) {
    for (size_t at = 0; at + size <= of->size;) {
        head *block = head_at(of, at);
        if (block->size == 0) {
            block->size = of->size - at;
            block->is_free = true;
        }
        while (block->is_free && at + block->size < of->size && head_at(of, at + block->size)->is_free) {
            block->size += head_at(of, at + block->size)->size;
        }
        if (block->is_free && block->size >= size) {
            return block;
        }
        at += block->size;
    }
    return NULL;
}

static void *take(const area *from, size_t size) {
    size = (size + GRAIN - 1) / GRAIN * GRAIN + sizeof(head);
    head *block = find(from, size);
    if (block == NULL) {
        abort(); /* as FFTW does; the sizes above are far from it */
    }
    if (block->size > size) {
        head *rest = (head *)(void *)((char *)block + size);
        *rest = (head){.size = block->size - size, .is_free = true};
        block->size = size;
    }
    block->is_free = false;
    return block + 1;
}

static bool give(const area *to, void *block) {
    if ((char *)block < to->bytes || (char *)block >= to->bytes + to->size) {
        return false;
    }
    ((head *)block - 1)->is_free = true;
    return true;
}

__attribute__((visibility("default"))) void *fftwf_malloc_plain(size_t size) {
    size = size ? size : 1;
    void *block = atomic_load_explicit(&pretends, memory_order_relaxed) ? NULL : fftwf_kernel_malloc(size);
    if (block != NULL) {
        return block;
    }
    if (plans) { /* under the planner's mutex */
        plan_misses++;
        return take(&for_plans, size);
    }
    if (!has_areas) {
        pthread_mutex_lock(&areas);
        has_areas = true;
    }
    return take(&for_runs, size);
}

__attribute__((visibility("default"))) void fftwf_ifree(void *block) {
    if (!give(&for_plans, block) && !(has_areas && give(&for_runs, block))) {
        fftwf_kernel_free(block);
    }
}

__attribute__((visibility("default"))) void fftwf_ifree0(void *block) {
    if (block) {
        fftwf_ifree(block);
    }
}

/* ---- plans ---- */

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
    if (find(&for_plans, PLAN_NEEDS) == NULL) { /* FFTW has kept too much of it */
        pthread_mutex_unlock(&planner);
        lob_free(made);
        return lob_fail_memory(ctx);
    }
    plans = true;
    plan_misses = 0;
    made->apart = shape ? plan_lines(kind, shape, model_out) : plan_plane(kind, width, height, model_out);
    if (is_complex(kind)) {
        made->in_place = shape ? plan_lines(kind, shape, model_in) : plan_plane(kind, width, height, model_in);
    }
    plans = false;
    bool fine = plan_misses == 0 && made->apart != NULL && (!is_complex(kind) || made->in_place != NULL);
    pthread_mutex_unlock(&planner);
    if (!fine) {
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
    if (has_areas) {
        has_areas = false;
        pthread_mutex_unlock(&areas);
    }
}
