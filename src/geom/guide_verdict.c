/* Whether two sides and the line between them are a guide, or a figure that only looks so from its ends.
 *
 * Two facts tell. Of a guide, area is the width integrated along the line; where arms leave it, the pairs fold and that
 * fails. And a guide has two ends: every end of an arm that is solid for as long as it is wide counts.
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

lob_guide_refusal lob_guide_verdict(const lob_guide *guide, const lob_sides *sides) {
    if (sides->arm_count > 2) {
        return LOB_REFUSED_BRANCH;
    }
    if (has_step(guide) || bulges(guide)) {
        return LOB_REFUSED_BODY;
    }
    double length;
    double off = fabs(lob_guide_width_integral(guide, LOB_GRID_STEP * guide->grid, &length) - sides->area);
    return off > AREA_SHARE_MAX * sides->area ? LOB_REFUSED_AREA : LOB_REFUSED_NOT;
}
