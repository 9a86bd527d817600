/* Centre lines: the two sides of a guide are paired, and the middles of the pairs are the line.
 *
 * A pair is a vertex of one side and the point of the other that lies straight across: on the perpendicular to the mean
 * direction of both sides there. Directions are taken over part of a width, where the grid's rounding no longer counts.
 * Vertices lie on the curve that was meant, chords inside it: so where the other side is met between two vertices of an
 * arc, it is met on the arc through them, not on the chord. Sharp corners of both sides are paired with each other
 * first; between two such joints every vertex gives a pair.
 */
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "geom/guide_impl.h"
#include "geom/region.h"

/* Directions are taken over so many units at least. A wider window sees past the place where a tight bend begins. */
#define DIRECTION_WINDOW 128.0

typedef struct pair {
    double key; /* where along the guide: sum of both lengths */
    lob_vec2 at;
    double width;
} pair;

typedef struct pairing {
    lob_ctx *ctx;
    const lob_sides *sides;
    pair *pairs;
    uint32_t count, lost;
} pairing;

/* ---- joints ---- */

typedef struct joint {
    double left, right; /* lengths on the sides */
    double turn;
} joint;

static lob_status corners_of(lob_ctx *ctx, const lob_chain *chain, double window, uint32_t **corners, uint32_t *count) {
    *corners = LOB_NEW_ARRAY(ctx->arena, uint32_t, chain->count);
    if (!*corners) {
        return lob_fail_memory(ctx);
    }
    *count = lob_chain_corners(chain, window, LOB_CORNER_ANGLE, *corners);
    return LOB_OK;
}

/* The corner of the right side, from `from` on, that mirrors this one of the left: the same turn, a mitre apart. */
static uint32_t matching(const lob_sides *sides, uint32_t corner, const uint32_t *corners, uint32_t count,
                         uint32_t from) {
    const lob_chain *left = &sides->left, *right = &sides->right;
    double turn = lob_chain_turn(left, left->s[corner], sides->window);
    double best = 1.5 * sides->width / fmax(cos(turn / 2), 0.2);
    uint32_t found = count;
    for (uint32_t i = from; i < count; i++) {
        double distance = lob_vec2_length(lob_vec2_sub(left->at[corner], right->at[corners[i]]));
        if (distance < best && fabs(lob_chain_turn(right, right->s[corners[i]], sides->window) - turn) < 0.35) {
            best = distance;
            found = i;
        }
        if (right->s[corners[i]] > left->s[corner] + 20 * sides->width && found < count) {
            break;
        }
    }
    return found;
}

static lob_status find_joints(lob_ctx *ctx, const lob_sides *sides, joint **joints, uint32_t *count) {
    uint32_t *left = NULL, *right = NULL, left_count = 0, right_count = 0;
    LOB_TRY(corners_of(ctx, &sides->left, sides->window, &left, &left_count));
    LOB_TRY(corners_of(ctx, &sides->right, sides->window, &right, &right_count));
    joint *list = LOB_NEW_ARRAY(ctx->arena, joint, left_count + 2);
    if (!list) {
        return lob_fail_memory(ctx);
    }
    *count = 0;
    double start = sides->is_closed ? lob_chain_turn(&sides->left, 0, sides->window) : 0;
    list[(*count)++] = (joint){0, 0, fabs(start) > LOB_CORNER_ANGLE ? start : 0};
    uint32_t from = 0;
    for (uint32_t i = 0; i < left_count; i++) {
        LOB_TRY(lob_poll(ctx));
        uint32_t match = matching(sides, left[i], right, right_count, from);
        double s_left = sides->left.s[left[i]];
        if (match < right_count && s_left > 0) {
            double turn = lob_chain_turn(&sides->left, s_left, sides->window);
            list[(*count)++] = (joint){s_left, sides->right.s[right[match]], turn};
            from = match + 1;
        }
    }
    list[(*count)++] = (joint){lob_chain_length(&sides->left), lob_chain_length(&sides->right), 0};
    *joints = list;
    return LOB_OK;
}

/* ---- pairs ---- */

typedef struct stretch { /* one side between two joints */
    const lob_chain *chain;
    double lo, hi;
    uint32_t edge; /* where the last pair was met */
} stretch;

/* How far the arc through the vertices k, k + 1 stands off its chord at t, along the chord's left normal. */
static double sagitta(const lob_chain *chain, uint32_t k, double t) {
    if (k == 0 || k + 2 >= chain->count) {
        return 0;
    }
    lob_vec2 before = lob_vec2_sub(chain->at[k], chain->at[k - 1]);
    lob_vec2 here = lob_vec2_sub(chain->at[k + 1], chain->at[k]);
    lob_vec2 behind = lob_vec2_sub(chain->at[k + 2], chain->at[k + 1]);
    double length = lob_vec2_length(here);
    double a = lob_vec2_turn(before, here), b = lob_vec2_turn(here, behind);
    bool is_line = length > 3 * fmin(lob_vec2_length(before), lob_vec2_length(behind));
    if (is_line || a * b <= 0 || fabs(a) > LOB_CORNER_ANGLE || fabs(b) > LOB_CORNER_ANGLE) {
        return 0;
    }
    double turn = fabs(a) < fabs(b) ? a : b;
    return -turn * length / 2 * t * (1 - t);
}

/* Where the line through p across `direction` meets the stretch: walks from the last meeting. False: nowhere. */
static bool meet(stretch *other, lob_vec2 p, lob_vec2 direction, double *s, lob_vec2 *at) {
    const lob_chain *c = other->chain;
    uint32_t k = other->edge;
    for (uint32_t steps = 0; steps < c->count; steps++) {
        double f0 = lob_vec2_dot(lob_vec2_sub(c->at[k], p), direction);
        double f1 = lob_vec2_dot(lob_vec2_sub(c->at[k + 1], p), direction);
        if (f0 > 0) {
            if (k == 0 || c->s[k] <= other->lo) {
                return false;
            }
            k--;
        } else if (f1 < 0) {
            if (k + 2 >= c->count || c->s[k + 1] >= other->hi) {
                return false;
            }
            k++;
        } else {
            double t = f1 > f0 ? -f0 / (f1 - f0) : 0;
            lob_vec2 along = lob_vec2_sub(c->at[k + 1], c->at[k]);
            lob_vec2 normal = lob_vec2_unit((lob_vec2){-along.y, along.x});
            *s = c->s[k] + t * (c->s[k + 1] - c->s[k]);
            *at = lob_vec2_add(lob_vec2_add(c->at[k], lob_vec2_mul(along, t)), lob_vec2_mul(normal, sagitta(c, k, t)));
            other->edge = k;
            return true;
        }
    }
    return false;
}

static void pair_vertex(pairing *p, const stretch *own, stretch *other, uint32_t vertex) {
    double s = own->chain->s[vertex];
    lob_vec2 at = own->chain->at[vertex];
    double width = p->sides->width, window = fmin(width, fmax(width / 4, DIRECTION_WINDOW));
    lob_vec2 own_direction = lob_chain_tangent(own->chain, s, window, own->lo, own->hi);
    double s_other = 0;
    lob_vec2 across = at;
    lob_vec2 direction = own_direction;
    for (int round = 0; round < 2; round++) {
        if (!meet(other, at, direction, &s_other, &across) || lob_vec2_length(lob_vec2_sub(across, at)) > 8 * width) {
            p->lost++;
            return;
        }
        lob_vec2 other_direction = lob_chain_tangent(other->chain, s_other, window, other->lo, other->hi);
        direction = lob_vec2_unit(lob_vec2_add(own_direction, other_direction));
    }
    if (meet(other, at, direction, &s_other, &across)) {
        p->pairs[p->count++] =
            (pair){s + s_other, lob_vec2_mul(lob_vec2_add(at, across), 0.5), lob_vec2_length(lob_vec2_sub(across, at))};
    } else {
        p->lost++;
    }
}

static lob_status pair_side(pairing *p, stretch own, stretch other) {
    double margin = fmin(LOB_JOINT_MARGIN * p->sides->width, (own.hi - own.lo) / 4);
    other.edge = lob_chain_edge(other.chain, other.lo);
    for (uint32_t i = lob_chain_edge(own.chain, own.lo); i < own.chain->count && own.chain->s[i] < own.hi; i++) {
        if (i % 1024 == 0) {
            LOB_TRY(lob_poll(p->ctx));
        }
        if (own.chain->s[i] > own.lo + margin && own.chain->s[i] < own.hi - margin) {
            pair_vertex(p, &own, &other, i);
        }
    }
    return LOB_OK;
}

/* Of a side at its first or last point. */
static lob_vec2 end_direction(const lob_chain *side, double window, bool is_last) {
    double length = lob_chain_length(side), from = is_last ? fmax(0, length - window) : 0;
    lob_vec2 a = lob_chain_at(side, from), b = lob_chain_at(side, is_last ? length : fmin(window, length));
    return lob_vec2_unit(lob_vec2_sub(b, a));
}

/* Where the sides run alike, a guide may be cut off askew: its width is that straight across, not the cut's. Facets of
 * an arc turn its end by less than ten degrees and are no such cut. */
static double askew(const lob_sides *sides, const joint *j, lob_vec2 cut) {
    if (sides->is_closed || (j->left > 0 && j->left < lob_chain_length(&sides->left))) {
        return 1;
    }
    /* Over a window: the last edge may be a step of the grid. */
    lob_vec2 one = end_direction(&sides->left, sides->window, j->left > 0);
    lob_vec2 other = end_direction(&sides->right, sides->window, j->left > 0);
    double across = fabs(lob_vec2_cross(lob_vec2_unit(lob_vec2_add(one, other)), lob_vec2_unit(cut)));
    return across < 0.985 && lob_vec2_dot(one, other) > 0.985 ? across : 1;
}

static void pair_joint(pairing *p, const joint *j) {
    lob_vec2 left = lob_chain_at(&p->sides->left, j->left), right = lob_chain_at(&p->sides->right, j->right);
    lob_vec2 cut = lob_vec2_sub(left, right);
    p->pairs[p->count++] = (pair){j->left + j->right, lob_vec2_mul(lob_vec2_add(left, right), 0.5),
                                  lob_vec2_length(cut) * cos(j->turn / 2) * askew(p->sides, j, cut)};
}

static int pair_order(const void *a, const void *b) {
    const pair *p = a, *q = b;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    return p->at.x != q->at.x ? (p->at.x < q->at.x ? -1 : 1) : (p->at.y > q->at.y) - (p->at.y < q->at.y);
}

static lob_status make_pairs(lob_ctx *ctx, const lob_sides *sides, pairing *p) {
    joint *joints = NULL;
    uint32_t joint_count = 0;
    LOB_TRY(find_joints(ctx, sides, &joints, &joint_count));
    *p = (pairing){.ctx = ctx, .sides = sides};
    p->pairs = LOB_NEW_ARRAY(ctx->arena, pair, (size_t)sides->left.count + sides->right.count + joint_count);
    if (!p->pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < joint_count; i++) {
        /* The joint where a closed guide begins and ends is a place like any other, and it comes once. */
        if (!(sides->is_closed && i + 1 == joint_count)) {
            pair_joint(p, &joints[i]);
        }
        if (i + 1 == joint_count) {
            break;
        }
        stretch left = {&sides->left, joints[i].left, joints[i + 1].left, 0};
        stretch right = {&sides->right, joints[i].right, joints[i + 1].right, 0};
        LOB_TRY(pair_side(p, left, right));
        LOB_TRY(pair_side(p, right, left));
    }
    qsort(p->pairs, p->count, sizeof *p->pairs, pair_order);
    return LOB_OK;
}

/* ---- the guide ---- */

static int double_order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Points of the guide from pairs in order; of pairs in one place the first counts. */
static lob_status collect(lob_ctx *ctx, const pairing *p, lob_guide *guide) {
    lob_guide_point *points = LOB_NEW_ARRAY(ctx->arena, lob_guide_point, p->count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    uint32_t count = 0;
    double s = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const pair *q = &p->pairs[i];
        if (count > 0 && lob_vec2_length(lob_vec2_sub(q->at, points[count - 1].at)) < 0.25) {
            bool is_end = i + 1 == p->count && !guide->is_closed;
            if (!is_end || count < 2) {
                continue;
            }
            count--; /* the end itself counts, not the pair beside it */
        }
        s = count > 0 ? points[count - 1].s + lob_vec2_length(lob_vec2_sub(q->at, points[count - 1].at)) : 0;
        points[count++] = (lob_guide_point){q->at, q->width, s};
    }
    guide->points = points;
    guide->count = count;
    guide->chord_length = s;
    if (guide->is_closed && count > 1) {
        guide->chord_length += lob_vec2_length(lob_vec2_sub(points[0].at, points[count - 1].at));
    }
    return LOB_OK;
}

/* Length of the guide that is narrower than `width`, or as narrow when `is_closed`. */
static double length_below(const lob_guide *g, double width, bool is_closed, double *all) {
    double sum = 0;
    *all = 0;
    for (uint32_t i = 1; i < g->count + (g->is_closed ? 1 : 0); i++) {
        const lob_guide_point *p = &g->points[i - 1], *q = &g->points[i % g->count];
        double step = i < g->count ? q->s - p->s : g->chord_length - p->s;
        double low = fmin(p->width, q->width), high = fmax(p->width, q->width);
        double share = low == high ? (low < width || (is_closed && low == width)) : (width - low) / (high - low);
        sum += step * fmin(fmax(share, 0), 1);
        *all += step;
    }
    return sum;
}

/* The width that half of the length is below; the width is straight from one point to the next. */
static double median_by_length(const lob_guide *g, const double *sorted) {
    uint32_t low = 0, high = g->count - 1;
    double all;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool is_enough = length_below(g, sorted[middle], true, &all) >= all / 2;
        *(is_enough ? &high : &low) = is_enough ? middle : middle + 1;
    }
    double below = length_below(g, sorted[low], false, &all);
    if (low == 0 || below <= all / 2) {
        return sorted[low];
    }
    double before = length_below(g, sorted[low - 1], true, &all);
    return sorted[low - 1] + (sorted[low] - sorted[low - 1]) * (all / 2 - before) / (below - before);
}

/* What the width changes by where the guide is as wide as its median, over what a vertex may be off. */
static double change_at_median(const lob_guide *g) {
    double slope = 0;
    for (uint32_t i = 1; i < g->count; i++) {
        const lob_guide_point *p = &g->points[i - 1], *q = &g->points[i];
        bool is_there = (p->width <= g->width_median) != (q->width <= g->width_median);
        /* What rounding alone may do, over what it does not do again. */
        double change = fabs(q->width - p->width), least = change < 3 * g->grid ? LOB_GRID_STEP * g->grid : 1;
        slope = is_there ? fmax(slope, change / fmax(q->s - p->s, least)) : slope;
    }
    return slope;
}

/* How far the median may be off because vertices were rounded. Width is off by the sum of two roundings, and the median
 * of N by 0.5 / sqrt(N) of the grid; 2.2 times that is stated. Counted are, by their length, the widths that may be the
 * same, half of them, for both sides of one place give one each. Where their mean says otherwise by more than chance
 * would they are not rounded at random; along an axis all are rounded alike, and none counts. */
static double width_rounding(const lob_guide *g) {
    const double most = M_SQRT2 * g->grid; /* a vertex on either side, half a diagonal each */
    double sum = 0, squares = 0, widths = 0, straight = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const lob_guide_point *p = &g->points[i], *a = i > 0 ? p - 1 : p, *b = i + 1 < g->count ? p + 1 : p;
        if (fabs(p->width - g->width_median) <= most) {
            double weight = (b->s - a->s) / 2;
            lob_vec2 before = lob_vec2_sub(p->at, a->at), behind = lob_vec2_sub(b->at, p->at);
            sum += weight;
            squares += weight * weight;
            widths += weight * (p->width - g->width_median);
            straight += fabs(before.x * before.y) < 1e-6 ? (p->s - a->s) / 2 : 0;
            straight += fabs(behind.x * behind.y) < 1e-6 ? (b->s - p->s) / 2 : 0;
        }
    }
    if (!(squares > 0) || straight > sum / 2) {
        return most;
    }
    double count = sum * sum / squares / 2, sigma = 0.5 * g->grid / sqrt(fmax(1, count));
    return count < 1.5 ? most : fmin(most, 2.2 * sigma + fmax(0, fabs(widths / sum) - 1.2 * sigma));
}

static lob_status widths(lob_ctx *ctx, const lob_sides *sides, lob_guide *guide) {
    double *sorted = LOB_NEW_ARRAY(ctx->arena, double, guide->count);
    if (!sorted) {
        return lob_fail_memory(ctx);
    }
    guide->width_min = INFINITY;
    guide->width_max = 0;
    for (uint32_t i = 0; i < guide->count; i++) {
        const lob_guide_point *p = &guide->points[i];
        sorted[i] = p->width;
        if (p->width < guide->width_min) {
            guide->width_min = p->width;
            guide->width_min_at = p->at;
        }
        if (p->width > guide->width_max) {
            guide->width_max = p->width;
            guide->width_max_at = p->at;
        }
    }
    qsort(sorted, guide->count, sizeof *sorted, double_order);
    double length;
    guide->width_mean = lob_guide_width_integral(guide, 0, &length) / guide->chord_length;
    guide->width_median = median_by_length(guide, sorted);
    /* What the area says otherwise are facets; the line is no facet longer than those, so a tenth is missing. */
    double integral = lob_guide_width_integral(guide, LOB_GRID_STEP * guide->grid, &length);
    if (!(length > 0)) { /* it comes back to where it began within a step */
        integral = lob_guide_width_integral(guide, 0, &length);
    }
    const double facets = fabs(integral - sides->area) / length;
    const double change = change_at_median(guide);
    guide->width_error = 1.1 * facets + change + width_rounding(guide);
    guide->extreme_error = 1.1 * facets + change + M_SQRT2 * guide->grid;
    return LOB_OK;
}

static lob_status build(lob_ctx *ctx, const lob_sides *sides, bool *found, lob_guide *guide) {
    pairing p;
    LOB_TRY(make_pairs(ctx, sides, &p));
    *guide = (lob_guide){.is_closed = sides->is_closed, .grid = guide->grid};
    guide->ends[0] = sides->ends[0];
    guide->ends[1] = sides->ends[1];
    uint32_t vertices = sides->left.count + sides->right.count;
    LOB_TRY(collect(ctx, &p, guide));
    *found = guide->count >= 2 && p.lost * 2 <= vertices && guide->chord_length > 0;
    if (!*found) {
        guide->refusal = sides->arm_count > 2 ? LOB_REFUSED_BRANCH : LOB_REFUSED_SIDES;
        return LOB_OK;
    }
    LOB_TRY(widths(ctx, sides, guide));
    guide->refusal = lob_guide_verdict(guide, sides);
    *found = guide->refusal == LOB_REFUSED_NOT;
    double lost = (double)p.lost / vertices;
    double slim = fmin(1, guide->chord_length / (2 * guide->width_max));
    guide->confidence = fmax(0, (1 - sides->cost) * (1 - lost) * (0.5 + 0.5 * slim));
    return LOB_OK;
}

/* Points in counter-clockwise order, without doubled and collinear ones. */
static lob_status ring_chain(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, lob_chain *chain) {
    lob_vec2 *points = LOB_NEW_ARRAY(ctx->arena, lob_vec2, (size_t)count + 1);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 p = ring[i], q = ring[(i + 1) % count];
        area += (double)(p.x - ring[0].x) * (double)(q.y - ring[0].y) -
                (double)(q.x - ring[0].x) * (double)(p.y - ring[0].y);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = area < 0 ? count - 1 - i : i;
        lob_vec2 p = {(double)ring[at].x, (double)ring[at].y};
        while (kept > 1 && lob_vec2_cross(lob_vec2_sub(points[kept - 1], points[kept - 2]),
                                          lob_vec2_sub(p, points[kept - 1])) == 0) {
            kept--;
        }
        if (kept == 0 || p.x != points[kept - 1].x || p.y != points[kept - 1].y) {
            points[kept++] = p;
        }
    }
    /* The seam: the first and last points may be collinear with their neighbours as well. */
    uint32_t first = 0;
    while (kept - first > 3 && lob_vec2_cross(lob_vec2_sub(points[kept - 1], points[kept - 2]),
                                              lob_vec2_sub(points[first], points[kept - 1])) == 0) {
        kept--;
    }
    while (kept - first > 3 && lob_vec2_cross(lob_vec2_sub(points[first], points[kept - 1]),
                                              lob_vec2_sub(points[first + 1], points[first])) == 0) {
        first++;
    }
    return lob_chain_make(ctx->arena, points + first, kept - first, true, chain) ? LOB_OK : lob_fail_memory(ctx);
}

typedef struct whole { /* hulls and holes of the figure, merged */
    const lob_point64 *rings[2];
    uint32_t counts[2];
    uint32_t count; /* above 2: no guide */
} whole;

static lob_status merge(lob_ctx *ctx, const lob_point64 *const *rings, const uint32_t *counts, uint32_t ring_count,
                        whole *w) {
    lob_region *region;
    lob_polygons merged;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    for (uint32_t i = 0; i < ring_count; i++) {
        LOB_TRY(lob_region_add(ctx, region, i > 0, rings[i], counts[i]));
    }
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_NOT, &merged));
    w->count = 0;
    for (uint32_t i = 0; i < merged.contour_count; i++) {
        if (w->count < 2) {
            w->rings[w->count] = merged.points + merged.contours[i].first;
            w->counts[w->count] = merged.contours[i].count;
        }
        /* Two hulls are two figures. */
        w->count += i > 0 && !merged.contours[i].is_hole ? 2 : 1;
    }
    return LOB_OK;
}

lob_status lob_ring_hull(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, bool *is_one, lob_chain *hull) {
    whole w;
    LOB_TRY(merge(ctx, &ring, &count, 1, &w));
    *is_one = w.count == 1 && w.counts[0] >= 3;
    return *is_one ? ring_chain(ctx, w.rings[0], w.counts[0], hull) : LOB_OK;
}

/* Few vertices may share a divisor by chance, but hardly that of the common grid of 5 units. Round numbers that
 * somebody wrote share a larger one. */
static double grid_of(const lob_point64 *points, uint32_t count, double width) {
    int64_t grid = 0;
    for (uint32_t i = 1; i < count && grid != 1; i++) {
        grid = lob_i64_divisor(lob_i64_divisor(points[i].x - points[0].x, points[i].y - points[0].y), grid);
    }
    if (count < 16) {
        return count > 3 && width >= 50 && grid % 5 == 0 && grid <= 15 ? 5 : 1;
    }
    return fmax(1, fmin((double)grid, fmin(width / 10, 16)));
}

lob_status lob_guide_from_rings(lob_ctx *ctx, const lob_point64 *const *rings, const uint32_t *counts,
                                uint32_t ring_count, bool *found, lob_guide *guide) {
    whole w;
    lob_sides sides = {0};
    *found = false;
    *guide = (lob_guide){.refusal = LOB_REFUSED_SIDES};
    LOB_TRY(merge(ctx, rings, counts, ring_count, &w));
    if (w.count < 1 || w.count > 2 || w.counts[0] < 4) {
        guide->refusal = w.count > 2 ? LOB_REFUSED_HOLES : LOB_REFUSED_SIDES;
        return LOB_OK;
    }
    lob_chain hull, hole;
    LOB_TRY(ring_chain(ctx, w.rings[0], w.counts[0], &hull));
    if (hull.count < 4) { /* three points and the first again */
        return LOB_OK;
    }
    double area = fabs(lob_ring_area(&hull)), length = lob_chain_length(&hull);
    if (w.count == 2) {
        LOB_TRY(ring_chain(ctx, w.rings[1], w.counts[1], &hole));
        if (hole.count < 4) {
            return LOB_OK;
        }
        area -= fabs(lob_ring_area(&hole));
        length += lob_chain_length(&hole);
    }
    const double about = 2 * area / length; /* how wide */
    guide->grid = grid_of(w.rings[0], w.counts[0], about);
    sides.window = lob_corner_window(guide->grid, about);
    if (w.count == 2) {
        LOB_TRY(lob_sides_of_border(ctx, &hull, &hole, found, &sides));
    } else {
        LOB_TRY(lob_sides_of_ring(ctx, &hull, found, &sides));
    }
    /* Points that fall together as doubles (coordinates near the limits) may leave a side without a direction. */
    *found = *found && sides.left.count >= 2 && sides.right.count >= 2;
    if (*found) {
        guide->grid = grid_of(w.rings[0], w.counts[0], sides.width);
        LOB_TRY(build(ctx, &sides, found, guide));
    } else if (sides.arm_count > 2) {
        guide->refusal = LOB_REFUSED_BRANCH;
    }
    guide->arm_count = sides.arm_count;
    return LOB_OK;
}

lob_status lob_guide_from_line(lob_ctx *ctx, const lob_point64 *line, uint32_t count, double width, lob_guide *guide) {
    lob_guide_point *points = LOB_NEW_ARRAY(ctx->arena, lob_guide_point, count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    *guide = (lob_guide){.points = points,
                         .grid = grid_of(line, count, width),
                         .width_min = width,
                         .width_mean = width,
                         .width_max = width,
                         .width_median = width,
                         .confidence = 1};
    for (uint32_t i = 0; i < count; i++) {
        lob_vec2 at = {(double)line[i].x, (double)line[i].y};
        double step = guide->count > 0 ? lob_vec2_length(lob_vec2_sub(at, points[guide->count - 1].at)) : 0;
        if (guide->count == 0 || step > 0) {
            guide->chord_length += step;
            points[guide->count++] = (lob_guide_point){at, width, guide->chord_length};
        }
    }
    guide->width_min_at = guide->width_max_at = guide->count > 0 ? points[0].at : (lob_vec2){0, 0};
    for (int end = 0; end < 2 && guide->count > 1; end++) {
        lob_vec2 at = points[end ? guide->count - 1 : 0].at, next = points[end ? guide->count - 2 : 1].at;
        double angle = atan2(at.y - next.y, at.x - next.x) * (180 / M_PI);
        guide->ends[end] = (lob_guide_end){at, angle < 0 ? angle + 360 : angle + 0.0, width};
    }
    return LOB_OK;
}
