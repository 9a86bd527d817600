/* The tightest place of a free curve, and how well its curvature is known there.
 *
 * A series over the whole of a curve passes by what it does in one place, and knows its ends least. So the place is
 * fitted again with the half of the curve around it, a quarter ... Bias shows as a difference between them.
 */
#include "geom/guide_bends_impl.h"

static bool is_line(const lob_curve_piece *p) {
    return p->k0 == 0 && p->k1 == 0;
}

void lob_curve_bent_part(const lob_curve *c, double *from, double *to, double *turn) {
    *from = c->begin;
    *to = c->end;
    *turn = 0;
    if (c->piece_count == 0) {
        lob_vec2 at;
        double a0, a1;
        *from = fmax(c->begin, c->lead);
        *to = fmin(c->end, c->lead + c->length);
        lob_curve_at(c, *from, &at, &a0);
        lob_curve_at(c, *to, &at, &a1);
        *turn = a1 - a0;
        return;
    }
    double s = 0;
    for (uint32_t i = 0; i < c->piece_count; i++) {
        const lob_curve_piece *p = &c->pieces[i];
        if (is_line(p) && i == 0) {
            *from = p->length;
        } else if (is_line(p) && i + 1 == c->piece_count) {
            *to = s;
        }
        s += p->length;
        *turn += (p->k0 + p->k1) / 2 * p->length;
    }
    const lob_curve_piece *last = &c->pieces[c->piece_count - 1];
    if (!is_line(last)) { /* as long as its points reach */
        *turn += last->k1 * (c->end - s);
    }
}

/* Standard error of the curvature of a free curve at its tightest place, as the points beside it tell it: of a parabola
 * through m points over a length d, sigma sqrt(720 / m) / d^2. Of the least-squares fit alone, the error is that of a
 * curve that has no more terms. d: what one term resolves, or as far as the nearer end is, but half of that at least.
 */
static double local_error(const lob_curve *c, double from, double to, uint32_t points) {
    double term = (to - from) / c->term_count;
    double d = fmax(term / 2, fmin(term, fmin(c->k_max_s - from, to - c->k_max_s)));
    return c->sigma * sqrt(720 / (points * d / (to - from))) / (d * d);
}

typedef struct reach {
    uint32_t first, last;
} reach;

/* Curvature of the circle through point i and those at least d to either side, as far as there are any in reach. */
static double circle_at(const lob_bender *b, reach r, uint32_t i, double d) {
    uint32_t from = i, to = i;
    do {
        from--;
    } while (from > r.first && lob_bender_span(b, from, i) < d);
    do {
        to++;
    } while (to < r.last && lob_bender_span(b, i, to) < d);
    lob_vec2 u = lob_vec2_sub(b->points[i].at, b->points[from].at);
    lob_vec2 v = lob_vec2_sub(b->points[to].at, b->points[i].at);
    double sides = lob_vec2_length(u) * lob_vec2_length(v) * lob_vec2_length(lob_vec2_add(u, v));
    return sides > 0 ? 2 * fabs(lob_vec2_cross(u, v)) / sides : 0; /* 0: there and back says nothing */
}

static uint32_t nearest_point(const lob_bender *b, const lob_bend_group *g, lob_vec2 at) {
    uint32_t nearest = g->bent_first;
    double least = INFINITY;
    for (uint32_t i = g->bent_first; i <= g->bent_last; i++) {
        double away = lob_vec2_length(lob_vec2_sub(b->points[i].at, at));
        if (away < least) {
            least = away;
            nearest = i;
        }
    }
    return nearest;
}

/* A free curve may swing where its points are few, and beside a cut, where it does not see those beyond: its least
 * radius is held against circles through the points there, so wide that `noise` is that of their curvature. Where
 * neighbouring circles disagree, something between the points may have been missed; up to three times the noise, not.
 * Circles do not reach beyond the curve, where curvature may be another at once. */
static double swing(const lob_bender *b, const lob_bend_group *g, const lob_curve *c) {
    const double noise = 0.015;
    reach r = {g->bent_first, g->bent_last};
    lob_vec2 at;
    double angle;
    if (r.last - r.first < 4) {
        return 0;
    }
    lob_curve_at(c, c->k_max_s, &at, &angle);
    /* Of three points d apart, curvature is known to sqrt(6) sigma / d^2. */
    double d = sqrt(sqrt(6) * fmax(c->sigma, 0.1 * b->grid) / (noise * c->k_max));
    uint32_t i = nearest_point(b, g, at);
    while (i < r.last - 2 && (i < r.first + 2 || lob_bender_span(b, r.first, i) < d)) {
        i++;
    }
    while (i > r.first + 2 && (i > r.last - 2 || lob_bender_span(b, i, r.last) < d)) {
        i--;
    }
    double k = circle_at(b, r, i, d), before = circle_at(b, r, i - 1, d), behind = circle_at(b, r, i + 1, d);
    double other = (fabs(k / c->k_max - 1) - 3 * noise) / k; /* of the radii; infinite where the points are straight */
    double missed = fmax(fabs(k - before), fabs(k - behind)) - 3 * noise * k;
    return fmax(0, other) + fmax(0, missed) / (2 * c->k_max * c->k_max);
}

static lob_tightest tightest_of(const lob_bend_group *g, const lob_curve *c) {
    double from, to, turn, angle;
    lob_curve_bent_part(c, &from, &to, &turn);
    lob_tightest t = {.k = c->k_max, .sigma = c->sigma, .points = g->bent_last - g->bent_first + 1};
    t.error = 4 * fmax(c->k_error, local_error(c, from, to, t.points));
    lob_curve_at(c, c->k_max_s, &t.at, &angle);
    return t;
}

enum { LOOKS = 4, LOOK_POINTS = 10 };

/* The points of first .. last that lie within a quarter of its length from `centre`; near an end of the bend as many
 * more on the other side. */
static reach nearer(const lob_bender *b, const lob_bend_group *g, reach r, uint32_t centre) {
    double half = lob_bender_span(b, r.first, r.last) / 4;
    reach n = {centre, centre};
    while (n.first > r.first && lob_bender_span(b, n.first, centre) < half) {
        n.first--;
    }
    while (n.last < r.last && lob_bender_span(b, centre, n.last) < half) {
        n.last++;
    }
    while (n.first == g->bent_first && n.last < r.last && lob_bender_span(b, n.first, n.last) < 2 * half) {
        n.last++;
    }
    while (n.last == g->bent_last && n.first > r.first && lob_bender_span(b, n.first, n.last) < 2 * half) {
        n.first--;
    }
    return n;
}

/* Whether a look at a larger part may be as right as one at a smaller part: within both bounds by half, and its points
 * lie no farther off than chance has it. */
static bool agrees(const lob_bender *b, const lob_tightest *large, const lob_tightest *small) {
    double chance = 1.5 / sqrt(small->points), few = small->points < 30 ? 0.1 * b->grid : 0;
    return fabs(large->k - small->k) <= 0.5 * (large->error + small->error) &&
           large->sigma <= small->sigma * (1 + chance) + few;
}

/* The surest of those that agree with all smaller ones. What these say otherwise, beyond their own noise where they are
 * much less sure, is part of its error. */
static void choose(const lob_bender *b, const lob_tightest *seen, uint32_t count, lob_tightest *best) {
    uint32_t chosen = count - 1;
    for (uint32_t next = count - 1; next > 0; next--) {
        const uint32_t i = next - 1;
        uint32_t k = next;
        while (k < count && agrees(b, &seen[i], &seen[k])) {
            k++;
        }
        chosen = k == count && seen[i].error < seen[chosen].error ? i : chosen;
    }
    double off = 0;
    *best = seen[chosen];
    for (uint32_t i = chosen + 1; i < count; i++) {
        double noise = seen[i].error < 3 * best->error ? 0 : seen[i].error / 4;
        off = fmax(off, fabs(seen[i].k - best->k) - noise);
    }
    best->error += off;
}

/* The bend with all that goes on bending beyond its ends: it may have been cut from a longer one. */
static lob_bend_group whole_of(const lob_bender *b, const lob_bend_group *g) {
    uint32_t first = g->first_part, last = g->last_part;
    while (first > 0 && b->parts[first - 1].kind != LOB_PIECE_LINE) {
        first--;
    }
    while (last + 1 < b->part_count && b->parts[last + 1].kind != LOB_PIECE_LINE) {
        last++;
    }
    return lob_bend_group_of(b, first, last);
}

/* The points n of the whole, of which those of the bend itself are asked how tightly it bends. */
static lob_bend_group look_of(const lob_bender *b, const lob_bend_group *whole, const lob_bend_group *g, reach n) {
    lob_bend_group look = lob_bend_group_part(b, whole, n.first, n.last);
    double length = lob_bender_span(b, n.first, n.last);
    if (n.first < g->bent_first) {
        look.margin[0] = fmax(look.margin[0], lob_bender_span(b, n.first, g->bent_first) / length);
    }
    if (n.last > g->bent_last) {
        look.margin[1] = fmax(look.margin[1], lob_bender_span(b, g->bent_last, n.last) / length);
    }
    return look;
}

lob_status lob_bend_group_tightest(lob_bender *b, const lob_bend_group *g, const lob_curve *curve, lob_tightest *best) {
    lob_tightest seen[LOOKS + 1] = {tightest_of(g, curve)};
    uint32_t count = 1, centre = nearest_point(b, g, seen[0].at);
    lob_bend_group whole = whole_of(b, g);
    reach r = {g->bent_first, g->bent_last};
    double length = lob_bender_span(b, r.first, r.last);
    while (r.first > whole.bent_first && lob_bender_span(b, r.first - 1, centre) <= length) {
        r.first--;
    }
    while (r.last < whole.bent_last && lob_bender_span(b, centre, r.last + 1) <= length) {
        r.last++;
    }
    while (count <= LOOKS) {
        reach n = nearer(b, &whole, r, centre);
        if (n.last - n.first + 1 < LOOK_POINTS || (n.first == r.first && n.last == r.last)) {
            break;
        }
        lob_bend_group part = look_of(b, &whole, g, n);
        lob_curve look;
        bool found;
        LOB_TRY(lob_bend_group_look(b, &part, &look, &found));
        /* As many terms as points describe anything. */
        if (!found || !(look.k_max > 0) || n.last - n.first + 1 < 2 * (look.term_count + 2)) {
            break;
        }
        seen[count++] = tightest_of(&part, &look);
        r = n;
    }
    choose(b, seen, count, best);
    best->swing = swing(b, g, curve);
    return LOB_OK;
}
