/* See distance.h.
 *
 * A trace's edges stand in the leaves of a binary tree in their own order, which for drawn outlines is an order in
 * space as well. The search goes down both trees at once, the nearer half first, and leaves out what cannot come before
 * the best pair so far: best is least (squared distance, then y and x of the point on a, then of that on b).
 */
#include "geom/distance.h"

#include <math.h>

#include "base/limits.h"

enum { LEAF_EDGES = 4, STACK_SIZE = 160, POLL_EVERY = 65536 };

typedef __int128 wide;

static wide dot(lob_point64 o, lob_point64 p, lob_point64 q) {
    return (wide)(p.x - o.x) * (q.x - o.x) + (wide)(p.y - o.y) * (q.y - o.y);
}

/* Twice the area of o, p, q. */
static wide cross(lob_point64 o, lob_point64 p, lob_point64 q) {
    return (wide)(p.x - o.x) * (q.y - o.y) - (wide)(p.y - o.y) * (q.x - o.x);
}

/* ---- quotients and points ---- */

static lob_u128 magnitude(wide value) {
    return value < 0 ? (lob_u128)(-(value + 1)) + 1 : (lob_u128)value;
}

static int compare_ratios(const lob_ratio *a, const lob_ratio *b) {
    lob_wide x = lob_wide_mul(a->num, b->den), y = lob_wide_mul(b->num, a->den);
    return lob_wide_compare(&x, &y);
}

double lob_ratio_root(const lob_ratio *d2, int64_t *rounded, bool *is_whole) {
    double root = sqrt(lob_wide_to_double(&d2->num) / (double)d2->den);
    int64_t n = (int64_t)(root + 0.5);
    for (int side = -1; side <= 1; side += 2) { /* is (n -+ 1/2)^2 on the right side of d2? */
        lob_wide four = lob_wide_mul(d2->num, 4);
        for (;;) {
            lob_u128 odd = (lob_u128)(n > 0 || side > 0 ? 2 * n + side : 0);
            lob_wide border = lob_wide_mul(lob_wide_mul(lob_wide_from(odd), odd), d2->den);
            int order = lob_wide_compare(&four, &border);
            if (side < 0 && order < 0) {
                n--;
            } else if (side > 0 && order >= 0) {
                n++;
            } else {
                break;
            }
        }
    }
    lob_wide square = lob_wide_mul(lob_wide_mul(lob_wide_from((lob_u128)n), (lob_u128)n), d2->den);
    *is_whole = lob_wide_compare(&square, &d2->num) == 0;
    *rounded = n;
    return *is_whole ? (double)n : root;
}

static lob_spot spot_at(lob_point64 p) {
    return (lob_spot){p, 0, 0};
}

/* from + by * num / den, 0 <= num <= den */
static void move(int64_t from, int64_t by, lob_u128 num, lob_u128 den, int64_t *at, double *fraction) {
    lob_wide product = lob_wide_mul(lob_wide_from(num), magnitude(by));
    lob_u128 rest;
    int64_t whole = (int64_t)lob_wide_divide(&product, den, &rest);
    if (by < 0) {
        whole = -whole - (rest > 0);
        rest = rest > 0 ? den - rest : 0;
    }
    *at = from + whole;
    *fraction = (double)rest / (double)den;
    if (*fraction >= 1) { /* rounded up */
        *at += 1;
        *fraction = 0;
    }
}

static lob_spot spot_between(lob_point64 a, lob_point64 b, lob_u128 num, lob_u128 den) {
    lob_spot spot;
    move(a.x, b.x - a.x, num, den, &spot.at.x, &spot.fx);
    move(a.y, b.y - a.y, num, den, &spot.at.y, &spot.fy);
    return spot;
}

static int compare_parts(int64_t a, double fa, int64_t b, double fb) {
    return a != b ? (a < b ? -1 : 1) : fa != fb ? (fa < fb ? -1 : 1) : 0;
}

static int compare_spots(const lob_spot *a, const lob_spot *b) {
    int order = compare_parts(a->at.y, a->fy, b->at.y, b->fy);
    return order ? order : compare_parts(a->at.x, a->fx, b->at.x, b->fx);
}

/* ---- trees ---- */

typedef struct tree {
    const lob_trace *trace;
    uint32_t edge_count;
    uint32_t leaf_count; /* a power of two: node i has children 2i and 2i + 1, leaves begin at leaf_count */
    lob_box64 *boxes;
} tree;

typedef struct edge {
    lob_point64 a, b;
} edge;

static edge edge_of(const tree *t, uint32_t i) {
    return (edge){t->trace->points[i], t->trace->points[i + 1 < t->trace->count ? i + 1 : 0]};
}

static lob_box64 leaf_box(const tree *t, uint32_t leaf) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint64_t i = (uint64_t)leaf * LEAF_EDGES; i < t->edge_count && i < ((uint64_t)leaf + 1) * LEAF_EDGES; i++) {
        edge e = edge_of(t, (uint32_t)i);
        box = lob_box64_add_point(lob_box64_add_point(box, e.a.x, e.a.y), e.b.x, e.b.y);
    }
    return box;
}

static lob_status tree_make(lob_ctx *ctx, const lob_trace *trace, tree *t) {
    bool is_closed = (trace->is_closed || trace->has_area) && trace->count > 1;
    *t = (tree){.trace = trace, .leaf_count = 1};
    t->edge_count = is_closed || trace->count == 1 ? trace->count : trace->count - 1;
    uint32_t leaves = (t->edge_count - 1) / LEAF_EDGES + 1;
    while (t->leaf_count < leaves) {
        t->leaf_count *= 2;
    }
    t->boxes = LOB_NEW_ARRAY(ctx->arena, lob_box64, 2 * (size_t)t->leaf_count);
    if (!t->boxes) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < t->leaf_count; i++) {
        t->boxes[t->leaf_count + i] = leaf_box(t, i);
    }
    for (size_t i = t->leaf_count - 1; i >= 1; i--) {
        t->boxes[i] = lob_box64_join(t->boxes[2 * i], t->boxes[2 * i + 1]);
    }
    return LOB_OK;
}

/* ---- the search ---- */

typedef struct search {
    lob_ctx *ctx;
    tree trees[2];
    bool has_best;
    double guess; /* of the best squared distance; off by a few units of the last place */
    lob_distance best;
    uint64_t work, work_max;
} search;

/* Clearly more than the best: by doubles alone, which stray by far less than the margin. */
static bool is_plainly_worse(const search *s, double d2) {
    return s->has_best && d2 > s->guess * (1 + 1e-12);
}

static void offer(search *s, const lob_ratio *d2, double guess, lob_spot on_a, lob_spot on_b) {
    if (s->has_best) {
        int order = compare_ratios(d2, &s->best.d2);
        order = order ? order : compare_spots(&on_a, &s->best.spots[0]);
        order = order ? order : compare_spots(&on_b, &s->best.spots[1]);
        if (order >= 0) {
            return;
        }
    }
    s->has_best = true;
    s->guess = guess;
    s->best = (lob_distance){.d2 = *d2, .spots = {on_a, on_b}};
}

/* `side`: of the trace that p is of. */
static void offer_point(search *s, lob_point64 p, edge e, int side) {
    lob_u128 length2 = (lob_u128)dot(e.a, e.b, e.b);
    wide t = dot(e.a, e.b, p);
    lob_ratio d2;
    lob_spot spot;
    double guess;
    if (t <= 0 || (lob_u128)t >= length2) {
        lob_point64 end = t <= 0 ? e.a : e.b;
        lob_u128 square = (lob_u128)dot(end, p, p);
        guess = (double)square;
        if (is_plainly_worse(s, guess)) {
            return;
        }
        d2 = (lob_ratio){lob_wide_from(square), 1};
        spot = spot_at(end);
    } else {
        lob_u128 area = magnitude(cross(e.a, e.b, p));
        guess = (double)area / (double)length2 * (double)area;
        if (is_plainly_worse(s, guess)) {
            return;
        }
        d2 = (lob_ratio){lob_wide_mul(lob_wide_from(area), area), length2};
        spot = spot_between(e.a, e.b, (lob_u128)t, length2);
    }
    lob_spot own = spot_at(p);
    offer(s, &d2, guess, side == 0 ? own : spot, side == 0 ? spot : own);
}

static bool is_opposite(wide a, wide b) {
    return (a > 0 && b < 0) || (a < 0 && b > 0);
}

/* Where the insides of both edges cross; an end on the other edge is found as a distance of 0. */
static void offer_crossing(search *s, edge e, edge f) {
    wide c = cross(e.a, e.b, f.a), d = cross(e.a, e.b, f.b);
    if (!is_opposite(c, d)) {
        return;
    }
    wide g = cross(f.a, f.b, e.a), h = cross(f.a, f.b, e.b);
    if (!is_opposite(g, h)) {
        return;
    }
    lob_ratio zero = {lob_wide_from(0), 1};
    lob_spot spot = spot_between(e.a, e.b, magnitude(g), magnitude(g) + magnitude(h));
    offer(s, &zero, 0, spot, spot);
}

static void offer_edges(search *s, edge e, edge f) {
    offer_crossing(s, e, f);
    offer_point(s, e.a, f, 0);
    offer_point(s, e.b, f, 0);
    offer_point(s, f.a, e, 1);
    offer_point(s, f.b, e, 1);
}

static int64_t gap(int64_t a_low, int64_t a_high, int64_t b_low, int64_t b_high) {
    return a_low > b_high ? a_low - b_high : b_low > a_high ? b_low - a_high : 0;
}

static lob_u128 box_distance2(lob_box64 a, lob_box64 b) {
    int64_t dx = gap(a.left, a.right, b.left, b.right), dy = gap(a.bottom, a.top, b.bottom, b.top);
    return (lob_u128)((wide)dx * dx + (wide)dy * dy);
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Whether a pair of points in these boxes may come before the best. */
static bool may_win(const search *s, lob_box64 a, lob_box64 b) {
    if (lob_box64_is_empty(a) || lob_box64_is_empty(b)) {
        return false;
    }
    if (!s->has_best) {
        return true;
    }
    lob_u128 least = box_distance2(a, b);
    double guess = (double)least;
    if (is_plainly_worse(s, guess)) {
        return false;
    }
    if (guess < s->guess * (1 - 1e-12)) {
        return true;
    }
    lob_ratio bound = {lob_wide_from(least), 1};
    int order = compare_ratios(&bound, &s->best.d2);
    if (order != 0) {
        return order < 0;
    }
    bool meets = lob_wide_is_zero(&s->best.d2.num); /* then both points are one, in both boxes */
    lob_spot first =
        spot_at((lob_point64){meets ? larger(a.left, b.left) : a.left, meets ? larger(a.bottom, b.bottom) : a.bottom});
    return compare_spots(&first, &s->best.spots[0]) <= 0;
}

typedef struct pair {
    uint32_t node[2];
} pair;

static bool is_leaf(const tree *t, uint32_t node) {
    return node >= t->leaf_count;
}

static double extent(lob_box64 box) {
    return (double)(box.right - box.left) + (double)(box.top - box.bottom);
}

static void search_leaves(search *s, pair p) {
    const tree *a = &s->trees[0], *b = &s->trees[1];
    uint64_t i0 = (uint64_t)(p.node[0] - a->leaf_count) * LEAF_EDGES;
    uint64_t k0 = (uint64_t)(p.node[1] - b->leaf_count) * LEAF_EDGES;
    for (uint64_t i = i0; i < i0 + LEAF_EDGES && i < a->edge_count; i++) {
        edge e = edge_of(a, (uint32_t)i);
        for (uint64_t k = k0; k < k0 + LEAF_EDGES && k < b->edge_count; k++) {
            offer_edges(s, e, edge_of(b, (uint32_t)k));
            s->work++;
        }
    }
}

/* Which of two trees to go down in: the one that is not at a leaf, else the larger box. */
static int side_to_split(const search *s, pair p) {
    if (is_leaf(&s->trees[0], p.node[0])) {
        return 1;
    }
    if (is_leaf(&s->trees[1], p.node[1])) {
        return 0;
    }
    return extent(s->trees[0].boxes[p.node[0]]) >= extent(s->trees[1].boxes[p.node[1]]) ? 0 : 1;
}

/* Two halves, the nearer on top of the stack. */
static void push_halves(const search *s, pair p, pair *stack, unsigned *depth) {
    int side = side_to_split(s, p);
    pair halves[2] = {p, p};
    lob_u128 d2[2];
    for (int i = 0; i < 2; i++) {
        halves[i].node[side] = 2 * p.node[side] + (uint32_t)i;
        lob_box64 a = s->trees[0].boxes[halves[i].node[0]], b = s->trees[1].boxes[halves[i].node[1]];
        d2[i] = lob_box64_is_empty(a) || lob_box64_is_empty(b) ? ~(lob_u128)0 : box_distance2(a, b);
    }
    int near = d2[1] < d2[0] ? 1 : 0;
    stack[(*depth)++] = halves[1 - near];
    stack[(*depth)++] = halves[near];
}

static lob_status check_work(search *s, uint64_t *next_poll) {
    if (s->work >= *next_poll) {
        *next_poll = s->work + POLL_EVERY;
        LOB_TRY(lob_poll(s->ctx));
    }
    if (s->work > s->work_max) {
        lob_status status = lob_fail(s->ctx, LOB_E_QUERY_TOO_LARGE, "Too many pairs of edges have the same distance");
        lob_error_text(&s->ctx->error, "reason", LOB_STR("work"));
        lob_error_integer(&s->ctx->error, "limit", (int64_t)s->work_max);
        lob_hint(s->ctx, "Measure between smaller figures.");
        return status;
    }
    return LOB_OK;
}

static lob_status search_all(search *s) {
    pair stack[STACK_SIZE] = {{{1, 1}}}; /* each level of both trees leaves one behind: at most 60 and the last two */
    unsigned depth = 1;
    uint64_t next_poll = 0;
    while (depth > 0) {
        pair p = stack[--depth];
        s->work++;
        LOB_TRY(check_work(s, &next_poll));
        if (!may_win(s, s->trees[0].boxes[p.node[0]], s->trees[1].boxes[p.node[1]])) {
            continue;
        }
        if (is_leaf(&s->trees[0], p.node[0]) && is_leaf(&s->trees[1], p.node[1])) {
            search_leaves(s, p);
        } else {
            push_halves(s, p, stack, &depth);
        }
    }
    return LOB_OK;
}

/* ---- inside ---- */

int lob_trace_winding(const lob_trace *trace, lob_point64 p, bool *on_border) {
    int winding = 0;
    *on_border = false;
    for (uint32_t i = 0; i < trace->count; i++) {
        lob_point64 a = trace->points[i], b = trace->points[i + 1 < trace->count ? i + 1 : 0];
        if ((a.y > p.y && b.y > p.y) || (a.y < p.y && b.y < p.y)) {
            continue;
        }
        wide side = cross(a, b, p);
        if (side == 0 && (a.x <= p.x || b.x <= p.x) && (a.x >= p.x || b.x >= p.x)) {
            *on_border = true;
            return 0;
        }
        if (a.y <= p.y && b.y > p.y && side > 0) {
            winding++;
        } else if (a.y > p.y && b.y <= p.y && side < 0) {
            winding--;
        }
    }
    return winding;
}

static bool is_inside(const lob_trace *outer, const lob_trace *inner) {
    bool on_border;
    return outer->has_area && lob_trace_winding(outer, inner->points[0], &on_border) != 0;
}

static lob_spot lowest(const lob_trace *trace) {
    lob_spot best = spot_at(trace->points[0]);
    for (uint32_t i = 1; i < trace->count; i++) {
        lob_spot spot = spot_at(trace->points[i]);
        best = compare_spots(&spot, &best) < 0 ? spot : best;
    }
    return best;
}

/* Borders that share no point: each trace is in one piece, so one point tells where all of it is. */
static void relate(const lob_trace *a, const lob_trace *b, lob_distance *distance) {
    if (lob_wide_is_zero(&distance->d2.num)) {
        distance->relation = LOB_RELATION_MEET;
        return;
    }
    bool a_in_b = is_inside(b, a);
    if (a_in_b || is_inside(a, b)) {
        distance->relation = a_in_b ? LOB_RELATION_A_IN_B : LOB_RELATION_B_IN_A;
        distance->d2 = (lob_ratio){lob_wide_from(0), 1};
        distance->spots[0] = distance->spots[1] = lowest(a_in_b ? a : b);
    }
}

static lob_status check_range(lob_ctx *ctx, const lob_trace *trace) {
    for (uint32_t i = 0; i < trace->count; i++) {
        lob_point64 p = trace->points[i];
        if (p.x > LOB_COORD_MAX || p.x < -LOB_COORD_MAX || p.y > LOB_COORD_MAX || p.y < -LOB_COORD_MAX) {
            lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "A figure lies beyond the coordinate range");
            lob_error_text(&ctx->error, "reason", LOB_STR("coordinate"));
            lob_hint(ctx,
                     "Coordinates up to 2^53 database units are exact; measure in the cell that stores the figure.");
            return status;
        }
    }
    return LOB_OK;
}

lob_status lob_distance_find(lob_ctx *ctx, const lob_trace *a, const lob_trace *b, uint64_t work_max,
                             lob_distance *distance) {
    search s = {.ctx = ctx, .work_max = work_max ? work_max : LOB_LIMIT_QUERY_WORK};
    if (a->count == 0 || b->count == 0) {
        return lob_fail(ctx, LOB_E_INTERNAL_ERROR, "A distance to a figure without points");
    }
    LOB_TRY(check_range(ctx, a));
    LOB_TRY(check_range(ctx, b));
    LOB_TRY(tree_make(ctx, a, &s.trees[0]));
    LOB_TRY(tree_make(ctx, b, &s.trees[1]));
    LOB_TRY(search_all(&s));
    *distance = s.best;
    relate(a, b, distance);
    return LOB_OK;
}
