/* Which markers touch a box. */
#include "geom/touch.h"
#include "script/report.h"

bool lob_edge_touches(lob_edge64 e, lob_box64 box) {
    return lob_line_touches(e.from, e.to, box);
}

bool lob_polygon_touches(const lob_polygons *p, lob_polygon_at at, lob_box64 box) {
    bool is_inside = false;
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t count = p->contours[c].count;
        for (uint32_t i = 0; i < count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == count ? 0 : i + 1];
            if (lob_line_touches(a, b, box)) {
                return true;
            }
            is_inside = lob_line_turns_inside(a, b, (lob_point64){box.left, box.bottom}) != is_inside;
        }
    }
    return is_inside;
}

bool lob_pair_touches(const lob_edge_pair *pair, lob_box64 box) {
    const lob_point64 points[4] = {pair->first.from, pair->first.to, pair->second.from, pair->second.to};
    return lob_four_touch(points, box);
}
