/* The elements of a cell: geometry, texts, placements.
 *
 * Each record is an info byte whose bits say which fields follow; what does not follow comes from the modal variables.
 *   RECTANGLE 20  S W H X Y R D L     POLYGON 21  0 0 P X Y R D L     PATH 22  E W P X Y R D L
 *   TRAPEZOID 23-25  O W H X Y R D L  CTRAPEZOID 26  T W H X Y R D L  CIRCLE 27  0 0 r X Y R D L
 *   TEXT 19  0 C N X Y R T L          PLACEMENT 17  C N X Y R A A F   18  C N X Y R M A F   XGEOMETRY 33  0 0 0 X Y R D
 * L An element is parsed into `pending`; its properties may follow.
 */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/wrap.h"
#include "io/oas/reader.h"

enum { L = 0x01, D = 0x02, R = 0x04, Y = 0x08, X = 0x10 };

static lob_status begin(oas_reader *r, uint8_t *info) {
    LOB_TRY(oas_flush(r));
    if (!r->in_cell) {
        return oas_fail(&r->s, "outside_cell", "an element is outside of any cell", NULL);
    }
    r->prop_target = OAS_PROPS_NAME; /* until there is an element to carry them */
    return oas_byte(&r->s, info);
}

static lob_status small_number(oas_reader *r, uint32_t *value, uint32_t bit) {
    uint64_t raw;
    LOB_TRY(oas_uint_max(&r->s, UINT32_MAX - 1, "a layer or datatype needs more than 32 bits", &raw));
    *value = (uint32_t)raw;
    r->m.set |= bit;
    return LOB_OK;
}

static lob_status layer_datatype(oas_reader *r, uint8_t info) {
    if (info & L) {
        LOB_TRY(small_number(r, &r->m.layer, OAS_M_LAYER));
    }
    if (info & D) {
        LOB_TRY(small_number(r, &r->m.datatype, OAS_M_DATATYPE));
    }
    return oas_need(r, OAS_M_LAYER | OAS_M_DATATYPE);
}

static lob_status length_field(oas_reader *r, bool present, uint64_t *value, uint32_t bit) {
    if (present) {
        LOB_TRY(oas_uint_max(&r->s, UINT32_MAX, "a width, height or radius needs more than 32 bits", value));
        r->m.set |= bit;
    }
    return oas_need(r, bit);
}

static lob_status coordinate(oas_reader *r, bool present, int64_t *value) {
    if (!present) {
        return LOB_OK;
    }
    int64_t given;
    LOB_TRY(oas_sint(&r->s, &given));
    if (!r->m.relative) {
        *value = given;
    } else if (__builtin_add_overflow(*value, given, value)) {
        return oas_fail(&r->s, "coordinate_range", "a sum of coordinates needs more than 64 bits", NULL);
    }
    return LOB_OK;
}

/* x, y, repetition: the tail of every element. */
static lob_status place(oas_reader *r, uint8_t info, uint8_t x_bit, uint8_t y_bit, uint8_t r_bit, int64_t *x,
                        int64_t *y) {
    LOB_TRY(coordinate(r, info & x_bit, x));
    LOB_TRY(coordinate(r, info & y_bit, y));
    r->element.rep = NULL;
    if (info & r_bit) {
        LOB_TRY(oas_repetition(r));
        r->element.rep = &r->m.rep;
    }
    return LOB_OK;
}

static lob_status place_geometry(oas_reader *r, uint8_t info) {
    return place(r, info, X, Y, R, &r->m.geometry_x, &r->m.geometry_y);
}

static lob_status fail_range(oas_reader *r) {
    return oas_fail(&r->s, "coordinate_range", "a coordinate needs more than 32 bits",
                    "Layout Observer has 32-bit coordinates, like GDSII and KLayout: use a larger database unit.");
}

static lob_status to_point(oas_reader *r, int64_t x, int64_t y, lob_point *point) {
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) {
        return fail_range(r);
    }
    *point = (lob_point){(int32_t)x, (int32_t)y};
    return LOB_OK;
}

static void pend(oas_reader *r, oas_pending_kind kind) {
    r->pending = kind;
    r->element.layer = r->m.layer;
    r->element.datatype = r->m.datatype;
    r->prop_target = OAS_PROPS_ELEMENT;
}

/* points + (dx, dy) into `out`; false when one needs more than 32 bits. Points lie at most 2^33 apart from (0, 0), or
 * (0, 0) is among them: beyond `far`, where a sum of 64 bits could come round to a small number, one is out of range.
 */
static bool displace_near(const lob_point64 *points, uint32_t count, int64_t dx, int64_t dy, lob_point *out) {
    const int64_t far = INT64_C(1) << 40;
    const uint64_t half = UINT64_C(1) << 31;
    uint64_t beyond = 0;
    if (dx < -far || dx > far || dy < -far || dy > far) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t x = lob_wrap_add((uint64_t)points[i].x, (uint64_t)dx);
        const uint64_t y = lob_wrap_add((uint64_t)points[i].y, (uint64_t)dy);
        beyond |= lob_wrap_add(x, half) >> 32 | lob_wrap_add(y, half) >> 32;
        out[i] = (lob_point){(int32_t)(uint32_t)x, (int32_t)(uint32_t)y};
    }
    return beyond == 0;
}

static lob_status pend_points(oas_reader *r, oas_pending_kind kind, const lob_point64 *points, uint32_t count) {
    LOB_TRY(oas_points_room(r, count));
    r->outline = LOB_SINK_NO_OUTLINE;
    if (!displace_near(points, count, r->m.geometry_x, r->m.geometry_y, r->points)) {
        return fail_range(r);
    }
    r->point_count = count;
    pend(r, kind);
    return LOB_OK;
}

static lob_status pend_list(oas_reader *r, oas_pending_kind kind, const oas_points *list) {
    if (list->outline == LOB_SINK_NO_OUTLINE) {
        return pend_points(r, kind, list->items, list->count);
    }
    lob_point corner; /* with the first point in range the sums are small */
    LOB_TRY(to_point(r, r->m.geometry_x, r->m.geometry_y, &r->at));
    LOB_TRY(to_point(r, (int64_t)r->at.x + list->box.left, (int64_t)r->at.y + list->box.bottom, &corner));
    LOB_TRY(to_point(r, (int64_t)r->at.x + list->box.right, (int64_t)r->at.y + list->box.top, &corner));
    r->outline = list->outline;
    r->point_count = list->count;
    pend(r, kind);
    return LOB_OK;
}

lob_status oas_rectangle(oas_reader *r, unsigned id) {
    (void)id;
    uint8_t info;
    LOB_TRY(begin(r, &info));
    LOB_TRY(layer_datatype(r, info));
    bool square = info & 0x80;
    if (square && (info & 0x20)) {
        return oas_fail(&r->s, "info_byte", "a square has a height", NULL);
    }
    LOB_TRY(length_field(r, info & 0x40, &r->m.width, OAS_M_WIDTH));
    if (square) {
        r->m.height = r->m.width;
        r->m.set |= OAS_M_HEIGHT;
    }
    LOB_TRY(length_field(r, info & 0x20, &r->m.height, OAS_M_HEIGHT));
    LOB_TRY(place_geometry(r, info));
    lob_point low = {0, 0}, high = {0, 0};
    LOB_TRY(to_point(r, r->m.geometry_x, r->m.geometry_y, &low));
    LOB_TRY(to_point(r, low.x + (int64_t)r->m.width, low.y + (int64_t)r->m.height, &high));
    r->box = (lob_box){low.x, low.y, high.x, high.y};
    pend(r, OAS_BOX);
    return LOB_OK;
}

lob_status oas_polygon(oas_reader *r, unsigned id) {
    (void)id;
    uint8_t info;
    LOB_TRY(begin(r, &info));
    LOB_TRY(layer_datatype(r, info));
    if (info & 0x20) {
        LOB_TRY(oas_point_list(r, true, &r->m.polygon));
        r->m.set |= OAS_M_POLYGON_POINTS;
    }
    LOB_TRY(oas_need(r, OAS_M_POLYGON_POINTS));
    LOB_TRY(place_geometry(r, info));
    if (r->m.polygon.count < 3) {
        return r->sink->warning(r->sink->self, "degenerate_polygon",
                                "a POLYGON with fewer than 3 points has no area and was omitted", r->s.record_offset);
    }
    return pend_list(r, OAS_POLY, &r->m.polygon);
}

/* SS or EE of the extension scheme: 0 as before, 1 flush, 2 half the width, 3 given. */
static lob_status extension(oas_reader *r, unsigned scheme, int64_t *value, uint32_t bit) {
    if (scheme == 1) {
        *value = 0;
    } else if (scheme == 2) {
        *value = (int64_t)r->m.halfwidth;
    } else if (scheme == 3) {
        LOB_TRY(oas_sint(&r->s, value));
    }
    if (scheme) {
        r->m.set |= bit;
    }
    return LOB_OK;
}

static lob_status path_event(oas_reader *r, uint64_t width, int64_t start, int64_t end, bool round) {
    if (width > INT32_MAX || start < INT32_MIN || start > INT32_MAX || end < INT32_MIN || end > INT32_MAX) {
        return oas_fail(&r->s, "coordinate_range", "a path width or extension needs more than 32 bits", NULL);
    }
    r->path = (lob_path_event){.width = (int32_t)width,
                               .begin_ext = (int32_t)start,
                               .end_ext = (int32_t)end,
                               .round_ends = round,
                               .pathtype = round ? 1 : 4};
    return LOB_OK;
}

lob_status oas_path(oas_reader *r, unsigned id) {
    (void)id;
    uint8_t info;
    LOB_TRY(begin(r, &info));
    LOB_TRY(layer_datatype(r, info));
    LOB_TRY(length_field(r, info & 0x40, &r->m.halfwidth, OAS_M_PATH_HALFWIDTH));
    if (info & 0x80) {
        uint64_t scheme;
        LOB_TRY(oas_uint_max(&r->s, 15, "the extension scheme of a path is above 15", &scheme));
        LOB_TRY(extension(r, (unsigned)scheme >> 2, &r->m.path_start, OAS_M_PATH_START));
        LOB_TRY(extension(r, (unsigned)scheme & 3, &r->m.path_end, OAS_M_PATH_END));
    }
    LOB_TRY(oas_need(r, OAS_M_PATH_START | OAS_M_PATH_END));
    if (info & 0x20) {
        LOB_TRY(oas_point_list(r, false, &r->m.path));
        r->m.set |= OAS_M_PATH_POINTS;
    }
    LOB_TRY(oas_need(r, OAS_M_PATH_POINTS));
    LOB_TRY(place_geometry(r, info));
    LOB_TRY(path_event(r, r->m.halfwidth * 2, r->m.path_start, r->m.path_end, false));
    return pend_list(r, OAS_PATHS, &r->m.path);
}

lob_status oas_circle(oas_reader *r, unsigned id) {
    (void)id;
    uint8_t info;
    LOB_TRY(begin(r, &info));
    LOB_TRY(layer_datatype(r, info));
    LOB_TRY(length_field(r, info & 0x20, &r->m.radius, OAS_M_RADIUS));
    LOB_TRY(place_geometry(r, info));
    LOB_TRY(path_event(r, r->m.radius * 2, (int64_t)r->m.radius, (int64_t)r->m.radius, true));
    return pend_points(r, OAS_PATHS, &(lob_point64){0, 0}, 1);
}

/* Horizontal: the bottom and top edges are parallel; delta_a = NW.x - SW.x, delta_b = NE.x - SE.x. Vertical: left and
 * right are; delta_a = SW.y - SE.y, delta_b = NW.y - NE.y. The box is width x height in both. */
lob_status oas_trapezoid(oas_reader *r, unsigned id) {
    uint8_t info;
    LOB_TRY(begin(r, &info));
    LOB_TRY(layer_datatype(r, info));
    LOB_TRY(length_field(r, info & 0x40, &r->m.width, OAS_M_WIDTH));
    LOB_TRY(length_field(r, info & 0x20, &r->m.height, OAS_M_HEIGHT));
    int64_t a = 0, b = 0;
    if (id != OAS_TRAPEZOID_B) {
        LOB_TRY(oas_sint(&r->s, &a));
    }
    if (id != OAS_TRAPEZOID_A) {
        LOB_TRY(oas_sint(&r->s, &b));
    }
    LOB_TRY(place_geometry(r, info));
    int64_t w = (int64_t)r->m.width, h = (int64_t)r->m.height;
    bool vertical = info & 0x80;
    int64_t room = vertical ? h : w;
    if (a < -room || a > room || b < -room || b > room) {
        return oas_fail(&r->s, "trapezoid", "a delta of a trapezoid is larger than its side", NULL);
    }
    int64_t a_up = a > 0 ? a : 0, a_down = a < 0 ? -a : 0, b_up = b > 0 ? b : 0, b_down = b < 0 ? -b : 0;
    if (room - a_up - b_down < 0 || room - a_down - b_up < 0) {
        return oas_fail(&r->s, "trapezoid", "the sides of a trapezoid cross each other", NULL);
    }
    lob_point64 corner[4] = {{a_down, 0}, {a_up, h}, {w - b_down, h}, {w - b_up, 0}};
    if (vertical) {
        lob_point64 turned[4] = {{0, a_up}, {0, h - b_down}, {w, h - b_up}, {w, a_down}};
        memcpy(corner, turned, sizeof corner);
    }
    return pend_points(r, OAS_POLY, corner, 4);
}

/* The 26 compact trapezoids. A corner coordinate is cw * width + ch * height; triangles have three corners. */
typedef struct ctrapezoid {
    uint8_t corners;
    struct {
        int8_t xw, xh, yw, yh;
    } at[4];
} ctrapezoid;

static const ctrapezoid ctrapezoids[26] = {
    /*  0 */ {4, {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, -1, 0, 1}, {1, 0, 0, 0}}},
    /*  1 */ {4, {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, -1, 0, 0}}},
    /*  2 */ {4, {{0, 0, 0, 0}, {0, 1, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}}},
    /*  3 */ {4, {{0, 1, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}}},
    /*  4 */ {4, {{0, 0, 0, 0}, {0, 1, 0, 1}, {1, -1, 0, 1}, {1, 0, 0, 0}}},
    /*  5 */ {4, {{0, 1, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, -1, 0, 0}}},
    /*  6 */ {4, {{0, 0, 0, 0}, {0, 1, 0, 1}, {1, 0, 0, 1}, {1, -1, 0, 0}}},
    /*  7 */ {4, {{0, 1, 0, 0}, {0, 0, 0, 1}, {1, -1, 0, 1}, {1, 0, 0, 0}}},
    /*  8 */ {4, {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 0, -1, 1}, {1, 0, 0, 0}}},
    /*  9 */ {4, {{0, 0, 0, 0}, {0, 0, -1, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}}},
    /* 10 */ {4, {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 0}}},
    /* 11 */ {4, {{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}}},
    /* 12 */ {4, {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 0, -1, 1}, {1, 0, 1, 0}}},
    /* 13 */ {4, {{0, 0, 1, 0}, {0, 0, -1, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}}},
    /* 14 */ {4, {{0, 0, 0, 0}, {0, 0, -1, 1}, {1, 0, 0, 1}, {1, 0, 1, 0}}},
    /* 15 */ {4, {{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, -1, 1}, {1, 0, 0, 0}}},
    /* 16 */ {3, {{0, 0, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 0}}},
    /* 17 */ {3, {{0, 0, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}}},
    /* 18 */ {3, {{0, 0, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}}},
    /* 19 */ {3, {{0, 0, 1, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}}},
    /* 20 */ {3, {{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 2, 0, 0}}},
    /* 21 */ {3, {{0, 0, 0, 1}, {0, 2, 0, 1}, {0, 1, 0, 0}}},
    /* 22 */ {3, {{0, 0, 0, 0}, {0, 0, 2, 0}, {1, 0, 1, 0}}},
    /* 23 */ {3, {{1, 0, 0, 0}, {0, 0, 1, 0}, {1, 0, 2, 0}}},
    /* 24 */ {4, {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 0}}},
    /* 25 */ {4, {{0, 0, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}}},
};

/* Types 16-19, 22, 23, 25 have no height of their own, 20 and 21 no width: the field need not follow. */
static bool ctrapezoid_has_width(uint64_t type) {
    return type != 20 && type != 21;
}
static bool ctrapezoid_has_height(uint64_t type) {
    return type < 16 || type == 20 || type == 21 || type == 24;
}

/* The side that follows from the other one becomes the modal one, for KLayout and gdstk as well. */
static void set_implied_side(oas_modal *m, uint64_t type) {
    if (!ctrapezoid_has_height(type)) {
        m->height = type == 22 || type == 23 ? 2 * m->width : m->width;
        m->set |= OAS_M_HEIGHT;
    }
    if (!ctrapezoid_has_width(type)) {
        m->width = 2 * m->height;
        m->set |= OAS_M_WIDTH;
    }
}

/* Types 0-7 slant at the left and right, by the height, 8-15 below and above, by the width; 4, 5, 12 and 13 do so at
 * both ends of one edge. */
static bool folds(uint64_t type, int64_t width, int64_t height) {
    const int64_t edge = type < 8 ? width : height, other = type < 8 ? height : width;
    return type < 16 && edge < ((type & 6) == 4 ? 2 * other : other);
}

lob_status oas_ctrapezoid(oas_reader *r, unsigned id) {
    (void)id;
    uint8_t info;
    LOB_TRY(begin(r, &info));
    LOB_TRY(layer_datatype(r, info));
    if (info & 0x80) {
        LOB_TRY(oas_uint_max(&r->s, 25, "a CTRAPEZOID has a type above 25", &r->m.ctrapezoid_type));
        r->m.set |= OAS_M_CTRAPEZOID_TYPE;
    }
    LOB_TRY(oas_need(r, OAS_M_CTRAPEZOID_TYPE));
    uint64_t type = r->m.ctrapezoid_type;
    if ((info & 0x40) || ctrapezoid_has_width(type)) {
        LOB_TRY(length_field(r, info & 0x40, &r->m.width, OAS_M_WIDTH));
    }
    if ((info & 0x20) || ctrapezoid_has_height(type)) {
        LOB_TRY(length_field(r, info & 0x20, &r->m.height, OAS_M_HEIGHT));
    }
    set_implied_side(&r->m, type);
    LOB_TRY(place_geometry(r, info));
    int64_t w = (int64_t)r->m.width, h = (int64_t)r->m.height;
    const ctrapezoid *c = &ctrapezoids[type];
    if (folds(type, w, h)) {
        return oas_fail(&r->s, "trapezoid", "the sides of a CTRAPEZOID cross each other", NULL);
    }
    lob_point64 corner[4];
    for (unsigned i = 0; i < c->corners; i++) {
        corner[i].x = c->at[i].xw * w + c->at[i].xh * h;
        corner[i].y = c->at[i].yw * w + c->at[i].yh * h;
    }
    return pend_points(r, OAS_POLY, corner, c->corners);
}

lob_status oas_text(oas_reader *r, unsigned id) {
    (void)id;
    uint8_t info;
    LOB_TRY(begin(r, &info));
    if (info & 0x40) {
        LOB_TRY(oas_name_read(r, info & 0x20, OAS_A_STRING, &r->m.text_string));
        r->m.set |= OAS_M_TEXT_STRING;
    }
    if (info & L) {
        LOB_TRY(small_number(r, &r->m.textlayer, OAS_M_TEXTLAYER));
    }
    if (info & D) {
        LOB_TRY(small_number(r, &r->m.texttype, OAS_M_TEXTTYPE));
    }
    LOB_TRY(oas_need(r, OAS_M_TEXT_STRING | OAS_M_TEXTLAYER | OAS_M_TEXTTYPE));
    LOB_TRY(place(r, info, X, Y, R, &r->m.text_x, &r->m.text_y));
    const oas_name *name = &r->m.text_string;
    r->text = (lob_text_event){.mag = 1};
    if (name->by_ref) {
        r->text.string_ref = name->ref;
    } else {
        r->text.string = (lob_str){name->text.size ? name->text.data : "", name->text.size};
    }
    LOB_TRY(to_point(r, r->m.text_x, r->m.text_y, &r->text.at));
    pend(r, OAS_TEXTS);
    r->element.layer = r->m.textlayer;
    r->element.datatype = r->m.texttype;
    return LOB_OK;
}

static lob_status placement_trans(oas_reader *r, unsigned id, uint8_t info) {
    r->instance = (lob_instance_event){.mag = 1, .mirror = info & 1};
    if (id == OAS_PLACEMENT) {
        r->instance.angle_deg = 90.0 * ((info >> 1) & 3);
        return LOB_OK;
    }
    if (info & 0x04) {
        LOB_TRY(oas_real(&r->s, &r->instance.mag));
    }
    if (info & 0x02) {
        LOB_TRY(oas_real(&r->s, &r->instance.angle_deg));
    }
    if (!(r->instance.mag > 0) || r->instance.mag > 1e6) {
        return oas_fail(&r->s, "magnification", "a magnification is not above 0 and at most 1e6", NULL);
    }
    if (!(fabs(r->instance.angle_deg) <= 1e9)) {
        return oas_fail(&r->s, "angle", "an angle is out of range", NULL);
    }
    return LOB_OK;
}

lob_status oas_placement(oas_reader *r, unsigned id) {
    uint8_t info;
    LOB_TRY(begin(r, &info));
    if (info & 0x80) {
        LOB_TRY(oas_name_read(r, info & 0x40, OAS_N_STRING, &r->m.placement_cell));
        r->m.set |= OAS_M_PLACEMENT_CELL;
    }
    LOB_TRY(oas_need(r, OAS_M_PLACEMENT_CELL));
    LOB_TRY(placement_trans(r, id, info));
    LOB_TRY(place(r, info, 0x20, 0x10, 0x08, &r->m.placement_x, &r->m.placement_y));
    const oas_name *name = &r->m.placement_cell;
    if (name->by_ref) {
        r->instance.cell_ref = name->ref;
    } else {
        r->instance.cell = (lob_str){name->text.data, name->text.size};
    }
    LOB_TRY(to_point(r, r->m.placement_x, r->m.placement_y, &r->instance.at));
    pend(r, OAS_INSTANCE);
    r->element.layer = r->element.datatype = 0;
    return LOB_OK;
}

lob_status oas_xgeometry(oas_reader *r, unsigned id) {
    (void)id;
    uint8_t info;
    uint64_t attribute;
    LOB_TRY(begin(r, &info));
    LOB_TRY(oas_uint(&r->s, &attribute));
    LOB_TRY(layer_datatype(r, info));
    LOB_TRY(oas_string(&r->s, OAS_B_STRING, &r->scratch));
    LOB_TRY(place_geometry(r, info));
    return r->sink->warning(r->sink->self, "xgeometry", "an XGEOMETRY record has no defined meaning and was omitted",
                            r->s.record_offset);
}
