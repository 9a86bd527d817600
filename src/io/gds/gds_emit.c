/* From the records of an element to the event of a sink.
 *
 * What a shape becomes is what KLayout makes of it, tried with files written for the purpose: a rectangle is a box,
 * closed or not, flat ones included; an outline loses one closing point, never more, and is dropped below three points;
 * half of an odd width is rounded down. An element without XY, layer, type, name or string is refused.
 *
 *     kind      needs                     may have
 *     BOUNDARY  LAYER DATATYPE XY
 *     PATH      LAYER DATATYPE XY         PATHTYPE WIDTH BGNEXTN ENDEXTN
 *     SREF      SNAME XY(1)               STRANS MAG ANGLE
 *     AREF      SNAME COLROW XY(3)        STRANS MAG ANGLE
 *     TEXT      LAYER TEXTTYPE XY(1) STRING   PRESENTATION PATHTYPE WIDTH STRANS MAG ANGLE
 *     NODE      LAYER NODETYPE XY
 *     BOX       LAYER BOXTYPE XY
 */
#include <math.h>

#include "io/gds/reader.h"

enum { STRANS_MIRROR = 0x8000, STRANS_ABSOLUTE_MAG = 4, STRANS_ABSOLUTE_ANGLE = 2, PRESENTATION_MASK = 0x3f };

static bool has(const gds_reader *r, lob_gds_type type) {
    return (r->element.seen & GDS_SEEN(type)) != 0;
}

static lob_status warn(gds_reader *r, const char *kind, const char *text) {
    return r->sink->warning(r->sink->self, kind, text, r->element_offset);
}

static const char *kind_name(const gds_reader *r) {
    static const lob_gds_type types[GDS_STATE_COUNT] = {
        [GDS_IN_BOUNDARY] = GDS_BOUNDARY, [GDS_IN_PATH] = GDS_PATH, [GDS_IN_SREF] = GDS_SREF, [GDS_IN_AREF] = GDS_AREF,
        [GDS_IN_TEXT] = GDS_TEXT,         [GDS_IN_NODE] = GDS_NODE, [GDS_IN_BOX] = GDS_BOX,
    };
    return lob_gds_rule_of(types[r->state])->name;
}

/* Refuses the element, at its own offset. */
static lob_status refuse_element(gds_reader *r, const char *reason, const char *message) {
    return lob_gds_refuse(r->ctx, kind_name(r), r->element_offset, r->element_index, reason, "%s", message);
}

/* ---- what every element has ---- */

static lob_status check_required(gds_reader *r) {
    static const uint64_t required[GDS_STATE_COUNT] = {
        [GDS_IN_BOUNDARY] = GDS_SEEN(GDS_LAYER) | GDS_SEEN(GDS_DATATYPE) | GDS_SEEN(GDS_XY),
        [GDS_IN_PATH] = GDS_SEEN(GDS_LAYER) | GDS_SEEN(GDS_DATATYPE) | GDS_SEEN(GDS_XY),
        [GDS_IN_SREF] = GDS_SEEN(GDS_SNAME) | GDS_SEEN(GDS_XY),
        [GDS_IN_AREF] = GDS_SEEN(GDS_SNAME) | GDS_SEEN(GDS_COLROW) | GDS_SEEN(GDS_XY),
        [GDS_IN_TEXT] = GDS_SEEN(GDS_LAYER) | GDS_SEEN(GDS_TEXTTYPE) | GDS_SEEN(GDS_XY) | GDS_SEEN(GDS_STRING),
        [GDS_IN_NODE] = GDS_SEEN(GDS_LAYER) | GDS_SEEN(GDS_NODETYPE) | GDS_SEEN(GDS_XY),
        [GDS_IN_BOX] = GDS_SEEN(GDS_LAYER) | GDS_SEEN(GDS_BOXTYPE) | GDS_SEEN(GDS_XY),
    };
    uint64_t missing = required[r->state] & ~r->element.seen;
    if (!missing || (r->state == GDS_IN_NODE && !r->is_strict)) { /* a NODE is skipped anyway */
        return LOB_OK;
    }
    const char *name = lob_gds_rule_of((unsigned)__builtin_ctzll(missing))->name;
    return lob_gds_refuse(r->ctx, kind_name(r), r->element_offset, r->element_index, "missing_record",
                          "the element has no %s record.", name);
}

/* A string that was kept, so `strings` holds a block, even for an empty one. */
static lob_str string_at(const gds_reader *r, size_t start, size_t size) {
    return (lob_str){r->strings.data + start, size};
}

/* Properties as the sink wants them, built in one buffer: the lob_prop, behind them the values they point to. */
static lob_status build_props(gds_reader *r, lob_element *element) {
    uint32_t count = r->element.prop_count;
    if (!count) {
        return LOB_OK;
    }
    lob_buf_clear(&r->events);
    void *room = lob_buf_reserve(&r->events, count * (sizeof(lob_prop) + sizeof(lob_prop_value)));
    if (!room) {
        return lob_gds_buf_status(r->ctx, &r->events);
    }
    lob_prop *props = room;
    lob_prop_value *values = (lob_prop_value *)(void *)(props + count);
    const gds_property *kept = (const gds_property *)(const void *)r->props.data;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = (lob_prop_value){.kind = LOB_PROP_STRING, .string = string_at(r, kept[i].start, kept[i].size)};
        props[i] = (lob_prop){.attr = kept[i].attr, .values = &values[i], .value_count = 1};
    }
    element->props = props;
    element->prop_count = count;
    return LOB_OK;
}

static const lob_point *points_of(const gds_reader *r) {
    return (const lob_point *)(const void *)r->points.data;
}

/* ---- shapes ---- */

/* The first four points go around a rectangle, perhaps a flat one. */
static bool is_rectangle(const lob_point *p, uint32_t count) {
    if (count != 4 && !(count == 5 && p[4].x == p[0].x && p[4].y == p[0].y)) {
        return false;
    }
    return (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y) ||
           (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x);
}

static lob_box box_of(lob_point a, lob_point b) {
    return (lob_box){
        .left = a.x < b.x ? a.x : b.x,
        .bottom = a.y < b.y ? a.y : b.y,
        .right = a.x < b.x ? b.x : a.x,
        .top = a.y < b.y ? b.y : a.y,
    };
}

bool lob_gds_rectangle(const lob_point *points, uint32_t count, lob_box *box) {
    if (!is_rectangle(points, count)) {
        return false;
    }
    *box = box_of(points[0], points[2]);
    return true;
}

static lob_status emit_boundary(gds_reader *r, const lob_element *element) {
    const lob_point *p = points_of(r);
    uint32_t count = r->element.point_count;
    lob_box box;
    if (lob_gds_rectangle(p, count, &box)) {
        return r->sink->box(r->sink->self, element, box);
    }
    if (count > 1 && p[0].x == p[count - 1].x && p[0].y == p[count - 1].y) {
        count--;
    }
    if (count < 3) {
        return warn(r, "degenerate_boundary", "Outlines with fewer than three points are dropped.");
    }
    return r->sink->polygon(r->sink->self, element, p, count);
}

/* A BOX is a BOUNDARY by another name; two points are its corners. */
static lob_status emit_box(gds_reader *r, const lob_element *element) {
    const lob_point *p = points_of(r);
    if (r->element.point_count == 2) {
        return r->sink->box(r->sink->self, element, box_of(p[0], p[1]));
    }
    return emit_boundary(r, element);
}

static lob_status emit_path(gds_reader *r, const lob_element *element) {
    const gds_element *e = &r->element;
    if (e->point_count == 0) {
        return warn(r, "empty_path", "Paths without a point are dropped.");
    }
    uint8_t pathtype = has(r, GDS_PATHTYPE) ? (uint8_t)e->pathtype : 0;
    int32_t width = has(r, GDS_WIDTH) ? e->width : 0;
    lob_path_event path = {
        .points = points_of(r),
        .count = e->point_count,
        .width = width < 0 ? -width : width,
        .round_ends = pathtype == 1,
        .width_is_absolute = width < 0,
        .pathtype = pathtype,
    };
    int32_t half = path.width / 2;
    path.begin_ext = path.end_ext = pathtype == 1 || pathtype == 2 ? half : 0;
    if (pathtype != 1) { /* as KLayout: extensions count whatever the type; a round end has no other length */
        path.begin_ext = has(r, GDS_BGNEXTN) ? e->begin_ext : path.begin_ext;
        path.end_ext = has(r, GDS_ENDEXTN) ? e->end_ext : path.end_ext;
    }
    return r->sink->path(r->sink->self, element, &path);
}

/* The quarter turn nearest to the angle, as KLayout has it for labels: 45 becomes 90. */
static uint8_t text_code(double angle, bool mirror) {
    unsigned quarter = (unsigned)floor(angle / 90 + 0.5) & 3;
    return (uint8_t)(quarter | (mirror ? 4u : 0u));
}

static lob_status warn_absolute(gds_reader *r, unsigned strans) {
    if (strans & STRANS_ABSOLUTE_MAG) {
        LOB_TRY(warn(r, "absolute_mag", "Absolute magnification is read as relative."));
    }
    if (strans & STRANS_ABSOLUTE_ANGLE) {
        LOB_TRY(warn(r, "absolute_angle", "Absolute angles are read as relative."));
    }
    return LOB_OK;
}

static lob_status emit_text(gds_reader *r, const lob_element *element) {
    const gds_element *e = &r->element;
    if (e->point_count != 1) {
        return refuse_element(r, "point_count", "a text must have exactly one point.");
    }
    unsigned strans = has(r, GDS_STRANS) ? e->strans : 0;
    lob_text_event text = {
        .string = string_at(r, e->name_start, e->name_size),
        .at = points_of(r)[0],
        .presentation = (uint8_t)(has(r, GDS_PRESENTATION) ? e->presentation & PRESENTATION_MASK : 0),
        .angle_deg = has(r, GDS_ANGLE) ? e->angle : 0,
        .mag = has(r, GDS_MAG) ? e->mag : 1,
        .width = has(r, GDS_WIDTH) ? e->width : 0,
    };
    text.code = text_code(text.angle_deg, (strans & STRANS_MIRROR) != 0);
    LOB_TRY(warn_absolute(r, strans));
    return r->sink->text(r->sink->self, element, &text);
}

/* ---- instances ---- */

static lob_status emit_instance(gds_reader *r, const lob_element *element) {
    const gds_element *e = &r->element;
    unsigned strans = has(r, GDS_STRANS) ? e->strans : 0;
    lob_instance_event instance = {
        .cell = string_at(r, e->name_start, e->name_size),
        .mirror = (strans & STRANS_MIRROR) != 0,
        .angle_deg = has(r, GDS_ANGLE) ? e->angle : 0,
        .mag = has(r, GDS_MAG) ? e->mag : 1,
        .mag_is_absolute = (strans & STRANS_ABSOLUTE_MAG) != 0,
        .angle_is_absolute = (strans & STRANS_ABSOLUTE_ANGLE) != 0,
        .at = points_of(r)[0],
    };
    LOB_TRY(warn_absolute(r, strans));
    return r->sink->instance(r->sink->self, element, &instance);
}

static lob_status emit_sref(gds_reader *r, const lob_element *element) {
    if (r->element.point_count != 1) {
        return refuse_element(r, "point_count", "an SREF must have exactly one point.");
    }
    return emit_instance(r, element);
}

static lob_point64 extent(lob_point from, lob_point to) {
    return (lob_point64){(int64_t)to.x - from.x, (int64_t)to.y - from.y};
}

static bool divides(lob_point64 v, int64_t count) {
    return v.x % count == 0 && v.y % count == 0;
}

/* The second and third point are where column `columns` and row `rows` would begin, in the coordinates of the parent.
 * As in KLayout `a` runs along the rows' direction of counting (COLROW's second number) and `b` along the columns'. */
static lob_status emit_aref(gds_reader *r, const lob_element *element) {
    const lob_point *p = points_of(r);
    if (r->element.point_count != 3) {
        return refuse_element(r, "point_count", "an AREF must have exactly three points.");
    }
    int64_t na = r->element.rows, nb = r->element.columns;
    lob_rep rep = {
        .kind = LOB_REP_FRACTION,
        .na = (uint64_t)na,
        .nb = (uint64_t)nb,
        .a = extent(p[0], p[2]),
        .b = extent(p[0], p[1]),
    };
    if (divides(rep.a, na) && divides(rep.b, nb)) {
        rep.kind = LOB_REP_LATTICE;
        rep.a = (lob_point64){rep.a.x / na, rep.a.y / na};
        rep.b = (lob_point64){rep.b.x / nb, rep.b.y / nb};
    } else {
        LOB_TRY(warn(r, "fractional_pitch",
                     "Some arrays have an extent that is not a multiple of their count: the "
                     "positions of their members are rounded."));
    }
    lob_element repeated = *element;
    repeated.rep = na == 1 && nb == 1 ? NULL : &rep;
    return emit_instance(r, &repeated);
}

lob_status lob_gds_emit(gds_reader *r) {
    LOB_TRY(check_required(r));
    if (r->in_context) {
        return lob_gds_context_element(r);
    }
    lob_element element = {0};
    if (r->state != GDS_IN_SREF && r->state != GDS_IN_AREF) {
        element.layer = r->element.layer;
        element.datatype = r->element.type;
    }
    LOB_TRY(build_props(r, &element));
    switch (r->state) {
    case GDS_IN_BOUNDARY:
        return emit_boundary(r, &element);
    case GDS_IN_PATH:
        return emit_path(r, &element);
    case GDS_IN_SREF:
        return emit_sref(r, &element);
    case GDS_IN_AREF:
        return emit_aref(r, &element);
    case GDS_IN_TEXT:
        return emit_text(r, &element);
    case GDS_IN_BOX:
        return emit_box(r, &element);
    default:
        return warn(r, "node", "NODE elements are skipped: they have no geometry.");
    }
}
