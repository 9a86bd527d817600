/* The record of one element: fields that the modal variables already hold are left out.
 *
 *   RECTANGLE 20 SWHXYRDL   POLYGON 21 00PXYRDL   PATH 22 EWPXYRDL   TEXT 19 0CNXYRTL   CIRCLE 27 00rXYRDL
 *   PLACEMENT 17 CNXYRAAF   18 CNXYRMAF
 * A record is made once and written twice: with absolute coordinates, and with differences to the place before.
 */
#include <string.h>

#include "io/oas/writer.h"

enum { L = 0x01, D = 0x02, R = 0x04, Y = 0x08, X = 0x10 };
enum { TEXT = 19, RECTANGLE = 20, POLYGON = 21, PATH = 22, CIRCLE = 27, PLACEMENT = 17, PLACEMENT_MAG = 18 };
enum { XYABSOLUTE = 15, XYRELATIVE = 16 };

/* ---- fields ---- */

static void set_layer(oas_writer *w, const lob_shapes *shapes, uint8_t *info) {
    const lob_layer *layer = lob_layout_layer(w->layout, shapes->layer);
    if (!w->layer_set || w->layer != layer->layer) {
        *info |= L;
        oas_put_uint(&w->fields, layer->layer);
    }
    if (!w->layer_set || w->datatype != layer->datatype) {
        *info |= D;
        oas_put_uint(&w->fields, layer->datatype);
    }
    w->layer_set = true;
    w->layer = layer->layer;
    w->datatype = layer->datatype;
}

static lob_status make_rep(oas_writer *w, const lob_rep *rep) {
    lob_buf_clear(&w->rep);
    oas_put_repetition(&w->rep, rep);
    if (w->rep.failed) {
        return lob_fail_memory(w->ctx);
    }
    if (w->rep.size == w->last_rep.size && memcmp(w->rep.data, w->last_rep.data, w->rep.size) == 0) {
        lob_buf_clear(&w->rep);
        oas_put_uint(&w->rep, 0); /* the last one */
        return LOB_OK;
    }
    lob_buf_clear(&w->last_rep);
    lob_buf_add(&w->last_rep, w->rep.data, w->rep.size);
    return w->last_rep.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

/* Where a kind of elements has its place: bits of the info byte, modal variables. */
typedef struct place {
    uint8_t x_bit, y_bit, rep_bit;
    int64_t *x, *y;
} place;

/* Puts the record together, both ways: id, info byte, fields, x, y, repetition. */
static lob_status put_record(oas_writer *w, unsigned id, uint8_t info, const oas_spot *at, const place *p) {
    const bool has_x = at->at.x != *p->x, has_y = at->at.y != *p->y;
    const bool has_rep = at->rep != NULL;
    LOB_TRY(has_rep ? make_rep(w, at->rep) : LOB_OK);
    info |= (has_x ? p->x_bit : 0) | (has_y ? p->y_bit : 0) | (has_rep ? p->rep_bit : 0);
    bool fine = !w->fields.failed && !w->points[0].failed && !w->points[1].failed;
    for (unsigned k = 0; k < OAS_BODY_COUNT; k++) {
        lob_buf *out = &w->body[k];
        const bool absolute = k % 2 == OAS_ABSOLUTE;
        if (out->size == 0) {
            oas_put_uint(out, absolute ? XYABSOLUTE : XYRELATIVE);
        }
        oas_put_uint(out, id);
        lob_buf_add_byte(out, (char)info);
        lob_buf_add(out, w->fields.data, w->fields.size);
        lob_buf_add(out, w->points[k / 2].data, w->points[k / 2].size);
        if (has_x) {
            oas_put_sint(out, absolute ? at->at.x : at->at.x - *p->x);
        }
        if (has_y) {
            oas_put_sint(out, absolute ? at->at.y : at->at.y - *p->y);
        }
        if (has_rep) {
            lob_buf_add(out, w->rep.data, w->rep.size);
        }
        fine = fine && !out->failed;
    }
    *p->x = at->at.x;
    *p->y = at->at.y;
    lob_buf_clear(&w->fields);
    lob_buf_clear(&w->points[0]);
    lob_buf_clear(&w->points[1]);
    return fine ? LOB_OK : lob_fail_memory(w->ctx);
}

static void put_points(oas_writer *w, const lob_point *points, uint32_t count, bool is_polygon) {
    oas_put_points(&w->points[0], points, count, is_polygon, false);
    oas_put_points(&w->points[1], points, count, is_polygon, true);
    w->points_differ = w->points_differ || w->points[0].size != w->points[1].size; /* type 5 is there when shorter */
}

static lob_status end_figure(oas_writer *w, unsigned id, uint8_t info, const oas_spot *at) {
    return put_record(w, id, info, at, &(place){X, Y, R, &w->x, &w->y});
}

/* ---- figures ---- */

static lob_status put_box(oas_writer *w, const lob_shapes *shapes, const oas_spot *at) {
    const lob_box *box = &shapes->boxes[at->index];
    int64_t width = (int64_t)box->right - box->left, height = (int64_t)box->top - box->bottom;
    uint8_t info = 0;
    set_layer(w, shapes, &info);
    bool square = width == height;
    if (w->width != width) {
        info |= 0x40;
        oas_put_uint(&w->fields, (uint64_t)width);
    }
    if (w->height != height) {
        info |= square ? 0x80 : 0x20;
        if (!square) {
            oas_put_uint(&w->fields, (uint64_t)height);
        }
    }
    w->width = width;
    w->height = height;
    return end_figure(w, RECTANGLE, info, at);
}

/* The first point of a very wide outline is not the origin. */
static oas_spot from_first(const oas_spot *at, lob_point first) {
    oas_spot moved = *at;
    moved.at = (lob_point){at->at.x + first.x, at->at.y + first.y};
    return moved;
}

static lob_status put_polygon(oas_writer *w, const lob_shapes *shapes, const oas_spot *at) {
    const uint32_t index = shapes->polygons[at->index].outline;
    const lob_outline *outline = lob_layout_outline(w->layout, index);
    const lob_point *points = lob_layout_points(w->layout, outline);
    const oas_spot moved = from_first(at, points[0]);
    uint8_t info = 0;
    set_layer(w, shapes, &info);
    if (w->polygon != index) { /* interned: equal outlines have one number */
        info |= 0x20;
        put_points(w, points, outline->count, true);
        w->polygon = index;
    }
    return end_figure(w, POLYGON, info, &moved);
}

/* ---- paths ---- */

static lob_path_shape shape_of(const lob_layout *layout, const lob_path *path) {
    const lob_outline *line = lob_layout_outline(layout, path->outline);
    return (lob_path_shape){
        lob_layout_points(layout, line), line->count, path->width, path->begin_ext, path->end_ext, path->round_ends};
}

static bool is_circle(const lob_path_shape *path) {
    return path->round_ends && path->count == 1 && !(path->width & 1);
}

static bool is_plain_path(const lob_path_shape *path) {
    return !path->round_ends && !(path->width & 1);
}

/* A path that OASIS cannot hold becomes the polygon of its outline; false when that has no area or no place in 32 bits.
 */
static bool has_polygon(const lob_path_shape *path, lob_point at) {
    lob_box64 box = lob_path_box(path);
    return box.right > box.left && box.top > box.bottom && at.x + box.left >= INT32_MIN &&
           at.y + box.bottom >= INT32_MIN && at.x + box.right <= INT32_MAX && at.y + box.top <= INT32_MAX &&
           box.right - box.left <= INT32_MAX && box.top - box.bottom <= INT32_MAX;
}

static lob_status put_path_outline(oas_writer *w, const lob_shapes *shapes, const lob_path_shape *path,
                                   const oas_spot *at) {
    uint32_t count = lob_path_outline(path, NULL, 0);
    lob_point64 *outline = LOB_NEW_ARRAY(w->arena, lob_point64, count);
    lob_point *points = LOB_NEW_ARRAY(w->arena, lob_point, count);
    if (!outline || !points) {
        return lob_fail_memory(w->ctx);
    }
    lob_path_outline(path, outline, count);
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (lob_point){(int32_t)(outline[i].x - outline[0].x), (int32_t)(outline[i].y - outline[0].y)};
    }
    oas_spot moved = *at;
    moved.at = (lob_point){(int32_t)(at->at.x + outline[0].x), (int32_t)(at->at.y + outline[0].y)};
    uint8_t info = 0x20;
    set_layer(w, shapes, &info);
    put_points(w, points, count, true);
    w->polygon = LOB_NONE;
    return end_figure(w, POLYGON, info, &moved);
}

static lob_status put_circle(oas_writer *w, const lob_shapes *shapes, int64_t radius, const oas_spot *at) {
    uint8_t info = 0;
    set_layer(w, shapes, &info);
    if (w->radius != radius) {
        info |= 0x20;
        oas_put_uint(&w->fields, (uint64_t)radius);
        w->radius = radius;
    }
    return end_figure(w, CIRCLE, info, at);
}

static void put_extension(lob_buf *fields, int64_t ext, int64_t half) {
    if (ext != 0 && ext != half) {
        oas_put_sint(fields, ext);
    }
}

/* Half width and extensions go together: an extension by half the width means the width of its own record. */
static void put_width(oas_writer *w, const lob_path_shape *path, uint8_t *info) {
    const int64_t half = path->width / 2;
    if (w->halfwidth == half && w->path_begin == path->begin_ext && w->path_end == path->end_ext) {
        return;
    }
    const unsigned begin = path->begin_ext == 0 ? 1 : path->begin_ext == half ? 2 : 3;
    const unsigned end = path->end_ext == 0 ? 1 : path->end_ext == half ? 2 : 3;
    *info |= 0x80 | 0x40;
    oas_put_uint(&w->fields, (uint64_t)half);
    oas_put_uint(&w->fields, begin << 2 | end);
    put_extension(&w->fields, path->begin_ext, half);
    put_extension(&w->fields, path->end_ext, half);
    w->halfwidth = half;
    w->path_begin = path->begin_ext;
    w->path_end = path->end_ext;
}

static lob_status put_path(oas_writer *w, const lob_shapes *shapes, const oas_spot *at) {
    const lob_path *stored = &shapes->paths[at->index];
    const lob_path_shape path = shape_of(w->layout, stored);
    const oas_spot moved = from_first(at, path.points[0]);
    uint8_t info = 0;
    if (is_circle(&path)) {
        return put_circle(w, shapes, path.width / 2, &moved);
    }
    if (!is_plain_path(&path)) {
        return put_path_outline(w, shapes, &path, at);
    }
    set_layer(w, shapes, &info);
    put_width(w, &path, &info);
    if (w->path != stored->outline) {
        /* A list without deltas is none to KLayout. */
        const lob_point twice[2] = {{0, 0}, {0, 0}};
        bool is_dot = path.count == 1;
        info |= 0x20;
        put_points(w, is_dot ? twice : path.points, is_dot ? 2 : path.count, false);
        w->path = stored->outline;
    }
    return end_figure(w, PATH, info, &moved);
}

/* Whether the figure can be written at all; counts what is lost of it. */
bool oas_path_is_written(oas_writer *w, const lob_path *path) {
    const lob_path_shape shape = shape_of(w->layout, path);
    const bool converted = !is_plain_path(&shape) && !is_circle(&shape);
    if (converted && !has_polygon(&shape, path->at)) {
        w->lost[OAS_LOST_PATH]++;
        return false;
    }
    w->lost[OAS_LOST_ABSOLUTE] += path->width_is_absolute;
    if (converted) {
        w->lost[path->round_ends ? OAS_LOST_ROUND_ENDS : OAS_LOST_ODD_WIDTH]++;
    }
    return true;
}

/* ---- texts and placements ---- */

static lob_status put_text(oas_writer *w, const lob_shapes *shapes, const oas_spot *at) {
    const lob_layer *layer = lob_layout_layer(w->layout, shapes->layer);
    uint32_t ref;
    LOB_TRY(oas_name_ref(w, &w->texts, lob_layout_string(w->layout, shapes->texts[at->index].string), &ref));
    uint8_t info = 0;
    if (w->text != ref) {
        info |= 0x40 | 0x20;
        oas_put_uint(&w->fields, ref);
        w->text = ref;
    }
    if (!w->text_layer_set || w->text_layer != layer->layer) {
        info |= L;
        oas_put_uint(&w->fields, layer->layer);
    }
    if (!w->text_layer_set || w->texttype != layer->datatype) {
        info |= D;
        oas_put_uint(&w->fields, layer->datatype);
    }
    w->text_layer_set = true;
    w->text_layer = layer->layer;
    w->texttype = layer->datatype;
    return put_record(w, TEXT, info, at, &(place){X, Y, R, &w->text_x, &w->text_y});
}

lob_status oas_write_placement(oas_writer *w, const lob_cell *cell, const oas_spot *at) {
    const lob_inst *inst = &cell->insts[at->index];
    const lob_trans t = lob_inst_trans(w->layout, inst);
    uint8_t info = t.code >> 2 & 1;
    if (w->child != inst->child) {
        info |= 0x80 | 0x40;
        oas_put_uint(&w->fields, w->cell_ref[inst->child]);
        w->child = inst->child;
    }
    if (t.is_orthogonal) {
        info |= (uint8_t)((t.code & 3) << 1);
    } else {
        info |= (t.mag != 1 ? 0x04 : 0) | (t.angle_deg != 0 ? 0x02 : 0);
        if (t.mag != 1) {
            oas_put_real(&w->fields, t.mag);
        }
        if (t.angle_deg != 0) {
            oas_put_real(&w->fields, t.angle_deg);
        }
    }
    LOB_TRY(put_record(w, t.is_orthogonal ? PLACEMENT : PLACEMENT_MAG, info, at,
                       &(place){0x20, 0x10, 0x08, &w->place_x, &w->place_y}));
    return oas_write_props(w, at->props);
}

lob_status oas_write_figure(oas_writer *w, const lob_shapes *shapes, lob_kind kind, const oas_spot *at) {
    typedef lob_status put_fn(oas_writer * w, const lob_shapes *shapes, const oas_spot *at);
    static put_fn *const put[LOB_KIND_COUNT] = {put_box, put_path, put_polygon, put_text};
    LOB_TRY(put[kind](w, shapes, at));
    return oas_write_props(w, at->props);
}
