/* Bends: a centre line taken apart into lines, arcs and clothoids.
 *
 * The line is cut at sharp corners. Each smooth stretch is thinned until rounding no longer bends it, straight edges
 * are given points of their own, and then pieces are laid along it greedily: the longest line, or the arc where it
 * reaches clearly farther, or the clothoid where that does. Neighbouring bent pieces are one bend; all of a bend, with
 * what is straight on either side, is fitted once more as one curve with a common tangent, which gives radius, angle,
 * length and their errors.
 */
#include <stdlib.h>
#include <string.h>

#include "geom/curve.h"
#include "geom/guide_impl.h"

enum {
    THIN_STEP = 48,
    LINE_SAMPLES = 9,
    ARC_POINTS_MIN = 4,
    CLOTHOID_POINTS_MIN = 7,
    LAYING_POINTS = 64,  /* of a clothoid while it is laid: enough to see where it ends */
    LOOK_POINTS = 96,    /* of a bend, to see whether a shape is worth the whole fit */
    SMOOTH_POINTS = 500, /* of a free curve: more would say little more */
    FIT_POINTS_MAX = 4000
};

/* Standard deviation of a centre point: two roundings to the grid, averaged. */
#define NOISE 0.3

typedef enum { LOB_PIECE_LINE, LOB_PIECE_ARC, LOB_PIECE_CLOTHOID } lob_piece_kind;

typedef struct part { /* a piece as laid: points first .. last */
    lob_piece_kind kind;
    uint32_t first, last;
    double k0, k1;
} part;

typedef struct bender {
    lob_ctx *ctx;
    lob_arena *scratch; /* for one fit */
    double grid, tolerance, step;
    lob_fit_point *points; /* of the stretch */
    uint32_t *source;      /* guide points they came from (the last one before) */
    uint32_t count;
    part *parts;
    uint32_t part_count;
    lob_bend *bends; /* of the whole guide */
    uint32_t bend_count, bend_room;
    double length, length_error;
    uint32_t unfitted;
    lob_vec2 reached; /* where the pieces so far end */
} bender;

static double degrees(double radians) {
    return radians * (180 / M_PI);
}

/* ---- points of a stretch ---- */

static double gap(const lob_fit_point *p, uint32_t i) {
    return lob_vec2_length(lob_vec2_sub(p[i + 1].at, p[i].at));
}

/* Whether [i, i + 1] is an edge drawn straight, rather than one facet of a curve: far longer than a neighbour. */
static bool is_straight(const lob_fit_point *p, uint32_t count, uint32_t i) {
    double least = INFINITY;
    if (i > 0) {
        least = gap(p, i - 1);
    }
    if (i + 2 < count) {
        least = fmin(least, gap(p, i + 1));
    }
    return gap(p, i) > 3 * least || count == 2;
}

static void push(bender *b, lob_vec2 at, uint32_t source) {
    double s =
        b->count > 0 ? b->points[b->count - 1].s + lob_vec2_length(lob_vec2_sub(at, b->points[b->count - 1].at)) : 0;
    b->source[b->count] = source;
    b->points[b->count++] = (lob_fit_point){at, s};
}

/* The stretch thinned to `step`, its ends kept. */
static uint32_t thin(const bender *b, const lob_chain *chain, uint32_t first, uint32_t last, lob_fit_point *out,
                     uint32_t *source) {
    uint32_t count = 0;
    for (uint32_t i = first; i <= last; i++) {
        bool is_far = count == 0 || chain->s[i] - chain->s[source[count - 1]] >= b->step;
        if (i == last && count > 1 && chain->s[i] - chain->s[source[count - 1]] < b->step / 2) {
            count--;
        }
        if (is_far || i == last) {
            source[count] = i;
            out[count++] = (lob_fit_point){chain->at[i], 0};
        }
    }
    return count;
}

static lob_status take_points(bender *b, const lob_chain *chain, uint32_t first, uint32_t last) {
    uint32_t room = last - first + 2;
    lob_fit_point *thinned = LOB_NEW_ARRAY(b->ctx->arena, lob_fit_point, room);
    uint32_t *source = LOB_NEW_ARRAY(b->ctx->arena, uint32_t, room);
    if (!thinned || !source) {
        return lob_fail_memory(b->ctx);
    }
    uint32_t count = thin(b, chain, first, last, thinned, source);
    size_t most = (size_t)count * (LINE_SAMPLES + 1) + 1;
    b->points = LOB_NEW_ARRAY(b->ctx->arena, lob_fit_point, most);
    b->source = LOB_NEW_ARRAY(b->ctx->arena, uint32_t, most);
    b->parts = LOB_NEW_ARRAY(b->ctx->arena, part, most);
    if (!b->points || !b->source || !b->parts) {
        return lob_fail_memory(b->ctx);
    }
    b->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        push(b, thinned[i].at, source[i]);
        if (i + 1 < count && is_straight(thinned, count, i)) {
            for (int k = 1; k <= LINE_SAMPLES; k++) {
                lob_vec2 along = lob_vec2_sub(thinned[i + 1].at, thinned[i].at);
                push(b, lob_vec2_add(thinned[i].at, lob_vec2_mul(along, (double)k / (LINE_SAMPLES + 1))), source[i]);
            }
        }
    }
    return LOB_OK;
}

/* ---- pieces ---- */

static double span(const bender *b, uint32_t first, uint32_t last) {
    return b->points[last].s - b->points[first].s;
}

/* A fit of points first .. last, or of about `most` of them, in scratch memory. */
static lob_status fit_points(bender *b, uint32_t first, uint32_t last, uint32_t most, const lob_fit_spec *spec,
                             lob_curve *curve, bool *found) {
    uint32_t stride = (last - first) / most + 1, count = 0;
    lob_arena_reset(b->scratch);
    lob_fit_point *copy = LOB_NEW_ARRAY(b->scratch, lob_fit_point, (last - first) / stride + 2);
    if (!copy) {
        return lob_fail_memory(b->ctx);
    }
    for (uint32_t i = first; i < last; i += stride) {
        copy[count++] = b->points[i];
    }
    copy[count++] = b->points[last];
    return lob_curve_fit(b->ctx, b->scratch, copy, count, NOISE * b->grid, spec, curve, found);
}

static lob_status clothoid(bender *b, uint32_t first, uint32_t last, lob_curve *curve, bool *found) {
    uint32_t half = (last - first + 1) / 2 + 1;
    double k[2];
    lob_arc_residual(b->points + first, half, &k[0]);
    lob_arc_residual(b->points + last + 1 - half, half, &k[1]);
    lob_fit_spec spec = {.kind = LOB_FIT_SPIRAL, .k = {k[0] - (k[1] - k[0]) / 2, k[1] + (k[1] - k[0]) / 2}};
    return fit_points(b, first, last, LAYING_POINTS, &spec, curve, found);
}

static lob_status fits(bender *b, lob_piece_kind kind, uint32_t first, uint32_t last, bool *good) {
    uint32_t count = last - first + 1;
    double k;
    lob_curve curve;
    switch (kind) {
    case LOB_PIECE_LINE:
        *good = lob_line_residual(b->points + first, count) <= b->tolerance;
        return LOB_OK;
    case LOB_PIECE_ARC:
        *good = lob_arc_residual(b->points + first, count, &k) <= b->tolerance;
        return LOB_OK;
    default:
        LOB_TRY(clothoid(b, first, last, &curve, good));
        *good = *good && curve.residual <= b->tolerance;
        return LOB_OK;
    }
}

/* The last point that one piece of the kind reaches from `first`; `first` when not even the fewest fit. */
static lob_status reach(bender *b, lob_piece_kind kind, uint32_t first, uint32_t *reached) {
    uint32_t fewest = kind == LOB_PIECE_LINE ? 2 : kind == LOB_PIECE_ARC ? ARC_POINTS_MIN : CLOTHOID_POINTS_MIN;
    uint32_t end = b->count - 1, good = first + fewest - 1;
    bool is_good = false;
    *reached = first;
    if (good <= end) {
        LOB_TRY(fits(b, kind, first, good, &is_good));
    }
    if (!is_good) {
        return LOB_OK;
    }
    uint32_t stride = fewest, bad = end + 1;
    while (good < end) {
        uint32_t next = good + stride > end ? end : good + stride;
        LOB_TRY(fits(b, kind, first, next, &is_good));
        if (!is_good) {
            bad = next;
            break;
        }
        good = next;
        stride *= 2;
    }
    while (bad - good > 1 && bad <= end) {
        uint32_t middle = good + (bad - good) / 2;
        LOB_TRY(fits(b, kind, first, middle, &is_good));
        *(is_good ? &good : &bad) = middle;
    }
    *reached = good;
    return LOB_OK;
}

static lob_status lay(bender *b, lob_piece_kind kind, uint32_t first, uint32_t last) {
    part *p = &b->parts[b->part_count++];
    *p = (part){kind, first, last, 0, 0};
    if (kind == LOB_PIECE_ARC) {
        lob_arc_residual(b->points + first, last - first + 1, &p->k0);
        p->k1 = p->k0;
    } else if (kind == LOB_PIECE_CLOTHOID) {
        lob_curve curve;
        bool found;
        LOB_TRY(clothoid(b, first, last, &curve, &found));
        p->k0 = found ? curve.pieces[0].k0 : 0;
        p->k1 = found ? curve.pieces[0].k1 : 0;
    }
    return LOB_OK;
}

/* A line, or the arc that goes clearly farther. */
static lob_status reach_simple(bender *b, uint32_t first, lob_piece_kind *kind, uint32_t *last) {
    uint32_t arc;
    *kind = LOB_PIECE_LINE;
    LOB_TRY(reach(b, LOB_PIECE_LINE, first, last));
    *last = *last == first ? first + 1 : *last;
    LOB_TRY(reach(b, LOB_PIECE_ARC, first, &arc));
    if (arc >= *last + 2 && span(b, first, arc) > 1.2 * span(b, first, *last)) {
        *last = arc;
        *kind = LOB_PIECE_ARC;
    }
    return LOB_OK;
}

/* A clothoid bends itself to much: it counts only where it goes farther than two simple pieces together. */
static lob_status lay_pieces(bender *b) {
    b->part_count = 0;
    uint32_t first = 0, end = b->count - 1;
    while (first < end) {
        uint32_t last, second, spiral;
        lob_piece_kind kind, next;
        LOB_TRY(reach_simple(b, first, &kind, &last));
        if (last < end) {
            LOB_TRY(reach_simple(b, last, &next, &second));
            LOB_TRY(reach(b, LOB_PIECE_CLOTHOID, first, &spiral));
            if (spiral > second && spiral >= last + 3) {
                last = spiral;
                kind = LOB_PIECE_CLOTHOID;
            }
        }
        LOB_TRY(lay(b, kind, first, last));
        first = last;
    }
    return LOB_OK;
}

/* ---- bends ---- */

typedef struct group { /* neighbouring bent parts, and the straight points on either side */
    uint32_t first_part, last_part;
    uint32_t bent_first, bent_last; /* points of the bent parts */
    uint32_t first, last;           /* with the straight ones */
    bool has_before, has_behind;
    double turn; /* of the whole, radians */
} group;

static lob_vec2 chord(const bender *b, uint32_t from, uint32_t to) {
    return lob_vec2_sub(b->points[to].at, b->points[from].at);
}

/* Only so much of a neighbouring line as the bend itself is long: farther off the line may have steps of its own. */
static group group_of(const bender *b, uint32_t first_part, uint32_t last_part) {
    group g = {.first_part = first_part, .last_part = last_part};
    g.bent_first = g.first = b->parts[first_part].first;
    g.bent_last = g.last = b->parts[last_part].last;
    double length = span(b, g.first, g.last);
    if (first_part > 0 && b->parts[first_part - 1].kind == LOB_PIECE_LINE) {
        g.has_before = true;
        uint32_t end = b->parts[first_part - 1].first;
        for (g.first--; g.first > end && span(b, g.first - 1, g.bent_first) <= length; g.first--) {
        }
    }
    if (last_part + 1 < b->part_count && b->parts[last_part + 1].kind == LOB_PIECE_LINE) {
        g.has_behind = true;
        uint32_t end = b->parts[last_part + 1].last;
        for (g.last++; g.last < end && span(b, g.bent_last, g.last + 1) <= length; g.last++) {
        }
    }
    /* The turn, chord by chord over what a few points say, so that more than half a circle counts. */
    uint32_t stride = (g.last - g.first) / 64 + 1;
    lob_vec2 before = chord(b, g.first, g.first + stride <= g.last ? g.first + stride : g.last);
    for (uint32_t i = g.first + stride; i < g.last; i += stride) {
        lob_vec2 next = chord(b, i, i + stride <= g.last ? i + stride : g.last);
        g.turn += lob_vec2_turn(before, next);
        before = next;
    }
    if (!g.has_before && !g.has_behind && g.last > g.first) {
        g.turn *= 1 + (double)stride / (g.last - g.first); /* half a chord at each end */
    }
    return g;
}

/* Where the first and the second half of the bent points bend. */
static void halves(const bender *b, const group *g, double k[2]) {
    uint32_t count = g->bent_last - g->bent_first + 1, half = count / 2 + 1;
    half = half < 3 ? count : half;
    lob_arc_residual(b->points + g->bent_first, half, &k[0]);
    lob_arc_residual(b->points + g->bent_last + 1 - half, half, &k[1]);
}

static lob_status try_fit(bender *b, const group *g, lob_fit_spec *spec, double tolerance, lob_curve *curve,
                          bool *found) {
    uint32_t first = spec->has_before ? g->first : g->bent_first;
    uint32_t last = spec->has_behind ? g->last : g->bent_last;
    spec->line_before = span(b, first, g->bent_first) + (spec->has_before && first == g->bent_first ? b->step : 0);
    spec->line_behind = span(b, g->bent_last, last) + (spec->has_behind && last == g->bent_last ? b->step : 0);
    /* What does not fit a few points will not fit all. */
    if (isfinite(tolerance) && last - first > 2 * LOOK_POINTS) {
        LOB_TRY(fit_points(b, first, last, LOOK_POINTS, spec, curve, found));
        if (!*found || curve->residual > 2 * tolerance) {
            *found = false;
            return LOB_OK;
        }
    }
    LOB_TRY(
        fit_points(b, first, last, spec->kind == LOB_FIT_SMOOTH ? SMOOTH_POINTS : FIT_POINTS_MAX, spec, curve, found));
    *found = *found && curve->residual <= tolerance;
    return LOB_OK;
}

/* Terms are added while they explain more than noise would: what is left shrinks, or points are still off. How far two
 * terms more would move the radius is part of its error. from: a curve to start from, or NULL; then with the lines. */
static lob_status fit_terms(bender *b, const group *g, const lob_curve *from, double tolerance, lob_curve *curve,
                            bool *found) {
    lob_curve best = {.residual = INFINITY, .sigma = INFINITY}, last;
    const lob_curve *start = from;
    double error = 0;
    for (uint32_t terms = from ? from->term_count : 2; terms <= LOB_CURVE_TERMS_MAX; terms++) {
        lob_curve next;
        lob_fit_spec spec = {.kind = LOB_FIT_SMOOTH,
                             .term_count = terms,
                             .turn = g->turn,
                             .start = start,
                             .has_before = from && g->has_before,
                             .has_behind = from && g->has_behind};
        LOB_TRY(try_fit(b, g, &spec, INFINITY, &next, found));
        if (!*found) {
            continue;
        }
        last = next;
        start = &last;
        if (next.sigma < 0.93 * best.sigma || (best.residual > tolerance && next.residual < best.residual)) {
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
static lob_status fit_smooth(bender *b, const group *g, double tolerance, lob_curve *curve, bool *found) {
    LOB_TRY(fit_terms(b, g, NULL, tolerance, curve, found));
    if (!*found || (!g->has_before && !g->has_behind)) {
        return LOB_OK;
    }
    lob_curve start = *curve, whole;
    bool is_better = false;
    start.lead = g->has_before ? span(b, g->first, g->bent_first) : 0;
    LOB_TRY(fit_terms(b, g, &start, tolerance, &whole, &is_better));
    if (is_better && whole.k_error < curve->k_error) {
        *curve = whole;
    }
    return LOB_OK;
}

/* One shape, then the same with a line before or behind that was too short to be seen as one. */
static lob_status fit_shape(bender *b, const group *g, const lob_fit_spec *spec, double tolerance, lob_curve *curve,
                            bool *found) {
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

/* The first of the shapes that routes are made of, simple ones first, that all points agree with. */
static lob_status fit_group(bender *b, const group *g, lob_curve *curve, lob_bend_kind *kind, bool *found) {
    static const struct {
        lob_fit_kind fit;
        lob_bend_kind bend;
    } shapes[] = {{LOB_FIT_ARC, LOB_BEND_ARC},
                  {LOB_FIT_ARCS, LOB_BEND_S},
                  {LOB_FIT_PEAK, LOB_BEND_EULER},
                  {LOB_FIT_EULER, LOB_BEND_EULER}};
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
        if (turns_back) {
            memcpy(spec.k, k, sizeof k);
            spec.turn = k[0] * span(b, g->bent_first, g->bent_last) / 2;
        }
        if (turns_back == (shapes[i].fit == LOB_FIT_ARCS)) {
            LOB_TRY(fit_shape(b, g, &spec, tolerance, curve, found));
        }
        if (*found) {
            return LOB_OK;
        }
    }
    *kind = turns_back ? LOB_BEND_S : LOB_BEND_OTHER;
    return fit_smooth(b, g, tolerance, curve, found);
}

static lob_status put(bender *b, const lob_bend *bend) {
    if (b->bend_count == b->bend_room) {
        uint32_t room = b->bend_room ? 2 * b->bend_room : 16;
        lob_bend *grown = LOB_NEW_ARRAY(b->ctx->arena, lob_bend, room);
        if (!grown) {
            return lob_fail_memory(b->ctx);
        }
        if (b->bend_count > 0) {
            memcpy(grown, b->bends, b->bend_count * sizeof *grown);
        }
        b->bends = grown;
        b->bend_room = room;
    }
    b->bends[b->bend_count++] = *bend;
    return LOB_OK;
}

/* What is straight between where the pieces so far end and `to`. */
static lob_status put_line(bender *b, lob_vec2 to, uint32_t first, uint32_t last) {
    double length = lob_vec2_length(lob_vec2_sub(to, b->reached));
    if (length > 4 * b->grid) {
        lob_bend line = {.kind = LOB_BEND_LINE,
                         .length = length,
                         .s0 = b->length,
                         .s1 = b->length + length,
                         .at = lob_vec2_mul(lob_vec2_add(b->reached, to), 0.5),
                         .first = first,
                         .last = last};
        b->length += length;
        LOB_TRY(put(b, &line));
    }
    b->reached = to;
    return LOB_OK;
}

static bool is_line(const lob_piece *p) {
    return p->k0 == 0 && p->k1 == 0;
}

/* Where the bent part of a curve begins and ends, and how far it turns. */
static void bent_part(const lob_curve *c, double *from, double *to, double *turn) {
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
        const lob_piece *p = &c->pieces[i];
        if (is_line(p) && i == 0) {
            *from = p->length;
        } else if (is_line(p) && i + 1 == c->piece_count) {
            *to = s;
        }
        s += p->length;
        *turn += (p->k0 + p->k1) / 2 * p->length;
    }
    const lob_piece *last = &c->pieces[c->piece_count - 1];
    if (!is_line(last)) { /* as long as its points reach */
        *turn += last->k1 * (c->end - s);
    }
}

static lob_status put_curve(bender *b, const group *g, const lob_curve *curve, lob_bend_kind kind) {
    double from, to, turn, angle;
    lob_vec2 start, end, middle;
    bent_part(curve, &from, &to, &turn);
    lob_curve_at(curve, from, &start, &angle);
    uint32_t p0 = b->source[g->bent_first], p1 = b->source[g->bent_last];
    LOB_TRY(put_line(b, start, p0, p0));
    lob_bend bend = {.kind = kind,
                     .angle_deg = degrees(turn),
                     .length = to - from,
                     .s0 = b->length,
                     .s1 = b->length + to - from,
                     .residual = curve->residual,
                     .first = p0,
                     .last = p1};
    if (curve->k_max > 0) {
        bend.radius_min = 1 / curve->k_max;
        bend.radius_error = 4 * curve->k_error / (curve->k_max * curve->k_max);
    }
    if (kind == LOB_BEND_ARC) {
        double side = turn > 0 ? bend.radius_min : -bend.radius_min;
        bend.centre = lob_vec2_add(start, (lob_vec2){-sin(angle) * side, cos(angle) * side});
    }
    lob_curve_at(curve, to, &end, &angle);
    lob_curve_at(curve, (from + to) / 2, &middle, &angle);
    lob_curve_at(curve, curve->k_max_s, &bend.radius_min_at, &angle);
    bend.at = middle;
    b->length += bend.length;
    b->length_error += 0.5 * b->grid * fabs(turn); /* the mean of many points is nearer to the curve than that */
    b->reached = end;
    return put(b, &bend);
}

/* A bend that no common fit describes: what the parts say, one by one. */
static lob_status put_parts(bender *b, const group *g) {
    LOB_TRY(put_line(b, b->points[g->bent_first].at, b->source[g->bent_first], b->source[g->bent_first]));
    lob_bend bend = {.kind = LOB_BEND_OTHER,
                     .s0 = b->length,
                     .residual = b->tolerance,
                     .at = b->points[(g->bent_first + g->bent_last) / 2].at,
                     .first = b->source[g->bent_first],
                     .last = b->source[g->bent_last]};
    double turn = 0, k_max = 0;
    for (uint32_t i = g->first_part; i <= g->last_part; i++) {
        const part *p = &b->parts[i];
        double mean = (p->k0 + p->k1) / 2, k = fmax(fabs(p->k0), fabs(p->k1));
        turn += mean * span(b, p->first, p->last);
        if (k > k_max && fabs(mean) * span(b, p->first, p->last) * span(b, p->first, p->last) > 4 * b->grid) {
            k_max = k;
            bend.radius_min_at = b->points[fabs(p->k0) > fabs(p->k1) ? p->first : p->last].at;
        }
        for (uint32_t j = p->first; j < p->last; j++) { /* chord to arc */
            double c = gap(b->points, j);
            bend.length += c * (1 + mean * mean * c * c / 24);
        }
    }
    bend.angle_deg = degrees(turn);
    bend.radius_min = k_max > 0 ? 1 / k_max : 0;
    bend.radius_error = bend.radius_min / 4;
    bend.s1 = b->length += bend.length;
    b->length_error += 1e-3 * bend.length;
    b->reached = b->points[g->bent_last].at;
    b->unfitted++;
    return put(b, &bend);
}

enum { SPLITS_MAX = 64, COMMON_PARTS_MAX = 12 };

/* A bend as one curve; where none fits, half of its parts and then the others (a spiral is many bends). */
static lob_status put_group(bender *b, uint32_t first_part, uint32_t last_part) {
    struct {
        uint32_t first, last;
    } stack[SPLITS_MAX] = {{first_part, last_part}};
    uint32_t depth = 1;
    while (depth > 0) {
        uint32_t first = stack[depth - 1].first, last = stack[depth - 1].last;
        depth--;
        group g = group_of(b, first, last);
        lob_curve curve;
        lob_bend_kind kind = LOB_BEND_OTHER;
        bool found = false, is_long = last - first >= COMMON_PARTS_MAX || fabs(g.turn) > 7 * M_PI;
        if (!is_long || first == last) {
            LOB_TRY(fit_group(b, &g, &curve, &kind, &found));
        }
        if (found) {
            LOB_TRY(put_curve(b, &g, &curve, kind));
        } else if (first == last || depth + 2 > SPLITS_MAX) {
            LOB_TRY(put_parts(b, &g));
        } else {
            uint32_t middle = first + (last - first) / 2;
            stack[depth].first = middle + 1;
            stack[depth++].last = last;
            stack[depth].first = first;
            stack[depth++].last = middle;
        }
    }
    return LOB_OK;
}

static lob_status put_stretch(bender *b) {
    b->reached = b->points[0].at;
    for (uint32_t i = 0; i < b->part_count; i++) {
        if (b->parts[i].kind == LOB_PIECE_LINE) {
            continue;
        }
        uint32_t last = i;
        while (last + 1 < b->part_count && b->parts[last + 1].kind != LOB_PIECE_LINE) {
            last++;
        }
        LOB_TRY(put_group(b, i, last));
        i = last;
    }
    return put_line(b, b->points[b->count - 1].at, b->source[0], b->source[b->count - 1]);
}

/* ---- the whole line ---- */

static lob_status put_corner(bender *b, const lob_chain *chain, uint32_t at) {
    double turn = lob_chain_turn(chain, chain->s[at], LOB_CORNER_WINDOW * b->grid);
    lob_bend corner = {.kind = LOB_BEND_CORNER,
                       .angle_deg = degrees(turn),
                       .s0 = b->length,
                       .s1 = b->length,
                       .at = chain->at[at],
                       .radius_min_at = chain->at[at],
                       .first = at,
                       .last = at};
    return put(b, &corner);
}

static lob_status bend_stretch(bender *b, const lob_chain *chain, uint32_t first, uint32_t last) {
    double length = chain->s[last] - chain->s[first];
    b->step = fmax(8 * b->grid, fmin(THIN_STEP * b->grid, length / 40));
    LOB_TRY(take_points(b, chain, first, last));
    LOB_TRY(lay_pieces(b));
    return put_stretch(b);
}

static lob_status bend_chain(bender *b, const lob_chain *chain) {
    uint32_t *corners = LOB_NEW_ARRAY(b->ctx->arena, uint32_t, chain->count);
    if (!corners) {
        return lob_fail_memory(b->ctx);
    }
    uint32_t count = lob_chain_corners(chain, LOB_CORNER_WINDOW * b->grid, LOB_CORNER_ANGLE, corners);
    uint32_t first = 0;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t last = i < count ? corners[i] : chain->count - 1;
        if (last > first) {
            LOB_TRY(bend_stretch(b, chain, first, last));
        }
        if (i < count) {
            LOB_TRY(put_corner(b, chain, last));
        }
        first = last;
    }
    return LOB_OK;
}

/* The ends are rounded as well; where nothing is bent, nothing was guessed. */
static void sum_up(const bender *b, lob_bends *bends) {
    *bends = (lob_bends){.items = b->bends, .count = b->bend_count, .length = b->length};
    bool is_bent = false;
    for (uint32_t i = 0; i < b->bend_count; i++) {
        const lob_bend *bend = &b->bends[i];
        bends->corner_count += bend->kind == LOB_BEND_CORNER;
        if (bend->kind == LOB_BEND_CORNER || bend->kind == LOB_BEND_LINE) {
            continue;
        }
        is_bent = true;
        if (bend->radius_min > 0 && (bends->radius_min == 0 || bend->radius_min < bends->radius_min)) {
            bends->radius_min = bend->radius_min;
            bends->radius_min_at = bend->radius_min_at;
            bends->radius_error = bend->radius_error;
        }
    }
    bends->length_error = b->length_error + 1.5 * (is_bent ? b->grid : 1);
}

lob_status lob_guide_bends(lob_ctx *ctx, const lob_guide *guide, double grid, lob_bends *bends) {
    *bends = (lob_bends){0};
    if (guide->count < 2) {
        return LOB_OK;
    }
    lob_vec2 *points = LOB_NEW_ARRAY(ctx->arena, lob_vec2, guide->count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < guide->count; i++) {
        points[i] = guide->points[i].at;
    }
    lob_chain chain;
    if (!lob_chain_make(ctx->arena, points, guide->count, guide->is_closed, &chain)) {
        return lob_fail_memory(ctx);
    }
    lob_arena *scratch = lob_arena_new(0);
    if (!scratch) {
        return lob_fail_memory(ctx);
    }
    grid = fmax(grid, guide->grid);
    bender b = {.grid = grid};
    lob_status status = LOB_OK;
    for (double coarse = grid; status == LOB_OK && chain.count >= 2 && coarse <= 8 * grid; coarse *= 2) {
        b = (bender){.ctx = ctx, .scratch = scratch, .grid = coarse, .tolerance = coarse};
        status = bend_chain(&b, &chain);
        if (b.unfitted == 0) {
            break;
        }
    }
    lob_arena_drop(scratch);
    LOB_TRY(status);
    sum_up(&b, bends);
    return LOB_OK;
}
