/* The elements of one cell as OASIS records, grouped so that repetitions are found again.
 *
 * Order: layers as sorted, kinds box, path, polygon, text, then placements in file order. Within a kind figures are
 * sorted by what they are, not by numbers of the database, so that writing what was read from here gives the same bytes
 * again. Equal figures without properties or a stored repetition are regrouped; the others follow in their places.
 * Fields that the modal variables already hold are left out.
 */
#include <stdlib.h>
#include <string.h>

#include "io/oas/writer.h"

enum { L = 0x01, D = 0x02, R = 0x04, Y = 0x08, X = 0x10 };
enum { TEXT = 19, RECTANGLE = 20, POLYGON = 21, PATH = 22, CIRCLE = 27, PLACEMENT = 17, PLACEMENT_MAG = 18 };
enum { BODY_SIZE = 1 << 22, FRACTION_COUNT_MAX = 1 << 24 };

/* All figures of one kind on one layer; items are their indices. */
typedef struct layer_job {
    oas_writer *w;
    const lob_shapes *shapes;
    lob_kind kind;
    uint32_t *items;
    lob_point *spots;
    uint32_t count;
} layer_job;

/* One record to be: figure `index` at a place. */
typedef struct spot {
    uint32_t index;
    lob_point at;
    const lob_rep *rep; /* NULL: once */
    uint32_t props;
} spot;

/* ---- the order of figures ---- */

static int order(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_outlines(const lob_layout *layout, uint32_t a, uint32_t b) {
    if (a == b) { /* interned: equal outlines have one number */
        return 0;
    }
    const lob_outline *p = lob_layout_outline(layout, a), *q = lob_layout_outline(layout, b);
    if (p->count != q->count) {
        return order(p->count, q->count);
    }
    const lob_point *s = lob_layout_points(layout, p), *t = lob_layout_points(layout, q);
    int result = 0;
    for (uint32_t i = 0; i < p->count && result == 0; i++) {
        result = s[i].x != t[i].x ? order(s[i].x, t[i].x) : order(s[i].y, t[i].y);
    }
    return result;
}

static int compare_paths(const lob_layout *layout, const lob_path *p, const lob_path *q) {
    const int64_t keys[4][2] = {
        {p->width, q->width}, {p->begin_ext, q->begin_ext}, {p->end_ext, q->end_ext}, {p->round_ends, q->round_ends}};
    int result = 0;
    for (unsigned i = 0; i < 4 && result == 0; i++) {
        result = order(keys[i][0], keys[i][1]);
    }
    return result ? result : compare_outlines(layout, p->outline, q->outline);
}

static int compare_boxes(const lob_box *p, const lob_box *q) {
    int result = order((int64_t)p->right - p->left, (int64_t)q->right - q->left);
    return result ? result : order((int64_t)p->top - p->bottom, (int64_t)q->top - q->bottom);
}

/* By what they are; 0: one record could stand for both. */
static int compare_figures(const layer_job *job, uint32_t a, uint32_t b) {
    const lob_shapes *s = job->shapes;
    const lob_layout *layout = job->w->layout;
    switch (job->kind) {
    case LOB_KIND_BOX:
        return compare_boxes(&s->boxes[a], &s->boxes[b]);
    case LOB_KIND_PATH:
        return compare_paths(layout, &s->paths[a], &s->paths[b]);
    case LOB_KIND_POLYGON:
        return compare_outlines(layout, s->polygons[a].outline, s->polygons[b].outline);
    default:
        return s->texts[a].string == s->texts[b].string
                   ? 0
                   : lob_str_compare(lob_layout_string(layout, s->texts[a].string),
                                     lob_layout_string(layout, s->texts[b].string));
    }
}

static lob_point place_of(const layer_job *job, uint32_t i) {
    const lob_shapes *s = job->shapes;
    switch (job->kind) {
    case LOB_KIND_BOX:
        return (lob_point){s->boxes[i].left, s->boxes[i].bottom};
    case LOB_KIND_PATH:
        return s->paths[i].at;
    case LOB_KIND_POLYGON:
        return s->polygons[i].at;
    default:
        return s->texts[i].at;
    }
}

static int compare_places(lob_point a, lob_point b) {
    return a.y != b.y ? order(a.y, b.y) : order(a.x, b.x);
}

static int by_figure_and_place(const void *a, const void *b, void *arg) {
    const layer_job *job = arg;
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    int result = compare_figures(job, p, q);
    result = result ? result : compare_places(place_of(job, p), place_of(job, q));
    return result ? result : order(p, q);
}

static spot spot_of(const layer_job *job, uint32_t i) {
    const lob_shapes *s = job->shapes;
    uint32_t rep;
    switch (job->kind) {
    case LOB_KIND_BOX:
        rep = lob_attrs_find(&s->box_reps, i);
        break;
    case LOB_KIND_PATH:
        rep = s->paths[i].rep;
        break;
    case LOB_KIND_POLYGON:
        rep = s->polygons[i].rep;
        break;
    default:
        rep = s->texts[i].rep;
        break;
    }
    spot it = {i, place_of(job, i), NULL, lob_attrs_find(&s->props[job->kind], i)};
    if (rep != LOB_NONE && lob_rep_count(lob_layout_rep(job->w->layout, rep)) > 1) {
        it.rep = lob_layout_rep(job->w->layout, rep);
    }
    return it;
}

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

/* A fractional array is written member by member. */
static lob_status check_fraction(oas_writer *w, const lob_rep *rep) {
    lob_box64 extent = lob_rep_extent(rep);
    if (lob_rep_count(rep) <= FRACTION_COUNT_MAX && extent.left >= INT32_MIN && extent.bottom >= INT32_MIN &&
        extent.right <= INT32_MAX && extent.top <= INT32_MAX) {
        return LOB_OK;
    }
    lob_status status =
        lob_fail(w->ctx, LOB_E_TOOL_LIMIT_EXCEEDED, "An array of uneven pitch is too large to be written as OASIS.");
    lob_hint(w->ctx, "Write it as GDSII, or give the array a pitch of whole database units.");
    lob_error_text(&w->ctx->error, "reason", LOB_STR("repetition_size"));
    return status;
}

static lob_status put_place(oas_writer *w, uint8_t *info, const uint8_t bits[3], const spot *at, int64_t *x,
                            int64_t *y) {
    if (at->at.x != *x) {
        *info |= bits[0];
        oas_put_sint(&w->fields, at->at.x);
    }
    if (at->at.y != *y) {
        *info |= bits[1];
        oas_put_sint(&w->fields, at->at.y);
    }
    *x = at->at.x;
    *y = at->at.y;
    if (!at->rep || lob_rep_count(at->rep) < 2) {
        return LOB_OK;
    }
    *info |= bits[2];
    LOB_TRY(at->rep->kind == LOB_REP_FRACTION ? check_fraction(w, at->rep) : LOB_OK);
    oas_put_repetition(&w->fields, at->rep);
    return LOB_OK;
}

static const uint8_t figure_bits[3] = {X, Y, R};

/* Puts the record together: id, info byte, fields. */
static lob_status end_record(oas_writer *w, unsigned id, uint8_t info) {
    oas_put_uint(&w->body, id);
    lob_buf_add_byte(&w->body, (char)info);
    lob_buf_add(&w->body, w->fields.data, w->fields.size);
    bool fine = !w->fields.failed && !w->body.failed;
    lob_buf_clear(&w->fields);
    return fine ? LOB_OK : lob_fail_memory(w->ctx);
}

static lob_status end_figure(oas_writer *w, unsigned id, uint8_t info, const spot *at) {
    LOB_TRY(put_place(w, &info, figure_bits, at, &w->x, &w->y));
    return end_record(w, id, info);
}

/* ---- figures ---- */

static lob_status put_box(oas_writer *w, const lob_shapes *shapes, const spot *at) {
    const lob_box *box = &shapes->boxes[at->index];
    int64_t width = (int64_t)box->right - box->left, height = (int64_t)box->top - box->bottom;
    uint8_t info = 0;
    set_layer(w, shapes, &info);
    bool square = width == height;
    if (!w->width_set || w->width != width || square) {
        info |= 0x40;
        oas_put_uint(&w->fields, (uint64_t)width);
    }
    if (square) {
        info |= 0x80;
    } else if (!w->height_set || w->height != height) {
        info |= 0x20;
        oas_put_uint(&w->fields, (uint64_t)height);
    }
    w->width_set = w->height_set = true;
    w->width = width;
    w->height = height;
    return end_figure(w, RECTANGLE, info, at);
}

/* The first point of a very wide outline is not the origin. */
static spot from_first(const spot *at, lob_point first) {
    spot moved = *at;
    moved.at = (lob_point){at->at.x + first.x, at->at.y + first.y};
    return moved;
}

static lob_status put_outline(oas_writer *w, const lob_shapes *shapes, const lob_point *points, uint32_t count,
                              const spot *at) {
    spot moved = from_first(at, points[0]);
    uint8_t info = 0x20;
    set_layer(w, shapes, &info);
    oas_put_points(&w->fields, points, count, true);
    return end_figure(w, POLYGON, info, &moved);
}

static lob_status put_polygon(oas_writer *w, const lob_shapes *shapes, const spot *at) {
    const lob_outline *outline = lob_layout_outline(w->layout, shapes->polygons[at->index].outline);
    return put_outline(w, shapes, lob_layout_points(w->layout, outline), outline->count, at);
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
                                   const spot *at) {
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
    spot moved = *at;
    moved.at = (lob_point){(int32_t)(at->at.x + outline[0].x), (int32_t)(at->at.y + outline[0].y)};
    return put_outline(w, shapes, points, count, &moved);
}

static void put_extension(lob_buf *fields, int64_t ext, int64_t half) {
    if (ext != 0 && ext != half) {
        oas_put_sint(fields, ext);
    }
}

static lob_status put_path(oas_writer *w, const lob_shapes *shapes, const spot *at) {
    lob_path_shape path = shape_of(w->layout, &shapes->paths[at->index]);
    int64_t half = path.width / 2;
    spot moved = from_first(at, path.points[0]);
    uint8_t info = 0x20;
    if (is_circle(&path)) {
        set_layer(w, shapes, &info);
        oas_put_uint(&w->fields, (uint64_t)half);
        return end_figure(w, CIRCLE, info, &moved);
    }
    if (!is_plain_path(&path)) {
        return put_path_outline(w, shapes, &path, at);
    }
    unsigned start = path.begin_ext == 0 ? 1 : path.begin_ext == half ? 2 : 3;
    unsigned end = path.end_ext == 0 ? 1 : path.end_ext == half ? 2 : 3;
    info |= 0x80 | 0x40;
    set_layer(w, shapes, &info);
    oas_put_uint(&w->fields, (uint64_t)half);
    oas_put_uint(&w->fields, start << 2 | end);
    put_extension(&w->fields, path.begin_ext, half);
    put_extension(&w->fields, path.end_ext, half);
    /* A list without deltas is none to KLayout. */
    const lob_point twice[2] = {{0, 0}, {0, 0}};
    oas_put_points(&w->fields, path.count == 1 ? twice : path.points, path.count == 1 ? 2 : path.count, false);
    return end_figure(w, PATH, info, &moved);
}

static lob_status put_text(oas_writer *w, const lob_shapes *shapes, const spot *at) {
    const lob_layer *layer = lob_layout_layer(w->layout, shapes->layer);
    uint32_t ref;
    LOB_TRY(oas_name_ref(w, &w->texts, lob_layout_string(w->layout, shapes->texts[at->index].string), &ref));
    uint8_t info = 0x40 | 0x20;
    oas_put_uint(&w->fields, ref);
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
    LOB_TRY(put_place(w, &info, figure_bits, at, &w->text_x, &w->text_y));
    return end_record(w, TEXT, info);
}

/* ---- groups ---- */

static lob_status put_shape(const layer_job *job, const spot *at) {
    typedef lob_status put_fn(oas_writer * w, const lob_shapes *shapes, const spot *at);
    static put_fn *const put[LOB_KIND_COUNT] = {put_box, put_path, put_polygon, put_text};
    LOB_TRY(put[job->kind](job->w, job->shapes, at));
    return oas_write_props(job->w, at->props);
}

/* Equal figures, sorted by place: the regrouped ones and those that stand for themselves, in one order. */
static lob_status put_group(const layer_job *job, const uint32_t *items, uint32_t count) {
    oas_placed *placed = NULL;
    uint32_t placed_count = 0, plain = 0;
    for (uint32_t i = 0; i < count; i++) {
        spot it = spot_of(job, items[i]);
        if (!it.rep && it.props == LOB_NONE) {
            job->spots[plain++] = it.at;
        }
    }
    if (plain > 0 && !oas_regroup(job->w->arena, job->spots, plain, &placed, &placed_count)) {
        return lob_fail_memory(job->w->ctx);
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i <= count; i++) {
        spot it = i < count ? spot_of(job, items[i]) : (spot){0};
        if (i < count && !it.rep && it.props == LOB_NONE) {
            continue;
        }
        for (; next < placed_count && (i == count || compare_places(placed[next].at, it.at) <= 0); next++) {
            LOB_TRY(put_shape(job, &(spot){items[0], placed[next].at, &placed[next].rep, LOB_NONE}));
        }
        LOB_TRY(i < count ? put_shape(job, &it) : LOB_OK);
    }
    LOB_TRY(job->w->body.size >= BODY_SIZE ? oas_write_body(job->w) : LOB_OK);
    return lob_poll(job->w->ctx);
}

/* A figure that is written once is not worth the trouble of a group. */
static lob_status put_groups(const layer_job *job) {
    for (uint32_t i = 0, n; i < job->count; i += n) {
        for (n = 1; i + n < job->count && compare_figures(job, job->items[i], job->items[i + n]) == 0; n++) {
        }
        if (n > 1) {
            LOB_TRY(put_group(job, job->items + i, n));
            continue;
        }
        spot only = spot_of(job, job->items[i]);
        LOB_TRY(put_shape(job, &only));
        LOB_TRY(job->w->body.size >= BODY_SIZE ? oas_write_body(job->w) : LOB_OK);
        LOB_TRY(i % 4096 == 0 ? lob_poll(job->w->ctx) : LOB_OK);
    }
    return LOB_OK;
}

/* Whether the figure can be written at all; counts what is lost of it. */
static bool is_written(const layer_job *job, uint32_t i) {
    uint64_t *lost = job->w->lost;
    if (job->kind == LOB_KIND_TEXT) {
        const lob_text *t = &job->shapes->texts[i];
        lost[OAS_LOST_TEXT_TRANS] += t->mag != 1 || t->angle_deg != 0 || t->code || t->presentation || t->width;
    }
    if (job->kind != LOB_KIND_PATH) {
        return true;
    }
    const lob_path *path = &job->shapes->paths[i];
    lob_path_shape shape = shape_of(job->w->layout, path);
    bool converted = !is_plain_path(&shape) && !is_circle(&shape);
    if (converted && !has_polygon(&shape, path->at)) {
        lost[OAS_LOST_PATH]++;
        return false;
    }
    lost[OAS_LOST_ABSOLUTE] += path->width_is_absolute;
    if (converted) {
        lost[path->round_ends ? OAS_LOST_ROUND_ENDS : OAS_LOST_ODD_WIDTH]++;
    }
    return true;
}

static lob_status put_kind(oas_writer *w, const lob_shapes *shapes, lob_kind kind) {
    uint32_t count = shapes->count[kind];
    layer_job job = {.w = w, .shapes = shapes, .kind = kind};
    if (count == 0) {
        return LOB_OK;
    }
    job.items = LOB_NEW_ARRAY(w->arena, uint32_t, count);
    job.spots = LOB_NEW_ARRAY(w->arena, lob_point, count);
    if (!job.items || !job.spots) {
        return lob_fail_memory(w->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (is_written(&job, i)) {
            job.items[job.count++] = i;
        }
    }
    qsort_r(job.items, job.count, sizeof *job.items, by_figure_and_place, &job);
    return put_groups(&job);
}

/* ---- placements ---- */

static lob_status put_placement(oas_writer *w, const lob_cell *cell, uint32_t index) {
    static const uint8_t bits[3] = {0x20, 0x10, 0x08};
    const lob_inst *inst = &cell->insts[index];
    uint8_t info = 0;
    if (!w->child_set || w->child != inst->child) {
        info |= 0x80 | 0x40;
        oas_put_uint(&w->fields, w->cell_ref[inst->child]);
    }
    w->child_set = true;
    w->child = inst->child;
    lob_trans t = lob_inst_trans(w->layout, inst);
    info |= t.code >> 2 & 1;
    if (inst->cplx != LOB_NONE) {
        const lob_cplx *cplx = lob_layout_cplx(w->layout, inst->cplx);
        w->lost[OAS_LOST_ABSOLUTE] += cplx->mag_is_absolute || cplx->angle_is_absolute;
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
    spot at = {index, inst->at, inst->rep == LOB_NONE ? NULL : lob_layout_rep(w->layout, inst->rep), LOB_NONE};
    LOB_TRY(put_place(w, &info, bits, &at, &w->place_x, &w->place_y));
    LOB_TRY(end_record(w, t.is_orthogonal ? PLACEMENT : PLACEMENT_MAG, info));
    LOB_TRY(oas_write_props(w, lob_attrs_find(&cell->inst_props, index)));
    return w->body.size >= BODY_SIZE ? oas_write_body(w) : LOB_OK;
}

lob_status oas_write_cell(oas_writer *w, const lob_cell *cell) {
    w->layer_set = w->text_layer_set = w->width_set = w->height_set = w->child_set = false;
    w->x = w->y = w->text_x = w->text_y = w->place_x = w->place_y = 0;
    LOB_TRY(oas_write_props(w, cell->props));
    for (uint32_t s = 0; s < cell->shapes_count; s++) {
        for (unsigned kind = 0; kind < LOB_KIND_COUNT; kind++) {
            LOB_TRY(put_kind(w, &cell->shapes[s], (lob_kind)kind));
        }
        lob_arena_reset(w->arena);
    }
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        LOB_TRY(put_placement(w, cell, i));
    }
    return LOB_OK;
}
