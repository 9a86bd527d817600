/* Whether what a violation spans touches a window. */
#include "geom/touch.h"
#include "rules/rule_impl.h"

static bool ring_touches(const lob_point64 *points, uint32_t count, lob_box64 w) {
    bool is_in = false;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 a = points[i], b = points[i + 1 == count ? 0 : i + 1];
        if (lob_line_touches(a, b, w)) {
            return true;
        }
        is_in = lob_line_turns_inside(a, b, (lob_point64){w.left, w.bottom}) != is_in;
    }
    return is_in;
}

bool lob_violation_touches(const lob_violation *v, lob_point64 by, lob_box64 window) {
    const lob_box64 w = {window.left - by.x, window.bottom - by.y, window.right - by.x, window.top - by.y};
    if (v->box.left > w.right || w.left > v->box.right || v->box.bottom > w.top || w.bottom > v->box.top) {
        return false;
    }
    if (v->kind == LOB_VIOLATION_EDGE_PAIR) {
        return lob_four_touch(v->points, w);
    }
    if (v->kind == LOB_VIOLATION_EDGE) {
        return lob_line_touches(v->points[0], v->points[1], w);
    }
    return v->kind != LOB_VIOLATION_POLYGON || ring_touches(v->points, v->count, w);
}
