/* See truth.h. Lengths and radii come from closed forms, or from Gauss quadrature over the formula of the curve. */
#include <math.h>

#include "truth.h"

#define TRUTH_PI 3.14159265358979323846
/* No facet turns further: a layout tool draws 24 facets a circle at least. */
#define TRUTH_FACET_TURN (TRUTH_PI / 12)

const char *truth_name(truth_family family) {
    static const char *const names[TRUTH_FAMILIES] = {"straight", "arc",       "Euler",    "S of arcs",
                                                      "sine S",   "sine wave", "Bezier S", "Bezier bend",
                                                      "taper",    "spiral",    "ring"};
    return names[family];
}

/* ---- random numbers ---- */

/* Splitmix64 without its wrapping steps being signed. */
static double truth_random(truth_guide *g, double from, double to) {
    uint64_t z = g->random = (g->random + 0x9e3779b97f4a7c15u) & UINT64_MAX;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return from + (to - from) * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static double truth_log(truth_guide *g, double from, double to) {
    return exp(truth_random(g, log(from), log(to)));
}

static bool truth_chance(truth_guide *g, double share) {
    return truth_random(g, 0, 1) < share;
}

static double truth_snap(const truth_guide *g, double value, double step) {
    return step * (double)g->grid * floor(value / (step * (double)g->grid) + 0.5);
}

/* ---- the pen ---- */

static void truth_mark(truth_guide *g) {
    if (g->count < TRUTH_SAMPLES_MAX) {
        g->samples[g->count++] = (truth_sample){g->x, g->y, g->angle, g->width};
    }
}

static void truth_line(truth_guide *g, double length, double width) {
    if (length > 0) {
        g->x += length * cos(g->angle);
        g->y += length * sin(g->angle);
        g->width = width;
        g->length += length;
        truth_mark(g);
    }
}

static void truth_bent(truth_guide *g, double radius) {
    g->radius = g->radius == 0 || radius < g->radius ? radius : g->radius;
}

static void truth_arc(truth_guide *g, double radius, double turn, uint32_t facets) {
    double side = turn > 0 ? 1 : -1, start = g->angle;
    double cx = g->x - side * radius * sin(start), cy = g->y + side * radius * cos(start);
    for (uint32_t i = 1; i <= facets; i++) {
        g->angle = start + turn * i / facets;
        g->x = cx + side * radius * sin(g->angle);
        g->y = cy - side * radius * cos(g->angle);
        truth_mark(g);
    }
    g->length += radius * fabs(turn);
    truth_bent(g, radius);
}

static const double truth_nodes[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                      0.9061798459386640};
static const double truth_weights[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                        0.2369268850561891};

/* Curvature from k0 to k1; places by Gauss quadrature over facets that turn little. */
static void truth_clothoid(truth_guide *g, double length, double k0, double k1, uint32_t facets) {
    double start = g->angle, h = length / facets;
    for (uint32_t i = 0; i < facets; i++) {
        for (int n = 0; n < 5; n++) {
            double s = h * (i + (1 + truth_nodes[n]) / 2);
            double angle = start + k0 * s + (k1 - k0) / (2 * length) * s * s;
            g->x += truth_weights[n] * h / 2 * cos(angle);
            g->y += truth_weights[n] * h / 2 * sin(angle);
        }
        double s = h * (i + 1);
        g->angle = start + k0 * s + (k1 - k0) / (2 * length) * s * s;
        truth_mark(g);
    }
    g->length += length;
    truth_bent(g, 1 / fmax(fabs(k0), fabs(k1)));
}

/* A curve over t in 0 .. 1 that begins at the origin: place, first and second derivative. */
typedef void truth_curve(const double *p, double t, double at[2], double d[2], double dd[2]);

static double truth_curvature(truth_curve *curve, const double *p, double t) {
    double at[2], d[2], dd[2];
    curve(p, t, at, d, dd);
    return fabs(d[0] * dd[1] - d[1] * dd[0]) / pow(hypot(d[0], d[1]), 3);
}

/* Length and greatest curvature: quadrature, and a scan that is refined around its greatest value. */
static void truth_measure(truth_curve *curve, const double *p, double *length, double *k_max) {
    enum { PARTS = 256 };
    double best = 0, best_t = 0;
    *length = 0;
    for (int i = 0; i < PARTS; i++) {
        for (int n = 0; n < 5; n++) {
            double at[2], d[2], dd[2];
            curve(p, (i + (1 + truth_nodes[n]) / 2) / PARTS, at, d, dd);
            *length += truth_weights[n] / 2 / PARTS * hypot(d[0], d[1]);
        }
    }
    for (int i = 0; i <= 4 * PARTS; i++) {
        double t = (double)i / (4 * PARTS), k = truth_curvature(curve, p, t);
        if (k > best) {
            best = k;
            best_t = t;
        }
    }
    double low = fmax(0, best_t - 0.25 / PARTS), high = fmin(1, best_t + 0.25 / PARTS);
    for (int i = 0; i < 60; i++) {
        double a = low + (high - low) * 0.382, b = low + (high - low) * 0.618;
        if (truth_curvature(curve, p, a) < truth_curvature(curve, p, b)) {
            low = a;
        } else {
            high = b;
        }
    }
    *k_max = fmax(best, truth_curvature(curve, p, (low + high) / 2));
}

static void truth_draw(truth_guide *g, truth_curve *curve, const double *p, uint32_t facets) {
    double length, k_max, at[2], d[2], dd[2];
    double x = g->x, y = g->y, c = cos(g->angle), s = sin(g->angle), start = g->angle;
    truth_measure(curve, p, &length, &k_max);
    curve(p, 0, at, d, dd);
    double first = atan2(d[1], d[0]), turned = 0, before = first; /* the curve begins in the pen's direction */
    double u = cos(first), v = sin(first);
    for (uint32_t i = 1; i <= facets; i++) {
        curve(p, (double)i / facets, at, d, dd);
        double px = u * at[0] + v * at[1], py = u * at[1] - v * at[0], now = atan2(d[1], d[0]);
        turned += remainder(now - before, 2 * TRUTH_PI);
        before = now;
        g->x = x + c * px - s * py;
        g->y = y + s * px + c * py;
        g->angle = start + turned;
        truth_mark(g);
    }
    g->length += length;
    truth_bent(g, 1 / k_max);
}

/* p: height, length, periods. */
static void truth_sine(const double *p, double t, double at[2], double d[2], double dd[2]) {
    double w = 2 * TRUTH_PI * p[2];
    at[0] = p[1] * t;
    at[1] = p[0] / 2 * (1 - cos(w * t));
    d[0] = p[1];
    d[1] = p[0] / 2 * w * sin(w * t);
    dd[0] = 0;
    dd[1] = p[0] / 2 * w * w * cos(w * t);
}

/* p: three points after the origin. */
static void truth_bezier(const double *p, double t, double at[2], double d[2], double dd[2]) {
    double u = 1 - t;
    for (int k = 0; k < 2; k++) {
        double a = p[k], b = p[2 + k], c = p[4 + k];
        at[k] = 3 * u * u * t * a + 3 * u * t * t * b + t * t * t * c;
        d[k] = 3 * (u * u * a + 2 * u * t * (b - a) + t * t * (c - b));
        dd[k] = 6 * (u * (b - 2 * a) + t * (c - 2 * b + a));
    }
}

/* p: inner radius, growth a radian, radians. Begins at the origin. */
static void truth_spiral(const double *p, double t, double at[2], double d[2], double dd[2]) {
    double w = p[2] * t, r = p[0] + p[1] * w, c = cos(w), s = sin(w), f = p[2];
    at[0] = r * c - p[0];
    at[1] = r * s;
    d[0] = f * (p[1] * c - r * s);
    d[1] = f * (p[1] * s + r * c);
    dd[0] = f * f * (-2 * p[1] * s - r * c);
    dd[1] = f * f * (2 * p[1] * c - r * s);
}

/* ---- families ---- */

/* Facets of a bend of that length and greatest curvature, at least `most` allows: what the points are spent on. */
static uint32_t truth_facets(uint32_t most, double length, double k_max) {
    double least = ceil(length * k_max / TRUTH_FACET_TURN);
    double facets = fmax(most, fmax(least, 3));
    return (uint32_t)fmin(facets, TRUTH_SAMPLES_MAX - 8);
}

static void truth_draw_curve(truth_guide *g, truth_curve *curve, const double *p, uint32_t facets) {
    double length, k_max;
    truth_measure(curve, p, &length, &k_max);
    g->width = fmin(g->width, fmax(2 * (double)g->grid, truth_snap(g, 0.9 / k_max, 2)));
    g->samples[0].width = g->width;
    for (uint32_t i = 0; i < g->count; i++) {
        g->samples[i].width = g->width;
    }
    if (curve == truth_spiral) { /* chords of the outer turn must not reach the next one */
        double outer = p[0] + p[1] * p[2], turn = sqrt(2 * g->width / outer);
        facets = (uint32_t)fmax(facets, ceil(p[2] / turn));
    }
    truth_draw(g, curve, p, truth_facets(facets, length, k_max));
}

static void truth_family_arcs(truth_guide *g, uint32_t facets, double radius, bool has_leads) {
    double side = truth_chance(g, 0.5) ? 1 : -1;
    if (g->family == TRUTH_ARC) {
        double turn = truth_random(g, 0.2, has_leads ? TRUTH_PI : 5);
        turn = truth_chance(g, 0.4) ? TRUTH_PI / 2 * (has_leads && truth_chance(g, 0.5) ? 2 : 1) : turn;
        truth_arc(g, radius, side * turn, truth_facets(facets, turn, 1));
    } else if (g->family == TRUTH_S_ARCS) {
        double turn = truth_random(g, 0.15, TRUTH_PI / 2);
        truth_arc(g, radius, side * turn, truth_facets(facets / 2, turn, 1));
        truth_line(g, truth_chance(g, 0.3) ? truth_log(g, 500, 20000) : 0, g->width);
        truth_arc(g, radius, -side * turn, truth_facets(facets / 2, turn, 1));
    } else {
        double turn = truth_chance(g, 0.6) ? TRUTH_PI / 2 : truth_random(g, 0.4, TRUTH_PI);
        double part = truth_chance(g, 0.3) ? 1 : truth_random(g, 0.1, 1), bent = radius * turn * part;
        truth_clothoid(g, bent, 0, side / radius, truth_facets(facets / 3, bent, 1 / radius));
        if (part < 1) {
            truth_arc(g, radius, side * turn * (1 - part), truth_facets(facets / 3, turn * (1 - part), 1));
        }
        truth_clothoid(g, bent, side / radius, 0, truth_facets(facets / 3, bent, 1 / radius));
    }
}

static void truth_family_curves(truth_guide *g, uint32_t facets, double size) {
    double side = truth_chance(g, 0.5) ? 1 : -1;
    if (g->family == TRUTH_SINE || g->family == TRUTH_WAVE) {
        double halves = g->family == TRUTH_SINE ? 1 : floor(truth_random(g, 2, 9));
        double length = size * halves, height = side * truth_random(g, 0.08, 0.9) * size;
        double p[3] = {height, length, halves / 2};
        truth_draw_curve(g, truth_sine, p, facets);
    } else if (g->family == TRUTH_BEZIER_S) {
        double pull = truth_random(g, 0.3, 0.65), height = side * truth_random(g, 0.05, 1) * size;
        double p[6] = {pull * size, 0, (1 - pull) * size, height, size, height};
        truth_draw_curve(g, truth_bezier, p, facets);
    } else if (g->family == TRUTH_BEZIER_BEND) {
        double pull = truth_random(g, 0.35, 0.85), reach = truth_random(g, 0.7, 1.4) * size;
        double p[6] = {pull * size, 0, size, side * (1 - pull) * reach, size, side * reach};
        truth_draw_curve(g, truth_bezier, p, facets);
    } else {
        double turns = truth_random(g, 1, 5);
        double p[3] = {fmax(size / 4, 2 * g->width), truth_random(g, 1.5, 6) * g->width / TRUTH_PI,
                       2 * TRUTH_PI * turns};
        truth_draw_curve(g, truth_spiral, p, facets);
    }
}

/* What is wider than long is no guide: its sides might as well be its ends. */
static void truth_slim(truth_guide *g) {
    g->width = fmin(g->width, truth_snap(g, 0.8 * g->length, 2));
    for (uint32_t i = 0; i < g->count; i++) {
        g->samples[i].width = g->width;
    }
}

/* The ring of a guide: right side out, left side back; of a closed one the outer border, a cut, the inner one. */
static void truth_outline(truth_guide *g, bool is_closed) {
    static const double quarters[4] = {0, TRUTH_PI / 2, TRUTH_PI, 1.5 * TRUTH_PI};
    double turn = truth_chance(g, 0.4) ? quarters[(int)truth_random(g, 0, 4)] : truth_random(g, 0, 2 * TRUTH_PI);
    double mirror = truth_chance(g, 0.5) ? -1 : 1, grid = (double)g->grid;
    double x = truth_snap(g, truth_random(g, -4e6, 4e6), 1), y = truth_snap(g, truth_random(g, -4e6, 4e6), 1);
    g->turn_deg = turn * 180 / TRUTH_PI;
    g->ring_count = 0;
    for (uint32_t i = 0; i < 2 * g->count; i++) {
        uint32_t at = i < g->count ? i : 2 * g->count - 1 - i;
        const truth_sample *s = &g->samples[is_closed && at + 1 == g->count ? 0 : at];
        double off = (i < g->count ? -1 : 1) * s->width / 2;
        double px = s->x - off * sin(s->angle), py = mirror * (s->y + off * cos(s->angle));
        lob_point64 p = {(int64_t)(grid * floor((x + cos(turn) * px - sin(turn) * py) / grid + 0.5)),
                         (int64_t)(grid * floor((y + sin(turn) * px + cos(turn) * py) / grid + 0.5))};
        lob_point64 *last = g->ring_count > 0 ? &g->ring[g->ring_count - 1] : NULL;
        if (last == NULL || last->x != p.x || last->y != p.y) {
            g->ring[g->ring_count++] = p;
        }
    }
}

void truth_make(truth_guide *g, uint32_t index) {
    g->random = (uint64_t)(index + 1) * 0x2545f4914f6cdd1du;
    g->family = (truth_family)(index % TRUTH_FAMILIES);
    g->grid = truth_chance(g, 0.5) ? 1 : 5;
    g->length = g->radius = g->x = g->y = g->angle = 0;
    g->count = 0;
    double points = truth_log(g, 16, 4096), radius = truth_log(g, 1000, 200000);
    double before = truth_chance(g, 0.7) ? truth_snap(g, truth_log(g, 500, 100000), 1) : 0;
    double behind = truth_chance(g, 0.7) ? truth_snap(g, truth_log(g, 500, 100000), 1) : 0;
    g->width = truth_snap(g, fmin(truth_log(g, 200, 3000), 0.9 * radius), 2);
    double thin = g->width, wide = g->width;
    uint32_t facets = (uint32_t)fmax(3, points / 2 - 3);
    truth_mark(g);
    if (g->family == TRUTH_STRAIGHT) {
        truth_line(g, truth_snap(g, 3 * g->width + truth_log(g, 500, 1e6), 1), g->width);
    } else if (g->family == TRUTH_TAPER) {
        double length = truth_snap(g, 5 * g->width + truth_log(g, 1000, 500000), 1);
        /* As in truth_slim(). */
        wide = truth_snap(g, fmin(g->width * truth_random(g, 1.1, 8), 0.8 * length), 2);
        truth_line(g, length, wide);
        g->width_median = (thin + wide) / 2;
    } else if (g->family == TRUTH_RING) {
        truth_arc(g, radius, 2 * TRUTH_PI, truth_facets(facets, 2 * TRUTH_PI, 1));
    } else if (g->family <= TRUTH_S_ARCS) {
        truth_line(g, before, g->width);
        truth_family_arcs(g, facets, radius, before > 0 || behind > 0);
        truth_line(g, behind, g->width);
        truth_slim(g);
        thin = wide = g->width;
    } else {
        double size = fmin(6 * radius, 300000);
        truth_line(g, g->family == TRUTH_SPIRAL ? 0 : before, g->width);
        truth_family_curves(g, facets, size);
        truth_line(g, behind, g->width);
        thin = wide = g->width;
    }
    g->width_min = thin;
    g->width_max = wide;
    g->width_median = (thin + wide) / 2;
    truth_outline(g, g->family == TRUTH_RING);
}
