/* Values of markers: seen through the frame of their cell, their boxes, what tells them apart, distances of edge pairs.
 */
#include <math.h>
#include <stdio.h>

#include "base/num.h"
#include "markers/markers.h"

/* ---- through a frame ---- */

static bool is_square(const lob_um_trans *t) {
    return fmod(t->angle, 90) == 0;
}

static bool see_box(lob_arena *arena, const lob_rdb_value *value, const lob_um_trans *frame, lob_rdb_value *seen) {
    const lob_um_point a = value->points[0], b = value->points[1];
    const bool stays = is_square(frame);
    lob_um_point *points = LOB_NEW_ARRAY(arena, lob_um_point, 4);
    uint32_t *contours = stays ? NULL : LOB_NEW(arena, uint32_t);
    if (!points || (!stays && !contours)) {
        return false;
    }
    seen->points = points;
    if (stays) {
        const lob_um_box box = lob_rdb_value_box(value, frame);
        points[0] = (lob_um_point){box.left, box.bottom};
        points[1] = (lob_um_point){box.right, box.top};
        return true;
    }
    points[0] = lob_um_apply(frame, a);
    points[1] = lob_um_apply(frame, (lob_um_point){a.x, b.y});
    points[2] = lob_um_apply(frame, b);
    points[3] = lob_um_apply(frame, (lob_um_point){b.x, a.y});
    *contours = 4;
    seen->kind = LOB_RDB_POLYGON;
    seen->point_count = 4;
    seen->contour_count = 1;
    seen->contours = contours;
    return true;
}

static bool see_path(lob_arena *arena, const lob_um_trans *frame, lob_rdb_value *seen) {
    lob_rdb_path *path = LOB_NEW(arena, lob_rdb_path);
    if (path) {
        *path = *seen->path;
        path->width *= frame->mag;
        path->begin_ext *= frame->mag;
        path->end_ext *= frame->mag;
        seen->path = path;
    }
    return path != NULL;
}

static bool see_label(lob_arena *arena, const lob_um_trans *frame, lob_rdb_value *seen) {
    lob_rdb_label *label = LOB_NEW(arena, lob_rdb_label);
    if (label) {
        *label = *seen->label;
        label->trans = lob_um_compose(frame, &label->trans);
        label->trans.mag = 1;
        seen->label = label;
    }
    return label != NULL;
}

static bool see_points(lob_arena *arena, const lob_um_trans *frame, lob_rdb_value *seen) {
    lob_um_point *points = LOB_NEW_ARRAY(arena, lob_um_point, seen->point_count);
    if (!points) {
        return false;
    }
    for (uint32_t i = 0; i < seen->point_count; i++) {
        points[i] = lob_um_apply(frame, seen->points[i]);
    }
    seen->points = points;
    return true;
}

bool lob_marker_see(lob_arena *arena, const lob_rdb_value *value, const lob_um_trans *frame, lob_rdb_value *seen) {
    *seen = *value;
    switch (value->kind) {
    case LOB_RDB_BOX:
        return value->point_count == 0 || see_box(arena, value, frame, seen);
    case LOB_RDB_LABEL:
        return see_label(arena, frame, seen);
    case LOB_RDB_PATH:
        return see_path(arena, frame, seen) && see_points(arena, frame, seen);
    case LOB_RDB_POLYGON:
    case LOB_RDB_EDGE:
    case LOB_RDB_EDGE_PAIR:
        return see_points(arena, frame, seen);
    default:
        return true;
    }
}

/* ---- boxes ---- */

static lob_um_box join(lob_um_box a, lob_um_box b) {
    if (b.left > b.right) {
        return a;
    }
    return (lob_um_box){fmin(a.left, b.left), fmin(a.bottom, b.bottom), fmax(a.right, b.right), fmax(a.top, b.top)};
}

static void add_point(lob_um_box *box, double x, double y) {
    *box = join(*box, (lob_um_box){x, y, x, y});
}

typedef struct direction {
    double x, y;
} direction;

static direction towards(lob_um_point a, lob_um_point b) {
    const double length = hypot(b.x - a.x, b.y - a.y);
    return length > 0 ? (direction){(b.x - a.x) / length, (b.y - a.y) / length} : (direction){0, 0};
}

/* An end that reaches `ext` beyond p in direction d: a rectangle, or half an ellipse. */
static void add_end(lob_um_box *box, lob_um_point p, direction d, double half, double ext, bool is_round) {
    if (is_round) {
        const double x = hypot(d.x * ext, d.y * half), y = hypot(d.y * ext, d.x * half);
        add_point(box, d.x < 0 ? p.x - x : p.x - half * fabs(d.y), d.y < 0 ? p.y - y : p.y - half * fabs(d.x));
        add_point(box, d.x > 0 ? p.x + x : p.x + half * fabs(d.y), d.y > 0 ? p.y + y : p.y + half * fabs(d.x));
        return;
    }
    for (int side = -1; side <= 1; side += 2) {
        add_point(box, p.x + d.x * ext - side * d.y * half, p.y + d.y * ext + side * d.x * half);
    }
}

/* Both corners of a bend; beyond a right angle they are cut off. */
static void add_bend(lob_um_box *box, lob_um_point p, direction in, direction out, double half) {
    const double turn = atan2(in.x * out.y - in.y * out.x, in.x * out.x + in.y * out.y);
    const double reach = fmin(half, half * tan(fmin(fabs(turn), 1.6) / 2));
    for (int side = -1; side <= 1; side += 2) {
        const double along = (turn > 0) == (side > 0) ? -reach : reach;
        add_point(box, p.x + in.x * along - side * in.y * half, p.y + in.y * along + side * in.x * half);
        add_point(box, p.x - out.x * along - side * out.y * half, p.y - out.y * along + side * out.x * half);
    }
}

static lob_um_box path_box(const lob_rdb_value *value) {
    const lob_rdb_path *path = value->path;
    const uint32_t count = value->point_count;
    const lob_um_point *p = value->points;
    const double half = fabs(path->width) / 2;
    lob_um_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    if (count < 2) {
        return lob_rdb_value_box(value, NULL);
    }
    add_end(&box, p[0], towards(p[1], p[0]), half, path->begin_ext, path->is_round);
    for (uint32_t i = 1; i + 1 < count; i++) {
        add_bend(&box, p[i], towards(p[i - 1], p[i]), towards(p[i], p[i + 1]), half);
    }
    add_end(&box, p[count - 1], towards(p[count - 2], p[count - 1]), half, path->end_ext, path->is_round);
    return box;
}

static lob_um_box box_of(const lob_rdb_value *values, uint32_t count) {
    lob_um_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        box = join(box, values[i].kind == LOB_RDB_PATH ? path_box(&values[i]) : lob_rdb_value_box(&values[i], NULL));
    }
    return box;
}

lob_um_box lob_marker_box_um(const lob_marker *marker) {
    return box_of(marker->values, marker->value_count);
}

lob_box64 lob_marker_box(const lob_rdb_value *values, uint32_t count, double dbu) {
    const lob_um_box um = box_of(values, count);
    lob_box64 box;
    const bool fits = um.left <= um.right && lob_rdb_um_to_dbu(um.left, dbu, &box.left) &&
                      lob_rdb_um_to_dbu(um.bottom, dbu, &box.bottom) && lob_rdb_um_to_dbu(um.right, dbu, &box.right) &&
                      lob_rdb_um_to_dbu(um.top, dbu, &box.top);
    return fits ? box : LOB_BOX64_EMPTY;
}

/* ---- what is shown ---- */

static bool lies_somewhere(const lob_rdb_value *value) {
    return value->kind == LOB_RDB_LABEL ||
           (value->kind != LOB_RDB_TEXT && value->kind != LOB_RDB_FLOAT && value->kind != LOB_RDB_RAW);
}

const lob_rdb_value *lob_marker_shown(const lob_marker *marker) {
    for (uint32_t i = 0; i < marker->value_count; i++) {
        if (lies_somewhere(&marker->values[i])) {
            return &marker->values[i];
        }
    }
    return marker->value_count ? marker->values : NULL;
}

const char *lob_marker_kind(const lob_rdb_value *value) {
    static const char *const names[] = {
        [LOB_RDB_TEXT] = "string", [LOB_RDB_FLOAT] = "float",         [LOB_RDB_POLYGON] = "polygon",
        [LOB_RDB_EDGE] = "edge",   [LOB_RDB_EDGE_PAIR] = "edge_pair", [LOB_RDB_BOX] = "box",
        [LOB_RDB_PATH] = "path",   [LOB_RDB_LABEL] = "text",          [LOB_RDB_RAW] = "string"};
    return names[value->kind];
}

/* ---- distances ---- */

static double turn_of(lob_um_point a, lob_um_point b, lob_um_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool do_cross(lob_um_point a, lob_um_point b, lob_um_point c, lob_um_point d) {
    const double c_side = turn_of(a, b, c), d_side = turn_of(a, b, d);
    const double a_side = turn_of(c, d, a), b_side = turn_of(c, d, b);
    return ((c_side > 0) != (d_side > 0)) && ((a_side > 0) != (b_side > 0)) && c_side != 0 && d_side != 0 &&
           a_side != 0 && b_side != 0;
}

static double point_to_edge(lob_um_point p, lob_um_point a, lob_um_point b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    double t = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    t = fmin(1, fmax(0, t));
    return hypot(p.x - (a.x + t * dx), p.y - (a.y + t * dy));
}

bool lob_marker_distance_um(const lob_rdb_value *value, double *distance) {
    if (value->kind != LOB_RDB_EDGE_PAIR || value->point_count != 4) {
        return false;
    }
    const lob_um_point *p = value->points;
    /* Edges that only touch have distance 0 by their ends. */
    *distance = do_cross(p[0], p[1], p[2], p[3])
                    ? 0
                    : fmin(fmin(point_to_edge(p[0], p[2], p[3]), point_to_edge(p[1], p[2], p[3])),
                           fmin(point_to_edge(p[2], p[0], p[1]), point_to_edge(p[3], p[0], p[1])));
    return true;
}

/* ---- keys ---- */

static void put_u64(lob_buf *out, uint64_t value) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(value >> (56 - 8 * i));
    }
    lob_buf_add(out, bytes, sizeof bytes);
}

/* In dbu, so that -0, 0.1 + 0.2 and other forms of one place are one; what is out of range by its digits. */
static void put_length(lob_buf *out, double um, double dbu) {
    int64_t value;
    if (lob_rdb_um_to_dbu(um, dbu, &value)) {
        put_u64(out, (uint64_t)value);
    } else {
        char text[LOB_NUM_TEXT_SIZE];
        lob_buf_add(out, text, lob_num_print(text, um));
    }
}

static void put_points(lob_buf *out, const lob_um_point *points, uint32_t count, double dbu) {
    for (uint32_t i = 0; i < count; i++) {
        put_length(out, points[i].x, dbu);
        put_length(out, points[i].y, dbu);
    }
}

/* The two edges of a pair without order: the same key whichever is first. */
static void put_pair(lob_buf *out, const lob_rdb_value *value, double dbu) {
    const lob_um_point *p = value->points;
    bool swaps = false;
    for (int i = 0; i < 4 && value->is_symmetric; i++) {
        const double a = i % 2 ? p[i / 2].y : p[i / 2].x, b = i % 2 ? p[2 + i / 2].y : p[2 + i / 2].x;
        int64_t first = 0, second = 0;
        if (lob_rdb_um_to_dbu(a, dbu, &first) && lob_rdb_um_to_dbu(b, dbu, &second) && first != second) {
            swaps = first > second;
            break;
        }
    }
    put_points(out, swaps ? p + 2 : p, 2, dbu);
    put_points(out, swaps ? p : p + 2, 2, dbu);
}

static void put_text(lob_buf *out, lob_str text) {
    put_u64(out, text.size);
    lob_buf_add(out, text.data, text.size);
}

void lob_marker_put_key(lob_buf *out, const lob_rdb_value *value, double dbu) {
    char number[LOB_NUM_TEXT_SIZE];
    lob_buf_add_byte(out, (char)('a' + value->kind));
    put_u64(out, value->point_count);
    if (value->kind == LOB_RDB_EDGE_PAIR && value->point_count == 4) {
        put_pair(out, value, dbu);
    } else {
        put_points(out, value->points, value->point_count, dbu);
    }
    switch (value->kind) {
    case LOB_RDB_TEXT:
    case LOB_RDB_RAW:
        put_text(out, value->text);
        break;
    case LOB_RDB_FLOAT:
        put_text(out, (lob_str){number, lob_num_print(number, value->number)});
        break;
    case LOB_RDB_POLYGON:
        for (uint32_t i = 0; i < value->contour_count; i++) {
            put_u64(out, value->contours[i]);
        }
        break;
    case LOB_RDB_PATH:
        put_length(out, value->path->width, dbu);
        put_length(out, value->path->begin_ext, dbu);
        put_length(out, value->path->end_ext, dbu);
        lob_buf_add_byte(out, value->path->is_round ? 'r' : 's');
        break;
    case LOB_RDB_LABEL:
        put_text(out, value->label->text);
        put_length(out, value->label->trans.x, dbu);
        put_length(out, value->label->trans.y, dbu);
        put_text(out, (lob_str){number, lob_num_print(number, value->label->trans.angle)});
        lob_buf_add_byte(out, value->label->trans.is_mirrored ? 'm' : 'r');
        break;
    default:
        break;
    }
}

/* ---- what was measured ---- */

static double area_of(const lob_rdb_value *value) {
    double area = 0;
    for (uint32_t i = 0, first = 0; i < value->contour_count; first = value->contours[i++]) {
        const uint32_t end = value->contours[i];
        double twice = 0;
        for (uint32_t k = first; k < end; k++) { /* from the first point: far from the origin nothing is lost */
            const lob_um_point o = value->points[first], a = value->points[k],
                               b = value->points[k + 1 == end ? first : k + 1];
            twice += (a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y);
        }
        area += (i == 0 ? 0.5 : -0.5) * fabs(twice);
    }
    return area;
}

bool lob_marker_measured(const lob_marker *marker, lob_marker_measure *measure) {
    const lob_rdb_value *shown = lob_marker_shown(marker);
    for (uint32_t i = 0; i < marker->value_count; i++) {
        if (marker->values[i].kind == LOB_RDB_FLOAT) {
            *measure = (lob_marker_measure){"value", "", marker->values[i].number};
            return true;
        }
    }
    *measure = (lob_marker_measure){"distance", " um", 0};
    if (shown && lob_marker_distance_um(shown, &measure->value)) {
        return true;
    }
    if (!shown || shown->kind != LOB_RDB_POLYGON) {
        return false;
    }
    *measure = (lob_marker_measure){"area", " um2", area_of(shown)};
    return true;
}
