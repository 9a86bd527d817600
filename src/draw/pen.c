/* See pen.h. Every edge is first cut to the window that is asked for and a rim around it, as wide as the line reaches:
 * so work follows what is seen, and no ring has coordinates far from the raster. */
#include "draw/pen.h"

double lob_pen_reach(const lob_pen *pen) {
    return pen->width / 2 * LOB_MITER_LIMIT;
}

/* ---- thinning ---- */

/* From `start` on, all points up to `last` are within the tolerance of an edge in any direction between `right` and
 * `left`; none lies behind another by more than the tolerance. */
typedef struct cone {
    lob_pixel start, last;
    lob_pixel far; /* the first one that is nearly as far away as any: with `last` both corners of a blunt end */
    double far_distance, distance_max;
    lob_pixel left, right;
    bool is_begun; /* some point lies beyond the tolerance */
} cone;

static double cross(lob_pixel a, lob_pixel b) {
    return a.x * b.y - a.y * b.x;
}

static bool cone_takes(cone *c, lob_pixel p, double tolerance) {
    lob_pixel v = {p.x - c->start.x, p.y - c->start.y};
    double distance = hypot(v.x, v.y);
    if (!c->is_begun && distance <= tolerance) {
        return true;
    }
    if (c->is_begun && (distance < c->distance_max - tolerance || cross(c->right, v) < 0 || cross(v, c->left) < 0)) {
        return false;
    }
    c->last = p;
    c->distance_max = lob_most(c->distance_max, distance);
    if (distance > c->far_distance + tolerance / 4) {
        c->far = p;
        c->far_distance = distance;
    }
    if (distance > tolerance) {
        double s = tolerance / distance;
        double k = sqrt(1 - s * s);
        lob_pixel left = {v.x * k - v.y * s, v.x * s + v.y * k};
        lob_pixel right = {v.x * k + v.y * s, v.y * k - v.x * s};
        c->left = !c->is_begun || cross(left, c->left) > 0 ? left : c->left;
        c->right = !c->is_begun || cross(c->right, right) > 0 ? right : c->right;
        c->is_begun = true;
    }
    return true;
}

static bool turns_back(const cone *c, lob_pixel p) {
    return c->is_begun && hypot(p.x - c->start.x, p.y - c->start.y) < c->distance_max;
}

static bool are_equal(lob_pixel a, lob_pixel b) {
    return a.x == b.x && a.y == b.y;
}

static uint32_t put(lob_pixel *out, uint32_t count, lob_pixel p) {
    if (count == 0 || !are_equal(out[count - 1], p)) {
        out[count++] = p;
    }
    return count;
}

static uint32_t box_corners(lob_pixel low, lob_pixel high, lob_pixel *out) {
    const lob_pixel corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    uint32_t n = 0;
    for (int i = 0; i < 4; i++) {
        n = put(out, n, corners[i]);
    }
    return n > 1 && are_equal(out[n - 1], out[0]) ? n - 1 : n;
}

uint32_t lob_pen_thin(const lob_pixel *points, uint32_t count, bool is_closed, double tolerance, lob_pixel *out) {
    while (is_closed && count > 1 && are_equal(points[count - 1], points[0])) {
        count--;
    }
    if (count < 2) {
        return 0;
    }
    const lob_pixel end = points[count - 1];
    uint32_t n = 0;
    cone c = {.start = points[0]};
    lob_pixel low = points[0];
    lob_pixel high = points[0];
    for (uint32_t i = 1; i < count; i++) {
        const lob_pixel p = points[i];
        low = (lob_pixel){lob_least(low.x, p.x), lob_least(low.y, p.y)};
        high = (lob_pixel){lob_most(high.x, p.x), lob_most(high.y, p.y)};
        if (cone_takes(&c, p, tolerance)) {
            continue;
        }
        n = put(out, n, c.start);
        n = turns_back(&c, p) ? put(out, n, c.far) : n;
        c = (cone){.start = c.last};
        cone_takes(&c, p, tolerance);
    }
    n = put(out, n, c.start);
    n = turns_back(&c, end) ? put(out, n, c.far) : n;
    n = put(out, n, end);
    bool is_speck = is_closed && n < 3 && high.x - low.x <= tolerance && high.y - low.y <= tolerance;
    return is_speck ? box_corners(low, high, out) : n;
}

/* ---- edges ---- */

typedef struct edge {
    lob_pixel from, along; /* unit vector */
    double length;
} edge;

static bool edge_of(lob_pixel a, lob_pixel b, edge *e) {
    double length = hypot(b.x - a.x, b.y - a.y);
    if (!(length > 0)) {
        return false;
    }
    *e = (edge){a, {(b.x - a.x) / length, (b.y - a.y) / length}, length};
    return true;
}

static lob_pixel edge_at(const edge *e, double distance) {
    return (lob_pixel){e->from.x + e->along.x * distance, e->from.y + e->along.y * distance};
}

/* The point beside `at`, `half` to the left of a way along the unit vector (to the right: half < 0). */
static lob_pixel beside(lob_pixel at, lob_pixel along, double half) {
    return (lob_pixel){at.x - along.y * half, at.y + along.x * half};
}

/* Where the left borders of two edges meet at their common point; far away when the second turns back. */
static lob_pixel beside_corner(lob_pixel at, lob_pixel along1, lob_pixel along2, double half) {
    double room = 1 + along1.x * along2.x + along1.y * along2.y;
    return beside(at, (lob_pixel){(along1.x + along2.x) / room, (along1.y + along2.y) / room}, half);
}

enum { STRIP_MAX = 64 };

/* Edges that follow each other smoothly, as one ring: both borders from the first edge's start on, without the end of
 * the last edge. Simple, because all edges head into one quarter and no inner border is shorter than nothing: both
 * borders then are chains on either side of the line. */
typedef struct strip {
    lob_pixel left[STRIP_MAX + 1], right[STRIP_MAX + 1];
    uint32_t count; /* of points on each side; 0: no strip is begun */
    edge last;
    double to;                    /* where the last edge's part ends */
    double room_left, room_right; /* length of its borders */
    lob_pixel low, high;          /* headings */
} strip;

typedef struct stroke {
    lob_raster *raster;
    const lob_pen *pen;
    double half;                     /* of the width */
    double left, right, top, bottom; /* the window with its rim */
    strip strip;
} stroke;

static lob_status strip_end(stroke *s) {
    strip *t = &s->strip;
    if (t->count == 0) {
        return LOB_OK;
    }
    lob_pixel ring[2 * STRIP_MAX + 2];
    uint32_t n = 0;
    lob_pixel end = edge_at(&t->last, t->to);
    t->left[t->count] = beside(end, t->last.along, s->half);
    t->right[t->count] = beside(end, t->last.along, -s->half);
    for (uint32_t i = 0; i <= t->count; i++) {
        ring[n++] = t->left[i];
    }
    for (uint32_t i = t->count + 1; i > 0; i--) {
        ring[n++] = t->right[i - 1];
    }
    t->count = 0;
    uint8_t known = LOB_RING_SIMPLE;
    return lob_raster_ring(s->raster, ring, n, &known);
}

static void strip_begin(stroke *s, const edge *e, double from, double to) {
    strip *t = &s->strip;
    t->left[0] = beside(edge_at(e, from), e->along, s->half);
    t->right[0] = beside(edge_at(e, from), e->along, -s->half);
    t->count = 1;
    t->last = *e;
    t->to = to;
    t->room_left = t->room_right = to - from;
    t->low = t->high = e->along;
}

/* The strip goes on from the end of its last edge into the start of this one; false: it cannot. */
static bool strip_goes_on(stroke *s, const edge *e, double to) {
    strip *t = &s->strip;
    double turn = cross(t->last.along, e->along);
    double ahead = t->last.along.x * e->along.x + t->last.along.y * e->along.y;
    lob_pixel low = cross(t->low, e->along) < 0 ? e->along : t->low;
    lob_pixel high = cross(t->high, e->along) > 0 ? e->along : t->high;
    if (t->count == STRIP_MAX || t->to < t->last.length || ahead <= 0 || low.x * high.x + low.y * high.y < 0) {
        return false;
    }
    double less = s->half * turn / (1 + ahead); /* of the left borders, more of the right ones */
    if (lob_least(t->room_left, to) < less || lob_least(t->room_right, to) < -less) {
        return false;
    }
    t->left[t->count] = beside_corner(e->from, t->last.along, e->along, s->half);
    t->right[t->count] = beside_corner(e->from, t->last.along, e->along, -s->half);
    t->count++;
    t->last = *e;
    t->to = to;
    t->room_left = to - less;
    t->room_right = to + less;
    t->low = low;
    t->high = high;
    return true;
}

/* The outside of a corner: mitred, or flat beyond the limit. */
static lob_status corner_draw(stroke *s, const edge *before, const edge *e) {
    double half = cross(before->along, e->along) > 0 ? -s->half : s->half;
    double room = 1 + before->along.x * e->along.x + before->along.y * e->along.y;
    bool is_mitred = 2 <= LOB_MITER_LIMIT * LOB_MITER_LIMIT * room; /* 2 / room: square of its length over the width */
    lob_pixel ring[4] = {e->from, beside(e->from, before->along, half)};
    uint32_t n = 2;
    if (is_mitred) {
        ring[n++] = beside_corner(e->from, before->along, e->along, half);
    }
    ring[n++] = beside(e->from, e->along, half);
    uint8_t known = LOB_RING_SIMPLE;
    return lob_raster_ring(s->raster, ring, n, &known);
}

static bool is_same(const edge *a, const edge *b) {
    return are_equal(a->from, b->from) && are_equal(a->along, b->along) && a->length == b->length;
}

/* An edge's part [from, to]; with the corner at its start when `before` is there. */
static lob_status part_draw(stroke *s, const edge *e, double from, double to, const edge *before) {
    bool follows = before && s->strip.count > 0 && is_same(&s->strip.last, before);
    if (follows && strip_goes_on(s, e, to)) {
        return LOB_OK;
    }
    LOB_TRY(strip_end(s));
    if (before) {
        LOB_TRY(corner_draw(s, before, e));
    }
    strip_begin(s, e, from, to);
    return LOB_OK;
}

/* ---- lines ---- */

static bool narrow(double start, double step, double low, double high, double range[2]) {
    if (step == 0) {
        return start >= low && start <= high;
    }
    double t0 = (low - start) / step;
    double t1 = (high - start) / step;
    range[0] = lob_most(range[0], lob_least(t0, t1));
    range[1] = lob_least(range[1], lob_most(t0, t1));
    return range[0] < range[1];
}

/* The part of an edge within the window, as distances from its start. */
static bool edge_cut(const stroke *s, const edge *e, double range[2]) {
    range[0] = 0;
    range[1] = e->length;
    return narrow(e->from.x, e->along.x, s->left, s->right, range) &&
           narrow(e->from.y, e->along.y, s->top, s->bottom, range);
}

/* `along`: of the edge's start from the line's first point. */
static lob_status edge_dashes(stroke *s, const edge *e, const double range[2], double along, const edge *before) {
    double period = s->pen->dash_on + s->pen->gap;
    double first = fmod(along + range[0], period);
    for (double at = range[0] - first; at < range[1]; at += period) {
        double from = lob_most(at, range[0]);
        double to = lob_least(at + s->pen->dash_on, range[1]);
        if (from < to) {
            LOB_TRY(part_draw(s, e, from, to, from == 0 && at < 0 ? before : NULL));
        }
    }
    return LOB_OK;
}

lob_status lob_pen_draw(lob_raster *raster, const lob_pen *pen, const lob_pixel *points, uint32_t count,
                        const uint32_t columns[2], const uint32_t rows[2]) {
    double rim = lob_pen_reach(pen) + 2;
    stroke s = {.raster = raster,
                .pen = pen,
                .half = pen->width / 2,
                .left = columns[0] - rim,
                .right = columns[1] + rim,
                .top = rows[0] - rim,
                .bottom = rows[1] + rim};
    bool is_dashed = pen->dash_on > 0 && pen->gap > 0;
    edge before;
    bool has_before = pen->is_closed && count > 1 && edge_of(points[count - 1], points[0], &before);
    double along = 0;
    for (uint32_t i = 0; i + (pen->is_closed ? 0 : 1) < count; i++) {
        edge e;
        double range[2];
        if (!edge_of(points[i], points[i + 1 < count ? i + 1 : 0], &e)) {
            continue;
        }
        if (edge_cut(&s, &e, range)) {
            const edge *corner = has_before && range[0] == 0 ? &before : NULL;
            LOB_TRY(is_dashed ? edge_dashes(&s, &e, range, along, corner)
                              : part_draw(&s, &e, range[0], range[1], corner));
        }
        along += e.length;
        before = e;
        has_before = true;
    }
    return strip_end(&s);
}
