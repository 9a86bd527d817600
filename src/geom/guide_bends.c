/* Bends: a centre line taken apart into lines, arcs and clothoids.
 *
 * The line is cut at sharp corners. Along each smooth stretch pieces are laid (guide_pieces.c); neighbouring bent ones
 * are one bend, fitted once more as a whole (guide_fits.c), or, where no one curve fits, half by half. Each line is as
 * long as it is drawn: where two meet is a corner, and where many short ones do a bend.
 */

#include "geom/guide_bends_impl.h"

#include "base/list.h"

enum { THIN_STEP = 48 };

/* No facet of a curve turns further, radians. */
#define FACET_TURN 0.35

static double degrees(double radians) {
    return radians * (180 / M_PI);
}

/* ---- bends ---- */

/* A radius that may as well be half as large again is none. Errors are those of the curvature, so that a bound of the
 * radius follows even where nothing else does. */
static void settle_radius(lob_bend *bend) {
    double r = bend->radius_min;
    if (bend->is_undetermined || bend->kind == LOB_BEND_LINE || bend->kind == LOB_BEND_CORNER ||
        (r > 0 && bend->radius_error <= r / 2)) {
        return;
    }
    bend->is_undetermined = true;
    bend->radius_bound = r > 0 && isfinite(bend->radius_error) ? r * r / (r + bend->radius_error) : 0;
    bend->radius_min = bend->radius_error = 0;
}

static lob_status put(lob_bender *b, const lob_bend *bend) {
    LOB_TRY(LOB_LIST_ROOM(b->ctx, b->ctx->arena, b->bends, b->bend_count, b->bend_room));
    lob_bend *kept = &b->bends[b->bend_count++];
    *kept = *bend;
    settle_radius(kept);
    return LOB_OK;
}

/* What is straight between where the pieces so far end and `to`. */
static lob_status put_line(lob_bender *b, lob_vec2 to, uint32_t first, uint32_t last) {
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

static lob_status put_curve(lob_bender *b, const lob_bend_group *g, const lob_curve *curve, lob_bend_kind kind) {
    double from, to, turn, angle;
    lob_vec2 start, end, middle;
    lob_curve_bent_part(curve, &from, &to, &turn);
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
    lob_curve_at(curve, curve->k_max_s, &bend.radius_min_at, &angle);
    if (curve->k_max > 0) {
        lob_tightest t = {.k = curve->k_max, .error = 4 * curve->k_error, .at = bend.radius_min_at};
        if (curve->piece_count == 0) {
            LOB_TRY(lob_bend_group_tightest(b, g, curve, &t));
        }
        bend.radius_min = 1 / t.k;
        bend.radius_min_at = t.at;
        /* Rounding is not as independent from point to point as statistics would have it. */
        bend.radius_error = fmax(t.error / (t.k * t.k) + 0.1 * b->grid, t.swing);
    }
    lob_curve_at(curve, from, &start, &angle);
    if (kind == LOB_BEND_ARC) {
        double side = turn > 0 ? bend.radius_min : -bend.radius_min;
        bend.centre = lob_vec2_add(start, (lob_vec2){-sin(angle) * side, cos(angle) * side});
    }
    lob_curve_at(curve, to, &end, &angle);
    lob_curve_at(curve, (from + to) / 2, &middle, &angle);
    bend.at = middle;
    b->length += bend.length;
    b->reached = end;
    return put(b, &bend);
}

/* A bend that no common fit describes: what the parts say, one by one. */
static lob_status put_parts(lob_bender *b, const lob_bend_group *g) {
    LOB_TRY(put_line(b, b->points[g->bent_first].at, b->source[g->bent_first], b->source[g->bent_first]));
    lob_bend bend = {.kind = LOB_BEND_OTHER,
                     .s0 = b->length,
                     .residual = b->tolerance,
                     .at = b->points[(g->bent_first + g->bent_last) / 2].at,
                     .first = b->source[g->bent_first],
                     .last = b->source[g->bent_last]};
    double turn = 0, k_max = 0;
    for (uint32_t i = g->first_part; i <= g->last_part; i++) {
        const lob_laid_part *p = &b->parts[i];
        double mean = (p->k0 + p->k1) / 2, k = fmax(fabs(p->k0), fabs(p->k1));
        turn += mean * lob_bender_span(b, p->first, p->last);
        if (k > k_max &&
            fabs(mean) * lob_bender_span(b, p->first, p->last) * lob_bender_span(b, p->first, p->last) > 4 * b->grid) {
            k_max = k;
            bend.radius_min_at = b->points[fabs(p->k0) > fabs(p->k1) ? p->first : p->last].at;
        }
        for (uint32_t j = p->first; j < p->last; j++) { /* chord to arc */
            double c = lob_fit_gap(b->points, j);
            bend.length += c * (1 + mean * mean * c * c / 24);
        }
    }
    bend.angle_deg = degrees(turn);
    bend.radius_min = k_max > 0 ? 1 / k_max : 0;
    bend.radius_error = INFINITY; /* no fit, no bound */
    bend.s1 = b->length += bend.length;
    b->reached = b->points[g->bent_last].at;
    b->unfitted++;
    return put(b, &bend);
}

enum { SPLITS_MAX = 64, COMMON_PARTS_MAX = 12, FACETS_MIN = 3, FACET_BOW = 64, KINK = 16 };

/* A free curve of so many terms that no two more were left to confirm them, and that hardly knows its own curvature. */
static bool is_doubtful(const lob_curve *c) {
    return c->piece_count == 0 && c->term_count + 2 > LOB_CURVE_TERMS_MAX && 4 * c->k_error > 0.15 * c->k_max;
}

/* A free curve that would be undetermined. */
static bool is_vague(const lob_curve *c) {
    return c->piece_count == 0 && 4 * c->k_error > 0.3 * c->k_max;
}

/* A free curve that turns otherwise than its points do, which half a facet at each end may: it loops between points
 * that are far apart. */
static bool is_loop(const lob_curve *c, const lob_bend_group *g) {
    double from, to, turn;
    lob_curve_bent_part(c, &from, &to, &turn);
    return c->piece_count == 0 && fabs(turn - g->turn) > LOB_CORNER_ANGLE;
}

/* Whether the curve bends to the other side behind part i. */
static bool turns_back(const lob_bender *b, uint32_t i) {
    return (b->parts[i].k0 + b->parts[i].k1) * (b->parts[i + 1].k0 + b->parts[i + 1].k1) < 0;
}

static bool has_turn_back(const lob_bender *b, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++) {
        if (turns_back(b, i)) {
            return true;
        }
    }
    return false;
}

/* The last part of the first of two: where the curve turns back, nearest to its middle, so that each half has its
 * tightest place inside; else where curvature steps most, or by half where it goes on steadily. */
static uint32_t cut_of(const lob_bender *b, uint32_t first, uint32_t last, uint32_t depth) {
    const double step = 0.5;
    uint32_t cut = first + (last - first) / 2;
    double most = 0, nearest = INFINITY,
           s = (b->points[b->parts[first].first].s + b->points[b->parts[last].last].s) / 2;
    for (uint32_t i = first; i < last; i++) {
        double away = fabs(b->points[b->parts[i].last].s - s);
        if (turns_back(b, i) && away < nearest) {
            nearest = away;
            cut = i;
        }
    }
    if (isfinite(nearest)) {
        return cut;
    }
    for (uint32_t i = first; i < last && depth < SPLITS_MAX / 2; i++) {
        double k = (b->parts[i].k0 + b->parts[i].k1) / 2, next = (b->parts[i + 1].k0 + b->parts[i + 1].k1) / 2;
        double off = fabs(k - next);
        if (off > step * fmax(fabs(k), fabs(next)) + 1e-12 && off > most) {
            most = off;
            cut = i;
        }
    }
    return cut;
}

/* A bend as one curve; where none fits, its parts up to a cut and then the others (a spiral is many bends). */
static lob_status put_group(lob_bender *b, uint32_t first_part, uint32_t last_part) {
    struct {
        uint32_t first, last;
    } stack[SPLITS_MAX] = {{first_part, last_part}};
    uint32_t depth = 1;
    while (depth > 0) {
        uint32_t first = stack[depth - 1].first, last = stack[depth - 1].last;
        depth--;
        lob_bend_group g = lob_bend_group_of(b, first, last);
        lob_curve curve;
        lob_bend_kind kind = LOB_BEND_OTHER;
        bool found = false, is_long = last - first >= COMMON_PARTS_MAX || fabs(g.turn) > 7 * M_PI;
        if (!is_long || first == last) {
            LOB_TRY(lob_bend_group_fit(b, &g, &curve, &kind, &found));
            found = found && !is_loop(&curve, &g);
        }
        bool is_cut =
            found && first < last && (is_doubtful(&curve) || (is_vague(&curve) && has_turn_back(b, first, last)));
        if (found && !is_cut) {
            LOB_TRY(put_curve(b, &g, &curve, kind));
        } else if (first == last || depth + 2 > SPLITS_MAX) {
            LOB_TRY(put_parts(b, &g));
        } else {
            uint32_t middle = cut_of(b, first, last, depth);
            stack[depth].first = middle + 1;
            stack[depth++].last = last;
            stack[depth].first = first;
            stack[depth++].last = middle;
        }
    }
    return LOB_OK;
}

/* ---- straight parts that meet at an angle ---- */

static lob_status put_corner(lob_bender *b, lob_vec2 at, double turn, uint32_t source) {
    lob_bend corner = {.kind = LOB_BEND_CORNER,
                       .angle_deg = degrees(turn),
                       .s0 = b->length,
                       .s1 = b->length,
                       .at = at,
                       .radius_min_at = at,
                       .first = source,
                       .last = source};
    return put(b, &corner);
}

static lob_vec2 part_chord(const lob_bender *b, uint32_t part) {
    const lob_laid_part *p = &b->parts[part];
    return lob_vec2_sub(b->points[p->last].at, b->points[p->first].at);
}

/* The line of `part`, and the corner where it meets the next line: none where one line would miss their joint by
 * little, for a curve that hardly bends is laid out in lines as well. */
static lob_status put_kink(lob_bender *b, uint32_t part) {
    lob_vec2 u = part_chord(b, part), v = part_chord(b, part + 1);
    double turn = lob_vec2_turn(u, v), lu = lob_vec2_length(u), lv = lob_vec2_length(v);
    uint32_t joint = b->parts[part].last;
    LOB_TRY(put_line(b, b->points[joint].at, b->source[b->parts[part].first], b->source[joint]));
    bool is_kink = fabs(turn) * lu * lv / (lu + lv) > KINK * b->tolerance;
    return is_kink ? put_corner(b, b->points[joint].at, turn, b->source[joint]) : LOB_OK;
}

static bool is_facet(const lob_bender *b, uint32_t part) {
    return b->parts[part].kind == LOB_PIECE_LINE && b->parts[part].last == b->parts[part].first + 1;
}

/* Facets first .. last of a curve that nothing fits, so coarse is it drawn: curvature is the turn from one to the next
 * over their length. An end joint turns over the facet alone, for the line that it meets is not bent. */
static lob_status put_facets(lob_bender *b, uint32_t first, uint32_t last) {
    uint32_t p0 = b->parts[first].first, p1 = b->parts[last].last;
    LOB_TRY(put_line(b, b->points[p0].at, b->source[p0], b->source[p0]));
    lob_bend bend = {.kind = LOB_BEND_OTHER,
                     .length = lob_bender_span(b, p0, p1),
                     .s0 = b->length,
                     .residual = b->tolerance,
                     .at = b->points[(p0 + p1) / 2].at,
                     .first = b->source[p0],
                     .last = b->source[p1]};
    double turn = 0, k_max = 0, bow = 0;
    bool has_before = first > 0 && b->parts[first - 1].kind == LOB_PIECE_LINE;
    bool has_behind = last + 1 < b->part_count && b->parts[last + 1].kind == LOB_PIECE_LINE;
    for (uint32_t i = has_before ? first - 1 : first; i < last + has_behind; i++) {
        lob_vec2 u = part_chord(b, i), v = part_chord(b, i + 1);
        double lu = lob_vec2_length(i < first ? v : u), lv = lob_vec2_length(i + 1 > last ? u : v);
        double angle = lob_vec2_turn(u, v), span = (lu + lv) / 2, k = fabs(angle) / span;
        turn += angle;
        bow += span * angle * angle / 24; /* of an arc over its chord */
        if (k > k_max) {
            k_max = k;
            bend.radius_min_at = b->points[b->parts[i].last].at;
            bend.radius_error = (0.25 + 2 * b->finest / (fabs(angle) * span)) / k;
        }
    }
    bend.angle_deg = degrees(turn);
    bend.radius_min = k_max > 0 ? 1 / k_max : 0;
    bend.length += bow;
    bend.s1 = b->length += bend.length;
    b->reached = b->points[p1].at;
    b->unfitted++;
    return put(b, &bend);
}

/* How far an arc over the mean of two chords stands off it when it turns as they do. */
static double joint_bow(const lob_bender *b, uint32_t part) {
    lob_vec2 u = part_chord(b, part), v = part_chord(b, part + 1);
    return fabs(lob_vec2_turn(u, v)) * (lob_vec2_length(u) + lob_vec2_length(v)) / 16;
}

/* How many facets stand from `first` on; 0 when they are fewer than FACETS_MIN: lines and corners. Nobody draws a curve
 * whose facets stand off it by more than FACET_BOW. */
static uint32_t facet_count(const lob_bender *b, uint32_t first, uint32_t last) {
    uint32_t end = first;
    while (end <= last && is_facet(b, end) && (end == first || joint_bow(b, end - 1) <= FACET_BOW * b->finest)) {
        end++;
    }
    return end - first >= FACETS_MIN ? end - first : 0;
}

/* Lines first .. last, one after the other; how long the last one is shows where the next bend begins. */
static lob_status put_lines(lob_bender *b, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i <= last; i++) {
        uint32_t facets = facet_count(b, i, last);
        if (facets > 0) {
            LOB_TRY(put_facets(b, i, i + facets - 1));
            i += facets - 1;
        } else if (i < last && facet_count(b, i + 1, last) == 0) {
            LOB_TRY(put_kink(b, i));
        }
    }
    return LOB_OK;
}

/* The widest of the four edges next to point i, on the side of `step`; samples of one edge have one source. */
static double widest_edge(const lob_bender *b, uint32_t i, int step) {
    double widest = 0, from = b->points[i].s;
    uint32_t edges = 0;
    for (int64_t at = (int64_t)i + step; at >= 0 && at < b->count && edges < 4; at += step) {
        if (at == 0 || at + 1 == b->count || b->source[at] != b->source[at - 1]) {
            widest = fmax(widest, fabs(b->points[at].s - from));
            from = b->points[at].s;
            edges++;
        }
    }
    return widest;
}

/* Whether the lines first .. last at an end of the stretch are not known to be straight, beside a part that bends by k
 * with facets `gap` long: going on, the bend would look the same, or they are its last facets. */
static bool are_bent(const lob_bender *b, uint32_t first, uint32_t last, double k, double gap) {
    const double seen = 24; /* times the tolerance: eight times the sagitta that shows, and half as much again */
    for (uint32_t i = first; i <= last; i++) {
        const lob_laid_part *p = &b->parts[i];
        double length = lob_bender_span(b, p->first, p->last);
        bool is_end = p->first == 0 || p->last + 1 == b->count;
        if (length * length * fabs(k) >= seen * b->tolerance && length - (is_end ? b->margin : 0) >= 1.5 * gap) {
            return false;
        }
        if (i > first && lob_vec2_turn(part_chord(b, i - 1), part_chord(b, i)) * k < 0) {
            return false;
        }
    }
    return true;
}

/* They bend as their neighbour does. */
static void bend_parts(lob_bender *b, uint32_t first, uint32_t last, double k) {
    for (uint32_t i = first; i <= last; i++) {
        b->parts[i].kind = LOB_PIECE_ARC;
        b->parts[i].k0 = b->parts[i].k1 = k;
    }
}

/* The last pieces of a stretch take what the one before left. Where that is no line, it belongs to the bend. */
static void bend_ends(lob_bender *b) {
    uint32_t last = b->part_count, first = 0;
    while (last > 0 && b->parts[last - 1].kind == LOB_PIECE_LINE) {
        last--;
    }
    while (first < last && b->parts[first].kind == LOB_PIECE_LINE) {
        first++;
    }
    if (last == 0) {
        return;
    }
    const lob_laid_part *one = &b->parts[first], *other = &b->parts[last - 1];
    double one_gap = widest_edge(b, one->first, 1), other_gap = widest_edge(b, other->last, -1), k1 = other->k1;
    if (first > 0 && are_bent(b, 0, first - 1, one->k0, one_gap)) {
        bend_parts(b, 0, first - 1, one->k0);
    }
    if (last < b->part_count && are_bent(b, last, b->part_count - 1, k1, other_gap)) {
        bend_parts(b, last, b->part_count - 1, k1);
    }
}

static lob_status put_stretch(lob_bender *b) {
    b->reached = b->points[0].at;
    bend_ends(b);
    for (uint32_t i = 0, last; i < b->part_count; i = last + 1) {
        bool is_line = b->parts[i].kind == LOB_PIECE_LINE;
        last = i;
        while (last + 1 < b->part_count && (b->parts[last + 1].kind == LOB_PIECE_LINE) == is_line) {
            last++;
        }
        LOB_TRY(is_line ? put_lines(b, i, last) : put_group(b, i, last));
    }
    return put_line(b, b->points[b->count - 1].at, b->source[0], b->source[b->count - 1]);
}

/* ---- the whole line ---- */

typedef struct facets { /* vertices of the stretch, without samples of its straight edges */
    const lob_vec2 *at;
    const double *turn; /* at each; 0 at both ends */
    uint32_t count;
} facets;

static lob_status take_facets(lob_bender *b, facets *f) {
    lob_vec2 *at = LOB_NEW_ARRAY(b->ctx->arena, lob_vec2, b->count);
    double *turn = LOB_NEW_ARRAY(b->ctx->arena, double, b->count);
    if (!at || !turn) {
        return lob_fail_memory(b->ctx);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        if (i == 0 || b->source[i] != b->source[i - 1]) {
            at[count++] = b->points[i].at;
        }
    }
    for (uint32_t i = 1; i + 1 < count; i++) {
        turn[i] = lob_vec2_turn(lob_vec2_sub(at[i], at[i - 1]), lob_vec2_sub(at[i + 1], at[i]));
    }
    *f = (facets){at, turn, count};
    return LOB_OK;
}

/* The turn at a vertex of a curve, which a neighbour turns as well; 0: a corner of lines, or more than facets turn. */
static double curve_turn(const facets *f, uint32_t i) {
    double t = f->turn[i];
    bool is_curve = (i > 0 && f->turn[i - 1] * t > 0) || (i + 1 < f->count && f->turn[i + 1] * t > 0);
    return is_curve && fabs(t) < FACET_TURN ? t : 0;
}

/* What facets leave out of the curve that they stand for: an arc that turns as the two ends of a chord do is so much
 * longer. A chord that turns at one end alone may be a line: what it would leave out is `doubt`. Chords far longer than
 * their neighbours are lines. */
static double bow_of(const facets *f, double *doubt) {
    double bow = 0, before = 0;
    *doubt = 0;
    for (uint32_t i = 0; i + 1 < f->count; i++) {
        double length = lob_vec2_length(lob_vec2_sub(f->at[i + 1], f->at[i]));
        double behind = i + 2 < f->count ? lob_vec2_length(lob_vec2_sub(f->at[i + 2], f->at[i + 1])) : 0;
        if (length < 3 * fmax(before, behind)) {
            double u = curve_turn(f, i), v = curve_turn(f, i + 1), both = fmax(0, u * v);
            bow += length * both / 24;
            *doubt += length * (fmax(u * u, v * v) - both) / 24;
        }
        before = length;
    }
    return bow;
}

/* The fitted length is held against the chords and what they leave out. Where they differ by more than both could be
 * wrong, the curve swings between its points, and the chords count. */
static lob_status settle_length(lob_bender *b, double begun, double turned) {
    facets f = {0};
    LOB_TRY(take_facets(b, &f));
    double doubt, bow = bow_of(&f, &doubt);
    double drawn = begun + lob_bender_span(b, 0, b->count - 1) + bow;
    double most = 0.05 * bow + 1.2 * doubt + 4 * b->grid, off = fabs(b->length - drawn);
    if (off > most) {
        b->length = drawn + doubt / 2;
        off = most;
    }
    b->length_error += 0.03 * bow + 1.1 * doubt + 0.7 * off + turned * b->grid * (0.05 + 0.8 / sqrt(b->count));
    return LOB_OK;
}

static double turned_since(const lob_bender *b, uint32_t bend) {
    double turned = 0;
    for (uint32_t i = bend; i < b->bend_count; i++) {
        turned += b->bends[i].kind == LOB_BEND_CORNER ? 0 : fabs(b->bends[i].angle_deg) * (M_PI / 180);
    }
    return turned;
}

static lob_status bend_stretch(lob_bender *b, const lob_chain *chain, uint32_t first, uint32_t last) {
    double length = chain->s[last] - chain->s[first], begun = b->length;
    uint32_t bend = b->bend_count;
    b->step = fmax(8 * b->grid, fmin(THIN_STEP * b->grid, length / 40));
    LOB_TRY(lob_bender_take_points(b, chain, first, last));
    LOB_TRY(lob_bender_lay_pieces(b));
    LOB_TRY(put_stretch(b));
    return settle_length(b, begun, turned_since(b, bend));
}

static lob_status bend_chain(lob_bender *b, const lob_chain *chain) {
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
            double turn = lob_chain_turn(chain, chain->s[last], LOB_CORNER_WINDOW * b->grid);
            LOB_TRY(put_corner(b, chain->at[last], turn, last));
        }
        first = last;
    }
    return LOB_OK;
}

static bool is_curve(const lob_bend *bend) {
    return bend->kind != LOB_BEND_LINE && bend->kind != LOB_BEND_CORNER && !bend->is_undetermined;
}

/* A curve that was taken apart bends from one radius to the next: each part knows its own no better than that, or
 * than its length and residual say. */
static void doubt_neighbours(lob_bender *b) {
    for (uint32_t i = 0; i + 1 < b->bend_count; i++) {
        lob_bend *one = &b->bends[i], *other = &b->bends[i + 1];
        if (is_curve(one) && is_curve(other) && one->angle_deg * other->angle_deg > 0) {
            lob_bend *tight = one->radius_min < other->radius_min ? one : other;
            double off = fabs(one->radius_min - other->radius_min) / 3, r = tight->radius_min;
            /* What a curvature that varies steadily would stand off, the residual would show. */
            double most = 125 * fmax(tight->residual, b->grid) * r * r / (tight->length * tight->length);
            tight->radius_error = fmax(tight->radius_error, fmin(off, most));
            /* A sliver of a curve that goes on hardly knows its own radius. */
            if (tight->radius_error > r / 4) {
                tight->radius_error = fmax(tight->radius_error, 0.51 * r);
            }
        }
    }
    for (uint32_t i = 0; i < b->bend_count; i++) {
        settle_radius(&b->bends[i]);
    }
}

/* Whether the corner, blunt as it is, goes on with how a neighbour turns, a short line away: then it may be a facet of
 * the same curve, and bend as tightly as any. */
static bool is_in_curve(const lob_bender *b, uint32_t corner, int step) {
    const lob_bend *c = &b->bends[corner];
    int64_t line = (int64_t)corner + step, next = line + step;
    if (fabs(c->angle_deg) > degrees(FACET_TURN) || next < 0 || next >= b->bend_count) {
        return false;
    }
    const lob_bend *l = &b->bends[line], *n = &b->bends[next];
    return l->kind == LOB_BEND_LINE && c->angle_deg * n->angle_deg > 0 &&
           (n->kind == LOB_BEND_CORNER ? fabs(n->angle_deg) < degrees(FACET_TURN) : l->length < 1.5 * n->length);
}

/* The ends are rounded as well, each by half a diagonal of the grid; a ring has none. Where nothing is bent, nothing
 * was guessed. */
static void sum_up(lob_bender *b, bool is_closed, lob_bends *bends) {
    doubt_neighbours(b);
    *bends = (lob_bends){.items = b->bends, .count = b->bend_count, .length = b->length};
    bool is_bent = false;
    for (uint32_t i = 0; i < b->bend_count; i++) {
        const lob_bend *bend = &b->bends[i];
        bends->corner_count += bend->kind == LOB_BEND_CORNER;
        if (bend->kind == LOB_BEND_CORNER && (is_in_curve(b, i, 1) || is_in_curve(b, i, -1))) {
            bends->radius_bound = 0;
            bends->undetermined_count++;
        }
        if (bend->kind == LOB_BEND_CORNER || bend->kind == LOB_BEND_LINE) {
            continue;
        }
        is_bent = true;
        if (bend->is_undetermined) {
            bends->radius_bound =
                bends->undetermined_count == 0 ? bend->radius_bound : fmin(bends->radius_bound, bend->radius_bound);
            bends->undetermined_count++;
        } else if (bends->radius_min == 0 || bend->radius_min < bends->radius_min) {
            bends->radius_min = bend->radius_min;
            bends->radius_min_at = bend->radius_min_at;
            bends->radius_error = bend->radius_error;
        }
    }
    double ends = is_closed && bends->corner_count == 0 ? 0 : M_SQRT1_2 * sqrt(1.0 + bends->corner_count);
    bends->length_error = b->length_error + ends * (is_bent ? b->grid : b->finest);
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
    lob_bender b = {.grid = grid};
    lob_status status = LOB_OK;
    for (double coarse = grid; status == LOB_OK && chain.count >= 2 && coarse <= 8 * grid; coarse *= 2) {
        b = (lob_bender){.ctx = ctx,
                         .scratch = scratch,
                         .finest = grid,
                         .grid = coarse,
                         .tolerance = coarse,
                         .margin = LOB_JOINT_MARGIN * guide->width_median};
        status = bend_chain(&b, &chain);
        if (b.unfitted == 0) {
            break;
        }
    }
    lob_arena_drop(scratch);
    LOB_TRY(status);
    sum_up(&b, guide->is_closed, bends);
    return LOB_OK;
}
