/* See relation.h. Signs are decided in 128 bits; what is cut off is computed in doubles, as positions along the other
 * edge, and rounded once to the grid. */
#include "rules/relation.h"

#include <math.h>

#include "geom/round.h"

typedef __int128 wide;

typedef struct vec {
    double x, y;
} vec;

typedef struct span { /* positions along an edge, 0 at its start, 1 at its end */
    double from, to;
} span;

static const double DEGREE = 0.017453292519943295;

lob_check_rule lob_check_rule_of(lob_check_kind kind, int64_t distance) {
    return (lob_check_rule){
        .kind = kind, .distance = distance, .ignore_angle = 90, .projection_max = LOB_PROJECTION_MAX};
}

static lob_edge64 turned(lob_edge64 e) {
    return (lob_edge64){e.to, e.from};
}

static bool is_point(lob_edge64 e) {
    return e.from.x == e.to.x && e.from.y == e.to.y;
}

static bool same_point(lob_point64 a, lob_point64 b) {
    return a.x == b.x && a.y == b.y;
}

static vec direction(lob_edge64 e) {
    return (vec){(double)(e.to.x - e.from.x), (double)(e.to.y - e.from.y)};
}

static vec between(lob_point64 from, lob_point64 to) {
    return (vec){(double)(to.x - from.x), (double)(to.y - from.y)};
}

static double cross(vec a, vec b) {
    return a.x * b.y - a.y * b.x;
}

static double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y;
}

static wide cross_exact(lob_point64 o, lob_point64 a, lob_point64 b) {
    return (wide)(a.x - o.x) * (b.y - o.y) - (wide)(a.y - o.y) * (b.x - o.x);
}

static int sign(wide value) {
    return (value > 0) - (value < 0);
}

/* 1: left of the edge, -1: right, 0: on its line. */
static int side(lob_edge64 e, lob_point64 p) {
    return sign(cross_exact(e.from, e.to, p));
}

static int dot_sign(lob_edge64 a, lob_edge64 b) {
    return sign((wide)(a.to.x - a.from.x) * (b.to.x - b.from.x) + (wide)(a.to.y - a.from.y) * (b.to.y - b.from.y));
}

static bool are_parallel(lob_edge64 a, lob_edge64 b) {
    return (wide)(a.to.x - a.from.x) * (b.to.y - b.from.y) == (wide)(a.to.y - a.from.y) * (b.to.x - b.from.x);
}

/* The cross product of two directions. In doubles that of long edges which are nearly parallel could come out as 0. */
static double exact_cross(lob_edge64 a, lob_edge64 b) {
    return (double)((wide)(a.to.x - a.from.x) * (b.to.y - b.from.y) - (wide)(a.to.y - a.from.y) * (b.to.x - b.from.x));
}

static double exact_dot(lob_edge64 a, lob_edge64 b) {
    return (double)((wide)(a.to.x - a.from.x) * (b.to.x - b.from.x) + (wide)(a.to.y - a.from.y) * (b.to.y - b.from.y));
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static bool boxes_touch(lob_edge64 a, lob_edge64 b) {
    return most(a.from.x, a.to.x) >= least(b.from.x, b.to.x) && most(b.from.x, b.to.x) >= least(a.from.x, a.to.x) &&
           most(a.from.y, a.to.y) >= least(b.from.y, b.to.y) && most(b.from.y, b.to.y) >= least(a.from.y, a.to.y);
}

/* The crossing of the line of g with the line of e, counted from the start of e; not parallel. */
static lob_point64 cut_point(lob_edge64 g, lob_edge64 e) {
    double t = (double)cross_exact(g.from, e.from, g.to) / exact_cross(e, g);
    vec d = direction(e);
    return (lob_point64){e.from.x - lob_round(d.x * t), e.from.y - lob_round(d.y * t)};
}

/* ---- which part of g is near e ---- */

/* The part of g on the right of e; false: none. Parts on the line itself count only of edges on one line that meet. */
static bool keep_right(lob_edge64 e, lob_edge64 *g) {
    int s_from = side(e, g->from), s_to = side(e, g->to);
    int limit = s_from == 0 && s_to == 0 && boxes_touch(e, *g) ? 0 : -1;
    if (s_from > limit && s_to > limit) {
        return false;
    }
    if (s_to > limit) {
        g->to = cut_point(*g, e);
    } else if (s_from > limit) {
        g->from = cut_point(*g, e);
    }
    return true;
}

/* Distance from the line of e, positive on the left. KLayout divides by the length rounded to the grid, and rounds
 * again. */
static double line_distance(const lob_check_rule *rule, lob_edge64 e, lob_point64 p) {
    vec d = direction(e);
    double length = sqrt(dot(d, d));
    double area = (double)cross_exact(e.from, e.to, p);
    return rule->is_exact ? area / length : (double)lob_round(area / (double)lob_round(length));
}

static span joined(span a, span b) {
    return (span){fmin(a.from, b.from), fmax(a.to, b.to)};
}

static span ordered(double a, double b) {
    return a <= b ? (span){a, b} : (span){b, a};
}

static const span NOWHERE = {HUGE_VAL, -HUGE_VAL};

/* Where the line through `from` with direction d is within `radius` of the centre. */
static span circle_span(lob_point64 from, vec d, lob_point64 centre, double radius) {
    vec o = between(centre, from);
    double a = dot(d, d);
    double b = dot(o, d);
    double c = dot(o, o) - radius * radius;
    double s = b * b - a * c;
    return s >= 0 ? (span){(-b - sqrt(s)) / a, (-b + sqrt(s)) / a} : NOWHERE;
}

typedef struct strip { /* beside e, on its right */
    vec along, out;    /* unit vectors; out points right */
    vec direction;     /* of e */
    double width;
} strip;

static strip strip_of(lob_edge64 e, int64_t width) {
    vec d = direction(e);
    double f = 1.0 / sqrt(dot(d, d));
    return (strip){{f * d.x, f * d.y}, {f * d.y, -f * d.x}, d, (double)width};
}

/* Positions along g between the line of e and its parallel at the width; not parallel. */
static span across(const strip *s, lob_edge64 e, lob_edge64 g) {
    double det = exact_cross(g, e);
    vec start = between(g.from, e.from);
    /* From differences, so that the result is the same wherever the edges lie. */
    vec outer = {start.x + s->out.x * s->width, start.y + s->out.y * s->width};
    return ordered(cross(outer, s->direction) / det, cross(start, s->direction) / det);
}

/* Positions along g beside e, `more` beyond its ends; not upright to it. */
static span beside(const strip *s, lob_edge64 e, lob_edge64 g, double more) {
    double det = cross(direction(g), s->out);
    det = det != 0 ? det : -exact_dot(g, e) / sqrt(exact_dot(e, e)); /* nearly upright */
    vec start = between(g.from, e.from), end = between(g.from, e.to);
    vec first = {start.x - s->along.x * more, start.y - s->along.y * more};
    vec last = {end.x + s->along.x * more, end.y + s->along.y * more};
    return ordered(cross(first, s->out) / det, cross(last, s->out) / det);
}

static bool near_round(const lob_check_rule *rule, lob_edge64 e, lob_edge64 g, span *near) {
    const int64_t distance = rule->distance;
    *near = NOWHERE;
    if (are_parallel(e, g)) {
        if (fabs(line_distance(rule, e, g.from)) >= (double)distance) {
            return false;
        }
    } else {
        strip s = strip_of(e, distance);
        span over = across(&s, e, g);
        if (dot_sign(e, g) == 0) {
            if (side(g, e.from) * side(g, e.to) <= 0) {
                *near = over;
            }
        } else {
            span aside = beside(&s, e, g, 0);
            span both = {fmax(over.from, aside.from), fmin(over.to, aside.to)};
            *near = both.from <= both.to ? both : NOWHERE;
        }
    }
    vec d = direction(g);
    *near = joined(*near, circle_span(g.from, d, e.from, (double)distance));
    *near = joined(*near, circle_span(g.from, d, e.to, (double)distance));
    return true;
}

/* Whether p lies beside e, `more` beyond its ends. */
static bool is_beside(lob_edge64 e, lob_point64 p, double more) {
    vec d = direction(e);
    double reach = -(more * sqrt(dot(d, d)));
    return !(dot(between(e.from, p), d) < reach) && !(dot(between(p, e.to), d) < reach);
}

static bool near_strip(const lob_check_rule *rule, lob_edge64 e, lob_edge64 g, double more, span *near) {
    const int64_t distance = rule->distance;
    strip s = strip_of(e, distance);
    *near = (span){0, HUGE_VAL};
    if (!are_parallel(e, g)) {
        *near = across(&s, e, g);
    } else if (fabs(line_distance(rule, e, g.from)) >= (double)distance) {
        return false;
    }
    if (dot_sign(e, g) == 0) {
        return is_beside(e, g.from, more);
    }
    span aside = beside(&s, e, g, more);
    *near = (span){fmax(near->from, aside.from), fmin(near->to, aside.to)};
    return true;
}

static bool point_is_near(const lob_check_rule *rule, lob_edge64 e, lob_point64 p, double more) {
    const int64_t distance = rule->distance;
    if (side(e, p) >= 0) {
        return false;
    }
    if (rule->metrics == LOB_METRICS_EUCLIDIAN) {
        span s = circle_span(e.from, direction(e), p, (double)distance);
        return fmax(s.from, 0) <= fmin(s.to, 1);
    }
    double d = line_distance(rule, e, p);
    return d > -(double)distance && d < 0 && is_beside(e, p, more);
}

static lob_point64 at(lob_edge64 g, double t) {
    vec d = direction(g);
    return (lob_point64){g.from.x + lob_round(d.x * t), g.from.y + lob_round(d.y * t)};
}

/* The part of g that is near e, both with what counts on their right. */
static bool near_part(const lob_check_rule *rule, lob_edge64 e, lob_edge64 g, lob_edge64 *part) {
    double more = rule->metrics == LOB_METRICS_SQUARE ? (double)rule->distance : 0;
    span near;
    if (is_point(e) || !keep_right(e, &g)) {
        return false;
    }
    if (is_point(g)) {
        *part = g;
        return point_is_near(rule, e, g.from, more);
    }
    bool found =
        rule->metrics == LOB_METRICS_EUCLIDIAN ? near_round(rule, e, g, &near) : near_strip(rule, e, g, more, &near);
    near = (span){fmax(0, near.from), fmin(1, near.to)};
    if (!found || !(near.from < near.to)) {
        return false;
    }
    *part = (lob_edge64){at(g, near.from), at(g, near.to)};
    return true;
}

/* ---- the check ---- */

/* Length of the shadow of b on a. */
static int64_t projection(lob_edge64 a, lob_edge64 b) {
    if (is_point(a) || is_point(b)) {
        return 0;
    }
    vec d = direction(a);
    double length2 = dot(d, d);
    double from = fmin(1, fmax(0, dot(between(a.from, b.from), d) / length2));
    double to = fmin(1, fmax(0, dot(between(a.from, b.to), d) / length2));
    return lob_round(sqrt(length2) * fabs(to - from));
}

static bool fits_projection(const lob_check_rule *rule, lob_edge64 a, lob_edge64 b) {
    if (rule->projection_min <= 0 && rule->projection_max == LOB_PROJECTION_MAX) {
        return true;
    }
    int64_t first = projection(a, b), second = projection(b, a);
    return (first >= rule->projection_min && first < rule->projection_max) ||
           (second >= rule->projection_min && second < rule->projection_max);
}

static bool face_each_other(const lob_check_rule *rule, lob_edge64 a, lob_edge64 b) {
    bool is_one_way = rule->kind == LOB_CHECK_OVERLAP || rule->kind == LOB_CHECK_INSIDE;
    lob_edge64 aa = is_one_way ? turned(a) : a;
    if (rule->ignore_angle == 90) {
        return dot_sign(aa, b) < 0;
    }
    vec da = direction(aa), db = direction(b);
    double cosine = -dot(da, db) / (sqrt(dot(da, da)) * sqrt(dot(db, db)));
    return !(cosine < cos(rule->ignore_angle * DEGREE) + 1e-10);
}

bool lob_edges_check(const lob_check_rule *rule, lob_edge64 a, lob_edge64 b, lob_edge_pair *pair) {
    if (is_point(a) || is_point(b) || !face_each_other(rule, a, b) || !fits_projection(rule, a, b)) {
        return false;
    }
    bool turns_a = rule->kind == LOB_CHECK_SPACE || rule->kind == LOB_CHECK_INSIDE;
    bool turns_b = rule->kind == LOB_CHECK_SPACE || rule->kind == LOB_CHECK_OVERLAP;
    lob_edge64 an = turns_a ? turned(a) : a;
    lob_edge64 bn = turns_b ? turned(b) : b;
    lob_edge_pair parts;
    if (!near_part(rule, an, bn, &parts.second) || !near_part(rule, bn, an, &parts.first)) {
        return false;
    }
    pair->first = turns_a ? turned(parts.first) : parts.first;
    pair->second = turns_b ? turned(parts.second) : parts.second;
    if (rule->whole_edges) {
        *pair = (lob_edge_pair){a, b};
    }
    return true;
}

/* ---- shielding ---- */

static bool contains(lob_edge64 e, lob_point64 p) {
    return side(e, p) == 0 && p.x >= least(e.from.x, e.to.x) && p.x <= most(e.from.x, e.to.x) &&
           p.y >= least(e.from.y, e.to.y) && p.y <= most(e.from.y, e.to.y);
}

static int dot_sign_at(lob_point64 o, lob_point64 a, lob_point64 b) {
    return sign((wide)(a.x - o.x) * (b.x - o.x) + (wide)(a.y - o.y) * (b.y - o.y));
}

/* As KLayout has it: beside the edge, at a distance that rounds to nothing. */
static bool contains_nearly(lob_edge64 e, lob_point64 p) {
    if (is_point(e)) {
        return same_point(e.from, p);
    }
    vec d = direction(e);
    double distance = fabs((double)cross_exact(e.from, e.to, p)) / (double)lob_round(sqrt(dot(d, d)));
    return lob_round(distance) == 0 && dot_sign_at(e.from, p, e.to) >= 0 && dot_sign_at(e.to, p, e.from) >= 0;
}

static bool is_ortho(lob_edge64 e) {
    return e.from.x == e.to.x || e.from.y == e.to.y;
}

static wide magnitude(wide value) {
    return value < 0 ? -value : value;
}

/* length * part / whole on the grid, a half to the lower number, as KLayout rounds where edges cut. Exact while the
 * product fits, which it does for all coordinates of 32 bits. */
static int64_t share_of(int64_t length, wide part, wide whole) {
    static const wide EXACT_MAX = (wide)1 << 78;
    if (whole > EXACT_MAX) {
        return lob_round((double)length * ((double)part / (double)whole));
    }
    wide twice = 2 * (wide)length * part - whole; /* ceiling of twice / (2 * whole) */
    wide quotient = twice / (2 * whole);
    return (int64_t)(quotient + (twice > 0 && twice % (2 * whole) != 0));
}

/* A common point of two edges, on the grid; an end counts when it is nearly on the other edge. */
static bool meet(lob_edge64 a, lob_edge64 b, lob_point64 *p) {
    if (is_point(a)) {
        *p = a.from;
        return contains_nearly(b, a.from);
    }
    if (!boxes_touch(a, b)) {
        return false;
    }
    if (is_ortho(a) && is_ortho(b)) {
        *p = (lob_point64){most(least(a.from.x, a.to.x), least(b.from.x, b.to.x)),
                           most(least(a.from.y, a.to.y), least(b.from.y, b.to.y))};
        return true;
    }
    int a_from = side(b, a.from), a_to = side(b, a.to);
    int b_from = side(a, b.from), b_to = side(a, b.to);
    if (a_from * a_to > 0 || b_from * b_to > 0) {
        return false;
    }
    if (a_from == 0 || a_to == 0) {
        const lob_point64 ends[4] = {b.from, b.to, a.from, a.to};
        for (int i = 0; i < 4; i++) {
            *p = ends[i];
            if (contains_nearly(i < 2 ? a : b, ends[i])) {
                return true;
            }
        }
        return false;
    }
    wide near = magnitude(cross_exact(b.from, b.to, a.from)), far = magnitude(cross_exact(b.from, b.to, a.to));
    *p = (lob_point64){a.from.x + share_of(a.to.x - a.from.x, near, near + far),
                       a.from.y + share_of(a.to.y - a.from.y, near, near + far)};
    return true;
}

static wide cross_of(lob_point64 from_a, lob_point64 a, lob_point64 from_b, lob_point64 b) {
    return (wide)(a.x - from_a.x) * (b.y - from_b.y) - (wide)(a.y - from_a.y) * (b.x - from_b.x);
}

/* Twice the area of the four-sided figure that the two edges and the lines joining their ends make. */
static wide figure_area(lob_edge64 a, lob_edge64 b) {
    return cross_of(b.to, a.to, b.from, a.from);
}

lob_edge_pair lob_pair_normal(lob_edge_pair p) {
    wide area = figure_area(p.first, p.second);
    wide other = figure_area(turned(p.first), p.second);
    if (magnitude(other) > magnitude(area)) {
        p.first = turned(p.first);
        area = other;
    }
    if (area == 0 && dot_sign(p.first, p.second) > 0) {
        p.first = turned(p.first);
    }
    if (area < 0 || (area == 0 && (side(p.first, p.second.from) > 0 || side(p.second, p.first.from) > 0))) {
        p = (lob_edge_pair){turned(p.first), turned(p.second)};
    }
    return p;
}

lob_pair_joins lob_pair_joins_of(const lob_edge_pair *pair) {
    const lob_edge_pair p = lob_pair_normal(*pair);
    return (lob_pair_joins){{p.first.from, p.second.to}, {p.second.from, p.first.to}};
}

bool lob_joins_are_cut(const lob_pair_joins *joins, lob_edge64 q) {
    lob_point64 at_one, at_other;
    if (!meet(joins->one, q, &at_one) || !meet(joins->other, q, &at_other)) {
        return false;
    }
    return !same_point(at_one, at_other) || (side(joins->one, q.from) != 0 && side(joins->other, q.to) != 0);
}

/* ---- distance ---- */

static double point_distance(lob_edge64 e, lob_point64 p) {
    vec d = direction(e), o = between(e.from, p);
    double length2 = dot(d, d);
    double t = length2 > 0 ? fmin(1, fmax(0, dot(o, d) / length2)) : 0;
    return hypot(o.x - t * d.x, o.y - t * d.y);
}

static bool edges_cross(lob_edge64 a, lob_edge64 b) {
    return (side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0) || contains(a, b.from) ||
           contains(a, b.to) || contains(b, a.from) || contains(b, a.to);
}

double lob_pair_distance(const lob_edge_pair *pair) {
    if (edges_cross(pair->first, pair->second)) {
        return 0;
    }
    double a = fmin(point_distance(pair->first, pair->second.from), point_distance(pair->first, pair->second.to));
    double b = fmin(point_distance(pair->second, pair->first.from), point_distance(pair->second, pair->first.to));
    return fmin(a, b);
}
