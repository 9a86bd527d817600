/* One arm of a figure that branches: from a place both sides are walked both ways, opposite each other.
 *
 * The ring runs counter-clockwise, so one side is walked along it and the other against it. The walk stops at an end,
 * where a side turns away, and where the width changes faster than it goes on.
 */
#include <math.h>

#include "geom/guide_impl.h"

enum { STEPS_MAX = 4096, VIEWS = 16 };

/* Turns of a side, radians, over a window: outwards an end, inwards a junction. */
#define END_TURN      0.75
#define JUNCTION_TURN 0.35
/* A step is this part of the width; over one the width may change by as much as the step is long. */
#define STEP_SHARE 0.0625

typedef struct walker {
    lob_ctx *ctx;
    const lob_chain *ring;
    double length;     /* around the ring */
    double own, other; /* where on the ring the two sides are */
    double width;
} walker;

static double wrap(const walker *w, double s) {
    s = fmod(s, w->length);
    return s < 0 ? s + w->length : s;
}

static bool is_inside(const lob_chain *ring, lob_vec2 at) {
    bool inside = false;
    for (uint32_t i = 0; i + 1 < ring->count; i++) {
        lob_vec2 p = ring->at[i], q = ring->at[i + 1];
        if ((p.y > at.y) != (q.y > at.y) && at.x < p.x + (at.y - p.y) / (q.y - p.y) * (q.x - p.x)) {
            inside = !inside;
        }
    }
    return inside;
}

/* Where the ring is met first from one of its places, across the direction `way`. False: nowhere. */
static bool meet(const walker *w, lob_vec2 at, lob_vec2 way, double *other, double *width) {
    const lob_chain *ring = w->ring;
    lob_vec2 in = {-way.y, way.x};
    *width = INFINITY;
    for (uint32_t i = 0; i + 1 < ring->count; i++) {
        lob_vec2 p = lob_vec2_sub(ring->at[i], at), q = lob_vec2_sub(ring->at[i + 1], at);
        double a = lob_vec2_dot(p, way), b = lob_vec2_dot(q, way);
        if ((a > 0) == (b > 0)) {
            continue;
        }
        double t = a / (a - b), far = lob_vec2_dot(p, in) + t * lob_vec2_dot(lob_vec2_sub(q, p), in);
        if (far > 1 && far < *width) {
            *width = far;
            *other = ring->s[i] + t * (ring->s[i + 1] - ring->s[i]);
        }
    }
    return *width < INFINITY;
}

/* Straight across: to the mean direction of both sides. */
static bool look_across(const walker *w, double s, double window, double *other, double *width) {
    lob_vec2 at = lob_chain_at(w->ring, s), own = lob_chain_tangent(w->ring, s, window, 0, w->length), way = own;
    for (int round = 0; round < 2; round++) {
        if (!meet(w, at, way, other, width)) {
            return false;
        }
        way = lob_vec2_unit(lob_vec2_sub(own, lob_chain_tangent(w->ring, *other, window, 0, w->length)));
    }
    return meet(w, at, way, other, width);
}

/* The place lies about on the line across. */
static bool is_between(lob_vec2 one, lob_vec2 other, lob_vec2 at) {
    lob_vec2 d = lob_vec2_sub(other, one), p = lob_vec2_sub(at, one);
    return fabs(lob_vec2_cross(d, p)) <= lob_vec2_dot(d, d) / 2;
}

/* Where to begin: of the sides seen from the place, that from which it is least across. */
static bool begin(walker *w, lob_vec2 at) {
    const lob_chain *ring = w->ring;
    w->width = INFINITY;
    for (int i = 0; i < VIEWS; i++) {
        double seen, far, other, width, angle = 2 * M_PI * i / VIEWS;
        if (!meet(w, at, (lob_vec2){cos(angle), sin(angle)}, &seen, &far)) {
            continue;
        }
        uint32_t k = lob_chain_edge(ring, seen);
        lob_vec2 d = lob_vec2_sub(ring->at[k + 1], ring->at[k]);
        double t = fmin(fmax(lob_vec2_dot(lob_vec2_sub(at, ring->at[k]), d) / lob_vec2_dot(d, d), 0), 1);
        double own = ring->s[k] + t * (ring->s[k + 1] - ring->s[k]);
        if (look_across(w, own, LOB_CORNER_WINDOW, &other, &width) && width < w->width &&
            is_between(lob_chain_at(ring, own), lob_chain_at(ring, other), at)) {
            w->own = own;
            w->other = other;
            w->width = width;
        }
    }
    return w->width < INFINITY;
}

/* The next corner of the ring within `reach` in the direction of `step` (1 or -1), by its turn; its place, or `none`.
 */
static bool find_corner(const walker *w, double from, double reach, int step, double window, double *at, double *turn) {
    const uint32_t unique = w->ring->count - 1;
    uint32_t k = lob_chain_edge(w->ring, from);
    k = step > 0 ? (k + 1) % unique : k;
    for (uint32_t n = 0; n < unique; n++, k = (k + (step > 0 ? 1 : unique - 1)) % unique) {
        double way = wrap(w, (w->ring->s[k] - from) * step);
        if (way > reach) {
            return false;
        }
        double t = lob_chain_turn(w->ring, w->ring->s[k], window);
        if (way > 1e-6 && (t > END_TURN || t < -JUNCTION_TURN)) {
            *at = w->ring->s[k];
            *turn = t;
            return true;
        }
    }
    return false;
}

/* Both sides come to the corners of one edge across: the end. */
static bool take_end(walker *w, int step, double own, double other) {
    double edge = wrap(w, (other - own) * step);
    if (edge > 2 * w->width || edge < w->width / 2) {
        return false;
    }
    w->own = own;
    w->other = other;
    return true;
}

/* Walks on while both sides continue. Where they stop at the end of the arm, it goes on to the corners of that end. */
static lob_status walk(walker *w, int step) {
    for (uint32_t n = 0; n < STEPS_MAX; n++) {
        const double h = fmax(STEP_SHARE * w->width, 1), window = fmin(LOB_CORNER_WINDOW, w->width / 4);
        const double reach = 1.5 * w->width, next = wrap(w, w->own + step * h);
        double own, other, own_turn, other_turn, across = 0, width = 0;
        LOB_TRY(lob_poll(w->ctx));
        bool goes_on = !find_corner(w, w->own, h, step, window, &own, &own_turn) &&
                       look_across(w, next, window, &across, &width) && fabs(width - w->width) <= h;
        double way = goes_on ? wrap(w, (w->other - across) * step + h) - h : 0;
        goes_on = goes_on && way <= 5 * h && !find_corner(w, w->other, way, -step, window, &other, &other_turn);
        if (!goes_on) {
            if (find_corner(w, w->own, reach, step, window, &own, &own_turn) && own_turn > END_TURN &&
                find_corner(w, w->other, reach, -step, window, &other, &other_turn) && other_turn > END_TURN) {
                take_end(w, step, own, other);
            }
            return LOB_OK;
        }
        w->own = next;
        w->other = across;
        w->width = width;
    }
    return LOB_OK;
}

static lob_point64 rounded(lob_vec2 at) {
    return (lob_point64){llround(at.x), llround(at.y)};
}

/* The ring from one place to another, along it. */
static void copy(const walker *w, double from, double to, lob_point64 *points, uint32_t *count) {
    const uint32_t unique = w->ring->count - 1;
    double way = wrap(w, to - from);
    points[(*count)++] = rounded(lob_chain_at(w->ring, from));
    uint32_t k = (lob_chain_edge(w->ring, from) + 1) % unique;
    for (uint32_t n = 0; n < unique && wrap(w, w->ring->s[k] - from) < way; n++, k = (k + 1) % unique) {
        points[(*count)++] = rounded(w->ring->at[k]);
    }
    points[(*count)++] = rounded(lob_chain_at(w->ring, to));
}

lob_status lob_guide_arm(lob_ctx *ctx, const lob_point64 *ring, uint32_t count, lob_vec2 at, bool *found,
                         const lob_point64 **arm, uint32_t *arm_count) {
    lob_chain hull;
    LOB_TRY(lob_ring_hull(ctx, ring, count, found, &hull));
    if (!*found || hull.count < 4 || !is_inside(&hull, at)) {
        *found = false;
        return LOB_OK;
    }
    walker w = {.ctx = ctx, .ring = &hull, .length = lob_chain_length(&hull)};
    *found = begin(&w, at);
    if (!*found) {
        return LOB_OK;
    }
    walker ahead = w, back = w;
    LOB_TRY(walk(&ahead, 1));
    LOB_TRY(walk(&back, -1));
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, 2 * (size_t)hull.count + 4);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    *arm_count = 0;
    copy(&w, back.own, ahead.own, points, arm_count);
    copy(&w, ahead.other, back.other, points, arm_count);
    *arm = points;
    *found = wrap(&w, ahead.own - back.own) > w.width;
    return LOB_OK;
}
