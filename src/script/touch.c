/* Which markers touch a box: exactly, in whole numbers. */
#include "script/report.h"

typedef __int128 wide;

static int side(lob_point64 a, lob_point64 b, lob_point64 p) {
    const wide area = (wide)(b.x - a.x) * (p.y - a.y) - (wide)(b.y - a.y) * (p.x - a.x);
    return (area > 0) - (area < 0);
}

bool lob_edge_touches(lob_edge64 e, lob_box64 w) {
    const lob_point64 corners[4] = {{w.left, w.bottom}, {w.right, w.bottom}, {w.right, w.top}, {w.left, w.top}};
    const lob_point64 a = e.from, b = e.to;
    int low = 1, high = -1;
    if ((a.x < w.left && b.x < w.left) || (a.x > w.right && b.x > w.right) || (a.y < w.bottom && b.y < w.bottom) ||
        (a.y > w.top && b.y > w.top)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        const int s = side(a, b, corners[i]); /* of a point: 0 */
        low = s < low ? s : low;
        high = s > high ? s : high;
    }
    return low <= 0 && high >= 0;
}

/* Crossings of the ray to the right of p; on a border either may come out, but then an edge touches as well. */
static bool turns_inside(lob_point64 a, lob_point64 b, lob_point64 p) {
    return (a.y > p.y) != (b.y > p.y) && (side(a, b, p) > 0) == (b.y > a.y);
}

bool lob_polygon_touches(const lob_polygons *p, lob_polygon_at at, lob_box64 box) {
    bool is_inside = false;
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t count = p->contours[c].count;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
            if (lob_edge_touches((lob_edge64){a, b}, box)) {
                return true;
            }
            is_inside = turns_inside(a, b, (lob_point64){box.left, box.bottom}) != is_inside;
        }
    }
    return is_inside;
}

/* The hull of the four points: all lines between them, and the triangles. */
bool lob_pair_touches(const lob_edge_pair *pair, lob_box64 box) {
    const lob_point64 p[4] = {pair->first.from, pair->first.to, pair->second.from, pair->second.to};
    for (int i = 0; i < 4; i++) {
        for (int k = i + 1; k < 4; k++) {
            if (lob_edge_touches((lob_edge64){p[i], p[k]}, box)) {
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
        const lob_contour contour = {0, 3, false};
        const lob_polygons one = {triangle, &contour, 3, 1};
        if (lob_polygon_touches(&one, (lob_polygon_at){0, 1}, box)) {
            return true;
        }
    }
    return false;
}
