/* The two sides of a ring: which of its edges are the ends.
 *
 * An end is an edge with an outward corner at either side. Of all pairs of such edges the true one is that for which
 * area = length * mean width holds: length is the mean of the two sides (exact for parallel curves and mitred corners),
 * mean width that of the two ends (exact for straight tapers). Long edges lose: a rectangle's ends are its short ones.
 */
#include <stdlib.h>
#include <string.h>

#include "geom/guide_impl.h"

enum { CANDIDATES_MAX = 24 };

/* Of the share by which area, length and ends may disagree. */
#define AREA_COST_MAX 0.4

/* How far the sides of a stubby figure may bulge away from each other, radians. Those of a regular pentagon bulge by
 * 1.26, of a hexagon by 2.1. */
#define BULGE_MAX 0.9

typedef struct candidate {
    uint32_t edge; /* from point edge to edge + 1 */
    double length;
    double turn; /* at its two corners together */
} candidate;

double lob_corner_window(double grid, double width) {
    return fmax(LOB_CORNER_WINDOW, fmin(LOB_CORNER_WINDOW * grid, width / 4));
}

double lob_ring_area(const lob_chain *ring) {
    double sum = 0;
    lob_vec2 origin = ring->at[0];
    for (uint32_t i = 0; i + 1 < ring->count; i++) {
        sum += lob_vec2_cross(lob_vec2_sub(ring->at[i], origin), lob_vec2_sub(ring->at[i + 1], origin));
    }
    return sum / 2;
}

/* Turn at the border between the edge and what lies before or behind it, the latter seen over a window. */
static bool is_outward(double turn) {
    return turn > 0.75 && turn < 2.4; /* 43 .. 137 degrees, the ring runs counter-clockwise */
}

/* How far the ring turns at the two corners of an end; 0 for an edge that is none. */
static double end_turn(const lob_chain *ring, uint32_t edge, double window) {
    lob_vec2 a = ring->at[edge], b = ring->at[edge + 1];
    lob_vec2 along = lob_vec2_sub(b, a);
    lob_vec2 before = lob_vec2_sub(a, lob_chain_at(ring, ring->s[edge] - window));
    lob_vec2 behind = lob_vec2_sub(lob_chain_at(ring, ring->s[edge + 1] + window), b);
    double one = lob_vec2_turn(before, along), other = lob_vec2_turn(along, behind);
    return is_outward(one) && is_outward(other) ? one + other : 0;
}

static void keep_short(candidate *list, uint32_t *count, candidate c) {
    uint32_t at = *count;
    if (at == CANDIDATES_MAX) {
        if (list[at - 1].length <= c.length) {
            return;
        }
        at--;
    } else {
        (*count)++;
    }
    while (at > 0 && list[at - 1].length > c.length) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = c;
}

static double between(const lob_chain *ring, uint32_t from, uint32_t to) {
    double length = ring->s[to] - ring->s[from];
    return length < 0 ? length + lob_chain_length(ring) : length;
}

typedef struct border {
    const lob_chain *ring;
    const double *turned; /* direction of each edge, unwrapped, from that of the first */
    double area;
} border;

/* Sides of one guide differ in length only by what the guide turns: width times angle along arcs, up to 1.28 times that
 * at a right corner. What sticks out on one side alone shows here. */
static bool are_alike(const border *b, candidate from, candidate to, double one, double other, double width) {
    double turn = b->turned[to.edge] - b->turned[from.edge] - M_PI;
    return fabs(one - other) <= width * (1.4 * fabs(turn) + 0.6) + 0.01 * (one + other);
}

/* How badly the pair fits; above 1: not at all. */
static double pair_cost(const border *shape, candidate a, candidate b, double *width) {
    const lob_chain *ring = shape->ring;
    if (a.edge > b.edge) {
        candidate swap = a;
        a = b;
        b = swap;
    }
    /* Ends that share a corner leave a side of one point: a wedge, which is no guide. */
    if (a.edge + 1 == b.edge || b.edge + 2 - a.edge == ring->count) {
        return 2;
    }
    double one = between(ring, a.edge + 1, b.edge), other = between(ring, b.edge + 1, a.edge);
    double length = (one + other) / 2;
    double longest = fmax(a.length, b.length);
    if (length <= 1.02 * longest) {
        return 2;
    }
    *width = shape->area / length;
    if (length <= 3 * *width && 2 * M_PI - a.turn - b.turn > BULGE_MAX) {
        return 2;
    }
    if (!are_alike(shape, a, b, one, other, *width)) {
        return 2;
    }
    double expected = (a.length + b.length) / 2;
    double cost = fabs(*width - expected) / expected + 0.05 * longest / length;
    /* Several widths one after the other: slim all the same, and not widest at its ends. */
    if (cost <= AREA_COST_MAX) {
        return cost;
    }
    bool is_chain = length > 3 * *width && longest < 1.5 * *width;
    return is_chain ? AREA_COST_MAX + 0.4 * (*width / length) : 2;
}

static bool chain_part(lob_arena *arena, const lob_chain *ring, uint32_t from, uint32_t to, bool is_reversed,
                       lob_chain *part) {
    uint32_t unique = ring->count - 1;
    uint32_t count = (to + unique - from % unique) % unique + 1;
    lob_vec2 *points = LOB_NEW_ARRAY(arena, lob_vec2, count);
    if (!points) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        points[is_reversed ? count - 1 - i : i] = ring->at[(from + i) % unique];
    }
    return lob_chain_make(arena, points, count, false, part);
}

static lob_guide_end end_of_edge(const lob_chain *ring, uint32_t edge) {
    lob_vec2 a = ring->at[edge], b = ring->at[edge + 1];
    lob_vec2 along = lob_vec2_sub(b, a);
    double angle = atan2(-along.x, along.y) * (180 / M_PI);
    return (lob_guide_end){.at = lob_vec2_mul(lob_vec2_add(a, b), 0.5),
                           .angle_deg = angle < 0 ? angle + 360 : angle + 0.0,
                           .width = lob_vec2_length(along)};
}

static bool is_before(lob_vec2 a, lob_vec2 b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

static lob_status split(lob_ctx *ctx, const lob_chain *ring, uint32_t edge0, uint32_t edge1, lob_sides *sides) {
    sides->ends[0] = end_of_edge(ring, edge0);
    sides->ends[1] = end_of_edge(ring, edge1);
    if (is_before(sides->ends[1].at, sides->ends[0].at)) {
        lob_guide_end swap = sides->ends[0];
        sides->ends[0] = sides->ends[1];
        sides->ends[1] = swap;
        uint32_t edge = edge0;
        edge0 = edge1;
        edge1 = edge;
    }
    uint32_t unique = ring->count - 1;
    bool fits = chain_part(ctx->arena, ring, (edge0 + 1) % unique, edge1, false, &sides->right) &&
                chain_part(ctx->arena, ring, (edge1 + 1) % unique, edge0, true, &sides->left);
    return fits ? LOB_OK : lob_fail_memory(ctx);
}

lob_status lob_sides_of_ring(lob_ctx *ctx, const lob_chain *ring, bool *found, lob_sides *sides) {
    candidate list[CANDIDATES_MAX];
    uint32_t count = 0;
    *found = false;
    LOB_TRY(lob_poll(ctx));
    double *turned = LOB_NEW_ARRAY(ctx->arena, double, ring->count);
    if (!turned) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 1; i + 1 < ring->count; i++) {
        turned[i] = turned[i - 1] + lob_vec2_turn(lob_vec2_sub(ring->at[i], ring->at[i - 1]),
                                                  lob_vec2_sub(ring->at[i + 1], ring->at[i]));
    }
    border shape = {ring, turned, lob_ring_area(ring)};
    for (uint32_t i = 0; i + 1 < ring->count; i++) {
        double turn = end_turn(ring, i, sides->window);
        if (turn > 0) {
            keep_short(list, &count, (candidate){i, ring->s[i + 1] - ring->s[i], turn});
        }
    }
    sides->area = shape.area;
    sides->arm_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(lob_poll(ctx));
        sides->arm_count += lob_ring_is_arm_end(ring, list[i].edge);
    }
    double best = 1;
    uint32_t best_a = 0, best_b = 0;
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = a + 1; b < count; b++) {
            double width = 0;
            double cost = pair_cost(&shape, list[a], list[b], &width);
            if (cost < best) {
                best = cost;
                best_a = list[a].edge;
                best_b = list[b].edge;
                sides->width = width;
                *found = true;
            }
        }
    }
    if (!*found) {
        return LOB_OK;
    }
    sides->is_closed = false;
    sides->cost = best;
    return split(ctx, ring, best_a, best_b, sides);
}

/* A border turned so that it begins at `start`, counter-clockwise. */
static bool chain_from(lob_arena *arena, const lob_chain *ring, double start, bool is_reversed, lob_chain *turned) {
    uint32_t unique = ring->count - 1;
    lob_vec2 *points = LOB_NEW_ARRAY(arena, lob_vec2, unique + 1);
    if (!points) {
        return false;
    }
    uint32_t first = lob_chain_edge(ring, start);
    points[0] = lob_chain_at(ring, start);
    for (uint32_t i = 1; i <= unique; i++) {
        uint32_t at = is_reversed ? (first + unique + 1 - i) % unique : (first + i) % unique;
        points[i] = ring->at[at];
    }
    return lob_chain_make(arena, points, unique + 1, true, turned);
}

static double nearest_on(const lob_chain *ring, lob_vec2 p) {
    double best = INFINITY, s = 0;
    for (uint32_t i = 0; i + 1 < ring->count; i++) {
        lob_vec2 d = lob_vec2_sub(ring->at[i + 1], ring->at[i]);
        double t = lob_vec2_dot(lob_vec2_sub(p, ring->at[i]), d) / lob_vec2_dot(d, d);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        double distance = lob_vec2_length(lob_vec2_sub(lob_vec2_add(ring->at[i], lob_vec2_mul(d, t)), p));
        if (distance < best) {
            best = distance;
            s = ring->s[i] + t * (ring->s[i + 1] - ring->s[i]);
        }
    }
    return s;
}

/* Where the closed guide begins: a sharp corner, so that both borders can be cut there, else the lowest left point. */
static lob_status start_of(lob_ctx *ctx, const lob_chain *outer, double window, uint32_t *start) {
    uint32_t *corners = LOB_NEW_ARRAY(ctx->arena, uint32_t, outer->count);
    if (!corners) {
        return lob_fail_memory(ctx);
    }
    uint32_t count = lob_chain_corners(outer, window, LOB_CORNER_ANGLE, corners);
    *start = count > 0 ? corners[0] : 0;
    for (uint32_t i = 0; i < (count > 0 ? count : outer->count - 1); i++) {
        uint32_t at = count > 0 ? corners[i] : i;
        if (is_before(outer->at[at], outer->at[*start])) {
            *start = at;
        }
    }
    return LOB_OK;
}

lob_status lob_sides_of_border(lob_ctx *ctx, const lob_chain *outer, const lob_chain *inner, bool *found,
                               lob_sides *sides) {
    double area_outer = lob_ring_area(outer), area_inner = lob_ring_area(inner);
    double length = (lob_chain_length(outer) + lob_chain_length(inner)) / 2;
    double width = (fabs(area_outer) - fabs(area_inner)) / length;
    *found = width > 0 && length > 4 * width;
    if (!*found) {
        return LOB_OK;
    }
    uint32_t start = 0;
    LOB_TRY(start_of(ctx, outer, sides->window, &start));
    if (!chain_from(ctx->arena, outer, outer->s[start], area_outer < 0, &sides->right)) {
        return lob_fail_memory(ctx);
    }
    /* The inner border begins at its own corner when one is near: nearest as measured to a corner is that corner. */
    double at = nearest_on(inner, outer->at[start]);
    if (!chain_from(ctx->arena, inner, at, area_inner < 0, &sides->left)) {
        return lob_fail_memory(ctx);
    }
    sides->is_closed = true;
    sides->width = width;
    sides->cost = 0;
    sides->area = fabs(area_outer) - fabs(area_inner);
    return LOB_OK;
}
