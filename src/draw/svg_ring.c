/* Rings as path data.
 *
 * A ring is cut at the four sides of a window in turn (Sutherland and Hodgman 1974): what lies outside a side goes, and
 * where the ring leaves and comes back it runs along the side. Around every point within, the ring winds as before.
 * Then coordinates are rounded to thousandths of a pixel; differences stay below 2^26, so products are exact.
 */
#include <math.h>

#include "base/alloc.h"
#include "draw/pen.h"
#include "draw/svg_impl.h"

enum { THIN_FROM = 8 }; /* points; with fewer there is nothing to gain */

void lob_svg_ring_release(lob_svg_ring *ring) {
    lob_free(ring->cut[0]);
    lob_free(ring->cut[1]);
    lob_free(ring->points);
    *ring = (lob_svg_ring){0};
}

/* ---- cutting ---- */

typedef struct side {
    bool is_x, is_low; /* of the coordinate compared; inside lies above its value */
    double value;
} side;

static double beyond(const side *s, lob_pixel p) {
    double d = (s->is_x ? p.x : p.y) - s->value;
    return s->is_low ? d : -d;
}

static lob_pixel crossing(const side *s, lob_pixel a, lob_pixel b) {
    double from = beyond(s, a);
    double t = from / (from - beyond(s, b));
    return s->is_x ? (lob_pixel){s->value, a.y + t * (b.y - a.y)} : (lob_pixel){a.x + t * (b.x - a.x), s->value};
}

/* At most two points for each edge. */
static uint32_t cut_side(const side *s, const lob_pixel *in, uint32_t count, lob_pixel *out) {
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_pixel a = in[i > 0 ? i - 1 : count - 1];
        lob_pixel b = in[i];
        bool from_inside = beyond(s, a) >= 0;
        bool to_inside = beyond(s, b) >= 0;
        if (from_inside != to_inside) {
            out[made++] = from_inside ? crossing(s, a, b) : crossing(s, b, a);
        }
        if (to_inside) {
            out[made++] = b;
        }
    }
    return made;
}

static bool room_to_cut(lob_svg_ring *ring, int k, uint64_t count) {
    if (count <= ring->cut_capacity[k]) {
        return true;
    }
    lob_pixel *points = count > UINT32_MAX ? NULL : lob_realloc(ring->cut[k], (size_t)count * sizeof *points);
    if (points) {
        ring->cut[k] = points;
        ring->cut_capacity[k] = (uint32_t)count;
    }
    return points != NULL;
}

/* *points and *count become the part within. */
static bool cut(lob_svg_ring *ring, const lob_svg_window *w, const lob_pixel **points, uint32_t *count) {
    const side sides[4] = {
        {true, true, w->left}, {true, false, w->right}, {false, true, w->top}, {false, false, w->bottom}};
    int k = 0;
    for (int i = 0; i < 4 && *count > 0; i++) {
        bool is_needed = false;
        for (uint32_t n = 0; n < *count && !is_needed; n++) {
            is_needed = beyond(&sides[i], (*points)[n]) < 0;
        }
        if (!is_needed) {
            continue;
        }
        if (!room_to_cut(ring, k, UINT64_C(2) * *count)) {
            return false;
        }
        *count = cut_side(&sides[i], *points, *count, ring->cut[k]);
        *points = ring->cut[k];
        k = !k;
    }
    return true;
}

/* ---- rounding ---- */

/* b lies on the way from a straight on to c, or upon one of them. */
static bool is_needless(lob_point64 a, lob_point64 b, lob_point64 c) {
    int64_t ux = b.x - a.x, uy = b.y - a.y, vx = c.x - b.x, vy = c.y - b.y;
    return ux * vy == uy * vx && ux * vx + uy * vy >= 0;
}

static void tidy(lob_svg_ring *ring, const lob_pixel *points, uint32_t count) {
    lob_point64 *p = ring->points;
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 next = {llround(points[i].x * LOB_SVG_UNITS), llround(points[i].y * LOB_SVG_UNITS)};
        while (n >= 2 && is_needless(p[n - 2], p[n - 1], next)) {
            n--;
        }
        if (n != 1 || p[0].x != next.x || p[0].y != next.y) {
            p[n++] = next;
        }
    }
    uint32_t first = 0;
    bool has_changed = true;
    while (has_changed && n - first >= 3) { /* where the ring closes */
        has_changed = false;
        if (is_needless(p[n - 2], p[n - 1], p[first])) {
            n--;
            has_changed = true;
        } else if (is_needless(p[n - 1], p[first], p[first + 1])) {
            first++;
            has_changed = true;
        }
    }
    for (uint32_t i = first; first > 0 && i < n; i++) {
        p[i - first] = p[i];
    }
    ring->count = n - first;
}

double lob_svg_area(const lob_point64 *p, uint32_t count) {
    double area2 = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 a = p[i];
        lob_point64 b = p[i + 1 < count ? i + 1 : 0];
        area2 += (double)((a.x - p[0].x) * (b.y - p[0].y) - (b.x - p[0].x) * (a.y - p[0].y));
    }
    return area2 / 2 / ((double)LOB_SVG_UNITS * LOB_SVG_UNITS);
}

static double length_of(const lob_point64 *p, uint32_t count) {
    double length = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 b = p[i + 1 < count ? i + 1 : 0];
        length += hypot((double)(b.x - p[i].x), (double)(b.y - p[i].y));
    }
    return length / LOB_SVG_UNITS;
}

/* Into the first of the two rooms, wherever the points are. */
static bool thin(lob_svg_ring *ring, double tolerance, const lob_pixel **points, uint32_t *count) {
    if (tolerance <= 0 || *count <= THIN_FROM) {
        return true;
    }
    int k = *points == ring->cut[0] ? 1 : 0;
    if (!room_to_cut(ring, k, *count)) {
        return false;
    }
    *count = lob_pen_thin(*points, *count, true, tolerance, ring->cut[k]);
    *points = ring->cut[k];
    return true;
}

lob_status lob_svg_ring_make(lob_ctx *ctx, const lob_pixel *points, uint32_t count, const lob_svg_window *window,
                             double tolerance, lob_svg_ring *ring) {
    ring->count = 0;
    if (!cut(ring, window, &points, &count) || !thin(ring, tolerance, &points, &count)) {
        return lob_fail_memory(ctx);
    }
    if (count > ring->capacity) {
        lob_point64 *room = lob_realloc(ring->points, (size_t)count * sizeof *room);
        if (!room) {
            return lob_fail_memory(ctx);
        }
        ring->points = room;
        ring->capacity = count;
    }
    tidy(ring, points, count);
    ring->area = lob_svg_area(ring->points, ring->count);
    ring->length = length_of(ring->points, ring->count);
    return LOB_OK;
}

/* ---- writing ---- */

/* A blank is needed between two numbers unless the second one has a sign. */
static void put_next(lob_buf *buf, int64_t value) {
    if (value >= 0) {
        lob_buf_add_byte(buf, ' ');
    }
    lob_svg_milli(buf, value);
}

void lob_svg_ring_write(lob_buf *buf, const lob_point64 *points, uint32_t count, bool is_reversed) {
    if (count == 0) {
        return;
    }
    const lob_point64 start = points[is_reversed ? count - 1 : 0];
    lob_point64 last = start;
    bool is_line = true; /* after M more points are lines */
    lob_buf_add_byte(buf, 'M');
    lob_svg_milli(buf, start.x);
    put_next(buf, start.y);
    for (uint32_t i = 1; i < count; i++) {
        const lob_point64 p = points[is_reversed ? count - 1 - i : i];
        if (p.y == last.y || p.x == last.x) {
            lob_buf_add_byte(buf, p.y == last.y ? 'H' : 'V');
            lob_svg_milli(buf, p.y == last.y ? p.x : p.y);
            is_line = false;
        } else {
            if (is_line) {
                put_next(buf, p.x);
            } else {
                lob_buf_add_byte(buf, 'L');
                lob_svg_milli(buf, p.x);
            }
            put_next(buf, p.y);
            is_line = true;
        }
        last = p;
    }
    if (count == 1) {
        lob_buf_add_text(buf, "h.001"); /* a line, so that its caps are drawn */
    }
    lob_buf_add_text(buf, count > 2 ? "z" : "");
}
