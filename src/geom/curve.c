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
    lob_vec2 at, way; /* here, and the tangent */
    double angle, s;
    uint32_t piece;
    double base;     /* s at the start of the piece */
    lob_vec2 beside; /* where a walk of the same directions from another start is */
    lob_vec2 *moves; /* NULL, or how the place moves with each term so far */
    double *turns;   /* then: and how the direction turns */
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
    const lob_curve_piece *p = &c->pieces[w->piece];
    double slope = p->length > 0 ? (p->k1 - p->k0) / p->length : 0;
    double k = p->k0 + slope * (w->s - w->base);
    return w->angle + k * t + slope * t * t / 2;
}

/* Of a smooth curve at s = here + t[0 .. 3]: one Clenshaw sum beside the other, which is as quick as one. */
static void headings(const lob_curve *c, const walker *w, const double t[4], double out[4]) {
    double twice[4], b1[4] = {0}, b2[4] = {0};
    const double scale = 4 / c->length;
    for (int i = 0; i < 4; i++) {
        double at = w->s + t[i] - c->lead;
        twice[i] = (at < 0 ? 0 : at > c->length ? c->length : at) * scale - 2;
    }
    for (uint32_t n = c->term_count; n > 0; n--) {
        for (int i = 0; i < 4; i++) {
            double b = (c->turns[n] - b2[i]) + twice[i] * b1[i];
            b2[i] = b1[i];
            b1[i] = b;
        }
    }
    for (int i = 0; i < 4; i++) {
        out[i] = c->angle + (c->turns[0] + twice[i] / 2 * b1[i] - b2[i]);
    }
}

/* How the direction turns with each term at the places s[0 .. 3] of a smooth curve, one beside the other. */
static void term_turns(const lob_curve *c, const double s[4], double turns[LOB_CURVE_TERMS_MAX][4]) {
    /* T_n integrates to T_(n+1) / 2(n+1) - T_(n-1) / 2(n-1). */
    static const double share[LOB_CURVE_TERMS_MAX + 1] = {0,        1.0 / 2,  1.0 / 4,  1.0 / 6,  1.0 / 8,  1.0 / 10,
                                                          1.0 / 12, 1.0 / 14, 1.0 / 16, 1.0 / 18, 1.0 / 20, 1.0 / 22,
                                                          1.0 / 24, 1.0 / 26, 1.0 / 28, 1.0 / 30, 1.0 / 32};
    const double half = c->length / 2;
    double values[LOB_CURVE_TERMS_MAX + 1][4]; /* T_n(u); T_n(-1) is 1 and -1 in turn */
    for (int i = 0; i < 4; i++) {
        double t = s[i] - c->lead;
        values[0][i] = 1;
        values[1][i] = 2 * (t < 0 ? 0 : t > c->length ? c->length : t) / c->length - 1;
    }
    for (uint32_t n = 2; n <= c->term_count; n++) {
        for (int i = 0; i < 4; i++) {
            values[n][i] = 2 * values[1][i] * values[n - 1][i] - values[n - 2][i];
        }
    }
    for (int i = 0; i < 4; i++) {
        turns[0][i] = (values[1][i] + 1) * half;
    }
    for (uint32_t n = 1; n < c->term_count; n++) {
        const double sign = n % 2 ? 1 : -1; /* of T_(n+1) and T_(n-1) at -1 */
        const double up = half * share[n + 1], down = n > 1 ? half * share[n - 1] : 0;
        for (int i = 0; i < 4; i++) {
            turns[n][i] = (values[n + 1][i] - sign) * up - (values[n - 1][i] - sign) * down;
        }
    }
}

/* by[0 .. count - 1]: what the place moves by, each with the direction of its place s. */
static void move_terms(walker *w, const lob_curve *c, const double s[4], const lob_vec2 *by, int count) {
    double turns[LOB_CURVE_TERMS_MAX][4];
    term_turns(c, s, turns);
    for (uint32_t n = 0; n < c->term_count; n++) {
        for (int g = 0; g < count; g++) {
            w->moves[n].x -= by[g].y * turns[n][g];
            w->moves[n].y += by[g].x * turns[n][g];
        }
        w->turns[n] = turns[n][3];
    }
}

/* The direction `by` away from (x, y): by the series where that is as good as a double. */
static lob_vec2 turned(double x, double y, double by) {
    double q = by * by;
    double c = 1 - q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56))),
           s = by * (1 - q / 6 * (1 - q / 20 * (1 - q / 42)));
    return (lob_vec2){x * c - y * s, y * c + x * s};
}

/* The direction `angle`, seen from that of another, which is `way`. */
static lob_vec2 way_of(lob_vec2 way, double other, double angle) {
    const double series_turn = 0.1; /* radians up to which turned() is good */
    double by = angle - other;
    return fabs(by) < series_turn ? turned(way.x, way.y, by) : (lob_vec2){cos(angle), sin(angle)};
}

/* One interval: three Gauss points, whose directions are angle[0 .. 2] and that at its end angle[3]. */
static void advance(walker *w, const lob_curve *c, double h, const double angle[4]) {
    static const double node[3] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    lob_vec2 middle = {cos(angle[1]), sin(angle[1])};
    lob_vec2 by[3] = {way_of(middle, angle[1], angle[0]), middle, way_of(middle, angle[1], angle[2])};
    for (int g = 0; g < 3; g++) {
        by[g] = lob_vec2_mul(by[g], weight[g] * h);
        w->at = lob_vec2_add(w->at, by[g]);
        w->beside = lob_vec2_add(w->beside, by[g]);
    }
    if (w->moves) {
        const double s[4] = {w->s + node[0] * h, w->s + node[1] * h, w->s + node[2] * h, w->s + h};
        move_terms(w, c, s, by, 3);
    }
    w->way = way_of(middle, angle[1], angle[3]);
    w->angle = angle[3];
    w->s += h;
}

/* A line or an arc of curvature k, at once. */
static void stride_arc(walker *w, const lob_curve *c, double k, double step) {
    double half = k * step / 2;
    double chord = fabs(half) < 1e-4 ? step * (1 - half * half / 6) : step * (sin(half) / half);
    lob_vec2 way = way_of(w->way, w->angle, w->angle + half), by = lob_vec2_mul(way, chord);
    w->at = lob_vec2_add(w->at, by);
    w->beside = lob_vec2_add(w->beside, by);
    if (w->moves) {
        const double here[4] = {w->s, w->s, w->s, w->s};
        move_terms(w, c, here, &by, 1);
    }
    w->angle += 2 * half;
    w->way = half == 0 ? w->way : (lob_vec2){cos(w->angle), sin(w->angle)};
    w->s += step;
}

/* Moves by `step` within one piece, by intervals of at most a quarter radian. */
static void stride(walker *w, const lob_curve *c, double step) {
    const bool is_smooth = c->piece_count == 0;
    const lob_curve_piece *p = is_smooth ? NULL : &c->pieces[w->piece];
    double bend;
    if (is_smooth ? w->piece != 1 : p->k0 == p->k1) {
        stride_arc(w, c, is_smooth ? 0 : p->k0, step);
        return;
    }
    if (is_smooth) { /* it may bend there and back */
        bend = fabs(step) / c->length * 0.25 * SMOOTH_PARTS;
    } else {
        bend = fabs(heading(c, w, step) - w->angle) + fabs(heading(c, w, step / 2) - w->angle);
    }
    int parts = bend > 0.25 ? (int)fmin(4096, ceil(bend / 0.25)) : 1;
    const double h = step / parts, t[4] = {0.1127016653792583 * h, 0.5 * h, 0.8872983346207417 * h, h};
    for (int i = 0; i < parts; i++) {
        double angle[4];
        if (is_smooth) {
            headings(c, w, t, angle);
        } else {
            for (int k = 0; k < 4; k++) {
                angle[k] = heading(c, w, t[k]);
            }
        }
        advance(w, c, h, angle);
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

static walker walker_of(const lob_curve *c) {
    return (walker){.at = c->at, .way = {cos(c->angle), sin(c->angle)}, .angle = c->angle};
}

void lob_curve_walk(const lob_curve *curve, const lob_fit_point *points, uint32_t count, lob_vec2 *at, lob_vec2 *way) {
    walker w = walker_of(curve);
    for (uint32_t i = 0; i < count; i++) {
        walk_to(&w, curve, points[i].s);
        at[i] = w.at;
        way[i] = w.way;
    }
}

void lob_curve_at(const lob_curve *curve, double s, lob_vec2 *at, double *angle) {
    walker w = walker_of(curve);
    walk_to(&w, curve, s);
    *at = w.at;
    *angle = w.angle;
}

void lob_curve_walk_slopes(const lob_curve *curve, lob_vec2 start, const lob_fit_point *points, uint32_t count,
                           const lob_curve_slopes *out) {
    lob_vec2 so_far[LOB_CURVE_TERMS_MAX] = {{0, 0}};
    double turned[LOB_CURVE_TERMS_MAX] = {0};
    uint32_t terms = curve->term_count;
    walker w = walker_of(curve);
    w.beside = start;
    w.moves = terms > 0 ? so_far : NULL;
    w.turns = turned;
    for (uint32_t i = 0; i < count; i++) {
        walk_to(&w, curve, points[i].s);
        out->at[i] = w.at;
        out->way[i] = w.way;
        out->beside[i] = w.beside;
        if (terms > 0) {
            memcpy(out->moves + (size_t)i * terms, so_far, terms * sizeof *out->moves);
            memcpy(out->turns + (size_t)i * terms, turned, terms * sizeof *turned);
        }
    }
}
