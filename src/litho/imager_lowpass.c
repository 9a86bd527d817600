/* The four rows y, side - y, side / 2 - y and side / 2 + y have the same cosines and sines of a frequency but for
 * signs, and the signs hang on whether it is even. So rows are folded first (sums and differences of the four), and
 * what is left are four products of matrices: even and odd frequencies, cosines and sines, over a quarter of the rows.
 * The rows 0 and side / 4 meet themselves and count half.
 *
 * Invariant: each sum is taken in one order, whatever the compiler makes of the vectors: lanes never mix.
 */
#include "litho/imager_lowpass.h"

#include <string.h>

#include "base/alloc.h"
#include "litho/turn.h"

enum { LANES = 8, PARTS = 2, QUAD = 4, TILE = 4, BLOCK = 32, COLUMNS = 64, POLL_COLUMNS = 512 };

typedef float vector __attribute__((vector_size(4 * QUAD)));
typedef float vector_any __attribute__((vector_size(4 * QUAD), aligned(4)));

struct lob_lowpass {
    uint32_t side, reach;
    uint32_t rows;          /* side / 4 + 1 folded ones, rounded up to TILE */
    uint32_t counts[2];     /* even and odd frequencies up to reach */
    uint32_t room;          /* for frequencies of one parity, rounded up to TILE */
    float *analysis[2][2];  /* [parity][0 cosine, 1 sine]: rows x room, ends counting half */
    float *synthesis[2][2]; /* the same: counts[parity] x rows, twice the value but for frequency 0 */
    void *tables;
    lob_fft *forward, *backward; /* reach + 1 lines of side */
};

/* ---- tables ---- */

static void fill_tables(lob_lowpass *lp) {
    const uint32_t last = lp->side / 4;
    for (uint32_t k = 0; k <= lp->reach; k++) {
        const uint32_t parity = k % 2, at = k / 2;
        for (uint32_t y = 0; y <= last; y++) {
            double c, s;
            lob_turn((double)((uint64_t)k * y % lp->side) / lp->side, &c, &s);
            const double half = y == 0 || y == last ? .5 : 1;
            lp->analysis[parity][0][y * lp->room + at] = (float)(half * c);
            lp->analysis[parity][1][y * lp->room + at] = (float)(-half * s);
            lp->synthesis[parity][0][at * lp->rows + y] = (float)(k == 0 ? c : 2 * c);
            lp->synthesis[parity][1][at * lp->rows + y] = (float)(-2 * s);
        }
    }
}

static lob_status make_tables(lob_ctx *ctx, lob_lowpass *lp) {
    const size_t analysis = (size_t)lp->rows * lp->room, synthesis = (size_t)lp->counts[0] * lp->rows;
    float *at = lp->tables = lob_fft_alloc(4 * (analysis + synthesis) * sizeof(float));
    if (at == NULL) {
        return lob_fail_memory(ctx);
    }
    memset(at, 0, 4 * (analysis + synthesis) * sizeof(float));
    for (unsigned i = 0; i < 4; i++) {
        lp->analysis[i / 2][i % 2] = at + i * analysis;
        lp->synthesis[i / 2][i % 2] = at + 4 * analysis + i * synthesis;
    }
    fill_tables(lp);
    return LOB_OK;
}

static uint32_t rounded_up(uint32_t count, uint32_t step) {
    return (count + step - 1) / step * step;
}

lob_status lob_lowpass_new(lob_ctx *ctx, uint32_t side, uint32_t reach, lob_lowpass **lowpass) {
    const lob_fft_shape lines = {.length = side, .count = reach + 1, .stride = 1, .distance = side};
    *lowpass = NULL;
    lob_lowpass *lp = lob_calloc(1, sizeof *lp);
    if (lp == NULL) {
        return lob_fail_memory(ctx);
    }
    lp->side = side;
    lp->reach = reach;
    lp->counts[0] = reach / 2 + 1;
    lp->counts[1] = (reach + 1) / 2;
    lp->rows = rounded_up(side / 4 + 1, TILE);
    lp->room = rounded_up(lp->counts[0], TILE);
    lob_status status = make_tables(ctx, lp);
    status = status == LOB_OK ? lob_fft_lines(ctx, LOB_FFT_FORWARD, lines, &lp->forward) : status;
    status = status == LOB_OK ? lob_fft_lines(ctx, LOB_FFT_BACKWARD, lines, &lp->backward) : status;
    if (status != LOB_OK) {
        lob_lowpass_drop(lp);
        return status;
    }
    *lowpass = lp;
    return LOB_OK;
}

void lob_lowpass_drop(lob_lowpass *lowpass) {
    if (lowpass == NULL) {
        return;
    }
    lob_fft_drop(lowpass->forward);
    lob_fft_drop(lowpass->backward);
    lob_fft_free(lowpass->tables);
    lob_free(lowpass);
}

/* Lines of complex numbers, and the same frequencies as planes of real and imaginary parts for a block of columns. */
static size_t lines_size(const lob_lowpass *lp) {
    return (size_t)(lp->reach + 1) * lp->side * sizeof(lob_cfloat);
}

static size_t part_count(const lob_lowpass *lp) {
    return (size_t)lp->room * COLUMNS;
}

size_t lob_lowpass_scratch_size(const lob_lowpass *lowpass) {
    return lines_size(lowpass) + 4 * part_count(lowpass) * sizeof(float) + 4 * BLOCK * LANES * sizeof(float);
}

/* ---- products ---- */

/* sums[i] += sum over j < count of a[j * a_stride + i] * b[j * b_stride], TILE of them, PARTS vectors each. Eight sums,
 * two factors and what they are made of fill the sixteen registers that every x86-64 has. */
static inline void multiply(const float *a, size_t a_stride, const float *b, size_t b_stride, uint32_t count,
                            vector *sums) {
    vector s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3];
    vector s4 = sums[4], s5 = sums[5], s6 = sums[6], s7 = sums[7];
    for (uint32_t j = 0; j < count; j++) {
        const vector *const pair = (const vector *)(const void *)b;
        const vector x = pair[0], y = pair[1];
        s0 += a[0] * x;
        s1 += a[0] * y;
        s2 += a[1] * x;
        s3 += a[1] * y;
        s4 += a[2] * x;
        s5 += a[2] * y;
        s6 += a[3] * x;
        s7 += a[3] * y;
        a += a_stride;
        b += b_stride;
    }
    const vector all[TILE * PARTS] = {s0, s1, s2, s3, s4, s5, s6, s7};
    memcpy(sums, all, sizeof all);
}

static inline vector load(const float *from) {
    return *(const vector_any *)(const void *)from;
}

/* ---- analysis ---- */

/* folded[0..3]: for even cosines, odd cosines, even sines, odd sines; BLOCK rows of LANES columns. */
static void fold(const lob_lowpass *lp, const float *column, uint32_t first, uint32_t count, float *folded) {
    const size_t side = lp->side;
    for (uint32_t i = 0; i < PARTS * count; i++) {
        const size_t y = first + i / PARTS;
        const float *const at = column + i % PARTS * QUAD;
        const vector a = load(at + y * side), b = load(at + (y == 0 ? 0 : side - y) * side);
        const vector c = load(at + (side / 2 - y) * side), d = load(at + (side / 2 + y) * side);
        const vector same = a + b, other = c + d, left = a - b, right = d - c;
        vector *const to = (vector *)(void *)folded + i;
        to[0] = same + other;
        to[PARTS * BLOCK] = same - other;
        to[2 * PARTS * BLOCK] = left + right;
        to[3 * PARTS * BLOCK] = left - right;
    }
}

/* LANES columns: lines[k * side + x] of all k. */
static void analyse_columns(const lob_lowpass *lp, const float *column, float scale, float *scratch,
                            lob_cfloat *lines) {
    const uint32_t rows = lp->side / 4 + 1;
    const size_t part = (size_t)lp->room * LANES;
    float *const folded = scratch, *const sums = scratch + 4 * BLOCK * LANES;
    memset(sums, 0, 4 * part * sizeof(float));
    for (uint32_t first = 0; first < rows; first += BLOCK) {
        const uint32_t count = rows - first < BLOCK ? rows - first : BLOCK;
        fold(lp, column, first, count, folded);
        for (unsigned i = 0; i < 4; i++) {
            const float *const table = lp->analysis[i % 2][i / 2] + (size_t)first * lp->room;
            for (uint32_t k = 0; k < lp->counts[i % 2]; k += TILE) {
                multiply(table + k, lp->room, folded + (size_t)i * BLOCK * LANES, LANES, count,
                         (vector *)(void *)(sums + i * part) + (size_t)PARTS * k);
            }
        }
    }
    for (uint32_t k = 0; k <= lp->reach; k++) {
        const float *const re = sums + (k % 2) * part + (size_t)(k / 2) * LANES, *const im = re + 2 * part;
        for (uint32_t i = 0; i < LANES; i++) {
            lines[(size_t)k * lp->side + i] = (lob_cfloat){scale * re[i], scale * im[i]};
        }
    }
}

lob_status lob_lowpass_analyse(lob_ctx *ctx, const lob_lowpass *lowpass, void *scratch, const float *plane, float scale,
                               lob_cfloat *half) {
    const uint32_t side = lowpass->side, reach = lowpass->reach, width = 2 * reach + 1;
    lob_cfloat *const lines = scratch;
    float *const rest = (float *)(void *)((char *)scratch + lines_size(lowpass));
    for (uint32_t x = 0; x < side; x += LANES) {
        if (ctx != NULL && x % POLL_COLUMNS == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        analyse_columns(lowpass, plane + x, scale, rest, lines + x);
    }
    lob_fft_run(lowpass->forward, lines, lines);
    for (uint32_t ky = 0; ky <= reach; ky++) {
        memcpy(half + (size_t)ky * width, lines + (size_t)(ky + 1) * side - reach, reach * sizeof *half);
        memcpy(half + (size_t)ky * width + reach, lines + (size_t)ky * side, (reach + 1) * sizeof *half);
    }
    return LOB_OK;
}

/* ---- synthesis ---- */

/* Real and imaginary parts of COLUMNS columns of all lines, by parity: parts[parity], parts[2 + parity]. */
static void part_columns(const lob_lowpass *lp, const lob_cfloat *lines, uint32_t columns, float *parts) {
    const size_t part = part_count(lp);
    for (uint32_t k = 0; k <= lp->reach; k++) {
        float *const re = parts + (k % 2) * part + (size_t)(k / 2) * COLUMNS, *const im = re + 2 * part;
        for (uint32_t x = 0; x < columns; x++) {
            re[x] = lines[(size_t)k * lp->side + x].re;
            im[x] = lines[(size_t)k * lp->side + x].im;
        }
    }
}

static inline void store(vector value, bool adds, float *to) {
    *(vector_any *)(void *)to = adds ? load(to) + value : value;
}

/* TILE folded rows from `row`, LANES columns. */
static inline void synthesise_tile(const lob_lowpass *lp, const float *parts, uint32_t row, bool adds, float *columns) {
    const size_t side = lp->side, part = part_count(lp);
    vector sums[4][TILE * PARTS] = {0};
    for (unsigned i = 0; i < 4; i++) {
        multiply(lp->synthesis[i % 2][i / 2] + row, lp->rows, parts + i * part, COLUMNS, lp->counts[i % 2], sums[i]);
    }
    for (uint32_t i = 0; i < TILE * PARTS && row + i / PARTS <= side / 4; i++) {
        const size_t y = row + i / PARTS;
        float *const column = columns + i % PARTS * QUAD;
        const vector even = sums[0][i] + sums[3][i], odd = sums[1][i] + sums[2][i];
        const vector even_back = sums[0][i] - sums[3][i], odd_back = sums[1][i] - sums[2][i];
        store(even + odd, adds, column + y * side);
        if (y != side / 4) {
            store(even_back - odd_back, adds, column + (side / 2 + y) * side);
        }
        if (y != 0) {
            store(even_back + odd_back, adds, column + (side - y) * side);
        }
        if (y != 0 && y != side / 4) {
            store(even - odd, adds, column + (side / 2 - y) * side);
        }
    }
}

lob_status lob_lowpass_synthesise(lob_ctx *ctx, const lob_lowpass *lowpass, void *scratch, const lob_cfloat *half,
                                  bool adds, float *plane) {
    const uint32_t side = lowpass->side, reach = lowpass->reach, width = 2 * reach + 1;
    lob_cfloat *const lines = scratch;
    float *const parts = (float *)(void *)((char *)scratch + lines_size(lowpass));
    for (uint32_t ky = 0; ky <= reach; ky++) {
        lob_cfloat *const line = lines + (size_t)ky * side;
        memset(line, 0, side * sizeof *line);
        memcpy(line, half + (size_t)ky * width + reach, (reach + 1) * sizeof *line);
        memcpy(line + side - reach, half + (size_t)ky * width, reach * sizeof *line);
    }
    lob_fft_run(lowpass->backward, lines, lines);
    for (uint32_t x = 0; x < side; x += COLUMNS) {
        const uint32_t columns = side - x < COLUMNS ? side - x : COLUMNS;
        if (x % POLL_COLUMNS == 0) {
            LOB_TRY(lob_poll(ctx));
        }
        part_columns(lowpass, lines + x, columns, parts);
        for (uint32_t row = 0; row <= side / 4; row += TILE) {
            for (uint32_t i = 0; i < columns; i += LANES) {
                synthesise_tile(lowpass, parts + i, row, adds, plane + x + i);
            }
        }
    }
    return LOB_OK;
}
