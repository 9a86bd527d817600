/* Curves and their closed-form fits. Taubin: G. Taubin, IEEE PAMI 13 (1991) 1115, in the form of N. Chernov.
 */
#include "geom/curve.h"

#include <string.h>

double lob_line_residual(const lob_fit_point *points, uint32_t count) {
    lob_vec2 mean = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        mean = lob_vec2_add(mean, lob_vec2_sub(points[i].at, points[0].at));
    }
    mean = lob_vec2_add(points[0].at, lob_vec2_mul(mean, 1.0 / count));
    double xx = 0, xy = 0, yy = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_vec2 d = lob_vec2_sub(points[i].at, mean);
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
    }
    double angle = 0.5 * atan2(2 * xy, xx - yy);
    lob_vec2 along = {cos(angle), sin(angle)};
    double residual = 0;
    for (uint32_t i = 0; i < count; i++) {
        residual = fmax(residual, fabs(lob_vec2_cross(along, lob_vec2_sub(points[i].at, mean))));
    }
    return residual;
}

typedef struct moments {
    lob_vec2 mean;
    double xx, yy, xy, xz, yz, zz;
} moments;

static moments moments_of(const lob_fit_point *points, uint32_t count) {
    moments m = {0};
    for (uint32_t i = 0; i < count; i++) {
        m.mean = lob_vec2_add(m.mean, lob_vec2_sub(points[i].at, points[0].at));
    }
    m.mean = lob_vec2_add(points[0].at, lob_vec2_mul(m.mean, 1.0 / count));
    for (uint32_t i = 0; i < count; i++) {
        lob_vec2 d = lob_vec2_sub(points[i].at, m.mean);
        double z = lob_vec2_dot(d, d);
        m.xx += d.x * d.x / count;
        m.yy += d.y * d.y / count;
        m.xy += d.x * d.y / count;
        m.xz += d.x * z / count;
        m.yz += d.y * z / count;
        m.zz += z * z / count;
    }
    return m;
}

double lob_arc_residual(const lob_fit_point *points, uint32_t count, double *k) {
    moments m = moments_of(points, count);
    double z = m.xx + m.yy, cov = m.xx * m.yy - m.xy * m.xy, var = m.zz - z * z;
    double a3 = 4 * z, a2 = -3 * z * z - m.zz;
    double a1 = var * z + 4 * cov * z - m.xz * m.xz - m.yz * m.yz;
    double a0 = m.xz * (m.xz * m.yy - m.yz * m.xy) + m.yz * (m.yz * m.xx - m.xz * m.xy) - var * cov;
    double x = 0, y = a0;
    for (int i = 0; i < 60; i++) { /* Newton from 0: the least root */
        double dy = a1 + x * (2 * a2 + 3 * a3 * x);
        double next = dy != 0 ? x - y / dy : x;
        if (next == x || !isfinite(next)) {
            break;
        }
        double value = a0 + next * (a1 + next * (a2 + next * a3));
        if (fabs(value) >= fabs(y)) {
            break;
        }
        x = next;
        y = value;
    }
    double det = x * x - x * z + cov;
    *k = 0;
    if (det == 0) {
        return lob_line_residual(points, count);
    }
    lob_vec2 centre = {(m.xz * (m.yy - x) - m.yz * m.xy) / det / 2, (m.yz * (m.xx - x) - m.xz * m.xy) / det / 2};
    double radius = sqrt(lob_vec2_dot(centre, centre) + z);
    if (!isfinite(radius) || radius > 1e9) {
        return lob_line_residual(points, count);
    }
    centre = lob_vec2_add(centre, m.mean);
    double residual = 0;
    for (uint32_t i = 0; i < count; i++) {
        residual = fmax(residual, fabs(lob_vec2_length(lob_vec2_sub(points[i].at, centre)) - radius));
    }
    lob_vec2 chord = lob_vec2_sub(points[1].at, points[0].at);
    *k = lob_vec2_cross(chord, lob_vec2_sub(centre, points[0].at)) > 0 ? 1 / radius : -1 / radius;
    return residual;
}

/* ---- evaluation ---- */

enum { SMOOTH_PARTS = 96 }; /* at least, over the length of a smooth curve */

typedef struct walker {
    lob_vec2 at;
    double angle, s; /* here */
    uint32_t piece;
    double base;     /* s at the start of the piece */
    lob_vec2 beside; /* where a walk of the same directions from another start is */
    lob_vec2 *moves; /* NULL, or how the place moves with each term so far */
} walker;

/* Sum of terms times T_n(u), by Clenshaw. */
static double series(const double *terms, uint32_t count, double u) {
    double b1 = 0, b2 = 0;
    for (uint32_t n = count; n > 1;) {
        n--;
        double b = terms[n] + 2 * u * b1 - b2;
        b2 = b1;
        b1 = b;
    }
    return terms[0] + u * b1 - b2;
}

/* T_n integrates to T_(n+1) / 2(n+1) - T_(n-1) / 2(n-1), T_1 to T_2 / 4 and a constant, which the value at 0 takes off.
 */
void lob_curve_integrate(lob_curve *c) {
    double *sum = c->turns;
    memset(sum, 0, sizeof c->turns);
    for (uint32_t n = 0; n < c->term_count; n++) {
        double t = c->terms[n] * c->length / 2;
        if (n == 0) {
            sum[1] += t;
        } else {
            sum[n + 1] += t / (2.0 * (n + 1));
            if (n > 1) {
                sum[n - 1] -= t / (2.0 * (n - 1));
            }
        }
    }
    sum[0] -= series(sum, c->term_count + 1, -1);
}

/* Direction from the start, s in [0, length]. */
static double series_angle(const lob_curve *c, double s) {
    return series(c->turns, c->term_count + 1, 2 * s / c->length - 1);
}

double lob_curve_curvature(const lob_curve *curve, double s) {
    if (curve->piece_count == 0) {
        double t = s - curve->lead;
        return t < 0 || t > curve->length ? 0 : series(curve->terms, curve->term_count, 2 * t / curve->length - 1);
    }
    double base = 0;
    uint32_t i = 0;
    while (i + 1 < curve->piece_count && s > base + curve->pieces[i].length) {
        base += curve->pieces[i++].length;
    }
    const lob_curve_piece *p = &curve->pieces[i];
    return p->length > 0 ? p->k0 + (p->k1 - p->k0) * (s - base) / p->length : p->k0;
}

/* Direction at s = here + t, within the piece that begins at base. */
static double heading(const lob_curve *c, const walker *w, double t) {
    if (c->piece_count == 0) {
        double at = w->s + t - c->lead;
        return c->angle + series_angle(c, at < 0 ? 0 : at > c->length ? c->length : at);
    }
    const lob_curve_piece *p = &c->pieces[w->piece];
    double slope = p->length > 0 ? (p->k1 - p->k0) / p->length : 0;
    double k = p->k0 + slope * (w->s - w->base);
    return w->angle + k * t + slope * t * t / 2;
}

/* How the direction at s turns with each term. */
static void term_turns(const lob_curve *c, double s, double *turns) {
    double t = s - c->lead;
    double u = 2 * (t < 0 ? 0 : t > c->length ? c->length : t) / c->length - 1;
    double values[LOB_CURVE_TERMS_MAX + 1] = {1, u}; /* T_n(u); T_n(-1) is 1 and -1 in turn */
    for (uint32_t n = 2; n <= c->term_count; n++) {
        values[n] = 2 * u * values[n - 1] - values[n - 2];
    }
    for (uint32_t n = 0; n < c->term_count; n++) {
        double sign = n % 2 ? 1 : -1; /* of T_(n+1) and T_(n-1) at -1 */
        double up = values[n + 1] - sign, down = n > 0 ? values[n - 1] - sign : 0;
        double sum = n == 0 ? up : n == 1 ? up / 4 : up / (2.0 * (n + 1)) - down / (2.0 * (n - 1));
        turns[n] = sum * c->length / 2;
    }
}

static void move_terms(walker *w, const lob_curve *c, double s, double angle, double weight) {
    double turns[LOB_CURVE_TERMS_MAX];
    double x = -sin(angle) * weight, y = cos(angle) * weight;
    term_turns(c, s, turns);
    for (uint32_t n = 0; n < c->term_count; n++) {
        w->moves[n].x += x * turns[n];
        w->moves[n].y += y * turns[n];
    }
}

/* Moves by `step` within one piece, three Gauss points an interval of at most a quarter radian. */
static void stride(walker *w, const lob_curve *c, double step) {
    double bend;
    if (c->piece_count == 0) { /* it may bend there and back */
        bend = fabs(step) / c->length * 0.25 * SMOOTH_PARTS;
    } else {
        bend = fabs(heading(c, w, step) - w->angle) + fabs(heading(c, w, step / 2) - w->angle);
    }
    int parts = bend > 0.25 ? (int)fmin(4096, ceil(bend / 0.25)) : 1;
    double h = step / parts;
    static const double node[3] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    for (int i = 0; i < parts; i++) {
        for (int g = 0; g < 3; g++) {
            double angle = heading(c, w, node[g] * h);
            double x = weight[g] * h * cos(angle), y = weight[g] * h * sin(angle);
            w->at = lob_vec2_add(w->at, (lob_vec2){x, y});
            w->beside = lob_vec2_add(w->beside, (lob_vec2){x, y});
            if (w->moves) {
                move_terms(w, c, w->s + node[g] * h, angle, weight[g] * h);
            }
        }
        w->angle = heading(c, w, h);
        w->s += h;
    }
}

/* Where the piece ends that holds the walker; the lines around a smooth curve count as pieces. */
static double piece_end(const lob_curve *c, const walker *w) {
    if (c->piece_count > 0) {
        return w->piece + 1 < c->piece_count ? w->base + c->pieces[w->piece].length : INFINITY;
    }
    return w->piece == 0 ? c->lead : w->piece == 1 ? c->lead + c->length : INFINITY;
}

static void walk_to(walker *w, const lob_curve *curve, double s) {
    for (double end = piece_end(curve, w); s > end; end = piece_end(curve, w)) {
        stride(w, curve, end - w->s);
        w->base = w->s = end;
        w->piece++;
    }
    stride(w, curve, s - w->s);
    w->s = s;
}

void lob_curve_walk(const lob_curve *curve, const lob_fit_point *points, uint32_t count, lob_vec2 *at, double *angle) {
    walker w = {.at = curve->at, .angle = curve->angle};
    for (uint32_t i = 0; i < count; i++) {
        walk_to(&w, curve, points[i].s);
        at[i] = w.at;
        angle[i] = w.angle;
    }
}

void lob_curve_at(const lob_curve *curve, double s, lob_vec2 *at, double *angle) {
    walker w = {.at = curve->at, .angle = curve->angle};
    walk_to(&w, curve, s);
    *at = w.at;
    *angle = w.angle;
}

void lob_curve_walk_slopes(const lob_curve *curve, lob_vec2 start, const lob_fit_point *points, uint32_t count,
                           const lob_curve_slopes *out) {
    lob_vec2 so_far[LOB_CURVE_TERMS_MAX] = {{0, 0}};
    uint32_t terms = curve->term_count;
    walker w = {.at = curve->at, .angle = curve->angle, .beside = start, .moves = terms > 0 ? so_far : NULL};
    for (uint32_t i = 0; i < count; i++) {
        walk_to(&w, curve, points[i].s);
        out->at[i] = w.at;
        out->angle[i] = w.angle;
        out->beside[i] = w.beside;
        if (terms > 0) {
            memcpy(out->moves + (size_t)i * terms, so_far, terms * sizeof *out->moves);
            term_turns(curve, points[i].s, out->turns + (size_t)i * terms);
        }
    }
}
