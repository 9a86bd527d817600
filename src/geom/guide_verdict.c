/* Whether two sides and the line between them are a guide, or a figure that only looks so from its ends.
 *
 * Four facts tell. Of a guide, area is the width integrated along the line; where arms leave it, the pairs fold and
 * that fails. A guide has two ends: every end of an arm that is solid for as long as it is wide counts. And straight
 * across from a side lies the other side: where a stub sticks out, its flanks face each other. And where one side jogs,
 * the other jogs along: else the width steps, and no line is the middle of a step.
 */
#include <math.h>

#include "geom/guide_impl.h"

/* The share by which area and the integral of the width may differ: coarse facets of bends do by 2 %. */
#define AREA_SHARE_MAX 0.03

/* A width that grows by so much within so small a part of itself is a step: a body, a pad, a serif. */
#define STEP_RATIO 1.5
#define STEP_REACH 0.25

/* A figure that is wider between its ends than at both, and no longer than so many of its widths, is a body. */
#define BULGE_RATIO  1.15
#define BULGE_LENGTH 4.0

/* A flank of a stub is at least so long, both are no further apart, and the border from one to the other is no longer,
 * all by the width of the guide. */
#define STUB_LENGTH 0.3
#define STUB_WIDTH  2.0
#define STUB_REACH  3.0
enum { STUB_LOOKS = 64 };

/* A side that moves over by more than this within one edge, and the other side does not: the width steps. Less is the
 * rounding of a grid, or too little to move the line by more than its bound. */
#define JOG_GRID   4.0
#define JOG_SHARE  0.03
#define JOG_LENGTH 2.0  /* of the width; a longer one is a leg of the line */
#define JOG_ANGLE  0.9  /* 52 degrees, at both of its corners */
#define JOG_COSINE 0.65 /* above that of JOG_ANGLE, 0.62: what it lets pass is measured */
#define JOG_BEND   0.4  /* by which the directions before and behind it may differ */
#define JOG_ALIKE  0.25
enum { JOG_LOOKS = 64 };

double lob_guide_width_integral(const lob_guide *guide, double step, double *length) {
    const lob_guide_point *p = guide->points;
    const uint32_t end = guide->count - (guide->is_closed ? 0 : 1);
    double sum = 0, area = 0, line = 0; /* area and line: since `from`, from point to point */
    *length = 0;
    for (uint32_t i = 1, from = 0; i <= end; i++) { /* of a closed guide the last point joins the first */
        const lob_guide_point *q = &p[i % guide->count];
        double own = lob_vec2_length(lob_vec2_sub(q->at, p[i - 1].at));
        double own_area = own * (q->width + p[i - 1].width) / 2;
        bool is_long = own >= step / 2; /* and is no step of the grid */
        area += is_long ? 0 : own_area;
        line += is_long ? 0 : own;
        double way = lob_vec2_length(lob_vec2_sub(is_long ? p[i - 1].at : q->at, p[from].at));
        if (is_long || way >= step || i == end) {
            sum += (line > 0 ? way * area / line : 0) + (is_long ? own_area : 0);
            *length += way + (is_long ? own : 0);
            area = line = 0;
            from = i;
        }
    }
    return sum;
}

/* ---- ends of arms ---- */

static double along_at(const lob_chain *ring, double s, lob_vec2 from, lob_vec2 in) {
    return lob_vec2_dot(lob_vec2_sub(lob_chain_at(ring, s), from), in);
}

/* Whether nothing of the ring enters the square behind the end; arms may narrow a little. */
static bool is_solid(const lob_chain *ring, lob_vec2 a, lob_vec2 across, lob_vec2 in, double width) {
    const double slack = 0.06 * width + 2, rounding = 2;
    for (uint32_t i = 0; i + 1 < ring->count; i++) {
        lob_vec2 p = lob_vec2_sub(ring->at[i], a), q = lob_vec2_sub(ring->at[i + 1], a);
        double t0 = 0, t1 = 1;
        double from[2] = {lob_vec2_dot(p, across), lob_vec2_dot(p, in)};
        double to[2] = {lob_vec2_dot(q, across), lob_vec2_dot(q, in)};
        double low[2] = {slack, rounding}, high[2] = {width - slack, width};
        bool is_out = false;
        for (int k = 0; k < 2 && !is_out; k++) {
            double d = to[k] - from[k];
            if (d == 0) {
                is_out = from[k] <= low[k] || from[k] >= high[k];
                continue;
            }
            double u = (low[k] - from[k]) / d, v = (high[k] - from[k]) / d;
            t0 = fmax(t0, fmin(u, v));
            t1 = fmin(t1, fmax(u, v));
        }
        if (!is_out && t0 < t1) {
            return false;
        }
    }
    return true;
}

bool lob_ring_is_arm_end(const lob_chain *ring, uint32_t edge) {
    lob_vec2 a = ring->at[edge], b = ring->at[edge + 1];
    lob_vec2 across = lob_vec2_unit(lob_vec2_sub(b, a)), in = {-across.y, across.x};
    double width = lob_vec2_length(lob_vec2_sub(b, a));
    bool runs_in = along_at(ring, ring->s[edge] - 1.2 * width, a, in) > width &&
                   along_at(ring, ring->s[edge + 1] + 1.2 * width, b, in) > width;
    return runs_in && is_solid(ring, a, across, in, width);
}

/* ---- widths and corners ---- */

/* A step between two places near each other. The cuts at the ends may be askew and do not count. */
static bool has_step(const lob_guide *g) {
    uint32_t from = 1;
    for (uint32_t i = 2; i + 1 < g->count; i++) {
        const lob_guide_point *p = &g->points[i];
        while (from < i && p->s - g->points[from].s > STEP_REACH * fmin(p->width, g->points[from].width)) {
            from++;
        }
        double one = g->points[from].width, other = p->width;
        if (fmax(one, other) > STEP_RATIO * fmin(one, other)) {
            return true;
        }
    }
    return false;
}

static bool bulges(const lob_guide *g) {
    double ends = fmax(g->ends[0].width, g->ends[1].width);
    return !g->is_closed && g->width_max > BULGE_RATIO * ends && g->chord_length < BULGE_LENGTH * g->width_max;
}

/* ---- stubs ---- */

/* Where the ray from `at` leaves the figure through edge i, in lengths of `in`; 0 when it does not. The inside is on
 * the left of the chain, or on its right. */
static inline double leaves_through(const lob_chain *side, uint32_t i, lob_vec2 at, lob_vec2 in, bool is_left_inside) {
    const lob_vec2 a = side->at[i], edge = lob_vec2_sub(side->at[i + 1], a);
    const double across = lob_vec2_cross(in, edge);
    if (is_left_inside ? across <= 0 : across >= 0) { /* most edges: they run along with the flank */
        return 0;
    }
    const lob_vec2 to = lob_vec2_sub(a, at);
    const double t = lob_vec2_cross(to, edge) / across, u = lob_vec2_cross(to, in) / across;
    return u >= 0 && u <= 1 && t > 0 ? t : 0;
}

/* Whether another edge of the side comes first. */
static bool is_met(const lob_chain *side, lob_vec2 at, lob_vec2 in, bool is_left_inside, double far) {
    for (uint32_t i = 0; i + 1 < side->count; i++) {
        const double t = leaves_through(side, i, at, in, is_left_inside);
        if (t > 0 && t <= far) {
            return true;
        }
    }
    return false;
}

/* Whether a later edge of `own` faces edge i, near its end, and nothing of `other` lies between. Only where one does
 * the other side is gone through, and not often, so that the work does not grow faster than the points do. */
static bool is_flank(const lob_chain *own, const lob_chain *other, uint32_t i, bool is_left_inside, double width,
                     uint32_t *looks) {
    const double length = own->s[i + 1] - own->s[i], end = own->s[i + 1] + STUB_REACH * width;
    const lob_vec2 along = lob_vec2_sub(own->at[i + 1], own->at[i]);
    const lob_vec2 in = is_left_inside ? (lob_vec2){-along.y, along.x} : (lob_vec2){along.y, -along.x};
    const lob_vec2 at = lob_vec2_sub(own->at[i + 1], lob_vec2_mul(along, STUB_LENGTH / 2 * width / length));
    for (uint32_t k = i + 2; k + 1 < own->count && own->s[k] < end; k++) {
        const double t = leaves_through(own, k, at, in, is_left_inside);
        if (t > 0 && t * length <= STUB_WIDTH * width) {
            (*looks)--;
            return !is_met(other, at, in, !is_left_inside, t);
        }
    }
    return false;
}

static bool has_stub(const lob_chain *own, const lob_chain *other, bool is_left_inside, double width) {
    uint32_t looks = STUB_LOOKS;
    for (uint32_t i = 0; i + 1 < own->count && looks > 0; i++) {
        const double length = own->s[i + 1] - own->s[i];
        if (length >= STUB_LENGTH * width && length <= STUB_REACH * width &&
            is_flank(own, other, i, is_left_inside, width, &looks)) {
            return true;
        }
    }
    return false;
}

/* ---- jogs ---- */

/* The turn into edge i, when it leads across to a parallel of where the side came from; 0 when it does not. The
 * cosine comes first, for it is cheap: most edges are facets of bends. */
static double jog_turn(const lob_chain *side, uint32_t i) {
    const lob_vec2 before = lob_vec2_sub(side->at[i], side->at[i - 1]);
    const lob_vec2 along = lob_vec2_sub(side->at[i + 1], side->at[i]);
    if (lob_vec2_dot(before, along) > JOG_COSINE * (side->s[i] - side->s[i - 1]) * (side->s[i + 1] - side->s[i])) {
        return 0;
    }
    const double in = lob_vec2_turn(before, along);
    const double out = lob_vec2_turn(along, lob_vec2_sub(side->at[i + 2], side->at[i + 1]));
    return fabs(in) > JOG_ANGLE && fabs(out) > JOG_ANGLE && fabs(in + out) < JOG_BEND ? in : 0;
}

/* Whether the other side moves over with it: a dogleg, or the steps of a line drawn on a coarse grid. */
static bool moves_along(const lob_chain *other, lob_vec2 at, double length, double turn, double width) {
    for (uint32_t k = 1; k + 2 < other->count; k++) {
        const double own = other->s[k + 1] - other->s[k];
        if (fabs(own - length) <= JOG_ALIKE * length + 1 &&
            lob_vec2_length(lob_vec2_sub(other->at[k], at)) <= JOG_LENGTH * width + length &&
            jog_turn(other, k) * turn > 0) {
            return true;
        }
    }
    return false;
}

static bool side_jogs(const lob_chain *own, const lob_chain *other, double least, double width) {
    uint32_t looks = JOG_LOOKS;
    for (uint32_t i = 1; i + 2 < own->count && looks > 0; i++) {
        const double length = own->s[i + 1] - own->s[i];
        const double turn = length > least && length < JOG_LENGTH * width ? jog_turn(own, i) : 0;
        if (turn != 0 && !moves_along(other, own->at[i], length, turn, width)) {
            return true;
        }
        looks -= turn != 0;
    }
    return false;
}

/* Where the width is even no side can. */
static bool has_jog(const lob_guide *g, const lob_sides *sides) {
    const double least = fmax(JOG_GRID * g->grid, JOG_SHARE * g->width_median);
    return g->width_max - g->width_min > least / 2 && (side_jogs(&sides->left, &sides->right, least, g->width_median) ||
                                                       side_jogs(&sides->right, &sides->left, least, g->width_median));
}

lob_guide_refusal lob_guide_verdict(const lob_guide *guide, const lob_sides *sides) {
    if (sides->arm_count > 2) {
        return LOB_REFUSED_BRANCH;
    }
    if (has_step(guide) || bulges(guide) || has_jog(guide, sides)) {
        return LOB_REFUSED_BODY;
    }
    if (has_stub(&sides->right, &sides->left, true, guide->width_median) ||
        has_stub(&sides->left, &sides->right, false, guide->width_median)) {
        return LOB_REFUSED_AREA;
    }
    double length;
    double off = fabs(lob_guide_width_integral(guide, LOB_GRID_STEP * guide->grid, &length) - sides->area);
    return off > AREA_SHARE_MAX * sides->area ? LOB_REFUSED_AREA : LOB_REFUSED_NOT;
}
