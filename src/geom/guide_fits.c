/* Fits: neighbouring bent pieces, with what is straight on either side, as one curve with a common tangent, which gives
 * radius, angle, length and their errors. Shapes are tried from the simplest on, first on a few of the points.
 */
#include <string.h>

#include "geom/guide_bends_impl.h"

enum {
    LOOK_POINTS = 96,    /* of a bend, to see whether a shape is worth the whole fit */
    SMOOTH_POINTS = 200, /* of a free curve: more would say little more */
    SMOOTH_LOOK = 64,
    FIT_POINTS_MAX = 4000
};

static lob_vec2 chord(const lob_bender *b, uint32_t from, uint32_t to) {
    return lob_vec2_sub(b->points[to].at, b->points[from].at);
}

/* The turn, chord by chord over what a few points say, so that more than half a circle counts. */
static void measure_turn(const lob_bender *b, lob_bend_group *g) {
    uint32_t stride = (g->last - g->first) / 64 + 1;
    lob_vec2 before = chord(b, g->first, g->first + stride <= g->last ? g->first + stride : g->last);
    for (uint32_t i = g->first + stride; i < g->last; i += stride) {
        lob_vec2 next = chord(b, i, i + stride <= g->last ? i + stride : g->last);
        g->turn += lob_vec2_turn(before, next);
        before = next;
    }
    if (!g->has_before && !g->has_behind && g->last > g->first) {
        g->turn *= 1 + (double)stride / (g->last - g->first); /* half a chord at each end */
    }
}

/* Only so much of a neighbouring line as the bend itself is long: farther off the line may have steps of its own. */
lob_bend_group lob_bend_group_of(const lob_bender *b, uint32_t first_part, uint32_t last_part) {
    lob_bend_group g = {.first_part = first_part, .last_part = last_part};
    g.bent_first = g.first = b->parts[first_part].first;
    g.bent_last = g.last = b->parts[last_part].last;
    double length = lob_bender_span(b, g.first, g.last);
    if (first_part > 0 && b->parts[first_part - 1].kind == LOB_PIECE_LINE) {
        g.has_before = true;
        uint32_t end = b->parts[first_part - 1].first;
        for (g.first--; g.first > end && lob_bender_span(b, g.first - 1, g.bent_first) <= length; g.first--) {
        }
    }
    if (last_part + 1 < b->part_count && b->parts[last_part + 1].kind == LOB_PIECE_LINE) {
        g.has_behind = true;
        uint32_t end = b->parts[last_part + 1].last;
        for (g.last++; g.last < end && lob_bender_span(b, g.bent_last, g.last + 1) <= length; g.last++) {
        }
    }
    measure_turn(b, &g);
    return g;
}

lob_bend_group lob_bend_group_part(const lob_bender *b, const lob_bend_group *g, uint32_t first, uint32_t last) {
    lob_bend_group part = *g;
    if (first > g->bent_first) {
        part.first = part.bent_first = first;
        part.has_before = false;
        part.margin[0] = 0.15;
    }
    if (last < g->bent_last) {
        part.last = part.bent_last = last;
        part.has_behind = false;
        part.margin[1] = 0.15;
    }
    part.turn = 0;
    measure_turn(b, &part);
    return part;
}

/* Where the first and the second half of the bent points bend. */
static void halves(const lob_bender *b, const lob_bend_group *g, double k[2]) {
    uint32_t count = g->bent_last - g->bent_first + 1, half = count / 2 + 1;
    half = half < 3 ? count : half;
    lob_arc_residual(b->points + g->bent_first, half, &k[0]);
    lob_arc_residual(b->points + g->bent_last + 1 - half, half, &k[1]);
}

static lob_status try_fit(lob_bender *b, const lob_bend_group *g, lob_fit_spec *spec, double tolerance,
                          lob_curve *curve, bool *found) {
    uint32_t first = spec->has_before ? g->first : g->bent_first;
    uint32_t last = spec->has_behind ? g->last : g->bent_last;
    spec->line_before =
        lob_bender_span(b, first, g->bent_first) + (spec->has_before && first == g->bent_first ? b->step : 0);
    spec->line_behind =
        lob_bender_span(b, g->bent_last, last) + (spec->has_behind && last == g->bent_last ? b->step : 0);
    spec->hopeless = isfinite(tolerance) ? 2 * tolerance : 0;
    /* What does not fit a few points will not fit all. */
    if (isfinite(tolerance) && last - first > 2 * LOOK_POINTS) {
        LOB_TRY(lob_bender_fit(b, first, last, LOOK_POINTS, spec, curve, found));
        if (!*found || curve->residual > 2 * tolerance) {
            *found = false;
            return LOB_OK;
        }
    }
    LOB_TRY(lob_bender_fit(b, first, last, spec->most > 0 ? spec->most : FIT_POINTS_MAX, spec, curve, found));
    *found = *found && curve->residual <= tolerance;
    return LOB_OK;
}

static lob_status fit_with(lob_bender *b, const lob_bend_group *g, const lob_curve *start, bool has_lines,
                           uint32_t terms, uint32_t most, lob_curve *curve, bool *found) {
    lob_fit_spec spec = {.kind = LOB_FIT_SMOOTH,
                         .term_count = terms,
                         .most = most,
                         .turn = g->turn,
                         .start = start,
                         .margin = {g->margin[0], g->margin[1]},
                         .has_before = has_lines && g->has_before,
                         .has_behind = has_lines && g->has_behind};
    return try_fit(b, g, &spec, INFINITY, curve, found);
}

/* How many terms it takes to come near a few of the points: twice as many each time until that is enough, then by
 * halves of the last step. *terms 0: the most there can be are not enough. *has_last: a curve with fewer terms was
 * found. */
static lob_status look_for_terms(lob_bender *b, const lob_bend_group *g, double tolerance, lob_curve *last,
                                 bool *has_last, uint32_t *terms) {
    uint32_t few = 0, enough = 0;
    *has_last = false;
    while (few + 1 != enough && few < LOB_CURVE_TERMS_MAX) {
        uint32_t tried = enough > 0 ? (few + enough) / 2 : few > 0 ? 2 * few : 2;
        lob_curve next;
        bool found;
        LOB_TRY(fit_with(b, g, *has_last ? last : NULL, false, tried, SMOOTH_LOOK, &next, &found));
        if (found && next.residual <= 2 * tolerance) {
            enough = tried;
        } else {
            few = tried;
            *last = found ? next : *last;
            *has_last |= found;
        }
        few = enough == 2 ? 1 : few;
    }
    *terms = enough;
    return LOB_OK;
}

/* A curve with one more parameter fits better than chance has it when chi squared falls by that much. */
#define SURE 12.0

/* By how much chi squared falls from one curve to another through `count` points. */
static double improvement(const lob_curve *from, const lob_curve *to, uint32_t count) {
    double ratio = from->sigma / to->sigma;
    return count * (ratio * ratio - 1);
}

/* Whether a curve with a term more explains more than noise would: chi squared, of one degree of freedom. */
static bool is_worth_it(const lob_bend_group *g, const lob_curve *best, const lob_curve *next) {
    uint32_t points = g->bent_last - g->bent_first + 1, count = points / ((points - 1) / SMOOTH_POINTS + 1);
    uint32_t params = next->term_count + 2;
    return next->sigma < best->sigma && improvement(best, next, count > params ? count - params : 1) > SURE;
}

/* Terms are added while they explain more than noise would: what is left shrinks, or points are still off. How far two
 * terms more would move the radius is part of its error. from: a curve to start from, or NULL; then with the lines. */
static lob_status fit_terms(lob_bender *b, const lob_bend_group *g, const lob_curve *from, double tolerance,
                            lob_curve *curve, bool *found) {
    lob_curve best = {.residual = INFINITY, .sigma = INFINITY}, last;
    const lob_curve *start = from;
    double error = 0;
    uint32_t terms = from ? from->term_count : 0;
    if (!from) {
        bool has_last;
        LOB_TRY(look_for_terms(b, g, tolerance, &last, &has_last, &terms));
        start = has_last ? &last : NULL;
    }
    if (terms == 0) {
        *found = false;
        return LOB_OK;
    }
    for (; terms <= LOB_CURVE_TERMS_MAX; terms++) {
        lob_curve next;
        LOB_TRY(fit_with(b, g, start, from != NULL, terms, SMOOTH_POINTS, &next, found));
        if (!*found) {
            continue;
        }
        last = next;
        start = &last;
        if (is_worth_it(g, &best, &next) || (best.residual > tolerance && next.residual < best.residual)) {
            best = next;
            error = next.k_error;
        } else if (best.residual <= tolerance) {
            error = fmax(error, next.k_error) + fabs(next.k_max - best.k_max) / 3;
            if (terms >= best.term_count + 2) {
                break;
            }
        }
    }
    *curve = best;
    curve->k_error = error;
    *found = best.residual <= tolerance;
    return LOB_OK;
}

/* A bend that begins sharply after a line is known better together with the line, once its form is known. */
static lob_status fit_smooth(lob_bender *b, const lob_bend_group *g, double tolerance, lob_curve *curve, bool *found) {
    LOB_TRY(fit_terms(b, g, NULL, tolerance, curve, found));
    if (!*found || (!g->has_before && !g->has_behind)) {
        return LOB_OK;
    }
    lob_curve start = *curve, whole;
    bool is_better = false;
    start.lead = g->has_before ? lob_bender_span(b, g->first, g->bent_first) : 0;
    LOB_TRY(fit_terms(b, g, &start, tolerance, &whole, &is_better));
    if (is_better && whole.k_error < curve->k_error) {
        *curve = whole;
    }
    return LOB_OK;
}

lob_status lob_bend_group_look(lob_bender *b, const lob_bend_group *g, lob_curve *curve, bool *found) {
    return fit_smooth(b, g, 1.2 * b->tolerance, curve, found);
}

/* One shape, then the same with a line before or behind that was too short to be seen as one. */
static lob_status fit_shape(lob_bender *b, const lob_bend_group *g, const lob_fit_spec *spec, double tolerance,
                            lob_curve *curve, bool *found) {
    for (int sides = 0; sides < 4; sides++) {
        lob_fit_spec tried = *spec;
        tried.has_before = g->has_before || (sides & 1);
        tried.has_behind = g->has_behind || (sides & 2);
        bool is_new = sides == 0 || ((!(sides & 1) || !g->has_before) && (!(sides & 2) || !g->has_behind));
        if (is_new) {
            LOB_TRY(try_fit(b, g, &tried, tolerance, curve, found));
        }
        if (*found) {
            return LOB_OK;
        }
    }
    return LOB_OK;
}

/* The best Euler bend of two starts: from an arc or a peak that fits, with the other part a little long, and from a
 * third of arc. */
static lob_status fit_euler(lob_bender *b, const lob_bend_group *g, double tolerance, const lob_curve *from,
                            lob_curve *curve, bool *found) {
    const lob_curve_piece *first = &from->pieces[0], *last = &from->pieces[from->piece_count - 1];
    *found = false;
    for (int i = 0; i < 2; i++) {
        lob_fit_spec spec = {.kind = LOB_FIT_EULER,
                             .turn = g->turn,
                             .start = i == 0 ? from : NULL,
                             .has_before = first->k0 == 0 && first->k1 == 0,
                             .has_behind = last->k0 == 0 && last->k1 == 0};
        lob_curve next;
        bool is_one;
        LOB_TRY(try_fit(b, g, &spec, tolerance, &next, &is_one));
        if (is_one && (!*found || next.sigma < curve->sigma)) {
            *curve = next;
        }
        *found |= is_one;
    }
    return LOB_OK;
}

/* A short clothoid at each end of a long arc is found from the arc, however badly that fits. */
static lob_status fit_euler_from_arc(lob_bender *b, const lob_bend_group *g, double k, double tolerance,
                                     lob_curve *curve, bool *found) {
    lob_curve arc;
    lob_fit_spec spec = {
        .kind = LOB_FIT_ARC, .k = {k, 0}, .has_before = g->has_before, .has_behind = g->has_behind, .turn = g->turn};
    LOB_TRY(try_fit(b, g, &spec, INFINITY, &arc, found));
    return *found ? fit_euler(b, g, tolerance, &arc, curve, found) : LOB_OK;
}

static bool is_line(const lob_curve_piece *p) {
    return p->k0 == 0 && p->k1 == 0;
}

static uint32_t point_count(const lob_bend_group *g) {
    return g->last - g->first + 1;
}

/* Pieces of the curve that bend. */
static uint32_t bent_count(const lob_curve *c) {
    return c->piece_count - is_line(&c->pieces[0]) - is_line(&c->pieces[c->piece_count - 1]);
}

/* The sum of squares of a peak or an Euler bend; of an arc that is given one parameter less was free. */
static double squares_of(const lob_curve *c, const lob_bend_group *g, bool is_given) {
    uint32_t params = 2 + c->piece_count - is_given, count = point_count(g);
    return c->sigma * c->sigma * (count > params ? count - params : 1);
}

/* The best Euler bend with an arc of that length: how far its curvature is off, and how much greater chi squared. */
static lob_status fit_with_arc(lob_bender *b, const lob_bend_group *g, const lob_curve *best, double arc, double *worse,
                               double *off) {
    lob_fit_spec spec = {.kind = LOB_FIT_EULER,
                         .turn = g->turn,
                         .start = best,
                         .arc = arc,
                         .has_before = is_line(&best->pieces[0]),
                         .has_behind = is_line(&best->pieces[best->piece_count - 1])};
    lob_curve curve;
    bool found;
    LOB_TRY(try_fit(b, g, &spec, INFINITY, &curve, &found));
    double sigma = fmax(best->sigma, LOB_POINT_NOISE * b->grid);
    *off = found ? fabs(curve.k_max - best->k_max) : 0;
    *worse = found ? (squares_of(&curve, g, true) - squares_of(best, g, false)) / (sigma * sigma) : INFINITY;
    return LOB_OK;
}

/* How far the curvature goes while arcs that are longer (side 1) or shorter (-1) than the best one fit nearly as well:
 * three deviations. */
static lob_status profile(lob_bender *b, const lob_bend_group *g, const lob_curve *best, double arc, int side,
                          double *most) {
    enum { LOOKS = 14 };
    const double limit = 6, most_limit = 1.3 * limit, length = best->end - best->begin, near = 2e-3 * length;
    double step = 0.02 * length, good = 0, bad = side < 0 ? arc : INFINITY;
    *most = 0;
    for (int i = 0; i < LOOKS && bad - good > near; i++) {
        double move = isfinite(bad) ? (good + bad) / 2 : good + step, worse, off;
        LOB_TRY(fit_with_arc(b, g, best, arc + side * move, &worse, &off));
        *most = worse <= most_limit ? fmax(*most, off) : *most;
        if (worse > limit && worse <= most_limit) {
            break;
        }
        *(worse <= limit ? &good : &bad) = move;
        step *= 2;
    }
    return LOB_OK;
}

/* Arc and clothoids of a bend exchange lengths without much to show for it, farther than a linear error says: a peak
 * may be an Euler bend whose arc does not show. */
static lob_status doubt_euler(lob_bender *b, const lob_bend_group *g, lob_curve *curve) {
    double arc = bent_count(curve) == 3 ? curve->pieces[is_line(&curve->pieces[0]) + 1].length : 0, up, down;
    LOB_TRY(profile(b, g, curve, arc, 1, &up));
    LOB_TRY(profile(b, g, curve, arc, -1, &down));
    curve->k_error = fmax(curve->k_error, fmax(up, down) / 4);
    return LOB_OK;
}

/* An arc and a peak are Euler bends with one part left out. Where the whole fits better, it counts; where it fits as
 * well, what it says otherwise is not known. */
static lob_status hold_against_euler(lob_bender *b, const lob_bend_group *g, double tolerance, lob_curve *curve,
                                     lob_bend_kind *kind) {
    lob_curve whole = {.k_max = 0};
    bool found;
    LOB_TRY(fit_euler(b, g, tolerance, curve, &whole, &found));
    if (!found || whole.k_max <= 0 || !isfinite(whole.k_error)) {
        return LOB_OK;
    }
    double count = point_count(g), better = improvement(curve, &whole, point_count(g));
    bool is_noise = *kind == LOB_BEND_ARC && curve->sigma < 0.4 * b->finest && better < 3 * SURE;
    if (better > fmax(SURE, count / 20) && !is_noise) {
        *curve = whole;
        *kind = LOB_BEND_EULER;
    } else if (better > 0) {
        double off = fabs(whole.k_max - curve->k_max) / 4;
        curve->k_error = fmax(curve->k_error, off * sqrt(fmin(1, better / SURE)));
    }
    return LOB_OK;
}

/* Two arcs that turn to either side are an S without a line between. */
static lob_status hold_against_line(lob_bender *b, const lob_bend_group *g, double tolerance, lob_curve *curve) {
    lob_fit_spec spec = {.kind = LOB_FIT_S,
                         .start = curve,
                         .has_before = is_line(&curve->pieces[0]),
                         .has_behind = is_line(&curve->pieces[curve->piece_count - 1])};
    lob_curve whole;
    bool found;
    LOB_TRY(try_fit(b, g, &spec, tolerance, &whole, &found));
    if (!found || whole.k_max <= 0 || !isfinite(whole.k_error)) {
        return LOB_OK;
    }
    double better = improvement(curve, &whole, point_count(g));
    if (better > SURE) {
        *curve = whole;
    } else if (better > 0) {
        double off = fabs(whole.k_max - curve->k_max) / 4;
        curve->k_error = fmax(curve->k_error, off * sqrt(better / SURE));
    }
    return LOB_OK;
}

/* Arcs and clothoids that miss their points by more than rounding does are held against a free curve. */
static lob_status hold_against_free(lob_bender *b, const lob_bend_group *g, double tolerance, lob_curve *curve,
                                    lob_bend_kind *kind) {
    lob_curve whole;
    bool found = false;
    if (curve->sigma > 0.42 * b->finest) {
        LOB_TRY(fit_smooth(b, g, tolerance, &whole, &found));
    }
    uint32_t count = g->bent_last - g->bent_first + 1;
    if (found && whole.k_max > 0 && improvement(curve, &whole, count) > SURE + 4 * whole.term_count) {
        *kind = *kind == LOB_BEND_S ? LOB_BEND_S : LOB_BEND_OTHER;
        *curve = whole;
    }
    return LOB_OK;
}

/* What other curves say of a curve of that kind that fits. */
static lob_status hold(lob_bender *b, const lob_bend_group *g, lob_fit_kind fit, double tolerance, lob_curve *curve,
                       lob_bend_kind *kind) {
    if (fit == LOB_FIT_ARC || fit == LOB_FIT_PEAK) {
        LOB_TRY(hold_against_euler(b, g, tolerance, curve, kind));
    }
    if (*kind == LOB_BEND_EULER) {
        LOB_TRY(doubt_euler(b, g, curve));
    }
    if (*kind == LOB_BEND_S) {
        LOB_TRY(hold_against_line(b, g, tolerance, curve));
    }
    return hold_against_free(b, g, tolerance, curve, kind);
}

lob_status lob_bend_group_fit(lob_bender *b, const lob_bend_group *g, lob_curve *curve, lob_bend_kind *kind,
                              bool *found) {
    static const struct {
        lob_fit_kind fit;
        lob_bend_kind bend;
        bool turns_back, is_halves;
    } shapes[] = {{LOB_FIT_ARC, LOB_BEND_ARC, false, false},
                  {LOB_FIT_ARCS, LOB_BEND_S, true, true},
                  {LOB_FIT_PEAK, LOB_BEND_EULER, false, false},
                  {LOB_FIT_EULER, LOB_BEND_EULER, false, false},
                  {LOB_FIT_ARCS, LOB_BEND_OTHER, false, true}};
    double tolerance = 1.2 * b->tolerance, k[2], whole;
    *found = false;
    if (g->last - g->first + 1 > FIT_POINTS_MAX) {
        return LOB_OK;
    }
    halves(b, g, k);
    lob_arc_residual(b->points + g->bent_first, g->bent_last - g->bent_first + 1, &whole);
    bool turns_back = k[0] * k[1] < 0;
    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        *kind = shapes[i].bend;
        lob_fit_spec spec = {.kind = shapes[i].fit, .turn = g->turn, .k = {whole, 0}};
        if (shapes[i].is_halves) {
            memcpy(spec.k, k, sizeof k);
            spec.turn = k[0] * lob_bender_span(b, g->bent_first, g->bent_last) / 2;
        }
        if (turns_back == shapes[i].turns_back) {
            LOB_TRY(fit_shape(b, g, &spec, tolerance, curve, found));
        }
        if (!*found && spec.kind == LOB_FIT_EULER) {
            LOB_TRY(fit_euler_from_arc(b, g, whole, tolerance, curve, found));
        }
        if (*found) {
            return hold(b, g, spec.kind, tolerance, curve, kind);
        }
    }
    *kind = turns_back ? LOB_BEND_S : LOB_BEND_OTHER;
    return fit_smooth(b, g, tolerance, curve, found);
}
