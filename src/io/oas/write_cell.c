/* The elements of one cell as OASIS records, grouped so that repetitions are found again.
 *
 * Order: layers as sorted, kinds box, path, polygon, text, then placements in file order. Within a kind equal figures
 * without properties or a stored repetition are regrouped; the others follow one by one. Fields that the modal
 * variables already hold are left out.
 */
#include <stdlib.h>
#include <string.h>

#include "io/oas/writer.h"

enum { L = 0x01, D = 0x02, R = 0x04, Y = 0x08, X = 0x10 };

/* One figure to place: `key` says which ones are equal. */
typedef struct item {
    uint64_t key, key2;
    lob_point at;
    uint32_t index;
    uint32_t rep;   /* LOB_NONE without */
    uint32_t props; /* LOB_NONE without */
} item;

typedef struct layer_job {
    oas_writer *w;
    const lob_shapes *shapes;
    lob_kind kind;
} layer_job;

static bool is_plain(const item *i) {
    return i->rep == LOB_NONE && i->props == LOB_NONE;
}

static int by_key(const void *a, const void *b) {
    const item *p = a, *q = b;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    if (p->key2 != q->key2) {
        return p->key2 < q->key2 ? -1 : 1;
    }
    if (is_plain(p) != is_plain(q)) {
        return is_plain(p) ? -1 : 1;
    }
    if (p->at.y != q->at.y) {
        return p->at.y < q->at.y ? -1 : 1;
    }
    if (p->at.x != q->at.x) {
        return p->at.x < q->at.x ? -1 : 1;
    }
    return p->index < q->index ? -1 : 1;
}

static void set_layer(oas_writer *w, const lob_shapes *shapes, uint8_t *info, lob_buf *fields) {
    const lob_layer *layer = lob_layout_layer(w->layout, shapes->layer);
    if (!w->layer_set || w->layer != layer->layer) {
        *info |= L;
        oas_put_uint(fields, layer->layer);
    }
    if (!w->layer_set || w->datatype != layer->datatype) {
        *info |= D;
        oas_put_uint(fields, layer->datatype);
    }
    w->layer_set = true;
    w->layer = layer->layer;
    w->datatype = layer->datatype;
}

static void put_place(lob_buf *fields, uint8_t *info, uint8_t x_bit, uint8_t y_bit, uint8_t r_bit, lob_point at,
                      const lob_rep *rep, int64_t *x, int64_t *y) {
    if (at.x != *x) {
        *info |= x_bit;
        oas_put_sint(fields, at.x);
    }
    if (at.y != *y) {
        *info |= y_bit;
        oas_put_sint(fields, at.y);
    }
    *x = at.x;
    *y = at.y;
    if (rep && lob_rep_count(rep) > 1) {
        *info |= r_bit;
        oas_put_repetition(fields, rep);
    }
}

static void put_record(oas_writer *w, unsigned id, uint8_t info, const lob_buf *fields) {
    oas_put_uint(&w->body, id);
    lob_buf_add_byte(&w->body, (char)info);
    lob_buf_add(&w->body, fields->data, fields->size);
}

static void put_box(oas_writer *w, const lob_shapes *shapes, uint32_t index, lob_point at, const lob_rep *rep,
                    lob_buf *f) {
    const lob_box *box = &shapes->boxes[index];
    int64_t width = (int64_t)box->right - box->left, height = (int64_t)box->top - box->bottom;
    uint8_t info = 0;
    set_layer(w, shapes, &info, f);
    bool square = width == height;
    if (!w->width_set || w->width != width || square) {
        info |= 0x40;
        oas_put_uint(f, (uint64_t)width);
    }
    if (square) {
        info |= 0x80;
    } else if (!w->height_set || w->height != height) {
        info |= 0x20;
        oas_put_uint(f, (uint64_t)height);
    }
    w->width_set = w->height_set = true;
    w->width = width;
    w->height = height;
    put_place(f, &info, X, Y, R, at, rep, &w->x, &w->y);
    put_record(w, 20, info, f);
}

static void put_outline(oas_writer *w, const lob_shapes *shapes, const lob_point *points, uint32_t count, lob_point at,
                        const lob_rep *rep, lob_buf *f) {
    uint8_t info = 0x20;
    set_layer(w, shapes, &info, f);
    oas_put_points(f, points, count, true);
    put_place(f, &info, X, Y, R, at, rep, &w->x, &w->y);
    put_record(w, 21, info, f);
}

static void put_polygon(oas_writer *w, const lob_shapes *shapes, uint32_t index, lob_point at, const lob_rep *rep,
                        lob_buf *f) {
    const lob_outline *outline = lob_layout_outline(w->layout, shapes->polygons[index].outline);
    put_outline(w, shapes, lob_layout_points(w->layout, outline), outline->count, at, rep, f);
}

/* A path that OASIS cannot hold (odd width, round ends) becomes the polygon of its outline, and is counted. */
static lob_status put_path_outline(oas_writer *w, const lob_shapes *shapes, const lob_path_shape *path, lob_point at,
                                   const lob_rep *rep, lob_buf *f) {
    uint32_t count = lob_path_outline(path, NULL, 0);
    lob_point64 *outline = LOB_NEW_ARRAY(w->arena, lob_point64, count + 1);
    lob_point *points = LOB_NEW_ARRAY(w->arena, lob_point, count + 1);
    if (!outline || !points) {
        return lob_fail_memory(w->ctx);
    }
    lob_path_outline(path, outline, count);
    if (count < 3) {
        w->lost[OAS_LOST_PATH_ONE_POINT]++;
        return LOB_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (lob_point){(int32_t)(outline[i].x - outline[0].x), (int32_t)(outline[i].y - outline[0].y)};
    }
    at = (lob_point){(int32_t)(at.x + outline[0].x), (int32_t)(at.y + outline[0].y)};
    put_outline(w, shapes, points, count, at, rep, f);
    return LOB_OK;
}

static void put_extension(lob_buf *f, int64_t ext, int64_t half) {
    if (ext != 0 && ext != half) {
        oas_put_sint(f, ext);
    }
}

static lob_status put_path(oas_writer *w, const lob_shapes *shapes, uint32_t index, lob_point at, const lob_rep *rep,
                           lob_buf *f) {
    const lob_path *path = &shapes->paths[index];
    const lob_outline *line = lob_layout_outline(w->layout, path->outline);
    const lob_point *points = lob_layout_points(w->layout, line);
    w->lost[OAS_LOST_ABSOLUTE] += path->width_is_absolute;
    lob_path_shape shape = {points, line->count, path->width, path->begin_ext, path->end_ext, path->round_ends};
    uint8_t info = 0;
    if (path->round_ends && line->count == 1 && !(path->width & 1)) {
        info |= 0x20;
        set_layer(w, shapes, &info, f);
        oas_put_uint(f, (uint64_t)path->width / 2);
        put_place(f, &info, X, Y, R, at, rep, &w->x, &w->y);
        put_record(w, 27, info, f);
        return LOB_OK;
    }
    if (path->round_ends || (path->width & 1)) {
        w->lost[path->round_ends ? OAS_LOST_ROUND_ENDS : OAS_LOST_ODD_WIDTH]++;
        return put_path_outline(w, shapes, &shape, at, rep, f);
    }
    int64_t half = path->width / 2;
    unsigned start = path->begin_ext == 0 ? 1 : path->begin_ext == half ? 2 : 3;
    unsigned end = path->end_ext == 0 ? 1 : path->end_ext == half ? 2 : 3;
    info |= 0x80 | 0x40 | 0x20;
    set_layer(w, shapes, &info, f);
    oas_put_uint(f, (uint64_t)half);
    oas_put_uint(f, start << 2 | end);
    put_extension(f, path->begin_ext, half);
    put_extension(f, path->end_ext, half);
    oas_put_points(f, points, line->count, false);
    put_place(f, &info, X, Y, R, at, rep, &w->x, &w->y);
    put_record(w, 22, info, f);
    return LOB_OK;
}

static lob_status text_ref(oas_writer *w, uint32_t string, uint32_t *ref) {
    if (!lob_id_map_add(&w->text_refs, string, w->text_count, ref)) {
        return lob_fail_memory(w->ctx);
    }
    if (*ref == w->text_count) {
        if (w->text_count == w->text_capacity) {
            uint32_t capacity = w->text_capacity ? w->text_capacity * 2 : 64;
            uint32_t *texts = lob_realloc(w->texts, capacity * sizeof *texts);
            if (!texts) {
                return lob_fail_memory(w->ctx);
            }
            w->texts = texts;
            w->text_capacity = capacity;
        }
        w->texts[w->text_count++] = string;
    }
    return LOB_OK;
}

static lob_status put_text(oas_writer *w, const lob_shapes *shapes, uint32_t index, lob_point at, const lob_rep *rep,
                           lob_buf *f) {
    const lob_text *text = &shapes->texts[index];
    const lob_layer *layer = lob_layout_layer(w->layout, shapes->layer);
    w->lost[OAS_LOST_TEXT_TRANS] +=
        text->mag != 1 || text->angle_deg != 0 || text->code || text->presentation || text->width;
    uint32_t ref;
    LOB_TRY(text_ref(w, text->string, &ref));
    uint8_t info = 0x40 | 0x20;
    oas_put_uint(f, ref);
    if (!w->text_layer_set || w->text_layer != layer->layer) {
        info |= L;
        oas_put_uint(f, layer->layer);
    }
    if (!w->text_layer_set || w->texttype != layer->datatype) {
        info |= D;
        oas_put_uint(f, layer->datatype);
    }
    w->text_layer_set = true;
    w->text_layer = layer->layer;
    w->texttype = layer->datatype;
    put_place(f, &info, X, Y, R, at, rep, &w->text_x, &w->text_y);
    put_record(w, 19, info, f);
    return LOB_OK;
}

static lob_status put_shape(const layer_job *job, uint32_t index, lob_point at, const lob_rep *rep, uint32_t props) {
    oas_writer *w = job->w;
    lob_buf fields;
    lob_buf_init(&fields, SIZE_MAX / 2);
    lob_status status = LOB_OK;
    switch (job->kind) {
    case LOB_KIND_BOX:
        put_box(w, job->shapes, index, at, rep, &fields);
        break;
    case LOB_KIND_PATH:
        status = put_path(w, job->shapes, index, at, rep, &fields);
        break;
    case LOB_KIND_POLYGON:
        put_polygon(w, job->shapes, index, at, rep, &fields);
        break;
    default:
        status = put_text(w, job->shapes, index, at, rep, &fields);
        break;
    }
    if (fields.failed && status == LOB_OK) {
        status = lob_fail_memory(w->ctx);
    }
    lob_buf_release(&fields);
    LOB_TRY(status);
    return oas_write_props(w, props);
}

static item make_item(const layer_job *job, uint32_t i) {
    const lob_shapes *s = job->shapes;
    item it = {.index = i, .rep = LOB_NONE, .props = lob_attrs_find(&s->props[job->kind], i)};
    switch (job->kind) {
    case LOB_KIND_BOX:
        it.at = (lob_point){s->boxes[i].left, s->boxes[i].bottom};
        it.key = (uint64_t)((int64_t)s->boxes[i].right - it.at.x);
        it.key2 = (uint64_t)((int64_t)s->boxes[i].top - it.at.y);
        it.rep = lob_attrs_find(&s->box_reps, i);
        break;
    case LOB_KIND_PATH:
        it.at = s->paths[i].at;
        it.key = (uint64_t)s->paths[i].outline << 32 | (uint32_t)s->paths[i].width;
        it.key2 =
            (uint64_t)(uint32_t)s->paths[i].begin_ext << 32 | ((uint32_t)s->paths[i].end_ext ^ s->paths[i].round_ends);
        it.rep = s->paths[i].rep;
        break;
    case LOB_KIND_POLYGON:
        it.at = s->polygons[i].at;
        it.key = s->polygons[i].outline;
        it.rep = s->polygons[i].rep;
        break;
    default:
        it.at = s->texts[i].at;
        it.key = s->texts[i].string;
        it.rep = s->texts[i].rep;
        break;
    }
    return it;
}

/* Texts and paths with anything that only one of them has are kept apart by their index. */
static bool stands_alone(const layer_job *job, const item *it) {
    return !is_plain(it) || (job->kind == LOB_KIND_PATH && job->shapes->paths[it->index].round_ends);
}

static lob_status put_group(const layer_job *job, const item *items, uint32_t count, lob_point *spots) {
    uint32_t plain = 0;
    while (plain < count && !stands_alone(job, &items[plain])) {
        spots[plain] = items[plain].at;
        plain++;
    }
    oas_placed *placed = NULL;
    uint32_t placed_count = 0;
    if (plain && !oas_regroup(job->w->arena, spots, plain, &placed, &placed_count)) {
        return lob_fail_memory(job->w->ctx);
    }
    for (uint32_t i = 0; i < placed_count; i++) {
        LOB_TRY(put_shape(job, items[0].index, placed[i].at, &placed[i].rep, LOB_NONE));
    }
    for (uint32_t i = plain; i < count; i++) {
        const lob_rep *rep = items[i].rep == LOB_NONE ? NULL : lob_layout_rep(job->w->layout, items[i].rep);
        LOB_TRY(put_shape(job, items[i].index, items[i].at, rep, items[i].props));
    }
    return lob_poll(job->w->ctx);
}

static lob_status put_kind(const layer_job *job) {
    uint32_t count = job->shapes->count[job->kind];
    if (count == 0) {
        return LOB_OK;
    }
    item *items = LOB_NEW_ARRAY(job->w->arena, item, count);
    lob_point *spots = LOB_NEW_ARRAY(job->w->arena, lob_point, count);
    if (!items || !spots) {
        return lob_fail_memory(job->w->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        items[i] = make_item(job, i);
    }
    qsort(items, count, sizeof *items, by_key);
    for (uint32_t i = 0, n; i < count; i += n) {
        for (n = 1; i + n < count && items[i + n].key == items[i].key && items[i + n].key2 == items[i].key2; n++) {
        }
        LOB_TRY(put_group(job, items + i, n, spots));
    }
    return LOB_OK;
}

static lob_status put_placement(oas_writer *w, const lob_cell *cell, uint32_t index) {
    const lob_inst *inst = &cell->insts[index];
    lob_buf f;
    lob_buf_init(&f, SIZE_MAX / 2);
    uint8_t info = 0;
    if (!w->child_set || w->child != inst->child) {
        info |= 0x80 | 0x40;
        oas_put_uint(&f, w->cell_ref[inst->child]);
    }
    w->child_set = true;
    w->child = inst->child;
    info |= inst->code >> 2 & 1;
    const lob_cplx *cplx = inst->cplx == LOB_NONE ? NULL : lob_layout_cplx(w->layout, inst->cplx);
    if (cplx) {
        w->lost[OAS_LOST_ABSOLUTE] += cplx->mag_is_absolute || cplx->angle_is_absolute;
        info |= (cplx->mag != 1 ? 0x04 : 0) | (cplx->angle_deg != 0 ? 0x02 : 0);
        if (cplx->mag != 1) {
            oas_put_real(&f, cplx->mag);
        }
        if (cplx->angle_deg != 0) {
            oas_put_real(&f, cplx->angle_deg);
        }
    } else {
        info |= (uint8_t)((inst->code & 3) << 1);
    }
    put_place(&f, &info, 0x20, 0x10, 0x08, inst->at,
              inst->rep == LOB_NONE ? NULL : lob_layout_rep(w->layout, inst->rep), &w->place_x, &w->place_y);
    put_record(w, cplx ? 18 : 17, info, &f);
    bool fine = !f.failed;
    lob_buf_release(&f);
    return fine ? oas_write_props(w, lob_attrs_find(&cell->inst_props, index)) : lob_fail_memory(w->ctx);
}

lob_status oas_write_cell(oas_writer *w, const lob_cell *cell) {
    w->layer_set = w->text_layer_set = w->width_set = w->height_set = w->child_set = false;
    w->x = w->y = w->text_x = w->text_y = w->place_x = w->place_y = 0;
    w->prop = NULL;
    LOB_TRY(oas_write_props(w, cell->props));
    for (uint32_t s = 0; s < cell->shapes_count; s++) {
        for (lob_kind kind = 0; kind < LOB_KIND_COUNT; kind++) {
            layer_job job = {w, &cell->shapes[s], kind};
            LOB_TRY(put_kind(&job));
        }
        lob_arena_reset(w->arena);
    }
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        LOB_TRY(put_placement(w, cell, i));
    }
    return w->body.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}
