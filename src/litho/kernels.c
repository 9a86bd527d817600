/* Kernels computed: the singular vectors of the source's shifted pupils.
 *
 * The source becomes points on the grid of frequencies (in steps of more than one when there would be too many), each
 * weighing the share of its cell that shines. A point s sees the pupil P moved by s, and the system is
 *
 *     TCC(f, g) = sum over s of w(s) P(f + s) conj P(g + s) = A A',   A(f, s) = sqrt w(s) P(f + s)
 *
 * Of A A' and A' A the nonzero eigenvalues are the same, and the latter is small and simple: its element (s, t) is
 * sqrt(w(s) w(t)) C(s - t), C the autocorrelation of the pupil, real since a pupil with defocus is even. Most sources
 * are symmetric by both axes, and so the matrix falls into four: vectors even or odd by x, even or odd by y. One that
 * is only the same after half a turn has two: vectors even or odd by that.
 *
 * Invariant: a vector of a kind stands for the first quadrant alone, or for the upper half; the rest follows by its
 * signs.
 */
#include "litho/kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "litho/kernels_eigen.h"
#include "litho/turn.h"

enum { POINTS_MAX = 1200, CELL_SAMPLES = 32, PUPIL_MAX = 200, KINDS = 4 };
#define WEIGHT_LEAST 1e-9 /* of the brightest point: less is left out */

typedef struct complex_pair {
    double re, im;
} complex_pair;

typedef struct point { /* of the source, in the first quadrant or the upper half */
    int32_t x, y;      /* frequencies */
    uint32_t orbit;    /* points it stands for: 1, 2 or 4 */
    double weight;     /* of each of them */
} point;

typedef struct image { /* of a point: one that it stands for */
    int32_t x, y;
    bool is_negative; /* in a vector of the kind */
} image;

typedef struct beam { /* a point of the source, and its share of a vector */
    int32_t x, y;
    double factor;
} beam;

typedef struct vector {
    double value; /* eigenvalue */
    unsigned kind;
    const double *parts; /* by point */
} vector;

typedef struct maker { /* arrays in an arena of its own */
    lob_ctx *ctx;
    const lob_optics *optics;
    double pupil_radius; /* in frequencies */
    int32_t pupil_max;   /* the same, whole ones */
    complex_pair *pupil; /* first quadrant, (pupil_max + 1)^2 */
    int32_t step;        /* of source points */
    int32_t source_max;  /* the outermost is source_max * step */
    bool is_half;        /* the source has but the symmetry of half a turn */
    double *correlation; /* C at multiples of step, first quadrant, (2 source_max + 1)^2 */
    point *points;
    uint32_t point_count;
    beam *beams; /* of the kernel in work */
    vector *vectors;
    uint32_t vector_count;
    double trace;
} maker;

/* ---- what is asked ---- */

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_fail(ctx, LOB_E_INVALID_TARGET, "Optics: %s", message);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return LOB_E_INVALID_TARGET;
}

static bool is_within(double value, double least, double most) {
    return value >= least && value <= most;
}

static lob_status check(lob_ctx *ctx, const lob_optics *o, double field_nm) {
    if (!is_within(o->wavelength_nm, 1, 1000) || !is_within(o->na, .01, 2)) {
        return refuse(ctx, "lens", "the wavelength or the numerical aperture is out of range",
                      "Use a wavelength of 1 to 1000 nm and a numerical aperture of 0.01 to 2");
    }
    if (o->source > LOB_SOURCE_FREE || (o->source == LOB_SOURCE_FREE) != (o->points.count > 0) ||
        !is_within(o->sigma_outer, 0, 1) || !is_within(o->sigma_inner, 0, 1) ||
        (o->sigma_inner >= o->sigma_outer && o->source != LOB_SOURCE_FREE) ||
        (o->source == LOB_SOURCE_CIRCULAR && o->sigma_inner != 0)) {
        return refuse(ctx, "source", "the source is not possible",
                      "Use 0 <= sigma_inner < sigma_outer <= 1; a circular source has sigma_inner 0");
    }
    const double opening_max = o->source == LOB_SOURCE_DIPOLE ? 180 : 90;
    if ((o->source == LOB_SOURCE_DIPOLE || o->source == LOB_SOURCE_QUASAR) &&
        !(o->opening_deg > 0 && o->opening_deg <= opening_max)) {
        return refuse(ctx, "opening", "the opening of the poles is out of range",
                      "Use an opening above 0, at most 180 degrees for a dipole and 90 for a quasar source");
    }
    if (!is_within(o->defocus_nm, -1e5, 1e5) || o->count < 1 || o->count > LOB_KERNELS_MAX) {
        return refuse(ctx, "count_or_defocus", "the number of kernels or the defocus is out of range",
                      "Use 1 to 64 kernels, and a defocus of at most 100 micrometres");
    }
    if (!(field_nm >= 4 * o->wavelength_nm / o->na)) {
        return refuse(ctx, "field", "the field is too small for the optics",
                      "Use larger tiles or pixels: the field must be at least 4 wavelength / NA");
    }
    if (!(field_nm * o->na / o->wavelength_nm <= PUPIL_MAX)) {
        lob_fail(ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "Optics: the field is too large for the optics");
        lob_error_text(&ctx->error, "reason", LOB_STR("field"));
        lob_hint(ctx, "Use smaller tiles or pixels: the field may be at most 200 wavelength / NA");
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    return LOB_OK;
}

/* ---- the pupil ---- */

static lob_status make_pupil(maker *m, double field_nm) {
    const lob_optics *const o = m->optics;
    m->pupil_radius = field_nm * o->na / o->wavelength_nm;
    m->pupil_max = (int32_t)(m->pupil_radius + .5);
    const size_t n = (size_t)m->pupil_max + 1;
    m->pupil = LOB_NEW_ARRAY(m->ctx->arena, complex_pair, n * n);
    if (m->pupil == NULL) {
        return lob_fail_memory(m->ctx);
    }
    for (size_t y = 0; y < n; y++) {
        for (size_t x = 0; x < n; x++) {
            const double square = (double)(x * x + y * y);
            complex_pair *const p = &m->pupil[y * n + x];
            const double share = fmin(1, m->pupil_radius - sqrt(square) + .5);
            if (share > 0) {
                lob_turn(o->defocus_nm * o->wavelength_nm * square / (2 * field_nm * field_nm), &p->re, &p->im);
                p->re *= share;
                p->im *= share;
            }
        }
    }
    return LOB_OK;
}

static complex_pair pupil_at(const maker *m, int32_t x, int32_t y) {
    const int32_t column = abs(x), row = abs(y);
    return column > m->pupil_max || row > m->pupil_max ? (complex_pair){0, 0}
                                                       : m->pupil[(size_t)row * (m->pupil_max + 1) + column];
}

static double correlate(const maker *m, int32_t dx, int32_t dy) {
    const int32_t max = m->pupil_max;
    double sum = 0;
    for (int32_t y = -max; y <= max - dy; y++) {
        for (int32_t x = -max; x <= max - dx; x++) {
            const complex_pair a = pupil_at(m, x, y), b = pupil_at(m, x + dx, y + dy);
            sum += a.re * b.re + a.im * b.im;
        }
    }
    return sum;
}

static lob_status make_correlation(maker *m) {
    const size_t n = 2 * (size_t)m->source_max + 1;
    m->correlation = LOB_NEW_ARRAY(m->ctx->arena, double, n *n);
    if (m->correlation == NULL) {
        return lob_fail_memory(m->ctx);
    }
    for (size_t y = 0; y < n; y++) {
        LOB_TRY(lob_poll(m->ctx));
        for (size_t x = 0; x < n; x++) {
            m->correlation[y * n + x] = correlate(m, (int32_t)x * m->step, (int32_t)y * m->step);
        }
    }
    return LOB_OK;
}

/* ---- the source ---- */

static bool shines(const lob_optics *o, double x, double y, double tangent) {
    const double square = x * x + y * y;
    if (square > o->sigma_outer * o->sigma_outer || square < o->sigma_inner * o->sigma_inner) {
        return false;
    }
    if (o->source == LOB_SOURCE_DIPOLE) {
        return fabs(y) <= fabs(x) * tangent;
    }
    return o->source != LOB_SOURCE_QUASAR || fabs(fabs(x) - fabs(y)) <= (fabs(x) + fabs(y)) * tangent;
}

/* The share of a source point's cell that shines. */
static double cell_share(const maker *m, int32_t column, int32_t row, double tangent) {
    uint32_t count = 0;
    for (int32_t j = 0; j < CELL_SAMPLES; j++) {
        for (int32_t i = 0; i < CELL_SAMPLES; i++) {
            const double x = column + (2 * i + 1 - CELL_SAMPLES) / (2. * CELL_SAMPLES);
            const double y = row + (2 * j + 1 - CELL_SAMPLES) / (2. * CELL_SAMPLES);
            count += shines(m->optics, x * m->step / m->pupil_radius, y * m->step / m->pupil_radius, tangent);
        }
    }
    return (double)count / (CELL_SAMPLES * CELL_SAMPLES);
}

static void add_point(maker *m, int32_t x, int32_t y, double weight) {
    const uint32_t orbit = m->is_half ? (x != 0 || y != 0 ? 2 : 1) : (x > 0 ? 2 : 1) * (y > 0 ? 2 : 1);
    m->points[m->point_count++] = (point){x * m->step, y * m->step, orbit, weight};
    m->source_max = abs(x) > m->source_max ? abs(x) : m->source_max;
    m->source_max = y > m->source_max ? y : m->source_max;
}

static lob_status make_shape(maker *m, double reach) {
    double cosine, sine;
    lob_turn(m->optics->opening_deg / 720, &cosine, &sine);
    const int32_t max = (int32_t)(reach / m->step + .5);
    m->points = LOB_NEW_ARRAY(m->ctx->arena, point, (size_t)(max + 1) * (size_t)(max + 1));
    if (m->points == NULL) {
        return lob_fail_memory(m->ctx);
    }
    for (int32_t y = 0; y <= max; y++) {
        for (int32_t x = 0; x <= max; x++) {
            const double share = cell_share(m, x, y, sine / cosine);
            if (share > 0) {
                add_point(m, x, y, share);
            }
        }
    }
    if (m->point_count == 0 && m->optics->sigma_inner == 0 && m->optics->source == LOB_SOURCE_CIRCULAR) {
        m->points[m->point_count++] = (point){0, 0, 1, 1}; /* smaller than a sample of the cell: coherent */
    }
    return LOB_OK;
}

static lob_status make_free(maker *m, double reach) {
    const int32_t max = (int32_t)ceil(reach / m->step), n = 2 * max + 1;
    double *const grid = LOB_NEW_ARRAY(m->ctx->arena, double, (size_t)n *(size_t)n);
    m->points = LOB_NEW_ARRAY(m->ctx->arena, point, (size_t)(max + 1) * (size_t)n);
    if (grid == NULL || m->points == NULL) {
        return lob_fail_memory(m->ctx);
    }
    lob_source_symmetry symmetry;
    LOB_TRY(lob_source_spread(m->ctx, &m->optics->points, m->pupil_radius / m->step, max, grid, &symmetry));
    m->is_half = symmetry == LOB_SYMMETRY_HALF_TURN;
    for (int32_t y = 0; y <= max; y++) {
        for (int32_t x = m->is_half && y > 0 ? -max : 0; x <= max; x++) {
            const double weight = grid[(size_t)(max + y) * n + max + x];
            if (weight > WEIGHT_LEAST) {
                add_point(m, x, y, weight);
            }
        }
    }
    return LOB_OK;
}

static lob_status make_source(maker *m) {
    const double reach = m->optics->sigma_outer * m->pupil_radius;
    m->step = 1 + (int32_t)(reach * sqrt(3.14159265358979323846 / POINTS_MAX));
    LOB_TRY(m->optics->source == LOB_SOURCE_FREE ? make_free(m, reach) : make_shape(m, reach));
    return m->point_count > 0 ? LOB_OK
                              : refuse(m->ctx, "source_empty", "the source is too small for this field",
                                       "Use larger tiles, a wider ring, or a larger opening of the poles");
}

/* ---- vectors of the source ---- */

/* Kinds: bit 0 odd by x, bit 1 odd by y; of half a turn: bit 0 odd. */
static bool has_kind(const maker *m, const point *p, unsigned kind) {
    return m->is_half ? kind == 0 || p->orbit == 2 : !((kind & 1) != 0 && p->x == 0) && !((kind & 2) != 0 && p->y == 0);
}

static inline unsigned images_of(const maker *m, const point *p, unsigned kind, image images[4]) {
    unsigned count = 0;
    if (m->is_half) {
        images[count++] = (image){p->x, p->y, false};
        images[count] = (image){-p->x, -p->y, kind != 0};
        return count + (p->orbit == 2);
    }
    for (int32_t j = p->y > 0 ? -1 : 1; j <= 1; j += 2) {
        for (int32_t i = p->x > 0 ? -1 : 1; i <= 1; i += 2) {
            images[count++] = (image){i * p->x, j * p->y, ((kind & 1) != 0 && i < 0) != ((kind & 2) != 0 && j < 0)};
        }
    }
    return count;
}

static double correlation_at(const maker *m, int32_t x, int32_t y) {
    const size_t n = 2 * (size_t)m->source_max + 1;
    return m->correlation[(size_t)(abs(y) / m->step) * n + (size_t)(abs(x) / m->step)];
}

/* Of the unit vectors over the orbits of two points. */
static double element(const maker *m, const point *a, const point *b, unsigned kind) {
    image images[4];
    const unsigned count = images_of(m, b, kind, images);
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        const double c = correlation_at(m, images[i].x - a->x, images[i].y - a->y);
        sum += images[i].is_negative ? -c : c;
    }
    return sum * sqrt(a->weight * b->weight * a->orbit / b->orbit);
}

static lob_status solve_kind(maker *m, unsigned kind) {
    lob_arena *const arena = m->ctx->arena;
    uint32_t *const members = LOB_NEW_ARRAY(arena, uint32_t, m->point_count);
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->point_count && members != NULL; i++) {
        if (has_kind(m, &m->points[i], kind)) {
            members[n++] = i;
        }
    }
    double *const matrix = LOB_NEW_ARRAY(arena, double, (size_t)n *n), *const values = LOB_NEW_ARRAY(arena, double, n);
    double *const vectors = LOB_NEW_ARRAY(arena, double, (size_t)n *n), *const work =
                                                                            LOB_NEW_ARRAY(arena, double, 3 * n);
    double *const parts = LOB_NEW_ARRAY(arena, double, (size_t)n * m->point_count);
    if (!members || !matrix || !values || !vectors || !work || !parts) {
        return lob_fail_memory(m->ctx);
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            const double value = element(m, &m->points[members[i]], &m->points[members[j]], kind);
            matrix[(size_t)i * n + j] = matrix[(size_t)j * n + i] = value;
        }
        m->trace += matrix[(size_t)i * n + i];
    }
    LOB_TRY(lob_eigen_symmetric(m->ctx, n, matrix, values, vectors, work));
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            parts[(size_t)i * m->point_count + members[j]] = vectors[(size_t)i * n + j];
        }
        m->vectors[m->vector_count++] = (vector){values[i], kind, parts + (size_t)i * m->point_count};
    }
    return LOB_OK;
}

static int by_value(const void *a, const void *b) {
    const vector *const v = a, *const w = b;
    const int order = (v->value < w->value) - (v->value > w->value);
    return order != 0 ? order : (int)v->kind - (int)w->kind;
}

static lob_status solve(maker *m) {
    m->vectors = LOB_NEW_ARRAY(m->ctx->arena, vector, (size_t)KINDS * m->point_count);
    if (m->vectors == NULL) {
        return lob_fail_memory(m->ctx);
    }
    for (unsigned kind = 0; kind < (m->is_half ? 2 : KINDS); kind++) {
        LOB_TRY(solve_kind(m, kind));
    }
    qsort(m->vectors, m->vector_count, sizeof *m->vectors, by_value);
    return LOB_OK;
}

/* How many are taken: as asked, none that is nothing, and none whose twin (of equal weight) would be left out. */
static uint32_t taken(const maker *m) {
    const vector *const v = m->vectors;
    uint32_t count = m->optics->count < m->vector_count ? m->optics->count : m->vector_count;
    while (count > 1 && v[count - 1].value <= 1e-12 * v[0].value) {
        count--;
    }
    while (count > 1 && count < m->vector_count && v[count].value > (1 - 1e-9) * v[count - 1].value) {
        count--;
    }
    return count;
}

/* ---- kernels ---- */

/* All points of the source that light reaches, and by what factor: once for a kernel. */
static uint32_t beams_of(const maker *m, const vector *v, beam *beams) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < m->point_count; k++) {
        const point *const p = &m->points[k];
        const double factor = v->parts[k] * sqrt(p->weight / p->orbit);
        if (factor == 0) {
            continue;
        }
        image images[4];
        const unsigned image_count = images_of(m, p, v->kind, images);
        for (unsigned i = 0; i < image_count; i++) {
            beams[count++] = (beam){images[i].x, images[i].y, images[i].is_negative ? -factor : factor};
        }
    }
    return count;
}

static complex_pair sample(const maker *m, const beam *beams, uint32_t count, int32_t x, int32_t y) {
    complex_pair sum = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const complex_pair at = pupil_at(m, x + beams[i].x, y + beams[i].y);
        sum.re += beams[i].factor * at.re;
        sum.im += beams[i].factor * at.im;
    }
    return sum;
}

/* What turns the first of the largest samples real and positive, and the vector to length 1. */
static complex_pair factor_of(const complex_pair *part, size_t count, double value) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        const double square = part[i].re * part[i].re + part[i].im * part[i].im;
        largest = square > largest ? square : largest;
    }
    size_t i = 0;
    double square = 0;
    for (; i < count; i++) {
        square = part[i].re * part[i].re + part[i].im * part[i].im;
        if (square > .999999 * largest) {
            break;
        }
    }
    const double scale = 1 / sqrt(square * value);
    return (complex_pair){part[i].re * scale, -part[i].im * scale};
}

/* `part`: of the samples those of the first quadrant, or of the upper half. */
static lob_status make_kernel(const maker *m, const vector *v, complex_pair *part, int32_t r, lob_cfloat *samples) {
    const int32_t n = 2 * r + 1, left = m->is_half ? -r : 0, width = r - left + 1;
    const uint32_t beam_count = beams_of(m, v, m->beams);
    for (int32_t y = 0; y <= r; y++) {
        LOB_TRY(lob_poll(m->ctx));
        for (int32_t x = left; x <= r; x++) {
            part[(size_t)y * (size_t)width + (size_t)(x - left)] = sample(m, m->beams, beam_count, x, y);
        }
    }
    const complex_pair factor = factor_of(part, (size_t)width * (size_t)(r + 1), v->value);
    for (int32_t y = 0; y <= r; y++) {
        for (int32_t x = left; x <= r; x++) {
            const complex_pair q = part[(size_t)y * (size_t)width + (size_t)(x - left)];
            const double re = q.re * factor.re - q.im * factor.im, im = q.re * factor.im + q.im * factor.re;
            for (unsigned mirror = 0; mirror < 4; mirror += m->is_half ? 3 : 1) {
                const int32_t column = (mirror & 1) != 0 ? r - x : r + x, row = (mirror & 2) != 0 ? r - y : r + y;
                const bool is_odd = ((mirror & v->kind) == 1) || ((mirror & v->kind) == 2);
                samples[row * n + column] = (lob_cfloat){(float)(is_odd ? -re : re), (float)(is_odd ? -im : im)};
            }
        }
    }
    return LOB_OK;
}

/* Weights for which an open frame has intensity 1. */
static void normalise(lob_kernels *kernels) {
    const size_t n = 2 * (size_t)kernels->radius + 1, middle = (n * n) / 2;
    double open = 0;
    for (uint32_t k = 0; k < kernels->count; k++) {
        const lob_cfloat value = kernels->samples[k * n * n + middle];
        open += kernels->weights[k] * ((double)value.re * value.re + (double)value.im * value.im);
    }
    for (uint32_t k = 0; k < kernels->count; k++) {
        kernels->weights[k] /= open;
    }
}

static lob_status make(maker *m, double field_nm, lob_kernels *kernels) {
    LOB_TRY(make_pupil(m, field_nm));
    LOB_TRY(make_source(m));
    LOB_TRY(make_correlation(m));
    LOB_TRY(solve(m));
    const uint32_t r = (uint32_t)(m->pupil_max + m->source_max * m->step);
    const size_t n = 2 * (size_t)r + 1;
    *kernels = (lob_kernels){.radius = r, .count = taken(m), .field_nm = field_nm};
    kernels->samples = lob_fft_alloc(kernels->count * n * n * sizeof *kernels->samples);
    complex_pair *const part = LOB_NEW_ARRAY(m->ctx->arena, complex_pair, (size_t)(r + 1) * n);
    m->beams = LOB_NEW_ARRAY(m->ctx->arena, beam, 4 * (size_t)m->point_count);
    if (kernels->samples == NULL || part == NULL || m->beams == NULL) {
        return lob_fail_memory(m->ctx);
    }
    double held = 0;
    for (uint32_t k = 0; k < kernels->count; k++) {
        LOB_TRY(make_kernel(m, &m->vectors[k], part, (int32_t)r, kernels->samples + k * n * n));
        kernels->weights[k] = m->vectors[k].value;
        held += m->vectors[k].value;
    }
    kernels->share = held / m->trace;
    normalise(kernels);
    return LOB_OK;
}

lob_status lob_kernels_compute(lob_ctx *ctx, const lob_optics *optics, double field_nm, lob_kernels *kernels) {
    lob_ctx own;
    *kernels = (lob_kernels){0};
    LOB_TRY(check(ctx, optics, field_nm));
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    maker m = {.ctx = &own, .optics = optics};
    const lob_status status = lob_ctx_join(ctx, &own, make(&m, field_nm, kernels));
    lob_ctx_drop(&own);
    if (status != LOB_OK) {
        lob_kernels_drop(kernels);
    }
    return status;
}

void lob_kernels_drop(lob_kernels *kernels) {
    lob_fft_free(kernels->samples);
    *kernels = (lob_kernels){0};
}
