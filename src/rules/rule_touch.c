/* Whether what a violation spans touches a window. Exact: signs of cross products in 128 bits. */
#include "rules/rule_impl.h"

typedef __int128 wide;

static int side(lob_point64 from, lob_point64 to, lob_point64 p) {
    wide area = (wide)(to.x - from.x) * (p.y - from.y) - (wide)(to.y - from.y) * (p.x - from.x);
    return (area > 0) - (area < 0);
}

static bool is_inside(lob_point64 p, lob_box64 w) {
    return p.x >= w.left && p.x <= w.right && p.y >= w.bottom && p.y <= w.top;
}

static bool line_touches(lob_point64 a, lob_point64 b, lob_box64 w) {
    const lob_point64 corners[4] = {{w.left, w.bottom}, {w.right, w.bottom}, {w.right, w.top}, {w.left, w.top}};
    int low = 1, high = -1;
    if ((a.x < w.left && b.x < w.left) || (a.x > w.right && b.x > w.right) || (a.y < w.bottom && b.y < w.bottom) ||
        (a.y > w.top && b.y > w.top)) {
        return false;
    }
    if (a.x == b.x && a.y == b.y) {
        return is_inside(a, w);
    }
    for (int i = 0; i < 4; i++) {
        int s = side(a, b, corners[i]);
        low = s < low ? s : low;
        high = s > high ? s : high;
    }
    return low <= 0 && high >= 0;
}

/* Whether p lies inside the ring, by crossings of the ray to the right; on its border either may come out, but then
 * an edge touches as well. */
static bool ring_holds(const lob_point64 *points, uint32_t count, lob_point64 p) {
    bool is_in = false;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = points[i], b = points[i + 1 == count ? 0 : i + 1];
        if ((a.y > p.y) != (b.y > p.y) && (side(a, b, p) > 0) == (b.y > a.y)) {
            is_in = !is_in;
        }
    }
    return is_in;
}

/* The hull of the four points: all lines between them, and the triangles. */
static bool pair_touches(const lob_point64 *p, lob_box64 w) {
    for (int i = 0; i < 4; i++) {
        for (int k = i + 1; k < 4; k++) {
            if (line_touches(p[i], p[k], w)) {
                return true;
            }
        }
    }
    for (int skipped = 0; skipped < 4; skipped++) {
        lob_point64 triangle[3];
        int count = 0;
        for (int i = 0; i < 4; i++) {
            if (i != skipped) {
                triangle[count++] = p[i];
            }
        }
        if (ring_holds(triangle, 3, (lob_point64){w.left, w.bottom})) {
            return true;
        }
    }
    return false;
}

bool lob_violation_touches(const lob_violation *v, lob_point64 by, lob_box64 window) {
    const lob_box64 w = {window.left - by.x, window.bottom - by.y, window.right - by.x, window.top - by.y};
    if (v->box.left > w.right || w.left > v->box.right || v->box.bottom > w.top || w.bottom > v->box.top) {
        return false;
    }
    if (v->kind == LOB_VIOLATION_EDGE_PAIR) {
        return pair_touches(v->points, w);
    }
    if (v->kind == LOB_VIOLATION_EDGE) {
        return line_touches(v->points[0], v->points[1], w);
    }
    for (uint32_t i = 0; v->kind == LOB_VIOLATION_POLYGON && i < v->count; i++) {
        if (line_touches(v->points[i], v->points[i + 1 == v->count ? 0 : i + 1], w)) {
            return true;
        }
    }
    return v->kind != LOB_VIOLATION_POLYGON || ring_holds(v->points, v->count, (lob_point64){w.left, w.bottom});
}
