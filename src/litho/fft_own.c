/* Transforms of our own: mixed radices, eight lines at a time.
 *
 * Eight lines are gathered into an array of vectors, one lane a line, transformed there by passes that sort themselves
 * (Stockham; the order of FFTPACK), and spread again. So vectors are full whatever the length, no element meets another
 * lane, and a line gets the same bits on processors with vectors of any width: nothing is fused (-ffp-contract=off),
 * and the table of roots is lob_turn()'s. Factors are 4, 2, 3, 5; any other prime p takes p operations an element.
 *
 * Backwards is forwards with real and imaginary parts changed places. A line of floats of even length is half as many
 * complex numbers, its even and odd samples, taken apart afterwards; one of odd length is complex numbers without
 * imaginary parts. Memory for running comes from the plan, which has as many work arrays as threads have run it at
 * once.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "litho/fft.h"
#include "litho/turn.h"

enum { LANES = 8, PASS_COUNT_MAX = 32 };

static atomic_bool plain_forced;

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));

typedef struct vector { /* one element of eight lines */
    lanes re, im;
} vector;

typedef struct pass {
    uint32_t radix, before, inner; /* of the length: product of the factors before, quotient behind */
    uint32_t roots;                /* into the plan's: of elements 1.. of output 1.., by output, then by element */
    uint32_t own_roots;            /* of other primes: radix of them */
} pass;

/* The transform of a line of complex numbers. */
typedef struct series {
    uint32_t length;
    unsigned pass_count;
    pass passes[PASS_COUNT_MAX];
    lob_cfloat *roots; /* owned */
} series;

typedef struct room { /* what a run works in: two arrays of vectors */
    struct room *next;
    vector *at[2];
    void *block; /* owned */
} room;

typedef struct pool { /* the rooms that no run has: at first one, so that a run never needs memory */
    pthread_mutex_t lock;
    pthread_cond_t freed;
    uint32_t room_size; /* vectors */
    room *rooms;        /* owned */
} pool;

struct lob_fft {
    lob_fft_kind kind;
    bool is_plane;
    lob_fft_shape shape;   /* lines; of a plane: rows */
    lob_fft_shape columns; /* of planes alone */
    series line, column;
    lob_cfloat *halves; /* owned: of even real lines, exp(-2 pi i k / length) for k up to a half of the length; NULL */
    struct pool *pool;  /* owned */
};

/* ---- passes ---- */

#define INLINE static inline __attribute__((always_inline))

INLINE void add(vector *out, const vector *a, const vector *b) {
    out->re = a->re + b->re;
    out->im = a->im + b->im;
}

INLINE void subtract(vector *out, const vector *a, const vector *b) {
    out->re = a->re - b->re;
    out->im = a->im - b->im;
}

/* a - i b and a + i b. */
INLINE void turn_both(vector *minus, vector *plus, const vector *a, const vector *b) {
    minus->re = a->re + b->im;
    minus->im = a->im - b->re;
    plus->re = a->re - b->im;
    plus->im = a->im + b->re;
}

INLINE void put(vector *out, const vector *a, const lob_cfloat *root) {
    out->re = a->re * root->re - a->im * root->im;
    out->im = a->re * root->im + a->im * root->re;
}

INLINE void butterfly_3(vector y[3], const vector *x0, const vector *x1, const vector *x2) {
    static const float sine = 0.866025403784438647F;
    vector sum, middle, across;
    add(&sum, x1, x2);
    add(&y[0], x0, &sum);
    middle.re = x0->re - 0.5F * sum.re;
    middle.im = x0->im - 0.5F * sum.im;
    across.re = sine * (x1->re - x2->re);
    across.im = sine * (x1->im - x2->im);
    turn_both(&y[1], &y[2], &middle, &across);
}

INLINE void butterfly_4(vector y[4], const vector *x0, const vector *x1, const vector *x2, const vector *x3) {
    vector even, even_across, odd, odd_across;
    add(&even, x0, x2);
    subtract(&even_across, x0, x2);
    add(&odd, x1, x3);
    subtract(&odd_across, x1, x3);
    add(&y[0], &even, &odd);
    subtract(&y[2], &even, &odd);
    turn_both(&y[1], &y[3], &even_across, &odd_across);
}

INLINE void butterfly_5(vector y[5], const vector *x0, const vector *x1, const vector *x2, const vector *x3,
                        const vector *x4) {
    static const float c1 = 0.309016994374947424F, c2 = -0.809016994374947424F;
    static const float s1 = 0.951056516295153572F, s2 = 0.587785252292473129F;
    vector p, q, r, s, middle, across;
    add(&p, x1, x4);
    add(&q, x2, x3);
    subtract(&r, x1, x4);
    subtract(&s, x2, x3);
    y[0].re = x0->re + p.re + q.re;
    y[0].im = x0->im + p.im + q.im;
    middle.re = x0->re + c1 * p.re + c2 * q.re;
    middle.im = x0->im + c1 * p.im + c2 * q.im;
    across.re = s1 * r.re + s2 * s.re;
    across.im = s1 * r.im + s2 * s.im;
    turn_both(&y[1], &y[4], &middle, &across);
    middle.re = x0->re + c2 * p.re + c1 * q.re;
    middle.im = x0->im + c2 * p.im + c1 * q.im;
    across.re = s2 * r.re - s1 * s.re;
    across.im = s2 * r.im - s1 * s.im;
    turn_both(&y[2], &y[3], &middle, &across);
}

/* Outputs j and radix - j of an odd prime, x[k] being step apart. */
INLINE void butterfly_odd(vector *one, vector *other, const vector *x, size_t step, const pass *p,
                          const lob_cfloat *own, uint32_t j) {
    vector middle = x[0], across = {{0}, {0}};
    for (uint32_t k = 1, at = j; k <= p->radix / 2; k++, at = (at + j) % p->radix) {
        const vector *a = &x[k * step], *b = &x[(p->radix - k) * step];
        middle.re += own[at].re * (a->re + b->re);
        middle.im += own[at].re * (a->im + b->im);
        across.re -= own[at].im * (a->re - b->re);
        across.im -= own[at].im * (a->im - b->im);
    }
    turn_both(one, other, &middle, &across);
}

INLINE void pass_odd(const pass *p, const lob_cfloat *roots, const vector *in, vector *out) {
    const size_t inner = p->inner, apart = inner * p->before;
    const lob_cfloat *own = roots + p->own_roots;
    for (size_t k = 0; k < p->before; k++) {
        for (size_t i = 0; i < inner; i++) {
            const vector *x = in + i + inner * p->radix * k;
            vector *y = out + i + inner * k, sum = x[0];
            for (uint32_t j = 1; j < p->radix; j++) {
                add(&sum, &sum, &x[j * inner]);
            }
            y[0] = sum;
            for (uint32_t j = 1; j <= p->radix / 2; j++) {
                vector one, other;
                const lob_cfloat *root = roots + p->roots + (size_t)(j - 1) * inner + i;
                butterfly_odd(&one, &other, x, inner, p, own, j);
                put(&y[j * apart], &one, root);
                put(&y[(p->radix - j) * apart], &other, root + (size_t)(p->radix - 2 * j) * inner);
            }
        }
    }
}

/* Each of the four small radices by this shape; the first element of each run needs no root, but takes it: it is 1. */
#define SMALL_PASS(RADIX, BUTTERFLY)                                                                                   \
    INLINE void pass_##RADIX(const pass *p, const lob_cfloat *roots, const vector *in, vector *out) {                  \
        const size_t inner = p->inner, apart = inner * p->before;                                                      \
        for (size_t k = 0; k < p->before; k++) {                                                                       \
            for (size_t i = 0; i < inner; i++) {                                                                       \
                const vector *x = in + i + inner * RADIX * k;                                                          \
                const lob_cfloat *root = roots + p->roots + i;                                                         \
                vector *to = out + i + inner * k, y[RADIX];                                                            \
                BUTTERFLY;                                                                                             \
                to[0] = y[0];                                                                                          \
                for (size_t j = 1; j < RADIX; j++) {                                                                   \
                    put(&to[j * apart], &y[j], root + (j - 1) * inner);                                                \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

SMALL_PASS(2, (add(&y[0], x, x + inner), subtract(&y[1], x, x + inner)))
SMALL_PASS(3, butterfly_3(y, x, x + inner, x + 2 * inner))
SMALL_PASS(4, butterfly_4(y, x, x + inner, x + 2 * inner, x + 3 * inner))
SMALL_PASS(5, butterfly_5(y, x, x + inner, x + 2 * inner, x + 3 * inner, x + 4 * inner))

/* From at[0]; returns where the result is. */
INLINE vector *run_passes(const series *s, vector *at[2]) {
    vector *in = at[0], *out = at[1];
    for (unsigned n = 0; n < s->pass_count; n++) {
        const pass *p = &s->passes[n];
        switch (p->radix) {
        case 2:
            pass_2(p, s->roots, in, out);
            break;
        case 3:
            pass_3(p, s->roots, in, out);
            break;
        case 4:
            pass_4(p, s->roots, in, out);
            break;
        case 5:
            pass_5(p, s->roots, in, out);
            break;
        default:
            pass_odd(p, s->roots, in, out);
            break;
        }
        vector *swap = in;
        in = out;
        out = swap;
    }
    return in;
}

/* ---- plans ---- */

static unsigned factorise(uint32_t length, uint32_t factors[PASS_COUNT_MAX]) {
    unsigned count = 0;
    while (length % 4 == 0) {
        factors[count++] = 4;
        length /= 4;
    }
    for (uint32_t p = 2; length > 1; p += 1 + (p > 2)) {
        if (p * p > length) {
            p = length;
        }
        while (length % p == 0) {
            factors[count++] = p;
            length /= p;
        }
    }
    return count;
}

static lob_cfloat root_of(uint64_t k, uint64_t length) {
    double re, im;
    lob_turn(-(double)(k % length) / (double)length, &re, &im);
    return (lob_cfloat){(float)re, (float)im};
}

static bool is_small(uint32_t radix) {
    return radix <= 5;
}

static bool series_make(series *s, uint32_t length) {
    uint32_t factors[PASS_COUNT_MAX], before = 1;
    size_t root_count = 0;
    *s = (series){.length = length, .pass_count = factorise(length, factors)};
    for (unsigned n = 0; n < s->pass_count; n++) {
        pass *p = &s->passes[n];
        *p = (pass){factors[n], before, length / before / factors[n], (uint32_t)root_count, 0};
        root_count += (size_t)(p->radix - 1) * p->inner;
        p->own_roots = (uint32_t)root_count;
        root_count += is_small(p->radix) ? 0 : p->radix;
        before *= p->radix;
    }
    s->roots = lob_malloc(root_count * sizeof *s->roots + 1);
    for (unsigned n = 0; s->roots && n < s->pass_count; n++) {
        const pass *p = &s->passes[n];
        for (uint32_t j = 1; j < p->radix; j++) {
            for (uint32_t i = 0; i < p->inner; i++) {
                s->roots[p->roots + (size_t)(j - 1) * p->inner + i] = root_of((uint64_t)j * p->before * i, length);
            }
        }
        for (uint32_t k = 0; k < (is_small(p->radix) ? 0 : p->radix); k++) {
            s->roots[p->own_roots + k] = root_of(k, p->radix);
        }
    }
    return s->roots != NULL;
}

static bool is_real(lob_fft_kind kind) {
    return kind == LOB_FFT_REAL || kind == LOB_FFT_TO_REAL;
}

static bool is_halved(lob_fft_kind kind, uint32_t length) {
    return is_real(kind) && length % 2 == 0;
}

static room *room_new(uint32_t size) {
    room *r = lob_malloc(sizeof *r);
    char *block = r ? lob_fft_alloc(2 * (size_t)size * sizeof(vector)) : NULL;
    if (!block) {
        lob_free(r);
        return NULL;
    }
    *r = (room){.block = block, .at = {(vector *)(void *)block, (vector *)(void *)block + size}};
    return r;
}

static void pool_drop(pool *p) {
    while (p && p->rooms) {
        room *r = p->rooms;
        p->rooms = r->next;
        lob_fft_free(r->block);
        lob_free(r);
    }
    if (p) {
        pthread_cond_destroy(&p->freed);
        pthread_mutex_destroy(&p->lock);
        lob_free(p);
    }
}

static pool *pool_new(uint32_t room_size) {
    pool *p = lob_calloc(1, sizeof *p);
    if (!p || pthread_mutex_init(&p->lock, NULL) != 0) {
        lob_free(p);
        return NULL;
    }
    if (pthread_cond_init(&p->freed, NULL) != 0) {
        pthread_mutex_destroy(&p->lock);
        lob_free(p);
        return NULL;
    }
    p->room_size = room_size;
    p->rooms = room_new(room_size);
    if (!p->rooms) {
        pool_drop(p);
        return NULL;
    }
    return p;
}

static bool fill_plan(lob_fft *fft) {
    const uint32_t length = fft->shape.length;
    const bool halved = is_halved(fft->kind, length);
    bool is_fine = series_make(&fft->line, halved ? length / 2 : length);
    if (is_fine && halved) {
        fft->halves = lob_malloc((size_t)(length / 2 + 1) * sizeof *fft->halves);
        for (uint32_t k = 0; fft->halves && k <= length / 2; k++) {
            fft->halves[k] = root_of(k, length);
        }
        is_fine = fft->halves != NULL;
    }
    is_fine = is_fine && (!fft->is_plane || series_make(&fft->column, fft->columns.length));
    const uint32_t longest = length > fft->columns.length ? length : fft->columns.length;
    fft->pool = is_fine ? pool_new(longest + 1) : NULL;
    return fft->pool != NULL;
}

static lob_status make(lob_ctx *ctx, const lob_fft *wanted, lob_fft **fft) {
    *fft = lob_malloc(sizeof **fft);
    if (*fft) {
        **fft = *wanted;
    }
    if (*fft && !fill_plan(*fft)) {
        lob_fft_drop(*fft);
        *fft = NULL;
    }
    return *fft ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_fft_lines(lob_ctx *ctx, lob_fft_kind kind, lob_fft_shape shape, lob_fft **fft) {
    return make(ctx, &(lob_fft){.kind = kind, .shape = shape}, fft);
}

lob_status lob_fft_plane(lob_ctx *ctx, lob_fft_kind kind, uint32_t width, uint32_t height, lob_fft **fft) {
    const uint32_t across = is_real(kind) ? width / 2 + 1 : width;
    const lob_fft wanted = {.kind = kind,
                            .is_plane = true,
                            .shape = {width, height, 1, width, across},
                            .columns = {.length = height, .count = across, .stride = across, .distance = 1}};
    return make(ctx, &wanted, fft);
}

void lob_fft_drop(lob_fft *fft) {
    if (fft != NULL) {
        pool_drop(fft->pool);
        lob_free(fft->line.roots);
        lob_free(fft->column.roots);
        lob_free(fft->halves);
        lob_free(fft);
    }
}

const char *lob_fft_library(void) {
    return "own";
}

void lob_fft_force_plain(bool on) {
    atomic_store(&plain_forced, on);
}

void lob_fft_pretend_no_memory(bool on) {
    (void)on; /* all is of lob_malloc() */
}

/* ---- lines ---- */

/* Where complex numbers of lines lie, in floats: from one to the next of a line, from line to line, and from the real
 * to the imaginary part. */
typedef struct places {
    size_t step, apart, im;
} places;

#define MIXED(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

INLINE void interleave(lanes *a, lanes *b) {
    const lanes x = *a, y = *b;
    *a = MIXED(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    *b = MIXED(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
}

INLINE void interleave_pairs(lanes *a, lanes *b) {
    const lanes x = *a, y = *b;
    *a = MIXED(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
    *b = MIXED(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
}

INLINE void interleave_halves(lanes *a, lanes *b) {
    const lanes x = *a, y = *b;
    *a = MIXED(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
    *b = MIXED(x, y, 4, 5, 6, 7, 12, 13, 14, 15);
}

/* v[j][k] becomes v[k][j]. */
INLINE void transpose(lanes v[LANES]) {
    interleave(&v[0], &v[1]);
    interleave(&v[2], &v[3]);
    interleave(&v[4], &v[5]);
    interleave(&v[6], &v[7]);
    interleave_pairs(&v[0], &v[2]);
    interleave_pairs(&v[1], &v[3]);
    interleave_pairs(&v[4], &v[6]);
    interleave_pairs(&v[5], &v[7]);
    interleave_halves(&v[0], &v[4]);
    interleave_halves(&v[1], &v[5]);
    interleave_halves(&v[2], &v[6]);
    interleave_halves(&v[3], &v[7]);
}

/* Eight floats of each of eight lines, and back. */
INLINE void take_block(lanes v[LANES], const float *in, size_t apart) {
    memcpy(&v[0], in, sizeof *v);
    memcpy(&v[1], in + apart, sizeof *v);
    memcpy(&v[2], in + 2 * apart, sizeof *v);
    memcpy(&v[3], in + 3 * apart, sizeof *v);
    memcpy(&v[4], in + 4 * apart, sizeof *v);
    memcpy(&v[5], in + 5 * apart, sizeof *v);
    memcpy(&v[6], in + 6 * apart, sizeof *v);
    memcpy(&v[7], in + 7 * apart, sizeof *v);
}

INLINE void put_block(float *out, size_t apart, const lanes v[LANES]) {
    memcpy(out, &v[0], sizeof *v);
    memcpy(out + apart, &v[1], sizeof *v);
    memcpy(out + 2 * apart, &v[2], sizeof *v);
    memcpy(out + 3 * apart, &v[3], sizeof *v);
    memcpy(out + 4 * apart, &v[4], sizeof *v);
    memcpy(out + 5 * apart, &v[5], sizeof *v);
    memcpy(out + 6 * apart, &v[6], sizeof *v);
    memcpy(out + 7 * apart, &v[7], sizeof *v);
}

INLINE void load_some(const places *p, const float *in, size_t first, size_t count, size_t lines, vector *to) {
    for (size_t i = first; i < count; i++) {
        const float *from = in + i * p->step;
        vector v = {{0}, {0}};
        for (size_t k = 0; k < lines; k++) {
            v.re[k] = from[k * p->apart];
            v.im[k] = from[k * p->apart + p->im];
        }
        to[i] = v;
    }
}

/* Elements of eight lines, or fewer: lanes without a line are zeros. */
INLINE void load(const places *p, const float *in, size_t count, size_t lines, vector *to) {
    size_t done = 0;
    if (lines == LANES && p->im == 1 && p->step == 2) { /* rows: four elements of each at once */
        for (; done + 4 <= count; done += 4) {
            lanes v[LANES];
            take_block(v, in + 2 * done, p->apart);
            transpose(v);
            memcpy(&to[done], v, sizeof v);
        }
    } else if (lines == LANES && p->im == 1 && p->apart == 2) { /* columns: an element of all at once */
        for (; done < count; done++) {
            lanes a, b;
            memcpy(&a, in + done * p->step, sizeof a);
            memcpy(&b, in + done * p->step + LANES, sizeof b);
            to[done].re = MIXED(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
            to[done].im = MIXED(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
        }
    }
    load_some(p, in, done, count, lines, to);
}

INLINE void store(const places *p, const vector *from, size_t count, size_t lines, float *out) {
    size_t done = 0;
    if (lines == LANES && p->im == 1 && p->step == 2) {
        for (; done + 4 <= count; done += 4) {
            lanes v[LANES];
            memcpy(v, &from[done], sizeof v);
            transpose(v);
            put_block(out + 2 * done, p->apart, v);
        }
    } else if (lines == LANES && p->im == 1 && p->apart == 2) {
        for (; done < count; done++) {
            const lanes re = from[done].re, im = from[done].im;
            const lanes a = MIXED(re, im, 0, 8, 1, 9, 2, 10, 3, 11);
            const lanes b = MIXED(re, im, 4, 12, 5, 13, 6, 14, 7, 15);
            memcpy(out + done * p->step, &a, sizeof a);
            memcpy(out + done * p->step + LANES, &b, sizeof b);
        }
    }
    for (; done < count; done++) {
        float *to = out + done * p->step;
        for (size_t k = 0; k < lines; k++) {
            to[k * p->apart] = from[done].re[k];
            to[k * p->apart + p->im] = from[done].im[k];
        }
    }
}

INLINE void swap_parts(vector *v, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const lanes re = v[i].re;
        v[i].re = v[i].im;
        v[i].im = re;
    }
}

static size_t lines_from(const lob_fft_shape *s, uint32_t first) {
    return s->count - first < LANES ? s->count - first : LANES;
}

INLINE void complex_lines(const series *line, const lob_fft_shape *s, const float *in, float *out, bool is_back,
                          const room *r) {
    const places p = {2 * (size_t)s->stride, 2 * (size_t)s->distance, 1};
    for (uint32_t first = 0; first < s->count; first += LANES) {
        vector *at[2] = {r->at[0], r->at[1]};
        load(&p, in + first * p.apart, s->length, lines_from(s, first), at[0]);
        if (is_back) {
            swap_parts(at[0], s->length);
        }
        vector *made = run_passes(line, at);
        if (is_back) {
            swap_parts(made, s->length);
        }
        store(&p, made, s->length, lines_from(s, first), out + first * p.apart);
    }
}

/* ---- lines of floats ---- */

/* Frequency f of a line from those of its even and odd samples. */
INLINE void join(const lob_fft *fft, const vector *z, uint32_t f, vector *to) {
    const uint32_t half = fft->line.length;
    const vector *a = &z[f % half], *b = &z[(half - f) % half]; /* b conjugated */
    const vector even = {0.5F * (a->re + b->re), 0.5F * (a->im - b->im)};
    const vector odd = {0.5F * (a->im + b->im), 0.5F * (b->re - a->re)};
    const lob_cfloat w = fft->halves[f];
    to->re = even.re + (odd.re * w.re - odd.im * w.im);
    to->im = even.im + (odd.re * w.im + odd.im * w.re);
}

/* Of an odd length: numbers whose imaginary parts are 0. */
INLINE void load_odd(const lob_fft_shape *s, const float *in, size_t lines, vector *to) {
    for (size_t i = 0; i < s->length; i++) {
        vector v = {{0}, {0}};
        for (size_t k = 0; k < lines; k++) {
            v.re[k] = in[k * s->distance + i * s->stride];
        }
        to[i] = v;
    }
}

INLINE void real_lines(const lob_fft *fft, const float *in, float *out, const room *r) {
    const lob_fft_shape *s = &fft->shape;
    const places pairs = {2 * (size_t)s->stride, s->distance, s->stride};
    const places frequencies = {2 * (size_t)s->stride, 2 * (size_t)s->complex_distance, 1};
    for (uint32_t first = 0; first < s->count; first += LANES) {
        const size_t lines = lines_from(s, first);
        vector *at[2] = {r->at[0], r->at[1]}, *z;
        if (fft->halves) {
            load(&pairs, in + (size_t)first * s->distance, fft->line.length, lines, at[0]);
            z = run_passes(&fft->line, at);
            vector *joined = z == at[0] ? at[1] : at[0];
            for (uint32_t f = 0; f <= s->length / 2; f++) {
                join(fft, z, f, &joined[f]);
            }
            z = joined;
        } else {
            load_odd(s, in + (size_t)first * s->distance, lines, at[0]);
            z = run_passes(&fft->line, at);
        }
        store(&frequencies, z, s->length / 2 + 1, lines, out + first * frequencies.apart);
    }
}

/* Frequency f of even and odd samples as one complex number, parts changed places: it goes backwards. */
INLINE void part(const vector *a, const vector *b, lob_cfloat w, vector *to) {
    const vector even = {a->re + b->re, a->im - b->im}, across = {a->re - b->re, a->im + b->im};
    const vector odd = {across.re * w.re + across.im * w.im, across.im * w.re - across.re * w.im};
    to->re = even.im + odd.re;
    to->im = even.re - odd.im;
}

/* `to` from the frequencies `from`, of which the first and, of an even length, the last have no imaginary part. */
INLINE void spread_frequencies(const lob_fft *fft, vector *from, vector *to) {
    const uint32_t length = fft->line.length;
    from[0].im = (lanes){0};
    if (fft->halves) {
        from[length].im = (lanes){0};
        for (uint32_t f = 0; f < length; f++) {
            part(&from[f], &from[length - f], fft->halves[f], &to[f]);
        }
        return;
    }
    for (uint32_t f = 0; f <= length / 2; f++) {
        to[(length - f) % length] = (vector){-from[f].im, from[f].re};
        to[f] = (vector){from[f].im, from[f].re};
    }
}

INLINE void lines_to_real(const lob_fft *fft, const float *in, float *out, const room *r) {
    const lob_fft_shape *s = &fft->shape;
    const places pairs = {2 * (size_t)s->stride, s->distance, s->stride};
    const places frequencies = {2 * (size_t)s->stride, 2 * (size_t)s->complex_distance, 1};
    for (uint32_t first = 0; first < s->count; first += LANES) {
        const size_t lines = lines_from(s, first);
        float *to = out + (size_t)first * s->distance;
        vector *at[2] = {r->at[1], r->at[0]};
        load(&frequencies, in + first * frequencies.apart, s->length / 2 + 1, lines, r->at[0]);
        spread_frequencies(fft, r->at[0], r->at[1]);
        vector *z = run_passes(&fft->line, at);
        if (fft->halves) {
            swap_parts(z, fft->line.length);
            store(&pairs, z, fft->line.length, lines, to);
            continue;
        }
        for (size_t i = 0; i < s->length; i++) {
            for (size_t k = 0; k < lines; k++) {
                to[k * s->distance + i * s->stride] = z[i].im[k];
            }
        }
    }
}

/* ---- all of a transform ---- */

INLINE void run_all(const lob_fft *fft, float *in, float *out, const room *r) {
    const bool is_back = fft->kind == LOB_FFT_BACKWARD;
    switch (fft->kind) {
    case LOB_FFT_REAL:
        real_lines(fft, in, out, r);
        break;
    case LOB_FFT_TO_REAL:
        if (fft->is_plane) {
            complex_lines(&fft->column, &fft->columns, in, in, true, r);
        }
        lines_to_real(fft, in, out, r);
        break;
    case LOB_FFT_FORWARD:
    case LOB_FFT_BACKWARD:
        complex_lines(&fft->line, &fft->shape, in, out, is_back, r);
        break;
    }
    if (fft->is_plane && fft->kind != LOB_FFT_TO_REAL) {
        complex_lines(&fft->column, &fft->columns, out, out, is_back, r);
    }
}

static void run_plain(const lob_fft *fft, float *in, float *out, const room *r) {
    run_all(fft, in, out, r);
}

#if defined(__x86_64__)
/* The same operations on wider registers: the same bits. */
__attribute__((target("avx2"))) static void run_wide(const lob_fft *fft, float *in, float *out, const room *r) {
    run_all(fft, in, out, r);
}

static bool has_wide(void) {
    return __builtin_cpu_supports("avx2") && !atomic_load_explicit(&plain_forced, memory_order_relaxed);
}
#else
static void run_wide(const lob_fft *fft, float *in, float *out, const room *r) {
    run_plain(fft, in, out, r);
}

static bool has_wide(void) {
    return false;
}
#endif

/* ---- running ---- */

static room *take_room(pool *p) {
    pthread_mutex_lock(&p->lock);
    room *r = p->rooms;
    if (!r) {
        pthread_mutex_unlock(&p->lock);
        r = room_new(p->room_size);
        if (r) {
            return r;
        }
        pthread_mutex_lock(&p->lock);
        while (!p->rooms) { /* another run has it and will give it back */
            pthread_cond_wait(&p->freed, &p->lock);
        }
        r = p->rooms;
    }
    p->rooms = r->next;
    pthread_mutex_unlock(&p->lock);
    return r;
}

static void give_room(pool *p, room *r) {
    pthread_mutex_lock(&p->lock);
    r->next = p->rooms;
    p->rooms = r;
    pthread_cond_signal(&p->freed);
    pthread_mutex_unlock(&p->lock);
}

void lob_fft_run(const lob_fft *fft, void *in, void *out) {
    room *r = take_room(fft->pool);
    if (has_wide()) {
        run_wide(fft, in, out, r);
    } else {
        run_plain(fft, in, out, r);
    }
    give_room(fft->pool, r);
}
