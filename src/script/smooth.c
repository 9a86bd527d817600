/* Contours with fewer corners, and with round ones, as KLayout makes them: walked with the inside on the right from
 * their lowest point on, since what may be left out hangs on what has been before. */
#include <math.h>

#include "script/corners.h"

typedef struct chain { /* points that are left, with their places in the contour */
    lob_point64 *points;
    uint32_t *places;
    uint32_t count;
} chain;

static double distance(lob_point64 a, lob_point64 b) {
    return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

static double cross(lob_point64 a, lob_point64 b, lob_point64 c, lob_point64 d) {
    return (double)(b.x - a.x) * (double)(d.y - c.y) - (double)(b.y - a.y) * (double)(d.x - c.x);
}

static double dot(lob_point64 a, lob_point64 b, lob_point64 c, lob_point64 d) {
    return (double)(b.x - a.x) * (double)(d.x - c.x) + (double)(b.y - a.y) * (double)(d.y - c.y);
}

static bool is_along_axis(lob_point64 a, lob_point64 b) {
    return a.x == b.x || a.y == b.y;
}

/* Whether the turn between two edges is a slight one: below some 53 degrees. */
static bool is_slight(lob_point64 a, lob_point64 b, lob_point64 c, lob_point64 d) {
    return dot(a, b, c, d) > 0 && fabs(cross(a, b, c, d)) < 0.8 * distance(a, b) * distance(c, d);
}

typedef struct smoothing {
    const lob_point64 *ring; /* as it was */
    uint32_t count;
    int64_t distance;
    bool keeps_axes;
} smoothing;

/* The corner p of the points before, at and after it: is it a jog, does it turn inwards or only a little? */
static bool may_go(const smoothing *s, lob_point64 before, lob_point64 from, lob_point64 p, lob_point64 to) {
    if (s->keeps_axes && (is_along_axis(from, p) || is_along_axis(p, to))) {
        return false;
    }
    const bool is_jog = (int64_t)round(distance(from, p)) <= s->distance && is_slight(p, to, before, from);
    return is_jog || cross(p, to, from, p) < 0 || is_slight(p, to, from, p);
}

/* No point of the contour between the two places is further from the line than the distance. */
static bool stays_near(const smoothing *s, lob_point64 from, lob_point64 to, uint32_t first, uint32_t last) {
    const double length = distance(from, to);
    for (uint32_t i = first;; i = i + 1 == s->count ? 0 : i + 1) {
        const double off = length > 0 ? fabs(cross(from, to, from, s->ring[i])) / length : distance(from, s->ring[i]);
        if (floor(off + 0.5) > (double)s->distance) {
            return false;
        }
        if (i == last) {
            return true;
        }
    }
}

static void keep(chain *to, const chain *from, uint32_t i) {
    to->points[to->count] = from->points[i];
    to->places[to->count++] = from->places[i];
}

/* Looks at every second point, from the first or the second on. */
static bool thin(const smoothing *s, const chain *now, bool from_first, chain *next) {
    const uint32_t n = now->count;
    bool any = false, first_went = false;
    uint32_t i;
    next->count = 0;
    for (i = from_first ? 0 : 1; i < n; i += 2) {
        if (i == n - 1 && first_went) {
            break;
        }
        const uint32_t from = (i + n - 1) % n, to = (i + 1) % n;
        if (i > 0) {
            keep(next, now, from);
        }
        const bool goes = may_go(s, now->points[(i + n - 2) % n], now->points[from], now->points[i], now->points[to]) &&
                          stays_near(s, now->points[from], now->points[to], now->places[from], now->places[to]);
        if (goes) {
            any = true;
            first_went = first_went || i == 0;
        } else {
            keep(next, now, i);
        }
    }
    for (; i <= n; i++) {
        keep(next, now, i - 1);
    }
    return any;
}

static lob_status make_chain(lob_ctx *ctx, uint32_t room, chain *c) {
    c->points = lob_arena_alloc(ctx->arena, room * sizeof *c->points);
    c->places = lob_arena_alloc(ctx->arena, room * sizeof *c->places);
    return c->points && c->places ? LOB_OK : lob_fail_memory(ctx);
}

static lob_status smooth_ring(lob_ctx *ctx, const smoothing *s, lob_point64 **points, uint32_t *count) {
    chain now = {0}, next = {0};
    bool from_first = false;
    LOB_TRY(make_chain(ctx, 2 * s->count + 4, &now));
    LOB_TRY(make_chain(ctx, 2 * s->count + 4, &next));
    for (uint32_t i = 0; i < s->count; i++) {
        now.points[i] = s->ring[i];
        now.places[i] = i;
    }
    now.count = s->count;
    for (int idle = 0; now.count >= 3 && idle < 2;) {
        idle = thin(s, &now, from_first, &next) ? 0 : idle + 1;
        const chain old = now;
        now = next;
        next = old;
        from_first = !from_first;
        LOB_TRY(lob_poll(ctx));
    }
    *points = now.points;
    *count = now.count;
    return LOB_OK;
}

/* ---- contours the way KLayout walks them ---- */

static lob_status turned_ring(lob_ctx *ctx, const lob_polygons *p, const lob_contour *c, lob_point64 **ring) {
    const lob_point64 *given = p->points + c->first;
    uint32_t low = 0;
    *ring = lob_arena_alloc(ctx->arena, ((size_t)c->count + 1) * sizeof **ring);
    if (!*ring) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 1; i < c->count; i++) {
        const bool is_lower = given[i].y < given[low].y || (given[i].y == given[low].y && given[i].x < given[low].x);
        low = is_lower ? i : low;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        (*ring)[i] = given[(low + c->count - i) % c->count];
    }
    return LOB_OK;
}

/* Back to the inside on the left; a contour that is gone, and the holes of a hull that is, are left out. */
static lob_status put_ring(lob_ctx *ctx, lob_point64 *points, uint32_t count, bool is_hole, bool *has_hull,
                           lob_polygon_list *list) {
    for (uint32_t i = 0; i < count / 2; i++) {
        const lob_point64 other = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = other;
    }
    const uint32_t left = lob_ring_compress(points, count);
    *has_hull = is_hole ? *has_hull : left > 0;
    return left && *has_hull ? lob_polygon_list_add(ctx, list, points, left, is_hole) : LOB_OK;
}

lob_status lob_op_smoothed(lob_ctx *ctx, lob_value *a, int64_t distance, bool keeps_axes, lob_value *result) {
    const lob_polygons *p;
    lob_polygon_list list = {0};
    bool has_hull = false;
    LOB_TRY(lob_value_whole(ctx, a, &p));
    for (uint32_t c = 0; c < p->contour_count; c++) {
        lob_point64 *ring, *points;
        uint32_t count;
        LOB_TRY(turned_ring(ctx, p, &p->contours[c], &ring));
        const smoothing s = {ring, p->contours[c].count, distance, keeps_axes};
        LOB_TRY(smooth_ring(ctx, &s, &points, &count));
        LOB_TRY(put_ring(ctx, points, count, p->contours[c].is_hole, &has_hull, &list));
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}

/* ---- rounded ---- */

typedef struct corner {
    lob_point64 at;
    double in_x, in_y;   /* the direction that leads to it */
    double turn;         /* 0 to pi */
    bool is_inner;       /* to the left */
    double radius, tail; /* what the arc takes of both edges */
} corner;

static void measure(corner *c, lob_point64 before, lob_point64 at, lob_point64 after, double inner, double outer) {
    const double in = distance(before, at), out = distance(at, after);
    c->at = at;
    c->in_x = (double)(at.x - before.x) / in;
    c->in_y = (double)(at.y - before.y) / in;
    const double x = (double)(after.x - at.x) / out, y = (double)(after.y - at.y) / out;
    const double s = c->in_x * y - c->in_y * x;
    c->turn = fabs(atan2(s, c->in_x * x + c->in_y * y));
    c->is_inner = s > 0;
    c->radius = c->is_inner ? inner : outer;
    c->tail = c->radius * fabs(sin(c->turn * 0.5) / cos(c->turn * 0.5));
}

static lob_point64 on_grid(double x, double y) {
    return (lob_point64){(int64_t)(x > 0 ? floor(x + 0.5) : ceil(x - 0.5)),
                         (int64_t)(y > 0 ? floor(y + 0.5) : ceil(y - 0.5))};
}

/* Points outside the arc, where its tangents cross: so the area changes little. At most `points` of them. */
static uint32_t put_arc(const corner *c, double radius, uint32_t points, lob_point64 *out) {
    const double side = c->is_inner ? 1 : -1, full = 6.28318530717958647693 / points;
    const double steps = floor(c->turn / full + 0.5);
    const double nx = side * c->in_y, ny = -side * c->in_x, tail = tan(c->turn * 0.5) * radius;
    double qx = (double)c->at.x - c->in_x * tail, qy = (double)c->at.y - c->in_y * tail;
    const double mx = qx - nx * radius, my = qy - ny * radius; /* the arc's middle */
    uint32_t count = 0;
    if (!(radius > 0) || steps < 1) {
        out[0] = c->at;
        return 1;
    }
    const double step = c->turn / steps;
    for (double angle = 0; angle < c->turn - 1e-6 && count < points; angle += step) {
        const double cx = radius * cos(angle + step), cy = radius * sin(angle + step);
        const double x = mx + nx * cx + c->in_x * cy, y = my + ny * cx + c->in_y * cy;
        const double hx = qx + (x - qx) * 0.5, hy = qy + (y - qy) * 0.5;
        const double chord2 = (hx - qx) * (hx - qx) + (hy - qy) * (hy - qy);
        const double reach2 = (hx - mx) * (hx - mx) + (hy - my) * (hy - my);
        out[count++] = on_grid(hx + (hx - mx) * (chord2 / reach2), hy + (hy - my) * (chord2 / reach2));
        qx = x;
        qy = y;
    }
    return count;
}

/* KLayout begins with the second corner; the ring is the same. */
static lob_status round_ring(lob_ctx *ctx, const lob_point64 *ring, uint32_t n, const double radii[2], uint32_t points,
                             lob_point64 **out, uint32_t *count) {
    corner *corners = lob_arena_alloc(ctx->arena, ((size_t)n + 1) * sizeof *corners);
    *out = lob_arena_alloc(ctx->arena, ((size_t)n * (points + 1) + 1) * sizeof **out);
    *count = 0;
    if (!corners || !*out) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < n; i++) {
        measure(&corners[i], ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n], radii[0], radii[1]);
    }
    for (uint32_t i = 0; i < n; i++) {
        const corner *a = &corners[(i + n - 1) % n], *b = &corners[i], *c = &corners[(i + 1) % n];
        const double before = fmin(1, distance(a->at, b->at) / (a->tail + b->tail));
        const double after = fmin(1, distance(b->at, c->at) / (b->tail + c->tail));
        *count += put_arc(b, fmin(before, after) * b->radius, points, *out + *count);
    }
    return LOB_OK;
}

lob_status lob_op_rounded(lob_ctx *ctx, lob_value *a, double inner, double outer, uint32_t points, lob_value *result) {
    const double radii[2] = {inner, outer};
    const lob_polygons *p;
    lob_polygon_list list = {0};
    bool has_hull = false;
    if (points < 3 || points > 4096) {
        return lob_script_refuse(ctx, "rounded corners of fewer than 3 or more than 4096 points to the circle");
    }
    LOB_TRY(lob_value_whole(ctx, a, &p));
    for (uint32_t c = 0; c < p->contour_count; c++) {
        lob_point64 *ring, *made;
        uint32_t count;
        LOB_TRY(turned_ring(ctx, p, &p->contours[c], &ring));
        LOB_TRY(round_ring(ctx, ring, p->contours[c].count, radii, points, &made, &count));
        LOB_TRY(put_ring(ctx, made, count, p->contours[c].is_hole, &has_hull, &list));
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    return lob_value_put_raw(ctx, result, &all);
}
