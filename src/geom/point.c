/* Boxes of points. */
#include "geom/point.h"

lob_box64 lob_box64_join(lob_box64 a, lob_box64 b) {
    if (lob_box64_is_empty(a)) {
        return b;
    }
    if (lob_box64_is_empty(b)) {
        return a;
    }
    return lob_box64_around(a, b);
}

lob_box lob_points_box(const lob_point *points, uint32_t count) {
    int32_t left = points[0].x;
    int32_t bottom = points[0].y;
    int32_t right = left;
    int32_t top = bottom;
    for (uint32_t i = 1; i < count; i++) {
        int32_t x = points[i].x;
        int32_t y = points[i].y;
        left = x < left ? x : left;
        right = x > right ? x : right;
        bottom = y < bottom ? y : bottom;
        top = y > top ? y : top;
    }
    return (lob_box){left, bottom, right, top};
}
