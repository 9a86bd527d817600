/* See touch.h. A line misses a box when its own box does, or when all corners lie strictly on one side of it. */
#include "geom/touch.h"

typedef __int128 wide;

static int side(lob_point64 a, lob_point64 b, lob_point64 p) {
    const wide area = (wide)(b.x - a.x) * (p.y - a.y) - (wide)(b.y - a.y) * (p.x - a.x);
    return (area > 0) - (area < 0);
}

bool lob_line_touches(lob_point64 a, lob_point64 b, lob_box64 w) {
    const lob_point64 corners[4] = {{w.left, w.bottom}, {w.right, w.bottom}, {w.right, w.top}, {w.left, w.top}};
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

bool lob_line_turns_inside(lob_point64 a, lob_point64 b, lob_point64 p) {
    return (a.y > p.y) != (b.y > p.y) && (side(a, b, p) > 0) == (b.y > a.y);
}

static bool triangle_holds(const lob_point64 p[4], int skipped, lob_point64 at) {
    lob_point64 corner[3];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (i != skipped) {
            corner[count++] = p[i];
        }
    }
    return lob_line_turns_inside(corner[0], corner[1], at) ^ lob_line_turns_inside(corner[1], corner[2], at) ^
           lob_line_turns_inside(corner[2], corner[0], at);
}

bool lob_four_touch(const lob_point64 p[4], lob_box64 box) {
    for (int i = 0; i < 4; i++) {
        for (int k = i + 1; k < 4; k++) {
            if (lob_line_touches(p[i], p[k], box)) {
                return true;
            }
        }
    }
    for (int skipped = 0; skipped < 4; skipped++) {
        if (triangle_holds(p, skipped, (lob_point64){box.left, box.bottom})) {
            return true;
        }
    }
    return false;
}
