/* Least squares of curves (Levenberg-Marquardt).
 *
 * Distances are taken square to the curve: after each step the points slide along it to where they are nearest, so
 * their stated lengths need be right only roughly. A curve is made from a flat list of parameters, which makes it
 * continuous where it has to be: offset of the start across its tangent, direction, then what the kind of fit adds.
 */
#include <string.h>

#include "geom/curve.h"

enum { PARAMS_MAX = 4 + LOB_CURVE_TERMS_MAX, ROUNDS = 30, HOPE_ROUNDS = 4 };
/* Hopeless is what is far off and by one more round comes no nearer than this. */
#define HOPE_SHARE 0.5
/* The points' lengths are those of chords, the curve through them is longer: a free curve has to reach the last one.
 * Chords of a turn of 25 degrees, the most that is no corner, are 0.8 % short. */
#define SLACK 0.01

typedef struct fit {
    const lob_fit_spec *spec;
    lob_fit_point *points;
    uint32_t count, params;
    lob_vec2 at, normal; /* the start, and across it */
    double p[PARAMS_MAX], step[PARAMS_MAX];
    bool is_length[PARAMS_MAX]; /* of a piece: above 0 */
    lob_curve_slopes feet;      /* what the last walk found; of more than at and way the last look() */
    double *r, *j;              /* j: a column of `count` for each parameter */
    double length;
    double settled; /* a sum of squares that noise is far above */
} fit;

/* ---- parameters to curve ---- */

static void add_piece(lob_curve *c, double length, double k0, double k1) {
    c->pieces[c->piece_count++] = (lob_curve_piece){length, k0, k1};
}

/* What the pieces so far leave: the last bent piece ends where the points end, or where the line behind begins. */
static double rest(const fit *f, const lob_curve *c, double behind) {
    double sum = behind;
    for (uint32_t i = 0; i < c->piece_count; i++) {
        sum += c->pieces[i].length;
    }
    return f->length - sum;
}

static void build(const fit *f, const double *p, lob_curve *c) {
    const lob_fit_spec *spec = f->spec;
    *c = (lob_curve){.at = lob_vec2_add(f->at, lob_vec2_mul(f->normal, p[0])), .angle = p[1], .length = f->length};
    uint32_t n = 2;
    if (spec->kind == LOB_FIT_SMOOTH) {
        c->term_count = spec->term_count;
        memcpy(c->terms, p + 2, spec->term_count * sizeof *p);
        n += spec->term_count;
        c->lead = spec->has_before ? p[n++] : 0;
        c->length = spec->has_behind ? f->length - c->lead - p[n++] : (f->length - c->lead) * (1 + SLACK);
        lob_curve_integrate(c);
        return;
    }
    if (spec->has_before) {
        add_piece(c, p[n++], 0, 0);
    }
    double k = p[n++], behind = spec->has_behind ? p[f->params - 1] : 0;
    switch (spec->kind) {
    case LOB_FIT_SPIRAL:
        add_piece(c, f->length, k, p[n++]);
        break;
    case LOB_FIT_ARC:
        add_piece(c, rest(f, c, behind), k, k);
        break;
    case LOB_FIT_ARCS:
        add_piece(c, p[n++], k, k);
        k = p[n++];
        add_piece(c, rest(f, c, behind), k, k);
        break;
    case LOB_FIT_S:
        add_piece(c, p[n++], k, k);
        add_piece(c, p[n++], 0, 0);
        k = p[n++];
        add_piece(c, rest(f, c, behind), k, k);
        break;
    case LOB_FIT_PEAK:
        add_piece(c, p[n++], 0, k);
        add_piece(c, rest(f, c, behind), k, 0);
        break;
    default:
        add_piece(c, p[n++], 0, k);
        add_piece(c, spec->arc > 0 ? spec->arc : p[n++], k, k);
        add_piece(c, rest(f, c, behind), k, 0);
        break;
    }
    if (spec->has_behind) {
        add_piece(c, behind, 0, 0);
    }
}

static void add_param(fit *f, double value, double step) {
    f->p[f->params] = value;
    f->step[f->params++] = step;
}

static void add_length(fit *f, double value) {
    f->is_length[f->params] = true;
    add_param(f, value, 1e-3 * f->length);
}

/* A length below this is none: it stays there until the fit would have it longer. */
static double shortest(const fit *f) {
    return 1e-6 * f->length;
}

/* From a curve with one part less, which then is a tenth of its neighbours long: an arc gets clothoids, a peak an arc,
 * two arcs a line between. Or from the same kind. */
static void guess_from(fit *f, const lob_curve *c, double k_step) {
    const lob_fit_spec *spec = f->spec;
    const lob_curve_piece *p = c->pieces + (spec->has_before ? 1 : 0), *last = &c->pieces[c->piece_count - 1];
    uint32_t bent = c->piece_count - spec->has_before - spec->has_behind;
    bool is_arc = bent == 1;
    double one = p[0].length, other = is_arc ? one : p[1].length, part = 0.1 * fmin(one, other);
    double middle = is_arc ? one - part : bent == 2 ? part : p[1].length, cut = bent == 2 ? part / 2 : 0;
    if (spec->arc > 0) {
        cut = bent == 2 ? spec->arc / 2 : (spec->arc - middle) / 2;
    }
    if (spec->has_before) {
        add_length(f, fmax(c->pieces[0].length - (is_arc ? part / 2 : 0), shortest(f)));
    }
    add_param(f, p[0].k1, k_step);
    add_length(f, is_arc ? part : fmax(one - cut, shortest(f)));
    if (!(spec->arc > 0)) {
        add_length(f, middle);
    }
    if (spec->kind == LOB_FIT_S) {
        add_param(f, p[bent - 1].k0, k_step);
    }
    if (spec->has_behind) {
        add_length(f, fmax(last->length - (is_arc ? part / 2 : 0), shortest(f)));
    }
}

/* The flat list to start from. Bent pieces share the length that the lines leave. */
static void first_guess(fit *f) {
    const lob_fit_spec *spec = f->spec;
    double k_step = 0.02 / (f->length * f->length);
    double bent = f->length - (spec->has_before ? spec->line_before : 0) - (spec->has_behind ? spec->line_behind : 0);
    if (spec->kind == LOB_FIT_SMOOTH) {
        for (uint32_t n = 0; n < spec->term_count; n++) {
            double flat = n == 0 ? spec->turn / bent : 0;
            add_param(f, spec->start ? spec->start->terms[n] : flat, k_step);
        }
        if (spec->has_before) {
            add_param(f, spec->start ? spec->start->lead : spec->line_before, 1e-3 * f->length);
        }
        if (spec->has_behind) {
            double behind = spec->start ? f->length - spec->start->lead - spec->start->length : spec->line_behind;
            add_param(f, behind, 1e-3 * f->length);
        }
        return;
    }
    if (spec->start) {
        guess_from(f, spec->start, k_step);
        return;
    }
    if (spec->has_before) {
        add_length(f, spec->line_before);
    }
    switch (spec->kind) {
    case LOB_FIT_SPIRAL:
        add_param(f, spec->k[0], k_step);
        add_param(f, spec->k[1], k_step);
        return;
    case LOB_FIT_ARC:
        add_param(f, spec->k[0], k_step);
        break;
    case LOB_FIT_ARCS:
        add_param(f, spec->k[0], k_step);
        /* Of a first arc that does not bend nobody knows where it ends. */
        add_length(f, spec->k[0] != 0 ? fmin(0.8 * bent, fmax(0.2 * bent, fabs(spec->turn / spec->k[0]))) : 0.2 * bent);
        add_param(f, spec->k[1], k_step);
        break;
    case LOB_FIT_PEAK:
        add_param(f, 2 * spec->turn / bent, k_step);
        add_length(f, bent / 2);
        break;
    default:
        add_param(f, 1.5 * spec->turn / bent, k_step);
        add_length(f, bent / 3);
        add_length(f, bent / 3);
        break;
    }
    if (spec->has_behind) {
        add_length(f, spec->line_behind);
    }
}

/* ---- least squares ---- */

/* How far point i lies to the left of a curve that passes `at` in the direction of the foot. */
static double aside(const fit *f, uint32_t i, lob_vec2 at) {
    lob_vec2 d = lob_vec2_sub(f->points[i].at, at);
    return lob_vec2_cross(f->feet.way[i], d);
}

static double residuals_here(const fit *f, double *r) {
    double sum = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        r[i] = aside(f, i, f->feet.at[i]);
        sum += r[i] * r[i];
    }
    return sum;
}

static double residuals(fit *f, const double *p, double *r) {
    lob_curve c;
    build(f, p, &c);
    lob_curve_walk(&c, f->points, f->count, f->feet.at, f->feet.way);
    return residuals_here(f, r);
}

/* Column n by moving the parameter a step. */
static void vary(fit *f, uint32_t n) {
    double p[PARAMS_MAX];
    memcpy(p, f->p, sizeof p);
    p[n] += f->step[n];
    double *column = f->j + (size_t)n * f->count;
    residuals(f, p, column);
    for (uint32_t i = 0; i < f->count; i++) {
        column[i] -= f->r[i];
    }
}

/* The residuals of the parameters as they are, and on the same walk what needs no other: the column of the offset, for
 * which the directions stay, and those of a smooth curve's terms. */
static double look(fit *f) {
    double p[PARAMS_MAX];
    lob_curve c, moved;
    memcpy(p, f->p, sizeof p);
    p[0] += f->step[0];
    build(f, f->p, &c);
    build(f, p, &moved);
    lob_curve_walk_slopes(&c, moved.at, f->points, f->count, &f->feet);
    double sum = residuals_here(f, f->r);
    for (uint32_t i = 0; i < f->count; i++) {
        f->j[i] = aside(f, i, f->feet.beside[i]) - f->r[i];
    }
    return sum;
}

/* The columns of a smooth curve's terms from the derivatives: r = normal * (point - place), so r' = -normal * place' -
 * tangent * (point - place) * turn'. */
static void vary_terms(fit *f) {
    const uint32_t terms = f->spec->term_count;
    for (uint32_t i = 0; i < f->count; i++) {
        double x = f->feet.way[i].x, y = f->feet.way[i].y;
        lob_vec2 d = lob_vec2_sub(f->points[i].at, f->feet.at[i]);
        double ahead = x * d.x + y * d.y;
        for (uint32_t n = 0; n < terms; n++) {
            size_t at = (size_t)i * terms + n;
            double slope = y * f->feet.moves[at].x - x * f->feet.moves[at].y - ahead * f->feet.turns[at];
            f->j[(size_t)(n + 2) * f->count + i] = slope * f->step[n + 2];
        }
    }
}

/* The column of the direction: all turns about the start, so r' = -tangent * (point - start). */
static void vary_direction(fit *f) {
    lob_vec2 start = lob_vec2_add(f->at, lob_vec2_mul(f->normal, f->p[0]));
    for (uint32_t i = 0; i < f->count; i++) {
        lob_vec2 d = lob_vec2_sub(f->points[i].at, start);
        f->j[f->count + i] = -lob_vec2_dot(f->feet.way[i], d) * f->step[1];
    }
}

/* After look(), at the same parameters and points; moves the feet away. */
static void jacobian(fit *f) {
    uint32_t terms = f->spec->kind == LOB_FIT_SMOOTH ? f->spec->term_count : 0;
    if (terms > 0) {
        vary_terms(f);
    }
    vary_direction(f);
    for (uint32_t n = 2 + terms; n < f->params; n++) {
        vary(f, n);
    }
}

/* Solves a x = b by Cholesky, lower triangle; false: not positive. */
static bool solve(double a[PARAMS_MAX][PARAMS_MAX], uint32_t n, double *x) {
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            double sum = a[i][j];
            for (uint32_t k = 0; k < j; k++) {
                sum -= a[i][k] * a[j][k];
            }
            if (i == j && !(sum > 0)) {
                return false;
            }
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < i; k++) {
            x[i] -= a[i][k] * x[k];
        }
        x[i] /= a[i][i];
    }
    for (uint32_t i = n; i > 0;) {
        i--;
        for (uint32_t k = i + 1; k < n; k++) {
            x[i] -= a[k][i] * x[k];
        }
        x[i] /= a[i][i];
    }
    return true;
}

/* Parameter i stays as it is. */
static void hold(double a[PARAMS_MAX][PARAMS_MAX], uint32_t n, uint32_t i) {
    for (uint32_t k = 0; k < n; k++) {
        a[i][k] = a[k][i] = 0;
    }
    a[i][i] = 1;
}

/* In units of the steps, so that all parameters are of one size. */
static void normal_matrix(const fit *f, double a[PARAMS_MAX][PARAMS_MAX], double *b) {
    for (uint32_t m = 0; m < f->params; m++) {
        const double *p = f->j + (size_t)m * f->count;
        for (uint32_t n = 0; n <= m; n++) {
            const double *q = f->j + (size_t)n * f->count;
            double sum = 0;
            for (uint32_t i = 0; i < f->count; i++) {
                sum += p[i] * q[i];
            }
            a[m][n] = sum;
        }
        double sum = 0;
        for (uint32_t i = 0; i < f->count; i++) {
            sum += p[i] * f->r[i];
        }
        b[m] = -sum;
    }
}

static bool is_sane(const fit *f, const double *p) {
    lob_curve c;
    build(f, p, &c);
    for (uint32_t i = 0; i < c.piece_count; i++) {
        const lob_curve_piece *piece = &c.pieces[i];
        if (!(piece->length > 0) || !(fabs(piece->k0) * f->length < 1e4) || !(fabs(piece->k1) * f->length < 1e4)) {
            return false;
        }
    }
    if (c.piece_count == 0 &&
        (c.lead < 0 || !(c.length > f->length / 8) || c.lead + c.length > f->length * (1 + SLACK))) {
        return false;
    }
    for (uint32_t n = 0; n < c.term_count; n++) {
        if (!(fabs(c.terms[n]) * f->length < 1e4)) {
            return false;
        }
    }
    return isfinite(p[0]) && isfinite(p[1]);
}

/* The points slide along the curve to their feet, which improve() has left where they are. */
static void slide(fit *f) {
    double room = f->length / f->count;
    for (uint32_t i = 0; i < f->count; i++) {
        lob_vec2 d = lob_vec2_sub(f->points[i].at, f->feet.at[i]);
        double by = lob_vec2_dot(f->feet.way[i], d);
        f->points[i].s += fmax(-room, fmin(room, by));
        if (i > 0 && f->points[i].s < f->points[i - 1].s) {
            f->points[i].s = f->points[i - 1].s;
        }
    }
}

/* One step from where look() was; leaves r and the feet of the parameters that it ends with. */
static bool improve(fit *f, double *sum, double *damping) {
    double a[PARAMS_MAX][PARAMS_MAX], b[PARAMS_MAX] = {0}, undamped[PARAMS_MAX][PARAMS_MAX] = {{0}};
    jacobian(f);
    normal_matrix(f, undamped, b);
    for (int attempt = 0; attempt < 8; attempt++) {
        double x[PARAMS_MAX], next[PARAMS_MAX];
        memcpy(a, undamped, sizeof a);
        memcpy(x, b, sizeof x);
        for (uint32_t i = 0; i < f->params; i++) {
            a[i][i] = a[i][i] * (1 + *damping) + 1e-15;
            if (f->is_length[i] && f->p[i] <= shortest(f) && b[i] < 0) {
                hold(a, f->params, i);
                x[i] = 0;
            }
        }
        if (solve(a, f->params, x)) {
            for (uint32_t i = 0; i < f->params; i++) {
                next[i] = f->p[i] + x[i] * f->step[i];
                next[i] = f->is_length[i] ? fmax(next[i], shortest(f)) : next[i];
            }
            double value = is_sane(f, next) ? residuals(f, next, f->r) : INFINITY;
            if (value <= *sum) {
                memcpy(f->p, next, f->params * sizeof *next);
                *damping = fmax(*damping / 10, 1e-9);
                bool goes_on = *sum - value > 1e-7 * *sum + f->settled;
                *sum = value;
                return goes_on;
            }
        }
        *damping *= 10;
    }
    *sum = residuals(f, f->p, f->r);
    return false;
}

/* ---- what came out ---- */

/* The greatest curvature among the points; pieces that turn by next to nothing say nothing. */
static void find_tightest(const lob_fit_spec *spec, double noise, lob_curve *c) {
    c->k_max = 0;
    double base = 0;
    for (uint32_t i = 0; i < c->piece_count; base += c->pieces[i].length, i++) {
        const lob_curve_piece *p = &c->pieces[i];
        bool is_arc = p->k0 == p->k1;
        if (fabs(p->k0 + p->k1) / 2 * p->length * p->length < 8 * noise) {
            continue;
        }
        for (int end = 0; end < 2; end++) {
            double k = fabs(end ? p->k1 : p->k0);
            if (k > c->k_max) {
                c->k_max = k;
                c->k_max_s = is_arc ? base + p->length / 2 : end ? base + p->length : base;
            }
        }
    }
    double from = fmax(c->begin, c->lead), to = fmin(c->end, c->lead + c->length);
    double length = to - from;
    from += spec->margin[0] * length;
    to -= spec->margin[1] * length;
    for (int i = 0; i <= 1000 && c->piece_count == 0; i++) {
        double s = from + (to - from) * i / 1000;
        double k = fabs(lob_curve_curvature(c, s));
        if (k > c->k_max) {
            c->k_max = k;
            c->k_max_s = s;
        }
    }
}

/* By how much the variance of a sum of residuals is greater than were they independent: rounding is alike where a side
 * runs nearly along an axis, and points on a straight edge are made of its two ends. */
static double alike(const fit *f) {
    double squares = 0, sum = 0;
    uint32_t most = (uint32_t)sqrt((double)f->count);
    for (uint32_t i = 0; i < f->count; i++) {
        squares += f->r[i] * f->r[i];
    }
    for (uint32_t lag = 1; lag <= most; lag++) {
        double here = 0;
        for (uint32_t i = lag; i < f->count; i++) {
            here += f->r[i] * f->r[i - lag];
        }
        sum += here * (1 - (double)lag / (most + 1));
    }
    return squares > 0 ? fmax(1, 1 + 2 * sum / squares) : 1;
}

/* How far k_max moves with a parameter, from which its standard error: sigma * sqrt(g' inverse(JtJ) g). */
static void judge(fit *f, double sum, double noise, lob_curve *c) {
    double a[PARAMS_MAX][PARAMS_MAX] = {{0}}, b[PARAMS_MAX], g[PARAMS_MAX], x[PARAMS_MAX];
    double freedom = f->count > f->params ? f->count - f->params : 1;
    c->sigma = sqrt(sum / freedom);
    double sigma = fmax(c->sigma, noise);
    jacobian(f);
    normal_matrix(f, a, b);
    const uint32_t terms = f->spec->kind == LOB_FIT_SMOOTH ? f->spec->term_count : 0;
    double t = fmin(fmax((c->k_max_s - c->lead) / c->length, 0), 1), k = lob_curve_curvature(c, c->k_max_s);
    for (uint32_t n = 0; n < f->params; n++) {
        double p[PARAMS_MAX];
        lob_curve moved;
        g[n] = x[n] = 0;
        if (n < 2) { /* where it lies says nothing of how it bends */
            continue;
        }
        if (n < 2 + terms) { /* at a maximum the curvature moves with T_n alone */
            g[n] = x[n] = cos((n - 2) * acos(2 * t - 1)) * (k < 0 ? -f->step[n] : f->step[n]);
            continue;
        }
        memcpy(p, f->p, sizeof p);
        p[n] += f->step[n];
        build(f, p, &moved);
        moved.begin = c->begin;
        moved.end = c->end;
        find_tightest(f->spec, noise, &moved);
        g[n] = x[n] = moved.k_max - c->k_max;
    }
    double square = 0;
    bool fits = solve(a, f->params, x);
    for (uint32_t n = 0; n < f->params; n++) {
        square += g[n] * x[n];
    }
    c->k_error = fits && square >= 0 ? sigma * sqrt(square * alike(f)) : INFINITY;
    c->residual = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        c->residual = fmax(c->residual, fabs(f->r[i]));
    }
}

static bool prepare(lob_arena *arena, fit *f) {
    lob_vec2 chord = lob_vec2_sub(f->points[1].at, f->points[0].at);
    double base = f->points[0].s;
    for (uint32_t i = 0; i < f->count; i++) {
        f->points[i].s -= base;
    }
    f->length = f->points[f->count - 1].s;
    f->at = f->points[0].at;
    bool is_bent = !f->spec->has_before &&
                   (f->spec->kind == LOB_FIT_ARC || f->spec->kind == LOB_FIT_ARCS || f->spec->kind == LOB_FIT_SPIRAL);
    double angle = atan2(chord.y, chord.x) - (is_bent ? f->spec->k[0] * lob_vec2_length(chord) / 2 : 0);
    if (f->spec->start) {
        angle = f->spec->start->angle;
    }
    f->normal = (lob_vec2){-sin(angle), cos(angle)};
    bool is_same = f->spec->kind != LOB_FIT_SMOOTH && f->spec->start;
    add_param(f, is_same ? lob_vec2_dot(lob_vec2_sub(f->spec->start->at, f->at), f->normal) : 0, 0.01);
    add_param(f, angle, 0.01 / f->length);
    first_guess(f);
    f->feet.at = LOB_NEW_ARRAY(arena, lob_vec2, f->count);
    f->feet.beside = LOB_NEW_ARRAY(arena, lob_vec2, f->count);
    f->feet.way = LOB_NEW_ARRAY(arena, lob_vec2, f->count);
    f->r = LOB_NEW_ARRAY(arena, double, f->count);
    f->j = LOB_NEW_ARRAY(arena, double, (size_t)f->params * f->count);
    size_t terms = (size_t)f->count * (f->spec->kind == LOB_FIT_SMOOTH ? f->spec->term_count : 0);
    f->feet.moves = LOB_NEW_ARRAY(arena, lob_vec2, terms);
    f->feet.turns = LOB_NEW_ARRAY(arena, double, terms);
    return f->feet.at && f->feet.beside && f->feet.way && f->r && f->j && f->feet.moves && f->feet.turns;
}

lob_status lob_curve_fit(lob_ctx *ctx, lob_arena *scratch, lob_fit_point *points, uint32_t count, double noise,
                         const lob_fit_spec *spec, lob_curve *curve, bool *found) {
    fit f = {.spec = spec, .points = points, .count = count};
    *found = false;
    LOB_TRY(lob_poll(ctx));
    if (count < 3 || !(points[count - 1].s > points[0].s)) {
        return LOB_OK;
    }
    if (!prepare(scratch, &f)) {
        return lob_fail_memory(ctx);
    }
    if (f.params > count + 1 || !is_sane(&f, f.p)) {
        return LOB_OK;
    }
    f.settled = 1e-8 * noise * noise * count;
    double sum = look(&f), before = sum, damping = 1e-3;
    const double hopeless = spec->hopeless * spec->hopeless * count;
    bool is_slow = false;
    for (int round = 0; round < ROUNDS; round++) {
        LOB_TRY(lob_poll(ctx));
        bool goes_on = improve(&f, &sum, &damping);
        slide(&f);
        double after = look(&f);
        bool is_settled = !goes_on && fabs(after - sum) <= 1e-6 * sum + f.settled;
        bool was_slow = is_slow;
        is_slow = after > HOPE_SHARE * before;
        if (hopeless > 0 && round >= HOPE_ROUNDS && after > hopeless && is_slow && was_slow) {
            return LOB_OK;
        }
        sum = before = after;
        if (is_settled) {
            break;
        }
    }
    if (!isfinite(sum)) {
        return LOB_OK;
    }
    build(&f, f.p, curve);
    curve->begin = points[0].s;
    curve->end = points[count - 1].s;
    find_tightest(spec, noise, curve);
    judge(&f, sum, noise, curve);
    *found = true;
    return LOB_OK;
}
