/* The matrix becomes tridiagonal by reflections, which are applied to `vectors` as they come; rotations of QL steps
 * then bring the tridiagonal form to a diagonal one and are applied to neighbouring rows of `vectors`. So that has at
 * each moment the rows r of the orthogonal matrix R for which R M R' is the present form.
 */
#include "litho/kernels_eigen.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { STEPS_MAX = 100 };

/* rows -= 2 v (v' rows), for the rows from..n-1. */
static void reflect_rows(uint32_t n, uint32_t from, const double *v, double *rows, double *sums) {
    memset(sums, 0, n * sizeof *sums);
    for (uint32_t i = from; i < n; i++) {
        const double *const row = rows + (size_t)i * n;
        for (uint32_t j = 0; j < n; j++) {
            sums[j] += v[i] * row[j];
        }
    }
    for (uint32_t i = from; i < n; i++) {
        double *const row = rows + (size_t)i * n;
        const double factor = 2 * v[i];
        for (uint32_t j = 0; j < n; j++) {
            row[j] -= factor * sums[j];
        }
    }
}

/* The same from both sides of the symmetric matrix: M -= v q' + q v', q = 2 M v - 2 (v' M v) v. */
static void reflect_both(uint32_t n, uint32_t from, const double *v, double *matrix, double *q) {
    double along = 0;
    for (uint32_t i = from; i < n; i++) {
        const double *const row = matrix + (size_t)i * n;
        double sum = 0;
        for (uint32_t j = from; j < n; j++) {
            sum += row[j] * v[j];
        }
        q[i] = sum;
        along += sum * v[i];
    }
    for (uint32_t i = from; i < n; i++) {
        q[i] = 2 * (q[i] - along * v[i]);
    }
    for (uint32_t i = from; i < n; i++) {
        double *const row = matrix + (size_t)i * n;
        for (uint32_t j = from; j < n; j++) {
            row[j] -= v[i] * q[j] + q[i] * v[j];
        }
    }
}

/* The unit vector whose reflection brings column k below the diagonal to its first place; false: it is there. */
static bool reflection(uint32_t n, uint32_t k, const double *matrix, double *v, double *first) {
    double square = 0;
    for (uint32_t i = k + 2; i < n; i++) {
        const double x = matrix[(size_t)i * n + k];
        square += x * x;
    }
    const double x = matrix[(size_t)(k + 1) * n + k];
    *first = x;
    if (square == 0) {
        return false;
    }
    const double length = sqrt(square + x * x);
    *first = x > 0 ? -length : length;
    const double head = x - *first, norm = sqrt(head * head + square);
    v[k + 1] = head / norm;
    for (uint32_t i = k + 2; i < n; i++) {
        v[i] = matrix[(size_t)i * n + k] / norm;
    }
    return true;
}

static lob_status make_tridiagonal(lob_ctx *ctx, uint32_t n, double *matrix, double *vectors, double *below,
                                   double *work) {
    double *const v = work, *const q = work + n;
    for (uint32_t k = 0; k + 1 < n; k++) {
        LOB_TRY(lob_poll(ctx));
        if (reflection(n, k, matrix, v, &below[k])) {
            reflect_both(n, k + 1, v, matrix, q);
            reflect_rows(n, k + 1, v, vectors, q);
        }
    }
    return LOB_OK;
}

static void rotate(uint32_t n, double *upper, double *lower, double c, double s) {
    for (uint32_t j = 0; j < n; j++) {
        const double a = upper[j], b = lower[j];
        lower[j] = s * a + c * b;
        upper[j] = c * a - s * b;
    }
}

/* One implicit QL step on the block from..to, whose `below` are not 0. */
static void step(uint32_t n, uint32_t from, uint32_t to, double *d, double *below, double *vectors) {
    const double half = (d[from + 1] - d[from]) / (2 * below[from]);
    const double root = sqrt(half * half + 1);
    double g = d[to] - d[from] + below[from] / (half + (half < 0 ? -root : root));
    double s = 1, c = 1, p = 0;
    for (uint32_t i = to; i > from;) {
        i--;
        const double f = s * below[i], b = c * below[i], r = sqrt(f * f + g * g);
        below[i + 1] = r;
        if (r == 0) {
            d[i + 1] -= p;
            below[to] = 0;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const double t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        rotate(n, vectors + (size_t)i * n, vectors + (size_t)(i + 1) * n, c, s);
    }
    d[from] -= p;
    below[from] = g;
    below[to] = 0;
}

/* The end of the block that begins at `from`: the first whose `below` is nothing beside its neighbours. */
static uint32_t block_end(uint32_t n, uint32_t from, const double *d, const double *below) {
    uint32_t to = from;
    while (to + 1 < n && fabs(below[to]) > DBL_EPSILON * (fabs(d[to]) + fabs(d[to + 1])) && fabs(below[to]) > DBL_MIN) {
        to++;
    }
    return to;
}

lob_status lob_eigen_symmetric(lob_ctx *ctx, uint32_t n, double *matrix, double *values, double *vectors,
                               double *work) {
    double *const below = work + 2 * (size_t)n;
    memset(vectors, 0, (size_t)n * n * sizeof *vectors);
    for (uint32_t i = 0; i < n; i++) {
        vectors[(size_t)i * n + i] = 1;
        below[i] = 0;
    }
    LOB_TRY(make_tridiagonal(ctx, n, matrix, vectors, below, work));
    for (uint32_t i = 0; i < n; i++) {
        values[i] = matrix[(size_t)i * n + i];
    }
    for (uint32_t from = 0; from < n; from++) {
        LOB_TRY(lob_poll(ctx));
        for (unsigned i = 0; i < STEPS_MAX; i++) {
            const uint32_t to = block_end(n, from, values, below);
            if (to == from) {
                break;
            }
            step(n, from, to, values, below, vectors);
        }
    }
    return LOB_OK;
}
