/* Outlines of paths, corner by corner as KLayout 0.28.5 draws them.
 *
 * Found by experiment (tests/oracle/path_cases.py compares): with half width h, unit direction u and left normal n of
 * each segment, the side lines run through p + h n. At a corner they are mitred when both side lines reach the crossing
 * within h (outer side, turns up to 90 degrees) or within the length of the segment plus h (inner side). An outer
 * corner that is sharper is cut off h beyond the corner; an inner one that is too far shows both side points and the
 * corner itself. Rounding: the displacement from the centre point is rounded, half away from zero, then added. Along
 * axis-parallel and diagonal segments h n and h u are rounded for themselves first (a path of width 10 at 45 degrees
 * has sides 4, 4 away). Centre points nearer than half a unit to the line between their neighbours are left out before.
 */
#include "geom/path.h"

#include <math.h>

#include "geom/round.h"

typedef struct segment {
    double x, y; /* unit direction */
    double length;
    bool is_special; /* axis-parallel or diagonal */
} segment;

typedef struct vec {
    double x, y;
} vec;

typedef struct outline {
    lob_box64 box;
    lob_point64 *points;
    uint32_t count, capacity;
    bool is_round; /* ends are arcs, which put_cap draws */
} outline;

static void put(outline *out, lob_point p, vec v) {
    lob_point64 q = {p.x + lob_round(v.x), p.y + lob_round(v.y)};
    out->box = lob_box64_add_point(out->box, q.x, q.y);
    if (out->count < out->capacity) {
        out->points[out->count] = q;
    }
    out->count++;
}

static vec snap(const segment *s, double x, double y) {
    return s->is_special ? (vec){(double)lob_round(x), (double)lob_round(y)} : (vec){x, y};
}

static vec along(const segment *s, double by) {
    return snap(s, s->x * by, s->y * by);
}
static vec normal(const segment *s, double by) {
    return snap(s, -s->y * by, s->x * by);
}
static vec add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y};
}

static segment segment_make(lob_point a, lob_point b) {
    double dx = (double)b.x - a.x;
    double dy = (double)b.y - a.y;
    double length = sqrt(dx * dx + dy * dy);
    double scale = 1 / length; /* KLayout multiplies by the reciprocal: the last bit decides ties */
    segment s = {dx * scale, dy * scale, length, dx == 0 || dy == 0 || fabs(dx) == fabs(dy)};
    if (dx == 0) {
        s.y = copysign(1, dy);
    } else if (dy == 0) {
        s.x = copysign(1, dx);
    }
    return s;
}

/* Whether b may be dropped from a, b, c: less than half a unit (of the rounded length) off the line, and between. */
static bool is_on_line(lob_point a, lob_point b, lob_point c) {
    int64_t vx = (int64_t)c.x - a.x;
    int64_t vy = (int64_t)c.y - a.y;
    int64_t wx = (int64_t)b.x - a.x;
    int64_t wy = (int64_t)b.y - a.y;
    if (vx == 0 && vy == 0) {
        return false;
    }
    __int128 cross = (__int128)vx * wy - (__int128)vy * wx;
    __int128 length = lob_round(sqrt((double)vx * (double)vx + (double)vy * (double)vy));
    return 2 * (cross < 0 ? -cross : cross) < length && (__int128)vx * wx + (__int128)vy * wy >= 0 &&
           (__int128)vx * (c.x - (int64_t)b.x) + (__int128)vy * (c.y - (int64_t)b.y) >= 0;
}

/* One step of the walk over the centre line that counts: the points around `b`, without doubled and collinear ones.
 * The walk looks ahead one kept point at a time, so it needs no memory of its own. */
typedef struct walk {
    const lob_path_shape *path;
    uint32_t next;  /* first point not yet looked at */
    lob_point a, b; /* the last kept points */
    bool has_b;
} walk;

static bool same(lob_point a, lob_point b) {
    return a.x == b.x && a.y == b.y;
}

static bool walk_fetch(walk *w, lob_point last, lob_point *p) {
    while (w->next < w->path->count) {
        *p = w->path->points[w->next++];
        if (!same(*p, last)) {
            return true;
        }
    }
    return false;
}

static void walk_start(walk *w, const lob_path_shape *path) {
    *w = (walk){.path = path, .next = 1, .a = path->points[0]};
    w->has_b = walk_fetch(w, w->a, &w->b);
}

/* The next point after b that keeps b; drops b (replacing it) while it lies on the line. False: b is the last point. */
static bool walk_step(walk *w, lob_point *c) {
    while (walk_fetch(w, w->b, c)) {
        if (!is_on_line(w->a, w->b, *c)) {
            return true;
        }
        w->b = *c;
    }
    return false;
}

typedef struct corner {
    enum { CORNER_MITRE, CORNER_CUT, CORNER_OPEN } kind;
    double reach_in, reach_out;
} corner;

/* How the side lines p + n1 + t u1 and p + n2 - t u2 meet. */
static corner corner_make(const segment *in, const segment *out, vec n1, vec n2, double half) {
    const double tolerance = 1e-5;
    double cross = in->x * out->y - in->y * out->x;
    if (fabs(cross) < 1e-10) {
        return (corner){CORNER_CUT, half, half};
    }
    double gx = n2.x - n1.x;
    double gy = n2.y - n1.y;
    double l1 = (gx * out->y - gy * out->x) / cross;
    double l2 = -(gx * in->y - gy * in->x) / cross;
    vec e1 = along(in, half);
    vec e2 = along(out, half);
    double limit1 = sqrt(e1.x * e1.x + e1.y * e1.y);
    double limit2 = sqrt(e2.x * e2.x + e2.y * e2.y);
    if (l1 < -tolerance && l2 < -tolerance) {
        bool is_far = -l1 > in->length + limit1 + tolerance || -l2 > out->length + limit2 + tolerance;
        return (corner){is_far ? CORNER_OPEN : CORNER_MITRE, l1, l2};
    }
    if (l1 < -tolerance || l2 < -tolerance) {
        return (corner){CORNER_CUT, 0, 0};
    }
    if (l1 > limit1 + tolerance || l2 > limit2 + tolerance) {
        return (corner){CORNER_CUT, l1 < half ? l1 : half, l2 < half ? l2 : half};
    }
    return (corner){CORNER_MITRE, l1, l2};
}

static void put_corner(outline *to, lob_point p, const segment *in, const segment *out, double half) {
    vec n1 = normal(in, half);
    vec n2 = normal(out, half);
    corner c = corner_make(in, out, n1, n2, fabs(half));
    if (c.kind == CORNER_MITRE) {
        put(to, p, (vec){n1.x + in->x * c.reach_in, n1.y + in->y * c.reach_in});
    } else if (c.kind == CORNER_OPEN) {
        put(to, p, n1);
        put(to, p, (vec){0, 0});
        put(to, p, n2);
    } else {
        put(to, p, add(n1, along(in, c.reach_in)));
        put(to, p, add(n2, along(out, -c.reach_out)));
    }
}

static void put_end(outline *to, lob_point p, const segment *s, double half, double ext) {
    if (!to->is_round) {
        put(to, p, add(normal(s, half), along(s, ext)));
    }
}

/* The left side for half > 0, the right one for half < 0, both from begin to end. */
static void put_side(outline *out, const lob_path_shape *path, double half) {
    walk w;
    walk_start(&w, path);
    segment in = {1, 0, 0, true};
    if (!w.has_b) {
        put_end(out, w.a, &in, half, -(double)path->begin_ext);
        put_end(out, w.a, &in, half, (double)path->end_ext);
        return;
    }
    lob_point c;
    bool more = walk_step(&w, &c);
    in = segment_make(w.a, w.b);
    put_end(out, w.a, &in, half, -(double)path->begin_ext);
    while (more) {
        lob_point p = w.b;
        w.a = p;
        w.b = c;
        more = walk_step(&w, &c);
        segment next = segment_make(w.a, w.b);
        put_corner(out, p, &in, &next, half);
        in = next;
    }
    put_end(out, w.b, &in, half, (double)path->end_ext);
}

lob_box64 lob_path_box(const lob_path_shape *path) {
    outline out = {.box = LOB_BOX64_EMPTY};
    if (path->count > 0) {
        put_side(&out, path, (double)path->width * 0.5);
        put_side(&out, path, (double)path->width * -0.5);
    }
    return out.box;
}

/* Half of a 32-gon around the ellipse of the end, from the side of the normal n round to the other; `ext` along the
 * segment, < 0 at the begin. KLayout makes a quarter from either side, each by turning on from its first angle, and the
 * noise of that decides ties. */
static void put_cap(outline *out, lob_point p, const segment *s, vec n, double ext) {
    const double angle = M_PI / 32;
    double cd = cos(angle);
    double sd = sin(angle);
    double turn_c = cd * cd - sd * sd;
    double turn_s = 2 * cd * sd;
    vec e = {s->x * (ext / cd), s->y * (ext / cd)};
    vec side = {n.x * (1 / cd), n.y * (1 / cd)};
    double c = cos(angle * 15);
    double sn = sin(angle * 15);
    for (int i = 0; i < 16; i++) {
        if (i == 8) {
            c = cd;
            sn = sd;
            turn_s = -turn_s;
            side = (vec){-side.x, -side.y};
        }
        put(out, p, (vec){e.x * c + side.x * sn, e.y * c + side.y * sn});
        double next = c * turn_c + sn * turn_s;
        sn = sn * turn_c - c * turn_s;
        c = next;
    }
}

static void put_caps(outline *out, const lob_path_shape *path, bool at_end) {
    walk w;
    walk_start(&w, path);
    segment s = {1, 0, 0, true};
    if (!w.has_b) {
        w.b = w.a;
    } else {
        lob_point c;
        bool more = walk_step(&w, &c);
        while (at_end && more) {
            w.a = w.b;
            w.b = c;
            more = walk_step(&w, &c);
        }
        s = segment_make(w.a, w.b);
    }
    double ext = at_end ? (double)path->end_ext : -(double)path->begin_ext;
    double half = (double)path->width * (at_end ? 0.5 : -0.5);
    put_cap(out, at_end ? w.b : w.a, &s, w.has_b ? normal(&s, half) : (vec){0, half}, ext);
}

static void reverse(lob_point64 *points, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        lob_point64 p = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = p;
    }
}

uint32_t lob_path_outline(const lob_path_shape *path, lob_point64 *out, uint32_t capacity) {
    outline to = {.box = LOB_BOX64_EMPTY, .points = out, .capacity = capacity};
    to.is_round = path->round_ends && path->begin_ext > 0 && path->end_ext > 0;
    if (path->count == 0) {
        return 0;
    }
    put_side(&to, path, (double)path->width * 0.5);
    if (to.is_round) {
        put_caps(&to, path, true);
    }
    uint32_t middle = to.count;
    put_side(&to, path, (double)path->width * -0.5);
    if (to.count <= capacity) {
        reverse(out + middle, to.count - middle);
    }
    if (to.is_round) {
        put_caps(&to, path, false);
    }
    return to.count;
}

uint32_t lob_path_band(const lob_path_shape *path, double left, double right, lob_point64 *out, uint32_t capacity) {
    outline to = {.box = LOB_BOX64_EMPTY, .points = out, .capacity = capacity};
    if (path->count == 0) {
        return 0;
    }
    put_side(&to, path, left);
    const uint32_t middle = to.count;
    put_side(&to, path, -right);
    if (to.count <= capacity) {
        reverse(out + middle, to.count - middle);
    }
    return to.count;
}
